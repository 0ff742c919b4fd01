"""Which words of a ruleset hold for its rules as they are now, and which translations are stale or missing.

A words file speaks of the rules that it was written for. Where a house rule changes what a key stands for, a sentence
about the former rule would be wrong: the rule's own text is shown instead, or a translation that is tied to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dsl.engine.wordbook import Wordbook, read_entries
from dsl.engine.wordkeys import nodes
from dsl.text import tree as t
from dsl.text.anchors import flat
from dsl.text.format_expressions import write
from dsl.text.source import Source

_CODE = "`"  #: opens what stands for a condition without a message: its code, which nobody translates


def fitting(book: Wordbook, plain: t.Tree, rules: t.Tree, english: Wordbook | None = None) -> Wordbook:
    """Return of a wordbook what holds for `rules`, which house rules may have made of the `plain` ones.

    `english` is what the ruleset says in English, made fit already; the other languages translate it.
    """
    if rules is plain and not book.tied:
        return book
    before = texts_of(plain)
    now = before if rules is plain else texts_of(rules)
    sentences: dict[str, str] = {}
    for key, text in book.sentences.items():
        source = (english.sentences.get(key) if english is not None else None) or now.get(key, "")
        texts = book.tied.get(key, {"": text})
        if source and source in texts:
            sentences[key] = texts[source]
        elif "" in texts and (key not in before or before[key] == now.get(key)):
            sentences[key] = texts[""]
    return replace(book, sentences=sentences, tied={})


def texts_of(tree: t.Tree) -> dict[str, str]:
    """Return what the rules themselves say, by key; of a condition without a message its code."""
    found: dict[str, str] = {}
    for section in tree.sections:
        match section:
            case t.Action(name, _, text, lines):
                found[name] = text
                for part in flat(lines):
                    if isinstance(part, t.Needs):
                        said = part.message or f"{_CODE}{write(part.condition)}"
                        found[f"{name}.{part.name}"] = said
            case t.Option(name, text=text):
                found[f"option.{name}"] = text
    return found


def said_by(tree: t.Tree) -> dict[str, str]:
    """Return every sentence that the rules themselves say to players, by key; choices and notes are their own keys."""
    found = {key: text for key, text in texts_of(tree).items() if text and not text.startswith(_CODE)}
    silent = (t.Example, t.Always, t.Table)
    for node in nodes(section for section in tree.sections if not isinstance(section, silent)):
        if isinstance(node, t.Choice | t.Note) and node.text:
            found[node.text] = node.text
    return found


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a language lacks."""

    missing: Mapping[str, str]  #: by key, what is said in English
    stale: Mapping[str, str]  #: by key, what is said in English now; its translation is tied to something else
    names: tuple[str, ...]  #: named in English only


def gaps(book: Wordbook, english: Wordbook, versions: Sequence[t.Tree]) -> Gaps:
    """Return what a language lacks to say all that the ruleset says in English, in each version of its rules: without
    house rules, then with each of them. Neither book is made fit yet."""
    missing: dict[str, str] = {}
    stale: dict[str, str] = {}
    for rules in versions:
        fit = fitting(english, versions[0], rules)
        spoken = fitting(book, versions[0], rules, fit)
        for key, text in {**said_by(rules), **fit.sentences}.items():
            if text and key not in spoken.sentences and not key.endswith(".letter"):
                (stale if key in book.sentences else missing)[key] = text
    return Gaps(missing, stale, tuple(name for name in english.nouns if name not in book.nouns))


@dataclass(frozen=True, slots=True)
class Remark:
    """A translation that is stale or missing: nothing is wrong, but players read English there."""

    file: str
    line: int  #: 0 if it is missing
    said: str


def remarks(gaps: Gaps, source: Source) -> tuple[Remark, ...]:
    """Return what to tell the author of a words file."""
    lines = {entry.key: entry.key_span.line for entry in read_entries(source)}
    stale = (
        Remark(source.name, lines.get(key, 0), f'`{key}` translates another sentence; the rules now say "{text}"')
        for key, text in gaps.stale.items()
    )
    missing = (
        Remark(source.name, 0, f'"{text}" is not translated' if key == text else f'`{key}` is not translated: "{text}"')
        for key, text in gaps.missing.items()
    )
    names = (Remark(source.name, 0, f"the name `{name}` is not translated") for name in gaps.names)
    return (*stale, *missing, *names)


def tied(source: Source, english: Wordbook, rules: t.Tree) -> str:
    """Return a words file in which every translation says what it translates; what is tied already stays."""
    wanted = {**texts_of(rules), **english.sentences}
    lines = source.text.splitlines()
    for entry in reversed(read_entries(source)):
        text = wanted.get(entry.key, "")
        if not entry.is_name and not entry.source and text and not text.startswith(_CODE):
            lines.insert(entry.key_span.line - 1, f'-- translates: "{text}"')
    return "\n".join(lines) + "\n"
