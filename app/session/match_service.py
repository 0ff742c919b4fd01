"""From a plan to a running table, and from a journal back to one. The engine is imported here, when a game is first
chosen: the first page does without it."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

from app.session.match_config import GameForm, HouseRule, MatchConfig, form_of
from app.storage.matches import MatchNote, lock_file, write_note
from app.storage.opening import RULES
from app.storage.settings import LastSetup

if TYPE_CHECKING:
    from dsl.base.problem import RulesError
    from dsl.bots.bot_service import BotService
    from dsl.match.information import Setting
    from dsl.match.messages import News
    from dsl.match.rulesets.ruleset import Ruleset
    from dsl.match.table import Table
    from dsl.match.view import OutcomeView, View


class UnplayableError(Exception):
    """A game, a plan or a journal that cannot become a table; the message is for the reader."""


class InUseError(Exception):
    """The match is open in another window."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that is being played."""

    table: Table
    folder: Path  #: of the ruleset, for its look
    journal: Path
    lock: QLockFile
    bots: BotService
    damage: str = ""  #: what was wrong with the journal, or nothing

    def close(self) -> None:
        """Close the journal; from now on anybody may go on with the match."""
        gc.unfreeze()
        self.table.close()
        self.bots.close()
        self.lock.unlock()


def read_game(folder: Path, house: Sequence[str] = ()) -> Ruleset:
    """The checked rules of the game in `folder` with these house rules. Raises UnplayableError."""
    from dsl.base.problem import RulesError
    from dsl.match.rulesets.ruleset import load

    try:
        return load(folder, [Path(each) if each.endswith(RULES) else each for each in house])
    except RulesError as error:
        raise UnplayableError(house_rule_problem(error)) from error


def house_rule_problem(error: RulesError) -> str:
    """The problems of rules, one to a line, each with its place; many are cut short."""
    lines = [f"{problem.span}: {problem.summary}" for problem in error.problems]
    return "\n".join(lines[:5] + ([f"… +{len(lines) - 5}"] if len(lines) > 5 else []))


def read_form(pack: Ruleset, language: str, own: Path | None = None) -> GameForm:
    """What `pack` lets one decide, in the words of `language`, with the user's own house rules in the folder `own`.

    Raises UnplayableError.
    """
    from app.session.rules_summary import house_lines
    from dsl.base.problem import RulesError
    from dsl.bots.levels import levels_of
    from dsl.i18n.translator import Translator

    try:
        book = pack.words(language)
        house = [rules.title for rules in pack.house_rules()]
    except RulesError as error:
        raise UnplayableError(house_rule_problem(error)) from error

    def say(anchor: str, otherwise: str) -> str:
        noun = book.nouns.get(anchor)
        return noun.one if noun else book.sentences.get(anchor, otherwise)

    form = form_of(pack.rules, house, say, levels_of(pack.about))
    if own is not None:
        form = replace(form, house=(*form.house, *_own_house(pack, language, own)))
    if not pack.house:
        return form
    words = Translator(pack, language)
    return replace(form, house_summaries={n: tuple(house_lines(pack, words, language, n)) for n in pack.numbers})


def _own_house(pack: Ruleset, language: str, folder: Path) -> Iterator[HouseRule]:
    from dsl.base.problem import RulesError
    from dsl.match.rulesets.ruleset import own_house_rules

    for found in own_house_rules(folder, pack):
        problem, title = house_rule_problem(RulesError(found.problems)) if found.problems else "", found.path.name
        if found.rules is not None:
            try:
                title = pack.words_with(found.rules, language).sentences.get(
                    f"house.{found.rules.title}", found.rules.title
                )
            except RulesError as error:  # its words cannot be read
                problem = house_rule_problem(error)
        yield HouseRule(str(found.path), title, problem)


def house_rule_summaries(pack: Ruleset, language: str, players: int, own: Path) -> dict[str, str]:
    """What each house rule of a game changes for a number of players, by key; `own` holds the user's."""
    from dsl.i18n.rule_changes import house_rule_summary
    from dsl.match.rulesets.ruleset import own_house_rules

    by_key = {rules.title: rules for rules in pack.house_rules()}
    by_key |= {str(found.path): found.rules for found in own_house_rules(own, pack) if found.rules is not None}
    return {key: house_rule_summary(pack, rules, language, players) for key, rules in by_key.items()}


def setting_of(plan: MatchConfig, pack: Ruleset) -> Setting | None:
    """What the match of a plan is made of besides the rules; none if it cannot be one."""
    from dsl.match.information import Setting
    from dsl.match.rulesets.ruleset import OptionError

    try:
        options = pack.options(len(plan.seats), plan.options)
    except OptionError:
        return None
    return Setting(len(plan.seats), tuple(sorted(options.items())), ())


