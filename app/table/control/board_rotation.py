"""Rotation of the boards of a table: whose side is below, and how the user has turned the boards beyond that."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.session.link import Link
from app.storage.settings import Turning
from app.table.board.scene import BoardScene
from app.table.context import TableContext
from app.table.model.board_rotation import FIXED, rotation_step, side_angles
from app.table.model.shown_seat import ViewerState
from dsl.match.view import View


class BoardRotation(QObject):
    """Turns the boards of a table, and of its replay.

    Where the players have sides, the setting says which one is below: that of the only person at this window, or on
    a shared screen that of the player to move. The user can turn the boards on from there.
    """

    def __init__(self, link: Link, viewer: ViewerState, scene: BoardScene, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._viewer = link, viewer
        self._scenes = [scene]
        self._setting: Turning = "own"
        self._sides: dict[str, int] | None = None  #: the angle for each player; None before the first view
        self._by_hand = 0

    def set_setting(self, setting: Turning) -> None:
        """Use another setting; what the user has turned by hand is undone."""
        if setting != self._setting:
            self._setting, self._by_hand = setting, 0
            self.refresh()

    def show(self, view: View, context: TableContext) -> None:
        """Turn the boards for the seat that sees this view. The sides of the players are found in the first one."""
        if self._sides is None:
            self._sides = side_angles(view, context.look.boards)
        self.refresh()

    def follow(self, scene: BoardScene) -> None:
        """Turn another scene in the same way from now on."""
        if scene not in self._scenes:
            self._scenes.append(scene)
        self.refresh()

    def turn(self, steps: int, view: View, context: TableContext) -> bool:
        """Turn the boards by steps clockwise, or with 0 back; return False if they stay as they are."""
        step = rotation_step(view.boards, context.look.boards)
        if step == FIXED:
            return False
        self._by_hand = (self._by_hand + steps * step) % 360 if steps else 0
        self.refresh()
        return True

    def refresh(self) -> None:
        """Turn the boards to where they belong."""
        angle = (self._angle_of(self._seat) + self._by_hand) % 360
        for scene in self._scenes:
            scene.set_rotation(angle)

    @property
    def _seat(self) -> str | None:
        """The player whose side is below; None for the side that is below in the look."""
        match self._setting:
            case "hand":
                return None
            case "mover":
                return self._viewer.seat
        return self._link.seats[0] if len(self._link.seats) == 1 else None

    def _angle_of(self, seat: str | None) -> int:
        return self._sides.get(seat, 0) if self._sides is not None and seat is not None else 0
