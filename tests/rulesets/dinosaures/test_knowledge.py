"""What a player knows of hidden figurines without having seen them: what has moved is no nest."""

from __future__ import annotations

import random

from dsl.match.observation.sampling import Sampler
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.ruleset import declared, load
from dsl.runtime.chance import Dice
from tests.rulesets import RULESETS

NEVER_MOVES = "nest"


def test_whoever_thinks_positions_up_makes_no_nest_of_a_figurine_that_has_moved() -> None:
    pack, dice = declared(load(RULESETS / "dinosaures")), random.Random(4)
    match = pack.start(2, {}, 4)
    while match.questions and match.contents.get("turn") < 40:
        question = dice.choice(match.questions)
        match.choose(question.position, dice.choice(question.options), question.seat)
    informed = match.information("south")
    sampler = Sampler(informed.information, match.runner)
    piece = match.program.layout.pieces["figurine"]
    assert piece.kinds is not None
    nest, moved, nests = piece.kinds.values.index(NEVER_MOVES), set(), set()
    for number in range(20):
        contents = StateReader(match.program, sampler.draw(Dice(number)))
        for figurine, cell in contents.on_board(piece):
            if contents.get("has_moved", figurine):
                moved.add(cell)
                assert contents.kind_of(piece, figurine) != nest
            elif contents.kind_of(piece, figurine) == nest and contents.owner_of(piece, figurine) == 1:
                nests.add(cell)
    assert moved
    assert len(nests) > 3
