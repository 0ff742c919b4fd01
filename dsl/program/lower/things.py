"""The slots of everything that the rules declare, and their first values.

Every rule changes things through a few functions, so the derived slots (where any lie, how many in all, who has seen
what) are kept in one place: `pieceslots`, `zoneslots` and `counterslots` hold them.
"""

from __future__ import annotations

from dsl.base.source import Span
from dsl.program.code import BitsConst, Const, ForRange, Local, Statement, Store
from dsl.program.layout import Slot, VariableLayout
from dsl.program.lower import counterslots, pieceslots, secrets, zoneslots
from dsl.program.lower.geometry import Geometry
from dsl.program.lower.ir import NONE
from dsl.program.lower.unit import Unit, not_yet
from dsl.semantics.symbols import board_called
from dsl.semantics.typed import NumberType

UNSET = Const(-2)


def declare(unit: Unit) -> None:
    """Make the slots and functions of everything that the rules declare."""
    for name in unit.rules.pieces:
        pieceslots.declare(unit, name)
    zoneslots.declare(unit)
    for name in unit.rules.counters:
        counterslots.declare(unit, name)
    for piece in unit.pieces.values():
        pieceslots.functions(unit, piece)


def slots(unit: Unit) -> frozenset[str]:
    """Return the slots of all that the rules declare: what lies where, who has seen it, the variables."""
    rules = unit.rules
    declared = {*rules.pieces, *rules.counters, *rules.zones, *rules.variables}
    return frozenset(name for name in unit.slots if name.partition(".")[0] in declared)


def prologue(unit: Unit) -> list[Statement]:
    """Return the statements that give every slot its first value, variables excepted."""
    body: list[Statement] = [
        Store("in_play", BitsConst((1 << unit.players) - 1, unit.players)),
        Store("ask", NONE),
        Store("phase", NONE),
    ]
    for piece in unit.pieces.values():
        body.append(ForRange("i", Const(0), Const(piece.count), (Store(f"{piece.name}.where", NONE, Local("i")),)))
        if piece.numbered:
            body.append(ForRange("i", Const(0), Const(piece.count), (Store(f"{piece.name}.cell", NONE, Local("i")),)))
        elif piece.board:
            cells = Const(unit.geometries[piece.board].width)
            body.append(ForRange("i", Const(0), cells, (Store(f"{piece.name}.at", NONE, Local("i")),)))
    for zone in unit.zones.values():
        slots = Const(zone.zones * zone.capacity)
        body.append(ForRange("i", Const(0), slots, (Store(f"{zone.name}.items", NONE, Local("i")),)))
    for counter in unit.counters.values():
        body += [
            Store(f"{counter.name}.reserve", Const(counter.each), Const(owner)) for owner in range(len(counter.owners))
        ]
    return body


def unset(unit: Unit) -> list[Statement]:
    """Return the statements that come before any other first value: what will hold a cell, and holds none yet, holds no
    number that is one. So a position in which it holds the first cell of the board is another one."""
    body: list[Statement] = []
    for slot in unit.slots.values():
        board = _in_rows(unit, slot)
        if board is None or slot.width or not board.valid & 1:
            continue
        if slot.length == 1:
            body.append(Store(slot.name, UNSET))
        else:
            body.append(ForRange("i", Const(0), Const(slot.length), (Store(slot.name, UNSET, Local("i")),)))
    return body


def _in_rows(unit: Unit, slot: Slot) -> Geometry | None:
    """Return the board of which a slot holds cells, if they lie in rows."""
    if not (slot.cells or slot.counter):
        return None
    name = unit.counters[slot.counter].board if slot.counter else slot.board or next(iter(unit.geometries))
    return unit.geometries[name] if unit.geometries[name].row else None


def variables(unit: Unit) -> dict[str, VariableLayout]:
    """Make the slots of the variables."""
    found: dict[str, VariableLayout] = {}
    for name, decl in unit.rules.variables.items():
        if decl.owner in ("", "player"):
            unit.slot_for(name, decl.type, unit.players if decl.owner else 1)
        elif decl.owner in unit.pieces:
            unit.slot_for(name, decl.type, unit.pieces[decl.owner].count)
        elif decl.owner in unit.kinds:
            unit.slot_for(name, decl.type, len(unit.kinds[decl.owner].values))
        else:
            board = _board_of(unit, decl.owner, decl.span)
            length = unit.geometries[board].width
            unit.slot_for(name, decl.type, length, by_cell=board)
        secrets.declare(unit, decl)
        bounds = (decl.type.low, decl.type.high) if isinstance(decl.type, NumberType) else (0, 0)
        found[name] = VariableLayout(
            name,
            decl.owner,
            unit.measures.domain(decl.type),
            unit.measures.sight(decl.sight),
            decl.told,
            decl.team,
            bounds,
        )
    return found


def _board_of(unit: Unit, owner: str, span: Span) -> str:
    board = board_called(owner, {name: board.shape for name, board in unit.rules.boards.items()})
    if not board:
        raise not_yet(f"a variable of {owner}", span)
    return board
