"""Several processes search one decision: what each has found counts, and the loss of one changes nothing else."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess

import pytest

from dsl.base.processor_cores import available_cores, search_cores, set_search_cores
from dsl.bots import make
from dsl.bots.levels import level_of
from dsl.bots.parallel_search import SearchHelpers, SearchResult, merged
from dsl.bots.search_bot import SearchBudget, dice_for, search, tree_for
from dsl.bots.tree_search import SearchParameters
from dsl.bots.worker import serve_helper
from dsl.bots.worker_client import WorkerClient, game_of
from dsl.bots.worker_messages import Advice, Chosen, OptionResult
from dsl.match.observation.information_set import Information
from dsl.search.proofs import DRAWN, LOST, WON
from tests.dsl.bots.seats import after, game, rules_of, text_of
from tests.dsl.bots.test_worker_client import FOUR, gone

PLAYER = "bot:mcts:2000ms"
LONG = 10_000  #: milliseconds


def result(verdict: int = 0, **options: tuple[int, int, int]) -> SearchResult:
    """Return a result from visits, sum of utilities and proven result of options `a`, `b` ..."""
    return SearchResult(tuple(OptionResult("abcdef".index(word), *rest) for word, rest in options.items()), verdict)


def information() -> Information:
    return after(FOUR, ["d1", "d2"]).information("yellow").information


@pytest.fixture
def cores() -> Iterator[None]:
    set_search_cores(2)
    yield
    set_search_cores(0)


@pytest.fixture
def worker(cores: None) -> Iterator[WorkerClient]:
    found = WorkerClient(game(FOUR))
    yield found
    found.close()


@pytest.fixture
def helpers() -> Iterator[tuple[SearchHelpers, SpawnProcess]]:
    """One helper of this process that has read the rules."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve_helper, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    found = SearchHelpers([ours])
    found.load(game_of(game(FOUR)))
    assert found.receive(60) == []  # it has started
    yield found, process
    process.kill()
    process.join()


def test_visits_and_values_are_added_up() -> None:
    """The option with most visits in all is chosen, although no tree prefers it."""
    found = merged([result(a=(60, 30, 0), b=(50, 40, 0)), result(b=(50, 40, 0), c=(60, 30, 0))], 3)
    assert found.options == (OptionResult(0, 60, 30, 0), OptionResult(1, 100, 80, 0), OptionResult(2, 60, 30, 0))
    assert (found.choice(), found.verdict) == (1, 0)
    assert found.mean_utility(1) == 0
    assert found.result(5) == OptionResult(5, 0, 0, 0)


@pytest.mark.parametrize(
    ("one", "other", "choice", "verdict"),
    [
        (result(WON, a=(1, 0, WON), b=(9, 0, 0)), result(a=(1, 0, 0), b=(90, 0, 0)), 0, WON),
        (result(a=(99, 0, 0), b=(9, 0, 0)), result(a=(9, 0, LOST), b=(9, 0, 0)), 1, 0),
        (result(a=(9, 0, LOST), b=(8, 0, 0)), result(a=(8, 0, 0), b=(9, 0, LOST)), 0, LOST),
        (result(a=(9, 0, LOST), b=(8, 0, 0)), result(a=(8, 0, 0), b=(2, 0, DRAWN)), 1, DRAWN),
        (result(DRAWN, a=(9, 0, DRAWN), b=(8, 0, LOST)), result(a=(1, 0, 0), b=(9, 0, 0)), 0, DRAWN),
    ],
)
def test_what_one_tree_has_proved_holds_for_all(
    one: SearchResult, other: SearchResult, choice: int, verdict: int
) -> None:
    """Also when each tree has proved a part of it."""
    for pair in ((one, other), (other, one)):
        found = merged(pair, 2)
        assert (found.choice(), found.verdict) == (choice, verdict)


def test_a_decision_is_not_certain_while_an_option_is_missing() -> None:
    assert merged([result(a=(9, 0, LOST)), result(b=(9, 0, LOST))], 3).verdict == 0


