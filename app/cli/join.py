"""`gondwana join`: at a table elsewhere in the terminal. People type a number or a value in the notation, as they do
with `gondwana play`; `?` says what else."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal

from app.base.i18n import Translations
from app.base.paths import UserFolders, find_user_folders, official_rulesets
from app.net.client.client import ConnectionState, TableClient
from app.net.client.credentials import Credentials
from app.net.client.match_archive import MatchArchive
from app.net.client.ruleset_transfer import ReceivedOffer, RulesetCache, consent_lines, offered_title
from app.net.discovery.browser import FoundTable, TableBrowser
from app.net.discovery.interfaces import own_networks
from app.net.localize import localized, remedy
from app.net.protocol.addresses import AddressProblem, Candidate, read_address
from app.net.protocol.messages import AskTakeBack, Ban, Kick, Lobby, Noticed, Pairs, Said, SeatState, Unban
from app.shell.application import make_headless_application
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.cli.table_text import option_typed, outcome_lines, print_answer, print_updates, show_options
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.i18n.translator import Translator
from dsl.match.messages import AskWhyNot, Changed, Choose, News, Refused, TakenBack, Undo
from dsl.match.view import DecisionView

# What somebody types at a table elsewhere: consent, in the lobby, at a choice, and at any time.


_YES = ("y", "yes", "o", "oui")


def choices_of(known: Changed | None, seat: str) -> DecisionView | None:
    """Return what a seat is asked now, if it is."""
    decisions = known.view.decisions if known is not None else ()
    return next((each for each in decisions if each.seat == seat and each.options), None)


class TerminalSeat(QObject):
    """Does what is typed.

    Signals:
        left: Somebody wants to go.
    """

    left = Signal()

    def __init__(self, guest: TableClient, texts: Translations, words: Callable[[], Translator]) -> None:
        super().__init__(guest)
        self._guest, self._texts, self._words = guest, texts, words
        self._refuse: Callable[[], None] | None = None
        guest.bans_changed.connect(self._show_bans)

    def consider(self, refuse: Callable[[], None]) -> None:
        """The next line says whether one plays by the rules that were offered."""
        self._refuse = refuse

    def typed(self, line: str) -> None:
        """Do what a line says."""
        refuse, self._refuse = self._refuse, None
        if refuse is not None:
            self._guest.accept_rules() if line.casefold() in _YES else refuse()
        elif line in ("quit", "exit"):
            self.left.emit()
        elif self._guest.rules is not None and not self._at_any_time(line):
            decision = self._decision()
            if decision is not None:
                self._at_choice(decision, line)
            elif line:
                self._waiting(line)
        sys.stdout.flush()

    def _at_any_time(self, line: str) -> bool:
        """Do what can be done at any time; tell whether that was it."""
        word, _, rest = line.partition(" ")
        votes = self._guest.lobby.votes if self._guest.lobby else ()
        match word:
            case "say" if rest:
                self._guest.say(rest)
            case "pause":
                self._guest.pause()
            case "resume" if not rest:
                self._guest.resume()
            case "go" if rest == "on":  # the former name of `resume`
                self._guest.resume()
            case "agree" | "disagree" if votes:
                self._guest.vote(votes[0].vote, word == "agree")
            case "remove" | "ban" | "unban" | "bans" if self._guest.is_owner:
                self._moderate(word, rest.strip())
            case _:
                return False
        return True

    def _moderate(self, word: str, rest: str) -> None:
        """Do what only the owner of the table may: remove and ban players, by name or id, and lift bans, by number."""
        guest = self._guest
        members = guest.lobby.members if guest.lobby else ()
        member = next((each.member for each in members if rest and rest in (each.name, each.member)), "")
        match word:
            case "remove" if member:
                guest.send(lambda request: Kick(request, member))
            case "ban" if member:
                guest.send(lambda request: Ban(request, member))
            case "unban" if rest.isdecimal() and len(rest) < 9:
                guest.send(lambda request: Unban(request, int(rest)))
            case "bans":
                self._show_bans()
            case _:
                print(f"  {self._texts('join.help_owner')}")

    def _show_bans(self) -> None:
        """Print who is banned, with the number that lifts the ban."""
        for ban in self._guest.bans:
            print(f"  {ban.ban}  {ban.name}  {ban.address}")
        if not self._guest.bans:
            print(f"  {self._texts('join.no_bans')}")
        sys.stdout.flush()

    def _decision(self) -> DecisionView | None:
        found = (choices_of(self._guest.history_of(seat), seat) for seat in self._guest.seats)
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
            self._guest.send(lambda request: Choose(request, decision.seat, decision.number, number))
        else:
            self._why_not(decision, line)

    def _why_not(self, decision: DecisionView, value: str) -> None:
        if option_typed(decision, value) is not None:
            print(f"  {self._words().offered()}")
        else:
            self._guest.send(lambda request: AskWhyNot(request, decision.seat, decision.number, -1, value))

    def _undo(self, seat: str) -> None:
        """Take back; the others are asked if somebody may have learned something."""
        known = self._guest.history_of(seat)
        if known is not None and known.view.may_undo:
            self._guest.send(lambda request: Undo(request, seat))
        else:
            self._guest.send(lambda request: AskTakeBack(request, seat))

    def _waiting(self, line: str) -> None:
        """Do what can be done while nothing is asked."""
        guest, (word, _, rest) = self._guest, line.partition(" ")
        own = next(iter(guest.seats), "")
        match word, rest.strip():
            case "sit", seat:
                guest.take_seat(seat)
            case "leave", seat:
                guest.leave_seat(seat or own)
            case "ready", "":
                guest.set_ready(True)
            case "not", "ready":
                guest.set_ready(False)
            case "watch", "":
                guest.watch(True)
            case "undo", "":
                self._undo(own)
            case _:
                print(self._texts("join.help"))
                if guest.is_owner:
                    print(self._texts("join.help_owner"))


# A table before its match, as lines in a terminal. No Qt.


def lobby_lines(lobby: Lobby, member: str, texts: Translations, words: Translator) -> Iterator[str]:
    """Yield who sits where, and who has no seat."""
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
    key = "ready" if seat.state == "held" and seat.ready else seat.state
    return texts(f"join.seat.{key}", seat=colour, name=name)


# Lines that somebody types in a terminal, while the program goes on.


class TypedLines(QObject):
    """Reads the input in a thread of its own, which ends with the program.

    Signals:
        typed: A line, without its end.
        ended: There is no more input.
    """

    typed = Signal(str)
    ended = Signal()

    def open(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.typed.emit(line.strip())
        self.ended.emit()


# Who takes a free seat, is ready at once, and chooses by chance: for tests and to look on. No Qt.


class ByChance:
    """Chooses for one guest. The same seed and the same offers make the same choices."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def seat(self, lobby: Lobby) -> str:
        """Return the seat to take; empty if none is free."""
        return next((seat.seat for seat in lobby.seats if seat.state == "free"), "")

    def option(self, decision: DecisionView) -> int:
        """Return the option to take."""
        return self._random.choice(decision.options).number