def begin(
    plan: MatchConfig, pack: Ruleset, journal: Path, seed: int | None = None, bots: BotService | None = None
) -> OpenMatch:
    """A new table as planned; its journal is begun. `bots` are ready already. Raises UnplayableError, InUseError."""
    from dsl.base.problem import RulesError
    from dsl.bots.bot_service import BotService
    from dsl.match.diagnosis import explained
    from dsl.match.journal import JournalError, SeatPlan
    from dsl.match.rulesets.ruleset import OptionError
    from dsl.match.table import Table
    from dsl.runtime.runner import RuleError

    colours = pack.rules.colours
    seats = [SeatPlan(colour, seat.player, seat.name) for colour, seat in zip(colours, plan.seats, strict=False)]
    lock = _lock(journal)
    chance = secrets.randbits(32) if seed is None else seed
    bots = bots or BotService()
    try:
        table = Table(pack, seats, plan.options, chance, journal, bots)
    except (OptionError, JournalError) as error:
        lock.unlock()
        raise UnplayableError(str(error)) from error
    except RuleError as error:
        lock.unlock()
        raise UnplayableError(explained(error, pack.sources)) from error
    except RulesError as error:  # they are in order, but no match by them can be held
        lock.unlock()
        raise UnplayableError(house_rule_problem(error)) from error
    return _opened(OpenMatch(table, plan.folder, journal, lock, bots))


def resume(journal: Path, folder: Path) -> OpenMatch:
    """The table that `journal` tells of, as it was after the last choice. Raises UnplayableError, InUseError."""
    from dsl.bots.bot_service import BotService
    from dsl.match.journal import JournalError
    from dsl.match.table import Table
    from dsl.runtime.runner import RuleError

    lock = _lock(journal)
    bots = BotService()
    try:
        table, damage = Table.resume(journal, bots)
    except (JournalError, RuleError, ValueError) as error:
        lock.unlock()
        raise UnplayableError(str(error)) from error
    return _opened(OpenMatch(table, folder, journal, lock, bots, damage))


def _opened(match: OpenMatch) -> OpenMatch:
    """Nobody looks for garbage among the rules and the program as long as the match lasts: to look through them stops
    the window for as long as several frames."""
    gc.freeze()
    return match


def _lock(journal: Path) -> QLockFile:
    from dsl.match.journal import JournalError

    try:
        lock = lock_file(journal)
    except OSError as error:
        refused = JournalError("journal.cannot_write", file=str(journal), why=error.strerror or str(error))
        raise UnplayableError(str(refused)) from refused
    if lock is None:
        raise InUseError
    return lock


class MatchNoteWriter:
    """Keeps the note of a match beside its journal as the match goes on. `failed` is told what a disk refused, once: to
    be told so at every choice would be a second trouble."""

    def __init__(self, match: OpenMatch, named: Callable[[str], str], failed: Callable[[str], None]) -> None:
        self._match = match
        self._named = named
        self._failed = failed
        self._written: MatchNote | None = None
        self._refused = ""
        self._end = match.table.subscribe("", self._told)
        self._write(match.table.view(""))

    def close(self) -> None:
        """Listen no more."""
        self._end()

    def _told(self, news: News) -> None:
        from dsl.match.messages import Paused

        if not isinstance(news, Paused):
            self._write(news.view)

    def _write(self, view: View) -> None:
        note = note_of(view, self._match.folder, self._named)
        if note == self._written:
            return
        try:
            write_note(self._match.journal, note)
            self._written, self._refused = note, ""
        except OSError as error:
            why = error.strerror or str(error)
            if why != self._refused:
                self._refused = why
                self._failed(why)


def note_of(view: View, folder: Path, named: Callable[[str], str]) -> MatchNote:
    """How a match stands, by what everybody may know; `named` says a colour's player."""
    asked = next((decision.seat for decision in view.decisions), view.active)
    players = tuple(named(colour) for colour in view.colours)
    return MatchNote(str(folder), players, view.turn, named(asked) if asked else "", view.outcome is not None)


# What a match has to do with the one before: an option that says how that one ended, for games that ask for it.


def rematch_option(pack: Ruleset) -> str:
    """The option that says how the match before ended, after `[again]` in `game.toml`; empty if there is none."""
    option, _ = _again(pack)
    return option if option in pack.rules.options else ""


def rematch_options(outcome: OutcomeView | None, pack: Ruleset) -> tuple[tuple[str, int], ...]:
    """What the option is to be in the next match: who lost this one. Nothing where everybody won, or nobody did yet."""
    from dsl.semantics.typed import KindType

    name, pattern = rematch_option(pack), _again(pack)[1]
    kind = pack.rules.options[name].type if name else None
    if outcome is None or not isinstance(kind, KindType):
        return ()
    values = pack.rules.kinds[kind.name].values
    last = max((line.place for line in outcome.ranking), default=1)
    lost = [pattern.replace("{player}", line.seat) for line in outcome.ranking if line.place == last > 1]
    return next((((name, values.index(value)),) for value in lost if value in values), ())


def without_rematch_option(setup: LastSetup, pack: Ruleset) -> LastSetup:
    """The set-up as it is remembered for another day, when nobody knows any more how the match before ended."""
    option = rematch_option(pack)
    return replace(setup, options=tuple(each for each in setup.options if each[0] != option))


def _again(pack: Ruleset) -> tuple[str, str]:
    table = pack.about.get("again", {})
    if not isinstance(table, dict):
        return "", ""
    return str(table.get("option", "")), str(table.get("lost", ""))
