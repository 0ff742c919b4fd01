"""From events to the lines of the log: who said it, how much it matters, what belongs under what. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.table.tone import Tone
from app.table.viewer import chapter_of
from dsl.engine.view import EventView
from dsl.words.telling import Detail, Sort, told

#: A chapter is an outermost phase; what follows from a choice or a rule is quieter than the choice itself.
Weight = Literal["chapter", "choice", "consequence"]
_WEIGHTS: dict[Sort, Weight] = {"setup": "consequence", "rule": "consequence"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log; `details` are folded into it."""

    text: str
    weight: Weight
    event: int  #: the number of the event that it tells of
    player: str = ""  #: the colour of the player who chose, or whom it is about
    places: frozenset[str] = frozenset()  #: of the board
    details: tuple[Line, ...] = ()


def lines_of(events: Iterable[EventView], known: frozenset[str], tone: Tone, chapter: str = "") -> Iterator[Line]:
    """Yield the lines that tell of `events`; `chapter` is the one that the log stands in already."""
    for entry in told(events, tone.words):
        now = next((found for event in entry.events if (found := chapter_of(event))), "")
        if now not in ("", chapter):
            chapter = now
            yield Line(tone.words.anchor(chapter), "chapter", entry.event)
        details = tuple(_detail(each, known) for each in entry.details)
        places = _places_of(entry.events, known)
        yield Line(entry.sentence, _WEIGHTS.get(entry.sort, "choice"), entry.event, entry.player, places, details)


def _detail(detail: Detail, known: frozenset[str]) -> Line:
    parts = tuple(_detail(each, known) for each in detail.parts)
    places = _places_of(detail.events, known)
    return Line(detail.text, "consequence", detail.events[0].number, places=places, details=parts)


def _places_of(events: Iterable[EventView], known: frozenset[str]) -> frozenset[str]:
    """The places of the board that events speak of."""
    return frozenset(word for event in events for _, text in event.args for word in text.split() if word in known)
