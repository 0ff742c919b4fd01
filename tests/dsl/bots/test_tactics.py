"""Positions in which a search of few iterations errs and one of more finds the right move. A number of iterations and a
seed give the same tree everywhere, so no test depends on time."""

from __future__ import annotations

import pytest

from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import dice_for, tree_for
from dsl.bots.tree_search import CompiledTree, SearchParameters, SearchTree
from dsl.match.match import Match
from dsl.search.proofs import LOST, WON
from tests.dsl.bots.connect_four_solver import DRAW, LOSS, WIN, results
from tests.dsl.bots.seats import after, game, rules_of, text_of

FOUR, REVERSI = "classics/connect-four", "classics/reversi"
ONLY_THE_MIDDLE = "4122621374742531372"
CORNERS = (
    "f5,f6,c4,e3,f3,g3,f7,c6,f4,d3,e6,g4,e2,f8,h3,g2,g5,d1,f2,g6,d6,b5,h4,c5,b7,a8,g7,h6,h8,g1,c3,h7,a5,h5,d7,c2,g8,b6,"
    "b3,a4,e7,b4,e8,a6,c7,d2"
)


def in_columns(columns: str) -> Match:
    """Return a match of Connect Four after discs in some columns (numbers from 1)."""
    heights, places = [0] * 7, list[str]()
    for column in map(int, columns):
        heights[column - 1] += 1
        places.append("abcdefg"[column - 1] + str(heights[column - 1]))
    return after(FOUR, places)


def grown(
    name: str, match: Match, iterations: int, seed: int, first: int | None = None, rules: GamePrograms | None = None
) -> tuple[SearchTree | CompiledTree, dict[int, str]]:
    """Return a tree, after a `first` option if given, and the texts of the options."""
    informed = match.information(match.questions[0].seat)
    known = informed.information
    tree = tree_for(rules or rules_of(name), known, SearchParameters(), dice_for(seed, known), first=first)
    tree.lookahead(lambda: False)
    tree.grow(iterations)
    return tree, {option: text_of(match, number) for option, number in informed.options.items()}


def choice(name: str, match: Match, iterations: int, seed: int) -> str:
    tree, texts = grown(name, match, iterations, seed)
    return texts[tree.choice()]


@pytest.mark.parametrize("columns", ["7711137267673352617624646534531", "3246117513515211562327627233673"])
def test_the_solver_of_this_test_agrees_with_the_proofs_of_the_search(columns: str) -> None:
    """Both positions are won."""
    tree, _ = grown(FOUR, in_columns(columns), 50_000, 1)
    assert tree.verdict == WON
    assert max(results(columns).values()) == WIN


def test_the_only_winning_column_is_found() -> None:
    """One other column draws, all others lose; the discs that win are more than twenty moves away."""
    wanted = results(ONLY_THE_MIDDLE)
    assert wanted == {1: LOSS, 2: LOSS, 3: LOSS, 4: WIN, 5: LOSS, 6: DRAW, 7: LOSS}
    match = in_columns(ONLY_THE_MIDDLE)
    assert [choice(FOUR, match, 2_000, seed) for seed in (0, 1, 3)] == ["a4", "c4", "c4"]  # losses
    assert [choice(FOUR, match, 50_000, seed) for seed in range(4)] == ["d4"] * 4


def test_trees_that_share_find_what_one_of_them_misses() -> None:
    match = in_columns(ONLY_THE_MIDDLE)
    found = [grown(FOUR, match, 0, seed, rules=GamePrograms(game(FOUR))) for seed in range(4)]
    for _ in range(10):
        for tree, _ in found:
            tree.grow(1_000)
        told = [tree.shared(9) for tree, _ in found]
        for at, (tree, _) in enumerate(found):
            for other in (other for other in range(4) if other != at):
                tree.include(other, told[other])
    assert [texts[tree.choice()] for tree, texts in found] == ["d4"] * 4
    assert [choice(FOUR, match, 10_000, seed) for seed in (0, 3)] == ["a4", "f2"]


def test_a_winning_move_of_reversi_is_found() -> None:
    """Searches of the positions after each option prove which of them win; a short search prefers another one."""
    match = after(REVERSI, CORNERS.split(","))
    informed = match.information(match.questions[0].seat)
    verdicts = {
        text_of(match, number): grown(REVERSI, match, 60_000, 1, option)[0].verdict
        for option, number in informed.options.items()
    }
    wins = {text for text, verdict in verdicts.items() if verdict == LOST}
    assert choice(REVERSI, match, 16_000, 0) in wins
    assert choice(REVERSI, match, 1_000, 0) not in wins
