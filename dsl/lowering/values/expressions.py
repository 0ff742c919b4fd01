"""Expressions as instructions: numbers, truths, players, cells and pieces, and the resolution of names.

An expression that needs a loop becomes a function, so its call is still an expression, and `and` and `or` still
short-circuit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span
from dsl.ir.builder import (
    FALSE,
    NONE,
    TRUE,
    all_of,
    any_of,
    arith,
    compare,
    has,
    is_empty,
    negate,
    population,
    select,
    set_op,
)
from dsl.ir.instructions import (
    Break,
    Call,
    Comparison,
    Const,
    Expr,
    ForRange,
    If,
    Load,
    Local,
    Lookup,
    Lowest,
    Return,
    Set,
    Statement,
)
from dsl.ir.layout import BoardLayout
from dsl.lowering import teams
from dsl.lowering.compilation_unit import table_cell, unsupported
from dsl.lowering.environment import Alias, ComputedValue, CounterValue, Env, WayValue, local_name
from dsl.lowering.protocols import Context
from dsl.lowering.traversal import inside
from dsl.lowering.values.counters import group
from dsl.lowering.values.lists import is_players
from dsl.lowering.values.piece_slots import kind_of
from dsl.lowering.values.sets import has_member
from dsl.lowering.values.spaces import rotations
from dsl.semantics import typed as t
from dsl.semantics.error_messages import no_such_place
from dsl.semantics.type_compatibility import TEAM

_COMPARED: Mapping[str, Comparison] = {"at least": ">=", "at most": "<=", "exactly": "=="}


class ExpressionLowerer:
    """Lowers expressions of one program to numbers, and resolves names."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context
        #: by identity of an expression: the expression (which keeps the identity unique) and the names in it
        self._locals: dict[int, tuple[t.Expr, frozenset[str]]] = {}
        self._zone_defines: dict[str, bool] = {}  #: by name of a definition, see `_from_zone`

    # -- names --------------------------------------------------------------------------------------------------

    def resolve(self, expr: t.Expr, env: Env) -> tuple[t.Expr, Env]:
        """Replace names by the expressions they are bound to, and expand definitions that cannot be functions."""
        while True:
            if isinstance(expr, t.LocalValue):
                bound = env.names.get(expr.name)
                if not isinstance(bound, Alias):
                    return expr, env
                expr, env = bound.expr, bound.env
            elif isinstance(expr, t.DefineValue) and not self._has_function(expr, env):
                expr, env = self.unfold(expr, env)
            elif isinstance(expr, t.Conditional):
                condition = self.constant_truth(expr.condition, env)
                if condition is None:
                    return expr, env
                expr = expr.then if condition else expr.otherwise
            else:
                return expr, env

    def _has_function(self, expr: t.DefineValue, env: Env) -> bool:
        define = self.unit.rules.defines[expr.define]
        kinds = (define.result, *(p.type for p in define.params))
        if isinstance(expr.type, t.ListType) or not all(self._fits_function(kind) for kind in kinds):
            return False
        return not self._from_zone(define) and not any(self.context.pieces.in_zone(arg, env) for arg in expr.args)

    def _from_zone(self, define: t.DefineDecl) -> bool:
        """Whether a definition yields pieces of a zone, which a function would return as if known by their places."""
        if define.name not in self._zone_defines:
            self._zone_defines[define.name] = any(self.context.pieces.in_zone(c.value, Env()) for c in define.cases)
        return self._zone_defines[define.name]

    @staticmethod
    def _fits_function(kind: t.Type) -> bool:
        if isinstance(kind, t.SetType):
            return isinstance(kind.of, (t.PlaceType, t.PlayerType, t.KindType, t.PieceType))
        return not isinstance(kind, t.ListType)

    def unfold(self, expr: t.DefineValue, env: Env) -> tuple[t.Expr, Env]:
        """Return the expansion of a definition: the case that the options select, or a conditional of the remaining
        ones."""
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
        """Yield an expression and all its parts, with names resolved."""
        if isinstance(expr, t.LocalValue):
            bound = env.names.get(expr.name)
            if isinstance(bound, Alias):
                yield from self.parts(bound.expr, bound.env)
                return
        yield expr
        for part in inside(expr):
            yield from self.parts(part, env)

    def mentions(self, expr: t.Expr, env: Env, name: str) -> bool:
        """Whether an expression depends on the local `name`."""
        for local in self._locals_in(expr):
            bound = env.names.get(local)
            if isinstance(bound, Alias):
                if self.mentions(bound.expr, bound.env, name):
                    return True
            elif local == name and bound is not None:
                return True
        return False

    def _locals_in(self, expr: t.Expr) -> frozenset[str]:
        """Return the names in an expression as written; cached by expression."""
        known = self._locals.get(id(expr))
        if known is None:
            names = {expr.name} if isinstance(expr, t.LocalValue) else set[str]()
            known = expr, frozenset(names.union(*(self._locals_in(part) for part in inside(expr))))
            self._locals[id(expr)] = known
        return known[1]

    # -- values ---------------------------------------------------------------------------------------------------

    def value(self, expr: t.Expr, env: Env) -> Expr:
        """Return a number: a number, truth, player, kind, cell, piece, counter, or a list of players."""
        if is_players(expr.type):
            return self.context.lists.value(expr, env)
        meant, home = self.resolve(expr, env)
        return self.unit.traced(meant, home, self.number(meant, home))

    def as_stored(self, expr: t.Expr, env: Env, width: int) -> Expr:
        """Return a value in the form that a slot or local of this width holds: a set, or a number if the width is 0."""
        return self.context.sets.bits(expr, env) if width else self.value(expr, env)

    def number(self, expr: t.Expr, env: Env) -> Expr:
        """Return the number of an expression that is already resolved."""
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
                return self._bound(name, env)
            case t.Me():
                return Load("me")
            case t.TimesSeen():
                return Load("times_seen")
            case t.NumberOfPlayers():
                return population(Load("in_play"))
            case t.VariableValue(variable=variable, of=of):
                return Load(variable, None if of is None else self.index(variable, of, env))
            case t.TableValue():
                return self._table_value(expr, env)
            case t.DefineValue():
                return self._call_define(expr, env)
            case t.BuiltinValue():
                return self._builtin(expr, env)
            case t.PropertyValue(name=name, of=of):
                return self.property_of(name, of, env)
            case t.ZoneTop(zone=zone, bottom=bottom):
                return self._zone_end(zone, bottom, env)
            case t.Arithmetic(operator=operator, left=left, right=right):
                return arith(operator, self.value(left, env), self.value(right, env))
            case t.Comparison():
                return self._comparison(expr, env)
            case t.MembershipTest():
                return self._membership(expr, env)
            case t.Touches(left=left, right=right):
                near = self.context.boards.near(self.context.sets.bits(left, env), self.unit.board_of(left.type))
                return negate(is_empty(self.context.sets.both(near, self.context.sets.bits(right, env))))
            case t.Logic(operator="and", parts=parts):
                return all_of(self.value(part, env) for part in parts)
            case t.Logic(parts=parts):
                return any_of(self.value(part, env) for part in parts)
            case t.Negation(value=inner):
                return negate(self.value(inner, env))
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return select(self.value(condition, env), self.value(then, env), self.value(otherwise, env))
            case t.CanChoose(choice=choice):
                return self.context.choices.can(choice, env)
            case t.ExistsIn():
                return self.exists(expr, env)
            case t.CountOf(set=counted):
                return self.count(counted, env)
            case t.AggregateOf():
                return self.aggregate(expr, env)
            case t.OneOf(set=source):
                return self.context.pieces.only(source, env)
            case t.RandomFrom(set=source, amount=None):
                return self.context.sets.pick(source, env)
        raise unsupported("this value", expr.span)

    def index(self, variable: str, of: t.Expr, env: Env) -> Expr:
        """Return the index of a player, place or piece in the slot of a variable."""
        owner = self.unit.rules.variables[variable].owner
        return self.context.pieces.number(owner, of, env) if owner in self.unit.pieces else self.value(of, env)

    def _bound(self, name: str, env: Env) -> Expr:
        bound = env.names[name]
        if isinstance(bound, ComputedValue):
            return bound.expr
        if isinstance(bound, WayValue):
            return self.context.paths.number(bound)
        assert isinstance(bound, CounterValue)
        layout = self.unit.counters[bound.counter]
        cells = self.unit.geometries[layout.board].width
        return arith("+", arith("*", group(layout, bound.owner, bound.state), Const(cells)), bound.cell)

    def _member(self, member: t.Expr, kind: t.Type, env: Env) -> Expr:
        offset = self.unit.types.offset(kind.of) if isinstance(kind, t.SetType) else 0
        return arith("-", self.value(member, env), Const(offset))

    def _cell(self, board: str, x: int, y: int, expr: t.Expr) -> int:
        geometry = self.unit.geometries[board]
        named = geometry.layout.shape in ("areas", "slots")  # named places are known by their number alone
        number = geometry.cell(x, y) if not named else x if x < geometry.width else None
        if number is None:
            raise RulesError((_no_such_place(geometry.layout, expr.span),))
        return number

    def property_of(self, name: str, of: t.Expr, env: Env) -> Expr:
        """Return `kind`, `owner`, `place`, `state` or an attribute of a piece or counter."""
        resolved, inner = self.resolve(of, env)
        kind = resolved.type.of if isinstance(resolved.type, t.MaybeType) else resolved.type
        match kind:
            case t.CounterType(counter):
                return self.context.counters.part(name, counter, resolved, inner)
            case t.WayType(path):
                return self.context.paths.property_of(name, path, resolved, inner)
            case t.PieceType(piece):
                return self._of_piece(name, piece, resolved, inner)
            case t.PlayerType() if name == "team":
                return teams.team_of(self.unit, self.value(resolved, inner))
            case t.PlaceType() if name == "place":
                return self.value(resolved, inner)
            case t.PlaceType(board):
                return self.unit.look_up(self.context.boards.words(board, name), self.value(resolved, inner))
        raise unsupported(f"`{name} of` this", of.span)

    def _of_piece(self, name: str, piece: str, of: t.Expr, env: Env) -> Expr:
        if name == "place":
            self.context.pieces.check_known_by_place(of, env)
        value = self.value(of, env)
        if name == "place":
            return Load(f"{piece}.cell", value) if self.unit.types.numbered(piece) else value
        # A piece in a zone is known by number, even if its type is known by cell on the board.
        by_cell = self.unit.types.by_cell(piece) and not self.context.pieces.from_zone(of, env)
        number = Load(f"{piece}.at", value) if by_cell else value
        if name == "rotations":
            layout = self.unit.pieces[piece]
            return self.unit.look_up(rotations(self.unit, layout), kind_of(layout, number))
        return Load(f"{piece}.{name}", number) if f"{piece}.{name}" in self.unit.slots else Const(0)

    def _zone_end(self, zone: t.ZoneSet, bottom: bool, env: Env) -> Expr:
        layout = self.unit.zones[zone.zone]
        owner = self.zone_owner(zone, env)
        size = Load(f"{layout.name}.size", owner)
        base = arith("*", owner, Const(layout.capacity))
        index = base if bottom else arith("-", arith("+", base, size), Const(1))
        return select(compare(">", size, Const(0)), Load(f"{layout.name}.items", index), NONE)

    def _membership(self, expr: t.MembershipTest, env: Env) -> Expr:
        things, home = self.resolve(expr.set, env)
        match things:
            case t.ZoneSet():
                number = self.context.pieces.number(self.unit.zones[things.zone].piece, expr.value, env)
                return self._in_zone(number, things, home)
            case t.CounterSet(counter=counter):
                one = self.context.counters.one(counter, *self.resolve(expr.value, env))
                return self.context.counters.holds(things, one, home)
        return has(self.context.sets.bits(things, home), self._member(expr.value, things.type, env))

    def _in_zone(self, number: Expr, zone: t.ZoneSet, env: Env) -> Expr:
        """Return whether a piece is in a zone (and of a kind)."""
        layout = self.unit.zones[zone.zone]
        place = arith("+", Const(layout.number), self.zone_owner(zone, env))
        inside = compare("==", Load(f"{layout.piece}.where", number), place)
        if zone.kind is None:
            return inside
        return all_of([inside, compare("==", Load(f"{layout.piece}.kind", number), self.value(zone.kind, env))])

    def zone_owner(self, zone: t.ZoneSet, env: Env) -> Expr:
        """Return the owner of a zone: an index into `<zone>.size`."""
        return Const(0) if zone.owner is None else self.value(zone.owner, env)

    def _comparison(self, expr: t.Comparison, env: Env) -> Expr:
        left, right = expr.left, expr.right
        if isinstance(left.type, t.ListType) or isinstance(right.type, t.ListType):
            same = self.context.lists.same(left, right, env)
            return same if expr.operator == "==" else negate(same)
        if isinstance(left.type, t.SetType) or isinstance(right.type, t.SetType):
            return compare(expr.operator, self.context.sets.bits(left, env), self.context.sets.bits(right, env))
        if self.context.pieces.in_zone(left, env) != self.context.pieces.in_zone(right, env):
            for side in (left, right):
                self.context.pieces.check_known_by_place(side, env)
        return compare(expr.operator, self.value(left, env), self.value(right, env))

    # -- definitions ----------------------------------------------------------------------------------------------

    def _call_define(self, expr: t.DefineValue, env: Env) -> Expr:
        """Return the call of the function that a definition becomes."""
        define = self.unit.rules.defines[expr.define]
        name = f"rule_{define.name}"
        if name not in self.unit.functions:
            self._add_define(name, define)
        args = tuple(
            self.as_stored(arg, env, self.unit.types.width(param.type))
            for param, arg in zip(define.params, expr.args, strict=True)
        )
        return Call(name, args)

    def _add_define(self, name: str, define: t.DefineDecl) -> None:
        env = Env()
        for param in define.params:
            env = env.local(param.name, self.unit.types.width(param.type))
        width = self.unit.types.width(define.result)
        result: Expr = FALSE
        for case in reversed(define.cases):
            chosen = self.as_stored(case.value, env, width)
            result = chosen if case.condition is None else select(self.value(case.condition, env), chosen, result)
        params = [(local_name(param.name), self.unit.types.width(param.type)) for param in define.params]
        self.unit.function(name, params, width, [Return(result)], f"define {define.name}")

    # -- tables ---------------------------------------------------------------------------------------------------

    def _table_value(self, expr: t.TableValue, env: Env) -> Expr:
        """Return the entry of a table of the rules at a row and a column."""
        decl = self.unit.rules.tables[expr.table]
        keys = [self._table_key(key, env) for key in expr.keys]
        columns = (expr.column,) if expr.column else decl.columns
        rows = self._row_names(decl)
        name = f"{expr.table}.{expr.column}" if expr.column else expr.table
        if name not in self.unit.tables:
            values = [table_cell(self.unit, expr.table, row, column) for row in rows for column in columns]
            self.unit.tables[name] = tuple(-1 if value is None else value for value in values)
        keys[0] = arith("-", keys[0], Const(self.unit.types.offset(decl.key)))
        if expr.column:
            return self.unit.look_up(name, keys[0])
        low = self.unit.types.offset(decl.second_key) if decl.second_key else 0
        return self.unit.look_up(
            name, arith("+", arith("*", keys[0], Const(len(columns))), arith("-", keys[1], Const(low)))
        )

    def _row_names(self, decl: t.TableDecl) -> tuple[str, ...]:
        if isinstance(decl.key, t.KindType) and decl.key.name in self.unit.kinds:
            return tuple(value for value in self.unit.kinds[decl.key.name].values if value in decl.rows)
        if isinstance(decl.key, t.NumberType):
            return tuple(str(n) for n in range(decl.key.low, decl.key.high + 1) if str(n) in decl.rows)
        if isinstance(decl.key, t.PlaceType):
            return tuple(area for area, _, _ in self.unit.rules.boards[decl.key.board].areas)
        return decl.rows

    def _table_key(self, key: t.Expr, env: Env) -> Expr:
        if isinstance(key.type, (t.PieceType, t.MaybeType)):
            return self.property_of("kind", key, env)
        return self.value(key, env)

    # -- built-in functions ---------------------------------------------------------------------------------------

    def _builtin(self, expr: t.BuiltinValue, env: Env) -> Expr:
        """Return the value of a builtin."""
        match expr.name:
            case "smaller" | "larger":
                left, right = (self.value(arg, env) for arg in expr.args)
                return arith("min" if expr.name == "smaller" else "max", left, right)
            case "seat":
                return arith("-", self.value(expr.args[0], env), Const(1))
            case "left of" | "right of":
                beside = Call(self.seat_beside(expr.name == "left of"), (self.value(expr.args[0], env),))
                return teams.team_of(self.unit, beside) if expr.type == TEAM else beside
            case "distance":
                return self.context.boards.distance(expr.args[0], expr.args[1], env)
            case "walls":
                return self.context.boards.walls(expr.args[0], expr.args[1], env)
            case "coordinate x" | "coordinate y":
                place = expr.args[0]
                table = self.context.boards.coordinates(self.unit.board_of(place.type), expr.name[-1])
                return self.unit.look_up(table, self.value(place, env))
            case "nth":
                return self.context.lists.nth(expr.args[1], expr.args[0], env)
            case "row":
                player, place = expr.args
                return self.context.lines.row(player, place, env)
            case "position":
                return arith("+", self.value(expr.args[0], env), Const(1))
        raise unsupported(f"`{expr.name}`", expr.span)

    def seat_beside(self, left: bool) -> str:
        """Return the function to the next seat in the game, to the left or to the right."""
        name = "seat_to_the_left" if left else "seat_to_the_right"
        if name not in self.unit.functions:
            body = self._to_the_left() if left else self._to_the_right()
            self.unit.function(name, [("player", 0)], 0, body, "the next player still in the game")
        return name

    def _to_the_left(self) -> list[Statement]:
        """Return the body without a loop: the lowest seat above that of `player`, else the lowest of all."""
        table, players = "seats_behind", self.unit.players
        #: by seat + 1, as seat -1 precedes the first
        self.unit.tables.setdefault(table, tuple((1 << players) - (1 << seat) for seat in range(players + 1)))
        behind = Lookup(table, arith("+", Local("player"), Const(1)), players)
        others = select(is_empty(Load("in_play")), Local("player"), Lowest(Load("in_play")))
        return [
            Set("rest", set_op("and", Load("in_play"), behind, players)),
            Return(select(is_empty(Local("rest")), others, Lowest(Local("rest")))),
        ]

    def _to_the_right(self) -> list[Statement]:
        last, seat = Const(self.unit.players - 1), Local("seat")
        onward = select(compare("==", seat, Const(0)), last, arith("-", seat, Const(1)))
        return [
            Set("seat", Local("player")),
            ForRange("i", Const(0), Const(self.unit.players), (
                Set("seat", onward),
                If(has(Load("in_play"), seat), (Break(),)),
            )),
            Return(seat),
        ]  # fmt: skip

    # -- quantifiers and aggregates -------------------------------------------------------------------------------

    def exists(self, expr: t.ExistsIn, env: Env) -> Expr:
        """Return whether a set has at least, at most or exactly a number of members."""
        count = self.value(expr.count, env)
        if expr.amount == "at least" and count == Const(1):
            return self.any_in(expr.set, env)
        if expr.amount == "at most" and count == Const(0):
            return negate(self.any_in(expr.set, env))
        return compare(_COMPARED[expr.amount], self.count(expr.set, env), count)

    def any_in(self, expr: t.Expr, env: Env) -> Expr:
        """Return whether a set has a member."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.context.counters.any(expr, env)
            case t.ZoneSet(kind=None):
                return compare(">", Load(f"{expr.zone}.size", self.zone_owner(expr, env)), Const(0))
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(left.type, t.SetType):
                return has(self.context.sets.bits(right, env), self.value(left, env))
            case t.CellUnion(operator="both", left=left, right=right) if not isinstance(right.type, t.SetType):
                return has(self.context.sets.bits(left, env), self.value(right, env))
        if self.context.sets.is_bits(expr, env):
            return has_member(self.unit, self.context.sets.bits(expr, env))
        found = self.context.loops.each(expr, env, lambda _: [Return(TRUE)])
        return self.unit.closure("any", 0, [*found, Return(FALSE)], env)

    def count(self, expr: t.Expr, env: Env) -> Expr:
        """Return how many members a set has."""
        expr, env = self.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.context.counters.count(expr, env)
            case t.ZoneSet(kind=None):
                return Load(f"{expr.zone}.size", self.zone_owner(expr, env))
        if not isinstance(expr.type, (t.SetType, t.ListType)):
            return TRUE
        if isinstance(expr.type, t.ListType):
            return self.context.lists.length(expr, env)
        if self.context.sets.is_bits(expr, env):
            return population(self.context.sets.bits(expr, env))
        counted = self.context.loops.each(expr, env, lambda _: [Set("n", arith("+", Local("n"), Const(1)))])
        return self.unit.closure("number", 0, [Set("n", Const(0)), *counted, Return(Local("n"))], env)

    def aggregate(self, expr: t.AggregateOf, env: Env) -> Expr:
        """Return the sum, the largest or the smallest of an expression over the members of a set."""

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
        body: list[Statement] = [
            *start,
            *self.context.loops.each(expr.set, env, fold, expr.name),
            Return(Local("result")),
        ]
        return self.unit.closure(expr.kind, 0, body, env)


def _no_such_place(board: BoardLayout, span: Span) -> Problem:
    """Return the problem of a place that a board does not have."""
    long, many = board.rows
    said = f"it has {many} rows of {long} {board.shape}" if many else f"it has {len(board.coordinates)} {board.shape}"
    return no_such_place(board.name, said, span)
