"""A match at this window, from sitting down to getting up: the table's page, its link, and the note for the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout

from app.appearance.look import Look, game_look
from app.appearance.look_file import LookError
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.session.link import Link
from app.session.local_link import LocalLink
from app.session.match_service import MatchNoteWriter, OpenMatch
from app.session.rules_summary import rules_summary_of
from app.storage.settings import Settings
from app.table.model.context import TableContext, TableSettings
from app.table.page import TablePage
from app.table.panels.banner import Banner, Notice
from dsl.bots.bot_service import BotService
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset

# At a table with computer players: a line that says once why they think slowly here, if they do.


_GLANCE = 500  #: milliseconds between two looks at whether anybody has thought


class SlowRunnerNotice(QObject):
    """Waits until somebody has thought, and says what that was done by unless it was machine code, or the reader knows.

    Signals:
        told: The reader is told; carries the name of the runner.
    """

    told = Signal(str)

    def __init__(self, place: QVBoxLayout, minds: BotService, texts: Translations, known: str, parent: QObject) -> None:
        """The line stands in `place`. `known` is the runner that the reader was told of before."""
        super().__init__(parent)
        self._minds, self._texts, self._known = minds, texts, known
        self._said = ""  #: the runner that is spoken of now
        self.banner = Banner()
        self.banner.pressed.connect(self._understood)
        place.addWidget(self.banner)
        self._glance = QTimer(self)
        self._glance.setInterval(_GLANCE)
        self._glance.timeout.connect(self._look)

    def watch(self) -> None:
        """There are computer players: look now and then how they think."""
        self._glance.start()

    def stop(self) -> None:
        """Look no more."""
        self._glance.stop()

    def retranslate(self) -> None:
        """Say it in the language that is spoken now."""
        if self._said:
            line = Notice(self._texts(f"slow.{self._said}"), "understood", self._texts("slow.understood"))
            self.banner.present([line])
        else:
            self.banner.present([])

    def _look(self) -> None:
        by = self._minds.by
        if by is None:
            return
        self.stop()
        if by.name not in ("native", self._known):
            self._said = by.name
            self.retranslate()
            self.told.emit(by.name)

    def _understood(self) -> None:
        self._said = ""
        self.retranslate()


_USUAL_PAUSE, _SHORT_PAUSE = 600, 150  #: milliseconds before a choice of the computer


class LocalSession(QObject):
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
        self, match: OpenMatch, texts: Translations, settings: Settings, theme: Theme, troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._match, self._texts, self._troubled = match, texts, troubled
        self._look = look_of(lambda: game_look(match.folder), texts, troubled).seating(
            seat.colour for seat in match.table.seats
        )
        self._link: Link = LocalLink(match.table, self, match.minds)
        self._note: MatchNoteWriter | None = None
        self._tone = self._make_tone(theme)
        self.page = TablePage(self._link, self._tone, table_settings_of(settings))
        self.page.left.connect(self.left)
        self.page.again.connect(self.again)
        self._slowness = SlowRunnerNotice(self.page.desk.above, match.minds, texts, settings.runner, self)
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
        self._note = MatchNoteWriter(self._match, self._named, self._not_noted)
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
        self.page.behave(table_settings_of(settings))
        self._slowness.retranslate()

    def _named(self, colour: str) -> str:
        return self._tone.player(colour)

    def _make_tone(self, theme: Theme) -> TableContext:
        names = {seat.colour: seat.name for seat in self._match.table.seats if seat.name}
        table = self._match.table
        return context_of(table.pack, names, self._look, self._texts, theme, len(table.seats))

    def _not_noted(self, problem: str) -> None:
        self._troubled(self._texts("match.not_kept", problem=problem))


def look_of(read: Callable[[], Look], texts: Translations, troubled: Callable[[str], None]) -> Look:
    """The game's look; plain shapes if it cannot be read, and the reader is told why."""
    try:
        return read()
    except LookError as problem:
        troubled(texts("match.plain_look", problem=problem))
        return Look()


def context_of(
    pack: Ruleset, names: Mapping[str, str], look: Look, texts: Translations, theme: Theme, players: int
) -> TableContext:
    """How everything at a table of so many players is said and drawn for this reader."""
    language = texts.language
    words = Translator(pack, language, names)
    rulebook = partial(rules_summary_of, pack, words, language, players)
    return TableContext(texts, words, look.lettered(words.letter), theme, names, rulebook)


def table_settings_of(settings: Settings) -> TableSettings:
    """How the table behaves by these settings: the computer takes its time as the animations do."""
    pause = _USUAL_PAUSE * 100 // settings.speed if settings.speed else _SHORT_PAUSE
    return TableSettings(
        speed=settings.speed,
        coordinates=settings.coordinates,
        remembers=settings.remembers,
        covers=settings.covers,
        pause=pause,
    )
