"""Score sheet: the final score, or the score so far, of each player: ranking, what decided it, and every line with its
rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.fonts import title_font
from app.base.widgets import (
    ClickGuard,
    bind_escape,
    button,
    capital,
    card,
    clear_layout,
    label,
    row,
    scroll_area,
    set_tip,
)
from app.table.context import TableContext
from app.table.painting.palette import blended, text_colour_on
from app.table.panels.players import SCORE, Badge, paint_player, partners_text
from dsl.match.view import OutcomeView, RankLine, ScoreLine, View

# ---- result of a match, without Qt


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


def winners(outcome: OutcomeView, context: TableContext) -> str:
    """Return the sentence that names the winners."""
    first = first_seats(outcome)
    return context.texts("table.sheet.winner", n=len(first), players=", ".join(context.player(seat) for seat in first))


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


def current_ranking(view: View) -> OutcomeView:
    """Return the current ranking by points, with the lines of the score."""
    scores = {seat.colour: dict(seat.values).get(SCORE) for seat in view.seats}
    first = {colour: team[0] for team in view.teams for colour in team}  # what a team has is shown there
    points = {colour: int(own or scores[first.get(colour, colour)] or 0) for colour, own in scores.items()}
    ranking = (
        RankLine(colour, 1 + sum(other > own for other in points.values()), ((SCORE, own),))
        for colour, own in sorted(points.items(), key=lambda item: -item[1])
    )
    return OutcomeView(tuple(ranking), view.sheet)


def points_over_time(sheet: tuple[ScoreLine, ...], seats: tuple[str, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return for each seat the positions of the match at which its points changed, with the points from then on."""
    found: dict[str, list[tuple[int, int]]] = {seat: [(0, 0)] for seat in seats}
    for line in sorted(sheet, key=lambda line: line.position):
        steps = found.get(line.seat)
        if steps is not None:
            steps.append((line.position, steps[-1][1] + line.points))
    return {seat: tuple(steps) for seat, steps in found.items()}


# ---- pictures of the result


_STEPS = (0.62, 0.45, 0.34)  #: heights of the podium's blocks, as shares of the widget
_METALS = ("#d9a92f", "#98a3ad", "#b9794a")
_WHITE, _BLACK = QColor("#ffffff"), QColor("#000000")


class Podium(QWidget):
    """Picture of the first three places: blocks with the players' portraits on them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ranking: tuple[RankLine, ...] = ()
        self._context: TableContext | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(260, 210)

    def show_state(self, outcome: OutcomeView, context: TableContext) -> None:
        """Show the first three places."""
        self._ranking, self._context = tuple(sorted(outcome.ranking, key=lambda line: line.place))[:3], context
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
        width = self.width() / 3.4
        left = (self.width() - width * len(self._ranking)) / 2
        order = [1, 0, 2][: len(self._ranking)] if len(self._ranking) > 1 else [0]
        order = [each for each in order if each < len(self._ranking)]
        for column, rank in enumerate(order):
            line = self._ranking[rank]
            height = self.height() * _STEPS[min(line.place, 3) - 1]
            block = QRectF(left + column * width, self.height() - height, width, height)
            self._paint_block(painter, block, line, self._context)

    def _paint_block(self, painter: QPainter, block: QRectF, line: RankLine, context: TableContext) -> None:
        metal = QColor(_METALS[min(line.place, 3) - 1])
        shine = QLinearGradient(block.topLeft(), block.bottomRight())
        shine.setColorAt(0, blended(metal, _WHITE, 0.2))
        shine.setColorAt(1, blended(metal, _BLACK, 0.25))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shine)
        painter.drawRoundedRect(block.adjusted(1, 0, -1, 12), 8, 8)
        radius = min(block.width() * 0.36, self.height() * 0.17)
        painter.save()
        painter.translate(block.center().x(), block.top() - radius * 0.9)
        paint_player(painter, line.seat, context, radius)
        painter.restore()
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


class PointsChart(QWidget):
    """Chart of the players' points over the match: one line of steps for each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: dict[str, tuple[tuple[int, int], ...]] = {}
        self._context: TableContext | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(260, 170)

    def show_state(self, outcome: OutcomeView, context: TableContext) -> None:
        """Show the points of the sheet; nothing if no points are on it."""
        seats = tuple(line.seat for line in outcome.ranking)
        self._lines, self._context = points_over_time(outcome.sheet, seats), context
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

        step = max(1, round((high - low) / 4))
        for value in range(low, high + 1, step):
            painter.setPen(QColor(context.theme.line))
            painter.drawLine(point(0, value), point(last, value))
            painter.setPen(QColor(context.theme.soft_ink))
            at = QRectF(0, point(0, value).y() - metrics.height() / 2, numbers - 8, metrics.height())
            painter.drawText(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(value))
        lowest = self.height() - metrics.height() / 2
        for seat, steps in sorted(self._lines.items(), key=lambda item: item[1][-1][1]):
            lowest = self._paint_line(painter, seat, steps, point, last, names[seat], lowest)

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


