"""Which commands wait for their answer, so that each gets one even if the connection breaks in between. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.lan.protocol import Answer, AskHistory, AskRules, Command
from dsl.engine.messages import AskPreview, AskWhy, AskWhyNot

QUESTIONS = (AskHistory, AskPreview, AskRules, AskWhy, AskWhyNot)
MOST_WAITING = 48  #: a table remembers its last 64 answers to each member; what it has forgotten is not asked again
C = TypeVar("C", bound=Command)


class Requests:
    """Numbers commands, none ever twice at one table, and keeps those that were not answered."""

    def __init__(self, first: int = 1) -> None:
        self._next = first
        self._waiting: dict[int, Command] = {}

    @property
    def waiting(self) -> tuple[Command, ...]:
        """What was not answered, in the order in which it was sent."""
        return tuple(self._waiting.values())

    def begin_at(self, first: int) -> None:
        """Use no number below `first` from now on: those may have been used before this program was started."""
        self._next = max(self._next, first)

    def number(self, make: Callable[[int], C]) -> C:
        """Return a command with a number of its own."""
        command = make(self._next)
        self._next += 1
        self._waiting[command.request] = command
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        return command

    def forget_questions(self) -> None:
        """Wait no more for what was only asked: the question is put again where the answer still matters."""
        self._waiting = {n: each for n, each in self._waiting.items() if not isinstance(each, QUESTIONS)}

    def answered(self, answer: Answer) -> Command | None:
        """Return what an answer belongs to; none if nobody has asked, or it came once more."""
        return self._waiting.pop(answer.request, None)
