"""The link to a table in this very process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.session.link import Hint, Link, Player
from dsl.bots.bot_service import BotService
from dsl.match.information import Informed
from dsl.match.messages import Changed, Command, News
from dsl.match.replay import SeatReplay
from dsl.match.table import Table

_GLANCE = 40  #: milliseconds between two looks at whether advice has come


class LocalLink(Link):
    """Hands commands to a `Table` and its news to this window."""

    def __init__(self, table: Table, parent: QObject | None = None, minds: BotService | None = None) -> None:
        players = (Player(seat.colour, seat.name, seat.player == "human") for seat in table.seats)
        super().__init__(tuple(players), parent)
        self._table = table
        table.let_undo_pass_bots()
        self._minds = minds
        self._advised: tuple[str, Informed] | None = None
        self._trouble = ""  #: why computer players could not think when they were asked last
        self._ends: list[Callable[[], None]] = []
        self._glance = QTimer(self)
        self._glance.setInterval(_GLANCE)
        self._glance.timeout.connect(self._look_for_advice)

    def open(self) -> None:
        """Begin to listen; what has happened before is told first, so that a resumed match has its log."""
        for seat in self.seats:
            self._ends.append(self._table.subscribe(seat, partial(self._tell, seat)))
        for seat in self.seats:
            self._tell(seat, Changed(self._table.match.events_of(seat), self._table.view(seat)))

    def step_bots(self) -> bool:
        """Let one computer player make one choice, also when the table had stopped: it is tried again."""
        self._table.try_again()
        stepped = self._table.step_bots()
        if self._minds is not None and self._minds.trouble != self._trouble:
            self._trouble = self._minds.trouble
            if self._trouble:
                self.thoughtless.emit(False)
        return stepped

    @property
    def thinking(self) -> str:
        """The seat of a computer player that was asked to choose and still thinks; empty if none does."""
        return self._table.thinking

    @property
    def paces(self) -> bool:
        """Whether there are computer players at all; they choose when they are asked."""
        return any(not player.here for player in self.players)

    def rest(self) -> None:
        """Let whoever thinks stop; it is asked anew when it is to choose."""
        self._table.rest()

    @property
    def looks_back(self) -> bool:
        """The match is here, from its first choice on."""
        return True

    def look_back(self, seat: str) -> SeatReplay:
        """Return the match up to now as a seat saw it."""
        return SeatReplay(self._table.match, seat)

    def eyes(self, seat: str) -> tuple[str, ...]:
        """Return all seats when the match is over and was not the same for all of them, else `seat` alone."""
        match = self._table.match
        others = [colour for colour in (*match.program.colours, "") if colour != seat]
        if match.over and any(match.events_of(other) != match.events_of(seat) for other in others):
            return (seat, *others)
        return (seat,)

    def undoes_others(self, seat: str) -> bool:
        """Whether what computer players have chosen since would be taken back, too."""
        return len(self._table.way_back(seat).seats) > 1

    @property
    def advises(self) -> bool:
        """Whether anybody here can be asked for advice."""
        return self._minds is not None

    def expect_advice(self) -> None:
        """Let whoever gives advice get ready: somebody may soon ask for it."""
        if self._minds is not None:
            self._minds.expect(self._table.pack, self._table.match.setting)

    def ask_advice(self, seat: str) -> None:
        """Ask what the computer would do for a seat that must choose; `advised` tells it."""
        if self._minds is not None:
            informed = self._table.match.information(seat)
            self._advised = seat, informed
            self._minds.ask(self._table.pack, informed.information)
            self._glance.start()

    def _look_for_advice(self) -> None:
        if self._minds is None or self._advised is None or self._minds.advising:
            return
        self._glance.stop()
        found, (seat, informed) = self._minds.advice, self._advised
        if found is not None:
            gains = tuple((gain.rule, gain.tenths) for gain in found.gains)
            position, option = informed.information.position, informed.options[found.option]
            self.advised.emit(Hint(seat, position, option, found.chances, found.certain, gains))
        elif self._minds.trouble:
            self.thoughtless.emit(True)

    def close(self) -> None:
        """Listen no more. The table itself belongs to whoever made it."""
        self._glance.stop()
        while self._ends:
            self._ends.pop()()

    def _send(self, command: Command) -> None:
        self._answer(self._table.handle(command))

    def _tell(self, seat: str, news: News) -> None:
        self.told.emit(seat, news)
