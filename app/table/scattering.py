"""Many choices by one wish: what still waits goes where chance sends it, or everything is taken back. No Qt."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal

from app.table.choosing import Choosing
from dsl.engine.view import DecisionView, OptionView, View

FEW = 3  #: from so many waiting pieces on it is worth a button


def many_wait(choosing: Choosing, view: View) -> bool:
    """Whether so many pieces of the viewer's wait for the board that chance may help."""
    pieces = sum(zone.size for zone in view.zones if zone.owner == view.seat)
    return pieces >= FEW and bool(waiting(choosing, view))


def waiting(choosing: Choosing, view: View) -> tuple[OptionView, ...]:
    """Return the options that bring a waiting piece onto the board."""
    decision = choosing.decision
    if decision is None:
        return ()
    return tuple(option for option in decision.options if waits(option, decision, view))


def waits(option: OptionView, decision: DecisionView, view: View) -> bool:
    """Whether an option brings a piece of the viewer's, by itself or by its kind, from beside the board onto it."""
    value = option.value
    if decision.parameter > 0 or value.place or len(decision.entries[option.entry].params) < 2:
        return False
    own = [piece for zone in view.zones if zone.owner == view.seat for piece in zone.pieces]
    if value.sort == "kind":
        return any(piece.kind == value.text for piece in own)
    return value.sort == "piece" and value.owner == view.seat and bool(own)


@dataclass(slots=True)
class Scattering:
    """The wish that is being carried out, choice by choice, as long as the same seat may go on."""

    wish: Literal["", "by chance", "start over"] = ""
    action: str = ""
    dice: random.Random = field(default_factory=random.Random)

    @property
    def busy(self) -> bool:
        """Whether a wish is being carried out."""
        return bool(self.wish)

    def begin(self, wish: Literal["by chance", "start over"], choosing: Choosing, view: View) -> None:
        """Begin to carry out a wish."""
        options = waiting(choosing, view)
        entries = choosing.decision.entries if choosing.decision else ()
        self.action = entries[options[0].entry].action if options else ""
        self.wish = wish

    def stop(self) -> None:
        """Let go of the wish."""
        self.wish = ""

    def next_option(self, choosing: Choosing, view: View) -> OptionView | None:
        """Return the option to take next by chance; none if nothing waits any more."""
        decision = choosing.decision
        if self.wish != "by chance" or decision is None:
            return None
        options = waiting(choosing, view) if decision.parameter == 0 else decision.options
        fitting = [option for option in options if decision.entries[option.entry].action == self.action]
        return self.dice.choice(fitting) if fitting else None

    def goes_back(self, view: View) -> bool:
        """Whether one choice more is to be taken back."""
        return self.wish == "start over" and view.may_undo and view.secretly
