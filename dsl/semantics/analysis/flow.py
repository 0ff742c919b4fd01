"""Control flow: limits on size and depth, the call graph, termination, none-ness, stale references.

The limits keep an untrusted ruleset from occupying the checker for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.base.node_fields import names_below, names_inside
from dsl.base.problem import Problem, RulesError
from dsl.base.source import NOWHERE, Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import also, opening, section_opening
from dsl.semantics.symbols import SymbolTable
from dsl.syntax.ast import (
    ActionSection,
    Apply,
    AssignStatement,
    Block,
    BoardSection,
    CallStatement,
    ChooseOneStatement,
    ChooseStatement,
    CounterSection,
    Expr,
    KindsSection,
    LineNode,
    Name,
    Node,
    NoneLiteral,
    Of,
    OneTurnEachStatement,
    OptionSection,
    PieceSection,
    Section,
    TableSection,
    Tree,
    TurnOfStatement,
    TurnsStatement,
    VariableSection,
    ZoneSection,
)

MOST_NODES = 200_000
MOST: dict[type[Section], tuple[int, str]] = {
    OptionSection: (128, "options"),
    BoardSection: (16, "boards"),
    ZoneSection: (200, "zones"),
    VariableSection: (500, "variables"),
    ActionSection: (300, "actions"),
    KindsSection: (200, "kinds"),
    TableSection: (200, "tables"),
    PieceSection: (200, "sorts of piece"),
    CounterSection: (200, "sorts of counter"),
}
MOST_ROWS = 1000  #: of one table
DEEPEST = 150  #: levels of one section, including chains such as `a + b + c`
DEEPEST_OF_ALL = 200  #: levels of a section together with those it uses: the nesting that a runner must support


def refuse_oversized(rules: Tree) -> None:
    """Raise RulesError if the rules are larger or deeper than any game needs."""
    for sort, (most, what) in MOST.items():
        found = [section for section in rules.sections if type(section) is sort]
        if len(found) > most:
            _refuse("too-many-values", f"there are at most {most} {what}", found[most], "one too many")
    nodes = 0
    for section in rules.sections:
        if isinstance(section, TableSection) and len(section.rows) > MOST_ROWS:
            _refuse("too-many-values", f"a table has at most {MOST_ROWS} rows", section, f"{len(section.rows)} rows")
        count, depth = _measure(section)
        nodes += count
        if depth > DEEPEST:
            too_deep(section)
        if nodes > MOST_NODES:
            _refuse("too-large", f"the rules have more than {MOST_NODES} parts", section, "too much")


def too_deep(section: Section) -> None:
    """Raise the problem that a section is nested too deeply."""
    _refuse("too-deep", "this is nested too deeply", section, "too many levels below this")


def _refuse(slug: str, summary: str, section: Section, label: str) -> None:
    raise RulesError((Problem(slug, summary, section_opening(section), label),))


def levels_of(rules: Tree) -> dict[str, int]:
    """Return by name how deep the sections are nested; those without a name share ""."""
    found: dict[str, int] = {}
    for section in rules.sections:
        name = str(getattr(section, "name", ""))
        found[name] = max(found.get(name, 0), _measure(section)[1])
    return found


_MOST_MEASURED = 5_000
_measured: dict[int, tuple[Section, tuple[int, int]]] = {}  #: by identity: hashing a deep tree would be recursive


def _measure(section: Section) -> tuple[int, int]:
    """Return the number of nodes of a section and its depth, without recursion; a section is measured once."""
    known = _measured.get(id(section))
    if known is not None and known[0] is section:
        return known[1]
    if len(_measured) >= _MOST_MEASURED:
        _measured.clear()
    nodes, deepest = 0, 0
    open_: list[tuple[object, int]] = [(section, 0)]
    while open_:
        node, depth = open_.pop()
        if isinstance(node, tuple):
            open_.extend((item, depth) for item in node)
        elif isinstance(node, Node):
            nodes += 1
            if depth > deepest:
                deepest = depth
            for name in names_below(type(node)):
                value = getattr(node, name)
                if isinstance(value, tuple | Node):
                    open_.append((value, depth + 1))
    _measured[id(section)] = section, (nodes, deepest)
    return nodes, deepest


# ---- call graph: recursion, depth, order ----


WORDS = {"define": "definition", "can": "action", "do": "action", "to": "routine", "path": "path"}


@dataclass(slots=True)
class _CallGraphWalk:
    """A depth-first walk of the call graph."""

    world: SymbolTable
    edges: dict[str, list[tuple[str, Span]]]
    levels: Mapping[str, int]  #: by name the depth of each section alone
    done: list[str] = field(default_factory=list)  #: users after those that they use
    finished: dict[str, int] = field(default_factory=dict)  #: the depth of each section with everything that it uses
    open: list[str] = field(default_factory=list)
    loops: list[tuple[str, Span]] = field(default_factory=list)

    def visit(self, node: str) -> int:
        """Visit a node and all that it uses; return their depth. Raises RulesError if that is too deep."""
        self.open.append(node)
        own = deepest = self.levels.get(node.partition(" ")[2], 0)
        for other, span in self.edges.get(node, ()):
            if other in self.open:
                self.loops.append((other, span))
                continue
            below = self.finished[other] if other in self.finished else self._visit_below(other, span)
            deepest = max(deepest, own + below)
            if deepest > DEEPEST_OF_ALL:
                _refuse_recursion(self.world, other, span)
        self.open.pop()
        self.finished[node] = deepest
        self.done.append(node)
        return deepest

    def _visit_below(self, node: str, span: Span) -> int:
        if len(self.open) > DEEPEST_OF_ALL:
            _refuse_recursion(self.world, node, span)
        return self.visit(node)


def callees_first(world: SymbolTable, routines: Iterable[str], levels: Mapping[str, int]) -> list[str]:
    """Report recursion; return the routines so that each calls only earlier ones.

    `levels` gives the depth of each section by name. Raises RulesError if a chain of calls is too deep.
    """
    edges: dict[str, list[tuple[str, Span]]] = {}
    for who, whom, span in world.uses:
        edges.setdefault(who, []).append((whom, span))
    for name in world.actions:
        edges.setdefault(f"do {name}", []).append((f"can {name}", NOWHERE))
    walk = _CallGraphWalk(world, edges, levels)
    names = list(routines)
    for node in [*edges, *(f"to {name}" for name in names)]:
        if node not in walk.finished:
            walk.visit(node)
    for node, span in walk.loops:
        world.report(_recursion(world, node, span))
    return [node[3:] for node in walk.done if node.startswith("to ") and node[3:] in names]


def _recursion(world: SymbolTable, node: str, span: Span) -> Problem:
    sort, name = node.split(" ", 1)
    namespace = {"define": "", "path": "", "to": "routine"}.get(sort, "action")
    return Problem(
        "recursion",
        f"the {WORDS[sort]} `{name}` uses itself",
        span,
        "back to where it began",
        "Nothing may use itself, not by way of others either; so every rule comes to an end.",
        labels=also(world.place(name, namespace), f"`{name}` begins here"),
    )


def _refuse_recursion(world: SymbolTable, node: str, span: Span) -> None:
    """Report a chain of uses that is too deep, and stop. Raises RulesError with all problems found so far."""
    sort, name = node.split(" ", 1)
    world.report(
        Problem(
            "too-deep",
            f"with all that it uses this goes more than {DEEPEST_OF_ALL} levels deep",
            span,
            f"one {WORDS[sort]} too many in a row",
            f"The {WORDS[sort]} `{name}` uses another one, which uses another one, and so on. "
            "Rules nested this deep are hard to follow.",
            "let one of them say more, so that fewer use each other",
        )
    )
    world.problems.raise_if_any()


# ---- termination ----


@dataclass(slots=True)
class Termination:
    """Checks that every statement of a ruleset ends."""

    world: SymbolTable
    routines: dict[str, t.RoutineDecl]
    asking: dict[str, bool] = field(default_factory=dict)
    finite: dict[str, bool] = field(default_factory=dict)

    def action(self, node: t.ActionDecl) -> None:
        """Check the choices and statements of an action."""
        for param in node.params:
            board = self.world.boards.get(param.type.board) if isinstance(param.type, t.PlaceType) else None
            if board is not None and board.unbounded and not param.given and not mentions(node.lines, param.name):
                self.world.report(
                    Problem(
                        "unbounded-choice",
                        f"any place of an endless board could be chosen as `{param.name}`",
                        param.span,
                        "without end",
                        "The number of places that a player is offered must have a limit.",
                        f"add a condition that says something about `{param.name}`",
                        also(board.span, "this board has no bounds"),
                    )
                )
        self.block(node.do, {})

    def path(self, node: t.PathDecl) -> None:
        """Check that the ways along a path are finite, also on an unbounded board."""
        board = self.world.boards[node.head.board]
        places = [part for part in (node.through, node.ends) if part is not None]
        if (
            board.unbounded
            and node.budget is None
            and not (len(places) == 2 and all(self.bounded(p, {}) for p in places))
        ):
            self.world.report(
                Problem(
                    "unbounded-choice",
                    f"a way along `{node.head.name}` could go on without end",
                    opening(node.head.span, f"path {node.head.name}"),
                    "how far?",
                    "The number of places that a player is offered must have a limit.",
                    "add a line such as `within 3 cost`",
                    also(board.span, "this board has no bounds"),
                )
            )

    def block(self, block: t.Block, bounds: dict[str, bool]) -> None:
        """Check a block; `bounds` says of each let whether it is a bounded set."""
        for act in block:
            match act:
                case t.LetValue(name, value):
                    bounds[name] = self.bounded(value, bounds)
                case t.Loop() if not self.bounded(act.set, bounds):
                    self._unbounded(act.set.span)
                case t.RepeatBlock("") if not self.asks(act.block):
                    self._endless(act.span, "repeat", "`repeat`")
                case t.TurnsFrom(until=None) if not self.asks(act.block):
                    self._endless(opening(act.span, "turns"), "turns", "`turns`")
            for inner in blocks_of(act):
                self.block(inner, dict(bounds))

    def _unbounded(self, span: Span) -> None:
        self.world.report(
            Problem(
                "unbounded-loop",
                "this would go through an endless board place by place",
                span,
                "without end",
                "Sets of an endless board can be compared and joined, but not gone through one by one.",
                "narrow it first, for instance with `within 3 of centre`",
            )
        )

    def _endless(self, span: Span, word: str, quoted: str) -> None:
        self.world.report(
            Problem(
                "endless-repeat",
                f"this {quoted} may go on for ever",
                span,
                f"a way through this `{word}` asks nobody",
                "A loop without a bound must ask a player, or end something, on every way through it.",
                "give it a bound: `repeat up to 10 times`" if word == "repeat" else "give it a bound with `until`",
            )
        )

    def asks(self, block: t.Block) -> bool:
        """Return whether every path through a block asks a player or ends something."""
        return any(self._asks(act) for act in block)

    def _asks(self, act: t.Statement) -> bool:
        match act:
            case t.ChooseOf(if_possible=optional):
                return not optional or self.world.skips_choices
            case t.EndOf():
                return True
            case t.IfElse():
                return self.asks(act.then) and self.asks(act.otherwise)
            case t.CallRoutine(name):
                if name not in self.asking:
                    found = self.routines.get(name)
                    self.asking[name] = found is not None and self.asks(found.block)
                return self.asking[name]
            case t.PhaseBlock() | t.Batch() | t.FinallyBlock() | t.TurnsFrom() | t.TurnEach() | t.TurnOf():
                return self.asks(act.block)
            case t.RepeatBlock(""):
                return self.asks(act.block)
        return False

    def bounded(self, found: t.Expr, bounds: dict[str, bool]) -> bool:
        """Return whether a set is certainly finite on a board of any size."""
        match found:
            case t.CoveredCells():
                return self.bounded(found.set, bounds)
            case t.AllCells() | t.EdgeCells():
                return not self.world.boards[found.board].unbounded
            case t.CellUnion("both", left, right):
                return self.bounded(left, bounds) or self.bounded(right, bounds)
            case t.CellUnion("plus", left, right):
                return self.bounded(left, bounds) and self.bounded(right, bounds)
            case t.CellUnion("without", left, _):
                return self.bounded(left, bounds)
            case t.NextTo():
                return self.bounded(found.set, bounds) or self.bounded(found.to, bounds)
            case t.SideCells():
                return not self.world.boards[found.directions.board].unbounded
            case t.SlidesFrom():
                return self.bounded(found.over, bounds)
            case (
                t.InRows()
                | t.EnclosedCells()
                | t.JoinedTo()
                | t.ConnectedParts()
                | t.Filtered()
                | t.Extreme()
                | t.Ranked()
            ):
                return self.bounded(found.set, bounds)
            case t.Conditional():
                return self.bounded(found.then, bounds) and self.bounded(found.otherwise, bounds)
            case t.DefineValue(name) if name in self.world.defines:
                if name not in self.finite:
                    cases = self.world.defines[name].cases
                    self.finite[name] = all(self.bounded(case.value, {}) for case in cases)
                return self.finite[name]
            case t.LocalValue():
                return bounds.get(found.name, True)
        return True


def blocks_of(act: t.Statement) -> list[t.Block]:
    """Return the blocks within a statement."""
    match act:
        case t.IfElse():
            return [act.then, act.otherwise]
        case t.ChooseOf():
            return [entry.block for entry in (*act.entries, *act.interrupted_by)]
        case t.Loop() | t.RepeatBlock() | t.TurnsFrom() | t.TurnEach() | t.TurnOf() | t.PhaseBlock() | t.Batch():
            return [act.block]
        case t.FinallyBlock():
            return [act.block]
    return []


def mentions(node: object, name: str) -> bool:
    """Return whether the local `name` is used in a typed node."""
    if isinstance(node, t.LocalValue):
        return node.name == name
    if isinstance(node, tuple):
        return any(mentions(item, name) for item in node)
    return any(mentions(getattr(node, part), name) for part in names_inside(type(node), "type"))


# ---- variables that may become none again ----


#: Statements that may change variables elsewhere: choices, routines, and turns, which reset some variables.
_ANYTHING = (ChooseStatement, ChooseOneStatement, CallStatement, TurnsStatement, OneTurnEachStatement, TurnOfStatement)


def loses_not_none(world: SymbolTable, rules: Tree) -> frozenset[str]:
    """Return the variables that some statement may set to none, and those that are reset each turn."""
    maybe = {v.name for v in world.variables.values() if isinstance(v.type, t.MaybeType)}
    found = {name for name in maybe if world.variables[name].each_turn}
    for assign in _assigns(tuple(each for each in rules.sections if not isinstance(each, TableSection))):
        name = _target(assign.target)
        if name in maybe and any(_may_be_none(world, maybe, node) for node in _nodes(assign.value)):
            found.add(name)
    return frozenset(found)


def changed_in(nodes: Block) -> frozenset[str] | None:
    """Return the variables that these lines assign; None if they choose, call or take turns, so that any variable
    may change."""
    found: set[str] = set()
    for line in _lines(nodes):
        if isinstance(line, _ANYTHING):
            return None
        if isinstance(line, AssignStatement):
            found.add(_target(line.target))
    return frozenset(found)


def _target(node: Expr) -> str:
    head = node.left if isinstance(node, Of) else node
    return head.name if isinstance(head, Name) else ""


def _may_be_none(world: SymbolTable, maybe: set[str], node: object) -> bool:
    match node:
        case NoneLiteral():
            return True
        case Name(name) | Apply(name):
            return name in maybe or name in world.definitions
    return False


def _assigns(node: object) -> Iterator[AssignStatement]:
    """Yield the assignments in lines; expressions contain none."""
    return (line for line in _lines(node) if isinstance(line, AssignStatement))


def _lines(node: object) -> Iterator[LineNode]:
    open_ = [node]
    while open_:
        found = open_.pop()
        if isinstance(found, tuple):
            open_.extend(found)
        elif isinstance(found, LineNode):
            yield found
            open_.extend(getattr(found, name) for name in names_below(type(found)))


def _nodes(node: object) -> Iterator[object]:
    open_ = [node]
    while open_:
        found = open_.pop()
        if isinstance(found, tuple):
            open_.extend(found)
        elif isinstance(found, Node):
            yield found
            for name in names_below(type(found)):
                open_.append(getattr(found, name))


# ---- stale references: after a move, the name of a counter still denotes its old place ----


Moved = Mapping[str, Span]  #: counters by local name, and the statement that certainly moved them
_LASTING = ("owner", "state", "kind")  #: properties that a move of the counter does not change


class StaleReferences:
    """Reports `stale-thing`: the name of a counter used after the statement that moved it.

    Only certain moves count: those in both branches of an `if`, and none in a loop, which may have no iteration.
    """

    def __init__(self, world: SymbolTable) -> None:
        self._world = world

    def block(self, block: t.Block, moved: Moved) -> Moved:
        """Check a block and return the counters that are certainly moved after it."""
        for act in block:
            for part in names_inside(type(act)):
                moved = self._without_reported(getattr(act, part), moved)
            moved = self._act(act, moved)
        return moved

    def _act(self, act: t.Statement, moved: Moved) -> Moved:
        match act:
            case t.MoveCounters(single=t.LocalValue(name=name)):
                return {**moved, name: act.span}
            case t.LetValue(name=name) | t.AssignLocal(name=name):
                return {known: span for known, span in moved.items() if known != name}
            case t.IfElse(then=then, otherwise=otherwise):
                one, other = self.block(then, moved), self.block(otherwise, moved)
                return {name: span for name, span in one.items() if name in other}
            case t.Batch(block=inner):
                return self.block(inner, moved)
        for inner in blocks_of(act):
            self.block(inner, moved)
        return moved

    def _without_reported(self, node: object, moved: Moved) -> Moved:
        """Report uses of `moved` in a part of a statement, without its blocks; return those not reported yet."""
        match node:
            case tuple():
                for item in node:
                    moved = self._without_reported(item, moved)
            case t.LocalValue(name=name) if name in moved:
                self._world.report(_stale(name, node.span, moved[name]))
                return {known: span for known, span in moved.items() if known != name}
            case t.PropertyValue(name=word, of=t.LocalValue()) if word in _LASTING:
                return moved
            case t.ChoiceRef(action=action, args=args, where=where):
                moved = self._without_reported(args, moved)
                own = {param.name for param in self._world.actions[action].params} if action else set()
                hidden = {name: span for name, span in moved.items() if name in own}  # other locals of the same name
                rest = {name: span for name, span in moved.items() if name not in own}
                return {**self._without_reported(where, rest), **hidden}
            case t.Typed() | t.ChoiceEntry():
                for part in names_inside(type(node), "type"):
                    moved = self._without_reported(getattr(node, part), moved)
        return moved


def _stale(name: str, span: Span, moved: Span) -> Problem:
    return Problem(
        "stale-thing",
        f"`{name}` was moved before, and its name stays where it was",
        span,
        "one that stands at the old place",
        "Counters of a sort are all alike: the name of one means its owner, its state and the place where it was "
        "chosen. After a move another one may stand there, or none.",
        "speak of the place it was moved to, or do this before the move",
        also(moved, "moved here"),
    )
