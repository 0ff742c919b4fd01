"""Type texts: the types that authors write (`tile`, `0..9`, `set of tile`, `player or none`), resolved by name."""

from __future__ import annotations

from typing import assert_never

from dsl.base.board_shapes import PLACE_WORDS
from dsl.base.problem import Problem
from dsl.semantics import typed as t
from dsl.semantics.error_messages import closing, unknown
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import NOTHING, PLAYER, TEAM, TRUTH, UNKNOWN, number
from dsl.syntax.ast import (
    CollectionType,
    Expr,
    Name,
    NamedType,
    Number,
    Parameter,
    PathType,
    RangeType,
    SimpleType,
    TypeText,
    UnaryMinus,
)


def resolve_type(world: SymbolTable, node: TypeText) -> t.Type:
    """Return the type that is written; report words that are not types."""
    names = [a.name for a in node.alternatives if isinstance(a, NamedType)]
    if len(names) == len(node.alternatives) == 2 and set(names) == {"yes", "no"}:
        return TRUTH
    if len(names) == len(node.alternatives) and (union := union_name(world, names)):
        return t.KindType(union)
    found = [_simple(world, a) for a in node.alternatives]
    maybe = NOTHING in found
    rest = [f for f in found if f != NOTHING]
    if len(rest) != 1:
        if UNKNOWN not in rest:
            world.report(
                Problem(
                    "type-mismatch",
                    "a value is of one sort, or of that sort or none",
                    node.span,
                    "several sorts of value",
                    help="declare a definition or variable for each",
                )
            )
        return UNKNOWN
    return t.MaybeType(rest[0]) if maybe else rest[0]


def resolve_parameters(
    world: SymbolTable, params: tuple[Parameter, ...], asking: bool = False
) -> tuple[t.ParamDecl, ...]:
    """Return declared parameters. Only an action is `asking`: its ways are asked of a player, others receive theirs."""
    for param in params:
        first = param.type.alternatives[0]
        if isinstance(first, PathType) and (param.given or not asking):
            _given_way(world, param, first)
    names = [param.name for param in params]
    found = tuple(
        t.ParamDecl(p.name, resolve_type(world, p.type) if names.count(p.name) == 1 else UNKNOWN, p.given, p.span)
        for p in params
    )  # fmt: skip
    for asked in found if asking else ():
        if not asked.given and isinstance(asked.type, (t.SetType, t.ListType, t.MaybeType)):
            world.report(_not_asked(world, asked))
    return found


def _not_asked(world: SymbolTable, param: t.ParamDecl) -> Problem:
    """Report an action that asks for several values at once, or for a value that may be none."""
    assert isinstance(param.type, (t.SetType, t.ListType, t.MaybeType))
    said, one = world.describe(param.type), world.describe(param.type.of)
    if isinstance(param.type, t.MaybeType):
        hint = f"ask for {one}, and offer another action to those who want none"
    else:
        hint = f"ask for {one}, and let it be chosen several times: `choose ..., up to 3 times`"
    return Problem(
        "not-yet", f"asking for {said} cannot be played yet", param.span, f"this is {said}",
        "An action asks for one value at a time.", hint,
    )  # fmt: skip


def _given_way(world: SymbolTable, param: Parameter, way: PathType) -> None:
    world.report(
        Problem(
            "type-mismatch",
            "a way that is given is known already",
            way.span,
            "nothing more to say of it",
            help=f"write `{param.name}: {way.path}`",
        )
    )


def union_name(world: SymbolTable, names: list[str]) -> str:
    """Return the kind `Terrain or storm` if a piece has declared it, or nothing."""
    name = " or ".join(names)
    return name if len(names) > 1 and name in world.kinds else ""


def _simple(world: SymbolTable, node: SimpleType) -> t.Type:
    match node:
        case NamedType():
            return _named(world, node)
        case RangeType():
            return number(*range_bounds(world, node))
        case CollectionType():
            inner = _named(world, NamedType(node.of, span=closing(node.span, node.of)))
            if inner == UNKNOWN:
                return UNKNOWN
            return t.SetType(inner) if node.kind == "set" else t.ListType(inner)
        case PathType():
            if node.path in world.paths:
                return t.WayType(node.path)
            world.report(unknown(node.path, "path", node.span, world.paths))
            return UNKNOWN
    assert_never(node)


def _named(world: SymbolTable, node: NamedType) -> t.Type:
    name = node.name
    if name in world.pieces:
        return t.PieceType(name)
    if name in world.counters:
        return t.CounterType(name)
    if name in world.kinds:
        return t.KindType(name)
    if name in world.paths:
        return t.WayType(name)
    if name.partition(" of ")[0] in PLACE_WORDS.values() and (board := world.which_board(name, node.span)):
        return t.PlaceType(board)
    match name:
        case "player":
            return PLAYER
        case "team":
            return TEAM
        case "none":
            return NOTHING
        case "number":
            return t.NumberType()
    sorts = {*world.pieces, *world.counters, *world.kinds, *world.paths, "player", "team", "number"}
    sorts |= {world.place_word(board) for board in world.boards.values()}
    world.report(unknown(name, "sort of thing", node.span, sorts, "unknown-kind"))
    return UNKNOWN


def range_bounds(world: SymbolTable, node: RangeType) -> tuple[int, int]:
    """Return the bounds of a range; a bound that names an option is the outermost value of that option."""
    low, high = _end(world, node.low)[0], _end(world, node.high)[1]
    if low > high:
        world.report(
            Problem(
                "out-of-range",
                "a range goes from its least number to its greatest",
                node.span,
                f"{low} is more than {high}",
                help=f"write `{high}..{low}`",
            )
        )
        return high, low
    return low, high


def _end(world: SymbolTable, node: Expr) -> tuple[int, int]:
    match node:
        case Number():
            return node.value, node.value
        case UnaryMinus(Number(value)):
            return -value, -value
        case Name() if node.name in world.options:
            world.used_options.add(node.name)
            type_ = world.options[node.name].type
            if isinstance(type_, t.NumberType):
                return type_.low, type_.high
        case Name():
            numbers = [o.name for o in world.options.values() if isinstance(o.type, t.NumberType)]
            world.report(unknown(node.name, "option", node.span, numbers, "unknown-option"))
            return 0, 0
    world.report(
        Problem("not-a-number", "each end of a range is a number or an option that is one", node.span, "no number")
    )
    return 0, 0
