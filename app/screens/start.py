"""Start page: saved matches, tables on the network, and the gallery of games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPainterPath, QPaintEvent, QPalette, QResizeEvent, QShortcut
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.appearance.drawings import paint_drawing_in, recoloured_for
from app.appearance.icons import IconButton, RoundButton
from app.appearance.look import Look, cover_look
from app.appearance.theme import is_high_contrast
from app.base.i18n import Translations
from app.base.paths import resource
from app.base.widgets import (
    PAGE_LETTERS,
    PAGE_WIDTH,
    SPACE,
    WIDE_SPACE,
    Column,
    ComboBox,
    FlowLayout,
    TabPage,
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
from app.screens.gallery import Gallery, GameFilter, GameGroup, groups, most_players
from app.screens.network_tables import NearbyTables
from app.screens.saved_matches import BANNER, SavedMatchRow
from app.storage.game_library import GameCard, changed_games
from app.storage.matches import MatchEntry

_BESIDE = 120  #: letters of the font across, from which matches and network are side by side
_ASIDE = 42  #: least width of what is beside the matches, in letters
_SEARCHED = 34  #: least width of the search field, in letters
_BAR = 16  #: width of a scroll bar, in pixels
_LOGO = 40  #: side of the logo, in pixels
_HILL, _DARK_HILL = "#a9c66c", "#4a5c35"
_SCENE = 150  #: width of the picture beside the way to the lessons, in pixels


class HillPicture(QWidget):
    """A player's figure of a game on a hill that ends at the right and lower edge of a card; in high contrast without
    the hill."""

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self.setFixedWidth(_SCENE)

    def show_game(self, folder: Path) -> None:
        """Show the figure of the first player of the game in a folder."""
        self._look = cover_look(folder)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget."""
        painter, palette = QPainter(self), QApplication.palette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dark = palette.color(QPalette.ColorRole.Window).lightness() < 128
        wide, high = float(self.width()), float(self.height())
        if not is_high_contrast():
            corner = QPainterPath()
            corner.addRoundedRect(QRectF(-40, -40, wide + 39, high + 39), 13, 13)
            hill = QPainterPath()
            hill.addEllipse(QPointF(wide, high), wide, high * 0.86)
            painter.fillPath(hill.intersected(corner), QColor(_DARK_HILL if dark else _HILL))
        look = self._look
        colour = next(iter(look.players), "") if look is not None else ""
        drawing = look.portrait(colour) if look is not None else None
        if look is not None and drawing is not None:
            side = min(wide * 0.8, high * 0.86)
            place = QRectF(wide - side * 1.04, high - side * 0.99, side, side)
            paint_drawing_in(painter, drawing, place, recoloured_for(look.player(colour).fill.on(dark)))
        painter.end()


