"""Choices made ready: what an action asks, its conditions, and when each of them can be tested."""

from __future__ import annotations

from dsl.base.records import dataclass
from dsl.program.code import Local
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import walk
from dsl.program.lower.unit import Alias, Env, Unit, Value, local_name
from dsl.program.lower.ways import REASONS
from dsl.semantics import typed as t


@dataclass(frozen=True, slots=True)
class Test:
    """A condition of a choice: number `index` in the order of the text, testable once `level` parameters are known."""

    index: int
    condition: t.Expr
    level: int
    supposing: tuple[t.SupposeDecl, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A choice made ready: its action, what it asks, its conditions and what the names in them mean."""

    action: t.ActionDecl
    asked: tuple[t.ParamDecl, ...]
    tests: tuple[Test, ...]
    env: Env

    def local(self, level: int) -> str:
        """Return the local of the asked parameter `level` (from 1)."""
        return local_name(self.asked[level - 1].name)


@dataclass(frozen=True, slots=True)
class Plans:
    """Makes the plans of one program."""

    unit: Unit
    ex: Expressions

    def plan(self, choice: t.ChoiceRef, env: Env) -> Plan:
        """Return the plan of a choice made at a place where names mean what `env` says."""
        action = self.unit.rules.actions[choice.action]
        given = tuple(p for p in action.params if p.given)
        asked = tuple(p for p in action.params if not p.given)
        inner = Env({}, env.widths)
        for param, arg in zip(given, choice.args, strict=True):
            inner = inner.bind(param.name, self._given(param, arg, env, asked))
        for param in asked:
            inner = inner.local(param.name, self.unit.measures.width(param.type))
        for line in action.lines:
            if isinstance(line, t.LetDecl):
                inner = inner.bind(line.name, Alias(line.value, inner))
        needs = [line for line in action.lines if isinstance(line, t.NeedDecl)]
        first = before_own(asked)
        tests = [self._need(i, need, action, asked, inner) for i, need in enumerate(needs, first)]
        if choice.where is not None:
            # the names of the choice's own place stay visible in its `where`, the action's parameters come before them
            inner = Env({**env.names, **inner.names}, {**env.widths, **inner.widths})
            tests.append(Test(first + len(tests), choice.where, self.level(choice.where, asked, inner), ()))
        return Plan(action, asked, tuple(tests), inner)

    def _given(self, param: t.ParamDecl, arg: t.Expr, env: Env, asked: tuple[t.ParamDecl, ...]) -> Alias | Value:
        """Return what a given value stands for: its instructions, so that a name in it is not taken for one that the
        action asks for and that happens to be called the same."""
        if not isinstance(param.type, (t.PlaceType, t.PlayerType, t.NumberType, t.KindType, t.TruthType)):
            return Alias(arg, env)
        value = (
            self.ex.property_of("place", arg, env) if isinstance(param.type, t.PlaceType) else self.ex.value(arg, env)
        )
        own = {local_name(one.name) for one in asked}
        return Alias(arg, env) if own & {part.name for part in walk(value) if isinstance(part, Local)} else Value(value)

    def level(self, expr: t.Expr, asked: tuple[t.ParamDecl, ...], env: Env) -> int:
        """Return how many of the asked parameters must be known before an expression can be judged."""
        levels = [i + 1 for i, param in enumerate(asked) if self.ex.mentions(expr, env, param.name)]
        return max(levels, default=0)

    def _need(
        self, index: int, need: t.NeedDecl, action: t.ActionDecl, asked: tuple[t.ParamDecl, ...], env: Env
    ) -> Test:
        """Return the test of one condition. What it supposes must be known too before it can be tested."""
        supposing = tuple(action.suppositions[i] for i in need.supposing)
        level = max(self.level(part, asked, env) for part in (need.condition, *supposed(supposing)))
        return Test(index, need.condition, level, supposing)


def supposed(supposing: tuple[t.SupposeDecl, ...]) -> list[t.Expr]:
    """Return what suppositions speak of: what is lifted or moved, and where to."""
    return [part for one in supposing for part in (one.thing, one.target) if part is not None]


def before_own(asked: tuple[t.ParamDecl, ...]) -> int:
    """Return how many conditions come before an action's own: those of the paths that it asks for."""
    return len(REASONS) * sum(isinstance(param.type, t.WayType) for param in asked)
