"""A named list of choices may interrupt a choice: an interruption is carried out, and the same question is asked
again.
"""

from __future__ import annotations

from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build

GAME = """game fen
    players 2, colours red, blue
board marsh: squares 4 by 4
counter reed of player: 9 each, on squares
variable seeds of player: 0..9 = 2
action plant(s: square) "Plant on {s}"
    needs free: none of reeds on s "A reed grows there."
    do
        move 1 of my reeds in reserve to s
action sow(s: square) "Sow on {s}"
    needs seed: seeds of me > 0 "No seed is left."
    needs beside: s touches my reeds "Seeds fall beside your reeds."
    needs free: none of reeds on s "A reed grows there."
    do
        seeds of me -= 1
        move 1 of my reeds in reserve to s
choices between
    sow
play
    one turn each from seat(1) clockwise
        choose one of, interrupted by between
            plant
        choose one of, interrupted by between
            plant
winner
    most reeds: number of reeds of it on squares
    shared
"""


def _offered(match: Match) -> list[str]:
    (decision,) = match.decisions
    return [entry.action for entry in decision.entries if entry.possible]


def _take(match: Match, action: str) -> None:
    (decision,) = match.decisions
    match.choose(decision, next(o for o in decision.options if decision.entries[o.entry].action == action))


def test_interruptions_repeat_the_question() -> None:
    match = build(RulesetText((("fen.rules", GAME),))).start(2)
    assert _offered(match) == ["plant"]  # there is no plant yet for seeds to fall beside
    _take(match, "plant")
    for _ in range(2):
        assert _offered(match) == ["plant", "sow"]
        _take(match, "sow")
        assert match.decisions[0].seat == "red"
    assert _offered(match) == ["plant"]  # no seed is left
    _take(match, "plant")
    assert match.decisions[0].seat == "blue"
