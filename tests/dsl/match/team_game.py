"""Moles: a small game for two single players or four in teams, with secrets of players and of teams."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build

PAGE = Path(__file__).parents[3] / "docs" / "language" / "teams.md"


@cache
def moles(before: str = "", after: str = "", examples: bool = False) -> Ruleset:
    """Return the game of the manual's page on teams, perhaps with a text replaced."""
    rules = PAGE.read_text(encoding="utf-8").partition("```rules\n")[2].partition("```")[0]
    assert before in rules
    text = RulesetText((("moles.rules", rules.replace(before, after) if before else rules),))
    return build(text, examples=examples)


def begin(players: int = 4, seed: int = 0) -> Match:
    """Return a new match."""
    return moles().start(players, {}, seed)
