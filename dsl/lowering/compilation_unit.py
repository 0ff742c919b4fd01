"""Compilation unit: collects the slots, tables, functions, anchors and traps of a program during lowering; sizes of
types; evaluation of expressions that are constant before a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from msgspec import structs

from dsl.base.problem import RulesError
from dsl.base.source import NOWHERE, Span
from dsl.ir.builder import arith, compare, free_locals
from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Check,
    Const,
    Expr,
    Function,
    Load,
    Local,
    Lookup,
    Return,
    Set,
    SetOp,
    Single,
    Statement,
    Store,
)
from dsl.ir.layout import (
    FIXED_SLOTS,
    CounterLayout,
    Domain,
    KindLayout,
    PieceLayout,
    Sight,
    Slot,
    WayLayout,
    ZoneLayout,
)
from dsl.ir.program import PLACE, TURNS, Anchor, Site, TracePoint, Trap
from dsl.lowering.environment import ComputedValue, Env, local_name
from dsl.lowering.geometry import BoardGeometry, areas, hexes, rhombus, slots, squares
from dsl.lowering.traversal import inside
from dsl.semantics import typed as t
from dsl.semantics.error_messages import not_yet as explained


def unsupported(what: str, span: Span) -> RulesError:
    """Return the error for a construct that lowering does not support yet."""
    return RulesError((explained(what, span),))


_APART = 1_000_000  #: the first number of the names that `naming_apart` gives


class TypeSizes:
    """The sizes of types in one program. Pieces, counters and ways are added while they are laid out."""

    def __init__(self, rules: t.TypedRules, players: int, options: Mapping[str, int]) -> None:
        self._rules = rules
        self._players = players
        self._options = options
        self.kinds = {name: KindLayout(name, decl.values) for name, decl in rules.kinds.items()}
        self.pieces: dict[str, PieceLayout] = {}
        self.counters: dict[str, CounterLayout] = {}
        self.ways: dict[str, WayLayout] = {}
        self.geometries: dict[str, BoardGeometry] = {}

    def by_cell(self, piece: str) -> bool:
        """Whether pieces of this type are known by their cell."""
        return self._rules.pieces[piece].by_cell

    def by_number(self, kind: t.Type) -> str:
        """Return the numbered type of piece that a type contains; empty for other types."""
        return kind.piece if isinstance(kind, t.PieceType) and not self.by_cell(kind.piece) else ""

    def numbered(self, piece: str) -> bool:
        """Whether pieces of this type are known by number and may be on a board."""
        decl = self._rules.pieces[piece]
        return bool(decl.board) and not decl.by_cell

    def size(self, kind: t.Type) -> int:
        """Return the number of values of a type: the width of a bitset of them. Value v is member v - `offset`."""
        match kind:
            case t.PlaceType(board):
                return self.geometries[board].width
            case t.PieceType(piece) if self.by_cell(piece):
                return self.geometries[self._rules.pieces[piece].board].width
            case t.PieceType(piece):
                return max(1, self.pieces[piece].count)
            case t.PlayerType():
                return self._players
            case t.KindType(name):
                return len(self.kinds[name].values)
            case t.TruthType():
                return 2
            case t.NumberType(low, high):
                return high - low + 1
            case t.CounterType(counter):
                layout = self.counters[counter]
                return len(layout.owners) * len(layout.states) * self.geometries[layout.board].width
            case t.WayType(path):
                way = self.ways[path]
                return (1 if way.longest else way.uses) * self.geometries[way.board].width
            case t.SetType(of) | t.MaybeType(of):
                return self.size(of)
        raise TypeError(f"no bitset has members of {kind}")

    def owners(self, decl: t.CounterDecl | t.ZoneDecl) -> tuple[str, ...]:
        """Return the owners that distinguish zones or counters of one type: players, values of a kind, or none."""
        if decl.kind:
            return self.kinds[decl.kind].values
        return self._rules.colours[: self._players] if decl.owned else ("",)

    def offset(self, kind: t.Type) -> int:
        """Return the value that is member 0 of a bitset of this type."""
        return kind.low if isinstance(kind, t.NumberType) else 0

    def width(self, kind: t.Type) -> int:
        """Return the width of a value of this type: 0 for numbers."""
        if isinstance(kind, t.WayType):
            return self.ways[kind.path].longest * self.size(kind)
        return self.size(kind.of) if isinstance(kind, t.SetType) else 0

    def domain(self, kind: t.Type) -> Domain:
        """Return the domain of values of this type, for readers of the state."""
        match kind:
            case t.MaybeType(of):
                inner = self.domain(of)
                return Domain(inner.sort, inner.name, True)
            case t.PlaceType(board):
                return Domain("cell", board)
            case t.PieceType(piece):
                return Domain("piece", piece)
            case t.CounterType(counter):
                return Domain("counter", counter)
            case t.PlayerType():
                return Domain("player")
            case t.KindType(name):
                return Domain("kind", name)
            case t.TruthType():
                return Domain("yes or no")
            case t.SetType(t.PlayerType()):
                return Domain("players")
            case t.SetType(t.PieceType(piece)) if self.numbered(piece):
                return Domain("pieces", piece)
            case t.ListType(t.PlayerType()):
                return Domain("list of players")
            case t.SetType(t.KindType(name)):
                return Domain("kinds", name)
            case t.SetType(t.PlaceType(board)):
                return Domain("cells", board)
            case t.SetType():
                return Domain("cells")
            case t.WayType(path):
                return Domain("way", path)
        return Domain("number")

    def option_domain(self, kind: t.Type) -> Domain:
        """Return the domain of the options of a parameter: for a way that is asked place by place, a cell."""
        if isinstance(kind, t.WayType) and self.ways[kind.path].longest:
            return Domain("cell", self.ways[kind.path].board)
        return self.domain(kind)

    def sight(self, rules: Iterable[t.SightRule]) -> Sight:
        """Return the visibility under the options of this match: the last rule that applies."""
        found: Sight = "all"
        for rule in rules:
            if not rule.option or self._options[rule.option]:
                found = rule.who
        return found


def _locals_of(node: object) -> Iterator[t.LocalValue]:
    if isinstance(node, t.LocalValue):
        yield node
    for part in inside(node):
        yield from _locals_of(part)


def board_about(consequence: t.ConsequenceDecl) -> str:
    """Return the board of a consequence's place, empty if it has no place."""
    place = consequence.place
    return place.type.board if place is not None and isinstance(place.type, t.PlaceType) else ""


