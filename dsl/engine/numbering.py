"""Numbers for pieces that tell nothing: given by what a seat may see of each, and not by how the pieces were made.

In the state of a match every piece has a number from its making on, and who knows the numbers knows the cards. Here
each piece gets one by where it lies and what the seat sees of it. Two pieces of which it sees the same are the same to
it, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dsl.engine.contents import Contents, members
from dsl.program.layout import PieceLayout, Slot, VariableLayout

Numbering = Mapping[int, int]  #: by the number in the match: the number for the seat


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a seat has before it: the position and, while it decides in secret, behind it its own world."""

    worlds: tuple[Contents, ...]
    seat: int

    def knows(self, piece: PieceLayout, number: int) -> bool:
        """Whether the seat has seen what a piece is."""
        return any(world.seen_by(piece, number) >> self.seat & 1 for world in self.worlds)

    def reads(self, world: Contents, variable: VariableLayout, index: int) -> bool:
        """Whether the seat may read one value of a variable."""
        owner = index
        if variable.owner in world.layout.pieces:
            owner = world.owner_of(world.layout.pieces[variable.owner], index)
        elif variable.owner != "player":
            owner = -1
        if variable.sight == "all" or (variable.sight == "its player" and owner == self.seat):
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
        keys: dict[int, list[int]] = {number: self._seen(piece, number) for number in there}
        for world in self.worlds:
            self._places(world, piece, keys)
            self._names(world, piece, named, keys)
        order = sorted(there, key=keys.__getitem__)
        rest = [number for number in range(piece.count) if number not in set(there)]
        return {before: after for after, before in enumerate([*order, *rest])}

    def _seen(self, piece: PieceLayout, number: int) -> list[int]:
        """Return what is seen of a piece, wherever it lies."""
        latest, knows = self.worlds[-1], self.knows(piece, number)
        shown = [latest.owner_of(piece, number), int(knows), latest.kind_of(piece, number) if knows else -1]
        for name, _ in piece.attributes:
            seen = knows or name in piece.seen_attributes
            shown.append(latest.attribute_of(piece, number, name) if seen else -1)
        for world in self.worlds:
            shown += [world.seen_by(piece, number) if knows else 0, *self._turned(world, piece, number, knows)]
            for variable in world.layout.variables.values():
                if variable.owner == piece.name:
                    shown.append(world.get(variable.name, number) if self.reads(world, variable, number) else -1)
        return shown

    @staticmethod
    def _turned(world: Contents, piece: PieceLayout, number: int, knows: bool) -> tuple[int, ...]:
        if not piece.turns:
            return ()
        laid = world.get(f"{piece.name}.where", number) == ON_BOARD
        return (world.get(f"{piece.name}.rotation", number) if knows or laid else 0,)

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


ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


def renumbered(slot: Slot, value: int, numbers: Numbering) -> int:
    """Return a value of a slot that names pieces, with their new numbers."""
    if slot.width:
        return sum(1 << numbers[number] for number in members(value))
    return numbers.get(value, value)
