"""`X of Y`: a property, a table column, a variable, a zone, or the members of a set with this owner."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from dsl.base.problem import Problem
from dsl.semantics import boards
from dsl.semantics import typed as t
from dsl.semantics.declarations import constant, kind_asked, word_of_kind
from dsl.semantics.error_messages import mismatch, plural, unknown
from dsl.semantics.expressions.names import centre, every_cell, without_none, word_of
from dsl.semantics.scopes import Scope, maybe_none
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.teams import player_properties, player_property_type
from dsl.semantics.type_compatibility import COUNT, PLAYER, TEAM, TRUTH, UNKNOWN, number, sure
from dsl.syntax.ast import Name, Of
from dsl.syntax.expression_formatter import write

# ---- properties of paths ----


def path_property_type(world: SymbolTable, way: t.WayType, word: str) -> t.Type | None:
    """Return the type of a property of a way, None if it has no such property."""
    path = world.paths[way.path]
    place = t.PlaceType(path.board)
    match word:
        case "goal":
            return place
        case "cost":
            return COUNT
        case "length" if path.counts_steps:
            return COUNT
        case "ahead" | "sides" if path.only == "straight":
            return t.SetType(place)
        case "links" if path.only == "shortest":
            return t.ListType(place)
    limited = {plural(step.name): step.times for step in path.steps if step.times is not None}
    return t.NumberType(0, limited[word]) if word in limited else None


def path_properties(world: SymbolTable, way: t.WayType) -> list[str]:
    """Return the properties of a way, for suggestions."""
    path = world.paths[way.path]
    words = ["goal", "cost", "length", "ahead", "sides", "links", *(plural(step.name) for step in path.steps)]
    return [word for word in words if path_property_type(world, way, word) is not None]


_COUNTING = ("number", "sum", "largest", "smallest", "random")  #: they open a phrase and are not properties


def who(decl: t.PieceDecl | t.CounterDecl | t.ZoneDecl | t.VariableDecl) -> t.PlayerType:
    """Return the owner type: a player or a team."""
    return TEAM if decl.team else PLAYER


def of(scope: Scope, node: Of) -> t.Expr:
    """Return the typed form of `X of Y`."""
    if not isinstance(node.left, Name):
        return _not_askable(scope, node)
    word, world = node.left.name, scope.world
    if word in world.variables and world.variables[word].owner:
        return _variable(scope, node, world.variables[word])
    if word in world.zones and (world.zones[word].owned or world.zones[word].kind):
        owner = scope.need(node.right, _whose(world.zones[word]), f"`{word}`")
        piece = t.PieceType(world.zones[word].piece)
        return t.ZoneSet(word, owner, type=t.SetType(piece), span=node.span)
    if word in world.misdeclared:
        scope.typed(node.right)
        return scope.unknown(node.span)
    if counter := world.of_plural(word, world.counters):
        return _counters_of(scope, node, counter)
    if piece_name := world.of_plural(word, world.pieces):
        return _pieces_of(scope, node, piece_name)
    whose = node.right.name if isinstance(node.right, Name) and node.right.name not in scope.locals else ""
    if whose in world.boards and (found := _of_board(scope, node, word, world.boards[whose])) is not None:
        return found
    if board := next((board for board in world.boards.values() if board.shape == word and board.words), None):
        world.report_ambiguous_board(
            board.name, word, node.left.span, lambda other: f"{word} of {other.name} where ..."
        )
        return _areas_of(scope, node, board)
    return _property(scope, node, word)


def _of_board(scope: Scope, node: Of, word: str, board: t.BoardDecl) -> t.Expr | None:
    """`squares of market`: the places of one board; `centre of market`. None if `word` does not apply to a board."""
    if word == board.shape:
        return every_cell(board.name, node.span)
    if word == "centre" and board.shape in ("hexes", "squares"):
        return centre(board, node.span)
    if word not in {other.shape for other in scope.world.boards.values()}:
        return None
    summary = f"the board `{board.name}` consists of {board.shape}"
    hint = f"write `{board.shape} of {board.name}`"
    scope.report(Problem("type-mismatch", summary, node.span, f"not of {word}", help=hint))
    return scope.unknown(node.span)


def _areas_of(scope: Scope, node: Of, board: t.BoardDecl) -> t.Expr:
    """`areas of marsh`: those that have a word of a kind."""
    place = t.PlaceType(board.name)
    things = every_cell(board.name, node.span)
    known = {name: t.KindType(name) for name, _ in board.words}
    right = scope.typed(node.right, next(iter(known.values())))
    kind = right.type.name if isinstance(right.type, t.KindType) else ""
    if kind not in known:
        right = scope.fit(right, next(iter(known.values())), f"`{board.shape} of`")
        return scope.unknown(node.span)
    name = scope.part.unique("it")
    each = t.LocalValue(name, type=place, span=node.span)
    word = t.PropertyValue(kind, each, type=known[kind], span=node.span)
    return t.Filtered(
        things, name, t.Comparison("==", word, right, type=TRUTH, span=node.span), type=things.type, span=node.span
    )


def _variable(scope: Scope, node: Of, variable: t.VariableDecl) -> t.Expr:
    owner = scope.need(node.right, _of_what(scope, variable), f"`{variable.name}`")
    return without_none(scope, t.VariableValue(variable.name, owner, type=variable.type, span=node.span))


def _of_what(scope: Scope, variable: t.VariableDecl) -> t.Type:
    """Return the owner type of a variable; unknown if that was reported at its declaration."""
    if variable.owner == "player":
        return who(variable)
    if variable.owner in scope.world.pieces:
        return t.PieceType(variable.owner)
    if variable.owner in scope.world.kinds and variable.owner not in scope.world.options:
        return t.KindType(variable.owner)
    board = scope.world.board_of(variable.owner)
    return t.PlaceType(board) if board else UNKNOWN


def _whose(decl: t.ZoneDecl | t.CounterDecl) -> t.Type:
    """Return the index that distinguishes zones or counters of one name: their owner or their kind."""
    return t.KindType(decl.kind) if decl.kind else who(decl)


def _counters_of(scope: Scope, node: Of, counter: str) -> t.Expr:
    decl = scope.world.counters[counter]
    if not (decl.owned or decl.kind):
        scope.report(_unowned(plural(counter), node, scope.world.place(counter) == decl.span))
        return scope.unknown(node.span)
    owner = scope.need(node.right, _whose(decl), f"`{plural(counter)} of`")
    type_ = t.SetType(t.CounterType(counter))
    return t.CounterSet(counter, owner, None, False, None, type=type_, span=node.span)


def _pieces_of(scope: Scope, node: Of, piece: str) -> t.Expr:
    """`tiles of marsh`: the pieces of a kind; `hares of me`: the pieces of a player."""
    decl = scope.world.pieces[piece]
    things = t.PieceCells(piece, None, type=t.SetType(t.PieceType(piece)), span=node.span)
    right = scope.typed(node.right, t.KindType(decl.kind) if decl.kind else None)
    if decl.kind and isinstance(right.type, t.KindType):
        return structs.replace(things, kind=scope.fit(right, t.KindType(decl.kind), f"`{plural(piece)} of`"))
    if not decl.owned:
        scope.report(_unowned(plural(piece), node, bool(decl.kind)))
        return scope.unknown(node.span)
    return structs.replace(things, owner=scope.fit(right, who(decl), f"`{plural(piece)} of`"))


def _unowned(words: str, node: Of, kinds: bool) -> Problem:
    return Problem(
        "type-mismatch",
        f"{words} belong to nobody",
        node.right.span,
        f"there are no {words} of anybody",
        help=f"leave out `of`, or declare them `of player`{' or name a kind' if kinds else ''}",
    )


def _property(scope: Scope, node: Of, word: str) -> t.Expr:
    things = scope.typed(node.right)
    found = sure(things.type)
    if isinstance(found, t.UnknownType):
        return scope.unknown(node.span)
    result = asked(scope, things, found, word, node)
    if result is None:
        scope.report(_no_such_property(scope, node, word, found))
        return scope.unknown(node.span)
    if isinstance(things.type, t.MaybeType):
        scope.report(maybe_none(scope.world, things))
    return result


def asked(scope: Scope, things: t.Expr, found: t.Type, word: str, node: Of) -> t.Expr | None:
    """Return the property `word` of a thing, or None if it has no such property."""
    column = _column(scope, things, found, word, node)
    if column is not None:
        return column
    if isinstance(found, t.PlaceType):
        return _of_place(scope, things, found, word, node)
    type_ = _property_type(scope, found, word)
    return None if type_ is None else t.PropertyValue(word, things, type=type_, span=node.span)


def _of_place(scope: Scope, things: t.Expr, place: t.PlaceType, word: str, node: Of) -> t.Expr | None:
    """`terrain of a` of an area; `position of s` of a slot, counted from 1."""
    board = scope.world.boards[place.board]
    if kind := kind_asked(scope.world, place, word):
        return t.PropertyValue(kind, things, type=t.KindType(kind), span=node.span)
    if word == "position" and board.shape == "slots":
        return t.BuiltinValue("position", (things,), type=number(1, 10_000), span=node.span)
    return None


def _property_type(scope: Scope, found: t.Type, word: str) -> t.Type | None:
    world = scope.world
    match found, word:
        case ((t.PieceType() | t.CounterType()), "place"):
            return world.agreement.place_of(found)
        case t.PieceType(name), "kind" if world.pieces[name].kind:
            return t.KindType(world.pieces[name].kind)
        case t.PieceType(name), "owner" if world.pieces[name].owned:
            return who(world.pieces[name])
        case t.CounterType(name), "owner" if world.counters[name].owned:
            return who(world.counters[name])
        case t.CounterType(name), "kind" if world.counters[name].kind:
            return t.KindType(world.counters[name].kind)
        case t.CounterType(name), "state" if len(world.counters[name].states) > 1:
            return t.KindType(state_kind(name))
        case t.PieceType(name), _:
            return dict(world.pieces[name].attributes).get(word) or boards.property_type(world, name, word)
        case t.WayType(), _:
            return path_property_type(world, found, word)
        case t.PlayerType(), _:
            return player_property_type(found, word)
    return None


def state_kind(counter: str) -> str:
    """Return the name of the kind that holds a counter's states."""
    return f"state of {counter}"


