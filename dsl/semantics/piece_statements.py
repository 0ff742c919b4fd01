"""Statements on pieces and counters: move, create, mark, give, shuffle, reveal."""

from __future__ import annotations

from msgspec.structs import replace

from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import closing, mismatch, not_yet, plural, unknown
from dsl.semantics.expressions.arithmetic import count
from dsl.semantics.expressions.calls import check_range, wrong_number
from dsl.semantics.expressions.expression import chained, links_of, split_amount
from dsl.semantics.expressions.properties import who
from dsl.semantics.expressions.sets import cells, kind_word, members, on_one_board, state_of
from dsl.semantics.scopes import Scope, maybe_none, one_or_team
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.teams import players_of
from dsl.semantics.type_compatibility import PLAYER, TEAM, number, sure
from dsl.syntax.ast import (
    Apply,
    CreateStatement,
    Expr,
    GiveStatement,
    MarkStatement,
    MoveStatement,
    Name,
    Number,
    RevealStatement,
    ShuffleStatement,
)

Target = tuple[
    t.Expr | None, t.ZoneSet | None, bool
]  #: a place, or a zone and whether it is its bottom; neither: the reserve for counters, the box for pieces


def move(scope: Scope, node: MoveStatement) -> tuple[t.Statement, ...]:
    """Return the typed statements of a `move`."""
    amount_node, rest = split_amount(scope, node.things)
    amount = None if amount_node is None else count(scope, amount_node, "an amount")
    things = scope.typed(rest)
    cell, zone, bottom = target(scope, node.target)
    if cell is not None:
        on_one_board(scope, things.type, cell, "`to`")
    _reserve_or_box(scope, things, node.target)
    turned = None if node.turned is None else count(scope, node.turned, "`turned`")
    match things, things.type:
        case t.CounterSet(), _:
            _on_board(scope, zone, node.target)
            return (t.MoveCounters(things, None, amount, cell, _is_box(scope, node.target), span=node.span),)
        case _, t.CounterType():
            _on_board(scope, zone, node.target)
            return (t.MoveCounters(None, things, amount, cell, _is_box(scope, node.target), span=node.span),)
        case _, (t.PieceType() | t.MaybeType(t.PieceType())):
            return (_piece(scope, things, cell, zone, bottom, turned, node.span),)
        case t.ZoneSet(kind=None), _ if amount is not None:
            return (_some_of_zone(scope, things, (cell, zone, bottom), amount, node.span),)
        case t.ZoneSet(kind=None), _ if zone is not None:
            return (_zone(scope, things, zone, bottom, node.span),)
        case _, t.SetType(t.PieceType() as piece) | t.ListType(t.PieceType() as piece):
            if amount is not None:
                things = t.BuiltinValue("first", (amount, things), type=t.ListType(piece), span=things.span)
            return (_pieces(scope, things, piece, cell, zone, bottom, node.span),)
    _report_unmovable(scope, things, node.span)
    return ()


def _report_unmovable(scope: Scope, things: t.Expr, span: Span) -> None:
    said = scope.world.describe(things.type)
    if isinstance(things.type, t.SetType):
        scope.report(not_yet("this move", span))
    elif isinstance(things.type, t.MaybeType):
        scope.report(maybe_none(scope.world, things))
    elif not isinstance(things.type, t.UnknownType):
        scope.report(
            mismatch(
                "only pieces and counters can be moved", things.span, f"this is {said}", "a piece or counters", said
            )
        )


