"""Reading what was written gives the same tree, comments included, and writing it again the same text."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings

from dsl.base.source import Source
from dsl.syntax import ast as t
from dsl.syntax.expression_formatter import write
from dsl.syntax.formatter import format_tree, identity
from dsl.syntax.parser import parse
from tests.dsl.strategies import expressions, trees

CALM = settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

FEN = """\
game fen based on bog
    players 2..4, colours red, blue
    credit "Fen, an invented game."
-- The land ------
option rings: 1..6 = 3 "Rings of reed"   -- more is longer
option tide: strict or weak = weak "How the water moves"
with 2 players
    rings = 2
    table Box  tiles
        marsh  3
kinds Ground: marsh meadow
table Box(g: Ground) tiles walls
    marsh  4 0+2
    meadow -  -
board land: hexes, unbounded, centre 0,0
board hill: squares rings + 1 by 4
board isle: areas, corners touch
    S1 swamp next to S2, S3; corner to M1
piece card: Ground or storm, part 1..2 seen by all
counter herd of player: 9 each, on hexes, fresh or spent
zone hand of player: cards, seen by its player
zone row of 3: cards
variable seen of player: 0..9, seen by its player = 0 each turn
define near(a: hex): set of hex
    -- first case
    case wet: tide is strict then hexes next to a
    otherwise hexes within 2 of a
path walk(h: herd, s: hex)
    step plain from a to b if a is not b costs 1, at most 2 times
    within rings cost
    through: hexes
    ends on: hexes without s
    only shortest
consequence flood(h: hex) whenever herds on h change or rings changes
    note "flood"
action graze(given h: herd, way: walk(h, place of h)) "Graze {h}"
    let here = place of h
    with h moved to here
        needs free: none of herds on here "Taken."
    do -- beside do
        if rings is 1
            end turn
        otherwise -- beside otherwise
            choose one of, interrupted by flood
                rest for 2 points
                    note "resting"
                stop "Enough"
award final(l: set of hex)
    among players where any of herds of it on l
    by number of herds of it on l, then score of it
    ties share, rounding up
winner
    most score: score of it
    shared
example "Two herds"
    options rings = 2, tide = weak
    given
        marsh 2,0: red 1, blue 2 spent; score of red: 17 -- the position
        hand of red: marsh 1
    turn of red
    run
        score of me += 1
    play graze(marsh 2,0, 2,1) by red
    expect graze(marsh 2,0) offers 2,1 3,-1
    expect graze(marsh 2,0) offers red 2,1 spent; red 3,-1
    expect graze offers
    expect graze(marsh 2,0) refused: free
    expect that score of red is 2
    expect position
        marsh 2,0: red 1
add to graze after free
    needs dry: yes
add to choices_now
    grow for 2 points
replace graze.do
    do
        note "new"
remove graze.free
-- the end
"""


def _same_again(tree: t.Tree) -> None:
    text = format_tree(tree)
    again = parse(Source("fen.rules", text))
    assert again == tree
    assert again.closing == tree.closing
    assert format_tree(again) == text


def test_every_construct_survives_with_its_comments() -> None:
    tree = parse(Source("fen.rules", FEN))
    _same_again(tree)
    text = format_tree(tree)
    for remark in ("more is longer", "first case", "beside do", "beside otherwise", "the position", "the end"):
        assert text.count(f"-- {remark}") == 1


@given(expressions())
@CALM
def test_an_expression_is_read_as_it_was_written(e: t.Expr) -> None:
    (define,) = parse(Source("x", f"define d = {write(e)}\n")).sections
    assert isinstance(define, t.DefineSection)
    assert define.cases[0].value == e


@given(trees())
@CALM
def test_a_file_is_read_as_it_was_written(tree: t.Tree) -> None:
    _same_again(tree)


def test_identity_sees_rules_and_no_comments() -> None:
    plain, spaced = "define a = 1\n", "-- one\n\ndefine   a  =  (1)  -- two\n"
    one, other = (identity([parse(Source("x", text))]) for text in (plain, spaced))
    assert one == other
    assert identity([parse(Source("x", "define a = 2\n"))]) != one


def test_a_comment_keeps_its_line_and_spans_point_to_the_text() -> None:
    tree = parse(Source("fen.rules", FEN))
    option = next(section for section in tree.sections if isinstance(section, t.OptionSection))
    assert option.end_comment == "more is longer"
    assert option.comments == ("The land ------",)
    assert str(option.default.span) == "fen.rules:5:22"


def test_a_position_stays_grouped_as_its_author_has_it_and_fits_the_page() -> None:
    long = "; ".join(f"marsh {n},0: red 3, blue 3" for n in range(9))
    text = f'example "Many"\n    given\n        marsh 0,1; marsh 0,2\n        meadow 0,3\n        {long}\n'
    tree = parse(Source("x", text))
    written = format_tree(tree)
    assert parse(Source("x", written)) == tree
    assert format_tree(parse(Source("x", written))) == written
    lines = written.splitlines()
    assert lines[2:4] == ["        marsh 0,1; marsh 0,2", "        meadow 0,3"]
    assert len(lines) == 7
    assert max(map(len, lines)) <= 120


def test_the_official_rules_are_written_in_the_one_style() -> None:
    for path in sorted((Path(__file__).parents[3] / "rulesets").rglob("*.rules")):
        text = path.read_text("utf-8")
        assert format_tree(parse(Source(path.name, text))) == text, path
