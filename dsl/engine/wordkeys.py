"""Which keys a words file may have: what the rules name, and the values that a sentence about it may hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.engine.wordbook import Entry, read_entries
from dsl.text import tree as t
from dsl.text.anchors import anchors_of, section_anchor
from dsl.text.fields import names_below, names_inside
from dsl.text.near import near
from dsl.text.placeholders import strange_placeholders
from dsl.text.problem import Problem
from dsl.text.source import Source

_WORD = re.compile(r"[^\W\d]\w*")
_OWN = ("setup", "play", "turn", "reserve", "stop")  #: what every game has without saying so


@dataclass(frozen=True, slots=True)
class Keys:
    """What words files may speak of."""

    names: frozenset[str] = frozenset()  #: what may stand behind `name`
    slots: frozenset[str] = frozenset()  #: boards whose places are called `BOARD_1`, `BOARD_2` ...
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: key: the parameters it may hold


def known_keys(trees: Iterable[t.Tree], titles: Iterable[str] = ()) -> Keys:
    """Return the keys for a game: its rules in all the versions that its house rules make of them, and their titles."""
    names: set[str] = {*_OWN}
    house = [key for title in titles for key in (f"house.{title}", f"house.{title}.text")]
    sentences: dict[str, tuple[str, ...]] = dict.fromkeys((*_OWN, *house), ())
    # Most sections are the same in every version: each is looked at once.
    sections = {id(section): section for tree in trees for section in tree.sections}.values()
    params: dict[str, tuple[str, ...]] = {}
    for action in (section for section in sections if isinstance(section, t.Action)):
        params.setdefault(action.name, tuple(param.name for param in action.params))
    for section in sections:
        for key in _keys(t.Tree((section,))):
            sentences.setdefault(key, params.get(key.partition(".")[0], ()))
        named = (node for node in nodes([section]) if not isinstance(node, t.Number))  # of these a table may be full
        names.update(word for node in named for word in _words(node))
    sentences.update((f"{name}.letter", ()) for name in names)
    slots = frozenset(section.name for section in sections if isinstance(section, t.Board) and section.shape == "slots")
    return Keys(frozenset(names), slots, sentences)


def strange_keys(source: Source, keys: Keys) -> Iterator[Problem]:
    """Yield a problem for each line of a readable words file whose key or `{value}` the rules do not have."""
    for entry in read_entries(source):
        slot_of = entry.key.rpartition("_")[0] if entry.key.rpartition("_")[2].isdecimal() else ""
        if entry.is_name and entry.key not in keys.names and slot_of not in keys.slots:
            yield _unknown(entry, f"the rules name nothing `{entry.key}`", keys.names)
        elif not entry.is_name and entry.key not in keys.sentences:
            yield _unknown(entry, f"the rules have no part called `{entry.key}`", keys.sentences)
        elif not entry.is_name:
            params = keys.sentences[entry.key] + (("player",) if entry.key.endswith(".did") else ())
            yield from strange_placeholders(entry.one, entry.one_span, params, f"the sentence `{entry.key}`")


def _unknown(entry: Entry, summary: str, candidates: Iterable[str]) -> Problem:
    meant = near(entry.key, candidates)
    return Problem(
        "unknown-words-key", summary, entry.key_span, "nobody will ever read this",
        "A words file says what the rules have names for: a thing, an action, one of its conditions, an option.",
        f"did you mean `{meant}`?" if meant else "",
    )  # fmt: skip


def _keys(tree: t.Tree) -> Iterator[str]:
    yield from anchors_of(tree)
    for section in tree.sections:
        anchor = section_anchor(section)
        match section:
            case t.Action(params=params):
                yield f"{anchor}.name"
                yield f"{anchor}.did"
                yield from (f"{anchor}.{param.name}" for param in params)
            case t.Option(type=type_):
                yield from (f"{anchor}.{word.name}" for word in type_.alternatives if isinstance(word, t.NamedType))
            case t.Table(columns=columns):
                yield from (f"{anchor}.{column}" for column in columns)
        yield f"{anchor}.where"
    for node in nodes(section for section in tree.sections if not isinstance(section, t.Table)):
        match node:
            case t.Phase(name):
                yield f"phase {name}"
            case t.Choice(name, text=text):
                yield from (name, f"{name}.did")
                if text:
                    yield from (text, f"{text}.did")
            case t.Note(text):
                yield text


def nodes(inside: Iterable[object]) -> Iterator[t.Node]:
    """Yield every node among some values and in them, in the order of the text."""
    waiting = [*inside][::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += reversed(node)
        elif isinstance(node, t.Node):
            yield node
            waiting += [getattr(node, name) for name in reversed(names_below(type(node)))]


def _words(node: t.Node) -> Iterator[str]:
    """Yield the words that stand in a node itself."""
    for name in names_inside(type(node)):
        value = getattr(node, name)
        if name in ("comments", "remark"):
            continue
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, str) and _WORD.fullmatch(word):
                yield word
