"""Titles of examples in other languages, from `examples/words.LANGUAGE`; what is wrong with them, and what is missing.

A line holds a title as the rules have it, and its translation: `"X3: which tiles may drift": "X3 : ..."`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from dsl.base.control_characters import printable
from dsl.base.problem import Problem, Problems
from dsl.base.source import Source, Span
from dsl.base.suggestions import nearest
from dsl.match.rulesets.folder import ENGLISH, EXAMPLE_WORDS, RulesetText
from dsl.match.rulesets.translations import TranslationWarning
from dsl.syntax import ast as t
from dsl.syntax.parser import MAX_PROBLEMS, parse, refuse_strange_characters

_LINE = re.compile(r'[ \t]*"([^"]*)"[ \t]*:[ \t]*"([^"]*)"')
#: The author's own number of an example: `X3: `, `R5, R42: `, `6.2.1: `, `8.6 a: `; the rest of `X16, later: ` stays.
_LETTERED = r"[A-Z]{1,2}-?[0-9]+(?:\.[0-9]+)*[a-z]?"
_CODE = re.compile(rf"(?:{_LETTERED}(?:(?:, |[-/]){_LETTERED})*(?:\s*: |,? )|[0-9]+(?:\.[0-9]+)*(?: ?[a-z])?\s*: )")


def without_code(title: str) -> str:
    """Return the title of an example without the author's own number in front."""
    return title[found.end() :] if (found := _CODE.match(title)) else title


def example_titles(text: RulesetText, language: str) -> Mapping[str, str]:
    """Return the translated titles by the titles in the rules; none for English. Raises RulesError."""
    if language == ENGLISH:
        return {}
    name = f"examples/words.{language}"
    own = {title: printable(said) for title, said, _ in _entries(Source(name, text.text(name)))}
    return {**example_titles(text.base, language), **own} if text.base else own


def example_title_problems(text: RulesetText, titles: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each translated title that is not among the titles of the rules. Raises RulesError."""
    known = set(titles)
    for name, content in text.files:
        if EXAMPLE_WORDS.fullmatch(name):
            for title, _, span in _entries(Source(name, content)):
                if title not in known:
                    meant = nearest(title, known)
                    yield Problem(
                        "unknown-words-key", "no example has this title", span, "never used",
                        "A line has the title of an example as the rules have it, then its translation.",
                        f"did you mean `{meant}`?" if meant else "",
                    )  # fmt: skip


def missing_example_titles(text: RulesetText, language: str) -> Iterator[TranslationWarning]:
    """Yield a warning for each example whose title a language lacks. Raises RulesError."""
    said, name = example_titles(text, language), f"examples/words.{language}"
    sources = (*text.rules(), *text.within("examples"), *text.within("house"))
    titles = dict.fromkeys(title for source in sources for title in titles_in(parse(source)))
    for title in titles:
        if title not in said:
            yield TranslationWarning(name, 0, f'the title of the example "{title}" is not translated')


def titles_in(tree: t.Tree) -> Iterator[str]:
    """Yield the titles of the examples of a tree."""
    yield from (section.title for section in tree.sections if isinstance(section, t.ExampleSection))


def _entries(source: Source) -> list[tuple[str, str, Span]]:
    """Return the title, its translation and the place of the title of each line. Raises RulesError with every line
    that cannot be read."""
    refuse_strange_characters(source)
    problems, found = Problems(), list[tuple[str, str, Span]]()
    for number, raw in enumerate(source.text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("--"):
            continue
        if read := _LINE.fullmatch(raw.rstrip()):
            found.append((read[1], read[2], Span(source.name, number, read.start(1) + 1, number, read.end(1) + 1)))
            continue
        problems.add(Problem(
            "unreadable-words", "this line is no title with its translation",
            Span(source.name, number, 1, number, max(len(raw), 1) + 1), "cannot be read",
            'A line here is such as\n    "a heron eats two frogs": "un héron mange deux grenouilles"',
        ))  # fmt: skip
        if len(problems.found) >= MAX_PROBLEMS:
            break
    problems.raise_if_any()
    return found
