"""Actions as sets of values.

For each asked parameter there is a function that returns, as one bitset, the values that fulfil every condition which
can be tested by then *and* can be completed. Conditions become set algebra where they can (see `Expressions.lift`);
what is left is tested value by value. Whether a first value can be completed is whether the next function's set has a
member. The same conditions, one by one in the order of the text, explain a refusal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl.check import typed as t
from dsl.program.code import BitsConst, Call, Const, Do, Expr, ForBits, Load, Local, Return, Set, SetOp, Statement
from dsl.program.lower.counterslots import group
from dsl.program.lower.existence import some
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import NONE, all_of, arith, compare, has, if_, is_empty, negate, set_op, single, walk
from dsl.program.lower.lift import Lift
from dsl.program.lower.lists import fits_local
from dsl.program.lower.unit import Alias, Env, OneCounter, Unit, Value, local_name, not_yet
from dsl.program.lower.walking import conjuncts, uses
from dsl.program.lower.waychoices import WayChoices
from dsl.program.lower.ways import Ways
from dsl.program.program import ActionInfo, Condition
from dsl.text.source import NOWHERE


@dataclass(frozen=True, slots=True)
class _Test:
    """A condition of a choice: number `index` in the order of the text, testable once `level` parameters are known."""

    index: int
    condition: t.Expr
    level: int
    supposing: tuple[t.SupposeDecl, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A choice made ready: its action, what it asks, its conditions and what the names in them mean."""

    action: t.ActionDecl
    asked: tuple[t.ParamDecl, ...]
    tests: tuple[_Test, ...]
    env: Env

    def local(self, level: int) -> str:
        """Return the local of the asked parameter `level` (from 1)."""
        return local_name(self.asked[level - 1].name)


