"""Messages to the player: reasons, explanations and refusals in a bubble at the gesture, others in the status line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from app.base.widgets import add_entry, capital
from app.table.context import TableContext
from app.table.layout.table_layout import TableLayout
from dsl.match.table_messages import Explanation, Paused, Reason, Refused
from dsl.match.view import DecisionView, EntryView, OptionView


class Feedback:
    """Shows messages in the bubble and in the status line of a table layout, and menus beside a gesture."""

    def __init__(
        self, table_layout: TableLayout, context: TableContext, shown_context: Callable[[], TableContext]
    ) -> None:
        """`shown_context` returns the context for sentences that are read, which name only what the board shows;
        `context` is that for a screen reader."""
        self._table_layout = table_layout
        self.context = context
        self._shown_context = shown_context
        self.position = QPoint()  #: of the last gesture, in the table layout
        self.details = ""  #: of the last explanation: the names of the rules and their places
        self.rules: tuple[str, ...] = ()  #: the anchors of the rules that the bubble speaks of, the most exact first

    def begin_at(self, position: QPoint) -> None:
        """A gesture was made at this position: its answer is shown there."""
        self.hide_bubble()
        self.position = position

    def hide_bubble(self) -> None:
        """Hide the bubble; the status line keeps its text."""
        self._table_layout.bubble.hide()

    def clear(self) -> None:
        """Remove the last message from the bubble and the status line."""
        self.hide_bubble()
        self.clear_status()

    def clear_status(self) -> None:
        """Empty the status line."""
        self._table_layout.status.reset()

    def show_status(self, text: str, *, announced: bool = True) -> None:
        """Show a text in the status line only, and announce it to a screen reader."""
        self._table_layout.status.show_text(text, announced=announced)

    def show_lines(self, *lines: str, rules: Sequence[str] = (), spoken: Sequence[str] = ()) -> None:
        """Show a message where the last gesture was made; a button shows the rules, given by their anchors. `spoken`:
        what a screen reader says instead."""
        self.rules = tuple(dict.fromkeys(rules))
        show = self.context.texts("table.show_rule") if self.rules else ""
        self._table_layout.bubble.show_text("\n".join(lines), self.position, show)
        self._speak(spoken or lines)

    def show_beside_board(self, *lines: str) -> None:
        """Show a message where it covers least of the board."""
        self.rules = ()
        self._table_layout.show_beside_board("\n".join(lines))
        self._speak(lines)

    def _speak(self, lines: Sequence[str]) -> None:
        spoken = " ".join(line if line[-1:] in ".:!?…" else f"{line}." for line in lines)
        self._table_layout.status.show_text(spoken, visible=False)

    def show_menu(self, options: Sequence[OptionView], decision: DecisionView, pick: Callable[[int], None]) -> None:
        """Show a menu of options where the last gesture was made; `pick` gets the number of the one picked. Places are
        named as on the board, unless two options would read the same."""
        menu = QMenu(self._table_layout)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        texts = [self._shown_context().words.option(option, decision) for option in options]
        if len(set(texts)) < len(texts):
            texts = [self.context.words.option(option, decision) for option in options]
        for option, text in zip(options, texts, strict=True):
            action = add_entry(menu, text)
            action.setData(option.number)
            action.triggered.connect(partial(pick, option.number))
        menu.popup(self._table_layout.mapToGlobal(self.position))

    def show_refusal(self, refused: Refused) -> None:
        """Show why a command was refused."""
        self.show_lines(self.context.words.refusal(refused.reason, refused.args))

    def show_paused(self, paused: Paused) -> None:
        """Show why the match cannot continue."""
        why = self.context.words.refusal(paused.reason, paused.args)
        self.begin_at(self._table_layout.middle_of(self._table_layout.board))
        self.show_lines(self.context.texts("table.paused", why=why))

    def show_reason(self, reason: Reason, entry: EntryView | None = None, answers: Sequence[str] = ()) -> None:
        """Show which conditions forbid a value, or the whole of an entry. If no rule speaks of the value, name what can
        be chosen instead: the `answers`, or what is asked for if they are on the board."""
        lines = self.reason_lines(reason, entry)
        rules = [condition.anchor for condition in reason.conditions]
        if not rules and entry is not None and not entry.is_word:
            rules = [entry.action]
        texts, asked = self.context.texts, self._table_layout.prompt.headline.text()
        instead = texts("table.reason.instead", answers=", ".join(answers)) if answers else asked
        self.show_lines(
            *(lines or (texts("table.reason.none"), instead)),
            rules=rules,
            spoken=_reason_lines(reason, entry, self.context),
        )

    def reason_lines(self, reason: Reason, entry: EntryView | None) -> tuple[str, ...]:
        """Return which conditions forbid a value, or the whole of an entry; none if nothing is known."""
        return _reason_lines(reason, entry, self._shown_context())

    def show_price(self, entry: EntryView, left: int) -> None:
        """Show that an entry costs more than what is `left` of its budget."""
        self.show_lines(self.price_text(entry, left))

    def price_text(self, entry: EntryView, left: int) -> str:
        """Return the sentence that an entry costs more than what is `left` of its budget."""
        budget = self.context.words.name(entry.budget, entry.price)
        values = {"action": self.context.words.short(entry), "price": entry.price, "budget": budget, "left": left}
        return self.context.texts("table.reason.price", **values)

    def show_explanation(self, explanation: Explanation) -> None:
        """Show which rules led to an event: their names, and those that have a sentence in the reader's language. Where
        they are written is kept for `copy_details`."""
        names = [name for name, _ in explanation.rules]
        self.details = "\n".join(f"{name}  {place}" for name, place in explanation.rules)
        texts = self.context.texts
        if not names:
            self.show_lines(texts("table.why.nothing"))
            return
        titles = list(dict.fromkeys(capital(self.context.words.anchor(name)) for name in names))
        path = reduce(lambda first, rest: texts("table.why.path", first=first, rest=rest), titles)
        sentences = dict.fromkeys(filter(None, (self.context.rule(name) for name in names)))
        said = (f"{texts('table.why.title')} {path}", *sentences, texts("table.why.copy"))
        self.show_lines(*said, rules=names[::-1])

    def copy_details(self) -> None:
        """Copy the places in the rules of the last explanation to the clipboard."""
        if self.details:
            QGuiApplication.clipboard().setText(self.details)
            self.show_status(self.context.texts("table.why.copied"))

    def show_not_understood(self, rest: str) -> None:
        """Show which part of a typed move could not be read."""
        self.show_lines(self.context.texts("table.typed.unclear", rest=rest))


def _reason_lines(reason: Reason, entry: EntryView | None, context: TableContext) -> tuple[str, ...]:
    if reason.conditions:
        return tuple(context.words.condition(condition) for condition in reason.conditions)
    if entry is None:
        return ()
    return (context.texts("table.reason.nowhere", action=context.words.short(entry)),)
