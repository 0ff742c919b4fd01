"""From events to the lines of the log: who said it, how much it matters, what belongs under what. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from app.table.tone import Tone
from app.table.viewer import chapter_of
from dsl.engine.view import EventView

_MANY = 8  #: consequences of one sort that are told one by one
#: A chapter is an outermost phase; what follows from a choice or a rule is quieter than the choice itself.
Weight = Literal["chapter", "turn", "choice", "consequence", "preparation"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    text: str
    weight: Weight
    event: int  #: the number of the event that it tells of
    player: str = ""  #: the colour of whoever chose, or whom it is about
    places: frozenset[str] = frozenset()  #: of the board


def is_preparation(event: EventView) -> bool:
    """Whether an event is part of setting up, before anybody is asked anything."""
    return event.causes[:1] == ("setup",)


def places_of(event: EventView, known: Iterable[str]) -> frozenset[str]:
    """The places of the board that an event speaks of."""
    words = {word for _, text in event.args for word in text.split()}
    return frozenset(words & set(known))


def lines_of(events: Iterable[EventView], known: frozenset[str], tone: Tone, chapter: str = "") -> Iterator[Line]:
    """Yield the lines that tell of `events`; `chapter` is the one that the log stands in already."""
    for _, alike in groupby(events, _sort):
        run = list(alike)
        if chapter_of(run[0]) not in ("", chapter):
            chapter = chapter_of(run[0])
            yield Line(tone.words.anchor(chapter), "chapter", run[0].number)
        lines = [line for event in run if (line := _line(event, known, tone)) is not None]
        yield from lines if len(lines) <= _MANY or lines[0].weight != "consequence" else (_gathered(lines, tone),)


def _sort(event: EventView) -> tuple[str, tuple[str, ...], str]:
    """What events have in common that are the same thing done many times, such as laying out the land."""
    return event.kind, event.causes, chapter_of(event)


def _line(event: EventView, known: frozenset[str], tone: Tone) -> Line | None:
    sentence = tone.words.event(event)
    player = dict(event.args).get("player", "")
    return Line(sentence, _weight(event), event.number, player, places_of(event, known)) if sentence else None


def _gathered(lines: list[Line], tone: Tone) -> Line:
    """The first of many lines, and how many there are; it points at all their places."""
    first = lines[0]
    said = tone.texts("table.log.more", line=first.text, n=len(lines) - 1)
    return replace(first, text=said, places=frozenset().union(*(line.places for line in lines)))


def _weight(event: EventView) -> Weight:
    if is_preparation(event):
        return "preparation"
    match event.kind:
        case "turn":
            return "turn"
        case "chose" | "award" | "eliminate" | "over":
            return "choice"
    return "consequence"
