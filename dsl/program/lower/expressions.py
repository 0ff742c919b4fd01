"""Typed expressions as instructions. Sets of cells, players and kinds become bitsets; what needs a loop becomes a
small function of its own, so that an expression stays an expression and `and` and `or` still stop early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from dsl.check import typed as t
from dsl.program.code import (
    BitsConst,
    Break,
    Call,
    Const,
    Draw,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Lookup,
    Lowest,
    Population,
    Return,
    Set,
    SetOp,
    Shift,
    Statement,
    Store,
    While,
)  # fmt: skip
from dsl.program.layout import CounterLayout
from dsl.program.lower import constants
from dsl.program.lower.geometry import Geometry
from dsl.program.lower.ir import (
    FALSE,
    NONE,
    TRUE,
    all_of,
    any_of,
    arith,
    compare,
    has,
    if_,
    is_empty,
    negate,
    population,
    select,
    set_op,
    single,
)  # fmt: skip
from dsl.program.lower.things import group
from dsl.program.lower.unit import Alias, Env, OneCounter, Unit, Value, local_name, not_yet

if TYPE_CHECKING:
    from dsl.program.lower.choices import Choices

Body = Callable[[Env], list[Statement]]


def inside(node: object) -> Iterator[t.Expr]:
    """Yield the typed expressions directly inside a node."""
    if is_dataclass(node):
        for field in fields(node):
            yield from _exprs(getattr(node, field.name))


def _exprs(part: object) -> Iterator[t.Expr]:
    if isinstance(part, t.Typed):
        yield part  # type: ignore[misc]  # every Typed is one of the closed union Expr
    elif isinstance(part, (t.ChoiceRef, t.ChoiceEntry, t.Act)):
        yield from inside(part)
    elif isinstance(part, tuple):
        for item in part:
            yield from _exprs(item)


def uses(node: object, name: str) -> bool:
    """Whether a name of the rules stands anywhere in an expression or statement."""
    if isinstance(node, t.LocalValue) and node.name == name:
        return True
    return any(uses(part, name) for part in inside(node))


def conjuncts(condition: t.Expr) -> tuple[t.Expr, ...]:
    """Return the conditions that all must hold."""
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return tuple(c for part in condition.parts for c in conjuncts(part))
    return (condition,)


class Expressions:
    """Lowers expressions for one program."""

    choices: Choices  #: set when both exist; `can` needs it

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._seats = BitsConst((1 << unit.players) - 1, unit.players)

    # -- names --------------------------------------------------------------------------------------------------

    def resolve(self, expr: t.Expr, env: Env) -> tuple[t.Expr, Env]:
        """Follow names that stand for expressions, and definitions that cannot be functions, to what they mean."""
        while True:
            if isinstance(expr, t.LocalValue):
                bound = env.names.get(expr.name)
                if not isinstance(bound, Alias):
                    return expr, env
                expr, env = bound.expr, bound.env
            elif isinstance(expr, t.DefineValue) and not self._has_function(expr):
                expr, env = self.unfold(expr, env)
            elif isinstance(expr, t.Conditional):
                condition = self.constant_truth(expr.condition, env)
                if condition is None:
                    return expr, env
                expr = expr.then if condition else expr.otherwise
            else:
                return expr, env

    def _has_function(self, expr: t.DefineValue) -> bool:
        define = self.unit.rules.defines[expr.define]
        kinds = (define.result, *(p.type for p in define.params))
        return all(self._fits_function(kind) for kind in kinds) and not isinstance(expr.type, t.ListType)

    @staticmethod
    def _fits_function(kind: t.Type) -> bool:
        if isinstance(kind, t.SetType):
            return isinstance(kind.of, (t.PlaceType, t.PlayerType, t.KindType)) or isinstance(kind.of, t.PieceType)
        return not isinstance(kind, t.ListType)

    def unfold(self, expr: t.DefineValue, env: Env) -> tuple[t.Expr, Env]:
        """Return what a definition means here: the case that options choose, or a choice between those left."""
        define = self.unit.rules.defines[expr.define]
        inner = Env({p.name: Alias(arg, env) for p, arg in zip(define.params, expr.args, strict=True)}, env.widths)
        left: list[t.CaseDecl] = []
        for case in define.cases:
            holds = True if case.condition is None else self.constant_truth(case.condition, inner)
            if holds is not False:
                left.append(case)
            if holds:
                break
        meaning = left[-1].value
        for case in reversed(left[:-1]):
            assert case.condition is not None
            meaning = t.Conditional(case.condition, case.value, meaning, type=define.result, span=expr.span)
        return meaning, inner

    def constant_truth(self, expr: t.Expr, env: Env) -> bool | None:
        """Return a condition's truth if options alone decide it."""
        if any(isinstance(part, (t.CanChoose, t.ZoneTop, t.RandomFrom)) for part in self.parts(expr, env)):
            return None
        if not all(isinstance(p, (t.OptionValue, t.Constant, t.Comparison, t.Logic, t.Negation, t.NumberOfPlayers))
                   for p in self.parts(expr, env)):  # fmt: skip
            return None
        value = self.value(expr, env)
        return bool(value.value) if isinstance(value, Const) else None

    def parts(self, expr: t.Expr, env: Env) -> Iterator[t.Expr]:
        """Yield an expression and all in it, names followed."""
        if isinstance(expr, t.LocalValue):
            bound = env.names.get(expr.name)
            if isinstance(bound, Alias):
                yield from self.parts(bound.expr, bound.env)
                return
        yield expr
        for part in inside(expr):
            yield from self.parts(part, env)

    def mentions(self, expr: t.Expr, env: Env, name: str) -> bool:
        """Whether an expression depends on the name `name` of its own part of the rules."""
        if isinstance(expr, t.LocalValue):
            bound = env.names.get(expr.name)
            if isinstance(bound, Alias):
                return self.mentions(bound.expr, bound.env, name)
            return expr.name == name and name in env.names
        return any(self.mentions(part, env, name) for part in inside(expr))

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, expr: t.Expr, env: Env) -> Expr:
        """Return a number: a number, truth, player, kind, cell, piece or counter."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.Constant(value=value):
                return Const(value)
            case t.SeatConstant(seat=seat):
                return Const(seat)
            case t.CellConstant(board=board, x=x, y=y):
                return Const(self._cell(board, x, y, expr))
            case t.OptionValue(option=option):
                return Const(self.unit.options[option])
            case t.LocalValue(name=name):
                return self._local(name, env)
            case t.Me():
                return Load("me")
            case t.NumberOfPlayers():
                return population(Load("in_play"))
            case t.VariableValue(variable=variable, of=of):
                return Load(variable, None if of is None else self.value(of, env))
            case t.TableValue():
                return self._table(expr, env)
            case t.DefineValue():
                return self._define(expr, env)
            case t.BuiltinValue():
                return self._builtin(expr, env)
            case t.PropertyValue(name=name, of=of):
                return self._property(name, of, env)
            case t.ZoneTop(zone=zone, bottom=bottom):
                return self._end_of_zone(zone, bottom, env)
            case t.Arithmetic(operator=operator, left=left, right=right):
                return arith(operator, self.value(left, env), self.value(right, env))
            case t.Comparison():
                return self._comparison(expr, env)
            case t.Member(value=member, set=group_):
                return has(self.bits(group_, env), self._member(member, group_.type, env))
            case t.Touches(left=left, right=right):
                near = self.near(self.bits(left, env), self.geometry(left.type))
                return negate(is_empty(self._both(near, self.bits(right, env))))
            case t.Logic(operator="and", parts=parts):
                return all_of(self.value(part, env) for part in parts)
            case t.Logic(parts=parts):
                return any_of(self.value(part, env) for part in parts)
            case t.Negation(value=inner):
                return negate(self.value(inner, env))
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return select(self.value(condition, env), self.value(then, env), self.value(otherwise, env))
            case t.CanChoose(choice=choice):
                return self.choices.can(choice, env)
            case t.ExistsIn():
                return self._exists(expr, env)
            case t.CountOf(set=counted):
                return self.count(counted, env)
            case t.AggregateOf():
                return self._aggregate(expr, env)
            case t.RandomFrom(set=source, amount=None):
                return self._pick(source, env)
        raise not_yet("this value", expr.span)

    def _local(self, name: str, env: Env) -> Expr:
        bound = env.names[name]
        if isinstance(bound, Value):
            return bound.expr
        assert isinstance(bound, OneCounter)
        layout = self.unit.counters[bound.counter]
        cells = self.unit.geometries[layout.board].width
        return arith("+", arith("*", group(layout, bound.owner, bound.state), Const(cells)), bound.cell)

    def _member(self, member: t.Expr, kind: t.Type, env: Env) -> Expr:
        offset = self.unit.offset(kind.of) if isinstance(kind, t.SetType) else 0
        return arith("-", self.value(member, env), Const(offset))

    def _cell(self, board: str, x: int, y: int, expr: t.Expr) -> int:
        number = self.unit.geometries[board].cell(x, y)
        if number is None:
            raise not_yet(f"the cell {x},{y}, which lies outside the board,", expr.span)
        return number

    def _table(self, expr: t.TableValue, env: Env) -> Expr:
        decl = self.unit.rules.tables[expr.table]
        keys = [self._key(key, env) for key in expr.keys]
        columns = (expr.column,) if expr.column else decl.columns
        rows = self._row_names(decl)
        name = f"{expr.table}.{expr.column}" if expr.column else expr.table
        if name not in self.unit.tables:
            values = [constants.cell(self.unit, expr.table, row, column) for row in rows for column in columns]
            self.unit.tables[name] = tuple(-1 if value is None else value for value in values)
        if expr.column:
            return self._lookup(name, keys[0])
        low = self.unit.offset(decl.second_key) if decl.second_key else 0
        return self._lookup(name, arith("+", arith("*", keys[0], Const(len(columns))), arith("-", keys[1], Const(low))))

    def _lookup(self, table: str, index: Expr) -> Expr:
        if isinstance(index, Const) and 0 <= index.value < len(self.unit.tables[table]):
            return Const(self.unit.tables[table][index.value])
        return Lookup(table, index)

    def _row_names(self, decl: t.TableDecl) -> tuple[str, ...]:
        if isinstance(decl.key, t.KindType) and decl.key.name in self.unit.kinds:
            return tuple(value for value in self.unit.kinds[decl.key.name].values if value in decl.rows)
        return decl.rows

    def _key(self, key: t.Expr, env: Env) -> Expr:
        if isinstance(key.type, (t.PieceType, t.MaybeType)):
            return self._property("kind", key, env)
        return self.value(key, env)

    def _define(self, expr: t.DefineValue, env: Env) -> Expr:
        define = self.unit.rules.defines[expr.define]
        name = f"rule_{define.name}"
        if name not in self.unit.functions:
            self._define_function(name, define)
        args = tuple(
            self.bits(arg, env) if isinstance(param.type, t.SetType) else self.value(arg, env)
            for param, arg in zip(define.params, expr.args, strict=True)
        )
        return Call(name, args)

    def _define_function(self, name: str, define: t.DefineDecl) -> None:
        env = Env()
        for param in define.params:
            env = env.local(param.name, self.unit.width(param.type))
        is_set = isinstance(define.result, t.SetType)
        result: Expr = FALSE
        for case in reversed(define.cases):
            chosen = self.bits(case.value, env) if is_set else self.value(case.value, env)
            result = chosen if case.condition is None else select(self.value(case.condition, env), chosen, result)
        params = [(local_name(param.name), self.unit.width(param.type)) for param in define.params]
        self.unit.function(name, params, self.unit.width(define.result), [Return(result)], f"define {define.name}")

    def _builtin(self, expr: t.BuiltinValue, env: Env) -> Expr:
        match expr.name:
            case "smaller" | "larger":
                left, right = (self.value(arg, env) for arg in expr.args)
                return arith("min" if expr.name == "smaller" else "max", left, right)
            case "seat":
                return arith("-", self.value(expr.args[0], env), Const(1))
            case "left of" | "right of":
                return Call(self._seat_beside(expr.name == "left of"), (self.value(expr.args[0], env),))
            case "distance":
                return self.distance(expr.args[0], expr.args[1], env)
            case "coordinate x" | "coordinate y":
                place = expr.args[0]
                table = self._coordinates(self.geometry(place.type), expr.name[-1])
                return self._lookup(table, self.value(place, env))
        raise not_yet(f"`{expr.name}`", expr.span)

    def _seat_beside(self, left: bool) -> str:
        name = "seat_to_the_left" if left else "seat_to_the_right"
        if name not in self.unit.functions:
            last = Const(self.unit.players - 1)
            seat = Local("seat")
            onward = (
                select(compare("==", seat, last), Const(0), arith("+", seat, Const(1)))
                if left
                else select(compare("==", seat, Const(0)), last, arith("-", seat, Const(1)))
            )
            body: list[Statement] = [
                Set("seat", Local("player")),
                ForRange("i", Const(0), Const(self.unit.players), (
                    Set("seat", onward),
                    If(has(Load("in_play"), seat), (Break(),)),
                )),
                Return(seat),
            ]  # fmt: skip
            self.unit.function(name, [("player", 0)], 0, body, "the next player still in the game")
        return name

    def _property(self, name: str, of: t.Expr, env: Env) -> Expr:
        resolved, inner = self.resolve(of, env)
        kind = resolved.type.of if isinstance(resolved.type, t.MaybeType) else resolved.type
        match kind:
            case t.CounterType(counter):
                return self._counter_part(name, counter, resolved, inner)
            case t.PieceType(piece):
                value = self.value(resolved, inner)
                by_cell = self.unit.by_cell(piece)
                if name == "place":
                    return value
                number = Load(f"{piece}.at", value) if by_cell else value
                return Load(f"{piece}.{name}", number) if f"{piece}.{name}" in self.unit.slots else Const(0)
            case t.PlaceType() if name == "place":
                return self.value(resolved, inner)
        raise not_yet(f"`{name} of` this", of.span)

    def _counter_part(self, name: str, counter: str, expr: t.Expr, env: Env) -> Expr:
        bound = self.one_counter(counter, expr, env)
        return {"owner": bound.owner, "state": bound.state, "place": bound.cell}[name]

    def one_counter(self, counter: str, expr: t.Expr, env: Env) -> OneCounter:
        """Return the owner, state and cell of a counter."""
        if isinstance(expr, t.LocalValue) and isinstance(bound := env.names.get(expr.name), OneCounter):
            return bound
        value = self.value(expr, env)
        layout = self.unit.counters[counter]
        cells, states = Const(self.unit.geometries[layout.board].width), Const(len(layout.states))
        which = arith("/down", value, cells)
        owner = arith("/down", which, states)
        return OneCounter(
            counter, owner, arith("-", which, arith("*", owner, states)), arith("-", value, arith("*", which, cells))
        )

    def _end_of_zone(self, zone: t.ZoneSet, bottom: bool, env: Env) -> Expr:
        layout = self.unit.zones[zone.zone]
        owner = self.zone_owner(zone, env)
        size = Load(f"{layout.name}.size", owner)
        base = arith("*", owner, Const(layout.capacity))
        index = base if bottom else arith("-", arith("+", base, size), Const(1))
        return select(compare(">", size, Const(0)), Load(f"{layout.name}.items", index), NONE)

    def zone_owner(self, zone: t.ZoneSet, env: Env) -> Expr:
        """Return whose zone it is: an index into `<zone>.size`."""
        return Const(0) if zone.owner is None else self.value(zone.owner, env)

    def _comparison(self, expr: t.Comparison, env: Env) -> Expr:
        left, right = expr.left, expr.right
        if isinstance(left.type, t.ListType) or isinstance(right.type, t.ListType):
            same = self._same_list(left, right, env)
            return same if expr.operator == "==" else negate(same)
        if isinstance(left.type, t.SetType) or isinstance(right.type, t.SetType):
            return compare(expr.operator, self.bits(left, env), self.bits(right, env))
        return compare(expr.operator, self.value(left, env), self.value(right, env))

    def _same_list(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        first, before = self.fill(left, env)
        second, more = self.fill(right, env)
        differs = If(
            compare("!=", Load(first, Local("i")), Load(second, Local("i"))), (Return(FALSE),)
        )
        body: list[Statement] = [
            *before,
            *more,
            If(compare("!=", Load(f"{first}.size"), Load(f"{second}.size")), (Return(FALSE),)),
            ForRange("i", Const(0), Load(f"{first}.size"), (differs,)),
            Return(TRUE),
        ]
        return self.unit.closure("same_list", 0, body, env)

    def _exists(self, expr: t.ExistsIn, env: Env) -> Expr:
        count = self.value(expr.count, env)
        if expr.amount == "at least" and count == Const(1):
            return self.any_in(expr.set, env)
        if expr.amount == "at most" and count == Const(0):
            return negate(self.any_in(expr.set, env))
        operator = {"at least": ">=", "at most": "<=", "exactly": "=="}[expr.amount]
        return compare(operator, self.count(expr.set, env), count)  # type: ignore[arg-type]

    def any_in(self, expr: t.Expr, env: Env) -> Expr:
        """Return whether a set has a member."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self._any_counter(expr, env)
            case t.ZoneSet(kind=None):
                return compare(">", Load(f"{expr.zone}.size", self.zone_owner(expr, env)), Const(0))
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(left.type, t.SetType):
                return has(self.bits(right, env), self.value(left, env))
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(right.type, t.SetType):
                return has(self.bits(left, env), self.value(right, env))
        if self.is_bits(expr, env):
            return negate(is_empty(self.bits(expr, env)))
        found = self.each(expr, env, lambda _: [Return(TRUE)])
        return self.unit.closure("any", 0, [*found, Return(FALSE)], env)

    def count(self, expr: t.Expr, env: Env) -> Expr:
        """Return how many members a set has."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self._count_counters(expr, env)
            case t.ZoneSet(kind=None):
                return Load(f"{expr.zone}.size", self.zone_owner(expr, env))
        if not isinstance(expr.type, (t.SetType, t.ListType)):
            return TRUE
        if self.is_bits(expr, env):
            return population(self.bits(expr, env))
        counted = self.each(expr, env, lambda _: [Set("n", arith("+", Local("n"), Const(1)))])
        return self.unit.closure("number", 0, [Set("n", Const(0)), *counted, Return(Local("n"))], env)

    def _aggregate(self, expr: t.AggregateOf, env: Env) -> Expr:
        def fold(inner: Env) -> list[Statement]:
            value = self.value(expr.value, inner)
            if expr.kind == "sum":
                return [Set("result", arith("+", Local("result"), value))]
            better = compare(">" if expr.kind == "largest" else "<", Local("value"), Local("result"))
            return [
                Set("value", value),
                If(any_of([negate(Local("some")), better]), (Set("result", Local("value")), Set("some", TRUE))),
            ]

        start = [Set("result", Const(0))] + ([] if expr.kind == "sum" else [Set("some", FALSE)])
        body: list[Statement] = [*start, *self.each(expr.set, env, fold, expr.name), Return(Local("result"))]
        return self.unit.closure(expr.kind, 0, body, env)

    # -- counters -----------------------------------------------------------------------------------------------

    def _groups(self, counters: t.CounterSet, env: Env) -> tuple[CounterLayout, list[Expr]]:
        layout = self.unit.counters[counters.counter]
        owners: list[Expr]
        if counters.owner is None:
            owners = [Const(seat) for seat in range(self.unit.players if layout.owned else 1)]
        else:
            owners = [self.value(counters.owner, env)]
        states = range(len(layout.states)) if counters.state is None else (counters.state,)
        return layout, [group(layout, owner, Const(state)) for owner in owners for state in states]

    def _place(self, counters: t.CounterSet, env: Env) -> Expr | None:
        """Return the one cell that a counter set is restricted to, if it is one."""
        if counters.place is None or isinstance(counters.place.type, t.SetType):
            return None
        return self._property("place", counters.place, env)

    def _any_counter(self, counters: t.CounterSet, env: Env) -> Expr:
        layout, groups = self._groups(counters, env)
        name = layout.name
        if counters.reserve:
            return any_of(compare(">", Load(f"{name}.reserve", owner), Const(0)) for owner in self._owners(counters, env))
        cell = self._place(counters, env)
        if cell is not None:
            if counters.owner is None and counters.state is None:
                return compare(">", Load(f"{name}.total", cell), Const(0))
            return any_of(has(Load(f"{name}.any", g), cell) for g in groups)
        return negate(is_empty(self.counter_cells(counters, env)))

    def _owners(self, counters: t.CounterSet, env: Env) -> list[Expr]:
        if counters.owner is not None:
            return [self.value(counters.owner, env)]
        owned = self.unit.counters[counters.counter].owned
        return [Const(seat) for seat in range(self.unit.players if owned else 1)]

    def counter_cells(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return the cells on which counters of a set stand."""
        layout, groups = self._groups(counters, env)
        width = self.unit.geometries[layout.board].width
        cells: Expr = BitsConst(0, width)
        for g in groups:
            cells = set_op("or", cells, Load(f"{layout.name}.any", g), width)
        return cells if counters.place is None else set_op("and", cells, self.bits(counters.place, env), width)

    def _count_counters(self, counters: t.CounterSet, env: Env) -> Expr:
        layout, groups = self._groups(counters, env)
        name, width = layout.name, self.unit.geometries[layout.board].width
        if counters.reserve:
            return self._total(Load(f"{name}.reserve", owner) for owner in self._owners(counters, env))
        cell = self._place(counters, env)
        if cell is not None:
            if counters.owner is None and counters.state is None:
                return Load(f"{name}.total", cell)
            return self._total(Load(f"{name}.on", arith("+", arith("*", g, Const(width)), cell)) for g in groups)
        body: list[Statement] = [Set("n", Const(0))]
        if counters.place is not None:
            body.append(Set("cells", self.bits(counters.place, env)))
        for g in groups:
            here = Load(f"{name}.any", g)
            at = arith("+", arith("*", g, Const(width)), Local("cell"))
            where = here if counters.place is None else SetOp("and", here, Local("cells"))
            body.append(ForBits("cell", where, (Set("n", arith("+", Local("n"), Load(f"{name}.on", at))),)))
        return self.unit.closure(f"number_of_{name}", 0, [*body, Return(Local("n"))], env)

    @staticmethod
    def _total(parts: Iterator[Expr]) -> Expr:
        total: Expr = Const(0)
        for part in parts:
            total = arith("+", total, part)
        return total

    # -- bitsets ------------------------------------------------------------------------------------------------

    def geometry(self, kind: t.Type) -> Geometry:
        """Return the board that places of this type (or a set of them) lie on."""
        match kind:
            case t.SetType(of) | t.MaybeType(of):
                return self.geometry(of)
            case t.PlaceType(board):
                return self.unit.geometries[board]
            case t.PieceType(piece):
                return self.unit.geometries[self.unit.rules.pieces[piece].board]
            case t.CounterType(counter):
                return self.unit.geometries[self.unit.counters[counter].board]
        raise TypeError(f"{kind} lies on no board")

    def is_bits(self, expr: t.Expr, env: Env) -> bool:
        """Whether a set can be held as a bitset."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.Parts() | t.NumberRange() | t.ZoneSet() | t.CounterSet() | t.Rotation() | t.Chained() | t.Ranked():
                return False
            case t.Filtered(set=inner) | t.Extreme(set=inner):
                return self.is_bits(inner, env)
            case t.ListOf(type=kind):
                return isinstance(kind, t.SetType)
        return isinstance(expr.type, t.SetType) and not isinstance(expr.type.of, (t.SetType, t.CounterType, t.NumberType))

    def bits(self, expr: t.Expr, env: Env) -> Expr:
        """Return a set as a bitset; a single value as the set of it."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.counter_cells(expr, env)
            case t.CounterCells(counters=counters):
                return self.counter_cells(counters, env)
        if not isinstance(expr.type, t.SetType):
            return self._singleton(expr, env)
        width = self.unit.size(expr.type)
        match expr:
            case t.AllCells(board=board):
                return BitsConst(self.unit.geometries[board].valid, width)
            case t.EdgeCells(board=board):
                return BitsConst(self.unit.geometries[board].edge, width)
            case t.PieceCells(piece=piece, kind=None):
                return Load(f"{piece}.any")
            case t.PieceCells(piece=piece, kind=kind) if kind is not None:
                return Load(f"{piece}.on", self.value(kind, env))
            case t.CellUnion(operator=operator, left=left, right=right):
                name = {"plus": "or", "without": "minus", "both": "and"}[operator]
                return set_op(name, self.bits(left, env), self.bits(right, env), width)  # type: ignore[arg-type]
            case t.NextTo(set=things, to=to):
                return self._both(self.bits(things, env), self.near(self.bits(to, env), self.geometry(to.type)))
            case t.JoinedTo(set=things, to=to):
                board = self.geometry(things.type)
                return Call(self._flood(board), (self.bits(things, env), self.bits(to, env)))
            case t.WithinOf(set=things, distance=distance, centre=centre):
                return self._both(self.bits(things, env), self.ball(centre, self.value(distance, env), env))
            case t.AllSeats(in_play=in_play):
                return Load("in_play") if in_play else self._seats
            case t.KindValues():
                return BitsConst((1 << width) - 1, width)
            case t.ListOf(items=items):
                found: Expr = BitsConst(0, width)
                for item in items:
                    found = set_op("or", found, self.bits(item, env), width)
                return found
            case t.Filtered():
                return self._filtered(expr, env)
            case t.Extreme():
                return self._extreme(expr, env)
            case t.RandomFrom(set=source, amount=amount) if amount is not None:
                return self._sample(source, amount, env, width)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return select(self.value(condition, env), self.bits(then, env), self.bits(otherwise, env))
            case t.LocalValue() | t.VariableValue() | t.DefineValue():
                return self.value(expr, env)
            case t.Constant(value=-1):
                return BitsConst(0, width)
        raise not_yet("this set", expr.span)

    def _singleton(self, expr: t.Expr, env: Env) -> Expr:
        kind = expr.type.of if isinstance(expr.type, t.MaybeType) else expr.type
        if isinstance(kind, t.CounterType):
            board = self.geometry(kind)
            return single(self._counter_part("place", kind.counter, expr, env), board.width)
        width, value = self.unit.size(kind), self.value(expr, env)
        if isinstance(expr.type, t.MaybeType):
            return select(compare(">=", value, Const(0)), single(value, width), BitsConst(0, width))
        return single(arith("-", value, Const(self.unit.offset(kind))), width)

    def _both(self, left: Expr, right: Expr) -> Expr:
        width = left.width if isinstance(left, BitsConst) else right.width if isinstance(right, BitsConst) else 0
        return set_op("and", left, right, width) if width else SetOp("and", left, right)

    def _filtered(self, expr: t.Filtered, env: Env) -> Expr:
        width = self.unit.size(expr.type)
        base = self.bits(expr.set, env)
        member = expr.type.of if isinstance(expr.type, t.SetType) else expr.type
        inner = env.local(expr.name, 0)
        rest: list[Expr] = []
        for condition in conjuncts(expr.condition):
            if not self.mentions(condition, inner, expr.name):
                base = select(self.value(condition, env), base, BitsConst(0, width))
            elif (lifted := self.lift(condition, expr.name, member, inner)) is not None:
                base = set_op("and", base, lifted, width)
            else:
                rest.append(self.value(condition, inner))
        if not rest:
            return base
        it = local_name(expr.name)
        keep = Set("found", set_op("or", Local("found"), single(Local(it), width), width))
        loop = ForBits(it, base, tuple(if_(all_of(rest), [keep])))
        body: list[Statement] = [Set("found", BitsConst(0, width)), loop, Return(Local("found"))]
        return self.unit.closure("those", width, body, inner)

    def _extreme(self, expr: t.Extreme, env: Env) -> Expr:
        width = self.unit.size(expr.type)
        it, inner = local_name(expr.name), env.local(expr.name, 0)
        member = Local(it)
        key = self.value(expr.key, inner)
        better = compare(">" if expr.most else "<", Local("key"), Local("best"))
        body: list[Statement] = [
            Set("found", BitsConst(0, width)),
            Set("best", Const(0)),
            ForBits(it, self.bits(expr.set, env), (
                Set("key", key),
                If(any_of([is_empty(Local("found")), better]), (
                    Set("found", BitsConst(0, width)), Set("best", Local("key")),
                )),
                If(compare("==", Local("key"), Local("best")), (
                    Set("found", set_op("or", Local("found"), single(member, width), width)),
                )),
            )),
            Return(Local("found")),
        ]  # fmt: skip
        return self.unit.closure("extreme", width, body, inner)

    def _pick(self, source: t.Expr, env: Env) -> Expr:
        if not self.is_bits(source, env):
            raise not_yet("a random member of this", source.span)
        width = self.unit.size(source.type)
        name = f"pick_{width}"
        if name not in self.unit.functions:
            body: list[Statement] = [
                Set("skip", Draw(Population(Local("bits")))),
                ForBits("member", Local("bits"), (
                    If(compare("==", Local("skip"), Const(0)), (Return(Local("member")),)),
                    Set("skip", arith("-", Local("skip"), Const(1))),
                )),
                Return(NONE),
            ]  # fmt: skip
            self.unit.function(name, [("bits", width)], 0, body, "a member by chance")
        return Call(name, (self.bits(source, env),))

    def _sample(self, source: t.Expr, amount: t.Expr, env: Env, width: int) -> Expr:
        self._pick(source, env)
        name = f"sample_{width}"
        if name not in self.unit.functions:
            chosen = Local("member")
            body: list[Statement] = [
                Set("found", BitsConst(0, width)),
                Set("left", arith("min", Local("amount"), Population(Local("bits")))),
                ForRange("i", Const(0), Local("left"), (
                    Set("member", Call(f"pick_{width}", (Local("bits"),))),
                    Set("bits", set_op("minus", Local("bits"), single(chosen, width), width)),
                    Set("found", set_op("or", Local("found"), single(chosen, width), width)),
                )),
                Return(Local("found")),
            ]  # fmt: skip
            self.unit.function(name, [("bits", width), ("amount", 0)], width, body, "some members by chance")
        return Call(name, (self.bits(source, env), self.value(amount, env)))

    # -- geometry -----------------------------------------------------------------------------------------------

    def near(self, bits: Expr, board: Geometry) -> Expr:
        """Return the cells next to a member of the set."""
        name, width = f"near_{board.layout.name}", board.width
        if name not in self.unit.functions:
            body = Return(SetOp("and", self._spread(Local("cells"), board), BitsConst(board.valid, width)))
            self.unit.function(name, [("cells", width)], width, [body], "the cells next to some")
        if isinstance(bits, BitsConst):
            around = sum(1 << n for n in {m for c in _members(bits.bits) for m in board.layout.neighbours.get(c, ())})
            return BitsConst(around, width)
        return Call(name, (bits,))

    @staticmethod
    def _spread(bits: Expr, board: Geometry) -> Expr:
        spread: Expr = Shift(bits, board.shifts[0], board.width)
        for shift in board.shifts[1:]:
            spread = SetOp("or", spread, Shift(bits, shift, board.width))
        return spread

    def _flood(self, board: Geometry) -> str:
        name, width = f"flood_{board.layout.name}", board.width
        if name not in self.unit.functions:
            reached, area = Local("reached"), Local("area")
            body: list[Statement] = [
                Set("reached", SetOp("and", Local("start"), area)),
                Set("before", BitsConst(0, width)),
                While(compare("!=", reached, Local("before")), (
                    Set("before", reached),
                    Set("reached", SetOp("and", SetOp("or", reached, self._spread(reached, board)), area)),
                )),
                Return(reached),
            ]  # fmt: skip
            self.unit.function(name, [("area", width), ("start", width)], width, body, "what can be reached through an area")
        return name

    def ball(self, centre: t.Expr, distance: Expr, env: Env) -> Expr:
        """Return the cells at most `distance` steps from a place."""
        board = self.geometry(centre.type)
        width, name = board.width, board.layout.name
        resolved, _ = self.resolve(centre, env)
        if isinstance(resolved, t.CellConstant) and (resolved.x, resolved.y) == board.centre:
            rings = board.rings()
            if isinstance(distance, Const):
                return BitsConst(rings[min(distance.value, len(rings) - 1)] if distance.value >= 0 else 0, width)
            self.unit.tables.setdefault(f"within_{name}", rings)
            reach = arith("max", Const(0), arith("min", distance, Const(len(rings) - 1)))
            within: Expr = Lookup(f"within_{name}", reach, width)
            return select(compare(">=", distance, Const(0)), within, BitsConst(0, width))
        function = f"ball_{name}"
        if function not in self.unit.functions:
            cells = Local("cells")
            grown = SetOp("and", SetOp("or", cells, self._spread(cells, board)), BitsConst(board.valid, width))
            body: list[Statement] = [
                If(compare("<", Local("n"), Const(0)), (Return(BitsConst(0, width)),)),
                ForRange("i", Const(0), Local("n"), (Set("cells", grown),)),
                Return(cells),
            ]
            self.unit.function(function, [("cells", width), ("n", 0)], width, body, "the cells within some steps")
        return Call(function, (self.bits(centre, env), distance))

    def distance(self, left: t.Expr, right: t.Expr, env: Env) -> Expr:
        """Return how many steps of geometry lie between two places."""
        board = self.geometry(left.type)
        name = board.layout.name
        a, b = (self._property("place", side, env) for side in (left, right))
        for near, far in ((a, b), (b, a)):
            if isinstance(near, Const) and board.layout.coordinates.get(near.value) == board.centre:
                table = f"away_{name}"
                places = board.layout.coordinates
                self.unit.tables.setdefault(table, tuple(
                    board.distance(places[n], board.centre) if n in places else -1 for n in range(board.width)
                ))  # fmt: skip
                return self._lookup(table, far)
        return Call(self._distance_function(board), (a, b))

    def _distance_function(self, board: Geometry) -> str:
        name = f"distance_{board.layout.name}"
        if name not in self.unit.functions:
            x, y = (
                arith("-", Lookup(self._coordinates(board, axis), Local("a")), Lookup(self._coordinates(board, axis), Local("b")))
                for axis in "xy"
            )
            dx, dy = Local("dx"), Local("dy")
            if board.layout.shape == "hexes":
                far = arith("max", arith("max", _size(dx), _size(dy)), _size(arith("+", dx, dy)))
            else:
                far = arith("+", _size(dx), _size(dy))
            body: list[Statement] = [Set("dx", x), Set("dy", y), Return(far)]
            self.unit.function(name, [("a", 0), ("b", 0)], 0, body, "steps between two cells")
        return name

    def _coordinates(self, board: Geometry, axis: str) -> str:
        table = f"{axis}_of_{board.layout.name}"
        which = 0 if axis == "x" else 1
        places = board.layout.coordinates
        self.unit.tables.setdefault(table, tuple(places[n][which] if n in places else 0 for n in range(board.width)))
        return table

    # -- conditions as sets -------------------------------------------------------------------------------------

    def lift(self, condition: t.Expr, name: str, kind: t.Type, env: Env) -> Expr | None:
        """Return the set of all values of `name` for which a condition holds, if it can be said without a loop.

        `name` is a place, a piece known by its cell, or a counter (then the set is that of the counter's places).
        """
        return _Lift(self, name, kind, env).condition(condition, env)

    # -- loops --------------------------------------------------------------------------------------------------

    def each(self, expr: t.Expr, env: Env, body: Body, name: str = "") -> list[Statement]:
        """Return a loop over the members of a set or list, with `name` (or a new local) as each of them."""
        expr, home = self.resolve(expr, env)
        name = name or self.unit.fresh("it")
        local = local_name(name)
        match expr:
            case t.Parts(set=cells):
                board = self.geometry(cells.type)
                width, rest = board.width, self.unit.fresh("rest")
                inner = env.local(name, width).widen(rest, width)
                return [
                    Set(rest, self.bits(cells, home)),
                    While(negate(is_empty(Local(rest))), (
                        Set(local, Call(self._flood(board), (Local(rest), single(Lowest(Local(rest)), width)))),
                        Set(rest, SetOp("minus", Local(rest), Local(local))),
                        *body(inner),
                    )),
                ]  # fmt: skip
            case t.Filtered(set=source, name=it, condition=condition) if not self.is_bits(expr, home):

                def keep(inner: Env) -> list[Statement]:
                    seen = Env({**home.names, it: inner.names[name]}, {**home.widths, **inner.widths})
                    return if_(self.value(condition, seen), body(inner))

                return self.each(source, Env({**home.names, **env.names}, {**home.widths, **env.widths}), keep, name)
            case t.NumberRange(low=low, high=high):
                last = arith("+", self.value(high, home), Const(1))
                return [ForRange(local, self.value(low, home), last, tuple(body(env.local(name, 0))))]
            case t.ZoneSet():
                return self._each_in_zone(expr, home, env, body, name)
        if isinstance(expr.type, t.ListType) or isinstance(expr, (t.Rotation, t.Chained)):
            slot, fill = self.fill(expr, home)
            i = self.unit.fresh("i")
            inner = env.local(name, 0).widen(i, 0)
            loop = ForRange(i, Const(0), Load(f"{slot}.size"), (Set(local, Load(slot, Local(i))), *body(inner)))
            return [*fill, loop]
        return [ForBits(local, self.bits(expr, home), tuple(body(env.local(name, 0))))]

    def _each_in_zone(self, zone: t.ZoneSet, home: Env, env: Env, body: Body, name: str) -> list[Statement]:
        layout = self.unit.zones[zone.zone]
        owner, i = self.zone_owner(zone, home), self.unit.fresh("i")
        local, inner = local_name(name), env.local(name, 0).widen(i, 0)
        item = Load(f"{layout.name}.items", arith("+", arith("*", owner, Const(layout.capacity)), Local(i)))
        block = body(inner)
        if zone.kind is not None:
            block = if_(compare("==", Load(f"{layout.piece}.kind", Local(local)), self.value(zone.kind, home)), block)
        return [ForRange(i, Const(0), Load(f"{layout.name}.size", owner), (Set(local, item), *block))]

    def fill(self, expr: t.Expr, env: Env, *, kept: bool = False) -> tuple[str, list[Statement]]:
        """Write a list into slots of its own; return the slot (its length is in `<slot>.size`) and the statements."""
        slot = self.unit.slot(self.unit.fresh("list"), self._longest(expr, env), passing=not kept)
        self.unit.slot(f"{slot}.size", passing=not kept)
        return slot, [Store(f"{slot}.size", Const(0)), *self._append(expr, env, slot)]

    def _longest(self, expr: t.Expr, env: Env) -> int:
        expr, env = self.resolve(expr, env)
        match expr:
            case t.ListOf(items=items):
                return max(1, len(items))
            case t.Chained(lists=lists):
                return sum(self._longest(part, env) for part in lists)
            case t.Conditional(then=then, otherwise=otherwise):
                return max(self._longest(then, env), self._longest(otherwise, env))
        return self.unit.players

    def _append(self, expr: t.Expr, env: Env, slot: str) -> list[Statement]:
        expr, env = self.resolve(expr, env)
        size = Load(f"{slot}.size")

        def push(value: Expr) -> list[Statement]:
            return [Store(slot, value, size), Store(f"{slot}.size", arith("+", size, Const(1)))]

        match expr:
            case t.ListOf(items=items):
                return [statement for item in items for statement in push(self.value(item, env))]
            case t.Chained(lists=lists):
                return [statement for part in lists for statement in self._append(part, env, slot)]
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return if_(
                    self.value(condition, env), self._append(then, env, slot), self._append(otherwise, env, slot)
                )
            case t.Rotation(clockwise=clockwise, start=start):
                seat, i, last = self.unit.fresh("seat"), self.unit.fresh("i"), Const(self.unit.players - 1)
                onward = (
                    select(compare("==", Local(seat), last), Const(0), arith("+", Local(seat), Const(1)))
                    if clockwise
                    else select(compare("==", Local(seat), Const(0)), last, arith("-", Local(seat), Const(1)))
                )
                return [
                    Set(seat, self.value(start, env)),
                    ForRange(i, Const(0), Const(self.unit.players), (
                        If(has(Load("in_play"), Local(seat)), tuple(push(Local(seat)))),
                        Set(seat, onward),
                    )),
                ]  # fmt: skip
        if self.is_bits(expr, env):
            member = self.unit.fresh("member")
            return [ForBits(member, self.bits(expr, env), tuple(push(Local(member))))]
        raise not_yet("this list", expr.span)


