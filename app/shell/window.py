"""The window: which page is shown, how one leads to the next, and the menu bar over all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QStackedWidget, QStyle, QWidget

from app.base.i18n import Translations
from app.base.paths import UserFolders, official_rulesets
from app.base.widgets import set_window_title
from app.controllers.network_controller import NetworkController
from app.controllers.settings_controller import SettingsController
from app.screens import dialogs
from app.screens.about import AboutPage
from app.screens.match_loader import MatchLoader
from app.screens.preferences import PreferencesPage
from app.screens.setup import SetupPage
from app.screens.start import StartPage
from app.session.match_config import MatchConfig
from app.session.match_service import InUseError, OpenMatch, UnplayableError, after, resume, without
from app.shell.window_options import OPENED
from app.storage.matches import MatchEntry, find_matches, journal_problem, remove_match
from app.storage.opening import PACKAGE, UnopenableError, file_kind
from app.storage.rulesets import GameCard, find_games
from app.storage.settings import THEMES, LastSetup, Settings
from dsl.i18n.translations import languages

if TYPE_CHECKING:
    from app.controllers.local_session import LocalSession
    from app.controllers.network_session import NetworkSession
    from app.controllers.package_import import PackageImport
    from app.table.page import TablePage


# The menu bar: what can be done anywhere in the program, each with a shortcut.


class Menus(QObject):
    """Fills a menu bar.

    Signals:
        new_wanted, open_wanted, pause_wanted, settings_wanted, keys_wanted, about_wanted, quit_wanted: An entry was
            chosen.
        full_screen_wanted: Full screen was switched on or off.
        theme_wanted, language_wanted: Colours or a language were chosen; carries their name.
        text_wanted: Larger (1) or smaller (-1) text was asked for.
    """

    new_wanted = Signal()
    open_wanted = Signal()
    pause_wanted = Signal()
    settings_wanted = Signal()
    keys_wanted = Signal()
    about_wanted = Signal()
    quit_wanted = Signal()
    full_screen_wanted = Signal(bool)
    theme_wanted = Signal(str)
    language_wanted = Signal(str)
    text_wanted = Signal(int)

    def __init__(self, bar: QMenuBar, texts: Translations) -> None:
        super().__init__(bar)
        self._texts = texts
        self._named: list[tuple[QAction, str]] = []
        self._goes_on = False
        self._themes, self._languages = QActionGroup(self), QActionGroup(self)
        game, view, help_menu = (self._menu(bar, key) for key in ("menu.game", "menu.view", "menu.help"))
        self._entry(game, "menu.new", QKeySequence.StandardKey.New).triggered.connect(self.new_wanted)
        self._entry(game, "menu.open", QKeySequence.StandardKey.Open).triggered.connect(self.open_wanted)
        self._pause = self._entry(game, "company.pause", "Ctrl+P")
        self._pause.triggered.connect(self.pause_wanted)
        self._entry(game, "menu.settings", "Ctrl+,").triggered.connect(self.settings_wanted)
        game.addSeparator()
        self._entry(game, "menu.quit", "Ctrl+Q").triggered.connect(self.quit_wanted)
        self._fill_view(view)
        self._keys = self._entry(help_menu, "menu.keys")
        self._keys.triggered.connect(self.keys_wanted)
        self._entry(help_menu, "menu.about").triggered.connect(self.about_wanted)
        self.offer_pause(may=False, paused=False)

    def present(self, settings: Settings, language: str) -> None:
        """Tick what is set."""
        for group, chosen in ((self._themes, settings.theme), (self._languages, language)):
            for action in group.actions():
                action.setChecked(action.data() == chosen)

    def offer_pause(self, may: bool, paused: bool) -> None:
        """Whether a match on the network can be paused now, or gone on with."""
        self._pause.setVisible(may)
        self._pause.setEnabled(may)
        self._goes_on = paused
        self.retranslate()

    def offer_keys(self, may: bool) -> None:
        """Whether there is a table whose keys can be shown."""
        self._keys.setEnabled(may)

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        for action, key in self._named:
            action.setText(self._texts(key))
        self._pause.setText(self._texts("company.go_on" if self._goes_on else "company.pause"))

    def _fill_view(self, view: QMenu) -> None:
        full = self._entry(view, "menu.full_screen", "F11")
        full.setCheckable(True)
        full.toggled.connect(self.full_screen_wanted)
        larger = self._entry(view, "menu.larger", "Ctrl+Shift++")
        larger.setData(1)
        smaller = self._entry(view, "menu.smaller", "Ctrl+Shift+-")
        smaller.setData(-1)
        for action in (larger, smaller):
            action.triggered.connect(self._size)
        themes, spoken = self._menu(view, "menu.theme"), self._menu(view, "menu.language")
        for name in THEMES:
            self._choice(self._entry(themes, f"settings.theme.{name}"), name, self._themes)
        for code, name in languages().items():
            self._choice(spoken.addAction(name), code, self._languages)
        self._themes.triggered.connect(self._theme)
        self._languages.triggered.connect(self._language)

    def _menu(self, parent: QMenuBar | QMenu, key: str) -> QMenu:
        menu = parent.addMenu("")
        self._named.append((menu.menuAction(), key))
        return menu

    def _entry(self, menu: QMenu, key: str, shortcut: QKeySequence.StandardKey | str = "") -> QAction:
        action = menu.addAction("")
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
        self._named.append((action, key))
        return action

    def _choice(self, action: QAction, value: str, group: QActionGroup) -> None:
        action.setCheckable(True)
        action.setData(value)
        group.addAction(action)

    def _theme(self, action: QAction) -> None:
        self.theme_wanted.emit(action.data())

    def _language(self, action: QAction) -> None:
        self.language_wanted.emit(action.data())

    def _size(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self.text_wanted.emit(action.data())


COMFORTABLE = (1240, 780)
_FRAMED = 100  #: milliseconds after which a desktop has put its frame around a new window


def within(frame: QRect, inside: QRect, room: QRect) -> QRect:
    """Return where a window's inside has to be for its frame to lie in a room; it becomes smaller only if it must."""
    around = frame.size() - inside.size()
    size = inside.size().boundedTo(room.size() - around)
    framed = QRect(frame.topLeft(), size + around)
    framed.moveLeft(max(min(framed.left(), room.right() + 1 - framed.width()), room.left()))
    framed.moveTop(max(min(framed.top(), room.bottom() + 1 - framed.height()), room.top()))
    return QRect(framed.topLeft() + inside.topLeft() - frame.topLeft(), size)


