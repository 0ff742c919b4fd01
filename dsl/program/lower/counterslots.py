"""Slots for counters, and the functions that recruit, send and mark them."""

from __future__ import annotations

from dsl.program.code import (
    Block,
    Call,
    Const,
    Do,
    Emit,
    Expr,
    ForBits,
    ForRange,
    If,
    Load,
    Local,
    Set,
    SetOp,
    Statement,
    Store,
)
from dsl.program.layout import CounterLayout
from dsl.program.lower.ir import NONE, all_of, any_of, arith, compare, select, single
from dsl.program.lower.unit import Unit

COUNTERS_BOX = Const(-2)  #: where counters go that leave the game; -1 is their reserve


def declare(unit: Unit, name: str) -> None:
    """Make the slots and functions of a sort of counters."""
    decl = unit.rules.counters[name]
    states = decl.states or ("",)
    layout = CounterLayout(
        name, decl.board, decl.owned, states, unit.constant(decl.amount), unit.measures.owners(decl), decl.team
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
    number = Const(list(unit.rules.counters).index(counter.name))
    _put(unit, counter, cells)
    _recruit(unit, counter, number)
    _send(unit, counter, cells, number)
    _mark(unit, counter, cells, number)


def _put(unit: Unit, counter: CounterLayout, cells: int) -> None:
    name, cell, amount = counter.name, Local("cell"), Local("amount")
    on, anywhere, total = f"{name}.on", f"{name}.any", f"{name}.total"
    body: list[Statement] = [
        Set("group", group(counter, Local("owner"), Local("state"))),
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
    body += unit.due("counter", name, cell)
    parameters = [("owner", 0), ("state", 0), ("cell", 0), ("amount", 0)]
    unit.function(f"put_{name}", parameters, None, body, f"{name}: more on a cell")


def _recruit(unit: Unit, counter: CounterLayout, number: Const) -> None:
    name, owner, cell, amount = counter.name, Local("owner"), Local("cell"), Local("amount")
    reserve = f"{name}.reserve"
    body: list[Statement] = [
        Set("n", arith("min", amount, Load(reserve, owner))),
        If(compare(">", Local("n"), Const(0)), (
            Store(reserve, arith("-", Load(reserve, owner), Local("n")), owner),
            If(compare(">=", cell, Const(0)), (_more(name, Const(0), cell, Local("n")),)),
            Emit("count", (number, owner, Const(0), Local("n"), NONE, cell)),
        )),
        If(compare("<", Local("n"), amount), (
            Emit("shortfall", (number, owner, arith("-", amount, Local("n")))),
        )),
    ]  # fmt: skip
    unit.function(
        f"recruit_{name}", [("owner", 0), ("amount", 0), ("cell", 0)], None, body, f"{name}: from the reserve"
    )


def _send(unit: Unit, counter: CounterLayout, cells: int, number: Const) -> None:
    name, owner, cell, goal, moved = counter.name, Local("owner"), Local("cell"), Local("goal"), Local("n")
    reserve = f"{name}.reserve"
    back = If(compare("!=", goal, COUNTERS_BOX), (Store(reserve, arith("+", Load(reserve, owner), moved), owner),))
    leave: Block = (
        _more(name, Local("k"), cell, arith("-", Const(0), moved)),
        If(compare("<", goal, Const(0)), (back,), (_more(name, Local("k"), goal, moved),)),
        Emit("count", (number, owner, Local("k"), moved, cell, goal)),
    )
    unit.function(
        f"send_{name}",
        _among(cells),
        None,
        _each_group(counter, cells, leave, number),
        f"{name}: from cells to a cell, or to the reserve (-1) or the box (-2); of any state (-1)",
    )


def _mark(unit: Unit, counter: CounterLayout, cells: int, number: Const) -> None:
    name, owner, cell, goal, marked = counter.name, Local("owner"), Local("cell"), Local("goal"), Local("n")
    change: Block = (
        _more(name, Local("k"), cell, arith("-", Const(0), marked)),
        _more(name, goal, cell, marked),
        Emit("mark", (number, owner, Local("k"), goal, marked, cell)),
    )
    unit.function(
        f"mark_{name}",
        _among(cells),
        None,
        _each_group(counter, cells, (If(compare("!=", Local("k"), goal), change),), number),
        f"{name}: another state for some of them",
    )


def _more(name: str, state: Expr, cell: Expr, amount: Expr) -> Statement:
    """Return the statement that puts more of the owner's counters on a cell, or takes some away."""
    return Do(Call(f"put_{name}", (Local("owner"), state, cell, amount)))


def _among(cells: int) -> list[tuple[str, int]]:
    """Return the parameters of what is done to some of the owner's counters on a set of cells."""
    return [("owner", 0), ("state", 0), ("cells", cells), ("amount", 0), ("goal", 0)]


def _each_group(counter: CounterLayout, cells: int, act: Block, number: Const) -> list[Statement]:
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
