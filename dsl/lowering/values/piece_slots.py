"""State of pieces: their number, their slots, and the functions that lay them on a board, lift them and remove them
from a zone."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.base.problem import RulesError
from dsl.ir.builder import NONE, all_of, arith, compare, is_empty, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Block,
    Call,
    Const,
    Do,
    Expr,
    ForRange,
    If,
    Load,
    Local,
    Return,
    Set,
    SetOp,
    SetOperation,
    Statement,
    Store,
)
from dsl.ir.layout import KindLayout, PieceLayout, ZoneLayout
from dsl.lowering import teams
from dsl.lowering.compilation_unit import Unit, constant_number
from dsl.lowering.traversal import blocks
from dsl.lowering.values.spaces import after_laying, after_lifting, declare_shape, sides_by_kind
from dsl.semantics.typed import Block as Acts
from dsl.semantics.typed import (
    CallRoutine,
    CreatePieces,
    KindType,
    KindValues,
    LetValue,
    ListOf,
    ListType,
    Loop,
    NumberRange,
    NumberType,
    PlaceType,
    PlayerType,
    RepeatBlock,
    SetType,
)
from dsl.semantics.typed import Expr as Wanted

ON_BOARD = Const(-2)  #: the value of `<piece>.where` for a piece on the board


def declare_pieces(unit: Unit, name: str) -> None:
    """Make the slots of a type of piece."""
    decl = unit.rules.pieces[name]
    count = max_pieces(unit, name)
    kinds = unit.kinds[decl.kind] if decl.kind else None
    attributes: tuple[tuple[str, KindLayout | None], ...] = tuple((a, None) for a, _ in decl.attributes)
    turns = unit.geometries[decl.board].sides if decl.turns else 0
    unit.pieces[name] = PieceLayout(
        name, decl.board, decl.by_cell, decl.owned, count, kinds, attributes, decl.seen_attributes,
        decl.covers, turns, sides_by_kind(unit, name), unit.types.sight(decl.sight), decl.team,
    )  # fmt: skip
    declare_shape(unit, unit.pieces[name])
    unit.slot(f"{name}.made")
    unit.slot(f"{name}.where", count)
    if kinds:
        unit.slot(f"{name}.kind", count)
    if decl.owned:
        unit.slot(f"{name}.owner", count)
    for attribute, _ in decl.attributes:
        unit.slot(f"{name}.{attribute}", count)
    unit.slot(f"{name}.known", count, unit.players)
    if unit.types.numbered(name):
        _declare_numbered(unit, unit.pieces[name])
    elif decl.board:
        cells = unit.geometries[decl.board].width
        unit.slot(f"{name}.on", len(kinds.values) if kinds else 1, cells, cells=True, board=decl.board)
        unit.slot(f"{name}.any", 1, cells, cells=True, board=decl.board)
        unit.slot(f"{name}.at", cells, by_cell=True, board=decl.board)
        if decl.owned:
            unit.slot(f"{name}.by", unit.players, cells, cells=True, board=decl.board)


def piece_number(unit: Unit, piece: str) -> Const:
    """Return the number that events use for a type of piece."""
    return Const(list(unit.rules.pieces).index(piece))


def kind_of(piece: PieceLayout, number: Expr) -> Expr:
    """Return the kind of the piece with this number; 0 for a type without kinds."""
    return Load(f"{piece.name}.kind", number) if piece.kinds else Const(0)


def add_piece_functions(unit: Unit, piece: PieceLayout) -> None:
    """Make the functions that move pieces of a type; the zones must be declared."""
    name, number = piece.name, Local("number")
    zones = [zone for zone in unit.zones.values() if zone.piece == name]
    unit.function(f"take_{name}", [("number", 0)], None, _take(unit, piece, zones), f"{name}: out of the zone it is in")
    seen = seen_on_board(unit, piece, number)
    if unit.types.numbered(name):
        _numbered_functions(unit, piece, seen)
    elif piece.board:
        cell, kind = Local("cell"), kind_of(piece, number)
        width = unit.geometries[piece.board].width
        span = unit.rules.pieces[name].span
        lay: list[Statement] = [
            unit.check(
                compare("<", Load(f"{name}.at", cell), Const(0)),
                "occupied",
                f"a second {name} would come onto a place that holds one",
                span,
            ),
            Do(Call(f"take_{name}", (number,))),
            Store(f"{name}.on", set_op("or", Load(f"{name}.on", kind), single(cell, width), width), kind),
            Store(f"{name}.any", set_op("or", Load(f"{name}.any"), single(cell, width), width)),
            Store(f"{name}.at", number, cell),
            Store(f"{name}.where", ON_BOARD, number),
            *seen,
            *after_laying(unit, piece, kind),
        ]
        whose = Load(f"{name}.owner", number) if piece.owned else None
        lay += owned_by(piece, whose, "or", cell, width)
        lay += unit.mark_due("piece", name, cell)
        unit.function(f"lay_{name}", [("number", 0), ("cell", 0)], None, lay, f"{name}: onto the board")
        taken: list[Statement] = [
            Set("number", Load(f"{name}.at", cell)),
            Store(f"{name}.on", set_op("minus", Load(f"{name}.on", kind), single(cell, width), width), kind),
            Store(f"{name}.any", set_op("minus", Load(f"{name}.any"), single(cell, width), width)),
            *owned_by(piece, whose, "minus", cell, width),
            Store(f"{name}.at", NONE, cell),
            Store(f"{name}.where", NONE, number),
            *after_lifting(unit, piece),
            *unit.mark_due("piece", name, cell),
            Return(number),
        ]  # fmt: skip
        unit.function(f"lift_{name}", [("cell", 0)], 0, taken, f"{name}: off the board")


def seen_on_board(unit: Unit, piece: PieceLayout, number: Expr) -> list[Statement]:
    """Return the statements that record who sees a piece that comes onto the board."""
    known = f"{piece.name}.known"
    match piece.sight:
        case "all":
            return [Store(known, BitsConst((1 << unit.players) - 1, unit.players), number)]
        case "its team" if piece.owned:
            partners = teams.near(unit, Load(f"{piece.name}.owner", number))
            return [Store(known, set_op("or", Load(known, number), partners, unit.players), number)]
        case "its player" if piece.owned:
            owner = single(Load(f"{piece.name}.owner", number), unit.players)
            return [Store(known, set_op("or", Load(known, number), owner, unit.players), number)]
    return []


def owned_by(piece: PieceLayout, owner: Expr | None, change: SetOperation, cell: Expr, width: int) -> list[Statement]:
    """Return the statements that add ("or") or remove ("minus") a cell of an owner's pieces."""
    if owner is None:
        return []
    slot = f"{piece.name}.by"
    return [Store(slot, set_op(change, Load(slot, owner), single(cell, width), width), owner)]


