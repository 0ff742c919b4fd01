"""Overlays of an open table on demand: requests what they show, and keeps it up to date with the position."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.widgets import capital
from app.session.link import Hint, Link
from app.table.board.overlay import INKS
from app.table.context import TableContext
from app.table.model.overlays import (
    NO_OVERLAY,
    OVERLAYS,
    Overlay,
    OverlayName,
    hint_overlay,
    majorities,
    reach,
    seats_of,
    threats,
)
from app.table.model.things import Spot, spot_of
from app.table.panels.notices import LegendEntry
from dsl.match.view import DecisionView, ProspectsView, StandingsView, Value, View

_DELAY = 150  #: milliseconds after a change of the position: bots may choose again at once
_NOWHERE = Spot("")
_NEUTRAL = "#8a8a8a"  #: ink of signs that stand for no player, on the light and the dark ground of the legend


class Insights(QObject):
    """Which overlays are on, and what they show at the position of the seat that is shown.

    Everything comes from the table for that seat: nothing is kept for another seat, and a change of position or seat
    cancels what is under way.

    Signals:
        changed: The overlay on the board or its legend is another one.
    """

    changed = Signal()

    def __init__(self, link: Link, parent: QObject) -> None:
        super().__init__(parent)
        self._link = link
        self._active: frozenset[OverlayName] = frozenset()
        self._view: View | None = None
        self._standings: StandingsView | None = None
        self._prospects: ProspectsView | None = None
        self._asked = False  #: for standings of this position
        self._pointed = _NOWHERE
        self._chosen = _NOWHERE
        self._hint = self._advice = NO_OVERLAY
        self._hinted: tuple[int, tuple[Value, ...]] | None = None  #: number and choices of the decision of the hint
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY)
        self._timer.timeout.connect(self._request)
        link.prospects_found.connect(self._take_prospects)

    @property
    def active(self) -> frozenset[OverlayName]:
        """The overlays that are on."""
        return self._active

    @property
    def available(self) -> tuple[OverlayName, ...]:
        """The overlays that this table has."""
        return OVERLAYS if self._link.foresees else OVERLAYS[:1]

    @property
    def busy(self) -> frozenset[OverlayName]:
        """The overlays that are on and have nothing to show yet, because it is being worked out."""
        return frozenset(
            name for name in self._active
            if (self._standings if name == "majorities" else self._prospects) is None
            and self._view is not None and self._view.outcome is None and not self._view.secretly
        )  # fmt: skip

    def toggle(self, name: OverlayName) -> None:
        """Switch an overlay on or off."""
        if name in self.available:
            self._active = self._active ^ {name}
            self._request()
            self.changed.emit()

    def set_view(self, view: View | None) -> None:
        """Show another position, or the same to another seat; None while the table is hidden."""
        before, self._view = self._view, view
        if view is None or before is None or (before.seat, before.position) != (view.seat, view.position):
            self._standings, self._prospects, self._pointed, self._chosen = None, None, _NOWHERE, _NOWHERE
            self._hint, self._asked = NO_OVERLAY, False
            self._link.cancel_prospects()
            self._timer.stop()
            if view is not None and self._active:
                self._timer.start()
            self.changed.emit()

    def set_chosen(self, decision: DecisionView | None) -> None:
        """What the player has chosen so far: its reach is shown rather than that of what the pointer is on."""
        placed = [value for value in decision.chosen if value.place] if decision is not None else []
        self._chosen = spot_of(placed[-1]) if placed else _NOWHERE
        if decision is None or self._hinted is None or (decision.number, decision.chosen) != self._hinted:
            self.clear_hint()
        if "reach" in self._active:
            self.changed.emit()

    def point(self, spot: Spot) -> None:
        """The pointer is on a spot; an empty place for none."""
        if spot != self._pointed:
            self._pointed = spot
            if "reach" in self._active and self._prospects is not None:
                self.changed.emit()

    def show_hint(self, hint: Hint, decision: DecisionView) -> None:
        """Show a hint with an arrow or a ring, until the position changes or something is chosen."""
        option = next((option for option in decision.options if option.number == hint.option), None)
        self._hinted = (decision.number, decision.chosen)
        self._hint = hint_overlay(decision.chosen, option.value, hint.goal) if option is not None else NO_OVERLAY
        self.changed.emit()

    def clear_hint(self) -> None:
        """Remove the hint from the board."""
        if self._hint != NO_OVERLAY:
            self._hint = NO_OVERLAY
            self.changed.emit()

    def set_advice(self, advice: Overlay) -> None:
        """Show what would have been better; it stays until it is replaced."""
        if advice != self._advice:
            self._advice = advice
            self.changed.emit()

    def take_standings(self, standings: StandingsView) -> None:
        """Take standings, if they are those of the position."""
        view = self._view
        if view is not None and (standings.seat, standings.position) == (view.seat, view.position):
            self._standings = standings
            self.changed.emit()

    @property
    def overlay(self) -> Overlay:
        """What is drawn on the board now."""
        found = self._hint + self._advice
        if self._view is None:
            return NO_OVERLAY
        if "majorities" in self._active and self._standings is not None:
            found = found + majorities(self._standings)
        if self._prospects is not None:
            if "threats" in self._active:
                found = found + threats(self._prospects, seats_of(self._view))
            if "reach" in self._active and self._reaching.place:
                found = found + reach(self._prospects, self._reaching)
        return found

    @property
    def has_piece(self) -> bool:
        """Whether there is a piece whose reach is shown, even if it can get nowhere."""
        return self._reaching.thing is not None

    @property
    def _reaching(self) -> Spot:
        return self._chosen if self._chosen.place else self._pointed

    def _request(self) -> None:
        """Request what the active overlays need and is not known yet."""
        view = self._view
        if view is None or view.outcome is not None or view.secretly:
            return
        if "majorities" in self._active and not self._asked:
            self._asked = True
            self._link.ask_standings(view.seat)
        if self._active & {"threats", "reach"}:
            if self._prospects is None:
                self._link.request_prospects(view.seat)
        else:
            self._link.cancel_prospects()

    def _take_prospects(self, prospects: ProspectsView) -> None:
        view = self._view
        if view is not None and (prospects.seat, prospects.position) == (view.seat, view.position):
            self._prospects = prospects
            self.changed.emit()


# ---- legend


def legend_entries(insights: Insights, overlay: Overlay, context: TableContext) -> list[LegendEntry]:
    """Return the legend of the overlays that are on: a title for each, its signs, or why it shows nothing."""
    texts, found = context.texts, list[LegendEntry]()
    for name in (each for each in OVERLAYS if each in insights.active):
        found.append(LegendEntry("none", "", texts(f"table.overlay.{name}")))
        if name in insights.busy:
            found.append(LegendEntry("none", "", texts("table.overlay.busy")))
        elif name == "majorities":
            found += _of_majorities(overlay, context)
        elif name == "threats":
            found += _of_threats(overlay, context)
        else:
            found += _of_reach(overlay, context, insights.has_piece)
    return found


def _of_majorities(overlay: Overlay, context: TableContext) -> Iterator[LegendEntry]:
    texts = context.texts
    if not overlay.leads:
        yield LegendEntry("ring", _NEUTRAL, texts("table.overlay.no_lead"))
        return
    seats = dict.fromkeys(seat for lead in overlay.leads for seat in lead.leaders)
    for seat in seats:
        colour = context.look.player(seat).fill.on(context.theme.dark)
        yield LegendEntry("tint", colour, texts("table.overlay.leads", player=context.player(seat)))
    if any(len(lead.leaders) > 1 for lead in overlay.leads):
        yield LegendEntry("tie", _NEUTRAL, texts("table.overlay.tie"))
    for rule in dict.fromkeys(lead.rule for lead in overlay.leads):
        yield LegendEntry("tint", _NEUTRAL, capital(context.words.anchor(rule)))


def _of_threats(overlay: Overlay, context: TableContext) -> Iterator[LegendEntry]:
    rings, texts = overlay.rings, context.texts
    kinds = {ring.kind for ring in rings}
    if "threat" in kinds:
        yield LegendEntry("ring", INKS["threat"], texts("table.overlay.taken"))
    if "win" in kinds:
        yield LegendEntry("double", INKS["win"], texts("table.overlay.win"))
    if any(not ring.certain for ring in rings if ring.kind in ("threat", "win")):
        yield LegendEntry("maybe", INKS["threat"], texts("table.overlay.perhaps"))
    if not kinds & {"threat", "win"}:
        yield LegendEntry("ring", _NEUTRAL, texts("table.overlay.no_threat"))


def _of_reach(overlay: Overlay, context: TableContext, has_piece: bool) -> Iterator[LegendEntry]:
    rings, texts = [ring for ring in overlay.rings if ring.kind == "reach"], context.texts
    if not rings:
        yield LegendEntry("ring", _NEUTRAL, texts("table.overlay.stays" if has_piece else "table.overlay.point"))
        return
    yield LegendEntry("dot", INKS["reach"], texts("table.overlay.goal"))
    if any(not ring.certain for ring in rings):
        yield LegendEntry("maybe", INKS["reach"], texts("table.overlay.perhaps"))
