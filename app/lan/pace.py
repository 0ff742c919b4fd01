"""Rate limits as token buckets. The time is handed in."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from app.lan.addresses import network_of
from app.lan.limits import (
    GUARANTEED_BURST,
    GUARANTEED_PER_SECOND,
    NETWORK_BURST,
    NETWORK_PER_SECOND,
    TABLE_BURST,
    TABLE_PER_SECOND,
)

_NETWORKS = 256  #: whose paces are remembered


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


@dataclass(frozen=True, slots=True)
class SharedPace:
    """The pace of one connection of many: a guaranteed part, and beyond it what its network and the table have left."""

    guaranteed: Pace
    network: Pace
    table: Pace

    def ready(self, now: float) -> bool:
        """Whether a token is there."""
        shared = self.network.ready(now), self.table.ready(now)
        return self.guaranteed.ready(now) or all(shared)

    def take(self, now: float) -> None:
        """Take a token."""
        if not self.guaranteed.take(now):
            self.network.take(now)
            self.table.take(now)

    @property
    def wait(self) -> float:
        """How many seconds after the last look there is a token again."""
        return min(self.guaranteed.wait, max(self.network.wait, self.table.wait))


class Paces:
    """The paces of a table: so that many connections together, of one network or of several, do not hold up others."""

    def __init__(self, now: float) -> None:
        self._table = Pace(TABLE_PER_SECOND, TABLE_BURST, now)
        self._networks: OrderedDict[str, Pace] = OrderedDict()

    def of(self, address: str, now: float) -> SharedPace:
        """Return the pace of a new connection from an address."""
        network = network_of(address)
        shared = self._networks.setdefault(network, Pace(NETWORK_PER_SECOND, NETWORK_BURST, now))
        self._networks.move_to_end(network)
        while len(self._networks) > _NETWORKS:
            self._networks.popitem(last=False)
        return SharedPace(Pace(GUARANTEED_PER_SECOND, GUARANTEED_BURST, now), shared, self._table)
