"""Why a value is not offered: the first condition in the order of the text that it fails."""

from __future__ import annotations

from dataclasses import replace

from dsl.program.code import Const, Load, Local, Return, Set, Statement
from dsl.program.lower.choicepart import ChoicePart
from dsl.program.lower.ir import NONE, all_of, arith, compare, has, if_, is_empty, negate
from dsl.program.lower.plans import Plan
from dsl.program.lower.unit import local_name
from dsl.semantics import typed as t


class Reasons(ChoicePart):
    """Lowers the functions that explain refusals."""

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
            body += self.choices.ways.known(plan, level, env) if way else self._known(plan, param)
            env = env.widen(local_name(param.name), self.unit.measures.width(param.type)).widen("value", 0)
        # What was let before something is supposed keeps the value that it had then.
        lets, env = self.choices.conditions.lets(replace(plan, env=env), level, list(plan.tests))
        body += lets
        for test in plan.tests:
            if test.level <= level and (test.level == level or level <= 1):
                body += if_(negate(self.choices.conditions.holds(plan, test, env)), [Return(Const(test.index))])
        body += self.choices.ways.leading_on(plan, level)
        if 0 < level < len(plan.asked):
            for test in plan.tests:
                if test.level > level:
                    following = self.choices.values(plan, level + 1, test.index)
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
            inside = [compare(">=", value, Const(0)), compare("<", value, Const(self.unit.measures.size(param.type)))]
            return [*start, *if_(negate(all_of(inside)), [Return(Const(-2))]),
                    *if_(compare("<=", held, Const(0)), [Return(Const(-2))])]  # fmt: skip
        index = arith("-", value, Const(self.unit.measures.offset(param.type)))
        inside = [compare(">=", index, Const(0)), compare("<", index, Const(self.unit.measures.size(param.type)))]
        known = all_of([*inside, has(self.choices.narrowing.possible(plan, param), index)])
        return [*start, *if_(negate(known), [Return(Const(-2))])]
