"""Statistics page: matches, wins and points by game, player and house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.appearance.icons import IconPicture
from app.base.i18n import Translations
from app.base.widgets import SPACE, WIDE_SPACE, bind_escape, button, card, fill_page, label
from app.storage.matches import MatchEntry

_COLUMNS = ("game", "player", "house", "matches", "wins", "points", "last")
_FIRST_NUMBER = _COLUMNS.index("matches")
_PICTURE = 56  #: side of the picture of an empty page, in pixels
_MOST_PLAYERS = 4  #: of whom a summary is above the table


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """Results of one player in the finished matches of one game with the same house rules."""

    game: str  #: name of its folder
    player: str
    house: tuple[str, ...]
    matches: int
    wins: int
    points: float | None  #: on average; None if the game has no points
    last: datetime  #: when the last of the matches was played
    by_hand: bool = False  #: the players changed something by hand in each of them


def statistics_of(entries: Iterable[MatchEntry]) -> tuple[StatisticsRow, ...]:
    """Return the statistics of the matches whose result is known, the latest played first."""
    found: dict[tuple[str, str, tuple[str, ...], bool], list[tuple[MatchEntry, int]]] = {}
    for entry in entries:
        note = entry.note
        if note.finished and not note.lacks_result:
            for seat, player in enumerate(note.seats):
                key = entry.game, player, tuple(sorted(note.house)), note.by_hand
                found.setdefault(key, []).append((entry, seat))
    rows = (_row(*key, played) for key, played in found.items())
    return tuple(sorted(rows, key=lambda row: (-row.last.timestamp(), row.game, row.player)))


def _row(
    game: str, player: str, house: tuple[str, ...], by_hand: bool, played: list[tuple[MatchEntry, int]]
) -> StatisticsRow:
    points = [entry.note.points[seat] for entry, seat in played if entry.note.points]
    wins = sum(entry.note.places[seat] == 1 for entry, seat in played)
    average = sum(points) / len(points) if points else None
    last = max(entry.changed for entry, _ in played)
    return StatisticsRow(game, player, house, len(played), wins, average, last, by_hand)


def summary_of(rows: Iterable[StatisticsRow]) -> tuple[tuple[str, int, int], ...]:
    """Return the players with most matches, with the number of their matches and wins in all games."""
    matches, wins = Counter[str](), Counter[str]()
    for row in rows:
        matches[row.player] += row.matches
        wins[row.player] += row.wins
    players = sorted(matches, key=lambda player: (-matches[player], -wins[player], player.casefold()))
    return tuple((player, matches[player], wins[player]) for player in players[:_MOST_PLAYERS])


def _alignment(column: int) -> Qt.AlignmentFlag:
    """Return the alignment of a column: numbers are at the right."""
    side = Qt.AlignmentFlag.AlignRight if column >= _FIRST_NUMBER else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class _SortedItem(QTableWidgetItem):
    """Item of a table that is sorted by a key instead of its text."""

    def __init__(self, text: str, key: float | str) -> None:
        super().__init__(text)
        self._key = key

    def __lt__(self, other: QTableWidgetItem) -> bool:
        """Override QTableWidgetItem: compare the keys; all items of a column have keys of the same type."""
        assert isinstance(other, _SortedItem)
        mine, theirs = self._key, other._key
        if isinstance(mine, str) or isinstance(theirs, str):
            return str(mine) < str(theirs)
        return mine < theirs


class StatisticsTable(QTableWidget):
    """Table whose columns are sorted by a click on the title, or by Enter in the column."""

    def __init__(self) -> None:
        super().__init__(0, len(_COLUMNS))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)  # Tab leaves the table
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in ("game", "player", "house"):
            header.setSectionResizeMode(_COLUMNS.index(column), QHeaderView.ResizeMode.Stretch)
        self.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)  # the page scrolls
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header.setHighlightSections(False)
        header.setSortIndicator(_COLUMNS.index("last"), Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableWidget: Enter sorts by the current column, and a second time in the other direction."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentColumn() >= 0:
            header, column = self.horizontalHeader(), self.currentColumn()
            ascending, descending = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
            again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() == ascending
            self.sortByColumn(column, descending if again else ascending)
            return
        super().keyPressEvent(event)


class _Summary(QFrame):
    """Card with the share of the matches that a player has won."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._share, self._name, self._won = label("title"), label("strong"), label("soft", wraps=True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._name)
        words.addWidget(self._won)
        across = QHBoxLayout(self)
        across.setContentsMargins(18, 12, 18, 12)
        across.setSpacing(SPACE + 6)
        across.addWidget(self._share)
        across.addLayout(words, 1)

    def show_state(self, player: str, matches: int, wins: int, texts: Translations) -> None:
        """Show a player's matches and wins."""
        self._share.setText(texts("statistics.percent", share=round(100 * wins / matches)))
        self._name.setText(player)
        self._won.setText(texts("statistics.won", n=matches, wins=wins))


