"""A match at this window whose table is elsewhere: the table's page and its link."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from app.appearance.look import Look
from app.appearance.look_file import LookError
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.controllers.join_controller import JoinController, JoinTarget
from app.controllers.local_session import context_of, look_of, table_settings_of
from app.net.client.client import ConnectionState, TableClient
from app.net.client.credentials import Credentials
from app.net.client.ruleset_transfer import RulesetCache
from app.net.localize import localized
from app.net.protocol.messages import (
    BanState,
    Command,
    GoOn,
    Lobby,
    Noticed,
    Pairs,
    Pause,
    Said,
    SetReady,
    TakeSeat,
    Welcome,
)
from app.screens.lobby import LobbyPage
from app.screens.lobby_seats import LobbyPeople, TableFacts, someone
from app.session.match_config import GameForm
from app.session.match_service import UnplayableError, read_form
from app.session.remote_link import RemoteLink
from app.storage.settings import Settings
from app.table.model.context import TableContext
from app.table.network_panel import NetworkPanel
from app.table.page import TablePage
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.messages import Answer, Refused


class LanSession(QObject):
    """One match at a table elsewhere. The guest, which must know its rules and its table, belongs to whoever made it.

    Signals:
        left: The player goes away from the table.
        again: The player wants another match of the same game.
        toned: Everything is said otherwise from now on; carries the Tone.
        reseated: This guest has other seats than before: another session is needed to see from there.
    """

    left = Signal()
    again = Signal()
    toned = Signal(object)
    reseated = Signal()

    def __init__(
        self,
        guest: TableClient,
        texts: Translations,
        settings: Settings,
        theme: Theme,
        troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        assert guest.rules is not None
        self._rules, self._texts, self._theme = guest.rules, texts, theme
        self.link = RemoteLink(guest, self)
        colours = [player.colour for player in self.link.players]
        self._look = look_of(guest.rules.looks, texts, troubled).seating(colours)
        self.page = TablePage(self.link, self.tone, table_settings_of(settings))
        self.page.left.connect(self.left)
        self.page.again.connect(self.again)
        self.link.renamed.connect(self._rename)
        self.link.reseated.connect(self.reseated)

    @property
    def tone(self) -> TableContext:
        """How everything at the table is said and drawn now."""
        names, players = self.link.names, len(self.link.players)
        return context_of(self._rules.pack, names, self._look, self._texts, self._theme, players)

    def open(self) -> None:
        """Sit down."""
        self.page.open()

    def close(self) -> None:
        """Get up; the guest may still be at the table."""
        self.page.close_table()

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._theme = theme
        self.page.behave(table_settings_of(settings))
        self._rename()

    def _rename(self) -> None:
        tone = self.tone
        self.page.retone(tone)
        self.toned.emit(tone)


# A network table while its match is shown: the table's page, and the company beside it.


class NetworkTable(QObject):
    """One match as this window's seats see it, or as one who looks on does.

    Signals:
        left: The player goes away from the table.
        again: The player wants another match of the same game.
        wanted: Something is to be sent to the table; carries a command, which has no number yet.
        reseated: This window has other seats than before; it has to be made anew.
    """

    left = Signal()
    again = Signal()
    wanted = Signal(object)
    reseated = Signal()

    def __init__(
        self,
        guest: TableClient,
        facts: TableFacts,
        texts: Translations,
        settings: Settings,
        theme: Theme,
        troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self._verdict: tuple[str, Pairs] = ("", ())
        self._session = session = LanSession(guest, texts, settings, theme, troubled, self)
        self._company = company = NetworkPanel(session.page, session.tone, guest.member)
        self._facts, self._lobby, self._bans = facts, guest.table, guest.bans
        self._people = LobbyPeople(texts) if facts.owner else None
        if self._people is not None:
            self._people.wanted.connect(self.wanted)
            company.add_tab(self._people, "people.title")
        session.page.sheet.offers_again = guest.owner
        session.left.connect(self.left)
        session.again.connect(self.again)
        session.reseated.connect(self.reseated)
        session.toned.connect(company.retone)
        company.wanted.connect(self.wanted)

    @property
    def page(self) -> TablePage:
        """What is shown."""
        return self._session.page

    @property
    def company(self) -> NetworkPanel:
        """What is said beside the match."""
        return self._company

    def open(self) -> None:
        """Sit down."""
        self._session.open()

    def close(self) -> None:
        """Get up; the guest may still be at the table."""
        self._session.close()

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._session.dress(settings, theme)
        self._show_people()
        self.judge(*self._verdict)

    def present(self, lobby: Lobby) -> None:
        """Show how the table is now."""
        self._lobby = lobby
        self._company.present(lobby)
        self._show_people()

    def show_bans(self, bans: tuple[BanState, ...]) -> None:
        """Show who is banned; only the owner knows."""
        self._bans = bans
        self._show_people()

    def _show_people(self) -> None:
        if self._people is not None and self._lobby is not None:
            self._people.present(self._lobby, self._facts, self._bans)

    def hear(self, line: Said | Noticed) -> None:
        """Somebody said something, or something happened."""
        self._company.hear(line)

    def judge(self, key: str, args: Pairs) -> None:
        """Say on the score sheet what is known of the match's chance; nothing if the key is empty."""
        self._verdict = key, args
        texts = self._texts
        said = localized(texts, key, args) if key else ""
        self.page.sheet.tell_fairness(said, texts("fairness.why"))

    def refuse(self, sentence: str) -> None:
        """The table does not do what was asked; say why."""
        self.page.say(sentence)

    def lose(self, seconds: int) -> None:
        """The connection broke; it is tried again in so many seconds."""
        self._company.lose(seconds)

    def find(self) -> None:
        """The connection holds again."""
        self._company.hold_again()


