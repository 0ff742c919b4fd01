"""Optimizer: makes a program faster on every runner and keeps its meaning; only the fuel it spends, and which of two
traps comes first, may change. It does not depend on runners.

`optimized` runs the passes in order: constant folding, inlining, loop-invariant code motion, common subexpression
elimination. `lazy` runs them on a function at its first use, since most functions of a program are never called.
`analysis` finds the effects of functions, `rewriting` traverses and rebuilds instructions. `rollout` makes programs
that sample options, for playouts.

The tree search is added afterwards: the passes do not support its instructions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl.ir.program import Program
from dsl.optimizer.lazy import PASSES, LazyFunctions, LazySteps

__all__ = ["PASSES", "optimized"]


def optimized(program: Program, passes: Iterable[str] = PASSES) -> Program:
    """Return an equivalent, faster program; measurements may leave passes out."""
    functions = LazyFunctions(program, frozenset(passes))
    return replace(program, functions=functions, steps=LazySteps(program, functions))
