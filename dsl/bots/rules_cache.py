"""Cache of the runners that bots need for a game, by setting."""

from __future__ import annotations

import gc
import threading
from collections.abc import Mapping

from dsl.base.gc_pause import gc_paused
from dsl.bots.models import models_of
from dsl.bots.module_cache import key_of, module_cache
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.observation.information_set import Setting
from dsl.match.rulesets.ruleset import Ruleset, declared
from dsl.optimizer import optimized, sampling_programs
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner
from dsl.runtime.runner_selection import native_runner
from dsl.runtime.tree_search_driver import SearchRunner
from dsl.search import proofs, with_sampling_switch, with_search
from dsl.search.evaluation import with_evaluation


class GamePrograms:
    """The runners of one ruleset, its invariants included."""

    def __init__(
        self,
        pack: Ruleset,
        *,
        in_background: bool = False,
        deepens: bool = False,
        weights: Mapping[int, Mapping[str, int]] | None = None,
    ) -> None:
        """With `in_background`, searches are compiled in a thread, so that a caller of `search` can limit the wait. If
        it `deepens`, each is compiled with an alpha-beta search, and otherwise only where one is asked for. `weights`
        are those of the models by number of players, by default those that the ruleset ships."""
        self._weights = weights
        self._plain = pack
        self._in_background, self._deepens = in_background, deepens
        self._pack: Ruleset | None = None
        self._runners: dict[Setting, Runner] = {}
        self._sampling: dict[Setting, Runner | None] = {}
        self._deterministic: dict[Setting, bool] = {}
        self._searches: dict[tuple[Setting, bool], SearchRunner | None] = {}  #: with alpha-beta, and without
        self._threads: dict[tuple[Setting, bool], threading.Thread] = {}

    @property
    def pack(self) -> Ruleset:
        """The ruleset with its invariants."""
        if self._pack is None:
            self._pack = declared(self._plain)
        return self._pack

    def quick(self, setting: Setting) -> Runner:
        """Return a runner for single steps and calls; it keeps no events."""
        if setting not in self._runners:
            self._runners[setting] = ReferenceRunner(self._program(setting), listening=False)
        return self._runners[setting]

    def _program(self, setting: Setting) -> Program:
        """Return the program of a setting, with the evaluation functions of its model if there is one."""
        program = _lower_program(self.pack, setting)
        if self._weights is None:
            self._weights = {players: dict(model.weights) for players, model in models_of(self._plain)[0].items()}
        weights = self._weights.get(setting.players)
        return with_evaluation(program, weights) if weights else program

    def sampling(self, setting: Setting) -> Runner | None:
        """Return a runner that samples one option, for the states of `quick`; None if that is slower."""
        if setting not in self._sampling:
            program = self.quick(setting).program
            self._sampling[setting] = (
                ReferenceRunner(sampling_programs.sampling_program(program), listening=False)
                if sampling_programs.sampling_pays(program)
                else None
            )
        return self._sampling[setting]

    def is_deterministic(self, setting: Setting) -> bool:
        """Whether two rivals play with perfect information and, after the setup, without chance."""
        if setting not in self._deterministic:
            self._deterministic[setting] = proofs.is_foreseeable(self.quick(setting).program)
        return self._deterministic[setting]

    def search(self, setting: Setting, seconds: float | None = None, *, deepens: bool = False) -> SearchRunner | None:
        """Return the runner with the compiled search, for the states of `quick`; None if there is none here. If it
        `deepens`, that has an alpha-beta search, too, where two rivals see everything and nothing is random.

        If it is compiled in a thread, waits up to `seconds`, and returns None if it is not ready then.
        """
        kind = setting, deepens or self._deepens
        if kind not in self._searches:
            if self._in_background:
                self.prepare(setting, deepens=deepens)
                self._threads[kind].join(seconds)
            else:
                self._searches[kind] = _search_runner(self.quick(setting).program, deepens=kind[1])
        return self._searches.get(kind)

    def prepare(self, setting: Setting, *, deepens: bool = False) -> None:
        """Start compiling what `search` returns in a thread. Raises RulesError as `quick` does."""
        kind = setting, deepens or self._deepens
        if kind not in self._threads:
            program = self.quick(setting).program  # not in the thread, which would lower it a second time
            self._threads[kind] = threading.Thread(target=self._compile, args=(program, kind), daemon=True)
            self._threads[kind].start()

    def _compile(self, program: Program, kind: tuple[Setting, bool]) -> None:
        found = None
        try:
            with gc_paused():
                found = _search_runner(program, deepens=kind[1])
        finally:
            self._searches[kind] = found
            gc.freeze()  # the programs stay: collecting garbage among them takes as long as some moves

    def listening(self, setting: Setting) -> Runner:
        """Return a runner that reports events, for explanations."""
        return self.pack.runner(setting.players, dict(setting.options), dict(setting.windows))


def _lower_program(pack: Ruleset, setting: Setting) -> Program:
    return lower(pack.rules, setting.players, dict(setting.options), dict(setting.windows))


def _search_runner(program: Program, *, deepens: bool) -> SearchRunner | None:
    """Return the runner with the compiled search of a program, from the cache if it is there; None if there is none
    here."""
    deepens = deepens and proofs.is_foreseeable(program)
    searching, cache = with_search(optimized(with_sampling_switch(program)), deepens), module_cache()
    if cache is None:
        return native_runner(searching)
    key = key_of(program, "alpha-beta" if deepens else "tree search")
    module = cache.read(key)
    found = native_runner(searching, module=module, cache_settings=cache.machine_code_settings)
    if module is None and found is not None:
        cache.write(key, found.packed_module)
    return found


_CACHE: list[tuple[Ruleset, GamePrograms]] = []  #: most recent first
_CACHE_SIZE = 4


def programs_of(pack: Ruleset) -> GamePrograms:
    """Return the programs of a ruleset, shared by its bots: making them takes longer than a choice."""
    found = next((rules for kept, rules in _CACHE if kept is pack), None)
    if found is None:
        found = GamePrograms(pack)
        _CACHE.insert(0, (pack, found))
        del _CACHE[_CACHE_SIZE:]
    return found
