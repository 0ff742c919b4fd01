"""The program while it is being made: slots, tables, functions, anchors; and what the names of the rules stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from dsl.base.problem import RulesError
from dsl.base.source import NOWHERE, Span
from dsl.program.code import (
    BitsConst,
    Block,
    Call,
    Check,
    Const,
    Expr,
    Function,
    Load,
    Local,
    Return,
    Set,
    SetOp,
    Single,
    Statement,
    Store,
)
from dsl.program.layout import FIXED_SLOTS, Domain, Slot, ZoneLayout
from dsl.program.lower import geometry, places
from dsl.program.lower.ir import arith, free_locals
from dsl.program.lower.measures import Measures
from dsl.program.lower.walking import inside
from dsl.program.program import PLACE, TURNS, Anchor, Place, Trap
from dsl.semantics.error_messages import not_yet as explained
from dsl.semantics.typed import (
    Act,
    BoardDecl,
    Comparison,
    Conditional,
    ConsequenceDecl,
    Constant,
    CounterType,
    LocalValue,
    Logic,
    MaybeType,
    OptionValue,
    PieceType,
    PlaceType,
    Rules,
    SetType,
    Type,
    WayType,
)
from dsl.semantics.typed import Expr as Typed


def not_yet(what: str, span: Span) -> RulesError:
    """Return the error for a construct that has its place in the language and that no program can hold so far."""
    return RulesError((explained(what, span),))


#: Locals that lowering uses itself; a name of the rules that is one of them gets an underscore.
_OWN = frozenset((
    "a", "amount", "any", "area", "at", "b", "before", "best", "bits", "cell", "cells", "dx", "dy", "found", "goal",
    "group", "i", "k", "kept", "key", "last", "left", "member", "n", "next", "now", "number", "on", "owner", "pick",
    "place", "player", "reached", "rest", "result", "seat", "skip", "some", "start", "state", "value",
))  # fmt: skip


def local_name(name: str) -> str:
    """Return the local that a name of the rules becomes."""
    return f"{name}_" if name in _OWN or name.startswith("w_") else name


# ---- what a name stands for --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Value:
    """A name that stands for a value already worked out."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Alias:
    """A name that stands for an expression, judged where the name is used."""

    expr: Typed
    env: Env


@dataclass(frozen=True, slots=True)
class OneCounter:
    """A name that stands for a counter, as its owner, state and cell."""

    counter: str
    owner: Expr
    state: Expr
    cell: Expr


@dataclass(frozen=True, slots=True)
class OneWay:
    """A name that stands for a way, as what it costs, its kind and its goal."""

    path: str
    cost: Expr
    kind: Expr
    goal: Expr


Bound = Value | Alias | OneCounter | OneWay


@dataclass(frozen=True, slots=True)
class Env:
    """What the names mean at one place in the rules, and how wide the locals are."""

    names: dict[str, Bound] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    held: frozenset[str] = frozenset()  #: names of pieces in a zone, where each has its number

    def holding(self, name: str) -> Env:
        """Return this environment with `name` as a piece in a zone."""
        return replace(self, held=self.held | {name})

    def bind(self, name: str, bound: Bound) -> Env:
        """Return this environment with one name more."""
        return replace(self, names={**self.names, name: bound})

    def local(self, name: str, width: int, local: str = "") -> Env:
        """Return this environment with `name` as a local of `width` (0 for a number)."""
        local = local or local_name(name)
        widths = {**self.widths, local: width}
        return Env({**self.names, name: Value(Local(local))}, widths, self.held - {name})

    def widen(self, local: str, width: int) -> Env:
        """Return this environment with the width of a local that no name of the rules stands for."""
        return replace(self, widths={**self.widths, local: width})


def _locals_of(node: object) -> Iterator[LocalValue]:
    if isinstance(node, LocalValue):
        yield node
    for part in inside(node):
        yield from _locals_of(part)


