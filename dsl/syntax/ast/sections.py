"""Sections: what a file of rules is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from dsl.base.records import dataclass, field
from dsl.syntax.ast.expressions import Node
from dsl.syntax.ast.statements import ChoiceLine, LetStatement, LineNode, Statement

if TYPE_CHECKING:
    from dsl.syntax.ast.expressions import Coordinate, Expr, Name, NoneLiteral, Number, Parameter, TypeText
    from dsl.syntax.ast.statements import Block


@dataclass(frozen=True, slots=True)
class GameSection(LineNode):
    """The head of a game: `game fen` with players, colours and credits; `based_on` another one, or empty."""

    name: str
    based_on: str = ""
    players: tuple[int, int] = (0, 0)  #: (0, 0) when not written
    colours: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  #: `players 2 or 4`: the numbers that may play; empty if all within the bounds may
    teams: Teams | None = None


@dataclass(frozen=True, slots=True)
class Teams(LineNode):
    """`teams red and blue, green and yellow`: who plays together."""

    teams: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class HouseSection(LineNode):
    """`house rules "Lush ridges" for fen`."""

    title: str
    game: str


@dataclass(frozen=True, slots=True)
class OptionSection(LineNode):
    """`option drift_cost: 1..9 = 3 "Price of a drift"`."""

    name: str
    type: TypeText
    default: Expr
    text: str = ""


@dataclass(frozen=True, slots=True)
class KindsSection(LineNode):
    """`kinds Terrain: ridge heath marsh spring`."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sides(Node):
    """A cell `0+2+4`: sides of a tile."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableRow(LineNode):
    """One line of a table: the key, then its cells. `-` is a NoneLiteral."""

    key: str
    cells: tuple[Name | Number | NoneLiteral | Sides, ...]


@dataclass(frozen=True, slots=True)
class TableSection(LineNode):
    """`table Box(k: Terrain) capacity in_box` with its rows; columns are names or numbers (the second key's values)."""

    name: str
    params: tuple[Parameter, ...]
    result: TypeText | None
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class OptionSetting(LineNode):
    """`rings = 2` below `with 2 players`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class WithPlayersSection(LineNode):
    """`with 2 players`, `with 5..6 players`: other defaults and table cells for these numbers of players."""

    low: int
    high: int
    settings: tuple[OptionSetting, ...]
    tables: tuple[TableSection, ...]
    teams: Teams | None = None


class Extent(NamedTuple):
    """A range `1..2` among the words of a remark: a pair like a coordinate, yet written differently."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Remark(Node):
    """A phrase behind a comma of a declaration: `one on each`, `seen by its player`, `part 1..2 seen by all`."""

    words: tuple[str | int | tuple[int, int], ...]  #: numbers as int; coordinates and ranges (Extent) as pairs


@dataclass(frozen=True, slots=True)
class AreaLine(LineNode):
    """`S1 marsh next to S2, M1; corner to M2`: an area, its further words, its neighbours, those at its corners."""

    name: str
    words: tuple[str, ...]
    neighbours: tuple[str, ...]
    corners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardSection(LineNode):
    """`board world: hexes, unbounded, centre 0,0`."""

    name: str
    shape: str  #: "hexes", "squares", "areas", "slots" ...
    size: tuple[Expr, Expr] | None
    remarks: tuple[Remark, ...]
    areas: tuple[AreaLine, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceSection(LineNode):
    """`piece tile: Terrain, on hexes, one on each, alike`."""

    name: str
    owner: str  #: "player", or empty
    kind: TypeText | None
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class CounterSection(LineNode):
    """`counter heron of player: herons_each each, on hexes, fresh or spent`; the amount is the first remark."""

    name: str
    owner: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class ZoneSection(LineNode):
    """`zone hand of player: cards, seen by its player`."""

    name: str
    owner: str | int  #: "player", a number of zones, or empty
    holds: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class VariableSection(LineNode):
    """`variable score of player: 0..999 = 0`."""

    name: str
    owner: str
    type: TypeText
    remarks: tuple[Remark, ...]
    value: Expr
    each_turn: bool = False


@dataclass(frozen=True, slots=True)
class Case(LineNode):
    """`case outward: C then E`; the closing `otherwise E` has no name and no condition."""

    name: str
    condition: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class DefineSection(LineNode):
    """`define isle(t: tile) = tiles joined to t`, or a decision list of cases."""

    name: str
    params: tuple[Parameter, ...]
    result: TypeText | None
    cases: tuple[Case, ...]  #: a plain definition is one case without name and condition


@dataclass(frozen=True, slots=True)
class Needs(LineNode):
    """`needs movable: kind of t is not spring "The centre tile never drifts."`."""

    name: str
    condition: Expr
    message: str = ""


@dataclass(frozen=True, slots=True)
class Supposing(LineNode):
    """`with t lifted`, `with p moved to x`: the lines below are judged as if (`target` is None for lifted)."""

    thing: Expr
    target: Expr | None
    lines: tuple[Needs | LetStatement | Supposing, ...]


ActionLine = Needs | LetStatement | Supposing


@dataclass(frozen=True, slots=True)
class ActionSection(LineNode):
    """Something a player may do: what is asked, what it needs, what it does."""

    name: str
    params: tuple[Parameter, ...]
    text: str
    lines: tuple[ActionLine, ...]
    do: Block


@dataclass(frozen=True, slots=True)
class ConsequenceSection(LineNode):
    """`consequence seating(a: area) whenever herons on a change or ...`."""

    name: str
    params: tuple[Parameter, ...]
    whenever: tuple[Expr, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class RoutineSection(LineNode):
    """`to losses`: steps with a name."""

    name: str
    params: tuple[Parameter, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class ChoicesSection(LineNode):
    """`choices interruptions`: a named list of choices."""

    name: str
    entries: tuple[ChoiceLine, ...]


@dataclass(frozen=True, slots=True)
class PathLine(LineNode):
    """One line of a path: `step plain from a to b if C costs 1, at most 1 times`, `along lines`, `ends on: S` ..."""

    kind: Literal["step", "along", "within", "through", "ends", "only"]
    name: str = ""  #: the step's name; the word after `along` or `only`; the budget after `within`
    origin: str = ""
    goal: str = ""
    value: Expr | None = None  #: the condition of a step; the value or set of the others
    cost: Expr | None = None
    times: int | None = None


@dataclass(frozen=True, slots=True)
class PathSection(LineNode):
    """`path walk(h: hare, start: hex)`."""

    name: str
    params: tuple[Parameter, ...]
    lines: tuple[PathLine, ...]


@dataclass(frozen=True, slots=True)
class AwardLine(LineNode):
    """`among S`, `by E, then E2`, `first E`, `second E`, `third E`, `ties share, rounding up`."""

    part: Literal["among", "by", "first", "second", "third", "ties"]
    values: tuple[Expr, ...] = ()
    policy: tuple[str, ...] = ()  #: only for ties: ("share", "rounding up"), ("all get it",) ...


@dataclass(frozen=True, slots=True)
class AwardSection(LineNode):
    """Points by rank."""

    name: str
    params: tuple[Parameter, ...]
    lines: tuple[AwardLine, ...]


@dataclass(frozen=True, slots=True)
class WinnerLine(LineNode):
    """`most score: score of it`, `least waiting: ...`, or `shared` (no name)."""

    order: Literal["most", "least", "shared"]
    name: str = ""
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class AlwaysSection(LineNode):
    """`always whole: number of herons is 60 "No heron is lost."`: what holds after every choice."""

    name: str
    condition: Expr
    text: str = ""


@dataclass(frozen=True, slots=True)
class WinnerSection(LineNode):
    """Who wins: named lines, first to last."""

    lines: tuple[WinnerLine, ...]


@dataclass(frozen=True, slots=True)
class SetupSection(LineNode):
    """How the game is set up."""

    block: Block


@dataclass(frozen=True, slots=True)
class PlaySection(LineNode):
    """How the game goes."""

    block: Block


# ---- examples ----


@dataclass(frozen=True, slots=True)
class PositionItem(Node):
    """`marsh 2,0: red 1, black 2 spent`: a head of words and the groups behind the colon, in the log's notation."""

    head: tuple[str | int | Coordinate, ...]
    groups: tuple[tuple[str | int | Coordinate, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Given(LineNode):
    """`given` and the position below it."""

    items: tuple[PositionItem, ...]


@dataclass(frozen=True, slots=True)
class WithOptions(LineNode):
    """`options seats = 4, coast = any`."""

    settings: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class TurnIs(LineNode):
    """`turn of red`: who acts."""

    player: str


@dataclass(frozen=True, slots=True)
class Invocation(Node):
    """`drift(marsh 2,0, 2,1)`: an action with the first of its values, in the log's notation."""

    name: str
    args: tuple[tuple[str | int | Coordinate, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayMove(LineNode):
    """`play drift(marsh 2,0, 2,1)`, `play advance(d8) by blue`."""

    move: Invocation
    by: str = ""


@dataclass(frozen=True, slots=True)
class RunBlock(LineNode):
    """`run` and statements below it: carries them out as if the rules said so here."""

    block: Block


@dataclass(frozen=True, slots=True)
class ExpectThat(LineNode):
    """`expect that score of red is 2`."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ExpectOffers(LineNode):
    """`expect drift(marsh 2,0) offers 2,1 3,-1`: exactly these values for the next open parameter; none if empty."""

    move: Invocation
    offers: tuple[tuple[str | int | Coordinate, ...], ...]


@dataclass(frozen=True, slots=True)
class ExpectRefused(LineNode):
    """`expect drift(ridge 3,0) refused: farther`: the first condition that fails."""

    move: Invocation
    condition: str


@dataclass(frozen=True, slots=True)
class ExpectPosition(LineNode):
    """`expect position` and what must stand so; what is not written is not looked at."""

    items: tuple[PositionItem, ...]


@dataclass(frozen=True, slots=True)
class ExpectWinners(LineNode):
    """`expect winner red`, `expect winners red and blue`: exactly these share the first place."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectRanking(LineNode):
    """`expect ranking red, blue and green`: the players of each place, the first place first."""

    places: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ExpectNothing(LineNode):
    """`expect nothing offered`: there is nothing to choose."""


ExampleLine = (
    Given | WithOptions | TurnIs | PlayMove | RunBlock | ExpectThat | ExpectOffers | ExpectRefused | ExpectPosition
    | ExpectWinners | ExpectRanking | ExpectNothing
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExampleSection(LineNode):
    """A rulebook position that runs as a test."""

    title: str
    lines: tuple[ExampleLine, ...]


# ---- changes of house rules and re-issues; the tree ----


Part = Needs | Supposing | Statement | Case | PathLine | AwardLine | WinnerLine | ChoiceLine


@dataclass(frozen=True, slots=True)
class SetAnchor(LineNode):
    """`set option.drift_cost = 2`, `set Box.ridge.capacity = 3`."""

    anchor: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Remove(LineNode):
    """`remove put_otter.corner`."""

    anchor: str


@dataclass(frozen=True, slots=True)
class Replace(LineNode):
    """`replace drift.farther` and the new part below it; `do` is the block of a new `do`, if one is written."""

    anchor: str
    parts: tuple[Part, ...]
    do: Block | None = None


@dataclass(frozen=True, slots=True)
class Add(LineNode):
    """`add to lay after contact` and the new part below it."""

    anchor: str
    where: Literal["before", "after", "end"]
    beside: str
    parts: tuple[Part, ...]
    do: Block | None = None


Change = SetAnchor | Remove | Replace | Add

Section = (
    GameSection | HouseSection | OptionSection | KindsSection | TableSection | WithPlayersSection | BoardSection
    | PieceSection | CounterSection | ZoneSection | VariableSection | DefineSection | ActionSection
    | ConsequenceSection | RoutineSection | ChoicesSection | PathSection | AwardSection | WinnerSection | SetupSection
    | PlaySection | AlwaysSection | ExampleSection | SetAnchor | Remove | Replace | Add
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tree:
    """One file of rules (or several put together): its sections in the order of the text."""

    sections: tuple[Section, ...]
    closing: tuple[str, ...] = field(default=(), compare=False)  #: comments after the last section
