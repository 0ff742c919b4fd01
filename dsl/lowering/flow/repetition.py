"""Repetition of positions: at the start of each turn a fingerprint of all public state is stored.

The fingerprints are part of the state, in a ring buffer of fixed length, so a copy or an undo of a state has the right
history on every runner. The slots are transient: positions that were reached in different ways are equal.

An option may decide whether a rule uses repetitions. Whether any does under the current options is known after lowering
(`finish_repetition`); if none does, the state has no history.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec.structs import replace

from dsl.ir.builder import arith, compare, expressions, select, walk
from dsl.ir.instructions import (
    Call,
    Const,
    Digest,
    Do,
    Expr,
    ForRange,
    If,
    Load,
    Local,
    Lookup,
    Return,
    Set,
    Statement,
    Step,
    Store,
)
from dsl.ir.layout import PieceLayout, Slot, ZoneLayout
from dsl.ir.widths import DIGEST
from dsl.lowering.compilation_unit import Unit

TURNS = 256  #: size of the ring buffer in turns; the checker derives the range of `times_seen` from it
SUMS = 3  #: number of sums in the fingerprint of an unordered zone
SEEN, PAST, SIZE, NEXT = "times_seen", "past", "past.size", "past.next"
_NOTED = Do(Call("note_position", ()))


def declare_repetition(unit: Unit) -> None:
    """Make the slots of the history if a rule uses repetitions."""
    if unit.rules.remembers:
        unit.slot(PAST, TURNS, DIGEST, passing=True)
        for name in (SEEN, SIZE, NEXT):
            unit.slot(name, passing=True)


def note_position(unit: Unit) -> list[Statement]:
    """Return the statements that store the fingerprint of the position and count its repetitions, if a rule uses
    them."""
    return [_NOTED] if unit.rules.remembers else []


def finish_repetition(unit: Unit, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Define the function that stores positions; remove the history if no lowered code reads it."""
    if not unit.rules.remembers:
        return steps
    if _is_read(unit, steps):
        unit.function(_NOTED.call.function, [], None, _note_body(unit), "how often this position has stood")
        return steps
    unit.remove_slots((SEEN, PAST, SIZE, NEXT))
    return tuple(replace(step, body=tuple(part for part in step.body if part != _NOTED)) for step in steps)


def _is_read(unit: Unit, steps: Sequence[Step]) -> bool:
    blocks = [*(step.body for step in steps), *(function.body for function in unit.functions.values())]
    return any(Load(SEEN) in walk(expr) for block in blocks for expr in expressions(block))


def _note_body(unit: Unit) -> list[Statement]:
    onward = arith("+", Load(NEXT), Const(1))
    again = If(compare("==", Load(PAST, Local("i")), Local("now")), (Set("n", arith("+", Local("n"), Const(1))),))
    return [
        Set("now", Digest(tuple(_parts(unit)))),
        Store(PAST, Local("now"), Load(NEXT)),
        Store(NEXT, select(compare("==", onward, Const(TURNS)), Const(0), onward)),
        Store(SIZE, arith("min", arith("+", Load(SIZE), Const(1)), Const(TURNS))),
        Set("n", Const(0)),
        ForRange("i", Const(0), Load(SIZE), (again,)),
        Store(SEEN, Local("n")),
    ]


def _parts(unit: Unit) -> Iterator[Expr]:
    """Yield the public state that identifies a position, without secrets."""
    yield from (Load("me"), Load("in_play"), Load("phase"))
    for piece in unit.pieces.values():
        for slot in _identifying_slots(piece) if piece.board else ():
            yield from _all(unit, f"{piece.name}.{slot}")
    for name in unit.counters:
        yield from _all(unit, f"{name}.on")
        yield from _all(unit, f"{name}.reserve")
    for zone in unit.zones.values():
        yield from _all(unit, f"{zone.name}.size")
        if zone.sight == "all":
            yield from _zone_contents(unit, zone)
    for name, decl in unit.rules.variables.items():
        if decl.in_positions and unit.types.sight(decl.sight) == "all":
            yield from _all(unit, name)


