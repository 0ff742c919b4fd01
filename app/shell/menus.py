"""The menus: the actions that are available everywhere in the program, with their shortcuts.

They are in the menu bar; while a table is on the screen, which needs the height, behind a button of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWhatsThis

from app.appearance.look import SET_PARTS, SetPart
from app.base.i18n import Translations
from app.base.widgets import add_entry
from app.storage.settings import THEMES, TURNINGS, Settings
from dsl.i18n.translations import languages

MENU_KEY = "F10"  #: opens all menus while there is no bar
_EDGE = 12  #: pixels between the corner of the window and a menu that a key opens
#: Texts by the names that the table has for its overlays.
_OVERLAYS = {"majorities": "menu.majorities", "threats": "menu.threats", "reach": "menu.reach"}
#: Texts of the ways to zoom, with the keys and the factor; 0 shows the whole board.
_ZOOMS: tuple[tuple[str, QKeySequence.StandardKey | str, float], ...] = (
    ("menu.zoom_in", QKeySequence.StandardKey.ZoomIn, 1.25),
    ("menu.zoom_out", QKeySequence.StandardKey.ZoomOut, 0.8),
    ("menu.zoom_fit", "Ctrl+0", 0.0),
)
#: Texts by the steps by which they turn the boards clockwise; with 0 back.
_TURNS = {1: "menu.turn_board.clockwise", -1: "menu.turn_board.other", 0: "menu.turn_board.back"}


class Menus(QObject):
    """The entries of a menu bar, and of one menu that contains all of them.

    Shortcuts work whether the bar is shown or not. Without it, F10 opens the one menu, and the keys with which the bar
    opens its menus open them in its place.

    Signals:
        new_requested, new_game_requested, open_requested, pause_requested, statistics_requested, settings_requested,
            keys_requested, moves_requested, lessons_requested, rules_requested, resign_requested, draw_requested,
            hand_requested, rule_change_requested, about_requested, game_page_requested, box_requested,
            origin_requested, state_requested, quit_requested: An entry was chosen.
        game_shown: The menu of the match is about to be shown.
        picture_requested, text_requested, copy_requested: The position or the match is to be saved in a file.
        example_requested: An example is to be written of the last choices.
        recent_requested: A recent file was chosen; carries its Path.
        full_screen_requested: Full screen was switched on or off.
        sound_requested: The sound was switched on or off.
        zoom_requested: The board is to be zoomed; carries the factor, 0 to show it whole.
        turn_requested: The boards are to be turned; carries by how many steps clockwise, 0 for back.
        turning_requested: It was chosen whose side of the boards is below; carries the name of the setting.
        theme_requested, language_requested: A theme or a language was chosen; carries its name.
        text_size_requested: Larger (1) or smaller (-1) text was chosen.
        overlays_opened: The menu of the overlays opens: `set_overlays` says which are on.
        overlay_requested: An overlay on the board is to be switched on or off; carries its name.
    """

    new_requested = Signal()
    new_game_requested = Signal()
    game_page_requested = Signal()
    open_requested = Signal()
    join_requested = Signal()
    rules_requested = Signal()
    position_requested = Signal()
    pause_requested = Signal()
    resign_requested = Signal()
    draw_requested = Signal()
    hand_requested = Signal()
    rule_change_requested = Signal()
    game_shown = Signal()
    statistics_requested = Signal()
    settings_requested = Signal()
    keys_requested = Signal()
    moves_requested = Signal()
    about_requested = Signal()
    box_requested = Signal()
    origin_requested = Signal()
    state_requested = Signal()
    lessons_requested = Signal()
    set_requested = Signal(str, str)
    quit_requested = Signal()
    picture_requested = Signal()
    text_requested = Signal()
    copy_requested = Signal()
    example_requested = Signal()
    recent_requested = Signal(Path)
    full_screen_requested = Signal(bool)
    sound_requested = Signal(bool)
    turn_requested = Signal(int)
    zoom_requested = Signal(float)
    turning_requested = Signal(str)
    theme_requested = Signal(str)
    language_requested = Signal(str)
    text_size_requested = Signal(int)
    overlays_opened = Signal()
    overlay_requested = Signal(str)

    def __init__(self, bar: QMenuBar, texts: Translations) -> None:
        super().__init__(bar)
        self._texts = texts
        self._titled: list[tuple[QAction, str]] = []
        self._paused = False
        self._themes, self._languages, self._turnings = QActionGroup(self), QActionGroup(self), QActionGroup(self)
        self._bar = bar
        game, view, help_menu = (self._menu(bar, key) for key in ("menu.game", "menu.view", "menu.help"))
        self._entry(game, "menu.new", QKeySequence.StandardKey.New).triggered.connect(self.new_requested)
        self._entry(game, "menu.new_game", "Ctrl+Shift+N").triggered.connect(self.new_game_requested)
        self._entry(game, "menu.open", QKeySequence.StandardKey.Open).triggered.connect(self.open_requested)
        self._entry(game, "menu.join", "Ctrl+J").triggered.connect(self.join_requested)
        self._recent = self._menu(game, "menu.recent")
        self._recent.setToolTipsVisible(True)
        self._recent.triggered.connect(self._choose_recent)
        self._rules = self._entry(game, "menu.rules", "Ctrl+R")
        self._rules.triggered.connect(self.rules_requested)
        self._game_page = self._entry(game, "menu.game_page", "Ctrl+Shift+L")
        self._game_page.triggered.connect(self.game_page_requested)
        self._position = self._entry(game, "menu.position", "Ctrl+Shift+Y")
        self._position.triggered.connect(self.position_requested)
        game.addSeparator()
        self._copy = self._entry(game, "menu.copy", QKeySequence.StandardKey.SaveAs)
        self._copy.triggered.connect(self.copy_requested)
        self._picture, self._text = self._entry(game, "menu.picture"), self._entry(game, "menu.text")
        self._picture.triggered.connect(self.picture_requested)
        self._text.triggered.connect(self.text_requested)
        self._example = self._entry(game, "menu.example", "Ctrl+E")
        self._example.triggered.connect(self.example_requested)
        game.addSeparator()
        self._pause = self._entry(game, "company.pause", "Ctrl+P")
        self._pause.triggered.connect(self.pause_requested)
        self._hand = self._entry(game, "menu.by_hand", "Ctrl+Shift+H")
        self._hand.triggered.connect(self.hand_requested)
        self._rule_change = self._entry(game, "menu.new_rules")
        self._rule_change.triggered.connect(self.rule_change_requested)
        self._draw, self._resign = self._entry(game, "menu.draw"), self._entry(game, "menu.resign")
        self._draw.triggered.connect(self.draw_requested)
        self._resign.triggered.connect(self.resign_requested)
        game.aboutToShow.connect(self.game_shown)
        game.addSeparator()
        self._entry(game, "menu.statistics").triggered.connect(self.statistics_requested)
        self._entry(game, "menu.settings", "Ctrl+,").triggered.connect(self.settings_requested)
        game.addSeparator()
        self._entry(game, "menu.quit", "Ctrl+Q").triggered.connect(self.quit_requested)
        self._fill_view(view)
        self._entry(help_menu, "menu.learn").triggered.connect(self.lessons_requested)
        self._moves = self._entry(help_menu, "menu.moves")
        self._moves.triggered.connect(self.moves_requested)
        self._explain = self._entry(help_menu, "menu.explain")
        self._explain.triggered.connect(lambda: QWhatsThis.enterWhatsThisMode())
        self._state = self._entry(help_menu, "menu.state", "Ctrl+Shift+V")
        self._state.triggered.connect(self.state_requested)
        self._keys = self._entry(help_menu, "menu.keys")
        self._keys.triggered.connect(self.keys_requested)
        self._box = self._entry(help_menu, "menu.box")
        self._box.triggered.connect(self.box_requested)
        self._origin = self._entry(help_menu, "menu.provenance")
        self._origin.triggered.connect(self.origin_requested)
        self._entry(help_menu, "menu.about").triggered.connect(self.about_requested)
        self._everything = QMenu(bar)  #: in place of the bar
        self._openers: list[tuple[QShortcut, QMenu]] = []
        for menu in (game, view, help_menu):
            self._everything.addMenu(menu)
        self._work_without_bar((self._everything, game, view, help_menu))
        self.set_pause(available=False, paused=False)

    def _work_without_bar(self, menus: Sequence[QMenu]) -> None:
        """Let all shortcuts work while the bar is hidden, and open `menus` by keys then."""
        window = self._bar.window()
        window.addActions([action for action, _ in self._titled if not action.shortcut().isEmpty()])
        for menu in menus:
            opener = QShortcut(window)
            opener.activated.connect(partial(self._open_by_key, menu))
            opener.setEnabled(False)
            self._openers.append((opener, menu))

    def _open_by_key(self, menu: QMenu) -> None:
        """Open a menu in the corner where the bar begins, with its first entry chosen unless that is a menu."""
        menu.popup(self._bar.window().mapToGlobal(QPoint(_EDGE, _EDGE)))
        if menu is not self._everything:
            menu.setActiveAction(menu.actions()[0])

    @property
    def has_bar_in_window(self) -> bool:
        """Whether the bar is a part of the window, as it is on most systems, and takes height there."""
        return not self._bar.isNativeMenuBar()

    def set_bar_shown(self, shown: bool) -> None:
        """Show the bar, or hide it if it is a part of the window: then `open` opens all menus in one."""
        self._bar.setVisible(shown or not self.has_bar_in_window)
        for opener, _ in self._openers:
            opener.setEnabled(self._bar.isHidden())

    def open(self, at: QPoint) -> None:
        """Open one menu with all menus at a point of the screen."""
        self._everything.popup(at)

    def set_settings(self, settings: Settings, language: str) -> None:
        """Check the current theme and language, and whether there is sound."""
        self._sound.setChecked(settings.sound > 0)
        chosen_in = ((self._themes, settings.theme), (self._languages, language), (self._turnings, settings.turning))
        for group, chosen in chosen_in:
            for action in group.actions():
                action.setChecked(action.data() == chosen)

    def set_pause(self, available: bool, paused: bool) -> None:
        """Show or hide the entry that pauses or resumes a network match."""
        self._pause.setVisible(available)
        self._pause.setEnabled(available)
        self._paused = paused
        self.retranslate()

    def set_playing(self, playing: bool) -> None:
        """Enable the entries for a player at the screen whose match is not over."""
        self._draw.setEnabled(playing)
        self._resign.setEnabled(playing)

    def set_table(self, table: bool, journal: bool) -> None:
        """Enable the entries that need a table on the screen, and the one that needs its journal."""
        for action in (self._moves, self._explain, self._keys, self._picture, self._text, self._hand, self._state):
            action.setEnabled(table)
        self._rule_change.setEnabled(table)
        self._overlays.setEnabled(table)
        self._turn_board.setEnabled(table)
        for action in self._zooms:
            action.setEnabled(table)
        for action in (self._copy, self._example):
            action.setEnabled(journal)

    def set_sets(self, part: SetPart, sets: Sequence[tuple[str, str]], chosen: str) -> None:
        """Show the sets of pieces or boards of the game on the screen, by name and title; without any, no menu."""
        menu = self._sets[part]
        menu.clear()
        for name, title in (("", self._texts("menu.set.usual")), *sets):
            action = add_entry(menu, title)
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.setActionGroup(self._set_groups[part])
            action.triggered.connect(partial(self._request_set, part, name))
        menu.menuAction().setVisible(bool(sets))

    def set_box(self, available: bool) -> None:
        """Enable the entries that show what is in the box of the game on the screen, and where its rules come from."""
        self._box.setEnabled(available)
        self._origin.setEnabled(available)

    def set_rules(self, available: bool) -> None:
        """Enable the entry that changes the rules of the game on the screen."""
        self._rules.setEnabled(available)

    def set_position(self, available: bool) -> None:
        """Enable the entry that edits a position of the game on the screen."""
        self._position.setEnabled(available)

    def set_game_page(self, available: bool) -> None:
        """Enable the entry that changes look, texts and box of the user's own game on the screen."""
        self._game_page.setEnabled(available)

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Show these files as the recent ones, the latest first."""
        self._recent.clear()
        for path in paths:
            add_entry(self._recent, path.name, tip=str(path)).setData(str(path))
        self._recent.setEnabled(bool(paths))

    def retranslate(self) -> None:
        """Show all entries in the current language."""
        for action, key in self._titled:
            action.setText(self._texts(key))
        self._pause.setText(self._texts("company.go_on" if self._paused else "company.pause"))
        for opener, menu in self._openers:
            letter = QKeySequence.mnemonic(menu.title())
            opener.setKey(letter if not letter.isEmpty() else QKeySequence(MENU_KEY))

    def _fill_view(self, view: QMenu) -> None:
        full = self._entry(view, "menu.full_screen", "F11")
        full.setCheckable(True)
        full.toggled.connect(self.full_screen_requested)
        self._overlays = self._menu(view, "menu.overlays")
        self._overlays.aboutToShow.connect(self.overlays_opened)
        for name, key in _OVERLAYS.items():
            action = self._entry(self._overlays, key)
            action.setData(name)
            action.setCheckable(True)
        self._overlays.triggered.connect(self._choose_overlay)
        self._zooms = [self._entry(view, key, shortcut) for key, shortcut, _ in _ZOOMS]
        for action, (_, _, factor) in zip(self._zooms, _ZOOMS, strict=True):
            action.triggered.connect(partial(self._request_zoom, factor))
        self._turn_board = self._menu(view, "menu.turn_board")
        for steps, key in _TURNS.items():
            self._entry(self._turn_board, key).triggered.connect(partial(self._request_turn, steps))
        self._turn_board.addSeparator()
        for name in TURNINGS:
            self._choice(self._entry(self._turn_board, f"settings.turning.{name}"), name, self._turnings)
        self._turnings.triggered.connect(self._choose_turning)
        larger = self._entry(view, "menu.larger", "Ctrl+Shift++")
        larger.setData(1)
        smaller = self._entry(view, "menu.smaller", "Ctrl+Shift+-")
        smaller.setData(-1)
        self._sound = self._entry(view, "menu.sound", "Ctrl+Shift+M")
        self._sound.setCheckable(True)
        self._sound.triggered.connect(self.sound_requested)  # by the user only, not by `set_settings`
        for action in (larger, smaller):
            action.triggered.connect(self._choose_text_size)
        self._sets: dict[SetPart, QMenu] = {part: self._menu(view, f"menu.set.{part}") for part in SET_PARTS}
        self._set_groups = {part: QActionGroup(self) for part in SET_PARTS}
        for menu in self._sets.values():
            menu.menuAction().setVisible(False)
        theme_menu, language_menu = self._menu(view, "menu.theme"), self._menu(view, "menu.language")
        for name in THEMES:
            self._choice(self._entry(theme_menu, f"settings.theme.{name}"), name, self._themes)
        for code, name in languages().items():
            self._choice(language_menu.addAction(name), code, self._languages)
        self._themes.triggered.connect(self._choose_theme)
        self._languages.triggered.connect(self._choose_language)

    def _menu(self, parent: QMenuBar | QMenu, key: str) -> QMenu:
        menu = parent.addMenu("")
        self._titled.append((menu.menuAction(), key))
        return menu

    def _entry(self, menu: QMenu, key: str, shortcut: QKeySequence.StandardKey | str | None = None) -> QAction:
        action = menu.addAction("")
        if shortcut is not None:
            action.setShortcut(QKeySequence(shortcut))
        self._titled.append((action, key))
        return action

    def _choice(self, action: QAction, value: str, group: QActionGroup) -> None:
        action.setCheckable(True)
        action.setData(value)
        group.addAction(action)

    def _request_set(self, part: SetPart, name: str, _checked: bool = False) -> None:
        self.set_requested.emit(part, name)

    def _request_zoom(self, factor: float, _checked: bool = False) -> None:
        self.zoom_requested.emit(factor)

    def _request_turn(self, steps: int, _checked: bool = False) -> None:
        self.turn_requested.emit(steps)

    def _choose_turning(self, action: QAction) -> None:
        self.turning_requested.emit(action.data())

    def _choose_theme(self, action: QAction) -> None:
        self.theme_requested.emit(action.data())

    def set_overlays(self, active: Collection[str]) -> None:
        """Check the overlays that are on at the table on the screen."""
        for action in self._overlays.actions():
            action.setChecked(action.data() in active)

    def _choose_overlay(self, action: QAction) -> None:
        self.overlay_requested.emit(action.data())

    def _choose_recent(self, action: QAction) -> None:
        self.recent_requested.emit(Path(action.data()))

    def _choose_language(self, action: QAction) -> None:
        self.language_requested.emit(action.data())

    def _choose_text_size(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self.text_size_requested.emit(action.data())
