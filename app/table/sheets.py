"""What the page shows, one at a time: the desk, the curtain before it, the score sheet, the keys, the rules."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.table.curtain import Curtain
from app.table.desk import Desk
from app.table.help import KeysSheet
from app.table.onlooker import Onlooker
from app.table.rules_sheet import RulesSheet
from app.table.score_sheet import ScoreSheet
from app.table.tone import Tone


class Sheets(QStackedWidget):
    """Turns from one to the other, and gives the keyboard to what is shown."""

    def __init__(self, desk: Desk, tone: Tone, onlooker: Onlooker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._tone, self._onlooker = desk, tone, onlooker
        self._was_seen_off = False
        self._film: QWidget | None = None
        self._before_film: QWidget = desk
        self._farewell = QTimer(self)
        self._farewell.setSingleShot(True)
        self._farewell.timeout.connect(self.show_score)
        self.curtain = Curtain()
        self.score = ScoreSheet()
        self.keys = KeysSheet(tone)
        self.rules = RulesSheet(tone)
        for each in (desk, self.curtain, self.score, self.keys, self.rules):
            self.addWidget(each)
        self._wire()

    def _wire(self) -> None:
        desk = self._desk
        desk.prompt.sheet_wanted.connect(self.show_score)
        desk.players.sheet_wanted.connect(self.show_score)
        desk.rules.clicked.connect(partial(self._read, self.rules))
        self.score.board_wanted.connect(self.show_desk)
        for read in (self.keys, self.rules):
            read.closed.connect(self.show_desk)

    def retone(self, tone: Tone) -> None:
        """Speak otherwise; the score sheet follows with `fill_score`."""
        self._tone = tone
        self.keys.retone(tone)
        self.rules.retone(tone)
        if self.curtain.colour:
            self.curtain.fall(self.curtain.colours, tone)

    def stop(self) -> None:
        """Turn to nothing by itself any more."""
        self._farewell.stop()

    def show_desk(self) -> None:
        """Show the board and what is beside it."""
        self.setCurrentWidget(self._desk)
        self._desk.board.setFocus()

    def let_curtain_fall(self, colours: tuple[str, ...]) -> None:
        """Show nothing until one of `colours` says to be there."""
        self.curtain.fall(colours, self._tone)
        self._desk.put_away()
        self.setCurrentWidget(self.curtain)
        self.curtain.ready.setFocus()

    def read_keys(self) -> None:
        """Show what the keys do."""
        self._read(self.keys)

    def _read(self, sheet: KeysSheet | RulesSheet) -> None:
        self.setCurrentWidget(sheet)
        sheet.close_button.setFocus()

    @property
    def shows_film(self) -> bool:
        """Whether the match is played back just now."""
        return self._film is not None and self.currentWidget() is self._film

    def read_film(self, film: QWidget) -> None:
        """Show the match as it is played back."""
        self._farewell.stop()
        self._before_film = self.currentWidget() or self._desk
        if self._film is None:
            self._film = film
            self.addWidget(film)
        self.setCurrentWidget(film)

    def close_film(self) -> None:
        """Show again what was shown before the match was played back."""
        if self._before_film is self.score:
            self.show_score()
        else:
            self.show_desk()

    # ---- the points ---------------------------------------------------------------------------------------------

    def see_off(self, after: int) -> None:
        """The match is over: show how it ended after so many milliseconds. Only the first time; after it one looks."""
        if not self._was_seen_off:
            self._was_seen_off = True
            self._farewell.start(after)

    def take_up_again(self) -> None:
        """The last choice was taken back: when the match is over again, how it ended is shown again."""
        self._was_seen_off = False
        self._farewell.stop()

    def show_score(self) -> None:
        """Show how the match ended, or where the points have come from so far."""
        if self._onlooker.view is not None:
            self._farewell.stop()
            self.fill_score()
            self.setCurrentWidget(self.score)
            self.score.board.setFocus()

    def fill_score(self) -> None:
        """Bring the score sheet up to date."""
        view = self._onlooker.view
        if view is not None and view.outcome is not None:
            self.score.present(view.outcome, self._tone, view.teams)
        elif view is not None:
            self.score.present_so_far(view, self._tone)