def board_about(consequence: ConsequenceDecl) -> str:
    """Return the board whose places a consequence is about, empty if it is about none."""
    place = consequence.place
    return place.type.board if place is not None and isinstance(place.type, PlaceType) else ""


# ---- the program in the making -------------------------------------------------------------------------------------


class Unit:
    """Collects the parts of one program."""

    def __init__(
        self, rules: Rules, players: int, options: dict[str, int], windows: dict[str, int], tracing: bool = False
    ) -> None:
        self.rules = rules
        self.tracing = tracing  #: whether the places of statements and expressions are kept
        self.places: list[Place] = []
        self.placed: dict[str, int] = {}  #: by the function of an expression its place
        self.players = players
        self.options = {name: decl.defaults[players] for name, decl in rules.options.items()} | options
        self.slots: dict[str, Slot] = {}
        self.length = 0
        self.tables: dict[str, tuple[int, ...]] = {}
        self.functions: dict[str, Function] = {}
        self._closures: dict[tuple[int | str | None, ...], list[str]] = {}  #: by result, length and locals
        self.anchors: list[Anchor] = []
        self._anchor_numbers: dict[tuple[str, str], int] = {}
        self.texts: list[str] = []
        self._text_numbers: dict[str, int] = {}
        self.traps: list[Trap] = []
        self._trap_numbers: dict[Trap, int] = {}
        self.measures = Measures(rules, players, self.options)
        self.kinds = self.measures.kinds
        self.pieces = self.measures.pieces
        self.counters = self.measures.counters
        self.zones: dict[str, ZoneLayout] = {}
        self.ways = self.measures.ways
        self._names = 0
        for name in FIXED_SLOTS:
            width = {"chance": 64, "in_play": players, "secretly": players}.get(name, 0)
            self.slot(name, width=width, passing=name in ("fuel", "chosen"))
        self.geometries = self.measures.geometries
        self.geometries.update(
            (name, self._named_apart(board, self._geometry(board, windows))) for name, board in rules.boards.items()
        )

    # -- constants ----------------------------------------------------------------------------------------------

    def constant(self, expr: Typed) -> int:
        """Return the value of an expression that is made of numbers and options alone, and of tests of options."""
        match expr:
            case Constant(value=value):
                return value
            case OptionValue(option=option):
                return self.options[option]
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.constant(then if self.constant(condition) else otherwise)
            case Comparison(operator="==" | "!=" as operator, left=left, right=right):
                return int((self.constant(left) == self.constant(right)) == (operator == "=="))
            case Logic(operator=operator, parts=parts):
                return int((all if operator == "and" else any)(self.constant(part) for part in parts))
        raise not_yet("a size that is not a number or an option", expr.span)

    def _named_apart(self, board: BoardDecl, found: geometry.Geometry) -> geometry.Geometry:
        """Put the name of a board into those of its places, if another board has the same."""
        if not board.shares_names(self.rules.boards.values()):
            return found
        names = {number: f"{board.name}_{name}" for number, name in found.layout.names.items()}
        return replace(found, layout=replace(found.layout, names=names))

    def _geometry(self, board: BoardDecl, windows: dict[str, int]) -> geometry.Geometry:
        if board.shape == "hexes":
            if board.unbounded:
                return geometry.hexes(board.name, windows.get(board.name, board.window), board.centre, True)
            if board.size:
                width, height = (self.constant(side) for side in board.size)
                return geometry.rhombus(board.name, width, height, board.centre)
            return geometry.hexes(board.name, board.window, board.centre, False)
        if board.shape == "squares" and board.size:
            sides = (self.constant(board.size[0]), self.constant(board.size[1]))
            return geometry.squares(board.name, *sides, self.corners_touch(board))
        if board.shape == "slots" and board.size:
            return places.slots(board.name, self.constant(board.size[0]), self.constant(board.size[1]))
        if board.shape == "areas" and board.areas:
            corners = board.corners if self.corners_touch(board) else ((),) * len(board.areas)
            borders = zip(board.areas, corners, strict=True)
            words = tuple(words[0] if words else "" for _, words, _ in board.areas)
            return places.areas(board.name, tuple((name, (*near, *more)) for (name, _, near), more in borders), words)
        raise not_yet(f"a board of {board.shape} without a size", board.span)

    def corners_touch(self, board: BoardDecl) -> bool:
        """Return whether places of a board are neighbours in this match if they meet only in a corner."""
        return board.corners_touch and (not board.corners_option or bool(self.options[board.corners_option]))

    # -- slots and names --------------------------------------------------------------------------------------

    def slot(
        self, name: str, length: int = 1, width: int = 0, *, cells: bool = False, by_cell: bool = False,
        counter: str = "", passing: bool = False, board: str = "", piece: str = "",
    ) -> str:  # fmt: skip
        """Make a slot, unless there is one of this name; return the name."""
        if name not in self.slots:
            self.slots[name] = Slot(
                name, self.length, length, width, cells=cells, by_cell=by_cell, counter=counter, passing=passing,
                board=board, piece=piece,
            )  # fmt: skip
            self.length += length
        return name

    def forget(self, names: Iterable[str]) -> None:
        """Take slots out again, which nothing speaks of."""
        kept = [slot for name, slot in self.slots.items() if name not in names]
        self.slots.clear()
        self.length = 0
        for slot in kept:
            self.slots[slot.name] = replace(slot, first=self.length)
            self.length += slot.length

    def slot_for(
        self, name: str, kind: Type, length: int = 1, *, passing: bool = False, by_cell: str = ""
    ) -> str:  # fmt: skip
        """Make a slot that can hold values of a type; an array of them by the cells of a board, if it is named."""
        bare = kind.of if isinstance(kind, MaybeType) else kind
        member = bare.of if isinstance(bare, SetType) else bare
        cells = isinstance(member, (PlaceType, WayType))
        cells = cells or (isinstance(member, PieceType) and self.measures.by_cell(member.piece))
        counter = member.counter if isinstance(member, CounterType) else ""
        board = ""
        if isinstance(member, PlaceType):
            board = member.board
        elif isinstance(member, PieceType) and cells:
            board = self.rules.pieces[member.piece].board
        elif isinstance(member, WayType):
            board = self.ways[member.path].board
        return self.slot(
            name, length, self.measures.width(kind), cells=cells, by_cell=by_cell != "" and board in ("", by_cell),
            counter=counter, passing=passing, board=board or by_cell,
            piece=self.measures.by_number(member),
        )  # fmt: skip

    def fresh(self, stem: str) -> str:
        """Return a name that nothing has yet."""
        self._names += 1
        return f"{stem}_{self._names}"

    def anchor(self, name: str, sort: str, span: Span = NOWHERE) -> int:
        """Return the number of an anchor."""
        key = (name, sort)
        if key not in self._anchor_numbers:
            self._anchor_numbers[key] = len(self.anchors)
            self.anchors.append(Anchor(name, sort, span))
        return self._anchor_numbers[key]

    def text(self, text: str) -> int:
        """Return the number of a text."""
        number = self._text_numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    def check(self, condition: Expr, slug: str, text: str, span: Span) -> Statement:
        """Return a check that traps with a named rule error."""
        return self.check_trap(condition, Trap(slug, text, span))

    def check_trap(self, condition: Expr, trap: Trap) -> Statement:
        """Return a check that traps so."""
        number = self._trap_numbers.setdefault(trap, len(self.traps))
        if number == len(self.traps):
            self.traps.append(trap)
        return Check(condition, number)

    def function(
        self,
        name: str,
        params: Iterable[tuple[str, int]],
        result: int | None,
        body: Iterable[Statement],
        comment: str = "",
        *,
        restores: bool = False,
    ) -> str:
        """Add a function; return its name."""
        self.functions[name] = Function(name, tuple(params), result, tuple(body), comment, restores)
        return name

    def closure(
        self, stem: str, result: int | None, body: Iterable[Statement], env: Env, comment: str = "", *,
        restores: bool = False,
    ) -> Call:  # fmt: skip
        """Make a function of `body` whose parameters are the locals that it uses; return the call of it."""
        block: Block = tuple(body)
        used = free_locals(block)
        alike = self._closures.setdefault((result, len(block), *used), [])
        name = next((known for known in alike if self.functions[known].body == block), None)
        if name is None:
            params = [(u, env.widths[u]) for u in used]
            name = self.function(self.fresh(stem), params, result, block, comment, restores=restores)
            alike.append(name)
        return Call(name, tuple(Local(u) for u in used))

    # -- places, in a traced program ------------------------------------------------------------------------------

    def begin(self, act: Act, env: Env) -> list[Statement]:
        """Return what notes that a statement begins; nothing unless this is a traced program."""
        return [Set(PLACE, Const(self._place(act, env)))] if self.tracing else []

    def turns(self, act: Act, env: Env) -> tuple[list[Statement], list[Statement]]:
        """Return what stands before a loop and in front of its body, to count its turns; nothing unless tracing."""
        if not self.tracing:
            return [], []
        count = Local(f"{TURNS}{self._place(act, env)}")
        return [Set(count.name, Const(0))], [Set(count.name, arith("+", count, Const(1)))]

    def at(self, expr: Typed, env: Env, value: Expr) -> Expr:
        """Return the value of an expression; in a traced program that of a function that knows its place."""
        if not self.tracing or isinstance(value, (Const, BitsConst, Local)):
            return value
        used = free_locals((Return(value),))
        if any(local not in env.widths for local in used):
            return value
        number = self._place(expr, env)
        name = f"at {number}"  # not `fresh`: slots must be named as in the plain program
        self.placed[name] = number
        body = Set(PLACE, Const(number)), Return(value)
        params = [(local, env.widths[local]) for local in used]
        self.function(name, params, self.measures.width(expr.type), body)
        return Call(name, tuple(map(Local, used)))

    def _place(self, node: Typed | Act, env: Env) -> int:
        names: dict[str, tuple[Expr, Domain]] = {}
        for local in _locals_of(node):
            bound = env.names.get(local.name)
            if isinstance(bound, Value):
                # A piece in a zone is known by its number, also where on the board it would be by its cell.
                by_number = local.name in env.held
                names[local.name] = bound.expr, Domain("nothing") if by_number else self.measures.domain(local.type)
        self.places.append(Place(node.span, node, tuple((name, *held) for name, held in names.items())))
        return len(self.places) - 1

    # -- consequences -----------------------------------------------------------------------------------------

    def watching(self, sort: str, name: str) -> list[ConsequenceDecl]:
        """Return the consequences that a change of something sets off."""
        return [
            one
            for one in self.rules.consequences.values()
            if any((w.sort, w.name) == (sort, name) for w in one.watches)
        ]

    def due_width(self, consequence: ConsequenceDecl) -> int:
        """Return the width of the bitset in slot `due.<name>`: the places for which a consequence has to follow."""
        return self.measures.size(consequence.place.type) if consequence.place else 1

    def due(self, sort: str, name: str, cell: Expr | None) -> list[Statement]:
        """Return what notes that something changed on a cell, or (None) wherever it matters."""
        found: list[Statement] = []
        for one in self.watching(sort, name):
            width = self.due_width(one)
            places: Expr = BitsConst(1, 1)
            if one.place is not None:
                everywhere = self.geometries[one.place.type.board].valid if isinstance(one.place.type, PlaceType) else 0
                places = BitsConst(everywhere, width) if cell is None else Single(cell, width)
            slot = self.slot(f"due.{one.name}", 1, width, cells=one.place is not None, board=board_about(one))
            found.append(Store(slot, SetOp("or", Load(slot), places)))
        return found

    # -- shorthand ----------------------------------------------------------------------------------------------

    def load(self, slot: str, index: Expr | None = None) -> Expr:
        """Return the value of a slot, or of one element."""
        return Load(slot, index)
