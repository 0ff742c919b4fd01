"""What a computer player takes for possible about the cards that it does not see."""

from __future__ import annotations

from random import Random

from dsl.bots.rules_cache import GamePrograms
from dsl.match.match import Match
from dsl.match.observation.sampling import sampled
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.ruleset import load
from dsl.runtime import chance
from dsl.runtime.chance import Dice
from tests.rulesets import RULESETS


def test_nobody_is_thought_to_hold_the_meteor() -> None:
    """It is never dealt: with it in a hand, playing on from the thought would break a rule."""
    pack = load(RULESETS / "trias")
    rules, dice, throws, looked = GamePrograms(pack), Random(3), Dice(chance.seeded(3)), 0
    for seed in range(3):
        match = pack.start(2, {}, seed)
        while match.question is not None:
            if in_second_part(match):
                assert "meteor" not in hands_thought_up(rules, match, throws)
                looked += 1
            options = match.question.options
            by_hand = match.question.rule == "regular_turn"  # so that hands are filled again and again
            match.choose(match.position, options[0] if by_hand else dice.choice(options))
    assert looked > 20


def in_second_part(match: Match) -> bool:
    """Whether a hand may hold cards of the part that has the meteor in it."""
    layout = match.program.layout
    card, hand = layout.pieces["card"], layout.zones["hand"]
    held = [number for owner in range(2) for number in match.contents.zone(hand, owner)]
    return 2 in [match.contents.attribute_of(card, number, "part") for number in held]


def hands_thought_up(rules: GamePrograms, match: Match, throws: Dice) -> list[str]:
    """Return what all hands hold in a position that the seat to choose thinks up."""
    assert match.question is not None
    known = match.information(match.question.seat).information
    runner = rules.quick(known.setting)
    layout = runner.program.layout
    card, hand = layout.pieces["card"], layout.zones["hand"]
    thought = StateReader(runner.program, sampled(known, runner, throws))
    held = [number for owner in range(2) for number in thought.zone(hand, owner)]
    assert card.kinds is not None
    return [card.kinds.values[thought.kind_of(card, number)] for number in held]