# This window at a network table: the way there, the lobby, the match. One page after the other, as the guest stands.


_TICK = 500  #: milliseconds between two looks at when the connection is tried again
_KEPT = 300  #: lines of what was said


class NetworkSession(QObject):
    """One table, until one leaves it.

    Signals:
        left: The reader goes away from the table, or is no longer there.
        again: The player wants another match of the same game, which this window has opened.
        called: The game is known, or something of what the window's menus say is another.
    """

    left = Signal()
    again = Signal()
    called = Signal()

    def __init__(
        self,
        credentials: Credentials,
        shelf: RulesetCache,
        matches: Path,
        texts: Translations,
        troubled: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._verdict: tuple[str, Pairs] = ("", ())  #: on the chance of the match
        self._troubled = troubled
        self._table: NetworkTable | None = None
        self._heard: deque[Said | Noticed] = deque(maxlen=_KEPT)  #: for a page that is made later
        self._texts = texts
        self._settings, self._theme = Settings(), LIGHT
        self._retrying = QTimer(self)
        self._retrying.setInterval(_TICK)
        self._retrying.timeout.connect(self._tell_retry)
        self._form: GameForm | None = None
        self._facts: TableFacts | None = None
        self.title = ""  #: of the game, once it is known
        self.pages = QStackedWidget()
        self._entrance = entrance = JoinController(credentials, shelf, matches, texts, self)
        self.entry, self.lobby = entrance.page, LobbyPage(texts)
        self.pages.addWidget(self.entry)
        self.pages.addWidget(self.lobby)
        entrance.knocking.connect(self._listen)
        entrance.wanted.connect(self._show_entry)
        entrance.ended.connect(self._end)
        entrance.judged.connect(self._judged)
        entrance.left.connect(self._give_up)
        self.lobby.wanted.connect(self.send)
        self.lobby.left.connect(self._give_up)

    @property
    def guest(self) -> TableClient | None:
        """Who sits there for this window."""
        return self._entrance.guest

    def go(self, door: JoinTarget) -> None:
        """Go to a table."""
        self._entrance.go(door)

    @property
    def table(self) -> NetworkTable | None:
        """The match, as long as it is shown."""
        return self._table

    @property
    def folder(self) -> Path | None:
        """The folder of the game, if it is one that is here."""
        rules = self.guest.rules if self.guest is not None else None
        return rules.folder if rules is not None else None

    @property
    def may_pause(self) -> bool:
        """Whether the reader plays a match here that can be paused or gone on with."""
        guest = self.guest
        return guest is not None and guest.stage is ConnectionState.PLAYING and bool(guest.seats)

    @property
    def paused(self) -> bool:
        """Whether somebody has paused the match."""
        lobby = self.guest.table if self.guest is not None else None
        return lobby is not None and lobby.paused != ""

    def pause_or_go_on(self) -> None:
        """Let nobody play for a while, or let everybody play on."""
        self.send(GoOn(0) if self.paused else Pause(0))

    def leave(self) -> None:
        """Go on purpose, wherever one is."""
        self._retrying.stop()
        self._put_table_away()
        self._entrance.leave()

    def send(self, command: Command) -> None:
        """Send a command that has no number yet."""
        guest = self.guest
        if guest is None:
            return
        if isinstance(command, SetReady):
            guest.set_ready(command.ready)
        else:
            guest.post(lambda request: replace(command, request=request))

    def dress(self, settings: Settings, theme: Theme) -> None:
        """Follow other settings at once."""
        self._settings, self._theme = settings, theme
        if self._table is not None:
            self._table.dress(settings, theme)

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        self._read_form()
        self.lobby.retranslate(self._form)

    # ---- on the way, and when it breaks --------------------------------------------------------------------------

    def _listen(self, guest: TableClient) -> None:
        self._retrying.stop()
        guest.stage_changed.connect(self._stand)
        guest.lobby.connect(self._look_around)
        guest.bans_changed.connect(self._show_bans)
        guest.answered.connect(self._answered)
        guest.said.connect(self._hear)
        guest.noticed.connect(self._hear)
        guest.revealed.connect(self._begin_to_judge)

    def _stand(self, stage: ConnectionState) -> None:
        if stage is ConnectionState.RULES and self._form is None:
            self._entrance.wait_for_rules()
        if stage is ConnectionState.LOST:
            self._retrying.start()
            self._tell_retry()
        elif self._retrying.isActive() and stage.seated:
            self._find()
        self.called.emit()

    def _tell_retry(self) -> None:
        """Say when the connection is tried again."""
        seconds = round(self.guest.retry_in) if self.guest is not None else 0
        self.lobby.lose(seconds)
        if self._table is not None:
            self._table.lose(seconds)

    def _find(self) -> None:
        self._retrying.stop()
        self.lobby.hold_again()
        if self._table is not None:
            self._table.find()

    def _end(self) -> None:
        self._retrying.stop()
        self._put_table_away()

    def _show_entry(self) -> None:
        self.pages.setCurrentWidget(self.entry)

    def _give_up(self) -> None:
        self.leave()
        self.left.emit()

    # ---- inside -------------------------------------------------------------------------------------------------

    def _look_around(self, lobby: Lobby) -> None:
        guest = self.guest
        if guest is None or guest.welcome is None or guest.rules is None:
            return
        if self._form is None:
            self._come_in(guest.welcome)
        self.lobby.present(lobby)
        if self._entrance.sits_at_once():
            self._sit_down(lobby)
        own = someone(lobby, guest.member)
        takes_part = bool(guest.seats) or (own is not None and own.watching)
        if lobby.state == "gathering" or not takes_part:
            self._put_table_away()
            if self.pages.currentWidget() is not self.lobby:
                self.pages.setCurrentWidget(self.lobby)
                self.lobby.begin()
        elif self._table is None:
            self._show_table(guest)
        if self._table is not None:
            self._table.present(lobby)
        self.called.emit()

    def _show_bans(self) -> None:
        bans = self.guest.bans if self.guest is not None else ()
        self.lobby.show_bans(bans)
        if self._table is not None:
            self._table.show_bans(bans)

    def _sit_down(self, lobby: Lobby) -> None:
        seat = next((each for each in lobby.seats if each.state == "free"), None)
        if seat is not None:
            self.send(TakeSeat(0, seat.seat, ""))

    def _show_table(self, guest: TableClient) -> None:
        assert self._facts is not None
        self._table = table = NetworkTable(
            guest, self._facts, self._texts, self._settings, self._theme, self._troubled, self
        )
        table.left.connect(self._give_up)
        table.again.connect(self.again)
        table.wanted.connect(self.send)
        table.reseated.connect(self._sit_elsewhere)
        self.pages.addWidget(table.page)
        self.pages.setCurrentWidget(table.page)
        for line in self._heard:
            table.hear(line)
        table.judge(*self._verdict)
        table.open()

    def _begin_to_judge(self) -> None:
        self._judged("fairness.checking", ())

    def _judged(self, key: str, args: Pairs) -> None:
        """The match is over, and its chance was looked at."""
        self._verdict = key, args
        if self._table is not None:
            self._table.judge(key, args)

    def _put_table_away(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            table.close()
            self.pages.removeWidget(table.page)
            table.page.deleteLater()
            table.deleteLater()

    def _sit_elsewhere(self) -> None:
        """Other seats are this window's: its page is made anew, which shows what they may know."""
        guest = self.guest
        self._put_table_away()
        if guest is not None and guest.table is not None:
            self._look_around(guest.table)

    def _come_in(self, welcome: Welcome) -> None:
        """The rules are known: the lobby can speak of the game."""
        self._read_form()
        self._facts = TableFacts(welcome.name, welcome.member, welcome.owner, welcome.rules, self._entrance.invitation)
        self.lobby.welcome(self._facts)
        if self._form is not None:
            self.lobby.read(self._form, self._look())
        self.title = self._facts.title(self._texts.language)
        self.called.emit()

    def _read_form(self) -> None:
        rules = self.guest.rules if self.guest is not None else None
        if rules is not None:
            try:
                self._form = read_form(rules.pack, self._texts.language)
            except UnplayableError:
                self._form = None  # the words of strangers: the table speaks without them

    def _look(self) -> Look:
        rules = self.guest.rules if self.guest is not None else None
        try:
            return rules.looks() if rules is not None else Look()
        except LookError:
            return Look()

    def _hear(self, line: Said | Noticed) -> None:
        self._heard.append(line)
        self.lobby.hear(line)
        if self._table is not None:
            self._table.hear(line)

    def _answered(self, answer: Answer) -> None:
        """A refusal is told where the reader looks; those of the match itself are told by its page."""
        if isinstance(answer, Refused) and answer.reason not in translation_in(FALLBACK):
            said = localized(self._texts, answer.reason, answer.args, self.lobby.named)
            self.lobby.object_to(said)
            if self._table is not None:
                self._table.refuse(said)
