"""Small widgets and layouts for all pages: plain texts, buttons with a role, cards, spacing.

Names, rules and chat are untrusted, and Qt interprets texts: a tooltip that looks like HTML is rendered as HTML and
opens the files that it names; `&` in a button underlines a letter; `[*]` vanishes from a title. Therefore labels,
buttons, tooltips, menu entries, tabs and titles get their texts by the functions here only
(`tests/app/test_plain_text.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise, product

from PySide6 import QtGui
from PySide6.QtCore import QElapsedTimer, QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFontMetricsF,
    QHoverEvent,
    QInputDevice,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QScrollArea,
    QScroller,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QSplitter,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QTableWidgetItem,
    QTabWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

SPACE = 12
WIDE_SPACE = 24
LONG_PRESS = 600  #: milliseconds until a press on a touch screen is a long one


_JOINER = "\u2060"  #: a word joiner: it has no width and no glyph


def tip_text(text: str) -> str:
    """Return `text` for a tooltip. Qt decides by the text whether it is HTML; an invisible character after each `<`
    and `&` keeps it plain."""
    if not QtGui.Qt.mightBeRichText(text):
        return text
    return text.replace("<", f"<{_JOINER}").replace("&", f"&{_JOINER}")


def caption(text: str) -> str:
    """Return `text` for a button, a menu or a tab, where a single `&` would make the next letter a shortcut."""
    return text.replace("&", "&&")


def set_tip(widget: QWidget, text: str) -> None:
    """Set the tooltip of `widget` to the plain `text`, its long lines wrapped."""
    metrics = QFontMetricsF(QToolTip.font())
    lines = (
        [line] if metrics.horizontalAdvance(line) <= _WIDEST_TIP else wrap_lines(line, metrics, _TIP_WIDTH)
        for line in text.split("\n")
    )
    widget.setToolTip(tip_text("\n".join(chain.from_iterable(lines))))


def is_touch(event: QMouseEvent) -> bool:
    """Whether a mouse event comes from a touch screen, where a long press takes the place of other buttons."""
    return event.device().type() == QInputDevice.DeviceType.TouchScreen


def point_below(widget: QWidget) -> QPoint:
    """Return the point of the screen where a menu of a button opens."""
    return widget.mapToGlobal(widget.rect().bottomLeft() + QPoint(0, _MENU_BELOW))


_MENU_BELOW = 4  #: pixels between a button and its menu
_TIP_WIDTH = 360.0  #: of a wrapped line, in pixels
_WIDEST_TIP = 600.0  #: of a line that is not wrapped


def show_tip_beside(widget: QWidget, area: QRect, text: str) -> None:
    """Show the plain `text` as the tooltip of an area of `widget`, below it, or above it near the edge of the screen.

    Long lines are wrapped. The tooltip disappears when the pointer leaves the area.
    """
    metrics = QFontMetricsF(QToolTip.font())
    lines = [line for part in text.splitlines() for line in wrap_lines(part, metrics, _TIP_WIDTH)]
    at = widget.mapToGlobal(area.bottomLeft() + QPoint(0, _TIP_GAP - _TIP_BELOW))
    height = round(len(lines) * metrics.height()) + 2 * _TIP_GAP
    screen = widget.screen().availableGeometry()
    if at.y() + _TIP_BELOW + height > screen.bottom():
        at.setY(widget.mapToGlobal(area.topLeft()).y() - height - _TIP_BELOW - _TIP_GAP)
    QToolTip.showText(at, tip_text("\n".join(lines)), widget, area)


def show_tip(widget: QWidget, at: QPoint, text: str) -> None:
    """Show the plain `text` as a tooltip of `widget` at a point of the screen, its lines wrapped; hide it if empty."""
    metrics = QFontMetricsF(QToolTip.font())
    lines = [line for part in text.splitlines() for line in wrap_lines(part, metrics, _TIP_WIDTH)]
    QToolTip.showText(at, tip_text("\n".join(lines)), widget)


_TIP_GAP = 8  #: pixels between an area and its tooltip
_TIP_BELOW = 16  #: by which Qt shows a tooltip below its point


def set_item_tip(box: QComboBox, index: int, text: str) -> None:
    """Set the tooltip of an entry of a combo box."""
    box.setItemData(index, tip_text(text), Qt.ItemDataRole.ToolTipRole)


def set_row_tip(item: QListWidgetItem | QTableWidgetItem, text: str) -> None:
    """Set the tooltip of a row of a list or an entry of a table, which screen readers have as its description."""
    item.setData(Qt.ItemDataRole.ToolTipRole, tip_text(text))
    item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, text)


def set_window_title(window: QWidget, text: str) -> None:
    """Set the title of a window; a single `[*]` is Qt's mark for unsaved changes."""
    window.setWindowTitle(text.replace("[*]", "[*][*]"))