def target(scope: Scope, node: Expr) -> Target:
    """Return the target of a move."""
    match node:
        case Name("reserve" | "box" as word) if word not in scope.locals and word not in scope.world.zones:
            return None, None, False
        case Apply("top" | "bottom" as end, (inner,)):
            zone = scope.typed(inner)
            if isinstance(zone, t.ZoneSet):
                return None, zone, end == "bottom"
            found: t.Expr = zone
        case _:
            found = scope.typed(node)
    if isinstance(found, t.ZoneSet):
        return None, found, False
    place = scope.world.agreement.place_of(sure(found.type))
    if place is not None:
        return scope.fit(found, place, "`to`"), None, False
    if not isinstance(found.type, t.UnknownType):
        said = scope.world.describe(found.type)
        scope.report(
            mismatch(
                "things move to a place, a zone or the reserve",
                found.span,
                f"this is {said}",
                "a place, a zone or `reserve`",
                said,
            )
        )
    return scope.unknown(node.span), None, False


def _reserve_or_box(scope: Scope, things: t.Expr, node: Expr) -> None:
    """Return the target of a move off the table: counters go to their reserve or the box, pieces only to the box."""
    if not isinstance(node, Name) or node.name != "reserve":
        return
    if node.name in scope.locals or node.name in scope.world.zones or isinstance(things.type, t.UnknownType):
        return
    inner = things.type.of if isinstance(things.type, (t.SetType, t.MaybeType)) else things.type
    if isinstance(inner, t.PieceType):
        scope.report(
            mismatch(
                "only counters have a reserve",
                node.span,
                f"{scope.world.describe(things.type)} cannot go to the reserve",
                "a place, a zone or `box`",
                "the reserve",
                "write `box` instead of `reserve`",
            )
        )


def _is_box(scope: Scope, node: Expr) -> bool:
    return node == Name("box", span=node.span) and "box" not in scope.locals and "box" not in scope.world.zones


def _on_board(scope: Scope, zone: t.ZoneSet | None, node: Expr) -> None:
    if zone is not None:
        scope.report(
            mismatch("a zone holds no counters", node.span, "this is a zone", "a place or `reserve`", "a zone")
        )


def _piece(
    scope: Scope,
    piece: t.Expr,
    cell: t.Expr | None,
    zone: t.ZoneSet | None,
    bottom: bool,
    turned: t.Expr | None,
    span: Span,
) -> t.Statement:
    name = piece.name if isinstance(piece, t.LocalValue) else ""
    _holds(scope, sure(piece.type), zone, span)
    if turned is not None:
        _turns(scope, sure(piece.type), cell, turned)
    return t.MovePiece(piece, name, cell, zone, bottom, turned, span=span)


def _turns(scope: Scope, piece: t.Type, cell: t.Expr | None, turned: t.Expr) -> None:
    """Report a rotation of a piece that has none, or that is not on a board after the move."""
    decl = scope.world.pieces.get(piece.piece) if isinstance(piece, t.PieceType) else None
    if decl is not None and not decl.turns:
        said = scope.world.describe(piece)
        scope.report(
            mismatch(
                f"{said} does not turn",
                turned.span,
                "turned so far",
                "a piece declared with `turns`",
                said,
                f"add `, turns` to the declaration of `{decl.name}`",
            )
        )
    elif cell is None:
        needed = "a place of a board"
        scope.report(mismatch("pieces are turned on a board", turned.span, "moves elsewhere", needed, "no place"))


def _holds(scope: Scope, piece: t.Type, zone: t.ZoneSet | None, span: Span) -> None:
    if zone is None:
        return
    held = t.PieceType(scope.world.zones[zone.zone].piece)
    if piece != held:
        needed, found = scope.world.describe(held), scope.world.describe(piece)
        scope.report(mismatch(f"`{zone.zone}` holds other things", span, f"{found} moves there", needed, found))


def _zone(scope: Scope, origin: t.ZoneSet, zone: t.ZoneSet, bottom: bool, span: Span) -> t.Statement:
    _holds(scope, t.PieceType(scope.world.zones[origin.zone].piece), zone, span)
    return t.MoveZone(origin, zone, bottom, span=span)


