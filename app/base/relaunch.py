"""How this program is started once more, for what needs a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path


def program_command() -> list[str]:
    """The words that start it, as an installed one or from its folder."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]


def program_folder() -> Path:
    """The folder to start it in."""
    return Path(__file__).resolve().parents[2]
