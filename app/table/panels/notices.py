"""Notices in a banner, one line each, such as a pause, an absent player or a lost connection; and the legend of the
overlays on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.base.announcements import announce
from app.base.widgets import button, clear_layout, label


@dataclass(frozen=True, slots=True)
class Notice:
    """Text of one line of the banner, with an optional button."""

    text: str
    action: str = ""  #: what the button asks for; empty: there is none
    button: str = ""


class Banner(QWidget):
    """Widget that shows notices below each other; hidden while there are none.

    Signals:
        pressed: A button was pressed; carries its Notice.
    """

    pressed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Notice, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.hide()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is shown."""
        return self._shown

    def show_state(self, notices: Sequence[Notice]) -> None:
        """Show these notices in place of those before."""
        if tuple(notices) == self._shown:
            return
        self._shown = tuple(notices)
        clear_layout(self._column)
        for notice in notices:
            self._column.addWidget(self._line(notice))
        self.setVisible(bool(notices))

    def _line(self, notice: Notice) -> QFrame:
        frame = QFrame()
        frame.setProperty("role", "ballot")
        line = QHBoxLayout(frame)
        line.setContentsMargins(14, 6, 14, 6)
        said = label("strong", wraps=True)
        said.setText(notice.text)
        line.addWidget(said, 1)
        announce(said, notice.text)
        if notice.action:
            made = button()
            made.setText(notice.button)
            made.setAccessibleName(f"{notice.button}: {notice.text}")
            made.clicked.connect(partial(self.pressed.emit, notice))
            line.addWidget(made)
        return frame


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A sign of an overlay, and what it means."""

    sign: Literal["tint", "tie", "ring", "maybe", "double", "dot", "none"]
    ink: str
    text: str


_SIGN = 18  #: pixels
_LETTERS = 26  #: largest width of the legend, so that it fits beside a board
_SPACE, _BOLDER = 8, 1.1  #: pixels between a sign and its text; how much wider the titles are
_Covered = Callable[[QRect], int]
_ALONG = 24  #: pixels between two positions that are tried along an edge


def least_covering(area: QRect, sizes: Sequence[QSize], corners: str, covered: _Covered) -> QRect:
    """Return where in `area` a panel of one of the `sizes` covers least: in one of the `corners`, such as
    "br tr tl" in the order of preference, or somewhere along the edges if each of them covers something."""
    best, least = QRect(area.topLeft(), sizes[0]), -1
    for size in sizes:
        right, bottom = max(area.left(), area.right() - size.width()), max(area.top(), area.bottom() - size.height())
        found = [
            QPoint(area.left() if "l" in corner else right, area.top() if "t" in corner else bottom)
            for corner in corners.split()
        ]
        for x in (right, area.left()):
            found += [QPoint(x, y) for y in range(bottom, area.top(), -_ALONG)]
        for y in (bottom, area.top()):
            found += [QPoint(x, y) for x in range(right, area.left(), -_ALONG)]
        for point in found:
            amount = covered(QRect(point, size))
            if least < 0 or amount < least:
                best, least = QRect(point, size), amount
            if least == 0:
                return best
    return best


class Legend(QFrame):
    """Legend of the overlays, at the edge where it covers least of the board; hidden while none is on. It takes no
    mouse events.

    `covered` returns how many places of the board a rectangle of the parent covers.
    """

    def __init__(self, covered: _Covered, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._covered = covered
        self.setProperty("role", "bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._shown: tuple[LegendEntry, ...] = ()
        self._area = QRect()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 8, 12, 8)
        self._column.setSpacing(3)
        self.hide()

    @property
    def entries(self) -> tuple[LegendEntry, ...]:
        """What is shown."""
        return self._shown

    def set_area(self, area: QRect) -> None:
        """Set the part of the parent in whose corners the legend may be."""
        self._area = area
        self._place()

    def _place(self) -> None:
        """Go to a corner, or along an edge where each corner covers something: the lower left one is for messages."""
        if self._shown:
            self.move(least_covering(self._area, (self.size(),), "br tr tl", self._covered).topLeft())

    def _fit(self) -> None:
        """Take the size of the entries, with wrapped lines."""
        metrics = self.fontMetrics()
        lines = max(metrics.horizontalAdvance(entry.text) for entry in self._shown)
        margins = self._column.contentsMargins()
        wanted = round(lines * _BOLDER) + _SIGN + _SPACE + margins.left() + margins.right()
        self.setFixedWidth(min(wanted, metrics.averageCharWidth() * _LETTERS))
        self.setFixedHeight(self._column.totalHeightForWidth(self.width()))

    def show_state(self, entries: Sequence[LegendEntry]) -> None:
        """Show these signs, in the order of the overlays."""
        if tuple(entries) == self._shown:
            return
        self._shown = tuple(entries)
        clear_layout(self._column)
        for entry in entries:
            line = QWidget()
            layout = QHBoxLayout(line)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(_SPACE)
            if entry.sign != "none":
                sign = label()
                sign.setPixmap(_sign(entry, self.devicePixelRatioF()))
                layout.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
            said = label("strong" if entry.sign == "none" else "", wraps=True)
            said.setText(entry.text)
            layout.addWidget(said, 1)
            self._column.addWidget(line)
            line.show()  # only what is shown has a size
        self.setAccessibleName(", ".join(entry.text for entry in entries))
        self.setVisible(bool(entries))
        if entries:
            self._column.activate()
            self._fit()
            self._place()


def _sign(entry: LegendEntry, scale: float) -> QPixmap:
    image = QPixmap(round(_SIGN * scale), round(_SIGN * scale))
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink, box = QColor(entry.ink), QRectF(2, 2, _SIGN - 4, _SIGN - 4)
    if entry.sign in ("tint", "tie"):
        pale = QColor(ink)
        pale.setAlpha(110)
        painter.setBrush(
            QBrush(pale, Qt.BrushStyle.BDiagPattern if entry.sign == "tie" else Qt.BrushStyle.SolidPattern)
        )
        painter.setPen(QPen(ink, 2, Qt.PenStyle.DashLine if entry.sign == "tie" else Qt.PenStyle.SolidLine))
        painter.drawRoundedRect(box, 3, 3)
    else:
        painter.setPen(QPen(ink, 2.4, Qt.PenStyle.DashLine if entry.sign == "maybe" else Qt.PenStyle.SolidLine))
        painter.setBrush(ink if entry.sign == "dot" else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(box.adjusted(3, 3, -3, -3) if entry.sign == "dot" else box)
        if entry.sign == "double":
            painter.drawEllipse(box.adjusted(4, 4, -4, -4))
    painter.end()
    return image
