"""Enlarged picture of a thing over the table, with its title, the author's text and all that the viewer knows of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.base.widgets import button, label, row
from app.table.context import TableContext
from app.table.model.subjects import Subject
from app.table.painting.thing_pictures import BESIDE, Surroundings, Thing, aspect, form_of, paint_thing
from app.table.panels.descriptions import Description
from app.table.panels.sheet import TableSheet

_TEXT_WIDTH = 300  #: pixels
_LARGEST, _SHARE = 520, 0.74  #: largest height of the picture in pixels, and its share of the height of the table
_NARROW = 700  #: in a narrower table, the text is below the picture


@dataclass(frozen=True, slots=True)
class Inspected:
    """A thing to show large: its picture, and its description."""

    thing: Thing
    description: Description
    where: Surroundings = BESIDE
    subject: Subject | None = None  #: what "What is this?" explains


class ThingPicture(QWidget):
    """Widget of one thing, painted as large as fits."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Inspected, TableContext] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_thing(self, inspected: Inspected, context: TableContext, room: QSize) -> None:
        """Show a thing inside a room."""
        self._shown = (inspected, context)
        tall = aspect(form_of(inspected.thing, context.look, inspected.where.shape))
        width = min(room.width(), room.height() / tall)
        self.setFixedSize(round(width), round(width * tall))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the thing."""
        if self._shown is not None:
            inspected, context = self._shown
            box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
            paint_thing(QPainter(self), box, inspected.thing, context, inspected.where)


class EnlargedView(TableSheet):
    """Widget over the whole table with a thing in its middle. Esc or a click beside it closes it, and the arrow keys
    show the next or previous card of the row in which it was opened.

    Signals:
        explanation_requested: "What is this?" was pressed; carries the subject.
    """

    explanation_requested = Signal(object)

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._context: TableContext | None = None
        self._things: tuple[Inspected, ...] = ()
        self._index = 0
        #: Returns the cards of the player, through which the arrow keys go.
        self.find_row: Callable[[], Sequence[Inspected]] = tuple
        self._picture = ThingPicture()
        self._title, self._count = label("heading", wraps=True), label("soft")
        self._facts, self._about = label(wraps=True), label(wraps=True)
        self.previous, self.next, self.close_button = button(), button(), button("primary")
        self.explain = button()
        self._lay_out()
        self.previous.clicked.connect(lambda: self.step(-1))
        self.next.clicked.connect(lambda: self.step(1))
        self.close_button.clicked.connect(self.close_sheet)
        self.explain.clicked.connect(self._request_explanation)
        for each in (self.previous, self.next, self.explain, self.close_button):
            each.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys of the view do the same

    def _lay_out(self) -> None:
        self._texts = QWidget()
        texts = QVBoxLayout(self._texts)
        texts.setContentsMargins(0, 0, 0, 0)
        texts.setSpacing(10)
        for part in (self._title, self._facts, self._about):
            texts.addWidget(part)
        texts.addStretch(1)
        texts.addWidget(self._count)
        texts.addWidget(self.previous)
        texts.addWidget(self.next)
        texts.addWidget(self.explain)
        buttons = row(self.close_button)
        buttons.addStretch(1)
        texts.addLayout(buttons)
        self._columns = QHBoxLayout(self.panel)
        self._columns.setContentsMargins(22, 20, 22, 20)
        self._columns.setSpacing(24)
        self._columns.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignCenter)
        self._columns.addWidget(self._texts)

    @property
    def shown(self) -> Inspected | None:
        """The thing that is shown; None while the view is closed."""
        return self._things[self._index] if self._things and not self.isHidden() else None

    def open(self, inspected: Inspected, context: TableContext) -> None:
        """Show a thing; if it is one of the player's cards, the arrow keys go through all of them."""
        cards = tuple(self.find_row())
        self._things = cards if inspected in cards else (inspected,)
        self._index = self._things.index(inspected)
        self._context = context
        self._show_over_table()
        self._show_thing()

    def step(self, by: int) -> None:
        """Show another card of the row; at its ends nothing happens."""
        if 0 <= self._index + by < len(self._things):
            self._index += by
            self._show_thing()

    def _request_explanation(self) -> None:
        shown = self.shown
        if shown is not None and shown.subject is not None:
            self.close_sheet()
            self.explanation_requested.emit(shown.subject)

    def _show_thing(self) -> None:
        context = self._context
        if context is None:
            return
        shown, texts = self._things[self._index], context.texts
        description = shown.description
        self._title.setText(description.title)
        for part, said in ((self._facts, "\n".join(description.facts)), (self._about, description.about)):
            part.setText(said)
            part.setVisible(bool(said))
        several = len(self._things) > 1
        self._count.setText(texts("thing.count", n=self._index + 1, of=len(self._things)))
        self._count.setVisible(several)
        for made, key, possible in (
            (self.previous, "thing.previous", self._index > 0),
            (self.next, "thing.next", self._index + 1 < len(self._things)),
        ):
            made.setText(texts(key))
            made.setVisible(several)
            made.setEnabled(possible)
        self.explain.setText(texts("explain.button"))
        self.close_button.setText(texts("thing.close"))
        self.setAccessibleName(texts("thing.enlarged", thing=description.text.replace("\n", ". ")))
        self._arrange()

    def _arrange(self) -> None:
        """Place the panel in the middle: the text beside the picture, or below it in a narrow table."""
        if self._context is None or not self._things:
            return
        narrow = self.width() < _NARROW
        self._columns.setDirection(QHBoxLayout.Direction.TopToBottom if narrow else QHBoxLayout.Direction.LeftToRight)
        text_width = min(_TEXT_WIDTH, self.width() - 80)
        self._texts.setFixedWidth(text_width)
        height = min(_LARGEST, round(self.height() * (0.45 if narrow else _SHARE)))
        width = self.width() - 90 - (0 if narrow else text_width + 24)
        self._picture.show_thing(self._things[self._index], self._context, QSize(min(width, height), height))
        self._columns.activate()
        self.panel.resize(self.panel.sizeHint().boundedTo(self.size() - QSize(20, 20)))
        self._centre()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: close, or show another card."""
        match event.key():
            case Qt.Key.Key_F1:
                self._request_explanation()
            case Qt.Key.Key_Escape | Qt.Key.Key_E | Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.close_sheet()
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self.step(-1)
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self.step(1)
            case Qt.Key.Key_Home:
                self.step(-self._index)
            case Qt.Key.Key_End:
                self.step(len(self._things) - 1 - self._index)
            case _:
                super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Override QWidget: keep the focus until the view is closed."""
        return True


def enlarged_view_of(widget: QWidget) -> EnlargedView | None:
    """Return the enlarged view of the table that contains `widget`."""
    parent = widget.parentWidget()
    while parent is not None:
        found = parent.findChild(EnlargedView, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if found is not None:
            return found
        parent = parent.parentWidget()
    return None
