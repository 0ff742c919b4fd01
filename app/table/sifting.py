"""Several options fit what was dragged: the table is asked which of them can end where it was let go. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.table.meaning import Meaning, Offer, Take
from dsl.engine.messages import Preview


@dataclass(slots=True)
class Sifting:
    """The previews of an offer with a goal, as they come in."""

    offer: Offer
    asked: set[int]
    found: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, offer: Offer) -> Sifting:
        """Begin with an offer."""
        return cls(offer, {option.number for option in offer.options})

    def take(self, preview: Preview) -> bool:
        """Take a preview down; return whether it is one of these."""
        if preview.option not in self.asked:
            return False
        self.asked.discard(preview.option)
        if self.offer.then[0] in (*preview.next_places, *preview.next_values):
            self.found.add(preview.option)
        return True

    def meaning(self) -> Meaning | None:
        """Return what the gesture means once all are there: what fits the goal, or all if nothing does."""
        if self.asked:
            return None
        fitting = tuple(option for option in self.offer.options if option.number in self.found)
        if len(fitting) == 1:
            return Take(fitting[0], self.offer.then)
        return replace(self.offer, options=fitting) if fitting else self.offer
