"""How others find a table: pure data, which needs nothing of the network."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others find the table."""

    addresses: tuple[str, ...] = ()  #: as they are typed, the likeliest first
    short: str = ""  #: the same as a few letters, for the same network
    code: str = ""  #: the table's, if it has one and this window knows it
    here_only: bool = False  #: only this computer can join
