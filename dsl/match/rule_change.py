"""Change of the rules within a match: from now on the changed rules hold, and the position stays.

The state moves to the program of the changed rules by names: pieces, counters, zones, values, and where the match is in
its course. So the course must be the same: the same phases, turns and lists of choices, in the same order. Numbers,
conditions, effects, awards, sights, amounts and new values may differ. What a turn has been given already, such as
action points, it keeps. Whatever does not fit is an error with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from dsl.ir.layout import FIXED_SLOTS, Layout, PieceLayout
from dsl.ir.liveness import liveness_of
from dsl.ir.program import Program
from dsl.match.by_hand import ByHandError
from dsl.match.observation.state_reader import StateReader
from dsl.runtime.runner import State

#: The event of changed rules and the names of its arguments, beside those of `dsl.ir.events`.
EVENTS: dict[str, tuple[str, ...]] = {"new_rules": ("player", "house")}

_NUMBERED = re.compile(r"_\d+")  #: what tells slots of the course apart that are named alike
_ANCHORED = (".phase", "phase")  #: slots that hold a phase by its number


class RuleChangeError(ByHandError):
    """Error: a match cannot go on under changed rules; a key and values for `dsl.i18n`."""


def moved_state(former: Program, state: State, changed: Program, blank: State) -> State:
    """Return a state of `former` as one of `changed`, whose blank state is `blank`. Raises RuleChangeError."""
    _require_same_course(former, changed)
    _require_same_things(former, changed)
    after = StateReader(changed, list(blank))
    _move_course(StateReader(former, state), after)
    for name in changed.layout.slots:
        if name in changed.layout.things and name in former.layout.slots:
            _move_slot(StateReader(former, state), after, name)
    _adjust(former, after)
    return after.state


def _require_same_course(former: Program, changed: Program) -> None:
    """Raise RuleChangeError unless the match can wait at the same points, in the same order."""

    def course(program: Program) -> object:
        asks = [(program.anchors[ask.anchor].name, ask.parameter) for ask in program.asks]
        return program.colours, [step.comment for step in program.steps], asks

    if course(former) != course(changed):
        raise RuleChangeError("new_rules.course")


def _require_same_things(former: Program, changed: Program) -> None:
    """Raise RuleChangeError unless boards and things that both programs have are alike, and nothing is missing."""
    before, after = former.layout, changed.layout
    if before.boards != after.boards or before.teams != after.teams:
        raise RuleChangeError("new_rules.board")
    for name, kind in before.kinds.items():
        if name in after.kinds and after.kinds[name].values[: len(kind.values)] != kind.values:
            raise RuleChangeError("new_rules.thing", ("thing", name))
    for sort in ("pieces", "counters", "zones", "variables"):
        others: Mapping[str, object] = getattr(after, sort)
        for name, own in getattr(before, sort).items():
            if name not in others and sort == "variables":
                continue
            if name not in others or _shape(own) != _shape(others[name]):
                raise RuleChangeError("new_rules.thing", ("thing", name))


def _shape(thing: object) -> object:
    """Return what of a layout must not differ."""
    free = ("count", "each", "capacity", "sight", "range", "number", "kinds", "seen_attributes", "told", "ordered")
    return {name: getattr(thing, name) for name in getattr(thing, "__struct_fields__", ()) if name not in free}


def _move_course(before: StateReader, after: StateReader) -> None:
    """Take over where the match is in its course."""
    own, other = _course_slots(before.layout), _course_slots(after.layout)
    plain = [[_NUMBERED.sub("", name) for name in names] for names in (own, other)]
    alike = SequenceMatcher(a=plain[0], b=plain[1], autojunk=False).get_matching_blocks()
    pairs = [(own[block.a + n], other[block.b + n]) for block in alike for n in range(block.size)]
    waiting = liveness_of(after.program)
    needed = waiting.from_step(before.get("next")) | waiting.asked(before.get("ask"))
    if needed & set(other) - {named for _, named in pairs}:  # the match goes on with a value that it does not have
        raise RuleChangeError("new_rules.course")
    phases = {number: anchor.name for number, anchor in enumerate(before.program.anchors)}
    numbers = {anchor.name: number for number, anchor in enumerate(after.program.anchors)}
    for name, named in pairs:
        values, slot = before.stretch(name), after.layout.slots[named]
        if len(values) != slot.length:
            raise RuleChangeError("new_rules.course")
        for index, value in enumerate(values):
            held = value
            if _NUMBERED.sub("", name).endswith(_ANCHORED) and value in phases:
                if phases[value] not in numbers:
                    raise RuleChangeError("new_rules.course")
                held = numbers[phases[value]]
            after.put(named, held, index)


def _course_slots(layout: Layout) -> list[str]:
    return [name for name in layout.slots if name in FIXED_SLOTS or name not in layout.things]


def _move_slot(before: StateReader, after: StateReader, name: str) -> None:
    """Take over one slot of a thing that both programs have."""
    own, other, owner = before.layout.slots[name], after.layout.slots[name], name.partition(".")[0]
    values = before.stretch(name)
    zone = after.layout.zones.get(owner)
    if zone is not None and name.endswith(".items"):
        former = before.layout.zones[owner]
        for whose in range(zone.zones):
            held = before.zone(former, whose)
            if len(held) > zone.capacity:
                raise RuleChangeError("new_rules.thing", ("thing", zone.piece))
            for index, number in enumerate(held):
                after.put(name, number, whose * zone.capacity + index)
        return
    piece = after.layout.pieces.get(owner)
    if own.length != other.length:
        made = before.get(f"{owner}.made") if piece is not None else other.length + 1
        if piece is None or made > other.length or own.length != before.layout.pieces[owner].count:
            raise RuleChangeError("new_rules.thing", ("thing", owner))
        values = values[: min(own.length, other.length)]
    for index, value in enumerate(values):
        if other.width and value >> other.width:
            raise RuleChangeError("new_rules.thing", ("thing", owner))
        after.put(name, value, index)


def _adjust(former: Program, after: StateReader) -> None:
    """Make what follows from the changed rules fit: numbers of zones, reserves, who sees what, ranges."""
    layout, players = after.layout, after.program.players
    for counter in layout.counters.values():
        if counter.name in former.layout.counters:
            more = counter.each - former.layout.counters[counter.name].each
            for owner in range(len(counter.owners)):
                left = after.reserve(counter, owner) + more
                if left < 0:
                    raise RuleChangeError("new_rules.few", ("thing", counter.name))
                after.put(f"{counter.name}.reserve", left, owner)
    for zone in layout.zones.values():
        for owner in range(zone.zones):
            seen = layout.viewers(zone.sight, owner if zone.owned else -1, players)
            for number in after.zone(zone, owner):
                after.put(f"{zone.piece}.where", zone.number + owner, number)
                _show(after, layout.pieces[zone.piece], number, seen)
    for piece in layout.pieces.values():
        for number, _ in after.on_board(piece):
            _show(after, piece, number, layout.viewers(piece.sight, after.owner_of(piece, number), players))
    for variable in layout.variables.values():
        low, high = variable.range
        if variable.domain.sort == "number" and any(not low <= each <= high for each in after.stretch(variable.name)):
            raise RuleChangeError("new_rules.range", ("thing", variable.name), ("low", str(low)), ("high", str(high)))


def _show(after: StateReader, piece: PieceLayout, number: int, seen: int) -> None:
    after.put(f"{piece.name}.known", after.seen_by(piece, number) | seen, number)
