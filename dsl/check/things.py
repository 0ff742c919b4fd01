"""Boards, pieces, counters, zones, variables: what a match consists of."""

from __future__ import annotations

from typing import Literal

from dsl.check import typed as t
from dsl.check.areas import check_areas, kinds_of_words
from dsl.check.calls import check_range
from dsl.check.explain import mismatch, unknown
from dsl.check.plural import plural
from dsl.check.properties import state_kind
from dsl.check.scope import Scope
from dsl.check.settings import MOST_VALUES, declare, too_many, union
from dsl.check.shapes import Shape
from dsl.check.types import number
from dsl.check.world import PLACE_WORDS, World
from dsl.check.written import written
from dsl.text import tree
from dsl.text.problem import Problem

OWNERS = ("player", "team")  #: to whom things may belong
Words = tuple[str | int | tuple[int, int], ...]
FIRST_WINDOW = 8  #: how far an unbounded board reaches in every direction when a match begins
MOST_WINDOW, MOST_PLACES = 60, 10_000

#: What the state of every match holds beside the variables of its rules (see `FIXED_SLOTS` of the program's layout).
KEPT_FOR_EVERY_GAME = frozenset((
    "fuel", "chance", "next", "ask", "chooser", "chosen", "me", "in_play", "turn", "phase", "final", "batch",
    "branch", "secretly",
))  # fmt: skip


def board(world: World, node: tree.Board, scope: Scope) -> None:
    """Take down a board."""
    shapes: dict[str, Literal["hexes", "squares", "areas", "slots"]]
    shapes = {"hexes": "hexes", "squares": "squares", "areas": "areas", "slots": "slots"}
    if not declare(world, node.name, node):
        return
    if node.shape not in shapes:
        world.report(unknown(node.shape, "shape of board", node.place_of(node.name), shapes))
        return
    unbounded, centre, window, radius = False, (0, 0), FIRST_WINDOW, 0
    touch, option = False, ""
    for remark in node.remarks:
        match remark.words:
            case ("unbounded",):
                unbounded = True
            case ("centre", (int() as x, int() as y)):
                centre = (x, y)
            case ("corners", "touch") if node.shape in ("squares", "areas"):
                touch = True
            case ("corners", "touch", "if", str() as word) if node.shape in ("squares", "areas"):
                touch, option = True, _truth_option(world, remark, word)
            case ("window", int() as n) if 1 <= n <= MOST_WINDOW:
                window = n
            case ("window", int()):
                summary = f"a window reaches from 1 to {MOST_WINDOW} places from the centre"
                why = "It is only where the board begins; it grows as the match needs it."
                world.report(Problem("out-of-range", summary, remark.span, "so many", why))
            case ("radius", int() as n) if 1 <= n <= MOST_WINDOW and node.shape == "hexes":
                window = radius = n
            case ("radius", int()) if node.shape == "hexes":
                summary = f"a board reaches from 1 to {MOST_WINDOW} hexes from its centre"
                world.report(Problem("out-of-range", summary, remark.span, "so many"))
            case _:
                _strange(world, remark, "a board", ["unbounded", "centre 0,0", "window 8", "radius 4", "corners touch"])
    areas = tuple((line.name, line.words, line.neighbours) for line in node.areas)
    size = None
    if node.size is not None:
        sides = [scope.need(side, t.NumberType(), "a board") for side in node.size]
        size = (sides[0], sides[1])
        _check_size(world, node, sides)
    elif node.shape == "areas" and not areas:
        summary, help_ = "the board has no areas", "write them below: `A1 marsh next to A2, B1`, each on a line"
        world.report(Problem("wrong-number-of-values", summary, node.place_of(node.name), "which areas?", help=help_))
    elif not unbounded and not radius and node.shape in ("hexes", "squares", "slots"):
        world.report(
            Problem(
                "wrong-number-of-values",
                "the board has no size",
                node.place_of(node.name),
                "how large?",
                help=_sized(node.shape),
            )
        )
    check_areas(world, node)
    corners = tuple(line.corners for line in node.areas)
    world.boards[node.name] = t.BoardDecl(
        node.name, shapes[node.shape], size, unbounded, window, centre, areas, node.span,
        kinds_of_words(world, node), corners, touch, option,
    )  # fmt: skip


def _sized(shape: str) -> str:
    if shape == "slots":
        return "write `slots 6 by 1`"
    return f"write `{shape} 8 by 8`, or `{shape}, unbounded`"


