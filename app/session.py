"""A match at this window, from sitting down to getting up: the table's page, its link, and the note for the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.library.looks import game_look
from app.library.rulebooks import rulebook_of
from app.library.settings import Settings
from app.seats.host import NoteKeeper, OpenMatch
from app.slowness import Slowness
from app.table.link import Link
from app.table.local_link import LocalLink
from app.table.look import Look
from app.table.look_file import LookError
from app.table.manners import Manners
from app.table.page import TablePage
from app.table.tone import Tone
from app.texts import Texts
from app.theme import Theme
from dsl.engine.pack import Pack
from dsl.words.sentences import Words

_USUAL_PAUSE, _SHORT_PAUSE = 600, 150  #: milliseconds before a choice of the computer


class Session(QObject):
    """One open match.

    Signals:
        left: The player goes away from the table.
        again: The player wants another match of the same game.
        slow: The reader was told that computer players think slowly here; carries the runner's name.
    """

    left = Signal()
    again = Signal()
    slow = Signal(str)

    def __init__(
        self, match: OpenMatch, texts: Texts, settings: Settings, theme: Theme, troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._match, self._texts, self._troubled = match, texts, troubled
        self._look = look_of(lambda: game_look(match.folder), texts, troubled).seating(
            seat.colour for seat in match.table.seats
        )
        self._link: Link = LocalLink(match.table, self, match.minds)
        self._note: NoteKeeper | None = None
        self._tone = self._make_tone(theme)
        self.page = TablePage(self._link, self._tone, manners_of(settings))
        self.page.left.connect(self.left)
        self.page.again.connect(self.again)
        self._slowness = Slowness(self.page.desk.above, match.minds, texts, settings.runner, self)
        self._slowness.told.connect(self.slow)

    @property
    def match(self) -> OpenMatch:
        """The match that is played."""
        return self._match

    @property
    def folder(self) -> Path:
        """The folder of the game that is played."""
        return self._match.folder

    def open(self) -> None:
        """Sit down."""
        self._note = NoteKeeper(self._match, self._named, self._not_noted)
        self.page.open()
        if self._link.paces:
            self._slowness.watch()

    def close(self) -> None:
        """Get up; the journal is closed, and the match can be gone on with."""
        self.page.close_table()
        self._slowness.stop()
        if self._note is not None:
            self._note.close()
        self._match.close()

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._tone = self._make_tone(theme)
        self.page.retone(self._tone)
        self.page.behave(manners_of(settings))
        self._slowness.retranslate()

    def _named(self, colour: str) -> str:
        return self._tone.player(colour)

    def _make_tone(self, theme: Theme) -> Tone:
        names = {seat.colour: seat.name for seat in self._match.table.seats if seat.name}
        table = self._match.table
        return tone_of(table.pack, names, self._look, self._texts, theme, len(table.seats))

    def _not_noted(self, problem: str) -> None:
        self._troubled(self._texts("match.not_kept", problem=problem))


def look_of(read: Callable[[], Look], texts: Texts, troubled: Callable[[str], None]) -> Look:
    """The game's look; plain shapes if it cannot be read, and the reader is told why."""
    try:
        return read()
    except LookError as problem:
        troubled(texts("match.plain_look", problem=problem))
        return Look()


def tone_of(pack: Pack, names: Mapping[str, str], look: Look, texts: Texts, theme: Theme, players: int) -> Tone:
    """How everything at a table of so many players is said and drawn for this reader."""
    language = texts.language
    words = Words(pack, language, names)
    rulebook = partial(rulebook_of, pack, words, language, players)
    return Tone(texts, words, look.lettered(words.letter), theme, names, rulebook)


def manners_of(settings: Settings) -> Manners:
    """How the table behaves by these settings: the computer takes its time as the animations do."""
    pause = _USUAL_PAUSE * 100 // settings.speed if settings.speed else _SHORT_PAUSE
    return Manners(
        speed=settings.speed,
        coordinates=settings.coordinates,
        remembers=settings.remembers,
        covers=settings.covers,
        pause=pause,
    )
