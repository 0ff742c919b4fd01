"""Mentions of things in rules: which rules of a game speak of a piece, card, counter, zone, place, variable or action,
each with the sentence of the rulebook about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from dsl.base.records import Record
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset
from dsl.rulebook.document import Item, ItemList, Paragraph, Rulebook, Section, Table, shown
from dsl.rulebook.generator import rulebook_of
from dsl.rulebook.phrases import anchor_of
from dsl.semantics import typed as t

_LONGEST = 300  #: letters of a sentence that is quoted
_SENTENCE_ENDS = re.compile(r"(?<=[.!?…])\s+")
#: Fields of typed rules whose text is the name of a declaration; `name` of a property is a variable or an attribute.
_NAMING = frozenset({"piece", "counter", "zone", "variable", "action", "board", "table", "award", "routine", "define"})
_HIDDEN_TYPES = (t.NumberType, t.TruthType, t.NothingType, t.UnknownType)


class Mention(Record, frozen=True):
    """A rule that mentions something."""

    anchor: str  #: of its section in the rulebook
    title: str
    sentence: str  #: of the rulebook; empty if it says nothing of the thing by its name


class Mentions:
    """The mentions of everything in one game, for one number of players and one set of options."""

    def __init__(
        self, pack: Ruleset, language: str, players: int, options: Mapping[str, int | str] | None = None
    ) -> None:
        self._words = Translator(pack, language)
        self._book = rulebook_of(pack, language, players, options)
        self._parts = _names_by_part(pack.rules)

    def of(self, names: Sequence[str]) -> tuple[Mention, ...]:
        """Return the rules that mention one of the names of the rules, the most particular name first."""
        found: dict[str, Mention] = {}
        for name in dict.fromkeys(names):
            anchors = [anchor for anchor, mentioned in self._parts.items() if name in mentioned]
            own = [anchor for anchor in (anchor_of(name), f"term-{name}", f"table-{name}") if anchor in self._parts]
            for anchor in dict.fromkeys((*own, *anchors)):
                section = _section(self._book, anchor)
                if section is None or not section.title:
                    continue
                before = found.get(section.anchor)
                if before is None or not before.sentence:
                    sentence = self._sentence(section, name, own=anchor in own)
                    found[section.anchor] = Mention(section.anchor, section.title, sentence)
        told = [mention for mention in found.values() if mention.sentence]
        return tuple({(each.title, each.sentence): each for each in told or found.values()}.values())

    def named_by(self, action: str, names: Sequence[str]) -> bool:
        """Whether an action speaks of one of the names."""
        return not self._parts.get(anchor_of(action), frozenset()).isdisjoint(names)

    def _sentence(self, section: Section, name: str, *, own: bool) -> str:
        """Return the first text of a section that calls the thing by its name, else (of its `own` rule) the first."""
        texts = [text for text in _texts(section) if len(text) <= _LONGEST and text[-1:] != ":"]
        called = {self._words.name(name, amount).casefold() for amount in (1, 2)}
        fitting = (text for text in texts if any(word in text.casefold() for word in called))
        return next(fitting, texts[0] if own and texts else "")


def _section(book: Rulebook, anchor: str) -> Section | None:
    return next((section for section in book.all_sections() if section.anchor == anchor), None)


def _texts(section: Section) -> Iterator[str]:
    """Yield the sentences of a section, without those of its examples and of the sections below it."""
    for block in section.blocks:
        match block:
            case Paragraph(text):
                said = shown(text)
                yield from [said] if len(said) <= _LONGEST else _SENTENCE_ENDS.split(said)
            case ItemList(items):
                yield from _item_texts(items)
            case Table(head, rows):
                yield from (_row_text(head, [shown(cell) for cell in row]) for row in rows)


def _row_text(head: Sequence[str], cells: Sequence[str]) -> str:
    """Return a row of a table as a text: what it is about, and each value behind the heading of its column."""
    values = (f"{title} ({cell})" if title else cell for title, cell in zip(head[1:], cells[1:], strict=False) if cell)
    return " · ".join((cells[0], *values))


def _item_texts(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        yield shown(item.text)
        yield from _item_texts(item.below)


# ---- names in the rules


def _names_by_part(rules: t.TypedRules) -> dict[str, frozenset[str]]:
    """Return by anchor of the rulebook the names that a part of the rules mentions, in the order of the rulebook.

    What a definition mentions counts for each part that uses it, too.
    """
    reader = _NameReader(rules)
    parts: dict[str, object] = {"setup": rules.setup, "course": rules.play}
    parts |= {anchor_of(name): action for name, action in rules.actions.items()}
    parts |= {anchor_of(name): routine for name, routine in rules.routines.items() if name not in ("setup", "play")}
    parts |= {anchor_of(name): consequence for name, consequence in rules.consequences.items()}
    parts |= {anchor_of(name): path for name, path in rules.paths.items()}
    parts |= {anchor_of(name): award for name, award in rules.awards.items()}
    parts["end"] = rules.winner
    parts |= {f"table-{name}": table for name, table in rules.tables.items()}
    parts |= {f"term-{name}": define for name, define in rules.defines.items()}
    return {anchor: frozenset(reader.names(part)) for anchor, part in parts.items()}


class _NameReader:
    """Reads names out of typed rules."""

    def __init__(self, rules: t.TypedRules) -> None:
        self._rules = rules
        self._defines: dict[str, frozenset[str]] = {}

    def names(self, inside: object) -> Iterator[str]:
        """Yield the names that a part of the rules mentions; some of them twice."""
        waiting = [inside]
        while waiting:
            part = waiting.pop()
            if isinstance(part, list | tuple):
                waiting += part
                continue
            if not isinstance(part, Struct) or isinstance(part, _HIDDEN_TYPES):
                continue
            yield from self._own_names(part)
            waiting += [getattr(part, field) for field in part.__struct_fields__ if field != "span"]

    def _own_names(self, part: Struct) -> Iterator[str]:
        for field in part.__struct_fields__:
            value = getattr(part, field)
            if isinstance(value, str) and value and field in _NAMING:
                yield value
        match part:
            case t.Constant(type=t.KindType(name=kind), value=number):
                values = self._rules.kinds[kind].values
                yield from values[number : number + 1] if number >= 0 else ()
            case t.KindType(name=name) | t.PropertyValue(name=name) | t.KindValues(kind=name):
                yield name
            case t.TableDecl(name=name, columns=columns, rows=rows):
                yield from (name, *columns, *rows)
            case t.CounterSet(counter=counter, state=int(state)):
                yield from self._rules.counters[counter].states[state : state + 1]
            case t.CellConstant(board=board, x=x) if self._rules.boards[board].areas:
                yield from (area[0] for area in self._rules.boards[board].areas[x : x + 1])
            case t.Trigger(name=name):
                yield name
            case t.DefineValue(define=name):
                if name not in self._defines:
                    self._defines[name] = frozenset()  # definitions are not recursive; a name twice is read once
                    self._defines[name] = frozenset(self.names(self._rules.defines[name]))
                yield from self._defines[name]
