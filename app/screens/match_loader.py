"""Between the set-up page and the engine: reads the rules of the game that was chosen and begins the match.

If a computer is to play, the process that thinks for it starts meanwhile, and has read the rules when the match begins.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.i18n import Translations
from app.screens.setup import SetupPage
from app.session.match_config import GameForm, MatchConfig
from app.session.match_service import (
    OpenMatch,
    UnplayableError,
    begin,
    house_rule_summaries,
    read_form,
    read_game,
    setting_of,
)
from app.storage.matches import new_journal
from app.storage.rulesets import GameCard
from app.storage.settings import LastSetup

if TYPE_CHECKING:
    from dsl.bots.bot_service import BotService
    from dsl.match.rulesets.ruleset import Ruleset

_PAUSE = 200  #: milliseconds in which nothing on the page changes, until a computer gets ready


class MatchLoader(QObject):
    """Leads the set-up page from a game to a table.

    Signals:
        began: A match began; carries the OpenMatch and its MatchPlan.
    """

    began = Signal(OpenMatch, MatchConfig)

    def __init__(self, page: SetupPage, texts: Translations, matches: Path, house: Path) -> None:
        super().__init__(page)
        self._page, self._texts, self._matches, self._house = page, texts, matches, house
        self._game: GameCard | None = None
        self._pack: Ruleset | None = None
        self._plain: Ruleset | None = None  #: without house rules
        self._minds: BotService | None = None
        self._last = LastSetup()
        self._soon, self._meanwhile = QTimer(self), QTimer(self)
        for timer, then in ((self._soon, self._read), (self._meanwhile, self._expect)):
            timer.setSingleShot(True)
            timer.timeout.connect(then)
        self._meanwhile.setInterval(_PAUSE)
        page.house_ticked.connect(self._reread)
        page.started.connect(self._begin)
        page.seats.counted.connect(self._explain)
        for changed in (page.seats.seated, page.seats.counted):
            changed.connect(lambda *_: self._meanwhile.start())

    def prepare(self, game: GameCard, last: LastSetup) -> None:
        """Read the rules of `game` as soon as the page has been painted, and show what can be decided."""
        self._game, self._last, self._pack, self._plain = game, last, None, None
        self._page.announce(game)
        self._soon.start()

    @property
    def pid(self) -> int:
        """The number of the process that thinks already; 0 if there is none."""
        return self._minds.pid if self._minds is not None else 0

    def leave(self) -> None:
        """Nothing is to begin here: no computer need be ready."""
        self._soon.stop()
        self._meanwhile.stop()
        self._pack = self._plain = None
        self._dismiss()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        try:
            form = self._form(self._pack) if self._pack else None
        except UnplayableError as problem:
            self._refuse(problem)
        else:
            self._page.retranslate(form)
        self._explain()

    def _read(self) -> None:
        """Read the game as it was played last; if its house rules no longer fit, without them."""
        assert self._game is not None
        try:
            plain = read_game(self._game.folder)
            form = self._form(plain)
        except UnplayableError as problem:
            self._refuse(problem)
            return
        self._pack = self._plain = plain
        self._page.present(form, self._last)
        self._explain()
        if self._page.house.chosen:
            self._reread(self._page.house.chosen)

    def _reread(self, house: tuple[str, ...]) -> None:
        assert self._game is not None
        try:
            self._pack = read_game(self._game.folder, house)
            self._page.reform(self._form(self._pack))
        except UnplayableError as problem:
            self._refuse(problem)
        else:
            self._meanwhile.start()

    @property
    def _own(self) -> Path:
        """The folder of the user's own house rules for this game."""
        assert self._game is not None
        return self._house / self._game.name

    def _form(self, pack: Ruleset) -> GameForm:
        return read_form(pack, self._texts.language, self._own)

    def _explain(self) -> None:
        """Say what each house rule changes for the number that plays."""
        if self._plain is not None:
            meanings = house_rule_summaries(self._plain, self._texts.language, self._page.seats.players, self._own)
            self._page.house.explain(meanings)

    def _expect(self) -> None:
        """Let the process that thinks get ready if it is needed as things stand, as soon as the page may wait."""
        if self._pack is None:
            return
        if not self._page.seats.thinks:
            self._dismiss()
            return
        from dsl.bots.bot_service import BotService

        self._minds = self._minds or BotService()
        self._minds.prepare(self._pack, setting_of(self._page.plan, self._pack))

    def _dismiss(self) -> None:
        minds, self._minds = self._minds, None
        if minds is not None:
            minds.close()

    def _begin(self, plan: MatchConfig) -> None:
        assert self._pack is not None
        self._meanwhile.stop()
        if not self._page.seats.thinks:
            self._dismiss()
        try:
            journal = new_journal(self._matches, plan.folder.name, datetime.now())
            match = begin(plan, self._pack, journal, bots=self._minds)
        except (UnplayableError, OSError) as problem:
            self._page.object_to(self._texts("match.not_begun", problem=problem))
        else:
            self._minds = None  # it thinks for the match now
            self.began.emit(match, plan)

    def _refuse(self, problem: UnplayableError) -> None:
        self._page.refuse(self._texts("match.unplayable", problem=problem))
