"""Fen, a small invented game as a program made by hand: two players, squares, herds with states, tiles, cards.

In a turn one settles a herd (a point each), moves one, draws a card, or stops. Twelve turns end the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dsl.base.source import Span
from dsl.ir.instructions import (
    OVER,
    WAIT,
    Arith,
    BitsConst,
    Block,
    Call,
    Compare,
    Const,
    Do,
    Draw,
    Emit,
    Expr,
    ForRange,
    Function,
    If,
    Load,
    Local,
    Push,
    Return,
    Select,
    Set,
    SetOp,
    Single,
    Step,
    Store,
)
from dsl.ir.layout import (
    FIXED_SLOTS,
    BoardLayout,
    CounterLayout,
    Domain,
    KindLayout,
    Layout,
    PieceLayout,
    Slot,
    VariableLayout,
    ZoneLayout,
)
from dsl.ir.program import STRIDE, ActionInfo, Anchor, AskEntry, Condition, DecisionPoint, Program, WinnerInfo
from dsl.runtime.reference.runner import ReferenceRunner

SIDE = 3
CELLS = SIDE * SIDE
CARDS = 4
ANCHORS = ("play", "settle", "settle.empty", "walk", "walk.mine", "walk.beside", "draw", "choose")
SETTLE, EMPTY, WALK, MINE, BESIDE, DRAW = 1, 2, 3, 4, 5, 6
HERD = Domain("counter", "herd")
SQUARE = Domain("cell", "fen")
ME = Load("me")


def n(value: int) -> Const:
    return Const(value)


def plus(left: Expr, right: Expr) -> Expr:
    return Arith("+", left, right)


def times(left: Expr, right: Expr) -> Expr:
    return Arith("*", left, right)


def board() -> BoardLayout:
    at = {cell: divmod(cell, SIDE)[::-1] for cell in range(CELLS)}
    near = {
        cell: tuple(other for other, (u, v) in at.items() if abs(u - x) + abs(v - y) == 1)
        for cell, (x, y) in at.items()
    }
    return BoardLayout("fen", "squares", CELLS, at, {c: f"{'abc'[x]}{y + 1}" for c, (x, y) in at.items()}, near)


def layout() -> Layout:
    weather = KindLayout("Weather", ("sun", "rain"))
    soil = KindLayout("Soil", ("reed", "mud"))
    widths = {"chance": 64, "in_play": 2}
    slots = [Slot(name, 0, 1, widths.get(name, 0), passing=name in ("fuel", "chosen")) for name in FIXED_SLOTS]
    slots += [
        Slot("herd.on", 0, 4 * CELLS, by_cell=True),
        Slot("herd.any", 0, 4, CELLS, cells=True),
        Slot("herd.total", 0, CELLS, by_cell=True),
        Slot("herd.reserve", 0, 2),
        Slot("tile.made", 0),
        Slot("tile.where", 0, CELLS),
        Slot("tile.kind", 0, CELLS),
        Slot("tile.known", 0, CELLS, 2),
        Slot("tile.on", 0, 2, CELLS, cells=True),
        Slot("tile.any", 0, 1, CELLS, cells=True),
        Slot("tile.at", 0, CELLS, by_cell=True),
        Slot("card.made", 0),
        Slot("card.where", 0, CARDS),
        Slot("card.kind", 0, CARDS),
        Slot("card.part", 0, CARDS),
        Slot("card.known", 0, CARDS, 2),
        Slot("pile.items", 0, CARDS),
        Slot("pile.size", 0),
        Slot("hand.items", 0, 2 * CARDS),
        Slot("hand.size", 0, 2),
        Slot("score", 0, 2),
        Slot("walker", 0),
    ]
    placed, first = {}, 0
    for slot in slots:
        placed[slot.name] = Slot(
            slot.name, first, slot.length, slot.width, cells=slot.cells, by_cell=slot.by_cell, passing=slot.passing
        )
        first += slot.length
    return Layout(
        placed,
        first,
        {"fen": board()},
        {"Weather": weather, "Soil": soil},
        {
            "tile": PieceLayout("tile", "fen", True, False, CELLS, soil, (), ()),
            "card": PieceLayout("card", "", False, False, CARDS, weather, (("part", None),), ("part",)),
        },
        {"herd": CounterLayout("herd", "fen", True, ("fresh", "spent"), 5, ("red", "blue"))},
        {
            "pile": ZoneLayout("pile", 0, "card", False, 1, CARDS, "nobody", True),
            "hand": ZoneLayout("hand", 1, "card", True, 2, CARDS, "its player", False, ("red", "blue")),
        },
        {"score": VariableLayout("score", "player", Domain("number"), "all")},
    )


def put(owner: Expr, state: int, cell: Expr, amount: int) -> Block:
    """Herds arrive on a cell or, with a negative amount, leave it."""
    group = plus(times(owner, n(2)), n(state))
    at = plus(times(group, n(CELLS)), cell)
    here = Single(cell, CELLS)
    return (
        Store("herd.on", plus(Load("herd.on", at), n(amount)), at),
        Store("herd.total", plus(Load("herd.total", cell), n(amount)), cell),
        Store(
            "herd.any",
            Select(
                Load("herd.on", at),
                SetOp("or", Load("herd.any", group), here),
                SetOp("minus", Load("herd.any", group), here),
            ),
            group,
        ),
    )


def functions() -> list[Function]:
    cell, value = Local("cell"), Local("value")
    own = plus(times(times(ME, n(2)), n(CELLS)), cell)
    beside = Call("beside", (Load("walker"), cell))
    free = Compare("==", Load("herd.total", cell), n(0))
    everywhere = (n(0), n(CELLS))
    options: Block = (
        ForRange("cell", *everywhere, (Push(cell, free),)),
        ForRange("cell", *everywhere, (Push(plus(n(STRIDE), own), Load("herd.on", own)),)),
        Push(n(2 * STRIDE), Compare(">", Load("pile.size"), n(0))),
        Push(n(3 * STRIDE)),
    )
    x, y = Arith("/down", Local("b"), n(SIDE)), Arith("/down", Local("a"), n(SIDE))
    distance = Compare("==", Arith("max", Arith("-", Local("a"), Local("b")), Arith("-", Local("b"), Local("a"))), n(1))
    apart = Compare("==", Arith("max", Arith("-", Local("a"), Local("b")), Arith("-", Local("b"), Local("a"))), n(SIDE))
    owner = Arith("/down", value, n(2 * CELLS))
    return [
        Function("options", (), None, options),
        Function("goals", (), None, (ForRange("cell", *everywhere, (Push(cell, beside),)),)),
        Function(
            "beside",
            (("a", 0), ("b", 0)),
            0,
            (
                Set("a", Arith("-", Local("a"), times(times(ME, n(2)), n(CELLS)))),
                If(apart, (Return(n(1)),)),
                Return(Select(Compare("==", x, y), distance, n(0))),
            ),
        ),
        Function("why_settle", (("cell", 0),), 0, (Return(Select(free, n(-1), n(0))),)),
        Function("why_walk", (("value", 0),), 0, (Return(Select(Compare("==", owner, ME), n(-2), n(0))),)),
        Function("why_goal", (("cell", 0),), 0, (Return(Select(beside, n(-1), n(1))),)),
        Function("points", (("seat", 0),), 0, (Return(Load("score", Local("seat"))),)),
    ]


def deal(owner: Expr) -> Block:
    """The top card of the pile goes to a player's hand."""
    card = Local("card")
    return (
        Set("card", Load("pile.items", Arith("-", Load("pile.size"), n(1)))),
        Store("pile.size", Arith("-", Load("pile.size"), n(1))),
        Store("hand.items", card, plus(times(owner, n(CARDS)), Load("hand.size", owner))),
        Store("hand.size", plus(Load("hand.size", owner), n(1)), owner),
        Store("card.where", plus(owner, n(1)), card),
        Store("card.known", SetOp("or", Load("card.known", card), Single(owner, 2)), card),
        Emit("pass", (n(1), card, n(0), plus(owner, n(1)))),
    )


