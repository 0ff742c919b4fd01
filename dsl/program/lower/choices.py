"""Actions as sets of values.

For each asked parameter there is a function that returns, as one bitset, the values that fulfil every condition which
can be tested by then *and* can be completed. Conditions become set algebra where they can (see `Expressions.lift`);
what is left is tested value by value. Whether a first value can be completed is whether the next function's set has a
member. The same conditions, one by one in the order of the text, explain a refusal.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.base.source import NOWHERE
from dsl.program.code import BitsConst, Call, Expr, Local, Return, Set, Statement
from dsl.program.lower.conditions import Conditions
from dsl.program.lower.counterchoices import CounterChoices
from dsl.program.lower.existence import some
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import all_of, if_
from dsl.program.lower.narrowing import Narrowing
from dsl.program.lower.plans import Plan, Plans
from dsl.program.lower.reasons import Reasons
from dsl.program.lower.unit import Env, Unit, local_name
from dsl.program.lower.waychoices import WayChoices
from dsl.program.lower.ways import Ways
from dsl.program.program import ActionInfo, Condition
from dsl.semantics import typed as t


class Choices:
    """Lowers choices for one program."""

    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        self.unit = unit
        self.ex = expressions
        self.plans = Plans(unit, expressions)
        self.conditions = Conditions(self)
        self.narrowing = Narrowing(self)
        self.counters = CounterChoices(self)
        self.ways = WayChoices(self)
        self.reasons = Reasons(self)
        expressions.choices = self
        expressions.ways = Ways(unit, expressions)

    def info(self, name: str) -> ActionInfo:
        """Return what a table shows of an action."""
        action = self.unit.rules.actions[name]
        plan = self.plans.plan(t.ChoiceRef(name, "", self._placeholders(action), None, "", NOWHERE), Env())
        needs = [line for line in action.lines if isinstance(line, t.NeedDecl)]
        conditions = tuple(
            Condition(
                self.unit.anchor(f"{name}.{need.name}", "condition", need.span), need.name, need.message, test.level
            )
            for need, test in zip(needs, plan.tests, strict=True)
        )
        domains = {p.name: self.unit.measures.domain(p.type) for p in action.params}
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

    def _has_option(self, plan: Plan) -> Expr:
        return some(self.unit, self.values(plan, 1)) if plan.asked else self.allowed(plan)

    def _can_with(self, choice: t.ChoiceRef, env: Env) -> Expr:
        """Return the call of a function of the given values: no local in them meets one of those that it uses."""
        action = self.unit.rules.actions[choice.action]
        given = [param for param in action.params if param.given]
        inner = Env()
        for param in given:
            inner = inner.local(param.name, self.unit.measures.width(param.type))
        name = f"can_{action.name}"
        if name not in self.unit.functions:
            params = [(local_name(param.name), self.unit.measures.width(param.type)) for param in given]
            self.unit.function(name, params, 0, [])  # holds the place while what it needs is made
            own = tuple(t.LocalValue(param.name, type=param.type, span=param.span) for param in given)
            plan = self.plans.plan(replace(choice, args=own), inner)
            body = [Return(self._has_option(plan))]
            self.unit.function(name, params, 0, body, f"whether {action.name} has an option")
        return Call(name, tuple(self._argument(param, arg, env) for param, arg in zip(given, choice.args, strict=True)))

    def _argument(self, param: t.ParamDecl, arg: t.Expr, env: Env) -> Expr:
        if self.unit.measures.width(param.type):
            return self.ex.sets.bits(arg, env)
        if isinstance(param.type, t.PlaceType):
            return self.ex.property_of("place", arg, env)
        return self.ex.value(arg, env)

    def allowed(self, plan: Plan, upto: int | None = None) -> Expr:
        """Return whether an action without parameters may be chosen."""
        tests = [test for test in plan.tests if upto is None or test.index <= upto]
        return all_of(self.conditions.holds(plan, test, plan.env) for test in tests)

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
        lets, env = self.conditions.lets(plan, level, tests)
        guards = [self.conditions.holds(plan, test, env) for test in tests if test.level == 0]
        own = [test for test in tests if test.level == level]
        width = self.unit.measures.size(param.type)
        if isinstance(param.type, t.WayType):
            found = self.ways.values(plan, level, param, own, env, upto)
        elif isinstance(param.type, t.CounterType):
            found = self.counters.values(plan, level, param, own, env, upto)
        else:
            found = self.narrowing.values(plan, level, param, own, env, upto)
        body: list[Statement] = [
            Set("found", BitsConst(0, width)),
            *if_(all_of(guards), [*lets, *found]),
            Return(Local("found")),
        ]
        stem = f"{plan.action.name}_{param.name}"
        comment = f"{plan.action.name}: what {param.name} may be"
        return self.unit.closure(stem, width, body, plan.env, comment, restores=True)
