"""Lists of the possible moves and of the cells in words, for screen readers and for players who prefer lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.base.widgets import TouchScrolling, capital, set_row_tip
from app.table.context import TableContext
from app.table.model.selection import Selection
from dsl.match.view import CellView, CounterView, EntryView, PieceView, View

_DATA = Qt.ItemDataRole.UserRole


class _FilledWhenRead(QListWidget):
    """List that gets its rows when it is shown or read: while it is hidden and no screen reader runs, a choice does not
    pay for them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        TouchScrolling(self)
        self._due: Callable[[], None] | None = None  #: makes the rows
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def count(self) -> int:
        """Override QListWidget: make the rows first."""
        self._make_rows()
        return super().count()

    def item(self, row: int) -> QListWidgetItem:
        """Override QListWidget: make the rows first."""
        self._make_rows()
        return super().item(row)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: make the rows."""
        self._make_rows()
        super().showEvent(event)

    def clear(self) -> None:
        """Override QListWidget: the rows that are due are not made any more."""
        self._due = None
        super().clear()

    def _make_rows_by(self, due: Callable[[], None]) -> None:
        self._due = due
        if self.isVisible() or QAccessible.isActive():  # a screen reader reads hidden lists, too
            self._make_rows()

    def _make_rows(self) -> None:
        if self._due is None:
            return
        due, self._due = self._due, None
        blocked = self.blockSignals(True)
        due()
        self.blockSignals(blocked)


class MovesList(_FilledWhenRead):
    """List of all options of the current choice, each as a sentence, below a row with the name of their action.

    Signals:
        chosen: An option was chosen by double click or Enter; carries its number. (A single click only highlights,
            because the list changes under the pointer as soon as something is chosen.)
        rule_requested: The row of an action was clicked, or Enter pressed in it; carries the entry of the decision.
        highlighted: The place of the option under the pointer or cursor, in a frozenset; empty for none.
    """

    chosen = Signal(int)
    rule_requested = Signal(int)
    highlighted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.itemActivated.connect(self._pick)
        self.itemClicked.connect(self._ask)
        self.itemEntered.connect(self._point)
        self.currentItemChanged.connect(self._point)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the options."""
        return tuple(row for row in range(self.count()) if isinstance(self.item(row).data(_DATA), tuple))

    def show_state(self, selection: Selection, context: TableContext) -> None:
        """Show the options of the choice in progress; with the keyboard focus, select the first."""
        self.setAccessibleName(context.texts("table.moves.title"))
        self._make_rows_by(partial(self._fill, selection, context))
        if self.hasFocus():
            self.focus_first()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: begin at the first option, not at the row of its action."""
        if self.currentRow() < 0:
            self.focus_first()
        super().focusInEvent(event)

    def focus_first(self) -> None:
        """Select the first option."""
        self.setCurrentRow(next(iter(self.rows), -1))

    def _fill(self, selection: Selection, context: TableContext) -> None:
        """Make a row for each action with its price, and below it its options."""
        self.clear()
        decision, options = selection.decision, selection.options
        if decision is None:
            return
        for entry in dict.fromkeys(option.entry for option in options):
            if not decision.entries[entry].is_word:
                self.addItem(_heading(entry, decision.entries[entry], context))
            for option in options:
                if option.entry == entry:
                    item = QListWidgetItem(context.words.option(option, decision))
                    item.setData(_DATA, (option.number, option.value.place))
                    self.addItem(item)

    def _pick(self, item: QListWidgetItem) -> None:
        data = item.data(_DATA)
        if isinstance(data, tuple):
            self.chosen.emit(data[0])
        else:
            self.rule_requested.emit(data)

    def _ask(self, item: QListWidgetItem) -> None:
        if not isinstance(item.data(_DATA), tuple):
            self.rule_requested.emit(item.data(_DATA))

    def _point(self, item: QListWidgetItem | None) -> None:
        data = item.data(_DATA) if item is not None else None
        place = data[1] if isinstance(data, tuple) else ""
        self.highlighted.emit(frozenset({place}) if place else frozenset())


def _heading(number: int, entry: EntryView, context: TableContext) -> QListWidgetItem:
    """Return the row of an action: its name and its price."""
    title = capital(context.words.short(entry))
    if entry.price:
        budget = context.words.name(entry.budget.rpartition(".")[2], entry.price)
        title = f"{title}  ·  {context.texts('table.prompt.price', price=entry.price, budget=budget)}"
    item = QListWidgetItem(title)
    font = item.font()
    font.setBold(True)
    item.setFont(font)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    set_row_tip(item, context.texts("table.moves.rule"))
    item.setData(_DATA, number)
    return item


class CellsList(_FilledWhenRead):
    """List of the cells that are not empty with their content, and of the reserves without an owner.

    Signals:
        chosen: A place was chosen by double click or Enter; carries it.
        highlighted: The place under the cursor, in a frozenset; empty for none.
    """

    chosen = Signal(str)
    highlighted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.itemActivated.connect(self._pick)
        self.currentItemChanged.connect(self._point)

    def show_state(self, view: View, selection: Selection, context: TableContext) -> None:
        """Show the cells of all boards, with a word for those that may be chosen."""
        self.setAccessibleName(context.texts("table.cells.title"))
        self._make_rows_by(partial(self._fill, view, selection, context))

    def _fill(self, view: View, selection: Selection, context: TableContext) -> None:
        kept = self.currentRow()
        self.clear()
        offered = {option.value.place for option in selection.on_board}
        for board in view.boards:
            for cell in board.cells:
                if cell.pieces or cell.counters or cell.place in offered:
                    item = QListWidgetItem(cell_text(cell, context, cell.place in offered))
                    item.setData(_DATA, cell.place)
                    self.addItem(item)
        for counter, kind, amount in view.reserves:
            words = context.texts("table.players.reserve", amount=amount, things=context.words.name(counter, amount))
            item = QListWidgetItem(context.named(context.player(kind), words) if kind else words)
            item.setData(_DATA, "")
            self.addItem(item)
        self.setCurrentRow(kept)

    def _pick(self, item: QListWidgetItem) -> None:
        if item.data(_DATA):
            self.chosen.emit(item.data(_DATA))

    def _point(self, item: QListWidgetItem | None) -> None:
        place = item.data(_DATA) if item is not None else ""
        self.highlighted.emit(frozenset({place}) if place else frozenset())


def cell_text(cell: CellView, context: TableContext, offered: bool = False) -> str:
    """Return a cell in words, named as on the board: "2,-1: marsh; red: 2 herons, 1 heron (spent)"."""
    things = [_piece(piece, context) for piece in cell.pieces] + [
        _counter(counter, context) for counter in cell.counters
    ]
    said = "; ".join(things) or context.texts("table.cells.empty")
    mark = context.texts("table.cells.offered") if offered else ""
    named = context.words.name(cell.place)
    return context.named(capital(named) if named != cell.place else named, f"{said}{mark}")


def _piece(piece: PieceView, context: TableContext) -> str:
    words = context.words.name(piece.kind or piece.piece)
    return context.named(context.player(piece.owner), words) if piece.owner else words


def _counter(counter: CounterView, context: TableContext) -> str:
    words = f"{counter.amount} {context.words.name(counter.counter, counter.amount)}"
    state = f" ({context.words.name(counter.state)})" if counter.state else ""
    return context.named(context.player(counter.owner), words + state) if counter.owner else words + state
