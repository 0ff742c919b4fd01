"""Small sample views, as the engine provides them."""

from __future__ import annotations

from msgspec.structs import replace

from dsl.match.view import (
    BoardView,
    CellView,
    CounterView,
    DecisionView,
    EventView,
    OutcomeView,
    PieceView,
    RankLine,
    ScoreLine,
    SeatView,
    View,
    ZoneView,
)
from tests.app.table.decisions import deeds

_TERRAIN = {(0, 0): "pole", (1, 0): "wood", (2, 0): "steppe", (3, 0): "mountain", (0, 1): "steppe", (-1, 1): "wood"}
_HERDS = {
    (2, 0): (("red", "fresh", 2), ("red", "spent", 1), ("blue", "fresh", 1)),
    (1, 0): (("red", "fresh", 1), ("black", "fresh", 2)),
    (2, 1): (("blue", "fresh", 3),),
}
_AROUND = tuple((x, y) for y in range(-2, 4) for x in range(-3, 6) if max(abs(x), abs(y), abs(x + y)) <= 4)


def _cell(x: int, y: int) -> CellView:
    pieces = (PieceView("tile", _TERRAIN[x, y]),) if (x, y) in _TERRAIN else ()
    herds = tuple(CounterView("herd", owner, state, amount) for owner, state, amount in _HERDS.get((x, y), ()))
    return CellView(f"{x},{y}", x, y, pieces, herds)


def _card(kind: str, part: str = "1") -> PieceView:
    return PieceView("card", kind, facing=(("part", part),))


def _seat(colour: str, score: int, reserve: int, in_play: bool = True) -> SeatView:
    return SeatView(colour, in_play, (("herd", reserve),), (("score", str(score)),))


def position(seat: str = "red", decision: DecisionView | None = None, number: int = 7) -> View:
    """Red must choose; red and blue each hold a card, and the pile is hidden."""
    asked = decision or deeds()
    return View(
        game="trias",
        seat=seat,
        position=number,
        colours=("red", "blue", "black"),
        turn=4,
        active=asked.seat,
        phase="actions",
        boards=(BoardView("world", "hexes", tuple(_cell(x, y) for x, y in _AROUND)),),
        zones=(
            ZoneView("bag", "", 0, (), False),
            ZoneView("pile", "", 21, (_card(""),) * 21, False),
            ZoneView("hand", "red", 1, (_card("wood" if seat == "red" else ""),), False),
            ZoneView("hand", "blue", 1, (_card("mountain" if seat == "blue" else ""),), False),
            ZoneView("hand", "black", 0, (), False),
            ZoneView("discards", "", 3, (_card("wood"), _card("steppe"), _card("mountain", "2")), True),
        ),
        seats=(_seat("red", 12, 9), _seat("blue", 7, 11), _seat("black", 0, 13, in_play=False)),
        values=(),
        decisions=(asked if asked.seat == seat else replace(asked, options=()),),
        sheet=(),
        outcome=None,
        secrets=True,
        may_undo=True,
        why_no_undo="",
    )


def finished() -> View:
    """The same table after the match: red has won."""
    sheet = (ScoreLine("red", "new_land", 2, 3), ScoreLine("red", "final", 10, 9), ScoreLine("blue", "final", 7, 9))
    ranking = (
        RankLine("red", 1, (("score", 12), ("reserve", 9))),
        RankLine("blue", 2, (("score", 7), ("reserve", 11))),
        RankLine("black", 3, (("score", 0), ("reserve", 13))),
    )
    return replace(position(), decisions=(), active="", outcome=OutcomeView(ranking, sheet), sheet=sheet)


def moved(number: int = 3) -> tuple[EventView, ...]:
    """Events of a move of a herd by red."""
    chose = (("player", "red"), ("action", "move"), ("text", "Move {h} to {goal}"), ("h", "red 2,0"), ("goal", "1,0"))
    count = (("counter", "herd"), ("owner", "red"), ("state", "fresh"), ("amount", "1"), ("from", "2,0"), ("to", "1,0"))
    return (
        EventView(number, "turn", (("player", "red"), ("turn", "4")), (), 5),
        EventView(number + 1, "chose", (*chose, ("complete", "yes")), ("main",), 6),
        EventView(number + 2, "count", count, ("main", "move"), 6),
    )
