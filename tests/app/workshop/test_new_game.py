"""A new game is made in the window with clicks and keys, and played at once."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import find_user_folders
from app.shell.window import MainWindow
from app.workshop.area_canvas import AreaCanvas
from app.workshop.area_drawing import AreaDrawing, sample_drawing
from app.workshop.new_game_page import NewGamePage
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.review import review, translation_remarks
from dsl.new_game.design import AIMS, DEEDS, REFUSALS, SHAPES, STARTS
from tests.app.shell.test_window import click, start_match


def _choose(combo: QComboBox, value: str) -> None:
    """Choose an entry of a list with the keyboard."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.findData(value)):
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentData() == value


def _tick(box: QCheckBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_Space)


def test_a_game_is_made_by_keys_and_clicks_and_played(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    click(window.start.new_game)
    page = window.workshop.new_game
    assert page is not None
    assert window.pages.currentWidget() is page
    qtbot.waitUntil(page.title.hasFocus)
    click(page.create_button)
    assert page.problem.text() == "Give the game a name first."
    QTest.keyClicks(page.title, "Chess")
    click(page.create_button)
    assert page.problem.text().startswith("There is already a game called “Chess”")
    QTest.keyClicks(page.title, """The "Reed" pond {s}'""")  # replaces the selected name

    _choose(page.shape, "hexes")
    _tick(page.deeds["place"])
    page.show_preview()
    assert page.preview.problem.text().startswith("A turn needs something to do")
    assert not page.create_button.isEnabled()
    _tick(page.deeds["step"])
    _choose(page.start, "placed")
    _choose(page.aim, "reach")
    page.show_preview()
    assert not page.preview.problem.isVisible()
    assert "goal" in page.preview.sentences.toPlainText()
    corner = page.preview.board.place_middle("a1")
    assert corner is not None
    QTest.mouseClick(page.preview.board.viewport(), Qt.MouseButton.LeftButton, pos=corner.toPoint())
    assert page.marked.text() == "a1"

    click(page.create_button)
    folder = find_user_folders().rulesets / "the-reed-pond-s"
    text = read_folder(folder)
    assert review(text) == ()
    assert translation_remarks(text) == ()
    assert window.pages.currentWidget() is window.setup
    qtbot.waitUntil(window.setup.start.isEnabled)
    driver = start_match(qtbot, window)
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: driver.decision is not None)  # the computer has answered


def test_every_choice_has_its_texts_in_both_languages(portable: Path) -> None:
    names = {"shape": SHAPES, "start": STARTS, "aim": AIMS, "deed": DEEDS}
    for language in ("en", "fr"):
        texts = Translations(language)
        for field, values in names.items():
            assert all(texts(f"newgame.{field}_{value}") for value in values)
        assert all(texts(f"newgame.refused.{name}") for name in REFUSALS)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of Unix")
def test_a_full_disk_keeps_the_choices_and_leaves_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    import resource

    page = NewGamePage(Translations("en"), tmp_path / "rulesets", frozenset)
    qtbot.addWidget(page)
    page.title.setText("Pond")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        page.create_game()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert page.problem.text().startswith("The game could not be saved:")
    assert page.title.text() == "Pond"
    assert list((tmp_path / "rulesets").iterdir()) == []
    page.create_game()
    assert (tmp_path / "rulesets" / "pond" / "pond.rules").is_file()


def test_a_picture_is_traced_and_a_hostile_one_refused(qtbot: QtBot, tmp_path: Path) -> None:
    page = NewGamePage(Translations("en"), tmp_path, frozenset)
    qtbot.addWidget(page)
    (tmp_path / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    (tmp_path / "map.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    for name in ("bomb.png", "map.svg", "missing.png"):
        page.trace_picture(tmp_path / name)
        assert page.areas.canvas.picture is None
        assert page.problem.text()
    image = QImage(2400, 300, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.green)
    assert image.save(str(tmp_path / "map.png"))
    page.trace_picture(tmp_path / "map.png")
    assert page.areas.canvas.picture is not None
    assert page.areas.canvas.picture.width() == 2000
    assert not page.problem.text()


# ---- areas ----


def test_areas_are_drawn_by_mouse_and_keys_and_share_borders(qtbot: QtBot) -> None:
    canvas = AreaCanvas(AreaDrawing())
    qtbot.addWidget(canvas)
    canvas.resize(500, 320)
    canvas.show()

    def press(x: float, y: float) -> None:
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.on_screen((x, y)).toPoint())

    for corner in ((100, 100), (300, 100), (300, 300), (100, 300), (104, 97)):  # the last one snaps to the first
        press(*corner)
    assert [area.title for area in canvas.drawing.areas] == ["A1"]
    for corner in ((305, 150), (500, 150), (500, 250), (295, 250), (303, 153)):  # two corners lie on the border
        press(*corner)
    assert canvas.drawing.areas[1].corners[0][0] == 300
    assert [(one.title, other.title) for one, other in canvas.drawing.neighbours()] == [("A1", "A2")]
    canvas.set_mode("join")
    press(200, 200)
    press(400, 200)
    assert list(canvas.drawing.neighbours()) == []
    canvas.set_mode("draw")
    press(600, 400)
    for key in (Qt.Key.Key_Right,) * 5:
        QTest.keyClick(canvas, key)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert len(canvas.drawing.outline) == 2
    QTest.keyClick(canvas, Qt.Key.Key_Backspace)
    assert len(canvas.drawing.outline) == 1
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.drawing.outline == []


def test_an_outline_that_crosses_itself_or_is_too_small_is_refused() -> None:
    drawing = AreaDrawing()
    for corner in ((100.0, 100.0), (300.0, 300.0), (300.0, 100.0), (100.0, 260.0)):
        assert drawing.add_corner(corner) is None
    assert drawing.add_corner((100.0, 100.0)) == "crossing"
    drawing.outline.clear()
    for corner in ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0)):
        assert drawing.add_corner(corner) is None
    assert drawing.add_corner((0.0, 0.0)) == "small"
    assert drawing.areas == []


def test_a_drawing_keeps_titles_apart_and_neighbours_through_a_new_name() -> None:
    drawing = sample_drawing()
    pairs = {frozenset((one.title, other.title)) for one, other in drawing.neighbours()}
    assert pairs == {
        frozenset(pair.split()) for pair in ("A1 A2", "A2 A3", "A1 A4", "A2 A5", "A3 A6", "A4 A5", "A5 A6")
    }
    drawing.switch("A1", "A6")
    assert not drawing.rename("A1", "A2")
    assert not drawing.rename("A1", "  ")
    assert drawing.rename("A1", "Île")
    board = {area.title: area for area in drawing.board()}
    assert board["Île"].name == "Ile"
    assert board["Île"].neighbours == {"A2", "A4", "A6"}
    assert replace(board["A2"], title="").neighbours == {"Ile", "A3", "A5"}
    assert drawing.area_at((200.0, 200.0)) is drawing.areas[0]
    drawing.undo()
    assert len(drawing.outline) == 4
    assert len(drawing.areas) == 5
