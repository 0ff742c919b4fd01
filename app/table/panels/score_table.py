"""Lines of the score: points and what they are for, as rows of one player's card or as a table of all players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QMenu, QVBoxLayout

from app.base.widgets import ElidingLabel, WrappingLabel, add_entry, capital, label, row, set_tip
from app.table.context import TableContext
from app.table.panels.players import SCORE, Badge
from dsl.match.view import OutcomeView, RankLine, ScoreLine, SourcedLine, StandingsView

_FEW = 3  #: up to this number, equal lines are listed one by one


@dataclass(frozen=True, slots=True)
class Reason:
    """Points for one reason on the score page, and the places on the board that they come from."""

    text: str
    points: str  #: with its sign, or the value of a line of the ranking
    places: frozenset[str] = frozenset()
    rule: str = ""  #: in a sentence; empty if there is none
    anchor: str = ""  #: of the rule; empty if it has none


@dataclass(frozen=True, slots=True)
class Source:
    """Where points of a player come from, in words."""

    seat: str
    title: str  #: the player and the reason
    detail: str  #: the points, and how many places are lit or the rule


# ---- rows and cells


@dataclass(frozen=True, slots=True)
class Bar:
    """Bar below the points in a table, which compares them."""

    colour: QColor
    share: float  #: of the longest bar, from 0 to 1


class ReasonRow(QFrame):
    """Points and what they are for, or a cell of a table with the points alone. The pointer or the focus on it lights
    the places that they come from.

    Signals:
        highlighted: The places, a frozenset; empty when the pointer or the focus leaves.
        explained: The Source under the pointer or the focus; None when they leave.
        rule_requested: The rule is to be shown: Enter, a double click or the menu; carries its anchor.
    """

    highlighted = Signal(object)
    explained = Signal(object)
    rule_requested = Signal(str)

    def __init__(
        self, reason: Reason, context: TableContext, owner: str, bar: Bar | None = None, *, is_cell: bool = False
    ) -> None:
        """`owner` is the seat whose points they are; a cell may have a `bar`."""
        super().__init__()
        self._reason, self._context, self._lit, self._is_explained = reason, context, False, False
        self._is_cell, self._bar = is_cell, bar
        points = label()
        points.setText(reason.points)
        layout = QHBoxLayout(self)
        named = context.named(reason.text, reason.points)
        if is_cell:
            layout.setContentsMargins(4, 2, 4, 2 + (_BAR if bar is not None else 0))
            layout.addWidget(points, 0, Qt.AlignmentFlag.AlignCenter)
            self.setAccessibleName(context.named(context.player(owner), named))
        else:
            said = label("soft", wraps=True)
            said.setText(reason.text)
            layout.setContentsMargins(8, 2, 8, 2)
            layout.addWidget(said, 1)
            layout.addWidget(points, 0, Qt.AlignmentFlag.AlignTop)
            self.setAccessibleName(named)
        how = context.texts("table.show_rule.how") if reason.anchor else ""
        counted = reason.text if is_cell else ""
        set_tip(self, "\n".join(part for part in (counted, reason.rule, how) if part))
        lights = context.texts("table.sheet.lights", n=len(reason.places)) if reason.places else ""
        self.setAccessibleDescription(" ".join(part for part in (lights, reason.rule, how) if part))
        detail = ", ".join(part for part in (reason.points, lights or reason.rule) if part)
        self._source = Source(owner, context.named(context.player(owner), reason.text), detail)
        if reason.places or reason.rule or reason.anchor:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def places(self) -> frozenset[str]:
        """The places that the points come from."""
        return self._reason.places

    def _request_rule(self) -> None:
        if self._reason.anchor:
            self.rule_requested.emit(self._reason.anchor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget: Enter shows the rule."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._reason.anchor:
            self._request_rule()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override QWidget: show the rule."""
        super().mouseDoubleClickEvent(event)
        self._request_rule()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QWidget: offer to show the rule."""
        if self._reason.anchor:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            add_entry(menu, self._context.texts("table.show_rule")).triggered.connect(self._request_rule)
            menu.popup(event.globalPos())

    def _light(self, lit: bool) -> None:
        lit = lit and bool(self._reason.places)
        if lit != self._lit:
            self._lit = lit
            self.highlighted.emit(self._reason.places if lit else frozenset())
            self.update()

    def _explain(self, explained: bool) -> None:
        if explained != self._is_explained:
            self._is_explained = explained
            self.explained.emit(self._source if explained else None)
        self._light(explained)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Override QWidget: light the places."""
        super().enterEvent(event)
        self._explain(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget: light the places no longer, unless the row has the focus."""
        super().leaveEvent(event)
        self._explain(self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: light the places."""
        super().focusInEvent(event)
        self._explain(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget: light the places no longer."""
        super().focusOutEvent(event)
        self._explain(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint a bar at the left of a line that has places, or that of a cell; and a ground while
        the places are lit."""
        super().paintEvent(event)
        painter, accent = QPainter(self), QColor(self._context.theme.accent)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._bar is not None:
            long = max(self._bar.share * min(self.width() - 16.0, _LONGEST), float(_BAR))
            painter.setBrush(self._bar.colour)
            painter.setPen(QColor(self._context.theme.soft_ink))  # seen on any ground
            below = QRectF((self.width() - long) / 2, self.height() - _BAR - 1.5, long, _BAR)
            painter.drawRoundedRect(below, _BAR / 2, _BAR / 2)
            painter.setPen(Qt.PenStyle.NoPen)
        if not self._reason.places:
            return
        if self._lit:
            ground = QColor(accent)
            ground.setAlpha(46)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()), 5, 5)
        if not self._is_cell:
            painter.setBrush(accent)
            painter.drawRoundedRect(QRectF(0, 4, 3, self.height() - 8), 1.5, 1.5)


