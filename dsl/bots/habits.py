"""What choices have been worth in playouts, wherever they were made: a playout may prefer those that have done well.

The move-average sampling technique of H. Finnsson and Y. Björnsson, "Simulation-Based Approach to General Game Playing"
(AAAI 2008), with a few options drawn and the best of them taken, so that nobody looks through all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dsl.bots.ground import Asked
from dsl.program.program import STRIDE
from dsl.program.search import HABITS, LATELY
from dsl.program.search.fixed import ONE


@dataclass(slots=True)
class Habits:
    """What is remembered of choices; those that happen to share a place share what is remembered."""

    means: list[int] = field(default_factory=lambda: [0] * HABITS)  #: by how much they were worth more than half of ONE
    often: list[int] = field(default_factory=lambda: [0] * HABITS)
    made: list[tuple[int, int]] = field(default_factory=list)  #: in this turn: places, and who made the choice

    def note(self, asked: Asked, option: int) -> None:
        """Note a choice that is made."""
        self.made.append((place_of(asked, option), asked.seat))

    def preferred(self, asked: Asked, drawn: int, more: int, draw: Callable[[], int]) -> int:
        """Return the best of an option that was drawn and so many more, of two the earlier one, and note it."""
        for other in (draw() for _ in range(more)):
            if self.means[place_of(asked, other)] > self.means[place_of(asked, drawn)]:
                drawn = other
        self.note(asked, drawn)
        return drawn

    def best(self, asked: Asked, options: Sequence[int]) -> int:
        """Return the first option of those that have been worth most."""
        return max(options, key=lambda option: self.means[place_of(asked, option)])

    def learn(self, worths: Sequence[int]) -> None:
        """Tell all choices of this turn what came of it for whoever made them."""
        for place, seat in self.made:
            self.often[place] = min(self.often[place] + 1, LATELY)
            self.means[place] += (worths[seat] - ONE // 2 - self.means[place]) // self.often[place]


def place_of(asked: Asked, option: int) -> int:
    """Return where it is remembered what an option has been worth."""
    entry, value = divmod(option, STRIDE)
    return (asked.ask * 977 + asked.seat * 131 + entry * 389 + value) % HABITS
