"""The first page: go on with a match, or choose a game."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.library.matches import MatchEntry
from app.library.rulesets import GameCard
from app.parts import SPACE, WIDE_SPACE, button, card, centred, label, scrolled
from app.seats.gallery import Gallery
from app.seats.nearby_card import NearbyCard
from app.seats.resume import MatchLine
from app.seats.shelves import Search, most_players
from app.texts import Texts

#: So many unfinished matches stand on the first page besides the newest; the rest are one press away.
SHOWN_MATCHES = 3


class StartPage(QWidget):
    """The first page.

    Signals:
        game_chosen: A game was pressed; carries its GameCard.
        match_chosen: A match was to go on; carries its MatchEntry.
        match_thrown: A match was to be thrown away; carries its MatchEntry.
    """

    game_chosen = Signal(GameCard)
    match_chosen = Signal(MatchEntry)
    match_thrown = Signal(MatchEntry)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._matches: tuple[MatchEntry, ...] = ()
        self._titles: dict[str, GameCard] = {}
        self._showing_all = False
        self._tagline, self._choose = label("soft"), label("heading")
        self._notice = label("notice", wraps=True)
        self._title = label("title")
        self.gallery = Gallery(texts)
        self.search, self.players = QLineEdit(), QComboBox()
        self.nearby = NearbyCard(texts)
        self.gallery.chosen.connect(self.game_chosen)
        self.search.textChanged.connect(self._look_for)
        self.search.returnPressed.connect(self._choose_only)
        self.search.setClearButtonEnabled(True)
        self.players.currentIndexChanged.connect(self._look_for)
        self._lines: list[MatchLine] = []
        self._resume = self._resume_card()
        self._lay_out()
        self.retranslate()

    def present(self, games: Sequence[GameCard], matches: Sequence[MatchEntry]) -> None:
        """Show these games, and the matches that may go on, the newest first."""
        self._titles = {game.name: game for game in games}
        self._matches = tuple(matches)
        self.gallery.present(games)
        self._count_players(most_players(games))
        self._finding.setVisible(len(games) > 1)
        self._list_matches()

    def tell(self, notice: str) -> None:
        """Show a sentence at the top, or nothing."""
        self._notice.setText(notice)
        self._notice.setVisible(bool(notice))

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self._title.setText(self._texts("app.name"))
        self._tagline.setText(self._texts("app.tagline"))
        self._choose.setText(self._texts("start.choose"))
        self._going_on.setText(self._texts("start.continue"))
        self.search.setPlaceholderText(self._texts("start.search"))
        self.search.setAccessibleName(self._texts("start.search"))
        self.players.setAccessibleName(self._texts("start.players"))
        self._name_players()
        self.gallery.retranslate()
        self.nearby.retranslate()
        self._list_matches()

    def _resume_card(self) -> QFrame:
        frame, layout = card()
        self._going_on = label("heading")
        self._more = button()
        self._more.clicked.connect(self._show_all)
        self._line_box = QVBoxLayout()
        self._line_box.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(self._going_on)
        head.addStretch(1)
        head.addWidget(self._more)
        layout.addLayout(head)
        layout.addLayout(self._line_box)
        return frame

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        for each in (self._title, self._tagline, self._notice, self._resume, self.nearby):
            column.addWidget(each)
        column.addSpacing(SPACE)
        column.addWidget(self._finder())
        column.addWidget(self.gallery)
        column.addStretch(1)
        self._notice.hide()
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(scrolled(centred(content, 1180 + WIDE_SPACE)))

    def _finder(self) -> QWidget:
        """The heading of the gallery, and beside it what one looks for."""
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._choose)
        line.addStretch(1)
        self._finding = QWidget()
        fields = QHBoxLayout(self._finding)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.addWidget(self.search)
        fields.addWidget(self.players)
        self.search.setMinimumWidth(self.fontMetrics().averageCharWidth() * 46)
        line.addWidget(self._finding)
        head = QWidget()
        head.setLayout(line)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))
        return head

    def _count_players(self, most: int) -> None:
        """Offer every number that some game can be played with; the chosen one stays."""
        if self.players.count() == most + 1:
            return
        self.players.blockSignals(True)
        self.players.clear()
        for number in range(most + 1):
            self.players.addItem("", number)
        self.players.blockSignals(False)
        self._name_players()

    def _name_players(self) -> None:
        for number in range(self.players.count()):
            named = self._texts("game.players", n=number, span=str(number)) if number else ""
            self.players.setItemText(number, named or self._texts("start.players"))

    def _look_for(self) -> None:
        self.gallery.look_for(Search(self.search.text(), self.players.currentData() or 0))

    def _choose_only(self) -> None:
        """Enter in the search chooses the first game that fits."""
        if self.search.text().strip() and self.gallery.shown:
            self.game_chosen.emit(self.gallery.shown[0])

    def _list_matches(self) -> None:
        for old in self._lines:
            self._line_box.removeWidget(old)
            old.hide()
            old.deleteLater()
        going_on = [each for each in self._matches if self._showing_all or not each.note.finished]
        shown = going_on if self._showing_all else going_on[: 1 + SHOWN_MATCHES]
        self._lines = [
            MatchLine(each, self._titles.get(each.game), self._texts, first=number == 0)
            for number, each in enumerate(shown)
        ]
        for line in self._lines:
            line.resumed.connect(self.match_chosen)
            line.thrown.connect(self.match_thrown)
            self._line_box.addWidget(line, 0, Qt.AlignmentFlag.AlignTop)
        hidden = len(self._matches) - len(shown)
        self._more.setText(self._texts("start.more", n=hidden))
        self._more.setVisible(hidden > 0)
        self._resume.setVisible(bool(self._matches))

    def _show_all(self) -> None:
        self._showing_all = True
        self._list_matches()