def _check_size(world: World, node: tree.Board, sides: list[t.Expr]) -> None:
    most = [side.type.high for side in sides if isinstance(side.type, t.NumberType)]
    if len(most) == len(sides) and (min(most) < 1 or most[0] * most[1] > MOST_PLACES):
        summary = f"a board has from 1 to {MOST_PLACES} places"
        world.report(Problem("out-of-range", summary, node.place_of(node.name), "another size"))


def _strange(world: World, remark: tree.Remark, who: str, known: list[str]) -> None:
    said = " ".join(_text(word) for word in remark.words)
    options = ", ".join(f"`{k}`" for k in known)
    world.report(
        Problem(
            "unknown-remark",
            f"`{said}` says nothing about {who}",
            remark.span,
            "not understood",
            f"Here may stand {options}.",
        )
    )


def _text(word: str | int | tuple[int, int]) -> str:
    return f"{word[0]}..{word[1]}" if isinstance(word, tuple) else str(word)


def _on_board(world: World, remark: tree.Remark, word: str) -> str:
    board_name = world.board_of(word)
    if not board_name:
        known = [b.shape for b in world.boards.values()]
        world.report(unknown(word, "sort of place", remark.span, known))
    return board_name


def _declare_thing(world: World, name: str, node: tree.Node) -> bool:
    return declare(world, name, node) and declare(world, plural(name), node)


def piece(world: World, node: tree.Piece) -> None:
    """Take down a sort of piece."""
    if not _declare_thing(world, node.name, node):
        return
    kind = union(world, node.kind) if node.kind is not None else ""
    on, one = "", False
    attributes: list[tuple[str, t.NumberType]] = []
    seen: list[str] = []
    shape = Shape()
    rules: list[t.SightRule] = []
    for remark in node.remarks:
        if shape.takes(remark):
            continue
        if remark.words[:2] == ("seen", "by"):
            rules += sight(world, remark, "a piece", [])
            continue
        match remark.words:
            case ("on", str() as word):
                on = _on_board(world, remark, word)
            case ("one", "on", "each"):
                one = True
            case ("alike",):
                pass  # said for whoever reads the rules: pieces are told apart by what can be seen of them
            case (str() as name, (int() as low, int() as high), *rest) if rest in ([], ["seen", "by", "all"]):
                attributes.append((name, number(low, high)))
                seen += [name] if rest else []
            case _:
                _strange(world, remark, "a piece", ["on hexes", "one on each", "alike", "part 1..2 seen by all"])
    _check_owner(world, node.owner, node)
    by_cell = bool(on and (one or shape.covers))
    shape.check(world, node.name, on, by_cell)
    world.pieces[node.name] = t.PieceDecl(
        node.name, node.owner in OWNERS, kind, on, by_cell, tuple(attributes), tuple(seen), node.span,
        shape.covers, shape.turns, shape.walls, tuple(rules), node.owner == "team",
    )  # fmt: skip
    _for_whom(world, node, rules)


def _check_owner(world: World, owner: str, node: tree.Line) -> None:
    if owner not in ("", *OWNERS):
        world.report(unknown(owner, "owner", node.place_of(owner), OWNERS))


def _owner_or_kind(world: World, owner: str, node: tree.Line) -> tuple[bool, str]:
    """Return whether a thing belongs to players, and else the kind that tells such things apart, if there is one."""
    if owner in ("", *OWNERS):
        return owner in OWNERS, ""
    if owner in world.kinds and owner not in world.options:
        return False, owner
    kinds = [kind for kind in world.kinds if kind.isidentifier() and kind not in world.options]
    world.report(unknown(owner, "owner", node.place_of(owner), [*OWNERS, *kinds]))
    return False, ""


def counter(world: World, node: tree.Counter, scope: Scope) -> None:
    """Take down a sort of counter."""
    if not _declare_thing(world, node.name, node):
        return
    on = ""
    states: tuple[str, ...] = ("",)
    first, *rest = node.remarks
    amount = _amount(world, first, scope)
    for remark in rest:
        match remark.words:
            case ("on", str() as word):
                on = _on_board(world, remark, word)
            case words if len(words) > 1 and all(w == "or" for w in words[1::2]):
                states = tuple(_text(w) for w in words[0::2])
            case _:
                _strange(world, remark, "a counter", ["on hexes", "fresh or spent"])
    too_many(world, f"states of {node.name}", MOST_VALUES, len(states), node, "too-many-values")
    owned, owner = _owner_or_kind(world, node.owner, node)
    world.counters[node.name] = t.CounterDecl(
        node.name, owned, amount, on, states, node.span, owner, node.owner == "team"
    )
    if len(states) > 1:
        name = state_kind(node.name)
        world.kinds[name] = t.KindDecl(name, states, node.span)


