"""The same view and seed give the same move, at every level and for advice.

The same bots search worlds that differ only in what a seat may not know one after the other, then the first again: so
no state of a search remains either.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from dsl.bots import bot_of
from dsl.bots.levels import adviser, level_of, levels_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBudget, dice_for, grow, never_stopped, tree_for
from dsl.bots.worker import GainEstimator
from dsl.match.match import Match
from dsl.match.observation.information_set import Information
from dsl.match.rulesets.ruleset import Ruleset
from tests.dsl.bots.seats import game, rules_of
from tests.dsl.match.same_information import latest, pair
from tests.dsl.match.secret_games import BIDS, HERDS, MUSTER, begin, pack
from tests.rounds import rounds
from tests.rulesets import name_of, with_secrets

ITERATIONS, SEED = 12, 1
PAIRS = rounds(1, 2)  #: of each game, of those in which the seat is asked
SECRETLY = {"bids": BIDS, "herds": HERDS, "muster": MUSTER}


def moves(rules: GamePrograms, information: Information) -> list[object]:
    """Return the choice of each bot, and the advice: its option and gains."""
    names = [f"bot:{level}" for level in levels_of(rules.pack.about)]
    levels = [level_of(player, rules.pack) for player in (*names, "bot:greedy", "bot:random")]
    levels = [replace(level, budget=SearchBudget(ITERATIONS)) if level.sort == "mcts" else level for level in levels]
    found: list[object] = [bot_of(level, SEED, rules).choose(information) for level in levels]
    dice, options = dice_for(0, information), list(information.options)
    if len(options) > 1:
        tree = tree_for(rules, information, level_of(adviser(rules.pack), rules.pack).parameters, dice)
        grow(tree, SearchBudget(ITERATIONS))
        visits = tree.visits()
        found += [tree.choice(), visits, [tree.mean_utility(option) for option in visits]]
        found.append(GainEstimator(information, rules, dice).gains(tree.choice(), options, never_stopped))
    return found


def alike(rules: GamePrograms, here: Match, there: Match, seat: str) -> None:
    """See that a seat that is asked would do the same in both worlds."""
    known = [match.information(seat).information for match in (here, there)]
    assert known[0] == known[1]
    seen = [moves(rules, information) for information in (*known, known[0])]
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("folder", with_secrets(), ids=name_of)
def test_what_a_seat_does_not_know_changes_no_move_and_no_hint(folder: Path) -> None:
    name = name_of(folder)
    dice, compared = random.Random(f"{name} bots"), 0
    while compared < PAIRS:
        worlds = pair(game(name), dice, latest(name))
        if worlds.here.question_of(worlds.colour) is not None:
            alike(rules_of(name), worlds.here, worlds.there, worlds.colour)
            compared += 1


@pytest.mark.parametrize("name", [*SECRETLY, "dinosaures"])
def test_what_others_decide_in_secret_changes_no_move_and_no_hint(name: str) -> None:
    """One world in which the others have begun to decide, or have not, and one in which they decide otherwise."""
    ruleset = pack(SECRETLY[name]) if name in SECRETLY else game(name)
    rules = GamePrograms(ruleset) if name in SECRETLY else rules_of(name)
    compared = 0
    for seed in range(rounds(4, 6)):
        here, there = (_secretly(ruleset, name, seed, f"{seed} {world}") for world in ("here", "there"))
        seat = here.program.colours[0]
        if _deciding(here) == _deciding(there) and here.question_of(seat) is not None:
            alike(rules, here, there, seat)
            compared += here.digest != there.digest
    assert compared >= 2, "worlds did not differ, or the seat had no decision"


def _secretly(ruleset: Ruleset, name: str, seed: int, world: str) -> Match:
    """Return a match in which the first seat has made some choices in secret, and the others some by chance."""
    match = begin(SECRETLY[name], seed) if name in SECRETLY else ruleset.start(ruleset.numbers[0], {}, seed)
    dice, others = random.Random(seed), random.Random(world)
    for _ in range(200):
        if len(match.questions) > 1:
            break
        question = match.questions[0]
        match.choose(question.position, dice.choice(question.options), question.seat)
    first, *rest = match.program.colours
    for seat, count, chooses in ((first, seed % 3, dice), *((seat, 1 + seed % 4, others) for seat in rest)):
        for _ in range(count):
            question = match.question_of(seat)
            if question is not None and len(match.questions) > 1:
                match.choose(question.position, chooses.choice(question.options), seat)
    return match


def _deciding(match: Match) -> list[str]:
    return [question.seat for question in match.questions]
