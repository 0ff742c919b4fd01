"""Score sheet: the final score, or the score so far, of each player: ranking, what decided it, and every line with its
rule.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace
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
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from app.appearance.drawings import paint_drawing_in, recoloured_for
from app.appearance.fonts import SMALL_TEXT, title_font
from app.appearance.theme import CONTRAST, banner_colour
from app.base.widgets import (
    ClickGuard,
    ElidingLabel,
    WrappingLabel,
    bind_escape,
    button,
    card,
    clear_layout,
    label,
    row,
    scroll_area,
    set_tip,
    show_tip_beside,
)
from app.table.context import TableContext
from app.table.painting.palette import blended, text_colour_on
from app.table.panels.players import SCORE, Badge, paint_player, partners_text
from app.table.panels.score_table import (
    Reason,
    ReasonRow,
    ScoreTable,
    combined,
    is_yes_or_no,
    own_reasons,
    result_of,
    table_width,
    winner_line,
)
from dsl.match.view import OutcomeView, RankLine, ScoreLine, StandingsView, View

# ---- result of a match, without Qt

Teams = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class DecidingLine:
    """Winner line that decided between the winner and the next player, after those in which they were equal."""

    line: str
    mine: int
    theirs: int
    rival: str
    level: tuple[str, ...]  #: the winner lines before it


def first_seats(outcome: OutcomeView) -> list[str]:
    """Return the seats in first place; at least one."""
    return [line.seat for line in outcome.ranking if line.place == 1]


def winners(outcome: OutcomeView, context: TableContext, teams: Teams = ()) -> str:
    """Return the sentence that names the winners, or says that the players agreed on a draw, or that it is one: all are
    in first place, and they are not one team."""
    if outcome.early is not None and outcome.early.kind == "draw":
        return context.words.early_end(outcome.early)
    first = first_seats(outcome)
    names = ", ".join(context.player(seat) for seat in first)
    if 1 < len(first) == len(outcome.ranking) and not any(set(first) <= set(team) for team in teams):
        return context.texts("table.sheet.draw", players=names)
    return context.texts("table.sheet.winner", n=len(first), players=names)


def early_sentence(outcome: OutcomeView, context: TableContext) -> str:
    """Return who gave up, if the match ended by that; empty otherwise."""
    early = outcome.early
    return context.words.early_end(early) if early is not None and early.kind != "draw" else ""


def deciding_line(outcome: OutcomeView) -> DecidingLine | None:
    """Return the line that decided; None if all are in first place, or if no line differs."""
    winner = next((rank for rank in outcome.ranking if rank.place == 1), None)
    rival = min((rank for rank in outcome.ranking if rank.place > 1), key=lambda rank: rank.place, default=None)
    if winner is None or rival is None:
        return None
    level: list[str] = []
    for (line, mine), (_, theirs) in zip(winner.values, rival.values, strict=True):
        if mine != theirs:
            return DecidingLine(line, mine, theirs, rival.seat, tuple(level))
        level.append(line)
    return None


def current_ranking(view: View, standings: StandingsView | None = None) -> OutcomeView:
    """Return the current ranking by points, with the lines of the score; in a game without points by the first line of
    the ranking, if the standings are known."""
    if standings is not None and all(SCORE not in dict(seat.values) for seat in view.seats):
        return _ranking_without_points(view, standings)
    scores = {seat.colour: dict(seat.values).get(SCORE) for seat in view.seats}
    first = {colour: team[0] for team in view.teams for colour in team}  # what a team has is shown there
    points = {colour: int(own or scores[first.get(colour, colour)] or 0) for colour, own in scores.items()}
    ranking = (
        RankLine(colour, 1 + sum(other > own for other in points.values()), ((SCORE, own),))
        for colour, own in sorted(points.items(), key=lambda item: -item[1])
    )
    return OutcomeView(tuple(ranking), view.sheet)


def _ranking_without_points(view: View, standings: StandingsView) -> OutcomeView:
    values = {
        seat: tuple((each.line, each.value) for each in standings.winner if each.seat == seat) for seat in view.colours
    }
    ahead = {seat: sum(other[:1] > own[:1] for other in values.values()) for seat, own in values.items()}
    ranking = (RankLine(seat, 1 + ahead[seat], values[seat]) for seat in sorted(values, key=lambda seat: ahead[seat]))
    return OutcomeView(tuple(ranking), view.sheet)


def points_over_time(sheet: tuple[ScoreLine, ...], seats: tuple[str, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return for each seat the positions of the match at which its points changed, with the points from then on."""
    found: dict[str, list[tuple[int, int]]] = {seat: [(0, 0)] for seat in seats}
    for line in sorted(sheet, key=lambda line: line.position):
        steps = found.get(line.seat)
        if steps is not None:
            steps.append((line.position, steps[-1][1] + line.points))
    return {seat: tuple(steps) for seat, steps in found.items()}


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