def add_entry(menu: QMenu, text: str, tip: str = "") -> QAction:
    """Add an entry to `menu`, with a tooltip if `tip` is not empty. A tab in the text would separate a shortcut."""
    action = menu.addAction(caption(text.replace("\t", " ")))
    if tip:
        action.setToolTip(tip_text(tip))
    return action


def name_tab(tabs: QTabWidget, page: QWidget, text: str, tip: str = "") -> None:
    """Set the title of a tab; a new tab is added at the end."""
    if tabs.indexOf(page) < 0:
        tabs.addTab(page, "")
    tabs.setTabText(tabs.indexOf(page), caption(text))
    tabs.setTabToolTip(tabs.indexOf(page), tip_text(tip))


class PlainLabel(QLabel):
    """A label whose text is never interpreted as markup."""

    def __init__(self, role: str = "", wraps: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        if role:
            self.setProperty("role", role)


def label(role: str = "", wraps: bool = False) -> QLabel:
    """Return an empty label."""
    return PlainLabel(role, wraps)


def markup_label() -> QLabel:
    """Return a label for HTML written by the program; texts in it must pass `html.escape`."""
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    return made


class WrappingLabel(PlainLabel):
    """A label that prefers one line, and wraps where there is less room."""

    def __init__(self, role: str) -> None:
        super().__init__(role, wraps=True)

    def sizeHint(self) -> QSize:
        """Override QLabel: one line."""
        margins = self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self.text()) + margins.left() + margins.right() + 2
        return QSize(width, self.heightForWidth(width))


class PartsLabel(PlainLabel):
    """A label of several parts with dots between them; at the end of a line there is no dot."""

    def __init__(self, role: str) -> None:
        super().__init__(role, wraps=True)
        self._parts: tuple[str, ...] = ()

    def set_parts(self, parts: Sequence[str]) -> None:
        """Show these parts."""
        self._parts = tuple(parts)
        self._compose()
        self.updateGeometry()

    def text(self) -> str:
        """Override QLabel: return all parts in one line."""
        return SEPARATOR.join(self._parts)

    def heightForWidth(self, width: int) -> int:
        """Override QLabel: the height of the lines in this width."""
        room = QRect(0, 0, width, _HIGHEST)
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self._lines(width)).height()

    def sizeHint(self) -> QSize:
        """Override QLabel: one line."""
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width, self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: break the line elsewhere."""
        super().resizeEvent(event)
        self._compose()

    def _compose(self) -> None:
        self.setText(self._lines(self.width()))
        self.setAccessibleName(self.text())

    def _lines(self, width: int) -> str:
        metrics, lines = self.fontMetrics(), list[str]()
        for part in self._parts:
            longer = f"{lines[-1]}{SEPARATOR}{part}" if lines else part
            if lines and metrics.horizontalAdvance(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(part)
        return "\n".join(lines)


_HIGHEST = 10_000  #: pixels that a label may take


class ElidingLabel(PlainLabel):
    """A label of one line that ends with an ellipsis where there is less room."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self._text = ""
        self.setMinimumWidth(1)  # so that the window does not grow

    def text(self) -> str:
        """Override QLabel: return the whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Override QLabel: show as much of the text as there is room for."""
        self._text = text
        self.setAccessibleName(text)
        self._elide()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Override QLabel: the size of the whole text."""
        margins = self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self._text) + margins.left() + margins.right() + 2
        return QSize(width, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: cut the text anew."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = self.contentsRect().width()
        super().setText(self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room))


class Button(QPushButton):
    """A button that Enter presses as well as Space, and that shows its text unchanged."""

    def setText(self, text: str) -> None:
        """Override QAbstractButton: `&` is an ordinary character."""
        super().setText(caption(text))

    def text(self) -> str:
        """Override QAbstractButton: return the text as it was set."""
        return super().text().replace("&&", "&")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press by Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


def bind_escape(page: QWidget, press: QPushButton) -> None:
    """Let Esc press a button of `page` while the page is shown, wherever the focus is: a page opened from the menu has
    no focus."""
    shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), page)
    shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
    shortcut.activated.connect(press.click)


def button(role: str = "") -> QPushButton:
    """Return a button without text; the role `primary` is for the main action of a page."""
    made = Button()
    if role:
        made.setProperty("role", role)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


_NAMES_BY_TEXT = sys.platform.startswith("linux")  #: Qt names a combo box by the text that is chosen in it


class ComboBox(QComboBox):
    """A combo box that leaves the wheel to the page: a page that scrolls under the pointer changes no value, and the
    focus stays where it is.

    On Linux, Qt tells screen readers the chosen text in place of the name, so that there the description begins with
    the name.
    """

    _description = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def setAccessibleName(self, name: str) -> None:
        """Override QWidget: say the name in the description, too, where nothing else says it."""
        super().setAccessibleName(name)
        self.setAccessibleDescription(self._description)

    def setAccessibleDescription(self, description: str) -> None:
        """Override QWidget: put the name before the description where nothing else says it."""
        self._description = description
        name = self.accessibleName() if _NAMES_BY_TEXT else ""
        super().setAccessibleDescription(". ".join(part for part in (name, description) if part))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QComboBox."""
        event.ignore()


