"""What a match keeps of each position that was left, so that it can go back to it."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.engine.apart import Apart, Stretch
from dsl.run.runner import Runner


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that going back needs. Its state is a tuple: the collector of garbage soon leaves tuples of numbers
    alone, and would look through hundreds of lists again and again."""

    runner: Runner
    state: tuple[int, ...]
    stack: tuple[int, ...]
    events: int
    lines: int
    chooser: int  #: the seat that chose here
    apart: Apart | None  #: the ways of everybody, if this was in secret
    made: int
    unknown_choices: tuple[Stretch, ...]
    unknown_events: tuple[Stretch, ...]