# ---- pictures of the result


_CORNER = 13  #: radius of the corners of the card that it fills, in pixels
_STEPS = (0.62, 0.45, 0.34)  #: heights of the podium's blocks, as shares of the widget
_METALS = ("#d9a92f", "#98a3ad", "#b9794a")
_WHITE, _BLACK = QColor("#ffffff"), QColor("#000000")
_WIDEST_BLOCK = 190.0  #: pixels
_RAYS, _CONFETTI = 20, 70  #: rays of light behind the winner, and pieces of confetti


class Podium(QWidget):
    """Picture of the first three places: blocks with the players' figures on them, in front of rays of light and
    confetti in the players' colours; in high contrast on a plain ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ranking: tuple[RankLine, ...] = ()
        self._results: dict[str, str] = {}  #: what each player reached, by seat
        self._context: TableContext | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 210)

    def show_state(self, outcome: OutcomeView, context: TableContext) -> None:
        """Show the first three places."""
        self._ranking, self._context = tuple(sorted(outcome.ranking, key=lambda line: line.place))[:3], context
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
        return [self._ranking[rank] for rank in (1, 0, 2) if rank < len(self._ranking)]

    def _width_of_block(self) -> float:
        return min(self.width() / 3.4, _WIDEST_BLOCK)

    def _paint_block(self, painter: QPainter, block: QRectF, line: RankLine, context: TableContext) -> None:
        metal = QColor(_METALS[min(line.place, 3) - 1])
        shine = QLinearGradient(block.topLeft(), block.bottomRight())
        shine.setColorAt(0, blended(metal, _WHITE, 0.2))
        shine.setColorAt(1, blended(metal, _BLACK, 0.25))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shine)
        painter.drawRoundedRect(block.adjusted(1, 0, -1, 12), 8, 8)
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
        """Paint rays of light behind the winner, and confetti that is the same in each picture of a match."""
        paper, accent = QColor(context.theme.paper), QColor(context.theme.accent)
        columns = self._columns
        first = next((number for number, line in enumerate(columns) if line.place == 1), 0)
        beside = (first + 0.5 - len(columns) / 2) * self._width_of_block()  # the light is behind the winner
        middle, far = QPointF(self.width() / 2 + beside, self.height() * 0.36), float(self.width() + self.height())
        around = QPainterPath()
        around.addRoundedRect(QRectF(self.rect()).adjusted(0, 0, 0, 20), _CORNER, _CORNER)
        painter.setClipPath(around)
        painter.setPen(Qt.PenStyle.NoPen)
        glow = QRadialGradient(middle, self.width() * 0.6)
        glow.setColorAt(0, blended(paper, QColor(_METALS[0]), 0.5))
        glow.setColorAt(1, blended(paper, accent, 0.06))
        for number in range(_RAYS):
            start = 2 * math.pi * number / _RAYS
            ray = QPainterPath(middle)
            for angle in (start, start + math.pi / _RAYS):
                ray.lineTo(middle + QPointF(math.cos(angle), math.sin(angle)) * far)
            painter.setOpacity(0.55)
            painter.fillPath(ray, glow)
        painter.setOpacity(1.0)
        colours = [QColor(context.look.player(line.seat).fill.on(context.theme.dark)) for line in self._ranking]
        colours.append(QColor(_METALS[0]))
        dice = random.Random(self.accessibleName())
        for _ in range(_CONFETTI):
            painter.save()
            painter.translate(dice.uniform(0, self.width()), dice.uniform(0, 1) ** 1.6 * self.height())
            painter.rotate(dice.uniform(0, 180))
            painter.fillRect(QRectF(-4, -2.5, 8, 5), dice.choice(colours))
            painter.restore()


_NEAR = 18  #: pixels from a step of the chart within which the pointer is on it


class PointsChart(QWidget):
    """Chart of the players' points over the match: one line of steps for each. The pointer, or the arrow keys, choose a
    step.

    Signals:
        highlighted: The places that the points of a step came from, a frozenset; empty to end it.
    """

    highlighted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: dict[str, tuple[tuple[int, int], ...]] = {}
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
        self, outcome: OutcomeView, context: TableContext, sources: tuple[tuple[str, ...], ...] = ()
    ) -> None:
        """Show the points of the sheet; nothing if no points are on it. `sources` are the places of its lines."""
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
        last = max((position for steps in self._lines.values() for position, _ in steps), default=0) or 1
        low, high = min(0, *values), max(1, *values)
        names = {seat: f"{context.player(seat)} {steps[-1][1]}" for seat, steps in self._lines.items()}
        beside = max(metrics.horizontalAdvance(name) for name in names.values()) + 14
        numbers = metrics.horizontalAdvance(str(high)) + 10
        margin = metrics.height() / 2
        area = QRectF(
            numbers, margin, max(self.width() - numbers - beside, 40.0), max(self.height() - 2 * margin, 40.0)
        )

        def point(position: float, value: float) -> QPointF:
            return QPointF(
                area.left() + area.width() * position / last,
                area.bottom() - area.height() * (value - low) / (high - low),
            )

        for value in axis_values(low, high):
            painter.setPen(QColor(context.theme.line))
            painter.drawLine(point(0, value), point(last, value))
            painter.setPen(QColor(context.theme.soft_ink))
            at = QRectF(0, point(0, value).y() - metrics.height() / 2, numbers - 8, metrics.height())
            painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(value))
        self._points = {
            (seat, position): point(position, value) for seat, steps in self._lines.items() for position, value in steps
        }
        lowest = self.height() - metrics.height() / 2
        for seat, steps in sorted(self._lines.items(), key=lambda item: item[1][-1][1]):
            lowest = self._paint_line(painter, seat, steps, point, last, names[seat], lowest)
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
        self.update()

    def _paint_line(
        self,
        painter: QPainter,
        seat: str,
        steps: tuple[tuple[int, int], ...],
        point: Callable[[float, float], QPointF],
        last: int,
        name: str,
        lowest: float,
    ) -> float:
        """Paint a player's line; its name is not below `lowest`. Return how low the next name may be."""
        assert self._context is not None
        theme, metrics = self._context.theme, QFontMetricsF(self.font())
        fill = QColor(self._context.look.player(seat).fill.on(theme.dark))
        path = QPainterPath(point(0, 0))
        for (_, before), (position, value) in pairwise(steps):
            path.lineTo(point(position, before))
            path.lineTo(point(position, value))
        end = point(last, steps[-1][1])
        path.lineTo(end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((QColor(theme.soft_ink), 4.6), (fill, 3.0)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(path)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(theme.soft_ink), 1))
        painter.drawEllipse(end, 4.5, 4.5)
        middle = min(end.y(), lowest)
        painter.setPen(QColor(theme.ink))
        painter.drawText(QPointF(end.x() + 10, middle + metrics.capHeight() / 2), name)
        return middle - metrics.height()


