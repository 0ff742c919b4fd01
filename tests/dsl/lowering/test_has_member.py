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


def test_the_first_of_some_counters_is_enough() -> None:
    """Counters are looked for in nested loops, for each owner and state."""
    pack = load(RULESETS / "dinosaurs-and-unicorns")
    dice, compared = Random(1), set[int]()

    def look(match: Match) -> None:
        functions = match.program.functions
        quick = next(name for name in functions if name.startswith("some_push_foreign_victim"))
        whole = functions[quick.removeprefix("some_")]
        places = [place for place, number in enumerate(match.contents.stretch("pawn.total")) if number]
        if places and match.question is not None:
            kind, at, home = dice.randrange(2), dice.choice(places), dice.choice(places)
            expected = match.runner.call(match.state, whole.name, kind, at, home) != 0
            assert match.runner.call(match.state, quick, kind, at, home) == expected
            compared.add(expected)

    for seed in range(2):
        play(Match(pack, 2, {}, seed), seed, look, most=150)
    assert compared == {False, True}


def test_a_set_drawn_by_chance_is_drawn_whole() -> None:
    """Otherwise the chance of a match would depend on where a test stops."""
    chance = "do\n        if any of (random of 3 of squares)\n            end game\n"
    rules = COURT.replace("do\n", chance, 1)
    functions = build(RulesetText((("court.rules", rules),))).runner(2, {}, {}).program.functions
    assert any(name.startswith("sample_") for name in functions)
    assert not any(name.startswith("some_sample_") for name in functions)
