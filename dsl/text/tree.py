"""The tree of a ruleset: what its author wrote, each node with its place, no name resolved and no type known yet.

One dataclass per construct of the language. `span` is left out of comparisons, so that `parse(format(t)) == t`.
Comments are kept as `comments`: (line text without `--`) of the lines above a section or statement, and `remark`,
the comment at a line's own end, so that formatting loses nothing.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from dsl.text.records import dataclass, field
from dsl.text.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything in the tree."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---- expressions ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name: `herons`, `me`, `marsh`."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number, negative ones included."""

    value: int


@dataclass(frozen=True, slots=True)
class YesNo(Node):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Coordinate(Node):
    """`2,-1`, written without a space: a cell of the board."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`land(t)`: a definition or builtin with its values."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`owner of h`, `herons of p`, `1 of my herons`: binds tightest and to the right."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class My(Node):
    """`my herons`: those of whoever chooses."""

    thing: Expr


PhraseWord = Literal["on", "in", "next to", "joined to", "without", "plus", "clockwise from", "anticlockwise from"]


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`herons on t`, `hexes next to t`, `tiles joined to t`: a place phrase, read from left to right."""

    word: PhraseWord
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Within(Node):
    """`hexes within rings of centre`."""

    things: Expr
    distance: Expr
    centre: Expr


@dataclass(frozen=True, slots=True)
class ThatAre(Node):
    """`my herons on t that are fresh`."""

    things: Expr
    state: str


@dataclass(frozen=True, slots=True)
class RankedBy(Node):
    """`players ranked by (score of it)`: a list, highest first, ties in the order they had."""

    things: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class WithExtreme(Node):
    """`areas with most (dinos on it)`, `... with fewest (...)`: those that share the best value."""

    things: Expr
    key: Expr
    most: bool


@dataclass(frozen=True, slots=True)
class Where(Node):
    """`tiles where capacity of it > 2`; `it` is each of them in turn. Reaches to the end of its line or bracket."""

    things: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Exists(Node):
    """`any of S`, `none of S`, `at least n of S`, `at most n of S`, `exactly n of S`: yes or no."""

    amount: Literal["any", "none", "at least", "at most", "exactly"]
    count: Expr | None  #: only for the last three
    things: Expr


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    """`number of S`."""

    things: Expr


@dataclass(frozen=True, slots=True)
class RandomOf(Node):
    """`random of S` (one of them) or `random of n of S` (a set of n; then `things` is an `Of` with a number)."""

    things: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`sum of E over S`, `largest of E over S`, `smallest of E over S`; `it` is each of S in turn."""

    kind: Literal["sum", "largest", "smallest"]
    value: Expr
    things: Expr


@dataclass(frozen=True, slots=True)
class Can(Node):
    """`can rescue_one`, `can step where f is g`: whether that action has an option."""

    choice: Choice


Operator = Literal[
    "+", "-", "*", "/ rounded up", "/ rounded down",
    "is", "is not", "<", "<=", ">", ">=", "is in", "is not in", "touches", "and", "or", "followed by",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two values and what stands between them."""

    operator: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`-E`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`if C then A otherwise B`, a value."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Listed(Node):
    """`(a, b, c)`: two or more values in brackets."""

    items: tuple[Expr, ...]


Expr = (
    Name | Number | YesNo | Nothing | Coordinate | Apply | Of | My | Phrase | Within | ThatAre | RankedBy | WithExtreme
    | Where | Exists | NumberOf | RandomOf | Aggregate | Can | Binary | Not | Minus | Either | Listed
)  # fmt: skip


# ---- types as written -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`tile`, `player`, `Terrain`, `hex`, or a word of its own such as `laps`, `yes`, `no`, `none`."""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0..9`; each end a number or the name of an option."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class CollectionType(Node):
    """`set of tile`, `list of player`."""

    kind: Literal["set", "list"]
    of: str


@dataclass(frozen=True, slots=True)
class PathType(Node):
    """`walk(p, place of p)`: a way that the path `walk` allows."""

    path: str
    args: tuple[Expr, ...]


SimpleType = NamedType | RangeType | CollectionType | PathType


