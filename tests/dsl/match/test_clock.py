"""Clocks: what a move costs, what happens at zero, and what the journal keeps of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.bots import make
from dsl.match.clock import Clock, ClockPlan, ClockReading, Clocks
from dsl.match.journal import SeatPlan, read
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose, Undo
from tests.rulesets import RULESETS

TOTAL = ClockPlan("total", 60, increment=5)


@pytest.fixture(scope="module")
def pack() -> Ruleset:
    return load(RULESETS / "classics" / "tic-tac-toe")


def table_of(pack: Ruleset, plan: ClockPlan, *players: str, path: Path | None = None) -> Table:
    seats = [SeatPlan(colour, player) for colour, player in zip(pack.rules.colours, players, strict=True)]
    table = Table(pack, seats, {}, 7, path, make, clock=plan)
    table.tick(100.0)
    return table


def step(table: Table) -> str:
    question = table.match.questions[0]
    assert isinstance(table.handle(Choose(0, question.seat, question.position, question.options[0])), Accepted)
    return question.seat


def left(table: Table) -> tuple[int, ...]:
    assert table.clocks is not None
    return tuple(each.left for each in table.clocks.readings)


def running(table: Table) -> list[str]:
    assert table.clocks is not None
    return [each.seat for each in table.clocks.readings if each.running]


@pytest.mark.parametrize(
    ("plan", "after"),
    [
        (ClockPlan("total", 60), (50_000, 60_000)),
        (ClockPlan("total", 60, increment=5), (55_000, 60_000)),
        (ClockPlan("total", 60, delay=4), (54_000, 60_000)),
        (ClockPlan("move", 60), (50_000, 60_000)),
    ],
)
def test_a_move_costs_its_time_less_increment_and_delay(plan: ClockPlan, after: tuple[int, ...]) -> None:
    clock = Clock(plan, ("red", "blue"))
    clock.set_moving(["red"])
    clock.run(["red", "blue"])
    assert clock.running == ("red",)
    clock.advance(10_000)
    clock.set_moving(["blue"])
    assert clock.left == after
    clock.set_moving(["red"])
    assert clock.left[0] == (60_000 if plan.kind == "move" else after[0])


def test_all_who_decide_at_the_same_time_lose_time() -> None:
    clock = Clock(TOTAL, ("red", "blue", "white"))
    clock.set_moving(["red", "blue"])
    clock.run(["red", "blue"])
    clock.advance(1000)
    clock.set_moving(["blue"])
    clock.run(["blue"])
    clock.advance(1000)
    assert clock.left == (64_000, 58_000, 60_000)


@pytest.mark.parametrize("plan", [ClockPlan("total", 0), ClockPlan("move", 10, delay=-1), ClockPlan("move", 10**9)])
def test_impossible_times_are_refused(plan: ClockPlan) -> None:
    with pytest.raises(ValueError, match="impossible"):
        Clock(plan, ("red", "blue"))
    for times in ((1,), (1, -1), (1, 2**60)):
        with pytest.raises(ValueError, match="impossible"):
            Clock(TOTAL, ("red", "blue"), times)


def test_undo_gives_back_the_increment_but_not_the_time() -> None:
    clock = Clock(TOTAL, ("red", "blue"))
    clock.set_moving(["red"])
    for _ in range(3):
        clock.run(["red"])
        clock.advance(1000)
        clock.set_moving(["blue"])
        clock.take_back(["red"], ["red"])
    assert clock.left == (57_000, 60_000)


def test_a_pause_and_an_absent_player_stop_the_clock_and_the_journal_keeps_the_times(
    pack: Ruleset, tmp_path: Path
) -> None:
    path = tmp_path / "match.journal"
    table = table_of(pack, TOTAL, "human", "human", path=path)
    told: list[Clocks] = []
    table.listen_to_clocks(told.append)
    red, blue = table.match.program.colours
    table.tick(110.0)
    assert step(table) == red
    assert (left(table), running(table)) == ((55_000, 60_000), [blue])
    table.tick(111.0, stopped=[blue])
    table.tick(200.0, stopped=[blue])
    assert (left(table), running(table)) == ((55_000, 59_000), [])
    table.tick(200.0)
    table.pause(red)
    table.tick(300.0)
    assert running(table) == []
    table.unpause()
    table.tick(302.5)
    assert left(table) == (55_000, 56_500)
    assert [[each.seat for each in clocks.readings if each.running] for clocks in told] == [
        [blue], [], [blue], [], [blue]
    ]  # fmt: skip
    table.close()

    entries = read(path).entries
    assert [(entry.kind, entry.left) for entry in entries] == [
        ("choose", (55_000, 60_000)), ("clock", (55_000, 56_500))
    ]  # fmt: skip
    table, damage = Table.resume(path, make)
    table.tick(7.0)
    table.tick(8.0)
    assert (left(table), running(table), damage) == ((55_000, 55_500), [blue], "")
    assert isinstance(table.handle(Undo(0, red)), Accepted)
    assert (left(table), running(table)) == ((50_000, 55_500), [red])
    table.close()


def test_at_zero_a_player_loses_or_a_computer_finishes_the_move_or_nothing_happens(pack: Ruleset) -> None:
    for at_zero in ("lose", "computer", "show"):
        table = table_of(pack, replace(TOTAL, at_zero=at_zero), "human", "human")
        red, blue = table.match.program.colours
        table.tick(159.9)
        assert (table.match.over, table.helped) == (False, ())
        table.tick(160.1)
        assert (table.match.over, table.helped) == (at_zero == "lose", (red,) if at_zero == "computer" else ())
        if at_zero == "lose":
            outcome = table.view(blue).outcome
            assert outcome is not None
            assert outcome.early is not None
            assert (outcome.early.kind, outcome.early.seat, outcome.ranking[0].seat) == ("time", red, blue)
        if at_zero == "computer":
            while table.helped:
                table.step_bots()
            assert running(table) == [blue]
            assert table.bot_to_move is None


def test_the_time_of_computers_is_measured_only_on_request(pack: Ruleset) -> None:
    for computers in (False, True):
        table = table_of(pack, replace(TOTAL, computers=computers), "bot:random", "human")
        assert running(table) == list(table.match.program.colours[:1]) * computers
        table.tick(300.0)
        assert not table.match.over  # a computer does not lose on time
        assert table.step_bots()
        assert running(table) == list(table.match.program.colours[1:])


def test_a_reading_tells_what_the_clock_shows_later() -> None:
    plan = ClockPlan("total", 60)
    running, waiting = ClockReading("red", 60_000, 5_000, True), ClockReading("blue", 40_000, 5_000, False)
    clocks = Clocks(plan, (running, waiting))
    assert clocks.after(0) == clocks
    assert clocks.after(3_000).readings == (ClockReading("red", 60_000, 2_000, True), waiting)
    assert clocks.after(15_000).readings == (ClockReading("red", 50_000, 0, True), waiting)
    assert clocks.after(900_000).readings[0].left == 0
