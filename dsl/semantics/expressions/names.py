"""Resolution of single names: a local, an option, a variable, a set of components, a player's colour, a word of a
kind."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar, cast

from msgspec import structs

from dsl.base.node_fields import names_inside
from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.declarations import constant
from dsl.semantics.error_messages import no_such_place, not_yet, plural, unknown
from dsl.semantics.scopes import Declaration, LocalName, Scope, fact_of, facts_if
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import PLAYER, TEAM, UNKNOWN, sure
from dsl.semantics.type_texts import resolve_parameters, resolve_type
from dsl.syntax.ast import DefineSection, Name, NamedType

# ---- definitions, each checked at its first use ----


MOST_PARTS = 2000
N = TypeVar("N")


def definition(scope: Scope, name: str) -> t.DefineDecl | None:
    """Return the checked definition `name`, or None if there is none; a recursive one has an unknown result."""
    world = scope.world
    node = world.definitions.get(name)
    if node is None:
        return None
    if name in world.defines:
        return world.defines[name]
    if name in world.open_definitions:
        return t.DefineDecl(name, resolve_parameters(world, node.params), UNKNOWN, (), node.span)
    world.open_definitions.add(name)
    decl = check_definition(scope, node)
    world.open_definitions.discard(name)
    world.defines[name] = decl
    return decl


def check_definition(scope: Scope, node: DefineSection) -> t.DefineDecl:
    """Check one definition in a context of its own."""
    world = scope.world
    own = Scope(Declaration(world, scope.part.judge, f"define {node.name}"))
    params = resolve_parameters(world, node.params)
    for param in params:
        own.declare(param.name, param.type, param.span)
    wanted = resolve_type(world, node.result) if node.result is not None else None
    cases: list[t.CaseDecl] = []
    result: t.Type = UNKNOWN
    for case in node.cases:
        condition = None
        inner = own.inner()
        if case.condition is not None:
            condition = own.need(case.condition, t.TruthType(), f"the case `{case.name}`")
            inner.facts.update(facts_if(condition, True))
            own.facts.update(facts_if(condition, False))
        hint = wanted if wanted is not None else result
        value = inner.typed(case.value, hint)
        if wanted is not None:
            value = inner.fit(value, wanted, f"`{node.name}`")
        joined = world.agreement.join(result, value.type)
        if joined is None:
            value = inner.fit(value, result, f"each case of `{node.name}`")
        else:
            result = joined
        cases.append(t.CaseDecl(case.name, condition, value))
    return t.DefineDecl(node.name, params, wanted if wanted is not None else result, tuple(cases), node.span)


def inlined(scope: Scope, decl: t.DefineDecl, args: tuple[t.Expr, ...]) -> t.Expr | None:
    """Return the single phrase of a definition with its arguments substituted, for sets of counters and zones."""
    if len(decl.cases) != 1 or not isinstance(decl.cases[0].value, (t.CounterSet, t.ZoneSet)):
        return None
    values: dict[str, t.Expr] = {param.name: arg for param, arg in zip(decl.params, args, strict=False)}
    found = substitute(scope, decl.cases[0].value, values)
    if not _is_small(found):
        summary = f"`{decl.name}` grows too large where it is used"
        scope.report(Problem("too-large", summary, args[0].span if args else decl.span, "too many parts"))
        return scope.unknown(found.span)
    return found


def _is_small(node: t.Expr) -> bool:
    """Return whether a phrase is small: definitions expanded into each other can double each time."""
    open_: list[object] = [node]
    for _ in range(MOST_PARTS):
        if not open_:
            return True
        part = open_.pop()
        if isinstance(part, tuple):
            open_.extend(part)
        else:
            open_.extend(getattr(part, name) for name in names_inside(type(part), "type"))
    return False


def substitute(scope: Scope, node: N, values: dict[str, t.Expr]) -> N:
    """Return `node` with each local replaced by its value; names bound inside the node get unique names."""
    if isinstance(node, t.LocalValue):
        return cast(N, values.get(node.name, node))
    if isinstance(node, tuple):
        return cast(N, tuple(substitute(scope, item, values) for item in node))
    names = names_inside(type(node), "type")
    if not names:
        return node
    if isinstance(node, (t.Filtered, t.AggregateOf, t.Ranked, t.Extreme)):
        unique = scope.part.unique("it")
        members = node.set.type
        member = members.of if isinstance(members, (t.SetType, t.ListType)) else UNKNOWN
        values = values | {node.name: t.LocalValue(unique, type=member, span=node.span)}
        node = structs.replace(node, name=unique)
    changed = {name: substitute(scope, getattr(node, name), values) for name in names}
    return cast(N, structs.replace(cast(t.Typed, node), **changed))


MOST_TIMES = 256  #: how many turns back a position is remembered


def name(scope: Scope, node: Name, wanted: t.Type | None) -> t.Expr:
    """Return the typed form of `node`; locals come first, then a word of the wanted kind, then all others."""
    local = scope.locals.get(node.name)
    if local is not None:
        return without_none(scope, t.LocalValue(local.unique, type=local.type, span=node.span))
    if node.name in scope.world.doubled:
        return scope.unknown(node.span)
    found = (
        _word(scope.world, node, wanted)
        or _predefined_name(scope.world, node)
        or _value(scope, node)
        or _things(scope.world, node)
        or _any_word(scope.world, node)
        or _square(scope.world, node)
    )
    if found is not None:
        return found
    if node.name not in scope.world.misdeclared | scope.part.missing:
        scope.part.missing.add(node.name)
        scope.report(_unknown(scope, node))
    return scope.unknown(node.span)


def without_none(scope: Scope, found: t.Expr) -> t.Expr:
    """Return `found` without none, if an earlier test has excluded none."""
    if isinstance(found.type, t.MaybeType) and fact_of(found) in scope.facts:
        match found:
            case t.LocalValue():
                return t.LocalValue(found.name, type=found.type.of, span=found.span)
            case t.VariableValue():
                return t.VariableValue(found.variable, found.of, type=found.type.of, span=found.span)
            case t.TableValue():
                return structs.replace(found, type=found.type.of)
    return found


def word_of(world: SymbolTable, kind: str, word: str, span: Span) -> t.Expr | None:
    """Return the value `word` of a kind, if the kind has it."""
    decl = world.kinds.get(kind)
    if decl is None or word not in decl.values:
        return None
    return t.Constant(decl.values.index(word), type=t.KindType(kind), span=span)


def _word(world: SymbolTable, node: Name, wanted: t.Type | None) -> t.Expr | None:
    inner = wanted.of if isinstance(wanted, (t.SetType, t.ListType, t.MaybeType)) else wanted
    return word_of(world, inner.name, node.name, node.span) if isinstance(inner, t.KindType) else None


def _predefined_name(world: SymbolTable, node: Name) -> t.Expr | None:
    """Return the typed form of a name that every game defines itself."""
    seats = t.SetType(t.PlayerType())
    match node.name:
        case "me":
            return t.Me(type=t.PlayerType(), span=node.span)
        case "players" | "all_players":
            return t.AllSeats(node.name == "players", type=seats, span=node.span)
        case "teams":
            return t.AllTeams(type=t.SetType(TEAM), span=node.span)
        case "times_seen":
            return _times_seen(world, node.span)
        case "centre" if world.boards:
            board = next(iter(world.boards.values()))
            world.report_ambiguous_board(board.name, "centre", node.span, lambda other: f"centre of {other.name}")
            return centre(board, node.span)
    if node.name in world.colours:
        return t.SeatConstant(world.colours.index(node.name), type=t.PlayerType(), span=node.span)
    return None


def centre(board: t.BoardDecl, span: Span) -> t.Expr:
    """Return the cell declared as the centre of a board."""
    return t.CellConstant(board.name, *board.centre, type=t.PlaceType(board.name), span=span)


def every_cell(board: str, span: Span) -> t.Expr:
    """Return all places of a board."""
    return t.AllCells(board, type=t.SetType(t.PlaceType(board)), span=span)


def _times_seen(world: SymbolTable, span: Span) -> t.Expr:
    world.remembers = True
    if any(board.unbounded for board in world.boards.values()):
        world.report(not_yet("`times_seen` on a board without an edge", span))
    return t.TimesSeen(type=t.NumberType(0, MOST_TIMES), span=span)


def _value(scope: Scope, node: Name) -> t.Expr | None:
    world, word, span = scope.world, node.name, node.span
    if word in world.options:
        world.used_options.add(word)
        return t.OptionValue(word, type=world.options[word].type, span=span)
    variable = world.variables.get(word)
    if variable is not None and not variable.owner:
        return without_none(scope, t.VariableValue(word, None, type=variable.type, span=span))
    define = definition(scope, word)
    if define is not None and not define.params:
        scope.world.uses.append((scope.part.who, f"define {word}", span))
        return t.DefineValue(word, (), type=define.result, span=span)
    return None


def _things(world: SymbolTable, node: Name) -> t.Expr | None:
    word, span = node.name, node.span
    zone = world.zones.get(word)
    if zone is not None and not zone.owned:
        return t.ZoneSet(word, None, type=t.SetType(t.PieceType(zone.piece)), span=span)
    if counter := world.of_plural(word, world.counters):
        return t.CounterSet(counter, None, None, False, None, type=t.SetType(t.CounterType(counter)), span=span)
    if piece := world.of_plural(word, world.pieces):
        return t.PieceCells(piece, None, type=t.SetType(t.PieceType(piece)), span=span)
    if any(word == board.shape for board in world.boards.values()):
        return every_cell(world.which_board(word, span), span)
    if (place := constant(world, word)) is not None:
        return structs.replace(place, span=span)
    if word in world.kinds and world.kinds[word].name not in world.options:
        return t.KindValues(word, type=t.SetType(t.KindType(word)), span=span)
    return None


def _any_word(world: SymbolTable, node: Name) -> t.Expr | None:
    kinds = world.kinds_with(node.name)
    return word_of(world, kinds[0].name, node.name, node.span) if kinds else None


_SQUARE = re.compile(r"(?:(.+)_)?([a-z]+)([1-9][0-9]*)")


def _square(world: SymbolTable, node: Name) -> t.Expr | None:
    """Return a square by its file and row, as in the notation: `e4`, or `market_e4` if several boards have squares."""
    found = _SQUARE.fullmatch(node.name)
    if found is None:
        return None
    name, file, row = found.groups()
    if name is None:
        board = next((b for b in world.boards.values() if b.shape == "squares"), None)
    else:
        board = world.boards.get(name)
        board = board if board is not None and board.shares_names(world.boards.values()) else None
    if board is None:
        return None
    if name is None:
        world.report_ambiguous_board(board.name, node.name, node.span, lambda other: f"{other.name}_{node.name}")
    x = 0
    for letter in file:
        x = x * 26 + ord(letter) - ord("a") + 1
    _require_on_board(world, board, (x, int(row)), node)
    return t.CellConstant(board.name, x - 1, int(row) - 1, type=t.PlaceType(board.name), span=node.span)


def _require_on_board(world: SymbolTable, board: t.BoardDecl, at: tuple[int, int], node: Name) -> None:
    """Report a square that lies beyond the sides of its board at every size that the board may have."""
    sides = [side.type.high for side in board.size or () if isinstance(side.type, t.NumberType)]
    if len(sides) == len(at) and any(place > side for place, side in zip(at, sides, strict=True)):
        world.report(no_such_place(board.name, f"it has {sides[1]} rows of {sides[0]} {board.shape}", node.span))


def value_names(scope: Scope) -> set[str]:
    """Return every name that may denote a value or a set here, for suggestions."""
    world = scope.world
    names = {*scope.locals, *world.options, *world.variables, *world.definitions, *world.zones, *world.colours}
    names |= {plural(n) for n in (*world.counters, *world.pieces)} | {
        "me",
        "players",
        "all_players",
        "teams",
        "centre",
        "times_seen",
    }
    names |= {area for board in world.boards.values() for area, _, _ in board.areas}
    names |= {board.shape for board in world.boards.values()} | {w for k in world.kinds.values() for w in k.values}
    return names | {k for k in world.kinds if k not in world.options}


def _unknown(scope: Scope, node: Name) -> Problem:
    """Return the problem of an unknown name; it mentions a missing `of`."""
    world, word = scope.world, node.name
    if word == "it":
        return Problem(
            "unknown-name",
            "there is nothing here that `it` could be",
            node.span,
            "each of what?",
            "`it` is each thing in turn behind `where`, `over`, `with most` and the like.",
            "name each thing in a line above, `for each t in ...`, and write its name here",
        )
    if word in world.variables or word in world.zones:
        return _whose(world, word, node.span)
    if word in world.pieces or word in world.counters:
        return Problem(
            "unknown-name",
            f"`{word}` is a sort of thing, and here a certain one is meant",
            node.span,
            "which one?",
            help=f"for all of them write `{plural(word)}`",
        )
    if word in world.definitions or columns_or_props(world, word):
        return Problem(
            "unknown-name", f"it must be said of what `{word}` is meant", node.span, "of what?",
            help=_with_value(scope, word),
        )  # fmt: skip
    asking = [a.name for a in world.actions.values() if any(p.name == word for p in a.params)]
    here = scope.part.who.removeprefix("can ")
    if asking and here in world.actions:
        return Problem(
            "late-condition",
            f"`{word}` is not asked in `{here}`",
            node.span,
            f"a parameter of `{asking[0]}`; this is `{here}`",
            "A condition may speak of what its own action asks for, and of nothing else that is chosen.",
        )
    if word in world.boards:
        places = world.describe_many(t.PlaceType(word))
        hint = f"its places are `{places}`, those at its edge `edge({word})`"
        return replace(unknown(word, "name", node.span, ()), summary=f"the board `{word}` is no value", help=hint)
    small = word.lower()
    if small != word and _square(world, structs.replace(node, name=small)) is not None:
        return replace(unknown(word, "name", node.span, ()), help=f"write `{small}`")
    return unknown(word, "name", node.span, value_names(scope))


def _with_value(scope: Scope, word: str) -> str:
    """Say how a definition of each player is used; nothing for others."""
    define = scope.world.definitions.get(word)
    of = [each for param in define.params for each in param.type.alternatives] if define is not None else []
    if [each.name for each in of if isinstance(each, NamedType)] != ["player"] or len(of) != 1:
        return ""
    it = scope.locals.get("it")
    return f"write `{word}({'it' if it is not None and sure(it.type) == PLAYER else 'me'})`"


def _whose(world: SymbolTable, word: str, span: Span) -> Problem:
    """Return the problem of a variable or zone with several instances that is used without an owner."""
    each = world.variables[word].owner if word in world.variables else world.zones[word].kind or "player"
    mine = each == "player"
    return Problem(
        "unknown-name",
        f"`{word}` is one for each {each}; it must be said {'whose' if mine else 'which'} is meant",
        span,
        "whose?" if mine else "of which?",
        help=f"write `{word} of me`, or `of` another player" if mine else f"write `{word} of` a certain {each}",
    )


def columns_or_props(world: SymbolTable, word: str) -> bool:
    """Return whether `word` is a column, a property or an attribute, used with `of`."""
    attributes = {a for piece in world.pieces.values() for a, _ in piece.attributes}
    return word in attributes or word in ("kind", "owner", "place", "state") or bool(world.columns(word))


def local_number(local: LocalName | None) -> bool:
    """Return whether a local is a number."""
    return local is not None and isinstance(sure(local.type), t.NumberType)
