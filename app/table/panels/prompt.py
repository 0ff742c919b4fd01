"""Prompt: the panel that shows who acts and what the choice is, with the buttons for it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

from msgspec import structs
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from app.appearance.drawings import Drawing
from app.appearance.icons import BESIDE, SIDE, set_icon
from app.appearance.theme import Theme
from app.base.announcements import announce
from app.base.widgets import (
    Button,
    ElidingLabel,
    FlowLayout,
    LongPress,
    PlainLabel,
    WrappingLabel,
    add_entry,
    button,
    capital,
    laid_out_once,
    point_below,
    row,
    set_tip,
    show_tip_beside,
    wrap_lines,
)
from app.table.context import TableContext
from app.table.model.seat_histories import Chapter
from app.table.model.selection import Selection, is_placement
from app.table.model.subjects import EntrySubject, OptionSubject, Subject
from app.table.painting.cards import MiniMap, answer_icon, minimap_for
from app.table.panels.players import Badge
from app.table.panels.score import early_sentence, first_seats, winners
from dsl.match.view import DecisionView, EntryView, OptionView, View

# ---- model of the prompt, without Qt widgets


@dataclass(frozen=True, slots=True)
class EntryButton:
    """Button of an entry of a decision with its price; pressing an impossible one explains why."""

    number: int
    action: str
    text: str
    sentence: str  #: the same at length
    price: int
    budget: str
    possible: bool
    armed: bool


@dataclass(frozen=True, slots=True)
class ValueButton:
    """Button of a value without a place on the board: a number, a kind, a player, a card."""

    option: OptionView
    text: str
    sentence: str  #: the same at length
    minimap: MiniMap = ()  #: a small map of the value


@dataclass(frozen=True, slots=True)
class PromptModel:
    """Content of the prompt."""

    headline: str
    colour: str = ""  #: who acts
    mine: bool = False  #: the viewer is to choose
    entries: tuple[EntryButton, ...] = ()
    values: tuple[ValueButton, ...] = ()
    budget: tuple[tuple[str, int], ...] = ()
    has_undo: bool = True  #: the button is shown; where nothing is chosen, as in a replay, it is not
    may_undo: bool = False
    why_no_undo: str = ""
    undo_text: str = ""  #: what undo takes back, if it is possible
    may_request_undo: bool = False  #: undo needs the consent of the others
    may_go_back: bool = False
    may_confirm: bool = False  #: a choice is shown and waits for the viewer's confirmation
    over: bool = False
    may_hand_over: bool = False  #: the viewer has decided in secret, others at this screen have not
    may_ask_hint: bool = False  #: the viewer is to choose, and the computer may be asked in turn
    rotating: bool = False  #: the wheel rotates the value; `hint` explains it
    hint: str = ""  #: how to choose where no button does; while others choose, the last event
    brief: bool = False  #: the hint is shown only where it fits below the headline
    may_show_recap: bool = False  #: there are events of others since this seat's last choice
    may_pause: bool = False  #: computer players are to choose, or are paused
    paused: bool = False  #: computer players are paused
    chapter: str = ""  #: the current part of the match
    new_chapter: bool = False  #: some player has not had a turn in it yet
    stage: str = ""  #: the current part of the turn


NO_CHAPTER = Chapter()


def prompt_model_of(
    view: View,
    selection: Selection,
    context: TableContext,
    chapter: Chapter = NO_CHAPTER,
    spoken: TableContext | None = None,
) -> PromptModel:
    """Return the content of the prompt for `view`. The headline is in the words of `spoken`, which may leave out
    places: the board marks what is chosen, and the buttons tell the rest apart."""
    asked = _base_model(view, selection, context, spoken or context)
    if view.may_undo or view.outcome is not None or selection.decision is not None or view.secretly:
        why = context.words.refusal(view.why_no_undo) if view.why_no_undo else ""
        asked = replace(asked, may_undo=view.may_undo, why_no_undo=why)
    if view.outcome is not None:
        return asked
    stage = context.words.anchor(view.phase) if view.phase not in ("", chapter.phase) else ""
    if view.secretly:
        stage = context.texts("table.prompt.secretly")
    named = context.words.anchor(chapter.phase) if chapter.phase else ""
    return replace(asked, chapter=named, new_chapter=chapter.new, stage=stage)


def _base_model(view: View, selection: Selection, context: TableContext, spoken: TableContext) -> PromptModel:
    if view.outcome is not None:
        return PromptModel(
            winners(view.outcome, context, view.teams),
            first_seats(view.outcome)[0],
            over=True,
            hint=early_sentence(view.outcome, context) or context.texts("table.prompt.over"),
        )
    if selection.decision is None:
        return _waiting_model(view, context)
    decision = selection.decision
    # The budget is drawn beside the headline, and said below it.
    heading = structs.replace(decision, entries=_possible_entries(selection, decision, context), budget=())
    return PromptModel(
        headline=spoken.words.decision(heading),
        colour=decision.seat,
        mine=True,
        entries=_entries(selection, context),
        values=tuple(
            ValueButton(
                option,
                context.words.answer(option, decision, armed=selection.armed is not None),
                context.words.option(option, decision),
                minimap_for(option.value, decision, option.entry, context),
            )
            for option in selection.without_place
            if not is_placement(option, decision, view)  # a piece beside the board is clicked, and needs no button
        ),
        budget=decision.budget,
        hint=_hint(selection, decision, context, view),
        brief=bool(selection.on_board),  # highlighted; a row for the hint would move them between two clicks
        may_go_back=decision.parameter > 0 or selection.armed is not None,
    )


def _possible_entries(selection: Selection, decision: DecisionView, context: TableContext) -> tuple[EntryView, ...]:
    """Return the entries that a click can mean: the one whose button was pressed, or all."""
    armed = selection.entry(selection.armed) if selection.armed is not None else None
    return (armed,) if armed is not None else tuple(entry for _, entry in _distinct(decision, context))


def _hint(selection: Selection, decision: DecisionView, context: TableContext, view: View) -> str:
    if decision.budget and decision.parameter == 0 and len(_distinct(decision, context)) > 1:
        left = ", ".join(f"{amount} {context.words.name(name, amount)}" for name, amount in decision.budget)
        return context.texts("table.prompt.left", budget=left)
    if any(is_placement(option, decision, view) for option in selection.without_place):
        return context.texts("table.prompt.tray")
    places = {option.value.place for option in selection.on_board}
    if not places:
        return ""  # the buttons are the choice
    things = {option.value.text for option in selection.on_board}
    if len(places) == 1 and len(things) > 1:
        return context.texts("table.prompt.pieces", n=len(things))
    return context.texts("table.prompt.goal" if decision.parameter else "table.prompt.touch", n=len(places))


def _waiting_model(view: View, context: TableContext) -> PromptModel:
    """Return the content while the viewer has no choice: the players that the match waits for."""
    if not view.decisions:
        return PromptModel(context.texts("table.prompt.nobody"), view.active)
    decision = view.decisions[0]
    if view.secretly:
        players = ", ".join(context.player(decision.seat) for decision in view.decisions)
        key = "table.prompt.decided" if view.seat else "table.prompt.deciding"
        return PromptModel(context.texts(key, players=players), view.seat)
    return PromptModel(context.words.decision(decision, mine=False), decision.seat, budget=decision.budget)


def _entries(selection: Selection, context: TableContext) -> tuple[EntryButton, ...]:
    """Return a button for each entry; none if a later parameter is chosen, or if only the board is needed."""
    decision = selection.decision
    if decision is None or decision.parameter > 0:
        return ()
    entries = _distinct(decision, context)
    alone = selection.only_action
    return tuple(_button(number, entry, selection, context) for number, entry in entries if number != alone)


def answers_beside_board(selection: Selection, context: TableContext) -> tuple[str, ...]:
    """Return the texts of the answers that can be chosen now, if none of them is on the board."""
    decision = selection.decision
    if decision is None or selection.on_board:
        return ()
    entries = tuple(button.text for button in _entries(selection, context) if button.possible)
    return entries or tuple(context.words.answer(option, decision) for option in selection.without_place)


def _distinct(decision: DecisionView, context: TableContext) -> tuple[tuple[int, EntryView], ...]:
    """Return the entries with their numbers, each action once; a possible entry goes before an impossible one. What the
    options never allow is left out."""
    found: dict[str, tuple[int, EntryView]] = {}
    for number, entry in enumerate(decision.entries):
        if not entry.possible and entry.action in context.ruled_out():
            continue
        if entry.action not in found or (entry.possible and not found[entry.action][1].possible):
            found[entry.action] = number, entry
    return tuple(found.values())


def _button(number: int, entry: EntryView, selection: Selection, context: TableContext) -> EntryButton:
    sentence = context.words.entry(structs.replace(entry, price=0))  # the button draws its price
    return EntryButton(
        number,
        entry.action,
        context.words.short(entry),
        sentence,
        entry.price,
        entry.budget,
        entry.possible,
        selection.armed == number,
    )


# ---- arrangement of the parts in the width of the panel


_SPARE = 7  #: pixels that the tools leave free in a row of their own


@dataclass(frozen=True, slots=True)
class PromptWidths:
    """Widths of the parts of the prompt in pixels, with the gaps that follow them."""

    inside: int  #: of the panel within its margins
    room: int  #: of the first row beside the badge
    headline: int  #: in one line
    tools: int  #: of all buttons with their texts
    icons: int  #: of the same, where those that have icons show nothing else
    answers: int = 0  #: in one row; 0: there are none
    tight_answers: int = 0  #: the same without keys and without the texts of impossible entries
    rows: int = 0  #: of answers below the headline
    tight_rows: int = 0  #: of the same, drawn with less
    small_headline: int = 0  #: in two small lines; 0: unknown
    dense_answers: int = 0  #: of the answers with their texts in two small lines


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the prompt places its parts."""

    two_rows: bool = False  #: the answers, if there are any, are below the headline
    icons_alone: bool = False  #: tools show their icons without their texts
    tight: bool = False  #: answers are drawn with less, which saves a row
    tools_below: bool = False  #: the tools have a row of their own, because the headline needs the width
    small: bool = False  #: the headline has two small lines, and nothing below it
    dense: bool = False  #: the texts of the answers have two small lines