class Choices:
    """Lowers choices for one program."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.ex = expressions
        self.ways = WayChoices(self)
        expressions.choices = self
        expressions.ways = Ways(unit, expressions)

    # -- plans --------------------------------------------------------------------------------------------------

    def plan(self, choice: t.ChoiceRef, env: Env) -> Plan:
        """Return the plan of a choice made at a place where names mean what `env` says."""
        action = self.unit.rules.actions[choice.action]
        given = tuple(p for p in action.params if p.given)
        asked = tuple(p for p in action.params if not p.given)
        inner = Env({}, env.widths)
        for param, arg in zip(given, choice.args, strict=True):
            inner = inner.bind(param.name, self._given(param, arg, env, asked))
        for param in asked:
            inner = inner.local(param.name, self.unit.width(param.type))
        for line in action.lines:
            if isinstance(line, t.LetDecl):
                inner = inner.bind(line.name, Alias(line.value, inner))
        needs = [line for line in action.lines if isinstance(line, t.NeedDecl)]
        first = self.ways.reasons(asked)
        tests = [self._need(i, need, action, asked, inner) for i, need in enumerate(needs, first)]
        if choice.where is not None:
            # the names of the choice's own place stay visible in its `where`, the action's parameters come before them
            inner = Env({**env.names, **inner.names}, {**env.widths, **inner.widths})
            tests.append(_Test(first + len(tests), choice.where, self._level(choice.where, asked, inner), ()))
        return Plan(action, asked, tuple(tests), inner)

    def _given(self, param: t.ParamDecl, arg: t.Expr, env: Env, asked: tuple[t.ParamDecl, ...]) -> Alias | Value:
        """Return what a given value stands for: its instructions, so that a name in it is not taken for one that the
        action asks for and that happens to be called the same."""
        if not isinstance(param.type, (t.PlaceType, t.PlayerType, t.NumberType, t.KindType, t.TruthType)):
            return Alias(arg, env)
        value = (
            self.ex.property_of("place", arg, env) if isinstance(param.type, t.PlaceType) else self.ex.value(arg, env)
        )
        own = {local_name(one.name) for one in asked}
        return Alias(arg, env) if own & {part.name for part in walk(value) if isinstance(part, Local)} else Value(value)

    def _level(self, expr: t.Expr, asked: tuple[t.ParamDecl, ...], env: Env) -> int:
        levels = [i + 1 for i, param in enumerate(asked) if self.ex.mentions(expr, env, param.name)]
        return max(levels, default=0)

    def _need(
        self, index: int, need: t.NeedDecl, action: t.ActionDecl, asked: tuple[t.ParamDecl, ...], env: Env
    ) -> _Test:
        """Return the test of one condition. What it supposes must be known too before it can be tested."""
        supposing = tuple(action.suppositions[i] for i in need.supposing)
        level = max(self._level(part, asked, env) for part in (need.condition, *_supposed(supposing)))
        return _Test(index, need.condition, level, supposing)

    def info(self, name: str) -> ActionInfo:
        """Return what a table shows of an action."""
        action = self.unit.rules.actions[name]
        plan = self.plan(t.ChoiceRef(name, "", self._placeholders(action), None, "", NOWHERE), Env())
        needs = [line for line in action.lines if isinstance(line, t.NeedDecl)]
        conditions = tuple(
            Condition(
                self.unit.anchor(f"{name}.{need.name}", "condition", need.span), need.name, need.message, test.level
            )
            for need, test in zip(needs, plan.tests, strict=True)
        )
        domains = {p.name: self.unit.domain(p.type) for p in action.params}
        return ActionInfo(
            name, self.unit.anchor(name, "action", action.span), action.text,
            tuple((p.name, domains[p.name]) for p in plan.asked),
            tuple((p.name, domains[p.name]) for p in action.params if p.given),
            (*self.ways.conditions(name, plan.asked), *conditions),
        )  # fmt: skip

    @staticmethod
    def _placeholders(action: t.ActionDecl) -> tuple[t.Expr, ...]:
        return tuple(t.Constant(0, type=p.type, span=p.span) for p in action.params if p.given)

    # -- whether there is an option ---------------------------------------------------------------------------------

    def can(self, choice: t.ChoiceRef, env: Env) -> Expr:
        """Return whether a choice has an option."""
        if choice.args and choice.where is None:
            return self._can_with(choice, env)
        return self._has_option(self.plan(choice, env))

    def _has_option(self, plan: Plan) -> Expr:
        return some(self.unit, self.values(plan, 1)) if plan.asked else self.allowed(plan)

    def _can_with(self, choice: t.ChoiceRef, env: Env) -> Expr:
        """Return the call of a function of the given values: no local in them meets one of those that it uses."""
        action = self.unit.rules.actions[choice.action]
        given = [param for param in action.params if param.given]
        inner = Env()
        for param in given:
            inner = inner.local(param.name, self.unit.width(param.type))
        name = f"can_{action.name}"
        if name not in self.unit.functions:
            params = [(local_name(param.name), self.unit.width(param.type)) for param in given]
            self.unit.function(name, params, 0, [])  # holds the place while what it needs is made
            own = tuple(t.LocalValue(param.name, type=param.type, span=param.span) for param in given)
            plan = self.plan(replace(choice, args=own), inner)
            body = [Return(self._has_option(plan))]
            self.unit.function(name, params, 0, body, f"whether {action.name} has an option")
        return Call(name, tuple(self._argument(param, arg, env) for param, arg in zip(given, choice.args, strict=True)))

    def _argument(self, param: t.ParamDecl, arg: t.Expr, env: Env) -> Expr:
        if self.unit.width(param.type):
            return self.ex.sets.bits(arg, env)
        if isinstance(param.type, t.PlaceType):
            return self.ex.property_of("place", arg, env)
        return self.ex.value(arg, env)

    def allowed(self, plan: Plan, upto: int | None = None) -> Expr:
        """Return whether an action without parameters may be chosen."""
        tests = [test for test in plan.tests if upto is None or test.index <= upto]
        return all_of(self._test(plan, test, plan.env) for test in tests)

    def _test(self, plan: Plan, test: _Test, env: Env) -> Expr:
        """Return whether one condition holds, as a function of its own if it supposes something."""
        if not test.supposing:
            return self.ex.value(test.condition, env)
        lets, env = self._bound_before(plan, test, env)
        result, before, after = self._suppose(test.supposing, env)
        body: list[Statement] = [
            *lets,
            *before,
            Set("result", self.ex.value(test.condition, result)),
            *after,
            Return(Local("result")),
        ]
        return self.unit.closure(f"{plan.action.name}_{self._name(plan, test)}", 0, body, env, restores=True)

    def _bound_before(self, plan: Plan, test: _Test, env: Env) -> tuple[list[Statement], Env]:
        """Work out what a `let` above the supposition binds, if nobody has yet: it speaks of the true position."""
        statements: list[Statement] = []
        for line in self._unbound(plan, test, env):
            width = self.unit.width(line.value.type)
            value = self.ex.sets.bits(line.value, env) if width else self.ex.value(line.value, env)
            env = env.local(line.name, width)
            statements.append(Set(local_name(line.name), value))
        return statements, env

    def _unbound(self, plan: Plan, test: _Test, env: Env) -> list[t.LetDecl]:
        """Return the lets outside of suppositions that a condition uses and that are not worked out yet."""
        return [
            line
            for line in plan.action.lines
            if isinstance(line, t.LetDecl) and not line.supposing and fits_local(line.value.type)
            and isinstance(env.names.get(line.name), Alias) and uses(test.condition, line.name)
        ]  # fmt: skip

    def _name(self, plan: Plan, test: _Test) -> str:
        needs = [line for line in plan.action.lines if isinstance(line, t.NeedDecl)]
        index = test.index - self.ways.reasons(plan.asked)
        return needs[index].name if index < len(needs) else "where"

    # -- values of a parameter ------------------------------------------------------------------------------------

    def values(self, plan: Plan, level: int, upto: int | None = None) -> Call:
        """Return the call that gives the set of values for parameter `level` (from 1) that can be chosen.

        The earlier parameters are read from their locals. With `upto`, later conditions are left out.
        """
        param = plan.asked[level - 1]
        tests = [
            test for test in plan.tests
            if (test.level == level or (level == 1 and test.level == 0)) and (upto is None or test.index <= upto)
        ]  # fmt: skip
        lets, env = self._lets(plan, level, tests)
        guards = [self._test(plan, test, env) for test in tests if test.level == 0]
        own = [test for test in tests if test.level == level]
        width = self.unit.size(param.type)
        if isinstance(param.type, t.WayType):
            found = self.ways.values(plan, level, param, own, env, upto)
        elif isinstance(param.type, t.CounterType):
            found = self._counters(plan, level, param, own, env, upto)
        else:
            found = self._narrow(plan, level, param, own, env, upto)
        body: list[Statement] = [
            Set("found", BitsConst(0, width)),
            *if_(all_of(guards), [*lets, *found]),
            Return(Local("found")),
        ]
        stem = f"{plan.action.name}_{param.name}"
        comment = f"{plan.action.name}: what {param.name} may be"
        return self.unit.closure(stem, width, body, plan.env, comment, restores=True)

    def _lets(self, plan: Plan, level: int, tests: list[_Test]) -> tuple[list[Statement], Env]:
        """Work out once what does not depend on the parameter at hand."""
        env, statements = plan.env, []
        for line in plan.action.lines:
            if not isinstance(line, t.LetDecl) or line.supposing:
                continue
            if self._level(line.value, plan.asked, plan.env) >= level or not fits_local(line.value.type):
                continue
            if not any(uses(test.condition, line.name) for test in tests):
                continue
            width = self.unit.width(line.value.type)
            value = self.ex.sets.bits(line.value, plan.env) if width else self.ex.value(line.value, plan.env)
            env = env.local(line.name, width)
            statements.append(Set(local_name(line.name), value))
        return list(statements), env

    def domain(self, kind: t.Type, zones: bool = True) -> Expr:
        """Return every value that a parameter of this type may have at all; pieces in zones only with `zones`."""
        width = self.unit.size(kind)
        match kind:
            case t.PlaceType(board):
                return BitsConst(self.unit.geometries[board].valid, width)
            case t.PieceType(piece) if self.unit.by_cell(piece):
                return Load(f"{piece}.any")
            case t.PieceType(piece):
                return self.ex.pieces.numbered.domain(piece, zones)
            case t.PlayerType():
                return Load("in_play")
            case t.NumberType() | t.KindType() | t.TruthType():
                return BitsConst((1 << width) - 1, width)
        raise not_yet("asking for such a value", NOWHERE)

    def _narrow(
        self, plan: Plan, level: int, param: t.ParamDecl, tests: list[_Test], env: Env, upto: int | None
    ) -> list[Statement]:
        width = self.unit.size(param.type)
        body: list[Statement] = [Set("found", self.domain(param.type, self._speaks_of_zones(plan, param)))]
        one_by_one: list[_Test] = []
        supposed: dict[tuple[t.SupposeDecl, ...], list[_Test]] = {}
        for test in tests:
            supposes_this = any(self.ex.mentions(part, env, param.name) for part in _supposed(test.supposing))
            if supposes_this or (test.supposing and self._unbound(plan, test, env)):
                one_by_one.append(test)
            elif test.supposing:
                supposed.setdefault(test.supposing, []).append(test)
            else:
                one_by_one += self._mask(test, param, env, body, width)
        for supposing, group_ in supposed.items():
            inner, before, after = self._suppose(supposing, env)
            masked: list[Statement] = []
            left = [
                part for test in group_ for part in self._mask(replace(test, supposing=()), param, inner, masked, width)
            ]
            filtered = self._filter(plan, level, param, left, inner, None) if left else []
            body += if_(negate(is_empty(Local("found"))), [*before, *masked, *filtered, *after])
        completed = upto if level < len(plan.asked) else None
        body += self._filter(
            plan, level, param, one_by_one, env, level + 1 if level < len(plan.asked) else None, completed
        )
        if isinstance(param.type, t.PieceType) and not self.unit.by_cell(param.type.piece):
            distinct = self.ex.pieces.numbered.distinct(param.type.piece)
            if distinct is not None:
                body.append(Set("found", Call(distinct, (Local("found"),))))
        return body

    def _speaks_of_zones(self, plan: Plan, param: t.ParamDecl) -> bool:
        """Whether the conditions of an action say anything about zones in which its piece might be."""
        if not isinstance(param.type, t.PieceType):
            return False
        parts = [part for test in plan.tests for part in self.ex.parts(test.condition, plan.env)]
        known: set[str] = set()
        while parts:
            match parts.pop():
                case t.ZoneSet(zone=zone) if self.unit.zones[zone].piece == param.type.piece:
                    return True
                case t.DefineValue(define=name) if name not in known:
                    known.add(name)
                    cases = self.unit.rules.defines[name].cases
                    inner = [part for case in cases for part in (case.condition, case.value) if part is not None]
                    parts += [part for value in inner for part in self.ex.parts(value, Env())]
        return False

    def _mask(self, test: _Test, param: t.ParamDecl, env: Env, body: list[Statement], width: int) -> list[_Test]:
        """Narrow `found` by the parts of a condition that are set algebra; return what is left to test."""
        left: list[_Test] = []
        for part in conjuncts(test.condition):
            lifted = Lift(self.ex, param.name, param.type).condition(part, env)
            if lifted is None:
                left.append(replace(test, condition=part))
                continue
            narrowed: Statement = Set("found", set_op("and", Local("found"), lifted, width))
            body += if_(negate(is_empty(Local("found"))), [narrowed]) if _costly(lifted) else [narrowed]
        return left

    def _filter(
        self, plan: Plan, level: int, param: t.ParamDecl, tests: list[_Test], env: Env, then: int | None,
        upto: int | None = None,
    ) -> list[Statement]:  # fmt: skip
        """Take out of `found` what fails a test or cannot be completed by parameter `then`."""
        if not tests and then is None:
            return []
        width, name = self.unit.size(param.type), local_name(param.name)
        offset = self.unit.offset(param.type)
        good = [self._test(plan, test, env) for test in tests]
        if then is not None:
            good.append(some(self.unit, self.values(plan, then, upto)))
        # a loop's own name cannot be given another value, so a member that is not its own value has a name of its own
        bit = f"{name}_bit" if offset else name
        drop = Set("found", SetOp("minus", Local("found"), single(Local(bit), width)))
        known: list[Statement] = [Set(name, arith("+", Local(bit), Const(offset)))] if offset else []
        return [ForBits(bit, Local("found"), (*known, *if_(negate(all_of(good)), [drop])))]

    def _counters(
        self, plan: Plan, level: int, param: t.ParamDecl, tests: list[_Test], env: Env, upto: int | None
    ) -> list[Statement]:
        assert isinstance(param.type, t.CounterType)
        layout = self.unit.counters[param.type.counter]
        cells, width = self.unit.geometries[layout.board].width, self.unit.size(param.type)
        name = local_name(param.name)
        parts = [replace(test, condition=part) for test in tests for part in conjuncts(test.condition)]
        owner = self._equal_to("owner", param, parts, env)
        owners = [owner] if owner is not None else [Const(which) for which in range(len(layout.owners))]
        # what completes a choice speaks of the counter as a whole, so it is made once, however many owners there are
        completed = [some(self.unit, self.values(plan, level + 1, upto))] if level < len(plan.asked) else []
        body: list[Statement] = []
        for one in owners:
            for state in range(len(layout.states)):
                which = group(layout, one, Const(state))
                bound = OneCounter(layout.name, one, Const(state), Local("cell"))
                inner = Env({**env.names, param.name: bound}, {**env.widths, "cell": 0, name: 0})
                here: Expr = Load(f"{layout.name}.any", which)
                good: list[Expr] = []
                for test in parts:
                    lifted = None
                    if not test.supposing:
                        lifted = Lift(self.ex, param.name, param.type).condition(test.condition, inner)
                    if lifted is not None:
                        here = set_op("and", here, lifted, cells)
                    else:
                        good.append(self._test(plan, test, inner))
                good += completed
                keep = Set("found", SetOp("or", Local("found"), single(Local(name), width)))
                number = Set(name, arith("+", arith("*", which, Const(cells)), Local("cell")))
                body.append(ForBits("cell", here, (number, *if_(all_of(good), [keep]))))
        return body

    def _equal_to(self, what: str, param: t.ParamDecl, parts: list[_Test], env: Env) -> Expr | None:
        """Return what a condition says the counter's owner must be; the condition is then done with."""
        for test in parts:
            condition = test.condition
            if not (isinstance(condition, t.Comparison) and condition.operator == "==" and not test.supposing):
                continue
            for left, right in ((condition.left, condition.right), (condition.right, condition.left)):
                of_it = isinstance(left, t.PropertyValue) and left.name == what and left.of == t.LocalValue(
                    param.name, type=left.of.type, span=left.of.span
                )  # fmt: skip
                if of_it and not self.ex.mentions(right, env, param.name):
                    parts.remove(test)
                    return self.ex.value(right, env)
        return None

    # -- suppositions -----------------------------------------------------------------------------------------------

    def _suppose(self, supposing: tuple[t.SupposeDecl, ...], env: Env) -> tuple[Env, list[Statement], list[Statement]]:
        """Return what changes the state as supposed, and what puts it back."""
        before: list[Statement] = []
        after: list[Statement] = []
        for depth, one in enumerate(supposing):
            done, undone = self._suppose_one(one, env, f"kept{depth}" if depth else "kept")
            before += done
            after = undone + after
        return env, before, after

    def _suppose_one(self, one: t.SupposeDecl, env: Env, kept: str) -> tuple[list[Statement], list[Statement]]:
        kind = one.thing.type.of if isinstance(one.thing.type, t.MaybeType) else one.thing.type
        if isinstance(kind, t.CounterType) and one.target is None:
            bound = self.ex.counters.one(kind.counter, *self.ex.resolve(one.thing, env))
            put = f"put_{kind.counter}"
            return (
                [Do(Call(put, (bound.owner, bound.state, bound.cell, NONE)))],
                [Do(Call(put, (bound.owner, bound.state, bound.cell, Const(1))))],
            )
        if not isinstance(kind, t.PieceType):
            raise not_yet("supposing this", one.span)
        goal = None if one.target is None else self.ex.property_of("place", one.target, env)
        maybe = isinstance(one.thing.type, t.MaybeType)
        return self.ex.pieces.supposed(kind.piece, self.ex.value(one.thing, env), goal, kept, maybe=maybe)

    # -- reasons ----------------------------------------------------------------------------------------------------

    def why(self, name: str, plan: Plan, level: int, before: tuple[Statement, ...] = ()) -> str:
        """Add the function `(value) -> condition` that explains why `value` of parameter `level` is not offered.

        Conditions are tried in the order of the text. If the value itself meets all of them, the later conditions are
        added one by one until nothing is left to complete it with: that one is the reason. `before` fills the
        locals of the parameters chosen already.
        """
        body: list[Statement] = list(before)
        env = plan.env
        if level:
            param = plan.asked[level - 1]
            way = isinstance(param.type, t.WayType)
            body += self.ways.known(plan, level, env) if way else self._known(plan, param)
            env = self._bound_value(param, env)
        # What was let before something is supposed keeps the value that it had then.
        lets, env = self._lets(replace(plan, env=env), level, list(plan.tests))
        body += lets
        for test in plan.tests:
            if test.level <= level and (test.level == level or level <= 1):
                body += if_(negate(self._test(plan, test, env)), [Return(Const(test.index))])
        body += self.ways.leading_on(plan, level)
        if 0 < level < len(plan.asked):
            for test in plan.tests:
                if test.level > level:
                    following = self.values(plan, level + 1, test.index)
                    body += if_(is_empty(following), [Return(Const(test.index))])
        body.append(Return(NONE))
        self.unit.function(name, [("value", 0)], 0, body, f"{plan.action.name}: why not")
        return name

    def _known(self, plan: Plan, param: t.ParamDecl) -> list[Statement]:
        """Leave with -2 for what is no such thing; put the value where the conditions look for it."""
        value = Local("value")
        start: list[Statement] = [Set(local_name(param.name), value)]
        if isinstance(param.type, t.CounterType):
            held = Load(f"{param.type.counter}.on", value)
            inside = [compare(">=", value, Const(0)), compare("<", value, Const(self.unit.size(param.type)))]
            return [*start, *if_(negate(all_of(inside)), [Return(Const(-2))]),
                    *if_(compare("<=", held, Const(0)), [Return(Const(-2))])]  # fmt: skip
        index = arith("-", value, Const(self.unit.offset(param.type)))
        inside = [compare(">=", index, Const(0)), compare("<", index, Const(self.unit.size(param.type)))]
        known = all_of([*inside, has(self.domain(param.type, self._speaks_of_zones(plan, param)), index)])
        return [*start, *if_(negate(known), [Return(Const(-2))])]

    def _bound_value(self, param: t.ParamDecl, env: Env) -> Env:
        return replace(env, widths={**env.widths, local_name(param.name): self.unit.width(param.type), "value": 0})


def _supposed(supposing: tuple[t.SupposeDecl, ...]) -> list[t.Expr]:
    """Return what suppositions speak of: what is lifted or moved, and where to."""
    return [part for one in supposing for part in (one.thing, one.target) if part is not None]


def _costly(expr: Expr) -> bool:
    return any(isinstance(part, Call) for part in walk(expr))
