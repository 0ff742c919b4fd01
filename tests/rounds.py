"""How often a random test repeats itself: a few times in every run, more often with `pytest --thorough`."""

from __future__ import annotations

import os

VARIABLE = "GONDWANA_THOROUGH"  #: set by tests/conftest.py before it collects a test; workers inherit it


def rounds(usual: int, thorough: int) -> int:
    """Return how many times to repeat a random test in this run."""
    return thorough if os.environ.get(VARIABLE) else usual
