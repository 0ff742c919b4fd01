"""Several computers on networks of their own, on one machine: `ip netns`, with root on Linux only.

    with namespaces(3) as nets:
        table = nets[0].start([sys.executable, "-m", "app", "serve", "fen"])
        print(nets[1].run([sys.executable, "-m", "app", "join", nets[0].addresses[0], "--by-chance"]))
        nets[1].cut(0)

Each has `links` interfaces, `link0`, `link1`; the number 0 of all are one network, 10.77.0.0/24, the number 1 another.
Nothing leads from there to the machine's own networks. What was started ends with the block, and nothing is left.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

_PREFIX = 24


class NoNetworkError(Exception):
    """Networks cannot be made here; the message says why."""


class Net:
    """One computer: its loopback, and an interface in every network."""

    def __init__(self, name: str, number: int, links: int) -> None:
        self.name = name
        self.addresses = tuple(f"10.77.{link}.{number + 1}" for link in range(links))  #: by link
        self._started: list[subprocess.Popen[str]] = []

    def words(self, command: Sequence[str]) -> list[str]:
        """The words that run a command in there."""
        return ["ip", "netns", "exec", self.name, *command]

    def run(self, command: Sequence[str], timeout: float = 60) -> str:
        """Run a command in there to its end; return what it prints, or raise CalledProcessError."""
        done = subprocess.run(self.words(command), stdout=subprocess.PIPE, text=True, timeout=timeout, check=True)
        return done.stdout

    def start(self, command: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command in there; its output is a pipe. It is killed at the end of the block at the latest."""
        words = self.words(command)
        self._started.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return self._started[-1]

    def cut(self, link: int) -> None:
        """Pull the plug of one network."""
        _ip("-n", self.name, "link", "set", f"link{link}", "down")

    def mend(self, link: int) -> None:
        """Put it in again."""
        _ip("-n", self.name, "link", "set", f"link{link}", "up")

    def end(self) -> None:
        """Kill what still runs in there."""
        for process in self._started:
            process.kill()
            process.communicate()


@contextmanager
def namespaces(count: int, links: int = 2) -> Iterator[tuple[Net, ...]]:
    """Make a number of computers, each in a number of networks. Raises NoNetworkError where that is not allowed."""
    if shutil.which("ip") is None or os.name != "posix" or os.geteuid() != 0:
        raise NoNetworkError("networks of one's own need `ip` (iproute2) and root on Linux")
    hub = f"gondwana-{os.getpid()}-hub"
    nets = tuple(Net(f"gondwana-{os.getpid()}-{number}", number, links) for number in range(count))
    try:
        _make(hub, nets)
        yield nets
    finally:
        for net in nets:
            net.end()
        for name in (hub, *(net.name for net in nets)):
            with suppress(NoNetworkError):
                _ip("netns", "del", name)


def _make(hub: str, nets: Sequence[Net]) -> None:
    for name in (hub, *(net.name for net in nets)):
        _ip("netns", "add", name)
        _ip("-n", name, "link", "set", "lo", "up")
    for link in range(len(nets[0].addresses)):
        _ip("-n", hub, "link", "add", f"wire{link}", "type", "bridge")
        _ip("-n", hub, "link", "set", f"wire{link}", "up")
    for number, net in enumerate(nets):
        for link in range(len(net.addresses)):
            _connect(hub, f"plug{number}-{link}", net, link)


def _connect(hub: str, plug: str, net: Net, link: int) -> None:
    name, network = f"link{link}", f"10.77.{link}"
    _ip("-n", net.name, "link", "add", name, "type", "veth", "peer", "name", plug, "netns", hub)
    _ip("-n", net.name, "addr", "add", f"{net.addresses[link]}/{_PREFIX}", "brd", f"{network}.255", "dev", name)
    _ip("-n", net.name, "link", "set", name, "up")
    _ip("-n", hub, "link", "set", plug, "master", f"wire{link}", "up")


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNetworkError(f"`ip {' '.join(words)}`: {done.stderr.strip()}")
