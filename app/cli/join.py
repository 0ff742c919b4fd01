"""`gondwana join`: client of a network table in a terminal. The user types numbers or values in the notation, as with
`gondwana play`; `?` prints the other commands."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from app.base.i18n import Translations
from app.base.paths import UserFolders, find_user_folders, official_rulesets
from app.net.client.client import ConnectionState, TableClient
from app.net.client.credentials import Credentials
from app.net.client.match_verification import MatchVerification
from app.net.client.ruleset_transfer import ReceivedOffer, RulesetCache, consent_lines, offered_title
from app.net.discovery.browser import FoundTable, TableBrowser
from app.net.discovery.interfaces import own_networks
from app.net.localize import localized, remedy
from app.net.protocol.addresses import AddressProblem, Candidate, read_address
from app.net.protocol.messages import (
    AskTakeBack,
    Ban,
    Kick,
    Lobby,
    Noticed,
    OfferDraw,
    Pairs,
    Said,
    SeatState,
    Unban,
    VoteState,
)
from app.net.protocol.sanitize import sanitize_chat
from app.shell.application import make_headless_application
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.cli.match_text import option_typed, outcome_lines, print_answer, print_updates, show_options
from dsl.i18n.by_hand import change_sentences
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.i18n.translator import Translator
from dsl.match.table_messages import AskWhyNot, Changed, Choose, News, Refused, Resign, TakenBack, Undo
from dsl.match.view import DecisionView

_YES = ("y", "yes", "o", "oui")


def choices_of(known: Changed | None, seat: str) -> DecisionView | None:
    """Return the decision that a seat has to make now, if any."""
    decisions = known.view.decisions if known is not None else ()
    return next((each for each in decisions if each.seat == seat and each.options), None)


class TerminalSeat(QObject):
    """Executes typed lines: consent, commands of the lobby, choices.

    Signals:
        left: The user wants to leave.
    """

    left = Signal()

    def __init__(self, client: TableClient, texts: Translations, words: Callable[[], Translator]) -> None:
        super().__init__(client)
        self._client, self._texts, self._words = client, texts, words
        self._refuse: Callable[[], None] | None = None
        client.bans_changed.connect(self._show_bans)

    def consider(self, refuse: Callable[[], None]) -> None:
        """Take the next line as the answer to the offered rules."""
        self._refuse = refuse

    def execute(self, line: str) -> None:
        """Execute a line."""
        refuse, self._refuse = self._refuse, None
        if refuse is not None:
            self._client.accept_rules() if line.casefold() in _YES else refuse()
        elif line in ("quit", "exit"):
            self.left.emit()
        elif self._client.rules is not None and not self._at_any_time(line):
            decision = self._decision()
            if decision is not None:
                self._at_choice(decision, line)
            elif line:
                self._execute_without_decision(line)
        sys.stdout.flush()

    def _at_any_time(self, line: str) -> bool:
        """Execute a command that is valid at any time; return False for any other line."""
        decision = self._decision()
        if decision is not None and option_typed(decision, line) is not None:
            return False
        word, _, rest = line.partition(" ")
        votes = self._client.lobby.votes if self._client.lobby else ()
        match word:
            case "say" if rest:
                self._client.say(rest)
            case "pause":
                self._client.pause()
            case "resume" if not rest:
                self._client.resume()
            case "go" if rest == "on":  # the former name of `resume`
                self._client.resume()
            case "resign" if rest in ("", *self._client.seats) and self._client.seats:
                self._client.send(partial(_resign_command, rest or self._own_seat))
            case "offer" if rest == "draw" and self._client.seats:
                self._client.send(partial(_draw_command, self._own_seat))
            case "agree" | "disagree" if votes:
                self._client.vote(votes[0].vote, word == "agree")
            case "remove" | "ban" | "unban" | "bans" if self._client.is_owner:
                self._moderate(word, rest.strip())
            case _:
                return False
        return True

    @property
    def _own_seat(self) -> str:
        """The seat of this client that has to choose, else its first one."""
        decision = self._decision()
        return decision.seat if decision is not None else self._client.seats[0]

    def _moderate(self, word: str, rest: str) -> None:
        """Execute a command of the owner: remove or ban a member, by name or id, or lift a ban, by number."""
        client = self._client
        members = client.lobby.members if client.lobby else ()
        member = next((each.member for each in members if rest and rest in (each.name, each.member)), "")
        match word:
            case "remove" if member:
                client.send(lambda request: Kick(request, member))
            case "ban" if member:
                client.send(lambda request: Ban(request, member))
            case "unban" if rest.isdecimal() and len(rest) < 9:
                client.send(lambda request: Unban(request, int(rest)))
            case "bans":
                self._show_bans()
            case _:
                print(f"  {self._texts('join.help_owner')}")

    def _show_bans(self) -> None:
        """Print the bans, with their numbers."""
        for ban in self._client.bans:
            print(f"  {ban.ban}  {ban.name}  {ban.address}")
        if not self._client.bans:
            print(f"  {self._texts('join.no_bans')}")
        sys.stdout.flush()

    def _decision(self) -> DecisionView | None:
        found = (choices_of(self._client.history_of(seat), seat) for seat in self._client.seats)
        return next((decision for decision in found if decision is not None), None)

    def _at_choice(self, decision: DecisionView, line: str) -> None:
        if line in ("", "list"):
            show_options(decision, self._words())
        elif line in ("?", "help"):
            print(self._words().typing_help())
        elif line == "undo":
            self._undo(decision.seat)
        elif line.startswith("?"):
            self._why_not(decision, line[1:].strip())
        elif (number := option_typed(decision, line)) is not None:
            self._client.send(lambda request: Choose(request, decision.seat, decision.number, number))
        else:
            self._why_not(decision, line)

    def _why_not(self, decision: DecisionView, value: str) -> None:
        if option_typed(decision, value) is not None:
            print(f"  {self._words().offered()}")
        else:
            self._client.send(lambda request: AskWhyNot(request, decision.seat, decision.number, -1, value))

    def _undo(self, seat: str) -> None:
        """Undo a choice; the others vote if one of them may have learned something."""
        known = self._client.history_of(seat)
        if known is not None and known.view.may_undo:
            self._client.send(lambda request: Undo(request, seat))
        else:
            self._client.send(lambda request: AskTakeBack(request, seat))

    def _execute_without_decision(self, line: str) -> None:
        """Execute a command that is valid while no decision waits."""
        client, (word, _, rest) = self._client, line.partition(" ")
        own = next(iter(client.seats), "")
        match word, rest.strip():
            case "sit", seat:
                client.take_seat(seat)
            case "leave", seat:
                client.leave_seat(seat or own)
            case "ready", "":
                client.set_ready(True)
            case "not", "ready":
                client.set_ready(False)
            case "watch", "":
                client.watch(True)
            case "undo", "":
                self._undo(own)
            case _:
                print(self._texts("join.help"))
                if client.is_owner:
                    print(self._texts("join.help_owner"))


def _resign_command(seat: str, request: int) -> Resign:
    return Resign(request, seat)


def _draw_command(seat: str, request: int) -> OfferDraw:
    return OfferDraw(request, seat)


def lobby_lines(lobby: Lobby, member: str, texts: Translations, words: Translator) -> Iterator[str]:
    """Yield the lines of a lobby: seats with their players, and members without a seat."""
    for seat in lobby.seats:
        yield "  " + _seat_line(seat, member, texts, words)
    for each in lobby.members:
        if each.here and all(seat.member != each.member for seat in lobby.seats):
            yield "  " + texts("join.watches" if each.watching else "join.stands", name=each.name or each.member)


def _seat_line(seat: SeatState, member: str, texts: Translations, words: Translator) -> str:
    colour = words.name(seat.seat)
    name = seat.name or colour
    if seat.member == member and member:
        name = texts("join.you", name=name)
    key: str = "ready" if seat.state == "held" and seat.ready else seat.state
    named = "_named" if key == "bot" and seat.name else ""
    return texts(f"join.seat.{key}{named}", seat=colour, name=name)


def vote_line(vote: VoteState, lobby: Lobby, texts: Translations, words: Translator) -> str:
    """Return the question of a vote, and how it is answered."""
    who = next((each.name for each in lobby.members if each.member == vote.by and each.name), vote.by)
    values = {"who": who, "seat": words.name(vote.seat), "other": words.name(vote.other) if vote.kind == "swap" else ""}
    proposal = texts(f"vote.{vote.kind}", n=vote.choices, **values)
    return texts("join.vote", question=texts("vote.question", proposal=proposal))


class TypedLines(QObject):
    """Reads standard input in a daemon thread.

    Signals:
        typed: Carries a line, stripped.
        ended: The input has ended.
    """

    typed = Signal(str)
    ended = Signal()

    def open(self) -> None:
        """Start reading."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.typed.emit(line.strip())
        self.ended.emit()


