"""Bots of one table, which search in a worker process, and advice from the same process.

A bot with a time limit searches shorter by the latency of the last choices (what the table does before a question
and after an answer), so that its choice is carried out in time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from dsl.bots.levels import level_of
from dsl.bots.simple_bots import RandomBot
from dsl.bots.worker_client import WorkerClient
from dsl.bots.worker_messages import Advice, Assessed, Chosen, Foreseen, NoAnswer
from dsl.match.observation.information_set import Information, Setting
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import ProspectsView
from dsl.runtime.runner_selection import RunnerChoice

_MAX_SHARE = 0.5  #: limit on the part of a bot's time that latency takes
_DECAY = 0.9  #: factor per choice by which a measured latency decays


class LatencyCompensation:
    """Measures the latency of choices: the time from start to end of a decision, less the time of the search."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: float | None = None
        self._lost = 0.0  #: seconds that a choice takes besides the search

    def begin(self) -> None:
        """Note that a bot must choose. Further calls have no effect until `end` or `forget`."""
        if self._begun is None:
            self._begun = self._clock()

    def started(self, budget: float) -> float:
        """Return the start of the time of a search that must be done within `budget` seconds."""
        self.begin()
        assert self._begun is not None
        return self._begun - min(self._lost, _MAX_SHARE * budget)

    def end(self, budget: float) -> None:
        """Note that the choice was made; it should have taken at most `budget` seconds."""
        if self._begun is not None and budget:
            lost = self._clock() - self._begun - budget + min(self._lost, _MAX_SHARE * budget)
            known = min(lost, _MAX_SHARE * budget)  # a larger value may be a pause of the whole computer
            self._lost = max(known, _DECAY * self._lost)
        self._begun = None

    def forget(self) -> None:
        """Note that the choice will not be made."""
        self._begun = None


class RemoteBot:
    """Bot of one seat that searches in the worker process: the table polls `choose` until it returns an option.

    Its time counts from `begin_turn`, less the measured latency.
    """

    def __init__(
        self,
        worker: WorkerClient,
        player: str,
        seed: int,
        seconds: float = 0,
        latency: LatencyCompensation | None = None,
    ) -> None:
        """`seconds` is its time limit, 0 for none; `latency` is shared by the bots of a table."""
        self._worker = worker
        self._player = player
        self._seed = seed
        self._seconds = seconds
        self._latency = latency or LatencyCompensation()
        self._asked: Information | None = None
        self._number = 0

    def prepare(self, setting: Setting) -> None:
        """Prepare for a match of a setting."""
        self._worker.prepare(setting)

    def begin_turn(self) -> None:
        """Note that it must choose."""
        self._latency.begin()

    def choose(self, information: Information) -> int | None:
        """Return one of the options; None while it searches. If the search fails, the choice is random."""
        if len(information.options) == 1:
            return information.options[0]
        if information != self._asked or not (self._is_answered or self._worker.busy):
            if self._asked is not None:
                self._latency.forget()  # that was another question, or another bot has asked since
            self._asked = information
            started = self._latency.started(self._seconds)
            self._number = self._worker.think(self._player, self._seed, information, started)
        match self._worker.answer(self._number):
            case Chosen(option=option):
                return option
            case NoAnswer():
                return RandomBot(self._seed).choose(information)
        return None

    def end_turn(self) -> None:
        """Note that its choice was carried out, and measure the latency."""
        if self._asked is None:
            self._latency.forget()
        else:
            self._latency.end(self._seconds)
        self._asked = None

    def cancel(self) -> None:
        """Cancel its question, unless another bot has asked since."""
        if self._asked is not None and self._worker.is_open(self._number):
            self._worker.cancel()
        self._asked = None
        self._latency.forget()

    @property
    def _is_answered(self) -> bool:
        """Whether the answer has arrived; if another bot has asked since, the question is repeated."""
        return self._worker.answer(self._number) is not None


ADVICE = 1500  #: milliseconds of search for advice