def arrange(widths: PromptWidths, *, two_rows: bool) -> Arrangement:
    """Return the arrangement in as few rows as possible, with as many texts as fit into them.

    With `two_rows`, an earlier question needed the second row: it stays, so that the board below does not move between
    choices. Everything else follows from this question alone.
    """
    if widths.answers and not two_rows:
        for tight, answers in ((False, widths.answers), (True, widths.tight_answers)):
            for icons_alone, tools in ((False, widths.tools), (True, widths.icons)):
                if widths.headline + answers + tools <= widths.room:
                    return Arrangement(icons_alone=icons_alone, tight=tight)
        if widths.small_headline and widths.small_headline + widths.tight_answers + widths.icons <= widths.room:
            tight = widths.small_headline + widths.answers + widths.icons > widths.room
            return Arrangement(icons_alone=True, tight=tight, small=True)
    icons_alone = widths.headline + widths.tools > widths.room
    # A headline of almost two lines fits beside the tools; a longer one gets the whole row.
    tools_below = icons_alone and (widths.room - widths.icons) * 7 < widths.headline * 4
    if tools_below:
        icons_alone = widths.inside < widths.tools + _SPARE
    return Arrangement(two_rows or bool(widths.answers), icons_alone, widths.tight_rows < widths.rows, tools_below)


