"""List of found tables: no duplicates, bounded, without silent tables."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.net.discovery.browser import FoundTables, Reachability
from app.net.protocol.limits import GONE_AFTER, TABLES, TABLES_HERE, TABLES_OF_ADDRESS
from tests.app.net.posters import FEN, another


def test_a_table_found_in_two_networks_is_listed_once() -> None:
    found = FoundTables()
    found.add(FEN, "10.0.0.5", False, 0)
    found.add(FEN, "192.168.1.5", False, 1)
    (table,) = found.tables
    assert table.addresses == ("10.0.0.5", "192.168.1.5")
    assert not table.local


def test_a_local_table_is_found_without_a_network() -> None:
    found = FoundTables()
    found.add(FEN, "192.168.1.5", True, 0)
    found.add(FEN, "127.0.0.1", True, 1)
    (table,) = found.tables
    assert table.addresses == ("127.0.0.1", "192.168.1.5")
    assert table.local


def test_only_the_best_address_of_a_table_updates_its_entry() -> None:
    found = FoundTables()
    found.add(FEN, "10.0.0.5", False, 0)
    found.add(another(FEN.table, name="mine now", port=6666), "10.0.0.66", False, 1)
    assert found.tables[0].poster == FEN
    found.add(another(FEN.table, taken=2), "10.0.0.5", False, 2)
    assert found.tables[0].poster.taken == 2


def test_a_silent_table_is_dropped_and_so_is_a_silent_address() -> None:
    found = FoundTables()
    found.add(FEN, "10.0.0.5", False, 0)
    found.add(FEN, "192.168.1.5", False, 10)
    found.expire(GONE_AFTER)
    assert found.tables[0].addresses == ("192.168.1.5",)
    found.expire(10 + GONE_AFTER)
    assert found.tables == ()


def test_a_thousand_tables_of_one_computer_are_four() -> None:
    found = FoundTables()
    for number in range(1000):
        found.add(another(f"t{number}"), "10.0.0.5", False, 0)
    assert len(found.tables) == TABLES_OF_ADDRESS


def test_a_thousand_tables_of_this_computer_leave_room_for_others() -> None:
    found = FoundTables()
    for number in range(1000):
        found.add(another(f"t{number}"), "127.0.0.1", True, 0)
    assert len(found.tables) == TABLES_HERE < TABLES


def test_a_thousand_tables_of_a_thousand_computers_are_64_and_those_that_were_there_stay() -> None:
    found = FoundTables()
    found.add(FEN, "10.0.0.5", False, 0)
    for number in range(1000):
        found.add(another(f"t{number}"), f"10.1.{number // 250}.{number % 250}", False, 0)
    assert len(found.tables) == TABLES
    assert FEN in [each.poster for each in found.tables]


def test_a_table_with_a_thousand_addresses_keeps_few() -> None:
    found = FoundTables()
    for number in range(1000):
        found.add(FEN, f"10.1.{number // 250}.{number % 250}", False, 0)
    assert len(found.tables[0].addresses) == 4


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 30), st.integers(0, 20)), max_size=200))
def test_the_list_of_tables_keeps_its_limits(heard: list[tuple[int, int, int]]) -> None:
    found, now = FoundTables(), 0
    for table, address, later in heard:
        now += later
        found.expire(now)
        found.add(another(f"t{table}"), f"10.0.0.{address}", False, now)
        ways = Counter(way for each in found.tables for way in each.addresses)
        assert len(found.tables) <= TABLES
        assert all(0 < len(each.addresses) <= 4 for each in found.tables)
        assert all(count <= TABLES_OF_ADDRESS for count in ways.values())


def test_incompatible_tables_are_listed_last_with_the_reason() -> None:
    found = FoundTables(versions=(2, 3))
    found.add(another("a", oldest=4, newest=5), "10.0.0.1", False, 0)
    found.add(another("b", oldest=1, newest=1), "10.0.0.2", False, 0)
    found.add(another("c", oldest=1, newest=2), "10.0.0.3", False, 0)
    assert [(each.table, each.problem) for each in found.tables] == [
        ("c", ""),
        ("a", "lan.found.newer"),
        ("b", "lan.found.older"),
    ]


def test_a_refused_network_is_reported_after_half_a_minute() -> None:
    reach = Reachability()
    here, there = ("127.0.0.1", True), ("10.0.0.255", False)
    reach.record([here, there], 100)
    assert reach.problem == ""
    reach.record([here, there], 130)
    assert reach.problem == "lan.nearby.refused"
    reach.record([here, ("10.0.0.255", True)], 131)
    assert reach.problem == ""


def test_a_missing_network_is_reported_at_once_and_one_working_network_is_enough() -> None:
    reach = Reachability()
    reach.record([("127.0.0.1", True)], 0)
    assert reach.problem == "lan.nearby.no_network"
    reach.record([("10.0.0.255", False), ("192.168.1.255", True)], 1)
    assert reach.problem == ""