@dataclass(frozen=True, slots=True)
class TypeText(Node):
    """A type as written: one or several alternatives between `or`."""

    alternatives: tuple[SimpleType, ...]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`goal: hex`, or `given f: figurine` for one that the caller supplies."""

    name: str
    type: TypeText
    given: bool = False


# ---- statements -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Node):
    """A node that starts a line of its own; it keeps the comments around it."""

    comments: tuple[str, ...] = ()  #: whole-line comments directly above, without `--`
    remark: str = ""  #: the comment at the end of the line, without `--`
    named: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)  #: its names, with their places

    def place_of(self, word: str) -> Span:
        """Return the place of `word`, one of the names in the line itself; of the line's first word if it is none."""
        for name, span in reversed(self.named):
            if name == word:
                return span
        start = self.span
        return Span(start.file, start.line, start.column, start.line, start.column + 1) if self.named else start


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """A named choice: `drift where kind of t is k`, `grow(3)`, `stop "Enough"`."""

    name: str
    args: tuple[Expr, ...] = ()
    where: Expr | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceLine(Line):
    """One entry of a list of choices: `drift for drift_cost points`, perhaps with a block for what follows."""

    choice: Choice
    price: Expr | None = None
    budget: str = ""
    block: Block = ()


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`up to n times` (`low` is None), `1 to n times`, `n times` (`low` equals `high`)."""

    low: Expr | None
    high: Expr


@dataclass(frozen=True, slots=True)
class Choose(Line):
    """`choose drift`, `choose send(a), 1 to movable times`, `choose advance(a, x) by owner of d`."""

    choice: Choice
    times: Times | None = None
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class ChooseOne(Line):
    """`choose one of` and `choose first possible of` with their lists."""

    entries: tuple[ChoiceLine, ...]
    first_possible: bool = False
    by: Expr | None = None
    interrupted_by: str = ""


@dataclass(frozen=True, slots=True)
class Move(Line):
    """`move 2 of my herons in reserve to t`, `move t to goal turned k`."""

    things: Expr
    target: Expr
    turned: Expr | None = None


@dataclass(frozen=True, slots=True)
class Create(Line):
    """`create n of tile(k) in bag`."""

    things: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class Mark(Line):
    """`mark 1 of my herons on t that are fresh as spent`."""

    things: Expr
    state: str


@dataclass(frozen=True, slots=True)
class Shuffle(Line):
    """`shuffle pile`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Line):
    """`reveal kind of a`, `reveal X to p`."""

    thing: Expr
    to: Expr | None = None


@dataclass(frozen=True, slots=True)
class Let(Line):
    """`let rest = land(t) without t`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Budget(Line):
    """`budget points = 4`: what the prices of the choices below are paid from."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Line):
    """`starter = p`, `score of p += 2`, `credit of me -= 1`; `target` is a Name or an Of."""

    operator: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Call(Line):
    """`settle(a)`: carries out a routine."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Eliminate(Line):
    """`eliminate p`."""

    player: Expr


@dataclass(frozen=True, slots=True)
class End(Line):
    """`end turn`, `end phase`, `end game`."""

    what: str


@dataclass(frozen=True, slots=True)
class Note(Line):
    """`note "..."`: a sentence for the log."""

    text: str


@dataclass(frozen=True, slots=True)
class GiveAward(Line):
    """`award final(l)`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Line):
    """`if C` block, `otherwise if C` blocks, `otherwise` block."""

    cases: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class ForEach(Line):
    """`for each x in S`; `secretly for each p in players` when `secretly`."""

    name: str
    things: Expr
    block: Block
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class Repeat(Line):
    """`repeat`, `repeat while C`, `repeat until C`, `repeat up to n times`."""

    bound: Literal["", "while", "until", "up to"]
    value: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class Turns(Line):
    """`turns from p clockwise until C`: turn after turn, C tested after each."""

    start: Expr
    clockwise: bool
    until: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class OneTurnEach(Line):
    """`one turn each from p clockwise`."""

    start: Expr
    clockwise: bool
    block: Block


@dataclass(frozen=True, slots=True)
class TurnOf(Line):
    """`turn of p`."""

    player: Expr
    block: Block