def arrange_low(widths: PromptWidths, *, two_rows: bool) -> Arrangement:
    """Return the arrangement in a low window: a row for question and tools, and another one for all answers, if they do
    not fit beside the question."""
    room, lines = widths.room, ((False, widths.headline), (True, widths.small_headline))
    if widths.answers and not two_rows:
        for dense, answers in ((False, widths.tight_answers), (True, widths.dense_answers)):
            for small, headline in lines:
                for icons_alone, tools in ((False, widths.tools), (True, widths.icons)):
                    if headline + answers + tools <= room:
                        return Arrangement(False, icons_alone, tight=True, small=small, dense=dense)
    small = widths.headline + widths.icons > room
    icons_alone = (widths.small_headline if small else widths.headline) + widths.tools > room
    dense = widths.tight_answers > widths.inside
    return Arrangement(two_rows or bool(widths.answers), icons_alone, tight=True, small=small, dense=dense)


# ---- pips: the rest of a budget


_SIZE, _GAP = 14, 6
MOST = 12  #: largest number of pips


class Pips(QWidget):
    """Row of pips: filled ones for the rest of a budget, empty ones for what is spent since `restart`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = self._of = 0
        self._theme: Theme | None = None

    def restart(self) -> None:
        """Start a new turn: forget the largest budget."""
        self._of = 0

    def show_state(self, left: int, theme: Theme, spoken: str) -> None:
        """Show how much is left; `spoken` says the same in words."""
        self._left, self._of, self._theme = left, max(self._of, left), theme
        self.setAccessibleName(spoken)
        set_tip(self, spoken)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(min(self._of, MOST) * (_SIZE + _GAP) + 2, _SIZE + 4)

    def minimumSizeHint(self) -> QSize:  # noqa: D102
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = QColor(self._theme.accent)
        for number in range(min(self._of, MOST)):
            painter.setPen(QPen(accent, 2))
            painter.setBrush(accent if number < self._left else Qt.BrushStyle.NoBrush)
            middle = QPointF(_SIZE / 2 + 2 + number * (_SIZE + _GAP), self.height() / 2)
            painter.drawEllipse(middle, _SIZE / 2 - 1, _SIZE / 2 - 1)


class ToolButton(Button):
    """Button with an icon and a text; in a narrow panel, with its icon alone and the text as tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self._text = self._tip = ""
        self._compact = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def setText(self, text: str) -> None:
        """Override QAbstractButton: keep the text also while it is not drawn."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self._show()

    def text(self) -> str:
        """Override QAbstractButton: return the text, drawn or not."""
        return self._text

    def set_description(self, description: str) -> None:
        """Set what the button will do, for the tooltip and for screen readers."""
        if description == self._tip:
            return
        self._tip = description
        self.setAccessibleDescription(description)
        self._show()

    @property
    def compact(self) -> bool:
        """Whether the icon is drawn without the text."""
        return self._compact

    def set_compact(self, compact: bool) -> None:
        """Draw the icon alone, or icon and text."""
        if compact != self._compact:
            self._compact = compact
            self.setProperty("compact", compact)
            self.style().polish(self)
            self._show()

    def width_if(self, compact: bool) -> int:
        """Return the width with the icon alone, or with icon and text."""
        if compact:
            return SIDE + BESIDE + _COMPACT
        drawn = QFont(self.font())
        drawn.setWeight(QFont.Weight.DemiBold)
        return SIDE + BESIDE + round(QFontMetricsF(drawn).horizontalAdvance(self._text)) + _SPACIOUS

    def _show(self) -> None:
        super().setText("" if self._compact else self._text)
        set_tip(self, "\n".join(part for part in (self._text if self._compact else "", self._tip) if part))


class Headline(PlainLabel):
    """Label of the question, which wraps. In a low window it has at most two lines, and ends with an ellipsis if it
    needs more."""

    def __init__(self) -> None:
        super().__init__("heading", wraps=True)
        self._text, self._low = "", False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def text(self) -> str:
        """Override QLabel: return the whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Override QLabel: show as much of the text as there is room for."""
        self._text = text
        self._compose()

    def set_low(self, low: bool) -> None:
        """Limit the number of lines, or do not."""
        self._low = low
        self._compose()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: cut the text elsewhere."""
        super().resizeEvent(event)
        self._compose()

    def _compose(self) -> None:
        text, metrics = self._text, QFontMetricsF(self.font())
        if self._low and len(lines := wrap_lines(text, metrics, self.width())) > 2:
            rest = " ".join(lines[1:])
            text = f"{lines[0]}\n{metrics.elidedText(rest, Qt.TextElideMode.ElideRight, self.width())}"
        if text != super().text():
            super().setText(text)
            set_tip(self, "" if text == self._text else self._text)


def two_lines(text: str, metrics: QFontMetricsF) -> str:
    """Return a text broken between two words so that it is as narrow as possible."""
    words = text.split(" ")
    broken = [text, *("\n".join((" ".join(words[:cut]), " ".join(words[cut:]))) for cut in range(1, len(words)))]
    return min(broken, key=lambda lines: max(metrics.horizontalAdvance(line) for line in lines.split("\n")))


