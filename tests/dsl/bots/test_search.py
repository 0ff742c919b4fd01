"""The search finds wins in one, blocks, and repeats its choices with the same seed."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from dsl.bots import bot_of, make
from dsl.bots.game_adapter import utilities
from dsl.bots.levels import LEVELS, MAX_MILLISECONDS, WIDE, BotLevel, level_of, levels_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBot, SearchBudget, dice_for, grow, tree_for
from dsl.bots.simple_bots import GreedyBot, RandomBot
from dsl.bots.tree_search import SearchParameters
from dsl.ir.program import STRIDE
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.match.seat_assignment import Bot
from dsl.runtime.simultaneous import forked
from dsl.search.fixed_point_numbers import ONE, exploration_term, logarithm
from tests.dsl.bots.seats import after, chosen, game, play, rules_of, searcher, text_of, winners
from tests.dsl.match.secret_games import BIDS, MUSTER, ROAD, begin, pack
from tests.rulesets import FOLDERS, name_of

ROWS, FOUR = "classics/tic-tac-toe", "classics/connect-four"


@pytest.mark.parametrize("number", [1, 2, 3, 7, 10, 100, 999, 4096, 2**17, 2**18, 2**20 + 7, 2**23])
def test_the_exploration_term_is_close_to_the_exact_one(number: int) -> None:
    assert logarithm(number) / 1024 == pytest.approx(math.log(number), abs=0.005)
    assert exploration_term(max(number, 2), 3) / ONE == pytest.approx(math.sqrt(math.log(max(number, 2)) / 3), rel=0.01)
    assert (exploration_term(number, 1) + 1) << 16 < 2**31


def test_the_rank_counts_more_at_the_end_and_the_lead_before_it() -> None:
    program = game(ROWS).program(2)
    lines = [(1, 10), (1, 9)]
    ahead, behind = utilities(program, lines, final=True)
    assert ahead > ONE * 9 // 10 > ONE // 10 > behind
    ahead, behind = utilities(program, lines, final=False)
    assert ONE * 9 // 10 > ahead > ONE // 2 > behind
    assert utilities(program, [(1, 4), (1, 4)], final=True) == [ONE // 2, ONE // 2]
    assert utilities(program, [(1, 0, 9), (1, 0, 4)], final=True) == [
        ONE * 5 // 8,
        ONE * 3 // 8,
    ]  # a tie that was broken
    assert utilities(program, [(0, 9), (1, 4)], final=False)[1] > ONE // 2  # a player who is out ranks last
    assert utilities(program, [(1, 20), (1, 4)], final=False) > utilities(program, [(1, 10), (1, 9)], final=False)


@pytest.mark.parametrize(
    ("name", "choices", "wanted"),
    [
        (ROWS, ["a1", "a3", "b1", "b3"], "c1"),
        (ROWS, ["a1", "b2", "b1", "a3", "a2", "c3"], "c1"),
        (FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"], "d1"),
    ],
)
def test_it_wins_in_one(name: str, choices: list[str], wanted: str) -> None:
    match = after(name, choices)
    assert text_of(match, chosen(match, match.questions[0].seat, searcher(name, 3, 60))) == wanted
    greedy = GreedyBot(3, rules_of(name))
    assert text_of(match, chosen(match, match.questions[0].seat, greedy)) == wanted


@pytest.mark.parametrize(
    ("name", "choices", "wanted"),
    [(ROWS, ["a1", "b2", "b1"], "c1"), (FOUR, ["d1", "g1", "e1", "g2", "f1"], "c1")],
)
def test_it_blocks(name: str, choices: list[str], wanted: str) -> None:
    match = after(name, choices)
    assert text_of(match, chosen(match, match.questions[0].seat, searcher(name, 1, 300))) == wanted


@pytest.mark.parametrize(("name", "matches", "iterations"), [(ROWS, 8, 60), (FOUR, 4, 30)])
def test_it_beats_chance(name: str, matches: int, iterations: int) -> None:
    points = 0.0
    for seed in range(matches):
        match = game(name).start(2, {}, seed)
        colours = match.program.colours
        mine = colours[seed % 2]
        bots: dict[str, Bot] = {seat: RandomBot(seed) for seat in colours}
        bots[mine] = searcher(name, seed, iterations)
        won = winners(play(match, bots))
        points += (mine in won) / len(won)
    assert points >= matches - 1


def test_the_same_seed_grows_the_same_tree() -> None:
    information = after(FOUR, ["d1", "d2"]).information("yellow").information
    seen = []
    for seed in (5, 5, 6):
        tree = tree_for(rules_of(FOUR), information, SearchParameters(), dice_for(seed, information))
        grow(tree, SearchBudget(iterations=40))
        seen.append(tree.visits())
    assert seen[0] == seen[1] != seen[2]


def test_a_search_that_is_stopped_has_an_answer() -> None:
    match = after(FOUR, [])
    bot = SearchBot(1, rules_of(FOUR), SearchBudget(iterations=10**6), stopped=lambda: True)
    assert chosen(match, match.questions[0].seat, bot) in match.questions[0].options


def test_a_search_keeps_to_its_time() -> None:
    information = after(FOUR, []).information("yellow").information
    tree = tree_for(rules_of(FOUR), information, SearchParameters(), dice_for(1, information))
    assert grow(tree, SearchBudget(milliseconds=30)) > 0  # and it ends on a busy machine, too
    assert tree.choice() in tree.visits()


def test_a_search_uses_the_given_clock() -> None:
    information = after(FOUR, []).information("yellow").information
    seen = []
    for step in (0.02, 0.006):
        tree = tree_for(rules_of(FOUR), information, SearchParameters(), dice_for(1, information))
        times = count()
        seen.append(
            grow(tree, SearchBudget(milliseconds=1000), clock=lambda times=times, step=step: next(times) * step)
        )
    assert 1 < seen[0] < seen[1] < 200


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_bots_play_every_game_to_its_end(folder: Path) -> None:
    """A few choices are searched, the others are random: this is about whole matches, not about strength."""
    name = name_of(folder)
    shorter = {"stall_limit": 20} if "stall_limit" in game(name).rules.options else {}
    match = game(name).start(game(name).rules.numbers[0], shorter, 3)
    parameters = SearchParameters(lookahead=2, horizon=2, max_choices=3)
    thinking = {seat: searcher(name, n, 1, parameters) for n, seat in enumerate(match.program.colours)}
    dice = random.Random(5)
    while match.question is not None and match.position < 3000:
        play(match, thinking, most=1)
        for _ in range(7):
            if match.question is not None:
                question = match.question
                entry = dice.choice(sorted({option // STRIDE for option in question.options}))
                options = [option for option in question.options if option // STRIDE == entry]
                match.choose(question.position, dice.choice(options), question.seat)
    assert match.over


def test_secret_decisions_of_others_are_sampled() -> None:
    match = begin(BIDS, 4)
    bots: dict[str, Bot] = {seat: make("bot:mcts:20", 3, pack(BIDS)) for seat in match.program.colours}
    assert play(match, bots).over


@pytest.mark.parametrize("iterations", [20, 200])
def test_secret_setup_ends_when_no_change_is_clearly_better(iterations: int) -> None:
    match = begin(MUSTER, 4)
    rules = GamePrograms(pack(MUSTER))
    bots: dict[str, Bot] = {
        seat: SearchBot(3, rules, SearchBudget(iterations=iterations)) for seat in match.program.colours
    }
    play(match, bots, 12)
    assert not forked(match.program.layout, match.state)


def test_secret_choices_continue_while_that_is_clearly_better() -> None:
    match = begin(ROAD, 4)
    bot = SearchBot(3, GamePrograms(pack(ROAD)), SearchBudget(iterations=40))
    for question in match.questions:
        stop = max(question.options, key=lambda option: option // STRIDE)  # the last line of the choice
        assert chosen(match, question.seat, bot) != stop


@pytest.mark.parametrize(
    ("player", "sort"),
    [("bot:random", "random"), ("bot:greedy", "greedy"), ("bot:greedy:40%", "greedy"), ("bot:mcts:500", "mcts"),
     ("bot:alphabeta:500", "alphabeta"),
     *((f"bot:{level}", "mcts") for level in LEVELS)],
)  # fmt: skip
def test_a_name_defines_how_a_bot_plays(player: str, sort: str) -> None:
    assert level_of(player, None).sort == sort
    assert make(player, 1, game(ROWS))


@pytest.mark.parametrize(
    "player", ["bot:genius", "mcts:5", "bot:mcts", "bot:mcts:0", "bot:mcts:5s", "bot:random:5", ""]
)
def test_an_unknown_name_is_refused_with_a_list_of_names(player: str) -> None:
    with pytest.raises(ValueError, match="bot:strong"):
        make(player, 1, game(ROWS))


def test_a_name_may_set_the_share_of_cut_off_rollouts() -> None:
    level = level_of("bot:mcts:200ms:50%", None)
    assert level.budget.milliseconds == 200
    assert level.parameters.cutoff_share == 8
    assert level_of("bot:mcts:200ms", None).parameters.cutoff_share == 0


def test_a_name_may_let_a_search_explore_more() -> None:
    usual = SearchParameters()
    assert level_of("bot:mcts:200ms:wide", None).parameters == replace(usual, exploration=WIDE)
    assert level_of("bot:mcts:200ms", None).parameters == usual
    assert usual.exploration < WIDE


def test_a_name_may_limit_iterations_and_time() -> None:
    level = level_of("bot:mcts:300:1000ms:25%:10% random:entries", None)
    assert level == BotLevel("mcts", 10, SearchBudget(300, 1000), 25, True)
    assert level.parameters.by_entry


def test_a_game_may_define_its_levels() -> None:
    files = dict(game(ROWS).text.files)
    files["game.toml"] = 'title = "Rows"\n[levels]\nkeen = "mcts:40"\nstrong = false\n'
    small = build(RulesetText(tuple(files.items())))
    assert levels_of(small.about) == ("gentle", "steady", "keen")
    assert (
        level_of("bot:keen", small)
        == level_of("bot:strong", small)
        == BotLevel("mcts", budget=SearchBudget(iterations=40))
    )
    assert level_of("bot:gentle", small) == BotLevel("mcts", 30, SearchBudget(10, 500))
    assert level_of("bot:able", small) == level_of("bot:steady", None)


def test_a_game_may_have_more_levels_than_the_usual_ones() -> None:
    files = dict(game(ROWS).text.files)
    files["game.toml"] = 'title = "Rows"\n[levels]\nfierce = "mcts:900"\nkeen = false\n'
    more = build(RulesetText(tuple(files.items())))
    assert levels_of(more.about) == ("gentle", "steady", "fierce", "strong")
    assert level_of("bot:shrewd", more) == level_of("bot:steady", more)
    assert level_of("bot:fierce", more).budget.iterations == 900
    files["game.toml"] = 'title = "Rows"\n'
    usual = build(RulesetText(tuple(files.items())))
    assert levels_of(usual.about) == ("gentle", "steady", "able", "keen", "sharp", "strong")


def test_an_epsilon_bot_chooses_at_random_at_times() -> None:
    rules, match = rules_of(FOUR), after(FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"])
    known = match.information("yellow").information
    chosen = [bot_of(BotLevel("mcts", 60, SearchBudget(50)), seed, rules).choose(known) for seed in range(30)]
    wins = sum(text_of(match, number) == "d1" for number in chosen)
    assert 8 < wins < 24  # 40 of 100, and one of seven of the others by chance


def test_the_time_of_a_search_is_limited() -> None:
    assert level_of("bot:mcts:999999ms", None).budget.milliseconds == MAX_MILLISECONDS


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_each_level_searches_more_than_the_one_below_within_two_seconds(folder: Path) -> None:
    pack = game(name_of(folder))
    levels = [level_of(f"bot:{level}", pack) for level in levels_of(pack.about)]
    assert sorted(levels, key=lambda level: level.model) == levels  # those with a model are above the others
    for model in (False, True):
        iterations = [each.budget.iterations for each in levels if each.model is model and each.budget.iterations]
        assert iterations == sorted(set(iterations))
    timed = [level.sort in ("mcts", "alphabeta") and not level.budget.iterations for level in levels]
    assert not any(timed[:-1])  # the strongest may use the time
    long = [level for level, all_ in zip(levels, timed, strict=True) if all_ or level.budget.iterations > 500]
    assert all(0 < level.budget.milliseconds <= 2000 for level in long)
