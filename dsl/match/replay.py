"""Replay: executes a journal again and compares every position with the digest in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import assert_never

from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.match.by_hand import ByHandError
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import (
    HUMAN,
    Entry,
    HandChange,
    Header,
    JournalContent,
    JournalError,
    RuleChange,
    SetUpPosition,
    read,
    skips_choices,
)
from dsl.match.match import Match
from dsl.match.option_numbers import from_journal
from dsl.match.rulesets.ruleset import Ruleset, rebuild
from dsl.match.set_up_position import set_up
from dsl.match.view import EventView, View
from dsl.runtime.runner import RuleError


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """A match made from a journal."""

    pack: Ruleset
    match: Match
    content: JournalContent


def replay(path: Path, verify: bool = True) -> ReplayResult:
    """Return the match of a journal; with `verify` every position is compared. Raises JournalError."""
    return replay_content(read(path), str(path), verify)


def replay_content(content: JournalContent, name: str, verify: bool = True) -> ReplayResult:
    """Return the match of a journal's content. Raises JournalError."""
    pack = ruleset_of(content.header, name)
    header = content.header
    match = pack.start(header.players, dict(header.options), header.seed)
    try:
        match.set_people(seat.colour for seat in header.seats if seat.player == HUMAN)
    except ValueError as error:
        raise JournalError("journal.differs", file=name, line="0", why=str(error)) from None
    for entry in content.entries:
        try:
            carry_out(match, entry)
        except (ValueError, IndexError, RuleError, ByHandError) as error:
            why = explanation_of(error, pack.sources) if isinstance(error, RuleError) else str(error)
            raise JournalError("journal.differs", file=name, line=str(entry.n), why=why) from None
        if verify and match.digest != entry.digest:
            raise JournalError("journal.differs", file=name, line=str(entry.n), why="another position")
    return ReplayResult(match.book if isinstance(match.book, Ruleset) else pack, match, content)


def carry_out(match: Match, entry: Entry) -> None:
    """Carry out a line of a journal. Raises ValueError, IndexError, RuleError or ByHandError if it does not fit the
    match."""
    match entry.kind:
        case "undo":
            match.go_back(entry.seat)
        case "choose":
            question = match.question_of(entry.seat)
            option = entry.option if question is None else from_journal(question, entry.option)
            match.choose(match.position_of(match.seat(entry.seat)), option, entry.seat)
        case "resign" | "time":
            match.give_up(entry.seat, entry.kind)
        case "draw":
            match.agree_on_draw()
        case "by_hand":
            if not isinstance(entry.terms, HandChange):
                raise ValueError("no changes")
            match.change_by_hand(entry.seat, entry.terms.changes)
        case "rules":
            if not isinstance(entry.terms, RuleChange) or not isinstance(match.book, Ruleset):
                raise ValueError("no rules")
            pack = _rules_of(match.book, entry.terms)
            match.change_rules(entry.seat, pack, dict(entry.terms.options), house_titles(pack))
        case "position":
            if not isinstance(entry.terms, SetUpPosition) or match.position:
                raise ValueError("no position")
            set_up(match, entry.terms)
        case "clock":
            pass
        case _:
            assert_never(entry.kind)


def _rules_of(former: Ruleset, terms: RuleChange) -> Ruleset:
    """Return the rules that players agreed to go on with. Raises ValueError if they are not what was agreed on."""
    try:
        pack = rebuild(former.text, [Source(file, text) for file, text in terms.house], terms.identity)
    except RulesError as error:
        raise ValueError(str(error)) from None
    if pack.identity != terms.identity:
        raise ValueError("other rules than those that were agreed on")
    return pack


def house_titles(pack: Ruleset) -> str:
    """Return the titles of the house rules of a pack, as its files have them."""
    return "; ".join(rules.title for rules in pack.house)


def changed_options(former: Ruleset, changed: Ruleset, players: int, options: Mapping[str, int]) -> dict[str, int]:
    """Return the `options` of a match as they are under changed rules: those that had the value of the former rules
    have that of the changed ones. Raises OptionError."""
    kept, defaults = dict[str, int | str](), former.defaults(players)
    new = changed.defaults(players)
    for name, value in options.items():
        if name in new and value != defaults.get(name):
            kept[name] = former.option_text(name, value)
    return changed.options(players, kept)


def ruleset_of(header: Header, name: str) -> Ruleset:
    """Return the ruleset in a journal's header. Raises JournalError."""
    try:
        house = [Source(file, text) for file, text in header.house]
        pack = rebuild(header.ruleset, house, header.identity, skips_choices(header.format))
    except RulesError as error:
        raise JournalError("journal.rules", file=name, why=str(error)) from None
    if pack.identity != header.identity:
        raise JournalError("journal.identity", file=name)
    return pack


# ---- replay for one seat ----


def viewpoints(match: Match, seat: str) -> tuple[str, ...]:
    """Return the seats from which the player of `seat` may watch the replay of a match, `seat` first: all of them if
    the match is over and was not the same for all."""
    others = [colour for colour in (*match.program.colours, "") if colour != seat]
    if match.over and any(match.events_of(other) != match.events_of(seat) for other in others):
        return (seat, *others)
    return (seat,)


class SeatReplay:
    """Replay of a match for one seat ("" for a spectator): its positions, numbered from 0 to the present one.

    Later choices of the match are not added. A simultaneous phase is one step, also for the seats that decided in it: a
    match does not keep the order of secret choices.
    """

    def __init__(self, match: Match, seat: str) -> None:
        self._match, self._seat = match.fork(), seat
        self._events = match.events_of(seat)
        #: at each position but the last, the choice that was made there
        self._choices = tuple(n for n, snapshot in enumerate(match.past) if snapshot.apart is None or n == 0)
        known = list(accumulate((match.event_view(event, seat) is not None for event in match.events), initial=0))
        self._ends = (*(known[match.past[choice].events] for choice in self._choices), len(self._events))

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self._choices)

    def choices(self, position: int) -> int:
        """Return how many choices of the match led to a position, without those of a phase in which players still
        decide in secret."""
        before = self._match.past[self._choices[position]] if position < self.last else None
        return self._match.common_choices if before is None else before.made

    def view(self, position: int) -> View:
        """Return the view of the seat at a position."""
        if position == self.last:
            return self._match.view(self._seat)
        return self._match.before(self._choices[position]).view(self._seat)

    def events(self, position: int) -> tuple[EventView, ...]:
        """Return the seat's events of the step that led to a position; for the first position, those of the setup."""
        return self._events[self._ends[position - 1] if position else 0 : self._ends[position]]
