"""Features are derived from the rules, symmetric under the seats, and equal on both runners."""

from __future__ import annotations

from random import Random

import pytest

from dsl.ir.program import Program
from dsl.ir.verify import verify
from dsl.lowering import lower
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import State
from dsl.runtime.wasm.runner import NativeRunner
from dsl.search.evaluation import FEATURES, feature_names, with_evaluation, with_features
from dsl.search.features import CellTerm, symmetric_terms, terms_of
from dsl.training.self_play import SamplePlayer
from tests.dsl.bots import seats
from tests.dsl.bots.seats import game

GAMES = [
    "classics/tic-tac-toe", "classics/breakthrough", "classics/chess", "classics/hex", "classics/oware", "trias",
    "triassic-terror", "dinosaures",
]  # fmt: skip


def program_of(name: str) -> Program:
    pack = game(name)
    players = pack.numbers[0]
    return lower(pack.rules, players, pack.options(players, {}))


def after(program: Program, seed: int, choices: int) -> State:
    runner, dice = ReferenceRunner(program, listening=False), Random(seed)
    state = runner.start(seed)
    for _ in range(choices):
        options = runner.options(state)
        if not options:
            break
        runner.take(state, dice.choice(options))
    return state


def read(runner: ReferenceRunner | NativeRunner, state: State, seat: int) -> dict[str, int]:
    names = ("", *feature_names(terms_of(runner.program)))
    runner.outside.keep(state, -1)
    runner.outside.carry_out(FEATURES, seat)
    values = runner.outside.array(FEATURES)
    return {name: values[place] for place, name in enumerate(names) if place and values[place]}


@pytest.mark.parametrize("name", GAMES)
def test_features_have_different_names_and_are_the_same_on_both_runners(name: str) -> None:
    program = program_of(name)
    terms = terms_of(program)
    names = feature_names(terms)
    assert len(names) == len(set(names))
    made = with_features(program, terms)
    assert verify(made) == []
    runners = [ReferenceRunner(made, listening=False), NativeRunner(made, listening=False, minimal=True)]
    seen: set[str] = set()
    for seed, choices in ((1, 0), (2, 14)):
        state = after(program, seed, choices)
        for seat in range(program.players):
            plain, native = (read(runner, state, seat) for runner in runners)
            assert plain == native
            seen |= plain.keys()
    assert len(seen) > 3


def test_places_are_seen_from_the_edge_of_each_seat() -> None:
    program = program_of("classics/chess")
    runner = ReferenceRunner(with_features(program, terms_of(program)), listening=False)
    white, black = (read(runner, after(program, 0, 0), seat) for seat in (0, 1))
    assert white["man pawn: row 2"] == black["man pawn: row 2"] == 8
    assert white["man rook: row 1 file 1"] == black["man rook: row 1 file 1"] == 2
    assert white["man queen: any"] == 1
    assert "man pawn: row 7" not in white
    relative = {word: many for word, many in white.items() if word.startswith("man") and " of " not in word}
    assert relative == {word: many for word, many in black.items() if word.startswith("man") and " of " not in word}


@pytest.mark.parametrize(
    ("name", "thing", "relative"),
    [
        ("classics/chess", "man pawn", True),
        ("classics/breakthrough", "man", True),
        ("classics/oware", "bean", True),
        ("classics/tic-tac-toe", "mark", False),
        ("classics/connect-four", "disc", False),
    ],
)
def test_places_are_relative_where_seats_start_alike(name: str, thing: str, relative: bool) -> None:
    """An empty board does not say that the seats see it from opposite sides: men in Connect Four fall down for both."""
    program = program_of(name)
    terms = terms_of(program)
    runner = ReferenceRunner(with_features(program, terms), listening=False)
    counts = [read(runner, after(program, 0, 0), seat) for seat in range(2)]
    kept = [term for term in symmetric_terms(terms, counts) if isinstance(term, CellTerm) and term.relative]
    assert any(term.name == thing for term in kept) == relative


@pytest.mark.parametrize(("name", "word", "there"), [
    ("dinosaures", "figurine tri: row 1", True), ("dinosaures", "figurine tri: a1 of south", False),
    ("dinosaures", "patch land: row 1", False), ("classics/connect-four", "disc: row 1", False),
    ("classics/connect-four", "disc: a1 of yellow", True), ("classics/amazons", "arrow: row 1", False),
])  # fmt: skip
def test_places_are_relative_where_things_come_to_the_side_of_each_seat(name: str, word: str, there: bool) -> None:
    """Random matches show it where the board is empty at first. What nobody owns has no side."""
    pack = game(name)
    maker = SamplePlayer(pack, 2, pack.options(2, {}))
    assert (word in feature_names(maker.reader({}).terms)) == there


