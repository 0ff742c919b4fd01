"""The table's side of a greeting: who is let in, how many, and why not. Everybody who is turned away is told why.

    Hello      versions are agreed on, and the table says a nonce
    Prove      whoever was here proves its token and is let in again, whatever else holds; a stranger proves the code

Somebody who comes back takes the place of its former connection, which may look alive for a while.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QTcpSocket

from app.net.protocol.addresses import LOOPBACK_NETWORK, host_of, network_of
from app.net.protocol.authentication import check_proof, new_nonce
from app.net.protocol.connection import Connection, RateLimiters
from app.net.protocol.limits import (
    CONNECTIONS,
    CONNECTIONS_OF_ADDRESS,
    LONGEST_DELAY,
    NOT_GREETED,
    WRONG_CODES_FORGOTTEN,
    WRONG_CODES_FREE,
    WRONG_CODES_PER_MINUTE,
)
from app.net.protocol.messages import (
    VERSIONS,
    Challenge,
    Farewell,
    GuestMessage,
    Hello,
    Prove,
    TurnedAway,
)

# Rate limit for wrong codes and tokens: per network, and per table with a growing delay.


_MINUTE = 60.0
_NETWORKS = 256  #: that are remembered; the one that guessed longest ago is forgotten first


class LoginLimiter:
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


_PARTING = 32  #: connections that may still read why they were turned away; more are cut off


class AcceptedConnection(Protocol):
    """What lies behind the door: a room."""

    def key_of(self, member: str) -> str | None:
        """The key of a member's token; none if nobody of that name was ever here."""

    def enter(self, outlet: Connection, name: str, member: str, now: float) -> str | TurnedAway:
        """Let somebody in, a new one if `member` is empty; return who it is."""

    def hear(self, member: str, message: GuestMessage, now: float) -> None:
        """A member said something."""

    def lose(self, member: str, outlet: Connection, now: float) -> None:
        """A member's connection has ended."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many may be connected."""

    connections: int = CONNECTIONS
    of_address: int = CONNECTIONS_OF_ADDRESS
    not_greeted: int = NOT_GREETED


