"""Everything that may wait for a choice, as steps.

A step is a piece of the flow between two points where it may wait; what must survive waiting lies in slots named after
the part of the rules that it belongs to. A routine is lowered once: its caller writes the values for its parameters and
the step to go on with. No routine is ever active twice, since none calls itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.check import typed as t
from dsl.program.code import (
    OVER,
    WAIT,
    Block,
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
    Step,
    Store,
)  # fmt: skip
from dsl.program.layout import Domain
from dsl.program.lower.choices import Choices, Plan
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.ir import (
    NONE,
    TRUE,
    all_of,
    arith,
    compare,
    has,
    if_,
    is_empty,
    negate,
    select,
    set_op,
    single,
)  # fmt: skip
from dsl.program.lower.statements import Statements
from dsl.program.lower.unit import Alias, Env, Unit, Value, not_yet
from dsl.program.program import STRIDE, Ask, Entry
from dsl.text.source import NOWHERE, Span


@dataclass(slots=True)
class _Part:
    """The part of the rules at hand: whose slots are written, and where a `stop` leads."""

    name: str
    stops: list[int] = field(default_factory=list)


class Flow:
    """Lowers the flow of one program."""

    def __init__(self, unit: Unit, expressions: Expressions, choices: Choices, statements: Statements) -> None:
        self.unit = unit
        self.ex = expressions
        self.choices = choices
        self.statements = statements
        self.asks: list[Ask] = []
        self._bodies: list[list[Statement]] = []
        self._comments: list[str] = []
        self._now = -1
        self._routines: dict[str, int] = {}
        self._waiting_for: list[t.RoutineDecl] = []
        self._actions: dict[str, int] = {}
        self._actions_waiting: list[t.ActionDecl] = []
        self.unit.slot("turn.exit")
        self.unit.slot("phase.exit")
        self._turns = self.unit.anchor("turn", "turn")
        self.finish = self._label("the end")
        self._begin(self.finish)
        self._add(Store("final", Const(1)), Emit("over", ()), Return(Const(OVER)))
        self.halt = self._label("nothing more to do")
        self._begin(self.halt)
        self._add(Return(Const(OVER)))

    # -- steps --------------------------------------------------------------------------------------------------

    def _label(self, comment: str) -> int:
        self._bodies.append([])
        self._comments.append(comment)
        return len(self._bodies) - 1

    def _begin(self, label: int) -> None:
        self._now = label

    def _add(self, *statements: Statement) -> None:
        self._bodies[self._now] += statements

    def _jump(self, label: int) -> None:
        self._add(Return(Const(label)))

    def _branch(self, condition: Expr, then: int) -> None:
        """Go to `then` if the condition holds, else go on."""
        self._add(*if_(condition, [Return(Const(then))]))

    def _next(self, comment: str) -> int:
        """Begin a new step right behind the one at hand; return its label."""
        label = self._label(comment)
        self._jump(label)
        self._begin(label)
        return label

    def steps(self) -> tuple[Step, ...]:
        """Return all steps, numbered by their place."""
        return tuple(
            Step(i, tuple(_reachable(body)), comment)
            for i, (body, comment) in enumerate(zip(self._bodies, self._comments, strict=True))
        )

    def _slot(self, part: _Part, name: str, kind: t.Type) -> str:
        return self.unit.slot_for(f"{part.name}.{name}", kind)

    def _number(self, part: _Part, stem: str) -> str:
        return self.unit.slot(self.unit.fresh(f"{part.name}.{stem}"))

    # -- entries ------------------------------------------------------------------------------------------------

    def start(self) -> int:
        """Lower setup and play; return the first step."""
        label = self._label("setting up")
        self._begin(label)
        anchor = Const(self.unit.anchor("setup", "setup"))
        self._add(Emit("enter", (anchor,)))
        self._block(self.unit.rules.setup, Env(), _Part("setup"))
        self._add(Emit("leave", (anchor,)))
        self._block(self.unit.rules.play, Env(), _Part("play"))
        self._jump(self.finish)
        self._pending()
        return label

    def alone(self, action: str) -> int:
        """Lower a step that asks for one action and then ends."""
        label = self._label(f"{action}, alone")
        self._begin(label)
        choice = t.ChoiceRef(action, "", (), None, "", NOWHERE)
        entry = t.ChoiceEntry(choice, None, "", ())
        self._choose(t.ChooseOf((entry,), False, None, None, None, (), span=NOWHERE), Env(), _Part(f"alone.{action}"))
        self._jump(self.halt)
        self._pending()
        return label

    def run(self, block: t.Block, name: str) -> int:
        """Lower a block of an example; return its step."""
        label = self._label(name)
        self._begin(label)
        self._block(block, Env(), _Part(name))
        self._jump(self.halt)
        self._pending()
        return label

    def _pending(self) -> None:
        while self._waiting_for or self._actions_waiting:
            while self._waiting_for:
                self._routine_body(self._waiting_for.pop())
            while self._actions_waiting:
                self._action_body(self._actions_waiting.pop())

    def _routine_body(self, routine: t.RoutineDecl) -> None:
        part = _Part(routine.name)
        self._begin(self._routines[routine.name])
        self._body(part, routine.params, routine.block, "routine", routine.span)

    def _action_body(self, action: t.ActionDecl) -> None:
        self._begin(self._actions[action.name])
        self._body(_Part(action.name), action.params, self.statements.carried_out(action), "", action.span)

    def _body(self, part: _Part, params: tuple[t.ParamDecl, ...], block: t.Block, sort: str, span: Span) -> None:
        env = Env()
        for param in params:
            env = env.bind(param.name, Value(Load(self._slot(part, param.name, param.type))))
        anchor = Const(self.unit.anchor(part.name, sort, span)) if sort else None
        if anchor:
            self._add(Emit("enter", (anchor,)))
        self._block(block, env, part)
        if anchor:
            self._add(Emit("leave", (anchor,)))
        self._add(Return(Load(self.unit.slot(f"{part.name}.return"))))

    # -- blocks -------------------------------------------------------------------------------------------------

    def _block(self, acts: t.Block, env: Env, part: _Part) -> None:
        for act in acts:
            env = self._statement(act, env, part)

    def _statement(self, act: t.Statement, env: Env, part: _Part) -> Env:
        if isinstance(act, t.LetValue):
            return self._let(act, env, part)
        if not self.statements.waits(act):
            statements, env = self.statements.statement(act, env)
            self._add(*statements)
            return env
        match act:
            case t.ChooseOf():
                self._choose(act, env, part)
            case t.EndOf(what=what):
                self._end(what, part)
            case t.TurnsFrom():
                self._turns_from(act, env, part)
            case t.TurnEach():
                self._turn_each(act, env, part)
            case t.TurnOf(player=player, block=block):
                self._turn(self.ex.value(player, env), block, env, part)
            case t.CallRoutine():
                self._call(act, env)
            case t.PhaseBlock():
                self._phase(act, env, part)
            case t.IfElse():
                self._if(act, env, part)
            case t.Loop(secretly=False):
                self._loop(act, env, part)
            case t.RepeatBlock():
                self._repeat(act, env, part)
            case t.Batch(block=block):
                self._block(block, env, part)
            case _:
                raise not_yet("this part of the flow", act.span)
        return env

    def _let(self, act: t.LetValue, env: Env, part: _Part) -> Env:
        kind = act.value.type
        if isinstance(kind, t.ListType) or not self._fits_slot(kind):
            return env.bind(act.name, Alias(act.value, env))
        slot = self._slot(part, act.name, kind)
        self._add(
            Store(slot, self.ex.sets.bits(act.value, env) if self.unit.width(kind) else self.ex.value(act.value, env))
        )
        return env.bind(act.name, Value(Load(slot)))

    @staticmethod
    def _fits_slot(kind: t.Type) -> bool:
        if isinstance(kind, t.SetType):
            return not isinstance(kind.of, (t.SetType, t.CounterType, t.NumberType))
        return True

    def _end(self, what: str, part: _Part) -> None:
        match what:
            case "turn":
                self._add(Return(Load("turn.exit")))
            case "phase":
                self._add(Return(Load("phase.exit")))
            case _:
                self._jump(self.finish)
        self._begin(self._label(f"after the end of the {what}"))

    def _if(self, act: t.IfElse, env: Env, part: _Part) -> None:
        condition = self.ex.value(act.condition, env)
        if isinstance(condition, Const):
            self._block(act.then if condition.value else act.otherwise, env, part)
            return
        otherwise, after = self._label("otherwise"), self._label("after the if")
        self._branch(negate(condition), otherwise)
        self._block(act.then, env, part)
        self._jump(after)
        self._begin(otherwise)
        self._block(act.otherwise, env, part)
        self._jump(after)
        self._begin(after)

    def _call(self, act: t.CallRoutine, env: Env) -> None:
        routine = self.unit.rules.routines[act.routine]
        part = _Part(routine.name)
        for param, value in zip(routine.params, self.statements.arguments(routine.params, act.args, env), strict=True):
            self._add(Store(self._slot(part, param.name, param.type), value))
        if routine.name not in self._routines:
            self._routines[routine.name] = self._label(f"to {routine.name}")
            self._waiting_for.append(routine)
        self._go(self._routines[routine.name], routine.name, f"after {routine.name}")

    def _go(self, target: int, name: str, comment: str) -> None:
        """Go to a body that comes back, and begin the step it comes back to."""
        after = self._label(comment)
        self._add(Store(self.unit.slot(f"{name}.return"), Const(after)))
        self._jump(target)
        self._begin(after)

    # -- loops --------------------------------------------------------------------------------------------------

    def _loop(self, act: t.Loop, env: Env, part: _Part) -> None:
        things, home = self.ex.resolve(act.set, env)
        if self.ex.sets.is_bits(things, home):
            self._loop_over_bits(act, things, home, env, part)
        elif isinstance(things.type, t.ListType) or isinstance(things, (t.Rotation, t.Chained)):
            self._loop_over_list(act, things, home, env, part)
        elif isinstance(things, t.NumberRange):
            self._loop_over_numbers(act, things, home, env, part)
        else:
            raise not_yet("asking for choices inside this loop", act.span)

    def _loop_over_bits(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: _Part) -> None:
        assert isinstance(things.type, t.SetType)
        width = self.unit.size(things.type)
        rest = self.unit.slot_for(self.unit.fresh(f"{part.name}.rest"), things.type)
        member = self._slot(part, act.name, things.type.of)
        self._add(Store(rest, self.ex.sets.bits(things, home)))
        head, after = self._next(f"for each {act.name}"), self._label(f"after each {act.name}")
        self._branch(is_empty(Load(rest)), after)
        self._add(
            Store(member, Lowest(Load(rest))),
            Store(rest, set_op("minus", Load(rest), single(Load(member), width), width)),
        )
        self._block(act.block, env.bind(act.name, Value(Load(member))), part)
        self._jump(head)
        self._begin(after)

    def _loop_over_list(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: _Part) -> None:
        assert isinstance(things.type, (t.ListType, t.SetType))
        slot, fill = self.ex.loops.fill(things, home, kept=True)
        i, member = self._number(part, "i"), self._slot(part, act.name, things.type.of)
        self._add(*fill, Store(i, Const(0)))
        head, after = self._next(f"for each {act.name}"), self._label(f"after each {act.name}")
        self._branch(compare(">=", Load(i), Load(f"{slot}.size")), after)
        self._add(Store(member, Load(slot, Load(i))), Store(i, arith("+", Load(i), Const(1))))
        self._block(act.block, env.bind(act.name, Value(Load(member))), part)
        self._jump(head)
        self._begin(after)

    def _loop_over_numbers(self, act: t.Loop, things: t.NumberRange, home: Env, env: Env, part: _Part) -> None:
        member, last = self._slot(part, act.name, things.low.type), self._number(part, "last")
        low = self.ex.value(things.low, home)
        self._add(Store(last, self.ex.value(things.high, home)), Store(member, arith("-", low, Const(1))))
        head, after = self._next(f"for each {act.name}"), self._label(f"after each {act.name}")
        self._add(Store(member, arith("+", Load(member), Const(1))))
        self._branch(compare(">", Load(member), Load(last)), after)
        self._block(act.block, env.bind(act.name, Value(Load(member))), part)
        self._jump(head)
        self._begin(after)

    def _repeat(self, act: t.RepeatBlock, env: Env, part: _Part) -> None:
        count = self._number(part, "count") if act.bound == "up to" else ""
        if count:
            self._add(Store(count, Const(0)))
        head, after = self._next("repeat"), self._label("after the repeat")
        if act.value is not None:
            value = self.ex.value(act.value, env)
            if act.bound == "up to":
                self._branch(compare(">=", Load(count), value), after)
                self._add(Store(count, arith("+", Load(count), Const(1))))
            else:
                self._branch(value if act.bound == "until" else negate(value), after)
        part.stops.append(after)
        self._block(act.block, env, part)
        part.stops.pop()
        self._jump(head)
        self._begin(after)

    # -- turns and phases -----------------------------------------------------------------------------------------

    def _turns_from(self, act: t.TurnsFrom, env: Env, part: _Part) -> None:
        player = self._number(part, "player")
        self._add(Store(player, self.ex.value(act.start, env)))
        head = self._next("turn after turn")
        self._turn(Load(player), act.block, env, part)
        after = self._label("after the turns")
        if act.until is not None:
            self._branch(self.ex.value(act.until, env), after)
        beside = self.ex._seat_beside(act.clockwise)
        self._add(Store(player, Call(beside, (Load(player),))))
        self._jump(head)
        self._begin(after)

    def _turn_each(self, act: t.TurnEach, env: Env, part: _Part) -> None:
        start, i, player = (self._number(part, stem) for stem in ("start", "i", "player"))
        seats = self.unit.slot(self.unit.fresh(f"{part.name}.seats"), 1, self.unit.players)
        count = Const(self.unit.players)
        self._add(Store(start, self.ex.value(act.start, env)), Store(i, Const(0)), Store(seats, Load("in_play")))
        head, after, onward = (
            self._next("one turn each"),
            self._label("after one turn each"),
            self._label("the next turn"),
        )
        self._branch(compare(">=", Load(i), count), after)
        step = Load(i) if act.clockwise else arith("-", count, Load(i))
        seat = arith("+", Load(start), step)
        wrapped = select(compare(">=", seat, count), arith("-", seat, count), seat)
        self._add(Store(player, wrapped), Store(i, arith("+", Load(i), Const(1))))
        takes_part = all_of([has(Load(seats), Load(player)), has(Load("in_play"), Load(player))])
        self._branch(negate(takes_part), onward)
        self._turn(Load(player), act.block, env, part)
        self._jump(onward)
        self._begin(onward)
        self._jump(head)
        self._begin(after)

    def _turn(self, player: Expr, block: t.Block, env: Env, part: _Part) -> None:
        """A turn: its variables begin anew, and `end turn` leads behind it with phases as they were."""
        phase, phase_exit, outer = (self._number(part, stem) for stem in ("phase", "phase_exit", "turn_exit"))
        after = self._label("after the turn")
        self._add(
            Store(phase, Load("phase")),
            Store(phase_exit, Load("phase.exit")),
            Store(outer, Load("turn.exit")),
            Store("turn.exit", Const(after)),
            Store("me", player),
            Store("turn", arith("+", Load("turn"), Const(1))),
            Emit("enter", (Const(self._turns),)),
            Emit("turn", (Load("me"), Load("turn"))),
            *self._fresh_variables(),
        )
        self._block(block, env, part)
        self._jump(after)
        self._begin(after)
        self._add(
            Store("phase", Load(phase)),
            Store("phase.exit", Load(phase_exit)),
            Store("turn.exit", Load(outer)),
            Emit("leave", (Const(self._turns),)),
        )

    def _fresh_variables(self) -> list[Statement]:
        return [
            statement
            for decl in self.unit.rules.variables.values()
            if decl.each_turn
            for statement in self.first_value(decl)
        ]

    def first_value(self, decl: t.VariableDecl) -> list[Statement]:
        """Return what gives a variable its first value."""
        slot = self.unit.slots[decl.name]
        value = self.ex.sets.bits(decl.initial, Env()) if slot.width else self.ex.value(decl.initial, Env())
        if not decl.owner:
            return [Store(decl.name, value)]
        return [Store(decl.name, value, Const(i)) for i in range(slot.length)]

    def _phase(self, act: t.PhaseBlock, env: Env, part: _Part) -> None:
        before, outer = self._number(part, "phase"), self._number(part, "phase_exit")
        anchor = Const(self.unit.anchor(f"phase {act.name}", "phase", act.span))
        after = self._label(f"after phase {act.name}")
        self._add(
            Store(before, Load("phase")),
            Store(outer, Load("phase.exit")),
            Store("phase", anchor),
            Store("phase.exit", Const(after)),
            Emit("enter", (anchor,)),
        )
        self._block(act.block, env, part)
        self._jump(after)
        self._begin(after)
        self._add(Store("phase", Load(before)), Store("phase.exit", Load(outer)), Emit("leave", (anchor,)))

    # -- choices ------------------------------------------------------------------------------------------------

    def _choose(self, act: t.ChooseOf, env: Env, part: _Part) -> None:
        if act.interrupted_by:
            raise not_yet("a choice that may be interrupted", act.span)
        me = self._number(part, "me") if act.by is not None else ""
        after = self._label("after the choice")
        if act.by is not None:
            self._add(Store(me, Load("me")), Store("me", self.ex.value(act.by, env)))
        count, enough = self._repeated(act, env, part, after)
        head = self._next("a choice")
        number = self._new_ask()
        plans = [None if e.choice.word else self.choices.plan(e.choice, env) for e in act.entries]
        self._offer(number, act, plans, env, enough, part)
        labels = self._wait(number, act, enough, after, part)
        for index, (entry, plan) in enumerate(zip(act.entries, plans, strict=True)):
            self._begin(labels[index])
            if plan is None:
                self._take_word(entry, env, part, me)
                continue
            self._take(index, entry, plan, env, part)
            self._again(count, head, after)
        if enough is not None:
            self._begin(labels[-1])
            self._jump(after)
        self._begin(after)
        if me:
            self._add(Store("me", Load(me)))

    def _repeated(
        self, act: t.ChooseOf, env: Env, part: _Part, after: int
    ) -> tuple[tuple[str, str] | None, Expr | None]:
        """Prepare a choice that is made several times; return its counter and limit, and when "enough" is offered."""
        if act.high is None:
            return None, None
        count, high = self._number(part, "times"), self._number(part, "most")
        low = Const(0) if act.low is None else self.ex.value(act.low, env)
        self._add(Store(count, Const(0)), Store(high, self.ex.value(act.high, env)))
        self._branch(compare("<=", Load(high), Const(0)), after)
        return (count, high), compare(">=", Load(count), low)

    def _again(self, count: tuple[str, str] | None, head: int, after: int) -> None:
        if count is None:
            self._jump(after)
            return
        times, high = count
        self._add(Store(times, arith("+", Load(times), Const(1))))
        self._branch(compare("<", Load(times), Load(high)), head)
        self._jump(after)

    def _new_ask(self) -> int:
        number = len(self.asks)
        self.asks.append(Ask(number, "", (), 0, (), -1, True))
        return number

    def _entry(self, entry: t.ChoiceEntry, plan: Plan | None, number: int, index: int, env: Env) -> Entry:
        choice = entry.choice
        if plan is None:
            return Entry("", choice.word, choice.text, 0, "", Domain("nothing"), "")
        why = self.choices.why(f"why_{number}_{index}", plan, min(1, len(plan.asked)))
        price = self.ex.value(entry.price, env) if entry.price is not None else Const(0)
        domain = self.unit.domain(plan.asked[0].type) if plan.asked else Domain("nothing")
        cost = price.value if isinstance(price, Const) else 0
        return Entry(choice.action, "", choice.text, cost, entry.budget, domain, why)

    def _offer(
        self, number: int, act: t.ChooseOf, plans: list[Plan | None], env: Env, enough: Expr | None, part: _Part
    ) -> None:
        """Make the function that pushes the options and returns how many are more than words."""
        body: list[Statement] = [Set("n", Const(0))]
        for index, (entry, plan) in enumerate(zip(act.entries, plans, strict=True)):
            if plan is None:
                continue
            offered = self._offer_entry(index, entry, plan, env)
            body += if_(compare("==", Local("n"), Const(0)), offered) if act.first_possible and index else offered
        some = compare(">", Local("n"), Const(0))
        body += [
            Push(Const(index * STRIDE), some) for index, e in enumerate(act.entries) if e.choice.word
        ]  # fmt: skip
        if enough is not None:
            body.append(Push(Const(len(act.entries) * STRIDE), all_of([some, enough])))
        body.append(Return(Local("n")))
        name = self.unit.function(f"ask_{number}", [], 0, body, f"what may be chosen in {part.name}")
        entries = [self._entry(e, p, number, i, env) for i, (e, p) in enumerate(zip(act.entries, plans, strict=True))]
        if enough is not None:
            entries.append(Entry("", "enough", "", 0, "", Domain("nothing"), ""))
        anchor = self.unit.anchor(part.name, "routine", act.span)
        self.asks[number] = Ask(number, name, tuple(entries), 0, (), anchor, True)

    def _offer_entry(self, index: int, entry: t.ChoiceEntry, plan: Plan, env: Env) -> list[Statement]:
        affordable: Expr = TRUE
        if entry.price is not None:
            bound = env.names[entry.budget]
            assert isinstance(bound, Value)
            affordable = compare(">=", bound.expr, self.ex.value(entry.price, env))
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
        offset = Const(index * STRIDE + self.unit.offset(plan.asked[0].type))
        offered = [
            Set(bits, self.choices.values(plan, 1)),
            Set("n", arith("+", Local("n"), Population(Local(bits)))),
            ForBits(value, Local(bits), (Push(arith("+", offset, Local(value))),)),
        ]
        return if_(affordable, offered)

    def _wait(self, number: int, act: t.ChooseOf, enough: Expr | None, after: int, part: _Part) -> list[int]:
        """Wait for an option, or pass by if there is none; return the steps that the entries lead to."""
        labels = [self._label(e.choice.action or e.choice.word) for e in act.entries]
        stop = next((label for label, e in zip(labels, act.entries, strict=True) if e.choice.word == "stop"), after)
        if enough is not None:
            labels.append(self._label("enough"))
        resume = self._label(f"after choosing in {part.name}")
        self._add(Set("n", Call(f"ask_{number}", ())))
        self._branch(compare("==", Local("n"), Const(0)), stop)
        self._suspend(number, resume)
        self._begin(resume)
        self._chosen(number)
        entry = arith("/down", Load("chosen"), Const(STRIDE))
        self._add(Set("entry", entry))
        for index, label in enumerate(labels[:-1]):
            self._branch(compare("==", Local("entry"), Const(index)), label)
        self._jump(labels[-1])
        return labels

    def _suspend(self, number: int, resume: int) -> None:
        self._add(
            Store("ask", Const(number)), Store("chooser", Load("me")), Store("next", Const(resume)), Return(Const(WAIT))
        )

    def _chosen(self, number: int) -> None:
        self._add(Store("ask", NONE), Emit("chose", (Load("me"), Const(number), Load("chosen"))))

    def _take_word(self, entry: t.ChoiceEntry, env: Env, part: _Part, me: str) -> None:
        """Do what stands below a word such as `stop`, then leave the innermost `repeat`."""
        self._block(entry.block, env, part)
        if me:
            self._add(Store("me", Load(me)))
        self._jump(part.stops[-1] if part.stops else self.halt)

    def _take(self, index: int, entry: t.ChoiceEntry, plan: Plan, env: Env, part: _Part) -> None:
        """Ask for the other values, pay, carry out, go on with the entry's block."""
        action, frame = plan.action, _Part(plan.action.name)
        slots = [self._slot(frame, p.name, p.type) for p in plan.asked]
        if plan.asked:
            self._add(Store(slots[0], arith("-", Load("chosen"), Const(index * STRIDE))))
            for level in range(2, len(plan.asked) + 1):
                self._ask_more(plan, level, slots, entry)
        if entry.price is not None:
            bound = env.names[entry.budget]
            assert isinstance(bound, Value)
            left = arith("-", bound.expr, self.ex.value(entry.price, env))
            self._add(*self.statements.assign(entry.budget, left, env))
        given = iter(entry.choice.args)
        for param in action.params:
            if param.given:
                value = next(given)
                is_set = self.unit.width(param.type)
                self._add(Store(self._slot(frame, param.name, param.type),
                                self.ex.sets.bits(value, env) if is_set else self.ex.value(value, env)))  # fmt: skip
        self._carry_out(action, frame)
        self._block(entry.block, env, part)

    def _carry_out(self, action: t.ActionDecl, frame: _Part) -> None:
        anchor = Const(self.unit.anchor(action.name, "action", action.span))
        self._add(Emit("enter", (anchor,)))
        if self.statements.any_waits(action.do):
            if action.name not in self._actions:
                self._actions[action.name] = self._label(f"action {action.name}: do")
                self._actions_waiting.append(action)
            self._go(self._actions[action.name], action.name, f"after {action.name}")
        else:
            args = tuple(Load(self._slot(frame, p.name, p.type)) for p in action.params)
            self._add(Do(Call(self.statements.do(action), args)))
        self._add(Emit("leave", (anchor,)))

    def _ask_more(self, plan: Plan, level: int, slots: list[str], entry: t.ChoiceEntry) -> None:
        """Ask for parameter `level` of an action whose earlier values are chosen."""
        number = self._new_ask()
        param = plan.asked[level - 1]
        earlier = tuple(Set(plan.local(i + 1), Load(slot)) for i, slot in enumerate(slots[: level - 1]))
        body: list[Statement] = [
            *earlier,
            Set("values", self.choices.values(plan, level)),
            ForBits("value_", Local("values"), (
                Push(arith("+", Const(self.unit.offset(param.type)), Local("value_"))),
            )),
            Return(Population(Local("values"))),
        ]  # fmt: skip
        name = self.unit.function(f"ask_{number}", [], 0, body, f"{plan.action.name}: which {param.name}")
        why = self.choices.why(f"why_{number}_0", plan, level, earlier)
        info = Entry(plan.action.name, "", entry.choice.text, 0, "", self.unit.domain(param.type), why)
        anchor = self.unit.anchor(plan.action.name, "action", plan.action.span)
        self.asks[number] = Ask(number, name, (info,), level - 1, tuple(slots[: level - 1]), anchor, False)
        resume = self._label(f"{plan.action.name}: {param.name} is chosen")
        self._add(Do(Call(name, ())))
        self._suspend(number, resume)
        self._begin(resume)
        self._chosen(number)
        self._add(Store(slots[level - 1], Load("chosen")))


def _reachable(body: Block | list[Statement]) -> list[Statement]:
    """Return a body without what stands behind its first unconditional `Return`."""
    for i, statement in enumerate(body):
        if isinstance(statement, Return):
            return list(body[: i + 1])
    return [*body, Return(Const(OVER))]