_COMPACT, _SPACIOUS = 22, 38  #: width of a tool button around icon and text, in pixels
_KEYS = 9  #: number of buttons with a number key
_MARGIN, _BETWEEN, _BESIDE_BADGE = 14, 10, 10  #: pixels at the edges, between parts, and beside the badge
_SMALL_HEADING, _SMALLER = "small heading", 1.28 / 1.4  #: role of a headline in two lines, and how its size differs
_SLACK = 12  #: pixels beside a text in one line, so that rounding never breaks it
_LEAST_ANSWER, _AROUND_LINES = 38, 5  #: height of an answer in a low window, and of it beside its lines, in pixels
_BETWEEN_LINES = 4  #: around two lines of a headline
_LOW_ICON = 30  #: height of an icon there
_KEPT, _NO_LIMIT = Qt.AspectRatioMode.KeepAspectRatio, (1 << 24) - 1  #: the latter is Qt's largest height
_LEAST_HINT = 140  #: pixels of a hint beside the answers
_FEW_ACTIONS = 3  #: of a game whose answers mostly fit beside the question


@dataclass(frozen=True, slots=True)
class _Heights:
    """Heights of the panel in pixels."""

    above: int  #: and below all rows
    between: int  #: two rows
    badge: int


_USUAL, _LOW = _Heights(8, 8, 44), _Heights(5, 4, 38)


@dataclass(frozen=True, slots=True)
class AnswerFace:
    """What the button of an answer shows."""

    button: QPushButton
    key: str  #: that presses it; empty: none
    minimap: MiniMap
    drawing: Drawing | None
    text: str


