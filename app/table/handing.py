"""Who comes before the screen next. While people here decide in secret they choose that themselves. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.table.viewer import Notebook, asked_seats, wanted_seat


@dataclass(slots=True)
class Handing:
    """Follows one window from view to view.

    When everybody is to decide in secret, anybody may begin. Whoever has done stays, to look at it again or take it
    back, until the screen is handed over.
    """

    _begun: bool = False  #: somebody at this window has begun to decide in secret
    _wished: bool = False  #: whoever is shown wants to hand over

    def wish(self) -> None:
        """Whoever is shown has done and goes."""
        self._wished = True

    def may_wish(self, books: Mapping[str, Notebook], shown: str | None) -> bool:
        """Whether whoever is shown has done in secret, while others here have not."""
        waiting = _waiting(books)
        return _secretly(books) and bool(waiting) and shown not in waiting

    def coming(self, books: Mapping[str, Notebook], shown: str | None) -> tuple[str, ...]:
        """Return of whom one comes next, instead of `shown`; nobody if it stays."""
        if not _secretly(books):
            self._begun = self._wished = False
            wanted = wanted_seat(books, shown)
            return (wanted,) if wanted != shown else ()
        waiting = _waiting(books)
        if self._begun and (shown in waiting or not self._wished):
            return ()
        self._begun, self._wished = True, False
        return () if waiting == (shown,) else waiting


def _secretly(books: Mapping[str, Notebook]) -> bool:
    """Whether several people here decide in secret."""
    return len(books) > 1 and any(book.view is not None and book.view.secretly for book in books.values())


def _waiting(books: Mapping[str, Notebook]) -> tuple[str, ...]:
    """The people here who are asked."""
    return tuple(seat for seat in asked_seats(books) if seat in books)
