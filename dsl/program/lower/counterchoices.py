"""Choosing counters: the values of a parameter that asks for one."""

from __future__ import annotations

from dataclasses import replace

from dsl.program.code import Const, Expr, ForBits, ForRange, Load, Local, Set, SetOp, Statement
from dsl.program.lower.choicepart import ChoicePart
from dsl.program.lower.counterslots import group
from dsl.program.lower.existence import some
from dsl.program.lower.ir import all_of, arith, if_, single
from dsl.program.lower.plans import Plan, Test
from dsl.program.lower.unit import Env, OneCounter, local_name
from dsl.program.lower.walking import conjuncts
from dsl.semantics import typed as t

MOST_APART = 3  #: owners whose counters each have instructions of their own


class CounterChoices(ChoicePart):
    """Lowers the parameters of choices that ask for counters."""

    def values(
        self, plan: Plan, level: int, param: t.ParamDecl, tests: list[Test], env: Env, upto: int | None
    ) -> list[Statement]:
        """Return what puts into `found` the counters that may be chosen."""
        assert isinstance(param.type, t.CounterType)
        layout = self.unit.counters[param.type.counter]
        cells, width = self.unit.geometries[layout.board].width, self.unit.measures.size(param.type)
        name = local_name(param.name)
        parts = [replace(test, condition=part) for test in tests for part in conjuncts(test.condition)]
        owner = self._equal_to("owner", param, parts, env)
        owners: list[Expr] = [Const(which) for which in range(len(layout.owners))]
        whose = f"w_whose_{name}"
        # of many owners each does not get instructions of its own: they take turns
        turns = owner is None and len(owners) > MOST_APART
        if owner is not None or turns:
            owners = [Local(whose) if owner is None else owner]
        # what completes a choice speaks of the counter as a whole, so it is made once, however many owners there are
        last = level == len(plan.asked)
        completed = [] if last else [some(self.unit, self.choices.values(plan, level + 1, upto))]
        body: list[Statement] = []
        for one in owners:
            for state in range(len(layout.states)):
                which = group(layout, one, Const(state))
                bound = OneCounter(layout.name, one, Const(state), Local("cell"))
                inner = Env({**env.names, param.name: bound}, {**env.widths, "cell": 0, name: 0, whose: 0})
                here: Expr = Load(f"{layout.name}.any", which)
                here, good = self.choices.conditions.parted(plan, parts, param, inner, here, cells)
                good += completed
                keep = Set("found", SetOp("or", Local("found"), single(Local(name), width)))
                number = Set(name, arith("+", arith("*", which, Const(cells)), Local("cell")))
                kept = if_(all_of(good), [keep])
                body += [ForBits("cell", here, (number, *kept))] if kept else []
        return [ForRange(whose, Const(0), Const(len(layout.owners)), tuple(body))] if turns else body

    def _equal_to(self, what: str, param: t.ParamDecl, parts: list[Test], env: Env) -> Expr | None:
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
