"""Every message of every language, rendered: nothing is left open, and articles and spaces are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from dsl.i18n.translations import FALLBACK, Translation, translation_in
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import load
from dsl.match.rulesets.translations import PERSONS
from tests.dsl.i18n.templates import LANGUAGES, WORDS, Placeholders, all_messages, renderings
from tests.rulesets import FOLDERS

_VOWEL = "aeiouyàâæéèêëîïôœùûAEIOUYÀÂÆÉÈÊËÎÏÔŒÙÛ"
#: What no sentence of a language may hold, whatever its values are.
LEFT_OVER = {
    "fr": (
        rf"(?<![-\w])(?:[dD]e|[lL]e|[lL]a|[nNsSjJmMtT]e|(?:[jJ]us|[lL]ors|[pP]uis)?[qQ]ue) [{_VOWEL}](?!\d)",
        r"\b[dD]e les?\b",
        r"\bà les?\b",
        r" [:;!?»]|« |\w[;!?»]|\w:(?:\s|$)",
    ),
}
ANYWHERE = (r"[{}$]",)
MEANT = ("de le", "de les", "à le", "à les")  #: with a pronoun: `Demandez-lui de le relire`
#: What stands there is no noun.
A_NUMBER_OR_A_PLACE = {"sow", "lay"}
NO_NOUNS = {"place": "a4", "file": "2", "amount": "2"}  #: parts of a value


def faults(text: str, language: str, written: str = "") -> Iterator[str]:
    """Yield what is wrong with a rendered sentence; what a translator has `written` so is meant so."""
    for pattern in (*ANYWHERE, *LEFT_OVER.get(language, ())):
        if (found := re.search(pattern, text)) and not (found[0] in written and found[0] in MEANT):
            yield f"{found[0]!r} in {text!r}"
    if len(re.findall(r"(?<! ) {2,}", text)) > len(re.findall(r'\{"\s{2,}"\}', written)):
        yield f"wide spaces in {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_fluent_throughout_and_says_each_message_once(language: str) -> None:
    seen: set[str] = set()
    for path in translation_in(language).files():
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path}: {entry.content}"
            if isinstance(entry, ast.Message | ast.Term):
                name = f"{'-' if isinstance(entry, ast.Term) else ''}{entry.id.name}"
                assert name not in seen, f"{path}: {name}"
                seen.add(name)
    assert seen == set(translation_in(language).identifiers())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_with_the_same_values(language: str) -> None:
    """Forms and signs are a language's own."""
    english, other = translation_in(FALLBACK), translation_in(language)
    own = re.compile(r"form\.|no\.break|narrow\.|sounds\.")
    assert {key for key in other.messages() if not own.match(key)} == {
        key for key in english.messages() if not own.match(key)
    }
    for key in english.messages():
        if not own.match(key):
            mine, theirs = Placeholders(english.source(key)).all, Placeholders(other.source(key)).all
            assert mine - {"n"} == theirs - {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_reads_well_with_every_value(language: str) -> None:
    said = translation_in(language)
    wrong: dict[str, str] = {}
    for key in said.messages():
        for text in renderings(said, key):
            assert text, key
            prose = re.sub(r"`[^`]*`", "``", text)  # between backquotes stand rules
            found = faults(text if "$" in text else prose, language, said.source(key))
            for fault in (*found, *_in_the_program(prose, language)):
                wrong.setdefault(key, fault)
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_ends_within_a_sentence(language: str) -> None:
    """A dialog wraps a text at its own width, and a break of the file would show as a short line."""
    said = translation_in(language)
    broken = re.compile(r"[\w,)’] *\n *(?!\{|\[|\*\[)[a-zà-ÿ]")
    assert [key for key in said.messages() if broken.search(said.source(key))] == []


def _in_the_program(text: str, language: str) -> Iterator[str]:
    """Yield what games may have and the program does not: typewriter signs, and in English `a` before what may come."""
    articles = (r"\b[aA] [aeioAEIO]", r"\b[aA]n [^aeiouAEIOUhMÉîé]") if language == "en" else ()
    for pattern in (r"\w'\w", r"\.\.\.", *articles):
        if found := re.search(pattern, text):
            yield f"{found[0]!r} in {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_template_of_a_game_reads_well_with_every_value(folder: Path, language: str) -> None:
    said, book = translation_in(language), load(folder).words(language)
    wrong: dict[str, str] = {}
    for key, template in book.sentences.items():
        for word in WORDS if key not in A_NUMBER_OR_A_PLACE else ("a4", "2"):
            for fault in faults(_filled(said, said.typeset(template), word), language):
                wrong.setdefault(key, fault)
    assert wrong == {}


def _filled(said: Translation, template: str, word: str) -> str:
    def value(found: re.Match[str]) -> str:
        shown = NO_NOUNS.get(found[2], word) if not found[3] else word
        return said.form(found[3], shown) if found[3] else shown

    persons = PERSONS.sub(lambda found: found[len(word) % 2 + 1], template)
    return re.sub(r"\{(\w+)(?:\.(\w+))?(?::(\w+))?\}", value, persons)


@pytest.mark.parametrize(
    "text",
    ["points de Est", "il faut que Anne", "la île", "près de le bois", "à les bois", "vide : oui", "Quoi ?", "Quoi?",
     "« oui »", "{name}", "deux  mots"],
)  # fmt: skip
def test_what_is_wrong_is_noticed(text: str) -> None:
    assert list(faults(text, "fr"))


def test_there_is_something_to_read() -> None:
    assert len(list(all_messages())) > 1500
    assert Translator(load(FOLDERS[0]), "fr")