# ---- the page


_WIDEST = 1180
_ABREAST = 2  #: cards of players side by side
_FEW = 3  #: up to this number, equal lines are listed one by one
Teams = tuple[tuple[str, ...], ...]


class ScoreSheet(QFrame):
    """Page with the result of the match, or with the current score while it goes on.

    Signals:
        board_requested: The board is to be shown again.
        rematch_requested: Another match of the same game is requested.
        leave_requested: The table is to be left.
    """

    board_requested = Signal()
    rematch_requested = Signal()
    leave_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("title", wraps=True)
        self.decided = label("soft", wraps=True)
        self.fairness = label("soft", wraps=True)
        self.fairness.hide()
        self.podium, self.chart = Podium(), PointsChart()
        self._podium_card, podium = card()
        podium.setContentsMargins(10, 10, 10, 0)
        podium.addWidget(self.podium)
        self._chart_card, chart = card()
        self._chart_title = label("heading")
        chart.addWidget(self._chart_title)
        chart.addWidget(self.chart, 1)
        self.offers_rematch = True  #: the user can set up another match
        self.offers_replay = False  #: the match can be played back
        self.board = button()
        self.replay_button = button()
        self.rematch = button("primary")
        self.leave = button()
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
        pictures = QHBoxLayout()
        pictures.setSpacing(12)
        pictures.addWidget(self._podium_card, 2)
        pictures.addWidget(self._chart_card, 3)
        content, inside = QWidget(), QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(pictures)
        column.addLayout(self._cards)
        inside.setMaximumWidth(_WIDEST)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        layout = QVBoxLayout(inside)
        layout.setSpacing(16)
        layout.addLayout(head)
        layout.addWidget(self.decided)
        layout.addWidget(self.fairness)
        layout.addWidget(scroll_area(content), 1)
        # Far from the button that opens this page, so that a double click does not leave the table.
        layout.addLayout(row(self.leave, self.replay_button, self.rematch, stretch_after=0))
        outside = QHBoxLayout(self)
        outside.addStretch(1)
        outside.addWidget(inside, 1000)
        outside.addStretch(1)

    def show_state(self, outcome: OutcomeView, context: TableContext, teams: Teams = ()) -> None:
        """Show the result of a match."""
        self.title.setText(winners(outcome, context))
        self.decided.setText(_deciding_sentence(outcome, context))
        self._show(_without_equal_values(outcome), context, teams, over=True)

    def show_current(self, view: View, context: TableContext) -> None:
        """Show the current score of a match that goes on."""
        self.title.setText(context.texts("table.sheet.so_far"))
        self.decided.setText("" if view.sheet else context.texts("table.sheet.nothing_yet"))
        self._show(current_ranking(view), context, view.teams, over=False)

    def set_fairness(self, said: str, why: str) -> None:
        """Show whether the random numbers of the match were verified; `why` is the tool tip."""
        self.fairness.setText(said)
        set_tip(self.fairness, why)
        self.fairness.setAccessibleDescription(why)
        self.fairness.setVisible(bool(said))

    def _show(self, outcome: OutcomeView, context: TableContext, teams: Teams, over: bool) -> None:
        texts = context.texts
        self.decided.setVisible(bool(self.decided.text()))
        self.board.setText(texts("table.sheet.board" if over else "table.sheet.back"))
        self.rematch.setText(texts("table.sheet.again"))
        self.leave.setText(texts("table.sheet.leave"))
        self.replay_button.setText(texts("table.film.button"))
        set_tip(self.replay_button, texts("table.film.how"))
        self.replay_button.setVisible(over and self.offers_replay)
        self.rematch.setVisible(over and self.offers_rematch)
        self.leave.setVisible(over)
        self._podium_card.setVisible(over)
        self._chart_card.setVisible(bool(outcome.sheet))
        self._chart_title.setText(texts("table.sheet.over_time"))
        self.podium.show_state(outcome, context)
        self.chart.show_state(outcome, context)
        clear_layout(self._cards)
        cards = [
            _card(line, outcome.sheet, context, partners_text(teams, line.seat, context))
            for line in sorted(outcome.ranking, key=lambda line: line.place)
        ]
        for left in range(0, len(cards), _ABREAST):
            abreast = QWidget()
            line_of_cards = row(*cards[left : left + _ABREAST])
            line_of_cards.setContentsMargins(0, 0, 0, 0)
            abreast.setLayout(line_of_cards)
            self._cards.addWidget(abreast)
        self._cards.addStretch(1)


