"""Slots for pieces, counters, zones and variables, and the functions that keep them in order.

Every rule changes things through these few functions, so the derived slots (where any lie, how many in all, who has
seen what) are kept in one place.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.typed import (
    Batch,
    CallRoutine,
    ChooseOf,
    CreatePieces,
    FinallyBlock,
    IfElse,
    KindValues,
    LetValue,
    ListOf,
    Loop,
    NumberType,
    PhaseBlock,
    PlaceType,
    RepeatBlock,
    SetType,
    TurnEach,
    TurnOf,
    TurnsFrom,
)  # fmt: skip
from dsl.check.typed import (
    Block as Acts,
)
from dsl.check.typed import (
    Expr as Wanted,
)
from dsl.check.typed import (
    Statement as Action,
)
from dsl.check.world import PLACE_WORDS
from dsl.program.code import (
    BitsConst,
    Block,
    Call,
    Const,
    Do,
    Draw,
    Emit,
    Expr,
    ForBits,
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
)  # fmt: skip
from dsl.program.layout import CounterLayout, KindLayout, PieceLayout, VariableLayout, ZoneLayout
from dsl.program.lower import numbered, secrets, walls
from dsl.program.lower.constants import number as constant_number
from dsl.program.lower.ir import NONE, all_of, any_of, arith, compare, select, set_op, single
from dsl.program.lower.unit import Unit, not_yet
from dsl.text.problem import RulesError
from dsl.text.source import Span

COUNTERS_BOX = Const(-2)  #: where counters go that leave the game; -1 is their reserve
ON_BOARD = -2  #: what `<piece>.where` holds for a piece on the board


def add(local: str, amount: Expr) -> Set:
    """Return the statement that raises a local."""
    return Set(local, arith("+", Local(local), amount))


def blocks(statement: Action) -> Iterator[Acts]:
    """Yield the blocks inside a statement."""
    match statement:
        case IfElse(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case ChooseOf(entries=entries, interrupted_by=more):
            for entry in (*entries, *more):
                yield entry.block
        case (
            Loop(block=block) | RepeatBlock(block=block) | TurnsFrom(block=block) | TurnEach(block=block)
            | TurnOf(block=block) | PhaseBlock(block=block) | Batch(block=block) | FinallyBlock(block=block)
        ):  # fmt: skip
            yield block
        case _:
            pass


def declare(unit: Unit) -> None:
    """Make the slots and functions of everything that the rules declare."""
    for name in unit.rules.pieces:
        _piece(unit, name)
    _zones(unit)
    for name in unit.rules.counters:
        _counter(unit, name)
    for piece in unit.pieces.values():
        _piece_functions(unit, piece)


def slots(unit: Unit) -> frozenset[str]:
    """Return the slots of all that the rules declare: what lies where, who has seen it, the variables."""
    rules = unit.rules
    declared = {*rules.pieces, *rules.counters, *rules.zones, *rules.variables}
    return frozenset(name for name in unit.slots if name.partition(".")[0] in declared)


# ---- pieces -----------------------------------------------------------------------------------------------------


def _piece(unit: Unit, name: str) -> None:
    decl = unit.rules.pieces[name]
    count = _how_many(unit, name)
    kinds = unit.kinds[decl.kind] if decl.kind else None
    attributes: tuple[tuple[str, KindLayout | None], ...] = tuple((a, None) for a, _ in decl.attributes)
    turns = unit.geometries[decl.board].sides if decl.turns else 0
    unit.pieces[name] = PieceLayout(
        name, decl.board, decl.by_cell, decl.owned, count, kinds, attributes, decl.seen_attributes,
        decl.covers, turns, walls.sides_by_kind(unit, name), unit.sight(decl.sight),
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
    if unit.numbered(name):
        numbered.declare(unit, unit.pieces[name])
    elif decl.board:
        cells = unit.geometries[decl.board].width
        unit.slot(f"{name}.on", len(kinds.values) if kinds else 1, cells, cells=True, board=decl.board)
        unit.slot(f"{name}.any", 1, cells, cells=True, board=decl.board)
        unit.slot(f"{name}.at", cells, by_cell=True, board=decl.board)
        if decl.owned:
            unit.slot(f"{name}.by", unit.players, cells, cells=True, board=decl.board)


def _how_many(unit: Unit, piece: str) -> int:
    """Return how many pieces of a sort are made at most."""
    decl = unit.rules.pieces[piece]
    total = sum(_created(unit, piece, unit.rules.setup, {}))
    in_play = made_in_play(unit, piece)
    if in_play and decl.board:
        total += unit.geometries[decl.board].valid.bit_count()
    elif in_play:
        total += 1000
    return max(1, total)


def made_in_play(unit: Unit, piece: str) -> bool:
    """Return whether pieces of a sort may be made after setup."""
    return any(True for block in _played(unit) for _ in _creates(piece, block))


def _played(unit: Unit) -> list[Acts]:
    """Return all blocks that may be carried out after setup."""
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
                kinds = _known(unit, name, bound, kinds)
            case CreatePieces(piece=made, amount=amount, cell=cell) if made == piece:
                yield max(0, constant_number(unit, amount, kinds)) * (1 if cell is None else _cells_in(unit, cell))
            case Loop(name=name, set=KindValues(kind=kind), block=inner):
                for value in range(len(unit.kinds[kind].values)):
                    yield from _created(unit, piece, inner, {**kinds, name: value})
            case Loop(set=through, block=inner):
                yield from (n * _most(unit, through) for n in _created(unit, piece, inner, kinds))
            case CallRoutine(routine=routine):
                yield from _created(unit, piece, unit.rules.routines[routine].block, kinds)
            case RepeatBlock(bound="up to", value=times, block=inner) if times is not None:
                rounds = max(0, constant_number(unit, times, kinds))
                yield from (n * rounds for n in _created(unit, piece, inner, kinds))
            case _:
                for inner in blocks(statement):
                    yield from _created(unit, piece, inner, kinds)


def _cells_in(unit: Unit, cell: Wanted) -> int:
    """Return how many places a place, a list or a set of places is at most."""
    if isinstance(cell, ListOf):
        return len(cell.items)
    return _most(unit, cell) if isinstance(cell.type, SetType) else 1


def _known(unit: Unit, name: str, value: Wanted, kinds: dict[str, int]) -> dict[str, int]:
    """Return what is known of names after a `let`: its value, if that can be worked out before a match."""
    try:
        return {**kinds, name: constant_number(unit, value, kinds)}
    except RulesError:
        return {known: number for known, number in kinds.items() if known != name}


def _most(unit: Unit, through: Wanted) -> int:
    """Return how many members a set that is gone through has at most."""
    if isinstance(through.type, SetType) and isinstance(through.type.of, PlaceType):
        return unit.geometries[through.type.of.board].valid.bit_count()
    return unit.players


def piece_number(unit: Unit, piece: str) -> Const:
    """Return the number that events use for a sort of pieces."""
    return Const(list(unit.rules.pieces).index(piece))


def kind_of(unit: Unit, piece: PieceLayout, number: Expr) -> Expr:
    """Return the kind of the piece with a number; 0 for a sort without kinds."""
    return Load(f"{piece.name}.kind", number) if piece.kinds else Const(0)


def _piece_functions(unit: Unit, piece: PieceLayout) -> None:
    name, number = piece.name, Local("number")
    zones = [zone for zone in unit.zones.values() if zone.piece == name]
    unit.function(f"take_{name}", [("number", 0)], None, _take(unit, piece, zones), f"{name}: out of the zone it is in")
    seen = seen_on_board(unit, piece, number)
    if unit.numbered(name):
        numbered.functions(unit, piece, seen)
    elif piece.board:
        cell, kind = Local("cell"), kind_of(unit, piece, number)
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
    if unit.numbered(name):
        body.append(If(compare("==", Local("place"), Const(ON_BOARD)), (Do(Call(f"lift_{name}", (number,))),)))
    body.append(Store(f"{name}.where", NONE, number))
    return body


# ---- zones ------------------------------------------------------------------------------------------------------


def _zones(unit: Unit) -> None:
    number = 0
    for name, decl in unit.rules.zones.items():
        owners = unit.owners(decl)
        zones, capacity = len(owners), unit.pieces[decl.piece].count
        sight = unit.sight(decl.sight)
        zone = ZoneLayout(name, number, decl.piece, decl.owned, zones, capacity, sight, decl.ordered, owners)
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
        case "its player":
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


# ---- counters ---------------------------------------------------------------------------------------------------


def _counter(unit: Unit, name: str) -> None:
    decl = unit.rules.counters[name]
    states = decl.states or ("",)
    layout = CounterLayout(
        name, decl.board, decl.owned, states, unit.constant(decl.amount), unit.owners(decl)
    )  # fmt: skip
    unit.counters[name] = layout
    owners, cells = len(layout.owners), unit.geometries[decl.board].width
    unit.slot(f"{name}.on", owners * len(states) * cells, by_cell=True, board=decl.board)
    unit.slot(f"{name}.any", owners * len(states), cells, cells=True, board=decl.board)
    unit.slot(f"{name}.total", cells, by_cell=True, board=decl.board)
    unit.slot(f"{name}.reserve", owners)
    _counter_functions(unit, layout, cells)


def group(counter: CounterLayout, owner: Expr, state: Expr) -> Expr:
    """Return the index of an owner's counters in a state, in slot `<counter>.any`."""
    return arith("+", arith("*", owner, Const(len(counter.states))), state)


