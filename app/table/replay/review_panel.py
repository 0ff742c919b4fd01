"""Panel of the review of a match: the chances of each player over the match as a chart, and its turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from app.base.announcements import announce
from app.base.widgets import button, label, row, scroll_area, set_tip
from app.session.link import ReviewedChoice
from app.table.context import TableContext
from app.table.panels.hint_texts import mistake_lines
from app.table.panels.score_pictures import spread

_NEAR = 22  #: pixels from a point of the chart within which a click means it
_HEIGHT, _LEAST = 170, 46  #: largest and smallest height of the chart, in pixels
_SHARE = 0.14  #: of the height of the window, that the chart takes
_DOT = 8  #: diameter of the dot beside a name, in pixels
_CHART, _WORDS = 5, 3  #: shares of the width, for the chart and for the words beside it


class ChancesChart(QWidget):
    """Chart of the players' chances in per cent: a line through the choices of each player, a diamond at each turning
    point. A click, or the arrow keys, pick a choice.

    Signals:
        picked: A choice was picked; carries its ReviewedChoice.
    """

    picked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._context: TableContext | None = None
        self._choices: tuple[ReviewedChoice, ...] = ()
        self._seats: tuple[str, ...] = ()
        self._whole = 1  #: choices of the match
        self._here = 0  #: choices before the position that the board shows
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumHeight(_LEAST)
        self.setMaximumHeight(_HEIGHT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_state(
        self, choices: tuple[ReviewedChoice, ...], seats: tuple[str, ...], whole: int, here: int, context: TableContext
    ) -> None:
        """Show the choices assessed so far, of a match with `whole` choices, and the position on the board."""
        self._choices, self._seats, self._whole, self._here = choices, seats, max(whole, 1), here
        self._context = context
        self.setAccessibleName(chart_text(choices, seats, context))
        self.update()

    def sizeHint(self) -> QSize:
        """Override QWidget: a share of the window, so that the board keeps most of a low one."""
        return QSize(300, max(_LEAST, min(_HEIGHT, round(self.window().height() * _SHARE))))

    @property
    def area(self) -> QRectF:
        """The part of the widget in which the lines are."""
        metrics = QFontMetricsF(self.font())
        names = [self._context.player(seat) for seat in self._seats] if self._context is not None else []
        right = max((metrics.horizontalAdvance(name) for name in names), default=0) + _DOT + 18
        left = metrics.horizontalAdvance("100") + 12
        margin = metrics.height() / 2
        return QRectF(left, margin, max(self.width() - left - right, 20.0), max(self.height() - 2 * margin, 20.0))

    def point_of(self, choice: ReviewedChoice) -> QPointF:
        """Return where a choice with known chances is painted."""
        area, chances = self.area, choice.chances or 0
        return QPointF(
            area.left() + area.width() * choice.number / self._whole, area.bottom() - area.height() * chances / 100
        )

    def _known(self) -> list[ReviewedChoice]:
        return [choice for choice in self._choices if choice.chances is not None]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the axis, the position on the board, and a line for each player."""
        if self._context is None:
            return
        theme, area, metrics = self._context.theme, self.area, QFontMetricsF(self.font())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for value in (0, 50, 100):
            y = area.bottom() - area.height() * value / 100
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.soft_ink))
            at = QRectF(0, y - metrics.height() / 2, area.left() - 8, metrics.height())
            painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(value))
        x = area.left() + area.width() * min(self._here, self._whole) / self._whole
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom() + 4))
        known = self._known()
        for seat in self._seats:
            self._paint_line(painter, seat, [each for each in known if each.seat == seat])
        for seat, middle in self.names().items():
            self._paint_name(painter, seat, middle)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def names(self) -> dict[str, float]:
        """Return the middle of the name of each player with known chances: beside the end of the line, or as near
        as it can be without lying over another name or leaving the chart."""
        ends = {choice.seat: self.point_of(choice).y() for choice in self._known()}
        seats = sorted((seat for seat in self._seats if seat in ends), key=ends.__getitem__)
        high = QFontMetricsF(self.font()).height()
        placed = spread([ends[seat] for seat in seats], high, high / 2, self.height() - high / 2)
        return dict(zip(seats, placed, strict=True))

    def _paint_line(self, painter: QPainter, seat: str, choices: list[ReviewedChoice]) -> None:
        """Paint a player's line with its turning points."""
        if not choices or self._context is None:
            return
        theme = self._context.theme
        fill = QColor(self._context.look.player(seat).fill.on(theme.dark))
        points = [self.point_of(choice) for choice in choices]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((QColor(theme.soft_ink), 4.2), (fill, 2.8)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline(QPolygonF(points))
        painter.setPen(QPen(QColor(theme.ink), 1.4))
        painter.setBrush(fill)
        for choice, at in zip(choices, points, strict=True):
            if choice.mistake is not None:
                corners = (QPointF(0, -7), QPointF(7, 0), QPointF(0, 7), QPointF(-7, 0))
                painter.drawPolygon(QPolygonF([at + corner for corner in corners]))

    def _paint_name(self, painter: QPainter, seat: str, middle: float) -> None:
        """Paint a player's name, with a dot in the colour of the line."""
        if self._context is None:
            return
        theme, right = self._context.theme, self.area.right() + 8
        painter.setPen(QPen(QColor(theme.soft_ink), 1))
        painter.setBrush(QColor(self._context.look.player(seat).fill.on(theme.dark)))
        painter.drawEllipse(QPointF(right + _DOT / 2, middle), _DOT / 2, _DOT / 2)
        painter.setPen(QColor(theme.ink))
        base = middle + QFontMetricsF(self.font()).capHeight() / 2
        painter.drawText(QPointF(right + _DOT + 6, base), self._context.player(seat))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: pick the nearest choice; turning points before others."""
        at, known = event.position(), self._known()
        if not known:
            return
        far = {id(choice): (self.point_of(choice) - at).manhattanLength() for choice in known}
        near = [choice for choice in known if choice.mistake is not None and far[id(choice)] <= _NEAR]
        self.picked.emit(min(near or known, key=lambda choice: far[id(choice)] if near else self._across(choice, at)))

    def _across(self, choice: ReviewedChoice, at: QPointF) -> float:
        return abs(self.point_of(choice).x() - at.x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: ← and → pick the choice before and after the position on the board, Page Up and Page Down
        the turning point."""
        known, here = self._known(), self._here
        turning = [choice for choice in known if choice.mistake is not None]
        before = [choice for choice in known if choice.number < here]
        after = [choice for choice in known if choice.number > here]
        found: list[ReviewedChoice] = []
        match event.key():
            case Qt.Key.Key_Left:
                found = before[-1:]
            case Qt.Key.Key_Right:
                found = after[:1]
            case Qt.Key.Key_PageUp:
                found = [choice for choice in turning if choice.number < here][-1:]
            case Qt.Key.Key_PageDown:
                found = [choice for choice in turning if choice.number > here][:1]
            case _:
                super().keyPressEvent(event)
        for choice in found:
            self.picked.emit(choice)


class ReviewPanel(QFrame):
    """Panel with the progress of the search, the chart, and beside it what the search says of the choice at the
    position on the board.

    Signals:
        picked: A choice was picked in the chart or by the buttons; carries its ReviewedChoice.
        stop_requested: The search is to be stopped.
    """

    picked = Signal(object)
    stop_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.chart = ChancesChart()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(10)
        self._title, self.said = label("strong"), label("soft", wraps=True)
        self.stop, self.earlier, self.later = button("small"), button("small"), button("small")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(4)
        head = row(self._title)
        head.addSpacing(12)
        head.addWidget(self.progress, 1000)
        head.addStretch(1)
        for each in (self.stop, self.earlier, self.later):
            head.addWidget(each)
        layout.addLayout(head)
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        said = scroll_area(self.said)  # in a low window, long texts scroll
        said.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # as high as the chart
        beside = QHBoxLayout()
        beside.setSpacing(12)
        beside.addWidget(self.chart, _CHART)
        beside.addWidget(said, _WORDS)
        layout.addLayout(beside)
        self._choices: tuple[ReviewedChoice, ...] = ()
        self._here = 0
        self.chart.picked.connect(self.picked)
        self.stop.clicked.connect(self.stop_requested)
        self.earlier.clicked.connect(lambda: self._turn(-1))
        self.later.clicked.connect(lambda: self._turn(1))
        self.hide()

    def set_progress(self, done: int, whole: int, *, running: bool) -> None:
        """Show how many choices are assessed; without a search, no progress."""
        self.progress.setRange(0, max(whole, 1))
        self.progress.setValue(done)
        for part in (self.progress, self.stop):
            part.setVisible(running)

    def show_state(
        self,
        choices: tuple[ReviewedChoice, ...],
        seats: tuple[str, ...],
        whole: int,
        here: int,
        context: TableContext,
        shows_name: Callable[[str], bool],
    ) -> None:
        """Show the choices assessed so far, and what there is to say of the one made at the position on the board."""
        texts = context.texts
        self._choices, self._here = choices, here
        self._title.setText(texts("review.title"))
        self.stop.setText(texts("review.stop"))
        self.progress.setAccessibleName(texts("review.progress"))
        for made, sign, key in ((self.earlier, "◆◀", "review.earlier"), (self.later, "▶◆", "review.later")):
            made.setText(sign)
            made.setAccessibleName(texts(key))
            set_tip(made, texts(key))
        turning = [choice.number for choice in choices if choice.mistake is not None]
        self.earlier.setEnabled(any(number < here for number in turning))
        self.later.setEnabled(any(number > here for number in turning))
        self.chart.show_state(choices, seats, whole, here, context)
        at = next((choice for choice in choices if choice.number == here), None)
        said = " ".join(choice_lines(at, context, shows_name)) if at is not None else ""
        before = self.said.text()
        self.said.setText(said or texts("review.how", n=len(turning)))
        if said and said != before:
            announce(self.said, said)

    def _turn(self, by: int) -> None:
        """Pick the turning point before or after the position on the board."""
        turning = [choice for choice in self._choices if choice.mistake is not None]
        found = [choice for choice in turning if (choice.number - self._here) * by > 0]
        if found:
            self.picked.emit(found[0] if by > 0 else found[-1])


def choice_lines(choice: ReviewedChoice, context: TableContext, shows_name: Callable[[str], bool]) -> Iterator[str]:
    """Yield what the review says of a choice: the chances before it, and of a mistake the better choice and why."""
    texts = context.texts
    if choice.chances is not None:
        yield texts("review.chances", player=context.player(choice.seat), chances=choice.chances)
    if choice.mistake is not None:
        yield from mistake_lines(choice.mistake, choice.decision, context, shows_name)


def chart_text(choices: tuple[ReviewedChoice, ...], seats: tuple[str, ...], context: TableContext) -> str:
    """Return the chart in words: for each player the chances at the start and at the end, and the turning points."""
    texts, lines = context.texts, [context.texts("review.title")]
    for seat in seats:
        known = [choice for choice in choices if choice.seat == seat and choice.chances is not None]
        if known:
            turning = sum(choice.mistake is not None for choice in known)
            first, last = known[0].chances or 0, known[-1].chances or 0
            lines.append(texts("review.line", player=context.player(seat), first=first, last=last, n=turning))
    return " ".join(lines)
