"""Slots for pieces, and the functions that lay them on the board, lift them off it and take them out of a zone."""

from __future__ import annotations

from dsl.program.code import (
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
    SetOperation,
    Statement,
    Store,
)
from dsl.program.layout import KindLayout, PieceLayout, ZoneLayout
from dsl.program.lower import numbered, teams, walls
from dsl.program.lower.ir import NONE, all_of, arith, compare, set_op, single
from dsl.program.lower.making import how_many
from dsl.program.lower.unit import Unit

ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


def declare(unit: Unit, name: str) -> None:
    """Make the slots of a sort of pieces."""
    decl = unit.rules.pieces[name]
    count = how_many(unit, name)
    kinds = unit.kinds[decl.kind] if decl.kind else None
    attributes: tuple[tuple[str, KindLayout | None], ...] = tuple((a, None) for a, _ in decl.attributes)
    turns = unit.geometries[decl.board].sides if decl.turns else 0
    unit.pieces[name] = PieceLayout(
        name, decl.board, decl.by_cell, decl.owned, count, kinds, attributes, decl.seen_attributes,
        decl.covers, turns, walls.sides_by_kind(unit, name), unit.measures.sight(decl.sight), decl.team,
    )  # fmt: skip
    walls.declare(unit, unit.pieces[name])
    unit.slot(f"{name}.made")
    unit.slot(f"{name}.where", count)
    if kinds:
        unit.slot(f"{name}.kind", count)
    if decl.owned:
        unit.slot(f"{name}.owner", count)
    for attribute, _ in decl.attributes:
        unit.slot(f"{name}.{attribute}", count)
    unit.slot(f"{name}.known", count, unit.players)
    if unit.measures.numbered(name):
        numbered.declare(unit, unit.pieces[name])
    elif decl.board:
        cells = unit.geometries[decl.board].width
        unit.slot(f"{name}.on", len(kinds.values) if kinds else 1, cells, cells=True, board=decl.board)
        unit.slot(f"{name}.any", 1, cells, cells=True, board=decl.board)
        unit.slot(f"{name}.at", cells, by_cell=True, board=decl.board)
        if decl.owned:
            unit.slot(f"{name}.by", unit.players, cells, cells=True, board=decl.board)


def piece_number(unit: Unit, piece: str) -> Const:
    """Return the number that events use for a sort of pieces."""
    return Const(list(unit.rules.pieces).index(piece))


def kind_of(piece: PieceLayout, number: Expr) -> Expr:
    """Return the kind of the piece with a number; 0 for a sort without kinds."""
    return Load(f"{piece.name}.kind", number) if piece.kinds else Const(0)


def functions(unit: Unit, piece: PieceLayout) -> None:
    """Make the functions that move pieces of a sort; the zones must be declared."""
    name, number = piece.name, Local("number")
    zones = [zone for zone in unit.zones.values() if zone.piece == name]
    unit.function(f"take_{name}", [("number", 0)], None, _take(unit, piece, zones), f"{name}: out of the zone it is in")
    seen = seen_on_board(unit, piece, number)
    if unit.measures.numbered(name):
        numbered.functions(unit, piece, seen)
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
            Store(f"{name}.where", Const(ON_BOARD), number),
            *seen,
            *walls.laid(unit, piece, kind),
        ]
        whose = Load(f"{name}.owner", number) if piece.owned else None
        lay += owned_by(piece, whose, "or", cell, width)
        lay += unit.due("piece", name, cell)
        unit.function(f"lay_{name}", [("number", 0), ("cell", 0)], None, lay, f"{name}: onto the board")
        taken: list[Statement] = [
            Set("number", Load(f"{name}.at", cell)),
            Store(f"{name}.on", set_op("minus", Load(f"{name}.on", kind), single(cell, width), width), kind),
            Store(f"{name}.any", set_op("minus", Load(f"{name}.any"), single(cell, width), width)),
            *owned_by(piece, whose, "minus", cell, width),
            Store(f"{name}.at", NONE, cell),
            Store(f"{name}.where", NONE, number),
            *walls.lifted(unit, piece),
            *unit.due("piece", name, cell),
            Return(number),
        ]  # fmt: skip
        unit.function(f"lift_{name}", [("cell", 0)], 0, taken, f"{name}: off the board")


def seen_on_board(unit: Unit, piece: PieceLayout, number: Expr) -> list[Statement]:
    """Return what notes who sees a piece that comes onto the board."""
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
    """Return what notes on which cells an owner's pieces lie: one more ("or") or one less ("minus")."""
    if owner is None:
        return []
    slot = f"{piece.name}.by"
    return [Store(slot, set_op(change, Load(slot, owner), single(cell, width), width), owner)]


def _take(unit: Unit, piece: PieceLayout, zones: list[ZoneLayout]) -> list[Statement]:
    """Take a piece out of whatever zone holds it; the others close the gap."""
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
    if unit.measures.numbered(name):
        body.append(If(compare("==", Local("place"), Const(ON_BOARD)), (Do(Call(f"lift_{name}", (number,))),)))
    body.append(Store(f"{name}.where", NONE, number))
    return body
