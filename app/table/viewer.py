"""What each seat of this window knows, and whose knowledge the window shows. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.engine.messages import Changed, TakenBack
from dsl.engine.view import DecisionView, EventView, View

_PHASE = "phase "
_REMEMBERED = 60  #: so many choices of others can be shown again


@dataclass(frozen=True, slots=True)
class Chapter:
    """An outermost phase, by its anchor; new until everybody has had a turn in it."""

    phase: str = ""
    new: bool = False


def chapter_of(event: EventView) -> str:
    """The outermost phase that an event belongs to, by its anchor; empty outside all phases."""
    return next((cause for cause in event.causes if cause.startswith(_PHASE)), "")


@dataclass(slots=True)
class Meanwhile:
    """What the others did since this seat chose last; it stays until they do more."""

    before: View | None = None  #: how the table was then
    steps: list[Changed] = field(default_factory=list)
    read: bool = False  #: this seat has chosen since

    def take(self, news: Changed, seen: View | None) -> None:
        """Write down one more choice; `seen` is the view that it was made in."""
        if _chose(news.events, news.view.seat):
            self.read = True
            return
        if self.read or self.before is None:
            self.before, self.steps, self.read = seen, [], False
        self.steps.append(news)
        if len(self.steps) > _REMEMBERED:
            self.before = self.steps.pop(0).view

    def take_back(self, position: int) -> None:
        """Forget what has been taken back: only what led to `position` happened."""
        self.steps = [step for step in self.steps if step.view.position <= position]

    @property
    def events(self) -> tuple[EventView, ...]:
        """What happened, in order."""
        return tuple(event for step in self.steps for event in step.events)


def _chose(events: tuple[EventView, ...], seat: str) -> bool:
    return any(event.kind == "chose" and ("player", seat) in event.args for event in events)


@dataclass(slots=True)
class Notebook:
    """One seat's own view and events: nobody else's are ever put in, so that the log, too, tells no secret."""

    view: View | None = None
    events: list[EventView] = field(default_factory=list)
    fresh: tuple[EventView, ...] = ()  #: those of the last change
    meanwhile: Meanwhile = field(default_factory=Meanwhile)

    def take(self, news: Changed | TakenBack) -> None:
        """Write down what the table told this seat."""
        match news:
            case Changed(events, view):
                # What is told on sitting down has happened long ago: it belongs into the log, not to the last choice.
                self.fresh = events if self.view is not None else ()
                if self.view is not None:
                    self.meanwhile.take(news, self.view)
                self.events += [event for event in events if not self.events or event.number > self.events[-1].number]
            case TakenBack(_, view):
                self.events = [event for event in self.events if event.position < view.position]
                self.fresh = ()
                self.meanwhile.take_back(view.position)
        self.view = news.view

    def chapter(self) -> Chapter:
        """The outermost phase in which the match is, as far as this seat's events tell."""
        found, turns, before = "", 0, ""
        for event in self.events:
            phase = chapter_of(event)
            if phase and phase != found:
                found, turns, before = phase, 0, found
            turns += event.kind == "turn"
        seats = len(self.view.seats) if self.view is not None else 0
        return Chapter(found, bool(before) and turns <= seats)

    def decision(self, seat: str) -> DecisionView | None:
        """What this seat is asked now."""
        if self.view is None:
            return None
        return next((d for d in self.view.decisions if d.seat == seat and d.options), None)


def asked_seats(books: Mapping[str, Notebook]) -> tuple[str, ...]:
    """Who is asked, after the newest view of any seat."""
    views = [book.view for book in books.values() if book.view is not None]
    newest = max(views, key=lambda view: view.position, default=None)
    return tuple(decision.seat for decision in newest.decisions) if newest else ()


def wanted_seat(books: Mapping[str, Notebook], shown: str | None) -> str:
    """Whose view this window should show: of the seats here the one that is asked, else the one shown so far."""
    asked = asked_seats(books)
    if shown is not None and (shown in asked or not any(seat in books for seat in asked)):
        return shown
    return next((seat for seat in asked if seat in books), next(iter(books)))


def needs_curtain(books: Mapping[str, Notebook], shown: str | None, wanted: str) -> bool:
    """Whether somebody else has to look away first: several people here, another one's turn, and secrets."""
    view = books[wanted].view
    return len(books) > 1 and shown != wanted and view is not None and view.secrets
