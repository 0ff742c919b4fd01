"""The rules of a game as a bot reads them: runners for whatever setting it is asked about, made once."""

from __future__ import annotations

import atexit

from dsl.engine.information import Setting
from dsl.engine.pack import Pack, declared
from dsl.program.improve import improved
from dsl.program.lower import lower
from dsl.program.search import searching
from dsl.run.choosing import native
from dsl.run.reference.runner import ReferenceRunner
from dsl.run.runner import Runner
from dsl.run.searching import Compiled


class Rules:
    """The rules of one pack, with all that they say always holds."""

    def __init__(self, pack: Pack) -> None:
        self._plain = pack
        self._pack: Pack | None = None
        self._runners: dict[Setting, Runner] = {}
        self._searches: dict[Setting, Compiled | None] = {}

    @property
    def pack(self) -> Pack:
        """The pack, with what it declares to hold."""
        if self._pack is None:
            self._pack = declared(self._plain)
        return self._pack

    def quick(self, setting: Setting) -> Runner:
        """Return a runner for single steps and questions; it keeps no events."""
        if setting not in self._runners:
            program = lower(self.pack.rules, setting.players, dict(setting.options), dict(setting.windows))
            self._runners[setting] = ReferenceRunner(program, listening=False)
        return self._runners[setting]

    def search(self, setting: Setting) -> Compiled | None:
        """Return a runner that plays on and looks ahead by itself from the states of `quick`, if there is one here."""
        if setting not in self._searches:
            self._searches[setting] = native(searching(improved(self.quick(setting).program)))
        return self._searches[setting]

    def listening(self, setting: Setting) -> Runner:
        """Return a runner that tells what happens, for whoever wants to know why."""
        return self.pack.runner(setting.players, dict(setting.options), dict(setting.windows))


_KEPT: list[tuple[Pack, Rules]] = []  #: of the packs asked about last
_MOST = 4
atexit.register(_KEPT.clear)  # machine code must be let go before the library that made it


def rules_of(pack: Pack) -> Rules:
    """Return the rules of a pack, the same for all bots that play it: to make them ready takes longer than a choice."""
    found = next((rules for kept, rules in _KEPT if kept is pack), None)
    if found is None:
        found = Rules(pack)
        _KEPT.insert(0, (pack, found))
        del _KEPT[_MOST:]
    return found
