"""Fingerprints of one position after the other: what is as it was before is not written down again."""

from __future__ import annotations

import hashlib

from dsl.ir.layout import Layout
from dsl.run.canonical import board_of, lines_of
from dsl.run.runner import State
from dsl.run.worlds import worlds_of


class Fingerprints:
    """Does what `dsl.run.canonical.digest_of` does, for many positions of one program."""

    def __init__(self, layout: Layout, blank: State) -> None:
        self._layout = layout
        self._blank = blank
        self._slots = [(slot, board_of(layout, slot)) for slot in layout.slots.values() if not slot.passing]
        self._kept: list[tuple[State, bytes]] = [([], b"")] * len(self._slots)  #: of each slot, as it was last

    def of(self, state: State) -> str:
        """Return the SHA-256 of a position in hex."""
        fingerprint = hashlib.sha256()
        trunk, *worlds = worlds_of(self._layout, state)
        for place in range(len(self._slots)):
            fingerprint.update(self._lines(place, trunk))
        for number, world in enumerate(worlds, 1):
            fingerprint.update(f"world {number}\n".encode())
            for slot, board in self._slots:
                fingerprint.update(lines_of(slot, board, world, trunk))
        return fingerprint.hexdigest()

    def _lines(self, place: int, state: State) -> bytes:
        """Return what is said of a slot: what was said last, if it is as it was then."""
        slot, board = self._slots[place]
        values = state[slot.first : slot.first + slot.length]
        if values != self._kept[place][0]:
            self._kept[place] = values, lines_of(slot, board, state, self._blank)
        return self._kept[place][1]
