"""Every message between a table and a guest: whoever sits at it, or watches, from elsewhere. The classes are the
schema.

A connection begins with a greeting, each side in its turn:

    guest  Hello       which versions it speaks, who it is
    table  Challenge   the version they go on with, and a nonce
    guest  Prove       that it knows the code, and that it is the member it says
    table  Welcome     or a TurnedAway, and the end

From then on a guest sends commands, each with a `request` number of its own. Each is answered exactly once with that
number: by Accepted or Refused, or by what was asked for. The same request once more gets the same answer, and nothing
is done twice. The table says everything else by itself: the Lobby whenever it changes, what was Told to each seat.

A guest never says which member it is: its connection does. What it says for a seat that is not its own is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.net.protocol.limits import SpectatorMode
from dsl.match.messages import (
    Accepted,
    AskPreview,
    AskWhy,
    AskWhyNot,
    Choose,
    Explanation,
    News,
    Preview,
    Reason,
    Refused,
    Undo,
)
from dsl.match.rulesets.folder import RulesetText
from dsl.match.view import EventView

VERSION = 2
VERSIONS = (2, 2)  #: the oldest and the newest that this program speaks

Pairs = tuple[tuple[str, str], ...]

# ---- the greeting ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """A guest's first words."""

    oldest: int  #: version of the protocol that it speaks
    newest: int
    program: str  #: and its version, for the host's reports only
    name: str
    language: str
    member: str  #: who it was at this table before; empty if it was nobody
    nonce: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """The table's first words."""

    version: int
    table: str  #: the table's id: the same after the host has come back
    nonce: str
    code: bool  #: it wants to be told its code


@dataclass(frozen=True, slots=True)
class Prove:
    """Proofs of `app.net.protocol.authentication`; each is empty where there is nothing to prove."""

    code: str
    token: str


@dataclass(frozen=True, slots=True)
class Welcome:
    """One is in. Nothing about the match is told before a seat is taken or one watches, but to whoever has a seat."""

    version: int
    name: str  #: the table's
    member: str
    token: str  #: to come back with; empty if it was proved just now
    owner: bool  #: it may change what the table plays
    rules: RulesOffer
    commitment: str  #: to the chance of this match; empty where none is promised


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """What the table plays by: enough to know whether one has it."""

    game: str
    titles: Pairs  #: the game's title, by language
    identity: str  #: SHA-256 of the rules in their canonical form, house rules included
    house: tuple[str, ...]  #: titles of the house rules that are ticked
    text: str  #: SHA-256 of the Rules as they are sent, words and looks included
    size: int  #: of those, in bytes


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """One is not let in, and why: a key and values. `app.net` knows the remedy to each."""

    reason: str
    args: Pairs = ()


@dataclass(frozen=True, slots=True)
class Farewell:
    """The last words of whoever ends the connection on purpose."""

    reason: str
    args: Pairs = ()


@dataclass(frozen=True, slots=True)
class Ping:
    """A sign of life, from either side; answered by a Pong."""

    number: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a Ping."""

    number: int


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message that is longer than a frame. Only a table sends those."""

    text: str
    last: bool


# ---- commands of a guest, besides those of dsl.match.messages -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskRules:
    """Please send the text of the rules. Answered by Rules."""

    request: int


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """I sit down here, or somebody beside me does: one guest may have several seats. Allowed while the seat is free."""

    request: int
    seat: str  #: a colour
    name: str  #: of who sits there; empty: the guest's own


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """This seat of mine is free again."""

    request: int
    seat: str


@dataclass(frozen=True, slots=True)
class AskSwap:
    """May we swap seats? A free one is taken at once, otherwise its holder is asked by a vote."""

    request: int
    seat: str  #: mine
    other: str


@dataclass(frozen=True, slots=True)
class SetReady:
    """My seats are ready, or no longer. When all are, everybody is told all seals, and opens the own share."""

    request: int
    ready: bool
    seal: str = ""  #: of a new share of chance, SHA-256 in hex; empty: I give none


@dataclass(frozen=True, slots=True)
class OpenShare:
    """I have been told all seals: this is what I had sealed."""

    request: int
    round: int
    share: str  #: 128 bits of chance in hex, which go into the chance of the match


@dataclass(frozen=True, slots=True)
class Watch:
    """I only look on, or no longer do."""

    request: int
    watching: bool


@dataclass(frozen=True, slots=True)
class SetPlayer:
    """The owner: here plays a computer (`bot:keen`), or `human`: whoever comes."""

    request: int
    seat: str
    player: str


@dataclass(frozen=True, slots=True)
class SetPlayers:
    """The owner: so many play."""

    request: int
    players: int


@dataclass(frozen=True, slots=True)
class SetOption:
    """The owner: an option of the rules. Nobody stays ready."""

    request: int
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class SetWatching:
    """The owner: whether others may look on, and by how many turns what they see is delayed."""

    request: int
    watching: SpectatorMode
    turns: int


@dataclass(frozen=True, slots=True)
class Kick:
    """The owner: this member goes; its seats are free."""

    request: int
    member: str


@dataclass(frozen=True, slots=True)
class Ban:
    """The owner: this member goes and may not come back, nor may anybody new from its address."""

    request: int
    member: str


@dataclass(frozen=True, slots=True)
class Unban:
    """The owner: a ban is lifted."""

    request: int
    ban: int


@dataclass(frozen=True, slots=True)
class Say:
    """Chat."""

    request: int
    text: str


@dataclass(frozen=True, slots=True)
class SayPhrase:
    """A ready-made phrase, by its key: everybody reads it in the own language."""

    request: int
    phrase: str


