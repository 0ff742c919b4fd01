"""The rules of a table: those that are here, or the table's own, read under limits and only with consent.

Rules that came from a table are kept under the hash of their text, apart from all games: they are used at tables that
play by exactly this text, and nowhere else.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.lan.limits import RULES
from app.lan.looking import fits, hash_of, name_of, pack_of
from app.lan.protocol import Rules, RulesOffer
from app.lan.verdicts import LookAtRules, Looked
from app.library.rulesets import GameCard, find_games
from app.table.look import Look, read_look
from dsl.engine.files import private_folder, read_bytes, replace_file
from dsl.engine.wire import WireError, dumps, loads

if TYPE_CHECKING:
    from dsl.engine.pack import Pack

_HASH = re.compile(r"[0-9a-f]{64}")
_LARGEST_FILE = 8 * RULES  #: as JSON, with every letter written as an escape


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules that a table plays by, ready to be spoken of."""

    pack: Pack
    folder: Path | None  #: of the game that is here; none if the rules came from the table
    look: Path | None  #: a folder with nothing but the look that came with them

    def looks(self) -> Look:
        """Return how the game is drawn. Raises LookError."""
        from app.library.looks import game_look

        if self.folder is not None:
            return game_look(self.folder)
        return read_look(self.look) if self.look is not None else Look()


@dataclass(frozen=True, slots=True)
class Offer:
    """What the reader is asked to consent to."""

    offer: RulesOffer
    rules: Rules
    looked: Looked


class Shelf:
    """The games that are here, and the rules that came from tables and were consented to."""

    def __init__(self, official: Path, own: Path, received: Path, house: Path | None = None) -> None:
        self._official, self._own, self._received, self._house = official, own, received, house
        self._found: dict[
            tuple[str, str], TableRules
        ] = {}  #: by identity and text: whoever comes back waits for nothing

    def find(self, offer: RulesOffer) -> TableRules | None:
        """Return rules of this identity, if they are here; the game's own words and looks go with them."""
        key = offer.identity, offer.text
        found = self._found.get(key) or self._here(offer) or self._consented(offer)
        if found is not None:
            self._found[key] = found
        return found

    def order(self, offer: RulesOffer, rules: Rules, language: str) -> LookAtRules:
        """Return what is to be asked about rules that came."""
        games = find_games(self._official, self._own)
        folders = tuple(str(game.folder) for game in games)
        return LookAtRules(rules, offer.identity, language, folders, sum(game.official for game in games))

    def take(self, offer: RulesOffer, rules: Rules) -> TableRules | None:
        """Keep rules that were looked at and consented to; none if they are not what the table had said."""
        with contextlib.suppress(OSError):
            private_folder(self._received)
            replace_file(self._file(offer.text), dumps(Rules(0, rules.ruleset, rules.house, rules.look)).encode())
        return self._ready(offer, rules)

    def _here(self, offer: RulesOffer) -> TableRules | None:
        from dsl.engine.pack import load
        from dsl.text.problem import RulesError

        for game in find_games(self._official, self._own):
            with contextlib.suppress(RulesError, OSError):
                if name_of(game.folder) == offer.game:
                    pack = load(game.folder, self._items(game, offer.house))
                    if pack.identity == offer.identity:
                        return TableRules(pack, game.folder, None)
        return None

    def _items(self, game: GameCard, titles: tuple[str, ...]) -> list[str | Path]:
        """Return what the house rules of a table are loaded by: their titles, or the user's own files."""
        from dsl.engine.own_house import own_house
        from dsl.engine.pack import load

        if self._house is None or not titles or not (self._house / game.name).is_dir():
            return list(titles)
        found = own_house(self._house / game.name, load(game.folder))
        own = {each.rules.title: each.path for each in found if each.rules is not None}
        return [own.get(title, title) for title in titles]

    def _consented(self, offer: RulesOffer) -> TableRules | None:
        if not is_hash(offer.text):
            return None
        try:
            rules = loads(read_bytes(self._file(offer.text), _LARGEST_FILE), Rules)
        except (OSError, WireError):
            return None
        return self._ready(offer, rules) if hash_of(rules) == offer.text else None

    def _ready(self, offer: RulesOffer, rules: Rules) -> TableRules | None:
        from dsl.text.problem import RulesError

        try:
            pack = pack_of(rules, offer.identity)
        except RulesError:
            return None
        return TableRules(pack, None, self._look(offer, rules)) if pack.identity == offer.identity else None

    def _look(self, offer: RulesOffer, rules: Rules) -> Path | None:
        """Return a folder with the look that came; none if it cannot be written: then there are plain shapes."""
        if not rules.look:
            return None
        folder = self._received / offer.text
        try:
            private_folder(folder)
            replace_file(folder / "table.look", rules.look.encode())
        except OSError:
            return None
        return folder

    def _file(self, text: str) -> Path:
        return self._received / f"{text}.json"


def is_hash(text: str) -> bool:
    """Whether a text of a stranger can be a hash, and so the name of a file."""
    return _HASH.fullmatch(text) is not None


def refusal(offer: RulesOffer, rules: Rules) -> str:
    """Return why rules that came are not even looked at; empty if they are what was offered."""
    if not fits(rules):
        return "lan.rules.too_large"
    return "" if hash_of(rules) == offer.text else "lan.rules.hash"


def house_titles(offer: RulesOffer) -> Iterator[str]:
    """Yield the titles of the ticked house rules as they may be shown."""
    from app.lan.plain import plain_chat

    yield from (plain_chat(title) for title in offer.house[:20])