def _without_equal_values(outcome: OutcomeView) -> OutcomeView:
    """Return the outcome without winner lines if none of them decided: they are the same for all."""
    behind = any(line.place > 1 for line in outcome.ranking)
    if not behind or deciding_line(outcome) is not None:
        return outcome
    return replace(outcome, ranking=tuple(replace(line, values=()) for line in outcome.ranking))


def _deciding_sentence(outcome: OutcomeView, context: TableContext) -> str:
    """Return the sentence with the deciding line; empty if there is none."""
    verdict = deciding_line(outcome)
    if verdict is None:
        return ""
    values = {
        "line": winner_line(verdict.line, context),
        "mine": verdict.mine,
        "theirs": verdict.theirs,
        "rival": context.player(verdict.rival),
    }
    if not verdict.level:
        return context.texts("table.sheet.decided", **values)
    level = ", ".join(winner_line(line, context) for line in verdict.level)
    return context.texts("table.sheet.decided.level", level=level, **values)


def winner_line(line: str, context: TableContext) -> str:
    """Return the name of a line of the ranking, such as the score."""
    return capital(context.words.anchor(f"winner.{line}"))


def _card(line: RankLine, sheet: tuple[ScoreLine, ...], context: TableContext, partners: str) -> QFrame:
    """Return the card of one player: place, emblem, name, values of the winner lines, and the lines of the score."""
    frame, layout = card()
    head = QHBoxLayout()
    head.setSpacing(12)
    badge = Badge(34, frame)
    badge.show_state(line.seat, context)
    name = label("heading")
    name.setText(context.texts("table.sheet.place", place=line.place, player=context.player(line.seat)))
    first, further = label("heading"), label(wraps=True)
    said = [context.named(winner_line(key, context), str(value)) for key, value in line.values]
    first.setText("".join(said[:1]))
    further.setText("   ·   ".join(said[1:]))
    further.setVisible(len(said) > 1)
    beside = label("soft")
    beside.setText(partners)
    for widget in (badge, name, beside):
        head.addWidget(widget)
    head.addStretch(1)
    head.addWidget(first)
    layout.addLayout(head)
    layout.addWidget(further)
    own = [each for each in sheet if each.seat == line.seat]
    if own:
        layout.addLayout(_lines(combined_lines(own, context)))
    return frame


def combined_lines(lines: list[ScoreLine], context: TableContext) -> list[tuple[str, int]]:
    """Return reasons and points; more than `_FEW` equal reasons are combined into one line."""
    found: dict[str, list[int]] = {}
    for line in lines:
        found.setdefault(_reason(line, context), []).append(line.points)
    made: list[tuple[str, int]] = []
    for reason, points in found.items():
        if len(points) > _FEW:
            made.append((context.texts("table.sheet.times", line=reason, n=len(points)), sum(points)))
        else:
            made += [(reason, each) for each in points]
    return made


def _lines(lines: list[tuple[str, int]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setColumnStretch(0, 1)
    grid.setVerticalSpacing(4)
    for number, (reason, amount) in enumerate(lines):
        said, points = label("soft", wraps=True), label()
        said.setText(reason)
        points.setText(f"{amount:+d}")
        grid.addWidget(said, number, 0)
        grid.addWidget(points, number, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
    return grid


def _reason(line: ScoreLine, context: TableContext) -> str:
    """Return the rule that gave the points and, for awards, the place."""
    rule, place = context.words.anchor(line.rule), dict(line.detail).get("place", "")
    return context.texts("table.sheet.line", rule=rule, place=place) if place else rule
