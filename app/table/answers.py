"""What whoever looks asks beside the choice, and where the answers go: why, why not, what if, what would you do."""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import QObject

from app.table.link import Hint, Link
from app.table.sitting import Sitting
from dsl.engine.messages import Accepted, Answer, Explanation, Preview, Reason, Refused


class Answers(QObject):
    """Asks through the link, and gives each answer to whoever waits for it; behind a curtain no advice is told."""

    def __init__(self, link: Link, sitting: Sitting, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._computers, self._curtain = link, sitting.computers, sitting.sheets.curtain
        hands = self._hands = sitting.hands
        self._onlooker = sitting.onlooker
        link.answered.connect(self._take)
        link.advised.connect(self._take_advice)
        hands.desk.log.asked.connect(self._ask_why)
        hands.desk.prompt.hint_wanted.connect(self._ask_advice)
        hands.desk.prompt.hint_near.connect(link.expect_advice)
        hands.chooser.unclear.connect(hands.voice.not_understood)

    def _ask_why(self, event: int) -> None:
        self._hands.voice.attend(self._hands.desk.middle_of(self._hands.desk.log))
        self._link.ask_why(self._onlooker.seat or "", event)

    def _ask_advice(self) -> None:
        if self._onlooker.seat is not None:
            self._computers.ask_advice(self._onlooker.seat)

    def _take_advice(self, hint: Hint) -> None:
        if hint.seat == self._onlooker.seat and not self._curtain.colour:
            self._computers.tell(hint, self._hands.chooser)

    def _take(self, answer: Answer) -> None:
        voice, chooser = self._hands.voice, self._hands.chooser
        match answer:
            case Accepted():
                pass
            case Refused():
                voice.refuse(answer)
            case Reason():
                if not chooser.asks_on(answer):
                    voice.why_not(answer, chooser.doubted)
            case Explanation():
                voice.why(answer)
            case Preview():
                if not self._hands.dial.take(answer) and not chooser.sifts(answer):
                    self._hands.hovering.take(answer)
            case _:
                assert_never(answer)
