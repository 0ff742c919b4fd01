"""Connection between table and client, the same class on both sides: messages in, messages out, rate limits.

Frames beyond the rate limit stay unread, so that TCP makes the sender wait; a peer that fills the read buffer as well
is disconnected as a flood. Unsent bytes are counted; a peer that does not read them is disconnected.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QTcpSocket

from app.net.protocol.addresses import network_of, place_of, plain_address
from app.net.protocol.framing import (
    CLIENT_GREETINGS,
    CLIENT_MESSAGES,
    TABLE_GREETINGS,
    TABLE_MESSAGES,
    FrameError,
    FrameReader,
    frames_of,
)
from app.net.protocol.limits import (
    AWAY_AFTER,
    BURST,
    FRAME,
    FRAME_BEFORE_WELCOME,
    FRAMES_PER_SECOND,
    GUARANTEED_BURST,
    GUARANTEED_PER_SECOND,
    HEARTBEAT,
    HELLO_WITHIN,
    NETWORK_BURST,
    NETWORK_PER_SECOND,
    QUEUE,
    QUEUE_MOST,
    READ_BUFFER,
    STALLED,
    TABLE_BURST,
    TABLE_PER_SECOND,
)
from app.net.protocol.messages import Farewell, Pairs, Ping, Pong, TurnedAway, Welcome

_NETWORKS = 256  #: whose rate limiters are remembered


class RateLimiter:
    """Token bucket: `each_second` in the long run, and a `burst` after a pause. The time is passed in."""

    def __init__(self, each_second: float, burst: int, now: float) -> None:
        self._rate = each_second
        self._most = float(burst)
        self._left = float(burst)
        self._when = now

    def ready(self, now: float) -> bool:
        """Whether a token is available."""
        self._left = min(self._most, self._left + max(0.0, now - self._when) * self._rate)
        self._when = now
        return self._left >= 1

    def take(self, now: float) -> bool:
        """Take a token, if one is available."""
        if not self.ready(now):
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds from the last check until the next token."""
        return max(0.0, (1 - self._left) / self._rate)


@dataclass(frozen=True, slots=True)
class SharedRateLimiter:
    """Rate limiter of one connection: a guaranteed part, and beyond it what its network and the table have left."""

    guaranteed: RateLimiter
    network: RateLimiter
    table: RateLimiter

    def ready(self, now: float) -> bool:
        """Whether a token is available."""
        shared = self.network.ready(now), self.table.ready(now)
        return self.guaranteed.ready(now) or all(shared)

    def take(self, now: float) -> None:
        """Take a token."""
        if not self.guaranteed.take(now):
            self.network.take(now)
            self.table.take(now)

    @property
    def wait(self) -> float:
        """Seconds from the last check until the next token."""
        return min(self.guaranteed.wait, max(self.network.wait, self.table.wait))


class RateLimiters:
    """Rate limiters of a table: many connections of one network, or of several, do not slow down the others."""

    def __init__(self, now: float) -> None:
        self._table = RateLimiter(TABLE_PER_SECOND, TABLE_BURST, now)
        self._networks: OrderedDict[str, RateLimiter] = OrderedDict()

    def of(self, address: str, now: float) -> SharedRateLimiter:
        """Return the rate limiter for a new connection from an address."""
        network = network_of(address)
        shared = self._networks.setdefault(network, RateLimiter(NETWORK_PER_SECOND, NETWORK_BURST, now))
        self._networks.move_to_end(network)
        while len(self._networks) > _NETWORKS:
            self._networks.popitem(last=False)
        return SharedRateLimiter(RateLimiter(GUARANTEED_PER_SECOND, GUARANTEED_BURST, now), shared, self._table)


Side = Literal["table", "client"]

FRAMES_A_TURN = 16  #: then other connections are served
_CHECK_INTERVAL = 500  #: milliseconds between two checks of timeouts
_CLOSE_TIMEOUT = 1.0  #: seconds for the other side to read the reason, and to close
_SEND_BUFFER = 128 * 1024  #: bytes that the system buffers; the rest is counted here


