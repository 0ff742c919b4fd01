"""Whoever looks at this window: which of its seats is shown, and what of that seat's knowledge is laid open. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from app.table.discretion import Discretion
from app.table.viewer import Notebook
from dsl.engine.view import EventView, View


@dataclass(slots=True)
class Onlooker:
    """Sits at one seat of the window after the other; there is a notebook for each of them."""

    books: dict[str, Notebook]
    seat: str | None = None  #: who is shown; None before anybody looks
    discretion: Discretion = field(default_factory=Discretion)

    @property
    def view(self) -> View | None:
        """The view that is shown, with everything covered that is to be covered; None before anybody looks."""
        known = self.known
        return self.discretion.of(known) if known is not None else None

    @property
    def known(self) -> View | None:
        """The view of the seat that is shown, with nothing covered."""
        return self.books[self.seat].view if self.seat is not None else None

    def told(self, events: Iterable[EventView], view: View) -> tuple[EventView, ...]:
        """Return the events as they may be told; `view` is the one that nothing has been covered in."""
        return self.discretion.told(events, view)

    def heed(self, *, remembers: bool, covers: bool) -> None:
        """Follow the reader's wish about hidden pieces from now on."""
        self.discretion = Discretion(remembers, covers)

    def peek(self) -> bool:
        """Uncover one's own secret pieces, or cover them again; tell whether there is anything to uncover."""
        if self.known is None or not self.discretion.covers:
            return False
        self.discretion = replace(self.discretion, peeks=not self.discretion.peeks)
        return True

    def cover_again(self) -> None:
        """End a peek."""
        self.discretion = replace(self.discretion, peeks=False)
