"""The main window: its pages, the session that is open, the menu bar, and files from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QRect, QSize, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QStyle, QWidget

from app.appearance.look import SET_PARTS, game_look_or_plain
from app.appearance.portraits import PictureError
from app.base.paths import UserFolders, official_rulesets
from app.base.widgets import set_window_title
from app.controllers.lessons_controller import LessonsController
from app.controllers.match_exports import MatchExports
from app.controllers.network_controller import NetworkController
from app.controllers.settings_controller import SettingsController
from app.controllers.update_controller import UpdateController, channel_address
from app.screens import dialogs
from app.screens.cover_files import CoverFiles
from app.screens.setup import MatchLoader, SetupPage
from app.screens.start import StartPage
from app.session.local_matches import (
    InUseError,
    OpenMatch,
    UnplayableError,
    branch_match,
    read_form,
    resume,
    without_rematch_option,
)
from app.session.match_config import PLAYERS, MatchConfig, PlayerKind, SeatConfig
from app.shell.match_commands import MatchCommands
from app.shell.menus import Menus
from app.shell.window_arguments import OPENED
from app.shell.workshop_controller import WorkshopController
from app.sound.player import SoundPlayer
from app.storage.game_library import GameCard, GameLibrary
from app.storage.matches import MatchEntry, entry_of, find_matches, journal_problem, new_journal, remove_match
from app.storage.opening import PACKAGE, RULES, UnopenableError, file_kind
from app.storage.settings import REMOTE, LastSetup, with_recent, with_set

if TYPE_CHECKING:
    from app.controllers.package_import import PackageImport
    from app.controllers.session import Session
    from app.controllers.statistics_controller import StatisticsController
    from app.screens.about import AboutPage
    from app.screens.box import BoxPage, BoxSource
    from app.screens.preferences import PreferencesPage
    from app.screens.statistics import StatisticsPage
    from app.shell.position_controller import PositionController
    from app.table.page import TablePage
    from app.table.panels.rules import RulesSheet
    from dsl.match.rulesets.ruleset import Ruleset

COMFORTABLE = (1240, 780)
_FRAME_DELAY = 100  #: milliseconds after which a desktop has put its frame around a new window


class MainWindow(QMainWindow):
    """The one window of the program. At most one session is open; the window shows its widget beside its own pages.

    Only the start page and the set-up page are made with the window, so that it appears quickly; each other page is
    made when it is first used.
    """

    def __init__(self, folders: UserFolders, settings: SettingsController, sounds: SoundPlayer) -> None:
        """`sounds` gets the volume of the settings."""
        super().__init__()
        self._sounds = sounds
        self._folders, self.settings = folders, settings
        self._texts = texts = settings.texts
        self._games = GameLibrary(official_rulesets(), folders.rulesets)
        self._session: Session | None = None
        self._package_import: PackageImport | None = None
        self._menu_page: TablePage | None = None  #: the table whose button opens the menus
        self._positions: PositionController | None = None  #: made when a position is first edited
        self.setAcceptDrops(True)
        self._frame_timer = QTimer(self)
        self._frame_timer.setSingleShot(True)
        self._frame_timer.timeout.connect(self._fit_screen)
        self._was_shown = False
        self._may_close = False  #: the user has decided what happens to the table that is hosted here
        self.pages = QStackedWidget()
        self.start, self.setup = StartPage(texts, CoverFiles(folders.covers)), SetupPage(texts)
        self.updates = UpdateController(settings, folders.updates, channel_address(), self)
        self._over: list[PreferencesPage | AboutPage | StatisticsPage] = []  #: those that have been made
        self._hosting: Ruleset | None = None  #: the rules on the set-up page, when a table was to be hosted with them
        self._box: BoxPage | None = None  #: made when it is first shown
        self._rulebook: RulesSheet | None = None  #: made when it is first shown
        self._statistics: StatisticsController | None = None  #: made with its page
        self.menus = Menus(self.menuBar(), texts)
        self.match_exports = MatchExports(self, texts, folders.matches, self.show_message)
        self.network = NetworkController(self.start.nearby, folders, settings, self._games, self.show_message, self)
        self.lessons = LessonsController(settings, self._games, self.show_message, self)
        self.loader = MatchLoader(self.setup, texts, folders.matches, folders.house)
        exports = self.match_exports.export_house_rule, self.match_exports.export_game
        self._commands = MatchCommands(
            self, self.menus, texts, folders, self.match_exports, lambda: self._session, self.show_message, self._reopen
        )
        self.workshop = WorkshopController(self, settings, folders, self._games, exports, self)
        for page in (self.start, self.setup):
            self.pages.addWidget(page)
        self.setCentralWidget(self.pages)
        self._previous: QWidget = self.start  #: to be shown after preferences or about
        self._connect()
        self._resize_to_screen()
        self._show_settings()
        self.show_start()
        self.start.show_notice(settings.load_error() or "")
        self.updates.check()

    def _connect(self) -> None:
        self.start.game_chosen.connect(self.set_up)
        self.start.match_chosen.connect(self.resume)
        self.start.match_delete_requested.connect(self.delete)
        self.start.news_requested.connect(self._show_news)
        self.start.lessons_requested.connect(self.show_lessons)
        self.start.lesson_requested.connect(self._begin_lesson)
        self.start.sound_requested.connect(self.settings.set_sound)
        self.start.statistics_requested.connect(self._show_statistics)
        self.start.settings_requested.connect(lambda: self._show_over(self.preferences))
        self.setup.lessons_requested.connect(self.show_lessons)
        self.menus.lessons_requested.connect(partial(self.ask_to_leave, self.show_lessons))
        self.lessons.back_requested.connect(self._leave_lessons)
        self.lessons.page_requested.connect(self.show_lessons)
        self.lessons.session_created.connect(self._open_session)
        self.lessons.match_requested.connect(self._play_first_match)
        self.start.new_game_requested.connect(self.workshop.begin_game)
        self.menus.new_game_requested.connect(partial(self.ask_to_leave, self.workshop.begin_game))
        self.menus.game_page_requested.connect(self._show_game_page)
        self.updates.changed.connect(self._show_update)
        self.setup.back_requested.connect(self.show_start)
        self.setup.network_requested.connect(self._set_up_host)
        self.loader.match_started.connect(self._begin)
        self.network.back_requested.connect(partial(self.show_page, self.setup))
        self.network.session_created.connect(self._open_session)
        self.network.table_opened.connect(self._remember_hosted)
        self.settings.changed.connect(self._retranslate)
        self.settings.saved.connect(self._show_settings)
        self.menus.new_requested.connect(partial(self.ask_to_leave, self.show_start))
        self.menus.open_requested.connect(self._choose_file)
        self.menus.join_requested.connect(partial(self.ask_to_leave, self._ask_for_address))
        self.menus.recent_requested.connect(self.open_file)
        self.match_exports.copied.connect(self._add_recent)
        self.menus.game_shown.connect(self._show_session_state)
        self.menus.statistics_requested.connect(self._show_statistics)
        self.menus.settings_requested.connect(lambda: self._show_over(self.preferences))
        self.setup.box_requested.connect(self._show_box)
        self.setup.rulebook_requested.connect(self._show_rulebook_before)
        self.setup.rules_requested.connect(self._choose_house_rule)
        self.setup.save_requested.connect(self.workshop.name_options)
        self.setup.position_requested.connect(self._set_up_position)
        self.menus.position_requested.connect(self._set_up_position)
        self.menus.rules_requested.connect(self._choose_house_rule)
        self.menus.box_requested.connect(self._show_box)
        self.menus.origin_requested.connect(self._show_origin)
        self.menus.set_requested.connect(self._choose_set)
        self.menus.about_requested.connect(lambda: self._show_over(self.about))
        self.menus.quit_requested.connect(self.close)
        self.menus.full_screen_requested.connect(self._set_full_screen)
        self.menus.sound_requested.connect(self.settings.set_sound)
        self.menus.turning_requested.connect(self.settings.set_turning)
        self.menus.theme_requested.connect(self.settings.set_theme)
        self.menus.language_requested.connect(self.settings.set_language)
        self.menus.text_size_requested.connect(self.settings.change_text_size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: a wide window has larger text."""
        super().resizeEvent(event)
        self.settings.follow_width(self.width())

    # ---- pages that are made when they are first used -----------------------------------------------------------

    @cached_property
    def preferences(self) -> PreferencesPage:
        """The page of the settings."""
        from app.screens.preferences import PreferencesPage

        offered = self.updates.is_offered
        page = PreferencesPage(self._texts, self.settings.system_language, offers_updates=offered)
        page.changed.connect(self.settings.apply)
        page.profile.picture_requested.connect(self._choose_portrait)
        page.volume_changed.connect(partial(self._sounds.play, "place"))
        self._add_over(page)
        self._show_preferences(page)
        return page

    @cached_property
    def about(self) -> AboutPage:
        """The page about the program."""
        from app.screens.about import AboutPage

        page = AboutPage(self._texts, self._folders)
        self._add_over(page)
        return page

    @cached_property
    def statistics(self) -> StatisticsPage:
        """The page of the finished matches; its controller is made with it."""
        from app.controllers.statistics_controller import StatisticsController
        from app.screens.statistics import StatisticsPage

        page = StatisticsPage(self._texts)
        self._statistics = StatisticsController(page, self._folders.matches, self._games)
        self._add_over(page)
        return page

    def _add_over(self, page: PreferencesPage | AboutPage | StatisticsPage) -> None:
        page.back_requested.connect(self._show_previous)
        self._over.append(page)

    def _show_preferences(self, page: PreferencesPage) -> None:
        page.set_settings(self.settings.current, self.settings.picture)

    # ---- pages --------------------------------------------------------------------------------------------------

    def show_start(self) -> None:
        """Close the session and show the start page, with the games and matches that there are now."""
        self.leave()
        self._games.reload()
        self.start.show_notice("")
        self.start.set_games(self._games.cards, find_matches(self._folders.matches), self._folders.house)
        self.show_page(self.start)
        self.start.focus_main_action()
        self.network.activate()

    def _ask_for_address(self) -> None:
        """Show the field on the start page for the address of a table."""
        self.show_start()
        self.start.nearby.show_form()

    def set_up(self, game: GameCard, options: tuple[tuple[str, int], ...] = (), house: tuple[str, ...] = ()) -> None:
        """Show the set-up page of a game, as it was set up last, but with these options and house rules."""
        self.leave()
        self.show_page(self.setup)
        last = self.settings.current.setups.get(game.name, LastSetup())
        self.loader.prepare(game, replace(last, options=(*last.options, *options), house=(*last.house, *house)))

    def show_lessons(self) -> None:
        """Close the session and show the lessons of the game on the screen, or of the one learned last."""
        game = self._shown_game
        self.leave()
        self.lessons.show(game)
        self.show_page(self.lessons.page)

    def _begin_lesson(self) -> None:
        """Begin the next lesson of the game that was learned last; where all are done, show them."""
        self.show_lessons()
        self.lessons.begin_next()

    def _play_first_match(self, game: GameCard, players: int) -> None:
        """Begin a match with the official rules: the user in the first seat, gentle bots in the others."""
        self.leave()
        self.show_page(self.setup)
        seats = (("human", ""), *[("bot:gentle", "")] * (players - 1))
        self.loader.prepare(game, LastSetup(seats), begins=True)

    def _leave_lessons(self) -> None:
        """Set up the game that was learned."""
        if self.lessons.game is not None:
            self.set_up(self.lessons.game)
        else:
            self.show_start()

    def _set_up_host(self, config: MatchConfig) -> None:
        self.network.configure_host(config)
        self._hosting = self.loader.pack
        self.show_page(self.network.host_page)

    def show_page(self, page: QWidget) -> None:
        """Show a page, which joins `pages` if it is new; what is open on the others is closed."""
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        if self.pages.currentWidget() is self.start and page is not self.start:
            self.network.deactivate()
        over = page in self._over
        if self._statistics is not None and not (over and page is self.statistics):
            self._statistics.stop()
        if self._box is not None and page is not self._box:
            self._box.close_box()
        if not over:
            self.workshop.close_all(page)
        self.pages.setCurrentWidget(page)
        self._show_session_state()

    def _show_over(self, page: QWidget) -> None:
        """Show preferences, about or statistics; afterwards the current page comes back."""
        shown = self.pages.currentWidget()
        if shown is not None and shown not in (*self._over, self._box, self._rulebook):
            self._previous = shown
        self.show_page(page)

    def _box_source(self) -> BoxSource | None:
        """Return the game on the screen, for the page of what is in its box: of the match, or of the set-up page."""
        from app.controllers.session import box_of, context_of

        if self._session is not None:
            return self._session.box
        pack, game = self.loader.pack, self.setup.game
        if pack is None or game is None:
            return None
        look = game_look_or_plain(game.folder).for_players(pack.rules.colours)
        config = self.setup.config
        options = pack.options(len(config.seats), config.options)
        context = context_of(pack, {}, look, self._texts, self.settings.theme, len(config.seats), {}, options)
        return box_of(pack, context, pack.numbers, len(config.seats), config.options)

    def _show_sets(self, shown: Session | None) -> None:
        """Show in the menu which sets of pieces and boards the game on the screen has."""
        chosen = self.settings.current.sets.get(shown.rules_name, ()) if shown is not None else ()
        for part in SET_PARTS:
            sets = [each for each in shown.look_sets if each.part == part] if shown is not None else []
            titles = [(each.name, each.title(self._texts.language)) for each in sets]
            current = next((each.name for each in sets if each.name in chosen), "")
            self.menus.set_sets(part, titles, current)

    def _choose_set(self, part: str, name: str) -> None:
        """Draw the pieces or boards of the game on the screen with another set."""
        if self._session is not None:
            instead = frozenset(each.name for each in self._session.look_sets if each.part == part)
            self.settings.apply(with_set(self.settings.current, self._session.rules_name, name, instead))

    def _show_box(self) -> None:
        """Show what is in the box of the game on the screen."""
        source = self._box_source()
        if source is None:
            return
        if self._box is None:
            from app.screens.box import BoxPage

            self._box = BoxPage(self._texts)
            self._box.back_requested.connect(self._show_previous)
            self.pages.addWidget(self._box)
        self._show_over(self._box)
        self._box.show_box(source)

    def _show_origin(self) -> None:
        """Show where the rules of the match or of the set-up on the screen come from."""
        from app.base.provenance import ProvenanceDialog
        from app.session.rules_summary import origin_of

        session, page = self._session, self.pages.currentWidget()
        if page is self.setup:
            self.setup.origin.open_details()
        elif session is not None and page is session.widget and session.ruleset is not None:
            ProvenanceDialog(self, self._texts, origin_of(session.ruleset, self._texts.language)).open()

    @property
    def rulebook(self) -> RulesSheet | None:
        """The page with the rules of the game on the set-up page; None until it is first shown."""
        return self._rulebook

    def _show_rulebook_before(self) -> None:
        """Show the rulebook of the game on the set-up page, with the players, options and house rules chosen there."""
        from app.table.panels.rules import RulesSheet

        source = self._box_source()
        if source is None:
            return
        if self._rulebook is None:
            self._rulebook = RulesSheet(source.context)
            self._rulebook.closed.connect(self._show_previous)
            self.pages.addWidget(self._rulebook)
        self._rulebook.set_context(source.context)
        self._show_over(self._rulebook)
        self._rulebook.show_rulebook()
        self._rulebook.close_button.setFocus()

    @property
    def _shown_game(self) -> GameCard | None:
        """The installed game that is on the screen: on the set-up page, or of the match."""
        shown = self.pages.currentWidget()
        if shown is self.setup:
            return self.setup.game
        session = self._session
        return self._games.in_folder(session.folder) if session is not None and shown is session.widget else None

    def _choose_house_rule(self) -> None:
        """Ask which house rule of the game on the screen is edited, or how a new one is called."""
        game = self._shown_game
        if game is not None:
            self.workshop.choose_house_rule(game)

    def _show_game_page(self) -> None:
        """Show the page of the user's own game on the screen; a match there is left first."""
        game = self._shown_game
        if game is not None and not game.official:
            self.ask_to_leave(partial(self.workshop.open_game, game))

    def _show_statistics(self) -> None:
        self._show_over(self.statistics)
        assert self._statistics is not None
        self._statistics.open()
        self.statistics.table.setFocus()

    def _show_previous(self) -> None:
        self.show_page(self._previous)
        if self._previous is self.start:
            self.network.activate()

    # ---- the session --------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session | None:
        """The session that is open."""
        return self._session

    def resume(self, entry: MatchEntry) -> None:
        """Resume a match of the list."""
        game = self._games.named(entry.game)  # for its look; the rules are in the journal
        try:
            match = resume(entry.journal, game.folder if game is not None else Path(entry.note.folder or entry.game))
        except UnplayableError as problem:
            why = journal_problem(problem, self._texts.language)
            self.start.show_notice(self._texts("match.unreadable", problem=why))
        except InUseError:
            self.start.show_notice(self._texts("match.in_use"))
        else:
            self._open_match(match)

    def delete(self, entry: MatchEntry) -> None:
        """Delete a match of the list."""
        try:
            remove_match(entry)
        except OSError as problem:
            self.start.show_notice(self._texts("match.not_thrown", problem=problem))
        else:
            self.show_start()

    def _begin(self, match: OpenMatch, config: MatchConfig) -> None:
        """Save how the match was set up, and open it."""
        self._remember_setup(config, match.table.pack)
        self._open_match(match)

    def _remember_hosted(self, config: MatchConfig) -> None:
        """Save how the match of a table that is open now was set up."""
        if self._hosting is not None:
            self._remember_setup(config, self._hosting)

    def _remember_setup(self, config: MatchConfig, pack: Ruleset) -> None:
        """Save a set-up for the next match of its game. The user's own name is left out: it may change."""
        own = self.settings.current.player
        seats = tuple(
            (REMOTE if seat.remote else seat.player, "" if seat.name == own else seat.name) for seat in config.seats
        )
        last = without_rematch_option(LastSetup(seats, tuple(config.options.items()), config.house, config.clock), pack)
        settings, name = self.settings.current, config.folder.name
        others = {game: setup for game, setup in settings.setups.items() if game != name}
        self.settings.save(replace(settings, setups={**others, name: last}))

    def _open_match(self, match: OpenMatch) -> None:
        from app.controllers.local_session import LocalSession

        self.leave()
        self._open_session(LocalSession(match, self.settings, self._games, self.show_message, self))

    def _open_session(self, session: Session) -> None:
        self.loader.cancel()
        self._close_session()
        self._session = session
        session.left.connect(partial(self._unless_unsaved, self.show_start))
        session.again.connect(partial(self._unless_unsaved, self._rematch))
        session.copy_requested.connect(self._commands.save_copy)
        session.branch_requested.connect(self._ask_for_branch)
        session.example_requested.connect(self._commands.write_example)
        session.position_requested.connect(self._set_up_position)
        session.changed.connect(self._show_session_state)
        session.sound_requested.connect(self._sounds.play)
        session.turn_came.connect(self._alert_turn)
        session.rules_requested.connect(self.workshop.show_rules)
        self.pages.addWidget(session.widget)
        self.show_page(session.widget)
        session.open()

    def _close_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self.pages.removeWidget(session.widget)
            session.widget.deleteLater()
            session.deleteLater()
            self._previous = self.start
            self.workshop.forget_session()

    def leave(self) -> None:
        """Close the session, and stop what would have led to one."""
        self.loader.cancel()
        self.network.leave()
        self._close_session()

    def ask_to_leave(self, go: Callable[[], None]) -> None:
        """Call `go`, which closes the session; if a match is not over, only after the user has agreed. A change on its
        way into the rules on the screen is awaited."""
        if self.workshop.delays(partial(self.ask_to_leave, go)):
            return
        question = self._session.leave_question if self._session is not None else None
        if question is not None:
            dialogs.ask_to_leave(self, self._texts, question, go)
        else:
            go()

    def _unless_unsaved(self, go: Callable[[], None]) -> None:
        """Call `go`, which closes the session; if the last decisions would be lost, only after the user has agreed."""
        question = self._session.unsaved_question if self._session is not None else None
        if question is not None:
            dialogs.ask_to_leave(self, self._texts, question, go)
        else:
            go()

    def _alert_turn(self) -> None:
        """Let the taskbar show that it is a player's turn here, unless this is the window in use."""
        if self.settings.current.turn_alert and not self.isActiveWindow():
            QApplication.alert(self)

    def _rematch(self) -> None:
        """Set up another match of the same game."""
        assert self._session is not None
        game = self._games.in_folder(self._session.folder)
        if game is None:
            self.show_start()
        else:
            self.set_up(game, self._session.rematch_options)

    def _ask_for_branch(self, choices: int) -> None:
        """Ask who plays on from a step of the replay of the local match that is open."""
        from app.controllers.local_session import LocalSession

        session, texts = self._session, self._texts
        if not isinstance(session, LocalSession):
            return
        match = session.match
        try:
            form = read_form(match.table.pack, texts.language)
        except UnplayableError as problem:
            self.show_message(texts("match.not_begun", problem=problem))
            return
        look = game_look_or_plain(match.folder).for_players(colour for colour, _ in form.colours)
        kinds: dict[str, PlayerKind] = {kind: kind for kind in PLAYERS}
        seats = [SeatConfig(kinds.get(seat.player, "bot:steady"), seat.name) for seat in match.table.seats]
        text = texts("branch.text")
        dialogs.ask_for_seats(self, texts, text, form, look, seats, partial(self._branch, match, choices))

    def _branch(self, match: OpenMatch, choices: int, seats: tuple[SeatConfig, ...]) -> None:
        """Begin a match that repeats the first choices of another one, which stays as it is."""
        try:
            journal = new_journal(self._folders.matches, match.folder.name, datetime.now())
            branched = branch_match(match, choices, seats, journal)
        except (UnplayableError, OSError) as problem:
            self.show_message(self._texts("match.not_begun", problem=problem))
        else:
            self._open_match(branched)

    def _set_up_position(self, choices: int | None = None) -> None:
        """Edit a position: of the local match on the screen, after a number of its choices (None: all), or of the game
        on the set-up page."""
        from app.controllers.local_session import LocalSession
        from app.shell.position_controller import PositionController

        shown, session, pack = self.pages.currentWidget(), self._session, self.loader.pack
        if self._positions is None:
            self._positions = PositionController(
                self, self.settings, self._folders, self._commands.save_example, self.show_message, self._open_match
            )
        if isinstance(session, LocalSession) and shown is session.widget:
            self._positions.edit(session, choices)
        elif shown is self.setup and pack is not None:
            self._positions.set_up(pack, self.setup.config)

    def propose_rules(self, path: Path, text: str) -> None:
        """Propose to go on in the match at the table with a house rule as it is written now."""
        self._commands.propose_rules(path, text)

    def _reopen(self, journal: Path) -> None:
        """Close the session, and resume the match of its journal."""
        self.leave()
        self.resume(entry_of(journal))

    @property
    def _has_journal(self) -> bool:
        """Whether the session that is open is a local match."""
        return self._session is not None and self._session.journal is not None

    def _show_session_state(self) -> None:
        """Show in title and menus which session is on the screen."""
        session = self._session
        shown = session if session is not None and self.pages.currentWidget() is session.widget else None
        title = shown.title if shown is not None else None
        set_window_title(self, self._texts("app.title_of", game=title) if title else self._texts("app.name"))
        table = shown is not None and shown.table_page is not None
        self._offer_menu(shown.table_page if shown is not None else None)
        self.menus.set_table(table, table and self._has_journal)
        self.menus.set_playing(table and shown is not None and _is_playing(shown.table_page))
        self._show_sets(shown)
        self.menus.set_rules(self._shown_game is not None)
        on_setup = self.pages.currentWidget() is self.setup
        self.menus.set_position(on_setup or (self._shown_game is not None and self._has_journal))
        self.menus.set_game_page(self._shown_game is not None and not self._shown_game.official)
        self.menus.set_box(table or self.pages.currentWidget() is self.setup)
        self.menus.set_pause(session is not None and session.can_pause, session is not None and session.paused)

    def _offer_menu(self, page: TablePage | None) -> None:
        """Put the menus behind a button of the table on the screen, which needs the height of their bar."""
        instead = page is not None and self.menus.has_bar_in_window
        if page is not None and page is not self._menu_page:
            page.menu_requested.connect(self.menus.open)
            page.offer_menu(instead)
        self._menu_page = page
        self.menus.set_bar_shown(not instead)

    # ---- files from outside -------------------------------------------------------------------------------------

    def open_sent_file(self, path: Path) -> None:
        """Open a file for which the program was started once more; the window comes to the front."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()
        self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Open a file: resume a match, set a game up, add a package to the games, or edit a house rule."""
        if path.suffix == RULES and self._open_house_rule(path):
            return
        if path.suffix == PACKAGE:
            self._import_package(path)
            if path.is_file():
                self._add_recent(path)
            return
        try:
            found = file_kind(path, self._folders.matches, official_rulesets())
        except UnopenableError as problem:
            why = journal_problem(problem, self._texts.language)
            self.show_message(self._texts(problem.key, path=problem.path, problem=why))
            self._show_recent()
            return
        if isinstance(found, MatchEntry):
            self._add_recent(path)
        open_found = partial(self._resume_file, found) if isinstance(found, MatchEntry) else partial(self.set_up, found)
        self.ask_to_leave(open_found)

    def _resume_file(self, entry: MatchEntry) -> None:
        self.show_start()
        self.resume(entry)

    def _open_house_rule(self, path: Path) -> bool:
        """Edit a house rule of the user's; one from elsewhere is added first, if the user agrees. False if it is part
        of a game, or no house rule."""
        from app.storage.opening import house_rule_game

        self._games.reload()
        own = path.resolve().parent
        name = own.name if own.parent == self._folders.house.resolve() else house_rule_game(path)
        game = self._games.named(name) or self._games.named(name.replace("_", "-")) if name else None
        if name is None or (own.name == "house" and self._games.in_folder(own.parent) is not None):
            return False
        if game is None:
            self.show_message(self._texts("open.no_game", path=path, game=name))
        elif own.parent == self._folders.house.resolve():
            self.workshop.open(game, path)
        else:
            self._importer().take_house_rule(path, game.folder.name)
        return True

    def _import_package(self, path: Path) -> None:
        self._importer().take(path)

    def _importer(self) -> PackageImport:
        from app.controllers.package_import import PackageImport

        if self._package_import is None:
            self._package_import = PackageImport(self, self._texts, self._folders, self.show_message)
            self._package_import.added.connect(self.set_up_added)
            self._package_import.house_rule_added.connect(self._edit_added)
        return self._package_import

    def _edit_added(self, path: Path) -> None:
        """Edit a house rule that was added."""
        game = self._games.named(path.parent.name)
        if game is not None:
            self.workshop.open(game, path)

    def set_up_added(self, kind: str, folder: Path) -> None:
        """Set up the game of a package that was added, unless a session is open."""
        self._games.reload()
        game = self._games.in_folder(folder) if kind == "game" else self._games.named(folder.name)
        if self._session is None and game is not None:
            self.set_up(game)

    def _add_recent(self, path: Path) -> None:
        self.settings.save(with_recent(self.settings.current, path))

    def _show_recent(self) -> None:
        """Show the recent files that are still there."""
        self.menus.set_recent([path for each in self.settings.current.recent if (path := Path(each)).is_file()])

    def _choose_file(self) -> None:
        dialogs.choose_file(self, self._texts, OPENED, lambda name: self.open_file(Path(name)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Override QWidget: accept a file that can be opened."""
        if _file_in(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Override QWidget: open the file that was dropped."""
        path = _file_in(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.open_file(path)

    # ---- settings and messages ----------------------------------------------------------------------------------

    def _show_settings(self) -> None:
        if "preferences" in vars(self):  # the page has been made
            self._show_preferences(self.preferences)
        self.setup.set_profile(self.settings.current.player, self.settings.current.colour)
        self.menus.set_settings(self.settings.current, self._texts.language)
        self.start.show_sound(self.settings.current.sound > 0)
        self._show_recent()
        self._sounds.set_volume(self.settings.current.sound)

    def _choose_portrait(self) -> None:
        dialogs.choose_picture(self, self._texts, lambda name: self.import_portrait(Path(name)))

    def import_portrait(self, path: Path) -> None:
        """Use a picture file as the user's portrait; say in the preferences if that is impossible."""
        try:
            self.settings.import_portrait(path)
        except PictureError as problem:
            self.preferences.profile.show_problem(self._texts(str(problem)))
        except OSError as problem:
            self.preferences.profile.show_problem(self._texts("portrait.not_kept", problem=problem.strerror or problem))

    def _retranslate(self) -> None:
        """Show everything outside the session in the current language."""
        self._show_settings()
        for part in (self.menus, self.start, *self._over, self.loader, self.network):
            part.retranslate()
        self.lessons.retranslate()
        self.workshop.retranslate()
        if self._box is not None and self.pages.currentWidget() is self._box:
            self._show_box()
        if self._rulebook is not None and self.pages.currentWidget() is self._rulebook:
            self._show_rulebook_before()
        self._show_session_state()

    def _show_update(self) -> None:
        release = self.updates.release
        self.start.show_update(release.version if release is not None else None)

    def _show_news(self) -> None:
        """Show what is new in a newer version, as the channel of the package says it."""
        release, texts = self.updates.release, self._texts
        if release is not None:
            news = release.news_in(texts.language) or texts("start.update.silent")
            how = texts("start.update.how")
            title = texts("start.update", version=release.version)
            dialogs.show_information(self, title, f"{news}\n\n{how}")

    def show_message(self, text: str, title: str | None = None) -> None:
        """Show a message in a dialog that does not stop the table."""
        dialogs.show_message(self, title or self._texts("app.name"), text)

    def show_failure(self, report: Path | None, what: str) -> None:
        """Show that something failed, and where the report is, if it could be written."""
        key = "failure.text" if report is not None else "failure.no_report"
        self.show_message(self._texts(key, what=what, path=report), self._texts("failure.title"))

    def show_crash(self, report: Path) -> None:
        """Show that the program crashed in its last run, and where the report is."""
        self.show_message(self._texts("failure.crashed", path=report), self._texts("failure.title"))

    # ---- size and end of the window -----------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Override QWidget: close the session. The host of a table is asked what happens to the table."""
        if self.network.is_hosting and not self._may_close:
            dialogs.ask_about_table(self, self._texts, self._close_with_table, self._close_without_table)
            event.ignore()
            return
        if self.workshop.delays(self._close_again):
            event.ignore()
            return
        if not self._may_close and self._session is not None and self._session.unsaved_question is not None:
            self._unless_unsaved(self._close_without_table)
            event.ignore()
            return
        self._frame_timer.stop()
        if self._statistics is not None:
            self._statistics.stop()
        self.updates.stop()
        self.workshop.close_all()
        self.leave()
        self.settings.close()
        super().closeEvent(event)

    def _close_again(self) -> None:
        self.close()

    def _close_with_table(self) -> None:
        self.network.close_table()
        self._close_without_table()

    def _close_without_table(self) -> None:
        self._may_close = True
        self.close()

    def _set_full_screen(self, full: bool) -> None:
        if full:
            self.showFullScreen()
        else:
            self.showNormal()

    def _resize_to_screen(self) -> None:
        """Take a comfortable size, or what the screen has. The width of the frame is known when the window is shown."""
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        self._first_size = QSize(*COMFORTABLE).boundedTo(self.screen().availableSize() - QSize(0, title))
        self.resize(self._first_size)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: the first time, move the window and its frame onto the screen."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self._frame_timer.start(_FRAME_DELAY)

    def _fit_screen(self) -> None:
        """Move onto the screen with the frame, unless the user has chosen another size already."""
        fitted = fitted_geometry(self.frameGeometry(), self.geometry(), self.screen().availableGeometry())
        if self.size() == self._first_size and fitted != self.geometry():
            self.setGeometry(fitted)


def _is_playing(page: TablePage | None) -> bool:
    """Whether a player is at the screen who may resign."""
    return page is not None and page.playing_seat is not None


def fitted_geometry(frame: QRect, inside: QRect, available: QRect) -> QRect:
    """Return the geometry of a window's inside for which its frame lies on the screen; it shrinks only if necessary."""
    around = frame.size() - inside.size()
    size = inside.size().boundedTo(available.size() - around)
    framed = QRect(frame.topLeft(), size + around)
    framed.moveLeft(max(min(framed.left(), available.right() + 1 - framed.width()), available.left()))
    framed.moveTop(max(min(framed.top(), available.bottom() + 1 - framed.height()), available.top()))
    return QRect(framed.topLeft() + inside.topLeft() - frame.topLeft(), size)


def _file_in(data: QMimeData) -> Path | None:
    """The one file that is dropped, if it is of a kind that can be opened."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and paths[0].suffix in OPENED else None
