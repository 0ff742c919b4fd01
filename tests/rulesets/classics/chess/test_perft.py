"""How many ways the next moves can go, compared with the figures that chess programs agree upon.

`python -m tests.soak.chess_figures` goes deeper.
"""

from __future__ import annotations

import pytest

from tests.rulesets.classics.chess.figures import PUBLISHED, count

NORMALLY = 3  #: moves deep


@pytest.mark.parametrize("name", PUBLISHED)
def test_as_many_ways_as_published(name: str) -> None:
    position, ways = PUBLISHED[name]
    for depth, number in enumerate(ways[:NORMALLY], start=1):
        assert count(position, depth) == number