def _identifying_slots(piece: PieceLayout) -> tuple[str, ...]:
    """Return the slots that identify the pieces on the board. A piece of a secret kind is identified by its number:
    all players can follow it over the board."""
    if not piece.by_cell:
        return ("cell", "rotation")
    return ("on", "by") if piece.sight == "all" and not piece.turns else ("at", "rotation")


def _all(unit: Unit, name: str) -> Iterator[Expr]:
    slot = unit.slots.get(name)
    if slot is None:
        return
    if slot.length == 1:
        yield Load(name)
    else:
        yield from (Load(name, Const(i)) for i in range(slot.length) if _is_place(unit, slot, i))


def _is_place(unit: Unit, slot: Slot, index: int) -> bool:
    """Whether an element is a cell: the border of a board is none."""
    if not slot.by_cell:
        return True
    board = unit.geometries[slot.board] if slot.board else next(iter(unit.geometries.values()))
    return board.valid >> index % board.width & 1 == 1


def _zone_contents(unit: Unit, zone: ZoneLayout) -> Iterator[Expr]:
    """Yield the contents of an open zone: the kinds in order, or an order-independent sum of them."""
    piece = unit.pieces[zone.piece]
    kinds = len(piece.kinds.values) if piece.kinds else 0
    for owner in range(zone.zones):
        if zone.ordered:
            yield Call(_in_order(unit, zone, kinds), (Const(owner),))
        elif kinds:
            yield Call(_of_kinds(unit, zone, kinds), (Const(owner),))


def _of_kinds(unit: Unit, zone: ZoneLayout, kinds: int) -> str:
    """Return the function that computes an order-independent fingerprint of the kinds in a zone, in one pass.

    Each kind has `SUMS` weights, which are added up. They are small enough for the capacity of the zone, and the sums
    together have as many bits as the fingerprint.
    """
    name, number = f"kinds_in_{zone.name}", Local("number")
    if name not in unit.functions:
        sums = [f"sum{part}" for part in range(SUMS)]
        kind = Load(f"{zone.piece}.kind", number)
        added: list[Statement] = [Set("k", kind)]
        for part, local in enumerate(sums):
            table = f"{zone.name}.weights{part}"
            unit.tables[table] = tuple(_weight(part, value, zone.capacity) for value in range(kinds))
            added.append(Set(local, arith("+", Local(local), Lookup(table, Local("k")))))
        body: list[Statement] = [
            *(Set(local, Const(0)) for local in sums),
            *_through(zone, added),
            Return(Digest(tuple(map(Local, sums)))),
        ]
        unit.function(name, [("owner", 0)], DIGEST, body, f"how many of each kind are in {zone.name}")
    return name


def _weight(part: int, kind: int, many: int) -> int:
    """Return a weight of a kind, of which `many` add up to at most 31 bits."""
    number = int.from_bytes(sha256(f"{part} {kind}".encode()).digest()[:4], "little")
    return number >> 1 + many.bit_length()


def _in_order(unit: Unit, zone: ZoneLayout, kinds: int) -> str:
    name, number = f"order_in_{zone.name}", Local("number")
    if name not in unit.functions:
        kind = Load(f"{zone.piece}.kind", number) if kinds else Const(0)
        body: list[Statement] = [
            Set("key", Digest(())),
            *_through(zone, [Set("key", Digest((Local("key"), kind)))]),
            Return(Local("key")),
        ]
        unit.function(name, [("owner", 0)], DIGEST, body, f"what is in {zone.name}, in order")
    return name


def _through(zone: ZoneLayout, body: list[Statement]) -> list[Statement]:
    at = arith("+", arith("*", Local("owner"), Const(zone.capacity)), Local("i"))
    number = Set("number", Load(f"{zone.name}.items", at))
    return [ForRange("i", Const(0), Load(f"{zone.name}.size", Local("owner")), (number, *body))]
