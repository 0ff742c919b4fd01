"""Pieces on boards: sets of them, the one of a set, what changes them, and supposing them elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import (
    BitsConst,
    Call,
    Const,
    Do,
    Emit,
    Expr,
    ForRange,
    If,
    Load,
    Local,
    Lowest,
    Return,
    Set,
    Statement,
    Store,
)
from dsl.program.layout import PieceLayout
from dsl.program.lower.ir import NONE, compare, has, select, set_op, single
from dsl.program.lower.numbered import Numbered
from dsl.program.lower.pieceslots import kind_of, piece_number
from dsl.program.lower.unit import Env, Unit, not_yet
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


class Pieces:
    """Pieces on boards, known by their cell."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex
        self.numbered = Numbered(unit, ex)

    # -- sets ----------------------------------------------------------------------------------------------------

    def some(self, expr: t.PieceCells, env: Env) -> Expr:
        """Return the pieces of a sort on the board, perhaps of one kind, perhaps of one player."""
        name = expr.piece
        if not self.unit.measures.by_cell(name):
            return self.numbered.some(expr, env)
        if expr.kind is None and expr.owner is None:
            return Load(f"{name}.any")
        whose = None if expr.owner is None else Load(f"{name}.by", self.ex.value(expr.owner, env))
        if expr.kind is None:
            assert whose is not None
            return whose
        which = Load(f"{name}.on", self.ex.value(expr.kind, env))
        return which if whose is None else set_op("and", whose, which, self.unit.measures.size(t.PieceType(name)))

    def number(self, piece: str, expr: t.Expr, env: Env) -> Expr:
        """Return the number of a piece, however it is known."""
        resolved, home = self.ex.resolve(expr, env)
        value = self.ex.value(resolved, home)
        by_number = not self.unit.measures.by_cell(piece) or self.from_zone(resolved, home)
        return value if by_number else Load(f"{piece}.at", value)

    def from_zone(self, expr: t.Expr, env: Env) -> bool:
        """Whether a piece comes straight from a zone, where even one known by its cell has its number."""
        expr, env = self.ex.resolve(expr, env)
        match expr:
            case t.ZoneTop() | t.ZoneSet():
                return True
            case t.LocalValue(name=name):
                return name in env.held
            case t.OneOf(set=things) | t.RandomFrom(set=things) | t.Filtered(set=things) | t.Extreme(set=things):
                return self.from_zone(things, env)
        return False

    def kept(self, name: str, value: t.Expr, env: Env, bound: Env) -> Env:
        """Return `bound`, in which `name` stands for a value of `env`: a piece from a zone is known by its number."""
        single = isinstance(value.type, t.PieceType) or (
            isinstance(value.type, t.MaybeType) and isinstance(value.type.of, t.PieceType)
        )
        return bound.holding(name) if single and self.from_zone(value, env) else bound

    def only(self, source: t.Expr, env: Env) -> Expr:
        """Return the lowest member of a set, -1 of nothing."""
        found, home = self.ex.resolve(source, env)
        match found:
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(right.type, t.SetType):
                place = self.ex.property_of("place", right, home)
                return select(has(self.ex.sets.bits(left, home), place), place, NONE)
        if self.from_zone(found, home):
            first = self.ex.loops.each(found, home, lambda inner: [Return(self.ex.loops.member(inner))])
            return self.unit.closure("only", 0, [*first, Return(NONE)], home)
        if not self.ex.sets.is_bits(found, home):
            raise not_yet("the one of this", source.span)
        return Lowest(self.ex.sets.bits(found, home))

    def made_again(self, piece: PieceLayout, number: Local) -> list[Statement]:
        """Return what takes a piece from the box when every number has been given: pieces on a cell are alike."""
        function, which = f"spare_{piece.name}", Local("number")
        if function not in self.unit.functions:
            out = compare("==", Load(f"{piece.name}.where", which), NONE)
            body: list[Statement] = [
                ForRange("number", Const(0), Const(piece.count), (If(out, (Return(which),)),)),
                Return(Const(piece.count)),
            ]
            self.unit.function(function, [], 0, body, f"{piece.name}: one that is in the box")
        return [If(compare(">=", number, Const(piece.count)), (Set(number.name, Call(function, ())),))]

    # -- what happens to them ------------------------------------------------------------------------------------

    def to_box(self, piece: str, origin: Expr, from_board: bool) -> list[Statement]:
        """Return what takes a piece out of the game."""
        layout, number = self.unit.pieces[piece], Local(self.unit.fresh("number"))
        which = piece_number(self.unit, piece)
        if self.unit.measures.numbered(piece):
            return self.numbered.to_zone(piece, origin, Call(f"take_{piece}", (origin,)), NONE)
        if from_board:
            return [
                Set(number.name, Call(f"lift_{piece}", (origin,))),
                Emit("lift", (which, number, kind_of(layout, number), origin, NONE)),
            ]
        before = Local(self.unit.fresh("zone"))
        return [
            Set(before.name, Load(f"{piece}.where", origin)),
            Do(Call(f"take_{piece}", (origin,))),
            Emit("pass", (which, origin, before, NONE)),
        ]

    def mark(self, act: t.MarkPieces, env: Env) -> list[Statement]:
        """Return what gives a piece, or each of a set, another kind."""
        kind = act.pieces.type
        inner = kind.of if isinstance(kind, (t.SetType, t.MaybeType)) else kind
        assert isinstance(inner, t.PieceType)
        become = self._become(self.unit.pieces[inner.piece])
        after = Local(self.unit.fresh("kind"))
        value = Set(after.name, self.ex.value(act.kind, env))
        if not isinstance(kind, t.SetType):
            return [value, Do(Call(become, (self.ex.value(act.pieces, env), after)))]
        name = self.unit.fresh("it")

        def one(within: Env) -> list[Statement]:
            piece = t.LocalValue(name, type=inner, span=act.span)
            return [Do(Call(become, (self.ex.value(piece, within), after)))]

        return [value, *self.ex.loops.each(act.pieces, env, one, name)]

    def _become(self, piece: PieceLayout) -> str:
        """Return the function that gives a piece on the board another kind."""
        name, function = piece.name, f"become_{piece.name}"
        if function not in self.unit.functions:
            cell, number, before, kind = (Local(word) for word in ("cell", "number", "before", "kind"))
            width, on = self.unit.measures.size(t.PieceType(name)), f"{name}.on"
            numbered = self.unit.measures.numbered(name)
            change: list[Statement] = self.numbered.become(piece) if numbered else [
                Store(on, set_op("minus", Load(on, before), single(cell, width), width), before),
                Store(on, set_op("or", Load(on, kind), single(cell, width), width), kind),
            ]  # fmt: skip
            change += [
                Store(f"{name}.kind", kind, number),
                *self.unit.due("piece", name, cell),
                Emit("become", (piece_number(self.unit, name), number, before, kind, cell)),
            ]
            own = [Set("number", cell), Set("cell", Load(f"{name}.cell", number))]
            body: list[Statement] = [
                *(own if numbered else [Set("number", Load(f"{name}.at", cell))]),
                Set("before", Load(f"{name}.kind", number)),
                If(compare("!=", before, kind), tuple(change)),
            ]
            self.unit.function(function, [("cell", 0), ("kind", 0)], None, body, f"{name}: another kind")
        return function

    # -- supposing -----------------------------------------------------------------------------------------------

    def supposed(
        self, piece: str, thing: Expr, goal: Expr | None, kept: str, *, maybe: bool = False
    ) -> tuple[list[Statement], list[Statement]]:
        """Return what lifts a piece or moves it to `goal`, and what puts everything back.

        What stands on the goal is away meanwhile. The cell that the piece left still says what it was: its name goes on
        to mean it. With `maybe` the piece may be none (-1), and then nothing changes.
        """
        if self.unit.measures.numbered(piece):
            return self._supposed_by_number(piece, thing, goal, kept, maybe)
        layout, width = self.unit.pieces[piece], self.unit.measures.size(t.PieceType(piece))
        plain = isinstance(thing, (Local, Const))
        cell = thing if plain else Local(f"{kept}_cell")
        number: Expr = Load(f"{piece}.at", cell)
        if maybe:
            number = select(compare(">=", cell, Const(0)), number, Const(0))

        def local(word: str) -> Local:
            return Local(f"{kept}_{word}")

        slots = [(f"{piece}.on", "kind", kind_of(layout, number))]
        if layout.owned:
            slots.append((f"{piece}.by", "owner", Load(f"{piece}.owner", number)))
        before: list[Statement] = [] if plain else [Set(f"{kept}_cell", thing)]
        before.append(Set(f"{kept}_any", Load(f"{piece}.any")))
        after: list[Statement] = [Store(f"{piece}.any", local("any"))]
        change: list[Statement] = []
        gone, there = single(cell, width), None if goal is None else single(local("goal"), width)
        if maybe:
            gone = select(compare(">=", cell, Const(0)), gone, BitsConst(0, width))
        if goal is not None:
            at = Load(f"{piece}.at", local("goal"))
            before += [Set(f"{kept}_goal", goal), Set(f"{kept}_at", at)]
            after.append(Store(f"{piece}.at", local("at"), local("goal")))
            change.append(Store(f"{piece}.at", number, local("goal")))
        for slot, word, index in slots:
            before += [Set(f"{kept}_{word}", index), Set(f"{kept}_{word}_cells", Load(slot, local(word)))]
            if there is not None:
                before += self._taken(piece, slot, word, kept)
                away = set_op("minus", Load(slot, local(f"{word}_there")), there, width)
                change.append(Store(slot, away, local(f"{word}_there")))
                after.append(Store(slot, local(f"{word}_there_cells"), local(f"{word}_there")))
            change.append(Store(slot, _moved(Load(slot, local(word)), gone, there, width), local(word)))
            after.append(Store(slot, local(f"{word}_cells"), local(word)))
        change.append(Store(f"{piece}.any", _moved(Load(f"{piece}.any"), gone, there, width)))
        return [*before, *change], after

    def _supposed_by_number(
        self, piece: str, thing: Expr, goal: Expr | None, kept: str, maybe: bool
    ) -> tuple[list[Statement], list[Statement]]:
        one = Local(f"{kept}_number")
        before, after = self.numbered.supposed(piece, one, goal, kept)
        if maybe:
            exists = compare(">=", one, Const(0))
            before, after = [If(exists, tuple(before))], [If(exists, tuple(after))]
        return [Set(one.name, thing), *before], after

    def _taken(self, piece: str, slot: str, word: str, kept: str) -> list[Statement]:
        """Return what remembers the kind or owner of the piece on the goal; that of the mover if there is none."""
        taken, there = Local(f"{kept}_at"), Local(f"{kept}_{word}_there")
        which: Expr = Local(f"{kept}_{word}")
        if f"{piece}.{word}" in self.unit.slots:
            which = select(compare(">=", taken, Const(0)), Load(f"{piece}.{word}", taken), which)
        return [Set(there.name, which), Set(f"{there.name}_cells", Load(slot, there))]


def _moved(cells: Expr, gone: Expr, there: Expr | None, width: int) -> Expr:
    left = set_op("minus", cells, gone, width)
    return left if there is None else set_op("or", left, there, width)
