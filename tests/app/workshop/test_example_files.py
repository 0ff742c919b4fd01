"""The user's examples in their files: added, renamed, replaced, deleted, without a change of the rest."""

from __future__ import annotations

from pathlib import Path

from app.workshop.example_files import (
    add_example,
    example_places,
    free_title,
    saved_examples,
    titles_in,
    with_example,
    with_title,
    without_example,
)
from dsl.base.source import Source
from dsl.match.rulesets.house_rules import parse_house_rules

ONE = 'example "one"\n    turn of red\n    expect nothing offered\n'
TWO = 'example "two"\n    expect nothing offered\n'
TEXT = f"-- mine\n\n{ONE}\n-- about two\n{TWO}"


def test_examples_are_added_one_below_the_other(tmp_path: Path) -> None:
    path = tmp_path / "examples" / "saved.rules"
    add_example(path, ONE)
    add_example(path, TWO)
    assert path.read_text() == f"{ONE}\n{TWO}"
    assert free_title("one", path) == "one (2)"
    assert free_title("three", path) == "three"


def test_one_is_renamed_replaced_or_deleted_and_the_rest_stays() -> None:
    assert titles_in(TEXT) == ("one", "two")
    assert with_title(TEXT, "two", 'a "new" name') == TEXT.replace('"two"', "\"a 'new' name\"")
    assert with_title(TEXT, "two", " ") == TEXT
    assert without_example(TEXT, "one") == f"-- mine\n\n-- about two\n{TWO}"
    assert without_example(TEXT, "three") == TEXT
    other = 'example "one"\n    expect winner red\n'
    assert with_example(TEXT, "one", other) == TEXT.replace(ONE, other)
    assert with_example(ONE, "two", TWO) == f"{ONE}\n{TWO}"
    assert titles_in("example 7") == ()


def test_a_house_rule_of_the_user_is_the_first_place(tmp_path: Path) -> None:
    house, game = tmp_path / "house" / "fen", tmp_path / "fen"
    house.mkdir(parents=True)
    text = 'house rules "Mine" for fen\n'
    (house / "mine.rules").write_text(text)
    own = parse_house_rules(Source("mine.rules", text))
    other = parse_house_rules(Source("hr1.rules", text))
    first, second = example_places(game, True, house, (other, own))
    assert (first.path, first.title) == (house / "mine.rules", "Mine")
    assert (second.path, second.title) == (saved_examples(house), None)
    (only,) = example_places(game, False, house, ())
    assert only.path == game / "examples" / "saved.rules"