class RandomPlayer:
    """Takes a free seat and chooses at random, for tests and demonstrations. Same seed, same choices."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def seat(self, lobby: Lobby) -> str | None:
        """Return the seat to take; none if none is free."""
        return next((seat.seat for seat in lobby.seats if seat.state == "free"), None)

    def option(self, decision: DecisionView) -> int:
        """Return the option to take."""
        return self._random.choice(decision.options).number


_SIGNAL_INTERVAL = 250  #: milliseconds between two checks for Ctrl+C
_RETRY_DELAY = 200  #: milliseconds after a refusal
_UNREACHED = "lan.lost."  #: how a reason begins when no table answered
_VERIFY_TIMEOUT = 240_000  #: milliseconds for verifying a finished match


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """Options of the command line."""

    name: str = ""
    code: str = ""
    seats: tuple[str, ...] = ()
    watches: bool = False
    accepts: bool = False
    owner_token: str = ""


def join(arguments: argparse.Namespace) -> int:
    """Join a table until the match is over or the user leaves; return the exit code."""
    texts = Translations(arguments.language)
    if not arguments.host:
        return list_tables(texts)
    ways = read_address(arguments.host, own_networks())
    if isinstance(ways, AddressProblem):
        raise MisuseError(texts(ways.reason, part=ways.part))
    application = make_headless_application()
    folders = find_user_folders()
    client = _client(folders, texts)
    seats = tuple(each.strip() for each in arguments.seat.split(",") if each.strip())
    options = JoinOptions(
        arguments.name, arguments.code, seats, arguments.watch, arguments.accept_rules, arguments.owner_token
    )
    chance = RandomPlayer(arguments.by_chance) if arguments.by_chance is not None else None
    joining = JoinCommand(client, texts, options, chance, folders.matches)
    joining.ended.connect(application.exit)
    alarm = QTimer(joining)  # Python handles no signal while Qt waits
    alarm.timeout.connect(_nothing)
    alarm.start(_SIGNAL_INTERVAL)
    signal.signal(signal.SIGINT, lambda *_: joining.leave(FAILED))
    joining.connect_to(ways)
    code = application.exec()
    if joining.problem:
        raise FailedError(joining.problem)
    return code


def _nothing() -> None:
    """Run Python code, so that a pending signal is handled."""


def _client(folders: UserFolders, texts: Translations) -> TableClient:
    cache = RulesetCache(official_rulesets(), folders.rulesets, folders.data / "received", folders.house)
    return TableClient(Credentials(folders.data / "tables.json"), cache, texts.language)


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


class JoinCommand(QObject):
    """Client in a terminal, played by hand or at random.

    Signals:
        ended: It has left or was refused; carries the exit code.
    """

    ended = Signal(int)

    def __init__(
        self, client: TableClient, texts: Translations, options: JoinOptions, chance: RandomPlayer | None, matches: Path
    ) -> None:
        super().__init__()
        client.setParent(self)
        self._client, self._texts, self._options, self._chance = client, texts, options, chance
        self.problem = ""  #: reason of the refusal or disconnection
        self._untried: tuple[Candidate, ...] = ()
        self._shown = ""  #: the lobby as printed last
        self._lost = False  #: the connection is lost, and the user knows
        self._votes_shown: set[int] = set()
        self._asked: tuple[str, int] | None = None  #: the decision that was printed, or chosen at random
        self._waits = 0  #: the request whose answer comes first, before another seat is taken or made ready; 0: none
        self._input = TerminalSeat(client, texts, self._translator)
        self._verified = False
        self._verification = MatchVerification(client, matches, self)
        self._lines = TypedLines(self)
        self._soon = self._timer(self._settle, 0)
        self._again = self._timer(self._sit_down, 0)
        self._afterwards = self._timer(self._over, _VERIFY_TIMEOUT)
        self._connect()

    def _timer(self, slot: object, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    def _connect(self) -> None:
        client = self._client
        client.state_changed.connect(self._on_state)
        client.lobby_changed.connect(self._on_lobby)
        client.proposals_changed.connect(self._show_votes)
        client.updated.connect(self._on_update)
        client.answered.connect(self._on_answer)
        client.chat_received.connect(self._on_chat)
        client.notice_received.connect(self._on_notice)
        client.rules_offered.connect(self._on_offer)
        client.disconnected.connect(self._on_disconnected)
        self._lines.typed.connect(self._input.execute)
        self._lines.ended.connect(self._on_input_ended)
        self._input.left.connect(self.leave)
        self._verification.verified.connect(self._on_verified)
        self._verification.saved.connect(self._on_saved)

    def connect_to(self, ways: Sequence[Candidate]) -> None:
        """Connect to the first of these addresses that answers."""
        self._untried = tuple(ways)
        self._try_next()
        if self._chance is None:
            self._lines.open()

    def _try_next(self) -> None:
        way, *untried = self._untried
        self._untried = tuple(untried)
        self._client.connect_to(way.host, way.port, self._options.name, self._options.code, self._options.owner_token)

    def leave(self, code: int = GOOD) -> None:
        """Leave the table."""
        self._verification.close()
        self._client.leave()
        self.ended.emit(code)

    def _translator(self) -> Translator:
        assert self._client.rules is not None
        seats = self._client.lobby.seats if self._client.lobby else ()
        names = {seat.seat: seat.name for seat in seats if seat.name}
        return Translator(self._client.rules.pack, self._texts.language, names)

    # ---- connection -------------------------------------------------------------------------------------

    def _on_state(self, state: ConnectionState) -> None:
        match state:
            case ConnectionState.RECONNECTING:
                reason, args = self._client.error or ("", ())
                say(f"{localized(self._texts, reason, args)} {self._texts('join.again')}")
                self._lost = True
            case ConnectionState.PLAYING | ConnectionState.OVER:
                self._soon.start(0)

    def _on_disconnected(self, reason: str, args: Pairs) -> None:
        if self._client.welcome is None and self._untried and reason.startswith(_UNREACHED):
            self._try_next()
            return
        texts = self._texts
        self.problem = "\n".join(filter(None, (localized(texts, reason, args), remedy(texts, reason, args))))
        self.ended.emit(FAILED)

    def _on_offer(self, offer: ReceivedOffer) -> None:
        texts = self._texts
        say(texts("entry.consent", game=offered_title(offer.inspected, offer.offer, texts.language)))
        for line in consent_lines(offer.inspected, offer.offer, texts):
            say(f"  {line}")
        if self._options.accepts:
            self._client.accept_rules()
        elif self._chance is not None:
            self._refuse()
        else:
            self._input.consider(self._refuse)
            say(self._texts("join.consent"))

    def _refuse(self) -> None:
        self._client.refuse_rules()
        self.problem = self._texts("join.refused")
        self.ended.emit(FAILED)

    # ---- the lobby ----------------------------------------------------------------------------------------------

    def _on_lobby(self, lobby: Lobby) -> None:
        shown = "\n".join(lobby_lines(lobby, self._client.member, self._texts, self._translator()))
        if self._lost:
            self._lost = False
            say(self._texts("join.back"))
        if lobby.state == "gathering" and shown != self._shown:
            is_first, self._shown = not self._shown, shown
            say(shown)
            if is_first and self._chance is None and not self._options.watches:
                say(self._texts("join.first"))
        self._show_votes()
        self._sit_down()
        self._soon.start(0)

    def _show_votes(self) -> None:
        """Show each question that this member has to answer, once, as soon as it can be read."""
        lobby = self._client.lobby
        for vote in lobby.votes if lobby is not None and self._client.rules is not None else ():
            rules = self._client.rule_proposals.get(vote.vote)
            if vote.kind == "rules" and (rules is None or rules.verdict is None):
                continue  # the question comes with what they change
            if self._client.member in vote.waiting and vote.vote not in self._votes_shown:
                self._votes_shown.add(vote.vote)
                for line in rules.lines(self._texts) if rules is not None else ():
                    say("    " + sanitize_chat(line))
                proposed = self._client.proposals.get(vote.vote)
                for line in change_sentences(proposed.changes if proposed else (), self._translator()):
                    say("    " + sanitize_chat(line))
                if lobby is not None:
                    say("  " + vote_line(vote, lobby, self._texts, self._translator()))

    def _sit_down(self) -> None:
        """Take the seats of the command line; a random player takes any, and gets ready."""
        client, mine, lobby = self._client, self._client.seats, self._client.lobby
        if lobby is None or lobby.state != "gathering" or self._waits:
            return
        wanted = next((seat for seat in self._options.seats if seat not in mine), "")
        watching = any(each.member == client.member and each.watching for each in lobby.members)
        if self._options.watches:
            self._waits = 0 if watching else client.watch(True)
        elif wanted and any(seat.seat == wanted and seat.state == "free" for seat in lobby.seats):
            self._waits = client.take_seat(wanted)
        elif self._chance is not None and not mine and (free := self._chance.seat(lobby)) is not None:
            self._waits = client.take_seat(free)
        elif self._chance is not None and any(not s.ready for s in lobby.seats if s.seat in mine):
            self._waits = client.set_ready(True)

    # ---- the match ----------------------------------------------------------------------------------------------

    def _on_update(self, seat: str, news: News) -> None:
        mended = isinstance(news, TakenBack) and not news.by  # made by the view sync: the missed events follow
        if not mended and (not self._client.seats or seat == self._client.seats[0]):
            print_updates(news, self._translator())
            sys.stdout.flush()
        self._soon.start(0)

    def _settle(self) -> None:
        """Print each decision of this client once, and the outcome at the end."""
        if self._client.state not in (ConnectionState.PLAYING, ConnectionState.OVER) or self._afterwards.isActive():
            return
        for seat in self._client.seats or ("",):
            known = self._client.history_of(seat)
            if known is None:
                continue
            if known.view.outcome is not None:
                self._end_of_match(known)
                return
            decision = choices_of(known, seat)
            if decision is not None and self._asked != (seat, decision.number):
                self._asked = seat, decision.number
                self._ask(decision)
                return

    def _ask(self, decision: DecisionView) -> None:
        if self._chance is not None:
            self._choose(decision, self._chance.option(decision))
            return
        say(self._translator().decision(decision))
        show_options(decision, self._translator())
        sys.stdout.flush()

    def _choose(self, decision: DecisionView, option: int) -> None:
        self._client.send(lambda request: Choose(request, decision.seat, decision.number, option))

    def _end_of_match(self, known: Changed) -> None:
        for line in outcome_lines(known.view.outcome, self._translator()):
            say(line)
        self._afterwards.start()
        if self._verified:
            self._over()

    def _on_verified(self, reason: str, args: Pairs) -> None:
        """The match has been verified."""
        self._verified = True
        say(localized(self._texts, reason, args))
        if self._afterwards.isActive():
            self._over()

    def _on_saved(self, path: Path) -> None:
        say(self._texts("join.kept", file=path))

    def _over(self) -> None:
        self._afterwards.stop()
        self.leave()

    # ---- messages of the table ------------------------------------------------------------------------------------

    def _on_answer(self, answer: object) -> None:
        if getattr(answer, "request", 0) == self._waits:
            self._waits = 0
            self._again.start(_RETRY_DELAY if isinstance(answer, Refused) else 0)
        if isinstance(answer, Refused) and answer.reason not in translation_in(FALLBACK):
            say("  " + localized(self._texts, answer.reason, answer.args, self._translator().name))
        elif self._chance is None:
            print_answer(answer, self._translator())
        if isinstance(answer, Refused) and self._chance is not None:
            self._asked = None
            self._soon.start(_RETRY_DELAY)
        sys.stdout.flush()

    def _on_input_ended(self) -> None:
        """The input has ended: a player leaves, a spectator stays."""
        if self._client.state is not ConnectionState.CLOSED and not self._options.watches:
            self.leave()

    def _on_chat(self, said: Said) -> None:
        text = said.text or localized(self._texts, f"phrase.{said.phrase}")
        say(self._texts("join.said", name=said.name, text=text))

    def _on_notice(self, noticed: Noticed) -> None:
        name = self._translator().name if self._client.rules is not None else str
        say("  " + localized(self._texts, noticed.what, noticed.args, name))


_LIST_TIMEOUT = 2500  #: milliseconds: enough for answers to three queries


def list_tables(texts: Translations, nearby: TableBrowser | None = None, patience: int = _LIST_TIMEOUT) -> int:
    """`gondwana join` without an address: find the tables nearby and print them."""
    application = make_headless_application()
    nearby = nearby or TableBrowser(application)
    nearby.open()
    waiting = QEventLoop()
    QTimer.singleShot(patience, waiting, waiting.quit)
    waiting.exec()
    tables = nearby.tables
    nearby.close()
    for found in tables:
        print(table_line(found, texts))
    if not tables:
        print(texts("join.none"))
    if nearby.problem:
        print(localized(texts, nearby.problem))
    return GOOD


def table_line(found: FoundTable, texts: Translations) -> str:
    """Return a table as one line: address, game, free seats."""
    poster = found.poster
    title = poster.title_fr if texts.language == "fr" else poster.title_en
    taken = texts("nearby.seats", n=poster.taken, taken=poster.taken, seats=poster.seats)
    address = f"{found.addresses[0]}:{poster.port}"
    said = texts("join.table", address=address, name=poster.name, game=title or poster.game, taken=taken)
    return f"{said} {localized(texts, found.problem)}" if found.problem else said
