"""Answers of the language service in the thread of the window, and what waits for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, partial

from PySide6.QtCore import QObject, Qt, Signal

from dsl.language_service.client import ServiceClient
from dsl.language_service.messages import Answer, Question

Receiver = Callable[[Answer], object]


class _AnswerRelay(QObject):
    """Takes answers from the threads of clients into the thread of the window.

    There is one, which outlives all pages: an emission needs an object that is there, and a page may end at any moment
    while its service still answers. Qt drops what is on its way to a page that has ended.
    """

    arrived = Signal(object, str, int, object)


@cache
def _relay() -> _AnswerRelay:
    return _AnswerRelay()


class ServiceAnswers(QObject):
    """Asks the language service, and calls back in the window's thread. Only the newest question of a subject gets its
    answer; no answer arrives after `close` or `stop`, nor after the parent has ended.
    """

    def __init__(self, client: ServiceClient, parent: QObject) -> None:
        super().__init__(parent)
        self._client = client
        self._number = 0
        self._waiting: dict[str, tuple[int, Receiver]] = {}
        self._stopped = False
        self._address = object()  #: tells its answers from those of others
        _relay().arrived.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    def is_waiting(self, subject: str) -> bool:
        """Whether the newest question of a subject has no answer yet."""
        return subject in self._waiting

    def text(self, file: str) -> str:
        """Return the text of a file as the service has it; empty without such a file."""
        return self._client.files.get(file, "")

    def ask(self, subject: str, question: Question, receiver: Receiver) -> None:
        """Ask a question; an older one of the same subject gets no answer."""
        if self._stopped:
            return
        self._number += 1
        self._waiting[subject] = self._number, receiver
        send = partial(_send, _relay(), self._address, subject, self._number)
        self._client.ask(question).add_done_callback(send)

    def forget(self, subject: str) -> None:
        """Drop the answer of the newest question of a subject."""
        self._waiting.pop(subject, None)

    def stop(self) -> None:
        """Drop all answers, and ask nothing more; the service goes on for others."""
        self._stopped = True
        self._waiting.clear()
        self.deleteLater()

    def close(self) -> None:
        """Stop the service and drop all answers."""
        self.stop()
        self._client.close()

    def _receive(self, address: object, subject: str, number: int, answer: Answer) -> None:
        newest, receiver = self._waiting.get(subject, (0, None))
        if address is self._address and receiver is not None and newest == number:
            del self._waiting[subject]
            receiver(answer)


def _send(relay: _AnswerRelay, address: object, subject: str, number: int, future: Future[Answer]) -> None:
    """Hand an answer over; called in the thread of the client."""
    relay.arrived.emit(address, subject, number, future.result())


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