@dataclass(frozen=True, slots=True)
class Phase(Line):
    """`phase placement`."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Together(Line):
    """`together`: consequences wait for its end."""

    block: Block


@dataclass(frozen=True, slots=True)
class Finally(Line):
    """`finally`: done however the turn ends."""

    block: Block


Statement = (
    Choose | ChooseOne | Move | Create | Mark | Shuffle | Reveal | Let | Budget | Assign | Call | Eliminate | End | Note
    | GiveAward | If | ForEach | Repeat | Turns | OneTurnEach | TurnOf | Phase | Together | Finally
)  # fmt: skip
Block = tuple[Statement, ...]


# ---- sections ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game(Line):
    """The head of a game: `game fen` with players, colours and credits; `based_on` another one, or empty."""

    name: str
    based_on: str = ""
    players: tuple[int, int] = (0, 0)  #: (0, 0) when not written
    colours: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class House(Line):
    """`house rules "Lush ridges" for fen`."""

    title: str
    game: str


@dataclass(frozen=True, slots=True)
class Option(Line):
    """`option drift_cost: 1..9 = 3 "Price of a drift"`."""

    name: str
    type: TypeText
    default: Expr
    text: str = ""


@dataclass(frozen=True, slots=True)
class Kinds(Line):
    """`kinds Terrain: ridge heath marsh spring`."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sides(Node):
    """A cell `0+2+4`: sides of a tile."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row(Line):
    """One line of a table: the key, then its cells. `-` is a Nothing."""

    key: str
    cells: tuple[Name | Number | Nothing | Sides, ...]


@dataclass(frozen=True, slots=True)
class Table(Line):
    """`table Box(k: Terrain) capacity in_box` with its rows; columns are names or numbers (the second key's values)."""

    name: str
    params: tuple[Parameter, ...]
    result: TypeText | None
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Setting(Line):
    """`rings = 2` below `with 2 players`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class WithPlayers(Line):
    """`with 2 players`, `with 5..6 players`: other defaults and table cells for these numbers of players."""

    low: int
    high: int
    settings: tuple[Setting, ...]
    tables: tuple[Table, ...]


class Extent(NamedTuple):
    """A range `1..2` among the words of a remark: a pair like a coordinate, yet written differently."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Remark(Node):
    """A phrase behind a comma of a declaration: `one on each`, `seen by its player`, `part 1..2 seen by all`."""

    words: tuple[str | int | tuple[int, int], ...]  #: numbers as int; coordinates and ranges (Extent) as pairs


@dataclass(frozen=True, slots=True)
class AreaLine(Line):
    """`S1 swamp next to S2, M1`: an area, its further words, its neighbours."""

    name: str
    words: tuple[str, ...]
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board(Line):
    """`board world: hexes, unbounded, centre 0,0`."""

    name: str
    shape: str  #: "hexes", "squares", "areas", "slots" ...
    size: tuple[Expr, Expr] | None
    source: str  #: the file of `from "..."`, or empty
    remarks: tuple[Remark, ...]
    areas: tuple[AreaLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece(Line):
    """`piece tile: Terrain, on hexes, one on each, alike`."""

    name: str
    owner: str  #: "player", or empty
    kind: TypeText | None
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Counter(Line):
    """`counter heron of player: herons_each each, on hexes, fresh or spent`; the amount is the first remark."""

    name: str
    owner: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Zone(Line):
    """`zone hand of player: cards, seen by its player`."""

    name: str
    owner: str | int  #: "player", a number of zones, or empty
    holds: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Variable(Line):
    """`variable score of player: 0..999 = 0`."""

    name: str
    owner: str
    type: TypeText
    remarks: tuple[Remark, ...]
    value: Expr
    each_turn: bool = False


@dataclass(frozen=True, slots=True)
class Case(Line):
    """`case outward: C then E`; the closing `otherwise E` has no name and no condition."""

    name: str
    condition: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Define(Line):
    """`define land(t: tile) = tiles joined to t`, or a decision list of cases."""

    name: str
    params: tuple[Parameter, ...]
    result: TypeText | None
    cases: tuple[Case, ...]  #: a plain definition is one case without name and condition


@dataclass(frozen=True, slots=True)
class Needs(Line):
    """`needs movable: kind of t is not spring "The centre tile never drifts."`."""

    name: str
    condition: Expr
    message: str = ""


@dataclass(frozen=True, slots=True)
class Supposing(Line):
    """`with t lifted`, `with p moved to x`: the lines below are judged as if (`target` is None for lifted)."""

    thing: Expr
    target: Expr | None
    lines: tuple[Needs | Let | Supposing, ...]


ActionLine = Needs | Let | Supposing


@dataclass(frozen=True, slots=True)
class Action(Line):
    """Something a player may do: what is asked, what it needs, what it does."""

    name: str
    params: tuple[Parameter, ...]
    text: str
    lines: tuple[ActionLine, ...]
    do: Block


@dataclass(frozen=True, slots=True)
class Consequence(Line):
    """`consequence seating(a: area) whenever dinos on a change or ...`."""

    name: str
    params: tuple[Parameter, ...]
    whenever: tuple[Expr, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Routine(Line):
    """`to losses`: steps with a name."""

    name: str
    params: tuple[Parameter, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Choices(Line):
    """`choices interruptions`: a named list of choices."""

    name: str
    entries: tuple[ChoiceLine, ...]


@dataclass(frozen=True, slots=True)
class PathLine(Line):
    """One line of a path: `step plain from a to b if C costs 1, at most 1 times`, `along lines`, `ends on: S` ..."""

    kind: Literal["step", "along", "within", "through", "ends", "only"]
    name: str = ""  #: the step's name; the word after `along` or `only`; the budget after `within`
    origin: str = ""
    goal: str = ""
    value: Expr | None = None  #: the condition of a step; the value or set of the others
    cost: Expr | None = None
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Path(Line):
    """`path walk(p: pawn, start: space)`."""

    name: str
    params: tuple[Parameter, ...]
    lines: tuple[PathLine, ...]


@dataclass(frozen=True, slots=True)
class AwardLine(Line):
    """`among S`, `by E, then E2`, `first E`, `second E`, `third E`, `ties share, rounding up`."""

    part: Literal["among", "by", "first", "second", "third", "ties"]
    values: tuple[Expr, ...] = ()
    policy: tuple[str, ...] = ()  #: only for ties: ("share", "rounding up"), ("all get it",) ...


@dataclass(frozen=True, slots=True)
class Award(Line):
    """Points by rank."""

    name: str
    params: tuple[Parameter, ...]
    lines: tuple[AwardLine, ...]


@dataclass(frozen=True, slots=True)
class WinnerLine(Line):
    """`most score: score of it`, `least waiting: ...`, or `shared` (no name)."""

    order: Literal["most", "least", "shared"]
    name: str = ""
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Winner(Line):
    """Who wins: named lines, first to last."""

    lines: tuple[WinnerLine, ...]


@dataclass(frozen=True, slots=True)
class Setup(Line):
    """How the game is set up."""

    block: Block


@dataclass(frozen=True, slots=True)
class Play(Line):
    """How the game goes."""

    block: Block


# ---- examples ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PositionItem(Node):
    """`marsh 2,0: red 1, black 2 spent`: a head of words and the groups behind the colon, in the log's notation."""

    head: tuple[str | int | Coordinate, ...]
    groups: tuple[tuple[str | int | Coordinate, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Given(Line):
    """`given` and the position below it."""

    items: tuple[PositionItem, ...]


@dataclass(frozen=True, slots=True)
class WithOptions(Line):
    """`options seats = 4, coast = any`."""

    settings: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class TurnIs(Line):
    """`turn of red`: who acts."""

    player: str


@dataclass(frozen=True, slots=True)
class Invocation(Node):
    """`drift(marsh 2,0, 2,1)`: an action with the first of its values, in the log's notation."""

    name: str
    args: tuple[tuple[str | int | Coordinate, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayMove(Line):
    """`play drift(marsh 2,0, 2,1)`, `play advance(d8) by blue`."""

    move: Invocation
    by: str = ""


@dataclass(frozen=True, slots=True)
class RunBlock(Line):
    """`run` and statements below it: carries them out as if the rules said so here."""

    block: Block


@dataclass(frozen=True, slots=True)
class ExpectThat(Line):
    """`expect that score of red is 2`."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ExpectOffers(Line):
    """`expect drift(marsh 2,0) offers 2,1 3,-1`: exactly these values for the next open parameter; none if empty."""

    move: Invocation
    offers: tuple[tuple[str | int | Coordinate, ...], ...]


@dataclass(frozen=True, slots=True)
class ExpectRefused(Line):
    """`expect drift(ridge 3,0) refused: farther`: the first condition that fails."""

    move: Invocation
    condition: str


@dataclass(frozen=True, slots=True)
class ExpectPosition(Line):
    """`expect position` and what must stand so; what is not written is not looked at."""

    items: tuple[PositionItem, ...]


ExampleLine = (
    Given | WithOptions | TurnIs | PlayMove | RunBlock | ExpectThat | ExpectOffers | ExpectRefused | ExpectPosition
)


@dataclass(frozen=True, slots=True)
class Example(Line):
    """A rulebook position that runs as a test."""

    title: str
    lines: tuple[ExampleLine, ...]


# ---- changes (house rules and re-issues) --------------------------------------------------------------------------


Part = Needs | Supposing | Statement | Case | PathLine | AwardLine | WinnerLine | ChoiceLine


@dataclass(frozen=True, slots=True)
class SetAnchor(Line):
    """`set option.drift_cost = 2`, `set Box.ridge.capacity = 3`."""

    anchor: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Remove(Line):
    """`remove put_figurine.corner`."""

    anchor: str


@dataclass(frozen=True, slots=True)
class Replace(Line):
    """`replace drift.farther` and the new part below it; `do` is the block of a new `do`, if one is written."""

    anchor: str
    parts: tuple[Part, ...]
    do: Block | None = None


@dataclass(frozen=True, slots=True)
class Add(Line):
    """`add to lay after contact` and the new part below it."""

    anchor: str
    where: Literal["before", "after", "end"]
    beside: str
    parts: tuple[Part, ...]
    do: Block | None = None


Change = SetAnchor | Remove | Replace | Add

Section = (
    Game | House | Option | Kinds | Table | WithPlayers | Board | Piece | Counter | Zone | Variable | Define | Action
    | Consequence | Routine | Choices | Path | Award | Winner | Setup | Play | Example | SetAnchor | Remove | Replace
    | Add
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tree:
    """One file of rules (or several put together): its sections in the order of the text."""

    sections: tuple[Section, ...]
    closing: tuple[str, ...] = field(default=(), compare=False)  #: comments after the last section
