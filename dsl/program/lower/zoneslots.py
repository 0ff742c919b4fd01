"""Slots for zones, and the functions that put a piece in and shuffle."""

from __future__ import annotations

from dsl.program.code import BitsConst, Call, Const, Do, Draw, Emit, Expr, ForRange, Load, Local, Set, Statement, Store
from dsl.program.layout import ZoneLayout
from dsl.program.lower import teams
from dsl.program.lower.ir import arith, set_op, single
from dsl.program.lower.unit import Unit


def declare(unit: Unit) -> None:
    """Make the slots and functions of all zones, numbered in the order of the text."""
    number = 0
    for name, decl in unit.rules.zones.items():
        owners = unit.measures.owners(decl)
        zones, capacity = len(owners), unit.pieces[decl.piece].count
        sight = unit.measures.sight(decl.sight)
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
