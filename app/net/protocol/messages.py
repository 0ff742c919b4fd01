"""Every message between a table and its clients. The classes are the schema.

A connection begins with a handshake:

    client  Hello       its protocol versions, its name, its member id if it returns
    table   Challenge   the chosen version, and a nonce
    client  Prove       proofs that it knows the code, and that it is the member
    table   Welcome     or a TurnedAway, and the end

From then on the client sends commands, each with a `request` number of its own. Each is answered exactly once with that
number: by Accepted or Refused, or by what was asked for. A repeated request gets the same answer and is not executed
twice. The table sends everything else unasked: the Lobby whenever it changes, updates of each seat as Told.

A command does not contain a member id: the connection determines it. A command for another member's seat is refused.
"""

from __future__ import annotations

from typing import Literal

from app.net.protocol.limits import SpectatorMode
from dsl.base.serialization import Serializable
from dsl.match.clock import ClockPlan, Clocks
from dsl.match.observation.information_set import Information
from dsl.match.rulesets.folder import RulesetText
from dsl.match.table_messages import (
    Accepted,
    AskPreview,
    AskStandings,
    AskWhy,
    AskWhyNot,
    ByHand,
    Choose,
    Explanation,
    News,
    Preview,
    Reason,
    Refused,
    Resign,
    Standings,
    TryByHand,
    Undo,
)
from dsl.match.view import EventView

VERSION = 5
VERSIONS = (5, 5)  #: the oldest and the newest that this program supports

Pairs = tuple[tuple[str, str], ...]

# ---- the handshake ------------------------------------------------------------------------------------------------


class Hello(Serializable, frozen=True):
    """The first message of a client."""

    oldest: int  #: version of the protocol that it supports
    newest: int
    program: str  #: name and version, for the host's reports only
    name: str
    language: str
    member: str  #: its member id, if it returns to this table; empty for a new one
    nonce: str


class Challenge(Serializable, frozen=True):
    """The first message of a table."""

    version: int
    table: str  #: the table's id, the same after a restart of the host
    nonce: str
    code: bool  #: a new member needs the code
    place: str  #: address and port at which the table has accepted the connection
    proof: str  #: that the table knows the token of the member in the Hello, for this place; empty if it does not


class Prove(Serializable, frozen=True):
    """Proofs of `app.net.protocol.authentication`; empty where there is nothing to prove."""

    code: str
    token: str


class Welcome(Serializable, frozen=True):
    """The client is admitted. It receives updates of the match once it has a seat or watches."""

    version: int
    name: str  #: the table's
    member: str
    token: str  #: for reconnecting; empty if the client has just proved it
    owner: bool  #: the member may change what the table plays
    rules: RulesOffer
    commitment: str  #: to the chance of this match; empty without one


class RulesOffer(Serializable, frozen=True):
    """The rules of the table, identified so that a client can find them."""

    game: str
    titles: Pairs  #: the game's title, by language
    identity: str  #: SHA-256 of the rules in their canonical form, house rules included
    house: tuple[str, ...]  #: titles of the selected house rules
    text: str  #: SHA-256 of the Rules message, words and look included
    size: int  #: of that message, in bytes


class TurnedAway(Serializable, frozen=True):
    """The client is not admitted: a key and values that say why. `app.net.localize` has a remedy for each."""

    reason: str
    args: Pairs = ()


class Farewell(Serializable, frozen=True):
    """The last message of the side that closes the connection on purpose."""

    reason: str
    args: Pairs = ()


class Ping(Serializable, frozen=True):
    """Heartbeat, from either side; answered by a Pong."""

    number: int


class Pong(Serializable, frozen=True):
    """The answer to a Ping."""

    number: int


class Part(Serializable, frozen=True):
    """A piece of a message that is longer than a frame. Only a table sends parts."""

    text: str
    last: bool


# ---- commands of a client, besides those of dsl.match.table_messages -------------------------------------------------


class AskLook(Serializable, frozen=True):
    """Request the look of the game, with its drawings. Answered by GameLook."""

    request: int


