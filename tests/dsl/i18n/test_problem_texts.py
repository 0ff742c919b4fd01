"""Summaries of problems in the players' languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.problem_texts import answer_text, problem_summary, whole_summary
from dsl.i18n.translations import FALLBACK, languages, translation_in
from dsl.match.rulesets.ruleset import build, load

ROOT = Path(__file__).parents[3]
SLUGS = sorted(path.stem for path in (ROOT / "docs" / "problems").glob("*.md") if path.stem != "README")


@pytest.mark.parametrize("language", languages())
def test_each_kind_of_problem_has_a_sentence_in_each_language(language: str) -> None:
    words = translation_in(language)
    own = set(words.messages())
    assert not [slug for slug in SLUGS if f"problem.{slug.replace('-', '_')}" not in own]
    kinds = {key.split(".")[1].replace("_", "-") for key in own if key.startswith("problem.")}
    assert kinds == set(SLUGS)


def test_an_english_summary_is_said_word_for_word_or_by_its_kind() -> None:
    summary = "the rules have no part called `option.acton_points`"
    assert problem_summary("unknown-anchor", summary, FALLBACK) == (summary, True)
    said = "les règles n’ont pas de partie nommée `option.acton_points`"
    assert problem_summary("unknown-anchor", summary, "fr") == (said, True)
    other = "a {zone} of `$x` is no set"
    assert problem_summary("not-a-set", other, "fr") == ("il faut un ensemble de choses", False)
    assert whole_summary("not-a-set", other, "fr") == f"il faut un ensemble de choses ({other})"
    assert problem_summary("of-a-newer-version", other, "fr") == (other, True)


def test_answers_of_the_service_are_said_word_for_word_or_in_english() -> None:
    assert answer_text("Write `option.drift_cost`", "fr") == "Écrire `option.drift_cost`"
    assert answer_text("Write `option.drift_cost`", FALLBACK) == "Write `option.drift_cost`"
    assert answer_text("`x` is used in line 12 already.", "fr") == "`x` est déjà utilisé à la ligne 12."
    assert answer_text("no rule asks for the option `x`", "fr") == "aucune règle ne tient compte de l’option `x`"
    assert answer_text("something else", "fr") == "something else"
    source = (ROOT / "dsl" / "language_service" / "fixes.py").read_text()
    for title in re.findall(r"Fix\((?:f?[\"'])(.+?)[\"'],", source):
        assert answer_text(title, "fr") != title, title


#: Mistakes of house rules, and what stays of their names and numbers in another language.
MISTAKES = {
    "set option.acton_points = 6": "option.acton_points",
    "set option.action_points = 60": "9",
    "sett option.drift_cost = 3": "sett",
    "option drift_cost: 1..9 = 2 \"Price\"": "drift_cost",
    "option night: 1..9 = 2 \"Price\"": "night",
    "set option.drift_cost = 2 3": "3",
    "action me\n    do\n        end turn": "me",
    "replace drift.farther\n    move t to goal": "drift.farther",
    "set drift.farther.text = \"{x}\"": "x",
}  # fmt: skip


@pytest.mark.parametrize("line", MISTAKES)
def test_frequent_mistakes_of_house_rules_are_said_word_for_word(line: str) -> None:
    trias = load(ROOT / "rulesets" / "trias")
    with pytest.raises(RulesError) as refused:
        build(trias.text, extra=[Source("ours.rules", f'house rules "Ours" for trias\n{line}\n')])
    problem = refused.value.problems[0]
    said, exact = problem_summary(problem.slug, problem.summary, "fr")
    assert exact, (problem.slug, problem.summary)
    assert said != problem.summary
    assert MISTAKES[line] in said
