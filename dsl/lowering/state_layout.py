"""State layout: the slots of everything that the rules declare, their initial values, and the limit on the size of a
state.

Statements change the state through a few functions, which are made together with the slots in `piece_slots`, `counters`
and here. These also update the derived slots (occupied cells, totals, visibility).

Slot `<variable>.known` of a secret variable holds for each owner a bitset of the seats that know its value. An
assignment clears it, even if the value stays the same.
"""

from __future__ import annotations

from collections import Counter

from dsl.base.board_shapes import board_called
from dsl.base.problem import Problem, RulesError
from dsl.base.source import NOWHERE, Span
from dsl.ir.builder import NONE, arith, set_op, single
from dsl.ir.instructions import (
    BitsConst,
    Call,
    Const,
    Do,
    Draw,
    Emit,
    Expr,
    ForRange,
    Load,
    Local,
    Set,
    Statement,
    Store,
)
from dsl.ir.layout import Slot, VariableLayout, ZoneLayout
from dsl.ir.widths import words
from dsl.lowering import teams
from dsl.lowering.compilation_unit import Unit, unsupported
from dsl.lowering.geometry import BoardGeometry
from dsl.lowering.values.counters import declare_counters
from dsl.lowering.values.piece_slots import add_piece_functions, declare_pieces
from dsl.semantics import typed as t
from dsl.semantics.typed import NumberType, TypedRules

UNSET = Const(-2)


def declare(unit: Unit) -> None:
    """Make the slots and functions of everything that the rules declare."""
    for name in unit.rules.pieces:
        declare_pieces(unit, name)
    _declare_zones(unit)
    for name in unit.rules.counters:
        declare_counters(unit, name)
    for piece in unit.pieces.values():
        add_piece_functions(unit, piece)


def declared_slots(unit: Unit) -> frozenset[str]:
    """Return the slots of everything that the rules declare: positions of pieces and counters, visibility,
    variables."""
    rules = unit.rules
    declared = {*rules.pieces, *rules.counters, *rules.zones, *rules.variables}
    return frozenset(name for name in unit.slots if name.partition(".")[0] in declared)


def first_values(unit: Unit) -> list[Statement]:
    """Return the statements that initialize every slot except variables."""
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
    """Return the statements that come before all other initial values: slots for cells start with a number without a
    cell, so that such a position differs from one in which they hold the first cell of the board."""
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


def _in_rows(unit: Unit, slot: Slot) -> BoardGeometry | None:
    """Return the board whose cells a slot holds, if it has rows."""
    if not (slot.cells or slot.counter):
        return None
    name = unit.counters[slot.counter].board if slot.counter else slot.board or next(iter(unit.geometries))
    return unit.geometries[name] if unit.geometries[name].row else None


def declare_variables(unit: Unit) -> dict[str, VariableLayout]:
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
        _declare_known(unit, decl)
        bounds = (decl.type.low, decl.type.high) if isinstance(decl.type, NumberType) else (0, 0)
        found[name] = VariableLayout(
            name,
            decl.owner,
            unit.types.domain(decl.type),
            unit.types.sight(decl.sight),
            decl.told,
            decl.team,
            bounds,
        )
    return found


def _board_of(unit: Unit, owner: str, span: Span) -> str:
    board = board_called(owner, {name: board.shape for name, board in unit.rules.boards.items()})
    if not board:
        raise unsupported(f"a variable of {owner}", span)
    return board


def _declare_zones(unit: Unit) -> None:
    """Make the slots and functions of all zones, numbered in the order of the text."""
    number = 0
    for name, decl in unit.rules.zones.items():
        owners = unit.types.owners(decl)
        zones, capacity = len(owners), unit.pieces[decl.piece].count
        sight = unit.types.sight(decl.sight)
        zone = ZoneLayout(name, number, decl.piece, decl.owned, zones, capacity, sight, decl.ordered, owners, decl.team)
        unit.zones[name] = zone
        unit.slot(f"{name}.items", zones * capacity)
        unit.slot(f"{name}.size", zones)
        number += zones
        _zone_functions(unit, zone)


def seen_in(unit: Unit, zone: ZoneLayout, owner: Expr) -> Expr:
    """Return the seats that see a piece in this zone."""
    match zone.sight:
        case "all":
            return BitsConst((1 << unit.players) - 1, unit.players)
        case "nobody":
            return BitsConst(0, unit.players)
        case "its team" if zone.owned:
            return teams.near(unit, owner)
        case "its team" | "its player":
            return single(owner, unit.players)


