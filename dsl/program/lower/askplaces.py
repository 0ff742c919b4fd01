"""Asking for a way place by place, after its first place has been chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import (
    Call,
    Const,
    Do,
    Expr,
    ForBits,
    Load,
    Local,
    Lowest,
    Population,
    Push,
    Return,
    Set,
    Statement,
    Store,
)
from dsl.program.lower.ir import NONE, all_of, arith, compare, has, if_, negate, set_op, single
from dsl.program.lower.plans import Plan
from dsl.program.lower.steps import Part
from dsl.program.program import Ask, Entry, Supplied
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.asking import Asking


class PlaceAsks:
    """Lowers the questions for the further places of a way."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.unit = asking.unit
        self.steps = asking.steps
        self.ways = asking.choices.ways

    def ask(self, plan: Plan, slots: list[str], entry: t.ChoiceEntry, supplied: Supplied) -> None:
        """Ask for the other places of a way; a place that can only be one is taken without asking."""
        level, slot, name = len(plan.asked), slots[-1], f"{plan.action.name}: {plan.asked[-1].name}"
        left = self.steps.number(Part(plan.action.name), "left")
        count = [*self.ways.steps_left(plan, level), Return(Local("w_left"))]
        self.steps.add(*self.asking.earlier(plan, slots[:-1]))
        self.steps.add(Store(left, self.unit.closure("steps_left", 0, count, plan.env)))
        head, after = self.steps.next(f"{name}, one place more"), self.steps.label(f"{name} is complete")
        self.steps.add(Store(left, arith("-", Load(left), Const(1))))
        self.steps.branch(compare("<=", Load(left), Const(0)), after)
        further = self._further(plan, level)
        number = self._new_ask(plan, slots, entry, further, left, supplied)
        one, resume = self.steps.label("the only place"), self.steps.label(f"{name}, a place is chosen")
        known = (*self.asking.earlier(plan, slots), Set("w_rest", Load(left)))
        self.steps.add(*known, Set("places", further))
        self.steps.branch(compare("==", Population(Local("places")), Const(1)), one)
        self.steps.add(Do(Call(f"ask_{number}", ())))
        self.asking.suspend(number, resume)
        self.steps.begin(resume)
        self.asking.chosen(number)
        self._add(plan, slot, Load("chosen"), head)
        self.steps.begin(one)
        self.steps.add(*known)
        self._add(plan, slot, Lowest(further), head)
        self.steps.begin(after)

    def _further(self, plan: Plan, level: int) -> Call:
        """Return the call that gives the places by which a way goes on, with `w_rest` steps left."""
        body = [*self.ways.further(plan, level, Local("w_rest")), Return(Local("found"))]
        cells = self.unit.measures.size(plan.asked[level - 1].type)
        return self.unit.closure("places", cells, body, plan.env.widen("w_rest", 0))

    def _add(self, plan: Plan, slot: str, cell: Expr, then: int) -> None:
        """Add a place to a way, and go on."""
        width, cells = self.unit.slots[slot].width, self.unit.measures.size(plan.asked[-1].type)
        member = arith("+", arith("*", Population(Load(slot)), Const(cells)), cell)
        self.steps.add(Store(slot, set_op("or", Load(slot), single(member, width), width)))
        self.steps.jump(then)

    def _new_ask(
        self, plan: Plan, slots: list[str], entry: t.ChoiceEntry, further: Expr, left: str, supplied: Supplied
    ) -> int:
        """Make the ask for one more place of a way."""
        number, action, param, places = self.asking.new_ask(), plan.action, plan.asked[-1], Local("values")
        known = (*self.asking.earlier(plan, slots), Set("w_rest", Load(left)), Set("values", further))
        body: list[Statement] = [
            *known,
            ForBits("value_", places, (Push(Local("value_")),)),
            Return(Population(places)),
        ]
        name = self.unit.function(f"ask_{number}", [], 0, body, f"{action.name}: one place more of {param.name}")
        why = self._why(number, plan, known)
        info = Entry(action.name, "", entry.choice.text, 0, "", self.unit.measures.asked(param.type), why, supplied)
        anchor = self.unit.anchor(action.name, "action", action.span)
        self.asking.asks[number] = Ask(number, name, (info,), len(slots) - 1, tuple(slots), anchor, False, True)
        return number

    def _why(self, number: int, plan: Plan, known: tuple[Statement, ...]) -> str:
        """Make the function that explains why a place is not offered: no shortest way leads on by it."""
        value, level = Local("value"), len(plan.asked)
        size = self.unit.measures.size(plan.asked[-1].type)
        inside = all_of([compare(">=", value, Const(0)), compare("<", value, Const(size))])
        body: list[Statement] = [
            *if_(negate(inside), [Return(Const(-2))]),
            *known,
            *if_(negate(has(Local("values"), value)), [Return(Const(self.ways.first_reason(plan, level)))]),
            Return(NONE),
        ]
        return self.unit.function(f"why_{number}_0", [("value", 0)], 0, body, f"{plan.action.name}: why not")
