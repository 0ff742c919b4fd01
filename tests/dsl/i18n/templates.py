"""What the tests of translations need: every message of every language, its placeholders, and values to try it with."""

from __future__ import annotations

from collections.abc import Iterator

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from dsl.i18n.fluent import Named, Value
from dsl.i18n.translations import Translation, languages, translation_in

LANGUAGES = tuple(languages())


def named(text: str, gender: str) -> Named:
    """A noun as a ruleset's words give it."""
    word = Named(text)
    word.gender = gender
    return word


#: Nouns of both genders that begin with a vowel and with a consonant, and names that have no gender.
WORDS = (
    named("île", "f"),
    named("steppe", "f"),
    named("oiseau", "m"),
    named("bois", "m"),
    "Est",
    "Orange",
    "Bob",
    "Émile",
)
NUMBERS = (0, 1, 2, 11)


class Placeholders(Visitor):
    """The variables of a message, and those of them that select a plural."""

    def __init__(self, source: str) -> None:
        self.all: set[str] = set()
        self.counted: set[str] = set()
        self.visit(FluentParser(with_spans=False).parse_entry(source))

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.all.add(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:
        if isinstance(node.selector, ast.VariableReference):
            self.counted.add(node.selector.id.name)
        self.generic_visit(node)


def renderings(said: Translation, key: str) -> Iterator[str]:
    """Yield a message of a language with every word and every number."""
    found = Placeholders(said.source(key))
    for word in WORDS:
        for number in NUMBERS if found.counted else (2,):
            values: dict[str, Value] = {name: number if name in found.counted else word for name in found.all}
            yield said(key, **values)


def all_messages() -> Iterator[tuple[Translation, str]]:
    """Yield every message of every language."""
    for language in LANGUAGES:
        said = translation_in(language)
        yield from ((said, key) for key in said.messages())
