"""Layout of the memory of a module.

    0        control cells: results of a run, inputs from the host (see the constants)
    STATE    the state, in canonical form (`dsl.runtime.canonical_state`): little-endian 32-bit words, slot after slot
    OPTIONS  the options pushed by the last step, a word of 32 bits each; their number is in COUNT
    EVENTS   events since the last call: number of an event and its arguments, 32 bits each; EVENT_BYTES long
    ARGUMENTS, RESULT  of a function that the host calls
    then     tables and constants, then memory for wide bitsets, then the arrays of a search (`Memory.end`)

There is no recursion, so every wide local, parameter, result and temporary of a function has a fixed address: there is
no stack in memory. A module is therefore not reentrant; to continue from two positions, a host keeps two copies of
STATE (`Memory.state_bytes` bytes, the whole position unless seats decide in secret) and runs one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.ir.layout import Layout, Slot
from dsl.ir.widths import words

TRAP = 16  #: number of the trap
COUNT = 20  #: number of options
EVENT_BYTES = 24  #: bytes used of EVENTS
FORKED = 28  #: 1 while seats decide in secret
POLICY = 32  #: state of the generator that chooses in a playout, 64 bits
CHOICES = 40  #: choices of the last playout
STOP = 44  #: why the last playout stopped
FIRST = 48  #: bits of the seat that chooses first while seats decide in secret, and of the first of its team; 0: any
BUNCHED = 52  #: bytes used of BUNCHES
BUNCH_ROOM = 56  #: bytes available of it; 0 if every option must be listed
LIVED_IN = 60  #: 1 + the seat whose world in STATE is newer than in WORLDS; 0 if none is
LIMIT = 64  #: choices that may be made before a waiting step returns; 0: it returns at once
MOVES = 68  #: choices of the last playout that begin a move (`dsl.runtime.rollout.MatchBatch`)
PATH = 72  #: hash of the options chosen in the last playout, 64 bits
MADE = 80  #: matches of a batch that have ended
WATCH = 84  #: whether the playout stops where an invariant does not hold
SEED = 88  #: the seed of the first match of a tally, 64 bits
COUNTED = 96  #: different keys of a tally so far
REPLACED = 104  #: how often the state was replaced as a whole, 64 bits (`dsl.runtime.wasm.slot_versions`)
ARGUMENTS = 1024
ARGUMENT_BYTES = 1 << 14
RESULT = ARGUMENTS + ARGUMENT_BYTES
RESULT_BYTES = 1 << 12
OPTIONS = RESULT + RESULT_BYTES
MOST_OPTIONS = 1 << 15
EVENTS = OPTIONS + 4 * MOST_OPTIONS
EVENTS_BYTES = 1 << 18
BUNCHES = EVENTS + EVENTS_BYTES  #: options stored as sets (`dsl.runtime.wasm.random_pick`)
BUNCHES_BYTES = 1 << 15
STATE = BUNCHES + BUNCHES_BYTES

MARGIN = 64  #: zero bytes context each wide bitset: a smaller shift can read beyond its ends


@dataclass(frozen=True, slots=True)
class MemoryArea:
    """Memory of a slot: address of the first element, size of an element in bytes, number of elements."""

    address: int
    size: int
    length: int
    width: int


@dataclass(slots=True)
class Memory:
    """Memory layout of one module: fixed areas first, then areas reserved on request."""

    layout: Layout
    places: dict[str, MemoryArea] = field(init=False)
    state_bytes: int = field(init=False)
    end: int = field(init=False)  #: the first unused byte
    data: list[tuple[int, bytes]] = field(default_factory=list)
    outside: dict[str, MemoryArea] = field(default_factory=dict)  #: arrays outside the position
    _known: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Lay out the slots."""
        self.places = {}
        address = STATE
        for slot in self.layout.slots.values():
            self.places[slot.name] = _place(slot, address)
            address += self.places[slot.name].size * slot.length
        self.state_bytes = address - STATE
        self.end = address

    def reserve(self, size: int, align: int = 16) -> int:
        """Reserve memory and return its address."""
        address = -(-self.end // align) * align
        self.end = address + size
        return address

    def array(self, name: str, length: int) -> None:
        """Reserve an array of numbers outside the position."""
        self.outside[name] = MemoryArea(self.reserve(4 * length), 4, length, 0)

    def reserve_set(self, width: int) -> int:
        """Reserve memory for a bitset, with `MARGIN` zero bytes context it, and return its address."""
        return self.reserve(8 * longs(width) + 2 * MARGIN) + MARGIN

    def constant(self, content: bytes) -> int:
        """Return the address of constant bytes; equal ones share it."""
        if content not in self._known:
            self._known[content] = self.reserve(len(content))
            self.data.append((self._known[content], content))
        return self._known[content]

    def numbers(self, numbers: tuple[int, ...]) -> int:
        """Return the address of an array of numbers, 32 bits each."""
        return self.constant(b"".join((number % (1 << 32)).to_bytes(4, "little") for number in numbers))

    def bitsets(self, sets: tuple[int, ...], width: int) -> int:
        """Return the address of an array of bitsets, each in whole words of 64 bits."""
        return self.constant(b"".join(bits.to_bytes(longs(width) * 8, "little") for bits in sets))


def longs(width: int) -> int:
    """Return the words of 64 bits of a bitset."""
    return (width + 63) // 64


def element_bytes(slot: Slot) -> int:
    """Return the bytes of an element of a slot."""
    return 4 * words(slot.width)


def _place(slot: Slot, address: int) -> MemoryArea:
    return MemoryArea(address, element_bytes(slot), slot.length, slot.width)
