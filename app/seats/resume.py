"""One line for a match that was begun: the game, who plays, how it stands, when it was last played."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.library.matches import MatchEntry
from app.library.rulesets import GameCard
from app.parts import SPACE, button, label
from app.texts import Texts


class MatchLine(QWidget):
    """A match with a button to go on with it, and one to throw it away that asks to be pressed twice.

    Signals:
        resumed: The match is to go on; carries its MatchEntry.
        thrown: The match is to be thrown away; carries its MatchEntry.
    """

    resumed = Signal(MatchEntry)
    thrown = Signal(MatchEntry)

    def __init__(self, entry: MatchEntry, game: GameCard | None, texts: Texts, first: bool) -> None:
        super().__init__()
        self.entry = entry
        self._texts = texts
        self._sure = False
        what, how = label(), label("soft")
        title = game.title(texts.language) if game else entry.game
        what.setText(" — ".join(part for part in (title, ", ".join(entry.note.seats)) if part))
        how.setText(standing(entry, texts, datetime.now()))
        self.resume = button("primary" if first else "")
        self.resume.setText(texts("start.open" if entry.note.finished else "start.resume"))
        self.resume.setAccessibleName(f"{self.resume.text()}: {what.text()}. {how.text()}")
        self.resume.clicked.connect(self._resume)
        self.throw = button()
        self.throw.setText(texts("start.throw"))
        self.throw.setAccessibleName(f"{self.throw.text()}: {what.text()}. {how.text()}")
        self.throw.clicked.connect(self._throw)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(what)
        words.addWidget(how)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(SPACE)
        layout.addLayout(words, 1)
        layout.addWidget(self.resume)
        layout.addWidget(self.throw)

    def _resume(self) -> None:
        self.resumed.emit(self.entry)

    def _throw(self) -> None:
        if self._sure:
            self.thrown.emit(self.entry)
            return
        self._sure = True
        self.throw.setText(self._texts("start.throw_sure"))


def standing(entry: MatchEntry, texts: Texts, now: datetime) -> str:
    """How a match stands, in one line."""
    note, parts = entry.note, []
    if note.finished:
        parts.append(texts("start.finished"))
    else:
        if note.turn:
            parts.append(texts("start.turn", turn=note.turn))
        if note.whose:
            parts.append(texts("start.whose", name=note.whose))
    parts.append(_when(entry.changed, texts, now))
    return "  ·  ".join(parts)


def _when(then: datetime, texts: Texts, now: datetime) -> str:
    clock = QLocale(texts.language).toString(_qt(then).time(), QLocale.FormatType.ShortFormat)
    days = (now.date() - then.date()).days
    if days == 0:
        return texts("start.today", time=clock)
    if days == 1:
        return texts("start.yesterday", time=clock)
    return texts("start.on", date=QLocale(texts.language).toString(_qt(then).date(), QLocale.FormatType.LongFormat))


def _qt(then: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(then.timestamp()))
