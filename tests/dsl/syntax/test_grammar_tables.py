"""The tables that drive the reading belong to the grammar, which has no conflict."""

from __future__ import annotations

from dsl.syntax.ast_builder import _MAKERS
from dsl.syntax.build_grammar_tables import build
from dsl.syntax.grammar_tables import GRAMMAR, TABLES, load_tables


def test_the_tables_are_those_of_the_grammar() -> None:
    """Made anew they are the same, byte for byte. A conflict in the grammar would raise."""
    assert build(GRAMMAR.read_text(encoding="utf-8")) == TABLES.read_text(encoding="utf-8")


def test_every_rule_of_the_grammar_has_its_maker_and_every_maker_a_rule() -> None:
    recipes = load_tables().recipes
    assert {recipe.make for recipe in recipes if recipe.how == "make"} == set(_MAKERS)
