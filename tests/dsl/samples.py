"""Samples of rules: read, changed and checked as far as they go; the problems found on the way."""

from __future__ import annotations

from pathlib import Path

import dsl.semantics
from dsl.base.problem import Problem, RulesError
from dsl.base.source import Source
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.lessons import run_lessons
from dsl.match.rulesets.review import review
from dsl.match.rulesets.ruleset import load
from dsl.syntax.ast import HouseSection, Tree
from dsl.syntax.house_rule_conflicts import conflicts
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes

CHANGE = "-- ==== change ====\n"  #: between a game and the house rules for it, in one sample


def sources_of(name: str, text: str) -> dict[str, Source]:
    """Return the files of a sample: the game, then its house rules as `house-1.rules` and so on."""
    first, *others = text.split(CHANGE)
    files = {name: Source(name, first)}
    return files | {f"house-{n}.rules": Source(f"house-{n}.rules", other) for n, other in enumerate(others, 1)}


def _title(change: Tree) -> str:
    return next((head.title for head in change.sections if isinstance(head, HouseSection)), "")


def problems_of(sources: dict[str, Source], *, check: bool = False) -> tuple[Problem, ...]:
    """Return the problems of a sample, those of the checker too if `check` and all else is in order."""
    try:
        base, *changes = (parse(source) for source in sources.values())
        collisions = conflicts([(_title(change), change) for change in changes], base)
        if collisions:
            return tuple(collisions)
        for change in changes:
            base = apply_changes(base, change)
        if check:
            dsl.semantics.check(base, strict=True)
    except RulesError as error:
        return error.problems
    return ()


def problems_in(folder: Path) -> tuple[Problem, ...]:
    """Return the problems of a folder as `gondwana check` finds them, else those of its examples and lessons."""
    try:
        found = review(read_folder(folder))
    except RulesError as error:
        return error.problems
    if found:
        return found
    pack = load(folder, examples=True, lessons=True)
    return tuple(r.problem for r in (*run_examples(pack), *run_lessons(pack)) if r.problem)