@dataclass(frozen=True, slots=True)
class AskTakeBack:
    """May I take my last choice back? Done at once if nobody has learned anything since, else all others are asked."""

    request: int
    seat: str


@dataclass(frozen=True, slots=True)
class AskStandIn:
    """Shall a computer play for somebody who is away? The others who sit here vote; it ends when they come back."""

    request: int
    seat: str
    player: str


@dataclass(frozen=True, slots=True)
class CastVote:
    """What I say to a question that waits for me."""

    request: int
    vote: int
    agreed: bool


@dataclass(frozen=True, slots=True)
class Pause:
    """Nobody plays until somebody who sits here says GoOn."""

    request: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """Let us play on."""

    request: int


@dataclass(frozen=True, slots=True)
class AskHistory:
    """What has happened, as this seat of mine knows it, after this event? Answered by a History."""

    request: int
    seat: str
    after: int  #: the number of the last event that one knows; -1: none


@dataclass(frozen=True, slots=True)
class AskJournal:
    """The match is over: may I keep it? Answered by Kept."""

    request: int


SeatCommand = TakeSeat | LeaveSeat | AskSwap | SetReady | OpenShare | Watch
OwnerCommand = SetPlayer | SetPlayers | SetOption | SetWatching | Kick | Ban | Unban
TableCommand = AskRules | Say | SayPhrase | AskTakeBack | AskStandIn | CastVote | Pause | GoOn | AskHistory | AskJournal
MatchCommand = Choose | Undo | AskWhyNot | AskWhy | AskPreview
Command = SeatCommand | OwnerCommand | TableCommand | MatchCommand

# ---- answers besides those of dsl.match.messages ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules as text. The SHA-256 of this message with request 0 is what Welcome said."""

    request: int
    ruleset: RulesetText
    house: Pairs  #: house rules that are ticked: (file name, text)
    look: str  #: how the game is drawn, as text; empty: plain shapes


@dataclass(frozen=True, slots=True)
class History:
    """Events in order, as many as fit; `more` if others follow."""

    request: int
    seat: str
    events: tuple[EventView, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """The whole journal of the match, as text."""

    request: int
    journal: str


Answer = Accepted | Refused | Reason | Explanation | Preview | Rules | History | Kept

# ---- what the table says by itself ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat as everybody sees it.

    `free` waits for somebody, `held` has its person, `away` has one whose connection broke, `bot` is a computer's by
    agreement before the match, `stand_in` is played by a computer until its person comes back.
    """

    seat: str
    state: Literal["free", "held", "away", "bot", "stand_in"]
    player: str  #: "human" or a bot such as "bot:keen"
    name: str
    member: str  #: who holds it; empty if nobody does
    ready: bool
    away_for: int  #: seconds, in steps of ten


@dataclass(frozen=True, slots=True)
class MemberState:
    """Somebody who was let in."""

    member: str
    name: str
    owner: bool
    here: bool
    watching: bool


@dataclass(frozen=True, slots=True)
class VoteState:
    """A question that waits for answers. One "no" ends one of `take_back` or `swap`; of `stand_in` most decide."""

    vote: int
    kind: Literal["take_back", "swap", "stand_in"]
    by: str  #: the member that asks
    seat: str
    other: str  #: the seat to swap with, or the computer that would stand in
    waiting: tuple[str, ...]  #: members who have not answered yet
    choices: int  #: that would be taken back


@dataclass(frozen=True, slots=True)
class BanState:
    """Somebody who is banned."""

    ban: int
    name: str  #: at the time of the ban
    address: str  #: of IPv4, or the /64 of IPv6; empty if it is not known


@dataclass(frozen=True, slots=True)
class Bans:
    """To the owner only: who is banned. Whole, when the owner comes in and whenever it changes."""

    bans: tuple[BanState, ...]


@dataclass(frozen=True, slots=True)
class Lobby:
    """All that everybody may know of the table itself. Whole, never a difference."""

    state: Literal["gathering", "playing", "over"]
    paused: str  #: the name of whoever paused; empty if nobody did
    players: int
    numbers: tuple[int, ...]  #: how many may play
    options: tuple[tuple[str, int], ...]  #: every option's value
    seats: tuple[SeatState, ...]
    members: tuple[MemberState, ...]
    votes: tuple[VoteState, ...]
    watching: SpectatorMode
    turns: int  #: by which watchers see it later
    code: bool


@dataclass(frozen=True, slots=True)
class Told:
    """News for a seat of this guest; "" for a watcher."""

    seat: str
    previous: int  #: the last event that was told before these; who lacks it asks for the History
    news: News


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said something: a text, or a phrase by its key."""

    member: str
    name: str
    text: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something happened at the table that everybody should know: a key and values, such as who left, and how."""

    what: str
    args: Pairs = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """Everybody is ready: all shares of chance, each as its hash. Who has sealed one opens it."""

    round: int
    seals: Pairs  #: by colour, all seats in their order; empty where none is given


@dataclass(frozen=True, slots=True)
class Revealed:
    """The match is over: what its chance was made of. Who was told the commitment checks it."""

    secret: str
    shares: Pairs  #: by colour


GuestGreeting = Hello | Prove
TableGreeting = Challenge | Welcome | TurnedAway
GuestMessage = Command | Ping | Pong | Farewell
TableMessage = Answer | Lobby | Bans | Told | Said | Noticed | Sealed | Revealed | Ping | Pong | Farewell


# What can be said with one press: phrases that everybody at the table reads in the own language.


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
