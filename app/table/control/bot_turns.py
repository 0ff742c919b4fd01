"""Turns of the bots: when the next bot chooses, and how long it has been thinking."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from app.session.link import Link

_POLL = 20  #: milliseconds between two checks whether a bot has chosen


class BotTurns(QObject):
    """Timer of the bots: lets them choose one after the other.

    Signals:
        chose_secretly: A bot has chosen in secret; no update follows.
        thinking: A bot is thinking; carries its seat and the seconds so far. Repeated while it thinks.
        interrupted: The bot that was thinking was stopped.
    """

    chose_secretly = Signal()
    thinking = Signal(str, int)
    interrupted = Signal()

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._secretly = False  #: the current choices are made in secret
        self._paused = False
        self._due = False  #: a bot has to choose as soon as the pause ends
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)
        self._clock = QElapsedTimer()  #: valid while a bot is thinking
        link.bots_failed.connect(self.restart_clock)

    @property
    def paused(self) -> bool:
        """Whether the player has paused the bots."""
        return self._paused

    def start(self, delay: int, *, secretly: bool) -> None:
        """Let the next bot choose after `delay` milliseconds; at once if the choice is made `secretly`."""
        self._secretly, self._due = secretly, self._paused
        if not self._paused:
            self._timer.start(0 if secretly else delay)

    def stop(self) -> None:
        """Let no bot choose or think."""
        self._due = False
        self._interrupt()

    def toggle_pause(self) -> None:
        """Pause the bots or let them continue; nothing if this window cannot pause the match."""
        if not self._link.can_pause:
            return
        self._paused = not self._paused
        if self._paused:
            self._due = self._timer.isActive()
            self._interrupt()
        elif self._due:
            self._timer.start(0)

    def restart_clock(self) -> None:
        """Count the thinking time from zero: the position has changed."""
        self._clock.invalidate()

    def _interrupt(self) -> None:
        """Stop the bot that is thinking; it starts from the beginning at the next step."""
        self._timer.stop()
        if self._clock.isValid():
            self._clock.invalidate()
            self.interrupted.emit()
        self._link.stop_thinking()

    def _step(self) -> None:
        if self._link.step_bots() and self._secretly:
            self.chose_secretly.emit()
        elif self._link.thinking_seat:
            if not self._clock.isValid():
                self._clock.start()
            self.thinking.emit(self._link.thinking_seat, self._clock.elapsed() // 1000)
            self._timer.start(_POLL)
