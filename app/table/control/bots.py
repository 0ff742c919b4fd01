"""The computer at the table: one that plays is given its time, and whoever must choose may ask one what it would do."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from app.session.link import Hint, Link
from app.table.control.feedback import Feedback
from app.table.control.selection_controller import SelectionController
from app.table.layout.table_layout import TableLayout
from app.table.model.context import TableContext
from dsl.match.view import DecisionView

# The computer's advice, in words.


_CERTAIN = {"won": "table.hint.won", "drawn": "table.hint.drawn", "lost": "table.hint.lost"}
_WORTH = 3  #: tenths of a point: less than that tells nothing to a person


def advice_lines(hint: Hint, decision: DecisionView, context: TableContext) -> list[str]:
    """Return what the computer would do and why; nothing if this is not what it was asked about."""
    option = next((option for option in decision.options if option.number == hint.option), None)
    if option is None or (hint.seat, hint.position) != (decision.seat, decision.number):
        return []
    lines = [context.texts("table.hint.would", option=context.words.option(option, decision))]
    if len(decision.options) > 1:
        lines.append(_prospect(hint, context))
    told = [(rule, tenths) for rule, tenths in hint.gains if abs(tenths) >= _WORTH]
    if told:
        lines.append(context.texts("table.hint.why"))
    for rule, tenths in told:
        points = _points(tenths, context.texts("number.point"))
        lines.append(context.texts("table.hint.gain", points=points, rule=context.words.anchor(rule)))
    return lines


def _prospect(hint: Hint, context: TableContext) -> str:
    """Return how the match will end, if that is certain, and otherwise how it may."""
    certain = _CERTAIN.get(hint.certain)
    return context.texts(certain) if certain else context.texts("table.hint.chances", chances=hint.chances)


def place_of(hint: Hint, decision: DecisionView) -> str:
    """Return the place that the advised option is about, empty if it is about none."""
    return next((option.value.place for option in decision.options if option.number == hint.option), "")


def _points(tenths: int, point: str) -> str:
    """Return points with their sign and one decimal, behind the sign that the language has for it."""
    sign = "+" if tenths > 0 else "−"
    return f"{sign}{abs(tenths) // 10}{point}{abs(tenths) % 10}"


_GLANCE = 20  #: milliseconds between two looks at whether a computer player has chosen


class BotTurns(QObject):
    """Lets computer players choose, one choice after the other, and says who thinks.

    Signals:
        chosen_unseen: A computer player has chosen, and nothing is told of it.
        advised: The places that advice is about, a frozenset.
    """

    chosen_unseen = Signal()
    advised = Signal(object)

    def __init__(self, link: Link, table_layout: TableLayout, feedback: Feedback, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._table_layout, self._feedback = link, table_layout, feedback
        self._secretly = False  #: nothing is to be seen of what others decide now
        self._waits = self._due = False
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(self._step)
        self._since = QElapsedTimer()  #: for how long a computer player has been thinking
        link.bots_failed.connect(self._tell_trouble)

    @property
    def waits(self) -> bool:
        """Whether the computer players wait because somebody wants them to."""
        return self._waits

    def start(self, pause: int, *, secretly: bool) -> None:
        """Let whose turn it is choose after so many milliseconds; at once if others decide `secretly`, too."""
        self._secretly, self._due = secretly, self._waits
        if not self._waits:
            self._turn.start(0 if secretly else pause)

    def stop(self) -> None:
        """Let nobody choose or think any more."""
        self._due = False
        self._rest()

    def wait_or_go_on(self) -> None:
        """Let the computer players wait, or choose again; nothing where there are none."""
        if not self._link.paces_bots:
            return
        self._waits = not self._waits
        if self._waits:
            self._due = self._turn.isActive()
            self._rest()
        elif self._due:
            self._turn.start(0)

    def _rest(self) -> None:
        """Ask nobody any more; who thinks stops, and begins anew when asked again."""
        self._turn.stop()
        if self._since.isValid():
            self._since.invalidate()
            self._table_layout.status.forget()
        self._link.stop_thinking()

    def heard(self) -> None:
        """Something has happened: whoever thinks now has only begun."""
        self._since.invalidate()

    def _step(self) -> None:
        if self._link.step_bots() and self._secretly:
            self.chosen_unseen.emit()
        elif self._link.thinking_seat:
            self._tell_thinking(self._link.thinking_seat)
            self._turn.start(_GLANCE)

    def _tell_thinking(self, seat: str) -> None:
        """Say who thinks, and for how long already."""
        if not self._since.isValid():
            self._since.start()
        seconds, context = self._since.elapsed() // 1000, self._feedback.context
        if seconds:
            self._table_layout.status.setText(
                context.texts("table.thinks", player=context.player(seat), seconds=seconds)
            )

    def _tell_trouble(self, advising: bool) -> None:
        """Say that no computer can think: one that was to advise, or one that plays."""
        self._since.invalidate()
        self._table_layout.status.say(
            self._feedback.context.texts("table.hint.none" if advising else "table.thoughtless")
        )

    def ask_advice(self, seat: str) -> None:
        """Ask what the computer would do for a seat that must choose."""
        self._feedback.attend(self._table_layout.below(self._table_layout.prompt))
        self._table_layout.status.say(self._feedback.context.texts("table.hint.wait"))
        self._link.request_hint(seat)

    def tell(self, hint: Hint, selection_controller: SelectionController) -> None:
        """Say what the computer would do, if that is still asked, and show where."""
        decision = selection_controller.selection.decision
        lines = advice_lines(hint, decision, self._feedback.context) if decision is not None else []
        if lines and decision is not None:
            self._feedback.say(*lines)
            self.advised.emit(frozenset({place_of(hint, decision)} - {""}))
