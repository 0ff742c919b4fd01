"""Commands `play` and `replay`: a table in the terminal. Players type a number or a notation; `?` shows help."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from dsl.base.control_characters import printable
from dsl.base.suggestions import nearest
from dsl.bots import make
from dsl.bots.levels import FORMS, level_of
from dsl.cli.board_drawing import draw_view, paper_of
from dsl.cli.common import count, load_game, options_of, print_runner
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.cli.match_text import option_typed, print_answer, print_updates, show_options, show_outcome
from dsl.cli.safe_output import write_controls
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.i18n.translator import Translator
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import Header, JournalError, SeatPlan, read
from dsl.match.match import Match
from dsl.match.replay import replay_content
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.table import Table
from dsl.match.table_messages import AskWhyNot, Choose, Refused, Resign, Undo
from dsl.match.view import DecisionView, ScoreLine, View
from dsl.runtime.canonical_state import board_of, lines_of
from dsl.runtime.runner import RuleError

_CLEARED = "\n" * 60  #: pushes off the screen what another has chosen in secret


def play(arguments: argparse.Namespace) -> int:
    """Play a match to its end, or until a player leaves."""
    pack = load_game(arguments)
    words = Translator(pack, arguments.language)
    table = _table(pack, arguments, words)
    table.allow_undo_past_bots()
    if any(seat.player != "human" and level_of(seat.player, pack).searches for seat in table.seats):
        print_runner()
    people = [seat.colour for seat in table.seats if seat.player == "human"]
    table.subscribe(people[0] if len(people) == 1 else "", lambda news: print_updates(news, words))
    terminal = _Terminal(table, pack, words, shows_board=not arguments.no_board)
    try:
        while not table.match.over:
            if table.bot_to_move:
                if not table.step_bots():
                    raise FailedError("the match cannot continue")
            elif not terminal.ask():
                return GOOD
    finally:
        table.close()
    show_outcome(table.match.outcome, words)
    return GOOD


def _table(pack: Ruleset, arguments: argparse.Namespace, words: Translator) -> Table:
    players = _players(pack, arguments.seats)
    journal = Path(arguments.journal) if arguments.journal else None
    try:
        colours = pack.rules.colours[: len(players)]
        pack.defaults(len(players))
        seats = [SeatPlan(colour, player) for colour, player in zip(colours, players, strict=True)]
        return Table(pack, seats, options_of(arguments), arguments.seed, journal, make)
    except OptionError as error:
        raise MisuseError(str(error)) from None
    except JournalError as error:
        raise FailedError(words.refusal(error.reason, error.args_by_name)) from None
    except RuleError as error:
        raise FailedError(f"the game could not be set up: {explanation_of(error, pack.sources)}") from None


def _players(pack: Ruleset, seats: str) -> list[str]:
    if not seats:
        return ["human"] * pack.players[0]
    there = ("human", *FORMS)
    players = [item.strip() for item in seats.split(",")]
    for player in players:
        if player != "human" and not _is_bot(player, pack):
            meant = nearest(player, there)
            hint = f"did you mean `{meant}`?" if meant else f"there are {', '.join(there)}"
            raise MisuseError(f"there is no player `{player}`; {hint}")
    return players


def _is_bot(player: str, pack: Ruleset) -> bool:
    """Return whether a bot of this name exists, also with other numbers of rollouts or seconds than the examples."""
    try:
        level_of(player, pack)
    except ValueError:
        return False
    return True


class _Terminal:
    """Asks the players at the terminal and carries out what they type."""

    def __init__(self, table: Table, pack: Ruleset, words: Translator, shows_board: bool) -> None:
        self._table = table
        self._pack = pack
        self._words = words
        self._shows_board = shows_board
        self._drawn: list[str] = []  #: the board as it stands above
        self._told = False  #: whether it has said what to type
        self._sees = ""  #: who sits before the screen
        self._listed: tuple[str, int] | None = None  #: the decision whose options stand above

    def ask(self) -> bool:
        """Ask the person whose choice it is, once; return whether to go on."""
        seat = self._table.match.questions[0].seat
        if not self._hand_over(seat):
            return False
        view = self._table.view(seat)
        decision = next(found for found in view.decisions if found.seat == seat)
        if self._shows_board:
            self._draw(view)
        print(self._words.decision(decision))
        if self._listed != (seat, decision.number):
            self._list(decision)
        if not self._told:
            print(self._words.typing_start())
            self._told = True
        typed = _read_line("> ")
        if typed is None or typed in ("quit", "exit"):
            return False
        self._do(decision, typed)
        return True

    def _hand_over(self, seat: str) -> bool:
        """Before another player decides in secret, clear the screen and wait; return whether to continue."""
        people = [one.colour for one in self._table.seats if one.player == "human"]
        if not self._table.match.secretly or len(people) == 1 or self._sees == seat:
            self._sees = seat
            return True
        self._sees, self._listed, self._drawn = seat, None, []
        return _read_line(_CLEARED + self._words.hand_over(seat)) is not None

    def _draw(self, view: View, again: bool = False) -> None:
        """Draw what the player at the terminal sees, unless it stands above already."""
        lines = list(draw_view(view, self._pack.rules, self._words, paper_of(sys.stdout)))
        if again or lines != self._drawn:
            self._drawn = lines
            write_controls(sys.stdout, "".join(f"{line}\n" for line in lines))

    def _list(self, decision: DecisionView) -> None:
        self._listed = (decision.seat, decision.number)
        show_options(decision, self._words)

    def _do(self, decision: DecisionView, typed: str) -> None:
        if typed in ("", "list"):
            self._list(decision)
        elif typed in ("?", "help"):
            print(self._words.typing_help())
        elif typed == "board":
            self._draw(self._table.view(decision.seat), again=True)
        elif typed == "undo":
            self._undo(decision.seat)
        elif typed == "resign":
            self._resign(decision.seat)
        elif typed == "draw":
            self._offer_draw(decision.seat)
        elif typed.startswith("?"):
            self._why_not(decision, typed[1:].strip())
        elif (number := option_typed(decision, typed)) is not None:
            print_answer(self._table.handle(Choose(0, decision.seat, decision.number, number)), self._words)
        else:
            self._why_not(decision, typed)

    def _undo(self, asked: str) -> None:
        """Undo the last choice of the player at the terminal who made it."""
        people = [seat.colour for seat in self._table.seats if seat.player == "human"]
        answer: object = None
        for seat in sorted(people, key=lambda colour: colour != asked):
            answer = self._table.handle(Undo(0, seat))
            if not (isinstance(answer, Refused) and answer.reason == "undo.not_yours"):
                break
        print_answer(answer, self._words)

    def _resign(self, seat: str) -> None:
        """Give up for a player, after a question."""
        if self._agreed(self._words.resign_question(seat)):
            print_answer(self._table.handle(Resign(0, seat)), self._words)

    def _offer_draw(self, seat: str) -> None:
        """Ask the other people for a draw; computers decline it."""
        match = self._table.match
        if not match.ending.others(match.program, match.seat(seat)):
            bot = next((each.colour for each in self._table.seats if each.player != "human"), seat)
            print_answer(Refused(0, "refused.no_draw", (("player", bot),)), self._words)
        elif self._agreed(self._words.draw_question(seat)):
            print_answer(self._table.agree_on_draw(seat), self._words)

    def _agreed(self, question: str) -> bool:
        print(question)
        return self._words.is_agreed(_read_line("> ") or "")

    def _why_not(self, decision: DecisionView, value: str) -> None:
        if option_typed(decision, value) is not None:
            print(f"  {self._words.offered()}")
        else:
            print_answer(self._table.handle(AskWhyNot(0, decision.seat, decision.number, -1, value)), self._words)


def _read_line(prompt: str) -> str | None:
    """Return the typed line; None at the end of the input."""
    try:
        return input(printable(prompt, keep="\n")).strip()  # readline writes it past our streams
    except EOFError:
        print()
        return None


def _sheet(lines: tuple[ScoreLine, ...], words: Translator) -> None:
    for line in lines:
        print(f"  {words.score_line(line)}")


def _verify_deal(header: Header, commitment: str) -> None:
    """Print what made the seed of a match. Raises FailedError if it does not fit."""
    deal = header.deal
    if deal is None and not commitment:
        return
    if deal is None:
        raise FailedError(translation_in(FALLBACK)("deal.none"))
    wrong = deal.verify(commitment) or deal.check_seed(header.seed, [seat.colour for seat in header.seats])
    if wrong:
        raise FailedError(translation_in(FALLBACK)(wrong))
    given = sum(bool(share) for _, share in deal.shares)
    whose = "announced to you" if commitment else f"{deal.commitment[:16]}..."
    print(f"The seed comes from {count(given, 'random contribution')} and the secret of the commitment {whose}.")


def _show_position(match: Match, pack: Ruleset, words: Translator, *, values: bool) -> None:
    """Print a position as the player sees it who must choose, with the options, and perhaps all `values` of it."""
    decision = next(iter(match.decisions), None)
    view = match.view(decision.seat if decision is not None else "")
    write_controls(
        sys.stdout, "".join(f"{line}\n" for line in draw_view(view, pack.rules, words, paper_of(sys.stdout)))
    )
    if decision is not None:
        print(words.decision(decision))
        show_options(decision, words)
    if values:
        layout, blank = match.program.layout, match.runner.blank()
        for slot in layout.slots.values():
            print(lines_of(slot, board_of(layout, slot), match.state, blank).decode(), end="")


def replay_journal(arguments: argparse.Namespace) -> int:
    """Replay a journal and print what was compared; a damaged or, with --verify, differing file is a failure."""
    verify = arguments.verify or bool(arguments.commitment)
    try:
        content = read(Path(arguments.file))
        if arguments.at is not None:
            content = replace(content, entries=content.entries[: arguments.at])
        replayed = replay_content(content, arguments.file, verify)
    except JournalError as error:
        raise FailedError(translation_in(FALLBACK).said(error.reason, dict(error.args_by_name))) from None
    except RuleError as error:
        raise FailedError(f"{arguments.file}: {explanation_of(error, {})}") from None
    content, match, pack = replayed.content, replayed.match, replayed.pack
    print(f"{pack.titles['en']} with {match.players} players, seed {content.header.seed}: {match.position} decisions.")
    if (origin := content.header.origin) is not None:
        print(f"Branched from {printable(origin.journal)} after {count(origin.choice, 'decision')}.")
    if verify:
        print(f"Verified: the rules and all {count(len(content.entries), 'position')} match the file.")
        _verify_deal(content.header, arguments.commitment)
    print(f"State {match.digest}")
    words = Translator(pack, "en")
    if arguments.at is not None or arguments.state:
        _show_position(match, pack, words, values=arguments.state)
    _sheet(match.score_sheet, words)
    show_outcome(match.outcome, words)
    if content.repaired:
        print(f"{arguments.file}: {content.repaired}; nothing is lost", file=sys.stderr)
    if content.damage:
        raise FailedError(f"{arguments.file}: {content.damage}; {count(content.lost, 'line')} could not be read")
    return GOOD
