"""Sections: what a file of rules is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from dsl.base.records import RecordWithMetadata
from dsl.syntax.ast.expressions import Node
from dsl.syntax.ast.statements import ChoiceLine, LetStatement, LineNode, Statement

if TYPE_CHECKING:
    from dsl.syntax.ast.expressions import Coordinate, Expr, Name, NoneLiteral, Number, Parameter, TypeText
    from dsl.syntax.ast.statements import Block


class GameSection(LineNode, frozen=True):
    """The head of a game: `game fen` with players, colours and credits; `based_on` another one, or empty."""

    name: str
    based_on: str = ""
    players: tuple[int, int] = (0, 0)  #: (0, 0) when not written
    colours: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  #: `players 2 or 4`: the numbers that may play; empty if all within the bounds may
    teams: Teams | None = None


class Teams(LineNode, frozen=True):
    """`teams red and blue, green and yellow`: who plays together."""

    teams: tuple[tuple[str, ...], ...]


class HouseSection(LineNode, frozen=True):
    """`house rules "Lush ridges" for fen`."""

    title: str
    game: str


class OptionSection(LineNode, frozen=True):
    """`option drift_cost: 1..9 = 3 "Price of a drift"`."""

    name: str
    type: TypeText
    default: Expr
    text: str = ""


class KindsSection(LineNode, frozen=True):
    """`kinds Terrain: ridge heath marsh spring`."""

    name: str
    values: tuple[str, ...]


class Sides(Node, frozen=True):
    """A cell `0+2+4`: sides of a tile."""

    sides: tuple[int, ...]


class TableRow(LineNode, frozen=True):
    """One line of a table: the key, then its cells. `-` is a NoneLiteral."""

    key: str
    cells: tuple[Name | Number | NoneLiteral | Sides, ...]


class TableSection(LineNode, frozen=True):
    """`table Box(k: Terrain) capacity in_box` with its rows; columns are names or numbers (the second key's values)."""

    name: str
    params: tuple[Parameter, ...]
    result: TypeText | None
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


class OptionSetting(LineNode, frozen=True):
    """`rings = 2` below `with 2 players`."""

    name: str
    value: Expr


class WithPlayersSection(LineNode, frozen=True):
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


class Remark(Node, frozen=True):
    """A phrase behind a comma of a declaration: `one on each`, `seen by its player`, `part 1..2 seen by all`."""

    words: tuple[str | int | tuple[int, int], ...]  #: numbers as int; coordinates and ranges (Extent) as pairs


class AreaLine(LineNode, frozen=True):
    """`S1 marsh next to S2, M1; corner to M2`: an area, its further words, its neighbours, those at its corners."""

    name: str
    words: tuple[str, ...]
    neighbours: tuple[str, ...]
    corners: tuple[str, ...] = ()


class BoardSection(LineNode, frozen=True):
    """`board world: hexes, unbounded, centre 0,0`."""

    name: str
    shape: str  #: "hexes", "squares", "areas", "slots" ...
    size: tuple[Expr, Expr] | None
    remarks: tuple[Remark, ...]
    areas: tuple[AreaLine, ...] = ()


class PieceSection(LineNode, frozen=True):
    """`piece tile: Terrain, on hexes, one on each, alike`."""

    name: str
    owner: str  #: "player", or empty
    kind: TypeText | None
    remarks: tuple[Remark, ...]


class CounterSection(LineNode, frozen=True):
    """`counter heron of player: herons_each each, on hexes, fresh or spent`; the amount is the first remark."""

    name: str
    owner: str
    remarks: tuple[Remark, ...]


class ZoneSection(LineNode, frozen=True):
    """`zone hand of player: cards, seen by its player`."""

    name: str
    owner: str | int  #: "player", a number of zones, or empty
    holds: str
    remarks: tuple[Remark, ...]


class VariableSection(LineNode, frozen=True):
    """`variable score of player: 0..999 = 0`."""

    name: str
    owner: str
    type: TypeText
    remarks: tuple[Remark, ...]
    value: Expr
    each_turn: bool = False


class Case(LineNode, frozen=True):
    """`case outward: C then E`; the closing `otherwise E` has no name and no condition."""

    name: str
    condition: Expr | None
    value: Expr


class DefineSection(LineNode, frozen=True):
    """`define isle(t: tile) = tiles joined to t`, or a decision list of cases."""

    name: str
    params: tuple[Parameter, ...]
    result: TypeText | None
    cases: tuple[Case, ...]  #: a plain definition is one case without name and condition


class Needs(LineNode, frozen=True):
    """`needs movable: kind of t is not spring "The centre tile never drifts."`."""

    name: str
    condition: Expr
    message: str = ""


class Supposing(LineNode, frozen=True):
    """`with t lifted`, `with p moved to x`: the lines below are judged as if (`target` is None for lifted)."""

    thing: Expr
    target: Expr | None
    lines: tuple[Needs | LetStatement | Supposing, ...]


ActionLine = Needs | LetStatement | Supposing


class ActionSection(LineNode, frozen=True):
    """Something a player may do: what is asked, what it needs, what it does."""

    name: str
    params: tuple[Parameter, ...]
    text: str
    lines: tuple[ActionLine, ...]
    do: Block


class ConsequenceSection(LineNode, frozen=True):
    """`consequence seating(a: area) whenever herons on a change or ...`."""

    name: str
    params: tuple[Parameter, ...]
    whenever: tuple[Expr, ...]
    block: Block


class RoutineSection(LineNode, frozen=True):
    """`to losses`: steps with a name."""

    name: str
    params: tuple[Parameter, ...]
    block: Block


class ChoicesSection(LineNode, frozen=True):
    """`choices interruptions`: a named list of choices."""

    name: str
    entries: tuple[ChoiceLine, ...]


class PathLine(LineNode, frozen=True):
    """One line of a path: `step plain from a to b if C costs 1, at most 1 times`, `along lines`, `ends on: S` ..."""

    kind: Literal["step", "along", "within", "through", "ends", "only"]
    name: str = ""  #: the step's name; the word after `along` or `only`; the budget after `within`
    origin: str = ""
    goal: str = ""
    value: Expr | None = None  #: the condition of a step; the value or set of the others
    cost: Expr | None = None
    times: int | None = None


class PathSection(LineNode, frozen=True):
    """`path walk(h: hare, start: hex)`."""

    name: str
    params: tuple[Parameter, ...]
    lines: tuple[PathLine, ...]


class AwardLine(LineNode, frozen=True):
    """`among S`, `by E, then E2`, `first E`, `second E`, `third E`, `ties share, rounding up`."""

    part: Literal["among", "by", "first", "second", "third", "ties"]
    values: tuple[Expr, ...] = ()
    policy: tuple[str, ...] = ()  #: only for ties: ("share", "rounding up"), ("all get it",) ...


class AwardSection(LineNode, frozen=True):
    """Points by rank."""

    name: str
    params: tuple[Parameter, ...]
    lines: tuple[AwardLine, ...]


class WinnerLine(LineNode, frozen=True):
    """`most score: score of it`, `least waiting: ...`, or `shared` (no name)."""

    order: Literal["most", "least", "shared"]
    name: str = ""
    value: Expr | None = None


class AlwaysSection(LineNode, frozen=True):
    """`always whole: number of herons is 60 "No heron is lost."`: what holds after every choice."""

    name: str
    condition: Expr
    text: str = ""


class WinnerSection(LineNode, frozen=True):
    """Who wins: named lines, first to last."""

    lines: tuple[WinnerLine, ...]


class SetupSection(LineNode, frozen=True):
    """How the game is set up."""

    block: Block


class PlaySection(LineNode, frozen=True):
    """How the game goes."""

    block: Block


# ---- examples ----


class PositionItem(Node, frozen=True):
    """`marsh 2,0: red 1, black 2 spent`: a head of words and the groups behind the colon, in the log's notation."""

    head: tuple[str | int | Coordinate, ...]
    groups: tuple[tuple[str | int | Coordinate, ...], ...] = ()


class Given(LineNode, frozen=True):
    """`given` and the position below it."""

    items: tuple[PositionItem, ...]


class WithOptions(LineNode, frozen=True):
    """`options seats = 4, coast = any`."""

    settings: tuple[tuple[str, Expr], ...]


class TurnIs(LineNode, frozen=True):
    """`turn of red`: who acts."""

    player: str


class Invocation(Node, frozen=True):
    """`drift(marsh 2,0, 2,1)`: an action with the first of its values, in the log's notation."""

    name: str
    args: tuple[tuple[str | int | Coordinate, ...], ...]


class PlayMove(LineNode, frozen=True):
    """`play drift(marsh 2,0, 2,1)`, `play advance(d8) by blue`."""

    move: Invocation
    by: str = ""


class RunBlock(LineNode, frozen=True):
    """`run` and statements below it: carries them out as if the rules said so here."""

    block: Block


class ExpectThat(LineNode, frozen=True):
    """`expect that score of red is 2`."""

    condition: Expr


class ExpectOffers(LineNode, frozen=True):
    """`expect drift(marsh 2,0) offers 2,1 3,-1`: exactly these values for the next open parameter; none if empty."""

    move: Invocation
    offers: tuple[tuple[str | int | Coordinate, ...], ...]


class ExpectRefused(LineNode, frozen=True):
    """`expect drift(ridge 3,0) refused: farther`: the first condition that fails."""

    move: Invocation
    condition: str


class ExpectPosition(LineNode, frozen=True):
    """`expect position` and what must stand so; what is not written is not looked at."""

    items: tuple[PositionItem, ...]


class ExpectWinners(LineNode, frozen=True):
    """`expect winner red`, `expect winners red and blue`: exactly these share the first place."""

    players: tuple[str, ...]


class ExpectRanking(LineNode, frozen=True):
    """`expect ranking red, blue and green`: the players of each place, the first place first."""

    places: tuple[tuple[str, ...], ...]


class ExpectNothing(LineNode, frozen=True):
    """`expect nothing offered`: there is nothing to choose."""


ExampleLine = (
    Given | WithOptions | TurnIs | PlayMove | RunBlock | ExpectThat | ExpectOffers | ExpectRefused | ExpectPosition
    | ExpectWinners | ExpectRanking | ExpectNothing
)  # fmt: skip


class ExampleSection(LineNode, frozen=True):
    """A rulebook position that runs as a test."""

    title: str
    lines: tuple[ExampleLine, ...]


# ---- lessons ----


class Say(LineNode, frozen=True):
    """`say "A marsh has room for herons."`: sentences of a step."""

    text: str


class PointAt(LineNode, frozen=True):
    """`show 2,0; 3,-1`: the places that the sentences of a step speak of."""

    places: tuple[tuple[str | int | Coordinate, ...], ...]


class Task(LineNode, frozen=True):
    """`task "Let a tile drift."`: what the learner is to choose."""

    text: str


class RightChoice(LineNode, frozen=True):
    """`right drift(2,0) where score of red > 0 "Well done."`: choices that solve the task; the condition is about the
    position after them."""

    move: Invocation
    condition: Expr | None = None
    text: str = ""


class WrongChoice(LineNode, frozen=True):
    """`wrong drift(2,0) "Your herons stand here."`: choices that are possible and do not solve the task."""

    move: Invocation
    condition: Expr | None = None
    text: str = ""


class RefusedChoice(LineNode, frozen=True):
    """`refused drift(0,0): deep "Too deep."`: a choice that a condition forbids."""

    move: Invocation
    condition: str
    text: str = ""


class LessonHint(LineNode, frozen=True):
    """`hint "Look at the coast."`: help with the task."""

    text: str


class Reply(LineNode, frozen=True):
    """`reply by blue seed 3`: a player chooses at random, the same for the same seed, until another one has to."""

    player: str
    seed: int


class FirstMatch(LineNode, frozen=True):
    """`first match`: after this step the learner is offered a match with as many players as the lesson has."""


SceneLine = Given | WithOptions | TurnIs | PlayMove | RunBlock

StepLine = (
    SceneLine | Say | PointAt | Task | RightChoice | WrongChoice | RefusedChoice | LessonHint | Reply | FirstMatch
)  # fmt: skip


class LessonStep(LineNode, frozen=True):
    """`step coast` and its lines: what happens first, what is said and shown, and a task or none."""

    name: str
    lines: tuple[StepLine, ...]


class LessonSection(LineNode, frozen=True):
    """`lesson first_turn "Your first turn"`: steps that teach a part of the game at the table."""

    name: str
    title: str
    lines: tuple[SceneLine | LessonStep, ...]

    @property
    def all_lines(self) -> tuple[SceneLine | StepLine, ...]:
        """All lines without the heads of the steps, in the order of the text."""
        found: list[SceneLine | StepLine] = []
        for line in self.lines:
            if isinstance(line, LessonStep):
                found += line.lines
            else:
                found.append(line)
        return tuple(found)


# ---- changes of house rules and re-issues; the tree ----


Part = Needs | Supposing | Statement | Case | PathLine | AwardLine | WinnerLine | ChoiceLine


class SetAnchor(LineNode, frozen=True):
    """`set option.drift_cost = 2`, `set Box.ridge.capacity = 3`, `set actions.drift.price = 2`."""

    anchor: str
    value: Expr


class SetText(LineNode, frozen=True):
    """`set drift.farther.text = "..."`: another sentence for players."""

    anchor: str
    text: str


class Remove(LineNode, frozen=True):
    """`remove put_otter.corner`."""

    anchor: str


class Replace(LineNode, frozen=True):
    """`replace drift.farther` and the new part below it; `do` is the block of a new `do`, if one is written."""

    anchor: str
    parts: tuple[Part, ...]
    do: Block | None = None


class Add(LineNode, frozen=True):
    """`add to lay after contact` and the new part below it."""

    anchor: str
    where: Literal["before", "after", "end"]
    beside: str
    parts: tuple[Part, ...]
    do: Block | None = None


Change = SetAnchor | SetText | Remove | Replace | Add

Section = (
    GameSection | HouseSection | OptionSection | KindsSection | TableSection | WithPlayersSection | BoardSection
    | PieceSection | CounterSection | ZoneSection | VariableSection | DefineSection | ActionSection
    | ConsequenceSection | RoutineSection | ChoicesSection | PathSection | AwardSection | WinnerSection | SetupSection
    | PlaySection | AlwaysSection | ExampleSection | LessonSection | SetAnchor | SetText
    | Remove | Replace | Add
)  # fmt: skip


class Tree(RecordWithMetadata, frozen=True):
    """One file of rules (or several put together): its sections in the order of the text."""

    sections: tuple[Section, ...]
    closing: tuple[str, ...] = ()  #: comments after the last section
    metadata = frozenset({"closing"})
