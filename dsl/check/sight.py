"""Sight: what a player may choose must follow from what that player can see.

Every expression knows which secrets it reads. Where it decides what is offered, or whether anything is asked at all,
a secret that whoever acts does not see is a leak: the list of options itself would tell it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from dsl.check import typed as t
from dsl.check.explain import also
from dsl.check.finite import blocks_of
from dsl.check.world import World
from dsl.text.fields import names_inside
from dsl.text.problem import Problem
from dsl.text.source import Span


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that whoever acts does not see: the zone or variable, where it is read, and who does see it."""

    name: str
    declared: Span
    seen_by: str
    read: Span


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a local: the secrets in it, and whether it is whoever acts."""

    secrets: frozenset[Secret] = frozenset()
    me: bool = False


Env = dict[str, Known]
NONE: frozenset[Secret] = frozenset()
STRICTNESS = {"all": 0, "its player": 1, "nobody": 2}


def who_sees(rules: tuple[t.SightRule, ...]) -> str:
    """Return who surely sees something; what holds only by an option counts as not seen."""
    seen = "all"
    for rule in rules:
        seen = rule.who if not rule.option else max(seen, rule.who, key=STRICTNESS.__getitem__)
    return seen


@dataclass(slots=True)
class Sight:
    """Looks at every place where something is offered or asked."""

    world: World
    actions: dict[str, t.ActionDecl]
    routines: dict[str, t.RoutineDecl]
    paths: dict[str, t.PathDecl]
    seen: set[tuple[str, tuple[Known, ...]]] = field(default_factory=set)
    asking: dict[str, bool] = field(default_factory=dict)
    defined: dict[tuple[str, tuple[Known, ...]], frozenset[Secret]] = field(default_factory=dict)

    # what an expression reads

    def reads(self, node: object, env: Env) -> frozenset[Secret]:
        """Return the secrets that `node` reads and whoever acts does not see."""
        match node:
            case t.LocalValue(name):
                return _at(env.get(name, Known()).secrets, node.span)
            case t.CountOf(t.ZoneSet(kind=None) as zone) | t.ExistsIn(set=t.ZoneSet(kind=None) as zone):
                return self.reads(zone.owner, env)
            case t.Comparison(_, t.ZoneTop(zone), t.Constant(type=t.NothingType())):
                return self.reads(zone.owner, env)
            case t.ZoneSet():
                return self._zone(node, env) | self.reads(node.owner, env) | self.reads(node.kind, env)
            case t.PropertyValue(name, of) if self._shown(name, of.type):
                return NONE
            case t.VariableValue(of=owner):
                return self._variable(node, env) | self.reads(owner, env)
            case t.DefineValue():
                return self._defined(node, env)
        return frozenset(secret for child in _children(node) for secret in self.reads(child, env))

    def _shown(self, name: str, type_: t.Type) -> bool:
        return isinstance(type_, t.PieceType) and name in self.world.pieces[type_.piece].seen_attributes

    def _zone(self, zone: t.ZoneSet, env: Env) -> frozenset[Secret]:
        decl = self.world.zones[zone.zone]
        return self._hidden(zone.zone, decl.span, who_sees(decl.sight), zone.owner, env, zone.span)

    def _variable(self, node: t.VariableValue, env: Env) -> frozenset[Secret]:
        decl = self.world.variables[node.variable]
        return self._hidden(node.variable, decl.span, who_sees(decl.sight), node.of, env, node.span)

    def _hidden(
        self, name: str, declared: Span, seen: str, owner: t.Expr | None, env: Env, at: Span
    ) -> frozenset[Secret]:
        if seen == "all" or (seen == "its player" and is_me(owner, env)):
            return NONE
        return frozenset({Secret(name, declared, seen, at)})

    def _defined(self, node: t.DefineValue, env: Env) -> frozenset[Secret]:
        decl = self.world.defines.get(node.define)
        if decl is None:
            return NONE
        known = tuple(self._known(arg, env) for arg in node.args)
        if (decl.name, known) not in self.defined:
            inner = {param.name: k for param, k in zip(decl.params, known, strict=False)}
            found = [self.reads(part, inner) for case in decl.cases for part in (case.condition, case.value)]
            self.defined[decl.name, known] = frozenset().union(*found)
        return _at(self.defined[decl.name, known], node.span)

    def _known(self, value: t.Expr, env: Env) -> Known:
        return Known(self.reads(value, env), is_me(value, env))

    # where it must not be read

    def public(self, node: object, env: Env, who: str) -> None:
        """Report every secret in `node`, which decides what is offered or asked."""
        for secret in self.reads(node, env):
            self.world.report(leak(secret, who))
        for choice in _cans(node):
            self.public(choice, env, who)

    def action(self, node: t.ActionDecl) -> None:
        """Check an action's conditions and what it does."""
        env: Env = {}
        for param in node.params:
            self._way(param)
        for line in node.lines:
            match line:
                case t.NeedDecl():
                    self.public(line.condition, env, f"the condition `{line.name}`")
                case t.LetDecl():
                    env[line.name] = self._known(line.value, env)
        for supposition in node.suppositions:
            self.public((supposition.thing, supposition.target), env, "what is supposed")
        self.block(node.do, env)

    def _way(self, param: t.ParamDecl) -> None:
        """Check what a path reads to find the ways that are offered for a parameter."""
        if isinstance(param.type, t.WayType) and not param.given and param.type.path in self.paths:
            path = self.paths[param.type.path]
            env = {p.name: self._known(arg, {}) for p, arg in zip(path.head.params, param.along, strict=False)}
            steps = tuple((step.condition, step.cost) for step in path.steps)
            self.public((param.along, steps, path.budget, path.through, path.ends), env, "where a way may lead")

    def routine(self, node: t.RoutineDecl, given: tuple[Known, ...] | None = None) -> None:
        """Check a routine with what is known of its values."""
        known = given if given is not None else tuple(Known() for _ in node.params)
        if (node.name, known) not in self.seen:
            self.seen.add((node.name, known))
            self.block(node.block, {p.name: k for p, k in zip(node.params, known, strict=False)})

    def block(self, block: t.Block, env: Env) -> None:
        """Check statements in order; what is moved into the open or revealed is no secret below."""
        for act in block:
            self._statement(act, env)

    def _statement(self, act: t.Statement, env: Env) -> None:
        match act:
            case t.LetValue(name, value) | t.AssignLocal(name, value):
                env[name] = self._known(value, env)
                return
            case t.MovePiece() if act.name:
                env[act.name] = Known(NONE if act.zone is None else self._zone(act.zone, env))
                return
            case t.RevealThing(t.LocalValue(name), None):
                env[name] = Known()
                return
            case t.CallRoutine(name, args) if name in self.routines:
                self.routine(self.routines[name], tuple(self._known(arg, env) for arg in args))
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
                within[act.name] = Known(me=True)
            self.block(inner, within)
            for name, before in env.items():
                after = within[name]
                env[name] = Known(before.secrets | after.secrets, before.me and after.me)

    def _choose(self, act: t.ChooseOf, env: Env) -> None:
        self.public((act.by, act.low, act.high), env, "who is asked, or how often,")
        for entry in (*act.entries, *act.interrupted_by):
            action = self.actions.get(entry.choice.action)
            asked = {param.name for param in action.params} if action is not None else set()
            without = {name: known for name, known in env.items() if name not in asked}
            self.public(entry.choice.where, without, "what is offered")
            self.public((entry.choice.args, entry.price), env, "what is offered")

    def asks(self, block: t.Block) -> bool:
        """Return whether a block asks anybody anything, on any way through it."""
        return any(self._asks(act) for act in block)

    def _asks(self, act: t.Statement) -> bool:
        if isinstance(act, t.ChooseOf):
            return True
        if isinstance(act, t.CallRoutine) and act.routine in self.routines:
            if act.routine not in self.asking:
                self.asking[act.routine] = self.asks(self.routines[act.routine].block)
            return self.asking[act.routine]
        return any(self.asks(inner) for inner in blocks_of(act))


def is_me(owner: t.Expr | None, env: Env) -> bool:
    """Return whether an expression surely is whoever acts."""
    return isinstance(owner, t.Me) or (isinstance(owner, t.LocalValue) and env.get(owner.name, Known()).me)


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
    """Say that a choice would tell a secret."""
    only = "only its owner sees it" if secret.seen_by == "its player" else "nobody may look at it"
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
