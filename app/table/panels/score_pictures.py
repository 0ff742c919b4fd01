"""Pictures of the result of a match: the podium with the first three players, and the chart of their points."""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRadialGradient,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.appearance.drawings import paint_drawing_in, recoloured_for
from app.appearance.fonts import SMALL_TEXT, title_font
from app.appearance.theme import CONTRAST
from app.base.widgets import show_tip_beside
from app.table.context import TableContext
from app.table.painting.palette import blended, text_colour_on
from app.table.panels.players import paint_player
from app.table.panels.score_table import Source, combined, result_of
from dsl.match.view import OutcomeView, RankLine, ScoreLine

# ---- points over the match, without Qt


def points_over_time(sheet: tuple[ScoreLine, ...], seats: tuple[str, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return for each seat the positions of the match at which its points changed, with the points from then on."""
    found: dict[str, list[tuple[int, int]]] = {seat: [(0, 0)] for seat in seats}
    for line in sorted(sheet, key=lambda line: line.position):
        steps = found.get(line.seat)
        if steps is not None:
            steps.append((line.position, steps[-1][1] + line.points))
    return {seat: tuple(steps) for seat, steps in found.items()}


def turn_at(position: float, starts: Sequence[int]) -> float:
    """Return in which turn a position of the match is, with the part of the turn that is over; 0 before the first one.
    `starts` are the positions at which the turns began, in order."""
    turn = bisect_right(starts, position)
    if turn == 0:
        return 0.0
    begun = starts[turn - 1]
    length = max((starts[turn] if turn < len(starts) else position + 1) - begun, 1)
    return turn - 1 + (position - begun) / length


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return places for texts that do not overlap, near the wanted ones: sorted from `top` to `bottom`, at least `gap`
    apart where there is room."""
    gap = min(gap, (bottom - top) / max(len(wanted) - 1, 1))
    found: list[float] = []
    for number, place in enumerate(wanted):
        least = found[-1] + gap if found else top
        found.append(min(max(place, least), bottom - gap * (len(wanted) - 1 - number)))
    return found


_VALUES = 5  #: fewer steps than this are between the values on the axis of the chart


def axis_values(low: int, high: int) -> range:
    """Return at most six values between two others, to be marked on an axis: multiples of 1, 2 or 5 times a power of
    ten."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if (high - low) // step < _VALUES:
                return range(-(-low // step) * step, high + 1, step)
        power *= 10


def steps_with_places(
    sheet: tuple[ScoreLine, ...], sources: tuple[tuple[str, ...], ...]
) -> dict[tuple[str, int], frozenset[str]]:
    """Return by seat and position the places that points came from; `sources` is empty or belongs to the sheet."""
    found: dict[tuple[str, int], frozenset[str]] = {}
    for line, places in zip(sheet, sources, strict=False):
        key = (line.seat, line.position)
        found[key] = found.get(key, frozenset()) | frozenset(places)
    return found


# ---- the podium


_CORNER = 13  #: radius of the corners of the card that it fills, in pixels
_STEPS = (0.62, 0.45, 0.34)  #: heights of the podium's blocks, as shares of the widget
_METALS = ("#d9a92f", "#98a3ad", "#b9794a")
_WHITE, _BLACK = QColor("#ffffff"), QColor("#000000")
_WIDEST_BLOCK = 190.0  #: pixels
_RAYS, _CONFETTI = 20, 70  #: rays of light behind the winner, and pieces of confetti


class Podium(QWidget):
    """Picture of the first three places: blocks with the players' figures on them, under a sky in the colour
    of the game's table, with rays of light and confetti in the players' colours; in high contrast on a plain ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ranking: tuple[RankLine, ...] = ()
        self._results: dict[str, str] = {}  #: what each player reached, by seat
        self._context: TableContext | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 210)

    def show_state(self, outcome: OutcomeView, context: TableContext) -> None:
        """Show the first three places, or all players who share the first one."""
        ranked = sorted(outcome.ranking, key=lambda line: line.place)
        first = sum(line.place == 1 for line in ranked)
        self._ranking, self._context = tuple(ranked[: max(first, 3)]), context
        self._results = {line.seat: result_of(line, outcome, context) for line in self._ranking}
        places = [(line.place, context.player(line.seat)) for line in self._ranking]
        said = (context.texts("table.sheet.place", place=place, player=player) for place, player in places)
        self.setAccessibleName(", ".join(said))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the podium."""
        if self._context is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._context.theme.name != CONTRAST.name:
            self._paint_party(painter, self._context)
        width = self._width_of_block()
        left = (self.width() - width * len(self._ranking)) / 2
        for column, line in enumerate(self._columns):
            height = self.height() * _STEPS[min(line.place, 3) - 1]
            block = QRectF(left + column * width, self.height() - height, width, height)
            self._paint_block(painter, block, line, self._context)

    @property
    def _columns(self) -> list[RankLine]:
        """The places from left to right: the first is in the middle of three."""
        if len(self._ranking) > len(_STEPS):
            return list(self._ranking)
        return [self._ranking[rank] for rank in (1, 0, 2) if rank < len(self._ranking)]

    def _width_of_block(self) -> float:
        return min(self.width() / (max(len(self._ranking), len(_STEPS)) + 0.4), _WIDEST_BLOCK)

    def _paint_block(self, painter: QPainter, block: QRectF, line: RankLine, context: TableContext) -> None:
        metal = QColor(_METALS[min(line.place, 3) - 1])
        shine = QLinearGradient(block.topLeft(), block.bottomRight())
        shine.setColorAt(0, blended(metal, _WHITE, 0.2))
        shine.setColorAt(1, blended(metal, _BLACK, 0.25))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shine)
        painter.drawRoundedRect(block.adjusted(1, 0, -1, 12), 8, 8)
        painter.setBrush(blended(metal, _WHITE, 0.45))
        painter.drawRoundedRect(QRectF(block.left() + 1, block.top(), block.width() - 2, 7), 5, 5)
        self._paint_figure(painter, block, line.seat, context)
        ink = text_colour_on(blended(metal, _BLACK, 0.1))
        painter.setPen(ink)
        number = title_font(self.font(), 1.9)
        painter.setFont(number)
        line_height = QFontMetricsF(number).height()
        top = block.top() + 4
        centre = Qt.AlignmentFlag.AlignHCenter
        painter.drawText(QRectF(block.left(), top, block.width(), line_height), centre, str(line.place))
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        metrics = QFontMetricsF(bold)
        name = metrics.elidedText(context.player(line.seat), Qt.TextElideMode.ElideRight, block.width() - 10)
        painter.drawText(QRectF(block.left(), top + line_height, block.width(), metrics.height()), centre, name)
        result, plain = self._results.get(line.seat, ""), QFont(self.font())
        room = (block.width() - 6) / max(QFontMetricsF(plain).horizontalAdvance(result), 1.0)
        plain.setPixelSize(round(QFontInfo(plain).pixelSize() * max(min(room, 1.0), SMALL_TEXT)))
        painter.setFont(plain)
        result = QFontMetricsF(plain).elidedText(result, Qt.TextElideMode.ElideRight, block.width() - 6)
        below = QRectF(block.left(), top + line_height + metrics.height(), block.width(), metrics.height())
        painter.drawText(below, centre, result)

    def _paint_figure(self, painter: QPainter, block: QRectF, seat: str, context: TableContext) -> None:
        """Paint a player on a block: the drawing of the look standing on it, or a portrait that the player has chosen,
        or a disc."""
        drawing = context.look.portrait(seat) if seat not in context.portraits else None
        if drawing is None:
            radius = min(block.width() * 0.36, self.height() * 0.17)
            painter.save()
            painter.translate(block.center().x(), block.top() - radius * 0.9)
            paint_player(painter, seat, context, radius)
            painter.restore()
            return
        side = min(block.width() * 0.86, self.height() * 0.38)
        painter.setBrush(QColor(0, 0, 0, 60))
        painter.drawEllipse(QRectF(block.center().x() - side * 0.34, block.top() - 3, side * 0.68, 8))
        tall = side * min(1.0, drawing.box.height() / max(drawing.box.width(), 1.0))  # its feet are at the lower edge
        box = QRectF(block.center().x() - side / 2, block.top() - tall * 0.94, side, tall)
        fill = context.look.player(seat).fill.on(context.theme.dark)
        paint_drawing_in(painter, drawing, box, recoloured_for(fill))

    def _paint_party(self, painter: QPainter, context: TableContext) -> None:
        """Paint the sky with rays of light behind the winner, hills, and confetti, the same in each picture of a
        match."""
        paper = QColor(context.theme.paper)
        columns = self._columns
        first = next((number for number, line in enumerate(columns) if line.place == 1), 0)
        beside = (first + 0.5 - len(columns) / 2) * self._width_of_block()  # the light is behind the winner
        middle, far = QPointF(self.width() / 2 + beside, self.height() * 0.36), float(self.width() + self.height())
        around = QPainterPath()
        around.addRoundedRect(QRectF(self.rect()).adjusted(0, 0, 0, 20), _CORNER, _CORNER)
        painter.setClipPath(around)
        painter.setPen(Qt.PenStyle.NoPen)
        dark = context.theme.dark
        air, gold = QColor(context.look.board.background.on(dark)), QColor(_METALS[0])
        sky = QLinearGradient(0, 0, 0, self.height() * 0.8)
        sky.setColorAt(0, blended(air, paper, 0.3))
        sky.setColorAt(1, blended(paper, gold, 0.14))
        painter.fillRect(self.rect(), sky)
        glow = QRadialGradient(middle, self.width() * 0.7)
        glow.setColorAt(0, blended(paper, gold, 0.45))
        glow.setColorAt(1, blended(air, paper, 0.5))
        for number in range(_RAYS):
            start = 2 * math.pi * number / _RAYS
            ray = QPainterPath(middle)
            for angle in (start, start + math.pi / _RAYS):
                ray.lineTo(middle + QPointF(math.cos(angle), math.sin(angle)) * far)
            painter.setOpacity(0.55)
            painter.fillPath(ray, glow)
        painter.setOpacity(1.0)
        for share, rise, tone in ((0.62, 0.3, 0.3), (0.38, 0.2, 0.46)):
            hill = QPainterPath()
            across, high = self.width() * 0.62, self.height() * rise
            hill.addEllipse(QPointF(self.width() * share, self.height() + high * 0.3), across, high)
            painter.fillPath(hill, blended(blended(paper, gold, tone), _BLACK, 0.1))
        colours = [QColor(context.look.player(line.seat).fill.on(context.theme.dark)) for line in self._ranking]
        colours.append(QColor(_METALS[0]))
        dice = random.Random(self.accessibleName())
        for _ in range(_CONFETTI):
            painter.save()
            painter.translate(dice.uniform(0, self.width()), dice.uniform(0, 1) ** 1.6 * self.height())
            painter.rotate(dice.uniform(0, 180))
            painter.fillRect(QRectF(-4, -2.5, 8, 5), dice.choice(colours))
            painter.restore()


# ---- the chart


_AFTER = 0.04  #: room after the last turn, as a share of all turns
_NEAR = 18  #: pixels from a step of the chart within which the pointer is on it


class PointsChart(QWidget):
    """Chart of the players' points over the match: one line of steps for each. The pointer, or the arrow keys, choose a
    step.

    Signals:
        highlighted: The places that the points of a step came from, a frozenset; empty to end it.
        explained: The Source of the points of a step; None to end it.
    """

    highlighted = Signal(object)
    explained = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: dict[str, tuple[tuple[int, int], ...]] = {}
        self._turns: tuple[int, ...] = ()
        self._context: TableContext | None = None
        self._places: dict[tuple[str, int], frozenset[str]] = {}
        self._reasons: dict[tuple[str, int], str] = {}
        self._chosen: tuple[str, int] | None = None  #: seat and position of a step
        self._points: dict[tuple[str, int], QPointF] = {}  #: the steps as painted last
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(260, 170)

    def show_state(
        self,
        outcome: OutcomeView,
        context: TableContext,
        sources: tuple[tuple[str, ...], ...] = (),
        turns: tuple[int, ...] = (),
    ) -> None:
        """Show the points of the sheet; nothing if no points are on it. `sources` are the places of its lines, `turns`
        the positions at which the turns of the match began."""
        self._turns = turns
        seats = tuple(line.seat for line in outcome.ranking)
        self._lines, self._context = points_over_time(outcome.sheet, seats), context
        self._places, self._chosen = steps_with_places(outcome.sheet, sources), None
        self._reasons = _reasons_by_step(outcome.sheet, context)
        ends = (context.named(context.player(seat), str(steps[-1][1])) for seat, steps in self._lines.items())
        self.setAccessibleName(", ".join(ends))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the axis, a line for each player, and the names at its end."""
        if self._context is None:
            return
        context, metrics = self._context, QFontMetricsF(self.font())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        values = [value for steps in self._lines.values() for _, value in steps]
        ends = max((position for steps in self._lines.values() for position, _ in steps), default=0) or 1
        over = turn_at(ends, self._turns) if self._turns else float(ends)
        last = over * (1 + _AFTER)  # what is scored at the end is a slope of its own
        low, high = min(0, *values), max(1, *values)
        names = {seat: f"{context.player(seat)} {steps[-1][1]}" for seat, steps in self._lines.items()}
        beside = max(metrics.horizontalAdvance(name) for name in names.values()) + 18
        numbers = max(metrics.horizontalAdvance(str(value)) for value in (low, high)) + 10
        margin = metrics.height() / 2
        below = metrics.height() * 1.3 if self._turns else 0.0
        area = QRectF(
            numbers, margin, max(self.width() - numbers - beside, 40.0), max(self.height() - 2 * margin - below, 40.0)
        )

        def at_value(across: float, value: float) -> QPointF:
            return QPointF(
                area.left() + area.width() * across / last,
                area.bottom() - area.height() * (value - low) / (high - low),
            )

        def point(position: float, value: float) -> QPointF:
            return at_value(turn_at(position, self._turns) if self._turns else position, value)

        def end_of(seat: str) -> QPointF:
            return at_value(last, self._lines[seat][-1][1])

        for value in axis_values(low, high):
            painter.setPen(QColor(context.theme.line))
            painter.drawLine(at_value(0, value), at_value(last, value))
            painter.setPen(QColor(context.theme.soft_ink))
            at = QRectF(0, point(0, value).y() - metrics.height() / 2, numbers - 8, metrics.height())
            painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(value))
        self._points = {
            (seat, position): point(position, value) if position < ends else end_of(seat)
            for seat, steps in self._lines.items()
            for position, value in steps
        }
        if self._turns:
            self._paint_turns(painter, area, at_value, last)
        ordered = sorted(self._lines.items(), key=lambda item: item[1][-1][1])
        for seat, steps in ordered:
            self._paint_line(painter, seat, [step for step in steps if step[0] < ends], point, ends, end_of(seat))
        places = [end_of(seat).y() for seat, _ in reversed(ordered)]
        middles = spread(places, metrics.height(), margin, self.height() - margin)
        for (seat, _), middle in zip(reversed(ordered), middles, strict=True):
            end = end_of(seat)
            if abs(end.y() - middle) > 1:
                painter.setPen(QColor(context.theme.soft_ink))
                painter.drawLine(end + QPointF(5, 0), QPointF(end.x() + 11, middle))
            painter.setPen(QColor(context.theme.ink))
            painter.drawText(QPointF(end.x() + 14, middle + metrics.capHeight() / 2), names[seat])
        if self._chosen in self._points:
            painter.setBrush(QColor(context.theme.accent))
            painter.setPen(QPen(QColor(context.theme.ink), 2))
            painter.drawEllipse(self._points[self._chosen], 6.5, 6.5)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: choose the step under the pointer."""
        at = event.position()
        near = {key: (point - at).manhattanLength() for key, point in self._points.items() if self._reasons.get(key)}
        nearest = min(near, key=lambda key: near[key], default=None)
        self._choose(nearest if nearest is not None and near[nearest] <= _NEAR else None)

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget: choose no step."""
        super().leaveEvent(event)
        self._choose(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: choose no step."""
        super().focusOutEvent(event)
        self._choose(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: the arrow keys choose the step before or after, of all players together."""
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        by = keys.get(Qt.Key(event.key()))
        steps = sorted(self._reasons, key=lambda key: (key[1], list(self._lines).index(key[0])))
        if by is None or not steps:
            super().keyPressEvent(event)
            return
        now = steps.index(self._chosen) if self._chosen in steps else -1 if by > 0 else len(steps)
        chosen = steps[max(0, min(now + by, len(steps) - 1))]
        self._choose(chosen)

    def _choose(self, chosen: tuple[str, int] | None) -> None:
        """Highlight a step, say its reasons and light its places on the board."""
        if chosen == self._chosen:
            return
        self._chosen = chosen
        said = self._reasons.get(chosen, "") if chosen is not None else ""
        self.setAccessibleDescription(said)
        at = self._points.get(chosen) if chosen is not None else None
        if said and at is not None:
            side = 2 * _NEAR
            show_tip_beside(self, QRectF(at.x() - _NEAR, at.y() - _NEAR, side, side).toRect(), said)
        else:
            QToolTip.hideText()
        self.highlighted.emit(self._places.get(chosen, frozenset()) if chosen is not None else frozenset())
        self.explained.emit(self._source_of(chosen) if chosen is not None and said else None)
        self.update()

    def _source_of(self, chosen: tuple[str, int]) -> Source:
        """Return where the points of a step come from."""
        assert self._context is not None
        player, *reasons = self._reasons[chosen].split("\n")
        places = self._places.get(chosen, frozenset())
        lights = self._context.texts("table.sheet.lights", n=len(places)) if places else ""
        return Source(chosen[0], player, ", ".join(part for part in (*reasons, lights) if part))

    def _paint_line(
        self,
        painter: QPainter,
        seat: str,
        steps: Sequence[tuple[int, int]],
        point: Callable[[float, float], QPointF],
        over: int,
        end: QPointF,
    ) -> None:
        """Paint a player's line: the steps before the match is over, and from there to its end."""
        assert self._context is not None
        theme = self._context.theme
        fill = QColor(self._context.look.player(seat).fill.on(theme.dark))
        path = QPainterPath(point(0, 0))
        for (_, before), (position, value) in pairwise(steps):
            path.lineTo(point(position, before))
            path.lineTo(point(position, value))
        path.lineTo(point(over, steps[-1][1]))
        path.lineTo(end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((QColor(theme.soft_ink), 4.6), (fill, 3.0)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(path)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(theme.soft_ink), 1))
        painter.drawEllipse(end, 4.5, 4.5)

    def _paint_turns(
        self, painter: QPainter, area: QRectF, at_value: Callable[[float, float], QPointF], last: float
    ) -> None:
        """Paint the numbers of the turns below the lines, and their unit at the right."""
        assert self._context is not None
        metrics, said = QFontMetricsF(self.font()), self._context.texts("table.sheet.turn")
        painter.setPen(QColor(self._context.theme.soft_ink))
        base = self.height() - metrics.descent()
        for turn in axis_values(0, max(int(last), 1)):
            number = str(max(turn, 1))
            x = at_value(max(turn, 1), 0).x() - metrics.horizontalAdvance(number) / 2
            if x + metrics.horizontalAdvance(number) < area.right() + 4:
                painter.drawText(QPointF(x, base), number)
        painter.drawText(QPointF(area.right() + 14, base), said)


def _reasons_by_step(sheet: tuple[ScoreLine, ...], context: TableContext) -> dict[tuple[str, int], str]:
    """Return what each step of the chart says: the player, and the points with their reasons."""
    found: dict[tuple[str, int], list[ScoreLine]] = {}
    for line in sheet:
        found.setdefault((line.seat, line.position), []).append(line)
    return {
        key: "\n".join((context.player(key[0]), *(f"{one.points}  {one.text}" for one in combined(lines, (), context))))
        for key, lines in found.items()
    }
