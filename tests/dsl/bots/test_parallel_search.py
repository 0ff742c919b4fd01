"""Several trees search one decision: they share what they have found, and the loss of one changes nothing else."""

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
from dsl.bots.game_adapter import GameAdapter
from dsl.bots.levels import level_of
from dsl.bots.parallel_search import SearchHelpers, result_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBudget, dice_for, plain_tree, positions_for, search, tree_for
from dsl.bots.tree_search import CompiledTree, SearchParameters, SearchTree
from dsl.bots.worker import serve_helper
from dsl.bots.worker_client import WorkerClient, game_of
from dsl.bots.worker_messages import Advice, Chosen
from dsl.match.observation.information_set import Information
from dsl.match.observation.sampling import Sampler
from dsl.runtime.tree_search_driver import MoveStatistics
from dsl.search.proofs import LOST, WON
from tests.dsl.bots.seats import after, game, rules_of, text_of
from tests.dsl.bots.test_worker_client import FOUR, gone

PLAYER = "bot:mcts:2000ms"
OPEN_TWO = ["c1", "g1", "d1", "g2"]  #: the next disc makes an open three
LONG = 10_000  #: milliseconds


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


Tree = SearchTree | CompiledTree


def tree_of(known: Information, seed: int, compiled: bool, parameters: SearchParameters | None = None) -> Tree:
    """Return a tree after its look one move ahead, in a module of its own."""
    rules, chosen, dice = GamePrograms(game(FOUR)), parameters or SearchParameters(), dice_for(seed, known)
    if compiled:
        tree: Tree = tree_for(rules, known, chosen, dice)
    else:
        runner = rules.quick(known.setting)
        positions = positions_for(rules, known, Sampler(known, runner), chosen)
        tree = plain_tree(GameAdapter(runner, known.seat), positions, chosen, dice, rules.sampling(known.setting))
    tree.lookahead(lambda: False)
    return tree


def shared(first: Tree, second: Tree) -> None:
    """Let two trees tell each other what they have found."""
    told = first.shared(2), second.shared(1)
    first.include(2, told[1])
    second.include(1, told[0])


def statistics(tree: Tree) -> set[tuple[int, int, int, int]]:
    """Return each option with its visits, the sum of its utilities, and its proven result."""
    return set(tree.root_options())


@pytest.mark.parametrize("compiled", [True, False])
def test_two_trees_that_share_have_the_visits_of_both(compiled: bool) -> None:
    """However often they share."""
    one, other = (tree_of(information(), seed, compiled) for seed in (1, 2))
    for _ in range(3):
        one.grow(100)
        other.grow(100)
        shared(one, other)
        shared(one, other)
    assert statistics(one) == statistics(other)
    assert sum(visits for _, visits, _, _ in one.root_options()) == 600 + 2 * 3 * 7
    assert result_of(one).mean_utility(one.choice()) > 0


def test_the_compiled_tree_shares_as_the_plain_one_does() -> None:
    """Also what others have found behind moves that it lacks."""
    pairs = [[tree_of(information(), seed, compiled) for seed in (1, 2)] for compiled in (True, False)]
    for one, other in pairs:
        one.grow(300)
        other.grow(20)
        shared(one, other)
        other.grow(50)
        shared(one, other)
        one.grow(50)
    for compiled, plain in zip(*pairs, strict=True):
        assert statistics(compiled) == statistics(plain)
        assert sorted(row[1:] for row in compiled.shared(9)) == sorted(row[1:] for row in plain.shared(9))


@pytest.mark.parametrize("compiled", [True, False])
def test_a_tree_does_not_tell_another_one_what_that_has_found(compiled: bool) -> None:
    one, other = (tree_of(information(), seed, compiled) for seed in (1, 2))
    one.grow(100)
    other.grow(100)
    own, theirs = visits_told(one, 2), visits_told(other, 1)
    shared(one, other)
    assert own.items() <= visits_told(one, 2).items()
    everything = visits_told(one, 3)
    assert all(everything[option] == own[option] + theirs[option] for option in own.keys() & theirs.keys())


def visits_told(tree: Tree, to: int) -> dict[int, int]:
    """Return the visits of the options that a tree tells another one."""
    return {row.option: row.visits for row in tree.shared(to) if not row.before}


