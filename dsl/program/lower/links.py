"""Ways that are asked place by place: the shortest ones, each place offered only if a shortest way leads on from it."""

from __future__ import annotations

from dsl.program.code import BitsConst, Const, Expr, ForBits, If, Local, Set, Statement, While
from dsl.program.layout import WayLayout
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import all_of, arith, compare, if_, is_empty, negate, set_op, single
from dsl.program.lower.unit import Env
from dsl.program.lower.waysteps import Steps
from dsl.semantics import typed as t


class Links:
    """The places of the shortest ways along one path from one start; `env` says what the names of the path mean."""

    def __init__(self, ex: Expressions, path: t.PathDecl, way: WayLayout, env: Env, steps: Steps) -> None:
        self.ex = ex
        self.path = path
        self.way = way
        self.steps = steps
        self.width = ex.unit.geometries[way.board].width
        self.env = env.widen("w_from", self.width)

    def prepared(self, start: Expr) -> list[Statement]:
        """Return what works out once where a way begins, may pass and may end, and how many steps it may have."""
        most: Expr = Const(self.way.longest)
        if self.path.budget is not None:
            most = arith("min", most, self.ex.value(self.path.budget, self.env))
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
        """Return what gives `local` the length of the shortest ways from `start`, -1 if there is none."""
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
        """Return what puts into `found` the places to which a shortest way with `left` steps leads on from `at`."""
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