class Acceptor(QObject):
    """Greets whoever knocks, and hands on what those inside say.

    Signals:
        stirred: Somebody came, said something, or went: the room may have something to do.
        refused: Somebody was turned away; carries its address and the reason's key.
    """

    stirred = Signal()
    refused = Signal(str, str)

    def __init__(
        self,
        table: str,
        code: str,
        inside: AcceptedConnection,
        capacity: Capacity = Capacity(),
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`table` is the table's id, `code` the key of its code, empty if it has none."""
        super().__init__(parent)
        self.table, self.code, self.inside, self.capacity, self.now = table, code, inside, capacity, clock
        self.tries, self._paces = LoginLimiter(), RateLimiters(clock())
        self._callers: dict[int, PendingConnection] = {}
        self._last = 0

    def knock(self, socket: QTcpSocket) -> None:
        """Greet whoever has just connected."""
        peer = Connection(socket, "table", self, self.now)
        self._last += 1
        caller = PendingConnection(peer, self, self._last)
        self._callers[self._last] = caller
        peer.shared_limiter = self._paces.of(peer.address, self.now())
        waiting = [each for each in self._present() if not each.peer.handshake_done]
        if len(waiting) > self.capacity.not_greeted:
            waiting[to_evict([(each.peer.address, each.returns) for each in waiting])].turn_away(
                TurnedAway("lan.away.busy")
            )
        parting = [each for each in self._callers.values() if each.peer.is_closing]
        if len(parting) > _PARTING:
            parting[0].peer.abort("crowd")

    def room_for(self, address: str) -> TurnedAway | None:
        """Why nobody new may come in from an address; nothing if somebody may."""
        inside = [host_of(each.peer.address) for each in self._present() if each.peer.handshake_done]
        if len(inside) >= self.capacity.connections:
            return TurnedAway("lan.away.full", (("most", str(self.capacity.connections)),))
        if inside.count(host_of(address)) >= self.capacity.of_address:
            return TurnedAway("lan.away.address", (("most", str(self.capacity.of_address)),))
        return None

    def close(self, reason: str) -> None:
        """Dismiss everybody."""
        for caller in tuple(self._callers.values()):
            caller.peer.close(reason)

    @property
    def empty(self) -> bool:
        """Whether no connection is left at all."""
        return not self._callers

    def _present(self) -> list[PendingConnection]:
        return [each for each in self._callers.values() if each.peer.is_open]

    def forget(self, number: int) -> None:
        """A caller's connection has ended."""
        del self._callers[number]


def to_evict(waiting: Sequence[tuple[str, bool]]) -> int:
    """Return which connection that is not admitted yet has to go when there are too many. They are given from the
    oldest to the newest, by address and whether it says that it is a member who returns.

    It is one of the network that holds most of them, of its address that holds most, a stranger before a member; of
    those the oldest. So attackers evict each other, and a client that answers at once is admitted meanwhile.
    """
    everybody = range(len(waiting))
    crowd = _largest(everybody, [network_of(address) for address, _ in waiting])
    crowd = _largest(crowd, [address for address, _ in waiting])
    return next((index for index in crowd if not waiting[index][1]), crowd[0])


def _largest(indices: Sequence[int], groups: Sequence[str]) -> Sequence[int]:
    """Return those of the largest group; of several that are as large, of the one with the oldest."""
    counts = Counter(groups[index] for index in indices)
    most = next(groups[index] for index in indices if counts[groups[index]] == max(counts.values()))
    return [index for index in indices if groups[index] == most]


class PendingConnection(QObject):
    """One who knocked, from the first word to the end of the connection. It belongs to its peer."""

    def __init__(self, peer: Connection, door: Acceptor, number: int) -> None:
        super().__init__(peer)
        self.peer = peer
        self._door = door
        self._number = number
        self._hello: Hello | None = None
        self._nonce = ""
        self._member = ""
        peer.received.connect(self._heard)
        peer.disconnected.connect(self._gone)

    @property
    def returns(self) -> bool:
        """Whether it says that it is a member who comes back."""
        return self._hello is not None and self._hello.member != ""

    def turn_away(self, reason: TurnedAway) -> None:
        """Say why not; that is the end."""
        self._door.refused.emit(self.peer.address, reason.reason)
        self.peer.close(reason.reason, reason.args)

    def _heard(self, message: object) -> None:
        try:
            self._hear(message)
        except Exception as failure:  # one guest's message must not end the table for the others; it is reported
            sys.excepthook(type(failure), failure, failure.__traceback__)
            self.peer.close("lan.away.failed")
        self._door.stirred.emit()

    def _hear(self, message: object) -> None:
        match message:
            case Hello() if self._hello is None:
                self._greet(message)
            case Prove() if self._hello is not None and not self._member:
                self._let_in(self._hello, message)
            case Farewell() if self._member:
                self._door.inside.hear(self._member, message, self._door.now())
                self.peer.abort("left")
            case _ if self._member:
                self._door.inside.hear(self._member, cast(GuestMessage, message), self._door.now())
            case _:
                self.turn_away(TurnedAway("lan.away.malformed"))

    def _greet(self, hello: Hello) -> None:
        oldest, newest = VERSIONS
        if hello.newest < oldest:
            self.turn_away(TurnedAway("lan.away.older", (("version", str(oldest)),)))
        elif hello.oldest > newest:
            self.turn_away(TurnedAway("lan.away.newer", (("version", str(newest)),)))
        else:
            self._hello, self._nonce = hello, new_nonce()
            version = min(newest, hello.newest)
            self.peer.send(Challenge(version, self._door.table, self._nonce, bool(self._door.code)))

    def _let_in(self, hello: Hello, prove: Prove) -> None:
        known = self._returns(hello, prove)
        refused = None if known else self._stranger(hello, prove)
        if refused is not None:
            self.turn_away(refused)
            return
        entered = self._door.inside.enter(self.peer, hello.name, hello.member if known else "", self._door.now())
        if isinstance(entered, TurnedAway):
            self.turn_away(entered)
        else:
            self._member = entered

    def _returns(self, hello: Hello, prove: Prove) -> bool:
        """Whether it is the member that it says it is."""
        key = self._door.inside.key_of(hello.member) if hello.member else None
        return key is not None and self._proved(key, prove.token, hello)

    def _stranger(self, hello: Hello, prove: Prove) -> TurnedAway | None:
        """Why somebody who has proved no token may not come in; nothing if it may."""
        door, address = self._door, self.peer.address
        wait = door.tries.wait(address, door.now())
        if wait:
            return TurnedAway("lan.away.tries", (("seconds", str(int(wait) + 1)),))
        if hello.member:
            door.tries.add(address, door.now())
            return TurnedAway("lan.away.token")
        if door.code and not self._proved(door.code, prove.code, hello):
            if prove.code:
                door.tries.add(address, door.now())
            return TurnedAway("lan.away.code_wrong" if prove.code else "lan.away.code_needed")
        return door.room_for(address)

    def _proved(self, key: str, given: str, hello: Hello) -> bool:
        return check_proof(key, given, self._door.table, self._nonce, hello.nonce)

    def _gone(self, _why: str) -> None:
        door = self._door
        door.forget(self._number)
        if self._member:
            door.inside.lose(self._member, self.peer, door.now())
        door.stirred.emit()
