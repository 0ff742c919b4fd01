"""Constant conditions: conditions that never hold, sets that are always empty, loops that cannot end."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from dsl.base.node_fields import names_inside
from dsl.base.problem import Label, Problem
from dsl.base.records import Record
from dsl.semantics import typed as t
from dsl.semantics.analysis.flow import blocks_of
from dsl.semantics.analysis.set_formulas import Membership
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import COUNT, LEAST, MOST

_SETS = (
    t.CellUnion, t.NextTo, t.WithinOf, t.Filtered, t.PiecesOn, t.CounterSet, t.JoinedTo, t.InRows, t.Extreme,
    t.CounterCells,
)  # fmt: skip


@dataclass(slots=True)
class ConstantConditions:
    """Finds conditions and sets whose value is always the same, in all typed rules."""

    world: SymbolTable
    rules: t.TypedRules

    def check(self) -> None:
        """Report every condition that never holds, and every set that is always empty."""
        parts = (
            *self.rules.defines.values(), *self.rules.actions.values(), *self.rules.routines.values(),
            *self.rules.awards.values(), *self.rules.consequences.values(), *self.rules.paths.values(),
            self.rules.setup, self.rules.play, self.rules.winner,
        )  # fmt: skip
        for part in parts:
            self._check_node(part)

    def _check_node(self, node: object) -> bool:
        """Report the innermost such parts of a node; return whether there were any."""
        found = False
        for below in _below(node):
            found = self._check_node(below) or found
        if found or not isinstance(node, t.Typed):
            return found
        problem = self._never(node) if isinstance(node.type, t.TruthType) else self._empty(node)
        if problem is not None:
            self.world.report(problem)
        return problem is not None

    def _never(self, node: t.Typed) -> Problem | None:
        if isinstance(node, t.Constant) or self.holds(node) is not False:
            return None
        label, hint = "never true", "leave it out, or ask something else"
        if isinstance(node, t.Comparison) and (left := _range(node.left)) and (right := _range(node.right)):
            label = f"{_range_text(left)} on the left, {_range_text(right)} on the right"
            variable = next(
                (side.variable for side in (node.left, node.right) if isinstance(side, t.VariableValue)), ""
            )
            hint = f"ask something else, or give `{variable}` a wider range" if variable else hint
        return Problem(
            "never-holds", "this condition never holds", node.span, label,
            "It is false in every position of a match.", hint,
        )  # fmt: skip

    def _empty(self, node: t.Typed) -> Problem | None:
        if not isinstance(node, _SETS) or not Membership(len(self.world.boards)).empty(node):
            return None
        return Problem(
            "never-holds", "there is never anything in this set", node.span, "always empty",
            "What is left out of it, or asked of it, excludes all its members.",
            "put brackets around what is left out, or leave out something else",
        )  # fmt: skip

    def holds(self, node: t.Typed) -> bool | None:
        """Return whether a condition always holds or never does; None if that depends on the match."""
        match node:
            case t.Constant(value) if isinstance(node.type, t.TruthType):
                return bool(value)
            case t.Negation(value):
                inner = self.holds(value)
                return None if inner is None else not inner
            case t.Logic(operator, parts):
                known = [self.holds(part) for part in parts]
                if operator == "and":
                    excluded = False in known or self._contradict(parts)
                    return False if excluded else True if all(known) else None
                return True if True in known else None if None in known else False
            case t.Comparison(operator, left, right):
                return self._compare(operator, left, right)
            case t.ExistsIn("at least" | "at most" as amount, t.Constant(count), things):
                if Membership(len(self.world.boards)).empty(things):
                    return count <= 0 if amount == "at least" else True
        return None

    def _contradict(self, parts: tuple[t.Expr, ...]) -> bool:
        """Return whether some of the parts contradict each other: `n < 3 and n > 5`, `x is a1 and x is b1`."""
        sets = Membership(len(self.world.boards))
        ranges: dict[Hashable, t.NumberType] = {}
        values: dict[Hashable, Hashable] = {}
        for part in parts:
            match part:
                case t.Comparison(operator, left, t.Constant(value)) if isinstance(left.type, t.NumberType):
                    key = sets.key(left)
                    before = ranges.get(key, left.type)
                    low, high = _limits(operator, value)
                    ranges[key] = t.NumberType(max(before.low, low), min(before.high, high))
                    if ranges[key].low > ranges[key].high:
                        return True
                case t.Comparison("==", left, (t.Constant() | t.CellConstant() | t.SeatConstant()) as right) if (
                    not isinstance(right.type, t.UnknownType)
                ):
                    other: Hashable = right.value if isinstance(right, t.Constant) else sets.key(right)
                    if values.setdefault(sets.key(left), other) != other:
                        return True
        return False

    def _compare(self, operator: str, left: t.Expr, right: t.Expr) -> bool | None:
        one, other = _range(left), _range(right)
        if one is None or other is None:
            return None
        match operator:
            case "<":
                return _surely(one.high < other.low, one.low >= other.high)
            case "<=":
                return _surely(one.high <= other.low, one.low > other.high)
            case ">":
                return _surely(one.low > other.high, one.high <= other.low)
            case ">=":
                return _surely(one.low >= other.high, one.high < other.low)
        apart = one.high < other.low or one.low > other.high
        same = one.low == one.high == other.low == other.high
        return _surely(same, apart) if operator == "==" else _surely(apart, same)


def _range(node: t.Expr) -> t.NumberType | None:
    """Return the range of a value; a value named by a `let` may be any number."""
    return node.type if isinstance(node.type, t.NumberType) else None


def _surely(yes: bool, no: bool) -> bool | None:
    return True if yes else False if no else None


def _limits(operator: str, value: int) -> tuple[int, int]:
    """Return the range of the numbers that fulfil a comparison with a value."""
    match operator:
        case "<":
            return LEAST, value - 1
        case "<=":
            return LEAST, value
        case ">":
            return value + 1, MOST
        case ">=":
            return value, MOST
        case "==":
            return value, value
    return LEAST, MOST


def _range_text(range_: t.NumberType) -> str:
    if range_.high >= COUNT.high:
        return f"{range_.low} or more" if range_.low > LEAST else "any number"
    return str(range_.low) if range_.low == range_.high else f"{range_.low}..{range_.high}"


def _below(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, Record):
        yield from (getattr(node, name) for name in names_inside(type(node), "type"))


def _nodes(node: object) -> Iterator[object]:
    open_ = [node]
    while open_:
        found = open_.pop()
        yield found
        open_.extend(_below(found))


Read = tuple[str, str]  #: what a condition reads: ("variable", name), ("things", piece or counter), ("local", name)
_EVERYTHING: Read = ("everything", "")
_PLAYERS: Read = ("players", "")
_ME: Read = ("me", "")
_ADJACENT = (
    t.NextTo,
    t.JoinedTo,
    t.Touches,
    t.WithinOf,
    t.ConnectedParts,
    t.BuiltinValue,
)  #: expressions whose value depends on walls


@dataclass(slots=True)
class EndlessLoops:
    """Finds loops whose body changes nothing that their condition reads."""

    world: SymbolTable
    rules: t.TypedRules
    _open: set[str] = field(default_factory=set)  #: routines and definitions being visited

    def check(self) -> None:
        """Report each `repeat while`, `repeat until` and `turns until` that never ends."""
        blocks = [self.rules.setup, self.rules.play]
        blocks += [routine.block for routine in self.rules.routines.values()]
        blocks += [consequence.block for consequence in self.rules.consequences.values()]
        blocks += [action.do for action in self.rules.actions.values()]
        for block in blocks:
            self._block(block)

    def _block(self, block: t.Block) -> None:
        for act in block:
            match act:
                case t.RepeatBlock("while" | "until" as word, value, inner) if value is not None:
                    self._loop(value, inner, set(), f"`repeat {word}`")
                case t.TurnsFrom(until=value, block=inner) if value is not None:
                    self._loop(value, inner, self._of_a_turn(), "`turns`")
            for inner in blocks_of(act):
                self._block(inner)

    def _loop(self, condition: t.Expr, block: t.Block, changed: set[Read], word: str) -> None:
        read = self._read(condition)
        changed = changed | self._changes_in(block)
        if not read or _EVERYTHING in read | changed or read & changed:
            return
        self.world.report(
            Problem(
                "endless-repeat", f"this {word} may go on for ever", condition.span, "nothing below changes this",
                "No step of the loop changes what the condition reads.",
                "change it in the loop, or ask for something that changes",
                (Label(block[0].span, "what is repeated begins here"),) if block else (),
            )
        )  # fmt: skip

    def _of_a_turn(self) -> set[Read]:
        return {_ME, *(("variable", v.name) for v in self.world.variables.values() if v.each_turn)}

    # ---- reads of a condition ----

    def _read(self, condition: t.Expr) -> set[Read]:
        found: set[Read] = set()
        for node in _nodes(condition):
            match node:
                case t.VariableValue(name):
                    found.add(("variable", name))
                case t.LocalValue(name):
                    found.add(("local", name))
                case t.PieceCells(name) | t.CounterSet(name):
                    found.add(("things", name))
                case t.ZoneSet(zone):
                    found.add(("things", self.world.zones[zone].piece))
                case t.PropertyValue():
                    found.add(self._things(node.of.type))
                case t.Me():
                    found.add(_ME)
                case t.AllSeats() | t.AllTeams() | t.NumberOfPlayers() | t.Rotation():
                    found.add(_PLAYERS)
                case t.CanChoose() | t.TimesSeen() | t.RandomFrom():
                    found.add(_EVERYTHING)
                case t.DefineValue(name) if name in self.rules.defines and name not in self._open:
                    found |= self._of_define(name)
            if isinstance(node, _ADJACENT):
                found |= {("things", name) for name in self.world.pieces}
        return found

    def _of_define(self, name: str) -> set[Read]:
        self._open.add(name)
        found = set[Read]()
        for case in self.rules.defines[name].cases:
            found |= self._read(case.value) | (self._read(case.condition) if case.condition is not None else set())
        self._open.discard(name)
        return {one for one in found if one[0] != "local"}

    def _things(self, kind: t.Type) -> Read:
        inner = kind.of if isinstance(kind, (t.SetType, t.MaybeType, t.ListType)) else kind
        match inner:
            case t.PieceType(name) | t.CounterType(name):
                return ("things", name)
        return _EVERYTHING

    # ---- writes of statements ----

    def _changes_in(self, block: t.Block) -> set[Read]:
        found: set[Read] = set()
        for act in block:
            found |= self._by(act)
            for inner in blocks_of(act):
                found |= self._changes_in(inner)
        return found

    def _by(self, act: t.Statement) -> set[Read]:
        match act:
            case t.AssignVariable(name):
                return {("variable", name)}
            case t.AssignLocal(name):
                return {("local", name)}
            case t.MoveCounters(counters, single):
                return {
                    self._things(counters.type if counters is not None else single.type if single else t.UnknownType())
                }
            case t.MarkCounters(counters):
                return {("things", counters.counter)}
            case t.MarkCounter(counter, name):
                return {self._things(counter.type), ("local", name)}
            case t.MarkPieces(pieces) | t.GivePieces(pieces):
                return {self._things(pieces.type)}
            case t.MovePiece(piece, name):
                return {self._things(piece.type), ("local", name)}
            case t.MoveZone(origin):
                return {("things", self.world.zones[origin.zone].piece)}
            case t.CreatePieces(name):
                return {("things", name)}
            case t.ShuffleZone(zone):
                return {("things", self.world.zones[zone.zone].piece)}
            case t.LetValue() | t.NoteText() | t.IfElse() | t.Loop() | t.RepeatBlock() | t.PhaseBlock() | t.Batch():
                return set()
            case t.TurnsFrom() | t.TurnEach() | t.TurnOf():
                return self._of_a_turn()
            case t.CallRoutine(name):
                return self._of_routine(name)
            case t.ChooseOf():
                return self._of_choice(act)
            case t.GiveAward():
                return {("variable", "score")}
        return {_EVERYTHING}  # it ends something, or affects everything

    def _of_routine(self, name: str) -> set[Read]:
        key = f"to {name}"
        if key in self._open or name not in self.rules.routines:
            return set()
        self._open.add(key)
        found = self._changes_in(self.rules.routines[name].block)
        self._open.discard(key)
        return found | self._consequence_changes()

    def _of_choice(self, act: t.ChooseOf) -> set[Read]:
        found: set[Read] = self._consequence_changes()
        for entry in (*act.entries, *act.interrupted_by):
            if entry.choice.word:
                return {_EVERYTHING}  # `stop` leaves the loop
            found.add(("local", entry.budget))
            found |= self._changes_in(self.rules.actions[entry.choice.action].do)
        return found

    def _consequence_changes(self) -> set[Read]:
        """Return the changes of all consequences, which may follow any statement."""
        if "consequences" in self._open:
            return set()
        self._open.add("consequences")
        found: set[Read] = set()
        for one in self.rules.consequences.values():
            found |= self._changes_in(one.block)
        self._open.discard("consequences")
        return found
