"""What the table says to its player: reasons, explanations, refusals, beside where the gesture was made."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from app.table.desk import Desk
from app.table.tone import Tone
from dsl.engine.messages import Explanation, Paused, Reason, Refused


class Voice:
    """Speaks through the bubble and the status line of a desk."""

    def __init__(self, desk: Desk, tone: Tone) -> None:
        self._desk = desk
        self.tone = tone
        self.place = QPoint()  #: where the last gesture was made, on the desk

    def attend(self, point: QPoint) -> None:
        """A gesture was made here: here it is answered."""
        self.hush()
        self.place = point

    def hush(self) -> None:
        """What was said no longer matters; the status line keeps it."""
        self._desk.bubble.hide()

    def say(self, *lines: str) -> None:
        """Say something where the last gesture was made."""
        self._desk.bubble.say("\n".join(lines), self.place)
        self._desk.status.say(" ".join(lines))

    def refuse(self, refused: Refused) -> None:
        """Say why a command was not carried out."""
        self.say(self.tone.words.refusal(refused.reason, refused.args))

    def stop(self, paused: Paused) -> None:
        """Say why the table cannot go on."""
        why = self.tone.words.refusal(paused.reason, paused.args)
        self.attend(self._desk.middle_of(self._desk.board))
        self.say(self.tone.texts("table.paused", why=why))

    def why_not(self, reason: Reason) -> None:
        """Say which conditions forbid a value."""
        said = [self.tone.words.condition(condition) for condition in reason.conditions]
        self.say(*(said or [self.tone.texts("table.reason.none")]))

    def why(self, explanation: Explanation) -> None:
        """Say which rules led to an event, and where they stand."""
        said = [f"• {self.tone.words.anchor(name)}  ({place})" for name, place in explanation.rules]
        self.say(self.tone.texts("table.why.title" if said else "table.why.nothing"), *said)

    def not_understood(self, rest: str) -> None:
        """Say which part of a typed line stands for nothing."""
        self.say(self.tone.texts("table.typed.unclear", rest=rest))
