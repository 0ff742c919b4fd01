"""Rate limit for wrong codes and tokens: per network, and per table with a growing delay."""

from __future__ import annotations

from collections import OrderedDict, deque

from app.lan.addresses import LOOPBACK_NETWORK, network_of
from app.lan.limits import LONGEST_DELAY, WRONG_CODES_FORGOTTEN, WRONG_CODES_FREE, WRONG_CODES_PER_MINUTE

_MINUTE = 60.0
_NETWORKS = 256  #: that are remembered; the one that guessed longest ago is forgotten first


class Tries:
    """Counts wrong proofs. The time is handed in.

    Attackers in many networks are slowed down together. The host's own computer is not slowed down by them: its wrong
    codes count for itself only.
    """

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._of_table = 0  #: wrong codes of all other networks
        self._last = 0.0  #: when the last of those came

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until a proof from this address is looked at again; 0 if it is now."""
        network = network_of(address)
        wrong = self._wrong.get(network)
        while wrong and now - wrong[0] >= _MINUTE:
            wrong.popleft()
        here = _MINUTE - (now - wrong[0]) if wrong and len(wrong) >= WRONG_CODES_PER_MINUTE else 0.0
        return here if network == LOOPBACK_NETWORK else max(here, self._last + self._delay(now) - now, 0.0)

    def _delay(self, now: float) -> float:
        """Return the seconds between two proofs that are looked at, whatever networks they come from."""
        if now - self._last >= WRONG_CODES_FORGOTTEN:
            self._of_table = 0
        beyond = self._of_table - WRONG_CODES_FREE
        return min(2.0**beyond, LONGEST_DELAY) if 0 <= beyond < 16 else LONGEST_DELAY if beyond > 0 else 0.0

    def add(self, address: str, now: float) -> None:
        """Count a wrong proof."""
        network = network_of(address)
        wrong = self._wrong.setdefault(network, deque(maxlen=WRONG_CODES_PER_MINUTE))
        self._wrong.move_to_end(network)
        wrong.append(now)
        while len(self._wrong) > _NETWORKS:
            self._wrong.popitem(last=False)
        if network != LOOPBACK_NETWORK:
            self._of_table, self._last = self._of_table + 1, now
