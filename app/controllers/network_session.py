"""Session at a network table: joining, the lobby, the match."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from app.appearance.drawings import LookError
from app.appearance.look import Look, LookSet
from app.appearance.portraits import GAME_PORTRAIT, Portrait
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.controllers.join_controller import JoinController, JoinTarget, SeatClaim
from app.controllers.session import Session, box_of, context_of, look_of, table_settings_of
from app.controllers.settings_controller import SettingsController
from app.net.client.client import ConnectionState, TableClient
from app.net.client.credentials import Credentials
from app.net.client.ruleset_transfer import RulesetCache
from app.net.localize import localized
from app.net.protocol.addresses import Invitation
from app.net.protocol.messages import (
    BanState,
    CastVote,
    Command,
    GoOn,
    Lobby,
    MemberPortrait,
    Noticed,
    Pairs,
    Pause,
    Said,
    SetPortrait,
    SetReady,
    TakeSeat,
    Welcome,
)
from app.screens.box import BoxSource
from app.screens.lobby import LobbyPage
from app.screens.lobby_seats import LobbyPeople, TableFacts, member_of
from app.session.local_matches import UnplayableError, read_form
from app.session.match_config import GameForm
from app.session.remote_link import RemoteLink
from app.storage.settings import Settings
from app.table.context import TableContext
from app.table.network_controls import NetworkControls
from app.table.page import TablePage
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import Answer, Refused


class NetworkTable(QObject):
    """The table page of a network match, with chat, votes and banners beside it. It shows the seats that its window
    has when it is made.

    Signals:
        command_requested: A command for the table, without its number.
        reseated: The seats of this window changed; another NetworkTable has to replace this one.
    """

    command_requested = Signal(object)
    reseated = Signal()

    def __init__(
        self, client: TableClient, facts: TableFacts, texts: Translations, settings: Settings, theme: Theme,
        report: Callable[[str], None], parent: QObject, portrait: Portrait = GAME_PORTRAIT,
    ) -> None:  # fmt: skip
        """The client knows the rules and the lobby; it stays connected when the table closes."""
        super().__init__(parent)
        assert client.rules is not None
        self._rules, self._texts, self._theme, self._portrait = client.rules, texts, theme, portrait
        self._client = client
        self._facts, self._lobby, self._bans = facts, client.lobby, client.bans
        self._verdict: tuple[str, Pairs] | None = None
        self.link = RemoteLink(client, self)
        self._report = report
        self._look = self._read_look(settings)
        self.page = TablePage(self.link, self.context, table_settings_of(settings))
        self.page.score.offers_rematch = client.is_owner
        self.panel = NetworkControls(self.page, self.context, client.member)
        self._people = LobbyPeople(texts) if facts.owner else None
        if self._people is not None:
            self._people.command_requested.connect(self.command_requested)
            self.panel.add_tab(self._people, "people.title")
        self.panel.command_requested.connect(self.command_requested)
        client.proposals_changed.connect(self._show_proposals)
        self._show_proposals()
        self.link.renamed.connect(self._apply_context)
        self.link.reseated.connect(self.reseated)
        self._show_verdict()

    @property
    def context(self) -> TableContext:
        """Language, names, look and theme of the table, as they are now."""
        names, players = self.link.names, len(self.link.players)
        pack, options = self._rules.pack, dict(self._lobby.options) if self._lobby is not None else None
        return context_of(pack, names, self._look, self._texts, self._theme, players, self._portraits(), options)

    def _read_look(self, settings: Settings) -> Look:
        """Return the look of the game with the sets that the user has chosen for it."""
        rules, chosen = self._rules, settings.sets.get(self._rules.pack.name, ())
        look = look_of(lambda: rules.load_look().with_sets(chosen), self._texts, self._report)
        self._chosen_sets = chosen
        return look.for_players(player.colour for player in self.link.players)

    @property
    def look_sets(self) -> tuple[LookSet, ...]:
        """The sets that the look of the game offers."""
        return self._look.sets

    def open(self) -> None:
        """Start to receive updates."""
        self.page.open()

    def close(self) -> None:
        """Stop receiving updates."""
        self.page.close_table()

    def apply_settings(self, settings: Settings, theme: Theme, portrait: Portrait) -> None:
        """Apply changed settings."""
        self._theme, self._portrait = theme, portrait
        if settings.sets.get(self._rules.pack.name, ()) != self._chosen_sets:
            self._look = self._read_look(settings)
        self.page.apply_settings(table_settings_of(settings))
        self._apply_context()
        self._show_people()
        self._show_verdict()

    def show_lobby(self, lobby: Lobby) -> None:
        """Show who is at the table."""
        before, self._lobby = self._portraits(), lobby
        if self._portraits() != before:
            self._apply_context()
        self.panel.show_state(lobby)
        self._show_people()

    def _show_proposals(self) -> None:
        self.panel.show_proposals(self._client.proposals, self._client.rule_proposals)

    def show_bans(self, bans: tuple[BanState, ...]) -> None:
        """Show who is banned; only the host sees it."""
        self._bans = bans
        self._show_people()

    def add_line(self, line: Said | Noticed) -> None:
        """Add a line to the chat."""
        self.panel.add_line(line)

    def show_verdict(self, key: str, args: Pairs) -> None:
        """Show on the score sheet whether the chance of the match was fair; `key` is a text of the window's."""
        self._verdict = key, args
        self._show_verdict()

    def show_refusal(self, sentence: str) -> None:
        """Show why the table has refused a command."""
        self.page.show_message(sentence)

    def show_lost(self, seconds: int, searches: bool) -> None:
        """Show that the connection is lost and retried in this number of seconds."""
        self.panel.show_connection_lost(seconds, searches)

    def show_connected(self) -> None:
        """Show that the connection is back."""
        self.panel.show_connection_restored()

    def _apply_context(self) -> None:
        context = self.context
        self.page.set_context(context)
        self.panel.set_context(context)

    def _portraits(self) -> dict[str, Portrait]:
        """Return the portraits that members have chosen, for the first seat of each; the user's own as in the settings,
        with a picture that the others do not see."""
        lobby, found = self._lobby, dict[str, Portrait]()
        for member in lobby.members if lobby is not None else ():
            seat = next((each.seat for each in lobby.seats if each.member == member.member), None) if lobby else None
            own = member.member == self._facts.member
            portrait = self._portrait if own else Portrait(member.portrait)
            if seat is not None and portrait.kind != "game":
                found[seat] = portrait
        return found

    def _show_people(self) -> None:
        if self._people is not None and self._lobby is not None:
            self._people.show_state(self._lobby, self._facts, self._bans)

    def _show_verdict(self) -> None:
        said = localized(self._texts, *self._verdict) if self._verdict is not None else ""
        self.page.score.set_fairness(said, self._texts("fairness.why"))


