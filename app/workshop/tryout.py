"""Try-out table of the workshop: a match under the edited rules, which goes on when the rules change."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from msgspec import structs
from msgspec.structs import replace as replace_field
from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QTabBar, QVBoxLayout, QWidget

from app.base.i18n import Translations
from app.base.widgets import SPACE, ComboBox, FlowLayout, WrappingLabel, button, label, scroll_area, set_tip
from app.screens.seat_rows import player_text
from app.session.local_link import LocalLink
from app.session.match_config import PLAYERS
from app.table.context import TableContext, TableSettings
from app.table.page import TablePage
from app.workshop.answers import ServiceAnswers
from dsl.base.gc_pause import gc_paused
from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.bots.bot_service import BotService
from dsl.bots.levels import levels_of
from dsl.match.by_hand import ByHandError
from dsl.match.continuation import (
    BegunAt,
    ContinuedMatch,
    Made,
    MeantChoice,
    choices_made,
    meant_by,
    options_kept,
    repeat_choices,
)
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import HUMAN, Entry, Header, JournalError, SeatPlan, SetUpPosition, house_in_force
from dsl.match.replay import ruleset_of
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.house_rules import read_house_rules
from dsl.match.rulesets.ruleset import OptionError, Ruleset, build
from dsl.match.table import Table
from dsl.match.table_messages import Answer, Choose, Command
from dsl.runtime.runner import RuleError

_LEAST_TABLE = QSize(600, 400)
AS_AT_TABLE = ""  #: the others are played as at the table from which the match was taken


class TableAppearance(Protocol):
    """How a table looks and behaves under the user's settings."""

    def context(self, pack: Ruleset, folder: Path, players: int, options: Mapping[str, int]) -> TableContext:
        """Return language, look and theme for a match of the game in `folder`."""
        ...

    @property
    def table_settings(self) -> TableSettings:
        """The settings of tables."""
        ...


@dataclass(frozen=True, slots=True)
class EditedRules:
    """The rules with a house rule as its text stands in the editor, and with others that were ticked."""

    folder: Path  #: of the game
    path: Path  #: of the house rule
    text: str
    others: tuple[tuple[str, str], ...] = ()  #: file names and texts

    def read(self) -> Ruleset:
        """Return the checked rules. Raises RulesError."""
        text = read_folder(self.folder)
        own = Source(self.path.name, self.text)
        with contextlib.suppress(RulesError):  # the file on disk may have problems, and then has no words to take
            words = tuple(each for each in read_house_rules(self.path).words if not text.text(each[0]))
            text = structs.replace(text, files=text.files + words)
        others = tuple(Source(name, written) for name, written in self.others if name != self.path.name)
        return build(text, (), (*others, own))


@dataclass(frozen=True, slots=True)
class TakenMatch:
    """A match at a table: what its journal says of it. The table and its match stay as they are."""

    header: Header
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class TryOutPlan:
    """A match that is to be made: of the choices so far, or of a match that is taken from a table."""

    rules: EditedRules
    players: int | None  #: None: the lowest number that the game allows
    others: str  #: who plays all seats but the first, as a `SeatPlan` has it, or AS_AT_TABLE
    seed: int
    choices: tuple[Made, ...] = ()
    taken: TakenMatch | None = None
    fresh: bool = True  #: the choices of the taken match are to be read
    options: Mapping[str, int | str] = field(default_factory=dict)  #: of a match that begins at a position


@dataclass(frozen=True, slots=True)
class TryOutMatch:
    """A match under the edited rules, as far as the choices are legal."""

    plan: TryOutPlan
    pack: Ruleset
    continued: ContinuedMatch
    seats: tuple[SeatPlan, ...]
    choices: tuple[Made, ...]  #: all that were to be repeated


class UnplayableRulesError(Exception):
    """The edited rules cannot be played; the message says why."""


def make_match(plan: TryOutPlan) -> TryOutMatch:
    """Return the match of a plan; it may be called in any thread. Raises UnplayableRulesError."""
    with gc_paused():  # a collection here could delete objects of the window in this thread
        try:
            return _made(plan)
        except RulesError as error:
            raise UnplayableRulesError(error.problems[0].summary) from error
        except RuleError as error:
            raise UnplayableRulesError(explanation_of(error, {})) from error
        except (OptionError, JournalError, ByHandError, ValueError, IndexError) as error:
            raise UnplayableRulesError(str(error)) from error


