from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.appearance.conditions import KnownValues
from app.appearance.drawings import LookError
from app.appearance.kind_look import TEXTURES
from app.appearance.look import MARKS, WEAVES, Look, read_look
from dsl.match.view import CellView, CounterView, PieceView, SeatView
from tests.app.table.views import position

RULESETS = Path(__file__).parents[3] / "rulesets"


def written(folder: Path, text: str) -> Path:
    (folder / "fen.look").write_text(text, encoding="utf-8")
    return folder


def test_a_game_without_a_look_has_a_default_for_every_name(tmp_path: Path) -> None:
    look = read_look(tmp_path)
    assert look == Look()
    assert look.kind("tile", "marsh").letter == "M"
    assert look.kind("tile", "marsh").texture in TEXTURES
    assert look.player("red").fill.on(dark=False) == "#c0392b"
    assert look.form("tile", owned=False) == "ground"
    assert look.form("figurine", owned=True) == "figure"


def test_missing_values_of_a_look_have_defaults(tmp_path: Path) -> None:
    look = read_look(written(tmp_path, '[pieces.tile.kinds.marsh]\nfill = "#123456"\ntexture = "water"\n'))
    marsh = look.kind("tile", "marsh")
    assert (marsh.fill.light, marsh.fill.dark, marsh.texture, marsh.letter) == ("#123456", "#123456", "water", "M")


def test_a_look_is_read_again_when_its_file_changes(tmp_path: Path) -> None:
    look = read_look(written(tmp_path, '[pieces.tile.kinds.marsh]\nletter = "A"\n'))
    assert read_look(tmp_path) is look
    assert read_look(written(tmp_path, '[pieces.tile.kinds.marsh]\nletter = "B"\n')).kind("tile", "marsh").letter == "B"


def test_boards_without_a_sea_have_a_wooden_background_by_default(tmp_path: Path) -> None:
    assert Look().background(sea=True) != Look().background(sea=False)
    look = read_look(written(tmp_path, '[board]\nbackground = "#123456"\n'))
    assert look.background(sea=False) == look.background(sea=True) == look.board.background


