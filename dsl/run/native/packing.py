"""A state as a list of numbers into the memory of a module, and back: only what has changed since the last time."""

from __future__ import annotations

from dsl.program.layout import Layout, Slot
from dsl.run.native.memory import STATE, Memory
from dsl.run.runner import State


class Packing:
    """Moves states in and out; remembers which one lies in memory."""

    def __init__(self, layout: Layout, memory: Memory, view: memoryview) -> None:
        self._slots = [
            (slot, memory.places[slot.name].address, memory.places[slot.name].size) for slot in layout.slots.values()
        ]
        self._length = layout.length
        self._view = view
        self._words = view.cast("i")
        self._state = slice(STATE, STATE + memory.state_bytes)
        self._held: State | None = None  #: what lies in memory
        self._before = b""  #: the same as bytes

    def forget(self) -> None:
        """Take note that nobody knows any more what lies in memory."""
        self._held = None

    def pack(self, state: State) -> None:
        """Put a state into memory."""
        held = self._held
        if state != held:
            for slot, address, size in self._slots:
                part = slice(slot.first, slot.first + slot.length)
                if held is None or state[part] != held[part]:
                    self._put(slot, address, size, state[part])
            self._held = state.copy()
            self._before = bytes(self._view[self._state])

    def unpack(self, state: State) -> None:
        """Make `state`, which was put into memory before, what lies there now."""
        after, before = bytes(self._view[self._state]), self._before
        for slot, address, size in self._slots:
            first = address - STATE
            part = slice(first, first + size * slot.length)
            if after[part] != before[part]:
                state[slot.first : slot.first + slot.length] = self._got(slot, address, size)
        self._held, self._before = state.copy(), after

    def _put(self, slot: Slot, address: int, size: int, values: list[int]) -> None:
        if slot.width:
            stretch = b"".join([value.to_bytes(size, "little") for value in values])
            self._view[address : address + len(stretch)] = stretch
        else:
            for place, value in enumerate(values, address // 4):
                self._words[place] = value

    def _got(self, slot: Slot, address: int, size: int) -> list[int]:
        if slot.width:
            ends = range(address, address + size * slot.length, size)
            return [int.from_bytes(self._view[end : end + size], "little") for end in ends]
        return self._words[address // 4 : address // 4 + slot.length].tolist()
