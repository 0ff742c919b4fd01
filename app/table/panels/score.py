"""Score sheet: the final score, or the score so far, of each player: ranking, what decided it, and every line with its
rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

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
from app.table.panels.players import SCORE, Badge, partners_text
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


_WIDEST = 860
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
        content, inside = QWidget(), QWidget()
        content.setLayout(self._cards)
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
        clear_layout(self._cards)
        for line in sorted(outcome.ranking, key=lambda line: line.place):
            self._cards.addWidget(_card(line, outcome.sheet, context, partners_text(teams, line.seat, context)))
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
        "line": _winner_line(verdict.line, context),
        "mine": verdict.mine,
        "theirs": verdict.theirs,
        "rival": context.player(verdict.rival),
    }
    if not verdict.level:
        return context.texts("table.sheet.decided", **values)
    level = ", ".join(_winner_line(line, context) for line in verdict.level)
    return context.texts("table.sheet.decided.level", level=level, **values)


def _winner_line(line: str, context: TableContext) -> str:
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
    said = [context.named(_winner_line(key, context), str(value)) for key, value in line.values]
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
        layout.addLayout(_lines(_combined_lines(own, context)))
    return frame


def _combined_lines(lines: list[ScoreLine], context: TableContext) -> list[tuple[str, int]]:
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
