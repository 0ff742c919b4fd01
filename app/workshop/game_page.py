"""Page of a user's own game: its rules as text, and its look, texts and box, whose changes are written at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from app.appearance.drawings import LookError
from app.appearance.icons import IconButton
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, Form, SpinBox, card, label, name_tab, row, scroll_area, set_tip
from app.screens import dialogs
from app.storage.game_library import GameCard, read_card
from app.storage.svg import SvgError
from app.workshop.file_edits import EditError, Value, edit_file, value_of, with_value
from app.workshop.game_look import LookField, LookPage, import_drawing, with_look
from app.workshop.game_preview import PreviewedGame, previewed_folder
from app.workshop.game_rules import GameRulesPage
from app.workshop.game_texts import TextRow, TextsPage, text_rows, with_row
from dsl.base.files import MAX_TOML, UnreadableError, parse_toml, read_text
from dsl.base.problem import RulesError
from dsl.match.rulesets.folder import read_folder
from dsl.new_game.files import write_game

_DISK_INTERVAL = 1000  #: milliseconds between two looks at the files on disk
_TITLES = ("title_en", "title_fr", "blurb_en", "blurb_fr")
_LARGEST_NUMBER = 999
_CARD = "game.toml"

Tab = Literal["rules", "look", "texts", "box"]


class BoxForm(QWidget):
    """Fields of the card of a game. Signals: changed: carries a key of `game.toml` and its new value."""

    changed = Signal(str, object)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self.lines: dict[str, QLineEdit | QPlainTextEdit] = {}
        self.minutes = SpinBox(), SpinBox()
        self.age = SpinBox()
        self._labels = {}
        frame, inside = card()
        form = Form(wide=False)
        for key in (*_TITLES, "authors", "notice"):
            line = QLineEdit()
            line.editingFinished.connect(partial(self._take_line, key, line))
            self.lines[key] = line
            self._labels[key] = label()
            form.addRow(self._labels[key], line)
        for box in (*self.minutes, self.age):
            box.setRange(0, _LARGEST_NUMBER)
            box.editingFinished.connect(self._take_numbers)
        self._to = label()
        minutes = row(self.minutes[0], self._to, self.minutes[1])
        minutes.addStretch(1)
        for key, field in (("minutes", minutes), ("age", row(self.age, stretch_after=0))):
            self._labels[key] = label()
            form.addRow(self._labels[key], field)
        inside.addLayout(form)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        column.addWidget(frame)
        column.addStretch(1)
        self._shown: dict[str, object] = {}
        self.retranslate()

    def show_card(self, data: dict[str, object]) -> None:
        """Show the values of a card."""
        self._shown = data
        for key, line in self.lines.items():
            value = data.get(key, data.get(key.split("_")[0]) if key.endswith("_en") else None)
            said = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
            if isinstance(line, QLineEdit) and line.text() != said:
                line.setText(said)
        minutes = value_of(data, "", "minutes")
        ends = minutes if isinstance(minutes, list) and len(minutes) == len(self.minutes) else [minutes, minutes]
        for box, end in zip(self.minutes, ends, strict=True):
            box.setValue(end if isinstance(end, int) else 0)
        age = data.get("age")
        self.age.setValue(age if isinstance(age, int) else 0)

    def _take_line(self, key: str, line: QLineEdit) -> None:
        said = " ".join(line.text().split())
        value: Value = [part for each in said.split(",") if (part := each.strip())] if key == "authors" else said
        if value != self._shown.get(key, [] if key == "authors" else ""):
            self.changed.emit(key, value or None)

    def _take_numbers(self) -> None:
        least, most = sorted(box.value() for box in self.minutes)
        if most and [least, most] != self._shown.get("minutes"):
            self.changed.emit("minutes", [least, most])
        if self.age.value() and self.age.value() != self._shown.get("age"):
            self.changed.emit("age", self.age.value())

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        for key, said in self._labels.items():
            said.setText(self._texts(f"gamebox.{key}"))
        for key, line in self.lines.items():
            line.setAccessibleName(self._texts(f"gamebox.{key}"))
        self._to.setText(self._texts("newgame.to"))
        for number, box in enumerate((*self.minutes, self.age)):
            box.setAccessibleName(self._texts("gamebox.age" if number == len(self.minutes) else "gamebox.minutes"))


class GamePage(QWidget):
    """Page of a user's own game, with a tab for its rules, its look, its texts and its box.

    Signals:
        back_requested: The page is to be left.
        play_requested: The game is to be set up; carries its folder.
        export_requested: The game is to be saved as a package; carries its folder and its title.
    """

    back_requested = Signal()
    play_requested = Signal(Path)
    export_requested = Signal(Path, str)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts, self._theme = texts, LIGHT
        self._game: GameCard | None = None
        self._previewed: PreviewedGame | None = None
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self.title, self.problem = label("title"), label("alarm", wraps=True)
        self.back, self.export = IconButton("left"), IconButton("export")
        self.play, self.tabs = IconButton("play", "primary"), QTabWidget()
        self.rules, self.look, self.texts, self.box = (
            GameRulesPage(texts),
            LookPage(texts),
            TextsPage(texts),
            BoxForm(texts),
        )
        self._box_area = scroll_area(self.box)
        head = row(self.back, self.title, self.export, self.play, stretch_after=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addWidget(self.problem)
        column.addWidget(self.tabs, 1)
        self._pages = {"rules": self.rules, "look": self.look, "texts": self.texts, "box": self._box_area}
        for name, page in self._pages.items():
            name_tab(self.tabs, page, texts(f"gamepage.{name}"))
        self.problem.hide()
        self._disk = QTimer(self, interval=_DISK_INTERVAL)
        self._disk.timeout.connect(self.follow_disk)
        self.tabs.currentChanged.connect(self._open_rules)
        self.back.clicked.connect(self.leave)
        self.export.clicked.connect(self._export)
        self.play.clicked.connect(self._play)
        self.look.changed.connect(self._change_look)
        self.look.drawing_chosen.connect(self.import_drawing)
        self.texts.changed.connect(self._change_text)
        self.box.changed.connect(self._change_card)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WindowShortcut)  # also where nothing has the focus
        escape.activated.connect(self._escape)
        self.retranslate()

    @property
    def game(self) -> GameCard | None:
        """The game that is open."""
        return self._game

    def open(self, game: GameCard, tab: Tab = "look") -> None:
        """Show a page of a game."""
        self.close_game()
        self._game, self._seen = game, ()
        self.tabs.setCurrentWidget(self._pages[tab])
        self._open_rules()
        self._say("")
        self.follow_disk()
        self._disk.start()
        if tab == "rules":
            self.rules.text.editor.setFocus()
        else:
            self.tabs.setFocus()

    def _open_rules(self, _tab: int = 0) -> None:
        """Start the check of the rules when their tab is first shown."""
        if self._game is not None and self.tabs.currentWidget() is self.rules and not self.rules.is_open:
            self.rules.open(self._game.folder)

    def close_game(self) -> None:
        """Stop following the files; unsaved rules stay in their recovery copies."""
        self._disk.stop()
        if self._game is not None:
            self.rules.close_game()
        self._game = None

    def leave(self) -> None:
        """Leave the page; ask first what happens to unsaved rules. A change on its way into them is awaited."""
        if not self.delays(self.leave):
            self._ask_to_save(self.back_requested.emit)

    def delays(self, action: Callable[[], object]) -> bool:
        """Whether a change of the rules is not in their text yet; then `action` is done as soon as it is."""
        return self._game is not None and self.rules.delays(action)

    def _escape(self) -> None:
        """Leave the line above the text, or the text, if the focus is there; else the page."""
        if not (self.tabs.currentWidget() is self.rules and self.rules.text.escape()):
            self.leave()

    def _ask_to_save(self, go: Callable[[], object]) -> None:
        def save() -> None:
            if self.rules.save_all():
                go()

        def discard() -> None:
            self.rules.discard()
            go()

        if self.rules.is_modified:
            question = self._texts("workshop.ask_to_save", title=self.title.text())
            dialogs.ask_to_save(self, self._texts, question, save, discard)
        else:
            go()

    def follow_disk(self) -> None:
        """Show the files as they are now, if they have changed."""
        if self._game is None:
            return
        seen = _state_of(self._game.folder)
        if seen != self._seen:
            self._seen = seen
            self._say("")
            self.rules.follow_disk()
            self._show()

    def _show(self) -> None:
        """Show the files; a part that cannot be read stays as it was, and the page says why."""
        assert self._game is not None
        folder, problem = self._game.folder, ""
        self.title.setText(read_card(folder).title(self._texts.language))
        try:
            self._previewed = previewed_folder(folder, self._previewed)
            self.look.show_game(self._previewed)
        except (RulesError, LookError, OSError) as error:
            problem = _reason(error)
        try:
            self.texts.show_texts(*text_rows(read_folder(folder)))
        except (RulesError, OSError) as error:
            problem = problem or _reason(error)
        try:
            self.box.show_card(parse_toml(read_text(folder / _CARD, MAX_TOML)) if (folder / _CARD).exists() else {})
        except (UnreadableError, OSError) as error:
            problem = problem or _reason(error)
        if problem and not self.problem.text():
            self._say(self._texts("gamepage.unreadable", problem=problem))

    # ---- changes ----

    def _change_look(self, field: LookField, value: str) -> None:
        self._change(self._look_file(), lambda text: with_look(text, field, value))

    def import_drawing(self, field: LookField, source: Path) -> None:
        """Copy a drawing into the game and use it for a piece; say why if it is refused."""
        if self._game is None:
            return
        try:
            name = import_drawing(source, self._game.folder)
        except (SvgError, OSError) as error:
            self._say(self._texts("gamepage.drawing_refused", problem=_reason(error)))
            return
        self._change(self._look_file(), lambda text: with_look(text, field, f"art:{name}"))

    def _look_file(self) -> Path:
        """The look file that is changed: the last one, which has the last word."""
        assert self._game is not None
        found = sorted(self._game.folder.glob("*.look"))
        return found[-1] if found else self._game.folder / f"{self._game.folder.name}.look"

    def _change_text(self, language: str, each: TextRow, said: str) -> None:
        if self._game is not None:
            folder = self._game.folder
            self._change(folder / f"words.{language}", lambda _: with_row(read_folder(folder), language, each, said))

    def _change_card(self, key: str, value: Value | None) -> None:
        if self._game is not None:
            self._change(self._game.folder / _CARD, lambda text: with_value(text, "", key, value))

    def _change(self, path: Path, edit: Callable[[str], str]) -> None:
        """Change a file; if that is impossible, say why and show what is in force."""
        self._say("")
        try:
            edit_file(path, edit)
        except EditError as error:
            self._say(self._texts("gamepage.not_expressed", file=path.name, problem=error))
        except RulesError as error:
            self._say(self._texts("gamepage.not_understood", problem=_reason(error)))
        except (OSError, UnreadableError) as error:
            self._say(self._texts("gamepage.not_written", problem=_reason(error)))
        if self._game is not None:
            self._seen = _state_of(self._game.folder)
            self._show()

    def _say(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def _play(self) -> None:
        if self._game is not None and not self.delays(self._play):
            self._ask_to_save(partial(self.play_requested.emit, self._game.folder))

    def _export(self) -> None:
        """Save the rules, and ask for a package of the game."""
        if self._game is not None and not self.delays(self._export) and self.rules.save_all():
            self.export_requested.emit(self._game.folder, self.title.text())

    # ---- theme and language ----

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.rules.set_theme(theme)
        self.look.set_theme(theme)
        self.texts.set_theme(theme)
        if self._game is not None:
            self._show()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        self.back.setText(self._texts("workshop.back"))
        self.export.setText(self._texts("workshop.export"))
        set_tip(self.export, self._texts("gamepage.export.tip"))
        self.play.setText(self._texts("gamepage.play"))
        for name, page in self._pages.items():
            name_tab(self.tabs, page, self._texts(f"gamepage.{name}"))
        self.rules.retranslate()
        self.texts.retranslate()
        self.box.retranslate()
        if self._game is not None:
            self._show()


def _state_of(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return name, size and time of each file in a game's folder, to see changes of another program."""
    found = []
    for path in sorted(folder.rglob("*")):
        try:
            stat = path.stat()
        except OSError:
            continue  # it was removed meanwhile
        if path.is_file() and not path.name.startswith("."):
            found.append((path.as_posix(), stat.st_size, stat.st_mtime_ns))
    return tuple(found)


