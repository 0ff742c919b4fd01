"""Seat shown in the window, with what is covered on the screen; on a shared screen, which seat is shown next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from app.table.model.privacy_filter import PrivacyFilter
from app.table.model.seat_histories import SeatHistory, asked_seats
from dsl.match.view import EventView, View


@dataclass(slots=True)
class ViewerState:
    """The seat that the window shows, the histories of its seats, and what is covered on the screen."""

    histories: dict[str, SeatHistory]
    seat: str | None = None  #: the seat shown; None before a player is at the screen
    privacy: PrivacyFilter = field(default_factory=PrivacyFilter)
    proposed_view: View | None = None  #: of that seat, after changes by hand that are still to be proposed

    @property
    def view(self) -> View | None:
        """The view shown, with the faces covered; None if no seat is shown."""
        known = self.full_view
        return self.privacy.view(known) if known is not None else None

    @property
    def full_view(self) -> View | None:
        """The view of the seat shown, with nothing covered."""
        if self.proposed_view is not None and self.proposed_view.seat == self.seat:
            return self.proposed_view
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


# ---- hot seat: several people at one screen -------------------------------------------------------------------------


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