class Prompt(QFrame):
    """Panel that shows who acts, what is to be chosen, and the rest of the budget.

    Signals:
        entry_pressed: The button of an entry was pressed; carries the number of the entry.
        value_pressed: The button of a value was pressed; carries the number of the option.
        undo_requested, back_requested, score_requested, hand_over_requested, hint_requested, recap_requested,
            pause_requested: The button of this name was pressed.
        menu_requested: The button of the menu was pressed; carries the point of the screen below it.
        reason_wanted: The pointer or the focus is on the button of an impossible entry; carries its number.
            `show_entry_reason` adds the reason to its tooltip.
        held: A button was held for long on a touch screen; carries the subject to explain.
        hint_hovered: The pointer is over the button for a hint, so that one can be prepared.
    """

    entry_pressed = Signal(int)
    value_pressed = Signal(int)
    undo_requested = Signal()
    back_requested = Signal()
    score_requested = Signal()
    hand_over_requested = Signal()
    hint_requested = Signal()
    recap_requested = Signal()
    pause_requested = Signal()
    menu_requested = Signal(QPoint)
    held = Signal(object)
    hint_hovered = Signal()
    reason_wanted = Signal(int)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._context = context
        self._badge = Badge(44)
        self.headline = Headline()
        self.chapter = ElidingLabel("chapter")
        self.chapter.setIndent(0)
        self.stage = ElidingLabel("soft")
        self.advice = ElidingLabel("soft")  #: how to choose, where that fits into a line below the headline
        self._pips = Pips()
        self.back, self.undo, self.hint, self.recap, self.pause = (ToolButton() for _ in range(5))
        self.menu = ToolButton()  #: opens the menus of the program, where there is no menu bar
        self.menu.set_compact(True)
        self.menu.hide()
        self.menu.clicked.connect(lambda: self.menu_requested.emit(point_below(self.menu)))
        self._tools = self.hint, self.recap, self.pause, self.back, self.undo
        self.confirm = button("primary")
        self.score = button("primary")
        self.hand_over = button("primary")
        self.answers = QWidget()  #: contains a button for each entry or value
        self._flow = FlowLayout(self.answers)
        self._more = button()  #: opens a menu of the answers that do not fit
        self._more.setProperty("compact", "dense")
        self._more.setParent(self.answers)
        self._more.hide()
        self._more.clicked.connect(self._open_more)
        self._entries: dict[int, QPushButton] = {}
        self._values: dict[QPushButton, int] = {}  #: the options of the buttons of values
        self._unexplained: set[int] = set()  #: impossible entries without a reason in their tooltip
        self._explained = False  #: a reason was asked for since the last question
        self._shown: tuple[PromptModel, int] | None = None
        self._turn: tuple[str, int] = ("", -1)
        self._hint: WrappingLabel | None = None  #: how to choose, in a row of its own
        self._faces: list[AnswerFace] = []  #: of the buttons of the answers
        self._arrangement = Arrangement()
        self._tight = self._dense = self._low = False
        self._lay_out()
        self.back.clicked.connect(self.back_requested)
        self.undo.clicked.connect(self.undo_requested)
        self.hint.clicked.connect(self.hint_requested)
        self.recap.clicked.connect(self.recap_requested)
        self.pause.clicked.connect(self.pause_requested)
        self.hint.installEventFilter(self)
        self.score.clicked.connect(self.score_requested)
        self.hand_over.clicked.connect(self.hand_over_requested)

    def _lay_out(self) -> None:
        self._below_headline = row(self.chapter)
        self._below_headline.setSpacing(_BETWEEN)
        self._below_headline.addWidget(self.stage, 1000)
        self._below_headline.addWidget(self.advice)
        self._below_headline.addStretch(1)  # takes the rest where there is no stage: the chapter is as wide as its text
        said = QVBoxLayout()
        said.setSpacing(1)
        said.addStretch(1)
        said.addWidget(self.headline)
        said.addLayout(self._below_headline)
        said.addStretch(1)
        headed = QHBoxLayout()
        headed.setSpacing(_BESIDE_BADGE)
        headed.addWidget(self.menu)
        headed.addWidget(self._badge)
        headed.addLayout(said, 1)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(_BETWEEN)
        self._buttons.addStretch(1)
        for widget in (self._pips, *self._tools, self.confirm, self.score, self.hand_over):
            self._buttons.addWidget(widget)
            widget.hide()  # until the first question
        self._top = top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        top.setSpacing(_BETWEEN)
        top.addLayout(headed, 1)
        top.addLayout(self._buttons)
        self._rows = layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _USUAL.above, _MARGIN, _USUAL.above)
        layout.setSpacing(_USUAL.between)
        layout.addLayout(top)
        layout.addWidget(self.answers)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: emit `hint_hovered` and `reason_wanted`, and show tooltips beside the buttons."""
        if watched is self.hint and event.type() == QEvent.Type.Enter:
            self.hint_hovered.emit()
        elif event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            entry = next((number for number in self._unexplained if self._entries.get(number) is watched), None)
            if entry is not None:
                self._unexplained.discard(entry)  # before the answer, which may come at once
                self._explained = True
                self.reason_wanted.emit(entry)
        elif event.type() == QEvent.Type.ToolTip and isinstance(watched, QPushButton) and watched.toolTip():
            show_tip_beside(watched, watched.rect(), watched.toolTip())
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: arrange the parts for another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrangement = Arrangement()
            self._arrange()

    def set_low(self, low: bool) -> None:
        """Take little height, in a low window: smaller texts, and one row for all answers."""
        if low == self._low:
            return
        self._low, heights = low, _LOW if low else _USUAL
        self._rows.setContentsMargins(_MARGIN, heights.above, _MARGIN, heights.above)
        self._rows.setSpacing(heights.between)
        self._badge.set_size(heights.badge)
        self.headline.set_low(low)
        self._arrangement = Arrangement()
        for face in self._faces:
            self._draw_face(face)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: the minimum size with the buttons below the headline, and icons alone on those that have
        icons."""
        least = super().minimumSizeHint()
        wishes = max(self._flow.minimumSize().width(), self._width_of_buttons(compact=True))
        return QSize(wishes + 2 * _MARGIN + _SPARE, least.height())

    def _width_of_buttons(self, *, compact: bool) -> int:
        others = (self._pips, self.confirm, self.score, self.hand_over)
        widths = [each.sizeHint().width() for each in others if not each.isHidden()]
        widths += [each.width_if(compact) for each in self._tools if not each.isHidden()]
        return sum(widths) + self._buttons.spacing() * len(widths)

    def _arrange(self) -> None:
        """Place answers and tools for the width of the panel."""
        two_rows = self._arrangement.two_rows
        if self._low:
            two_rows = two_rows or self._hint is not None or self._has_many_actions()
        widths = self._measure()
        self._arrangement = arranged = (arrange_low if self._low else arrange)(widths, two_rows=two_rows)
        self._set_tight(arranged.tight, dense=arranged.dense)
        self._set_role(self.headline, _SMALL_HEADING if arranged.small or self._low else "heading")
        for each in self._tools:
            each.set_compact(arranged.icons_alone)
        below = arranged.two_rows or not widths.answers
        self._move_answers(below=below)
        self._fold(widths.inside)
        self.answers.setMinimumSize(0 if below else self._width_of_answers(), 0)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        direction = down if arranged.tools_below else across
        if direction != self._top.direction():
            self._top.setDirection(direction)
        tools = widths.icons if arranged.icons_alone else widths.tools
        self._place_hint(widths.room - tools - (0 if below else self._width_of_answers()))

    def _measure(self) -> PromptWidths:
        """Return the widths of the parts. The answers are measured tight only where they do not fit otherwise."""
        inside = self.width() - 2 * _MARGIN
        tools, icons = self._width_of_buttons(compact=False), self._width_of_buttons(compact=True)
        one_line = self._headline_metrics(small=False).horizontalAdvance(self.headline.text())
        headline = math.ceil(one_line) + _SLACK
        menu = 0 if self.menu.isHidden() else self.menu.width_if(compact=True) + _BESIDE_BADGE
        room = inside - menu - self._badge.width() - _BESIDE_BADGE
        if self._low:
            self._set_tight(True)
            tight = dense = self._width_of_answers()
            if tight > min(inside, room - headline - icons):
                self._set_tight(True, dense=True)
                dense = self._width_of_answers()
            small = self._small_headline()
            return PromptWidths(inside, room, headline, tools, icons, tight, tight, 1, 1, small, dense)
        self._set_tight(False)
        answers = tight = self._width_of_answers()
        rows = tight_rows = self._rows_of_answers(inside)
        if answers > min(inside, room - headline - icons):
            self._set_tight(True)
            tight, tight_rows = self._width_of_answers(), self._rows_of_answers(inside)
        return PromptWidths(
            inside, room, headline, tools, icons, answers, tight, rows, tight_rows, self._small_headline()
        )

    def _has_many_actions(self) -> bool:
        """Whether the answers of the game need a row of their own, as it has more than a few actions: they have it
        from the first question on, so that the board need not move."""
        book = self._context.rulebook
        return book is not None and len(book().limits.keys() - self._context.ruled_out()) > _FEW_ACTIONS

    def _fold(self, inside: int) -> None:
        """Put the answers that do not fit into a row of a low window into a menu, first those that are impossible."""
        faces, gap = self._faces, self._flow.spacing()
        widths = {face.button: face.button.sizeHint().width() + gap for face in faces}
        shown = dict(widths)
        self._more.setText(self._context.texts("table.prompt.more"))
        if self._low and self._arrangement.two_rows and sum(widths.values()) - gap > inside:
            room = inside - self._more.sizeHint().width()
            quiet = [face for face in faces if face.button.property("role") == "quiet"]
            for face in (*quiet[::-1], *(face for face in faces[::-1] if face not in quiet)):
                if sum(shown.values()) <= room:
                    break
                del shown[face.button]
        for face in faces:
            face.button.setVisible(face.button in shown)
        self._more.setVisible(len(shown) < len(widths))

    def _open_more(self) -> None:
        """Open the menu of the answers that are not shown."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for face in self._faces:
            if face.button.isHidden():
                action = add_entry(menu, face.text, face.button.toolTip())
                action.triggered.connect(face.button.click)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(point_below(self._more))

    def _headline_metrics(self, *, small: bool) -> QFontMetricsF:
        """Return the metrics of the headline in one line, or in two small ones."""
        font = QFont(self.headline.font())
        is_small, small = self.headline.property("role") == _SMALL_HEADING, small or self._low
        if small != is_small:
            font.setPointSizeF(font.pointSizeF() * (_SMALLER if small else 1 / _SMALLER))
        return QFontMetricsF(font)

    def _small_headline(self) -> int:
        """Return the least width in which the headline has two small lines; 0 where the hint needs a line, too."""
        if self._hint is not None and not self._low:
            return 0
        metrics, words = self._headline_metrics(small=True), self.headline.text().split()
        halves = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(len(words)))
        widths = [max(metrics.horizontalAdvance(half) for half in both) for both in halves]
        return math.ceil(min(widths, default=0)) + _SLACK

    def _move_answers(self, *, below: bool) -> None:
        """Lay out the answers below the headline, or beside it."""
        if below == (self._rows.indexOf(self.answers) >= 0):
            return
        if below:
            self._top.removeWidget(self.answers)
            self._rows.addWidget(self.answers)
        else:
            self._rows.removeWidget(self.answers)
            self._top.insertWidget(1, self.answers, 0, Qt.AlignmentFlag.AlignVCenter)  # like the tools beside them

    def _settle(self) -> None:
        """Lay out the parent at once, so that a click after this meets the board where it stays."""
        parent = self.parentWidget()
        layout = parent.layout() if parent is not None else None
        if layout is not None and self.isVisible():
            layout.activate()

    def _width_of_answers(self) -> int:
        """Return the width of the answers in one row; 0 if there are none, or if the hint alone is there."""
        widths = self._widths_of_answers()
        return sum(widths) + (self._flow.spacing() + 1) * len(widths)

    def _rows_of_answers(self, room: int) -> int:
        """Return the number of rows that the answers take in a width. New buttons are not in the layout's sizes yet."""
        rows, x = 0, room + 1
        for width in self._widths_of_answers():
            if x + width > room:
                rows, x = rows + 1, 0
            x += width + self._flow.spacing()
        return rows

    def _widths_of_answers(self) -> list[int]:
        return [each.sizeHint().width() for each in (*self._entries.values(), *self._values)]

    def _place_hint(self, room: int) -> None:
        """Show the hint in the line below the headline, else in a row of its own unless there are answers enough."""
        said, small = self.advice.text(), self._arrangement.small
        self.chapter.setVisible(bool(self.chapter.text()) and not small)
        left = room - (self.chapter.sizeHint().width() + _BETWEEN if self.chapter.text() else 0)
        whole = self.stage.sizeHint().width()  # a stage that is cut says less than none
        self.stage.setVisible(bool(self.stage.text()) and not small and left >= whole)
        before = [each for each in (self.chapter, self.stage) if not each.isHidden()]
        taken = sum(each.sizeHint().width() + _BETWEEN for each in before)
        fits = bool(said) and not small and taken + self.advice.fontMetrics().horizontalAdvance(said) + _SLACK <= room
        self.advice.setVisible(fits)
        # If there is too little room, the stage is shortened first: it has what the chapter leaves.
        wanted = QSizePolicy.Policy.Preferred if fits else QSizePolicy.Policy.Ignored
        self.stage.setSizePolicy(wanted, QSizePolicy.Policy.Preferred)
        self._below_headline.setStretchFactor(self.stage, 0 if fits else 1000)
        if self._hint is not None and self._low:
            beside = self.width() - 2 * _MARGIN - self._width_of_answers() - self._flow.spacing()
            self._hint.setVisible(not fits and beside >= _LEAST_HINT)
            self._hint.setFixedWidth(beside)
        elif self._hint is not None:
            self._hint.setVisible(not fits and not small)
        in_row = len(self._faces) + (0 if self._hint is None or fits else 1)
        self.answers.setVisible(in_row > 0)
        self.setMinimumHeight(self._least_height())

    def _least_height(self) -> int:
        """Return the height of one row or of two, which does not depend on the question."""
        line, chapter = self.headline.fontMetrics().lineSpacing(), self.chapter.sizeHint().height()
        lines = 2 * line + _BETWEEN_LINES if self._low else line + 1 + chapter
        row = max(self._badge.height(), self.confirm.sizeHint().height(), lines)
        second = self._low_height() if self._low else self.confirm.sizeHint().height()
        height = 2 * self._rows.contentsMargins().top() + row
        return height + (self._rows.spacing() + second if self._arrangement.two_rows else 0)

    def _low_height(self) -> int:
        """Return the height of an answer in a low window: two small lines, and enough for a finger."""
        return max(_LEAST_ANSWER, 2 * self._more.fontMetrics().lineSpacing() + _AROUND_LINES)

    def set_context(self, context: TableContext) -> None:
        """Use this language, look and theme from the next `show_state` on."""
        self._context = context
        self._shown = None
        theme = context.theme
        self.menu.setText(context.texts("table.prompt.menu"))
        signs = (
            (self.menu, "menu"),
            (self.hint, "hint"),
            (self.recap, "replay"),
            (self.back, "left"),
            (self.undo, "undo"),
        )
        for pressed, name in signs:
            set_icon(pressed, name, theme.ink)
        set_icon(self.confirm, "check", theme.accent_ink)
        set_icon(self.score, "trophy", theme.accent_ink)
        set_icon(self.hand_over, "people", theme.accent_ink)

    def offer_menu(self, offered: bool) -> None:
        """Show the button of the menu, or hide it."""
        self.menu.setVisible(offered)
        self._arrange()

    def show_state(self, asked: PromptModel, turn: int) -> None:
        """Show what is asked; budgets start again when `turn` changes."""
        if (asked, turn) == self._shown and not self._was_touched:
            return
        self._shown = asked, turn
        with laid_out_once(self._rows, self._flow):
            self._show(asked, turn)
        self._settle()

    @property
    def _was_touched(self) -> bool:
        """Whether a button of an answer has the focus or says why it is impossible: both end with a new question."""
        focused = any(each.hasFocus() for each in (*self._entries.values(), *self._values))
        return focused or self._explained

    def _show(self, asked: PromptModel, turn: int) -> None:
        texts = self._context.texts
        self._badge.show_state(asked.colour, self._context)
        said = self.headline.text()
        self.headline.setText(asked.headline)
        self.headline.setAccessibleName(asked.headline)
        if said != asked.headline:
            announce(self.headline, asked.headline)
        self._show_phase(asked)
        self._show_budget(asked, turn)
        self.back.setText(texts("table.prompt.back"))
        self.back.setVisible(asked.may_go_back)
        self.confirm.setText(texts("table.prompt.confirm"))
        self.confirm.setVisible(asked.may_confirm)
        self.undo.setVisible(asked.has_undo and not asked.may_confirm)  # Back drops the choice that is shown
        self.undo.setText(texts("table.prompt.ask_back" if asked.may_request_undo else "table.prompt.undo"))
        self._show_undo(asked)
        self.hint.setText(texts("table.hint.button"))
        self.hint.setVisible(asked.may_ask_hint)
        self.recap.setText(texts("table.recap.button"))
        self.recap.setVisible(asked.may_show_recap)
        self.pause.setText(texts("table.wait.go_on" if asked.paused else "table.wait.button"))
        set_icon(self.pause, "play" if asked.paused else "pause", self._context.theme.ink)
        self.pause.setVisible(asked.may_pause)
        self.score.setText(texts("table.prompt.sheet"))
        self.score.setVisible(asked.over)
        self.hand_over.setText(texts("table.prompt.hand_over"))
        self.hand_over.setVisible(asked.may_hand_over)
        self._show_answers(asked)
        self._arrange()

    def entry_button(self, number: int) -> QPushButton | None:
        """Return the button of an entry; None if it is not shown."""
        return self._entries.get(number)

    def subject_at(self, at: QPoint) -> Subject | None:
        """Return what "What is this?" explains at a point: the action or the value of a button."""
        under = self.childAt(at)
        entry = next((number for number, made in self._entries.items() if made is under), None)
        if entry is not None:
            return EntrySubject(entry)
        return OptionSubject(self._values[under]) if isinstance(under, QPushButton) and under in self._values else None

    def _explain_entry(self, entry: int, _at: QPoint) -> None:
        self.held.emit(EntrySubject(entry))

    def _explain_option(self, option: int, _at: QPoint) -> None:
        self.held.emit(OptionSubject(option))

    def show_entry_reason(self, number: int, reason: str) -> None:
        """Add the reason why an entry is impossible to its tooltip and its description for screen readers."""
        made = self._entries.get(number)
        if made is None:
            return
        made.setAccessibleDescription(reason)
        set_tip(made, f"{made.accessibleName()}\n{reason}")
        if QToolTip.isVisible() and made.underMouse():
            show_tip_beside(made, made.rect(), made.toolTip())

    def press_number(self, number: int) -> None:
        """Press the button at an index (from 0) of the row."""
        if number < self._flow.count():
            item = self._flow.itemAt(number)
            made = item.widget() if item is not None else None
            if isinstance(made, QPushButton):
                made.click()

    def _show_phase(self, asked: PromptModel) -> None:
        """Show the part of the match and of the turn; a new part of the match is highlighted."""
        self._set_role(self.chapter, "new chapter" if asked.new_chapter else "chapter")
        room = 7 if asked.new_chapter else 0
        self.chapter.setContentsMargins(room, 0, room, 0)
        for part, text in ((self.chapter, asked.chapter), (self.stage, asked.stage)):
            part.setText(text)
            part.setVisible(bool(text))

    @staticmethod
    def _set_role(widget: QWidget, role: str) -> None:
        if widget.property("role") != role:
            widget.setProperty("role", role)
            widget.style().polish(widget)
            widget.updateGeometry()

    def _show_undo(self, asked: PromptModel) -> None:
        """Show the state of the undo button; it is shown also if undo is impossible, to explain why."""
        self._set_role(self.undo, "" if asked.may_undo or asked.may_request_undo else "quiet")
        undo_text = asked.undo_text or asked.why_no_undo
        self.undo.set_description(undo_text)

    def _show_budget(self, asked: PromptModel, turn: int) -> None:
        if self._turn != (asked.colour, turn):
            self._turn = (asked.colour, turn)
            self._pips.restart()
        words = [self._context.named(self._context.words.name(name, left), str(left)) for name, left in asked.budget]
        left = asked.budget[0][1] if len(asked.budget) == 1 else MOST + 1
        self._pips.setVisible(left <= MOST)
        if left <= MOST:
            self._pips.show_state(left, self._context.theme, ", ".join(words))

    def _show_answers(self, asked: PromptModel) -> None:
        self._flow.removeWidget(self._more)
        self._flow.clear()
        self._entries, self._values, self._unexplained, self._explained = {}, {}, set(), False
        self._faces = []
        if not any(entry.armed for entry in asked.entries):  # the values of the only action, before its end
            self._add_values(asked)
        for entry in asked.entries:
            made = self._entry(entry)
            self._entries[entry.number] = made
            self._flow.addWidget(made)
            made.show()
        if any(entry.armed for entry in asked.entries):
            self._add_values(asked)
        self._flow.addWidget(self._more)
        self.advice.setText(asked.hint)
        self._hint = None
        if asked.hint and (asked.rotating or not (asked.brief or asked.entries or asked.values)):
            self._hint = hint = WrappingLabel("soft")
            hint.setText(asked.hint)
            hint.setMinimumHeight(button().sizeHint().height())
            self._flow.addWidget(hint)
            hint.show()

    def _add_values(self, asked: PromptModel) -> None:
        for value in asked.values:
            made = button()
            made.setText(value.text)
            made.setAccessibleName(value.sentence)
            self._set_icon(made, value.sentence, value.option.value.text, value.minimap)
            made.installEventFilter(self)
            made.clicked.connect(partial(self.value_pressed.emit, value.option.number))
            self._values[made] = value.option.number
            LongPress(made).held.connect(partial(self._explain_option, value.option.number))
            self._flow.addWidget(made)
            made.show()

    def _entry(self, entry: EntryButton) -> QPushButton:
        made = button("primary" if entry.armed else "")
        price = "  " + ("●" * entry.price if entry.price <= 5 else f"({entry.price})") if entry.price else ""
        made.setText(f"{entry.text}{price}")
        made.setAccessibleName(self._accessible_text(entry))
        if not entry.possible:
            made.setProperty("role", "quiet")
        self._set_icon(made, self._accessible_text(entry), entry.action)
        made.clicked.connect(partial(self.entry_pressed.emit, entry.number))
        made.installEventFilter(self)
        LongPress(made).held.connect(partial(self._explain_entry, entry.number))
        if not entry.possible:
            self._unexplained.add(entry.number)
        return made

    def _set_icon(self, made: QPushButton, spoken: str, name: str, minimap: MiniMap = ()) -> None:
        """Set the icon of a button: the key that presses it, the look's icon of its name, and a small map."""
        key = str(self._flow.count() + 1) if self._flow.count() < _KEYS else ""
        set_tip(made, self._context.texts("table.prompt.key", said=spoken, number=key) if key else spoken)
        drawing = None if minimap else self._context.look.icon(name)
        self._faces.append(AnswerFace(made, key, minimap, drawing, made.text()))
        self._draw_face(self._faces[-1])

    def _draw_face(self, face: AnswerFace) -> None:
        """Draw the icon and the text of a button; in little room without its key, with narrow margins, and an
        impossible entry that has an icon without its text; in less room with its text in two lines."""
        theme, key = self._context.theme, "" if self._tight else face.key
        made, silent = face.button, face.drawing is not None and face.button.property("role") == "quiet"
        silent = silent and (self._dense if self._low else self._tight)
        compact = "dense" if self._dense else "low" if self._low else "true" if self._tight else ""
        if made.property("compact") != compact:
            made.setProperty("compact", compact)
            made.style().polish(made)
        made.setMinimumHeight(self._low_height() if self._low else 0)
        made.setMaximumHeight(self._low_height() if self._low else _NO_LIMIT)
        text = two_lines(face.text, QFontMetricsF(made.font())) if self._dense else face.text
        made.setText("" if silent else text)
        if not (key or face.minimap or face.drawing):
            made.setIcon(QIcon())
            return
        ink = theme.accent_ink if made.property("role") == "primary" else theme.ink
        ratio = self.devicePixelRatioF()
        icon, size = answer_icon(key, face.minimap, face.drawing, ink, made.font(), self._context, ratio, alone=silent)
        made.setIcon(icon)
        made.setIconSize(size.scaled(size.boundedTo(QSize(size.width(), _LOW_ICON)), _KEPT) if self._low else size)

    def _set_tight(self, tight: bool, *, dense: bool = False) -> None:
        """Draw the buttons with less, or with everything."""
        if (tight, dense) != (self._tight, self._dense):
            self._tight, self._dense = tight, dense
            for face in self._faces:
                self._draw_face(face)

    def _accessible_text(self, entry: EntryButton) -> str:
        """Return what the button does for a screen reader; it begins with what the button shows."""
        texts, text, sentence = self._context.texts, entry.text, entry.sentence
        said = sentence if sentence.startswith(text) else self._context.named(text, sentence)
        parts = []
        if entry.price:
            budget = self._context.words.name(entry.budget, entry.price)
            parts.append(texts("table.prompt.price", price=entry.price, budget=budget))
        if not entry.possible:
            parts.append(texts("table.prompt.impossible"))
        if entry.armed:
            parts.append(texts("table.prompt.armed"))
        if parts and said[-1:] in ".?!…":
            return f"{said} {capital(', '.join(parts))}"
        return ", ".join((said, *parts))
