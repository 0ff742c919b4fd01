"""What players read in random matches of all games, in both languages: no gaps, and options that differ."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from dsl.i18n.event_log import log_entries
from dsl.i18n.translations import translation_in
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import DecisionView
from tests.dsl.i18n.test_templates import faults
from tests.rounds import rounds
from tests.rulesets import FOLDERS, loaded, name_of

LANGUAGES = ("en", "fr")
CHOICES = rounds(400, 4000)
SAMPLED = 5  #: of so many decisions one is read: a match is to come to its end
QUESTIONS = 6  #: refused values that are asked about at a decision
#: In every language: two colons, a name of the rules, a doubled word, something that is not filled in or left empty.
UNREADABLE = (r":.*:", r"\w_\w", r"\b(\w+) \1\b", r"[{}<>]|\(\)|  |^\W*$", r" [,.]|\.\.|,\.|:\.")
#: In English: an article that does not fit what follows, a number that does not.
IN_ENGLISH = (r"\b[aA] [aeioAEIO](?!ne\b|\d)", r"\b[aA]n [^aeiouAEIOUhM]", r"\b1 \w+s were\b", r"\b[2-9] \w+ was\b")
each_game = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)


@dataclass(slots=True)
class Spoken:
    """What is read in one match."""

    options: list[dict[str, set[str]]] = field(
        default_factory=list
    )  #: by decision: a text, and the values that it says
    questions: dict[str, None] = field(default_factory=dict)  #: prompts
    choices: dict[str, None] = field(default_factory=dict)  #: lines of options, and entries of lists
    refusals: dict[str, None] = field(default_factory=dict)
    told: dict[str, None] = field(default_factory=dict)  #: lines of the log and of the score sheet

    @property
    def lines(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.questions, *self.choices, *self.refusals, *self.told)


@cache
def spoken(folder: Path) -> dict[str, Spoken]:
    """Play at random, and return by language what is read meanwhile."""
    pack, dice = loaded(folder), random.Random(folder.name)
    found = {language: Spoken() for language in LANGUAGES}
    match = pack.start(dice.choice(pack.numbers), seed=dice.randrange(1000))
    seen: set[str] = set()
    while match.questions and match.position < CHOICES:
        asked = dice.choice(match.questions)
        if dice.randrange(SAMPLED):
            match.choose(asked.position, dice.choice(asked.options), asked.seat)
            continue
        (decision,) = (each for each in match.view(asked.seat).decisions if each.seat == asked.seat)
        seen.update(option.value.text for option in decision.options)
        refused = [
            (entry, value)
            for entry in range(len(decision.entries))
            for value in dice.sample(sorted(seen), min(QUESTIONS, len(seen)))
        ]
        reasons = [match.why_not(asked.seat, entry, value) for entry, value in refused]
        for language, said in found.items():
            words = Translator(pack, language).addressing(asked.seat)
            _add_decision(decision, words, said)
            said.refusals |= dict.fromkeys(words.condition(reason) for each in reasons for reason in each)
        match.choose(asked.position, dice.choice(asked.options), asked.seat)
    for language, said in found.items():
        for seat in ("", match.program.colours[0]):
            said.told |= dict.fromkeys(_told(match, pack, language, seat))
    return found


def _add_decision(decision: DecisionView, words: Translator, said: Spoken) -> None:
    said.questions[words.decision(decision)] = None
    said.choices |= dict.fromkeys(words.entry(entry) for entry in decision.entries)
    texts: dict[str, set[str]] = defaultdict(set)
    for option in decision.options:
        given = decision.entries[option.entry].given
        texts[words.option(option, decision)].add(f"{option.entry} {given} {option.value.text}")
    said.options.append(texts)
    said.choices |= dict.fromkeys(texts)


def _told(match: Match, pack: Ruleset, language: str, seat: str) -> Iterator[str]:
    words = Translator(pack, language).addressing(seat)
    for entry in log_entries(match.events_of(seat), words):
        yield entry.sentence
        for detail in entry.details:
            yield detail.text
            yield from (part.text for part in detail.parts[:3])
    yield from (words.score_line(line) for line in match.view(seat).sheet)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_of_a_decision_read_differently(folder: Path, language: str) -> None:
    """With the names of all places. Where the board shows no names, it marks the places instead, and a text may say of
    two of them only that both lie in the west."""
    alike = [
        (text, sorted(values))
        for texts in spoken(folder)[language].options
        for text, values in texts.items()
        if len(values) > 1
    ]
    assert alike == []


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_reads_like_a_sentence(folder: Path, language: str) -> None:
    patterns = (*UNREADABLE, *(IN_ENGLISH if language == "en" else ()))
    wrong = []
    for line in spoken(folder)[language].lines:
        plain = re.sub(r"-?\d+,-?\d+|\b[a-z]{1,2}\d+\b", "d4", line)  # coordinates are no words
        found = [pattern for pattern in patterns if re.search(pattern, plain)]
        wrong += [(line, found)] if found else []
        wrong += [(line, [fault]) for fault in faults(plain, language)]
    assert wrong == []


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_over_or_refused_has_no_gaps(folder: Path, language: str) -> None:
    gap, said = translation_in(language)("word.open"), spoken(folder)[language]
    assert [line for line in (*said.questions, *said.refusals, *said.told) if gap in line] == []


@each_game
def test_nothing_is_left_in_english(folder: Path) -> None:
    """A line of several words is not the same in both languages."""
    english, french = (spoken(folder)[language].lines for language in LANGUAGES)
    same = set(english) & set(french)
    assert sorted(line for line in same if len(re.findall(r"[^\W\d]{2,}", line)) > 2) == []
