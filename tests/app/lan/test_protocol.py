"""The manual of the protocol names every message, and of every command all fields."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from app.lan.frames import GUEST_GREETINGS, GUEST_MESSAGES, TABLE_GREETINGS, TABLE_MESSAGES
from app.lan.protocol import OwnerCommand, SeatCommand, TableCommand

MANUAL = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
MESSAGES = {kind.__name__: kind for kind in (*GUEST_GREETINGS, *GUEST_MESSAGES, *TABLE_GREETINGS, *TABLE_MESSAGES)}
COMMANDS = [*get_args(SeatCommand), *get_args(OwnerCommand), *get_args(TableCommand)]


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_every_message_is_in_the_manual(name: str) -> None:
    assert f"`{name}`" in MANUAL


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_field_of_a_command_stands_in_its_line(command: type) -> None:
    line = next(line for line in MANUAL.splitlines() if line.startswith("| `") and f"`{command.__name__}`" in line)
    assert all(f"`{field.name}`" in line for field in fields(command) if field.name != "request")
