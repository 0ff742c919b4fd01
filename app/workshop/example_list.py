"""Tab of the workshop with the examples: each with a picture of its position, and whether it holds under the edited
rules; the selected one enlarged, with what differs in words and marked on the board."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.appearance.look import Look, game_look_or_plain
from app.appearance.theme import LIGHT, Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, FlowLayout, button, capital, label, row, scroll_area, set_window_title, splitter
from app.workshop.answers import ServiceAnswers
from app.workshop.example_files import with_example, with_title, without_example
from app.workshop.example_pictures import PositionPicture, has_board, paint_position
from app.workshop.page_parts import in_language
from dsl.base.files import read_text, replace_file
from dsl.base.problem import RulesError
from dsl.i18n.problem_texts import answer_text
from dsl.i18n.translator import Translator
from dsl.language_service import messages as m
from dsl.match.rulesets.example_titles import example_titles, without_code
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.ruleset import load
from dsl.match.set_up_position import start_of_example
from dsl.syntax.parser import MAX_SIZE

_ICON = QSize(84, 60)
_BATCH = 5  #: positions that the service is asked for at once
_PAUSE = 60  #: milliseconds between two pictures, and after scrolling
_SIZES = [180, 300]  #: pixels of the list and of the chosen example
_HOLDS, _DIFFERS = "✓", "✗"
_STANDING = re.compile(r"`(.+)` stands otherwise")

Key = tuple[str, str]  #: title and file of an example


class ExamplesPage(QWidget):
    """The examples of the game, of the house rule and of the user, those that go differently first.

    Positions are asked for and painted one by one, of the rows that are seen, after all examples have run.

    Signals:
        place_chosen: An example is to be shown in the rules; carries its Place.
        position_requested: A position is to be put together.
        try_requested: A match is to begin at the position of an example; carries the number of players (None: any), the
            options and the SetUpPosition.
        house_edited: The text of the house rule is to change; carries a function from the text to the new one.
        file_edited: A file with the user's examples has changed; carries its name in the service and the new text.
        counted: The number of examples that go differently is another.
        stopped: Another question stopped the examples.
    """

    place_chosen = Signal(object)
    position_requested = Signal()
    try_requested = Signal(object, object, object)
    house_edited = Signal(object)
    file_edited = Signal(str, str)
    stopped = Signal()
    counted = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._answers: ServiceAnswers | None = None
        self._file = ""
        self._folder: Path | None = None
        self._spoken: tuple[str, Translator] | None = None  #: a language with the words of the game in it
        self._look: Look | None = None  #: read when the first picture is painted
        self._theme = LIGHT
        self._states: list[m.ExampleState] = []
        self._pictures: dict[Key, m.ExamplePicture] = {}
        self._icons: dict[Key, QIcon] = {}
        self.read_house: Callable[[], str] | None = None  #: returns the text of the house rule as it stands
        self.count = 0  #: of the examples that go differently
        self.summary, self.list = label("soft", wraps=True), QListWidget()
        self.picture, self.detail = PositionPicture(), label(wraps=True)
        self.hold, self.differ = label("badge good"), label("badge alarm")
        self.set_up = button("small")
        self.show_text, self.try_out, self.intend, self.rename, self.delete = (button("small") for _ in range(5))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.list.setWordWrap(True)
        self.list.setIconSize(_ICON)
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        chosen, buttons = QWidget(), QWidget()
        flow = FlowLayout(buttons, 6)
        for each in self._buttons:
            flow.addWidget(each)
        below = QVBoxLayout(chosen)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(6)
        self.picture.setMinimumHeight(90)
        below.addWidget(self.picture, 1)
        below.addWidget(self.detail)
        below.addWidget(buttons)
        self._chosen = scroll_area(chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.setSpacing(SPACE)
        counts = FlowLayout()
        for above in (self.hold, self.differ, self.set_up):
            counts.addWidget(above)
        column.addLayout(counts)
        column.addWidget(self.summary)
        self._splitter = splitter(self.list, self._chosen, sizes=_SIZES, stretch=(3, 4), vertical=True)
        column.addWidget(self._splitter, 1)
        self._chosen.hide()

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return (self.show_text, self.try_out, self.intend, self.rename, self.delete)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._select)
        self.list.itemActivated.connect(self._show_in_text)
        self.list.verticalScrollBar().valueChanged.connect(self._timer.start)
        self._timer.timeout.connect(self._ask_pictures)
        self.set_up.clicked.connect(self.position_requested)
        self.show_text.clicked.connect(self._show_in_text)
        self.try_out.clicked.connect(self._try_out)
        self.intend.clicked.connect(self._intend)
        self.rename.clicked.connect(self._ask_for_title)
        self.delete.clicked.connect(self._delete)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: while the list is hidden, no picture is painted."""
        super().showEvent(event)
        self._timer.start()

    # ---- what RuleResults asks of each page ----

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Ask this service about the house rule of that name from now on; None: no house rule is open."""
        self._answers, self._file = answers, file
        self._timer.stop()
        self._pictures, self._icons = {}, {}
        self._show((), self._texts("workshop.examples.running") if answers is not None else "")

    def set_game(self, folder: Path) -> None:
        """Paint the positions of the game in a folder."""
        self._folder, self._look, self._spoken = folder, None, None

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme."""
        self._theme, self._icons = theme, {}
        for number in range(self.list.count()):
            self.list.item(number).setIcon(self._icon_of(self._states[number]))
            if not self._states[number].holds:
                self.list.item(number).setForeground(QColor(theme.alarm))
        self._select(self.list.currentRow())
        self._timer.start()

    def invalidate(self) -> None:
        """Drop the answer to the last question: it would be about another text."""
        if self._answers is not None:
            self._timer.stop()
            for subject in ("examples", "example pictures", "adjust example"):
                self._answers.forget(subject)

    def refresh(self) -> None:
        """Run the examples."""
        if self._answers is not None:
            self._timer.stop()
            self.summary.setText(self._texts("workshop.examples.running"))
            self.summary.show()
            self._answers.ask("examples", m.RunExamples(self._file, language=self._texts.language), self._take)

    def show_broken(self) -> None:
        """Say that the examples wait for the problems to be solved."""
        self._show((), self._texts("workshop.mend_to_see"))

    def retranslate(self) -> None:
        """Update all texts to the current language; the page runs the examples again."""
        self._spoken = None
        self.list.setAccessibleName(self._texts("workshop.heading.examples"))
        self.set_up.setText(self._texts("position.open"))
        for each, key in zip(self._buttons, ("show", "try", "intend", "rename", "delete"), strict=True):
            each.setText(self._texts(f"example.{key}"))

    # ---- results ----

    def _take(self, answer: m.Answer) -> None:
        if not isinstance(answer, m.Examples):
            return
        unfinished = not answer.complete and not answer.why
        if unfinished:
            self.stopped.emit()
        failed = sum(not each.holds for each in answer.examples)
        hold = len(answer.examples) - failed
        order = sorted(answer.examples, key=_rank)
        running = self._texts("workshop.examples.running") if unfinished else ""
        self._show(order, running or answer_text(answer.why, self._texts.language))
        self.hold.setText(f"{_HOLDS} {self._texts('example.count.hold', n=hold)}")
        self.differ.setText(f"{_DIFFERS} {self._texts('example.count.differ', n=failed)}")
        self.hold.setVisible(hold > 0)
        self.differ.setVisible(failed > 0)
        if answer.complete:
            self._timer.start()

    def _show(self, states: list[m.ExampleState] | tuple[()], summary: str) -> None:
        chosen = self._current
        changing = {_key(each) for each in (*states, *self._states) if not each.holds or each.origin != "game"}
        for key in changing:  # its position may be another one now
            self._pictures.pop(key, None)
        self._states = list(states)
        self.summary.setText(summary)
        self.summary.setVisible(bool(summary))
        if not states:
            self.hold.hide()
            self.differ.hide()
        self.list.blockSignals(True)
        self.list.clear()
        titles = self._titles()
        for each in self._states:
            title = titles.get(each.title, each.title)
            if each.origin == "game":  # the author's number says nothing to players
                title = capital(without_code(title))
            sign = _HOLDS if each.holds else _DIFFERS
            item = QListWidgetItem(f"{title}\n{sign} {self._said(each)}", self.list)
            item.setIcon(self._icon_of(each))
            if not each.holds:
                item.setForeground(QColor(self._theme.alarm))
        alike = [n for n, each in enumerate(self._states) if chosen is not None and each.title == chosen.title]
        same = [n for n in alike if chosen is not None and _key(self._states[n]) == _key(chosen)]
        chosen_row = next(iter((*same, *alike)), -1)  # an own version has the place of another example
        self.list.setCurrentRow(chosen_row)
        self.list.blockSignals(False)
        self._select(chosen_row)
        self.count = sum(not each.holds for each in self._states)
        self.counted.emit()

    def _titles(self) -> Mapping[str, str]:
        """Return the titles of the game's examples in the language of the window; none that cannot be read."""
        if self._folder is None:
            return {}
        try:
            return example_titles(read_folder(self._folder), self._texts.language)
        except (OSError, ValueError, RulesError):
            return {}

    def _said(self, each: m.ExampleState) -> str:
        """Return how an example goes, in a few words."""
        said = "example.intended" if each.intended else "example.holds"
        state = self._reason(each, each.problem) if each.problem is not None else self._texts(said)
        mine = self._texts(f"example.of.{each.origin}") if each.origin != "game" and not each.intended else ""
        return " · ".join(part for part in (state, mine) if part)

    def _reason(self, each: m.ExampleState, problem: m.ProblemFound) -> str:
        """Return why an example does not hold: what is there, and what the example expects."""
        texts, words = self._texts, self._words
        if each.what and each.found and each.needed:
            return texts("example.stands", what=capital(each.what), found=each.found, needed=each.needed)
        if each.needed:
            return each.found or texts("example.expected_line", line=each.needed)
        standing = _STANDING.fullmatch(problem.summary)
        if standing is not None and words is not None:
            place = f"{standing[1]}: "
            found, needed = (words.text(said.removeprefix(place)) for said in (problem.found, problem.needed))
            return texts("example.stands", what=capital(words.text(standing[1])), found=found, needed=needed)
        if problem.slug == "example-fails" and not problem.needed and (line := self._line(each, problem.place.line)):
            return texts("example.expected_line", line=line)
        said = capital(in_language(problem, texts.language).summary)
        return texts("example.instead", what=said, found=problem.found) if problem.found else said

    def _line(self, each: m.ExampleState, number: int) -> str:
        """Return what a line of an example expects, as it is written; empty if it cannot be read."""
        try:
            lines = self._text_of(each).split("\n")
        except (OSError, ValueError):
            return ""
        line = " ".join(lines[number - 1].split()) if 0 < number <= len(lines) else ""
        return line.removeprefix("expect ").removeprefix("that ") if line.startswith("expect ") else ""

    @property
    def _words(self) -> Translator | None:
        """The words of the game in the language of the window; None if its rules cannot be read."""
        language = self._texts.language
        if self._folder is not None and self._spoken is None:
            try:
                self._spoken = language, Translator(load(self._folder), language)
            except (RulesError, OSError, ValueError):
                return None
        return self._spoken[1] if self._spoken is not None else None

    @property
    def file(self) -> str:
        """The file of the example that is chosen; empty if there is none."""
        return self._current.place.file if self._current is not None else ""

    @property
    def _current(self) -> m.ExampleState | None:
        row = self.list.currentRow()
        return self._states[row] if 0 <= row < len(self._states) else None

    def _select(self, row: int) -> None:
        each = self._states[row] if 0 <= row < len(self._states) else None
        if each is not None and self._chosen.isHidden():
            self._splitter.setSizes(_SIZES)
        self._chosen.setVisible(each is not None)
        if each is None:
            return
        self.detail.setText(self._explained(each))
        self._fit_detail()
        own = each.origin != "game"
        self.intend.setVisible(not each.holds and each.origin != "house")
        self.rename.setVisible(own and not each.intended)
        self.delete.setVisible(own)
        self.delete.setText(self._texts("example.take_back" if each.intended else "example.delete"))
        self._show_picture(each)
        self._timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: the picture leaves the text the lines that it needs at this width, and a larger list shows
        more pictures."""
        super().resizeEvent(event)
        self._fit_detail()
        self._timer.start()

    def _fit_detail(self) -> None:
        self.detail.setMinimumHeight(max(self.detail.heightForWidth(self.list.width()), 0))

    def _explained(self, each: m.ExampleState) -> str:
        problem = each.problem
        if problem is None:
            return self._said(each)
        texts, lines = self._texts, [self._reason(each, problem)]
        if each.needed and each.found and not each.what:
            return "\n".join((texts("example.needed", what=each.needed), texts("example.found", what=each.found)))
        if each.needed:
            return lines[0]
        if problem.needed or problem.found:
            lines.append(self._texts("example.needed", what=problem.needed))
            lines.append(self._texts("example.found", what=problem.found))
        return "\n".join(lines)

    # ---- pictures ----

    def _icon_of(self, each: m.ExampleState) -> QIcon:
        found = self._icons.get(_key(each))
        if found is None:
            blank = QPixmap(_ICON)
            blank.fill(Qt.GlobalColor.transparent)
            found = QIcon(blank)
        return found

    def _ask_pictures(self) -> None:
        """Paint the next picture that is seen; without one, ask for the next positions."""
        if self._answers is None or self._answers.is_waiting("examples") or not self.list.isVisible():
            return
        seen = [each for row, each in enumerate(self._states) if self._is_seen(row)]
        current = self._current
        wanted = [*([current] if current is not None else []), *seen]
        for each in wanted:
            if _key(each) in self._pictures and _key(each) not in self._icons:
                self._paint(each)
                self._timer.start()
                return
        missing = tuple(dict.fromkeys(_key(each) for each in wanted if _key(each) not in self._pictures))
        if missing and not self._answers.is_waiting("example pictures"):
            question = m.PicturesOf(self._file, missing[:_BATCH])
            self._answers.ask("example pictures", question, partial(self._take_pictures, missing[:_BATCH]))

    def _is_seen(self, row: int) -> bool:
        return self.list.visualItemRect(self.list.item(row)).intersects(self.list.viewport().rect())

    def _take_pictures(self, wanted: tuple[Key, ...], answer: m.Answer) -> None:
        if not isinstance(answer, m.ExamplePictures):
            return
        found = {(each.title, each.file): each for each in answer.pictures}
        for key in wanted:
            self._pictures[key] = found.get(key) or m.ExamplePicture(*key, None)
            self._icons.pop(key, None)
        current = self._current
        if current is not None and _key(current) in wanted:
            self._show_picture(current)
        self._timer.start()

    @property
    def look(self) -> Look:
        """The look of the game."""
        if self._look is None:
            self._look = game_look_or_plain(self._folder) if self._folder is not None else Look()
        return self._look

    def _paint(self, each: m.ExampleState) -> None:
        picture = self._pictures[_key(each)]
        icon = QPixmap(_ICON * self.devicePixelRatioF())
        icon.setDevicePixelRatio(self.devicePixelRatioF())
        icon.fill(Qt.GlobalColor.transparent)
        if picture.view is not None and has_board(picture.view):
            ratio = self.devicePixelRatioF()
            painted = paint_position(picture.view, self.look, self._theme, _ICON, ratio, picture.places)
            room = (_ICON.toSizeF() - painted.deviceIndependentSize()) / 2
            painter = QPainter(icon)
            painter.drawPixmap(QPointF(room.width(), room.height()), painted)
            painter.end()
        self._icons[_key(each)] = QIcon(icon)
        self._icons[_key(each)].addPixmap(icon, QIcon.Mode.Selected)  # else Qt tints it
        row = next((n for n, one in enumerate(self._states) if one is each), None)
        if row is not None:
            self.list.item(row).setIcon(self._icons[_key(each)])

    def _show_picture(self, each: m.ExampleState) -> None:
        picture = self._pictures.get(_key(each))
        view = picture.view if picture is not None else None
        shown = view is not None and has_board(view)
        self.picture.setVisible(picture is None or shown)
        self.picture.show_position(
            view if shown else None, self.look, self._theme, picture.places if picture is not None else ()
        )

    # ---- what is done with an example ----

    def _show_in_text(self) -> None:
        each = self._current
        if each is not None:
            self.place_chosen.emit(each.problem.place if each.problem is not None else each.place)

    def _try_out(self) -> None:
        """Let a match begin at the position of the example."""
        each = self._current
        if each is None:
            return
        try:
            text = self._text_of(each)
        except (OSError, ValueError) as problem:
            self.detail.setText(self._texts("workshop.choose.unreadable", problem=problem))
            return
        found = start_of_example(text, each.title, secrets.randbits(32))
        if found is None:
            self.detail.setText(self._texts("example.no_start"))
        else:
            self.try_requested.emit(found.players, dict(found.options), found.start)

    def _text_of(self, each: m.ExampleState) -> str:
        """Return the text of the file of an example. Raises OSError and UnreadableError."""
        if each.origin == "house" and self.read_house is not None:
            return self.read_house()
        return read_text((self._folder or Path()) / each.place.file, MAX_SIZE)

    def _intend(self) -> None:
        """Let the house rule have its own version of the example, as it goes now."""
        each = self._current
        if each is not None and self._answers is not None:
            question = m.AdjustExample(self._file, *_key(each))
            self._answers.ask("adjust example", question, partial(self._take_adjusted, each))

    def _take_adjusted(self, each: m.ExampleState, answer: m.Answer) -> None:
        if isinstance(answer, m.HouseText) and answer.text:
            self.house_edited.emit(lambda text: with_example(text, each.title, answer.text))
        else:
            self.detail.setText(self._texts("example.nothing_left"))

    def _ask_for_title(self) -> None:
        each = self._current
        if each is None:
            return
        TitleDialog(self, self._texts, each.title, partial(self._rename, each)).open()

    def _rename(self, each: m.ExampleState, title: str) -> None:
        self._change(each, lambda text: with_title(text, each.title, title))

    def _delete(self) -> None:
        each = self._current
        if each is not None:
            self._change(each, lambda text: without_example(text, each.title))

    def _change(self, each: m.ExampleState, change: Callable[[str], str]) -> None:
        """Change the file of an example of the user: the house rule in the editor, any other one on disk."""
        if each.origin == "house":
            self.house_edited.emit(change)
        elif each.origin == "saved" and self._folder is not None:
            path = self._folder / each.place.file  # of a whole path, only that
            try:
                text = change(read_text(path, MAX_SIZE))
                replace_file(path, text.encode())
            except (OSError, ValueError) as problem:
                self.detail.setText(self._texts("example.not_saved", problem=problem))
            else:
                self.file_edited.emit(each.place.file, text)


class TitleDialog(QDialog):
    """Dialog with the title of an example, to be changed."""

    def __init__(self, parent: QWidget, texts: Translations, title: str, take: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, texts("example.rename"))
        self.line, self.rename, cancel = QLineEdit(title), button("primary"), button()
        self.line.setAccessibleName(texts("example.name"))
        self.line.setMinimumWidth(320)
        self.rename.setText(texts("example.rename.do"))
        cancel.setText(texts("example.cancel"))
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addLayout(row(cancel, self.rename, stretch_after=0))
        self.rename.setDefault(True)
        cancel.clicked.connect(self.reject)
        self.rename.clicked.connect(self.accept)
        self.accepted.connect(lambda: take(self.line.text()))
        self.line.selectAll()


def _key(each: m.ExampleState) -> Key:
    return each.title, each.place.file


def _rank(each: m.ExampleState) -> tuple[bool, bool]:
    """Return what orders the list: what differs first, then what the user wrote."""
    return each.holds, each.origin == "game"
