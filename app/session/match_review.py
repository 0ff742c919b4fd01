"""Review of a finished match: a search assesses every choice in the background, from what its player knew then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from app.session.link import ReviewedChoice, Reviewer, mistake_of
from dsl.bots.bot_service import BotService
from dsl.match.branching import lasting_choices
from dsl.match.journal import Entry, Header
from dsl.match.observation.information_set import SeatInformation
from dsl.match.option_numbers import from_journal
from dsl.match.replay import carry_out, ruleset_of
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import DecisionView

_POLL = 30  #: milliseconds between two checks for an answer
_WHOLE, _LEAST, _MOST = 60_000, 60, 500  #: milliseconds for all searches together, and for each of them


@dataclass(frozen=True, slots=True)
class _Asked:
    """A choice to be assessed."""

    number: int
    pack: Ruleset  #: the rules that held then
    decision: DecisionView
    informed: SeatInformation
    chosen: int  #: as the information set numbers it


class MatchReview(Reviewer):
    """Assesses the choices of a match one after the other, those between several options."""

    def __init__(
        self, header: Header, entries: Sequence[Entry], bots: BotService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._header, self._bots = header, bots
        self._entries = lasting_choices(entries)
        self._each = min(max(_WHOLE // max(len(self._entries), 1), _LEAST), _MOST)
        self._choices = self._made()
        self._done = 0  #: choices made again so far
        self._asked: _Asked | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL)
        self._timer.timeout.connect(self._poll)

    @property
    def running(self) -> bool:
        """Whether choices are being assessed."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin with the first choice."""
        self._timer.start()
        self._next()

    def stop(self) -> None:
        """Stop for good; what was found stays."""
        self._timer.stop()
        if self._asked is not None:
            self._asked = None
            self._bots.end_assessments()

    def _made(self) -> Iterator[_Asked | None]:
        """Yield every choice of the match, made again from its start; None for one without an alternative."""
        header = self._header
        pack = ruleset_of(header, "")
        match = pack.start(header.players, dict(header.options), header.seed)
        for entry in self._entries:
            question = match.question_of(entry.seat) if entry.kind == "choose" else None
            asked = None
            if question is not None and len(question.options) > 1:
                informed, option = match.information(entry.seat), from_journal(question, entry.option)
                chosen = next((own for own, number in informed.options.items() if number == option), None)
                decision = question.view(open_to_viewer=True)
                asked = _Asked(match.common_choices, pack, decision, informed, chosen) if chosen is not None else None
            carry_out(match, entry)
            pack = match.book if isinstance(match.book, Ruleset) else pack
            yield asked

    def _next(self) -> None:
        """Ask about the next choice that has an alternative."""
        for number, asked in enumerate(self._choices, self._done + 1):
            self._done = number
            if asked is not None:
                self._asked = asked
                self._bots.request_assessment(asked.pack, asked.informed.information, asked.chosen, self._each)
                return
        self._asked = None
        self._timer.stop()
        self._bots.end_assessments()
        self.progressed.emit(len(self._entries), len(self._entries))
        self.ended.emit()

    def _poll(self) -> None:
        asked = self._asked
        if asked is None or self._bots.assessing:
            return
        assessed, seat = self._bots.assessment, asked.decision.seat
        if assessed is not None:
            mistake = mistake_of(assessed, seat, asked.decision.number, asked.informed.options, asked.chosen)
            self.found.emit(ReviewedChoice(asked.number, seat, assessed.chances, mistake, asked.decision))
        self.progressed.emit(self._done, len(self._entries))
        self._next()
