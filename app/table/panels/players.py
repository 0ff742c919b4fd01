"""Panel of the players: a row for each seat with emblem, name, score, reserve and cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.drawings import Drawing, inked, paint_drawing_in
from app.appearance.fonts import SMALL_TEXT, title_font
from app.appearance.portraits import paint_game_portrait, paint_portrait
from app.base.announcements import set_accessible_role
from app.base.widgets import SEPARATOR, LongPress, capital, set_tip, show_tip_beside
from app.table.context import TableContext
from app.table.model.subjects import PlayerSubject, Subject, ValueSubject
from app.table.painting.cards import paint_back
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE, blended, text_colour_on
from app.table.painting.pieces import Emblem, paint_emblem
from dsl.match.view import SeatView, View, ZoneView

# ---- emblem of a player


class Badge(QWidget):
    """Widget with the emblem of one player; hidden if there is none."""

    def __init__(self, size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._colour = ""
        self._context: TableContext | None = None
        self.setFixedSize(QSize(size, size))

    def set_size(self, size: int) -> None:
        """Set width and height in pixels."""
        self._size = size
        self.setFixedSize(QSize(size, size))
        self.update()

    def show_state(self, colour: str, context: TableContext) -> None:
        """Show the sign of `colour`; nothing if it is empty."""
        if context is self._context and colour == self._colour:
            return
        self._colour, self._context = colour, context
        self.setAccessibleName(context.player(colour) if colour else "")
        self.setVisible(bool(colour))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._context is None or not self._colour:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._size / 2, self._size / 2)
        paint_player(painter, self._colour, self._context, self._size * 0.46)


def paint_player(painter: QPainter, colour: str, context: TableContext, radius: float) -> None:
    """Paint a player's portrait around the origin: the one that the player has chosen, else a disc of its colour with
    the drawing of the look in it."""
    if (chosen := context.portraits.get(colour)) is not None:
        own = QColor(context.look.player(colour).fill.on(context.theme.dark))
        paint_portrait(painter, chosen, own, context.player(colour), radius)
        return
    if not paint_game_portrait(painter, context.look, colour, radius, dark=context.theme.dark):
        palette = DARK_PALETTE if context.theme.dark else LIGHT_PALETTE
        paint_emblem(painter, Emblem("disc", context.look.player(colour)), radius * 0.9, palette)


SCORE = "score"  #: variable with the score in the rules language
_BACKS = 6  #: hidden cards are drawn one by one up to this number, more as one card with their number
_NOTHING, _YES = ("0", "no", "none", ""), "yes"
_FEW = 4  #: up to this number of players, each has a second line
_PORTRAIT, _SMALL_PORTRAIT = 2.3, 1.5  #: diameter of a portrait in a row and in a compact one, in heights of a line
_GAP = 10.0  #: pixels between the parts of a row
_GAPS = (14.0, 10.0, 7.0)  #: pixels between two holdings: the first with which all are in one line
_BACKS_ROOM = 100  #: room for the number of hidden cards, in pixels
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BESIDE_NAME = 8  #: pixels between a name and the sign of the viewer
_LONGEST_NAME = 3.6  #: width of a name in a compact row, in diameters of its portrait
_TRACK = 34.0  #: length of the line that compares the scores, in pixels
_ICON = 1.15  #: side of an icon, in heights of a small line


@dataclass(frozen=True, slots=True)
class Sign:
    """Icon of a value: plain, or on a ground in the colour of its kind."""

    icon: Drawing
    ground: str = ""  #: as #rrggbb; empty: none


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that a player has: in words, and as an icon with a number or signs where the look has them."""

    words: str
    icon: Drawing | None = None
    number: str = ""
    about: str = ""  #: the author's text about it
    name: str = ""  #: in the rules; empty: it has none
    signs: tuple[Sign, ...] = ()  #: of its values, after the icon


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a player's clock shows."""

    text: str  #: such as "4:59"
    spoken: str  #: the same in words, for screen readers
    running: bool
    warns: bool  #: little time is left
    used_up: bool = False  #: no time is left


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """Summary of one player: what the viewer may know."""

    colour: str
    name: str
    score: str
    share: float  #: of the leader's score, from 0 to 1
    holdings: tuple[Holding, ...]  #: reserves and other values
    cards: str  #: how many of which, in words
    backs: int  #: number of cards whose faces the viewer does not see
    is_active: bool
    eliminated: bool
    is_viewer: bool = False
    presence: str = ""  #: that the player has given up, or is absent on the network; empty if present

    @property
    def backs_drawn(self) -> int:
        """Number of card backs to paint."""
        return self.backs if self.backs <= _BACKS else 1

    @property
    def backs_number(self) -> str:
        """Number beside the backs; empty if all are painted."""
        return "" if self.backs <= _BACKS else str(self.backs)

    def accessible_text(self, context: TableContext) -> str:
        """Return the accessible text of the row."""
        return ", ".join(self._parts(context))

    def tooltip(self, context: TableContext) -> str:
        """Return the same in lines, and the author's texts about what the player has."""
        about = dict.fromkeys(holding.about for holding in self.holdings if holding.about)
        return "\n".join((*map(capital, self._parts(context)), *about, context.texts("table.players.sheet")))

    def _parts(self, context: TableContext) -> list[str]:
        parts = [self.name]
        if self.is_viewer:
            parts.append(context.texts("table.players.you"))
        if self.score:
            parts.append(context.named(context.words.name(SCORE), self.score))
        parts += [self.presence, *(holding.words for holding in self.holdings), self.cards]
        if self.is_active:
            parts.append(context.texts("table.players.acts"))
        if self.eliminated:
            parts.append(context.texts("table.players.out"))
        return [part for part in parts if part]


