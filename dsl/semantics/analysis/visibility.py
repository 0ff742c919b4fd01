"""Visibility analysis: what a player may choose must follow from what that player can see.

Each expression yields the secrets that it reads. Where it decides what is offered, or whether a player is asked at all,
a secret that the acting player does not see is a leak: the list of options itself would reveal it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TypeVar

from dsl.base.node_fields import names_inside
from dsl.base.problem import Problem
from dsl.base.source import NOWHERE, Span
from dsl.semantics import typed as t
from dsl.semantics.analysis.flow import blocks_of
from dsl.semantics.error_messages import also
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.teams import has_teams
from dsl.semantics.type_compatibility import TEAM


@dataclass(frozen=True, slots=True)
class Secret:
    """A zone or variable that the acting player does not see: its name, where it is read, and who sees it."""

    name: str
    declared: Span
    seen_by: str
    read: Span


class PlayerRelation(IntEnum):
    """Known relation of a player to the acting player: none, a teammate (or the team itself), or the acting player."""

    UNKNOWN = 0
    TEAM = 1
    ME = 2


@dataclass(frozen=True, slots=True)
class LocalKnowledge:
    """What is known of a local: the secrets in it and its relation to the acting player; of a piece (or each piece
    of a set), the relation of its owner, and whether its identity is public."""

    secrets: frozenset[Secret] = frozenset()
    me: PlayerRelation = PlayerRelation.UNKNOWN
    mine: PlayerRelation = PlayerRelation.UNKNOWN
    shown: bool = False


Env = dict[str, LocalKnowledge]
NONE: frozenset[Secret] = frozenset()
STRICTNESS = {"all": 0, "its team": 1, "its player": 2, "nobody": 3}
SEES = {
    "its team": PlayerRelation.TEAM,
    "its player": PlayerRelation.ME,
}  #: the closest relation that is needed to see it


def who_sees(rules: tuple[t.SightRule, ...]) -> str:
    """Return who certainly sees a component; visibility that depends on an option does not count."""
    seen = "all"
    for rule in rules:
        seen = rule.who if not rule.option else max(seen, rule.who, key=STRICTNESS.__getitem__)
    return seen


@dataclass(slots=True)
class VisibilityAnalysis:
    """Checks every place where something is offered or asked."""

    world: SymbolTable
    actions: dict[str, t.ActionDecl]
    routines: dict[str, t.RoutineDecl]
    paths: dict[str, t.PathDecl]
    seen: set[tuple[str, tuple[LocalKnowledge, ...]]] = field(default_factory=set)
    asking: dict[str, bool] = field(default_factory=dict)
    defined: dict[tuple[str, tuple[LocalKnowledge, ...]], frozenset[Secret]] = field(default_factory=dict)
    looked_at: set[str] = field(default_factory=set)  #: actions and routines reached by some choice or call

    # secrets that an expression reads

    def reads(self, node: object, env: Env) -> frozenset[Secret]:
        """Return the secrets that `node` reads and the acting player does not see."""
        match node:
            case t.LocalValue(name):
                return _at(env.get(name, LocalKnowledge()).secrets, node.span)
            case t.CountOf(t.ZoneSet(kind=None) as zone) | t.ExistsIn(set=t.ZoneSet(kind=None) as zone):
                return self.reads(zone.owner, env)
            case t.Comparison(_, t.ZoneTop(zone), t.Constant(type=t.NothingType())):
                return self.reads(zone.owner, env)
            case t.ZoneSet():
                return self._zone(node, env) | self.reads(node.owner, env) | self.reads(node.kind, env)
            case t.PropertyValue(name, of) if self._shown(name, of.type):
                return NONE
            case t.PropertyValue(name, of):
                return self._of_piece(name, of, node.span, env) | self.reads(of, env)
            case t.PieceCells(piece, kind, owner):
                hidden = kind is not None and not self._sees(piece, near(owner, env))
                return (self._piece(piece, node.span) if hidden else NONE) | self.reads((kind, owner), env)
            case t.CellUnion("both", left, t.PieceCells(owner=None, piece=piece, kind=t.Typed() as kind)) if self._sees(
                piece, self.mine(left, env)
            ):
                return self.reads(left, env) | self.reads(kind, env)
            case t.Filtered(things, name, rest) | t.Extreme(things, name, rest) | t.Ranked(things, name, rest):
                return self.reads(things, env) | self.reads(rest, {**env, name: self._member(things, env)})
            case t.AggregateOf(_, name, value, things):
                return self.reads(things, env) | self.reads(value, {**env, name: self._member(things, env)})
            case t.Logic("and", parts):
                return self._one_after_the_other(parts, env)
            case t.Conditional(condition, then, otherwise):
                learned = {**env, **learnt(condition, env, self)}
                return self.reads((condition, otherwise), env) | self.reads(then, learned)
            case t.VariableValue(of=owner):
                return self._variable(node, env) | self.reads(owner, env)
            case t.DefineValue():
                return self._defined(node, env)
        return frozenset(secret for child in _children(node) for secret in self.reads(child, env))

    def _shown(self, name: str, type_: t.Type) -> bool:
        return isinstance(type_, t.PieceType) and name in self.world.pieces[type_.piece].seen_attributes

    def _one_after_the_other(self, parts: tuple[t.Expr, ...], env: Env) -> frozenset[Secret]:
        """Read conditions of which each is evaluated only if those before it hold."""
        found: frozenset[Secret] = NONE
        for part in parts:
            found |= self.reads(part, env)
            env = {**env, **learnt(part, env, self)}
        return found

    def _member(self, things: t.Expr, env: Env) -> LocalKnowledge:
        """Return what is known of each member of a set."""
        return LocalKnowledge(mine=self.mine(things, env), shown=self.shown(things, env))

    def _of_piece(self, name: str, of: t.Expr, at: Span, env: Env) -> frozenset[Secret]:
        """Return the secrets that reading the kind or an attribute of a piece reads."""
        type_ = of.type.of if isinstance(of.type, t.MaybeType) else of.type
        if name in ("place", "owner") or not isinstance(type_, t.PieceType):
            return NONE
        seen = self._sees(type_.piece, self.mine(of, env))
        return NONE if seen or self.shown(of, env) else self._piece(type_.piece, at)

    def _sees(self, piece: str, who: PlayerRelation) -> bool:
        """Return whether a player in this relation to a piece's owner sees the piece by declaration."""
        return sees(who_sees(self.world.pieces[piece].sight), who)

    def _piece(self, piece: str, at: Span) -> frozenset[Secret]:
        decl = self.world.pieces[piece]
        seen = who_sees(decl.sight)
        return NONE if seen == "all" else frozenset({Secret(f"kind of {piece}", decl.span, seen, at)})

    def mine(self, node: t.Expr, env: Env) -> PlayerRelation:
        """Return the relation of the owner of a piece, or of each of a set, to the acting player."""
        match node:
            case t.LocalValue(name):
                return env.get(name, LocalKnowledge()).mine
            case t.PieceCells(owner=owner):
                return near(owner, env)
            case t.Filtered(set=things) | t.Extreme(set=things) | t.PiecesOn(set=things) | t.OneOf(set=things):
                return self.mine(things, env)
            case t.NextTo(set=things) | t.JoinedTo(set=things) | t.WithinOf(set=things) | t.RandomFrom(set=things):
                return self.mine(things, env)
            case t.CellUnion("both", left, right):
                return max(self.mine(left, env), self.mine(right, env))
            case t.CellUnion("without", left):
                return self.mine(left, env)
            case t.CellUnion(_, left, right):
                return min(self.mine(left, env), self.mine(right, env))
        return PlayerRelation.UNKNOWN

    def shown(self, node: t.Expr, env: Env) -> bool:
        """Return whether the identity of a piece, or of each of a set, is public. In a zone it is: there the zone is
        the secret."""
        match node:
            case t.LocalValue(name):
                return env.get(name, LocalKnowledge()).shown
            case t.ZoneSet() | t.ZoneTop():
                return True
            case t.Filtered(set=things) | t.Extreme(set=things) | t.OneOf(set=things) | t.RandomFrom(set=things):
                return self.shown(things, env)
        return False

    def _zone(self, zone: t.ZoneSet, env: Env) -> frozenset[Secret]:
        decl = self.world.zones[zone.zone]
        return self._hidden(zone.zone, decl.span, who_sees(decl.sight), zone.owner, env, zone.span)

    def _variable(self, node: t.VariableValue, env: Env) -> frozenset[Secret]:
        decl = self.world.variables[node.variable]
        return self._hidden(node.variable, decl.span, who_sees(decl.sight), node.of, env, node.span)

    def _hidden(
        self, name: str, declared: Span, seen: str, owner: t.Expr | None, env: Env, at: Span
    ) -> frozenset[Secret]:
        if seen == "all" or sees(seen, near(owner, env)):
            return NONE
        return frozenset({Secret(name, declared, seen, at)})

    def _defined(self, node: t.DefineValue, env: Env) -> frozenset[Secret]:
        decl = self.world.defines.get(node.define)
        if decl is None:
            return NONE
        known = tuple(self._knowledge_of(arg, env) for arg in node.args)
        if (decl.name, known) not in self.defined:
            inner = {param.name: k for param, k in zip(decl.params, known, strict=False)}
            found = [self.reads(part, inner) for case in decl.cases for part in (case.condition, case.value)]
            self.defined[decl.name, known] = frozenset().union(*found)
        return _at(self.defined[decl.name, known], node.span)

    def _knowledge_of(self, value: t.Expr, env: Env) -> LocalKnowledge:
        return LocalKnowledge(self.reads(value, env), near(value, env), self.mine(value, env), self.shown(value, env))

    # where secrets must not be read

    def public(self, node: object, env: Env, who: str) -> None:
        """Report every secret in `node`, which decides what is offered or asked."""
        for secret in self.reads(node, env):
            self.world.report(leak(secret, who))
        for choice in _cans(node):
            self.public(choice, env, who)

    def action(self, node: t.ActionDecl, given: tuple[LocalKnowledge, ...] = ()) -> None:
        """Check an action's conditions and statements, given what is known of its arguments."""
        if (f"action {node.name}", given) in self.seen:
            return
        self.seen.add((f"action {node.name}", given))
        self.looked_at.add(f"action {node.name}")
        names = [param.name for param in node.params if param.given]
        env: Env = dict(zip(names, given, strict=False))
        for param in node.params:
            self._way(param)
        for line in node.lines:
            match line:
                case t.NeedDecl():
                    self.public(line.condition, env, f"the condition `{line.name}`")
                    env.update(learnt(line.condition, env, self))
                case t.LetDecl():
                    env[line.name] = self._knowledge_of(line.value, env)
        for supposition in node.suppositions:
            self.public((supposition.thing, supposition.target), env, "what is supposed")
        self.block(node.do, env)

    def _way(self, param: t.ParamDecl) -> None:
        """Check what a path reads to find the ways that a parameter offers."""
        if isinstance(param.type, t.WayType) and not param.given and param.type.path in self.paths:
            path = self.paths[param.type.path]
            env = {p.name: self._knowledge_of(arg, {}) for p, arg in zip(path.head.params, param.along, strict=False)}
            steps = tuple((step.condition, step.cost) for step in path.steps)
            self.public((param.along, steps, path.budget, path.through, path.ends), env, "where a way may lead")

    def routine(self, node: t.RoutineDecl, given: tuple[LocalKnowledge, ...] | None = None) -> None:
        """Check a routine, given what is known of its arguments."""
        known = given if given is not None else tuple(LocalKnowledge() for _ in node.params)
        self.looked_at.add(node.name)
        if (node.name, known) not in self.seen:
            self.seen.add((node.name, known))
            self.block(node.block, {p.name: k for p, k in zip(node.params, known, strict=False)})

    def check_unreached(self) -> None:
        """Check the actions and routines that nothing reaches; nothing is known of their arguments."""
        for action in self.actions.values():
            if f"action {action.name}" not in self.looked_at:
                self.action(action)
        for routine in self.routines.values():
            if routine.name not in self.looked_at:
                self.routine(routine)

    def block(self, block: t.Block, env: Env) -> None:
        """Check statements in order; what becomes visible to all is no secret in those below."""
        for act in block:
            self._statement(act, env)

    def _statement(self, act: t.Statement, env: Env) -> None:
        match act:
            case t.LetValue(name, value) | t.AssignLocal(name, value):
                env[name] = self._knowledge_of(value, env)
                return
            case t.MovePiece() if act.name:
                before = env.get(act.name, LocalKnowledge())
                open_zone = act.zone is not None and who_sees(self.world.zones[act.zone.zone].sight) == "all"
                secrets = NONE if act.zone is None else self._zone(act.zone, env)
                env[act.name] = LocalKnowledge(secrets, mine=before.mine, shown=before.shown or open_zone)
                return
            case t.RevealThing(t.LocalValue(name), None) | t.RevealThing(t.PropertyValue(of=t.LocalValue(name)), None):
                env[name] = replace(env.get(name, LocalKnowledge()), secrets=NONE, shown=True)
                return
            case t.HideThing(t.LocalValue(name)):
                env[name] = replace(env.get(name, LocalKnowledge()), shown=False)
                return
            case t.CallRoutine(name, args) if name in self.routines:
                self.routine(self.routines[name], tuple(self._knowledge_of(arg, env) for arg in args))
                return
            case t.ChooseOf():
                self._choose(act, env)
            case t.IfElse() if self.asks(act.then) or self.asks(act.otherwise):
                self.public(act.condition, env, "whether anything is asked")
            case t.RepeatBlock() if self.asks(act.block):
                self.public(act.value, env, "how often is asked")
            case t.TurnsFrom() if self.asks(act.block):
                self.public((act.start, act.until), env, "whose turn it is")
            case t.Loop() if self.asks(act.block):
                self.public(act.set, env, "whether anything is asked")
        for inner in blocks_of(act):
            within = dict(env)
            if isinstance(act, t.Loop) and act.secretly:
                within[act.name] = LocalKnowledge(
                    me=PlayerRelation.TEAM if act.set.type == t.SetType(TEAM) else PlayerRelation.ME
                )
            self.block(inner, within)
            for name, before in env.items():
                after = within[name]
                both = (min(before.me, after.me), min(before.mine, after.mine), before.shown and after.shown)
                env[name] = LocalKnowledge(before.secrets | after.secrets, *both)

    def _choose(self, act: t.ChooseOf, env: Env) -> None:
        self.public((act.by, act.low, act.high), env, "who is asked, or how often,")
        for entry in (*act.entries, *act.interrupted_by):
            action = self.actions.get(entry.choice.action)
            asked = {param.name for param in action.params} if action is not None else set()
            without = {name: known for name, known in env.items() if name not in asked}
            self.public(entry.choice.where, without, "what is offered")
            self.public((entry.choice.args, entry.price), env, "what is offered")
            if action is not None:
                self.action(action, tuple(self._argument_knowledge(arg, act.by, env) for arg in entry.choice.args))

    def _argument_knowledge(self, arg: t.Expr, by: t.Expr | None, env: Env) -> LocalKnowledge:
        """Return what is known of an argument of a choice for the player who is asked; if another player is asked,
        "mine" may become theirs."""
        known = self._knowledge_of(arg, env)
        if by is None or near(by, env) is PlayerRelation.ME:
            return known
        hers = isinstance(by, t.PropertyValue) and by.name == "owner" and _same_name(by.of, arg)
        me, mine = (PlayerRelation.ME if same else PlayerRelation.UNKNOWN for same in (_same_name(by, arg), hers))
        return replace(known, me=me, mine=mine)

    def asks(self, block: t.Block) -> bool:
        """Return whether a block asks a player on some path through it."""
        return any(self._asks(act) for act in block)

    def _asks(self, act: t.Statement) -> bool:
        if isinstance(act, t.ChooseOf):
            return True
        if isinstance(act, t.CallRoutine) and act.routine in self.routines:
            if act.routine not in self.asking:
                self.asking[act.routine] = self.asks(self.routines[act.routine].block)
            return self.asking[act.routine]
        return any(self.asks(inner) for inner in blocks_of(act))


