"""Several boards of one shape: a rule names the board it refers to, and old journals of such games still open."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Source
from dsl.i18n.translator import Translator
from dsl.match.replay import replay
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.semantics import check
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse
from tests.dsl.lowering.both_runners import lengths, small

STALL = """\
game stall
    players 2, colours red, blue

board field: squares 3 by 3, corners touch
board market: squares 4 by 2, centre 1,1
piece hedge of player, on squares of field, one on each
piece seed of player, on squares of market
counter hare of player: 5 each, on squares of market
zone bag of player: seeds
variable price of square of market: 0..9 = 1
variable newest: square of field or none = none
variable dug: set of square of field = none

define free = squares of field without hedges
define cheap(s: square of market): set of square of market = squares of market next to s where price of it < 3
{define}
action plant(s: square of field)
    needs free: s is in free
    do
        create hedge of me in s
        newest = s
        dug = dug plus s
action buy(s: square of market)
    needs cheap: price of s < 3 and any of my hares in reserve
    do
        move 1 of my hares in reserve to s
        price of s += 1

setup
    price of centre of market = 3
    for each p in players
        create seed of p in market_d1

play
    turns from red clockwise
        if not can plant or not can buy
            end game
        choose plant
        choose buy

winner
    most hedges: number of hedges of it
    most hares: number of hares of it on squares of market
"""
EXAMPLES = """
example "places of both boards"
    given
        field_a1 hedge red; field_b2 hedge blue; market_a1: red 2, seed blue; market_b1: blue
        price of market_a1: 3; price of c2: 5; newest: field_b2; dug: field_a1 field_b2
    turn of red
    expect that number of squares of field is 9 and number of squares of market is 8
    expect that field_a1 touches field_b2 and not market_a1 touches market_b2 and centre of field is field_a1
    expect that centre of market is market_b2 and price of market_a1 is 3 and price of market_c2 is 5
    expect that number of free is 7 and number of cheap(market_a1) is 2 and number of edge(market) is 8
    expect that number of hares on market_a1 is 2 and newest is field_b2 and field_a1 is in dug
    expect plant offers field_b1 field_c1 field_a2 field_c2 field_a3 field_b3 field_c3
    expect plant(field_a1) refused: free
    expect buy(a1) refused: cheap
    play plant(c3)
    play buy(market_b1)
    expect position
        field_c3 hedge red; market_b1: blue, red
        newest: field_c3; price of market_b1: 2
"""
GAME = STALL.format(define="") + EXAMPLES
ISLES = """\
game isles
    players 2, colours red, blue
kinds Ground: bog field
board east: areas
    North bog next to South
    South field
board west: areas
    Up bog next to Down
    Down field
board order: slots 3 by 1
board queue: slots 2 by 1
board pond: hexes 3 by 3
board pool: hexes 2 by 2
counter hut of player: 4 each, on areas of west
counter flag of player: 4 each, on slots of queue
counter duck of player: 4 each, on hexes of pool
variable visits of area of west: 0..9 = 0
table Yield(g: Ground) crop
    bog    1
    field  3
action build(a: area of west, s: slot of queue, h: hex of pool)
    needs bog: a is in {bogs} and crop of a is 1 and ground of a is bog
    needs slot: s is queue_2 and order_1 is in slots of order and h is pool_b2 and position of s is 2
    do
        move 1 of my huts in reserve to a
        move 1 of my flags in reserve to s
        move 1 of my ducks in reserve to h
        visits of a += 1
play
    choose build by red
winner
    most huts: number of huts of it
example "x"
    turn of red
    expect build offers Up
    play build(Up, queue_2, b2)
    expect position
        Up: red; queue_2: red; pool_b2: red; visits of Up: 1
