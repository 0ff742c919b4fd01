"""Set-up page of a local match: players, options and house rules; and the loader of its rules."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.appearance.look import game_look_or_plain
from app.base.i18n import Translations
from app.base.provenance import ProvenanceLine
from app.base.widgets import (
    PAGE_LETTERS,
    PAGE_WIDTH,
    SPACE,
    WIDE_SPACE,
    Column,
    FlowLayout,
    TabPage,
    bind_escape,
    button,
    card,
    centred_column,
    foot,
    label,
    scroll_area,
    set_tip,
)
from app.screens.banner import GameBanner
from app.screens.clock_rows import ClockRows
from app.screens.option_rows import HouseRows, OptionRows
from app.screens.seat_rows import SeatRows
from app.session.local_matches import (
    OpenMatch,
    UnplayableError,
    begin,
    house_rule_summaries,
    read_form,
    read_game,
    setting_of,
    written_options,
)
from app.session.match_config import PLAYERS, GameForm, MatchConfig, SeatConfig, default_seats, with_name
from app.storage.game_library import GameCard
from app.storage.matches import new_journal
from app.storage.settings import REMOTE, LastSetup

if TYPE_CHECKING:
    from dsl.bots.bot_service import BotService
    from dsl.match.rulesets.ruleset import Ruleset


# ---- page with two columns


_BAR = 16  #: width of a scroll bar, in pixels


class ColumnsPage(TabPage):
    """Base of pages with two columns and a row of buttons. A subclass fills `columns` and calls `lay_out_page`."""

    def __init__(self, letters: int) -> None:
        """Below a width of `letters` average letters, the columns are below each other."""
        super().__init__()
        self._letters = letters
        self.body = QWidget()
        self.columns = QHBoxLayout(self.body)
        self.columns.setContentsMargins(0, 0, 0, 0)
        self.columns.setSpacing(SPACE + 6)
        self.body.installEventFilter(self)

    def lay_out_page(self, content: QWidget, *buttons: QWidget) -> None:
        """Lay out `content`, which contains the body, above a row of buttons: the first left, the others right."""
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(0)
        page = Column(PAGE_LETTERS, PAGE_WIDTH)
        inside = QVBoxLayout(page)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(content)
        outside.addWidget(scroll_area(centred_column(page, page.maximumWidth())), 1)
        buttons[-1].setMinimumWidth(180)
        outside.addWidget(foot(*buttons))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: update the direction of the columns."""
        super().resizeEvent(event)
        self._turn_columns()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget: update the direction of the columns for a new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._turn_columns()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: update the direction of the columns when their content changes."""
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self._turn_columns()
        return super().eventFilter(watched, event)

    def _turn_columns(self) -> None:
        wide = self.width() >= max(self._letters * self.fontMetrics().averageCharWidth(), self._least())
        self.columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def _least(self) -> int:
        """Return the width in pixels that both columns need side by side, with scroll bar and margins."""
        inside = [self.columns.itemAt(index) for index in range(self.columns.count())]
        needed = sum(item.minimumSize().width() for item in inside if item is not None)
        return needed + self.columns.spacing() * (len(inside) - 1) + 2 * WIDE_SPACE + _BAR


def _seat(player: str, name: str) -> SeatConfig | None:
    """Return a seat of a LastSetup; None if its player does not exist."""
    if player == REMOTE:
        return SeatConfig("human", name, remote=True)
    return next((SeatConfig(each, name) for each in PLAYERS if each == player), None)


_BANNER = 118  #: least height of the banner with the title of the game, in pixels
_TWO_COLUMNS = 125  #: letters side by side


class SetupPage(ColumnsPage):
    """Page with seats, clock and house rules on the left, options on the right.

    Signals:
        started: The match is to begin; carries its MatchConfig.
        network_requested: The match is to be hosted on the network; carries its MatchConfig.
        back_requested: The button to go back to the games was pressed.
        box_requested, rulebook_requested: The page of what is in the box, or the rulebook, is requested.
        lessons_requested: The game is to be learned.
        rules_requested: The rules of the game are to be changed.
        position_requested: A position is to be put together, from which a match can begin.
        save_requested: The changed options are to be saved as a house rule.
        house_rules_changed: Other house rules are selected; carries their keys. The receiver calls `update_form` or
            `show_unplayable`.
    """

    started = Signal(MatchConfig)
    network_requested = Signal(MatchConfig)
    back_requested = Signal()
    box_requested = Signal()
    rulebook_requested = Signal()
    lessons_requested = Signal()
    rules_requested = Signal()
    position_requested = Signal()
    save_requested = Signal()
    house_rules_changed = Signal(tuple)

    def __init__(self, texts: Translations) -> None:
        super().__init__(_TWO_COLUMNS)
        self._texts = texts
        self._game: GameCard | None = None
        self._form: GameForm | None = None
        self._player = self._colour = ""  #: the user's name and preferred colour
        self._title, self._figures = label("banner title", wraps=True), label("banner", wraps=True)
        self._banner = GameBanner(_BANNER)
        self._problem, self.origin = label("notice", wraps=True), ProvenanceLine(texts)
        self.seats, self.options, self.house = SeatRows(texts, networked=True), OptionRows(texts), HouseRows(texts)
        self.clock = ClockRows(texts)
        self.start, self.network, self.back = button("primary"), button(), button()
        self.learn, self.rulebook, self.box = (button("glass") for _ in range(3))
        self.learn.clicked.connect(self.lessons_requested)
        self.rules, self.position = button(), button()
        self._lay_out()
        self._show_notice("")
        self.start.clicked.connect(self._start)
        self.network.clicked.connect(self._open_on_network)
        self.box.clicked.connect(self.box_requested)
        self.rulebook.clicked.connect(self.rulebook_requested)
        self.rules.clicked.connect(self.rules_requested)
        self.position.clicked.connect(self.position_requested)
        self.back.clicked.connect(self.back_requested)
        bind_escape(self, self.back)
        self.options.save.clicked.connect(self.save_requested)
        self.seats.counted.connect(self._on_players_changed)
        for changed in (self.seats.seated, self.seats.counted):
            changed.connect(self._name_start)
        self.house.ticked.connect(self.house_rules_changed)
        self.retranslate(None)

    def set_profile(self, player: str, colour: str) -> None:
        """Set the user's name and preferred colour, for the first seat of a person in the next set-up."""
        self._player, self._colour = player, colour
        self.seats.user = player

    def show_loading(self, game: GameCard) -> None:
        """Show that the rules of `game` are being loaded."""
        self._game, self._form = game, None
        self.origin.show_origin(None)
        self._banner.show_game(game.folder)
        self.retranslate(None)
        self.body.hide()
        self._enable(False)
        self._show_notice(self._texts("setup.reading"))

    def set_form(self, form: GameForm, last: LastSetup) -> None:
        """Show the form of the game, filled with the last set-up."""
        assert self._game is not None
        seats = [seat for player, name in last.seats if (seat := _seat(player, name)) is not None]
        least, most = form.players
        look = game_look_or_plain(self._game.folder).for_players(colour for colour, _ in form.colours)
        if not seats:
            wanted = look.nearest_player(self._colour, [colour for colour, _ in form.colours[:least]])
            own = next((n for n, (colour, _) in enumerate(form.colours) if colour == wanted), 0)
            seats = [*default_seats(least)]
            seats[0], seats[own] = seats[own], seats[0]
        self.seats.set_seats(form, look, with_name(seats[:most], self._player))
        self.options.set_options(form.options, self.seats.players, dict(last.options))
        self.house.set_rules(form.house, last.house)
        self.clock.set_clock(last.clock)
        self._house_card.setVisible(bool(form.house))
        self._options_card.setVisible(bool(form.options))
        self._place_house_rules()
        self._form = form
        self.body.show()
        self._show_notice("")
        self.retranslate(form)
        self._enable(True)
        self.start.setFocus()

    def set_house_rules(self, form: GameForm, chosen: tuple[str, ...]) -> None:
        """Show the house rules of a form, with these ticked, and all options as the rules have them."""
        self._form = form
        self.house.set_rules(form.house, chosen)
        self._house_card.setVisible(bool(form.house))
        self._place_house_rules()
        self.options.reset_all()

    def update_form(self, form: GameForm) -> None:
        """Update the form after other house rules were selected."""
        self._form = form
        self.origin.show_origin(form.origin)
        self.options.expect(form.options, self.seats.players)
        self.house.show_problem("")
        self._show_notice("")
        self._enable(True)

    def show_unplayable(self, problem: str) -> None:
        """Show why the game cannot be played with this selection, and disable the start."""
        if self._form is None:
            self._show_notice(problem)
        else:
            self.house.show_problem(problem)
        self._enable(False)

    def show_problem(self, problem: str) -> None:
        """Show why the match could not begin; the start stays enabled."""
        self._show_notice(problem)

    def retranslate(self, form: GameForm | None) -> None:
        """Update all texts to the current language; `form` contains the texts of the game."""
        texts = self._texts
        self._title.setText(self._game.title(texts.language) if self._game else "")
        self._figures.setText(self._game.blurb(texts.language) if self._game else "")
        self._figures.setVisible(bool(self._figures.text()))
        for title, key in zip(
            self._titles, ("setup.seats", "setup.house", "setup.options", "clock.title"), strict=True
        ):
            title.setText(texts(key))
        self._name_start()
        self.network.setText(texts("setup.network"))
        self.box.setText(texts("box.open"))
        self.rulebook.setText(texts("table.rules.whole"))
        self.learn.setText(texts("setup.learn"))
        self.rules.setText(texts("setup.rules"))
        self.position.setText(texts("position.open"))
        set_tip(self.position, texts("position.open.tip"))
        self.back.setText(texts("setup.back"))
        self.clock.retranslate()
        if form is not None:
            self._form = form
            self.origin.show_origin(form.origin)
            self.seats.retranslate(form)
            self.options.retranslate(form.options)
            self.house.retranslate(form.house)

    @property
    def game(self) -> GameCard | None:
        """The game that is set up."""
        return self._game

    @property
    def config(self) -> MatchConfig:
        """The current set-up."""
        assert self._game is not None
        return MatchConfig(
            self._game.folder, self.seats.seats, self.options.changes, self.house.chosen, self.clock.clock
        )

    def _lay_out(self) -> None:
        self._titles = [label("heading") for _ in range(4)]
        seats_card = self._card(self._titles[0], self.seats, self.seats.shuffle)
        self._house_card = self._card(self._titles[1], self.house)
        options = QWidget()
        below = QVBoxLayout(options)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(SPACE)
        below.addWidget(self.options)
        below.addWidget(self.options.save, 0, Qt.AlignmentFlag.AlignRight)
        self._options_card = self._card(self._titles[2], options, self.options.reset)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for side in (self._left, self._right):
            side.setSpacing(SPACE + 6)
            side.addStretch(1)
            self.columns.addLayout(side, 1)
        self._clock_card = self._card(self._titles[3], self.clock)
        self._left_cards = (seats_card, self._clock_card)
        for frame in self._left_cards:
            self._left.insertWidget(self._left.count() - 1, frame)
        self._right.insertWidget(0, self._options_card)
        self._place_house_rules()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        self._banner.words.addWidget(self._title)
        self._banner.words.addWidget(self._figures)
        self._banner.words.addSpacing(SPACE // 2)
        self._banner.words.addStretch(1)
        about = FlowLayout()
        for leads in (self.learn, self.rulebook, self.box):
            leads.setProperty("compact", True)
            about.addWidget(leads)
        self._banner.words.addLayout(about)
        for each in (self._banner, self._problem, self.body, self.origin):
            column.addWidget(each)
        column.addStretch(1)
        self.lay_out_page(content, self.back, self.rules, self.position, self.network, self.start)

    def _place_house_rules(self) -> None:
        """Put the house rules into the shorter column: below the options where those are few, else below the clock. The
        clock fills the second column of a game that has neither."""
        options = 0 if self._options_card.isHidden() else self._options_card.sizeHint().height()
        others = sum(each.sizeHint().height() for each in self._left_cards)
        side = self._right if options < others else self._left
        if side.indexOf(self._house_card) < 0:
            side.insertWidget(side.count() - 1, self._house_card)
        empty = self._options_card.isHidden() and self._house_card.isHidden()
        side, place = (self._right, 0) if empty else (self._left, 1)
        if side.indexOf(self._clock_card) < 0:
            side.insertWidget(place, self._clock_card)

    def _card(self, title: QWidget, content: QWidget, beside: QWidget | None = None) -> QFrame:
        frame, layout = card()
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        if beside is not None:
            head.addWidget(beside)
        layout.addLayout(head)
        layout.addWidget(content)
        return frame

    def _show_notice(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    def _on_players_changed(self, players: int) -> None:
        if self._form is not None:
            self.options.expect(self._form.options, players)

    def _enable(self, playable: bool) -> None:
        for each in (self.start, self.network, self.box, self.rulebook, self.position):
            each.setEnabled(playable)

    def _name_start(self, *_: object) -> None:
        """Let the first button open a network table if a person at another computer plays."""
        remote = any(seat.remote for seat in self.seats.seats)
        self.start.setText(self._texts("setup.network" if remote else "setup.start"))
        self.network.setVisible(not remote)

    def _open_on_network(self) -> None:
        self.network_requested.emit(self.config)

    def _start(self) -> None:
        config = self.config
        if config.is_remote:
            self.network_requested.emit(config)
        else:
            self.started.emit(config)


_PAUSE = 200  #: delay in ms after the last change of the page, before the bot process starts


class MatchLoader(QObject):
    """Loader of matches: reads the rules of the chosen game, fills the set-up page, and begins the match.

    Signals:
        match_started: A match began; carries the OpenMatch and its MatchConfig.
    """

    match_started = Signal(OpenMatch, MatchConfig)

    def __init__(self, page: SetupPage, texts: Translations, matches: Path, house: Path) -> None:
        super().__init__(page)
        self._page, self._texts, self._matches, self._house = page, texts, matches, house
        self._game: GameCard | None = None
        self._pack: Ruleset | None = None
        self._plain: Ruleset | None = None  #: without house rules
        self._bots: BotService | None = None
        self._last = LastSetup()
        self._begins = False
        self._read_timer, self._bots_timer = QTimer(self), QTimer(self)
        for timer, then in ((self._read_timer, self._read), (self._bots_timer, self._prepare_bots)):
            timer.setSingleShot(True)
            timer.timeout.connect(then)
        self._bots_timer.setInterval(_PAUSE)
        page.house_rules_changed.connect(self._reread)
        page.started.connect(self._begin)
        page.seats.counted.connect(self._explain)
        for changed in (page.seats.seated, page.seats.counted):
            changed.connect(lambda *_: self._bots_timer.start())

    def prepare(self, game: GameCard, last: LastSetup, begins: bool = False) -> None:
        """Load the rules of `game` after the page is painted, then fill the page with the `last` set-up; if it
        `begins`, start the match at once."""
        self._game, self._last, self._pack, self._plain, self._begins = game, last, None, None, begins
        self._page.show_loading(game)
        self._read_timer.start()

    @property
    def pack(self) -> Ruleset | None:
        """The rules that are loaded, with the selected house rules; None while none are."""
        return self._pack

    @property
    def written_options(self) -> tuple[tuple[str, str], ...]:
        """The options that were changed by hand, with their values as the rules write them."""
        changes = self._page.options.changes
        return written_options(self._pack, changes) if self._pack is not None else ()

    def add_house_rule(self, path: Path) -> None:
        """Tick a new house rule of the user's, which has the options that were chosen by hand."""
        if self._plain is None:
            return
        chosen = (*self._page.house.chosen, str(path))
        try:
            self._page.set_house_rules(self._form(self._plain), chosen)
        except UnplayableError as problem:
            self._refuse(problem)
            return
        self._explain()
        self._reread(self._page.house.chosen)

    @property
    def pid(self) -> int:
        """Id of the running bot process; 0 if there is none."""
        return self._bots.pid if self._bots is not None else 0

    def cancel(self) -> None:
        """Stop loading, and stop the bot process."""
        self._read_timer.stop()
        self._bots_timer.stop()
        self._pack = self._plain = None
        self._stop_bots()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        try:
            form = self._form(self._pack) if self._pack else None
        except UnplayableError as problem:
            self._refuse(problem)
        else:
            self._page.retranslate(form)
        self._explain()

    def _read(self) -> None:
        """Read the game with the last house rules; without them if they no longer fit."""
        assert self._game is not None
        try:
            plain = read_game(self._game.folder, language=self._texts.language)
            form = self._form(plain)
        except UnplayableError as problem:
            self._refuse(problem)
            return
        self._pack = self._plain = plain
        self._page.set_form(form, self._last)
        self._explain()
        if self._page.house.chosen:
            self._reread(self._page.house.chosen)
        if self._begins:
            self._begin(self._page.config)

    def _reread(self, house: tuple[str, ...]) -> None:
        assert self._game is not None
        try:
            self._pack = read_game(self._game.folder, house, self._texts.language)
            self._page.update_form(self._form(self._pack))
        except UnplayableError as problem:
            self._refuse(problem)
        else:
            self._bots_timer.start()

    @property
    def _own(self) -> Path:
        """The folder of the user's own house rules for this game."""
        assert self._game is not None
        return self._house / self._game.name

    def _form(self, pack: Ruleset) -> GameForm:
        return read_form(pack, self._texts.language, self._own)

    def _explain(self) -> None:
        """Show what each house rule changes for the current number of players."""
        if self._plain is not None:
            meanings = house_rule_summaries(self._plain, self._texts.language, self._page.seats.players, self._own)
            self._page.house.explain(meanings)

    def _prepare_bots(self) -> None:
        """Start or stop the bot process, depending on the players of the page."""
        if self._pack is None:
            return
        if not self._page.seats.needs_bot_process:
            self._stop_bots()
            return
        from dsl.bots.bot_service import BotService

        self._bots = self._bots or BotService()
        self._bots.prepare(self._pack, setting_of(self._page.config, self._pack))

    def _stop_bots(self) -> None:
        bots, self._bots = self._bots, None
        if bots is not None:
            bots.close()

    def _begin(self, plan: MatchConfig) -> None:
        assert self._pack is not None
        self._bots_timer.stop()
        if not self._page.seats.needs_bot_process:
            self._stop_bots()
        try:
            journal = new_journal(self._matches, plan.folder.name, datetime.now())
            match = begin(plan, self._pack, journal, bots=self._bots)
        except (UnplayableError, OSError) as problem:
            self._page.show_problem(self._texts("match.not_begun", problem=problem))
        else:
            self._bots = None  # owned by the match now
            self.match_started.emit(match, plan)

    def _refuse(self, problem: UnplayableError) -> None:
        self._page.show_unplayable(self._texts("match.unplayable", problem=problem))
