"""Page on which a game is learned: its lessons and puzzles, with those that are done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import (
    SPACE,
    ComboBox,
    ElidingLabel,
    FlowLayout,
    TabPage,
    bind_escape,
    button,
    card,
    clear_layout,
    fill_page,
    label,
    row,
)
from app.screens.banner import GameBanner
from app.session.courses import CourseEntry
from app.storage.game_library import GameCard

_LETTERS = 110  #: width of the page
_BANNER = 140  #: least height of the banner with the game that is learned, in pixels


class _Numbers(QWidget):
    """Rows of small buttons, at their full height: a scroll area asks no layout for its height in a width."""

    def __init__(self) -> None:
        super().__init__()
        self.flow = FlowLayout(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: take the height for the new width, once the layout that is under way has ended."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.fit)

    def fit(self) -> None:
        """Take the height that the buttons need."""
        self.setMinimumHeight(self.flow.heightForWidth(self.width()) if self.flow.count() else 0)


class LessonsPage(TabPage):
    """Page with the lessons of one game, and a box to choose the game.

    Signals:
        game_chosen: Another game was chosen; carries its GameCard. The receiver calls `show_lessons`.
        lesson_chosen, puzzle_chosen: A lesson or a puzzle was chosen; carries its name.
        puzzles_requested: The puzzles are to be shown. The receiver calls `show_puzzles`.
        match_requested: A first match is requested.
        back_requested: The button to go back was pressed.
    """

    game_chosen = Signal(GameCard)
    lesson_chosen = Signal(str)
    puzzle_chosen = Signal(str)
    puzzles_requested = Signal()
    match_requested = Signal()
    back_requested = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._games: tuple[GameCard, ...] = ()
        self._banner = GameBanner(_BANNER)
        self._title, self._intro = label("banner title", wraps=True), label("banner", wraps=True)
        self.games = ComboBox()
        self.games.activated.connect(self._choose_game)
        self._notice = label("notice", wraps=True)
        self._lessons, self._lesson_rows = card()
        self._heading = label("heading")
        self._lesson_rows.addWidget(self._heading)
        self._rows = QVBoxLayout()
        self._lesson_rows.addLayout(self._rows)
        self.buttons: dict[str, QPushButton] = {}  #: by lesson
        self.match: QPushButton | None = None  #: begins a first match; None: no lesson of the game leads to one
        self._puzzles, puzzle_column = card()
        self._puzzle_heading, self._puzzle_intro = label("heading"), label("soft", wraps=True)
        self.open_puzzles = button()
        self.open_puzzles.clicked.connect(self.puzzles_requested)
        self._numbers = _Numbers()
        self.puzzle_buttons: dict[str, QPushButton] = {}  #: by puzzle
        puzzle_column.addLayout(row(self._puzzle_heading, self.open_puzzles, stretch_after=0))
        puzzle_column.addWidget(self._puzzle_intro)
        puzzle_column.addWidget(self._numbers)
        self.back = button()
        self.back.clicked.connect(self.back_requested)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        for words in (self._title, self._intro):
            self._banner.words.addWidget(words)
        self._banner.words.addSpacing(SPACE // 2)
        self._banner.words.addStretch(1)
        self._banner.words.addLayout(row(self.games, stretch_after=0))
        column.addWidget(self._notice)
        column.addWidget(self._lessons)
        column.addWidget(self._puzzles)
        fill_page(self, self._banner, inside, self.back, _LETTERS)
        bind_escape(self, self.back)
        self.retranslate()

    def set_games(self, games: Sequence[GameCard], shown: GameCard) -> None:
        """Offer these games to learn; `shown` is chosen."""
        self._games = tuple(games)
        self.games.clear()
        for game in games:
            self.games.addItem(game.title(self._texts.language))
        self.games.setCurrentIndex(self._games.index(shown))
        self._banner.show_game(shown.folder)

    def retranslate(self) -> None:
        """Update all texts but those of the lessons, which the window shows again."""
        self._title.setText(self._texts("lessons.title"))
        self._intro.setText(self._texts("lessons.intro"))
        self._heading.setText(self._texts("lessons.heading"))
        self._puzzle_heading.setText(self._texts("puzzles.heading"))
        self.open_puzzles.setText(self._texts("puzzles.open"))
        self.games.setAccessibleName(self._texts("lessons.game"))
        self.back.setText(self._texts("lessons.close"))
        for index, game in enumerate(self._games):
            self.games.setItemText(index, game.title(self._texts.language))

    def show_lessons(self, lessons: Sequence[CourseEntry], done: Collection[str], problem: str = "") -> None:
        """Show the lessons of the chosen game, or why there are none; its puzzles are hidden."""
        self._numbers.flow.clear()
        self.puzzle_buttons.clear()
        self._puzzle_intro.hide()
        self.open_puzzles.setVisible(not problem)
        clear_layout(self._rows)
        self.buttons.clear()
        self._notice.setText(problem or (self._texts("lessons.none") if not lessons else ""))
        self._notice.setVisible(bool(problem) or not lessons)
        self._lessons.setVisible(bool(lessons))
        first = next((each.name for each in lessons if each.name not in done), "")
        leads = next((number for number, each in enumerate(lessons, 1) if each.first_match is not None), 0)
        is_ready = leads > 0 and all(each.name in done for each in lessons[:leads])
        self.match = None
        for number, each in enumerate(lessons, 1):
            made = [self._row(each, each.name in done, each.name == first and not is_ready)]
            made += [self._match_row(is_ready)] if number == leads else []
            for line in made:
                self._rows.addWidget(line)
                line.show()  # now: the layouts around would keep the height that they have without it

    def show_puzzles(self, puzzles: Sequence[CourseEntry], done: Collection[str]) -> None:
        """Show the puzzles of the chosen game by their numbers."""
        self._numbers.flow.clear()
        self.puzzle_buttons.clear()
        solved = sum(each.name in done for each in puzzles)
        self._puzzle_intro.setText(self._texts("puzzles.intro", done=solved, all=len(puzzles)))
        self._puzzle_intro.show()
        self.open_puzzles.hide()
        first = next((each.name for each in puzzles if each.name not in done), "")
        for number, each in enumerate(puzzles, 1):
            made = button("primary" if each.name == first else "")
            made.setProperty("compact", True)
            is_done = each.name in done
            made.setText(f"✓ {number}" if is_done else str(number))
            made.setAccessibleName(self._texts("puzzles.solved" if is_done else "puzzles.name", n=number))
            made.clicked.connect(partial(self.puzzle_chosen.emit, each.name))
            self.puzzle_buttons[each.name] = made
            self._numbers.flow.addWidget(made)
        self._numbers.fit()
        if first:
            self.puzzle_buttons[first].setFocus()

    @property
    def next_lesson(self) -> str | None:
        """The first lesson that is not done; None if all are, or if a first match comes next."""
        return next((name for name, each in self.buttons.items() if each.property("role") == "primary"), None)

    def focus_next(self) -> None:
        """Move the focus to the first lesson that is not done, else to the button that leaves the page."""
        offered = (*self.buttons.values(), *((self.match,) if self.match is not None else ()))
        next((each for each in offered if each.property("role") == "primary"), self.back).setFocus()

    def _row(self, entry: CourseEntry, done: bool, first: bool) -> QFrame:
        frame = QFrame()
        title, status = ElidingLabel("strong"), label("soft")
        title.setText(entry.title)
        steps = self._texts("lessons.steps", n=entry.steps)
        status.setText(f"✓ {self._texts('lessons.done')}" if done else steps)
        start = button("primary" if first else "")
        start.setText(self._texts("lessons.again" if done else "lessons.start"))
        start.setAccessibleName(f"{start.text()}: {entry.title}. {status.text()}")
        start.clicked.connect(partial(self.lesson_chosen.emit, entry.name))
        self.buttons[entry.name] = start
        line = row(title, status, start)
        line.setStretch(0, 1)
        line.setContentsMargins(0, 4, 0, 4)
        frame.setLayout(line)
        return frame

    def _match_row(self, is_ready: bool) -> QFrame:
        frame, about = QFrame(), label("soft", wraps=True)
        about.setText(self._texts("lessons.match.about"))
        self.match = button("primary" if is_ready else "")
        self.match.setText(self._texts("lesson.match"))
        self.match.clicked.connect(self.match_requested)
        line = row(about, self.match)
        line.setStretch(0, 1)
        line.setContentsMargins(0, 4, 0, 4)
        frame.setLayout(line)
        return frame

    def _choose_game(self, index: int) -> None:
        self._banner.show_game(self._games[index].folder)
        self.game_chosen.emit(self._games[index])
