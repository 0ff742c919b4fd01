"""Tests of the games in `rulesets/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dsl.match.rulesets.ruleset import Ruleset, load

RULESETS = Path(__file__).parents[2] / "rulesets"
#: Every game, those on shelves included: a new one joins by lying there.
FOLDERS = tuple(sorted(path.parent for path in RULESETS.rglob("game.toml")))


def name_of(folder: Path) -> str:
    """Return a game's name as one asks for it: `fen`, `shelf/fen`."""
    return folder.relative_to(RULESETS).as_posix()


@cache
def loaded(folder: Path, *house: str) -> Ruleset:
    """Return a game, with house rules ticked by their titles; nothing in it may be changed."""
    return load(folder, house)


@cache
def with_secrets() -> tuple[Path, ...]:
    """Return the games in which somebody may know what another does not."""
    return tuple(folder for folder in FOLDERS if _has_secrets(folder))


def _has_secrets(folder: Path) -> bool:
    rules = loaded(folder).rules
    sights = [zone.sight for zone in rules.zones.values()]
    sights += [variable.sight for variable in rules.variables.values()]
    sights += [piece.sight for piece in rules.pieces.values()]
    return any(rule.who != "all" for sight in sights for rule in sight)
