"""Messages between a table and its worker process, one line of JSON each."""

from __future__ import annotations

from typing import Literal

from dsl.base.serialization import Serializable
from dsl.match.observation.information_set import Information, Setting
from dsl.match.rulesets.folder import RulesetText
from dsl.match.view import ProspectsView
from dsl.runtime.runner_selection import RunnerName

Certain = Literal["", "won", "drawn", "lost"]


class LoadGame(Serializable, frozen=True):
    """Load the rules of a game. The first message, sent again when the game changes."""

    text: RulesetText
    house: tuple[tuple[str, str], ...]  #: name and text of each file of house rules
    identity: str  #: of the rules, as `dsl.syntax.formatter` has it
    skips_choices: bool  #: as `dsl.match.rulesets.ruleset.Ruleset` has it


class Prepare(Serializable, frozen=True):
    """Compile the search of a setting, if it is known already. It has no answer."""

    setting: Setting | None


class Think(Serializable, frozen=True):
    """Ask for the choice of the bot `player`. Each question has one answer."""

    number: int
    player: str
    seed: int
    asked: int  #: start of its time, in milliseconds of `time.monotonic`, the same for all processes of a computer
    information: Information


class Advise(Serializable, frozen=True):
    """Ask for advice: a good option and its gains."""

    number: int
    milliseconds: int
    seed: int
    information: Information


class Foresee(Serializable, frozen=True):
    """Ask what each player could do on the board in one action."""

    number: int
    seat: str  #: the colour of the information set, or empty for a spectator
    information: Information


class Cancel(Serializable, frozen=True):
    """End the search; the question is answered with the best option so far."""


class RunnerUsed(Serializable, frozen=True):
    """Sent once, before the first answer: which runner searches (a `RunnerChoice`)."""

    name: RunnerName
    reason: str


class Chosen(Serializable, frozen=True):
    """Answer to Think."""

    number: int
    option: int


class RuleGain(Serializable, frozen=True):
    """Points by one rule: how many more, on average, than with the other options, in tenths."""

    rule: str  #: its anchor, as on the score sheet
    tenths: int


class Advice(Serializable, frozen=True):
    """Answer to Advise."""

    number: int
    option: int
    chances: int  #: percentage of rollouts won, ties as halves
    certain: Certain  #: the proven result for the seat with best play; empty if unproven
    gains: tuple[RuleGain, ...]  #: the largest first


_DRAW_ABOVE = 55  #: per cent: a computer accepts a draw if the player's chance of winning is at least this


def accepts_draw(advice: Advice | None) -> bool:
    """Return whether a computer accepts the draw that a player offers, by the advice to that player."""
    return advice is not None and (advice.certain in ("won", "drawn") or advice.chances >= _DRAW_ABOVE)


class Foreseen(Serializable, frozen=True):
    """Answer to Foresee."""

    number: int
    prospects: ProspectsView


class NoAnswer(Serializable, frozen=True):
    """Answer to a question that failed."""

    number: int
    why: str


Question = Think | Advise | Foresee
Answer = Chosen | Advice | Foreseen | NoAnswer
