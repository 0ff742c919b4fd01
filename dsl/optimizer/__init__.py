"""Optimizer: passes that make a program faster for every runner and keep its meaning; only the fuel it spends, and
which of two traps comes first, may change.

`optimized` runs the passes in their order: constant folding, inlining, loop-invariant code motion, common subexpression
elimination. `lazy_functions` runs them on a function at its first use: a match calls few of them.
`effects` finds the effects of functions, `rewriting` traverses and rebuilds instructions. `sampling_programs` makes
that sample options, for playouts. `dsl.search` adds the tree search after these passes.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from dsl.ir.program import Program
from dsl.optimizer.lazy_functions import PASSES, LazyFunctions, LazySteps

__all__ = ["PASSES", "optimized"]


def optimized(program: Program, passes: Iterable[str] = PASSES) -> Program:
    """Return an equivalent, faster program; measurements may leave passes out."""
    functions = LazyFunctions(program, frozenset(passes))
    return replace(program, functions=functions, steps=LazySteps(program, functions))
