"""Set membership as boolean formulas: decides whether two sets are certainly equal, and whether one is certainly empty.

A formula says whether one value belongs to a set: it is built from `and`, `or`, `not` and atoms such as "is next to a".
Formulas are compared by truth tables, as sets and not as texts: `squares next to a without b` is the same set as
`squares without b next to a`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dsl.base.node_fields import names_inside
from dsl.base.records import Record
from dsl.semantics import typed as t

MOST_ATOMS = 10  #: limit on the atoms of a formula with a truth table

Formula = bool | tuple[Hashable, ...]  #: yes, no, ("and", f, g), ("or", f, g), ("not", f), ("atom", ...)


def both(one: Formula, other: Formula) -> Formula:
    """Return the conjunction of two formulas."""
    if one is False or other is False:
        return False
    return other if one is True else one if other is True else ("and", one, other)


def either(one: Formula, other: Formula) -> Formula:
    """Return the disjunction of two formulas."""
    return opposite(both(opposite(one), opposite(other))) if True in (one, other) else _either(one, other)


def _either(one: Formula, other: Formula) -> Formula:
    return other if one is False else one if other is False else ("or", one, other)


def opposite(one: Formula) -> Formula:
    """Return the negation of a formula."""
    return not one if isinstance(one, bool) else ("not", one)


def normal_form(formula: Formula) -> Formula:
    """Return a normal form, the same for all equivalent formulas: yes, no, or atoms and a truth table of them."""
    atoms = sorted(set(_atoms(formula)), key=repr)
    if len(atoms) > MOST_ATOMS:
        return formula
    table = _table(formula, atoms)
    for atom in list(atoms):
        place = atoms.index(atom)
        if _without(table, len(atoms), place, 0) == _without(table, len(atoms), place, 1):
            table = _without(table, len(atoms), place, 0)
            atoms.remove(atom)
    return bool(table) if not atoms else ("table", tuple(atoms), table)


def _atoms(formula: Formula) -> Iterator[tuple[Hashable, ...]]:
    if isinstance(formula, bool):
        return
    if formula[0] in ("and", "or", "not"):
        for part in formula[1:]:
            assert isinstance(part, bool | tuple)
            yield from _atoms(part)
    else:
        yield formula


def _table(formula: Formula, atoms: list[tuple[Hashable, ...]]) -> int:
    """Return the truth table of a formula as a number with one bit for each assignment of the atoms."""
    rows = 1 << len(atoms)
    every = (1 << rows) - 1
    columns = {a: sum(1 << row for row in range(rows) if row >> place & 1) for place, a in enumerate(atoms)}

    def bits(part: Hashable) -> int:
        if isinstance(part, bool):
            return every if part else 0
        assert isinstance(part, tuple)
        match part:
            case ("and", one, other):
                return bits(one) & bits(other)
            case ("or", one, other):
                return bits(one) | bits(other)
            case ("not", one):
                return every ^ bits(one)
        return columns[part]

    return bits(formula)


def _without(table: int, number: int, place: int, value: int) -> int:
    """Return the truth table with one of `number` atoms fixed to a value."""
    rows = (row for row in range(1 << number) if row >> place & 1 == value)
    return sum((table >> row & 1) << index for index, row in enumerate(rows))


@dataclass(slots=True)
class Membership:
    """Membership formulas of typed sets, in a game with one board or several."""

    boards: int
    _bound: dict[str, str] = field(default_factory=dict)  #: names of members, which may differ between equal sets

    def same(self, one: t.Expr, other: t.Expr) -> bool:
        """Return whether two sets certainly have the same members."""
        return normal_form(self.of(one)) == normal_form(self.of(other))

    def empty(self, found: t.Expr) -> bool:
        """Return whether a set is certainly empty."""
        return normal_form(self.of(found)) is False

    def of(self, found: t.Typed) -> Formula:
        """Return the membership formula of a set; a single value counts as a set of one."""
        match found:
            case t.AllCells(board):
                return True if self.boards == 1 else ("cells", board)
            case t.PieceCells(piece, kind, owner):
                return both(("piece", piece), both(self._has("kind", kind), self._has("owner", owner)))
            case t.ZoneSet(zone, owner, kind):
                return both(("zone", zone, self.key(owner)), self._has("kind", kind))
            case t.CounterSet(place=place):
                return both(("counter", found.reserve), both(self._counter(found), self._place(place)))
            case t.CounterCells(counters):
                return both(self._counter(counters), self._place(counters.place))
            case t.PiecesOn(pieces, cells):
                return both(self.of(pieces), self.of(cells))
            case t.StandingCells(t.PiecesOn(pieces, cells)):
                standing = t.StandingCells(pieces, type=found.type, span=found.span)
                return both(self.of(standing), self.of(cells))
            case t.StandingCells(pieces):
                return ("standing", normal_form(self.of(pieces)))
            case t.CellUnion(operator, left, right):
                return self._union(operator, self.of(left), self.of(right))
            case t.NextTo(things, to):
                return both(self.of(things), self._around("near", self.of(to)))
            case t.WithinOf(things, distance, centre):
                return both(self.of(things), self._around("within", self.of(centre), self.key(distance)))
            case t.JoinedTo(things, to):
                inside = self.of(things)
                return both(inside, ("joined", normal_form(inside), normal_form(self.of(to))))
            case t.InRows(things, length):
                inside = self.of(things)
                return both(inside, ("rows", normal_form(inside), self.key(length)))
            case t.Filtered(things, name, condition):
                return both(self.of(things), self._where(condition, name))
            case t.Extreme(things, name, key, most):
                inside = self.of(things)
                with self._bind_member(name):
                    return both(inside, ("most", most, normal_form(inside), self.key(key)))
            case t.Ranked(things):
                return self.of(things)
            case t.ListOf(parts) | t.Chained(parts):
                formula: Formula = False
                for part in parts:
                    formula = either(formula, self.of(part))
                return formula
            case t.Conditional(condition, then, otherwise):
                holds = self._truth(condition)
                return either(both(holds, self.of(then)), both(opposite(holds), self.of(otherwise)))
            case t.Constant(-1, type=t.NothingType()):
                return False
        return ("among" if isinstance(found.type, (t.SetType, t.ListType)) else "is", self._plain(found))

    def _has(self, what: str, value: t.Expr | None) -> Formula:
        return True if value is None else (what, self.key(value))

    def _place(self, place: t.Expr | None) -> Formula:
        return True if place is None else self.of(place)

    def _counter(self, found: t.CounterSet) -> Formula:
        return ("stands", found.counter, self.key(found.owner), found.state)

    def _union(self, operator: str, left: Formula, right: Formula) -> Formula:
        match operator:
            case "plus":
                return either(left, right)
            case "without":
                return both(left, opposite(right))
        return both(left, right)

    def _around(self, how: str, of: Formula, *values: Hashable) -> Formula:
        """Return the formula for being next to a member of a set: the disjunction over the parts of the set."""
        of_ = normal_form(of)
        if of_ is False:
            return False
        if isinstance(of, tuple) and of[0] == "or":
            one, other = (part for part in of[1:] if isinstance(part, bool | tuple))
            return either(self._around(how, one, *values), self._around(how, other, *values))
        return (how, *values, of_)

    def _where(self, condition: t.Expr, name: str) -> Formula:
        """Return the formula of a condition on the value that it calls `name`."""
        with self._bind_member(name):
            return self._holds(condition, name)

    @contextmanager
    def _bind_member(self, name: str) -> Iterator[None]:
        """Bind `name` to the members of a set while the context is open; equal sets need not use the same name."""
        before = dict(self._bound)
        self._bound[name] = f"it {len(before)}"
        try:
            yield
        finally:
            self._bound = before

    def _holds(self, condition: t.Expr, name: str) -> Formula:
        match condition:
            case t.Logic(operator, parts):
                formulas = [self._holds(part, name) for part in parts]
                formula = formulas[0]
                for other in formulas[1:]:
                    formula = both(formula, other) if operator == "and" else either(formula, other)
                return formula
            case t.Negation(value):
                return opposite(self._holds(value, name))
            case t.MembershipTest(t.LocalValue(local), things) if local == name:
                return self.of(things)
            case t.Touches(t.LocalValue(local), right) if local == name:
                return self._around("near", self.of(right))
            case t.Comparison("==" | "!=" as operator, t.LocalValue(local), right) if local == name:
                same = ("is", self._plain(right))
                return same if operator == "==" else opposite(same)
        return self._truth(condition)

    def _truth(self, condition: t.Expr) -> Formula:
        if isinstance(condition, t.Constant):
            return bool(condition.value)
        return ("holds", self._plain(condition))

    def key(self, node: object) -> Hashable:
        """Return a key that is equal for nodes with certainly the same meaning: sets by their members, all else as
        written."""
        return normal_form(self.of(node)) if isinstance(node, t.Typed) and _is_set(node.type) else self._plain(node)

    def _plain(self, node: object) -> Hashable:
        match node:
            case tuple():
                return tuple(self.key(item) for item in node)
            case t.LocalValue(name):
                return ("local", self._bound.get(name, name))
            case t.Constant(value):
                return (value, repr(node.type) if not isinstance(node.type, t.NumberType) else "number")
            case t.Filtered(name=name) | t.Extreme(name=name) | t.Ranked(name=name) | t.AggregateOf(name=name):
                with self._bind_member(name):
                    return self._fields(node, "name")
        return self._fields(node) if isinstance(node, Record) else repr(node)

    def _fields(self, node: object, besides: str = "") -> Hashable:
        names = [name for name in names_inside(type(node), "type") if name != besides]
        return (type(node).__name__, *(self.key(getattr(node, name)) for name in names))


def _is_set(found: t.Type) -> bool:
    return isinstance(found, t.SetType)
