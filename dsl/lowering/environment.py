"""Environments: bindings of the names of the rules in a scope, and the widths of the locals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl.ir.instructions import Expr, Load, Local, Set, Statement, Store
from dsl.semantics.typed import Expr as Typed

#: Locals used by the lowering itself; a name of the rules that equals one of them gets an underscore.
_OWN = frozenset((
    "a", "amount", "any", "area", "at", "b", "before", "best", "bits", "cell", "cells", "dx", "dy", "found", "goal",
    "group", "i", "k", "kept", "key", "last", "left", "member", "n", "next", "now", "number", "on", "owner", "pick",
    "place", "player", "reached", "rest", "result", "seat", "skip", "some", "start", "state", "value",
))  # fmt: skip


def local_name(name: str) -> str:
    """Return the local for a name of the rules."""
    return f"{name}_" if name in _OWN or name.startswith("w_") else name


# ---- bindings ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComputedValue:
    """A name bound to an instruction that computes its value."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Alias:
    """A name bound to an expression, evaluated where the name is used."""

    expr: Typed
    env: Env


@dataclass(frozen=True, slots=True)
class CounterValue:
    """A name bound to a counter, given by its owner, state and cell."""

    counter: str
    owner: Expr
    state: Expr
    cell: Expr


@dataclass(frozen=True, slots=True)
class WayValue:
    """A name bound to a way, given by its cost, kind and goal."""

    path: str
    cost: Expr
    kind: Expr
    goal: Expr


Binding = ComputedValue | Alias | CounterValue | WayValue


@dataclass(frozen=True, slots=True)
class Env:
    """Environment: bindings of the names at one place in the rules, and the widths of the locals."""

    names: dict[str, Binding] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)
    numbered: frozenset[str] = frozenset()  #: names of pieces in a zone, where each piece is known by its number

    def with_numbered(self, name: str) -> Env:
        """Return this environment with `name` as a piece in a zone."""
        return replace(self, numbered=self.numbered | {name})

    def bind(self, name: str, bound: Binding) -> Env:
        """Return this environment with one more binding."""
        return replace(self, names={**self.names, name: bound})

    def local(self, name: str, width: int, local: str = "") -> Env:
        """Return this environment with `name` as a local of `width` (0 for a number)."""
        local = local or local_name(name)
        widths = {**self.widths, local: width}
        return Env({**self.names, name: ComputedValue(Local(local))}, widths, self.numbered - {name})

    def widen(self, local: str, width: int) -> Env:
        """Return this environment with the width of an internal local."""
        return replace(self, widths={**self.widths, local: width})


def assign_name(name: str, value: Expr, env: Env) -> list[Statement]:
    """Return the instruction that assigns a let, budget or parameter."""
    bound = env.names.get(name)
    match bound:
        case ComputedValue(Local(local)):
            return [Set(local, value)]
        case ComputedValue(Load(slot, index)):
            return [Store(slot, value, index)]
    return []
