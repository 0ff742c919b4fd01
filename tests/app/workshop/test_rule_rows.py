"""The rows of the controls, without a window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.workshop.controls import row_sentence
from app.workshop.rule_rows import RuleRow, player_numbers, rule_groups, shown
from dsl.base.source import Source
from dsl.i18n.translator import Translator
from dsl.language_service.changeable import changeable, write_order
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import load, tree_of, without_examples
from dsl.rulebook.part_phrases import part_phrases
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


def test_a_search_finds_rows_by_any_of_their_words(plain: Tree) -> None:
    groups = rule_groups(changeable(plain), changeable(plain))
    found = [row.key[0] for group in shown(groups, "points turn") for row in group.rows]
    assert found == ["option.action_points"]
    assert shown(groups, "nothing of the kind") == ()
    few, all_ = (sum(len(group.rows) for group in shown(groups, "", every)) for every in (False, True))
    assert few < all_
    assert player_numbers(groups) == (2, 3, 4, 5)


def test_no_sentence_beside_a_control_reads_like_code_and_no_two_of_a_section_are_the_same() -> None:
    """In all official games, in all languages: what is only shown with "All parts" may need the rules language."""
    for card in sorted(official_rulesets().rglob("game.toml")):
        pack = load(card.parent)
        for language in ("en", "fr"):
            texts, phrases = Translations(language), part_phrases(pack.rules, Translator(pack, language), language)
            parts = changeable(pack.plain_tree, pack.words(language), phrases)
            for group in shown(rule_groups(parts, parts)):
                said = [row_sentence(row, texts) for row in group.rows]
                for sentence in said:
                    assert not re.search(r"\w\(|_|\[…\]|\b\w+: \d+$|^\d", sentence), (card.parent.name, sentence)
                    assert sentence[0] == sentence[0].upper() or sentence[0] in "“«…"
                for row in group.rows:
                    if row.control == "number" and row.detail:
                        assert "…" in row.detail
                        assert not re.search(r"\w\(|_|[<>=\[]", row.detail), (card.parent.name, row.detail)
                lines = [s for s, row in zip(said, group.rows, strict=True) if row.item.kind == "line of an award"]
                assert len(set(lines)) == len(lines)
