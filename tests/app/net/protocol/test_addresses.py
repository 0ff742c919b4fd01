"""Parsing of typed addresses: each form is an address, or an error with its reason."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.net.protocol.addresses import LETTERS, AddressProblem, Candidate, code_of, is_near, read_address
from app.net.protocol.limits import TABLE_PORTS

HOME = ("192.168.1.7/24",)
halves = st.integers(0, 2**16 - 1)
ports = st.one_of(st.sampled_from(TABLE_PORTS), st.integers(1, 65535))


def private(half: int) -> str:
    return str(IPv4Address(int(IPv4Address("192.168.0.0")) + half))


@given(halves, ports)
def test_a_short_address_is_decoded_to_its_address(half: int, port: int) -> None:
    code = code_of(private(half), port)
    assert read_address(code, HOME) == (Candidate(private(half), port),)
    assert read_address(code.lower().replace("-", " "), HOME) == (Candidate(private(half), port),)
    assert read_address(code.replace("-", ""), HOME) == (Candidate(private(half), port),)


@given(halves)
def test_a_table_at_its_usual_ports_has_six_letters(half: int) -> None:
    assert all(len(code_of(private(half), port)) == len("BCH-MWT") for port in TABLE_PORTS)


@given(halves, ports, st.data())
def test_one_wrong_letter_is_detected(half: int, port: int, data: st.DataObject) -> None:
    letters = list(code_of(private(half), port))
    place = data.draw(st.sampled_from([index for index, letter in enumerate(letters) if letter != "-"]))
    letters[place] = data.draw(st.sampled_from([each for each in LETTERS if each != letters[place]]))
    assert read_address("".join(letters), HOME) == AddressProblem("lan.address.mistyped")


@given(halves, ports, st.data())
def test_two_swapped_letters_are_detected(half: int, port: int, data: st.DataObject) -> None:
    code = code_of(private(half), port).replace("-", "")
    first, second = data.draw(st.permutations(range(len(code))))[:2]
    swapped = list(code)
    swapped[first], swapped[second] = code[second], code[first]
    read = read_address("".join(swapped), HOME)
    assert read == AddressProblem("lan.address.mistyped") or code[first] == code[second]


@given(st.text(alphabet=LETTERS, min_size=6, max_size=9))
def test_no_six_letters_decode_to_another_port(text: str) -> None:
    read = read_address(text, HOME)
    assert isinstance(read, AddressProblem) or all(0 < each.port < 65536 for each in read)


def test_an_invalid_letter_is_reported() -> None:
    assert read_address("KVT-MRA", HOME) == AddressProblem("lan.address.letter", "A")
    assert read_address("KVT MR8", HOME) == AddressProblem("lan.address.letter", "8")


def test_a_computer_in_several_networks_tries_all_its_own_first() -> None:
    code = code_of("10.0.5.20", 28501)
    assert read_address(code, ("172.17.0.1/16", "10.0.5.3/24", "192.0.2.2/24")) == (
        Candidate("172.17.5.20", 28501),
        Candidate("10.0.5.20", 28501),
    )
    assert read_address(code, ("192.168.1.3/24", "10.0.5.3/24")) == (
        Candidate("10.0.5.20", 28501),
        Candidate("192.168.5.20", 28501),
    )


def test_without_a_network_a_short_address_is_an_error() -> None:
    assert read_address(code_of("10.0.5.20", 28501), ("192.0.2.2/24",)) == AddressProblem("lan.address.no_network")


@pytest.mark.parametrize("address", ["8.8.8.8", "192.0.2.2", "fd00::2", "127.0.0.1", "fridge", ""])
def test_only_private_networks_have_short_addresses(address: str) -> None:
    assert code_of(address, 28500) == ""


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.168.1.20", "192.168.1.20", 28500),
        (" 192.168.1.20:4711 ", "192.168.1.20", 4711),
        ("[fe80::1%eth0]:4711", "fe80::1%eth0", 4711),
        ("[fd00::1]", "fd00::1", 28500),
        ("fd00::1", "fd00::1", 28500),
        ("::1", "::1", 28500),
        ("annas-laptop", "annas-laptop", 28500),
        ("annas-laptop.local:99", "annas-laptop.local", 99),
        ("bücher.local", "bücher.local", 28500),
        ("fridge", "fridge", 28500),
    ],
)
def test_valid_addresses_are_parsed(typed: str, host: str, port: int) -> None:
    assert read_address(typed) == (Candidate(host, port),)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "lan.address.empty"),
        ("  ", "lan.address.empty"),
        ("192.168.1", "lan.address.four_numbers"),
        ("192.168.1.256", "lan.address.four_numbers"),
        ("28500", "lan.address.four_numbers"),
        ("192.168.1.20:0", "lan.address.port"),
        ("192.168.1.20:65536", "lan.address.port"),
        ("192.168.1.20:", "lan.address.port"),
        ("192.168.1.20:٣", "lan.address.port"),
        ("[fe80::1%eth0", "lan.address.port"),
        ("fe80::1", "lan.address.which_way"),
        ("1:2:3", "lan.address.unreadable"),
        ("http://192.168.1.20", "lan.address.port"),
        ("anna's laptop", "lan.address.unreadable"),
        ("-x", "lan.address.unreadable"),
        ("0.0.0.0", "lan.address.nobody"),
        ("255.255.255.255", "lan.address.nobody"),
        ("224.0.0.1", "lan.address.nobody"),
        ("ff02::1", "lan.address.nobody"),
    ],
)
def test_an_invalid_address_is_an_error_with_its_reason(typed: str, reason: str) -> None:
    read = read_address(typed, HOME)
    assert isinstance(read, AddressProblem)
    assert read.reason == reason


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_an_error(typed: str) -> None:
    read = read_address(typed, HOME)
    assert isinstance(read, AddressProblem) or all(0 < each.port < 65536 and each.host for each in read)


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.1.1", True),
        ("10.255.0.1", True),
        ("172.31.0.1", True),
        ("172.32.0.1", False),
        ("169.254.7.7", True),
        ("127.0.0.1", True),
        ("8.8.8.8", False),
        ("192.0.2.2", False),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("fd12::1", True),
        ("2001:db8::1", False),
        ("::ffff:10.0.0.1", True),
        ("::ffff:8.8.8.8", False),
        ("fridge", False),
    ],
)
def test_private_addresses_are_those_not_routed_on_the_internet(address: str, near: bool) -> None:
    assert is_near(address) is near