class StatisticsPage(QWidget):
    """Page with the results of the finished local matches.

    Signals:
        back_requested: The button to go back was pressed.
    """

    back_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._rows: tuple[StatisticsRow, ...] = ()
        self._title_of: Callable[[str], str] = str
        self._pending = 0
        self._title = label("title")
        self.state = label("soft", wraps=True)
        self.table = StatisticsTable()
        self.done = button("primary")
        self.done.clicked.connect(self.back_requested)
        bind_escape(self, self.done)
        frame, inside = card()
        self._nothing = self._empty_state()
        inside.addWidget(self._nothing)
        inside.addWidget(self.state)
        inside.addWidget(self.table)
        self._summaries = [_Summary() for _ in range(_MOST_PLAYERS)]
        above = QHBoxLayout()
        above.setSpacing(SPACE + 6)
        for each in self._summaries:
            above.addWidget(each, 1)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE + 6)
        column.addLayout(above)
        column.addWidget(frame)
        fill_page(self, self._title, content, self.done, 150)
        self.retranslate()

    def _empty_state(self) -> QWidget:
        """Return what stands in the place of the table while there are no matches."""
        self._nothing_title, self._nothing_said = label("heading", wraps=True), label("soft", wraps=True)
        nothing = QWidget()
        column = QVBoxLayout(nothing)
        column.setContentsMargins(WIDE_SPACE, 2 * WIDE_SPACE, WIDE_SPACE, 2 * WIDE_SPACE)
        column.setSpacing(SPACE)
        column.addWidget(IconPicture("statistics", _PICTURE), 0, Qt.AlignmentFlag.AlignHCenter)
        for each in (self._nothing_title, self._nothing_said):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(each)
        return nothing

    def show_state(self, rows: tuple[StatisticsRow, ...], title_of: Callable[[str], str], pending: int) -> None:
        """Show these rows; `title_of` returns the title of a game by the name of its folder, `pending` is the number of
        matches whose result is still being computed."""
        self._rows, self._title_of, self._pending = rows, title_of, pending
        self._fill()

    @property
    def language(self) -> str:
        """The language in use."""
        return self._texts.language

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._title.setText(texts("statistics.title"))
        self.done.setText(texts("settings.done"))
        self.table.setAccessibleName(texts("statistics.title"))
        titles = (
            texts("statistics.game"), texts("statistics.player"), texts("statistics.house"),
            texts("statistics.matches"), texts("statistics.wins"), texts("statistics.points"), texts("statistics.last"),
        )  # fmt: skip
        for column, title in enumerate(titles):
            head = QTableWidgetItem(title)
            head.setTextAlignment(_alignment(column))
            self.table.setHorizontalHeaderItem(column, head)
        self._fill()

    def _fill(self) -> None:
        if self._pending:
            self.state.setText(self._texts("statistics.pending", n=self._pending))
        else:
            self.state.setText(self._texts("statistics.how") if self._rows else "")
        self.state.setVisible(bool(self.state.text()))
        self._nothing.setVisible(not self._rows and not self._pending)
        self._nothing_title.setText(self._texts("statistics.none"))
        self._nothing_said.setText(self._texts("statistics.none.what"))
        self.table.setVisible(bool(self._rows))
        found = summary_of(self._rows)
        for place, each in enumerate(self._summaries):
            each.setVisible(place < len(found))
            if place < len(found):
                each.show_state(*found[place], self._texts)
        current = self.table.currentRow(), self.table.currentColumn()
        self.table.setSortingEnabled(False)  # each item would move its row at once
        self.table.setRowCount(len(self._rows))
        for number, row in enumerate(self._rows):
            for column, item in enumerate(self._items(row)):
                item.setTextAlignment(_alignment(column))
                self.table.setItem(number, column, item)
        self.table.setSortingEnabled(True)
        if self._rows:
            self.table.setCurrentCell(min(max(current[0], 0), len(self._rows) - 1), max(current[1], 0))
        self.table.resizeRowsToContents()
        self.table.updateGeometry()

    def _items(self, row: StatisticsRow) -> tuple[_SortedItem, ...]:
        locale, title = self._texts.locale, self._title_of(row.game)
        house = ", ".join([*row.house, *([self._texts("statistics.by_hand")] if row.by_hand else [])])
        wins = self._texts("statistics.share", n=row.wins, share=round(100 * row.wins / row.matches))
        points = "–" if row.points is None else locale.toString(row.points, "f", 1)
        date = QDateTime.fromSecsSinceEpoch(int(row.last.timestamp())).date()
        return (
            _SortedItem(title, title.casefold()),
            _SortedItem(row.player, row.player.casefold()),
            _SortedItem(house or self._texts("statistics.official"), house.casefold()),
            _SortedItem(str(row.matches), row.matches),
            _SortedItem(wins, row.wins),
            _SortedItem(points, -(2.0**63) if row.points is None else row.points),
            _SortedItem(locale.toString(date, QLocale.FormatType.ShortFormat), row.last.timestamp()),
        )