def _take(unit: Unit, piece: PieceLayout, zones: list[ZoneLayout]) -> list[Statement]:
    """Remove a piece from its zone, and close the gap."""
    name, number = piece.name, Local("number")
    body: list[Statement] = [Set("place", Load(f"{name}.where", number))]
    for zone in zones:
        owner: Expr = arith("-", Local("place"), Const(zone.number)) if zone.zones > 1 else Const(0)
        base = arith("*", owner, Const(zone.capacity))
        size = Load(f"{zone.name}.size", owner)
        items, here = f"{zone.name}.items", arith("+", base, Local("i"))
        shift: Block = (
            Set("left", arith("-", size, Const(1))),
            Set("found", Const(0)),
            ForRange("i", Const(0), Local("left"), (
                If(compare("==", Load(items, here), number), (Set("found", Const(1)),)),
                If(Local("found"), (
                    Store(items, Load(items, arith("+", here, Const(1))), here),
                )),
            )),
            Store(items, NONE, arith("+", base, Local("left"))),
            Store(f"{zone.name}.size", Local("left"), owner),
        )  # fmt: skip
        last = zone.number + zone.zones - 1
        inside = all_of([
            compare(">=", Local("place"), Const(zone.number)), compare("<=", Local("place"), Const(last)),
        ])  # fmt: skip
        body.append(If(inside, shift))
    if unit.types.numbered(name):
        body.append(If(compare("==", Local("place"), ON_BOARD), (Do(Call(f"lift_{name}", (number,))),)))
    body.append(Store(f"{name}.where", NONE, number))
    return body


