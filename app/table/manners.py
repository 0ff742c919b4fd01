"""How the table behaves, as its reader has set it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manners:
    """Everything about the table that is a matter of taste."""

    speed: int = 100  #: of animations, in per cent; 0: none
    coordinates: bool = False  #: cells show their names
    remembers: bool = True  #: hidden pieces that one has seen keep their faces, with a mark
    covers: bool = False  #: one's own secret pieces show their backs until one peeks
    curtain: bool = True  #: people at one screen hide their secrets from each other
    farewell: int = 2000  #: milliseconds that the last position is looked at before the score sheet comes
    pause: int = 600  #: milliseconds between two choices of the computer
    patience: int = 120  #: milliseconds that the pointer rests on a thing before it is shown where that may go
