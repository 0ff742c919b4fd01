"""Proofs are found and correct, and not attempted in games with chance or secrets."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl import search
from dsl.bots.game_adapter import GameAdapter
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBudget, dice_for, grow, plain_tree, positions_for, tree_for
from dsl.bots.tree_search import CompiledTree, SearchParameters, SearchTree
from dsl.match.observation.information_set import Information
from dsl.match.observation.sampling import Sampler
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.runtime.chance import Dice
from dsl.search.proofs import BOTH, DRAWN, LOST, WON, is_foreseeable
from dsl.search.tree_search_source import TEXT
from tests.dsl.bots.seats import after, chosen, game, rules_of, searcher, text_of
from tests.dsl.bots.trees import any_differs, information_of, outcome, position
from tests.dsl.match.secret_games import BIDS
from tests.rulesets import FOLDERS, name_of

ROWS, FOUR = "classics/tic-tac-toe", "classics/connect-four"
THREAT = ["d1", "a1", "d2", "a2", "d3"]  #: the only move left is to block a column of four
TURNS = 20_000

PEBBLES = """game pebbles
    players 2, colours red, blue
option size: 1..40 = 21
option most: 2..30 = 3
variable heap: 0..40 = size
variable last of player: 0..1 = 0
action take(n: 1..30) "Take {n}"
    needs few: n <= most "You may not take that many."
    needs there: n <= heap "The heap is smaller."
    do
        heap -= n
        if heap is 0
            last of me = 1
play
    turns from red clockwise until heap is 0
        choose take
winner
    most last: last of it
    shared
