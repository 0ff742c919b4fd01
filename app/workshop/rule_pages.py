"""Pages of the rulebook with a control for each part that a house rule may change, as data: the widgets are in
`rulebook_view.py` and `controls.py`.

The text comes from the language service. What the house rule has removed stays at its place in the official rulebook;
parts of which the rulebook says nothing are listed in the section that they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.base.i18n import Translations
from app.base.widgets import SEPARATOR
from app.workshop.rule_rows import OPTIONS, Key, RuleGroup, RuleRow, plain_text
from dsl.rulebook.book_pages import BookLine, BookPage, BookRun

FOUND, CHANGED, MORE = "found", "changed", "more"  #: anchors of pages that are in no rulebook
SHARED = "shared"  #: the line of the winner that says what happens if all others are equal
_GAPS = ("[…]", "…")
_LONGEST_CODE = 44  #: letters of an expression that are shown
_SECTIONS = {OPTIONS: "options", "winner": "end", "setup": "setup", "play": "course"}  #: pages of what has no heading
_NAMED_SECTIONS = {
    OPTIONS: "controls.options", "winner": "controls.winner", "setup": "controls.setup", "play": "controls.play",
}  # fmt: skip
_CAPTIONS = {  #: what the lines below are, by the kind of part
    "condition": "controls.captions.condition",
    "choice": "controls.captions.choice",
    "line of an award": "controls.captions.award",
    "step of a path": "controls.captions.path",
}
_LISTS = ("options", "tables", MORE)  #: pages without sentences
_SENTENCE = re.compile(r"[.!?][”»]?\s+")  #: the end of a sentence
_FORMS = ("number", "words", "text")


@dataclass(frozen=True, slots=True)
class PageRun:
    """A piece of text: plain, a link, or the value of a part."""

    text: str
    target: str = ""
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page, as `BookLine`, with the parts that a control behind it changes."""

    sort: str
    cells: tuple[tuple[PageRun, ...], ...]
    anchor: str = ""
    keys: tuple[Key, ...] = ()  #: the part that the line says, and numbers in it that stand in no sentence
    depth: int = 0
    number: int = 0
    removed: bool = False
    identity: str = ""  #: finds the same line in another state of the rules

    @property
    def text(self) -> str:
        """What is read in it."""
        return " ".join("".join(run.text for run in cell) for cell in self.cells)

    def all_keys(self) -> Iterator[Key]:
        """Yield the parts with a control in this line."""
        yield from (run.key for cell in self.cells for run in cell if run.key is not None)
        yield from self.keys


@dataclass(frozen=True, slots=True)
class RulePage:
    """A page."""

    anchor: str
    title: str
    lines: tuple[PageLine, ...]

    def parts(self) -> tuple[Key, ...]:
        """Return the parts with a control on this page, each once."""
        return tuple(dict.fromkeys(key for line in self.lines for key in line.all_keys()))


def row_sentence(row: RuleRow, texts: Translations) -> str:
    """Return what the list says about a part."""
    if row.control == "order" and row.item.value == SHARED:
        return texts("controls.shared")
    if not row.form:
        return row.sentence
    line, _, column = row.item.anchor.partition(".")[2].partition(".")
    return texts(f"controls.row.{row.form}", rule=row.sentence, line=line, column=column)


def value_text(row: RuleRow, value: str, texts: Translations) -> str:
    """Return a value of a part as players read it."""
    item = row.item
    if value in ("yes", "no", "none"):
        return texts(f"controls.{value}")
    if item.labels and value in item.words:
        return item.labels[item.words.index(value)]
    return value if len(value) <= _LONGEST_CODE else f"{value[:_LONGEST_CODE]}…"


def value_for(row: RuleRow, players: int) -> tuple[str, str]:
    """Return the value of a part for a number of players, and the official one."""
    for number, now, was in row.players:
        if number == players:
            return now, was
    return row.item.value, row.official.value if row.official is not None else row.item.value


