"""`gondwana doc`: writes the rulebook of a game as HTML or PDF, with pictures by the table's painters."""

from __future__ import annotations

import argparse
import os
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from app.appearance.fonts import load_faces
from dsl.base.files import replace_file
from dsl.cli.common import folder_of, options_of
from dsl.cli.main import GOOD
from dsl.cli.rulebook import rulebook_asked_for
from dsl.rulebook.document import Rulebook
from dsl.rulebook.html import Pictures, write_html

_DPI = 96
_MARGIN = 18.0  #: of a page, in millimetres
_FOOT = 28  #: height of the line with the number of the page, in pixels
_POINTS = 10
_PASSES = 3
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"  #: the text of a block with nothing but a picture
_STYLE = """
h1 { font-size: 30pt; margin-bottom: 0px; }
h2 { font-size: 15pt; margin-top: 20px; margin-bottom: 6px; }
h3 { font-size: 12pt; margin-top: 14px; margin-bottom: 4px; }
p { margin-top: 4px; margin-bottom: 5px; }
li { margin-bottom: 2px; }
a { color: #0b5c7a; text-decoration: none; }
.subtitle, .remark { color: #566068; }
.changed { color: #8a4a05; }
.picture { line-height: 100%; margin-top: 6px; margin-bottom: 4px; }
table { border-collapse: collapse; border-style: solid; border-color: #c6cdd1; margin-top: 6px; margin-bottom: 8px; }
.row { margin-top: 0px; margin-bottom: 0px; }
.index td { padding: 0px 8px; font-size: 9pt; }
th, td { padding: 3px 8px; vertical-align: middle; }
th { background: #eef2f3; }
"""


