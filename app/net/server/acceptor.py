"""Server side of the handshake: accepts connections, authenticates clients, limits logins and connections.

    Hello      the versions are negotiated, and the table sends a nonce; it proves to a member that it knows its token
    Prove      a member proves its token and is admitted whatever the limits say; a new client proves the code

A returning member replaces its former connection, which may look alive for a while. Every refused client gets a reason.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QTcpSocket

from app.net.protocol.addresses import LOOPBACK_NETWORK, host_of, network_of
from app.net.protocol.authentication import check_proof, make_table_proof, new_nonce
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
    ClientMessage,
    Farewell,
    Hello,
    Prove,
    TurnedAway,
)

_MINUTE = 60.0
_NETWORKS = 256  #: that are remembered; of more the one with the oldest wrong code is dropped


class LoginLimiter:
    """Rate limiter for wrong codes and tokens: per network, and per table with a growing delay. The time is passed in.

    Attackers in many networks are slowed down together. The host's own computer is not slowed down by them: its wrong
    codes count for itself only.
    """

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._of_table = 0  #: wrong codes of all other networks
        self._last = 0.0  #: when the last of those came

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until a proof from this address is checked again; 0 if it is checked now."""
        network = network_of(address)
        wrong = self._wrong.get(network)
        while wrong and now - wrong[0] >= _MINUTE:
            wrong.popleft()
        here = _MINUTE - (now - wrong[0]) if wrong and len(wrong) >= WRONG_CODES_PER_MINUTE else 0.0
        return here if network == LOOPBACK_NETWORK else max(here, self._last + self._delay(now) - now, 0.0)

    def _delay(self, now: float) -> float:
        """Return the seconds between two checked proofs, from any networks."""
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


_MOST_CLOSING = 32  #: refused connections that may still read the reason; more are aborted


class RoomInterface(Protocol):
    """The room, as its server needs it."""

    def key_of(self, member: str) -> str | None:
        """Return the key of a member's token; none for an unknown id."""

    def admit(self, connection: Connection, name: str, member: str, now: float) -> str | TurnedAway:
        """Admit a client, as a new member if `member` is empty; return its id, or why it is refused."""

    def receive(self, member: str, message: ClientMessage, now: float) -> None:
        """Handle a message of a member."""

    def on_disconnected(self, member: str, connection: Connection, now: float) -> None:
        """A member's connection has ended."""

    def tick(self, now: float) -> bool:
        """Do what is due; return whether to call again at once."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many clients may be connected."""

    connections: int = CONNECTIONS
    of_address: int = CONNECTIONS_OF_ADDRESS
    not_greeted: int = NOT_GREETED


