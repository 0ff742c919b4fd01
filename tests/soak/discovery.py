"""Tables are found on networks of our own, or not where they must not: `python -m tests.soak.discovery [TIMES]`.

Three computers in two networks, made by `ip netns` (root, Linux). The first difference ends it with an AssertionError.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.net.protocol.limits import TABLES
from tests.soak.namespaces import Net, namespaces
from tests.soak.seekers import FALSE_TABLES

DEFAULTS = ("20",)
_SEEKERS = (sys.executable, "-m", "tests.soak.seekers")
_PUBLIC = ("203.0.113.7", "203.0.113.8")  #: addresses of the internet, given to our simulated computers


def main(arguments: Sequence[str]) -> None:
    """Search for tables a number of times, then test each failure once."""
    (times,) = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    with namespaces(3) as (host, other, seeking):
        tables = [*(_table(host, name) for name in ("first", "second")), _table(other, "third")]
        _measure(times, seeking)
        _both_networks(host, seeking)
        _a_network_goes_and_comes(seeking)
        _a_table_ends(tables[2], seeking)
    for trial in (_refused_and_allowed, _asked_from_the_internet, _false_tables):
        with namespaces(3) as (host, other, seeking):
            _table(host, "true")
            trial(host, other, seeking)


def _measure(times: int, seeking: Net) -> None:
    """Measure the time until all three are listed. A table answers an address five times a second."""
    took = []
    for _ in range(times):
        seeker = Seeker(seeking)
        took.append(seeker.until(_all).at)
        seeker.end()
        time.sleep(1)
    print(f"three tables on two computers, {times} times: listed after {_milliseconds(took)}")


def _milliseconds(seconds: Sequence[float]) -> str:
    return f"{1000 * statistics.median(seconds):.0f} ms (median), {1000 * max(seconds):.0f} ms at most"


def _both_networks(host: Net, seeking: Net) -> None:
    seeker = Seeker(seeking)
    both = sorted(host.addresses)
    seeker.until(lambda seen: _all(seen) and sorted(seen.tables["first"]) == both == sorted(seen.tables["second"]))
    print("a table heard in two networks is listed once, with both addresses")
    seeker.end()


def _a_network_goes_and_comes(seeking: Net) -> None:
    seeker = Seeker(seeking)
    seeker.until(_all)
    seeking.cut(0)
    seeker.until(lambda seen: _all(seen) and all(len(ways) == 1 for ways in seen.tables.values()))
    print("one network gone: all three are still listed, by the other")
    seeking.cut(1)
    seeker.until(lambda seen: not seen.tables and seen.problem == "lan.nearby.no_network")
    began = time.monotonic()
    seeking.mend(1)
    seeker.until(_all)
    print(f"both gone: none is listed, and why is said; one is back: all listed after {time.monotonic() - began:.1f} s")
    seeking.mend(0)
    seeker.end()


def _a_table_ends(table: subprocess.Popen[str], seeking: Net) -> None:
    seeker = Seeker(seeking)
    seeker.until(_all)
    table.kill()
    began = time.monotonic()
    seeker.until(lambda seen: sorted(seen.tables) == ["first", "second"])
    print(f"a killed table is listed for another {time.monotonic() - began:.1f} s")
    seeker.end()


def _refused_and_allowed(_host: Net, _other: Net, seeking: Net) -> None:
    """As on macOS, while it asks its user: `No route to host` for everything that leaves the computer."""
    for words in ("route add unreachable 10.77.0.0/16 table 77", "rule add pref 1 lookup local", "rule del pref 0"):
        seeking.run(["ip", *words.split()])
    seeking.run(["ip", "rule", "add", "pref", "0", "lookup", "77"])
    seeker = Seeker(seeking)
    refused = seeker.until(lambda seen: seen.problem == "lan.nearby.refused").at
    assert refused >= 30, refused
    seeking.run(["ip", "rule", "del", "pref", "0"])
    found = seeker.until(lambda seen: "true" in seen.tables and not seen.problem).at
    print(f"refused: said after {refused:.0f} s; allowed again: listed {found - refused:.1f} s later")
    seeker.end()


def _asked_from_the_internet(host: Net, other: Net, seeking: Net) -> None:
    for net, address in zip((host, other), _PUBLIC, strict=True):
        net.run(["ip", "addr", "add", f"{address}/24", "dev", "link0"])
    assert not _answered(other, *reversed(_PUBLIC))
    assert _answered(other, other.addresses[0], host.addresses[0])
    _table(host, "public", kind="open table")
    assert _answered(other, *reversed(_PUBLIC))
    print("a table answers private networks only, unless it is open to the internet")


def _false_tables(_host: Net, other: Net, seeking: Net) -> None:
    seeker = Seeker(seeking)
    seeker.until(lambda seen: "true" in seen.tables)
    other.start([*_SEEKERS, "lie", seeking.addresses[0]])
    began = seeker.until(lambda seen: len(seen.tables) == TABLES).at
    last = seeker.until(lambda seen: seen.at > began + 6)
    assert len(last.tables) == TABLES, last
    assert "true" in last.tables, last
    lies = f"{FALSE_TABLES} false tables of as many forged addresses to every query"
    print(f"{lies}: {TABLES} listed, the true one among them; the loop stood still for {last.stalled} ms at most")
    seeker.end()


def _answered(net: Net, source: str, target: str) -> bool:
    return net.run([*_SEEKERS, "ask", source, target]) == "answered\n"


def _all(seen: Seen) -> bool:
    return sorted(seen.tables) == ["first", "second", "third"]


def _table(net: Net, name: str, kind: str = "table") -> subprocess.Popen[str]:
    table = net.start([*_SEEKERS, kind, name])
    assert table.stdout is not None
    assert table.stdout.readline() == "open\n"
    return table


@dataclass(frozen=True, slots=True)
class Seen:
    """The tables that a search lists at a moment."""

    at: float  #: seconds since it began to look
    tables: Mapping[str, Sequence[str]]  #: addresses by id
    problem: str
    stalled: int  #: milliseconds that its loop stood still at most


class Seeker:
    """A process that searches for tables and prints its list at each change, and twice a second."""

    def __init__(self, net: Net) -> None:
        self._process = net.start([*_SEEKERS, "seek"])

    def until(self, wanted: Callable[[Seen], bool], patience: float = 45) -> Seen:
        """Wait until it sees something; return the first line that says so."""
        deadline = time.monotonic() + patience
        while not wanted(seen := self.next()):
            assert time.monotonic() < deadline, seen
        return seen

    def next(self) -> Seen:
        """What it prints next."""
        assert self._process.stdout is not None
        return Seen(**json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        """It has seen enough."""
        self._process.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
