"""A ruleset's `words.<language>` files: sentences by anchor, names with their plural and gender.

drift.farther: "It must end farther from the centre."
name heron: "heron" "herons"
name heron: "héron" "hérons" m
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.text.problem import Problem, Problems
from dsl.text.source import Source, Span

_NAME = re.compile(r'name[ \t]+(\w+)[ \t]*:[ \t]*"([^"]*)"(?:[ \t]+"([^"]*)")?(?:[ \t]+([mf]))?')
_SENTENCE = re.compile(r'([\w.][\w. ]*?)[ \t]*:[ \t]*"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Noun:
    """A name as a language says it."""

    one: str
    many: str
    gender: str = ""  #: "m", "f" or nothing


@dataclass(frozen=True, slots=True)
class Wordbook:
    """What a ruleset says in one language."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)

    def over(self, base: Wordbook) -> Wordbook:
        """Return this wordbook laid over that of the game it is based on."""
        return Wordbook({**base.sentences, **self.sentences}, {**base.nouns, **self.nouns})


def read_wordbook(source: Source) -> Wordbook:
    """Return the words of a file. Raises RulesError with every line that is neither a sentence nor a name."""
    problems = Problems()
    sentences: dict[str, str] = {}
    nouns: dict[str, Noun] = {}
    for number, raw in enumerate(source.text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("--"):
            continue
        if name := _NAME.fullmatch(line):
            nouns[name[1]] = Noun(name[2], name[3] or name[2], name[4] or "")
        elif sentence := _SENTENCE.fullmatch(line):
            sentences[sentence[1]] = sentence[2]
        else:
            problems.add(_unreadable(source.name, number, raw))
    problems.raise_if_any()
    return Wordbook(sentences, nouns)


def _unreadable(file: str, line: int, raw: str) -> Problem:
    return Problem(
        "unreadable-words",
        "this line is neither a sentence nor a name",
        Span(file, line, 1, line, len(raw) + 1),
        explanation='A words file has lines such as\n    drift.farther: "It must end farther out."\n'
        '    name heron: "heron" "herons"',
    )
