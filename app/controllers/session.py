"""Session: an open match in the window, local or at a network table, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.appearance.drawings import LookError
from app.appearance.look import Look, LookSet, game_look
from app.appearance.portraits import Portrait
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.controllers.settings_controller import SettingsController
from app.screens.box import BoxSource
from app.session.rules_summary import declared_variables, kind_facts, origin_of, ruled_out_actions, rules_summary_of
from app.storage.settings import Settings
from app.table.context import TableContext, TableSettings
from app.table.page import TablePage
from dsl.i18n.translator import Translator
from dsl.match.rulesets.box_contents import BoxContents, box_contents
from dsl.match.rulesets.ruleset import Ruleset

_BOT_PAUSE, _SHORT_BOT_PAUSE = 600, 150  #: milliseconds before a choice of a bot; short: without animations


class Session(QObject):
    """One match from its first page to its last. It follows the settings until it is closed.

    Signals:
        left: The player leaves; the window closes the session and shows the start page.
        branch_requested: The player wants to play on from a step of the replay; carries the choices before it.
        example_requested: The player wants an example of the choices up to a step of the replay; carries their number.
        position_requested: The player edits the position at a step of the replay; carries the choices before it.
        again: The player wants another match of the same game.
        rules_requested: Rules are to be shown; carries a tuple of their anchors, the most exact first.
        sound_requested: The table wants a sound to be played; carries its name.
        turn_came: It is the turn of a player at this window, after others had to choose.
        copy_requested: The player wants to save a copy of the match elsewhere.
        changed: `title`, `table_page`, `can_pause` or `paused` may have changed.
    """

    left = Signal()
    again = Signal()
    branch_requested = Signal(int)
    example_requested = Signal(int)
    position_requested = Signal(int)
    rules_requested = Signal(tuple)
    sound_requested = Signal(str)
    turn_came = Signal()
    copy_requested = Signal()
    changed = Signal()

    def __init__(self, settings: SettingsController, parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._texts = settings, settings.texts
        settings.changed.connect(self._apply_settings)
        settings.theme_changed.connect(self._apply_settings)

    def open(self) -> None:
        """Start: the window shows `widget`."""
        raise NotImplementedError

    def close(self) -> None:
        """End; the match can be resumed, or goes on at its host. Call it once."""
        self._settings.changed.disconnect(self._apply_settings)
        self._settings.theme_changed.disconnect(self._apply_settings)

    @property
    def widget(self) -> QWidget:
        """The page that the window shows, the same for the whole session."""
        raise NotImplementedError

    @property
    def table_page(self) -> TablePage | None:
        """The page of the table, while the session shows it."""
        raise NotImplementedError

    @property
    def title(self) -> str | None:
        """The title of the game in the user's language; None until it is known."""
        raise NotImplementedError

    @property
    def folder(self) -> Path | None:
        """The folder of the game, if it is known and on this computer."""
        raise NotImplementedError

    @property
    def journal(self) -> Path | None:
        """The journal of a match in this process."""
        return None

    @property
    def rules_name(self) -> str:
        """The name of the game in its rules, by which its settings are stored; empty until it is known."""
        return ""

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules of the match, house rules included; None until they are known."""
        raise NotImplementedError

    @property
    def look_sets(self) -> tuple[LookSet, ...]:
        """The sets that the look of the game offers."""
        return ()

    @property
    def box(self) -> BoxSource | None:
        """What is in the box of the game, if its rules are of this computer; rules from elsewhere set up no match."""
        return None

    @property
    def rematch_options(self) -> tuple[tuple[str, int], ...]:
        """Options for the set-up of another match: what the game asks about the match before."""
        return ()

    @property
    def leave_question(self) -> str | None:
        """The question to ask before the player leaves; None if there is none."""
        raise NotImplementedError

    @property
    def unsaved_question(self) -> str | None:
        """The question to ask before the last decisions of the match are lost; None if they are saved."""
        return None

    @property
    def unsaved_content(self) -> bytes:
        """What belongs after the content of `journal`, and could not be written there."""
        return b""

    @property
    def can_pause(self) -> bool:
        """Whether `toggle_pause` works now."""
        return False

    @property
    def paused(self) -> bool:
        """Whether the match is paused for all players."""
        return False

    def toggle_pause(self) -> None:
        """Pause the match for all players, or resume it."""

    def _apply_settings(self) -> None:
        raise NotImplementedError


def look_of(read: Callable[[], Look], texts: Translations, report: Callable[[str], None]) -> Look:
    """Return the look of a game; plain shapes if it cannot be read, and the reason goes to `report`."""
    try:
        return read()
    except LookError as problem:
        report(texts("match.plain_look", problem=problem))
        return Look()


def context_of(
    pack: Ruleset,
    names: Mapping[str, str],
    look: Look,
    texts: Translations,
    theme: Theme,
    players: int,
    portraits: Mapping[str, Portrait],
    options: Mapping[str, int] | None = None,
) -> TableContext:
    """Return language, names, look and theme for the table of a match with this number of players."""
    language = texts.language
    words = Translator(pack, language, names)
    rulebook = partial(rules_summary_of, pack, words, language, players, options)
    ruled_out = cache(partial(ruled_out_actions, pack, words, language, players, options))
    facts = cache(partial(kind_facts, pack, words, players))
    return TableContext(
        texts,
        words,
        look.with_letters(words.letter),
        theme,
        names,
        portraits,
        rulebook,
        ruled_out,
        facts,
        cache(partial(declared_variables, pack)),
    )


class TableAppearance:
    """How a table looks and behaves under the user's settings, for a page that has a table of its own."""

    def __init__(self, settings: SettingsController, report: Callable[[str], None]) -> None:
        """`report` shows a sentence about a problem to the user."""
        self._settings, self._report = settings, report
        self._read: tuple[Path, tuple[str, ...], Look] | None = None  #: folder, sets and look of the last game

    def context(self, pack: Ruleset, folder: Path, players: int, options: Mapping[str, int]) -> TableContext:
        """Return language, look and theme for a match of the game in `folder`."""
        texts, sets = self._settings.texts, self._settings.current.sets.get(pack.name, ())
        if self._read is None or self._read[:2] != (folder, sets):
            self._read = folder, sets, look_of(lambda: game_look(folder, sets), texts, self._report)
        look = self._read[2].for_players(pack.rules.colours[:players])
        return context_of(pack, {}, look, texts, self._settings.theme, players, {}, options)

    @property
    def table_settings(self) -> TableSettings:
        """The settings of tables."""
        return table_settings_of(self._settings.resolved)


def box_of(
    pack: Ruleset, context: TableContext, numbers: tuple[int, ...], players: int, options: Mapping[str, int]
) -> BoxSource:
    """Return the source of the page of what is in the box of a game."""

    def contents(number: int) -> BoxContents:
        return box_contents(pack, number, options)

    language = context.texts.language
    return BoxSource(pack.title(language), context, numbers, players, contents, partial(origin_of, pack, language))


def table_settings_of(settings: Settings) -> TableSettings:
    """Return the settings of the table; the pause before a bot chooses follows the speed of animations."""
    speed = 0 if settings.motion == "none" else settings.speed
    pause = _BOT_PAUSE * 100 // speed if speed else _SHORT_BOT_PAUSE
    return TableSettings(
        speed=speed,
        reduced=settings.motion == "reduced",
        coordinates=settings.coordinates,
        letters=settings.letters,
        turning=settings.turning,
        remembers=settings.remembers,
        covers=settings.covers,
        confirm=settings.confirm,
        passes=settings.passes,
        coach=settings.coach,
        turn_alert=settings.turn_alert,
        bot_delay=pause,
    )
