"""Progress of a lesson: what its panel beside the board shows, as data without rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """One step of a lesson or a puzzle, and how far the learner is with it."""

    step: int  #: from 0
    steps: int
    sentences: tuple[str, ...]
    task: str | None
    answers: tuple[str, ...]  #: to choose from, where the task is a question
    hints: tuple[str, ...]  #: those that were asked for
    more_hints: bool
    done: bool  #: there is no task, or it is solved: the next step may come
    verdict: Literal["right", "wrong", "open"] | None  #: on the last choice or answer; None: none yet
    reaction: str  #: to it; empty: nothing in particular
    places: frozenset[str]  #: that the board marks
    marked: frozenset[str] | None = None  #: places that the learner has marked; None: no places are asked for
    leads_to_match: bool = False  #: a first match is offered now

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.step == self.steps - 1