def _size(number: Expr) -> Expr:
    return arith("max", number, arith("-", Const(0), number))


def _members(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class _Lift:
    """Turns a condition on one name into the set of values that meet it, by bitset algebra; None where it cannot."""

    def __init__(self, expressions: Expressions, name: str, kind: t.Type, env: Env) -> None:
        self.outer = expressions
        self.name = name
        self.counter = isinstance(kind, t.CounterType)
        self.on_board = isinstance(kind, (t.PlaceType, t.CounterType, t.PieceType)) and not (
            isinstance(kind, t.PieceType) and not expressions.unit.by_cell(kind.piece)
        )
        self.board = expressions.geometry(kind) if self.on_board else None
        self.kind = kind
        self.width = self.board.width if self.board else expressions.unit.size(kind)
        self.all = BitsConst(self.board.valid if self.board else (1 << self.width) - 1, self.width)

    def _fixed(self, expr: t.Expr, env: Env) -> bool:
        return not self.outer.mentions(expr, env, self.name)

    def _is_it(self, expr: t.Expr, env: Env) -> bool:
        """Whether an expression is the value in question (for a counter: its place)."""
        expr, env = self.outer.resolve(expr, env)
        if isinstance(expr, t.PropertyValue) and expr.name == "place":
            inner, home = self.outer.resolve(expr.of, env)
            return isinstance(inner, t.LocalValue) and inner.name == self.name and self.name in home.names
        return isinstance(expr, t.LocalValue) and expr.name == self.name and not self.counter

    def condition(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return the set for which `expr` holds."""
        expr, env = self.outer.resolve(expr, env)
        if self._fixed(expr, env):
            return select(self.outer.value(expr, env), self.all, BitsConst(0, self.width))
        match expr:
            case t.Logic(operator=operator, parts=parts):
                return self._logic(operator, [self.condition(part, env) for part in parts])
            case t.Negation(value=value):
                return self._not(self.condition(value, env))
            case t.Conditional(condition=condition, then=then, otherwise=otherwise) if self._fixed(condition, env):
                first, second = self.condition(then, env), self.condition(otherwise, env)
                if first is not None and second is not None:
                    return select(self.outer.value(condition, env), first, second)
            case t.Member(value=value, set=group_) if self._is_it(value, env) and self._fixed(group_, env):
                return self.outer.bits(group_, env)
            case t.Touches(left=left, right=right) if self.board:
                for it, other in ((left, right), (right, left)):
                    if self._is_it(it, env) and self._fixed(other, env):
                        return self.outer.near(self.outer.bits(other, env), self.board)
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

    def _logic(self, operator: str, parts: list[Expr | None]) -> Expr | None:
        result: Expr = self.all if operator == "and" else BitsConst(0, self.width)
        for part in parts:
            if part is None:
                return None
            result = set_op("and" if operator == "and" else "or", result, part, self.width)
        return result

    def _not(self, bits: Expr | None) -> Expr | None:
        return None if bits is None else set_op("minus", self.all, bits, self.width)

    def _comparison(self, expr: t.Comparison, env: Env) -> Expr | None:
        for left, right, operator in ((expr.left, expr.right, expr.operator), (expr.right, expr.left, _FLIPPED[expr.operator])):
            if not self._fixed(right, env):
                continue
            if operator in ("==", "!="):
                found = self._equal(left, right, env)
                if found is not None:
                    return found if operator == "==" else self._not(found)
            resolved, home = self.outer.resolve(left, env)
            if isinstance(resolved, t.BuiltinValue) and resolved.name == "distance" and self.board:
                found = self._distance(resolved, operator, self.outer.value(right, env), home)
                if found is not None:
                    return found
        return None

    def _equal(self, left: t.Expr, right: t.Expr, env: Env) -> Expr | None:
        if self._is_it(left, env):
            offset = self.outer.unit.offset(self.kind)
            return single(arith("-", self.outer.value(right, env), Const(offset)), self.width)
        resolved, home = self.outer.resolve(left, env)
        if (
            isinstance(resolved, t.PropertyValue) and resolved.name == "kind" and self._is_it(resolved.of, home)
            and isinstance(self.kind, t.PieceType) and self.board and not self.outer.unit.rules.pieces[self.kind.piece].owned
        ):  # fmt: skip
            return Load(f"{self.kind.piece}.on", self.outer.value(right, env))
        return None

    def _distance(self, expr: t.BuiltinValue, operator: str, limit: Expr, env: Env) -> Expr | None:
        for it, other in (expr.args, expr.args[::-1]):
            if self._is_it(it, env) and self._fixed(other, env):
                below = arith("-", limit, Const(1))
                within = {"<=": limit, "<": below, ">": limit, ">=": below}
                if operator not in within:
                    return None
                ball = self.outer.ball(other, within[operator], env)
                return ball if operator in ("<=", "<") else self._not(ball)
        return None

    def _any(self, expr: t.Expr, env: Env) -> Expr | None:
        expr, env = self.outer.resolve(expr, env)
        match expr:
            case t.CounterSet(place=place, reserve=False) if place is not None and self._is_it(place, env):
                owner_fixed = expr.owner is None or self._fixed(expr.owner, env)
                if owner_fixed:
                    everywhere = t.CounterSet(
                        expr.counter, expr.owner, None, False, expr.state, type=expr.type, span=expr.span
                    )
                    return self.outer.counter_cells(everywhere, env)
            case t.CellUnion(operator="both", left=left, right=right):
                for it, other in ((left, right), (right, left)):
                    if self._is_it(it, env) and self._fixed(other, env):
                        return self.outer.bits(other, env)
            case t.NextTo(set=things, to=to) if self.board and self._is_it(to, env) and self._fixed(things, env):
                return self.outer.near(self.outer.bits(things, env), self.board)
        return None

    def _define(self, expr: t.DefineValue, env: Env) -> Expr | None:
        define = self.outer.unit.rules.defines[expr.define]
        inner = Env({p.name: Alias(arg, env) for p, arg in zip(define.params, expr.args, strict=True)}, env.widths)
        result: Expr | None = BitsConst(0, self.width)
        for case in reversed(define.cases):
            value = self.condition(case.value, inner)
            if case.condition is None:
                result = value
                continue
            constant = self.outer.constant_truth(case.condition, inner)
            if constant is not None:
                result = value if constant else result
                continue
            holds = self.condition(case.condition, inner)
            if value is None or holds is None or result is None:
                return None
            yes, no = set_op("and", holds, value, self.width), set_op("minus", result, holds, self.width)
            result = set_op("or", yes, no, self.width)
        return result


_FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
