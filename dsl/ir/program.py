"""A program: the code that a runner executes, and the metadata that the engine reads."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence

from dsl.base.records import Record, RecordWithMetadata
from dsl.base.source import Span
from dsl.ir.instructions import Block, Expr, Function, Step
from dsl.ir.layout import Domain, Layout

#: An option of an ask with several entries is `entry * STRIDE + value`.
STRIDE = 1 << 20


class Anchor(Record, frozen=True):
    """A named place in the rules, such as `drift.farther`. Causes, reasons and translations refer to it."""

    name: str
    sort: str  #: "action", "condition", "routine", "phase", "award", "option", "setup", "winner", ...
    span: Span


class Condition(Record, frozen=True):
    """One `needs` of an action (or the `where` of a choice, then named after it), in the order of the text."""

    anchor: int
    name: str
    message: str  #: the text of the rules, with `{t}` for values, or a key of `dsl.i18n`; empty without a text
    level: int  #: number of asked parameters that must be known before it can be tested


class ActionInfo(Record, frozen=True):
    """An action as the table shows it."""

    name: str
    anchor: int
    text: str  #: "Let {t} drift to {goal}"
    params: tuple[tuple[str, Domain], ...]  #: those that are asked, in order
    given: tuple[tuple[str, Domain], ...]
    conditions: tuple[Condition, ...]


Supplied = tuple[tuple[str, Domain, str], ...]


class AskEntry(Record, frozen=True):
    """One line of a list of choices: an action, or a word such as `stop`."""

    action: str  #: the action's name; empty for a word
    word: str  #: "stop" and the like; "enough" closes a choice that may be repeated
    text: str  #: the text of the rules that replaces the action's own, or empty
    price: int  #: its price; 0 if it is free
    budget: str  #: the budget that pays for it, or empty
    domain: Domain  #: the domain of its options; "nothing" if an action asks for none
    #: Function `(value) -> condition` for a value that is not offered: the number of the first condition of the action
    #: that fails (one more than there are: the choice's own `where`), -1 if it is offered, -2 if it is no such thing;
    #: empty for a word.
    why: str
    #: Values that the asking rule supplies, to be shown to the deciding player: name, domain, function `() -> value`.
    supplied: Supplied = ()
    values: tuple[int, int] = (0, 0)  #: the values that `why` accepts: the first one and their number


class DecisionPoint(Record, frozen=True):
    """A point where a seat must choose one value.

    `entries` are those of the list; after an entry with several parameters was chosen each further parameter is an
    ask of its own, with that one entry, `parameter` counting from 0, and the values so far in the slots `given`.
    """

    number: int
    options: str  #: the function that pushes the options
    entries: tuple[AskEntry, ...]
    parameter: int  #: 0 for the first, so also for a list of several entries
    given: tuple[str, ...]  #: slots with the values chosen so far, one per earlier parameter
    anchor: int  #: the rule that asks
    combined: bool  #: options are `entry * STRIDE + value`; otherwise just values of entry 0
    further: bool = False  #: asks for one more place of a way; the last of `given` holds the earlier places


class WinnerInfo(Record, frozen=True):
    """One line of the ranking: function `(player) -> number`."""

    name: str
    most: bool
    function: str


class InvariantInfo(Record, frozen=True):
    """An invariant that must hold after every choice: function `() -> truth`."""

    name: str
    function: str
    text: str  #: its text in the rules, or empty


class Trap(Record, frozen=True):
    """A named rule error: something that cannot be decided before play."""

    slug: str
    text: str
    span: Span


#: In a traced program, the local of every function and step that holds the number of the current place.
PLACE = "w_place"
TURNS = "w_turns_"  #: with the number of its place: the local that counts the iterations of a loop


class TracePoint(Record, frozen=True):
    """A statement or expression of the rules, in a traced program."""

    span: Span
    node: object  #: the typed expression or statement
    names: tuple[tuple[str, Expr, Domain], ...]  #: the names of the rules in it that have a value


class TracedProgram(Record, frozen=True):
    """A program lowered once more to find where it fails: slower, and not optimized.

    Its slots, steps and asks are those of the plain program. Each expression is a function of its own (`placed` says
    of which place), and each statement writes its place into the local `PLACE` before it begins.
    """

    program: Program
    places: tuple[TracePoint, ...]
    placed: Mapping[str, int]


class ExplainedProgram(Record, frozen=True):
    """A program lowered once more to find the sources of points: it reports them before it gives points.

    Its steps and asks are those of the plain program, and it has all its slots.
    """

    program: Program
    comparisons: str | None  #: the function that gives all awards whose arguments are known at any time
    ends: str | None  #: the function that says whether the turns of the game end now, as far as no local decides it
    winner: tuple[str, ...]  #: by line of the ranking: a function that reports the sources of a player's value


class Evaluation(Record, frozen=True):
    """The functions that evaluate a position before the end: `(seat) -> number` each, and a seat's score is their sum.

    The second one reads the ranking, so it is called once everything is scored as if the match ended here.
    """

    position: str
    ranking: str


class LazyFunctionMap(Mapping[str, Function]):
    """Functions that are made at their first use; the widths of their results are known before."""

    @abstractmethod
    def result(self, name: str) -> int | None:
        """Return the width of a function's result, None if it has none."""


