"""Every sentence exists in both languages; what a ruleset does not say falls back."""

from __future__ import annotations

import re

import pytest

from dsl.engine.folder import RulesetText
from dsl.engine.match import Match
from dsl.engine.messages import FailedCondition
from dsl.engine.pack import build
from dsl.engine.wordbook import Noun, Wordbook, read_wordbook
from dsl.program.events import EVENTS
from dsl.text.problem import RulesError
from dsl.text.source import Source
from dsl.words.catalogue import CATALOGUE
from dsl.words.sentences import Words
from tests.dsl.engine.fen import FenBook
from tests.dsl.engine.test_match import option, play


class FenWords:
    def words(self, language: str) -> Wordbook:
        if language == "en":
            return Wordbook({}, {"herd": Noun("herd", "herds"), "red": Noun("Red", "Red")})
        return Wordbook(
            {"settle": "S'installer en {to}", "settle.empty": "La case {to} est prise."},
            {"herd": Noun("troupeau", "troupeaux", "m"), "red": Noun("Rouge", "Rouge")},
        )


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    assert CATALOGUE["en"].keys() == CATALOGUE["fr"].keys()
    for key, english in CATALOGUE["en"].items():
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", CATALOGUE["fr"][key])), key


def test_every_event_that_is_told_has_a_sentence() -> None:
    told = set(EVENTS) - {"enter", "leave", "apart", "create", "count"}
    assert {f"event.{kind}" for kind in told} <= CATALOGUE["en"].keys()


def test_a_choice_is_told_in_the_readers_language() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    events = [event.seen_by(0) for event in match.choose(decision, option(decision, "settle", "b2"))]
    english, french = Words(FenWords(), "en"), Words(FenWords(), "fr")
    assert english.event(events[0]) == "Red: Settle on b2"
    assert french.event(events[0]) == "Rouge : S'installer en b2"
    assert english.event(events[1]) == "Red: 1 herd: reserve → b2."
    assert french.event(events[1]) == "Rouge : 1 troupeau : réserve → b2."
    assert english.event(events[2]) == "Score of Red: 1 (before: 0)."


def test_a_prompt_says_who_acts_and_what_is_open() -> None:
    match = Match(FenBook(), 2, {}, 7)
    words = Words(FenWords(), "en")
    assert words.decision(match.decisions[0]) == "Red: choose what to do."
    play(match, "settle", "a1")
    play(match, "stop")
    assert words.option(option(match.decisions[0], "walk", "red a1"), match.decisions[0]) == "Lead Red a1 to …"
    play(match, "walk", "red a1")
    assert words.decision(match.decisions[0]) == "Red: Lead Red a1 to …"
    assert words.decision(match.decisions[0], mine=False) == "Red is choosing."


def test_a_reason_falls_back_to_the_text_of_the_rules() -> None:
    failed = FailedCondition("settle.empty", "Herds stand on {to} already.", (("to", "b2"),))
    assert Words(FenWords(), "en").condition(failed) == "Herds stand on b2 already."
    assert Words(FenWords(), "fr").condition(failed) == "La case b2 est prise."


def test_a_hidden_card_is_told_without_its_kind() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    events = match.choose(decision, option(decision, "draw"))
    words = Words(FenWords(), "en")
    seen = {seat: words.event(next(e for e in events if e.kind == "pass").seen_by(seat)) for seat in (0, 1)}
    assert seen[1] == "A hidden card: pile → hand of Red."
    assert seen[0] in ("Sun: pile → hand of Red.", "Rain: pile → hand of Red.")


def test_a_words_file_is_read_line_by_line_and_its_mistakes_are_all_reported() -> None:
    book = read_wordbook(Source("words.fr", '-- noms\nname herd: "troupeau" "troupeaux" m\ndrift.far: "Trop loin."\n'))
    assert book.nouns["herd"] == Noun("troupeau", "troupeaux", "m")
    assert book.sentences["drift.far"] == "Trop loin."
    with pytest.raises(RulesError) as caught:
        read_wordbook(Source("words.fr", 'name herd "x"\nok: "y"\nwhat\n'))
    assert [problem.span.line for problem in caught.value.problems] == [1, 3]


def test_players_are_called_by_their_names_and_counters_by_their_colour() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    words = Words(FenWords(), "en", {"red": "Ada"})
    assert words.decision(decision).startswith("Ada: ")
    events = [event.seen_by(0) for event in match.choose(decision, option(decision, "settle", "b2"))]
    assert words.event(events[0]) == "Ada: Settle on b2"
    assert words.event(events[1]) == "Ada: 1 herd: reserve → b2."
    assert words.text("red b2") == "Red b2"


def test_ones_own_piece_needs_no_owner_in_a_sentence_about_oneself() -> None:
    class Figures:
        def words(self, language: str) -> Wordbook:
            return Wordbook({}, {"fox": Noun("fox", "foxes"), "red": Noun("Red", "Red"), "blue": Noun("Blue", "Blue")})

    words = Words(Figures(), "en")
    assert words.own("red fox d4", "red") == "fox d4"
    assert words.own("blue fox d4", "red") == "Blue fox d4"
    assert words.own("red d4", "red") == "Red d4"  # it would not say any more what stands there
    assert words.own("d4", "red") == "d4"


def test_a_question_names_what_the_rule_gives_and_the_log_leaves_it_open() -> None:
    rules = """game hut
    players 2, colours red, blue
action answer(given who: player, n: 1..3) "Pay {n} to {who}"
    needs fair: n is not 2 "{who} does not take {n}."
    do
        note "paid"
play
    turns from red clockwise until 1 is 1
        choose answer(left_of(me))
winner
    most none: 0
"""
    made = build(RulesetText((("hut.rules", rules),)))
    match = Match(made, 2, {}, 7)
    (decision,) = match.decisions
    words = Words(made, "en")
    assert words.decision(decision) == "Red: Pay … to blue"
    refused = match.why_not("red", 0, "2")
    assert [words.condition(one) for one in refused] == ["Blue does not take 2."]
    events = [event.seen_by(1) for event in match.choose(decision, option(decision, "answer", "3"))]
    assert words.event(events[0]) == "Red: Pay 3 to …"
