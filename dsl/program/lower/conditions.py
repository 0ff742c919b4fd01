"""Conditions of choices, tested: in the position as it is, or as it would be if something were otherwise."""

from __future__ import annotations

from dsl.program.code import Call, Const, Do, Expr, Local, Return, Set, Statement
from dsl.program.lower.choicepart import ChoicePart
from dsl.program.lower.ir import NONE, set_op
from dsl.program.lower.lift import Lift
from dsl.program.lower.lists import fits_local
from dsl.program.lower.plans import Plan, Test, before_own
from dsl.program.lower.unit import Alias, Env, local_name, not_yet
from dsl.program.lower.walking import uses
from dsl.semantics import typed as t


class Conditions(ChoicePart):
    """Lowers the conditions of choices."""

    def holds(self, plan: Plan, test: Test, env: Env) -> Expr:
        """Return whether one condition holds, as a function of its own if it supposes something."""
        if not test.supposing:
            return self.ex.value(test.condition, env)
        lets, env = self._bound_before(plan, test, env)
        before, after = self.suppose(test.supposing, env)
        body: list[Statement] = [
            *lets,
            *before,
            Set("result", self.ex.value(test.condition, env)),
            *after,
            Return(Local("result")),
        ]
        return self.unit.closure(f"{plan.action.name}_{self._name(plan, test)}", 0, body, env, restores=True)

    def parted(
        self, plan: Plan, tests: list[Test], param: t.ParamDecl, env: Env, cells: Expr, width: int
    ) -> tuple[Expr, list[Expr]]:
        """Return those of `cells` (`width`) that no condition in set algebra forbids; the other conditions as tests."""
        left: list[Expr] = []
        for test in tests:
            lifted = None
            if not test.supposing:
                lifted = Lift(self.ex, param.name, param.type).condition(test.condition, env)
            if lifted is None:
                left.append(self.holds(plan, test, env))
            else:
                cells = set_op("and", cells, lifted, width)
        return cells, left

    def lets(self, plan: Plan, level: int, tests: list[Test]) -> tuple[list[Statement], Env]:
        """Work out once what does not depend on the parameter at hand."""
        env, statements = plan.env, list[Statement]()
        for line in plan.action.lines:
            if not isinstance(line, t.LetDecl) or line.supposing:
                continue
            if self.choices.plans.level(line.value, plan.asked, plan.env) >= level or not fits_local(line.value.type):
                continue
            if not any(uses(test.condition, line.name) for test in tests):
                continue
            statements.append(self._worked_out(line, plan.env))
            local = env.local(line.name, self.unit.measures.width(line.value.type))
            env = self.ex.pieces.kept(line.name, line.value, plan.env, local)
        return statements, env

    def _bound_before(self, plan: Plan, test: Test, env: Env) -> tuple[list[Statement], Env]:
        """Work out what a `let` above the supposition binds, if nobody has yet: it speaks of the true position."""
        statements: list[Statement] = []
        for line in self.unbound(plan, test, env):
            statements.append(self._worked_out(line, env))
            local = env.local(line.name, self.unit.measures.width(line.value.type))
            env = self.ex.pieces.kept(line.name, line.value, env, local)
        return statements, env

    def _worked_out(self, line: t.LetDecl, env: Env) -> Statement:
        """Return what puts the value of a `let` into its local."""
        is_set = self.unit.measures.width(line.value.type) > 0
        return Set(local_name(line.name), (self.ex.sets.bits if is_set else self.ex.value)(line.value, env))

    def unbound(self, plan: Plan, test: Test, env: Env) -> list[t.LetDecl]:
        """Return the lets outside of suppositions that a condition uses and that are not worked out yet."""
        return [
            line
            for line in plan.action.lines
            if isinstance(line, t.LetDecl) and not line.supposing and fits_local(line.value.type)
            and isinstance(env.names.get(line.name), Alias) and uses(test.condition, line.name)
        ]  # fmt: skip

    def _name(self, plan: Plan, test: Test) -> str:
        needs = [line for line in plan.action.lines if isinstance(line, t.NeedDecl)]
        index = test.index - before_own(plan.asked)
        return needs[index].name if index < len(needs) else "where"

    def suppose(self, supposing: tuple[t.SupposeDecl, ...], env: Env) -> tuple[list[Statement], list[Statement]]:
        """Return what changes the state as supposed, and what puts it back."""
        before: list[Statement] = []
        after: list[Statement] = []
        for depth, one in enumerate(supposing):
            done, undone = self._suppose_one(one, env, f"kept{depth}" if depth else "kept")
            before += done
            after = undone + after
        return before, after

    def _suppose_one(self, one: t.SupposeDecl, env: Env, kept: str) -> tuple[list[Statement], list[Statement]]:
        kind = one.thing.type.of if isinstance(one.thing.type, t.MaybeType) else one.thing.type
        if isinstance(kind, t.CounterType) and one.target is None:
            bound = self.ex.counters.one(kind.counter, *self.ex.resolve(one.thing, env))
            put = f"put_{kind.counter}"
            return (
                [Do(Call(put, (bound.owner, bound.state, bound.cell, NONE)))],
                [Do(Call(put, (bound.owner, bound.state, bound.cell, Const(1))))],
            )
        if not isinstance(kind, t.PieceType):
            raise not_yet("supposing this", one.span)
        goal = None if one.target is None else self.ex.property_of("place", one.target, env)
        maybe = isinstance(one.thing.type, t.MaybeType)
        return self.ex.pieces.supposed(kind.piece, self.ex.value(one.thing, env), goal, kept, maybe=maybe)
