"""How the board comes nearer or goes farther away: in one short, even movement, so that the eye keeps its place."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QSizeF, QVariantAnimation, Signal

_DURATION = 280  #: milliseconds


def widened(rect: QRectF, room: QSizeF) -> QRectF:
    """Return the smallest rectangle around `rect`, with the same middle, that has the shape of `room`."""
    if room.isEmpty() or rect.isEmpty():
        return rect
    scale = min(room.width() / rect.width(), room.height() / rect.height())
    wide = QRectF(0, 0, room.width() / scale, room.height() / scale)
    wide.moveCenter(rect.center())
    return wide


class Glide(QObject):
    """Leads from one part of the scene to another.

    Signals:
        moved: The part of the scene to be shown just now, a QRectF.
    """

    moved = Signal(QRectF)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.still = True  #: go there at once: nothing is to move
        self._steps = QVariantAnimation(self)
        self._steps.setDuration(_DURATION)
        self._steps.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._steps.valueChanged.connect(self._step)

    @property
    def goal(self) -> QRectF | None:
        """Where it is on the way to, if it is."""
        return self._steps.endValue() if self._steps.state() == QVariantAnimation.State.Running else None

    def go(self, start: QRectF, goal: QRectF, *, smooth: bool) -> None:
        """Begin to move; what was under way before is given up."""
        self.stop()
        if self.still or not smooth or start.isEmpty():
            self.moved.emit(goal)
            return
        self._steps.setStartValue(start)
        self._steps.setEndValue(goal)
        self._steps.start()

    def stop(self) -> None:
        """Stay where it is."""
        self._steps.stop()

    def _step(self, part: QRectF) -> None:
        self.moved.emit(part)
