"""Choice plans: the parameters that an action asks for, its conditions, and the first parameter after which each can
be tested; conditions tested in the actual position or in a hypothetical one (`suppose`)."""

from __future__ import annotations

from dsl.base.records import Record
from dsl.ir.builder import NONE, set_op, walk
from dsl.ir.instructions import Call, Const, Do, Expr, Local, Return, Set, Statement
from dsl.lowering.compilation_unit import Unit, unsupported
from dsl.lowering.environment import Alias, ComputedValue, Env, local_name
from dsl.lowering.protocols import Context
from dsl.lowering.traversal import uses
from dsl.lowering.values.lists import fits_local
from dsl.lowering.values.vectorize import Vectorizer
from dsl.semantics import typed as t

#: Reasons why no way is offered, in the order of precedence: keys of `dsl.i18n`.
REASONS = ("refused.way", "refused.within", "refused.ends")


class ConditionTest(Record, frozen=True):
    """A condition of a choice: number `index` in the order of the text, testable once `level` parameters are known."""

    index: int
    condition: t.Expr
    level: int
    supposing: tuple[t.SupposeDecl, ...]


class ChoicePlan(Record, frozen=True):
    """Plan of a choice: its action, the parameters it asks for, its conditions and their environment."""

    action: t.ActionDecl
    asked: tuple[t.ParamDecl, ...]
    tests: tuple[ConditionTest, ...]
    env: Env

    def local(self, level: int) -> str:
        """Return the local of the asked parameter `level` (from 1)."""
        return local_name(self.asked[level - 1].name)


class ChoicePlanner(Record, frozen=True):
    """Makes the choice plans of one program."""

    context: Context

    @property
    def unit(self) -> Unit:
        """The compilation unit."""
        return self.context.unit

    def plan(self, choice: t.ChoiceRef, env: Env) -> ChoicePlan:
        """Return the plan of a choice in an environment."""
        action = self.unit.rules.actions[choice.action]
        given = tuple(p for p in action.params if p.given)
        asked = tuple(p for p in action.params if not p.given)
        inner = Env({}, env.widths)
        for param, arg in zip(given, choice.args, strict=True):
            inner = inner.bind(param.name, self._bind_argument(param, arg, env, asked))
        for param in asked:
            inner = inner.local(param.name, self.unit.types.width(param.type))
        for line in action.lines:
            if isinstance(line, t.LetDecl):
                inner = inner.bind(line.name, Alias(line.value, inner))
        needs = [line for line in action.lines if isinstance(line, t.NeedDecl)]
        first = implicit_conditions(asked)
        tests = [self._need(i, need, action, asked, inner) for i, need in enumerate(needs, first)]
        if choice.where is not None:
            # local names of the choice stay visible in its `where`, the action's parameters shadow them
            inner = Env({**env.names, **inner.names}, {**env.widths, **inner.widths})
            tests.append(ConditionTest(first + len(tests), choice.where, self.level(choice.where, asked, inner), ()))
        return ChoicePlan(action, asked, tuple(tests), inner)

    def _bind_argument(
        self, param: t.ParamDecl, arg: t.Expr, env: Env, asked: tuple[t.ParamDecl, ...]
    ) -> Alias | ComputedValue:
        """Return the binding of a supplied value: its instructions, unless they read a local of an asked parameter of
        the same name.
        """
        if not isinstance(param.type, (t.PlaceType, t.PlayerType, t.NumberType, t.KindType, t.TruthType)):
            return Alias(arg, env)
        value = (
            self.context.exprs.property_of("place", arg, env)
            if isinstance(param.type, t.PlaceType)
            else self.context.exprs.value(arg, env)
        )
        own = {local_name(one.name) for one in asked}
        return (
            Alias(arg, env)
            if own & {part.name for part in walk(value) if isinstance(part, Local)}
            else ComputedValue(value)
        )

    def level(self, expr: t.Expr, asked: tuple[t.ParamDecl, ...], env: Env) -> int:
        """Return the number of asked parameters that must be known before an expression can be tested."""
        levels = [i + 1 for i, param in enumerate(asked) if self.context.exprs.mentions(expr, env, param.name)]
        return max(levels, default=0)

    def _need(
        self, index: int, need: t.NeedDecl, action: t.ActionDecl, asked: tuple[t.ParamDecl, ...], env: Env
    ) -> ConditionTest:
        """Return the test of one condition; its level covers the parameters in its suppositions."""
        supposing = tuple(action.suppositions[i] for i in need.supposing)
        level = max(self.level(part, asked, env) for part in (need.condition, *supposed_expressions(supposing)))
        return ConditionTest(index, need.condition, level, supposing)


def supposed_expressions(supposing: tuple[t.SupposeDecl, ...]) -> list[t.Expr]:
    """Return the expressions in suppositions: pieces or counters, and targets."""
    return [part for one in supposing for part in (one.thing, one.target) if part is not None]


