"""That every rule comes to an end: loops ask or stop, and nothing goes through an unbounded board place by place."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.check import typed as t
from dsl.check.explain import also, opening
from dsl.check.world import World
from dsl.text.fields import names_inside
from dsl.text.problem import Problem
from dsl.text.source import Span


@dataclass(slots=True)
class Finite:
    """Looks at all statements of a ruleset."""

    world: World
    routines: dict[str, t.RoutineDecl]
    asking: dict[str, bool] = field(default_factory=dict)
    finite: dict[str, bool] = field(default_factory=dict)

    def action(self, node: t.ActionDecl) -> None:
        """Check what an action asks for and does."""
        for param in node.params:
            board = self.world.boards.get(param.type.board) if isinstance(param.type, t.PlaceType) else None
            if board is not None and board.unbounded and not param.given and not mentions(node.lines, param.name):
                self.world.report(
                    Problem(
                        "unbounded-choice",
                        f"any place of an endless board could be chosen as `{param.name}`",
                        param.span,
                        "without end",
                        "A player can be offered only so many places.",
                        f"add a condition that says something about `{param.name}`",
                        also(board.span, "this board has no bounds"),
                    )
                )
        self.block(node.do, {})

    def path(self, node: t.PathDecl) -> None:
        """Check that the ways along a path come to an end, on a board without one, too."""
        board = self.world.boards[node.head.board]
        places = [part for part in (node.through, node.ends) if part is not None]
        if (
            board.unbounded
            and node.budget is None
            and not (len(places) == 2 and all(self.bounded(p, {}) for p in places))
        ):
            self.world.report(
                Problem(
                    "unbounded-choice",
                    f"a way along `{node.head.name}` could go on without end",
                    opening(node.head.span, f"path {node.head.name}"),
                    "how far?",
                    "A player can be offered only so many places.",
                    "add a line such as `within 3 cost`",
                    also(board.span, "this board has no bounds"),
                )
            )

    def block(self, block: t.Block, bounds: dict[str, bool]) -> None:
        """Check a block; `bounds` says of each let whether it is a bounded set."""
        for act in block:
            match act:
                case t.LetValue(name, value):
                    bounds[name] = self.bounded(value, bounds)
                case t.Loop() if not self.bounded(act.set, bounds):
                    self._unbounded(act.set.span)
                case t.RepeatBlock("") if not self.asks(act.block):
                    self._endless(act.span, "repeat", "`repeat`")
                case t.TurnsFrom(until=None) if not self.asks(act.block):
                    self._endless(opening(act.span, "turns"), "turns", "`turns`")
            for inner in blocks_of(act):
                self.block(inner, dict(bounds))

    def _unbounded(self, span: Span) -> None:
        self.world.report(
            Problem(
                "unbounded-loop",
                "this would go through an endless board place by place",
                span,
                "without end",
                "Sets of an endless board can be compared and joined, but not gone through one by one.",
                "narrow it first, for instance with `within 3 of centre`",
            )
        )

    def _endless(self, span: Span, word: str, quoted: str) -> None:
        self.world.report(
            Problem(
                "endless-repeat",
                f"this {quoted} may go on for ever",
                span,
                f"a way through this `{word}` asks nobody",
                "A loop without a bound must ask a player, or end something, on every way through it.",
                "give it a bound: `repeat up to 10 times`" if word == "repeat" else "give it an `until`",
            )
        )

    def asks(self, block: t.Block) -> bool:
        """Return whether every way through a block asks a player or ends something."""
        return any(self._asks(act) for act in block)

    def _asks(self, act: t.Statement) -> bool:
        match act:
            case t.ChooseOf(if_possible=optional):
                return not optional or self.world.skips_choices
            case t.EndOf():
                return True
            case t.IfElse():
                return self.asks(act.then) and self.asks(act.otherwise)
            case t.CallRoutine(name):
                if name not in self.asking:
                    found = self.routines.get(name)
                    self.asking[name] = found is not None and self.asks(found.block)
                return self.asking[name]
            case t.PhaseBlock() | t.Batch() | t.FinallyBlock() | t.TurnsFrom() | t.TurnEach() | t.TurnOf():
                return self.asks(act.block)
            case t.RepeatBlock(""):
                return self.asks(act.block)
        return False

    def bounded(self, found: t.Expr, bounds: dict[str, bool]) -> bool:
        """Return whether a set is surely finite, however large its board."""
        match found:
            case t.CoveredCells():
                return self.bounded(found.set, bounds)
            case t.AllCells() | t.EdgeCells():
                return not self.world.boards[found.board].unbounded
            case t.CellUnion("both", left, right):
                return self.bounded(left, bounds) or self.bounded(right, bounds)
            case t.CellUnion("plus", left, right):
                return self.bounded(left, bounds) and self.bounded(right, bounds)
            case t.CellUnion("without", left, _):
                return self.bounded(left, bounds)
            case t.NextTo():
                return self.bounded(found.set, bounds) or self.bounded(found.to, bounds)
            case t.SideCells():
                return not self.world.boards[found.directions.board].unbounded
            case t.SlidesFrom():
                return self.bounded(found.over, bounds)
            case t.InRows() | t.EnclosedCells() | t.JoinedTo() | t.Parts() | t.Filtered() | t.Extreme() | t.Ranked():
                return self.bounded(found.set, bounds)
            case t.Conditional():
                return self.bounded(found.then, bounds) and self.bounded(found.otherwise, bounds)
            case t.DefineValue(name) if name in self.world.defines:
                if name not in self.finite:
                    cases = self.world.defines[name].cases
                    self.finite[name] = all(self.bounded(case.value, {}) for case in cases)
                return self.finite[name]
            case t.LocalValue():
                return bounds.get(found.name, True)
        return True


def blocks_of(act: t.Statement) -> list[t.Block]:
    """Return the blocks within a statement."""
    match act:
        case t.IfElse():
            return [act.then, act.otherwise]
        case t.ChooseOf():
            return [entry.block for entry in (*act.entries, *act.interrupted_by)]
        case t.Loop() | t.RepeatBlock() | t.TurnsFrom() | t.TurnEach() | t.TurnOf() | t.PhaseBlock() | t.Batch():
            return [act.block]
        case t.FinallyBlock():
            return [act.block]
    return []


def mentions(node: object, name: str) -> bool:
    """Return whether the local `name` is used anywhere in a typed node."""
    if isinstance(node, t.LocalValue):
        return node.name == name
    if isinstance(node, tuple):
        return any(mentions(item, name) for item in node)
    return any(mentions(getattr(node, part), name) for part in names_inside(type(node), "type"))
