"""Batches of random matches: the same on every runner as the matches played one by one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from struct import unpack
from typing import TypeVar

import pytest

from dsl.match.observation.score import outcome, results_from
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import MAX_CHOICES, PlayoutError, Playouts, PlayoutTotals
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.runtime.rollout import CountedSlots, MatchBatch, MatchTally, RolloutRunner, TallyKey, play_matches, tally_of
from dsl.simulation.rule_coverage import COVERAGE_SLOT, acted_rules, with_coverage
from tests.dsl.match.secret_games import BIDS, HERDS, ROAD
from tests.dsl.simulation.games import ENDLESS, LOTS, POND, text

S, T = TypeVar("S"), TypeVar("T")

#: The first player to pass three loses; two values make a move.
PAIRS = """game pairs
    players 2..3, colours red, blue, white
variable total: 0..99 = 0
variable made of player: 0..99 = 0
action add(a: 1..2, b: 1..2) "Add {a} and {b}"
    do
        total += a + b
        made of me += 1
action rest "Rest"
    do
        total += 1
play
    turns from seat(1) clockwise
        choose one of
            add
            rest
        if total >= 9
            end game
winner
    least made: made of it
"""
#: Two of three matches break the invariant, one after the other a rule fails.
BROKEN = """game mill
    players 2..3, colours red, blue, white
variable total: 0..6 = 0
action add(n: 1..3) "Add {n}"
    do
        total += n
play
    repeat up to 3 times
        one turn each from seat(1) clockwise
            choose add
        if total is 5
            end game
winner
    most total: total
always small: total is not 3 "Three is too many."
"""
GAMES = {"bids": BIDS, "herds": HERDS, "road": ROAD, "lots": LOTS, "pairs": PAIRS}


def _pack(name: str) -> Ruleset:
    return build(read_folder(POND), ()) if name == "pond" else build(text(GAMES[name]), examples=True)


def _series(pack: Ruleset, players: int = 2, native: bool = True) -> Playouts:
    return Playouts(pack, players, pack.options(players, {}), native=native)


def _whole(series: Playouts, seeds: range) -> list[tuple[int, int, int, bytes, str]]:
    """Return choices, moves, path, results and digest of each match, played in batches."""
    found: list[tuple[int, int, int, bytes, str]] = []
    while len(found) < len(seeds):
        runner, batch = series.batch(seeds[len(found) :], blocks=True)
        assert len(batch)
        digests = runner.block_digests(batch.blocks)
        found += zip(batch.choices, batch.moves, batch.paths, batch.results, digests, strict=True)
    return found


@pytest.mark.parametrize("name", [*GAMES, "pond"])
def test_a_batch_holds_the_matches_that_are_played_one_by_one(name: str) -> None:
    pack, seeds = _pack(name), range(40)
    quick, plain = _series(pack), _series(pack, native=False)
    found = _whole(quick, seeds)
    assert found[:12] == _whole(plain, seeds[:12])
    for seed, (choices, moves, _, row, digest) in zip(seeds, found, strict=True):
        runner, state, made = plain.end(seed)
        assert (choices, digest) == (made, runner.digest(state))
        assert moves <= choices
        results, contents = results_from(runner.program, row), StateReader(runner.program, state)
        lines = {line.seat: line for line in outcome(runner, contents, ()).ranking}
        for seat, colour in enumerate(runner.program.colours):
            assert results.places[seat] == lines[colour].place
            assert results.values[seat] == tuple(value for _, value in lines[colour].values)
            assert results.in_game[seat] == bool(contents.get("in_play") >> seat & 1)


@pytest.mark.parametrize("native", [True, False])
def test_a_match_does_not_depend_on_its_batch(native: bool) -> None:
    series = _series(_pack("herds"), native=native)
    runner = series.runner({})

    def played(seeds: list[int]) -> MatchBatch:
        if isinstance(runner, RolloutRunner):
            return runner.play_matches(seeds, MAX_CHOICES, blocks=True)
        return play_matches(runner, seeds, MAX_CHOICES, blocks=True)

    batches = [played(seeds) for seeds in ([7, 2**64 - 1, 9], [9], [2**64 - 1, 7])]
    rows = [list(zip(b.choices, b.moves, b.paths, b.results, b.blocks, strict=True)) for b in batches]
    assert rows[0] == [rows[2][1], rows[2][0], rows[1][0]]


def test_an_action_with_two_values_is_two_choices_and_one_move() -> None:
    for choices, moves, _, row, _ in _whole(_series(_pack("pairs")), range(30)):
        made = [-words[1] for words in zip(*[iter(unpack("<4i", row))] * 2, strict=True)]  # less is better
        assert choices == moves + sum(made)


def test_the_same_path_has_the_same_results() -> None:
    found = {(path, choices, row) for choices, _, path, row, _ in _whole(_series(_pack("pairs")), range(300))}
    assert len({path for path, _, _ in found}) == len(found) > 100


def _message(play: Callable[[S], T], seeds: S) -> T | str:
    try:
        return play(seeds)
    except PlayoutError as error:
        return str(error)


@pytest.mark.parametrize("native", [True, False])
def test_a_batch_ends_before_a_match_that_fails(native: bool) -> None:
    """The failing match is reported as if it had been played alone: by a broken invariant, or by a rule."""
    series = _series(build(text(BROKEN), examples=True), native=native)
    messages: Counter[str] = Counter()
    seeds = range(60)
    while seeds:
        found = _message(series.batch, seeds)
        if isinstance(found, str):
            assert found == _message(series.end, seeds[0])
            assert found.startswith(f"seed {seeds[0]}, choice ")
            messages["Three is too many" in found] += 1
            seeds = seeds[1:]
        else:
            _, batch = found
            assert [series.end(seed)[2] for seed in seeds[: len(batch)]] == batch.choices
            seeds = seeds[len(batch) :]
    assert min(messages[True], messages[False]) > 3


def test_a_match_without_an_end_is_no_part_of_a_batch() -> None:
    series = _series(build(text(ENDLESS)))
    with pytest.raises(PlayoutError, match="out-of-range"):
        series.batch(range(5))


@pytest.mark.parametrize("draws", [False, True])
def test_totals_are_the_same_for_every_runner_and_size_of_batches(draws: bool) -> None:
    pack = _pack("lots")
    found = []
    for native, size in ((True, 50), (True, 7), (False, 50)):
        series = Playouts(pack, 3, pack.options(3, {}), native=native, draws=draws)
        totals = PlayoutTotals(series.runner({}).program)
        while totals.number < 50:
            totals.add(series.tally(totals.number, min(size, 50 - totals.number), hashed=True))
        found.append((totals.number, totals.digest, totals.first(), totals.endings(), totals.choices, totals.moves))
    assert found[0] == found[1] == found[2]
    number, _, first, endings, choices, _ = found[0]
    ends = [series.end(seed) for seed in range(number)]
    rankings = [outcome(runner, StateReader(runner.program, state), ()).ranking for runner, state, _ in ends]
    colours = series.runner({}).program.colours
    assert first == tuple(sum((line.seat, line.place) == (seat, 1) for r in rankings for line in r) for seat in colours)
    assert endings.keys() == {"score", "shared"}
    assert endings["shared"] == sum([line.place for line in ranking].count(1) > 1 for ranking in rankings)
    lengths = [made for _, _, made in ends]
    assert (choices.total, choices.least, choices.most) == (sum(lengths), min(lengths), max(lengths))


#: Two teams of two; the second line of `winner` decides where both have as many points.
TEAMS = """game mill
    players 4, colours red, blue, green, white
    teams red and green, blue and white
