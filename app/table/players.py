"""Who plays: a row for each seat with sign, name, score, reserve and cards; together they are the score track."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from app.table.badge import paint_player
from app.table.cardface import paint_back
from app.table.tone import Tone
from dsl.engine.view import SeatView, View

SCORE = "score"  #: the variable that the language itself calls the score
_BACKS = 6  #: hidden cards are drawn one by one up to so many


@dataclass(frozen=True, slots=True)
class Standing:
    """What everybody at this window may know of one player."""

    colour: str
    name: str
    score: str
    share: float  #: of the leader's score, from 0 to 1
    holdings: str  #: reserves and other values, in words
    backs: int  #: cards that this window does not see
    acts: bool
    out: bool

    def spoken(self, tone: Tone) -> str:
        """The row in words."""
        parts = [self.name]
        if self.score:
            parts.append(tone.named(tone.words.name(SCORE), self.score))
        parts.append(self.holdings)
        if self.acts:
            parts.append(tone.texts("table.players.acts"))
        if self.out:
            parts.append(tone.texts("table.players.out"))
        return ", ".join(part for part in parts if part)


def standings(view: View, tone: Tone) -> tuple[Standing, ...]:
    """The rows for `view`, in the order of the seats."""
    scores = {seat.colour: _score(seat) for seat in view.seats}
    best = max((points for points in scores.values() if points is not None), default=0)
    asked = {decision.seat for decision in view.decisions}
    return tuple(
        Standing(
            colour=seat.colour,
            name=tone.player(seat.colour),
            score=dict(seat.values).get(SCORE, ""),
            share=(scores[seat.colour] or 0) / best if best > 0 else 0.0,
            holdings=_holdings(view, seat, tone),
            backs=sum(zone.size for zone in view.zones if zone.owner == seat.colour != view.seat and not zone.open),
            acts=seat.colour in asked,
            out=not seat.in_play,
        )
        for seat in view.seats
    )


def _score(seat: SeatView) -> int | None:
    text = dict(seat.values).get(SCORE, "")
    return int(text) if text.lstrip("-").isdecimal() else None


def together(teams: tuple[tuple[str, ...], ...], colour: str, tone: Tone) -> str:
    """With whom somebody plays, in words; nothing for whoever plays alone."""
    team = next((team for team in teams if colour in team), ())
    names = ", ".join(tone.player(other) for other in team if other != colour)
    return tone.texts("table.players.with", names=names) if names else ""


def _holdings(view: View, seat: SeatView, tone: Tone) -> str:
    partners = together(view.teams, seat.colour, tone)
    parts = [partners] if partners else []
    parts += [
        tone.texts("table.players.reserve", amount=amount, things=tone.words.name(counter, amount))
        for counter, amount in seat.reserves
    ]
    held = [(zone.name, str(zone.size)) for zone in view.zones if zone.owner == seat.colour]
    held += [(name, tone.words.text(value)) for name, value in seat.values if name != SCORE]
    parts += [tone.named(tone.words.name(name), value) for name, value in held]
    return " · ".join(parts)


class PlayerRow(QWidget):
    """One seat.

    Signals:
        pressed: Clicked, or confirmed by Enter or Space: somebody wants to know where the points come from.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._standing: Standing | None = None
        self._tone: Tone | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def present(self, standing: Standing, tone: Tone) -> None:
        """Show how this player stands."""
        self._standing, self._tone = standing, tone
        spoken = standing.spoken(tone)
        self.setAccessibleName(spoken)
        self.setToolTip(f"{spoken}\n{tone.texts('table.players.sheet')}")
        self.updateGeometry()
        self.update()

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
        return QSize(240, round(2 * QFontMetricsF(self.font()).height()) + 16)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._standing is None or self._tone is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._standing.out:
            painter.setOpacity(0.55)
        self._paint_ground(painter, self._standing, self._tone)
        painter.save()
        painter.translate(28, self.height() / 2)
        paint_player(painter, self._standing.colour, self._tone, 15)
        painter.restore()
        self._paint_words(painter, self._standing, self._tone)

    def _paint_ground(self, painter: QPainter, standing: Standing, tone: Tone) -> None:
        """Whose turn it is as a bar and a lighter ground, and the score as a line that grows."""
        theme = tone.theme
        box = QRectF(self.rect()).adjusted(1, 1, -1, -2)
        painter.setPen(Qt.PenStyle.NoPen)
        if standing.acts or self.hasFocus() or self.underMouse():
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(box, 6, 6)
        if standing.acts:
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(box.left(), box.top(), 5, box.height()), 2.5, 2.5)
        if self.hasFocus():
            painter.setPen(QColor(theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(52, self.height() - 6, self.width() - 64, 3)
        painter.setBrush(QColor(theme.line))
        painter.drawRoundedRect(track, 1.5, 1.5)
        if standing.share > 0:
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(track.left(), track.top(), track.width() * standing.share, 3), 1.5, 1.5)

    def _paint_words(self, painter: QPainter, standing: Standing, tone: Tone) -> None:
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setBold(True)
        small.setPointSizeF(small.pointSizeF() * 0.92)
        line = QFontMetricsF(bold).height()
        right = self.width() - 12.0
        painter.setFont(bold)
        painter.setPen(QColor(tone.theme.ink))
        width = QFontMetricsF(bold).horizontalAdvance(standing.score)
        painter.drawText(QRectF(right - width - 1, 5, width + 1, line), Qt.AlignmentFlag.AlignRight, standing.score)
        cut = QFontMetricsF(bold).elidedText(standing.name, Qt.TextElideMode.ElideRight, right - width - 64)
        painter.drawText(QRectF(52, 5, right - width - 60, line), Qt.AlignmentFlag.AlignLeft, cut)
        drawn = min(standing.backs, _BACKS)
        room = right - 52 - drawn * 13 - 4
        painter.setFont(small)
        painter.setPen(QColor(tone.theme.soft_ink))
        words = QFontMetricsF(small).elidedText(standing.holdings, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(52, 5 + line, room + 1, line), Qt.AlignmentFlag.AlignLeft, words)
        for number in range(drawn):
            paint_back(painter, QRectF(right - 12 - 13 * number, 7 + line, 11, 15), tone)


class PlayersPanel(QFrame):
    """All seats in their order.

    Signals:
        sheet_wanted: Somebody wants to know where the points come from.
    """

    sheet_wanted = Signal()

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._tone = tone
        self._rows: list[PlayerRow] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(6, 6, 6, 6)
        self._layout.setSpacing(2)

    @property
    def rows(self) -> tuple[PlayerRow, ...]:
        """The rows, in the order of the seats."""
        return tuple(self._rows)

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise from the next `present` on."""
        self._tone = tone

    def present(self, view: View) -> None:
        """Show all seats of `view`."""
        rows = standings(view, self._tone)
        while len(self._rows) < len(rows):
            row = PlayerRow()
            row.pressed.connect(self.sheet_wanted)
            self._rows.append(row)
            self._layout.addWidget(row)
        for row, standing in zip(self._rows, rows, strict=True):
            row.present(standing, self._tone)
