"""Vectorized conditions: the set of values that fulfil a condition, by bitset algebra in place of a loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import gcd
from operator import or_

from msgspec.structs import replace

from dsl.ir.builder import FALSE, all_of, arith, compare, select, set_op, single
from dsl.ir.instructions import BitsConst, Const, Expr, Load, Lookup
from dsl.lowering import teams
from dsl.lowering.environment import Alias, Env
from dsl.lowering.geometry import compass_of, leaps_of, rows_from
from dsl.lowering.protocols import Context
from dsl.lowering.values.spaces import Walls, with_walls, with_walls_to_neighbours
from dsl.semantics import typed as t


class Vectorizer:
    """Computes the set of values that fulfil a condition on one name by bitset algebra; None where that is
    impossible."""

    def __init__(self, context: Context, name: str, kind: t.Type) -> None:
        self.unit = context.unit
        self.context = context
        self.name = name
        self.counter = isinstance(kind, (t.CounterType, t.WayType))
        self.on_board = isinstance(kind, (t.PlaceType, t.CounterType, t.PieceType, t.WayType)) and not (
            isinstance(kind, t.PieceType) and not context.unit.types.by_cell(kind.piece)
        )
        self.board = context.unit.board_of(kind) if self.on_board else None
        self.kind = kind
        self.numbered = kind.piece if isinstance(kind, t.PieceType) and context.unit.types.numbered(kind.piece) else ""
        self.width = self.board.width if self.board else context.unit.types.size(kind)
        self.all = BitsConst(self.board.valid if self.board else (1 << self.width) - 1, self.width)

    def _fixed(self, expr: t.Expr, env: Env) -> bool:
        return not self.context.exprs.mentions(expr, env, self.name)

    def _is_value(self, expr: t.Expr, env: Env) -> bool:
        """Whether an expression is the vectorized value (for a counter: its place, for a way: its goal)."""
        expr, env = self.context.exprs.resolve(expr, env)
        goal = "goal" if isinstance(self.kind, t.WayType) else "place"
        if isinstance(expr, t.PropertyValue) and expr.name == goal and not self.numbered:
            return self._is_of_value(expr, env)
        return isinstance(expr, t.LocalValue) and expr.name == self.name and not self.counter

    def _is_place_of_value(self, expr: t.Expr, env: Env) -> bool:
        expr, env = self.context.exprs.resolve(expr, env)
        return isinstance(expr, t.PropertyValue) and expr.name == "place" and self._is_of_value(expr, env)

    def _is_of_value(self, expr: t.PropertyValue, env: Env) -> bool:
        inner, home = self.context.exprs.resolve(expr.of, env)
        return isinstance(inner, t.LocalValue) and inner.name == self.name and self.name in home.names

    def _by_place(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return the numbered pieces for whose place `expr` holds."""
        numbered = self.context.numbered
        match expr:
            case t.MembershipTest(value=value, set=group_) if self._is_place_of_value(value, env) and self._fixed(
                group_, env
            ):
                return numbered.standing_on(self.numbered, self.context.sets.bits(group_, env))
            case t.Touches(left=left, right=right):
                for it, other in ((left, right), (right, left)):
                    if self._is_place_of_value(it, env) and self._fixed(other, env):
                        board = self.unit.board_of(other.type)
                        near = self.context.boards.near(self.context.sets.bits(other, env), board)
                        return numbered.standing_on(self.numbered, near)
            case t.Comparison(operator="==", left=left, right=right):
                for it, other in ((left, right), (right, left)):
                    if self._is_place_of_value(it, env) and self._fixed(other, env):
                        return numbered.standing_on(self.numbered, self.context.sets.bits(other, env))
        return None

    def condition(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return the set for which `expr` holds."""
        if self.unit.tracing:
            return None
        expr, env = self.context.exprs.resolve(expr, env)
        if self._fixed(expr, env):
            return select(self.context.exprs.value(expr, env), self.all, BitsConst(0, self.width))
        if self.numbered and (found := self._by_place(expr, env)) is not None:
            return found
        match expr:
            case t.Logic(operator=operator, parts=parts):
                return self._logic(operator, parts, env)
            case t.Negation(value=value):
                return self._not(self.condition(value, env))
            case t.Conditional(condition=condition, then=then, otherwise=otherwise) if self._fixed(condition, env):
                first, second = self.condition(then, env), self.condition(otherwise, env)
                if first is not None and second is not None:
                    return select(self.context.exprs.value(condition, env), first, second)
            case t.MembershipTest(value=value, set=group_) if self._is_value(value, env) and self._fixed(group_, env):
                return self.context.sets.bits(group_, env)
            case t.MembershipTest(value=value, set=group_) if (
                self.board and not isinstance(value.type, t.CounterType) and self._fixed(value, env)
            ):  # a counter in a set: a place shared with one of it is not enough
                return self._values_sharing(group_, self.context.sets.bits(value, env), env)
            case t.Touches(left=left, right=right) if self.board:
                for it, other in ((left, right), (right, left)):
                    if self._is_value(it, env) and self._fixed(other, env):
                        return self.context.boards.near(self.context.sets.bits(other, env), self.board)
            case t.Comparison():
                return self._comparison(expr, env)
            case t.ExistsIn(amount=amount, count=count, set=group_):
                at_least = amount == "at least" and count == t.Constant(1, type=count.type, span=count.span)
                none = amount == "at most" and count == t.Constant(0, type=count.type, span=count.span)
                if at_least or none:
                    lifted = self._any(group_, env)
                    return lifted if at_least else self._not(lifted)
            case t.DefineValue():
                return self._define(expr, env)
        return None

    def _logic(self, operator: str, parts: tuple[t.Expr, ...], env: Env) -> Expr | None:
        """Return the set for which all parts hold, or some; a constant part that decides ends the evaluation."""
        first = self.condition(parts[0], env)
        if len(parts) == 1 or first is None:
            return first
        rest = self._logic(operator, parts[1:], env)
        if rest is None:
            return None
        if self._fixed(parts[0], env):
            nothing = BitsConst(0, self.width)
            then, otherwise = (rest, nothing) if operator == "and" else (self.all, rest)
            return select(self.context.exprs.value(parts[0], env), then, otherwise)
        if operator == "and" and self.board:
            neighbours = with_walls_to_neighbours(Walls(self.unit, self.board), first, rest)
            if neighbours is not None:
                return neighbours
        return set_op("and" if operator == "and" else "or", first, rest, self.width)

    def _not(self, bits: Expr | None) -> Expr | None:
        return None if bits is None else set_op("minus", self.all, bits, self.width)

    def _comparison(self, expr: t.Comparison, env: Env) -> Expr | None:
        for left, right, operator in (
            (expr.left, expr.right, expr.operator),
            (expr.right, expr.left, _FLIPPED[expr.operator]),
        ):
            if not self._fixed(right, env):
                continue
            if operator in ("==", "!="):
                found = self._equal(left, right, env)
                if found is not None:
                    return found if operator == "==" else self._not(found)
            if isinstance(self.kind, t.NumberType) and self._is_value(left, env):
                return self._ordered(operator, arith("-", self.context.exprs.value(right, env), Const(self.kind.low)))
            resolved, home = self.context.exprs.resolve(left, env)
            if isinstance(resolved, t.BuiltinValue) and resolved.name == "distance" and self.board:
                found = self._distance(resolved, operator, self.context.exprs.value(right, env), home)
                if found is not None:
                    return found
            if isinstance(resolved, t.BuiltinValue) and resolved.name == "walls" and self.board:
                found = self._walls(resolved, operator, self.context.exprs.value(right, env), home)
                if found is not None:
                    return found
            measured = self._measured(resolved, operator, self.context.exprs.value(right, env), home)
            if measured is not None:
                return measured
        return None

    def _ordered(self, operator: str, limit: Expr) -> Expr | None:
        """Return the numbers below or above a limit, relative to the lowest possible number."""
        below = limit if operator in ("<", ">=") else arith("+", limit, Const(1))
        table = f"numbers_below_{self.width}"
        self.unit.tables.setdefault(table, tuple((1 << n) - 1 for n in range(self.width + 1)))
        inside = arith("max", Const(0), arith("min", below, Const(self.width)))
        found = Lookup(table, inside, self.width)
        return found if operator in ("<", "<=") else self._not(found)

    def _walls(self, expr: t.BuiltinValue, operator: str, amount: Expr, env: Env) -> Expr | None:
        for it, other in (expr.args, expr.args[::-1]):
            if self._is_value(it, env) and self._fixed(other, env) and isinstance(amount, Const) and self.board:
                return with_walls(
                    Walls(self.unit, self.board), operator, amount.value, self.context.sets.bits(other, env)
                )
        return None

    def _measured(self, expr: t.Expr, operator: str, limit: Expr, env: Env) -> Expr | None:
        """Return the cells whose coordinate or row fulfils a comparison with a number."""
        if not isinstance(expr, t.BuiltinValue) or self.board is None or not self._is_value(expr.args[-1], env):
            return None
        match expr.name:
            case "coordinate x" | "coordinate y":
                places, which = self.board.layout.coordinates, 0 if expr.name[-1] == "x" else 1
                return self._by_table([{n: place[which] for n, place in places.items()}], Const(0), operator, limit)
            case "row" if self._fixed(expr.args[0], env):
                edges = teams.edges(self.unit, expr.args[0].type)
                rows = [dict(enumerate(rows_from(self.board, *edge))) for edge in edges]
                return self._by_table(rows, self.context.exprs.value(expr.args[0], env), operator, limit)
        return None

    def _by_table(self, tables: list[dict[int, int]], which: Expr, operator: str, limit: Expr) -> Expr:
        """Return the cells whose number in table `which` fulfils a comparison with `limit`."""
        upto = _PrefixSets(self.all.bits, tables)
        if operator in ("==", "!="):
            below = self._up_to_limit(upto, which, arith("-", limit, Const(1)))
            found = set_op("minus", self._up_to_limit(upto, which, limit), below, self.width)
        else:
            last = limit if operator in ("<=", ">") else arith("-", limit, Const(1))
            found = self._up_to_limit(upto, which, last)
        return found if operator in ("==", "<=", "<") else set_op("minus", self.all, found, self.width)

    def _up_to_limit(self, upto: _PrefixSets, which: Expr, limit: Expr) -> Expr:
        """Return the cells whose number is at most `limit`; the whole table is constant."""
        rows = len(upto.sets) // upto.tables
        row = arith("max", Const(0), arith("min", arith("-", limit, Const(upto.low - 1)), Const(rows - 1)))
        index = arith("+", arith("*", which, Const(rows)), row)
        if isinstance(index, Const):
            return BitsConst(upto.sets[index.value], self.width)
        name = next((n for n, known in self.unit.tables.items() if known == upto.sets), None)
        if name is None:
            name = self.unit.fresh("upto")
            self.unit.tables[name] = upto.sets
        return Lookup(name, index, self.width)

    def _equal(self, left: t.Expr, right: t.Expr, env: Env) -> Expr | None:
        if self._is_value(left, env):
            offset = self.unit.types.offset(self.kind)
            index = arith("-", self.context.exprs.value(right, env), Const(offset))
            return self._if_in_range(index, self.width, left, right, lambda: single(index, self.width))
        if isinstance(self.kind, t.PlaceType):
            return self._word(self.kind, left, right, env)
        if not isinstance(self.kind, t.PieceType) or not (self.board or self.numbered):
            return None
        resolved, home = self.context.exprs.resolve(left, env)
        if isinstance(resolved, t.PropertyValue) and self._is_value(resolved.of, home):
            slots = {"kind": "kinds", "owner": "owned"} if self.numbered else {"kind": "on", "owner": "by"}
            name = slots.get(resolved.name, "")
            slot = self.unit.slots.get(f"{self.kind.piece}.{name}")
            if slot is not None:
                value = self.context.exprs.value(right, env)
                return self._if_in_range(value, slot.length, left, right, lambda: Load(slot.name, value))
        return None

    def _word(self, place: t.PlaceType, left: t.Expr, right: t.Expr, env: Env) -> Expr | None:
        """Return the areas that have a word: `terrain of a is t`."""
        resolved, home = self.context.exprs.resolve(left, env)
        if not (isinstance(resolved, t.PropertyValue) and self._is_value(resolved.of, home)):
            return None
        table = self.context.boards.with_word(place.board, resolved.name)
        value = self.context.exprs.value(right, env)
        made = Lookup(table, value, self.width)
        return self._if_in_range(value, len(self.unit.tables[table]), left, right, lambda: made)

    def _if_in_range(self, index: Expr, length: int, left: t.Expr, right: t.Expr, make: Callable[[], Expr]) -> Expr:
        """Return the set that `make` returns; empty for an index out of range, such as that of `none`."""
        alike = right.type == left.type or isinstance(right.type, (t.PlaceType, t.PieceType, t.CounterType))
        if alike and not isinstance(index, Const):
            return make()
        within = all_of([compare(">=", index, Const(0)), compare("<", index, Const(length))])
        nothing = BitsConst(0, self.width)
        return nothing if within == FALSE else select(within, make(), nothing)

    def _distance(self, expr: t.BuiltinValue, operator: str, limit: Expr, env: Env) -> Expr | None:
        for it, other in (expr.args, expr.args[::-1]):
            if self._is_value(it, env) and self._fixed(other, env):
                below = arith("-", limit, Const(1))
                within = {"<=": limit, "<": below, ">": limit, ">=": below}
                if operator not in within:
                    return None
                ball = self.context.boards.ball(other, within[operator], env)
                return ball if operator in ("<=", "<") else self._not(ball)
        return None

    def _any(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return the values for which a set is not empty."""
        expr, env = self.context.exprs.resolve(expr, env)
        if not self.board:
            return None
        if isinstance(expr, t.DefineValue):
            return self._any(*self.context.exprs.unfold(expr, env))
        if isinstance(expr, t.EnclosedCells):
            fixed = all(self._fixed(part, env) for part in (expr.set, expr.by, expr.directions))
            return self.context.lines.encloses(expr, env) if fixed and self._is_value(expr.origin, env) else None
        return self._values_sharing(expr, self.all, env)

    def _values_sharing(self, expr: t.Expr, goals: Expr, env: Env) -> Expr | None:
        """Return the values for which the set `expr` (or the one place) shares a member with `goals`."""
        if self._is_value(expr, env):
            return goals
        expr, env = self.context.exprs.resolve(expr, env)
        lines = self.context.lines
        match expr:
            case t.DefineValue():
                meaning, inner = self.context.exprs.unfold(expr, env)
                return self._values_sharing(meaning, goals, inner)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise) if self._fixed(condition, env):
                first, second = self._values_sharing(then, goals, env), self._values_sharing(otherwise, goals, env)
                if first is not None and second is not None:
                    return select(self.context.exprs.value(condition, env), first, second)
            case t.CounterSet(place=place, reserve=False) if place is not None:
                if expr.owner is None or self._fixed(expr.owner, env):
                    anywhere = replace(expr, place=None)
                    return self._values_sharing(
                        place, self._meet(goals, self.context.counters.cells(anywhere, env)), env
                    )
            case t.CellUnion(operator="both", left=left, right=right):
                for it, other in ((left, right), (right, left)):
                    if self._fixed(other, env):
                        return self._values_sharing(it, self._meet(goals, self.context.sets.bits(other, env)), env)
            case t.CellUnion(operator="without", left=left, right=right) if self._fixed(right, env):
                return self._values_sharing(
                    left, set_op("minus", goals, self.context.sets.bits(right, env), self.width), env
                )
            case t.NextTo(set=things, to=to) if self.board and self._fixed(things, env):
                met = self._meet(goals, self.context.sets.bits(things, env))
                return self._values_sharing(to, self.context.boards.near(met, self.board), env)
            case t.StepsFrom(origin=origin, directions=directions) if self._fixed(directions, env):
                return self._values_sharing(origin, lines.steps(goals, directions, env, back=True), env)
            case t.LeapsFrom(origin=origin):
                return self._values_sharing(origin, lines.leaps(goals, expr), env)
            case t.SlidesFrom(origin=origin, directions=directions, over=over):
                if self._fixed(directions, env) and self._fixed(over, env):
                    way = lines.slides(goals, directions, self.context.sets.bits(over, env), env, back=True)
                    return self._values_sharing(origin, way, env)
        return None

    def _meet(self, one: Expr, other: Expr) -> Expr:
        return set_op("and", one, other, self.width)

    def _define(self, expr: t.DefineValue, env: Env) -> Expr | None:
        define = self.unit.rules.defines[expr.define]
        inner = Env({p.name: Alias(arg, env) for p, arg in zip(define.params, expr.args, strict=True)}, env.widths)
        result: Expr | None = BitsConst(0, self.width)
        for case in reversed(define.cases):
            value = self.condition(case.value, inner)
            if case.condition is None:
                result = value
                continue
            constant = self.context.exprs.constant_truth(case.condition, inner)
            if constant is not None:
                result = value if constant else result
                continue
            holds = self.condition(case.condition, inner)
            if value is None or holds is None or result is None:
                return None
            yes, no = set_op("and", holds, value, self.width), set_op("minus", result, holds, self.width)
            result = set_op("or", yes, no, self.width)
        return result


