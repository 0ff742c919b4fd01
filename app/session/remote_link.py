"""Link to a match at a network table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.net.client.client import ConnectionState, TableClient
from app.net.protocol.messages import (
    AskInformation,
    AskTakeBack,
    Lobby,
    OfferDraw,
    Pairs,
    ProposeByHand,
    SeatKnowledge,
    SeatState,
)
from app.session.link import ASSESSMENT, Hint, Link, Player, Reviewer, mistake_of
from app.session.match_review import MatchReview
from dsl.bots.bot_service import BotService
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.clock import Clocks
from dsl.match.journal import read_bytes
from dsl.match.replay import ReplayResult, SeatReplay, replay_content, viewpoints
from dsl.match.table_messages import Answer, ByHand, Command, News, Paused, Refused
from dsl.match.view import EventView, ProspectsView, View
from dsl.runtime.simultaneous import SPECTATOR

_POLL = 40  #: milliseconds between two checks for an answer of the process that works out prospects and hints
_MEMORY = 2 * 1024 * 1024 * 1024  #: bytes that it may use: it runs what the host has sent
_LARGEST_WINDOW = 60  #: of a board without an edge: a larger one takes too long to compile
_BOTS = ("bot", "stand_in")  #: states of a seat for which the host lets a bot choose


class RemoteLink(Link):
    """Sends commands through a table client and passes on its updates. The client stays connected when the link
    closes.

    Prospects and hints are worked out here, by a process of this computer: the host sends only the information set of
    the seat, which holds no more than the seat may know.

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
        self._bots: BotService | None = None  #: made at the first request
        self._journal = ""  #: of the finished match, verified
        self._finished: ReplayResult | None = None
        self._asked: dict[int, tuple[str, bool]] = {}  #: requests for information: the seat, and whether for a hint
        self._foreseen: ProspectsView | None = None  #: delivered if the process has no answer
        self._advised: tuple[str, SeatKnowledge] | None = None
        self._chosen: dict[int, tuple[str, int, int]] = {}  #: requests for information: seat, position, option chosen
        self._assessed: tuple[str, SeatKnowledge, int] | None = None  #: the choice in work
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL)
        self._poll.timeout.connect(self._deliver)

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
        client.knowledge_received.connect(self._receive_knowledge)
        client.state_changed.connect(self._ask_again)
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
            self._client.knowledge_received.disconnect(self._receive_knowledge)
            self._client.state_changed.disconnect(self._ask_again)
        self._poll.stop()
        self._asked.clear()
        self._chosen.clear()
        bots, self._bots = self._bots, None
        if bots is not None:
            bots.close()

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
        """The clocks of the match now."""
        return self._client.clocks

    # ---- the finished match ----

    def keep_journal(self, journal: str) -> None:
        """Take the journal of the finished match, which has been verified: it offers the replay."""
        if self._journal != journal:
            self._journal, self._finished = journal, None
            self.replay_came.emit()

    @property
    def has_replay(self) -> bool:
        """Whether the match is over, and its journal is here."""
        return self._journal != ""

    @property
    def can_review(self) -> bool:
        """Whether the match is over, and its journal is here."""
        return self.has_replay

    def replay(self, seat: str) -> SeatReplay:
        """Return the match as a seat saw it. Raises JournalError."""
        return SeatReplay(self._whole_match().match, seat)

    def review(self) -> Reviewer:
        """Return a review of the finished match. Raises JournalError."""
        content = self._whole_match().content
        if self._bots is None:
            self._bots = BotService(_MEMORY)
        return MatchReview(content.header, content.entries, self._bots, self)

    def viewpoints(self, seat: str) -> tuple[str, ...]:
        """Return all seats if the match was not the same for all of them, else `seat` alone."""
        return viewpoints(self._whole_match().match, seat) if self.has_replay else (seat,)

    def events_uncovered(self) -> tuple[EventView, ...]:
        """Return all events with everything that was secret, if the journal of the match is here."""
        return self._whole_match().match.events_uncovered() if self.has_replay else ()

    def _whole_match(self) -> ReplayResult:
        """Return the match, played again from its journal when it is first needed. Raises JournalError."""
        if self._finished is None:
            content = read_bytes(self._journal.encode(), "")
            self._finished = replay_content(content, "", verify=False)  # a process with limits has compared it
        return self._finished

    # ---- prospects and hints ----

    @property
    def foresees(self) -> bool:
        """True as soon as the rules are here."""
        return self._client.rules is not None

    @property
    def gives_hints(self) -> bool:
        """Whether the host allows hints at this table."""
        lobby = self._client.lobby
        return self.foresees and lobby is not None and lobby.hints

    def request_prospects(self, seat: str) -> None:
        """Request the information set of a seat, and work out prospects from it."""
        self.cancel_prospects()
        self._ask_information(seat, hint=False)

    def cancel_prospects(self) -> None:
        """Cancel the request for prospects."""
        self._asked = {request: asked for request, asked in self._asked.items() if asked[1]}
        self._foreseen = None
        if self._bots is not None:
            self._bots.cancel_prospects()

    def request_hint(self, seat: str) -> None:
        """Request the information set of a seat that must choose, and work out a hint from it."""
        if self.gives_hints:
            self._asked = {request: asked for request, asked in self._asked.items() if not asked[1]}
            self._advised = None
            self._ask_information(seat, hint=True)

    def choose(self, seat: str, position: int, option: int) -> int:
        """Take an option. If choices are assessed, the host sends the information set first: it answers in order."""
        view = self._views.get(seat)
        asked = view is not None and any(len(each.options) > 1 for each in view.decisions if each.seat == seat)
        if self.coaching and self.gives_hints and asked:
            self._chosen[self._client.send(partial(_information_command, seat))] = seat, position, option
        return super().choose(seat, position, option)

    def _assess(self, knowledge: SeatKnowledge | None, seat: str, position: int, option: int) -> None:
        """Start to assess a choice from the information set before it; a refusal, or another position, ends it."""
        rules = self._client.rules
        if knowledge is None or rules is None or not self._fits(seat, knowledge):
            return
        chosen = next((own for own, number in knowledge.options if number == option), None)
        if chosen is None or knowledge.information.position != position:
            return
        if self._bots is None:
            self._bots = BotService(_MEMORY)
        self._assessed = seat, knowledge, chosen
        self._bots.request_assessment(rules.pack, knowledge.information, chosen, ASSESSMENT)
        self._poll.start()

    def _ask_information(self, seat: str, hint: bool) -> None:
        self._asked[self._client.send(partial(_information_command, seat))] = seat, hint

    def _ask_again(self, state: ConnectionState) -> None:
        """After a reconnection: the client has dropped the unanswered questions."""
        if state is ConnectionState.RECONNECTING or not state.shows_lobby:
            return
        waiting, self._asked = self._asked, {}
        self._chosen = {}  # the position has changed meanwhile
        for seat, hint in waiting.values():
            self._ask_information(seat, hint)

    def _receive_knowledge(self, request: int, knowledge: SeatKnowledge | None) -> None:
        """Start to work out what was requested. A refusal, or what does not fit this table, finds nothing."""
        if request in self._chosen:
            self._assess(knowledge, *self._chosen.pop(request))
            return
        seat, hint = self._asked.pop(request, (None, False))
        rules = self._client.rules
        if seat is None or rules is None:
            return
        if self._bots is None:
            self._bots = BotService(_MEMORY)
        fits = knowledge is not None and self._fits(seat, knowledge)
        if hint and knowledge is not None and fits and knowledge.information.offered:
            self._advised = seat, knowledge
            self._bots.request_advice(rules.pack, knowledge.information)
        elif not hint:
            view = self._views.get(seat)
            self._foreseen = ProspectsView(seat, view.position if view is not None else 0, (), False)
            if knowledge is not None and fits and not (view is not None and view.secretly):
                self._bots.request_prospects(rules.pack, seat, knowledge.information)
        self._poll.start()

    def _fits(self, seat: str, knowledge: SeatKnowledge) -> bool:
        """Whether an information set belongs to this table: a host may send anything."""
        setting, lobby, rules = knowledge.information.setting, self._client.lobby, self._client.rules
        if lobby is None or rules is None or (seat and seat not in rules.pack.rules.colours):
            return False
        index = rules.pack.rules.colours.index(seat) if seat else SPECTATOR
        return (
            knowledge.information.seat == index
            and setting.players == lobby.players
            and sorted(setting.options) == sorted(lobby.options)
            and all(0 < window <= _LARGEST_WINDOW for _, window in setting.windows)
            and {number for number, _ in knowledge.options} == set(knowledge.information.offered)
        )

    def _deliver(self) -> None:
        """Deliver what the process has worked out."""
        bots = self._bots
        if bots is not None and self._foreseen is not None and not bots.foreseeing:
            found, self._foreseen = bots.prospects or self._foreseen, None
            self.prospects_found.emit(found)
        if bots is not None and self._advised is not None and not bots.advising:
            (seat, knowledge), self._advised = self._advised, None
            advice = bots.advice
            if advice is not None:
                gains = tuple((gain.rule, gain.tenths) for gain in advice.gains)
                option, position = dict(knowledge.options)[advice.option], knowledge.information.position
                self.hint_found.emit(Hint(seat, position, option, advice.chances, advice.certain, gains))
            elif bots.error:
                self.bots_failed.emit(True)
        if bots is not None and self._assessed is not None and not bots.assessing:
            (seat, knowledge, chosen), self._assessed = self._assessed, None
            assessed, position = bots.assessment, knowledge.information.position
            mistake = mistake_of(assessed, seat, position, dict(knowledge.options), chosen) if assessed else None
            if mistake is not None:
                self.mistake_found.emit(mistake)
        if self._foreseen is None and self._advised is None and self._assessed is None:
            self._poll.stop()

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

    def propose_by_hand(self, seat: str, position: int, changes: tuple[ByHand, ...]) -> int:
        """Open a vote of all other people."""
        return self._post(lambda request: ProposeByHand(request, seat, position, changes))

    def propose_rules(self, seat: str, position: int, house: Pairs) -> int:
        """Let the host check house rules that would hold from now on, and open a vote of all other people."""
        request = self._client.propose_rules(seat, position, house)
        self._pending.add(request)
        return request

    def _post(
        self,
        command: Callable[[int], Command | AskTakeBack | OfferDraw | ProposeByHand],
        preview: bool = False,
        about: tuple[int, int] | None = None,
        trial: bool = False,
    ) -> int:
        """Let the client number and send a command: it also sends commands that are not of this link."""
        request = self._client.send(command)
        self._pending.add(request)
        if preview:
            self._previews.add(request)
        if trial:
            self._tries.add(request)
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
            if seat not in self._views:  # the client knew no view when this link was opened, but maybe events
                news = self._client.history_of(seat) or news
            self._views[seat] = news.view
        self.updated.emit(seat, news)

    def _update_players(self, _lobby: Lobby) -> None:
        before, self.players = self.players, _players(self._client)
        if [each.colour for each in before if each.here] != [each.colour for each in self.players if each.here]:
            self.players = before  # the page has no views of the new seat yet
            self.reseated.emit()
        elif before != self.players:
            self.renamed.emit()


def _information_command(seat: str, request: int) -> AskInformation:
    return AskInformation(request, seat)


def _players(client: TableClient) -> tuple[Player, ...]:
    seats = client.lobby.seats if client.lobby else ()
    return tuple(Player(seat.seat, seat.name, _is_here(seat, client.member)) for seat in seats)


def _is_here(seat: SeatState, member: str) -> bool:
    return bool(member) and seat.member == member
