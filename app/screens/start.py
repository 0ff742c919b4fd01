"""Start page: saved matches, tables on the network, and the gallery of games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QDateTime, QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.base.i18n import Translations
from app.base.paths import resource
from app.base.widgets import (
    PAGE_LETTERS,
    PAGE_WIDTH,
    SEPARATOR,
    SPACE,
    WIDE_SPACE,
    Column,
    ComboBox,
    PartsLabel,
    button,
    card,
    centred_column,
    label,
    row,
    scroll_area,
    set_tip,
)
from app.screens.banner import GameBanner
from app.screens.cover_files import CoverFiles
from app.screens.gallery import Gallery, GameFilter, most_players
from app.screens.network_tables import NearbyTables
from app.storage.game_library import GameCard
from app.storage.matches import MatchEntry

# ---- saved matches


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
        spoken = ". ".join(part for part in (title, seats, SEPARATOR.join(status)) if part)
        self.resume = button("primary" if first else "small")
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
            self._lay_out_large(title, seats, status, GameBanner(_BANNER, covers), game)
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

    def _lay_out_large(self, title: str, seats: str, status: Sequence[str], banner: GameBanner, game: GameCard) -> None:
        """Lay out the newest match as a banner with the cover of its game."""
        what, who, how = label("banner title", wraps=True), label("banner", wraps=True), PartsLabel("banner")
        what.setText(title)
        who.setText(seats)
        how.set_parts(status)
        buttons = row(self.resume, self.delete, self.more)
        buttons.addStretch(1)
        for each in (what, who, how):
            banner.words.addWidget(each)
        banner.words.addStretch(1)
        banner.words.addLayout(buttons)
        banner.show_game(game.folder)
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


def match_status(entry: MatchEntry, texts: Translations, now: datetime) -> list[str]:
    """Return the status of a saved match, in a few words each."""
    note, parts = entry.note, list[str]()
    if note.finished:
        parts.append(texts("start.finished"))
    else:
        if note.turn:
            parts.append(texts("start.turn", turn=note.turn))
        if note.whose:
            parts.append(texts("start.whose", name=note.whose))
    parts.append(_when(entry.changed, texts, now))
    if note.house:
        parts.append(texts("lobby.house", titles=", ".join(note.house)))
    return parts


def _when(then: datetime, texts: Translations, now: datetime) -> str:
    clock = QLocale(texts.language).toString(_qt(then).time(), QLocale.FormatType.ShortFormat)
    days = (now.date() - then.date()).days
    if days == 0:
        return texts("start.today", time=clock)
    if days == 1:
        return texts("start.yesterday", time=clock)
    return texts("start.on", date=QLocale(texts.language).toString(_qt(then).date(), QLocale.FormatType.LongFormat))


def _qt(then: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(then.timestamp()))


_BANNER = 208  #: least height of the banner of the newest match, in pixels
_BESIDE = 120  #: letters of the font across, from which matches and network are side by side
_SEARCHED = 36  #: least width of the search field, in letters
_BAR = 16  #: width of a scroll bar, in pixels
_LOGO = 44  #: side of the logo, in pixels


class StartPage(QWidget):
    """Start page of the window.

    Signals:
        game_chosen: A game was pressed; carries its GameCard.
        match_chosen: A match is to be resumed; carries its MatchEntry.
        match_delete_requested: A match is to be deleted; carries its MatchEntry.
        news_requested: What is new in a newer version is to be shown.
        lessons_requested: A game is to be learned.
        new_game_requested: A new game is to be made.
    """

    game_chosen = Signal(GameCard)
    match_chosen = Signal(MatchEntry)
    match_delete_requested = Signal(MatchEntry)
    news_requested = Signal()
    lessons_requested = Signal()
    new_game_requested = Signal()

    def __init__(self, texts: Translations, covers: CoverFiles | None = None) -> None:
        """`covers` keeps the covers of the games for the next start; without it, they are painted each time."""
        super().__init__()
        self._covers = covers
        self.learn = button()
        self.learn.clicked.connect(self.lessons_requested)
        self._newer: str | None = None  #: a version that is newer than this one
        self._newer_said, self.news = label("soft"), button("small")
        self._texts = texts
        self._matches: tuple[MatchEntry, ...] = ()
        self._titles: dict[str, GameCard] = {}
        self._showing_all = False
        self._tagline, self._choose = label("soft", wraps=True), label("heading")
        self._notice = label("notice", wraps=True)
        self._title = label("title")
        self.gallery = Gallery(texts, covers)
        self.search, self.players = QLineEdit(), ComboBox()
        self.new_game = button()
        self.new_game.clicked.connect(self.new_game_requested)
        self.nearby = NearbyTables(texts)
        self.gallery.chosen.connect(self.game_chosen)
        self.search.textChanged.connect(self._look_for)
        self.search.returnPressed.connect(self._choose_only)
        self.search.setClearButtonEnabled(True)
        self.players.currentIndexChanged.connect(self._look_for)
        self._lines: list[SavedMatchRow] = []
        self._resume, self._welcome, self._learning = self._resume_card(), self._welcome_banner(), self._learn_card()
        self._lay_out()
        self.retranslate()

    def set_games(self, games: Sequence[GameCard], matches: Sequence[MatchEntry]) -> None:
        """Show games and saved matches, the newest first."""
        self._titles = {game.name: game for game in games}
        self._matches = tuple(matches)
        self.gallery.set_games(games)
        self._count_players(most_players(games))
        self._finding.setVisible(len(games) > 1)
        if first := next((game for game in games if not game.problem), None):
            self._welcome.show_game(first.folder)
        self._list_matches()

    def focus_main_action(self) -> None:
        """Move the focus to the button that resumes the newest match, else to the game played last, else to the first
        game. The page shows its top."""
        self._area.verticalScrollBar().setValue(0)
        if self._lines and not self._lines[0].entry.note.finished:
            self._lines[0].resume.setFocus()
        else:
            self.gallery.focus_game(self._matches[0].game if self._matches else "")

    def show_notice(self, notice: str) -> None:
        """Show a notice at the top; empty: none."""
        self._notice.setText(notice)
        self._notice.setVisible(bool(notice))

    def show_update(self, version: str | None) -> None:
        """Show that there is a newer version of the program; None: there is not."""
        self._newer = version
        self._newer_said.setText(self._texts("start.update", version=version) if version is not None else "")
        self.news.setText(self._texts("start.update.news"))
        self._update.setVisible(version is not None)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.show_update(self._newer)
        self._title.setText(self._texts("app.name"))
        self._tagline.setText(self._texts("app.tagline"))
        self._choose.setText(self._texts("start.choose"))
        self._learn_title.setText(self._texts("start.learn"))
        self._learn_what.setText(self._texts("start.learn.what"))
        self.learn.setText(self._texts("start.learn.go"))
        set_tip(self.learn, self._texts("start.learn.tip"))
        self._new_here.setText(self._texts("start.learn"))
        self._lessons.setText(self._texts("start.learn.what"))
        self.first_lesson.setText(self._texts("start.learn.go"))
        self._resume.setAccessibleName(self._texts("start.continue"))
        self.new_game.setText(self._texts("start.new_game"))
        self.search.setPlaceholderText(self._texts("start.search"))
        self.search.setAccessibleName(self._texts("start.search"))
        self.players.setAccessibleName(self._texts("start.players"))
        self._name_players()
        self.gallery.retranslate()
        self.nearby.retranslate()
        self._list_matches()
        self._turn_rows()

    def _resume_card(self) -> QFrame:
        frame, layout = card()
        layout.setContentsMargins(0, 0, 0, 0)
        self._line_box = QVBoxLayout()
        self._line_box.setSpacing(SPACE)
        layout.addLayout(self._line_box, 1)
        return frame

    def _welcome_banner(self) -> GameBanner:
        """Return the banner for someone who has played no match yet, in the place of the matches."""
        banner = GameBanner(_BANNER, self._covers)
        self._new_here, self._lessons = label("banner title", wraps=True), label("banner", wraps=True)
        self.first_lesson = button("primary")
        self.first_lesson.clicked.connect(self.lessons_requested)
        for each in (self._new_here, self._lessons):
            banner.words.addWidget(each)
        banner.words.addStretch(1)
        banner.words.addLayout(row(self.first_lesson, stretch_after=0))
        return banner

    def _learn_card(self) -> QFrame:
        """Return the card that leads to the lessons, for someone who has played already."""
        frame, layout = card()
        self._learn_title, self._learn_what = label("heading"), label("soft", wraps=True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._learn_title)
        words.addWidget(self._learn_what)
        line = QHBoxLayout()
        line.setSpacing(SPACE)
        line.addLayout(words, 1)
        line.addWidget(self.learn)
        layout.addLayout(line)
        return frame

    def _lay_out(self) -> None:
        content = Column(PAGE_LETTERS, PAGE_WIDTH)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        logo = QSvgWidget(str(resource("icons", "gondwana.svg")))
        logo.setFixedSize(_LOGO, _LOGO)
        head = row(logo, self._title)
        head.addWidget(self._tagline, 1)
        column.addLayout(head)
        column.addWidget(self._notice)
        self._update = QWidget()
        self._update.setLayout(row(self._newer_said, self.news, stretch_after=1))
        self._update.hide()
        self.news.clicked.connect(self.news_requested)
        column.addWidget(self._update)
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(SPACE + 4)
        self._cards.addWidget(self._resume, 8)
        self._cards.addWidget(self._welcome, 8)
        aside = QVBoxLayout()
        aside.setSpacing(SPACE + 4)
        aside.addWidget(self._learning)
        aside.addWidget(self.nearby, 1)
        self._cards.addLayout(aside, 5)
        column.addLayout(self._cards)
        column.addSpacing(SPACE // 2)
        column.addWidget(self._finder())
        column.addWidget(self.gallery)
        column.addStretch(1)
        self._notice.hide()
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        self._area = scroll_area(centred_column(content, content.maximumWidth()))
        outside.addWidget(self._area)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: place matches and network, and the parts of the heading of the games, side by side if there
        is room."""
        super().resizeEvent(event)
        self._turn_rows()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: do the same for a new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._turn_rows()

    def _turn_rows(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        beside = self.width() >= letter * _BESIDE
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._cards.setDirection(across if beside else down)
        self.search.setMinimumWidth(letter * _SEARCHED)
        needed = sum(part.sizeHint().width() + SPACE for part in (self._choose, self.new_game, self._finding))
        self._finder_line.setDirection(across if needed <= self.width() - 2 * WIDE_SPACE - _BAR else down)

    def _finder(self) -> QWidget:
        """Return the heading of the gallery with the search fields."""
        line = self._finder_line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._choose)
        line.addStretch(1)
        self._finding = QWidget()
        fields = QHBoxLayout(self._finding)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.addWidget(self.search)
        fields.addWidget(self.players)
        line.addWidget(self.new_game, 0, Qt.AlignmentFlag.AlignLeft)
        line.addWidget(self._finding)
        head = QWidget()
        head.setLayout(line)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))
        return head

    def _count_players(self, most: int) -> None:
        """Fill the combo box of players up to `most`; the current choice is kept."""
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
        self.gallery.apply_filter(GameFilter(self.search.text(), self.players.currentData() or 0))

    def _choose_only(self) -> None:
        """Choose the first game that fits when Enter is pressed in the search field."""
        if self.search.text().strip() and self.gallery.shown:
            self.game_chosen.emit(self.gallery.shown[0])

    def _list_matches(self) -> None:
        for old in self._lines:
            self._line_box.removeWidget(old)
            old.hide()
            old.deleteLater()
        going_on = [each for each in self._matches if self._showing_all or not each.note.finished]
        shown = going_on if self._showing_all else going_on[:1]
        shown = shown or list(self._matches[:1])  # all are finished: the newest can be viewed
        self._lines = [
            SavedMatchRow(each, self._titles.get(each.game), self._texts, number == 0, self._covers)
            for number, each in enumerate(shown)
        ]
        for line in self._lines:
            line.resume_requested.connect(self.match_chosen)
            line.delete_requested.connect(self.match_delete_requested)
            line.more.clicked.connect(self._show_all)
            self._line_box.addWidget(line, 1 if line.large else 0)
        hidden = len(self._matches) - len(shown)
        if hidden:
            self._lines[0].offer_more(self._texts("start.more", n=hidden))
        bottom = SPACE if len(self._lines) > 1 or not all(line.large for line in self._lines) else 0
        self._line_box.setContentsMargins(0, 0, 0, bottom)
        self._resume.setVisible(bool(self._matches))
        self._welcome.setVisible(not self._matches and bool(self._titles))
        self._learning.setVisible(self._welcome.isHidden())

    def _show_all(self) -> None:
        self._showing_all = True
        self._list_matches()
        self._lines[0].resume.setFocus()  # the button that was pressed is gone
