"""Command line for launching another process of this program."""

from __future__ import annotations

import sys
from pathlib import Path


def program_command() -> list[str]:
    """Return the words of the command, for an installed program or a checkout."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]


def program_folder() -> Path:
    """Return the folder in which to run the command."""
    return Path(__file__).resolve().parents[2]
