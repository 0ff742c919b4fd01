"""What is certain of a move, whatever anybody does afterwards (Winands, Björnsson and Saito, "Monte-Carlo Tree Search
Solver", Computers and Games 2008).

It is found where a match ends, and carried up the tree: a position is won for who chooses there if one option is, and
otherwise what the best of all options is once something is certain of each. So it holds only for two rivals to whom
nothing is hidden, and where nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir.builder import expressions, walk
from dsl.ir.instructions import Block, Call, Draw, Store
from dsl.ir.layout import Layout
from dsl.ir.liveness import liveness_of
from dsl.ir.program import Program
from dsl.optimizer.rewriting import all_statements

#: What a move may certainly be for the seat that makes it; 0 if nothing is certain.
LOST, DRAWN, WON = 1, 2, 3
BOTH = LOST + WON  #: what is certain for one of two rivals and for the other make so much together


def are_rivals(program: Program) -> bool:
    """Whether two play against each other."""
    return program.players == 2 and not program.layout.team_of(0) >> 1 & 1


def is_foreseeable(program: Program) -> bool:
    """Whether two rivals play with nothing hidden, nothing decided in secret and, after the setup, nothing by chance.

    It takes some hundredths of a second.
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
    """Whether everybody sees all_statements."""
    sights = (each.sight for things in (layout.pieces, layout.zones, layout.variables) for each in things.values())
    return all(sight == "all" for sight in sights)


def _with_called(program: Program, bodies: Iterable[Block]) -> Iterator[Block]:
    """Yield some blocks and the bodies of all functions that they call."""
    open_, seen = list(bodies), set[str]()
    while open_:
        body = open_.pop()
        yield body
        called = {part.function for part in _parts(body) if isinstance(part, Call)} - seen
        seen |= called
        open_ += [program.functions[name].body for name in called]


def _parts(body: Block) -> Iterator[object]:
    return (part for whole in expressions(body) for part in walk(whole))
