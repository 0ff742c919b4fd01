"""The processes of `tests.soak.discovery`: a table, a search for tables, and two hostile processes."""

from __future__ import annotations

import json
import socket
import struct
import sys
import time
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QTimer

from app.net.discovery.browser import TableBrowser
from app.net.discovery.datagrams import Here, Seek, bytes_of, new_nonce, read_seek
from app.net.discovery.responder import DiscoveryResponder
from app.net.protocol.limits import FIND_PORT
from tests.app.net.posters import another

FALSE_TABLES = 1000
_BEAT = 10  #: milliseconds


def main(words: Sequence[str]) -> None:
    """Be one of them."""
    match words:
        case ["table", name]:
            table(name)
        case ["open table", name]:
            table(name, any_network=True)
        case ["seek"]:
            seek()
        case ["ask", source, target]:
            print(ask(source, target))
        case ["lie", victim]:
            lie(victim)


def table(name: str, any_network: bool = False) -> None:
    """Answer for a table until killed."""
    app = QCoreApplication([])
    responder = DiscoveryResponder(lambda: another(name), any_network=any_network)
    print(responder.open() or "open", flush=True)
    app.exec()


def seek() -> None:
    """Look for tables until killed, and print what is seen."""
    app = QCoreApplication([])
    began = last = time.monotonic()
    stalled = 0.0
    nearby = TableBrowser()

    def say(*_: object) -> None:
        seen = {each.table: each.addresses for each in nearby.tables}
        line = {"at": time.monotonic() - began, "tables": seen, "problem": nearby.problem, "stalled": _ms(stalled)}
        print(json.dumps(line), flush=True)

    def beat() -> None:
        nonlocal last, stalled
        now = time.monotonic()
        last, stalled = now, max(stalled, now - last - _BEAT / 1000)

    timers = [QTimer(interval=_BEAT, timeout=beat), QTimer(interval=500, timeout=say)]
    for each in timers:
        each.start()
    nearby.changed.connect(say)
    nearby.problem_changed.connect(say)
    nearby.open()
    app.exec()


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


def ask(source: str, target: str) -> str:
    """Ask from one address at another, and say what became of it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.bind((source, 0))
        asker.settimeout(1.0)
        asker.sendto(bytes_of(Seek(1, 1, new_nonce())), (target, FIND_PORT))
        try:
            return "answered" if asker.recv(2000) else "empty"
        except TimeoutError:
            return "silence"


def lie(victim: str) -> None:
    """Answer every query with many tables that do not exist, each from another address."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
        socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW) as mouth,
    ):
        ear.bind(("", FIND_PORT))
        while True:
            data, (address, port) = ear.recvfrom(2000)
            asked = read_seek(data)
            if asked is None or address != victim:
                continue
            for number in range(FALSE_TABLES):
                here = bytes_of(Here(asked.nonce, another(f"false-{number}")))
                mouth.sendto(_forged(f"10.77.{10 + number // 250}.{number % 250 + 1}", victim, port, here), (victim, 0))


def _forged(source: str, target: str, port: int, data: bytes) -> bytes:
    """A datagram of IPv4 that claims to come from elsewhere; the system fills in lengths and sums of the head."""
    udp = struct.pack("!HHHH", FIND_PORT, port, 8 + len(data), 0) + data
    ends = socket.inet_aton(source) + socket.inet_aton(target)
    return struct.pack("!BBHHHBBH", 0x45, 0, 0, 0, 0, 64, socket.IPPROTO_UDP, 0) + ends + udp


if __name__ == "__main__":
    main(sys.argv[1:])
