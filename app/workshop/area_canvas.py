"""Widgets on which a board of areas is drawn with the mouse or the keyboard, perhaps over a picture."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, FlowLayout, button, label, row
from app.workshop.area_drawing import HEIGHT, WIDTH, AreaDrawing, sample_drawing
from dsl.new_game.design import LONGEST_NAME, Point

_KEY_STEP, _FINE_STEP = 20.0, 4.0  #: units that an arrow key moves the pointer, and with Shift
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}

Mode = Literal["draw", "join"]


class AreaCanvas(QWidget):
    """Sheet with areas: clicks set corners, or switch whether two areas are neighbours.

    Signals:
        changed: The areas or their neighbours are others.
        refused: A corner was not accepted; carries the end of the key of the reason.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, drawing: AreaDrawing) -> None:
        super().__init__()
        self.drawing = drawing
        self.picture: QImage | None = None  #: below the areas, to be traced
        self.mode: Mode = "draw"
        self._theme = LIGHT
        self._pointer: Point = (WIDTH / 2, HEIGHT / 2)
        self._first = ""  #: title of the area that was chosen first, to join it
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(280, 180))

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(500, 320)

    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return round(width * HEIGHT / WIDTH)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.update()

    def set_mode(self, mode: Mode) -> None:
        """Draw areas, or join them."""
        self.mode, self._first = mode, ""
        self.drawing.outline.clear()
        self.update()

    # ---- the sheet on the screen ----

    @property
    def _sheet(self) -> QRectF:
        scale = min(self.width() / WIDTH, self.height() / HEIGHT)
        return QRectF(
            (self.width() - WIDTH * scale) / 2, (self.height() - HEIGHT * scale) / 2, WIDTH * scale, HEIGHT * scale
        )

    def on_screen(self, point: Point) -> QPointF:
        """Return where a point of the sheet is in the widget."""
        sheet = self._sheet
        return QPointF(sheet.x() + point[0] * sheet.width() / WIDTH, sheet.y() + point[1] * sheet.height() / HEIGHT)

    def _on_sheet(self, point: QPointF) -> Point:
        sheet = self._sheet
        return ((point.x() - sheet.x()) * WIDTH / sheet.width(), (point.y() - sheet.y()) * HEIGHT / sheet.height())

    # ---- mouse and keyboard ----

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: the next corner follows the pointer."""
        self._pointer = self._on_sheet(event.position())
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: set a corner or choose an area; the right button takes a corner back."""
        self._pointer = self._on_sheet(event.position())
        if event.button() == Qt.MouseButton.LeftButton:
            self._act()
        elif event.button() == Qt.MouseButton.RightButton:
            self.undo()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: arrows move the pointer, Enter and the space bar click, Backspace takes a corner back."""
        key = Qt.Key(event.key())
        if key in _ARROWS:
            step = _FINE_STEP if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _KEY_STEP
            (x, y), (across, down) = self._pointer, _ARROWS[key]
            self._pointer = (min(max(x + step * across, 0), WIDTH), min(max(y + step * down, 0), HEIGHT))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._act()
        elif key == Qt.Key.Key_Backspace:
            self.undo()
        elif key == Qt.Key.Key_Escape and (self.drawing.outline or self._first):
            self.drawing.outline.clear()
            self._first = ""
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: show the pointer of the keyboard."""
        super().focusInEvent(event)
        self.update()

    def undo(self) -> None:
        """Take back the last corner."""
        self.drawing.undo()
        self.update()
        self.changed.emit()

    def _act(self) -> None:
        if self.mode == "draw":
            before = len(self.drawing.areas)
            problem = self.drawing.add_corner(self._pointer)
            self.refused.emit(problem or "")
            if len(self.drawing.areas) != before:
                self.changed.emit()
        else:
            area = self.drawing.area_at(self._pointer)
            if area is not None and self._first:
                self.drawing.switch(self._first, area.title)
                self._first = ""
                self.changed.emit()
            else:
                self._first = area.title if area is not None else ""
        self.update()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint picture, areas, neighbours, and the outline that is being drawn."""
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sheet = self._sheet
        painter.fillRect(sheet, QColor(theme.paper))
        if self.picture is not None:
            fitted = self.picture.size().scaled(sheet.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(sheet.center() - QPointF(fitted.width() / 2, fitted.height() / 2), fitted)
            painter.drawImage(place, self.picture)
        painter.setPen(QPen(QColor(theme.accent if self.hasFocus() else theme.line), 2 if self.hasFocus() else 1))
        painter.drawRect(sheet.adjusted(1, 1, -1, -1))
        for area in self.drawing.areas:
            fill = QColor(theme.accent if area.title == self._first else theme.card)
            fill.setAlpha(110 if self.picture is not None else 255)
            painter.setBrush(fill)
            painter.setPen(QPen(QColor(theme.ink), 2))
            painter.drawPolygon(QPolygonF([self.on_screen(corner) for corner in area.corners]))
        painter.setPen(QPen(QColor(theme.accent), 2, Qt.PenStyle.DotLine))
        for one, other in self.drawing.neighbours():
            painter.drawLine(self.on_screen(one.middle), self.on_screen(other.middle))
        for area in self.drawing.areas:
            self._paint_name(painter, self.on_screen(area.middle), area.title)
        if self.mode == "draw":
            self._paint_outline(painter)

    def _paint_name(self, painter: QPainter, middle: QPointF, title: str) -> None:
        metrics = painter.fontMetrics()
        box = QRectF(metrics.boundingRect(title)).adjusted(-5, -2, 5, 2)
        box.moveCenter(middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.card))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(self._theme.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, title)

    def _paint_outline(self, painter: QPainter) -> None:
        corners = [self.on_screen(corner) for corner in self.drawing.outline]
        pointer = self.on_screen(self.drawing.snapped(self._pointer))
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        painter.setBrush(QColor(self._theme.accent))
        if corners:
            painter.drawPolyline(QPolygonF([*corners, pointer]))
        for corner in corners:
            painter.drawEllipse(corner, 4, 4)
        if self.underMouse() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(pointer, 6, 6)


class AreaEditor(QWidget):
    """Canvas with its tools, and the list of the areas, in which they are renamed and removed.

    Signals:
        changed: The areas, their titles or their neighbours are others.
        picture_requested: A picture to trace is to be chosen.
    """

    changed = Signal()
    picture_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self.drawing = sample_drawing()
        self.canvas = AreaCanvas(self.drawing)
        self.draw, self.join = button("choice"), button("choice")
        self.undo, self.clear, self.picture, self.remove = (button("small") for _ in range(4))
        self.help, self.problem, self.list = label("soft", wraps=True), label("alarm", wraps=True), QListWidget()
        for tool in (self.draw, self.join):
            tool.setCheckable(True)
        self.draw.setChecked(True)
        self.list.setMaximumHeight(120)
        tools = QWidget()
        flow = FlowLayout(tools, 6)
        for tool in (self.draw, self.join, self.undo, self.clear, self.picture):
            flow.addWidget(tool)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE // 2)
        column.addWidget(tools)
        column.addWidget(self.canvas, 1)
        column.addWidget(self.problem)
        column.addWidget(self.help)
        column.addWidget(self.list)
        column.addLayout(row(self.remove, stretch_after=0))
        self.problem.hide()
        self.draw.clicked.connect(lambda: self._use("draw"))
        self.join.clicked.connect(lambda: self._use("join"))
        self.undo.clicked.connect(self.canvas.undo)
        self.clear.clicked.connect(self._clear)
        self.picture.clicked.connect(self._toggle_picture)
        self.remove.clicked.connect(self._remove)
        self.canvas.changed.connect(self._list_areas)
        self.canvas.refused.connect(self.show_problem)
        self.list.itemChanged.connect(self._rename)
        self.retranslate()
        self._list_areas()

    def set_picture(self, picture: QImage | None) -> None:
        """Put a picture under the areas."""
        self.canvas.picture = picture
        self.canvas.update()
        self.retranslate()

    def show_problem(self, name: str) -> None:
        """Say why something was not accepted, by the end of the key; empty: nothing."""
        self.problem.setText(self._texts(f"newgame.areas.{name}") if name else "")
        self.problem.setVisible(bool(name))

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        for tool, name in ((self.draw, "draw"), (self.join, "join"), (self.undo, "undo"), (self.clear, "clear")):
            tool.setText(texts(f"newgame.areas.{name}"))
        self.picture.setText(texts("newgame.areas.picture_off" if self.canvas.picture else "newgame.areas.picture"))
        self.remove.setText(texts("newgame.areas.remove"))
        self.canvas.setAccessibleName(texts("newgame.areas.canvas"))
        self.list.setAccessibleName(texts("newgame.areas.list"))
        self.help.setText(texts(f"newgame.areas.help_{self.canvas.mode}"))

    def _use(self, mode: Mode) -> None:
        self.draw.setChecked(mode == "draw")
        self.join.setChecked(mode == "join")
        self.canvas.set_mode(mode)
        self.show_problem("")
        self.retranslate()

    def _toggle_picture(self) -> None:
        if self.canvas.picture is None:
            self.picture_requested.emit()
        else:
            self.set_picture(None)

    def _clear(self) -> None:
        self.drawing.outline.clear()
        for area in tuple(self.drawing.areas):
            self.drawing.remove(area.title)
        self.canvas.update()
        self._list_areas()

    def _remove(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.drawing.remove(item.data(Qt.ItemDataRole.UserRole))
            self.canvas.update()
            self._list_areas()

    def _list_areas(self) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for area in self.drawing.areas:
            item = QListWidgetItem(area.title, self.list)
            item.setData(Qt.ItemDataRole.UserRole, area.title)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        self.list.blockSignals(False)
        self.changed.emit()

    def _rename(self, item: QListWidgetItem) -> None:
        self.drawing.rename(item.data(Qt.ItemDataRole.UserRole), item.text()[:LONGEST_NAME])
        self.canvas.update()
        self._list_areas()
