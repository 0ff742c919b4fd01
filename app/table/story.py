"""From events to the lines of the log: who said it, how much it matters, what belongs under what. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.table.tone import Tone
from app.table.viewer import chapter_of
from dsl.engine.view import EventView

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
    for event in events:
        if chapter_of(event) not in ("", chapter):
            chapter = chapter_of(event)
            yield Line(tone.words.anchor(chapter), "chapter", event.number)
        sentence = tone.words.event(event)
        if sentence:
            player = dict(event.args).get("player", "")
            yield Line(sentence, _weight(event), event.number, player, places_of(event, known))


def _weight(event: EventView) -> Weight:
    if is_preparation(event):
        return "preparation"
    match event.kind:
        case "turn":
            return "turn"
        case "chose" | "award" | "eliminate" | "over":
            return "choice"
    return "consequence"
