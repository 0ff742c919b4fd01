"""Control flow of a match: everything that may suspend for a choice, lowered to a state machine of steps.

A step is a basic block between two points where the match may wait for a choice. Values that are needed after a wait
are stored in slots named after their section of the rules. A routine is lowered once: its caller stores the arguments
and the step to return to. No routine is active twice, since recursion is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.base.source import NOWHERE, Span
from dsl.ir.builder import all_of, arith, compare, has, is_empty, negate, select, set_op, single
from dsl.ir.instructions import FORK, OVER, BitsConst, Call, Const, Emit, Expr, Load, Lowest, Return, Statement, Store
from dsl.lowering.compilation_unit import board_about, unsupported
from dsl.lowering.environment import Alias, ComputedValue, Env
from dsl.lowering.flow.decision_points import AskLowerer
from dsl.lowering.flow.repetition import note_position
from dsl.lowering.flow.statements import StatementLowerer, first_value
from dsl.lowering.flow.step_builder import FlowScope, StepBuilder
from dsl.lowering.lowerers import LoweringContext
from dsl.lowering.traversal import until_finally
from dsl.lowering.values.lists import fits_local
from dsl.semantics import typed as t
from dsl.semantics.type_compatibility import TEAM

#: Slots restored when a turn or phase ends early: the player, the phase, and where `end` jumps.
_RESTORED = ("me", "phase", "turn.exit", "phase.exit")
CONSEQUENCES = "what follows"  #: label of the steps of all consequences, and prefix of their slots
PROJECTED_SCORE = "reckoning"  #: the name of its function


class FlowLowerer:
    """Lowers the flow of one program."""

    def __init__(self, context: LoweringContext, statements: StatementLowerer) -> None:
        self.unit = context.unit
        self.context = context
        self.statements = statements
        self.steps = StepBuilder(context.unit)
        self.asks = AskLowerer(context, statements, self.steps, self)
        self._consequences_label: int | None = None  #: first step of the consequences, once it is used
        self._consequences_pending = False  #: whether that step is used and not lowered yet
        self.team_branches: list[int] = []  #: the steps at which teams begin to decide separately
        self.known: dict[int, Env] = {}  #: by the id of the last statement of a block: the environment after it
        #: by name, and the parameters that are pieces in a zone
        self._routines: dict[tuple[str, tuple[str, ...]], int] = {}
        self._waiting_for: list[tuple[t.RoutineDecl, tuple[str, ...]]] = []
        self._actions: dict[str, int] = {}
        self._actions_waiting: list[t.ActionDecl] = []
        self.unit.slot("turn.exit")
        self.unit.slot("phase.exit")
        play = context.unit.rules.play  # errors outside all named rules are reported here
        self._turn_anchor = context.unit.anchor("turn", "turn", play[0].span if play else NOWHERE)
        self.finish = self.steps.label("the end")
        self.steps.begin(self.finish)
        self.steps.add(Store("final", Const(1)), Emit("over", ()), Return(Const(OVER)))
        self.play = -1  #: the first step after the setup
        self.halt = self.steps.label("nothing more to do")
        self.steps.begin(self.halt)
        self.steps.add(Return(Const(OVER)))

    def start(self) -> int:
        """Lower setup and play; return the first step."""
        with self.unit.section("setup"):
            label = self.steps.label("setting up")
            self._setup(label)
        with self.unit.section("play"):
            self.play = self.steps.next("play")
            self.block(self.unit.rules.play, Env(), FlowScope("play"))
            self.steps.jump(self.finish)
        self._pending()
        return label

    def _setup(self, label: int) -> None:
        self.steps.begin(label)
        setup = self.unit.rules.setup
        anchor = Const(self.unit.anchor("setup", "setup", setup[0].span if setup else NOWHERE))
        self.steps.add(Emit("enter", (anchor,)))
        self.block(setup, Env(), FlowScope("setup"))
        self.steps.add(Emit("leave", (anchor,)))

    def alone(self, action: str) -> int:
        """Lower a step that asks for one action and then ends."""
        with self.unit.section(f"{action}, alone"):
            label = self.steps.label(f"{action}, alone")
            self.steps.begin(label)
            choice = t.ChoiceRef(action, "", (), None, "", NOWHERE)
            entry = t.ChoiceEntry(choice, None, "", ())
            alone = t.ChooseOf((entry,), False, None, None, None, (), True, span=NOWHERE)
            self.asks.choose(alone, Env(), FlowScope(f"alone.{action}"))
            self.steps.jump(self.halt)
        self._pending()
        return label

    def run(self, block: t.Block, name: str) -> int:
        """Lower a block of an example; return its step."""
        with self.unit.section(name):
            label = self.steps.label(name)
            self.steps.begin(label)
            self.block(block, Env(), FlowScope(name))
            self.steps.jump(self.halt)
        self._pending()
        return label

    def _pending(self) -> None:
        while self._waiting_for or self._actions_waiting or self._consequences_pending:
            if self._consequences_pending:
                self._lower_consequences()
            while self._waiting_for:
                self._routine_body(*self._waiting_for.pop())
            while self._actions_waiting:
                self._action_body(self._actions_waiting.pop())

    def _routine_body(self, routine: t.RoutineDecl, in_zone: tuple[str, ...]) -> None:
        part = FlowScope(routine.name)
        self.steps.begin(self._routines[routine.name, in_zone])
        with self.unit.section(f"routine {routine.name}"):
            self._body(part, routine.params, routine.block, "routine", routine.span, in_zone)

    def _action_body(self, action: t.ActionDecl) -> None:
        self.steps.begin(self._actions[action.name])
        with self.unit.section(f"action {action.name}"):
            self._body(FlowScope(action.name), action.params, self.statements.action_block(action), "", action.span)

    def _body(
        self,
        part: FlowScope,
        params: tuple[t.ParamDecl, ...],
        block: t.Block,
        sort: str,
        span: Span,
        in_zone: tuple[str, ...] = (),
    ) -> None:
        env = Env(numbered=frozenset(in_zone))
        for param in params:
            env = env.bind(param.name, ComputedValue(Load(self.steps.slot(part, param.name, param.type))))
        anchor = Const(self.unit.anchor(part.name, sort, span)) if sort else None
        if anchor:
            self.steps.add(Emit("enter", (anchor,)))
        self.block(block, env, part)
        if anchor:
            self.steps.add(Emit("leave", (anchor,)))
        self.steps.add(Return(Load(self.unit.slot(f"{part.name}.return"))))

    def block(self, acts: t.Block, env: Env, part: FlowScope) -> None:
        """Lower a block."""
        for act in acts:
            with self.unit.at(_sort_of(act), act.span):
                env = self._statement(act, env, part)
        if acts:
            self.known[id(acts[-1])] = env

    def _statement(self, act: t.Statement, env: Env, part: FlowScope) -> Env:
        if isinstance(act, t.LetValue):
            return self._let(act, env, part)
        self.steps.add(*self.unit.mark_place(act, env))
        if not self.statements.analysis.suspends(act):
            statements, env = self.statements.statement(act, env)
            self.steps.add(*statements)
            return env
        if self.statements.analysis.asking and self.statements.analysis.triggers(act):
            statements, env = self.statements.statement(act, env)
            self.steps.add(*statements)
            self._follow()
            return env
        match act:
            case t.ChooseOf():
                self.asks.choose(act, env, part)
            case t.EndOf(what=what):
                self._end(what)
            case t.TurnsFrom():
                self._turns_in_order(act, env, part)
            case t.TurnEach():
                self._one_turn_each(act, env, part)
            case t.TurnOf(player=player, block=block):
                self._turn(self.context.exprs.value(player, env), block, env, part)
            case t.CallRoutine():
                self._call(act, env)
            case t.PhaseBlock():
                self._phase(act, env, part)
            case t.IfElse():
                self._if(act, env, part)
            case t.Loop(secretly=True):
                self._secretly(act, env, part)
            case t.Loop():
                self._each(act, env, part)
            case t.RepeatBlock():
                self._repeat(act, env, part)
            case t.Batch(block=block):
                self.steps.add(*self.statements.batch(True))
                self.block(block, env, part)
                self.steps.add(*self.statements.batch(False))
                if self.statements.analysis.asking:
                    self._follow()
            case _:
                raise unsupported("this part of the flow", act.span)
        return env

    def _let(self, act: t.LetValue, env: Env, part: FlowScope) -> Env:
        kind = act.value.type
        if not fits_local(kind):
            return env.bind(act.name, Alias(act.value, env))
        self.steps.add(*self.unit.mark_place(act, env))
        slot = self.steps.slot(part, act.name, kind)
        self.steps.add(Store(slot, self.context.exprs.as_stored(act.value, env, self.unit.types.width(kind))))
        return self.context.pieces.bind_numbered(
            act.name, act.value, env, env.bind(act.name, ComputedValue(Load(slot)))
        )

    def _end(self, what: str) -> None:
        match what:
            case "turn":
                self.steps.add(Return(Load("turn.exit")))
            case "phase":
                self.steps.add(Return(Load("phase.exit")))
            case _:
                self.steps.jump(self.finish)
        self.steps.begin(self.steps.label(f"after the end of the {what}"))

    def _if(self, act: t.IfElse, env: Env, part: FlowScope) -> None:
        condition = self.context.exprs.value(act.condition, env)
        if isinstance(condition, Const):
            with self.unit.at("then" if condition.value else "otherwise"):
                self.block(act.then if condition.value else act.otherwise, env, part)
            return
        otherwise, after = self.steps.label("otherwise"), self.steps.label("after the if")
        self.steps.branch(negate(condition), otherwise)
        with self.unit.at("then"):
            self.block(act.then, env, part)
        self.steps.jump(after)
        self.steps.begin(otherwise)
        with self.unit.at("otherwise"):
            self.block(act.otherwise, env, part)
        self.steps.jump(after)
        self.steps.begin(after)

    def _call(self, act: t.CallRoutine, env: Env) -> None:
        routine = self.unit.rules.routines[act.routine]
        part = FlowScope(routine.name)
        for param, value in zip(routine.params, self.statements.arguments(routine.params, act.args, env), strict=True):
            self.steps.add(Store(self.steps.slot(part, param.name, param.type), value))
        in_zone = self.statements.in_zone(routine, act.args, env)
        if (routine.name, in_zone) not in self._routines:
            with self.unit.section(f"routine {routine.name}"):
                self._routines[routine.name, in_zone] = self.steps.label(" ".join(("to", routine.name, *in_zone)))
            self._waiting_for.append((routine, in_zone))
        self._go(self._routines[routine.name, in_zone], routine.name, f"after {routine.name}")

    def call_action(self, action: t.ActionDecl) -> None:
        """Call an action that may suspend, and continue after it."""
        if action.name not in self._actions:
            with self.unit.section(f"action {action.name}"):
                self._actions[action.name] = self.steps.label(f"action {action.name}: do")
            self._actions_waiting.append(action)
        self._go(self._actions[action.name], action.name, f"after {action.name}")

    def _go(self, target: int, name: str, comment: str) -> None:
        """Jump to a body that returns, and begin the step it returns to."""
        after = self.steps.label(comment)
        self.steps.add(Store(self.unit.slot(f"{name}.return"), Const(after)))
        self.steps.jump(target)
        self.steps.begin(after)

    # -- turns and phases -----------------------------------------------------------------------------------------

    def _turns_in_order(self, act: t.TurnsFrom, env: Env, part: FlowScope) -> None:
        """Lower turns in clockwise or anticlockwise order until a condition holds."""
        player = self.steps.number(part, "player")
        self.steps.add(Store(player, self.context.exprs.value(act.start, env)))
        head = self.steps.next("turn after turn")
        self._turn(Load(player), act.block, env, part)
        after = self.steps.label("after the turns")
        if act.until is not None:
            self.steps.branch(self.context.exprs.value(act.until, env), after)
        beside = self.context.exprs.seat_beside(act.clockwise)
        self.steps.add(Store(player, Call(beside, (Load(player),))))
        self.steps.jump(head)
        self.steps.begin(after)

    def _one_turn_each(self, act: t.TurnEach, env: Env, part: FlowScope) -> None:
        """Lower one turn for each player who is in the game both at the start and when the turn begins."""
        start, i, player = (self.steps.number(part, stem) for stem in ("start", "i", "player"))
        seats = self.unit.slot(self.unit.fresh(f"{part.name}.seats"), 1, self.unit.players)
        count = Const(self.unit.players)
        self.steps.add(
            Store(start, self.context.exprs.value(act.start, env)), Store(i, Const(0)), Store(seats, Load("in_play"))
        )
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

    def _turn(self, player: Expr, block: t.Block, env: Env, part: FlowScope) -> None:
        """Lower a turn: its variables are reset, and `end turn` jumps to its end and restores the phases."""
        phase, phase_exit, outer = (self.steps.number(part, stem) for stem in ("phase", "phase_exit", "turn_exit"))
        after = self.steps.label("after the turn")
        self.steps.add(
            Store(phase, Load("phase")),
            Store(phase_exit, Load("phase.exit")),
            Store(outer, Load("turn.exit")),
            Store("turn.exit", Const(after)),
            Store("me", player),
            Store("turn", arith("+", Load("turn"), Const(1))),
            Emit("enter", (Const(self._turn_anchor),)),
            Emit("turn", (Load("me"), Load("turn"))),
            *self._reset_variables(),
            *note_position(self.unit),
        )
        self._with_finally(block, env, part, after)
        self.steps.begin(after)
        self.steps.add(
            Store("phase", Load(phase)),
            Store("phase.exit", Load(phase_exit)),
            Store("turn.exit", Load(outer)),
            *([Store("batch", Const(0))] if self.unit.rules.consequences else []),
            Emit("leave", (Const(self._turn_anchor),)),
        )

    def _phase(self, act: t.PhaseBlock, env: Env, part: FlowScope) -> None:
        """Lower a phase: `end phase` jumps to its end and restores the outer phase."""
        before, outer = self.steps.number(part, "phase"), self.steps.number(part, "phase_exit")
        anchor = Const(self.unit.anchor(f"phase {act.name}", "phase", act.span))
        after = self.steps.label(f"after phase {act.name}")
        batch = self.steps.number(part, "batch") if self.statements.analysis.asking else ""
        self.steps.add(
            *([Store(batch, Load("batch"))] if batch else []),
            Store(before, Load("phase")),
            Store(outer, Load("phase.exit")),
            Store("phase", anchor),
            Store("phase.exit", Const(after)),
            Emit("enter", (anchor,)),
        )
        self._with_finally(act.block, env, part, after)
        self.steps.begin(after)
        self.steps.add(
            *([Store("batch", Load(batch))] if batch else []),
            Store("phase", Load(before)), Store("phase.exit", Load(outer)), Emit("leave", (anchor,)),
        )  # fmt: skip

    def _reset_variables(self) -> list[Statement]:
        """Return the statements that reset the variables of a turn."""
        each_turn = [decl for decl in self.unit.rules.variables.values() if decl.each_turn]
        return [statement for decl in each_turn for statement in first_value(self.context, decl)]

    def _with_finally(self, block: t.Block, env: Env, part: FlowScope, after: int) -> None:
        """Lower the block of a turn or phase and continue at `after`.

        With a `finally`, both `end turn` and `end phase` run it first; an `end` inside the `finally` only ends the
        `finally`.
        """
        steps = self.steps
        first, last = until_finally(block)
        if not last:
            self.block(first, env, part)
            steps.jump(after)
            return
        then = steps.number(part, "then")
        kept = {slot: steps.number(part, slot.replace(".", "_")) for slot in _RESTORED}
        closing, over = steps.label("finally"), steps.label("after finally")
        ends = {slot: steps.label(f"finally, by {slot}") for slot in ("turn.exit", "phase.exit")}
        steps.add(*(Store(own, Load(slot)) for slot, own in kept.items()), Store(then, Const(after)))
        steps.add(*(Store(slot, Const(label)) for slot, label in ends.items()))
        self.block(first, env, part)
        steps.jump(closing)
        for slot, label in ends.items():
            steps.begin(label)
            steps.add(Store(then, Load(kept[slot])))
            steps.jump(closing)
        steps.begin(closing)
        steps.add(*self._restore_slots(kept, ("me", "phase")))
        steps.add(*(Store(slot, Const(over)) for slot in ends))
        with self.unit.at("finally"):
            self.block(last, env, part)
        steps.jump(over)
        steps.begin(over)
        steps.add(*self._restore_slots(kept, ("turn.exit", "phase.exit")), Return(Load(then)))

    def _restore_slots(self, kept: dict[str, str], slots: tuple[str, ...]) -> list[Statement]:
        batch: list[Statement] = [Store("batch", Const(0))] if self.unit.rules.consequences else []
        return [*(Store(slot, Load(kept[slot])) for slot in slots), *batch]

    # -- loops ----------------------------------------------------------------------------------------------------

    def _each(self, act: t.Loop, env: Env, part: FlowScope) -> None:
        """Lower a block that runs for each member of a set or list."""
        things, home = self.context.exprs.resolve(act.set, env)
        if self.context.sets.is_bits(things, home):
            self._over_bits(act, things, home, env, part)
        elif isinstance(things.type, t.ListType) or self._is_list(things):
            self._over_list(act, things, home, env, part)
        elif isinstance(things, t.NumberRange):
            self._over_numbers(act, things, home, env, part)
        else:
            raise unsupported("asking for choices inside this loop", act.span)

    def _is_list(self, things: t.Expr) -> bool:
        """Whether a set is iterated over as a list: of seats in order, lists in a row, or numbered pieces of a zone."""
        if isinstance(things, (t.Rotation, t.Chained)):
            return True
        inner = things.type.of if isinstance(things.type, t.SetType) else things.type
        return isinstance(inner, t.PieceType) and not self.unit.types.by_cell(inner.piece)

    def _over_bits(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: FlowScope) -> None:
        assert isinstance(things.type, t.SetType)
        width = self.unit.types.size(things.type)
        rest = self.unit.slot_for(self.unit.fresh(f"{part.name}.rest"), things.type)
        member = self.steps.slot(part, act.name, things.type.of)
        self.steps.add(Store(rest, self.context.sets.bits(things, home)))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.branch(is_empty(Load(rest)), after)
        self.steps.add(
            Store(member, Lowest(Load(rest))),
            Store(rest, set_op("minus", Load(rest), single(Load(member), width), width)),
        )
        self.block(act.block, env.bind(act.name, ComputedValue(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _over_list(self, act: t.Loop, things: t.Expr, home: Env, env: Env, part: FlowScope) -> None:
        assert isinstance(things.type, (t.ListType, t.SetType))
        slot, fill = self.context.lists.fill(things, home, kept=True)
        i, member = self.steps.number(part, "i"), self.steps.slot(part, act.name, things.type.of)
        self.steps.add(*fill, Store(i, Const(0)))
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.branch(compare(">=", Load(i), Load(f"{slot}.size")), after)
        self.steps.add(Store(member, Load(slot, Load(i))), Store(i, arith("+", Load(i), Const(1))))
        self.block(act.block, env.bind(act.name, ComputedValue(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _over_numbers(self, act: t.Loop, things: t.NumberRange, home: Env, env: Env, part: FlowScope) -> None:
        member, last = self.steps.slot(part, act.name, things.low.type), self.steps.number(part, "last")
        low = self.context.exprs.value(things.low, home)
        self.steps.add(
            Store(last, self.context.exprs.value(things.high, home)), Store(member, arith("-", low, Const(1)))
        )
        head, after = self.steps.next(f"for each {act.name}"), self.steps.label(f"after each {act.name}")
        self.steps.add(Store(member, arith("+", Load(member), Const(1))))
        self.steps.branch(compare(">", Load(member), Load(last)), after)
        self.block(act.block, env.bind(act.name, ComputedValue(Load(member))), part)
        self.steps.jump(head)
        self.steps.begin(after)

    def _secretly(self, act: t.Loop, env: Env, part: FlowScope) -> None:
        """Lower a block that each player of a set runs in a separate world; there each is `me`.

        A team is represented by its first player; the others wait.
        """
        things, home = self.context.exprs.resolve(act.set, env)
        assert isinstance(things.type, t.SetType)
        member = self.steps.slot(part, act.name, things.type.of)
        begin, after = self.steps.label(f"secretly for each {act.name}"), self.steps.label("after all in secret")
        self.steps.add(
            Store("secretly", self.context.sets.bits(things, home)),
            Store("branch", Const(begin)),
            Store("next", Const(after)),
            Return(Const(FORK)),
        )
        self.team_branches += [begin] if things.type.of == TEAM else []
        self.steps.begin(begin)
        self.steps.add(Store(member, Load("chooser")), Store("me", Load("chooser")))
        self.block(act.block, env.bind(act.name, ComputedValue(Load(member))), FlowScope(part.name))
        self.steps.add(Return(Const(OVER)))
        self.steps.begin(after)

    def _repeat(self, act: t.RepeatBlock, env: Env, part: FlowScope) -> None:
        """Lower a block that is repeated by a number or a condition."""
        count = self.steps.number(part, "count") if act.bound == "up to" else ""
        if count:
            self.steps.add(Store(count, Const(0)))
        head, after = self.steps.next("repeat"), self.steps.label("after the repeat")
        self.steps.add(*self.unit.mark_place(act, env))
        if act.value is not None:
            value = self.context.exprs.value(act.value, env)
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

    # -- consequences ---------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Run the consequences that are due, unless a batch is open."""
        steps = self.steps
        if self._consequences_label is None:
            with self.unit.section(CONSEQUENCES):
                self._consequences_label, self._consequences_pending = steps.label(CONSEQUENCES), True
        onward = steps.label("behind what follows")
        steps.branch(compare("!=", Load(self.unit.slot("batch")), Const(0)), onward)
        steps.add(Store(self.unit.slot(f"{CONSEQUENCES}.return"), Const(onward)))
        steps.jump(self._consequences_label)
        steps.begin(onward)

    def _lower_consequences(self) -> None:
        """Lower all consequences in their order, each for its places in their order."""
        assert self._consequences_label is not None
        self._consequences_pending = False
        self.steps.begin(self._consequences_label)
        for one in self.unit.rules.consequences.values():
            with self.unit.section(f"consequence {one.name}"):
                self._consequence(one)
        self.steps.add(Return(Load(f"{CONSEQUENCES}.return")))

    def _consequence(self, one: t.ConsequenceDecl) -> None:
        unit, steps, part = self.unit, self.steps, FlowScope(one.name)
        width, board = unit.due_width(one), board_about(one)
        due = unit.slot(f"due.{one.name}", 1, width, cells=one.place is not None, board=board)
        left = unit.slot(f"left.{one.name}", 1, width, cells=one.place is not None, board=board)
        place = unit.slot(f"{one.name}.place", cells=one.place is not None, board=board)
        anchor, nothing = Const(unit.anchor(one.name, "consequence", one.span)), BitsConst(0, width)
        env = Env().bind(one.place.name, ComputedValue(Load(place))) if one.place else Env()
        head, onward = steps.next(f"consequence {one.name}"), steps.label(f"after {one.name}")
        steps.branch(is_empty(Load(due)), onward)
        steps.add(
            Store(place, Lowest(Load(due))),
            Store(left, set_op("minus", Load(due), single(Load(place), width), width)),
            Store(due, nothing),
            *self.statements.batch(True),
            Emit("enter", (anchor,)),
        )
        self.block(one.block, env, part)
        steps.add(
            Emit("leave", (anchor,)),
            *self.statements.batch(False),
            Store(due, Load(left)),
        )
        steps.jump(head)
        steps.begin(onward)


