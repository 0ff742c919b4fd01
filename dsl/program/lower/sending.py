"""What moves counters and gives them another state."""

from __future__ import annotations

from dsl.program.code import BitsConst, Call, Const, Do, Expr, Load, Statement
from dsl.program.lower.assigning import assign
from dsl.program.lower.counterslots import COUNTERS_BOX, group
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import NONE, arith, single
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t


class Sending:
    """Lowers the statements that change where counters lie."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def move(self, act: t.MoveCounters, env: Env) -> list[Statement]:
        """Return what moves counters, one or many, to a place, their reserve or out of the game."""
        goal: Expr = COUNTERS_BOX if act.box else NONE
        if act.target is not None:
            goal = self.ex.property_of("place", act.target, env)
        if act.single is not None:
            kind = act.single.type
            assert isinstance(kind, t.CounterType)
            one = self.ex.counters.one(kind.counter, *self.ex.resolve(act.single, env))
            width = self.ex.board.geometry(kind).width
            return [Do(Call(f"send_{kind.counter}", (one.owner, one.state, single(one.cell, width), Const(1), goal)))]
        assert act.counters is not None
        counters = self._counter_set(act.counters, env)
        return [
            statement
            for owner in self.ex.counters.owners(*counters)
            for statement in self._send(counters, owner, act.amount, goal, env)
        ]

    def mark(self, act: t.MarkCounters, env: Env) -> list[Statement]:
        """Return what gives counters of a set another state."""
        counters, home = self._counter_set(act.counters, env)
        amount = self._amount(act.amount, env)
        return [
            Do(Call(f"mark_{counters.counter}", (*self._which(counters, owner, home), amount, Const(act.state))))
            for owner in self.ex.counters.owners(counters, home)
        ]

    def mark_one(self, act: t.MarkCounter, env: Env) -> list[Statement]:
        """Return what gives one counter another state; its name goes on to mean it."""
        kind = act.counter.type
        assert isinstance(kind, t.CounterType)
        counter, width = self.unit.counters[kind.counter], self.ex.board.geometry(kind).width
        one = self.ex.counters.one(kind.counter, *self.ex.resolve(act.counter, env))
        state = Const(act.state)
        marked = Call(f"mark_{counter.name}", (one.owner, one.state, single(one.cell, width), Const(1), state))
        row = arith("*", group(counter, one.owner, state), Const(width))
        renamed = assign(act.name, arith("+", row, one.cell), env) if act.name else []
        return [Do(marked), *renamed]

    def _counter_set(self, counters: t.CounterSet, env: Env) -> tuple[t.CounterSet, Env]:
        resolved, home = self.ex.resolve(counters, env)
        assert isinstance(resolved, t.CounterSet)
        return resolved, home

    def _send(
        self, source: tuple[t.CounterSet, Env], owner: Expr, amount: t.Expr | None, goal: Expr, env: Env
    ) -> list[Statement]:
        counters, home = source
        name = counters.counter
        if counters.reserve:
            every = Load(f"{name}.reserve", owner)
            return [Do(Call(f"recruit_{name}", (owner, every if amount is None else self.ex.value(amount, env), goal)))]
        return [Do(Call(f"send_{name}", (*self._which(counters, owner, home), self._amount(amount, env), goal)))]

    def _which(self, counters: t.CounterSet, owner: Expr, env: Env) -> tuple[Expr, Expr, Expr]:
        """Return the owner, the state (-1 for any) and the cells of a counter set."""
        board = self.ex.board.geometry(counters.type.of if isinstance(counters.type, t.SetType) else counters.type)
        place = (
            BitsConst(board.valid, board.width) if counters.place is None else self.ex.sets.bits(counters.place, env)
        )
        return owner, NONE if counters.state is None else Const(counters.state), place

    def _amount(self, amount: t.Expr | None, env: Env) -> Expr:
        """Return how many; -1 for all. A negative number means none."""
        return NONE if amount is None else arith("max", Const(0), self.ex.value(amount, env))
