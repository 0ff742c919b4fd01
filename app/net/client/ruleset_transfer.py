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

from PySide6.QtCore import QObject, Signal

from app.appearance.look import Look, read_look
from app.base.i18n import Translations
from app.net.protocol.limits import RULES
from app.net.protocol.messages import Rules, RulesOffer
from app.net.sandbox.client import InspectionProcess
from app.net.sandbox.messages import InspectedRules, InspectionFailed, InspectRules, Verdict
from app.net.sandbox.worker import fits, hash_of, name_of, pack_of
from app.storage.rulesets import GameCard, find_games
from dsl.base.files import private_folder, read_bytes, replace_file
from dsl.base.serialization import WireError, dumps, loads

if TYPE_CHECKING:
    from dsl.match.rulesets.ruleset import Ruleset


_HASH = re.compile(r"[0-9a-f]{64}")
_LARGEST_FILE = 8 * RULES  #: as JSON, with every letter written as an escape


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules that a table plays by, ready to be spoken of."""

    pack: Ruleset
    folder: Path | None  #: of the game that is here; none if the rules came from the table
    look: Path | None  #: a folder with nothing but the look that came with them

    def looks(self) -> Look:
        """Return how the game is drawn. Raises LookError."""
        from app.appearance.look import game_look

        if self.folder is not None:
            return game_look(self.folder)
        return read_look(self.look) if self.look is not None else Look()


@dataclass(frozen=True, slots=True)
class ReceivedOffer:
    """What the reader is asked to consent to."""

    offer: RulesOffer
    rules: Rules
    looked: InspectedRules


class RulesetCache:
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

    def order(self, offer: RulesOffer, rules: Rules, language: str) -> InspectRules:
        """Return what is to be asked about rules that came."""
        games = find_games(self._official, self._own)
        folders = tuple(str(game.folder) for game in games)
        return InspectRules(rules, offer.identity, language, folders, sum(game.official for game in games))

    def take(self, offer: RulesOffer, rules: Rules) -> TableRules | None:
        """Keep rules that were looked at and consented to; none if they are not what the table had said."""
        with contextlib.suppress(OSError):
            private_folder(self._received)
            replace_file(self._file(offer.text), dumps(Rules(0, rules.ruleset, rules.house, rules.look)).encode())
        return self._ready(offer, rules)

    def _here(self, offer: RulesOffer) -> TableRules | None:
        from dsl.base.problem import RulesError
        from dsl.match.rulesets.ruleset import load

        for game in find_games(self._official, self._own):
            with contextlib.suppress(RulesError, OSError):
                if name_of(game.folder) == offer.game:
                    pack = load(game.folder, self._items(game, offer.house))
                    if pack.identity == offer.identity:
                        return TableRules(pack, game.folder, None)
        return None

    def _items(self, game: GameCard, titles: tuple[str, ...]) -> list[str | Path]:
        """Return what the house rules of a table are loaded by: their titles, or the user's own files."""
        from dsl.match.rulesets.ruleset import load, own_house_rules

        if self._house is None or not titles or not (self._house / game.name).is_dir():
            return list(titles)
        found = own_house_rules(self._house / game.name, load(game.folder))
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
        from dsl.base.problem import RulesError

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
    from app.net.protocol.sanitize import sanitize_chat

    yield from (sanitize_chat(title) for title in offer.house[:20])


# Between the door and the table: the rules are here, or are fetched, looked at, and consented to.


_LARGEST = 2 * 2 * 1024 * 1024  #: as they are sent: what is between the texts, and signs that take two letters there


class RulesetTransfer(QObject):
    """One guest's way to the rules of its table.

    Signals:
        ready: They are known; `rules` says them.
        wanted: They are not here: the table is to be asked for them.
        offered: They came and can be played by; carries an Offer, to be consented to.
        refused: They are not what they should be; carries a key of the window's texts and pairs of values.
    """

    ready = Signal()
    wanted = Signal()
    offered = Signal(object)
    refused = Signal(str, object)

    def __init__(self, shelf: RulesetCache, language: str, parent: QObject) -> None:
        super().__init__(parent)
        self.rules: TableRules | None = None
        self._shelf, self._language = shelf, language
        self._offer: RulesOffer | None = None
        self._asked: ReceivedOffer | None = None
        self._came: Rules | None = None
        self._look: InspectionProcess | None = None

    def seek(self, offer: RulesOffer) -> None:
        """Have the rules of an offer, or ask for them; those that are looked at, or wait for consent, still do."""
        if offer == self._offer and (self._look is not None or self._asked is not None):
            return
        self.stop()
        if self.rules is None or self.rules.pack.identity != offer.identity:
            self.rules = self._shelf.find(offer)
        self._offer = offer
        if self.rules is not None:
            self.ready.emit()
        elif offer.size > _LARGEST:
            self.refused.emit("lan.rules.too_large", ())
        else:
            self.wanted.emit()

    def take(self, rules: Rules) -> None:
        """The table has sent them."""
        offer = self._offer
        if offer is None or self.rules is not None or self._look is not None or self._asked is not None:
            return
        reason = refusal(offer, rules)
        if reason:
            self.refused.emit(reason, ())
            return
        self._came, self._look = rules, InspectionProcess(self)
        self._look.done.connect(self._looked)
        self._look.ask(self._shelf.order(offer, rules, self._language))

    def accept(self) -> None:
        """Play by what was offered."""
        asked, self._asked = self._asked, None
        if asked is None:
            return
        self.rules = self._shelf.take(asked.offer, asked.rules)
        if self.rules is None:
            self.refused.emit("lan.rules.other", ())
        else:
            self.ready.emit()

    def stop(self) -> None:
        """Nobody wants to know any more."""
        look, self._look = self._look, None
        self._asked = self._came = None
        if look is not None:
            look.give_up()

    def _looked(self, verdict: Verdict) -> None:
        rules, self._look, self._came = self._came, None, None
        if isinstance(verdict, InspectionFailed):
            self.refused.emit(verdict.reason, verdict.args)
        elif isinstance(verdict, InspectedRules) and rules is not None and self._offer is not None:
            self._asked = ReceivedOffer(self._offer, rules, verdict)
            self.offered.emit(self._asked)


# What one consents to before one plays by rules that came from a table, in sentences. No Qt.


def offered_title(looked: InspectedRules, offer: RulesOffer, language: str) -> str:
    """Return what the game calls itself in a language."""
    titles = dict(looked.titles)
    return titles.get(language) or titles.get("en") or offer.game


def consent_lines(looked: InspectedRules, offer: RulesOffer, texts: Translations) -> Iterator[str]:
    """Yield what it is compared with, whose game it is, the house rules, and how it differs."""
    yield texts(f"entry.known.{looked.known}", game=looked.other)
    if looked.credits:
        yield texts("entry.credits", names=", ".join(looked.credits))
    if offer.house:
        yield texts("lobby.house", titles=", ".join(offer.house))
    yield from looked.differences
    if looked.more:
        yield texts("entry.more", n=looked.more)
