"""Every worked position of the rules comes out as the rules say; every house rule changes one of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.match.rulesets.examples import ExampleResult, run_examples
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import build, load
from tests.rulesets import RULESETS

HOUSE_EXAMPLES = sorted((Path(__file__).parent / "house").glob("*.rules"))
COUNTS = {"trias": 143, "ciao-dino": 19}


@cache
def results(game: str) -> list[ExampleResult]:
    return run_examples(load(RULESETS / game, examples=True))


def with_only(text: RulesetText, example: Path) -> RulesetText:
    """Return a ruleset whose only example is that in a file."""
    kept = tuple((name, content) for name, content in text.files if not name.startswith("examples/"))
    return replace(text, files=(*kept, (f"examples/{example.name}", example.read_text("utf-8"))))


@pytest.mark.parametrize("game", COUNTS)
def test_the_rulebook_comes_true(game: str) -> None:
    failed = [f"{result.title}: {result.problem}" for result in results(game) if not result.passed]
    assert failed == []


@pytest.mark.parametrize("game", COUNTS)
def test_no_example_was_lost(game: str) -> None:
    titles = [result.title for result in results(game)]
    assert len(titles) >= COUNTS[game]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("example", HOUSE_EXAMPLES, ids=lambda path: path.stem)
def test_a_house_rule_makes_the_difference(example: Path) -> None:
    """The example holds with the house rule, and does not hold without."""
    text = with_only(read_folder(RULESETS / "trias"), example)
    (with_it,) = run_examples(build(text, [example.stem], examples=True))
    (without,) = run_examples(build(text, examples=True))
    assert with_it.problem is None
    assert without.problem is not None
