"""Where a guest stands with its table."""

from __future__ import annotations

from enum import Enum


class Stage(Enum):
    """From the first knock to the end."""

    SEEKING = "seeking"  #: the table's computer is called
    GREETING = "greeting"  #: it answers, and each side says who it is
    RULES = "rules"  #: in, and the rules are fetched, checked, or wait for consent
    GATHERING = "gathering"  #: seats are taken
    PLAYING = "playing"
    OVER = "over"
    LOST = "lost"  #: was in; the connection broke, and it is tried again
    GONE = "gone"  #: and nothing is tried any more

    @property
    def inside(self) -> bool:
        """Whether the table hears what is sent now."""
        return self in (Stage.RULES, Stage.GATHERING, Stage.PLAYING, Stage.OVER)

    @property
    def seated(self) -> bool:
        """Whether the table can be shown: the rules are known, and it hears."""
        return self in (Stage.GATHERING, Stage.PLAYING, Stage.OVER)
