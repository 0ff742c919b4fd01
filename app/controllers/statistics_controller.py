"""Fills the statistics page, and completes notes of finished matches that have no result."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.screens.statistics import StatisticsPage, statistics_of
from app.storage.game_library import GameLibrary
from app.storage.matches import MatchEntry, find_matches, write_note
from dsl.base.files import UnreadableError, read_text

if TYPE_CHECKING:
    from app.net.sandbox.inspection_process import InspectionProcess


class StatisticsController(QObject):
    """Statistics of the matches in a folder.

    Notes of earlier versions have no result. Another process replays their journals, one at a time, while the page is
    open; the window never waits for it. A journal that cannot be replayed is left out.
    """

    def __init__(self, page: StatisticsPage, matches: Path, games: GameLibrary) -> None:
        super().__init__(page)
        self._page, self._matches, self._games = page, matches, games
        self._failed: set[Path] = set()  #: journals without a result, until the program ends
        self._inspection: InspectionProcess | None = None

    def open(self) -> None:
        """Show the statistics, and start to compute missing results."""
        self.stop()
        self._continue()

    def stop(self) -> None:
        """Stop computing; the next `open` continues."""
        inspection, self._inspection = self._inspection, None
        if inspection is not None:
            inspection.cancel()

    def _continue(self) -> None:
        """Show what is known, and compute the next missing result."""
        entries = find_matches(self._matches)
        missing = [each for each in entries if each.note.lacks_result and each.journal not in self._failed]
        self._page.show_state(statistics_of(entries), self._title_of, len(missing))
        if missing:
            self._inspect(missing[0])

    def _title_of(self, name: str) -> str:
        game = self._games.named(name)
        return game.title(self._page.language) if game is not None else name

    def _inspect(self, entry: MatchEntry) -> None:
        from app.net.sandbox.inspection_process import InspectionProcess
        from app.net.sandbox.messages import InspectMatch
        from dsl.match.journal import MAX_SIZE

        try:
            journal = read_text(entry.journal, MAX_SIZE)
        except (OSError, UnreadableError):
            journal = ""  # the process refuses it
        self._inspection = InspectionProcess(self)
        self._inspection.done.connect(lambda verdict: self._complete(entry, verdict))
        self._inspection.start(InspectMatch(journal))

    def _complete(self, entry: MatchEntry, verdict: object) -> None:
        """Write a result into the note of its match."""
        from app.net.sandbox.messages import InspectedMatch

        self._inspection = None
        self._failed.add(entry.journal)  # also if the note cannot be written: it would be computed without end
        if isinstance(verdict, InspectedMatch) and len(verdict.places) == len(entry.note.seats):
            note = replace(
                entry.note, places=verdict.places, points=verdict.points, house=verdict.house, by_hand=verdict.by_hand
            )
            with contextlib.suppress(OSError):
                write_note(entry.journal, note)
        self._continue()