def _column(scope: Scope, things: t.Expr, found: t.Type, word: str, node: Of) -> t.Expr | None:
    """`capacity of t`: a table column, indexed by a value of its kind or a piece that has the kind."""
    for table in scope.world.columns(word):
        key = key_for(scope, things, found, table)
        if key is not None:
            type_ = cell_type(scope, table, word)
            return without_none(scope, t.TableValue(table.name, word, (key,), type=type_, span=node.span))
    return None


def key_for(scope: Scope, things: t.Expr, found: t.Type, table: t.TableDecl) -> t.Expr | None:
    """Return the key of `table` that `things` provides, or None."""
    if scope.world.agreement.agrees(found, table.key):
        return things
    if isinstance(found, t.PlaceType) and isinstance(table.key, t.KindType):
        if any(name == table.key.name for name, _ in scope.world.boards[found.board].words):
            return t.PropertyValue(table.key.name, things, type=table.key, span=things.span)
        return None
    if isinstance(found, t.PieceType) and (kind := scope.world.pieces[found.piece].kind):
        type_ = t.KindType(kind)
        if scope.world.agreement.agrees(type_, table.key):
            return t.PropertyValue("kind", things, type=type_, span=things.span)
    return None


def cell_type(scope: Scope, table: t.TableDecl, column: str) -> t.Type:
    """Return the type of a column: numbers, or words of a kind; it may be none if a cell is `-`."""
    cells = [c for (_, name), some in table.cells.items() if name == column or not column for c in some]
    inner: t.Type = UNKNOWN
    for cell in cells:
        type_ = _one_cell(scope, cell)
        if type_ is not None:
            joined = scope.world.agreement.join(inner, type_)
            inner = joined if joined is not None else inner
    return t.MaybeType(inner) if None in cells else inner


