"""Keyboard cursor of the board: on a place or on a thing there, moved by arrows, Space and diagonal keys of hexes."""

from __future__ import annotations

import math
from operator import itemgetter
from typing import Literal

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.table.board.scene import BoardScene
from app.table.model.cell_shapes import Point, towards
from app.table.model.things import Spot

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
        """Return the direction of a key; none for another key."""
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


# ---- the cursor -----------------------------------------------------------------------------------------------------


def _heading(degrees: float) -> Point:
    return math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))


HEADINGS: dict[Qt.Key | Corner, Point] = {
    Qt.Key.Key_Right: _heading(0),
    Qt.Key.Key_Left: _heading(180),
    Qt.Key.Key_Up: _heading(90),
    Qt.Key.Key_Down: _heading(270),
    "up_right": _heading(60),
    "up_left": _heading(120),
    "down_left": _heading(240),
    "down_right": _heading(300),
}
_UPRIGHT = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class KeyboardCursor:
    """The keyboard's cursor on a scene. `spot` is where it is; None until it is first moved."""

    def __init__(self, scene: BoardScene) -> None:
        self._scene = scene
        self._column: float | None = None  #: kept while the cursor moves up or down a column of hexes
        self.spot: Spot | None = None

    def handle_key(self, event: QKeyEvent) -> bool:
        """Move the cursor by a key; return whether the key moves it."""
        key = Qt.Key(event.key())
        heading = key if key in HEADINGS else diagonals().corner(event)
        if heading is not None:
            self._move_towards(heading)
        elif key == Qt.Key.Key_Space:
            self.step(1, around=True)
        elif key == Qt.Key.Key_Backspace:
            self.step(-1, around=True)
        elif key == Qt.Key.Key_Period:
            self._cycle_things()
        else:
            return False
        return True

    def step(self, by: int, *, around: bool) -> bool:
        """Move to the next selectable spot in reading order; return whether there is one."""
        spots = self._eligible()
        if not spots:
            return False
        if self.spot not in spots:
            self._move(spots[0 if by > 0 else -1])
            return True
        index = spots.index(self.spot) + by
        if not around and not 0 <= index < len(spots):
            return False
        self._move(spots[index % len(spots)])
        return True

    def refresh(self, *, visible: bool) -> None:
        """Update the cursor for a new view: if its thing is gone it moves to the place, if that is gone it is unset."""
        if self.spot is not None and self._scene.hit_test.middle_of(self.spot) is None:
            place = Spot(self.spot.place)
            self.spot = place if self._scene.hit_test.middle_of(place) is not None else None
        self._scene.show_cursor(self.spot if visible else None)

    def hide(self) -> None:
        """Hide the cursor; it keeps its spot."""
        self._scene.show_cursor(None)

    def _eligible(self) -> list[Spot]:
        """Return the legal targets in reading order; before a gesture has begun, everything selectable."""
        marks = self._scene.marks
        spots = {Spot(place) for place in marks.targets} or set(marks.selectable)
        middles = {spot: self._scene.hit_test.middle_of(spot) for spot in spots}
        shown = [(middle[1], middle[0], repr(spot), spot) for spot, middle in middles.items() if middle is not None]
        return [spot for *_, spot in sorted(shown, key=itemgetter(0, 1, 2))]

    def _move_towards(self, key: Qt.Key | Corner) -> None:
        models = self._scene.models
        if models is None or not models.middles:
            return
        if self.spot is None:
            self._move(Spot(self._nearest_to_middle(models.middles)))
            return
        x, y = models.middles[self.spot.place]
        column = self._column if key in _UPRIGHT and self._column is not None else x
        goal = towards((column, y), HEADINGS[key], ((p, m) for p, m in models.middles.items() if p != self.spot.place))
        if goal is not None:
            self._move(Spot(goal))
            self._column = column if key in _UPRIGHT else None

    def _nearest_to_middle(self, middles: dict[str, Point]) -> str:
        middle = self._scene.content_rect().center()
        return min(middles, key=lambda p: (math.hypot(middles[p][0] - middle.x(), middles[p][1] - middle.y()), p))

    def _cycle_things(self) -> None:
        """Move to the next thing on the cursor's place, and after the last to the place itself."""
        if self.spot is None:
            return
        ring = [Spot(self.spot.place), *(model.spot for model in self._scene.hit_test.things_on(self.spot.place))]
        self._move(ring[(ring.index(self.spot) + 1) % len(ring)])

    def _move(self, spot: Spot) -> None:
        self._column = None
        self.spot = spot
        self._scene.show_cursor(spot)
