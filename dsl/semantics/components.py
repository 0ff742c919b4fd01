"""Components: declarations of pieces, counters, zones and variables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl.base.problem import Problem
from dsl.semantics import typed as t
from dsl.semantics.boards import Shape, Words, strange, truth_option, word_text
from dsl.semantics.declarations import MOST_VALUES, declare, too_many, union
from dsl.semantics.error_messages import also, plural, unknown
from dsl.semantics.expressions.calls import check_range
from dsl.semantics.expressions.properties import state_kind
from dsl.semantics.scopes import Scope
from dsl.semantics.symbols import SymbolTable
from dsl.semantics.type_compatibility import number
from dsl.semantics.type_texts import resolve_type
from dsl.syntax.ast import (
    CounterSection,
    Expr,
    LineNode,
    Name,
    Number,
    PieceSection,
    Remark,
    VariableSection,
    ZoneSection,
)

OWNERS = ("player", "team")  #: the words for owners

#: Names in the state of every match besides the variables of its rules (see `FIXED_SLOTS` of the program's layout).
KEPT_FOR_EVERY_GAME = frozenset((
    "fuel", "chance", "next", "ask", "chooser", "chosen", "me", "in_play", "turn", "phase", "final", "batch",
    "branch", "secretly",
))  # fmt: skip


def _on_board(world: SymbolTable, remark: Remark, word: str) -> str:
    board_name = world.which_board(word, remark.span)
    if not board_name:
        known = [world.describe_many(t.PlaceType(board)) for board in world.boards]
        problem = unknown(word, "sort of place", remark.span, known)
        if word in world.boards:
            problem = replace(problem, help=f"did you mean `on {world.describe_many(t.PlaceType(word))}`?")
        world.report(problem)
        if len(known) == 1:  # it is meant, whatever it was called
            board_name = next(iter(world.boards))
    return board_name


def _declare_thing(world: SymbolTable, name: str, node: LineNode) -> bool:
    """Declare a sort of things and its plural. If that is the name of something else, the things are declared, so that
    this is one mistake."""
    if not declare(world, name, node):
        return False
    several = plural(name)
    first = world.places.get(("", several))
    if first is None:
        return declare(world, several, node)
    world.doubled.add(several)
    world.used_options.add(several)  # it may be meant anywhere
    world.assigned.add(several)
    world.report(
        Problem(
            "duplicate-name",
            f"several `{name}` are called `{several}`, and this name is taken",
            node.place_of(name),
            f"`{several}` is the plural of this name",
            "A name stands for one thing only, so that it is clear which one is meant.",
            "choose another name for one of them",
            also(first, f"`{several}` is declared here"),
        )
    )
    return True


def piece(world: SymbolTable, node: PieceSection) -> None:
    """Check and declare a type of piece."""
    if not _declare_thing(world, node.name, node):
        return
    kind = union(world, node.kind) if node.kind is not None else ""
    on, one = "", False
    attributes: list[tuple[str, t.NumberType]] = []
    seen: list[str] = []
    shape = Shape()
    rules: list[t.SightRule] = []
    for remark in node.remarks:
        if shape.accept(remark):
            continue
        if remark.words[:2] == ("seen", "by"):
            rules += sight(world, remark, "a piece", [])
            continue
        match remark.words:
            case ("on", str()) | ("on", str(), "of", str()):
                on = _on_board(world, remark, " ".join(map(str, remark.words[1:])))
            case ("one", "on", "each"):
                one = True
            case ("alike",):
                pass  # no effect: pieces are distinguished by what can be seen of them
            case (str() as name, (int() as low, int() as high), *rest) if rest in ([], ["seen", "by", "all"]):
                attributes.append((name, number(low, high)))
                seen += [name] if rest else []
            case _:
                strange(world, remark, "a piece", ["on hexes", "one on each", "alike", "part 1..2 seen by all"])
    owner = _piece_owner(world, node)
    by_cell = bool(on and (one or shape.covers))
    shape.check(world, node.name, on, by_cell)
    world.pieces[node.name] = t.PieceDecl(
        node.name, owner in OWNERS, kind, on, by_cell, tuple(attributes), tuple(seen), node.span,
        shape.covers, shape.turns, shape.walls, tuple(rules), owner == "team",
    )  # fmt: skip
    _for_whom(world, node, rules)


def _piece_owner(world: SymbolTable, node: PieceSection) -> str:
    """Return the word for the owner of pieces; `player` in place of one that is unknown, which is reported."""
    if node.owner in ("", *OWNERS):
        return node.owner
    world.report(_unknown_owner(world, node.owner, node, OWNERS))
    return OWNERS[0]


def _unknown_owner(world: SymbolTable, owner: str, node: LineNode, known: Iterable[str]) -> Problem:
    problem = unknown(owner, "owner", node.place_of(owner), known)
    if owner in world.colours and not problem.help:
        return replace(problem, help="what each player has is declared `of player`; who has which, says `setup`")
    return problem


def _owner_or_kind(world: SymbolTable, owner: str, node: LineNode) -> tuple[bool, str]:
    """Return whether a component belongs to players, and otherwise the kind that distinguishes its instances."""
    if owner in ("", *OWNERS):
        return owner in OWNERS, ""
    if owner in world.kinds and owner not in world.options:
        return False, owner
    kinds = [kind for kind in world.kinds if kind.isidentifier() and kind not in world.options]
    world.report(_unknown_owner(world, owner, node, [*OWNERS, *kinds]))
    return True, ""


def counter(world: SymbolTable, node: CounterSection, scope: Scope) -> None:
    """Check and declare a type of counter."""
    if not _declare_thing(world, node.name, node):
        return
    on = ""
    states: tuple[str, ...] = ("",)
    first, *rest = node.remarks
    amount = _amount(world, first, scope)
    for remark in rest:
        match remark.words:
            case ("on", str()) | ("on", str(), "of", str()):
                on = _on_board(world, remark, " ".join(map(str, remark.words[1:])))
            case words if len(words) > 1 and all(w == "or" for w in words[1::2]):
                states = tuple(word_text(w) for w in words[0::2])
            case _:
                strange(world, remark, "a counter", ["on hexes", "fresh or spent"])
    too_many(world, f"states of {node.name}", MOST_VALUES, len(states), node, "too-many-values")
    owned, owner = _owner_or_kind(world, node.owner, node)
    world.counters[node.name] = t.CounterDecl(
        node.name, owned, amount, on, states, node.span, owner, node.owner == "team"
    )
    if len(states) > 1:
        name = state_kind(node.name)
        world.kinds[name] = t.KindDecl(name, states, node.span)


def _amount(world: SymbolTable, remark: Remark, scope: Scope) -> t.Expr:
    match remark.words:
        case (int() as n,) | (int() as n, "each") | (int() as n, "in", "all"):
            node: Expr = Number(n, span=remark.span)
        case (str() as word,) | (str() as word, "each") | (str() as word, "in", "all"):
            node = Name(word, span=remark.span)
        case _:
            strange(world, remark, "a counter", ["15 each", "12 in all"])
            return scope.unknown(remark.span)
    found = scope.need(node, t.NumberType(), "an amount")
    if isinstance(found.type, t.NumberType) and not 0 <= found.type.low <= found.type.high <= 10_000:
        world.report(
            Problem("out-of-range", "there are from 0 to 10000 counters of a sort", remark.span, "out of range")
        )
    return found


def zone(world: SymbolTable, node: ZoneSection) -> None:
    """Check and declare a zone."""
    if not declare(world, node.name, node):
        return
    owned, owner = False, ""
    if isinstance(node.owner, int):
        world.report(_nameless(node, node.owner))
    else:
        owned, owner = _owner_or_kind(world, node.owner, node)
    held = world.of_plural(node.holds, world.pieces)
    if not held:
        world.report(unknown(node.holds, "sort of piece", node.place_of(node.holds), [plural(p) for p in world.pieces]))
        world.misdeclared.add(node.name)
        return
    ordered = False
    rules: list[t.SightRule] = []
    for remark in node.remarks:
        if remark.words == ("in", "order"):
            ordered = True
        else:
            rules += sight(world, remark, "a zone", ["in order"])
    world.zones[node.name] = t.ZoneDecl(
        node.name, owned, held, ordered, tuple(rules), node.span, owner, node.owner == "team"
    )
    _for_whom(world, node, rules)


def _nameless(node: ZoneSection, amount: int) -> Problem:
    names = " ".join(("left", "middle", "right", "fourth", "fifth", "sixth")[:amount])
    kind = f"{node.name.capitalize()}Place"
    return Problem(
        "type-mismatch",
        "each zone of a kind needs a name of its own",
        node.place_of(node.name),
        f"{amount} of them, and which is which?",
        "A player who chooses one of them, and the log afterwards, must be able to say which.",
        f"write `kinds {kind}: {names}` above, and here `zone {node.name} of {kind}`",
    )


_SEEN: dict[Words, t.Seers] = {
    ("seen", "by", "all"): "all",
    ("seen", "by", "nobody"): "nobody",
    ("seen", "by", "its", "player"): "its player",
    ("seen", "by", "its", "team"): "its team",
}


def sight(world: SymbolTable, remark: Remark, who: str, known: list[str]) -> list[t.SightRule]:
    """Return the sight rule of a modifier; report any other modifier."""
    match remark.words:
        case (*said, "if", str() as option) if tuple(said) in _SEEN:
            return [t.SightRule(_SEEN[tuple(said)], truth_option(world, remark, option, "decides who sees"))]
        case said if said in _SEEN:
            return [t.SightRule(_SEEN[said], "")]
    help_ = ""
    if remark.words[:2] == ("seen", "by") and any(word in world.colours for word in remark.words[2:]):
        help_ = "declare it `of player`, and write `seen by its player`"
    known = [*known, "seen by all", "seen by its player", "seen by its team", "seen by nobody"]
    strange(world, remark, who, known, help_)
    return []


def _nobody_s(node: PieceSection | ZoneSection | VariableSection, seers: str) -> Problem:
    return Problem(
        "unknown-remark",
        f"`{node.name}` belongs to nobody, so it has no player to see it",
        node.place_of(node.name),
        f"who is {seers}?",
        "Who may see a thing depends on who owns it.",
        "declare it `of player`, or write `seen by all` or `seen by nobody`",
    )


def _for_whom(world: SymbolTable, node: PieceSection | ZoneSection | VariableSection, rules: list[t.SightRule]) -> None:
    """Report a component of a team that only one of its players may see, and one without owner that only its owner
    may see."""
    piece = world.pieces.get(node.owner) if isinstance(node.owner, str) else None
    if node.owner not in OWNERS and not (piece is not None and piece.owned):
        for rule in rules:
            if rule.who in ("its player", "its team"):
                world.report(_nobody_s(node, rule.who))
        return
    if node.owner == "team" and any(rule.who == "its player" for rule in rules):
        world.report(
            Problem(
                "unknown-remark",
                f"`{node.name}` belongs to a team, and a team has several players",
                node.place_of(node.name),
                "which of them sees it?",
                help="write `seen by its team`",
            )
        )


def _check_holder(world: SymbolTable, node: VariableSection) -> None:
    """Report an owner type that cannot index a variable: only types with a known number of values can."""
    known = [*OWNERS, *world.pieces, *_kinds(world)]
    place = node.place_of(node.owner.partition(" of ")[0])
    if node.owner and node.owner not in known and not world.which_board(node.owner, place):
        places = (world.place_word(board) for board in world.boards.values())
        world.report(unknown(node.owner, "owner", place, [*known, *places]))


def _kinds(world: SymbolTable) -> list[str]:
    """Return the kinds that the rules declare. The words of an option are a kind, too, but cannot own anything."""
    return [name for name in world.kinds if name not in world.options]


def variable(world: SymbolTable, node: VariableSection, scope: Scope) -> None:
    """Check and declare a variable."""
    if not declare(world, node.name, node):
        return
    if node.name in KEPT_FOR_EVERY_GAME:
        summary = f"every match keeps something called `{node.name}` already"
        place = node.place_of(node.name)
        world.report(Problem("reserved-name", summary, place, "declared here", help="choose another name"))
    _check_holder(world, node)
    type_ = resolve_type(world, node.type)
    rules: list[t.SightRule] = []
    in_positions = told = True
    for remark in node.remarks:
        if remark.words == ("clamped",):
            world.clamped.add(node.name)
        elif remark.words == ("not", "in", "positions"):
            in_positions = False
        elif remark.words == ("not", "told"):
            told = False
        else:
            rules += sight(world, remark, "a variable", ["clamped", "not in positions", "not told"])
    initial = scope.need(node.value, type_, f"`{node.name}`")
    check_range(scope, initial, type_, node.type.span, f"`{node.name}`")
    _for_whom(world, node, rules)
    owner, team = "player" if node.owner in OWNERS else node.owner, node.owner == "team"
    world.variables[node.name] = t.VariableDecl(
        node.name, owner, type_, initial, node.each_turn, tuple(rules), node.span, in_positions, told, team
    )
