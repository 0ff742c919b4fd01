"""Sets and the operators that narrow them: `on`, `in`, `next to`, `joined to`, `within`, `plus`, `without`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from msgspec import structs

from dsl.base.problem import Problem, Problems, RulesError
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.analysis.set_formulas import Membership
from dsl.semantics.error_messages import closing, mismatch, not_yet, plural, unknown
from dsl.semantics.expressions.arithmetic import count
from dsl.semantics.scopes import Scope
from dsl.semantics.type_compatibility import TRUTH, sure
from dsl.syntax.ast import Chain, Expr, Name, Of, Phrase, RankedBy, ThatAre, TheOn, Where, WithExtreme, Within
from dsl.syntax.expression_formatter import write


def members(found: t.Type) -> t.Type | None:
    """Return the member type of a set or list, or None for any other type."""
    return found.of if isinstance(found, (t.SetType, t.ListType)) else None


def is_counters(found: t.Type) -> bool:
    """Return whether this is a set of counters."""
    return isinstance(found, t.SetType) and isinstance(found.of, t.CounterType)


def not_a_set(scope: Scope, found: t.Expr, who: str) -> Problem:
    """Report a single value where a set or list is needed."""
    said = scope.world.describe(found.type)
    summary = f"{who} needs several things, and this is {said}"
    return Problem("not-a-set", summary, found.span, f"this is {said}", help=_set_instead(found.type, who))


def _set_instead(found: t.Type, who: str) -> str:
    """Return the help line for a single value where a set is needed; empty if there is none."""
    match found:
        case t.KindType(name=kind) if kind[:1].isupper() and who == "`for each`":
            return f"to go through all of them, write `in {kind}`"
        case _ if who == "`next to`":
            return "whether two lie beside each other is asked with `touches`: `goal touches s`"
        case t.NumberType() if who in ("`any of`", "`none of`"):
            return "a number is compared: `... > 0`, `... is 0`"
        case _:
            return ""


def cells(scope: Scope, found: t.Expr, who: str) -> t.Expr:
    """Return `found` as a place or a set of places; a counter set becomes the set of its places."""
    place = scope.world.agreement.cells_of(found.type)
    if isinstance(found, t.CounterSet):
        board = scope.world.counters[found.counter].board
        return t.CounterCells(found, type=t.SetType(t.PlaceType(board)), span=found.span)
    if place is None and isinstance(found.type, t.ListType):
        place = scope.world.agreement.place_of(found.type.of)
        if place is not None:
            found = structs.replace(found, type=t.SetType(found.type.of))
    if place is None or isinstance(found, t.ZoneSet):
        if not isinstance(found.type, t.UnknownType):
            said = scope.world.describe(found.type)
            scope.report(
                mismatch(
                    f"{who} needs a place, and this is {said}", found.span, f"this is {said}", "a place or places", said
                )
            )
        return scope.unknown(found.span)
    return scope.as_place(found) if members(found.type) is None else scope.standing(found)


def on_one_board(scope: Scope, left: t.Type, right: t.Expr, who: str) -> None:
    """Report operands that are places of different boards."""
    agreement = scope.world.agreement
    one, other = (agreement.place_of(sure(members(found) or found)) for found in (left, right.type))
    if scope.world.strict and one is not None and other is not None and one != other:
        summary = f"what stands before and behind {who} belongs to two boards"
        why = f"What stands before it belongs to the board `{one.board}`; nothing is on both boards, or beside both."
        scope.report(Problem("type-mismatch", summary, right.span, f"this belongs to `{other.board}`", why))


def pieces_on(left: t.Expr, places: t.Expr, span: Span) -> t.Expr:
    """Return the pieces known by number, from a set, that are on a place or on one of several."""
    return t.PiecesOn(left, places, type=left.type, span=span)


def _all_places(scope: Scope, left: t.Expr) -> t.Expr:
    """Return all places of the board that a set of pieces or counters belongs to."""
    place = scope.world.agreement.place_of(members(left.type) or left.type)
    assert place is not None
    return t.AllCells(place.board, type=t.SetType(place), span=left.span)


def phrase(scope: Scope, node: Phrase) -> t.Expr:
    """Return the typed form of a place phrase."""
    left = scope.typed(node.left)
    match node.word:
        case "on" | "in":
            return _standing(scope, node, left)
        case "next to" | "joined to":
            return _near(scope, node, left)
        case "in rows of":
            return _in_rows(scope, node, left)
        case "with":
            return _holding(scope, node, left)
        case "plus" | "without":
            return _combined(scope, node, left)
        case "clockwise from" | "anticlockwise from":
            return _rotation(scope, node, left)
    assert_never(node.word)


def _standing(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    if isinstance(node.right, Name) and node.right.name == "reserve" and "reserve" not in scope.locals:
        return _in_reserve(scope, node, left)
    if node.word == "in" and members(left.type) is None and not isinstance(left.type, t.UnknownType):
        hint = f"to ask whether it belongs to a set, write `{write(node.left)} is in {write(node.right)}`"
        scope.report(replace(not_a_set(scope, left, "`in`"), help=hint))
        return scope.unknown(node.span)
    right = scope.typed(node.right)
    if isinstance(right, t.ZoneSet):
        return _in_zone(scope, node, left, right)
    if node.word == "in" and members(right.type) is None and scope.world.agreement.cells_of(right.type) is not None:
        scope.report(_wrong_word(node, "in", "on", "A thing stands on a place; it is in a zone, a set or the reserve."))
    return put_on(scope, left, right, f"`{node.word}`", node.span)


def put_on(scope: Scope, left: t.Expr, right: t.Expr, who: str, span: Span) -> t.Expr:
    """Return the members of `left` that are on `right`."""
    right = cells(scope, right, who)
    on_one_board(scope, left.type, right, who)
    if isinstance(left, t.CounterSet):
        return structs.replace(left, place=_meet(left.place, right, span), span=span)
    if not _several(scope, left, who):
        return scope.unknown(span)
    if scope.world.agreement.numbered(left.type) and not isinstance(left, t.ZoneSet):
        return pieces_on(left, right, span)
    left = cells(scope, left, who)
    return t.CellUnion("both", left, right, type=left.type, span=span)


def _meet(place: t.Expr | None, right: t.Expr, span: Span) -> t.Expr:
    return right if place is None else t.CellUnion("both", place, right, type=_as_set(right.type), span=span)


def _as_set(found: t.Type) -> t.Type:
    return found if isinstance(found, (t.SetType, t.UnknownType)) else t.SetType(found)


def _several(scope: Scope, left: t.Expr, who: str) -> bool:
    if members(left.type) is not None:
        return True
    if not isinstance(left.type, t.UnknownType):
        scope.report(not_a_set(scope, left, who))
    return False


def _in_reserve(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    if node.word == "on":
        scope.report(_wrong_word(node, "on", "in", "The reserve is no place of a board."))
    if isinstance(left, t.CounterSet):
        return structs.replace(left, reserve=True, span=node.span)
    if not isinstance(left.type, t.UnknownType):
        said = scope.world.describe(left.type)
        scope.report(mismatch("only counters are in reserve", left.span, f"this is {said}", "counters", said))
    return scope.unknown(node.span)


def _in_zone(scope: Scope, node: Phrase, left: t.Expr, zone: t.ZoneSet) -> t.Expr:
    if node.word == "on":
        scope.report(_wrong_word(node, "on", "in", "A zone is no place of a board; things are in it."))
    if isinstance(left, t.PieceCells) and zone.type == left.type and left.owner is None:
        return structs.replace(zone, kind=left.kind if left.kind is not None else zone.kind, span=node.span)
    if not isinstance(left.type, t.UnknownType):
        needed, found = scope.world.describe(zone.type), scope.world.describe(left.type)
        scope.report(mismatch(f"`{zone.zone}` holds other things", left.span, f"this is {found}", needed, found))
    return scope.unknown(node.span)


def _wrong_word(node: Phrase, wrong: str, right: str, why: str) -> Problem:
    return Problem(
        "wrong-small-word",
        f"this is said with `{right}`, not with `{wrong}`",
        node.right.span,
        f"`{wrong}` this",
        why,
        f"write `{right}` instead of `{wrong}`",
    )


def _near(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    right = cells(scope, scope.typed(node.right), f"`{node.word}`")
    on_one_board(scope, left.type, right, f"`{node.word}`")
    if isinstance(left, t.CounterSet):
        board = scope.world.counters[left.counter].board
        around = t.AllCells(board, type=t.SetType(t.PlaceType(board)), span=left.span)
        place = _next_or_joined(node, left.place if left.place is not None else around, right)
        return structs.replace(left, place=place, span=node.span)
    if not _several(scope, left, f"`{node.word}`"):
        return scope.unknown(node.span)
    if scope.world.agreement.numbered(left.type) and not isinstance(left, t.ZoneSet):
        places = cells(scope, left, "") if node.word == "joined to" else _all_places(scope, left)
        return pieces_on(left, _next_or_joined(node, places, right), node.span)
    return _next_or_joined(node, cells(scope, left, f"`{node.word}`"), right)


def _next_or_joined(node: Phrase, left: t.Expr, right: t.Expr) -> t.Expr:
    if node.word == "next to":
        return t.NextTo(left, right, type=_as_set(left.type), span=node.span)
    return t.JoinedTo(left, right, type=_as_set(left.type), span=node.span)


def _in_rows(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    """`my hares in rows of 4`: those in a straight row of that length."""
    length = count(scope, node.right, "`in rows of`")
    if isinstance(length.type, t.NumberType) and length.type.low < 1:
        scope.report(Problem("out-of-range", "a row has at least 1 place", length.span, "perhaps less"))
    if not isinstance(left, t.CounterSet) and not _several(scope, left, "`in rows of`"):
        return scope.unknown(node.span)
    standing = cells(scope, left, "`in rows of`")
    place = scope.world.agreement.cells_of(standing.type)
    if place is not None and scope.world.boards[place.board].shape not in ("squares", "hexes"):
        shape = scope.world.boards[place.board].shape
        board = f"a board of {shape}"
        scope.report(
            mismatch(f"{shape} lie in no rows", node.span, f"on {shape}", "a board of squares or hexes", board)
        )
    rows = t.InRows(standing, length, type=standing.type, span=node.span)
    return structs.replace(left, place=rows, span=node.span) if isinstance(left, t.CounterSet) else rows


def _holding(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    """`squares with my men`: the members of a set of places that hold one of the pieces or counters."""
    right = scope.typed(node.right)
    if not _several(scope, left, "`with`"):
        return scope.unknown(node.span)
    on_one_board(scope, left.type, right, "`with`")
    return t.CellUnion(
        "both", cells(scope, left, "`with`"), cells(scope, right, "`with`"), type=left.type, span=node.span
    )


def the_on(scope: Scope, node: TheOn) -> t.Expr:
    """`the man on s`: the piece on that place, none if there is none."""
    decl = scope.world.pieces.get(node.thing)
    place = cells(scope, scope.typed(node.place), "`on`")
    if decl is None or not decl.board:
        on_boards = [name for name, piece in scope.world.pieces.items() if piece.board]
        problem = unknown(node.thing, "piece on a board", node.span, on_boards)
        several = node.thing in scope.world.counters or scope.world.of_plural(
            node.thing, (*scope.world.counters, *scope.world.pieces)
        )
        if several:
            things = plural(node.thing) if node.thing in scope.world.counters else node.thing
            hint = f"for all that stand there write `{things} on {write(node.place)}`"
            problem = replace(problem, explanation="`the` is said of one piece that stands on a place.", help=hint)
        scope.report(problem)
        return scope.unknown(node.span)
    piece = t.PieceType(node.thing)
    on_one_board(scope, piece, place, "`on`")
    every = t.PieceCells(node.thing, None, type=t.SetType(piece), span=node.span)
    here: t.Expr = t.CellUnion("both", every, place, type=every.type, span=node.span)
    if not decl.by_cell:
        here = pieces_on(every, place, node.span)
    return t.OneOf(here, type=piece, span=node.span)


def _combined(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    operator = "plus" if node.word == "plus" else "without"
    right = scope.typed(node.right, members(left.type) or left.type)
    if isinstance(left.type, t.UnknownType) or isinstance(right.type, t.UnknownType):
        return scope.unknown(node.span)
    on_one_board(scope, left.type, right, f"`{operator}`")
    numbered = scope.world.agreement.numbered(left.type) and members(left.type) is not None
    if numbered and members(left.type) in (members(right.type), right.type) and not isinstance(left, t.ZoneSet):
        return t.CellUnion("plus" if operator == "plus" else "without", left, right, type=left.type, span=node.span)
    if scope.world.agreement.cells_of(left.type) is not None and not isinstance(left, t.ZoneSet):
        left, right = cells(scope, left, f"`{operator}`"), cells(scope, _perhaps(scope, right), f"`{operator}`")
        joined = scope.world.agreement.join(_as_set(left.type), _as_set(right.type)) if operator == "plus" else None
        type_ = joined if joined is not None else _places(scope, left.type, operator)
        return t.CellUnion("plus" if operator == "plus" else "without", left, right, type=type_, span=node.span)
    if operator == "without" and members(left.type) is not None and not is_counters(left.type):
        return _without(scope, node, left, right)
    if operator == "plus" and isinstance(left.type, t.SetType) and _as_bits(left.type.of):
        return _plus(scope, node, left, left.type, right)
    scope.report(not_yet(f"`{operator}` of {scope.world.describe(left.type)}", node.span))
    return scope.unknown(node.span)


def _perhaps(scope: Scope, found: t.Expr) -> t.Expr:
    """Return a place that may be none as a set: empty for none."""
    if isinstance(found.type, t.MaybeType) and scope.world.agreement.place_of(found.type.of) is not None:
        return t.ListOf((found,), type=t.SetType(found.type.of), span=found.span)
    return found


def _as_bits(inner: t.Type) -> bool:
    return isinstance(inner, (t.KindType, t.PlayerType, t.TruthType, t.PieceType))


def _plus(scope: Scope, node: Phrase, left: t.Expr, type_: t.SetType, right: t.Expr) -> t.Expr:
    """`used plus hatch`: a set with one more member, or the union of two sets."""
    wanted = type_ if members(right.type) is not None else type_.of
    right = scope.fit(right, wanted, "`plus`")
    return t.CellUnion("plus", left, right, type=type_, span=node.span)


def _places(scope: Scope, left: t.Type, operator: str) -> t.Type:
    """Return the type of a set operation: places for `plus` where possible, otherwise the left type as a set."""
    place = scope.world.agreement.cells_of(left) if operator == "plus" else None
    return _as_set(left) if place is None else t.SetType(place)


def _without(scope: Scope, node: Phrase, left: t.Expr, right: t.Expr) -> t.Expr:
    """`players without me`: a set without one value or without another set."""
    inner = members(left.type)
    assert inner is not None
    name = scope.part.unique("it")
    each = t.LocalValue(name, type=inner, span=left.span)
    condition: t.Expr
    if members(right.type) is not None:
        condition = t.Negation(t.MembershipTest(each, right, type=TRUTH, span=right.span), type=TRUTH, span=right.span)
    else:
        condition = t.Comparison("!=", each, scope.fit(right, inner, "`without`"), type=TRUTH, span=right.span)
    return t.Filtered(left, name, condition, type=left.type, span=node.span)


def _rotation(scope: Scope, node: Phrase, left: t.Expr) -> t.Expr:
    start = scope.need(node.right, t.PlayerType(), f"`{node.word}`")
    left = scope.fit(left, t.SetType(t.PlayerType()), f"`{node.word}`")
    type_ = t.ListType(t.PlayerType())
    around = t.Rotation(node.word == "clockwise from", start, type=type_, span=node.span)
    if isinstance(left, t.AllSeats) and left.in_play:
        return around
    name = scope.part.unique("it")
    each = t.LocalValue(name, type=t.PlayerType(), span=left.span)
    return t.Filtered(
        around, name, t.MembershipTest(each, left, type=TRUTH, span=left.span), type=type_, span=node.span
    )


def within(scope: Scope, node: Within) -> t.Expr:
    """Return the typed form of `S within n of x`."""
    left = scope.typed(node.things)
    distance = count(scope, node.distance, "`within`")
    centre = cells(scope, scope.typed(node.centre), "`within`")
    on_one_board(scope, left.type, centre, "`within`")
    if isinstance(left, t.CounterSet):
        board = scope.world.counters[left.counter].board
        type_ = t.SetType(t.PlaceType(board))
        around = left.place if left.place is not None else t.AllCells(board, type=type_, span=left.span)
        return structs.replace(
            left, place=t.WithinOf(around, distance, centre, type=type_, span=node.span), span=node.span
        )
    if not _several(scope, left, "`within`"):
        return scope.unknown(node.span)
    if scope.world.agreement.numbered(left.type) and not isinstance(left, t.ZoneSet):
        around = _all_places(scope, left)
        near = t.WithinOf(around, distance, centre, type=around.type, span=node.span)
        return pieces_on(left, near, node.span)
    left = cells(scope, left, "`within`")
    return t.WithinOf(left, distance, centre, type=left.type, span=node.span)


def that_are(scope: Scope, node: ThatAre) -> t.Expr:
    """Return the typed form of `my herons that are fresh`."""
    left = scope.typed(node.things)
    if isinstance(left.type, t.SetType) and isinstance(left.type.of, t.PieceType):
        return of_kind(scope, left, left.type.of.piece, node)
    if not isinstance(left, t.CounterSet):
        if not isinstance(left.type, t.UnknownType):
            said = scope.world.describe(left.type)
            scope.report(mismatch("only counters have a state", left.span, f"this is {said}", "counters", said))
        return scope.unknown(node.span)
    return structs.replace(
        left, state=state_of(scope, left.counter, node.state, closing(node.span, node.state)), span=node.span
    )


def of_kind(scope: Scope, left: t.Expr, piece: str, node: ThatAre) -> t.Expr:
    """`my men on s that are grown`: the pieces of a set that have a kind."""
    kind = kind_word(scope, piece, node.state, closing(node.span, node.state))
    if kind is None:
        return scope.unknown(node.span)
    if isinstance(left, (t.PieceCells, t.ZoneSet)) and left.kind is None:
        return structs.replace(left, kind=kind, span=node.span)
    everywhere = t.PieceCells(piece, kind, type=left.type, span=node.span)
    if not isinstance(left, t.ZoneSet) and scope.world.pieces[piece].board:
        return t.CellUnion("both", left, everywhere, type=left.type, span=node.span)
    name = scope.part.unique("it")
    it = t.LocalValue(name, type=t.PieceType(piece), span=left.span)
    same = t.Comparison(
        "==", t.PropertyValue("kind", it, type=kind.type, span=left.span), kind, type=TRUTH, span=node.span
    )
    return t.Filtered(left, name, same, type=left.type, span=node.span)


def kind_word(scope: Scope, piece: str, word: str, span: Span) -> t.Expr | None:
    """Return the kind of a piece that a word names: a local that holds a kind, or a value; report any other word."""
    decl = scope.world.pieces[piece]
    wanted = t.KindType(decl.kind)
    if not decl.kind:
        scope.report(Problem("unknown-name", f"a {piece} is of no kind", span, f"there is only one sort of {piece}"))
        return None
    if word in scope.locals:
        return scope.need(Name(word, span=span), wanted, f"the kind of a {piece}")
    values = scope.world.kinds[decl.kind].values
    if word not in values:
        scope.report(unknown(word, f"kind of {piece}", span, values))
        return None
    return t.Constant(values.index(word), type=wanted, span=span)


def state_of(scope: Scope, counter: str, word: str, span: Span) -> int:
    """Return the index of a counter's state; report an unknown state (and return 0)."""
    states = scope.world.counters[counter].states
    if word in states:
        return states.index(word)
    scope.report(unknown(word, f"state of a {counter}", span, states))
    return 0


