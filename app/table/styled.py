"""The style of the table, in the colours of a theme."""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from app.places import resource
from app.theme import Theme


def sheet_of(theme: Theme) -> str:
    """Return the style sheet of a table."""
    colours = {name: value for name, value in asdict(theme).items() if isinstance(value, str)}
    return Template(resource("themes", "table.qss").read_text(encoding="utf-8")).substitute(colours)
