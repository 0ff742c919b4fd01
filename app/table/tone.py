"""How the table speaks and looks just now: the reader's language, the game's look, the window's theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.table.look import Look
from app.table.rulebook import Rulebook
from app.table.wrapping import capital
from app.texts import Texts
from app.theme import Theme
from dsl.words.sentences import Words


@dataclass(frozen=True, slots=True)
class Tone:
    """Handed to every part of the table; a new one when language or theme change."""

    texts: Texts
    words: Words
    look: Look
    theme: Theme
    names: Mapping[str, str] = field(default_factory=dict)  #: of the players, by colour
    rulebook: Callable[[], Rulebook] | None = None  #: makes the rules in short, where they are at hand

    def player(self, colour: str) -> str:
        """A player's name, or the colour's name if nobody gave one."""
        return self.names.get(colour) or capital(self.words.name(colour))

    def named(self, name: str, value: str) -> str:
        """A value after its name, with the colon as the language writes it."""
        return self.texts("table.named", name=name, value=value)
