"""Session of a local match, and its notices: bots are slow on this system, the disk refuses to save the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout

from app.appearance.look import Look, LookSet, game_look
from app.appearance.portraits import Portrait
from app.base.i18n import Translations
from app.controllers.session import Session, box_of, context_of, look_of, table_settings_of
from app.controllers.settings_controller import SettingsController
from app.screens.box import BoxSource
from app.session.local_link import LocalLink
from app.session.local_matches import MatchNoteWriter, OpenMatch, rematch_options
from app.storage.game_library import GameLibrary
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.panels.notices import Banner, Notice
from dsl.bots.bot_service import BotService
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table

_POLL = 500  #: milliseconds between two checks whether a bot has chosen
_RETRY = 2000  #: milliseconds between two attempts to save what the disk has refused


class SlowRunnerNotice(QObject):
    """Banner that says once why bots think slowly: their process runs the rules without machine code."""

    def __init__(self, place: QVBoxLayout, bots: BotService, settings: SettingsController, parent: QObject) -> None:
        """Add the banner to the layout `place`."""
        super().__init__(parent)
        self._bots, self._settings, self._texts = bots, settings, settings.texts
        self._runner: str | None = None  #: the slow runner that the banner is about
        self.banner = Banner()
        self.banner.pressed.connect(self._dismiss)
        place.addWidget(self.banner)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL)
        self._poll.timeout.connect(self._check)

    def start(self) -> None:
        """Wait for the first choice of a bot."""
        self._poll.start()

    def stop(self) -> None:
        """Stop waiting."""
        self._poll.stop()

    def retranslate(self) -> None:
        """Show the banner in the current language."""
        if self._runner is not None:
            notice = Notice(self._texts(f"slow.{self._runner}"), "understood", self._texts("slow.understood"))
            self.banner.show_state([notice])
        else:
            self.banner.show_state([])

    def _check(self) -> None:
        runner = self._bots.runner
        if runner is None:
            return
        self.stop()
        current = self._settings.current
        if runner.name not in ("native", current.runner):
            self._runner = runner.name
            self.retranslate()
            self._settings.save(replace(current, runner=runner.name))  # not to be shown in the next match

    def _dismiss(self) -> None:
        self._runner = None
        self.retranslate()


class UnsavedNotice(QObject):
    """Banner that stays while the last decisions of a match are in memory only; it tries to save them again and again.

    Signals:
        copy_requested: The player wants to save a copy of the match elsewhere.
        saved: Everything is saved again.
    """

    copy_requested = Signal()
    saved = Signal()

    def __init__(self, place: QVBoxLayout, table: Table, texts: Translations, parent: QObject) -> None:
        """Add the banner to the layout `place`."""
        super().__init__(parent)
        self._table, self._texts = table, texts
        self.banner = Banner()
        self.banner.pressed.connect(lambda _: self.copy_requested.emit())
        place.addWidget(self.banner)
        self._retry = QTimer(self)
        self._retry.setInterval(_RETRY)
        self._retry.timeout.connect(self._save)
        self._unsubscribe: Callable[[], None] | None = None

    def start(self) -> None:
        """Follow the match."""
        self._unsubscribe = self._table.watch(self.show_state)

    def stop(self) -> None:
        """Stop following the match."""
        self._retry.stop()
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    def show_state(self) -> None:
        """Show in the current language whether something is not saved."""
        unwritten, waited = self._table.unwritten, self._retry.isActive()
        if unwritten is None:
            self._retry.stop()
            self.banner.show_state([])
            if waited:
                self.saved.emit()
            return
        said = self._texts("match.unsaved", problem=unwritten.why)
        self.banner.show_state([Notice(said, "copy", self._texts("match.unsaved_copy"))])
        if not waited:
            self._retry.start()

    def _save(self) -> None:
        self._table.write_unwritten()
        self.show_state()


class LocalSession(Session):
    """Session of a match in this process: its table page, its link and its entry in the list of matches."""

    def __init__(
        self, match: OpenMatch, settings: SettingsController, games: GameLibrary, report: Callable[[str], None],
        parent: QObject,
    ) -> None:  # fmt: skip
        """`report` shows a sentence about a problem to the user."""
        super().__init__(settings, parent)
        self._match, self._games, self._report = match, games, report
        self._look = self._read_look(report)
        self._link = LocalLink(match.table, self, match.bots)
        self._note_writer: MatchNoteWriter | None = None
        self._context = self._make_context()
        self.page = TablePage(self._link, self._context, table_settings_of(settings.resolved))
        self.page.left.connect(self.left)
        self.page.rematch_requested.connect(self.again)
        self.page.branch_requested.connect(self.branch_requested)
        self.page.example_requested.connect(self.example_requested)
        self.page.position_requested.connect(self.position_requested)
        self.page.rules_requested.connect(self.rules_requested)
        self.page.sound_requested.connect(self.sound_requested)
        self.page.turn_came.connect(self.turn_came)
        self.page.pause_changed.connect(self.changed)
        self.origin = Banner()
        self.origin.pressed.connect(lambda _: self.origin.show_state([]))
        self.page.table_layout.above.addWidget(self.origin)
        self._slow_runner = SlowRunnerNotice(self.page.table_layout.above, match.bots, settings, self)
        self._unsaved = UnsavedNotice(self.page.table_layout.above, match.table, self._texts, self)
        self._unsaved.copy_requested.connect(self.copy_requested)
        self._unsaved.saved.connect(self._report_saved)

    def _read_look(self, report: Callable[[str], None]) -> Look:
        """Return the look of the game with the sets that the user has chosen for it."""
        table, chosen = self._match.table, self._settings.current.sets.get(self.rules_name, ())
        look = look_of(lambda: game_look(self._match.folder, chosen), self._texts, report)
        self._chosen_sets = chosen
        return look.for_players(seat.colour for seat in table.seats)

    @property
    def rules_name(self) -> str:
        """The name of the game in its rules."""
        return self._match.table.pack.name

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the match, house rules included."""
        return self._match.table.pack

    @property
    def look_sets(self) -> tuple[LookSet, ...]:
        """The sets that the look of the game offers."""
        return self._look.sets

    @property
    def match(self) -> OpenMatch:
        """The match that is played."""
        return self._match

    def open(self) -> None:
        """Start the match, and report a journal that was damaged."""
        self._unsaved.start()
        self.page.open()  # first, so that what the other listeners say stays on the page
        self._note_writer = MatchNoteWriter(self._match, self._player_name, self._report_note)
        if self._link.paces_bots:
            self._slow_runner.start()
        if self._match.damage:
            self._report(self._texts("match.damaged", file=self._match.journal))
        elif self._match.table.repaired:
            self._report(self._texts("match.repaired", file=self._match.journal))
        self._show_origin()

    def _show_origin(self) -> None:
        """Say which match this one was branched from, until the player dismisses it or a choice was made."""
        table = self._match.table
        shown = table.origin is not None and table.match.common_choices == table.origin.choice
        if table.origin is not None and shown:
            self.origin.show_state([Notice(self._texts("branch.from"), "understood", self._texts("slow.understood"))])

    def close(self) -> None:
        """Close the journal; the match can be resumed."""
        super().close()
        self.page.close_table()
        self._slow_runner.stop()
        self._unsaved.stop()
        if self._note_writer is not None:
            self._note_writer.close()
        self._match.close()

    @property
    def widget(self) -> TablePage:
        """The page of the table."""
        return self.page

    @property
    def table_page(self) -> TablePage:
        """The page of the table."""
        return self.page

    @property
    def title(self) -> str:
        """The title of the game, or the name of its folder if the game is not installed."""
        game = self._games.in_folder(self.folder)
        return game.title(self._texts.language) if game is not None else self.folder.name

    @property
    def folder(self) -> Path:
        """The folder of the game."""
        return self._match.folder

    @property
    def journal(self) -> Path:
        """The journal of the match."""
        return self._match.journal

    @property
    def rematch_options(self) -> tuple[tuple[str, int], ...]:
        """The option that says who lost this match, if the game has one."""
        table = self._match.table
        return rematch_options(table.view("").outcome, table.pack)

    @property
    def box(self) -> BoxSource:
        """What is in the box for the players and options of this match."""
        table = self._match.table
        players = len(table.seats)
        return box_of(table.pack, self._make_context(), (players,), players, table.match.options)

    @property
    def leave_question(self) -> str | None:
        """The question for a match that is not saved, or not over."""
        return self.unsaved_question or (None if self._match.table.match.over else self._texts("match.leave_saved"))

    @property
    def unsaved_question(self) -> str | None:
        """The question while the disk refuses to save the last decisions."""
        unwritten = self._match.table.write_unwritten()
        if unwritten is None:
            return None
        return self._texts("match.leave_unsaved", n=unwritten.lines, problem=unwritten.why)

    @property
    def unsaved_content(self) -> bytes:
        """The lines of the match that are in memory only."""
        unwritten = self._match.table.unwritten
        return unwritten.content if unwritten is not None else b""

    @property
    def can_pause(self) -> bool:
        """Whether the match has clocks or computer players, and is not over."""
        return self.page.can_pause

    @property
    def paused(self) -> bool:
        """Whether clocks and computer players stand still."""
        return self.page.paused

    def toggle_pause(self) -> None:
        """Stop clocks and computer players, or let them go on."""
        self.page.toggle_pause()

    def _apply_settings(self) -> None:
        if self._settings.current.sets.get(self.rules_name, ()) != self._chosen_sets:
            self._look = self._read_look(self._report)
        self._context = self._make_context()
        self.page.set_context(self._context)
        self.page.apply_settings(table_settings_of(self._settings.resolved))
        self._slow_runner.retranslate()
        self._unsaved.show_state()

    def _make_context(self) -> TableContext:
        table = self._match.table
        names = {seat.colour: seat.name for seat in table.seats if seat.name}
        players, theme = len(table.seats), self._settings.theme
        options = table.match.options
        return context_of(table.pack, names, self._look, self._texts, theme, players, self._portraits(), options)

    def _portraits(self) -> dict[str, Portrait]:
        """Return the user's portrait, for the first seat of a person that has the user's name or none."""
        portrait, own = self._settings.portrait, ("", self._settings.current.player)
        people = (seat for seat in self._match.table.seats if seat.player == "human")
        seat = next((each for each in people if each.name in own), None)
        return {seat.colour: portrait} if seat is not None and portrait.kind != "game" else {}

    def _player_name(self, colour: str) -> str:
        return self._context.player(colour)

    def _report_note(self, problem: str) -> None:
        if self._match.table.unwritten is None:  # otherwise the banner says more
            self.page.show_message(self._texts("match.not_kept", problem=problem))

    def _report_saved(self) -> None:
        if self._note_writer is not None:
            self._note_writer.retry()
        self.page.show_message(self._texts("match.saved_again"))