def player_summaries(view: View, context: TableContext, out_of_time: Collection[str] = ()) -> tuple[PlayerSummary, ...]:
    """Return the summaries of all players, in the order of the seats. `out_of_time`: those whose time is used up."""
    scores = {seat.colour: _score(seat) for seat in view.seats}
    best = max((points for points in scores.values() if points is not None), default=0)
    asked = {decision.seat for decision in view.decisions}
    return tuple(
        PlayerSummary(
            colour=seat.colour,
            name=context.player(seat.colour),
            score=dict(seat.values).get(SCORE, ""),
            share=(scores[seat.colour] or 0) / best if best > 0 else 0.0,
            holdings=_holdings(view, seat, context),
            cards=_cards(view, seat, context),
            backs=sum(_unseen(zone) for zone in view.zones if zone.owner == seat.colour != view.seat),
            is_active=seat.colour in asked,
            eliminated=not seat.in_play,
            is_viewer=seat.colour == view.seat,
            presence=context.texts("table.players.late" if seat.colour in out_of_time else "table.players.given_up")
            if seat.colour in view.given_up
            else "",
        )
        for seat in view.seats
    )


def _unseen(zone: ZoneView) -> int:
    return 0 if zone.open else sum(not piece.kind for piece in zone.pieces)


def _score(seat: SeatView) -> int | None:
    text = dict(seat.values).get(SCORE, "")
    return int(text) if text.lstrip("-").isdecimal() else None


def partners_text(teams: tuple[tuple[str, ...], ...], colour: str, context: TableContext) -> str:
    """Return the partners of a player in words; empty for a player without partners."""
    team = next((team for team in teams if colour in team), ())
    names = ", ".join(context.player(other) for other in team if other != colour)
    return context.texts("table.players.with", names=names) if names else ""


def _holdings(view: View, seat: SeatView, context: TableContext) -> tuple[Holding, ...]:
    """Return partners, reserves, and other values and open zones of a player; zero and empty ones are left out."""
    words, icon = context.words, context.look.icon
    partners = partners_text(view.teams, seat.colour, context)
    held = [Holding(partners)] if partners else []
    held += _reserves(seat, context)
    for zone in _zones(view, seat):
        if zone.open and seat.colour != view.seat:
            content = _zone_content(zone, context)
            shown = icon(zone.name) if content.isdecimal() else None
            about = words.said(f"{zone.name}.about")
            held.append(Holding(context.named(words.name(zone.name), content), shown, content, about, zone.name))
    for name, value in seat.values:
        if name != SCORE and value not in _NOTHING:
            held.append(_value(name, value, context))
    return tuple(held)