class AskRules(Serializable, frozen=True):
    """Request the text of the rules. Answered by Rules."""

    request: int


class TakeSeat(Serializable, frozen=True):
    """Take a free seat, for this client or another player at its computer: a client may have several seats."""

    request: int
    seat: str  #: a colour
    name: str  #: of the player; empty: the client's own


class LeaveSeat(Serializable, frozen=True):
    """Free a seat of this client."""

    request: int
    seat: str


class AskSwap(Serializable, frozen=True):
    """Swap seats: with a free one at once, otherwise after a vote of its holder."""

    request: int
    seat: str  #: the client's own
    other: str


class SetReady(Serializable, frozen=True):
    """Make the client's seats ready, or not. When all are, the table sends all seals, and clients open their shares."""

    request: int
    ready: bool
    seal: str = ""  #: of a new share of chance, SHA-256 in hex; empty: none given


class OpenShare(Serializable, frozen=True):
    """Open the sealed share, after the seals of all players have arrived."""

    request: int
    round: int
    share: str  #: 128 random bits in hex, part of the chance of the match


class Watch(Serializable, frozen=True):
    """Become a spectator, or stop being one."""

    request: int
    watching: bool


class AskSeeAll(Serializable, frozen=True):
    """Spectator: see everything from now on, as a referee does, after a vote of all players."""

    request: int


class EndSeeAll(Serializable, frozen=True):
    """A player, or the spectator itself: a spectator no longer sees everything."""

    request: int
    member: str  #: the spectator


#: The portrait that a member has chosen: that of the game, or an abstract drawing.
MemberPortrait = Literal[
    "game", "monogram", "rings", "rays", "waves", "star", "spiral", "petals", "facets", "checks"
]  # fmt: skip


class SetPortrait(Serializable, frozen=True):
    """Show this portrait of the member to all."""

    request: int
    portrait: MemberPortrait


class SetPlayer(Serializable, frozen=True):
    """Owner: a bot (`bot:keen`) plays this seat, or any person (`human`)."""

    request: int
    seat: str
    player: str


class SetPlayers(Serializable, frozen=True):
    """Owner: set the number of players."""

    request: int
    players: int


class SetOption(Serializable, frozen=True):
    """Owner: set an option of the rules. No seat is ready then."""

    request: int
    name: str
    value: int


class SetWatching(Serializable, frozen=True):
    """Owner: whether spectators may watch, and their delay in turns."""

    request: int
    watching: SpectatorMode
    turns: int


class SetClock(Serializable, frozen=True):
    """Owner: set how much time the players have; none: nobody's time is measured. No seat is ready then."""

    request: int
    clock: ClockPlan | None


class SetHints(Serializable, frozen=True):
    """Owner: whether clients give hints. No seat is ready then."""

    request: int
    allowed: bool


class Kick(Serializable, frozen=True):
    """Owner: remove a member; its seats are free."""

    request: int
    member: str


class Ban(Serializable, frozen=True):
    """Owner: remove a member; it may not return, and no new member is admitted from its address."""

    request: int
    member: str


class Unban(Serializable, frozen=True):
    """Owner: lift a ban."""

    request: int
    ban: int


class Say(Serializable, frozen=True):
    """Chat."""

    request: int
    text: str


class SayPhrase(Serializable, frozen=True):
    """A ready-made phrase, by its key: each client shows it in its language."""

    request: int
    phrase: str


class AskTakeBack(Serializable, frozen=True):
    """Take the last choice back: at once if no player has learned anything since, otherwise after a vote."""

    request: int
    seat: str


class OfferDraw(Serializable, frozen=True):
    """End the match as a draw, after a vote of the people on the other sides."""

    request: int
    seat: str


class ProposeByHand(Serializable, frozen=True):
    """Change the position by hand, after a vote of all other people. Refused if `position` is no longer the present
    one."""

    request: int
    seat: str
    position: int
    changes: tuple[ByHand, ...]


