"""The link to a table elsewhere: what a table's page knows of the network."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.net.client.client import ConnectionState, TableClient
from app.net.protocol.messages import AskTakeBack, Lobby, SeatState
from app.session.link import Link, Player
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.messages import Answer, Command, News, Paused, Refused
from dsl.match.view import View

_COMPUTERS = ("bot", "stand_in")


class RemoteLink(Link):
    """Sends commands through a guest and hands on its news. The guest belongs to whoever made it.

    Signals:
        renamed: Others sit here than before, or under other names.
        reseated: The seats of this guest are others: a page that knows the former ones is of no use any more.
    """

    renamed = Signal()
    reseated = Signal()

    def __init__(self, guest: TableClient, parent: QObject | None = None) -> None:
        super().__init__(_players(guest), parent)
        self._guest = guest
        self._mine: set[int] = set()
        self._views: dict[str, View] = {}
        self._open = False

    @property
    def names(self) -> dict[str, str]:
        """What the players are called, by colour, as far as they have names."""
        return {player.colour: player.name for player in self.players if player.name}

    def open(self) -> None:
        """Begin to listen: what has happened before is told first, as far as it is known yet."""
        guest, self._open = self._guest, True
        guest.told.connect(self._tell)
        guest.answered.connect(self._hear_answer)
        guest.lobby.connect(self._look_around)
        for seat in self.seats:
            known = guest.known(seat)
            if known is not None:
                self._tell(seat, known)

    def close(self) -> None:
        """Listen no more."""
        if self._open:
            self._open = False
            self._guest.told.disconnect(self._tell)
            self._guest.answered.disconnect(self._hear_answer)
            self._guest.lobby.disconnect(self._look_around)

    def step_bots(self) -> bool:
        """Computer players choose where the table is."""
        return False

    @property
    def thinking(self) -> str:
        """The seat of a computer player that has to choose now; empty if none has, or if nothing is heard."""
        lobby, newest = self._guest.table, max(self._views.values(), key=lambda view: view.position, default=None)
        if lobby is None or newest is None or self._guest.stage is not ConnectionState.PLAYING or lobby.paused:
            return ""
        computers = {seat.seat for seat in lobby.seats if seat.state in _COMPUTERS}
        return next((decision.seat for decision in newest.decisions if decision.seat in computers), "")

    @property
    def consents(self) -> bool:
        """Whether the others at the table can be asked to let a choice be taken back that counts already."""
        return True

    def undo(self, seat: str) -> int:
        """Take the last choice back; if somebody may have learned something since, the others are asked."""
        view = self._views.get(seat)
        if view is not None and view.may_undo:
            return super().undo(seat)
        return self._post(lambda request: AskTakeBack(request, seat))

    def _post(self, command: Callable[[int], Command | AskTakeBack], preview: bool = False) -> int:
        """Let the guest number and send a command: it also sends others."""
        request = self._guest.post(command)
        self._mine.add(request)
        if preview:
            self._previews.add(request)
        return request

    def _hear_answer(self, answer: Answer) -> None:
        """Hand on what a page knows of; a refusal that only a network table gives is told where the guest is heard."""
        if answer.request not in self._mine:
            return
        self._mine.discard(answer.request)
        if not (isinstance(answer, Refused) and answer.reason not in translation_in(FALLBACK)):
            self._answer(answer)

    def _tell(self, seat: str, news: News) -> None:
        if seat not in self.seats:
            return
        if not isinstance(news, Paused):
            self._views[seat] = news.view
        self.told.emit(seat, news)

    def _look_around(self, _lobby: Lobby) -> None:
        before, self.players = self.players, _players(self._guest)
        if [each.colour for each in before if each.here] != [each.colour for each in self.players if each.here]:
            self.players = before  # until somebody makes another link, what was here stays
            self.reseated.emit()
        elif before != self.players:
            self.renamed.emit()


def _players(guest: TableClient) -> tuple[Player, ...]:
    seats = guest.table.seats if guest.table else ()
    return tuple(Player(seat.seat, seat.name, _is_here(seat, guest.member)) for seat in seats)


def _is_here(seat: SeatState, member: str) -> bool:
    return bool(member) and seat.member == member
