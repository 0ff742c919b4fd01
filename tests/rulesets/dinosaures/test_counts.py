"""The counting position: 48 figurines on the reference board, moves and whole turns as counted by a script."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulesets.dinosaures.boards import NORTH, SOUTH, moves, position, runner, turns

P_SOUTH = (
    "stego a6, docus b6, deino1 c6, tri d6, tyra1 e6, flug f6, dilo g6, tyra2 h6, deino2 i6, docus j6, flug k6, "
    "stego l6, culak m6, dilo n6, stego e5, tri h5, flug j5, stego m5, flug d4, lightning g3, dilo f2, nest g2, "
    "dilo h2, flug g1"
)
P_NORTH = (
    "stego e14, flug i14, flug g13, dilo f12, nest g12, stego h12, culak i12, flug d11, lightning g11, dilo j11, "
    "flug a10, stego e10, docus h10, tri k10, dilo n10, dilo b9, deino2 c9, docus d9, tri f9, tyra1 g9, stego i9, "
    "tyra2 j9, deino1 l9, flug m9"
)


@pytest.mark.parametrize(("seat", "steps", "flights", "whole"), [(SOUTH, 48, 4, 55), (NORTH, 69, 3, 73)])
def test_moves_and_turns_of_the_counting_position(seat: int, steps: int, flights: int, whole: int) -> None:
    state = position(P_SOUTH, P_NORTH)
    assert Counter(action for action, _ in moves(runner(), state, seat)) == {"step": steps, "fly": flights}
    assert sum(1 for _ in turns(runner(), state, seat)) == whole


def test_pairs_of_turns_of_the_counting_position() -> None:
    state = position(P_SOUTH, P_NORTH)
    assert sum(1 for south in turns(runner(), state, SOUTH) for _ in turns(runner(), south, NORTH)) == 4029
