"""What a table and the process that thinks for it say to each other, as one line of JSON each."""

from __future__ import annotations

from typing import Literal

from dsl.base.records import dataclass
from dsl.match.information import Information, Setting
from dsl.match.rulesets.folder import RulesetText
from dsl.runtime.runner_selection import Name

Certain = Literal["", "won", "drawn", "lost"]


@dataclass(frozen=True, slots=True)
class LoadGame:
    """The first message, and whenever another game is to be thought about: the rules, as they are played."""

    text: RulesetText
    house: tuple[tuple[str, str], ...]  #: name and text of each file of house rules
    identity: str  #: of the rules, as `dsl.syntax.formatter` has it
    skips_choices: bool  #: as `dsl.match.rulesets.ruleset.Pack` has it


@dataclass(frozen=True, slots=True)
class Prepare:
    """Get ready for questions about matches of a setting, if it is known already. It is not answered."""

    setting: Setting | None


@dataclass(frozen=True, slots=True)
class Think:
    """What would the bot `player` choose? There is one answer to each question."""

    number: int
    player: str
    seed: int
    asked: int  #: its time counts from then: milliseconds of `time.monotonic`, the same for all processes of a computer
    information: Information


@dataclass(frozen=True, slots=True)
class Advise:
    """What would be good to choose, and what for?"""

    number: int
    milliseconds: int
    seed: int
    information: Information


@dataclass(frozen=True, slots=True)
class Cancel:
    """Come to an end; the question is answered with what was found so far."""


@dataclass(frozen=True, slots=True)
class RunnerUsed:
    """Sent once, before the first answer: which runner searches (a `RunnerChoice`)."""

    name: Name
    reason: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """Answer to Think."""

    number: int
    option: int


@dataclass(frozen=True, slots=True)
class RuleGain:
    """Points by one rule: how many more of them, on average, than with any other option. In tenths."""

    rule: str  #: its anchor, as on the score sheet
    tenths: int


@dataclass(frozen=True, slots=True)
class Advice:
    """Answer to Advise."""

    number: int
    option: int
    chances: int  #: of a hundred playouts so many were won, ties as halves
    certain: Certain  #: how the match ends for who asks if nobody makes a mistake, where a proof was found
    gains: tuple[RuleGain, ...]  #: the largest first


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """There is no answer."""

    number: int
    why: str


Question = Think | Advise
Answer = Chosen | Advice | NoAnswer