def learnt(condition: t.Expr, env: Env, sight: VisibilityAnalysis) -> Env:
    """Return what a condition proves about locals: that they belong to the acting player."""
    match condition:
        case t.Logic("and", parts):
            found: Env = {}
            for part in parts:
                found |= learnt(part, {**env, **found}, sight)
            return found
        case t.Comparison("==", left, right):
            return _whose(left, near(right, env), env) | _whose(right, near(left, env), env)
        case t.MembershipTest(t.LocalValue(name), things):
            return _belongs(name, sight.mine(things, env), env)
    return {}


def _whose(side: t.Expr, who: PlayerRelation, env: Env) -> Env:
    """Return what is proved of a piece whose owner, or the owner's team, has this relation."""
    match side:
        case t.PropertyValue("owner", t.LocalValue(name)):
            return _belongs(name, who, env)
        case t.PropertyValue("team", t.PropertyValue("owner", t.LocalValue(name))):
            return _belongs(name, min(who, PlayerRelation.TEAM), env)
    return {}


def _belongs(name: str, who: PlayerRelation, env: Env) -> Env:
    before = env.get(name, LocalKnowledge())
    return {name: replace(before, mine=who)} if who > before.mine else {}


def sees(seen_by: str, who: PlayerRelation) -> bool:
    """Return whether a player in this relation to the owner is among those who see a component."""
    return seen_by in SEES and who >= SEES[seen_by]