class SpinBox(QSpinBox):
    """A number field that leaves the wheel to the page, as a `ComboBox` does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QSpinBox."""
        event.ignore()


class Slider(QSlider):
    """A slider that leaves the wheel to the page, as a `ComboBox` does."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QSlider."""
        event.ignore()


class ElidingComboBox(ComboBox):
    """A combo box whose chosen text ends with an ellipsis where there is less room."""

    def __init__(self, letters: int) -> None:
        """The box has room for some `letters`, however long its texts are."""
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QComboBox."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class HintedList(QListWidget):
    """A list that says in its middle why it is empty."""

    def __init__(self) -> None:
        super().__init__()
        self._hint = ""

    def set_hint(self, text: str) -> None:
        """Set what the list says while it is empty; screen readers have it as the description of the list."""
        self._hint = text
        self.setAccessibleDescription(text)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QListWidget."""
        super().paintEvent(event)
        if not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            place = self.viewport().rect().adjusted(SPACE, SPACE, -SPACE, -SPACE)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._hint)
            painter.end()


class CheckBox(QCheckBox):
    """A check box that shows its text unchanged."""

    def setText(self, text: str) -> None:
        """Override QAbstractButton: `&` is an ordinary character."""
        super().setText(caption(text))

    def text(self) -> str:
        """Override QAbstractButton: return the text as it was set."""
        return super().text().replace("&&", "&")


class ClickGuard(QObject):
    """Ignores a click on a button that has appeared under the pointer, where the user meant to click something else.

    Each time `page` is shown, the first press on one of `buttons` does nothing, unless the pointer has moved over the
    page beside them before. Only the order of events counts, not the time.

    A finger does not move over the page before it presses. Its press does nothing only if it may be the second one of a
    double tap: then the time counts, as for any double click.
    """

    def __init__(self, page: QWidget, *buttons: QPushButton) -> None:
        super().__init__(page)
        self._page, self._buttons = page, buttons
        self._closed = True
        self._shown = QElapsedTimer()
        page.setAttribute(Qt.WidgetAttribute.WA_Hover)
        for watched in (page, *buttons):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: observe the page and the pointer, and swallow a press."""
        if watched is self._page:
            if event.type() == QEvent.Type.Show:
                self._closed = True
                self._shown.start()
            elif event.type() == QEvent.Type.HoverMove and isinstance(event, QHoverEvent):
                self._closed = self._closed and self._on_button(event)
            return False
        pressed = event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
        swallowed, self._closed = self._closed and pressed, self._closed and not pressed
        if swallowed and isinstance(event, QMouseEvent) and is_touch(event):
            early = not self._shown.hasExpired(QApplication.doubleClickInterval())
            return early or event.type() == QEvent.Type.MouseButtonDblClick
        return swallowed

    def _on_button(self, event: QHoverEvent) -> bool:
        at = event.globalPosition().toPoint()
        return any(button.rect().contains(button.mapFromGlobal(at)) for button in self._buttons if button.isVisible())


