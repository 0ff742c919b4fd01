"""Section 12: how many decisions a match takes when everybody plays at random, and how large they get.

The rules do not say how their random players choose. Their figures (about 255 decisions of four players, where choosing
evenly among all that is offered makes 167) fit players who choose the kind of action first, to whom a raptor or the
pterodactyl that stays where it is counts as a kind too, and who decline nothing else that they have. Played so, all but
a few matches come out within the printed ranges, for every number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import mean

import pytest

from dsl.runtime.runner import Runner
from tests.rulesets.triassic_terror.asking import asked, lines, runner

MATCHES = 20
#: About how many decisions, and in what range, by number of players.
DECISIONS = {2: (155, 120, 180), 3: (220, 190, 245), 4: (255, 225, 285), 5: (310, 290, 345), 6: (270, 250, 285)}
NEAR = 0.06  #: of the middle figure
WITHIN = 0.9  #: of the matches; of 40 for each number there were 195 of 200
MAY_STAY = {"raid", "fly"}  #: what moves only if its player likes
#: Most options of an action, and of its second value after the first one.
MOST = {
    "take_tile": 6, "settle_terrain": 4, "settle": 3, "grow_by_three": 12, "grow_by_two": 12, "migrate": 12, "send": 4,
    "lead": 4, "fly": 9, "hunt": 9, "raid": 2, "raid to": 9, "eat": 3, "chase": 3, "chase to": 2, "place_white": 12,
    "use_hatch": 12, "erupt": 12, "send to": 57,
}  # fmt: skip


def pick(offered: dict[str, list[int]], dice: Random) -> int:
    """Choose as the printed figures were made, as far as can be told."""
    kinds = [action for action in offered if action or len(offered) == 1 or offered.keys() & MAY_STAY]
    return dice.choice(offered[dice.choice(kinds)])


def played(run: Runner, seed: int) -> Iterator[dict[str, list[int]]]:
    """Play a match; yield what each decision offered. A second value is part of its decision, and called `... to`."""
    dice, state = Random(seed), run.start(seed)
    while offered := lines(run, state):
        yield {f"{action} to": line for action, line in offered.items()} if asked(run, state).parameter else offered
        run.choose(state, pick(offered, dice))


@pytest.mark.parametrize("players", DECISIONS)
def test_random_matches_take_as_many_decisions_as_printed(players: int) -> None:
    about, least, most = DECISIONS[players]
    lengths = []
    for seed in range(MATCHES):
        decisions = list(played(runner(players), seed))
        lengths.append(sum(not next(iter(offered)).endswith(" to") for offered in decisions))
        for offered in decisions:
            assert all(len(options) <= MOST.get(action, 1) for action, options in offered.items())
    assert sum(least <= length <= most for length in lengths) >= WITHIN * MATCHES
    assert mean(lengths) == pytest.approx(about, rel=NEAR)
