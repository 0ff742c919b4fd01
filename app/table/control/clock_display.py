"""Display of the players' clocks: counts down between two messages of the match, and warns a player at this window."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from app.session.link import Link
from app.table.context import TableContext
from app.table.panels.players import ClockFace, PlayersPanel
from dsl.match.clock import ClockReading, Clocks

_TICK = 200  #: milliseconds between two updates
_WARN = 20  #: seconds before the end
_MINUTE, _HOUR = 60, 3600
_MOST = 100 * _HOUR - 1  #: seconds that are shown: more is shown as 99:59:59


def clock_face(reading: ClockReading, passed: int, context: TableContext) -> ClockFace:
    """Return how a clock looks `passed` milliseconds after its reading."""
    left = reading.left
    if reading.running:
        left -= max(0, passed - max(0, reading.free))
    seconds = min(-(-max(0, left) // 1000), _MOST)  # 0:00 is shown only when the time is used up
    hours, rest = divmod(seconds, _HOUR)
    text = f"{hours}:{rest // _MINUTE:02}:{rest % _MINUTE:02}" if hours else f"{rest // _MINUTE}:{rest % _MINUTE:02}"
    texts = context.texts
    if seconds > _MINUTE:
        spoken = texts("table.clock.minutes", n=seconds // _MINUTE)
    else:
        spoken = texts("table.clock.seconds", n=-(-seconds // 10) * 10)  # a screen reader is not told every second
    warns = reading.running and seconds <= _WARN
    return ClockFace(text, spoken, reading.running, warns, used_up=not seconds)


class ClockDisplay(QObject):
    """Shows the clocks of a match in the rows of its players.

    Signals:
        warned: A seat has little time left, once for each move; carries the seat.
    """

    warned = Signal(str)

    def __init__(self, link: Link, players: PlayersPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._players = link, players
        self._context: TableContext | None = None
        self._clocks: Clocks | None = None
        self._since = QElapsedTimer()
        self._warned: set[str] = set()
        self._held = False
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._show)
        link.clocks_changed.connect(self._take)

    def open(self, context: TableContext) -> None:
        """Show the clocks that are known."""
        self._context = context
        if (known := self._link.clocks) is not None:
            self._take(known)

    def set_context(self, context: TableContext) -> None:
        """Change the language."""
        self._context = context
        self._show()

    def stop(self) -> None:
        """Count down no more."""
        self._timer.stop()

    def set_held(self, held: bool) -> None:
        """Stand still while the connection is lost or the match is paused; afterwards show the clocks of the match."""
        if held == self._held:
            return
        self._held = held
        if held:
            self._timer.stop()
        elif self._context is not None:
            self.open(self._context)

    def _take(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self._since.start()
        running = {each.seat for each in clocks.readings if each.running}
        self._warned &= running
        if running and not self._held:
            self._timer.start()
        else:
            self._timer.stop()
        self._show()

    def _show(self) -> None:
        if self._clocks is None or self._context is None:
            return
        passed, context = self._since.elapsed(), self._context
        faces = {each.seat: clock_face(each, passed, context) for each in self._clocks.readings}
        self._players.set_clocks(faces)
        for seat, face in faces.items():
            if face.warns and seat not in self._warned:
                self._warned.add(seat)
                self.warned.emit(seat)
