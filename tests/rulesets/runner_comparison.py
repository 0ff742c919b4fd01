"""One random match on both runners at once: the same after every choice, down to the last word and event."""

from __future__ import annotations

from functools import cache
from random import Random

from dsl.lowering import lower
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_program
from dsl.runtime import chance
from dsl.runtime.board_window import full_boards
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import roll_out
from dsl.runtime.runner import Runner, State
from dsl.runtime.wasm.runner import NativeRunner
from tests.rulesets.random_matches import Sample, whole


@cache
def runners(sample: Sample) -> tuple[Runner, Runner]:
    """Return both runners of a setting, for boards as large as they are at the start."""
    pack = whole(sample.folder)
    options = pack.options(sample.players, {}) | dict(sample.options)
    program = optimized(lower(pack.rules, sample.players, options, {}))
    return NativeRunner(program), ReferenceRunner(program)


@cache
def quiet_runners(sample: Sample) -> tuple[NativeRunner, Runner]:
    """Return both runners of a setting as playouts use them: they draw, tell nothing, and have only what is needed."""
    pack = whole(sample.folder)
    options = pack.options(sample.players, {}) | dict(sample.options)
    program = optimized(sampling_program(lower(pack.rules, sample.players, options, {})))
    return NativeRunner(program, listening=False, minimal=True), ReferenceRunner(program, listening=False)


def compare(sample: Sample, seed: int, most: int) -> int:
    """Play up to `most` choices of a match, until its boards would have to grow; return how many were made."""
    native, reference = runners(sample)
    dice = Random(seed)
    one, other = native.start(seed), reference.start(seed)
    choices = 0
    while True:
        where = f"{sample}, seed {seed}, after {choices} choices"
        assert native.events() == reference.events(), f"{where}: something else is told"
        assert one == other, f"{where}: {_differing(native, one, other)} are not the same"
        if choices == most or full_boards(native.program.layout, one) or not reference.waiting(other):
            return choices
        seat = dice.choice(reference.waiting(other))
        options = reference.options(other, seat)
        assert native.options(one, seat) == options, f"{where}: something else is offered"
        option = dice.choice(options)
        native.choose(one, option, seat)
        reference.choose(other, option, seat)
        choices += 1


def compare_playing_on(sample: Sample, seed: int, most: int) -> None:
    """Let both runners play on by themselves; they make the same choices and come to the same position."""
    native, reference = runners(sample)
    assert isinstance(native, NativeRunner)
    one, other = native.start(seed), reference.start(seed)
    policy = chance.seeded(seed)
    found = native.roll_out(one, policy, most, watch=True)
    assert found == roll_out(reference, other, policy, most, watch=True), f"{sample}, seed {seed}: other choices"
    assert one == other, f"{sample}, seed {seed}: {_differing(native, one, other)} are not the same"


def compare_quietly(sample: Sample, seed: int, most: int) -> None:
    """The same with runners that nobody listens to, which do as much as they can without their host."""
    native, reference = quiet_runners(sample)
    one, other = native.start(seed), reference.start(seed)
    policy = chance.seeded(seed)
    found = native.roll_out(one, policy, most)
    assert found == roll_out(reference, other, policy, most), f"{sample}, seed {seed}: other choices"
    assert one == other, f"{sample}, seed {seed}: {_differing(native, one, other)} are not the same"


def _differing(runner: Runner, one: State, other: State) -> str:
    slots = runner.program.layout.slots.values()
    parts = {slot.name: slice(slot.first, slot.first + slot.length) for slot in slots}
    return ", ".join(name for name, part in parts.items() if one[part] != other[part]) or "the worlds"
