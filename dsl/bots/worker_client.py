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

from dsl.base.serialization import dumps, loads
from dsl.bots.levels import MOST_MILLISECONDS
from dsl.bots.worker import serve
from dsl.bots.worker_messages import (
    Advice,
    Advise,
    Answer,
    Cancel,
    Chosen,
    LoadGame,
    NoAnswer,
    Prepare,
    Question,
    RunnerUsed,
    Think,
)
from dsl.match.information import Information, Setting
from dsl.match.rulesets.ruleset import Ruleset
from dsl.runtime.runner_selection import RunnerChoice, probed

PATIENCE = 2 * MOST_MILLISECONDS / 1000  #: seconds until somebody who says nothing is taken for lost
STARTS = 3  #: times that a process is started for one question
GLANCE = 0.01  #: seconds between two looks at whether the question still stands


class WorkerClient:
    """Asks a process of its own. Only the latest question is answered."""

    def __init__(self, pack: Ruleset) -> None:
        self._game = game_of(pack)
        self._questions: SimpleQueue[Question | Prepare | LoadGame | None] = SimpleQueue()
        self._ready: Setting | None = None  #: what it was told last to get ready for
        self._answer: Answer | None = None
        self._latest = 0
        self._asking = False  #: the latest number is that of a question
        self._closed = False
        self.by: RunnerChoice | None = None  #: what the thinking is done by, as soon as there was an answer
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None

    # ---- for whoever asks ----

    @property
    def pid(self) -> int:
        """The number of the process; 0 if none was started."""
        return self._process.pid or 0 if self._process else 0

    def turn_to(self, pack: Ruleset) -> None:
        """Think about another game from now on, and no more about this one."""
        self.cancel()
        self._ready = None
        self._hand_over(game_of(pack))

    def make_ready(self, setting: Setting | None = None) -> None:
        """Let the process start and read the rules, before anything is asked; for a setting that is known also compile
        what its matches need. Said again it changes nothing."""
        if setting is None or setting != self._ready:
            self._ready = setting or self._ready
            self._hand_over(Prepare(setting))

    def think(self, player: str, seed: int, information: Information, started: float | None = None) -> int:
        """Ask what a bot would choose; return the number of the question. Its time counts from when it `started`, by
        `time.monotonic`; from now on if nobody says that."""
        asked = time.monotonic() if started is None else started
        return self._ask(Think(self._latest + 1, player, seed, round(1000 * asked), information))

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

    @property
    def trouble(self) -> str:
        """Why the last question that was answered has no answer; empty if it has one."""
        return self._answer.why if isinstance(self._answer, NoAnswer) else ""

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
        if self.pid and self._process is not None:
            self._process.kill()  # the thread may wait for it to read
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _ask(self, question: Question) -> int:
        self._latest, self._asking = question.number, True
        self._hand_over(question)
        return question.number

    def _hand_over(self, message: Question | Prepare | LoadGame) -> None:
        self._questions.put(message)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
            self._thread.start()

    # ---- in the thread ----

    def _run(self) -> None:
        while (message := self._questions.get()) is not None:
            match message:
                case LoadGame():
                    self._game = message
                    if self._connection is not None:
                        self._tell(message)
                case Prepare() if not self._closed:
                    self._tell(message)
                case Think() | Advise() if message.number == self._latest:
                    self._answer = self._answered(message)
        self._end()

    def _tell(self, message: Prepare | LoadGame) -> None:
        with contextlib.suppress(OSError):  # who asks next finds out, and starts another process
            self._connected().send_bytes(dumps(message).encode())

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
        return NoAnswer(question.number, "the process that thinks does not stay alive")

    def _heard(self, connection: Connection, question: Question) -> Answer | None:
        end, told = time.monotonic() + PATIENCE, False
        while not connection.poll(GLANCE):
            if self._closed or time.monotonic() > end:
                raise EOFError
            if question.number != self._latest and not told:
                connection.send_bytes(dumps(Cancel()).encode())
                end, told = min(end, time.monotonic() + PATIENCE / 4), True
        heard = loads(connection.recv_bytes(), Chosen, Advice, NoAnswer, RunnerUsed)
        if isinstance(heard, RunnerUsed):
            self.by = RunnerChoice(heard.name, heard.reason)
            return self._heard(connection, question)
        assert isinstance(heard, Chosen | Advice | NoAnswer)
        return heard if question.number == self._latest else None

    def _connected(self) -> Connection:
        if self._connection is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, probed()), name="gondwana thinks", daemon=True)
            self._process.start()
            theirs.close()
            self._connection = ours
            ours.send_bytes(dumps(self._game).encode())
        return self._connection

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.join()
        self._connection = self._process = None


def game_of(pack: Ruleset) -> LoadGame:
    """Return the rules of a pack, as another process reads them."""
    house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
    return LoadGame(pack.text, house, pack.identity, pack.skips_choices)
