"""Hints and mistakes in words: which option a bot would choose, with its chances and the rules that score points."""

from __future__ import annotations

from collections.abc import Callable

from app.session.link import Hint, Mistake
from app.table.context import TableContext
from dsl.match.view import DecisionView, OptionView

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
    lines = [context.texts("table.hint.would", option=_said(option, decision, context, shows_name))]
    if len(decision.options) > 1:
        lines.append(_outlook(hint, context))
    return [*lines, *_gain_lines(hint, "table.hint.why", context)]


def mistake_lines(
    mistake: Mistake,
    decision: DecisionView,
    context: TableContext,
    shows_name: Callable[[str], bool] = lambda place: True,
) -> list[str]:
    """Return what would have been a better choice, and why; nothing if the mistake is of another decision."""
    better = mistake.better
    option = next((option for option in decision.options if option.number == better.option), None)
    if option is None or (mistake.seat, mistake.position) != (decision.seat, decision.number):
        return []
    texts = context.texts
    lines = [texts("table.coach.better", option=_said(option, decision, context, shows_name))]
    if better.certain == "won":
        lines.append(texts("table.coach.won"))
    elif mistake.certain == "lost":
        lines += [texts("table.coach.drawn")] if better.certain == "drawn" else []
        lines.append(texts("table.coach.lost"))
    elif mistake.chances is not None:
        lines.append(texts("table.coach.chances", better=better.chances, chosen=mistake.chances))
    return [*lines, *_gain_lines(better, "table.coach.why", context)]


def _said(option: OptionView, decision: DecisionView, context: TableContext, shows_name: Callable[[str], bool]) -> str:
    """Return an option in words; marked on the board if it has a place whose name the board does not show."""
    places = (option.value.place, *(value.place for value in decision.chosen))
    if all(shows_name(place) for place in places if place):
        return context.words.option(option, decision)
    return context.texts("table.hint.marked", action=context.words.short(decision.entries[option.entry]))


def _gain_lines(hint: Hint, title: str, context: TableContext) -> list[str]:
    """Return the points by rule that an option brings, below a title; nothing if they are few."""
    relevant = [(rule, tenths) for rule, tenths in hint.gains if abs(tenths) >= _RELEVANT]
    lines = [context.texts(title)] if relevant else []
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
