"""State of a room: members, seats, bans, chance and the match, and the changes to them that several commands share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from app.net.protocol.addresses import host_of
from app.net.protocol.messages import GameLook, Noticed, Pairs, Revealed, Rules, RulesChanged, RulesOffer
from app.net.server.room.commit_reveal import CommitReveal
from app.net.server.room.members import BanList, Member, Members
from app.net.server.room.seating import HUMAN, BotNames, Seat, SeatAssignment, no_names
from app.net.server.room.stored_room import KeptRoom, RecordKeeper, RoomPlan
from app.net.server.room.updates import MatchRunner
from dsl.base.problem import RulesError
from dsl.base.serialization import dumps
from dsl.base.source import Source
from dsl.match.clock import Clocks, clock_plan
from dsl.match.commit_reveal import SECRET, Deal, commitment_of
from dsl.match.journal import JournalError
from dsl.match.rulesets.ruleset import OptionError, Ruleset, build
from dsl.match.seat_assignment import BotMaker
from dsl.match.table import SUBSTITUTE, Table
from dsl.runtime.runner import RuleError

RoomPhase = Literal["gathering", "playing", "over"]


@dataclass(frozen=True, slots=True)
class OfferedRules:
    """The rules of a room as clients get them."""

    rules: Rules  #: with request 0
    offer: RulesOffer


def offered_rules(pack: Ruleset, look: str) -> OfferedRules:
    """Return a ruleset as clients get it, with the text of its look."""
    rules = Rules(0, pack.text, tuple((each.source.name, each.source.text) for each in pack.house), look)
    text = dumps(rules).encode()
    offer = RulesOffer(
        pack.name,
        tuple(pack.titles.items()),
        pack.identity,
        tuple(each.title for each in pack.house),
        hashlib.sha256(text).hexdigest(),
        len(text),
    )
    return OfferedRules(rules, offer)


def pack_of(rules: Rules) -> Ruleset:
    """Return the ruleset of stored rules. Raises RulesError."""
    return build(rules.ruleset, extra=[Source(name, text) for name, text in rules.house])


class RoomState:
    """The parts of a room, and operations on them. It does not check who may do what: the Room does."""

    def __init__(
        self, plan: RoomPlan, pack: Ruleset, bots: BotMaker, look: str, journal: Path, record: RecordKeeper,
        names: BotNames = no_names,
    ) -> None:  # fmt: skip
        """`names` are those of bots. Raises ValueError or OptionError if there is no such bot or option, or the plan
        has no proper secret."""
        if len(plan.secret) != 2 * SECRET or not set(plan.secret) <= set("0123456789abcdef"):
            raise ValueError("a table needs a secret of 256 bits, in hex")
        self.plan, self.pack, self.bots, self.journal = plan, pack, bots, journal
        self.offered = offered_rules(pack, look)
        self.drawn = GameLook(0, (look,) if look else (), ())  #: with request 0
        self.members = Members(plan.owner_key)
        self.seating = SeatAssignment(pack, plan, bots, names)
        self.bans = BanList()
        self.chance = CommitReveal(plan.table, self.members, self.seating.seats)
        self.match: MatchRunner | None = None
        self.revealed = False  #: the chance of the match
        self.notice_listener: Callable[[Noticed], None] | None = None  #: such as a terminal
        self._dealt: Pairs = ()
        self._record = record

    @property
    def phase(self) -> RoomPhase:
        """Whether the match has started, and is over."""
        if self.match is None:
            return "gathering"
        return "over" if self.match.table.match.over else "playing"

    @property
    def commitment(self) -> str:
        """The commitment to the chance of the match."""
        return commitment_of(self.plan.table, self.plan.secret)

    @property
    def only_bots_play(self) -> bool:
        """Whether no seat is meant for a person, so that no member can be ready."""
        return all(seat.player != HUMAN for seat in self.seating.seats)

    # ---- notices ----

    def notice(self, what: str, **args: str) -> None:
        """Announce an event to all members."""
        noticed = Noticed(what, tuple(args.items()))
        self.members.broadcast(noticed)
        self._notify(noticed)

    def notice_member(self, what: str, member: Member) -> None:
        """Announce an event about a member to the others, by its name or, without one, its seat."""
        seats = self.seating.seats.seats_of(member.id)
        noticed = Noticed(what, (("name", member.name), ("seat", seats[0].colour if seats else "")))
        for other in self.members.present:
            if other is not member:
                other.send(noticed)
        self._notify(noticed)

    def _notify(self, noticed: Noticed) -> None:
        if self.notice_listener is not None:
            self.notice_listener(noticed)

    # ---- the match ----

    def reveal_message(self) -> Revealed:
        """Return what the chance of the match was made of; public when it is over."""
        return Revealed(self.plan.secret, self._dealt)

    def send_match(self, member: Member) -> None:
        """Send a member the current state of the match, as far as it may know it."""
        if self.match is None:
            return
        for seat in self.seating.seats.seats_of(member.id):
            self.match.subscribe(member, seat.colour)
        if member.watching:
            self.match.add_spectator(member)
        self._send_clocks(member, self.match.table.clocks)
        if self.revealed:
            member.send(self.reveal_message())

    def begin(self, shares: Pairs, seals: Pairs) -> None:
        """Start the match with these shares of chance. If that fails, announce why; the seats are not ready then."""
        seats, self._dealt = self.seating.seats, shares
        self.save()
        deal = Deal(self.plan.table, self.commitment, self.plan.secret, shares, seals)
        options = dict(self.seating.options)
        try:
            clock = clock_plan(self.seating.clock)
            table = Table(self.pack, seats.plans(), options, deal.seed(), self.journal, self.bots, deal, clock)
        except JournalError as error:
            seats.unready()
            self.notice(error.reason, **dict(error.args_by_name))
        except (OptionError, RuleError, RulesError, ValueError) as error:
            seats.unready()
            self.notice("not_begun", why=str(error))
        else:
            self.enter_match(table, begun=True)
            self.notice("began")

    def enter_match(self, table: Table, begun: bool) -> None:
        """Continue with a match, and send every member its state."""
        self.match = MatchRunner(table, self.members, self.seating.seats, self.seating.delay, begun)
        table.listen_to_clocks(self._broadcast_clocks)
        table.listen_to_rules(self._adopt_rules)
        self._follow_rules(table.pack)
        for member in self.members.present:
            self.send_match(member)

    def _adopt_rules(self, pack: Ruleset) -> None:
        """The match goes on under other rules: offer them to all members."""
        self._follow_rules(pack)
        self.save()
        self.members.broadcast(RulesChanged(self.offered.offer))

    def _follow_rules(self, pack: Ruleset) -> None:
        """Offer the rules that the match has now."""
        if self.match is not None and pack is not self.pack:
            self.pack, self.offered = pack, offered_rules(pack, self.offered.rules.look)
            self.seating.follow_rules(pack, self.match.table.match.options)

    # ---- spectators who see everything ----

    def grant_see_all(self, member: Member) -> None:
        """All players agree: a spectator sees everything from now on."""
        if self.match is not None:
            member.sees_all = member.saw_all = True
            self.save()  # before anything is shown: a host that restarts knows who has seen it
            self.notice("see_all.yes", name=member.name)
            self.match.uncover(member)

    def end_see_all(self, member: Member) -> None:
        """A spectator no longer sees everything; nothing if it did not."""
        if not member.sees_all:
            return
        member.sees_all = False
        self.save()
        self.notice("see_all.ended", name=member.name)
        if self.match is not None:
            self.match.cover(member)

    def _end_all_see_all(self) -> None:
        """Another player is at the table, who was not asked: no spectator sees everything any more."""
        for member in self.members:
            self.end_see_all(member)

    # ---- clocks ----

    def tick_clock(self, now: float) -> None:
        """Let the clocks run; those of absent players wait. A player without time may have given up."""
        if self.match is None or self.phase == "over":
            return
        absent = [seat.colour for seat in self.seating.seats if seat.player == HUMAN and not self._is_here(seat)]
        self.match.table.tick(now, absent)
        for colour in self.match.table.view("").given_up if self.match.table.match.ending.seats else ():
            seat = self.seating.seats.get(colour)
            if seat is not None and seat.player == HUMAN:
                self.on_given_up(colour)

    def _is_here(self, seat: Seat) -> bool:
        holder = self.members.get(seat.member)
        return holder is not None and holder.here

    def _broadcast_clocks(self, clocks: Clocks) -> None:
        for member in self.members.present:
            self._send_clocks(member, clocks)

    def _send_clocks(self, member: Member, clocks: Clocks | None) -> None:
        """Send the clocks to a player, and to spectators without a delay: they show who has to move."""
        seated = bool(self.seating.seats.seats_of(member.id))
        if clocks is not None and (seated or (member.watching and not self.seating.delay)):
            member.send(clocks)

    # ---- members and seats ----

    def on_seated(self, member: Member, colour: str) -> None:
        """A member has taken a seat."""
        seat = self.seating.seats.get(colour)
        if self.match is not None and seat is not None:
            self._end_all_see_all()
            self._end_stand_in(seat)
            self.match.subscribe(member, colour)

    def on_returned(self, member: Member) -> None:
        """A member is connected again: bots no longer play its seats."""
        for seat in self.seating.seats.seats_of(member.id):
            self._end_stand_in(seat)

    def stand_in(self, seat: Seat, player: str) -> None:
        """Let a bot play for an absent player."""
        if self.match is not None:
            self.match.table.seat_bot(seat.colour, player)
            seat.stand_in = player
            self.notice("stand_in", name=seat.name, seat=seat.colour, bot=player)
            self.save()

    def on_given_up(self, colour: str) -> None:
        """A player has given up: if the match goes on, a computer has the seat for good, and its player watches."""
        seat = self.seating.seats.get(colour)
        if seat is None or self.match is None or self.phase == "over":
            return
        holder = self.members.get(seat.member)
        seat.hand_over(SUBSTITUTE)
        self.match.unsubscribe(colour)
        if holder is not None and not self.seating.seats.seats_of(holder.id):
            holder.watching = True
            if holder.here:
                self.match.add_spectator(holder)
        self.save()

    def _end_stand_in(self, seat: Seat) -> None:
        if seat.stand_in and self.match is not None:
            self._end_all_see_all()
            seat.stand_in = ""
            self.match.table.free_seat(seat.colour)
            self.notice("gave_back", name=seat.name, seat=seat.colour)
            self.save()

    def on_disconnected(self, member: Member, now: float, how: str) -> None:
        """A member is no longer connected. One that `left` on purpose before the match loses its seats, too."""
        seated = bool(self.seating.seats.seats_of(member.id))
        self.notice_member(how if seated or how != "lost" else "lost_unseated", member)
        member.connection, member.away_since = None, now
        for seat in self.seating.seats.seats_of(member.id):
            seat.ready = seat.ready and (self.match is not None or self.chance.round is not None)
            if self.match is not None:
                self.match.unsubscribe(seat.colour)
            elif member.left:
                seat.empty()

    def remove(self, member: Member, how: str = "kicked") -> None:
        """Remove a member, and free its seats."""
        self.notice_member(how, member)
        self.end_see_all(member)
        connection, member.connection = member.connection, None
        for seat in self.seating.seats.seats_of(member.id):
            seat.empty()
            if self.match is not None:
                self.match.unsubscribe(seat.colour)
        self.members.forget(member.id)
        if connection is not None:
            connection.close(f"lan.away.{how}")

    def ban(self, member: Member) -> None:
        """Remove a member for good, and all members at its address that have no seat."""
        self.bans.add(member)
        self.remove(member, "banned")
        for other in self.members:
            seated = other.owner or self.seating.seats.seats_of(other.id)
            if member.address and not seated and host_of(other.address) == host_of(member.address):
                self.remove(other, "banned")

    def tidy(self, now: float, patience: float) -> None:
        """Forget long absent members; before the match also free their seats."""
        seats = self.seating.seats
        if self.match is None:
            for seat in seats:
                holder = self.members.get(seat.member)
                if holder is not None and not holder.here and now - holder.away_since > patience:
                    seat.empty()
        self.members.forget_absent(seats.holders(), now)

    def close(self, reason: str) -> None:
        """Disconnect all members and close the journal."""
        for member in self.members.present:
            connection, member.connection = member.connection, None
            if connection is not None:
                connection.close(reason)
        if self.match is not None:
            self.match.table.close()

    # ---- persistence ----

    def restore(self, kept: KeptRoom, table: Table | None, now: float) -> None:
        """Load a stored room, with its match if that had started."""
        self._dealt = kept.dealt
        self.members.restore(kept.members, kept.last, now)
        self.bans.restore(kept.bans)
        self.seating.seats.restore(kept.seats)
        if table is not None:
            self.revealed = table.match.over
            for seat in self.seating.seats:
                if seat.stand_in:
                    table.seat_bot(seat.colour, seat.stand_in)
            self.enter_match(table, begun=False)

    def save(self) -> str | None:
        """Store the room durably; return the error, if any."""
        plan = replace(
            self.plan,
            players=tuple(seat.player for seat in self.seating.seats),
            options=self.seating.chosen,
            watching=self.seating.watching,
            turns=self.seating.turns,
            clock=self.seating.clock,
            hints=self.seating.hints,
        )
        seats = tuple(seat.to_record() for seat in self.seating.seats)
        return self._record.save(
            KeptRoom(
                plan,
                self.offered.rules,
                self.members.to_record(),
                seats,
                self.members.last,
                self._dealt,
                self.bans.to_record(),
            )
        )
