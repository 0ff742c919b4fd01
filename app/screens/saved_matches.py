"""Saved matches on the start page: the newest as a banner with its position, the others as lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.fonts import title_font
from app.appearance.icons import IconButton, paint_icon
from app.appearance.look import Look, cover_look
from app.appearance.portraits import paint_game_portrait
from app.base.i18n import Translations
from app.base.provenance import claims, provenance_lines
from app.base.widgets import SEPARATOR, SPACE, PartsLabel, button, capital, label, row, set_tip
from app.screens.banner import GameBanner
from app.screens.cover_files import CoverFiles
from app.storage.game_library import GameCard
from app.storage.matches import MatchEntry, MatchNote, position_path

_INK = "#ffffff"  #: on a banner, which is dark in every theme
BANNER = 226  #: least height of the banner of the newest match, in pixels


class SavedMatchRow(QWidget):
    """Row of a saved match, with a button to resume it, and one to delete it that must be pressed twice.

    Signals:
        resume_requested: The match is to be resumed; carries its MatchEntry.
        delete_requested: The match is to be deleted; carries its MatchEntry.
    """

    resume_requested = Signal(MatchEntry)
    delete_requested = Signal(MatchEntry)

    def __init__(
        self,
        entry: MatchEntry,
        game: GameCard | None,
        texts: Translations,
        first: bool,
        covers: CoverFiles | None = None,
    ) -> None:
        super().__init__()
        self.entry = entry
        self._texts = texts
        self.large = first and game is not None  #: with the cover of the game
        self._sure = False
        title = game.title(texts.language) if game else entry.game
        seats = ", ".join(entry.note.seats)
        status = match_status(entry, texts, datetime.now())
        origin = entry.note.provenance
        if origin is not None:
            set_tip(self, "\n".join(provenance_lines(origin, texts)))
        spoken = ". ".join(part for part in (title, seats, SEPARATOR.join(status)) if part)
        self.resume = IconButton("play", "primary") if first else button("small")
        self.resume.setText(texts("start.open" if entry.note.finished else "start.resume"))
        self.resume.setAccessibleName(f"{self.resume.text()}: {spoken}")
        self.resume.clicked.connect(self._resume)
        self.delete = button("glass" if self.large else "small")
        self.delete.setText(texts("start.throw"))
        self.delete.setAccessibleName(f"{self.delete.text()}: {spoken}")
        self.delete.clicked.connect(self._throw)
        self.more = button("glass" if self.large else "small")  #: shows all matches; hidden unless `offer_more`
        self.more.hide()
        if self.large and game is not None:
            self._lay_out_large(title, status, GameBanner(BANNER, covers), game)
        else:
            self._lay_out_line(title, seats, status)

    def _lay_out_line(self, title: str, seats: str, status: Sequence[str]) -> None:
        what, how = label(wraps=True), PartsLabel("soft")
        what.setText(" — ".join(part for part in (title, seats) if part))
        how.set_parts(status)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(what)
        words.addWidget(how)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 0, 14, 0)
        layout.setSpacing(SPACE)
        layout.addLayout(words, 1)
        for each in (self.resume, self.delete, self.more):
            layout.addWidget(each)

    def _lay_out_large(self, title: str, status: Sequence[str], banner: GameBanner, game: GameCard) -> None:
        """Lay out the newest match as a banner with its position."""
        note = self.entry.note
        what, how = label("banner title", wraps=True), PartsLabel("banner")
        what.setText(title)
        turn = not note.finished and bool(note.whose)
        parts = [part for part in status if not turn or part != _whose(note, self._texts)]
        how.set_parts([capital(part) if number == 0 else part for number, part in enumerate(parts)])
        buttons = row(self.resume, self.delete, self.more)
        buttons.addStretch(1)
        if turn:
            said = self._texts("start.your_turn") if note.yours else _whose(note, self._texts)
            banner.words.addWidget(Pill("clock", said), 0, Qt.AlignmentFlag.AlignLeft)
        for each in (what, how):
            banner.words.addWidget(each)
        banner.words.addWidget(PlayersLine(note, cover_look(game.folder)))
        banner.words.addSpacing(SPACE // 2)
        banner.words.addStretch(1)
        banner.words.addLayout(buttons)
        banner.show_game(game.folder, position_path(self.entry.journal))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(banner)

    def offer_more(self, text: str) -> None:
        """Show the button for all matches."""
        self.more.setText(text)
        self.more.show()

    def _resume(self) -> None:
        self.resume_requested.emit(self.entry)

    def _throw(self) -> None:
        if self._sure:
            self.delete_requested.emit(self.entry)
            return
        self._sure = True
        self.delete.setText(self._texts("start.throw_sure"))


def _whose(note: MatchNote, texts: Translations) -> str:
    return texts("start.whose", name=note.whose)


def match_status(entry: MatchEntry, texts: Translations, now: datetime) -> list[str]:
    """Return the status of a saved match, in a few words each."""
    note, parts = entry.note, list[str]()
    if note.finished:
        parts.append(texts("start.finished"))
    else:
        if note.turn:
            parts.append(texts("start.turn", turn=note.turn))
        if note.whose:
            parts.append(_whose(note, texts))
    parts.append(_when(entry.changed, texts, now))
    origin = note.provenance
    if note.house:
        parts.append(texts("lobby.house", titles=", ".join(note.house)))
    return parts + list(claims(origin, texts) if origin is not None else ())


def _when(then: datetime, texts: Translations, now: datetime) -> str:
    clock = texts.locale.toString(_qt(then).time(), QLocale.FormatType.ShortFormat)
    days = (now.date() - then.date()).days
    if days == 0:
        return texts("start.today", time=clock)
    if days == 1:
        return texts("start.yesterday", time=clock)
    return texts("start.on", date=texts.locale.toString(_qt(then).date(), QLocale.FormatType.LongFormat))


def _qt(then: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(then.timestamp()))


# ---- on the banner


class Pill(QWidget):
    """Short sentence on a banner, on a round ground in the colour of the program, with an icon."""

    def __init__(self, icon: str, said: str) -> None:
        super().__init__()
        self._icon, self._said = icon, said
        self.setAccessibleName(said)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:
        """Override QWidget: the sentence with its icon."""
        metrics = QFontMetricsF(self._font())
        high = metrics.height() + _GAP
        return QSize(round(metrics.horizontalAdvance(self._said) + high * 1.75), round(high))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget."""
        painter, palette, font = QPainter(self), QApplication.palette(), self._font()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        high, ink = float(self.height()), palette.color(QPalette.ColorRole.HighlightedText)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
        painter.drawRoundedRect(QRectF(self.rect()), high / 2, high / 2)
        side = high * 0.62
        paint_icon(painter, self._icon, QRectF(high * 0.32, (high - side) / 2, side, side), ink.name())
        painter.setFont(font)
        painter.setPen(ink)
        left = high * 1.15
        room = self.width() - left - high * 0.3
        text = QFontMetricsF(font).elidedText(self._said, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, 0, room, high), Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


