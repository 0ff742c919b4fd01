"""Texts of a table in a terminal, for local and network tables."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from dsl.i18n.event_log import log_entries
from dsl.i18n.translator import Translator
from dsl.match.table_messages import Changed, News, Paused, Reason, Refused, TakenBack
from dsl.match.view import DecisionView, OutcomeView

_LONG_LIST = 20  #: options; more are printed in columns


def print_updates(news: News, words: Translator) -> None:
    """Print what happened."""
    match news:
        case Changed(events):
            for entry in log_entries(events, words):
                print(f"  {entry.whole}")
        case TakenBack(by, _, choices):
            print(f"  {words.taken_back(by, choices)}")
        case Paused(reason, args):
            print(f"  {words.refusal(reason, args)}")


def print_answer(answer: object, words: Translator) -> None:
    """Print why something is refused; nothing if it is accepted."""
    match answer:
        case Refused(_, reason, args):
            print(f"  {words.refusal(reason, args)}")
        case Reason(_, _, ()):
            print(f"  {words.refusal('refused.not_offered')}")
        case Reason(_, _, conditions):
            for condition in conditions:
                print(f"  {words.condition(condition)}")


def show_options(decision: DecisionView, words: Translator) -> None:
    """Print what can be chosen, with numbers; a long list in columns, so that the board stays on the screen."""
    lines = [f"  {index:3} {words.option(option, decision)}" for index, option in enumerate(decision.options, 1)]
    wide = max(map(len, lines), default=1) + 1
    across = max(1, shutil.get_terminal_size().columns // wide) if len(lines) > _LONG_LIST else 1
    down = -(-len(lines) // across)
    for row in range(down):
        print("".join(f"{line:<{wide}}" for line in lines[row::down]).rstrip())


def show_outcome(outcome: OutcomeView | None, words: Translator) -> None:
    """Print who has won, if it is over."""
    for line in outcome_lines(outcome, words):
        print(line)


def outcome_lines(outcome: OutcomeView | None, words: Translator) -> Iterator[str]:
    """Yield a line for each seat, the winner's first; before them, why the match ended early."""
    if outcome is not None and outcome.early is not None:
        yield words.early_end(outcome.early)
    for line in outcome.ranking if outcome is not None else ():
        values = ", ".join(f"{words.anchor('winner.' + name)} {value}" for name, value in line.values)
        yield f"{line.place}. {words.player(line.seat)}" + (f" ({values})" if values else "")


def option_typed(decision: DecisionView, typed: str) -> int | None:
    """Return the option that was typed: its number in the list, its value, its action and value, or its place if no
    other option is there; a place such as `market_a1` may be typed as it is shown, `market a1`, or as `a1`."""
    if typed.isdecimal() and len(typed) < 9 and 0 < int(typed) <= len(decision.options):
        return decision.options[int(typed) - 1].number
    for option in decision.options:
        action = decision.entries[option.entry].action
        if typed in (option.value.text, f"{action} {option.value.text}".strip()) and typed:
            return option.number
    for names in (lambda place: (place, place.replace("_", " ")), lambda place: (place.rpartition("_")[2],)):
        there = [option.number for option in decision.options if typed and typed in names(option.value.place)]
        if there:
            return there[0] if len(there) == 1 else None
    return None
