"""Views: what one seat may know, as plain data. Built by construction from declared visibility: a secret is never put
in.

Names are the rules' own (`marsh`, `red`); `dsl.i18n` translates them. Views travel as JSON (`dsl.base.serialization`).
"""

from __future__ import annotations

from typing import Literal

from dsl.base.serialization import Serializable


class CellView(Serializable, frozen=True):
    """A cell of a board that lies near something (empty cells far from everything are left out)."""

    place: str  #: its name in the notation: "2,-1", "d4", "S1"
    x: int  #: hexes: axial q, r; squares: file, row from 0
    y: int
    pieces: tuple[PieceView, ...] = ()
    counters: tuple[CounterView, ...] = ()
    kind: str = ""  #: what the place itself is, such as an area's terrain
    values: tuple[tuple[str, str], ...] = ()  #: variables of this place that the viewer may see; lists as "red, blue"


class PieceView(Serializable, frozen=True):
    """A piece; `kind` is empty if this seat does not know it."""

    piece: str  #: "tile", "card"
    kind: str
    owner: str = ""  #: a colour
    facing: tuple[tuple[str, str], ...] = ()  #: attributes that are visible, such as ("part", "2")
    turned: int = 0
    walls: tuple[int, ...] = ()  #: the sides of its cell, counted as on the board, that carry a wall
    covers: tuple[str, ...] = ()  #: the places of all its cells, if there are several
    open: bool = True  #: all seats know the kind; if not and there is one, only this seat (and some others) do


class CounterView(Serializable, frozen=True):
    """Equal counters on one cell."""

    counter: str
    owner: str
    state: str  #: empty if the counter has no states
    amount: int


class BoardView(Serializable, frozen=True):
    """A board. Hexes are pointy-top in axial coordinates."""

    name: str
    shape: Literal["hexes", "squares", "areas", "slots"]
    cells: tuple[CellView, ...]
    links: tuple[tuple[str, str], ...] = ()  #: neighbours, once each, where they do not follow from `x` and `y`


class ZoneView(Serializable, frozen=True):
    """A zone: how many pieces, and those that this seat knows. `pieces` has `size` entries, the top last; an unknown
    piece has no kind but may show its back in `facing`."""

    name: str
    owner: str  #: a colour, or empty
    size: int
    pieces: tuple[PieceView, ...]
    open: bool  #: all seats see into it


class SeatView(Serializable, frozen=True):
    """A player as all seats see it."""

    colour: str
    in_play: bool
    reserves: tuple[tuple[str, int], ...]  #: by counter
    values: tuple[tuple[str, str], ...]  #: variables of this player that the viewer may see, such as ("score", "12")


class Value(Serializable, frozen=True):
    """One value that may be chosen, and how it is written and found on the table."""

    text: str  #: in the notation: "2,-1", "red 2,-1 spent", "marsh", "3", "yes"; empty for a choice without a value
    sort: str  #: the Domain's sort
    place: str = ""  #: the cell it is or stands on
    owner: str = ""
    state: str = ""
    thing: str = ""  #: the counter or piece it is


class OptionView(Serializable, frozen=True):
    """One option of a decision."""

    number: int  #: what is sent back
    entry: int  #: which of the decision's entries
    value: Value
    sentence: str = ""  #: "Let marsh 2,-1 drift": filled in by `dsl.i18n` for one language when asked


class EntryView(Serializable, frozen=True):
    """One line of a list of choices, also when it has no option now."""

    action: str  #: the action's name, or a word such as "stop"
    title: str  #: the text of the rules, with `{t}` for values
    params: tuple[str, ...]  #: names of the parameters, in the order in which they are asked
    price: int
    budget: str
    possible: bool  #: it has an option
    is_word: bool  #: `stop`, `enough`: nothing but a button
    given: tuple[
        tuple[str, str], ...
    ] = ()  #: the values that the rule gives the action, by the names of its parameters


class DecisionView(Serializable, frozen=True):
    """A decision. Seats other than its own see only who must choose: entries, rule and options stay empty."""

    number: int  #: of the position it belongs to; a choice that is based on another is refused
    seat: str  #: the colour that must choose
    entries: tuple[EntryView, ...]
    parameter: int  #: 0 for the first value; later ones continue the entry with the values in `chosen`
    chosen: tuple[Value, ...]  #: what was chosen already of this action
    options: tuple[OptionView, ...]  #: empty except for the seat that chooses
    rule: str  #: the anchor that asks
    budget: tuple[tuple[str, int], ...]  #: what is left to pay with, such as ("points", 3)


