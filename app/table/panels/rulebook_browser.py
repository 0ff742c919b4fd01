"""Browser that shows a rulebook: its pictures are painted when they come into view, one at a time."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QTimer, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.base.widgets import TouchScrolling
from app.table.panels.rulebook_pictures import RulebookPictures
from dsl.rulebook.document import Diagram, Rulebook, Thing
from dsl.rulebook.html import write_html

_SCHEME = "picture"
_PAGE_MARGIN = 22  #: in pixels


class RulebookBrowser(QTextBrowser):
    """A rulebook with its pictures. Nothing but these is loaded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        TouchScrolling(self)
        self.setOpenLinks(True)
        self.setOpenExternalLinks(False)
        self._pictures: RulebookPictures | None = None
        self._drawn: list[Thing | Diagram] = []  #: by number: what the pictures show
        self._painted: dict[Thing | Diagram, QImage] = {}
        self._waiting: list[int] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._paint_next)

    def show_book(self, book: Rulebook, pictures: RulebookPictures, style: str) -> str:
        """Show a rulebook; return its HTML. What the reader sees stays where it is, if the book still has that part.

        Pictures of the same things stay painted while `pictures` is the same.
        """
        if pictures is not self._pictures:
            self._painted.clear()
        self._pictures = pictures
        self._drawn, self._waiting = [], []
        html = write_html(book, self._placeholder, style)
        anchor, bar = self._anchor_in_view(), self.verticalScrollBar()
        at = bar.value()
        self.scrollToAnchor(anchor)
        below = at - bar.value()
        self.setHtml(html)
        self.document().setDocumentMargin(_PAGE_MARGIN)
        self.scrollToAnchor(anchor)
        bar.setValue(bar.value() + below)
        return html

    def loadResource(self, kind: int, url: QUrl | str) -> Any:
        """Override QTextBrowser: return a picture, or leave its place free until it is painted."""
        where = QUrl(url)
        if kind != QTextDocument.ResourceType.ImageResource.value or where.scheme() != _SCHEME:
            return None
        number = int(where.path())
        image = self._painted.get(self._drawn[number])
        if image is None:
            self._waiting.append(number)
            self._timer.start()
        return image

    @property
    def painted(self) -> int:
        """How many pictures are painted."""
        return len(self._painted)

    def _anchor_in_view(self) -> str:
        """Return the last anchor at or above the first line in view; "" without one."""
        block = self.cursorForPosition(QPoint(0, self.fontMetrics().lineSpacing())).block()
        while block.isValid():
            for run in block.textFormats():
                for name in run.format.anchorNames():
                    return name
            block = block.previous()
        return ""

    def _placeholder(self, what: Thing | Diagram) -> str:
        assert self._pictures is not None
        size = self._pictures.size(what)
        if size is None:
            return ""
        self._drawn.append(what)
        return f'<img src="{_SCHEME}:{len(self._drawn) - 1}" width="{size[0]}" height="{size[1]}">'

    def _paint_next(self) -> None:
        """Paint a picture that was looked for last: the reader sees it."""
        if not self._waiting or self._pictures is None:
            return
        number = self._waiting.pop()
        what = self._drawn[number]
        if what not in self._painted:
            self._painted[what] = self._pictures.image(what) or QImage()
        url = QUrl(f"{_SCHEME}:{number}")
        self.document().addResource(QTextDocument.ResourceType.ImageResource.value, url, self._painted[what])
        self.viewport().update()
        if self._waiting:
            self._timer.start()
