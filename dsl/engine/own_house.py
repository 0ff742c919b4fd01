"""House rules that a user keeps in a folder of their own, apart from the games that they change."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from dsl.engine.folder import MAX_FILES
from dsl.engine.pack import HouseRules, Pack, read_house, require_game
from dsl.text.patch import apply_changes
from dsl.text.problem import Problem, RulesError
from dsl.text.source import Span


@dataclass(frozen=True, slots=True)
class OwnRules:
    """A file of house rules: what it holds, or what is wrong with it."""

    path: Path
    rules: HouseRules | None
    problems: tuple[Problem, ...] = ()


def own_house(folder: Path, pack: Pack) -> tuple[OwnRules, ...]:
    """Return the house rules in a folder for the game of `pack`, by file name; a broken one hurts no other."""
    try:
        paths = sorted(path for path in islice(folder.iterdir(), 4 * MAX_FILES) if path.suffix == ".rules")
    except OSError:
        return ()  # no such folder: the user has none
    taken = {rules.title for rules in pack.house_rules()}
    found: list[OwnRules] = []
    for path in paths[:MAX_FILES]:
        own = _read(path, pack)
        if own.rules is not None and own.rules.title in taken:
            own = OwnRules(path, None, (_taken(path, own.rules.title),))
        elif own.rules is not None:
            taken.add(own.rules.title)
        found.append(own)
    return tuple(found)


def _read(path: Path, pack: Pack) -> OwnRules:
    try:
        rules = read_house(path)
        require_game(rules, pack.text.games())
        apply_changes(pack.plain_tree, rules.tree)
    except RulesError as error:
        return OwnRules(path, None, error.problems)
    return OwnRules(path, rules)


def _taken(path: Path, title: str) -> Problem:
    return Problem("duplicate-name", f"there are other house rules called `{title}`", Span(path.name, 1, 1, 1, 1))