def _value(name: str, value: str, context: TableContext) -> Holding:
    """Return the value of a variable: a number or a yes with the icon of the variable, others in words."""
    words = context.words
    known = value.split()
    listed = len(known) > 1 and all(words.name(each) != each for each in known)  # several names, such as markers
    text = ", ".join(words.text(each) for each in known) if listed else words.text(value)
    signs = () if value.isdecimal() or value == _YES else _signs(known, context)
    shown = context.look.icon(name) if value.isdecimal() or value == _YES or signs else None
    number = value if value.isdecimal() else ""
    return Holding(context.named(words.name(name), text), shown, number, words.said(f"{name}.about"), name, signs)


def _signs(values: Sequence[str], context: TableContext) -> tuple[Sign, ...]:
    """Return the signs of the values of a variable; none if one of them has no icon."""
    found = []
    for value in values:
        icon, kind = context.look.icon(value), context.look.kind_named(value)
        if icon is None:
            return ()
        found.append(Sign(icon, kind.fill.on(context.theme.dark) if kind is not None and kind.icon is icon else ""))
    return tuple(found)


def _zone_content(zone: ZoneView, context: TableContext) -> str:
    """Return the content of an open zone: a single numbered card by name, else how many cards."""
    marks = context.words.marks(zone.pieces[0].piece, dict(zone.pieces[0].facing)) if len(zone.pieces) == 1 else ""
    return f"{context.words.name(zone.pieces[0].kind)} {marks}".strip() if marks else str(zone.size)


def _reserves(seat: SeatView, context: TableContext) -> list[Holding]:
    """Return what is left of each counter; only the first one says that it is the reserve."""
    named = [(amount, f"{amount} {context.words.name(counter, amount)}", counter) for counter, amount in seat.reserves]
    if len(named) > 1:
        named = [each for each in named if each[0]]
    key, held = "table.players.reserves" if len(seat.reserves) == 1 else "table.players.several", list[Holding]()
    for amount, things, counter in named:
        words = things if held else context.texts(key, things=things)
        about = context.words.said(f"{counter}.about")
        held.append(Holding(words, context.look.icon(counter), str(amount), about, counter))
    return held


def _cards(view: View, seat: SeatView, context: TableContext) -> str:
    """Return the number of cards and figures of a player, for screen readers only: others see them."""
    parts = [context.named(context.words.name(zone.name), str(zone.size)) for zone in _zones(view, seat)]
    return SEPARATOR.join(parts)


def _zones(view: View, seat: SeatView) -> list[ZoneView]:
    return [zone for zone in view.zones if zone.owner == seat.colour and zone.size]


def _paint_sign(painter: QPainter, sign: Sign, box: QRectF, ink: QColor) -> None:
    """Paint a sign; on a ground, in the ink that is readable there."""
    if not sign.ground:
        paint_drawing_in(painter, sign.icon, box, inked(ink))
        return
    ground = QColor(sign.ground)
    painter.save()
    painter.setPen(QPen(blended(ground, QColor("#000000"), 0.35), 1.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), box.width() * 0.28, box.width() * 0.28)
    inset = box.width() * 0.1
    paint_drawing_in(painter, sign.icon, box.adjusted(inset, inset, -inset, -inset), inked(text_colour_on(ground)))
    painter.restore()


