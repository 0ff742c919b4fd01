"""What a house rule may change: every line that is written for it is a house rule that works."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.language_service.changeable import Changeable, ChangeError, changeable, write_change, write_order
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import Ruleset, load, tree_of, without_examples
from dsl.syntax.ast import Tree
from dsl.syntax.differences import differences
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes

RULESETS = Path(__file__).parents[3] / "rulesets"
_LONGER = ("step", "phase")  #: below these other lines may stand, so the first alone is no value


@pytest.fixture(scope="module")
def trias() -> Ruleset:
    return load(RULESETS / "trias")


def _changed(tree: Tree, lines: str) -> Tree:
    return apply_changes(tree, parse(Source("house.rules", f'house rules "Ours" for trias\n{lines}')))


def _item(tree: Tree, anchor: str, value: str, sort: str = "") -> Changeable:
    return next(
        each for each in changeable(tree) if (each.anchor, each.value) == (anchor, value) and sort in ("", each.sort)
    )


def test_values_come_with_their_bounds_words_and_numbers_of_players(trias: Ruleset) -> None:
    points = _item(trias.tree, "option.action_points", "4")
    assert (points.least, points.most) == (1, 9)
    assert points.values == ((2, "3"), (3, "4"), (4, "4"), (5, "4"))
    assert points.sentence == "Action points in a turn"
    assert _item(trias.tree, "option.coast", "outer").words == ("outer", "any")
    assert dict(_item(trias.tree, "Box.wood.in_box", "12").values)[2] == "6"


def test_sentences_are_those_of_a_language_if_its_texts_are_given(trias: Ruleset) -> None:
    french = {each.anchor: each.sentence for each in changeable(trias.tree, trias.words("fr"))}
    assert (
        french["drift.movable"] == trias.words("fr").sentences["drift.movable"] != "The centre tile stays where it is."
    )
    assert french["Box.wood.in_box"].startswith("bois")


def test_the_official_house_rules_are_changes_that_the_list_can_write(trias: Ruleset) -> None:
    """Every anchor that a shipped house rule of Trias sets is in the list."""
    known = {each.anchor for each in changeable(trias.tree)}
    written = [line for rules in trias.house_rules() for line in rules.source.text.splitlines()]
    anchors = {line.split()[1] for line in written if line.startswith("set ")}
    assert anchors
    assert anchors <= known


def test_a_price_a_number_a_condition_and_an_entry_are_changed_in_their_lines(trias: Ruleset) -> None:
    tree = trias.tree
    price = write_change(tree, _item(tree, "actions.actions", "drift_cost"), "2")
    assert price.startswith("replace actions.actions\n    phase actions\n")
    assert "drift for 2 points" in price
    company = next(each for each in changeable(tree) if each.anchor == "drift.company" and each.sort == "number")
    assert "at least 3 of land(t)" in write_change(tree, company, "3")
    condition = write_change(tree, _item(tree, "drift.shore", "t touches sea"), "yes")
    assert condition == 'replace drift.shore\n    needs shore: yes "Only a tile on the outer coast can be lifted."\n'
    assert write_change(tree, _item(tree, "drift.shore", "t touches sea"), None) == "remove drift.shore\n"
    case = _item(
        tree,
        "leads_out.sideways",
        "case sideways: goal is not origin then distance(goal, centre) >= distance(origin, centre)",
    )
    assert write_change(tree, case, "case sideways: yes then no").endswith("\n    case sideways: yes then no\n")
    with pytest.raises(ChangeError, match="cannot stand"):
        write_change(tree, case, "case sideways")
    entry = write_change(tree, _item(tree, "actions.actions", "breed for breed_cost points"), None)
    assert "rescue for rescue_cost points" in entry
    assert "breed for" not in entry


def test_tie_breaks_are_put_into_another_order(trias: Ruleset) -> None:
    breaks = [each for each in changeable(trias.tree) if each.sort == "tie_break"]
    score, reserve, lands, shared = breaks
    lines = write_order(trias.tree, [score, lands, reserve, shared])
    assert [line.split()[1] for line in lines.splitlines()[1:4]] == ["score:", "lands:", "reserve:"]
    _changed(trias.tree, lines)
    with pytest.raises(ChangeError):
        write_order(trias.tree, [score, lands])


def test_what_is_no_longer_there_cannot_be_changed(trias: Ruleset) -> None:
    stale = _item(trias.tree, "drift.shore", "t touches sea")
    with pytest.raises(ChangeError, match="no longer there"):
        write_change(_changed(trias.tree, "remove drift.shore\n"), stale, None)
    with pytest.raises(ChangeError):
        write_change(trias.tree, _item(trias.tree, "option.coast", "outer"), None)


@pytest.mark.parametrize("game", ["trias", "classics/reversi", "classics/hex"])
def test_every_line_written_is_a_house_rule_that_changes_just_that(game: str) -> None:
    """With the value that stands there nothing differs; without the part something does."""
    tree = without_examples(tree_of(read_folder(RULESETS / game)))
    for item in changeable(tree)[::5]:
        if item.sort not in _LONGER:
            same = differences(tree, _changed(tree, write_change(tree, item, item.value)))
            assert not same or item.values, item
        if item.removable:
            assert differences(tree, _changed(tree, write_change(tree, item, None))), item
