"""A ruleset's `words.<language>` files: sentences by anchor, names with their plural and gender.

drift.farther: "It must end farther from the centre."
name heron: "heron" "herons"
name heron: "héron" "hérons" m

A comment that begins with `translates:` ties the sentence below it to the one that it translates. A key may have
several such sentences: the one for what the rules say now is used, and none where the rules say something else.

-- translates: "It must end farther from the centre."
drift.farther: "Il doit finir plus loin du centre."
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.text.parse import MAX_PROBLEMS, refuse_strange_characters
from dsl.text.printable import printable
from dsl.text.problem import Problem, Problems
from dsl.text.source import Source, Span

_NAME = re.compile(
    r'name[ \t]+(\w+)[ \t]*:[ \t]*"([^"]*)"(?:[ \t]+"([^"]*)")?(?:[ \t]+([mfnc]))?'
    r'(?:[ \t]+"([^"]*)"[ \t]+"([^"]*)")?'  # of an adjective, beside a feminine noun
)
_SENTENCE = re.compile(r'([\w.]+(?: +[\w.]+)*)[ \t]*:[ \t]*"([^"]*)"')


_TIE = re.compile(r'--[ \t]*translates:[ \t]*"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Noun:
    """A name as a language says it."""

    one: str
    many: str
    gender: str = ""  #: "m", "f", "n" (neuter), "c" (common) or nothing
    feminine: tuple[str, str] = ("", "")  #: one and many of an adjective, beside a feminine noun


@dataclass(frozen=True, slots=True)
class Wordbook:
    """What a ruleset says in one language."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    fronts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: of a piece, the attributes not on its back
    #: Of keys with sentences that are tied to what they translate: these by the sentence that is translated, and by
    #: an empty one what is tied to nothing.
    tied: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    backs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: of a piece, the attributes that all see
    piles: frozenset[str] = frozenset()  #: zones whose pieces lie on each other, in order
    plurals: Mapping[str, str] = field(default_factory=dict)  #: of things without words of their own
    colours: tuple[str, ...] = ()  #: the players
    own: str = ""  #: what belongs to players, if that is one sort of counter or piece only

    def over(self, base: Wordbook) -> Wordbook:
        """Return this wordbook laid over that of the game it is based on."""
        tied = {key: texts for key, texts in base.tied.items() if key not in self.sentences}
        for key, texts in self.tied.items():
            below = base.tied.get(key) or ({"": base.sentences[key]} if key in base.sentences else {})
            tied[key] = {**below, **texts}
        return Wordbook({**base.sentences, **self.sentences}, {**base.nouns, **self.nouns}, tied=tied)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a words file, with the places of its key and of its text (without quotes)."""

    is_name: bool
    key: str
    key_span: Span
    one: str
    one_span: Span
    many: str = ""
    gender: str = ""
    source: str = ""  #: the sentence that it is tied to, as its translation
    feminine: tuple[str, str] = ("", "")  #: one and many of an adjective, beside a feminine noun


def read_wordbook(source: Source) -> Wordbook:
    """Return the words of a file. Raises RulesError with every line that is neither a sentence nor a name."""
    entries = read_entries(source)
    nouns = {e.key: _noun(e) for e in entries if e.is_name}
    by_source: dict[str, dict[str, str]] = {}
    for entry in entries:
        if not entry.is_name:
            by_source.setdefault(entry.key, {})[entry.source] = printable(entry.one)
    sentences = {key: texts.get("") or next(iter(texts.values())) for key, texts in by_source.items()}
    return Wordbook(sentences, nouns, tied={key: texts for key, texts in by_source.items() if any(texts)})


def _noun(entry: Entry) -> Noun:
    one, many = entry.feminine
    return Noun(
        printable(entry.one), printable(entry.many or entry.one), entry.gender, (printable(one), printable(many))
    )


def read_entries(source: Source) -> list[Entry]:
    """Return the lines of a words file. Raises RulesError with every line that is neither a sentence nor a name."""
    refuse_strange_characters(source)
    problems = Problems()
    entries: list[Entry] = []
    tie = ""
    for number, raw in enumerate(source.text.splitlines(), 1):
        line = raw.rstrip()
        indent = len(line) - len(line.lstrip())
        if not line or line.startswith("--", indent):
            found = _TIE.fullmatch(line, indent)
            tie = found[1] if found else ""
            continue
        found = _NAME.fullmatch(line, indent) or _SENTENCE.fullmatch(line, indent)
        if found:
            places = [Span(source.name, number, found.start(g) + 1, number, found.end(g) + 1) for g in (1, 2)]
            is_name = found.re is _NAME
            more = (found[3] or "", found[4] or "") if is_name else ("", "")
            feminine = (found[5] or "", found[6] or "") if is_name else ("", "")
            entries.append(Entry(is_name, found[1], places[0], found[2], places[1], *more, tie, feminine))
            tie = ""
        else:
            problems.add(_unreadable(source.name, number, raw))
            if len(problems.found) >= MAX_PROBLEMS:
                break
    problems.raise_if_any()
    return entries


def _unreadable(file: str, line: int, raw: str) -> Problem:
    return Problem(
        "unreadable-words",
        "this line is neither a sentence nor a name",
        Span(file, line, 1, line, max(len(raw), 1) + 1),
        "cannot be read",
        'A words file has lines such as\n    drift.farther: "It must end farther out."\n'
        '    name heron: "heron" "herons"',
    )
