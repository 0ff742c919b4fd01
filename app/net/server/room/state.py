"""A round of chance: all shares are sealed when it begins, and then each is opened."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from app.net.protocol.addresses import host_of
from app.net.protocol.messages import Bans as BansMessage
from app.net.protocol.messages import Lobby, Noticed, Pairs, Revealed, Rules, RulesOffer, Sealed, VoteState
from app.net.server.room.config import OWNER, Advert, KeptRoom, RecordKeeper, RoomPhase, RoomPlan
from app.net.server.room.members import Bans, Member, Members
from app.net.server.room.seating import HUMAN, Seat, Seating
from app.net.server.room.updates import MatchRunner
from dsl.base.problem import RulesError
from dsl.base.serialization import dumps
from dsl.base.source import Source
from dsl.match.commit_reveal import SECRET, Deal, commitment_of, seal_of
from dsl.match.journal import JournalError
from dsl.match.rulesets.ruleset import OptionError, Ruleset, build
from dsl.match.seating import BotMaker
from dsl.match.table import Table
from dsl.runtime.runner import RuleError


@dataclass(slots=True)
class Round:
    """Seals by seat, and the shares that fit them so far."""

    number: int
    table: str  #: its id
    seals: Pairs  #: of all seats in their order; empty where no share is given
    holders: Pairs  #: the member at each seat
    ends: float  #: who has not opened by then does not
    _opened: dict[str, str] = field(default_factory=dict)

    def open(self, member: str, share: str) -> bool:
        """Take the share of a member; return whether it is what was sealed."""
        colour = self.giver(member)
        sealed = dict(self.seals).get(colour, "")
        if not sealed or seal_of(self.table, share) != sealed:
            return False
        self._opened[colour] = share
        return True

    def giver(self, member: str) -> str:
        """Return the seat where a member's share counts; empty if it gives none."""
        return next((colour for colour, holder in self.holders if holder == member and dict(self.seals)[colour]), "")

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose share is not open yet."""
        return tuple(colour for colour, seal in self.seals if seal and colour not in self._opened)

    @property
    def shares(self) -> Pairs:
        """What was given, seat by seat."""
        return tuple((colour, self._opened.get(colour, "")) for colour, _ in self.seals)

    def told(self) -> Sealed:
        """Return what everybody hears before anybody opens."""
        return Sealed(self.number, self.seals)

    def left(self, seats: Iterable[Seat]) -> str:
        """Return a seat that is no longer its holder's; empty if all stay who were there."""
        held = {seat.colour: seat.member for seat in seats}
        return next((colour for colour, holder in self.holders if held.get(colour) != holder), "")


# What everybody may know of a room: its members all of it, the network around it a little.


def lobby_of(hall: RoomState, now: float) -> Lobby:
    """Return all that everybody at a table may know of the table itself."""
    arrangement = hall.arrangement
    return Lobby(
        state=hall.state,
        paused=_paused(hall),
        players=len(arrangement.seats),
        numbers=hall.pack.numbers,
        options=tuple(arrangement.options.items()),
        seats=arrangement.seats.states(hall.members.get, now),
        members=tuple(member.state() for member in hall.members if member.here or not member.left),
        votes=hall.votes.states(),
        watching=arrangement.watching,
        turns=arrangement.turns,
        code=hall.plan.code,
    )


def _paused(hall: RoomState) -> str:
    """Return the name of whoever has paused the table, or the colour of one without a name."""
    colour = hall.play.table.paused_by if hall.play else ""
    seat = hall.arrangement.seats.get(colour)
    return (seat.name if seat else "") or colour


def advert_of(hall: RoomState) -> Advert:
    """Return what may be told to everybody on the network."""
    seats, offer = hall.arrangement.seats, hall.offered.offer
    paused = hall.play is not None and hall.play.table.paused is not None
    return Advert(
        table=hall.plan.table,
        name=hall.plan.name,
        game=offer.game,
        titles=offer.titles,
        identity=offer.identity,
        house=offer.house,
        taken=sum(not seat.free for seat in seats),
        seats=len(seats),
        state="paused" if paused and hall.state == "playing" else hall.state,
        code=hall.plan.code,
        watchers=hall.arrangement.watching != "no",
    )


# The rules that a room plays by: as they are told to whoever comes, and as they are sent.


@dataclass(frozen=True, slots=True)
class Offered:
    """A pack as guests get it."""

    rules: Rules  #: with request 0
    offer: RulesOffer


