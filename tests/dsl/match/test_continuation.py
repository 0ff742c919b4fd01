"""A match continues under changed rules: its choices are found again by what they mean, up to the first illegal one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.i18n.translator import Translator
from dsl.match.continuation import ContinuedMatch, MeantChoice, continue_under, options_kept
from dsl.match.journal import SeatPlan, read
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import OptionError, Ruleset, build
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose, Command, Resign, Undo
from tests.dsl.match.secret_games import BIDS

HEATH = """game heath
    players 2..3, colours red, blue, white
board heath: squares 4 by 4
kinds Ground: reed mud moss
piece card: Ground
counter herd of player: 6 each, on squares
zone deck: cards, in order, seen by nobody
zone hand of player: cards, seen by its player
zone kept of player: cards
option size: 1..4 = 2 "Actions in a turn"
option first_cards: 0..4 = 2 "Cards at the start"
action settle(s: square) "Settle on {s}"
    needs free: none of herds on s "Somebody lives on {s}."
    do
        move 1 of my herds in reserve to s
action graze(h: herd, to: square) "{h} to {to}"
    needs mine: owner of h is me "Not yours."
    needs near: to touches place of h "Too far."
    needs free: none of herds on to "Somebody lives on {to}."
    do
        move h to to
action keep(c: card) "Keep {c}"
    needs held: c is in hand of me "Not in your hand."
    do
        move c to kept of me
        move top(deck) to hand of me
setup
    create 6 of card(reed) in deck
    create 6 of card(mud) in deck
    create 6 of card(moss) in deck
    shuffle deck
    for each p in players
        repeat up to first_cards times
            move top(deck) to hand of p
play
    turns from red clockwise until number of herds on squares > 9
        budget points = size
        repeat while points > 0
            choose one of
                settle for 1 points
                graze for 1 points
                keep for 1 points
                stop
winner
    most herds: number of herds of it on squares
    shared
