"""The rows of the controls, without a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.workshop.rule_rows import RuleRow, player_numbers, rule_groups
from dsl.base.source import Source
from dsl.language_service.changeable import changeable, write_order
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import tree_of, without_examples
from dsl.syntax.ast import Tree
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes

TRIAS = Path(__file__).parents[3] / "rulesets" / "trias"


@pytest.fixture(scope="module")
def plain() -> Tree:
    return without_examples(tree_of(read_folder(TRIAS)))


def _rows(plain: Tree, lines: str) -> dict[tuple[str, bool, int], RuleRow]:
    tree = apply_changes(plain, parse(Source("ours.rules", f'house rules "Ours" for trias\n{lines}')))
    return {row.key: row for group in rule_groups(changeable(plain), changeable(tree)) for row in group.rows}


def test_each_part_has_the_control_of_its_value(plain: Tree) -> None:
    rows = _rows(plain, "")
    assert rows["option.action_points", False, 0].control == "number"
    assert rows["option.coast", False, 0].control == "words"
    assert rows["drift.shore", False, 0].control == "switch"
    assert rows["winner.lands", False, 0].control == "order"
    assert rows["land", False, 0].control == "text"
    number = rows["drift.company", True, 0]
    assert (number.control, number.form, number.detail) == ("number", "number", "at least […] of land(t)")
    assert not any(row.changed for row in rows.values())


def test_changed_rows_know_the_official_value_and_that_by_number_of_players(plain: Tree) -> None:
    rows = _rows(plain, "set option.action_points = 5\nset drift.company = at least 3 of land(t)\n")
    points = rows["option.action_points", False, 0]
    assert points.official is not None
    assert (points.item.value, points.official.value) == ("5", "4")
    assert points.players == ((2, "5", "3"), (3, "5", "4"), (4, "5", "4"), (5, "5", "4"))
    number = rows["drift.company", True, 0]
    assert number.official is not None
    assert (number.item.value, number.official.value) == ("3", "2")


def test_what_was_removed_stays_in_its_place_without_its_parts(plain: Tree) -> None:
    rows = _rows(plain, "remove drift.company\nremove drift.shore\n")
    assert [key[0] for key, row in rows.items() if row.removed] == ["drift.company", "drift.shore"]
    assert ("drift.company", True, 0) not in rows
    anchors = [key[0] for key in rows]
    assert anchors.index("drift.presence") < anchors.index("drift.shore") < anchors.index("drift.open")


def test_moved_tie_breaks_stand_in_their_new_order(plain: Tree) -> None:
    lines = [named for named in changeable(plain) if named.kind == "line of the winner"]
    order = [lines[1], lines[0], *lines[2:]]
    rows = [row for row in _rows(plain, write_order(plain, order)).values() if row.control == "order"]
    assert [row.key[0] for row in rows] == [each.anchor for each in order]
    assert [row.moved for row in rows] == [True, True, False, False]
    assert [(row.first, row.last) for row in rows[:3]] == [(True, False), (False, False), (False, True)]


def test_values_by_number_of_players_are_asked_for_where_they_differ(plain: Tree) -> None:
    assert player_numbers(rule_groups(changeable(plain), changeable(plain))) == (2, 3, 4, 5)