def _some_of_zone(scope: Scope, origin: t.ZoneSet, target: Target, amount: t.Expr, span: Span) -> t.Statement:
    """Return the statements that move the top of a zone as many times as the amount requires."""
    cell, zone, bottom = target
    piece = t.PieceType(scope.world.zones[origin.zone].piece)
    _holds(scope, piece, zone, span)
    top = t.ZoneTop(origin, False, type=t.MaybeType(piece), span=span)
    one = t.MovePiece(top, "", cell, zone, bottom, None, span=span)
    return t.RepeatBlock("up to", amount, (one,), span=span)


def _pieces(
    scope: Scope,
    things: t.Expr,
    piece: t.PieceType,
    cell: t.Expr | None,
    zone: t.ZoneSet | None,
    bottom: bool,
    span: Span,
) -> t.Statement:
    name = scope.part.unique("it")
    each = t.LocalValue(name, type=piece, span=things.span)
    return t.Loop(name, things, (_piece(scope, each, cell, zone, bottom, None, span),), False, span=span)


def create(scope: Scope, node: CreateStatement) -> tuple[t.Statement, ...]:
    """Return `create n of card(k, 1) in pile`: the amount precedes the piece, an owner may follow it."""
    links = links_of(node.things)
    world = scope.world
    at = next((n for n, link in enumerate(links) if _piece_name(link) in world.pieces), None)
    if at is None:
        meant = next((link for link in links if _piece_name(link)), links[-1])
        scope.report(_no_piece(world, meant))
        return ()
    decl = world.pieces[_piece_name(links[at])]
    one = Number(1, span=node.span)
    amount = count(scope, chained(links[:at]) if at else one, "an amount")
    check_range(scope, amount, number(0, 10_000), decl.span, "an amount of pieces")
    owner = scope.need(chained(links[at + 1 :]), who(decl), f"`{decl.name} of`") if at + 1 < len(links) else None
    kind, attributes = _values(scope, links[at], decl)
    cell, zone = _where_made(scope, node.place)
    if cell is not None:
        on_one_board(scope, t.PieceType(decl.name), cell, "`in`")
    _holds(scope, t.PieceType(decl.name), zone, node.span)
    return (t.CreatePieces(decl.name, owner, kind, attributes, amount, zone, cell, span=node.span),)


def _no_piece(world: SymbolTable, node: Expr) -> Problem:
    """Return the problem of a name in `create` that is no piece: perhaps a value of the kind of one."""
    name = _piece_name(node)
    if not name:
        return mismatch("`create` needs a piece", node.span, "no piece", "a piece such as `tile(marsh)`", "no piece")
    for decl in world.pieces.values():
        values = world.kinds[decl.kind].values if decl.kind in world.kinds else ()
        value = next((each for each in values if name in (each, plural(each))), None)
        if value is not None:
            said = f"`{name}` is a kind of `{decl.name}`, and here the piece is missing"
            return Problem("unknown-name", said, node.span, "no piece", help=f"write `{decl.name}({value})`")
    return unknown(name, "piece", node.span, world.pieces)


def _where_made(scope: Scope, node: Expr) -> tuple[t.Expr | None, t.ZoneSet | None]:
    """Return the target of new pieces: a zone, a place, or a set or list of places that each get their own pieces."""
    found = scope.typed(node)
    if isinstance(found, t.ZoneSet):
        return None, found
    if members(found.type) is not None and scope.world.agreement.place_of(members(found.type) or found.type):
        return cells(scope, found, "`in`"), None
    place = scope.world.agreement.place_of(sure(found.type))
    if place is not None:
        return scope.fit(found, place, "`in`"), None
    if not isinstance(found.type, t.UnknownType):
        said = scope.world.describe(found.type)
        scope.report(
            mismatch("pieces are made on places or in a zone", found.span, f"this is {said}", "a place or zone", said)
        )
    return scope.unknown(node.span), None


def _piece_name(node: Expr) -> str:
    return node.name if isinstance(node, (Name, Apply)) else ""


