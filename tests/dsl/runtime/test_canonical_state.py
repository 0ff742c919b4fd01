"""Canonical form of a state, fingerprint of a position, and growing boards."""

from __future__ import annotations

from random import Random

from dsl.ir import instructions as c
from dsl.ir.layout import BoardLayout, Layout, Slot
from dsl.runtime.board_window import recenter
from dsl.runtime.canonical_state import Fingerprints, block_of, digest_of, state_of
from dsl.runtime.reference.runner import ReferenceRunner
from tests.dsl.runtime.programs import layout, program


def world(window: int) -> BoardLayout:
    """A layout with squares around (0, 0), with a border."""
    side = 2 * window + 3
    rows = range(-window, window + 1)
    coordinates = {(y + window + 1) * side + x + window + 1: (x, y) for y in rows for x in rows}
    names = {cell: f"{x},{y}" for cell, (x, y) in coordinates.items()}
    return BoardLayout("fen", "squares", side * side, coordinates, names, {}, unbounded=True, window=window)


def shape(window: int) -> Layout:
    board = world(window)
    return layout(
        Slot("herds.on", 0, 2 * board.cells, by_cell=True),
        Slot("marsh.on", 0, 2, width=board.cells, cells=True),
        Slot("goal", 0, cells=True),
        Slot("never given", 0, cells=True),
        Slot("link", 0, board.cells, cells=True, by_cell=True),
        Slot("free", 0, width=board.cells, cells=True),
        Slot("score", 0, 2),
        boards=(board,),
    )


def position(form: Layout, blank: list[int]) -> list[int]:
    """The same components on every window."""
    board = form.boards["fen"]
    at = {place: cell for cell, place in board.coordinates.items()}
    state = blank.copy()
    slots = form.slots
    state[slots["herds.on"].first + board.cells + at[1, -1]] = 3
    state[slots["herds.on"].first + at[-1, 0]] = 2
    state[slots["marsh.on"].first + 1] = 1 << at[0, 0] | 1 << at[1, 1]
    state[slots["goal"].first] = 5 * board.cells + at[-1, 1]
    state[slots["link"].first + at[0, 1]] = at[1, 0]
    state[slots["free"].first] &= ~(1 << at[1, -1])
    state[slots["score"].first + 1] = -4
    return state


def blank(form: Layout) -> list[int]:
    """An empty state in which no cell is linked."""
    free = sum(1 << cell for cell in form.boards["fen"].coordinates)
    first, length = form.slots["link"].first, form.slots["link"].length
    prologue = c.ForRange("i", c.Const(0), c.Const(length), (c.Store("link", c.Const(-1), c.Local("i")),))
    cells = c.Store("free", c.BitsConst(free, form.boards["fen"].cells))
    state = ReferenceRunner(program(shape=form, prologue=(prologue, cells))).blank()
    assert set(state[first : first + length]) == {-1}
    return state


def test_a_larger_window_keeps_the_fingerprint() -> None:
    small, large = shape(1), shape(3)
    before, after = position(small, blank(small)), position(large, blank(large))
    after[0] = before[0]  # how much fuel the prologue left is no matter of cells
    assert recenter(before, small, large, blank(large)) == after
    assert digest_of(small, before, blank(small)) == digest_of(large, after, blank(large))


def test_a_fingerprint_ignores_only_transient_slots() -> None:
    form = shape(1)
    empty = blank(form)
    state = position(form, empty)
    spent = state.copy()
    spent[form.slots["fuel"].first] -= 7
    assert digest_of(form, spent, empty) == digest_of(form, state, empty)
    seen = {digest_of(form, state, empty)}
    for place in range(2, form.length):
        other = state.copy()
        other[place] += 1
        seen.add(digest_of(form, other, empty))
    assert len(seen) == form.length - 2, "of all places only fuel and what was chosen make no difference"


def test_the_canonical_form_round_trips() -> None:
    form = layout(Slot("list", 0, 5), Slot("set", 0, 2, width=70))
    chance = Random(4)
    state = [0] * form.length
    for slot in form.slots.values():
        for place in range(slot.first, slot.first + slot.length):
            state[place] = chance.getrandbits(slot.width) if slot.width else chance.randint(-(2**31), 2**31 - 1)
    block = block_of(form, state)
    assert len(block) % 4 == 0
    assert state_of(form, block) == state
    assert block[:4] == state[0].to_bytes(4, "little", signed=True)


def test_incremental_fingerprints_match_full_ones() -> None:
    """Forwards, backwards, and while seats decide in secret: the cache never returns an outdated fingerprint."""
    form = shape(2)
    empty, dice = blank(form), Random(3)
    fingerprints, state = Fingerprints(form, empty), position(form, empty)
    earlier = [state.copy()]
    for number in range(60):
        state = dice.choice(earlier).copy() if dice.random() < 0.2 else state
        if not number % 7:
            assert fingerprints.of(state * 3) == digest_of(form, state * 3, empty)
        slot = form.slots[dice.choice(["herds.on", "marsh.on", "goal", "score"])]
        state[slot.first + dice.randrange(slot.length)] = dice.randrange(4)
        assert fingerprints.of(state) == digest_of(form, state, empty)
        earlier.append(state.copy())
