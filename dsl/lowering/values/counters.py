"""Counters: their slots, the functions that recruit, send and mark them, sets and numbers of them, and the statements
that move or mark them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir.builder import (
    FALSE,
    NONE,
    all_of,
    any_of,
    arith,
    compare,
    has,
    if_,
    is_empty,
    negate,
    select,
    set_op,
    single,
)
from dsl.ir.instructions import (
    BitsConst,
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
    Return,
    Set,
    SetOp,
    Statement,
    Store,
)
from dsl.ir.layout import CounterLayout
from dsl.lowering.compilation_unit import Unit
from dsl.lowering.environment import CounterValue, Env, assign_name
from dsl.lowering.protocols import Context
from dsl.semantics import typed as t

COUNTERS_BOX = Const(-2)  #: destination of counters that leave the game; -1 is their reserve


def declare_counters(unit: Unit, name: str) -> None:
    """Make the slots and functions of a type of counter."""
    decl = unit.rules.counters[name]
    states = decl.states or ("",)
    layout = CounterLayout(
        name, decl.board, decl.owned, states, unit.constant(decl.amount), unit.types.owners(decl), decl.team
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
        If(
            Local("now"),
            (Store(anywhere, SetOp("or", Load(anywhere, Local("group")), single(cell, cells)), Local("group")),),
            (Store(anywhere, SetOp("minus", Load(anywhere, Local("group")), single(cell, cells)), Local("group")),),
        ),
    ]  # fmt: skip
    body += unit.mark_due("counter", name, cell)
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
    said = f"{name}: from cells to a cell, or to the reserve (-1) or the box (-2); of any state (-1)"
    unit.function(f"send_{name}", _among(cells), None, _each_group(counter, cells, leave, number), said)
    unit.function(
        f"send_one_{name}", _ONE, None, _just_one(counter, leave, number), f"{name}: the same for one of them"
    )


def _mark(unit: Unit, counter: CounterLayout, cells: int, number: Const) -> None:
    name, owner, cell, goal, marked = counter.name, Local("owner"), Local("cell"), Local("goal"), Local("n")
    change: Block = (
        _more(name, Local("k"), cell, arith("-", Const(0), marked)),
        _more(name, goal, cell, marked),
        Emit("mark", (number, owner, Local("k"), goal, marked, cell)),
    )
    changed: Block = (If(compare("!=", Local("k"), goal), change),)
    said = f"{name}: another state for some of them"
    unit.function(f"mark_{name}", _among(cells), None, _each_group(counter, cells, changed, number), said)
    said = f"{name}: another state for one of them"
    unit.function(f"mark_one_{name}", _ONE, None, _just_one(counter, changed, number), said)


def _more(name: str, state: Expr, cell: Expr, amount: Expr) -> Statement:
    """Return the statement that adds to the owner's counters on a cell."""
    return Do(Call(f"put_{name}", (Local("owner"), state, cell, amount)))


def _among(cells: int) -> list[tuple[str, int]]:
    """Return the parameters of the functions that change some of the owner's counters on a set of cells."""
    return [("owner", 0), ("state", 0), ("cells", cells), ("amount", 0), ("goal", 0)]


#: The parameters of the functions that change one of the owner's counters.
_ONE = [("owner", 0), ("k", 0), ("cell", 0), ("goal", 0)]


def _just_one(counter: CounterLayout, act: Block, number: Const) -> list[Statement]:
    """Take one of the owner's counters in state `k` on `cell`."""
    owner, one = Local("owner"), Const(1)
    there = has(Load(f"{counter.name}.any", group(counter, owner, Local("k"))), Local("cell"))
    return [If(there, (Set("n", one), *act), (Emit("shortfall", (number, owner, one)),))]


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


