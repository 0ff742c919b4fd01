"""Expressions: the typed form of each node of the syntax tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeVar, assert_never, cast

from msgspec import structs

from dsl.base.node_fields import names_inside
from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.boards import place_name
from dsl.semantics.error_messages import also, mismatch, not_yet
from dsl.semantics.expressions.arithmetic import arithmetic, count, minus
from dsl.semantics.expressions.calls import apply, choice_ref
from dsl.semantics.expressions.names import columns_or_props, definition, local_number, name
from dsl.semantics.expressions.properties import of
from dsl.semantics.expressions.sets import (
    cells,
    check_ambiguous_sets,
    is_counters,
    members,
    not_a_set,
    on_one_board,
    phrase,
    that_are,
    the_on,
    within,
)
from dsl.semantics.scopes import Scope, facts_if
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.teams import as_teams
from dsl.semantics.type_compatibility import COUNT, NOTHING, TRUTH, UNKNOWN, multiplied, number, sure
from dsl.syntax.ast import (
    Aggregate,
    Apply,
    Binary,
    Can,
    Chain,
    Coordinate,
    Either,
    Exists,
    Expr,
    Listed,
    My,
    Name,
    NoneLiteral,
    Number,
    NumberOf,
    Of,
    Phrase,
    RandomOf,
    RankedBy,
    ThatAre,
    TheOn,
    UnaryMinus,
    UnaryNot,
    Where,
    WithExtreme,
    Within,
    YesNo,
)
from dsl.syntax.expression_formatter import write

# Amounts: in `2 of my herons on t` the number at the head is the amount, and the rest its source.

N = TypeVar("N")


def split_amount(scope: Scope, node: Expr) -> tuple[Expr | None, Expr]:
    """Return the amount at the head of a phrase (None if it has none) and the phrase without it."""
    match node:
        case Phrase():
            amount, rest = split_amount(scope, node.left)
            return amount, structs.replace(node, left=rest) if amount is not None else node
        case Within() | ThatAre() | Where() | RankedBy() | WithExtreme():
            amount, rest = split_amount(scope, node.things)
            return amount, structs.replace(node, things=rest) if amount is not None else node
        case Of():
            return _split(scope, node)
    return None, node


def _split(scope: Scope, node: Of) -> tuple[Expr | None, Expr]:
    """Return the phrase split at its first free `of`: in `in_box of k of tile(k)` a word that needs an `of` takes
    the next one."""
    links = links_of(node)
    last = 0
    while last < len(links) - 1 and _asks_for_more(scope, links[last]):
        last += 1
    if last == len(links) - 1 or not (last or _is_number(scope, links[0])):
        return None, node
    return chained(links[: last + 1]), chained(links[last + 1 :])


def links_of(node: Expr) -> list[Expr]:
    """Return the operands of a chain of `of`s."""
    links: list[Expr] = []
    while isinstance(node, Of):
        links.append(node.left)
        node = node.right
    return [*links, node]


def chained(links: list[Expr]) -> Expr:
    """Join operands with `of`."""
    node = links[-1]
    for link in reversed(links[:-1]):
        node = Of(link, node, span=link.span.to(node.span))
    return node


def _asks_for_more(scope: Scope, node: Expr) -> bool:
    if not isinstance(node, Name) or node.name in scope.locals:
        return False
    variable = scope.world.variables.get(node.name)
    return columns_or_props(scope.world, node.name) or (variable is not None and bool(variable.owner))


def _is_number(scope: Scope, node: Expr) -> bool:
    world = scope.world
    match node:
        case Name(name) if name in scope.locals:
            return local_number(scope.locals[name])
        case Name(name) if name in world.options:
            return isinstance(world.options[name].type, t.NumberType)
        case Name(name) if name in world.variables:
            return not world.variables[name].owner and isinstance(world.variables[name].type, t.NumberType)
        case Name(name) | Apply(name):
            return _numeric_definition(scope, name) or name in ("distance", "smaller", "larger")
    return isinstance(node, (Number, NumberOf, Aggregate, UnaryMinus)) or (
        isinstance(node, Binary) and node.operator in ("+", "-", "*", "/ rounded up", "/ rounded down")
    )


def _numeric_definition(scope: Scope, name: str) -> bool:
    found = definition(scope, name)
    return found is not None and isinstance(found.result, t.NumberType)


# ---- members of a set: `where`, `with most`, `ranked by`, `any of`, `number of`, sums, chance ----


def several(scope: Scope, node: Expr, who: str) -> tuple[t.Expr, t.Type]:
    """Return `node` as a set or list, and its member type; report anything else."""
    found = scope.typed(node)
    inner = members(found.type)
    if inner is not None:
        return found, inner
    if not isinstance(found.type, t.UnknownType):
        scope.report(not_a_set(scope, found, who))
    return scope.unknown(found.span), UNKNOWN


def each_of(scope: Scope, things: Expr, condition: Expr, who: str) -> tuple[t.Expr, Scope, str]:
    """Return the set, a scope in which `it` is each of its members, and the unique name of `it`."""
    found, within, name = _members_of(scope, things, condition, who)
    if is_counters(found.type):
        scope.report(not_yet(f"{who} of counters one by one", found.span))
    return found, within, name


def _members_of(scope: Scope, things: Expr, condition: Expr, who: str) -> tuple[t.Expr, Scope, str]:
    found, inner = several(scope, things, who)
    _check_nested(scope, things, condition, who)
    within, name = scope.with_it(inner, found.span, condition)
    return found, within, name


def _check_nested(scope: Scope, things: Expr, condition: Expr, who: str) -> None:
    """Report an inner `it` that would hide an outer one used in the same condition."""
    outer = scope.condition
    if outer is None or "it" not in scope.locals:
        return
    inside = sum(1 for _ in _its(condition))
    if sum(1 for _ in _its(outer)) > inside and inside:
        span = things.span.to(condition.span)
        scope.report(
            Problem(
                "nested-it",
                "`it` would mean two different things in one condition",
                span,
                f"{who} gives `it` another meaning",
                "The condition around this speaks of its own `it` already; a reader could not tell them apart.",
                "name this part in a definition: `define ...(x: ...) = ...`",
            )
        )


def _its(node: object) -> Iterator[Name]:
    if isinstance(node, Name) and node.name == "it":
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _its(item)
    else:
        for name in names_inside(type(node)):
            yield from _its(getattr(node, name))


def filtered(scope: Scope, node: Where) -> t.Expr:
    """Return the typed form of `S where C`."""
    found, inner, name = _members_of(scope, node.things, node.condition, "`where`")
    condition = inner.need(node.condition, TRUTH, "`where`")
    if is_counters(found.type):
        return _counters_where(scope, found, name, condition, node.span)
    return t.Filtered(found, name, condition, type=found.type, span=node.span)


def _counters_where(scope: Scope, found: t.Expr, name: str, condition: t.Expr, span: Span) -> t.Expr:
    """Return the counters of a set for which `condition` holds: as one owner, one state and a set of places."""
    if isinstance(found, t.CounterSet) and not found.reserve:
        one = t.LocalValue(name, type=t.CounterType(found.counter), span=span)
        found, rest = _with_owner_and_state(found, one, condition)
        if not rest:
            return structs.replace(found, span=span)
        standing = cells(scope, found, "`where`")
        assert isinstance(standing.type, t.SetType)
        known: dict[str, t.Expr] = {"place": t.LocalValue(name, type=standing.type.of, span=span)}
        if found.owner is not None:
            known |= {"owner": found.owner, "kind": found.owner}
        if found.state is not None:
            known["state"] = t.Constant(found.state, type=UNKNOWN, span=span)
        by_place = _with_properties(rest, name, known)
        if not _mentions(by_place, one):
            every = by_place[0] if len(by_place) == 1 else t.Logic("and", by_place, type=TRUTH, span=condition.span)
            places = t.Filtered(standing, name, every, type=standing.type, span=span)
            return structs.replace(found, place=places, span=span)
    scope.report(not_yet("`where` of counters with different owners or states", span, _ONE_OWNER))
    return scope.unknown(span)


_ONE_OWNER = "say whose counters and in which state before `where`, such as `my herons that are fresh where ...`"


def _with_owner_and_state(
    found: t.CounterSet, one: t.LocalValue, condition: t.Expr
) -> tuple[t.CounterSet, tuple[t.Expr, ...]]:
    """Return the set limited to the owner and the state that `condition` names, and what else it requires."""
    rest: list[t.Expr] = []
    for part in condition.parts if isinstance(condition, t.Logic) and condition.operator == "and" else (condition,):
        match part:
            case t.Comparison("==", t.PropertyValue("owner" | "kind", t.LocalValue(one.name)), other):
                if found.owner is None and not _mentions(other, one) and not isinstance(other.type, t.MaybeType):
                    found = structs.replace(found, owner=other)
                    continue
            case t.Comparison("==", t.PropertyValue("state", t.LocalValue(one.name)), t.Constant(state)):
                if found.state is None:
                    found = structs.replace(found, state=state)
                    continue
        rest.append(part)
    return found, tuple(rest)


def _with_properties(node: N, name: str, known: dict[str, t.Expr]) -> N:
    """Return `node` with the `known` properties of the local `name` replaced by their values."""
    match node:
        case t.PropertyValue(name=word, of=t.LocalValue(name=local)) if local == name and word in known:
            return cast(N, structs.replace(known[word], type=node.type, span=node.span))
        case tuple():
            return cast(N, tuple(_with_properties(item, name, known) for item in node))
    names = names_inside(type(node), "type")
    if not names:
        return node
    changed = {field: _with_properties(getattr(node, field), name, known) for field in names}
    return cast(N, structs.replace(cast(t.Typed, node), **changed))


def _mentions(node: object, local: t.LocalValue) -> bool:
    match node:
        case t.LocalValue(name=name, type=type_):
            return (name, type_) == (local.name, local.type)
        case tuple():
            return any(_mentions(item, local) for item in node)
    return any(_mentions(getattr(node, field), local) for field in names_inside(type(node), "type"))


def extreme(scope: Scope, node: WithExtreme) -> t.Expr:
    """Return the typed form of `S with most (E)`."""
    who = "`with most`" if node.most else "`with fewest`"
    found, inner, name = each_of(scope, node.things, node.key, who)
    key = _quantity(inner, node.key, who)
    return t.Extreme(found, name, key, node.most, type=found.type, span=node.span)


def _quantity(scope: Scope, node: Expr, who: str) -> t.Expr:
    """Return a number, or the size of a set: `with most (herons on it)`."""
    found = scope.typed(node)
    if members(found.type) is not None:
        return t.CountOf(found, type=COUNT, span=found.span)
    return scope.fit(found, t.NumberType(), who)


def ranked(scope: Scope, node: RankedBy) -> t.Expr:
    """Return the typed form of `S ranked by (E)`."""
    found, inner, name = each_of(scope, node.things, node.key, "`ranked by`")
    key = _quantity(inner, node.key, "`ranked by`")
    return t.Ranked(found, name, key, type=t.ListType(members(found.type) or UNKNOWN), span=node.span)


def aggregate(scope: Scope, node: Aggregate) -> t.Expr:
    """Return the typed form of `sum of E over S`, `largest of`, `smallest of`."""
    found, inner, name = each_of(scope, node.things, node.value, f"`{node.kind} of`")
    value = count(inner, node.value, f"`{node.kind} of`")
    range_ = value.type if isinstance(value.type, t.NumberType) else t.NumberType()
    match node.kind:
        case "sum":
            range_ = multiplied(number(0, COUNT.high), range_)
        case "largest" | "smallest":
            range_ = number(min(0, range_.low), max(0, range_.high))
        case _:
            assert_never(node.kind)
    return t.AggregateOf(node.kind, name, value, found, type=range_, span=node.span)


def exists(scope: Scope, node: Exists) -> t.Expr:
    """Return the typed form of `any of S`, `at least n of S` and the other quantifiers."""
    who = f"`{node.amount}`" if node.count is not None else f"`{node.amount} of`"
    found, _ = several(scope, node.things, who)
    match node.amount:
        case "any":
            return t.ExistsIn("at least", _constant(1, node.span), found, type=TRUTH, span=node.span)
        case "none":
            return t.ExistsIn("at most", _constant(0, node.span), found, type=TRUTH, span=node.span)
        case "at least" | "at most" | "exactly":
            amount = count(scope, node.count, who) if node.count is not None else _constant(1, node.span)
            return t.ExistsIn(node.amount, amount, found, type=TRUTH, span=node.span)
    assert_never(node.amount)


def _constant(value: int, span: Span) -> t.Constant:
    return t.Constant(value, type=number(value, value), span=span)


def number_of(scope: Scope, node: NumberOf) -> t.Expr:
    """Return the typed form of `number of S`."""
    low, high = scope.world.players
    match node.things:
        case Name("players") if "players" not in scope.locals:
            return t.NumberOfPlayers(type=number(min(low, 1), high), span=node.span)
    found, inner = several(scope, node.things, "`number of`")
    range_ = number(0, high) if isinstance(inner, t.PlayerType) else COUNT
    return t.CountOf(found, type=range_, span=node.span)


def chance(scope: Scope, node: RandomOf) -> t.Expr:
    """Return the typed form of `random of S`, `random of n of S`; allowed only in statements."""
    if not scope.effects:
        scope.report(
            Problem(
                "wrong-place",
                "chance has no place in a condition or definition",
                node.span,
                "drawn at random",
                "What holds must be the same however often it is asked.",
                "draw in a `do` or routine, with `let`",
            )
        )
    amount, rest = split_amount(scope, node.things)
    found, inner = several(scope, rest, "`random of`")
    if is_counters(found.type):
        scope.report(not_yet("a random counter", node.span))
    if amount is None:
        return t.RandomFrom(found, None, type=inner, span=node.span)
    return t.RandomFrom(found, count(scope, amount, "`random of`"), type=t.SetType(inner), span=node.span)


# ---- conditions, and the facts that they prove about values that may be none ----


Equal = Literal["==", "!="]
Order = Literal["<", "<=", ">", ">="]


def comparison(scope: Scope, node: Binary) -> t.Expr:
    """Return the typed form of `is`, `is not` or an order."""
    match node.operator:
        case "<" | "<=" | ">" | ">=":
            left = count(scope, node.left, f"`{node.operator}`")
            right = count(scope, node.right, f"`{node.operator}`")
            return t.Comparison(node.operator, left, right, type=TRUTH, span=node.span)
    operator: Equal = "==" if node.operator == "is" else "!="
    left, right = _comparable(scope, *as_teams(*_pair(scope, node)))
    return t.Comparison(operator, left, right, type=TRUTH, span=node.span)


def _pair(scope: Scope, node: Binary) -> tuple[t.Expr, t.Expr]:
    """Type both sides of a comparison; a bare word such as `spring` takes its kind from the other side."""
    if _is_word(scope, node.left) and not _is_word(scope, node.right):
        right = scope.typed(node.right)
        return scope.typed(node.left, sure(right.type)), right
    left = scope.typed(node.left)
    return left, scope.typed(node.right, sure(left.type))


def _is_word(scope: Scope, node: Expr) -> bool:
    return isinstance(node, Name) and node.name not in scope.locals and bool(scope.world.kinds_with(node.name))


def _comparable(scope: Scope, left: t.Expr, right: t.Expr) -> tuple[t.Expr, t.Expr]:
    agreement = scope.world.agreement
    if NOTHING in (left.type, right.type):
        _may_be_none(scope, left if right.type == NOTHING else right)
        return left, right
    joined = agreement.join(left.type, right.type)
    if joined is None:
        one, other = scope.world.describe(left.type), scope.world.describe(right.type)
        scope.report(
            mismatch(
                f"{one} is never {other}",
                right.span,
                f"this is {other}",
                one,
                other,
                help_=_count_advice(left, right) or _property_advice(scope.world, left, right),
                labels=also(left.span, f"this is {one}"),
            )
        )
    elif isinstance(joined, t.PlaceType):
        return scope.as_place(left), scope.as_place(right)
    return left, right


def _count_advice(left: t.Expr, right: t.Expr) -> str:
    """Return the help line for a set that is compared with a number: count its members."""
    for things, other in ((left, right), (right, left)):
        if members(things.type) is not None and isinstance(other.type, t.NumberType):
            return "to count them, write `number of` before it"
    return ""


def _property_advice(world: SymbolTable, left: t.Expr, right: t.Expr) -> str:
    """Return the help line for a thing that is compared with one of its properties: ask for the property."""
    for thing, other in ((left, right), (right, left)):
        said = thing.name if isinstance(thing, t.LocalValue) else "..."
        match thing.type, other.type:
            case t.PieceType(piece), t.KindType(kind):
                own = world.pieces[piece]
                if kind == own.kind:
                    return f"ask for its kind: `kind of {said}`"
            case ((t.PieceType() | t.CounterType()), t.PlayerType()):
                return f"ask for its owner: `owner of {said}`"
            case ((t.PieceType() | t.CounterType()), t.PlaceType()):
                return f"ask for its place: `place of {said}`"
            case t.PlayerType(), t.NumberType():
                return "a player is `me`, or by the number of a seat `seat(1)`"
            case _:
                continue
    return ""


def _may_be_none(scope: Scope, found: t.Expr) -> None:
    if isinstance(found.type, (t.MaybeType, t.NothingType, t.UnknownType)) or isinstance(found, (t.ZoneTop, t.OneOf)):
        return
    if isinstance(found, t.PropertyValue) and found.name == "place" and scope.world.agreement.numbered(found.of.type):
        return  # a piece in a zone has no place
    said = scope.world.describe(found.type)
    scope.report(
        mismatch(
            f"this is always {said}, never none",
            found.span,
            "never none",
            "a value that may be none",
            said,
            "leave the test out",
        )
    )


def member(scope: Scope, node: Binary) -> t.Expr:
    """Return the typed form of `x is in S`."""
    things = scope.typed(node.right)
    inner = members(things.type)
    value = scope.typed(node.left, inner)
    if inner is None:
        if not isinstance(things.type, t.UnknownType):
            scope.report(not_a_set(scope, things, "`is in`"))
    elif isinstance(things, t.CounterSet) or (
        scope.world.agreement.numbered(things.type) and not isinstance(value.type, t.PlaceType)
    ):
        value = scope.fit(value, inner, "`is in`")
    elif (place := scope.world.agreement.cells_of(things.type)) is not None and not isinstance(things, t.ZoneSet):
        things = scope.standing(things)
        value = scope.fit(value, place, "`is in`")
    else:
        value = scope.fit(value, inner, "`is in`")
    found: t.Expr = t.MembershipTest(value, things, type=TRUTH, span=node.span)
    return found if node.operator == "is in" else t.Negation(found, type=TRUTH, span=node.span)


def touches(scope: Scope, node: Binary) -> t.Expr:
    """Return the typed form of `a touches b`."""
    left = cells(scope, scope.typed(node.left), "`touches`")
    right = cells(scope, scope.typed(node.right), "`touches`")
    on_one_board(scope, left.type, right, "`touches`")
    return t.Touches(left, right, type=TRUTH, span=node.span)


_COMPARING = ("is", "is not", "<", "<=", ">", ">=", "is in", "is not in", "touches")


def _is_truth(scope: Scope, found: t.Expr) -> bool:
    return scope.world.agreement.agrees(found.type, TRUTH)


def logic(scope: Scope, node: Binary) -> t.Expr:
    """Return `and` or `or`, flattened; each part uses the facts proved by those to its left."""
    operator: Literal["and", "or"] = "and" if node.operator == "and" else "or"
    inner = scope.inner()
    parts: list[t.Expr] = []
    before: Expr | None = None
    for side in _flat(node, operator):
        found = inner.typed(side, TRUTH)
        if not _is_truth(scope, found) and isinstance(before, Binary) and before.operator in _COMPARING:
            again = Binary(before.operator, before.left, side, span=side.span)
            problem = scope.misfit(found, TRUTH, f"`{operator}`")
            scope.report(replace(problem, help=f"write out both: `{write(before)} {operator} {write(again)}`"))
            found = scope.unknown(side.span)
        before = side
        part = inner.fit(found, TRUTH, f"`{operator}`")
        inner.facts.update(facts_if(part, operator == "and"))
        parts.append(part)
    return t.Logic(operator, tuple(parts), type=TRUTH, span=node.span)


def _flat(node: Expr, operator: str) -> list[Expr]:
    sides: list[Expr] = []
    while isinstance(node, Binary) and node.operator == operator:
        sides.append(node.right)
        node = node.left
    sides.append(node)
    return sides[::-1]


def either(scope: Scope, node: Either, wanted: t.Type | None) -> t.Expr:
    """Return the typed form of `if C then A otherwise B`."""
    condition = scope.need(node.condition, TRUTH, "`if`")
    yes, no = scope.inner(), scope.inner()
    yes.facts.update(facts_if(condition, True))
    no.facts.update(facts_if(condition, False))
    then = yes.typed(node.then, wanted)
    otherwise = no.typed(node.otherwise, wanted if wanted is not None else then.type)
    joined = scope.world.agreement.join(then.type, otherwise.type)
    if joined is None:
        otherwise = no.fit(otherwise, then.type, "`otherwise`")
        joined = then.type
    if isinstance(joined, t.SetType) and isinstance(joined.of, t.CounterType):
        scope.report(
            Problem(
                "not-yet",
                "counters cannot be chosen by a condition yet",
                node.span,
                "one set or the other",
                help="put the condition around the statement",
            )
        )
    return t.Conditional(condition, then, otherwise, type=joined, span=node.span)


def typed(scope: Scope, node: Expr, wanted: t.Type | None = None) -> t.Expr:
    """Return the typed form of `node`; a mistake is reported and becomes a value of unknown type."""
    found = _typed(scope, node, wanted)
    if isinstance(node, Chain | Where):
        check_ambiguous_sets(scope, node, found)
    return found


def _typed(scope: Scope, node: Expr, wanted: t.Type | None) -> t.Expr:
    match node:
        case Name():
            return name(scope, node, wanted)
        case Number():
            return t.Constant(node.value, type=number(node.value, node.value), span=node.span)
        case YesNo():
            return t.Constant(int(node.value), type=TRUTH, span=node.span)
        case NoneLiteral():
            return t.Constant(-1, type=NOTHING, span=node.span)
        case Coordinate():
            return _coordinate(scope, node)
        case Apply():
            return apply(scope, node)
        case Of():
            return of(scope, node)
        case My():
            return of(scope, Of(node.thing, Name("me", span=node.span), span=node.span))
        case TheOn():
            return the_on(scope, node)
        case Phrase():
            return phrase(scope, node)
        case Within():
            return within(scope, node)
        case ThatAre():
            return that_are(scope, node)
        case RankedBy():
            return ranked(scope, node)
        case WithExtreme():
            return extreme(scope, node)
        case Where():
            return filtered(scope, node)
        case Exists():
            return exists(scope, node)
        case NumberOf():
            return number_of(scope, node)
        case RandomOf():
            return chance(scope, node)
        case Aggregate():
            return aggregate(scope, node)
        case Can():
            return t.CanChoose(choice_ref(scope, node.choice, can=True), type=TRUTH, span=node.span)
        case Binary():
            return _binary(scope, node)
        case UnaryNot():
            return t.Negation(scope.need(node.value, TRUTH, "`not`"), type=TRUTH, span=node.span)
        case UnaryMinus():
            return minus(scope, node)
        case Either():
            return either(scope, node, wanted)
        case Listed():
            return _listed(scope, node, wanted)
    assert_never(node)


def _binary(scope: Scope, node: Binary) -> t.Expr:
    match node.operator:
        case "+" | "-" | "*" | "/ rounded up" | "/ rounded down":
            return arithmetic(scope, node)
        case "is" | "is not" | "<" | "<=" | ">" | ">=":
            return comparison(scope, node)
        case "is in" | "is not in":
            return member(scope, node)
        case "touches":
            return touches(scope, node)
        case "and" | "or":
            return logic(scope, node)
        case "followed by":
            return _chained(scope, node)
    assert_never(node.operator)


def _coordinate(scope: Scope, node: Coordinate) -> t.Expr:
    boards = [b for b in scope.world.boards.values() if b.shape in ("hexes", "squares")]
    if not boards:
        scope.report(Problem("unknown-name", "no board of this game has coordinates", node.span, "a coordinate"))
        return scope.unknown(node.span)
    board = boards[0]
    if board.in_rows:
        place = place_name(node.x, node.y) if min(node.x, node.y) >= 0 else "a1"
        scope.world.report_ambiguous_board(
            board.name, f"{node.x},{node.y}", node.span, lambda other: f"{other.name}_{place}" if other.in_rows else ""
        )
    return t.CellConstant(board.name, node.x, node.y, type=t.PlaceType(board.name), span=node.span)


def _listed(scope: Scope, node: Listed, wanted: t.Type | None) -> t.Expr:
    hint = wanted.of if isinstance(wanted, (t.SetType, t.ListType)) else None
    items: list[t.Expr] = []
    inner: t.Type = UNKNOWN
    for item in node.items:
        found = scope.typed(item, hint)
        joined = scope.world.agreement.join(inner, found.type)
        if joined is None:
            found = scope.fit(found, inner, "each of these")
        else:
            inner = joined
        items.append(found)
    return t.ListOf(tuple(items), type=t.ListType(inner), span=node.span)


def _chained(scope: Scope, node: Binary) -> t.Expr:
    lists: list[t.Expr] = []
    inner: t.Type = UNKNOWN
    for side in (node.left, node.right):
        found = scope.typed(side)
        match found.type:
            case t.ListType() | t.SetType():
                on_one_board(scope, inner, found, "`followed by`")
                inner = scope.world.agreement.join(inner, found.type.of) or inner
            case t.UnknownType():
                pass
            case _:
                scope.report(not_a_set(scope, found, "`followed by`"))
        lists.extend(found.lists if isinstance(found, t.Chained) else [found])
    return t.Chained(tuple(lists), type=t.ListType(inner), span=node.span)
