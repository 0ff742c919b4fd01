"""Panel of the tracks: variables of the game whose steps the look lists, such as the periods of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.appearance.fonts import SMALL_TEXT
from app.appearance.look import Look
from app.base.widgets import capital, set_tip
from app.table.context import TableContext
from app.table.model.subjects import Subject, ValueSubject
from dsl.match.view import View

_MARGIN_X, _MARGIN_Y = 14, 9  #: pixels
_BETWEEN = 6  #: pixels between two rows
_BELOW = 5  #: pixels between a name and the dots below it
_DOT, _CURRENT = 0.62, 1.0  #: diameter of a dot, and of the current one with its number, in lines of text
_MOST_DOTS, _MOST_COLUMNS = 10, 5
_BAR = 4.0  #: height of the bar below a step without dots, in pixels


@dataclass(frozen=True, slots=True)
class Track:
    """A variable with the steps that it goes through."""

    key: str  #: of the value in the view
    title: str
    steps: tuple[str, ...]  #: in words; empty: unknown
    at: int | None  #: index of the current step; None: the value is none of them
    value: str  #: in words
    counts: bool  #: its steps are numbers
    inner: Track | None = None  #: another track that counts within the current step

    @property
    def in_columns(self) -> bool:
        """Whether each step has a column with its name."""
        return not self.counts and self.at is not None and 1 < len(self.steps) <= _MOST_COLUMNS


def tracks_of(values: Mapping[str, str], look: Look, context: TableContext) -> tuple[Track, ...]:
    """Return the tracks of these values in the order of the look, those that count within another one inside it."""

    def made(key: str, steps: Sequence[str]) -> Track:
        value, (name, _, word) = values[key], key.partition(" of ")
        counts = all(step.lstrip("-").isdecimal() for step in steps)
        if counts and steps:
            last = values.get(look.last_steps.get(name, ""), "")
            steps = _steps_up_to(steps, last if last.isdecimal() and int(last) else "", value)
        at = steps.index(value) if value in steps else None
        title = capital(_named(name, context)) + (f", {_named(word, context)}" if word else "")
        named = tuple(_named(step, context) for step in steps)
        return Track(key, title, named, at, _named(value, context), counts)

    found = {
        key: made(key, steps)
        for name, steps in look.tracks.items()
        for key in values
        if key.partition(" of ")[0] == name
    }
    inner = {look.nested[key]: track for key, track in found.items() if key in look.nested and track.counts}
    nested = {key: inner[key] for key, track in found.items() if key in inner and track.in_columns}
    shown = [track for track in found.values() if track not in nested.values()]
    return tuple(_with(track, nested.get(track.key)) for track in shown)


def _steps_up_to(steps: Sequence[str], last: str, value: str) -> Sequence[str]:
    """Return the steps of a track of numbers up to the last one, if that is known, and at least to the present one:
    options may have added or removed some."""
    most = max(int(last or steps[-1]), int(value) if value.isdecimal() else 0)
    kept = [step for step in steps if int(step) <= most]
    return (*kept, *map(str, range(int(steps[-1]) + 1, most + 1)))


def _with(track: Track, inner: Track | None) -> Track:
    return Track(track.key, track.title, track.steps, track.at, track.value, track.counts, inner)


def _named(word: str, context: TableContext) -> str:
    return context.words.text(word) if word.lstrip("-").isdecimal() else context.words.name(word)


class TracksPanel(QFrame):
    """Panel of the tracks. A few named steps are columns, the passed ones marked below them; numbers are dots."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._context = context
        self.tracks: tuple[Track, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_context(self, context: TableContext) -> None:
        """Speak and look otherwise from the next `show_state` on."""
        self._context = context

    def show_state(self, view: View) -> None:
        """Show the current steps of the tracks; hidden if the look has none."""
        context = self._context
        self.tracks = tracks_of(dict(view.values), context.look, context)
        every = [each for track in self.tracks for each in (track, track.inner) if each is not None]
        said = [context.named(each.title, each.value) for each in every]
        about = [context.words.said(f"{each.key.partition(' of ')[0]}.about") for each in every]
        self.setAccessibleName("; ".join(said))
        set_tip(self, "\n".join(text for text in (*said, *about) if text))
        self.setVisible(bool(self.tracks))
        self.updateGeometry()
        self.update()

    def subject_at(self, at: QPoint) -> Subject | None:
        """Return what "What is this?" explains at a point: the variable of the track there."""
        top = float(_MARGIN_Y)
        for track in self.tracks:
            bottom = top + self._height_of(track) + _BETWEEN
            if at.y() < bottom or track is self.tracks[-1]:
                inside = track.inner is not None and at.y() > top + self._line()
                found = track.inner if inside and track.inner is not None else track
                return ValueSubject(found.key, self._context.named(found.title, found.value))
            top = bottom
        return None

    def _line(self) -> float:
        return QFontMetricsF(self._small()).height()

    def _height_of(self, track: Track) -> float:
        line = self._line()
        if not track.in_columns:
            return line * 1.1
        return line + _BELOW + (line * _CURRENT if track.inner is not None else _BAR)

    def sizeHint(self) -> QSize:
        """Override QFrame: the height of all rows."""
        rows = sum(self._height_of(track) for track in self.tracks) + _BETWEEN * max(len(self.tracks) - 1, 0)
        return QSize(160, round(rows) + 2 * _MARGIN_Y)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QFrame: paint the card and the tracks."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = float(_MARGIN_Y)
        for track in self.tracks:
            height = self._height_of(track)
            room = QRectF(_MARGIN_X, top, self.width() - 2 * _MARGIN_X, height)
            (self._paint_columns if track.in_columns else self._paint_row)(painter, room, track)
            top += height + _BETWEEN

    def _paint_columns(self, painter: QPainter, room: QRectF, track: Track) -> None:
        """Paint the names of the steps side by side, and below each a bar, or the dots of the inner track."""
        theme, line, now = self._context.theme, self._line(), track.at or 0
        width = room.width() / len(track.steps)
        for rank, step in enumerate(track.steps):
            column = QRectF(room.left() + rank * width, room.top(), width, room.height())
            painter.setFont(self._small(bold=rank == now))
            painter.setPen(QColor(theme.accent if rank == now else theme.soft_ink))
            name = capital(step)
            metrics = QFontMetricsF(painter.font())
            if metrics.horizontalAdvance(name) > width - 4:
                name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, width - 4)
            at_top = QRectF(column.left(), column.top(), width, line)
            painter.drawText(at_top, Qt.AlignmentFlag.AlignCenter, name)
            below = QRectF(column.left(), at_top.bottom() + _BELOW, width, column.bottom() - at_top.bottom() - _BELOW)
            if rank == now and track.inner is not None:
                self._paint_dots(painter, below, track.inner, centred=True)
            else:
                self._paint_bar(painter, below, filled=rank <= now)

    def _paint_bar(self, painter: QPainter, room: QRectF, *, filled: bool) -> None:
        theme = self._context.theme
        bar = QRectF(0, 0, room.width() * 0.56, _BAR)
        bar.moveCenter(room.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent if filled else theme.line))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)

    def _paint_row(self, painter: QPainter, room: QRectF, track: Track) -> None:
        """Paint title and value, the value as dots if it is one of a few numbers."""
        theme = self._context.theme
        painter.setFont(self._small())
        painter.setPen(QColor(theme.soft_ink))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(left), track.title)
        beside = room.adjusted(QFontMetricsF(painter.font()).horizontalAdvance(track.title) + 12, 0, 0, 0)
        if track.counts and track.at is not None and len(track.steps) <= _MOST_DOTS:
            self._paint_dots(painter, beside, track, centred=False)
            return
        painter.setFont(self._small(bold=True))
        painter.setPen(QColor(theme.accent))
        painter.drawText(beside, int(left), capital(track.value))

    def _paint_dots(self, painter: QPainter, room: QRectF, track: Track, *, centred: bool) -> None:
        """Paint a dot for each step: filled up to the current one, which has its number in it."""
        theme, line = self._context.theme, self._line()
        small, large, gap = line * _DOT, line * _CURRENT, line * 0.28
        now = track.at
        widths = [large if rank == now else small for rank in range(len(track.steps))]
        whole = sum(widths) + gap * (len(widths) - 1)
        x = room.center().x() - whole / 2 if centred else room.left()
        for rank, (step, width) in enumerate(zip(track.steps, widths, strict=True)):
            done = now is not None and rank <= now
            painter.setPen(QPen(QColor(theme.accent if done else theme.soft_ink), 1.4))
            painter.setBrush(QColor(theme.accent) if done else Qt.BrushStyle.NoBrush)
            middle = QPointF(x + width / 2, room.center().y())
            painter.drawEllipse(middle, width / 2 - 0.7, width / 2 - 0.7)
            if rank == now:
                painter.setFont(self._small(bold=True))
                painter.setPen(QColor(theme.accent_ink))
                box = QRectF(middle.x() - width, middle.y() - line / 2, 2 * width, line)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, step)
            x += width + gap

    def _small(self, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * SMALL_TEXT)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font
