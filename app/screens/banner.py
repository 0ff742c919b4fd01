"""Banner of a game: words in the game's own dark colour, and beside them its cover, which fades into it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout

from app.appearance.look import Look, cover_look
from app.appearance.theme import banner_colour, is_high_contrast
from app.base.widgets import SPACE
from app.screens.cover_files import CoverFiles
from app.screens.gallery import GamePicture

_WORDS, _PICTURE = 52, 38  #: where the words end and where the cover begins, in per cent of the width
_BELOW = 12  #: part of the cover below words that need more room, where it is hardly seen, in per cent of the width
_CORNER = 14.0  #: radius of the corners, in pixels


class GameBanner(QFrame):
    """Words about a game on a ground of its own dark colour, with its cover at the right.

    The roles `banner title` and `banner` of labels, and `glass` of buttons, are made for its ground. In high contrast
    it has the colours of the window, and a border. Without a game it has the colour of a game without a look.
    """

    def __init__(self, least_height: int, covers: CoverFiles | None = None) -> None:
        """`least_height` is in pixels; `words` is the column for its widgets. `covers` keeps its cover
        for the next start."""
        super().__init__()
        self._covers = covers
        self._colour = QColor()
        self._folder: Path | None = None
        self.words = QVBoxLayout()
        self.words.setContentsMargins(2 * SPACE, SPACE + 6, 0, SPACE + 6)
        self.words.setSpacing(4)
        self._across = QHBoxLayout(self)
        self._across.setContentsMargins(1, 1, 1, 1)
        self._across.setSpacing(0)
        self._across.addLayout(self.words, _WORDS)
        self._across.addStretch(100 - _WORDS)
        self._picture: GamePicture | None = None
        self.setMinimumHeight(least_height)
        self._take_colours()

    def show_game(self, folder: Path, position: Path | None = None) -> None:
        """Show the colour of the game in a folder, and its cover or the position in a file."""
        if self._folder == folder:
            return
        self._folder = folder
        if self._picture is not None:
            self._picture.hide()
            self._picture.deleteLater()
        self._picture = GamePicture(folder, self._covers, place="right", position=position)
        self._picture.setParent(self)
        self._picture.lower()
        self._place_picture()
        self._picture.show()
        self._take_colours()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: place the cover at the right, below the end of the words."""
        super().resizeEvent(event)
        self._place_picture()

    def _place_picture(self) -> None:
        if self._picture is not None:
            words = self.words.minimumSize().width() - self.width() * _BELOW // 100
            left = max(self.width() * _PICTURE // 100, words)
            self._picture.setGeometry(left, 1, self.width() - left - 1, self.height() - 2)

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._take_colours()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the ground below the words and, where it fades, below the cover."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _CORNER, _CORNER)
        painter.setBrush(self._colour)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText) if is_high_contrast() else self._colour)
        painter.drawPath(path)

    def _take_colours(self) -> None:
        look = cover_look(self._folder) if self._folder is not None else Look()
        window = QApplication.palette().color(QPalette.ColorRole.Window)
        self._colour = window if is_high_contrast() else banner_colour(look.board.background.dark)
        if self._picture is not None:
            self._picture.fade_into(self._colour)
        self.update()
