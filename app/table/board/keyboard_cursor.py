"""Where the keyboard is on the board: a place, or a thing on it, that arrows, letters and Space move."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.table.board.scene import BoardScene
from app.table.model.geometry import Point, towards
from app.table.model.keys import Corner, diagonals
from app.table.model.targets import Spot


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
        self._column: float | None = None  # kept while going up and down, so that hexes are climbed straight
        self.spot: Spot | None = None

    def handle_key(self, event: QKeyEvent) -> bool:
        """Move by a key; tell whether it is one that moves."""
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
        """Go to the next of what may be chosen, as one reads; tell whether there was one."""
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
        """Follow another view: a cursor on what is gone falls back to its place, or away."""
        if self.spot is not None and self._scene.hit_test.middle_of(self.spot) is None:
            place = (self.spot[0], "")
            self.spot = place if self._scene.hit_test.middle_of(place) is not None else None
        self._scene.show_cursor(self.spot if visible else None)

    def hide(self) -> None:
        """Show no cursor; it is where it was when it is shown again."""
        self._scene.show_cursor(None)

    def _eligible(self) -> list[Spot]:
        """Return the legal targets in reading order; before a gesture has begun, all that may be chosen."""
        marks = self._scene.marks
        spots = {(place, "") for place in marks.targets} or set(marks.selectable)
        middles = {spot: self._scene.hit_test.middle_of(spot) for spot in spots}
        shown = [(middle[1], middle[0], spot) for spot, middle in middles.items() if middle is not None]
        return [spot for _, _, spot in sorted(shown)]

    def _move_towards(self, key: Qt.Key | Corner) -> None:
        models = self._scene.models
        if models is None or not models.middles:
            return
        if self.spot is None:
            self._move((self._nearest_to_middle(models.middles), ""))
            return
        x, y = models.middles[self.spot[0]]
        column = self._column if key in _UPRIGHT and self._column is not None else x
        goal = towards((column, y), HEADINGS[key], ((p, m) for p, m in models.middles.items() if p != self.spot[0]))
        if goal is not None:
            self._move((goal, ""))
            self._column = column if key in _UPRIGHT else None

    def _nearest_to_middle(self, middles: dict[str, Point]) -> str:
        middle = self._scene.content_rect().center()
        return min(middles, key=lambda p: (math.hypot(middles[p][0] - middle.x(), middles[p][1] - middle.y()), p))

    def _cycle_things(self) -> None:
        """Go through what stands on the cursor's place, and back to the place itself."""
        if self.spot is None:
            return
        ring = [(self.spot[0], ""), *(model.spot for model in self._scene.hit_test.things_on(self.spot[0]))]
        self._move(ring[(ring.index(self.spot) + 1) % len(ring)])

    def _move(self, spot: Spot) -> None:
        self._column = None
        self.spot = spot
        self._scene.show_cursor(spot)