_CARD_MARGINS = QMargins(18, 14, 18, 16)


def card() -> tuple[QFrame, QVBoxLayout]:
    """Return a framed group, and its layout."""
    frame = QFrame()
    frame.setProperty("role", "card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(_CARD_MARGINS)
    layout.setSpacing(SPACE)
    return frame, layout


def show_card_frame(frame: QFrame, shown: bool) -> None:
    """Show the frame of a card, or hide it, as where the card is a tab within another one."""
    frame.setProperty("role", "card" if shown else "")
    frame.style().polish(frame)
    layout = frame.layout()
    if layout is not None:
        layout.setContentsMargins(_CARD_MARGINS if shown else QMargins(0, SPACE, 0, 0))


def row(*widgets: QWidget, stretch_after: int | None = None) -> QHBoxLayout:
    """Return a layout with widgets side by side; free space goes after the one with that index."""
    layout = QHBoxLayout()
    layout.setSpacing(SPACE)
    for index, each in enumerate(widgets):
        layout.addWidget(each)
        if index == stretch_after:
            layout.addStretch(1)
    return layout


def splitter(*parts: QWidget, sizes: Sequence[int], stretch: Sequence[int] = (), vertical: bool = False) -> QSplitter:
    """Return parts side by side, or `vertical` below each other, with borders that the user can move.

    `sizes` are the first sizes in pixels. `stretch` says which share of more room each part gets; without it, in
    proportion to its size.
    """
    made = QSplitter(Qt.Orientation.Vertical if vertical else Qt.Orientation.Horizontal)
    for part in parts:
        made.addWidget(part)
    for index, factor in enumerate(stretch):
        made.setStretchFactor(index, factor)
    made.setSizes(sizes)
    made.setChildrenCollapsible(False)
    made.setHandleWidth(SPACE)
    return made


def scroll_area(content: QWidget) -> QScrollArea:
    """Return `content` in a scroll area that scrolls vertically only."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    TouchScrolling(area)
    return area


def centred_column(content: QWidget, widest: int) -> QWidget:
    """Return `content` in the middle of a page, at most `widest` pixels wide."""
    content.setMaximumWidth(widest)
    content.setSizePolicy(QSizePolicy.Policy.Expanding, content.sizePolicy().verticalPolicy())
    outside = QWidget()
    layout = QHBoxLayout(outside)
    layout.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
    layout.addStretch(1)
    layout.addWidget(content, 1000)
    layout.addStretch(1)
    return outside


class Form(QFormLayout):
    """A form whose labels are at half the height of their fields; the label of a tall field is at its top."""

    def __init__(self, wide: bool = True) -> None:
        """With `wide` there is more room between the labels and the fields."""
        super().__init__()
        self.setHorizontalSpacing(SPACE * 2 if wide else SPACE)
        self.setVerticalSpacing(SPACE)
        self.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def setGeometry(self, rect: QRect) -> None:
        """Override QLayout: Qt would place each label near the top of its field."""
        super().setGeometry(rect)
        for index in range(self.rowCount()):
            said = self.itemAt(index, QFormLayout.ItemRole.LabelRole)
            field = self.itemAt(index, QFormLayout.ItemRole.FieldRole)
            if said is not None and field is not None and not said.isEmpty():
                place, beside = said.geometry(), field.geometry()
                if beside.height() <= said.sizeHint().height() * _TALL:
                    said.setGeometry(QRect(place.x(), beside.y(), place.width(), beside.height()))


_TALL = 2.6  #: heights of its label that a field in one line has at most

PAGE_LETTERS, PAGE_WIDTH = 176, 1180 + WIDE_SPACE  #: widest column of a page: in letters, and at least in pixels


class Column(QWidget):
    """A column of text with a maximum width in characters of the current font, which is not below `least` pixels."""

    def __init__(self, letters: int, least: int = 0) -> None:
        super().__init__()
        self._letters, self._least = letters, least
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: adapt the width to another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        self.setMaximumWidth(max(self._letters * self.fontMetrics().averageCharWidth(), self._least))


def fill_page(page: QWidget, title: QWidget, inside: QWidget, done: QWidget, letters: int) -> None:
    """Lay out a page: title or banner and content in a centred column as wide as `letters` characters, and below it a
    foot that does not scroll, with the button that leaves the page."""
    content = Column(letters)
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE)
    column.addWidget(title)
    column.addWidget(inside)
    column.addStretch(1)
    outside = QVBoxLayout(page)
    outside.setContentsMargins(0, 0, 0, 0)
    outside.setSpacing(0)
    outside.addWidget(scroll_area(centred_column(content, content.maximumWidth())), 1)
    outside.addWidget(foot(done))


def foot(*buttons: QWidget) -> QFrame:
    """Return the frame below a page with its buttons: the first of several left, the others right."""
    frame = QFrame()
    frame.setProperty("role", "foot")
    line = QHBoxLayout(frame)
    line.setContentsMargins(WIDE_SPACE, SPACE, WIDE_SPACE, SPACE)
    if len(buttons) > 1:
        line.addWidget(buttons[0], 0, Qt.AlignmentFlag.AlignTop)
    others = FlowLayout(at_end=True)  # in two rows where large text needs them
    for each in buttons[1:] or buttons:
        others.addWidget(each)
    line.addLayout(others, 1)
    return frame


def clear_layout(layout: QVBoxLayout) -> None:
    """Remove all widgets from `layout` and delete them."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif isinstance(inner, QVBoxLayout):
            clear_layout(inner)


@contextmanager
def laid_out_once(*layouts: QLayout) -> Iterator[None]:
    """Lay the widgets of these layouts out when the block ends. Otherwise Qt does it, up to the window, for each
    widget that is shown in a visible one. The last layout is activated first."""
    paused = [layout for layout in layouts if layout.isEnabled()]
    for layout in paused:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for layout in paused:
            layout.setEnabled(True)
        for layout in reversed(paused):
            layout.activate()


class FlowLayout(QLayout):
    """Layout with rows of widgets, wrapped like words of a text."""

    def __init__(
        self, parent: QWidget | None = None, spacing: int = 8, centred: bool = False, at_end: bool = False
    ) -> None:
        """The rows begin at the left, are `centred`, or end at the right."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._before = 1.0 if at_end else 0.5 if centred else 0.0  #: part of the free width that is left of a row
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: D102
        self._items.append(item)

    def count(self) -> int:  # noqa: D102
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: D102
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: D102
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: D102
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    def heightForWidth(self, width: int) -> int:
        """Override QLayoutItem. Layouts ask for it many times while they divide their room, so nothing is made here."""
        x, y, tallest, gap = 0, 0, 0, self.spacing()
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            hint = item.sizeHint()
            across, high = hint.width(), hint.height()
            if across > width and item.hasHeightForWidth():
                across, high = width, item.heightForWidth(width)
            if 0 < x > width - across:
                x, y, tallest = 0, y + tallest + gap, 0
            x += across + gap
            tallest = max(tallest, high)
        return y + tallest

    def setGeometry(self, rect: QRect) -> None:  # noqa: D102
        super().setGeometry(rect)
        self._arrange(rect)

    def sizeHint(self) -> QSize:  # noqa: D102
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: D102
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def clear(self) -> None:
        """Delete all widgets."""
        while (item := self.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _arrange(self, rect: QRect) -> None:
        """Lay out rows in the width of `rect`, as `heightForWidth` counts them."""
        x, y, tallest = rect.x(), rect.y(), 0
        begun: list[tuple[QLayoutItem, QRect]] = []
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            hint = item.sizeHint()
            if hint.width() > rect.width() and item.hasHeightForWidth():
                hint = QSize(rect.width(), item.heightForWidth(rect.width()))
            if x > rect.x() and x + hint.width() > rect.right() + 1:
                self._place(begun, tallest, rect)
                x, y, tallest, begun = rect.x(), y + tallest + self.spacing(), 0, []
            begun.append((item, QRect(QPoint(x, y), hint)))
            x += hint.width() + self.spacing()
            tallest = max(tallest, hint.height())
        self._place(begun, tallest, rect)

    def _place(self, begun: list[tuple[QLayoutItem, QRect]], height: int, rect: QRect) -> None:
        free = round(self._before * max(rect.right() - begun[-1][1].right(), 0)) if begun else 0
        for item, box in begun:
            item.setGeometry(QRect(box.topLeft() + QPoint(free, 0), QSize(box.width(), height)))


# ---- texts for painters -----------------------------------------------------------------------------------------


SEPARATOR = " · "


def capital(text: str) -> str:
    """Return the text with its first letter in upper case and the others unchanged."""
    return text[:1].upper() + text[1:]


def wrap_lines(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """Return a text in as few lines as fit the width, broken between words; a word may be wider."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class TouchScrolling(QObject):
    """Scrolls an area by a finger that moves over it, with momentum. A tap is a click, as before."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        viewport = area.viewport()
        super().__init__(viewport)
        QScroller.grabGesture(viewport, QScroller.ScrollerGestureType.TouchGesture)
        viewport.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: a finger that scrolls a list selects nothing on its way."""
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and is_touch(event):
            return True
        return super().eventFilter(watched, event)


class LongPress(QObject):
    """Recognizer of a long press on a widget of a touch screen; the press is then no click.

    Signals:
        held: The press was long; carries its point in the widget.
    """

    held = Signal(QPoint)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._at, self._held = QPoint(), False
        self._timer = QTimer(self, singleShot=True, interval=LONG_PRESS)
        self._timer.timeout.connect(self._end)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: follow the press."""
        if isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseButtonPress and is_touch(event):
                self._at, self._held = event.position().toPoint(), False
                self._timer.start()
            elif event.type() == QEvent.Type.MouseButtonRelease:
                self._timer.stop()
                held, self._held = self._held, False
                if held and not isinstance(watched, QAbstractButton):
                    return True
        return super().eventFilter(watched, event)

    def _end(self) -> None:
        widget, self._held = self.parent(), True
        if isinstance(widget, QAbstractButton):
            widget.setDown(False)  # so that the release is no click
        self.held.emit(self._at)


# ---- order of the focus


def in_layout_order(within: QWidget) -> Iterator[QWidget]:
    """Yield the widgets inside another one as their layouts show them: from left to right and from above to below."""
    layout, inside = within.layout(), within.widget() if isinstance(within, QScrollArea) else None
    laid_out = [*(_widgets_of(layout) if layout is not None else ()), *([inside] if inside is not None else ())]
    known = set(laid_out)
    free = within.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for each in (*laid_out, *(each for each in free if each not in known)):
        if not each.isWindow():
            yield each
            yield from in_layout_order(each)


def _widgets_of(layout: QLayout) -> Iterator[QWidget]:
    items = [layout.itemAt(number) for number in range(layout.count())]
    if isinstance(layout, QGridLayout):  # in the order of its cells, not in that in which they were filled
        cells = product(range(layout.rowCount()), range(layout.columnCount()))
        items = list(dict.fromkeys(layout.itemAtPosition(row, column) for row, column in cells))
    for item in items:
        if item is not None and (widget := item.widget()) is not None:
            yield widget
        elif item is not None and (inner := item.layout()) is not None:
            yield from _widgets_of(inner)


class TabPage(QWidget):
    """Page on which Tab goes through the widgets as the layouts show them, also through those that were made later."""

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Override QWidget: put the widgets in order first, because Qt puts new ones at the end."""
        order = dict.fromkeys(each for each in in_layout_order(self) if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        return super().focusNextPrevChild(forward)
