"""Makes a program quicker before any runner sees it; what it means stays.

Nothing here knows a runner, and both gain. A function is improved when somebody first asks for it: of most programs
few functions are ever called. The passes, in their order: `fold` works out what is known; `inline` makes statements of
the parts of conditions (`split`) and puts small functions in the place of their calls; `hoist` takes out of a loop what
every turn would call anew; `share` works out once what is needed twice. `lazily` carries them out, `effects` knows what
functions read and change, `trees` looks through instructions.

Whoever plays by chance gains more: `drawing` has a program offer one option in place of all, `playing` has it choose by
itself; `offers` takes apart what they draw from.

Searching (`dsl.program.search`) is added afterwards: its instructions are not known here.

What may change is fuel, of which there is plenty, and which of two traps springs that were both to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl.program.improve.lazily import PASSES, Functions, Steps
from dsl.program.program import Program

__all__ = ["PASSES", "improved"]


def improved(program: Program, passes: Iterable[str] = PASSES) -> Program:
    """Return a program that does what `program` does, in less time. Whoever measures may leave passes out."""
    functions = Functions(program, frozenset(passes))
    return replace(program, functions=functions, steps=Steps(program, functions))