def _values(scope: Scope, node: Expr, decl: t.PieceDecl) -> tuple[t.Expr | None, tuple[t.Expr, ...]]:
    args = node.args if isinstance(node, Apply) else ()
    wanted = [t.KindType(decl.kind)] if decl.kind else []
    types: list[t.Type] = [*wanted, *(type_ for _, type_ in decl.attributes)]
    if len(args) != len(types):
        scope.report(wrong_number(decl.name, node.span, len(types), args, decl.span))
        return None, ()
    values = [scope.need(arg, type_, f"`{decl.name}`") for arg, type_ in zip(args, types, strict=True)]
    for value, type_ in zip(values, types, strict=True):
        check_range(scope, value, type_, decl.span, f"this of `{decl.name}`")
    return (values[0], tuple(values[1:])) if decl.kind else (None, tuple(values))


def mark(scope: Scope, node: MarkStatement) -> tuple[t.Statement, ...]:
    """Return `mark 1 of my herons on t as spent`."""
    amount_node, rest = split_amount(scope, node.things)
    amount = None if amount_node is None else count(scope, amount_node, "an amount")
    things = scope.typed(rest)
    inner = members(things.type) or sure(things.type)
    if isinstance(inner, t.PieceType) and amount is None and not isinstance(things, t.ZoneSet):
        kind = kind_word(scope, inner.piece, node.state, closing(node.span, node.state))
        return () if kind is None else (t.MarkPieces(things, kind, span=node.span),)
    if not isinstance(things, t.CounterSet):
        if isinstance(things.type, t.CounterType) and amount is None:
            name = things.name if isinstance(things, t.LocalValue) else ""
            which = state_of(scope, things.type.counter, node.state, closing(node.span, node.state))
            return (t.MarkCounter(things, name, which, span=node.span),)
        if not isinstance(things.type, t.UnknownType):
            said = scope.world.describe(things.type)
            scope.report(mismatch("only counters have a state", things.span, f"this is {said}", "counters", said))
        return ()
    state = state_of(scope, things.counter, node.state, closing(node.span, node.state))
    return (t.MarkCounters(things, amount, state, span=node.span),)


def give(scope: Scope, node: GiveStatement) -> tuple[t.Statement, ...]:
    """Return `give S to p`."""
    things = scope.typed(node.things)
    inner = members(things.type) or sure(things.type)
    decl = scope.world.pieces[inner.piece] if isinstance(inner, t.PieceType) else None
    player = scope.need(node.player, PLAYER if decl is None else who(decl), "`to`")
    if isinstance(inner, t.UnknownType):
        return ()
    if decl is None or not decl.owned or isinstance(things, t.ZoneSet):
        said = scope.world.describe(things.type)
        needed = "pieces that are declared `of player` or `of team`"
        scope.report(mismatch("only pieces with an owner can be given", things.span, said, needed, said))
        return ()
    if isinstance(things.type, t.MaybeType):
        scope.report(maybe_none(scope.world, things))
    return (t.GivePieces(things, player, span=node.span),)


def shuffle(scope: Scope, node: ShuffleStatement) -> tuple[t.Statement, ...]:
    """Return `shuffle pile`."""
    zone = scope.typed(node.zone)
    if isinstance(zone, t.ZoneSet):
        return (t.ShuffleZone(replace(zone, kind=None), span=node.span),)
    if not isinstance(zone.type, t.UnknownType):
        said = scope.world.describe(zone.type)
        scope.report(mismatch("only a zone can be shuffled", zone.span, f"this is {said}", "a zone", said))
    return ()


def reveal(scope: Scope, node: RevealStatement) -> tuple[t.Statement, ...]:
    """Return `reveal X`, `reveal X to p`."""
    thing = scope.typed(node.thing)
    to = None if node.to is None else one_or_team(scope, node.to, "`to`")
    if to is not None and to.type == TEAM:
        to = players_of(to)
    return (t.RevealThing(thing, to, span=node.span),)
