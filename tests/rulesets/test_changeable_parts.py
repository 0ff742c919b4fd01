"""Every part of every game that is listed as changeable: a house rule may do with it what the list promises."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.syntax import ast as t
from dsl.syntax.changeable_parts import ChangeablePart, changeable_parts, every_anchor
from dsl.syntax.differences import differences
from dsl.syntax.house_rule_anchors import section_anchor
from dsl.syntax.patches import apply_changes
from tests.dsl.changes import change_of
from tests.rulesets import FOLDERS, loaded, name_of

each_game = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)


def _parts(folder: Path) -> tuple[t.Tree, list[ChangeablePart]]:
    """The game without settings for some numbers of players, which a house rule for all numbers replaces."""
    sections = loaded(folder).plain_tree.sections
    tree = t.Tree(tuple(section for section in sections if not isinstance(section, t.WithPlayersSection)))
    return tree, list(changeable_parts(tree))


def _some(parts: list[ChangeablePart]) -> list[ChangeablePart]:
    """Every part of most games; of the longest rules every fourth one, spread over all sections."""
    return parts[:: 1 + len(parts) // 250]


@each_game
def test_every_part_has_a_name_of_its_own(folder: Path) -> None:
    tree, parts = _parts(folder)
    assert [name for name, number in Counter(part.anchor for part in parts).items() if number > 1] == []
    named = {part.anchor for part in parts if not part.owner}
    assert named == {section_anchor(section) for section in tree.sections} - {""}
    assert {part.anchor for part in parts} <= set(every_anchor(tree))


@each_game
def test_putting_in_what_is_there_changes_nothing(folder: Path) -> None:
    tree, parts = _parts(folder)
    assert apply_changes(tree) == tree
    for operation in ("set", "set text", "replace"):
        changes = [change_of(tree, part, operation) for part in _some(parts) if operation in part.operations]
        same = apply_changes(tree, *changes)
        assert same == tree
        assert differences(tree, same) == ()


@each_game
def test_lines_can_be_added_wherever_the_list_says_so(folder: Path) -> None:
    tree, parts = _parts(folder)
    for operation in ("before", "after", "add"):
        there = [part for part in _some(parts) if operation in part.operations]
        changed = apply_changes(tree, *(change_of(tree, part, operation) for part in there))
        found = [each for each in differences(tree, changed) if each.kind == "added"]
        assert len(found) == len(there)


def _section_alone(tree: t.Tree, part: ChangeablePart) -> t.Tree:
    names = (part.anchor, ".".join(part.anchor.split(".")[:2]), part.anchor.partition(".")[0])
    return t.Tree(tuple(section for section in tree.sections if section_anchor(section) in names))


@each_game
def test_whatever_can_be_removed_is_gone_then(folder: Path) -> None:
    tree, parts = _parts(folder)
    for part in _some(parts):
        if "remove" in part.operations:
            alone = _section_alone(tree, part)
            assert apply_changes(alone, change_of(alone, part, "remove")) != alone


def test_a_removed_part_cannot_be_changed_as_well() -> None:
    tree, parts = _parts(FOLDERS[0])
    part = next(each for each in parts if each.operations[-1:] == ("after",))
    with pytest.raises(RulesError, match="unknown-anchor"):
        apply_changes(tree, *(change_of(tree, part, operation) for operation in ("remove", "remove")))


def test_names_are_given_by_the_author_or_follow_from_the_line_itself() -> None:
    _, parts = _parts(next(folder for folder in FOLDERS if name_of(folder) == "trias"))
    kinds = {part.anchor: (part.kind, part.operations) for part in parts}
    line = ("replace", "remove", "before", "after")
    assert kinds["actions.drift"] == ("choice", ("set text", *line, "add"))
    assert kinds["actions.drift.price"] == ("price", ("set", "remove"))
    assert kinds["actions.choice"] == ("list of choices", (*line, "add"))
    assert kinds["drift.do.move_t_to_goal"] == ("step", line)
    assert kinds["drift.farther"] == ("condition", ("set", "set text", *line))
    assert kinds["losses.move_hand_to_set_aside"] == ("step", line)
    assert kinds["final.ties"] == ("tie-break", line)
    assert kinds["regular_turn.if_hand_size.otherwise"] == ("steps", ("replace", "add", "remove"))
    assert kinds["setup.repeat.times"] == ("value", ("set",))
