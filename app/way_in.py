"""What is known of a table before one is in, and what one consents to at its door. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.lan.addresses import Candidate
from app.lan.verdicts import Looked
from app.seats.invitation import Invitation
from app.texts import Texts


@dataclass(frozen=True, slots=True)
class Door:
    """Where a table is, and as whom one comes."""

    ways: tuple[Candidate, ...]  #: to be tried one after the other
    name: str
    table: str = ""  #: its id, if it is known
    code: str = ""
    owner_token: str = ""
    invitation: Invitation | None = None  #: how others find it, if that is known already
    sits: bool = False  #: whoever comes takes the first free seat at once: it has just opened the table

    @property
    def where(self) -> str:
        """The address to be read."""
        return ", ".join(way.host for way in self.ways)


def consent_lines(looked: Looked, house: tuple[str, ...], texts: Texts) -> list[str]:
    """What one consents to: whose game it is, what it is compared with, and how it differs."""
    lines = [texts(f"entry.known.{looked.known}", game=looked.other)]
    lines += [texts("entry.credits", names=", ".join(looked.credits))] if looked.credits else []
    lines += [texts("lobby.house", titles=", ".join(house))] if house else []
    lines += looked.differences
    lines += [texts.count("entry.more", looked.more)] if looked.more else []
    return lines
