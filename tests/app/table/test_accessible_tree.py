"""The table as a screen reader has it: names, roles, values and states, and what is announced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from app.base.announcements import ANNOUNCEMENTS
from tests.app.table.page_driver import thing_of
from tests.app.table.table_pages import BOT, OpenTable, TableOpener, first_of, until_deeds

Role = QAccessible.Role


def accessible(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def name(node: QAccessibleInterface) -> str:
    return node.text(QAccessible.Text.Name)


def children(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    for number in range(node.childCount()):
        child = node.child(number)
        if child is not None:
            yield child


def everything(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    yield node
    for child in children(node):
        yield from everything(child)


def following(first: QWidget) -> Iterator[QWidget]:
    """Yield the widgets to which Tab goes from the first one."""
    each = first
    while True:
        if each.isVisible() and each.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield each
        each = each.nextInFocusChain()
        if each is first:
            return


def part_of(widget: QWidget, opened: OpenTable) -> str:
    """Return the part of the table that contains a widget; empty for another one."""
    layout = opened.page.table_layout
    parts = {
        "board": layout.board,
        "answers": layout.prompt.answers,
        "prompt": layout.prompt,
        "players": layout.players,
        "zones": layout.zones,
        "tabs": layout.tabs,
    }
    return next((name for name, part in parts.items() if widget is part or part.isAncestorOf(widget)), "")


def heard(opened: OpenTable, qtbot: QtBot) -> list[tuple[str, bool]]:
    """Return a list to which each announcement is added."""
    found: list[tuple[str, bool]] = []
    ANNOUNCEMENTS.made.connect(lambda text, urgent: found.append((text, urgent)))
    opened.page.destroyed.connect(ANNOUNCEMENTS.made.disconnect)
    return found


@pytest.fixture
def screen_reader() -> Iterator[None]:
    """A screen reader runs, as far as the program can know."""
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(was_active)


def test_without_a_screen_reader_hidden_lists_get_their_rows_when_they_are_shown(
    qtbot: QtBot, open_table: TableOpener
) -> None:
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    layout = opened.page.table_layout
    assert [QListWidget.count(hidden) for hidden in (layout.moves, layout.cells)] == [0, 0]
    for hidden in (layout.moves, layout.cells):
        layout.show_list(hidden)
        assert QListWidget.count(hidden) > 0


@pytest.mark.usefixtures("screen_reader")
def test_the_table_is_complete_for_a_screen_reader(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    layout, driver = opened.page.table_layout, opened.driver
    announced = heard(opened, qtbot)

    # The board, and beside it the same as lists: a row for each cell and each possible move.
    assert name(accessible(layout.board)) == "Board"
    cells, moves, log = accessible(layout.cells), accessible(layout.moves), accessible(layout.log)
    assert [node.role() for node in (cells, moves, log)] == [Role.List] * 3
    assert [name(node) for node in (cells, moves, log)] == ["Board", "Moves", "Log"]
    filled = [cell for board in driver.view.boards for cell in board.cells if cell.pieces or cell.counters]
    rows = [name(row) for row in children(cells) if row.role() == Role.ListItem]
    assert all(any(row.startswith(f"{cell.place}: ") for row in rows) for cell in filled)
    assert any("Red: " in row and "herd" in row for row in rows)
    assert driver.decision is not None
    said = [name(row) for row in children(moves) if row.role() == Role.ListItem]
    assert len(said) == len(driver.decision.options) + sum(
        entry.possible and not entry.is_word for entry in driver.decision.entries
    )  # a row for each action, above its options
    assert any(row.startswith("Move  ·  costs 1 action point") for row in said)

    # The prompt: what is asked, and a button for each action, with its price and whether it is possible.
    assert layout.prompt.headline.text() in [name(node) for node in everything(accessible(layout.prompt))]
    buttons = [node for node in everything(accessible(layout.prompt)) if node.role() == Role.Button]
    assert all(name(button) for button in buttons)
    entry = first_of(opened, "move").entry
    move = layout.prompt.entry_button(entry)
    assert move is not None
    assert name(accessible(move)).startswith("Move: ")
    assert "Costs 1 action point" in name(accessible(move))
    assert accessible(move).state().focusable

    # Players with points, and cards by name.
    people = [name(accessible(row)) for row in layout.players.rows]
    assert people[0].startswith("Red, you, points: 0")
    assert people[0].endswith("to play")
    assert all("hand" in each for each in people)
    cards = [name(accessible(card)) for card in layout.zones.widgets]
    assert any(each.startswith("Draw pile: ") for each in cards)
    assert any(each.startswith("Your hand: ") for each in cards)

    # Every widget that takes the focus has a name.
    for widget in opened.page.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy().value and widget.focusProxy() is None:
            node = accessible(widget)
            assert name(node) or node.text(QAccessible.Text.Value), type(widget).__name__

    # Tab goes through the table in the order in which it is read.
    QApplication.processEvents()  # new buttons are laid out
    chain = list(dict.fromkeys(part for each in following(layout.board) if (part := part_of(each, opened))))
    assert chain == ["board", "answers", "prompt", "players", "zones", "tabs"]

    # A refusal interrupts; an accepted choice is answered by the next question.
    driver.click_board("0,0")
    qtbot.waitUntil(lambda: any(urgent for _, urgent in announced))
    refusal = next(text for text, urgent in announced if urgent)
    assert layout.status.text() == refusal
    announced.clear()
    option = first_of(opened, "move")
    driver.click(move)
    if option.value.place:
        driver.click_board(option.value.place, thing_of(option.value))
    assert (layout.prompt.headline.text(), False) in announced

    # The cards are made again with each view; the focus stays on the same card.
    opened.page.activateWindow()
    layout.zones.widgets[0].setFocus()
    qtbot.waitUntil(lambda: layout.zones.widgets[0].hasFocus())
    layout.zones.show_state(driver.view, frozenset())
    qtbot.waitUntil(lambda: layout.zones.widgets[0].hasFocus())
    layout.zones.clear()
    qtbot.waitUntil(lambda: (now := QApplication.focusWidget()) is not None and now.isVisible())


def test_what_an_opponent_does_is_announced(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table(BOT, "human")
    announced = heard(opened, qtbot)
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    log = opened.page.table_layout.log
    lines = [log.item(row).data(0x100) for row in range(log.count())]
    told = [line.spoken for line in lines if line.player == "red" and line.weight != "turn"]
    assert told
    said = " ".join(text for text, urgent in announced if not urgent)
    assert all(line in said for line in told[1:])