def write_rulebook(arguments: argparse.Namespace) -> int:
    """Write the rulebook to a file, or as HTML to the terminal. No display is needed."""
    from PySide6.QtWidgets import QApplication

    from app.appearance.look import game_look_or_plain
    from app.appearance.theme import LIGHT
    from app.base.i18n import Translations
    from app.shell.application import name_application
    from app.table.context import TableContext
    from app.table.panels.rulebook_pictures import RulebookPictures
    from dsl.i18n.translator import Translator
    from dsl.match.rulesets.examples import begin_of_example
    from dsl.rulebook.start_position import start_position

    pack, book = rulebook_asked_for(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    name_application()
    application = QApplication.instance() or QApplication([])
    look = game_look_or_plain(folder_of(arguments.game)).for_players(pack.rules.colours)
    words = Translator(pack, arguments.language)
    context = TableContext(Translations(arguments.language), words, look.with_letters(words.letter), LIGHT)
    players, options = arguments.players or pack.numbers[0], options_of(arguments)

    start = partial(start_position, pack, players, options)
    pictures = RulebookPictures(context, start, partial(begin_of_example, pack))
    if arguments.out.lower().endswith(".pdf"):
        replace_file(Path(arguments.out), pdf_of(book, cache(pictures)), private=False)
    elif arguments.out:
        replace_file(Path(arguments.out), write_html(book, pictures).encode(), private=False)
    else:
        print(write_html(book, pictures), end="")
    del application
    return GOOD


def pdf_of(book: Rulebook, pictures: Pictures) -> bytes:
    """Return a rulebook as PDF on A4; contents and index name pages. Needs a QApplication."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(book.title)
    writer.setResolution(_DPI)
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    page = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter))
    printed = QRectF(writer.pageLayout().paintRectPixels(_DPI))
    size = QSizeF(printed.width(), printed.height() - _FOOT)
    pages = Pages(write_html(book, pictures, _STYLE, {}), size, writer)
    for _ in range(_PASSES):  # the numbers of pages may take room, which may move what they are about
        numbers = pages.of_anchors()
        pages = Pages(write_html(book, pictures, _STYLE, numbers), size, writer)
        if pages.of_anchors() == numbers:
            break
    painter = QPainter(writer)
    painter.setFont(pages.document.defaultFont())
    for number in range(pages.document.pageCount()):
        if number:
            writer.newPage()
        painter.save()
        painter.translate(0, -number * size.height())
        shown = QRectF(0, number * size.height(), size.width(), size.height() - 1)
        pages.document.drawContents(painter, shown)
        painter.restore()
        foot = QRectF(0, size.height(), size.width(), _FOOT)
        painter.drawText(foot, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter, str(number + 1))
    painter.end()
    return bytes(buffer.data().data())


class Pages:
    """A document in pages: headings and introductions stand on the page of what follows, and rows of tables are not
    split where a page has room for them."""

    def __init__(self, html: str, size: QSizeF, device: QPdfWriter) -> None:
        self.document = QTextDocument()
        self.document.setDocumentMargin(0)
        self.document.documentLayout().setPaintDevice(device)
        self.document.setDefaultFont(QFont(load_faces(self.document.defaultFont().family()).text, _POINTS))
        self.document.setHtml(html)
        self.document.setPageSize(size)
        self._height = size.height()
        block = self.document.begin()
        while block.isValid():
            if not block.text() and self._row(block) is None:  # stands between two tables, and takes no break
                block = block.next()
                continue
            last = self._unit(block)
            ends = self._page(last, top=True) if self._row(last) is None else self._end_of_row(last)
            if block != last and self._first_page(block, last) != ends:
                self._begin_page(block)
            block = last.next()

    def of(self, block: QTextBlock) -> int:
        """Return the number of the page on which a block begins."""
        return self._page(block, top=True) + 1

    def of_anchors(self) -> dict[str, int]:
        """Return the page of each anchor."""
        found: dict[str, int] = {}
        block = self.document.begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                for name in pieces.fragment().charFormat().anchorNames():
                    found.setdefault(name, self.of(block))
                pieces += 1
            block = block.next()
        return found

    def _unit(self, block: QTextBlock) -> QTextBlock:
        """Return the last block of what stands together from a block on: what a heading or an introduction leads to,
        or the row of a table."""
        while True:
            last = self._last_of_row(block)
            onward = last.next()
            if not onward.isValid() or not self._leads_on(last):
                return last
            block = onward

    def _leads_on(self, block: QTextBlock) -> bool:
        """Whether what follows a block must begin on its page."""
        row = self._row(block)
        if row is not None:
            return row[1] < row[0].format().headerRowCount()
        text, level = block.text().strip(), block.blockFormat().headingLevel()
        introduces = 0 < block.previous().blockFormat().headingLevel() < block.next().blockFormat().headingLevel()
        return level > 0 or introduces or text.endswith((":", "?")) or text in ("", _PICTURE)

    def _row(self, block: QTextBlock) -> tuple[QTextTable, int] | None:
        """Return the table and the number of the row that a block is in."""
        table = QTextCursor(block).currentTable()
        return (table, table.cellAt(block.position()).row()) if table is not None else None

    def _last_of_row(self, block: QTextBlock) -> QTextBlock:
        row = self._row(block)
        while row is not None and block.next().isValid() and self._row(block.next()) == row:
            block = block.next()
        return block

    def _first_page(self, block: QTextBlock, last: QTextBlock) -> int:
        """Return the first page on which something from a block to another begins: the cells of a row may differ."""
        found = self._page(block, top=True)
        while block != last:
            block = block.next()
            found = min(found, self._page(block, top=True))
        return found

    def _end_of_row(self, last: QTextBlock) -> int:
        """Return the last page on which a cell of a row ends; `last` is the last block of the row."""
        row, block, found = self._row(last), last, 0
        while block.isValid() and self._row(block) == row:
            found = max(found, self._page(block, top=False))
            block = block.previous()
        return found

    def _page(self, block: QTextBlock, *, top: bool) -> int:
        """Return the page of the first or of the last line of a block."""
        lines = block.layout()
        if top or not lines.lineCount():
            return int(self._top(block) // self._height)
        line = lines.lineAt(lines.lineCount() - 1)
        start = self.document.documentLayout().blockBoundingRect(block).top()
        return int((start + line.y() + line.height() - 1) // self._height)

    def _top(self, block: QTextBlock) -> float:
        """Return where the first line of a block begins, from the top of the first page."""
        lines = block.layout()
        start = self.document.documentLayout().blockBoundingRect(block).top()
        return start + (lines.lineAt(0).y() if lines.lineCount() else 0.0)

    def _begin_page(self, block: QTextBlock) -> None:
        """Begin a page with a block, or with its table: further rows of a table cannot begin one."""
        table, row = self._row(block) or (None, 0)
        if row:
            return
        if table is not None:
            whole = table.format()
            whole.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            table.setFormat(whole)
        else:
            format_ = QTextBlockFormat()
            format_.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).mergeBlockFormat(format_)
        self.document.markContentsDirty(0, self.document.characterCount())  # a part laid out anew would be misplaced
