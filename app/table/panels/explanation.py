"""Sheet over the table that explains one thing: what it is, what it may do now, and which rules mention it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.base.announcements import announce
from app.base.widgets import button, capital, clear_layout, label, row
from app.table.context import TableContext
from app.table.panels.descriptions import Description
from app.table.panels.enlarged import Inspected, ThingPicture
from app.table.panels.sheet import TableSheet

_WIDTH, _PICTURE = 620, 120  #: of the panel and of the picture, in pixels
_AROUND = 20
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule that mentions the thing."""

    anchor: str  #: where the rulebook opens
    title: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the sheet says of one thing."""

    description: Description
    picture: Inspected | None = None
    choices: tuple[str, ...] = ()  #: what can be chosen with it now, in sentences
    more: int = 0  #: further ones that are left out
    reasons: tuple[str, ...] = ()  #: why nothing can be chosen with it
    rules: tuple[RuleRow, ...] | None = None  #: None: the rules are not at hand


class RuleButton(QAbstractButton):
    """Button of a rule: its title, and below it its sentence in as many lines as it needs."""

    def __init__(self, rule: RuleRow, context: TableContext) -> None:
        super().__init__()
        self._rule, self._context = rule, context
        self.setText(rule.title)
        self.setAccessibleName(". ".join(part for part in (rule.title, rule.sentence) if part))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _heights(self, width: int) -> tuple[int, int]:
        """Return the heights of title and sentence."""
        room = QRect(0, 0, width - 20, 10_000)
        title = QFontMetrics(self._bold()).boundingRect(room, _WRAPPED, self._rule.title).height()
        said = self.fontMetrics().boundingRect(room, _WRAPPED, self._rule.sentence).height()
        return title, said if self._rule.sentence else 0

    def hasHeightForWidth(self) -> bool:  # noqa: D102
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: D102
        return sum(self._heights(width)) + 14

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(_WIDTH - 4 * _AROUND, self.heightForWidth(_WIDTH - 4 * _AROUND))

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        theme, painter = self._context.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent if self.hasFocus() else theme.line), 2 if self.hasFocus() else 1))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(box, 8, 8)
        title, said = self._heights(self.width())
        painter.setFont(self._bold())
        painter.setPen(QColor(theme.accent))
        painter.drawText(QRect(10, 7, self.width() - 20, title), _WRAPPED, self._rule.title)
        painter.setFont(self.font())
        painter.setPen(QColor(theme.ink))
        painter.drawText(QRect(10, 7 + title, self.width() - 20, said), _WRAPPED, self._rule.sentence)


class ExplanationSheet(TableSheet):
    """Widget over the whole table with the explanation of one thing. Esc or a click beside it closes it.

    Signals:
        rule_requested: The rulebook is to be opened at a rule; carries its anchor.
    """

    rule_requested = Signal(str)

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._context: TableContext | None = None
        self.shown: Explanation | None = None  #: None while it is closed
        self.rules: list[RuleButton] = []
        self._title = label("heading", wraps=True)
        self._picture = ThingPicture()
        self._inside = QVBoxLayout()
        self._inside.setSpacing(8)
        self.close_button = button("primary")
        self.close_button.clicked.connect(self.close_sheet)
        self._scroll = QScrollArea()
        self._lay_out()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setLayout(self._inside)
        self._inside.setContentsMargins(0, 0, 8, 0)
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        body = row(self._picture)
        body.setAlignment(self._picture, Qt.AlignmentFlag.AlignTop)
        body.setSpacing(_AROUND)
        body.addWidget(self._scroll, 1)
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(_AROUND, 16, _AROUND, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(body, 1)

    def open(self, explanation: Explanation, context: TableContext) -> None:
        """Show an explanation, or another version of the one that is shown."""
        fresh = self.isHidden()
        self.shown, self._context = explanation, context
        self._fill(explanation, context)
        self._show_over_table()
        self._arrange()
        if fresh:
            self._scroll.verticalScrollBar().setValue(0)
        announce(self, self.accessibleName())

    def close_sheet(self) -> None:
        """Override TableSheet: nothing is shown any more."""
        self.shown = None
        super().close_sheet()

    def _fill(self, explanation: Explanation, context: TableContext) -> None:
        texts, description = context.texts, explanation.description
        self._title.setText(description.title)
        self.close_button.setText(texts("thing.close"))
        clear_layout(self._inside)
        self.rules = []
        for said in (description.about, *description.facts):
            if said:
                self._add(said)
        self._head(texts("explain.now"))
        for choice in explanation.choices:
            self._add(f"•  {choice}")
        if explanation.more:
            self._add(texts("explain.more", n=explanation.more), "soft")
        for reason in explanation.reasons:
            self._add(reason, "soft" if explanation.choices else "")
        if explanation.rules is not None:
            self._head(texts("explain.rules"))
            if not explanation.rules:
                self._add(texts("explain.no_rules"), "soft")
            for rule in explanation.rules:
                made = RuleButton(rule, context)
                made.clicked.connect(partial(self._request_rule, rule.anchor))
                self.rules.append(made)
                self._put(made)
        self._inside.addStretch(1)
        lines = (description.text, texts("explain.now"), *explanation.choices, *explanation.reasons)
        self.setAccessibleName(texts("explain.sheet", thing="\n".join(lines).replace("\n", ". ")))
        self._picture.setVisible(explanation.picture is not None)
        if explanation.picture is not None:
            self._picture.show_thing(explanation.picture, context, QSize(_PICTURE, round(_PICTURE * 1.4)))

    def _add(self, said: str, role: str = "") -> QLabel:
        made = label(role, wraps=True)
        made.setText(capital(said))
        self._put(made)
        return made

    def _put(self, made: QWidget) -> None:
        self._inside.addWidget(made)
        made.show()  # at once: the layout leaves out what is not shown when it measures its height

    def _head(self, said: str) -> None:
        self._inside.addSpacing(6)
        self._add(said, "strong")

    def _request_rule(self, anchor: str) -> None:
        self.close_sheet()
        self.rule_requested.emit(anchor)

    def _arrange(self) -> None:
        """Place the panel in the middle, as high as its contents need."""
        if self._context is None:
            return
        width = min(_WIDTH, self.width() - 2 * _AROUND)
        self.panel.setFixedWidth(width)
        inner = width - 3 * _AROUND - (0 if self._picture.isHidden() else self._picture.width() + _AROUND)
        needed = self._inside.heightForWidth(inner) if self._inside.hasHeightForWidth() else 0
        needed = max(needed, 0 if self._picture.isHidden() else self._picture.height())
        head = self._title.heightForWidth(inner) if self._title.hasHeightForWidth() else self._title.height()
        wanted = needed + max(head, self.close_button.sizeHint().height()) + 56
        self.panel.setFixedHeight(min(wanted, self.height() - 2 * _AROUND))
        self._centre()

    # ---- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: close, or scroll."""
        bar = self._scroll.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Escape | Qt.Key.Key_F1:
                self.close_sheet()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if self.hasFocus():
                self.close_sheet()
            case Qt.Key.Key_Up | Qt.Key.Key_Down if self.hasFocus():
                self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                bar.setValue(bar.value() + (1 if event.key() == Qt.Key.Key_PageDown else -1) * bar.pageStep())
            case _:
                super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Override QWidget: the focus goes round inside the sheet."""
        stops: list[QWidget] = [*self.rules, self.close_button]
        now = QApplication.focusWidget()
        at = stops.index(now) if now in stops else -1 if forward else 0
        following = stops[(at + (1 if forward else -1)) % len(stops)]
        following.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        if following is not self.close_button:
            self._scroll.ensureWidgetVisible(following)
        return True