@pytest.mark.parametrize("compiled", [True, False])
def test_what_one_tree_has_proved_holds_for_all(compiled: bool) -> None:
    """It ends the search of the other one, also if it arrives twice."""
    match = after(FOUR, OPEN_TWO)
    known = match.information(match.questions[0].seat).information
    one, other = (tree_of(known, seed, compiled) for seed in (1, 2))
    one.grow(2000)
    other.grow(10)
    assert (one.verdict, other.verdict, other.settled) == (WON, 0, False)
    for _ in range(2):
        other.include(1, one.shared(2))
        assert (other.verdict, other.settled) == (WON, True)
    assert text_of(match, other.choice()) in ("b1", "e1")
    assert text_of(match, result_of(other).choice()) in ("b1", "e1")


def test_a_tree_without_proofs_takes_none_from_others() -> None:
    match = after(FOUR, OPEN_TWO)
    known = match.information(match.questions[0].seat).information
    one, other = tree_of(known, 1, True), tree_of(known, 2, True, SearchParameters(proofs=0))
    one.grow(2000)
    other.grow(10)
    other.include(1, one.shared(2))
    assert (one.verdict, other.verdict) == (WON, 0)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_proved_twice_counts_once(compiled: bool) -> None:
    """A lost option, and then that six replies to it win: six other options remain unproven."""
    tree = tree_of(information(), 1, compiled)
    tree.grow(500)
    first = max((row for row in tree.shared(2) if not row.before), key=lambda row: row.visits)
    behind = [MoveStatistics(1, 1 - first.seat, option, 9, 9, 0, WON, 0, 0) for option in range(6)]
    told = [first._replace(proven=LOST), *behind]
    tree.include(2, told)
    assert [proven for option, _, _, proven in tree.root_options() if option == first.option] == [LOST]
    assert (tree.verdict, tree.settled) == (0, False)


def test_a_helper_tells_what_it_has_found_while_it_searches(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    """The same decision with other dice, and again after each answer."""
    known = information()
    tree = tree_of(known, 7, True)
    tree.grow(200)
    exploration = helpers[0].explore(PLAYER, 7, known, LONG)
    visits = [sum(one.visits for one in result_of(tree).options)]
    while len(visits) < 4:
        exploration.exchange(tree)
        found = sum(one.visits for one in result_of(tree).options)
        if found > visits[-1]:
            visits.append(found)
    assert helpers[0].busy
    assert not exploration.is_settled()
    exploration.end(tree)


def test_a_decision_that_a_helper_has_settled_ends_the_search(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    """The tree here does not even prove results."""
    match = after(FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"])
    known = match.information("yellow").information
    tree = tree_for(rules_of(FOUR), known, SearchParameters(proofs=0), dice_for(7, known))
    exploration = helpers[0].explore(PLAYER, 7, known, LONG)
    found = search(tree, SearchBudget(milliseconds=LONG), exploration=exploration)
    assert exploration.is_settled()
    assert text_of(match, found.choice()) == "d1"


def test_a_search_goes_on_without_a_helper_that_has_ended(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    known = information()
    exploration = helpers[0].explore(PLAYER, 7, known, LONG)
    helpers[1].kill()
    helpers[1].join()
    tree = tree_for(rules_of(FOUR), known, SearchParameters(), dice_for(7, known))
    found = search(tree, SearchBudget(iterations=500), exploration=exploration)
    assert sum(one.visits for one in found.options) == 500 + 3 * 7
    assert not helpers[0].busy
    helpers[0].explore(PLAYER, 7, known, LONG).end(tree)
    assert sum(one.visits for one in result_of(tree).options) == 500 + 3 * 7


def test_a_helper_without_an_answer_is_not_asked_again(helpers: tuple[SearchHelpers, SpawnProcess]) -> None:
    """An answer to a former question is ignored."""
    helpers[0].explore(PLAYER, 7, information(), LONG)
    latter = helpers[0].explore(PLAYER, 7, information(), LONG)
    tree = tree_of(information(), 7, True)
    tree.grow(1)
    before = statistics(tree)
    helpers[0].cancel()
    while helpers[0].busy:
        latter.exchange(tree)
    latter.end(tree)
    assert statistics(tree) == before


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