# ---- the table


_BAR, _LONGEST = 5, 72.0  #: height and greatest length of a bar, in pixels
_LETTERS, _CELL = 24, 11  #: letters of the first column, and of one player, at least
_NONE = "–"  #: where a player has nothing


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of the table that belong together; `title` stands above them."""

    reasons: Mapping[str, Mapping[str, Reason]]  #: by text and seat
    compares: bool  #: has bars
    title: str = ""
    totals: Mapping[str, str] | None = None  #: beside the title, by seat
    breaks_ties: bool = False  #: decides only between players with equal points


def _parts(outcome: OutcomeView, standings: StandingsView | None, context: TableContext) -> list[_Part]:
    """Return the lines of the score, those that the end of the match would add, and the lines of the ranking."""
    known = standings.sheet if standings is not None else ()
    now = [SourcedLine(line, known[n] if n < len(known) else ()) for n, line in enumerate(outcome.sheet)]
    parts = [_Part(_by_reason(now, context), compares=True)]
    if standings is not None and standings.lines:
        totals = {
            line.seat: str(
                sum(each.line.points for each in standings.lines if each.line.seat == line.seat)
                + dict(line.values).get(SCORE, 0)
            )
            for line in outcome.ranking
        }
        title = context.texts("table.sheet.if_ended_now")
        parts.append(_Part(_by_reason(standings.lines, context), True, title, totals))
    counted: dict[str, dict[str, Reason]] = {}  # without what nobody has
    for line in sorted(outcome.ranking, key=lambda line: line.place):
        for reason in own_reasons(line, outcome, standings, context):
            counted.setdefault(reason.text, {})[line.seat] = reason
    counted = {text: by_seat for text, by_seat in counted.items() if any(int(each.points) for each in by_seat.values())}
    breaks_ties = any(line.values[:1] and line.values[0][0] == SCORE for line in outcome.ranking)
    title = context.texts("table.sheet.tie_breakers") if breaks_ties else ""
    return [part for part in (*parts, _Part(counted, False, title, breaks_ties=breaks_ties)) if part.reasons]


def _by_reason(lines: Iterable[SourcedLine], context: TableContext) -> dict[str, dict[str, Reason]]:
    """Return the sums of equal reasons, by text and seat."""
    found: dict[str, dict[str, list[SourcedLine]]] = {}
    for each in lines:
        text = reason_text(each.line, context)
        found.setdefault(text, {}).setdefault(each.line.seat, []).append(each)
    return {
        text: {seat: _sum(text, each, context) for seat, each in by_seat.items()} for text, by_seat in found.items()
    }


def _sum(text: str, lines: Sequence[SourcedLine], context: TableContext) -> Reason:
    rule, places = lines[0].line.rule, frozenset(place for each in lines for place in each.places)
    said = context.texts("table.sheet.times", line=text, n=len(lines)) if len(lines) > 1 else text
    points = sum(each.line.points for each in lines)
    return Reason(said, f"{points:+d}", places, context.rule(rule), rule)


def table_width(players: int, letter: float) -> float:
    """Return the width in pixels of a table for a number of players, given the width of a letter."""
    return (_LETTERS + _CELL * players) * letter


class ScoreTable(QFrame):
    """Card with the points of all players by what they are for: a column for each player, the first at the left.

    Signals:
        highlighted: The places that points come from, a frozenset; empty to end it.
        explained: Where the points under the pointer or the focus come from, a Source; None when they leave.
        rule_requested: The rule of a line is to be shown; carries its anchor.
    """

    highlighted = Signal(object)
    explained = Signal(object)
    rule_requested = Signal(str)

    def __init__(
        self, outcome: OutcomeView, context: TableContext, partners: Mapping[str, str], standings: StandingsView | None,
        *, over: bool,
    ) -> None:  # fmt: skip
        """`partners` are the sentences about the partners, by seat; `over` marks the winners of a finished match."""
        super().__init__()
        self.setProperty("role", "card")
        self._context, self._outcome, self._over = context, outcome, over
        self._ranking = sorted(outcome.ranking, key=lambda line: line.place)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(18, 14, 14, 14)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 3)
        title = label("heading", wraps=True)
        title.setText(context.texts("table.sheet.sources") if outcome.sheet else "")
        self._grid.addWidget(title, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        for column, line in enumerate(self._ranking, 1):
            self._grid.setColumnStretch(column, 2)
            self._grid.addWidget(self._head(line, partners.get(line.seat, "")), 0, column)
        for part in _parts(outcome, standings, context):
            self._add_part(part)
        self._grid.setRowStretch(self._grid.rowCount(), 1)

    def _head(self, line: RankLine, partners: str) -> QFrame:
        """Return portrait, place, name and result of a player."""
        frame, context = QFrame(), self._context
        frame.setProperty("role", "winner" if line.place == 1 and self._over else "place")
        badge = Badge(26, frame)
        badge.show_state(line.seat, context)
        name, result = ElidingLabel("strong"), WrappingLabel("heading")
        name.setText(context.texts("table.sheet.place", place=line.place, player=context.player(line.seat)))
        points = dict(line.values[:1]).get(SCORE)  # a number alone is enough for them
        said = result_of(line, self._outcome, context)
        result.setText(said if points is None else str(points))
        result.setAccessibleName(said)
        result.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(frame)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(2)
        name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(badge, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(name)
        column.addWidget(result)
        if partners:
            beside = label("soft", wraps=True)
            beside.setText(partners)
            column.addWidget(beside)
        column.addStretch(1)
        return frame

    def _add_part(self, part: _Part) -> None:
        line = QFrame()
        line.setProperty("role", "rule")
        self._grid.addWidget(line, self._grid.rowCount(), 0, 1, -1)
        if part.title:
            self._add_title(part)
        most = max((abs(int(each.points)) for by in part.reasons.values() for each in by.values()), default=1) or 1
        for text, by_seat in part.reasons.items():
            self._add_row(text, by_seat, most if part.compares else 0)

    def _add_title(self, part: _Part) -> None:
        below, title = self._grid.rowCount(), label("strong", wraps=True)
        title.setText(part.title)
        self._grid.addWidget(title, below, 0)
        if part.totals is None:
            return
        for column, line in enumerate(self._ranking, 1):
            total = label("strong")
            total.setText(part.totals.get(line.seat, ""))
            total.setAccessibleName(
                self._context.named(self._context.player(line.seat), f"{part.title} {total.text()}")
            )
            self._grid.addWidget(total, below, column, Qt.AlignmentFlag.AlignCenter)

    def _add_row(self, text: str, by_seat: Mapping[str, Reason], most: int) -> None:
        below, said = self._grid.rowCount(), label("soft", wraps=True)
        said.setText(text)
        self._grid.addWidget(said, below, 0, Qt.AlignmentFlag.AlignVCenter)
        for column, line in enumerate(self._ranking, 1):
            reason = by_seat.get(line.seat)
            if reason is None:
                nothing = label("soft")
                nothing.setText(_NONE)
                self._grid.addWidget(nothing, below, column, Qt.AlignmentFlag.AlignCenter)
                continue
            colour = QColor(self._context.look.player(line.seat).fill.on(self._context.theme.dark))
            bar = Bar(colour, abs(int(reason.points)) / most) if most else None
            cell = ReasonRow(reason, self._context, line.seat, bar, is_cell=True)
            cell.highlighted.connect(self.highlighted)
            cell.explained.connect(self.explained)
            cell.rule_requested.connect(self.rule_requested)
            self._grid.addWidget(cell, below, column)


_FIRST, _COLUMN, _LAST = 30, 11, 9  #: letters of a player's place and name, of a reason, and of the total


def players_table_width(outcome: OutcomeView, standings: StandingsView | None, context: TableContext) -> float:
    """Return the width in letters of a table with a row for each player."""
    return _FIRST + _LAST + _COLUMN * sum(len(part.reasons) for part in _parts(outcome, standings, context))


_BESIDE_HEAD = 8  #: pixels beside the head of a column


class PlayersTable(QFrame):
    """Card with the result of a match: a row for each player, the first at the top, with the points by what they are
    for, and their total.

    Signals:
        highlighted: The places that points come from, a frozenset; empty to end it.
        explained: Where the points under the pointer or the focus come from, a Source; None when they leave.
        rule_requested: The rule of a line is to be shown; carries its anchor.
    """

    highlighted = Signal(object)
    explained = Signal(object)
    rule_requested = Signal(str)

    def __init__(
        self,
        outcome: OutcomeView,
        context: TableContext,
        partners: Mapping[str, str],
        standings: StandingsView | None,
    ) -> None:
        """`partners` are the sentences about the partners, by seat."""
        super().__init__()
        self.setProperty("role", "card")
        self._context, self._outcome = context, outcome
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 12, 8, 10)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(0)
        parts = _parts(outcome, standings, context)
        self._columns = [
            (text, by_seat, part) for part in parts for text, by_seat in part.reasons.items()
        ]  #: their texts, values by seat, and what they belong to
        title = label("heading")
        title.setText(context.texts("table.sheet.sources" if outcome.sheet else "table.sheet.ranking"))
        title.setContentsMargins(12, 0, 0, 2)
        self._grid.addWidget(title, 0, 0, 1, -1)
        self._add_heads()
        for number, line in enumerate(sorted(outcome.ranking, key=lambda line: line.place)):
            self._add_player(2 + number, line, partners.get(line.seat, ""), last=number == len(outcome.ranking) - 1)
        if len(outcome.ranking) < _FEW_PLAYERS:
            self._grid.setRowStretch(2 + len(outcome.ranking), 1)
        self._grid.setColumnStretch(1, 3)
        for column in range(len(self._columns)):
            self._grid.setColumnStretch(2 + column, 2)
        self._grid.setColumnStretch(2 + len(self._columns), 1)

    def _add_heads(self) -> None:
        for column, (text, _, part) in enumerate(self._columns, 2):
            head = label("small", wraps=True)
            head.setText(self._context.texts("table.sheet.tie_breaker", line=text) if part.breaks_ties else text)
            head.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
            head.setContentsMargins(_BESIDE_HEAD, 0, _BESIDE_HEAD, 0)  # two heads in one line are no sentence
            self._grid.addWidget(head, 1, column)
        if self._has_points:
            total = label("strong")
            total.setText(self._context.texts("table.sheet.total"))
            total.setContentsMargins(0, 0, 12, 0)
            total.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            self._grid.addWidget(total, 1, 2 + len(self._columns))

    @property
    def _has_points(self) -> bool:
        return any(line.values[:1] and line.values[0][0] == SCORE for line in self._outcome.ranking)

    def _add_player(self, row_number: int, line: RankLine, partners: str, *, last: bool) -> None:
        context = self._context
        ground = QFrame()
        is_draw = all(each.place == 1 for each in self._outcome.ranking)
        ground.setProperty("role", "winner row" if line.place == 1 and not is_draw else "player row")
        ground.setProperty("last", last)
        self._grid.addWidget(ground, row_number, 0, 1, -1)
        self._grid.setRowStretch(row_number, 1)
        self._grid.setRowMinimumHeight(row_number, _ROW)
        place = label("place number")
        place.setText(str(line.place))
        place.setContentsMargins(12, 0, 0, 0)
        self._grid.addWidget(place, row_number, 0)
        badge = Badge(_BADGE, self)
        badge.show_state(line.seat, context)
        name = ElidingLabel("strong")
        name.setText(context.player(line.seat))
        who = row(badge, name)
        who.setContentsMargins(4, 4, 0, 4)
        who.setStretch(1, 1)
        if partners:
            words, beside = QVBoxLayout(), label("small", wraps=True)
            words.setSpacing(0)
            beside.setText(partners)
            who.removeWidget(name)
            words.addWidget(name)
            words.addWidget(beside)
            who.addLayout(words, 1)
        holder = QFrame()
        holder.setLayout(who)
        holder.setMinimumWidth(_BADGE + 90)
        self._grid.addWidget(holder, row_number, 1)
        for column, (_, by_seat, part) in enumerate(self._columns, 2):
            self._add_cell(row_number, column, by_seat.get(line.seat), line.seat, part)
        result = label("heading")
        said = result_of(line, self._outcome, context)
        result.setText(str(line.values[0][1]) if self._has_points and line.values else said)
        result.setAccessibleName(context.named(context.player(line.seat), said) if said else "")
        result.setContentsMargins(0, 0, 12, 0)
        result.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(result, row_number, 2 + len(self._columns))

    def _add_cell(self, row_number: int, column: int, reason: Reason | None, seat: str, part: _Part) -> None:
        if reason is None:
            nothing = label("soft")
            nothing.setText(_NONE)
            self._grid.addWidget(nothing, row_number, column, Qt.AlignmentFlag.AlignCenter)
            return
        most = max((abs(int(each.points)) for by in part.reasons.values() for each in by.values()), default=1) or 1
        colour = QColor(self._context.look.player(seat).fill.on(self._context.theme.dark))
        bar = Bar(colour, abs(int(reason.points)) / most) if part.compares else None
        cell = ReasonRow(reason, self._context, seat, bar, is_cell=True)
        cell.highlighted.connect(self.highlighted)
        cell.explained.connect(self.explained)
        cell.rule_requested.connect(self.rule_requested)
        self._grid.addWidget(cell, row_number, column, Qt.AlignmentFlag.AlignVCenter)


_FEW_PLAYERS = 3  #: fewer than this do not fill the card
_ROW = 44  #: least height of a player's row, in pixels
_BADGE = 32  #: side of a player's portrait in the table, in pixels


# ---- reasons


def is_yes_or_no(line: str, outcome: OutcomeView) -> bool:
    """Return whether a line of the ranking only says who has won, such as a mate: in a match without points, one player
    has 1 and the others 0."""
    values = [dict(rank.values).get(line, 0) for rank in outcome.ranking]
    return not outcome.sheet and sorted(values) == [0] * (len(values) - 1) + [1]


def result_of(line: RankLine, outcome: OutcomeView, context: TableContext) -> str:
    """Return what a player reached in the first line of the ranking, such as "12 points" or "Victory"."""
    if not line.values:
        return ""
    name, value = line.values[0]
    if name == SCORE:
        return context.texts("table.sheet.points", n=value)
    named = winner_line(name, context)
    if is_yes_or_no(name, outcome):
        return named if value else ""
    return context.named(named, str(value))


def winner_line(line: str, context: TableContext) -> str:
    """Return the name of a line of the ranking, such as the score."""
    return capital(context.words.anchor(f"winner.{line}"))


def own_reasons(
    line: RankLine, outcome: OutcomeView, standings: StandingsView | None, context: TableContext
) -> list[Reason]:
    """Return `winner_reasons` without what the result of the player says already."""
    repeated = {winner_line(key, context) for key, _ in line.values[:1] if is_yes_or_no(key, outcome)}
    return [each for each in winner_reasons(line, standings, context) if each.places or each.text not in repeated]


def winner_reasons(line: RankLine, standings: StandingsView | None, context: TableContext) -> list[Reason]:
    """Return the values of a player in the lines of the ranking, but for the score, with their places."""
    known = standings.winner if standings is not None else ()
    now = {each.line: each for each in known if each.seat == line.seat and each.line != SCORE}
    final = dict(line.values[1:])
    found = [
        Reason(
            winner_line(name, context),
            str(final[name] if name in final else now[name].value),
            frozenset(now[name].places) if name in now else frozenset(),
            anchor=f"winner.{name}",
        )
        for name in (final or now)
    ]
    first = line.values[0][0] if line.values else SCORE
    if first != SCORE and final and first in now:  # its value stands in the head, its places here
        places = frozenset(now[first].places)
        found.insert(0, Reason(winner_line(first, context), str(line.values[0][1]), places, anchor=f"winner.{first}"))
    return found


def combined(lines: Sequence[ScoreLine], sources: Sequence[tuple[str, ...]], context: TableContext) -> list[Reason]:
    """Return reasons and points, with the places in `sources` if there are any; more than `_FEW` equal reasons are
    combined into one."""
    found: dict[str, list[tuple[int, frozenset[str]]]] = {}
    rules: dict[str, str] = {}
    for number, line in enumerate(lines):
        places = frozenset(sources[number]) if number < len(sources) else frozenset[str]()
        text = reason_text(line, context)
        found.setdefault(text, []).append((line.points, places))
        rules[text] = line.rule
    said = {rule: context.rule(rule) for rule in dict.fromkeys(rules.values())}
    made: list[Reason] = []
    for text, points in found.items():
        rule = said[rules[text]]
        if len(points) > _FEW:
            everywhere = frozenset[str]().union(*(places for _, places in points))
            times = context.texts("table.sheet.times", line=text, n=len(points))
            made.append(Reason(times, f"{sum(each for each, _ in points):+d}", everywhere, rule, rules[text]))
        else:
            made += [Reason(text, f"{each:+d}", places, rule, rules[text]) for each, places in points]
    return made


def reason_text(line: ScoreLine, context: TableContext) -> str:
    """Return the rule that gave the points and, for awards, the place."""
    rule, place = context.words.anchor(line.rule), dict(line.detail).get("place", "")
    return context.texts("table.sheet.line", rule=rule, place=place) if place else rule
