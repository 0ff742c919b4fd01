"""A small invented game, into which tests put a rule of their own."""

from __future__ import annotations

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Source
from dsl.semantics import check
from dsl.semantics import typed as t
from dsl.syntax.parser import parse

FEN = """game fen
    players 2..4, colours red, blue, green, white
option pace: 1..4 = 2
option tide: low or high = low
option open: yes or no = no
kinds Ground: reed mud water
table Soil(k: Ground) food depth
    reed 3 -
    mud pace 1
    water 0 2
with 2..3 players
    pace = 3
    table Soil food
        reed 4
board marsh: hexes, unbounded, centre 0,0
piece tile: Ground, on hexes, one on each, alike
piece frog of player, on hexes
piece card: Ground or storm, part 1..2 seen by all
counter hare of player: 8 each, on hexes, calm or tired
zone deck: cards, in order, seen by nobody
zone hand of player: cards, seen by its player, seen by all if open
zone heap: cards
variable score of player: 0..99 = 0
variable leader: player or none = none
variable secret of player: 0..9, seen by its player = 0
define use_options = tide is high and open and pace > 1
setup
    shuffle deck
play
    turns from seat(1) clockwise until leader is not none
        choose graze
action graze(t: tile)
    needs food: food of t > 0
    do
        move 1 of my hares in reserve to t
winner
    most score: score of it
    shared
"""


def rules(more: str) -> t.TypedRules:
    """Return the game with `more` below it, which must be right."""
    return check(parse(Source("fen.rules", FEN + more)))


def problems(more: str) -> tuple[Problem, ...]:
    """Return the problems of the game with `more` below it."""
    try:
        rules(more)
    except RulesError as error:
        return error.problems
    return ()


def slugs(more: str) -> list[str]:
    """Return the slugs of those problems, in the order of the text."""
    return [problem.slug for problem in problems(more)]


def defined(text: str) -> t.Expr:
    """Return the typed value of the definition `it_is`, which `text` writes."""
    return rules(f"define it_is{text}\n").defines["it_is"].cases[0].value


def said(text: str) -> str:
    """Return a typed value in short: node names and what they hold, without types and places."""
    return shown(defined(text))


def shown(node: object) -> str:
    """Return a typed node in short."""
    match node:
        case t.Constant(value):
            return str(value)
        case t.LocalValue(name):
            return name
        case t.Me():
            return "me"
        case tuple():
            return "(" + ", ".join(shown(item) for item in node) + ")"
        case str() | int() | None:
            return str(node)
    names = [name for name in type(node).__struct_fields__ if name not in ("type", "span")]
    return f"{type(node).__name__}({', '.join(shown(getattr(node, name)) for name in names)})"
