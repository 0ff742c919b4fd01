"""The search compiled with the rules looks at the same moves as the tree in plain Python, on both runners."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dsl import search
from dsl.bots.game_adapter import GameAdapter
from dsl.bots.mcts import ALWAYS, dice_for, tree_for
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import CompiledTree, ExplorationPolicy, RootPositions
from dsl.ir.verify import verify
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.match.sampling import Sampler
from dsl.optimizer import optimized
from dsl.runtime import search as searching_run
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError
from dsl.runtime.wasm.runner import NativeRunner
from dsl.search import PLACES, named, sampling_blindly, searching
from dsl.search.fixed_point import ONE
from dsl.search.text import TEXT
from tests.dsl.bots.seats import after, game, rules_of
from tests.dsl.bots.trees import differs, information_of, outcome, position
from tests.dsl.match.hostile import pond
from tests.dsl.match.sealed import BIDS, begin, pack
from tests.rulesets import FOLDERS, name_of

SHORT = ExplorationPolicy(looks=4, early=3, share=6, horizon=6, most=16, wide=3, each=3)


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_compiled_search_looks_at_the_same_moves(folder: Path) -> None:
    name = name_of(folder)
    for seed in range(3):
        information = information_of(position(game(name), seed))
        rules = rules_of(name)
        compiled = rules.search(information.setting)
        assert compiled is not None
        manner = replace(SHORT, by_entry=seed % 2)
        plain = outcome(rules, information, None, manner, 8)
        assert outcome(rules, information, compiled.outside, manner, 8) == plain
        if not seed:
            program = searching(optimized(sampling_blindly(rules.quick(information.setting).program)))
            reference = ReferenceRunner(program, listening=False)
            assert outcome(rules, information, reference.outside, SHORT, 8) == plain


@pytest.mark.parametrize(
    ("name", "turns"), [("classics/tic-tac-toe", 4000), ("classics/connect-four", 2500), ("classics/breakthrough", 150)]
)
def test_so_do_long_searches(name: str, turns: int) -> None:
    """Four thousand are more than small tables of logarithms hold, 2500 moves more than the first table of moves."""
    information, rules = information_of(position(game(name), 4)), rules_of(name)
    compiled = rules.search(information.setting)
    assert compiled is not None
    manner = ExplorationPolicy(horizon=20, most=50, share=8, proofs=0)
    plain = outcome(rules, information, None, manner, turns)
    assert outcome(rules, information, compiled.outside, manner, turns) == plain
    assert sum(plain[0].values()) >= turns


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_so_do_searches_while_players_decide_in_secret(seat: str) -> None:
    match = begin(BIDS, 4)
    rules = GamePrograms(pack(BIDS))
    seen = set()
    while match.questions:
        waiting = [question.seat for question in match.questions]
        asked = seat if seat in waiting else waiting[0]
        information = match.information(asked).information
        compiled = rules.search(information.setting)
        assert compiled is not None
        plain = outcome(rules, information, None, ExplorationPolicy(), 40)
        assert outcome(rules, information, compiled.outside, ExplorationPolicy(), 40) == plain
        seen.add(len(waiting) > 1)
        question = next(question for question in match.questions if question.seat == asked)
        match.choose(question.position, question.options[-1], asked)
    assert seen == {True, False} or seen == {True}


@pytest.mark.parametrize(("turns", "manner"), [(40, ExplorationPolicy()), (20, SHORT)], ids=["to the end", "cut short"])
def test_so_do_searches_that_meet_rules_that_cannot_be_carried_out(turns: int, manner: ExplorationPolicy) -> None:
    """Whoever scores for the third time springs a trap: neither takes anything from that, and both go on thinking."""
    rules = GamePrograms(build(RulesetText((("pond.rules", pond().replace("0..99999", "0..2")),))))
    match = rules.pack.start(2)
    information = match.information(match.questions[0].seat).information
    compiled = rules.search(information.setting)
    assert compiled is not None
    for _ in range(2):
        plain = outcome(rules, information, None, manner, turns)
        assert outcome(rules, information, compiled.outside, manner, turns) == plain
    assert sum(plain[0].values()) >= turns / 2
    for _ in range(6):
        match.choose(match.position, match.questions[0].options[-1])
        if match.position == 4:
            with pytest.raises(RuleError):
                match.choose(match.position, match.questions[0].options[-1])
            break


PLANTED = {
    "a turn too many": ("more = rest // often", "more = rest // (often + 1)"),
    "what was left over": ("rests[move] = rest - more * often", "rests[move] = 0"),
    "what nobody could choose": ("available[move] += 1", "available[move] += 2"),
    "a shorter horizon": ("horizon -= 1", "horizon -= 2"),
    "as many early ends in other turns": ("sixteenths % 16 < manner[SHARE]", "sixteenths % 16 >= manner[SHARE]"),
    "another seat's worth": ("worths[seats[move]]", "worths[0]"),
    "a list in place of a draw": ("blind[0] = DRAWS", "blind[0] = 0"),
    "a value before its entry": ("if first == latest:", "if first <= latest:"),
}


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_planted_difference_is_found(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    text, wrong = change
    assert TEXT.count(text) == 1
    monkeypatch.setattr(search, "TEXT", TEXT.replace(text, wrong))
    seeds = [(name, seed) for name in ("classics/draughts", "trias") for seed in range(6)]
    assert any(
        differs(rules_of(name), information_of(position(game(name), seed)), replace(SHORT, by_entry=seed % 2), 24)
        for name, seed in seeds
    )


def test_a_tree_that_is_full_goes_on_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    full = 8 * PLACES
    monkeypatch.setattr(search, "MOVES", full)
    information, rules = information_of(after("classics/connect-four", [])), rules_of("classics/connect-four")
    runner = rules.quick(information.setting)
    ground, positions = (
        GameAdapter(runner, information.seat),
        RootPositions(Sampler(information, runner).draw, False, ALWAYS),
    )
    outside = NativeRunner(searching(runner.program), listening=False).outside
    tree = CompiledTree(outside, ground, positions, ExplorationPolicy(looks=0), dice_for(1, information))
    assert tree.grow(2 * full) == 2 * full
    assert outside.array(named("moves"))[0] == full
    assert sum(tree.visits().values()) == 2 * full
    assert tree.choice() in tree.visits()


def test_no_number_grows_beyond_32_bits() -> None:
    """A won position: almost every turn takes the same move, which is worth everything each time."""
    match = after("classics/tic-tac-toe", ["a1", "b1", "a2", "b2"])
    information, rules = information_of(match), rules_of("classics/tic-tac-toe")
    tree = tree_for(rules, information, ExplorationPolicy(proofs=0), dice_for(1, information))
    assert isinstance(tree, CompiledTree)
    turns = 2**31 // ONE + 2**15
    tree.look(lambda: False)
    assert tree.grow(turns) == turns
    visits, worth = tree.visits()[tree.choice()], tree.worth_of(tree.choice())
    assert visits > turns * 9 // 10
    assert visits * worth > 2**31
    assert ONE * 9 // 10 < worth <= ONE


def test_so_many_turns_are_made_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching_run, "TURNS", 50)
    information, rules = information_of(after("classics/tic-tac-toe", [])), rules_of("classics/tic-tac-toe")
    tree = tree_for(rules, information, ExplorationPolicy(), dice_for(1, information))
    assert [tree.grow(40), tree.grow(40), tree.grow(40)] == [40, 10, 0]


def test_a_program_with_a_search_keeps_its_promises_and_plays_the_same() -> None:
    rules = rules_of("classics/draughts")
    plain = rules.quick(information_of(position(game("classics/draughts"), 1)).setting).program
    program = searching(plain)
    assert verify(program) == []
    assert named("turns") in program.functions
    one, other = ReferenceRunner(plain), ReferenceRunner(program)
    state = one.start(3)
    assert other.start(3) == state
    assert one.options(state) == other.options(state)
