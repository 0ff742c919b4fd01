"""Pages of the rulebook with the values that house rules may change marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.language_service.changeable import part_marks
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.new_game import design as d
from dsl.new_game.files import files_of, write_game
from dsl.rulebook.book_pages import BookLine, BookPage, book_pages, usual_number
from dsl.rulebook.document import MarkedNumber, Run, mark, plain, text_of

RULESETS = Path(__file__).parents[3] / "rulesets"


def _pages(pack: Ruleset, players: int, language: str = "en") -> dict[str, BookPage]:
    return {page.anchor: page for page in book_pages(pack, language, players, part_marks(pack.tree))}


@pytest.fixture(scope="module")
def trias() -> Ruleset:
    return load(RULESETS / "trias")


def _shown(line: BookLine) -> str:
    """Return a line with the parts of its values behind them."""
    runs = (run for cell in line.cells for run in cell)
    return "".join(f"{run.text}[{run.part}]" if run.part else run.text for run in runs)


def test_a_mark_is_part_of_a_text_and_a_marked_number_agrees_with_its_sentence() -> None:
    assert text_of(f"costs {mark('a.price', '2')} points") == (Run("costs "), Run("2", "", "a.price"), Run(" points"))
    number = MarkedNumber(1, "a.price")
    assert number == 1
    assert plain(f"{number} point") == "1 point"


def test_options_numbers_cells_and_lines_name_their_parts(trias: Ruleset) -> None:
    pages = _pages(trias, 4)
    steps = [_shown(line) for line in pages["steps"].lines]
    assert any("costs 3[option.drift_cost], a move 1[option.move_cost]" in line for line in steps)
    room = next(line for line in pages["actions"].lines if line.part == "move.room")
    assert _shown(room).startswith("The free room of the tile is more than 0[move.room#0].")
    second = next(line for line in pages["scoring"].lines if line.part == "new_land.second")
    assert _shown(second) == "The second gets 1[option.interim_second] point."  # one point, not one points
    wood = next(line for line in pages["tables"].lines if line.sort == "row" and line.cells[0][0].text == "wood")
    assert wood.cells[1][0].part == "Box.wood.capacity"
    assert [line.part for line in pages["end"].lines if line.part] == ["winner.score", "winner.reserve", "winner.lands"]


def test_values_are_those_of_the_number_of_players(trias: Ruleset) -> None:
    assert usual_number(trias.rules) == 5
    for players, points in ((2, "3"), (4, "4")):
        options = [_shown(line) for line in _pages(trias, players)["options"].lines]
        assert f"Action points in a turn: {points}[option.action_points]" in options


def test_a_choice_of_a_turn_names_its_part(tmp_path: Path) -> None:
    made = d.GameDesign("pond", deeds=frozenset({"place", "step"}), kinds=(d.PieceKind("frog", each=4),))
    write_game(tmp_path / "pond", files_of(made))
    course = _pages(load(tmp_path / "pond"), 2)["course"]
    assert [line.part for line in course.lines if line.part] == ["play.put", "play.step"]
