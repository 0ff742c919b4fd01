"""Rules that apply now, beside the board: asks the table which conditions forbid the thing under the pointer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.link import Link
from app.table.context import TableContext
from app.table.model.selection import Selection
from app.table.model.shown_seat import ViewerState
from app.table.model.subjects import notations_of, options_of
from app.table.model.things import Spot
from app.table.panels.current_rules import CurrentRules, Judgement
from dsl.match.table_messages import Reason
from dsl.match.view import EntryView, View

if TYPE_CHECKING:
    from dsl.rulebook.generator import ActionCondition

_DELAY = 150  #: milliseconds that the pointer rests before the table is asked
_MOST_QUESTIONS = 8  #: about one thing: a host limits how many it answers
_NOWHERE = Spot("")


class CurrentRulesController(QObject):
    """Keeps the list of the rules that apply now up to date, as long as it is visible.

    For the thing under the pointer it asks the table which condition of each action forbids it; without one, why an
    action is impossible. The answers tell the player no more than a click there would.

    Signals:
        rules_requested: Rules are to be shown; carries a tuple of their anchors, the most exact first.
    """

    rules_requested = Signal(tuple)

    def __init__(
        self, link: Link, viewer: ViewerState, panel: CurrentRules, context: Callable[[], TableContext],
        selection: Callable[[], Selection], chapter: Callable[[View], str],
        name: Callable[[Spot], str], parent: QObject,
    ) -> None:  # fmt: skip
        """`chapter` returns the anchor of the outermost phase of a view, or an empty text; `name` what stands at a
        spot, in words."""
        super().__init__(parent)
        self._link, self._viewer, self._panel = link, viewer, panel
        self._context, self._selection, self._chapter, self._name = context, selection, chapter, name
        self._pointed = _NOWHERE
        self._position = -1  #: at which the pointer came to the thing
        self._judged: dict[int, Judgement] = {}
        self._asked: set[tuple[int, int, str]] = set()  #: position, entry and value of questions without an answer
        #: the conditions, with the function that made the rulebook
        self._read: tuple[object, Mapping[str, tuple[ActionCondition, ...]]] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY)
        self._timer.timeout.connect(self.refresh)
        panel.rule_requested.connect(self._request)
        panel.shown.connect(self.refresh)
        link.value_explained.connect(self._take_reason)
        link.entry_explained.connect(self._take_reason)

    def point(self, spot: Spot) -> None:
        """The pointer or the keyboard cursor is on a spot. When it leaves the board, the last thing stays judged until
        the position changes: the player may read the list."""
        view = self._viewer.view
        if spot.place and spot != self._pointed and view is not None:
            self._pointed, self._position = spot, view.position
            if self._panel.isVisible():
                self._timer.start()

    def refresh(self) -> None:
        """The position, the choice in progress or the language is another one: show it, and ask about it."""
        self._timer.stop()
        self._judged, self._asked = {}, set()
        view = self._viewer.view
        if view is None or not self._panel.isVisible():
            return
        if view.position != self._position:
            self._pointed = _NOWHERE
        selection = self._selection()
        if selection.decision is not None and not self._pointed.place:
            self._ask_about_entries(view, selection)
        elif selection.decision is not None:
            self._judge_thing(view, selection)
        self._show()

    def _entries(self, selection: Selection) -> dict[int, EntryView]:
        """Return the entries that are shown, by their numbers: while an action is being chosen, that action."""
        decision = selection.decision
        if decision is None:
            return {}
        going_on = {option.entry for option in decision.options} if decision.parameter else None
        entries = enumerate(decision.entries)
        return {n: each for n, each in entries if not each.is_word and (going_on is None or n in going_on)}

    def _ask_about_entries(self, view: View, selection: Selection) -> None:
        """Ask why entries are impossible."""
        impossible = [number for number, entry in self._entries(selection).items() if not entry.possible]
        for number in impossible[:_MOST_QUESTIONS]:
            self._asked.add((view.position, number, ""))
            self._link.ask_about_entry(view.seat, view.position, number)

    def _judge_thing(self, view: View, selection: Selection) -> None:
        """Judge the entries for the thing under the pointer: what is offered is known, the rest is asked."""
        entries, values = self._entries(selection), len(selection.decision.chosen) + 1 if selection.decision else 0
        offered = {option.entry for option in options_of(self._pointed, selection)}
        self._judged = {number: Judgement(offered=True, values=values) for number in entries if number in offered}
        asked = [number for number, entry in entries.items() if number not in offered and entry.params]
        notations = notations_of(self._pointed, view, selection.only_kind)
        for number, notation in [(n, text) for n in asked for text in notations][:_MOST_QUESTIONS]:
            self._asked.add((view.position, number, notation))
            self._link.ask_about_value(view.seat, view.position, number, notation)

    def _take_reason(self, position: int, number: int, reason: Reason) -> None:
        view, selection = self._viewer.view, self._selection()
        if view is None or view.position != position or (position, number, reason.value) not in self._asked:
            return
        entry = selection.entry(number)
        if entry is None or not reason.conditions or number in self._judged:
            return
        condition = reason.conditions[0]
        action, _, name = condition.anchor.partition(".")
        values = len(selection.decision.chosen) + bool(reason.value) if selection.decision is not None else 0
        said = self._context().words.condition(condition)
        self._judged[number] = Judgement(failed=name if action == entry.action else "where", reason=said, values=values)
        self._show()

    def _show(self) -> None:
        view, context, selection = self._viewer.view, self._context(), self._selection()
        if view is None:
            return
        phases = tuple(dict.fromkeys(phase for phase in (self._chapter(view), view.phase) if phase))
        thing = self._name(self._pointed) if self._pointed.place else ""
        self._panel.show_state(phases, self._entries(selection), thing, self._conditions(), self._judged, context)

    def _conditions(self) -> Mapping[str, tuple[ActionCondition, ...]]:
        """Return the conditions of the actions, which are put in words once for each language and set of rules."""
        rulebook = self._context().rulebook
        if rulebook is None:
            return {}
        if self._read is None or self._read[0] is not rulebook:
            self._read = (rulebook, rulebook().conditions())
        return self._read[1]

    def _request(self, anchor: str) -> None:
        self.rules_requested.emit((anchor,))
