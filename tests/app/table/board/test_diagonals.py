"""Keys of the six hex directions: the same positions on every keyboard, shown with its letters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.table.board.keyboard_cursor import CORNERS, Diagonals, diagonals
from app.table.context import TableContext
from app.table.layout.page_stack import KeysSheet
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import load
from tests.rulesets import RULESETS

PLATFORMS = {"xcb": (24, 25, 38, 39), "wayland": (24, 25, 38, 39), "windows": (0x10, 0x11, 0x1E, 0x1F)}
LAYOUTS = {"QWERTY": "QWAS", "AZERTY": "AZQS", "Dvorak": "',AO"}


def pressed(letter: str, scan: int = 0, virtual: int = 0) -> QKeyEvent:
    none = Qt.KeyboardModifier.NoModifier
    return QKeyEvent(QEvent.Type.KeyPress, ord(letter), none, scan, virtual, 0, letter.lower())


@pytest.mark.parametrize("letters", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_direction_is_found_by_the_position_of_its_key(platform: str, letters: str) -> None:
    keyboard = Diagonals(platform, QLocale("en_US"))
    for letter, scan, corner in zip(letters, PLATFORMS[platform], CORNERS, strict=True):
        assert keyboard.corner(pressed(letter, scan)) == corner
    assert keyboard.corner(pressed("X", 53)) is None
    assert keyboard.letters == " ".join(letters)


def test_on_macos_positions_are_found_by_virtual_keys() -> None:
    keyboard = Diagonals("cocoa", QLocale("en_US"))
    for letter, virtual, corner in zip("AZQS", (0x0C, 0x0D, 0x00, 0x01), CORNERS, strict=True):
        assert keyboard.corner(pressed(letter, 1, virtual)) == corner


@pytest.mark.parametrize(
    ("locale", "letters"), [("en_US", "Q W A S"), ("fr_FR", "A Z Q S"), ("fr_BE", "A Z Q S"), ("fr_CA", "Q W A S")]
)
def test_the_keyboard_layout_is_guessed_before_a_key_is_pressed(locale: str, letters: str) -> None:
    keyboard = Diagonals("xcb", QLocale(locale))
    assert keyboard.letters == letters
    assert [keyboard.corner(pressed(letter)) for letter in letters.split()] == list(CORNERS)


@pytest.mark.parametrize("keyboard", [Diagonals(platform, QLocale("fr_FR")) for platform in ("xcb", "cocoa")])
def test_home_end_and_page_keys_work_on_every_keyboard(keyboard: Diagonals) -> None:
    keys = (Qt.Key.Key_Home, Qt.Key.Key_PageUp, Qt.Key.Key_End, Qt.Key.Key_PageDown)
    events = [QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, 110, 0, 0) for key in keys]
    assert [keyboard.corner(event) for event in events] == list(CORNERS)


def test_the_keys_sheet_shows_the_letters_of_the_keyboard(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = Diagonals("xcb", QLocale("en_US"))
    monkeypatch.setattr("app.table.board.keyboard_cursor._FOUND", [keyboard])
    assert diagonals() is keyboard
    words = Translator(load(RULESETS / "classics" / "hex"), "en")
    sheet = KeysSheet(TableContext(Translations("en"), words, Look(), LIGHT))
    qtbot.addWidget(sheet)
    shown = sheet._said["table.key.cursor"]
    sheet.show()
    assert "Q W A S" in shown.text()
    sheet.hide()
    for letter, scan in zip("AZQS", PLATFORMS["xcb"], strict=True):
        keyboard.corner(pressed(letter, scan))
    sheet.show()
    assert "A Z Q S" in shown.text()
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
