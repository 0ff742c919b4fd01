"""A program that offers one option in place of all: one drawn fairly among those there are (`playing.drawn`).

For whoever plays whole matches by chance and looks at no other option. All else is as it was: the program waits, the
one option is taken, every choice counts, and boards grow. Draws come from slot `chance`, so matches are others than
those of the program itself, and as likely. What was drawn stands in slot `chosen` while the program waits: to ask again
gives it again, unless whoever gave the match another chance or larger boards has put -1 there.

A program may also draw only *when* something holds, and list all options else: then a state that waits with all its
options listed has -1 in slot `chosen`, so that whoever draws from there on draws anew.

Seats that decide in secret would all draw alike, as each begins with the chance of the match: the world of a seat
begins with a chance of its own, made of that and the seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from dsl.program.code import (
    AllOf,
    Block,
    Call,
    Compare,
    Const,
    Digest,
    Expr,
    Function,
    If,
    Load,
    Local,
    Push,
    Return,
    Set,
    Statement,
    Step,
    Store,
)
from dsl.program.improve.offers import Values, options_of
from dsl.program.improve.playing import CHOSEN, any_of, drawn
from dsl.program.improve.trees import everything
from dsl.program.program import LateFunctions, Program

__all__ = ["CHOSEN", "drawing", "gains"]


_OWN_CHANCE = Store("chance", Digest((Load("chance"), Load("chooser"))))


def drawing(program: Program, when: Expr | None = None) -> Program:
    """Return `program` with one option at every point at which it waits; if told so, only where `when` is not 0."""
    return replace(program, functions=_Functions(program, when), steps=tuple(_steps(program, when)))


def gains(program: Program) -> bool:
    """Whether drawing is the quicker way, as far as the program tells: an option must be worth a test."""
    return any(_tests(program, ask.options) for ask in program.asks)


def _tests(program: Program, offers: str) -> bool:
    parts = options_of(program, program.functions[offers].body)
    return parts is not None and any(isinstance(part, Values) and part.test for part in parts.options)


def _steps(program: Program, when: Expr | None) -> Iterator[Step]:
    """Yield the steps; those at which seats begin to decide in secret give each a chance of its own."""
    parting = {one.value for step in program.steps for one in everything(step.body) if _parts(one)}
    for step in program.steps:
        own = If(when, (_OWN_CHANCE,)) if when else _OWN_CHANCE
        yield replace(step, body=(own, *step.body)) if Const(step.number) in parting else step


def _parts(statement: Statement) -> TypeGuard[Store]:
    return isinstance(statement, Store) and statement.slot == "branch"


class _Functions(LateFunctions):
    """Functions, of which those that offered options draw one."""

    def __init__(self, program: Program, when: Expr | None) -> None:
        self._program = program
        self._when = when
        self._offering = {ask.options for ask in program.asks}
        self._drawing = {any_of(name): name for name in self._offering}

    def __getitem__(self, name: str) -> Function:
        if name in self._drawing:
            return drawn(self._program, self._program.functions[self._drawing[name]])
        function = self._program.functions[name]
        return _one(function, self._when) if name in self._offering else function

    def __iter__(self) -> Iterator[str]:
        yield from self._program.functions
        yield from self._drawing

    def __len__(self) -> int:
        return len(self._program.functions) + len(self._drawing)

    def result(self, name: str) -> int | None:
        """Return the width of a function's result, None if it has none."""
        return 0 if name in self._drawing or name in self._offering else self._program.result(name)


def _one(offers: Function, when: Expr | None) -> Function:
    """Return the function that offers one option: the one that waits already, or a new one; all, where not `when`."""
    waits = AllOf((Compare(">=", Load("ask"), Const(0)), Compare(">=", Load(CHOSEN), Const(0))))
    body: Block = (
        If(waits, (Push(Load(CHOSEN)), Return(Const(1)))),
        Set("w_any", Call(any_of(offers.name), tuple(Local(name) for name, _ in offers.params))),
        Push(Load(CHOSEN), Local("w_any")),
        Return(Local("w_any")),
    )
    if when:
        body = (If(when, body), Store(CHOSEN, Const(-1)), *offers.body)
    return Function(offers.name, offers.params, 0, body, offers.comment)
