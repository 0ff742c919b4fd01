"""Turns of the bots: when the next bot chooses, and how long it has been thinking."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from app.session.link import Link
from app.table.control.feedback import Feedback

_POLL = 20  #: milliseconds between two checks whether a bot has chosen


class BotTurns(QObject):
    """Timer of the bots: lets them choose one after the other, and shows which of them is thinking.

    Signals:
        chose_secretly: A bot has chosen in secret; no update follows.
    """

    chose_secretly = Signal()

    def __init__(self, link: Link, feedback: Feedback, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._feedback = link, feedback
        self._secretly = False  #: the current choices are made in secret
        self._paused = False
        self._due = False  #: a bot has to choose as soon as the pause ends
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)
        self._thinking = QElapsedTimer()
        link.bots_failed.connect(self._show_failure)

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
        """Pause the bots or let them continue; nothing if this window does not pace them."""
        if not self._link.paces_bots:
            return
        self._paused = not self._paused
        if self._paused:
            self._due = self._timer.isActive()
            self._interrupt()
        elif self._due:
            self._timer.start(0)

    def restart_clock(self) -> None:
        """Count the thinking time from zero: the position has changed."""
        self._thinking.invalidate()

    def _interrupt(self) -> None:
        """Stop the bot that is thinking; it starts from the beginning at the next step."""
        self._timer.stop()
        if self._thinking.isValid():
            self._thinking.invalidate()
            self._feedback.clear_status()
        self._link.stop_thinking()

    def _step(self) -> None:
        if self._link.step_bots() and self._secretly:
            self.chose_secretly.emit()
        elif self._link.thinking_seat:
            self._show_thinking(self._link.thinking_seat)
            self._timer.start(_POLL)

    def _show_thinking(self, seat: str) -> None:
        """Show which bot is thinking, and for how many seconds."""
        if not self._thinking.isValid():
            self._thinking.start()
        seconds, context = self._thinking.elapsed() // 1000, self._feedback.context
        if seconds:
            text = context.texts("table.thinks", player=context.player(seat), seconds=seconds)
            self._feedback.show_status(text, announced=False)

    def _show_failure(self, hint: bool) -> None:
        """Show that bots cannot think here: the one asked for a `hint`, or the players."""
        self._thinking.invalidate()
        self._feedback.show_status(self._feedback.context.texts("table.hint.none" if hint else "table.thoughtless"))
