"""What the table says to its player: reasons, explanations, refusals, beside where the gesture was made."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from app.table.layout.table_layout import TableLayout
from app.table.model.context import TableContext
from dsl.match.messages import Explanation, Paused, Reason, Refused
from dsl.match.view import EntryView


class Feedback:
    """Speaks through the bubble and the status line of a desk."""

    def __init__(self, table_layout: TableLayout, context: TableContext) -> None:
        self._table_layout = table_layout
        self.context = context
        self.place = QPoint()  #: where the last gesture was made, on the desk

    def attend(self, point: QPoint) -> None:
        """A gesture was made here: here it is answered."""
        self.hush()
        self.place = point

    def hush(self) -> None:
        """What was said has been read; the status line keeps it."""
        self._table_layout.bubble.hide()

    def forget(self) -> None:
        """What was said no longer matters: the table has moved on."""
        self.hush()
        self._table_layout.status.forget()

    def say(self, *lines: str) -> None:
        """Say something where the last gesture was made."""
        self._table_layout.bubble.say("\n".join(lines), self.place)
        self._table_layout.status.say(" ".join(line if line[-1:] in ".:!?…" else f"{line}." for line in lines))

    def refuse(self, refused: Refused) -> None:
        """Say why a command was not carried out."""
        self.say(self.context.words.refusal(refused.reason, refused.args))

    def stop(self, paused: Paused) -> None:
        """Say why the table cannot go on."""
        why = self.context.words.refusal(paused.reason, paused.args)
        self.attend(self._table_layout.middle_of(self._table_layout.board))
        self.say(self.context.texts("table.paused", why=why))

    def why_not(self, reason: Reason, entry: EntryView | None = None) -> None:
        """Say which conditions forbid a value, or the whole of an entry."""
        texts = self.context.texts
        said = [self.context.words.condition(condition) for condition in reason.conditions]
        if said:
            self.say(*said)
        elif entry is not None:
            self.say(texts("table.reason.nowhere", action=self.context.words.short(entry)))
        else:
            self.say(texts("table.reason.none"), self._table_layout.prompt.headline.text())

    def too_dear(self, entry: EntryView, left: int) -> None:
        """Say that an entry costs more than there is left."""
        budget = self.context.words.name(entry.budget, entry.price)
        values = {"action": self.context.words.short(entry), "price": entry.price, "budget": budget, "left": left}
        self.say(self.context.texts("table.reason.price", **values))

    def why(self, explanation: Explanation) -> None:
        """Say which rules led to an event, and where they stand."""
        said = [f"• {self.context.words.anchor(name)}  ({place})" for name, place in explanation.rules]
        self.say(self.context.texts("table.why.title" if said else "table.why.nothing"), *said)

    def not_understood(self, rest: str) -> None:
        """Say which part of a typed line stands for nothing."""
        self.say(self.context.texts("table.typed.unclear", rest=rest))
