"""Fuel of a running rule: enough for every ruleset, and soon exhausted by any endless work."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.lowering import FUEL, lower
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build, load
from dsl.optimizer import optimized
from dsl.runtime import chance
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import policy_of
from dsl.runtime.runner import RuleError
from dsl.runtime.wasm.runner import NativeRunner
from tests.call_counts import instructions_of
from tests.dsl.match.hostile import pond
from tests.rulesets import FOLDERS, name_of

MARGIN = 10  #: times what the dearest step of a ruleset spends
CHOICES = 60
DEAR = 40  #: instructions of Python for each unit of fuel, at most


def flow(body: str, size: str = "3 by 2", more: str = "") -> str:
    """A game whose flow never ends."""
    turn = "    repeat up to lanes times\n        one turn each from seat(1) clockwise\n            choose leap"
    return pond(more, size=size).replace(turn, f"    repeat while lanes > 0\n{body}")


def never_legal(params: str, needs: str, size: str) -> str:
    """A game whose only action is never allowed, which requires testing all combinations of values."""
    action = f'action far({params})\n    needs no: {needs} "No."\n    do\n        note "x"\n'
    return pond(action, size=size).replace("choose leap", "choose far")


ENDLESS = {
    "counting": flow("        total = lanes + 1 - lanes", more="variable total: 0..9 = 0\n"),
    "notes": flow('        note "x"'),
    "a set": flow('        if number of (squares without frogs) > 9000\n            note "x"', "90 by 90"),
    "a loop over a set": flow(
        "        for each s in squares without frogs\n"
        '            if number of (squares next to s) > 9\n                note "x"',
        "90 by 90",
    ),
    "sets in a loop over a set": flow(
        "        for each s in squares without frogs\n"
        '            if number of (squares without frogs) > 9000\n                note "x"',
        "90 by 90",
    ),
    "a narrowed set": flow(
        '        if number of (squares where number of (squares next to it) > 9) > 9000\n            note "x"',
        "90 by 90",
    ),
    "four squares": never_legal(
        "a: square, b: square, c: square, d: square", "a is b and c is d and number of squares > 400", "19 by 19"
    ),
}


@pytest.mark.parametrize("rules", ENDLESS.values(), ids=ENDLESS)
def test_endless_rules_are_stopped_on_both_runners(rules: str) -> None:
    pack = build(RulesetText((("pond.rules", rules),)))
    program = optimized(lower(pack.rules, 2, pack.defaults(2)))
    for runner in (ReferenceRunner(program, listening=False), NativeRunner(program, listening=False)):
        with pytest.raises(RuleError) as caught:
            runner.start(1)
        assert caught.value.slug == "endless"


@pytest.mark.parametrize("rules", ENDLESS.values(), ids=ENDLESS)
def test_fuel_is_proportional_to_work(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No work is so cheap that the whole budget would take much longer than intended."""
    tank = 8_000
    monkeypatch.setattr("dsl.lowering.driver.FUEL", tank)
    pack = build(RulesetText((("pond.rules", rules),)))
    runner = ReferenceRunner(optimized(lower(pack.rules, 2, pack.defaults(2))), listening=False)

    def start() -> None:
        with pytest.raises(RuleError, match="endless"):
            runner.start(1)

    start()  # what is called for the first time is compiled then
    assert instructions_of(start) < DEAR * tank


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_all_rulesets_stay_far_below_the_budget(folder: Path) -> None:
    pack = load(folder)
    for players in {pack.numbers[0], pack.numbers[-1]}:
        runner = ReferenceRunner(optimized(lower(pack.rules, players, pack.defaults(players))), listening=False)
        fuel = runner.program.layout.slots["fuel"].first
        state, policy = runner.start(1), policy_of(1)
        for _ in range(CHOICES):
            assert runner.program.fuel - state[fuel] < FUEL / MARGIN
            options = runner.options(state)
            if not options:
                break
            policy = chance.next_state(policy)
            runner.take(state, options[chance.output(policy) * len(options) >> 32])
