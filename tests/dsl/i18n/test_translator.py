"""Every event has its sentence; what a ruleset does not say falls back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.event_log import log_entries
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.ir.events import EVENTS
from dsl.match import ending
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.match.rulesets.translations import Noun, RulesetTexts, read_ruleset_texts
from dsl.match.table_messages import FailedCondition
from dsl.match.view import EventView
from tests.dsl.i18n.small_games import FLATS
from tests.dsl.match.fen import FenBook
from tests.dsl.match.test_match import option, play


class FenWords:
    def words(self, language: str) -> RulesetTexts:
        if language == "en":
            return RulesetTexts({}, {"herd": Noun("herd", "herds"), "red": Noun("Red", "Red")})
        return RulesetTexts(
            {"settle": "S'installer en {to}", "settle.empty": "La case {to} est prise."},
            {"herd": Noun("troupeau", "troupeaux", "m"), "red": Noun("Rouge", "Rouge")},
        )


def test_an_adjective_agrees_with_the_noun_beside_it() -> None:
    lines = (
        'name fresh: "frais" "frais" m "fraîche" "fraîches"\nname isle: "île" "îles" f\nname wood: "bois" "bois" m\n'
    )

    class French:
        def words(self, language: str) -> RulesetTexts:
            return read_ruleset_texts(Source("words.fr", lines if language == "fr" else ""))

    words = Translator(French(), "fr")
    assert [words.name("fresh", n, "isle") for n in (0, 1, 2)] == ["fraîche", "fraîche", "fraîches"]
    assert [words.name("fresh", 2, noun) for noun in ("wood", "", "nothing")] == ["frais"] * 3


def test_every_event_that_is_told_has_a_sentence() -> None:
    own = {"turn", "together", "eliminate", "over"}
    assert {f"told.{kind}" for kind in own | ending.EVENTS.keys()} <= set(translation_in("en").messages())
    assert own <= EVENTS.keys()


def test_a_choice_is_told_in_the_readers_language() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    events = [event.seen_by(0) for event in match.choose(decision, option(decision, "settle", "b2"))]
    english, french = Translator(FenWords(), "en"), Translator(FenWords(), "fr")
    assert english.chosen(events[0]) == "Red: Settle on b2"
    assert french.chosen(events[0]) == "Rouge\u00a0: S'installer en b2"
    (entry,) = log_entries(events, english)
    assert (entry.sentence, entry.points, entry.whole) == ("Red: Settle on b2.", 1, "Red: Settle on b2. +1 point.")


def test_an_answer_to_the_question_of_an_action_is_only_named() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    words, settle = Translator(FenWords(), "en"), option(decision, "settle", "b2")
    assert words.answer(settle, decision) == "Settle on b2"
    assert words.answer(settle, decision, armed=True) == "B2"


def test_an_answer_that_leaves_later_values_open_is_only_named_where_no_other_action_has_values() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    words, settle = Translator(FenWords(), "en"), option(decision, "settle", "b2")
    entries = tuple(
        replace(entry, title="Settle on {to}, facing {way}", params=("to", "way")) if number == settle.entry else entry
        for number, entry in enumerate(decision.entries)
    )
    alone = replace(decision, entries=entries, options=tuple(o for o in decision.options if o.entry == settle.entry))
    assert words.option(settle, alone) == "Settle on b2, facing …"
    assert words.answer(settle, alone) == "B2"
    other = replace(settle, entry=next(n for n in range(len(entries)) if n != settle.entry))
    beside = replace(alone, options=(*alone.options, other))
    assert words.answer(settle, beside) == "Settle on b2, facing …"


def test_a_prompt_says_who_acts_and_what_is_open() -> None:
    match = Match(FenBook(), 2, {}, 7)
    words = Translator(FenWords(), "en")
    assert words.decision(match.decisions[0]) == "Red: choose an action."
    play(match, "settle", "a1")
    play(match, "stop")
    assert words.option(option(match.decisions[0], "walk", "red a1"), match.decisions[0]) == "Lead Red a1 to …"
    play(match, "walk", "red a1")
    assert words.decision(match.decisions[0]) == "Red: Lead Red a1 to …"
    assert words.decision(match.decisions[0], mine=False) == "Red is choosing."


def test_a_reason_falls_back_to_the_text_of_the_rules() -> None:
    failed = FailedCondition("settle.empty", "Herds stand on {to} already.", (("to", "b2"),))
    assert Translator(FenWords(), "en").condition(failed) == "Herds stand on b2 already."
    assert Translator(FenWords(), "fr").condition(failed) == "La case b2 est prise."


def test_a_hidden_card_is_told_without_its_kind() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    events = match.choose(decision, option(decision, "draw"))
    words = Translator(FenWords(), "en")
    seen = {seat: next(log_entries([event.seen_by(seat) for event in events], words)).whole for seat in (0, 1)}
    assert seen[1] == "Red: Draw a card. A hidden card went from the pile to the hand."
    assert seen[0] in (f"Red: Draw a card. A {card} went from the pile to the hand." for card in ("sun", "rain"))


def test_a_words_file_is_read_line_by_line_and_its_mistakes_are_all_reported() -> None:
    book = read_ruleset_texts(
        Source("words.fr", '-- noms\nname herd: "troupeau" "troupeaux" m\ndrift.far: "Trop loin."\n')
    )
    assert book.nouns["herd"] == Noun("troupeau", "troupeaux", "m")
    assert book.sentences["drift.far"] == "Trop loin."
    with pytest.raises(RulesError) as caught:
        read_ruleset_texts(Source("words.fr", 'name herd "x"\nok: "y"\nwhat\n'))
    assert [problem.span.line for problem in caught.value.problems] == [1, 3]


def test_players_are_called_by_their_names_and_counters_by_their_colour() -> None:
    match = Match(FenBook(), 2, {}, 7)
    (decision,) = match.decisions
    words = Translator(FenWords(), "en", {"red": "Ada"})
    assert words.decision(decision).startswith("Ada: ")
    events = [event.seen_by(0) for event in match.choose(decision, option(decision, "settle", "b2"))]
    assert words.chosen(events[0]) == "Ada: Settle on b2"
    assert words.text("red b2") == "Red b2"


def test_ones_own_piece_needs_no_owner_in_a_sentence_about_oneself() -> None:
    class Figures:
        def words(self, language: str) -> RulesetTexts:
            return RulesetTexts(
                {}, {"fox": Noun("fox", "foxes"), "red": Noun("Red", "Red"), "blue": Noun("Blue", "Blue")}
            )

    words = Translator(Figures(), "en")
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
    words = Translator(made, "en")
    assert words.decision(decision) == "Red: Pay … to Blue"
    refused = match.why_not("red", 0, "2")
    assert [words.condition(one) for one in refused] == ["Blue does not take 2."]
    events = [event.seen_by(1) for event in match.choose(decision, option(decision, "answer", "3"))]
    assert words.chosen(events[0]) == "Red: Pay 3 to …"


def test_a_value_takes_the_article_or_preposition_that_fits_it() -> None:
    class French:
        def words(self, language: str) -> RulesetTexts:
            nouns = {
                "wood": Noun("bois", "bois", "m"),
                "isle": Noun("île", "îles", "f"),
                "bog": Noun("tourbe", "", "f"),
            }
            return RulesetTexts({"go": "Aller {t:au} ({t:le}, {t:du}, {t:un}, {p:de})"}, nouns, colours=("orange",))

    def said(thing: str) -> str:
        args = (
            ("player", "orange"),
            ("action", "go"),
            ("text", ""),
            ("t", thing),
            ("p", "orange"),
            ("complete", "yes"),
        )
        return Translator(French(), "fr").chosen(EventView(0, "chose", args, (), 0))

    assert said("wood 2,0") == "Orange\u00a0: Aller au bois 2,0 (le bois 2,0, du bois 2,0, un bois 2,0, d’Orange)"
    assert said("isle") == "Orange\u00a0: Aller à l’île (l’île, de l’île, une île, d’Orange)"
    assert said("bog") == "Orange\u00a0: Aller à la tourbe (la tourbe, de la tourbe, une tourbe, d’Orange)"
    assert said("d4") == "Orange\u00a0: Aller à d4 (d4, de d4, d4, d’Orange)"


def test_things_without_words_have_the_plural_of_the_rules() -> None:
    made = build(RulesetText((("flats.rules", FLATS),)))
    for language in ("en", "fr"):
        assert [Translator(made, language).name("man", amount) for amount in (1, 9)] == ["man", "men"]
    assert Translator(made, "en").text("kept of red") == "Red’s kept"


def test_a_sentence_of_its_own_says_what_a_player_did() -> None:
    book = RulesetTexts({"end": "End your turn", "end.did": "{player} ends the turn"}, colours=("red",))

    class Ends:
        def words(self, language: str) -> RulesetTexts:
            return book

    event = EventView(0, "chose", (("player", "red"), ("action", "end"), ("text", ""), ("complete", "yes")), (), 0)
    assert Translator(Ends(), "en").chosen(event) == "Red ends the turn"
