"""The pages on which rules are read and changed: house rules, own and new games, and the rules of a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.base.paths import UserFolders
from app.controllers.settings_controller import SettingsController
from app.storage.game_library import GameCard, GameLibrary

if TYPE_CHECKING:
    from app.controllers.session import Session
    from app.screens.setup import MatchLoader, SetupPage
    from app.workshop.game_page import GamePage, Tab
    from app.workshop.new_game_page import NewGamePage
    from app.workshop.page import WorkshopPage
    from app.workshop.rule_page import RulePage
    from app.workshop.tryout import TakenMatch


class WorkshopWindow(Protocol):
    """What the window does for the workshop."""

    pages: QStackedWidget
    setup: SetupPage
    loader: MatchLoader

    @property
    def session(self) -> Session | None:
        """The session that is open."""

    def show_page(self, page: QWidget) -> None:
        """Show one of `pages`."""

    def show_start(self) -> None:
        """Close the session and show the start page."""

    def leave(self) -> None:
        """Close the session."""

    def ask_to_leave(self, go: Callable[[], None]) -> None:
        """Call `go`, which closes the session; if a match is not over, only after the user has agreed."""

    def set_up(self, game: GameCard, options: tuple[tuple[str, int], ...] = (), house: tuple[str, ...] = ()) -> None:
        """Show the set-up page of a game with these options and house rules."""

    def set_up_added(self, kind: str, folder: Path) -> None:
        """Set up the game that is new in a folder."""

    def propose_rules(self, path: Path, text: str) -> None:
        """Propose to go on in the match at the table with a house rule as it is written now."""

    def show_message(self, text: str, title: str | None = None) -> None:
        """Show a message."""


class WorkshopController(QObject):
    """Opens the pages of the workshop over those of the window, and leads back.

    A page is made when it is first shown. The pages `page`, `rules`, `game_page` and `new_game` are None until then.
    """

    def __init__(
        self, window: WorkshopWindow, settings: SettingsController, folders: UserFolders, games: GameLibrary,
        exports: tuple[Callable[[Path, str], object], Callable[[Path, str], object]], parent: QObject,
    ) -> None:  # fmt: skip
        """`exports` save a house rule, given by its file and title, and a game, given by its folder and title, as
        packages."""
        super().__init__(parent)
        self._window, self._settings, self._folders, self._games = window, settings, folders, games
        self._texts, (self._export, self._export_game) = settings.texts, exports
        self.page: WorkshopPage | None = None  #: on which house rules are written
        self.rules: RulePage | None = None  #: which shows a rule of the match
        self.game_page: GamePage | None = None  #: rules, look, texts and box of the user's own game
        self.new_game: NewGamePage | None = None  #: on which a new game is made
        self._before: QWidget | None = None  #: the page before `page`; None: the start page

    # ---- what the window says ----

    def close_all(self, shown: QWidget | None = None) -> None:
        """Close what is open on the pages other than the one that is shown."""
        if self.rules is not None and self.rules is not shown:
            self.rules.close_rules()
        if self.page is not None and self.page is not shown:
            self.page.close_document()
        if self.game_page is not None and self.game_page is not shown:
            self.game_page.close_game()

    def delays(self, action: Callable[[], object]) -> bool:
        """Whether a change that the user has made on the page that is shown is not in the text yet; then `action` is
        done as soon as it is, and not at all if it is refused. Asked for once more, it is not delayed."""
        shown = self._window.pages.currentWidget()
        pages = (page for page in (self.page, self.game_page) if page is not None and page is shown)
        return any(page.delays(action) for page in pages)

    def forget_session(self) -> None:
        """Do not lead back to a session that is closed."""
        self._before = None

    def retranslate(self) -> None:
        """Speak the language, and take the colours, of the settings."""
        for page in (self.page, self.rules, self.game_page, self.new_game):
            if page is not None:
                page.set_theme(self._settings.theme)
                page.retranslate()

    # ---- games ----

    def begin_game(self) -> None:
        """Show the page of a new game, with the choices made there before."""
        from app.workshop.new_game_page import NewGamePage

        self._window.show_start()
        if self.new_game is None:
            self.new_game = NewGamePage(
                self._texts, self._folders.rulesets, lambda: frozenset(game.name for game in self._games.cards)
            )
            self.new_game.back_requested.connect(self._window.show_start)
            self.new_game.created.connect(partial(self._window.set_up_added, "game"))
            self.new_game.set_theme(self._settings.theme)
            self._window.pages.addWidget(self.new_game)
        self.new_game.set_author(self._settings.current.player)
        self._window.show_page(self.new_game)
        self.new_game.title.setFocus()

    def open_game(self, game: GameCard, tab: Tab = "look") -> None:
        """Show rules, look, texts and box of the user's own game; the session is closed."""
        from app.workshop.game_page import GamePage

        self._window.leave()
        if self.game_page is None:
            self.game_page = GamePage(self._texts)
            self.game_page.back_requested.connect(self._window.show_start)
            self.game_page.play_requested.connect(partial(self._window.set_up_added, "game"))
            self.game_page.export_requested.connect(self._export_game)
            self.game_page.set_theme(self._settings.theme)
            self._window.pages.addWidget(self.game_page)
        self._window.show_page(self.game_page)
        self.game_page.rules.author = self._settings.current.player
        self.game_page.open(game, tab)

    def _copy_game(self, game: GameCard) -> None:
        """Copy an official game into the user's own games, and open the rules of the copy."""
        from app.workshop.game_page import BasedOnOtherError, copy_game

        def title(said: str, number: int) -> str:
            return self._texts("gamepage.copy_title", title=said, n=number)

        try:
            folder = copy_game(game.folder, self._folders.rulesets, title)
        except BasedOnOtherError:
            self._window.show_message(self._texts("gamepage.based", game=game.title(self._texts.language)))
            return
        except (OSError, ValueError) as problem:
            self._window.show_message(self._texts("gamepage.not_copied", problem=problem))
            return
        self._games.reload()
        copied = self._games.in_folder(folder)
        if copied is not None:
            self.open_game(copied, "rules")

    # ---- the rules of a match ----

    def show_rules(self, anchors: tuple[str, ...]) -> None:
        """Show rules of the match on the screen, given by their anchors, the most exact first; the match goes on."""
        from app.workshop.rule_page import RulePage

        session = self._window.session
        table = session.table_page if session is not None else None
        if session is None or table is None or session.ruleset is None:
            return
        if self.rules is None:
            self.rules = RulePage(self._texts)
            self.rules.back_requested.connect(self._leave_rules)
            self.rules.change_requested.connect(self._change_rule)
            self.rules.rulebook_requested.connect(self._show_rulebook)
            self._window.pages.addWidget(self.rules)
        self.rules.set_theme(self._settings.theme)
        game = self._games.in_folder(session.folder)
        if self.rules.open(session.ruleset, anchors, table.context, can_change=game is not None):
            self._window.show_page(self.rules)
            self.rules.rules.setFocus()
        else:
            self._window.show_message(self._texts("rule.none"))

    def _leave_rules(self) -> None:
        if self._window.session is not None:
            self._window.show_page(self._window.session.widget)
        else:
            self._window.show_start()

    def _show_rulebook(self, names: tuple[str, ...]) -> None:
        """Show the rulebook of the match at the first of these rules that has a place in it."""
        self._leave_rules()
        table = self._window.session.table_page if self._window.session is not None else None
        if table is not None:
            table.show_rulebook(names)

    def _change_rule(self, anchor: str) -> None:
        """Ask in which house rule a rule of the match is changed, and open it there."""
        session = self._window.session
        game = self._games.in_folder(session.folder) if session is not None else None
        if game is not None:
            self.choose_house_rule(game, anchor)

    # ---- house rules ----

    def choose_house_rule(self, game: GameCard, anchor: str | None = None) -> None:
        """Ask which house rule of a game is edited, or how a new one is called; it opens at a part of the rules if one
        is given."""
        from app.workshop.choice import HouseRuleDialog
        from app.workshop.document import house_rule_files

        files = house_rule_files(self._folders.house / game.name)
        opens = partial(self.open, game, anchor=anchor)
        creates = partial(self._create, game, anchor)
        own = partial(self._copy_game, game) if game.official else partial(self.open_game, game, "rules")
        key = "gamepage.copy" if game.official else "gamepage.own"
        itself = self._texts(key), partial(self._window.ask_to_leave, own)
        title = game.title(self._texts.language)
        HouseRuleDialog(self._window.pages, self._texts, title, files, opens, creates, itself).open()

    def name_options(self) -> None:
        """Ask for the title of a house rule with the options that were changed on the set-up page."""
        from app.workshop.choice import HouseRuleDialog
        from app.workshop.document import house_rule_files

        game, options = self._window.setup.game, self._window.loader.written_options
        if game is not None and options:
            files = house_rule_files(self._folders.house / game.name)
            creates = partial(self._save_options, game, options)
            title = game.title(self._texts.language)
            HouseRuleDialog(self._window.pages, self._texts, title, files, None, creates).open()

    def _save_options(self, game: GameCard, options: tuple[tuple[str, str], ...], title: str) -> None:
        """Save options as a house rule, and tick it."""
        path = self.create_house_rule(game, title, options)
        if path is not None:
            self._window.loader.add_house_rule(path)

    def _create(self, game: GameCard, anchor: str | None, title: str) -> None:
        path = self.create_house_rule(game, title)
        if path is not None:
            self.open(game, path, anchor)

    def create_house_rule(self, game: GameCard, title: str, options: tuple[tuple[str, str], ...] = ()) -> Path | None:
        """Return a new file of house rules that set options; None if it cannot be written, which a message explains."""
        from app.workshop.document import create_house_rule
        from dsl.base.problem import RulesError
        from dsl.match.rulesets.folder import read_folder

        author = self._settings.current.player
        try:
            names = read_folder(game.folder).games()
            named = names[0] if names else game.name
            return create_house_rule(self._folders.house / game.name, title, named, options, author)
        except RulesError as error:
            self._window.show_message(self._texts("workshop.choose.unreadable", problem=error.problems[0].summary))
        except OSError as problem:
            self._window.show_message(self._texts("workshop.choose.failed", problem=problem.strerror or problem))
        return None

    def open(self, game: GameCard, path: Path, anchor: str | None = None) -> None:
        """Edit a house rule of a game, at a part of the rules if one is named; then the current page comes back."""
        from app.controllers.rule_change import may_change_rules
        from dsl.base.files import UnreadableError

        if self.delays(partial(self.open, game, path, anchor)):
            return
        window, page = self._window, self.page or self._made_page()
        page.set_theme(self._settings.theme)
        page.author = self._settings.current.player
        try:
            page.open(game, path, self._match_of(game))
        except (OSError, UnreadableError) as problem:
            window.show_message(self._texts("workshop.choose.failed", problem=problem))
            return
        shown, session = window.pages.currentWidget(), window.session
        if shown is not None and shown is self.rules and session is not None:
            shown = session.widget
        self._before = shown if shown is not page else None
        page.set_match(session is not None and session.folder == game.folder and may_change_rules(session))
        window.show_page(page)
        page.editor.setFocus()
        if anchor is not None:
            page.show_part(anchor)

    def _made_page(self) -> WorkshopPage:
        from app.controllers.session import TableAppearance
        from app.workshop.page import WorkshopPage

        self.page = WorkshopPage(self._texts, TableAppearance(self._settings, self._window.show_message))
        self.page.back_requested.connect(self._leave)
        self.page.play_requested.connect(self._play)
        self.page.play_on_requested.connect(self._play_on)
        self.page.export_requested.connect(self._export)
        self._window.pages.addWidget(self.page)
        return self.page

    def _match_of(self, game: GameCard) -> TakenMatch | None:
        """Return the match of a game that is open in this process, to be tried out under other rules; it stays as it
        is."""
        from app.controllers.local_session import LocalSession
        from app.workshop.tryout import TakenMatch

        session = self._window.session
        if not isinstance(session, LocalSession) or session.folder != game.folder:
            return None
        return TakenMatch(session.match.table.header, tuple(session.match.table.entries))

    def _leave(self) -> None:
        """Return to the page before; the set-up page shows the house rules that there are now."""
        game = self.page.game if self.page is not None else None
        if self._before is None:
            self._window.show_start()
        elif self._before is self._window.setup and game is not None:
            self._window.set_up(game)
        else:
            self._window.show_page(self._before)

    def _play(self, path: Path) -> None:
        """Set a game up with a house rule; a match that is not over is only left after the user has agreed."""
        game = self.page.game if self.page is not None else None
        if game is not None:
            self._window.ask_to_leave(partial(self._window.set_up, game, house=(str(path),)))

    def _play_on(self, path: Path, text: str) -> None:
        """Return to the match, and propose the house rule as it is written now."""
        if self._window.session is not None:
            self._leave()
            self._window.propose_rules(path, text)
