"""Runs a program as generated Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from dsl.ir.program import Program
from dsl.run.reference import runtime
from dsl.run.reference.outside import Outside
from dsl.run.reference.python import PROLOGUE, Source
from dsl.run.reference.remembering import Remembering
from dsl.run.runner import State
from dsl.run.stepping import Event, SteppingRunner

Procedure = Callable[..., int]  #: takes the state and numbers


class ReferenceRunner(SteppingRunner):
    """The meaning of a program: `dsl.run.runner.Runner` in Python. Its functions are compiled when first called."""

    def __init__(self, program: Program, *, listening: bool = True) -> None:
        self._source = Source(program)
        self._named: dict[str, Procedure] = {}
        self._functions = self._source.functions
        self._steps = self._source.steps
        self._answering = {
            self._functions[name]: name for name in program.functions if program.result(name) is not None
        }
        self._remembering = Remembering(program, self._put)
        self.outside = Outside(self, program)
        super().__init__(program, listening=listening)

    @property
    def source(self) -> str:
        """The generated Python, for whoever wants to read or debug it."""
        return self._source.whole()

    def _begin(self, state: State) -> None:
        if not self._named:
            self._named = self._names()
        self._named[PROLOGUE](state)

    def _has_step(self, step: int) -> bool:
        return 0 <= step < len(self._steps)

    def _step_on(self, state: State, step: int) -> int:
        named, steps = self._named, self._steps
        while step >= 0:
            self._options.clear()
            step = named[steps[step]](state)
        return step

    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        return self._named[self._functions[function]](state, *args)

    def _names(self) -> dict[str, Procedure]:
        """Return all that generated Python can name. A function is compiled when it is first called: few ever are."""
        names: dict[str, Procedure] = {name: getattr(runtime, name) for name in _HELPERS}
        names["push"] = cast(Procedure, self._options.append)
        names["emit"] = cast(Procedure, self._events.append if self._listening else _forget)
        tables: dict[str, Sequence[int]] = {
            name: self.program.tables[table] for table, name in self._source.tables.items()
        }
        tables |= {name: self.outside.arrays[array] for array, name in self._source.outside.items()}
        names |= {name: cast(Procedure, getattr(self.outside, name)) for name in _OUTSIDE}
        return names | cast(dict[str, Procedure], tables) | {name: self._later(name) for name in self._source.names}

    def _later(self, name: str) -> Procedure:
        def first(*given: object) -> int:
            # Our own text: an author's words reach it only through `reference.names`.
            exec(compile(self._source.definition(name), f"<{name}>", "exec"), self._named)
            self._named[name] = self._watched(name, self._named[name])
            return self._named[name](*given)

        return first

    def _watched(self, name: str, procedure: Procedure) -> Procedure:
        """Return what is called as `name` instead of the function itself."""
        return self._remembering.probed(self._answering[name], procedure) if name in self._answering else procedure

    def _put(self, function: str, procedure: Procedure) -> None:
        self._named[self._functions[function]] = procedure


def _forget(event: Event) -> None:
    """Take an event that nobody wants to hear of."""


_OUTSIDE = ("offered", "option", "throw", "choose", "revert", "reseed")
_HELPERS = ("fail", "stray", "inside", "has", "divide_up", "divide_down", "draw", "nth", "digest")