MOST_WIDTH = 64  #: width of a board on which moving all things at once costs less than looking at each


def values_reaching(
    context: Context, first: t.ParamDecl, second: t.ParamDecl, conditions: Sequence[t.Expr], env: Env
) -> Expr | None:
    """Return values of parameter `first` that include all for which some value of `second` fulfils the conditions.

    One condition must say that `second` is some steps or a leap away from `first`, and others what it must be. Then the
    set of all possible values of `second` is moved back. None if that tells nothing.
    """
    one, two = (Vectorizer(context, param.name, param.type) for param in (first, second))
    board = one.board
    if (
        board is None
        or board is not two.board
        or board.width > MOST_WIDTH
        or one.numbered
        or not isinstance(second.type, t.PlaceType)
    ):
        return None
    goals: Expr = two.all
    away: t.LeapsFrom | t.StepsFrom | None = None
    across: list[Expr] = []
    for condition in conditions:
        match condition:
            case t.MembershipTest(value=value, set=t.LeapsFrom() | t.StepsFrom() as group_) if (
                away is None and two._is_value(value, env) and one._is_value(group_.origin, env)
            ):
                away = group_
            case _ if one._fixed(condition, env):
                lifted = two.condition(condition, env)
                goals = goals if lifted is None else set_op("and", goals, lifted, board.width)
            case t.ExistsIn(
                amount="at least", count=t.Constant(1), set=t.CellUnion(operator="both", left=things, right=cells)
            ) if _joins(one, two, cells, env) and one._fixed(things, env) and two._fixed(things, env):
                across.append(context.sets.bits(things, env))
    if away is None or goals == two.all:
        return None
    if isinstance(away, t.StepsFrom):
        player = away.directions.player
        fixed = player is None or (one._fixed(player, env) and two._fixed(player, env))
        return context.lines.steps(goals, away.directions, env, back=True) if fixed else None
    lines = set(compass_of(board).values())
    found: Expr = BitsConst(0, board.width)
    for step in leaps_of(away.first, away.second):
        moved = board.moved(goals, (-step[0], -step[1]))
        parts = gcd(*step)
        unit = step[0] // parts, step[1] // parts
        if unit in lines and parts > 1:
            back = [(-n * unit[0], -n * unit[1]) for n in range(1, parts)]
            for passed in across:
                moved = set_op("and", moved, board.moved(passed, *back), board.width)
        found = set_op("or", found, moved, board.width)
    return found