def _amount(world: World, remark: tree.Remark, scope: Scope) -> t.Expr:
    match remark.words:
        case (int() as n,) | (int() as n, "each") | (int() as n, "in", "all"):
            node: tree.Expr = tree.Number(n, span=remark.span)
        case (str() as word,) | (str() as word, "each") | (str() as word, "in", "all"):
            node = tree.Name(word, span=remark.span)
        case _:
            _strange(world, remark, "a counter", ["15 each", "12 in all"])
            return scope.unknown(remark.span)
    found = scope.need(node, t.NumberType(), "an amount")
    if isinstance(found.type, t.NumberType) and not 0 <= found.type.low <= found.type.high <= 10_000:
        world.report(Problem("out-of-range", "there are from 0 to 10000 counters of a sort", remark.span, "so many"))
    return found


def zone(world: World, node: tree.Zone) -> None:
    """Take down a zone."""
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


def _nameless(node: tree.Zone, amount: int) -> Problem:
    names = " ".join(("left", "middle", "right", "fourth", "fifth", "sixth")[:amount])
    kind = f"{node.name.capitalize()}Place"
    return Problem(
        "type-mismatch",
        "zones under one name are told apart by names of their own",
        node.place_of(node.name),
        f"{amount} of them, and which is which?",
        "A player who chooses one of them, and the log afterwards, must be able to say which.",
        f"write `kinds {kind}: {names}` above, and here `zone {node.name} of {kind}`",
    )


def sight(world: World, remark: tree.Remark, who: str, known: list[str]) -> list[t.SightRule]:
    """Return the rule of sight that a remark gives; something else is reported."""
    match remark.words:
        case ("seen", "by", "all"):
            return [t.SightRule("all", "")]
        case ("seen", "by", "nobody"):
            return [t.SightRule("nobody", "")]
        case ("seen", "by", "its", "player" | "team" as whose):
            return [t.SightRule("its team" if whose == "team" else "its player", "")]
        case ("seen", "by", "all", "if", str() as word):
            return [t.SightRule("all", _truth_option(world, remark, word))]
        case ("seen", "by", "nobody", "if", str() as word):
            return [t.SightRule("nobody", _truth_option(world, remark, word))]
        case ("seen", "by", "its", "player" | "team" as whose, "if", str() as word):
            return [t.SightRule("its team" if whose == "team" else "its player", _truth_option(world, remark, word))]
    _strange(world, remark, who, [*known, "seen by all", "seen by its player", "seen by its team", "seen by nobody"])
    return []


def _for_whom(world: World, node: tree.Piece | tree.Zone | tree.Variable, rules: list[t.SightRule]) -> None:
    """Report a thing of a team that only one of its players is to see."""
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


def _truth_option(world: World, remark: tree.Remark, word: str) -> str:
    found = world.options.get(word)
    if found is None:
        world.report(unknown(word, "option", remark.span, world.options, "unknown-option"))
        return ""
    world.used_options.add(word)
    if not isinstance(found.type, t.TruthType):
        world.report(
            mismatch(f"`{word}` is not yes or no", remark.span, "decides who sees", "yes or no", world.said(found.type))
        )
    return word


def variable(world: World, node: tree.Variable, scope: Scope) -> None:
    """Take down a variable."""
    if not declare(world, node.name, node):
        return
    if node.name in KEPT_FOR_EVERY_GAME:
        summary = f"every match keeps something called `{node.name}` already"
        place = node.place_of(node.name)
        world.report(Problem("reserved-name", summary, place, "declared here", help="choose another name"))
    if node.owner and node.owner not in (*OWNERS, *world.pieces) and not world.board_of(node.owner):
        world.report(
            unknown(
                node.owner,
                "owner",
                node.place_of(node.owner),
                [*OWNERS, *(PLACE_WORDS[b.shape] for b in world.boards.values()), *world.pieces],
            )
        )
    type_ = written(world, node.type)
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
