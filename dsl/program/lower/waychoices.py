"""Choosing ways: the values of a parameter that asks for one, and the reasons why a way is not among them."""

from __future__ import annotations

from dataclasses import replace

from dsl.program.code import BitsConst, Const, Expr, ForBits, Local, Return, Set, SetOp, Statement
from dsl.program.lower.choicepart import ChoicePart
from dsl.program.lower.ir import all_of, compare, has, if_, is_empty, negate, single
from dsl.program.lower.plans import Plan, Test, before_own
from dsl.program.lower.unit import Env, OneWay, local_name
from dsl.program.lower.walking import conjuncts
from dsl.program.lower.ways import REASONS
from dsl.program.program import Condition
from dsl.semantics import typed as t


class WayChoices(ChoicePart):
    """Lowers the parameters of choices that ask for ways."""

    # ---- conditions of the paths ----

    def conditions(self, action: str, asked: tuple[t.ParamDecl, ...]) -> tuple[Condition, ...]:
        """Return the conditions that the paths which an action asks for stand for: they come before its own."""
        found: list[Condition] = []
        for level, param in enumerate(asked, 1):
            if isinstance(param.type, t.WayType):
                anchor = self.unit.anchor(f"{action}.{param.type.path}", "condition", param.span)
                found += (Condition(anchor, param.type.path, key, level) for key in REASONS)
        return tuple(found)

    def first_reason(self, plan: Plan, level: int) -> int:
        """Return the number of the first condition that the path of parameter `level` stands for."""
        return before_own(plan.asked[: level - 1])

    # ---- values ----

    def by_places(self, param: t.ParamDecl) -> bool:
        """Whether a parameter is asked place by place."""
        return isinstance(param.type, t.WayType) and self.unit.ways[param.type.path].longest > 0

    def values(
        self, plan: Plan, level: int, param: t.ParamDecl, tests: list[Test], env: Env, upto: int | None
    ) -> list[Statement]:
        """Return what puts into `found` the ways that may be chosen: their kinds and goals, or a first place."""
        if self.by_places(param):
            before, links = self.ex.ways.links(param, env)
            away = links.away("w_left", Local("w_start"))
            going = if_(compare(">", Local("w_left"), Const(0)), links.following(Local("w_start"), Local("w_left")))
            return [*before, *away, *going]
        parts = [replace(test, condition=part) for test in tests for part in conjuncts(test.condition)]

        def found(one: OneWay, goals: Expr) -> list[Statement]:
            return self._those_allowed(plan, level, param, parts, env, upto, one, goals)

        return self.ex.ways.search(param, env, found)

    def _those_allowed(
        self, plan: Plan, level: int, param: t.ParamDecl, parts: list[Test], env: Env, upto: int | None,
        one: OneWay, goals: Expr,
    ) -> list[Statement]:  # fmt: skip
        """Return what adds those of one kind whose goals fulfil every condition and lead on to what is asked next."""
        ways, name = self.ex.ways, local_name(param.name)
        width, cells = self.unit.measures.size(param.type), self.unit.geometries[self.unit.ways[one.path].board].width
        inner = Env({**env.names, param.name: one}, {**env.widths, "cell": 0, "w_cost": 0, name: 0})
        goals, good = self.choices.conditions.parted(plan, parts, param, inner, goals, cells)
        if level < len(plan.asked):
            good.append(negate(is_empty(self.choices.values(plan, level + 1, upto))))
        keep = Set("found", SetOp("or", Local("found"), single(ways.option(one), width)))
        number = [Set(name, ways.number(one))] if level < len(plan.asked) else []
        return [ForBits("cell", goals, (*number, *if_(all_of(good), [keep])))]

    # ---- going on place by place ----

    def further(self, plan: Plan, level: int, left: Expr) -> list[Statement]:
        """Return what puts into `found` the places by which a way goes on that has `left` steps more."""
        param = plan.asked[level - 1]
        env = plan.env.widen(local_name(param.name), self.unit.measures.width(param.type))
        before, links = self.ex.ways.links(param, env)
        assert isinstance(param.type, t.WayType)
        here = t.LocalValue(param.name, type=param.type, span=param.span)
        at = self.ex.ways.property_of("goal", param.type.path, here, env)
        nothing = Set("found", BitsConst(0, links.width))
        return [nothing, *before, *links.following(single(at, links.width), left)]

    def steps_left(self, plan: Plan, level: int) -> list[Statement]:
        """Return what puts into `w_left` how many steps a shortest way has."""
        before, links = self.ex.ways.links(plan.asked[level - 1], plan.env)
        return [*before, *links.away("w_left", Local("w_start"))]

    # ---- reasons ----

    def known(self, plan: Plan, level: int, env: Env) -> list[Statement]:
        """Return what gives a way that is explained its local, and leaves with the reason if there is no such way."""
        param, value = plan.asked[level - 1], Local("value")
        assert isinstance(param.type, t.WayType)
        ways, first = self.ex.ways, self.first_reason(plan, level)
        board = self.unit.geometries[self.unit.ways[param.type.path].board]
        inside = [compare(">=", value, Const(0)), compare("<", value, Const(self.unit.measures.size(param.type)))]
        known = if_(negate(all_of(inside)), [Return(Const(-2))])
        if self.by_places(param):
            found = [Set("found", BitsConst(0, board.width)), *self.values(plan, level, param, [], env, None)]
            return [*known, *found, *if_(negate(has(Local("found"), value)), [Return(Const(first))])]
        name = local_name(param.name)
        named = ways.named(param, value, name, env)
        missing = if_(compare("<", Local(name), Const(0)), ways.reason(param, first, env))
        there = if_(negate(has(BitsConst(board.valid, board.width), Local("w_goal"))), [Return(Const(-2))])
        return [*known, *ways.told_apart(param, value), *there, *named, *missing]

    def leading_on(self, plan: Plan, level: int) -> list[Statement]:
        """Return what leaves with a path's reason if no way at all can be asked after parameter `level`."""
        ways = [n for n, param in enumerate(plan.asked, 1) if isinstance(param.type, t.WayType)]
        later = next((n for n in ways if n > level), 0)
        if not level or not later:
            return []
        values = self.choices.values(plan, level + 1, before_own(plan.asked) - 1)
        return if_(is_empty(values), [Return(Const(self.first_reason(plan, later)))])