def near(owner: t.Expr | None, env: Env) -> PlayerRelation:
    """Return the relation of a player to the acting player; the own team counts as a teammate."""
    match owner:
        case t.Me():
            return PlayerRelation.ME
        case t.LocalValue(name):
            return env.get(name, LocalKnowledge()).me
        case t.PropertyValue("team", of):
            return min(near(of, env), PlayerRelation.TEAM)
    return PlayerRelation.UNKNOWN


def _same_name(one: t.Expr, other: t.Expr) -> bool:
    """Return whether two expressions are the same local."""
    return isinstance(one, t.LocalValue) and isinstance(other, t.LocalValue) and one.name == other.name


def _at(secrets: frozenset[Secret], span: Span) -> frozenset[Secret]:
    return frozenset(replace(secret, read=span) for secret in secrets)


def _children(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    else:
        for name in names_inside(type(node), "type"):
            yield getattr(node, name)


def _cans(node: object) -> Iterator[t.Expr | None]:
    if isinstance(node, t.CanChoose):
        yield node.choice.where
    for child in _children(node):
        yield from _cans(child)


def leak(secret: Secret, who: str) -> Problem:
    """Return the problem that a choice would reveal a secret."""
    whose = {"its player": "only its owner sees it", "its team": "only its team sees it"}
    only = whose.get(secret.seen_by, "nobody may look at it")
    return Problem(
        "secret-leak",
        f"{who} depends on `{secret.name}`, which `me` may not see",
        secret.read,
        "read before the choice",
        "What is offered to a player must follow from what that player can see; otherwise the list of options itself "
        "tells the secret.",
        "read it in a `do`, after the choice, or move or reveal it first",
        also(secret.declared, only),
    )


# ---- simultaneous decisions: each player changes only own components, so that nobody has to wait ----


E = TypeVar("E", bound=t.Typed)


@dataclass(frozen=True, slots=True)
class _Within:
    """Context inside a block of `secretly`."""

    mine: frozenset[str]  #: names that are certainly the deciding player or team
    own: frozenset[str]  #: names declared inside: their meaning ends with the block
    secretly: Span  #: the `secretly`, for a second label
    in_part: bool = False  #: inside an action or routine: all its names are local to it
    team: bool = True  #: components of the team belong to the decider: whole teams decide, or nobody has a partner


@dataclass(slots=True)
class SimultaneousIsolation:
    """Reports `not-yours` in blocks of `secretly`, and in the actions and routines used there."""

    world: SymbolTable
    actions: Mapping[str, t.ActionDecl]
    routines: Mapping[str, t.RoutineDecl]
    seen: set[tuple[str, bool, frozenset[str]]] = field(default_factory=set)

    def check(self, block: t.Block) -> None:
        """Find `secretly` in a block and check the statements below it."""
        for act in block:
            if isinstance(act, t.Loop) and act.secretly:
                team = act.set.type == t.SetType(TEAM) or not has_teams(self.world)
                self._block(act.block, _Within(frozenset({act.name}), frozenset(), act.span, team=team))
            for inner in blocks_of(act):
                self.check(inner)

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
            self._report("what another player chooses", act.by.span, within)
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
                "changed for all players",
                "Where all decide at once, the result must not depend on who decides first. So each may change only "
                "own things and own variables there.",
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
    """Yield the outermost expressions of a type within a node."""
    if isinstance(node, tuple):
        return [found for item in node for found in _inside(item, sort)]
    if isinstance(node, sort):
        return [node]
    return [found for part in names_inside(type(node), "type") for found in _inside(getattr(node, part), sort)]
