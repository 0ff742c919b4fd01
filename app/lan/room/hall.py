"""What a room is made of: its members, what they have agreed on, the match, and what everybody is told about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from app.lan.addresses import host_of
from app.lan.protocol import Bans as BansMessage
from app.lan.protocol import Lobby, Noticed, Pairs, Revealed
from app.lan.room.arranging import Arrangement
from app.lan.room.bans import Bans
from app.lan.room.members import Member, Members
from app.lan.room.offer import offered
from app.lan.room.plan import OWNER, KeptRoom, RecordKeeper, RoomPlan, RoomState
from app.lan.room.play import Play
from app.lan.room.public import lobby_of
from app.lan.room.seats import HUMAN, Seat
from app.lan.room.shares import Round
from app.lan.room.votes import Votes
from dsl.engine.deal import SECRET, Deal, commitment_of
from dsl.engine.journal import JournalError
from dsl.engine.pack import OptionError, Pack
from dsl.engine.seating import BotMaker
from dsl.engine.table import Table
from dsl.run.runner import RuleError
from dsl.text.problem import RulesError


class Hall:
    """A room's contents. It says who is told of what, and decides nothing about who may do what."""

    def __init__(
        self, plan: RoomPlan, pack: Pack, bots: BotMaker, look: str, journal: Path, record: RecordKeeper
    ) -> None:
        """Raises ValueError or OptionError if there is no such bot or option, or the plan has no proper secret."""
        if len(plan.secret) != 2 * SECRET or not set(plan.secret) <= set("0123456789abcdef"):
            raise ValueError("a table needs a secret of 256 bits, in hex")
        self.plan, self.pack, self.bots, self.journal = plan, pack, bots, journal
        self.offered = offered(pack, look)
        self.members = Members(plan.owner_key)
        self.arrangement = Arrangement(pack, plan, bots)
        self.votes = Votes()
        self.bans = Bans()
        self.round: Round | None = None  #: of chance, when everybody is ready
        self.play: Play | None = None
        self.revealed = False
        self._dealt: Pairs = ()
        self._record = record
        self._lobby: Lobby | None = None
        self._told_bans = BansMessage(())
        self.overheard: Callable[[Noticed], None] = lambda _: None  #: of a listener that is nobody's guest

    @property
    def state(self) -> RoomState:
        """Whether the match has begun, and is over."""
        if self.play is None:
            return "gathering"
        return "over" if self.play.table.match.over else "playing"

    # ---- telling everybody ----

    def notice(self, what: str, **args: str) -> None:
        """Tell everybody that something happened."""
        noticed = Noticed(what, tuple(args.items()))
        self.members.broadcast(noticed)
        self.overheard(noticed)

    def notice_member(self, what: str, member: Member) -> None:
        """Tell the others about a member, by its name and, for who has none, its seat."""
        seats = self.arrangement.seats.held_by(member.id)
        noticed = Noticed(what, (("name", member.name), ("seat", seats[0].colour if seats else "")))
        for other in self.members.present:
            if other is not member:
                other.tell(noticed)
        self.overheard(noticed)

    def publish(self, now: float, newcomer: Member | None = None) -> None:
        """Tell everybody of the table itself if it has changed, and in any case whoever has just come."""
        lobby = lobby_of(self, now)
        if lobby != self._lobby:
            self._lobby = lobby
            self.members.broadcast(lobby)
        elif newcomer is not None:
            newcomer.tell(lobby)
        self._publish_bans(newcomer)
        self._reveal()

    def _publish_bans(self, newcomer: Member | None) -> None:
        """Tell the owner who is banned; nobody else learns names and addresses."""
        bans, owner = BansMessage(self.bans.states()), self.members.get(OWNER)
        if owner is not None and (bans != self._told_bans or (newcomer is owner and bans.bans)):
            owner.tell(bans)
        self._told_bans = bans

    def _reveal(self) -> None:
        if self.state == "over" and not self.revealed:
            self.revealed = True
            self.notice("over")
            self.members.broadcast(self.reveal())

    def reveal(self) -> Revealed:
        """Return what the chance of the match was made of; to be told when it is over."""
        return Revealed(self.plan.secret, self._dealt)

    # ---- the match ----

    def hearers(self, seat: str) -> Sequence[Member]:
        """Return who is told of what a seat learns; "" is those who look on."""
        if not seat:
            return [member for member in self.members.present if member.watching]
        held = self.arrangement.seats.get(seat)
        holder = self.members.get(held.member) if held else None
        return [holder] if holder is not None and holder.here else []

    def show(self, member: Member) -> None:
        """Tell a member all that it may know of the match, as it stands."""
        if self.play is None:
            return
        for seat in self.arrangement.seats.held_by(member.id):
            self.play.listen(member, seat.colour)
        if member.watching:
            self.play.look_on(member)
        if self.revealed:
            member.tell(self.reveal())

    def sealed(self, member: Member) -> None:
        """Tell a member the seals that wait for being opened, if there are any."""
        if self.round is not None:
            member.tell(self.round.told())

    @property
    def of_bots_alone(self) -> bool:
        """Whether no person is to play, so that nobody can be ready."""
        return all(seat.player != HUMAN for seat in self.arrangement.seats)

    def begin(self, shares: Pairs, seals: Pairs) -> None:
        """Begin the match with these shares of chance; if it cannot be, all are told why and nobody is ready any
        more."""
        seats, self._dealt = self.arrangement.seats, shares
        self.keep()
        deal = Deal(self.plan.table, self.commitment, self.plan.secret, shares, seals)
        options = dict(self.arrangement.options)
        try:
            table = Table(self.pack, seats.plans(), options, deal.seed(), self.journal, self.bots, deal)
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
        """Go on with a match, and tell everybody where it stands."""
        self.play = Play(table, self.hearers, self.arrangement.delay, begun)
        for member in self.members.present:
            self.show(member)

    # ---- coming and going ----

    @property
    def commitment(self) -> str:
        """What the chance of the match is bound to."""
        return commitment_of(self.plan.table, self.plan.secret)

    def seated(self, member: Member, colour: str) -> None:
        """A member has sat down."""
        seat = self.arrangement.seats.get(colour)
        if self.play is not None and seat is not None:
            self._give_back(seat)
            self.play.listen(member, colour)

    def returned(self, member: Member) -> None:
        """A member is here again: no computer plays for it any more."""
        for seat in self.arrangement.seats.held_by(member.id):
            self._give_back(seat)

    def stand_in(self, seat: Seat, player: str) -> None:
        """Let a computer play for somebody who is away."""
        if self.play is not None:
            self.play.table.seat_bot(seat.colour, player)
            seat.stand_in = player
            self.notice("stand_in", name=seat.name, seat=seat.colour, bot=player)
            self.keep()

    def _give_back(self, seat: Seat) -> None:
        if seat.stand_in and self.play is not None:
            seat.stand_in = ""
            self.play.table.free_seat(seat.colour)
            self.notice("gave_back", name=seat.name, seat=seat.colour)
            self.keep()

    def gone(self, member: Member, now: float, how: str) -> None:
        """A member is here no more. Before the match whoever has `left` on purpose leaves its seats, too."""
        self.notice_member(how, member)
        member.outlet, member.away_since = None, now
        for seat in self.arrangement.seats.held_by(member.id):
            seat.ready = seat.ready and (self.play is not None or self.round is not None)
            if self.play is not None:
                self.play.unheard(seat.colour)
            elif member.left:
                seat.empty()

    def kick(self, member: Member, how: str = "kicked") -> None:
        """Remove a member: it is none any more, and its seats are free."""
        self.notice_member(how, member)
        outlet, member.outlet = member.outlet, None
        for seat in self.arrangement.seats.held_by(member.id):
            seat.empty()
            if self.play is not None:
                self.play.unheard(seat.colour)
        self.members.forget(member.id)
        if outlet is not None:
            outlet.dismiss(f"lan.away.{how}")

    def ban(self, member: Member) -> None:
        """Remove a member for good, and everybody at its address who has no seat."""
        self.bans.add(member)
        self.kick(member, "banned")
        for other in self.members:
            seated = other.owner or self.arrangement.seats.held_by(other.id)
            if member.address and not seated and host_of(other.address) == host_of(member.address):
                self.kick(other, "banned")

    def tidy(self, now: float, patience: float) -> None:
        """Forget whom nobody waits for; before the match a seat does not wait for ever."""
        seats = self.arrangement.seats
        if self.play is None:
            for seat in seats:
                holder = self.members.get(seat.member)
                if holder is not None and not holder.here and now - holder.away_since > patience:
                    seat.empty()
        self.members.forget_absent(seats.holders(), now)

    def close(self, reason: str) -> None:
        """Dismiss everybody and close the journal."""
        for member in self.members.present:
            outlet, member.outlet = member.outlet, None
            if outlet is not None:
                outlet.dismiss(reason)
        if self.play is not None:
            self.play.table.close()

    # ---- what survives ----

    def restore(self, kept: KeptRoom, table: Table | None, now: float) -> None:
        """Take over what a table was that is gone, with its match if that had begun."""
        self._dealt = kept.dealt
        self.members.restore(kept.members, kept.last, now)
        self.bans.restore(kept.bans)
        self.arrangement.seats.restore(kept.seats)
        if table is not None:
            self.revealed = table.match.over
            for seat in self.arrangement.seats:
                if seat.stand_in:
                    table.seat_bot(seat.colour, seat.stand_in)
            self.enter_match(table, begun=False)

    def keep(self) -> str:
        """Write durably what the room is; return why it could not be, or nothing."""
        plan = replace(
            self.plan,
            players=tuple(seat.player for seat in self.arrangement.seats),
            options=self.arrangement.chosen,
            watching=self.arrangement.watching,
            turns=self.arrangement.turns,
        )
        seats = tuple(seat.kept() for seat in self.arrangement.seats)
        return self._record.keep(
            KeptRoom(
                plan, self.offered.rules, self.members.kept(), seats, self.members.last, self._dealt, self.bans.kept()
            )
        )
