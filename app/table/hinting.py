"""The computer's advice, in words."""

from __future__ import annotations

from app.table.link import Hint
from app.table.tone import Tone
from dsl.engine.view import DecisionView

_CERTAIN = {"won": "table.hint.won", "drawn": "table.hint.drawn", "lost": "table.hint.lost"}
_WORTH = 3  #: tenths of a point: less than that tells nothing to a person


def advice_lines(hint: Hint, decision: DecisionView, tone: Tone) -> list[str]:
    """Return what the computer would do and why; nothing if this is not what it was asked about."""
    option = next((option for option in decision.options if option.number == hint.option), None)
    if option is None or (hint.seat, hint.position) != (decision.seat, decision.number):
        return []
    lines = [tone.texts("table.hint.would", option=tone.words.option(option, decision))]
    if len(decision.options) > 1:
        lines.append(_prospect(hint, tone))
    told = [(rule, tenths) for rule, tenths in hint.gains if abs(tenths) >= _WORTH]
    if told:
        lines.append(tone.texts("table.hint.why"))
    for rule, tenths in told:
        points = _points(tenths, tone.texts("number.point"))
        lines.append(tone.texts("table.hint.gain", points=points, rule=tone.words.anchor(rule)))
    return lines


def _prospect(hint: Hint, tone: Tone) -> str:
    """Return how the match will end, if that is certain, and otherwise how it may."""
    certain = _CERTAIN.get(hint.certain)
    return tone.texts(certain) if certain else tone.texts("table.hint.chances", chances=hint.chances)


def place_of(hint: Hint, decision: DecisionView) -> str:
    """Return the place that the advised option is about, empty if it is about none."""
    return next((option.value.place for option in decision.options if option.number == hint.option), "")


def _points(tenths: int, point: str) -> str:
    """Return points with their sign and one decimal, behind the sign that the language has for it."""
    sign = "+" if tenths > 0 else "−"
    return f"{sign}{abs(tenths) // 10}{point}{abs(tenths) % 10}"
