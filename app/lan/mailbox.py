"""Datagrams that have come, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtNetwork import QUdpSocket

from app.lan.limits import DATAGRAMS_AT_ONCE


def some_of(socket: QUdpSocket, longest: int) -> Iterator[tuple[bytes, str, int]]:
    """Take some datagrams: the bytes, at most `longest` of them, and the address and port they claim to come from.

    If there are more, the loop comes back for them, so that whoever sends very many does not hold up everything else.
    """
    for _ in range(DATAGRAMS_AT_ONCE):
        if not socket.hasPendingDatagrams():
            return
        found = socket.receiveDatagram(longest)
        yield bytes(found.data().data()), found.senderAddress().toString(), found.senderPort()
