"""A program that samples one option in place of all samples fairly, and plays the same matches on both runners."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dsl.ir.program import Program
from dsl.ir.verify import verify
from dsl.lowering import lower
from dsl.match.playouts import Playouts
from dsl.match.rulesets.ruleset import load
from dsl.optimizer import optimized
from dsl.optimizer.sampling_programs import sampling_pays, sampling_program
from dsl.runtime import chance
from dsl.runtime.board_window import full_boards
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.rollout import RolloutStop, policy_of, roll_out
from dsl.runtime.runner import State
from dsl.runtime.simultaneous import forked
from dsl.runtime.wasm.instance import StoppedError
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.match.secret_games import BIDS, HERDS
from tests.dsl.match.secret_games import pack as sealed
from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of

CLASSICS = Path(__file__).parents[3] / "rulesets" / "classics"


def lowered(folder: Path) -> Program:
    pack = load(folder)
    return lower(pack.rules, pack.players[0], pack.defaults(pack.players[0]))


def sown(state: State, program: Program, seed: int) -> State:
    """Return a waiting state with another random seed."""
    ahead, slots = state.copy(), program.layout.slots
    ahead[slots["chance"].first], ahead[slots["chosen"].first] = chance.seeded(seed), -1
    return ahead


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_sampled_option_is_one_of_all_and_is_kept(folder: Path) -> None:
    plain = lowered(folder)
    one = sampling_program(plain)
    if not sampling_pays(plain):
        assert plain.asks
        return
    assert verify(one) == []
    draws, lists = ReferenceRunner(optimized(one), listening=False), ReferenceRunner(optimized(plain), listening=False)
    state = draws.start(5)
    for _ in range(60):
        waits = state.copy()
        options = draws.options(state)
        if not options or full_boards(plain.layout, state):
            break
        assert state == waits, "asking changes nothing"
        assert len(options) == 1
        assert options[0] in lists.options(state.copy())
        assert draws.options(sown(state, plain, 8))[0] in lists.options(state.copy())
        draws.take(state, options[0])


@pytest.mark.parametrize("name", ["chess", "breakthrough", "amazons", "draughts"])
def test_each_option_is_drawn_as_often_as_any_other(name: str) -> None:
    """The chi-square statistic stays within six deviations of a fair draw, at several positions of a match."""
    plain = lowered(CLASSICS / name)
    assert sampling_pays(plain)
    draws, lists = (
        ReferenceRunner(optimized(sampling_program(plain)), listening=False),
        ReferenceRunner(optimized(plain)),
    )
    state = lists.start(2)
    for choice in range(4):
        options = lists.options(state)
        if len(options) > 1:
            each = 40 if len(options) < 100 else 6
            times = Counter(
                draws.options(sown(state, plain, 10**6 * choice + seed))[0] for seed in range(each * len(options))
            )
            assert set(times) <= set(options)
            free = len(options) - 1
            assert sum((times[option] - each) ** 2 / each for option in options) < free + 6 * (2 * free) ** 0.5 + 6
        lists.take(state, options[len(options) // 2])


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_both_runners_draw_the_same_matches(folder: Path) -> None:
    pack = load(folder)
    native, reference = (
        Playouts(pack, pack.players[0], pack.defaults(pack.players[0]), native=quick, draws=True)
        for quick in (True, False)
    )
    for seed in range(rounds(1, 2)):
        assert native.play(seed) == reference.play(seed)


def test_every_playout_begins_with_a_draw_of_its_own() -> None:
    """This includes the first choice, which was drawn when the position was reached."""
    runner = NativeRunner(optimized(sampling_program(lowered(CLASSICS / "breakthrough"))), listening=False)
    state = runner.start(1)
    firsts = set()
    slots = runner.program.layout.slots
    policy = policy_of(1)
    for _ in range(40):
        tally = runner.playouts(state, policy, 1, limit=2)
        assert (tally.made, tally.stop) == (0, RolloutStop.LIMIT)
        policy = tally.policy
        left = runner.left()
        things = [slots[name] for name in slots if name in runner.program.layout.things]
        firsts.add(tuple(number for slot in things for number in left[slot.first : slot.first + slot.length]))
    assert len(firsts) > 10


def test_choices_are_counted_and_a_match_resumes() -> None:
    program = optimized(sampling_program(lowered(CLASSICS / "breakthrough")))
    runners = NativeRunner(program, listening=False), ReferenceRunner(program, listening=False)
    states = [runner.start(4) for runner in runners]
    for limit in (0, 1, 10, 10_000):
        found = runners[0].roll_out(states[0], policy_of(4), limit, watch=True)
        assert found == roll_out(runners[1], states[1], policy_of(4), limit, watch=True)
        assert states[0] == states[1]
        assert found[0] == (RolloutStop.OVER if limit == 10_000 else RolloutStop.LIMIT)


def in_secret(text: str, players: int) -> Program:
    pack = sealed(text)
    return optimized(sampling_program(lower(pack.rules, players, pack.defaults(players))))


def test_seats_that_decide_in_secret_draw_independently() -> None:
    """All pairs of their first draws are equally likely, also when a playout begins in between."""
    runner = ReferenceRunner(in_secret(BIDS, 2), listening=False)
    pairs = Counter(
        tuple(runner.options(state, seat)[0] for seat in (0, 1)) for state in map(runner.start, range(49 * 20))
    )
    assert len(pairs) == 49
    assert sum((times - 20) ** 2 / 20 for times in pairs.values()) < 48 + 6 * 96**0.5 + 6


@pytest.mark.parametrize("text", [BIDS, HERDS])
def test_matches_with_secret_decisions_agree_from_any_position(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = in_secret(text, 3)
    native, reference = NativeRunner(program, listening=False), ReferenceRunner(program, listening=False)
    parted = 0
    for limit in range(12):
        states = native.start(limit), reference.start(limit)
        for made in (limit, 10_000):
            found = native.roll_out(states[0], policy_of(limit), made, watch=True)
            assert found == roll_out(reference, states[1], policy_of(limit), made, watch=True)
            assert states[0] == states[1]
            if made == limit:
                parted += forked(program.layout, states[0])
                middle = states[0].copy()
        _same_playouts(native, middle, monkeypatch)
    assert parted > 5


def _same_playouts(runner: NativeRunner, state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playouts inside the module agree with those that the host makes one by one."""
    limits = (10_000, 3, 1)
    quick = [(runner.playouts(state, policy_of(7), 9, limit), runner.left()) for limit in limits]

    def stopped(count: int, limit: int) -> int:
        raise StoppedError

    with monkeypatch.context() as patched:
        patched.setattr(runner, "_playouts", stopped)
        for limit, (tally, left) in zip(limits, quick, strict=True):
            assert runner.playouts(state, policy_of(7), 9, limit) == tally
            assert tally.made == 9 or runner.left() == left


def test_without_tests_all_options_are_listed() -> None:
    assert not sampling_pays(lowered(CLASSICS / "hex"))
