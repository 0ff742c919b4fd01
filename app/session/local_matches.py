"""Starts a local match from a configuration, and resumes one from its journal.

The engine is imported when a game is first chosen: the start page does not need it.
"""

from __future__ import annotations

import contextlib
import gc
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile

from app.session.match_config import GameForm, HouseRule, MatchConfig, SeatConfig, form_of
from app.storage.matches import MatchNote, lock_file, position_path, result_of, write_note
from app.storage.opening import RULES
from app.storage.settings import LastSetup
from dsl.i18n.translations import FALLBACK

if TYPE_CHECKING:
    from dsl.base.problem import RulesError
    from dsl.bots.bot_service import BotService
    from dsl.match.journal import SetUpPosition
    from dsl.match.observation.information_set import Setting
    from dsl.match.rulesets.house_rules import OwnHouseRules
    from dsl.match.rulesets.ruleset import Ruleset
    from dsl.match.table import Table
    from dsl.match.view import OutcomeView, View


class UnplayableError(Exception):
    """A game, a configuration or a journal that cannot be played; the message is for the user."""


class InUseError(Exception):
    """The match is open in another window."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that is open in this process, with the lock on its journal."""

    table: Table
    folder: Path  #: of the ruleset, for its look
    journal: Path
    lock: QLockFile
    bots: BotService
    damage: str = ""  #: problem of the journal that was repaired; empty: none

    def close(self) -> None:
        """Close the journal and release the lock: the match can be resumed, also by another window."""
        gc.unfreeze()
        self.table.close()
        self.bots.close()
        self.lock.unlock()


def read_game(folder: Path, house: Sequence[str] = (), language: str = FALLBACK) -> Ruleset:
    """Return the checked rules of the game in `folder` with these house rules. Raises UnplayableError, whose text is in
    `language`."""
    from dsl.base.problem import RulesError
    from dsl.match.rulesets.ruleset import load

    try:
        return load(folder, [Path(each) if each.endswith(RULES) else each for each in house])
    except RulesError as error:
        raise UnplayableError(house_rule_problem(error, language)) from error


def house_rule_problem(error: RulesError, language: str = FALLBACK) -> str:
    """Return the first problems of rules in a language, one per line, each with its position."""
    from dsl.i18n.problem_texts import problem_summary

    lines = [
        f"{problem.span}: {problem_summary(problem.slug, problem.summary, language)[0]}" for problem in error.problems
    ]
    return "\n".join(lines[:5] + ([f"… +{len(lines) - 5}"] if len(lines) > 5 else []))


def read_form(pack: Ruleset, language: str, own: Path | None = None) -> GameForm:
    """Return the set-up form of a game in a language, with the user's own house rules from the folder `own`.

    Raises UnplayableError.
    """
    from app.session.rules_summary import house_lines, origin_of
    from dsl.base.problem import RulesError
    from dsl.bots.levels import levels_of
    from dsl.i18n.translator import Translator

    try:
        book = pack.words(language)
        house = [rules.title for rules in pack.house_rules()]
    except RulesError as error:
        raise UnplayableError(house_rule_problem(error, language)) from error

    def say(anchor: str, otherwise: str) -> str:
        noun = book.nouns.get(anchor)
        return noun.one if noun else book.sentences.get(anchor, otherwise)

    form = replace(form_of(pack.rules, house, say, levels_of(pack.about)), origin=origin_of(pack, language))
    if own is not None:
        form = replace(form, house=(*form.house, *_own_house(pack, language, own)))
    if not pack.house:
        return form
    words = Translator(pack, language)
    return replace(form, house_summaries={n: tuple(house_lines(pack, words, language, n)) for n in pack.numbers})


def _own_house(pack: Ruleset, language: str, folder: Path) -> Iterator[HouseRule]:
    from dsl.base.problem import RulesError

    for found in pack.own_house_rules(folder):
        title = found.unfit.title if found.unfit is not None else found.path.name
        problem = house_rule_problem(RulesError(found.problems), language) if found.problems else ""
        if found.rules is not None:
            try:
                title = pack.words_with(found.rules, language).sentences.get(
                    f"house.{found.rules.title}", found.rules.title
                )
            except RulesError as error:  # its translations cannot be read
                problem = house_rule_problem(error, language)
        yield HouseRule(str(found.path), title, problem, _edition_note(pack, found, language), own=True)


def _edition_note(pack: Ruleset, found: OwnHouseRules, language: str) -> str:
    """Return what the game has changed of what a user's house rule is about since it was written."""
    from dsl.base.problem import RulesError
    from dsl.language_service.editions import edition_note, edition_of

    edition, rules = edition_of(found.path), found.rules or found.unfit
    if edition is None or rules is None:
        return ""
    try:
        return edition_note(edition, pack.plain_tree, rules.tree, pack.words(language), language)
    except RulesError:
        return ""


