"""The edition of a game that a house rule was written for, and what has changed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.language_service import messages as m
from dsl.language_service.editions import read_edition, with_present_names
from dsl.language_service.ruleset_files import OpenedFiles, read_files
from dsl.language_service.service import Service

GAME = "trias.rules"
HOUSE = """house rules "Our Friday" for trias

-- drift_cost is too high
set option.drift_cost = 2
set drift.farther.text = "No drift_cost back."
add to drift after farther
    needs second: 1 is 1 "y"
with 2 players
    action_points = 5
"""


@pytest.fixture(scope="module")
def opened() -> OpenedFiles:
    files = read_files(Path(__file__).parents[3] / "rulesets" / "trias").files
    kept = tuple(each for each in files if "/" not in each[0])
    return OpenedFiles((*kept, ("/ours.rules", HOUSE)))


def _changed(opened: OpenedFiles, *changes: tuple[str, str]) -> Service:
    text = dict(opened.files)[GAME]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Service(OpenedFiles((*(each for each in opened.files if each[0] != GAME), (GAME, text))))


def _compared(service: Service, edition: str, language: str = "en") -> m.EditionChanges:
    answer = service.answer(m.CompareEdition("/ours.rules", edition, language))
    assert isinstance(answer, m.EditionChanges)
    return answer


def test_changes_of_the_game_are_said_if_they_matter_to_the_house_rule(opened: OpenedFiles) -> None:
    written = Service(opened).answer(m.WriteEdition("/ours.rules", "Trias"))
    assert isinstance(written, m.EditionText)
    edition = written.text
    assert edition.startswith("-- written for Trias, rules ")
    assert "option drift_cost: 1..9 = 3" in edition
    assert "move_cost" not in edition
    assert not _compared(Service(opened), edition).said
    assert not _compared(_changed(opened, ("option move_cost: 1..9 = 1", "option move_cost: 1..9 = 2")), edition).said

    other = _changed(opened, ("option drift_cost: 1..9 = 3", "option drift_cost: 1..9 = 4"))
    assert _compared(other, edition).said.splitlines()[1:] == ["• Price of a drift: 4 instead of 3."]
    assert "Coût d’une dérive (PA)" in _compared(other, edition, "fr").said
    assert not _compared(other, edition).repair

    # Renamed parts: the house rule no longer fits, and the present names mend it.
    renamed = _changed(opened, ("drift_cost", "tectonics"), ("needs farther:", "needs outward:"))
    assert renamed.workspace.problems("/ours.rules").files[0].problems
    found = _compared(renamed, edition)
    assert found.said.splitlines()[1:] == [
        "• `option.drift_cost` is now called `option.tectonics`.",
        "• `drift.farther` is now called `drift.outward`.",
    ]
    (edit,) = found.repair
    renamed.set_text("/ours.rules", edit.text)
    assert not renamed.workspace.problems("/ours.rules").files[0].problems
    assert "-- drift_cost is too high\nset option.tectonics = 2\n" in edit.text
    assert 'set drift.outward.text = "No drift_cost back."\nadd to drift after outward' in edit.text


@pytest.mark.parametrize(
    ("house", "changes", "said", "mended"),
    [
        (
            "remove breed.newborn", [("action breed(", "action multiply("), ("breed for", "multiply for")],
            "`breed` is now called `multiply`.", "remove multiply.newborn",
        ),
        (
            "set Box.wood.capacity = 5", [("table Box", "table Lands")],
            "`Box` is now called `Lands`.", "set Lands.wood.capacity = 5",
        ),
        (
            "set Box.wood.capacity = 5", [(" wood", " forest")],
            "`Box.wood.capacity` is now called `Box.forest.capacity`.", "set Box.forest.capacity = 5",
        ),
        (
            "set Box.wood.capacity = 5", [("capacity  in_box", "room_for  in_box"), ("capacity of", "room_for of")],
            "`Box.wood.capacity` is now called `Box.wood.room_for`.", "set Box.wood.room_for = 5",
        ),
        (
            "set option.drift_cost = 8", [("drift_cost: 1..9", "drift_cost: 1..5")],
            "Price of a drift: possible values are now `1..5` instead of `1..9`.", "",
        ),
        (
            "set play_pile.waiting.text = \"No.\"",
            [("action play_pile", "action turn"), ("  play_pile\n", "  turn\n"), ("No card is", "Nothing is")],
            "Card from the pile is removed.", "",
        ),
    ],
)  # fmt: skip
def test_what_is_gone_is_said_and_a_new_name_is_offered(
    opened: OpenedFiles, house: str, changes: list[tuple[str, str]], said: str, mended: str
) -> None:
    texts = dict(opened.files) | {"/ours.rules": f'house rules "Ours" for trias\n{house}\n'}
    ours = OpenedFiles(tuple(texts.items()))
    written = Service(ours).answer(m.WriteEdition("/ours.rules", "Trias"))
    assert isinstance(written, m.EditionText)
    found = _compared(_changed(ours, *changes), written.text)
    assert f"• {said}" in found.said.splitlines()
    assert [edit.text.splitlines()[1] for edit in found.repair] == ([mended] if mended else [])


def test_a_damaged_edition_is_no_edition(opened: OpenedFiles) -> None:
    assert read_edition("").mark == ""
    with pytest.raises(RulesError):
        read_edition("-- written for Trias, rules 0000 0000 0000\nno section\n")
    answer = Service(opened).answer(m.CompareEdition("/ours.rules", "no section\n"))
    assert isinstance(answer, m.Failed)


def test_only_whole_names_are_replaced() -> None:
    text = 'set option.cost = my_cost + cost -- cost\nset a.cost = 1\nremove cost.part "cost"\n'
    changed = 'set option.price = my_cost + price -- cost\nset a.cost = 1\nremove price.part "cost"\n'
    assert with_present_names(text, "option.cost", "option.price") == changed
