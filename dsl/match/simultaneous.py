"""Simultaneous decisions: the secret turns of each seat, and the numbering of choices and events for each seat.

No seat may learn how many choices another one made in secret. So each seat numbers only the choices and events that it
knows of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.base.records import Record
from dsl.match.observation.event_decoder import Event, RawEvent
from dsl.runtime.runner import Runner


class SecretRange(Record, frozen=True):
    """A range of `count` choices or events, from number `first` on, that only one seat knows of."""

    seat: int
    first: int
    count: int


def number_for_seat(number: int, seat: int, ranges: Iterable[SecretRange]) -> int:
    """Return the number that a seat gives to a choice or event, with the secret ranges of other seats left out."""
    hidden = (s for s in ranges if s.seat != seat and s.first < number)
    return number - sum(min(s.count, number - s.first) for s in hidden)


def number_overall(number: int, seat: int, ranges: Iterable[SecretRange]) -> int:
    """Return the overall number of what a seat calls `number`: the inverse of `number_for_seat`."""
    for hidden_range in ranges:  # in the order of their numbers
        if hidden_range.seat != seat and hidden_range.first <= number:
            number += hidden_range.count
    return number


class SecretChoice(Record, frozen=True):
    """A choice made in secret, with the world of the seat before it."""

    runner: Runner
    world: tuple[int, ...]
    stack: tuple[int, ...]
    events: int


class SecretTurn(Record, frozen=True):
    """What one seat has done in secret so far."""

    steps: tuple[SecretChoice, ...] = ()
    events: tuple[Event, ...] = ()
    stack: tuple[int, ...] = ()  #: the rules that are open in this seat's world

    def back(self) -> SecretTurn:
        """Return the turn without its last choice."""
        last = self.steps[-1]
        return SecretTurn(self.steps[:-1], self.events[: last.events], last.stack)


class SimultaneousPhase(Record, frozen=True):
    """The secret turns of all seats, by seat."""

    turns: tuple[SecretTurn, ...]

    @classmethod
    def begin(cls, players: int, stack: Iterable[int]) -> SimultaneousPhase:
        """Return the phase at its start, before any choice."""
        return cls((SecretTurn(stack=tuple(stack)),) * players)

    def with_turn(self, seat: int, turn: SecretTurn) -> SimultaneousPhase:
        """Return the phase with another turn of one seat."""
        return SimultaneousPhase((*self.turns[:seat], turn, *self.turns[seat + 1 :]))

    def joined(self, choices: int, events: int) -> Iterator[tuple[list[Event], SecretRange, SecretRange]]:
        """Yield, seat by seat, the events with their overall numbers, and the secret ranges of choices and events.

        `choices` and `events` are the numbers before the phase. The order in which the seats chose is lost.
        """
        parted = choices
        for seat, turn in enumerate(self.turns):
            moved = [
                replace(
                    event,
                    number=events + number,
                    position=event.position + (choices - parted) * (event.position >= parted),
                )
                for number, event in enumerate(turn.events)
            ]
            yield moved, SecretRange(seat, choices, len(turn.steps)), SecretRange(seat, events, len(moved))
            choices, events = choices + len(turn.steps), events + len(moved)


def split_by_world(raw: Iterable[RawEvent]) -> Iterator[tuple[str, int, list[RawEvent]]]:
    """Split the events of a runner by world: ("", -1) outside, ("apart", seat) inside the world of a seat, ("together",
    -1) after the merge."""
    kind, seat = "", -1
    found: list[RawEvent] = []
    for event in raw:
        if event[0] not in ("apart", "together"):
            found.append(event)
            continue
        yield kind, seat, found
        kind = event[0]
        seat, found = (event[1][0], []) if kind == "apart" else (-1, [event])
    yield kind, seat, found
