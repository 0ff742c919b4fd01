"""Views and histories of the seats of this window: what each may know, which seat is shown, what is covered. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from msgspec import structs

from dsl.match.table_messages import Changed, TakenBack
from dsl.match.view import BoardView, CellView, DecisionView, EventView, PieceView, Value, View

_PHASE = "phase "
_REMEMBERED = 60  #: number of choices of others that can be shown again


@dataclass(frozen=True, slots=True)
class Chapter:
    """An outermost phase, by its anchor; new until every seat has had a turn in it."""

    phase: str = ""
    new: bool = False


def chapter_of(event: EventView) -> str:
    """The outermost phase that an event belongs to, by its anchor; empty outside all phases."""
    return next((cause for cause in event.causes if cause.startswith(_PHASE)), "")


@dataclass(slots=True)
class EventsSince:
    """What the others did since this seat's last choice; kept until they act again."""

    before: View | None = None  #: the view before the first of these changes
    steps: list[Changed] = field(default_factory=list)
    read: bool = False  #: this seat has chosen after them

    def add(self, news: Changed, seen: View | None) -> None:
        """Add one more choice; `seen` is the view in which it was made."""
        if _chose(news.events, news.view.seat):
            self.read = True
            return
        if self.read or self.before is None:
            self.before, self.steps, self.read = seen, [], False
        self.steps.append(news)
        if len(self.steps) > _REMEMBERED:
            self.before = self.steps.pop(0).view

    def undo_to(self, position: int) -> None:
        """Remove what happened after `position`."""
        self.steps = [step for step in self.steps if step.view.position <= position]

    @property
    def events(self) -> tuple[EventView, ...]:
        """What happened, in order."""
        return tuple(event for step in self.steps for event in step.events)


def _chose(events: tuple[EventView, ...], seat: str) -> bool:
    return any(event.kind == "chose" and ("player", seat) in event.args for event in events)


@dataclass(slots=True)
class SeatHistory:
    """One seat's view and events. Those of other seats are never added, so the log cannot show a secret."""

    view: View | None = None
    events: list[EventView] = field(default_factory=list)
    fresh: tuple[EventView, ...] = ()  #: those of the last change
    since: EventsSince = field(default_factory=EventsSince)

    def apply(self, news: Changed | TakenBack) -> None:
        """Apply an update for this seat."""
        match news:
            case Changed(events, view):
                # The first update holds the whole past: it belongs in the log, not to the last choice.
                self.fresh = events if self.view is not None else ()
                if self.view is not None:
                    self.since.add(news, self.view)
                self.events += [event for event in events if not self.events or event.number > self.events[-1].number]
            case TakenBack(_, view):
                self.events = [event for event in self.events if event.position < view.position]
                self.fresh = ()
                self.since.undo_to(view.position)
        self.view = news.view

    def chapter(self) -> Chapter:
        """Return the current outermost phase, as far as this seat's events show it."""
        found, turns, before = "", 0, ""
        for event in self.events:
            phase = chapter_of(event)
            if phase and phase != found:
                found, turns, before = phase, 0, found
            turns += event.kind == "turn"
        seats = len(self.view.seats) if self.view is not None else 0
        return Chapter(found, bool(before) and turns <= seats)

    def decision(self, seat: str) -> DecisionView | None:
        """Return the decision that this seat has to make now."""
        if self.view is None:
            return None
        return next((d for d in self.view.decisions if d.seat == seat and d.options), None)


def asked_seats(histories: Mapping[str, SeatHistory]) -> tuple[str, ...]:
    """Return the seats that must choose, by the newest view of any seat."""
    views = [history.view for history in histories.values() if history.view is not None]
    newest = max(views, key=lambda view: view.position, default=None)
    return tuple(decision.seat for decision in newest.decisions) if newest else ()


def wanted_seat(histories: Mapping[str, SeatHistory], shown: str | None) -> str:
    """Return the seat that this window should show: the one here that must choose, else the one shown so far."""
    asked = asked_seats(histories)
    if shown is not None and (shown in asked or not any(seat in histories for seat in asked)):
        return shown
    return next((seat for seat in asked if seat in histories), next(iter(histories)))


def needs_curtain(histories: Mapping[str, SeatHistory], shown: str | None, wanted: str) -> bool:
    """Whether the curtain must fall first: several people here, another one's turn, and secrets."""
    view = histories[wanted].view
    return len(histories) > 1 and shown != wanted and view is not None and view.secrets


# ---- privacy of the screen ------------------------------------------------------------------------------------------

_PUBLIC = ("show", "lift", "become")  #: events whose things are public
_NO_THINGS = ("player", "owner", "action", "text", "complete")  #: arguments of an event that name none


