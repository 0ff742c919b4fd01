"""Decision points: offer the options, suspend, ask for further parameters, pay, run the action. A way that is asked
place by place is a loop of asks of its own."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from dsl.base.source import Span
from dsl.ir.builder import NONE, TRUE, all_of, arith, compare, has, if_, negate, set_op, single
from dsl.ir.instructions import (
    WAIT,
    Call,
    Const,
    Do,
    Emit,
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
from dsl.ir.layout import Domain
from dsl.ir.program import STRIDE, AskEntry, DecisionPoint, Supplied
from dsl.lowering.choices.choice_plan import ChoicePlan
from dsl.lowering.environment import ComputedValue, Env, assign_name
from dsl.lowering.flow.statements import StatementLowerer
from dsl.lowering.flow.step_builder import FlowLowering, FlowScope, StepBuilder
from dsl.lowering.lowerers import LoweringContext
from dsl.semantics import typed as t

_Count = tuple[str, str]  #: the slots with the number of choices made, and their maximum


@dataclass(frozen=True, slots=True)
class _EntryList:
    """List of choices that are offered together; `enough` holds when the player may stop choosing (None: a single
    choice).

    After an entry from number `between` on, the same question is asked again. `optional`: skipped without an option.
    """

    entries: tuple[t.ChoiceEntry, ...]
    between: int
    enough: Expr | None
    optional: bool
    span: Span


class AskLowerer:
    """Lowers decision points."""

    def __init__(
        self, context: LoweringContext, statements: StatementLowerer, steps: StepBuilder, flow: FlowLowering
    ) -> None:
        self.unit = context.unit
        self.context = context
        self.choices = context.choices
        self.statements = statements
        self.steps = steps
        self.flow = flow
        self.made: list[DecisionPoint] = []

    def choose(self, act: t.ChooseOf, env: Env, part: FlowScope) -> None:
        """Lower a choice."""
        me = self.steps.number(part, "me") if act.by is not None else ""
        after = self.steps.label("after the choice")
        if act.by is not None:
            self.steps.add(Store(me, Load("me")), Store("me", self.context.exprs.value(act.by, env)))
        count, enough = self._prepare_repetition(act, env, part, after)
        head = self.steps.next("a choice")
        # the first possible of a list: each entry is a separate choice, skipped when it has no option
        lists = [(entry,) for entry in act.entries] if act.first_possible else [act.entries]
        for entries in lists:
            otherwise = after if entries is lists[-1] else self.steps.label("the next one possible")
            optional = act.if_possible or entries is not lists[-1]
            choices = _EntryList((*entries, *act.interrupted_by), len(entries), enough, optional, act.span)
            self._choose_among(choices, otherwise, env, part, me, (count, head, after))
            self.steps.begin(otherwise)
        if me:
            self.steps.add(Store("me", Load(me)))

    def _choose_among(
        self,
        choices: _EntryList,
        otherwise: int,
        env: Env,
        part: FlowScope,
        me: str,
        again: tuple[_Count | None, int, int],
    ) -> None:
        """Offer one list of choices; without an option continue at `otherwise`."""
        number = self.new_ask()
        plans = [None if e.choice.word else self.choices.plans.plan(e.choice, env) for e in choices.entries]
        self._offer(number, choices, plans, env, part)
        labels = self._wait(number, choices, otherwise, part)
        for index, (entry, plan) in enumerate(zip(choices.entries, plans, strict=True)):
            self.steps.begin(labels[index])
            with self._entry_site(entry):
                if plan is None:
                    self._take_word(entry, env, part, me)
                    continue
                self._take(index, entry, plan, env, part, self.made[number].entries[index].supplied)
            if index < choices.between:
                self._again(*again)
            else:
                self.steps.jump(again[1])
        if choices.enough is not None:
            self.steps.begin(labels[-1])
            self.steps.jump(again[2])

    def _prepare_repetition(
        self, act: t.ChooseOf, env: Env, part: FlowScope, after: int
    ) -> tuple[_Count | None, Expr | None]:
        """Prepare a choice that is made several times; return its counter and limit, and the condition for "enough"."""
        if act.high is None:
            return None, None
        count, high = self.steps.number(part, "times"), self.steps.number(part, "most")
        low = Const(0) if act.low is None else self.context.exprs.value(act.low, env)
        self.steps.add(Store(count, Const(0)), Store(high, self.context.exprs.value(act.high, env)))
        self.steps.branch(compare("<=", Load(high), Const(0)), after)
        return (count, high), compare(">=", Load(count), low)

    def _again(self, count: _Count | None, head: int, after: int) -> None:
        if count is None:
            self.steps.jump(after)
            return
        times, high = count
        self.steps.add(Store(times, arith("+", Load(times), Const(1))))
        self.steps.branch(compare("<", Load(times), Load(high)), head)
        self.steps.jump(after)

    def _entry_site(self, entry: t.ChoiceEntry) -> AbstractContextManager[None]:
        return self.unit.at(f"entry {entry.choice.action or entry.choice.word}", entry.choice.span)

    def new_ask(self) -> int:
        """Return the number of an ask that is still to be made."""
        number = len(self.made)
        self.made.append(DecisionPoint(number, "", (), 0, (), -1, True))
        return number

    def _entry(self, entry: t.ChoiceEntry, plan: ChoicePlan | None, number: int, index: int, env: Env) -> AskEntry:
        choice = entry.choice
        if plan is None:
            return AskEntry("", choice.word, choice.text, 0, "", Domain("nothing"), "")
        why = self.choices.refusals.why(f"why_{number}_{index}", plan, min(1, len(plan.asked)))
        price = self.context.exprs.value(entry.price, env) if entry.price is not None else Const(0)
        domain = self.unit.types.option_domain(plan.asked[0].type) if plan.asked else Domain("nothing")
        cost = price.value if isinstance(price, Const) else 0
        supplied = self._make_supplied(choice, plan, f"given_{number}_{index}", env)
        values = self._values(plan)
        return AskEntry(choice.action, "", choice.text, cost, entry.budget, domain, why, supplied, values)

    def _values(self, plan: ChoicePlan) -> tuple[int, int]:
        """Return the range of values that an entry's `why` accepts: the first and their number; none for ways."""
        if not plan.asked:
            return 0, 1
        kind = plan.asked[0].type
        measures = self.unit.types
        return (0, 0) if isinstance(kind, t.WayType) else (measures.offset(kind), measures.size(kind))

    def _make_supplied(self, choice: t.ChoiceRef, plan: ChoicePlan, stem: str, env: Env) -> Supplied:
        """Make the functions that show the deciding player the values that the rule supplies to an action, sets
        excepted."""
        found: list[tuple[str, Domain, str]] = []
        for param, value in zip((p for p in plan.action.params if p.given), choice.args, strict=True):
            self.context.pieces.check_known_by_place(value, env)
            if isinstance(param.type, (t.PlayerType, t.PlaceType, t.KindType, t.NumberType, t.PieceType)):
                name = f"{stem}_{param.name}"
                self.unit.function(
                    name, [], 0, [Return(self.context.exprs.value(value, env))], f"{param.name}, as it is given"
                )
                found.append((param.name, self.unit.types.domain(param.type), name))
        return tuple(found)

    def _offer(
        self, number: int, choices: _EntryList, plans: list[ChoicePlan | None], env: Env, part: FlowScope
    ) -> None:
        """Make the function that pushes the options and returns the number of those that are not words."""
        body: list[Statement] = [Set("n", Const(0))]
        for index, (entry, plan) in enumerate(zip(choices.entries, plans, strict=True)):
            if plan is None:
                continue
            body += self._offer_entry(index, entry, plan, env)
        some = compare(">", Local("n"), Const(0))
        body += [
            Push(Const(index * STRIDE), some) for index, e in enumerate(choices.entries) if e.choice.word
        ]  # fmt: skip
        if choices.enough is not None:
            body.append(Push(Const(len(choices.entries) * STRIDE), all_of([some, choices.enough])))
        body.append(Return(Local("n")))
        name = self.unit.function(f"ask_{number}", [], 0, body, f"what may be chosen in {part.name}")
        entries = [
            self._entry(e, p, number, i, env) for i, (e, p) in enumerate(zip(choices.entries, plans, strict=True))
        ]
        if choices.enough is not None:
            entries.append(AskEntry("", "enough", "", 0, "", Domain("nothing"), ""))
        anchor = self.unit.anchor(part.name, "routine", choices.span)
        self.made[number] = DecisionPoint(number, name, tuple(entries), 0, (), anchor, True)

    def _offer_entry(self, index: int, entry: t.ChoiceEntry, plan: ChoicePlan, env: Env) -> list[Statement]:
        affordable: Expr = TRUE
        if entry.price is not None:
            bound = env.names[entry.budget]
            assert isinstance(bound, ComputedValue)
            affordable = compare(">=", bound.expr, self.context.exprs.value(entry.price, env))
        base = Const(index * STRIDE)
        if not plan.asked:
            allowed = f"allowed_{index}"
            offered: list[Statement] = [
                Set(allowed, self.choices.allowed(plan)),
                Push(base, Local(allowed)),
                *if_(Local(allowed), [Set("n", arith("+", Local("n"), Const(1)))]),
            ]
            return if_(affordable, offered)
        bits, value = f"values_{index}", f"value_{index}"
        offset = Const(index * STRIDE + self.unit.types.offset(plan.asked[0].type))
        offered = [
            Set(bits, self.choices.values(plan, 1)),
            Set("n", arith("+", Local("n"), Population(Local(bits)))),
            ForBits(value, Local(bits), (Push(arith("+", offset, Local(value))),)),
        ]
        return if_(affordable, offered)

    def _wait(self, number: int, choices: _EntryList, otherwise: int, part: FlowScope) -> list[int]:
        """Suspend for an option. Without one continue at `stop` or, if the choice may be skipped, at `otherwise`;
        else trap. Return the first steps of the entries."""
        labels: list[int] = []
        for each in choices.entries:
            with self._entry_site(each):
                labels.append(self.steps.label(each.choice.action or each.choice.word))
        stop = next((label for label, e in zip(labels, choices.entries, strict=True) if e.choice.word == "stop"), None)
        resume = self.steps.label(f"after choosing in {part.name}")
        self.steps.add(Set("n", Call(f"ask_{number}", ())))
        none = compare("==", Local("n"), Const(0))
        if stop is not None or choices.optional:
            self.steps.branch(none, otherwise if stop is None else stop)
        elif choices.enough is not None:
            self.steps.branch(all_of([none, choices.enough]), otherwise)
        if choices.enough is not None:
            labels.append(self.steps.label("enough"))
        self.suspend(number, resume, self.unit.check(negate(none), "no-option", _no_option(choices), choices.span))
        self.steps.begin(resume)
        self.chosen(number)
        entry = arith("/down", Load("chosen"), Const(STRIDE))
        self.steps.add(Set("entry", entry))
        for index, label in enumerate(labels[:-1]):
            self.steps.branch(compare("==", Local("entry"), Const(index)), label)
        self.steps.jump(labels[-1])
        return labels

    def suspend(self, number: int, resume: int, *checks: Statement) -> None:
        """Wait for an option of an ask, then continue at the step `resume`. `checks` trap after the ask was stored,
        so that the state identifies the ask and the seat."""
        self.steps.add(Store("ask", Const(number)), Store("chooser", Load("me")), Store("next", Const(resume)))
        self.steps.add(*checks, Return(Const(WAIT)))

    def chosen(self, number: int) -> None:
        """Record that an option was chosen."""
        self.steps.add(Store("ask", NONE), Emit("chose", (Load("me"), Const(number), Load("chosen"))))

    def _take_word(self, entry: t.ChoiceEntry, env: Env, part: FlowScope, me: str) -> None:
        """Lower the block of a word such as `stop`, then leave the innermost `repeat`."""
        self.flow.block(entry.block, env, part)
        if me:
            self.steps.add(Store("me", Load(me)))
        self.steps.jump(part.stops[-1] if part.stops else self.flow.halt)

    def _take(
        self, index: int, entry: t.ChoiceEntry, plan: ChoicePlan, env: Env, part: FlowScope, supplied: Supplied
    ) -> None:
        """Ask for the other values, pay, run the action, continue with the block of the entry."""
        action, frame = plan.action, FlowScope(plan.action.name)
        slots = [self.steps.slot(frame, p.name, p.type) for p in plan.asked]
        if plan.asked:
            self._keep(plan, 1, slots, arith("-", Load("chosen"), Const(index * STRIDE)))
            for level in range(2, len(plan.asked) + 1):
                self._ask_more(plan, level, slots, entry, supplied)
            if self.choices.ways.asked_by_place(plan.asked[-1]):
                self._ask_places(plan, slots, entry, supplied)
        if entry.price is not None:
            bound = env.names[entry.budget]
            assert isinstance(bound, ComputedValue)
            left = arith("-", bound.expr, self.context.exprs.value(entry.price, env))
            self.steps.add(*assign_name(entry.budget, left, env))
        given = iter(entry.choice.args)
        for param in action.params:
            if param.given:
                value = self.context.exprs.as_stored(next(given), env, self.unit.types.width(param.type))
                self.steps.add(Store(self.steps.slot(frame, param.name, param.type), value))
        self._carry_out(action, frame)
        self.flow.block(entry.block, env, part)

    def _carry_out(self, action: t.ActionDecl, frame: FlowScope) -> None:
        anchor = Const(self.unit.anchor(action.name, "action", action.span))
        self.steps.add(Emit("enter", (anchor,)))
        if self.statements.analysis.any_suspends(action.do):
            self.flow.call_action(action)
        else:
            args = tuple(Load(self.steps.slot(frame, p.name, p.type)) for p in action.params)
            self.steps.add(Do(Call(self.statements.do(action), args)))
        self.steps.add(Emit("leave", (anchor,)))

    def _ask_more(
        self, plan: ChoicePlan, level: int, slots: list[str], entry: t.ChoiceEntry, supplied: Supplied
    ) -> None:
        """Ask for parameter `level` of an action whose earlier values are chosen."""
        number = self.new_ask()
        param = plan.asked[level - 1]
        earlier = tuple(Set(plan.local(i + 1), Load(slot)) for i, slot in enumerate(slots[: level - 1]))
        body: list[Statement] = [
            *earlier,
            Set("values", self.choices.values(plan, level)),
            ForBits("value_", Local("values"), (
                Push(arith("+", Const(self.unit.types.offset(param.type)), Local("value_"))),
            )),
            Return(Population(Local("values"))),
        ]  # fmt: skip
        name = self.unit.function(f"ask_{number}", [], 0, body, f"{plan.action.name}: which {param.name}")
        why = self.choices.refusals.why(f"why_{number}_0", plan, level, earlier)
        info = AskEntry(
            plan.action.name, "", entry.choice.text, 0, "", self.unit.types.option_domain(param.type), why, supplied
        )
        anchor = self.unit.anchor(plan.action.name, "action", plan.action.span)
        self.made[number] = DecisionPoint(number, name, (info,), level - 1, tuple(slots[: level - 1]), anchor, False)
        resume = self.steps.label(f"{plan.action.name}: {param.name} is chosen")
        self.steps.add(Do(Call(name, ())))
        self.suspend(number, resume)
        self.steps.begin(resume)
        self.chosen(number)
        self._keep(plan, level, slots, Load("chosen"))

    def _keep(self, plan: ChoicePlan, level: int, slots: list[str], value: Expr) -> None:
        """Store the value of a parameter; of a way its number, or its first place."""
        param, slot = plan.asked[level - 1], slots[level - 1]
        if self.choices.ways.asked_by_place(param):
            value = single(value, self.unit.types.width(param.type))
        elif isinstance(param.type, t.WayType):
            self.steps.add(*self.earlier(plan, slots[: level - 1]))
            value = self.context.paths.chosen(param, value, plan.env)
        self.steps.add(Store(slot, value))

    @staticmethod
    def earlier(plan: ChoicePlan, slots: list[str]) -> tuple[Statement, ...]:
        """Return the statements that load the parameters chosen so far into their locals."""
        return tuple(Set(plan.local(i + 1), Load(slot)) for i, slot in enumerate(slots))

    # -- ways place by place --------------------------------------------------------------------------------------

    def _ask_places(self, plan: ChoicePlan, slots: list[str], entry: t.ChoiceEntry, supplied: Supplied) -> None:
        """Ask for the further places of a way; a place without an alternative is chosen automatically."""
        level, slot, name = len(plan.asked), slots[-1], f"{plan.action.name}: {plan.asked[-1].name}"
        left = self.steps.number(FlowScope(plan.action.name), "left")
        count = [*self.choices.ways.steps_left(plan, level), Return(Local("w_left"))]
        self.steps.add(*self.earlier(plan, slots[:-1]))
        self.steps.add(Store(left, self.unit.closure("steps_left", 0, count, plan.env)))
        head, after = self.steps.next(f"{name}, one place more"), self.steps.label(f"{name} is complete")
        self.steps.add(Store(left, arith("-", Load(left), Const(1))))
        self.steps.branch(compare("<=", Load(left), Const(0)), after)
        further = self._next_places(plan, level)
        number = self._place_ask(plan, slots, entry, further, left, supplied)
        one, resume = self.steps.label("the only place"), self.steps.label(f"{name}, a place is chosen")
        known = (*self.earlier(plan, slots), Set("w_rest", Load(left)))
        self.steps.add(*known, Set("places", further))
        self.steps.branch(compare("==", Population(Local("places")), Const(1)), one)
        self.steps.add(Do(Call(f"ask_{number}", ())))
        self.suspend(number, resume)
        self.steps.begin(resume)
        self.chosen(number)
        self._add_place(plan, slot, Load("chosen"), head)
        self.steps.begin(one)
        self.steps.add(*known)
        self._add_place(plan, slot, Lowest(further), head)
        self.steps.begin(after)

    def _next_places(self, plan: ChoicePlan, level: int) -> Call:
        """Return the call that finds the next places of a way with `w_rest` steps left."""
        body = [*self.choices.ways.next_places(plan, level, Local("w_rest")), Return(Local("found"))]
        cells = self.unit.types.size(plan.asked[level - 1].type)
        return self.unit.closure("places", cells, body, plan.env.widen("w_rest", 0))

    def _add_place(self, plan: ChoicePlan, slot: str, cell: Expr, then: int) -> None:
        """Add a place to a way, and jump to `then`."""
        width, cells = self.unit.slots[slot].width, self.unit.types.size(plan.asked[-1].type)
        member = arith("+", arith("*", Population(Load(slot)), Const(cells)), cell)
        self.steps.add(Store(slot, set_op("or", Load(slot), single(member, width), width)))
        self.steps.jump(then)

    def _place_ask(
        self, plan: ChoicePlan, slots: list[str], entry: t.ChoiceEntry, further: Expr, left: str, supplied: Supplied
    ) -> int:
        """Make the ask for one more place of a way."""
        number, action, param, places = self.new_ask(), plan.action, plan.asked[-1], Local("values")
        known = (*self.earlier(plan, slots), Set("w_rest", Load(left)), Set("values", further))
        body: list[Statement] = [
            *known,
            ForBits("value_", places, (Push(Local("value_")),)),
            Return(Population(places)),
        ]
        name = self.unit.function(f"ask_{number}", [], 0, body, f"{action.name}: one place more of {param.name}")
        why = self._why_not_place(number, plan, known)
        info = AskEntry(
            action.name, "", entry.choice.text, 0, "", self.unit.types.option_domain(param.type), why, supplied
        )
        anchor = self.unit.anchor(action.name, "action", action.span)
        self.made[number] = DecisionPoint(number, name, (info,), len(slots) - 1, tuple(slots), anchor, False, True)
        return number

    def _why_not_place(self, number: int, plan: ChoicePlan, known: tuple[Statement, ...]) -> str:
        """Make the function that explains why a place is not offered: it continues no shortest way."""
        value, level = Local("value"), len(plan.asked)
        size = self.unit.types.size(plan.asked[-1].type)
        inside = all_of([compare(">=", value, Const(0)), compare("<", value, Const(size))])
        body: list[Statement] = [
            *if_(negate(inside), [Return(Const(-2))]),
            *known,
            *if_(negate(has(Local("values"), value)), [Return(Const(self.choices.ways.first_reason(plan, level)))]),
            Return(NONE),
        ]
        return self.unit.function(f"why_{number}_0", [("value", 0)], 0, body, f"{plan.action.name}: why not")


def _no_option(choices: _EntryList) -> str:
    """Return the error text for a choice without an option."""
    names = list(dict.fromkeys(f"`{entry.choice.action}`" for entry in choices.entries))
    if len(names) == 1:
        return f"{names[0]} must be chosen, and it has no option"
    return f"one of {', '.join(names[:-1])} and {names[-1]} must be chosen, and none has an option"
