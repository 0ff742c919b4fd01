"""Hints in words: which option a bot would choose, with its chances and the rules that score points."""

from __future__ import annotations

from collections.abc import Callable

from app.session.link import Hint
from app.table.context import TableContext
from dsl.match.view import DecisionView

_CERTAIN = {"won": "table.hint.won", "drawn": "table.hint.drawn", "lost": "table.hint.lost"}
_RELEVANT = 3  #: tenths of a point: a smaller difference is left out


def hint_lines(
    hint: Hint, decision: DecisionView, context: TableContext, shows_name: Callable[[str], bool] = lambda place: True
) -> list[str]:
    """Return what the bot would choose and why; nothing if the hint is for another decision. A place whose name the
    board does not show is not named: an arrow or a ring marks it."""
    option = next((option for option in decision.options if option.number == hint.option), None)
    if option is None or (hint.seat, hint.position) != (decision.seat, decision.number):
        return []
    places = (option.value.place, *(value.place for value in decision.chosen))
    said = context.words.option(option, decision)
    if not all(shows_name(place) for place in places if place):
        said = context.texts("table.hint.marked", action=context.words.short(decision.entries[option.entry]))
    lines = [context.texts("table.hint.would", option=said)]
    if len(decision.options) > 1:
        lines.append(_outlook(hint, context))
    relevant = [(rule, tenths) for rule, tenths in hint.gains if abs(tenths) >= _RELEVANT]
    if relevant:
        lines.append(context.texts("table.hint.why"))
    for rule, tenths in relevant:
        points = _points(tenths, context.texts("number.point"))
        lines.append(context.texts("table.hint.gain", points=points, rule=context.words.anchor(rule)))
    return lines


def _outlook(hint: Hint, context: TableContext) -> str:
    """Return the result of the match if it is certain, otherwise the chances."""
    certain = _CERTAIN.get(hint.certain)
    return context.texts(certain) if certain else context.texts("table.hint.chances", chances=hint.chances)


def _points(tenths: int, point: str) -> str:
    """Return points with their sign and one decimal, behind the sign that the language has for it."""
    sign = "+" if tenths > 0 else "−"
    return f"{sign}{abs(tenths) // 10}{point}{abs(tenths) % 10}"
