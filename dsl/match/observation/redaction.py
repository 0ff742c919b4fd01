"""Redaction: anonymous numbers for pieces, given by what a seat sees of each, and a state without what the seat may not
know.

In the state of a match a piece keeps its number from its creation on, and the numbers identify cards. Here a piece is
numbered by its place and by what the seat sees of it. Two pieces of which it sees the same are interchangeable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dsl.ir.layout import PieceLayout, Slot, VariableLayout
from dsl.ir.liveness import Liveness
from dsl.match.observation.state_reader import StateReader, members
from dsl.runtime.runner import State

Numbering = Mapping[int, int]  #: by the number in the match: the number for the seat


@dataclass(frozen=True, slots=True)
class VisibleWorlds:
    """What a seat sees: the common position and, while it decides in secret, its own world after it."""

    worlds: tuple[StateReader, ...]
    seat: int
    _unseen: dict[str, frozenset[int]] = field(default_factory=dict)

    @property
    def needed(self) -> int:
        """The bitset of players who must know a thing if the seat does: itself; all of them for a spectator (-1)."""
        return 1 << self.seat if self.seat >= 0 else (1 << self.worlds[0].program.players) - 1

    def unseen(self, piece: PieceLayout) -> frozenset[int]:
        """Return the numbers of the pieces of a sort whose identity the seat has not seen."""
        if piece.name not in self._unseen:
            columns = (world.stretch(f"{piece.name}.known") for world in self.worlds)
            needed = self.needed
            seen = [any(known & needed == needed for known in row) for row in zip(*columns, strict=True)]
            self._unseen[piece.name] = frozenset(number for number in self.there(piece) if not seen[number])
        return self._unseen[piece.name]

    def reads(self, world: StateReader, variable: VariableLayout, index: int) -> bool:
        """Whether the seat may read one value of a variable."""
        owner = index
        if variable.owner in world.layout.pieces:
            owner = world.owner_of(world.layout.pieces[variable.owner], index)
        elif variable.owner != "player":
            owner = -1
        needed = self.needed
        if world.layout.viewers(variable.sight, owner, world.program.players) & needed == needed:
            return True
        known = world.stretch(f"{variable.name}.known")
        return bool(known) and known[index] & needed == needed

    def there(self, piece: PieceLayout) -> list[int]:
        """Return the numbers of the existing pieces of a sort."""
        latest = self.worlds[-1]
        drawn = latest.stretch(f"{piece.name}.used")
        return list(members(drawn[0])) if drawn else list(range(latest.get(f"{piece.name}.made")))

    def numbering(self, piece: PieceLayout, named: Sequence[Slot]) -> Numbering:
        """Return the new numbers of a sort; `named` are the slots in which a piece may be named."""
        there = self.there(piece)
        rows = zip(*self._visible_columns(piece), strict=True)
        known = {number: list(row) for number, row in enumerate(rows)}
        keys = {number: known[number] for number in there}
        for world in self.worlds:
            self._places(world, piece, keys)
            self._names(world, piece, named, keys)
        rest = set(range(piece.count)) - set(there)
        return {before: after for after, before in enumerate([*sorted(there, key=keys.__getitem__), *sorted(rest)])}

    def _visible_columns(self, piece: PieceLayout) -> list[list[int]]:
        """Return what is seen of each piece wherever it lies, a column for each property."""
        latest, unseen, name = self.worlds[-1], self.unseen(piece), piece.name
        columns = [latest.stretch(f"{name}.owner"), [int(number in unseen) for number in range(piece.count)]]
        columns += [_without(latest.stretch(f"{name}.kind"), unseen)]
        for attribute, _ in piece.attributes:
            values = latest.stretch(f"{name}.{attribute}")
            columns.append(values if attribute in piece.seen_attributes else _without(values, unseen))
        for world in self.worlds:
            where = world.stretch(f"{name}.where")
            aside = {number for number in unseen if where[number] != ON_BOARD}
            columns += [_without(world.stretch(f"{name}.known"), unseen)]
            columns += [_without(world.stretch(f"{name}.rotation"), aside)]
            for variable in world.layout.variables.values():
                if variable.owner == name:
                    values = world.stretch(variable.name)
                    hidden = {n for n in range(piece.count) if not self.reads(world, variable, n)}
                    columns.append(_without(values, hidden))
        return [column for column in columns if column]

    @staticmethod
    def _places(world: StateReader, piece: PieceLayout, keys: Mapping[int, list[int]]) -> None:
        """Add the place of each piece: its zone and, if that is ordered, its index; or its cell."""
        at: dict[int, int] = dict(world.on_board(piece)) if piece.board else {}
        for zone in world.layout.zones.values():
            if zone.piece == piece.name and zone.ordered:
                for owner in range(zone.zones):
                    at |= {number: place for place, number in enumerate(world.zone(zone, owner))}
        where = world.stretch(f"{piece.name}.where")
        for number, key in keys.items():
            key += (where[number], at.get(number, -1))

    @staticmethod
    def _names(world: StateReader, piece: PieceLayout, named: Sequence[Slot], keys: Mapping[int, list[int]]) -> None:
        """Add in which slots each piece is named."""
        for slot in named:
            if slot.piece == piece.name:
                for index, value in enumerate(world.state[slot.first : slot.first + slot.length]):
                    for number in members(value) if slot.width else (value,):
                        if number in keys:
                            keys[number].append(slot.first + index)
        for key in keys.values():
            key.append(-1)  # so that two keys of different lengths never look the same


def _without(values: list[int], hidden: Collection[int]) -> list[int]:
    return [-1 if number in hidden else value for number, value in enumerate(values)] if hidden else values


ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


def anonymized(slot: Slot, value: int, numbers: Numbering) -> int:
    """Return a value of a slot that names pieces, with their new numbers."""
    if slot.width:
        return sum(1 << numbers[number] for number in members(value))
    return numbers.get(value, value)


# ---- redacted states ----


UNSEEN = -1  #: stands for a kind or an attribute that the seat does not know
HISTORY = ("past", "past.size", "past.next")

Hidden = tuple[str, int]  #: a variable, and of whom or what it is


def hidden_in(sighting: VisibleWorlds, liveness: Liveness) -> list[list[Hidden]]:
    """Return, world by world, the variables that a seat may not read.

    A variable that cannot have been set so far is known. In the world in which a seat decides in secret the variables
    of other seats stand as before.
    """
    trunk, *own = sighting.worlds
    slots = ("branch",) if own else ("next",)
    found = [list(_hidden(sighting, trunk, liveness, [trunk.get(name) for name in slots]))]
    for world in own:
        mine = (h for h in _hidden(sighting, world, liveness, [world.get("next")]) if _is_mine(sighting, world, h))
        found.append([*mine, *(h for h in found[0] if not _is_mine(sighting, world, h))])
    return found


def _hidden(sighting: VisibleWorlds, world: StateReader, liveness: Liveness, steps: Sequence[int]) -> Iterator[Hidden]:
    for variable in world.layout.variables.values():
        if variable.sight != "all" and (world.get("final") or liveness.may_be_set(variable.name, steps)):
            for index in range(world.layout.slots[variable.name].length):
                if not sighting.reads(world, variable, index):
                    yield variable.name, index


def _is_mine(sighting: VisibleWorlds, world: StateReader, hidden: Hidden) -> bool:
    variable: VariableLayout = world.layout.variables[hidden[0]]
    owner = hidden[1] if variable.owner == "player" else -1
    if variable.owner in world.layout.pieces:
        owner = world.owner_of(world.layout.pieces[variable.owner], hidden[1])
    return owner >= 0 and bool(world.layout.team_of(sighting.seat) >> owner & 1)


def renamed(world: StateReader, numbers: Mapping[str, Numbering], hidden: Iterable[Hidden]) -> tuple[Hidden, ...]:
    """Return hidden variables, those of pieces by the seat's numbers."""
    owners = {name: world.layout.variables[name].owner for name, _ in hidden}
    return tuple(sorted((name, numbers.get(owners[name], {}).get(index, index)) for name, index in hidden))


