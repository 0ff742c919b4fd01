"""What each house rule of a game changes, in sentences: found one by one while the page is shown already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from dsl.engine.pack import HouseRules, Pack
    from dsl.words.catalogue import Language

_CODE = "`"  #: a sentence that can only quote the rules tells nothing to somebody who does not read them

_FIRST, _BREATH = 250, 20  #: milliseconds before the first, in which the page is laid out, and between two of them


class HouseMeanings(QObject):
    """Looks for what house rules mean, a little at a time: to compare a large game with itself takes a while.

    Signals:
        found: All are known; carries a mapping from the keys of house rules to sentences.
    """

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pack: Pack | None = None
        self._language: Language = "en"
        self._left: list[HouseRules] = []
        self._said: dict[str, str] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._look)

    def seek(self, pack: Pack, language: str) -> None:
        """Begin anew, with the house rules of `pack`, which has none of them ticked."""
        self._pack, self._language, self._said = pack, "fr" if language == "fr" else "en", {}
        self._left = list(pack.house_rules())
        if self._left:
            self._soon.start(_FIRST)

    def stop(self) -> None:
        """Look no more."""
        self._soon.stop()

    def _look(self) -> None:
        assert self._pack is not None
        rules = self._left.pop(0)
        self._said[rules.title] = meaning(self._pack, rules, self._language)
        if self._left:
            self._soon.start(_BREATH)
        else:
            self.found.emit(self._said)


def meaning(pack: Pack, rules: HouseRules, language: Language) -> str:
    """Return what house rules change: as the game's words say it, otherwise as the changed rules say it themselves;
    nothing where that could only be quoted, or where they cannot be applied."""
    from dsl.text.differences import differences
    from dsl.text.patch import apply_changes
    from dsl.text.problem import RulesError
    from dsl.words.differences import sentence

    book = pack.words(language)
    own = book.sentences.get(f"house.{rules.title}.text")
    if own:
        return own
    try:
        changes = differences(pack.tree, apply_changes(pack.tree, rules.tree))
        said = [sentence(change, language, book) for change in changes]
    except RulesError:
        return ""
    return " ".join(each for each in said if _CODE not in each)
