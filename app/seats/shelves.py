"""The games on their shelves, and what the reader looks for: letters of a title or an author, a number of players."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.library.rulesets import GameCard

OWN = "own"  #: the shelf of the reader's own games


@dataclass(frozen=True, slots=True)
class Shelf:
    """Some games under one heading."""

    name: str  #: "" for the rulebook games, else the folder they stand in, or `OWN`
    games: tuple[GameCard, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for."""

    text: str = ""
    players: int = 0  #: 0: any number

    def fits(self, game: GameCard, language: str) -> bool:
        """Tell whether every word of the text is somewhere on the card, and so many can play."""
        if self.players and game.players and self.players not in game.players:
            return False
        card = _plain(" ".join((game.title(language), *game.titles.values(), game.name, game.credit)))
        return all(word in card for word in _plain(self.text).split())


def shelves(games: Iterable[GameCard]) -> tuple[Shelf, ...]:
    """Put games on shelves: those of whole rulebooks first, then each shelf of small ones, the reader's own last."""
    found: dict[str, list[GameCard]] = {}
    for game in games:
        found.setdefault(game.shelf if game.official else OWN, []).append(game)
    order = sorted(found, key=lambda name: (name == OWN, name))
    return tuple(Shelf(name, tuple(found[name])) for name in order)


def most_players(games: Sequence[GameCard]) -> int:
    """Return how many can play at most any of these games."""
    return max((game.players[-1] for game in games if game.players), default=0)


def _plain(text: str) -> str:
    """Return letters without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