# ---- ambiguous chains: `squares next to s without squares with pebbles` ----


MOST_LINKS = 8  #: limit on the operands before a word for which other readings are tried

Link = Phrase | Within | ThatAre | RankedBy | WithExtreme | Where


def check_ambiguous_sets(scope: Scope, node: Link, found: t.Expr) -> None:
    """Report a chain whose last word could also apply to only a part of what precedes it."""
    world = scope.world
    start = (node.span.file, node.span.line, node.span.column)
    if not world.strict or isinstance(found.type, t.UnknownType) or start in world.ambiguous:
        return
    for other, holder, part in _others(node):
        if not _is_list(holder, node) and _differ(scope, node, found, other, part):
            world.ambiguous.add(start)
            scope.report(_ambiguous(node, other))
            return


def _is_list(holder: Expr, node: Link) -> bool:
    """Whether two operators form a list of items: `squares without men without walls`."""
    return isinstance(holder, Phrase) and isinstance(node, Phrase) and holder.word == node.word == "without"


def _differ(scope: Scope, node: Link, found: t.Expr, other: Expr, part: Expr) -> bool:
    """Whether a chain may also be read as `other`, with a different result.

    A reading does not count if its result is empty or if the last word changes nothing in it: in `squares next to s
    plus s`, s is added to its neighbours.
    """
    plain, meant = _try_typed(scope, part), _try_typed(scope, other)
    if plain is None or meant is None or not (_is_plus(node) or members(plain.type) is not None):
        return False
    before = _try_typed(scope, _things(node))
    sets = Membership(len(scope.world.boards))
    void = sets.empty(meant) or (before is not None and sets.same(before, meant))
    return not void and not sets.same(found, meant)


