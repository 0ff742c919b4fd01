"""What a house rule may change: every line that is written for it is a house rule that works."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.language_service.changeable import ChangeError, changeable, write_change, write_order, write_sentence
from dsl.language_service.messages import Changeable
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import Ruleset, load, tree_of, without_examples
from dsl.syntax.ast import Tree
from dsl.syntax.differences import differences
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes

RULESETS = Path(__file__).parents[3] / "rulesets"


@pytest.fixture(scope="module")
def trias() -> Ruleset:
    return load(RULESETS / "trias")


def _changed(tree: Tree, lines: str) -> Tree:
    return apply_changes(tree, parse(Source("house.rules", f'house rules "Ours" for trias\n{lines}')))


def _item(tree: Tree, anchor: str, kind: str = "") -> Changeable:
    return next(each for each in changeable(tree) if each.anchor == anchor and kind in ("", each.kind))


def test_values_come_with_their_bounds_words_and_numbers_of_players(trias: Ruleset) -> None:
    points = _item(trias.tree, "option.action_points")
    assert (points.value, points.least, points.most) == ("4", 1, 9)
    assert points.values == ((2, "3"), (3, "4"), (4, "4"), (5, "4"))
    assert points.sentence == "Action points in a turn"
    assert _item(trias.tree, "option.coast").words == ("outer", "any")
    assert dict(_item(trias.tree, "Box.wood.in_box").values)[2] == "6"


def test_sentences_are_those_of_a_language_if_its_texts_are_given(trias: Ruleset) -> None:
    french = {each.anchor: each.sentence for each in changeable(trias.tree, trias.words("fr"))}
    assert french["drift.movable"] == trias.words("fr").sentences["drift.movable"]
    assert french["Box.wood.in_box"].startswith("bois")


def test_a_price_a_number_a_condition_and_a_choice_are_changed_by_one_line(trias: Ruleset) -> None:
    tree = trias.tree
    assert write_change(tree, _item(tree, "actions.drift.price"), "2") == "set actions.drift.price = 2\n"
    company = _item(tree, "drift.company", "number")
    assert write_change(tree, company, "3") == "set drift.company = at least 3 of land(t)\n"
    shore = _item(tree, "drift.shore")
    assert write_change(tree, shore, "yes") == "set drift.shore = yes\n"
    assert write_change(tree, shore, None) == "remove drift.shore\n"
    assert write_sentence(shore, "Not here.") == 'set drift.shore.text = "Not here."\n'
    step = write_change(tree, _item(tree, "actions.breed"), "breed for 2 points")
    assert step == "replace actions.breed\n    breed for 2 points\n"
    _changed(tree, step)


def test_tie_breaks_are_put_into_another_order(trias: Ruleset) -> None:
    score, reserve, lands, shared = (each for each in changeable(trias.tree) if each.kind == "line of the winner")
    lines = write_order(trias.tree, [score, lands, reserve, shared])
    assert [line.split()[1] for line in lines.splitlines()[1:4]] == ["score:", "lands:", "reserve:"]
    _changed(trias.tree, lines)
    with pytest.raises(ChangeError):
        write_order(trias.tree, [score, lands])


def test_what_cannot_be_changed_so_is_refused(trias: Ruleset) -> None:
    company = _item(trias.tree, "drift.company", "number")
    with pytest.raises(ChangeError, match="no longer there"):
        write_change(_changed(trias.tree, "remove drift.company\n"), company, "3")
    with pytest.raises(ChangeError):
        write_change(trias.tree, _item(trias.tree, "Box.wood.in_box"), None)
    with pytest.raises(ChangeError):
        write_sentence(_item(trias.tree, "Box.wood.in_box"), "Wood")


@pytest.mark.parametrize("game", ["trias", "classics/reversi", "classics/hex"])
def test_every_line_written_is_a_house_rule_that_changes_just_that(game: str) -> None:
    """With the value that stands there nothing differs; without the part something does."""
    tree = without_examples(tree_of(read_folder(RULESETS / game)))
    for item in changeable(tree)[::5]:
        if "set" in item.operations:
            same = differences(tree, _changed(tree, write_change(tree, item, item.value)))
            assert not same or item.values, item
        if "remove" in item.operations:
            assert differences(tree, _changed(tree, write_change(tree, item, None))), item