def _one_cell(scope: Scope, cell: t.CellValue) -> t.Type | None:
    match cell:
        case int():
            return t.NumberType(cell, cell)
        case str() if cell in scope.world.options:
            return scope.world.options[cell].type
        case str() if (place := constant(scope.world, cell)) is not None:
            return place.type
        case str():
            kinds = scope.world.kinds_with(cell)
            found = word_of(scope.world, kinds[0].name, cell, kinds[0].span) if kinds else None
            return found.type if found is not None else UNKNOWN
        case tuple():
            return t.SetType(t.NumberType(0, 5))
    return None


def _no_such_property(scope: Scope, node: Of, word: str, found: t.Type) -> Problem:
    world = scope.world
    words = ("kind", "owner", "place", "state", "rotation", "rotations")
    names = [w for w in words if _property_type(scope, found, w) is not None]
    if isinstance(found, t.WayType):
        names += path_properties(world, found)
    if isinstance(found, t.PieceType):
        names += [attribute for attribute, _ in world.pieces[found.piece].attributes]
    for table in world.tables.values():
        if key_for(scope, scope.unknown(node.span), found, table) is not None:
            names += table.columns
    if isinstance(found, t.PlaceType):
        names += [word_of_kind(kind) for kind, _ in world.boards[found.board].words]
        names += ["position"] if world.boards[found.board].shape == "slots" else []
    if isinstance(found, t.PlayerType):
        names += player_properties(world, found)
        names += [v.name for v in world.variables.values() if v.owner == "player"]
        names += [z.name for z in world.zones.values() if z.owned]
        names += [plural(c.name) for c in world.counters.values() if c.owned]
    problem = unknown(word, f"property of {world.describe(found)}", node.left.span, names, "unknown-column")
    hint = _help_for(scope, node, word, found)
    if not hint:
        return problem
    return replace(problem, explanation=problem.explanation if isinstance(found, t.WayType) else "", help=hint)


