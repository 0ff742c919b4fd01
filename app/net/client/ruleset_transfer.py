"""Transfer of a table's rules: found among the games here, or requested, inspected, consented to and cached.

Received rules are cached under the hash of their text, apart from all games: they are used at tables that play by
exactly this text, and nowhere else.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.appearance.look import Look, read_look
from app.base.i18n import Translations
from app.base.provenance import provenance_lines
from app.net.protocol.limits import RULES
from app.net.protocol.messages import GameLook, Pairs, Rules, RulesOffer
from app.net.sandbox.inspection_process import InspectionProcess
from app.net.sandbox.messages import InspectedRules, InspectionFailed, InspectRules, Verdict
from app.net.sandbox.worker import fits, hash_of, name_of, pack_of
from app.storage.game_library import GameCard, find_games
from app.storage.svg import ART
from dsl.base.files import private_folder, read_bytes, replace_file
from dsl.base.serialization import SerializationError, dumps, loads
from dsl.match.rulesets.folder import mark_of

if TYPE_CHECKING:
    from dsl.match.rulesets.ruleset import Ruleset


_HASH = re.compile(r"[0-9a-f]{64}")
_LOOK = "look-{:02}.look"  #: in the order in which they are read
_FIRST_LOOK = _LOOK.format(0)
_LARGEST_FILE = 8 * RULES  #: as JSON, with every letter written as an escape


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules of a table, loaded."""

    pack: Ruleset
    folder: Path | None  #: of the game, if it is installed here; none for received rules
    look: Path | None  #: a folder with nothing but the received look

    def load_look(self) -> Look:
        """Return the look of the game. Raises LookError."""
        from app.appearance.look import game_look

        if self.folder is not None:
            return game_look(self.folder)
        return read_look(self.look) if self.look is not None else Look()


@dataclass(frozen=True, slots=True)
class ReceivedOffer:
    """Received rules that need the user's consent."""

    offer: RulesOffer
    rules: Rules
    look: GameLook | None  #: that came with them; None: it is refused, or there is none
    inspected: InspectedRules


class RulesetCache:
    """Finds rules by their identity: the installed games, and rules received from tables with the user's consent."""

    def __init__(self, official: Path, own: Path, received: Path, house: Path | None = None) -> None:
        self._official, self._own, self._received, self._house = official, own, received, house
        self._found: dict[tuple[str, str], TableRules] = {}  #: by identity and text: makes reconnecting fast

    def find(self, offer: RulesOffer) -> TableRules | None:
        """Return rules of this identity, if they are here, with the words and look of the installed game."""
        key = offer.identity, offer.text
        found = self._found.get(key) or self._find_installed(offer) or self._find_cached(offer)
        if found is not None:
            self._found[key] = found
        return found

    def inspection_of(self, offer: RulesOffer, rules: Rules, look: GameLook | None, language: str) -> InspectRules:
        """Return the order to inspect received rules."""
        games = find_games(self._official, self._own)
        folders = tuple(str(game.folder) for game in games)
        return InspectRules(rules, look, offer.identity, language, folders, sum(game.official for game in games))

    def store(self, received: ReceivedOffer) -> TableRules | None:
        """Cache rules and a look that the user consented to, and load them; none if they are not what the table
        offered."""
        offer, rules = received.offer, received.rules
        with contextlib.suppress(OSError):
            private_folder(self._received)
            if received.look is not None:
                self._store_look(offer, received.look)
            replace_file(self._file(offer.text), dumps(Rules(0, rules.ruleset, rules.house, rules.look)).encode())
        return self._build_rules(offer, rules)

    def lacks_look(self, offer: RulesOffer, found: TableRules) -> bool:
        """Whether rules were received without the look that their table has: by an older program, or it was refused."""
        return (
            found.folder is None and is_hash(offer.text) and not (self._received / offer.text / _FIRST_LOOK).is_file()
        )

    def received(self, offer: RulesOffer) -> Rules | None:
        """Return the text of cached rules; none if they are not in the cache, or not what they should be."""
        if not is_hash(offer.text):
            return None
        try:
            rules = loads(read_bytes(self._file(offer.text), _LARGEST_FILE), Rules)
        except (OSError, SerializationError):
            return None
        return rules if hash_of(rules) == offer.text else None

    def add_look(self, offer: RulesOffer, found: TableRules, look: GameLook) -> TableRules:
        """Cache an inspected look for cached rules; return the rules with their look."""
        with contextlib.suppress(OSError):
            self._store_look(offer, look)
            if not self.lacks_look(offer, found):
                found = self._found[offer.identity, offer.text] = replace(found, look=self._received / offer.text)
        return found

    def _find_installed(self, offer: RulesOffer) -> TableRules | None:
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
        """Return the arguments that load the house rules of a table: their titles, or the user's own files."""
        from dsl.match.rulesets.ruleset import load

        if self._house is None or not titles or not (self._house / game.name).is_dir():
            return list(titles)
        found = load(game.folder).own_house_rules(self._house / game.name)
        own = {each.rules.title: each.path for each in found if each.rules is not None}
        return [own.get(title, title) for title in titles]

    def _find_cached(self, offer: RulesOffer) -> TableRules | None:
        rules = self.received(offer)
        return self._build_rules(offer, rules) if rules is not None else None

    def _build_rules(self, offer: RulesOffer, rules: Rules) -> TableRules | None:
        from dsl.base.problem import RulesError

        try:
            pack = pack_of(rules, offer.identity)
        except RulesError:
            return None
        return TableRules(pack, None, self._save_look(offer, rules)) if pack.identity == offer.identity else None

    def _save_look(self, offer: RulesOffer, rules: Rules) -> Path | None:
        """Write the received look to a folder and return it; none without a look, or after a write error."""
        folder = self._received / offer.text
        if (folder / _FIRST_LOOK).is_file():  # the whole look came with the rules
            return folder
        if not rules.look:
            return None
        try:
            private_folder(folder)
            replace_file(folder / "table.look", rules.look.encode())
        except OSError:
            return None
        return folder

    def _store_look(self, offer: RulesOffer, look: GameLook) -> None:
        """Write an inspected look and its drawings. The first look file is written last: with it all are there."""
        if not look.files or not is_hash(offer.text):
            return
        folder = self._received / offer.text
        private_folder(folder)
        private_folder(folder / ART)
        for name, text in look.drawings:
            replace_file(folder / ART / f"{name}.svg", text.encode())
        for number, text in reversed([*enumerate(look.files)]):
            replace_file(folder / _LOOK.format(number), text.encode())

    def _file(self, text: str) -> Path:
        return self._received / f"{text}.json"


