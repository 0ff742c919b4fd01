"""Choices as option sets.

For each asked parameter a function returns, as one bitset, the values that fulfil every condition which can be tested
by then *and* can be completed. Conditions become set algebra where possible (`vectorize`); the others are tested value
by value. A first value can be completed if the set for the next parameter has a member. The same conditions, one by one
in the order of the text, explain a refusal.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from dsl.base.source import NOWHERE
from dsl.ir.builder import NONE, all_of, arith, compare, has, if_, is_empty, negate, set_op, single, walk
from dsl.ir.instructions import (
    BitsConst,
    Call,
    Const,
    Expr,
    ForBits,
    ForRange,
    Load,
    Local,
    Return,
    Set,
    SetOp,
    Statement,
)
from dsl.ir.program import ActionInfo, Condition
from dsl.lowering import teams
from dsl.lowering.choices.choice_plan import (
    REASONS,
    ChoicePlan,
    ChoicePlanner,
    ConditionLowerer,
    ConditionTest,
    implicit_conditions,
    supposed_expressions,
)
from dsl.lowering.choices.paths import PathLowerer
from dsl.lowering.compilation_unit import Unit, unsupported
from dsl.lowering.environment import CounterValue, Env, WayValue, local_name
from dsl.lowering.protocols import Context
from dsl.lowering.traversal import conjuncts
from dsl.lowering.values.counters import group
from dsl.lowering.values.sets import has_member
from dsl.lowering.values.vectorize import Vectorizer, values_reaching
from dsl.semantics import typed as t


class ChoiceLowerer:
    """Lowers choices for one program."""

    def __init__(self, context: Context, paths: PathLowerer) -> None:
        self.unit = context.unit
        self.context = context
        self.paths = paths
        self.plans = ChoicePlanner(context)
        self.conditions = ConditionLowerer(context, self.plans)
        self.sets = SetParameters(self)
        self.counters = CounterParameters(self)
        self.ways = WayParameters(self)
        self.refusals = RefusalReasons(self)

    def info(self, name: str) -> ActionInfo:
        """Return the description of an action for the table."""
        action = self.unit.rules.actions[name]
        plan = self.plans.plan(t.ChoiceRef(name, "", self._placeholders(action), None, "", NOWHERE), Env())
        needs = [line for line in action.lines if isinstance(line, t.NeedDecl)]
        conditions = tuple(
            Condition(
                self.unit.anchor(f"{name}.{need.name}", "condition", need.span), need.name, need.message, test.level
            )
            for need, test in zip(needs, plan.tests, strict=True)
        )
        domains = {p.name: self.unit.types.domain(p.type) for p in action.params}
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
        return self._has_option(self.plans.plan(choice, env))

    def _has_option(self, plan: ChoicePlan) -> Expr:
        return has_member(self.unit, self.values(plan, 1)) if plan.asked else self.allowed(plan)

    def _can_with(self, choice: t.ChoiceRef, env: Env) -> Expr:
        """Return the call of a function of the supplied values, so that their locals cannot clash with those of the
        caller."""
        action = self.unit.rules.actions[choice.action]
        given = [param for param in action.params if param.given]
        inner = Env()
        for param in given:
            inner = inner.local(param.name, self.unit.types.width(param.type))
        name = f"can_{action.name}"
        if name not in self.unit.functions:
            params = [(local_name(param.name), self.unit.types.width(param.type)) for param in given]
            self.unit.function(name, params, 0, [])  # placeholder, in case it is needed while its body is lowered
            own = tuple(t.LocalValue(param.name, type=param.type, span=param.span) for param in given)
            plan = self.plans.plan(replace(choice, args=own), inner)
            body = [Return(self._has_option(plan))]
            self.unit.function(name, params, 0, body, f"whether {action.name} has an option")
        return Call(name, tuple(self._argument(param, arg, env) for param, arg in zip(given, choice.args, strict=True)))

    def _argument(self, param: t.ParamDecl, arg: t.Expr, env: Env) -> Expr:
        self.context.pieces.check_known_by_place(arg, env)
        if self.unit.types.width(param.type):
            return self.context.sets.bits(arg, env)
        if isinstance(param.type, t.PlaceType):
            return self.context.exprs.property_of("place", arg, env)
        return self.context.exprs.value(arg, env)

    def allowed(self, plan: ChoicePlan, upto: int | None = None) -> Expr:
        """Return whether an action without parameters may be chosen."""
        tests = [test for test in plan.tests if upto is None or test.index <= upto]
        return all_of(self.conditions.holds(plan, test, plan.env) for test in tests)

    # -- values of a parameter ------------------------------------------------------------------------------------

    def values(self, plan: ChoicePlan, level: int, upto: int | None = None) -> Call:
        """Return the call that gives the options of parameter `level` (from 1).

        The earlier parameters are read from their locals. With `upto`, later conditions are left out.
        """
        param = plan.asked[level - 1]
        tests = [
            test for test in plan.tests
            if (test.level == level or (level == 1 and test.level == 0)) and (upto is None or test.index <= upto)
        ]  # fmt: skip
        lets, env = self.conditions.lets(plan, level, tests)
        guards = [self.conditions.holds(plan, test, env) for test in tests if test.level == 0]
        own = [test for test in tests if test.level == level]
        width = self.unit.types.size(param.type)
        if isinstance(param.type, t.WayType):
            found = self.ways.values(plan, level, param, own, env, upto)
        elif isinstance(param.type, t.CounterType):
            found = self.counters.values(plan, level, param, own, env, upto)
        else:
            found = self.sets.values(plan, level, param, own, env, upto)
        body: list[Statement] = [
            Set("found", BitsConst(0, width)),
            *if_(all_of(guards), [*lets, *found]),
            Return(Local("found")),
        ]
        stem = f"{plan.action.name}_{param.name}"
        comment = f"{plan.action.name}: what {param.name} may be"
        return self.unit.closure(stem, width, body, plan.env, comment, restores=True)


@dataclass(frozen=True, slots=True)
class _ParameterLowerer:
    """Base of the lowerings of parameters; `choices` gives access to the others."""

    choices: ChoiceLowerer

    @property
    def unit(self) -> Unit:
        """The compilation unit."""
        return self.choices.unit

    @property
    def context(self) -> Context:
        """The context of the lowering."""
        return self.choices.context


class SetParameters(_ParameterLowerer):
    """Lowers parameters whose values are one bitset: option filtering, vectorized if possible."""

    def values(
        self, plan: ChoicePlan, level: int, param: t.ParamDecl, tests: list[ConditionTest], env: Env, upto: int | None
    ) -> list[Statement]:
        """Return the statements that set `found` to the options."""
        width = self.unit.types.size(param.type)
        body: list[Statement] = [Set("found", self.possible(plan, param))]
        one_by_one: list[ConditionTest] = []
        by_supposing: dict[tuple[t.SupposeDecl, ...], list[ConditionTest]] = {}
        for test in tests:
            supposes_this = any(
                self.context.exprs.mentions(part, env, param.name) for part in supposed_expressions(test.supposing)
            )
            if supposes_this or (test.supposing and self.choices.conditions.unbound(plan, test, env)):
                one_by_one.append(test)
            elif test.supposing:
                by_supposing.setdefault(test.supposing, []).append(test)
            else:
                one_by_one += self._mask(test, param, env, body, width)
        for supposing, alike in by_supposing.items():
            before, after = self.choices.conditions.suppose(supposing, env)
            masked: list[Statement] = []
            left = [
                part for test in alike for part in self._mask(replace(test, supposing=()), param, env, masked, width)
            ]
            filtered = self._filter(plan, param, left, env)
            body += if_(negate(is_empty(Local("found"))), [*before, *masked, *filtered, *after])
        if level < len(plan.asked):
            body += self._narrow(plan, param, level + 1, env, upto)
        body += self._filter(plan, param, one_by_one, env, level + 1 if level < len(plan.asked) else None, upto)
        if isinstance(param.type, t.PieceType) and not self.unit.types.by_cell(param.type.piece):
            distinct = self.context.numbered.distinct(param.type.piece)
            if distinct is not None:
                body.append(Set("found", Call(distinct, (Local("found"),))))
        return body

    def possible(self, plan: ChoicePlan, param: t.ParamDecl) -> Expr:
        """Return the domain of a parameter: every value before any condition."""
        return self._domain(param.type, self._refers_to_zones(plan, param))

    def _refers_to_zones(self, plan: ChoicePlan, param: t.ParamDecl) -> bool:
        """Whether the conditions of an action refer to a zone that may hold its piece."""
        if not isinstance(param.type, t.PieceType):
            return False
        parts = [part for test in plan.tests for part in self.context.exprs.parts(test.condition, plan.env)]
        known: set[str] = set()
        while parts:
            match parts.pop():
                case t.ZoneSet(zone=zone) if self.unit.zones[zone].piece == param.type.piece:
                    return True
                case t.DefineValue(define=name) if name not in known:
                    known.add(name)
                    cases = self.unit.rules.defines[name].cases
                    inner = [part for case in cases for part in (case.condition, case.value) if part is not None]
                    parts += [part for value in inner for part in self.context.exprs.parts(value, Env())]
        return False

    def _mask(
        self, test: ConditionTest, param: t.ParamDecl, env: Env, body: list[Statement], width: int
    ) -> list[ConditionTest]:
        """Intersect `found` with the vectorized parts of a condition; return the parts left to test one by one."""
        left: list[ConditionTest] = []
        for part in conjuncts(test.condition):
            lifted = Vectorizer(self.context, param.name, param.type).condition(part, env)
            if lifted is None:
                left.append(replace(test, condition=part))
                continue
            narrowed: Statement = Set("found", set_op("and", Local("found"), lifted, width))
            body += if_(negate(is_empty(Local("found"))), [narrowed]) if _costly(lifted) else [narrowed]
        return left

    def _narrow(self, plan: ChoicePlan, param: t.ParamDecl, then: int, env: Env, upto: int | None) -> list[Statement]:
        """Leave in `found` only values from which some value of parameter `then` may be reached, all at once."""
        if any(isinstance(line, t.LetDecl) for line in plan.action.lines):
            return []
        conditions = [
            part
            for test in plan.tests
            if test.level == then and not test.supposing and (upto is None or test.index <= upto)
            for part in conjuncts(test.condition)
        ]
        reaching = values_reaching(self.context, param, plan.asked[then - 1], conditions, env)
        if reaching is None:
            return []
        return [Set("found", set_op("and", Local("found"), reaching, self.unit.types.size(param.type)))]

    def _filter(
        self, plan: ChoicePlan, param: t.ParamDecl, tests: list[ConditionTest], env: Env,
        then: int | None = None, upto: int | None = None,
    ) -> list[Statement]:  # fmt: skip
        """Remove from `found` the values that fail a test or cannot be completed by parameter `then`."""
        if not tests and then is None:
            return []
        width, name = self.unit.types.size(param.type), local_name(param.name)
        offset = self.unit.types.offset(param.type)
        good = [self.choices.conditions.holds(plan, test, env) for test in tests]
        if then is not None:
            good.append(has_member(self.unit, self.choices.values(plan, then, upto)))
        # a loop variable cannot be assigned, so a member that differs from its value has a name of its own
        bit = f"{name}_bit" if offset else name
        drop = Set("found", SetOp("minus", Local("found"), single(Local(bit), width)))
        known: list[Statement] = [Set(name, arith("+", Local(bit), Const(offset)))] if offset else []
        return [ForBits(bit, Local("found"), (*known, *if_(negate(all_of(good)), [drop])))]

    def _domain(self, kind: t.Type, zones: bool) -> Expr:
        """Return all values of a type; pieces in zones only with `zones`."""
        width = self.unit.types.size(kind)
        match kind:
            case t.PlaceType(board):
                return BitsConst(self.unit.geometries[board].valid, width)
            case t.PieceType(piece) if self.unit.types.by_cell(piece):
                return Load(f"{piece}.any")
            case t.PieceType(piece):
                return self.context.numbered.domain(piece, zones)
            case t.PlayerType(team):
                return teams.in_play(self.unit) if team else Load("in_play")
            case t.NumberType() | t.KindType() | t.TruthType():
                return BitsConst((1 << width) - 1, width)
        raise unsupported("asking for such a value", NOWHERE)


def _costly(expr: Expr) -> bool:
    return any(isinstance(part, Call) for part in walk(expr))


MOST_APART = 3  #: limit on owners whose counters each have separate instructions


class CounterParameters(_ParameterLowerer):
    """Lowers parameters that ask for counters."""

    def values(
        self, plan: ChoicePlan, level: int, param: t.ParamDecl, tests: list[ConditionTest], env: Env, upto: int | None
    ) -> list[Statement]:
        """Return the statements that set `found` to the counters that may be chosen."""
        assert isinstance(param.type, t.CounterType)
        layout = self.unit.counters[param.type.counter]
        cells, width = self.unit.geometries[layout.board].width, self.unit.types.size(param.type)
        name = local_name(param.name)
        parts = [replace(test, condition=part) for test in tests for part in conjuncts(test.condition)]
        owner = self._equal_to("owner", param, parts, env)
        owners: list[Expr] = [Const(which) for which in range(len(layout.owners))]
        whose = f"w_whose_{name}"
        # with many owners there is one loop over them instead of separate instructions
        turns = owner is None and len(owners) > MOST_APART
        if owner is not None or turns:
            owners = [Local(whose) if owner is None else owner]
        # the completion depends on the whole counter, so it is lowered once for all owners
        last = level == len(plan.asked)
        completed = [] if last else [has_member(self.unit, self.choices.values(plan, level + 1, upto))]
        body: list[Statement] = []
        for one in owners:
            for state in range(len(layout.states)):
                which = group(layout, one, Const(state))
                bound = CounterValue(layout.name, one, Const(state), Local("cell"))
                inner = Env({**env.names, param.name: bound}, {**env.widths, "cell": 0, name: 0, whose: 0})
                here: Expr = Load(f"{layout.name}.any", which)
                here, good = self.choices.conditions.split_conditions(plan, parts, param, inner, here, cells)
                good += completed
                keep = Set("found", SetOp("or", Local("found"), single(Local(name), width)))
                number = Set(name, arith("+", arith("*", which, Const(cells)), Local("cell")))
                kept = if_(all_of(good), [keep])
                body += [ForBits("cell", here, (number, *kept))] if kept else []
        return [ForRange(whose, Const(0), Const(len(layout.owners)), tuple(body))] if turns else body

    def _equal_to(self, what: str, param: t.ParamDecl, parts: list[ConditionTest], env: Env) -> Expr | None:
        """Return the owner that a condition requires, and remove that condition from `parts`."""
        for test in parts:
            condition = test.condition
            if not (isinstance(condition, t.Comparison) and condition.operator == "==" and not test.supposing):
                continue
            for left, right in ((condition.left, condition.right), (condition.right, condition.left)):
                of_it = isinstance(left, t.PropertyValue) and left.name == what and left.of == t.LocalValue(
                    param.name, type=left.of.type, span=left.of.span
                )  # fmt: skip
                if of_it and not self.context.exprs.mentions(right, env, param.name):
                    parts.remove(test)
                    return self.context.exprs.value(right, env)
        return None


class WayParameters(_ParameterLowerer):
    """Lowers parameters that ask for ways."""

    # ---- conditions of the paths ----

    def conditions(self, action: str, asked: tuple[t.ParamDecl, ...]) -> tuple[Condition, ...]:
        """Return the implicit conditions of the paths that an action asks for; they precede its own conditions."""
        found: list[Condition] = []
        for level, param in enumerate(asked, 1):
            if isinstance(param.type, t.WayType):
                anchor = self.unit.anchor(f"{action}.{param.type.path}", "condition", param.span)
                found += (Condition(anchor, param.type.path, key, level) for key in REASONS)
        return tuple(found)

    def first_reason(self, plan: ChoicePlan, level: int) -> int:
        """Return the number of the first implicit condition of the path of parameter `level`."""
        return implicit_conditions(plan.asked[: level - 1])

    # ---- values ----

    def asked_by_place(self, param: t.ParamDecl) -> bool:
        """Whether a parameter is asked place by place."""
        return isinstance(param.type, t.WayType) and self.unit.ways[param.type.path].longest > 0

    def values(
        self, plan: ChoicePlan, level: int, param: t.ParamDecl, tests: list[ConditionTest], env: Env, upto: int | None
    ) -> list[Statement]:
        """Return the statements that set `found` to the ways that may be chosen: kinds and goals, or first places."""
        if self.asked_by_place(param):
            before, links = self.choices.paths.links(param, env)
            away = links.away("w_left", Local("w_start"))
            going = if_(compare(">", Local("w_left"), Const(0)), links.following(Local("w_start"), Local("w_left")))
            return [*before, *away, *going]
        parts = [replace(test, condition=part) for test in tests for part in conjuncts(test.condition)]

        def found(one: WayValue, goals: Expr) -> list[Statement]:
            return self._allowed(plan, level, param, parts, env, upto, one, goals)

        return self.choices.paths.search(param, env, found)

    def _allowed(
        self, plan: ChoicePlan, level: int, param: t.ParamDecl, parts: list[ConditionTest], env: Env, upto: int | None,
        one: WayValue, goals: Expr,
    ) -> list[Statement]:  # fmt: skip
        """Return the statements that add the ways of one kind that fulfil all conditions and can be completed."""
        ways, name = self.choices.paths, local_name(param.name)
        width, cells = self.unit.types.size(param.type), self.unit.geometries[self.unit.ways[one.path].board].width
        inner = Env({**env.names, param.name: one}, {**env.widths, "cell": 0, "w_cost": 0, name: 0})
        goals, good = self.choices.conditions.split_conditions(plan, parts, param, inner, goals, cells)
        if level < len(plan.asked):
            good.append(negate(is_empty(self.choices.values(plan, level + 1, upto))))
        keep = Set("found", SetOp("or", Local("found"), single(ways.option(one), width)))
        number = [Set(name, ways.number(one))] if level < len(plan.asked) else []
        return [ForBits("cell", goals, (*number, *if_(all_of(good), [keep])))]

    # ---- next places ----

    def next_places(self, plan: ChoicePlan, level: int, left: Expr) -> list[Statement]:
        """Return the statements that set `found` to the next places of a way with `left` steps left."""
        param = plan.asked[level - 1]
        env = plan.env.widen(local_name(param.name), self.unit.types.width(param.type))
        before, links = self.choices.paths.links(param, env)
        assert isinstance(param.type, t.WayType)
        here = t.LocalValue(param.name, type=param.type, span=param.span)
        at = self.choices.paths.property_of("goal", param.type.path, here, env)
        nothing = Set("found", BitsConst(0, links.width))
        return [nothing, *before, *links.following(single(at, links.width), left)]

    def steps_left(self, plan: ChoicePlan, level: int) -> list[Statement]:
        """Return the statements that set `w_left` to the length of the shortest ways."""
        before, links = self.choices.paths.links(plan.asked[level - 1], plan.env)
        return [*before, *links.away("w_left", Local("w_start"))]

    # ---- reasons ----

    def known(self, plan: ChoicePlan, level: int, env: Env) -> list[Statement]:
        """Return the statements that assign the local of the way in question, or return the reason if there is no such
        way.
        """
        param, value = plan.asked[level - 1], Local("value")
        assert isinstance(param.type, t.WayType)
        ways, first = self.choices.paths, self.first_reason(plan, level)
        board = self.unit.geometries[self.unit.ways[param.type.path].board]
        inside = [compare(">=", value, Const(0)), compare("<", value, Const(self.unit.types.size(param.type)))]
        known = if_(negate(all_of(inside)), [Return(Const(-2))])
        if self.asked_by_place(param):
            found = [Set("found", BitsConst(0, board.width)), *self.values(plan, level, param, [], env, None)]
            return [*known, *found, *if_(negate(has(Local("found"), value)), [Return(Const(first))])]
        name = local_name(param.name)
        named = ways.named(param, value, name, env)
        missing = if_(compare("<", Local(name), Const(0)), ways.reason(param, first, env))
        there = if_(negate(has(BitsConst(board.valid, board.width), Local("w_goal"))), [Return(Const(-2))])
        return [*known, *ways.decode_option(param, value), *there, *named, *missing]

    def without_later_way(self, plan: ChoicePlan, level: int) -> list[Statement]:
        """Return the statements that return a reason of a later path if it has no way after parameter `level`."""
        ways = [n for n, param in enumerate(plan.asked, 1) if isinstance(param.type, t.WayType)]
        later = next((n for n in ways if n > level), 0)
        if not level or not later:
            return []
        values = self.choices.values(plan, level + 1, implicit_conditions(plan.asked) - 1)
        return if_(is_empty(values), [Return(Const(self.first_reason(plan, later)))])


class RefusalReasons(_ParameterLowerer):
    """Lowers the functions that explain why a value is refused."""

    def why(self, name: str, plan: ChoicePlan, level: int, before: tuple[Statement, ...] = ()) -> str:
        """Add the function `(value) -> condition` that explains why `value` of parameter `level` is not offered.

        Conditions are tried in the order of the text. If the value itself meets all of them, the later conditions are
        added one by one until no completion is left: that one is the reason. `before` sets the locals of the
        parameters chosen so far.
        """
        body: list[Statement] = list(before)
        env = plan.env
        if level:
            param = plan.asked[level - 1]
            way = isinstance(param.type, t.WayType)
            body += self.choices.ways.known(plan, level, env) if way else self._known(plan, param)
            env = env.widen(local_name(param.name), self.unit.types.width(param.type)).widen("value", 0)
        # A `let` before a supposition keeps the value from before.
        lets, env = self.choices.conditions.lets(replace(plan, env=env), level, list(plan.tests))
        body += lets
        for test in plan.tests:
            if test.level <= level and (test.level == level or level <= 1):
                body += if_(negate(self.choices.conditions.holds(plan, test, env)), [Return(Const(test.index))])
        body += self.choices.ways.without_later_way(plan, level)
        if 0 < level < len(plan.asked):
            for test in plan.tests:
                if test.level > level:
                    following = self.choices.values(plan, level + 1, test.index)
                    body += if_(is_empty(following), [Return(Const(test.index))])
        body.append(Return(NONE))
        self.unit.function(name, [("value", 0)], 0, body, f"{plan.action.name}: why not")
        return name

    def _known(self, plan: ChoicePlan, param: t.ParamDecl) -> list[Statement]:
        """Return -2 for a value outside the domain; else assign it to the local that the conditions read."""
        value = Local("value")
        start: list[Statement] = [Set(local_name(param.name), value)]
        if isinstance(param.type, t.CounterType):
            held = Load(f"{param.type.counter}.on", value)
            inside = [compare(">=", value, Const(0)), compare("<", value, Const(self.unit.types.size(param.type)))]
            return [*start, *if_(negate(all_of(inside)), [Return(Const(-2))]),
                    *if_(compare("<=", held, Const(0)), [Return(Const(-2))])]  # fmt: skip
        index = arith("-", value, Const(self.unit.types.offset(param.type)))
        inside = [compare(">=", index, Const(0)), compare("<", index, Const(self.unit.types.size(param.type)))]
        known = all_of([*inside, has(self.choices.sets.possible(plan, param), index)])
        return [*start, *if_(negate(known), [Return(Const(-2))])]