def _is_plus(node: Link) -> bool:
    return isinstance(node, Phrase) and node.word == "plus"


def _try_typed(scope: Scope, node: Expr) -> t.Expr | None:
    """Return the typed form of an expression; None if it has a mistake, which is not reported."""
    world = scope.world
    problems, world.problems, world.strict = world.problems, Problems(), False
    try:
        found = scope.inner().typed(node)
        return None if world.problems.found else found
    except RulesError:
        return None
    finally:
        world.problems, world.strict = problems, True


def _ambiguous(node: Link, other: Expr) -> Problem:
    things = _things(node)
    as_read = _with_things(node, structs.replace(things, bracketed=True) if isinstance(things, Chain) else things)
    return Problem(
        "two-readings",
        "this can be read in two ways, which mean different things",
        node.span,
        f"what does `{_word(node)}` belong to?",
        f"Read from left to right, `{_word(node)}` belongs to everything before it:\n    {write(as_read)}\n"
        f"A reader could take it to belong to the last part only:\n    {write(other)}",
        "write the brackets that say which of the two you mean",
    )


def _word(node: Link) -> str:
    match node:
        case Phrase(word):
            return word
        case Within():
            return "within"
        case ThatAre():
            return "that are"
        case RankedBy():
            return "ranked by"
        case WithExtreme(most=most):
            return "with most" if most else "with fewest"
    return "where"


def _things(node: Link) -> Expr:
    return node.left if isinstance(node, Phrase) else node.things


def _with_things(node: Link, things: Expr) -> Link:
    return structs.replace(node, left=things) if isinstance(node, Phrase) else structs.replace(node, things=things)


def _others(node: Link) -> Iterator[tuple[Expr, Expr, Expr]]:
    """Yield each other reading: the chain with its last word applied to one operand only, the link of this operand,
    and the operand. The last operands come first."""
    links: list[Link] = [node]
    for _ in range(MOST_LINKS):
        part = _things(links[-1])
        if not isinstance(part, Chain | Of) or (isinstance(part, Chain) and part.bracketed):
            return
        match part:
            case Phrase(right=last) | Of(right=last):
                yield structs.replace(part, right=_moved(links, last)), part, last
            case Within(centre=last):
                yield structs.replace(part, centre=_moved(links, last)), part, last
        if isinstance(part, Of):
            return
        assert isinstance(part, Link)
        links.append(part)


def _moved(links: list[Link], part: Expr) -> Expr:
    for link in reversed(links):
        part = _with_things(link, part)
    return part
