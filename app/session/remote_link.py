"""Link to a match at a network table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.net.client.client import ConnectionState, TableClient
from app.net.protocol.messages import AskTakeBack, Lobby, OfferDraw, SeatState
from app.session.link import Link, Player
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.clock import Clocks
from dsl.match.table_messages import Answer, Command, News, Paused, Refused
from dsl.match.view import View

_BOTS = ("bot", "stand_in")  #: states of a seat for which the host lets a bot choose


class RemoteLink(Link):
    """Sends commands through a table client and passes on its updates. The client stays connected when the link
    closes.

    Signals:
        renamed: The players or their names changed.
        reseated: The seats of this window changed; this link keeps the former ones and is of no use any more.
    """

    renamed = Signal()
    reseated = Signal()

    def __init__(self, client: TableClient, parent: QObject | None = None) -> None:
        super().__init__(_players(client), parent)
        self._client = client
        self._pending: set[int] = set()  #: requests of this link; the client sends others, too
        self._views: dict[str, View] = {}
        self._open = False

    @property
    def names(self) -> dict[str, str]:
        """The names of the players by colour, of those who have a name."""
        return {player.colour: player.name for player in self.players if player.name}

    def open(self) -> None:
        """Start to receive. The first update has all events that the client knows."""
        client, self._open = self._client, True
        client.updated.connect(self._update)
        client.answered.connect(self._receive_answer)
        client.lobby_changed.connect(self._update_players)
        client.clocks_changed.connect(self.clocks_changed)
        for seat in self.seats:
            known = client.history_of(seat)
            if known is not None:
                self._update(seat, known)

    def close(self) -> None:
        """Stop receiving."""
        if self._open:
            self._open = False
            self._client.updated.disconnect(self._update)
            self._client.answered.disconnect(self._receive_answer)
            self._client.lobby_changed.disconnect(self._update_players)
            self._client.clocks_changed.disconnect(self.clocks_changed)

    def step_bots(self) -> bool:
        """Return False: bots choose at the host."""
        return False

    @property
    def thinking_seat(self) -> str | None:
        """The seat of the bot that has to choose now; None while the connection is lost."""
        lobby, newest = self._client.lobby, max(self._views.values(), key=lambda view: view.position, default=None)
        if lobby is None or newest is None or self._client.state is not ConnectionState.PLAYING or lobby.paused:
            return None
        bots = {seat.seat for seat in lobby.seats if seat.state in _BOTS}
        return next((decision.seat for decision in newest.decisions if decision.seat in bots), None)

    @property
    def clocks(self) -> Clocks | None:
        """The clocks that the host sent last."""
        return self._client.clocks

    @property
    def can_ask_undo(self) -> bool:
        """True: the other players can be asked to agree to an undo."""
        return True

    def undo(self, seat: str) -> int:
        """Take the last choice back; if another player may have learned something since, ask the others."""
        view = self._views.get(seat)
        if view is not None and view.may_undo:
            return super().undo(seat)
        return self._post(lambda request: AskTakeBack(request, seat))

    def offer_draw(self, seat: str) -> int:
        """Open a vote of the people on the other sides."""
        return self._post(lambda request: OfferDraw(request, seat))

    def _post(
        self,
        command: Callable[[int], Command | AskTakeBack | OfferDraw],
        preview: bool = False,
        about: tuple[int, int] | None = None,
    ) -> int:
        """Let the client number and send a command: it also sends commands that are not of this link."""
        request = self._client.send(command)
        self._pending.add(request)
        if preview:
            self._previews.add(request)
        if about is not None:
            self._entry_questions[request] = about
        return request

    def _receive_answer(self, answer: Answer) -> None:
        """Pass on an answer to a command of this link. Refusals by the room, not by the match, are shown by the
        session, which receives them from the client."""
        if answer.request not in self._pending:
            return
        self._pending.discard(answer.request)
        if not (isinstance(answer, Refused) and answer.reason not in translation_in(FALLBACK)):
            self._emit_answer(answer)

    def _update(self, seat: str, news: News) -> None:
        if seat not in self.seats:
            return
        if not isinstance(news, Paused):
            self._views[seat] = news.view
        self.updated.emit(seat, news)

    def _update_players(self, _lobby: Lobby) -> None:
        before, self.players = self.players, _players(self._client)
        if [each.colour for each in before if each.here] != [each.colour for each in self.players if each.here]:
            self.players = before  # the page has no views of the new seat yet
            self.reseated.emit()
        elif before != self.players:
            self.renamed.emit()


def _players(client: TableClient) -> tuple[Player, ...]:
    seats = client.lobby.seats if client.lobby else ()
    return tuple(Player(seat.seat, seat.name, _is_here(seat, client.member)) for seat in seats)


def _is_here(seat: SeatState, member: str) -> bool:
    return bool(member) and seat.member == member
