"""Between the set-up page and the engine: reads the rules of the game that was chosen and begins the match."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.library.matches import new_journal
from app.library.rulesets import GameCard
from app.library.settings import LastSetup
from app.seats.host import OpenMatch, UnplayableError, begin, read_form, read_game
from app.seats.house_meanings import HouseMeanings
from app.seats.plan import MatchPlan
from app.seats.setup import SetupPage
from app.texts import Texts

if TYPE_CHECKING:
    from dsl.engine.pack import Pack


class Preparing(QObject):
    """Leads the set-up page from a game to a table.

    Signals:
        began: A match began; carries the OpenMatch and its MatchPlan.
    """

    began = Signal(OpenMatch, MatchPlan)

    def __init__(self, page: SetupPage, texts: Texts, matches: Path) -> None:
        super().__init__(page)
        self._page, self._texts, self._matches = page, texts, matches
        self._game: GameCard | None = None
        self._pack: Pack | None = None
        self._plain: Pack | None = None  #: without house rules
        self._last = LastSetup()
        self._meanings = HouseMeanings(self)
        self._meanings.found.connect(page.house.explain)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._read)
        page.house_ticked.connect(self._reread)
        page.started.connect(self._begin)

    def prepare(self, game: GameCard, last: LastSetup) -> None:
        """Read the rules of `game` as soon as the page has been painted, and show what can be decided."""
        self._game, self._last, self._pack, self._plain = game, last, None, None
        self._meanings.stop()
        self._page.announce(game)
        self._soon.start()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        try:
            form = read_form(self._pack, self._texts.language) if self._pack else None
        except UnplayableError as problem:
            self._refuse(problem)
        else:
            self._page.retranslate(form)
        if self._plain is not None:
            self._meanings.seek(self._plain, self._texts.language)

    def _read(self) -> None:
        """Read the game as it was played last; if its house rules no longer fit, without them."""
        assert self._game is not None
        try:
            plain = read_game(self._game.folder)
            form = read_form(plain, self._texts.language)
        except UnplayableError as problem:
            self._refuse(problem)
            return
        self._pack = self._plain = plain
        self._page.present(form, self._last)
        self._meanings.seek(plain, self._texts.language)
        if self._page.house.chosen:
            self._reread(self._page.house.chosen)

    def _reread(self, house: tuple[str, ...]) -> None:
        assert self._game is not None
        try:
            self._pack = read_game(self._game.folder, house)
            self._page.reform(read_form(self._pack, self._texts.language))
        except UnplayableError as problem:
            self._refuse(problem)

    def _begin(self, plan: MatchPlan) -> None:
        assert self._pack is not None
        try:
            journal = new_journal(self._matches, plan.folder.name, datetime.now())
            match = begin(plan, self._pack, journal)
        except (UnplayableError, OSError) as problem:
            self._page.object_to(self._texts("match.not_begun", problem=problem))
        else:
            self._meanings.stop()
            self.began.emit(match, plan)

    def _refuse(self, problem: UnplayableError) -> None:
        self._page.refuse(self._texts("match.unplayable", problem=problem))
