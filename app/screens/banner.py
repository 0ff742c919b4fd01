"""Banner of a game: words in the game's own dark colour, and beside them its cover, which fades into it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from app.appearance.look import Look, cover_look
from app.appearance.theme import banner_colour
from app.base.widgets import SPACE
from app.screens.cover_files import CoverFiles
from app.screens.gallery import GamePicture

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
        self._across.addLayout(self.words, 1)
        self._picture: GamePicture | None = None
        self.setMinimumHeight(least_height)
        self._take_colours()

    def show_game(self, folder: Path) -> None:
        """Show the cover and the colour of the game in a folder."""
        if self._folder == folder:
            return
        self._folder = folder
        if self._picture is not None:
            self._picture.hide()
            self._picture.deleteLater()
        self._picture = GamePicture(folder, self._covers, place="right")
        self._picture.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._across.addWidget(self._picture, 1)
        self._take_colours()

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
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText) if _high_contrast() else self._colour)
        painter.drawPath(path)

    def _take_colours(self) -> None:
        look = cover_look(self._folder) if self._folder is not None else Look()
        window = QApplication.palette().color(QPalette.ColorRole.Window)
        self._colour = window if _high_contrast() else banner_colour(look.board.background.dark)
        if self._picture is not None:
            self._picture.fade_into(self._colour)
        self.update()


def _high_contrast() -> bool:
    """Whether the window is in high contrast, where borders have the colour of the text."""
    palette = QApplication.palette()
    return palette.color(QPalette.ColorRole.Mid) == palette.color(QPalette.ColorRole.WindowText)