def steps() -> tuple[Block, ...]:
    number = Local("i")
    setup: Block = (
        ForRange(
            "i",
            n(0),
            n(CARDS),
            (
                Store("card.kind", Arith("-", number, times(Arith("/down", number, n(2)), n(2))), number),
                Store("card.part", plus(Arith("/down", number, n(2)), n(1)), number),
                Store("pile.items", number, number),
                Emit("create", (n(1), number, Load("card.kind", number), n(0))),
            ),
        ),
        Store("card.made", n(CARDS)),
        Store("pile.size", n(CARDS)),
        ForRange(
            "i",
            n(1),
            n(CARDS),
            (
                Set("last", Arith("-", n(CARDS), number)),
                Set("pick", Draw(plus(Local("last"), n(1)))),
                Set("kept", Load("pile.items", Local("last"))),
                Store("pile.items", Load("pile.items", Local("pick")), Local("last")),
                Store("pile.items", Local("kept"), Local("pick")),
            ),
        ),
        Emit("shuffle", (n(0),)),
        Store("tile.on", BitsConst(0b011, CELLS), n(0)),
        Store("tile.any", BitsConst(0b011, CELLS)),
        *deal(n(0)),
        *deal(n(1)),
        Store("me", n(-1)),
        Return(n(1)),
    )
    turn: Block = (
        Store("turn", plus(Load("turn"), n(1))),
        If(Compare(">", Load("turn"), n(12)), (Emit("over", ()), Return(n(OVER)))),
        Store("me", Select(Compare("==", ME, n(0)), n(1), n(0))),
        Emit("turn", (ME, Load("turn"))),
        Store("ask", n(0)),
        Store("chooser", ME),
        Store("next", n(2)),
        Do(Call("options", ())),
        Return(n(WAIT)),
    )
    chosen = Load("chosen")
    entry = Arith("/down", chosen, n(STRIDE))
    value = Arith("-", chosen, times(Local("entry"), n(STRIDE)))
    act: Block = (
        Set("entry", entry),
        Set("value", value),
        Emit("chose", (ME, n(0), chosen)),
        If(
            Compare("==", Local("entry"), n(0)),
            (
                Emit("enter", (n(SETTLE),)),
                *put(ME, 0, Local("value"), 1),
                Store("herd.reserve", Arith("-", Load("herd.reserve", ME), n(1)), ME),
                Emit("count", (n(0), ME, n(0), n(1), n(-1), Local("value"))),
                Store("score", plus(Load("score", ME), n(1)), ME),
                Emit("set", (n(0), ME, Arith("-", Load("score", ME), n(1)), Load("score", ME))),
                Emit("leave", (n(SETTLE),)),
            ),
        ),
        If(
            Compare("==", Local("entry"), n(1)),
            (
                Store("walker", Local("value")),
                Store("ask", n(1)),
                Store("next", n(3)),
                Do(Call("goals", ())),
                Return(n(WAIT)),
            ),
        ),
        If(Compare("==", Local("entry"), n(2)), (Emit("enter", (n(DRAW),)), *deal(ME), Emit("leave", (n(DRAW),)))),
        Return(n(1)),
    )
    origin = Arith("-", Load("walker"), times(times(ME, n(2)), n(CELLS)))
    walk: Block = (
        Emit("chose", (ME, n(1), chosen)),
        Emit("enter", (n(WALK),)),
        Set("origin", origin),
        *put(ME, 0, Local("origin"), -1),
        *put(ME, 1, chosen, 1),
        Emit("count", (n(0), ME, n(0), n(1), Local("origin"), chosen)),
        Emit("mark", (n(0), ME, n(0), n(1), n(1), chosen)),
        Emit("leave", (n(WALK),)),
        Store("walker", n(0)),
        Return(n(1)),
    )
    return setup, turn, act, walk


