"""Thinking elsewhere: a table asks, goes on with its own affairs, and looks now and then whether there is an answer.

One process thinks for a table. A thread here talks to it, so that nobody who asks ever waits, not even for its start.
A process that dies is started again and asked again; one that answers nothing for too long is ended.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue

from dsl.bots.levels import MOST_MILLISECONDS
from dsl.bots.random import RandomBot
from dsl.bots.talk import Advice, Advise, Answer, Enough, Game, Question, Ready, Sorry, Think, Thought
from dsl.bots.worker import serve
from dsl.engine.information import Information, Setting
from dsl.engine.pack import Pack
from dsl.engine.wire import dumps, loads

PATIENCE = 2 * MOST_MILLISECONDS / 1000  #: seconds until somebody who says nothing is taken for lost
STARTS = 3  #: times that a process is started for one question
GLANCE = 0.01  #: seconds between two looks at whether the question still stands


class Thinker:
    """Asks a process of its own. Only the latest question is answered."""

    def __init__(self, pack: Pack) -> None:
        house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
        self._game = dumps(Game(pack.text, house)).encode()
        self._questions: SimpleQueue[Question | Ready | None] = SimpleQueue()
        self._answer: Answer | None = None
        self._latest = 0
        self._asking = False  #: the latest number is that of a question
        self._closed = False
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None

    # ---- for whoever asks ----

    @property
    def pid(self) -> int:
        """The number of the process; 0 if none was started."""
        return self._process.pid or 0 if self._process else 0

    def make_ready(self, setting: Setting) -> None:
        """Let the process start and compile what matches of a setting need, before anything is asked."""
        self._hand_over(Ready(setting))

    def think(self, player: str, seed: int, information: Information) -> int:
        """Ask what a bot would choose; return the number of the question."""
        return self._ask(Think(self._latest + 1, player, seed, time.monotonic_ns() // 10**6, information))

    def advise(self, milliseconds: int, seed: int, information: Information) -> int:
        """Ask what would be good to choose; return the number of the question."""
        return self._ask(Advise(self._latest + 1, milliseconds, seed, information))

    def answer(self, number: int) -> Answer | None:
        """Return the answer to the latest question, none as long as there is none."""
        found = self._answer
        return found if found is not None and found.number == number else None

    def is_open(self, number: int) -> bool:
        """Whether a question still waits for its answer: none was given, and nothing else was asked since."""
        return number == self._latest and self.answer(number) is None

    @property
    def busy(self) -> bool:
        """Whether anything is thought about now."""
        return self._asking and self.is_open(self._latest)

    def wait(self, number: int, seconds: float = PATIENCE * STARTS) -> Answer | None:
        """Wait for the answer to the latest question; none if it does not come in time."""
        end = time.monotonic() + seconds
        while self.answer(number) is None and time.monotonic() < end:
            time.sleep(GLANCE)
        return self.answer(number)

    def cancel(self) -> None:
        """Forget the latest question; the process stops thinking about it."""
        self._latest += 1
        self._asking = False

    def close(self) -> None:
        """End the process at once; nothing is asked any more."""
        self._closed = True
        self.cancel()
        self._questions.put(None)
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _ask(self, question: Question) -> int:
        self._latest, self._asking = question.number, True
        self._hand_over(question)
        return question.number

    def _hand_over(self, message: Question | Ready) -> None:
        self._questions.put(message)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
            self._thread.start()

    # ---- in the thread ----

    def _run(self) -> None:
        while (question := self._questions.get()) is not None:
            if isinstance(question, Ready):
                with contextlib.suppress(OSError):  # who asks next finds out, and starts another process
                    self._connected().send_bytes(dumps(question).encode())
            elif question.number == self._latest:
                self._answer = self._answered(question)
        self._end()

    def _answered(self, question: Question) -> Answer | None:
        """Return the answer, whatever it takes; none if nobody wants it any more."""
        for _ in range(STARTS):
            if self._closed:
                return None
            try:
                connection = self._connected()
                connection.send_bytes(dumps(question).encode())
                return self._heard(connection, question)
            except (EOFError, OSError):
                self._end()
        return Sorry(question.number, "the process that thinks does not stay alive")

    def _heard(self, connection: Connection, question: Question) -> Answer | None:
        end, told = time.monotonic() + PATIENCE, False
        while not connection.poll(GLANCE):
            if self._closed or time.monotonic() > end:
                raise EOFError
            if question.number != self._latest and not told:
                connection.send_bytes(dumps(Enough()).encode())
                end, told = min(end, time.monotonic() + PATIENCE / 4), True
        answer = loads(connection.recv_bytes(), Thought, Advice, Sorry)
        assert isinstance(answer, Thought | Advice | Sorry)
        return answer if question.number == self._latest else None

    def _connected(self) -> Connection:
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,), name="gondwana thinks", daemon=True)
            self._process.start()
            theirs.close()
            self._connection = ours
            ours.send_bytes(self._game)
        return self._connection

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.join()
        self._connection = self._process = None


class DistantBot:
    """A bot that thinks in another process: it is asked again and again until it has chosen."""

    def __init__(self, thinker: Thinker, player: str, seed: int) -> None:
        self._thinker = thinker
        self._player = player
        self._seed = seed
        self._asked: Information | None = None
        self._number = 0

    def choose(self, information: Information) -> int | None:
        """Return the number of an option; none as long as it thinks. What cannot be thought out is chosen by chance."""
        if len(information.options) == 1:
            return information.options[0]
        if information != self._asked or not (self._is_answered or self._thinker.busy):
            self._asked = information
            self._number = self._thinker.think(self._player, self._seed, information)
        match self._thinker.answer(self._number):
            case Thought(option=option):
                return option
            case Sorry():
                return RandomBot(self._seed).choose(information)
        return None

    def forget(self) -> None:
        """Think no more about what was asked last, unless somebody else has asked something since."""
        if self._asked is not None and self._thinker.is_open(self._number):
            self._thinker.cancel()
        self._asked = None

    @property
    def _is_answered(self) -> bool:
        """Whether the answer is there: if not, somebody else may have asked, and then this is asked again."""
        return self._thinker.answer(self._number) is not None