#: Where in the rules something of the flow belongs: the statements around it from the outside in, each by its sort,
#: with its name if it has one, and its place. The first is the section.
Site = tuple[tuple[str, Span], ...]


class FlowSites(Record, frozen=True):
    """The sites of a program's steps and slots, by which another version of the rules finds them again."""

    steps: tuple[Site, ...]  #: by number of the step
    slots: Mapping[str, Site]  #: by name of a slot of the flow; empty for one that belongs to no statement


class Program(RecordWithMetadata, frozen=True, weakref=True):
    """Everything about one ruleset under one set of options, for one number of players."""

    players: int
    colours: tuple[str, ...]  #: the players' names in the rules and the notation, by seat
    layout: Layout
    tables: dict[str, tuple[int, ...]]  #: constant arrays
    functions: Mapping[str, Function]
    steps: Sequence[Step]  #: numbered by their place
    start: int  #: the first step of a match: setup, then play
    prologue: Block  #: gives the variables and counters their first values; a position is built on it
    alone: dict[str, int]  #: by action: the step that asks for it alone and then ends, for positions and examples
    asks: tuple[DecisionPoint, ...]
    actions: dict[str, ActionInfo]
    anchors: tuple[Anchor, ...]
    texts: tuple[str, ...]
    traps: tuple[Trap, ...]
    winner: tuple[WinnerInfo, ...]
    winner_shared: bool
    fuel: int  #: fuel for one step to the next choice
    examples: dict[str, str | int]  #: lines of examples, "<example>.<line>": a function that says yes or no, or a step
    play: int = -1  #: the first step after the setup, for a match that continues from a position
    projected_score: str | None = (
        None  #: the function that scores as if the match ended here, if there is final scoring
    )
    evaluation: Evaluation | None = None  #: the evaluation functions of a model (`dsl.search.evaluation`)
    always: tuple[InvariantInfo, ...] = ()  #: invariants that must hold after every choice
    team_branches: frozenset[int] = frozenset()  #: values of slot `branch` where teams decide apart, not players
    outside: tuple[tuple[str, int], ...] = ()  #: arrays of numbers outside the position: name and length
    entries: tuple[str, ...] = ()  #: functions that only the host calls, such as those of a search
    #: Lowers the same rules once more with the places of all statements and expressions.
    traced: Callable[[], TracedProgram] | None = None
    #: Lowers the same rules once more with the sources of points.
    explained: Callable[[], ExplainedProgram] | None = None
    sites: FlowSites = FlowSites((), {})
    metadata = frozenset({"traced", "explained", "sites"})

    def result(self, function: str) -> int | None:
        """Return the width of a function's result (0 for a number), None if it has none."""
        late = self.functions
        return late.result(function) if isinstance(late, LazyFunctionMap) else late[function].result

    def length_of(self, array: str) -> int:
        """Return the length of an array outside the position."""
        return dict(self.outside)[array]
