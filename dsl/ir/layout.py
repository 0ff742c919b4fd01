"""Layout of the state: slots, boards, pieces, counters, zones, variables; read by runners, views and notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from dsl.base.records import Record

Sight = Literal["all", "its team", "its player", "nobody"]


class Slot(Record, frozen=True):
    """A named stretch of the state block: one number, one bitset, or an array of either.

    In the reference runner's list a slot takes `length` places from `first`. In the canonical form a number is one
    little-endian word of 32 bits and a bitset the words that its width needs.
    """

    name: str
    first: int
    length: int = 1
    width: int = 0  #: 0 for numbers, else the width of the bitset
    low: int = -(2**31)
    high: int = 2**31 - 1
    cells: bool = False  #: the numbers, or the members of the bitset, are cells; a number may be `group * cells + cell`
    by_cell: bool = False  #: the last dimension of the array is the cells of the board
    counter: str = ""  #: the numbers are values of this counter: ((owner * k) + state) * c + cell
    passing: bool = False  #: not part of a position: fuel, the last choice
    board: str = ""  #: the board of `cells` and `by_cell`; empty for the first
    piece: str = ""  #: the numbers, or the members of the bitset, are pieces of this type that are known by number


#: Values in the state that mean "none".
NO_ASK = NO_OPTION = NO_OWNER = -1

#: Slots that every program has, in this order.
FIXED_SLOTS = (
    "fuel",  #: fuel left until the next choice
    "chance",  #: the state of PCG32, a bitset of 64
    "next",  #: the step to continue with
    "ask",  #: the number of the ask that waits, -1 if none
    "chooser",  #: the seat that must choose
    "chosen",  #: the option that was chosen last
    "me",  #: the seat that acts
    "in_play",  #: the bitset of seats still in the game
    "turn",  #: how many turns have begun
    "phase",  #: number of the innermost phase, -1 outside all
    "final",  #: 1 once the flow has ended; in the world of a seat, once the seat is done
    "secretly",  #: the bitset of seats that decide in parallel and are not done
    "branch",  #: the step at which each of them begins
)


class BoardLayout(Record, frozen=True):
    """A board as numbered cells. Hexes and squares lie in rows, and some numbers may have no cell
    (`dsl.lowering.geometry`)."""

    name: str
    shape: Literal["hexes", "squares", "areas", "slots"]
    cells: int  #: the width of its bitsets, numbers without a cell included
    coordinates: dict[int, tuple[int, int]]  #: by cell; hexes axial (q, r), squares (file, row) from 0
    names: dict[int, str]  #: by cell, in the notation: "2,-1", "d4", "S1"
    neighbours: dict[int, tuple[int, ...]]  #: by cell, only true cells
    unbounded: bool = False
    window: int = 0  #: the radius compiled in, for unbounded boards
    rim: int = 0  #: the bitset of the outermost cells: the window must grow before they are occupied
    words: tuple[str, ...] = ()  #: by cell, of areas: the first of their words
    rows: tuple[int, int] = (0, 0)  #: of squares and hexes in even rows: their length and their number


class KindLayout(Record, frozen=True):
    """An enumeration: its values in order. `Terrain`, or the words of an option."""

    name: str
    values: tuple[str, ...]


class PieceLayout(Record, frozen=True):
    """A kind of piece.

    Every piece has a number below `count`, given when it is made. Slots, with c cells, k kinds (1 if none):

    `<piece>.made`          how many were made
    `<piece>.where`         by number: in which zone (ZoneLayout.number + owner), -1 in none, -2 on the board
    `<piece>.kind`          by number: index into kinds (absent without kinds)
    `<piece>.<attribute>`   by number
    `<piece>.known`         by number: a bitset of the seats that have seen it

    and, if it may lie on a board, one on each cell (then a piece on the board is known by its cell):

    `<piece>.on`            array of k bitsets: where pieces of each kind lie
    `<piece>.any`           a bitset: where any lie
    `<piece>.at`            by cell: the number, -1 if none
    `<piece>.by`            array of n bitsets, n the players: where those of each player lie (absent if not owned)
    `<piece>.owner`         by number: a seat (absent if not owned)

    or, if several may lie on a cell (then a piece is known by its number, and sets are bitsets of numbers):

    `<piece>.cell`          by number: the cell, -1 if not on the board
    `<piece>.here`          by cell: a bitset of numbers
    `<piece>.laid`          a bitset of numbers: those on the board
    `<piece>.any`           a bitset of cells: where any lie
    `<piece>.kinds`         array of k bitsets of numbers: those of each kind
    `<piece>.used`          a bitset of numbers: those given already (only if the kind is a secret: they are drawn)
    `<piece>.owned`         array of n bitsets of numbers: those of each player (absent if not owned)
    `<piece>.by`            array of n bitsets of cells: where those of each player lie (absent if not owned)

    A piece that turns has `<piece>.rotation` by number. One that has walls has `<piece>.walls`, for each side the cells
    that have a wall there. One that covers several cells is known by its own cell in all of the above, and has
    `<piece>.under`: all cells under such pieces.
    """

    name: str
    board: str  #: empty if it never lies on a board
    by_cell: bool
    owned: bool
    count: int  #: limit on its pieces
    kinds: KindLayout | None
    attributes: tuple[tuple[str, KindLayout | None], ...]  #: further attributes such as `part`; None for numbers
    seen_attributes: tuple[str, ...]  #: those visible to all players in a hidden zone: the back of a card
    covers: tuple[tuple[int, int], ...] = ()  #: the cells that it covers, from its own cell; empty if no others
    turns: int = 0  #: number of rotations; 0 if it does not turn
    walls: tuple[tuple[int, ...], ...] = ()  #: by kind the sides with a wall, unrotated; empty: none
    sight: Sight = "all"  #: who sees the kind and attributes of one on the board
    team: bool = False  #: its owner is a team

    @property
    def numbered(self) -> bool:
        """Whether a piece on the board is known by its number."""
        return bool(self.board) and not self.by_cell


class CounterLayout(Record, frozen=True):
    """A kind of counter: how many are where. Slots, with n owners, k states and c cells:

    `<counter>.on`       array of n*k*c numbers, at ((owner * k) + state) * c + cell
    `<counter>.any`      array of n*k bitsets: where there are some, kept up to date
    `<counter>.total`    array of c numbers: all owners and states together
    `<counter>.reserve`  array of n numbers

    A counter as a value (a class of equal ones) is ((owner * k) + state) * c + cell.
    """

    name: str
    board: str
    owned: bool
    states: tuple[str, ...]  #: ("",) if there are none; the first is that of a new one
    each: int  #: number of counters of each owner
    owners: tuple[str, ...] = ("",)  #: the possible owners: the players, the values of a kind, or "" alone
    team: bool = False  #: only those of the first player of each team are used


class ZoneLayout(Record, frozen=True):
    """A zone for pieces: slot `<zone>.items` (n * capacity numbers) and `<zone>.size` (n numbers); the top is the last.

    `number` + owner is what `<piece>.where` holds for a piece in it. Who has seen a piece stands in `<piece>.known`,
    a bitset of seats for each piece.
    """

    name: str
    number: int
    piece: str
    owned: bool
    zones: int  #: number of zones: the players, the values of a kind, or 1
    capacity: int
    sight: Sight
    ordered: bool
    owners: tuple[str, ...] = ("",)  #: the owners: the players, the values of a kind, or "" alone
    team: bool = False  #: only those of the first player of each team are used


class Domain(Record, frozen=True):
    """The domain of the values of a parameter or variable.

    A list of players is a number: seat + 1 for each of them, the first one lowest, in base players + 1.
    """

    sort: Literal[
        "nothing", "number", "yes or no", "kind", "player", "cell", "counter", "piece", "players", "cells", "kinds",
        "pieces", "list of players", "way",
    ]  # fmt: skip
    name: str = ""  #: the board, counter, piece, kind or path
    maybe: bool = False  #: -1 is `none`


class WayLayout(Record, frozen=True):
    """Encoding of a way along a path, on a board of c cells.

    A way that is chosen at once is ((cost * d + direction) * u + used) * c + goal. `used` counts the limited steps in
    mixed radix, the first of them fastest: u values; d is the number of directions, 1 unless the path keeps straight
    ways only. An option is used * c + goal: that is all there is to choose.

    A way that is asked place by place is a bitset of `longest` times c: member i * c + cell is its place number i from
    0, the start left out and the goal last.
    """

    name: str
    board: str
    limited: tuple[tuple[str, int], ...]  #: the limited steps, each with its maximum number of uses
    directions: int
    longest: int  #: 0 for a way that is chosen at once

    @property
    def uses(self) -> int:
        """The number of combinations of limited steps: the kinds of way that a player can choose between at a goal."""
        count = 1
        for _, times in self.limited:
            count *= times + 1
        return count

    @property
    def kinds(self) -> int:
        """The number of kinds of way, separate for each direction."""
        return self.directions * self.uses


class VariableLayout(Record, frozen=True):
    """A variable of the rules, in slot `<variable>` (an array over players, or over what its `owner` says).

    If it is secret, `<variable>.known` holds in the same layout the seats that were shown its current value.
    """

    name: str
    owner: str  #: "", "player", a place, a kind or a piece (then indexed by its number)
    domain: Domain
    sight: Sight
    told: bool = True  #: whether views show it; a variable that is not shown is not secret either
    team: bool = False  #: only the values of the first player of each team are used
    range: tuple[int, int] = (0, 0)  #: of a number: the lowest and the highest value


class Layout(Record, frozen=True):
    """The layout of the state of one program."""

    slots: dict[str, Slot]
    length: int  #: elements of a state of the reference runner
    boards: dict[str, BoardLayout]
    kinds: dict[str, KindLayout]
    pieces: dict[str, PieceLayout]
    counters: dict[str, CounterLayout]
    zones: dict[str, ZoneLayout]
    variables: dict[str, VariableLayout]
    #: The slots of components and variables, without those of the flow.
    things: frozenset[str] = frozenset()
    ways: tuple[WayLayout, ...] = ()
    teams: tuple[int, ...] = ()  #: by seat: the bitset of its team; empty without teams

    def team_of(self, seat: int) -> int:
        """Return the bitset of the team of a seat: the seat itself and its partners."""
        return self.teams[seat] if self.teams else 1 << seat

    def first_of(self, seat: int) -> int:
        """Return the first player of the team of a seat, which identifies the team."""
        team = self.team_of(seat)
        return (team & -team).bit_length() - 1

    def is_first_of_team(self, seat: int) -> bool:
        """Whether a seat is the first of its team."""
        return self.first_of(seat) == seat

    def viewers(self, sight: Sight, owner: int, players: int) -> int:
        """Return the bitset of the seats that may see things of `owner` (NO_OWNER for none), as declared."""
        match sight:
            case "all":
                return (1 << players) - 1
            case "its team" if owner >= 0:
                return self.team_of(owner)
            case "its player" if owner >= 0:
                return 1 << owner
        return 0


def occupying(layout: Layout, board: str) -> Iterator[Slot]:
    """Yield the slots whose union is the set of occupied cells of a board."""
    for piece in layout.pieces.values():
        if piece.board == board:
            yield layout.slots[f"{piece.name}.any" if piece.numbered else f"{piece.name}.on"]
    for counter in layout.counters.values():
        if counter.board == board:
            yield layout.slots[f"{counter.name}.any"]
