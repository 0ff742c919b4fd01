"""Every worked position of the rules comes out as the rules say; every house rule changes one of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.base.source import Source
from dsl.match.rulesets.examples import ExampleResult, run_examples
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import build, load
from dsl.syntax.ast import HouseSection
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS

GAME = RULESETS / "dinosaurs-and-unicorns"
HOUSE = sorted((GAME / "house").glob("*.rules"))
HOUSE_EXAMPLES = sorted((Path(__file__).parent / "house").glob("*.rules"))


@cache
def results() -> list[ExampleResult]:
    return run_examples(load(GAME, examples=True))


def test_the_rulebook_comes_true() -> None:
    assert [f"{result.title}: {result.problem}" for result in results() if not result.passed] == []


def test_every_case_of_the_rules_has_its_example() -> None:
    titles = [result.title for result in results()]
    assert len(set(titles)) == len(titles)
    missing = [number for number in range(1, 27) if not any(title.startswith(f"W{number}:") for title in titles)]
    assert missing == [23]  # the end of a match: test_end.py


def with_only(text: RulesetText, example: Path) -> RulesetText:
    """Return the ruleset with one file of examples only."""
    kept = tuple((name, content) for name, content in text.files if not name.startswith("examples/"))
    return replace(text, files=(*kept, (f"examples/{example.name}", example.read_text("utf-8"))))


@pytest.mark.parametrize("example", HOUSE_EXAMPLES, ids=lambda path: path.stem)
def test_a_house_rule_makes_the_difference(example: Path) -> None:
    """The example holds with the house rule, and does not hold without."""
    text = with_only(read_folder(GAME), example)
    (with_it,) = run_examples(build(text, [example.stem], examples=True))
    (without,) = run_examples(build(text, examples=True))
    assert with_it.problem is None
    assert without.problem is not None


def test_there_are_twelve_house_rules_of_a_line_or_two() -> None:
    assert [path.stem[:4] for path in HOUSE] == [f"hr{number:02}" for number in range(1, 13)]
    assert [path.stem for path in HOUSE] == [path.stem for path in HOUSE_EXAMPLES]
    for path in HOUSE:
        head, *changes = parse(Source(path.name, path.read_text("utf-8"))).sections
        assert isinstance(head, HouseSection)
        assert head.game == "dinosaurs_and_unicorns"
        assert len(changes) == (2 if path.stem.startswith("hr05") else 1)