@cache
def program() -> Program:
    here = Span("fen.rules", 1, 1, 1, 5)
    nothing = Domain("nothing")
    sorts = {"play": "phase", "choose": "choose"}
    entries = (
        AskEntry("settle", "", "", 2, "", SQUARE, "why_settle"),
        AskEntry("walk", "", "", 0, "", HERD, "why_walk"),
        AskEntry("draw", "", "", 0, "", nothing, ""),
        AskEntry("", "stop", "", 0, "", nothing, ""),
    )
    goal = (AskEntry("walk", "", "", 0, "", SQUARE, "why_goal"),)
    return Program(
        players=2,
        colours=("red", "blue"),
        layout=layout(),
        tables={},
        functions={function.name: function for function in functions()},
        steps=tuple(Step(number, body) for number, body in enumerate(steps())),
        start=0,
        prologue=(
            Store("in_play", BitsConst(0b11, 2)),
            Store("phase", n(-1)),
            ForRange("i", n(0), n(2), (Store("herd.reserve", n(5), Local("i")),)),
            ForRange(
                "i", n(0), n(CELLS), (Store("tile.at", n(-1), Local("i")), Store("tile.where", n(-1), Local("i")))
            ),
        ),
        alone={},
        asks=(
            DecisionPoint(0, "options", entries, 0, (), 7, True),
            DecisionPoint(1, "goals", goal, 1, ("walker",), 7, False),
        ),
        actions={
            "settle": ActionInfo(
                "settle",
                SETTLE,
                "Settle on {to}",
                (("to", SQUARE),),
                (),
                (Condition(EMPTY, "empty", "Herds stand on {to} already.", 1),),
            ),
            "walk": ActionInfo(
                "walk",
                WALK,
                "Lead {h} to {to}",
                (("h", HERD), ("to", SQUARE)),
                (),
                (
                    Condition(MINE, "mine", "That herd is not yours.", 1),
                    Condition(BESIDE, "beside", "{to} is not next to {h}.", 2),
                ),
            ),
            "draw": ActionInfo("draw", DRAW, "Draw a card", (), (), ()),
        },
        anchors=tuple(Anchor(name, sorts.get(name, "action"), here) for name in ANCHORS),
        texts=(),
        traps=(),
        winner=(WinnerInfo("score", True, "points"),),
        winner_shared=True,
        fuel=10_000,
        examples={},
    )


class FenBook:
    """Source of the rules of a match of Fen."""

    name = "fen"

    def __init__(self) -> None:
        self._runner = ReferenceRunner(program())

    def runner(self, players: int, options: Mapping[str, int], windows: Mapping[str, int]) -> ReferenceRunner:
        return self._runner
