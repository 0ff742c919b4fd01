"""Sets as bitsets: cells, players, kinds, pieces; and tests for a member that do not evaluate the whole set.

A function that builds a set member by member ends in one of two ways: a loop that removes from `found` what fails, or
one that adds to `found` what holds. `has_member` makes a copy that stops at the first good member.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from dsl.ir.builder import (
    FALSE,
    NONE,
    TRUE,
    all_of,
    any_of,
    arith,
    compare,
    expressions,
    if_,
    is_empty,
    negate,
    select,
    set_op,
    single,
    walk,
)
from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Const,
    Draw,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Population,
    Return,
    Set,
    SetOp,
    SetOperation,
    Single,
    Statement,
    While,
)
from dsl.lowering import teams
from dsl.lowering.compilation_unit import Unit, unsupported
from dsl.lowering.environment import Env, local_name
from dsl.lowering.protocols import Context
from dsl.lowering.traversal import conjuncts
from dsl.lowering.values.lists import is_players
from dsl.lowering.values.spaces import Spaces
from dsl.lowering.values.vectorize import Vectorizer
from dsl.semantics import typed as t

_ALGEBRA: dict[str, SetOperation] = {"plus": "or", "without": "minus", "both": "and"}


class SetLowerer:
    """Lowers sets to bitsets: cells, players, kinds, pieces."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    def is_bits(self, expr: t.Expr, env: Env) -> bool:
        """Whether a set can be held as a bitset."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case (
                t.ConnectedParts()
                | t.NumberRange()
                | t.ZoneSet()
                | t.CounterSet()
                | t.Rotation()
                | t.Chained()
                | t.Ranked()
            ):
                return False
            case t.Filtered(set=inner) | t.Extreme(set=inner):
                return self.is_bits(inner, env)
            case t.ListOf(type=kind):
                return isinstance(kind, t.SetType)
        return isinstance(expr.type, t.SetType) and not isinstance(
            expr.type.of, (t.SetType, t.CounterType, t.NumberType)
        )

    def bits(self, expr: t.Expr, env: Env) -> Expr:
        """Return a set as a bitset; a single value as a set of one."""
        expr, env = self.context.exprs.resolve(expr, env)
        match expr:
            case t.CounterSet():
                return self.context.counters.cells(expr, env)
            case t.CounterCells(counters=counters):
                return self.context.counters.cells(counters, env)
        if isinstance(expr.type, t.WayType):
            return self.context.exprs.value(expr, env)
        if is_players(expr.type):
            return self.context.lists.members(expr, env)
        if isinstance(expr.type, t.ListType) and isinstance(expr, (t.ListOf, t.Conditional)):
            return self.bits(replace(expr, type=t.SetType(expr.type.of)), env)
        if not isinstance(expr.type, t.SetType):
            return self._singleton(expr, env)
        for write in (self._places, self._others, self._any, self.context.lines.bits):
            made = write(expr, env)
            if made is not None:
                return self.unit.traced(expr, env, made)
        raise unsupported("this set", expr.span)

    def _places(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return a set of places; None for any other expression."""
        board = self.context.boards
        match expr:
            case t.AllCells(board=name):
                return BitsConst(self.unit.geometries[name].valid, self.unit.types.size(expr.type))
            case t.EdgeCells(board=name):
                return BitsConst(self.unit.geometries[name].edge, self.unit.types.size(expr.type))
            case t.CoveredCells(set=things):
                return Spaces(self.unit, self.unit.board_of(things.type)).covered(self.bits(things, env))
            case t.PieceCells():
                return self.context.pieces.some(expr, env)
            case t.StandingCells():
                return self.context.numbered.cells(expr, env)
            case t.NextTo(set=things, to=to):
                return self.both(self.bits(things, env), board.near(self.bits(to, env), self.unit.board_of(to.type)))
            case t.JoinedTo(set=things, to=to):
                return Call(board.flood(self.unit.board_of(things.type)), (self.bits(things, env), self.bits(to, env)))
            case t.WithinOf(set=things, distance=distance, centre=centre):
                return self.both(
                    self.bits(things, env), board.ball(centre, self.context.exprs.value(distance, env), env)
                )
            case t.PropertyValue(name="ahead" | "sides" as beyond, of=way) if isinstance(way.type, t.WayType):
                return self.context.paths.beyond(beyond, way.type.path, *self.context.exprs.resolve(way, env))
        return None

    def _others(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return a set of pieces, players, teams or kinds; None for any other expression."""
        match expr:
            case t.PiecesOn():
                return self.context.numbered.on(expr, env)
            case t.ZoneSet(zone=zone, kind=kind):
                self.context.pieces.check_known_by_place(expr, env)
                of_kind = None if kind is None else self.context.exprs.value(kind, env)
                return self.context.numbered.in_zone(zone, self.context.exprs.zone_owner(expr, env), of_kind)
            case t.AllTeams():
                return teams.in_play(self.unit)
            case t.PropertyValue(name="players", of=team):
                return teams.players_of(self.unit, self.context.exprs.value(team, env))
            case t.AllSeats(in_play=True):
                return Load("in_play")
            case t.AllSeats() | t.KindValues():
                width = self.unit.types.size(expr.type)
                return BitsConst((1 << width) - 1, width)
        return None

    def _any(self, expr: t.Expr, env: Env) -> Expr | None:
        """Return a set made of other sets, or a variable; None for any other expression."""
        width = self.unit.types.size(expr.type)
        match expr:
            case t.CellUnion(operator=operator, left=left, right=right):
                return set_op(_ALGEBRA[operator], self.bits(left, env), self.bits(right, env), width)
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
                return select(self.context.exprs.value(condition, env), self.bits(then, env), self.bits(otherwise, env))
            case t.LocalValue() | t.VariableValue() | t.DefineValue():
                return self.context.exprs.value(expr, env)
            case t.Constant(value=-1):
                return BitsConst(0, width)
        return None

    def _singleton(self, expr: t.Expr, env: Env) -> Expr:
        kind = expr.type.of if isinstance(expr.type, t.MaybeType) else expr.type
        if isinstance(kind, t.CounterType):
            board = self.unit.board_of(kind)
            return single(self.context.counters.part("place", kind.counter, expr, env), board.width)
        self.context.pieces.check_known_by_place(expr, env)
        width, value = self.unit.types.size(kind), self.context.exprs.value(expr, env)
        if isinstance(expr.type, t.MaybeType):
            return select(compare(">=", value, Const(0)), single(value, width), BitsConst(0, width))
        return single(arith("-", value, Const(self.unit.types.offset(kind))), width)

    def both(self, left: Expr, right: Expr) -> Expr:
        """Return the intersection of two sets."""
        width = left.width if isinstance(left, BitsConst) else right.width if isinstance(right, BitsConst) else 0
        return set_op("and", left, right, width) if width else SetOp("and", left, right)

    def _filtered(self, expr: t.Filtered, env: Env) -> Expr:
        width = self.unit.types.size(expr.type)
        base = self.bits(expr.set, env)
        member = expr.type.of if isinstance(expr.type, t.SetType) else expr.type
        inner = env.local(expr.name, 0)
        rest: list[Expr] = []
        for condition in conjuncts(expr.condition):
            if not self.context.exprs.mentions(condition, inner, expr.name):
                base = select(self.context.exprs.value(condition, env), base, BitsConst(0, width))
            elif (lifted := Vectorizer(self.context, expr.name, member).condition(condition, inner)) is not None:
                base = set_op("and", base, lifted, width)
            else:
                rest.append(self.context.exprs.value(condition, inner))
        if not rest:
            return base
        it = local_name(expr.name)
        keep = Set("found", set_op("or", Local("found"), single(Local(it), width), width))
        loop = ForBits(it, base, tuple(if_(all_of(rest), [keep])))
        body: list[Statement] = [Set("found", BitsConst(0, width)), loop, Return(Local("found"))]
        return self.unit.closure("those", width, body, inner)

    def _extreme(self, expr: t.Extreme, env: Env) -> Expr:
        width = self.unit.types.size(expr.type)
        it, inner = local_name(expr.name), env.local(expr.name, 0)
        member = Local(it)
        key = self.context.exprs.value(expr.key, inner)
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

    def pick(self, source: t.Expr, env: Env) -> Expr:
        """Return a random member."""
        if not self.is_bits(source, env):
            return self._pick_from_sequence(*self.context.exprs.resolve(source, env))
        width = self.unit.types.size(source.type)
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

    def _pick_from_sequence(self, source: t.Expr, env: Env) -> Expr:
        """Return a random member of a range, zone or list, which have no bitset."""
        if isinstance(source, t.NumberRange):
            low, high = self.context.exprs.value(source.low, env), self.context.exprs.value(source.high, env)
            return arith("+", low, Draw(arith("+", arith("-", high, low), Const(1))))

        def chosen(inner: Env) -> list[Statement]:
            found, skip = Return(self.context.loops.member(inner)), Local("skip")
            return [If(compare("==", skip, Const(0)), (found,)), Set("skip", arith("-", skip, Const(1)))]

        drawn = Draw(self.context.exprs.count(source, env))
        body = [Set("skip", drawn), *self.context.loops.each(source, env, chosen), Return(NONE)]
        return self.unit.closure("pick", 0, body, env)

    def _sample(self, source: t.Expr, amount: t.Expr, env: Env, width: int) -> Expr:
        self.pick(source, env)
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
        return Call(name, (self.bits(source, env), self.context.exprs.value(amount, env)))


FOUND = Local("found")


def quick_name(name: str) -> str:
    """Return the name of the function that only tests whether the set of a function has a member."""
    return f"some_{name}"


def has_member(unit: Unit, bits: Expr) -> Expr:
    """Return whether a bitset has a member."""
    match bits:
        case Call(name, args) if _add_has_member(unit, name):
            return Call(quick_name(name), args)
        case SetOp("or", left, right) if _costly(left) or _costly(right):
            first, second = (right, left) if _costly(left) and not _costly(right) else (left, right)
            return any_of((has_member(unit, first), has_member(unit, second)))
    return negate(is_empty(bits))


def _add_has_member(unit: Unit, name: str) -> bool:
    """Add a function that only tests whether the set of function `name` has a member, if it is faster; return whether
    it exists.
    """
    quick = quick_name(name)
    if quick not in unit.functions:
        function = unit.functions.get(name)  # a function that is still being made does not exist yet
        body = _early_exit(unit, function.body) if function is not None else None
        if function is None or body is None:
            return False
        comment = f"whether there is any: {function.comment}".rstrip(": ")
        unit.function(quick, function.params, 0, body, comment, restores=function.restores)
    return True


def _early_exit(unit: Unit, body: Block) -> Block | None:
    """Return a body that tests whether the set has a member; None if that is as slow as building the set."""
    match body:
        case (Return(Call() | SetOp("or") as result),):
            found = has_member(unit, result)
            return None if found == negate(is_empty(result)) else (Return(found),)
        case (*before, ForBits() as loop, Return(result)) if result == FOUND:
            return _loop(before, loop)
        case (*before, If(condition, then, ()), Return(result)) if result == FOUND and _starts_empty(before):
            match then:
                case (*inside, ForBits() as loop):
                    stopping = _loop((*before, *inside), loop)
                    if stopping is not None:
                        return (*before, If(condition, stopping[len(before) :]), Return(FALSE))
    match body:
        case (Set("found", BitsConst(0)), *inside, Return(result)) if result == FOUND and not _draws(unit, body):
            adding = _stopping(inside)
            return None if adding is None else (*adding, Return(FALSE))
    return None


def _stopping(block: Sequence[Statement]) -> Block | None:
    """Return a block that returns 1 where `found` gets its first member; None if it does anything else with it."""
    stopping: list[Statement] = []
    for statement in block:
        match statement:
            case Set("found", SetOp("or", left, Single())) if left == FOUND:
                return *stopping, Return(TRUE)
            case Set("found") | Return() | While():
                return None  # the whole result of a search is memoized: it is often needed after the test
            case If(condition, then, otherwise):
                first, second = _stopping(then), _stopping(otherwise)
                if first is None or second is None:
                    return None
                stopping.append(If(condition, first, second))
            case ForRange() | ForBits():
                inner = _stopping(statement.body)
                if inner is None:
                    return None
                stopping.append(replace(statement, body=inner))
            case _:
                stopping.append(statement)
    return None if any(FOUND in walk(expr) for expr in expressions(stopping)) else tuple(stopping)


def _draws(unit: Unit, body: Block) -> bool:
    """Whether numbers are drawn, also by a function that is called: then nothing may be left out."""
    seen, waiting = set[str](), [body]
    while waiting:
        for part in (inner for expr in expressions(waiting.pop()) for inner in walk(expr)):
            match part:
                case Draw():
                    return True
                case Call(name) if name not in unit.functions:
                    return True
                case Call(name) if name not in seen:
                    seen.add(name)
                    waiting.append(unit.functions[name].body)
    return False


def _loop(before: Sequence[Statement], loop: ForBits) -> Block | None:
    match loop.body:
        case (*known, If(condition, (Set("found", SetOp("minus", left, Single(Local(member)))),), ())):
            if (left, loop.bits, member) == (FOUND, FOUND, loop.local):
                return _search_loop(before, loop, known, negate(condition))
        case (*known, If(condition, (Set("found", SetOp("or", left, Single(Local(member)))),), ())):
            if (left, member) == (FOUND, loop.local) and _starts_empty(before):
                return _search_loop(before, loop, known, condition)
    return None


def _search_loop(before: Sequence[Statement], loop: ForBits, known: Sequence[Statement], good: Expr) -> Block:
    """Return the loop up to the first member that is good."""
    stop = If(good, (Return(TRUE),))
    return (*before, ForBits(loop.local, loop.bits, (*known, stop)), Return(FALSE))


def _starts_empty(before: Sequence[Statement]) -> bool:
    """Whether `found` is certainly empty after these statements."""
    given = [statement for statement in before if isinstance(statement, Set) and statement.local == FOUND.name]
    return len(given) == len(before) == 1 and isinstance(given[0].value, BitsConst) and given[0].value.bits == 0


def _costly(expr: Expr) -> bool:
    return any(isinstance(part, Call) for part in walk(expr))
