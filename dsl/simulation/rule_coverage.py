"""Rule coverage: the rules that a program can reach, and those that acted in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from msgspec.structs import replace

from dsl.base.records import Record
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
from dsl.runtime.runner import State
from dsl.runtime.simultaneous import worlds_of

COVERAGE_SLOT = "acted by rules"  #: a name that no rule can use
_RULE_EVENTS = ("enter", "award")  #: the events that name an acting rule
_NO_STEPS = frozenset({"ask", "chooser", "final", "me", "phase", "secretly", "turn"})  #: slots that never hold a step
_ALWAYS_ACT = frozenset({"setup", "turn"})  #: act in every match


def reachable_rules(program: Program) -> list[int]:
    """Return the anchors of the rules that can be reached from the start of a match under the program's options.

    Code for examples alone is left out. The analysis is conservative: an anchor may be unreachable in any position.
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
            found |= _rules_of(part)
            waiting += _successors(part, program.layout)
    return sorted(anchor for anchor in found if program.anchors[anchor].sort not in _ALWAYS_ACT)


def _rules_of(part: object) -> set[int]:
    match part:
        case Emit(kind, (Const(anchor), *_)) if kind in _RULE_EVENTS:
            return {anchor}
    return set()


def _successors(part: object, layout: Layout) -> list[object]:
    """Return the functions that an instruction calls and the steps that it may jump to."""
    match part:
        case Call(function):
            return [function]
        case Return(value):
            return [each.value for each in parts(value) if isinstance(each, Const)]
        case Store(slot, value) if slot not in layout.things and slot not in _NO_STEPS:
            return [each.value for each in parts(value) if isinstance(each, Const)]
    return []


def parts(code: object) -> Iterator[object]:
    """Yield every instruction in a piece of code, in preorder."""
    if isinstance(code, tuple):
        for each in code:
            yield from parts(each)
    elif isinstance(code, Record):
        yield code
        for name in code.__struct_fields__:
            yield from parts(getattr(code, name))


def with_coverage(program: Program) -> Program:
    """Return the program instrumented to record in its state which rules acted.

    The slot is a passing one, so digests do not change; the records of seats that decide in secret are merged as
    bitsets.
    """
    layout, width = program.layout, len(program.anchors)
    slot = Slot(COVERAGE_SLOT, layout.length, width=width, passing=True)
    return replace(
        program,
        layout=replace(
            layout,
            slots={**layout.slots, COVERAGE_SLOT: slot},
            length=layout.length + 1,
            things=layout.things | {COVERAGE_SLOT},
        ),
        functions={
            name: replace(function, body=_instrumented(function.body, width))
            for name, function in program.functions.items()
        },
        steps=tuple(replace(step, body=_instrumented(step.body, width)) for step in program.steps),
        traced=None if program.traced is None else cache(partial(_traced, program.traced)),
    )


def _traced(plain: Callable[[], TracedProgram]) -> TracedProgram:
    made = plain()
    return replace(made, program=with_coverage(made.program))


def _instrumented(block: Block, width: int) -> Block:
    return tuple(each for statement in block for each in _instrumented_statement(statement, width))


def _instrumented_statement(statement: Statement, width: int) -> Block:
    match statement:
        case Emit(kind, (Const(anchor), *_)) if kind in _RULE_EVENTS:
            note = SetOp("or", Load(COVERAGE_SLOT), BitsConst(1 << anchor, width))
            return Store(COVERAGE_SLOT, note), statement
        case If(condition, then, otherwise):
            return (If(condition, _instrumented(then, width), _instrumented(otherwise, width)),)
        case While() | ForRange() | ForBits():
            return (replace(statement, body=_instrumented(statement.body, width)),)
    return (statement,)


def acted_rules(program: Program, state: State) -> tuple[int, ...]:
    """Return the anchors of the rules that acted, recorded in a state of an instrumented program."""
    place = program.layout.slots[COVERAGE_SLOT].first
    together = 0
    for world in worlds_of(program.layout, state):
        together |= world[place]
    return tuple(members_of(together))
