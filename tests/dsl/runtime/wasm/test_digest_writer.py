"""Digests written by a module are those of the canonical form, for any position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.match.playouts import Playouts
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import build
from dsl.runtime.canonical_state import block_of, digest_of
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import State
from dsl.runtime.wasm.digest_writer import DigestWriter
from tests.dsl.match.secret_games import HERDS, ROAD
from tests.dsl.simulation.games import text

RULESETS = Path(__file__).parents[4] / "rulesets"


def _positions(runner: ReferenceRunner, chance: random.Random) -> list[State]:
    """Return positions of matches, and states with any numbers in their slots."""
    layout, found = runner.program.layout, [runner.blank()]
    for seed in range(3):
        state = runner.start(seed)
        while (options := runner.options(state)) and len(found) < 40 * (seed + 1):
            if len(state) == layout.length:
                found.append(state.copy())
            runner.choose(state, chance.choice(options))
        found += [state] if len(state) == layout.length else []
    for number in range(20):
        state = found[number % len(found)].copy()
        for slot in layout.slots.values():
            at = chance.randrange(slot.first, slot.first + slot.length)
            if chance.random() < 0.5:
                values = (0, 1, 9, 10, 4711, 2**31 - 1) if slot.cells or slot.counter else (-(2**31), -10, -1, 0, 99)
                state[at] = chance.getrandbits(slot.width) if slot.width else chance.choice(values)
        found.append(state)
    return found


@pytest.mark.parametrize("game", ["herds", "road", "classics/draughts", "classics/oware"])
def test_digests_of_many_states_are_those_of_each(game: str) -> None:
    rules = {"herds": HERDS, "road": ROAD}
    pack = build(text(rules[game]) if game in rules else read_folder(RULESETS / game))
    runner = Playouts(pack, 2, pack.options(2, {})).runner({})
    assert isinstance(runner, ReferenceRunner)
    layout, blank = runner.program.layout, runner.blank()
    states = _positions(runner, random.Random(5))
    expected = [digest_of(layout, state, blank) for state in states]
    assert len(set(expected)) > 20
    blocks = [block_of(layout, state) for state in states]
    writer = DigestWriter(layout, block_of(layout, blank))
    assert writer.of(blocks) == expected
    assert writer.of(blocks[::-1] * 200) == expected[::-1] * 200  # more than fit at once
    assert writer.of([]) == []