def _declare_numbered(unit: Unit, piece: PieceLayout) -> None:
    """Make the slots of a type of piece that is known by number."""
    name, board = piece.name, piece.board
    cells = unit.geometries[board].width
    unit.slot(f"{name}.cell", piece.count, cells=True, board=board)
    unit.slot(f"{name}.here", cells, piece.count, by_cell=True, board=board)
    unit.slot(f"{name}.laid", 1, piece.count)
    unit.slot(f"{name}.any", 1, cells, cells=True, board=board)
    if piece.sight != "all":
        unit.slot(f"{name}.used", 1, piece.count)
    unit.slot(f"{name}.kinds", len(piece.kinds.values) if piece.kinds else 1, piece.count)
    if piece.owned:
        unit.slot(f"{name}.owned", unit.players, piece.count)
        unit.slot(f"{name}.by", unit.players, cells, cells=True, board=board)


def _numbered_functions(unit: Unit, piece: PieceLayout, seen: list[Statement]) -> None:
    """Make the functions that lay a piece onto a cell and lift it off the board; `seen` records who sees it."""
    name, number, cell = piece.name, Local("number"), Local("cell")
    width, count = unit.geometries[piece.board].width, piece.count
    here, anywhere = Load(f"{name}.here", cell), Load(f"{name}.any")
    lay: list[Statement] = [
        Do(Call(f"take_{name}", (number,))),
        Store(f"{name}.here", set_op("or", here, single(number, count), count), cell),
        Store(f"{name}.laid", set_op("or", Load(f"{name}.laid"), single(number, count), count)),
        Store(f"{name}.any", set_op("or", anywhere, single(cell, width), width)),
        Store(f"{name}.cell", cell, number),
        Store(f"{name}.where", ON_BOARD, number),
        *seen,
    ]
    lift: list[Statement] = [
        Set("cell", Load(f"{name}.cell", number)),
        Store(f"{name}.here", set_op("minus", here, single(number, count), count), cell),
        Store(f"{name}.laid", set_op("minus", Load(f"{name}.laid"), single(number, count), count)),
        If(is_empty(here), (Store(f"{name}.any", set_op("minus", anywhere, single(cell, width), width)),)),
        Store(f"{name}.cell", NONE, number),
        Store(f"{name}.where", NONE, number),
    ]
    if piece.owned:
        owner = Load(f"{name}.owner", number)
        by = Load(f"{name}.by", owner)
        lay.append(Store(f"{name}.by", set_op("or", by, single(cell, width), width), owner))
        gone = Store(f"{name}.by", set_op("minus", by, single(cell, width), width), owner)
        lift.append(If(is_empty(SetOp("and", here, Load(f"{name}.owned", owner))), (gone,)))
    lay += unit.mark_due("piece", name, cell)
    lift += unit.mark_due("piece", name, cell)
    unit.function(f"lay_{name}", [("number", 0), ("cell", 0)], None, lay, f"{name}: onto the board")
    unit.function(f"lift_{name}", [("number", 0)], None, lift, f"{name}: off the board")


def register_piece(piece: PieceLayout, number: Expr, kind: Expr) -> list[Statement]:
    """Return the statements that register the kind and owner of a new piece."""
    name, count = piece.name, piece.count
    slots: list[tuple[str, Expr]] = [(f"{name}.kinds", kind)]
    if piece.owned:
        slots.append((f"{name}.owned", Load(f"{name}.owner", number)))
    return [Store(slot, set_op("or", Load(slot, i), single(number, count), count), i) for slot, i in slots]


MANY = 1000  #: bound of a number that depends on the position
MOST_PIECES = 10_000  #: limit on the pieces of a type


def max_pieces(unit: Unit, piece: str) -> int:
    """Return an upper bound of the pieces of a type that a match makes."""
    decl = unit.rules.pieces[piece]
    total = sum(_created(unit, piece, unit.rules.setup, {}))
    in_play = may_be_made_in_play(unit, piece)
    if in_play and decl.board:
        total += unit.geometries[decl.board].valid.bit_count()
    elif in_play:
        total += MANY
    return max(1, min(total, MOST_PIECES))


def may_be_made_in_play(unit: Unit, piece: str) -> bool:
    """Return whether pieces of a type may be made after setup."""
    return any(True for block in _blocks_after_setup(unit) for _ in _creates(piece, block))


