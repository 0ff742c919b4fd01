"""Other rules within a match: the position stays, and from then on the changed rules hold."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.event_log import log_entries
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.match.branching import branch
from dsl.match.journal import SeatPlan, read
from dsl.match.match import Match
from dsl.match.replay import SeatReplay, replay
from dsl.match.rule_change import RuleChangeError, moved_state
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose, Refused, SetValue
from tests.rounds import rounds
from tests.rulesets import FOLDERS, RULESETS, loaded, name_of

WITH_HOUSE_RULES = [folder for folder in FOLDERS if any((folder / "house").glob("*.rules"))]
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

#: A match that ends: resting scores, too.
LONG = TROT.replace("score of me += 0", "score of me += 1").replace("0..9 = 0", "0..9999 = 0")


def advance(match: Match, dice: random.Random, choices: int) -> None:
    """Choose at random, at least so often, up to the begin of an action."""
    while match.question is not None and (choices > 0 or match.question.ask.parameter or match.secretly):
        choices -= 1
        match.choose(match.position, dice.choice(match.question.options))


@pytest.mark.parametrize("folder", WITH_HOUSE_RULES, ids=name_of)
def test_matches_go_on_under_the_house_rules_of_their_game(folder: Path, tmp_path: Path) -> None:
    """In a thorough run under each of them, and back, up to the end."""
    dice, carried, official = random.Random(folder.name), 0, loaded(folder)
    titles = [rules.title for rules in official.house_rules()]
    for title in dice.sample(titles, len(titles)):
        if carried >= rounds(1, len(titles)):
            break
        path = tmp_path / title
        people = [SeatPlan(each) for each in official.rules.colours[: official.numbers[0]]]
        table = Table(official, people, {}, 5, path)
        play(table, dice, dice.randint(2, 6))
        before, seat = table.match.view(""), people[0].colour
        answer = table.change_rules(seat, load(folder, [title]))
        if isinstance(answer, Refused):
            assert answer.reason in translation_in("en")
            assert table.match.view("") == before
            continue
        carried += 1
        after = table.match.view("")
        assert [board.cells for board in after.boards] == [board.cells for board in before.boards], title
        assert [(zone.name, zone.owner, zone.size) for zone in after.zones] == [
            (zone.name, zone.owner, zone.size) for zone in before.zones
        ]
        assert after.position == before.position + 1
        assert table.match.why_no_undo(seat) in ("undo.new_rules", "undo.together")
        play(table, dice, rounds(12, 100_000))
        table.close()
        if folder.parent != RULESETS or rounds(0, 1):  # the large games are replayed in a thorough run
            assert replay(path).match.digest == table.match.digest


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
    play(table, dice, 8)
    colour = people[0].colour
    assert table.change_rules(colour, official) == Refused(0, "new_rules.same")
    assert table.change_rules(colour, house, 4, "m2") == Accepted(4)
    assert table.pack is house
    position = table.match.position
    for seat in people:
        assert table.take_back(seat.colour, True) == Refused(0, "undo.new_rules")
    assert table.change_by_hand(colour, [SetValue("score", colour, "5")]) == Accepted(0)
    assert table.take_back(colour, True) == Accepted(0)
    play(table, dice, 3)
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


def pack_of(text: str) -> Ruleset:
    return build(RulesetText((("trot.rules", text),)))


def begun(text: str, choices: int = 1) -> Match:
    match = pack_of(text).start(2, {}, 1)
    for _ in range(choices):
        assert match.question is not None
        match.choose(match.position, match.question.options[0])
    return match


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (TROT[TROT.index("        choose") : TROT.index("winner")], "        score of me += 1\n", "new_rules.point"),
        ("        choose one of", "        phase walk\n            choose one of", "new_rules.point"),
        ("5 by 1", "6 by 1", "new_rules.board"),
        ("red, blue\n", "red, green\n", "new_rules.players"),
        ("horse of player: 3", "horse of player: 0", "new_rules.few"),
        ("score of player: 0..9", "score of player: 3..9", "new_rules.range"),
        ("        choose one of", "        let bonus = score of me\n        choose one of", "new_rules.value"),
    ],
)  # fmt: skip
def test_what_cannot_be_carried_over_is_refused_in_words_and_changes_nothing(old: str, new: str, reason: str) -> None:
    match = begun(TROT)
    digest, text = match.digest, TROT.replace(old, new)
    if "phase walk" in text:
        text = text.replace("            ride\n            rest", "                ride\n                rest")
    if "bonus" in text:
        text = text.replace("            rest\n", "            rest\n        score of me += bonus\n")
    text = text.replace("3..9 = 0", "3..9 = 3")
    with pytest.raises(RuleChangeError, match=reason) as refused:
        match.change_rules("red", pack_of(text), {}, "")
    assert refused.value.reason in translation_in("en")
    assert match.digest == digest


def test_new_actions_phases_values_and_counters_come_into_a_running_match() -> None:
    """What stands around the decision of the moment may grow, also before it."""
    match = begun(LONG, 3)
    before = match.contents.get("score")
    text = LONG.replace(
        "        choose one of\n",
        """        phase feed
            hay of me += 1
            choose grow
        choose one of
            stand
