"""Orders to the inspection process, and its verdicts. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.net.protocol.messages import Pairs, Rules


@dataclass(frozen=True, slots=True)
class InspectRules:
    """Are these rules, and how do they differ from those that are here?"""

    rules: Rules
    identity: str  #: that they must have
    language: str
    folders: tuple[str, ...]  #: of the games that are here, the official ones first
    official: int  #: how many of those are official


@dataclass(frozen=True, slots=True)
class InspectJournal:
    """Is this the journal of the match that was played here?"""

    journal: str
    identity: str  #: of the rules
    outcome: str  #: as it was told, as text
    table: str
    commitment: str  #: that was told at the start; empty if none was
    secret: str  #: that was revealed
    shares: Pairs


@dataclass(frozen=True, slots=True)
class InspectPackage:
    """What is in this package, and does it fit together?"""

    content: str  #: in base 64
    language: str
    folders: tuple[str, ...]  #: of the games that are here, the official ones first
    official: int


Order = InspectRules | InspectJournal | InspectPackage
Known = Literal["official", "own", "base", "nothing"]


@dataclass(frozen=True, slots=True)
class InspectedRules:
    """They are, and can be played."""

    titles: Pairs  #: of the game, by language
    credits: tuple[str, ...]
    known: Known  #: what they were compared with: the official game of that name, one's own, or what it is based on
    other: str  #: the title of that
    differences: tuple[str, ...]  #: sentences
    more: int  #: differences that are not said


@dataclass(frozen=True, slots=True)
class InspectedPackage:
    """A package is in order: a game, or house rules for one."""

    kind: Literal["game", "house"]
    titles: Pairs  #: of the game, by language
    credits: tuple[str, ...]
    house: tuple[str, ...]  #: titles of house rules
    known: Known  #: what the rules were compared with
    other: str  #: the title of that
    differences: tuple[str, ...]  #: sentences
    more: int  #: differences that are not said


@dataclass(frozen=True, slots=True)
class JournalVerified:
    """The journal is what it should be."""

    choices: int


@dataclass(frozen=True, slots=True)
class InspectionFailed:
    """It is not: a key of the window's texts, and values."""

    reason: str
    args: Pairs = ()


Verdict = InspectedRules | InspectedPackage | JournalVerified | InspectionFailed
