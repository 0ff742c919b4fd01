"""Effects of a house rule in the workshop: matches with and without it are simulated, and the differences shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, ComboBox, FlowLayout, button, label, row, scroll_area, set_tip
from app.screens.seat_rows import player_text
from app.workshop.answers import ServiceAnswers
from dsl.base.problem import RulesError
from dsl.i18n.simulation_texts import number, share
from dsl.i18n.translations import languages
from dsl.match.rulesets.folder import read_folder
from dsl.simulation.effects import (
    DistributionEffect,
    Effects,
    EffectsFailed,
    EffectsProcess,
    EffectsProgress,
    EffectTexts,
    RunEffects,
    SeatEffect,
)
from dsl.simulation.plan import CHANCE

_POLL = 60  #: milliseconds between two looks for news of the process
_NUMBERS = (50, 200, 1000, 5000)  #: of matches on each side
_USUAL_NUMBER = 200
_BOTS = (CHANCE, "bot:gentle", "bot:steady")  #: who plays all seats
_USUAL_PLAYERS = (2, 3, 4)  #: if the card of the game does not say
_WHOLE = 10_000  #: a share of all matches
_MORE = 1.005  #: times the whole that shares of seats add up to where they are more than rounded


def share_first_places(seats: Sequence[SeatEffect]) -> bool:
    """Whether the seats come first in more than all matches, because some of these end in a draw."""
    before, after = sum(each.before[1] for each in seats), sum(each.after[1] for each in seats)
    return max(before, after) > _WHOLE * _MORE


class EffectsPage(QWidget):
    """What the house rule does: who wins, how long a match lasts, what points the winner has, which rules never act.

    The matches are played in a process of its own; `Stop` shows the results of those that are done. A change of the
    text leaves the last results, and says that they are those of an earlier text.
    """

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts, self._theme = texts, LIGHT
        self._folder, self._path = Path(), Path()
        self._read_text: Callable[[], str] | None = None
        self._process: EffectsProcess | None = None
        self._asked: str | None = None  #: the text that the results are about
        self._effects: Effects | None = None
        self._problem: str | None = None
        self._broken = False
        self.players, self.bots, self.number = ComboBox(), ComboBox(), ComboBox()
        self._labels = {key: label("soft") for key in ("players", "bots", "number")}
        self.start, self.stop = button("small"), button("small")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.notice = label("soft", wraps=True)
        self.length, self.points, self.seats = DistributionPlot(), DistributionPlot(), SeatsPlot()
        self.figures = {key: label("strong", wraps=True) for key in ("length", "points", "seats")}
        self.statements = {key: label("soft", wraps=True) for key in ("length", "points", "seats")}
        self.legend, self.rules, self.sentences = Legend(), label(wraps=True), label("soft", wraps=True)
        self._results = QWidget()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL)
        self._poll.timeout.connect(self._look)
        self.start.clicked.connect(self._start)
        self.stop.clicked.connect(self._stop)
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        tools = QWidget()
        flow = FlowLayout(tools, 6)
        for key, box in (("players", self.players), ("bots", self.bots), ("number", self.number)):
            flow.addWidget(self._labels[key])
            flow.addWidget(box)
        flow.addWidget(self.start)
        flow.addWidget(self.stop)
        column = QVBoxLayout(self._results)
        column.setContentsMargins(0, 0, SPACE, 0)
        column.setSpacing(6)
        column.addWidget(self.legend)
        beside = QHBoxLayout()
        beside.setSpacing(2 * SPACE)
        for plot_column, key, plot in (
            (QVBoxLayout(), "length", self.length),
            (QVBoxLayout(), "points", self.points),
            (column, "seats", self.seats),
        ):
            heading = row(self.figures[key], self.statements[key], stretch_after=0)
            heading.setContentsMargins(0, SPACE, 0, 0)
            plot_column.addLayout(heading)
            plot_column.addWidget(plot)
            if plot_column is not column:
                beside.addLayout(plot_column, 1)
            if key == "points":
                column.addLayout(beside)
        column.addWidget(self.rules)
        column.addWidget(self.sentences)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, SPACE, 0, 0)
        whole.setSpacing(SPACE)
        for part in (tools, self.progress, self.notice):
            whole.addWidget(part)
        whole.addWidget(scroll_area(self._results), 1)

    # ---- the house rule ----

    def open_rules(self, folder: Path, path: Path, players: Sequence[int], read_text: Callable[[], str]) -> None:
        """Simulate the house rule at `path` for the game in `folder`, with the text that `read_text` returns; `players`
        are the numbers of players that the game allows."""
        self._close_process()
        self._folder, self._path, self._read_text = folder, path, read_text
        self._effects = self._asked = self._problem = None
        self._broken = False
        kept = QSignalBlocker(self.players)
        self.players.clear()
        for each in players or _USUAL_PLAYERS:
            self.players.addItem(str(each), each)
        kept.unblock()
        self._show()

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Stop the process if no house rule is open any more."""
        if answers is None:
            self._close_process()
            self._read_text = self._effects = None

    def invalidate(self) -> None:
        """The text has changed: the results are those of an earlier one."""
        self._show_notice()

    def refresh(self) -> None:
        """The text has no problems."""
        self._broken = False
        self._show_notice()

    def show_broken(self) -> None:
        """The text has problems: nothing can be simulated."""
        self._broken = True
        self._show_notice()

    # ---- the process ----

    @property
    def running(self) -> bool:
        """Whether matches are being played."""
        return self._process is not None

    @property
    def effects(self) -> Effects | None:
        """The last results; None before the first."""
        return self._effects

    def _start(self) -> None:
        if self._read_text is None or self._broken or self._process is not None:
            return
        self._asked, self._problem = self._read_text(), None
        try:
            ruleset = read_folder(self._folder)
        except RulesError as error:
            self._problem = error.problems[0].summary
            self._show()
            return
        house = ((self._path.name, self._asked),)
        bot, players, matches = self.bots.currentData(), self.players.currentData(), self.number.currentData()
        question = RunEffects(ruleset, house, bot, players, matches, languages=tuple(languages()))
        self._process = EffectsProcess(question)
        self.progress.setRange(0, 0)
        self._poll.start()
        self._show_notice()
        self.stop.setFocus()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.stop()
            self.stop.setEnabled(False)

    def _look(self) -> None:
        """Take the news of the process."""
        while self._process is not None and (news := self._process.poll()) is not None:
            if isinstance(news, EffectsProgress):
                self.progress.setRange(0, news.of)
                self.progress.setValue(news.played)
            else:
                focused = self.stop.hasFocus()
                self._close_process()
                if isinstance(news, EffectsFailed):
                    self._problem = news.why
                else:
                    self._effects = news
                self._show()
                if focused:
                    self.start.setFocus()

    def _close_process(self) -> None:
        self._poll.stop()
        if self._process is not None:
            self._process.close()
        self._process = None
        self._show_notice()

    # ---- what is shown ----

    def _show(self) -> None:
        """Show the results in the language in use."""
        found, texts = self._effects, self._texts
        self._results.setVisible(found is not None and found.pairs > 0)
        self._show_notice()
        if found is None or not found.pairs:
            return
        said = next((each for each in found.texts if each.language == texts.language), found.texts[0])
        self._show_distribution("length", self.length, found.length, texts(f"effects.{_length_key(found)}"))
        self._show_distribution("points", self.points, found.points, texts("effects.points", points=said.points))
        self._show_seats(found.seats, said)
        names = "\n".join(
            texts("effects.never.silenced" if name in found.silenced else "effects.never.line", rule=name)
            for name in found.never
        )
        self.rules.setText(f"{texts('effects.never', n=len(found.never))}\n{names}".strip())
        self.sentences.setText("\n".join((*said.sentences, texts("effects.level"))))

    def _show_distribution(
        self, key: str, plot: DistributionPlot, found: DistributionEffect | None, title: str
    ) -> None:
        for each in (plot, self.figures[key], self.statements[key]):
            each.setVisible(found is not None)
        if found is None:
            return
        language, texts = self._texts.language, self._texts
        before, after = (number(language, mean / 100, 1) for mean in found.means)
        by = found.means[1] - found.means[0]
        change = number(language, abs(by) / 100, 1)
        low, high = (number(language, end / 100, 1, sign=True) for end in (found.low, found.high))
        if found.low == found.high == 0:
            said = texts("effects.same")
        elif not found.certain:
            said = texts("effects.unclear")
        else:
            said = texts("effects.more" if by > 0 else "effects.less", by=change, low=low, high=high)
        self.figures[key].setText(title)
        self.statements[key].setText(said)
        plot.show_effect(found, self._theme)
        plot.describe(texts("effects.plot", title=title, before=before, after=after, said=said))

    def _show_seats(self, seats: Sequence[SeatEffect], said: EffectTexts) -> None:
        texts, language = self._texts, self._texts.language
        certain = [
            texts("effects.seat", seat=name, by=share(language, each.by / _WHOLE, True))
            for each, name in zip(seats, said.seats, strict=False)
            if each.certain
        ]
        self.figures["seats"].setText(texts("effects.wins"))
        explained = [texts("effects.shared")] if share_first_places(seats) else []
        self.statements["seats"].setText("\n".join(["  ".join(certain) or texts("effects.unclear"), *explained]))
        lines = [
            texts(
                "effects.seat.plot",
                seat=name,
                before=share(language, each.before[1] / _WHOLE),
                after=share(language, each.after[1] / _WHOLE),
            )
            for each, name in zip(seats, said.seats, strict=False)
        ]
        self.seats.show_effect(seats, said.seats, self._theme)
        self.seats.describe("\n".join([texts("effects.wins"), *lines]))

    def _show_notice(self) -> None:
        """Say what is going on, and which buttons can be pressed."""
        running = self._process is not None
        self.start.setVisible(not running)
        self.stop.setVisible(running)
        self.stop.setEnabled(True)
        self.progress.setVisible(running)
        self.start.setEnabled(not self._broken)
        for box in (self.players, self.bots, self.number):
            box.setEnabled(not running)
        self.notice.setText(self._said())
        self.notice.setVisible(bool(self.notice.text()))

    def _said(self) -> str:
        texts, found = self._texts, self._effects
        if self._process is not None:
            return texts("effects.running")
        if self._problem is not None:
            return texts("effects.failed", problem=self._problem)
        if self._broken:
            return texts("workshop.mend_to_see")
        if found is None:
            return texts("effects.intro")
        lines = [texts("effects.pairs", n=found.pairs, same=number(texts.language, found.same))]
        if found.troubles:
            lines.append(texts("effects.troubles", n=found.troubles, why=found.trouble))
        if self._read_text is not None and self._read_text() != self._asked:
            lines.append(texts("effects.old"))
        return " ".join(lines)

    # ---- appearance ----

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.legend.set_theme(theme)
        self._show()

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        for key, box in (("players", self.players), ("bots", self.bots), ("number", self.number)):
            self._labels[key].setText(texts(f"effects.{key}"))
            box.setAccessibleName(texts(f"effects.{key}"))
        self.start.setText(texts("effects.start"))
        set_tip(self.start, texts("effects.start.tip"))
        self.stop.setText(texts("effects.stop"))
        self.progress.setAccessibleName(texts("effects.running"))
        self._fill(self.bots, [(self._bot_text(bot), bot) for bot in _BOTS], CHANCE)
        numbers = [(number(texts.language, each), each) for each in _NUMBERS]
        self._fill(self.number, numbers, _USUAL_NUMBER)
        self.legend.set_names(texts("effects.official"), texts("effects.house"))
        self._show()

    def _bot_text(self, bot: str) -> str:
        return self._texts("effects.chance") if bot == CHANCE else player_text(bot, self._texts)

    @staticmethod
    def _fill(box: QComboBox, entries: Sequence[tuple[str, object]], usual: object) -> None:
        chosen = box.currentData() or usual
        kept = QSignalBlocker(box)
        box.clear()
        for text, value in entries:
            box.addItem(text, value)
        box.setCurrentIndex(box.findData(chosen))
        kept.unblock()


