"""Where the files that belong to the program lie: pictures, texts, themes and the games that come with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def home() -> Path:
    """The folder that holds `resources` and `rulesets`: the root of a checkout or of a frozen program, or the data
    folder of an installed wheel (as pyproject.toml names it; `gondwana selftest` sees that `dsl.cli` has the same)."""
    beside = Path(__file__).resolve().parent.parent
    installed = beside / "gondwana_data"
    return installed if installed.is_dir() else beside


def resource(*parts: str) -> Path:
    """The path of a file under `resources`."""
    return home().joinpath("resources", *parts)


def official_rulesets() -> Path:
    """The folder of the games that come with the program."""
    return home() / "rulesets"