def _counter_functions(unit: Unit, counter: CounterLayout, cells: int) -> None:
    name = counter.name
    owner, state, cell, amount = Local("owner"), Local("state"), Local("cell"), Local("amount")
    which = group(counter, owner, state)
    number = Const(list(unit.rules.counters).index(name))
    on, anywhere, total, reserve = f"{name}.on", f"{name}.any", f"{name}.total", f"{name}.reserve"
    put: list[Statement] = [
        Set("group", which),
        Set("at", arith("+", arith("*", Local("group"), Const(cells)), cell)),
        Set("now", arith("+", Load(on, Local("at")), amount)),
        Store(on, Local("now"), Local("at")),
        Store(total, arith("+", Load(total, cell), amount), cell),
        Store(anywhere, select(
            Local("now"),
            SetOp("or", Load(anywhere, Local("group")), single(cell, cells)),
            SetOp("minus", Load(anywhere, Local("group")), single(cell, cells)),
        ), Local("group")),
    ]  # fmt: skip
    put += unit.due("counter", name, cell)
    unit.function(
        f"put_{name}", [("owner", 0), ("state", 0), ("cell", 0), ("amount", 0)], None, put, f"{name}: more on a cell"
    )
    recruit: list[Statement] = [
        Set("n", arith("min", amount, Load(reserve, owner))),
        If(compare(">", Local("n"), Const(0)), (
            Store(reserve, arith("-", Load(reserve, owner), Local("n")), owner),
            If(compare(">=", cell, Const(0)), (Do(Call(f"put_{name}", (owner, Const(0), cell, Local("n")))),)),
            Emit("count", (number, owner, Const(0), Local("n"), NONE, cell)),
        )),
        If(compare("<", Local("n"), amount), (
            Emit("shortfall", (number, owner, arith("-", amount, Local("n")))),
        )),
    ]  # fmt: skip
    unit.function(
        f"recruit_{name}", [("owner", 0), ("amount", 0), ("cell", 0)], None, recruit, f"{name}: from the reserve"
    )
    arrive = If(
        compare("<", Local("goal"), Const(0)),
        (
            If(
                compare("!=", Local("goal"), COUNTERS_BOX),
                (Store(reserve, arith("+", Load(reserve, owner), Local("n")), owner),),
            ),
        ),
        (Do(Call(f"put_{name}", (owner, Local("k"), Local("goal"), Local("n")))),),
    )
    leave: Block = (
        Do(Call(f"put_{name}", (owner, Local("k"), cell, arith("-", Const(0), Local("n"))))),
        arrive,
        Emit("count", (number, owner, Local("k"), Local("n"), cell, Local("goal"))),
    )
    unit.function(
        f"send_{name}",
        [("owner", 0), ("state", 0), ("cells", cells), ("amount", 0), ("goal", 0)],
        None,
        _each_group(unit, counter, cells, leave, number),
        f"{name}: from cells to a cell, or to the reserve (-1) or the box (-2); of any state (-1)",
    )
    marked: Block = (
        Do(Call(f"put_{name}", (owner, Local("k"), cell, arith("-", Const(0), Local("n"))))),
        Do(Call(f"put_{name}", (owner, Local("goal"), cell, Local("n")))),
        Emit("mark", (number, owner, Local("k"), Local("goal"), Local("n"), cell)),
    )
    unit.function(
        f"mark_{name}",
        [("owner", 0), ("state", 0), ("cells", cells), ("amount", 0), ("goal", 0)],
        None,
        _each_group(unit, counter, cells, (If(compare("!=", Local("k"), Local("goal")), marked),), number),
        f"{name}: another state for some of them",
    )


