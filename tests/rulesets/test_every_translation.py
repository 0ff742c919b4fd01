"""Everything that a player can read in a game is said in French, with every house rule too."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.session.local_matches import read_form
from app.session.match_config import ChoiceField
from dsl.i18n.event_log import log_entries
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.review import translation_remarks
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.rulesets.translations import Noun, RulesetTexts
from dsl.semantics.typed import KindType
from tests.rounds import rounds
from tests.rulesets import FOLDERS, name_of

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
    pack = load(folder)
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
    pack = load(folder)
    words = Translator(InFrench(pack), "fr")
    for players in pack.numbers:
        for said in sentences(pack.start(players, seed=players), words, random.Random(players)):
            assert "<" not in said


@each_game
def test_what_stands_on_the_table_has_a_french_name(folder: Path) -> None:
    pack = load(folder)
    words, rules = Translator(InFrench(pack), "fr"), pack.rules
    declared = [*rules.pieces, *rules.counters, *rules.zones, *rules.colours]
    declared += [value for name, kind in rules.kinds.items() if name not in rules.options for value in kind.values]
    for name in declared:
        assert "<" not in words.name(name), name
    for anchor in (*rules.awards, *(f"winner.{line.name}" for line in rules.winner)):
        assert "<" not in words.anchor(anchor), anchor
