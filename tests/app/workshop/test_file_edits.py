"""One value or text changes, and nothing else in the file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from app.workshop.file_edits import EditError, edit_file, value_of, with_text, with_value

LOOK = """# A look.
title = "Pond"  # kept

[players.red]  # the first
fill = "#c8502f"

[[pieces.frog.when]]
is = "wet"

[players.blue]
fill = "#2f6f9f"
"""


def test_one_value_changes_and_all_else_stays() -> None:
    changed = with_value(LOOK, "players.red", "fill", "#000000")
    assert changed == LOOK.replace("#c8502f", "#000000")
    added = with_value(LOOK, "players.red", "letter", 'R"')
    assert added == LOOK.replace('"#c8502f"\n', '"#c8502f"\nletter = "R\\""\n')
    new = with_value(LOOK, "boards.pond", "cells", "wood")
    assert new == LOOK + '\n[boards.pond]\ncells = "wood"\n'
    assert with_value(new, "boards.pond", "cells", None) == LOOK + "\n[boards.pond]\n"
    assert with_value(LOOK, "", "minutes", [5, 15]).startswith('# A look.\ntitle = "Pond"  # kept\nminutes = [5, 15]\n')
    assert with_value(LOOK, "", "title", "A # sign") == LOOK.replace("Pond", "A # sign")
    assert with_value(LOOK, "players.green", "fill", None) == LOOK
    assert value_of(tomllib.loads(new), "boards.pond", "cells") == "wood"


@pytest.mark.parametrize(
    ("text", "table", "key"),
    [
        ("players = { red = { fill = 1 } }\n", "players.red", "fill"),
        ('[a]\nb = """\n[c]\n"""\n', "c", "d"),
        ("[a]\nb = [\n 1,\n]\n", "a", "b"),
        ("not toml", "a", "b"),
    ],
    ids=["inline table", "header in a string", "list over lines", "no TOML"],
)
def test_what_cannot_be_written_line_by_line_is_left_alone(text: str, table: str, key: str) -> None:
    with pytest.raises(EditError):
        with_value(text, table, key, "x")


def test_texts_are_changed_tied_added_and_removed() -> None:
    words = '-- Mine.\nname frog: "grenouille" "grenouilles" f\n\n-- translates: "Put"\nput: "Poser"\n'
    assert with_text(words, "put", 'Poser "là"', "Put") == words.replace('"Poser"', '"Poser ’là’"')
    assert with_text(words, "put", "Mettre", "Place") == words.replace("Poser", "Mettre").replace('"Put"', '"Place"')
    assert with_text(words, "put", "", "Put") == words[: words.index("-- translates")]
    assert with_text(words, "frog", "rainette/rainettes", is_name=True) == words.replace("grenouille", "rainette")
    added = with_text(words, "toad", "crapaud", is_name=True)
    assert added == words + 'name toad: "crapaud"\n'
    assert with_text("", "End", "Fin", "End") == '-- translates: "End"\nEnd: "Fin"\n'


def test_an_edit_keeps_what_another_program_wrote(tmp_path: Path) -> None:
    path = tmp_path / "pond.look"
    path.write_text(LOOK, "utf-8")
    path.write_text(LOOK.replace("#2f6f9f", "#ffffff"), "utf-8")  # by another program
    assert edit_file(path, lambda text: with_value(text, "players.red", "fill", "#000000"))
    assert "#ffffff" in path.read_text("utf-8")
    assert "#000000" in path.read_text("utf-8")
    assert not edit_file(path, lambda text: text)
    assert edit_file(tmp_path / "words.fr", lambda text: with_text(text, "a", "b"))