def _each_group(unit: Unit, counter: CounterLayout, cells: int, act: Block, number: Const) -> list[Statement]:
    """Take up to `amount` (all if negative) of the owner's counters on `cells`, lowest state and cell first."""
    name, owner, left = counter.name, Local("owner"), Local("left")
    here = Load(f"{name}.any", group(counter, owner, Local("k")))
    held = Load(f"{name}.on", arith("+", arith("*", group(counter, owner, Local("k")), Const(cells)), Local("cell")))
    wanted = compare("!=", left, Const(0))
    matches = all_of(
        [wanted, any_of([compare("<", Local("state"), Const(0)), compare("==", Local("state"), Local("k"))])]
    )
    return [
        Set("left", Local("amount")),
        ForRange("k", Const(0), Const(len(counter.states)), (
            If(matches, (
                ForBits("cell", SetOp("and", here, Local("cells")), (
                    If(wanted, (
                        Set("n", select(compare("<", left, Const(0)), held, arith("min", left, held))),
                        Set("left", select(compare("<", left, Const(0)), left, arith("-", left, Local("n")))),
                        *act,
                    )),
                )),
            )),
        )),
        If(compare(">", left, Const(0)), (Emit("shortfall", (number, owner, left)),)),
    ]  # fmt: skip


# ---- first values -----------------------------------------------------------------------------------------------


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


def variables(unit: Unit) -> dict[str, VariableLayout]:
    """Make the slots of the variables."""
    found: dict[str, VariableLayout] = {}
    for name, decl in unit.rules.variables.items():
        if decl.owner in ("", "player"):
            unit.slot_for(name, decl.type, unit.players if decl.owner else 1)
        elif decl.owner in unit.pieces:
            unit.slot_for(name, decl.type, unit.pieces[decl.owner].count)
        else:
            board = _board_of(unit, decl.owner, decl.span)
            length = unit.geometries[board].width
            unit.slot_for(name, decl.type, length, by_cell=board)
        secrets.declare(unit, decl)
        bounds = (decl.type.low, decl.type.high) if isinstance(decl.type, NumberType) else (0, 0)
        sight = unit.sight(decl.sight)
        found[name] = VariableLayout(name, decl.owner, unit.domain(decl.type), sight, decl.told, bounds)
    return found


def _board_of(unit: Unit, owner: str, span: Span) -> str:
    for name, board in unit.rules.boards.items():
        if PLACE_WORDS[board.shape] == owner:
            return name
    raise not_yet(f"a variable of {owner}", span)
