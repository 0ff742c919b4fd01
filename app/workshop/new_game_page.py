"""Page on which a new game is made from choices, with a live preview of its board and its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.appearance.drawings import LookError
from app.appearance.icons import IconButton
from app.appearance.portraits import PictureError, read_picture
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import (
    SPACE,
    CheckBox,
    ComboBox,
    Form,
    SpinBox,
    bind_escape,
    button,
    card,
    label,
    row,
    scroll_area,
    set_item_tip,
    splitter,
)
from app.screens import dialogs
from app.workshop.area_canvas import AreaEditor
from app.workshop.game_preview import GamePreview, previewed
from app.workshop.page_parts import fill_workshop_page
from dsl.base.problem import RulesError
from dsl.new_game import design as d
from dsl.new_game.files import files_of, problems_of, write_game

_PAUSE = 250  #: milliseconds after the last change, before the preview follows
_LARGEST_NUMBER = 500
_LONGEST_LINE = 9
_LARGEST_PICTURE = 2000  #: pixels on a side


class PieceRow(QWidget):
    """Line of a kind of piece: its names, its number for each player, its worth. Signals: changed; removed."""

    changed = Signal()
    removed = Signal()

    def __init__(self, texts: Translations, name: str = "", name_fr: str = "") -> None:
        super().__init__()
        self._texts = texts
        self.english, self.french = QLineEdit(name), QLineEdit(name_fr)
        self.number, self.worth, self.remove = SpinBox(), SpinBox(), button("small")
        self._number_label, self._worth_label = label("soft"), label("soft")
        self._name_labels = {name: label("soft") for name in ("english", "french")}
        self.number.setRange(0, d.MOST_EACH)
        self.worth.setRange(0, d.MOST_WORTH)
        self.worth.setValue(1)
        for line in (self.english, self.french):
            line.setMaxLength(d.LONGEST_NAME)
            line.setMinimumWidth(70)
            line.textChanged.connect(self.changed)
        for box in (self.number, self.worth):
            box.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            box.valueChanged.connect(self.changed)
        self.remove.clicked.connect(self.removed)
        fields = {"english": self.english, "french": self.french}
        order = ("french", "english") if texts.language == "fr" else ("english", "french")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row(*(part for name in order for part in (self._name_labels[name], fields[name]))))
        layout.addLayout(row(self._number_label, self.number, self.remove, stretch_after=1))
        self._worth_line = QWidget()
        worth = row(self._worth_label, self.worth, stretch_after=1)
        worth.setContentsMargins(0, 0, 0, 0)
        self._worth_line.setLayout(worth)
        layout.addWidget(self._worth_line)
        self.retranslate()

    def kind(self) -> d.PieceKind:
        """Return the kind of piece."""
        english, french = self.english.text(), self.french.text()
        each = self.number.value() or None
        return d.PieceKind("", english or french, french or english, each, self.worth.value())

    def show_worth(self, shown: bool) -> None:
        """Show how many points the piece is worth, or do not."""
        self._worth_line.setVisible(shown)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        for line, name in ((self.english, "english"), (self.french, "french")):
            self._name_labels[name].setText(texts(f"newgame.piece.{name}"))
            line.setAccessibleName(texts(f"newgame.piece.{name}"))
        self._number_label.setText(texts("newgame.piece.number"))
        self.number.setAccessibleName(texts("newgame.piece.number"))
        self.number.setSpecialValueText(texts("newgame.piece.unlimited"))
        self._worth_label.setText(texts("newgame.piece.worth"))
        self.worth.setAccessibleName(texts("newgame.piece.worth"))
        self.remove.setText(texts("newgame.piece.remove"))


class NewGamePage(QWidget):
    """Page of a new game. Its choices stay until a game is created.

    Signals:
        back_requested: The page is to be left.
        created: The folder of a new game was written; carries its Path.
    """

    back_requested = Signal()
    created = Signal(Path)

    def __init__(self, texts: Translations, rulesets: Path, taken: Callable[[], Collection[str]]) -> None:
        """`rulesets` is the folder of the user's games, `taken` returns the names of the folders of all games."""
        super().__init__()
        self._texts, self._rulesets, self._taken = texts, rulesets, taken
        self._author = ""
        self._rows: list[PieceRow] = []
        self._named: list[tuple[QLabel | CheckBox, str]] = []  #: with the end of the key of their text
        self.setObjectName("newgame")
        self.head = label("title")
        self.back, self.create_button = IconButton("left"), button("primary")
        self.problem = label("alarm", wraps=True)
        self.title = QLineEdit()
        self.shape, self.start, self.aim = ComboBox(), ComboBox(), ComboBox()
        self.width_box, self.height_box, self.least, self.most, self.line, self.rounds = (SpinBox() for _ in range(6))
        self.diagonals, self.jumps_take = CheckBox(), CheckBox()
        self.deeds = {deed: CheckBox() for deed in d.DEEDS}
        self.marked = QLineEdit()
        self.areas = AreaEditor(texts)
        self.add_piece = button("small")
        self.preview = GamePreview(texts)
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._timer.timeout.connect(self.show_preview)
        self._set_ranges()
        self._lay_out()
        self._connect()
        self._add_piece(PieceRow(texts, "token", "jeton"))
        self.retranslate()
        self._follow()

    def _set_ranges(self) -> None:
        for box, least, most, value in (
            (self.width_box, d.LEAST_SIDE, d.MOST_SIDE, 5), (self.height_box, d.LEAST_SIDE, d.MOST_SIDE, 5),
            (self.least, 2, len(d.COLOURS), 2), (self.most, 2, len(d.COLOURS), 2),
            (self.line, 2, _LONGEST_LINE, 3), (self.rounds, 1, _LARGEST_NUMBER, 50),
        ):  # fmt: skip
            box.setRange(least, most)
            box.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            box.setValue(value)
        for combo, values in ((self.shape, d.SHAPES), (self.start, d.STARTS), (self.aim, d.AIMS)):
            for choice in values:
                combo.addItem("", choice)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(14)
        self.deeds["place"].setChecked(True)
        self.title.setMaxLength(d.LONGEST_NAME)
        self.areas.setMinimumHeight(420)

    # ---- layout ----

    def _lay_out(self) -> None:
        head = row(self.back, self.head, self.create_button, stretch_after=1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, SPACE // 2, 0)
        column.setSpacing(SPACE)
        self._form(column, "name", (("field_title", self.title),))
        size = self._size = QWidget()
        size.setLayout(self._line(self.width_box, "times", self.height_box))
        self._board_form = self._form(column, "board", (("shape", self.shape), ("size", size)))
        self._board_form.addRow(self.diagonals)
        self._board_form.addRow(self.areas)
        players = QWidget()
        players.setLayout(self._line(self.least, "to", self.most))
        pieces = self._form(column, "pieces", (("players", players),))
        self._piece_box = QVBoxLayout()
        self._piece_box.setSpacing(SPACE)
        pieces.addRow(self._piece_box)
        pieces.addRow(row(self.add_piece, stretch_after=0))
        turn = self._form(column, "turn", ())
        for deed, box in self.deeds.items():
            turn.addRow(box)
            self._named.append((box, f"deed_{deed}"))
            if deed == "jump":
                inside = QHBoxLayout()
                inside.addSpacing(2 * SPACE)
                inside.addWidget(self.jumps_take)
                turn.addRow(inside)
        turn.addRow(self._label("start"), self.start)
        self._turn_form = self._form(
            column, "winning", (("aim", self.aim), ("line", self.line), ("marked", self.marked))
        )
        self._turn_form.addRow(self._label("rounds"), self.rounds)
        self._named += [(self.diagonals, "diagonals"), (self.jumps_take, "jumps_take")]
        column.addStretch(1)
        body = splitter(scroll_area(left), self.preview, sizes=(520, 640))
        fill_workshop_page(self, head, self.problem, body=body)
        self.problem.hide()

    def _form(self, column: QVBoxLayout, name: str, fields: tuple[tuple[str, QWidget], ...]) -> Form:
        """Add a card with a heading and fields; return its form."""
        frame, inside = card()
        heading = label("heading")
        self._named.append((heading, f"heading_{name}"))
        inside.addWidget(heading)
        form = Form(wide=False)
        for field, widget in fields:
            form.addRow(self._label(field), widget)
        inside.addLayout(form)
        column.addWidget(frame)
        return form

    def _label(self, name: str) -> QLabel:
        made = label()
        self._named.append((made, name))
        return made

    def _line(self, first: QSpinBox, between: str, second: QSpinBox) -> QHBoxLayout:
        line = row(first, self._label(between), second)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        return line

    def _connect(self) -> None:
        self.back.clicked.connect(self.back_requested)
        self.create_button.clicked.connect(self.create_game)
        self.add_piece.clicked.connect(self._add_kind)
        self.areas.changed.connect(self._follow)
        self.areas.picture_requested.connect(self._choose_picture)
        self.preview.board.place_pressed.connect(self._toggle_marked)
        for combo in (self.shape, self.start, self.aim):
            combo.currentIndexChanged.connect(self._follow)
        for spin in (self.width_box, self.height_box, self.line, self.rounds):
            spin.valueChanged.connect(self._follow)
        self.least.valueChanged.connect(lambda least: self._keep_order(self.most, max(least, self.most.value())))
        self.most.valueChanged.connect(lambda most: self._keep_order(self.least, min(most, self.least.value())))
        for box in (self.diagonals, self.jumps_take, *self.deeds.values()):
            box.toggled.connect(self._follow)
        for line in (self.title, self.marked):
            line.textChanged.connect(self._follow)
        bind_escape(self, self.back)

    def _keep_order(self, other: QSpinBox, value: int) -> None:
        other.setValue(value)
        self._follow()

    # ---- pieces ----

    @property
    def piece_rows(self) -> tuple[PieceRow, ...]:
        """The lines of the kinds of pieces."""
        return tuple(self._rows)

    def _add_kind(self) -> None:
        self._add_piece(PieceRow(self._texts))
        self._rows[-1].english.setFocus()

    def _add_piece(self, made: PieceRow) -> None:
        self._rows.append(made)
        self._piece_box.addWidget(made)
        made.changed.connect(self._follow)
        made.removed.connect(partial(self._remove_piece, made))
        self._follow()

    def _remove_piece(self, gone: PieceRow) -> None:
        self._rows.remove(gone)
        self._piece_box.removeWidget(gone)
        gone.hide()
        gone.deleteLater()
        self._follow()

    # ---- the design ----

    def design(self) -> d.GameDesign:
        """Return the choices as they are now."""
        deeds = frozenset(deed for deed, box in self.deeds.items() if box.isChecked())
        return d.GameDesign(
            d.folder_name(self.title.text()),
            d.clean_text(self.title.text()),
            self._author,
            shape=self.shape.currentData(),
            size=(self.width_box.value(), self.height_box.value()),
            diagonals=self.diagonals.isChecked(),
            areas=self.areas.drawing.board() if self.shape.currentData() == "areas" else (),
            kinds=d.named_kinds(each.kind() for each in self._rows),
            players=(self.least.value(), self.most.value()),
            deeds=deeds,
            jumps_take=self.jumps_take.isChecked() and self.shape.currentData() != "areas",
            start=self.start.currentData(),
            aim=self.aim.currentData(),
            line=self.line.value(),
            marked=tuple(self.marked.text().split()),
            rounds=self.rounds.value(),
        )

    def set_author(self, name: str) -> None:
        """Take the user's name as the author of new games."""
        self._author = name

    def _follow(self) -> None:
        """Show the fields that the choices need; the preview follows after a pause."""
        shape, aim = self.shape.currentData(), self.aim.currentData()
        self._board_form.setRowVisible(self._size, shape != "areas")
        self._board_form.setRowVisible(self.diagonals, shape == "squares")
        self._board_form.setRowVisible(self.areas, shape == "areas")
        self.jumps_take.setEnabled(self.deeds["jump"].isChecked() and shape != "areas")
        self._turn_form.setRowVisible(self.line, aim == "line")
        self._turn_form.setRowVisible(self.marked, aim in ("reach", "points"))
        for each in self._rows:
            each.show_worth(aim == "points" and len(self._rows) > 1)
            each.remove.setVisible(len(self._rows) > 1)
        self.add_piece.setEnabled(len(self._rows) < d.MOST_KINDS)
        self._timer.start()

    def _allow(self, combo: QComboBox, name: str, design: d.GameDesign) -> None:
        """Disable the entries of a list that alone keep the choices from being a game, with the reason as their tip."""
        model = combo.model()
        if not isinstance(model, QStandardItemModel):
            return
        refusals = [replace(design, **{name: combo.itemData(n)}).refusal() for n in range(combo.count())]
        for number, refusal in enumerate(refusals):
            possible = refusal is None or None not in refusals
            model.item(number).setEnabled(possible or number == combo.currentIndex())
            set_item_tip(
                combo, number, "" if possible or refusal is None else self._texts(f"newgame.refused.{refusal}")
            )

    def show_preview(self) -> None:
        """Show what the choices make."""
        self._timer.stop()
        self._show_problem("")
        design = self.design()
        for combo, name in ((self.start, "start"), (self.aim, "aim")):
            self._allow(combo, name, design)
        refusal = design.refusal()
        self.create_button.setEnabled(refusal is None)
        if refusal is not None:
            self.preview.show_problem(self._texts(f"newgame.refused.{refusal}"))
            return
        try:
            game = previewed(files_of(design))
        except (RulesError, LookError, OSError) as problem:
            self.preview.show_problem(self._texts("newgame.no_preview", problem=problem))
            return
        marks = design.aim in ("reach", "points") and not design.to_far_row
        self.preview.show_game(game, frozenset(design.marked_spaces()) if marks else frozenset())

    def _toggle_marked(self, place: str) -> None:
        """Mark a place of the board that was clicked, or do not mark it any more."""
        if self.aim.currentData() in ("reach", "points"):
            marked = [each for each in self.marked.text().split() if each != place]
            self.marked.setText(" ".join(marked if len(marked) < len(self.marked.text().split()) else [*marked, place]))

    # ---- creating ----

    def create_game(self) -> None:
        """Write the folder of the game; if that is impossible, say why and keep everything."""
        design = self.design()
        if not design.title:
            self._show_problem(self._texts("newgame.needs_name"))
            self.title.setFocus()
            return
        folder = self._rulesets / design.folder
        if design.folder in self._taken() or folder.exists():
            self._show_problem(self._texts("newgame.taken", title=design.title))
            self.title.setFocus()
            self.title.selectAll()
            return
        refusal = design.refusal()
        if refusal is not None:
            self._show_problem(self._texts(f"newgame.refused.{refusal}"))
            return
        try:
            files = files_of(design)
            problems = problems_of(files)
            if problems:
                raise RulesError(problems)
            write_game(folder, files)
        except RulesError as error:
            self._show_problem(self._texts("newgame.no_preview", problem=error.problems[0].summary))
        except OSError as error:
            self._show_problem(self._texts("newgame.not_written", problem=error.strerror or error))
        else:
            self.title.clear()
            self.created.emit(folder)

    def _show_problem(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def _choose_picture(self) -> None:
        dialogs.choose_picture(self, self._texts, lambda name: self.trace_picture(Path(name)))

    def trace_picture(self, path: Path) -> None:
        """Put a picture under the areas that are drawn; it does not become a part of the game."""
        try:
            picture = read_picture(path)
        except PictureError as problem:
            self._show_problem(self._texts(str(problem)))
            return
        self._show_problem("")
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        large = max(picture.width(), picture.height()) > _LARGEST_PICTURE
        self.areas.set_picture(picture.scaled(_LARGEST_PICTURE, _LARGEST_PICTURE, keep, smooth) if large else picture)

    # ---- theme and language ----

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.areas.canvas.set_theme(theme)
        self.preview.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.head.setText(texts("newgame.title"))
        self.back.setText(texts("workshop.back"))
        self.create_button.setText(texts("newgame.create"))
        self.add_piece.setText(texts("newgame.piece.add"))
        self.title.setPlaceholderText(texts("newgame.title_example"))
        self.marked.setPlaceholderText(texts("newgame.marked_example"))
        for widget, name in self._named:
            widget.setText(texts(f"newgame.{name}"))
        for combo, name in ((self.shape, "shape"), (self.start, "start"), (self.aim, "aim")):
            for number in range(combo.count()):
                combo.setItemText(number, texts(f"newgame.{name}_{combo.itemData(number)}"))
        for field, name in (
            (self.title, "field_title"), (self.shape, "shape"), (self.width_box, "across"), (self.height_box, "up"),
            (self.least, "least"), (self.most, "most"), (self.start, "start"), (self.aim, "aim"), (self.line, "line"),
            (self.marked, "marked"), (self.rounds, "rounds"),
        ):  # fmt: skip
            field.setAccessibleName(texts(f"newgame.{name}"))
        for each in self._rows:
            each.retranslate()
        self.areas.retranslate()
        self.preview.retranslate()
