"""How the table speaks and looks just now: the reader's language, the game's look, the window's theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.appearance.look import Look
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import capital
from app.session.rules_summary import RulesSummary
from dsl.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class TableContext:
    """Handed to every part of the table; a new one when language or theme change."""

    texts: Translations
    words: Translator
    look: Look
    theme: Theme
    names: Mapping[str, str] = field(default_factory=dict)  #: of the players, by colour
    rulebook: Callable[[], RulesSummary] | None = None  #: makes the rules in short, where they are at hand

    def player(self, colour: str) -> str:
        """A player's name, or the colour's name if nobody gave one."""
        return self.names.get(colour) or capital(self.words.name(colour))

    def named(self, name: str, value: str) -> str:
        """A value after its name, with the colon as the language writes it."""
        return self.texts("table.named", name=name, value=value)


# How the table behaves, as its reader has set it.


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Everything about the table that is a matter of taste."""

    speed: int = 100  #: of animations, in per cent; 0: none
    coordinates: bool = False  #: cells show their names
    remembers: bool = True  #: hidden pieces that one has seen keep their faces, with a mark
    covers: bool = False  #: one's own secret pieces show their backs until one peeks
    curtain: bool = True  #: people at one screen hide their secrets from each other
    farewell: int = 2000  #: milliseconds that the last position is looked at before the score sheet comes
    pause: int = 600  #: milliseconds between two choices of the computer
    patience: int = 120  #: milliseconds that the pointer rests on a thing before it is shown where that may go
