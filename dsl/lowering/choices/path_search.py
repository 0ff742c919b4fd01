"""Search for the ways along a path on bitsets of cells, all cells of a step at once.

The steps of a path (`PathSteps`): a condition on the start of a step narrows the set itself, one on its end narrows its
neighbours; only a condition on both is tested for each origin, and there as a set of goals if possible.

The search by cost (`WaySearch`) is uniform-cost search: cells reached at the same cost by the same kind of way are one
bitset. A kind of way is the number of uses of each limited step and, where only straight ways are kept, its direction.
Costs are settled in ascending order, at each cost the kinds in the order of their numbers, so a way that is reached
later and uses no fewer limited steps is dominated and dropped. Free steps are followed to a fixed point before the next
cost.

The shortest ways (`ShortestWays`), asked place by place: a place is offered only if a shortest way continues from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from dsl.base.board_shapes import Step
from dsl.base.problem import Problem, RulesError
from dsl.ir.builder import all_of, any_of, arith, compare, if_, is_empty, negate, set_op, single, union
from dsl.ir.instructions import BitsConst, Const, Expr, ForBits, If, Local, Return, Set, Statement, While
from dsl.ir.layout import WayLayout
from dsl.lowering.environment import Env, local_name
from dsl.lowering.geometry import BoardGeometry
from dsl.lowering.protocols import Context
from dsl.lowering.traversal import conjuncts
from dsl.lowering.values.spaces import Walls, matching_amounts
from dsl.lowering.values.vectorize import Vectorizer
from dsl.semantics import typed as t

MOST_PRICE = 12  #: maximum cost of one step
Around = Callable[[Expr], Expr]  #: the cells one step away from a set of cells
_FROM = Local("w_from")


@dataclass(frozen=True, slots=True)
class PathMove:
    """One type of step at one cost; `limited` is its number among the limited steps, None if it is unlimited."""

    step: t.StepDecl
    price: int
    conditions: tuple[t.Expr, ...]
    limited: int | None

    @property
    def free(self) -> bool:
        """Whether it may be repeated at no cost."""
        return self.price == 0 and self.limited is None


class PathSteps:
    """The steps of one path."""

    def __init__(self, context: Context, path: t.PathDecl, board: BoardGeometry, env: Env) -> None:
        self.unit = context.unit
        self.context = context
        self.path = path
        self.board = board
        self.place = t.PlaceType(board.layout.name)
        limited = [step.head.name for step in path.steps if step.head.times is not None]
        self.moves = tuple(
            PathMove(
                step, price, (*conditions, *extra), limited.index(step.head.name) if step.head.name in limited else None
            )
            for step in path.steps
            for conditions in [() if step.condition is None else (step.condition,)]
            for price, extra in self._prices(step, env)
        )
        self.max_price = max(move.price for move in self.moves)
        self._lifted: dict[str, bool] = {}

    def _prices(self, step: t.StepDecl, env: Env) -> Iterator[tuple[int, tuple[t.Expr, ...]]]:
        """Yield the possible costs of a step, each with the condition for it."""
        if step.cost is None:
            yield 1, ()
            return
        value = self.context.exprs.value(step.cost, self._at_ends(step, env))
        if isinstance(value, Const):
            yield self._checked_price(value.value, step.cost), ()
            return
        kind = step.cost.type
        assert isinstance(kind, t.NumberType)
        for price in range(kind.low, self._checked_price(kind.high, step.cost) + 1):
            same = t.Constant(price, type=t.NumberType(price, price), span=step.cost.span)
            yield price, (t.Comparison("==", step.cost, same, type=t.TruthType(), span=step.cost.span),)

    @staticmethod
    def _checked_price(price: int, cost: t.Expr) -> int:
        if price > MOST_PRICE:
            summary = f"a step may cost at most {MOST_PRICE}, and this one may cost {price}"
            raise RulesError((Problem("too-large", summary, cost.span, "too dear"),))
        return price

    @staticmethod
    def _at_ends(step: t.StepDecl, env: Env) -> Env:
        return env.local(step.origin, 0).local(step.goal, 0)

    # ---- where steps lead ----

    def around(self, direction: int) -> Around:
        """Return the function to the cells one step away, in one direction for straight ways."""
        if self.path.head.only == "straight":
            steps: tuple[Step, ...] = (directions(self.board, self.path.head.along)[direction],)
        elif self.path.head.along == "neighbours":
            return lambda cells: self.context.boards.near(cells, self.board)
        else:
            steps = directions(self.board, self.path.head.along)
        return lambda cells: self.board.moved(cells, *steps)

    @property
    def _to_neighbours(self) -> bool:
        """Whether steps lead to all neighbours, so to all spaces behind a number of walls."""
        return self.path.head.only != "straight" and self.path.head.along == "neighbours"

    def reached(self, move: PathMove, around: Around, env: Env) -> Expr:
        """Return the cells that one step of this type reaches from those in `w_from`."""
        width, origin, goal = self.board.width, move.step.origin, move.step.goal
        at_ends = self._at_ends(move.step, env)
        source: Expr = _FROM
        target: Expr = BitsConst(self.board.valid, width)
        pairs: list[tuple[t.Expr, Env]] = []
        plain = True
        for condition, home in _parts(self.context, move.conditions, at_ends):
            begins, ends = (self.context.exprs.mentions(condition, home, name) for name in (origin, goal))
            if begins and ends and (behind := self._wall_condition(condition, home, move.step)) is not None:
                around = behind if self._to_neighbours else _both(around, behind, width)
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

    def _wall_condition(self, condition: t.Expr, env: Env, step: t.StepDecl) -> Around | None:
        """Return the function to the cells behind the number of walls in a condition on both ends of a step."""
        found, home = self.context.exprs.resolve(condition, env)
        if not isinstance(found, t.Comparison):
            return None
        left, amount = found.left, self.context.exprs.resolve(found.right, home)[0]
        if not (isinstance(left, t.BuiltinValue) and left.name == "walls" and isinstance(amount, t.Constant)):
            return None
        if {name for arg in left.args for name in (step.origin, step.goal) if self._is(arg, home, name)} != {
            step.origin, step.goal,
        }:  # fmt: skip
            return None
        walls = Walls(self.unit, self.board)
        amounts = matching_amounts(found.operator, amount.value)
        return lambda cells: union([walls.beyond(each, cells) for each in amounts], self.board.width)

    def _is(self, expr: t.Expr, env: Env, name: str) -> bool:
        found, home = self.context.exprs.resolve(expr, env)
        return isinstance(found, t.LocalValue) and found.name == name and name in home.names

    def _lift(self, condition: t.Expr, env: Env, name: str) -> Expr | None:
        return Vectorizer(self.context, name, self.place).condition(condition, env)

    def _pair_by_pair(
        self, move: PathMove, around: Around, env: Env, source: Expr, target: Expr, pairs: list[tuple[t.Expr, Env]]
    ) -> Expr:
        """Return the call that tests each origin separately."""
        width = self.board.width
        a, b = (local_name(name) for name in (move.step.origin, move.step.goal))
        inner = self._at_ends(move.step, env).widen("w_from", width)
        begun: list[Expr] = []
        each: list[Expr] = []
        ends: Expr = set_op("and", around(single(Local(a), width)), Local("w_targets"), width)
        for condition, home in pairs:
            if not self.context.exprs.mentions(condition, home, move.step.goal):
                begun.append(self.context.exprs.value(condition, home))
            elif (lifted := self._lift(condition, home, move.step.goal)) is not None:
                ends = set_op("and", ends, lifted, width)
            else:
                each.append(self.context.exprs.value(condition, home))
        keep = Set("w_reached", set_op("or", Local("w_reached"), single(Local(b), width), width))
        wider: Statement = Set("w_reached", set_op("or", Local("w_reached"), ends, width))
        one: list[Statement] = [ForBits(b, ends, tuple(if_(all_of(each), [keep])))] if each else [wider]
        body: list[Statement] = [
            Set("w_reached", BitsConst(0, width)),
            Set("w_targets", target),
            ForBits(a, source, tuple(if_(all_of(begun), one))),
            Return(Local("w_reached")),
        ]
        return self.unit.closure(f"step_{self.path.head.name}_{move.step.head.name}", width, body, inner)

    # ---- places that ways pass and end at ----

    def prepared(self, name: str, places: t.Expr, env: Env) -> list[Statement]:
        """Evaluate a set of places for the whole board, unless its places must be tested one by one."""
        self._lifted[name] = not isinstance(places, t.Filtered) or self._is_vectorized(places, env)
        return [Set(name, self.context.sets.bits(places, env))] if self._lifted[name] else []

    def _is_vectorized(self, places: t.Filtered, env: Env) -> bool:
        inner = env.local(places.name, 0)
        return all(
            not self.context.exprs.mentions(part, inner, places.name)
            or self._lift(part, inner, places.name) is not None
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
        return self.context.sets.bits(narrowed, inner)


def _both(around: Around, behind: Around, width: int) -> Around:
    """Return the intersection of two such functions."""
    return lambda cells: set_op("and", around(cells), behind(cells), width)


def _parts(context: Context, conditions: tuple[t.Expr, ...], env: Env) -> Iterator[tuple[t.Expr, Env]]:
    """Yield the conditions that all must hold, with definitions of a single case expanded."""
    for condition in conditions:
        found, home = context.exprs.resolve(condition, env)
        if isinstance(found, t.DefineValue) and len(context.unit.rules.defines[found.define].cases) == 1:
            found, home = context.exprs.unfold(found, home)
            yield from _parts(context, (found,), home)
        elif isinstance(found, t.Logic) and found.operator == "and":
            yield from _parts(context, found.parts, home)
        else:
            yield found, home


def ring(board: BoardGeometry) -> tuple[Step, ...]:
    """Return the steps to the next cell in each direction, in a circle."""
    if board.layout.shape == "hexes":
        return board.steps
    return ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def directions(board: BoardGeometry, along: t.Along) -> tuple[Step, ...]:
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


#: Makes the statements for the goals of one kind at one cost: local of the cost, number of the kind, goals.
Found = Callable[[Expr, int, Expr], list[Statement]]

COST, FROM, FRESH, MOST = "w_cost", "w_from", "w_fresh", "w_most"


class WaySearch:
    """The search for the ways of one path from one start; `env` binds the names of the path."""

    def __init__(self, context: Context, path: t.PathDecl, way: WayLayout, env: Env, steps: PathSteps) -> None:
        self.unit = context.unit
        self.context = context
        self.path = path
        self.way = way
        self.env = env
        self.steps = steps
        self.width = context.unit.geometries[way.board].width
        self.nothing = BitsConst(0, self.width)
        self._leads: dict[tuple[int, int], Expr] = {}  #: by number of the move and direction: the cells reached

    def ways(self, start: Expr, found: Found, *, bounded: bool = True, ends: bool = True) -> list[Statement]:
        """Return the search; `found` gets the goals. Without `bounded` there is no limit on the cost, without `ends`
        none on the end."""
        max_price = self.steps.max_price
        fronts = [(offset, kind) for offset in range(max_price + 1) for kind in range(self.way.kinds)]
        body: list[Statement] = [
            Set("w_start", start), Set(COST, Const(0)), *self._limits(bounded, ends),
            *(Set(_front(offset, kind), self.nothing) for offset, kind in fronts),
            *(Set(_seen(kind), Local("w_start")) for kind in range(self.way.kinds)),
            Set(FROM, Local("w_start")),
            *(part for kind in range(0, self.way.kinds, self.way.uses) for part in self._onward(kind, followed=False)),
        ]  # fmt: skip
        going = any_of(negate(is_empty(Local(_front(offset, kind)))) for offset, kind in fronts)
        if bounded and self.path.budget is not None:
            going = all_of([compare("<=", Local(COST), Local(MOST)), going])
        turn: list[Statement] = []
        for kind in range(self.way.kinds):
            turn += self._settle(kind, found, ends)
        for offset, kind in fronts:
            following = Local(_front(offset + 1, kind)) if offset < max_price else self.nothing
            turn.append(Set(_front(offset, kind), following))
        turn.append(Set(COST, arith("+", Local(COST), Const(1))))
        return [*body, While(going, tuple(turn))]

    def _limits(self, bounded: bool, ends: bool) -> list[Statement]:
        """Evaluate the budget once, and the places for passing and ending that are vectorized."""
        limits: list[Statement] = []
        if bounded and self.path.budget is not None:
            limits.append(Set(MOST, self.context.exprs.value(self.path.budget, self.env)))
        if self.path.through is not None:
            limits += self.steps.prepared("w_through", self.path.through, self.env)
        if ends and self.path.ends is not None:
            limits += self.steps.prepared("w_ends", self.path.ends, self.env)
        return limits

    def _settle(self, kind: int, found: Found, ends: bool) -> list[Statement]:
        """Return the statements for the places first reached by one kind of way at the current price."""
        seen = [Local(_seen(other)) for other in self._dominating(kind)]
        fresh = self._minus(Local(_front(0, kind)), seen)
        free = [move for move in self.steps.moves if move.free]
        goals: Expr = Local(FRESH)
        if ends and self.path.ends is not None:
            goals = self.steps.among("w_ends", self.path.ends, goals, self.env)
        body: list[Statement] = [
            *(self._follow(kind, free, seen) if free else []),
            Set(_seen(kind), set_op("or", Local(_seen(kind)), Local(FRESH), self.width)),
            *found(Local(COST), kind, goals),
            Set(FROM, self._passed(Local(FRESH))),
            *if_(negate(is_empty(Local(FROM))), self._onward(kind, followed=True)),
        ]
        return [Set(FRESH, fresh), *if_(negate(is_empty(Local(FRESH))), body)]

    def _passed(self, places: Expr) -> Expr:
        through = self.path.through
        return places if through is None else self.steps.among("w_through", through, places, self.env)

    def _follow(self, kind: int, free: list[PathMove], seen: list[Local]) -> list[Statement]:
        """Return the statements that close `w_fresh` under free steps."""
        body: list[Statement] = [Set(FROM, self._passed(Local("w_new"))), Set("w_new", self.nothing)]
        for move in free:
            body += self._into("w_new", move, kind)
        body += [
            Set("w_new", self._minus(Local("w_new"), [*seen, Local(FRESH)])),
            Set(FRESH, set_op("or", Local(FRESH), Local("w_new"), self.width)),
        ]
        return [Set("w_new", Local(FRESH)), While(negate(is_empty(Local("w_new"))), tuple(body))]

    def _onward(self, kind: int, *, followed: bool) -> Iterator[Statement]:
        """Yield the steps from `w_from`; free ones only if they have not been followed."""
        for move in self.steps.moves:
            after = self._after(kind, move)
            if after is not None and not (followed and move.free):
                yield from self._into(_front(move.price, after), move, kind)

    def _into(self, target: str, move: PathMove, kind: int) -> list[Statement]:
        return [Set(target, set_op("or", Local(target), self._reached(move, kind // self.way.uses), self.width))]

    def _reached(self, move: PathMove, direction: int) -> Expr:
        """Return the cells that a step reaches from `w_from`, cached by direction."""
        known = self.steps.moves.index(move), direction
        if known not in self._leads:
            self._leads[known] = self.steps.reached(move, self.steps.around(direction), self.env)
        return self._leads[known]

    def _minus(self, places: Expr, without: list[Local]) -> Expr:
        for taken in without:
            places = set_op("minus", places, taken, self.width)
        return places

    # ---- kinds ----

    def _used(self, kind: int) -> tuple[int, ...]:
        rest, found = kind % self.way.uses, []
        for _, times in self.way.limited:
            rest, used = divmod(rest, times + 1)
            found.append(used)
        return tuple(found)

    def _after(self, kind: int, move: PathMove) -> int | None:
        """Return the kind of a way that takes one more step, None if it may not."""
        if move.limited is None:
            return kind
        if self._used(kind)[move.limited] == self.way.limited[move.limited][1]:
            return None
        weight = 1
        for _, times in self.way.limited[: move.limited]:
            weight *= times + 1
        return kind + weight

    def _dominating(self, kind: int) -> list[int]:
        """Return the kinds of the same direction that took none of the limited steps more often."""
        ranges = [range(used + 1) for used in self._used(kind)]
        found: list[int] = []
        for used in product(*ranges):
            number, weight = 0, 1
            for count, (_, times) in zip(used, self.way.limited, strict=True):
                number, weight = number + count * weight, weight * (times + 1)
            found.append(number + kind - kind % self.way.uses)
        return sorted(found)


def _front(offset: int, kind: int) -> str:
    return f"w_front_{offset}_{kind}"


def _seen(kind: int) -> str:
    return f"w_seen_{kind}"


class ShortestWays:
    """The places of the shortest ways along one path from one start; `env` binds the names of the path."""

    def __init__(self, context: Context, path: t.PathDecl, way: WayLayout, env: Env, steps: PathSteps) -> None:
        self.unit = context.unit
        self.context = context
        self.path = path
        self.way = way
        self.steps = steps
        self.width = context.unit.geometries[way.board].width
        self.env = env.widen("w_from", self.width)

    def prepared(self, start: Expr) -> list[Statement]:
        """Return the statements that evaluate the start, the places for passing and ending, and the budget, once."""
        most: Expr = Const(self.way.longest)
        if self.path.budget is not None:
            most = arith("min", most, self.context.exprs.value(self.path.budget, self.env))
        prepared: list[Statement] = [Set("w_start", start), Set("w_most", most)]
        for name, places in (("w_through", self.path.through), ("w_ends", self.path.ends)):
            if places is not None:
                prepared += self.steps.prepared(name, places, self.env)
        return prepared

    def _reached(self) -> Expr:
        """Return the cells one step away from `w_from`."""
        found: Expr = BitsConst(0, self.width)
        for move in self.steps.moves:
            found = set_op("or", found, self.steps.reached(move, self.steps.around(0), self.env), self.width)
        return found

    def _among(self, name: str, places: t.Expr | None, cells: Local) -> Expr:
        return cells if places is None else self.steps.among(name, places, cells, self.env)

    def away(self, local: str, start: Expr) -> list[Statement]:
        """Return the statements that set `local` to the length of the shortest ways from `start`, -1 if none."""
        new = Local("w_new")
        step: list[Statement] = [
            Set("w_new", set_op("minus", self._reached(), Local("w_seen"), self.width)),
            Set("w_seen", set_op("or", Local("w_seen"), new, self.width)),
            Set("w_steps", arith("+", Local("w_steps"), Const(1))),
            *if_(
                negate(is_empty(self._among("w_ends", self.path.ends, new))),
                [Set(local, Local("w_steps")), Set("w_new", BitsConst(0, self.width))],
            ),
            Set("w_from", self._among("w_through", self.path.through, new)),
        ]
        going = all_of([negate(is_empty(Local("w_from"))), compare("<", Local("w_steps"), Local("w_most"))])
        begin: list[Statement] = [
            Set("w_from", start),
            Set("w_seen", set_op("or", Local("w_start"), start, self.width)),
            Set("w_new", BitsConst(0, self.width)),
            Set("w_steps", Const(0)),
        ]
        return [*begin, Set(local, Const(-1)), While(going, tuple(step))]

    def following(self, at: Expr, left: Expr) -> list[Statement]:
        """Return the statements that set `found` to the next places of shortest ways with `left` steps from `at`."""
        fits = compare("==", Local("w_away"), arith("-", Local("w_left"), Const(1)))
        keep = Set("found", set_op("or", Local("found"), single(Local("w_link"), self.width), self.width))
        passing = self._among("w_through", self.path.through, Local("w_near"))
        return [
            Set("w_left", left),
            Set("w_from", at),
            Set("w_near", set_op("minus", self._reached(), Local("w_start"), self.width)),
            If(
                compare("==", Local("w_left"), Const(1)),
                (Set("found", self._among("w_ends", self.path.ends, Local("w_near"))),),
                (ForBits("w_link", passing, (
                    *self.away("w_away", single(Local("w_link"), self.width)), *if_(fits, [keep])
                )),),
            ),
        ]  # fmt: skip