class Acceptor(QObject):
    """Accepts connections, admits their clients to the room, and passes on their messages.

    Signals:
        activity: A client connected, sent a message, or disconnected: the room may have something to do.
        refused: A client was refused; carries its address and the reason's key.
    """

    activity = Signal()
    refused = Signal(str, str)

    def __init__(
        self,
        table: str,
        code: str | None,
        room: RoomInterface,
        capacity: Capacity = Capacity(),
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`table` is the table's id, `code` the key of its code, if it has one."""
        super().__init__(parent)
        self._table, self._code, self._room, self._capacity, self._now = table, code, room, capacity, clock
        self.login_limiter, self._rate_limiters = LoginLimiter(), RateLimiters(clock())
        self._connections: list[_ClientConnection] = []

    def accept(self, socket: QTcpSocket) -> None:
        """Take over a new connection, and start its handshake."""
        peer = Connection(socket, "table", self, self._now)
        peer.shared_limiter = self._rate_limiters.of(peer.address, self._now())
        client = _ClientConnection(peer)
        self._connections.append(client)
        peer.received.connect(partial(self._on_message, client))
        peer.disconnected.connect(partial(self._on_disconnected, client))
        waiting = [each for each in self._open() if not each.peer.handshake_done]
        if len(waiting) > self._capacity.not_greeted:
            evicted = to_evict([(each.peer.address, each.is_returning) for each in waiting])
            self._refuse(waiting[evicted], TurnedAway("lan.away.busy"))
        closing = [each for each in self._connections if each.peer.is_closing]
        if len(closing) > _MOST_CLOSING:
            closing[0].peer.abort("crowd")

    def close(self, reason: str) -> None:
        """Close all connections."""
        for client in tuple(self._connections):
            client.peer.close(reason)

    @property
    def is_empty(self) -> bool:
        """Whether no connection is left."""
        return not self._connections

    def _open(self) -> list[_ClientConnection]:
        return [each for each in self._connections if each.peer.is_open]

    # ---- messages -----------------------------------------------------------------------------------------------

    def _on_message(self, client: _ClientConnection, message: object) -> None:
        try:
            self._handle(client, message)
        except Exception as failure:  # one client's message must not end the table for the others; it is reported
            sys.excepthook(type(failure), failure, failure.__traceback__)
            client.peer.close("lan.away.failed")
        self.activity.emit()

    def _handle(self, client: _ClientConnection, message: object) -> None:
        match message:
            case Hello() if client.hello is None:
                self._challenge(client, message)
            case Prove() if client.hello is not None and client.member is None:
                self._admit(client, client.hello, message)
            case Farewell() if client.member is not None:
                self._room.receive(client.member, message, self._now())
                client.peer.abort("left")
            case _ if client.member is not None:
                self._room.receive(client.member, cast(ClientMessage, message), self._now())
            case _:
                self._refuse(client, TurnedAway("lan.away.malformed"))

    def _on_disconnected(self, client: _ClientConnection, _why: str) -> None:
        self._connections.remove(client)
        if client.member is not None:
            self._room.on_disconnected(client.member, client.peer, self._now())
        self.activity.emit()

    def _refuse(self, client: _ClientConnection, reason: TurnedAway) -> None:
        self.refused.emit(client.peer.address, reason.reason)
        client.peer.close(reason.reason, reason.args)

    # ---- handshake ----------------------------------------------------------------------------------------------

    def _challenge(self, client: _ClientConnection, hello: Hello) -> None:
        oldest, newest = VERSIONS
        if hello.newest < oldest:
            self._refuse(client, TurnedAway("lan.away.older", (("version", str(oldest)),)))
        elif hello.oldest > newest:
            self._refuse(client, TurnedAway("lan.away.newer", (("version", str(newest)),)))
        else:
            client.hello, client.nonce = hello, new_nonce()
            version = min(newest, hello.newest)
            place = client.peer.own_place
            proof = self._table_proof(hello, client.nonce, place)
            client.peer.send(Challenge(version, self._table, client.nonce, self._code is not None, place, proof))

    def _table_proof(self, hello: Hello, nonce: str, place: str) -> str:
        """Return the proof for a member that this is its table; empty for others."""
        key = self._room.key_of(hello.member) if hello.member else None
        return "" if key is None else make_table_proof(key, self._table, nonce, hello.nonce, place)

    def _admit(self, client: _ClientConnection, hello: Hello, prove: Prove) -> None:
        known = self._is_member(client, hello, prove)
        refusal = None if known else self._new_client_refusal(client, hello, prove)
        if refusal is not None:
            self._refuse(client, refusal)
            return
        admitted = self._room.admit(client.peer, hello.name, hello.member if known else "", self._now())
        if isinstance(admitted, TurnedAway):
            self._refuse(client, admitted)
        else:
            client.member = admitted

    def _is_member(self, client: _ClientConnection, hello: Hello, prove: Prove) -> bool:
        """Whether the client proves that it is the member it claims to be."""
        key = self._room.key_of(hello.member) if hello.member else None
        return key is not None and self._proves(client, key, prove.token, hello)

    def _new_client_refusal(self, client: _ClientConnection, hello: Hello, prove: Prove) -> TurnedAway | None:
        """Return why a client that has proved no token is refused, if it is."""
        address, limiter, now = client.peer.address, self.login_limiter, self._now()
        wait = limiter.wait(address, now)
        if wait:
            return TurnedAway("lan.away.tries", (("seconds", str(int(wait) + 1)),))
        if hello.member:
            limiter.add(address, now)
            return TurnedAway("lan.away.token")
        if self._code is not None and not self._proves(client, self._code, prove.code, hello):
            if prove.code:
                limiter.add(address, now)
            return TurnedAway("lan.away.code_wrong" if prove.code else "lan.away.code_needed")
        return self._capacity_refusal(address)

    def _capacity_refusal(self, address: str) -> TurnedAway | None:
        """Return why no new client from an address is admitted, if so."""
        admitted = [host_of(each.peer.address) for each in self._open() if each.peer.handshake_done]
        if len(admitted) >= self._capacity.connections:
            return TurnedAway("lan.away.full", (("most", str(self._capacity.connections)),))
        if admitted.count(host_of(address)) >= self._capacity.of_address:
            return TurnedAway("lan.away.address", (("most", str(self._capacity.of_address)),))
        return None

    def _proves(self, client: _ClientConnection, key: str, proof: str, hello: Hello) -> bool:
        return check_proof(key, proof, self._table, client.nonce, hello.nonce)


@dataclass(slots=True, eq=False)
class _ClientConnection:
    """An accepted connection, and the state of its handshake."""

    peer: Connection
    hello: Hello | None = None
    nonce: str = ""
    member: str | None = None  #: once admitted

    @property
    def is_returning(self) -> bool:
        """Whether the client claims to be a returning member."""
        return self.hello is not None and self.hello.member != ""


def to_evict(waiting: Sequence[tuple[str, bool]]) -> int:
    """Return which connection that is not admitted yet has to go when there are too many. They are given from the
    oldest to the newest, by address and whether it says that it is a member who returns.

    It is one of the network that holds most of them, of its address that holds most, a new client before a member; of
    those the oldest. So attackers evict each other, and a client that answers at once is admitted meanwhile.
    """
    group = _largest(range(len(waiting)), [network_of(address) for address, _ in waiting])
    group = _largest(group, [address for address, _ in waiting])
    return next((index for index in group if not waiting[index][1]), group[0])


def _largest(indices: Sequence[int], groups: Sequence[str]) -> Sequence[int]:
    """Return those of the largest group; of several that are as large, of the one with the oldest."""
    counts = Counter(groups[index] for index in indices)
    most = next(groups[index] for index in indices if counts[groups[index]] == max(counts.values()))
    return [index for index in indices if groups[index] == most]
