"""How the board names what was touched: "" for a cell, "piece tile", "counter herd red spent"."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.engine.view import Value


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a cell, read from the board's word for it; empty parts are not known or do not matter."""

    sort: str = ""  #: "counter", "piece" or "" for the cell itself
    name: str = ""
    owner: str = ""
    state: str = ""

    @classmethod
    def read(cls, text: str) -> Thing:
        """Read "counter herd red spent"; missing words at the end stay empty."""
        words = (text.split() + ["", "", "", ""])[:4]
        return cls(*words)

    @property
    def is_counter(self) -> bool:
        """Whether a counter was touched rather than what lies under it."""
        return self.sort == "counter"

    def fits(self, value: Value) -> bool:
        """Whether `value` is this thing, as far as the touch tells."""
        return (
            value.sort == self.sort
            and value.thing in ("", self.name)
            and value.owner == self.owner
            and value.state == self.state
        )

    def notation(self, place: str, only_kind: bool) -> str:
        """Write the thing as a typed move would: "red 2,0 spent"; cells are their place alone."""
        if not self.is_counter:
            return place
        parts = ("" if only_kind else self.name, self.owner, place, self.state)
        return " ".join(part for part in parts if part)
