"""Scopes: the names and facts known at one place of a declaration, and the conversion of values to wanted types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from msgspec import structs

from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import duplicate, mismatch
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.teams import as_team
from dsl.semantics.type_compatibility import PLAYER, TEAM, UNKNOWN
from dsl.syntax.ast import (
    Expr,
)


def one_or_team(scope: Scope, node: Expr, who: str) -> t.Expr:
    """Return `node` as a player or a team."""
    found = scope.typed(node, PLAYER)
    return found if found.type == TEAM else scope.fit(found, PLAYER, who)


Fact = tuple[str, ...]  #: names a value that may be none: ("local", "x"), ("variable", "v"), ("variable", "v", "of me")


Judge = Callable[["Scope", Expr, t.Type | None], t.Expr]


@dataclass(frozen=True, slots=True)
class LocalName:
    """Local name of a declaration. A let or budget is `assignable`."""

    unique: str
    type: t.Type
    span: Span
    assignable: bool = False


@dataclass(slots=True)
class Declaration:
    """Context of the declaration being checked (a definition, action, routine ...): local names are unique within
    it."""

    world: SymbolTable
    judge: Judge
    who: str  #: such as "action drift", for the graph of calls
    taken: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)  #: unknown names that were reported: each is one mistake

    def unique(self, name: str) -> str:
        """Return `name`, or `name_2`, `name_3` ... if it is already used in this declaration."""
        candidate, n = name, 1
        while candidate in self.taken:
            n += 1
            candidate = f"{name}_{n}"
        self.taken.add(candidate)
        return candidate


@dataclass(slots=True)
class Scope:
    """Scope: the names visible at one place of a declaration."""

    part: Declaration
    locals: dict[str, LocalName] = field(default_factory=dict)
    facts: set[Fact] = field(default_factory=set)
    repeats: bool = False  #: whether a `repeat` encloses this place, so that `stop` is allowed
    effects: bool = False  #: whether random values are allowed: only in statements
    condition: Expr | None = None  #: the condition or key to which the current `it` belongs
    own: set[str] = field(default_factory=set)  #: names declared in this block itself

    @property
    def world(self) -> SymbolTable:
        """Return the symbol table."""
        return self.part.world

    def inner(self) -> Scope:
        """Return a scope for a block: names and facts of this scope are visible in it, not the reverse."""
        return replace(self, locals=dict(self.locals), facts=set(self.facts), own=set())

    def declare(self, name: str, type_: t.Type, span: Span, assignable: bool = False) -> str:
        """Declare `name` from here on and return its unique name."""
        if name in self.own:
            self.report(duplicate(name, span, self.locals[name].span))
        self.own.add(name)
        local = LocalName(self.part.unique(name), type_, span, assignable)
        self.locals[name] = local
        return local.unique

    def forget(self, loops: bool = False, only: frozenset[str] | None = None) -> None:
        """Drop facts that may no longer hold: after a routine or choice, or an earlier iteration of a loop. Of
        variables perhaps `only` those that the loop assigns."""
        changing = {local.unique for local in self.locals.values() if local.assignable} if loops else set()
        lost = self.world.forgetful if only is None else self.world.forgetful & only
        self.facts = {
            f
            for f in self.facts
            if not ((f[0] == "variable" and f[1] in lost) or (f[0] == "local" and f[1] in changing))
        }

    def with_it(self, type_: t.Type, span: Span, condition: Expr) -> tuple[Scope, str]:
        """Return a scope in which `it` is a `type_`, and the unique name of it."""
        scope = self.inner()
        name = scope.declare("it", type_, span)
        scope.condition = condition
        return scope, name

    def report(self, problem: Problem) -> None:
        """Add a problem."""
        self.world.report(problem)

    def typed(self, node: Expr, wanted: t.Type | None = None) -> t.Expr:
        """Return the typed form of `node`; `wanted` only resolves words such as `any` or `spring`."""
        return self.part.judge(self, node, wanted)

    def unknown(self, span: Span) -> t.Expr:
        """Return a placeholder of unknown type for an expression that is already reported."""
        return t.Constant(0, type=UNKNOWN, span=span)

    def need(self, node: Expr, wanted: t.Type, who: str) -> t.Expr:
        """Return `node` converted to type `wanted`; `who` names in a message what needs it."""
        return self.fit(self.typed(node, wanted), wanted, who)

    def fit(self, found: t.Expr, wanted: t.Type, who: str) -> t.Expr:
        """Return `found` converted to type `wanted`, or report a mismatch."""
        agreement = self.world.agreement
        found = as_team(found, wanted)
        if isinstance(wanted, t.PlaceType) and agreement.agrees(found.type, wanted):
            return self.as_place(found)
        if isinstance(wanted, t.SetType) and isinstance(found, t.ListOf) and agreement.agrees(found.type, wanted):
            return structs.replace(found, type=wanted)  # `(a, b)` has an order, which a set does not keep
        if agreement.agrees(found.type, wanted):
            on_board = isinstance(wanted, t.SetType) and isinstance(wanted.of, t.PlaceType)
            found = self.standing(found) if on_board else found
            empty = isinstance(found.type, t.NothingType) and isinstance(wanted, (t.SetType, t.ListType))
            return structs.replace(found, type=wanted) if empty else found
        if isinstance(found.type, t.MaybeType) and agreement.agrees(found.type.of, wanted):
            self.report(maybe_none(self.world, found))
        else:
            self.report(self.misfit(found, wanted, who))
        return self.unknown(found.span)

    def misfit(self, found: t.Expr, wanted: t.Type, who: str) -> Problem:
        """Return the problem that `found` does not have type `wanted`."""
        needed, got = self.world.describe(wanted), self.world.describe(found.type)
        help_ = ""
        if isinstance(wanted, t.TruthType) and isinstance(found.type, (t.SetType, t.ListType)):
            help_ = "to ask whether there are any, write `any of` or `none of` before it"
        elif isinstance(wanted, t.TruthType) and isinstance(found.type, t.NumberType):
            help_ = "compare it with a number: `... > 0`"
        elif isinstance(wanted, t.NumberType) and isinstance(found.type, (t.SetType, t.ListType)):
            help_ = "to count them, write `number of` before it"
        return mismatch(f"{who} needs {needed}, and this is {got}", found.span, f"this is {got}", needed, got, help_)

    def as_place(self, found: t.Expr) -> t.Expr:
        """Return the place of a thing; a thing that is known by its cell is returned unchanged."""
        if isinstance(found.type, (t.PlaceType, t.UnknownType)) or found.type in self.world.agreement.by_cell:
            return found
        place = self.world.agreement.place_of(found.type)
        return found if place is None else t.PropertyValue("place", found, type=place, span=found.span)

    def standing(self, found: t.Expr) -> t.Expr:
        """Return the places of a set of pieces known by number; any other `found` unchanged."""
        place = self.world.agreement.place_of(found.type.of) if isinstance(found.type, t.SetType) else None
        if place is None or not self.world.agreement.numbered(found.type) or isinstance(found, t.ZoneSet):
            return found
        return t.StandingCells(found, type=t.SetType(place), span=found.span)


def maybe_none(world: SymbolTable, found: t.Expr) -> Problem:
    """Report a value that may be none where a value is needed."""
    said = world.describe(found.type)
    name = _name_of(found)
    who = f"`{name}`" if name else "this"
    nobody = "nobody" if "player" in said else "none"
    return Problem(
        "maybe-none",
        f"{who} may be {nobody} here",
        found.span,
        said,
        help=f"test it first: `if {name} is not none`" if name else "name it with `let` and test it first",
    )


def _name_of(found: t.Expr) -> str:
    match found:
        case t.LocalValue():
            return found.name
        case t.VariableValue(of=None):
            return found.variable
        case t.VariableValue(of=t.Me()):
            return f"{found.variable} of me"
        case t.TableValue(column=str() as column, keys=(t.LocalValue(name),)) if column:
            return f"{column} of {name}"
    return ""


def fact_of(found: t.Expr) -> Fact | None:
    """Return the key of the fact that `found` is not none, if it has one."""
    match found:
        case t.LocalValue():
            return ("local", found.name)
        case t.VariableValue(of=None):
            return ("variable", found.variable)
        case t.VariableValue(of=t.Me()):
            return ("variable", found.variable, "me")
        case t.VariableValue(of=t.LocalValue() as owner):
            return ("variable", found.variable, owner.name)
        case t.TableValue(table=table, column=str() as column, keys=(t.LocalValue(name),)):
            return ("column", table, column, name)  # a cell and a name never change
    return None


def facts_if(condition: t.Expr, holds: bool) -> Iterator[Fact]:
    """Yield the keys of values that are certainly not none if `condition` holds (or fails)."""
    match condition:
        case t.Comparison("!=" | "==" as operator, left, t.Constant(type=t.NothingType())):
            if (operator == "!=") == holds and (fact := fact_of(left)) is not None:
                yield fact
        case t.Logic(operator, parts) if (operator == "and") == holds:
            for part in parts:
                yield from facts_if(part, holds)
        case t.Negation():
            yield from facts_if(condition.value, not holds)