"""


def rules(text: str, *changes: tuple[str, str]) -> Ruleset:
    """Return the pack of a game with some of its lines changed."""
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return build(RulesetText((("game.rules", text),)))


def table_of(pack: Ruleset, players: int = 2, seed: int = 4, path: Path | None = None, **options: int) -> Table:
    """Return a table of people."""
    colours = pack.rules.colours[:players]
    return Table(pack, [SeatPlan(colour) for colour in colours], options, seed, path)


def do(table: Table, command: Command) -> None:
    """Let a table carry out a command."""
    assert isinstance(table.handle(command), Accepted)


def play(table: Table, *choices: str) -> None:
    """Make choices, each written as the journal writes it, or `seat: choice` during simultaneous decisions."""
    for written in choices:
        seat, _, text = written.rpartition(": ")
        decision = next(each for each in table.match.decisions if seat in ("", each.seat))
        option = next(
            each
            for each in decision.options
            if f"{decision.entries[each.entry].action} {each.value.text}".strip() == text
        )
        do(table, Choose(1, decision.seat, decision.number, option.number))


def continued(table: Table, changed: Ruleset, **options: int) -> ContinuedMatch:
    """Return the match of a table under changed rules."""
    return continue_under(table.pack, changed, table.header, table.entries, options or None)


def squares(match: Match) -> dict[str, str]:
    """Return whose herds stand where."""
    cells = (cell for board in match.view("").boards for cell in board.cells)
    return {cell.place: counter.owner for cell in cells for counter in cell.counters}


MATCH = ("settle a1", "settle b1", "settle d4", "graze blue d4", "graze d3", "graze red a1", "graze a2")


def test_choices_are_found_again_although_their_numbers_are_others(tmp_path: Path) -> None:
    table = table_of(rules(HEATH))
    play(table, *MATCH, "stop")
    wider = rules(
        HEATH,
        ("squares 4 by 4", "squares 7 by 5"),
        ("                settle for 1", "                stop\n                settle for 1"),
        ("keep for 1 points\n                stop", "keep for 1 points"),
    )
    result = continued(table, wider)
    assert (result.kept, result.total, result.stopped) == (8, 8, None)
    assert squares(result.match) == squares(table.match)
    assert [question.seat for question in result.match.questions] == ["blue"]
    assert table.match.position == 8  # as before
    path = tmp_path / "match.journal"
    goes_on = Table.continued(wider, table.header.seats, table.header.seed, result, path)
    play(goes_on, "settle g5")
    goes_on.close()
    resumed, _ = Table.resume(path)
    assert (resumed.match.digest, len(resumed.entries)) == (goes_on.match.digest, 9)
    resumed.close()


def test_the_first_illegal_choice_is_returned_with_the_sentence_of_its_rule() -> None:
    table = table_of(rules(HEATH))
    play(table, *MATCH)
    dry = rules(HEATH, ('"Too far."', '"Too far."\n    needs dry: x_of(to) < 3 "{to} is too wet."'))
    result = continued(table, dry)
    stopped = result.stopped
    assert stopped is not None
    assert (result.kept, stopped.number, result.match.position) == (4, 5, 4)
    assert isinstance(stopped.choice, MeantChoice)
    assert (stopped.choice.seat, stopped.choice.public) == ("blue", "graze d3")
    assert [each.anchor for each in stopped.failed] == ["graze.dry"]
    words = Translator(dry, "en")
    assert words.why_stopped(stopped) == ("d3 is too wet.",)
    assert words.option(stopped.choice.option, stopped.choice.decision) == "Herd d4 to d3"
    assert result.match.question_of("blue") is not None  # the match waits for another place


@pytest.mark.parametrize(
    ("change", "kept", "reason"),
    [
        (("settle for 1 points", "settle for 2 points"), 1, "continued.price"),
        (("                graze for 1 points\n", ""), 4, "continued.not_asked"),
        (("> 9", "> 1"), 3, "refused.over"),
        (("squares 4 by 4", "squares 3 by 4"), 3, "continued.no_value"),
        (("from red clockwise", "from blue clockwise"), 0, "refused.not_your_turn"),
    ],
)
def test_why_a_choice_cannot_be_made_under_other_rules(change: tuple[str, str], kept: int, reason: str) -> None:
    pack = rules(HEATH, ("size: 1..4 = 2", "size: 1..4 = 3"))
    table = table_of(pack)
    play(table, "settle a1", "settle b1", "stop", "settle d4", "graze blue d4", "graze d3")
    changed = rules(HEATH, ("size: 1..4 = 2", "size: 1..4 = 3"), change)
    result = continued(table, changed)
    assert result.stopped is not None
    assert (result.kept, result.stopped.reason) == (kept, reason)
    for language in ("en", "fr"):
        (why,) = Translator(changed, language).why_stopped(result.stopped)
        assert reason not in why


def test_options_chosen_by_hand_stay_and_all_others_follow_the_changed_rules() -> None:
    former = rules(HEATH)
    changed = rules(HEATH, ("size: 1..4 = 2", "size: 1..3 = 3"), ("first_cards: 0..4 = 2", "first_cards: 0..4 = 1"))
    assert options_kept(former, changed, 2, {"size": 2, "first_cards": 2}) == {}
    assert options_kept(former, changed, 2, {"size": 2, "first_cards": 3}) == {"first_cards": 3}
    assert options_kept(former, changed, 2, {"size": 4, "first_cards": 2}) == {}  # only up to 3 now
    assert options_kept(former, rules(HEATH, ("option size: 1..4 = 2", "option length: 1..4 = 2"),
                                      ("points = size", "points = length")), 2, {"size": 4}) == {}  # fmt: skip
    table = table_of(former, first_cards=4)
    play(table, *MATCH[:2])
    result = continued(table, changed)
    assert result.match.options == {"size": 3, "first_cards": 4}
    assert [question.seat for question in result.match.questions] == ["red"]  # the third action of the turn
    assert continued(table, former, size=1).match.options["size"] == 1
    with pytest.raises(OptionError, match="not 2"):
        continued(table, rules(HEATH, ("players 2..3", "players 3")))


def test_chance_is_that_of_the_same_seed_and_alike_cards_stay_apart() -> None:
    former = rules(HEATH)
    table = table_of(former, seed=11)
    hand = [each.value.text for each in table.match.decisions[0].options if each.value.sort == "piece"]
    play(table, f"keep {hand[0]}", "stop", "stop")
    longer = rules(HEATH, ("size: 1..4 = 2", "size: 1..4 = 4"))
    result = continued(table, longer)
    assert (result.kept, result.stopped) == (3, None)
    assert result.match.view("red").zones == table.match.view("red").zones
    assert result.match.view("blue").zones == table.match.view("blue").zones
    # Other cards are dealt when the box holds others: the card may not be in the hand.
    other = rules(HEATH, ("create 6 of card(reed) in deck", "create 1 of card(reed) in deck"))
    dealt = [continued(table_played(former, seed), other) for seed in range(6)]
    assert {each.stopped.reason for each in dealt if each.stopped is not None} <= {
        "continued.no_value",
        "refused.not_offered",
    }
    assert any(each.stopped is not None for each in dealt)


def table_played(pack: Ruleset, seed: int) -> Table:
    """Return a table at which red has kept the first card of the hand."""
    table = table_of(pack, seed=seed)
    card = next(each.value.text for each in table.match.decisions[0].options if each.value.sort == "piece")
    play(table, f"keep {card}")
    return table


def test_secret_choices_in_any_order_stay_secret_and_are_kept() -> None:
    table = table_of(rules(BIDS))
    play(table, "blue: bid 4", "red: sleep", "red: bid 3", "red: bid 2")
    result = continued(table, rules(BIDS, ("score of p += offer of p", "score of p += 1")))
    assert (result.kept, result.stopped, result.match.secretly) == (4, None, True)
    assert result.match.view("red").values == table.match.view("red").values
    lower = continued(table, rules(BIDS, ("action bid(n: 0..5)", "action bid(n: 0..3)")))
    assert lower.stopped is not None
    assert isinstance(lower.stopped.choice, MeantChoice)
    assert (lower.kept, lower.stopped.choice.public, lower.stopped.reason) == (0, None, "continued.no_value")
    assert lower.stopped.choice.option.value.text == "4"


def test_what_was_taken_back_is_left_out_and_a_journal_is_as_good_as_a_table(tmp_path: Path) -> None:
    path = tmp_path / "match.journal"
    table = table_of(rules(HEATH), path=path)
    play(table, "settle a1", "settle d1")
    do(table, Undo(2, "red"))
    play(table, "settle b1", "settle c3")
    do(table, Resign(3, "blue"))
    changed = rules(HEATH, ("squares 4 by 4", "squares 3 by 4"))
    result = continued(table, changed)
    assert (result.kept, result.total, result.stopped) == (4, 4, None)
    assert squares(result.match) == {"a1": "red", "b1": "red", "c3": "blue"}
    assert result.match.view("").given_up == ("blue",)
    table.close()
    content = read(path)
    again = continue_under(table.pack, changed, content.header, content.entries)
    assert (again.kept, again.match.digest) == (4, result.match.digest)
    resumed, _ = Table.resume(path)
    assert [each.text for each in resumed.entries] == [each.text for each in table.entries]
    assert continued(resumed, changed).match.digest == result.match.digest
    resumed.close()
    assert continued(resumed, rules(HEATH, ("settle for 1", "settle for 3"))).kept == 0


def test_a_rule_that_fails_stops_the_match_before_the_choice() -> None:
    table = table_of(rules(HEATH))
    play(table, "settle a1", "settle b1")
    settled = "        move 1 of my herds in reserve to s\n"
    broken = rules(HEATH, (settled, f"{settled}        if kind of top(kept of me) is moss\n            end game\n"))
    result = continued(table, broken)
    assert result.stopped is not None
    assert (result.kept, result.stopped.reason) == (0, "paused.rule")
    assert "kept of me" in dict(result.stopped.args)["why"]