def _zone_functions(unit: Unit, zone: ZoneLayout) -> None:
    name, piece = zone.name, zone.piece
    owner, number = Local("owner"), Local("number")
    base = arith("*", owner, Const(zone.capacity))
    items, size = f"{name}.items", Load(f"{name}.size", owner)
    known = Load(f"{piece}.known", number)
    arrive: list[Statement] = [
        Store(f"{name}.size", arith("+", size, Const(1)), owner),
        Store(f"{piece}.where", arith("+", Const(zone.number), owner), number),
        Store(f"{piece}.known", set_op("or", known, seen_in(unit, zone, owner), unit.players), number),
    ]
    params = [("number", 0), ("owner", 0)]
    top: list[Statement] = [
        Do(Call(f"take_{piece}", (number,))), Store(items, number, arith("+", base, size)), *arrive,
    ]  # fmt: skip
    unit.function(f"put_{name}", params, None, top, f"{name}: a piece on top")
    up = arith("-", size, Local("i"))
    bottom: list[Statement] = [
        Do(Call(f"take_{piece}", (number,))),
        ForRange("i", Const(0), size, (
            Store(items, Load(items, arith("-", arith("+", base, up), Const(1))), arith("+", base, up)),
        )),
        Store(items, number, base),
        *arrive,
    ]  # fmt: skip
    unit.function(f"put_under_{name}", params, None, bottom, f"{name}: a piece under all others")
    swap: list[Statement] = [
        Set("n", size),
        ForRange("i", Const(1), Local("n"), (
            Set("last", arith("-", Local("n"), Local("i"))),
            Set("pick", Draw(arith("+", Local("last"), Const(1)))),
            Set("kept", Load(items, arith("+", base, Local("last")))),
            Store(items, Load(items, arith("+", base, Local("pick"))), arith("+", base, Local("last"))),
            Store(items, Local("kept"), arith("+", base, Local("pick"))),
        )),
        ForRange("i", Const(0), Local("n"), (
            Store(f"{piece}.known", seen_in(unit, zone, owner), Load(items, arith("+", base, Local("i")))),
        )),
        Emit("shuffle", (arith("+", Const(zone.number), owner),)),
    ]  # fmt: skip
    unit.function(f"shuffle_{name}", [("owner", 0)], None, swap, f"{name}: nobody knows the order any more")


def _declare_known(unit: Unit, decl: t.VariableDecl) -> None:
    """Make the slot that records who sees a secret variable."""
    if unit.types.sight(decl.sight) != "all":
        value = unit.slots[decl.name]
        unit.slot(f"{decl.name}.known", value.length, unit.players, by_cell=value.by_cell, board=value.board)


def forget_value(unit: Unit, decl: t.VariableDecl, index: Expr | None) -> list[Statement]:
    """Return the statements that hide the new value of a variable from the seats that knew the previous one."""
    slot = f"{decl.name}.known"
    return [Store(slot, BitsConst(0, unit.players), index)] if slot in unit.slots else []


def reveal_value(unit: Unit, value: t.VariableValue, index: Expr | None, seats: Expr, to_all: bool) -> list[Statement]:
    """Return the statements that show the value of a variable to `seats`."""
    slot = f"{value.variable}.known"
    number = Const(list(unit.rules.variables).index(value.variable))
    owner = Const(-1) if index is None else index
    events: list[Statement] = [Emit("tell", (number, owner, Load(value.variable, index)))] if to_all else []
    if slot not in unit.slots:
        return events
    return [Store(slot, set_op("or", Load(slot, index), seats, unit.players), index), *events]


MOST_WORDS = 1 << 18  #: words of 32 bits: one for a number, one per 32 members for a set


def check_size(unit: Unit) -> None:
    """Raise RulesError if the state is too large."""
    held: Counter[str] = Counter()
    for slot in unit.slots.values():
        held[slot.name.partition(".")[0]] += words(slot.width) * slot.length
    if held.total() <= MOST_WORDS:
        return
    ((most, _),) = held.most_common(1)
    raise RulesError(
        (
            Problem(
                "too-large",
                f"a position of this game holds more than {MOST_WORDS} numbers",
                _declared_at(unit.rules, most),
                "nothing takes more than this",
                "What is kept for each place, player and kind is counted, also where nothing lies.",
                "make a board smaller, or keep less for each of its places",
            ),
        )
    )


def _declared_at(rules: TypedRules, name: str) -> Span:
    for declared in (rules.variables, rules.pieces, rules.counters, rules.zones):
        if name in declared:
            return declared[name].span
    return NOWHERE
