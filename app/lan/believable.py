"""Whether a view that a table sends hangs together, so that whoever shows it need not doubt it. No Qt.

The schema has checked that every field is there and of its type. What is left is what points from one part to another.
"""

from __future__ import annotations

from dsl.engine.view import DecisionView, View


def believable(view: View, seat: str) -> bool:
    """Whether a view is that of a seat ("" for one who looks on), and offers nothing but what it lists."""
    colours = set(view.colours)
    return (
        view.seat == seat
        and view.position >= 0
        and len(colours) == len(view.colours)
        and all(each.colour in colours for each in view.seats)
        and all(each.seat in colours and _hangs_together(each) for each in view.decisions)
        and all(each.seat == seat for each in view.decisions if each.options)
    )


def _hangs_together(decision: DecisionView) -> bool:
    entries = range(len(decision.entries))
    return decision.parameter >= 0 and all(option.entry in entries for option in decision.options)
