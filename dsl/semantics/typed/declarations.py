"""Typed declarations, and the whole checked ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from dsl.base.records import Record
from dsl.base.source import Span

if TYPE_CHECKING:
    from dsl.semantics.typed.expressions import Expr
    from dsl.semantics.typed.statements import Block
    from dsl.semantics.typed.types import NumberType, Type


class OptionDecl(Record, frozen=True):
    """An option. `type` is a NumberType, TruthType or a KindType named after it; `defaults` by number of players."""

    name: str
    type: Type
    defaults: dict[int, int]
    text: str
    span: Span


class KindDecl(Record, frozen=True):
    """An enumeration, also the words of an option and a union such as `Terrain or storm` (Terrain's values first)."""

    name: str
    values: tuple[str, ...]
    span: Span


class TableDecl(Record, frozen=True):
    """A table: cells by (row, column) and number of players. A cell is a number, `-` (None), an option, or sides."""

    name: str
    key: Type
    second_key: Type | None
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: dict[tuple[str, str], tuple[CellValue, ...]]  #: one value per number of players, from the least to the most
    span: Span


#: By number of players: the teams, each with its seats from the lowest; empty if nobody has a partner.
Teams = dict[int, tuple[tuple[int, ...], ...]]
CellValue = int | str | None | tuple[int, ...]


class BoardDecl(Record, frozen=True):
    """A board. `window`: the initial radius of an unbounded board. `size` may name options.

    `areas` holds (name, words, neighbours); `words` gives by kind the value of each area, in their order.
    """

    name: str
    shape: Literal["hexes", "squares", "areas", "slots"]
    size: tuple[Expr, Expr] | None
    unbounded: bool
    window: int
    centre: tuple[int, int]
    areas: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    span: Span
    words: tuple[tuple[str, tuple[int, ...]], ...] = ()
    corners: tuple[tuple[str, ...], ...] = ()  #: by area: its neighbours that touch only in a corner
    corners_touch: bool = False  #: whether a shared corner makes neighbours, perhaps only under an option
    corners_option: str = ""

    @property
    def in_rows(self) -> bool:
        """Whether its places are called by file and row: `d4`."""
        return self.shape in ("hexes", "squares") and self.size is not None

    def shares_names(self, boards: Iterable[BoardDecl]) -> bool:
        """Whether its places are called `market_d4`: there are other boards of this shape."""
        return self.in_rows and sum(other.shape == self.shape for other in boards) > 1


class PieceDecl(Record, frozen=True):
    """A kind of piece."""

    name: str
    owned: bool
    kind: str  #: name of the KindDecl, or empty
    board: str  #: the board it may lie on, or empty
    by_cell: bool  #: on a board at most one per cell: known by its cell
    attributes: tuple[tuple[str, NumberType], ...]
    seen_attributes: tuple[str, ...]
    span: Span
    covers: tuple[
        tuple[int, int], ...
    ] = ()  #: number of places that it covers, from its own place; together they are one space
    turns: bool = False  #: it has a rotation, counted in sides
    walls: str = ""  #: the column of a table with the sides that have walls, by kind
    sight: tuple[SightRule, ...] = ()  #: who sees the kind and attributes of one on the board
    team: bool = False  #: its owner is a team


class CounterDecl(Record, frozen=True):
    """A kind of counter; `amount` for each owner."""

    name: str
    owned: bool
    amount: Expr
    board: str
    states: tuple[str, ...]
    span: Span
    kind: str = ""  #: `beast of Flock`: `amount` of each value of this kind, without an owner
    team: bool = False  #: its owner is a team


#: Who sees a component.
Seers = Literal["all", "its team", "its player", "nobody"]


class SightRule(Record, frozen=True):
    """A rule of visibility; it applies if `option` is set (empty: always). The last rule that applies wins."""

    who: Seers
    option: str


class ZoneDecl(Record, frozen=True):
    """A zone."""

    name: str
    owned: bool
    piece: str
    ordered: bool
    sight: tuple[SightRule, ...]
    span: Span
    kind: str = ""  #: `stack of Side`: one zone for each value of this kind
    team: bool = False  #: its owner is a team


class VariableDecl(Record, frozen=True):
    """A variable; `owner` is "player" (also for one of teams), a place word, a piece, a kind, or empty."""

    name: str
    owner: str
    type: Type
    initial: Expr
    each_turn: bool
    sight: tuple[SightRule, ...]
    span: Span
    in_positions: bool = True  #: whether `times_seen` distinguishes positions by it
    told: bool = True  #: whether views show it and the log reports its changes
    team: bool = False  #: each team has a value


class ParamDecl(Record, frozen=True):
    """A parameter. One that asks for a way has the arguments of its path in `along`."""

    name: str
    type: Type
    given: bool
    span: Span
    along: tuple[Expr, ...] = ()


class CaseDecl(Record, frozen=True):
    """One case of a definition; the last one has `condition` None."""

    name: str
    condition: Expr | None
    value: Expr


class DefineDecl(Record, frozen=True):
    """A definition: its value is the first case whose condition holds."""

    name: str
    params: tuple[ParamDecl, ...]
    result: Type
    cases: tuple[CaseDecl, ...]
    span: Span


class NeedDecl(Record, frozen=True):
    """A condition of an action; `supposing` indexes the action's suppositions that apply to it (outermost first)."""

    name: str
    condition: Expr
    message: str
    supposing: tuple[int, ...]
    span: Span


class LetDecl(Record, frozen=True):
    """A `let` among the conditions, evaluated at its position."""

    name: str
    value: Expr
    supposing: tuple[int, ...]
    span: Span


class SupposeDecl(Record, frozen=True):
    """`with t lifted` (target None), `with p moved to x`."""

    thing: Expr
    target: Expr | None
    span: Span


class ActionDecl(Record, frozen=True):
    """An action."""

    name: str
    params: tuple[ParamDecl, ...]
    text: str
    suppositions: tuple[SupposeDecl, ...]
    lines: tuple[NeedDecl | LetDecl, ...]
    do: Block
    span: Span


class RoutineDecl(Record, frozen=True):
    """A routine, `setup` and `play` included."""

    name: str
    params: tuple[ParamDecl, ...]
    block: Block
    span: Span


class Trigger(Record, frozen=True):
    """A trigger of a consequence: counters or pieces that come or go, or a variable that changes."""

    sort: Literal["counter", "piece", "variable"]
    name: str


class ConsequenceDecl(Record, frozen=True):
    """A consequence: runs once for each place concerned (`place`), or once if it has none."""

    name: str
    place: ParamDecl | None
    watches: tuple[Trigger, ...]
    block: Block
    span: Span


class AwardDecl(Record, frozen=True):
    """Points by rank: `name` is each player in `among` in turn."""

    name: str
    params: tuple[ParamDecl, ...]
    member: str  #: the local that holds each player, for the keys of `among`
    among: Expr
    keys: tuple[Expr, ...]
    points: tuple[Expr, ...]  #: first, second, third
    ties: Literal["share up", "share down", "all", "all, places used up", "nothing", "lower"]
    variable: str  #: the variable that is raised: `score`
    span: Span


class WinnerLineDecl(Record, frozen=True):
    """One line of the ranking; `member` is each player in turn."""

    name: str
    most: bool
    member: str
    value: Expr
    span: Span


class AlwaysDecl(Record, frozen=True):
    """`always`: an invariant, which holds after every choice."""

    name: str
    condition: Expr
    text: str
    span: Span


class RunLine(Record, frozen=True):
    """`run` in an example."""

    block: Block


class ExpectLine(Record, frozen=True):
    """`expect that` in an example."""

    condition: Expr


class ExampleDecl(Record, frozen=True):
    """An example or a lesson. Lines with expressions are typed, by index in `text.lines` or, of a lesson, in
    `text.all_lines`; positions and moves stay text."""

    title: str
    text: object  #: the dsl.syntax.ast.ExampleSection or LessonSection
    typed: dict[int, RunLine | ExpectLine]
    span: Span


class TypedRules(Record, frozen=True):
    """A whole checked ruleset."""

    game: str
    based_on: str
    players: tuple[int, int]  #: the least and the most
    numbers: tuple[int, ...]  #: the possible numbers of players, in ascending order
    teams: Teams
    colours: tuple[str, ...]
    credits: tuple[str, ...]
    options: dict[str, OptionDecl]
    kinds: dict[str, KindDecl]
    tables: dict[str, TableDecl]
    boards: dict[str, BoardDecl]
    pieces: dict[str, PieceDecl]
    counters: dict[str, CounterDecl]
    zones: dict[str, ZoneDecl]
    variables: dict[str, VariableDecl]
    defines: dict[str, DefineDecl]  #: ordered so that each uses only earlier ones
    actions: dict[str, ActionDecl]
    routines: dict[str, RoutineDecl]  #: callees first
    awards: dict[str, AwardDecl]
    setup: Block
    play: Block
    winner: tuple[WinnerLineDecl, ...]
    winner_shared: bool
    examples: tuple[ExampleDecl, ...]
    consequences: dict[str, ConsequenceDecl]  #: each before those that it triggers
    paths: dict[str, PathDecl]
    remembers: bool = False  #: whether a rule uses `times_seen`
    always: tuple[AlwaysDecl, ...] = ()
    lessons: tuple[ExampleDecl, ...] = ()


# ---- paths ----


Along = Literal["neighbours", "orthogonal", "diagonals", "lines"]
Only = Literal["cheapest", "shortest", "straight"]


class StepHead(Record, frozen=True):
    """A type of step: its name, and how often a way may use it (None: without limit)."""

    name: str
    times: int | None
    span: Span


class PathHead(Record, frozen=True):
    """Head of a path: what is known of its ways before its conditions are checked."""

    name: str
    params: tuple[ParamDecl, ...]
    board: str  #: the board of the parameter `start`
    along: Along
    only: Only
    steps: tuple[StepHead, ...]
    counts_steps: bool  #: every step costs 1, so the cost of a way is its length
    span: Span


class StepDecl(Record, frozen=True):
    """`step jump from a to b if C costs E, at most n times`."""

    head: StepHead
    origin: str
    goal: str
    condition: Expr | None
    cost: Expr | None  #: None: 1


class PathDecl(Record, frozen=True):
    """A path: its steps, the maximum cost of a way, the places that ways may pass and end at (None: without
    restriction)."""

    head: PathHead
    steps: tuple[StepDecl, ...]
    budget: Expr | None
    through: Expr | None
    ends: Expr | None
