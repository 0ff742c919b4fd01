"""Keyboard keys of the table as data, for the page and for the help; and the diagonal keys of hex boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do one thing."""

    action: str  #: the action that the page connects
    sequences: tuple[str, ...] = ()  #: as QKeySequence reads them; empty: handled by the board itself


KEYS: tuple[Key, ...] = (
    Key("entries", tuple("123456789")),
    Key("cursor"),
    Key("next"),
    Key("closer"),
    Key("choose"),
    Key("turn", ("R",)),
    Key("turn_back", ("Shift+R",)),
    Key("peek", ("V",)),
    Key("back", ("Escape",)),
    Key("undo", ("U", "Ctrl+Z")),
    Key("advice", ("I",)),
    Key("again", ("G",)),
    Key("film", ("Shift+G",)),
    Key("wait", ("P",)),
    Key("typed", ("M",)),
    Key("log", ("L",)),
    Key("moves", ("O",)),
    Key("cells", ("C",)),
    Key("zoom"),
    Key("fit"),
    Key("pan"),
    Key("rules", ("B",)),
    Key("help", ("H", "F1")),
)


# ---- the four diagonal directions on hexes: by position on the keyboard, not by letter -------------------------------

Corner = Literal["up_left", "up_right", "down_left", "down_right"]
CORNERS: tuple[Corner, ...] = ("up_left", "up_right", "down_left", "down_right")

_EVDEV = dict(zip((24, 25, 38, 39), CORNERS, strict=True))  # X11 and Wayland count 8 more than the kernel
_WINDOWS = dict(zip((0x10, 0x11, 0x1E, 0x1F), CORNERS, strict=True))
_MAC = dict(zip((0x0C, 0x0D, 0x00, 0x01), CORNERS, strict=True))  # virtual keys, which are places on a Mac
_QWERTY, _AZERTY = "QWAS", "AZQS"
_PAGES = dict(
    zip((Qt.Key.Key_Home, Qt.Key.Key_PageUp, Qt.Key.Key_End, Qt.Key.Key_PageDown), CORNERS, strict=True)
)  # fmt: skip
_AZERTY_TERRITORIES = (QLocale.Country.France, QLocale.Country.Belgium)


class Diagonals:
    """The diagonal keys of one keyboard; their letters are learned as they are pressed."""

    def __init__(self, platform: str, locale: QLocale) -> None:
        self._platform = platform
        guess = _AZERTY if locale.territory() in _AZERTY_TERRITORIES else _QWERTY
        self._letters: dict[Corner, str] = dict(zip(CORNERS, guess, strict=True))

    @property
    def letters(self) -> str:
        """The letters on the keys, the upper two first."""
        return " ".join(self._letters[corner] for corner in CORNERS)

    def corner(self, event: QKeyEvent) -> Corner | None:
        """Return the direction that a key stands for; none if it is another key."""
        key = Qt.Key(event.key())
        if key in _PAGES:
            return _PAGES[key]
        if not event.nativeScanCode():
            return next((corner for corner, letter in self._letters.items() if key == ord(letter)), None)
        corner = self._by_place(event)
        if corner is not None and Qt.Key.Key_Exclam <= key <= Qt.Key.Key_ydiaeresis:
            self._letters[corner] = chr(key)
        return corner

    def _by_place(self, event: QKeyEvent) -> Corner | None:
        match self._platform:
            case "windows":
                return _WINDOWS.get(event.nativeScanCode())
            case "cocoa":
                return _MAC.get(event.nativeVirtualKey())
            case _:
                return _EVDEV.get(event.nativeScanCode())


_FOUND: list[Diagonals] = []


def diagonals() -> Diagonals:
    """Return the diagonal keys of the keyboard at this computer."""
    if not _FOUND:
        _FOUND.append(Diagonals(QGuiApplication.platformName(), QGuiApplication.inputMethod().locale()))
    return _FOUND[0]