@dataclass(frozen=True, slots=True)
class PrivacyFilter:
    """Covers faces of secret pieces as the settings say: on the board, in lists and for a screen reader."""

    remembers: bool = True  #: others' pieces that this seat has seen keep their faces, with a mark
    covers: bool = False  #: its own secret pieces show their backs
    peeks: bool = False  #: `covers` is suspended

    def view(self, view: View) -> View:
        """Return the view with the faces covered; the same object if none has to be."""
        if self.remembers and self._shows_own:
            return view
        boards = tuple(self._board(board, view.seat) for board in view.boards)
        return view if boards == view.boards else structs.replace(view, boards=boards)

    @property
    def _shows_own(self) -> bool:
        return self.peeks or not self.covers

    def _board(self, board: BoardView, seat: str) -> BoardView:
        return structs.replace(board, cells=tuple(self._cell(cell, seat) for cell in board.cells))

    def _cell(self, cell: CellView, seat: str) -> CellView:
        if not any(self._is_covered(piece, seat) for piece in cell.pieces):
            return cell
        pieces = (structs.replace(piece, kind="") if self._is_covered(piece, seat) else piece for piece in cell.pieces)
        return structs.replace(cell, pieces=tuple(pieces))

    def _is_covered(self, piece: PieceView, seat: str) -> bool:
        if piece.open or not piece.kind:
            return False
        return not (self._shows_own if piece.owner == seat else self.remembers)

    def events(self, events: Iterable[EventView], view: View) -> tuple[EventView, ...]:
        """Return the events without the names of the seat's own secret pieces, as long as these are covered."""
        secret = self._secret(view)
        return tuple(_covered_event(event, view.seat, secret) if secret else event for event in events)

    def decision(self, decision: DecisionView | None, view: View) -> DecisionView | None:
        """Return a decision to be displayed, in which covered pieces have their public names."""
        secret = self._secret(view)
        if decision is None or not secret:
            return decision
        options = (structs.replace(option, value=_covered_value(option.value, secret)) for option in decision.options)
        chosen = tuple(_covered_value(value, secret) for value in decision.chosen)
        return structs.replace(decision, options=tuple(options), chosen=chosen)

    def _secret(self, view: View) -> dict[str, str]:
        """Return the kinds of the seat's own pieces that are covered now, each with its public name."""
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
    return structs.replace(event, args=tuple((args | said).items()))


def _covered_value(value: Value, secret: Mapping[str, str]) -> Value:
    """Cover the name of a piece on the board. A piece beside the board is drawn open in any case."""
    return structs.replace(value, text=_said(value.text, secret)) if value.sort == "piece" and value.place else value


def _said(text: str, secret: Mapping[str, str]) -> str:
    return " ".join(secret.get(word, word) for word in text.split(" "))


# ---- who looks at the window ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class ViewerState:
    """The seat that the window shows, the histories of its seats, and what is covered on the screen."""

    histories: dict[str, SeatHistory]
    seat: str | None = None  #: the seat shown; None before a player is at the screen
    privacy: PrivacyFilter = field(default_factory=PrivacyFilter)

    @property
    def view(self) -> View | None:
        """The view shown, with the faces covered; None if no seat is shown."""
        known = self.full_view
        return self.privacy.view(known) if known is not None else None

    @property
    def full_view(self) -> View | None:
        """The view of the seat shown, with nothing covered."""
        return self.histories[self.seat].view if self.seat is not None else None

    def visible_events(self, events: Iterable[EventView], view: View) -> tuple[EventView, ...]:
        """Return the events as the screen may show them; `view` has nothing covered."""
        return self.privacy.events(events, view)

    def set_privacy(self, *, remembers: bool, covers: bool) -> None:
        """Change what is covered; this ends a peek."""
        self.privacy = PrivacyFilter(remembers, covers)

    def toggle_peek(self) -> bool:
        """Uncover the seat's own secret pieces, or cover them again; return whether there is anything to uncover."""
        if self.full_view is None or not self.privacy.covers:
            return False
        self.privacy = replace(self.privacy, peeks=not self.privacy.peeks)
        return True

    def end_peek(self) -> None:
        """Cover the seat's own secret pieces again."""
        self.privacy = replace(self.privacy, peeks=False)


# ---- several people at one screen -----------------------------------------------------------------------------------


@dataclass(slots=True)
class HotSeat:
    """State machine of a screen that several people share: which seat it shows next.

    While several people here decide in secret, any of them may begin, and the screen stays with a player who has
    decided, to review or undo the choice, until that player hands it over.
    """

    _begun: bool = False  #: a player here has begun to decide in secret
    _hands_over: bool = False  #: the player shown has asked to hand over

    def hand_over(self) -> None:
        """The player shown has finished and leaves the screen."""
        self._hands_over = True

    def may_hand_over(self, histories: Mapping[str, SeatHistory], shown: str | None) -> bool:
        """Whether the player shown has decided in secret, while others here have not."""
        waiting = _waiting(histories)
        return _secretly(histories) and bool(waiting) and shown not in waiting

    def next_seats(self, histories: Mapping[str, SeatHistory], shown: str | None) -> tuple[str, ...]:
        """Return the seats of which one is shown next, instead of `shown`; none if the screen stays as it is."""
        if not _secretly(histories):
            self._begun = self._hands_over = False
            wanted = wanted_seat(histories, shown)
            return (wanted,) if wanted != shown else ()
        waiting = _waiting(histories)
        if self._begun and (shown in waiting or not self._hands_over):
            return ()
        self._begun, self._hands_over = True, False
        return () if waiting == (shown,) else waiting


def _secretly(histories: Mapping[str, SeatHistory]) -> bool:
    """Whether several people here decide in secret."""
    return len(histories) > 1 and any(each.view is not None and each.view.secretly for each in histories.values())


def _waiting(histories: Mapping[str, SeatHistory]) -> tuple[str, ...]:
    """The seats of people here that must choose."""
    return tuple(seat for seat in asked_seats(histories) if seat in histories)
