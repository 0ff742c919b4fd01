"""Addresses of tables as people type them, short addresses, and the networks that limits count.

    192.168.1.20          192.168.1.20:28501          [fe80::1%eth0]:28500          annas-laptop.local
    BCH-MWT

A *short address* is for two computers of one private network, which agree in the front half of their addresses. It
encodes the back half (16 bits) and the port, and ends with a check letter. Its 19 letters are consonants without L:
none looks like a digit, and no word appears by accident. 19 is prime, so one wrong letter, or two swapped ones, are
always detected. Six letters encode one of the 32 ports of `TABLE_PORTS`; nine encode any other. Case, hyphens and
spaces do not matter.

The reader adds the front half of each of its own private addresses; so there may be several candidates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv4Interface, IPv4Network, IPv6Address, ip_address, ip_network

from app.net.protocol.limits import TABLE_PORTS

LETTERS = "BCDFGHJKMNPQRSTVWXZ"
_BASE = len(LETTERS)
_SHORT, _LONG = 6, 9  #: letters, the check letter included
_PORTS = 2**16
_PRIVATE = tuple(IPv4Network(net) for net in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "169.254.0.0/16"))
LOOPBACK_NETWORK = "127.0.0.0/8"
_PRIVATE_6 = ("fc", "fd", "fe8", "fe9", "fea", "feb")  #: prefixes of addresses that are not routed on the internet

_GROUPS = re.compile(r"[^\W_]{3}(?:[ -][^\W_]{3}){1,2}")
_HOST = re.compile(r"(?=.{1,253}$)[^\W_](?:[\w-]{0,61}[^\W_])?(?:\.[^\W_](?:[\w-]{0,61}[^\W_])?)*\.?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address or the name of a computer, and a port, to try."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class AddressProblem:
    """Why a typed address is wrong: the key of a sentence, and the `part` of the text that it names."""

    reason: str
    part: str = ""


def is_loopback(address: str) -> bool:
    """Whether an IPv4 address is a loopback address."""
    return address.startswith("127.")


def _read_ip(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an address without its scope; one mapped into IPv6 becomes IPv4. Return none for anything else."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def plain_address(address: str) -> str:
    """Return an address as people write it; one mapped into IPv6 becomes IPv4."""
    found = _read_ip(address)
    return str(found) if isinstance(found, IPv4Address) else address


def place_of(address: str, port: int) -> str:
    """Return the place of a socket, for proofs: the same text on both sides of a connection, so without a scope."""
    return typed_address(str(_read_ip(address) or address), port)


def network_of(address: str) -> str:
    """Return the network that limits count: the /24 of IPv4, the /64 of IPv6. Loopback is one network: any process
    of this computer may use all its addresses."""
    found = _read_ip(address)
    if found is None:
        return address
    if found.is_loopback:
        return LOOPBACK_NETWORK
    return str(ip_network((found, 24 if isinstance(found, IPv4Address) else 64), strict=False))


def host_of(address: str) -> str:
    """Return what identifies a computer: its IPv4 address, or the /64 of IPv6, where addresses change."""
    found = _read_ip(address)
    return network_of(address) if isinstance(found, IPv6Address) and not found.is_loopback else str(found or address)


def is_near(address: str) -> bool:
    """Whether an address is loopback or private, and so not routed on the internet."""
    found = _read_ip(address)
    if found is None:
        return False
    if isinstance(found, IPv4Address):
        return found.is_loopback or any(found in net for net in _PRIVATE)
    return found.is_loopback or found.exploded.startswith(_PRIVATE_6)


def typed_address(address: str, port: int) -> str:
    """Return an address and a port as they are typed."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


# ---- short addresses -----------------------------------------------------------------------------------------------


def code_of(address: str, port: int) -> str:
    """Return the short address of a table; empty outside of private IPv4 networks."""
    if not _has_code(address) or not 0 < port < _PORTS:
        return ""
    half = int(IPv4Address(address)) % 2**16
    near = port in TABLE_PORTS
    value = half * len(TABLE_PORTS) + TABLE_PORTS.index(port) if near else half * _PORTS + port
    letters = _digits(value, (_SHORT if near else _LONG) - 1)
    whole = [*letters, -_check(letters) % _BASE]
    word = "".join(LETTERS[each] for each in whole)
    return "-".join(word[start : start + 3] for start in range(0, len(word), 3))


def _has_code(address: str) -> bool:
    try:
        return any(IPv4Address(address) in net for net in _PRIVATE)
    except AddressValueError:
        return False