def implicit_conditions(asked: tuple[t.ParamDecl, ...]) -> int:
    """Return the number of conditions before an action's own: those of the paths that it asks for."""
    return len(REASONS) * sum(isinstance(param.type, t.WayType) for param in asked)


class ConditionLowerer(Record, frozen=True):
    """Lowers the conditions of choices."""

    context: Context
    plans: ChoicePlanner

    @property
    def unit(self) -> Unit:
        """The compilation unit."""
        return self.context.unit

    def holds(self, plan: ChoicePlan, test: ConditionTest, env: Env) -> Expr:
        """Return whether one condition holds; with suppositions it is a separate function."""
        if not test.supposing:
            return self.context.exprs.value(test.condition, env)
        lets, env = self._unevaluated_lets(plan, test, env)
        before, after = self.suppose(test.supposing, env)
        body: list[Statement] = [
            *lets,
            *before,
            Set("result", self.context.exprs.value(test.condition, env)),
            *after,
            Return(Local("result")),
        ]
        return self.unit.closure(f"{plan.action.name}_{self._name(plan, test)}", 0, body, env, restores=True)

    def split_conditions(
        self, plan: ChoicePlan, tests: list[ConditionTest], param: t.ParamDecl, env: Env, cells: Expr, width: int
    ) -> tuple[Expr, list[Expr]]:
        """Return the cells of `cells` (`width`) that fulfil all vectorized conditions; the other conditions as
        tests."""
        left: list[Expr] = []
        for test in tests:
            lifted = None
            if not test.supposing:
                lifted = Vectorizer(self.context, param.name, param.type).condition(test.condition, env)
            if lifted is None:
                left.append(self.holds(plan, test, env))
            else:
                cells = set_op("and", cells, lifted, width)
        return cells, left

    def lets(self, plan: ChoicePlan, level: int, tests: list[ConditionTest]) -> tuple[list[Statement], Env]:
        """Evaluate once the `let`s that do not depend on parameter `level`."""
        env, statements = plan.env, list[Statement]()
        for line in plan.action.lines:
            if not isinstance(line, t.LetDecl) or line.supposing:
                continue
            if self.plans.level(line.value, plan.asked, plan.env) >= level or not fits_local(line.value.type):
                continue
            if not any(uses(test.condition, line.name) for test in tests):
                continue
            statements.append(self._assign_let(line, plan.env))
            local = env.local(line.name, self.unit.types.width(line.value.type))
            env = self.context.pieces.bind_numbered(line.name, line.value, plan.env, local)
        return statements, env

    def _unevaluated_lets(self, plan: ChoicePlan, test: ConditionTest, env: Env) -> tuple[list[Statement], Env]:
        """Evaluate the `let`s before a supposition that are still unevaluated: they refer to the actual position."""
        statements: list[Statement] = []
        for line in self.unbound(plan, test, env):
            statements.append(self._assign_let(line, env))
            local = env.local(line.name, self.unit.types.width(line.value.type))
            env = self.context.pieces.bind_numbered(line.name, line.value, env, local)
        return statements, env

    def _assign_let(self, line: t.LetDecl, env: Env) -> Statement:
        """Return the assignment of the value of a `let` to its local."""
        is_set = self.unit.types.width(line.value.type) > 0
        return Set(
            local_name(line.name), (self.context.sets.bits if is_set else self.context.exprs.value)(line.value, env)
        )

    def unbound(self, plan: ChoicePlan, test: ConditionTest, env: Env) -> list[t.LetDecl]:
        """Return the lets outside of suppositions that a condition uses and that are not evaluated yet."""
        return [
            line
            for line in plan.action.lines
            if isinstance(line, t.LetDecl) and not line.supposing and fits_local(line.value.type)
            and isinstance(env.names.get(line.name), Alias) and uses(test.condition, line.name)
        ]  # fmt: skip

    def _name(self, plan: ChoicePlan, test: ConditionTest) -> str:
        needs = [line for line in plan.action.lines if isinstance(line, t.NeedDecl)]
        index = test.index - implicit_conditions(plan.asked)
        return needs[index].name if index < len(needs) else "where"

    def suppose(self, supposing: tuple[t.SupposeDecl, ...], env: Env) -> tuple[list[Statement], list[Statement]]:
        """Return the statements that make the supposed changes, and those that restore the state."""
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
            bound = self.context.counters.one(kind.counter, *self.context.exprs.resolve(one.thing, env))
            put = f"put_{kind.counter}"
            return (
                [Do(Call(put, (bound.owner, bound.state, bound.cell, NONE)))],
                [Do(Call(put, (bound.owner, bound.state, bound.cell, Const(1))))],
            )
        if not isinstance(kind, t.PieceType):
            raise unsupported("supposing this", one.span)
        goal = None if one.target is None else self.context.exprs.property_of("place", one.target, env)
        maybe = isinstance(one.thing.type, t.MaybeType)
        return self.context.pieces.supposed(
            kind.piece, self.context.exprs.value(one.thing, env), goal, kept, maybe=maybe
        )