def offered(pack: Ruleset, look: str) -> Offered:
    """Return a pack as it is offered, with how it is drawn."""
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
    return Offered(rules, offer)


def pack_of(rules: Rules) -> Ruleset:
    """Return the pack of rules that were kept. Raises RulesError."""
    return build(rules.ruleset, extra=[Source(name, text) for name, text in rules.house])


# Questions that wait for the answers of several people. What follows from them is decided elsewhere.


PATIENCE = 60.0  #: seconds; whoever has not answered by then says no
Kind = Literal["take_back", "swap", "stand_in"]
Result = Literal["yes", "no", "open"]


@dataclass(slots=True)
class Vote:
    """One question."""

    number: int
    kind: Kind
    by: str  #: the member that asks; it agrees
    seat: str
    other: str
    choices: int
    ends: float
    answers: dict[str, bool | None]  #: of those who are asked, the one who asks not among them

    @property
    def result(self) -> Result:
        """What the answers so far make of it: one "no" ends what concerns all; of a stand-in most decide."""
        yes, no = (sum(answer is wanted for answer in self.answers.values()) for wanted in (True, False))
        if self.kind != "stand_in":
            return "no" if no else "yes" if yes == len(self.answers) else "open"
        voters = len(self.answers) + 1
        return "yes" if 2 * (yes + 1) > voters else "no" if 2 * no >= voters else "open"

    def state(self) -> VoteState:
        """Return it as everybody sees it."""
        waiting = tuple(member for member, answer in self.answers.items() if answer is None)
        return VoteState(self.number, self.kind, self.by, self.seat, self.other, waiting, self.choices)


class Votes:
    """The questions that are open."""

    def __init__(self) -> None:
        self._last = 0
        self._open: dict[int, Vote] = {}

    def __iter__(self) -> Iterator[Vote]:
        return iter(tuple(self._open.values()))

    def ask(
        self, kind: Kind, by: str, seat: str, other: str, asked: Collection[str], now: float, choices: int = 0
    ) -> Vote:
        """Return a new question, which is open even if nobody is asked."""
        self._last += 1
        answers: dict[str, bool | None] = dict.fromkeys(member for member in asked if member != by)
        vote = self._open[self._last] = Vote(self._last, kind, by, seat, other, choices, now + PATIENCE, answers)
        return vote

    def asked(self, kind: Kind, seat: str) -> bool:
        """Whether such a question is open about a seat; about taking back, whether there is any."""
        return any(vote.kind == kind and (kind == "take_back" or vote.seat == seat) for vote in self)

    def cast(self, number: int, member: str, agreed: bool) -> Vote | None:
        """Take an answer; none if this member is not asked that, or has answered."""
        vote = self._open.get(number)
        if vote is None or vote.answers.get(member, False) is not None:
            return None
        vote.answers[member] = agreed
        return vote

    def close(self, vote: Vote) -> None:
        """A question is no longer open."""
        self._open.pop(vote.number, None)

    def states(self) -> tuple[VoteState, ...]:
        """Return the questions as everybody sees them."""
        return tuple(vote.state() for vote in self)


# What a room is made of: its members, what they have agreed on, the match, and what everybody is told about it.


class RoomState:
    """A room's contents. It says who is told of what, and decides nothing about who may do what."""

    def __init__(
        self, plan: RoomPlan, pack: Ruleset, bots: BotMaker, look: str, journal: Path, record: RecordKeeper
    ) -> None:
        """Raises ValueError or OptionError if there is no such bot or option, or the plan has no proper secret."""
        if len(plan.secret) != 2 * SECRET or not set(plan.secret) <= set("0123456789abcdef"):
            raise ValueError("a table needs a secret of 256 bits, in hex")
        self.plan, self.pack, self.bots, self.journal = plan, pack, bots, journal
        self.offered = offered(pack, look)
        self.members = Members(plan.owner_key)
        self.arrangement = Seating(pack, plan, bots)
        self.votes = Votes()
        self.bans = Bans()
        self.round: Round | None = None  #: of chance, when everybody is ready
        self.play: MatchRunner | None = None
        self.revealed = False
        self._dealt: Pairs = ()
        self._record = record
        self._lobby: Lobby | None = None
        self._told_bans = BansMessage(())
        self.overheard: Callable[[Noticed], None] = lambda _: None  #: of a listener that is nobody's guest

    @property
    def state(self) -> RoomPhase:
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
        self.play = MatchRunner(table, self.hearers, self.arrangement.delay, begun)
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
            outlet.close(f"lan.away.{how}")

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
                outlet.close(reason)
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
