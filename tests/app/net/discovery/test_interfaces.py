"""Networks of the computer that runs the tests."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_interface

from app.net.discovery.interfaces import LOOPBACK, broadcast_addresses, own_addresses, own_networks


def test_queries_go_to_this_computer_and_to_each_network() -> None:
    asked = broadcast_addresses()
    assert asked[:2] == LOOPBACK
    assert len(set(asked)) == len(asked)
    assert all(IPv4Address(each) for each in asked)


def test_loopback_is_shown_only_by_a_computer_that_is_in_no_network() -> None:
    shown = own_addresses()
    assert shown == LOOPBACK[:1] or not any(ip_address(each.partition("%")[0]).is_loopback for each in shown)


def test_addresses_of_ipv4_are_shown_first() -> None:
    kinds = [":" in each for each in own_addresses()]
    assert kinds == sorted(kinds)


def test_every_network_can_be_read() -> None:
    assert all(ip_interface(each).version == 4 for each in own_networks())