def _length_key(found: Effects) -> str:
    return found.length.name if found.length is not None else "turns"


# ---- plots ----


_HEIGHT, _ROW, _EDGE = 118, 34, 8
_LINE = 2.0


class _Plot(QWidget):
    """A picture of figures, with a text that says the same for screen readers and as a tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def describe(self, text: str) -> None:
        """Set the text of the picture."""
        self.setAccessibleName(text.splitlines()[0])
        self.setAccessibleDescription(text)
        set_tip(self, text)

    def _begin(self) -> QPainter:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.accent), 1, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        return painter


class DistributionPlot(_Plot):
    """Two distributions one over the other: with the house rule in the accent colour. Dashes mark the means."""

    def __init__(self) -> None:
        super().__init__()
        self._found: DistributionEffect | None = None

    def sizeHint(self) -> QSize:
        """Override QWidget: the height of a distribution with its axis."""
        return QSize(240, _HEIGHT)

    def show_effect(self, found: DistributionEffect, theme: Theme) -> None:
        """Show a distribution in the colours of a theme."""
        self._found, self._theme = found, theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint areas, means and axis."""
        found = self._found
        painter = self._begin()
        if found is None:
            return
        metrics = self.fontMetrics()
        ground = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -(metrics.height() + 6))
        highest = max(*found.before, *found.after, 1)
        for counts, mean, colour in (
            (found.before, found.means[0], QColor(self._theme.soft_ink)),
            (found.after, found.means[1], QColor(self._theme.accent)),
        ):
            self._paint_area(painter, ground, counts, highest, colour)
            x = self._x(ground, mean / 100)
            painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, ground.top()), QPointF(x, ground.bottom()))
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawLine(ground.bottomLeft(), ground.bottomRight())
        self._paint_numbers(painter, ground)

    def _x(self, ground: QRectF, value: float) -> float:
        """Return where a value is; the bars stand around their first values."""
        assert self._found is not None
        bars = len(self._found.before)
        return ground.left() + ((value - self._found.first) / self._found.width + 0.5) / bars * ground.width()

    def _paint_area(
        self, painter: QPainter, ground: QRectF, counts: Sequence[int], highest: int, colour: QColor
    ) -> None:
        """Paint a curve through the tops of the bars, which stay in the middle of their places; it never leaves the
        height between two of them."""
        width = ground.width() / len(counts)
        tops = [ground.bottom() - count / highest * ground.height() for count in (0, *counts, 0)]
        points = [QPointF(ground.left() + (place - 0.5) * width, top) for place, top in enumerate(tops)]
        points[0].setX(ground.left())
        points[-1].setX(ground.right())
        curve = QPainterPath(points[0])
        for point, after in pairwise(points):
            middle = (point.x() + after.x()) / 2
            curve.cubicTo(QPointF(middle, point.y()), QPointF(middle, after.y()), after)
        area = QColor(colour)
        area.setAlpha(60)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(area)
        painter.drawPath(curve)
        painter.setPen(QPen(colour, _LINE))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(curve)

    def _paint_numbers(self, painter: QPainter, ground: QRectF) -> None:
        assert self._found is not None
        painter.setPen(QColor(self._theme.soft_ink))
        metrics, bars = self.fontMetrics(), len(self._found.before)
        widest = metrics.horizontalAdvance(str(self._found.first + bars * self._found.width)) + 18
        step = max(1, -(-bars * widest // max(1, round(ground.width()))))
        for place in range(0, bars, step):
            value = self._found.first + place * self._found.width
            middle = self._x(ground, value)
            area = QRectF(middle - widest / 2, ground.bottom() + 3, widest, metrics.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, str(value))


class SeatsPlot(_Plot):
    """Wins by seat: for each seat two intervals on the same axis, without the house rule above, with it below."""

    def __init__(self) -> None:
        super().__init__()
        self._seats: tuple[SeatEffect, ...] = ()
        self._names: tuple[str, ...] = ()

    def sizeHint(self) -> QSize:
        """Override QWidget: a row for each seat, and the axis."""
        return QSize(240, 2 * _EDGE + max(1, len(self._seats)) * _ROW + self.fontMetrics().height() + 4)

    def show_effect(self, seats: Sequence[SeatEffect], names: Sequence[str], theme: Theme) -> None:
        """Show the seats in the colours of a theme."""
        self._seats, self._names, self._theme = tuple(seats), tuple(names), theme
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint the intervals, a line for the same share of all seats, and the axis."""
        painter = self._begin()
        if not self._seats:
            return
        metrics = self.fontMetrics()
        names = max(metrics.horizontalAdvance(name) for name in self._names) + 14
        bottom = metrics.height() + 4
        ground = QRectF(self.rect()).adjusted(_EDGE + names, _EDGE, -_EDGE - 16, -_EDGE - bottom)
        ends = [end for each in self._seats for end in (*each.before, *each.after)]
        most = min(_WHOLE, -(-max(ends) // 1000) * 1000)
        painter.setPen(QPen(QColor(self._theme.line), 1, Qt.PenStyle.DashLine))
        fair = ground.left() + _WHOLE / len(self._seats) / most * ground.width()
        painter.drawLine(QPointF(fair, ground.top()), QPointF(fair, ground.bottom()))
        for place, (each, name) in enumerate(zip(self._seats, self._names, strict=False)):
            top = ground.top() + place * _ROW
            painter.setPen(QColor(self._theme.ink))
            area = QRectF(_EDGE, top, names, _ROW)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
            for figures, y, colour in (
                (each.before, top + _ROW * 0.35, self._theme.soft_ink),
                (each.after, top + _ROW * 0.65, self._theme.accent),
            ):
                low, middle, high = (ground.left() + part / most * ground.width() for part in figures)
                painter.setPen(QPen(QColor(colour), _LINE))
                painter.drawLine(QPointF(low, y), QPointF(high, y))
                painter.setBrush(QColor(colour))
                painter.drawEllipse(QPointF(middle, y), 4.0, 4.0)
        painter.setPen(QColor(self._theme.soft_ink))
        for part in (0, most // 2, most):
            middle = ground.left() + part / most * ground.width()
            area = QRectF(middle - 40, ground.bottom() + 4, 80, metrics.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, f"{part // 100} %")


class Legend(QWidget):
    """The two colours of the plots with their names."""

    def __init__(self) -> None:
        super().__init__()
        self._theme = LIGHT
        self._names: tuple[str, str] = ("", "")

    def set_names(self, official: str, house: str) -> None:
        """Set the names of both sides."""
        self._names = official, house
        self.setAccessibleName(f"{official}, {house}")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Override QWidget: one line."""
        return QSize(200, self.fontMetrics().height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget: paint dots and names."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = 0.0
        for name, colour in zip(self._names, (self._theme.soft_ink, self._theme.accent), strict=True):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawEllipse(QPointF(x + 6, self.height() / 2), 5.0, 5.0)
            painter.setPen(QColor(self._theme.ink))
            area = QRectF(x + 18, 0, self.width(), self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
            x += 18 + self.fontMetrics().horizontalAdvance(name) + 24