def test_places_whose_variable_names_a_seat_are_counted_by_its_place_in_the_list() -> None:
    program = program_of("triassic-terror")
    runner = ReferenceRunner(with_features(program, terms_of(program)), listening=False)
    state = after(program, 1, 0)
    one, other = (read(runner, state, seat) for seat in range(2))
    here = {word for word in one if word.startswith("seats ")}
    there = {word for word in other if word.startswith("seats ")}
    assert here - there, "alone in an area"
    assert there - here
    for found in (one, other):
        areas = {word.removeprefix("dino: ") for word in found if word.startswith("dino: ")}
        assert {word.removeprefix("seats 1: ") for word in found if word.startswith("seats 1: ")} == areas
        assert not any(word.startswith("seats 2: ") for word in found)
    seen: set[str] = set()
    for choices in range(0, 120, 10):
        later = after(program, 1, choices)
        for seat in range(2):
            found = read(runner, later, seat)
            assert found.get("seats 1: any", 0) + found.get("seats 2: any", 0) <= 12
            seen |= found.keys()
    assert "seats 2: any" in seen


def features_after(name: str, choices: list[str]) -> list[dict[str, int]]:
    """Return the features of each seat after some choices by place."""
    match = seats.after(name, choices)
    made = with_features(match.program, terms_of(match.program))
    runner = ReferenceRunner(made, listening=False)
    return [read(runner, list(match.state), seat) for seat in range(2)]


def test_free_cells_that_complete_a_line_are_counted_by_row() -> None:
    """Yellow has three beside each other at the bottom, open on one side; red has two above them, open likewise."""
    yellow, red = features_after("classics/connect-four", ["a1", "a2", "b1", "b2", "c1", "g1"])
    four = "pattern frame: completes 4"
    assert yellow[f"{four}: any"] == yellow[f"{four}: row 1 of yellow"] == 1
    assert f"{four}: any" not in red
    assert red["pattern frame: lacks two of 4"] == 1, "a2 to d2; no other four hold two red discs and no yellow one"


def test_pairs_are_seen_from_each_seat() -> None:
    """A white man on c4 covers nothing yet; those behind it stand where they began, as all black ones do."""
    white, black = features_after("classics/breakthrough", [])
    name = "pattern field: own"
    assert (white[f"{name} ahead"], white[f"{name} aslant ahead"], white[f"{name} at the side"]) == (8, 14, 28)
    assert {word: many for word, many in white.items() if word.startswith("pattern field: own")} == {
        word: many for word, many in black.items() if word.startswith("pattern field: own")
    }
    assert not any("rivals" in word for word in white if word.startswith("pattern"))
    moves = ["white man c2", "c3", "black man d7", "d6", "white man c3", "c4", "black man d6", "d5"]
    white, black = features_after("classics/breakthrough", moves)
    assert white["pattern field: rivals aslant ahead"] == black["pattern field: rivals aslant ahead"] == 1
    assert "pattern field: rivals aslant behind" not in white


def test_bridges_between_hexes_are_counted() -> None:
    red, blue = features_after("classics/hex", ["e5", "a1", "f6", "b1"])
    bridges = {word: many for word, many in red.items() if "bridges" in word}
    assert bridges == {"pattern field: bridges 0 of red": 1}
    assert {word: many for word, many in blue.items() if "own on axis" in word} == {
        "pattern field: own on axis 0 of blue": 1
    }
    red, _ = features_after("classics/hex", ["e5", "e6", "f6", "b1"])
    assert not any("bridges" in word for word in red), "one of the two between is taken"


def test_an_evaluation_is_the_weighted_sum_of_the_features() -> None:
    for name in ("classics/chess", "classics/oware", "trias", "triassic-terror"):
        program = program_of(name)
        terms = terms_of(program)
        dice = Random(name)
        projected = {term.name for term in terms if not isinstance(term, CellTerm) and term.projected}
        weights = {word: dice.randrange(-300, 300) for word in feature_names(terms)}
        made = with_evaluation(program, weights)
        assert made.evaluation is not None
        assert verify(made) == []
        evaluator = ReferenceRunner(made, listening=False)
        native = NativeRunner(made, listening=False)
        reader = ReferenceRunner(with_features(program, terms), listening=False)
        state = after(program, 5, 12)
        for seat in range(program.players):
            found = read(reader, state, seat)
            wanted = sum(weights[word] * many for word, many in found.items() if word not in projected)
            assert evaluator.call(state, made.evaluation.position, seat) == wanted
            assert native.call(state, made.evaluation.position, seat) == wanted


def test_a_weight_for_a_feature_that_is_not_there_counts_nothing() -> None:
    program = program_of("classics/chess")
    assert with_evaluation(program, {"herd of nobody: any": 500}) is program
    known = with_evaluation(program, {"man queen: any": 500})
    more = with_evaluation(program, {"man queen: any": 500, "herd of nobody: any": 500})
    state = after(program, 0, 0)
    assert known.evaluation is not None
    values = [ReferenceRunner(each).call(state, known.evaluation.position, 0) for each in (known, more)]
    assert values == [500, 500]


def test_large_weights_do_not_exceed_32_bits() -> None:
    program = program_of("trias")
    made = with_evaluation(program, dict.fromkeys(feature_names(terms_of(program)), (1 << 15) - 1))
    assert made.evaluation is not None
    state = after(program, 3, 20)
    plain, native = ReferenceRunner(made), NativeRunner(made, listening=False)
    for seat in range(program.players):
        value = plain.call(state, made.evaluation.position, seat)
        assert value == native.call(state, made.evaluation.position, seat)
        assert 0 < value < 2**31
