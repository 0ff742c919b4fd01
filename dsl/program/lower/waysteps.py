"""The steps of a path as set algebra: what is reached from a set of cells by one step.

A condition on where a step begins narrows the set itself, one on where it ends narrows what is next to it; only what
speaks of both ends is tested for each beginning, and there again as a set of ends wherever it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dsl.base.problem import Problem, RulesError
from dsl.program.code import BitsConst, Const, Expr, ForBits, Local, Return, Set, Statement
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.geometry import Geometry, Step
from dsl.program.lower.ir import all_of, if_, set_op, single, union
from dsl.program.lower.lift import Lift
from dsl.program.lower.unit import Env, local_name
from dsl.program.lower.walking import conjuncts
from dsl.program.lower.walls import Walls, amounts_that
from dsl.semantics import typed as t

MOST_PRICE = 12  #: what one step may cost at most
Around = Callable[[Expr], Expr]  #: the cells one step away from a set of cells
_FROM = Local("w_from")


@dataclass(frozen=True, slots=True)
class Move:
    """One sort of step at one price; `limited` is its number among the limited steps, -1 for one that is not."""

    step: t.StepDecl
    price: int
    conditions: tuple[t.Expr, ...]
    limited: int

    @property
    def free(self) -> bool:
        """Whether it may be taken again and again for nothing."""
        return self.price == 0 and self.limited < 0


class Steps:
    """The steps of one path."""

    def __init__(self, ex: Expressions, path: t.PathDecl, board: Geometry, env: Env) -> None:
        self.ex = ex
        self.path = path
        self.board = board
        self.place = t.PlaceType(board.layout.name)
        limited = [step.head.name for step in path.steps if step.head.times is not None]
        self.moves = tuple(
            Move(step, price, (*conditions, *extra), limited.index(step.head.name) if step.head.name in limited else -1)
            for step in path.steps
            for conditions in [() if step.condition is None else (step.condition,)]
            for price, extra in self._prices(step, env)
        )
        self.dearest = max(move.price for move in self.moves)
        self._lifted: dict[str, bool] = {}

    def _prices(self, step: t.StepDecl, env: Env) -> Iterator[tuple[int, tuple[t.Expr, ...]]]:
        """Yield what a step may cost, each with the condition that it costs just that."""
        if step.cost is None:
            yield 1, ()
            return
        value = self.ex.value(step.cost, self._at_ends(step, env))
        if isinstance(value, Const):
            yield self._affordable(value.value, step.cost), ()
            return
        kind = step.cost.type
        assert isinstance(kind, t.NumberType)
        for price in range(kind.low, self._affordable(kind.high, step.cost) + 1):
            same = t.Constant(price, type=t.NumberType(price, price), span=step.cost.span)
            yield price, (t.Comparison("==", step.cost, same, type=t.TruthType(), span=step.cost.span),)

    @staticmethod
    def _affordable(price: int, cost: t.Expr) -> int:
        if price > MOST_PRICE:
            summary = f"a step may cost at most {MOST_PRICE}, and this one may cost {price}"
            raise RulesError((Problem("too-large", summary, cost.span, "too dear"),))
        return price

    @staticmethod
    def _at_ends(step: t.StepDecl, env: Env) -> Env:
        return env.local(step.origin, 0).local(step.goal, 0)

    # ---- where steps lead ----

    def around(self, direction: int) -> Around:
        """Return what leads to the cells one step away; for straight ways in the direction of this number."""
        if self.path.head.only == "straight":
            steps: tuple[Step, ...] = (directions(self.board, self.path.head.along)[direction],)
        elif self.path.head.along == "neighbours":
            return lambda cells: self.ex.board.near(cells, self.board)
        else:
            steps = directions(self.board, self.path.head.along)
        return lambda cells: self.board.moved(cells, *steps)

    def reached(self, move: Move, around: Around, env: Env) -> Expr:
        """Return the cells that one such step reaches from those in `w_from`."""
        width, origin, goal = self.board.width, move.step.origin, move.step.goal
        at_ends = self._at_ends(move.step, env)
        source: Expr = _FROM
        target: Expr = BitsConst(self.board.valid, width)
        pairs: list[tuple[t.Expr, Env]] = []
        plain = True
        for condition, home in _parts(self.ex, move.conditions, at_ends):
            begins, ends = (self.ex.mentions(condition, home, name) for name in (origin, goal))
            if begins and ends and (behind := self._behind_walls(condition, home, move.step)) is not None:
                around = _both(around, behind, width)
                continue
            lifted = None if begins and ends else self._lift(condition, home, goal if ends else origin)
            if lifted is None:
                pairs.append((condition, home))
            elif ends:
                target = set_op("and", target, lifted, width)
            else:
                source, plain = set_op("and", source, lifted, width), False
        if not pairs:
            return set_op("and", around(source), target, width)
        return self._pair_by_pair(move, around, env, source if not plain else _FROM, target, pairs)

    def _behind_walls(self, condition: t.Expr, env: Env, step: t.StepDecl) -> Around | None:
        """Return what leads to the cells behind as many walls as a condition on both ends of a step says."""
        found, home = self.ex.resolve(condition, env)
        if not isinstance(found, t.Comparison):
            return None
        left, amount = found.left, self.ex.resolve(found.right, home)[0]
        if not (isinstance(left, t.BuiltinValue) and left.name == "walls" and isinstance(amount, t.Constant)):
            return None
        if {name for arg in left.args for name in (step.origin, step.goal) if self._is(arg, home, name)} != {
            step.origin, step.goal,
        }:  # fmt: skip
            return None
        walls = Walls(self.ex.unit, self.board)
        amounts = amounts_that(found.operator, amount.value)
        return lambda cells: union([walls.beyond(each, cells) for each in amounts], self.board.width)

    def _is(self, expr: t.Expr, env: Env, name: str) -> bool:
        found, home = self.ex.resolve(expr, env)
        return isinstance(found, t.LocalValue) and found.name == name and name in home.names

    def _lift(self, condition: t.Expr, env: Env, name: str) -> Expr | None:
        return Lift(self.ex, name, self.place).condition(condition, env)

    def _pair_by_pair(
        self, move: Move, around: Around, env: Env, source: Expr, target: Expr, pairs: list[tuple[t.Expr, Env]]
    ) -> Expr:
        """Return the call that tests each beginning for itself."""
        width = self.board.width
        a, b = (local_name(name) for name in (move.step.origin, move.step.goal))
        inner = self._at_ends(move.step, env).widen("w_from", width)
        begun: list[Expr] = []
        each: list[Expr] = []
        ends: Expr = set_op("and", around(single(Local(a), width)), Local("w_targets"), width)
        for condition, home in pairs:
            if not self.ex.mentions(condition, home, move.step.goal):
                begun.append(self.ex.value(condition, home))
            elif (lifted := self._lift(condition, home, move.step.goal)) is not None:
                ends = set_op("and", ends, lifted, width)
            else:
                each.append(self.ex.value(condition, home))
        keep = Set("w_reached", set_op("or", Local("w_reached"), single(Local(b), width), width))
        wider: Statement = Set("w_reached", set_op("or", Local("w_reached"), ends, width))
        one: list[Statement] = [ForBits(b, ends, tuple(if_(all_of(each), [keep])))] if each else [wider]
        body: list[Statement] = [
            Set("w_reached", BitsConst(0, width)),
            Set("w_targets", target),
            ForBits(a, source, tuple(if_(all_of(begun), one))),
            Return(Local("w_reached")),
        ]
        return self.ex.unit.closure(f"step_{self.path.head.name}_{move.step.head.name}", width, body, inner)

    # ---- where ways pass and end ----

    def prepared(self, name: str, places: t.Expr, env: Env) -> list[Statement]:
        """Work a set of places out for the whole board, unless its places must be looked at one by one."""
        self._lifted[name] = not isinstance(places, t.Filtered) or self._in_one(places, env)
        return [Set(name, self.ex.sets.bits(places, env))] if self._lifted[name] else []

    def _in_one(self, places: t.Filtered, env: Env) -> bool:
        inner = env.local(places.name, 0)
        return all(
            not self.ex.mentions(part, inner, places.name) or self._lift(part, inner, places.name) is not None
            for part in conjuncts(places.condition)
        )

    def among(self, name: str, places: t.Expr, cells: Expr, env: Env) -> Expr:
        """Return those of `cells` that belong to a set of places."""
        if self._lifted[name]:
            return set_op("and", cells, Local(name), self.board.width)
        assert isinstance(places, t.Filtered)
        assert isinstance(cells, Local)
        kind = t.SetType(self.place)
        inner = env.local(cells.name, self.board.width, cells.name)
        few: t.Expr = t.LocalValue(cells.name, type=kind, span=places.span)
        if not isinstance(places.set, t.AllCells):
            few = t.CellUnion("both", places.set, few, type=kind, span=places.span)
        narrowed = t.Filtered(few, places.name, places.condition, type=kind, span=places.span)
        return self.ex.sets.bits(narrowed, inner)


def _both(around: Around, behind: Around, width: int) -> Around:
    """Return what leads to the cells to which both lead."""
    return lambda cells: set_op("and", around(cells), behind(cells), width)


def _parts(ex: Expressions, conditions: tuple[t.Expr, ...], env: Env) -> Iterator[tuple[t.Expr, Env]]:
    """Yield the conditions that all must hold, definitions of a single case opened."""
    for condition in conditions:
        found, home = ex.resolve(condition, env)
        if isinstance(found, t.DefineValue) and len(ex.unit.rules.defines[found.define].cases) == 1:
            found, home = ex.unfold(found, home)
            yield from _parts(ex, (found,), home)
        elif isinstance(found, t.Logic) and found.operator == "and":
            yield from _parts(ex, found.parts, home)
        else:
            yield found, home


def ring(board: Geometry) -> tuple[Step, ...]:
    """Return the steps to the next cell in each direction, once round."""
    if board.layout.shape == "hexes":
        return board.steps
    return ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def directions(board: Geometry, along: t.Along) -> tuple[Step, ...]:
    """Return the steps that a way may take."""
    around = ring(board)
    match along:
        case "neighbours":
            return tuple(step for step in around if step in board.steps)
        case "lines":
            return around
        case "orthogonal":
            return around[::2]
        case "diagonals":
            return around[1::2]
