"""Page of what is in a game's box: every sort of thing with its picture, its number, and where it is at the start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.provenance import ProvenanceLine
from app.base.widgets import (
    ComboBox,
    FlowLayout,
    bind_escape,
    button,
    capital,
    card,
    clear_layout,
    fill_page,
    label,
    row,
)
from app.table.context import TableContext
from app.table.painting.thing_pictures import Surroundings, Thing, aspect, form_of, paint_thing
from dsl.match.rulesets.box_contents import BoxBoard, BoxContents, Component, Location
from dsl.match.view import CounterView, PieceView

if TYPE_CHECKING:
    from dsl.match.rulesets.provenance import Provenance

_SIDE = {"card": 122, "tile": 122, "figure": 96}  #: width of a picture in pixels
_ROOM = 176  #: width of a thing with its texts, in pixels
_LETTERS = 116
_MOST_VALUES = 8  #: values of an attribute that are listed


@dataclass(frozen=True, slots=True)
class BoxSource:
    """What the page shows: a game, and how its contents for a number of players are found."""

    title: str
    context: TableContext
    numbers: tuple[int, ...]  #: of players that can be chosen
    players: int
    contents: Callable[[int], BoxContents]  #: raises ValueError if the rules cannot set the game up
    origin: Callable[[], Provenance] | None = None  #: works out where the rules come from


class ThingPicture(QWidget):
    """Widget of one thing, drawn by the table's painter."""

    def __init__(self, thing: Thing, context: TableContext, shape: str) -> None:
        super().__init__()
        self._thing, self._context, self._where = thing, context, Surroundings(shape)
        form = form_of(thing, context.look, shape)
        self.setFixedSize(QSize(_SIDE[form], round(_SIDE[form] * aspect(form))))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the thing."""
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        paint_thing(QPainter(self), box, self._thing, self._context, self._where)


class BoxPage(QWidget):
    """Page of the contents of a box.

    Signals:
        back_requested: The button to go back was pressed.
    """

    back_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._source: BoxSource | None = None
        self._title, self.problem = label("title"), label("notice", wraps=True)
        self._number_label, self.numbers, self.origin = label("soft"), ComboBox(), ProvenanceLine(texts)
        self._content = QVBoxLayout()
        self._content.setSpacing(14)
        self.done = button("primary")
        self.done.clicked.connect(self.back_requested)
        self._timer = QTimer(self, singleShot=True, interval=0)  # the page is painted first
        self._timer.timeout.connect(self._fill)
        self._waiting: list[Callable[[], QFrame]] = []  #: make the cards that follow, one at each turn of the events
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._show_next)
        self.numbers.currentIndexChanged.connect(self._open_box)
        bind_escape(self, self.done)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        chooser = row(self._number_label, self.numbers)
        chooser.addStretch(1)
        column.addLayout(chooser)
        column.addWidget(self.problem)
        column.addLayout(self._content)
        column.addWidget(self.origin)
        fill_page(self, self._title, inside, self.done, _LETTERS)
        self.retranslate()

    def show_box(self, source: BoxSource) -> None:
        """Show the contents of a box."""
        self._source = source
        self.numbers.blockSignals(True)
        self.numbers.clear()
        for number in source.numbers:
            self.numbers.addItem(str(number), number)
        self.numbers.setCurrentIndex(max(0, self.numbers.findData(source.players)))
        self.numbers.blockSignals(False)
        self.numbers.setEnabled(len(source.numbers) > 1)
        self.retranslate()
        self._open_box()
        self.done.setFocus()

    def close_box(self) -> None:
        """Forget the game: its rules and its look may change."""
        self._timer.stop()
        self._source = None
        self._clear()

    def retranslate(self) -> None:
        """Update the texts around the contents to the current language."""
        texts, source = self._texts, self._source
        self._title.setText(texts("box.title", game=source.title) if source is not None else "")
        self._number_label.setText(texts("setup.number"))
        self.numbers.setAccessibleName(texts("setup.number"))
        self.done.setText(texts("about.done"))

    def _open_box(self, _number: int = 0) -> None:
        """Say at once that the contents follow: to set up a large game takes a moment."""
        self._clear()
        working = label("soft")
        working.setText(self._texts("box.working"))
        self._content.addWidget(working)
        self._timer.start()

    def _clear(self) -> None:
        self._next.stop()
        self._waiting.clear()
        clear_layout(self._content)
        self.origin.show_origin(None)
        self.problem.hide()

    def _fill(self) -> None:
        source = self._source
        if source is None:
            return
        try:
            contents = source.contents(self.numbers.currentData())
            self._clear()
        except ValueError as problem:
            self._clear()
            self.problem.setText(self._texts("match.unplayable", problem=problem))
            self.problem.show()
            return
        self.origin.show_origin(source.origin() if source.origin is not None else None)
        for board in contents.boards:
            said = label("strong", wraps=True)
            said.setText(board_text(board, contents, source.context))
            self._content.addWidget(said)
        for _, group in groupby(contents.components, key=lambda each: (each.sort, each.name)):
            self._waiting.append(partial(_group_of, tuple(group), contents, source.context))
        self._show_next()

    def _show_next(self) -> None:
        """Add one card; the page is painted between two of them."""
        if self._waiting:
            made = self._waiting.pop(0)()
            self._content.addWidget(made)
            made.show()  # now: the layouts around would keep the height that they have without it
            self._next.start()


def _group_of(components: Sequence[Component], contents: BoxContents, context: TableContext) -> QFrame:
    """Return a card with all things of one sort."""
    frame, layout = card()
    total = sum(each.amount for each in components)
    first = components[0]
    heading, where = label("heading"), label("soft", wraps=True)
    heading.setText(context.named(capital(context.words.name(first.name, max(total, 2))), amount_text(total, context)))
    layout.addWidget(heading)
    places = dict(contents.dealt).get(first.name, ())
    about = context.words.said(f"{first.name}.about")
    dealt = context.texts("box.dealt", places=places_text(places, contents, context)) if places else ""
    where.setText("\n".join(text for text in (about, dealt) if text))
    layout.addWidget(where)  # before it is shown: without a parent it would be a window for a moment
    where.setVisible(bool(about or dealt))
    flow = FlowLayout(spacing=12)
    for component in components:
        flow.addWidget(_ComponentWidget(component, contents, context))
    layout.addLayout(flow)
    return frame


class _ComponentWidget(QWidget):
    """Widget of equal things: picture, name, number, and where they are at the start."""

    def __init__(self, component: Component, contents: BoxContents, context: TableContext) -> None:
        super().__init__()
        self.setFixedWidth(_ROOM)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        picture = ThingPicture(sample_of(component, contents), context, component.shape)
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        lines = component_lines(component, contents, context)
        for role, text in zip(("strong", *("soft",) * len(lines)), lines, strict=False):
            said = label(role, wraps=True)
            said.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            said.setText(text)
            layout.addWidget(said)
        layout.addStretch(1)
        self.setAccessibleName(", ".join(lines))

    def sizeHint(self) -> QSize:
        """Override QWidget: the texts wrap in the fixed width, which the hint of the layout does not consider."""
        return QSize(_ROOM, self.heightForWidth(_ROOM))


def sample_of(component: Component, contents: BoxContents) -> Thing:
    """Return one of equal things, of the first owner, for its picture."""
    owners = [owner for owner, _ in component.owners if owner]
    owner = owners[0] if owners else ""
    if component.sort == "counter":
        return CounterView(component.name, owner, next(iter(component.states), ""), 1)
    first = {name: value for name, value, _ in reversed(component.values)}
    belongs = owner if component.shape else ""  # beside the boards, a card belongs to the owner of its zone
    return PieceView(component.name, component.kind, belongs, tuple(first.items()), walls=component.walls)


def component_lines(component: Component, contents: BoxContents, context: TableContext) -> tuple[str, ...]:
    """Return name, number, values, and places of equal things."""
    words, texts = context.words, context.texts
    name = capital(words.name(component.kind or component.name))
    lines = [texts("thing.amount", amount=component.amount, thing=name) if component.amount else name]
    if not component.amount:
        lines.append(amount_text(0, context))
    elif component.each is not None:
        lines.append(_each(component.each, [owner for owner, _ in component.owners], contents, context))
    for name in dict.fromkeys(name for name, _, _ in component.values):
        values = [(value, amount) for each, value, amount in component.values if each == name]
        said = ", ".join(
            words.name(value) if amount == 1 else texts("thing.amount", amount=amount, thing=words.name(value))
            for value, amount in values[:_MOST_VALUES]
        )
        more = "…" if len(values) > _MOST_VALUES else ""
        lines.append(context.named(capital(words.name(name)), said + more))
    if component.states:
        lines.append(context.named(texts("box.states"), ", ".join(words.name(state) for state in component.states)))
    lines += [places_text((place,), contents, context) for place in component.places]
    return tuple(lines)


def amount_text(amount: int, context: TableContext) -> str:
    """Return a number of things in words; of what is made during the match only, that."""
    return str(amount) if amount else context.texts("box.as_needed")


def places_text(places: Sequence[Location], contents: BoxContents, context: TableContext) -> str:
    """Return where things are at the start: "Draw pile: 19, Hand: 2 (1 per player)"."""
    said = []
    for place in places:
        number = str(place.amount)
        if place.owners > 1:
            number += f" ({_each(place.amount // place.owners, contents.colours[: place.owners], contents, context)})"
        said.append(context.named(_place_name(place, contents, context), number))
    return ", ".join(said)


def board_text(board: BoxBoard, contents: BoxContents, context: TableContext) -> str:
    """Return a board in words: its name, its shape, and its number of places."""
    texts = context.texts
    places = texts("box.grows") if board.places is None else texts(f"box.{board.shape}", n=board.places)
    return context.named(_board_name(board.name, contents, context), places)


def _each(amount: int, owners: Sequence[str], contents: BoxContents, context: TableContext) -> str:
    key = "box.per_player" if set(owners) <= set(contents.colours) else "box.each"
    return context.texts(key, n=amount)


def _place_name(place: Location, contents: BoxContents, context: TableContext) -> str:
    if place.sort == "reserve":
        return context.texts("box.reserve")
    if place.sort == "board":
        return _board_name(place.name, contents, context)
    return capital(context.words.name(place.name))


def _board_name(name: str, contents: BoxContents, context: TableContext) -> str:
    if len(contents.boards) == 1 and not context.words.is_named(name):
        return context.texts("table.board.title")
    return capital(context.words.name(name))
