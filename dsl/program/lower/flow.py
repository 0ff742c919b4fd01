"""Everything that may wait for a choice, as steps.

A step is a piece of the flow between two points where it may wait; what must survive waiting lies in slots named after
the part of the rules that it belongs to. A routine is lowered once: its caller writes the values for its parameters and
the step to go on with. No routine is ever active twice, since none calls itself.
"""

from __future__ import annotations

from dsl.check import typed as t
from dsl.program.code import FORK, OVER, Call, Const, Emit, Expr, Load, Lowest, Return, Statement, Store
from dsl.program.lower import secrets
from dsl.program.lower.asking import Asking
from dsl.program.lower.choices import Choices
from dsl.program.lower.closing import closed
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.following import Following
from dsl.program.lower.history import noted
from dsl.program.lower.ir import all_of, arith, compare, has, is_empty, negate, select, set_op, single
from dsl.program.lower.lists import is_players
from dsl.program.lower.statements import Statements
from dsl.program.lower.steps import Part, Steps
from dsl.program.lower.unit import Alias, Env, Unit, Value, not_yet
from dsl.text.source import NOWHERE, Span


class Flow:
    """Lowers the flow of one program."""

    def __init__(self, unit: Unit, expressions: Expressions, choices: Choices, statements: Statements) -> None:
        self.unit = unit
        self.ex = expressions
        self.choices = choices
        self.statements = statements
        self.steps = Steps(unit)
        self.asking = Asking(self)
        self.following = Following(self)
        self._routines: dict[str, int] = {}
        self._waiting_for: list[t.RoutineDecl] = []
        self.actions: dict[str, int] = {}
        self.actions_waiting: list[t.ActionDecl] = []
        self.unit.slot("turn.exit")
        self.unit.slot("phase.exit")
        self._turns = self.unit.anchor("turn", "turn")
        self.finish = self.steps.label("the end")
        self.steps.begin(self.finish)
        self.steps.add(Store("final", Const(1)), Emit("over", ()), Return(Const(OVER)))
        self.play = -1  #: the first step behind the setup
        self.halt = self.steps.label("nothing more to do")
        self.steps.begin(self.halt)
        self.steps.add(Return(Const(OVER)))

    def start(self) -> int:
        """Lower setup and play; return the first step."""
        label = self.steps.label("setting up")
        self.steps.begin(label)
        setup = self.unit.rules.setup
        anchor = Const(self.unit.anchor("setup", "setup", setup[0].span if setup else NOWHERE))
        self.steps.add(Emit("enter", (anchor,)))
        self.block(setup, Env(), Part("setup"))
        self.steps.add(Emit("leave", (anchor,)))
        self.play = self.steps.next("play")
        self.block(self.unit.rules.play, Env(), Part("play"))
        self.steps.jump(self.finish)
        self._pending()
        return label

    def alone(self, action: str) -> int:
        """Lower a step that asks for one action and then ends."""
        label = self.steps.label(f"{action}, alone")
        self.steps.begin(label)
        choice = t.ChoiceRef(action, "", (), None, "", NOWHERE)
        entry = t.ChoiceEntry(choice, None, "", ())
        self.asking.choose(
            t.ChooseOf((entry,), False, None, None, None, (), span=NOWHERE), Env(), Part(f"alone.{action}")
        )
        self.steps.jump(self.halt)
        self._pending()
        return label

    def run(self, block: t.Block, name: str) -> int:
        """Lower a block of an example; return its step."""
        label = self.steps.label(name)
        self.steps.begin(label)
        self.block(block, Env(), Part(name))
        self.steps.jump(self.halt)
        self._pending()
        return label

    def _pending(self) -> None:
        while self._waiting_for or self.actions_waiting or self.following.waits:
            if self.following.waits:
                self.following.lower()
            while self._waiting_for:
                self._routine_body(self._waiting_for.pop())
            while self.actions_waiting:
                self._action_body(self.actions_waiting.pop())

    def _routine_body(self, routine: t.RoutineDecl) -> None:
        part = Part(routine.name)
        self.steps.begin(self._routines[routine.name])
        self._body(part, routine.params, routine.block, "routine", routine.span)

    def _action_body(self, action: t.ActionDecl) -> None:
        self.steps.begin(self.actions[action.name])
        self._body(Part(action.name), action.params, self.statements.carried_out(action), "", action.span)

    def _body(self, part: Part, params: tuple[t.ParamDecl, ...], block: t.Block, sort: str, span: Span) -> None:
        env = Env()
        for param in params:
            env = env.bind(param.name, Value(Load(self.steps.slot(part, param.name, param.type))))
        anchor = Const(self.unit.anchor(part.name, sort, span)) if sort else None
        if anchor:
            self.steps.add(Emit("enter", (anchor,)))
        self.block(block, env, part)
        if anchor:
            self.steps.add(Emit("leave", (anchor,)))
        self.steps.add(Return(Load(self.unit.slot(f"{part.name}.return"))))

    def block(self, acts: t.Block, env: Env, part: Part) -> None:
        """Lower a block."""
        for act in acts:
            env = self._statement(act, env, part)

    def _statement(self, act: t.Statement, env: Env, part: Part) -> Env:
        if isinstance(act, t.LetValue):
            return self._let(act, env, part)
        if not self.statements.waiting.waits(act):
            statements, env = self.statements.statement(act, env)
            self.steps.add(*statements)
            return env
        if self.statements.waiting.asking and self.statements.waiting.sets_off(act):
            statements, env = self.statements.statement(act, env)
            self.steps.add(*statements)
            self.following.go()
            return env
        match act:
            case t.ChooseOf():
                self.asking.choose(act, env, part)
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
            case t.Loop(secretly=True):
                self._secretly(act, env, part)
            case t.Loop():
                self._loop(act, env, part)
            case t.RepeatBlock():
                self._repeat(act, env, part)
            case t.Batch(block=block):
                self.steps.add(*self.statements.batch(True))
                self.block(block, env, part)
                self.steps.add(*self.statements.batch(False))
                if self.statements.waiting.asking:
                    self.following.go()
            case _:
                raise not_yet("this part of the flow", act.span)
        return env

    def _let(self, act: t.LetValue, env: Env, part: Part) -> Env:
        kind = act.value.type
        if not self._fits_slot(kind):
            return env.bind(act.name, Alias(act.value, env))
        slot = self.steps.slot(part, act.name, kind)
        self.steps.add(
            Store(slot, self.ex.sets.bits(act.value, env) if self.unit.width(kind) else self.ex.value(act.value, env))
        )
        return env.bind(act.name, Value(Load(slot)))

    @staticmethod
    def _fits_slot(kind: t.Type) -> bool:
        if isinstance(kind, t.SetType):
            return not isinstance(kind.of, (t.SetType, t.CounterType, t.NumberType))
        return is_players(kind) or not isinstance(kind, t.ListType)

    def _end(self, what: str, part: Part) -> None:
        match what:
            case "turn":
                self.steps.add(Return(Load("turn.exit")))
            case "phase":
                self.steps.add(Return(Load("phase.exit")))
            case _:
                self.steps.jump(self.finish)
        self.steps.begin(self.steps.label(f"after the end of the {what}"))

    def _if(self, act: t.IfElse, env: Env, part: Part) -> None:
        condition = self.ex.value(act.condition, env)
        if isinstance(condition, Const):
            self.block(act.then if condition.value else act.otherwise, env, part)
            return
        otherwise, after = self.steps.label("otherwise"), self.steps.label("after the if")
        self.steps.branch(negate(condition), otherwise)
        self.block(act.then, env, part)
        self.steps.jump(after)
        self.steps.begin(otherwise)
        self.block(act.otherwise, env, part)
        self.steps.jump(after)
        self.steps.begin(after)

    def _call(self, act: t.CallRoutine, env: Env) -> None:
        routine = self.unit.rules.routines[act.routine]
        part = Part(routine.name)
        for param, value in zip(routine.params, self.statements.arguments(routine.params, act.args, env), strict=True):
            self.steps.add(Store(self.steps.slot(part, param.name, param.type), value))
        if routine.name not in self._routines:
            self._routines[routine.name] = self.steps.label(f"to {routine.name}")
            self._waiting_for.append(routine)
        self.go(self._routines[routine.name], routine.name, f"after {routine.name}")

    def go(self, target: int, name: str, comment: str) -> None:
        """Go to a body that comes back, and begin the step it comes back to."""
        after = self.steps.label(comment)
        self.steps.add(Store(self.unit.slot(f"{name}.return"), Const(after)))
        self.steps.jump(target)
        self.steps.begin(after)

    def _loop(self, act: t.Loop, env: Env, part: Part) -> None:
        things, home = self.ex.resolve(act.set, env)
        if self.ex.sets.is_bits(things, home):
            self._loop_over_bits(act, things, home, env, part)
        elif isinstance(things.type, t.ListType) or isinstance(things, (t.Rotation, t.Chained)):
            self._loop_over_list(act, things, home, env, part)
        elif isinstance(things, t.NumberRange):
            self._loop_over_numbers(act, things, home, env, part)
        else:
            raise not_yet("asking for choices inside this loop", act.span)

    def _loop_over_bits(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: Part) -> None:
        assert isinstance(things.type, t.SetType)
        width = self.unit.size(things.type)
        rest = self.unit.slot_for(self.unit.fresh(f"{part.name}.rest"), things.type)
        member = self.steps.slot(part, act.name, things.type.of)
        self.steps.add(Store(rest, self.ex.sets.bits(things, home)))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.branch(is_empty(Load(rest)), after)
        self.steps.add(
            Store(member, Lowest(Load(rest))),
            Store(rest, set_op("minus", Load(rest), single(Load(member), width), width)),
        )
        self.block(act.block, env.bind(act.name, Value(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _loop_over_list(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: Part) -> None:
        assert isinstance(things.type, (t.ListType, t.SetType))
        slot, fill = self.ex.lists.fill(things, home, kept=True)
        i, member = self.steps.number(part, "i"), self.steps.slot(part, act.name, things.type.of)
        self.steps.add(*fill, Store(i, Const(0)))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.branch(compare(">=", Load(i), Load(f"{slot}.size")), after)
        self.steps.add(Store(member, Load(slot, Load(i))), Store(i, arith("+", Load(i), Const(1))))
        self.block(act.block, env.bind(act.name, Value(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _loop_over_numbers(self, act: t.Loop, things: t.NumberRange, home: Env, env: Env, part: Part) -> None:
        member, last = self.steps.slot(part, act.name, things.low.type), self.steps.number(part, "last")
        low = self.ex.value(things.low, home)
        self.steps.add(Store(last, self.ex.value(things.high, home)), Store(member, arith("-", low, Const(1))))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.add(Store(member, arith("+", Load(member), Const(1))))
        self.steps.branch(compare(">", Load(member), Load(last)), after)
        self.block(act.block, env.bind(act.name, Value(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _secretly(self, act: t.Loop, env: Env, part: Part) -> None:
        """Let all players of a set go through the block, each in a world of its own; there each is `me`."""
        things, home = self.ex.resolve(act.set, env)
        member = self.steps.slot(part, act.name, t.PlayerType())
        begin, after = self.steps.label(f"secretly for each {act.name}"), self.steps.label("after all in secret")
        self.steps.add(
            Store("secretly", self.ex.sets.bits(things, home)),
            Store("branch", Const(begin)),
            Store("next", Const(after)),
            Return(Const(FORK)),
        )
        self.steps.begin(begin)
        self.steps.add(Store(member, Load("chooser")), Store("me", Load("chooser")))
        self.block(act.block, env.bind(act.name, Value(Load(member))), Part(part.name))
        self.steps.add(Return(Const(OVER)))
        self.steps.begin(after)

    def _repeat(self, act: t.RepeatBlock, env: Env, part: Part) -> None:
        count = self.steps.number(part, "count") if act.bound == "up to" else ""
        if count:
            self.steps.add(Store(count, Const(0)))
        head, after = self.steps.next("repeat"), self.steps.label("after the repeat")
        if act.value is not None:
            value = self.ex.value(act.value, env)
            if act.bound == "up to":
                self.steps.branch(compare(">=", Load(count), value), after)
                self.steps.add(Store(count, arith("+", Load(count), Const(1))))
            else:
                self.steps.branch(value if act.bound == "until" else negate(value), after)
        part.stops.append(after)
        self.block(act.block, env, part)
        part.stops.pop()
        self.steps.jump(head)
        self.steps.begin(after)

    def _turns_from(self, act: t.TurnsFrom, env: Env, part: Part) -> None:
        player = self.steps.number(part, "player")
        self.steps.add(Store(player, self.ex.value(act.start, env)))
        head = self.steps.next("turn after turn")
        self._turn(Load(player), act.block, env, part)
        after = self.steps.label("after the turns")
        if act.until is not None:
            self.steps.branch(self.ex.value(act.until, env), after)
        beside = self.ex.builtin.seat_beside(act.clockwise)
        self.steps.add(Store(player, Call(beside, (Load(player),))))
        self.steps.jump(head)
        self.steps.begin(after)

    def _turn_each(self, act: t.TurnEach, env: Env, part: Part) -> None:
        start, i, player = (self.steps.number(part, stem) for stem in ("start", "i", "player"))
        seats = self.unit.slot(self.unit.fresh(f"{part.name}.seats"), 1, self.unit.players)
        count = Const(self.unit.players)
        self.steps.add(Store(start, self.ex.value(act.start, env)), Store(i, Const(0)), Store(seats, Load("in_play")))
        head, after, onward = (
            self.steps.next("one turn each"),
            self.steps.label("after one turn each"),
            self.steps.label("the next turn"),
        )
        self.steps.branch(compare(">=", Load(i), count), after)
        step = Load(i) if act.clockwise else arith("-", count, Load(i))
        seat = arith("+", Load(start), step)
        wrapped = select(compare(">=", seat, count), arith("-", seat, count), seat)
        self.steps.add(Store(player, wrapped), Store(i, arith("+", Load(i), Const(1))))
        takes_part = all_of([has(Load(seats), Load(player)), has(Load("in_play"), Load(player))])
        self.steps.branch(negate(takes_part), onward)
        self._turn(Load(player), act.block, env, part)
        self.steps.jump(onward)
        self.steps.begin(onward)
        self.steps.jump(head)
        self.steps.begin(after)

    def _turn(self, player: Expr, block: t.Block, env: Env, part: Part) -> None:
        """A turn: its variables begin anew, and `end turn` leads behind it with phases as they were."""
        phase, phase_exit, outer = (self.steps.number(part, stem) for stem in ("phase", "phase_exit", "turn_exit"))
        after = self.steps.label("after the turn")
        self.steps.add(
            Store(phase, Load("phase")),
            Store(phase_exit, Load("phase.exit")),
            Store(outer, Load("turn.exit")),
            Store("turn.exit", Const(after)),
            Store("me", player),
            Store("turn", arith("+", Load("turn"), Const(1))),
            Emit("enter", (Const(self._turns),)),
            Emit("turn", (Load("me"), Load("turn"))),
            *self._fresh_variables(),
            *noted(self.unit),
        )
        closed(self, block, env, part, after)
        self.steps.begin(after)
        self.steps.add(
            Store("phase", Load(phase)),
            Store("phase.exit", Load(phase_exit)),
            Store("turn.exit", Load(outer)),
            *([Store("batch", Const(0))] if self.unit.rules.consequences else []),
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
        places = [Const(i) for i in range(slot.length)] if decl.owner else [None]
        return [
            statement
            for place in places
            for statement in (Store(decl.name, value, place), *secrets.forget(self.unit, decl, place))
        ]

    def _phase(self, act: t.PhaseBlock, env: Env, part: Part) -> None:
        before, outer = self.steps.number(part, "phase"), self.steps.number(part, "phase_exit")
        anchor = Const(self.unit.anchor(f"phase {act.name}", "phase", act.span))
        after = self.steps.label(f"after phase {act.name}")
        batch = self.steps.number(part, "batch") if self.statements.waiting.asking else ""
        self.steps.add(
            *([Store(batch, Load("batch"))] if batch else []),
            Store(before, Load("phase")),
            Store(outer, Load("phase.exit")),
            Store("phase", anchor),
            Store("phase.exit", Const(after)),
            Emit("enter", (anchor,)),
        )
        closed(self, act.block, env, part, after)
        self.steps.begin(after)
        self.steps.add(
            *([Store("batch", Load(batch))] if batch else []),
            Store("phase", Load(before)), Store("phase.exit", Load(outer)), Emit("leave", (anchor,)),
        )  # fmt: skip
