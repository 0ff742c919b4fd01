"""Runs a program as generated Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from dsl.program.program import Program
from dsl.run.reference import runtime
from dsl.run.reference.python import PROLOGUE, source_of
from dsl.run.runner import State
from dsl.run.stepping import Event, SteppingRunner

Procedure = Callable[..., int]  #: takes the state and numbers


class ReferenceRunner(SteppingRunner):
    """The meaning of a program: `dsl.run.runner.Runner` in Python."""

    def __init__(self, program: Program, *, listening: bool = True) -> None:
        source = source_of(program)
        self.source = source.text  #: for whoever wants to read or debug it
        self._names: dict[str, Procedure] = {name: getattr(runtime, name) for name in _HELPERS}
        exec(compile(source.text, "<program>", "exec"), self._names)  # our own text: an author's words only name things
        self._functions = {name: self._names[python] for name, python in source.functions.items()}
        self._steps = {
            step.number: self._names[python] for step, python in zip(program.steps, source.steps, strict=True)
        }
        self._names["emit"] = self._names["push"] = cast(Procedure, _forget)
        super().__init__(program, listening=listening)
        self._names["push"] = cast(Procedure, self._options.append)
        if listening:
            self._names["emit"] = cast(Procedure, self._events.append)

    def _begin(self, state: State) -> None:
        self._names[PROLOGUE](state)

    def _has_step(self, step: int) -> bool:
        return step in self._steps

    def _step_on(self, state: State, step: int) -> int:
        while step >= 0:
            self._options.clear()
            step = self._steps[step](state)
        return step

    def _perform(self, state: State, function: str, args: tuple[int, ...]) -> int:
        return self._functions[function](state, *args)


def _forget(event: Event) -> None:
    """Take an event that nobody wants to hear of."""


_HELPERS = ("fail", "stray", "inside", "has", "divide_up", "divide_down", "draw", "digest")