""",
    )
    text = text.replace("variable pace", "variable hay of player: 0..9999 = 4\nvariable pace")
    text = text.replace("counter horse", "counter foal of player: 2 each, on squares\ncounter horse")
    text = text.replace(
        'action rest "',
        """action stand "Stand"
    do
        hay of me += 1
action grow "Grow"
    do
        hay of me += 1
action rest \"""",
    )
    match.change_rules("red", pack_of(text), {}, "Hay")
    now = [match.contents.get(name) for name in ("score", "hay", "foal.reserve")]
    assert now == [before, 4, 2]
    assert match.question is not None
    assert [entry.action for entry in match.decisions[0].entries] == ["stand", "ride", "rest"]
    match.choose(match.position, match.decisions[0].options[0].number)
    assert [entry.action for entry in match.decisions[0].entries] == ["grow"]
    assert match.view("").phase == "phase feed"
    advance(match, random.Random(4), 1000)
    assert match.over


#: Parts of house rules that may come together.
PARTS = (
    'action stand "Stand"\n    do\n        score of me += 0\nadd to play.choice after rest\n    stand',
    "add to play before choice\n    phase feed\n        choose rest",
    "add to play after choice\n    phase sleep\n        choose first possible of\n            rest\n            ride",
    "add to play before choice\n    if score of me > 3\n        repeat up to 2 times\n            choose rest",
    "replace play.choice\n    score of me += 1\n    choose rest",
    "replace play.choice\n    trip()",
    "add to play before choice\n    let bonus = pace\nadd to play after choice\n    score of me += bonus",
    "set play.turns.until = score of red > 5",
    "variable mud: 0..3 = 1\ncounter foal of player: 2 each, on squares",
)
TRIP = """to trip
    budget steps = 2
    repeat
        choose one of
            ride for 1 steps
            rest for 1 steps
            stop
"""


def with_house_rules(dice: random.Random) -> Ruleset:
    """The rules with some house rules that go together, each with one of the parts."""
    head = 'house rules "{}" for trot\n'
    while True:
        chosen = sorted(dice.sample(range(len(PARTS)), dice.randint(0, 2)))
        texts = [f"{head.format(n)}{TRIP if 'trip' in PARTS[n] else ''}{PARTS[n]}\n" for n in chosen]
        extra = [Source(f"{n}.rules", each) for n, each in zip(chosen, texts, strict=True)]
        with suppress(RulesError):
            return build(RulesetText((("trot.rules", LONG),)), extra=extra)


def test_changed_rules_carry_over_or_are_refused_and_the_journal_replays(tmp_path: Path) -> None:
    """Random house rules at random moments: the match ends under them, and replays to the same position."""
    dice, results = random.Random(8), Counter[str]()
    for number in range(rounds(6, 60)):
        former, changed = with_house_rules(dice), with_house_rules(dice)
        path, people = tmp_path / str(number), [SeatPlan(each) for each in former.rules.colours]
        table = Table(former, people, {}, number, path)
        play(table, dice, dice.randint(0, 6))
        digest, answer = table.match.digest, table.change_rules("red", changed)
        if isinstance(answer, Refused):
            results[answer.reason] += 1
            assert table.match.digest == digest
            assert answer.reason in translation_in("en")
        else:
            results["carried"] += 1
            assert table.pack.identity == changed.identity
        play(table, dice, 500)
        assert table.match.over
        table.close()
        again = replay(path).match
        assert (again.digest, again.outcome) == (table.match.digest, table.match.outcome)
    assert results["carried"] > 1
    assert len(results) > 1


def play(table: Table, dice: random.Random, choices: int) -> None:
    """Choose at random, up to the begin of an action that is not secret."""
    while (question := table.match.question) is not None and (
        choices > 0 or question.ask.parameter or question.ask.further or table.match.secretly
    ):
        choices -= 1
        chosen = Choose(0, question.seat, question.position, dice.choice(question.options))
        assert isinstance(table.handle(chosen), Accepted)


BLUFF = """game bluff
    players 2, colours red, blue
