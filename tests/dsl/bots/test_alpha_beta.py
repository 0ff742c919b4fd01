"""Alpha-beta search: the same on both runners and in whatever portions, and right where the result is known."""

from __future__ import annotations

import pytest

from dsl.bots.levels import has_alpha_beta, level_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBot, SearchBudget, alpha_beta_for, dice_for
from dsl.bots.tree_search import SearchParameters
from dsl.match.match import Match
from dsl.optimizer import optimized
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.tree_search_driver import AlphaBetaSearch, SearchState
from dsl.search import search_name, with_sampling_switch, with_search
from tests.dsl.bots.connect_four_solver import WIN, results
from tests.dsl.bots.seats import chosen, game, rules_of, text_of
from tests.dsl.bots.test_tactics import in_columns
from tests.dsl.bots.trees import position

FOUR = "classics/connect-four"
FORESEEABLE = (FOUR, "classics/draughts", "classics/chess", "classics/reversi", "classics/amazons")
Found = list[tuple[int, int, bool]]


def native(name: str, match: Match) -> SearchState:
    search = rules_of(name).search(match.setting, deepens=True)
    assert search is not None
    return search.outside


def found(outside: SearchState, match: Match, portions: list[int]) -> tuple[int, Found]:
    """Return the depth, and the moves of the root with their values, after positions visited in portions."""
    search = AlphaBetaSearch(outside, list(match.state), 1)
    for count in portions:
        search.explore(count)
    return search.depth, search.moves()


@pytest.mark.parametrize("name", FORESEEABLE)
def test_both_runners_find_the_same(name: str) -> None:
    match = position(game(name), 3)
    program = with_search(optimized(with_sampling_switch(rules_of(name).quick(match.setting).program)), deepens=True)
    reference = ReferenceRunner(program, listening=False)
    count = 20 if name == "classics/amazons" else 60
    assert found(reference.outside, match, [count]) == found(native(name, match), match, [count])


@pytest.mark.parametrize("name", ["classics/draughts", "classics/chess"])
def test_portions_do_not_matter(name: str) -> None:
    match = position(game(name), 5)
    assert found(native(name, match), match, [1] * 40 + [460] + [500]) == found(native(name, match), match, [1000])


@pytest.mark.parametrize(("name", "optional"), [("classics/draughts", 0), ("classics/chess", 1)])
def test_a_search_notices_whether_taking_is_optional(name: str, optional: int) -> None:
    """Where a rival must take, a position may be worse than its value, so no move may be left out for it."""
    match = position(game(name), 7)
    outside = native(name, match)
    found(outside, match, [3000])
    assert outside.array(search_name("exchanges"))[0] == 1
    assert outside.array(search_name("optional"))[0] == optional


@pytest.mark.parametrize("columns", ["7711137267673352617624646534531", "3246117513515211562327627233673"])
def test_a_won_position_is_settled_with_a_winning_move(columns: str) -> None:
    match = in_columns(columns)
    search = AlphaBetaSearch(native(FOUR, match), list(match.state), 1)
    search.explore(100_000)
    assert search.settled
    option = next(option for option, _, best in search.moves() if best)
    place = text_of(match, match.information(match.questions[0].seat).options[option])
    assert results(columns)["abcdefg".index(place[0]) + 1] == WIN


def in_places(places: str) -> Match:
    """Return a match of chess after moves, each a place and another place."""
    match = game("classics/chess").start(2)
    for place in places.split():
        decision = match.decisions[0]
        match.choose(decision, next(option for option in decision.options if option.value.place == place))
    return match


def move(match: Match, count: int) -> list[str]:
    """Return the places that make up the move of a bot that visits some positions."""
    bot = SearchBot(1, rules_of("classics/chess"), SearchBudget(count), SearchParameters(alpha_beta=True))
    seat, made = match.questions[0].seat, list[str]()
    while match.questions and match.questions[0].seat == seat:
        number = chosen(match, seat, bot)
        made.append(next(option.value.place for option in match.decisions[0].options if option.number == number))
        match.choose(match.questions[0].position, number, seat)
    return made


def test_a_mate_is_found() -> None:
    """After 1 f3 e5 2 g4 the queen mates."""
    match = in_places("f2 f3 e7 e5 g2 g4")
    assert move(match, 2_000) == ["d8", "h4"]
    assert match.outcome is not None


def test_a_queen_that_is_attacked_leaves_and_takes_nothing_guarded() -> None:
    """After 1 e4 d5 2 exd5 Qxd5 3 Nc3; the queen can take on d2 and g2, where she would be lost."""
    match = in_places("e2 e4 d7 d5 e4 d5 d8 d5 b1 c3")
    queen, goal = move(match, 3_000)
    assert queen == "d5"
    assert goal not in {"d2", "g2", "a2"}


def test_there_is_none_where_something_is_random_or_hidden() -> None:
    match = game("trias").start(2, {}, 1)
    known = match.information(match.questions[0].seat).information
    assert alpha_beta_for(rules_of("trias"), known, dice_for(1, known)) is None


def test_a_level_is_played_by_it() -> None:
    level = level_of("bot:alphabeta:500:model", None)
    assert level.parameters.alpha_beta
    assert level.budget == SearchBudget(500)
    assert not level.uses_helpers
    with pytest.raises(ValueError, match="there is no player"):
        level_of("bot:alphabeta", None)


def test_the_search_is_compiled_only_where_one_plays_so() -> None:
    """Beside it less of a tree search is inlined."""
    setting = position(game(FOUR), 3).setting
    rules = GamePrograms(game(FOUR))
    plain, deep = rules.search(setting), rules.search(setting, deepens=True)
    assert plain is not None
    assert deep is not None
    names = [search_name("deepen") in runner.program.functions for runner in (plain, deep)]
    assert names == [False, True]
    assert has_alpha_beta(game("classics/chess").about)
    assert not has_alpha_beta(game(FOUR).about)