class Window(QMainWindow):
    """The one window of the program."""

    def __init__(self, folders: UserFolders, taste: SettingsController) -> None:
        super().__init__()
        self._folders, self.taste = folders, taste
        self._texts = texts = taste.texts
        self._games: tuple[GameCard, ...] = ()
        self._session: LocalSession | None = None
        self._visited: QWidget | None = None  #: the pages of a table on the network
        self._adding: PackageImport | None = None
        self.setAcceptDrops(True)
        self._framing = QTimer(self)
        self._framing.setSingleShot(True)
        self._framing.timeout.connect(self._fit_screen)
        self._was_shown = False
        self._sure = False  #: it was decided what becomes of the table that this window has opened
        self.pages = QStackedWidget()
        self.start, self.setup = StartPage(texts), SetupPage(texts)
        self.preferences, self.about = PreferencesPage(texts, taste.system_language), AboutPage(texts, folders)
        for page in (self.start, self.setup, self.preferences, self.about):
            self.pages.addWidget(page)
        self.setCentralWidget(self.pages)
        self._before: QWidget = self.start
        self.menus = Menus(self.menuBar(), texts)
        self.networking = NetworkController(self.start.nearby, folders, taste, self._title_of, self.tell, self)
        self.pages.addWidget(self.networking.opening)
        self.preparing = MatchLoader(self.setup, texts, folders.matches, folders.house)
        self._connect()
        self._take_room()
        self._present_settings()
        self.show_start()
        self.start.tell(taste.trouble())

    @property
    def session(self) -> LocalSession | None:
        """The match that is open."""
        return self._session

    # ---- pages ----

    def show_start(self) -> None:
        """Show the first page with the games and matches that there are now. A match that is open is left."""
        self._leave()
        self._games = find_games(official_rulesets(), self._folders.rulesets)
        self.start.tell("")
        self.start.present(self._games, find_matches(self._folders.matches))
        self._show(self.start)
        self.networking.arrive()

    def choose_game(self, game: GameCard, told: tuple[tuple[str, int], ...] = ()) -> None:
        """Show the set-up of `game`, as it was set up last, with these options besides."""
        self._leave()
        self._show(self.setup)
        last = self.taste.settings.setups.get(game.name, LastSetup())
        self.preparing.prepare(game, replace(last, options=(*last.options, *told)))

    def go_on(self, entry: MatchEntry) -> None:
        """Go on with a match."""
        try:
            match = resume(entry.journal, self._folder_of(entry))
        except UnplayableError as problem:
            self.start.tell(self._texts("match.unreadable", problem=journal_problem(problem, self._texts.language)))
        except InUseError:
            self.start.tell(self._texts("match.in_use"))
        else:
            self._sit_down(match)

    def open_file(self, path: Path) -> None:
        """Open a file from outside: go on with a match's journal, set a game up, or add a package to the games."""
        if path.suffix == PACKAGE:
            self._packages().take(path)
            return
        try:
            found = file_kind(path, self._folders.matches, official_rulesets())
        except UnopenableError as problem:
            self.tell(
                self._texts(problem.key, path=problem.path, problem=journal_problem(problem, self._texts.language))
            )
            return
        self._leave_and(
            partial(self._open_entry, found) if isinstance(found, MatchEntry) else partial(self.choose_game, found)
        )

    def _open_entry(self, entry: MatchEntry) -> None:
        self.show_start()
        self.go_on(entry)

    def _packages(self) -> PackageImport:
        """What takes packages; made when the first one comes."""
        from app.controllers.package_import import PackageImport

        if self._adding is None:
            self._adding = PackageImport(self, self._texts, self._folders, self.tell)
            self._adding.added.connect(self._added)
        return self._adding

    def _added(self, kind: str, folder: Path) -> None:
        """A package was added: its game can be set up, unless a match is open."""
        self._games = find_games(official_rulesets(), self._folders.rulesets)
        game = self._game_in(folder) if kind == "game" else self._game_named(folder.name)
        if self._session is None and self.networking.visit is None and game is not None:
            self.choose_game(game)

    def _choose_file(self) -> None:
        dialogs.choose_file(self, self._texts, OPENED, lambda name: self.open_file(Path(name)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Override QWidget: take a file that can be opened."""
        if _dropped(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Override QWidget: open the file that was dropped."""
        path = _dropped(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.open_file(path)

    def throw_away(self, entry: MatchEntry) -> None:
        """Remove a match for good."""
        try:
            remove_match(entry)
        except OSError as problem:
            self.start.tell(self._texts("match.not_thrown", problem=problem))
        else:
            self.show_start()

    def show_preferences(self) -> None:
        """Show the settings; afterwards the page that is shown now comes back."""
        self._visit(self.preferences)

    def show_about(self) -> None:
        """Show what the program is; afterwards the page that is shown now comes back."""
        self._visit(self.about)

    def _visit(self, page: QWidget) -> None:
        shown = self.pages.currentWidget()
        if shown is not None and shown not in (self.preferences, self.about):
            self._before = shown
        self._show(page)

    def _come_back(self) -> None:
        self._show(self._before)
        if self._before is self.start:
            self.networking.arrive()

    def _show(self, page: QWidget) -> None:
        if self.pages.currentWidget() is self.start and page is not self.start:
            self.networking.depart()
        self.pages.setCurrentWidget(page)
        self._name_window()

    # ---- the network ----

    def _visit_table(self, visit: NetworkSession) -> None:
        """A table on the network is gone to: its pages are shown until it is left."""
        self._leave_match()
        self.preparing.leave()
        self._forget_visit()
        self._visited = visit.pages
        self.pages.addWidget(visit.pages)
        visit.again.connect(self._again_on_network)
        visit.dress(self.taste.settings, self.taste.theme)
        visit.called.connect(self._name_window)
        visit.called.connect(self._offer_pause)
        self._show(visit.pages)

    def _ask_how(self, plan: MatchConfig) -> None:
        """A table is to be opened on the network, by a process of its own: ask how."""
        self.networking.prepare(plan, self._title_of(plan.folder.name))
        self._show(self.networking.opening)

    def _back_to_setup(self) -> None:
        self._show(self.setup)

    def _title_of(self, game: str) -> str:
        found = self._game_named(game)
        return found.title(self._texts.language) if found is not None else game

    def _again_on_network(self) -> None:
        """Set up another match of the game that was played at a table of one's own."""
        visit = self.networking.visit
        game = self._game_in(visit.folder if visit is not None else None)
        if game is None:
            self.show_start()
        else:
            self.choose_game(game)

    def _offer_pause(self) -> None:
        visit = self.networking.visit
        self.menus.offer_pause(visit is not None and visit.may_pause, visit is not None and visit.paused)

    def _pause(self) -> None:
        if self.networking.visit is not None:
            self.networking.visit.pause_or_go_on()

    # ---- the table ----

    def _begun(self, match: OpenMatch, plan: MatchConfig) -> None:
        seats = tuple((seat.player, seat.name) for seat in plan.seats)
        last = without(LastSetup(seats, tuple(plan.options.items()), plan.house), match.table.pack)
        settings = self.taste.settings
        others = {name: setup for name, setup in settings.setups.items() if name != plan.folder.name}
        self.taste.use(replace(settings, setups={**others, plan.folder.name: last}))
        self._sit_down(match)

    def _sit_down(self, match: OpenMatch) -> None:
        from app.controllers.local_session import LocalSession

        self._leave()
        self._session = LocalSession(match, self._texts, self.taste.settings, self.taste.theme, self.tell, self)
        self._session.left.connect(self.show_start)
        self._session.again.connect(self._again)
        self._session.slow.connect(self._told_of_runner)
        self.pages.addWidget(self._session.page)
        self._show(self._session.page)
        self._session.open()
        if match.damage:
            self.tell(self._texts("match.damaged", file=match.journal))
        elif match.table.repaired:
            self.tell(self._texts("match.repaired", file=match.journal))

    def _told_of_runner(self, name: str) -> None:
        self.taste.remember(replace(self.taste.settings, runner=name))

    def _again(self) -> None:
        """Set up another match of the game that was just played."""
        session = self._session
        game = self._game_in(session.folder if session is not None else None)
        if game is None or session is None:
            self.show_start()
            return
        table = session.match.table
        self.choose_game(game, after(table.view("").outcome, table.pack))

    def _leave_and(self, go: Callable[[], None]) -> None:
        """Go where an open match is left; if it is not over, only once the user has said so."""
        visit, session = self.networking.visit, self._session
        question = ""
        if visit is not None and visit.may_pause:
            question = "match.leave_visit"
        elif session is not None and not session.match.table.match.over:
            question = "match.leave_saved"
        if question:
            dialogs.ask_to_leave(self, self._texts, self._texts(question), go)
        else:
            go()

    def _leave(self) -> None:
        """Leave the table that this window is at, or what was to become one."""
        self.preparing.leave()
        self.networking.leave()
        self._forget_visit()
        self._leave_match()

    def _forget_visit(self) -> None:
        """The table that was visited is left: nothing of it is shown any more."""
        pages, self._visited = self._visited, None
        if pages is not None:
            self.pages.removeWidget(pages)
            pages.deleteLater()
            self._offer_pause()
            self._before = self.start

    def _leave_match(self) -> None:
        """Leave the match that is open; its journal has it."""
        if self._session is not None:
            session, self._session = self._session, None
            session.close()
            self.pages.removeWidget(session.page)
            session.page.deleteLater()
            session.deleteLater()
            self._before = self.start

    def _folder_of(self, entry: MatchEntry) -> Path:
        """The folder of the match's game here and now: for its look; the rules come from the journal."""
        here = self._game_named(entry.game)
        return here.folder if here is not None else Path(entry.note.folder or entry.game)

    def _game_named(self, name: str) -> GameCard | None:
        return next((game for game in self._games if game.name == name), None)

    def _game_in(self, folder: Path | None) -> GameCard | None:
        return next((game for game in self._games if game.folder == folder), None)

    # ---- what holds everywhere ----

    def tell_failure(self, path: str, what: str) -> None:
        """Say that something failed, and where the report is."""
        self.tell(
            self._texts("failure.text" if path else "failure.no_report", what=what, path=path),
            self._texts("failure.title"),
        )

    def tell_crash(self, report: Path) -> None:
        """Say that the program ended at once last time, and where the report is."""
        self.tell(self._texts("failure.crashed", path=report), self._texts("failure.title"))

    def tell(self, text: str, title: str = "") -> None:
        """Say something in a dialog that does not stop the table."""
        dialogs.show_message(self, title or self._texts("app.name"), text)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the match before the window goes. Whoever has opened a table for others is asked what becomes of it."""
        if self.networking.hosts and not self._sure:
            dialogs.ask_about_table(self, self._texts, self._close_table, self._leave_table_open)
            event.ignore()
            return
        self._framing.stop()
        self._leave()
        self.taste.close()
        super().closeEvent(event)

    def _close_table(self) -> None:
        self.networking.close_table()
        self._leave_table_open()

    def _leave_table_open(self) -> None:
        self._sure = True
        self.close()

    def _connect(self) -> None:
        self.start.game_chosen.connect(self.choose_game)
        self.start.match_chosen.connect(self.go_on)
        self.start.match_thrown.connect(self.throw_away)
        self.setup.left.connect(self.show_start)
        self.setup.network_wanted.connect(self._ask_how)
        self.networking.opening.left.connect(self._back_to_setup)
        self.preparing.began.connect(self._begun)
        self.networking.visiting.connect(self._visit_table)
        self.networking.home_wanted.connect(self.show_start)
        self.preferences.changed.connect(self.taste.use)
        self.preferences.left.connect(self._come_back)
        self.about.left.connect(self._come_back)
        self.taste.changed.connect(self._follow_taste)
        self.taste.themed.connect(self._dress_table)
        self.taste.remembered.connect(self._present_settings)
        self.menus.new_wanted.connect(partial(self._leave_and, self.show_start))
        self.menus.open_wanted.connect(self._choose_file)
        self.menus.pause_wanted.connect(self._pause)
        self.menus.settings_wanted.connect(self.show_preferences)
        self.menus.keys_wanted.connect(self._show_keys)
        self.menus.about_wanted.connect(self.show_about)
        self.menus.quit_wanted.connect(self.close)
        self.menus.full_screen_wanted.connect(self._fill_screen)
        self.menus.theme_wanted.connect(self.taste.use_theme)
        self.menus.language_wanted.connect(self.taste.use_language)
        self.menus.text_wanted.connect(self.taste.resize_text)

    def _fill_screen(self, full: bool) -> None:
        if full:
            self.showFullScreen()
        else:
            self.showNormal()

    def _present_settings(self) -> None:
        self.preferences.present(self.taste.settings)
        self.menus.present(self.taste.settings, self._texts.language)

    def _follow_taste(self) -> None:
        """Say and draw everything as the reader likes it now."""
        self._present_settings()
        for part in (self.menus, self.start, self.preferences, self.about, self.preparing, self.networking):
            part.retranslate()
        self._dress_table()
        self._name_window()

    def _dress_table(self) -> None:
        for table in (self.networking.visit, self._session):
            if table is not None:
                table.dress(self.taste.settings, self.taste.theme)

    def _table_page(self) -> TablePage | None:
        """The page of the table that is shown now, if it is one."""
        shown, visit = self.pages.currentWidget(), self.networking.visit
        if self._session is not None and shown is self._session.page:
            return self._session.page
        if visit is not None and shown is visit.pages and visit.table is not None:
            return visit.table.page
        return None

    def _show_keys(self) -> None:
        page = self._table_page()
        if page is not None:
            page.read_keys()

    def _name_window(self) -> None:
        self.menus.offer_keys(self._table_page() is not None)
        shown, visit = self.pages.currentWidget(), self.networking.visit
        if visit is not None and shown is visit.pages and visit.title:
            set_window_title(self, self._texts("app.title_of", game=visit.title))
        elif self._session is not None and shown is self._session.page:
            game = self._game_in(self._session.folder)
            title = game.title(self._texts.language) if game else self._session.folder.name
            set_window_title(self, self._texts("app.title_of", game=title))
        else:
            set_window_title(self, self._texts("app.name"))

    def _take_room(self) -> None:
        """Be as large as is comfortable, or as there is room for. How wide the frame is shows with the window."""
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        self._first_size = QSize(*COMFORTABLE).boundedTo(self.screen().availableSize() - QSize(0, title))
        self.resize(self._first_size)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: the first time, see that the window and its frame are all on the screen."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self._framing.start(_FRAMED)

    def _fit_screen(self) -> None:
        """Come onto the screen with the frame, unless somebody has chosen another size already."""
        fitted = within(self.frameGeometry(), self.geometry(), self.screen().availableGeometry())
        if self.size() == self._first_size and fitted != self.geometry():
            self.setGeometry(fitted)


def _dropped(data: QMimeData) -> Path | None:
    """The one file that is dropped, if it is of a kind that can be opened."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and paths[0].suffix in OPENED else None
