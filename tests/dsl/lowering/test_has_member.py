"""A function that stops at the first good member agrees with the whole set."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dsl.ir.instructions import Function
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.runtime.runner import RuleError
from tests.dsl.lowering.offers import play
from tests.rulesets import RULESETS

COURT = (Path(__file__).parent / "court.rules").read_text(encoding="utf-8")


def court() -> Ruleset:
    return build(RulesetText((("court.rules", COURT),)))


def draughts() -> Ruleset:
    return load(RULESETS / "classics" / "draughts")


@pytest.mark.parametrize("pack", [court(), draughts()], ids=["court", "draughts"])
def test_has_member_agrees_with_the_whole_set(pack: Ruleset) -> None:
    dice, compared = Random(1), dict[str, set[int]]()

    def look(match: Match) -> None:
        functions = match.program.functions
        for name, quick in functions.items():
            whole = functions.get(name.removeprefix("some_"))
            if name.startswith("some_") and whole is not None:
                args = tuple(_value(width, match, dice) for _, width in quick.params)
                found = _called(match, whole, args)
                if found is not None:
                    assert match.runner.call(match.state, name, *args) == int(found != 0), (name, args)
                    compared.setdefault(name, set()).add(int(found != 0))

    for seed in range(3):
        play(Match(pack, 2, {}, seed), seed, look, most=40)
    assert len(compared) >= 2
    assert {0, 1} in compared.values()


def _value(width: int, match: Match, dice: Random) -> int:
    """Return an occupied cell, or a set of cells: arguments for most functions."""
    cells = [cell for cell, number in enumerate(match.contents.stretch("man.at")) if number >= 0]
    return dice.choice(cells) if not width else sum(1 << cell for cell in dice.sample(cells, 3))


def _called(match: Match, function: Function, args: tuple[int, ...]) -> int | None:
    try:
        return match.runner.call(match.state, function.name, *args)
    except RuleError:
        return None  # it takes a player, or a place next to another
