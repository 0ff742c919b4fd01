"""Window with the whole state of a match as one seat may know it, in words: values, zones, places, turn and question.

It is made from a view, so it shows nothing that the seat may not know; what the rules hide is listed as hidden. What
the last choice has changed is marked, with what was there before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.base.widgets import SPACE, CheckBox, capital, label, row, set_window_title
from app.table.context import TableContext
from app.table.panels.descriptions import describe_counter, describe_piece
from dsl.match.view import BoardView, CellView, DecisionView, PieceView, View, ZoneView

_SIZE = 620, 560  #: pixels
_KEY = Qt.ItemDataRole.UserRole
_NAME, _NOW, _BEFORE = range(3)  #: columns


@dataclass(frozen=True, slots=True)
class StateRow:
    """One part of the state."""

    key: str  #: identifies it in two views of one match
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class StateSection:
    """Parts of the state that belong together: to the match, to a player, to a board."""

    key: str
    title: str
    rows: tuple[StateRow, ...]


def state_of(view: View, context: TableContext) -> tuple[StateSection, ...]:
    """Return the whole state in a view in words. Equal views have equal states."""
    texts = context.texts
    found = [
        StateSection("match", texts("state.match"), tuple(_match_rows(view, context))),
        *(
            StateSection(
                f"seat {seat.colour}", context.player(seat.colour), tuple(_seat_rows(view, seat.colour, context))
            )
            for seat in view.seats
        ),
        StateSection("common", texts("state.common"), tuple(_common_rows(view, context))),
    ]
    found += [
        StateSection(f"board {board.name}", _board_title(board, view, context), tuple(_board_rows(board, context)))
        for board in view.boards
    ]
    return tuple(section for section in found if section.rows)


def changed_keys(now: Iterable[StateSection], before: Iterable[StateSection]) -> dict[str, str]:
    """Return what was there before in all rows that have another value now, by key; empty for rows that are new."""
    then = {each.key: each.value for section in before for each in section.rows}
    return {
        each.key: then.get(each.key, "") for section in now for each in section.rows if then.get(each.key) != each.value
    }


# ---- rows -----------------------------------------------------------------------------------------------------------


def _match_rows(view: View, context: TableContext) -> Iterator[StateRow]:
    texts, words = context.texts, context.words
    yield StateRow("position", texts("state.choices"), str(view.position))
    yield StateRow("turn", texts("state.turn"), str(view.turn))
    active = context.player(view.active) if view.active else texts("state.none")
    yield StateRow("active", texts("state.active"), active)
    yield StateRow(
        "phase", texts("state.phase"), capital(words.anchor(view.phase)) if view.phase else texts("state.none")
    )
    for decision in view.decisions:
        yield StateRow(f"asked {decision.seat}", texts("state.asked"), _question(decision, context))
    if view.outcome is not None:
        ranks = (f"{line.place}. {context.player(line.seat)}" for line in view.outcome.ranking)
        yield StateRow("outcome", texts("state.over"), ", ".join(ranks))
    if view.given_up:
        yield StateRow("given up", texts("state.given_up"), ", ".join(map(context.player, view.given_up)))


def _question(decision: DecisionView, context: TableContext) -> str:
    """Return who is asked, by which rule, and what is left to pay with."""
    words = context.words
    said = [context.player(decision.seat)]
    if decision.rule:
        said.append(capital(words.anchor(decision.rule)))
    said += [f"{amount} {words.name(name.rpartition('.')[2], amount)}" for name, amount in decision.budget]
    return " · ".join(dict.fromkeys(said))


def _seat_rows(view: View, colour: str, context: TableContext) -> Iterator[StateRow]:
    texts, words = context.texts, context.words
    seat = next(each for each in view.seats if each.colour == colour)
    if not seat.in_play:
        yield StateRow(f"{colour} out", texts("state.in_play"), texts("state.no"))
    known = dict(seat.values)
    shares = any(colour in team[1:] for team in view.teams)  # what a team has is shown with its first player
    declared = [name for name, owner in context.declared() if owner == "player" and not (shares and name not in known)]
    for name in dict.fromkeys((*known, *declared)):
        yield StateRow(f"{colour} value {name}", capital(words.name(name)), _value(known.get(name), context))
    for counter, amount in seat.reserves:
        name = texts("state.reserve", thing=capital(words.name(counter, 2)))
        yield StateRow(f"{colour} reserve {counter}", name, str(amount))
    for zone in view.zones:
        if zone.owner == colour:
            yield _zone_row(zone, context)


def _common_rows(view: View, context: TableContext) -> Iterator[StateRow]:
    texts, words = context.texts, context.words
    known = dict(view.values)
    for name in dict.fromkeys((*known, *(name for name, owner in context.declared() if not owner))):
        variable, _, of = name.partition(" of ")
        title = capital(words.name(variable))
        named = context.named(title, words.name(of)) if of else title
        yield StateRow(f"value {name}", named, _value(known.get(name), context))
    for counter, kind, amount in view.reserves:
        name = texts("state.reserve", thing=capital(words.name(counter, 2)))
        yield StateRow(
            f"reserve {counter} {kind}", context.named(name, context.player(kind)) if kind else name, str(amount)
        )
    for zone in view.zones:
        if zone.owner not in view.colours:
            yield _zone_row(zone, context)


def _zone_row(zone: ZoneView, context: TableContext) -> StateRow:
    """Return a zone with its contents; pieces that the seat does not know are counted as hidden."""
    texts, words = context.texts, context.words
    title = capital(words.name(zone.name))
    owner = f"{zone.owner} " if zone.owner else ""
    if not zone.pieces:
        return StateRow(f"{owner}zone {zone.name}", title, texts("state.empty"))
    counted = Counter(_card(piece, context) for piece in zone.pieces if piece.kind)
    said = [
        texts("thing.amount", amount=amount, thing=name) if amount > 1 else name for name, amount in counted.items()
    ]
    if hidden := sum(not piece.kind for piece in zone.pieces):
        said.append(texts("state.hidden_pieces", n=hidden))
    text = context.named(str(zone.size), ", ".join(said)) if len(said) > 1 else said[0]
    return StateRow(f"{owner}zone {zone.name}", title, text)


def _card(piece: PieceView, context: TableContext) -> str:
    marks = context.words.marks(piece.piece, dict(piece.facing))
    return " ".join(part for part in (context.words.name(piece.kind), marks) if part)


def _board_rows(board: BoardView, context: TableContext) -> Iterator[StateRow]:
    for cell in board.cells:
        if said := "; ".join(_cell_facts(cell, context)):
            named = context.words.name(cell.place)
            yield StateRow(f"{board.name} {cell.place}", capital(named) if named != cell.place else named, said)


def _cell_facts(cell: CellView, context: TableContext) -> Iterator[str]:
    """Yield what a place is, what it holds, and its values."""
    words = context.words
    if cell.kind:
        yield words.name(cell.kind)
    things = [describe_piece(piece, context) for piece in cell.pieces]
    things += [describe_counter(counter, context) for counter in cell.counters]
    for thing in things:
        yield f"{thing.title} ({', '.join(thing.facts)})" if thing.facts else thing.title
    for name, value in cell.values:
        yield context.named(words.name(name), words.text(value))


def _value(text: str | None, context: TableContext) -> str:
    """Return the value of a variable in words; None is a value that the seat may not see."""
    if text is None:
        return context.texts("state.hidden")
    if not text:
        return context.texts("state.empty")
    return context.words.text(text)


def _board_title(board: BoardView, view: View, context: TableContext) -> str:
    if len(view.boards) == 1 and not context.words.is_named(board.name):
        return context.texts("table.cells.title")
    return capital(context.words.name(board.name))


# ---- the window -----------------------------------------------------------------------------------------------------


class StateInspector(QDialog):
    """Window with the state as the seat at the screen may know it; it stays beside the table and follows it."""

    def __init__(self, parent: QWidget, context: TableContext) -> None:
        super().__init__(parent)
        self._context = context
        self.resize(*_SIZE)
        self.search, self.only_changes, self.whose = QLineEdit(), CheckBox(), label("soft", wraps=True)
        self.nothing = label("soft", wraps=True)  #: below an empty list
        self.search.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(3)
        self.tree.setAlternatingRowColors(True)
        self.tree.setWordWrap(True)
        self.tree.setUniformRowHeights(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NOW, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_BEFORE, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(_BEFORE, _SIZE[0] // 4)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._tops: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []  #: of the sections, with their rows
        self._shown: tuple[View | None, View | None] = None, None
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        column.setSpacing(SPACE)
        column.addWidget(self.whose)
        column.addLayout(row(self.search, self.only_changes))
        column.addWidget(self.tree, 1)
        column.addWidget(self.nothing)
        self.search.textChanged.connect(self._filter)
        self.only_changes.toggled.connect(self._filter)
        self.set_context(context)

    def set_context(self, context: TableContext) -> None:
        """Change the language."""
        self._context, texts = context, context.texts
        set_window_title(self, texts("state.title"))
        self.search.setPlaceholderText(texts("state.search"))
        self.search.setAccessibleName(texts("state.search"))
        self.only_changes.setText(texts("state.only_changes"))
        self.nothing.setText(texts("state.nothing_found"))
        self.tree.setAccessibleName(texts("state.title"))
        self.tree.setHeaderLabels([texts("state.column.name"), texts("state.column.now"), texts("state.column.before")])
        self.show_state(*self._shown)

    def show_state(self, view: View | None, before: View | None) -> None:
        """Show the state in a view, and what is another than in the view before; None: the table is hidden now."""
        self._shown = view, before
        texts = self._context.texts
        if view is None:
            self.whose.setText(texts("state.covered"))
            self._fill(())
            self._filter()
            return
        seat = self._context.player(view.seat) if view.seat else ""
        self.whose.setText(texts("state.seen_by", player=seat) if seat else texts("state.seen_by_all"))
        sections = state_of(view, self._context)
        self._fill(sections)
        then = state_of(before, self._context) if before is not None else sections
        self._mark(changed_keys(sections, then))
        self._filter()

    def _fill(self, sections: tuple[StateSection, ...]) -> None:
        """Show sections; items that stay keep the place of the cursor."""
        rows = {each.key: each for section in sections for each in section.rows}
        if tuple(rows) != tuple(self._items) or len(self._tops) != len(sections):
            self._rebuild(sections)
        for (top, _), section in zip(self._tops, sections, strict=True):
            top.setText(_NAME, section.title)
        for key, each in rows.items():
            for column, text in ((_NAME, each.name), (_NOW, each.value)):
                if self._items[key].text(column) != text:
                    self._items[key].setText(column, text)

    def _rebuild(self, sections: tuple[StateSection, ...]) -> None:
        current = self.tree.currentItem()
        kept = current.data(_NAME, _KEY) if current is not None else None
        closed = {item.data(_NAME, _KEY) for item, _ in self._tops if not item.isExpanded()}
        self.tree.clear()
        self._items, self._tops = {}, []
        for section in sections:
            top = QTreeWidgetItem(self.tree)
            top.setData(_NAME, _KEY, section.key)
            top.setFirstColumnSpanned(True)
            font = QFont(top.font(_NAME))
            font.setBold(True)
            top.setFont(_NAME, font)
            top.setExpanded(section.key not in closed)
            if section.key == kept:
                self.tree.setCurrentItem(top)
            for each in section.rows:
                item = self._items[each.key] = QTreeWidgetItem(top)
                item.setData(_NAME, _KEY, each.key)
                if each.key == kept:
                    self.tree.setCurrentItem(item)
            self._tops.append((top, [self._items[each.key] for each in section.rows]))

    def _mark(self, changed: dict[str, str]) -> None:
        """Mark the rows that the last choice has changed: by what was there, and by their weight."""
        for key, item in self._items.items():
            was = changed.get(key)
            before = "" if was is None else was or self._context.texts("state.nothing")
            if item.text(_BEFORE) != before:
                item.setText(_BEFORE, before)
                font = QFont(item.font(_NOW))
                font.setBold(bool(before))
                item.setFont(_NOW, font)

    @property
    def rows(self) -> dict[str, tuple[str, str]]:
        """The values of all rows that are shown, and those before of the changed ones, by name."""
        found = {}
        for top, items in self._tops:
            for item in items:
                if not item.isHidden():
                    found[f"{top.text(_NAME)}: {item.text(_NAME)}"] = item.text(_NOW), item.text(_BEFORE)
        return found

    def _filter(self) -> None:
        """Show the rows with the text that is searched for; all without one."""
        wanted, changes = self.search.text().casefold(), self.only_changes.isChecked()
        for top, items in self._tops:
            shown = 0
            for item in items:
                text = f"{top.text(_NAME)} {item.text(_NAME)} {item.text(_NOW)}".casefold()
                fits = wanted in text and (bool(item.text(_BEFORE)) or not changes)
                item.setHidden(not fits)
                shown += fits
            top.setHidden(not shown)
        self.nothing.setVisible(self._shown[0] is not None and all(top.isHidden() for top, _ in self._tops))
