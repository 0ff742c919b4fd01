"""Dialog in which the last choices of a match become an example: its moves and what is expected are ticked there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.base.widgets import SPACE, WIDE_SPACE, CheckBox, ComboBox, button, label, row, set_window_title
from app.table.context import TableContext
from app.workshop.example_files import ExamplePlace, free_title
from app.workshop.example_pictures import PositionPicture, has_board
from dsl.match.match import Match
from dsl.match.rulesets.example_writer import (
    ExampleDraft,
    Expectation,
    Move,
    NoExampleError,
    draft_example,
    example_text,
    moves_of,
)
from dsl.match.rulesets.examples import uncovered_view
from dsl.match.rulesets.positions import NOTHING
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import FailedCondition

_PICTURE = QSize(240, 130)
_GAP = 5  #: pixels between a line and its name
_SHOWN = 60  #: moves to choose from
_LETTERS = 74  #: of an expectation in the list
_NOTHING = -1  #: the choice of no move: only the position


class ExampleDialog(QDialog):
    """Dialog that writes an example from moves of a match: from which move to which, what is expected, its title, the
    file it is saved in."""

    def __init__(
        self, parent: QWidget, context: TableContext, pack: Ruleset, match: Match, moves: Sequence[Move],
        seat: str | None, places: Sequence[ExamplePlace], save: Callable[[ExamplePlace, str], object],
    ) -> None:  # fmt: skip
        """`moves` are those of `match` up to the present position; `seat` sees it (None: everything may be told).
        `save` gets the place and the text."""
        super().__init__(parent)
        self._room = parent.window().size()
        self._context, self._texts = context, context.texts
        self._pack, self._match, self._seat, self._save = pack, match, seat, save
        self._moves, self._places = tuple(moves)[-_SHOWN:], tuple(places)
        self._draft: ExampleDraft | None = None
        self._titled = False  #: the user has written a title
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, self._texts("example.title"))
        self.picture = PositionPicture()
        self.name, self.first, self.last, self.place = QLineEdit(), ComboBox(), ComboBox(), ComboBox()
        self.list, self.text = QListWidget(), QPlainTextEdit()
        self.show_text, self.problem = CheckBox(""), label("alarm", wraps=True)
        self.save_button, self.cancel = button("primary"), button()
        self._lay_out()
        self._fill()
        self._connect()
        self._write_draft()
        self.name.setFocus()
        self.name.selectAll()

    def _lay_out(self) -> None:
        texts = self._texts
        said = {key: label("soft") for key in ("name", "first", "last", "place")}
        for key, each in said.items():
            each.setText(texts(f"example.{key}"))
            getattr(self, key).setAccessibleName(texts(f"example.{key}"))
        expected = label("heading")
        expected.setText(texts("example.expected"))
        self.list.setAccessibleName(texts("example.expected"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(texts("example.text"))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.show_text.setText(texts("example.show_text"))
        self.save_button.setText(texts("example.save"))
        self.cancel.setText(texts("example.cancel"))
        self.picture.setMinimumSize(_PICTURE)
        hidden = label("soft", wraps=True)
        hidden.setText(texts("example.hidden"))
        hidden.setVisible(self._seat is not None)
        left = QVBoxLayout()
        for part in (said["name"], self.name, said["first"], self.first, said["last"], self.last):
            left.addWidget(part)
        left.addWidget(self.picture, 1)
        left.addWidget(hidden)
        right = QVBoxLayout()
        right.addWidget(expected)
        right.addWidget(self.list, 1)
        right.addWidget(self.show_text)
        right.addWidget(self.text, 1)
        right.addWidget(said["place"])
        right.addWidget(self.place)
        left.setSpacing(_GAP)
        right.setSpacing(_GAP)
        body = QHBoxLayout()
        body.setSpacing(WIDE_SPACE)
        body.addLayout(left, 2)
        body.addLayout(right, 3)
        for box in (self.first, self.last, self.place):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(24)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_SPACE, WIDE_SPACE, WIDE_SPACE, WIDE_SPACE)
        column.setSpacing(SPACE)
        column.addLayout(body, 1)
        column.addWidget(self.problem)
        column.addLayout(row(self.cancel, self.save_button, stretch_after=0))
        self.text.hide()
        self.save_button.setAutoDefault(False)
        self.cancel.setAutoDefault(False)
        self.resize(QSize(900, 560).boundedTo(self._room - QSize(40, 40)))

    def _fill(self) -> None:
        for box in (self.first, self.last):
            if box is self.first:
                box.addItem(self._texts("example.no_move"), _NOTHING)
            for number, move in enumerate(self._moves):
                box.addItem(self._sentence(move), number)
        self.first.setCurrentIndex(self.first.count() - 1)
        self.last.setCurrentIndex(self.last.count() - 1)
        for place in self._places:
            key = "example.place.house" if place.title is not None else "example.place.game"
            self.place.addItem(self._texts(key, title=place.title or ""), place)

    def _connect(self) -> None:
        self.first.currentIndexChanged.connect(partial(self._choose_moves, self.first))
        self.last.currentIndexChanged.connect(partial(self._choose_moves, self.last))
        self.list.itemChanged.connect(self._show_text)
        self.list.itemClicked.connect(self._mark)
        self.name.textEdited.connect(self._take_title)
        self.show_text.toggled.connect(self.text.setVisible)
        self.cancel.clicked.connect(self.reject)
        self.save_button.clicked.connect(self._accept)

    # ---- the draft ----

    @property
    def _chosen(self) -> tuple[Move, ...]:
        first, last = self.first.currentData(), self.last.currentData()
        return () if first is None or first == _NOTHING else self._moves[first : (last or 0) + 1]

    def _choose_moves(self, changed: QComboBox, _index: int = 0) -> None:
        first, last = self.first.currentData(), self.last.currentData()
        if first != _NOTHING and last is not None and first > last:
            other = self.last if changed is self.first else self.first
            other.setCurrentIndex(other.findData(changed.currentData()))
            return
        self._write_draft()

    def _write_draft(self) -> None:
        moves = self._chosen
        self.last.setEnabled(bool(moves))
        self._draft, problem = None, ""
        try:
            self._draft = draft_example(self._pack, self._match, moves, self._seat)
        except NoExampleError as error:
            earlier = self.first.currentData()
            if error.key == "unasked" and moves and earlier > 0:  # an action of which these moves are a part
                self.first.setCurrentIndex(self.first.findData(earlier - 1))
                return
            problem = self._texts(f"example.problem.{error.key}")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.save_button.setEnabled(self._draft is not None)
        if not self._titled:
            self.name.setText(self._proposed_title(moves))
        self.list.blockSignals(True)
        self.list.clear()
        for number, each in enumerate(self._draft.expectations if self._draft is not None else ()):
            item = QListWidgetItem(self._expected(each), self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if each.proposed else Qt.CheckState.Unchecked)
            item.setData(Qt.ItemDataRole.UserRole, number)
        self.list.blockSignals(False)
        self._show_picture(())
        self._show_text()

    def _show_picture(self, places: Sequence[str]) -> None:
        moves = self._chosen
        before = self._match.before(moves[0].first) if moves else self._match
        view = uncovered_view(before) if self._seat is None else before.view(self._seat)
        self.picture.setVisible(has_board(view))
        self.picture.show_position(view, self._context.look, self._context.theme, places)

    def _mark(self, item: QListWidgetItem) -> None:
        """Mark the places that an expectation speaks of."""
        if self._draft is not None:
            each = self._draft.expectations[item.data(Qt.ItemDataRole.UserRole)]
            self._show_picture(each.text.replace(":", " ").replace(",", " ").replace(")", " ").split())

    def _is_ticked(self, number: int) -> bool:
        return self.list.item(number).checkState() == Qt.CheckState.Checked

    def written(self) -> str:
        """Return the example as it is ticked; empty if these moves make none."""
        title = free_title(self.name.text().strip(), self._place.path)
        return example_text(self._draft, title, self._is_ticked) if self._draft is not None else ""

    @property
    def _place(self) -> ExamplePlace:
        return self._places[self.place.currentIndex()]

    def _show_text(self) -> None:
        self.text.setPlainText(self.written())

    def _take_title(self) -> None:
        self._titled = True
        self._show_text()

    def _accept(self) -> None:
        text = self.written()
        if text:
            self.accept()
            self._save(self._place, text)

    # ---- words ----

    def _sentence(self, move: Move) -> str:
        said = self._texts("example.move", player=self._context.player(move.player), move=self._move(move))
        return said if len(said) <= _LETTERS else f"{said[: _LETTERS - 1]}…"

    def _move(self, move: Move) -> str:
        return self._said(move.action, move.values)

    def _said(self, action: str, values: Sequence[str]) -> str:
        declared = self._pack.rules.actions.get(action)
        if declared is None:
            return self._context.words.name(action)
        args = tuple(zip((each.name for each in declared.params), values, strict=False))
        return self._context.words.condition(FailedCondition(action, declared.text, args)).rstrip(".")

    def _proposed_title(self, moves: Sequence[Move]) -> str:
        return self._move(moves[-1]) if moves else self._texts("example.position")

    def _expected(self, each: Expectation) -> str:
        texts, words = self._texts, self._context.words
        match each.sort:
            case "offers":
                action, values = each.move
                offered = each.text.partition(" offers")[2].strip()
                listed = offered.rstrip(";").split(";") if ";" in offered else offered.split()
                said = ", ".join(words.text(value.strip()) for value in listed)
                return texts("example.expect.offers", move=self._said(action, values), values=said)
            case "refused":
                action, values = each.move
                declared = self._pack.rules.actions[action]
                args = tuple(zip((param.name for param in declared.params), values, strict=False))
                name = each.condition.rpartition(".")[2]
                needs = [line for line in declared.lines if line.name == name]
                message = getattr(needs[0], "message", "") if needs else ""
                reason = words.condition(FailedCondition(each.condition, message, args))
                return texts("example.expect.refused", move=self._said(action, values), reason=reason)
            case _:
                head, _, contents = each.text.partition(": ")
                if contents == NOTHING:
                    return texts("example.expect.empty", what=words.text(head))
                stands = self._context.named(words.text(head), words.text(contents)) if contents else words.text(head)
                return texts("example.expect.stands", what=stands)


def save_example_dialog(
    parent: QWidget, context: TableContext, pack: Ruleset, match: Match, choices: int | None, seat: str,
    places: Sequence[ExamplePlace], save: Callable[[ExamplePlace, str], object],
) -> ExampleDialog:  # fmt: skip
    """Return the dialog for the moves of a match up to a number of choices (None: all), as the player of `seat` may
    know them: while a match with secrets goes on, nothing else is shown."""
    tells = match.over or not match.view(seat).secrets
    shown = match if choices is None or choices >= match.common_choices else _up_to(match, choices)
    known = None if tells else seat
    return ExampleDialog(parent, context, pack, shown, moves_of(shown, known), known, places, save)


def _up_to(match: Match, choices: int) -> Match:
    number = next(n for n, snapshot in enumerate(match.past) if snapshot.made >= choices)
    return match.before(number)
