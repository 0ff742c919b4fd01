"""Seats of a match: which are played by people and which by bots. A bot may take over a seat and give it back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from msgspec.structs import replace

from dsl.match.journal import HUMAN, SeatPlan
from dsl.match.observation.information_set import Information, Setting
from dsl.match.rulesets.ruleset import Ruleset


class Bot(Protocol):
    """A player that uses only what its seat may know."""

    def choose(self, information: Information) -> int | None:
        """Return the number of an option of the decision that waits for the seat, as the information has it; None if
        the bot needs more time and must be asked again."""
        ...


@runtime_checkable
class ThinkingBot(Protocol):
    """A bot that thinks in the background between two calls of `choose`."""

    def prepare(self, setting: Setting) -> None:
        """Prepare for a match of a setting."""
        ...

    def begin_turn(self) -> None:
        """Called each time before `choose`; the bot's thinking time runs from the first call."""
        ...

    def end_turn(self) -> None:
        """Called when its choice was carried out."""
        ...

    def cancel(self) -> None:
        """Stop thinking about the last question: it will not be asked again."""
        ...


class BotMaker(Protocol):
    """Makes bots by name: `dsl.bots.make`."""

    def __call__(self, player: str, seed: int, pack: Ruleset) -> Bot:
        """Return the bot `player`, such as "bot:random". Raises ValueError if there is none of that name."""
        ...


class MatchSeats:
    """The seats of one match, in the order of the colours that the match was begun with."""

    def __init__(self, pack: Ruleset, plans: Sequence[SeatPlan], seed: int, maker: BotMaker | None) -> None:
        """Raises ValueError if the maker has no such bot."""
        self._pack, self._seed, self._maker = pack, seed, maker
        self._bots: dict[str, Bot] = {}
        self._helpers: dict[str, Bot] = {}  #: by seat of a person: they finish its move
        self.plans = tuple(plans)
        for plan in plans:
            if plan.player != HUMAN:
                self.seat(plan.colour, plan.player)

    def bot(self, colour: str) -> Bot | None:
        """Return the bot of a seat, or the one that finishes a person's move; None if a person plays it."""
        return self._bots.get(colour) or self._helpers.get(colour)

    def thinking(self, colour: str) -> ThinkingBot | None:
        """Return the bot of a seat if it is a ThinkingBot."""
        bot = self.bot(colour)
        return bot if isinstance(bot, ThinkingBot) else None

    def seat(self, colour: str, player: str) -> None:
        """Give a seat to a bot. Raises ValueError if there is no such seat or no such bot; then nothing changes."""
        self._require_seat(colour)
        if self._maker is None:
            raise ValueError(f"there is no bot `{player}` here")
        bot = self._maker(player, _bot_seed(self._seed, colour), self._pack)
        self.free(colour)
        self._bots[colour] = bot
        self._write(colour, player)

    def free(self, colour: str) -> None:
        """Give a seat to a person; its bot stops thinking. Raises ValueError if there is no such seat."""
        self._require_seat(colour)
        bot = self._bots.pop(colour, None)
        if isinstance(bot, ThinkingBot):
            bot.cancel()
        self._write(colour, HUMAN)

    @property
    def helped(self) -> tuple[str, ...]:
        """The seats of people whose moves a bot finishes."""
        return tuple(self._helpers)

    def help(self, colour: str, player: str) -> None:
        """Let a bot finish the move of a person. Raises ValueError if there is no such seat or bot."""
        self._require_seat(colour)
        if self._maker is None:
            raise ValueError(f"there is no bot `{player}` here")
        self._helpers.setdefault(colour, self._maker(player, _bot_seed(self._seed, colour), self._pack))

    def stop_helping(self, colour: str) -> None:
        """The person of a seat plays again."""
        bot = self._helpers.pop(colour, None)
        if isinstance(bot, ThinkingBot):
            bot.cancel()

    def change_rules(self, pack: Ruleset) -> None:
        """Let bots play by other rules from now on."""
        self._pack = pack
        for colour in tuple(self._helpers):
            self.stop_helping(colour)
        for plan in self.plans:
            if plan.player != HUMAN:
                self.seat(plan.colour, plan.player)

    def _require_seat(self, colour: str) -> None:
        if all(plan.colour != colour for plan in self.plans):
            raise ValueError(f"there is no seat `{colour}` here")

    def _write(self, colour: str, player: str) -> None:
        self.plans = tuple(replace(plan, player=player) if plan.colour == colour else plan for plan in self.plans)


def _bot_seed(seed: int, colour: str) -> int:
    """Return a seed for a bot that reveals nothing about the random generator of the match."""
    return int.from_bytes(hashlib.sha256(f"{seed} {colour}".encode()).digest()[:8], "little")
