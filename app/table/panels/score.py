"""Score sheet: the final score, or the score so far, of each player: ranking, what decided it, and every line with its
rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRadialGradient, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.appearance.icons import IconButton
from app.appearance.theme import banner_colour
from app.base.widgets import (
    WIDE_SPACE,
    ClickGuard,
    ElidingLabel,
    FlowLayout,
    WrappingLabel,
    bind_escape,
    card,
    clear_layout,
    label,
    point_below,
    row,
    scroll_area,
    set_tip,
)
from app.table.context import TableContext
from app.table.painting.palette import blended
from app.table.panels.players import SCORE, Badge, partners_text
from app.table.panels.score_pictures import Podium, PointsChart
from app.table.panels.score_table import (
    PlayersTable,
    Reason,
    ReasonRow,
    ScoreTable,
    Source,
    combined,
    is_yes_or_no,
    own_reasons,
    players_table_width,
    result_of,
    table_width,
    winner_line,
)
from dsl.match.view import OutcomeView, RankLine, StandingsView, View

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


# ---- the page


_WIDEST = 1760
_SPACE = 14  #: between the cards, in pixels
_AROUND = 60  #: pixels of margins and scroll bar around the cards
_TWO_COLUMNS = 100  #: letters across from which the cards are in two columns
_COLUMNS, _WITHOUT_CHART = (1, 2), (4, 5)  #: shares of the two columns in the width; the board is alone in the second
_ABREAST = 2  #: cards of players side by side
_WIDE, _WIDER = 130, 170  #: letters across from which they are, and from which three are
_NARROW = 3  #: cards side by side that are narrow
_HEIGHTS = 2, 3  #: shares of the upper and the lower row in the height, where the board is in the lower one
_TITLE = 40  #: letters that a title has room for beside the buttons
_HEAD = 34  #: side of the portrait beside the caption of the board, in pixels


class SourceCaption(QWidget):
    """Caption below the board: where the points under the pointer come from, or else what can be pointed at."""

    def __init__(self) -> None:
        super().__init__()
        self._badge = Badge(_HEAD, self)
        self._title, self._detail = ElidingLabel("strong"), ElidingLabel("small")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._detail)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 2)
        layout.setSpacing(10)
        layout.addWidget(self._badge)
        layout.addLayout(words, 1)
        self._context: TableContext | None = None
        self._usual = "", ""
        self.setMinimumHeight(_HEAD + 8)

    def show_state(self, context: TableContext, *, over: bool, explains: bool) -> None:
        """Show what the board is; `explains` says that there are numbers to point at."""
        self._context = context
        said = context.texts("table.sheet.caption" if over else "table.sheet.caption_now")
        self._usual = said, context.texts("table.sheet.caption_how") if explains else ""
        self.explain(None)

    def explain(self, source: Source | None) -> None:
        """Show where points come from; None: nothing is pointed at."""
        if self._context is None:
            return
        self._badge.show_state(source.seat if source is not None else "", self._context)
        title, detail = (source.title, source.detail) if source is not None else self._usual
        self._title.setText(title)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))


class ScoreSheet(QFrame):
    """Page with the result of the match, or with the current score while it goes on.

    Signals:
        board_requested: The board is to be shown again.
        rematch_requested: Another match of the same game is requested.
        leave_requested: The table is to be left.
        rule_requested: The rule of a line is to be shown; carries its anchor.
        menu_requested: The button of the menu was pressed; carries the point of the screen below it.
        highlighted: The places that a line or a step of the chart comes from, a frozenset; empty to end it.
    """

    board_requested = Signal()
    rematch_requested = Signal()
    leave_requested = Signal()
    rule_requested = Signal(str)
    menu_requested = Signal(QPoint)
    highlighted = Signal(object)

    def __init__(self, board: QWidget | None = None, parent: QWidget | None = None) -> None:
        """`board` shows the board, on which places are lit."""
        super().__init__(parent)
        self._board_card, board_layout = card()
        board_layout.setContentsMargins(8, 8, 8, 8)
        board_layout.setSpacing(4)
        self.caption = SourceCaption()
        if board is not None:
            board_layout.addWidget(board, 1)
        board_layout.addWidget(self.caption)
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
        self._offers_replay = self._offers_review = False
        self.board = IconButton("board", "glass")
        self.replay_button, self.review_button = IconButton("replay", "glass"), IconButton("review", "glass")
        self.rematch = IconButton("again", "primary")
        self.leave = IconButton("leave", "glass")
        self.menu = IconButton("menu", "glass")  #: opens the menus of the program, where there is no menu bar
        self.menu.setProperty("compact", True)
        self.menu.hide()
        self.menu.clicked.connect(lambda: self.menu_requested.emit(point_below(self.menu)))
        self.chart.highlighted.connect(self.highlighted)
        self.chart.explained.connect(self.caption.explain)
        self.board.clicked.connect(self.board_requested)
        self.leave.clicked.connect(self.leave_requested)
        self.rematch.clicked.connect(self.rematch_requested)
        self._scores = QWidget()  #: the table, or a card for each player
        self._cards = QVBoxLayout(self._scores)
        self._cards.setSpacing(_SPACE)
        self._cards.setContentsMargins(0, 0, 0, 0)
        self._lay_out()
        ClickGuard(self, self.leave, self.rematch)  # a double click on what opens this page does not leave the table
        bind_escape(self, self.board)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        for said in (self.title, self.decided, self.fairness):
            words.addWidget(said)
        self._buttons = QWidget()
        buttons = FlowLayout(self._buttons, at_end=True)
        for made in (self.leave, self.review_button, self.replay_button, self.board, self.rematch):
            buttons.addWidget(made)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(_SPACE)
        self._head.addWidget(self.menu, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addLayout(words, 1)
        self._head.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignTop)
        content, inside = QWidget(), QWidget()
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_SPACE)
        for number, each in enumerate((self._podium_card, self._scores, self._board_card, self._chart_card)):
            self._grid.addWidget(each, number, 0)
        inside.setMaximumWidth(_WIDEST)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(WIDE_SPACE, 16, WIDE_SPACE, 20)
        layout.setSpacing(_SPACE)
        layout.addLayout(self._head)
        layout.addWidget(scroll_area(content), 1)
        outside = QHBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addStretch(1)
        outside.addWidget(inside, 1000)
        outside.addStretch(1)

    def _arrange(self) -> None:
        """Place the cards: in two columns with the pictures at the left, or in a narrow window below each other."""
        grid = self._grid
        cards = (self._podium_card, self._scores, self._board_card, self._chart_card)
        for each in cards:
            grid.removeWidget(each)
        for number in range(4):
            grid.setRowStretch(number, 0)
            grid.setColumnStretch(number, 0)
        shown = [each for each in cards if not each.isHidden()]
        if self.width() / self.fontMetrics().averageCharWidth() < _TWO_COLUMNS:
            for number, each in enumerate(shown):
                grid.addWidget(each, number, 0)
            return
        left: list[QWidget] = [each for each in (self._podium_card, self._board_card) if each in shown]
        right: list[QWidget] = [each for each in (self._scores, self._chart_card) if each in shown]
        if self._chart_card not in shown and self._board_card in shown:
            # Without a chart, the board has the larger column.
            left, right = [each for each in (self._podium_card, self._scores) if each in shown], [self._board_card]
        for column, below in enumerate((left, right)):
            for number, each in enumerate(below):
                rows = 2 if len(below) == 1 and len(left) != len(right) else 1
                grid.addWidget(each, number, column if left else 0, rows, 1)
        shares = _COLUMNS if self._chart_card in shown or self._board_card not in shown else _WITHOUT_CHART
        grid.setColumnStretch(0, shares[0] if left else 1)
        grid.setColumnStretch(1, shares[1] if left and right else 0)
        heights = _HEIGHTS if self._chart_card in shown else _HEIGHTS[::-1]  # the board and the chart get more
        for number in range(max(len(left), len(right))):
            grid.setRowStretch(number, heights[number % 2] if self._board_card in shown else 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: place the buttons beside the title if there is room."""
        super().resizeEvent(event)
        self._arrange_head()
        self._arrange()

    def _fit_title(self, room: int) -> None:
        """Show the title in a smaller size where it would need a second line."""
        self._set_title_role("banner title")
        if self.title.fontMetrics().horizontalAdvance(self.title.text()) > room:
            self._set_title_role("banner heading")

    def _set_title_role(self, role: str) -> None:
        if self.title.property("role") != role:
            self.title.setProperty("role", role)
            self.title.style().polish(self.title)

    def _arrange_head(self) -> None:
        shown = [each for each in self._buttons.findChildren(QPushButton) if not each.isHidden()]
        buttons = sum(each.sizeHint().width() + 8 for each in shown)
        beside = self.width() - 2 * WIDE_SPACE - buttons >= self.fontMetrics().averageCharWidth() * _TITLE
        self._buttons.setMinimumWidth(buttons if beside else 0)
        self._head.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        menu = 0 if self.menu.isHidden() else self.menu.sizeHint().width() + _SPACE
        width = min(self.width(), _WIDEST) - 2 * WIDE_SPACE
        self._fit_title(width - (buttons + _SPACE + menu if beside else 0))

    def show_state(
        self,
        outcome: OutcomeView,
        context: TableContext,
        teams: Teams = (),
        standings: StandingsView | None = None,
        turns: tuple[int, ...] = (),
    ) -> None:
        """Show the result of a match, with the places that points came from if the standings are known. `turns` are the
        positions at which its turns began."""
        self.title.setText(winners(outcome, context, teams))
        self.decided.setText(_deciding_sentence(outcome, context, len(turns)))
        self._show(_without_equal_values(outcome), context, teams, standings, turns, over=True)

    def show_current(
        self,
        view: View,
        context: TableContext,
        standings: StandingsView | None = None,
        turns: tuple[int, ...] = (),
    ) -> None:
        """Show the current score of a match that goes on, and what its end would bring now if that is known."""
        texts = context.texts
        self.title.setText(texts("table.sheet.so_far"))
        scored = bool(view.sheet) or any(SCORE not in dict(seat.values) for seat in view.seats)
        said = [] if scored else [texts("table.sheet.nothing_yet")]
        said += [texts("table.sheet.unknown")] if standings is not None and not standings.complete else []
        self.decided.setText(" ".join(said))
        self._show(current_ranking(view, standings), context, view.teams, standings, turns, over=False)

    def set_fairness(self, said: str, why: str) -> None:
        """Show whether the random numbers of the match were verified; `why` is the tool tip."""
        self.fairness.setText(said)
        set_tip(self.fairness, why)
        self.fairness.setAccessibleDescription(why)
        self.fairness.setVisible(bool(said))

    def _show(
        self,
        outcome: OutcomeView,
        context: TableContext,
        teams: Teams,
        standings: StandingsView | None,
        turns: tuple[int, ...],
        *,
        over: bool,
    ) -> None:
        texts = context.texts
        self._over, self._ground = over, ground_colour(context)
        self.update()
        sources = standings.sheet if standings is not None else ()
        self.decided.setVisible(bool(self.decided.text()))
        self.board.setText(texts("table.sheet.board" if over else "table.sheet.back"))
        self.rematch.setText(texts("table.sheet.again"))
        self.leave.setText(texts("table.sheet.leave"))
        self.menu.setAccessibleName(texts("table.prompt.menu"))
        set_tip(self.menu, texts("table.prompt.menu"))
        self.replay_button.setText(texts("table.sheet.replay"))
        set_tip(self.replay_button, texts("table.film.how"))
        self.review_button.setText(texts("review.button"))
        set_tip(self.review_button, texts("review.button.how"))
        self._show_offers()
        self.rematch.setVisible(over and self.offers_rematch)
        self.leave.setVisible(over)
        self._arrange_head()
        self._podium_card.setVisible(over)
        self._chart_card.setVisible(bool(outcome.sheet))
        self._chart_title.setText(texts("table.sheet.over_time"))
        self.podium.show_state(outcome, context)
        self._board_card.setVisible(self._has_board)
        self.chart.show_state(outcome, context, sources, turns)
        self.caption.show_state(context, over=over, explains=bool(outcome.sheet))
        clear_layout(self._cards)
        self._add_scores(outcome, context, teams, standings, over=over)
        self._arrange()

    def offer(self, *, replay: bool, review: bool) -> None:
        """Offer to play the match back, and to assess its choices, once it is over."""
        self._offers_replay, self._offers_review = replay, review
        self._show_offers()
        self._arrange_head()

    def _show_offers(self) -> None:
        self.replay_button.setVisible(self._over and self._offers_replay)
        self.review_button.setVisible(self._over and self._offers_review)

    def _add_scores(
        self, outcome: OutcomeView, context: TableContext, teams: Teams, standings: StandingsView | None, *, over: bool
    ) -> None:
        """Add the widest table that there is room for, or a card for each player."""
        partners = {line.seat: partners_text(teams, line.seat, context) for line in outcome.ranking}
        players, letter = len(outcome.ranking), self.fontMetrics().averageCharWidth()
        beside = self.width() / letter >= _TWO_COLUMNS and over
        without_chart = not outcome.sheet and self._has_board
        share = _WITHOUT_CHART[0] / sum(_WITHOUT_CHART) if without_chart else _COLUMNS[1] / sum(_COLUMNS)
        share = share if beside else 1.0
        room = (min(self.width(), _WIDEST) * share - _AROUND) / letter
        table: PlayersTable | ScoreTable | None = None
        if over and room >= players_table_width(outcome, standings, context):
            table = PlayersTable(outcome, context, partners, standings)
        elif players > 1 and room * letter >= table_width(players, letter):
            table = ScoreTable(outcome, context, partners, standings, over=over)
        if table is not None:
            table.highlighted.connect(self.highlighted)
            table.explained.connect(self.caption.explain)
            table.rule_requested.connect(self.rule_requested)
            self._cards.addWidget(table)
            return
        letters = self.width() * share / letter
        several = _NARROW if letters >= _WIDER and players == _NARROW else _ABREAST if letters >= _WIDE else 1
        cards = [
            self._card(line, outcome, context, partners[line.seat], standings, narrow=several == _NARROW)
            for line in sorted(outcome.ranking, key=lambda line: line.place)
        ]
        for left in range(0, len(cards), several):
            abreast = QWidget()
            line_of_cards = row(*cards[left : left + several])
            line_of_cards.setContentsMargins(0, 0, 0, 0)
            abreast.setLayout(line_of_cards)
            self._cards.addWidget(abreast)
        self._cards.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the ground of the page, lighter in the middle."""
        if self._ground is None:
            super().paintEvent(event)
            return
        light = QRadialGradient(QPointF(self.width() / 2, self.height() * 0.3), self.width() * 0.75)
        light.setColorAt(0, self._ground)
        light.setColorAt(1, blended(self._ground, QColor("#000000"), 0.45))
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
        mine = combined([each for each, _ in own], [places for _, places in own], context)
        self._add_rows(layout, mine, line.seat, context)
        if standings is not None:
            future = [(each.line, each.places) for each in standings.lines if each.line.seat == line.seat]
            rows = combined([each for each, _ in future], [places for _, places in future], context)
            if rows:
                total = sum(each.points for each, _ in future) + dict(line.values).get(SCORE, 0)
                soon = label("strong")
                soon.setText(context.texts("table.sheet.if_ended", points=total))
                layout.addWidget(soon)
                self._add_rows(layout, rows, line.seat, context)
        self._add_rows(layout, own_reasons(line, outcome, standings, context), line.seat, context)
        layout.addStretch(1)
        return frame

    def _add_rows(self, layout: QVBoxLayout, reasons: list[Reason], seat: str, context: TableContext) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(1)
        for reason in reasons:
            made = ReasonRow(reason, context, seat)
            made.highlighted.connect(self.highlighted)
            made.explained.connect(self.caption.explain)
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


def _deciding_sentence(outcome: OutcomeView, context: TableContext, turns: int) -> str:
    """Return why the match ended early, or else the sentence with the deciding line and the number of turns, if that is
    not 0; empty if there is none."""
    if outcome.early is not None:
        return early_sentence(outcome, context)
    verdict, after = deciding_line(outcome), context.texts("table.sheet.after", n=turns)
    if verdict is None:
        return context.texts("table.sheet.only_turns", n=turns) if turns else ""
    values = {
        "after": after,
        "line": winner_line(verdict.line, context),
        "mine": verdict.mine,
        "theirs": verdict.theirs,
        "rival": context.player(verdict.rival),
    }
    if not verdict.level and is_yes_or_no(verdict.line, outcome):
        return context.texts("table.sheet.decided.only", line=values["line"], after=after)
    if not verdict.level and verdict.line == SCORE:
        return context.texts("table.sheet.decided.points", **values)
    if not verdict.level:
        return context.texts("table.sheet.decided", **values)
    level = ", ".join(winner_line(line, context) for line in verdict.level)
    return context.texts("table.sheet.decided.level", level=level, **values)
