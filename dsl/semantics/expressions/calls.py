"""Calls `f(x)`: builtins, definitions, tables; the arguments of anything with parameters; references to choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl.base.problem import Problem
from dsl.base.source import NOWHERE, Span
from dsl.semantics import typed as t
from dsl.semantics.boards import wants_walls
from dsl.semantics.error_messages import also, listed, mismatch, opening, ordinal, unknown
from dsl.semantics.expressions.arithmetic import count
from dsl.semantics.expressions.directions import LINES, side
from dsl.semantics.expressions.names import definition, inlined
from dsl.semantics.expressions.properties import cell_type, key_for
from dsl.semantics.expressions.sets import cells, is_counters, members, not_a_set
from dsl.semantics.scopes import LocalName, Scope, one_or_team
from dsl.semantics.symbols import CallSignature
from dsl.semantics.type_compatibility import LEAST, MOST, TRUTH, number, sure
from dsl.syntax import ast
from dsl.syntax.ast import Apply, Expr, Name
from dsl.syntax.expression_formatter import write
from dsl.syntax.placeholders import strange_placeholders

Args = tuple[Expr, ...]


def apply(scope: Scope, node: Apply) -> t.Expr:
    """Return the typed form of `f(x)`."""
    define = definition(scope, node.name)
    if define is not None:
        return _definition_call(scope, node, define)
    if node.name in scope.world.tables:
        return _table(scope, node, scope.world.tables[node.name])
    if node.name in BUILTINS:
        wanted, make = BUILTINS[node.name]
        most = wanted + (node.name in ONE_MORE)
        if not wanted <= len(node.args) <= most:
            scope.report(wrong_number(node.name, node.span, most, node.args))
            return scope.unknown(node.span)
        return make(scope, node)
    for arg in node.args:
        scope.typed(arg)
    names = {*scope.world.definitions, *scope.world.tables, *BUILTINS}
    if node.name in scope.world.actions or node.name in scope.world.routines:
        scope.report(
            Problem(
                "wrong-place",
                f"`{node.name}` does something; it is no value",
                node.span,
                "no value",
                help=f"to ask whether it is possible, write `can {node.name}`",
            )
        )
    else:
        scope.report(unknown(node.name, "definition", opening(node.span, node.name), names))
    return scope.unknown(node.span)


def wrong_number(name: str, span: Span, wanted: int, args: Args, place: Span | None = None) -> Problem:
    """Report too many arguments (the surplus is marked) or too few (the whole call is marked)."""
    values = "1 value" if wanted == 1 else f"{wanted or 'no'} values"
    labels = also(place, f"`{name}` is declared here") if place is not None else ()
    beyond = args[wanted:]
    where = beyond[0].span.to(beyond[-1].span) if beyond else span
    said = f"{len(beyond)} too many" if beyond else f"{len(args) or 'none'} given"
    help_ = "" if wanted else "leave the brackets out" if place is None else "leave them out"
    return Problem("wrong-number-of-values", f"`{name}` takes {values}", where, said, help=help_, labels=labels)


def arguments(scope: Scope, name: str, params: tuple[t.ParamDecl, ...], args: Args, span: Span) -> tuple[t.Expr, ...]:
    """Return the typed arguments for `params`; report arguments that do not fit."""
    if len(params) != len(args):
        for arg in args:
            scope.typed(arg)
        place = params[0].span if params else None
        if len({param.name for param in params}) == len(params):  # else two have one name, which is reported there
            scope.report(wrong_number(name, span, len(params), args, place))
        return tuple(scope.unknown(span) for _ in params)
    return tuple(_argument(scope, name, n, p, a) for n, (p, a) in enumerate(zip(params, args, strict=True), 1))


def _argument(scope: Scope, name: str, n: int, param: t.ParamDecl, arg: Expr) -> t.Expr:
    found = scope.need(arg, param.type, f"the {ordinal(n)} value of `{name}`")
    check_range(scope, found, param.type, param.span, f"`{param.name}`")
    return found


def check_range(scope: Scope, found: t.Expr, wanted: t.Type, place: Span, who: str) -> None:
    """Report a number that is certainly outside its declared range."""
    got, range_ = sure(found.type), sure(wanted)
    if not isinstance(got, t.NumberType) or not isinstance(range_, t.NumberType):
        return
    if got.high < range_.low or got.low > range_.high:
        said = str(got.low) if got.low == got.high else f"{got.low}..{got.high}"
        scope.report(
            Problem(
                "out-of-range",
                f"{who} is a number from {range_.low} to {range_.high}",
                found.span,
                f"this is {said}",
                labels=also(place, "its range is declared here"),
            )
        )


def _definition_call(scope: Scope, node: Apply, define: t.DefineDecl) -> t.Expr:
    args = arguments(scope, node.name, define.params, node.args, node.span)
    scope.world.uses.append((scope.part.who, f"define {node.name}", node.span))
    put_in = inlined(scope, define, args)
    return put_in if put_in is not None else t.DefineValue(node.name, args, type=define.result, span=node.span)


def _table(scope: Scope, node: Apply, table: t.TableDecl) -> t.Expr:
    wanted = 1 if table.second_key is None else 2
    if len(node.args) != wanted:
        scope.report(wrong_number(table.name, node.span, wanted, node.args, table.span))
        return scope.unknown(node.span)
    if table.second_key is None and len(table.columns) != 1:
        first = table.columns[0] if table.columns else ""
        scope.report(
            Problem(
                "unknown-column",
                f"`{table.name}` has several columns",
                node.span,
                "which column?",
                help=f"write `{first} of` what you ask it of",
            )
        )
        return scope.unknown(node.span)
    first_key = scope.typed(node.args[0], table.key)
    key = key_for(scope, first_key, first_key.type, table)
    keys = [key if key is not None else scope.fit(first_key, table.key, f"`{table.name}`")]
    if table.second_key is not None:
        keys.append(scope.need(node.args[1], table.second_key, f"`{table.name}`"))
    column = table.columns[0] if table.second_key is None else ""
    return t.TableValue(table.name, column, tuple(keys), type=cell_type(scope, table, column), span=node.span)


def _distance(scope: Scope, node: Apply) -> t.Expr:
    args = tuple(_one_place(scope, arg) for arg in node.args)
    first, second = args
    if isinstance(second.type, t.PlaceType) or second.type in scope.world.agreement.by_cell:
        scope.fit(first, scope.world.agreement.place_of(second.type) or second.type, "`distance`")
    return t.BuiltinValue("distance", args, type=number(0, 100_000), span=node.span)


def _one_place(scope: Scope, node: Expr) -> t.Expr:
    found = scope.typed(node)
    place = scope.world.agreement.place_of(sure(found.type))
    if place is None and not isinstance(found.type, t.UnknownType):
        place = t.PlaceType(next(iter(scope.world.boards), ""))
    if not scope.world.boards or place is None:
        return scope.unknown(node.span)
    return scope.fit(found, place, "`distance`")


def _smaller(scope: Scope, node: Apply) -> t.Expr:
    left, right = (count(scope, arg, f"`{node.name}`") for arg in node.args)
    one, other = left.type, right.type
    range_ = number(LEAST, MOST)
    if isinstance(one, t.NumberType) and isinstance(other, t.NumberType):
        pick = min if node.name == "smaller" else max
        range_ = number(pick(one.low, other.low), pick(one.high, other.high))
    name: t.Builtin = "smaller" if node.name == "smaller" else "larger"
    return t.BuiltinValue(name, (left, right), type=range_, span=node.span)


def _beside(scope: Scope, node: Apply) -> t.Expr:
    name: t.Builtin = "left of" if node.name == "left_of" else "right of"
    player = one_or_team(scope, node.args[0], f"`{node.name}`")
    return t.BuiltinValue(name, (player,), type=player.type, span=node.span)


def _seat(scope: Scope, node: Apply) -> t.Expr:
    seat = scope.need(node.args[0], t.NumberType(), "`seat`")
    check_range(scope, seat, number(1, scope.world.players[1]), NOWHERE, "a seat")
    if isinstance(seat, t.Constant) and isinstance(seat.type, t.NumberType):
        return t.SeatConstant(seat.value - 1, type=t.PlayerType(), span=node.span)
    return t.BuiltinValue("seat", (seat,), type=t.PlayerType(), span=node.span)


def _end(scope: Scope, node: Apply) -> t.Expr:
    zone = scope.typed(node.args[0])
    if not isinstance(zone, t.ZoneSet):
        if not isinstance(zone.type, t.UnknownType):
            said = scope.world.describe(zone.type)
            scope.report(
                Problem(
                    "type-mismatch",
                    f"`{node.name}` is asked of a zone, and this is {said}",
                    zone.span,
                    f"this is {said}",
                    needed="a zone",
                    found=said,
                )
            )
        return scope.unknown(node.span)
    piece = t.PieceType(scope.world.zones[zone.zone].piece)
    return t.ZoneTop(zone, node.name == "bottom", type=piece, span=node.span)


def _parts(scope: Scope, node: Apply) -> t.Expr:
    things = cells(scope, scope.typed(node.args[0]), "`parts`")
    if members(things.type) is None and not isinstance(things.type, t.UnknownType):
        scope.report(not_a_set(scope, things, "`parts`"))
    return t.ConnectedParts(things, type=t.SetType(things.type), span=node.span)


def _only(scope: Scope, node: Apply) -> t.Expr:
    found = scope.typed(node.args[0])
    inner = members(found.type)
    if inner is None or isinstance(inner, (t.CounterType, t.SetType)):
        if not isinstance(found.type, t.UnknownType):
            scope.report(not_a_set(scope, found, "`only`"))
        return scope.unknown(node.span)
    return t.OneOf(found, type=inner, span=node.span)


def _walls(scope: Scope, node: Apply) -> t.Expr:
    args = tuple(_one_place(scope, arg) for arg in node.args)
    place = args[0].type
    if isinstance(place, t.PlaceType):
        wants_walls(scope.world, node.span, place.board)
    return t.BuiltinValue("walls", args, type=number(0, 2), span=node.span)


def _covered(scope: Scope, node: Apply) -> t.Expr:
    things = cells(scope, scope.typed(node.args[0]), "`covered`")
    place = scope.world.agreement.cells_of(things.type)
    type_: t.Type = t.SetType(place) if place is not None else things.type
    return t.CoveredCells(things, type=type_, span=node.span)


def _edge(scope: Scope, node: Apply) -> t.Expr:
    match node.args[0]:
        case Name(name) if name in scope.world.boards and len(node.args) > 1:
            return side(scope, name, node.args[1], node.span)
        case Name(name) if name in scope.world.boards:
            return t.EdgeCells(name, type=t.SetType(t.PlaceType(name)), span=node.span)
        case Name(name):
            scope.report(unknown(name, "board", node.args[0].span, scope.world.boards))
        case other:
            scope.report(Problem("type-mismatch", "`edge` is asked of a board", other.span, "not a board"))
    return scope.unknown(node.span)


def _numbers(scope: Scope, node: Apply) -> t.Expr:
    low, high = (scope.need(arg, t.NumberType(), "`numbers`") for arg in node.args)
    inner: t.Type = t.NumberType()
    if isinstance(low.type, t.NumberType) and isinstance(high.type, t.NumberType):
        inner = number(low.type.low, high.type.high)
    return t.NumberRange(low, high, type=t.SetType(inner), span=node.span)


def _coordinate(scope: Scope, node: Apply) -> t.Expr:
    name: t.Builtin = "coordinate x" if node.name == "x_of" else "coordinate y"
    return t.BuiltinValue(name, (_one_place(scope, node.args[0]),), type=number(-10_000, 10_000), span=node.span)


def _first(scope: Scope, node: Apply) -> t.Expr:
    """`first(3, L)`: a list of the first 3; of a set, in the order of the set."""
    amount, things, inner = _numbered(scope, node)
    return t.BuiltinValue("first", (amount, things), type=t.ListType(inner), span=node.span)


def _nth(scope: Scope, node: Apply) -> t.Expr:
    """`nth(2, L)`: the second member, or none."""
    amount, things, inner = _numbered(scope, node)
    type_ = inner if isinstance(inner, t.UnknownType) else t.MaybeType(inner)
    return t.BuiltinValue("nth", (amount, things), type=type_, span=node.span)


def _numbered(scope: Scope, node: Apply) -> tuple[t.Expr, t.Expr, t.Type]:
    who = f"`{node.name}`"
    amount, things = count(scope, node.args[0], who), scope.typed(node.args[1])
    inner = members(things.type)
    if inner is None or is_counters(things.type):
        if not isinstance(things.type, t.UnknownType):
            scope.report(not_a_set(scope, things, who))
        return amount, scope.unknown(things.span), t.UnknownType()
    return amount, things, inner


BUILTINS: dict[str, tuple[int, Callable[[Scope, Apply], t.Expr]]] = {
    "distance": (2, _distance),
    "smaller": (2, _smaller),
    "larger": (2, _smaller),
    "left_of": (1, _beside),
    "right_of": (1, _beside),
    "seat": (1, _seat),
    "top": (1, _end),
    "bottom": (1, _end),
    "only": (1, _only),
    "parts": (1, _parts),
    "first": (2, _first),
    "nth": (2, _nth),
    "edge": (1, _edge),
    "numbers": (2, _numbers),
    "walls": (2, _walls),
    "covered": (1, _covered),
    "x_of": (1, _coordinate),
    "y_of": (1, _coordinate),
    **LINES,
}
ONE_MORE = frozenset({"edge", "enclosed"})  #: builtins that take directions after their other arguments


# ---- choices ----


Block = Callable[[Scope, ast.Block], t.Block]  #: function that checks a block of statements


def choice_ref(scope: Scope, node: ast.Choice, can: bool = False) -> t.ChoiceRef:
    """Return the typed form of a choice; `can` if the rules only test whether it has an option."""
    action = scope.world.actions.get(node.name)
    if action is None:
        return _word(scope, node, can)
    given = tuple(p for p in action.params if p.given)
    if node.args and not given:
        scope.report(_not_given(scope, node, action))
        args: tuple[t.Expr, ...] = ()
    else:
        args = arguments(scope, node.name, given, node.args, node.span)
    where = None
    if node.where is not None:
        inner = scope.inner()
        inner.effects = False
        inner.locals.update({p.name: LocalName(p.name, p.type, p.span) for p in action.params})
        where = inner.need(node.where, TRUTH, "`where`")
    for problem in strange_placeholders(node.text, node.span, [p.name for p in action.params], f"`{node.name}`"):
        scope.report(problem)
    scope.world.uses.append((scope.part.who, f"{'can' if can else 'do'} {node.name}", node.span))
    return t.ChoiceRef(node.name, "", args, where, node.text, node.span)


def _not_given(scope: Scope, node: ast.Choice, action: CallSignature) -> Problem:
    """Return the problem of a choice with arguments: the player chooses the values, or the action asks for none."""
    place = node.args[0].span.to(node.args[-1].span)
    names = [param.name for param in action.params]
    if not names:
        return Problem(
            "wrong-number-of-values", f"`{node.name}` asks for nothing, so it takes no values", place, "too many",
            help=f"write `{node.name}`",
        )  # fmt: skip
    narrowed: dict[str, str] = {}
    for arg in node.args:
        found = scope.typed(arg)
        same = [p.name for p in action.params if p.type == found.type]
        fitting = [p.name for p in action.params if scope.world.agreement.agrees(found.type, p.type)]
        name = next((name for name in (*same, *fitting) if name not in narrowed), "")
        if name:
            narrowed[name] = write(arg)
    where = " and ".join(f"{name} is {value}" for name, value in narrowed.items()) or "..."
    return Problem(
        "wrong-number-of-values", f"`{node.name}` takes no values here: the player chooses them", place,
        f"`{node.name}` asks for {listed(names)}",
        "A rule gives an action only the values that it declares as `given`, and narrows the others with `where`.",
        f"write `{node.name} where {where}`",
    )  # fmt: skip


def _word(scope: Scope, node: ast.Choice, can: bool) -> t.ChoiceRef:
    if node.name == "stop" and not can and not node.args and node.where is None:
        if not scope.repeats:
            scope.report(
                Problem(
                    "wrong-place",
                    "there is no `repeat` here that `stop` could leave",
                    node.span,
                    "nothing to stop",
                    help="put the choice into a `repeat`, or leave `stop` out",
                )
            )
        return t.ChoiceRef("", "stop", (), None, node.text, node.span)
    names = set(scope.world.actions) if can else {*scope.world.actions, "stop"}
    scope.report(unknown(node.name, "action", node.span, names, "no-such-action"))
    return t.ChoiceRef("", node.name, (), None, node.text, node.span)


def choose(scope: Scope, node: ast.ChooseStatement) -> t.ChooseOf:
    """Return the typed form of `choose x`, perhaps several times, perhaps by another player."""
    low = high = None
    if node.times is not None:
        zero = ast.Number(0, span=node.times.span)
        low = count(scope, node.times.low if node.times.low is not None else zero, "`times`")
        high = count(scope, node.times.high, "`times`")
    inner = replace(scope.inner(), repeats=scope.repeats or node.times is not None)
    entry = t.ChoiceEntry(choice_ref(inner, node.choice), None, "", ())
    optional = _optional(scope, node)
    return t.ChooseOf((entry,), False, _chooser(scope, node.by), low, high, (), optional, span=node.span)


def choose_one(scope: Scope, node: ast.ChooseOneStatement, block: Block) -> t.ChooseOf:
    """Return the typed form of `choose one of` or `choose first possible of`."""
    by = _chooser(scope, node.by)
    entries = tuple(_entry(scope, entry, block) for entry in node.entries)
    between = _between(scope, node, block)
    return t.ChooseOf(entries, node.first_possible, by, None, None, between, _optional(scope, node), span=node.span)


def _optional(scope: Scope, node: ast.ChooseStatement | ast.ChooseOneStatement) -> bool:
    return node.if_possible or scope.world.skips_choices


def _between(scope: Scope, node: ast.ChooseOneStatement, block: Block) -> tuple[t.ChoiceEntry, ...]:
    """Return the choices that may be made any number of times before the required one."""
    if not node.interrupted_by:
        return ()
    choices = scope.world.lists.get(node.interrupted_by)
    if choices is None:
        place = node.place_of(node.interrupted_by)
        scope.report(unknown(node.interrupted_by, "list of choices", place, scope.world.lists))
        return ()
    return tuple(_entry(scope, entry, block) for entry in choices.entries)


def _chooser(scope: Scope, node: ast.Expr | None) -> t.Expr | None:
    return None if node is None else scope.need(node, t.PlayerType(), "`by`")


def _entry(scope: Scope, node: ast.ChoiceLine, block: Block) -> t.ChoiceEntry:
    price = None
    budget = ""
    if node.price is not None:
        price = count(scope, node.price, "a price")
        budget = _budget(scope, node)
    choice = choice_ref(scope, node.choice)
    return t.ChoiceEntry(choice, price, budget, block(scope.inner(), node.block))


def _budget(scope: Scope, node: ast.ChoiceLine) -> str:
    local = scope.locals.get(node.budget)
    if local is None:
        numbers = [n for n, found in scope.locals.items() if found.assignable]
        scope.report(
            replace(unknown(node.budget, "budget", node.span, numbers), explanation="A price is paid from a budget.")
        )
        return ""
    if not local.assignable or not isinstance(local.type, t.NumberType):
        said = scope.world.describe(local.type)
        scope.report(mismatch(f"`{node.budget}` is no budget", node.span, "paid from this", "a budget", said))
    return local.unique
