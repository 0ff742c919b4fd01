"""Pictures of positions, painted by the board's own painter: as pixmaps, and as a widget that fits its picture."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.appearance.look import Look
from app.appearance.theme import LIGHT, Theme
from app.table.board.scene import BoardScene
from app.table.model.things import Marks
from app.table.painting.palette import table_palette
from dsl.match.view import View

_MARGIN = 0.05  #: of the board, left free around it, with the names of its rows


def paint_position(
    view: View, look: Look, theme: Theme, size: QSize, scale: float, places: Collection[str] = ()
) -> QPixmap:
    """Return a picture of all boards of a position, as large as fits into `size` (in logical pixels); `places` are
    marked. `scale` is the number of device pixels of a logical one."""
    scene = BoardScene(look.for_players(view.colours))
    scene.set_name_lookup(lambda _: "")
    scene.set_table_palette(table_palette(theme))
    scene.show_state(view, Marks(last=frozenset(places)))
    whole = scene.needed_rect()
    margin = max(whole.width(), whole.height()) * _MARGIN
    whole.adjust(-margin, -margin, margin, margin)
    fitting = whole.size().scaled(size.toSizeF(), Qt.AspectRatioMode.KeepAspectRatio)
    pixmap = QPixmap((fitting * scale).toSize().expandedTo(QSize(1, 1)))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    scene.render(painter, QRectF(0, 0, fitting.width(), fitting.height()), whole)
    painter.end()
    scene.deleteLater()
    return pixmap


def has_board(view: View) -> bool:
    """Return whether there is anything to paint."""
    return any(cell.pieces or cell.counters for board in view.boards for cell in board.cells)


class PositionPicture(QWidget):
    """Picture of a position, as large as the widget allows; it is painted when it is first seen or resized."""

    def __init__(self) -> None:
        super().__init__()
        self._view: View | None = None
        self._look, self._theme = Look(), LIGHT
        self._places: frozenset[str] = frozenset()
        self._painted: tuple[QSize, QPixmap] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_position(self, view: View | None, look: Look, theme: Theme, places: Collection[str] = ()) -> None:
        """Show a position, with some places marked; None: nothing."""
        self._view, self._look, self._theme, self._places = view, look, theme, frozenset(places)
        self._painted = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget."""
        if self._view is None:
            return
        if self._painted is None or self._painted[0] != self.size():
            ratio = self.devicePixelRatioF()
            picture = paint_position(self._view, self._look, self._theme, self.size(), ratio, self._places)
            self._painted = self.size(), picture
        picture = self._painted[1]
        size = picture.deviceIndependentSize()
        painter = QPainter(self)
        painter.drawPixmap(
            round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2), picture
        )
        painter.end()
