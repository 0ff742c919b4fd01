"""The board in the terminal: squares and hexes as grids, all else as lists, nothing that the seat does not know."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec.structs import replace as changed

from dsl.cli.board_drawing import Paper, draw_view
from dsl.cli.match_text import show_options
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import View
from tests.rulesets import FOLDERS, loaded, name_of

WIDE = Paper(80)


def _game(name: str) -> Ruleset:
    return loaded(next(folder for folder in FOLDERS if name_of(folder).endswith(name)))


def _drawn(pack: Ruleset, view: View, paper: Paper = WIDE, language: str = "en") -> list[str]:
    return list(draw_view(view, pack.rules, Translator(pack, language), paper))


def _begin(name: str, seat: int = 0) -> tuple[Ruleset, View]:
    pack = _game(name)
    match = pack.start(pack.numbers[0], seed=1)
    return pack, match.view(pack.rules.colours[seat])


def test_squares_have_their_coordinates_and_a_legend() -> None:
    pack, view = _begin("chess")
    lines = _drawn(pack, view)
    assert lines[0] == "8  bR bN bB bQ bK bB bN bR"
    assert lines[3] == "5  ·  ·  ·  ·  ·  ·  ·  ·"
    assert lines[8] == "   a  b  c  d  e  f  g  h"
    assert "wK king of White" in " ".join(lines[9:]).replace("  ", "")


def test_an_empty_board_has_its_coordinates_too() -> None:
    lines = _drawn(*_begin("tic-tac-toe"))
    assert lines[2:4] == ["1  · · ·", "   a b c"]


def test_columns_of_hexes_have_their_letters_above_the_first_row() -> None:
    lines = _drawn(*_begin("hex"))
    assert lines[0].split() == list("abcdefghijk")
    assert lines[1].index("·") == lines[0].index("a") + 1  # the column goes on to the right


def test_a_terminal_without_such_letters_gets_plain_ones_and_only_a_terminal_colours() -> None:
    pack, view = _begin("chess")
    plain = _drawn(pack, view, replace(WIDE, unicode=False))
    assert plain[3] == "5  .  .  .  .  .  .  .  ."
    assert "\x1b" not in "".join(plain)
    assert _drawn(pack, view, replace(WIDE, in_colour=True))[0].startswith("8  \x1b[90mbR\x1b[0m ")


def test_rows_of_hexes_are_shifted_by_half_a_cell() -> None:
    pack, view = _begin("hex")
    rows = _drawn(pack, view)[1:12]
    starts = [row.index("·") for row in rows]
    assert [after - before for before, after in pairwise(starts)] == [1] * 10
    assert rows[4].split()[0] == "a5"


def test_a_board_that_is_too_wide_is_told_as_a_list() -> None:
    pack, view = _begin("chess")
    narrow = _drawn(pack, view, Paper(24))
    assert "a1: rook of White" in narrow
    assert max(map(len, narrow)) <= 24


def test_areas_are_listed_with_what_they_are() -> None:
    pack, view = _begin("triassic-terror")
    assert any(line.startswith("Salt Strand (desert)") for line in _drawn(pack, view))


def test_what_a_seat_does_not_know_is_not_drawn() -> None:
    pack, view = _begin("trias")
    lines = _drawn(pack, view)
    own, other = (next(line for line in lines if line.startswith(f"{who}’s hand")) for who in ("Red", "Blue"))
    assert own.startswith("Red’s hand: 1 (")
    assert other == "Blue’s hand: 1"


def test_control_characters_of_a_ruleset_do_not_reach_the_terminal() -> None:
    pack, view = _begin("trias")
    strange = changed(view, zones=tuple(changed(zone, name="ha\x1b[2Jnd", size=1) for zone in view.zones))
    assert "\x1b" not in "".join(_drawn(pack, strange))


def test_the_words_are_those_of_the_language() -> None:
    pack, view = _begin("chess")
    assert "roi" in " ".join(_drawn(pack, view, language="fr"))


def test_a_long_list_of_options_stands_in_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = _game("hex")
    (decision,) = pack.start(2).decisions
    monkeypatch.setenv("COLUMNS", "80")
    show_options(decision, Translator(pack, "en"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["1", "Place", "a", "stone", "on", "a1", "62", "Place", "a", "stone", "on", "g6"]
    assert max(map(len, lines)) < 80
    monkeypatch.setenv("COLUMNS", "40")
    show_options(decision, Translator(pack, "en"))
    assert len(capsys.readouterr().out.splitlines()) == len(decision.options)
