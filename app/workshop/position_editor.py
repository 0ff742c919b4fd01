"""Editor of positions: a board, the box with its things, zones and values, and whose turn it is. The position is saved
as an example, or a match begins at it.

A thing goes from the box to a place by dragging it, or by choosing it and then the place; from place to place by
dragging, and back into the box by dragging it off the board or with Delete.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QDropEvent, QIcon, QKeyEvent, QKeySequence, QPainter, QPixmap, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.widgets import (
    SPACE,
    ComboBox,
    FlowLayout,
    button,
    card,
    label,
    name_tab,
    row,
    set_row_tip,
    set_window_title,
)
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.context import TableContext
from app.table.model.things import Marks, Thing
from app.table.painting.palette import table_palette, table_style_sheet
from app.table.painting.thing_pictures import Surroundings, paint_thing
from app.workshop.example_dialog import ExampleDialog
from app.workshop.example_files import ExamplePlace
from dsl.i18n.notation_words import NotationWords
from dsl.match.journal import SetUpPosition
from dsl.match.match import Match
from dsl.match.position_draft import BoxThing, PositionDraft, RefusedChange, WrittenValue
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.view import CounterView, PieceView

_ICON = 40  #: pixels of the side of a thing in the box

Save = Callable[[ExamplePlace, str], object]
#: Begins a match at a position, for a number of players and with options.
Play = Callable[[int, Mapping[str, int], SetUpPosition], object]


@dataclass(frozen=True, slots=True)
class EditedMatch:
    """What an editor of positions begins with: a number of players, options, and perhaps the position of a match."""

    players: int
    options: Mapping[str, int] = field(default_factory=dict)  #: those that differ from the rulebook
    match: Match | None = None  #: None: the board is empty
    course: tuple[tuple[str, int], ...] = ()  #: that has led to the position of the match (`SetUpPosition.course`)
    at: str = ""  #: the name of the course


class PositionEditor(QDialog):
    """Dialog in which a position is put together, saved as an example, and played."""

    def __init__(
        self, parent: QWidget, pack: Ruleset, make_context: Callable[[int, Mapping[str, int]], TableContext],
        places: Sequence[ExamplePlace], save: Save, edited: EditedMatch | None = None, play: Play | None = None,
        play_key: str = "position.play",
    ) -> None:  # fmt: skip
        """`make_context` returns language, look and theme for a number of players and options; `save` gets the place
        and the text of an example; `play` begins a match (`play_key` is the text of its button), then the dialog
        closes."""
        super().__init__(parent)
        self._room = parent.window().size()
        self._pack, self._make_context, self._places, self._save = pack, make_context, tuple(places), save
        self._edited, self._play, self._play_key = edited or EditedMatch(pack.rules.players[1]), play, play_key
        self._players = self._edited.players
        self._context = self._context_for(self._players)
        self._texts = self._context.texts
        self._begin_draft()
        self._lifted: tuple[str, Thing | None] | None = None  #: what is dragged on the board: its place, the thing
        self._over = ""  #: the place under the pointer
        self._refused: RefusedChange | None = None  #: the last change, if it was refused
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.scene = BoardScene(self._context.look)
        self.board = BoardGraphicsView(self.scene)
        self.box, self.values, self.tabs = _BoxList(), QTableWidget(0, 2), QTabWidget()
        self.number, self.turn = ComboBox(), ComboBox()
        self.status = label("soft", wraps=True)
        self.clear, self.setup, self.cancel = button(), button(), button()
        self.save_button, self.play_button = button("primary" if play is None else ""), button("primary")
        self._number_label, self._turn_label = label("soft"), label("soft")
        self._how = label("soft", wraps=True)
        self._lay_out()
        self._name_parts()
        self._connect()
        self._start()
        if self._edited.match is not None:
            self._show(self.draft.take_from(self._edited.match))

    def _context_for(self, players: int) -> TableContext:
        return self._make_context(players, self._options(players))

    def _options(self, players: int) -> dict[str, int]:
        try:
            return self._pack.options(players, self._edited.options)
        except OptionError:
            return self._pack.defaults(players)

    def _begin_draft(self) -> None:
        """Begin with an empty board for the number of players."""
        self.draft = PositionDraft(self._pack, self._players, self._options(self._players))
        self._notation = NotationWords(self._context.words, self.draft.match.program)

    def retranslate(self) -> None:
        """Take another language, look or theme; the position stays."""
        self._context = self._context_for(self._players)
        self._texts = self._context.texts
        self._notation = NotationWords(self._context.words, self.draft.match.program)
        self.scene.set_look(self._context.look)
        self._name_parts()
        chosen, self.box.things = self.box.currentRow(), []  # their pictures have other colours
        self._fill_turn()
        self._show(self._refused)
        self.box.setCurrentRow(chosen)

    def _lay_out(self) -> None:
        self.board.setAcceptDrops(True)
        self.board.viewport().setAcceptDrops(True)
        self.board.viewport().installEventFilter(self)
        self.values.verticalHeader().hide()
        self.values.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        side, column = card()
        column.addLayout(row(self._number_label, self.number, stretch_after=1))
        column.addLayout(row(self._turn_label, self.turn, stretch_after=1))
        column.addWidget(self.tabs, 1)
        column.addWidget(self._how)
        self.play_button.setVisible(self._play is not None)
        side.setMinimumWidth(300)
        body = QHBoxLayout()
        body.setSpacing(SPACE)
        body.addWidget(self.board, 3)
        body.addWidget(side, 2)
        whole = QVBoxLayout(self)
        whole.setSpacing(SPACE)
        whole.addLayout(body, 1)
        whole.addWidget(self.status)
        below, ends = row(self.clear, self.setup), FlowLayout(at_end=True)  # in two rows where large text needs them
        for each in (self.cancel, self.save_button, self.play_button):
            ends.addWidget(each)
        below.addLayout(ends, 1)
        whole.addLayout(below)
        for each in (self.clear, self.setup, self.save_button, self.play_button, self.cancel):
            each.setAutoDefault(False)
        self.resize(QSize(1100, 700).boundedTo(self._room - QSize(40, 40)))

    def _name_parts(self) -> None:
        """Set the texts that do not depend on the position, and the colours."""
        texts = self._texts
        set_window_title(self, texts("position.title"))
        self.setStyleSheet(table_style_sheet(self._context.theme))
        self.scene.set_name_lookup(self._context.words.name)
        self.board.set_accessible_texts(texts("position.board"), lambda place, _: self._notation.show(place))
        for box, text, key in ((self.number, self._number_label, "number"), (self.turn, self._turn_label, "turn")):
            box.setAccessibleName(texts(f"position.{key}"))
            text.setText(texts(f"position.{key}"))
        self._how.setText(texts("position.how"))
        for part, key in ((self.box, "box"), (self.values, "values")):
            part.setAccessibleName(texts(f"position.{key}"))
            name_tab(self.tabs, part, texts(f"position.{key}"))
        self.values.setHorizontalHeaderLabels([texts("position.what"), texts("position.contents")])
        for made, key in (
            (self.clear, "position.clear"), (self.setup, "position.from_setup"), (self.save_button, "example.title"),
            (self.cancel, "position.close"), (self.play_button, self._play_key),
        ):  # fmt: skip
            made.setText(texts(key))

    def _connect(self) -> None:
        self.scene.activated.connect(self._put_chosen)
        self.scene.drag_started.connect(self._lift)
        self.scene.dragged.connect(self._move)
        self.scene.cancelled.connect(self._drop_beside)
        self.scene.hovered.connect(self._hover)
        self.values.itemChanged.connect(self._write)
        self.number.activated.connect(self._change_players)
        self.turn.activated.connect(self._change_turn)
        self.clear.clicked.connect(self._clear)
        self.setup.clicked.connect(self._take_setup)
        self.save_button.clicked.connect(self._save_example)
        self.play_button.clicked.connect(self._play_from_here)
        self.cancel.clicked.connect(self.reject)
        for key in (QKeySequence(Qt.Key.Key_Delete), QKeySequence(Qt.Key.Key_Backspace)):
            shortcut = QShortcut(key, self.board)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._delete)

    def _start(self) -> None:
        """Fill the lists for a number of players."""
        self.number.clear()
        for number in self._pack.numbers:
            self.number.addItem(str(number), number)
        self.number.setCurrentIndex(self.number.findData(self._players))
        self._fill_turn()
        self._show(None)

    def _fill_turn(self) -> None:
        self.turn.clear()
        for colour in self.draft.colours:
            self.turn.addItem(self._context.words.player(colour), colour)

    # ---- showing ----

    def _show(self, refused: RefusedChange | None) -> None:
        """Show the position, and why the last change was refused."""
        self._refused = refused
        self.scene.set_table_palette(table_palette(self._context.theme))
        view = self.draft.view()
        empty = {cell.place for board in view.boards for cell in board.cells if not cell.pieces and not cell.counters}
        self.scene.show_state(view, Marks(hints=frozenset(empty)))
        self.turn.setCurrentIndex(self.turn.findData(self.draft.player))
        self._show_box()
        self._show_values()
        texts = self._texts
        if refused is not None:
            self.status.setText(texts("position.refused", why=self._why(refused)))
        elif self._play is not None:
            self.status.setText(texts("position.playable", button=texts(self._play_key)))
        else:
            self.status.setText(texts("position.possible"))

    def _why(self, refused: RefusedChange) -> str:
        values = {name: text or "none" for name, text in refused.values.items()}
        shown = values | {name: self._notation.show(values[name]) for name in ("place", "thing") if name in values}
        if values.get("owner", "none") != "none":
            shown["owner"] = self._context.words.owner(values["owner"])
        return self._texts(f"position.why.{refused.reason}", **shown)

    def _show_box(self) -> None:
        chosen = self.box.currentRow()
        shapes = {board.name: board.shape for board in self.draft.match.program.layout.boards.values()}
        things = list(self.draft.box())
        if self.box.things != [thing for thing, _ in things]:
            self.box.clear()
            self.box.things = [thing for thing, _ in things]
            for thing in self.box.things:
                QListWidgetItem(self._icon(thing, shapes.get(thing.board, "")), "", self.box)
        for number, (thing, left) in enumerate(things):
            item = self.box.item(number)
            item.setText(self._texts("position.left", thing=self._said(thing), n=left))
            flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
            item.setFlags(flags | Qt.ItemFlag.ItemIsEnabled if left > 0 else flags)
        self.box.setCurrentRow(min(max(chosen, 0), self.box.count() - 1))

    def _said(self, thing: BoxThing) -> str:
        words = self._context.words
        parts = [words.name(thing.kind or thing.name)]
        parts += [words.name(thing.state)] if thing.state else []
        parts += [words.player(thing.owner) if thing.owner in self.draft.colours else words.name(thing.owner)] * bool(
            thing.owner
        )
        text = ", ".join(parts)
        return text[:1].upper() + text[1:]

    def _icon(self, thing: BoxThing, shape: str) -> QIcon:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(round(_ICON * ratio), round(_ICON * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        shown = (
            PieceView(thing.name, thing.kind, thing.owner)
            if thing.sort == "piece"
            else CounterView(thing.name, thing.owner, thing.state, 1)
        )
        painter = QPainter(pixmap)
        paint_thing(painter, QRectF(0, 0, _ICON, _ICON), shown, self._context, Surroundings(shape))
        painter.end()
        icon = QIcon(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
        return icon

    def _show_values(self) -> None:
        written = list(self.draft.written())
        self.values.blockSignals(True)
        self.values.setRowCount(len(written))
        for number, each in enumerate(written):
            head = QTableWidgetItem(self._context.words.text(each.head))
            contents = QTableWidgetItem(self._notation.show(each.text) if each.text else "")
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            set_row_tip(contents, contents.text())
            head.setData(Qt.ItemDataRole.UserRole, each)
            self.values.setItem(number, 0, head)
            self.values.setItem(number, 1, contents)
            if each.choices:
                box = self._choice(each)
                self.values.setCellWidget(number, 1, box)
                self.values.setRowHeight(number, box.sizeHint().height() + 2)
            else:
                self.values.removeCellWidget(number, 1)
        self.values.blockSignals(False)

    def _choice(self, each: WrittenValue) -> QComboBox:
        """Return the list of a value that has few."""
        box = ComboBox()
        box.setAccessibleName(self._context.words.text(each.head))
        for value in each.choices:
            box.addItem(self._context.words.text(value), value)
        box.setCurrentIndex(box.findData(each.text))
        box.activated.connect(lambda: self._choose_value(each.head, box.currentData()))
        return box

    def _choose_value(self, head: str, value: str) -> None:
        # The list that was used is deleted when the values are shown again.
        QTimer.singleShot(0, self, lambda: self._show(self.draft.write(head, value)))

    # ---- changes ----

    def _put_chosen(self, place: str, _thing: Thing | None) -> None:
        """Put the chosen thing of the box on a place."""
        chosen = self.box.chosen
        if chosen is not None:
            self._show(self.draft.put(chosen, place))

    def _lift(self, place: str, thing: Thing | None) -> None:
        self._lifted, self._over = (place, thing), place

    def _hover(self, place: str, _thing: Thing | None) -> None:
        self._over = place

    def _move(self, place: str, thing: Thing | None, goal: str) -> None:
        self._lifted = None
        self._show(self.draft.move(place, partial(_fits, thing), goal))

    def _drop_beside(self) -> None:
        """Put what was dragged off the board back into the box."""
        lifted, self._lifted = self._lifted, None
        if lifted is not None and self._over != lifted[0]:
            self._show(self.draft.take_away(lifted[0], partial(_fits, lifted[1])))

    def _delete(self) -> None:
        spot = self.board.current_spot
        if spot is not None and spot.place:
            self._show(self.draft.take_away(spot.place, partial(_fits, spot.thing)))

    def _write(self, item: QTableWidgetItem) -> None:
        head = self.values.item(item.row(), 0)
        if item.column() == 1 and head is not None:
            each = head.data(Qt.ItemDataRole.UserRole)
            typed = self._notation.read(item.text().strip())
            nothing = each.sort == "zone" and typed in ("none", "nothing")
            self._show(self.draft.write(each.head, "" if nothing else typed))

    def _change_players(self) -> None:
        self._players = self.number.currentData()
        self._context = self._context_for(self._players)
        self.scene.set_look(self._context.look)
        self._begin_draft()
        self.box.things = []
        self._start()

    def _change_turn(self) -> None:
        self.draft.set_player(self.turn.currentData())
        self._show(None)

    def _clear(self) -> None:
        self.draft.clear()
        self._show(None)

    def _take_setup(self) -> None:
        match = self._pack.start(self._players, self._options(self._players), secrets.randbits(32))
        self._show(self.draft.take_from(match))

    def _save_example(self) -> None:
        ExampleDialog(
            self, self._context, self._pack, self.draft.match, (), None, self._places, self._save
        ).open()  # fmt: skip

    def _play_from_here(self) -> None:
        """Begin a match at the position: where the rules were in the match that it was taken from, if it is the same
        player's turn."""
        if self._play is None:
            return
        edited, player = self._edited, self.draft.player
        taken = edited.match.question if edited.match is not None else None
        same = taken is not None and taken.seat == player and self._players == edited.players
        course = edited.course if same else ()
        start = SetUpPosition(self.draft.items, player, secrets.randbits(64), course, edited.at)
        self._play(self._players, edited.options, start)

    # ---- drag and drop, keys ----

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: the board takes things that are dragged from the box."""
        if watched is self.board.viewport() and isinstance(event, QDropEvent) and event.source() is self.box:
            place = self.board.place_under(self.board.viewport().mapToGlobal(event.position().toPoint()))
            event.setAccepted(bool(place) or event.type() == QEvent.Type.DragEnter)
            if event.type() == QEvent.Type.Drop and place:
                self._put_chosen(place, None)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QDialog: Enter chooses on the board and in the lists; it does not close the dialog."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


class _BoxList(QListWidget):
    """List of the things in the box; they can be dragged onto the board."""

    def __init__(self) -> None:
        super().__init__()
        self.things: list[BoxThing] = []
        self.setIconSize(QSize(_ICON, _ICON))
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)

    @property
    def chosen(self) -> BoxThing | None:
        """The thing that is selected, if some of it is left."""
        item, number = self.currentItem(), self.currentRow()
        enabled = item is not None and bool(item.flags() & Qt.ItemFlag.ItemIsEnabled)
        return self.things[number] if enabled and 0 <= number < len(self.things) else None


def _fits(thing: Thing | None, each: BoxThing) -> bool:
    """Whether a thing of a position is the one on the board; None means the ground, which is a piece too."""
    if thing is None:
        return each.sort == "piece"
    if (thing.sort, thing.name) != (each.sort, each.name) or thing.owner not in ("", each.owner):
        return False
    if thing.sort == "piece":
        return thing.kind == (each.kind or each.name)  # without kinds the view names the piece
    return thing.state in ("", each.state) or not each.state
