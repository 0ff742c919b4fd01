"""Panel of the players: a row for each seat with emblem, name, score, reserve and cards; and the tracks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.look import Shape
from app.base.widgets import SEPARATOR, capital, join_lines, markup_label, set_tip
from app.table.context import TableContext
from app.table.painting.cards import paint_back
from app.table.painting.palette import DARK_PALETTE, LIGHT_PALETTE
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

    def show_state(self, colour: str, context: TableContext) -> None:
        """Show the sign of `colour`; nothing if it is empty."""
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
        paint_player(painter, self._colour, self._context, self._size * 0.42)


def paint_player(painter: QPainter, colour: str, context: TableContext, radius: float, shape: Shape = "disc") -> None:
    """Paint a player's emblem around the origin, with this radius in pixels."""
    emblem = Emblem(shape, context.look.player(colour))
    paint_emblem(painter, emblem, radius, DARK_PALETTE if context.theme.dark else LIGHT_PALETTE)


SCORE = "score"  #: variable with the score in the rules language
_BACKS = 6  #: hidden cards are drawn one by one up to this number, more as one card with their number
_NOTHING = ("0", "no", "none", "")
_FEW = 4  #: up to this number of players, each has a second line
_WORDS = 52  #: left edge of the text, in pixels


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """Summary of one player: what the viewer may know."""

    colour: str
    name: str
    score: str
    share: float  #: of the leader's score, from 0 to 1
    holdings: tuple[str, ...]  #: reserves and other values, in words
    cards: str  #: how many of which, in words
    backs: int  #: number of cards whose faces the viewer does not see
    is_active: bool
    eliminated: bool
    presence: str = ""  #: presence of the player on the network; empty if present

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
        parts = [self.name]
        if self.score:
            parts.append(context.named(context.words.name(SCORE), self.score))
        parts += [self.presence, SEPARATOR.join(self.holdings), self.cards]
        if self.is_active:
            parts.append(context.texts("table.players.acts"))
        if self.eliminated:
            parts.append(context.texts("table.players.out"))
        return ", ".join(part for part in parts if part)


def player_summaries(view: View, context: TableContext) -> tuple[PlayerSummary, ...]:
    """Return the summaries of all players, in the order of the seats."""
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


def _holdings(view: View, seat: SeatView, context: TableContext) -> tuple[str, ...]:
    """Return partners, reserves, and other values and open zones of a player; zero and empty ones are left out."""
    values = [(name, value) for name, value in seat.values if name != SCORE and value not in _NOTHING]
    open_zones = [zone for zone in _zones(view, seat) if zone.open and seat.colour != view.seat]
    held = [(zone.name, _zone_content(zone, context)) for zone in open_zones]
    held += [(name, context.words.text(value)) for name, value in values]
    partners = partners_text(view.teams, seat.colour, context)
    said = (partners,) if partners else ()
    return (*said, *_reserves(seat, context), *(context.named(context.words.name(name), value) for name, value in held))


def _zone_content(zone: ZoneView, context: TableContext) -> str:
    """Return the content of an open zone: a single numbered card by name, else how many cards."""
    marks = context.words.marks(zone.pieces[0].piece, dict(zone.pieces[0].facing)) if len(zone.pieces) == 1 else ""
    return f"{context.words.name(zone.pieces[0].kind)} {marks}".strip() if marks else str(zone.size)


def _reserves(seat: SeatView, context: TableContext) -> tuple[str, ...]:
    said = [(amount, f"{amount} {context.words.name(counter, amount)}") for counter, amount in seat.reserves]
    if len(said) == 1:
        return (context.texts("table.players.reserves", things=said[0][1]),)
    left = [words for amount, words in said if amount]
    return (context.texts("table.players.several", things=left[0]), *left[1:]) if left else ()


def _cards(view: View, seat: SeatView, context: TableContext) -> str:
    """Return the number of cards and figures of a player, for screen readers only: others see them."""
    parts = [context.named(context.words.name(zone.name), str(zone.size)) for zone in _zones(view, seat)]
    return SEPARATOR.join(parts)


def _zones(view: View, seat: SeatView) -> list[ZoneView]:
    return [zone for zone in view.zones if zone.owner == seat.colour and zone.size]


