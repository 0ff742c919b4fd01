"""What is done when a turn or phase is over, however it came to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import Const, Load, Return, Statement, Store
from dsl.program.lower.steps import Part
from dsl.program.lower.unit import Env
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.flow import Flow

#: What a turn or phase that is left from within finds again: who acts, and where its ends lead.
KEPT = ("me", "phase", "turn.exit", "phase.exit")


def until_finally(block: t.Block) -> tuple[t.Block, t.Block]:
    """Return a block without its `finally`, and what stands in it."""
    last = tuple(act for act in block if isinstance(act, t.FinallyBlock))
    return tuple(act for act in block if act not in last), tuple(act for one in last for act in one.block)


def closed(flow: Flow, block: t.Block, env: Env, part: Part, after: int) -> None:
    """Lower the block of a turn or phase and go on at `after`.

    With a `finally` both ways out of it, by `end turn` and by `end phase`, lead over it; an `end` in the `finally`
    itself only ends that.
    """
    steps = flow.steps
    first, last = until_finally(block)
    if not last:
        flow.block(first, env, part)
        steps.jump(after)
        return
    then = steps.number(part, "then")
    kept = {slot: steps.number(part, slot.replace(".", "_")) for slot in KEPT}
    closing, over = steps.label("finally"), steps.label("after finally")
    ends = {slot: steps.label(f"finally, by {slot}") for slot in ("turn.exit", "phase.exit")}
    steps.add(*(Store(own, Load(slot)) for slot, own in kept.items()), Store(then, Const(after)))
    steps.add(*(Store(slot, Const(label)) for slot, label in ends.items()))
    flow.block(first, env, part)
    steps.jump(closing)
    for slot, label in ends.items():
        steps.begin(label)
        steps.add(Store(then, Load(kept[slot])))
        steps.jump(closing)
    steps.begin(closing)
    steps.add(*_restored(flow, kept, ("me", "phase")))
    steps.add(*(Store(slot, Const(over)) for slot in ends))
    flow.block(last, env, part)
    steps.jump(over)
    steps.begin(over)
    steps.add(*_restored(flow, kept, ("turn.exit", "phase.exit")), Return(Load(then)))


def _restored(flow: Flow, kept: dict[str, str], slots: tuple[str, ...]) -> list[Statement]:
    batch: list[Statement] = [Store("batch", Const(0))] if flow.unit.rules.consequences else []
    return [*(Store(slot, Load(kept[slot])) for slot in slots), *batch]
