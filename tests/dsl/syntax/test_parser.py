"""What the parser refuses, and how fast; suggested names; a problem as data."""

from __future__ import annotations

import pytest

from dsl.base.problem import Problem, RulesError, as_json, render
from dsl.base.source import Source
from dsl.base.suggestions import nearest
from dsl.syntax.parser import MAX_SIZE, parse, read_source
from tests.call_counts import with_few_calls_if_slow

MOST_CALLS = 10_000_000


def _problems(text: str) -> list[Problem]:
    with pytest.raises(RulesError) as caught:
        parse(Source("fen.rules", text))
    return list(caught.value.problems)


def test_a_file_that_is_not_utf8_is_refused_at_its_first_wrong_byte() -> None:
    with pytest.raises(RulesError) as caught:
        read_source(b"-- reed\n-- r\xe9ed\n", "fen.rules")
    (problem,) = caught.value.problems
    assert (problem.slug, str(problem.span)) == ("not-utf8", "fen.rules:2:5")


def test_a_mark_at_the_start_and_line_ends_of_another_system_do_no_harm() -> None:
    source = read_source(b"\xef\xbb\xbfdefine a = 1\r\ndefine b = 2\r\n", "fen.rules")
    assert len(parse(source).sections) == 2


def test_independent_mistakes_are_all_reported_in_order() -> None:
    slugs = [problem.slug for problem in _problems("option a 1\ndefine b = 1\noptoin c: 1\ndefine d = (1\n")]
    assert slugs == ["missing-colon", "unknown-line", "unclosed-bracket"]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("define a = " + "(" * MAX_SIZE, "too-large"),
        ("define a = " + "(" * 500_000, "too-deep"),
        ("define a = " + "not " * 120_000, "too-deep"),
        ("define a = " + "b of " * 100_000, "too-deep"),
        ("x\n" * 200_000, "unknown-line"),
        ('define a = "' + "x" * 500_000, "unclosed-string"),
        ("define a = " + "9" * 500_000, "number-too-large"),
    ],
    ids=["size", "brackets", "not", "of", "lines", "text", "digits"],
)
def test_a_hostile_text_is_refused_with_little_work(text: str, slug: str) -> None:
    problems = with_few_calls_if_slow(lambda: _problems(text), MOST_CALLS)
    assert {problem.slug for problem in problems} == {slug}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("hred", "herd"),
        ("hers", "herd"),
        ("mountian", "mountain"),
        ("montan", "mountain"),
        ("hxxd", None),
        ("sea", None),
    ],
)
def test_a_name_is_proposed_one_slip_away_or_a_third_of_a_long_one(name: str, meant: str | None) -> None:
    assert nearest(name, ["herd", "mountain", "volcano"]) == meant


def test_a_problem_is_data_too() -> None:
    text = "option rings 1..6 = 3\n"
    (problem,) = _problems(text)
    data = as_json(problem)
    assert data["slug"] == "missing-colon"
    assert data["place"] == {"file": "fen.rules", "line": 1, "column": 13, "end_line": 1, "end_column": 14}
    assert all(len(line) <= 80 for line in render(problem, {"fen.rules": Source("fen.rules", text)}).splitlines())


def test_a_line_where_none_can_open_gets_no_empty_list_of_what_could() -> None:
    (problem,) = _problems("game fen\n        move played to heap\n    players 2..3\n")[:1]
    assert "can open with ." not in problem.explanation
    problems = _problems("action a\n    do\n        let b = 1\n    players 2..3\n")
    assert [found.slug for found in problems] == ["unknown-line"]


def test_a_very_long_word_is_not_quoted_whole() -> None:
    (problem,) = _problems(f"define a = 1 {'reed' * 10_000}\n")
    assert problem.slug == "too-long-name"
    assert len(problem.summary) < 100
