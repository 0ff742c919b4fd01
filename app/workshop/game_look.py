"""Page on which the look of a user's own game is changed, with its board beside the controls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QColorDialog,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.appearance.board_plan import BOARD_FRAMES, CELLS
from app.appearance.look import SHAPES, TABLE_TOPS, WEAVES, Look
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, ComboBox, Form, button, capital, card, label, row, scroll_area, splitter
from app.screens.dialogs import choose_drawing
from app.storage.svg import ART, DRAWING_NAME, LARGEST_DRAWING, MOST_DRAWINGS, SvgError, checked_svg
from app.table.context import TableContext
from app.workshop.file_edits import with_value
from app.workshop.game_preview import BoardPreview, PreviewedGame, context_of
from dsl.base.files import read_head, replace_file
from dsl.new_game.design import identifier

_DRAWN = "art:"  #: before the name of a drawing, in a list of shapes and drawings
_ICON = 16  #: side of the sample of a colour, in pixels
_LETTERS = 2  #: of a piece or player


@dataclass(frozen=True, slots=True)
class LookField:
    """A value of a look that the page changes."""

    group: str  #: heading: the name of a thing in the rules; empty: the table
    table: str
    key: str
    sort: Literal["colour", "choice", "letter", "drawing"]
    value: str
    choices: tuple[str, ...] = ()


def look_fields(game: PreviewedGame) -> Iterator[LookField]:
    """Yield what the page can change in the look of a game, with the values in force."""
    look, rules = game.look, game.pack.rules
    yield LookField("", "board", "table", "choice", look.table_top(sea=False), TABLE_TOPS)
    yield LookField("", "board", "background", "colour", look.background(sea=False).light)
    for name, board in rules.boards.items():
        if board.shape in ("squares", "hexes"):
            plan = look.plan(name)
            yield LookField(name, f"boards.{name}", "cells", "choice", plan.cells, CELLS)
            yield LookField(name, f"boards.{name}", "frame", "choice", plan.frame, BOARD_FRAMES)
            yield LookField(name, f"boards.{name}", "fill", "colour", plan.fill.light if plan.fill else "#efe6cf")
            yield LookField(name, f"boards.{name}", "shade", "colour", plan.shade.light if plan.shade else "#d9c9a3")
    for colour in rules.colours:
        player = look.player(colour)
        yield LookField(colour, f"players.{colour}", "fill", "colour", player.fill.light)
        yield LookField(colour, f"players.{colour}", "pattern", "choice", player.pattern, WEAVES)
        yield LookField(colour, f"players.{colour}", "letter", "letter", player.letter)
    drawings = tuple(f"{_DRAWN}{name}" for name in sorted(look.drawings.by_name))
    for name, piece in rules.pieces.items():
        kinds = rules.kinds[piece.kind].values if piece.kind in rules.kinds else ("",)
        for kind in kinds:
            table = f"pieces.{name}" + (f".kinds.{kind}" if kind else "")
            shown = look.kind(name, kind)
            yield LookField(
                kind or name, table, "shape", "drawing", _drawing(look, table, shown.shape), (*SHAPES, *drawings)
            )
            if look.form(name, owned=piece.owned) == "ground":
                yield LookField(kind or name, table, "fill", "colour", shown.fill.light)
            yield LookField(kind or name, table, "letter", "letter", shown.letter)
    for name in rules.counters:
        shown_as = _drawing(look, f"counters.{name}", look.counter(name).shape)
        yield LookField(name, f"counters.{name}", "shape", "drawing", shown_as, (*SHAPES, *drawings))


def _drawing(look: Look, table: str, shape: str) -> str:
    """Return the entry of the list of drawings that is in force."""
    parts = table.split(".")
    if parts[0] == "counters":
        art = look.counter(parts[1]).art
    else:
        art = look.kind(parts[1], parts[3] if len(parts) > 2 else "").art
    return f"{_DRAWN}{art[0].name}" if art else shape


def with_look(text: str, field: LookField, value: str) -> str:
    """Return a look file with another value of a field. Raises EditError if it cannot be expressed."""
    if field.sort != "drawing":
        text = with_value(text, field.table, f"{field.key}_dark", None) if field.sort == "colour" else text
        return with_value(text, field.table, field.key, value)
    if value.startswith(_DRAWN):
        return with_value(text, field.table, "art", value.removeprefix(_DRAWN))
    return with_value(with_value(text, field.table, "art", None), field.table, "shape", value)


def import_drawing(source: Path, folder: Path) -> str:
    """Copy an SVG file into the drawings of a game, after the check of its contents; return its name.

    Raises SvgError if it is refused, and OSError.
    """
    content = read_head(source, LARGEST_DRAWING + 1)
    checked_svg(content)
    art = folder / ART
    stem = identifier(source.stem)
    stem = stem if DRAWING_NAME.fullmatch(stem) else f"drawing_{stem}".rstrip("_")
    there = {path.stem for path in art.glob("*.svg")} if art.is_dir() else set()
    if len(there) >= MOST_DRAWINGS:
        raise SvgError(f"a game has at most {MOST_DRAWINGS} drawings")
    name = next(
        name for n in range(1, MOST_DRAWINGS + 2) if (name := stem if n == 1 else f"{stem}_copy{n}") not in there
    )
    art.mkdir(exist_ok=True)
    replace_file(art / f"{name}.svg", content, private=False)
    return name


class ColourField(QWidget):
    """Field of a colour as `#rrggbb`, with a button that opens the system's dialog. Signals: changed: carries it."""

    changed = Signal(str)

    def __init__(self, value: str, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self.line, self.pick = QLineEdit(value), button("small")
        self.line.setMaxLength(7)
        self.pick.setText(texts("gamelook.pick"))
        layout = row(self.line, self.pick)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.setFocusProxy(self.line)
        self.line.editingFinished.connect(self._take)
        self.pick.clicked.connect(self._choose)
        self._value = value
        self._show_sample()

    def _show_sample(self) -> None:
        sample = QPixmap(_ICON, _ICON)
        sample.fill(QColor(self._value))
        self.pick.setIcon(QIcon(sample))

    def _take(self) -> None:
        """Take a colour that was typed; anything else goes back to the colour before."""
        wanted = self.line.text().strip().lower()
        if len(wanted) == 7 and QColor.isValidColorName(wanted) and wanted != self._value:
            self._value = wanted
            self._show_sample()
            self.changed.emit(wanted)
        else:
            self.line.setText(self._value)

    def _choose(self) -> None:
        dialog = QColorDialog(QColor(self._value), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.colorSelected.connect(self._chosen)
        dialog.open()

    def _chosen(self, colour: QColor) -> None:
        self.line.setText(colour.name())
        self._take()


class LookPage(QWidget):
    """Controls of a look, with the board beside them.

    Signals:
        changed: A value was changed; carries its LookField and the value.
        drawing_chosen: An SVG file is to be imported for a piece; carries its LookField and its Path.
    """

    changed = Signal(LookField, str)
    drawing_chosen = Signal(LookField, Path)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts, self._theme = texts, LIGHT
        self.fields: dict[tuple[str, str], QWidget] = {}  #: by table and key
        self.board = BoardPreview()
        self._area = scroll_area(QWidget())
        preview, column = card()
        column.addWidget(self.board, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        layout.addWidget(splitter(self._area, preview, sizes=(480, 640)))

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme from the next `show_game` on."""
        self._theme = theme

    def show_game(self, game: PreviewedGame) -> None:
        """Show the look of a game."""
        at = self._area.verticalScrollBar().value()
        controls = QWidget()
        column = QVBoxLayout(controls)
        column.setContentsMargins(0, 0, SPACE // 2, 0)
        column.setSpacing(SPACE)
        focus = self.focusWidget()
        focused = next(
            (
                key
                for key, widget in self.fields.items()
                if focus is not None and (widget is focus or widget.isAncestorOf(focus))
            ),
            None,
        )
        self.fields.clear()
        context = context_of(game, self._texts, self._theme)
        self.board.show_board(game.view, context, frozenset())
        forms: dict[str, Form] = {}
        for field in look_fields(game):
            if field.group not in forms:
                frame, inside = card()
                heading = label("heading")
                heading.setText(self._heading(field.group, game, context))
                inside.addWidget(heading)
                forms[field.group] = Form(wide=False)
                inside.addLayout(forms[field.group])
                column.addWidget(frame)
            said = label()
            said.setText(self._texts(f"gamelook.key_{field.key}"))
            widget = self._widget(field)
            widget.setAccessibleName(f"{field.group or 'board'}: {said.text()}")
            self.fields[field.table, field.key] = widget
            forms[field.group].addRow(said, widget)
        column.addStretch(1)
        old = self._area.takeWidget()
        self._area.setWidget(controls)
        if old is not None:
            old.hide()
            old.deleteLater()  # one of its fields may have caused this
        if focused in self.fields:
            self.fields[focused].setFocus()
        self._area.verticalScrollBar().setValue(at)

    def _heading(self, group: str, game: PreviewedGame, context: TableContext) -> str:
        if not group:
            return self._texts("gamelook.table")
        if group in game.pack.rules.boards and not context.words.is_named(group):
            return self._texts("table.board.title")
        return capital(context.words.name(group))

    def _widget(self, field: LookField) -> QWidget:
        if field.sort == "colour":
            colour = ColourField(field.value, self._texts)
            colour.changed.connect(partial(self.changed.emit, field))
            return colour
        if field.sort == "letter":
            line = QLineEdit(field.value)
            line.setMaxLength(_LETTERS)
            line.editingFinished.connect(partial(self._take_letter, field, line))
            return line
        combo = ComboBox()
        for choice in field.choices:
            drawn = choice.startswith(_DRAWN)
            said = choice.removeprefix(_DRAWN) if drawn else self._texts(f"gamelook.value_{choice.replace('-', '_')}")
            combo.addItem(self._texts("gamelook.drawing", name=said) if drawn else said, choice)
        combo.setCurrentIndex(max(0, combo.findData(field.value)))
        if field.sort == "drawing":
            combo.addItem(self._texts("gamelook.import"), "")
        combo.activated.connect(partial(self._take_choice, field, combo))
        return combo

    def _take_letter(self, field: LookField, line: QLineEdit) -> None:
        letter = line.text().strip()
        if letter.isprintable() and letter and letter != field.value:
            self.changed.emit(field, letter)
        elif not letter:
            line.setText(field.value)

    def _take_choice(self, field: LookField, combo: QComboBox, _index: int) -> None:
        value = combo.currentData()
        if value == "":
            combo.setCurrentIndex(max(0, combo.findData(field.value)))
            self._choose_file(field)
        elif value != field.value:
            self.changed.emit(field, value)

    def _choose_file(self, field: LookField) -> None:
        choose_drawing(self, self._texts, lambda name: self.drawing_chosen.emit(field, Path(name)))
