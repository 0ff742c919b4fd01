"""A bot that thinks in another process: it is asked again and again until it has chosen."""

from __future__ import annotations

from dsl.bots.lateness import Lateness
from dsl.bots.random import RandomBot
from dsl.bots.talk import Sorry, Thought
from dsl.bots.thinker import Thinker
from dsl.engine.information import Information, Setting


class DistantBot:
    """One seat's bot. Its time counts from when it was `called`, and it thinks less if it has been late."""

    def __init__(
        self, thinker: Thinker, player: str, seed: int, seconds: float = 0, lateness: Lateness | None = None
    ) -> None:
        """It takes so many `seconds` at most; `lateness` is that of the table."""
        self._thinker = thinker
        self._player = player
        self._seed = seed
        self._seconds = seconds
        self._lateness = lateness or Lateness()
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
            case Thought(option=option):
                return option
            case Sorry():
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