class Connection(QObject):
    """A connected socket, which it owns. It deletes itself when the connection has ended; `send` then does nothing.

    Signals:
        received: Carries a message; not Ping and Pong.
        disconnected: The connection has ended; carries why: `closed`, `reset`, `malformed`, `slow` (it does not read),
            `flood`, `silent`, `late` (no handshake), `dismissed` (by `close`), or the argument of `abort`. Emitted
            once, and never from within a call of this class.
    """

    received = Signal(object)
    disconnected = Signal(str)

    def __init__(
        self,
        socket: QTcpSocket,
        side: Side,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a connected socket; `side` is ours. Before `complete_handshake` only its messages are accepted."""
        super().__init__(parent)
        self.address = plain_address(socket.peerAddress().toString())  #: of the other side
        self.port = socket.peerPort()
        self.peer_place = place_of(self.address, self.port)
        self.own_place = place_of(socket.localAddress().toString(), socket.localPort())
        self.handshake_done = False
        self.unsent_bytes = 0
        self._socket = socket
        self._side = side
        self._now = clock
        self._why = ""  #: why it has ended
        self._closing_why = ""  #: why it will end, when the other side has read the reason
        self._overdue = ""  #: why the last check would have ended it
        self._peer_closed = False  #: the other side sends nothing more
        self._began = self._last_heard = self._last_sent = self._last_ping = clock()
        self._pings = 0
        self._limiter = RateLimiter(FRAMES_PER_SECOND, BURST, self._began) if side == "table" else None
        self.shared_limiter: SharedRateLimiter | None = None  #: with the other connections of the table
        kinds = CLIENT_GREETINGS if side == "table" else TABLE_GREETINGS
        self._reader = FrameReader(kinds, FRAME_BEFORE_WELCOME, parts=side == "client")
        self._take_over(socket)
        self._check_timer = self._timer(self._check_time, _CHECK_INTERVAL)
        self._check_timer.start()
        self._read_soon = self._timer(self._read, 0, once=True)
        self._ended = self._timer(self._emit_disconnected, 0, once=True)
        self._read_soon.start()  # bytes that came before this object

    def _take_over(self, socket: QTcpSocket) -> None:
        socket.setParent(self)
        socket.setReadBufferSize(READ_BUFFER)
        socket.setSocketOption(QAbstractSocket.SocketOption.LowDelayOption, 1)
        socket.setSocketOption(QAbstractSocket.SocketOption.SendBufferSizeSocketOption, _SEND_BUFFER)
        socket.readyRead.connect(self._read)
        socket.bytesWritten.connect(self._on_written)
        socket.disconnected.connect(self._on_peer_closed)
        socket.errorOccurred.connect(self._on_error)

    def _timer(self, slot: Callable[[], None], milliseconds: int, once: bool = False) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(milliseconds)
        timer.setSingleShot(once)
        timer.timeout.connect(slot)
        return timer

    # ---- interface ----

    @property
    def is_open(self) -> bool:
        """Whether messages can be sent."""
        return not self._why and not self._closing_why

    @property
    def is_closing(self) -> bool:
        """Whether it waits for the other side to read the reason."""
        return self._closing_why != "" and not self._why

    @property
    def is_congested(self) -> bool:
        """Whether many bytes are unsent, and updates should wait."""
        return self.unsent_bytes > QUEUE

    def send(self, message: object) -> None:
        """Send a message; nothing happens after the end. A Welcome completes the handshake."""
        if not self.is_open:
            return
        if self.unsent_bytes > QUEUE_MOST:
            self.abort("slow")
            return
        self._write(message)
        if isinstance(message, Welcome):
            self.complete_handshake()

    def complete_handshake(self) -> None:
        """Accept longer frames and all messages from now on."""
        self.handshake_done = True
        self._reader.most = FRAME
        self._reader.kinds = CLIENT_MESSAGES if self._side == "table" else TABLE_MESSAGES

    def close(self, reason: str, args: Pairs = ()) -> None:
        """Send a reason, then end; what still arrives is ignored."""
        self._close("dismissed", reason, args)

    def abort(self, why: str) -> None:
        """End at once, without a message."""
        if self._why:
            return
        self._why, self.unsent_bytes = why, 0
        self._check_timer.stop()
        self._read_soon.stop()
        self._socket.abort()
        self._ended.start()

    def _close(self, why: str, reason: str, args: Pairs = ()) -> None:
        """End after the other side had time to read the reason: an immediate end with unread bytes would discard it."""
        if not self.is_open:
            return
        farewell = self._farewell(reason, args)
        if farewell is None or self._peer_closed:
            self.abort(why)
            return
        self._write(farewell)
        self._closing_why = why
        self._last_heard = self._now()
        self._socket.flush()

    def _farewell(self, reason: str, args: Pairs) -> Farewell | TurnedAway | None:
        if self.handshake_done:
            return Farewell(reason, args)
        return TurnedAway(reason, args) if self._side == "table" else None

    def _emit_disconnected(self) -> None:
        self.disconnected.emit(self._why)
        self.deleteLater()

    # ---- receiving ----

    def _read(self) -> None:
        """Read what has arrived, as far as the rate limit allows."""
        if self._closing_why:
            self._socket.readAll()
            return
        for _ in range(FRAMES_A_TURN):
            if not self.is_open or self._is_limited():
                return
            message = self._next()
            if message is None:
                if self._peer_closed:
                    self.abort("closed")
                return
            self._dispatch(message)
        self._read_soon.start(0)

    def _next(self) -> object | None:
        """Return the next message; none if it is incomplete or malformed."""
        try:
            message = self._reader.next()
            while message is None and self._socket.bytesAvailable():
                self._reader.feed(bytes(self._socket.read(FRAME).data()))
                message = self._reader.next()
        except FrameError:
            self._close("malformed", "lan.away.malformed")
            return None
        return message

    def _is_limited(self) -> bool:
        """Whether the rate limit is reached; a peer that fills the read buffer is disconnected."""
        now = self._now()
        wait = max(
            (each.wait for each in (self._limiter, self.shared_limiter) if each and not each.ready(now)), default=0.0
        )
        if not wait:
            return False
        if self._socket.bytesAvailable() >= READ_BUFFER:
            self._close("flood", "lan.away.flood")
        else:
            self._read_soon.start(int(1000 * wait) + 1)
        return True

    def _dispatch(self, message: object) -> None:
        self._last_heard = self._now()
        if self._limiter is not None:
            self._limiter.take(self._last_heard)
        if self.shared_limiter is not None:
            self.shared_limiter.take(self._last_heard)
        match message:
            case Ping(number):
                self.send(Pong(number))
            case Pong():
                pass
            case _:
                if isinstance(message, Welcome):
                    self.complete_handshake()
                self.received.emit(message)

    # ---- sending ----

    def _write(self, message: object) -> None:
        if not self.unsent_bytes:
            self._last_sent = self._now()
        most = FRAME if self.handshake_done else FRAME_BEFORE_WELCOME
        for frame in frames_of(message, most):
            self._socket.write(frame)
        self.unsent_bytes = self._socket.bytesToWrite()

    def _on_written(self, _bytes: int) -> None:
        self._last_sent = self._now()
        self.unsent_bytes = 0 if self._why else self._socket.bytesToWrite()

    # ---- timeouts and ends ----

    def _check_time(self) -> None:
        """End an overdue connection at the second check: what came while this process was busy is read first."""
        now = self._now()
        former, self._overdue = self._overdue, self._find_overdue(now)
        if self._overdue and self._overdue == former:
            self._end_overdue(self._overdue)
        elif self._is_ping_due(now):
            self._last_ping = now
            self._pings += 1
            self.send(Ping(self._pings))

    def _is_ping_due(self, now: float) -> bool:
        waits = self.handshake_done and not self._overdue and not self._closing_why
        return waits and now - max(self._last_heard, self._last_ping) > HEARTBEAT

    def _find_overdue(self, now: float) -> str:
        """Return why the connection has to end because of the time, if it has to."""
        if self._closing_why:
            return self._closing_why if now - self._last_heard > _CLOSE_TIMEOUT else ""
        if self.unsent_bytes and now - self._last_sent > STALLED:
            return "slow"
        if not self.handshake_done:
            return "late" if now - self._began > HELLO_WITHIN else ""
        return "silent" if now - self._last_heard > AWAY_AFTER else ""

    def _end_overdue(self, why: str) -> None:
        if why == "late" and not self._closing_why:
            self._close(why, "lan.away.late")
        else:
            self.abort(why)

    def _on_peer_closed(self) -> None:
        """The other side has closed; what it sent before is still read by a client."""
        if self._closing_why or self._limiter is not None:
            self.abort(self._closing_why or "closed")
        elif not self._why:
            self._peer_closed = True
            self._read()

    def _on_error(self, error: QAbstractSocket.SocketError) -> None:
        if error is not QAbstractSocket.SocketError.RemoteHostClosedError:  # handled by `_on_peer_closed`
            self.abort(self._closing_why or "reset")
