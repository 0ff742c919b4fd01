"""Turns and phases: who has them, what begins with them and what is behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.base.source import NOWHERE
from dsl.program.code import Call, Const, Emit, Expr, Load, Statement, Store
from dsl.program.lower.assigning import first_value
from dsl.program.lower.closing import closed
from dsl.program.lower.history import noted
from dsl.program.lower.ir import all_of, arith, compare, has, negate, select
from dsl.program.lower.steps import Part
from dsl.program.lower.unit import Env
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.flow import Flow


class Turning:
    """Lowers turns and phases to steps."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.unit, self.ex, self.steps = flow.unit, flow.ex, flow.steps
        play = self.unit.rules.play  # its place is that of whatever goes wrong outside all that has a name
        self._anchor = self.unit.anchor("turn", "turn", play[0].span if play else NOWHERE)

    def one_after_another(self, act: t.TurnsFrom, env: Env, part: Part) -> None:
        """Lower turns that go round until something holds."""
        player = self.steps.number(part, "player")
        self.steps.add(Store(player, self.ex.value(act.start, env)))
        head = self.steps.next("turn after turn")
        self.turn(Load(player), act.block, env, part)
        after = self.steps.label("after the turns")
        if act.until is not None:
            self.steps.branch(self.ex.value(act.until, env), after)
        beside = self.ex.builtin.seat_beside(act.clockwise)
        self.steps.add(Store(player, Call(beside, (Load(player),))))
        self.steps.jump(head)
        self.steps.begin(after)

    def once_each(self, act: t.TurnEach, env: Env, part: Part) -> None:
        """Lower one turn for each player who is in the game at the start and still is at the turn."""
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
        self.turn(Load(player), act.block, env, part)
        self.steps.jump(onward)
        self.steps.begin(onward)
        self.steps.jump(head)
        self.steps.begin(after)

    def turn(self, player: Expr, block: t.Block, env: Env, part: Part) -> None:
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
            Emit("enter", (Const(self._anchor),)),
            Emit("turn", (Load("me"), Load("turn"))),
            *self._begun_anew(),
            *noted(self.unit),
        )
        closed(self.flow, block, env, part, after)
        self.steps.begin(after)
        self.steps.add(
            Store("phase", Load(phase)),
            Store("phase.exit", Load(phase_exit)),
            Store("turn.exit", Load(outer)),
            *([Store("batch", Const(0))] if self.unit.rules.consequences else []),
            Emit("leave", (Const(self._anchor),)),
        )

    def phase(self, act: t.PhaseBlock, env: Env, part: Part) -> None:
        """Lower a phase: `end phase` leads behind it, with the phase around it as it was."""
        before, outer = self.steps.number(part, "phase"), self.steps.number(part, "phase_exit")
        anchor = Const(self.unit.anchor(f"phase {act.name}", "phase", act.span))
        after = self.steps.label(f"after phase {act.name}")
        batch = self.steps.number(part, "batch") if self.flow.statements.waiting.asking else ""
        self.steps.add(
            *([Store(batch, Load("batch"))] if batch else []),
            Store(before, Load("phase")),
            Store(outer, Load("phase.exit")),
            Store("phase", anchor),
            Store("phase.exit", Const(after)),
            Emit("enter", (anchor,)),
        )
        closed(self.flow, act.block, env, part, after)
        self.steps.begin(after)
        self.steps.add(
            *([Store("batch", Load(batch))] if batch else []),
            Store("phase", Load(before)), Store("phase.exit", Load(outer)), Emit("leave", (anchor,)),
        )  # fmt: skip

    def _begun_anew(self) -> list[Statement]:
        """Return what gives the variables of a turn their first values."""
        each_turn = [decl for decl in self.unit.rules.variables.values() if decl.each_turn]
        return [statement for decl in each_turn for statement in first_value(self.ex, decl)]
