"""What is agreed on before a match: who sits where, how many play, which options, who may look on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.lan.limits import TURNS_BEHIND
from app.lan.protocol import (
    AskSwap,
    LeaveSeat,
    SetOption,
    SetPlayer,
    SetPlayers,
    SetReady,
    SetWatching,
    TakeSeat,
)
from app.lan.room.members import Member
from app.lan.room.plan import RoomPlan
from app.lan.room.seats import HUMAN, Seats
from app.lan.watching import Watching
from dsl.engine.messages import Accepted, Refused
from dsl.engine.pack import OptionError, Pack
from dsl.engine.seating import BotMaker

_SEAL = re.compile(r"[0-9a-f]{64}")
Outcome = Accepted | Refused


class Arrangement:
    """How a match will be played, changed by one command at a time. Whoever may not is told why, and nothing changes.
    That a command is its member's to give, and the time for it, has been seen to."""

    def __init__(self, pack: Pack, plan: RoomPlan, bots: BotMaker) -> None:
        """Raises ValueError if nobody makes a bot that is to sit here, OptionError for an option or a number."""
        self.pack, self._bots = pack, bots
        self.seats = Seats(pack.rules.colours, plan.players)
        self._chosen: dict[str, int] = dict(plan.options)
        self.watching: Watching = plan.watching
        self.turns = plan.turns
        self.options: Mapping[str, int] = pack.options(len(plan.players), self._chosen)
        for player in plan.players:
            if player != HUMAN:
                bots(player, 0, pack)

    @property
    def chosen(self) -> tuple[tuple[str, int], ...]:
        """The options that are not as the rules have them."""
        return tuple(sorted(self._chosen.items()))

    @property
    def delay(self) -> int:
        """By how many turns those who look on are behind."""
        return self.turns if self.watching == "delayed" else 0

    # ---- what anybody may ----

    def take(self, member: Member, command: TakeSeat) -> Outcome:
        """Let a member sit down at a free seat."""
        seat = self.seats.get(command.seat)
        if seat is None:
            return Refused(command.request, "refused.no_such_seat")
        if not seat.free:
            return Refused(command.request, "refused.taken", (("name", seat.name), ("seat", seat.colour)))
        self.seats.sit(seat, member, command.name)
        member.watching = False
        return Accepted(command.request)

    def leave(self, member: Member, command: LeaveSeat) -> Outcome:
        """Free a seat of a member."""
        seat = self.seats.get(command.seat)
        if seat is None or seat.member != member.id:
            return Refused(command.request, "refused.not_your_seat")
        seat.empty()
        return Accepted(command.request)

    def swap(self, member: Member, command: AskSwap) -> Outcome | None:
        """Move a member to a free seat, or exchange two of its own; none if the other's holder must be asked."""
        mine, other = self.seats.get(command.seat), self.seats.get(command.other)
        if mine is None or mine.member != member.id:
            return Refused(command.request, "refused.not_your_seat")
        if other is None or other is mine:
            return Refused(command.request, "refused.no_such_seat")
        if other.player != HUMAN:
            return Refused(command.request, "refused.bot_seat", (("seat", other.colour),))
        if other.member not in ("", member.id):
            return None
        self.seats.swap(mine, other)
        return Accepted(command.request)

    def ready(self, member: Member, command: SetReady) -> Outcome:
        """Make all seats of a member ready, or no longer."""
        seats = self.seats.held_by(member.id)
        if not seats and not (member.owner and all(seat.player != HUMAN for seat in self.seats)):
            return Refused(command.request, "refused.no_seat")
        if command.seal and not _SEAL.fullmatch(command.seal):
            return Refused(command.request, "refused.share")
        member.seal = command.seal
        for seat in seats:
            seat.ready = command.ready
        return Accepted(command.request)

    # ---- what its owner may ----

    def owned(self, command: SetPlayer | SetPlayers | SetOption) -> Outcome:
        """Change what is played. Nobody stays ready."""
        match command:
            case SetPlayer():
                outcome = self._set_player(command)
            case SetPlayers():
                outcome = self._set_players(command)
            case SetOption():
                outcome = self._set_option(command)
        if isinstance(outcome, Accepted):
            self.seats.unready()
        return outcome

    def _set_player(self, command: SetPlayer) -> Outcome:
        seat = self.seats.get(command.seat)
        if seat is None:
            return Refused(command.request, "refused.no_such_seat")
        if seat.member:
            return Refused(command.request, "refused.taken", (("name", seat.name), ("seat", seat.colour)))
        if not self.makes(command.player):
            return Refused(command.request, "refused.no_such_player")
        seat.player = command.player
        return Accepted(command.request)

    def makes(self, player: str) -> bool:
        """Whether there is such a player: a person, or a bot that somebody makes."""
        if player == HUMAN:
            return True
        try:
            self._bots(player, 0, self.pack)
        except ValueError:
            return False
        return True

    def _set_players(self, command: SetPlayers) -> Outcome:
        try:
            self.options = self.pack.options(command.players, self._chosen)
        except OptionError:
            numbers = ", ".join(map(str, self.pack.numbers))
            return Refused(command.request, "refused.players", (("numbers", numbers),))
        self.seats.resize(command.players)
        return Accepted(command.request)

    def _set_option(self, command: SetOption) -> Outcome:
        chosen = {**self._chosen, command.name: command.value}
        try:
            self.options = self.pack.options(len(self.seats), chosen)
        except OptionError:
            return Refused(command.request, "refused.option")
        self._chosen = chosen
        return Accepted(command.request)

    def set_watching(self, command: SetWatching) -> Outcome:
        """Say who may look on, and how late; the only thing that may be said while a match is played."""
        if not 0 <= command.turns <= TURNS_BEHIND:
            return Refused(command.request, "refused.turns", (("most", str(TURNS_BEHIND)),))
        self.watching, self.turns = command.watching, command.turns
        return Accepted(command.request)