def values_by_players(row: RuleRow, values: Sequence[tuple[int, str]], texts: Translations) -> str:
    """Return values by number of players in words; empty if they are the same for all."""
    by_value: dict[str, list[int]] = {}
    for number, value in values:
        by_value.setdefault(value, []).append(number)
    if len(by_value) < 2:
        return ""
    return SEPARATOR.join(
        texts("controls.for", players=_ranges(numbers), value=value_text(row, value, texts))
        for value, numbers in by_value.items()
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Return rising numbers in short: `2, 4–6`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def rule_pages(
    groups: Sequence[RuleGroup], official: Sequence[BookPage], current: Sequence[BookPage], players: int,
    texts: Translations, *, everything: bool = False,
) -> tuple[RulePage, ...]:  # fmt: skip
    """Return the pages for the rows in `groups`: those of the `current` rulebook, with what is removed from the
    `official` one. Rows that are only shown with all parts are left out unless `everything` is wanted."""
    return _Pages(groups, players, texts, everything).made(official, current)


def found_page(pages: Iterable[RulePage], rows: Mapping[Key, RuleRow], words: str, title: str) -> RulePage:
    """Return one page with the lines with controls in which all of some words occur, each below its headings."""
    wanted = plain_text(words).split()

    def fits(line: PageLine, heading: str) -> bool:
        said = [heading, line.text]
        for key in line.all_keys():
            item = rows[key].item
            said += [rows[key].sentence, rows[key].detail, item.anchor.replace("_", " "), item.value]
        text = plain_text(" ".join(said))
        return all(word in text for word in wanted)

    return RulePage(FOUND, title, tuple(_selected(pages, fits)))


def changed_page(pages: Iterable[RulePage], rows: Mapping[Key, RuleRow], title: str) -> RulePage:
    """Return one page with the lines that the house rule changes, each part once, below their headings."""
    seen: set[Key] = set()

    def fits(line: PageLine, heading: str) -> bool:
        changed = {key for key in line.all_keys() if rows[key].changed} - seen
        seen.update(changed)
        return bool(changed)

    return RulePage(CHANGED, title, tuple(_selected(pages, fits)))


def changed_sentences(pages: Iterable[RulePage], rows: Mapping[Key, RuleRow]) -> tuple[str, ...]:
    """Return the sentences in which a changed value stands, but for lists and tables of values."""
    found = dict[str, None]()
    for page in pages:
        for line in page.lines if page.anchor not in _LISTS else ():
            if line.sort in ("text", "item") and any(
                run.key is not None and rows[run.key].changed for cell in line.cells for run in cell
            ):
                found |= dict.fromkeys(_with_changed_values(line, rows))
    return tuple(found)


def _with_changed_values(line: PageLine, rows: Mapping[Key, RuleRow]) -> Iterator[str]:
    """Yield the sentences of a line in which a changed value stands."""
    text, at, ends = line.text, 0, list[int]()
    for run in line.cells[0]:
        at += len(run.text)
        if run.key is not None and rows[run.key].changed:
            ends.append(at)
    start = 0
    for found in (*_SENTENCE.finditer(text), None):
        end = found.end() if found is not None else len(text)
        if any(start < each <= end for each in ends):
            yield text[start:end].strip()
        start = end


def _selected(pages: Iterable[RulePage], fits: Callable[[PageLine, str], bool]) -> Iterator[PageLine]:
    """Yield the lines with controls that fit, each below its heading; rows of a table below its head."""
    for page in pages:
        heading = PageLine("heading", ((PageRun(page.title),),), page.anchor)
        waiting = [heading]
        for line in page.lines:
            if line.sort == "heading":
                heading = line
                waiting = [line]
            elif line.sort == "head":
                waiting = [*(each for each in waiting if each.sort == "heading"), line]
            elif next(line.all_keys(), None) is not None and fits(line, heading.text):
                yield from waiting
                waiting = []
                yield line


class _Pages:
    """Makes the pages."""

    def __init__(self, groups: Sequence[RuleGroup], players: int, texts: Translations, everything: bool) -> None:
        self._groups, self._players, self._texts, self._everything = groups, players, texts, everything
        self._rows = {row.key: row for group in groups for row in group.rows}
        self._by_anchor: dict[str, list[RuleRow]] = {}
        for row in self._rows.values():
            self._by_anchor.setdefault(row.key[0], []).append(row)

    def made(self, official: Sequence[BookPage], current: Sequence[BookPage]) -> tuple[RulePage, ...]:
        """Return the pages."""
        before = {page.anchor: page for page in official}
        pages = [
            RulePage(page.anchor, page.title, tuple(self._merged(before.get(page.anchor), page))) for page in current
        ]
        pages = self._with_rest(pages)
        return tuple(page for page in pages if page.lines)

    # ---- the rulebook ----

    def _merged(self, official: BookPage | None, current: BookPage) -> Iterator[PageLine]:
        """Yield the lines of a page, and at their places those that the house rule has removed."""
        lines = list(self._lines(current))
        known = {line.identity for line in lines}
        gone: dict[str, list[PageLine]] = {}
        last = ""
        for shown in self._lines(official, removed=True) if official is not None else ():
            if shown.identity in known:
                last = shown.identity
            elif any(self._rows[key].removed for key in shown.keys):
                gone.setdefault(last, []).append(shown)
        yield from gone.get("", ())
        for line in lines:
            yield line
            yield from gone.pop(line.identity, ())

    def _lines(self, page: BookPage, removed: bool = False) -> Iterator[PageLine]:
        heading = ""
        for line in page.lines:
            heading = line.anchor if line.sort == "heading" else heading
            yield self._line(line, heading, removed)

    def _line(self, line: BookLine, heading: str, removed: bool) -> PageLine:
        cells = tuple(tuple(self._run(run, removed) for run in cell) for cell in line.cells)
        said = {run.key for cell in cells for run in cell}
        own = self._by_anchor.get(line.part, ()) if line.part else ()
        keys = [row.key for row in own if row.control in ("switch", "order") and row.item.value != SHARED]
        if keys and not removed:
            keys += [row.key for row in own if row.key[1] and row.key not in said and self._is_shown(row)]
        identity = f"part {line.part}" if line.part else f"at {line.anchor}" if line.anchor else ""
        identity = identity or f"{heading} " + " ".join("".join(run.text for run in cell) for cell in line.cells)
        return PageLine(line.sort, cells, line.anchor, tuple(keys), line.depth, line.number, removed, identity)

    def _run(self, run: BookRun, removed: bool) -> PageRun:
        key = key_of(run.part)
        row = self._rows.get(key) if not removed else None
        return PageRun(run.text, run.target, key if row is not None and row.control in _FORMS else None)

    # ---- what the rulebook does not say ----

    def _with_rest(self, pages: list[RulePage]) -> list[RulePage]:
        """Add what the pages do not say of the rows, each group in its section."""
        said = {key for page in pages for key in page.parts()}
        homes = {line.anchor: number for number, page in enumerate(pages) for line in page.lines if line.anchor}
        ends = {page.anchor: number for number, page in enumerate(pages)}
        more: list[PageLine] = []
        for group in self._groups:
            rows = [row for row in group.rows if row.key not in said and self._is_shown(row) and self._can_change(row)]
            if not rows:
                continue
            lines = list(self._list(rows))
            own = [f"{sort}-{group.key}" for sort in ("rule", "table", "term")]
            anchor = next((each for each in own if each in homes), "")
            page = homes[anchor] if anchor else ends.get(_SECTIONS.get(group.key, ""), -1)
            if page < 0:
                heading = PageLine("heading", ((PageRun(self._title(group)),),), f"rule-{group.key}")
                more += [heading, *lines]
            else:
                pages[page] = replace(pages[page], lines=_inserted(pages[page].lines, anchor, lines))
        if more:
            pages.append(RulePage(MORE, self._texts("controls.more"), tuple(more)))
        return pages

    def _is_shown(self, row: RuleRow) -> bool:
        return self._everything or row.simple or row.changed

    def _can_change(self, row: RuleRow) -> bool:
        return row.control != "order" or row.item.value != SHARED

    def _title(self, group: RuleGroup) -> str:
        named = _NAMED_SECTIONS.get(group.key)
        return self._texts(named) if named is not None else group.title

    def _list(self, rows: Sequence[RuleRow]) -> Iterator[PageLine]:
        """Yield a line for each row, with a caption above those that are switched."""
        caption = ""
        texts: list[str] = []
        for row in rows:
            wanted = _CAPTIONS.get(row.item.kind, "") if row.control == "switch" else ""
            if wanted and wanted != caption:
                yield PageLine("remark", ((PageRun(self._texts(wanted)),),), identity=f"caption {wanted}")
            caption = wanted
            anchor, numbered, which = row.key
            identity = f"row {anchor} {which if numbered else ''}"
            if row.control in ("switch", "order"):
                texts.append(row_sentence(row, self._texts))
                times = texts.count(texts[-1])  # the same choice can stand at several places of the rules
                said = self._texts("controls.again", what=texts[-1], n=times) if times > 1 else texts[-1]
                cells = ((PageRun(said),),)
                yield PageLine("item", cells, keys=(row.key,), removed=row.removed, identity=identity)
            else:
                yield PageLine("item", (tuple(self._sentence(row)),), removed=row.removed, identity=identity)

    def _sentence(self, row: RuleRow) -> Iterator[PageRun]:
        """Yield a sentence with the value in it: in the gap of a phrase, else behind what the part is about."""
        now, _ = value_for(row, self._players)
        chip = PageRun(value_text(row, now, self._texts), key=row.key)
        gap = next((each for each in _GAPS if row.control == "number" and row.key[1] and each in row.detail), "")
        if gap:
            before, _, after = row.detail.partition(gap)
            yield PageRun(before if row.item.phrase else f"{row.sentence}: {before}")
            yield chip
            yield PageRun(after)
        else:
            yield PageRun(self._texts("controls.line", what=row_sentence(row, self._texts)) + " ")
            yield chip


def key_of(part: str) -> Key:
    """Return the key of the row of a part, named as in a `BookRun`."""
    anchor, numbered, which = part.partition("#")
    return anchor, bool(numbered), int(which or 0)


def _inserted(lines: tuple[PageLine, ...], anchor: str, more: Sequence[PageLine]) -> tuple[PageLine, ...]:
    """Return lines with more at the end of the section of a heading; without an anchor at the end of all."""
    at = next((index for index, line in enumerate(lines) if anchor and line.anchor == anchor), None)
    if at is None:
        return (*lines, *more)
    end = next((index for index, line in enumerate(lines) if index > at and line.sort == "heading"), len(lines))
    return (*lines[:end], *more, *lines[end:])