def _help_for(scope: Scope, node: Of, word: str, found: t.Type) -> str:
    """Return the help line for a property that was asked of a set or a way; empty if there is none."""
    world = scope.world
    if isinstance(found, t.WayType):
        return _of_a_way(world, found, word)
    if word in _COUNTING:
        return _in_brackets(word)
    variable, zone = world.variables.get(word), world.zones.get(word)
    if (variable is not None and not variable.owner) or (zone is not None and not zone.owned):
        return f"there is only one `{word}`: leave `of {write(node.right)}` out"
    if word in ("all", "every", "each"):
        return "what holds for all is said by the exception: `none of ... where not (...)`"
    if not isinstance(found, (t.SetType, t.ListType)):
        return ""
    if word in ("players", "teams", *_plurals(world)):
        return f"an amount that is worked out stands in brackets: `(number of {word}) of {write(node.right)}`"
    asked = word in world.variables and bool(world.variables[word].owner)
    if asked or _property_type(scope, found.of, word) is not None:
        return f"ask it of each of them: `{write(node.right)} where {word} of it is ...`"
    return ""


def _of_a_way(world: SymbolTable, way: t.WayType, word: str) -> str:
    """Return the help line for a number of steps that is not counted, as its step has no limit; else an empty one."""
    unlimited = (step.name for step in world.paths[way.path].steps if plural(step.name) == word)
    return next(
        (f"to count them, write `, at most N times` behind the line of the step `{name}`" for name in unlimited), ""
    )


def _plurals(world: SymbolTable) -> list[str]:
    shapes = [board.shape for board in world.boards.values()]
    return [plural(name) for name in (*world.pieces, *world.counters)] + shapes


def _in_brackets(word: str) -> str:
    return f"if `{word} of ...` is an amount, put it in brackets: `({word} of ...) of ...`"


def _not_askable(scope: Scope, node: Of) -> t.Expr:
    found = scope.typed(node.left)
    if isinstance(found.type, t.NumberType):
        scope.report(
            mismatch(
                "an amount has no place here",
                node.left.span,
                "an amount",
                "a set",
                "an amount of a set",
                "an amount belongs to `move`, `create`, `mark` and `random of`",
            )
        )
    elif not isinstance(found.type, t.UnknownType):
        said = scope.world.describe(found.type)
        scope.report(
            mismatch(f"{said} is not asked of anything", node.left.span, f"this is {said}", "a property", said)
        )
    return scope.unknown(node.span)
