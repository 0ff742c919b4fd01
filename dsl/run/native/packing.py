"""A state as a list of numbers into the memory of a module, and back: only what has changed since the last time."""

from __future__ import annotations

from array import array

from dsl.ir.layout import Layout, Slot
from dsl.run.native.memory import STATE, Memory
from dsl.run.runner import State


class Packing:
    """Moves states in and out; remembers which one lies in STATE."""

    def __init__(self, layout: Layout, memory: Memory, view: memoryview) -> None:
        self._slots = [(slot, memory.places[slot.name].address - STATE) for slot in layout.slots.values()]
        self._sizes = {name: place.size for name, place in memory.places.items()}
        self._length = layout.length
        self._bytes = memory.state_bytes
        self._view = view
        self._words = view.cast("i")
        self._held: State | None = None  #: what lies in STATE
        self._before = b""  #: the same as bytes

    def forget(self) -> None:
        """Take note that nobody knows any more what lies in STATE."""
        self._held = None

    def pack(self, state: State) -> None:
        """Put a state into STATE."""
        if state != self._held:
            self._write(state, STATE, self._held)
            self._held = state.copy()
            self._before = bytes(self._view[STATE : STATE + self._bytes])

    def unpack(self, state: State) -> None:
        """Make `state` what lies in STATE now; if anybody knows what lay there, it was `state`."""
        after = bytes(self._view[STATE : STATE + self._bytes])
        if self._held is None:
            state[:] = self.read(STATE)
        else:
            before = self._before
            for slot, offset in self._slots:
                part = slice(offset, offset + self._sizes[slot.name] * slot.length)
                if after[part] != before[part]:
                    state[slot.first : slot.first + slot.length] = self._got(slot, STATE + offset)
        self._held, self._before = state.copy(), after

    def write(self, state: State, address: int) -> None:
        """Put a state anywhere else."""
        self._write(state, address, None)

    def write_changes(self, state: State, address: int, held: State | None) -> None:
        """Put a state anywhere else, where `held` lies now."""
        self._write(state, address, held)

    def read(self, address: int) -> State:
        """Return the state that lies anywhere."""
        state = [0] * self._length
        for slot, offset in self._slots:
            state[slot.first : slot.first + slot.length] = self._got(slot, address + offset)
        return state

    def _write(self, state: State, address: int, held: State | None) -> None:
        for slot, offset in self._slots:
            part = slice(slot.first, slot.first + slot.length)
            if held is None or state[part] != held[part]:
                self._put(slot, address + offset, state[part])

    def _put(self, slot: Slot, address: int, values: list[int]) -> None:
        if slot.width:
            size = self._sizes[slot.name]
            stretch = b"".join([value.to_bytes(size, "little") for value in values])
            self._view[address : address + len(stretch)] = stretch
        else:
            self._words[address // 4 : address // 4 + len(values)] = array("i", values)

    def _got(self, slot: Slot, address: int) -> list[int]:
        if slot.width:
            size = self._sizes[slot.name]
            ends = range(address, address + size * slot.length, size)
            return [int.from_bytes(self._view[end : end + size], "little") for end in ends]
        return self._words[address // 4 : address // 4 + slot.length].tolist()
