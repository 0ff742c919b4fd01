"""Where the files that belong to the program lie: pictures, texts, themes and the games that come with it."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def home() -> Path:
    """The folder that holds `resources` and `rulesets`: a checkout, a frozen folder, or an installation's share."""
    beside = Path(__file__).resolve().parent.parent
    shared = Path(sys.prefix) / "share" / "gondwana"
    return next((place for place in (beside, shared) if (place / "resources").is_dir()), beside)


def resource(*parts: str) -> Path:
    """The path of a file under `resources`."""
    return home().joinpath("resources", *parts)


def official_rulesets() -> Path:
    """The folder of the games that come with the program."""
    return home() / "rulesets"
