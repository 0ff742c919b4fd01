"""Every design without a refusal is a game: it checks, its examples hold, and its matches end."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from app.appearance.look import read_look
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.review import translation_remarks
from dsl.match.rulesets.ruleset import build, load
from dsl.new_game import design as d
from dsl.new_game.files import files_of, problems_of, ruleset_text, write_game

_MOST_CHOICES = 6000
_names = st.text(st.characters(codec="utf-8"), max_size=12)


@st.composite
def designs(draw: st.DrawFn) -> d.GameDesign:
    """Any design that is not refused, with any names."""
    kinds = draw(
        st.lists(
            st.builds(
                d.PieceKind,
                st.just(""),
                _names,
                _names,
                st.sampled_from((None, 1, 3, 12)),
                st.integers(0, d.MOST_WORTH),
            ),
            min_size=1,
            max_size=d.MOST_KINDS,
        )
    )
    least = draw(st.integers(2, 3))
    found = d.GameDesign(
        "reed-pond",
        draw(_names),
        shape=draw(st.sampled_from(d.SHAPES)),
        size=draw(st.tuples(st.integers(2, 5), st.integers(2, 5))),
        diagonals=draw(st.booleans()),
        kinds=d.named_kinds(kinds),
        players=(least, draw(st.integers(least, len(d.COLOURS)))),
        deeds=draw(st.frozensets(st.sampled_from(d.DEEDS), min_size=1)),
        jumps_take=draw(st.booleans()),
        start=draw(st.sampled_from(d.STARTS)),
        aim=draw(st.sampled_from(d.AIMS)),
        line=draw(st.integers(2, 5)),
    )
    marked = draw(st.sets(st.sampled_from(found.spaces()), max_size=3))
    found = replace(found, marked=tuple(marked))
    assume(found.refusal() is None)
    return found


def _assert_plays(design: d.GameDesign) -> None:
    files = files_of(design)
    assert problems_of(files) == ()
    assert translation_remarks(ruleset_text(files)) == ()
    pack = build(ruleset_text(files), examples=True)
    results = run_examples(pack)
    assert len(results) > 1
    assert all(result.passed for result in results), [result for result in results if not result.passed]
    pack = build(ruleset_text(files))
    chance = random.Random(7)
    match, choices = pack.start(design.players[1], seed=1), 0
    while not match.over:
        choices += 1
        assert choices < _MOST_CHOICES
        match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
    assert match.outcome is not None


@given(designs())
@settings(max_examples=3, phases=(Phase.explicit, Phase.generate))
def test_a_design_checks_its_examples_hold_and_its_matches_end(design: d.GameDesign) -> None:
    _assert_plays(design)


def test_choices_that_make_no_game_are_refused_with_a_reason() -> None:
    move = frozenset[d.Deed]({"step"})
    alone = (d.Area("A"), d.Area("B"), d.Area("C"))
    refused = {
        "empty_start": d.GameDesign("pond", deeds=move),
        "placing_only": d.GameDesign("pond", start="placed"),
        "no_deed": d.GameDesign("pond", deeds=frozenset()),
        "take_alone": d.GameDesign("pond", deeds=frozenset({"take"}), start="placed"),
        "rows_board": d.GameDesign("pond", shape="hexes", start="rows"),
        "rows_size": d.GameDesign("pond", size=(5, 2), start="rows"),
        "line_areas": d.GameDesign("pond", shape="areas", aim="line"),
        "line_rows": d.GameDesign("pond", start="rows", aim="line"),
        "line_long": d.GameDesign("pond", aim="line", line=6),
        "reach_moves": d.GameDesign("pond", aim="reach"),
        "marked_many": d.GameDesign("pond", size=(2, 2), deeds=move, start="placed", aim="reach", marked=("a1", "b1")),
        "nothing_taken": d.GameDesign("pond", aim="pieces"),
        "too_many": d.GameDesign("pond", size=(2, 2), kinds=(d.PieceKind("frog", each=5),)),
        "jump_size": d.GameDesign("pond", size=(2, 2), deeds=frozenset({"place", "jump"})),
        "jump_areas": d.GameDesign("pond", shape="areas", deeds=frozenset({"place", "jump"}), jumps_take=True),
        "few_areas": d.GameDesign("pond", shape="areas", areas=alone[:2]),
        "apart": d.GameDesign("pond", shape="areas", areas=alone),
    }
    assert {name: design.refusal() for name, design in refused.items()} == {name: name for name in refused}
    assert set(refused) == set(d.REFUSALS)


def test_names_of_pieces_never_clash_with_words_of_the_rules() -> None:
    titles = ("player", "Red", "", 'grenouille "verte" {m}', "grenouille verte", "лягушка", "2 cv", "supply")
    found = d.named_kinds([d.PieceKind("", title) for title in titles[:4]])
    assert [kind.name for kind in found] == ["player_piece", "red_piece", "piece_piece", "grenouille_verte_m"]
    assert found[3].title == "grenouille verte m"
    again = d.named_kinds([d.PieceKind("", title) for title in titles[3:]])
    assert len({kind.name for kind in again}) == len(again)
    assert problems_of(files_of(d.GameDesign("pond", kinds=again[:4]))) == ()


def test_drawn_areas_keep_their_names_neighbours_and_outlines(tmp_path: Path) -> None:
    square = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    drawn = (
        d.Area("1", "Île du Nord", square, frozenset({"2"})),
        d.Area("2", "next to", tuple((x + 100, y) for x, y in square), frozenset({"3"})),
        d.Area("3", "", tuple((x + 200, y) for x, y in square)),
    )
    areas = d.named_areas(drawn)
    design = d.GameDesign("isles", shape="areas", areas=areas, deeds=frozenset({"step"}), start="placed", aim="blocked")
    write_game(tmp_path / "isles", files_of(design))
    pack = load(tmp_path / "isles", examples=True)
    assert all(result.passed for result in run_examples(pack))
    assert [area.name for area in areas] == ["Ile_du_nord", "Next_to", "Area_3"]
    assert design.neighbours("Next_to") == ("Ile_du_nord", "Area_3")
    plan = read_look(tmp_path / "isles").plan("board")
    assert plan.areas["Ile_du_nord"].outline == square


def test_a_game_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    files = files_of(d.GameDesign("pond"))
    (tmp_path / "pond").mkdir()
    with pytest.raises(FileExistsError):
        write_game(tmp_path / "pond", files)
    assert [path.name for path in tmp_path.iterdir()] == ["pond"]
    with pytest.raises(OSError, match=r"."):
        write_game(tmp_path / "other", {**files, "x" * 300: "a name that no folder can hold"})
    assert [path.name for path in tmp_path.iterdir()] == ["pond"]
