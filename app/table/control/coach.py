"""Coach: after a choice of the player, says whether the search has found a much better one, and why."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.session.link import Link, Mistake
from app.table.context import TableContext
from app.table.control.insights import Insights
from app.table.layout.table_layout import TableLayout
from app.table.model.overlays import NO_OVERLAY, hint_overlay
from app.table.model.shown_seat import ViewerState
from app.table.panels.hint_texts import mistake_lines
from app.table.panels.notices import Notice
from dsl.match.view import DecisionView, View

_KEPT = 8  #: decisions that are remembered until the search has assessed what was chosen


class Coach(QObject):
    """Shows mistakes of the player in a banner that blocks nothing, with the better choice on the board.

    The link assesses the choices, from what the seat knew before each of them. The next choice of the player removes
    the banner.

    Signals:
        undo_requested: The player takes the choice back.
    """

    undo_requested = Signal()

    def __init__(
        self, link: Link, viewer: ViewerState, table_layout: TableLayout, insights: Insights, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._link, self._viewer = link, viewer
        self._banner, self._scene, self._insights = table_layout.coach, table_layout.scene, insights
        self._decisions: dict[tuple[str, int], DecisionView] = {}  #: by seat and position
        self._context: TableContext | None = None
        self._shown: Mistake | None = None
        self._since: int | None = None  #: the position of the player's last choice when it was shown
        link.mistake_found.connect(self._show)
        self._banner.pressed.connect(self._press)

    @property
    def enabled(self) -> bool:
        """Whether choices are assessed."""
        return self._link.coaching

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._link.coaching = enabled
        if not enabled:
            self.clear()

    def set_decision(self, view: View, decision: DecisionView | None, context: TableContext) -> None:
        """Remember the decision that the player has now; the banner goes once the player has chosen again, or has
        taken the choice back."""
        self._context = context
        shown = self._shown
        if shown is not None:
            gone = view.seat != shown.seat or view.outcome is not None or view.position <= shown.position
            if gone or self._last_choice(shown.seat) != self._since:
                self.clear()
        if decision is not None:
            self._decisions[view.seat, decision.number] = decision
            for old in list(self._decisions)[:-_KEPT]:
                del self._decisions[old]

    def clear(self) -> None:
        """Remove the banner and what it shows on the board."""
        self._shown = None
        self._banner.show_state([])
        self._insights.set_advice(NO_OVERLAY)

    def _show(self, mistake: Mistake) -> None:
        decision, context, view = (
            self._decisions.get((mistake.seat, mistake.position)),
            self._context,
            self._viewer.view,
        )
        if decision is None or context is None or view is None or view.seat != mistake.seat or view.outcome is not None:
            return
        option = next((each for each in decision.options if each.number == mistake.better.option), None)
        lines = mistake_lines(mistake, decision, context, self._scene.shows_name_of)
        if option is None or not lines:
            return
        self._shown, self._since = mistake, self._last_choice(mistake.seat)
        takes_back = view.may_undo and self._since == mistake.position
        action = "take_back" if takes_back else "close"
        self._banner.show_state([Notice("\n".join(lines), action, context.texts(f"table.coach.{action}"))])
        self._insights.set_advice(hint_overlay(decision.chosen, option.value, ""))

    def _last_choice(self, seat: str) -> int | None:
        """Return the position of the last choice of a seat of this window; None if it has made none."""
        events = self._viewer.histories[seat].events if seat in self._viewer.histories else []
        mine = (each.position for each in reversed(events) if each.kind == "chose" and ("player", seat) in each.args)
        return next(mine, None)

    def _press(self, notice: Notice) -> None:
        self.clear()
        if notice.action == "take_back":
            self.undo_requested.emit()
