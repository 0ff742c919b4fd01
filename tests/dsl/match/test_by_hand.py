"""Changes by hand: they keep the position possible, reveal nothing, and are replayed and undone like choices."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.bots import make
from dsl.i18n.translations import translation_in
from dsl.match.branching import branch
from dsl.match.by_hand import CAUSE, ByHandError
from dsl.match.journal import SeatPlan, read, read_bytes
from dsl.match.match import Match
from dsl.match.replay import replay, replay_content
from dsl.match.table import Table
from dsl.match.table_messages import (
    Accepted,
    Changed,
    Choose,
    MoveCounters,
    MovePiece,
    News,
    Refused,
    SetValue,
    Spot,
)
from dsl.runtime.runner import RuleError
from tests.dsl.match.hand_changes import any_change, check_position
from tests.dsl.match.same_information import pair
from tests.dsl.match.secret_games import pack
from tests.rounds import rounds
from tests.rulesets import FOLDERS, loaded, name_of, with_secrets


def play(match: Match, dice: random.Random, choices: int) -> None:
    """Make about this number of random choices, up to the start of an action."""
    while match.question is not None and (choices > 0 or match.question.ask.parameter or match.secretly):
        choices -= 1
        match.choose(match.position, dice.choice(match.question.options))


def changed(match: Match, dice: random.Random, tries: int = 12) -> int:
    """Try random changes by hand; return how many were made. What is refused changes nothing."""
    done = 0
    for _ in range(tries):
        seat = dice.choice(match.program.colours)
        change = any_change(match, seat, dice)
        before, position, events = match.digest, match.position, len(match.events)
        try:
            happened = match.change_by_hand(seat, [change])
        except ByHandError:
            assert (match.digest, match.position, len(match.events)) == (before, position, events)
            continue
        done += 1
        assert match.position == position + 1
        assert happened[0].kind == "by_hand"
        assert all(event.causes == (CAUSE,) for event in happened)
        assert [event.number for event in match.events] == list(range(len(match.events)))
        check_position(match.contents)
        if dice.random() < 0.5:
            match.go_back(seat)
            assert (match.digest, match.position, len(match.events)) == (before, position, events)
    return done


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_random_changes_keep_every_game_playable(folder: Path) -> None:
    pack, dice, done = loaded(folder), random.Random(name_of(folder)), 0
    for _ in range(rounds(2, 20)):
        match = pack.start(dice.choice(pack.numbers), {}, dice.randrange(2**32))
        play(match, dice, dice.randrange(30))
        check_position(match.contents)
        if match.question is None or match.secretly:
            continue
        done += changed(match, dice)
        for _ in range(15):
            if match.question is None:
                break
            try:
                match.choose(match.position, dice.choice(match.question.options))
            except RuleError:
                break  # a position that the rules never meet: the table stops, and the change can be taken back
    assert done


@pytest.mark.parametrize("folder", with_secrets(), ids=name_of)
def test_what_is_asked_and_answered_depends_on_nothing_hidden(folder: Path) -> None:
    pack, dice, compared = loaded(folder), random.Random(name_of(folder)), 0
    for _ in range(rounds(2, 30)):
        worlds = pair(pack, dice)
        for _ in range(20):
            change = any_change(worlds.here, worlds.colour, dice)
            found = [match.why_not_by_hand(worlds.colour, [change]) for match in (worlds.here, worlds.there)]
            assert [(error.reason, error.values) if error else None for error in found[:1]] == [
                (error.reason, error.values) if error else None for error in found[1:]
            ]
            proposer = dice.choice(worlds.here.program.colours)
            other = any_change(worlds.here, proposer, dice)
            if worlds.here.why_not_by_hand(proposer, [other]) or worlds.there.why_not_by_hand(proposer, [other]):
                continue
            shown = [match.shown_by_hand(proposer, [other], worlds.colour) for match in (worlds.here, worlds.there)]
            assert shown[0] == shown[1]
            compared += 1
    assert compared


# ---- at a table ----

CARDS = """game inn
    players 2, colours red, blue
kinds Suit: oak ash elm
board yard: squares 3 by 3
piece card: Suit
piece cart of player, on squares
counter hen of player: 4 each, on squares
zone deck: cards, in order, seen by nobody
zone hand of player: cards, seen by its player
zone shown: cards
variable score of player: 0..9 = 0
variable luck of player: 0..9, seen by its player = 3
variable rounds: 0..40 = 0
action wait "Wait"
    do
        rounds += 1
action draw "Draw"
    needs some: number of cards in deck > 0 "The deck is empty."
    do
        move top(deck) to hand of me
setup
    create 2 of card(oak) in deck
    create 2 of card(ash) in deck
    create 2 of card(elm) in deck
    shuffle deck
    for each p in players
        move top(deck) to hand of p
play
    turns from red clockwise until rounds > 30
        choose one of
            wait
            draw
winner
    most score: score of it
    shared