class EventView(Serializable, frozen=True):
    """An event as one seat may know it."""

    number: int  #: counted from the start of the match
    kind: str  #: see dsl.ir.events, without enter and leave
    args: tuple[tuple[str, str], ...]  #: named, in words of the rules: (("counter", "heron"), ("from", "2,0"), ...)
    causes: tuple[str, ...]  #: anchors of the rules that led to it, outermost first
    position: int  #: number of the position it led away from; -1 before the first choice


class ScoreLine(Serializable, frozen=True):
    """One line of the score sheet."""

    seat: str
    rule: str  #: the anchor of the award or rule that gave the points
    points: int
    position: int
    detail: tuple[tuple[str, str], ...] = ()  #: for awards: place, value of the keys, where


class RankLine(Serializable, frozen=True):
    """One seat's place in the final ranking."""

    seat: str
    place: int  #: 1 for winners; shared places have the same number
    values: tuple[tuple[str, int], ...]  #: the winner lines in order, by name


class EarlyEnd(Serializable, frozen=True):
    """Why the match ended before its rules ended it: a player resigned or ran out of time, or all agreed on a draw."""

    kind: Literal["resign", "time", "draw"]
    seat: str  #: the last one that gave up; empty for a draw


class OutcomeView(Serializable, frozen=True):
    """How the match ended."""

    ranking: tuple[RankLine, ...]
    sheet: tuple[ScoreLine, ...]
    early: EarlyEnd | None = None  #: None if the rules ended it


class SourcedLine(Serializable, frozen=True):
    """A line of the score sheet, and the places that the points come from."""

    line: ScoreLine
    places: tuple[str, ...]


class Rank(Serializable, frozen=True):
    """A player in a comparison."""

    seat: str
    place: int  #: 1 for the first; equal players have the same number
    points: int
    values: tuple[int, ...]  #: by which the players are compared, in order
    places: tuple[str, ...]  #: where the first of these values comes from


class Comparison(Serializable, frozen=True):
    """Players that an award compares in one part of the board, the first one first."""

    rule: str  #: the award's anchor
    places: tuple[str, ...]
    ranks: tuple[Rank, ...]


class WinnerValue(Serializable, frozen=True):
    """A player's value in one line of the ranking, and the places that it comes from."""

    line: str  #: the name of the winner line
    seat: str
    value: int
    places: tuple[str, ...]


class StandingsView(Serializable, frozen=True):
    """The standings of a match at one position, as one seat may know them."""

    seat: str
    position: int
    lines: tuple[SourcedLine, ...] = ()  #: that the end of the match would add now
    complete: bool = True  #: False if some of them depend on what the seat does not know, and are left out
    comparisons: tuple[Comparison, ...] = ()
    winner: tuple[WinnerValue, ...] = ()
    sheet: tuple[tuple[str, ...], ...] = ()  #: the sources of each line of the seat's score sheet, if asked for


Effect = Literal["", "taken", "changed", "won"]


class Prospect(Serializable, frozen=True):
    """What one player could do in one action: a thing that goes somewhere, and what that does to another place."""

    seat: str
    action: str
    origin: Value | None  #: the thing or place that it begins with; None if it begins with no thing on the board
    goal: str  #: the place at which it ends; empty if at none
    effect: Effect = ""  #: what happens to things of another player at `target`, or that the match is won
    target: str = ""
    victim: str = ""  #: the colour of the player that loses something
    certain: bool = True  #: in every position that the seat thinks possible


class ProspectsView(Serializable, frozen=True):
    """The prospects of all players at one position, as one seat may know them."""

    seat: str
    position: int
    found: tuple[Prospect, ...]
    complete: bool  #: False if there were too many options to look at all


class View(Serializable, frozen=True):
    """All that one seat (or a spectator, seat "") may know of the present position."""

    game: str
    seat: str
    position: int  #: how many choices were made
    colours: tuple[str, ...]
    turn: int
    active: str  #: whose turn it is, or empty
    phase: str  #: the innermost phase's anchor, such as "phase main", or empty
    boards: tuple[BoardView, ...]
    zones: tuple[ZoneView, ...]
    seats: tuple[SeatView, ...]
    values: tuple[tuple[str, str], ...]  #: variables of the game that the seat may see
    decisions: tuple[DecisionView, ...]
    sheet: tuple[ScoreLine, ...]
    outcome: OutcomeView | None
    secrets: bool  #: some seat knows something that another does not: a curtain is needed between people at one screen
    may_undo: bool
    why_no_undo: str  #: a key for dsl.i18n, empty if it may
    secretly: bool = False  #: players decide simultaneously now; a seat without a decision is done
    reserves: tuple[
        tuple[str, str, int], ...
    ] = ()  #: of counters that belong to no player: counter, its kind, how many
    teams: tuple[tuple[str, ...], ...] = ()  #: partners, by colour; empty without teams
    given_up: tuple[str, ...] = ()  #: the seats that resigned or ran out of time, in order
