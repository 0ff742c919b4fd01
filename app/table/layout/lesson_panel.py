"""Panel of a lesson or a puzzle beside the board: sentences, task, reactions, hints, and the way from step to step."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.base.announcements import announce
from app.base.i18n import Translations
from app.base.widgets import FlowLayout, button, clear_layout, label, row, set_tip
from app.session.lesson_progress import LessonProgress
from app.table.layout.table_layout import SidebarSection

_NEXT, _BACK = "Ctrl+Right", "Ctrl+Left"


class _Words(SidebarSection):
    """What a step says, at its full height as far as it leaves room for the players."""

    def minimumSizeHint(self) -> QSize:
        """Override SidebarSection: the full height, at most half of the window."""
        least = super().minimumSizeHint()
        return QSize(least.width(), max(least.height(), min(self.sizeHint().height(), self.window().height() // 2)))


def _set_style(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the style sheet asks for."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class LessonPanel(QFrame):
    """Panel with one step.

    Signals:
        next_requested, back_requested: The next step, or the one before, is requested.
        hint_requested, solution_requested: Help is requested.
        answered: An answer was pressed; carries its number.
        check_requested: The places that are marked are to be judged.
        match_requested: A first match is requested.
    """

    next_requested = Signal()
    back_requested = Signal()
    hint_requested = Signal()
    solution_requested = Signal()
    answered = Signal(int)
    check_requested = Signal()
    match_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self.setProperty("role", "lesson")
        self._texts = texts
        self._title, self._count = label("strong", wraps=True), label("soft")
        self.task, self.reaction = label("task", wraps=True), label("reaction", wraps=True)
        self._said = QVBoxLayout()
        self._said.setSpacing(6)
        self._helps = QVBoxLayout()
        self.answers = FlowLayout()
        self.back, self.hint, self.solution, self.next = button("small"), button("small"), button("small"), button()
        self.match, self.check = button("primary"), button("primary")
        self._spoken: tuple[object, ...] = ()
        self._lay_out()
        for each, signal in (
            (self.back, self.back_requested), (self.next, self.next_requested),
            (self.hint, self.hint_requested), (self.solution, self.solution_requested),
            (self.match, self.match_requested), (self.check, self.check_requested),
        ):  # fmt: skip
            each.clicked.connect(signal)
        for keys, pressed in ((_NEXT, self.next), (_BACK, self.back)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.activated.connect(pressed.click)

    def _lay_out(self) -> None:
        head = row(self._title, self._count)
        head.setStretch(0, 1)
        inside = QWidget()
        words = QVBoxLayout(inside)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(8)
        words.addLayout(self._said)
        words.addWidget(self.task)
        words.addLayout(self.answers)
        words.addWidget(self.reaction)
        words.addLayout(self._helps)
        way = row(self.back, self.hint, self.solution, self.next)
        way.insertStretch(1, 1)
        way.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(_Words(inside))
        column.addWidget(self.check)
        column.addWidget(self.match)
        column.addLayout(way)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_progress(self, title: str, progress: LessonProgress) -> None:
        """Show where the learner is, and announce what is new."""
        texts = self._texts
        self._title.setText(title)
        steps = texts("lesson.step", n=progress.step + 1, of=progress.steps) if progress.steps > 1 else ""
        self._count.setText(steps)
        self._fill(self._said, "", progress.sentences)
        self.task.setText(progress.task or "")
        self.task.setVisible(progress.task is not None)
        self.reaction.setText(self._reaction(progress))
        self.reaction.setVisible(progress.verdict is not None)
        kind = progress.verdict or ""
        _set_style(self.reaction, "verdict", kind)
        hints = () if progress.done else progress.hints
        self._fill(self._helps, "soft", hints)
        self._show_answers(progress)
        self._show_buttons(progress)
        self._announce(progress, hints)

    def _show_answers(self, progress: LessonProgress) -> None:
        self.answers.clear()
        for number, text in enumerate(() if progress.done else progress.answers):
            made = button()
            made.setText(text)
            made.clicked.connect(partial(self.answered.emit, number))
            self.answers.addWidget(made)

    def _show_buttons(self, progress: LessonProgress) -> None:
        texts, open_task = self._texts, progress.task is not None and not progress.done
        had_focus = any(each.hasFocus() for each in (self.hint, self.solution, self.back))
        self.back.setText(texts("lesson.back"))
        self.back.setVisible(progress.steps > 1)
        self.back.setEnabled(progress.step > 0)
        self.hint.setText(texts("lesson.hint"))
        self.hint.setVisible(open_task and progress.more_hints)
        self.solution.setText(texts("lesson.solution"))
        self.solution.setVisible(open_task)
        self.next.setText(texts("lesson.finish" if progress.is_last else "lesson.next"))
        self.next.setEnabled(progress.done)
        set_tip(self.next, texts("lesson.next.keys") if progress.done else texts("lesson.next.waits"))
        set_tip(self.back, texts("lesson.back.keys"))
        self.check.setText(texts("lesson.check", n=len(progress.marked or ())))
        self.check.setVisible(open_task and progress.marked is not None)
        self.match.setText(texts("lesson.match"))
        self.match.setVisible(progress.leads_to_match)
        _set_style(self.next, "role", "" if progress.leads_to_match or not self.check.isHidden() else "primary")
        if had_focus and progress.done:
            (self.match if progress.leads_to_match else self.next).setFocus()

    def _reaction(self, progress: LessonProgress) -> str:
        if progress.verdict is None:
            return ""
        sign = "✓" if progress.verdict == "right" else "✗"
        return f"{sign} {progress.reaction or self._texts(f'lesson.{progress.verdict}')}"

    def _fill(self, layout: QVBoxLayout, role: str, lines: tuple[str, ...]) -> None:
        clear_layout(layout)
        for line in lines:
            said = label(role, wraps=True)
            said.setText(line)
            layout.addWidget(said)

    def _announce(self, progress: LessonProgress, hints: tuple[str, ...]) -> None:
        """Speak a new step whole, and otherwise the reaction or the last hint."""
        said = (progress.step, self._reaction(progress), hints)
        before, self._spoken = self._spoken, said
        if before == said:
            return
        if not before or before[0] != progress.step:
            lines = (self._count.text(), *progress.sentences, progress.task or "")
        elif before[1] != said[1]:
            lines = (self._reaction(progress),)
        else:
            lines = hints[-1:]
        announce(self, " ".join(line for line in lines if line))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences that are shown."""
        return tuple(each.text() for each in self._labels(self._said))

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that are shown."""
        return tuple(each.text() for each in self._labels(self._helps))

    @staticmethod
    def _labels(layout: QVBoxLayout) -> list[QLabel]:
        items = (layout.itemAt(index) for index in range(layout.count()))
        return [widget for item in items if item is not None and isinstance(widget := item.widget(), QLabel)]
