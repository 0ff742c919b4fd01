"""Positions in the notation of examples: read into a state, compared with a state, written.

    marsh 2,0: red 1, black 2 spent     a piece on a cell, and the counters there
    red elder e1                         a piece that belongs to somebody
    2,0: red 2                         a cell and its counters
    hand of red: marsh 1                the pieces of a zone, the top first
    score of red: 17; starter: blue    variables
    reserve of red: 2                  counters in reserve; if not written, all that do not stand on the board

What is not written is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.engine.contents import Contents
from dsl.engine.notation import Notation, NotationError
from dsl.engine.positions.laying import Laying
from dsl.engine.positions.reading import Reading
from dsl.engine.positions.writing import Writing
from dsl.text.tree import PositionItem


class Positions:
    """Reads, compares and writes the positions of one state."""

    def __init__(self, notation: Notation, contents: Contents) -> None:
        self.contents = contents
        self._reading = Reading(notation, contents)
        self._laying = Laying(notation, contents)
        self._writing = Writing(notation, contents)

    def set_up(self, items: Sequence[PositionItem]) -> None:
        """Write a position into the contents, which must be those of a blank state. Raises NotationError."""
        reserves: set[tuple[str, int]] = set()
        for written in self._reading.one_by_one(items):
            try:
                self._laying.put(self._reading.item(written), reserves)
            except NotationError as error:
                error.span = written.span
                raise
        self._laying.fill_reserves(reserves)

    def differences(self, items: Sequence[PositionItem]) -> Iterator[tuple[PositionItem, str, str]]:
        """Yield (item, expected, found) for every item that does not stand so. Raises NotationError."""
        for written in self._reading.one_by_one(items):
            item = self._reading.item(written)
            expected, found = self._writing.expected(item), self._writing.found(item)
            if expected != found:
                yield written, expected, found

    def write(self) -> str:
        """Return the whole position, hidden zones included: for tests and for the table's own files."""
        return self._writing.write()
