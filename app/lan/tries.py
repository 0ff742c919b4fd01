"""Who guesses codes and tokens: so many wrong ones a minute from one address, then it has to wait."""

from __future__ import annotations

from collections import OrderedDict, deque

from app.lan.limits import WRONG_CODES_PER_MINUTE

_MINUTE = 60.0
_ADDRESSES = 256  #: that are remembered; the one that guessed longest ago is forgotten first


class Tries:
    """Counts wrong proofs by address. The time is handed in."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """How many seconds an address must wait before it may try again; 0 if it need not."""
        wrong = self._wrong.get(address)
        while wrong and now - wrong[0] >= _MINUTE:
            wrong.popleft()
        return _MINUTE - (now - wrong[0]) if wrong and len(wrong) >= WRONG_CODES_PER_MINUTE else 0.0

    def add(self, address: str, now: float) -> None:
        """It was wrong."""
        wrong = self._wrong.setdefault(address, deque(maxlen=WRONG_CODES_PER_MINUTE))
        self._wrong.move_to_end(address)
        wrong.append(now)
        while len(self._wrong) > _ADDRESSES:
            self._wrong.popitem(last=False)
