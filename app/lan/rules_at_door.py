"""Between the door and the table: the rules are here, or are fetched, looked at, and consented to."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.lan.look_process import LookProcess
from app.lan.protocol import Rules, RulesOffer
from app.lan.received import Offer, Shelf, TableRules, refusal
from app.lan.verdicts import Looked, Verdict, Wrong

_LARGEST = 2 * 2 * 1024 * 1024  #: as they are sent: what is between the texts, and signs that take two letters there


class RulesAtDoor(QObject):
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

    def __init__(self, shelf: Shelf, language: str, parent: QObject) -> None:
        super().__init__(parent)
        self.rules: TableRules | None = None
        self._shelf, self._language = shelf, language
        self._offer: RulesOffer | None = None
        self._asked: Offer | None = None
        self._came: Rules | None = None
        self._look: LookProcess | None = None

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
        self._came, self._look = rules, LookProcess(self)
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
        if isinstance(verdict, Wrong):
            self.refused.emit(verdict.reason, verdict.args)
        elif isinstance(verdict, Looked) and rules is not None and self._offer is not None:
            self._asked = Offer(self._offer, rules, verdict)
            self.offered.emit(self._asked)
