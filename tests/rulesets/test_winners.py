"""Who wins is pinned by examples: whatever line of a winner section is left out or turned round, one of them fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.base.problem import RulesError
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.semantics import check
from dsl.syntax.ast import (
    AlwaysSection,
    ExampleSection,
    ExpectRanking,
    ExpectWinners,
    Section,
    Tree,
    WinnerLine,
    WinnerSection,
)
from tests.rulesets import FOLDERS, name_of


@cache
def judged(folder: Path) -> Ruleset:
    """Return a game with those examples alone that say who wins."""
    pack = load(folder, examples=True)
    kept = tuple(
        section for section in pack.tree.sections if not isinstance(section, AlwaysSection) and _judges(section)
    )
    return _with(pack, kept)


def _judges(section: Section) -> bool:
    lines = section.lines if isinstance(section, ExampleSection) else ()
    return not isinstance(section, ExampleSection) or any(
        isinstance(line, ExpectWinners | ExpectRanking) for line in lines
    )


def _with(pack: Ruleset, sections: tuple[Section, ...]) -> Ruleset:
    tree = Tree(sections)
    return Ruleset(pack.text, tree, check(tree))


def _mutants(folder: Path) -> Iterator[tuple[str, Callable[[], Ruleset]]]:
    """Yield the game without each line of its winner section, if another is left, and with each turned round."""
    pack = judged(folder)
    (winner,) = (section for section in pack.tree.sections if isinstance(section, WinnerSection))
    for line in winner.lines:
        if len(winner.lines) > 1:
            yield f"without {line.name or 'shared'}", partial(_changed, pack, winner, line, ())
        if line.value is not None:
            turned = replace(line, order="least" if line.order == "most" else "most")
            yield f"{line.name} turned round", partial(_changed, pack, winner, line, (turned,))


def _changed(pack: Ruleset, winner: WinnerSection, line: WinnerLine, instead: tuple[WinnerLine, ...]) -> Ruleset:
    at = winner.lines.index(line)
    other = replace(winner, lines=(*winner.lines[:at], *instead, *winner.lines[at + 1 :]))
    return _with(pack, tuple(other if section is winner else section for section in pack.tree.sections))


def _noticed(mutant: Callable[[], Ruleset]) -> bool:
    """Whether an example fails, or the checker misses what only that line used."""
    try:
        return bool(_failing(mutant()))
    except RulesError:
        return True


def _failing(pack: Ruleset) -> list[str]:
    return [result.title for result in run_examples(pack) if result.problem is not None]


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_every_line_that_says_who_wins_is_tested_by_an_example(folder: Path) -> None:
    assert _failing(judged(folder)) == []
    assert [what for what, mutant in _mutants(folder) if not _noticed(mutant)] == []
