"""Positions put together by hand, from the set-up page or from a local match, and matches that begin at them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.appearance.look import game_look_or_plain
from app.base.paths import UserFolders, official_rulesets
from app.base.widgets import ComboBox, label
from app.controllers.local_session import LocalSession
from app.controllers.session import TableAppearance
from app.controllers.settings_controller import SettingsController
from app.screens import dialogs
from app.session.local_matches import InUseError, OpenMatch, UnplayableError, begin_at, read_form
from app.session.match_config import PLAYERS, MatchConfig, PlayerKind, SeatConfig
from app.storage.matches import new_journal
from app.workshop.example_files import ExamplePlace, example_places
from app.workshop.position_editor import EditedMatch, PositionEditor
from dsl.i18n.translator import Translator
from dsl.match.branching import lasting_choices
from dsl.match.journal import SetUpPosition
from dsl.match.match import Match
from dsl.match.observation.sampling import sampled
from dsl.match.rulesets.house_rules import HouseRules
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.set_up_position import Course, course_of, find_courses
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError


class PositionController(QObject):
    """Opens the editor of positions, asks who plays from there, and begins the match."""

    def __init__(
        self, window: QWidget, settings: SettingsController, folders: UserFolders,
        save_example: Callable[[ExamplePlace, str], object], report: Callable[[str], None],
        open_match: Callable[[OpenMatch], object],
    ) -> None:  # fmt: skip
        """`report` shows a sentence; `open_match` closes the session and opens a match, after the user has agreed."""
        super().__init__(window)
        self._window, self._settings, self._texts, self._folders = window, settings, settings.texts, folders
        self._save_example, self._report, self._open_match = save_example, report, open_match
        self._appearance = TableAppearance(settings, report)

    def set_up(self, pack: Ruleset, config: MatchConfig) -> None:
        """Edit a position, from that after the set-up, with the players, options and rules of the set-up page."""
        players = len(config.seats)
        try:
            match = pack.start(players, config.options, secrets.randbits(32))
        except (OptionError, RuleError) as problem:
            self._report(self._texts("match.not_begun", problem=problem))
            return
        edited = EditedMatch(players, dict(config.options), match)
        self._edit(pack, config.folder, edited, config.seats, None)

    def edit(self, session: LocalSession, choices: int | None = None) -> None:
        """Edit the position of a match after a number of its choices (None: all). What the player at the screen may not
        know of a match that is not over, is as it might be."""
        table, page = session.match.table, session.page
        if page.hidden or page.view is None:
            self._report(self._texts("files.hidden"))
            return
        if table.match.secretly:
            self._report(self._texts("position.secretly"))
            return
        match, made = _at(table.match, choices), lasting_choices(table.entries)
        plain = all(entry.kind == "choose" for entry in made) and not any(e.kind == "position" for e in table.entries)
        course = tuple((entry.seat, entry.option) for entry in made[: match.common_choices]) if plain else ()
        at = course_of(match.question).name if match.question is not None else ""
        if not table.match.over and match.view(page.view.seat).secrets:
            match = _as_known_to(match, page.view.seat or match.program.colours[0])
        kinds: dict[str, PlayerKind] = {kind: kind for kind in PLAYERS}
        seats = tuple(SeatConfig(kinds.get(seat.player, "bot:steady"), seat.name) for seat in table.seats)
        edited = EditedMatch(match.players, match.options, match, course, at)
        self._edit(table.pack, session.folder, edited, seats, table.header.seed)

    def _edit(
        self, pack: Ruleset, folder: Path, edited: EditedMatch, seats: tuple[SeatConfig, ...], seed: int | None
    ) -> None:
        """Open the editor; `seed` is that of the match in which the course of the position was played."""
        places = self._places(folder, pack.house)
        editor = PositionEditor(
            self._window, pack, partial(self._appearance.context, pack, folder), places, self._save_example, edited,
            partial(self._ask_for_seats, pack, folder, seats, seed),
        )  # fmt: skip
        for changed in (self._settings.changed, self._settings.theme_changed):
            changed.connect(editor.retranslate)
        editor.open()

    def _places(self, folder: Path, house: tuple[HouseRules, ...]) -> tuple[ExamplePlace, ...]:
        official = folder.resolve().is_relative_to(official_rulesets().resolve())
        return example_places(folder, official, self._folders.house / folder.name, house)

    # ---- playing from there ----

    def _ask_for_seats(
        self, pack: Ruleset, folder: Path, seats: tuple[SeatConfig, ...], seed: int | None, players: int,
        options: Mapping[str, int], start: SetUpPosition,
    ) -> None:  # fmt: skip
        """Ask who plays, and where in the rules the match begins if there are several possibilities."""
        texts = self._texts
        try:
            form = read_form(pack, texts.language)
            courses = [each for each in find_courses(pack.start(players, options, 0)) if each.player == start.player]
        except (UnplayableError, OptionError, RuleError) as problem:
            self._report(texts("match.not_begun", problem=problem))
            return
        if start.course and start.at not in [each.name for each in courses]:
            phase, _, actions = start.at.rpartition(": ")
            courses.insert(0, Course(start.player, phase, tuple(actions.split()), start.course))
        look = game_look_or_plain(folder).for_players(colour for colour, _ in form.colours)
        chosen = (*seats, *(SeatConfig("bot:steady") for _ in range(players)))[:players]
        where = _WhereList(courses, Translator(pack, texts.language), start.at, texts("position.where"))
        player = Translator(pack, texts.language).player(start.player)

        def play(who: tuple[SeatConfig, ...]) -> None:
            name = where.name
            kept = start.course if name == start.at else ()
            begun = SetUpPosition(start.items, start.player, start.seed, kept, name)
            self._begin(pack, MatchConfig(folder, who, options), begun, seed if kept else None)

        more = where if len(courses) > 1 else None
        text = texts("position.play.text", player=player)
        dialogs.ask_for_seats(self._window, texts, text, form, look, chosen, play, "position.play.title", more)

    def _begin(self, pack: Ruleset, plan: MatchConfig, start: SetUpPosition, seed: int | None) -> None:
        try:
            journal = new_journal(self._folders.matches, plan.folder.name, datetime.now())
            match = begin_at(plan, pack, start, journal, self._texts.language, seed)
        except (UnplayableError, OSError) as problem:
            self._report(self._texts("match.not_begun", problem=problem))
        except InUseError:
            self._report(self._texts("match.in_use"))
        else:
            for editor in self._window.findChildren(PositionEditor):
                editor.accept()
            self._open_match(match)


class _WhereList(QWidget):
    """List of the decisions at which a match can begin."""

    def __init__(self, courses: list[Course], words: Translator, chosen: str, title: str) -> None:
        super().__init__()
        self._box, said = ComboBox(), label("soft")
        said.setText(title)
        self._box.setAccessibleName(title)
        for course in courses:
            self._box.addItem(_said(course, words), course.name)
        self._box.setCurrentIndex(max(0, self._box.findData(chosen)))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(said)
        line.addWidget(self._box, 1)

    @property
    def name(self) -> str:
        """The name of the course that is chosen; empty if there is none."""
        return self._box.currentData() or ""


def _said(course: Course, words: Translator) -> str:
    """Return a decision in words: the phase, else what can be chosen."""
    actions = ", ".join(words.said(f"{name}.name") or words.name(name) for name in course.actions)
    return words.titled(words.anchor(course.phase), actions) if course.phase else actions


def _at(match: Match, choices: int | None) -> Match:
    """Return a match after a number of its choices."""
    numbers = (n for n, snapshot in enumerate(match.past) if snapshot.made == choices)
    number = next(numbers, None)
    return match if number is None or choices is None else match.before(number)


def _as_known_to(match: Match, seat: str) -> Match:
    """Return a match at the same position as far as a seat knows it; what it does not know is drawn at random."""
    known = match.information(seat).information
    state = sampled(known, match.runner, Dice(0))
    return Match.at(match.book, match.players, match.options, match.runner, state)
