"""What is decided in secret changes only what belongs to whoever decides: then nobody needs to wait for anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from dsl.check import typed as t
from dsl.check.explain import also
from dsl.check.finite import blocks_of
from dsl.check.teams import has_teams
from dsl.check.types import TEAM
from dsl.check.world import World
from dsl.text.fields import names_inside
from dsl.text.problem import Problem
from dsl.text.source import NOWHERE, Span

E = TypeVar("E", bound=t.Typed)


@dataclass(frozen=True, slots=True)
class _Within:
    """Where we are inside a block of `secretly`."""

    mine: frozenset[str]  #: names that surely are the player, or the team, who decides
    own: frozenset[str]  #: names declared inside: what they mean is forgotten with the block
    secretly: Span  #: the `secretly`, for a second label
    in_part: bool = False  #: inside an action or routine: all its names are its own
    team: bool = True  #: what belongs to the team is the decider's own: whole teams decide, or nobody has a partner


@dataclass(slots=True)
class Secretly:
    """Reports `not-yours` within the blocks of `secretly`, in the actions and routines used there, too."""

    world: World
    actions: Mapping[str, t.ActionDecl]
    routines: Mapping[str, t.RoutineDecl]
    seen: set[tuple[str, bool, frozenset[str]]] = field(default_factory=set)

    def find(self, block: t.Block) -> None:
        """Look for `secretly` in a block and check what stands below it."""
        for act in block:
            if isinstance(act, t.Loop) and act.secretly:
                team = act.set.type == t.SetType(TEAM) or not has_teams(self.world)
                self._block(act.block, _Within(frozenset({act.name}), frozenset(), act.span, team=team))
            for inner in blocks_of(act):
                self.find(inner)

    def _block(self, block: t.Block, within: _Within) -> None:
        for act in block:
            self._chance(act, within)
            self._statement(act, within)
            if isinstance(act, t.LetValue):
                mine = within.mine | {act.name} if _is_mine(act.value, within) else within.mine
                within = replace(within, own=within.own | {act.name}, mine=mine)
            if not (isinstance(act, t.Loop) and act.secretly):
                for inner in blocks_of(act):
                    self._block(inner, within)

    def _statement(self, act: t.Statement, within: _Within) -> None:
        match act:
            case t.MoveCounters(counters=found) | t.MarkCounters(counters=found) if found is not None:
                self._counters(found, act.span, within)
            case t.MovePiece():
                self._piece(act, within)
            case t.ExchangePieces(left=t.Typed(type=t.PieceType(name))) if not self.world.pieces[name].owned:
                self._report(f"`{name}`", act.span, within, self.world.pieces[name].span)
            case t.MoveZone(origin=origin, target=target):
                self._zone(origin, act.span, within)
                self._zone(target, act.span, within)
            case t.AssignVariable(variable=name, of=owner) if not _is_mine(owner, within):
                self._report(f"`{name}`", act.span, within, self.world.variables[name].span)
            case t.AssignLocal(name=name) if not within.in_part and name not in within.own:
                self._report(f"`{name}`, which was named before,", act.span, within)
            case t.GivePieces():
                self._report("whose a piece is", act.span, within)
            case t.CreatePieces():
                self._report("a new piece", act.span, within)
            case t.ShuffleZone():
                self._report("chance", act.span, within)
            case t.EliminatePlayer() | t.EndOf() | t.TurnsFrom() | t.TurnEach() | t.TurnOf() | t.GiveAward():
                self._report("the course of the game", act.span, within)
            case t.Loop(secretly=True):
                self._report("the course of the game", act.span, within)
            case t.CallRoutine(routine=name, args=args) if name in self.routines:
                routine = self.routines[name]
                mine = {p.name for p, arg in zip(routine.params, args, strict=False) if _is_mine(arg, within)}
                self._part(f"to {name}", routine.block, mine, within)
            case t.ChooseOf():
                self._choice(act, within)

    def _counters(self, found: t.CounterSet, span: Span, within: _Within) -> None:
        declared = self.world.counters[found.counter]
        if not declared.owned or not _is_mine(found.owner, within):
            self._report(f"`{found.counter}`", span, within, declared.span)

    def _piece(self, act: t.MovePiece, within: _Within) -> None:
        for origin in _inside(act.piece, t.ZoneSet):
            self._zone(origin, act.span, within)
        if act.zone is not None:
            self._zone(act.zone, act.span, within)
            return
        kind = act.piece.type.of if isinstance(act.piece.type, t.MaybeType) else act.piece.type
        if isinstance(kind, t.PieceType) and not self.world.pieces[kind.piece].owned:
            self._report(f"`{kind.piece}`", act.span, within, self.world.pieces[kind.piece].span)

    def _zone(self, zone: t.ZoneSet, span: Span, within: _Within) -> None:
        if not _is_mine(zone.owner, within):
            self._report(f"`{zone.zone}`", span, within, self.world.zones[zone.zone].span)

    def _choice(self, act: t.ChooseOf, within: _Within) -> None:
        if act.by is not None and not _is_mine(act.by, within):
            self._report("what somebody else chooses", act.by.span, within)
        for entry in (*act.entries, *act.interrupted_by):
            action = self.actions.get(entry.choice.action)
            if entry.budget and not within.in_part and entry.budget not in within.own:
                self._report(f"`{entry.budget}`, which was named before,", entry.choice.span, within)
            if action is not None:
                given = (param for param in action.params if param.given)
                mine = {p.name for p, arg in zip(given, entry.choice.args, strict=False) if _is_mine(arg, within)}
                self._part(f"do {action.name}", action.do, mine, within)

    def _part(self, name: str, block: t.Block, mine: set[str], within: _Within) -> None:
        key = (name, within.team, frozenset(mine))
        if key not in self.seen:
            self.seen.add(key)
            self._block(block, _Within(frozenset(mine), frozenset(), within.secretly, True, within.team))

    def _chance(self, act: t.Statement, within: _Within) -> None:
        for random in _inside(act, t.RandomFrom):
            self._report("chance", random.span, within)

    def _report(self, what: str, span: Span, within: _Within, declared: Span = NOWHERE) -> None:
        self.world.report(
            Problem(
                "not-yours",
                f"{what} does not belong to the player who decides in secret",
                span,
                "changed for everybody",
                "Where all decide at once nobody may notice who was first. So each may change only own things and own "
                "variables there.",
                "do this below, when all have decided",
                (*also(declared, "declared here"), *also(_head(within.secretly), "each decides in secret here")),
            )
        )


def _head(span: Span) -> Span:
    end = span.column + len("secretly")
    return Span(span.file, span.line, span.column, span.line, end) if span != NOWHERE else span


def _is_mine(owner: t.Expr | None, within: _Within) -> bool:
    match owner:
        case t.Me():
            return True
        case t.LocalValue(name):
            return name in within.mine
        case t.PropertyValue("team", of):
            return within.team and _is_mine(of, within)
    return False


def _inside(node: object, sort: type[E]) -> list[E]:
    """Return the outermost expressions of a sort within a node."""
    if isinstance(node, tuple):
        return [found for item in node for found in _inside(item, sort)]
    if isinstance(node, sort):
        return [node]
    return [found for part in names_inside(type(node), "type") for found in _inside(getattr(node, part), sort)]
