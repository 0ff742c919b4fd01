"""One change after another is merged into a house rule, and taken out again, as controls do it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.language_service import messages as m
from dsl.language_service.changeable import ChangeError, changeable
from dsl.language_service.house_text import has_effect, merge_change, new_house_rule
from dsl.language_service.ruleset_files import read_files
from dsl.language_service.service import Service
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import tree_of, without_examples
from dsl.syntax.ast import Tree
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes

RULESETS = Path(__file__).parents[3] / "rulesets"
HEAD = 'house rules "Ours" for trias\n'
FILE = "house/ours.rules"


@pytest.fixture(scope="module")
def trias() -> Tree:
    return without_examples(tree_of(read_folder(RULESETS / "trias")))


def _change(
    plain: Tree, text: str, anchor: str, operation: m.ChangeOperation, value: str = "", players: int | None = None
) -> str:
    """Change the last part of a name, a number before its value."""
    tree = apply_changes(plain, parse(Source(FILE, text)))
    found = [each for rules in (plain, tree) for each in changeable(rules) if each.anchor == anchor]
    return merge_change(text, plain, tree, found[-1], m.PartChange(operation, value, players))


def test_a_value_is_added_changed_and_taken_out_again(trias: Tree) -> None:
    five = _change(trias, HEAD, "option.action_points", "set", "5")
    assert five == HEAD + "\nset option.action_points = 5\n"
    both = _change(trias, five, "option.drift_cost", "set", "2")
    assert both == five + "set option.drift_cost = 2\n"
    six = _change(trias, both, "option.action_points", "set", "6")
    assert six == both.replace("= 5", "= 6")
    assert _change(trias, six, "option.drift_cost", "set", "3") == five.replace("= 5", "= 6")
    assert _change(trias, five, "option.action_points", "reset") == HEAD


def test_what_controls_cannot_express_stays_as_it_was_written(trias: Tree) -> None:
    text = HEAD + (
        "-- our reasons\nset option.drift_cost =   2  -- cheap\n\n"
        'add to drift after shore\n    needs ours: any of my herds on t "Ours."\n'
    )
    more = _change(trias, text, "drift.presence", "remove")
    assert more == text + "\nremove drift.presence\n"
    assert _change(trias, more, "drift.presence", "reset") == text


def test_two_numbers_of_one_value_are_changed_one_after_the_other(trias: Tree) -> None:
    anchor = "drift.do.if_interim_scoring.condition"
    once = _change(trias, HEAD, anchor, "set", "2")
    tree = apply_changes(trias, parse(Source(FILE, once)))
    first = next(each for each in changeable(tree) if each.anchor == anchor and each.kind == "number")
    twice = merge_change(once, trias, tree, first, m.PartChange("set", "3"))
    assert twice.count("\nset ") == 1
    assert "broken > 3 and joined is 2" in twice
    assert _change(trias, twice, anchor, "reset") == HEAD


def test_a_condition_is_switched_off_and_reworded(trias: Tree) -> None:
    off = _change(trias, HEAD, "drift.shore", "remove")
    assert off == HEAD + "\nremove drift.shore\n"
    assert _change(trias, off, "drift.shore", "reset") == HEAD
    said = _change(trias, HEAD, "drift.shore", "sentence", "Not here.")
    assert said == HEAD + '\nset drift.shore.text = "Not here."\n'
    assert _change(trias, said, "drift.shore", "remove") == off
    assert _change(trias, said, "drift.shore", "sentence", "Only a tile on the outer coast can be lifted.") == HEAD


def test_tie_breaks_move_and_come_back(trias: Tree) -> None:
    up = _change(trias, HEAD, "winner.lands", "up")
    assert [row.split()[1] for row in up.splitlines()[3:6]] == ["score:", "lands:", "reserve:"]
    assert _change(trias, up, "winner.lands", "down") == HEAD
    with pytest.raises(ChangeError):
        _change(trias, HEAD, "winner.score", "up")


def test_a_number_of_players_has_its_own_values(trias: Tree) -> None:
    two = _change(trias, HEAD, "option.action_points", "set", "5", players=2)
    assert two == HEAD + "\nwith 2 players\n    action_points = 5\n"
    more = _change(trias, two, "Box.wood.in_box", "set", "7", players=2)
    assert more == two + "    table Box in_box\n        wood 7\n"
    apply_changes(trias, parse(Source(FILE, more)))
    less = _change(trias, more, "option.action_points", "set", "3", players=2)
    assert "action_points" not in less
    assert _change(trias, less, "Box.wood.in_box", "reset", players=2) == HEAD
    assert _change(trias, two, "option.action_points", "reset") == HEAD


def test_a_value_set_for_all_players_can_stay_official_for_some(trias: Tree) -> None:
    five = _change(trias, HEAD, "option.action_points", "set", "5")
    two = _change(trias, five, "option.action_points", "reset", players=2)
    assert two == five + "\nwith 2 players\n    action_points = 3\n"
    assert _change(trias, two, "option.action_points", "set", "5", players=2) == five


def test_a_change_without_effect_is_found(trias: Tree) -> None:
    assert not has_effect(HEAD, HEAD + "set option.drift_cost = 3\n", trias)
    assert not has_effect(HEAD, HEAD + "with 7 players\n    drift_cost = 2\n", trias)
    assert has_effect(HEAD, HEAD + "with 2 players\n    drift_cost = 2\n", trias)


def test_a_new_house_rule_sets_options_and_refuses_a_title_that_cannot_be_written() -> None:
    assert new_house_rule(" Ours ", "trias", [("rings", "4")]) == HEAD + "\nset option.rings = 4\n"
    assert new_house_rule("Ours", "trias") == HEAD + "\n"
    for title in ("", 'a "b"', "a\nb"):
        with pytest.raises(ChangeError):
            new_house_rule(title, "trias")


def test_the_service_answers_with_the_text_or_says_why_not() -> None:
    service = Service(read_files(RULESETS / "trias"))
    service.set_text(FILE, HEAD)
    listed = service.answer(m.ListChangeable(FILE))
    assert isinstance(listed, m.ChangeableList)
    items = {each.anchor: each for each in listed.items if each.kind != "number"}

    def change(anchor: str, operation: m.ChangeOperation, value: str = "") -> m.HouseText:
        found = service.answer(m.ChangeRule(FILE, items[anchor], m.PartChange(operation, value)))
        assert isinstance(found, m.HouseText)
        return found

    assert change("option.drift_cost", "set", "2") == m.HouseText(HEAD + "\nset option.drift_cost = 2\n")
    assert change("option.drift_cost", "set", "3") == m.HouseText(HEAD, effect=False)
    refused = change("drift.shore", "set", "t touches saa")
    assert refused.text == HEAD
    assert "saa" in refused.refused
    assert change("drift", "remove").refused
    assert service.workspace.files[FILE] == HEAD


def test_examples_of_a_part_that_was_removed_fail_alone() -> None:
    service = Service(read_files(RULESETS / "classics" / "reversi"))
    service.set_text(FILE, 'house rules "Ours" for reversi\n\nremove put.flanks\n')
    found = service.answer(m.RunExamples(FILE))
    assert isinstance(found, m.Examples)
    assert (found.complete, found.why) == (True, "")
    lost = [each for each in found.examples if each.problem is not None and "flanks" in each.problem.summary]
    assert lost
    assert any(each.holds for each in found.examples)