def _joins(one: Vectorizer, two: Vectorizer, cells: t.Expr, env: Env) -> bool:
    """Whether cells are those between the values of two names."""
    if not isinstance(cells, t.BetweenCells):
        return False
    ends = ((cells.left, cells.right), (cells.right, cells.left))
    return any(one._is_value(first, env) and two._is_value(second, env) for first, second in ends)


_FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class _PrefixSets:
    """Prefix sets of tables by cell: for each limit from one below the lowest number, the cells up to it."""

    valid: int
    by_cell: list[dict[int, int]]
    low: int = field(init=False)
    tables: int = field(init=False)
    sets: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        known = [{n: value for n, value in table.items() if self.valid >> n & 1} for table in self.by_cell]
        low, high = min(min(k.values()) for k in known), max(max(k.values()) for k in known)
        sets = tuple(bits for table in known for bits in _upto_each(table, low, high))
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "tables", len(known))
        object.__setattr__(self, "sets", sets)


def _upto_each(table: dict[int, int], low: int, high: int) -> Iterator[int]:
    """Yield for each limit, from one below `low` to `high`, the cells whose number is at most that."""
    there = dict.fromkeys(range(low - 1, high + 1), 0)
    for number, value in table.items():
        there[value] |= 1 << number
    return accumulate(there.values(), or_)