class PlayerRow(QWidget):
    """Row of one seat.

    Signals:
        pressed: Clicked, or confirmed by Enter or Space: the score sheet is requested.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._summary: PlayerSummary | None = None
        self._context: TableContext | None = None
        self.two_lines = False  #: whether there is a second line of holdings
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_state(self, summary: PlayerSummary, context: TableContext) -> None:
        """Show the summary of a player."""
        self._summary, self._context = summary, context
        accessible_text = summary.accessible_text(context)
        self.setAccessibleName(accessible_text)
        set_tip(self, f"{accessible_text}\n{context.texts('table.players.sheet')}")
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
        line = QFontMetricsF(self.font()).height()
        return QSize(240, round((1 + max(1, len(self._lines()))) * line) + 16)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.updateGeometry()

    def _small(self) -> QFont:
        small = QFont(self.font())
        small.setPointSizeF(small.pointSizeF() * 0.92)
        return small

    def _lines(self) -> list[str]:
        """Return the holdings as lines that fit the width."""
        if self._summary is None:
            return []
        room = self.width() - 16 - _WORDS - min(self._summary.backs, _BACKS) * 13
        said = (self._summary.presence,) if self._summary.presence else ()
        return join_lines(
            (*said, *self._summary.holdings), QFontMetricsF(self._small()), room, 2 if self.two_lines else 1
        )

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._summary is None or self._context is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._summary.eliminated:
            painter.setOpacity(0.55)
        self._paint_ground(painter, self._summary, self._context)
        painter.save()
        painter.translate(28, self.height() / 2)
        paint_player(painter, self._summary.colour, self._context, 15)
        painter.restore()
        self._paint_words(painter, self._summary, self._context)

    def _paint_ground(self, painter: QPainter, summary: PlayerSummary, context: TableContext) -> None:
        """Paint a bar and a lighter ground if it is the player's turn, and the score as a line."""
        theme = context.theme
        box = QRectF(self.rect()).adjusted(1, 1, -1, -2)
        painter.setPen(Qt.PenStyle.NoPen)
        if summary.is_active or self.hasFocus() or self.underMouse():
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(box, 6, 6)
        if summary.is_active:
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(box.left(), box.top(), 5, box.height()), 2.5, 2.5)
        if self.hasFocus():
            painter.setPen(QColor(theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(_WORDS, self.height() - 6, self.width() - _WORDS - 12, 3)
        painter.setBrush(QColor(theme.line))
        painter.drawRoundedRect(track, 1.5, 1.5)
        if summary.share > 0:
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(track.left(), track.top(), track.width() * summary.share, 3), 1.5, 1.5)

    def _paint_words(self, painter: QPainter, summary: PlayerSummary, context: TableContext) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        line = QFontMetricsF(bold).height()
        right = self.width() - 12.0
        painter.setFont(bold)
        painter.setPen(QColor(context.theme.ink))
        width = QFontMetricsF(bold).horizontalAdvance(summary.score)
        painter.drawText(QRectF(right - width - 1, 5, width + 1, line), Qt.AlignmentFlag.AlignRight, summary.score)
        cut = QFontMetricsF(bold).elidedText(summary.name, Qt.TextElideMode.ElideRight, right - width - _WORDS - 12)
        painter.drawText(QRectF(_WORDS, 5, right - width - _WORDS - 8, line), Qt.AlignmentFlag.AlignLeft, cut)
        painter.setFont(self._small())
        painter.setPen(QColor(context.theme.soft_ink))
        for number, words in enumerate(self._lines(), 1):
            painter.drawText(QRectF(_WORDS, 5 + number * line, right - _WORDS, line), Qt.AlignmentFlag.AlignLeft, words)
        for number in range(summary.backs_drawn):
            paint_back(painter, QRectF(right - 12 - 13 * number, 7 + line, 11, 15), context)
        if summary.backs_number:
            beside = QRectF(right - 60, 5 + line, 45, line)
            painter.drawText(beside, Qt.AlignmentFlag.AlignRight, summary.backs_number)


class PlayersPanel(QFrame):
    """Panel of all seats, in order.

    Signals:
        score_requested: The score sheet is requested.
    """

    score_requested = Signal()

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._context = context
        self._rows: list[PlayerRow] = []
        self._presence: Mapping[str, str] = {}
        self._view: View | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(6, 6, 6, 6)
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

    def show_state(self, view: View) -> None:
        """Show all seats of `view`."""
        self._view = view
        rows = [
            replace(each, presence=self._presence.get(each.colour, ""))
            for each in player_summaries(view, self._context)
        ]
        while len(self._rows) < len(rows):
            row = PlayerRow()
            row.pressed.connect(self.score_requested)
            self._rows.append(row)
            self._layout.addWidget(row)
        for row, summary in zip(self._rows, rows, strict=True):
            row.two_lines = len(rows) <= _FEW
            row.show_state(summary, self._context)


# ---- tracks: variables of the game whose steps the look lists


class TracksPanel(QFrame):
    """Panel of the tracks: a line for each with its name, its steps, and the current step highlighted."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._context = context
        self._lines = markup_label()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.addWidget(self._lines)

    @property
    def text(self) -> str:
        """The text of the panel, as rich text."""
        return self._lines.text()

    def set_context(self, context: TableContext) -> None:
        """Speak and look otherwise from the next `show_state` on."""
        self._context = context

    def show_state(self, view: View) -> None:
        """Show the current steps of the tracks; hidden if the look has none."""
        values, tracks = dict(view.values), self._context.look.tracks
        shown = {key: steps for name, steps in tracks.items() for key in values if key.partition(" of ")[0] == name}
        self._lines.setText("<br>".join(self._line(key, steps, values[key]) for key, steps in shown.items()))
        accessible_text = [self._context.named(self._title(key), self._display_name(values[key])) for key in shown]
        self._lines.setAccessibleName("; ".join(accessible_text))
        self.setVisible(bool(shown))

    def _title(self, key: str) -> str:
        """Return the title of a track; for a variable with one value for each kind, with the kind."""
        name, _, word = key.partition(" of ")
        return f"{self._display_name(name)}, {self._display_name(word)}" if word else self._display_name(name)

    def _display_name(self, word: str) -> str:
        return self._context.words.text(word) if word.lstrip("-").isdecimal() else self._context.words.name(word)

    def _line(self, key: str, steps: tuple[str, ...], value: str) -> str:
        theme = self._context.theme
        here = f"<b style='background-color:{theme.accent}; color:{theme.accent_ink}'>&nbsp;{{}}&nbsp;</b>"
        soft = f"<span style='color:{theme.soft_ink}'>{{}}</span>"
        known = steps if value in steps else (value,)
        parts = ((here if step == value else soft).format(escape(self._display_name(step))) for step in known)
        title = escape(capital(self._title(key)))
        return f"{soft.format(title)}&nbsp;&nbsp; " + " · ".join(parts)