# ---- the unit --------------------------------------------------------------------------------------------------------


class Unit:
    """Compilation unit: collects the parts of one program."""

    def __init__(
        self, rules: t.TypedRules, players: int, options: dict[str, int], windows: dict[str, int], *,
        tracing: bool = False, explaining: bool = False,
    ) -> None:  # fmt: skip
        self.rules = rules
        self.explaining = explaining  #: whether to report the sources of points
        self.conditions: list[tuple[t.Expr, Env]] = []  #: of an explained program: those around the present statement
        self.tracing = tracing  #: whether to record the places of statements and expressions
        self.places: list[TracePoint] = []
        self.placed: dict[str, int] = {}  #: by function of an expression, its place
        self.players = players
        self.options = {name: decl.defaults[players] for name, decl in rules.options.items()} | options
        self.slots: dict[str, Slot] = {}
        self.site: Site = ()  #: of the statement that is lowered now
        self.slot_sites: dict[str, Site] = {}
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
        self.types = TypeSizes(rules, players, self.options)
        self.kinds = self.types.kinds
        self.pieces = self.types.pieces
        self.counters = self.types.counters
        self.zones: dict[str, ZoneLayout] = {}
        self.ways = self.types.ways
        self._names, self._names_apart = 0, _APART
        for name in FIXED_SLOTS:
            width = {"chance": 64, "in_play": players, "secretly": players}.get(name, 0)
            self.slot(name, width=width, passing=name in ("fuel", "chosen"))
        self.geometries = self.types.geometries
        self.geometries.update(
            (name, self._named_apart(board, self._geometry(board, windows))) for name, board in rules.boards.items()
        )

    # -- constants ----------------------------------------------------------------------------------------------

    def constant(self, expr: t.Expr) -> int:
        """Return the value of a constant expression of numbers, options and tests of options."""
        match expr:
            case t.Constant(value=value):
                return value
            case t.OptionValue(option=option):
                return self.options[option]
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self.constant(then if self.constant(condition) else otherwise)
            case t.Comparison(operator="==" | "!=" as operator, left=left, right=right):
                return int((self.constant(left) == self.constant(right)) == (operator == "=="))
            case t.Logic(operator=operator, parts=parts):
                return int((all if operator == "and" else any)(self.constant(part) for part in parts))
        raise unsupported("a size that is not a number or an option", expr.span)

    def _named_apart(self, board: t.BoardDecl, found: BoardGeometry) -> BoardGeometry:
        """Prefix the names of places with the board's name if several boards have places of these names."""
        if not board.shares_names(self.rules.boards.values()):
            return found
        names = {number: f"{board.name}_{name}" for number, name in found.layout.names.items()}
        return replace(found, layout=structs.replace(found.layout, names=names))

    def _geometry(self, board: t.BoardDecl, windows: dict[str, int]) -> BoardGeometry:
        if board.shape == "hexes":
            if board.unbounded:
                return hexes(board.name, windows.get(board.name, board.window), board.centre, True)
            if board.size:
                width, height = (self.constant(side) for side in board.size)
                return rhombus(board.name, width, height, board.centre)
            return hexes(board.name, board.window, board.centre, False)
        if board.shape == "squares" and board.size:
            sides = (self.constant(board.size[0]), self.constant(board.size[1]))
            return squares(board.name, *sides, self.corners_touch(board))
        if board.shape == "slots" and board.size:
            return slots(board.name, self.constant(board.size[0]), self.constant(board.size[1]))
        if board.shape == "areas" and board.areas:
            corners = board.corners if self.corners_touch(board) else ((),) * len(board.areas)
            borders = zip(board.areas, corners, strict=True)
            words = tuple(words[0] if words else "" for _, words, _ in board.areas)
            return areas(board.name, tuple((name, (*near, *more)) for (name, _, near), more in borders), words)
        raise unsupported(f"a board of {board.shape} without a size", board.span)

    def corners_touch(self, board: t.BoardDecl) -> bool:
        """Return whether places of a board that meet only in a corner are neighbours in this match."""
        return board.corners_touch and (not board.corners_option or bool(self.options[board.corners_option]))

    # -- slots and names --------------------------------------------------------------------------------------

    def slot(
        self, name: str, length: int = 1, width: int = 0, *, cells: bool = False, by_cell: bool = False,
        counter: str = "", passing: bool = False, board: str = "", piece: str = "",
    ) -> str:  # fmt: skip
        """Make a slot unless one of this name exists; return the name."""
        if name not in self.slots:
            self.slot_sites[name] = self.site
            self.slots[name] = Slot(
                name, self.length, length, width, cells=cells, by_cell=by_cell, counter=counter, passing=passing,
                board=board, piece=piece,
            )  # fmt: skip
            self.length += length
        return name

    def remove_slots(self, names: Iterable[str]) -> None:
        """Remove unused slots."""
        kept = [slot for name, slot in self.slots.items() if name not in names]
        self.slots.clear()
        self.length = 0
        for slot in kept:
            self.slots[slot.name] = structs.replace(slot, first=self.length)
            self.length += slot.length

    def slot_for(
        self, name: str, kind: t.Type, length: int = 1, *, passing: bool = False, by_cell: str = ""
    ) -> str:  # fmt: skip
        """Make a slot that can hold values of a type; with `by_cell`, an array of them by the cells of that board."""
        bare = kind.of if isinstance(kind, t.MaybeType) else kind
        member = bare.of if isinstance(bare, t.SetType) else bare
        cells = isinstance(member, (t.PlaceType, t.WayType))
        cells = cells or (isinstance(member, t.PieceType) and self.types.by_cell(member.piece))
        counter = member.counter if isinstance(member, t.CounterType) else ""
        board = ""
        if isinstance(member, t.PlaceType):
            board = member.board
        elif isinstance(member, t.PieceType) and cells:
            board = self.rules.pieces[member.piece].board
        elif isinstance(member, t.WayType):
            board = self.ways[member.path].board
        return self.slot(
            name, length, self.types.width(kind), cells=cells, by_cell=by_cell != "" and board in ("", by_cell),
            counter=counter, passing=passing, board=board or by_cell,
            piece=self.types.by_number(member),
        )  # fmt: skip

    def board_of(self, kind: t.Type) -> BoardGeometry:
        """Return the board that places of this type (or a set of them) lie on."""
        match kind:
            case t.SetType(of) | t.MaybeType(of):
                return self.board_of(of)
            case t.PlaceType(board):
                return self.geometries[board]
            case t.PieceType(piece):
                return self.geometries[self.rules.pieces[piece].board]
            case t.CounterType(counter):
                return self.geometries[self.counters[counter].board]
            case t.WayType(path):
                return self.geometries[self.ways[path].board]
        raise TypeError(f"{kind} lies on no board")

    def look_up(self, table: str, index: Expr) -> Expr:
        """Return an element of a table of the program; if the index is constant, the number itself."""
        if isinstance(index, Const) and 0 <= index.value < len(self.tables[table]):
            return Const(self.tables[table][index.value])
        return Lookup(table, index)

    def parameters(self, params: tuple[t.ParamDecl, ...]) -> tuple[list[tuple[str, int]], Env]:
        """Return a function's parameters, and the environment of its body."""
        env, found = Env(), []
        for param in params:
            width = self.types.width(param.type)
            env = env.local(param.name, width)
            found.append((local_name(param.name), width))
        return found, env

    def fresh(self, stem: str) -> str:
        """Return an unused name."""
        self._names += 1
        return f"{stem}_{self._names}"

    @contextmanager
    def at(self, sort: str, span: Span = NOWHERE) -> Iterator[None]:
        """Lower what is inside as a part of the present site, `sort` with its name at `span`."""
        before, self.site = self.site, (*self.site, (sort, span))
        yield
        self.site = before

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Lower what is inside as a section of its own, wherever it is first used."""
        before, self.site = self.site, ((name, NOWHERE),)
        yield
        self.site = before

    @contextmanager
    def naming_apart(self) -> Iterator[None]:
        """Use other new names inside, so that those outside are the same as without what is lowered here."""
        before, self._names = self._names, self._names_apart
        yield
        self._names_apart, self._names = self._names, before

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
        """Return a check that traps with this trap."""
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
        """Make a function of `body` whose parameters are the locals that it uses; return its call."""
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

    def mark_place(self, act: t.Act, env: Env) -> list[Statement]:
        """Return the statements that record the place of a statement; none unless this is a traced program."""
        return [Set(PLACE, Const(self._place(act, env)))] if self.tracing else []

    def count_iterations(self, act: t.Act, env: Env) -> tuple[list[Statement], list[Statement]]:
        """Return the statements before a loop and at the start of its body that count its iterations; none unless
        tracing.
        """
        if not self.tracing:
            return [], []
        count = Local(f"{TURNS}{self._place(act, env)}")
        return [Set(count.name, Const(0))], [Set(count.name, arith("+", count, Const(1)))]

    def traced(self, expr: t.Expr, env: Env, value: Expr) -> Expr:
        """Return the value of an expression; in a traced program, the call of a function that records its place."""
        if not self.tracing or isinstance(value, (Const, BitsConst, Local)):
            return value
        used = free_locals((Return(value),))
        if any(local not in env.widths for local in used):
            return value
        number = self._place(expr, env)
        name = f"at {number}"  # not `fresh`: slots must have the same names as in the plain program
        self.placed[name] = number
        body = Set(PLACE, Const(number)), Return(value)
        params = [(local, env.widths[local]) for local in used]
        self.function(name, params, self.types.width(expr.type), body)
        return Call(name, tuple(map(Local, used)))

    def _place(self, node: t.Expr | t.Act, env: Env) -> int:
        names: dict[str, tuple[Expr, Domain]] = {}
        for local in _locals_of(node):
            bound = env.names.get(local.name)
            if isinstance(bound, ComputedValue):
                # A piece in a zone is known by number; on the board its type may be known by cell.
                by_number = local.name in env.numbered
                names[local.name] = bound.expr, Domain("nothing") if by_number else self.types.domain(local.type)
        self.places.append(TracePoint(node.span, node, tuple((name, *held) for name, held in names.items())))
        return len(self.places) - 1

    # -- consequences -----------------------------------------------------------------------------------------

    def triggered_by(self, sort: str, name: str) -> list[t.ConsequenceDecl]:
        """Return the consequences that a change triggers."""
        return [
            one
            for one in self.rules.consequences.values()
            if any((w.sort, w.name) == (sort, name) for w in one.watches)
        ]

    def due_width(self, consequence: t.ConsequenceDecl) -> int:
        """Return the width of the bitset in slot `due.<name>`: the places at which a consequence is due."""
        return self.types.size(consequence.place.type) if consequence.place else 1

    def mark_due(self, sort: str, name: str, cell: Expr | None) -> list[Statement]:
        """Return the statements that mark consequences as due on a cell, or on all cells (None)."""
        found: list[Statement] = []
        for one in self.triggered_by(sort, name):
            width = self.due_width(one)
            places: Expr = BitsConst(1, 1)
            if one.place is not None:
                everywhere = (
                    self.geometries[one.place.type.board].valid if isinstance(one.place.type, t.PlaceType) else 0
                )
                places = BitsConst(everywhere, width) if cell is None else Single(cell, width)
            slot = self.slot(f"due.{one.name}", 1, width, cells=one.place is not None, board=board_about(one))
            found.append(Store(slot, SetOp("or", Load(slot), places)))
        return found


def table_cell(unit: Unit, table: str, row: str, column: str) -> int | None:
    """Return a cell of a table under the options of this match; None for `-`."""
    decl = unit.rules.tables[table]
    value = decl.cells[row, column][unit.players - unit.rules.players[0]]
    if isinstance(value, str):
        return _word(unit, value)
    if isinstance(value, tuple):
        return sum(1 << side for side in value)
    return value


def _word(unit: Unit, word: str) -> int:
    """Return the number of a word in a table cell: an option's value, an area, a value of a kind."""
    if word in unit.options:
        return unit.options[word]
    for board in unit.rules.boards.values():
        names = [name for name, _, _ in board.areas]
        if word in names:
            return names.index(word)
    return next(kind.values.index(word) for kind in unit.kinds.values() if word in kind.values)