variable points of player: 0..9 = 0
variable luck of player: 0..9 = 0
action lose(n: 0..2) "Lose {n}"
    do
        points of me += n
        luck of me += random of numbers(1, 3)
play
    one turn each from seat(1) clockwise
        choose lose
winner
    least points: points of it
    most luck: luck of it
    shared
"""
GAMES["teams"] = TEAMS


def _merged(tallies: list[MatchTally]) -> tuple[object, ...]:
    counts = sum((tally.counts for tally in tallies), Counter[int]())
    members = sum((Counter({m: count for m, (count, _) in tally.members.items()}) for tally in tallies), Counter[int]())
    paths, results = (b"".join(getattr(tally, name) for tally in tallies) for name in ("paths", "results"))
    return sum(tally.number for tally in tallies), counts, members, paths, results


@pytest.mark.parametrize("name", [*GAMES, "pond"])
def test_a_tally_counts_what_a_batch_holds(name: str) -> None:
    """Inside the module, on the reference runner, and from the columns of batches; also of teams and shared places."""
    pack, number = _pack(name), 60
    players = pack.players[0]
    quick = Playouts(pack, players, pack.options(players, {}), with_coverage, native=True)
    slots = CountedSlots("turn", COVERAGE_SLOT)
    counted, listed = list[MatchTally](), list[MatchTally]()
    while (made := sum(tally.number for tally in counted)) < number:
        counted.append(quick.tally(made, min(number - made, 25), slots, hashed=True))
    while (made := sum(tally.number for tally in listed)) < number:
        runner, batch = quick.batch(range(made, number), blocks=True)
        listed.append(tally_of(runner, batch, slots, hashed=True))
    assert _merged(counted) == _merged(listed)
    assert counted[0].members.keys() == {member for member, _ in _coverage(quick, counted[0].number)}
    assert all(found == (member, first) for member, (_, first) in counted[0].members.items()
               for found in _coverage(quick, counted[0].number) if found[0] == member)  # fmt: skip
    slow = Playouts(pack, players, pack.options(players, {}), with_coverage)
    found = [slow.tally(seed, 9, slots, hashed=True) for seed in range(8)]
    assert _merged(found) == _merged([quick.tally(seed, 1, slots, hashed=True) for seed in range(8)])


def _coverage(series: Playouts, number: int) -> list[tuple[int, int]]:
    """Return the anchors that acted in some matches, and the first of them, by playing each alone."""
    first: dict[int, int] = {}
    for seed in range(number):
        runner, state, _ = series.end(seed)
        for anchor in acted_rules(runner.program, state):
            first.setdefault(anchor, seed)
    return list(first.items())


def test_a_tally_ends_before_a_match_that_fails() -> None:
    series = _series(build(text(BROKEN), examples=True))
    lengths, seed = Counter[int](), 0
    ended = [seed for seed in range(60) if not isinstance(_message(series.end, seed), str)]
    while seed < 60:
        found = _message(lambda first: series.tally(first, 60 - first), seed)
        if isinstance(found, str):
            assert found == _message(series.end, seed)
        else:
            lengths += found.of(TallyKey.CHOICES)
        seed += 1 if isinstance(found, str) else found.number
    assert lengths == Counter(series.end(seed)[2] for seed in ended)
    assert 0 < len(ended) < 60


def test_seeds_of_a_tally_go_on_at_0_after_the_last() -> None:
    series = _series(_pack("lots"))
    last = 2**64 - 1
    whole, parts = series.tally(last, 3, hashed=True), [series.tally(seed, 1, hashed=True) for seed in (last, 0, 1)]
    assert whole.number == 3
    assert whole.paths == b"".join(part.paths for part in parts)


def test_a_tally_stops_before_it_has_counted_too_many_different_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsl.runtime.wasm.rollout.MOST_ENTRIES", 20)
    series = _series(_pack("lots"))
    found = series.tally(0, 500)
    assert 1 <= found.number < 500
    assert len(found.counts) <= 20
    again = Counter[int]()
    for seed in range(found.number):
        again += series.tally(seed, 1).counts
    assert found.counts == again


def test_modules_of_another_series_are_used_in_place_of_new_ones() -> None:
    """The module of other options plays by these."""
    pack = build(text(LOTS))
    small, large = (Playouts(pack, 2, pack.options(2, {"prize": prize}), native=True) for prize in ("1", "9"))
    expected = small.tally(0, 20, hashed=True), large.tally(0, 20, hashed=True)
    assert expected[0].results != expected[1].results
    for modules, tally in zip((small.packed_modules(), large.packed_modules()), expected, strict=True):
        third = Playouts(pack, 2, pack.defaults(2), native=True, modules=modules)
        assert third.tally(0, 20, hashed=True).results == tally.results


def test_machine_code_of_another_series_is_used_in_place_of_compiling() -> None:
    """The machine code of other options plays by these; what is none is compiled from the module."""
    pack = build(text(LOTS))
    small, large = (Playouts(pack, 2, pack.options(2, {"prize": prize}), native=True) for prize in ("1", "9"))
    expected = small.tally(0, 20, hashed=True), large.tally(0, 20, hashed=True)
    modules, code = small.packed_modules(), large.compiled_modules()
    for machine_code, tally in ((code, expected[1]), ({(): b"none"}, expected[0]), ({}, expected[0])):
        other = Playouts(pack, 2, pack.defaults(2), native=True, modules=modules, machine_code=machine_code)
        assert other.tally(0, 20, hashed=True).results == tally.results
    without = Playouts(pack, 2, pack.options(2, {"prize": "1"}), native=True, machine_code=code)
    assert without.tally(0, 20, hashed=True).results == expected[0].results, "it belongs to a module"


def test_modules_do_not_depend_on_the_order_of_sets() -> None:
    """Python orders sets of text differently in every process; kept machine code is found by its module."""
    code = (
        "from hashlib import sha256\n"
        "from dsl.match.playouts import Playouts\n"
        "from dsl.match.rulesets.ruleset import load\n"
        "from tests.rulesets import RULESETS\n"
        "pack = load(RULESETS / 'classics' / 'draughts')\n"
        "series = Playouts(pack, 2, pack.defaults(2), native=True, draws=True)\n"
        "series.runner({})\n"
        "print(sha256(series.packed_modules()[()]).hexdigest())\n"
    )
    found = set[str]()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1
