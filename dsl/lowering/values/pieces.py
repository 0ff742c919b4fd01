"""Lowering of pieces on boards: sets of them, changes of kind, and hypothetical moves.

Most pieces are known by their cell. Numbered pieces are known by number, so several may share a cell. Sets of them are
bitsets over their numbers. Their slots hold the cell of each, the pieces on each cell, the pieces on the board, of each
kind and of each player, and the occupied cells, in total and by player.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span
from dsl.ir.builder import NONE, all_of, arith, compare, has, is_empty, negate, select, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Const,
    Do,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Lowest,
    Return,
    Set,
    SetOp,
    Statement,
    Store,
)
from dsl.ir.layout import PieceLayout
from dsl.lowering.compilation_unit import unsupported
from dsl.lowering.environment import Env
from dsl.lowering.protocols import Context
from dsl.lowering.values.piece_slots import kind_of, piece_number
from dsl.semantics import typed as t


class PieceLowerer:
    """Lowers pieces on boards that are known by their cell."""

    def __init__(self, context: Context, numbered: NumberedPieceLowerer) -> None:
        self.unit = context.unit
        self.context = context
        self.numbered = numbered

    # -- sets ----------------------------------------------------------------------------------------------------

    def some(self, expr: t.PieceCells, env: Env) -> Expr:
        """Return the pieces of a type on the board, perhaps of one kind, perhaps of one player."""
        name = expr.piece
        if not self.unit.types.by_cell(name):
            return self.numbered.some(expr, env)
        if expr.kind is None and expr.owner is None:
            return Load(f"{name}.any")
        whose = None if expr.owner is None else Load(f"{name}.by", self.context.exprs.value(expr.owner, env))
        if expr.kind is None:
            assert whose is not None
            return whose
        which = Load(f"{name}.on", self.context.exprs.value(expr.kind, env))
        return which if whose is None else set_op("and", whose, which, self.unit.types.size(t.PieceType(name)))

    def number(self, piece: str, expr: t.Expr, env: Env) -> Expr:
        """Return the number of a piece, whether it is known by cell or by number."""
        resolved, home = self.context.exprs.resolve(expr, env)
        value = self.context.exprs.value(resolved, home)
        by_number = not self.unit.types.by_cell(piece) or self.from_zone(resolved, home)
        return value if by_number else Load(f"{piece}.at", value)

    def from_zone(self, expr: t.Expr, env: Env) -> bool:
        """Whether a piece comes directly from a zone, where even one known by its cell has its number."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case t.ZoneTop() | t.ZoneSet():
                return True
            case t.LocalValue(name=name):
                return name in env.numbered
            case t.OneOf(set=things) | t.RandomFrom(set=things) | t.Filtered(set=things) | t.Extreme(set=things):
                return self.from_zone(things, env)
            case t.Conditional(then=then, otherwise=otherwise):
                return self.from_zone(then, env) and self.from_zone(otherwise, env)
        return False

    def in_zone(self, expr: t.Expr, env: Env) -> bool:
        """Whether a piece, or a set of them, comes from a zone while those on a board are known by their places."""
        kind = expr.type.of if isinstance(expr.type, (t.MaybeType, t.SetType)) else expr.type
        return isinstance(kind, t.PieceType) and self.unit.types.by_cell(kind.piece) and self.from_zone(expr, env)

    def check_known_by_place(self, expr: t.Expr, env: Env) -> None:
        """Raise a RulesError for a piece in a zone, or a set of them, that is used as if it were on the board."""
        if self.in_zone(expr, env):
            kind = expr.type.of if isinstance(expr.type, (t.MaybeType, t.SetType)) else expr.type
            assert isinstance(kind, t.PieceType)
            raise RulesError((_known_by_place(kind.piece, expr.span),))

    def bind_numbered(self, name: str, value: t.Expr, env: Env, bound: Env) -> Env:
        """Return `bound`, with `name` marked as a piece from a zone, known by its number, if its value is one."""
        single = isinstance(value.type, t.PieceType) or (
            isinstance(value.type, t.MaybeType) and isinstance(value.type.of, t.PieceType)
        )
        return bound.with_numbered(name) if single and self.from_zone(value, env) else bound

    def only(self, source: t.Expr, env: Env) -> Expr:
        """Return the lowest member of a set, -1 for an empty set."""
        found, home = self.context.exprs.resolve(source, env)
        match found:
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(right.type, t.SetType):
                place = self.context.exprs.property_of("place", right, home)
                return select(has(self.context.sets.bits(left, home), place), place, NONE)
        if self.from_zone(found, home):
            first = self.context.loops.each(found, home, lambda inner: [Return(self.context.loops.member(inner))])
            return self.unit.closure("only", 0, [*first, Return(NONE)], home)
        if not self.context.sets.is_bits(found, home):
            raise unsupported("the one of this", source.span)
        return Lowest(self.context.sets.bits(found, home))

    def reused_number(self, piece: PieceLayout, number: Local) -> list[Statement]:
        """Return the statements that reuse a piece of the box when all numbers are used: pieces known by cell are
        interchangeable."""
        function, which = f"spare_{piece.name}", Local("number")
        if function not in self.unit.functions:
            out = compare("==", Load(f"{piece.name}.where", which), NONE)
            body: list[Statement] = [
                ForRange("number", Const(0), Const(piece.count), (If(out, (Return(which),)),)),
                Return(Const(piece.count)),
            ]
            self.unit.function(function, [], 0, body, f"{piece.name}: one that is in the box")
        return [If(compare(">=", number, Const(piece.count)), (Set(number.name, Call(function, ())),))]

    # -- changes ------------------------------------------------------------------------------------------------

    def to_box(self, piece: str, origin: Expr, from_board: bool) -> list[Statement]:
        """Return the statements that take a piece out of the game."""
        layout, number = self.unit.pieces[piece], Local(self.unit.fresh("number"))
        which = piece_number(self.unit, piece)
        if self.unit.types.numbered(piece):
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
        """Return the statements that give a piece, or each of a set, another kind."""
        kind = act.pieces.type
        inner = kind.of if isinstance(kind, (t.SetType, t.MaybeType)) else kind
        assert isinstance(inner, t.PieceType)
        become = self._become(self.unit.pieces[inner.piece])
        after = Local(self.unit.fresh("kind"))
        value = Set(after.name, self.context.exprs.value(act.kind, env))
        if not isinstance(kind, t.SetType):
            return [value, Do(Call(become, (self.context.exprs.value(act.pieces, env), after)))]
        name = self.unit.fresh("it")

        def one(within: Env) -> list[Statement]:
            piece = t.LocalValue(name, type=inner, span=act.span)
            return [Do(Call(become, (self.context.exprs.value(piece, within), after)))]

        return [value, *self.context.loops.each(act.pieces, env, one, name)]

    def _become(self, piece: PieceLayout) -> str:
        """Return the function that gives a piece on the board another kind."""
        name, function = piece.name, f"become_{piece.name}"
        if function not in self.unit.functions:
            cell, number, before, kind = (Local(word) for word in ("cell", "number", "before", "kind"))
            width, on = self.unit.types.size(t.PieceType(name)), f"{name}.on"
            numbered = self.unit.types.numbered(name)
            change: list[Statement] = self.numbered.become(piece) if numbered else [
                Store(on, set_op("minus", Load(on, before), single(cell, width), width), before),
                Store(on, set_op("or", Load(on, kind), single(cell, width), width), kind),
            ]  # fmt: skip
            change += [
                Store(f"{name}.kind", kind, number),
                *self.unit.mark_due("piece", name, cell),
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

    # -- suppositions --------------------------------------------------------------------------------------------

    def supposed(
        self, piece: str, thing: Expr, goal: Expr | None, kept: str, *, maybe: bool = False
    ) -> tuple[list[Statement], list[Statement]]:
        """Return the statements that lift a piece or move it to `goal`, and those that restore the state.

        A piece on the goal is removed meanwhile. The cell that the piece left keeps its number, so that its name still
        refers to it. With `maybe` the piece may be none (-1), and then nothing changes.
        """
        if self.unit.types.numbered(piece):
            return self._suppose_numbered(piece, thing, goal, kept, maybe)
        layout, width = self.unit.pieces[piece], self.unit.types.size(t.PieceType(piece))
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
                before += self._save_property(piece, slot, word, kept)
                away = set_op("minus", Load(slot, local(f"{word}_there")), there, width)
                change.append(Store(slot, away, local(f"{word}_there")))
                after.append(Store(slot, local(f"{word}_there_cells"), local(f"{word}_there")))
            change.append(Store(slot, _moved(Load(slot, local(word)), gone, there, width), local(word)))
            after.append(Store(slot, local(f"{word}_cells"), local(word)))
        change.append(Store(f"{piece}.any", _moved(Load(f"{piece}.any"), gone, there, width)))
        return [*before, *change], after

    def _suppose_numbered(
        self, piece: str, thing: Expr, goal: Expr | None, kept: str, maybe: bool
    ) -> tuple[list[Statement], list[Statement]]:
        one = Local(f"{kept}_number")
        before, after = self.numbered.supposed(piece, one, goal, kept)
        if maybe:
            exists = compare(">=", one, Const(0))
            before, after = [If(exists, tuple(before))], [If(exists, tuple(after))]
        return [Set(one.name, thing), *before], after

    def _save_property(self, piece: str, slot: str, word: str, kept: str) -> list[Statement]:
        """Return the statements that save the kind or owner of the piece on the goal, or of the moved piece if there
        is none.
        """
        taken, there = Local(f"{kept}_at"), Local(f"{kept}_{word}_there")
        which: Expr = Local(f"{kept}_{word}")
        if f"{piece}.{word}" in self.unit.slots:
            which = select(compare(">=", taken, Const(0)), Load(f"{piece}.{word}", taken), which)
        return [Set(there.name, which), Set(f"{there.name}_cells", Load(slot, there))]


def _moved(cells: Expr, gone: Expr, there: Expr | None, width: int) -> Expr:
    left = set_op("minus", cells, gone, width)
    return left if there is None else set_op("or", left, there, width)


class NumberedPieceLowerer:
    """Lowers numbered pieces: sets of them, and changes."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    # -- sets ----------------------------------------------------------------------------------------------------

    def some(self, expr: t.PieceCells, env: Env) -> Expr:
        """Return the pieces of a type on the board, perhaps of one kind, perhaps of one player."""
        name, count = expr.piece, self.unit.pieces[expr.piece].count
        found: Expr = Load(f"{name}.laid")
        if expr.owner is not None:
            found = set_op("and", found, Load(f"{name}.owned", self.context.exprs.value(expr.owner, env)), count)
        if expr.kind is not None:
            found = set_op("and", found, Load(f"{name}.kinds", self.context.exprs.value(expr.kind, env)), count)
        return found

    def on(self, expr: t.PiecesOn, env: Env) -> Expr:
        """Return the members of a set on a cell, or on one of several."""
        piece = self._piece(expr.set)
        count, found = self.unit.pieces[piece].count, self.context.sets.bits(expr.set, env)
        if not isinstance(expr.cells.type, t.SetType):
            here: Expr = Load(f"{piece}.here", self.context.exprs.property_of("place", expr.cells, env))
        else:
            here = self.standing_on(piece, self.context.sets.bits(expr.cells, env))
        all_pieces = isinstance(expr.set, t.PieceCells) and expr.set.kind is None and expr.set.owner is None
        return here if all_pieces else set_op("and", found, here, count)

    def standing_on(self, piece: str, cells: Expr) -> Expr:
        """Return the pieces of a type on a set of cells."""
        name, (count, width) = f"on_{piece}", self._widths(piece)
        if name not in self.unit.functions:
            taken = SetOp("and", Local("cells"), Load(f"{piece}.any"))
            more = set_op("or", Local("found"), Load(f"{piece}.here", Local("cell")), count)
            body: list[Statement] = [
                Set("found", BitsConst(0, count)),
                ForBits("cell", taken, (Set("found", more),)),
                Return(Local("found")),
            ]
            self.unit.function(name, [("cells", width)], count, body, f"{piece}: those on some cells")
        return Call(name, (cells,))

    def cells(self, expr: t.StandingCells, env: Env) -> Expr:
        """Return the cells of the members of a set."""
        things, home = self.context.exprs.resolve(expr.set, env)
        piece = self._piece(things)
        if isinstance(things, t.PieceCells) and things.kind is None:
            if things.owner is None:
                return Load(f"{piece}.any")
            return Load(f"{piece}.by", self.context.exprs.value(things.owner, home))
        name, (count, width) = f"under_{piece}", self._widths(piece)
        if name not in self.unit.functions:
            laid = SetOp("and", Local("some"), Load(f"{piece}.laid"))
            more = set_op("or", Local("cells"), single(Load(f"{piece}.cell", Local("number")), width), width)
            body: list[Statement] = [
                Set("cells", BitsConst(0, width)),
                ForBits("number", laid, (Set("cells", more),)),
                Return(Local("cells")),
            ]
            self.unit.function(name, [("some", count)], width, body, f"{piece}: the cells under some")
        return Call(name, (self.context.sets.bits(things, home),))

    def _piece(self, things: t.Expr) -> str:
        kind = things.type.of if isinstance(things.type, (t.SetType, t.MaybeType)) else things.type
        assert isinstance(kind, t.PieceType)
        return kind.piece

    def _widths(self, piece: str) -> tuple[int, int]:
        layout = self.unit.pieces[piece]
        return layout.count, self.unit.geometries[layout.board].width

    def drawn(self, piece: PieceLayout) -> Expr:
        """Return a random unused number for a new piece whose kind is secret, so that numbers reveal nothing."""
        name, function, count = piece.name, f"new_{piece.name}", piece.count
        used, number, skip = f"{name}.used", Local("number"), Local("skip")
        if function not in self.unit.functions:
            made = Load(f"{name}.made")
            taken = Store(used, set_op("or", Load(used), single(number, count), count))
            free = If(negate(has(Load(used), number)), (
                If(compare("==", skip, Const(0)), (taken, Return(number))),
                Set("skip", arith("-", skip, Const(1))),
            ))  # fmt: skip
            body: list[Statement] = [
                If(compare(">=", made, Const(count)), (Return(Const(count)),)),
                Set("skip", Draw(arith("-", Const(count), made))),
                ForRange("number", Const(0), Const(count), (free,)),
                Return(Const(count)),
            ]
            self.unit.function(function, [], 0, body, f"{name}: a number for a new one")
        return Call(function, ())

    # -- changes ------------------------------------------------------------------------------------------------

    def to_cell(self, piece: str, number: Expr, cell: Expr) -> list[Statement]:
        """Return the statements that bring a piece onto a cell, from the board or from a zone."""
        which, kind = self._named(piece, number)
        before = Local(self.unit.fresh("before"))
        moved = Emit("shift", (which, number, kind, before, cell))
        return [
            Set(before.name, Load(f"{piece}.cell", number)),
            Do(Call(f"lay_{piece}", (number, cell))),
            If(compare("<", before, Const(0)), (Emit("lay", (which, number, kind, cell)),), (moved,)),
        ]

    def to_zone(self, piece: str, number: Expr, put: Call, place: Expr) -> list[Statement]:
        """Return the statements that bring a piece into a zone; `put` does it, `place` is the zone's number (-1: the
        box).
        """
        which, kind = self._named(piece, number)
        cell, zone = Local(self.unit.fresh("before")), Local(self.unit.fresh("zone"))
        gone: Block = (Emit("lift", (which, number, kind, cell, place)),)
        return [
            Set(cell.name, Load(f"{piece}.cell", number)),
            Set(zone.name, Load(f"{piece}.where", number)),
            Do(put),
            If(compare("<", cell, Const(0)), (Emit("pass", (which, number, zone, place)),), gone),
        ]

    def _named(self, piece: str, number: Expr) -> tuple[Expr, Expr]:
        kind = Load(f"{piece}.kind", number) if self.unit.pieces[piece].kinds else Const(0)
        return Const(list(self.unit.rules.pieces).index(piece)), kind

    def become(self, piece: PieceLayout) -> list[Statement]:
        """Return the statements that give piece `number` another kind, `kind` instead of `before`."""
        name, number, count = piece.name, Local("number"), piece.count
        slot, before, kind = f"{name}.kinds", Local("before"), Local("kind")
        return [
            Store(slot, set_op("minus", Load(slot, before), single(number, count), count), before),
            Store(slot, set_op("or", Load(slot, kind), single(number, count), count), kind),
        ]

    # -- suppositions --------------------------------------------------------------------------------------------

    def supposed(
        self, piece: str, number: Expr, goal: Expr | None, kept: str
    ) -> tuple[list[Statement], list[Statement]]:
        """Return the statements that lift a piece or move it to `goal`, and those that restore the state."""
        layout = self.unit.pieces[piece]
        width, count = self.unit.geometries[layout.board].width, layout.count
        cell, there, alone = (Local(f"{kept}_{word}") for word in ("cell", "goal", "alone"))
        exists = compare(">=", cell, Const(0))
        before: list[Statement] = [Set(cell.name, Load(f"{piece}.cell", number))]
        after: list[Statement] = []
        for slot, index in self._kept(layout, number):
            local = Local(f"{kept}_{slot.rpartition('.')[2]}")
            before.append(Set(local.name, Load(slot, index)))
            after.append(Store(slot, local, index))
        me = single(number, count)
        lift: list[Statement] = [
            Store(f"{piece}.here", set_op("minus", Load(f"{piece}.here", cell), me, count), cell),
            Store(f"{piece}.laid", set_op("minus", Load(f"{piece}.laid"), me, count)),
            Set(alone.name, is_empty(Load(f"{piece}.here", cell))),
            If(alone, (Store(f"{piece}.any", set_op("minus", Load(f"{piece}.any"), single(cell, width), width)),)),
            *self._remove_from_owner(layout, number, cell, width),
        ]
        put = Store(f"{piece}.here", set_op("or", Load(f"{piece}.here", cell), me, count), cell)
        before.append(If(exists, tuple(lift)))
        if goal is None:
            before.append(Store(f"{piece}.cell", NONE, number))
            return before, [*after, If(exists, (put,))]
        away = Store(f"{piece}.here", set_op("minus", Load(f"{piece}.here", there), me, count), there)
        before += [
            Set(there.name, goal),
            Store(f"{piece}.cell", there, number),
            Store(f"{piece}.here", set_op("or", Load(f"{piece}.here", there), me, count), there),
            Store(f"{piece}.laid", set_op("or", Load(f"{piece}.laid"), me, count)),
            Store(f"{piece}.any", set_op("or", Load(f"{piece}.any"), single(there, width), width)),
        ]
        if layout.owned:
            owner = Load(f"{piece}.owner", number)
            by = set_op("or", Load(f"{piece}.by", owner), single(there, width), width)
            before.append(Store(f"{piece}.by", by, owner))
        return before, [*after, away, If(exists, (put,))]

    @staticmethod
    def _kept(piece: PieceLayout, number: Expr) -> Iterator[tuple[str, Expr | None]]:
        yield f"{piece.name}.cell", number
        yield f"{piece.name}.laid", None
        yield f"{piece.name}.any", None
        if piece.owned:
            yield f"{piece.name}.by", Load(f"{piece.name}.owner", number)

    @staticmethod
    def _remove_from_owner(piece: PieceLayout, number: Expr, cell: Expr, width: int) -> list[Statement]:
        if not piece.owned:
            return []
        owner = Load(f"{piece.name}.owner", number)
        hers = SetOp("and", Load(f"{piece.name}.here", cell), Load(f"{piece.name}.owned", owner))
        left = set_op("minus", Load(f"{piece.name}.by", owner), single(cell, width), width)
        return [If(is_empty(hers), (Store(f"{piece.name}.by", left, owner),))]

    # -- domains of choices --------------------------------------------------------------------------------------

    def domain(self, piece: str, zones: bool) -> Expr:
        """Return all pieces that may be chosen: those on the board, and with `zones` those in zones."""
        layout = self.unit.pieces[piece]
        laid: Expr = Load(f"{piece}.laid") if layout.board else BitsConst(0, layout.count)
        return set_op("or", laid, self.in_zones(piece), layout.count) if zones or not layout.board else laid

    def in_zones(self, piece: str) -> Expr:
        """Return the pieces of a type that are in a zone."""
        name, count = f"in_zones_{piece}", self.unit.pieces[piece].count
        if name not in self.unit.functions:
            held = compare(">=", Load(f"{piece}.where", Local("number")), Const(0))
            more = set_op("or", Local("found"), single(Local("number"), count), count)
            body: list[Statement] = [
                Set("found", BitsConst(0, count)),
                ForRange("number", Const(0), Const(count), (If(held, (Set("found", more),)),)),
                Return(Local("found")),
            ]
            self.unit.function(name, [], count, body, f"{piece}: those in zones")
        return Call(name, ())

    def in_zone(self, zone: str, owner: Expr, kind: Expr | None = None) -> Expr:
        """Return the pieces in a zone, or those of a kind in it, as a set."""
        layout = self.unit.zones[zone]
        count, some = layout.capacity, "" if kind is None else "_of_kind"
        name = f"in_{zone}{some}"
        if name not in self.unit.functions:
            item = Load(f"{zone}.items", arith("+", arith("*", Local("owner"), Const(count)), Local("i")))
            found: Statement = Set("found", set_op("or", Local("found"), single(item, count), count))
            if kind is not None:
                found = If(compare("==", Load(f"{layout.piece}.kind", item), Local("kind")), (found,))
            body: list[Statement] = [
                Set("found", BitsConst(0, count)),
                ForRange("i", Const(0), Load(f"{zone}.size", Local("owner")), (found,)),
                Return(Local("found")),
            ]
            parameters = [("owner", 0), ("kind", 0)] if kind is not None else [("owner", 0)]
            self.unit.function(name, parameters, count, body, f"{zone}: the pieces{' of a kind' * bool(some)} in it")
        return Call(name, (owner,) if kind is None else (owner, kind))

    def distinct(self, piece: str) -> str | None:
        """Return the function that keeps one of equal pieces in a zone; None if the rules distinguish all of them."""
        holding = [decl for decl in self.unit.rules.variables.values() if self._holds(decl.type, piece)]
        if any(decl.owner or isinstance(decl.type, t.ListType) for decl in holding):
            return None
        layout, name = self.unit.pieces[piece], f"distinct_{piece}"
        open_zones = [z for z in self.unit.zones.values() if z.piece == piece and not z.ordered]
        if not open_zones:
            return None
        if name not in self.unit.functions:
            one, other, count = Local("number"), Local("member"), layout.count
            place = Load(f"{piece}.where", one)
            unordered = [
                all_of([compare(">=", place, Const(z.number)), compare("<", place, Const(z.number + z.zones))])
                for z in open_zones
            ]
            same = [compare("==", Load(slot, one), Load(slot, other)) for slot in self._distinguishing_slots(layout)]
            alike = all_of([*same, *(self._both_or_neither(decl, one, other) for decl in holding)])
            drop = Set("found", set_op("minus", Local("found"), single(one, count), count))
            twins = ForBits("member", Local("found"), (If(all_of([compare("<", other, one), alike]), (drop,)),))
            body: list[Statement] = [
                ForBits("number", Local("found"), tuple(If(where, (twins,)) for where in unordered)),
                Return(Local("found")),
            ]
            self.unit.function(name, [("found", count)], count, body, f"{piece}: one of equal ones in a zone")
        return name

    def _distinguishing_slots(self, piece: PieceLayout) -> list[str]:
        own = ["where", "kind", "owner", "rotation", *(attribute for attribute, _ in piece.attributes)]
        kept = [name for name, decl in self.unit.rules.variables.items() if decl.owner == piece.name]
        return [slot for slot in (*(f"{piece.name}.{word}" for word in own), *kept) if slot in self.unit.slots]

    @staticmethod
    def _both_or_neither(decl: t.VariableDecl, one: Expr, other: Expr) -> Expr:
        """Whether a variable holds both of two pieces, or neither."""
        held = Load(decl.name)
        if isinstance(decl.type, t.SetType):
            return compare("==", has(held, one), has(held, other))
        return all_of([compare("!=", held, one), compare("!=", held, other)])

    def _holds(self, kind: t.Type, piece: str) -> bool:
        inner = kind.of if isinstance(kind, (t.SetType, t.MaybeType, t.ListType)) else kind
        return inner == t.PieceType(piece)


def _known_by_place(piece: str, span: Span) -> Problem:
    return Problem(
        "not-yet", f"a {piece} in a zone cannot be used like this yet", span, f"a {piece} in a zone",
        f"There is one {piece} on each place, so a {piece} is known by its place; in a zone it has none.",
        f"move it to a place first and write `the {piece} on ...`, or declare `{piece}` without `one on each`",
    )  # fmt: skip
