"""Paths and the ways along them: the options of a parameter, the properties of a way, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from dsl.base.board_shapes import Step
from dsl.base.problem import Problem, RulesError
from dsl.ir.builder import NONE, all_of, arith, compare, has, if_, negate, select, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Break,
    Call,
    Const,
    Expr,
    ForBits,
    Local,
    Lookup,
    Population,
    Return,
    Set,
    Statement,
)
from dsl.ir.layout import WayLayout
from dsl.lowering.choices.path_search import PathSteps, ShortestWays, WaySearch, directions, ring
from dsl.lowering.compilation_unit import Unit
from dsl.lowering.environment import Env, WayValue
from dsl.lowering.geometry import BoardGeometry
from dsl.lowering.protocols import Context
from dsl.semantics import typed as t
from dsl.semantics.error_messages import plural

MOST_KINDS = 64
LONGEST = 16  #: places of a way that is asked place by place
START = "start"


def declare_ways(unit: Unit) -> None:
    """Make the layouts of the ways along every path."""
    for name, path in unit.rules.paths.items():
        head = path.head
        limited = tuple((step.name, step.times) for step in head.steps if step.times is not None)
        board = unit.geometries[head.board]
        count = len(directions(board, head.along)) if head.only == "straight" else 1
        way = WayLayout(name, head.board, limited, count, LONGEST if head.only == "shortest" else 0)
        if way.kinds > MOST_KINDS:
            summary = (
                f"there would be {way.kinds} kinds of way along `{name}`, and at most {MOST_KINDS} are distinguished"
            )
            raise RulesError((Problem("too-large", summary, head.span, "too many kinds"),))
        unit.ways[name] = way


class PathLowerer:
    """Lowers the ways along paths for one program."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    # ---- finding them ----

    def _lower_arguments(self, param: t.ParamDecl, env: Env) -> tuple[list[Statement], Env]:
        """Evaluate the arguments of a parameter's path; return the statements and the environment of the path."""
        assert isinstance(param.type, t.WayType)
        head = self.unit.rules.paths[param.type.path].head
        statements: list[Statement] = []
        inner = Env({}, env.widths)
        for own, arg in zip(head.params, param.along, strict=True):
            width, local = self.unit.types.width(own.type), f"w_given_{own.name}"
            self.context.pieces.check_known_by_place(arg, env)
            value = self.context.sets.bits(arg, env) if width else self.context.exprs.value(arg, env)
            statements.append(Set(local, value))
            inner = inner.local(own.name, width, local)
        return statements, inner

    def _parts(self, param: t.ParamDecl, env: Env) -> tuple[t.PathDecl, WayLayout, PathSteps]:
        assert isinstance(param.type, t.WayType)
        path, way = self.unit.rules.paths[param.type.path], self.unit.ways[param.type.path]
        return path, way, PathSteps(self.context, path, self.unit.geometries[way.board], env)

    def _start(self, path: t.PathDecl, env: Env) -> Expr:
        start = next(param for param in path.head.params if param.name == START)
        return self.context.sets.bits(t.LocalValue(START, type=start.type, span=start.span), env)

    def search(
        self, param: t.ParamDecl, env: Env, found: Callable[[WayValue, Expr], list[Statement]], *,
        bounded: bool = True, ends: bool = True,
    ) -> list[Statement]:  # fmt: skip
        """Return the search for the ways of a parameter; `found` is called for each kind with its goals."""
        before, inner = self._lower_arguments(param, env)
        path, way, steps = self._parts(param, inner)

        def kept(cost: Expr, kind: int, goals: Expr) -> list[Statement]:
            return found(WayValue(way.name, cost, Const(kind), Local("cell")), goals)

        search = WaySearch(self.context, path, way, inner, steps)
        return [*before, *search.ways(self._start(path, inner), kept, bounded=bounded, ends=ends)]

    def links(self, param: t.ParamDecl, env: Env) -> tuple[list[Statement], ShortestWays]:
        """Return the preparation and the search for a way that is asked place by place."""
        before, inner = self._lower_arguments(param, env)
        path, way, steps = self._parts(param, inner)
        links = ShortestWays(self.context, path, way, inner, steps)
        return [*before, *links.prepared(self._start(path, inner))], links

    # ---- as numbers ----

    def option(self, way: WayValue) -> Expr:
        """Return the option number of a way, made of its limited steps and its goal."""
        used = _rest(way.kind, self.unit.ways[way.path].uses)
        return arith("+", arith("*", used, self._cells(way.path)), way.goal)

    def number(self, way: WayValue) -> Expr:
        """Return a way as a number."""
        row = arith("+", arith("*", way.cost, Const(self.unit.ways[way.path].kinds)), way.kind)
        return arith("+", arith("*", row, self._cells(way.path)), way.goal)

    def _cells(self, path: str) -> Const:
        return Const(self.unit.geometries[self.unit.ways[path].board].width)

    def one(self, path: str, expr: t.Expr, env: Env) -> WayValue:
        """Return the cost, the kind and the goal of a way."""
        if isinstance(expr, t.LocalValue) and isinstance(bound := env.names.get(expr.name), WayValue):
            return bound
        value, kinds = self.context.exprs.value(expr, env), Const(self.unit.ways[path].kinds)
        row = arith("/down", value, self._cells(path))
        cost = arith("/down", row, kinds)
        kind = arith("-", row, arith("*", cost, kinds))
        return WayValue(path, cost, kind, arith("-", value, arith("*", row, self._cells(path))))

    def place(self, path: str, member: Expr) -> Expr:
        """Return the cell of a member of a way that is asked place by place."""
        return _rest(member, self._cells(path).value)

    # ---- properties ----

    def property_of(self, name: str, path: str, expr: t.Expr, env: Env) -> Expr:
        """Return the `goal`, `cost` or `length` of a way, or how often it took a limited step."""
        way = self.unit.ways[path]
        if way.longest:
            places = self.context.exprs.value(expr, env)
            return Call(self._last(way), (places,)) if name == "goal" else Population(places)
        one = self.one(path, expr, env)
        match name:
            case "goal":
                return one.goal
            case "cost" | "length":
                return one.cost
        weight = 1
        for step, times in way.limited:
            if plural(step) == name:
                return _rest(arith("/down", one.kind, Const(weight)), times + 1)
            weight *= times + 1
        raise TypeError(f"no way along {path} has {name}")

    def _last(self, way: WayLayout) -> str:
        name, width = f"goal_of_{way.name}", way.longest * self._cells(way.name).value
        if name not in self.unit.functions:
            body: list[Statement] = [
                Set("last", Const(0)),
                ForBits("i", Local("way"), (Set("last", Local("i")),)),
                Return(self.place(way.name, Local("last"))),
            ]
            self.unit.function(name, [("way", width)], 0, body, "the last place of a way")
        return name

    def beyond(self, name: Literal["ahead", "sides"], path: str, expr: t.Expr, env: Env) -> Expr:
        """Return the places ahead of a straight way's goal, or those at its sides."""
        head, way = self.unit.rules.paths[path].head, self.unit.ways[path]
        board = self.unit.geometries[way.board]
        around, one = ring(board), self.one(path, expr, env)
        turn = len(around) // 4
        ways: list[tuple[Step, ...]] = []
        for step in directions(board, head.along):
            at = around.index(step)
            beside = (around[(at + turn) % len(around)], around[at - turn])
            ways.append((step,) if name == "ahead" else tuple(s for s in beside if s in board.steps[: board.sides]))
        direction = arith("/down", one.kind, Const(way.uses))
        found: Expr = BitsConst(0, board.width)
        for index in range(max(map(len, ways))):
            steps = [way[index] if index < len(way) else None for way in ways]
            found = set_op("or", found, self._beside(f"{name}_{index}_{path}", board, steps, direction, one.goal),
                           board.width)  # fmt: skip
        return found

    def _beside(
        self, name: str, board: BoardGeometry, steps: Sequence[Step | None], direction: Expr, cell: Expr
    ) -> Expr:
        """Return the neighbour of a cell in a direction, as a set that may be empty."""
        stay, by = f"{name}_stays", f"{name}_by"
        self.unit.tables.setdefault(stay, tuple(board.stays(step) if step else 0 for step in steps))
        self.unit.tables.setdefault(by, tuple(board.shift(step) if step else 0 for step in steps))
        there = single(arith("+", cell, Lookup(by, direction)), board.width)
        return select(has(Lookup(stay, direction, board.width), cell), there, BitsConst(0, board.width))

    # ---- chosen and refused ways ----

    def named(self, param: t.ParamDecl, option: Expr, local: str, env: Env) -> list[Statement]:
        """Return the statements that set `local` to the way of an option, -1 if it is not found."""

        def take(one: WayValue, goals: Expr) -> list[Statement]:
            way = self.unit.ways[one.path]
            same = all_of([compare("==", Local("w_used"), _rest(one.kind, way.uses)), has(goals, Local("w_goal"))])
            taken = Set(local, self.number(WayValue(one.path, one.cost, one.kind, Local("w_goal"))))
            # A goal is found once for each kind, so the search ends there if no other kind fits the option.
            return if_(same, [taken, Break()] if way.kinds == way.uses else [taken])

        return [*self.decode_option(param, option), Set(local, NONE), *self.search(param, env, take)]

    def decode_option(self, param: t.ParamDecl, option: Expr) -> list[Statement]:
        """Return the statements that decode an option into `w_used` and `w_goal`."""
        assert isinstance(param.type, t.WayType)
        cells = self._cells(param.type.path)
        return [
            Set("w_used", arith("/down", option, cells)),
            Set("w_goal", arith("-", option, arith("*", Local("w_used"), cells))),
        ]

    def chosen(self, param: t.ParamDecl, option: Expr, env: Env) -> Expr:
        """Return the call that decodes an option to its way."""
        inner = env.widen("w_option", 0)
        body = [*self.named(param, Local("w_option"), "w_way", inner), Return(Local("w_way"))]
        call = self.unit.closure(f"way_{param.name}", 0, body, inner)
        return Call(call.function, tuple(option if arg == Local("w_option") else arg for arg in call.args))

    def reason(self, param: t.ParamDecl, first: int, env: Env) -> list[Statement]:
        """Return the statements that return the reason why `w_goal` is not offered: no way leads there, all are too
        expensive, or none may end there. The reasons are numbered from `first`.
        """

        def reached(_one: WayValue, goals: Expr) -> list[Statement]:
            return if_(has(goals, Local("w_goal")), [Set("w_reached", Const(1))])

        path = self.unit.rules.paths[param.type.path] if isinstance(param.type, t.WayType) else None
        assert path is not None
        body: list[Statement] = []
        cases = [(0, False)] + ([(1, True)] if path.budget is not None else [])
        for number, bounded in cases:
            look = [Set("w_reached", Const(0)), *self.search(param, env, reached, bounded=bounded, ends=False)]
            body += [*look, *if_(negate(Local("w_reached")), [Return(Const(first + number))])]
        if path.ends is not None:
            look = [Set("w_reached", Const(0)), *self.search(param, env, reached)]
            body += [*look, *if_(negate(Local("w_reached")), [Return(Const(first + 2))])]
        return [*body, Return(Const(first))]


def _rest(number: Expr, divisor: int) -> Expr:
    """Return the remainder of a number >= 0."""
    return arith("-", number, arith("*", arith("/down", number, Const(divisor)), Const(divisor)))
