"""Finding ways: cells reached for the same price by the same kind of way are one bitset, and all go on together.

A kind of way is how often it took each limited step and, where only straight ways are kept, its direction. Prices are
settled in rising order, at each price the kinds in the order of their numbers, so whatever is reached later and by no
fewer limited steps is beaten and dropped. Free steps are followed to their end before a price is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from dsl.program.code import BitsConst, Const, Expr, Local, Set, Statement, While
from dsl.program.layout import WayLayout
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import all_of, any_of, arith, compare, if_, is_empty, negate, set_op
from dsl.program.lower.unit import Env
from dsl.program.lower.waysteps import Move, Steps
from dsl.semantics import typed as t

#: What is done with the goals of one kind at one price: the local of the price, the number of the kind, their bitset.
Found = Callable[[Expr, int, Expr], list[Statement]]

COST, FROM, FRESH, MOST = "w_cost", "w_from", "w_fresh", "w_most"


class Search:
    """The search for the ways of one path from one start; `env` says what the names of the path mean."""

    def __init__(self, ex: Expressions, path: t.PathDecl, way: WayLayout, env: Env, steps: Steps) -> None:
        self.ex = ex
        self.path = path
        self.way = way
        self.env = env
        self.steps = steps
        self.width = ex.unit.geometries[way.board].width
        self.nothing = BitsConst(0, self.width)
        self._leads: dict[tuple[int, int], Expr] = {}  #: by number of the move and direction, what it reaches

    def ways(self, start: Expr, found: Found, *, bounded: bool = True, ends: bool = True) -> list[Statement]:
        """Return the search; `found` gets the goals. Without `bounded` any price will do, without `ends` any end."""
        dearest = self.steps.dearest
        fronts = [(offset, kind) for offset in range(dearest + 1) for kind in range(self.way.kinds)]
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
            following = Local(_front(offset + 1, kind)) if offset < dearest else self.nothing
            turn.append(Set(_front(offset, kind), following))
        turn.append(Set(COST, arith("+", Local(COST), Const(1))))
        return [*body, While(going, tuple(turn))]

    def _limits(self, bounded: bool, ends: bool) -> list[Statement]:
        """Work out once what a way may cost, and the places for passing and ending that need no look at each one."""
        limits: list[Statement] = []
        if bounded and self.path.budget is not None:
            limits.append(Set(MOST, self.ex.value(self.path.budget, self.env)))
        if self.path.through is not None:
            limits += self.steps.prepared("w_through", self.path.through, self.env)
        if ends and self.path.ends is not None:
            limits += self.steps.prepared("w_ends", self.path.ends, self.env)
        return limits

    def _settle(self, kind: int, found: Found, ends: bool) -> list[Statement]:
        """Return what is done with the places first reached by one kind of way at the price at hand."""
        seen = [Local(_seen(other)) for other in self._no_worse(kind)]
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

    def _follow(self, kind: int, free: list[Move], seen: list[Local]) -> list[Statement]:
        """Return what follows the free steps from `w_fresh` to their end."""
        body: list[Statement] = [Set(FROM, self._passed(Local("w_new"))), Set("w_new", self.nothing)]
        for move in free:
            body += self._into("w_new", move, kind)
        body += [
            Set("w_new", self._minus(Local("w_new"), [*seen, Local(FRESH)])),
            Set(FRESH, set_op("or", Local(FRESH), Local("w_new"), self.width)),
        ]
        return [Set("w_new", Local(FRESH)), While(negate(is_empty(Local("w_new"))), tuple(body))]

    def _onward(self, kind: int, *, followed: bool) -> Iterator[Statement]:
        """Yield the steps that lead on from `w_from`; the free ones only if they have not been followed."""
        for move in self.steps.moves:
            after = self._after(kind, move)
            if after is not None and not (followed and move.free):
                yield from self._into(_front(move.price, after), move, kind)

    def _into(self, target: str, move: Move, kind: int) -> list[Statement]:
        return [Set(target, set_op("or", Local(target), self._reached(move, kind // self.way.uses), self.width))]

    def _reached(self, move: Move, direction: int) -> Expr:
        """Return what a step reaches from `w_from`: the same for every kind of way in a direction, so made once."""
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

    def _after(self, kind: int, move: Move) -> int | None:
        """Return the kind of a way that takes one more step, None if it may not."""
        if move.limited < 0:
            return kind
        if self._used(kind)[move.limited] == self.way.limited[move.limited][1]:
            return None
        weight = 1
        for _, times in self.way.limited[: move.limited]:
            weight *= times + 1
        return kind + weight

    def _no_worse(self, kind: int) -> list[int]:
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
