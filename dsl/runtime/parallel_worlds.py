"""Deciding in secret: every seat goes on in a world of its own, and at the end the worlds are put together.

While seats decide in secret a state is the trunk, which is what stood before, followed by one world of the same shape
for each seat. A seat's choices change its world alone, so it sees of the others only what stood before. What the worlds
changed is put together element by element, by what differs from the trunk: whoever chose first makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.ir.layout import Layout, Slot
from dsl.runtime.runner import State


class ConflictingChangesError(Exception):
    """Two seats changed the same thing, each in its own world."""


def forked(layout: Layout, state: State) -> bool:
    """Whether seats decide in secret now."""
    return len(state) > layout.length


def world_of(layout: Layout, state: State, seat: int) -> State:
    """Return a copy of what lies before a seat: its world, or (for -1, a spectator) the trunk."""
    first = (seat + 1) * layout.length if forked(layout, state) else 0
    return state[first : first + layout.length]


def put_world(layout: Layout, state: State, seat: int, world: State) -> None:
    """Make `world` the world of a seat."""
    first = (seat + 1) * layout.length
    state[first : first + layout.length] = world


def worlds_of(layout: Layout, state: State) -> Iterator[State]:
    """Yield the trunk and then, while seats decide in secret, the world of each."""
    return (state[first : first + layout.length] for first in range(0, len(state), layout.length))


def next_of(layout: Layout, waiting: Sequence[int], first: int) -> int:
    """Return who of those who still decide in secret goes on: `first`, or else the first of its team, or any."""
    return next((seat for seat in (first, layout.first_of(first)) if seat in waiting), waiting[0])


def joined(layout: Layout, state: State) -> State:
    """Return the trunk with all that the worlds changed. Raises BothChangedError.

    Where in the rules a world stood is forgotten with it; only things and variables are taken over.
    """
    trunk, *worlds = worlds_of(layout, state)
    sums = {f"{counter}.total" for counter in layout.counters}  #: what the counters of several owners add up to
    for name in layout.things:
        slot = layout.slots[name]
        places = slice(slot.first, slot.first + slot.length)
        before = trunk[places]
        changed = [stretch for world in worlds if (stretch := world[places]) != before]
        if changed:
            trunk[places] = [_one(slot, name in sums, values) for values in zip(before, *changed, strict=True)]
    for name in ("secretly", "branch"):
        trunk[layout.slots[name].first] = 0
    _find_again(layout, trunk)
    return trunk


def _find_again(layout: Layout, state: State) -> None:
    """Say anew where any pieces lie that may share a cell: one may have left it in one world and come in another."""
    for piece in layout.pieces:
        here, any_ = layout.slots.get(f"{piece}.here"), layout.slots.get(f"{piece}.any")
        if here is not None and any_ is not None:
            there = state[here.first : here.first + here.length]
            state[any_.first] = sum(1 << cell for cell, numbers in enumerate(there) if numbers)


def joined_so_far(layout: Layout, state: State) -> State:
    """Return what `joined` would make of the worlds as they are now; the trunk if that cannot be."""
    if not forked(layout, state):
        return state
    try:
        return joined(layout, state)
    except ConflictingChangesError:
        return world_of(layout, state, -1)


def _one(slot: Slot, is_sum: bool, values: tuple[int, ...]) -> int:
    """Return one element, given what it was and what it became in those worlds that changed its slot."""
    before, *after = values
    if slot.width:
        more = less = 0
        for bits in after:
            more, less = more | bits & ~before, less | before & ~bits
        return (before | more) & ~less
    if is_sum:
        return before + sum(value - before for value in after)
    changes = [value for value in after if value != before]
    if len(changes) > 1:
        raise ConflictingChangesError
    return changes[0] if changes else before
