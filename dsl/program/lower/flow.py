"""Everything that may wait for a choice, as steps.

A step is a piece of the flow between two points where it may wait; what must survive waiting lies in slots named after
the part of the rules that it belongs to. A routine is lowered once: its caller writes the values for its parameters and
the step to go on with. No routine is ever active twice, since none calls itself.
"""

from __future__ import annotations

from dsl.base.source import NOWHERE, Span
from dsl.program.code import OVER, Const, Emit, Load, Return, Store
from dsl.program.lower.asking import Asking
from dsl.program.lower.choices import Choices
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.following import Following
from dsl.program.lower.goinground import GoingRound
from dsl.program.lower.ir import negate
from dsl.program.lower.lists import fits_local
from dsl.program.lower.statements import Statements
from dsl.program.lower.steps import Part, Steps
from dsl.program.lower.turning import Turning
from dsl.program.lower.unit import Alias, Env, Unit, Value, not_yet
from dsl.semantics import typed as t


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
        self.team_branches: list[int] = []  #: the steps at which teams begin to decide apart
        self.known: dict[int, Env] = {}  #: by the id of the last statement of a block: what names mean behind it
        self._routines: dict[str, int] = {}
        self._waiting_for: list[t.RoutineDecl] = []
        self.actions: dict[str, int] = {}
        self.actions_waiting: list[t.ActionDecl] = []
        self.unit.slot("turn.exit")
        self.unit.slot("phase.exit")
        self.turning = Turning(self)
        self.round = GoingRound(self)
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
            t.ChooseOf((entry,), False, None, None, None, (), True, span=NOWHERE), Env(), Part(f"alone.{action}")
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
        if acts:
            self.known[id(acts[-1])] = env

    def _statement(self, act: t.Statement, env: Env, part: Part) -> Env:
        if isinstance(act, t.LetValue):
            return self._let(act, env, part)
        self.steps.add(*self.unit.begin(act, env))
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
                self._end(what)
            case t.TurnsFrom():
                self.turning.one_after_another(act, env, part)
            case t.TurnEach():
                self.turning.once_each(act, env, part)
            case t.TurnOf(player=player, block=block):
                self.turning.turn(self.ex.value(player, env), block, env, part)
            case t.CallRoutine():
                self._call(act, env)
            case t.PhaseBlock():
                self.turning.phase(act, env, part)
            case t.IfElse():
                self._if(act, env, part)
            case t.Loop(secretly=True):
                self.round.secretly(act, env, part)
            case t.Loop():
                self.round.each(act, env, part)
            case t.RepeatBlock():
                self.round.repeat(act, env, part)
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
        if not fits_local(kind):
            return env.bind(act.name, Alias(act.value, env))
        self.steps.add(*self.unit.begin(act, env))
        slot = self.steps.slot(part, act.name, kind)
        self.steps.add(Store(slot, self.ex.held(act.value, env, self.unit.measures.width(kind))))
        return self.ex.pieces.kept(act.name, act.value, env, env.bind(act.name, Value(Load(slot))))

    def _end(self, what: str) -> None:
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
