"""Other rules that are voted on during a match: checked in a limited process, so that the user reads in words what they
change before they are used here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.base.i18n import Translations
from app.net.client.ruleset_transfer import TableRules
from app.net.localize import localized
from app.net.protocol.limits import PROPOSED
from app.net.protocol.messages import ProposedRules, Rules
from app.net.sandbox.inspection_process import InspectionProcess
from app.net.sandbox.messages import (
    InspectedRuleChange,
    InspectionFailed,
    InspectRuleChange,
    Verdict,
    fit_to_propose,
)

MOST = 4  #: proposals that are kept; a table has one vote on rules at a time


@dataclass(frozen=True, slots=True)
class RuleProposal:
    """Rules that a vote is about."""

    message: ProposedRules
    verdict: InspectedRuleChange | InspectionFailed | None = None  #: None while they are checked
    agreed: bool = False  #: this user has proposed them or agreed to them

    @property
    def can_be_agreed_to(self) -> bool:
        """Whether they were checked, so that the user can read what they change."""
        return isinstance(self.verdict, InspectedRuleChange)

    def lines(self, texts: Translations) -> list[str]:
        """Return in words what they change, or why they cannot be used here."""
        match self.verdict:
            case None:
                return [texts("vote.rules.checking")]
            case InspectionFailed(reason, args):
                return [texts("vote.rules.refused", why=localized(texts, reason, args))]
            case InspectedRuleChange(_, _, added, removed, differences, more):
                said = [texts("new_rules.added", rule=title, meaning=meaning).strip() for title, meaning in added]
                said += [texts("new_rules.removed", rule=title) for title in removed]
                said += differences
                return [*said, texts("entry.more", n=more)] if more else said


class RuleProposals(QObject):
    """The rules that open votes are about, by the number of the vote; each is checked once.

    Signals:
        changed: There are others, or a check is done.
    """

    changed = Signal()

    def __init__(self, language: str, parent: QObject) -> None:
        super().__init__(parent)
        self._language = language
        self._found: dict[int, RuleProposal] = {}
        self._order: InspectRuleChange | None = None
        self._inspection: InspectionProcess | None = None
        self._inspected = 0  #: the vote whose rules are being checked

    @property
    def all(self) -> dict[int, RuleProposal]:
        """The proposals by the number of their vote."""
        return dict(self._found)

    def receive(self, message: ProposedRules, present: TableRules | None, players: int, agreed: bool) -> None:
        """Take the rules of a vote, and start to check them; `present` are those of the match, `agreed` tells that this
        user proposes them."""
        known = self._found.get(message.vote)
        if known is not None and known.message == message:
            return
        self._found[message.vote] = RuleProposal(message, agreed=agreed)
        for vote in sorted(self._found)[:-MOST]:
            del self._found[vote]
        if not fit_to_propose(message.house):
            most = (("most", str(PROPOSED // 1024)),)
            self._set_verdict(message.vote, InspectionFailed("new_rules.too_large", most))
        elif present is None:
            self._set_verdict(message.vote, InspectionFailed("lan.rules.other"))
        else:
            self._inspect(message, present, players)
        self.changed.emit()

    def _inspect(self, message: ProposedRules, present: TableRules, players: int) -> None:
        self._stop()
        pack = present.pack
        house = tuple((each.source.name, each.source.text) for each in pack.house)
        rules = Rules(0, pack.text, house, "")
        self._inspected, self._inspection = message.vote, InspectionProcess(self)
        self._inspection.done.connect(self._on_done)
        self._inspection.start(InspectRuleChange(rules, message.house, self._language, players))

    def _on_done(self, verdict: Verdict) -> None:
        self._inspection = None
        found = self._found.get(self._inspected)
        if found is None:
            return
        fits = isinstance(verdict, InspectedRuleChange) and verdict.identity == found.message.rules.identity
        known = fits or isinstance(verdict, InspectionFailed)
        self._set_verdict(self._inspected, verdict if known else InspectionFailed("lan.rules.other"))
        self.changed.emit()

    def _set_verdict(self, vote: int, verdict: Verdict) -> None:
        if isinstance(verdict, InspectedRuleChange | InspectionFailed):
            self._found[vote] = replace(self._found[vote], verdict=verdict)

    def agree(self, vote: int) -> None:
        """The user agrees to the rules of a vote."""
        if vote in self._found:
            self._found[vote] = replace(self._found[vote], agreed=True)

    def is_checking_agreed(self, identity: str) -> bool:
        """Whether rules of this identity, which the user has proposed or agreed to, are being checked."""
        found = self._found.get(self._inspected) if self._inspection is not None else None
        return found is not None and found.agreed and found.message.rules.identity == identity

    def consented(self, identity: str) -> ProposedRules | None:
        """Return the rules of this identity if they were checked, and the user has proposed them or agreed to them."""
        good = (
            each.message
            for each in self._found.values()
            if each.agreed and isinstance(each.verdict, InspectedRuleChange) and each.verdict.identity == identity
        )
        return next(good, None)

    def keep(self, votes: Collection[int]) -> None:
        """Forget proposals whose vote is over, except the rules that the user has agreed to: they may come next."""
        self._found = {vote: each for vote, each in self._found.items() if vote in votes or each.agreed}
        if self._inspected not in self._found:
            self._stop()

    def cancel(self) -> None:
        """Stop checking, and forget everything."""
        self._stop()
        self._found = {}

    def _stop(self) -> None:
        inspection, self._inspection = self._inspection, None
        if inspection is not None:
            inspection.cancel()
