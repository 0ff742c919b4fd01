"""A place that a sentence names can be found on the board: its coordinates are written there meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QListWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.table.board.items import BoardCellItem
from app.table.board.scene import BoardScene
from app.table.layout.named_places import NamedPlaces
from tests.app.table.boards import fen, squares


class Beside(QWidget):
    """A message and a list beside a board."""

    def __init__(self, scene: BoardScene) -> None:
        super().__init__()
        self.message, self.rows = QWidget(self), QListWidget(self)
        self.words = QLabel(self.message)
        QVBoxLayout(self.message).addWidget(self.words)
        for each in (self.message, self.rows):
            each.hide()
        self.places = NamedPlaces(scene, (self.message, self.rows), self)


def named(scene: BoardScene) -> set[str]:
    """Return the places whose coordinates are written on them."""
    cells = [item for item in scene.items() if isinstance(item, BoardCellItem) and item.isVisible()]
    return {item.model.place for item in cells if item.model is not None and item.shows_place}


def opened(qtbot: QtBot, scene: BoardScene) -> Beside:
    beside = Beside(scene)
    qtbot.addWidget(beside)
    beside.show()
    return beside


def test_the_coordinates_in_a_message_are_on_the_board_while_it_is_shown(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(fen())
    beside = opened(qtbot, scene)
    assert named(scene) == set()
    beside.words.setText("The herd is too far from -1,1. It is on 0,0, or 9,9.")
    beside.message.show()
    qtbot.waitUntil(lambda: named(scene) == {"-1,1", "0,0"})
    beside.words.setText("Nothing can be done on 1,0 now, whatever you have.")
    qtbot.waitUntil(lambda: named(scene) == {"1,0"})
    scene.show_state(fen())
    assert named(scene) == {"1,0"}
    beside.message.hide()
    qtbot.waitUntil(lambda: named(scene) == set())


def test_a_list_names_its_places_while_it_is_visible(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(fen())
    beside = opened(qtbot, scene)
    beside.rows.addItem("0,1: Blue: 2 herds")
    beside.rows.show()
    qtbot.waitUntil(lambda: named(scene) == {"0,1"})
    beside.rows.addItem("Move a herd to 1,-1")
    qtbot.waitUntil(lambda: named(scene) == {"0,1", "1,-1"})
    beside.rows.clear()
    qtbot.waitUntil(lambda: named(scene) == set())


def test_names_at_the_edge_of_a_board_are_not_written_twice(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(squares(4))
    beside = opened(qtbot, scene)
    beside.rows.addItem("Move to b2")
    beside.rows.show()
    timer = beside.places.findChild(QTimer)
    assert timer is not None
    qtbot.waitUntil(lambda: not timer.isActive())
    assert named(scene) == set()