class StartPage(TabPage):
    """Start page of the window.

    Signals:
        game_chosen: A game was pressed; carries its GameCard.
        match_chosen: A match is to be resumed; carries its MatchEntry.
        match_delete_requested: A match is to be deleted; carries its MatchEntry.
        news_requested: What is new in a newer version is to be shown.
        lesson_requested: The next lesson is to begin.
        sound_requested: The sound is to be switched on or off; carries whether it is to be on.
        lessons_requested, statistics_requested, settings_requested: A page is to be shown.
        new_game_requested: A new game is to be made.
    """

    game_chosen = Signal(GameCard)
    match_chosen = Signal(MatchEntry)
    match_delete_requested = Signal(MatchEntry)
    news_requested = Signal()
    lesson_requested = Signal()
    lessons_requested = Signal()
    statistics_requested = Signal()
    settings_requested = Signal()
    sound_requested = Signal(bool)
    new_game_requested = Signal()

    def __init__(self, texts: Translations, covers: CoverFiles | None = None) -> None:
        """`covers` keeps the covers of the games for the next start; without it, they are painted each time."""
        super().__init__()
        self._texts, self._covers = texts, covers
        self._has_sound = True
        self.learn = IconButton("flag")
        self.learn.clicked.connect(self.lesson_requested)
        self.lessons, self.statistics, self.sound, self.settings = (
            RoundButton(icon) for icon in ("book", "statistics", "sound", "settings")
        )
        self.lessons.clicked.connect(self.lessons_requested)
        self.statistics.clicked.connect(self.statistics_requested)
        self.sound.clicked.connect(lambda: self.sound_requested.emit(not self._has_sound))
        self.settings.clicked.connect(self.settings_requested)
        self._newer: str | None = None  #: a version that is newer than this one
        self._newer_said, self.news = label("soft"), button("small")
        self._games: tuple[GameCard, ...] = ()
        self._changed: frozenset[str] = frozenset()  #: the games for which the user has house rules
        self._groups: tuple[GameGroup, ...] = ()
        self._matches: tuple[MatchEntry, ...] = ()
        self._titles: dict[str, GameCard] = {}
        self._showing_all = False
        self._tagline, self._choose = label("soft", wraps=True), label("heading")
        self._notice = label("notice", wraps=True)
        self._title = label("title")
        self.new_game = IconButton("plus", "new")
        self.new_game.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.new_game.clicked.connect(self.new_game_requested)
        self.gallery = Gallery(texts, covers, self.new_game)
        self.search, self.players = QLineEdit(), ComboBox()
        self.chips = QButtonGroup(self)  #: of the groups; the first shows all games
        self.chips.idClicked.connect(self._look_for)
        self.nearby = NearbyTables(texts)
        self.gallery.chosen.connect(self.game_chosen)
        self.search.textChanged.connect(self._look_for)
        self.search.returnPressed.connect(self._choose_only)
        self.search.setClearButtonEnabled(True)
        self.players.currentIndexChanged.connect(self._look_for)
        self._lines: list[SavedMatchRow] = []
        self._resume, self._welcome, self._learning = self._resume_card(), self._welcome_banner(), self._learn_card()
        self._making = self._making_card()
        self._lay_out()
        self.retranslate()

    def set_games(self, games: Sequence[GameCard], matches: Sequence[MatchEntry], house: Path | None = None) -> None:
        """Show games and saved matches, the newest first; `house` is the folder of the user's house rules."""
        self._games = tuple(games)
        self._titles = {game.name: game for game in games}
        self._changed = changed_games(house) if house is not None else frozenset()
        self._matches = tuple(matches)
        self.gallery.set_games(games, house)
        self._list_groups()
        self._count_players(most_players(games))
        self._finding.setVisible(len(games) > 1)
        if first := next((game for game in games if not game.problem), None):
            self._welcome.show_game(first.folder)
            self._hill.show_game(first.folder)
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

    def show_sound(self, on: bool) -> None:
        """Show whether there is sound."""
        self._has_sound = on
        self.sound.show_icon("sound" if on else "sound-off")
        self.sound.set_name(self._texts("start.sound_off" if on else "start.sound_on"))

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.show_sound(self._has_sound)
        self.lessons.set_name(self._texts("start.lessons"), self._texts("start.learn.tip"))
        self.statistics.set_name(self._texts("start.statistics"))
        self.settings.set_name(self._texts("start.settings"))
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
        self._make_title.setText(self._texts("start.make"))
        self._make_what.setText(self._texts("start.make.what"))
        self.make_game.setText(self._texts("start.new_game"))
        self.new_game.setText(self._texts("start.new_game"))
        self.search.setPlaceholderText(self._texts("start.search"))
        self.search.setAccessibleName(self._texts("start.search"))
        self.players.setAccessibleName(self._texts("start.players"))
        self._name_players()
        self._list_groups()
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
        banner = GameBanner(BANNER, self._covers)
        self._new_here, self._lessons = label("banner title", wraps=True), label("banner", wraps=True)
        self.first_lesson = IconButton("flag", "primary")
        self.first_lesson.clicked.connect(self.lesson_requested)
        for each in (self._new_here, self._lessons):
            banner.words.addWidget(each)
        banner.words.addStretch(1)
        banner.words.addLayout(row(self.first_lesson, stretch_after=0))
        return banner

    def _learn_card(self) -> QFrame:
        """Return the card that leads to the lessons, for someone who has played already."""
        frame, layout = card()
        layout.setContentsMargins(0, 0, 0, 0)
        self._learn_title, self._learn_what = label("heading", wraps=True), label("soft", wraps=True)
        words = QVBoxLayout()
        words.setContentsMargins(18, 12, 0, 14)
        words.setSpacing(2)
        words.addWidget(self._learn_title)
        words.addWidget(self._learn_what)
        words.addStretch(1)
        words.addWidget(self.learn, 0, Qt.AlignmentFlag.AlignLeft)
        line = QHBoxLayout()
        line.setSpacing(0)
        line.addLayout(words, 1)
        self._hill = HillPicture()
        line.addWidget(self._hill)
        layout.addLayout(line)
        return frame

    def _making_card(self) -> QFrame:
        """Return the card about games of one's own, which takes the place of the way to the lessons while the banner
        leads there."""
        frame, layout = card()
        self._make_title, self._make_what = label("heading", wraps=True), label("soft", wraps=True)
        self.make_game = IconButton("plus")
        self.make_game.clicked.connect(self.new_game_requested)
        layout.setSpacing(2)
        layout.addWidget(self._make_title)
        layout.addWidget(self._make_what)
        layout.addStretch(1)
        layout.addWidget(self.make_game, 0, Qt.AlignmentFlag.AlignLeft)
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
        for tool in (self.lessons, self.statistics, self.sound, self.settings):
            head.addWidget(tool)
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
        aside.addWidget(self._learning, 1)
        aside.addWidget(self._making, 1)
        aside.addWidget(self.nearby)
        self._cards.addLayout(aside, 4)
        column.addLayout(self._cards)
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
        self.gallery.end_at(self.height() - 2 * WIDE_SPACE)

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
        self.nearby.setMinimumWidth(letter * _ASIDE if beside else 0)
        chips = sum(each.sizeHint().width() + 8 for each in self.chips.buttons())
        needed = self._choose.sizeHint().width() + chips + self._finding.sizeHint().width() + 3 * SPACE
        self._finder_line.setDirection(across if needed <= self.width() - 2 * WIDE_SPACE - _BAR else down)

    def _finder(self) -> QWidget:
        """Return the heading of the gallery: its groups, and the search fields."""
        line = self._finder_line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE)
        self._chips = QWidget()
        FlowLayout(self._chips)
        grouped = QHBoxLayout()
        grouped.setSpacing(SPACE + 6)
        grouped.addWidget(self._choose)
        grouped.addWidget(self._chips, 1)
        self._finding = QWidget()
        fields = QHBoxLayout(self._finding)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.addWidget(self.players)
        fields.addWidget(self.search, 1)
        line.addLayout(grouped, 1)
        line.addWidget(self._finding)
        head = QWidget()
        head.setLayout(line)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))
        return head

    def _list_groups(self) -> None:
        """Make a chip for each group of games; the chosen one stays chosen."""
        chosen, language = max(self.chips.checkedId(), 0), self._texts.language
        playable = [game for game in self._games if game.official]
        own = frozenset(game.name for game in self._games if not game.official)
        found = [GameGroup(self._texts("start.all", n=len(self._games)), None), *groups(playable, language)]
        found += [GameGroup(self._texts("start.own"), own)] if own else []
        found += [GameGroup(self._texts("start.changed"), self._changed)] if self._changed else []
        self._groups = tuple(found)
        for old in self.chips.buttons():
            self.chips.removeButton(old)
        layout = self._chips.layout()
        assert isinstance(layout, FlowLayout)
        layout.clear()
        for number, group in enumerate(found if len(found) > 1 else ()):
            chip = button("chip")
            chip.setCheckable(True)
            chip.setText(group.title)
            chip.setChecked(number == min(chosen, len(found) - 1))
            self.chips.addButton(chip, number)
            layout.addWidget(chip)
        self._look_for()

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
        chosen = self.chips.checkedId()
        names = self._groups[chosen].names if 0 <= chosen < len(self._groups) else None
        self.gallery.apply_filter(GameFilter(self.search.text(), self.players.currentData() or 0, names))

    def _choose_only(self) -> None:
        """Choose the first game that fits when Enter is pressed in the search field."""
        if self.search.text().strip() and self.gallery.shown:
            self.game_chosen.emit(self.gallery.shown[0])

    def _list_matches(self) -> None:
        has_focus = any(line.isAncestorOf(focused) for line in self._lines if (focused := self.window().focusWidget()))
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
        self._making.setVisible(not self._welcome.isHidden())
        if has_focus and self._lines:
            self._lines[0].resume.setFocus()  # the button that had it is gone

    def _show_all(self) -> None:
        self._showing_all = True
        self._list_matches()
        self._lines[0].resume.setFocus()  # the button that was pressed is gone