"""
JOURNAL = Path(__file__).parents[1] / "match" / "journals" / "alike-boards.journal"


def _problems(rules: str, strict: bool = True) -> tuple[Problem, ...]:
    try:
        check(parse(Source("stall.rules", rules)), strict)
    except RulesError as error:
        return error.problems
    return ()


def test_places_name_their_board_in_rules_positions_and_moves() -> None:
    assert not _problems(GAME)
    (result,) = run_examples(small(GAME))
    assert result.passed, result.problem
    assert len(set(lengths(small(GAME)))) > 0


def test_the_formatter_keeps_the_board() -> None:
    text = format_tree(parse(Source("stall.rules", GAME)))
    assert format_tree(parse(Source("stall.rules", text))) == text
    for said in (
        "on squares of field", "of square of market:", ": square of field or none", ": set of square of field",
        "(s: square of market): set of square of market =", "centre of market", "squares of market next to s",
    ):  # fmt: skip
        assert said in text


@pytest.mark.parametrize(
    ("old", "new", "help_"),
    [
        ("on squares of field, one", "on squares, one", "`squares of field` or `squares of market`"),
        ("price of square of market:", "price of square:", "`square of field` or `square of market`"),
        (": square of field or", ": square or", "`square of field` or `square of market`"),
        ("dug: set of square of field", "dug: set of square", "`square of field` or `square of market`"),
        ("plant(s: square of field)", "plant(s: square)", "`square of field` or `square of market`"),
        ("= squares of field without", "= squares without", "`squares of field` or `squares of market`"),
        ("s is in free", "s is in free and s is not a1", "`field_a1` or `market_a1`"),
        ("s is in free", "s is in free and s is not 2,1", "`field_c2` or `market_c2`"),
        ("s is in free", "s is in free and s is not centre", "`centre of field` or `centre of market`"),
    ],
)
def test_an_ambiguous_board_is_reported(old: str, new: str, help_: str) -> None:
    rules = STALL.format(define="")
    assert old in rules
    problems = _problems(rules.replace(old, new))
    (problem,) = (problem for problem in problems if problem.slug == "which-board")
    assert problem.help == f"write {help_}"
    assert "which-board" not in {found.slug for found in _problems(rules.replace(old, new), strict=False)}


@pytest.mark.parametrize(
    "define",
    [
        "define odd(s: square of feild) = s is none",
        "define odd(s: hex of field) = s is none",
        "define odd = number of hexes of field",
        "define odd = number of squares of marktet",
    ],
)
def test_an_unknown_board_or_shape_is_reported(define: str) -> None:
    assert _problems(STALL.format(define=define))


@pytest.mark.parametrize(
    "mixed",
    [
        "field_a1 is market_a1",
        "squares of field plus squares of market",
        "squares of field plus market_a1",
        "squares of field without squares of market",
        "squares of field next to market_a1",
        "squares of field joined to market_a1",
        "squares of field within 2 of market_a1",
        "(squares of field) followed by (squares of market)",
        "field_a1 touches market_a1",
        "hedges on market_a1",
        "hedges next to market_a1",
        "the hedge on market_a1",
        "seeds on squares of field",
        "seeds within 1 of field_a1",
        "hares on field_a1",
        "hares next to field_a1",
        "hares within 1 of field_a1",
        "squares of field with hares",
        "squares of field on seeds",
        "distance(field_a1, market_a1)",
    ],
)
def test_places_of_two_boards_cannot_be_combined(mixed: str) -> None:
    (problem,) = _problems(STALL.format(define=f"define odd = {mixed}"))
    assert problem.slug == "type-mismatch"
    assert "market" in problem.label + problem.explanation + problem.needed + problem.found


@pytest.mark.parametrize("strict", [True, False])
def test_boards_of_different_shapes_need_no_names(strict: bool) -> None:
    rules = STALL.format(define="define sea = number of hexes within 1 of centre of pond")
    rules = rules.replace("board market: squares 4 by 2, centre 1,1", "board pond: hexes, radius 2")
    rules = rules.replace("square of market", "hex").replace("squares of market", "hexes").replace("market_d1", "0,1")
    rules = rules.replace("centre of market", "centre of pond").replace("square of field", "square")
    rules = rules.replace("squares of field", "squares").replace("0,1", "centre of pond")
    assert not _problems(rules, strict)
    board = build(RulesetText((("stall.rules", rules),))).runner(2, {}, {}).program.layout.boards["field"]
    assert set(board.names.values()) == {f"{file}{row}" for file in "abc" for row in "123"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("create hedge of me in s", "create hedge of me in market_a1"),
        ("create hedge of me in s", "create hedge of me in squares of market"),
        ("my hares in reserve to s", "my hares in reserve to field_a1"),
        ("dug = dug plus s", "move seeds on market_a1 to field_a1"),
        ("dug = dug plus s", "move 1 of seeds on market_a1 to field_a1"),
        ("newest = s", "newest = market_a1"),
    ],
)
def test_moves_to_another_board_are_reported(old: str, new: str) -> None:
    rules = STALL.format(define="")
    assert old in rules
    (problem,) = _problems(rules.replace(old, new))
    assert problem.slug == "type-mismatch"


def test_messages_name_the_places_of_another_shape() -> None:
    (problem,) = _problems(ISLES.format(bogs="hexes of west"))
    assert (problem.slug, problem.help) == ("type-mismatch", "write `areas of west`")


def test_two_boards_of_numbered_hexes_are_not_supported() -> None:
    rules = ISLES.format(bogs="squares").replace("pond: hexes 3 by 3", "pond: hexes, radius 2")
    assert "not-yet" not in {problem.slug for problem in _problems(rules)}
    rules = rules.replace("pool: hexes 2 by 2", "pool: hexes, unbounded")
    assert "not-yet" in {problem.slug for problem in _problems(rules)}
    assert "not-yet" not in {problem.slug for problem in _problems(rules, strict=False)}


def test_areas_slots_and_hexes_of_several_boards_are_distinct() -> None:
    rules = ISLES.format(bogs="(areas of west where ground of it is bog)")
    assert not _problems(rules)
    (result,) = run_examples(small(rules))
    assert result.passed, result.problem
    assert lengths(small(rules)) == [3] * 5
    assert "which-board" in {problem.slug for problem in _problems(ISLES.format(bogs="areas of bog"))}


def test_a_place_in_a_position_names_its_board() -> None:
    (result,) = run_examples(small(GAME.replace("field_a1 hedge red;", "a1 hedge red;")))
    assert result.problem is not None
    assert "`a1` does not say of which board: write `field_a1` or `market_a1`" in result.problem.summary


def test_places_are_shown_with_their_board() -> None:
    assert Translator(small(GAME), "en").text("market_a1") == "market a1"
    text = RulesetText((("stall.rules", GAME), ("words.fr", 'name market: "marché" "marchés" m\n')))
    assert Translator(build(text), "fr").text("market_a1") == "marché a1"


def test_an_old_journal_without_board_names_replays() -> None:
    replayed = replay(JOURNAL)
    assert replayed.match.over
    assert replayed.match.position == len(replayed.content.entries) == 9