def _reasons_by_step(sheet: tuple[ScoreLine, ...], context: TableContext) -> dict[tuple[str, int], str]:
    """Return what each step of the chart says: the player, and the points with their reasons."""
    found: dict[tuple[str, int], list[ScoreLine]] = {}
    for line in sheet:
        found.setdefault((line.seat, line.position), []).append(line)
    return {
        key: "\n".join((context.player(key[0]), *(f"{one.points}  {one.text}" for one in combined(lines, (), context))))
        for key, lines in found.items()
    }


# ---- the page


_WIDEST = 1560
_TALLEST = 460  #: of the podium alone, in pixels
_CHART = 520  #: the most height of the pictures above the cards, in pixels
_SCORES, _BOARD = 3, 2  #: shares of the scores and of the board in the width
_AROUND = 100  #: pixels of margins and scroll bar around the scores
_ABREAST = 2  #: cards of players side by side
_WIDE, _WIDER = 130, 170  #: letters across from which they are, and from which three are
_NARROW = 3  #: cards side by side that are narrow


class ScoreSheet(QFrame):
    """Page with the result of the match, or with the current score while it goes on.

    Signals:
        board_requested: The board is to be shown again.
        rematch_requested: Another match of the same game is requested.
        leave_requested: The table is to be left.
        rule_requested: The rule of a line is to be shown; carries its anchor.
        highlighted: The places that a line or a step of the chart comes from, a frozenset; empty to end it.
    """

    board_requested = Signal()
    rematch_requested = Signal()
    leave_requested = Signal()
    rule_requested = Signal(str)
    highlighted = Signal(object)

    def __init__(self, board: QWidget | None = None, parent: QWidget | None = None) -> None:
        """`board` shows the board, on which places are lit."""
        super().__init__(parent)
        self._board_card, board_layout = card()
        board_layout.setContentsMargins(8, 8, 8, 8)
        board_layout.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)  # no higher than the board
        if board is not None:
            board_layout.addWidget(board)
        self._has_board = board is not None
        self._over = False
        self._ground: QColor | None = None  #: dark colour of the game; None: that of the window
        self.title = label("banner title", wraps=True)
        self.decided = label("banner", wraps=True)
        self.fairness = label("banner", wraps=True)
        self.fairness.hide()
        self.podium, self.chart = Podium(), PointsChart()
        self._podium_card, podium = card()
        podium.setContentsMargins(1, 1, 1, 0)
        podium.addWidget(self.podium)
        self._chart_card, chart = card()
        self._chart_title = label("heading")
        chart.addWidget(self._chart_title)
        chart.addWidget(self.chart, 1)
        self.offers_rematch = True  #: the user can set up another match
        self.offers_replay = False  #: the match can be played back
        self.offers_review = False  #: a search can assess its choices
        self.board = button("glass")
        self.replay_button, self.review_button = button("glass"), button("glass")
        self.rematch = button("primary")
        self.leave = button("glass")
        self.chart.highlighted.connect(self.highlighted)
        self.board.clicked.connect(self.board_requested)
        self.leave.clicked.connect(self.leave_requested)
        self.rematch.clicked.connect(self.rematch_requested)
        self._cards = QVBoxLayout()
        self._cards.setSpacing(12)
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._lay_out()
        ClickGuard(self, self.leave, self.rematch)
        bind_escape(self, self.board)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.board)
        self._chart_card.setMaximumHeight(_CHART)
        self._pictures = pictures = QHBoxLayout()
        pictures.setSpacing(12)
        pictures.addWidget(self._podium_card, 2)
        pictures.addWidget(self._chart_card, 3)
        content, inside = QWidget(), QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self._column = column
        column.addLayout(pictures, 1)
        column.addLayout(self._cards)
        inside.setMaximumWidth(_WIDEST)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        layout = QVBoxLayout(inside)
        layout.setSpacing(16)
        layout.addLayout(head)
        layout.addWidget(self.decided)
        layout.addWidget(self.fairness)
        beside = QHBoxLayout()
        beside.setSpacing(12)
        beside.addWidget(scroll_area(content), _SCORES)
        beside_scores = QVBoxLayout()
        beside_scores.addWidget(self._board_card, 1)
        beside_scores.addStretch(0)
        beside.addLayout(beside_scores, _BOARD)
        layout.addLayout(beside, 1)
        # Far from the button that opens this page, so that a double click does not leave the table.
        layout.addLayout(row(self.leave, self.review_button, self.replay_button, self.rematch, stretch_after=0))
        outside = QHBoxLayout(self)
        outside.addStretch(1)
        outside.addWidget(inside, 1000)
        outside.addStretch(1)

    def show_state(
        self,
        outcome: OutcomeView,
        context: TableContext,
        teams: Teams = (),
        standings: StandingsView | None = None,
    ) -> None:
        """Show the result of a match, with the places that points came from if the standings are known."""
        self.title.setText(winners(outcome, context, teams))
        self.decided.setText(_deciding_sentence(outcome, context))
        self._show(_without_equal_values(outcome), context, teams, standings, over=True)

    def show_current(self, view: View, context: TableContext, standings: StandingsView | None = None) -> None:
        """Show the current score of a match that goes on, and what its end would bring now if that is known."""
        texts = context.texts
        self.title.setText(texts("table.sheet.so_far"))
        scored = bool(view.sheet) or any(SCORE not in dict(seat.values) for seat in view.seats)
        said = [] if scored else [texts("table.sheet.nothing_yet")]
        said += [texts("table.sheet.unknown")] if standings is not None and not standings.complete else []
        self.decided.setText(" ".join(said))
        self._show(current_ranking(view, standings), context, view.teams, standings, over=False)

    def set_fairness(self, said: str, why: str) -> None:
        """Show whether the random numbers of the match were verified; `why` is the tool tip."""
        self.fairness.setText(said)
        set_tip(self.fairness, why)
        self.fairness.setAccessibleDescription(why)
        self.fairness.setVisible(bool(said))

    def _show(
        self, outcome: OutcomeView, context: TableContext, teams: Teams, standings: StandingsView | None, over: bool
    ) -> None:
        texts = context.texts
        self._over, self._ground = over, ground_colour(context)
        self.update()
        sources = standings.sheet if standings is not None else ()
        self.decided.setVisible(bool(self.decided.text()))
        self.board.setText(texts("table.sheet.board" if over else "table.sheet.back"))
        self.rematch.setText(texts("table.sheet.again"))
        self.leave.setText(texts("table.sheet.leave"))
        self.replay_button.setText(texts("table.film.button"))
        set_tip(self.replay_button, texts("table.film.how"))
        self.replay_button.setVisible(over and self.offers_replay)
        self.review_button.setText(texts("review.button"))
        set_tip(self.review_button, texts("review.button.how"))
        self.review_button.setVisible(over and self.offers_review)
        self.rematch.setVisible(over and self.offers_rematch)
        self.leave.setVisible(over)
        self._podium_card.setVisible(over)
        self._chart_card.setVisible(bool(outcome.sheet))
        self._column.setStretchFactor(self._pictures, int(over or bool(outcome.sheet)))  # else the cards are at the top
        # Without a chart the podium takes the height that short cards leave.
        self._podium_card.setMaximumHeight(_CHART if outcome.sheet else _TALLEST)
        self._chart_title.setText(texts("table.sheet.over_time"))
        self.podium.show_state(outcome, context)
        self._board_card.setVisible(self._has_board)
        self.chart.show_state(outcome, context, sources)
        clear_layout(self._cards)
        if self._has_room_for_table(len(outcome.ranking)):
            partners = {line.seat: partners_text(teams, line.seat, context) for line in outcome.ranking}
            table = ScoreTable(outcome, context, partners, standings, over=over)
            table.highlighted.connect(self.highlighted)
            table.rule_requested.connect(self.rule_requested)
            self._cards.addWidget(table)
            self._cards.addStretch(1)
            return
        letters, players = self.width() / self.fontMetrics().averageCharWidth(), len(outcome.ranking)
        several = _NARROW if letters >= _WIDER and players == _NARROW else _ABREAST if letters >= _WIDE else 1
        cards = [
            self._card(
                line, outcome, context, partners_text(teams, line.seat, context), standings, narrow=several == _NARROW
            )
            for line in sorted(outcome.ranking, key=lambda line: line.place)
        ]
        for left in range(0, len(cards), several):
            abreast = QWidget()
            line_of_cards = row(*cards[left : left + several])
            line_of_cards.setContentsMargins(0, 0, 0, 0)
            abreast.setLayout(line_of_cards)
            self._cards.addWidget(abreast)
        self._cards.addStretch(1)

    def _has_room_for_table(self, players: int) -> bool:
        """Whether the lines of all players fit side by side."""
        share = _SCORES / (_SCORES + _BOARD) if self._has_board else 1.0
        room = min(self.width(), _WIDEST) * share - _AROUND
        return players > 1 and room >= table_width(players, self.fontMetrics().averageCharWidth())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the ground of the page, lighter in the middle."""
        if self._ground is None:
            super().paintEvent(event)
            return
        light = QRadialGradient(QPointF(self.width() / 2, self.height() * 0.3), self.width() * 0.75)
        light.setColorAt(0, self._ground)
        light.setColorAt(1, blended(self._ground, _BLACK, 0.45))
        QPainter(self).fillRect(self.rect(), light)

    def _card(
        self,
        line: RankLine,
        outcome: OutcomeView,
        context: TableContext,
        partners: str,
        standings: StandingsView | None,
        *,
        narrow: bool,
    ) -> QFrame:
        """Return the card of one player: place, emblem, name, values of the winner lines, the lines of the score, and
        those that the end of the match would add. In a `narrow` one, the result is below the name."""
        frame, layout = card()
        if line.place == 1 and self._over:
            frame.setProperty("role", "winner")
        head = QHBoxLayout()
        head.setSpacing(12)
        badge = Badge(34, frame)
        badge.show_state(line.seat, context)
        name, first, beside = ElidingLabel("heading"), WrappingLabel("heading"), label("soft")
        name.setText(context.texts("table.sheet.place", place=line.place, player=context.player(line.seat)))
        first.setText(result_of(line, outcome, context))
        beside.setText(partners)
        head.addWidget(badge)
        if narrow:
            words = QVBoxLayout()
            words.setSpacing(0)
            for widget in (name, first, *([beside] if partners else [])):
                words.addWidget(widget)
            head.addLayout(words, 1)
        else:
            for widget in (name, beside):
                head.addWidget(widget)
            head.addStretch(1)
            head.addWidget(first)
        layout.addLayout(head)
        known = standings.sheet if standings is not None else ()
        own = [
            (each, known[n] if n < len(known) else ()) for n, each in enumerate(outcome.sheet) if each.seat == line.seat
        ]
        self._add_rows(layout, combined([each for each, _ in own], [places for _, places in own], context), context)
        if standings is not None:
            future = [(each.line, each.places) for each in standings.lines if each.line.seat == line.seat]
            rows = combined([each for each, _ in future], [places for _, places in future], context)
            if rows:
                total = sum(each.points for each, _ in future) + dict(line.values).get(SCORE, 0)
                soon = label("strong")
                soon.setText(context.texts("table.sheet.if_ended", points=total))
                layout.addWidget(soon)
                self._add_rows(layout, rows, context)
        self._add_rows(layout, own_reasons(line, outcome, standings, context), context)
        layout.addStretch(1)
        return frame

    def _add_rows(self, layout: QVBoxLayout, reasons: list[Reason], context: TableContext) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(1)
        for reason in reasons:
            made = ReasonRow(reason, context)
            made.highlighted.connect(self.highlighted)
            made.rule_requested.connect(self.rule_requested)
            rows.addWidget(made)
        if reasons:
            layout.addLayout(rows)


def ground_colour(context: TableContext) -> QColor | None:
    """Return the dark colour of a game for the ground of a page; None in high contrast, where it is the window's."""
    if context.theme.banner_line == context.theme.banner_ink:
        return None
    return banner_colour(context.look.board.background.dark)