@dataclass(frozen=True, slots=True)
class RedactedWorld:
    """A world as one seat may know it."""

    sighting: VisibleWorlds
    world: StateReader
    alive: frozenset[str]
    numbers: Mapping[str, Numbering]
    hidden: Iterable[Hidden]

    def state(self) -> State:
        """Return the block without what the seat may not know."""
        layout = self.world.layout
        known = StateReader(self.world.program, [0] * layout.length)
        for slot in layout.slots.values():
            if slot.name in self.alive and (not slot.passing or slot.name in (*HISTORY, "times_seen")):
                values = self.world.state[slot.first : slot.first + slot.length]
                if slot.piece:
                    values = [anonymized(slot, value, self.numbers[slot.piece]) for value in values]
                known.state[slot.first : slot.first + slot.length] = values
        known.put("chance", 0)
        for piece in layout.pieces.values():
            self._pieces(piece, known)
            self._sets(piece, known)
        self._zones(known)
        for name, index in self.hidden:
            known.put(name, 0, index)
            known.put(f"{name}.known", 0, index)
        return known.state

    def _pieces(self, piece: PieceLayout, known: StateReader) -> None:
        """Write what is kept of each piece in the order of the new numbers."""
        slots = [slot for slot in self._by_number(piece) if slot.name in self.world.layout.slots]
        order = sorted(self.numbers[piece.name], key=self.numbers[piece.name].__getitem__)
        for slot in slots:
            known.state[slot.first : slot.first + slot.length] = [self.world.state[slot.first + n] for n in order]
        closed = [name for name, _ in piece.attributes if name not in piece.seen_attributes]
        for before in self.sighting.unseen(piece):
            self._hide(piece, known, self.numbers[piece.name][before], closed)

    def _by_number(self, piece: PieceLayout) -> list[Slot]:
        """Return the slots that hold a value for each number."""
        names = ["where", "kind", "owner", "known", "rotation", "cell", *(name for name, _ in piece.attributes)]
        slots = self.world.layout.slots
        found = [slots[f"{piece.name}.{name}"] for name in names if f"{piece.name}.{name}" in slots]
        for variable in self.world.layout.variables.values():
            if variable.owner == piece.name:
                found += [slots[n] for n in (variable.name, f"{variable.name}.known") if n in slots]
        return found

    @staticmethod
    def _hide(piece: PieceLayout, known: StateReader, number: int, closed: Sequence[str]) -> None:
        if piece.kinds:
            known.put(f"{piece.name}.kind", UNSEEN, number)
        for name in closed:
            known.put(f"{piece.name}.{name}", UNSEEN, number)
        known.put(f"{piece.name}.known", 0, number)
        if piece.turns and known.get(f"{piece.name}.where", number) != ON_BOARD:
            known.put(f"{piece.name}.rotation", 0, number)

    def _sets(self, piece: PieceLayout, known: StateReader) -> None:
        """Write bitsets of pieces with the new numbers, and bitsets of kinds without unseen ones."""
        layout, name, numbers = self.world.layout, piece.name, self.numbers[piece.name]
        unseen = self.sighting.unseen(piece)
        if piece.numbered:
            for part in ("here", "laid", "used", "kinds", "owned"):
                gone = unseen if part == "kinds" and piece.kinds else frozenset()
                for index, bits in enumerate(self.world.stretch(f"{name}.{part}")):
                    kept = (numbers[number] for number in members(bits) if number not in gone)
                    known.put(f"{name}.{part}", sum(1 << number for number in kept), index)
            return
        if not piece.board:
            return
        at = self.world.stretch(f"{name}.at")
        for cell, number in enumerate(at):
            known.put(f"{name}.at", numbers[number] if number >= 0 else number, cell)
        covered = sum(1 << cell for cell, number in enumerate(at) if number in unseen)
        for part in ("on", "walls") if piece.kinds else ():
            slot = layout.slots.get(f"{name}.{part}")
            for place in range(slot.first, slot.first + slot.length) if slot else ():
                known.state[place] &= ~covered

    def _zones(self, known: StateReader) -> None:
        for zone in self.world.layout.zones.values():
            for owner in range(zone.zones):
                items = [self.numbers[zone.piece][number] for number in self.world.zone(zone, owner)]
                for place, number in enumerate(items if zone.ordered else sorted(items)):
                    known.put(f"{zone.name}.items", number, owner * zone.capacity + place)
