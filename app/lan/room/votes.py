"""Questions that wait for the answers of several people. What follows from them is decided elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from app.lan.protocol import VoteState

PATIENCE = 60.0  #: seconds; whoever has not answered by then says no
Kind = Literal["take_back", "swap", "stand_in"]
Result = Literal["yes", "no", "open"]


@dataclass(slots=True)
class Vote:
    """One question."""

    number: int
    kind: Kind
    by: str  #: the member that asks; it agrees
    seat: str
    other: str
    choices: int
    ends: float
    answers: dict[str, bool | None]  #: of those who are asked, the one who asks not among them

    @property
    def result(self) -> Result:
        """What the answers so far make of it: one "no" ends what concerns all; of a stand-in most decide."""
        yes, no = (sum(answer is wanted for answer in self.answers.values()) for wanted in (True, False))
        if self.kind != "stand_in":
            return "no" if no else "yes" if yes == len(self.answers) else "open"
        voters = len(self.answers) + 1
        return "yes" if 2 * (yes + 1) > voters else "no" if 2 * no >= voters else "open"

    def state(self) -> VoteState:
        """Return it as everybody sees it."""
        waiting = tuple(member for member, answer in self.answers.items() if answer is None)
        return VoteState(self.number, self.kind, self.by, self.seat, self.other, waiting, self.choices)


class Votes:
    """The questions that are open."""

    def __init__(self) -> None:
        self._last = 0
        self._open: dict[int, Vote] = {}

    def __iter__(self) -> Iterator[Vote]:
        return iter(tuple(self._open.values()))

    def ask(
        self, kind: Kind, by: str, seat: str, other: str, asked: Collection[str], now: float, choices: int = 0
    ) -> Vote:
        """Return a new question, which is open even if nobody is asked."""
        self._last += 1
        answers: dict[str, bool | None] = dict.fromkeys(member for member in asked if member != by)
        vote = self._open[self._last] = Vote(self._last, kind, by, seat, other, choices, now + PATIENCE, answers)
        return vote

    def asked(self, kind: Kind, seat: str) -> bool:
        """Whether such a question is open about a seat; about taking back, whether there is any."""
        return any(vote.kind == kind and (kind == "take_back" or vote.seat == seat) for vote in self)

    def cast(self, number: int, member: str, agreed: bool) -> Vote | None:
        """Take an answer; none if this member is not asked that, or has answered."""
        vote = self._open.get(number)
        if vote is None or vote.answers.get(member, False) is not None:
            return None
        vote.answers[member] = agreed
        return vote

    def close(self, vote: Vote) -> None:
        """A question is no longer open."""
        self._open.pop(vote.number, None)

    def states(self) -> tuple[VoteState, ...]:
        """Return the questions as everybody sees them."""
        return tuple(vote.state() for vote in self)
