"""`gondwana join`: at a table elsewhere in the terminal. People type a number or a value in the notation, as they do
with `gondwana play`; `?` says what else."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.headless import make_headless_application
from app.lan.addresses import Candidate, Unread, read_address
from app.lan.consenting import consent_lines, offered_title
from app.lan.credentials import Credentials
from app.lan.guest import Guest
from app.lan.hands import Hands, choices_of
from app.lan.interfaces import own_networks
from app.lan.keeping import Keeping
from app.lan.lobby_lines import lobby_lines
from app.lan.playing_by_chance import ByChance
from app.lan.protocol import Lobby, Noticed, Pairs, Said
from app.lan.received import Offer, Shelf
from app.lan.sentences import remedy, sentence
from app.lan.stage import Stage
from app.lan.typed_lines import TypedLines
from app.library.folders import Folders, find_folders
from app.places import official_rulesets
from app.texts import Texts
from dsl.cli.main import FAILED, GOOD, FailedError, MisuseError
from dsl.cli.talk import outcome_lines, show_options, tell, tell_answer
from dsl.engine.messages import Changed, Choose, News, Refused, TakenBack
from dsl.engine.view import DecisionView
from dsl.words.sentences import Words
from dsl.words.translations import FALLBACK, translation_in

_GLANCE = 250  #: milliseconds between two chances for Ctrl+C
_BREATH = 200  #: milliseconds before another try
_UNREACHED = "lan.lost."  #: how a reason begins when nobody was there
_AFTERWARDS = 240_000  #: milliseconds that a match may take to be checked when it is over


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line."""

    name: str = ""
    code: str = ""
    seats: tuple[str, ...] = ()
    watches: bool = False
    accepts: bool = False
    owner_token: str = ""


def join(arguments: argparse.Namespace) -> int:
    """Sit at a table until the match is over or one leaves; return the exit code."""
    texts = Texts(arguments.language)
    if not arguments.host:
        from app.lan.listing import list_tables

        return list_tables(texts)
    ways = read_address(arguments.host, own_networks())
    if isinstance(ways, Unread):
        raise MisuseError(texts(ways.reason, part=ways.part))
    application = make_headless_application()
    folders = find_folders()
    guest = _guest(folders, texts)
    seats = tuple(each.strip() for each in arguments.seat.split(",") if each.strip())
    wishes = Wishes(
        arguments.name, arguments.code, seats, arguments.watch, arguments.accept_rules, arguments.owner_token
    )
    chance = ByChance(arguments.by_chance) if arguments.by_chance is not None else None
    joining = Joining(guest, texts, wishes, chance, folders.matches)
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


def _guest(folders: Folders, texts: Texts) -> Guest:
    shelf = Shelf(official_rulesets(), folders.rulesets, folders.data / "received", folders.house)
    return Guest(Credentials(folders.data / "tables.json"), shelf, texts.language)


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


