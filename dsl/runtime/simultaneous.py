"""Simultaneous decisions: each seat continues in a copy of the state, its world, and at the end the worlds are merged.

While seats decide in secret a state is the trunk (the state before) followed by a world of the same layout for each
seat. The choices of a seat change its world only, so it does not see those of the others. The merge takes the
differences of each world from the trunk, element by element, so the order of the choices has no influence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.ir.layout import Layout, Slot
from dsl.runtime.runner import State

SPECTATOR = -1  #: in place of a seat: sees the trunk


class ConflictingChangesError(Exception):
    """Two seats changed the same element differently, each in its world."""


def forked(layout: Layout, state: State) -> bool:
    """Whether the state has worlds: seats decide in secret now."""
    return len(state) > layout.length


def world_of(layout: Layout, state: State, seat: int) -> State:
    """Return a copy of the world of a seat, or of the trunk for SPECTATOR."""
    first = (seat + 1) * layout.length if forked(layout, state) else 0
    return state[first : first + layout.length]


def put_world(layout: Layout, state: State, seat: int, world: State) -> None:
    """Make `world` the world of a seat."""
    first = (seat + 1) * layout.length
    state[first : first + layout.length] = world


def worlds_of(layout: Layout, state: State) -> Iterator[State]:
    """Yield the trunk and then, while seats decide in secret, the world of each."""
    return (state[first : first + layout.length] for first in range(0, len(state), layout.length))


def next_chooser(layout: Layout, waiting: Sequence[int], first: int) -> int:
    """Return the seat that continues of those still deciding: `first`, else the first of its team, else the lowest."""
    return next((seat for seat in (first, layout.first_of(first)) if seat in waiting), waiting[0])


def merge_worlds(layout: Layout, state: State) -> State:
    """Return the trunk merged with the changes of all worlds. Raises ConflictingChangesError.

    Only things and variables are merged; the position of a world in the rules is dropped.
    """
    trunk, *worlds = worlds_of(layout, state)
    sums = {f"{counter}.total" for counter in layout.counters}  #: slots whose changes add up
    for name in layout.things:
        slot = layout.slots[name]
        places = slice(slot.first, slot.first + slot.length)
        before = trunk[places]
        changed = [part for world in worlds if (part := world[places]) != before]
        if changed:
            trunk[places] = [
                _merge_element(slot, name in sums, values) for values in zip(before, *changed, strict=True)
            ]
    for name in ("secretly", "branch"):
        trunk[layout.slots[name].first] = 0
    _update_occupied(layout, trunk)
    return trunk


def _update_occupied(layout: Layout, state: State) -> None:
    """Recompute the occupied cells of pieces that may share one: one may have left in one world, another come in."""
    for piece in layout.pieces:
        here, any_ = layout.slots.get(f"{piece}.here"), layout.slots.get(f"{piece}.any")
        if here is not None and any_ is not None:
            there = state[here.first : here.first + here.length]
            state[any_.first] = sum(1 << cell for cell, numbers in enumerate(there) if numbers)


def joined_so_far(layout: Layout, state: State) -> State:
    """Return the merge of the worlds so far; the trunk if they conflict."""
    if not forked(layout, state):
        return state
    try:
        return merge_worlds(layout, state)
    except ConflictingChangesError:
        return world_of(layout, state, SPECTATOR)


def _merge_element(slot: Slot, is_sum: bool, values: tuple[int, ...]) -> int:
    """Return one merged element, given its value in the trunk and in the worlds that changed its slot."""
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
