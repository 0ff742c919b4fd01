"""Contents of a game's box: every sort of piece and counter, how many there are, and where they are at the start.

They follow from the rules alone: the declarations name the things, and the set-up for a number of players and options
makes and places them. Nothing here knows how things are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from dsl.base.records import Record
from dsl.ir.layout import CounterLayout, PieceLayout
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader, rotated_sides
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import View

RESERVE = "reserve"


class Location(Record, frozen=True):
    """Where some of the equal things are at the start: on a board, in a zone, or in the reserve."""

    sort: Literal["board", "zone", "reserve"]
    name: str  #: of the board or zone in the rules; `RESERVE` for a reserve
    amount: int
    owners: int = 1  #: how many owners have one such place, each with an equal share of the amount


class Component(Record, frozen=True):
    """Equal things: pieces of one kind, or counters of one sort."""

    sort: Literal["piece", "counter"]
    name: str  #: of the piece or counter in the rules
    kind: str  #: of a piece; empty: it has none
    amount: int  #: in the whole box; 0: made during the match only
    owners: tuple[tuple[str, int], ...]  #: how many belong to each owner, in the order of the seats; "" for nobody's
    values: tuple[tuple[str, str, int], ...]  #: attribute, its value, and how many have it
    places: tuple[Location, ...]
    shape: str = ""  #: of the board on which the thing lies; empty: it lies beside the boards only
    states: tuple[str, ...] = ()  #: that a counter may have
    walls: tuple[int, ...] = ()  #: sides of the piece with a wall

    @property
    def each(self) -> int | None:
        """How many each owner has, if there are several owners with equally many; else None."""
        amounts = {amount for owner, amount in self.owners if owner}
        return amounts.pop() if len(amounts) == 1 and len(self.owners) > 1 else None


class BoxBoard(Record, frozen=True):
    """A board in the box."""

    name: str
    shape: str
    places: int | None  #: number of its places; None for a board that grows
    #: Of a board of areas: each with its kind (empty without kinds) and its neighbours under the options in force.
    areas: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class BoxContents(Record, frozen=True):
    """Everything in the box for one number of players and one set of options."""

    players: int
    colours: tuple[str, ...]
    boards: tuple[BoxBoard, ...]
    components: tuple[Component, ...]
    #: Of each piece that chance deals, how many lie where, all kinds together: its components have no places.
    dealt: tuple[tuple[str, tuple[Location, ...]], ...] = ()


_SEEDS = range(3)  #: set-ups that are compared to find what chance deals


def box_contents(pack: Ruleset, players: int, options: Mapping[str, int | str] | None = None) -> BoxContents:
    """Return the contents of the box for a number of players. Raises OptionError."""
    matches = [pack.start(players, options, seed) for seed in _SEEDS]
    match = matches[0]
    layout = match.contents.layout
    found: list[Component] = []
    dealt: list[tuple[str, tuple[Location, ...]]] = []
    for piece in layout.pieces.values():
        setups = [tuple(_pieces(piece, each.contents, each.notation)) for each in matches]
        if any(setup != setups[0] for setup in setups):
            together = ((at.sort, at.name, owner) for _, at, owner in _placed(piece, match.contents))
            dealt.append((piece.name, _summed(together)))
            found += [replace(each, owners=(("", each.amount),), places=()) for each in setups[0]]
        else:
            found += setups[0]
    found += [_counters(counter, match.contents) for counter in layout.counters.values()]
    boards = tuple(
        BoxBoard(
            board.name, board.shape, None if board.unbounded else len(board.coordinates),
            tuple(_areas(match.view(""), board.name)) if board.shape == "areas" else (),
        )
        for board in layout.boards.values()
    )  # fmt: skip
    return BoxContents(players, match.program.colours, boards, tuple(found), tuple(dealt))


def _areas(view: View, board: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the areas of a board with their kinds and neighbours."""
    shown = next(each for each in view.boards if each.name == board)
    for cell in shown.cells:
        near = [b if a == cell.place else a for a, b in shown.links if cell.place in (a, b)]
        yield cell.place, cell.kind, tuple(near)


