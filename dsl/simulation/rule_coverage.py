"""Which rules a program may carry out at all, and which of them it did in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial

from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Const,
    Emit,
    ForBits,
    ForRange,
    If,
    Load,
    Return,
    SetOp,
    Statement,
    Store,
    While,
)
from dsl.ir.layout import Layout, Slot
from dsl.ir.program import Program, TracedProgram
from dsl.runtime.canonical_state import members_of
from dsl.runtime.parallel_worlds import worlds_of
from dsl.runtime.runner import State

ACTED = "acted by rules"  #: a slot that no rule can name
_ACTING = ("enter", "award")  #: the events that name a rule that acts
_NO_STEPS = frozenset({"ask", "chooser", "final", "me", "phase", "secretly", "turn"})  #: slots that never hold a step
_OF_COURSE = frozenset({"setup", "turn"})  #: happens in every match


def may_act(program: Program) -> list[int]:
    """Return the anchors of the rules that can be reached from the start of a match under the program's options.

    What the program has for examples alone is not among them. An anchor may be, although no position ever leads there.
    """
    found: set[int] = set()
    seen: set[object] = set()
    waiting: list[object] = [program.start]
    steps = {step.number: step.body for step in program.steps}
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        if isinstance(place, int):
            body = steps.get(place, ())
        else:
            body = program.functions[str(place)].body if place in program.functions else ()
        for part in parts(body):
            found |= _acting(part)
            waiting += _leads_to(part, program.layout)
    return sorted(anchor for anchor in found if program.anchors[anchor].sort not in _OF_COURSE)


def _acting(part: object) -> set[int]:
    match part:
        case Emit(kind, (Const(anchor), *_)) if kind in _ACTING:
            return {anchor}
    return set()


def _leads_to(part: object, layout: Layout) -> list[object]:
    """Return the functions that an instruction calls and the steps that it may name."""
    match part:
        case Call(function):
            return [function]
        case Return(value):
            return [each.value for each in parts(value) if isinstance(each, Const)]
        case Store(slot, value) if slot not in layout.things and slot not in _NO_STEPS:
            return [each.value for each in parts(value) if isinstance(each, Const)]
    return []


def parts(code: object) -> Iterator[object]:
    """Yield every instruction in a piece of code, the outer ones first."""
    if isinstance(code, tuple):
        for each in code:
            yield from parts(each)
    elif is_dataclass(code):
        yield code
        for field in fields(code):
            yield from parts(getattr(code, field.name))


def with_coverage(program: Program) -> Program:
    """Return a program that does the same and notes in its state which rules have acted; any runner runs it.

    The note belongs to no position, so digests stay as they are, and what seats do in secret is added when they come
    together, because sets are joined member by member.
    """
    layout, width = program.layout, len(program.anchors)
    slot = Slot(ACTED, layout.length, width=width, passing=True)
    return replace(
        program,
        layout=replace(
            layout,
            slots={**layout.slots, ACTED: slot},
            length=layout.length + 1,
            things=layout.things | {ACTED},
        ),
        functions={
            name: replace(function, body=_noting(function.body, width)) for name, function in program.functions.items()
        },
        steps=tuple(replace(step, body=_noting(step.body, width)) for step in program.steps),
        traced=None if program.traced is None else cache(partial(_traced, program.traced)),
    )


def _traced(plain: Callable[[], TracedProgram]) -> TracedProgram:
    made = plain()
    return replace(made, program=with_coverage(made.program))


def _noting(block: Block, width: int) -> Block:
    return tuple(each for statement in block for each in _noted(statement, width))


def _noted(statement: Statement, width: int) -> Block:
    match statement:
        case Emit(kind, (Const(anchor), *_)) if kind in _ACTING:
            note = SetOp("or", Load(ACTED), BitsConst(1 << anchor, width))
            return Store(ACTED, note), statement
        case If(condition, then, otherwise):
            return (If(condition, _noting(then, width), _noting(otherwise, width)),)
        case While() | ForRange() | ForBits():
            return (replace(statement, body=_noting(statement.body, width)),)
    return (statement,)


def acted_rules(program: Program, state: State) -> tuple[int, ...]:
    """Return the anchors of the rules that have acted, as a state of a watched program has them noted."""
    place = program.layout.slots[ACTED].first
    together = 0
    for world in worlds_of(program.layout, state):
        together |= world[place]
    return tuple(members_of(together))
