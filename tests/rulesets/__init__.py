"""Tests of the games in `rulesets/`."""

from pathlib import Path

RULESETS = Path(__file__).parents[2] / "rulesets"
