"""The bots of one table as a window wants them: they think in a process of their own, which also gives advice."""

from __future__ import annotations

from dsl.bots.distant import DistantBot
from dsl.bots.lateness import Lateness
from dsl.bots.levels import way_of
from dsl.bots.random import RandomBot
from dsl.bots.talk import Advice
from dsl.bots.thinker import Thinker
from dsl.engine.information import Information, Setting
from dsl.engine.pack import Pack
from dsl.run.choosing import Which

ADVICE = 1500  #: milliseconds that are thought about what to advise


class Minds:
    """Makes bots (it is a `dsl.engine.table.BotMaker`) and asks for advice. All of them think in one process, which
    starts as soon as somebody may need it, and reads the rules before anybody asks."""

    def __init__(self) -> None:
        self._thinker: Thinker | None = None
        self._pack: Pack | None = None
        self._lateness = Lateness()
        self._advice = 0

    def __call__(self, player: str, seed: int, pack: Pack) -> RandomBot | DistantBot:
        """Return the bot `player`. Raises ValueError if there is none of that name."""
        way = way_of(player, pack)
        if not way.thinks:
            return RandomBot(seed)
        return DistantBot(self._of(pack), player, seed, way.budget.milliseconds / 1000, self._lateness)

    @property
    def pid(self) -> int:
        """The number of the process; 0 if there is none."""
        return self._thinker.pid if self._thinker else 0

    @property
    def by(self) -> Which | None:
        """What the thinking is done by, and why; None before anybody has thought."""
        return self._thinker.by if self._thinker else None

    def expect(self, pack: Pack, setting: Setting | None = None) -> None:
        """Get ready: somebody may soon want to play against a computer, or to be advised, perhaps in such a match."""
        thinker = self._of(pack)
        if setting is not None:
            thinker.make_ready(setting)

    def ask(self, pack: Pack, information: Information) -> None:
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

    def _of(self, pack: Pack) -> Thinker:
        if self._thinker is None:
            self._thinker = Thinker(pack)
            self._thinker.make_ready()
        elif self._pack is not pack:
            self._thinker.turn_to(pack)
        self._pack = pack
        return self._thinker
