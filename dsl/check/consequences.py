"""Consequences: what sets them off, what they do, and that they do not set each other off in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dsl.check import typed as t
from dsl.check.explain import also, mismatch
from dsl.check.finite import blocks_of
from dsl.check.parts import scope_of
from dsl.check.scope import Judge, Scope
from dsl.check.statements import block
from dsl.check.world import World
from dsl.check.written import parameters
from dsl.text import tree
from dsl.text.problem import Problem


def consequence(world: World, judge: Judge, node: tree.Consequence) -> t.ConsequenceDecl:
    """Check a consequence: the place that it is about, what it watches, what it does."""
    params = parameters(world, node.params)
    _about_a_place(world, params)
    scope = scope_of(world, judge, f"to {node.name}", params)
    watches = tuple(watch for expr in node.whenever for watch in _watch(scope, expr))
    doing = scope.inner()
    doing.effects = True
    return t.ConsequenceDecl(node.name, params[0] if params else None, watches, block(doing, node.block), node.span)


def _about_a_place(world: World, params: tuple[t.ParamDecl, ...]) -> None:
    for index, param in enumerate(params):
        if index or not isinstance(param.type, (t.PlaceType, t.UnknownType)):
            summary = "a consequence is about one place, or about none"
            said = world.said(param.type)
            world.report(mismatch(summary, param.span, "not its one place", "a place", said))


def _watch(scope: Scope, expr: tree.Expr) -> Iterator[t.Watch]:
    match scope.typed(expr):
        case t.CounterSet(counter=counter):
            yield t.Watch("counter", counter)
        case t.PieceCells(piece=piece) | t.CellUnion(left=t.PieceCells(piece=piece)):
            yield t.Watch("piece", piece)
        case t.VariableValue(variable=variable):
            yield t.Watch("variable", variable)
        case other if not isinstance(other.type, t.UnknownType):
            scope.report(
                Problem(
                    "not-watched",
                    "nothing tells when this changes",
                    other.span,
                    "no counters, pieces or variable",
                    "A consequence watches counters or pieces on a place, or a variable.",
                    "watch what this is made of",
                )
            )


def changed_by(act: t.Statement, awards: Mapping[str, t.AwardDecl]) -> Iterator[t.Watch]:
    """Yield what a statement may change by itself, the blocks inside it left out."""
    match act:
        case t.MoveCounters(counters=t.CounterSet(counter=counter)):
            yield t.Watch("counter", counter)
        case t.MoveCounters(single=t.Typed(type=t.CounterType(counter))):
            yield t.Watch("counter", counter)
        case t.MovePiece(piece=t.Typed(type=t.PieceType(piece) | t.MaybeType(t.PieceType(piece)))):
            yield t.Watch("piece", piece)
        case t.ExchangePieces(left=t.Typed(type=t.PieceType(piece))):
            yield t.Watch("piece", piece)
        case t.MarkPieces(pieces=t.Typed(type=type_)) | t.GivePieces(pieces=t.Typed(type=type_)):
            one = type_.of if isinstance(type_, (t.SetType, t.MaybeType)) else type_
            if isinstance(one, t.PieceType):
                yield t.Watch("piece", one.piece)
        case t.CreatePieces(piece=piece):
            yield t.Watch("piece", piece)
        case t.AssignVariable(variable=variable):
            yield t.Watch("variable", variable)
        case t.GiveAward(award=award) if award in awards:
            yield t.Watch("variable", awards[award].variable)
        case _:
            pass


@dataclass(frozen=True, slots=True)
class Parts:
    """What a block may lead to: the routines that it calls, the actions that are chosen, the awards that are given."""

    routines: Mapping[str, t.RoutineDecl]
    actions: Mapping[str, t.ActionDecl]
    awards: Mapping[str, t.AwardDecl]

    def changes(self, acts: t.Block, seen: frozenset[str] = frozenset()) -> set[t.Watch]:
        """Return all that a block may change, by way of routines and actions, too; `seen` are those under way."""
        found: set[t.Watch] = set()
        for act in acts:
            found |= set(changed_by(act, self.awards))
            for name, led_to in self._led_to(act):
                if name not in seen:
                    found |= self.changes(led_to, seen | {name})
            for inner in blocks_of(act):
                found |= self.changes(inner, seen)
        return found

    def _led_to(self, act: t.Statement) -> Iterator[tuple[str, t.Block]]:
        match act:
            case t.CallRoutine(routine=name) if name in self.routines:
                yield f"to {name}", self.routines[name].block
            case t.ChooseOf(entries=entries, interrupted_by=more):
                names = (entry.choice.action for entry in (*entries, *more))
                yield from ((f"do {name}", self.actions[name].do) for name in names if name in self.actions)


@dataclass(slots=True)
class _Walk:
    """One walk from consequences to those that they set off, depth first. None sets itself off."""

    world: World
    found: Mapping[str, t.ConsequenceDecl]
    effects: Mapping[str, set[t.Watch]]
    order: list[str] = field(default_factory=list)  #: whoever is set off comes first
    open: list[str] = field(default_factory=list)

    def visit(self, name: str) -> None:
        """Visit a consequence and all that it sets off; report a circle."""
        if name in self.open:
            _report_circle(self.world, self.found[name], self.found[self.open[-1]])
        elif name not in self.order:
            self.open.append(name)
            for other, one in self.found.items():
                if other != name and self.effects[name] & set(one.watches):
                    self.visit(other)
            self.open.pop()
            self.order.append(name)


def in_order(
    world: World,
    found: Mapping[str, t.ConsequenceDecl],
    parts: Parts,
) -> dict[str, t.ConsequenceDecl]:
    """Return consequences so that each comes before those that it sets off; report circles."""
    walk = _Walk(world, found, {name: parts.changes(one.block) for name, one in found.items()})
    for name in found:
        walk.visit(name)
    return {name: found[name] for name in reversed(walk.order)}


def _report_circle(world: World, one: t.ConsequenceDecl, other: t.ConsequenceDecl) -> None:
    world.report(
        Problem(
            "consequence-loop",
            f"`{one.name}` sets `{other.name}` off, and `{other.name}` sets `{one.name}` off again",
            world.place(one.name, "consequence"),
            "in a circle",
            "One consequence may set another off, but never, by way of others, itself.",
            labels=also(world.place(other.name, "consequence"), f"`{other.name}` begins here"),
        )
    )
