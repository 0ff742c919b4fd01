"""Messages between a window and a table: commands, answers, news. In one process they are passed as objects; on the
network they are sent as JSON.

Each command carries a `request` number and is answered exactly once, by an Accepted or a Refused (or an Answer) with
the same number. News are sent by the table unasked.
"""

from __future__ import annotations

from typing import Literal

from dsl.base.serialization import Serializable
from dsl.match.view import EventView, PieceView, StandingsView, View

# ---- changes by hand: what players may agree to change in a position, beside the rules ----


class Spot(Serializable, frozen=True):
    """Where a piece or a counter is: a cell by its name, a zone with its owner, the reserve, or the box."""

    sort: Literal["cell", "zone", "reserve", "box"]
    name: str = ""  #: of the cell or the zone
    owner: str = ""  #: of the zone, if it has one


class MovePiece(Serializable, frozen=True):
    """Change by hand: a piece goes elsewhere. The piece is described as the one who proposes it sees it."""

    piece: str
    kind: str  #: empty if it is not known: then it is the top piece of a zone in order, or alone on its cell
    owner: str
    facing: tuple[tuple[str, str], ...]
    start: Spot
    goal: Spot


class ChangePiece(Serializable, frozen=True):
    """Change by hand: a piece on the board gets another kind or another owner; empty: it keeps it."""

    piece: str
    kind: str
    owner: str
    facing: tuple[tuple[str, str], ...]
    start: Spot
    new_kind: str
    new_owner: str


class MoveCounters(Serializable, frozen=True):
    """Change by hand: counters go elsewhere."""

    counter: str
    owner: str
    state: str
    amount: int
    start: Spot
    goal: Spot


class MarkCounters(Serializable, frozen=True):
    """Change by hand: counters on a cell get another state."""

    counter: str
    owner: str
    before: str
    after: str
    amount: int
    start: Spot


class SetValue(Serializable, frozen=True):
    """Change by hand: a variable of the game, of a player, of a place or of a kind gets another value."""

    variable: str
    of: str  #: whose value it is: a colour, a place, a word; empty for one of the game
    value: str  #: in the notation; empty for those who may not know it


ByHand = MovePiece | ChangePiece | MoveCounters | MarkCounters | SetValue
MOST_CHANGES = 16  #: limit on the changes that are agreed on together

# ---- commands: from a player to the table ----


class Choose(Serializable, frozen=True):
    """Command: take this option. Refused if `position` is no longer the present one."""

    request: int
    seat: str
    position: int
    option: int


class Undo(Serializable, frozen=True):
    """Command: take back the seat's last choice."""

    request: int
    seat: str


class Resign(Serializable, frozen=True):
    """Command: the seat gives up. The match ends if only one side is left; otherwise a computer plays on for it."""

    request: int
    seat: str


class AskWhyNot(Serializable, frozen=True):
    """Command: why may this value not be chosen? Answered by a Reason."""

    request: int
    seat: str
    position: int
    entry: int  #: of the decision that waits for the seat; -1: any entry, the most fitting reason
    value: str  #: in the notation


class AskWhy(Serializable, frozen=True):
    """Command: which rules led to this event? Answered by an Explanation."""

    request: int
    seat: str
    event: int


class AskPreview(Serializable, frozen=True):
    """Command: what follows this option? Answered by a Preview; the match does not change."""

    request: int
    seat: str
    position: int
    option: int
    then: str = ""  #: the number to go on with, for how a thing would lie at the option's place; empty: the first


class AskStandings(Serializable, frozen=True):
    """Command: who leads now, by which rules, and where do points come from? Answered by Standings."""

    request: int
    seat: str
    sheet: bool = False  #: also the sources of each line of the score sheet


class TryByHand(Serializable, frozen=True):
    """Command: could these changes be made by hand, if all players agreed? Nothing changes. It tells nothing that the
    seat does not know."""

    request: int
    seat: str
    changes: tuple[ByHand, ...]


Command = Choose | Undo | Resign | AskWhyNot | AskWhy | AskPreview | AskStandings | TryByHand


# ---- answers ----


class Accepted(Serializable, frozen=True):
    """Answer: done. The new view follows, or has been sent already."""

    request: int


class Refused(Serializable, frozen=True):
    """Answer: not done, and why: a key and values for dsl.i18n."""

    request: int
    reason: str
    args: tuple[tuple[str, str], ...] = ()


class FailedCondition(Serializable, frozen=True):
    """A condition that forbids a value: `drift.farther`, its message in the rules and the values in the message."""

    anchor: str
    message: str
    args: tuple[tuple[str, str], ...]


class Reason(Serializable, frozen=True):
    """Answer: the conditions that forbid a value, the first one first; empty if the value does not fit the decision."""

    request: int
    value: str
    conditions: tuple[FailedCondition, ...]


class Explanation(Serializable, frozen=True):
    """Answer: the rules that led to an event, outermost first, each with its text in the rules file."""

    request: int
    event: EventView
    rules: tuple[tuple[str, str], ...]  #: (anchor, place in the rules)


class Preview(Serializable, frozen=True):
    """Answer: the values that could be chosen next, in the notation (empty if the action is complete), and the view
    after the option unless chance or a secret affects it. In any case, the pieces that would lie at the place chosen
    before, or at the option's own place if a number is asked for next."""

    request: int
    option: int
    next_values: tuple[str, ...]
    next_places: tuple[str, ...]
    view: View | None
    laid: tuple[PieceView, ...] = ()


class Standings(Serializable, frozen=True):
    """Answer: the standings at the present position, as the seat may know them."""

    request: int
    view: StandingsView


Answer = Accepted | Refused | Reason | Explanation | Preview | Standings


# ---- news: from the table to each seat ----


class Changed(Serializable, frozen=True):
    """News: the events since the last news, and the view after them."""

    events: tuple[EventView, ...]
    view: View


class TakenBack(Serializable, frozen=True):
    """News: choices were taken back in one step; the view is that of the earlier position."""

    by: str
    view: View
    choices: int = 1  #: how many; with the consent of all, those that others have made since are among them


class Paused(Serializable, frozen=True):
    """News: the table cannot go on (a full disk, a rule that fails): a key and values for dsl.i18n."""

    reason: str
    args: tuple[tuple[str, str], ...] = ()


News = Changed | TakenBack | Paused