def house_rule_summaries(pack: Ruleset, language: str, players: int, own: Path) -> dict[str, str]:
    """Return what each house rule of a game changes for a number of players, by key; `own` holds the user's."""
    from dsl.i18n.rule_changes import house_rule_summary

    by_key = {rules.title: rules for rules in pack.house_rules()}
    by_key |= {str(found.path): found.rules for found in pack.own_house_rules(own) if found.rules is not None}
    return {key: house_rule_summary(pack, rules, language, players) for key, rules in by_key.items()}


def written_options(pack: Ruleset, options: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """Return names and values of options as the rules write them."""
    from dsl.semantics.typed import KindType, NumberType

    def written(name: str, value: int) -> str:
        match pack.rules.options[name].type:
            case NumberType():
                return str(value)
            case KindType(kind):
                return pack.rules.kinds[kind].values[value]
        return "yes" if value else "no"

    return tuple((name, written(name, value)) for name, value in options.items())


def setting_of(plan: MatchConfig, pack: Ruleset) -> Setting | None:
    """Return the options of a match besides its rules; None if they do not fit the game."""
    from dsl.match.observation.information_set import Setting
    from dsl.match.rulesets.ruleset import OptionError

    try:
        options = pack.options(len(plan.seats), plan.options)
    except OptionError:
        return None
    return Setting(len(plan.seats), tuple(sorted(options.items())), ())


def begin(
    plan: MatchConfig, pack: Ruleset, journal: Path, seed: int | None = None, bots: BotService | None = None
) -> OpenMatch:
    """Start a match and its journal. `bots` may have read the rules already. Raises UnplayableError, InUseError."""
    from dsl.base.problem import RulesError
    from dsl.bots.bot_service import BotService
    from dsl.match.clock import clock_plan
    from dsl.match.diagnosis import explanation_of
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
        table = Table(pack, seats, plan.options, chance, journal, bots, clock=clock_plan(plan.clock))
    except (OptionError, JournalError) as error:
        lock.unlock()
        raise UnplayableError(str(error)) from error
    except RuleError as error:
        lock.unlock()
        raise UnplayableError(explanation_of(error, pack.sources)) from error
    except RulesError as error:  # the rules are correct, but a match does not fit into memory
        lock.unlock()
        raise UnplayableError(house_rule_problem(error)) from error
    return _freeze_objects(OpenMatch(table, plan.folder, journal, lock, bots))


def begin_at(
    plan: MatchConfig, pack: Ruleset, start: SetUpPosition, journal: Path, language: str, seed: int | None = None
) -> OpenMatch:
    """Start a match at a position that was put together, and its journal. `seed` is that of the match in which the
    course of the position was played, if it has one. Raises UnplayableError, whose text is in
    `language`, and InUseError."""
    from dsl.base.problem import RulesError
    from dsl.bots.bot_service import BotService
    from dsl.i18n.translator import Translator
    from dsl.match.continuation import BegunAt, repeat_choices
    from dsl.match.journal import HUMAN, JournalError, SeatPlan
    from dsl.match.rulesets.ruleset import OptionError
    from dsl.match.table import Table
    from dsl.runtime.runner import RuleError

    colours, seed = pack.rules.colours, secrets.randbits(32) if seed is None else seed
    seats = [SeatPlan(colour, seat.player, seat.name) for colour, seat in zip(colours, plan.seats, strict=False)]
    lock, bots = _lock(journal), BotService()
    try:
        match = pack.start(len(seats), plan.options, seed)
        match.set_people(seat.colour for seat in seats if seat.player == HUMAN)
        found = repeat_choices(match, (BegunAt(start.player, start),), pack.sources)
        if found.stopped is not None:
            raise UnplayableError(" ".join(Translator(pack, language).why_stopped(found.stopped)))
        table = Table.continued(pack, seats, seed, found, journal, bots)
    except (OptionError, JournalError, RuleError, RulesError, ValueError, UnplayableError) as error:
        lock.unlock()
        bots.close()
        raise error if isinstance(error, UnplayableError) else UnplayableError(str(error)) from error
    return _freeze_objects(OpenMatch(table, plan.folder, journal, lock, bots))


def resume(journal: Path, folder: Path) -> OpenMatch:
    """Resume the match of a journal after its last choice. Raises UnplayableError, InUseError."""
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
    return _freeze_objects(OpenMatch(table, folder, journal, lock, bots, damage))


def branch_match(match: OpenMatch, choices: int, seats: Sequence[SeatConfig], journal: Path) -> OpenMatch:
    """Begin another match that repeats the first choices of one, with other players. Raises UnplayableError,
    InUseError."""
    from dsl.match.branching import branch
    from dsl.match.journal import JournalError, SeatPlan
    from dsl.runtime.runner import RuleError

    colours = [seat.colour for seat in match.table.seats]
    plans = [SeatPlan(colour, seat.player, seat.name) for colour, seat in zip(colours, seats, strict=True)]
    unwritten = match.table.write_unwritten()
    if unwritten is not None:
        refused = JournalError("journal.cannot_write", file=str(match.journal), why=unwritten.why)
        raise UnplayableError(str(refused)) from refused
    try:
        branch(match.journal, choices, plans, journal)
    except (JournalError, RuleError) as error:
        raise UnplayableError(str(error)) from error
    return resume(journal, match.folder)


def _freeze_objects(match: OpenMatch) -> OpenMatch:
    """Exclude rules and program from garbage collection while the match is open: scanning them takes several frames."""
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
    """Writes the note of a match for the list of matches, after every choice that changes it.

    `report` gets the reason why the disk refused, once for each reason: a full disk must not interrupt every choice.
    """

    def __init__(self, match: OpenMatch, player_name: Callable[[str], str], report: Callable[[str], None]) -> None:
        """`player_name` returns the name of the player of a colour."""
        self._match = match
        self._player_name, self._report = player_name, report
        self._written: MatchNote | None = None
        self._origin: tuple[Ruleset, str] | None = None  #: of rules, as the note has it
        self._refused: str | None = None
        self._unsubscribe = match.table.watch(self._write)
        self._write()

    def close(self) -> None:
        """Stop writing, and save the position for the picture of the match; without it, there is another picture."""
        self._unsubscribe()
        from app.storage.board_position import position_of, write_position

        position = position_of(self._match.table.view(""))
        with contextlib.suppress(OSError):
            if position is not None:
                write_position(position_path(self._match.journal), position)

    def retry(self) -> None:
        """Write the note again, if the disk has refused it."""
        self._write()

    def _origin_of_rules(self) -> str:
        from app.session.rules_summary import origin_of
        from dsl.base.serialization import dumps

        pack = self._match.table.pack
        if self._origin is None or self._origin[0] is not pack:  # all may agree to other rules
            self._origin = pack, dumps(origin_of(pack, FALLBACK))
        return self._origin[1]

    def _write(self) -> None:
        from dsl.match.journal import HUMAN

        view = self._match.table.match.summary()
        house = tuple(rules.title for rules in self._match.table.pack.house)
        people = tuple(seat.colour for seat in self._match.table.seats if seat.player == HUMAN)
        by_hand = self._match.table.match.was_changed_by_hand
        note = note_of(view, self._match.folder, self._player_name, house, by_hand, people, self._origin_of_rules())
        if note == self._written:
            return
        try:
            write_note(self._match.journal, note)
            self._written, self._refused = note, None
        except OSError as error:
            why = error.strerror or str(error)
            if why != self._refused:
                self._refused = why
                self._report(why)


def note_of(
    view: View,
    folder: Path,
    player_name: Callable[[str], str],
    house: tuple[str, ...] = (),
    by_hand: bool = False,
    people: tuple[str, ...] = (),
    origin: str = "",
) -> MatchNote:
    """Return the note of a match from the view of a spectator; `house` are the titles of its house rules, `by_hand`
    tells whether it was changed by hand, `people` are the colours that are not played by a computer, `origin` is where
    the rules come from."""
    asked = next((decision.seat for decision in view.decisions), view.active)
    players = tuple(player_name(colour) for colour in view.colours)
    return MatchNote(
        str(folder), players, view.turn, player_name(asked) if asked else "", view.outcome is not None,
        *result_of(view), house, by_hand, view.colours, people == (asked,), origin,
    )  # fmt: skip


# ---- rematch: an option with the result of the previous match, for games that have one --------------------------


def rematch_option(pack: Ruleset) -> str | None:
    """Return the option with the result of the previous match, named by `[again]` in `game.toml`."""
    option, _ = _again(pack)
    return option if option in pack.rules.options else None


def rematch_options(outcome: OutcomeView | None, pack: Ruleset) -> tuple[tuple[str, int], ...]:
    """Return the rematch option with its value, the seat that lost; empty if the match is not over or has no loser."""
    from dsl.semantics.typed import KindType

    name, pattern = rematch_option(pack), _again(pack)[1]
    kind = pack.rules.options[name].type if name is not None else None
    if outcome is None or name is None or not isinstance(kind, KindType):
        return ()
    values = pack.rules.kinds[kind.name].values
    last = max((line.place for line in outcome.ranking), default=1)
    lost = [pattern.replace("{player}", line.seat) for line in outcome.ranking if line.place == last > 1]
    return next((((name, values.index(value)),) for value in lost if value in values), ())


def without_rematch_option(setup: LastSetup, pack: Ruleset) -> LastSetup:
    """Return the set-up to save, without the result of the previous match."""
    option = rematch_option(pack)
    return replace(setup, options=tuple(each for each in setup.options if each[0] != option))


def _again(pack: Ruleset) -> tuple[str, str]:
    table = pack.about.get("again", {})
    if not isinstance(table, dict):
        return "", ""
    return str(table.get("option", "")), str(table.get("lost", ""))
