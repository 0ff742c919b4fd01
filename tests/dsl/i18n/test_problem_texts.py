"""Summaries of problems in the players' languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.problem_texts import advice_text, answer_text, explanation_text, problem_summary
from dsl.i18n.translations import FALLBACK, languages, translation_in
from dsl.match.rulesets.ruleset import build, load
from dsl.semantics import error_messages
from dsl.syntax import common_mistakes

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
    assert problem_summary("not-a-set", other, "fr") == ("il faut un ensemble de choses\N{NO-BREAK SPACE}: `$x`", False)
    assert problem_summary("of-a-newer-version", other, "fr") == (other, True)


def test_explanations_and_help_are_said_sentence_by_sentence_and_their_samples_stay() -> None:
    text = (
        "A price is paid from a budget. Rules nested this deep are hard to follow.\n"
        "    drift for 2 points\n"
        "By any other name."
    )
    said = explanation_text(text, "fr")
    assert said.split("\n")[1:] == ["    drift for 2 points", "By any other name."]
    assert said.startswith("Un prix se paie sur un `budget`. Des règles")
    assert explanation_text(text, FALLBACK) == text
    assert advice_text("did you mean `drift`?", "fr") == "vouliez-vous dire `drift`\N{NARROW NO-BREAK SPACE}?"
    assert advice_text("write `a` or `b`", "fr") == "écrivez `a` ou `b`"
    assert advice_text("something else", "fr") == "something else"


def test_every_approved_explanation_and_help_is_said_in_french() -> None:
    """As the approved messages have them, and the sentences for what authors write by habit."""
    folder = ROOT / "tests" / "dsl" / "problems"
    said = [text for path in folder.glob("*.txt") for text in _of_message(path.read_text(encoding="utf-8"))]
    advice = {text.removeprefix("help: ") for text in said if text.startswith("help: ")}
    tables = (error_messages._NAMES, error_messages._CALLS, error_messages._SORTS)
    advice |= {help_ for table in (*tables, common_mistakes._STEPS, common_mistakes._PARTS) for help_ in table.values()}
    reasons = {text for text in said if not text.startswith("help: ")}
    reasons |= {mistake.why for mistake in common_mistakes._mistakes()}
    assert len(advice) > 150
    assert len(reasons) > 150
    assert sorted(text for text in advice if advice_text(text, "fr") == text) == []
    sentences = {each for text in reasons for each in re.split(r"(?<=[.]) (?=[A-Z`])", text) if each}
    assert sorted(text for text in sentences if explanation_text(text, "fr") == text) == []


def _of_message(text: str) -> Iterator[str]:
    """Yield the paragraphs of prose below the excerpts of approved messages, each on one line."""
    for message in re.split(r"^(?=error\[)", text, flags=re.MULTILINE):
        rest = message.partition("\n\n")[2]
        for part in re.split(r"\n(?=help: )|\n\n|\n(?=    )|(?<=\n)    .*\n", rest):
            if part and not part.startswith("    "):
                yield " ".join(part.split("\n")).strip()


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
