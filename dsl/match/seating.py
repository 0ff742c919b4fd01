"""Who sits at a table now: people and bots. A bot may take somebody's seat during a match and give it back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from dsl.match.information import Information, Setting
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import Ruleset

HUMAN = "human"


class Bot(Protocol):
    """A player that uses only what its seat may know."""

    def choose(self, information: Information) -> int | None:
        """Return the number of an option of the decision that waits for the seat, as the information has it; none if
        it still thinks: it is asked again."""
        ...


@runtime_checkable
class Thinking(Protocol):
    """A bot that goes on thinking between two times it is asked."""

    def prepare(self, setting: Setting) -> None:
        """Prepare for a match of a setting."""
        ...

    def begin_turn(self) -> None:
        """Note that it must choose, before each poll; its time counts from the first call."""
        ...

    def end_turn(self) -> None:
        """Note that its choice was carried out."""
        ...

    def cancel(self) -> None:
        """Cancel the search: the question is not repeated."""
        ...


class BotMaker(Protocol):
    """Makes bots by name: `dsl.bots.make`."""

    def __call__(self, player: str, seed: int, pack: Ruleset) -> Bot:
        """Return the bot `player`, such as "bot:random". Raises ValueError if there is none of that name."""
        ...


class Seating:
    """The seats of one match, in the order of the colours that the match was begun with."""

    def __init__(self, pack: Ruleset, plans: Sequence[SeatPlan], seed: int, maker: BotMaker | None) -> None:
        """Raises ValueError if nobody makes a bot that is to sit here."""
        self._pack, self._seed, self._maker = pack, seed, maker
        self._bots: dict[str, Bot] = {}
        self.plans = tuple(plans)
        for plan in plans:
            if plan.player != HUMAN:
                self.seat(plan.colour, plan.player)

    def bot(self, colour: str) -> Bot | None:
        """Return the bot of a seat, none if a person sits there."""
        return self._bots.get(colour)

    def thinking(self, colour: str) -> Thinking | None:
        """Return the bot of a seat if it goes on thinking between two times it is asked."""
        bot = self._bots.get(colour)
        return bot if isinstance(bot, Thinking) else None

    def seat(self, colour: str, player: str) -> None:
        """Give a seat to a bot. Raises ValueError if there is no such seat or no such bot; then nothing changes."""
        self._known(colour)
        if self._maker is None:
            raise ValueError(f"there is no bot `{player}` here")
        bot = self._maker(player, _bot_seed(self._seed, colour), self._pack)
        self.free(colour)
        self._bots[colour] = bot
        self._write(colour, player)

    def free(self, colour: str) -> None:
        """Give a seat to a person; a bot that sat there thinks no more. Raises ValueError if there is no such seat."""
        self._known(colour)
        bot = self._bots.pop(colour, None)
        if isinstance(bot, Thinking):
            bot.cancel()
        self._write(colour, HUMAN)

    def _known(self, colour: str) -> None:
        if all(plan.colour != colour for plan in self.plans):
            raise ValueError(f"there is no seat `{colour}` here")

    def _write(self, colour: str, player: str) -> None:
        self.plans = tuple(replace(plan, player=player) if plan.colour == colour else plan for plan in self.plans)


def _bot_seed(seed: int, colour: str) -> int:
    """Return a seed that tells a bot nothing about the chance of the match."""
    return int.from_bytes(hashlib.sha256(f"{seed} {colour}".encode()).digest()[:8], "little")
