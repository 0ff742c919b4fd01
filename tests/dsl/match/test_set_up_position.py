"""Matches that begin at a position put together by hand: journaled, replayed, branched and continued like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.i18n.event_log import log_entries
from dsl.i18n.translator import Translator
from dsl.match.branching import branch
from dsl.match.by_hand import ByHandError
from dsl.match.continuation import BegunAt, choices_made, repeat_choices
from dsl.match.journal import HUMAN, SeatPlan, SetUpPosition, read
from dsl.match.position_draft import PositionDraft
from dsl.match.replay import SeatReplay, replay
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.set_up_position import find_courses, set_up, set_up_anew
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose
from tests.rulesets import RULESETS, loaded

TROT = """game trot
    players 2, colours red, blue
board road: hexes, unbounded, window 3, centre 0,0
piece horse of player, on hexes, one on each, alike
variable score of player: 0..99 = 0
action settle(s: hex) "Place on {s}"
    needs free: none of horses on s "Somebody is there."
    do
        create horse of me in s
action ride(h: horse, s: hex) "Ride to {s}"
    needs mine: owner of h is me      "Not yours."
    needs free: none of horses on s   "Somebody is there."
    needs near: s touches place of h  "Too far."
    do
        move h to s
        score of me += 1
play
    phase first
        for each p in players
            choose settle by p
    phase main
        turns from red clockwise until score of me > 5
            budget steps = 2
            repeat while steps > 0
                choose one of
                    ride for 1 steps
                    stop "End your turn"
winner
    most score: score of it
    shared
"""
BLUE_TURN = SetUpPosition(("red horse 0,0", "blue horse 9,0", "score of red: 4"), "blue", 7)
SEATS = tuple(SeatPlan(colour, HUMAN) for colour in ("red", "blue"))


def trot(text: str = TROT) -> Ruleset:
    return build(RulesetText((("trot.rules", text),)))


def begun(start: SetUpPosition, path: Path) -> Table:
    pack = trot()
    match = pack.start(2, {}, 3)
    match.set_people(("red", "blue"))
    found = repeat_choices(match, (BegunAt(start.player, start),))
    return Table.continued(pack, SEATS, 3, found, path)


def test_a_match_at_a_position_is_journaled_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    table = begun(BLUE_TURN, path)
    view = table.view("blue")
    assert {cell.place for board in view.boards for cell in board.cells if cell.pieces} == {"0,0", "9,0"}
    assert (view.active, view.phase, view.position, view.may_undo) == ("blue", "phase main", 0, False)
    assert view.decisions[0].budget == (("steps", 2),)
    option = view.decisions[0].options[0].number
    assert isinstance(table.handle(Choose(1, "blue", 0, option)), Accepted)
    told = [entry.sentence for entry in log_entries(table.history("red", -1, 99).events, Translator(trot(), "en"))]
    assert told[0] == "The match begins at a position set up by hand. It is Blue’s turn."
    digest = table.match.digest
    table.close()

    resumed, damage = Table.resume(path)
    resumed.close()
    assert (resumed.match.digest, damage) == (digest, "")
    replayed = replay(path).match
    seen = SeatReplay(replayed, "red")
    assert {cell.place for cell in seen.view(0).boards[0].cells if cell.pieces} == {"0,0", "9,0"}
    branch(path, 0, SEATS, tmp_path / "b.journal")
    assert replay(tmp_path / "b.journal").match.digest == replayed.before(0).digest


def test_a_match_at_a_position_goes_on_under_changed_rules(tmp_path: Path) -> None:
    table = begun(BLUE_TURN, tmp_path / "a.journal")
    table.close()
    entries = read(tmp_path / "a.journal").entries
    made = choices_made(trot().start(2, {}, 3), entries)
    # Another placement comes first: the course that the journal has leads nowhere now.
    changed = trot(TROT.replace("choose settle by p\n", "choose settle by p\n            choose settle by p\n"))
    found = repeat_choices(changed.start(2, {}, 3), made)
    assert found.stopped is None
    assert found.match.question is not None
    assert (found.match.question.seat, found.match.contents.get("score")) == ("blue", 4)


def test_courses_are_the_turns_of_the_rules_first() -> None:
    courses = find_courses(trot().start(2, {}, 1))
    assert [(each.player, each.name) for each in courses[:2]] == [
        ("red", "phase main: ride stop"), ("blue", "phase main: ride stop"),
    ]  # fmt: skip
    assert {each.name for each in courses[2:]} == {"phase first: settle"}


@pytest.mark.parametrize(
    ("items", "why"),
    [
        (("red horse 0,0", "green horse 1,0"), "begin_at.impossible"),
        (("red horse 0,0", "red horse 90,0"), "begin_at.impossible"),  # beyond any board
        (('red horse 0,0"\n    play ride',), "begin_at.impossible"),
    ],
)
def test_impossible_positions_are_refused_and_change_nothing(items: tuple[str, ...], why: str) -> None:
    match = trot().start(2, {}, 1)
    before = match.digest
    with pytest.raises(ByHandError) as error:
        set_up_anew(match, SetUpPosition(items, "red", 1))
    assert (error.value.reason, match.digest) == (why, before)


def test_a_course_must_lead_to_the_player() -> None:
    start = set_up_anew(trot().start(2, {}, 1), replace(BLUE_TURN, at="phase main: ride stop"))
    with pytest.raises(ValueError, match="it is not the turn of red"):
        set_up(trot().start(2, {}, 1), replace(start, player="red"))


@pytest.mark.parametrize("game", ["triassic-terror", "classics/oware"])
def test_the_games_begin_at_positions(game: str) -> None:
    pack = loaded(RULESETS / game)
    players = pack.rules.players[0]
    draft = PositionDraft(pack, players, pack.defaults(players))
    assert draft.take_from(pack.start(players, {}, 5)) is None
    match = pack.start(players, {}, 3)
    player = draft.colours[-1]
    set_up_anew(match, SetUpPosition(draft.items, player, 9))
    assert match.question is not None
    assert (match.question.seat, match.past, match.position) == (player, [], 0)
