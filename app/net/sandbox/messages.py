"""Orders to the inspection process, and its verdicts. No Qt."""

from __future__ import annotations

from typing import Literal

from app.net.protocol.limits import PROPOSED, PROPOSED_NAME, PROPOSED_RULES
from app.net.protocol.messages import GameLook, Pairs, Rules
from dsl.base.serialization import Serializable
from dsl.match.observation.information_set import Setting
from dsl.match.rulesets.provenance import Provenance


class InspectRules(Serializable, frozen=True):
    """Order: check received rules, and compare them with the games that are here."""

    rules: Rules
    look: GameLook | None  #: that came with them
    identity: str  #: that the rules must have
    language: str
    folders: tuple[str, ...]  #: of the games that are here, the official ones first
    official: int  #: how many of those are official


class MatchMoment(Serializable, frozen=True):
    """Where a match is that would go on under changed rules. It never leaves the computer of the host."""

    setting: Setting
    state: tuple[str, ...]  #: the integers of the state, in hex


class InspectRuleChange(Serializable, frozen=True):
    """Order: check rules that a match would go on under, and say how they differ from those that it has."""

    rules: Rules  #: those that it has
    house: Pairs  #: the house rules instead of those in `rules`
    language: str
    players: int
    moment: MatchMoment | None = None  #: whether the match can go on from here; None: that is not asked


class InspectJournal(Serializable, frozen=True):
    """Order: check that a journal is that of the match that was played here."""

    journal: str
    identities: tuple[str, ...]  #: of the rules that this client has had, the latest last
    outcome: str  #: as this client received it, as JSON
    table: str
    commitment: str  #: received at the start; empty without one
    secret: str  #: as revealed
    shares: Pairs


class InspectPackage(Serializable, frozen=True):
    """Order: check a package, and describe it."""

    content: str  #: in base 64
    language: str
    folders: tuple[str, ...]  #: of the games that are here, the official ones first
    official: int


class InspectMatch(Serializable, frozen=True):
    """Order: return the result of a finished match."""

    journal: str


Order = InspectRules | InspectRuleChange | InspectJournal | InspectPackage | InspectMatch
Known = Literal["official", "own", "base", "nothing"]


class InspectedRules(Serializable, frozen=True):
    """Verdict: the rules are valid."""

    titles: Pairs  #: of the game, by language
    credits: tuple[str, ...]
    known: Known  #: what they were compared with: the official game of that name, the user's own, or the base game
    other: str  #: the title of the compared game
    differences: tuple[str, ...]  #: sentences
    more: int  #: how many differences are left out
    drawings: int = 0  #: that came with them, and are safe
    refused_look: str = ""  #: why the look and its drawings are not used; empty if they are
    origin: Provenance | None = None  #: where they come from


class InspectedRuleChange(Serializable, frozen=True):
    """Verdict: the changed rules are valid, and the match can go on under them."""

    identity: str
    house: tuple[str, ...]  #: titles of their house rules
    added: Pairs  #: title and meaning of each house rule that is new or has another text
    removed: tuple[str, ...]  #: titles of those that no longer hold
    differences: tuple[str, ...]  #: sentences, if the meanings do not say all
    more: int  #: how many differences are left out


class InspectedPackage(Serializable, frozen=True):
    """Verdict: the package is valid: a game, or house rules for one."""

    kind: Literal["game", "house"]
    titles: Pairs  #: of the game, by language
    credits: tuple[str, ...]
    house: tuple[str, ...]  #: titles of house rules
    known: Known  #: what the rules were compared with
    other: str  #: the title of the compared game
    differences: tuple[str, ...]  #: sentences
    more: int  #: how many differences are left out
    origin: Provenance | None = None  #: where they come from


class JournalVerified(Serializable, frozen=True):
    """Verdict: the journal is valid."""

    choices: int


class InspectedMatch(Serializable, frozen=True):
    """Verdict: the match is finished."""

    places: tuple[int, ...]  #: of the seats in the final ranking
    points: tuple[int, ...]  #: of the seats; empty if the game has no points
    house: tuple[str, ...]  #: titles of the house rules
    by_hand: bool  #: the players have changed something by hand


class InspectionFailed(Serializable, frozen=True):
    """Verdict: invalid; a key of the window's texts, and values."""

    reason: str
    args: Pairs = ()


Verdict = InspectedRules | InspectedRuleChange | InspectedPackage | InspectedMatch | JournalVerified | InspectionFailed


def fit_to_propose(house: Pairs) -> bool:
    """Return whether house rules are within the limits of what a player proposes during a match."""
    names = [name for name, _ in house]
    size = sum(len(text.encode(errors="replace")) for pair in house for text in pair)
    proper = all(name.isprintable() and 0 < len(name) <= PROPOSED_NAME for name in names)
    return proper and size <= PROPOSED and len(names) <= PROPOSED_RULES and len(set(names)) == len(names)
