"""The menu bar: what can be done anywhere in the program, each with a shortcut."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from app.library.settings import THEMES, Settings
from app.texts import Texts
from dsl.words.translations import languages


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

    def __init__(self, bar: QMenuBar, texts: Texts) -> None:
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
