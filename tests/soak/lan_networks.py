"""Real tables and clients on networks of our own: `python -m tests.soak.lan_networks [GAME]`.

Three computers in two networks, made by `ip netns` (root, Linux): a table is listed, is reached by its short address
in one network and by its address in the other; a client's network goes away during the match and comes back.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.soak.namespaces import Net, namespaces

DEFAULTS = ("trias",)
_AWAY = 20.0  #: seconds without a network: longer than the table waits for a sign of life


def main(arguments: Sequence[str]) -> None:
    """Play twice; the first thing that is not as it should be ends it with an AssertionError."""
    (game,) = (*arguments, *DEFAULTS[len(arguments) :])
    for disturb in (_nothing, _network_lost):
        with tempfile.TemporaryDirectory(prefix="networks-") as folder, namespaces(3) as nets:
            _play(game, Path(folder), nets, disturb)


def _play(game: str, folder: Path, nets: Sequence[Net], disturb: Callable[[Net, subprocess.Popen[str]], None]) -> None:
    host, first, second = nets
    table = host.start(_gondwana(folder / "host", "serve", game, "--seats", "human,human", "--name", "Fen"))
    short = _short_address(table, host.addresses[0])
    listed = second.run(_gondwana(folder / "second", "join"))
    assert "Fen" in listed, listed
    clients = [
        first.start(_client(folder / "first", short, "--name", "Ann")),
        second.start(_client(folder / "second", host.addresses[1], "--name", "Bob")),
    ]
    disturb(first, clients[0])
    ends = [_end(client.communicate(timeout=300)[0]) for client in clients]
    assert ends[0] == ends[1] != [], ends
    print(
        f"  {listed.strip()}  Reached by {short} and {host.addresses[1]}; both saw the same end: {'; '.join(ends[0])}"
    )


def _gondwana(data: Path, *words: str) -> list[str]:
    return ["env", f"GONDWANA_PORTABLE={data}", sys.executable, "-m", "app", *words]


def _client(data: Path, where: str, *words: str) -> list[str]:
    return _gondwana(data, "join", where, "--by-chance", "7", "--accept-rules", *words)


def _short_address(table: subprocess.Popen[str], address: str) -> str:
    """What the table says how it is reached in one network."""
    found = _line(table, lambda line: f"{address}:" in line)
    short = re.search(r"[A-Z]{3}-[A-Z]{3}", found)
    assert short is not None, found
    return short[0]


def _line(process: subprocess.Popen[str], wanted: Callable[[str], bool]) -> str:
    assert process.stdout is not None
    found = next((line for line in process.stdout if wanted(line)), None)
    assert found is not None, "it ended without a word of it"
    return found


def _end(said: str) -> list[str]:
    """The ranking that was printed last."""
    return [line.strip() for line in said.splitlines() if re.match(r"\d+\. ", line)]


def _nothing(_net: Net, _client: subprocess.Popen[str]) -> None:
    print("a match in two networks")


def _network_lost(net: Net, client: subprocess.Popen[str]) -> None:
    """Both ends believe that they are connected, until nothing was heard for too long."""
    _line(client, lambda line: "Ann" in line and "turn" in line)
    net.cut(0)
    time.sleep(_AWAY)
    net.mend(0)
    mended = time.monotonic()
    _line(client, lambda line: "Bob" in line)
    print(f"a network that was gone for {_AWAY:.0f} s: the match went on {time.monotonic() - mended:.1f} s later")


if __name__ == "__main__":
    main(sys.argv[1:])
