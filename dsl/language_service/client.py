"""Client of the worker process of the language service.

Questions return futures, so no caller waits. The client keeps the texts of all files: a worker that dies, or takes too
long, is started again with them, and no word is lost.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, InvalidStateError
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from dsl.base.serialization import SerializationError, dumps, loads
from dsl.language_service.messages import (
    Answer,
    Answered,
    Asked,
    Failed,
    Question,
    RemoveFile,
    ReviewAll,
    RunExamples,
    SetText,
    Stop,
)
from dsl.language_service.ruleset_files import OpenedFiles
from dsl.language_service.worker import serve

TIMEOUT = 20.0  #: seconds for one question, after which the process is killed
LONG_TIMEOUT = 120.0  #: for all problems and for examples
MAX_STARTS = 2  #: processes that are started for one question
POLL_INTERVAL = 0.005  #: seconds between two looks at new messages while an answer is awaited

_CLOSED = "the language service is closed"

_Waiting = tuple[Asked, "Future[Answer]"]


class ServiceClient:
    """Client of one worker process, for the files of one ruleset. Answers come in the order of the questions.

    A question for all problems or for examples that is still waiting is stopped by the next message; its answer then
    says that it is not complete.
    """

    def __init__(self, opened: OpenedFiles) -> None:
        self._opened = opened
        self._texts = dict(opened.files)
        self._queue: SimpleQueue[SetText | RemoveFile | _Waiting | None] = SimpleQueue()
        self._number = 0
        self._closed = False
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="language service client", daemon=True)
        self._thread.start()

    # ---- for the caller ----

    @property
    def files(self) -> Mapping[str, str]:
        """The texts of all files by name."""
        return self._texts

    @property
    def pid(self) -> int:
        """The process id; 0 while no process runs."""
        return self._process.pid or 0 if self._process is not None else 0

    def set_text(self, file: str, text: str) -> None:
        """Take another text for a file, which may be new."""
        self._texts[file] = text
        self._queue.put(SetText(file, text))

    def remove(self, file: str) -> None:
        """Forget a file."""
        self._texts.pop(file, None)
        self._queue.put(RemoveFile(file))

    def ask(self, question: Question) -> Future[Answer]:
        """Ask a question; the future always gets an answer, if need be a `Failed`. It may be cancelled."""
        future: Future[Answer] = Future()
        if self._closed:
            _settle(future, Failed(_CLOSED))
            return future
        self._number += 1
        self._queue.put((Asked(self._number, question), future))
        return future

    def close(self) -> None:
        """Kill the process and stop the thread; what still waits is answered with `Failed`."""
        self._closed = True
        self._queue.put(None)
        self._thread.join(TIMEOUT)

    # ---- in the thread ----

    def _run(self) -> None:
        while not self._closed:
            message = self._queue.get()
            if message is None:
                break
            self._handle(message)
        self._end()
        while True:
            try:
                left = self._queue.get_nowait()
            except Empty:
                return
            if isinstance(left, tuple):
                _settle(left[1], Failed(_CLOSED))

    def _handle(self, message: SetText | RemoveFile | _Waiting) -> None:
        if isinstance(message, tuple):
            asked, future = message
            if future.set_running_or_notify_cancel():
                _settle(future, self._answer_to(asked))
        else:
            with contextlib.suppress(OSError):  # the next question starts another process, with all texts
                if self._connection is not None:
                    self._connection.send_bytes(dumps(message).encode())

    def _answer_to(self, asked: Asked) -> Answer:
        why = "the process of the language service does not stay alive"
        for _ in range(MAX_STARTS):
            if self._closed:
                break
            try:
                connection = self._connected()
                connection.send_bytes(dumps(asked).encode())
                return self._receive(connection, asked)
            except (EOFError, OSError):
                self._end()
            except TimeoutError:
                self._end()
                return Failed("this took too long")
            except SerializationError as error:
                self._end()
                why = str(error)
        return Failed(why)

    def _receive(self, connection: Connection, asked: Asked) -> Answer:
        stopped = False
        long = isinstance(asked.question, ReviewAll | RunExamples)
        end = time.monotonic() + (LONG_TIMEOUT if long else TIMEOUT)
        while not connection.poll(POLL_INTERVAL):
            if self._closed:
                raise EOFError
            if time.monotonic() > end:
                raise TimeoutError
            if long and not stopped and not self._queue.empty():
                connection.send_bytes(dumps(Stop()).encode())
                stopped = True
        answered = loads(connection.recv_bytes(), Answered)
        if answered.number != asked.number:
            raise EOFError
        return answered.answer

    def _connected(self) -> Connection:
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs,), name="gondwana language service", daemon=True)
            process.start()
            theirs.close()
            self._process, self._connection = process, ours
            opened = replace(self._opened, files=tuple(self._texts.copy().items()))
            ours.send_bytes(dumps(opened).encode())
        return self._connection

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.join()
        self._connection = self._process = None


def _settle(future: Future[Answer], answer: Answer) -> None:
    with contextlib.suppress(InvalidStateError):  # it was cancelled
        future.set_result(answer)