"""


@cache
def pebbles() -> GamePrograms:
    return GamePrograms(pack_of(PEBBLES))


def pack_of(text: str) -> Ruleset:
    return build(RulesetText((("pebbles.rules", text),)))


def heap_of(size: int, most: int) -> Information:
    """Return the information set of the first player at a heap of pebbles."""
    return information_of(pebbles().pack.start(2, {"size": size, "most": most}, 1))


def grown(rules: GamePrograms, information: Information, iterations: int = TURNS) -> SearchTree | CompiledTree:
    tree = tree_for(rules, information, SearchParameters(), dice_for(1, information))
    tree.lookahead(lambda: False)
    tree.grow(iterations)
    return tree


@pytest.mark.parametrize(("size", "most"), [(3, 3), (4, 3), (20, 3), (21, 3), (22, 3), (11, 2), (31, 30), (33, 30)])
def test_the_winner_at_pebbles_is_proven(size: int, most: int) -> None:
    """The player who leaves a multiple of `most` + 1 wins. With thirty options the tree does not have all at first, and
    a position is lost only if every one is. With three options one may remain unproven: the decision is settled."""
    tree = grown(pebbles(), heap_of(size, most))
    left = size % (most + 1)
    assert tree.verdict == (WON if left else LOST) or (left and most < 4 and not tree.verdict)
    if left:
        assert tree.choice() == left


def test_proofs_agree_with_an_exhaustive_search() -> None:
    """Also of draws."""
    rules, seen = rules_of(ROWS), set()
    for seed in range(80):
        match = position(game(ROWS), seed)
        information = information_of(match)
        if len(information.options) < 2 or len(information.options) > 6:
            continue
        tree = grown(rules, information)
        adapter = GameAdapter(rules.quick(information.setting), information.seat)
        state = Sampler(information, adapter.runner).draw(Dice(1))
        assert tree.verdict == best_of(adapter, state) or not tree.verdict
        if not tree.verdict:  # lost and drawn options get no visits while another one has a better score
            assert LOST < best_of(adapter, state) < WON or is_forced(adapter, state)
        assert verdict_of(adapter, state, tree.choice()) == best_of(adapter, state)
        seen.add(tree.verdict)
    assert seen >= {WON, DRAWN, LOST}


def is_forced(adapter: GameAdapter, state: list[int]) -> bool:
    decision = adapter.decision(state)
    assert decision is not None
    return [verdict_of(adapter, state, option) == LOST for option in decision.options].count(False) <= 1


def best_of(adapter: GameAdapter, state: list[int]) -> int:
    """Return the result of a position for the seat that chooses, by exhaustive search."""
    decision = adapter.decision(state)
    assert decision is not None
    return max(verdict_of(adapter, state, option) for option in decision.options)


def verdict_of(adapter: GameAdapter, state: list[int], option: int) -> int:
    decision = adapter.decision(state)
    assert decision is not None
    behind = state.copy()
    adapter.take(behind, decision, option)
    if adapter.is_over(behind):
        return adapter.order(behind, decision.seat, 1 - decision.seat) + DRAWN
    return BOTH - best_of(adapter, behind)


@pytest.mark.parametrize("name", [ROWS, FOUR, "classics/breakthrough", "classics/hex"])
def test_the_compiled_search_proves_the_same(name: str) -> None:
    rules, seen = rules_of(name), set()
    for seed in range(6):
        information = information_of(position(game(name), seed))
        if len(information.options) > 1:
            compiled = rules.search(information.setting)
            assert compiled is not None
            parameters = SearchParameters(horizon=20, max_choices=40)
            iterations = 600 if name == ROWS else 200
            plain = outcome(rules, information, None, parameters, iterations)
            assert outcome(rules, information, compiled.outside, parameters, iterations) == plain
            seen.add(plain[2])
    assert name != ROWS or len(seen) > 1


PLANTED = {
    "the worst of all options": ("max(secured[node], verdict)", "min(max(secured[node], 1), verdict)"),
    "what is good for both": ("BOTH - verdict if verdict else 0", "verdict"),
    "lost before all is known": ("unproven[node] == 0 else 0", "unproven[node] <= 1 else 0"),
    "what is lost is made": ("DRAWN else -1", "DRAWN else ONE"),
    "the other's end": ("order(seat, 1 - seat)", "order(1 - seat, seat)"),
    "never settled": ("settled[0] = verdict > 0", "settled[0] = 0"),
    "not forced": ("settled[0] = visits[best] * 2 > node_visits[0]", "settled[0] = 0"),
    "proven moves count against the width": ("may_widen(node, in_tree - certain)", "may_widen(node, in_tree)"),
}


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_planted_difference_is_found(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    text, wrong = change
    assert TEXT.count(text) == 1
    monkeypatch.setattr(search, "TEXT", TEXT.replace(text, wrong))
    heaps = [(pebbles(), heap_of(size, most)) for size, most in ((5, 2), (6, 2), (14, 12))]
    rows = [(rules_of(ROWS), information_of(position(game(ROWS), seed))) for seed in range(8)]
    threat = rules_of(FOUR), information_of(after(FOUR, THREAT))
    parameters = SearchParameters(initial_width=3)
    assert any_differs(((rules, information, parameters) for rules, information in (*heaps, threat, *rows)), 1000)


def test_a_proven_win_ends_the_search() -> None:
    match = after(FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"])
    information = match.information("yellow").information
    tree = tree_for(rules_of(FOUR), information, SearchParameters(), dice_for(1, information))
    assert grow(tree, SearchBudget(iterations=10**6)) < 20
    assert tree.verdict == WON
    assert text_of(match, chosen(match, "yellow", searcher(FOUR, 1, 10**6))) == "d1"


def test_a_single_option_that_is_not_lost_ends_the_search() -> None:
    match = after(FOUR, THREAT)
    information = match.information("red").information
    tree = tree_for(rules_of(FOUR), information, SearchParameters(), dice_for(1, information))
    assert grow(tree, SearchBudget(iterations=10**6)) < 2000
    assert tree.verdict == 0
    assert text_of(match, chosen(match, "red", searcher(FOUR, 1, 10**6))) == "d4"


@pytest.mark.parametrize(
    ("choices", "wanted"), [(["c1", "c3", "a1"], "b1"), (["b2", "b3", "c1"], "a3"), (["a1", "a2", "b2"], "c3")]
)
def test_a_proven_loss_is_delayed(choices: list[str], wanted: str) -> None:
    """Every option loses: the one that blocks the row of two loses two choices later, the others at once."""
    match = after(ROWS, choices)
    information = match.information(match.questions[0].seat).information
    adapter = GameAdapter(rules_of(ROWS).quick(information.setting), information.seat)
    assert best_of(adapter, Sampler(information, adapter.runner).draw(Dice(1))) == LOST
    for seed in range(4):
        tree = tree_for(rules_of(ROWS), information, SearchParameters(), dice_for(seed, information))
        tree.lookahead(lambda: False)
        tree.grow(TURNS)
        assert text_of(match, tree.choice()) == wanted


@pytest.mark.parametrize(
    ("old", "new", "foreseeable"),
    [
        ("option size", "option size", True),
        ("play\n", "setup\n    last of (random of players) = 0\nplay\n", True),
        ("            last of me = 1\n", "            last of (random of players) = 1\n", False),
        ("of player: 0..1 =", "of player: 0..1, seen by its player =", False),
        ("colours red, blue", "colours red, blue\n    teams red and blue", False),
    ],
)
def test_games_with_chance_or_secrets_are_not_foreseeable(old: str, new: str, foreseeable: bool) -> None:
    """Chance in the setup alone does not count."""
    assert PEBBLES.count(old) == 1
    pack = pack_of(PEBBLES.replace(old, new))
    assert is_foreseeable(pack.program(2)) == foreseeable


def test_simultaneous_decisions_are_not_foreseeable() -> None:
    pack = build(
        RulesetText((("moor.rules", BIDS.replace(", seen by its player", "").replace("reveal offer of p", "")),))
    )
    assert not is_foreseeable(pack.program(2))


def test_a_search_without_proofs_finds_none() -> None:
    information, rules = heap_of(4, 3), pebbles()
    tree = tree_for(rules, information, SearchParameters(proofs=0), dice_for(1, information))
    assert (tree.grow(500), tree.verdict) == (500, 0)
    plain = plain_tree(
        GameAdapter(rules.quick(information.setting), information.seat),
        positions_for(rules, information, Sampler(information, rules.quick(information.setting)), SearchParameters()),
        SearchParameters(proofs=0),
        dice_for(1, information),
        None,
    )
    assert (plain.grow(100), plain.verdict) == (100, 0)


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_games_without_chance_and_secrets_are_foreseeable(folder: Path) -> None:
    """The classics have neither."""
    if 2 in game(name_of(folder)).numbers:
        assert is_foreseeable(game(name_of(folder)).program(2)) == name_of(folder).startswith("classics/")
