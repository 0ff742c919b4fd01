"""Document model of a rulebook: sections with paragraphs, lists, tables and diagrams, as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from dsl.base.records import Record
from dsl.match.view import View

#: Around a link in a text that is still one string: its target, then what is shown. Texts never contain these signs.
_OPEN, _SHOWN, _CLOSE = "\ue000", "\ue001", "\ue002"
_LINK = re.compile(f"{_OPEN}([^{_OPEN}{_SHOWN}{_CLOSE}]*){_SHOWN}([^{_OPEN}{_SHOWN}{_CLOSE}]*){_CLOSE}")
_PART = "="  #: before the name of a part, where a link has its target
_SIGNS = re.compile(f"[{_OPEN}{_SHOWN}{_CLOSE}]")


class Run(Record, frozen=True):
    """A piece of text, perhaps with the anchor of the section that it leads to, or with the part of the rules whose
    value it is."""

    text: str
    target: str = ""  #: empty: no link
    part: str = ""  #: the anchor that house rules use, and the number in its value, as in `drift.company#0`


Text = tuple[Run, ...]


class Paragraph(Record, frozen=True):
    """A paragraph. Its role says what it is: text, a remark, something that house rules have changed."""

    text: Text
    role: Literal["text", "remark", "changed"] = "text"


class Item(Record, frozen=True):
    """An item of a list, with the items below it."""

    text: Text
    below: tuple[Item, ...] = ()
    ordered: bool = False  #: whether the items below are steps in order
    anchor: str = ""  #: empty: nothing leads to it
    part: str = ""  #: the part of the rules that it says, as house rules call it; empty: it says none of its own


class ItemList(Record, frozen=True):
    """A list; `ordered`: its items are steps in order."""

    items: tuple[Item, ...]
    ordered: bool = False


class Thing(Record, frozen=True):
    """A thing of the game that a picture shows."""

    sort: Literal["piece", "counter"]
    name: str
    kind: str = ""
    owner: str = ""
    shape: str = ""  #: of the board on which it lies; empty: beside the boards


class Table(Record, frozen=True):
    """A table: a head and rows, each with as many cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    pictures: tuple[Thing, ...] = ()  #: by row: what is shown in front; empty: nothing


class Diagram(Record, frozen=True):
    """A picture of a position: the start of a match, the one of an example, or one that is part of the document."""

    sort: Literal["start", "example", "position"]
    title: str  #: of the example; of the start the phase that begins there, if it is not the first
    caption: str
    cells: tuple[tuple[str, str], ...] = ()  #: of an example, its places and what stands there, in words
    beside: tuple[tuple[str, str], ...] = ()  #: of an example, what lies in zones, and values, in words
    example: int | None = None  #: of an example, its number in the rules
    view: View | None = None  #: of a position that is part of the document


Block = Paragraph | ItemList | Table | Diagram


class Section(Record, frozen=True):
    """A section with its anchor; those below it have their own."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]
    below: tuple[Section, ...] = ()


class Rulebook(Record, frozen=True):
    """A whole rulebook in one language, for one number of players and one set of options and house rules."""

    title: str
    subtitle: str
    language: str
    labels: dict[str, str]  #: texts of the frame: `contents`, `index`
    sections: tuple[Section, ...]
    index: tuple[tuple[str, str], ...]  #: what is looked up, and the anchor where it is explained
    notice: str = ""

    def all_sections(self) -> Iterator[Section]:
        """Yield every section, each before those below it."""
        waiting = list(reversed(self.sections))
        while waiting:
            section = waiting.pop()
            yield section
            waiting += reversed(section.below)


def link(target: str, shown: str) -> str:
    """Return a link as a part of a string that `text_of` reads."""
    return f"{_OPEN}{target}{_SHOWN}{plain(shown)}{_CLOSE}"


def mark(part: str, shown: str) -> str:
    """Return the value of a part of the rules as a part of a string that `text_of` reads."""
    return f"{_OPEN}{_PART}{part}{_SHOWN}{plain(shown)}{_CLOSE}"


class MarkedNumber(int):
    """A number that is the value of a part of the rules: sentences agree with it as with any number."""

    def __new__(cls, number: int, part: str) -> MarkedNumber:
        """Return a number marked with its part."""
        made = super().__new__(cls, number)
        made.part = part
        return made

    part: str

    def __str__(self) -> str:
        return mark(self.part, int.__str__(self))


def plain(said: str) -> str:
    """Return a string without links, only with what they show."""
    return _SIGNS.sub("", _LINK.sub(r"\2", said))


def capitalized(said: str) -> str:
    """Return a string with its first letter as a capital, also where it begins with a link."""
    at = said.find(_SHOWN) + 1 if said.startswith(_OPEN) else 0
    return said[:at] + said[at : at + 1].upper() + said[at + 1 :]


def text_of(said: str) -> Text:
    """Return the runs of a string with links."""
    runs: list[Run] = []
    at = 0
    for found in _LINK.finditer(said):
        target, part = ("", found[1][1:]) if found[1].startswith(_PART) else (found[1], "")
        runs += [Run(said[at : found.start()]), Run(found[2], target, part)]
        at = found.end()
    runs.append(Run(said[at:]))
    return tuple(run for run in runs if run.text)


def shown(text: Text) -> str:
    """Return a text without its links."""
    return "".join(run.text for run in text)
