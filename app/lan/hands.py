"""What somebody types at a table elsewhere: consent, in the lobby, at a choice, and at any time."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.lan.guest import Guest
from app.lan.protocol import AskTakeBack, Ban, Kick, Unban
from app.texts import Texts
from dsl.cli.talk import option_typed, show_options
from dsl.engine.messages import AskWhyNot, Changed, Choose, Undo
from dsl.engine.view import DecisionView
from dsl.words.sentences import Words

_YES = ("y", "yes", "o", "oui")


def choices_of(known: Changed | None, seat: str) -> DecisionView | None:
    """Return what a seat is asked now, if it is."""
    decisions = known.view.decisions if known is not None else ()
    return next((each for each in decisions if each.seat == seat and each.options), None)


class Hands(QObject):
    """Does what is typed.

    Signals:
        left: Somebody wants to go.
    """

    left = Signal()

    def __init__(self, guest: Guest, texts: Texts, words: Callable[[], Words]) -> None:
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
        votes = self._guest.table.votes if self._guest.table else ()
        match word:
            case "say" if rest:
                self._guest.say(rest)
            case "pause":
                self._guest.pause()
            case "resume" if not rest:
                self._guest.go_on()
            case "go" if rest == "on":  # the former name of `resume`
                self._guest.go_on()
            case "agree" | "disagree" if votes:
                self._guest.vote(votes[0].vote, word == "agree")
            case "remove" | "ban" | "unban" | "bans" if self._guest.owner:
                self._moderate(word, rest.strip())
            case _:
                return False
        return True

    def _moderate(self, word: str, rest: str) -> None:
        """Do what only the owner of the table may: remove and ban players, by name or id, and lift bans, by number."""
        guest = self._guest
        members = guest.table.members if guest.table else ()
        member = next((each.member for each in members if rest and rest in (each.name, each.member)), "")
        match word:
            case "remove" if member:
                guest.post(lambda request: Kick(request, member))
            case "ban" if member:
                guest.post(lambda request: Ban(request, member))
            case "unban" if rest.isdecimal() and len(rest) < 9:
                guest.post(lambda request: Unban(request, int(rest)))
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
        found = (choices_of(self._guest.known(seat), seat) for seat in self._guest.seats)
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
            self._guest.post(lambda request: Choose(request, decision.seat, decision.number, number))
        else:
            self._why_not(decision, line)

    def _why_not(self, decision: DecisionView, value: str) -> None:
        if option_typed(decision, value) is not None:
            print(f"  {self._words().offered()}")
        else:
            self._guest.post(lambda request: AskWhyNot(request, decision.seat, decision.number, -1, value))

    def _undo(self, seat: str) -> None:
        """Take back; the others are asked if somebody may have learned something."""
        known = self._guest.known(seat)
        if known is not None and known.view.may_undo:
            self._guest.post(lambda request: Undo(request, seat))
        else:
            self._guest.post(lambda request: AskTakeBack(request, seat))

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
                if guest.owner:
                    print(self._texts("join.help_owner"))
