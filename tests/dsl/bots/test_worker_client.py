"""Thinking in another process: the same answers, called off at once, and started again if it dies."""

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
from dsl.bots.mcts import SearchBot, SearchBudget, dice_for, grow, never, next_part, tree_for
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import ExplorationPolicy, SearchTree
from dsl.bots.worker import GainEstimator, mean_beyond_chance
from dsl.bots.worker_client import WorkerClient
from dsl.bots.worker_messages import Advice, Chosen, NoAnswer
from dsl.match.information import Information
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from dsl.runtime.chance import Dice
from dsl.runtime.wasm.runner import NativeRunner
from tests.dsl.bots.seats import after, game, text_of

FOUR = "classics/connect-four"
LONG = "bot:mcts:100000"  #: many minutes


@pytest.fixture
def thinker() -> Iterator[WorkerClient]:
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


def test_another_process_chooses_what_this_one_would(thinker: WorkerClient) -> None:
    number = thinker.think("bot:mcts:30", 7, information())
    assert thinker.wait(number) == Chosen(number, make("bot:mcts:30", 7, game(FOUR)).choose(information()))
    assert thinker.pid not in (0, os.getpid())


def test_a_process_that_was_made_ready_answers_the_same(thinker: WorkerClient) -> None:
    thinker.make_ready(information().setting)
    number = thinker.think("bot:mcts:30", 7, information())
    assert thinker.wait(number) == Chosen(number, make("bot:mcts:30", 7, game(FOUR)).choose(information()))


def test_a_process_can_turn_to_another_game(thinker: WorkerClient) -> None:
    thinker.wait(thinker.think("bot:mcts:5", 7, information()))
    pid, known = thinker.pid, after("classics/hex", []).information("red").information
    thinker.turn_to(game("classics/hex"))
    answer = thinker.wait(thinker.think("bot:mcts:5", 7, known))
    number = answer.number if answer else 0
    assert answer == Chosen(number, make("bot:mcts:5", 7, game("classics/hex")).choose(known))
    assert thinker.pid == pid


def test_a_game_it_turned_to_before_it_ran_is_the_one_it_reads(thinker: WorkerClient) -> None:
    thinker.turn_to(game("classics/hex"))
    thinker.make_ready()
    known = after("classics/hex", []).information("red").information
    assert isinstance(thinker.wait(thinker.think("bot:mcts:5", 7, known)), Chosen)


def test_a_killed_process_is_started_again_and_asked_again(thinker: WorkerClient) -> None:
    first = thinker.think("bot:mcts:5", 7, information())
    thinker.wait(first)
    pid = thinker.pid
    number = thinker.think("bot:mcts:300", 7, information())
    os.kill(pid, signal.SIGKILL)
    assert isinstance(thinker.wait(number), Chosen)
    assert thinker.pid != pid


def test_only_the_latest_question_is_answered_and_at_once(thinker: WorkerClient) -> None:
    thinker.wait(thinker.think("bot:random", 7, information()))
    pid = thinker.pid
    long = thinker.think(LONG, 7, information())
    short = thinker.think("bot:mcts:5", 7, information())
    assert isinstance(thinker.wait(short, 60), Chosen)
    assert thinker.answer(long) is None
    assert thinker.pid == pid  # it was told, not killed


def test_closing_ends_the_process_in_the_middle_of_a_thought(thinker: WorkerClient) -> None:
    thinker.wait(thinker.think("bot:random", 7, information()))
    pid = thinker.pid
    thinker.think(LONG, 7, information())
    thinker.close()
    assert gone(pid)


def test_asking_does_not_wait_for_the_answer(thinker: WorkerClient) -> None:
    """Not even when the process must be started first."""
    number = thinker.think(LONG, 7, information())
    assert thinker.answer(number) is None


def test_what_cannot_be_answered_is_said_and_the_process_stays(thinker: WorkerClient) -> None:
    number = thinker.think("bot:genius", 7, information())
    answer = thinker.wait(number)
    assert isinstance(answer, NoAnswer)
    assert "genius" in answer.why
    assert isinstance(thinker.wait(thinker.think("bot:greedy", 7, information())), Chosen)


def test_only_what_is_more_than_chance_is_a_reason() -> None:
    assert mean_beyond_chance([20, 30, 25, 25]) == 25
    assert mean_beyond_chance([-200, 230, 190, -180]) == 0
    assert mean_beyond_chance([40]) == 0


def test_advice_tells_what_is_scored_at_the_end() -> None:
    """Far from the end of a match its sheet is empty; what one would get for the lands then is told all the same."""
    pack, chance = game("ciao-dino"), random.Random(3)
    match = pack.start(2, {}, 3)
    for _ in range(46):
        question = match.questions[0]
        match.choose(question.position, chance.choice(list(question.options)), question.seat)
    known = match.information(match.questions[0].seat).information
    rules, options = GamePrograms(pack), list(known.options)
    gains = [
        GainEstimator(known, rules, Dice(seed)).gains(option, options, never) for seed, option in enumerate(options)
    ]
    assert "final" in {gain.rule for found in gains for gain in found}
    assert not {line.rule for line in match.sheet}