def _made(plan: TryOutPlan) -> TryOutMatch:
    pack, choices, options = plan.rules.read(), plan.choices, dict(plan.options)
    players = plan.players
    if players is None:
        players = pack.rules.players[1] if choices and isinstance(choices[0], BegunAt) else pack.numbers[0]
    if plan.taken is not None and players == plan.taken.header.players:
        header = plan.taken.header
        former = ruleset_of(header, "")
        options |= options_kept(former, pack, players, dict(header.options))
        if plan.fresh:
            before = former.start(players, dict(header.options), header.seed)
            # Who gave up at the table plays on here.
            kept = ("choose", "undo", "by_hand", "position", "rules")
            entries = [each for each in plan.taken.entries if each.kind in kept]
            choices = choices_made(before, entries)
    if choices and isinstance(choices[0], BegunAt) and not choices[0].seat:
        first = replace_field(choices[0].start, player=pack.rules.colours[0])
        choices = (BegunAt(first.player, first), *choices[1:])
    _ = pack.identity  # worked out here, not in the thread of the window
    match = pack.start(players, options, plan.seed)
    seats = _seats(plan, match.program.colours)
    match.set_people(seat.colour for seat in seats if seat.player == HUMAN)
    return TryOutMatch(plan, pack, repeat_choices(match, choices, pack.sources), seats, choices)


def _seats(plan: TryOutPlan, colours: Sequence[str]) -> tuple[SeatPlan, ...]:
    if plan.others == AS_AT_TABLE and plan.taken is not None and len(plan.taken.header.seats) == len(colours):
        return plan.taken.header.seats
    others = plan.others or HUMAN
    return tuple(SeatPlan(colour, others if number else HUMAN) for number, colour in enumerate(colours))


class MatchMaker(QObject):
    """Makes matches in a thread of its own; of several that are asked for meanwhile only the newest is made.

    Signals:
        made: A match is ready; carries the TryOutMatch.
        failed: The rules cannot be played; carries the sentence.
    """

    made = Signal(object)
    failed = Signal(str)
    _arrived = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._waiting: TryOutPlan | None = None
        self._thread: threading.Thread | None = None
        self._arrived.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a match is being made."""
        return self._thread is not None

    def make(self, plan: TryOutPlan) -> None:
        """Make a match; the answer to an earlier plan does not come any more."""
        self._number += 1
        if self._thread is not None:
            self._waiting = plan
            return
        self._thread = threading.Thread(target=self._run, args=(self._number, plan), name="try-out", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Let no answer come."""
        self._number += 1
        self._waiting = None

    def _run(self, number: int, plan: TryOutPlan) -> None:
        try:
            answer: TryOutMatch | str = make_match(plan)
        except UnplayableRulesError as problem:
            answer = str(problem)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._arrived.emit(number, answer)

    def _receive(self, number: int, answer: object) -> None:
        self._thread = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.make(waiting)
        elif number == self._number:
            if isinstance(answer, TryOutMatch):
                self.made.emit(answer)
            else:
                self.failed.emit(str(answer))


class _TryOutTable(Table):
    """Table that keeps what its choices mean, so that they can be repeated under other rules."""

    made: list[Made]

    def handle(self, command: Command, member: str = "") -> Answer:
        """Override Table: keep the choice."""
        meant: MeantChoice | None = None
        if isinstance(command, Choose):
            question = self.match.question_of(command.seat)
            if question is not None and command.option in question.options:
                meant = meant_by(question, command.option, self.match.secretly)
        before = len(self.entries)
        answer = super().handle(command, member)
        for entry in self.entries[before:]:
            if entry.kind == "choose" and meant is not None:
                self.made.append(meant)
            elif entry.kind == "undo":
                own = (
                    n for n, each in enumerate(self.made) if isinstance(each, MeantChoice) and each.seat == entry.seat
                )
                del self.made[max(own)]
        return answer


