"""What can be said with one press: phrases that everybody at the table reads in the own language.

Only keys travel. The words stand in `resources/texts/lobby.*` as `phrase.KEY`.
"""

from __future__ import annotations

PHRASES: tuple[str, ...] = (
    "hello",
    "ready",
    "wait",
    "your_turn",
    "well_played",
    "thanks",
    "sorry",
    "laugh",
    "pause",
    "take_back",
    "good_game",
    "again",
    "goodbye",
)
