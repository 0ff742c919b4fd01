"""The rules of a game in short, as whoever sits at the table reads them: pure data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """What one may do, and the sentences that one would be told when it cannot be done."""

    title: str
    sentence: str
    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game in short."""

    title: str
    blurb: str
    actions: tuple[Passage, ...]
    points: tuple[str, ...]  #: what gives points
    winner: tuple[str, ...]  #: what is compared at the end, in order
    house: tuple[str, ...]  #: the house rules that are ticked
    text: str  #: the rules as they are written