_GLANCE = 250  #: milliseconds between two chances for Ctrl+C
_BREATH = 200  #: milliseconds before another try
_UNREACHED = "lan.lost."  #: how a reason begins when nobody was there
_AFTERWARDS = 240_000  #: milliseconds that a match may take to be checked when it is over


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """What was asked for on the command line."""

    name: str = ""
    code: str = ""
    seats: tuple[str, ...] = ()
    watches: bool = False
    accepts: bool = False
    owner_token: str = ""


def join(arguments: argparse.Namespace) -> int:
    """Sit at a table until the match is over or one leaves; return the exit code."""
    texts = Translations(arguments.language)
    if not arguments.host:
        return list_tables(texts)
    ways = read_address(arguments.host, own_networks())
    if isinstance(ways, AddressProblem):
        raise MisuseError(texts(ways.reason, part=ways.part))
    application = make_headless_application()
    folders = find_user_folders()
    guest = _guest(folders, texts)
    seats = tuple(each.strip() for each in arguments.seat.split(",") if each.strip())
    wishes = JoinOptions(
        arguments.name, arguments.code, seats, arguments.watch, arguments.accept_rules, arguments.owner_token
    )
    chance = ByChance(arguments.by_chance) if arguments.by_chance is not None else None
    joining = JoinCommand(guest, texts, wishes, chance, folders.matches)
    joining.ended.connect(application.exit)
    alarm = QTimer(joining)  # while Qt waits, Python hears no signal
    alarm.timeout.connect(_nothing)
    alarm.start(_GLANCE)
    signal.signal(signal.SIGINT, lambda *_: joining.leave(FAILED))
    joining.go(ways)
    code = application.exec()
    if joining.problem:
        raise FailedError(joining.problem)
    return code


def _nothing() -> None:
    """Give Python a chance to hear a signal."""


def _guest(folders: UserFolders, texts: Translations) -> TableClient:
    shelf = RulesetCache(official_rulesets(), folders.rulesets, folders.data / "received", folders.house)
    return TableClient(Credentials(folders.data / "tables.json"), shelf, texts.language)


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