class _TryOutLink(LocalLink):
    """Link to a try-out table: its match is no match of the user's, from which others could be branched."""

    @property
    def can_branch(self) -> bool:
        """Override Link: no."""
        return False


class _Room(QWidget):
    """Room for a table, which fills it but is not asked how high it would like to be."""

    def __init__(self) -> None:
        super().__init__()
        self.held: QWidget | None = None  #: what fills it
        self.setMinimumSize(_LEAST_TABLE)

    def hold(self, widget: QWidget) -> None:
        """Fill the room with a widget."""
        self.held = widget
        widget.setParent(self)
        widget.setGeometry(self.rect())
        widget.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget: fill the room."""
        super().resizeEvent(event)
        if self.held is not None:
            self.held.setGeometry(self.rect())


class TryOutPage(QWidget):
    """Table at which the edited rules are tried out, by hand or against computers.

    After a change of the rules the same match goes on: the program is made in another thread, and the choices so far
    are repeated as far as they are legal. The first that is not is shown with the reason; if the rules change back
    before another choice is made, it is there again.

    Signals:
        rules_requested: Rules are to be shown; carries a tuple of their anchors, the most exact first.
        focus_changed: The table has got the focus, or lost it; carries whether it has it.
    """

    rules_requested = Signal(tuple)
    focus_changed = Signal(bool)

    def __init__(self, texts: Translations, appearance: TableAppearance) -> None:
        super().__init__()
        self._texts, self._appearance = texts, appearance
        self._read_text: Callable[[], str] | None = None
        self._folder, self._path = Path(), Path()
        self._taken: TakenMatch | None = None
        self._asked: TryOutPlan | None = None  #: of the match that was asked for last
        self._ready: TryOutMatch | None = None
        self._table: _TryOutTable | None = None
        self._begun = 0  #: entries of the table when it was made
        self._bots: BotService | None = None
        self._seed = 0
        self._options: dict[str, int | str] = {}
        self._stale = False  #: a match is to be made when the page is shown
        self._broken = False  #: the text has problems
        self._problem: str | None = None  #: why the rules cannot be played
        self._rules: tuple[str, ...] = ()  #: that the notice is about
        self.page: TablePage | None = None  #: the table; None before the first match is made
        self.players, self.others = ComboBox(), ComboBox()
        self._players_label, self._others_label = label("soft"), label("soft")
        self.restart, self.rule, self.enlarge = (button("small") for _ in range(3))
        self.enlarge.setCheckable(True)  # the page of the workshop makes the room
        self.notice = WrappingLabel("notice")
        self._room = _Room()
        self._maker = MatchMaker(self)
        self._lay_out()
        self._maker.made.connect(self._take)
        self._maker.failed.connect(self._fail)
        self.players.activated.connect(self.begin_again)
        self.others.activated.connect(self._change_others)
        self.restart.clicked.connect(self.begin_again)
        self.rule.clicked.connect(lambda: self.rules_requested.emit(self._rules))
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)
        self.retranslate()

    def _lay_out(self) -> None:
        tools = QWidget()
        flow = FlowLayout(tools, 6)
        asked = (self._players_label, self.players, self._others_label, self.others)
        for tool in (*asked, self.restart, self.enlarge, self.rule):
            flow.addWidget(tool)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, SPACE, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(tools)
        self._column.addWidget(self.notice)
        self._column.addWidget(scroll_area(self._room), 1)  # a low window does not grow

    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        self.focus_changed.emit(now is not None and self.page is not None and self.page.isAncestorOf(now))

    # ---- what is tried out ----

    def open_rules(self, folder: Path, path: Path, read_text: Callable[[], str], taken: TakenMatch | None) -> None:
        """Try out the house rule at `path` for the game in `folder`, with the text that `read_text` returns; from the
        set-up, or from a match at a table."""
        self.close_table()
        self._folder, self._path, self._read_text, self._taken = folder, path, read_text, taken
        self._options = {}
        self._seed = taken.header.seed if taken is not None else secrets.randbits(32)
        self._fill_others(("human",))

    def close_table(self) -> None:
        """Close the table and forget its match."""
        self._maker.cancel()
        self._drop_page()
        if self._bots is not None:
            self._bots.close()
        self._bots = self._asked = self._ready = self._table = self._read_text = self._taken = self._problem = None
        self._broken = self._stale = False
        self.players.clear()
        self._show_notice()

    def _drop_page(self) -> None:
        if self.page is not None:
            self.page.close_table()
            self.page.hide()
            self.page.deleteLater()
            self.page = self._room.held = None

    def begin_again(self) -> None:
        """Begin another match from the set-up, with the number of players on the page."""
        self._seed, self._options = secrets.randbits(32), {}
        self._make((), fresh=False)

    def begin_at(self, players: int | None, options: Mapping[str, int | str], start: SetUpPosition) -> None:
        """Begin another match at a position, for a number of players (None: as many as can play) and with options."""
        self._seed, self._options = secrets.randbits(32), dict(options)
        self.players.clear()
        if players is not None:
            self.players.addItem(str(players), players)
        self._make((BegunAt(start.player, start),), fresh=False)

    def _change_others(self) -> None:
        """Let others play the seats; the match goes on."""
        self._make(self._choices, fresh=self._ready is None)

    @property
    def _choices(self) -> tuple[Made, ...]:
        """The choices that are to be repeated: also those that were not legal, while no other was made instead."""
        if self._table is None or self._ready is None:
            return ()
        return self._ready.choices if len(self._table.entries) == self._begun else tuple(self._table.made)

    def _make(self, choices: tuple[Made, ...], fresh: bool) -> None:
        self._stale = False
        if self._read_text is None:
            return
        found = self._taken
        others = house_in_force(found.header, found.entries) if found is not None else ()
        rules = EditedRules(self._folder, self._path, self._read_text(), others)
        at = bool(choices) and isinstance(choices[0], BegunAt)
        taken = self._taken.header.players if self._taken is not None and not at else None
        players = self.players.currentData() or taken
        who = self.others.currentData() or AS_AT_TABLE
        self._asked = TryOutPlan(rules, players, who, self._seed, choices, self._taken, fresh, self._options)
        self._maker.make(self._asked)
        self._show_notice()

    # ---- as a page of the results ----

    def set_service(self, answers: ServiceAnswers | None, file: str = "") -> None:
        """Close the table if no house rule is open any more."""
        if answers is None:
            self.close_table()

    def invalidate(self) -> None:
        """Do nothing: the table stays until there is another."""

    def refresh(self) -> None:
        """The text has changed and has no problems: let the match go on under it, now or when the page is shown."""
        self._broken = False
        if self._asked is not None and self._read_text is not None and self._asked.rules.text == self._read_text():
            self._stale = False
            self._show_notice()
        elif not self.isVisible():
            self._stale = True
        else:
            self._make(self._choices, fresh=self._ready is None)

    def show_broken(self) -> None:
        """Say that the table goes on under the last rules without problems."""
        self._broken = True
        self._show_notice()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: make the match if the rules have changed."""
        super().showEvent(event)
        if self._stale or (self._ready is None and not self._maker.busy and not self._broken):
            self._make(self._choices, fresh=self._ready is None)

    # ---- the match ----

    def _take(self, ready: TryOutMatch) -> None:
        before = self.window().focusWidget()
        focused = isinstance(before, QTabBar) or (self.page is not None and self.page.isAncestorOf(before or self))
        self._drop_page()
        self._ready, self._problem = ready, None
        bots = self._bots_for(ready)
        self._table = _TryOutTable.continued(ready.pack, ready.seats, ready.plan.seed, ready.continued, None, bots)
        self._table.made = list(ready.choices[: ready.continued.kept])
        self._begun = len(self._table.entries)
        self.page = TablePage(
            _TryOutLink(self._table, self, bots), self._context(ready), self._table_settings(ready), takes_focus=False
        )
        self.page.rules_requested.connect(self.rules_requested)
        self.page.rematch_requested.connect(self.begin_again)
        self.page.left.connect(self.begin_again)
        self._room.hold(self.page)
        self._fill_players(ready)
        self._fill_others(("human", "bot:random", *(f"bot:{level}" for level in levels_of(ready.pack.about))))
        self._show_notice()
        self.page.open()
        if focused:
            self.page.table_layout.setFocus()

    def _fail(self, problem: str) -> None:
        self._problem = problem
        self._show_notice()

    def _bots_for(self, ready: TryOutMatch) -> BotService | None:
        """Return the process of the computers; None if there is none to play."""
        if all(seat.player == HUMAN for seat in ready.seats):
            return None
        self._bots = self._bots or BotService()
        return self._bots

    def _context(self, ready: TryOutMatch) -> TableContext:
        match = ready.continued.match
        return self._appearance.context(ready.pack, self._folder, match.players, match.options)

    def _table_settings(self, ready: TryOutMatch) -> TableSettings:
        """Return the settings of the table: without a curtain where one person plays for all."""
        settings = self._appearance.table_settings
        taken_over = ready.plan.others == AS_AT_TABLE and ready.plan.taken is not None
        return settings if taken_over else replace(settings, curtain=False)

    def _fill_players(self, ready: TryOutMatch) -> None:
        kept = QSignalBlocker(self.players)
        self.players.clear()
        for number in ready.pack.numbers:
            self.players.addItem(str(number), number)
        self.players.setCurrentIndex(self.players.findData(ready.continued.match.players))
        kept.unblock()

    def _fill_others(self, kinds: Sequence[str]) -> None:
        chosen = self.others.currentData()
        kept = QSignalBlocker(self.others)
        self.others.clear()
        if self._taken is not None:
            self.others.addItem(self._texts("tryout.as_at_table"), AS_AT_TABLE)
        for kind in (each for each in PLAYERS if each in kinds):
            text = self._texts("tryout.by_hand") if kind == "human" else player_text(kind, self._texts)
            self.others.addItem(text, kind)
        self.others.setCurrentIndex(max(0, self.others.findData(chosen)))
        kept.unblock()

    def _show_notice(self) -> None:
        """Say what has become of the match."""
        text = self._said()
        self.notice.setText(text)
        self.notice.setVisible(bool(text))
        self.rule.setVisible(bool(self._rules))

    def _said(self) -> str:
        texts, self._rules = self._texts, ()
        if self._broken:
            return texts("tryout.broken")
        if self._maker.busy:
            return texts("tryout.making")
        if self._problem is not None:
            return texts("tryout.unplayable", problem=self._problem)
        if self._ready is None:
            return ""
        found, stopped = self._ready.continued, self._ready.continued.stopped
        if stopped is None:
            return texts("tryout.kept", n=found.kept) if found.kept else ""
        words, choice = self._context(self._ready).words, stopped.choice
        said = words.option(choice.option, choice.decision) if isinstance(choice, MeantChoice) else ""
        self._rules = tuple(each.anchor for each in stopped.failed)
        why = " ".join(words.why_stopped(stopped))
        if isinstance(choice, BegunAt):
            return texts("tryout.no_position", why=why)
        player = words.player(choice.seat)
        sentence = texts("tryout.stopped", kept=found.kept, total=found.total, player=player, choice=said, why=why)
        return sentence.replace("….", "…")  # of a choice whose next value was not chosen yet

    # ---- appearance ----

    def apply_settings(self) -> None:
        """Use the theme, the language and the settings that the user has chosen now."""
        if self.page is not None and self._ready is not None:
            self.page.set_context(self._context(self._ready))
            self.page.apply_settings(self._table_settings(self._ready))

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self._players_label.setText(texts("tryout.players"))
        self._others_label.setText(texts("tryout.others"))
        self.players.setAccessibleName(texts("tryout.players"))
        self.others.setAccessibleName(texts("tryout.others"))
        self.restart.setText(texts("tryout.restart"))
        set_tip(self.restart, texts("tryout.restart.tip"))
        self.rule.setText(texts("tryout.rule"))
        self.enlarge.setText(texts("tryout.enlarge"))
        set_tip(self.enlarge, texts("tryout.enlarge.tip"))
        self._fill_others([self.others.itemData(row) for row in range(self.others.count())])
        self.apply_settings()
        self._show_notice()