def _digits(value: int, count: int) -> list[int]:
    return [value // _BASE**place % _BASE for place in reversed(range(count))]


def _check(letters: Sequence[int]) -> int:
    """Return the weighted sum: each place has another weight, so that swapped letters are detected."""
    return sum(weight * letter for weight, letter in enumerate(reversed(letters), start=2)) % _BASE


def _read_code(word: str, own: Sequence[str]) -> tuple[Candidate, ...] | AddressProblem:
    wrong = next((letter for letter in word if letter not in LETTERS), "")
    if wrong:
        return AddressProblem("lan.address.letter", wrong)
    decoded = _decode(word)
    if decoded is None:
        return AddressProblem("lan.address.mistyped")
    half, port = decoded
    return tuple(Candidate(host, port) for host in _private_addresses(half, own)) or AddressProblem(
        "lan.address.no_network"
    )


def _decode(word: str) -> tuple[int, int] | None:
    """Decode the back half of the address and the port; none if the check letter is wrong."""
    *letters, last = (LETTERS.index(letter) for letter in word)
    value = 0
    for each in letters:
        value = value * _BASE + each
    half, port = divmod(value, len(TABLE_PORTS) if len(word) == _SHORT else _PORTS)
    port = TABLE_PORTS[port] if len(word) == _SHORT else port
    fits = (_check(letters) + last) % _BASE == 0 and half < 2**16 and port > 0
    return (half, port) if fits else None


def _private_addresses(half: int, own: Sequence[str]) -> list[str]:
    """Return the private addresses with this back half; those in this computer's own networks come first."""
    nets = [IPv4Interface(each) for each in own if _has_code(each.partition("/")[0])]
    whole = [(net, IPv4Address(int(net.ip) // 2**16 * 2**16 + half)) for net in nets]
    ordered = sorted(whole, key=lambda each: each[1] not in each[0].network)
    return list(dict.fromkeys(str(address) for _, address in ordered))


# ---- typed addresses -------------------------------------------------------------------------------------------------


def read_address(text: str, own: Sequence[str] = ()) -> tuple[Candidate, ...] | AddressProblem:
    """Parse a typed address: return the candidates, the likeliest first, or the problem.

    `own` are this computer's addresses, such as "192.168.1.20/24"; short addresses need them.
    """
    typed = text.strip()
    if not typed:
        return AddressProblem("lan.address.empty")
    if (word := _code_word(typed)) is not None:
        return _read_code(word, own)
    host, port = _split_port(typed)
    number = _port(port) if port is not None else TABLE_PORTS.start
    if number is None:
        return AddressProblem("lan.address.port", port or "")
    why = _problem_of(host)
    return AddressProblem(why, host) if why else (Candidate(host, number),)


def _code_word(typed: str) -> str | None:
    """Return the letters of a short address: groups of three, or only letters of its alphabet; none for other texts."""
    word = re.sub("[ -]", "", typed).upper()
    if _GROUPS.fullmatch(typed) is None and (len(word) not in (_SHORT, _LONG) or set(word) - set(LETTERS)):
        return None
    return word


def _split_port(typed: str) -> tuple[str, str | None]:
    """Split host and port; an IPv6 address may be in `[...]`, and must be before a port."""
    if typed.startswith("["):
        host, closed, rest = typed[1:].partition("]")
        return (host, None) if closed and not rest else (host, rest[1:] if closed and rest[0] == ":" else "")
    if typed.count(":") == 1:
        host, _, port = typed.partition(":")
        return host.rstrip(), port.lstrip()
    return typed, None


def _port(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        return None
    return number if 0 < (number := int(text)) < _PORTS else None


def _problem_of(host: str) -> str:
    """Return the key of what is wrong with a host; empty if nothing is."""
    if ":" in host:
        return _problem_of_6(host)
    if re.fullmatch(r"[\d.]+", host):
        return _problem_of_4(host)
    return "" if _HOST.fullmatch(host) else "lan.address.unreadable"


def _problem_of_4(host: str) -> str:
    try:
        return _unusable(IPv4Address(host))
    except AddressValueError:
        return "lan.address.four_numbers"


def _problem_of_6(host: str) -> str:
    try:
        found = IPv6Address(host)
    except AddressValueError:
        return "lan.address.unreadable"
    return "lan.address.which_way" if found.is_link_local and not found.scope_id else _unusable(found)


def _unusable(found: IPv4Address | IPv6Address) -> str:
    broadcast = found == IPv4Address("255.255.255.255")
    return "lan.address.nobody" if found.is_unspecified or found.is_multicast or broadcast else ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What other players need to find a table: shown to the host, and sent to no one by the program."""

    addresses: tuple[str, ...] = ()  #: as they are typed, the likeliest first
    short: str = ""  #: the same as a few letters, for the same network
    code: str = ""  #: the table's, if it has one and this window knows it
    here_only: bool = False  #: only this computer can join
