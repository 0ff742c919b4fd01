"""The link to a table in this very process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from app.table.link import Link, Player
from dsl.engine.messages import Changed, Command, News
from dsl.engine.table import Table


class LocalLink(Link):
    """Hands commands to a `Table` and its news to this window."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        players = (Player(seat.colour, seat.name, seat.player == "human") for seat in table.seats)
        super().__init__(tuple(players), parent)
        self._table = table
        self._ends: list[Callable[[], None]] = []

    def open(self) -> None:
        """Begin to listen; what has happened before is told first, so that a resumed match has its log."""
        for seat in self.seats:
            self._ends.append(self._table.subscribe(seat, partial(self._tell, seat)))
        for seat in self.seats:
            self._tell(seat, Changed(self._table.match.events_of(seat), self._table.view(seat)))

    def step_bots(self) -> bool:
        """Let one computer player make one choice, also when the table had stopped: it is tried again."""
        self._table.go_on()
        return self._table.step_bots()

    def close(self) -> None:
        """Listen no more. The table itself belongs to whoever made it."""
        while self._ends:
            self._ends.pop()()

    def _send(self, command: Command) -> None:
        self._answer(self._table.handle(command))

    def _tell(self, seat: str, news: News) -> None:
        self.told.emit(seat, news)
