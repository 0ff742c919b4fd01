"""Proofs: the certain result of a move, whatever is played afterwards (Winands, Björnsson and Saito, "Monte-Carlo Tree
Search Solver", Computers and Games 2008).

It is found where a match ends, and propagated up the tree: a position is won for the deciding seat if one option is,
and otherwise has the result of the best option once all results are certain. So it holds only for two rivals with
perfect information and without chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir.builder import expressions, walk
from dsl.ir.instructions import Block, Call, Draw, Store
from dsl.ir.layout import Layout
from dsl.ir.liveness import liveness_of
from dsl.ir.program import Program
from dsl.optimizer.rewriting import all_statements

#: The certain results of a move for the seat that makes it; 0 if nothing is certain.
LOST, DRAWN, WON = 1, 2, 3
BOTH = LOST + WON  #: the results of two rivals add up to this


def are_rivals(program: Program) -> bool:
    """Whether two play against each other."""
    return program.players == 2 and not program.layout.team_of(0) >> 1 & 1


def is_foreseeable(program: Program) -> bool:
    """Whether two rivals play with perfect information, no secret decisions and, after the setup, no chance.

    It takes a few hundredths of a second.
    """
    if not are_rivals(program) or not _is_open(program.layout):
        return False
    steps = [program.steps[number].body for number in liveness_of(program).after(program.play)]
    inside = [statement for body in steps for statement in all_statements(body)]
    if any(isinstance(statement, Store) and statement.slot == "branch" for statement in inside):
        return False
    offers = [program.functions[ask.options].body for ask in program.asks]
    return not any(isinstance(part, Draw) for body in _with_called(program, (*steps, *offers)) for part in _parts(body))


def _is_open(layout: Layout) -> bool:
    """Whether all players see everything."""
    sights = (each.sight for things in (layout.pieces, layout.zones, layout.variables) for each in things.values())
    return all(sight == "all" for sight in sights)


def _with_called(program: Program, bodies: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, and the bodies of all functions that they call."""
    open_, seen = list(bodies), set[str]()
    while open_:
        body = open_.pop()
        yield body
        called = {part.function for part in _parts(body) if isinstance(part, Call)} - seen
        seen |= called
        open_ += [program.functions[name].body for name in called]


def _parts(body: Block) -> Iterator[object]:
    return (part for whole in expressions(body) for part in walk(whole))
