"""One connection, the same class at the table and at a guest: messages in, messages out, and its limits.

What comes too fast waits at the sender's: a peer reads so many frames a second and no more, and the system tells the
other side to wait. Who then fills all that may wait is a flood. What goes out is counted; who does not read it goes.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QTcpSocket

from app.net.protocol.addresses import network_of, plain_address
from app.net.protocol.framing import (
    GUEST_GREETINGS,
    GUEST_MESSAGES,
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

# Rate limits as token buckets. The time is handed in.


_NETWORKS = 256  #: whose paces are remembered


class RateLimiter:
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
class SharedRateLimiter:
    """The pace of one connection of many: a guaranteed part, and beyond it what its network and the table have left."""

    guaranteed: RateLimiter
    network: RateLimiter
    table: RateLimiter

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


class RateLimiters:
    """The paces of a table: so that many connections together, of one network or of several, do not hold up others."""

    def __init__(self, now: float) -> None:
        self._table = RateLimiter(TABLE_PER_SECOND, TABLE_BURST, now)
        self._networks: OrderedDict[str, RateLimiter] = OrderedDict()

    def of(self, address: str, now: float) -> SharedRateLimiter:
        """Return the pace of a new connection from an address."""
        network = network_of(address)
        shared = self._networks.setdefault(network, RateLimiter(NETWORK_PER_SECOND, NETWORK_BURST, now))
        self._networks.move_to_end(network)
        while len(self._networks) > _NETWORKS:
            self._networks.popitem(last=False)
        return SharedRateLimiter(RateLimiter(GUARANTEED_PER_SECOND, GUARANTEED_BURST, now), shared, self._table)


Side = Literal["table", "guest"]

FRAMES_A_TURN = 16  #: then others have their turn
_GLANCE = 500  #: milliseconds between two looks at the clock
_LAST_WORDS = 1.0  #: seconds for the other side to hear why it was dismissed, and to go
_SENDING = 128 * 1024  #: bytes that the system keeps for us: the rest we count ourselves


class Connection(QObject):
    """A connected socket, which it owns. When the connection has ended it deletes itself; `send` then does nothing.

    Signals:
        heard: The other side said something; carries the message. Signs of life are not passed on.
        gone: The connection has ended; carries why: `closed`, `reset`, `malformed`, `slow` (it does not read),
            `flood`, `silent`, `late` (no greeting), `dismissed` (by us), or what `end` was told. Exactly once, and
            never from within a call of ours.
    """

    heard = Signal(object)
    gone = Signal(str)

    def __init__(
        self,
        socket: QTcpSocket,
        side: Side,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a socket that is connected; `side` is ours. Until `welcome` only greetings are understood."""
        super().__init__(parent)
        self.address = plain_address(socket.peerAddress().toString())  #: of the other side
        self.port = socket.peerPort()
        self.welcomed = False
        self.waiting = 0  #: bytes that are not sent yet
        self._socket = socket
        self._side = side
        self._now = clock
        self._why = ""  #: it has ended
        self._parting = ""  #: it ends as soon as the other side has heard the last words
        self._closing = False  #: the other side has said all that it will
        self._began = self._last_heard = self._last_sent = self._last_ping = clock()
        self._pings = 0
        self._pace = RateLimiter(FRAMES_PER_SECOND, BURST, self._began) if side == "table" else None
        self.shared: SharedRateLimiter | None = None  #: with the other connections of the table
        kinds = GUEST_GREETINGS if side == "table" else TABLE_GREETINGS
        self._reader = FrameReader(kinds, FRAME_BEFORE_WELCOME, parts=side == "guest")
        self._take_over(socket)
        self._clock = self._timer(self._look, _GLANCE)
        self._clock.start()
        self._later = self._timer(self._read, 0, once=True)
        self._over = self._timer(self._leave, 0, once=True)
        self._later.start()  # what came before us

    def _take_over(self, socket: QTcpSocket) -> None:
        socket.setParent(self)
        socket.setReadBufferSize(READ_BUFFER)
        socket.setSocketOption(QAbstractSocket.SocketOption.LowDelayOption, 1)
        socket.setSocketOption(QAbstractSocket.SocketOption.SendBufferSizeSocketOption, _SENDING)
        socket.readyRead.connect(self._read)
        socket.bytesWritten.connect(self._wrote)
        socket.disconnected.connect(self._closed)
        socket.errorOccurred.connect(self._failed)

    def _timer(self, slot: Callable[[], None], milliseconds: int, once: bool = False) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(milliseconds)
        timer.setSingleShot(once)
        timer.timeout.connect(slot)
        return timer

    # ---- what others may do with it ----

    @property
    def here(self) -> bool:
        """Whether it can still be spoken to."""
        return not self._why and not self._parting

    @property
    def parting(self) -> bool:
        """Whether the other side may still read the last words."""
        return self._parting != "" and not self._why

    @property
    def behind(self) -> bool:
        """Whether so much waits to be sent that no news should be added."""
        return self.waiting > QUEUE

    def send(self, message: object) -> None:
        """Say something; nothing happens if the other side is gone. With a Welcome the greeting is over."""
        if not self.here:
            return
        if self.waiting > QUEUE_MOST:
            self.end("slow")
            return
        self._write(message)
        if isinstance(message, Welcome):
            self.welcome()

    def welcome(self) -> None:
        """The greeting is over: from now on longer frames, and everything that may be said."""
        self.welcomed = True
        self._reader.most = FRAME
        self._reader.kinds = GUEST_MESSAGES if self._side == "table" else TABLE_MESSAGES

    def dismiss(self, reason: str, args: Pairs = ()) -> None:
        """Say why, then end; nothing that still comes is listened to."""
        self._part("dismissed", reason, args)

    def end(self, why: str) -> None:
        """End at once, without a word."""
        if self._why:
            return
        self._why, self.waiting = why, 0
        self._clock.stop()
        self._later.stop()
        self._socket.abort()
        self._over.start()

    def _part(self, why: str, reason: str, args: Pairs = ()) -> None:
        """End, but only after the other side had time to hear the reason: what it still sends would drown it."""
        if not self.here:
            return
        words = self._last_words(reason, args)
        if words is None or self._closing:
            self.end(why)
            return
        self._write(words)
        self._parting = why
        self._last_heard = self._now()
        self._socket.flush()

    def _last_words(self, reason: str, args: Pairs) -> Farewell | TurnedAway | None:
        if self.welcomed:
            return Farewell(reason, args)
        return TurnedAway(reason, args) if self._side == "table" else None

    def _leave(self) -> None:
        self.gone.emit(self._why)
        self.deleteLater()

    # ---- in ----

    def _read(self) -> None:
        """Hear what has come, as far as its turn and its pace allow."""
        if self._parting:
            self._socket.readAll()
            return
        for _ in range(FRAMES_A_TURN):
            if not self.here or self._held_back():
                return
            message = self._next()
            if message is None:
                if self._closing:
                    self.end("closed")
                return
            self._take(message)
        self._later.start(0)

    def _next(self) -> object | None:
        """The next message; none if it is not whole or makes no sense."""
        try:
            message = self._reader.next()
            while message is None and self._socket.bytesAvailable():
                self._reader.feed(bytes(self._socket.read(FRAME).data()))
                message = self._reader.next()
        except FrameError:
            self._part("malformed", "lan.away.malformed")
            return None
        return message

    def _held_back(self) -> bool:
        """Whether no more may be heard for a while; who has sent all that can wait, and more, goes."""
        now = self._now()
        wait = max((pace.wait for pace in (self._pace, self.shared) if pace and not pace.ready(now)), default=0.0)
        if not wait:
            return False
        if self._socket.bytesAvailable() >= READ_BUFFER:
            self._part("flood", "lan.away.flood")
        else:
            self._later.start(int(1000 * wait) + 1)
        return True

    def _take(self, message: object) -> None:
        self._last_heard = self._now()
        if self._pace is not None:
            self._pace.take(self._last_heard)
        if self.shared is not None:
            self.shared.take(self._last_heard)
        match message:
            case Ping(number):
                self.send(Pong(number))
            case Pong():
                pass
            case _:
                if isinstance(message, Welcome):
                    self.welcome()
                self.heard.emit(message)

    # ---- out ----

    def _write(self, message: object) -> None:
        if not self.waiting:
            self._last_sent = self._now()
        most = FRAME if self.welcomed else FRAME_BEFORE_WELCOME
        for frame in frames_of(message, most):
            self._socket.write(frame)
        self.waiting = self._socket.bytesToWrite()

    def _wrote(self, _bytes: int) -> None:
        self._last_sent = self._now()
        self.waiting = 0 if self._why else self._socket.bytesToWrite()

    # ---- time and ends ----

    def _look(self) -> None:
        now = self._now()
        if self._parting:
            if now - self._last_heard > _LAST_WORDS:
                self.end(self._parting)
        elif self.waiting and now - self._last_sent > STALLED:
            self.end("slow")
        elif not self.welcomed:
            if now - self._began > HELLO_WITHIN:
                self._part("late", "lan.away.late")
        elif now - self._last_heard > AWAY_AFTER:
            self.end("silent")
        elif now - max(self._last_heard, self._last_ping) > HEARTBEAT:
            self._last_ping = now
            self._pings += 1
            self.send(Ping(self._pings))

    def _closed(self) -> None:
        """The other side has gone; what it said before is heard, as much as there is time for."""
        if self._parting or self._pace is not None:
            self.end(self._parting or "closed")
        elif not self._why:
            self._closing = True
            self._read()

    def _failed(self, error: QAbstractSocket.SocketError) -> None:
        if error is not QAbstractSocket.SocketError.RemoteHostClosedError:  # that one is `_closed`
            self.end(self._parting or "reset")
