"""Other rules within a match: the position stays, and from then on the changed rules hold."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.i18n.event_log import log_entries
from dsl.i18n.translator import Translator
from dsl.match.branching import branch
from dsl.match.journal import SeatPlan, read
from dsl.match.match import Match
from dsl.match.replay import SeatReplay, replay
from dsl.match.rule_change import RuleChangeError
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose, Refused, SetValue
from tests.rounds import rounds
from tests.rulesets import RULESETS, loaded

GAMES = ("trias", "dinosaures", "triassic-terror", "dinosaurs-and-unicorns")
TROT = """game trot
    players 2, colours red, blue
board road: squares 5 by 1
counter horse of player: 3 each, on squares
variable score of player: 0..9 = 0
variable pace: 1..3 = 1
action ride(s: square) "Ride to {s}"
    needs free: number of horses on s is 0 "Somebody is there."
    do
        move 1 of my horses in reserve to s
        score of me += pace
action rest "Rest"
    do
        score of me += 0
play
    turns from red clockwise until score of red > 8
        choose one of
            ride
            rest
winner
    most score: score of it
    shared
"""


def advance(match: Match, dice: random.Random, choices: int) -> None:
    """Choose at random, at least so often, up to the begin of an action."""
    while match.question is not None and (choices > 0 or match.question.ask.parameter or match.secretly):
        choices -= 1
        match.choose(match.position, dice.choice(match.question.options))


@pytest.mark.parametrize("game", GAMES)
def test_matches_go_on_under_the_house_rules_of_their_game(game: str) -> None:
    folder, dice, changed = RULESETS / game, random.Random(game), 0
    official = loaded(folder)
    refused: list[tuple[str, bool]] = []
    titles = [rules.title for rules in official.house_rules()]
    for title in dice.sample(titles, len(titles)):
        if changed >= rounds(1, len(titles)):
            break
        match = official.start(official.numbers[0], {}, 5)
        advance(match, dice, 25)
        before = match.view("")
        pack = load(folder, [title])
        try:
            match.change_rules(match.program.colours[0], pack, pack.options(match.players, {}), title)
        except RuleChangeError as error:
            refused.append((error.reason, match.view("") == before))
            continue
        after = match.view("")
        assert [board.cells for board in after.boards] == [board.cells for board in before.boards], title
        assert [(zone.name, zone.owner, zone.size) for zone in after.zones] == [
            (zone.name, zone.owner, zone.size) for zone in before.zones
        ]
        assert after.position == before.position + 1
        assert match.why_no_undo(match.program.colours[0]) in ("undo.new_rules", "undo.together")
        advance(match, dice, 20)
        changed += 1
    assert changed
    assert set(refused) <= {("new_rules.course", True)}


@pytest.fixture(scope="module")
def rules() -> tuple[Ruleset, Ruleset]:
    """Trias, and with a house rule about action points."""
    folder = RULESETS / "trias"
    house = next(rules.title for rules in loaded(folder).house_rules() if "ction" in rules.title)
    return loaded(folder), load(folder, [house])


def test_a_change_is_written_told_and_replayed_and_undo_stops_at_it(
    tmp_path: Path, rules: tuple[Ruleset, Ruleset]
) -> None:
    official, house = rules
    path, people = tmp_path / "match", [SeatPlan(each) for each in official.rules.colours[:2]]
    table, dice = Table(official, people, {}, 3, path), random.Random(2)

    def go(choices: int) -> None:
        for _ in range(choices):
            question = table.match.question
            assert question is not None
            option = dice.choice(question.options)
            assert isinstance(table.handle(Choose(0, question.seat, question.position, option)), Accepted)

    go(8)
    while table.match.question is not None and table.match.question.ask.parameter:
        go(1)
    colour = people[0].colour
    assert table.change_rules(colour, official) == Refused(0, "new_rules.same")
    assert table.change_rules(colour, house, 4, "m2") == Accepted(4)
    assert table.pack is house
    position = table.match.position
    for seat in people:
        assert table.take_back(seat.colour, True) == Refused(0, "undo.new_rules")
    assert table.change_by_hand(colour, [SetValue("score", colour, "5")]) == Accepted(0)
    assert table.take_back(colour, True) == Accepted(0)
    go(3)
    words = Translator(house, "en")
    entry = next(each for each in log_entries(table.match.events_of(""), words) if "Other rules" in each.sentence)
    assert house.house[0].title in entry.sentence
    replayed = SeatReplay(table.match, colour)
    assert [replayed.view(number).position for number in range(replayed.last + 1)]
    table.close()
    kinds = [each.kind for each in read(path).entries]
    assert kinds[position - 1 :][:3] == ["rules", "by_hand", "undo"]
    assert replay(path).match.digest == table.match.digest
    again, damage = Table.resume(path)
    assert (damage, again.pack.identity, again.match.digest) == ("", house.identity, table.match.digest)
    again.close()
    branch(path, position + 1, people, tmp_path / "branch")
    assert replay(tmp_path / "branch").pack.identity == house.identity


def test_another_course_or_board_is_refused_in_words_and_changes_nothing() -> None:
    former = RulesetText((("trot.rules", TROT),))
    match = build(former).start(2, {}, 1)
    match.choose(0, match.question.options[0])  # type: ignore[union-attr]
    digest = match.digest
    for old, new, reason in (
        ("            rest\n", "            rest\n            stand\n", "new_rules.course"),
        ("5 by 1", "6 by 1", "new_rules.board"),
        ("horse of player: 3", "horse of player: 0", "new_rules.few"),
        ("score of player: 0..9", "score of player: 3..9", "new_rules.range"),
    ):
        text = TROT.replace(old, new)
        if "stand\n" in text:
            text = text.replace(
                'action rest "', 'action stand "Stand"\n    do\n        score of me += 0\naction rest "'
            )
        text = text.replace("3..9 = 0", "3..9 = 3")
        pack = build(RulesetText((("trot.rules", text),)))
        with pytest.raises(Exception, match=reason):
            match.change_rules("red", pack, {}, "")
        assert match.digest == digest
    more = build(RulesetText((("trot.rules", TROT.replace("3 each", "4 each")),)))
    match.change_rules("red", more, {}, "More horses")
    assert match.contents.get("horse.reserve") == 3
