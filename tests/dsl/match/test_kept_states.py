"""States that a match keeps of its past."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dsl.match.observation.state_reader import KeptState

STATES = st.lists(st.integers(0, 1 << 80), max_size=300)


@given(STATES, STATES)
def test_a_kept_state_is_what_it_was_whatever_came_before(before: list[int], state: list[int]) -> None:
    kept = KeptState.of(state, KeptState.of(before))
    assert kept.state() == state
    assert [kept[place] for place in range(len(state))] == state


def test_what_has_not_changed_is_kept_once() -> None:
    before = KeptState.of([1 << 70] * 10_000)
    state = before.state()
    state[5_000] = 0
    kept = KeptState.of(state, before)
    assert sum(ours is not theirs for ours, theirs in zip(kept.parts, before.parts, strict=True)) == 1