def test_a_later_folder_overrides_an_earlier_one(tmp_path: Path) -> None:
    base, variant = tmp_path / "base", tmp_path / "variant"
    base.mkdir()
    variant.mkdir()
    written(base, '[pieces.tile.kinds.marsh]\nletter = "A"\n[pieces.tile.kinds.heath]\nletter = "H"\n')
    written(variant, '[pieces.tile.kinds.marsh]\nletter = "B"\n')
    look = read_look(base, variant)
    assert [look.kind("tile", kind).letter for kind in ("marsh", "heath")] == ["B", "H"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[board", "fen.look: cannot be read: "),
        ("[bord]\n", "fen.look: bord: has no meaning here; known are board, boards, counters, cover, icons, "),
        (
            '[board]\nbackground = "blue"',
            "fen.look: board.background: a colour such as \"#a1b2c3\" is needed, not 'blue'",
        ),
        (
            '[pieces.tile.kinds.marsh]\ntexture = "mud"',
            "fen.look: pieces.tile.kinds.marsh.texture: "
            "one of plain, grass, sand, rock, snow, water, leaves is needed, not 'mud'",
        ),
        ('[players.red]\nletter = ""', "fen.look: players.red.letter: one to three letters are needed, not ''"),
        ("players = 3", "fen.look: players: a table is needed here"),
        (
            '[boards.isle.areas.N1]\noutline = "0,0 5,5"',
            "fen.look: boards.isle.areas.N1.outline: at least three corners are needed",
        ),
        (
            '[boards.isle.areas.N1]\noutline = "0,0 5,5 a,9"',
            'fen.look: boards.isle.areas.N1.outline: groups of 2 numbers such as "640,40" are needed',
        ),
        (
            '[boards.isle.areas.N1]\noutline = "0,0 5,5 0,9"\nplaces = "3,3,0"',
            "fen.look: boards.isle.areas.N1.places: the third number of each is a radius of at least 1",
        ),
        (
            '[counters.herd]\nshape = "shield"',
            "fen.look: counters.herd.shape: one of disc, pawn, cube, meeple, stone, card, die is needed, not 'shield'",
        ),
        (
            '[pieces.plate.kinds.west]\nmap = "LS L"',
            "fen.look: pieces.plate.kinds.west.map: rows of one length are",
        ),
        ("[pieces.plate.kinds.west]\nmap = 3", "fen.look: pieces.plate.kinds.west.map: words with blanks between them"),
        (
            '[pieces.plate]\nmap_of = "patch"\n[pieces.plate.kinds.west]\nmap = "LS SL"\n[pieces.patch.kinds.land]',
            "fen.look: pieces.plate.kinds.west.map: no kind of patch has the letter 'S'",
        ),
        ("[tracks.season]\nsteps = 4", "fen.look: tracks.season.steps: values with blanks between them are needed"),
        ('[zones.bag]\nquiet = "very"', "fen.look: zones.bag.quiet: true or false is needed"),
        ('[boards.isle]\nscale = "big"', "fen.look: boards.isle.scale: a number from 0.05 on is needed, not 'big'"),
        ('[boards.isle]\nat = "1,nan"', 'fen.look: boards.isle.at: groups of 2 numbers such as "640,40" are needed'),
        (
            '[boards.field]\ncells = "lawn"',
            "fen.look: boards.field.cells: one of plain, two-tone, wood, holes, bowls, merged is needed",
        ),
        ('[boards.field.sides]\nnorth = "red"', "fen.look: boards.field.sides.north: has no meaning here; known are b"),
        ('[boards.order]\nlie = "heap"', "fen.look: boards.order.lie: one of row, column is needed, not 'heap'"),
        ('[boards.order]\ncell = "0,50"', "fen.look: boards.order.cell: a slot is at least 1,1 large"),
        (
            '[[counters.herd.when]]\nis = "yes"\nart = "x"',
            "fen.look: counters.herd.when[1].variable: the name of a variable or attribute of the rules is needed",
        ),
        (
            '[[counters.herd.when]]\nvariable = "shown"\nshape = "cube"',
            "fen.look: counters.herd.when[1].is: the values of the variable are needed",
        ),
        (
            '[[counters.herd.when]]\nvariable = "shown"\nis = "yes"',
            "fen.look: counters.herd.when[1]: changes nothing; known are art, form, shape, states",
        ),
        (
            '[[pieces.man.when]]\nvariable = "shown"\nis = "yes"\nwhere = "x"',
            "fen.look: pieces.man.when[1].where: has no meaning here; known are art, fill, fill_dark, icon, is,",
        ),
        (
            "[counters.herd]\nwhen = 3",
            "fen.look: counters.herd.when: at most 60 tables [[counters.herd.when]] are",
        ),
        ('[sets.flat]\ntitle = "Flat"', "fen.look: sets.flat.part: one of pieces, board is needed"),
        (
            '[sets.flat]\npart = "pieces"',
            "fen.look: sets.flat.title: a title of 60 letters at most is needed, not",
        ),
        (
            '[sets.flat]\npart = "pieces"\ntitle = "Flat"\n[sets.flat.icons]\nmove = "x"',
            "fen.look: sets.flat.icons: has no meaning here; known are board, boards, counters, part, pieces, players,",
        ),
        (
            '[sets.flat]\npart = "board"\ntitle = "Flat"\n[sets.flat.board]\nbackground = "blue"',
            'fen.look: sets.flat.board.background: a colour such as "#a1b2c3" is needed',
        ),
        ("[counters.herd.states]\nspent = 1", "fen.look: counters.herd.states.spent: a table is needed here"),
    ],
)
def test_an_error_in_a_look_is_reported_with_its_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(LookError) as caught:
        read_look(written(tmp_path, text))
    assert str(caught.value).startswith(message)


@given(st.binary(max_size=200))
def test_a_damaged_look_is_refused_and_never_crashes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("look")
    (folder / "x.look").write_bytes(data)
    with contextlib.suppress(LookError):
        read_look(folder)


def test_players_without_a_look_differ_in_pattern_and_letter() -> None:
    colours = ("red", "blue", "black", "brown", "white", "violet")
    look = Look().for_players(colours)
    assert len({look.player(colour).pattern for colour in colours}) == len(colours) <= len(WEAVES)
    assert len({look.player(colour).letter for colour in colours}) == len(colours)
    assert look.player("black").letter == "K"


def test_states_without_a_look_have_distinct_marks() -> None:
    look = Look()
    assert [look.mark("herd", state, rank) for rank, state in enumerate("abcd")] == list(MARKS)


def test_a_look_that_marks_one_state_leaves_the_others_unmarked(tmp_path: Path) -> None:
    look = read_look(written(tmp_path, '[counters.herd.states.spent]\nmark = "ringed"'))
    assert (look.mark("herd", "awake", 1), look.mark("herd", "spent", 2)) == ("none", "ringed")


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in RULESETS.glob("*/*.look")), ids=lambda path: path.name
)
def test_the_looks_of_the_official_rulesets_are_valid(folder: Path) -> None:
    assert read_look(folder) != Look()


