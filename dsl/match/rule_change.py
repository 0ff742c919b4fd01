"""Change of the rules within a match: from now on the changed rules hold, and the position stays.

The state moves to the program of the changed rules by names: pieces, counters, zones, values, and where the match is in
its course. Numbers, conditions, effects, awards, amounts may differ, and actions, phases, routines and values may be
new. What a turn has been given already, such as action points, it keeps. Whatever does not fit is an error with its
reason.

A state holds its course as numbers of steps (where it goes on, and where routines, turns and phases return to) and as
slots of the flow (the player of a loop, the rest of an allowance). Both programs know of each step and slot to which
statement of the rules it belongs (`dsl.ir.program.FlowSites`). The statements of the two are matched from the sections
inwards: those at the same place of an unchanged file, and between them the only one of its sort. So rules may gain and
lose statements around the decision of the moment. Where that decision itself, or a value that it goes on with, has no
certain counterpart, the change is an error.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Protocol, TypeVar

from msgspec.structs import replace

from dsl.base.source import NOWHERE, Source
from dsl.ir.builder import statements, walk
from dsl.ir.instructions import Const, Load, Return, Store
from dsl.ir.layout import FIXED_SLOTS, Layout, PieceLayout, Sight
from dsl.ir.liveness import liveness_of
from dsl.ir.program import Program, Site
from dsl.match.by_hand import ByHandError
from dsl.match.observation.state_reader import StateReader
from dsl.runtime.runner import State

#: The event of changed rules and the names of its arguments, beside those of `dsl.ir.events`.
EVENTS: dict[str, tuple[str, ...]] = {"new_rules": ("player", "house")}

_NUMBERED = re.compile(r"_\d+")  #: what tells slots of the course apart that are named alike
_ANCHORED = (".phase", "phase")  #: slots that hold a phase by its number
_SIGHTS: tuple[Sight, ...] = ("nobody", "its player", "its team", "all")  #: the narrowest first
_T = TypeVar("_T")


class RuleChangeError(ByHandError):
    """Error: a match cannot go on under changed rules; a key and values for `dsl.i18n`."""


def moved_state(
    former: Program, state: State, changed: Program, blank: State, unchanged: Collection[str] = ()
) -> State:
    """Return a state of `former` as one of `changed`, whose blank state is `blank`; `unchanged` are the files that both
    rules have alike. Raises RuleChangeError."""
    before, after = StateReader(former, state), StateReader(changed, list(blank))
    _require_same_things(former, changed)
    _require_same_secrets(before, changed.layout)
    if not (_has_same_course(former, changed) and _move_course(before, after)):
        after = StateReader(changed, list(blank))
        _carry_course(before, after, unchanged)
    for name in changed.layout.slots:
        if name in changed.layout.things and name in former.layout.slots:
            _move_slot(StateReader(former, state), after, name)
    _adjust(former, after)
    return after.state


class HasSources(Protocol):
    """Rules that know their files: a ruleset."""

    @property
    def sources(self) -> Mapping[str, Source]:
        """The files by name."""
        ...


def unchanged_files(former: HasSources, changed: HasSources) -> frozenset[str]:
    """Return the names of the files that two rules have alike."""
    return frozenset(name for name, source in changed.sources.items() if former.sources.get(name) == source)


def _has_same_course(former: Program, changed: Program) -> bool:
    """Whether the match can wait at the same points, in the same order."""

    def course(program: Program) -> object:
        asks = [(program.anchors[ask.anchor].name, ask.parameter) for ask in program.asks]
        return [step.comment for step in program.steps], asks

    return course(former) == course(changed)


def _require_same_things(former: Program, changed: Program) -> None:
    """Raise RuleChangeError unless boards and things that both programs have are alike, and nothing is missing."""
    before, after = former.layout, changed.layout
    if (former.colours, before.teams) != (changed.colours, after.teams):
        raise RuleChangeError("new_rules.players")
    if _cells(before) != _cells(after):
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


def _require_same_secrets(before: StateReader, changed: Layout) -> None:
    """Raise RuleChangeError if the changed rules would show what somebody does not know now. It follows from what all
    players see: which things are hidden, and where some are."""
    former = before.layout

    def shows(one: Sight, other: Sight) -> bool:
        return _SIGHTS.index(other) > _SIGHTS.index(one)

    for name, zone in former.zones.items():
        other, filled = changed.zones[name], any(before.zone(zone, owner) for owner in range(zone.zones))
        hides = zone.sight != "all" and zone.ordered != other.ordered
        if filled and (hides or shows(zone.sight, other.sight)):
            raise RuleChangeError("new_rules.reveals", ("thing", name))
    for name, piece in former.pieces.items():
        lies = any(True for _ in before.on_board(piece))
        if (lies and shows(piece.sight, changed.pieces[name].sight)) or (
            before.get(f"{name}.made") and set(changed.pieces[name].seen_attributes) - set(piece.seen_attributes)
        ):
            raise RuleChangeError("new_rules.reveals", ("thing", name))
    for name, variable in former.variables.items():
        kept = changed.variables.get(name)
        if kept is None or variable.sight == "all" or not variable.told:
            continue
        if shows(variable.sight, kept.sight) or not kept.told:
            raise RuleChangeError("new_rules.reveals", ("thing", name))
        low, high = kept.range
        if variable.domain.sort == "number" and not low <= variable.range[0] <= variable.range[1] <= high:
            raise RuleChangeError("new_rules.range", ("thing", name), ("low", str(low)), ("high", str(high)))


def _cells(layout: Layout) -> object:
    """Return what of the boards must not differ: their places, not which of them are neighbours."""
    return {name: replace(board, neighbours={}, words=()) for name, board in layout.boards.items()}


def _shape(thing: object) -> object:
    """Return what of a layout must not differ."""
    free = ("count", "each", "capacity", "sight", "range", "number", "kinds", "seen_attributes", "told", "ordered")
    return {name: getattr(thing, name) for name in getattr(thing, "__struct_fields__", ()) if name not in free}


def _move_course(before: StateReader, after: StateReader) -> bool:
    """Take over where the match is in a course that has the same steps; return whether that is possible. Journals
    depend on what it writes."""
    own, other = _course_slots(before.layout), _course_slots(after.layout)
    plain = [[_NUMBERED.sub("", name) for name in names] for names in (own, other)]
    alike = SequenceMatcher(a=plain[0], b=plain[1], autojunk=False).get_matching_blocks()
    pairs = [(own[block.a + n], other[block.b + n]) for block in alike for n in range(block.size)]
    waiting = liveness_of(after.program)
    needed = waiting.from_step(before.get("next")) | waiting.asked(before.get("ask"))
    if needed & set(other) - {named for _, named in pairs}:  # the match goes on with a value that it does not have
        return False
    phases = {number: anchor.name for number, anchor in enumerate(before.program.anchors)}
    numbers = {anchor.name: number for number, anchor in enumerate(after.program.anchors)}
    for name, named in pairs:
        values, slot = before.stretch(name), after.layout.slots[named]
        if len(values) != slot.length:
            return False
        for index, value in enumerate(values):
            held = value
            if _NUMBERED.sub("", name).endswith(_ANCHORED) and value in phases:
                if phases[value] not in numbers:
                    return False
                held = numbers[phases[value]]
            after.put(named, held, index)
    return True


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
        known = variable.sight == "all" or variable.name not in former.layout.variables
        if (
            known
            and variable.domain.sort == "number"
            and any(not low <= each <= high for each in after.stretch(variable.name))
        ):
            raise RuleChangeError("new_rules.range", ("thing", variable.name), ("low", str(low)), ("high", str(high)))


def _show(after: StateReader, piece: PieceLayout, number: int, seen: int) -> None:
    after.put(f"{piece.name}.known", after.seen_by(piece, number) | seen, number)


# ---- the course under rules with other statements ----


def _carry_course(before: StateReader, after: StateReader, unchanged: Collection[str]) -> None:
    """Write into `after` where the match is in its course. `unchanged` are the files that both rules have alike. Raises
    RuleChangeError if the changed rules have no such point, or need a value there that the match does not have."""
    former, changed = before.program, after.program
    matched = _Matching(former, changed, unchanged)
    step = matched.steps.get(before.get("next"))
    ask = _ask_before(changed, step) if step is not None else None
    if step is None or ask is None or not _alike(former, before.get("ask"), changed, ask):
        raise RuleChangeError("new_rules.point", ("rule", former.anchors[former.asks[before.get("ask")].anchor].name))
    own, other = liveness_of(former), liveness_of(changed)
    alive = own.from_step(before.get("next")) | own.asked(before.get("ask"))
    needed = other.from_step(step) | other.asked(ask)
    targets = _step_slots(former)
    for name in FIXED_SLOTS:
        after.put(name, before.get(name))
    after.put("next", step)
    after.put("ask", ask)
    after.put("phase", _phase(former, changed, before.get("phase")))
    after.put("branch", matched.steps.get(before.get("branch"), 0))
    given, sections = set[str](), {site[0] for site in (*former.sites.steps, *former.sites.slots.values()) if site}
    for name, named in matched.slots.items():
        if name in FIXED_SLOTS or name in former.layout.things:
            continue
        if name in alive:
            given.add(named)
            _carry(before, after, name, named, matched.steps if name in targets else None)
    for name in sorted(needed - given - set(FIXED_SLOTS)):
        if changed.sites.slots.get(name, ())[:1] in [(each,) for each in sections]:  # elsewhere nothing has begun yet
            raise RuleChangeError("new_rules.value", ("thing", _NUMBERED.sub("", name)))


def _carry(before: StateReader, after: StateReader, name: str, named: str, steps: Mapping[int, int] | None) -> None:
    """Take over a slot of the flow; with `steps` its values are numbers of steps."""
    values, own, slot = before.stretch(name), before.layout.slots[name], after.layout.slots[named]
    if (own.length, own.width, own.board) != (slot.length, slot.width, slot.board):
        raise RuleChangeError("new_rules.value", ("thing", _NUMBERED.sub("", name)))
    for index, value in enumerate(values):
        held = value
        if steps is not None:
            if value not in steps:
                raise RuleChangeError("new_rules.point", ("rule", _section(before.program, value)))
            held = steps[value]
        elif _NUMBERED.sub("", name).endswith(_ANCHORED):
            held = _phase(before.program, after.program, value)
        after.put(named, held, index)


def _section(program: Program, step: int) -> str:
    """Return the name of the section of the rules that a step belongs to."""
    site = program.sites.steps[step] if 0 <= step < len(program.sites.steps) else ()
    return site[0][0].rpartition(" ")[2] if site else ""


def _phase(former: Program, changed: Program, number: int) -> int:
    """Return the number that the changed rules give to a phase; -1 is outside all."""
    if number < 0 or former.anchors[number].sort != "phase":  # a slot that was not written yet
        return number
    name = former.anchors[number].name
    found = next((n for n, each in enumerate(changed.anchors) if each.name == name and each.sort == "phase"), None)
    if found is None:
        raise RuleChangeError("new_rules.phase", ("rule", name))
    return found


def _ask_before(program: Program, resume: int) -> int | None:
    """Return the number of the ask that goes on at a step; None if none does, or several do."""
    found: set[int] = set()
    for step in program.steps:
        stores = {each.slot: each.value for each in statements(step.body) if isinstance(each, Store)}
        asks = [each.value for each in statements(step.body) if isinstance(each, Store) and each.slot == "ask"]
        ahead, last = stores.get("next"), asks[-1] if asks else None
        if isinstance(ahead, Const) and ahead.value == resume and isinstance(last, Const) and last.value >= 0:
            found.add(last.value)
    return found.pop() if len(found) == 1 else None


def _alike(former: Program, own: int, changed: Program, other: int) -> bool:
    """Whether two asks are asked by the same rule, both at the begin of a decision."""
    one, two = former.asks[own], changed.asks[other]
    anchors = former.anchors[one.anchor].name, changed.anchors[two.anchor].name
    return anchors[0] == anchors[1] and (one.parameter, one.further) == (two.parameter, two.further)


def _step_slots(program: Program) -> frozenset[str]:
    """Return the slots of the flow that hold numbers of steps: those that a step returns, and those stored in them."""
    blocks = [program.prologue, *(step.body for step in program.steps)]
    flow = program.layout.slots.keys() - program.layout.things
    found = {"next", "branch"}
    stores: list[Store] = []
    for block in blocks:
        for statement in statements(block):
            if isinstance(statement, Return) and statement.value is not None:
                found |= {part.slot for part in walk(statement.value) if isinstance(part, Load)}
            elif isinstance(statement, Store) and statement.slot in flow:
                stores.append(statement)
    size = -1
    while size != (size := len(found)):
        for store in stores:
            if store.slot in found:
                found |= {part.slot for part in walk(store.value) if isinstance(part, Load)}
    return frozenset(found & flow)


# ---- matching the statements of two programs ----


@dataclass(slots=True)
class _Node:
    """A statement, or a section, with what the lowering made for it alone."""

    inside: dict[tuple[str, object], _Node] = field(default_factory=dict)
    steps: list[tuple[str, int]] = field(default_factory=list)  #: comment and number
    slots: list[tuple[str, str]] = field(default_factory=list)  #: stem and name


class _Matching:
    """The steps and slots of one program by those of another."""

    def __init__(self, former: Program, changed: Program, unchanged: Collection[str]) -> None:
        self.steps: dict[int, int] = {}
        self.slots: dict[str, str] = {}
        self._unchanged = {*unchanged, NOWHERE.file}
        others = changed.layout.slots
        self.slots |= {name: name for name in former.layout.slots if name in others and not _NUMBERED.search(name)}
        self._match(_tree(former), _tree(changed))

    def _match(self, one: _Node, other: _Node) -> None:
        self.steps |= _paired(one.steps, other.steps)
        self.slots |= _paired(one.slots, other.slots)
        for key, named in self._children(list(one.inside), list(other.inside)):
            self._match(one.inside[key], other.inside[named])

    def _children(
        self, own: Sequence[tuple[str, object]], others: Sequence[tuple[str, object]]
    ) -> Iterable[tuple[tuple[str, object], tuple[str, object]]]:
        """Return the statements that are the same, of two sequences inside the same one."""
        places = {key: number for number, key in enumerate(others)}
        found = {key: key for key in own if key in places and getattr(key[1], "file", "") in self._unchanged}
        edges = [-1, *(n for n, key in enumerate(own) if key in found), len(own)]
        for low, high in pairwise(edges):
            first = places[own[low]] if low >= 0 else -1
            last = places[own[high]] if high < len(own) else len(others)
            left = [key for key in others[first + 1 : max(last, first + 1)] if key not in found]
            rest = own[low + 1 : high]
            for key in rest:
                alike = [each for each in left if each[0] == key[0]]
                if len(alike) == 1 and sum(each[0] == key[0] for each in rest) == 1:
                    found[key] = alike[0]
        return found.items()


def _tree(program: Program) -> _Node:
    root = _Node()
    for step in program.steps:
        _node_of(root, program.sites.steps[step.number]).steps.append((step.comment, step.number))
    for name, site in program.sites.slots.items():
        if name in program.layout.slots and name not in program.layout.things and _NUMBERED.search(name):
            _node_of(root, site).slots.append((_NUMBERED.sub("", name), name))
    return root


def _node_of(root: _Node, site: Site) -> _Node:
    for key in site:
        root = root.inside.setdefault(key, _Node())
    return root


def _paired(one: Sequence[tuple[str, _T]], other: Sequence[tuple[str, _T]]) -> dict[_T, _T]:
    """Return the second parts in their order by each first part that occurs as often in both."""
    found: dict[_T, _T] = {}
    for stem in dict.fromkeys(stem for stem, _ in one):
        own, others = ([thing for name, thing in each if name == stem] for each in (one, other))
        if len(own) == len(others):
            found |= zip(own, others, strict=True)
    return found
