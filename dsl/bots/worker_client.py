"""Client of the worker process of the bots: sends questions without waiting, and polls for answers.

Each table has one process. A thread talks to it, so that no caller waits, not even for its start. A process that dies
is restarted and asked again; one that does not answer in time is killed. With the first question that is limited by
time alone, helpers of that process start, as many as `search_cores` allows (`dsl.bots.parallel_search`).
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue

from dsl.base.files import module_folder
from dsl.base.gc_pause import import_and_call
from dsl.base.processor_cores import search_cores
from dsl.base.serialization import dumps, loads
from dsl.bots.levels import MAX_MILLISECONDS, level_of
from dsl.bots.worker import serve, serve_helper
from dsl.bots.worker_messages import (
    Advice,
    Advise,
    Answer,
    Assess,
    Assessed,
    Cancel,
    Chosen,
    Foresee,
    Foreseen,
    LoadGame,
    NoAnswer,
    Prepare,
    Question,
    RunnerUsed,
    Think,
)
from dsl.match.observation.information_set import Information, Setting
from dsl.match.rulesets.ruleset import Ruleset
from dsl.runtime.runner_selection import RunnerChoice, probed_runner

TIMEOUT = 2 * MAX_MILLISECONDS / 1000  #: seconds without an answer after which a process is killed
MAX_STARTS = 3  #: limit on the processes started for one question
POLL_INTERVAL = 0.01  #: seconds between two polls


class WorkerClient:
    """Client of one worker process. Only the latest question is answered."""

    def __init__(self, pack: Ruleset, memory: int | None = None) -> None:
        """`memory` limits the process, in bytes: for rules and information sets that come from elsewhere."""
        self._memory = memory
        self._pack = pack
        self._game = game_of(pack)
        self._questions: SimpleQueue[Question | Prepare | LoadGame | None] = SimpleQueue()
        self._prepared: Setting | None = None  #: the setting of the last `prepare`
        self._answer: Answer | None = None
        self._latest = 0
        self._asking = False  #: the latest number belongs to a question
        self._closed = False
        self.runner: RunnerChoice | None = None  #: what the worker runs rules with, None before its first answer
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None
        self._helpers: list[SpawnProcess] = []
        self._helper_ends: list[Connection] = []  #: ends of connections to the process, for helpers yet to start

    # ---- for the caller ----

    @property
    def pid(self) -> int:
        """The process id; 0 if no process was started."""
        return self._process.pid or 0 if self._process else 0

    @property
    def helper_pids(self) -> tuple[int, ...]:
        """The process ids of the helpers that were started and have not ended."""
        return tuple(process.pid for process in list(self._helpers) if process.pid and process.is_alive())

    def load(self, pack: Ruleset) -> None:
        """Switch to another game."""
        self.cancel()
        self._prepared = None
        self._pack = pack
        self._enqueue(game_of(pack))

    def prepare(self, setting: Setting | None = None) -> None:
        """Start the process and let it read the rules; for a known setting also compile its search. Idempotent."""
        if setting is None or setting != self._prepared:
            self._prepared = setting or self._prepared
            self._enqueue(Prepare(setting))

    def think(self, player: str, seed: int, information: Information, started: float | None = None) -> int:
        """Ask for the choice of a bot; return the number of the question. Its time counts from `started`, a time of
        `time.monotonic`, by default from now."""
        asked = time.monotonic() if started is None else started
        return self._ask(Think(self._latest + 1, player, seed, round(1000 * asked), information))

    def advise(self, milliseconds: int, seed: int, information: Information) -> int:
        """Ask for advice; return the number of the question."""
        return self._ask(Advise(self._latest + 1, milliseconds, seed, information))

    def assess(self, milliseconds: int, information: Information, option: int) -> int:
        """Ask how good an option was; return the number of the question."""
        return self._ask(Assess(self._latest + 1, milliseconds, 0, information, option))

    def foresee(self, seat: str, information: Information) -> int:
        """Ask what each player could do on the board in one action; return the number of the question."""
        return self._ask(Foresee(self._latest + 1, seat, information))

    def answer(self, number: int) -> Answer | None:
        """Return the answer to a question; None if it has none yet or is not the latest."""
        found = self._answer
        return found if found is not None and found.number == number else None

    def is_open(self, number: int) -> bool:
        """Whether a question is the latest and has no answer yet."""
        return number == self._latest and self.answer(number) is None

    @property
    def busy(self) -> bool:
        """Whether the latest question has no answer yet."""
        return self._asking and self.is_open(self._latest)

    @property
    def error(self) -> str | None:
        """Why the last question failed; None if it did not."""
        return self._answer.why if isinstance(self._answer, NoAnswer) else None

    def wait(self, number: int, seconds: float = TIMEOUT * MAX_STARTS) -> Answer | None:
        """Wait for the answer to a question; None if it does not come in time."""
        end = time.monotonic() + seconds
        while self.answer(number) is None and time.monotonic() < end:
            time.sleep(POLL_INTERVAL)
        return self.answer(number)

    def cancel(self) -> None:
        """Cancel the latest question; the worker ends its search."""
        self._latest += 1
        self._asking = False

    def close(self) -> None:
        """Kill the process and stop the thread."""
        self._closed = True
        self.cancel()
        self._questions.put(None)
        if self.pid and self._process is not None:
            self._process.kill()  # the thread may be blocked in a write to it
        if self._thread is not None:
            self._thread.join(TIMEOUT)

    def _ask(self, question: Question) -> int:
        self._latest, self._asking = question.number, True
        self._enqueue(question)
        return question.number

    def _enqueue(self, message: Question | Prepare | LoadGame) -> None:
        self._questions.put(message)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="bot worker client", daemon=True)
            self._thread.start()

    # ---- in the thread ----

    def _run(self) -> None:
        while (message := self._questions.get()) is not None:
            match message:
                case LoadGame():
                    self._game = message
                    if self._connection is not None:
                        self._send(message)
                case Prepare() if not self._closed:
                    self._send(message)
                case Think() | Advise() | Assess() | Foresee() if message.number == self._latest:
                    self._answer = self._answer_to(message)
        self._end()

    def _send(self, message: Prepare | LoadGame) -> None:
        with contextlib.suppress(OSError):  # the next question starts another process
            self._connection_to_worker().send_bytes(dumps(message).encode())

    def _answer_to(self, question: Question) -> Answer | None:
        """Return the answer, restarting the process if needed; None if the question was cancelled."""
        for _ in range(MAX_STARTS):
            if self._closed:
                return None
            try:
                connection = self._connection_to_worker()
                if self._uses_helpers(question):
                    self._start_helpers()
                connection.send_bytes(dumps(question).encode())
                return self._receive(connection, question)
            except (EOFError, OSError):
                self._end()
        return NoAnswer(question.number, "the process that thinks does not stay alive")

    def _receive(self, connection: Connection, question: Question) -> Answer | None:
        end, cancelled = time.monotonic() + TIMEOUT, False
        while not connection.poll(POLL_INTERVAL):
            if self._closed or time.monotonic() > end:
                raise EOFError
            if question.number != self._latest and not cancelled:
                connection.send_bytes(dumps(Cancel()).encode())
                end, cancelled = min(end, time.monotonic() + TIMEOUT / 4), True
        message = loads(connection.recv_bytes(), Chosen, Advice, Assessed, Foreseen, NoAnswer, RunnerUsed)
        if isinstance(message, RunnerUsed):
            self.runner = RunnerChoice(message.name, message.reason)
            return self._receive(connection, question)
        assert isinstance(message, Chosen | Advice | Assessed | Foreseen | NoAnswer)
        return message if question.number == self._latest else None

    def _connection_to_worker(self) -> Connection:
        if self._connection is None:
            context, cores = multiprocessing.get_context("spawn"), search_cores()
            ours, theirs = context.Pipe()
            pipes = [context.Pipe() for _ in range(cores + MAX_STARTS - 2 if cores > 1 else 0)]
            self._helper_ends = [end for _, end in pipes]
            ends = tuple(end for end, _ in pipes)
            self._process = self._worker(serve, "gondwana bots", theirs, ends)
            self._process.start()
            for end in (theirs, *ends):
                end.close()
            self._connection = ours
            ours.send_bytes(dumps(self._game).encode())
        return self._connection

    def _uses_helpers(self, question: Question) -> bool:
        if isinstance(question, Think):
            with contextlib.suppress(ValueError):  # the process answers that there is no such player
                return level_of(question.player, self._pack).uses_helpers
            return False
        return isinstance(question, Advise | Assess)

    def _start_helpers(self) -> None:
        """Start the helpers that are missing, while there is a connection for them. The search works without them."""
        self._helpers = [process for process in self._helpers if process.is_alive()]
        while self._helper_ends and len(self._helpers) < search_cores() - 1:
            end = self._helper_ends.pop()
            process = self._worker(serve_helper, "gondwana bots helper", end)
            with contextlib.suppress(OSError):
                process.start()
                self._helpers.append(process)
            end.close()

    def _worker(self, target: Callable[..., None], name: str, *ends: object) -> SpawnProcess:
        """Return a process that is not started: `target` with its ends of pipes, the first of them its connection."""
        probed = probed_runner()
        plain = (probed.name, probed.reason) if probed else None
        arguments = ends[0], plain, self._memory, module_folder(), *ends[1:]
        return multiprocessing.get_context("spawn").Process(
            target=import_and_call,
            args=(target.__module__, target.__name__, *arguments),
            name=name,
            daemon=True,
        )

    def _end(self) -> None:
        for connection in (self._connection, *self._helper_ends):
            if connection is not None:
                connection.close()
        for process in (self._process, *self._helpers):
            if process is not None:
                with contextlib.suppress(OSError):
                    process.kill()
                process.join()
        self._connection = self._process = None
        self._helpers, self._helper_ends = [], []


def game_of(pack: Ruleset) -> LoadGame:
    """Return the message that loads a ruleset in a worker."""
    house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
    return LoadGame(pack.text, house, pack.identity, pack.skips_choices)
