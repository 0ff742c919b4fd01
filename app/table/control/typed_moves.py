"""Reading a move typed in the notation of the log: "drift(marsh 2,0, 2,1)", "move red 1,0 to 0,0", "2,1", "stop"."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.table.model.selection import Meaning, Nothing, Offer, Selection, Take, Unclear
from dsl.match.view import DecisionView, OptionView, Value

_BETWEEN = re.compile(r"^(?:\s|,(?=\s)|[()]|->|→|to\s|vers\s|à\s)+", re.IGNORECASE)


def read_line(selection: Selection, line: str) -> Meaning:
    """Say what a typed line means now: an entry by name, then its values; or a value alone."""
    decision = selection.decision
    rest = _clean(line)
    if decision is None or not rest:
        return Nothing()
    options = selection.options
    if decision.parameter == 0:
        number, rest = _entry_at_start(decision, rest)
        if number >= 0 and not rest:
            return selection.pressed(number)
        if number >= 0:
            options = tuple(option for option in decision.options if option.entry == number)
    return _values(options, rest)


def _entry_at_start(decision: DecisionView, rest: str) -> tuple[int, str]:
    """The entry that the line begins with (-1: none), and what stands behind it."""
    named = sorted(enumerate(decision.entries), key=lambda pair: -len(pair[1].action))
    for number, entry in named:
        for name in (entry.action, entry.action.replace("_", " ")):
            after = _after(rest, name)
            if after is not None:
                return number, after
    return -1, rest


def _values(options: tuple[OptionView, ...], rest: str) -> Meaning:
    """Match the longest value that the line goes on with; what remains is wished for later."""
    found = _beginning_with(options, rest, _full_names) or _beginning_with(options, rest, _short_names)
    if not found:
        return Unclear(rest)
    after = min(found, key=len)
    fitting, then = tuple(found[after]), _wishes(after)
    return Take(fitting[0], then) if len(fitting) == 1 else Offer(fitting, then)


def _beginning_with(
    options: tuple[OptionView, ...], rest: str, names: Callable[[Value], set[str]]
) -> dict[str, list[OptionView]]:
    """The options that the line begins with, by what stands behind them."""
    found: dict[str, list[OptionView]] = {}
    for option in options:
        for name in names(option.value):
            after = _after(rest, name)
            if after is not None:
                found.setdefault(after, []).append(option)
    return found


def _full_names(value: Value) -> set[str]:
    return {value.text, value.place} - {""}


def _short_names(value: Value) -> set[str]:
    """By owner and place alone, whatever the state; a place such as `market_a1` as it is shown, or by `a1` alone."""
    places = {value.place.replace("_", " "), value.place.rpartition("_")[2]} - {"", value.place}
    return places | ({f"{value.owner} {value.place}"} if value.owner and value.place else set())


def _wishes(rest: str) -> tuple[str, ...]:
    """What remains, cut at commas that are followed by a space and at `to`: one wish for each further value."""
    parts = re.split(r",\s+|\s+(?:to|vers|à|->|→)\s+|[()]", rest)
    return tuple(part.strip() for part in parts if part.strip())


def _after(rest: str, name: str) -> str | None:
    """What stands behind `name` at the start of `rest`, or None if `rest` does not begin with that whole name."""
    if not rest.casefold().startswith(name.casefold()):
        return None
    after = rest[len(name) :]
    if after and (after[0].isalnum() or after[0] in "_-" or (after[0] == "," and after[1:2] not in (" ", ""))):
        return None
    return _BETWEEN.sub("", after).strip(" )")


def _clean(line: str) -> str:
    return " ".join(line.split())
