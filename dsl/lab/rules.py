"""Which rules a program may carry out at all: those against which one counts what was never needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dsl.program.code import Call, Const, Emit, Return, Store
from dsl.program.layout import Layout
from dsl.program.program import Program

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


def acted(events: list[tuple[str, tuple[int, ...]]]) -> set[int]:
    """Return the anchors of the rules that acted in what a runner reports."""
    return {numbers[0] for kind, numbers in events if kind in _ACTING}