"""
PEOPLE = (SeatPlan("red"), SeatPlan("blue"))


def top_to(goal: Spot) -> MovePiece:
    return MovePiece("card", "", "", (), Spot("zone", "deck"), goal)


def table(path: Path | None = None) -> Table:
    return Table(pack(CARDS), PEOPLE, {}, 5, path)


def test_a_change_is_told_written_undone_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "match"
    played = table(path)
    told: dict[str, list[News]] = {"red": [], "blue": [], "": []}
    for seat, news in told.items():
        played.subscribe(seat, news.append)
    before = played.match.digest
    changes = (top_to(Spot("zone", "hand", "blue")), SetValue("score", "red", "4"))
    assert played.try_by_hand("red", changes) == Accepted(0)
    assert played.match.digest == before
    assert played.change_by_hand("red", changes, 7, "m1") == Accepted(7)
    for seat, news in told.items():
        (changed_,) = news
        assert isinstance(changed_, Changed)
        assert [event.kind for event in changed_.events] == ["by_hand", "pass", "set"]
        assert ("kind" in dict(changed_.events[1].args)) == (seat == "blue")
    assert [(line.seat, line.rule, line.points) for line in played.match.score_sheet] == [("red", CAUSE, 4)]
    assert played.view("red").position == 1
    assert played.match.why_no_undo("red") == "undo.seen"
    assert played.take_back("red", True) == Accepted(0)
    assert played.match.digest == before
    assert played.change_by_hand("blue", changes[1:]) == Accepted(0)
    played.handle(Choose(0, "red", 1, played.match.question.options[0]))  # type: ignore[union-attr]
    played.close()
    assert [entry.kind for entry in read(path).entries] == ["by_hand", "undo", "by_hand", "choose"]
    assert replay(path).match.digest == played.match.digest
    again, damage = Table.resume(path, make)
    assert (again.match.digest, damage, again.was_done("m1", 7)) == (played.match.digest, "", True)
    again.close()
    branch(path, 1, PEOPLE, tmp_path / "branch")
    assert replay(tmp_path / "branch").match.contents.get("score") == 4


def test_every_cut_of_the_file_opens_at_its_last_whole_line(tmp_path: Path) -> None:
    played = table(tmp_path / "match")
    digests = [played.match.digest]
    for value in range(1, 4):
        assert played.change_by_hand("red", [SetValue("score", "red", str(value))]) == Accepted(0)
        digests.append(played.match.digest)
    played.close()
    whole = (tmp_path / "match").read_bytes()
    start = whole.index(b'\n{"digest"') + 1
    for size in range(start, len(whole), 7):
        content = read_bytes(whole[:size], "match")
        assert replay_content(content, "match").match.digest == digests[whole[start:size].count(b"\n")]


def test_what_the_layout_cannot_hold_is_refused_in_words() -> None:
    played, board = table(), Spot("cell", "a1")
    cart = MovePiece("cart", "", "red", (), Spot("box"), board)
    assert played.change_by_hand("blue", [replace(cart, kind="cart")]) == Accepted(0)
    hen = MoveCounters("hen", "red", "", 4, Spot("reserve"), board)
    assert played.change_by_hand("blue", [hen]) == Accepted(0)
    standing = MovePiece("cart", "cart", "red", (), board, Spot("cell", "d9"))
    card = MovePiece("card", "oak", "", (), Spot("zone", "hand", "blue"), Spot("zone", "shown"))
    for seat, change, reason in (
        ("red", standing, "not_there"),
        ("red", replace(standing, goal=Spot("zone", "hand", "red")), "not_there"),
        ("red", replace(standing, goal=board), "same_place"),
        ("red", replace(hen, amount=1), "too_few"),
        ("red", SetValue("score", "red", "10"), "out_of_range"),
        ("red", SetValue("score", "red", "many"), "not_a_value"),
        ("red", SetValue("score", "red", "0"), "nothing"),
        ("red", SetValue("luck", "blue", "1"), "unseen_value"),
        ("red", SetValue("luck", "green", "1"), "no_player"),
        ("red", card, "no_such_thing"),
        ("red", replace(card, kind="", start=Spot("box")), "box_empty"),
        ("red", SetValue("score", "red", "9" * 2000), "many"),
    ):
        answer = played.try_by_hand(seat, [change])
        assert isinstance(answer, Refused), change
        assert answer.reason == f"by_hand.{reason}"
        assert answer.reason in translation_in("en").messages()
        assert played.change_by_hand(seat, [change]) == answer


def test_others_learn_from_a_proposal_nothing_that_they_do_not_know() -> None:
    match = table().match
    own = next(zone.pieces[0] for zone in match.view("red").zones if (zone.name, zone.owner) == ("hand", "red"))
    give = MovePiece("card", own.kind, "", own.facing, Spot("zone", "hand", "red"), Spot("zone", "hand", "blue"))
    luck = SetValue("luck", "red", "1")
    changes = [give, luck, top_to(Spot("zone", "hand", "red"))]
    assert match.shown_by_hand("red", changes, "red") == tuple(changes)
    hidden = (replace(give, kind=""), replace(luck, value=""), changes[2])
    assert match.shown_by_hand("red", changes, "blue") == hidden


def test_a_file_of_a_former_format_refuses_in_words(tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_bytes((Path(__file__).parent / "journals" / "format-3.journal").read_bytes())
    played, _ = Table.resume(path, make)
    answer = played.change_by_hand(played.seats[0].colour, [SetValue("round", "", "1")])
    assert answer == Refused(0, "by_hand.old_journal")
    played.close()