def test_advice_names_an_option_and_what_it_is_good_for() -> None:
    match = game("trias").start(2, {}, 3)
    while not match.questions[0].rule.startswith("actions"):
        match.choose(match.position, match.questions[0].options[0])
    seat = match.questions[0].seat
    informed = match.information(seat)
    thinker = WorkerClient(game("trias"))
    try:
        answer = thinker.wait(thinker.advise(50, 1, informed.information), 60)
    finally:
        thinker.close()
    assert isinstance(answer, Advice)
    assert informed.options[answer.option] in match.questions[0].options
    assert 0 <= answer.chances <= 100
    assert answer.certain == ""
    assert all(gain.tenths and gain.rule in {a.name for a in match.program.anchors} for gain in answer.gains)


def test_advice_wins_in_one(thinker: WorkerClient) -> None:
    match = after(FOUR, ["a1", "g1", "b1", "g2", "c1", "g3"])
    informed = match.information("yellow")
    answer = thinker.wait(thinker.advise(1000, 1, informed.information), 60)  # on a busy machine 100 are hardly any
    assert isinstance(answer, Advice)
    assert text_of(match, informed.options[answer.option]) == "d1"
    assert answer.chances > 60
    assert answer.certain == "won"


def distant(thinker: WorkerClient, player: str) -> Table:
    """Return a table where both bots think elsewhere."""
    plans = [SeatPlan(colour, player) for colour in ("red", "yellow")]

    def maker(player: str, seed: int, pack: Ruleset) -> RemoteBot:
        assert pack is game(FOUR)
        return RemoteBot(thinker, player, seed)

    return Table(game(FOUR), plans, {}, 5, bots=maker)


def test_a_table_goes_on_while_its_bots_think(thinker: WorkerClient) -> None:
    table, waited = distant(thinker, "bot:mcts:20"), 0
    while not table.match.over:
        seat = table.bot_to_move
        if not table.step_bots():
            assert table.thinking == seat
            waited += 1
            time.sleep(0.002)
        else:
            assert table.thinking == ""
    assert waited > 5


def test_a_bot_that_gives_its_seat_back_stops_thinking(thinker: WorkerClient) -> None:
    table = distant(thinker, "bot:mcts:10000ms")
    assert not table.step_bots()
    assert thinker.busy
    seat = table.thinking
    table.free_seat(seat)
    assert not thinker.busy
    table.seat_bot(seat, "bot:mcts:20")
    while not table.step_bots():
        time.sleep(0.002)
    assert table.match.position == 1


def test_a_paused_table_lets_nobody_think(thinker: WorkerClient) -> None:
    table = distant(thinker, "bot:mcts:10000ms")
    assert not table.step_bots()
    table.pause("red")
    assert not thinker.busy
    table.go_on()
    assert not table.step_bots()
    assert thinker.busy


def test_a_bot_that_was_late_thinks_less(thinker: WorkerClient) -> None:
    """What was lost with one choice is taken from the time of the next, half of it at most."""
    now = [100.0]
    lateness, known = LatencyCompensation(lambda: now[0]), information()
    bot = RemoteBot(thinker, "bot:mcts:20", 7, 0.3, lateness)
    bot.called()
    while bot.choose(known) is None:
        time.sleep(0.002)
    now[0] += 0.4
    bot.heard()
    assert lateness.started(0.3) == pytest.approx(now[0] - 0.1)


def test_who_cannot_think_chooses_by_chance(thinker: WorkerClient) -> None:
    table = distant(thinker, "bot:genius")
    while table.match.position < 3:
        table.step_bots()
        time.sleep(0.002)
    assert not table.match.over


def test_time_counts_from_when_one_was_asked() -> None:
    """What lies between the question and the thought is no time to think; a quarter of it is there all the same."""
    seen: list[float] = []

    def clock() -> float:
        seen.append(len(seen) * 0.002)
        return seen[-1]

    SearchBot(7, GamePrograms(game(FOUR)), SearchBudget(milliseconds=800), asked=-1, clock=clock).choose(information())
    assert 0.1 <= seen[-1] < 0.4


def test_nobody_in_a_hurry_waits_for_the_compiler() -> None:
    """Until what looks ahead is compiled one thinks without it."""
    match = game("trias").start(4, {}, 3)
    rules, known = GamePrograms(game("trias"), hurried=True), match.information(match.questions[0].seat).information
    assert rules.search(known.setting, 0.0) is None
    tree = tree_for(rules, known, ExplorationPolicy(), dice_for(1, known), 0.1)
    assert isinstance(tree, SearchTree)
    grow(tree, SearchBudget(milliseconds=100))
    assert tree.choice() in known.options
    assert rules.search(known.setting) is rules.search(known.setting, 0.0) is not None


def test_what_is_compiled_on_the_side_is_the_program_that_is_there() -> None:
    """To lower the rules once more would take a tenth of the time until it is compiled."""
    setting = information().setting
    rules = GamePrograms(game(FOUR), hurried=True)
    found = rules.search(setting)
    assert isinstance(found, NativeRunner)
    assert found.program.layout is rules.quick(setting).program.layout
    assert gc.isenabled()


@pytest.mark.parametrize(("part", "took", "left", "following"), [
    (1, 0.001, 1.0, 2),  # quick enough for twice as many
    (8, 0.02, 1.0, 4),  # too long without a look at the clock
    (8, 0.008, 0.004, 4),  # no more than there is time for
    (1, 0.005, 0.003, 1),  # more than half a turn: it is made
    (1, 0.005, 0.002, 0),
    (64, 0.004, 0.0, 0),
])  # fmt: skip
def test_a_slice_ends_when_time_does(part: int, took: float, left: float, following: int) -> None:
    assert next_part(part, took, left) == following