def is_hash(text: str) -> bool:
    """Whether an untrusted text is a hash, and so may be a file name."""
    return _HASH.fullmatch(text) is not None


def refusal(offer: RulesOffer, rules: Rules) -> str | None:
    """Return why received rules are not even inspected, as a key; none if they are what the table offered."""
    if not fits(rules):
        return "lan.rules.too_large"
    return None if hash_of(rules) == offer.text else "lan.rules.hash"


def house_titles(offer: RulesOffer) -> Iterator[str]:
    """Yield the titles of the ticked house rules as they may be shown."""
    from app.net.protocol.sanitize import sanitize_chat

    yield from (sanitize_chat(title) for title in offer.house[:20])


_LARGEST = 2 * 2 * 1024 * 1024  #: bytes of rules as JSON: twice the limit of their texts, for escapes and keys


class RulesetTransfer(QObject):
    """How one client gets the rules of its table.

    Signals:
        ready: `rules` are known.
        requested: They are not here: the table has to be asked for the look and then for the rules.
        look_requested: They are here without their look: the table has to be asked for it.
        offered: They were received and inspected; carries a ReceivedOffer, which needs consent.
        failed: They cannot be used; carries a key of the window's texts and pairs of values.
    """

    ready = Signal()
    requested = Signal()
    look_requested = Signal()
    offered = Signal(object)
    failed = Signal(str, object)

    def __init__(self, cache: RulesetCache, language: str, parent: QObject) -> None:
        super().__init__(parent)
        self.rules: TableRules | None = None
        self._cache, self._language = cache, language
        self._offer: RulesOffer | None = None
        self._consent: ReceivedOffer | None = None
        self._rules_received: Rules | None = None
        self._look_received: GameLook | None = None
        self._awaits_look = False  #: the look is requested before the rules, and has not come yet
        self._bare: tuple[RulesOffer, TableRules] | None = None  #: known rules, while their look is fetched
        self._inspection: InspectionProcess | None = None

    def start(self, offer: RulesOffer) -> None:
        """Find the rules of an offer, or request them, with the look. An inspection or a consent for the same offer
        continues."""
        if offer == self._offer and (self._inspection is not None or self._consent is not None):
            return
        self.cancel()
        if self.rules is None or self.rules.pack.identity != offer.identity:
            self.rules = self._cache.find(offer)
            if self.rules is not None and self._cache.lacks_look(offer, self.rules):
                self._bare, self.rules = (offer, self.rules), None
        self._offer = offer
        if self._bare is not None:
            self.look_requested.emit()
        elif self.rules is not None:
            self.ready.emit()
        elif offer.size > _LARGEST:
            self.failed.emit("lan.rules.too_large", ())
        else:
            self._awaits_look = True
            self.requested.emit()

    def adopt(self, offer: RulesOffer, house: Pairs) -> bool:
        """Use rules that were inspected and that the user has agreed to: those that are here with other house rules.
        Return whether they are what the table offers; then they are ready."""
        from dsl.base.problem import RulesError
        from dsl.base.source import Source
        from dsl.match.rulesets.ruleset import build

        if self.rules is None:
            return False
        try:
            pack = build(self.rules.pack.text, extra=[Source(name, text) for name, text in house])
        except RulesError:
            return False
        if pack.identity != offer.identity:
            return False
        self.cancel()
        self.rules, self._offer = replace(self.rules, pack=pack), offer
        self.ready.emit()
        return True

    def receive_look(self, look: GameLook | None) -> None:
        """Take the look that the table sent, before the rules or for those that are here; None if it refused."""
        if self._bare is not None and self._inspection is None:
            self._inspect_look(*self._bare, look)
        elif self._awaits_look:
            self._awaits_look, self._look_received = False, look

    def _inspect_look(self, offer: RulesOffer, found: TableRules, look: GameLook | None) -> None:
        """Inspect the look of rules that are here; without one, or without their text, they are ready as they are."""
        rules = self._cache.received(offer) if look is not None and look.files else None
        if rules is None:
            self._be_ready(found)
            return
        self._look_received, self._inspection = look, InspectionProcess(self)
        self._inspection.done.connect(self._on_look_inspected)
        self._inspection.start(self._cache.inspection_of(offer, rules, look, self._language))

    def _on_look_inspected(self, verdict: Verdict) -> None:
        look, bare = self._look_received, self._bare
        self._inspection = self._look_received = None
        if bare is None:
            return
        offer, found = bare
        if isinstance(verdict, InspectedRules) and not verdict.refused_look and look is not None:
            found = self._cache.add_look(offer, found, look)
        self._be_ready(found)

    def _be_ready(self, found: TableRules) -> None:
        self.rules, self._bare = found, None
        self.ready.emit()

    def receive(self, rules: Rules) -> None:
        """Take the rules that the table sent, and start their inspection."""
        offer = self._offer
        if (
            offer is None
            or self._bare is not None
            or self.rules is not None
            or self._inspection is not None
            or self._consent is not None
        ):
            return
        reason = refusal(offer, rules)
        if reason is not None:
            self.failed.emit(reason, ())
            return
        self._awaits_look = False  # a look that comes now would not be inspected
        self._rules_received, self._inspection = rules, InspectionProcess(self)
        self._inspection.done.connect(self._on_inspected)
        self._inspection.start(self._cache.inspection_of(offer, rules, self._look_received, self._language))

    def accept(self) -> None:
        """The user consents to the offered rules."""
        received, self._consent = self._consent, None
        if received is None:
            return
        self.rules = self._cache.store(received)
        if self.rules is None:
            self.failed.emit("lan.rules.other", ())
        else:
            self.ready.emit()

    def cancel(self) -> None:
        """Cancel an inspection and a pending consent."""
        inspection, self._inspection = self._inspection, None
        self._consent = self._rules_received = self._look_received = self._bare = None
        self._awaits_look = False
        if inspection is not None:
            inspection.cancel()

    def _on_inspected(self, verdict: Verdict) -> None:
        rules, look = self._rules_received, self._look_received
        self._inspection = self._rules_received = self._look_received = None
        if isinstance(verdict, InspectionFailed):
            self.failed.emit(verdict.reason, verdict.args)
        elif isinstance(verdict, InspectedRules) and rules is not None and self._offer is not None:
            self._consent = ReceivedOffer(self._offer, rules, look if not verdict.refused_look else None, verdict)
            self.offered.emit(self._consent)


def offered_title(inspected: InspectedRules, offer: RulesOffer, language: str) -> str:
    """Return the title of the offered game in a language."""
    titles = dict(inspected.titles)
    return titles.get(language) or titles.get("en") or offer.game


def consent_lines(inspected: InspectedRules, offer: RulesOffer, texts: Translations) -> Iterator[str]:
    """Yield what the user consents to: the house rules, the differences from a game that is known here, the authors."""
    if offer.house:
        yield texts("lobby.house", titles=", ".join(offer.house))
    yield texts(f"entry.known.{inspected.known}", game=inspected.other)
    yield from inspected.differences
    if inspected.more:
        yield texts("entry.more", n=inspected.more)
    if inspected.credits:
        yield texts("package.credits", credits=" ".join(inspected.credits))
    if inspected.drawings:
        yield texts("entry.drawings", n=inspected.drawings)
    if inspected.refused_look:
        yield texts("entry.no_drawings", why=inspected.refused_look)
    if inspected.origin is not None:
        yield from provenance_lines(inspected.origin, texts)
    else:
        yield texts("rules.mark", mark=mark_of(offer.identity))
