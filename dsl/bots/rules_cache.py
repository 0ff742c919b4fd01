"""The rules of a game as a bot reads them: runners for whatever setting it is asked about, made once."""

from __future__ import annotations

import gc
import threading

from dsl.base.gc_pause import gc_paused
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.information import Setting
from dsl.match.rulesets.ruleset import Ruleset, declared
from dsl.optimizer import optimized
from dsl.optimizer.rollout import sampling, sampling_pays
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner
from dsl.runtime.runner_selection import native
from dsl.runtime.search import SearchRunner
from dsl.search import sampling_blindly, searching
from dsl.search.proofs import is_foreseeable


class GamePrograms:
    """The rules of one pack, with all that they say always holds."""

    def __init__(self, pack: Ruleset, *, hurried: bool = False) -> None:
        """`hurried`: what looks ahead is compiled on the side, and who asks for it need not wait until it is there."""
        self._plain = pack
        self._hurried = hurried
        self._pack: Ruleset | None = None
        self._runners: dict[Setting, Runner] = {}
        self._drawing: dict[Setting, Runner | None] = {}
        self._foreseeable: dict[Setting, bool] = {}
        self._searches: dict[Setting, SearchRunner | None] = {}
        self._making: dict[Setting, threading.Thread] = {}

    @property
    def pack(self) -> Ruleset:
        """The pack, with what it declares to hold."""
        if self._pack is None:
            self._pack = declared(self._plain)
        return self._pack

    def quick(self, setting: Setting) -> Runner:
        """Return a runner for single steps and questions; it keeps no events."""
        if setting not in self._runners:
            self._runners[setting] = ReferenceRunner(_lowered(self.pack, setting), listening=False)
        return self._runners[setting]

    def drawing(self, setting: Setting) -> Runner | None:
        """Return a runner that offers one option by chance from the states of `quick`, if that is quicker."""
        if setting not in self._drawing:
            program = self.quick(setting).program
            self._drawing[setting] = (
                ReferenceRunner(sampling(program), listening=False) if sampling_pays(program) else None
            )
        return self._drawing[setting]

    def foreseeable(self, setting: Setting) -> bool:
        """Return whether two rivals play in whose matches nothing is hidden or, after the setup, left to chance."""
        if setting not in self._foreseeable:
            self._foreseeable[setting] = is_foreseeable(self.quick(setting).program)
        return self._foreseeable[setting]

    def search(self, setting: Setting, seconds: float | None = None) -> SearchRunner | None:
        """Return a runner that plays on and looks ahead by itself from the states of `quick`, if there is one here.

        Whoever is in a hurry waits so many seconds at most, and there may be one later.
        """
        if setting not in self._searches:
            if self._hurried:
                self.prepare(setting)
                self._making[setting].join(seconds)
            else:
                self._searches[setting] = native(_searching(self.quick(setting).program))
        return self._searches.get(setting)

    def prepare(self, setting: Setting) -> None:
        """Begin to make what `search` returns, on the side. Raises RulesError as `quick` does."""
        if setting not in self._making:
            program = self.quick(setting).program  # made here: two threads would make two of it
            self._making[setting] = threading.Thread(target=self._make, args=(program, setting), daemon=True)
            self._making[setting].start()

    def _make(self, program: Program, setting: Setting) -> None:
        found = None
        try:
            with gc_paused():
                found = native(_searching(program))
        finally:
            self._searches[setting] = found
            gc.freeze()  # programs stay: to look through them for garbage takes as long as some moves

    def listening(self, setting: Setting) -> Runner:
        """Return a runner that tells what happens, for whoever wants to know why."""
        return self.pack.runner(setting.players, dict(setting.options), dict(setting.windows))


def _lowered(pack: Ruleset, setting: Setting) -> Program:
    return lower(pack.rules, setting.players, dict(setting.options), dict(setting.windows))


def _searching(program: Program) -> Program:
    return searching(optimized(sampling_blindly(program)))


_KEPT: list[tuple[Ruleset, GamePrograms]] = []  #: of the packs asked about last
_MOST = 4


def programs_of(pack: Ruleset) -> GamePrograms:
    """Return the rules of a pack, the same for all bots that play it: to make them ready takes longer than a choice."""
    found = next((rules for kept, rules in _KEPT if kept is pack), None)
    if found is None:
        found = GamePrograms(pack)
        _KEPT.insert(0, (pack, found))
        del _KEPT[_MOST:]
    return found
