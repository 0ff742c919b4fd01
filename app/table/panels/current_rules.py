"""List of the rules that apply now: the phase, the actions of the decision, and for each action its conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QMouseEvent, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.base.widgets import TouchScrolling, capital, set_row_tip
from app.table.context import TableContext
from app.table.panels.log import SIGN, LineDelegate
from dsl.match.view import EntryView

if TYPE_CHECKING:
    from dsl.rulebook.generator import ActionCondition

#: What is known of a condition for the thing pointed at; `open`: it depends on a value that is chosen later, or the
#: rules refuse the thing before they come to it.
Verdict = Literal["", "met", "failed", "open"]
_SIGNS: dict[Verdict, str] = {"": "•", "met": "✓", "failed": "✗", "open": "–"}
_ANCHOR = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of an action for the thing pointed at, or in general."""

    offered: bool = False  #: it can be chosen
    failed: str = ""  #: the name of the first condition that forbids it
    reason: str = ""  #: why it is forbidden, in a sentence
    values: int = 0  #: how many values of the action are known, the one pointed at included


NOT_JUDGED = Judgement()


def verdict_of(number: int, conditions: Sequence[ActionCondition], judged: Judgement) -> Verdict:
    """Return what a judgement says of a condition, given by its number: the rules try them in their order."""
    condition = conditions[number]
    if judged == NOT_JUDGED:
        return ""
    if judged.failed == condition.name:
        return "failed"
    failed = next((n for n, each in enumerate(conditions) if each.name == judged.failed), len(conditions))
    return "open" if number > failed or condition.needed > judged.values else "met"


class CurrentRules(QListWidget):
    """The phase, and the actions of the decision with their conditions; for the thing under the pointer, signs say
    which of them are met.

    Signals:
        rule_requested: The rule of a row is to be shown; carries its anchor, such as `phase main` or `drift.farther`.
        shown: The list has become visible.
    """

    rule_requested = Signal(str)
    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        TouchScrolling(self)
        self.setItemDelegate(LineDelegate(self))
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setIconSize(QSize(SIGN, SIGN))
        self.itemActivated.connect(self._ask)
        self._context: TableContext | None = None

    def show_state(
        self, phases: Sequence[str], entries: Mapping[int, EntryView], thing: str,
        conditions: Mapping[str, tuple[ActionCondition, ...]], judged: Mapping[int, Judgement], context: TableContext,
    ) -> None:  # fmt: skip
        """Show the phases by their anchors, the outermost first, and the entries of a decision by their numbers, with
        what is known of them for the thing pointed at, whose name is `thing`; without one it is empty."""
        self._context = context
        at = self.verticalScrollBar().value()
        self.clear()
        self.setAccessibleName(context.texts("table.current.title"))
        if phases:
            title = " › ".join(context.words.anchor(phase) for phase in phases)
            self._add(title, phases[-1], context.theme.accent, heading=True)
        if not entries:
            self._add(context.texts("table.current.nothing"), "", context.theme.soft_ink)
        elif thing:
            self._add(context.texts("table.current.thing", thing=thing), "", context.theme.soft_ink)
        for number, entry in entries.items():
            self._add_entry(entry, conditions.get(entry.action, ()), judged.get(number, NOT_JUDGED))
        self.verticalScrollBar().setValue(at)

    def _add_entry(self, entry: EntryView, conditions: Sequence[ActionCondition], judged: Judgement) -> None:
        context = self._context
        assert context is not None
        texts, theme = context.texts, context.theme
        title = capital(context.words.short(entry))
        if entry.price:
            budget = context.words.name(entry.budget.rpartition(".")[2], entry.price)
            title = f"{title}  ·  {texts('table.prompt.price', price=entry.price, budget=budget)}"
        refused = bool(judged.failed or judged.reason)
        if judged.offered:
            title = texts("table.current.possible", action=title)
        elif refused or not entry.possible:
            title = texts("table.current.impossible", action=title)
        self._add(title, entry.action, theme.ink if entry.possible else theme.soft_ink, heading=True)
        for number, condition in enumerate(conditions):
            verdict = verdict_of(number, conditions, judged)
            ink = theme.alarm if verdict == "failed" else theme.soft_ink if verdict == "open" else theme.ink
            item = self._add(condition.sentence, f"{entry.action}.{condition.name}", ink, verdict)
            if verdict:
                item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, texts(f"table.current.{verdict}"))
        known = {condition.name for condition in conditions}
        if judged.reason and judged.failed not in known:
            self._add(judged.reason, entry.action, theme.alarm, "failed")

    def _add(
        self, text: str, anchor: str, ink: str, verdict: Verdict | None = None, *, heading: bool = False
    ) -> QListWidgetItem:
        """Add a row; that of a condition begins with the sign of its verdict."""
        item = QListWidgetItem(text, self)
        item.setData(_ANCHOR, anchor)
        if verdict is not None:
            item.setIcon(self._sign(_SIGNS[verdict], ink))
        item.setForeground(QColor(ink))
        font = item.font()
        font.setBold(heading)
        item.setFont(font)
        if anchor and self._context is not None:
            set_row_tip(item, self._context.texts("table.current.tip"))
        return item

    def _sign(self, sign: str, ink: str) -> QIcon:
        """Return a sign as an icon, so that long sentences wrap beside it."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(SIGN * ratio), round(SIGN * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setPen(QColor(ink))
        painter.setFont(self.font())
        painter.drawText(QRect(0, 0, SIGN, SIGN), Qt.AlignmentFlag.AlignCenter, sign)
        painter.end()
        return QIcon(picture)

    def _ask(self, item: QListWidgetItem) -> None:
        if item.data(_ANCHOR):
            self.rule_requested.emit(item.data(_ANCHOR))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: a click on a row shows its rule, also where only a double click activates."""
        super().mouseReleaseEvent(event)
        item = self.itemAt(event.position().toPoint())
        if item is not None and event.button() == Qt.MouseButton.LeftButton:
            self._ask(item)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: report that the list is looked at."""
        super().showEvent(event)
        self.shown.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QListWidget: lay out again, because sentences wrap at another width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