kinds Suit: moon star
piece card: Suit
zone pile: cards, in order, seen by nobody
zone hand of player: cards, seen by its player
zone shown: cards
zone kept of player: cards, seen by its player
variable score of player: 0..99 = 0
variable stake of player: 0..9, seen by its player = 0
setup
    create 4 of card(moon) in pile
    create 4 of card(star) in pile
    shuffle pile
    for each p in players
        move top(pile) to hand of p
        move top(pile) to hand of p
action show(c: card) "Show a card"
    needs held: c is in hand of me
    do
        score of me += if kind of c is star then 2 otherwise 1
        move c to shown
play
    turns from red clockwise until score of red > 2
        choose show
winner
    most score: score of it
    shared
"""


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("zone hand of player: cards, seen by its player", "zone hand of player: cards", "new_rules.reveals"),
        ("zone pile: cards, in order, seen by nobody", "zone pile: cards, seen by nobody", "new_rules.reveals"),
        ("0..9, seen by its player", "0..9", "new_rules.reveals"),
        ("variable stake of player: 0..9", "variable stake of player: 0..8", "new_rules.range"),
        ("zone kept of player: cards, seen by its player", "zone kept of player: cards", ""),
    ],
)
def test_nothing_hidden_is_shown_by_changed_rules(old: str, new: str, reason: str) -> None:
    """Not even whether a hidden value fits into another range; a zone without cards may become open."""
    match, changed = begun(BLUFF, 0), pack_of(BLUFF.replace(old, new))
    assert changed.identity != pack_of(BLUFF).identity
    before = {seat: match.view(seat) for seat in ("red", "blue", "")}
    if reason:
        with pytest.raises(RuleChangeError, match=reason):
            match.change_rules("red", changed, {}, "")
        return
    match.change_rules("red", changed, {}, "")
    for seat, view in before.items():
        assert [zone.pieces for zone in match.view(seat).zones] == [zone.pieces for zone in view.zones]


def test_whether_rules_carry_over_depends_on_nothing_hidden() -> None:
    """The answer before the vote is the same for all positions that look alike: here, all shuffles of the cards."""
    pack = pack_of(BLUFF)
    changes = [
        pack_of(BLUFF.replace(old, new))
        for old, new in (
            ("variable stake of player: 0..9", "variable stake of player: 0..0"),
            ("needs held: c is in hand of me", "needs held: c is in hand of me\n    needs star: kind of c is star"),
            ("zone hand of player: cards, seen by its player", "zone hand of player: cards"),
            ("if kind of c is star then 2", "if kind of c is star then 3"),
        )
    ]
    for changed in changes:
        found = set[str]()
        for seed in range(6):
            match = pack.start(2, {}, seed)
            match.state[match.program.layout.slots["stake"].first + 1] = seed  # blue's, which red does not know
            runner = changed.runner(2, {}, {})
            try:
                moved_state(match.program, match.state, runner.program, runner.blank())
                found.add("")
            except RuleChangeError as error:
                found.add(f"{error.reason} {error.values}")
        assert len(found) == 1
