"""Writer of a rulebook as HTML: one file without scripts or outside parts, to read or to print.

Everything that comes from the rules or their words is escaped: text from outside is plain text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from dsl.rulebook.document import (
    Block,
    Diagram,
    Item,
    ItemList,
    Paragraph,
    Rulebook,
    Section,
    Table,
    Text,
    Thing,
    shown,
)

#: Returns the HTML of a picture, already escaped; empty: there is none.
Pictures = Callable[[Thing | Diagram], str]

_NONE: Mapping[str, str] = {}
_FEW = 4  #: rows of a table that is not worth splitting
_LINE = 92  #: letters in a line of a page
_NARROW, _BROAD = 6, 34  #: letters of a column, at least and at most
_HALF = 264  #: greatest width of a picture beside text on a page, in pixels
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')

STYLE = """
body { font-family: sans-serif; line-height: 1.45; max-width: 46em; margin: 2em auto; padding: 0 1em; }
body { color: #1d2328; background: #fff; }
h1 { font-size: 2em; margin-bottom: 0; }
h2 { border-bottom: 1px solid #aab3b8; margin-top: 1.8em; }
h3 { margin-bottom: .3em; }
a { color: #0b5c7a; text-decoration: none; }
.subtitle, .remark { color: #566068; }
.changed { border-left: 3px solid #c1660a; padding-left: .6em; }
table { border-collapse: collapse; margin: .6em 0; }
th, td { border: 1px solid #c6cdd1; padding: 3px 9px; text-align: left; }
th { background: #eef2f3; }
.figure { margin-top: 1em; margin-bottom: 1em; }
.picture { line-height: 100%; margin-top: .4em; margin-bottom: .3em; }
img { max-width: 100%; }
li { margin: .15em 0; }
.index { columns: 3; list-style: none; padding: 0; }
@media print {
  body { margin: 0; max-width: none; }
  h2, h3 { break-after: avoid; }
  table, .figure { break-inside: avoid; }
  a { color: inherit; }
}
"""


def write_html(
    book: Rulebook, pictures: Pictures = lambda _: "", style: str = STYLE, pages: Mapping[str, int] | None = None
) -> str:
    """Return a rulebook as one HTML document; contents and index name the `pages` of anchors, if they are given."""
    return "\n".join(_lines(book, pictures, style, pages)) + "\n"


def _lines(book: Rulebook, pictures: Pictures, style: str, pages: Mapping[str, int] | None) -> Iterator[str]:
    def page(anchor: str) -> str:
        return f"&nbsp; {pages[anchor]}" if pages and anchor in pages else ""

    yield f'<!DOCTYPE html>\n<html lang="{escape(book.language)}"><head><meta charset="utf-8">'
    yield f"<title>{escape(book.title)}</title><style>{style}</style></head><body>"
    numbers = _numbers(book.sections) if pages is not None else {}
    yield f"<h1>{escape(book.title)}</h1>"
    yield f'<p class="subtitle">{escape(book.subtitle)}</p>'
    cover = next(filter(None, map(pictures, _covers(book))), "") if pages is not None else ""
    yield f'<p class="picture">{cover}</p>' if cover else ""
    if book.notice:
        yield f'<p class="remark">{escape(book.notice)}</p>'
    contents = [
        f'{numbers.get(each.anchor, "")} <a href="#{escape(each.anchor)}">{escape(each.title)}</a>{page(each.anchor)}'
        for each in book.sections
    ]
    contents.append(f'<a href="#index">{escape(book.labels["index"])}</a>{page("index")}')
    yield f"<h2>{escape(book.labels['contents'])}</h2>"
    if pages is None:
        yield "<ul>" + "".join(f"<li>{entry.strip()}</li>" for entry in contents) + "</ul>"
    else:
        yield from _columns(contents, 2)
    for section in book.sections:
        yield from section_html(section, pictures, printed=pages is not None, numbers=numbers)
    yield f'<h2 id="index"><a name="index"></a>{escape(book.labels["index"])}</h2>'
    entries = [
        f'<a href="#{escape(target)}">{escape(word)}</a>{page(target)}'
        for word, target in _told_apart(book, numbers or _above(book.sections))
    ]
    if pages is None:
        yield '<ul class="index">' + "".join(f"<li>{entry}</li>" for entry in entries) + "</ul>"
    else:
        yield from _columns(entries, 4)
    yield "</body></html>"


def _told_apart(book: Rulebook, sections: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the entries of the index, equal words in the order of the book and with the section that each is of."""
    order = {section.anchor: number for number, section in enumerate(book.all_sections())}
    times = Counter(word.casefold() for word, _ in book.index)
    for word, target in sorted(book.index, key=lambda entry: (entry[0].casefold(), order[entry[1]])):
        yield (f"{word} ({sections[target]})" if times[word.casefold()] > 1 else word), target


def _above(sections: Sequence[Section]) -> dict[str, str]:
    """Return the title of the chapter that each section is in, by its anchor."""
    found = {section.anchor: section.title for section in sections}
    return found | {below.anchor: section.title for section in sections for below in section.below}


def _columns(entries: Sequence[str], columns: int) -> Iterator[str]:
    """Yield a list in columns as a table: columns of a style are not printed by everything that reads HTML."""
    yield '<table border="0" width="100%" class="index">'
    length = -(-len(entries) // columns)
    for row in range(length):
        yield "<tr>" + "".join(f"<td>{entry}</td>" for entry in entries[row::length]) + "</tr>"
    yield "</table>"


def _numbers(sections: Sequence[Section], before: str = "") -> dict[str, str]:
    """Return the number of each section by its anchor: `3`, and `3.2` of one below it."""
    found: dict[str, str] = {}
    for number, section in enumerate(sections, 1):
        found[section.anchor] = f"{before}{number}"
        found |= _numbers(section.below, f"{before}{number}.")
    return found


def _covers(book: Rulebook) -> Iterator[Diagram]:
    """Yield the pictures that may stand on the first page, the best one first: a position in the middle of a match,
    then its start."""
    found = [block for each in book.all_sections() for block in each.blocks if isinstance(block, Diagram)]
    yield from sorted((each for each in found if each.sort != "example"), key=lambda each: each.sort == "start")


def section_html(
    section: Section, pictures: Pictures, level: int = 2, printed: bool = False, numbers: Mapping[str, str] = _NONE
) -> Iterator[str]:
    """Yield the lines of a section and of those below it, on a screen or `printed` in pages; `numbers` of sections by
    their anchors stand before the titles."""
    anchor = escape(section.anchor)
    title = " ".join(filter(None, (numbers.get(section.anchor, ""), section.title)))
    yield f'<h{level} id="{anchor}"><a name="{anchor}"></a>{escape(title)}</h{level}>'
    match section.blocks:
        case [Diagram(sort="example") as diagram, ItemList() as lines] if printed and pictures(diagram):
            yield from _side_by_side(diagram, lines, pictures)
        case blocks:
            for block in blocks:
                yield from _block(block, pictures, printed)
    for below in section.below:
        yield from section_html(below, pictures, min(level + 1, 6), printed, numbers)


def _block(block: Block, pictures: Pictures, printed: bool) -> Iterator[str]:
    match block:
        case Paragraph(text, role):
            yield f"<p>{_text(text)}</p>" if role == "text" else f'<p class="{role}">{_text(text)}</p>'
        case ItemList(items, ordered):
            yield from _items(items, ordered)
        case Table(head, rows, things):
            if printed and (things or len(rows) > _FEW):
                yield from _rows_apart(head, rows, [pictures(thing) for thing in things])
                return
            drawn = [pictures(thing) for thing in things] or [""] * len(rows)
            first = "<th></th>" if any(drawn) else ""
            yield '<table cellspacing="0" border="1" cellpadding="4"><thead><tr>' + first
            yield "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr></thead><tbody>"
            for row, picture in zip(rows, drawn, strict=True):
                cells = "".join(f"<td>{_text(cell)}</td>" for cell in row)
                yield f"<tr>{f'<td>{picture}</td>' if first else ''}{cells}</tr>"
            yield "</tbody></table>"
        case Diagram(caption=caption, cells=cells, beside=beside):
            picture = pictures(block)
            if picture or cells or beside:
                said = _told(beside if picture else (*cells, *beside))
                shown = f'<p class="picture">{picture}</p>' if picture else f"<p>{escape(said)}</p>"
                below = caption or (said if picture else "")
                yield f'<div class="figure">{shown}'
                yield f'<p class="remark">{escape(below)}</p>' if below else ""
                yield "</div>"


def _side_by_side(diagram: Diagram, lines: ItemList, pictures: Pictures) -> Iterator[str]:
    """Yield an example for a page: the picture on the left, what the rules say of it on the right."""
    yield '<table class="example" width="100%" border="0" cellspacing="0" cellpadding="0"><tr>'
    yield f'<td width="44%" valign="top">{_not_wider(pictures(diagram), _HALF)}</td><td width="56%" valign="top">'
    beside = _told(diagram.beside)
    yield f'<p class="remark">{escape(beside)}</p>' if beside else ""
    yield from _items(lines.items, lines.ordered)
    yield "</td></tr></table>"


def _not_wider(picture: str, width: int) -> str:
    """Return the HTML of a picture whose size is at most so wide, in the same proportion."""
    found = _SIZE.search(picture)
    if found is None or int(found[1]) <= width:
        return picture
    height = round(int(found[2]) * width / int(found[1]))
    return f'{picture[: found.start()]}width="{width}" height="{height}"{picture[found.end() :]}'


def _rows_apart(head: tuple[str, ...], rows: tuple[tuple[Text, ...], ...], drawn: list[str]) -> Iterator[str]:
    """Yield a table as a table for each row: only whole tables can be kept from being split between pages."""
    texts = [[shown(cell) for cell in row] for row in rows]
    wide, widths = _widths([list(head), *texts])
    if drawn:
        wide, head = 100, ("", *head)
        widths = ("10%", "46%", "14%", "30%") if len(head) == 4 else ("10%", *widths)
    opened, closed = f'<table class="row" width="{wide}%" cellspacing="0" border="1" cellpadding="4">', "</table>"
    named = "".join(f'<th width="{at}">{escape(cell)}</th>' for at, cell in zip(widths, head, strict=True))
    yield f"{opened}<thead><tr>{named}</tr></thead>{closed}"
    for number, row in enumerate(rows):
        told = ([drawn[number]] if drawn else []) + list(map(_text, row))
        cells = "".join(f'<td width="{at}">{cell}</td>' for at, cell in zip(widths, told, strict=True))
        yield f"{opened}<tr>{cells}</tr>{closed}"


def _widths(lines: Sequence[Sequence[str]]) -> tuple[int, tuple[str, ...]]:
    """Return the width of a table in per cent of the page, and that of each column in per cent of the table."""
    longest = [max(len(text) for text in column) for column in zip(*lines, strict=True)]
    weights = [min(max(length, _NARROW), _BROAD) + 5 for length in longest]
    return min(100, sum(weights) * 100 // _LINE), tuple(f"{weight * 100 // sum(weights)}%" for weight in weights)


def _told(contents: tuple[tuple[str, str], ...]) -> str:
    return "; ".join(f"{place}: {what}" if what else place for place, what in contents)


def _items(items: tuple[Item, ...], ordered: bool) -> Iterator[str]:
    yield "<ol>" if ordered else "<ul>"
    for item in items:
        anchor = escape(item.anchor)
        yield (f'<li id="{anchor}"><a name="{anchor}"></a>' if anchor else "<li>") + _text(item.text)
        if item.below:
            yield from _items(item.below, item.ordered)
        yield "</li>"
    yield "</ol>" if ordered else "</ul>"


def _text(text: Text) -> str:
    return "".join(
        f'<a href="#{escape(run.target)}">{escape(run.text)}</a>' if run.target else escape(run.text) for run in text
    )
