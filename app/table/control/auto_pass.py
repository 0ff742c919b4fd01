"""Automatic pass: takes a player's only option by itself, if it is to pass, after a short visible moment.

A lone `stop` in the rules is taken by the match itself. This is about actions that the rules offer as a pass, such as
declining a challenge.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.link import Link
from dsl.match.table_messages import Preview
from dsl.match.view import DecisionView, OptionView, View

#: Milliseconds between the decision and the pass. Constant: how long a player waits must tell the others nothing.
MOMENT = 1500


def only_button(decision: DecisionView | None) -> OptionView | None:
    """Return the only option of a decision if it is a button without a value, which may be a pass; else None."""
    if decision is None or decision.parameter > 0 or len(decision.options) != 1:
        return None
    return None if decision.options[0].value.text else decision.options[0]


def moves_nothing(view: View, after: View | None) -> bool:
    """Whether a choice that leads to the view `after` is a pass: it moves nothing, and neither reveals a secret nor
    depends on chance (then `after` is None)."""
    if after is None or after.outcome is not None:
        return False
    reserves = [(seat.in_play, seat.reserves) for seat in view.seats]
    same_seats = reserves == [(seat.in_play, seat.reserves) for seat in after.seats]
    return same_seats and (view.boards, view.zones, view.reserves) == (after.boards, after.zones, after.reserves)


def is_public(view: View, link: Link) -> bool:
    """Whether the others learn nothing from an automatic pass, which is quicker than one by hand: nothing is secret,
    or the others are bots at this computer."""
    return not view.secrets or (link.paces_bots and len(link.seats) == 1)


class AutoPass(QObject):
    """Timer of the automatic pass. The player can stop it, and undo it: then the decision stays open.

    Signals:
        changed: The moment before a pass begins, or ends without the pass.
        due: The moment is over; carries the seat, and the number of the option to take.
    """

    changed = Signal()
    due = Signal(str, int)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.enabled = False
        self.moment = MOMENT  #: milliseconds
        self.taken: set[int] = set()  #: the positions at which it has passed
        self._passing: tuple[str, int] | None = None  #: seat and number of the option, during the moment
        self._kept_open: int | None = None  #: the position at which the player has stopped or undone a pass
        self._question: tuple[View, int] | None = None  #: the option whose preview has been requested
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._pass)
        self._position = 0

    @property
    def running(self) -> bool:
        """Whether a pass is taken in a moment."""
        return self._passing is not None

    def start(self, view: View, decision: DecisionView | None) -> None:
        """Ask for the preview of an option that may be a pass, unless that was done for this position."""
        if not self.enabled or view.secretly or view.position == self._kept_open or not is_public(view, self._link):
            return
        option = only_button(decision)
        if option is not None and not self.running and self._question is None:
            self._question = view, option.number
            self._link.ask_preview(view.seat, view.position, option.number)

    def take_preview(self, preview: Preview) -> bool:
        """Take the preview that was requested, and begin the moment if it shows a pass; return whether it was one."""
        if self._question is None or self._question[1] != preview.option or self.running:
            return False
        view, option = self._question
        if moves_nothing(view, preview.view):
            self._passing, self._position = (view.seat, option), view.position
            self._timer.start(self.moment)
            self.changed.emit()
        return self.running

    def cancel(self) -> None:
        """Forget the pass: the position has changed, or the table closes."""
        self._timer.stop()
        self._passing = self._question = None

    def keep_open(self, position: int) -> None:
        """Leave the decision of this position to the player, who has stopped or undone the pass."""
        self.taken = {each for each in self.taken if each < position}
        self._kept_open = position
        if self.running:
            self.cancel()
            self.changed.emit()

    def _pass(self) -> None:
        passing, self._passing = self._passing, None
        if passing is not None:
            self.taken.add(self._position)
            self.due.emit(*passing)
