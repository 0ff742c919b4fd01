"""Rate limit of wrong codes, from one or many addresses."""

from __future__ import annotations

import pytest

from app.net.protocol.addresses import host_of, network_of
from app.net.protocol.limits import LONGEST_DELAY, WRONG_CODES_FORGOTTEN, WRONG_CODES_FREE, WRONG_CODES_PER_MINUTE
from app.net.server.acceptor import LoginLimiter


@pytest.mark.parametrize(
    ("address", "network", "host"),
    [
        ("192.168.1.20", "192.168.1.0/24", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.0/24", "192.168.1.20"),
        ("fd00:1:2:3:4:5:6:7", "fd00:1:2:3::/64", "fd00:1:2:3::/64"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/64"),
        ("127.0.0.1", "127.0.0.0/8", "127.0.0.1"),
        ("127.9.8.7", "127.0.0.0/8", "127.9.8.7"),
        ("::ffff:127.0.0.1", "127.0.0.0/8", "127.0.0.1"),
        ("::1", "127.0.0.0/8", "::1"),
    ],
)
def test_the_network_and_the_computer_of_an_address(address: str, network: str, host: str) -> None:
    assert (network_of(address), host_of(address)) == (network, host)


def test_too_many_wrong_codes_of_a_network_are_rate_limited() -> None:
    tries = LoginLimiter()
    for number in range(WRONG_CODES_PER_MINUTE):
        assert tries.wait(f"10.0.0.{number}", number) == 0
        tries.add(f"10.0.0.{number}", number)
    assert tries.wait("10.0.0.99", 10.0) == 50.0
    assert tries.wait("::ffff:10.0.0.99", 10.0) == 50.0
    assert tries.wait("10.0.1.1", 10.0) == 0
    assert tries.wait("10.0.0.1", 60.0) == 0


def test_many_networks_together_have_a_growing_delay() -> None:
    """A thousand networks, each at its allowed rate, for an hour."""
    tries, now, looked_at = LoginLimiter(), 1000.0, 0
    for second in range(3600):
        for network in range(10):
            address = f"10.{second % 100}.{network}.1"
            if tries.wait(address, now + second) == 0:
                tries.add(address, now + second)
                looked_at += 1
    assert WRONG_CODES_FREE < looked_at < WRONG_CODES_FREE + 3600 / LONGEST_DELAY + 10
    quiet = now + 3600 + WRONG_CODES_FORGOTTEN
    assert tries.wait("10.0.0.1", quiet) == 0
    tries.add("10.0.0.1", quiet)
    assert tries.wait("10.0.0.1", quiet) == 0, "it counts from 0 again"


def test_the_own_computer_is_rate_limited_separately() -> None:
    tries = LoginLimiter()
    for number in range(3 * WRONG_CODES_FREE):
        tries.add(f"127.0.{number}.1", 1000.0)
    assert tries.wait("10.0.0.1", 1000.0) == 0
    assert tries.wait("127.0.0.1", 1000.0) > 0
    for number in range(3 * WRONG_CODES_FREE):
        tries.add(f"10.0.{number}.1", 1000.0)
    assert tries.wait("192.168.1.1", 1000.0) > 0
    assert tries.wait("127.0.0.1", 1060.0) == 0


def test_the_number_of_remembered_networks_is_limited() -> None:
    tries = LoginLimiter()
    for number in range(1000):
        tries.add(f"10.{number // 256}.{number % 256}.1", 0.0)
    assert len(tries._wrong) == 256