class BotService:
    """The bots of one table (a `dsl.match.seat_assignment.BotMaker`) and its advice, with one worker process.

    The process starts with `prepare`, and reads the rules before the first question.
    """

    def __init__(self, memory: int | None = None) -> None:
        """`memory` limits each process, in bytes: for rules and information sets that come from elsewhere."""
        self._memory = memory
        self._worker: WorkerClient | None = None
        self._pack: Ruleset | None = None
        self._latency = LatencyCompensation()
        self._advice = 0
        self._analyst: WorkerClient | None = None  #: works out prospects
        self._analysed: Ruleset | None = None  #: the game that it has read
        self._foresight = 0
        self._assessor: WorkerClient | None = None  #: assesses choices that were made
        self._assessed: Ruleset | None = None  #: the game that it has read
        self._assessment = 0

    def __call__(self, player: str, seed: int, pack: Ruleset) -> RandomBot | RemoteBot:
        """Return the bot `player`. Raises ValueError if there is none of that name."""
        level = level_of(player, pack)
        if not level.searches:
            return RandomBot(seed)
        return RemoteBot(self._worker_for(pack), player, seed, level.budget.milliseconds / 1000, self._latency)

    @property
    def pid(self) -> int:
        """The process id of the worker; 0 if there is none."""
        return self._worker.pid if self._worker else 0

    @property
    def runner(self) -> RunnerChoice | None:
        """What the worker runs rules with, and why; None before its first answer."""
        return self._worker.runner if self._worker else None

    def prepare(self, pack: Ruleset, setting: Setting | None = None) -> None:
        """Start the worker for a game, and compile the search of a setting, if it is known."""
        worker = self._worker_for(pack)
        if setting is not None:
            worker.prepare(setting)

    def request_advice(self, pack: Ruleset, information: Information) -> None:
        """Request advice for the seat of an information set; a former question is cancelled."""
        self._advice = self._worker_for(pack).advise(ADVICE, 0, information)

    @property
    def advice(self) -> Advice | None:
        """The advice, None until it arrives."""
        found = self._worker.answer(self._advice) if self._worker and self._advice else None
        return found if isinstance(found, Advice) else None

    @property
    def advising(self) -> bool:
        """Whether advice was requested and has not arrived."""
        return self._worker is not None and self._advice != 0 and self._worker.is_open(self._advice)

    def request_prospects(self, pack: Ruleset, seat: str, information: Information) -> None:
        """Request what each player could do on the board in one action, as `seat` may know it; a former request is
        cancelled. A process of its own works it out, so that no bot is interrupted."""
        if self._analyst is None or self._analysed is not pack:
            self.cancel_prospects()
            if self._analyst is not None:
                self._analyst.close()
            self._analyst, self._analysed = WorkerClient(pack, self._memory), pack
        self._foresight = self._analyst.foresee(seat, information)

    def cancel_prospects(self) -> None:
        """Cancel the request for prospects, if there is one."""
        if self.foreseeing and self._analyst is not None:
            self._analyst.cancel()
        self._foresight = 0

    @property
    def prospects(self) -> ProspectsView | None:
        """The prospects requested last, None until they arrive."""
        found = self._analyst.answer(self._foresight) if self._analyst and self._foresight else None
        return found.prospects if isinstance(found, Foreseen) else None

    @property
    def foreseeing(self) -> bool:
        """Whether prospects were requested and have not arrived."""
        return self._analyst is not None and self._foresight != 0 and self._analyst.is_open(self._foresight)

    def request_assessment(self, pack: Ruleset, information: Information, option: int, milliseconds: int) -> None:
        """Request how good an option was, with a search of so long; a former request is cancelled. A process of its
        own works it out, so that no bot is interrupted."""
        if self._assessor is None or self._assessed is not pack:
            if self._assessor is not None:
                self._assessor.close()
            self._assessor, self._assessed = WorkerClient(pack, self._memory), pack
        self._assessor.prepare(information.setting)
        self._assessment = self._assessor.assess(milliseconds, information, option)

    def end_assessments(self) -> None:
        """Cancel the request for an assessment, if there is one, and stop its process."""
        if self._assessor is not None:
            self._assessor.close()
        self._assessor, self._assessment = None, 0

    @property
    def assessment(self) -> Assessed | None:
        """The assessment requested last, None until it arrives."""
        found = self._assessor.answer(self._assessment) if self._assessor and self._assessment else None
        return found if isinstance(found, Assessed) else None

    @property
    def assessing(self) -> bool:
        """Whether an assessment was requested and has not arrived."""
        return self._assessor is not None and self._assessment != 0 and self._assessor.is_open(self._assessment)

    @property
    def error(self) -> str | None:
        """Why the last search failed, so that the bot chose at random; None if it did not."""
        return self._worker.error if self._worker else None

    def close(self) -> None:
        """Stop the workers."""
        for worker in (self._worker, self._analyst, self._assessor):
            if worker is not None:
                worker.close()

    def _worker_for(self, pack: Ruleset) -> WorkerClient:
        if self._worker is None:
            self._worker = WorkerClient(pack, self._memory)
            self._worker.prepare()
        elif self._pack is not pack:
            self._worker.load(pack)
        self._pack = pack
        return self._worker
