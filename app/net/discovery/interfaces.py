"""Networks and addresses of this computer, read again at each call: a laptop changes them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtNetwork import QAbstractSocket, QHostAddress, QNetworkAddressEntry, QNetworkInterface

from app.net.protocol.addresses import is_near

#: 127.0.0.1 reaches one of several tables on this computer, 127.255.255.255 all of them where the system lets it.
LOOPBACK = ("127.0.0.1", "127.255.255.255")

_IPV4 = QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
_FLAG = QNetworkInterface.InterfaceFlag


def own_networks() -> tuple[str, ...]:
    """This computer's addresses with the length of their network, such as "192.168.1.20/24"; loopback left out."""
    return tuple(f"{entry.ip().toString()}/{entry.prefixLength()}" for entry in _entries() if _is_4(entry.ip()))


def own_addresses() -> tuple[str, ...]:
    """This computer's addresses as others type them, the likeliest first: private ones of IPv4, others of IPv4, then
    IPv6. Loopback only if there is no other: then this computer is in no network."""
    found = [entry.ip() for entry in _entries()]
    ordered = sorted(found, key=lambda each: (not _is_4(each), not is_near(each.toString()), each.isLinkLocal()))
    return tuple(dict.fromkeys(each.toString() for each in ordered)) or LOOPBACK[:1]


def broadcast_addresses() -> tuple[str, ...]:
    """The addresses for queries: this computer itself, and the broadcast address of each of its networks."""
    broadcasts = (entry.broadcast() for entry in _entries() if not entry.broadcast().isNull())
    return (*LOOPBACK, *dict.fromkeys(each.toString() for each in broadcasts if _is_4(each)))


def _entries() -> Iterator[QNetworkAddressEntry]:
    for interface in QNetworkInterface.allInterfaces():
        flags = interface.flags()
        if flags & _FLAG.IsUp and flags & _FLAG.IsRunning and not flags & _FLAG.IsLoopBack:
            yield from interface.addressEntries()


def _is_4(address: QHostAddress) -> bool:
    return address.protocol() == _IPV4
