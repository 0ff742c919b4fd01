"""Simultaneous secret decisions: no player notices the choices of another, and their order makes no difference."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from dsl.base.serialization import dumps, loads
from dsl.bots import make
from dsl.match.journal import JournalError, SeatPlan, read
from dsl.match.match import Match
from dsl.match.replay import replay, replay_content
from dsl.match.seat_assignment import Bot
from dsl.match.table import Table, digests_back
from dsl.match.table_messages import Accepted, AskWhy, Changed, Choose, Explanation, News, Refused, TakenBack, Undo
from tests.dsl.match.secret_games import BIDS, HERDS, MUSTER, ROAD, begin, pack, take
from tests.rounds import rounds

GAMES = (BIDS, HERDS, ROAD, MUSTER)
PEOPLE = (SeatPlan("red"), SeatPlan("blue"))


def choose(match: Match, bot: Bot, seat: str) -> None:
    """Let a bot choose for a seat."""
    informed = match.information(seat)
    option = bot.choose(informed.information)
    assert option is not None
    match.choose(informed.information.position, informed.options[option], seat)


def play(match: Match, order: random.Random, most: int = 10**6) -> list[str]:
    """Let seats that use only their views choose, in random order; return the seats in that order."""
    players = {colour: make("bot:random", number) for number, colour in enumerate(match.program.colours)}
    seats: list[str] = []
    while match.questions and len(seats) < most:
        seat = order.choice([question.seat for question in match.questions])
        choose(match, players[seat], seat)
        seats.append(seat)
    return seats


def all_that_is_known(match: Match) -> list[object]:
    seats = ("", *match.program.colours)
    return [match.digest, match.runner.block(match.state), *((match.view(s), match.events_of(s)) for s in seats)]


@pytest.mark.parametrize("rules", GAMES, ids=("bids", "herds", "road", "muster"))
@given(seed=st.integers(0, 2**32), one=st.randoms(use_true_random=False), other=st.randoms(use_true_random=False))
@settings(max_examples=rounds(6, 10))
def test_the_order_of_secret_choices_makes_no_difference(
    rules: str, seed: int, one: random.Random, other: random.Random
) -> None:
    matches = begin(rules, seed, pack(rules).players[1]), begin(rules, seed, pack(rules).players[1])
    counts = [len(play(match, order)) for match, order in zip(matches, (one, other), strict=True)]
    assert counts[0] == counts[1]
    assert all(match.over for match in matches)
    assert all_that_is_known(matches[0]) == all_that_is_known(matches[1])


@pytest.mark.parametrize("rules", GAMES, ids=("bids", "herds", "road", "muster"))
@given(seed=st.integers(0, 2**32), order=st.randoms(use_true_random=False), data=st.data())
@settings(max_examples=rounds(6, 10))
def test_equal_choices_in_any_order_give_equal_positions(
    rules: str, seed: int, order: random.Random, data: st.DataObject
) -> None:
    """Also in the middle: the position depends on what each has chosen, not on when."""
    here, there = begin(rules, seed), begin(rules, seed)
    seats = play(here, order, most=data.draw(st.integers(0, 8)))
    players = {colour: make("bot:random", number) for number, colour in enumerate(there.program.colours)}
    for seat in seats if any(event.kind == "together" for event in here.events) else sorted(seats):
        choose(there, players[seat], seat)
    assert all_that_is_known(here) == all_that_is_known(there)


def test_secret_choices_and_their_number_are_invisible() -> None:
    match = begin(HERDS, players=3)
    seen = {seat: (match.view(seat), match.events_of(seat)) for seat in ("blue", "white", "")}
    for action, place in (("settle", "a1"), ("settle", "b2"), ("keep", "")):
        take(match, "red", action, place)
        if match.question_of("red"):
            assert {seat: (match.view(seat), match.events_of(seat)) for seat in seen} == seen
    assert [decision.seat for decision in match.view("blue").decisions] == ["blue", "white"], "only that red has done"
    assert match.view("blue").boards == seen["blue"][0].boards
    assert match.view("red").boards != seen["blue"][0].boards
    assert not any(decision.options or decision.budget for decision in match.view("").decisions)


def test_the_number_of_secret_choices_stays_hidden_afterwards() -> None:
    """Two worlds: in one of them red repeatedly chooses and undoes, and ends as in the other."""
    here, there = begin(HERDS, 3), begin(HERDS, 3)
    for step in ("settle a1", "back a1", "settle c3", "back c3", "settle a1", "settle b1", "keep "):
        take(there, "red", *step.split(" "))
    for step in ("settle a1", "settle b1", "keep "):
        take(here, "red", *step.split(" "))
    told = []
    for match in (here, there):
        for step in ("settle d4", "settle d3", "wait "):
            take(match, "blue", *step.split(" "))
        take(match, "red", "graze", "red a1")
        told.append([(match.view(seat), match.events_of(seat)) for seat in ("blue", "")])
    assert told[0] == told[1]
    assert here.position != there.position


def test_declared_visibility_applies_after_all_have_decided() -> None:
    match = begin(BIDS)
    take(match, "red", "bid", "4")
    assert dict(match.view("red").seats[0].values)["offer"] == "4"
    events = take(match, "blue", "bid", "2")
    seen = [match.event_view(event, "red") for event in events]
    assert [view.kind for view in seen if view] == ["together", "tell", "set", "tell", "set"]
    for seat in ("red", "blue", ""):
        assert [dict(view.values)["offer"] for view in match.view(seat).seats] == ["4", "2"], "revealed to all"
    take(match, "red", "bid", "1")
    take(match, "blue", "bid", "3")
    assert match.over


def test_a_new_value_is_secret_again() -> None:
    match = begin(BIDS)
    take(match, "red", "bid", "4")
    take(match, "blue", "bid", "2")
    take(match, "red", "bid", "3")
    assert dict(match.view("red").seats[0].values)["offer"] == "3"
    assert dict(match.view("blue").seats[0].values)["offer"] == "4", "what was shown before the secret"


def test_a_seat_undoes_its_own_secret_choices_regardless_of_others() -> None:
    match = begin(HERDS)
    fresh = match.view("red")
    take(match, "red", "settle", "a1")
    only_red = all_that_is_known(match)
    take(match, "blue", "settle", "a1")
    assert match.undo("red") == ""
    assert match.view("red") == fresh
    take(match, "red", "settle", "a1")
    assert match.undo("blue") == ""
    assert all_that_is_known(match) == only_red
    assert match.undo("blue") == "undo.secret"
    assert match.undo("") == "undo.secret"


def test_choices_that_become_visible_later_can_be_undone() -> None:
    match = begin(HERDS)
    for step in ("settle a1", "settle b1", "keep "):
        take(match, "red", *step.split(" "))
    assert match.view("red").may_undo, "nobody has seen the card yet"
    assert match.undo("red") == ""


def test_finishing_can_be_undone_until_all_have_finished() -> None:
    match = begin(BIDS)
    take(match, "red", "bid", "4")
    assert match.question_of("red") is None
    assert match.undo("red") == ""
    take(match, "red", "bid", "5")
    take(match, "blue", "bid", "1")
    assert [match.undo(seat) for seat in ("red", "blue", "")] == ["undo.secret"] * 3, "of the next round"
    take(match, "red", "bid", "4")
    take(match, "blue", "bid", "2")
    assert [match.undo(seat) for seat in ("red", "blue", "")] == ["undo.together"] * 3


@pytest.mark.parametrize("rules", GAMES, ids=("bids", "herds", "road", "muster"))
@given(seed=st.integers(0, 2**32), order=st.randoms(use_true_random=False), back=st.integers(1, 30))
@settings(max_examples=rounds(6, 10))
def test_undo_passes_through_the_same_positions(rules: str, seed: int, order: random.Random, back: int) -> None:
    match = begin(rules, seed)
    players = {colour: make("bot:random", number) for number, colour in enumerate(match.program.colours)}
    past: list[tuple[str, list[object]]] = []
    while match.questions and len(past) < 60:
        seat = order.choice([question.seat for question in match.questions])
        past.append((seat, all_that_is_known(match)))
        choose(match, players[seat], seat)
    for seat, known in reversed(past[-back:]):
        assert digests_back(match, (seat,)) == (known[0],)
        match.go_back(seat)
        assert all_that_is_known(match)[2:] == known[2:]
        assert match.digest == known[0]


def test_a_secret_block_without_choices_ends_at_once() -> None:
    rules = BIDS.replace(
        "        secretly for each p in players\n", "        nothing()\n        secretly for each p in players\n", 1
    )
    nothing = "to nothing\n    secretly for each p in players\n        score of p += 1\n"
    match = begin(rules + nothing)
    assert [event.kind for event in match.events] == ["set", "set", "together"]
    assert [match.event_view(event, "red") is None for event in match.events] == [False, True, False]
    assert [dict(seat.values)["score"] for seat in match.view("").seats] == ["1", "1"]
    assert match.secretly, "and the next one has begun"


def test_a_fork_of_a_match_is_independent() -> None:
    match = begin(HERDS)
    before = all_that_is_known(match)
    ahead = match.fork()
    play(ahead, random.Random(1))
    assert all_that_is_known(match) == before


def test_reasons_and_previews_reveal_nothing_of_others() -> None:
    here, there = begin(HERDS), begin(HERDS)
    take(there, "red", "settle", "a1")
    assert here.why_not("blue", 0, "a1") == there.why_not("blue", 0, "a1") == ()
    number = here.view("blue").decisions[1].options[0].number
    assert here.preview("blue", number) == there.preview("blue", number)


@given(seed=st.integers(0, 2**32), one=st.randoms(use_true_random=False), other=st.randoms(use_true_random=False))
@settings(max_examples=rounds(6, 10))
def test_figures_placed_in_secret_show_only_their_backs(seed: int, one: random.Random, other: random.Random) -> None:
    """Two worlds: red puts other figures on the same squares, in another order; blue sees and hears the same."""
    told = []
    for dice in (one, other):
        match = begin(MUSTER, seed)
        squares = ["a1", "b1", "c1", "d1", "a2", "b2"]
        figures = ["fox", "fox", "owl", "owl", "owl", "hare"]
        dice.shuffle(squares)
        dice.shuffle(figures)
        for figure, square in zip(figures, squares, strict=True):
            take(match, "red", "put", f"red {figure}")
            take(match, "red", "put", square)
        take(match, "red", "stop")
        before = match.view("blue"), match.events_of("blue")
        bot = make("bot:random", 3)
        while match.secretly:
            choose(match, bot, "blue")
        told.append((*before, match.view("blue"), match.events_of("blue"), match.view(""), match.events_of("")))
    assert told[0] == told[1]


# ---- at a table ---------------------------------------------------------------------------------------------------


def ask(table: Table, seat: str, number: int) -> Choose:
    """Return the command that takes the option `number` of the decision that waits for a seat."""
    view = table.view(seat)
    decision = next(decision for decision in view.decisions if decision.seat == seat)
    return Choose(1, seat, decision.number, decision.options[number].number)


def test_a_table_updates_only_the_choosing_seat_until_it_is_done() -> None:
    table = Table(pack(HERDS), PEOPLE, {}, 7)
    told: dict[str, list[News]] = {"red": [], "blue": [], "": []}
    for seat, news in told.items():
        table.subscribe(seat, news.append)
    table.handle(ask(table, "red", 0))
    assert [len(news) for news in told.values()] == [1, 0, 0]
    table.handle(Undo(2, "red"))
    assert isinstance(told["red"][1], TakenBack)
    table.handle(ask(table, "red", 0))
    table.handle(ask(table, "red", 1))
    assert [len(news) for news in told.values()] == [4, 0, 0]
    table.handle(ask(table, "red", 0))
    assert [len(news) for news in told.values()] == [5, 1, 1]
    (done,) = told["blue"]
    assert isinstance(done, Changed)
    assert done.events == ()
    assert [decision.seat for decision in done.view.decisions] == ["blue"]
    assert loads(dumps(done), Changed) == done


def test_choices_of_other_seats_do_not_make_a_choice_stale() -> None:
    table = Table(pack(HERDS), PEOPLE, {}, 7)
    command = ask(table, "blue", 3)
    for _ in range(2):
        table.handle(ask(table, "red", 0))
    assert table.handle(command) == Accepted(1)
    assert table.handle(command) == Refused(1, "refused.stale")
    assert table.handle(structs.replace(ask(table, "red", 0), position=5)) == Refused(1, "refused.stale")


def test_a_finished_seat_sees_who_still_chooses() -> None:
    table = Table(pack(BIDS), PEOPLE, {}, 7)
    table.handle(ask(table, "red", 3))
    answer = table.handle(Choose(4, "red", table.view("red").position, 0))
    assert answer == Refused(4, "refused.not_your_turn", (("player", "blue"),))


def test_a_seat_may_ask_reasons_only_about_events_it_received() -> None:
    table = Table(pack(HERDS), PEOPLE, {}, 7)
    table.handle(ask(table, "red", 0))
    last = table.match.events_of("red")[-1].number
    found = table.handle(AskWhy(1, "red", last))
    assert isinstance(found, Explanation)
    assert found.event == table.match.events_of("red")[-1]
    assert table.handle(AskWhy(2, "blue", last)) == Refused(2, "refused.no_such_event")
    while table.match.secretly:
        table.handle(ask(table, table.match.questions[0].seat, 0))
    for seat in ("red", "blue", ""):
        for event in table.match.events_of(seat):
            answer = table.handle(AskWhy(3, seat, event.number))
            assert isinstance(answer, Explanation)
            assert answer.event == event


def test_bots_decide_while_humans_think() -> None:
    table = Table(pack(HERDS), (SeatPlan("red"), SeatPlan("blue", "bot:random")), {}, 7, bots=make)
    while table.step_bots():
        pass
    assert [decision.seat for decision in table.view("red").decisions] == ["red"]
    assert table.bot_to_move is None


@pytest.mark.parametrize("rules", GAMES, ids=("bids", "herds", "road", "muster"))
def test_a_match_interrupted_in_secret_resumes_unchanged(rules: str, tmp_path: Path) -> None:
    """After every choice and undo of one match: no choice is lost or revealed."""
    path, dice = tmp_path / "match", random.Random(5)
    table = Table(pack(rules), PEOPLE, {}, 7, path)
    for _ in range(24):
        if table.match.over:
            break
        seat = dice.choice([question.seat for question in table.match.questions])
        informed = table.match.information(seat)
        option = informed.options[make("bot:random", 5).choose(informed.information)]
        table.handle(Choose(1, seat, informed.information.position, option))
        if dice.random() < 0.2:
            table.handle(Undo(1, seat))
        known = all_that_is_known(table.match)
        table.close()
        table, damage = Table.resume(path)
        assert not damage
        assert all_that_is_known(table.match) == known
    table.close()
    assert replay(path).match.position > 2


def test_a_journal_in_another_order_of_arrival_replays_the_same_match(tmp_path: Path) -> None:
    table = Table(pack(HERDS), PEOPLE, {}, 7, tmp_path / "match")
    dice = random.Random(5)
    while table.match.secretly:
        table.handle(ask(table, dice.choice([q.seat for q in table.match.questions]), dice.randrange(2)))
    table.close()
    content = read(tmp_path / "match")
    turned = replace(content, entries=tuple(sorted(content.entries, key=lambda entry: entry.seat)))
    assert turned.entries != content.entries
    assert all_that_is_known(replay_content(turned, "turned", verify=False).match) == all_that_is_known(table.match)


def test_a_choice_that_the_journal_refuses_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pack(BIDS), PEOPLE, {}, 7, tmp_path / "match")
    table.handle(ask(table, "red", 3))
    known = all_that_is_known(table.match)
    with (tmp_path / "match").open("a") as other:
        other.write("another writer\n")
    for seat in ("red", "blue"):
        answer = table.handle(ask(table, seat, 2)) if seat == "blue" else table.handle(Undo(1, seat))
        assert isinstance(answer, Refused)
        assert answer.reason == "journal.two_writers"
        assert all_that_is_known(table.match) == known
    table.close()
    with pytest.raises(JournalError):
        table._write(read(tmp_path / "match").entries[0])