def constant_number(unit: Unit, expr: t.Expr, known: dict[str, int]) -> int:
    """Return the value of an expression of numbers, options, table cells and constant locals."""
    match expr:
        case t.Constant(value=value):
            return value
        case t.OptionValue(option=option):
            return unit.options[option]
        case t.LocalValue(name=name) if name in known:
            return known[name]
        case t.NumberOfPlayers():
            return unit.players
        case t.TableValue(table=table, column=column, keys=keys):
            rows = unit.rules.tables[table].rows
            where = [constant_number(unit, key, known) for key in keys]
            return table_cell(unit, table, rows[where[0]], column or unit.rules.tables[table].columns[where[1]]) or 0
        case t.Arithmetic(operator=operator, left=left, right=right):
            folded = arith(
                operator, Const(constant_number(unit, left, known)), Const(constant_number(unit, right, known))
            )
            if isinstance(folded, Const):
                return folded.value
        case t.Comparison(operator=operator, left=left, right=right):
            held = compare(
                operator, Const(constant_number(unit, left, known)), Const(constant_number(unit, right, known))
            )
            if isinstance(held, Const):
                return held.value
        case t.Conditional(condition=condition, then=then, otherwise=otherwise):
            return constant_number(unit, then if constant_number(unit, condition, known) else otherwise, known)
    raise unsupported("an amount of new pieces that depends on the position", expr.span)