class Joining(QObject):
    """One guest in a terminal: by hand, or by chance.

    Signals:
        ended: It has left, or was turned away; carries the exit code.
    """

    ended = Signal(int)

    def __init__(self, guest: Guest, texts: Texts, wishes: Wishes, chance: ByChance | None, matches: Path) -> None:
        super().__init__()
        guest.setParent(self)
        self._guest, self._texts, self._wishes, self._chance = guest, texts, wishes, chance
        self.problem = ""  #: why it was turned away
        self._untried: tuple[Candidate, ...] = ()
        self._shown = ""  #: the lobby as it was shown last
        self._asked: tuple[str, int] | None = None  #: the decision that was shown, or answered by chance
        self._waits = 0  #: for the answer to this request, before another seat is taken or one is ready
        self._hands = Hands(guest, texts, self._words_now)
        self._judged = False
        self._keeping = Keeping(guest, matches, self)
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
        guest.stage_changed.connect(self._stand)
        guest.lobby.connect(self._look_around)
        guest.told.connect(self._tell)
        guest.answered.connect(self._answered)
        guest.said.connect(self._hear)
        guest.noticed.connect(self._notice)
        guest.offered.connect(self._consider)
        guest.turned_away.connect(self._turned_away)
        self._lines.typed.connect(self._hands.typed)
        self._lines.ended.connect(self._no_more)
        self._hands.left.connect(self.leave)
        self._keeping.judged.connect(self._judge)
        self._keeping.kept.connect(self._kept)

    def go(self, ways: Sequence[Candidate]) -> None:
        """Go to the table, by the first of these ways that leads to one."""
        self._untried = tuple(ways)
        self._try_next()
        if self._chance is None:
            self._lines.open()

    def _try_next(self) -> None:
        way, *untried = self._untried
        self._untried = tuple(untried)
        self._guest.go(way.host, way.port, self._wishes.name, self._wishes.code, self._wishes.owner_token)

    def leave(self, code: int = GOOD) -> None:
        """Leave on purpose."""
        self._keeping.close()
        self._guest.leave()
        self.ended.emit(code)

    def _words_now(self) -> Words:
        assert self._guest.rules is not None
        seats = self._guest.table.seats if self._guest.table else ()
        names = {seat.seat: seat.name for seat in seats if seat.name}
        return Words(self._guest.rules.pack, self._texts.language, names)

    # ---- the way in and out -------------------------------------------------------------------------------------

    def _stand(self, stage: Stage) -> None:
        match stage:
            case Stage.LOST:
                reason, args = self._guest.trouble
                say(f"{sentence(self._texts, reason, args)} {self._texts('join.again')}")
            case Stage.PLAYING | Stage.OVER:
                self._soon.start(0)

    def _turned_away(self, reason: str, args: Pairs) -> None:
        if self._guest.welcome is None and self._untried and reason.startswith(_UNREACHED):
            self._try_next()
            return
        texts = self._texts
        self.problem = "\n".join(filter(None, (sentence(texts, reason, args), remedy(texts, reason, args))))
        self.ended.emit(FAILED)

    def _consider(self, offer: Offer) -> None:
        texts = self._texts
        say(texts("entry.consent", game=offered_title(offer.looked, offer.offer, texts.language)))
        for line in consent_lines(offer.looked, offer.offer, texts):
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
        guest, mine, lobby = self._guest, self._guest.seats, self._guest.table
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
            tell(news, self._words_now())
            sys.stdout.flush()
        self._soon.start(0)

    def _settle(self) -> None:
        """Ask whoever must choose, once for each decision; say how it ended."""
        if self._guest.stage not in (Stage.PLAYING, Stage.OVER) or self._afterwards.isActive():
            return
        for seat in self._guest.seats or ("",):
            known = self._guest.known(seat)
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
        self._guest.post(lambda request: Choose(request, decision.seat, decision.number, option))

    def _end_of_match(self, known: Changed) -> None:
        for line in outcome_lines(known.view.outcome, self._words_now()):
            say(line)
        self._afterwards.start()
        if self._judged:
            self._over()

    def _judge(self, reason: str, args: Pairs) -> None:
        """All has been checked: nothing is waited for any more."""
        self._judged = True
        say(sentence(self._texts, reason, args))
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
            say("  " + sentence(self._texts, answer.reason, answer.args, self._words_now().name))
        elif self._chance is None:
            tell_answer(answer, self._words_now())
        if isinstance(answer, Refused) and self._chance is not None:
            self._asked = None
            self._soon.start(_BREATH)
        sys.stdout.flush()

    def _no_more(self) -> None:
        """Nothing can be typed any more: whoever plays leaves, who only looks on stays."""
        if self._guest.stage is not Stage.GONE and not self._wishes.watches:
            self.leave()

    def _hear(self, said: Said) -> None:
        text = said.text or self._texts(f"phrase.{said.phrase}")
        say(self._texts("join.said", name=said.name, text=text))

    def _notice(self, noticed: Noticed) -> None:
        name = self._words_now().name if self._guest.rules is not None else str
        say("  " + sentence(self._texts, noticed.what, noticed.args, name))