class ProposeRules(Serializable, frozen=True):
    """Go on under other house rules, after a vote of all other people. Refused if `position` is no longer the present
    one."""

    request: int
    seat: str
    position: int
    house: Pairs  #: all house rules from then on: (file name, text)


class AskStandIn(Serializable, frozen=True):
    """Let a bot play for an absent player until it returns, after a vote of the others."""

    request: int
    seat: str
    player: str


class CastVote(Serializable, frozen=True):
    """Answer an open vote."""

    request: int
    vote: int
    agreed: bool


class Pause(Serializable, frozen=True):
    """Pause the match until a player sends GoOn."""

    request: int


class GoOn(Serializable, frozen=True):
    """Resume the match."""

    request: int


class AskHistory(Serializable, frozen=True):
    """Request the events that a seat of this client knows, after a given one. Answered by History."""

    request: int
    seat: str
    after: int  #: the number of the last known event; -1: none


class AskInformation(Serializable, frozen=True):
    """Request the information set of a seat of this client, or of a spectator. Answered by SeatKnowledge."""

    request: int
    seat: str


class AskJournal(Serializable, frozen=True):
    """Request the journal of the finished match. Answered by Kept."""

    request: int


SeatCommand = TakeSeat | LeaveSeat | AskSwap | SetReady | OpenShare | Watch | AskSeeAll | EndSeeAll | SetPortrait
OwnerCommand = SetPlayer | SetPlayers | SetOption | SetClock | SetHints | SetWatching | Kick | Ban | Unban
TableCommand = (
    AskLook
    | AskRules
    | Say
    | SayPhrase
    | AskTakeBack
    | OfferDraw
    | ProposeByHand
    | ProposeRules
    | AskStandIn
    | CastVote
    | Pause
    | GoOn
    | AskHistory
    | AskInformation
    | AskJournal
)
MatchCommand = Choose | Undo | Resign | AskWhyNot | AskWhy | AskPreview | AskStandings | TryByHand
Command = SeatCommand | OwnerCommand | TableCommand | MatchCommand

# ---- answers besides those of dsl.match.table_messages ---------------------------------------------------------------


class Rules(Serializable, frozen=True):
    """The rules as text. `RulesOffer.text` is the SHA-256 of this message with request 0."""

    request: int
    ruleset: RulesetText
    house: Pairs  #: the selected house rules: (file name, text)
    look: str  #: the text of the game's look; empty: plain shapes


class GameLook(Serializable, frozen=True):
    """The look of the game: the texts of all look files, those of its base games first, and its drawings."""

    request: int
    files: tuple[str, ...]
    drawings: Pairs  #: name, and SVG text


class History(Serializable, frozen=True):
    """Events in order, as many as fit; `more` if others follow."""

    request: int
    seat: str
    events: tuple[EventView, ...]
    more: bool


class SeatKnowledge(Serializable, frozen=True):
    """All that a seat may know of the position: the client works out threats, reach and hints from it."""

    request: int
    information: Information
    options: tuple[tuple[int, int], ...]  #: number in the information set, and in the view, of each option


class Kept(Serializable, frozen=True):
    """The whole journal of the match, as text."""

    request: int
    journal: str


Answer = (
    Accepted | Refused | Reason | Explanation | Preview | Standings | Rules | GameLook | History | SeatKnowledge | Kept
)

# ---- messages of the table without a request ----------------------------------------------------------------------


class SeatState(Serializable, frozen=True):
    """A seat as all members see it.

    `free` waits for a player, `held` has one, `away` has one whose connection broke, `bot` is a bot's, `stand_in` is
    played by a bot until its player returns.
    """

    seat: str
    state: Literal["free", "held", "away", "bot", "stand_in"]
    player: str  #: "human" or a bot such as "bot:keen"
    name: str
    member: str  #: its holder; empty without one
    ready: bool
    away_for: int  #: seconds, in steps of ten


class MemberState(Serializable, frozen=True):
    """A member as all members see it."""

    member: str
    name: str
    owner: bool
    here: bool
    watching: bool
    portrait: MemberPortrait = "game"
    sees_all: bool = False  #: a spectator to whom all players let see everything