def _blocks_after_setup(unit: Unit) -> list[Acts]:
    """Return all blocks that may run after setup."""
    found: list[Acts] = [unit.rules.play, *(action.do for action in unit.rules.actions.values())]
    found += [following.block for following in unit.rules.consequences.values()]
    called: set[str] = set()
    for block in found:
        new = set(_calls(block)) - called
        called |= new
        found += [unit.rules.routines[name].block for name in sorted(new)]
    return found


def _calls(block: Acts) -> Iterator[str]:
    for statement in block:
        if isinstance(statement, CallRoutine):
            yield statement.routine
        for inner in blocks(statement):
            yield from _calls(inner)


def _creates(piece: str, block: Acts) -> Iterator[CreatePieces]:
    for statement in block:
        if isinstance(statement, CreatePieces) and statement.piece == piece:
            yield statement
        for inner in blocks(statement):
            yield from _creates(piece, inner)


def _created(unit: Unit, piece: str, block: Acts, kinds: dict[str, int]) -> Iterator[int]:
    for statement in block:
        match statement:
            case LetValue(name=name, value=bound):
                kinds = _known_constants(unit, name, bound, kinds)
            case CreatePieces(piece=made, amount=amount, cell=cell) if made == piece:
                yield _at_most(unit, amount, kinds) * (1 if cell is None else _cells_in(unit, cell))
            case Loop(name=name, set=through, block=inner) if (values := _values(unit, through, kinds)) is not None:
                for value in values:
                    yield from _created(unit, piece, inner, {**kinds, name: value})
            case Loop(set=through, block=inner):
                yield from (n * _most(unit, through) for n in _created(unit, piece, inner, kinds))
            case CallRoutine(routine=routine):
                yield from _created(unit, piece, unit.rules.routines[routine].block, kinds)
            case RepeatBlock(bound=bound, value=times, block=inner):
                rounds = _at_most(unit, times, kinds) if bound == "up to" and times is not None else MANY
                yield from (min(MANY, n * rounds) for n in _created(unit, piece, inner, kinds))
            case _:
                for inner in blocks(statement):
                    yield from _created(unit, piece, inner, kinds)


def _at_most(unit: Unit, amount: Wanted, kinds: dict[str, int]) -> int:
    """Return an upper bound of a number: its value if it is constant before a match, else the upper end of its
    range."""
    try:
        return max(0, constant_number(unit, amount, kinds))
    except RulesError:
        return max(0, min(MANY, amount.type.high)) if isinstance(amount.type, NumberType) else MANY


def _values(unit: Unit, through: Wanted, kinds: dict[str, int]) -> range | None:
    """Return the values of a loop, if they are constant before a match."""
    match through:
        case KindValues(kind=kind):
            return range(len(unit.kinds[kind].values))
        case NumberRange(low=low, high=high):
            try:
                first, last = constant_number(unit, low, kinds), constant_number(unit, high, kinds)
            except RulesError:
                return None
            return range(first, last + 1) if last - first < MANY else None
    return None


def _cells_in(unit: Unit, cell: Wanted) -> int:
    """Return an upper bound of the places in a place, list or set of places."""
    if isinstance(cell, ListOf):
        return len(cell.items)
    return _most(unit, cell) if isinstance(cell.type, SetType) else 1


def _known_constants(unit: Unit, name: str, value: Wanted, kinds: dict[str, int]) -> dict[str, int]:
    """Return the constants known after a `let`: its value, if it is constant before a match."""
    try:
        return {**kinds, name: constant_number(unit, value, kinds)}
    except RulesError:
        return {known: number for known, number in kinds.items() if known != name}


def _most(unit: Unit, through: Wanted) -> int:
    """Return an upper bound of the size of a set."""
    if isinstance(through, ListOf):
        return len(through.items)
    match through.type:
        case SetType(of=PlaceType(board=board)) | ListType(of=PlaceType(board=board)):
            return unit.geometries[board].valid.bit_count()
        case SetType(of=KindType(name=kind)) | ListType(of=KindType(name=kind)):
            return len(unit.kinds[kind].values)
        case SetType(of=PlayerType()) | ListType(of=PlayerType()):
            return unit.players
    return MANY
