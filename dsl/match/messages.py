"""What a window and a table say to each other. In one process they are handed over; on a network they will be JSON.

Commands carry a `request` number and are answered exactly once, with an Accepted or a Refused of the same number.
Everything else the table says by itself.
"""

from __future__ import annotations

from dsl.base.records import dataclass
from dsl.match.view import EventView, PieceView, View

# ---- commands: somebody at the table to the table ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    """Please take this option. Refused when `position` is no longer the present one."""

    request: int
    seat: str
    position: int
    option: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Please take back the seat's last choice."""

    request: int
    seat: str


@dataclass(frozen=True, slots=True)
class AskWhyNot:
    """Why may this value not be chosen? Answered by a Reason."""

    request: int
    seat: str
    position: int
    entry: int  #: of the decision that waits for the seat; -1: any entry, the most fitting reason
    value: str  #: in the notation


@dataclass(frozen=True, slots=True)
class AskWhy:
    """What led to this event? Answered by an Explanation."""

    request: int
    seat: str
    event: int


@dataclass(frozen=True, slots=True)
class AskPreview:
    """What would this option lead to next? Answered by a Preview; nothing changes."""

    request: int
    seat: str
    position: int
    option: int
    then: str = ""  #: the number to go on with, for how a thing would lie at the option's place; empty: the first


Command = Choose | Undo | AskWhyNot | AskWhy | AskPreview


# ---- answers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accepted:
    """Done. The new view follows, or has been sent already."""

    request: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Not done, and why: a key and values for dsl.i18n."""

    request: int
    reason: str
    args: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FailedCondition:
    """A condition that forbids something: `drift.farther`, the message of the rules and the things in it."""

    anchor: str
    message: str
    args: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """The conditions that forbid a value, the first one first; none if the value is no thing of this decision."""

    request: int
    value: str
    conditions: tuple[FailedCondition, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The rules that led to an event, outermost first, each with what it says in the rules file."""

    request: int
    event: EventView
    rules: tuple[tuple[str, str], ...]  #: (anchor, place in the rules)


@dataclass(frozen=True, slots=True)
class Preview:
    """The values that could be chosen next after an option, in the notation (empty if the action is complete), and
    the view it would lead to if nothing hidden or random decides about it; and in any case how things would lie at the
    place that was chosen before, or at that of the option itself if a number is asked for next."""

    request: int
    option: int
    next_values: tuple[str, ...]
    next_places: tuple[str, ...]
    view: View | None
    laid: tuple[PieceView, ...] = ()


Answer = Accepted | Refused | Reason | Explanation | Preview


# ---- news: the table to everybody, to each seat what it may know --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changed:
    """Something happened: the events since the last one, and the view after them."""

    events: tuple[EventView, ...]
    view: View


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Choices were taken back in one step; the view is that of the earlier position."""

    by: str
    view: View
    choices: int = 1  #: how many; with everybody's consent those that others have made since are among them


@dataclass(frozen=True, slots=True)
class Paused:
    """The table cannot go on (a full disk, a rule that cannot be carried out): a key and values for dsl.i18n."""

    reason: str
    args: tuple[tuple[str, str], ...] = ()


News = Changed | TakenBack | Paused