class VoteState(Serializable, frozen=True):
    """An open vote. The majority decides `stand_in`; one "no" decides all others."""

    vote: int
    kind: Literal["take_back", "swap", "stand_in", "draw", "by_hand", "rules", "see_all"]
    by: str  #: the member that asks
    seat: str  #: empty for `see_all`: a spectator has none
    other: str  #: the seat to swap with, or the bot that would stand in
    waiting: tuple[str, ...]  #: members who have not answered yet
    choices: int  #: that would be taken back


class BanState(Serializable, frozen=True):
    """A ban as the owner sees it."""

    ban: int
    name: str  #: at the time of the ban
    address: str  #: of IPv4, or the /64 of IPv6; empty if unknown


class Bans(Serializable, frozen=True):
    """To the owner only: all bans, when the owner connects and whenever they change."""

    bans: tuple[BanState, ...]


class Lobby(Serializable, frozen=True):
    """Everything that all members may know of the table itself. Always whole, never a difference."""

    state: Literal["gathering", "playing", "over"]
    paused: str  #: the name of the player who paused the match; empty if it is not paused
    players: int
    numbers: tuple[int, ...]  #: how many may play
    options: tuple[tuple[str, int], ...]  #: every option's value
    seats: tuple[SeatState, ...]
    members: tuple[MemberState, ...]
    votes: tuple[VoteState, ...]
    watching: SpectatorMode
    turns: int  #: the delay of spectators
    code: bool
    clock: ClockPlan | None = None  #: none: nobody's time is measured
    hints: bool = False  #: whether clients give hints


class Told(Serializable, frozen=True):
    """Update for a seat of this client; "" for a spectator."""

    seat: str
    previous: int  #: the last event sent before; a client that lacks it requests the History. -2: it must do so
    news: News


class ProposedByHand(Serializable, frozen=True):
    """To each member that votes on changes by hand: what they are, as its seat may know them before they are made."""

    vote: int
    seat: str
    changes: tuple[ByHand, ...]


class ProposedRules(Serializable, frozen=True):
    """To all members: the rules that a vote is about. The table has checked that the match can go on under them."""

    vote: int
    rules: RulesOffer  #: as they would be offered after the vote
    house: Pairs  #: all house rules from then on: (file name, text)


class RulesChanged(Serializable, frozen=True):
    """To all members: the match goes on under other rules. Every following view and event is one of these rules."""

    rules: RulesOffer


class Said(Serializable, frozen=True):
    """A line of chat: a text, or a phrase by its key."""

    member: str
    name: str
    text: str
    phrase: str


class Noticed(Serializable, frozen=True):
    """A notice for all members: a key and values, such as which member left, and how."""

    what: str
    args: Pairs = ()


class Sealed(Serializable, frozen=True):
    """All seats are ready: all shares of chance, each as its hash. A client that has sealed one opens it."""

    round: int
    seals: Pairs  #: by colour, all seats in their order; empty where none is given


class Revealed(Serializable, frozen=True):
    """The match is over: what its chance was made of. Clients verify it with the commitment."""

    secret: str
    shares: Pairs  #: by colour


ClientGreeting = Hello | Prove
TableGreeting = Challenge | Welcome | TurnedAway
ClientMessage = Command | Ping | Pong | Farewell
TableMessage = (
    Answer
    | Lobby
    | Bans
    | Told
    | Clocks
    | ProposedByHand
    | ProposedRules
    | RulesChanged
    | Said
    | Noticed
    | Sealed
    | Revealed
    | Ping
    | Pong
    | Farewell
)


#: Ready-made phrases of the chat, by key; each client shows them in its language.
PHRASES: tuple[str, ...] = (
    "hello",
    "ready",
    "wait",
    "your_turn",
    "well_played",
    "thanks",
    "sorry",
    "laugh",
    "pause",
    "take_back",
    "good_game",
    "again",
    "goodbye",
)
