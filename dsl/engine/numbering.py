"""Numbers for pieces that tell nothing: given by what a seat may see of each, and not by how the pieces were made.

In the state of a match every piece has a number from its making on, and who knows the numbers knows the cards. Here
each piece gets one by where it lies and what the seat sees of it. Two pieces of which it sees the same are the same to
it, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from dsl.engine.contents import Contents, members
from dsl.ir.layout import PieceLayout, Slot, VariableLayout

Numbering = Mapping[int, int]  #: by the number in the match: the number for the seat


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a seat has before it: the position and, while it decides in secret, behind it its own world."""

    worlds: tuple[Contents, ...]
    seat: int
    _unseen: dict[str, frozenset[int]] = field(default_factory=dict)

    def unseen(self, piece: PieceLayout) -> frozenset[int]:
        """Return the numbers of the pieces of a sort of which the seat has not seen what they are."""
        if piece.name not in self._unseen:
            columns = (world.stretch(f"{piece.name}.known") for world in self.worlds)
            seen = [any(known >> self.seat & 1 for known in row) for row in zip(*columns, strict=True)]
            self._unseen[piece.name] = frozenset(number for number in self.there(piece) if not seen[number])
        return self._unseen[piece.name]

    def reads(self, world: Contents, variable: VariableLayout, index: int) -> bool:
        """Whether the seat may read one value of a variable."""
        owner = index
        if variable.owner in world.layout.pieces:
            owner = world.owner_of(world.layout.pieces[variable.owner], index)
        elif variable.owner != "player":
            owner = -1
        if world.layout.lookers(variable.sight, owner, world.program.players) >> self.seat & 1:
            return True
        known = world.stretch(f"{variable.name}.known")
        return bool(known) and bool(known[index] >> self.seat & 1)

    def there(self, piece: PieceLayout) -> list[int]:
        """Return the numbers that pieces of a sort have."""
        latest = self.worlds[-1]
        drawn = latest.stretch(f"{piece.name}.used")
        return list(members(drawn[0])) if drawn else list(range(latest.get(f"{piece.name}.made")))

    def numbering(self, piece: PieceLayout, named: Sequence[Slot]) -> Numbering:
        """Return the new numbers of a sort; `named` are the slots in which a piece may be named."""
        there = self.there(piece)
        rows = zip(*self._seen(piece), strict=True)
        known = {number: list(row) for number, row in enumerate(rows)}
        keys = {number: known[number] for number in there}
        for world in self.worlds:
            self._places(world, piece, keys)
            self._names(world, piece, named, keys)
        rest = set(range(piece.count)) - set(there)
        return {before: after for after, before in enumerate([*sorted(there, key=keys.__getitem__), *sorted(rest)])}

    def _seen(self, piece: PieceLayout) -> list[list[int]]:
        """Return what is seen of each piece wherever it lies, a column for each thing there is to see."""
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
    def _places(world: Contents, piece: PieceLayout, keys: Mapping[int, list[int]]) -> None:
        """Add where each piece lies: its zone and, if that is in order, the place in it; or its cell."""
        at: dict[int, int] = dict(world.on_board(piece)) if piece.board else {}
        for zone in world.layout.zones.values():
            if zone.piece == piece.name and zone.ordered:
                for owner in range(zone.zones):
                    at |= {number: place for place, number in enumerate(world.zone(zone, owner))}
        where = world.stretch(f"{piece.name}.where")
        for number, key in keys.items():
            key += (where[number], at.get(number, -1))

    @staticmethod
    def _names(world: Contents, piece: PieceLayout, named: Sequence[Slot], keys: Mapping[int, list[int]]) -> None:
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


def renumbered(slot: Slot, value: int, numbers: Numbering) -> int:
    """Return a value of a slot that names pieces, with their new numbers."""
    if slot.width:
        return sum(1 << numbers[number] for number in members(value))
    return numbers.get(value, value)