_FIGURE = 17.0  #: radius of a player's figure, in pixels
_GAP = 8.0


class PlayersLine(QWidget):
    """Players of a match on a banner, side by side: the figure of each with the points, or with the name in a game
    without points; the names alone if the match does not say their colours."""

    def __init__(self, note: MatchNote, look: Look) -> None:
        super().__init__()
        self._note, self._look = note, look.for_players(note.colours)
        self._said = tuple(map(str, note.points)) or note.seats
        spoken = zip(note.seats, note.points, strict=True) if note.points else ((seat, "") for seat in note.seats)
        self.setAccessibleName(", ".join(f"{name} {points}".strip() for name, points in spoken))
        set_tip(self, self.accessibleName())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Override QWidget: a line as high as the figures."""
        return QSize(200, round(2 * _FIGURE + 6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = title_font(self.font(), 1.15) if self._note.points else QFont(self.font())
        metrics, middle, x = QFontMetricsF(font), self.height() / 2, 0.0
        painter.setFont(font)
        for number, said in enumerate(self._said):
            if self._note.colours:
                self._paint_figure(painter, self._note.colours[number], QPointF(x + _FIGURE + 1, middle))
                x += 2 * _FIGURE + _GAP
            room = self.width() - x
            text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, max(room, 0.0))
            painter.setPen(QColor(_INK))
            painter.drawText(QRectF(x, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
            x += metrics.horizontalAdvance(text) + 2 * _GAP
        painter.end()

    def _paint_figure(self, painter: QPainter, colour: str, at: QPointF) -> None:
        painter.save()
        painter.translate(at)
        if not paint_game_portrait(painter, self._look, colour, _FIGURE - 1, dark=False):
            painter.setPen(QPen(QColor(_INK), 1.5))
            painter.setBrush(QColor(self._look.player(colour).fill.light))
            painter.drawEllipse(QPointF(0, 0), _FIGURE - 2, _FIGURE - 2)
        painter.restore()