def _pieces(piece: PieceLayout, contents: StateReader, notation: Notation) -> Iterator[Component]:
    """Yield the pieces of one sort, kind by kind in the order of the declaration."""
    shape = contents.layout.boards[piece.board].shape if piece.board else ""
    placed = list(_placed(piece, contents))
    if not placed:  # made during the match only: every kind may be
        owners_of_none = tuple((colour, 0) for colour in contents.program.colours) if piece.owned else ()
        for word in piece.kinds.values if piece.kinds else ("",):
            yield Component("piece", piece.name, word, 0, owners_of_none, (), (), shape)
        return
    order = {word: rank for rank, word in enumerate(piece.kinds.values if piece.kinds else ())}
    by_kind: dict[str, list[tuple[int, Location, str]]] = {}
    for number, location, owner in placed:
        by_kind.setdefault(notation.kind(piece, contents.kind_of(piece, number)), []).append((number, location, owner))
    for kind in sorted(by_kind, key=lambda word: order.get(word, -1)):
        equal = by_kind[kind]
        owners = Counter(notation.owner(piece, number, contents) or owner for number, _, owner in equal)
        values = Counter(
            (name, notation.attribute(piece, name, contents.attribute_of(piece, number, name)))
            for name, _ in piece.attributes
            for number, _, _ in equal
        )
        yield Component(
            "piece",
            piece.name,
            kind,
            len(equal),
            _in_order(owners, contents.program.colours),
            tuple((name, value, amount) for (name, value), amount in sorted(values.items(), key=_by_value)),
            _summed((location.sort, location.name, owner) for _, location, owner in equal),
            shape,
            walls=rotated_sides(piece, contents.kind_of(piece, equal[0][0]), 0),
        )


def _placed(piece: PieceLayout, contents: StateReader) -> Iterator[tuple[int, Location, str]]:
    """Yield the number of each piece, where it is, and whose that place is ("" for nobody's)."""
    for number, _ in contents.on_board(piece):
        yield number, Location("board", piece.board, 1), ""
    for zone in contents.layout.zones.values():
        if zone.piece == piece.name:
            for owner in range(zone.zones):
                for number in contents.zone(zone, owner):
                    yield number, Location("zone", zone.name, 1), zone.owners[owner] if zone.owned else ""


def _counters(counter: CounterLayout, contents: StateReader) -> Component:
    placed: list[tuple[Literal["board", "zone", "reserve"], str, str, int]] = [
        ("board", counter.board, counter.owners[stack.owner], stack.amount) for stack in contents.counters(counter)
    ]
    mates = [not counter.team or contents.layout.is_first_of_team(owner) for owner in range(len(counter.owners))]
    for owner, name in enumerate(counter.owners):
        if mates[owner] and (amount := contents.reserve(counter, owner)):
            placed.append(("reserve", RESERVE, name, amount))
    owners: Counter[str] = Counter()
    for _, _, owner_name, amount in placed:
        owners[owner_name] += amount
    return Component(
        "counter",
        counter.name,
        "",
        sum(owners.values()),
        tuple((name, owners[name]) for name in counter.owners if owners[name]),
        (),
        _summed((sort, name, owner) for sort, name, owner, amount in placed for _ in range(amount)),
        contents.layout.boards[counter.board].shape if counter.board else "",
        tuple(state for state in counter.states if state),
    )


def _summed(places: Iterator[tuple[Literal["board", "zone", "reserve"], str, str]]) -> tuple[Location, ...]:
    """Return equal places together, in the order in which they come."""
    amounts: Counter[tuple[Literal["board", "zone", "reserve"], str]] = Counter()
    owners: dict[tuple[str, str], Counter[str]] = {}
    for sort, name, owner in places:
        amounts[sort, name] += 1
        owners.setdefault((sort, name), Counter())[owner] += 1
    return tuple(
        Location(sort, name, amount, len(shares) if len(set((shares := owners[sort, name]).values())) == 1 else 1)
        for (sort, name), amount in amounts.items()
    )


def _in_order(owners: Mapping[str, int], colours: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    rank = {colour: number for number, colour in enumerate(colours)}
    return tuple(sorted(owners.items(), key=lambda owned: rank.get(owned[0], len(rank))))


def _by_value(counted: tuple[tuple[str, str], int]) -> tuple[str, int, str]:
    (name, value), _ = counted
    return name, int(value) if value.lstrip("-").isdecimal() else 0, value
