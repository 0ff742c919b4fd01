"""The compiled search visits the same moves as the tree in plain Python, on both runners."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dsl import search
from dsl.bots.game_adapter import GameAdapter
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import ALWAYS, dice_for, tree_for
from dsl.bots.tree_search import CompiledTree, RootPositions, SearchParameters
from dsl.ir.verify import verify
from dsl.match.observation.sampling import Sampler
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.optimizer import optimized
from dsl.runtime import tree_search_driver as search_driver
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError
from dsl.runtime.wasm.runner import NativeRunner
from dsl.search import TABLE_SLOTS, search_name, with_sampling_switch, with_search
from dsl.search.fixed_point_numbers import ONE
from dsl.search.tree_search_source import TEXT
from tests.dsl.bots.seats import after, game, rules_of
from tests.dsl.bots.trees import any_differs, information_of, outcome, position
from tests.dsl.match.hostile import pond
from tests.dsl.match.secret_games import BIDS, begin, pack
from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of

SHORT = SearchParameters(
    lookahead=4, cutoff=3, cutoff_share=6, horizon=6, max_choices=16, initial_width=3, iterations_per_sample=3
)


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_compiled_search_visits_the_same_moves(folder: Path) -> None:
    name = name_of(folder)
    for seed in range(rounds(2, 3)):
        information = information_of(position(game(name), seed))
        rules = rules_of(name)
        compiled = rules.search(information.setting)
        assert compiled is not None
        parameters = replace(SHORT, by_entry=seed % 2)
        plain = outcome(rules, information, None, parameters, 8)
        assert outcome(rules, information, compiled.outside, parameters, 8) == plain
        if not seed:
            program = with_search(optimized(with_sampling_switch(rules.quick(information.setting).program)))
            reference = ReferenceRunner(program, listening=False)
            assert outcome(rules, information, reference.outside, SHORT, 8) == plain


@pytest.mark.parametrize(
    ("name", "iterations"),
    [("classics/tic-tac-toe", 4000), ("classics/connect-four", 2500), ("classics/breakthrough", 150)],
)
def test_long_searches_visit_the_same_moves(name: str, iterations: int) -> None:
    """4,000 visits exceed the exact tables of logarithms, 2,500 moves the first hash table."""
    information, rules = information_of(position(game(name), 4)), rules_of(name)
    compiled = rules.search(information.setting)
    assert compiled is not None
    parameters = SearchParameters(horizon=20, max_choices=50, cutoff_share=8, proofs=0)
    plain = outcome(rules, information, None, parameters, iterations)
    assert outcome(rules, information, compiled.outside, parameters, iterations) == plain
    assert sum(plain[0].values()) >= iterations


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_searches_visit_the_same_moves_while_players_decide_in_secret(seat: str) -> None:
    match = begin(BIDS, 4)
    rules = GamePrograms(pack(BIDS))
    seen = set()
    while match.questions:
        waiting = [question.seat for question in match.questions]
        decision = seat if seat in waiting else waiting[0]
        information = match.information(decision).information
        compiled = rules.search(information.setting)
        assert compiled is not None
        plain = outcome(rules, information, None, SearchParameters(), 40)
        assert outcome(rules, information, compiled.outside, SearchParameters(), 40) == plain
        seen.add(len(waiting) > 1)
        question = next(question for question in match.questions if question.seat == decision)
        match.choose(question.position, question.options[-1], decision)
    assert seen == {True, False} or seen == {True}


@pytest.mark.parametrize(
    ("iterations", "parameters"), [(40, SearchParameters()), (20, SHORT)], ids=["to the end", "cut short"]
)
def test_searches_visit_the_same_moves_where_rules_fail(iterations: int, parameters: SearchParameters) -> None:
    """A third score traps: both searches count it as 0 and continue."""
    rules = GamePrograms(build(RulesetText((("pond.rules", pond().replace("0..99999", "0..2")),))))
    match = rules.pack.start(2)
    information = match.information(match.questions[0].seat).information
    compiled = rules.search(information.setting)
    assert compiled is not None
    for _ in range(2):
        plain = outcome(rules, information, None, parameters, iterations)
        assert outcome(rules, information, compiled.outside, parameters, iterations) == plain
    assert sum(plain[0].values()) >= iterations / 2
    for _ in range(6):
        match.choose(match.position, match.questions[0].options[-1])
        if match.position == 4:
            with pytest.raises(RuleError):
                match.choose(match.position, match.questions[0].options[-1])
            break


PLANTED = {
    "one visit too many": ("change = remainder // count", "change = remainder // (count + 1)"),
    "no remainder": ("remainders[move] = remainder - change * count", "remainders[move] = 0"),
    "moves that were not available": ("available[move] += 1", "available[move] += 2"),
    "a shorter horizon": ("horizon -= 1", "horizon -= 2"),
    "cutoffs in other iterations": (
        "sixteenths % 16 < parameters[CUTOFF_SHARE]",
        "sixteenths % 16 >= parameters[CUTOFF_SHARE]",
    ),
    "another seat's utility": ("add_result(move, utilities[seats[move]])", "add_result(move, utilities[0])"),
    "a list in place of a sample": ("sampling[0] = CAN_SAMPLE", "sampling[0] = 0"),
    "a value before its entry": ("if first == latest:", "if first <= latest:"),
}


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_planted_difference_is_found(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    text, wrong = change
    assert TEXT.count(text) == 1
    monkeypatch.setattr(search, "TEXT", TEXT.replace(text, wrong))
    seeds = [(name, seed) for name in ("classics/draughts", "trias") for seed in range(6)]
    cases = (
        (rules_of(name), information_of(position(game(name), seed)), replace(SHORT, by_entry=seed % 2))
        for name, seed in seeds
    )
    assert any_differs(cases, 24)


def test_a_full_tree_still_updates_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    full = 8 * TABLE_SLOTS
    monkeypatch.setattr(search, "MAX_MOVES", full)
    information, rules = information_of(after("classics/connect-four", [])), rules_of("classics/connect-four")
    runner = rules.quick(information.setting)
    adapter, positions = (
        GameAdapter(runner, information.seat),
        RootPositions(Sampler(information, runner).draw, False, ALWAYS),
    )
    outside = NativeRunner(with_search(runner.program), listening=False).outside
    tree = CompiledTree(outside, adapter, positions, SearchParameters(lookahead=0), dice_for(1, information))
    assert tree.grow(2 * full) == 2 * full
    assert outside.array(search_name("moves"))[0] == full
    assert sum(tree.visits().values()) == 2 * full
    assert tree.choice() in tree.visits()


def test_no_number_exceeds_32_bits() -> None:
    """In a won position almost every iteration takes the same move, with utility ONE."""
    match = after("classics/tic-tac-toe", ["a1", "b1", "a2", "b2"])
    information, rules = information_of(match), rules_of("classics/tic-tac-toe")
    tree = tree_for(rules, information, SearchParameters(proofs=0), dice_for(1, information))
    assert isinstance(tree, CompiledTree)
    iterations = 2**31 // ONE + 2**15
    tree.lookahead(lambda: False)
    assert tree.grow(iterations) == iterations
    visits, worth = tree.visits()[tree.choice()], tree.mean_utility(tree.choice())
    assert visits > iterations * 9 // 10
    assert visits * worth > 2**31
    assert ONE * 9 // 10 < worth <= ONE


def test_iterations_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_driver, "MAX_ITERATIONS", 50)
    information, rules = information_of(after("classics/tic-tac-toe", [])), rules_of("classics/tic-tac-toe")
    tree = tree_for(rules, information, SearchParameters(), dice_for(1, information))
    assert [tree.grow(40), tree.grow(40), tree.grow(40)] == [40, 10, 0]


def test_a_program_with_a_search_is_valid_and_plays_the_same() -> None:
    rules = rules_of("classics/draughts")
    plain = rules.quick(information_of(position(game("classics/draughts"), 1)).setting).program
    program = with_search(plain)
    assert verify(program) == []
    assert search_name("iterate") in program.functions
    one, other = ReferenceRunner(plain), ReferenceRunner(program)
    state = one.start(3)
    assert other.start(3) == state
    assert one.options(state) == other.options(state)
