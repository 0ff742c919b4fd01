"""Memoization analysis: which functions may be memoized, on which slots their results depend, and what they cost."""

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
    Recover,
    Reseed,
    Revert,
    Snapshot,
    Statement,
    Store,
    Throw,
    While,
)
from dsl.optimizer.effects import EffectAnalysis
from dsl.optimizer.rewriting import all_statements, blocks_of, expressions_of

ASSUMED_ITERATIONS = 8  #: iterations assumed for each loop
_EFFECTS = (Choose, Draw, Emit, Keep, Offered, Option, Push, Recall, Recover, Reseed, Revert, Snapshot, Store, Throw)


class MemoDependencies:
    """Dependencies of the functions of a program: the slots that decide their results."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known = EffectAnalysis(functions)
        self._effects: dict[str, bool] = {}

    def reads(self, name: str) -> frozenset[str] | None:
        """Return the slots that a function reads; None if it cannot be memoized."""
        if self._functions[name].result is None or self._has_effects(name):
            return None
        return self._known.of_function(name).reads

    def _has_effects(self, name: str) -> bool:
        """Whether a function has effects, itself or through calls."""
        found = self._effects.get(name)
        if found is None:
            found = self._effects[name] = any(
                map(self._statement_has_effects, all_statements(self._functions[name].body))
            )
        return found

    def _statement_has_effects(self, statement: Statement) -> bool:
        if isinstance(statement, _EFFECTS):
            return True
        parts = [part for expr in expressions_of(statement) for part in walk(expr)]
        called = (part.function for part in parts if isinstance(part, Call))
        return any(isinstance(part, _EFFECTS) for part in parts) or any(map(self._has_effects, called))


class InstructionCosts:
    """Estimated instructions of the functions of a program, calls included."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, int] = {}

    def of(self, name: str) -> int:
        """Return the estimate for a function."""
        if name not in self._known:
            self._known[name] = self._block(self._functions[name].body)
        return self._known[name]

    def _block(self, block: Block) -> int:
        total = 0
        for statement in block:
            inner = sum(map(self._block, blocks_of(statement)))
            total += 1 + sum(map(self._expr, expressions_of(statement)))
            total += inner * (ASSUMED_ITERATIONS if isinstance(statement, (ForBits, ForRange, While)) else 1)
        return total

    def _expr(self, expr: Expr) -> int:
        return sum(self.of(part.function) if isinstance(part, Call) else 1 for part in walk(expr))
