"""The cards: one's own hand face up, piles with their back and how many are left, discards with the last one on top;
and the figures that wait to come onto the board."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.parts import button, row
from app.table.cardface import card_text
from app.table.fan import Fan, Spread
from app.table.figures import stands_as_figure
from app.table.flow import FlowLayout
from app.table.heap import Heap, HeapWidget
from app.table.thing import readings
from app.table.tone import Tone
from app.table.tray import Tray, waiting_figures, waits_there
from app.table.wrapping import capital
from dsl.engine.view import PieceView, View, ZoneView

_MANY = 10  #: from so many pieces of one's own on, equal ones are shown together
_SPREAD = 24  #: so are as many of others
_CROWDED = 8  #: so are they where all cards and piles are more than two rows of them; then all are smaller, too
_SMALL = 0.78
#: More cards than a row, or figures besides, are small in a window less high than this: the log needs room, too.
_ROW, _LOW = 4, 900


def heaps(view: View, tone: Tone, known: frozenset[str]) -> tuple[Heap, ...]:
    """What to show of the zones but figures: the viewer's own card by card (of very many, equal ones together), then
    those of the table. Zones of the table that have been empty all along (`known` names the others) are left out."""
    made = _heaps(view, tone, known, _MANY)
    return tuple(made if len(made) <= _CROWDED else _heaps(view, tone, known, 1))


def spread_of(zone: ZoneView, view: View, tone: Tone, beside: bool = True) -> Spread:
    """Return what to show of a zone by itself: each card that is known face up, the others as one back with their
    number; a pile with its top. `beside` a board, equal cards are one with their number, and the title says whose they
    are; in an area of a player that goes without saying."""
    own = bool(zone.owner) and zone.owner == view.seat
    whole = _title(zone, view, tone)
    title = whole if beside or zone.owner not in view.colours else capital(tone.words.name(zone.name))
    if tone.words.is_pile(zone.name) or not zone.size:
        return Spread(title, (_pile(zone, whole),))
    known = [piece for piece in zone.pieces if piece.kind]
    hidden = [piece for piece in zone.pieces if not piece.kind]
    together = beside or len(known) > (_MANY if own else _SPREAD)
    amounts = list(Counter(known).items()) if together else [(piece, 1) for piece in known]
    backs = [Heap(whole, piece, amount) for piece, amount in Counter(hidden).items()]
    return Spread(title, (*(Heap(whole, piece, amount, card_text(piece)) for piece, amount in amounts), *backs))


def _title(zone: ZoneView, view: View, tone: Tone) -> str:
    name = tone.words.name(zone.name)
    if zone.owner and zone.owner == view.seat:
        return tone.texts("table.zones.own", zone=name)
    if zone.owner in view.colours:
        return tone.named(tone.player(zone.owner), name)
    if zone.owner:  # one of several that are told apart by a kind
        return f"{capital(name)}, {tone.words.name(zone.owner)}"
    return capital(name)


def _heaps(view: View, tone: Tone, known: frozenset[str], many: int) -> list[Heap]:
    made: list[Heap] = []
    own = _own_cards(view)
    for zone in view.zones:
        if zone.owner and zone.owner == view.seat:
            made += _own(zone, tone, many) if not waits_there(zone, view, tone) else ()
        elif zone.owner not in view.colours and (zone.size or zone.name in known):
            made += [] if _lies_open(zone, tone) else [_pile(zone, _title(zone, view, tone), own)]
    return made


def _own(zone: ZoneView, tone: Tone, many: int) -> list[Heap]:
    title = tone.texts("table.zones.own", zone=tone.words.name(zone.name))
    together = len(zone.pieces) > many
    amounts = list(Counter(zone.pieces).items()) if together else [(piece, 1) for piece in zone.pieces]
    return [Heap(title, piece, amount, card_text(piece)) for piece, amount in amounts]


def _pile(zone: ZoneView, title: str, own: frozenset[str] = frozenset()) -> Heap:
    """Return a zone by its top; the only card there is can be chosen, unless one's `own` is meant by its name."""
    top = zone.pieces[-1] if zone.pieces else None
    alone = card_text(top) if top is not None and top.kind and zone.size == 1 else ""
    return Heap(title, top, zone.size, alone if alone not in own else "")


def _own_cards(view: View) -> frozenset[str]:
    return frozenset(card_text(p) for zone in view.zones if zone.owner and zone.owner == view.seat for p in zone.pieces)


def spreads(view: View, tone: Tone) -> tuple[Spread, ...]:
    """Return the zones whose cards lie open side by side: those of the table, and of other players as far as one card
    is not all. Figures are told in words beside their player."""
    return tuple(
        spread_of(zone, view, tone)
        for zone in view.zones
        if zone.owner != view.seat or not zone.owner
        if _lies_open(zone, tone) and not (zone.owner in view.colours and _told_in_words(zone, tone))
    )