class CounterLowerer:
    """Lowers sets and numbers of counters, and statements on them."""

    def __init__(self, context: Context) -> None:
        self.unit = context.unit
        self.context = context

    def _groups(self, counters: t.CounterSet, env: Env) -> tuple[CounterLayout, list[Expr]]:
        layout = self.unit.counters[counters.counter]
        owners: list[Expr]
        if counters.owner is None:
            owners = [Const(owner) for owner in range(len(layout.owners))]
        else:
            owners = [self.context.exprs.value(counters.owner, env)]
        states = range(len(layout.states)) if counters.state is None else (counters.state,)
        return layout, [group(layout, owner, Const(state)) for owner in owners for state in states]

    def _place(self, counters: t.CounterSet, env: Env) -> Expr | None:
        """Return the cell of a counter set that is restricted to one cell."""
        if counters.place is None or isinstance(counters.place.type, t.SetType):
            return None
        return self.context.exprs.property_of("place", counters.place, env)

    def any(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return whether the set contains a counter."""
        layout, groups = self._groups(counters, env)
        name = layout.name
        if counters.reserve:
            return any_of(
                compare(">", Load(f"{name}.reserve", owner), Const(0)) for owner in self.owners(counters, env)
            )
        cell = self._place(counters, env)
        if cell is not None:
            if counters.owner is None and counters.state is None:
                return compare(">", Load(f"{name}.total", cell), Const(0))
            return any_of(has(Load(f"{name}.any", g), cell) for g in groups)
        return negate(is_empty(self.cells(counters, env)))

    def holds(self, counters: t.CounterSet, one: CounterValue, env: Env) -> Expr:
        """Return whether one counter is in the set; a counter that has left its place is in none."""
        if counters.reserve:
            return FALSE
        layout = self.unit.counters[counters.counter]
        conditions = [has(Load(f"{layout.name}.any", group(layout, one.owner, one.state)), one.cell)]
        if counters.owner is not None:
            conditions.append(compare("==", one.owner, self.context.exprs.value(counters.owner, env)))
        if counters.state is not None:
            conditions.append(compare("==", one.state, Const(counters.state)))
        if counters.place is not None:
            conditions.append(has(self.context.sets.bits(counters.place, env), one.cell))
        return all_of(conditions)

    def owners(self, counters: t.CounterSet, env: Env) -> list[Expr]:
        """Return the possible owners of the counters."""
        if counters.owner is not None:
            return [self.context.exprs.value(counters.owner, env)]
        return [Const(owner) for owner in range(len(self.unit.counters[counters.counter].owners))]

    def cells(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return the cells with counters of a set."""
        layout, groups = self._groups(counters, env)
        width = self.unit.geometries[layout.board].width
        cells: Expr = BitsConst(0, width)
        for g in groups:
            cells = set_op("or", cells, Load(f"{layout.name}.any", g), width)
        return (
            cells
            if counters.place is None
            else set_op("and", cells, self.context.sets.bits(counters.place, env), width)
        )

    def count(self, counters: t.CounterSet, env: Env) -> Expr:
        """Return the number of counters in the set."""
        layout, groups = self._groups(counters, env)
        name, width = layout.name, self.unit.geometries[layout.board].width
        if counters.reserve:
            return self._total(Load(f"{name}.reserve", owner) for owner in self.owners(counters, env))
        cell = self._place(counters, env)
        if cell is not None:
            if counters.owner is None and counters.state is None:
                return Load(f"{name}.total", cell)
            return self._total(Load(f"{name}.on", arith("+", arith("*", g, Const(width)), cell)) for g in groups)
        body: list[Statement] = [Set("n", Const(0))]
        if counters.place is not None:
            body.append(Set("cells", self.context.sets.bits(counters.place, env)))
        for g in groups:
            here = Load(f"{name}.any", g)
            at = arith("+", arith("*", g, Const(width)), Local("cell"))
            where = here if counters.place is None else SetOp("and", here, Local("cells"))
            body.append(ForBits("cell", where, (Set("n", arith("+", Local("n"), Load(f"{name}.on", at))),)))
        return self.unit.closure(f"number_of_{name}", 0, [*body, Return(Local("n"))], env)

    @staticmethod
    def _total(parts: Iterator[Expr]) -> Expr:
        total: Expr = Const(0)
        for part in parts:
            total = arith("+", total, part)
        return total

    def part(self, name: str, counter: str, expr: t.Expr, env: Env) -> Expr:
        """Return the `owner` (or `kind`), `state` or `place` of one counter."""
        bound = self.one(counter, expr, env)
        return {"owner": bound.owner, "kind": bound.owner, "state": bound.state, "place": bound.cell}[name]

    def one(self, counter: str, expr: t.Expr, env: Env) -> CounterValue:
        """Return the owner, state and cell of a counter."""
        if isinstance(expr, t.LocalValue) and isinstance(bound := env.names.get(expr.name), CounterValue):
            return bound
        value = self.context.exprs.value(expr, env)
        layout = self.unit.counters[counter]
        cells, states = Const(self.unit.geometries[layout.board].width), Const(len(layout.states))
        which = arith("/down", value, cells)
        owner = arith("/down", which, states)
        return CounterValue(
            counter, owner, arith("-", which, arith("*", owner, states)), arith("-", value, arith("*", which, cells))
        )

    # -- statements -----------------------------------------------------------------------------------------------

    def move(self, act: t.MoveCounters, env: Env) -> list[Statement]:
        """Return the statements that move counters, one or many, to a place, their reserve or out of the game."""
        goal: Expr = COUNTERS_BOX if act.box else NONE
        if act.target is not None:
            goal = self.context.exprs.property_of("place", act.target, env)
        if act.single is not None:
            kind = act.single.type
            assert isinstance(kind, t.CounterType)
            one = self.one(kind.counter, *self.context.exprs.resolve(act.single, env))
            return [Do(Call(f"send_one_{kind.counter}", (one.owner, one.state, one.cell, goal)))]
        assert act.counters is not None
        counters = self._counter_set(act.counters, env)
        return [
            statement
            for owner in self.owners(*counters)
            for statement in self._send(counters, owner, act.amount, goal, env)
        ]

    def mark(self, act: t.MarkCounters, env: Env) -> list[Statement]:
        """Return the statements that give counters of a set another state."""
        counters, home = self._counter_set(act.counters, env)
        amount = self._amount(act.amount, env)
        statements: list[Statement] = []
        for owner in self.owners(counters, home):
            which = self._which(counters, owner, home)
            marked = Do(Call(f"mark_{counters.counter}", (*which, amount, Const(act.state))))
            statements += self._unless_none(counters, owner, marked) if amount == NONE else [marked]
        return statements

    def _unless_none(self, counters: t.CounterSet, owner: Expr, act: Statement) -> list[Statement]:
        """Return a statement on all counters of a set, with a test where one tells that an owner has none of them."""
        if counters.place is not None or counters.state is None:
            return [act]
        layout = self.unit.counters[counters.counter]
        anywhere = Load(f"{layout.name}.any", group(layout, owner, Const(counters.state)))
        return if_(negate(is_empty(anywhere)), [act])

    def mark_one(self, act: t.MarkCounter, env: Env) -> list[Statement]:
        """Return the statements that give one counter another state; its name keeps referring to it."""
        kind = act.counter.type
        assert isinstance(kind, t.CounterType)
        counter, width = self.unit.counters[kind.counter], self.unit.board_of(kind).width
        one = self.one(kind.counter, *self.context.exprs.resolve(act.counter, env))
        state = Const(act.state)
        marked = Call(f"mark_one_{counter.name}", (one.owner, one.state, one.cell, state))
        row = arith("*", group(counter, one.owner, state), Const(width))
        renamed = assign_name(act.name, arith("+", row, one.cell), env) if act.name else []
        return [Do(marked), *renamed]

    def _counter_set(self, counters: t.CounterSet, env: Env) -> tuple[t.CounterSet, Env]:
        resolved, home = self.context.exprs.resolve(counters, env)
        assert isinstance(resolved, t.CounterSet)
        return resolved, home

    def _send(
        self, source: tuple[t.CounterSet, Env], owner: Expr, amount: t.Expr | None, goal: Expr, env: Env
    ) -> list[Statement]:
        counters, home = source
        name = counters.counter
        if counters.reserve:
            every = Load(f"{name}.reserve", owner)
            return [
                Do(
                    Call(
                        f"recruit_{name}",
                        (owner, every if amount is None else self.context.exprs.value(amount, env), goal),
                    )
                )
            ]
        return [Do(Call(f"send_{name}", (*self._which(counters, owner, home), self._amount(amount, env), goal)))]

    def _which(self, counters: t.CounterSet, owner: Expr, env: Env) -> tuple[Expr, Expr, Expr]:
        """Return the owner, the state (-1 for all) and the cells of a counter set."""
        board = self.unit.board_of(counters.type.of if isinstance(counters.type, t.SetType) else counters.type)
        place = (
            BitsConst(board.valid, board.width)
            if counters.place is None
            else self.context.sets.bits(counters.place, env)
        )
        return owner, NONE if counters.state is None else Const(counters.state), place

    def _amount(self, amount: t.Expr | None, env: Env) -> Expr:
        """Return an amount of counters; -1 for all. A negative number means none."""
        return NONE if amount is None else arith("max", Const(0), self.context.exprs.value(amount, env))
