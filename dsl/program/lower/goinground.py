"""Loops in which somebody is asked: for each of a set or list, all at once in secret, or again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import FORK, OVER, Const, Load, Lowest, Return, Store
from dsl.program.lower.ir import arith, compare, is_empty, negate, set_op, single
from dsl.program.lower.steps import Part
from dsl.program.lower.unit import Env, Value, not_yet
from dsl.semantics import typed as t
from dsl.semantics.type_compatibility import TEAM

if TYPE_CHECKING:
    from dsl.program.lower.flow import Flow


class GoingRound:
    """Lowers such loops to steps."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.unit, self.ex, self.steps = flow.unit, flow.ex, flow.steps

    def each(self, act: t.Loop, env: Env, part: Part) -> None:
        """Lower a block that is carried out for each member of a set or list."""
        things, home = self.ex.resolve(act.set, env)
        if self.ex.sets.is_bits(things, home):
            self._over_bits(act, things, home, env, part)
        elif isinstance(things.type, t.ListType) or isinstance(things, (t.Rotation, t.Chained)) or self._held(things):
            self._over_list(act, things, home, env, part)
        elif isinstance(things, t.NumberRange):
            self._over_numbers(act, things, home, env, part)
        else:
            raise not_yet("asking for choices inside this loop", act.span)

    def _held(self, things: t.Expr) -> bool:
        """Whether these are pieces of a zone, each known by its number there as everywhere."""
        inner = things.type.of if isinstance(things.type, t.SetType) else things.type
        return isinstance(inner, t.PieceType) and not self.unit.measures.by_cell(inner.piece)

    def _over_bits(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: Part) -> None:
        assert isinstance(things.type, t.SetType)
        width = self.unit.measures.size(things.type)
        rest = self.unit.slot_for(self.unit.fresh(f"{part.name}.rest"), things.type)
        member = self.steps.slot(part, act.name, things.type.of)
        self.steps.add(Store(rest, self.ex.sets.bits(things, home)))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.branch(is_empty(Load(rest)), after)
        self.steps.add(
            Store(member, Lowest(Load(rest))),
            Store(rest, set_op("minus", Load(rest), single(Load(member), width), width)),
        )
        self.flow.block(act.block, env.bind(act.name, Value(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _over_list(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: Part) -> None:
        assert isinstance(things.type, (t.ListType, t.SetType))
        slot, fill = self.ex.lists.fill(things, home, kept=True)
        i, member = self.steps.number(part, "i"), self.steps.slot(part, act.name, things.type.of)
        self.steps.add(*fill, Store(i, Const(0)))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.branch(compare(">=", Load(i), Load(f"{slot}.size")), after)
        self.steps.add(Store(member, Load(slot, Load(i))), Store(i, arith("+", Load(i), Const(1))))
        self.flow.block(act.block, env.bind(act.name, Value(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _over_numbers(self, act: t.Loop, things: t.NumberRange, home: Env, env: Env, part: Part) -> None:
        member, last = self.steps.slot(part, act.name, things.low.type), self.steps.number(part, "last")
        low = self.ex.value(things.low, home)
        self.steps.add(Store(last, self.ex.value(things.high, home)), Store(member, arith("-", low, Const(1))))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.add(Store(member, arith("+", Load(member), Const(1))))
        self.steps.branch(compare(">", Load(member), Load(last)), after)
        self.flow.block(act.block, env.bind(act.name, Value(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def secretly(self, act: t.Loop, env: Env, part: Part) -> None:
        """Let all players of a set go through the block, each in a world of its own; there each is `me`.

        For a team its first player does; the others look on.
        """
        things, home = self.ex.resolve(act.set, env)
        assert isinstance(things.type, t.SetType)
        member = self.steps.slot(part, act.name, things.type.of)
        begin, after = self.steps.label(f"secretly for each {act.name}"), self.steps.label("after all in secret")
        self.steps.add(
            Store("secretly", self.ex.sets.bits(things, home)),
            Store("branch", Const(begin)),
            Store("next", Const(after)),
            Return(Const(FORK)),
        )
        self.flow.team_branches += [begin] if things.type.of == TEAM else []
        self.steps.begin(begin)
        self.steps.add(Store(member, Load("chooser")), Store("me", Load("chooser")))
        self.flow.block(act.block, env.bind(act.name, Value(Load(member))), Part(part.name))
        self.steps.add(Return(Const(OVER)))
        self.steps.begin(after)

    def repeat(self, act: t.RepeatBlock, env: Env, part: Part) -> None:
        """Lower a block that is carried out again and again, as often as a number or a condition says."""
        count = self.steps.number(part, "count") if act.bound == "up to" else ""
        if count:
            self.steps.add(Store(count, Const(0)))
        head, after = self.steps.next("repeat"), self.steps.label("after the repeat")
        self.steps.add(*self.unit.begin(act, env))
        if act.value is not None:
            value = self.ex.value(act.value, env)
            if act.bound == "up to":
                self.steps.branch(compare(">=", Load(count), value), after)
                self.steps.add(Store(count, arith("+", Load(count), Const(1))))
            else:
                self.steps.branch(value if act.bound == "until" else negate(value), after)
        part.stops.append(after)
        self.flow.block(act.block, env, part)
        part.stops.pop()
        self.steps.jump(head)
        self.steps.begin(after)