def test_a_helper_searches_the_same_decision(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    """With other dice, and its visits are added to those of the tree here."""
    known, rules = information(), rules_of(FOUR)
    exploration = helpers[0].explore(PLAYER, 7, known, 100)
    while helpers[0].busy:
        assert not exploration.is_settled()
    tree = tree_for(rules, known, SearchParameters(), dice_for(7, known))
    found = search(tree, SearchBudget(iterations=200), exploration=exploration)
    here = {option: (visits, total) for option, visits, total, _ in tree.root_options()}
    assert sum(visits for visits, _ in here.values()) == 200 + 3 * len(here)
    assert {one.option for one in found.options} == set(here)
    assert all(one.visits >= here[one.option][0] and one.total >= here[one.option][1] for one in found.options)
    assert sum(one.visits for one in found.options) > 200 + 3 * len(here)


def test_a_win_that_a_helper_has_proved_ends_the_search(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    """The tree here does not even prove results."""
    match = after(FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"])
    known = match.information("yellow").information
    tree = tree_for(rules_of(FOUR), known, SearchParameters(proofs=0), dice_for(7, known))
    exploration = helpers[0].explore(PLAYER, 7, known, LONG)
    found = search(tree, SearchBudget(milliseconds=LONG), exploration=exploration)
    assert (tree.verdict, found.verdict) == (0, WON)
    assert text_of(match, found.choice()) == "d1"
    assert exploration.is_settled()


def test_a_search_goes_on_without_a_helper_that_has_ended(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    known = information()
    exploration = helpers[0].explore(PLAYER, 7, known, LONG)
    helpers[1].kill()
    helpers[1].join()
    tree = tree_for(rules_of(FOUR), known, SearchParameters(), dice_for(7, known))
    found = search(tree, SearchBudget(iterations=500), exploration=exploration)
    assert [one.visits for one in found.options] == [visits for _, visits, _, _ in sorted(tree.root_options())]
    assert not helpers[0].busy
    assert helpers[0].explore(PLAYER, 7, known, LONG).end() == []


def test_a_helper_without_an_answer_is_not_asked_again(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    """An answer to a former question is ignored."""
    former = helpers[0].explore(PLAYER, 7, information(), LONG)
    latter = helpers[0].explore(PLAYER, 7, information(), LONG)
    helpers[0].cancel()
    while helpers[0].busy:
        assert not latter.is_settled()
    assert latter.end() == []
    assert former.end() == []


def test_only_searches_limited_by_time_alone_use_helpers(worker: WorkerClient) -> None:
    """So a number of iterations gives the same choice on every computer."""
    for player in ("bot:mcts:30", "bot:mcts:30:2000ms", "bot:greedy", "bot:nobody"):
        worker.wait(worker.think(player, 7, information()))
    assert worker.helper_pids == ()
    worker.wait(worker.think("bot:mcts:50ms", 7, information()))
    assert len(worker.helper_pids) == 1
    number = worker.think("bot:mcts:30", 7, information())
    assert worker.wait(number) == Chosen(number, make("bot:mcts:30", 7, game(FOUR)).choose(information()))


def test_a_search_on_one_core_has_no_helpers(worker: WorkerClient) -> None:
    set_search_cores(1)
    assert isinstance(worker.wait(worker.think("bot:mcts:50ms", 7, information())), Chosen)
    assert worker.helper_pids == ()


def test_the_number_of_cores_is_at_least_one_and_by_default_half() -> None:
    set_search_cores(0)
    assert search_cores() == max(1, available_cores() // 2)
    set_search_cores(3)
    assert search_cores() == 3
    set_search_cores(-1)
    assert search_cores() == max(1, available_cores() // 2)


def test_a_killed_helper_is_replaced_a_few_times(worker: WorkerClient) -> None:
    former: set[int] = set()
    for _ in range(3):
        assert isinstance(worker.wait(worker.advise(30, 7, information())), Advice)
        (pid,) = worker.helper_pids
        assert pid not in former
        former.add(pid)
        os.kill(pid, signal.SIGKILL)
        while worker.helper_pids:
            time.sleep(0.002)
    main = worker.pid
    assert isinstance(worker.wait(worker.advise(30, 7, information())), Advice)
    assert worker.helper_pids == ()
    assert worker.pid == main


@pytest.mark.parametrize("ended", ["closed", "killed"])
def test_helpers_end_with_their_worker(worker: WorkerClient, ended: str) -> None:
    """Also in the middle of a search."""
    worker.wait(worker.think("bot:mcts:50ms", 7, information()))
    (helper,) = worker.helper_pids
    worker.think("bot:mcts:10000ms", 7, information())
    time.sleep(0.05)
    if ended == "closed":
        worker.close()
    else:
        os.kill(worker.pid, signal.SIGKILL)
    assert gone(helper)


def test_helpers_follow_to_another_game(worker: WorkerClient) -> None:
    worker.wait(worker.think("bot:mcts:50ms", 7, information()))
    pids = worker.helper_pids
    worker.load(game("classics/hex"))
    known = after("classics/hex", []).information("red").information
    assert isinstance(worker.wait(worker.think("bot:mcts:50ms", 7, known)), Chosen)
    assert worker.helper_pids == pids


@pytest.mark.parametrize(
    ("player", "uses"),
    [("bot:mcts:50ms", True), ("bot:mcts:5:50ms", False), ("bot:mcts:5", False), ("bot:greedy", False)],
)
def test_which_levels_use_helpers(player: str, uses: bool) -> None:
    assert level_of(player, None).uses_helpers == uses
