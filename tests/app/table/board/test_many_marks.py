"""Every possible place is marked, however many there are, and the prompt shows their number."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.appearance.theme import CONTRAST, DARK, LIGHT, Theme, contrast_ratio, palette_of
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.model.things import Marks, Spot
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose
from dsl.match.view import BoardView, CellView, PieceView
from tests.app.table.boards import board_of
from tests.app.table.table_pages import INSTANT, OpenTable, open_page
from tests.rounds import rounds
from tests.rulesets import FOLDERS, loaded, name_of

SIDE = 14  #: of the board: 196 cells
PLACES = tuple(f"{x},{y}" for x in range(SIDE) for y in range(SIDE))
_CLEAR = 3.0  #: minimum contrast of a mark by WCAG
_SHADED = 1.4  #: minimum contrast of a shaded place to what it was
_CHOICES = rounds(15, 25)


def shown(qtbot: QtBot, view: BoardGraphicsView) -> QImage:
    """Return what is shown in the end: many new marks are painted in several frames."""
    view.viewport().grab()
    qtbot.waitUntil(lambda: view.sharp)
    return view.viewport().grab().toImage()


def clearest(view: BoardGraphicsView, place: str, before: QImage, after: QImage, reach: float) -> float:
    """Return the highest contrast between the old and the new colour of a pixel of a cell; 1 without a change."""
    scene = view.scene()
    assert isinstance(scene, BoardScene)
    face = scene.hit_test.cells[place]
    middle = view.mapFromScene(*face.middle)
    radius = int(face.geometry.inner * view.zoom * reach)
    around = QRect(middle.x() - radius, middle.y() - radius, 2 * radius + 1, 2 * radius + 1)
    if before.copy(around) == after.copy(around):  # most cells
        return 1.0
    changes = set(zip(pixels(before.copy(around)), pixels(after.copy(around)), strict=True))
    return max(contrast(old, new) for old, new in changes)


def pixels(image: QImage) -> memoryview:
    """Return the colours of the pixels, row by row."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return memoryview(bytes(plain.constBits())).cast("I")


@cache
def contrast(one: int, other: int) -> float:
    return contrast_ratio(QColor(one), QColor(other))


@pytest.mark.parametrize("theme", [LIGHT, DARK, CONTRAST], ids=lambda theme: theme.name)
@pytest.mark.parametrize("ground", ["", "heath"], ids=["bare", "tiles"])
@pytest.mark.parametrize(("amount", "goals"), [(30, False), (31, False), (180, True)])
def test_exactly_the_marked_places_change_visibly(
    qtbot: QtBot, theme: Theme, ground: str, amount: int, goals: bool
) -> None:
    scene = BoardScene()
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.setPalette(palette_of(theme))
    view.resize(1200, 800)
    view.show()
    tile = (PieceView("tile", ground),) if ground else ()
    cells = (CellView(f"{x},{y}", x, y, tile) for x in range(SIDE) for y in range(SIDE))
    scene.show_state(board_of(BoardView("field", "squares", tuple(cells))))
    before = shown(qtbot, view)
    marked = frozenset(random.Random(amount).sample(PLACES, amount))
    scene.set_marks(Marks(targets=marked) if goals else Marks(selectable=frozenset(Spot(each) for each in marked)))
    after = shown(qtbot, view)
    others = frozenset(PLACES) - marked
    # Where most places can be chosen, the others are shaded instead; high contrast always has marks.
    changed, same = (others, marked) if amount > 30 and theme is not CONTRAST else (marked, others)
    least = _CLEAR if changed is marked else _SHADED
    assert {place for place in changed if clearest(view, place, before, after, 0.95) < least} == set()
    assert {place for place in same if clearest(view, place, before, after, 0.8) > 1} == set()


def marked_places(opened: OpenTable) -> set[str]:
    """Return the places with a mark, or with a marked piece."""
    faces = opened.page.table_layout.scene.models
    assert faces is not None
    cells = {
        faces.spanning.get(place, (place,))[0] for place, face in faces.cells.items() if face.selectable or face.target
    }
    return cells | {place for (place, _), face in faces.things.items() if face.selectable}


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_prompt_counts_what_the_board_marks(qtbot: QtBot, folder: Path) -> None:
    pack = loaded(folder)
    table = Table(pack, [SeatPlan(colour) for colour in pack.rules.colours[: pack.rules.players[0]]], {}, 4, None, make)
    opened = open_page(qtbot, table, replace(INSTANT, curtain=False), folder=folder)
    dice = random.Random(4)
    for _ in range(_CHOICES):
        question = table.match.questions[0] if table.match.questions else None
        if question is None:
            break
        chosen = Choose(0, question.seat, question.position, dice.choice(list(question.options)))
        assert isinstance(table.handle(chosen), Accepted)
        QApplication.processEvents()  # who is asked comes before the screen
        prompt = opened.page.table_layout.prompt
        hint = next(
            (each.text() for each in prompt.findChildren(QLabel) if each.isVisible() and "marked place" in each.text()),
            None,
        )
        if hint is not None:
            number = re.search(r"\d+", hint)
            assert len(marked_places(opened)) == (int(number[0]) if number else 1)
    opened.page.close_table()
