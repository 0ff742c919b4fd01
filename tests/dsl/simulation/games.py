"""Invented games and plans of their matches."""

from __future__ import annotations

from pathlib import Path

from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.simulation.plan import Plan, plan_of
from tests.dsl.match.secret_games import BIDS

POND = Path(__file__).parents[1] / "cli" / "pond"

#: A game of chance with a rule that rarely acts, one that never acts, and a random end.
LOTS = """game lots
    players 2..4, colours red, blue, green, white
option prize: 1..9 = 1 "What a lucky one gets"
option stormy: yes or no = no "Storms are allowed"
variable score of player: 0..99 = 0
variable luck of player: 0..9 = 0
action try_luck "Draw a lot"
    do
        let lucky = random of players
        score of lucky += prize
        luck of lucky += 1
        if luck of lucky is 4
            cheer(lucky)
action rest "Rest"
    do
        end turn
action storm "Storm off"
    needs wild: stormy
    do
        end game
to cheer(p: player)
    score of p += 1
play
    repeat up to 3 times
        one turn each from seat(1) clockwise
            choose one of
                try_luck
                rest
                storm
winner
    most score: score of it
    shared
"""
#: A score that runs over: no match comes to an end.
ENDLESS = """game mill
    players 2..3, colours red, blue, white
variable score of player: 0..3 = 0
action turn_round "Turn"
    do
        score of me += 1
play
    turns from seat(1) clockwise
        choose turn_round
winner
    most score: score of it
"""


def text(rules: str) -> RulesetText:
    """Return a ruleset of one file."""
    return RulesetText((("rules.rules", rules),))


def pond(*house: str) -> Ruleset:
    """Return the pond, with house rules ticked by title."""
    return build(read_folder(POND), house)


def plan(rules: str | Ruleset = BIDS, players: int = 2, bots: str = "bot:random", **options: str) -> Plan:
    """Return a plan with the same bot on every seat, whose records have digests."""
    pack = rules if isinstance(rules, Ruleset) else build(text(rules))
    return plan_of(pack, [bots] * players, options, digests=True)