def _lies_open(zone: ZoneView, tone: Tone) -> bool:
    """Whether several cards of a zone are seen that do not lie on each other."""
    return zone.size > 1 and not tone.words.is_pile(zone.name) and any(piece.kind for piece in zone.pieces)


def _told_in_words(zone: ZoneView, tone: Tone) -> bool:
    """Whether the row of the owner says all there is to say: how many equal cards, or figures."""
    return len(set(zone.pieces)) == 1 or any(stands_as_figure(piece, tone.look) for piece in zone.pieces)


class ZonesPanel(QFrame):
    """All cards that this seat may see.

    Signals:
        touched: A card was chosen by click or Enter; carries how it is written ("" for piles).
        carried, dropped: As those of a HeapWidget.
    """

    touched = Signal(str)
    carried = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, tone: Tone, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._tone = tone
        self._known: frozenset[str] = frozenset()
        self._flow = FlowLayout(spacing=4)
        self._trays: list[Tray] = []
        self._fans: list[Fan] = []
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addLayout(self._flow)
        self.by_chance, self.start_over = button(), button()
        buttons = row(self.by_chance, self.start_over)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        self.offer(by_chance=False, start_over=False)

    def retone(self, tone: Tone) -> None:
        """Speak and look otherwise from the next `present` on."""
        self._tone = tone

    @property
    def widgets(self) -> tuple[HeapWidget, ...]:
        """The cards and piles, in order, then the figures that wait."""
        found = (self._flow.itemAt(index) for index in range(self._flow.count()))
        cards = [widget for item in found if item and isinstance(widget := item.widget(), HeapWidget)]
        cards += [card for fan in self._fans for card in fan.cards]
        return (*cards, *(figure for tray in self._trays for figure in tray.figures))

    def offer(self, by_chance: bool, start_over: bool) -> None:
        """Show the buttons that place the rest by chance, and that take everything back."""
        for made, shown in ((self.by_chance, by_chance), (self.start_over, start_over)):
            made.setVisible(shown)
        self.by_chance.setText(self._tone.texts("table.zones.chance"))
        self.start_over.setText(self._tone.texts("table.zones.over"))
        self.setVisible(bool(self.widgets) or by_chance or start_over)

    def piece(self, text: str) -> PieceView | None:
        """The piece that is written so, if one of these cards shows it."""
        return next((each.heap.top for each in self.widgets if each.heap.value == text), None)

    def present(self, view: View, selectable: frozenset[str]) -> None:
        """Show the zones of `view`; cards written as in `selectable` may be chosen now."""
        self._known |= {zone.name for zone in view.zones if zone.size and zone.owner not in view.colours}
        shown = heaps(view, self._tone, self._known)
        self._flow.clear()
        made = [
            HeapWidget(heap, self._tone, any(text in selectable for text in readings(heap.value))) for heap in shown
        ]
        for each in made:
            each.scale = _SMALL if self._crowded(len(made), view) else 1.0
            each.touched.connect(self.touched)
            each.carried.connect(self.carried)
            each.dropped.connect(self.dropped)
            self._flow.addWidget(each)
        lines = max((each.lines_wanted for each in made), default=1)
        for each in made:
            each.lines = lines
        self._show_trays(view, selectable)
        self._show_fans(view, selectable)
        self.setVisible(bool(self.widgets))
        self._column.activate()  # nobody should see the column beside the board before it has its height

    def _crowded(self, cards: int, view: View) -> bool:
        low = self.window().height() < _LOW
        return cards > (_ROW if low else _CROWDED) or (low and bool(waiting_figures(view, self._tone)))

    def clear(self) -> None:
        """Show no cards any more."""
        self._flow.clear()
        self._put_trays_away()
        self._put_fans_away()

    def _show_fans(self, view: View, selectable: frozenset[str]) -> None:
        """Show what lies open; a card that is also one's own is chosen there."""
        self._put_fans_away()
        own = _own_cards(view)
        for place, spread in enumerate(spreads(view, self._tone)):
            fan = Fan(spread, self._tone, selectable - own)
            fan.set_scale(_SMALL if self.window().height() < _LOW else 1.0)
            fan.touched.connect(self.touched)
            fan.carried.connect(self.carried)
            fan.dropped.connect(self.dropped)
            self._fans.append(fan)
            self._column.insertWidget(1 + len(self._trays) + place, fan)
            fan.show()  # at once: what is hidden does not tell its layout of another size

    def _put_fans_away(self) -> None:
        for old in self._fans:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._fans = []

    def _show_trays(self, view: View, selectable: frozenset[str]) -> None:
        self._put_trays_away()
        self._trays = [Tray(waiting, self._tone, selectable) for waiting in waiting_figures(view, self._tone)]
        for place, tray in enumerate(self._trays):
            tray.touched.connect(self.touched)
            tray.carried.connect(self.carried)
            tray.dropped.connect(self.dropped)
            self._column.insertWidget(1 + place, tray)

    def _put_trays_away(self) -> None:
        for old in self._trays:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._trays = []