def _sort_of(act: t.Statement) -> str:
    """Return the sort of a statement with its name, as in a site."""
    match act:
        case t.PhaseBlock(name=name) | t.CallRoutine(routine=name) | t.Loop(name=name) | t.LetValue(name=name):
            return f"{type(act).__name__} {name}"
        case _:
            return type(act).__name__


def projected_score(flow: FlowLowerer) -> str | None:
    """Add the function of the projected score: the points that the end of the match would give in the current position.
    Many score sheets are empty until then, so bots and views use it before. Return its name, None without final
    scoring.

    The function consists of the statements after the last one of `play` that may suspend. If that is a phase, a loop or
    a routine, the end of its block comes first, as in its last iteration; the end of a turn is left out, since it
    scores nothing for the end of a match. A name bound before the suspension has its last value. `play` must be
    lowered.
    """
    body = list(_ending(flow.unit.rules.play, flow))
    return flow.unit.function(PROJECTED_SCORE, [], None, body, "score as if the match ended here") if body else None


def _ending(block: t.Block, flow: FlowLowerer) -> Iterator[Statement]:
    first, last = until_finally(block)
    if not flow.statements.analysis.any_suspends(last):
        yield from _rest(first, flow)
    yield from _rest(last, flow)


def _rest(block: t.Block, flow: FlowLowerer) -> Iterator[Statement]:
    """Yield the statements after the last suspension point of a block."""
    waits = [number for number, act in enumerate(block) if flow.statements.analysis.suspends(act)]
    rest = waits[-1] + 1 if waits else 0
    match block[rest - 1 : rest]:
        case (t.PhaseBlock(block=inner) | t.RepeatBlock(block=inner) | t.Loop(block=inner, secretly=False),):
            yield from _ending(inner, flow)
        case (t.CallRoutine(routine=routine),):
            yield from _ending(flow.unit.rules.routines[routine].block, flow)
    if block[rest:]:
        yield from flow.statements.block(block[rest:], flow.known[id(block[-1])])