def _without_equal_values(outcome: OutcomeView) -> OutcomeView:
    """Return the outcome without winner lines if none of them decided: they are the same for all. In a draw they are
    kept, unless nobody has anything in them."""
    is_draw = all(line.place == 1 for line in outcome.ranking)
    has_values = any(value for line in outcome.ranking for _, value in line.values)
    if (is_draw and has_values) or deciding_line(outcome) is not None:
        return outcome
    return replace(outcome, ranking=tuple(replace(line, values=()) for line in outcome.ranking))


def _deciding_sentence(outcome: OutcomeView, context: TableContext) -> str:
    """Return why the match ended early, or else the sentence with the deciding line; empty if there is none."""
    if outcome.early is not None:
        return early_sentence(outcome, context)
    verdict = deciding_line(outcome)
    if verdict is None:
        return ""
    values = {
        "line": winner_line(verdict.line, context),
        "mine": verdict.mine,
        "theirs": verdict.theirs,
        "rival": context.player(verdict.rival),
    }
    if not verdict.level and is_yes_or_no(verdict.line, outcome):
        return context.texts("table.sheet.decided.only", line=values["line"])
    if not verdict.level:
        return context.texts("table.sheet.decided", **values)
    level = ", ".join(winner_line(line, context) for line in verdict.level)
    return context.texts("table.sheet.decided.level", level=level, **values)
