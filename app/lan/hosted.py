"""An open table: its room, its server, its computer players, and the lines that are said about it on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from app import __version__
from app.lan.addresses import code_of, typed_address
from app.lan.closing import closing_wish
from app.lan.datagrams import Poster
from app.lan.idle import Idle
from app.lan.pace import Pace
from app.lan.protocol import VERSIONS, Noticed
from app.lan.record import RecordFile
from app.lan.room import Advert, Room
from app.lan.sentences import sentence
from app.lan.server import TableServer
from app.texts import Texts
from dsl.bots.minds import Minds
from dsl.run.choosing import notice

_GLANCE = 100  #: milliseconds between two looks at whether it is to end
_REFUSALS = 20  #: lines about clients that were turned away, at once; one more each second
_LAST_WORDS = 2.0  #: seconds for those who are there to hear that the table closes


@dataclass(frozen=True, slots=True)
class Parts:
    """What a table is opened with."""

    room: Room
    server: TableServer
    record: RecordFile
    minds: Minds
    lock: QLockFile  #: nobody else goes on with the match meanwhile
    code: str
    former: int = 0  #: the port where a reopened table listened before


class Hosted(QObject):
    """One table from its opening to its end.

    Signals:
        ended: The table is closed; everybody was told, and nothing is open any more.
    """

    ended = Signal()

    def __init__(
        self, parts: Parts, say: Callable[[str], None], warn: Callable[[str], None], parent: QObject | None = None
    ) -> None:
        """It will `say` what happens, and `warn` once if computer players think slowly here."""
        super().__init__(parent)
        self._parts = parts
        self._say, self._warn = say, warn
        self._warned = False
        self._texts = Texts()
        self._idle = Idle(time.monotonic())
        self._asked = False
        self._wish = closing_wish(Path(parts.record.host.journal))
        self._wish.unlink(missing_ok=True)
        self._closing = 0.0
        self._last_refused = "", ""
        self._refusals = Pace(1, _REFUSALS, time.monotonic())
        self._glance = QTimer(self)
        self._glance.setInterval(_GLANCE)
        self._glance.timeout.connect(self._look)
        parts.server.setParent(self)
        parts.server.door.refused.connect(self._refused)
        parts.room.overhear(self._noticed)

    def open(self, port: int | None) -> None:
        """Let others come. Raises ListeningError; OSError if the record cannot be written."""
        parts, here_only = self._parts, self._parts.record.host.here_only
        parts.server.open(port, here_only=here_only)
        why = parts.record.hosted(replace(parts.record.host, port=parts.server.port)) or parts.room.keep()
        if why:
            raise OSError(why)
        problem = parts.server.be_found(self._poster)
        self._introduce()
        if problem:
            self._say(self._texts(problem))
        self._glance.start()

    def close(self) -> None:
        """Close soon; may be called at any moment, also by a signal of the system."""
        self._asked = True

    def release(self) -> None:
        """Let go of what the table has, the match's lock last."""
        self._glance.stop()
        self._wish.unlink(missing_ok=True)
        self._parts.record.closed()
        self._parts.minds.close()
        self._parts.lock.unlock()

    def _look(self) -> None:
        now, room, by = time.monotonic(), self._parts.room, self._parts.minds.by
        if by is not None and not self._warned:
            self._warned = True
            self._warn(notice(by))
        if self._closing:
            if self._parts.server.closed or now > self._closing:
                self.release()
                self.ended.emit()
        elif self._asked or self._wish.exists() or self._idle.due(room.present > 0, room.state == "over", now):
            self._closing = now + _LAST_WORDS
            self._say(self._texts("serve.closed"))  # first: once the record says so, another process may write there
            self._parts.record.closed()  # nobody is sent here any more
            room.close("lan.away.host_closed")
            self._parts.server.close("lan.away.host_closed")

    # ---- what is said ----

    def _introduce(self) -> None:
        advert, server, say, texts = self._parts.room.advert, self._parts.server, self._say, self._texts
        say(texts("serve.open", name=advert.name, game=dict(advert.titles)["en"], seats=advert.seats))
        here_only = self._parts.record.host.here_only
        for address in server.addresses:
            short = code_of(address, server.port)
            key = "serve.address_here" if here_only else "serve.address_short" if short else "serve.address"
            say(texts(key, at=typed_address(address, server.port), short=short))
        if self._parts.code:
            say(texts("serve.code", code=self._parts.code))

    def _refused(self, address: str, reason: str) -> None:
        why = sentence(self._texts, reason)
        repeated = (address, why) == self._last_refused  # repeated attempts are reported once, floods in part
        if not repeated and self._refusals.take(time.monotonic()):
            self._last_refused = address, why
            self._say(self._texts("serve.refused", address=address, why=why))

    def _noticed(self, noticed: Noticed) -> None:
        self._say(said(noticed, self._texts))

    def _poster(self) -> Poster:
        return poster_of(self._parts.room.advert, self._parts.server.port)


def said(noticed: Noticed, texts: Texts) -> str:
    """Return what is said about something that happened. Whoever has no name is called by the seat."""
    values = dict(noticed.args)
    if values.get("name") == "":
        values["name"] = values.get("seat") or texts("serve.somebody")
    return sentence(texts, noticed.what, tuple(values.items()))


def poster_of(advert: Advert, port: int) -> Poster:
    """Return what is told to whoever looks for tables."""
    titles = dict(advert.titles)
    english = titles.get("en", advert.game)
    return Poster(
        *VERSIONS,
        __version__,
        advert.table,
        advert.name,
        advert.game,
        english,
        titles.get("fr", english),
        advert.identity[:16],
        len(advert.house),
        advert.house,
        advert.taken,
        advert.seats,
        advert.state,
        advert.code,
        advert.watchers,
        port,
    )
