"""Mode of the table in which a player changes the position by hand: things are dragged freely, or picked and put down
by a click or Enter; at the end the changes are proposed to all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from app.session.link import Link
from app.table.context import TableContext
from app.table.control.gestures import Gestures
from app.table.layout.table_layout import TableLayout
from app.table.model.hand_changes import (
    Goal,
    Movable,
    Setting,
    changed_view,
    found_at,
    goals_of,
    movables_of,
    settings_of,
)
from app.table.model.shown_seat import ViewerState
from app.table.model.things import Marks, Thing, thing_of
from app.table.model.things import Spot as BoardSpot
from app.table.panels.by_hand import HandPanel
from dsl.i18n.by_hand import change_sentences, place_text, thing_text, value_text
from dsl.match.table_messages import Accepted, ByHand, Refused, SetValue, Spot
from dsl.match.view import CounterView, View

Propose = Callable[[str, int, tuple[ByHand, ...]], None]


@dataclass(slots=True)
class _Draft:
    """The proposal that is being made."""

    view: View  #: before the changes
    propose: Propose
    changes: tuple[ByHand, ...] = ()
    movables: list[Movable] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    picked: Movable | None = None
    setting: Setting | None = None
    tried: tuple[ByHand, ...] = ()  #: the changes that the table is asked about
    request: int = -1  #: by which it is asked


class HandMode(QObject):
    """Lets the player at the screen change the position by hand, and proposes the changes.

    While it is active the table shows the position after the changes so far. Each change is checked at once by the
    table, which answers from what the seat knows.

    Signals:
        changed: It began, it ended, or the position that it shows has changed.
    """

    changed = Signal()

    def __init__(
        self, link: Link, viewer: ViewerState, table_layout: TableLayout, gestures: Gestures, context: TableContext,
        parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._link, self._viewer, self._table_layout, self._context = link, viewer, table_layout, context
        self._draft: _Draft | None = None
        self.panel = HandPanel(context.texts)
        self.panel.hide()
        table_layout.above.addWidget(self.panel)
        table_layout.named_places.watch(self.panel)
        panel = self.panel
        panel.thing_chosen.connect(self._pick_index)
        panel.change_requested.connect(self._change_picked)
        panel.setting_chosen.connect(self._choose_setting)
        panel.value_requested.connect(self._set_value)
        panel.removal_requested.connect(self.remove_last)
        panel.proposed.connect(self._propose)
        panel.cancelled.connect(self.end)
        gestures.clicked.connect(self._click)
        gestures.dragged.connect(self._drag)
        gestures.escaped.connect(self._escape)
        link.tried_by_hand.connect(self._take_answer)

    @property
    def active(self) -> bool:
        """Whether the player changes something by hand now."""
        return self._draft is not None

    def set_context(self, context: TableContext) -> None:
        """Change the language."""
        self._context = context
        self.panel.set_texts(context.texts)
        self._refresh()

    def begin(self, propose: Propose) -> None:
        """Begin, with no change so far; at the end `propose` gets the seat, the position and the changes."""
        view = self._viewer.full_view
        if view is None or not view.seat or self.active:
            return
        self._draft = _Draft(view, propose)
        self._table_layout.prompt.hide()
        self.panel.show()
        self.panel.show_reason(self._context.texts("hand.how"))
        self._refresh()
        self._table_layout.board.setFocus()

    def end(self) -> None:
        """End without a proposal: the table shows the true position again."""
        if self._draft is not None:
            self._draft = None
            self._viewer.proposed_view = None
            self.panel.hide()
            self._table_layout.prompt.show()
            self._table_layout.board.setFocus()
            self.changed.emit()

    def marks(self) -> Marks:
        """Return the marks on the board: the picked thing, and the places where it may be put."""
        draft, view = self._draft, self._viewer.full_view
        picked = draft.picked if draft is not None else None
        if picked is None or view is None or picked.at.sort != "cell":
            return Marks()
        return Marks(chosen=frozenset({BoardSpot(picked.at.name, thing_of(picked.what)), BoardSpot(picked.at.name)}))

    # ---- picking and putting ----

    def _click(self, place: str, thing: Thing | None) -> None:
        """Pick the thing at a place, or put the picked one there."""
        draft, view = self._draft, self._viewer.full_view
        if draft is None or view is None:
            return
        if draft.picked is None or draft.picked.at == Spot("cell", place):
            self._pick(found_at(view, place, thing) if draft.picked is None else None)
        else:
            self._try(draft.picked.to(Spot("cell", place), self.panel.amount.value()))

    def _drag(self, origin: str, thing: Thing | None, goal: str) -> None:
        view = self._viewer.full_view
        movable = found_at(view, origin, thing) if self.active and view is not None else None
        if movable is not None:
            self._try(movable.to(Spot("cell", goal)))

    def _escape(self) -> None:
        if self._draft is not None and self._draft.picked is not None:
            self._pick(None)

    def _pick_index(self, index: int) -> None:
        if self._draft is not None and 0 <= index < len(self._draft.movables):
            self._pick(self._draft.movables[index])

    def _pick(self, movable: Movable | None) -> None:
        if self._draft is not None:
            self._draft.picked = movable
            texts = self._context.texts
            self.panel.show_reason(texts("hand.put") if movable is not None else texts("hand.how"))
            self._refresh()

    def _change_picked(self, index: int, amount: int) -> None:
        draft = self._draft
        if draft is not None and draft.picked is not None and 0 <= index < len(draft.goals):
            self._try(draft.goals[index].change(draft.picked, amount))

    # ---- values ----

    def _choose_setting(self, index: int) -> None:
        if self._draft is not None and 0 <= index < len(self._draft.settings):
            self._draft.setting = self._draft.settings[index]
            self.panel.value.setText(self._context.words.text(self._draft.setting.value))
            self.panel.value.selectAll()

    def _set_value(self, text: str) -> None:
        draft = self._draft
        setting = draft.setting if draft is not None else None
        if setting is not None:
            self._try(SetValue(setting.variable, setting.of, self._context.words.notation(text)))

    # ---- the proposal ----

    def _try(self, change: ByHand) -> None:
        """Ask the table whether a change is possible after those so far."""
        draft = self._draft
        if draft is not None:
            draft.tried = (*draft.changes, change)
            draft.request = -1
            draft.request = self._link.try_by_hand(draft.view.seat, draft.tried)

    def _take_answer(self, answer: Accepted | Refused) -> None:
        """Make the change in the view, or say why not. A link in this process answers before `_try` has the number."""
        draft = self._draft
        if draft is None or not draft.tried or draft.request not in (-1, answer.request):
            return
        tried, draft.tried = draft.tried, ()
        if isinstance(answer, Refused):
            self.panel.show_reason(self._context.words.refusal(answer.reason, answer.args))
            return
        draft.changes, draft.picked, draft.setting = tried, None, None
        self.panel.value.clear()
        self.panel.show_reason("")
        self._refresh()

    def remove_last(self) -> None:
        """Drop the last change."""
        draft = self._draft
        if draft is not None and draft.changes:
            draft.changes, draft.picked = draft.changes[:-1], None
            self._refresh()

    def _propose(self) -> None:
        draft = self._draft
        if draft is not None and draft.changes:
            self.end()
            draft.propose(draft.view.seat, draft.view.position, draft.changes)

    def _refresh(self) -> None:
        """Show the position after the changes so far, and what can be changed in it."""
        draft = self._draft
        if draft is None:
            return
        view = changed_view(draft.view, draft.changes)
        self._viewer.proposed_view = view
        events = self._viewer.histories[draft.view.seat].events
        draft.movables = movables_of(view, events)
        draft.goals = goals_of(draft.picked, view, events) if draft.picked is not None else []
        panel, words = self.panel, self._context.words
        draft.settings = settings_of(view, words.is_named)
        story = self._table_layout.log.context_for(view).words
        chosen = draft.movables.index(draft.picked) if draft.picked in draft.movables else -1
        panel.show_things([self._movable_text(each) for each in draft.movables], chosen)
        what = draft.picked.what if draft.picked is not None else None
        most = what.amount if isinstance(what, CounterView) else 1
        panel.show_goals([self._goal_text(each) for each in draft.goals], 0 if draft.goals else -1, most)
        panel.show_settings([self._setting_text(each) for each in draft.settings], -1)
        panel.show_changes(change_sentences(draft.changes, story))
        self.changed.emit()

    # ---- texts ----

    def _movable_text(self, movable: Movable) -> str:
        words = self._context.words
        return words.say("named", what=place_text(movable.at, words), value=thing_text(movable.what, words))

    def _goal_text(self, goal: Goal) -> str:
        words, texts = self._context.words, self._context.texts
        if goal.place is not None:
            return place_text(goal.place, words)
        if goal.owner:
            return texts("hand.owner", player=words.player(goal.owner))
        return texts("hand.becomes", what=words.name(goal.kind))

    def _setting_text(self, setting: Setting) -> str:
        return value_text(setting.variable, setting.of, setting.value, self._context.words)
