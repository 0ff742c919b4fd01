"""A bot takes over a seat during a match and gives it back; a paused table accepts no choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.bots import make
from dsl.match.journal import SeatPlan, read
from dsl.match.observation.information_set import Information, Setting
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.seat_assignment import Bot, ThinkingBot
from dsl.match.table import Table
from dsl.match.table_messages import AskPreview, AskWhyNot, Changed, Choose, News, Paused, Preview, Reason, Refused
from tests.dsl.match.secret_games import BIDS, HERDS, pack
from tests.dsl.match.test_undo import PEOPLE, duel, take


class Ponderer:
    """A bot that never finishes thinking, and records its cancellation."""

    def __init__(self) -> None:
        self.asked = 0
        self.calls = 0
        self.expected: list[Setting] = []
        self.forgotten = False

    def choose(self, information: Information) -> int | None:
        self.asked += 1
        return None

    def prepare(self, setting: Setting) -> None:
        self.expected.append(setting)

    def begin_turn(self) -> None:
        self.calls += 1

    def end_turn(self) -> None:
        raise AssertionError("it never chose")

    def cancel(self) -> None:
        self.forgotten = True


class Maker:
    """Makes bots that never finish, and real ones."""

    def __init__(self, made: list[Ponderer]) -> None:
        self._made = made

    def __call__(self, player: str, seed: int, pack: Ruleset) -> Bot:
        if player != "bot:ponders":
            return make(player, seed, pack)
        self._made.append(Ponderer())
        return self._made[-1]


def test_a_bot_takes_over_a_seat_and_gives_it_back(tmp_path: Path) -> None:
    path = tmp_path / "match"
    table = Table(pack(BIDS), PEOPLE, {}, 7, path, make)
    assert not table.step_bots()
    table.seat_bot("blue", "bot:random")
    assert [plan.player for plan in table.seats] == ["human", "bot:random"]
    assert table.step_bots()
    assert [decision.seat for decision in table.view("").decisions] == ["red"]
    table.free_seat("blue")
    assert [plan.player for plan in table.seats] == ["human", "human"]
    take(table, "red", 3)
    assert (table.bot_to_move, table.step_bots()) == (None, False)
    table.close()
    assert [plan.player for plan in read(path).header.seats] == ["human", "human"]
    assert replay(path).match.digest == table.match.digest


def test_a_resumed_table_has_its_original_players(tmp_path: Path) -> None:
    table = Table(pack(BIDS), (SeatPlan("red"), SeatPlan("blue", "bot:random")), {}, 7, tmp_path / "match", make)
    table.seat_bot("red", "bot:random")
    table.free_seat("blue")
    table.close()
    resumed, _ = Table.resume(tmp_path / "match", make)
    assert [plan.player for plan in resumed.seats] == ["human", "bot:random"]
    resumed.seat_bot("red", "bot:random")
    while resumed.step_bots():
        pass
    assert resumed.match.over
    resumed.close()


def test_freeing_a_seat_stops_its_bot() -> None:
    made: list[Ponderer] = []
    table = Table(pack(BIDS), PEOPLE, {}, 7, bots=Maker(made))
    table.seat_bot("red", "bot:ponders")
    assert isinstance(made[0], ThinkingBot)
    assert not table.step_bots()
    assert table.thinking == "red"
    table.free_seat("red")
    assert (table.thinking, made[0].forgotten) == (None, True)
    assert made[0].calls == made[0].asked == 1
    assert made[0].expected == [table.match.setting]
    take(table, "red", 2)


def test_a_bot_can_replace_another_bot() -> None:
    made: list[Ponderer] = []
    table = Table(pack(BIDS), (SeatPlan("red", "bot:ponders"), SeatPlan("blue")), {}, 7, bots=Maker(made))
    table.step_bots()
    table.seat_bot("red", "bot:random")
    assert (table.thinking, made[0].forgotten) == (None, True)
    assert table.step_bots()


@pytest.mark.parametrize(("seat", "player"), [("pink", "bot:random"), ("", "bot:random"), ("red", "bot:genius")])
def test_unknown_seats_and_bots_are_refused(seat: str, player: str) -> None:
    table = Table(pack(BIDS), PEOPLE, {}, 7, bots=make)
    with pytest.raises(ValueError, match="there is no"):
        table.seat_bot(seat, player)
    with pytest.raises(ValueError, match="no seat"):
        table.free_seat("pink")
    assert table.seats == PEOPLE


def test_a_paused_table_refuses_choices_and_names_who_paused() -> None:
    table = duel()
    told: list[News] = []
    table.subscribe("red", told.append)
    table.pause("blue")
    assert told == [Paused("paused.by", (("player", "blue"),))]
    assert table.paused == told[0]
    refused = Refused(3, "refused.paused", (("player", "blue"),))
    assert table.handle(Choose(3, "red", table.match.position, 0)) == refused
    assert table.take_back("blue", True, 3) == refused
    table.pause("red")
    assert (table.paused_by, len(told)) == ("blue", 1)
    table.unpause()
    assert told[1:] == [Changed((), table.view("red"))]
    assert table.paused is None
    take(table, "red", 0)


def test_previews_and_reasons_work_during_a_pause() -> None:
    table = Table(pack(HERDS), PEOPLE, {}, 7)
    option = table.view("red").decisions[0].options[0].number
    table.pause("red")
    assert isinstance(table.handle(AskPreview(1, "red", 0, option)), Preview)
    assert isinstance(table.handle(AskWhyNot(2, "red", 0, 0, "a1")), Reason)


def test_bots_wait_during_a_pause_and_play_after_it() -> None:
    made: list[Ponderer] = []
    seats = (SeatPlan("red", "bot:ponders"), SeatPlan("blue", "bot:random"))
    table = Table(pack(BIDS), seats, {}, 7, bots=Maker(made))
    table.step_bots()
    table.pause("red")
    assert (table.thinking, table.bot_to_move, table.step_bots()) == (None, None, False)
    table.retry()
    assert not table.step_bots()
    assert made[0].asked == 1
    table.unpause()
    table.step_bots()
    assert made[0].asked == 2


def test_unpausing_a_running_table_sends_nothing() -> None:
    table = duel()
    told: list[News] = []
    table.subscribe("", told.append)
    table.unpause()
    assert told == []


def test_unpausing_reveals_no_secret_choices() -> None:
    told: list[News] = []
    for chosen in (0, 1):
        table = Table(pack(HERDS), PEOPLE, {}, 7)
        for _ in range(chosen):
            take(table, "red", 0)
        table.pause("blue")
        table.subscribe("blue", told.append)
        table.unpause()
    assert told[0] == told[1]


def test_resuming_fails_if_a_bot_cannot_be_made(tmp_path: Path) -> None:
    """The journal is closed again, so that another program can resume it."""
    path = tmp_path / "match"
    Table(pack(BIDS), (SeatPlan("red"), SeatPlan("blue", "bot:ponders")), {}, 7, path, Maker([])).close()
    with pytest.raises(ValueError, match="bot:ponders"):
        Table.resume(path, make)
    resumed, _ = Table.resume(path, Maker([]))
    resumed.close()
