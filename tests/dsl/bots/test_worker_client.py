"""The worker process: the same answers as in this process, cancelled at once, restarted if it dies."""

from __future__ import annotations

import gc
import os
import random
import signal
import time
from collections.abc import Iterator

import pytest

from dsl.bots import make
from dsl.bots.bot_service import LatencyCompensation, RemoteBot
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBot, SearchBudget, dice_for, grow, never_stopped, next_batch, tree_for
from dsl.bots.tree_search import SearchParameters, SearchTree
from dsl.bots.worker import GainEstimator, significant_mean
from dsl.bots.worker_client import WorkerClient
from dsl.bots.worker_messages import Advice, Chosen, Foreseen, NoAnswer
from dsl.match.journal import SeatPlan
from dsl.match.observation.information_set import Information
from dsl.match.observation.prospects import prospects
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from dsl.runtime.chance import Dice
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.bots.seats import after, game, text_of

FOUR = "classics/connect-four"
LONG = "bot:mcts:100000"  #: many minutes


@pytest.fixture
def worker() -> Iterator[WorkerClient]:
    found = WorkerClient(game(FOUR))
    yield found
    found.close()


def information() -> Information:
    return after(FOUR, ["d1", "d2"]).information("yellow").information


def gone(pid: int) -> bool:
    """Wait until a process has ended."""
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_the_worker_chooses_what_this_process_would(worker: WorkerClient) -> None:
    number = worker.think("bot:mcts:30", 7, information())
    assert worker.wait(number) == Chosen(number, make("bot:mcts:30", 7, game(FOUR)).choose(information()))
    assert worker.pid not in (0, os.getpid())
    number = worker.foresee("yellow", information())
    runner = GamePrograms(game(FOUR)).quick(information().setting)
    here = prospects(information(), runner, "yellow", dice_for(0, information()))
    assert here.found
    assert worker.wait(number) == Foreseen(number, here)


def test_a_prepared_worker_answers_the_same(worker: WorkerClient) -> None:
    worker.prepare(information().setting)
    number = worker.think("bot:mcts:30", 7, information())
    assert worker.wait(number) == Chosen(number, make("bot:mcts:30", 7, game(FOUR)).choose(information()))


def test_the_worker_can_switch_to_another_game(worker: WorkerClient) -> None:
    worker.wait(worker.think("bot:mcts:5", 7, information()))
    pid, known = worker.pid, after("classics/hex", []).information("red").information
    worker.load(game("classics/hex"))
    answer = worker.wait(worker.think("bot:mcts:5", 7, known))
    number = answer.number if answer else 0
    assert answer == Chosen(number, make("bot:mcts:5", 7, game("classics/hex")).choose(known))
    assert worker.pid == pid


def test_a_switch_before_the_start_is_used(worker: WorkerClient) -> None:
    worker.load(game("classics/hex"))
    worker.prepare()
    known = after("classics/hex", []).information("red").information
    assert isinstance(worker.wait(worker.think("bot:mcts:5", 7, known)), Chosen)


def test_a_killed_process_is_restarted_and_asked_again(worker: WorkerClient) -> None:
    first = worker.think("bot:mcts:5", 7, information())
    worker.wait(first)
    pid = worker.pid
    number = worker.think("bot:mcts:300", 7, information())
    os.kill(pid, signal.SIGKILL)
    assert isinstance(worker.wait(number), Chosen)
    assert worker.pid != pid


def test_only_the_latest_question_is_answered_and_at_once(worker: WorkerClient) -> None:
    worker.wait(worker.think("bot:random", 7, information()))
    pid = worker.pid
    long = worker.think(LONG, 7, information())
    short = worker.think("bot:mcts:5", 7, information())
    assert isinstance(worker.wait(short, 60), Chosen)
    assert worker.answer(long) is None
    assert worker.pid == pid  # cancelled, not killed


def test_closing_kills_the_process_during_a_search(worker: WorkerClient) -> None:
    worker.wait(worker.think("bot:random", 7, information()))
    pid = worker.pid
    worker.think(LONG, 7, information())
    worker.close()
    assert gone(pid)


def test_asking_does_not_wait_for_the_answer(worker: WorkerClient) -> None:
    """Not even when the process must be started first."""
    number = worker.think(LONG, 7, information())
    assert worker.answer(number) is None


def test_a_question_that_fails_is_answered_and_the_process_stays(worker: WorkerClient) -> None:
    number = worker.think("bot:genius", 7, information())
    answer = worker.wait(number)
    assert isinstance(answer, NoAnswer)
    assert "genius" in answer.why
    assert isinstance(worker.wait(worker.think("bot:greedy", 7, information())), Chosen)


def test_only_what_is_more_than_chance_is_a_reason() -> None:
    assert significant_mean([20, 30, 25, 25]) == 25
    assert significant_mean([-200, 230, 190, -180]) == 0
    assert significant_mean([40]) == 0


def test_advice_tells_what_is_scored_at_the_end() -> None:
    """Far from the end of a match its sheet is empty, but advice reports the points of the final scoring."""
    pack, chance = game("ciao-dino"), random.Random(3)
    match = pack.start(2, {}, 3)
    for _ in range(46):
        question = match.questions[0]
        match.choose(question.position, chance.choice(list(question.options)), question.seat)
    known = match.information(match.questions[0].seat).information
    rules, options = GamePrograms(pack), list(known.options)
    gains = [
        GainEstimator(known, rules, Dice(seed)).gains(option, options, never_stopped)
        for seed, option in enumerate(options)
    ]
    assert "final" in {gain.rule for found in gains for gain in found}
    assert not {line.rule for line in match.score_sheet}


