"""What is known at one place of the rules: the names in force, what `it` is, which values are surely not none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from dsl.check import typed as t
from dsl.check.explain import duplicate, mismatch
from dsl.check.teams import as_team
from dsl.check.types import UNKNOWN
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem
from dsl.text.source import Span

Fact = tuple[str, ...]  #: names a value that may be none: ("local", "x"), ("variable", "v"), ("variable", "v", "of me")
Judge = Callable[["Scope", tree.Expr, t.Type | None], t.Expr]


@dataclass(frozen=True, slots=True)
class Local:
    """A name of a part. A let or budget is `assignable`: it may be given another value."""

    unique: str
    type: t.Type
    span: Span
    assignable: bool = False


@dataclass(slots=True)
class Part:
    """One definition, action, routine ...: its names are unique within it."""

    world: World
    judge: Judge
    who: str  #: such as "action drift", for the graph of calls
    taken: set[str] = field(default_factory=set)

    def unique(self, name: str) -> str:
        """Return `name`, or `name_2`, `name_3` ... if it is taken in this part."""
        candidate, n = name, 1
        while candidate in self.taken:
            n += 1
            candidate = f"{name}_{n}"
        self.taken.add(candidate)
        return candidate


@dataclass(slots=True)
class Scope:
    """The names in force at one place of a part."""

    part: Part
    locals: dict[str, Local] = field(default_factory=dict)
    facts: set[Fact] = field(default_factory=set)
    repeats: bool = False  #: whether `stop` has a `repeat` to leave
    effects: bool = False  #: whether chance may be used: only where something happens
    condition: tree.Expr | None = None  #: the condition or key in which `it` stands now
    own: set[str] = field(default_factory=set)  #: names declared in this very block

    @property
    def world(self) -> World:
        """Return the declarations."""
        return self.part.world

    def inner(self) -> Scope:
        """Return a scope for a block: names and facts of here hold there, not the other way round."""
        return replace(self, locals=dict(self.locals), facts=set(self.facts), own=set())

    def declare(self, name: str, type_: t.Type, span: Span, assignable: bool = False) -> str:
        """Give `name` a meaning from here on and return its unique name."""
        if name in self.own:
            self.report(duplicate(name, span, self.locals[name].span))
        self.own.add(name)
        local = Local(self.part.unique(name), type_, span, assignable)
        self.locals[name] = local
        return local.unique

    def forget(self, loops: bool = False, only: frozenset[str] | None = None) -> None:
        """Drop what may have become none again: by what a routine or choice did, or by an earlier time round a loop.
        Of variables perhaps `only` those that the loop gives another value."""
        changing = {local.unique for local in self.locals.values() if local.assignable} if loops else set()
        lost = self.world.forgetful if only is None else self.world.forgetful & only
        self.facts = {
            f
            for f in self.facts
            if not ((f[0] == "variable" and f[1] in lost) or (f[0] == "local" and f[1] in changing))
        }

    def with_it(self, type_: t.Type, span: Span, condition: tree.Expr) -> tuple[Scope, str]:
        """Return a scope in which `it` is a `type_`, and the unique name of it."""
        scope = self.inner()
        name = scope.declare("it", type_, span)
        scope.condition = condition
        return scope, name

    def report(self, problem: Problem) -> None:
        """Remember a problem."""
        self.world.report(problem)

    def typed(self, node: tree.Expr, wanted: t.Type | None = None) -> t.Expr:
        """Return the typed form of `node`; `wanted` only helps to tell words such as `any` or `spring`."""
        return self.part.judge(self, node, wanted)

    def unknown(self, span: Span) -> t.Expr:
        """Return what stands for an expression that is reported already."""
        return t.Constant(0, type=UNKNOWN, span=span)

    def need(self, node: tree.Expr, wanted: t.Type, who: str) -> t.Expr:
        """Return `node` as a `wanted`; `who` says in a message what needs it."""
        return self.fit(self.typed(node, wanted), wanted, who)

    def fit(self, found: t.Expr, wanted: t.Type, who: str) -> t.Expr:
        """Return `found` as a `wanted`, or report that it is none."""
        agreement = self.world.agreement
        found = as_team(found, wanted)
        if isinstance(wanted, t.PlaceType) and agreement.agrees(found.type, wanted):
            return self.as_place(found)
        if isinstance(wanted, t.SetType) and isinstance(found, t.ListOf) and agreement.agrees(found.type, wanted):
            return replace(found, type=wanted)  # `(a, b)` lists places in an order that a set does not keep
        if agreement.agrees(found.type, wanted):
            on_board = isinstance(wanted, t.SetType) and isinstance(wanted.of, t.PlaceType)
            found = self.standing(found) if on_board else found
            empty = isinstance(found.type, t.NothingType) and isinstance(wanted, (t.SetType, t.ListType))
            return replace(found, type=wanted) if empty else found
        if isinstance(found.type, t.MaybeType) and agreement.agrees(found.type.of, wanted):
            self.report(maybe_none(self.world, found))
        else:
            self.report(self.misfit(found, wanted, who))
        return self.unknown(found.span)

    def misfit(self, found: t.Expr, wanted: t.Type, who: str) -> Problem:
        """Return the problem that `found` is no `wanted`."""
        needed, got = self.world.said(wanted), self.world.said(found.type)
        return mismatch(f"{who} needs {needed}, and this is {got}", found.span, f"this is {got}", needed, got)

    def as_place(self, found: t.Expr) -> t.Expr:
        """Return where a thing stands; what is known by its cell is its place already."""
        if isinstance(found.type, (t.PlaceType, t.UnknownType)) or found.type in self.world.agreement.by_cell:
            return found
        place = self.world.agreement.place_of(found.type)
        return found if place is None else t.PropertyValue("place", found, type=place, span=found.span)

    def standing(self, found: t.Expr) -> t.Expr:
        """Return the places on which a set of pieces stands, if they are known by their number; else `found` itself."""
        place = self.world.agreement.place_of(found.type.of) if isinstance(found.type, t.SetType) else None
        if place is None or not self.world.agreement.numbered(found.type) or isinstance(found, t.ZoneSet):
            return found
        return t.StandingCells(found, type=t.SetType(place), span=found.span)


def maybe_none(world: World, found: t.Expr) -> Problem:
    """Say that a value may be none where one is needed."""
    said = world.said(found.type)
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
    """Return the name under which it is remembered that `found` is not none, if it has one."""
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
            return ("column", table, column, name)  # a cell is always the same, and so is a name
    return None


def facts_if(condition: t.Expr, holds: bool) -> Iterator[Fact]:
    """Yield what is surely not none if `condition` holds (or does not)."""
    match condition:
        case t.Comparison("!=" | "==" as operator, left, t.Constant(type=t.NothingType())):
            if (operator == "!=") == holds and (fact := fact_of(left)) is not None:
                yield fact
        case t.Logic(operator, parts) if (operator == "and") == holds:
            for part in parts:
                yield from facts_if(part, holds)
        case t.Negation():
            yield from facts_if(condition.value, not holds)
