"""The names of records in files never change: a renamed record would make saved tables and credentials unreadable."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from app.net.client.credentials import Remembered
from app.net.server.state_file import TableRecord
from dsl.base.serialization import Serializable
from dsl.match.journal import Entry, Header
from dsl.simulation.match_records import Record
from dsl.simulation.plan import Plan

STORED = {
    Remembered: {"Credential", "Pledge", "Remembered"},
    TableRecord: {
        "Host",
        "KeptBan",
        "KeptMember",
        "KeptRoom",
        "KeptSeat",
        "RoomPlan",
        "Rules",
        "RulesetText",
        "TableRecord",
    },
    Header: {"ClockPlan", "Deal", "Header", "Origin", "RulesetText", "SeatPlan"},
    Entry: {
        "ChangePiece",
        "Entry",
        "HandChange",
        "MarkCounters",
        "MoveCounters",
        "MovePiece",
        "RuleChange",
        "SetUpPosition",
        "SetValue",
        "Spot",
    },
    Plan: {"Plan", "RulesetText"},
    Record: {"Record"},
}


def names(kind: object) -> set[str]:
    """The names of a record and of all records within it."""
    waiting: list[object] = [kind]
    found: set[type] = set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, type) and issubclass(each, Serializable) and each not in found:
            found.add(each)
            waiting += get_type_hints(each).values()
        else:
            waiting += [part for part in get_args(each) if not isinstance(part, str)]
    return {each.__name__ for each in found}


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.__name__)
def test_records_in_files_keep_their_names(kind: type) -> None:
    assert names(kind) == STORED[kind]
