"""Everything that a player can read in a game is said in French, with every house rule too."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.session.local_matches import read_form
from app.session.match_config import ChoiceField
from app.table.model.hand_changes import Goal, goals_of, movables_of, settings_of
from dsl.i18n.by_hand import place_text, thing_text, value_text
from dsl.i18n.event_log import log_entries
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.review import translation_remarks
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.rulesets.translations import Noun, RulesetTexts
from dsl.semantics.typed import KindType
from tests.rounds import rounds
from tests.rulesets import FOLDERS, loaded, name_of

each_game = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
CHOICES = rounds(60, 120)
PLACE = re.compile(r"[a-z]{0,2}-?\d+(,-?\d+)?")


class Named(dict[str, Noun]):
    """Names in one language; one that is missing is marked where it is said."""

    def get(self, name: str, otherwise: Noun | None = None) -> Noun | None:  # type: ignore[override]
        known = name in self or not name or PLACE.fullmatch(name) or f"word.{name}" in translation_in("fr")
        return super().get(name, otherwise) if known else Noun(f"<{name}>", f"<{name}>")


class InFrench:
    """A pack that knows no English: what has no French shows."""

    def __init__(self, pack: Ruleset) -> None:
        book = pack.words("fr")
        self._book = replace(book, nouns=Named(book.nouns))

    def words(self, language: str) -> RulesetTexts:
        del language
        return self._book


def sentences(match: Match, words: Translator, dice: random.Random) -> Iterator[str]:
    """Play at random, and yield what is read meanwhile."""
    for _ in range(CHOICES):
        if not match.questions:
            break
        question = dice.choice(match.questions)
        for decision in match.view(question.seat).decisions:
            yield words.decision(decision)
            for entry in decision.entries:
                yield from (words.entry(entry), words.short(entry))
            yield from (words.option(option, decision) for option in decision.options[:3])
        match.choose(question.position, dice.choice(question.options), question.seat)
    # What belongs to nobody is told only if it is named.
    events = [event for event in match.events_of("") if event.kind != "set" or "owner" in dict(event.args)]
    for entry in log_entries(events, words):
        yield entry.whole
        yield from (detail.text for detail in entry.details)


@each_game
def test_no_translation_is_missing_or_stale(folder: Path) -> None:
    assert [remark.said for remark in translation_remarks(read_folder(folder))] == []


@each_game
def test_every_word_of_an_option_is_said(folder: Path) -> None:
    pack = loaded(folder)
    book = pack.words("fr")
    fields = {option.name: option.field for option in read_form(pack, "fr").options}
    for name, option in pack.rules.options.items():
        kind, field = option.type, fields[name]
        if isinstance(kind, KindType) and isinstance(field, ChoiceField):
            for word, shown in zip(pack.rules.kinds[kind.name].values, field.words, strict=True):
                noun = book.nouns.get(word)
                assert shown == book.sentences.get(f"option.{name}.{word}", noun.one if noun else None)


@each_game
def test_every_name_that_is_read_in_a_match_is_french(folder: Path) -> None:
    pack = loaded(folder)
    words = Translator(InFrench(pack), "fr")
    for players in pack.numbers:
        for said in sentences(pack.start(players, seed=players), words, random.Random(players)):
            assert "<" not in said


def changeable_by_hand(match: Match, seat: str, words: Translator, is_named: Callable[[str], bool]) -> Iterator[str]:
    """Yield what a player reads who changes the position by hand."""
    view, events = match.view(seat), match.events_of(seat)
    goals: dict[Goal, None] = {}  # thousands of things can go to the same places
    for movable in movables_of(view, events):
        yield from (place_text(movable.at, words), thing_text(movable.what, words))
        goals |= dict.fromkeys(goals_of(movable, view, events))
    for goal in goals:
        if goal.place is not None:
            yield place_text(goal.place, words)
        yield words.name(goal.kind) if goal.kind else words.owner(goal.owner)
    for setting in settings_of(view, is_named):
        yield value_text(setting.variable, setting.of, setting.value, words)


@each_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_can_be_changed_by_hand_has_a_name(folder: Path, language: str) -> None:
    pack, dice = loaded(folder), random.Random(folder.name)
    words, is_named = (
        Translator(InFrench(pack) if language == "fr" else pack, language),
        Translator(pack, language).is_named,
    )
    for players in pack.numbers:
        match = pack.start(players, seed=players)
        for _ in range(CHOICES // 3):
            if match.questions:
                question = dice.choice(match.questions)
                match.choose(question.position, dice.choice(question.options), question.seat)
        for seat in match.program.colours:
            said = set(changeable_by_hand(match, seat, words, is_named))
            assert said
            assert not [text for text in said if "<" in text or "_" in text]


@each_game
def test_a_value_is_typed_as_it_is_read(folder: Path) -> None:
    pack = loaded(folder)
    for language in ("en", "fr"):
        words = Translator(pack, language)
        view = pack.start(pack.numbers[0], seed=1).view("")
        for setting in settings_of(view, words.is_named):
            assert words.notation(str(words.text(setting.value))) == setting.value


@each_game
def test_what_stands_on_the_table_has_a_french_name(folder: Path) -> None:
    pack = loaded(folder)
    words, rules = Translator(InFrench(pack), "fr"), pack.rules
    declared = [*rules.pieces, *rules.counters, *rules.zones, *rules.colours]
    declared += [value for name, kind in rules.kinds.items() if name not in rules.options for value in kind.values]
    for name in declared:
        assert "<" not in words.name(name), name
    for anchor in (*rules.awards, *(f"winner.{line.name}" for line in rules.winner)):
        assert "<" not in words.anchor(anchor), anchor
