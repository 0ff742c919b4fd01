"""Takes out of a state what a seat may not know, and gives the pieces in it numbers that tell nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dsl.engine.contents import Contents, members
from dsl.engine.numbering import ON_BOARD, Numbering, Sighting, renumbered
from dsl.ir.layout import PieceLayout, Slot, VariableLayout
from dsl.ir.liveness import Liveness
from dsl.run.runner import State

UNSEEN = -1  #: stands for a kind or an attribute that the seat does not know
HISTORY = ("past", "past.size", "past.next")

Hidden = tuple[str, int]  #: a variable, and of whom or what it is


def hidden_in(sighting: Sighting, liveness: Liveness) -> list[list[Hidden]]:
    """Return, world by world, the variables that a seat may not read.

    Of one that cannot have been set so far everybody knows the value. In the world in which a seat decides in secret
    the variables of others are as they stood before.
    """
    trunk, *own = sighting.worlds
    slots = ("branch",) if own else ("next",)
    found = [list(_hidden(sighting, trunk, liveness, [trunk.get(name) for name in slots]))]
    for world in own:
        mine = (h for h in _hidden(sighting, world, liveness, [world.get("next")]) if _is_mine(sighting, world, h))
        found.append([*mine, *(h for h in found[0] if not _is_mine(sighting, world, h))])
    return found


def _hidden(sighting: Sighting, world: Contents, liveness: Liveness, steps: Sequence[int]) -> Iterator[Hidden]:
    for variable in world.layout.variables.values():
        if variable.sight != "all" and (world.get("final") or liveness.may_be_set(variable.name, steps)):
            for index in range(world.layout.slots[variable.name].length):
                if not sighting.reads(world, variable, index):
                    yield variable.name, index


def _is_mine(sighting: Sighting, world: Contents, hidden: Hidden) -> bool:
    variable: VariableLayout = world.layout.variables[hidden[0]]
    owner = hidden[1] if variable.owner == "player" else -1
    if variable.owner in world.layout.pieces:
        owner = world.owner_of(world.layout.pieces[variable.owner], hidden[1])
    return owner >= 0 and bool(world.layout.team_of(sighting.seat) >> owner & 1)


def renamed(world: Contents, numbers: Mapping[str, Numbering], hidden: Iterable[Hidden]) -> tuple[Hidden, ...]:
    """Return hidden variables, those of pieces by the number that the seat knows them by."""
    owners = {name: world.layout.variables[name].owner for name, _ in hidden}
    return tuple(sorted((name, numbers.get(owners[name], {}).get(index, index)) for name, index in hidden))


@dataclass(frozen=True, slots=True)
class Redacted:
    """A world as one seat may know it."""

    sighting: Sighting
    world: Contents
    alive: frozenset[str]
    numbers: Mapping[str, Numbering]
    hidden: Iterable[Hidden]

    def state(self) -> State:
        """Return the block, without what the seat may not know."""
        layout = self.world.layout
        known = Contents(self.world.program, [0] * layout.length)
        for slot in layout.slots.values():
            if slot.name in self.alive and (not slot.passing or slot.name in (*HISTORY, "times_seen")):
                values = self.world.state[slot.first : slot.first + slot.length]
                if slot.piece:
                    values = [renumbered(slot, value, self.numbers[slot.piece]) for value in values]
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

    def _pieces(self, piece: PieceLayout, known: Contents) -> None:
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
    def _hide(piece: PieceLayout, known: Contents, number: int, closed: Sequence[str]) -> None:
        if piece.kinds:
            known.put(f"{piece.name}.kind", UNSEEN, number)
        for name in closed:
            known.put(f"{piece.name}.{name}", UNSEEN, number)
        known.put(f"{piece.name}.known", 0, number)
        if piece.turns and known.get(f"{piece.name}.where", number) != ON_BOARD:
            known.put(f"{piece.name}.rotation", 0, number)

    def _sets(self, piece: PieceLayout, known: Contents) -> None:
        """Write the sets that are kept of pieces: of numbers with the new ones, of kinds without those unseen."""
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

    def _zones(self, known: Contents) -> None:
        for zone in self.world.layout.zones.values():
            for owner in range(zone.zones):
                items = [self.numbers[zone.piece][number] for number in self.world.zone(zone, owner)]
                for place, number in enumerate(items if zone.ordered else sorted(items)):
                    known.put(f"{zone.name}.items", number, owner * zone.capacity + place)
