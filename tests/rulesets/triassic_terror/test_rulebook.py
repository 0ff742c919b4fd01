"""Every worked position of the rules comes out as the rules say; every house rule changes one of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.base.source import Source
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import build, load
from dsl.syntax.ast import HouseSection
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS

GAME = RULESETS / "triassic-terror"
HOUSE = sorted((GAME / "house").glob("*.rules"))
HOUSE_EXAMPLES = Path(__file__).parent / "house"


def test_the_rulebook_comes_true() -> None:
    results = run_examples(load(GAME, examples=True))
    assert [f"{result.title}: {result.problem}" for result in results if not result.passed] == []
    titles = [result.title for result in results]
    assert len(titles) >= 76
    assert len(set(titles)) == len(titles)


def with_only(text: RulesetText, example: Path) -> RulesetText:
    """Return a ruleset whose only example is that in a file."""
    kept = tuple((name, content) for name, content in text.files if not name.startswith("examples/"))
    return replace(text, files=(*kept, (f"examples/{example.name}", example.read_text("utf-8"))))


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)
def test_a_house_rule_is_one_change_and_makes_a_difference(path: Path) -> None:
    """The example holds with the house rule, and does not hold without."""
    head, *changes = parse(Source(path.name, path.read_text("utf-8"))).sections
    assert isinstance(head, HouseSection)
    assert len(changes) == 1
    text = with_only(read_folder(GAME), HOUSE_EXAMPLES / path.name)
    (with_it,) = run_examples(build(text, [path.stem], examples=True))
    (without,) = run_examples(build(text, examples=True))
    assert with_it.problem is None
    assert without.problem is not None


def test_there_are_twelve_of_them() -> None:
    assert [path.stem[:4] for path in HOUSE] == [f"hr{number:02}" for number in range(1, 13)]
