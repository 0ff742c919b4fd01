"""play and replay: a table in the terminal. People type a number or a value in the notation; `? VALUE` asks why not."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import cast

from dsl.bots import BOTS, make
from dsl.cli.common import load_game, options_of
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.engine.journal import JournalError, SeatPlan
from dsl.engine.messages import AskWhyNot, Changed, Choose, Message, News, Paused, Reason, Refused, TakenBack, Undo
from dsl.engine.pack import OptionError, Pack
from dsl.engine.replay import replay
from dsl.engine.table import Table
from dsl.engine.view import DecisionView, OutcomeView, ScoreLine
from dsl.run.runner import RuleError
from dsl.words.catalogue import Language
from dsl.words.sentences import Words


def play(arguments: argparse.Namespace) -> int:
    """Play a match to its end, or until somebody leaves."""
    pack = load_game(arguments)
    language = cast(Language, arguments.language)
    table = _table(pack, arguments)
    words = Words(pack, language)
    people = [seat.colour for seat in table.seats if seat.player == "human"]
    table.subscribe(people[0] if len(people) == 1 else "", lambda news: _tell(news, words))
    try:
        while not table.match.over:
            if table.bot_to_move:
                if not table.step_bots():
                    raise FailedError("the table cannot go on")
            elif not _ask(table, words):
                return GOOD
    finally:
        table.close()
    _show_outcome(table.match.outcome, words)
    return GOOD


def _table(pack: Pack, arguments: argparse.Namespace) -> Table:
    players = [item.strip() for item in arguments.seats.split(",")] if arguments.seats else ["human"] * pack.players[0]
    for player in players:
        if player != "human" and player not in BOTS:
            raise MisuseError(f"there is no player `{player}`; there are human, {', '.join(BOTS)}")
    journal = Path(arguments.journal) if arguments.journal else None
    try:
        colours = pack.rules.colours[: len(players)]
        pack.defaults(len(players))
        seats = [SeatPlan(colour, player) for colour, player in zip(colours, players, strict=True)]
        return Table(pack, seats, options_of(arguments), arguments.seed, journal, make)
    except OptionError as error:
        raise MisuseError(str(error)) from None
    except (JournalError, RuleError) as error:
        raise FailedError(str(error)) from None


def _tell(news: News | Message, words: Words) -> None:
    match news:
        case Changed(events):
            for event in events:
                line = words.event(event)
                if line:
                    print(f"  {line}")
        case TakenBack(by):
            print(f"  {words.name(by)} <-")
        case Paused(reason, args):
            print(f"  {words.refusal(reason, args)}")


def _ask(table: Table, words: Words) -> bool:
    """Ask the person whose choice it is; return whether to go on."""
    seat = table.match.decisions[0].seat
    (decision,) = table.view(seat).decisions
    print(words.decision(decision))
    for index, option in enumerate(decision.options, 1):
        print(f"  {index:3} {words.option(option, decision)}")
    try:
        typed = input("> ").strip()
    except EOFError:
        return False
    if typed in ("quit", "exit"):
        return False
    if typed == "undo":
        _answer(table.handle(Undo(0, seat)), words)
    elif typed.startswith("?"):
        _answer(table.handle(AskWhyNot(0, seat, decision.number, -1, typed[1:].strip())), words)
    else:
        number = _option(decision, typed)
        if number is None:
            print(f"  {words.refusal('refused.not_offered')}")
            _answer(table.handle(AskWhyNot(0, seat, decision.number, -1, typed)), words)
        else:
            _answer(table.handle(Choose(0, seat, decision.number, number)), words)
    return True


def _option(decision: DecisionView, typed: str) -> int | None:
    """Return the option that was typed: its number in the list, its value, or its action and value."""
    if typed.isdigit() and 0 < int(typed) <= len(decision.options):
        return decision.options[int(typed) - 1].number
    for option in decision.options:
        action = decision.entries[option.entry].action
        if typed in (option.value.text, f"{action} {option.value.text}".strip()) and typed:
            return option.number
    return None


def _answer(answer: object, words: Words) -> None:
    match answer:
        case Refused(_, reason, args):
            print(f"  {words.refusal(reason, args)}")
        case Reason(_, _, conditions):
            for condition in conditions:
                print(f"  {words.condition(condition)}")


def _show_outcome(outcome: OutcomeView | None, words: Words) -> None:
    if outcome is None:
        return
    for line in outcome.ranking:
        values = ", ".join(f"{words.anchor(name)} {value}" for name, value in line.values)
        print(f"{line.place}. {words.name(line.seat)} ({values})")


def _sheet(lines: tuple[ScoreLine, ...], words: Words) -> None:
    for line in lines:
        print(f"  {words.score_line(line)}")


def replay_journal(arguments: argparse.Namespace) -> int:
    """Play a journal again; with --verify a damaged or differing file is a failure."""
    try:
        replayed = replay(Path(arguments.file), arguments.verify)
    except JournalError as error:
        raise FailedError(str(error)) from None
    except RuleError as error:
        raise FailedError(f"{arguments.file}: {error}") from None
    content, match = replayed.content, replayed.match
    print(f"{replayed.pack.name}: {len(content.entries)} lines, position {match.position}, state {match.digest}")
    words = Words(replayed.pack, "en")
    _sheet(match.sheet, words)
    _show_outcome(match.outcome, words)
    if content.damage:
        raise FailedError(f"{arguments.file}: {content.damage}; {content.lost} lines cannot be read")
    return GOOD
