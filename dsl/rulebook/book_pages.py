"""Pages of a rulebook for the workshop: plain lines of text in which each value that a house rule may change names its
part. They travel from the language service to the window.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from dsl.base.serialization import Serializable
from dsl.match.rulesets.ruleset import Ruleset
from dsl.rulebook.document import Block, Item, ItemList, Paragraph, Section, Table, Text
from dsl.rulebook.generator import changeable_sections
from dsl.rulebook.phrases import PartMarks
from dsl.semantics import typed as t


class BookRun(Serializable, frozen=True):
    """A piece of text: plain, a link to a line with that `anchor`, or the value of a part of the rules."""

    text: str
    target: str = ""  #: empty: no link
    part: str = ""  #: as `document.Run` has it; empty: it is no value


class BookLine(Serializable, frozen=True):
    """A heading, a paragraph, an item of a list, or the head or a row of a table."""

    sort: Literal["heading", "text", "remark", "item", "head", "row"]
    cells: tuple[tuple[BookRun, ...], ...]  #: of a row of a table; other lines have one
    anchor: str = ""  #: empty: nothing leads to it
    part: str = ""  #: the part of the rules that the whole line says; empty: none
    depth: int = 0  #: of an item: how many items it is below
    number: int = 0  #: of an item of an ordered list; 0: it has none


class BookPage(Serializable, frozen=True):
    """A section of the rulebook with all below it."""

    anchor: str
    title: str
    lines: tuple[BookLine, ...]


def book_pages(pack: Ruleset, language: str, players: int, marks: PartMarks) -> tuple[BookPage, ...]:
    """Return the pages of the rulebook that say what house rules may change, for the official options."""
    sections = changeable_sections(pack, language, players, marks)
    return tuple(BookPage(each.anchor, each.title, tuple(_lines(each))) for each in sections)


def usual_number(rules: t.TypedRules) -> int:
    """Return the most players for which most options have the value that they have for most numbers of players."""
    usual = [Counter(option.defaults.values()).most_common(1)[0][0] for option in rules.options.values()]

    def agreeing(players: int) -> int:
        pairs = zip(rules.options.values(), usual, strict=True)
        return sum(option.defaults[players] == value for option, value in pairs)

    return max(rules.numbers, key=lambda players: (agreeing(players), players))


def _lines(section: Section) -> Iterator[BookLine]:
    for block in section.blocks:
        yield from _block(block)
    for below in section.below:
        yield BookLine("heading", ((BookRun(below.title),),), below.anchor)
        yield from _lines(below)


def _block(block: Block) -> Iterator[BookLine]:
    match block:
        case Paragraph(text, role):
            yield BookLine("text" if role == "text" else "remark", (_runs(text),))
        case ItemList(items, ordered):
            yield from _items(items, ordered, 0)
        case Table(head, rows):
            yield BookLine("head", tuple((BookRun(cell),) for cell in head))
            for row in rows:
                yield BookLine("row", tuple(_runs(cell) for cell in row))


def _items(items: tuple[Item, ...], ordered: bool, depth: int) -> Iterator[BookLine]:
    for number, item in enumerate(items, 1):
        yield BookLine("item", (_runs(item.text),), item.anchor, item.part, depth, number if ordered else 0)
        yield from _items(item.below, item.ordered, depth + 1)


def _runs(text: Text) -> tuple[BookRun, ...]:
    return tuple(BookRun(run.text, run.target, run.part) for run in text)
