"""Seats of a room: who holds them, who is ready, how many play, the options, and whether spectators may watch."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.net.protocol.limits import TURNS_BEHIND, SpectatorMode
from app.net.protocol.messages import (
    AskSwap,
    LeaveSeat,
    SeatState,
    SetClock,
    SetHints,
    SetOption,
    SetPlayer,
    SetPlayers,
    SetReady,
    SetWatching,
    TakeSeat,
)
from app.net.server.room.members import Member, distinct
from app.net.server.room.stored_room import KeptSeat, RoomPlan
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.seat_assignment import BotMaker
from dsl.match.table_messages import Accepted, Refused

HUMAN = "human"
_AWAY_STEPS = 10


@dataclass(slots=True)
class Seat:
    """A seat of the table."""

    colour: str
    player: str = HUMAN  #: "human" or a bot
    name: str = ""
    member: str = ""  #: who holds it
    ready: bool = False
    stand_in: str = ""  #: the bot that plays for its absent holder

    @property
    def free(self) -> bool:
        """Whether a person may take it."""
        return self.player == HUMAN and not self.member

    @property
    def is_settled(self) -> bool:
        """Whether the match does not wait for it."""
        return self.player != HUMAN or (bool(self.member) and self.ready)

    def empty(self) -> None:
        """Remove its holder."""
        self.name, self.member, self.ready = "", "", False

    def hand_over(self, bot: str) -> None:
        """Give the seat of a player who has given up to a bot, under the player's name."""
        self.player, self.member, self.ready, self.stand_in = bot, "", False, ""

    def state(self, holder: Member | None, now: float) -> SeatState:
        """Return the seat as all members see it."""
        away = holder is not None and not holder.here
        gone = int((now - holder.away_since) // _AWAY_STEPS) * _AWAY_STEPS if holder and away else 0
        player = self.stand_in or self.player
        return SeatState(self.colour, self._state(away), player, self.name, self.member, self.ready, max(0, gone))

    def _state(self, away: bool) -> Literal["free", "held", "away", "bot", "stand_in"]:
        if self.stand_in:
            return "stand_in"
        if self.player != HUMAN:
            return "bot"
        return "away" if away else "held" if self.member else "free"

    def to_record(self) -> KeptSeat:
        """Return the record to store."""
        return KeptSeat(self.colour, self.player, self.name, self.member, self.stand_in)


class Seats:
    """The seats that play, in the order of the colours."""

    def __init__(self, colours: Sequence[str], players: Sequence[str]) -> None:
        self._colours = tuple(colours)
        self._all = [Seat(colour, player) for colour, player in zip(colours, players, strict=False)]

    def __iter__(self) -> Iterator[Seat]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def get(self, colour: str) -> Seat | None:
        """Return a seat by its colour, if there is one."""
        return next((seat for seat in self._all if seat.colour == colour), None)

    def seats_of(self, member: str) -> tuple[Seat, ...]:
        """Return the seats of a member."""
        return tuple(seat for seat in self._all if member and seat.member == member)

    def holders(self) -> set[str]:
        """Return the members who hold a seat."""
        return {seat.member for seat in self._all if seat.member}

    def resize(self, players: int) -> None:
        """Change the number of seats: remove the last ones with their holders, or add free ones."""
        del self._all[players:]
        self._all += [Seat(colour) for colour in self._colours[len(self._all) : players]]

    def sit(self, seat: Seat, member: Member, name: str) -> None:
        """Give a seat to a member, under its own name or that of another person at its computer."""
        taken = {other.name for other in self._all if other is not seat}
        seat.empty()
        seat.name, seat.member = distinct(name, taken) or distinct(member.name, taken), member.id

    def swap(self, one: Seat, other: Seat) -> None:
        """Swap the holders of two seats; neither is ready then."""
        one.name, other.name = other.name, one.name
        one.member, other.member = other.member, one.member
        one.ready = other.ready = False

    def unready(self) -> None:
        """Make all seats not ready."""
        for seat in self._all:
            seat.ready = False

    @property
    def is_settled(self) -> bool:
        """Whether the match can start."""
        return all(seat.is_settled for seat in self._all)

    def plans(self) -> tuple[SeatPlan, ...]:
        """Return the seats for a Table."""
        return tuple(SeatPlan(seat.colour, seat.player, seat.name) for seat in self._all)

    def states(self, member: Callable[[str], Member | None], now: float) -> tuple[SeatState, ...]:
        """Return the seats as all members see them."""
        return tuple(seat.state(member(seat.member), now) for seat in self._all)

    def restore(self, kept: Collection[KeptSeat]) -> None:
        """Load stored seats."""
        self._all = [Seat(each.seat, each.player, each.name, each.member, False, each.stand_in) for each in kept]


BotNames = Callable[[str], tuple[str, ...]]  #: the names for a kind of bot; none for one without names


def no_names(player: str) -> tuple[str, ...]:
    """Return no names: bots are called by their seats."""
    return ()


_SEAL = re.compile(r"[0-9a-f]{64}")
Outcome = Accepted | Refused


class SeatAssignment:
    """Seats, options and spectator mode of the next match, changed by one command at a time. The caller has checked
    that the member may give the command now; a command that does not fit is refused with a reason."""

    def __init__(self, pack: Ruleset, plan: RoomPlan, bots: BotMaker, names: BotNames = no_names) -> None:
        """Raises ValueError for an unknown bot, OptionError for a wrong option or number of players."""
        self.pack, self._bots, self._names = pack, bots, names
        self._first = int(hashlib.sha256(plan.table.encode()).hexdigest(), 16)  #: tables begin at different names
        self.seats = Seats(pack.rules.colours, plan.players)
        self._chosen: dict[str, int] = dict(plan.options)
        self.watching: SpectatorMode = plan.watching
        self.turns = plan.turns
        self.clock, self.hints = plan.clock, plan.hints
        self.options: Mapping[str, int] = pack.options(len(plan.players), self._chosen)
        for player in plan.players:
            if player != HUMAN:
                bots(player, 0, pack)
        self._name_bots()

    @property
    def chosen(self) -> tuple[tuple[str, int], ...]:
        """The options that differ from the defaults."""
        return tuple(sorted(self._chosen.items()))

    @property
    def delay(self) -> int:
        """The delay of spectators in turns."""
        return self.turns if self.watching == "delayed" else 0

    def follow_rules(self, pack: Ruleset, options: Mapping[str, int]) -> None:
        """The match goes on under other rules, with these options."""
        self.pack, self.options = pack, dict(options)
        usual = pack.defaults(len(self.seats))
        self._chosen = {name: value for name, value in options.items() if value != usual.get(name)}

    # ---- commands of any member ----

    def take(self, member: Member, command: TakeSeat) -> Outcome:
        """Give a free seat to a member."""
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
        """Move a member to a free seat, or swap two of its own; none if the other holder has to agree first."""
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

    def set_ready(self, member: Member, command: SetReady) -> Outcome:
        """Make all seats of a member ready, or not ready."""
        seats = self.seats.seats_of(member.id)
        if not seats and not (member.owner and all(seat.player != HUMAN for seat in self.seats)):
            return Refused(command.request, "refused.no_seat")
        if command.seal and not _SEAL.fullmatch(command.seal):
            return Refused(command.request, "refused.share")
        member.seal = command.seal
        for seat in seats:
            seat.ready = command.ready
        return Accepted(command.request)

    # ---- commands of the owner ----

    def configure(self, command: SetPlayer | SetPlayers | SetOption | SetClock | SetHints) -> Outcome:
        """Change players, options, the clock or hints; all seats are not ready then."""
        match command:
            case SetPlayer():
                outcome = self._set_player(command)
            case SetPlayers():
                outcome = self._set_players(command)
            case SetOption():
                outcome = self._set_option(command)
            case SetClock():
                outcome = self._set_clock(command)
            case SetHints():
                self.hints = command.allowed
                outcome = Accepted(command.request)
        if isinstance(outcome, Accepted):
            self.seats.unready()
            self._name_bots()
        return outcome

    def _name_bots(self) -> None:
        """Give each bot a name of its kind that nobody else has."""
        for seat in self.seats:
            if seat.member:
                continue
            names = self._names(seat.player) if seat.player != HUMAN else ()
            if seat.name not in names:
                taken = {other.name for other in self.seats if other is not seat}
                first = self._first % len(names) if names else 0
                seat.name = next((name for name in (*names[first:], *names[:first]) if name not in taken), "")

    def _set_player(self, command: SetPlayer) -> Outcome:
        seat = self.seats.get(command.seat)
        if seat is None:
            return Refused(command.request, "refused.no_such_seat")
        if seat.member:
            return Refused(command.request, "refused.taken", (("name", seat.name), ("seat", seat.colour)))
        if not self.has_player(command.player):
            return Refused(command.request, "refused.no_such_player")
        seat.player = command.player
        return Accepted(command.request)

    def has_player(self, player: str) -> bool:
        """Whether there is such a player: "human" or a known bot."""
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

    def _set_clock(self, command: SetClock) -> Outcome:
        if command.clock is not None and not command.clock.is_valid:
            return Refused(command.request, "refused.clock")
        self.clock = command.clock.text if command.clock is not None else ""
        return Accepted(command.request)

    def set_watching(self, command: SetWatching) -> Outcome:
        """Set whether spectators may watch, and their delay; also allowed during a match."""
        if not 0 <= command.turns <= TURNS_BEHIND:
            return Refused(command.request, "refused.turns", (("most", str(TURNS_BEHIND)),))
        self.watching, self.turns = command.watching, command.turns
        return Accepted(command.request)