class PlayerRow(QWidget):
    """Row of one seat.

    Signals:
        pressed: Clicked, or confirmed by Enter or Space: the score sheet is requested.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._summary: PlayerSummary | None = None
        self._clock: ClockFace | None = None
        self._context: TableContext | None = None
        self.two_lines = False  #: whether there is a second line of holdings
        self.compact = False  #: whether name and holdings are in one line
        self.name_width = 0.0  #: of the longest name, in pixels: in compact rows, all holdings begin at the same place
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_accessible_role(self, QAccessible.Role.Button)

    def show_state(self, summary: PlayerSummary, context: TableContext) -> None:
        """Show the summary of a player."""
        if context is self._context and summary == self._summary:
            return
        self._summary, self._context = summary, context
        self._name_row()
        set_tip(self, summary.tooltip(context))
        self.updateGeometry()
        self.update()

    def set_two_lines(self, two_lines: bool) -> None:
        """Set whether there may be a second line of holdings."""
        if two_lines != self.two_lines:
            self.two_lines = two_lines
            self.updateGeometry()
            self.update()

    def set_clock(self, clock: ClockFace) -> None:
        """Show the player's clock."""
        if clock != self._clock:
            self._clock = clock
            self._name_row()
            self.update()

    def _name_row(self) -> None:
        """Set the accessible name, if it has changed: the clock ticks more often than it needs to be heard."""
        if self._summary is not None and self._context is not None:
            clock = [self._clock.spoken] if self._clock is not None else []
            name = ", ".join((self._summary.accessible_text(self._context), *clock))
            if name != self.accessibleName():
                self.setAccessibleName(name)

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if event.type() == QEvent.Type.ToolTip:
            show_tip_beside(self, self.rect(), self.toolTip())
            return True
        return super().event(event)

    def subject_at(self, at: QPoint) -> Subject | None:
        """Return what "What is this?" explains at a point: a value of the player, or the player."""
        summary, context = self._summary, self._context
        if summary is None or context is None:
            return None
        if summary.score and at.x() > self._right():
            return ValueSubject(SCORE, context.named(context.words.name(SCORE), summary.score), summary.colour)
        for holding, box in self._boxes():
            if holding.name and box.contains(QPointF(at)):
                return ValueSubject(holding.name, holding.words, summary.colour)
        return PlayerSubject(summary.colour)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: D102
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        super().leaveEvent(event)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: D102
        line = QFontMetricsF(self.font()).height()
        if self.compact:
            return QSize(240, round(self._side()) + 6)
        lines = max(1, len(self._lines()[0]))
        return QSize(240, round(max((1 + lines) * line, self._side()) + 18))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.updateGeometry()

    def _small(self) -> QFont:
        small = QFont(self.font())
        small.setPointSizeF(small.pointSizeF() * SMALL_TEXT)
        return small

    def _side(self) -> float:
        """Return the diameter of the portrait."""
        return QFontMetricsF(self.font()).height() * (_SMALL_PORTRAIT if self.compact else _PORTRAIT)

    def _left(self) -> float:
        """Return the left edge of the words."""
        return _GAP + self._side() + _GAP

    def _left_of_holdings(self) -> float:
        """Return the left edge of the holdings: below the name, or in a compact row beside the longest name."""
        return self._left() + (self.name_width + _GAPS[0] if self.compact else 0.0)

    def named_width(self) -> float:
        """Return the width of the name and of the sign of the viewer, as far as a compact row shows them."""
        summary, context = self._summary, self._context
        if summary is None or context is None:
            return 0.0
        if summary.is_viewer:
            return self._width_of_you(summary, context)
        return min(QFontMetricsF(self._bold()).horizontalAdvance(summary.name), _LONGEST_NAME * self._side())

    def _width_of_you(self, summary: PlayerSummary, context: TableContext) -> float:
        """Return the width of the sign of the viewer with the gap before it; 0 for another player."""
        if not summary.is_viewer:
            return 0.0
        font = self._bold() if self.compact else self._small()
        return QFontMetricsF(font).horizontalAdvance(self._you(context)) + 14 + (0 if self.compact else _BESIDE_NAME)

    def _you(self, context: TableContext) -> str:
        """Return the sign of the viewer, which in a compact row is in place of the name."""
        you = context.texts("table.players.you")
        return capital(you) if self.compact else you

    def _bold(self) -> QFont:
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        return bold

    def _score_font(self) -> QFont:
        return title_font(self.font(), 1.35 if self.compact else 1.7)

    def _right(self) -> float:
        """Return the right edge of the words, beside score and card backs."""
        if self._summary is None:
            return float(self.width())
        score = QFontMetricsF(self._score_font()).horizontalAdvance(self._summary.score)
        score = max(score, _TRACK) if self._summary.share > 0 and not self.compact else score
        number = QFontMetricsF(self._small()).horizontalAdvance(self._summary.backs_number)
        backs = self._summary.backs_drawn * 13 + (number + 6 if number else 0)
        return self.width() - 14 - score - (backs + 6 if backs else 0) - _GAP

    def _lines(self) -> tuple[list[list[tuple[Holding, float]]], float]:
        """Return the holdings with their widths, as lines that fit, and the gap between two holdings."""
        if self._summary is None:
            return [], 0.0
        metrics = QFontMetricsF(self._small())
        presence = (Holding(self._summary.presence),) if self._summary.presence else ()
        sized: list[tuple[Holding, float]] = []
        for holding in (*presence, *self._summary.holdings):
            if holding.icon is not None or holding.signs:
                icons = len(holding.signs) + (holding.icon is not None)
                width = metrics.horizontalAdvance(holding.number) + icons * (_ICON * metrics.height() + 4)
            else:
                width = metrics.horizontalAdvance(holding.words)
            sized.append((holding, width))
        room = self._right() - self._left_of_holdings() - (self._clock_width() if self.compact else 0.0)
        tried = ((self._wrapped(sized, room, gap), gap) for gap in _GAPS)
        one_line = next(
            (found for found in tried if sum(map(len, found[0])) == len(sized) and len(found[0]) == 1), None
        )
        if one_line is not None:
            return one_line
        gap = _GAPS[-1] if self.compact else _GAPS[0]
        return self._wrapped(sized, room, gap), gap

    def _wrapped(
        self, sized: Sequence[tuple[Holding, float]], room: float, gap: float
    ) -> list[list[tuple[Holding, float]]]:
        """Return as many holdings as fit into the lines of the row, with this gap between two of them."""
        most = 2 if self.two_lines and not self.compact else 1
        lines: list[list[tuple[Holding, float]]] = []
        used = room + 1
        for holding, width in sized:
            if used + width > room:
                if len(lines) == most:
                    break
                lines.append([])
                used = 0.0
            lines[-1].append((holding, width))
            used += width + gap
        return lines

    def _boxes(self) -> Iterator[tuple[Holding, QRectF]]:
        """Yield what is drawn of the holdings, and where."""
        line = QFontMetricsF(self.font()).height()
        lines, gap = self._lines()
        for number, holdings in enumerate(lines, 0 if self.compact else 1):
            x, y = self._left_of_holdings(), self._top() + number * line
            for holding, width in holdings:
                yield holding, QRectF(x, y, width, line)
                x += width + gap

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._summary is None or self._context is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._summary.eliminated:
            painter.setOpacity(0.55)
        self._paint_ground(painter, self._context)
        painter.save()
        painter.translate(_GAP + self._side() / 2, self.height() / 2)
        paint_player(painter, self._summary.colour, self._context, self._side() / 2 - 1)
        painter.restore()
        self._paint_name(painter, self._summary, self._context)
        self._paint_holdings(painter, self._context)
        self._paint_score(painter, self._summary, self._context)

    def _paint_ground(self, painter: QPainter, context: TableContext) -> None:
        """Paint a tinted ground and a bar if it is the player's turn."""
        theme = context.theme
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        active = self._summary is not None and self._summary.is_active
        painter.setPen(Qt.PenStyle.NoPen)
        if active or self.hasFocus() or self.underMouse():
            painter.setBrush(QColor(theme.tint if active else theme.raised))
            painter.drawRoundedRect(box, 10, 10)
        if active:
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(box.left(), box.top() + 10, 4, box.height() - 20), 2, 2)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 10, 10)

    def _top(self) -> float:
        """Return the upper edge of the words: they are in the middle of the row."""
        line = QFontMetricsF(self.font()).height()
        return (self.height() - (1 if self.compact else 1 + len(self._lines()[0])) * line) / 2

    def _paint_name(self, painter: QPainter, summary: PlayerSummary, context: TableContext) -> None:
        bold, left = self._bold(), self._left()
        metrics = QFontMetricsF(bold)
        self._paint_clock(painter, metrics, context)
        beside = self._width_of_you(summary, context)
        room = self.name_width if self.compact else self._right() - left - beside - self._clock_width()
        painter.setFont(bold)
        if not (self.compact and summary.is_viewer):
            name = metrics.elidedText(summary.name, Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(context.theme.ink))
            painter.drawText(QPointF(left, self._top() + metrics.ascent()), name)
            left += metrics.horizontalAdvance(name) + _BESIDE_NAME
            beside -= _BESIDE_NAME
        if not summary.is_viewer:
            return
        box = QRectF(left, self._top() + 1, beside, metrics.height() - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(context.theme.line))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(text_colour_on(QColor(context.theme.line)))
        painter.setFont(bold if self.compact else self._small())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._you(context))

    def _clock_width(self) -> float:
        """Return the width that the clock needs, with the gap before it."""
        clock = self._clock
        if clock is None:
            return 0.0
        metrics = QFontMetricsF(self._bold())
        return max(metrics.horizontalAdvance(text) for text in (clock.text, "00:00")) + 14 + 8

    def _paint_clock(self, painter: QPainter, metrics: QFontMetricsF, context: TableContext) -> None:
        """Paint the clock at the right end of the name's line."""
        clock, theme = self._clock, context.theme
        if clock is None:
            return
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold if clock.running else QFont.Weight.Normal)
        width = self._clock_width() - 8
        box = QRectF(self._right() - width, self._top(), width, metrics.height())
        painter.setPen(QColor(theme.alarm if clock.warns else theme.line))
        ground = QColor(theme.alarm if clock.warns else theme.line if clock.running else theme.card)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(text_colour_on(ground))
        painter.setFont(bold)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, clock.text)

    def _paint_holdings(self, painter: QPainter, context: TableContext) -> None:
        small, ink = self._small(), QColor(context.theme.soft_ink)
        metrics, line = QFontMetricsF(small), QFontMetricsF(self.font()).height()
        painter.setFont(small)
        painter.setPen(ink)
        side = _ICON * metrics.height()
        lower = (line - metrics.height()) / 2 if self.compact else 0.0  # beside a name, in the middle of its line
        for holding, place in self._boxes():
            x, y = place.x(), place.y() + lower
            box = QRectF(x, y + (metrics.height() - side) / 2, side, side)
            if holding.icon is not None:
                paint_drawing_in(painter, holding.icon, box, inked(ink))
                painter.drawText(QPointF(x + side + 4, y + metrics.ascent()), holding.number)
                box.translate(side + 4, 0)
            for sign in holding.signs:
                _paint_sign(painter, sign, box, ink)
                box.translate(side + 4, 0)
            if holding.icon is None and not holding.signs:
                room = self._right() - x
                words = metrics.elidedText(holding.words, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QPointF(x, y + metrics.ascent()), words)

    def _paint_score(self, painter: QPainter, summary: PlayerSummary, context: TableContext) -> None:
        """Paint the score, and left of it the hidden cards."""
        font = self._score_font()
        metrics = QFontMetricsF(font)
        right = self.width() - 14.0
        painter.setFont(font)
        painter.setPen(QColor(context.theme.ink))
        left = right - metrics.horizontalAdvance(summary.score)
        baseline = (self.height() + metrics.capHeight()) / 2
        painter.drawText(QPointF(left, baseline), summary.score)
        if not self.compact:
            self._paint_share(painter, summary.share, QPointF(right, baseline + 6), context)
        middle = self.height() / 2
        for number in range(summary.backs_drawn):
            paint_back(painter, QRectF(left - 18 - 13 * number, middle - 8, 11, 16), context)
        if summary.backs_number:
            painter.setFont(self._small())
            painter.setPen(QColor(context.theme.ink))
            beside = QRectF(left - 24 - _BACKS_ROOM, middle - 20, _BACKS_ROOM, 40)
            painter.drawText(beside, _AT_RIGHT, summary.backs_number)

    @staticmethod
    def _paint_share(painter: QPainter, share: float, right: QPointF, context: TableContext) -> None:
        """Paint the score as a line below it, in relation to the leader's."""
        if share <= 0:
            return
        track = QRectF(right.x() - _TRACK, right.y(), _TRACK, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        for width, colour in ((_TRACK, context.theme.line), (_TRACK * min(share, 1.0), context.theme.accent)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(track.right() - width, track.top(), width, 3), 1.5, 1.5)


class PlayersPanel(QFrame):
    """Panel of all seats, in order.

    Signals:
        score_requested: The score sheet is requested.
        held: Something was held for long on a touch screen; carries the subject to explain.
    """

    score_requested = Signal()
    held = Signal(object)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._context = context
        self._rows: list[PlayerRow] = []
        self._presence: Mapping[str, str] = {}
        self._clocks: Mapping[str, ClockFace] = {}
        self._view: View | None = None
        self._room = 0  #: pixels that the panel may be high with compact rows only; 0: any height is fine
        self._compact = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 8, 8, 8)
        self._layout.setSpacing(2)

    @property
    def rows(self) -> tuple[PlayerRow, ...]:
        """The rows, in the order of the seats."""
        return tuple(self._rows)

    def set_context(self, context: TableContext) -> None:
        """Speak and look otherwise from the next `show_state` on."""
        self._context = context

    def set_presence(self, presence: Mapping[str, str]) -> None:
        """Set the presence of absent players in words, by colour."""
        if presence != self._presence:
            self._presence = dict(presence)
            if self._view is not None:
                self.show_state(self._view)

    @property
    def _out_of_time(self) -> frozenset[str]:
        return frozenset(colour for colour, clock in self._clocks.items() if clock.used_up)

    def set_clocks(self, clocks: Mapping[str, ClockFace]) -> None:
        """Set what the players' clocks show, by colour."""
        late = self._out_of_time
        self._clocks = clocks
        if self._view is not None and late != self._out_of_time:
            self.show_state(self._view)
        for row, colour in zip(self._rows, self._view.colours if self._view is not None else (), strict=False):
            if colour in clocks:
                row.set_clock(clocks[colour])

    def set_room(self, height: int) -> None:
        """Set how high the panel should be, in pixels: rows that need more are compact."""
        wrapped = not self._compact and self.sizeHint().height() > height  # in a width that has become smaller
        if height != self._room or wrapped:
            self._room = height
            self._arrange()

    def _arrange(self) -> None:
        """Give name and holdings a line each, or share one if the rows were too high otherwise."""
        before = [(row.compact, row.name_width) for row in self._rows]
        for row in self._rows:
            row.compact = False
        around = self._layout.contentsMargins()
        between = self._layout.spacing() * (len(self._rows) - 1)
        needed = sum(row.sizeHint().height() for row in self._rows) + between
        compact = 0 < self._room < needed + around.top() + around.bottom()
        self._compact = compact
        for row in self._rows:
            row.compact = compact
        longest = max((row.named_width() for row in self._rows), default=0.0)
        for row, had in zip(self._rows, before, strict=True):
            row.name_width = longest
            if had != (compact, longest):
                row.updateGeometry()
                row.update()

    def _explain(self, row: PlayerRow, at: QPoint) -> None:
        subject = row.subject_at(at)
        if subject is not None:
            self.held.emit(subject)

    def show_state(self, view: View) -> None:
        """Show all seats of `view`."""
        self._view = view
        rows = [
            replace(each, presence=self._presence.get(each.colour, each.presence))
            for each in player_summaries(view, self._context, self._out_of_time)
        ]
        while len(self._rows) < len(rows):
            row = PlayerRow()
            row.pressed.connect(self.score_requested)
            LongPress(row).held.connect(partial(self._explain, row))
            self._rows.append(row)
            self._layout.addWidget(row)
        for row, summary in zip(self._rows, rows, strict=True):
            row.set_two_lines(len(rows) <= _FEW)
            row.show_state(summary, self._context)
            if summary.colour in self._clocks:
                row.set_clock(self._clocks[summary.colour])
        self._arrange()