def test_kinds_have_the_values_of_their_piece_unless_they_have_their_own(tmp_path: Path) -> None:
    text = '[pieces.man]\nletter = "m"\nshape = "pawn"\ntexture = "sand"\n'
    look = read_look(written(tmp_path, text + '[pieces.man.kinds.rook]\nshape = "cube"\n'))
    assert (look.kind("man", "rook").shape, look.kind("man", "rook").texture) == ("cube", "sand")
    assert look.kind("man", "").shape == look.kind("man", "bishop").shape == "pawn"
    assert look.kind("man", "").letter == "m"


def test_a_value_that_the_view_knows_chooses_the_look(tmp_path: Path) -> None:
    look = read_look(
        written(
            tmp_path,
            """
[counters.pawn]
shape = "disc"
states.tired.mark = "ringed"
[[counters.pawn.when]]
variable = "shown_kind"
owner_by = "shown_colour"
is = "wolf fox"
shape = "meeple"

[pieces.man.kinds.rook]
fill = "#112233"
[[pieces.man.when]]
variable = "crowned"
is = "yes"
shape = "cube"
[[pieces.man.when]]
variable = "season"
is = "winter"
texture = "snow"
""",
        )
    )
    seat = SeatView("north", True, (), (("shown_colour", "red"), ("shown_kind", "fox"), ("season", "none")))
    hidden = SeatView("north", True, (), (("shown_colour", "none"), ("shown_kind", "none")))
    view = replace(position(), seats=(seat,), values=(("season", "winter"),))
    known, unknown = KnownValues(view), KnownValues(replace(view, seats=(hidden,), values=()))
    pawn = CounterView("pawn", "red", "tired", 1)
    assert look.counter_of(pawn, known).shape == "meeple"
    assert look.counter_of(pawn, known).marks == {"tired": "ringed"}
    assert look.counter_of(CounterView("pawn", "blue", "", 1), known).shape == "disc"  # of another player
    assert look.counter_of(pawn, unknown).shape == look.counter_of(pawn).shape == "disc"
    rook = PieceView("man", "rook", "north")
    assert look.kind_of(rook, known).shape == ""  # its owner has no season
    assert look.kind_of(PieceView("man", "rook", "south"), known).texture == "snow"
    assert look.kind_of(PieceView("man", "rook", "south"), unknown).texture != "snow"
    crowned = look.kind_of(PieceView("man", "rook", "north", (("crowned", "yes"),)))
    assert (crowned.shape, crowned.fill.light) == ("cube", "#112233")
    place = CellView("a1", 0, 0, values=(("crowned", "yes"),))
    assert look.kind_of(rook, unknown, place).shape == "cube"
    assert look.with_letters(lambda name: "T").kind_of(rook, unknown, place).letter == "T"


def test_a_chosen_set_replaces_some_drawings_and_colours(tmp_path: Path) -> None:
    look = read_look(
        written(
            tmp_path,
            """
[board]
table = "felt"
background = "#2f6b47"
[boards.field]
fill = "#aaaaaa"
frame = "wood"
[pieces.man.kinds.king]
shape = "pawn"
letter = "K"
[counters.bean]
shape = "stone"
states.old.mark = "faded"
[players.white]
fill = "#eeeeee"
letter = "W"

[sets.flat]
part = "pieces"
title = "Flat"
title_fr = "Plates"
[sets.flat.pieces.man.kinds.king]
shape = "card"
[sets.flat.counters.bean]
shape = "cube"
[sets.flat.players.white]
fill = "#ffffff"
[sets.stone]
part = "board"
title = "Stone"
[sets.stone.board]
table = "slate"
[sets.stone.boards.field]
fill = "#111111"
""",
        )
    )
    assert [(each.name, each.part, each.title("fr")) for each in look.sets] == [
        ("flat", "pieces", "Plates"),
        ("stone", "board", "Stone"),
    ]
    assert look.kind("man", "king").shape == "pawn"
    both = look.with_sets(["stone", "flat", "gone"])
    king, bean = both.kind("man", "king"), both.counter("bean")
    assert (king.shape, king.letter) == ("card", "K")
    assert (bean.shape, bean.marks) == ("cube", {"old": "faded"})
    assert (both.player("white").fill.light, both.player("white").letter) == ("#ffffff", "W")
    assert (both.board.table, both.board.background.light) == ("slate", "#2f6b47")
    field = both.plan("field")
    assert field.fill is not None
    assert (field.fill.light, field.frame) == ("#111111", "wood")
    assert both.sets == look.sets
    assert look.with_sets(["stone"]).kind("man", "king").shape == "pawn"
