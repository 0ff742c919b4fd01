"""Where everything lies in the memory of a module.

    0        control cells: what a run reports, what the host hands in (see the constants)
    STATE    the state, in canonical form (`dsl.runtime.canonical_state`): little-endian 32-bit words, slot after slot
    OPTIONS  the options pushed by the last step, a word of 32 bits each; how many stands in COUNT
    EVENTS   what happened since the host asked: a number of an event and its arguments, 32 bits each; EVENT_BYTES long
    ARGUMENTS, RESULT  what goes into and comes out of a function that the host calls
    then     tables and constants, then the places of wide bitsets, then what searching needs (`Memory.end`)

A function never calls itself, not even by a detour, so that every wide local, parameter, result and helper value of a
function has a place of its own for good: there is no stack of ours. For the same reason a module does one thing at a
time; whoever wants to go on from two positions keeps two copies of STATE (`Memory.state_bytes` from `STATE` on, which
is all there is to a position while nobody decides in secret) and calls `run` on one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.ir.layout import Layout, Slot
from dsl.ir.widths import words

TRAP = 16  #: which trap sprang
COUNT = 20  #: how many options there are
EVENT_BYTES = 24  #: how much of EVENTS is used
FORKED = 28  #: 1 while seats decide in secret
POLICY = 32  #: the generator that chooses in a playout, 64 bits
CHOICES = 40  #: how many choices the last playout took
STOP = 44  #: why the last playout stopped
FIRST = 48  #: of the seat that comes first while seats decide in secret, and of the first of its team: bits; 0: any
BUNCHED = 52  #: how much of BUNCHES is used
BUNCH_ROOM = 56  #: how much of it may be used: 0 where every option is to be listed
LIVED_IN = 60  #: the seat whose world lies in STATE and is newer there than where worlds are kept, plus 1; or 0
LIMIT = 64  #: how many choices may be made before a step that waits has to return; 0: it always has to
ARGUMENTS = 1024
ARGUMENT_BYTES = 1 << 14
RESULT = ARGUMENTS + ARGUMENT_BYTES
RESULT_BYTES = 1 << 12
OPTIONS = RESULT + RESULT_BYTES
MOST_OPTIONS = 1 << 15
EVENTS = OPTIONS + 4 * MOST_OPTIONS
EVENTS_BYTES = 1 << 18
BUNCHES = EVENTS + EVENTS_BYTES  #: options that are kept as sets (`dsl.runtime.wasm.random_pick`)
BUNCHES_BYTES = 1 << 15
STATE = BUNCHES + BUNCHES_BYTES

MARGIN = 64  #: bytes of 0 before and behind each place for a bitset: moved by less, it can be read beyond its ends


@dataclass(frozen=True, slots=True)
class MemoryArea:
    """Where a slot lies: `address` of its first element, `size` of one in bytes, how many there are."""

    address: int
    size: int
    length: int
    width: int


@dataclass(slots=True)
class Memory:
    """The memory of one program's module. What is fixed comes first, what is asked for comes behind it."""

    layout: Layout
    places: dict[str, MemoryArea] = field(init=False)
    state_bytes: int = field(init=False)
    end: int = field(init=False)  #: the first byte that is not in use
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
        """Return the address of a stretch of memory for good."""
        address = -(-self.end // align) * align
        self.end = address + size
        return address

    def array(self, name: str, length: int) -> None:
        """Make room for an array of numbers outside the position."""
        self.outside[name] = MemoryArea(self.reserve(4 * length), 4, length, 0)

    def reserve_set(self, width: int) -> int:
        """Return the address of a place for a bitset; around it lie `MARGIN` bytes that stay 0."""
        return self.reserve(8 * longs(width) + 2 * MARGIN) + MARGIN

    def constant(self, content: bytes) -> int:
        """Return the address of constant bytes; equal ones are kept once."""
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
    """Return how many words of 64 bits a bitset takes while it is worked with."""
    return (width + 63) // 64


def _place(slot: Slot, address: int) -> MemoryArea:
    return MemoryArea(address, 4 * words(slot.width), slot.length, slot.width)
