"""What would still be carried out if nobody chose anything more: the scoring at the end of a match, of things as they
stand. Many a score sheet is empty until then; whoever thinks ahead asks for this before it is.

It is what stands behind the last statement of `play` that waits for a choice. Where that is a phase, a loop or a
routine, what stands at the end of its block comes first, as if it had been gone through for the last time; the end of a
turn does not count, for it scores nothing that a match ends with. A name that was given before the wait means what it
meant last.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.code import Statement
from dsl.program.lower.closing import until_finally
from dsl.program.lower.flow import Flow
from dsl.semantics import typed as t

NAME = "reckoning"


def reckoning(flow: Flow) -> str:
    """Lower it to a function; return the function's name, empty if there is nothing to do. `play` was lowered."""
    body = list(_ending(flow.unit.rules.play, flow))
    return flow.unit.function(NAME, [], None, body, "score as if the match ended here") if body else ""


def _ending(block: t.Block, flow: Flow) -> Iterator[Statement]:
    first, last = until_finally(block)
    if not flow.statements.waiting.any_waits(last):
        yield from _rest(first, flow)
    yield from _rest(last, flow)


def _rest(block: t.Block, flow: Flow) -> Iterator[Statement]:
    """Yield what stands at the end of a block that was lowered at one go."""
    waits = [number for number, act in enumerate(block) if flow.statements.waiting.waits(act)]
    rest = waits[-1] + 1 if waits else 0
    match block[rest - 1 : rest]:
        case (t.PhaseBlock(block=inner) | t.RepeatBlock(block=inner) | t.Loop(block=inner, secretly=False),):
            yield from _ending(inner, flow)
        case (t.CallRoutine(routine=routine),):
            yield from _ending(flow.unit.rules.routines[routine].block, flow)
    if block[rest:]:
        yield from flow.statements.block(block[rest:], flow.known[id(block[-1])])