class JoinCommand(QObject):
    """One guest in a terminal: by hand, or by chance.

    Signals:
        ended: It has left, or was turned away; carries the exit code.
    """

    ended = Signal(int)

    def __init__(
        self, guest: TableClient, texts: Translations, wishes: JoinOptions, chance: ByChance | None, matches: Path
    ) -> None:
        super().__init__()
        guest.setParent(self)
        self._guest, self._texts, self._wishes, self._chance = guest, texts, wishes, chance
        self.problem = ""  #: why it was turned away
        self._untried: tuple[Candidate, ...] = ()
        self._shown = ""  #: the lobby as it was shown last
        self._asked: tuple[str, int] | None = None  #: the decision that was shown, or answered by chance
        self._waits = 0  #: for the answer to this request, before another seat is taken or one is ready
        self._hands = TerminalSeat(guest, texts, self._words_now)
        self._judged = False
        self._keeping = MatchArchive(guest, matches, self)
        self._lines = TypedLines(self)
        self._soon = self._timer(self._settle, 0)
        self._again = self._timer(self._sit_down, 0)
        self._afterwards = self._timer(self._over, _AFTERWARDS)
        self._connect()

    def _timer(self, slot: object, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    def _connect(self) -> None:
        guest = self._guest
        guest.state_changed.connect(self._stand)
        guest.lobby_changed.connect(self._look_around)
        guest.updated.connect(self._tell)
        guest.answered.connect(self._answered)
        guest.chat_received.connect(self._hear)
        guest.notice_received.connect(self._notice)
        guest.rules_offered.connect(self._consider)
        guest.disconnected.connect(self._turned_away)
        self._lines.typed.connect(self._hands.typed)
        self._lines.ended.connect(self._no_more)
        self._hands.left.connect(self.leave)
        self._keeping.verified.connect(self._judge)
        self._keeping.saved.connect(self._kept)

    def go(self, ways: Sequence[Candidate]) -> None:
        """Go to the table, by the first of these ways that leads to one."""
        self._untried = tuple(ways)
        self._try_next()
        if self._chance is None:
            self._lines.open()

    def _try_next(self) -> None:
        way, *untried = self._untried
        self._untried = tuple(untried)
        self._guest.connect_to(way.host, way.port, self._wishes.name, self._wishes.code, self._wishes.owner_token)

    def leave(self, code: int = GOOD) -> None:
        """Leave on purpose."""
        self._keeping.close()
        self._guest.leave()
        self.ended.emit(code)

    def _words_now(self) -> Translator:
        assert self._guest.rules is not None
        seats = self._guest.lobby.seats if self._guest.lobby else ()
        names = {seat.seat: seat.name for seat in seats if seat.name}
        return Translator(self._guest.rules.pack, self._texts.language, names)

    # ---- the way in and out -------------------------------------------------------------------------------------

    def _stand(self, stage: ConnectionState) -> None:
        match stage:
            case ConnectionState.RECONNECTING:
                reason, args = self._guest.error or ("", ())
                say(f"{localized(self._texts, reason, args)} {self._texts('join.again')}")
            case ConnectionState.PLAYING | ConnectionState.OVER:
                self._soon.start(0)

    def _turned_away(self, reason: str, args: Pairs) -> None:
        if self._guest.welcome is None and self._untried and reason.startswith(_UNREACHED):
            self._try_next()
            return
        texts = self._texts
        self.problem = "\n".join(filter(None, (localized(texts, reason, args), remedy(texts, reason, args))))
        self.ended.emit(FAILED)

    def _consider(self, offer: ReceivedOffer) -> None:
        texts = self._texts
        say(texts("entry.consent", game=offered_title(offer.inspected, offer.offer, texts.language)))
        for line in consent_lines(offer.inspected, offer.offer, texts):
            say(f"  {line}")
        if self._wishes.accepts:
            self._guest.accept_rules()
        elif self._chance is not None:
            self._refuse()
        else:
            self._hands.consider(self._refuse)
            say(self._texts("join.consent"))

    def _refuse(self) -> None:
        self._guest.refuse_rules()
        self.problem = self._texts("join.refused")
        self.ended.emit(FAILED)

    # ---- the lobby ----------------------------------------------------------------------------------------------

    def _look_around(self, lobby: Lobby) -> None:
        shown = "\n".join(lobby_lines(lobby, self._guest.member, self._texts, self._words_now()))
        if lobby.state == "gathering" and shown != self._shown:
            self._shown = shown
            say(shown)
        self._sit_down()
        self._soon.start(0)

    def _sit_down(self) -> None:
        """Take the seats that were wished for; by chance any, and be ready."""
        guest, mine, lobby = self._guest, self._guest.seats, self._guest.lobby
        if lobby is None or lobby.state != "gathering" or self._waits:
            return
        wanted = next((seat for seat in self._wishes.seats if seat not in mine), "")
        watching = any(each.member == guest.member and each.watching for each in lobby.members)
        if self._wishes.watches:
            self._waits = 0 if watching else guest.watch(True)
        elif wanted and any(seat.seat == wanted and seat.state == "free" for seat in lobby.seats):
            self._waits = guest.take_seat(wanted)
        elif self._chance is not None and not mine and self._chance.seat(lobby):
            self._waits = guest.take_seat(self._chance.seat(lobby))
        elif self._chance is not None and any(not s.ready for s in lobby.seats if s.seat in mine):
            self._waits = guest.set_ready(True)

    # ---- the match ----------------------------------------------------------------------------------------------

    def _tell(self, seat: str, news: News) -> None:
        mended = isinstance(news, TakenBack) and not news.by  # what was missed follows, and nobody took anything back
        if not mended and (not self._guest.seats or seat == self._guest.seats[0]):
            print_updates(news, self._words_now())
            sys.stdout.flush()
        self._soon.start(0)

    def _settle(self) -> None:
        """Ask whoever must choose, once for each decision; say how it ended."""
        if self._guest.state not in (ConnectionState.PLAYING, ConnectionState.OVER) or self._afterwards.isActive():
            return
        for seat in self._guest.seats or ("",):
            known = self._guest.history_of(seat)
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
        say(self._words_now().decision(decision))
        show_options(decision, self._words_now())
        sys.stdout.flush()

    def _choose(self, decision: DecisionView, option: int) -> None:
        self._guest.send(lambda request: Choose(request, decision.seat, decision.number, option))

    def _end_of_match(self, known: Changed) -> None:
        for line in outcome_lines(known.view.outcome, self._words_now()):
            say(line)
        self._afterwards.start()
        if self._judged:
            self._over()

    def _judge(self, reason: str, args: Pairs) -> None:
        """All has been checked: nothing is waited for any more."""
        self._judged = True
        say(localized(self._texts, reason, args))
        if self._afterwards.isActive():
            self._over()

    def _kept(self, path: Path) -> None:
        say(self._texts("join.kept", file=path))

    def _over(self) -> None:
        self._afterwards.stop()
        self.leave()

    # ---- what the table says ------------------------------------------------------------------------------------

    def _answered(self, answer: object) -> None:
        if getattr(answer, "request", 0) == self._waits:
            self._waits = 0
            self._again.start(_BREATH if isinstance(answer, Refused) else 0)
        if isinstance(answer, Refused) and answer.reason not in translation_in(FALLBACK):
            say("  " + localized(self._texts, answer.reason, answer.args, self._words_now().name))
        elif self._chance is None:
            print_answer(answer, self._words_now())
        if isinstance(answer, Refused) and self._chance is not None:
            self._asked = None
            self._soon.start(_BREATH)
        sys.stdout.flush()

    def _no_more(self) -> None:
        """Nothing can be typed any more: whoever plays leaves, who only looks on stays."""
        if self._guest.state is not ConnectionState.CLOSED and not self._wishes.watches:
            self.leave()

    def _hear(self, said: Said) -> None:
        text = said.text or self._texts(f"phrase.{said.phrase}")
        say(self._texts("join.said", name=said.name, text=text))

    def _notice(self, noticed: Noticed) -> None:
        name = self._words_now().name if self._guest.rules is not None else str
        say("  " + localized(self._texts, noticed.what, noticed.args, name))


# `gondwana join` without a place: which tables are nearby.


_PATIENCE = 2500  #: milliseconds: the third query has been answered, too


def list_tables(texts: Translations, nearby: TableBrowser | None = None, patience: int = _PATIENCE) -> int:
    """Look for tables nearby, and say which there are."""
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
    """Return a table in one line: where it is, what is played, who may come."""
    poster = found.poster
    title = poster.title_fr if texts.language == "fr" else poster.title_en
    taken = texts("nearby.seats", n=poster.taken, taken=poster.taken, seats=poster.seats)
    address = f"{found.addresses[0]}:{poster.port}"
    said = texts("join.table", address=address, name=poster.name, game=title or poster.game, taken=taken)
    return f"{said} {localized(texts, found.problem)}" if found.problem else said
