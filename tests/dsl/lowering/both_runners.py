"""Whole random matches of a small game on both runners, which must agree."""

from __future__ import annotations

from dsl.match.playouts import Playouts
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build


def small(text: str) -> Ruleset:
    """Return the game of one file of rules, with its examples and invariants."""
    return build(RulesetText((("small.rules", text),)), examples=True)


def lengths(pack: Ruleset, players: int = 2, seeds: int = 5) -> list[int]:
    """Return how many choices each match took. Raises PlayoutError, as for a broken `always`."""
    settings = pack.options(players, {})
    plain, quick = (Playouts(pack, players, settings, native=native) for native in (False, True))
    played = [(plain.play(seed), quick.play(seed)) for seed in range(seeds)]
    assert [one for one, _ in played] == [other for _, other in played]
    return [one.choices for one, _ in played]
