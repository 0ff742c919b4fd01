"""Messages between a table and its worker process, one line of JSON each."""

from __future__ import annotations

from typing import Literal

from dsl.base.records import Record
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


class Assess(Serializable, frozen=True):
    """Ask how good an option was, compared with the best one that the search finds."""

    number: int
    milliseconds: int
    seed: int
    information: Information
    option: int  #: that was chosen


class Foresee(Serializable, frozen=True):
    """Ask what each player could do on the board in one action."""

    number: int
    seat: str  #: the colour of the information set, or empty for a spectator
    information: Information


class Explore(Serializable, frozen=True):
    """Worker to helper: search a decision for a time, as the bot `player` does."""

    number: int
    player: str
    seed: int
    milliseconds: int
    asked: int  #: start of its time, as in Think
    information: Information
    first: int | None  #: the option after which the search begins, if any


class Cancel(Serializable, frozen=True):
    """End the search; the question is answered with the best option so far."""


class RunnerUsed(Serializable, frozen=True):
    """Sent once, before the first answer: which runner searches (a `RunnerChoice`)."""

    name: RunnerName
    reason: str


class Started(Serializable, frozen=True):
    """Helper to worker: its first message."""


class OptionResult(Record, frozen=True):
    """What a search knows of an option of the root."""

    option: int
    visits: int
    total: int  #: sum of the utilities for the searching seat
    proven: int  #: result of `dsl.search.proofs`, 0 if unproven


class Progress(Serializable, frozen=True):
    """Between worker and helper, during a search: what the tree of the sender has found so far, and what others have
    told it. The worker answers each progress of a helper with its own."""

    number: int  #: that of the question
    moves: tuple[tuple[int, ...], ...]  #: each as `dsl.runtime.tree_search_driver.MoveStatistics`


class Explored(Serializable, frozen=True):
    """Answer to Explore."""

    number: int
    moves: tuple[tuple[int, ...], ...]  #: as in Progress
    settled: bool  #: it needs no more iterations: it is certain, or all options but one are lost


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


class Assessed(Serializable, frozen=True):
    """Answer to Assess."""

    number: int
    option: int  #: the best one
    chances: int | None  #: percentage of rollouts won with it, ties as halves; None if there were hardly any
    chosen: int | None  #: the same with the option that was chosen; None if the search has hardly looked at it
    margin: int  #: per cent by which the difference of both may be off: two standard errors
    certain: Certain  #: the proven result of the position; empty if unproven
    chosen_certain: Certain  #: the same after the option that was chosen
    gains: tuple[RuleGain, ...]  #: of the best option over the chosen one, if that was a mistake; the largest first


_MUCH = 8  #: per cent that an option is better at least, beyond the margin, so that the other one is a mistake


def is_mistake(assessed: Assessed) -> bool:
    """Return whether the best option is much better than the chosen one, as far as the search can tell."""
    if assessed.certain and assessed.chosen_certain:
        return assessed.certain != assessed.chosen_certain
    if assessed.chances is None:
        return False
    if assessed.chosen_certain == "lost":
        return assessed.chances >= _MUCH
    return assessed.chosen is not None and assessed.chances - assessed.chosen >= _MUCH + assessed.margin


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


Question = Think | Advise | Assess | Foresee | Explore
Answer = Chosen | Advice | Assessed | Foreseen | Explored | NoAnswer
