"""What is this? Finds what is under the pointer or has the focus, and explains it from the view of the seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, assert_never, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QCursor, QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.base.widgets import add_entry, capital
from app.session.link import Link
from app.table.layout.inspection import Inspection
from app.table.layout.table_layout import TableLayout
from app.table.model.selection import Selection
from app.table.model.shown_seat import ViewerState
from app.table.model.subjects import (
    CardSubject,
    EntrySubject,
    OptionSubject,
    PlayerSubject,
    Subject,
    ValueSubject,
    names_of,
    notations_of,
    options_of,
)
from app.table.model.things import Spot, Thing
from app.table.panels.descriptions import Description, describe_piece
from app.table.panels.enlarged import Inspected
from app.table.panels.explanation import Explanation, RuleRow
from app.table.panels.piles_and_figures import PileWidget
from dsl.match.table_messages import Reason
from dsl.match.view import EntryView, View

if TYPE_CHECKING:
    from dsl.rulebook.mentions import Mentions

_MOST_CHOICES = 10  #: shown; of more, the number
_MOST_QUESTIONS = 8  #: to the table about one thing: a host limits how many it answers


@runtime_checkable
class _Explained(Protocol):
    """A widget that knows what there is to explain at a point of it."""

    def subject_at(self, at: QPoint) -> Subject | None: ...


class Explanations(QObject):
    """Explains what is on the table: what it is, what can be chosen with it now, and which rules mention it.

    Everything is derived from the view of the seat that is shown, from the options of its decision, and from the
    rules. Why nothing can be chosen with it is asked of the table.

    Signals:
        rule_requested: The rulebook is to be opened at a rule; carries its anchor.
    """

    rule_requested = Signal(str)

    def __init__(
        self,
        link: Link,
        viewer: ViewerState,
        table_layout: TableLayout,
        inspection: Inspection,
        selection: Callable[[], Selection],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._link, self._viewer, self._table_layout = link, viewer, table_layout
        self._inspection, self._selection = inspection, selection
        self._sheet = table_layout.explanation
        self._mentions: tuple[object, Mentions] | None = None  #: with the function that made them
        self._asked: set[tuple[int, int]] = set()  #: positions and entries of questions without an answer
        self._reasons: list[str] = []
        self._subject: Subject | None = None  #: of the sheet that is open
        table_layout.installEventFilter(self)
        table_layout.board.menu_requested.connect(self._open_board_menu)
        table_layout.enlarged.explanation_requested.connect(self.explain)
        table_layout.prompt.held.connect(self.explain)
        table_layout.players.held.connect(self.explain)
        self._sheet.rule_requested.connect(self.rule_requested)
        link.value_explained.connect(self._take_reason)
        link.entry_explained.connect(self._take_reason)

    # ---- what is meant

    def explain_current(self) -> None:
        """Explain what has the focus, is under the pointer, or under the keyboard cursor of the board."""
        focused, table_layout = QApplication.focusWidget(), self._table_layout
        subject = None
        if focused is not None and focused is not table_layout.board and table_layout.isAncestorOf(focused):
            subject = self._subject_in(focused, focused.rect().center())
        spot = table_layout.board.current_spot
        if subject is None:
            at = QCursor.pos()
            under = QApplication.widgetAt(at)
            if under is not None and table_layout.isAncestorOf(under):
                subject = self._subject_in(under, under.mapFromGlobal(at))
        subject = subject or spot
        if subject is not None:
            self.explain(subject)
        else:
            table_layout.status.show_text(self._inspection.context.texts("explain.none"))

    def _subject_in(self, widget: QWidget, at: QPoint) -> Subject | None:
        """Return the subject at a point of a widget, or of the widgets around it."""
        here: QWidget | None = widget
        while here is not None and here is not self._table_layout:
            if isinstance(here, _Explained) and (subject := here.subject_at(at)) is not None:
                return subject
            at, here = here.mapToParent(at), here.parentWidget()
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: open the context menu of what is under the pointer, and answer Qt's own help mode."""
        if isinstance(event, QContextMenuEvent):
            under = QApplication.widgetAt(event.globalPos()) or self._table_layout.childAt(event.pos())
            return under is not None and self._open_menu_in(under, event.globalPos())
        if event.type() == QEvent.Type.QueryWhatsThis:
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.WhatsThis:
            self._explain_at(event.pos())
            return True
        return super().eventFilter(watched, event)

    def _explain_at(self, at: QPoint) -> None:
        """Explain what is at a point of the table."""
        under, board = self._table_layout.childAt(at), self._table_layout.board
        if under is None:
            return
        subject = self._subject_in(under, under.mapFrom(self._table_layout, at))
        if subject is None and (under is board or board.isAncestorOf(under)):
            subject = board.spot_at(board.viewport().mapFrom(self._table_layout, at))
        if subject is not None:
            self.explain(subject)

    def _open_menu_in(self, widget: QWidget, at: QPoint) -> bool:
        subject = self._subject_in(widget, widget.mapFromGlobal(at))
        if subject is None:
            return False
        self._open_menu(subject, at, widget.enlarge if isinstance(widget, PileWidget) and widget.inspected else None)
        return True

    def _open_board_menu(self, place: str, thing: Thing | None, at: QPoint) -> None:
        inspected = self._inspection.inspected_at(place, thing)
        enlarge = partial(self._inspection.enlarge, place, thing) if inspected is not None else None
        self._open_menu(Spot(place, thing), at, enlarge)

    def _open_menu(self, subject: Subject, at: QPoint, enlarge: Callable[[], None] | None) -> None:
        menu, texts = QMenu(self._table_layout), self._inspection.context.texts
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if enlarge is not None:
            add_entry(menu, texts("thing.enlarge")).triggered.connect(enlarge)
        add_entry(menu, texts("explain.button")).triggered.connect(partial(self.explain, subject))
        menu.popup(at)

    # ---- the explanation

    def explain(self, subject: Subject) -> None:
        """Open the sheet with the explanation of a subject."""
        view = self._viewer.view
        if view is None:
            return
        described = self._described(subject, view)
        if described is None:
            return
        self._subject = subject
        description, picture = described
        selection, context = self._selection(), self._inspection.context
        names = names_of(subject, view, selection)
        choices = self._choices(subject, selection, names)
        explanation = Explanation(
            description, picture, choices[:_MOST_CHOICES], max(0, len(choices) - _MOST_CHOICES),
            () if choices else (self._standstill(view, selection, context.texts("explain.nothing")),),
            self._rules(names),
        )  # fmt: skip
        self._reasons, self._asked = [], set()
        self._sheet.open(explanation, context)
        if not choices and selection.decision is not None:
            self._ask_why_not(subject, view, selection)

    def refresh(self) -> None:
        """The position has changed: explain the same thing in it, if the sheet is open and the thing is still there."""
        if self._sheet.shown is None or self._subject is None or self._viewer.view is None:
            return
        numbered = isinstance(self._subject, EntrySubject | OptionSubject)  # of the decision before
        if numbered or self._described(self._subject, self._viewer.view) is None:
            self._sheet.close_sheet()
        else:
            self.explain(self._subject)

    def _described(self, subject: Subject, view: View) -> tuple[Description, Inspected | None] | None:
        """Return a subject in words, with its picture if it has one; None if it is not there any more."""
        context, selection = self._inspection.context, self._selection()
        texts, words = context.texts, context.words
        match subject:
            case Spot(place, thing):
                description = self._inspection.describe(place, thing)
                return (description, self._inspection.inspected_at(place, thing)) if description is not None else None
            case CardSubject(zone, title, top, size, value):
                about = words.said(f"{zone}.about")
                cards = texts("table.zones.cards", n=size) if top is not None else texts("table.zones.empty")
                if top is None or not top.kind:
                    back = (describe_piece(top, context, beside=True).title,) if top is not None else ()
                    return Description(capital(title), (cards, *back), about), None
                card = describe_piece(top, context, size if value else 1, beside=True)
                lines = (*card.facts, capital(title), *((about,) if about else ()))
                return Description(card.title, lines, card.about), Inspected(top, card)
            case EntrySubject(entry):
                found = selection.entry(entry)
                return (self._described_entry(found), None) if found is not None else None
            case OptionSubject():
                option, decision = next(iter(options_of(subject, selection)), None), selection.decision
                if option is None or decision is None:
                    return None
                abouts = (words.said(f"{name}.about") for name in names_of(subject, view, selection))
                about = next((each for each in abouts if each), "")
                return Description(capital(words.answer(option, decision)), (), about), None
            case PlayerSubject(colour):
                return Description(context.player(colour), self._described_values(view, colour)), None
            case ValueSubject(name, text, owner):
                facts = (texts("thing.owner", player=context.player(owner)),) if owner else ()
                return Description(capital(text), facts, words.said(f"{name.partition(' of ')[0]}.about")), None
        assert_never(subject)

    def _described_entry(self, entry: EntryView) -> Description:
        context = self._inspection.context
        facts = []
        if entry.price:
            budget = context.words.name(entry.budget.rpartition(".")[2], entry.price)
            facts.append(context.texts("thing.cost", price=entry.price, budget=budget))
        title, sentence = capital(context.words.short(entry)), capital(context.words.entry(entry))
        about = context.words.said(f"{entry.action}.about") or context.rule(entry.action)
        return Description(title, tuple(facts), about or (sentence if sentence != title else ""))

    def _described_values(self, view: View, colour: str) -> tuple[str, ...]:
        """Return what a player has, each with the author's text about it."""
        context = self._inspection.context
        seat = next((seat for seat in view.seats if seat.colour == colour), None)
        if seat is None:
            return ()
        words, found = context.words, []
        for name, value in (*seat.values, *((name, str(left)) for name, left in seat.reserves)):
            about = words.said(f"{name}.about")
            said = context.named(capital(words.name(name)), words.text(value))
            found.append(f"{said} – {about}" if about else said)
        return tuple(found)

    def _choices(self, subject: Subject, selection: Selection, names: Sequence[str]) -> tuple[str, ...]:
        """Return what can be chosen with a subject, in sentences; with a value or a pile, the actions about it."""
        decision, view = selection.decision, self._viewer.view
        if decision is None or view is None:
            return ()
        words = self._table_layout.log.context_for(view).words  # without names that the board does not show
        choices = tuple(words.option(option, decision) for option in options_of(subject, selection))
        mentions = self._known_mentions()
        if not choices and isinstance(subject, ValueSubject | CardSubject | PlayerSubject) and mentions is not None:
            about = (entry for entry in decision.entries if entry.possible and not entry.is_word)
            choices = tuple(words.entry(entry) for entry in about if mentions.named_by(entry.action, names[-1:]))
        return tuple(dict.fromkeys(choices))

    def _standstill(self, view: View, selection: Selection, nothing: str) -> str:
        """Return why there is nothing to choose at all; `nothing` if there is a decision."""
        texts = self._inspection.context.texts
        if view.outcome is not None:
            return texts("explain.over")
        return nothing if selection.decision is not None else texts("explain.not_your_turn")

    def _known_mentions(self) -> Mentions | None:
        """Return the mentions of the game, which are read once for each language and set of rules."""
        rulebook = self._inspection.context.rulebook
        if rulebook is None:
            return None
        if self._mentions is None or self._mentions[0] is not rulebook:
            self._mentions = (rulebook, rulebook().mentions())
        return self._mentions[1]

    def _rules(self, names: Sequence[str]) -> tuple[RuleRow, ...] | None:
        mentions = self._known_mentions()
        if mentions is None:
            return None
        return tuple(RuleRow(each.anchor, each.title, each.sentence) for each in mentions.of(names))

    # ---- why not

    def _ask_why_not(self, subject: Subject, view: View, selection: Selection) -> None:
        """Ask the table why nothing can be chosen with a subject: entry by entry, in all ways of writing it."""
        decision = selection.decision
        if decision is None:
            return
        if isinstance(subject, EntrySubject):
            too_dear = selection.shortfall(subject.entry)
            if too_dear is not None:
                entry, left = too_dear
                budget = self._inspection.context.words.name(entry.budget, entry.price)
                price = {"action": self._inspection.context.words.short(entry), "price": entry.price, "left": left}
                self._add_reason(self._inspection.context.texts("table.reason.price", budget=budget, **price))
                return
            self._asked.add((view.position, subject.entry))
            self._link.ask_about_entry(view.seat, view.position, subject.entry)
            return
        notations = notations_of(subject, view, selection.only_kind)
        entries = [number for number, entry in enumerate(decision.entries) if entry.params and not entry.is_word]
        questions = [(entry, notation) for entry in entries for notation in notations]
        self._asked = {(view.position, entry) for entry, _ in questions[:_MOST_QUESTIONS]}
        for number, notation in questions[:_MOST_QUESTIONS]:
            self._link.ask_about_value(view.seat, view.position, number, notation)

    def _take_reason(self, position: int, number: int, reason: Reason) -> None:
        view, entry = self._viewer.view, self._selection().entry(number)
        if view is None or view.position != position or entry is None or (position, number) not in self._asked:
            return
        words = self._inspection.context.words
        for condition in reason.conditions:
            action = capital(words.short(entry))
            self._add_reason(self._inspection.context.named(action, words.condition(condition)))

    def _add_reason(self, said: str) -> None:
        """Add a reason to the sheet, unless it says so already."""
        shown = self._sheet.shown
        if shown is None or said in self._reasons:
            return
        self._reasons.append(said)
        lines = tuple(f"•  {reason}" for reason in self._reasons)
        context = self._inspection.context
        first = context.texts("explain.nothing_because")
        self._sheet.open(
            Explanation(shown.description, shown.picture, (), 0, (first, *lines), shown.rules), context
        )  # fmt: skip
