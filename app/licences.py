"""Whose work is shipped with the program, and under which licence: `resources/licences`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from app.places import resource


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is shipped under a licence."""

    name: str
    licence: str  #: its SPDX identifier
    holder: str  #: whose copyright it is
    file: Path  #: the text

    def text(self) -> str:
        """The licence itself."""
        return self.file.read_text(encoding="utf-8", errors="replace")


def parts() -> tuple[Part, ...]:
    """Everything that is shipped, our own first."""
    listed = tomllib.loads(resource("licences", "list.toml").read_text(encoding="utf-8"))["part"]
    return tuple(
        Part(each["name"], each["licence"], each["holder"], resource("licences", each["file"])) for each in listed
    )
