"""Rows of the set-up page for the players' time, and the sentence that describes a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, CheckBox, ComboBox, SpinBox, label
from app.screens.option_rows import NUMBER_WIDTH

if TYPE_CHECKING:  # the window makes this page before it needs a clock
    from dsl.match.clock import ClockPlan

_KINDS = ("none", "move", "total")
_MORE = ("none", "increment", "delay")
_AT_ZERO = ("lose", "computer", "show")
_WORDS_SHOWN = 20  #: visible letters of a combo box
_MINUTE = 60
_MOST_MINUTES, _MOST_MOVE, _MOST_MORE = 24 * 60, 60 * 60, 10 * 60  #: the two latter in seconds
_USUAL_MINUTES, _USUAL_MOVE, _USUAL_MORE = 15, 60, 10


def clock_text(plan: ClockPlan, texts: Translations) -> str:
    """Return a sentence about how much time the players have, and what happens when it is used up."""
    minutes, seconds = divmod(plan.seconds, _MINUTE)
    time = [texts("clock.for.minutes", n=minutes)] if minutes else []
    time += [texts("clock.for.seconds", n=seconds)] if seconds else []
    said = texts(f"clock.for.{plan.kind}", time=" ".join(time))
    if plan.increment:
        said += texts("clock.for.increment", n=plan.increment)
    if plan.delay:
        said += texts("clock.for.delay", n=plan.delay)
    return texts("clock.for.end", clock=said, end=texts(f"clock.at_zero.{plan.at_zero}"))


class ClockRows(QWidget):
    """Fields for the clock of a match: none, time for each move or for the whole match, and what happens at zero.

    Signals:
        edited: A field was changed.
    """

    edited = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self.kind, self.more, self.at_zero = ComboBox(), ComboBox(), ComboBox()
        self.minutes, self.seconds, self.more_seconds = SpinBox(), SpinBox(), SpinBox()
        self.computers = CheckBox()
        self._labels = {key: label(wraps=True) for key in ("kind", "minutes", "seconds", "more", "more_seconds", "end")}
        self._fields: dict[str, QWidget] = {
            "kind": self.kind, "minutes": self.minutes, "seconds": self.seconds, "more": self.more,
            "more_seconds": self.more_seconds, "end": self.at_zero,
        }  # fmt: skip
        for box, words in ((self.kind, _KINDS), (self.more, _MORE), (self.at_zero, _AT_ZERO)):
            box.addItems([""] * len(words))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_WORDS_SHOWN)
            box.currentIndexChanged.connect(self._show_rows)
        self.minutes.setRange(1, _MOST_MINUTES)
        self.seconds.setRange(5, _MOST_MOVE)
        self.more_seconds.setRange(1, _MOST_MORE)
        for number in (self.minutes, self.seconds, self.more_seconds):
            number.setFixedWidth(NUMBER_WIDTH)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE)
        grid.setVerticalSpacing(SPACE // 2)
        grid.setColumnStretch(0, 1)
        for row, (key, field) in enumerate(self._fields.items()):
            grid.addWidget(self._labels[key], row, 0)
            grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.computers, len(self._fields), 0, 1, 2)
        for box in (self.kind, self.more, self.at_zero):
            box.currentIndexChanged.connect(self.edited)
        for number in (self.minutes, self.seconds, self.more_seconds):
            number.valueChanged.connect(self.edited)
        self.computers.toggled.connect(self.edited)
        self.set_clock("")
        self.retranslate()

    @property
    def clock(self) -> str:
        """The clock as `dsl.match.clock.clock_plan` reads it; empty for none."""
        kind, more = _KINDS[self.kind.currentIndex()], _MORE[self.more.currentIndex()]
        if kind == "none":
            return ""
        time = f"move:{self.seconds.value()}" if kind == "move" else f"total:{_MINUTE * self.minutes.value()}"
        if kind == "total" and more != "none":
            time += f"{'+' if more == 'increment' else '~'}{self.more_seconds.value()}"
        whose = "all" if self.computers.isChecked() else "people"
        plan = plan_of(f"{time}:{_AT_ZERO[self.at_zero.currentIndex()]}:{whose}")
        return plan.text if plan is not None else ""

    def set_clock(self, text: str) -> None:
        """Show a clock; none if the text is empty or no clock."""
        plan = plan_of(text)
        self.kind.setCurrentIndex(_KINDS.index(plan.kind if plan else "none"))
        self.minutes.setValue(plan.seconds // _MINUTE if plan and plan.kind == "total" else _USUAL_MINUTES)
        self.seconds.setValue(plan.seconds if plan and plan.kind == "move" else _USUAL_MOVE)
        more = "increment" if plan and plan.increment else "delay" if plan and plan.delay else "none"
        self.more.setCurrentIndex(_MORE.index(more))
        self.more_seconds.setValue((plan.increment or plan.delay if plan else 0) or _USUAL_MORE)
        self.at_zero.setCurrentIndex(_AT_ZERO.index(plan.at_zero if plan else "lose"))
        self.computers.setChecked(plan.computers if plan else False)
        self._show_rows()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        for box, part, words in (
            (self.kind, "kind", _KINDS), (self.more, "more", _MORE), (self.at_zero, "at_zero", _AT_ZERO)
        ):  # fmt: skip
            for index, word in enumerate(words):
                box.setItemText(index, texts(f"clock.{part}.{word}"))
        for key, field in self._fields.items():
            self._labels[key].setText(texts(f"clock.{key}"))
            field.setAccessibleName(texts(f"clock.{key}"))
        self.computers.setText(texts("clock.computers"))

    def _show_rows(self) -> None:
        """Show the rows that the kind of clock needs."""
        kind, more = _KINDS[self.kind.currentIndex()], _MORE[self.more.currentIndex()]
        shown = {
            "kind": True, "minutes": kind == "total", "seconds": kind == "move", "more": kind == "total",
            "more_seconds": kind == "total" and more != "none", "end": kind != "none",
        }  # fmt: skip
        for key, field in self._fields.items():
            for part in (field, self._labels[key]):
                part.setVisible(shown[key])
        self.computers.setVisible(kind != "none")


def plan_of(text: str) -> ClockPlan | None:
    """Return the plan of a text; None if it is empty or no clock."""
    if not text:
        return None
    from dsl.match.clock import clock_plan

    try:
        return clock_plan(text)
    except ValueError:
        return None
