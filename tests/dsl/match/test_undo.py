"""Undo with everybody's consent: also after players have learned something, and with later choices of others."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.bots import make
from dsl.match.journal import SeatPlan, read
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table, UndoPoint
from dsl.match.table_messages import Accepted, Choose, News, Refused, TakenBack, Undo
from tests.dsl.match.secret_games import BIDS, HERDS, MUSTER, ROAD, pack
from tests.dsl.match.team_game import moles
from tests.rounds import rounds

PEOPLE = (SeatPlan("red"), SeatPlan("blue"))
DUEL = """game duel
    players 2, colours red, blue
variable luck of player: 0..99 = 0
variable round: 0..99 = 0
action say(n: 0..9) "Say {n}"
    do
        round += 1
action toss "Toss"
    do
        let p = random of players
        luck of p += 1
        round += 1
play
    turns from red clockwise until round > 9
        choose one of
            say
            toss
winner
    most luck: luck of it
    shared
"""


def take(table: Table, seat: str, number: int) -> None:
    """Let a seat take the option of this number in its list."""
    decision = next(found for found in table.match.decisions if found.seat == seat)
    assert table.handle(Choose(0, seat, decision.number, decision.options[number].number)) == Accepted(0)


def take_any(table: Table, dice: random.Random) -> None:
    """Take any option for one of the seats that must choose."""
    question = dice.choice(table.match.questions)
    assert isinstance(
        table.handle(Choose(0, question.seat, question.position, dice.choice(question.options))), Accepted
    )


def duel(path: Path | None = None) -> Table:
    """Return a table at which red and blue have spoken, red has tossed and blue has replied."""
    table = Table(pack(DUEL), PEOPLE, {}, 7, path)
    for seat, number in (("red", 1), ("blue", 2), ("red", 10), ("blue", 3)):
        take(table, seat, number)
    return table


def test_undo_without_new_knowledge_needs_no_consent() -> None:
    table = duel()
    assert table.undo_point("blue") == UndoPoint(("blue",))
    assert table.take_back("blue", False) == Accepted(0)
    assert table.match.position == 3


def test_undo_with_consent_includes_later_replies(tmp_path: Path) -> None:
    table = duel(tmp_path / "match")
    told: dict[str, list[News]] = {"red": [], "blue": [], "": []}
    for seat, news in told.items():
        table.subscribe(seat, news.append)
    assert table.undo_point("red") == UndoPoint(("blue", "red"), "undo.not_yours")
    assert table.take_back("red", False, 4) == Refused(4, "undo.not_yours")
    assert table.take_back("red", True, 5) == Accepted(5)
    for seat, news in told.items():
        assert news == [TakenBack("red", table.view(seat), 2)]
    assert table.match.position == 2
    table.close()
    lines = [(entry.kind, entry.seat) for entry in read(tmp_path / "match").entries[4:]]
    assert lines == [("undo", "blue"), ("undo", "red")]
    assert replay(tmp_path / "match").match.digest == table.match.digest


def test_undoing_chance_needs_consent_and_repeats_the_result() -> None:
    table = duel()
    table.take_back("blue", False)
    before = table.match.digest
    assert table.undo_point("red").consent == "undo.chance"
    assert table.handle(Undo(1, "red")) == Refused(1, "undo.chance")
    assert table.take_back("red", True) == Accepted(0)
    take(table, "red", 10)
    assert table.match.digest == before


def test_a_seat_without_choices_cannot_undo() -> None:
    table = Table(pack(DUEL), PEOPLE, {}, 7)
    for seat in ("red", "blue", ""):
        assert table.take_back(seat, True) == Refused(0, "undo.nothing")
    take(table, "red", 0)
    for seat in ("blue", ""):
        assert table.undo_point(seat) == UndoPoint(refused="undo.nothing")


def herds() -> Table:
    """Return a table at which both players have decided in secret."""
    table = Table(pack(HERDS), PEOPLE, {}, 7)
    while table.match.secretly:
        take(table, table.match.questions[0].seat, 0)
    return table


def test_finished_secret_decisions_cannot_be_undone() -> None:
    table = herds()
    for seat in ("red", "blue"):
        assert table.take_back(seat, True) == Refused(0, "undo.together")
    take(table, "red", 0)
    assert table.undo_point("red") == UndoPoint(("red",))
    assert table.undo_point("blue") == UndoPoint(refused="undo.together")


def test_undo_in_secret_affects_only_the_own_choices() -> None:
    here, there = (Table(pack(HERDS), PEOPLE, {}, 7) for _ in range(2))
    take(there, "blue", 0)
    for table in (here, there):
        assert table.take_back("red", True) == Refused(0, "undo.secret")
        take(table, "red", 0)
        assert table.undo_point("red") == UndoPoint(("red",))
        assert table.take_back("red", True) == Accepted(0)
    assert there.match.position_of(1) == 1, "blue's choice stands"


def test_a_full_disk_prevents_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = duel(tmp_path / "match")
    kept, digest = (tmp_path / "match").read_bytes(), table.match.digest

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = table.take_back("red", True)
    assert isinstance(answer, Refused)
    assert answer.reason == "journal.cannot_write"
    assert (table.match.digest, (tmp_path / "match").read_bytes()) == (digest, kept)
    assert table.take_back("red", True) == Accepted(0)
    table.close()
    assert len(read(tmp_path / "match").entries) == 6


PACKS = {"duel": pack(DUEL), "moles": moles()} | {
    name: pack(rules) for name, rules in {"bids": BIDS, "herds": HERDS, "road": ROAD, "muster": MUSTER}.items()
}


@pytest.mark.parametrize("game", PACKS.values(), ids=PACKS.keys())
@settings(max_examples=rounds(5, 10))
@given(seed=st.integers(0, 2**32), dice=st.randoms(use_true_random=False))
def test_random_choices_and_undos_match_the_journal(
    game: Ruleset, seed: int, dice: random.Random, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """After every step; a listener counts as many choices as the table."""
    path = tmp_path_factory.mktemp("match") / "match"
    count = dice.choice(game.numbers)
    colours = game.rules.colours[:count]
    table = Table(game, [SeatPlan(colour) for colour in colours], {}, seed, path)
    heard: list[News] = []
    table.subscribe(colours[0], heard.append)
    for _ in range(25):
        if table.match.questions and dice.random() < 0.7:
            take_any(table, dice)
            continue
        seat, before = dice.choice(colours), table.match.position
        way, heard[:] = table.undo_point(seat), []
        answer = table.take_back(seat, True)
        assert answer == (Refused(0, way.refused) if way.refused else Accepted(0))
        assert table.match.position == before - len(way.seats)
        assert len(heard) <= 1
        for news in heard:
            assert news == TakenBack(seat, table.view(colours[0]), len(way.seats))
    table.close()
    assert replay(path).match.digest == table.match.digest
    resumed, damage = Table.resume(path)
    assert damage == ""
    for seat in ("", *colours):
        assert resumed.view(seat) == table.view(seat)
        assert resumed.match.events_of(seat) == table.match.events_of(seat)
    resumed.close()


# ---- past computer players ----

BOTS = (SeatPlan("red"), SeatPlan("blue", "bot:random"))


def open_duel(tmp_path: Path) -> Table:
    table = Table(pack(DUEL), BOTS, {}, 3, tmp_path / "duel", make)
    table.allow_undo_past_bots()
    return table


def test_undo_includes_the_replies_of_bots(tmp_path: Path) -> None:
    table = open_duel(tmp_path)
    told: list[News] = []
    before = table.view("red")
    take(table, "red", 0)
    table.subscribe("red", told.append)
    reply_of_blue(table, 4)
    assert table.view("red").may_undo
    assert table.undo_point("red") == UndoPoint(("blue", "red"))
    assert table.handle(Undo(2, "red")) == Accepted(2)
    assert told[-1] == TakenBack("red", before, 2)
    assert table.view("red") == before
    table.close()
    assert [(entry.kind, entry.seat) for entry in read(tmp_path / "duel").entries] == [
        ("choose", "red"), ("choose", "blue"), ("undo", "blue"), ("undo", "red"),
    ]  # fmt: skip
    assert replay(tmp_path / "duel").match.digest == table.match.digest


def test_undo_stops_at_random_results_of_a_bot(tmp_path: Path) -> None:
    table = open_duel(tmp_path)
    take(table, "red", 0)
    reply_of_blue(table, 10)
    assert table.handle(Undo(2, "red")) == Refused(2, "undo.chance")
    assert table.view("red").why_no_undo == "undo.chance"
    table.close()


def test_undo_passes_bots_only_if_the_table_allows_it(tmp_path: Path) -> None:
    table = Table(pack(DUEL), BOTS, {}, 3, bots=make)
    take(table, "red", 0)
    reply_of_blue(table, 4)
    assert table.handle(Undo(2, "red")) == Refused(2, "undo.not_yours")
    table.allow_undo_past_bots()
    table.free_seat("blue")  # a person who sits there now may have seen everything
    assert table.handle(Undo(3, "red")) == Refused(3, "undo.not_yours")
    table.seat_bot("blue", "bot:random")
    assert table.handle(Undo(4, "red")) == Accepted(4)
    assert table.handle(Undo(5, "red")) == Refused(5, "undo.nothing")


def reply_of_blue(table: Table, number: int) -> None:
    """Make a choice for the bot: 0 to 9 speak, 10 is left to chance."""
    take(table, "blue", number)
