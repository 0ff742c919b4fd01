"""Cache of the runners that bots need for a game, by setting.

What reads, checks and lowers rules is imported where it is needed: a process that finds its program in the folder of
compiled searches (`dsl.bots.module_cache`) needs none of it.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from dsl.base.gc_pause import gc_paused
from dsl.base.serialization import dumps, encode
from dsl.base.source import Source
from dsl.bots.module_cache import StoredProgram, digest_of, key_of, key_of_rules, module_cache
from dsl.bots.worker_messages import LoadGame
from dsl.ir.program import Program
from dsl.match.observation.information_set import Setting
from dsl.match.rulesets.folder import whole_about
from dsl.optimizer import optimized, sampling_programs
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner
from dsl.runtime.runner_selection import native_runner
from dsl.runtime.tree_search_driver import SearchRunner
from dsl.search import proofs, with_sampling_switch, with_search

if TYPE_CHECKING:
    from dsl.match.rulesets.ruleset import Ruleset


class UnreadRuleset:
    """A ruleset as a text, which is read only when something needs more of it than its `game.toml`."""

    def __init__(self, game: LoadGame) -> None:
        self._game = game

    @cached_property
    def about(self) -> dict[str, object]:
        """The data of `game.toml`. Raises RulesError."""
        return whole_about(self._game.text)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset. Raises RulesError."""
        from dsl.match.rulesets.ruleset import rebuild

        game = self._game
        with gc_paused():
            house = [Source(name, text) for name, text in game.house]
            return rebuild(game.text, house, game.identity, game.skips_choices)

    def has_program(self) -> bool:
        """Whether the folder of compiled searches has a program of it for some setting."""
        cache = module_cache()
        return cache is not None and cache.has_program(self._key)

    def program(self, setting: Setting) -> StoredProgram | None:
        """Return its program for a setting from the folder; None if it is not there."""
        cache = module_cache()
        return cache.read_program(self._key, dumps(setting)) if cache is not None else None

    def keep_program(self, setting: Setting, program: Program, digest: str) -> None:
        """Keep its program for a setting in the folder, if there is one."""
        cache = module_cache()
        if cache is not None:
            cache.write_program(self._key, dumps(setting), program, digest)

    @cached_property
    def _key(self) -> str:
        return key_of_rules(encode(self._game))


class GamePrograms:
    """The runners of one ruleset, its invariants included."""

    def __init__(
        self,
        pack: Ruleset | UnreadRuleset,
        *,
        in_background: bool = False,
        deepens: bool = False,
        weights: Mapping[int, Mapping[str, int]] | None = None,
    ) -> None:
        """With `in_background`, searches are compiled in a thread, so that a caller of `search` can limit the wait. If
        it `deepens`, each is compiled with an alpha-beta search, and otherwise only where one is asked for. `weights`
        are those of the models by number of players, by default those that the ruleset ships."""
        self._weights = weights
        self._given = pack
        self._unread = pack if isinstance(pack, UnreadRuleset) and weights is None else None
        self._in_background, self._deepens = in_background, deepens
        self._runners: dict[Setting, Runner] = {}
        self._sampling: dict[Setting, Runner | None] = {}
        self._deterministic: dict[Setting, bool] = {}
        self._searches: dict[tuple[Setting, bool], SearchRunner | None] = {}  #: with alpha-beta, and without
        self._threads: dict[tuple[Setting, bool], threading.Thread] = {}
        self._digests: dict[Setting, str] = {}  #: of the programs that were read from the folder

    @property
    def about(self) -> dict[str, object]:
        """The data of `game.toml`. Raises RulesError."""
        return self._given.about

    @property
    def _plain(self) -> Ruleset:
        return self._given.ruleset if isinstance(self._given, UnreadRuleset) else self._given

    @cached_property
    def pack(self) -> Ruleset:
        """The ruleset with its invariants. Raises RulesError."""
        from dsl.match.rulesets.ruleset import declared

        return declared(self._plain)

    def quick(self, setting: Setting) -> Runner:
        """Return a runner for single steps and calls; it keeps no events."""
        if setting not in self._runners:
            with gc_paused():
                program = self._program(setting)
            self._runners[setting] = ReferenceRunner(program, listening=False)
        return self._runners[setting]

    def _program(self, setting: Setting) -> Program:
        """Return the program of a setting, with the evaluation functions of its model if there is one; from the folder
        if it is there."""
        kept = self._unread.program(setting) if self._unread is not None else None
        if kept is not None:
            self._digests[setting] = kept.digest
            return kept.program
        from dsl.bots.models import models_of
        from dsl.lowering import lower
        from dsl.search.evaluation import with_evaluation

        program = lower(self.pack.rules, setting.players, dict(setting.options), dict(setting.windows))
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
                self._searches[kind] = self._search_runner(setting, deepens=kind[1])
        return self._searches.get(kind)

    def prepare(self, setting: Setting, *, deepens: bool = False) -> None:
        """Start compiling what `search` returns in a thread. Raises RulesError as `quick` does."""
        kind = setting, deepens or self._deepens
        if kind not in self._threads:
            self.quick(setting)  # not in the thread, which would lower it a second time
            self._threads[kind] = threading.Thread(target=self._compile, args=kind, daemon=True)
            self._threads[kind].start()

    def _compile(self, setting: Setting, deepens: bool) -> None:
        found = None
        try:
            with gc_paused():
                found = self._search_runner(setting, deepens=deepens)
        finally:
            self._searches[setting, deepens] = found
            gc.freeze()  # the programs stay: collecting garbage among them takes as long as some moves

    def _search_runner(self, setting: Setting, *, deepens: bool) -> SearchRunner | None:
        """Return the runner with the compiled search of a setting, from the folder if it is there; None if there is
        none here."""
        program = self.quick(setting).program
        deepens = deepens and proofs.is_foreseeable(program)
        searching, cache = with_search(optimized(with_sampling_switch(program)), deepens), module_cache()
        if cache is None:
            return native_runner(searching)
        digest = self._digests.get(setting) or digest_of(program)
        key = key_of(digest, "alpha-beta" if deepens else "tree search")
        module = cache.read(key)
        found = native_runner(searching, module=module, cache_settings=cache.machine_code_settings)
        if module is None and found is not None:
            cache.write(key, found.packed_module)
        if self._unread is not None and setting not in self._digests:
            self._unread.keep_program(setting, program, digest)
        return found

    def listening(self, setting: Setting) -> Runner:
        """Return a runner that reports events, for explanations."""
        return self.pack.runner(setting.players, dict(setting.options), dict(setting.windows))


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
