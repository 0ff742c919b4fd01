"""How late choices come: what a table does before a question and after an answer, and how busy the computer is.

A bot that is told to take so many milliseconds thinks less by what has been lost lately, so that its choice is carried
out when it should be.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from dsl.bots.levels import level_of
from dsl.bots.simple_bots import RandomBot
from dsl.bots.worker_client import WorkerClient
from dsl.bots.worker_messages import Advice, Chosen, NoAnswer
from dsl.match.information import Information, Setting
from dsl.match.rulesets.ruleset import Ruleset
from dsl.runtime.runner_selection import RunnerChoice

_MOST = 0.5  #: of a bot's time, at most, is kept for what is not thinking
_FADES = 0.9  #: what is left, choice by choice, of a lateness that does not happen again


class LatencyCompensation:
    """Measures choices from the moment that somebody is to choose until that is done."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self._lost = 0.0  #: seconds that a choice takes besides the thinking

    def begin(self) -> None:
        """Somebody is to choose; said again and again until it is done."""
        if self._since is None:
            self._since = self._clock()

    def started(self, budget: float) -> float:
        """Return when the time of whoever thinks began, if all is to be done after so many seconds."""
        self.begin()
        assert self._since is not None
        return self._since - min(self._lost, _MOST * budget)

    def end(self, budget: float) -> None:
        """It is done, and should have taken so many seconds at most."""
        if self._since is not None and budget:
            lost = self._clock() - self._since - budget + min(self._lost, _MOST * budget)
            known = min(lost, _MOST * budget)  # what is more may be a pause, or a lid that was shut
            self._lost = max(known, _FADES * self._lost)
        self._since = None

    def forget(self) -> None:
        """It will not be done."""
        self._since = None


# A bot that thinks in another process: it is asked again and again until it has chosen.


class RemoteBot:
    """One seat's bot. Its time counts from when it was `called`, and it thinks less if it has been late."""

    def __init__(
        self,
        thinker: WorkerClient,
        player: str,
        seed: int,
        seconds: float = 0,
        lateness: LatencyCompensation | None = None,
    ) -> None:
        """It takes so many `seconds` at most; `lateness` is that of the table."""
        self._thinker = thinker
        self._player = player
        self._seed = seed
        self._seconds = seconds
        self._lateness = lateness or LatencyCompensation()
        self._asked: Information | None = None
        self._number = 0

    def expect(self, setting: Setting) -> None:
        """Get ready to choose in a match of a setting."""
        self._thinker.make_ready(setting)

    def called(self) -> None:
        """Note that it is to choose."""
        self._lateness.begin()

    def choose(self, information: Information) -> int | None:
        """Return the number of an option; none as long as it thinks. What cannot be thought out is chosen by chance."""
        if len(information.options) == 1:
            return information.options[0]
        if information != self._asked or not (self._is_answered or self._thinker.busy):
            if self._asked is not None:
                self._lateness.forget()  # that was another question, or somebody else's question came between
            self._asked = information
            started = self._lateness.started(self._seconds)
            self._number = self._thinker.think(self._player, self._seed, information, started)
        match self._thinker.answer(self._number):
            case Chosen(option=option):
                return option
            case NoAnswer():
                return RandomBot(self._seed).choose(information)
        return None

    def heard(self) -> None:
        """Note that what it chose was carried out, and how long all of it took."""
        if self._asked is None:
            self._lateness.forget()
        else:
            self._lateness.end(self._seconds)
        self._asked = None

    def forget(self) -> None:
        """Think no more about what was asked last, unless somebody else has asked something since."""
        if self._asked is not None and self._thinker.is_open(self._number):
            self._thinker.cancel()
        self._asked = None
        self._lateness.forget()

    @property
    def _is_answered(self) -> bool:
        """Whether the answer is there: if not, somebody else may have asked, and then this is asked again."""
        return self._thinker.answer(self._number) is not None


# The bots of one table as a window wants them: they think in a process of their own, which also gives advice.


ADVICE = 1500  #: milliseconds that are thought about what to advise


class BotService:
    """Makes bots (it is a `dsl.match.table.BotMaker`) and asks for advice. All of them think in one process, which
    starts as soon as somebody may need it, and reads the rules before anybody asks."""

    def __init__(self) -> None:
        self._thinker: WorkerClient | None = None
        self._pack: Ruleset | None = None
        self._lateness = LatencyCompensation()
        self._advice = 0

    def __call__(self, player: str, seed: int, pack: Ruleset) -> RandomBot | RemoteBot:
        """Return the bot `player`. Raises ValueError if there is none of that name."""
        way = level_of(player, pack)
        if not way.thinks:
            return RandomBot(seed)
        return RemoteBot(self._of(pack), player, seed, way.budget.milliseconds / 1000, self._lateness)

    @property
    def pid(self) -> int:
        """The number of the process; 0 if there is none."""
        return self._thinker.pid if self._thinker else 0

    @property
    def by(self) -> RunnerChoice | None:
        """What the thinking is done by, and why; None before anybody has thought."""
        return self._thinker.by if self._thinker else None

    def expect(self, pack: Ruleset, setting: Setting | None = None) -> None:
        """Get ready: somebody may soon want to play against a computer, or to be advised, perhaps in such a match."""
        thinker = self._of(pack)
        if setting is not None:
            thinker.make_ready(setting)

    def ask(self, pack: Ruleset, information: Information) -> None:
        """Ask what the seat of an information set might do; what was asked before is forgotten."""
        self._advice = self._of(pack).advise(ADVICE, 0, information)

    @property
    def advice(self) -> Advice | None:
        """What one might do; none as long as nobody knows."""
        found = self._thinker.answer(self._advice) if self._thinker and self._advice else None
        return found if isinstance(found, Advice) else None

    @property
    def advising(self) -> bool:
        """Whether advice is on its way."""
        return self._thinker is not None and self._advice != 0 and self._thinker.is_open(self._advice)

    @property
    def trouble(self) -> str:
        """Why nobody could think about what was asked last, so that whoever plays chose by chance; empty if all is
        well."""
        return self._thinker.trouble if self._thinker else ""

    def close(self) -> None:
        """End the process."""
        if self._thinker is not None:
            self._thinker.close()

    def _of(self, pack: Ruleset) -> WorkerClient:
        if self._thinker is None:
            self._thinker = WorkerClient(pack)
            self._thinker.make_ready()
        elif self._pack is not pack:
            self._thinker.turn_to(pack)
        self._pack = pack
        return self._thinker