def test_advice_names_an_option_and_its_gains() -> None:
    match = game("trias").start(2, {}, 3)
    while not match.questions[0].rule.startswith("actions"):
        match.choose(match.position, match.questions[0].options[0])
    seat = match.questions[0].seat
    informed = match.information(seat)
    worker = WorkerClient(game("trias"))
    try:
        answer = worker.wait(worker.advise(50, 1, informed.information), 60)
    finally:
        worker.close()
    assert isinstance(answer, Advice)
    assert informed.options[answer.option] in match.questions[0].options
    assert 0 <= answer.chances <= 100
    assert answer.certain == ""
    assert all(gain.tenths and gain.rule in {a.name for a in match.program.anchors} for gain in answer.gains)


def test_advice_wins_in_one(worker: WorkerClient) -> None:
    match = after(FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"])
    informed = match.information("yellow")
    worker.wait(worker.think("bot:mcts:1", 1, informed.information))  # waits for the compiled search
    answer = worker.wait(worker.advise(1000, 1, informed.information), 60)  # on a busy machine 100 are hardly any
    assert isinstance(answer, Advice)
    assert text_of(match, informed.options[answer.option]) == "d1"
    assert answer.chances > 60
    assert answer.certain == "won"


def remote(worker: WorkerClient, player: str) -> Table:
    """Return a table whose bots search in a worker process."""
    plans = [SeatPlan(colour, player) for colour in ("red", "yellow")]

    def maker(player: str, seed: int, pack: Ruleset) -> RemoteBot:
        assert pack is game(FOUR)
        return RemoteBot(worker, player, seed)

    return Table(game(FOUR), plans, {}, 5, bots=maker)


def test_a_table_does_not_wait_for_its_bots(worker: WorkerClient) -> None:
    table, waited = remote(worker, "bot:mcts:20"), 0
    while not table.match.over:
        seat = table.bot_to_move
        if not table.step_bots():
            assert table.thinking == seat
            waited += 1
            time.sleep(0.002)
        else:
            assert table.thinking is None
    assert waited > 5


def test_a_bot_that_loses_its_seat_stops_searching(worker: WorkerClient) -> None:
    table = remote(worker, "bot:mcts:10000ms")
    assert not table.step_bots()
    assert worker.busy
    seat = table.thinking
    table.free_seat(seat)
    assert not worker.busy
    table.seat_bot(seat, "bot:mcts:20")
    while not table.step_bots():
        time.sleep(0.002)
    assert table.match.position == 1


def test_a_paused_table_stops_searches(worker: WorkerClient) -> None:
    table = remote(worker, "bot:mcts:10000ms")
    assert not table.step_bots()
    table.pause("red")
    assert not worker.busy
    table.unpause()
    assert not table.step_bots()
    assert worker.busy


def test_a_late_bot_searches_shorter(worker: WorkerClient) -> None:
    """The latency of one choice is subtracted from the time of the next, at most half of it."""
    now = [100.0]
    latency, known = LatencyCompensation(lambda: now[0]), information()
    bot = RemoteBot(worker, "bot:mcts:20", 7, 0.3, latency)
    bot.begin_turn()
    while bot.choose(known) is None:
        time.sleep(0.002)
    now[0] += 0.4
    bot.end_turn()
    assert latency.started(0.3) == pytest.approx(now[0] - 0.1)


def test_a_bot_whose_search_fails_chooses_at_random(worker: WorkerClient) -> None:
    table = remote(worker, "bot:genius")
    while table.match.position < 3:
        table.step_bots()
        time.sleep(0.002)
    assert not table.match.over


def test_time_counts_from_the_question() -> None:
    """The delay before the search is subtracted, but at least a quarter of the time remains."""
    seen: list[float] = []

    def clock() -> float:
        seen.append(len(seen) * 0.02)
        return seen[-1]

    SearchBot(7, GamePrograms(game(FOUR)), SearchBudget(milliseconds=800), asked=-1, clock=clock).choose(information())
    assert 0.1 <= seen[-1] < 0.4


def test_a_search_with_a_time_limit_does_not_wait_for_the_compiler() -> None:
    """Until the search is compiled the plain tree is used."""
    match = game("trias").start(4, {}, 3)
    rules, known = (
        GamePrograms(game("trias"), in_background=True),
        match.information(match.questions[0].seat).information,
    )
    assert rules.search(known.setting, 0.0) is None
    tree = tree_for(rules, known, SearchParameters(), dice_for(1, known), 0.1)
    assert isinstance(tree, SearchTree)
    grow(tree, SearchBudget(milliseconds=100))
    assert tree.choice() in known.options
    assert rules.search(known.setting) is rules.search(known.setting, 0.0) is not None


def test_compiling_in_a_thread_uses_the_program_that_exists() -> None:
    """Lowering the rules again would take a tenth of the time of compiling."""
    setting = information().setting
    rules = GamePrograms(game(FOUR), in_background=True)
    found = rules.search(setting)
    assert isinstance(found, NativeRunner)
    assert found.program.layout is rules.quick(setting).program.layout
    assert gc.isenabled()


@pytest.mark.parametrize(("part", "took", "left", "following"), [
    (1, 0.001, 1.0, 2),  # quick enough for twice as many
    (8, 0.02, 1.0, 4),  # too long without reading the clock
    (8, 0.008, 0.004, 4),  # no more than there is time for
    (1, 0.005, 0.003, 1),  # more than half an iteration: it is made
    (1, 0.005, 0.002, 0),
    (64, 0.004, 0.0, 0),
])  # fmt: skip
def test_a_batch_fits_the_time_left(part: int, took: float, left: float, following: int) -> None:
    assert next_batch(part, took, left) == following
