"""What the answer of a function depends on, and about what it costs: for runners that remember answers.

A function whose answer can be said again changes nothing, tells nothing and looks at nothing but its arguments and the
position. Each is looked through when somebody first asks, with those that it calls.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir.builder import walk
from dsl.ir.instructions import (
    Block,
    Call,
    Choose,
    Draw,
    Emit,
    Expr,
    ForBits,
    ForRange,
    Function,
    Keep,
    Offered,
    Option,
    Push,
    Recall,
    Reseed,
    Revert,
    Statement,
    Store,
    Throw,
    While,
)
from dsl.optimizer.analysis import EffectAnalysis
from dsl.optimizer.rewriting import all_statements, blocks_of, expressions_of

TURNS = 8  #: of each loop, for all that is known before
_ACTS = (Choose, Draw, Emit, Keep, Offered, Option, Push, Recall, Reseed, Revert, Store, Throw)


class Answers:
    """The functions of a program, as far as their answers can be remembered."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known = EffectAnalysis(functions)
        self._acting: dict[str, bool] = {}

    def reads(self, name: str) -> frozenset[str] | None:
        """Return the slots that the answer of a function depends on; None if it cannot be said again."""
        if self._functions[name].result is None or self._acts(name):
            return None
        return self._known.of_function(name).reads

    def _acts(self, name: str) -> bool:
        """Whether a function does more than answer, itself or through others."""
        found = self._acting.get(name)
        if found is None:
            found = self._acting[name] = any(map(self._acts_in, all_statements(self._functions[name].body)))
        return found

    def _acts_in(self, statement: Statement) -> bool:
        if isinstance(statement, _ACTS):
            return True
        parts = [part for expr in expressions_of(statement) for part in walk(expr)]
        called = (part.function for part in parts if isinstance(part, Call))
        return any(isinstance(part, _ACTS) for part in parts) or any(map(self._acts, called))


class Costs:
    """About how many instructions a function carries out, those that it calls included."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, int] = {}

    def of(self, name: str) -> int:
        """Return what a function costs."""
        if name not in self._known:
            self._known[name] = self._block(self._functions[name].body)
        return self._known[name]

    def _block(self, block: Block) -> int:
        total = 0
        for statement in block:
            inner = sum(map(self._block, blocks_of(statement)))
            total += 1 + sum(map(self._expr, expressions_of(statement)))
            total += inner * (TURNS if isinstance(statement, (ForBits, ForRange, While)) else 1)
        return total

    def _expr(self, expr: Expr) -> int:
        return sum(self.of(part.function) if isinstance(part, Call) else 1 for part in walk(expr))
