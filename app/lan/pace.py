"""How often somebody may do something: a bucket of tokens that fills up again by itself. The time is handed in."""

from __future__ import annotations


class Pace:
    """So many a second in the long run, and so many at once after a rest."""

    def __init__(self, each_second: float, burst: int, now: float) -> None:
        self._rate = each_second
        self._most = float(burst)
        self._left = float(burst)
        self._when = now

    def ready(self, now: float) -> bool:
        """Whether a token is there."""
        self._left = min(self._most, self._left + max(0.0, now - self._when) * self._rate)
        self._when = now
        return self._left >= 1

    def take(self, now: float) -> bool:
        """Take a token, if one is there."""
        if not self.ready(now):
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """How many seconds after the last look there is a token again."""
        return max(0.0, (1 - self._left) / self._rate)