def _reason(error: Exception) -> str:
    if isinstance(error, RulesError):
        return error.problems[0].summary
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


# ---- a copy of another game ----

_GAME_LINE = re.compile(r"^(game[ \t]+)(\w+)", re.MULTILINE)
_BASE = re.compile(r"^game[ \t]+\w+[ \t]+based[ \t]+on", re.MULTILINE)
_HOUSE_LINE = re.compile(r'^(house rules +"[^"\n]*" +for +)(\w+)', re.MULTILINE)
_COPIED = ("*.rules", "examples/*.rules", "lessons/*.rules", "house/*", "words.*", "*.look", "art/*.svg", _CARD)
_MOST_COPIES = 100


class BasedOnOtherError(ValueError):
    """A game that is based on another one, which is not beside the user's own games."""


def copy_game(folder: Path, rulesets: Path, title: Callable[[str, int], str]) -> Path:
    """Copy a game into the user's own games under another name, which its rules have, too; return its folder.

    `title` makes the title of a copy from that of the game and its number. Raises BasedOnOtherError and OSError.
    """
    number = next(n for n in range(1, _MOST_COPIES) if not (rulesets / f"{folder.name}-copy-{n}").exists())
    name = f"{folder.name}-copy-{number}"
    files: dict[str, str] = {}
    for pattern in _COPIED:
        for path in sorted(folder.glob(pattern)):
            text = path.read_text("utf-8")
            if _BASE.search(text) and path.suffix == ".rules":
                raise BasedOnOtherError(folder.name)
            if path.suffix == ".rules":
                text = _GAME_LINE.sub(rf"\g<1>{name.replace('-', '_')}", text, count=1)
                text = _HOUSE_LINE.sub(rf"\g<1>{name.replace('-', '_')}", text)
            files[path.relative_to(folder).as_posix()] = text
    data = parse_toml(files.get(_CARD, ""))
    for key in [key for key in data if key == "title" or key.startswith("title_")]:
        files[_CARD] = with_value(files[_CARD], "", key, title(str(data[key]), number))
    write_game(rulesets / name, files)
    return rulesets / name
