"""Answers of the language service in the thread of the window, and what waits for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from dsl.language_service.client import ServiceClient
from dsl.language_service.messages import Answer, Question

Receiver = Callable[[Answer], object]


class ServiceAnswers(QObject):
    """Asks the language service, and calls back in the window's thread. Only the newest question of a subject gets its
    answer; no answer arrives after `close`.
    """

    _arrived = Signal(str, int, object)

    def __init__(self, client: ServiceClient, parent: QObject) -> None:
        super().__init__(parent)
        self._client = client
        self._number = 0
        self._waiting: dict[str, tuple[int, Receiver]] = {}
        self._closed = False
        self._arrived.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    def is_waiting(self, subject: str) -> bool:
        """Whether the newest question of a subject has no answer yet."""
        return subject in self._waiting

    def text(self, file: str) -> str:
        """Return the text of a file as the service has it; empty without such a file."""
        return self._client.files.get(file, "")

    def ask(self, subject: str, question: Question, receiver: Receiver) -> None:
        """Ask a question; an older one of the same subject gets no answer."""
        if self._closed:
            return
        self._number += 1
        self._waiting[subject] = self._number, receiver
        self._client.ask(question).add_done_callback(partial(self._pass_on, subject, self._number))

    def forget(self, subject: str) -> None:
        """Drop the answer of the newest question of a subject."""
        self._waiting.pop(subject, None)

    def close(self) -> None:
        """Stop the service and drop all answers."""
        self._closed = True
        self._waiting.clear()
        self._client.close()

    def _pass_on(self, subject: str, number: int, future: Future[Answer]) -> None:
        """Emit an answer; called in the thread of the client."""
        if not self._closed:
            self._arrived.emit(subject, number, future.result())

    def _receive(self, subject: str, number: int, answer: Answer) -> None:
        newest, receiver = self._waiting.get(subject, (0, None))
        if receiver is not None and newest == number:
            del self._waiting[subject]
            receiver(answer)


class PendingChanges:
    """Delays what must not happen before a change by controls, or a ready-made change, is in the text."""

    def __init__(self, are_pending: Callable[[], bool]) -> None:
        """`are_pending` returns whether a change that the user has made is not in the text yet."""
        self._are_pending = are_pending
        self._delayed: Callable[[], object] | None = None

    def delay(self, action: Callable[[], object]) -> bool:
        """Return whether a change is pending; then `action` is done as soon as it is in the text, and not at all if it
        is refused. An action that is asked for once more is not delayed any longer."""
        if self._delayed == action:
            self._delayed = None
            return False
        pending = self._are_pending()
        self._delayed = action if pending else None
        return pending

    def settle(self, taken: bool) -> None:
        """Do what was delayed, if the change is in the text."""
        action, self._delayed = self._delayed, None
        if taken and action is not None:
            action()

    def forget(self) -> None:
        """Drop what was delayed."""
        self._delayed = None
