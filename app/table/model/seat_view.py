"""What each seat of this window knows, and whose knowledge the window shows. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from dsl.match.messages import Changed, TakenBack
from dsl.match.view import BoardView, CellView, DecisionView, EventView, PieceView, Value, View

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
class EventsSince:
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
class SeatHistory:
    """One seat's own view and events: nobody else's are ever put in, so that the log, too, tells no secret."""

    view: View | None = None
    events: list[EventView] = field(default_factory=list)
    fresh: tuple[EventView, ...] = ()  #: those of the last change
    since: EventsSince = field(default_factory=EventsSince)

    def take(self, news: Changed | TakenBack) -> None:
        """Write down what the table told this seat."""
        match news:
            case Changed(events, view):
                # What is told on sitting down has happened long ago: it belongs into the log, not to the last choice.
                self.fresh = events if self.view is not None else ()
                if self.view is not None:
                    self.since.take(news, self.view)
                self.events += [event for event in events if not self.events or event.number > self.events[-1].number]
            case TakenBack(_, view):
                self.events = [event for event in self.events if event.position < view.position]
                self.fresh = ()
                self.since.take_back(view.position)
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


def asked_seats(histories: Mapping[str, SeatHistory]) -> tuple[str, ...]:
    """Who is asked, after the newest view of any seat."""
    views = [history.view for history in histories.values() if history.view is not None]
    newest = max(views, key=lambda view: view.position, default=None)
    return tuple(decision.seat for decision in newest.decisions) if newest else ()


def wanted_seat(histories: Mapping[str, SeatHistory], shown: str | None) -> str:
    """Whose view this window should show: of the seats here the one that is asked, else the one shown so far."""
    asked = asked_seats(histories)
    if shown is not None and (shown in asked or not any(seat in histories for seat in asked)):
        return shown
    return next((seat for seat in asked if seat in histories), next(iter(histories)))


def needs_curtain(histories: Mapping[str, SeatHistory], shown: str | None, wanted: str) -> bool:
    """Whether somebody else has to look away first: several people here, another one's turn, and secrets."""
    view = histories[wanted].view
    return len(histories) > 1 and shown != wanted and view is not None and view.secrets


# What of a view is laid open on a screen that others may see, too: the faces of pieces that not everybody knows.


_PUBLIC = ("show", "lift", "become")  #: events whose things everybody has seen, or sees gone
_NO_THINGS = ("player", "owner", "action", "text", "complete")  #: arguments of an event that name none


@dataclass(frozen=True, slots=True)
class PrivacyFilter:
    """The reader's wish. What is covered here is covered everywhere: on the board, in lists, for a screen reader."""

    remembers: bool = True  #: others' pieces that this seat has seen keep their faces, with a mark
    covers: bool = False  #: its own secret pieces show their backs
    peeks: bool = False  #: but not just now

    def of(self, view: View) -> View:
        """Return the view with the faces covered that are to be covered; the very same view if there are none."""
        if self.remembers and self._shows_own:
            return view
        boards = tuple(self._board(board, view.seat) for board in view.boards)
        return view if boards == view.boards else replace(view, boards=boards)

    @property
    def _shows_own(self) -> bool:
        return self.peeks or not self.covers

    def _board(self, board: BoardView, seat: str) -> BoardView:
        return replace(board, cells=tuple(self._cell(cell, seat) for cell in board.cells))

    def _cell(self, cell: CellView, seat: str) -> CellView:
        if not any(self._is_covered(piece, seat) for piece in cell.pieces):
            return cell
        pieces = (replace(piece, kind="") if self._is_covered(piece, seat) else piece for piece in cell.pieces)
        return replace(cell, pieces=tuple(pieces))

    def _is_covered(self, piece: PieceView, seat: str) -> bool:
        if piece.open or not piece.kind:
            return False
        return not (self._shows_own if piece.owner == seat else self.remembers)

    def told(self, events: Iterable[EventView], view: View) -> tuple[EventView, ...]:
        """Return the events without the names of the viewer's own secret pieces, as long as these are covered."""
        secret = self._secret(view)
        return tuple(_covered_event(event, view.seat, secret) if secret else event for event in events)

    def asked(self, decision: DecisionView | None, view: View) -> DecisionView | None:
        """Return a decision to be read, in which covered pieces are called what everybody may call them."""
        secret = self._secret(view)
        if decision is None or not secret:
            return decision
        options = (replace(option, value=_covered_value(option.value, secret)) for option in decision.options)
        chosen = tuple(_covered_value(value, secret) for value in decision.chosen)
        return replace(decision, options=tuple(options), chosen=chosen)

    def _secret(self, view: View) -> dict[str, str]:
        """The kinds of the viewer's own pieces that are covered now, each with what such a piece is called."""
        if self._shows_own:
            return {}
        pieces = (piece for board in view.boards for cell in board.cells for piece in cell.pieces)
        return {
            piece.kind: piece.piece for piece in pieces if piece.kind and not piece.open and piece.owner == view.seat
        }


def _covered_event(event: EventView, seat: str, secret: Mapping[str, str]) -> EventView:
    args = dict(event.args)
    if event.kind in _PUBLIC or seat not in (args.get("player"), args.get("owner")):
        return event
    said = {name: _said(text, secret) for name, text in args.items() if name not in (*_NO_THINGS, "kind")}
    if args.get("kind") in secret:
        said["kind"] = ""
    return replace(event, args=tuple((args | said).items()))


def _covered_value(value: Value, secret: Mapping[str, str]) -> Value:
    """A piece on the board is called by what it is; what waits beside it is seen by whoever looks on in any case."""
    return replace(value, text=_said(value.text, secret)) if value.sort == "piece" and value.place else value


def _said(text: str, secret: Mapping[str, str]) -> str:
    return " ".join(secret.get(word, word) for word in text.split(" "))


# Whoever looks at this window: which of its seats is shown, and what of that seat's knowledge is laid open. No Qt.


@dataclass(slots=True)
class ViewerState:
    """Sits at one seat of the window after the other; there is a notebook for each of them."""

    histories: dict[str, SeatHistory]
    seat: str | None = None  #: who is shown; None before anybody looks
    privacy: PrivacyFilter = field(default_factory=PrivacyFilter)

    @property
    def view(self) -> View | None:
        """The view that is shown, with everything covered that is to be covered; None before anybody looks."""
        known = self.known
        return self.privacy.of(known) if known is not None else None

    @property
    def known(self) -> View | None:
        """The view of the seat that is shown, with nothing covered."""
        return self.histories[self.seat].view if self.seat is not None else None

    def told(self, events: Iterable[EventView], view: View) -> tuple[EventView, ...]:
        """Return the events as they may be told; `view` is the one that nothing has been covered in."""
        return self.privacy.told(events, view)

    def heed(self, *, remembers: bool, covers: bool) -> None:
        """Follow the reader's wish about hidden pieces from now on."""
        self.privacy = PrivacyFilter(remembers, covers)

    def peek(self) -> bool:
        """Uncover one's own secret pieces, or cover them again; tell whether there is anything to uncover."""
        if self.known is None or not self.privacy.covers:
            return False
        self.privacy = replace(self.privacy, peeks=not self.privacy.peeks)
        return True

    def cover_again(self) -> None:
        """End a peek."""
        self.privacy = replace(self.privacy, peeks=False)
