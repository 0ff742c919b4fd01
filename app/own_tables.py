"""The tables that this reader has opened: what the first page offers of them, and how others find one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.library.matches import TABLE, game_of
from app.seats.invitation import Invitation
from app.seats.nearby_card import KnownTable

if TYPE_CHECKING:
    from app.lan.record import TableRecord

_LEFT = 3  #: closed tables that are offered, the newest


def own_tables(matches: Path, titled: Callable[[str], str]) -> list[KnownTable]:
    """Return one's own tables, those that are open first, then the last closed ones; `titled` says a game's title."""
    if not any(matches.glob(f"*{TABLE}")):
        return []
    from app.lan.hosting import left_tables, running_tables

    opened = [_known(journal, record, titled) for journal, record in running_tables(matches)]
    closed = sorted(left_tables(matches), key=lambda each: each[0].name, reverse=True)
    return opened + [_known(journal, record, titled, closed=True) for journal, record in closed[:_LEFT]]


def _known(journal: Path, record: TableRecord, titled: Callable[[str], str], *, closed: bool = False) -> KnownTable:
    plan = record.room.plan
    return KnownTable(plan.table, plan.name, titled(game_of(journal)), "left" if closed else "open", journal)


def forget_own(journal: Path) -> None:
    """Offer a closed table no more: its match is one of this computer's matches from now on."""
    with contextlib.suppress(OSError):
        journal.with_name(journal.name + TABLE).unlink(missing_ok=True)


def invitation_of(journal: Path, port: int) -> Invitation:
    """Return how others find a table of one's own that listens on this port."""
    from app.lan.addresses import code_of, typed_address
    from app.lan.interfaces import LOOPBACK, own_addresses
    from app.lan.record import RecordError, read_record, record_path

    try:
        host = read_record(record_path(journal)).host
    except RecordError:
        return Invitation()
    addresses = LOOPBACK[:1] if host.here_only else own_addresses()
    short = next((code for address in addresses if (code := code_of(address, port))), "")
    return Invitation(tuple(typed_address(address, port) for address in addresses), short, host.code, host.here_only)
