"""Panel of the zones beside the board: piles, open cards, and figures in reserve; and what the hand of cards shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.base.widgets import FlowLayout, button, capital, clear_layout, label, laid_out_once
from app.table.context import TableContext
from app.table.model.selection import action_text
from app.table.model.things import readings
from app.table.painting.cards import card_text
from app.table.painting.pieces import is_figure
from app.table.panels.card_flips import CardFlips
from app.table.panels.hand import HandFan
from app.table.panels.piles_and_figures import (
    CARD_WIDTH,
    LostPieces,
    OutOfPlay,
    Pile,
    PileWidget,
    ReserveWidget,
    is_own_reserve,
    own_reserves,
)
from dsl.match.view import PieceView, View, ZoneView

# ---- fan of cards


_LEAST = 0.3  #: smallest visible share of a card; below that there is another row
_GAP = 2


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards of one zone that lie side by side."""

    title: str
    piles: tuple[Pile, ...]


class CardFan(QWidget):
    """Widget of the cards of one zone. The arrow keys move the focus from card to card.

    Signals:
        activated, dragged, dropped: As those of a PileWidget.
    """

    activated = Signal(str)
    dragged = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(
        self, spread: Spread, context: TableContext, selectable: frozenset[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.spread = spread
        self.setAccessibleName(spread.title)
        title = label("soft")
        title.setText(spread.title)
        title.setVisible(bool(spread.title))
        self.cards: list[PileWidget] = []
        self._row = _CardRow(self.cards)
        for pile in spread.piles:
            made = PileWidget(pile, context, any(text in selectable for text in readings(pile.value)), self._row)
            made.lines = 0
            made.activated.connect(self.activated)
            made.dragged.connect(self.dragged)
            made.dropped.connect(self.dropped)
            self.cards.append(made)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addWidget(title)
        layout.addWidget(self._row)

    def set_scale(self, scale: float) -> None:
        """Draw the cards in another size."""
        for card in self.cards:
            card.scale = scale
            card.update()
        self._row.arrange()
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: from card to card."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        now = next((place for place, card in enumerate(self.cards) if card.hasFocus()), None)
        if step is None or now is None or not 0 <= now + step < len(self.cards):
            super().keyPressEvent(event)
        else:
            self.cards[now + step].setFocus(Qt.FocusReason.TabFocusReason)


class _CardRow(QWidget):
    """Layout of the cards: side by side, overlapping in little room, in several rows in very little."""

    def __init__(self, cards: Sequence[PileWidget]) -> None:
        super().__init__()
        self._cards = cards
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _card(self) -> QSize:
        sizes = [card.sizeHint() for card in self._cards] or [QSize(0, 0)]
        return QSize(max(size.width() for size in sizes), max(size.height() for size in sizes))

    def sizeHint(self) -> QSize:
        """Override QWidget: all cards side by side."""
        card = self._card()
        return QSize(len(self._cards) * (card.width() + _GAP), card.height())

    def minimumSizeHint(self) -> QSize:
        """Override QWidget: a card."""
        return self._card()

    def heightForWidth(self, width: int) -> int:
        """Override QWidget: as many rows as it takes."""
        return max(1, len(self._places(width)[1])) * self._card().height()

    def _places(self, width: int) -> tuple[int, list[int]]:
        """Return from card to card how far it is, and how many cards each row has."""
        card, amount = self._card(), len(self._cards)
        if amount < 2:
            return 0, [amount]
        most = 1 + max(0, int((width - card.width()) / max(1.0, card.width() * _LEAST)))
        rows = -(-amount // most)
        share, rest = divmod(amount, rows)
        counts = [share + (row < rest) for row in range(rows)]
        step = (width - card.width()) // max(1, counts[0] - 1)
        return min(card.width() + _GAP, step), counts

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: as much room as there is now."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Lay the cards out, those to the right above those to the left."""
        card = self._card()
        step, counts = self._places(self.width())
        left = iter(self._cards)
        for line, count in enumerate(counts):
            for place in range(count):
                each = next(left, None)
                if each is not None:
                    each.setGeometry(QRect(QPoint(place * step, line * card.height()), card))
                    each.raise_()
        self.updateGeometry()


_MANY = 10  #: with more own pieces, equal ones are combined
_SPREAD = 24  #: the same for pieces of others
_CROWDED = 8  #: with more cards and piles, equal ones are combined and all are smaller
_SMALL = 0.78
#: In a window lower than _LOW pixels, more cards than _ROW are small, to leave room for the log.
_ROW, _LOW = 4, 900
#: In one lower than _LOWEST, all are small where a zone shows several cards, and those cards are smaller still.
_LOWEST, _SMALLEST = 600, 0.62
#: In windows with this many lines of text, and some more for each player, few cards grow up to this factor.
_TALL, _TALL_FOR_PLAYER, _LARGE = 37.5, 3.5, 1.45
_AROUND = 18  #: pixels between the pictures of two cards


def piles(view: View, context: TableContext, known: frozenset[str]) -> tuple[Pile, ...]:
    """Return the piles to show: the viewer's own cards (of very many, equal ones combined), then shared zones.

    Shared zones that were always empty are left out; `known` names the others.
    """
    made = _collect_piles(view, context, known, _MANY)
    return tuple(made if len(made) <= _CROWDED else _collect_piles(view, context, known, 1))


def spread_of(zone: ZoneView, view: View, context: TableContext, beside: bool = True) -> Spread:
    """Return the cards of one zone: known cards face up, the others as one back with their number.

    If the zone is `beside` a board, equal cards are combined and the title names the owner.
    """
    own = bool(zone.owner) and zone.owner == view.seat
    whole = _title(zone, view, context)
    title = whole if beside or zone.owner not in view.colours else capital(context.words.name(zone.name))
    if context.words.is_pile(zone.name) or not zone.size:
        return Spread(title, (_pile(zone, whole),))
    known = [piece for piece in zone.pieces if piece.kind]
    hidden = [piece for piece in zone.pieces if not piece.kind]
    together = beside or len(known) > (_MANY if own else _SPREAD)
    amounts = list(Counter(known).items()) if together else [(piece, 1) for piece in known]
    backs = [Pile(whole, piece, amount, zone=zone.name) for piece, amount in Counter(hidden).items()]
    cards = (Pile(whole, piece, amount, card_text(piece), zone.name) for piece, amount in amounts)
    return Spread(title, (*cards, *backs))


def _title(zone: ZoneView, view: View, context: TableContext) -> str:
    name = context.words.name(zone.name)
    if zone.owner and zone.owner == view.seat:
        return context.texts("table.zones.own", zone=name)
    if zone.owner in view.colours:
        return context.named(context.player(zone.owner), name)
    if zone.owner:  # one of several zones with a kind as owner
        return f"{capital(name)}, {context.words.name(zone.owner)}"
    return capital(name)


def _collect_piles(view: View, context: TableContext, known: frozenset[str], many: int) -> list[Pile]:
    made: list[Pile] = []
    own = _own_cards(view)
    for zone in view.zones:
        if zone.owner and zone.owner == view.seat:
            made += _own(zone, context, many) if not is_own_reserve(zone, view, context) else ()
        elif zone.owner not in view.colours and (zone.size or zone.name in known):
            made += [] if _is_spread_out(zone, context) else [_pile(zone, _title(zone, view, context), own)]
    return made


def hand(view: View, context: TableContext) -> tuple[Pile, ...]:
    """Return the cards of the viewer, without figures in reserve; of very many, equal ones combined."""
    own = (zone for zone in view.zones if zone.owner and zone.owner == view.seat)
    return tuple(pile for zone in own if not is_own_reserve(zone, view, context) for pile in _own(zone, context, _MANY))


def with_actions(found: Iterable[Pile], context: TableContext, selectable: frozenset[str]) -> tuple[Pile, ...]:
    """Return piles with the actions that clicks on their zones choose now, unless the card itself can be chosen."""
    actions = context.look.zone_actions
    texts = {zone: text for zone, action in actions.items() if (text := action_text(action)) in selectable}
    return tuple(
        replace(pile, action=texts[pile.zone]) if pile.zone in texts and not pile.is_selectable(selectable) else pile
        for pile in found
    )


def _own(zone: ZoneView, context: TableContext, many: int) -> list[Pile]:
    title = context.texts("table.zones.own", zone=context.words.name(zone.name))
    together = len(zone.pieces) > many
    amounts = list(Counter(zone.pieces).items()) if together else [(piece, 1) for piece in zone.pieces]
    return [Pile(title, piece, amount, card_text(piece), zone.name) for piece, amount in amounts]


def _pile(zone: ZoneView, title: str, own: frozenset[str] = frozenset()) -> Pile:
    """Return a zone as a pile; a single card can be chosen unless the viewer's `own` cards contain an equal one."""
    top = zone.pieces[-1] if zone.pieces else None
    alone = card_text(top) if top is not None and top.kind and zone.size == 1 else ""
    return Pile(title, top, zone.size, alone if alone not in own else "", zone.name)


def _own_cards(view: View) -> frozenset[str]:
    return frozenset(card_text(p) for zone in view.zones if zone.owner and zone.owner == view.seat for p in zone.pieces)


def spreads(view: View, context: TableContext) -> tuple[Spread, ...]:
    """Return the zones whose cards are shown side by side: shared ones, and those of other players.

    Figures and equal cards of other players are listed in their row instead.
    """
    return tuple(
        spread_of(zone, view, context)
        for zone in view.zones
        if zone.owner != view.seat or not zone.owner
        if _is_uncovered_hand(zone, view, context)
        or (
            _is_spread_out(zone, context)
            and not (zone.owner in view.colours and _is_shown_in_player_row(zone, context))
        )
    )


def _is_uncovered_hand(zone: ZoneView, view: View, context: TableContext) -> bool:
    """Return whether a spectator knows cards of a player that not all may know: all let it see everything."""
    known = zone.owner in view.colours and any(piece.kind for piece in zone.pieces)
    return not view.seat and not zone.open and known and not context.words.is_pile(zone.name)


def _is_spread_out(zone: ZoneView, context: TableContext) -> bool:
    """Return whether several cards of a zone are visible and not in a pile."""
    return zone.size > 1 and not context.words.is_pile(zone.name) and any(piece.kind for piece in zone.pieces)


def _is_shown_in_player_row(zone: ZoneView, context: TableContext) -> bool:
    """Return whether the row of the owner shows the zone: equal cards, or figures."""
    return len(set(zone.pieces)) == 1 or any(is_figure(piece, context.look) for piece in zone.pieces)


class ZonesPanel(QFrame):
    """Panel of all cards that the viewer may see. The viewer's own cards are in `hand`, a widget elsewhere.

    Signals:
        activated: A card was chosen by click or Enter; carries its notation ("" for piles).
        dragged, dropped: As those of a PileWidget.
    """

    activated = Signal(str)
    dragged = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._context = context
        self._known: frozenset[str] = frozenset()
        self._shown: object = None  #: what `show_state` has shown last
        self._last: tuple[View, frozenset[str], frozenset[str]] | None = None  #: what it was told then
        self._large = 0  #: the number of cards and piles in their full size
        self._scales = 1.0, 1.0  #: of the cards, and of the cards in fans
        self._flow = FlowLayout(spacing=4)
        self._quiet_flow = FlowLayout(spacing=8)  #: zones that matter little, each in a line, below the others
        self._quiet_column = QVBoxLayout()  #: beside the others, where there is room
        self._reserves: list[ReserveWidget] = []
        self._fans: list[CardFan] = []
        self.flips = CardFlips(self)
        self.hand = HandFan(self)
        self.hand.activated.connect(self.activated)
        self.hand.dragged.connect(self.dragged)
        self.hand.dropped.connect(self.dropped)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        across = QHBoxLayout()
        across.setSpacing(4)
        across.addLayout(self._flow, 1)
        across.addLayout(self._quiet_column)
        layout.addLayout(across)
        layout.addLayout(self._quiet_flow)
        self.out_of_play = OutOfPlay(context)
        layout.addWidget(self.out_of_play)
        self.place_randomly, self.start_over = button(), button()
        self._placement = QWidget()  #: the buttons, after the last pile: a row of their own would cost height
        buttons = QVBoxLayout(self._placement)
        buttons.setContentsMargins(6, 0, 0, 0)
        buttons.setSpacing(6)
        buttons.addStretch(1)
        buttons.addWidget(self.place_randomly)
        buttons.addWidget(self.start_over)
        self._flow.addWidget(self._placement)
        self.show_placement_buttons(place_randomly=False, start_over=False)

    def set_context(self, context: TableContext) -> None:
        """Speak and look otherwise from the next `show_state` on."""
        self._context = context
        self._shown = None

    @property
    def widgets(self) -> tuple[PileWidget, ...]:
        """The cards in hand, cards and piles in order, then the figures in reserve."""
        return (*self.hand.cards, *self._beside)

    @property
    def _beside(self) -> tuple[PileWidget, ...]:
        """The cards and piles in the panel itself."""
        flows = (self._flow, self._quiet_flow, self._quiet_column)
        found = (flow.itemAt(index) for flow in flows for index in range(flow.count()))
        cards = [widget for item in found if item and isinstance(widget := item.widget(), PileWidget)]
        cards += [card for fan in self._fans for card in fan.cards]
        return (*cards, *(figure for reserve in self._reserves for figure in reserve.figures))

    @property
    def _has_content(self) -> bool:
        return bool(self._beside or self.out_of_play.lost)

    def show_out_of_play(self, lost: tuple[LostPieces, ...]) -> None:
        """Show the pieces that have left the board for good."""
        self.out_of_play.show_state(lost, self._context)
        self.setVisible(self._has_content or not self._placement.isHidden())

    def show_placement_buttons(self, place_randomly: bool, start_over: bool) -> None:
        """Show or hide the buttons that place the rest randomly, and that undo all placements."""
        for made, shown in ((self.place_randomly, place_randomly), (self.start_over, start_over)):
            made.setVisible(shown)
        self._placement.setVisible(place_randomly or start_over)
        self.place_randomly.setText(self._context.texts("table.zones.chance"))
        self.start_over.setText(self._context.texts("table.zones.over"))
        self.setVisible(self._has_content or place_randomly or start_over)

    def piece(self, text: str) -> PieceView | None:
        """Return the piece with this notation; None if no card shows it."""
        return next((each.pile.top for each in self.widgets if each.pile.value == text), None)

    def show_state(self, view: View, selectable: frozenset[str], chosen: frozenset[str] = frozenset()) -> None:
        """Show the zones of `view`; cards whose notation is in `selectable` can be chosen, those in `chosen` are."""
        self._known |= {zone.name for zone in view.zones if zone.size and zone.owner not in view.colours}
        own = with_actions(hand(view, self._context), self._context, selectable)
        titles = {pile.title for pile in own}
        found = (pile for pile in piles(view, self._context, self._known) if pile.title not in titles)
        shown = with_actions(found, self._context, selectable)
        open_zones, reserves = spreads(view, self._context), own_reserves(view, self._context)
        content = (shown, own, open_zones, reserves, selectable, chosen, view.seat, self._room())
        if content == self._shown:
            return  # the card under the pointer stays as it is
        self._shown, self._last = content, (view, selectable, chosen)
        focus = next((each.pile for each in self.widgets if each.hasFocus()), None)
        with laid_out_once(self._column):  # at once, to avoid a frame with the wrong height
            self._show_cards(view, shown, own, selectable, chosen)
        if focus is not None:
            alike = (each for each in self.widgets if (each.pile.title, each.pile.value) == (focus.title, focus.value))
            again = next(alike, None)
            if again is not None:
                again.setFocus()

    def fit_window(self) -> None:
        """Show the zones again if their cards have another size in this window."""
        if self._shown is not None and self._last is not None and self._wanted_scales(self._last[0]) != self._scales:
            self.show_state(*self._last)

    def _room(self) -> tuple[int, int, int]:
        """Return what the size of the cards depends on."""
        return self.width(), self.window().height(), self.fontMetrics().lineSpacing()

    def _show_cards(
        self,
        view: View,
        shown: tuple[Pile, ...],
        own: tuple[Pile, ...],
        selectable: frozenset[str],
        chosen: frozenset[str],
    ) -> None:
        self._clear_flow()
        made = [PileWidget(pile, self._context, pile.is_selectable(selectable)) for pile in shown]
        for each in made:
            each.compact = each.pile.zone in self._context.look.quiet and each.pile.hidden and not each.selectable
        large = [each for each in made if not each.compact]
        self._large = len(large)
        self._scales = scale, _ = self._wanted_scales(view)
        for each in made:
            each.scale = scale
            each.activated.connect(self.activated)
            each.dragged.connect(self.dragged)
            each.dropped.connect(self.dropped)
            (self._quiet_flow if each.compact else self._flow).addWidget(each)
        self._flow.addWidget(self._placement)
        lines = max((each.title_lines for each in large), default=1)
        for each in large:
            each.lines = lines
        self._place_quiet()
        self._show_reserves(view, selectable)
        self._show_fans(view, selectable)
        self.hand.show_state(own, self._context, selectable, chosen)
        self.setVisible(self._has_content)
        self.flips.follow((*made, *(card for fan in self._fans for card in fan.cards)), view.seat)
        for each in made:
            each.show()  # a layout leaves out what is not shown yet

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QFrame: place what matters little for the new width."""
        super().resizeEvent(event)
        self._place_quiet()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QFrame: the width is known now."""
        super().showEvent(event)
        self._place_quiet()

    def _place_quiet(self) -> None:
        """Put the zones that matter little beside the others if all of those are in one row then, else below them."""
        items = [layout.itemAt(at) for layout in (self._flow, self._quiet_flow, self._quiet_column)
                 for at in range(layout.count())]  # fmt: skip
        piles = [each for item in items if item is not None and isinstance(each := item.widget(), PileWidget)]
        quiet = [each for each in piles if each.compact]
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        row = sum(each.sizeHint().width() + self._flow.spacing() for each in piles if not each.compact)
        row += max((each.sizeHint().width() for each in quiet), default=0)
        beside = self.isVisible() and len(piles) > len(quiet) and row <= room
        goal = self._quiet_column if beside else self._quiet_flow
        for each in quiet:
            if goal.indexOf(each) < 0:
                (self._quiet_flow if beside else self._quiet_column).removeWidget(each)
                goal.addWidget(each)
                goal.setAlignment(each, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def _wanted_scales(self, view: View) -> tuple[float, float]:
        """Return the scales of the cards and of the cards in fans, for this window."""
        crowded = self._is_crowded(self._large, view)
        return _SMALL if crowded else self._roomy_scale(self._large, view), self._scale_of_fans()

    def _roomy_scale(self, cards: int, view: View) -> float:
        """Return the largest scale at which the cards are in one row; 1 where the log needs the height."""
        lines = self.window().height() / self.fontMetrics().lineSpacing()
        if lines < _TALL + _TALL_FOR_PLAYER * len(view.colours):
            return 1.0
        if own_reserves(view, self._context) or spreads(view, self._context):
            return 1.0
        width = self.width() - self._column.contentsMargins().left() - self._column.contentsMargins().right()
        share = (width / max(cards, 1) - _AROUND) / CARD_WIDTH
        return min(max(share, 1.0), _LARGE)

    def _is_crowded(self, cards: int, view: View) -> bool:
        low = self.window().height() < _LOW
        lowest = self.window().height() < _LOWEST and bool(spreads(view, self._context))
        return lowest or cards > (_ROW if low else _CROWDED) or (low and bool(own_reserves(view, self._context)))

    def _scale_of_fans(self) -> float:
        height = self.window().height()
        return 1.0 if height >= _LOW else _SMALL if height >= _LOWEST else _SMALLEST

    def clear(self) -> None:
        """Remove all cards."""
        self._shown, self._last = None, None
        for card in self.widgets:
            card.clearFocus()  # otherwise Qt gives the focus to the next widget instead of the board
        self.hand.clear()
        self.flips.clear()
        self.out_of_play.show_state((), self._context)
        self._clear_flow()
        self._flow.addWidget(self._placement)
        self._remove_reserves()
        self._remove_fans()

    def _clear_flow(self) -> None:
        """Remove the piles; the buttons stay for the next ones."""
        self._flow.removeWidget(self._placement)
        self._flow.clear()
        self._quiet_flow.clear()
        clear_layout(self._quiet_column)

    def _show_fans(self, view: View, selectable: frozenset[str]) -> None:
        """Show open zones; a card that the viewer also owns is chosen among the viewer's cards."""
        self._remove_fans()
        own = _own_cards(view)
        for place, spread in enumerate(spreads(view, self._context)):
            fan = CardFan(spread, self._context, selectable - own)
            fan.set_scale(self._scales[1])
            fan.activated.connect(self.activated)
            fan.dragged.connect(self.dragged)
            fan.dropped.connect(self.dropped)
            self._fans.append(fan)
            self._column.insertWidget(1 + len(self._reserves) + place, fan)
            fan.show()  # at once: a hidden widget does not update its layout

    def _remove_fans(self) -> None:
        for old in self._fans:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._fans = []

    def _show_reserves(self, view: View, selectable: frozenset[str]) -> None:
        self._remove_reserves()
        self._reserves = [
            ReserveWidget(reserve, self._context, selectable) for reserve in own_reserves(view, self._context)
        ]
        for place, reserve in enumerate(self._reserves):
            reserve.activated.connect(self.activated)
            reserve.dragged.connect(self.dragged)
            reserve.dropped.connect(self.dropped)
            self._column.insertWidget(1 + place, reserve)
            reserve.show()  # at once, as a fan

    def _remove_reserves(self) -> None:
        for old in self._reserves:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._reserves = []