_TICK = 500  #: milliseconds between two updates of the countdown to the next try
_CHAT_LINES = 300  #: that are kept for a table that is made later


class NetworkSession(Session):
    """Session at one network table: shows the join page, the lobby or the table, by the state of its client."""

    def __init__(
        self, target: JoinTarget, credentials: Credentials, cache: RulesetCache, matches: Path,
        settings: SettingsController, report: Callable[[str], None], parent: QObject,
    ) -> None:  # fmt: skip
        """`matches` is the folder for finished matches; `report` shows a sentence about a problem to the user."""
        super().__init__(settings, parent)
        self._report = report
        self._table: NetworkTable | None = None
        self._verdict: tuple[str, Pairs] | None = None  #: on the chance of the match
        self._journal_text = ""  #: of the finished match, as soon as it is confirmed
        self._chat: deque[Said | Noticed] = deque(maxlen=_CHAT_LINES)
        self._countdown = QTimer(self)
        self._countdown.setInterval(_TICK)
        self._countdown.timeout.connect(self._show_lost)
        self._sent_portrait: MemberPortrait | None = None  #: over this connection
        self._form: GameForm | None = None
        self._facts: TableFacts | None = None
        self._title: str | None = None
        self._join = join = JoinController(target, credentials, cache, matches, self._texts, self)
        self._pages = QStackedWidget()
        self.join_page, self.lobby = join.page, LobbyPage(self._texts)
        self._pages.addWidget(self.join_page)
        self._pages.addWidget(self.lobby)
        join.client_created.connect(self._connect_client)
        join.page_requested.connect(self._show_join_page)
        join.ended.connect(self._end)
        join.verdict_found.connect(self._show_verdict)
        join.journal_confirmed.connect(self._offer_replay)
        self.lobby.command_requested.connect(self.send)
        self.join_page.back_requested.connect(self.left)
        self.lobby.leave_requested.connect(self.left)

    def open(self) -> None:
        """Join the table."""
        self._join.join()

    def close(self) -> None:
        """Disconnect; the match goes on at its host."""
        super().close()
        self._end()
        self._join.leave()

    def move_to(self, address: str, port: int, invitation: Invitation) -> bool:
        """The host is open again, perhaps at another port; return False if the session is over."""
        client = self.client
        if client is None or client.state is ConnectionState.CLOSED:
            return False
        self._join.set_invitation(invitation)
        if client.welcome is not None and self._facts is not None:
            self._introduce(client.welcome)
        if not client.state.is_connected:
            client.move_to(address, port)
        return True

    @property
    def widget(self) -> QStackedWidget:
        """The join page, the lobby and the table."""
        return self._pages

    @property
    def client(self) -> TableClient | None:
        """The client of the table, while it connects and is connected."""
        return self._join.client

    @property
    def table(self) -> NetworkTable | None:
        """The table, while the match is shown."""
        return self._table

    @property
    def table_page(self) -> TablePage | None:
        """The page of the table, while the match is shown."""
        return self._table.page if self._table is not None else None

    @property
    def title(self) -> str | None:
        """The title of the game; None until the client has joined."""
        return self._title

    @property
    def folder(self) -> Path | None:
        """The folder of the game, if it is installed here."""
        rules = self.client.rules if self.client is not None else None
        return rules.folder if rules is not None else None

    @property
    def rules_name(self) -> str:
        """The name of the game in its rules; empty until they are received."""
        rules = self.client.rules if self.client is not None else None
        return rules.pack.name if rules is not None else ""

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules of the match, house rules included; None until they are received."""
        rules = self.client.rules if self.client is not None else None
        return rules.pack if rules is not None else None

    @property
    def look_sets(self) -> tuple[LookSet, ...]:
        """The sets that the look of the game offers, while its table is shown."""
        return self._table.look_sets if self._table is not None else ()

    @property
    def box(self) -> BoxSource | None:
        """What is in the box for the players and options of this table, if the game is installed here."""
        client, table = self.client, self._table
        if client is None or client.rules is None or client.lobby is None or table is None or self.folder is None:
            return None
        lobby = client.lobby
        return box_of(client.rules.pack, table.context, (lobby.players,), lobby.players, dict(lobby.options))

    @property
    def leave_question(self) -> str | None:
        """The question for a player of a match that is not over."""
        return self._texts("match.leave_visit") if self.can_pause else None

    @property
    def can_pause(self) -> bool:
        """Whether this window has a seat in a match that is played."""
        client = self.client
        return client is not None and client.state is ConnectionState.PLAYING and bool(client.seats)

    @property
    def paused(self) -> bool:
        """Whether a player has paused the match."""
        lobby = self.client.lobby if self.client is not None else None
        return lobby is not None and lobby.paused != ""

    def toggle_pause(self) -> None:
        """Pause the match for all players, or resume it."""
        self.send(GoOn(0) if self.paused else Pause(0))

    def send(self, command: Command) -> None:
        """Number a command and send it."""
        client = self.client
        if client is None:
            return
        if isinstance(command, SetReady):
            client.set_ready(command.ready)  # adds the share of chance
        elif isinstance(command, CastVote):
            client.vote(command.vote, command.agreed)  # a yes to rules is the consent to use them
        else:
            client.send(lambda request: replace(command, request=request))

    def _apply_settings(self) -> None:
        self._read_form()
        self._join.retranslate()
        self.lobby.retranslate(self._form)
        if self._table is not None:
            settings = self._settings
            self._table.apply_settings(settings.resolved, settings.theme, settings.portrait)
        if self.client is not None and self.client.lobby is not None:
            self._send_portrait(self.client.lobby)

    # ---- connection ---------------------------------------------------------------------------------------------

    def _connect_client(self, client: TableClient) -> None:
        self._countdown.stop()
        self._sent_portrait = None
        client.state_changed.connect(self._handle_stage)
        client.lobby_changed.connect(self._show_lobby)
        client.bans_changed.connect(self._show_bans)
        client.answered.connect(self._show_refusal)
        client.chat_received.connect(self._add_line)
        client.notice_received.connect(self._add_line)
        client.chance_revealed.connect(self._show_verifying)
        client.rules_changed.connect(self._forget_rules)

    def _handle_stage(self, stage: ConnectionState) -> None:
        if stage is ConnectionState.LOADING_RULES and self._form is None:
            self._join.show_loading()
        if stage is ConnectionState.RECONNECTING:
            self._sent_portrait = None  # the host may have restarted
            self._countdown.start()
            self._show_lost()
        elif self._countdown.isActive() and stage.shows_lobby:
            self._show_connected()
        self.changed.emit()

    def _forget_rules(self) -> None:
        """The match goes on under other rules: the table is made again when they are here."""
        self._close_table()
        self._form = None

    def _show_lost(self) -> None:
        """Show how long it takes until the connection is retried, or that the table is searched for."""
        seconds = round(self.client.retry_in) if self.client is not None else 0
        searches = self.client is not None and self.client.is_searching
        self.lobby.show_connection_lost(seconds, searches)
        if self._table is not None:
            self._table.show_lost(seconds, searches)

    def _show_connected(self) -> None:
        self._countdown.stop()
        self.lobby.show_connected()
        if self._table is not None:
            self._table.show_connected()

    def _end(self) -> None:
        self._countdown.stop()
        self._close_table()

    def _show_join_page(self) -> None:
        self._pages.setCurrentWidget(self.join_page)

    # ---- lobby and table ----------------------------------------------------------------------------------------

    def _show_lobby(self, lobby: Lobby) -> None:
        """Show the lobby, or the table to players and spectators of a match that has begun."""
        client = self.client
        if client is None or client.welcome is None or client.rules is None:
            return
        if self._form is None or self._facts is None or self._facts.member != client.welcome.member:
            self._introduce(client.welcome)  # a member that was removed comes back as another one
        self.lobby.show_state(lobby)
        for claim in self._join.take_claims():
            self._take_seat(lobby, claim)
        self._send_portrait(lobby)
        member = member_of(lobby, client.member)
        takes_part = bool(client.seats) or (member is not None and member.watching)
        if lobby.state == "gathering" or not takes_part:
            self._close_table()
            if self._pages.currentWidget() is not self.lobby:
                self._pages.setCurrentWidget(self.lobby)
                self.lobby.focus_first()
        elif self._table is None:
            self._open_table(client)
        if self._table is not None:
            self._table.show_lobby(lobby)
        self.changed.emit()

    def _introduce(self, welcome: Welcome) -> None:
        """Show in the lobby which table and which game this is."""
        self._read_form()
        self._facts = TableFacts(welcome.name, welcome.member, welcome.owner, welcome.rules, self._join.invitation)
        self.lobby.set_table(self._facts)
        if self._form is not None:
            self.lobby.set_game(self._form, self._read_look(), self.folder)
        self._title = self._facts.title(self._texts.language)
        self.changed.emit()

    def _read_form(self) -> None:
        rules = self.client.rules if self.client is not None else None
        if rules is not None:
            try:
                self._form = read_form(rules.pack, self._texts.language)
            except UnplayableError:
                self._form = None  # the texts of a received game may be wrong: the lobby works without them

    def _read_look(self) -> Look:
        rules = self.client.rules if self.client is not None else None
        try:
            return rules.load_look() if rules is not None else Look()
        except LookError:
            return Look()

    def _send_portrait(self, lobby: Lobby) -> None:
        """Send the choice of the user's portrait, once for each connection and choice. A picture stays here: the others
        see the initials."""
        client, kind = self.client, self._settings.portrait.kind
        member = member_of(lobby, client.member) if client is not None else None
        wanted: MemberPortrait = "monogram" if kind == "own" else kind
        if member is not None and wanted not in (member.portrait, self._sent_portrait):
            self._sent_portrait = wanted
            self.send(SetPortrait(0, wanted))

    def _take_seat(self, lobby: Lobby, claim: SeatClaim) -> None:
        """Take a seat that was chosen before the table was opened."""
        if claim.number is not None:
            self.send(TakeSeat(0, lobby.seats[claim.number].seat, claim.name))
            return
        free = [each.seat for each in lobby.seats if each.state == "free"]
        wanted = self._read_look().nearest_player(self._settings.current.colour, free)
        if free:
            self.send(TakeSeat(0, wanted or free[0], ""))

    def _open_table(self, client: TableClient) -> None:
        assert self._facts is not None
        settings = self._settings
        self._table = table = NetworkTable(
            client,
            self._facts,
            self._texts,
            settings.resolved,
            settings.theme,
            self._report,
            self,
            settings.portrait,
        )
        table.page.left.connect(self.left)
        table.page.rematch_requested.connect(self.again)
        table.page.sound_requested.connect(self.sound_requested)
        table.page.turn_came.connect(self.turn_came)
        table.page.rules_requested.connect(self.rules_requested)
        table.command_requested.connect(self.send)
        table.reseated.connect(self._reopen_table)
        self._pages.addWidget(table.page)
        self._pages.setCurrentWidget(table.page)
        for line in self._chat:
            table.add_line(line)
        table.panel.chat.message_received.connect(partial(table.page.sounds.request, "chat"))
        if self._verdict is not None:
            table.show_verdict(*self._verdict)
        if self._journal_text:
            table.link.keep_journal(self._journal_text)
        table.open()

    def _close_table(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            table.close()
            self._pages.removeWidget(table.page)
            table.page.deleteLater()
            table.deleteLater()

    def _reopen_table(self) -> None:
        """Replace the table: its page must show only what the new seats may know."""
        client = self.client
        self._close_table()
        if client is not None and client.lobby is not None:
            self._show_lobby(client.lobby)

    def _show_bans(self) -> None:
        bans = self.client.bans if self.client is not None else ()
        self.lobby.show_bans(bans)
        if self._table is not None:
            self._table.show_bans(bans)

    def _add_line(self, line: Said | Noticed) -> None:
        self._chat.append(line)
        self.lobby.add_chat_line(line)
        if self._table is not None:
            self._table.add_line(line)

    def _show_verifying(self) -> None:
        self._show_verdict("fairness.checking", ())

    def _show_verdict(self, key: str, args: Pairs) -> None:
        self._verdict = key, args
        if self._table is not None:
            self._table.show_verdict(key, args)

    def _offer_replay(self, journal: str) -> None:
        self._journal_text = journal
        if self._table is not None:
            self._table.link.keep_journal(journal)

    def _show_refusal(self, answer: Answer) -> None:
        """Show a refusal by the room in the lobby and at the table; the table page shows those of the match."""
        if isinstance(answer, Refused) and answer.reason not in translation_in(FALLBACK):
            sentence = localized(self._texts, answer.reason, answer.args, self.lobby.name_of)
            self.lobby.show_refusal(sentence)
            if self._table is not None:
                self._table.show_refusal(sentence)
