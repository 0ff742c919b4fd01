"""Continuation of a match under other rules: its choices are repeated in a new match as far as they are legal there.

A choice is found again by what it means - its action, the values that the rules gave it, and its own value in the
notation - and not by its number, which another list of choices changes. Chance is drawn from the same seed: it gives
the same results until the rules draw another time than before.

    choices = choices_made(former.start(...), entries)     # once, under the rules that were played
    continued = repeat_choices(changed.start(...), choices)
    continued.match, continued.kept, continued.stopped
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from dsl.base.records import Record
from dsl.base.source import Source
from dsl.match.by_hand import ByHandError
from dsl.match.diagnosis import explanation_of
from dsl.match.ending import GivingUp
from dsl.match.journal import HUMAN, Entry, HandChange, Header, SetUpPosition
from dsl.match.match import Match
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.option_numbers import from_journal, to_journal
from dsl.match.replay import carry_out
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.match.set_up_position import entry_of, set_up, set_up_anew
from dsl.match.table_messages import FailedCondition
from dsl.match.view import DecisionView, EntryView, OptionView
from dsl.runtime.runner import RuleError


class MeantChoice(Record, frozen=True):
    """A choice by what it means, so that it can be found again under other rules.

    `Translator.option(choice.option, choice.decision)` is its sentence, as the chooser knows it.
    """

    decision: DecisionView  #: the decision as the chooser knew it, with the chosen entry and option only
    parameter: str  #: the name of the parameter that was asked for; empty if the action asks for none
    number: int  #: of the value under the rules that were played: tells apart what is called the same
    public: str | None  #: the choice in the notation as everybody may know it; None if it was made in secret

    @property
    def seat(self) -> str:
        """Who chose."""
        return self.decision.seat

    @property
    def entry(self) -> EntryView:
        """The line of the list of choices."""
        return self.decision.entries[0]

    @property
    def option(self) -> OptionView:
        """The option that was chosen."""
        return self.decision.options[0]

    @property
    def text(self) -> str:
        """The choice in the notation, as the chooser knows it: `drift marsh 2,0`."""
        return f"{self.entry.action} {self.option.value.text}".strip()


class BegunAt(Record, frozen=True):
    """The match began at a position."""

    seat: str  #: whose turn it was
    start: SetUpPosition


class GivenUp(Record, frozen=True):
    """A player gave up the match."""

    seat: str
    kind: GivingUp


class DrawAgreed(Record, frozen=True):
    """All agreed on a draw."""

    seat: str  #: who offered it


class ChangedByHand(Record, frozen=True):
    """All agreed to change the position by hand."""

    seat: str  #: who proposed it
    terms: HandChange


Made = MeantChoice | GivenUp | DrawAgreed | ChangedByHand | BegunAt


class StoppedChoice(Record, frozen=True):
    """The first choice that is not legal under the changed rules, and why."""

    number: int  #: among the choices that were to be repeated, counted from 1
    choice: Made
    reason: str  #: a key for dsl.i18n
    args: tuple[tuple[str, str], ...] = ()  #: its values
    failed: tuple[FailedCondition, ...] = ()  #: the conditions of the changed rules that forbid it, the first one first


class ContinuedMatch(Record, frozen=True):
    """A match under changed rules, after the choices of another one that are legal there."""

    match: Match
    kept: int  #: how many choices were repeated
    total: int  #: how many there were
    stopped: StoppedChoice | None  #: None if all were repeated
    #: What a journal of the new match begins with, as `Table.continued` writes it.
    entries: tuple[Entry, ...] = ()


def continue_under(
    former: Ruleset,
    changed: Ruleset,
    header: Header,
    entries: Iterable[Entry],
    options: Mapping[str, int | str] | None = None,
) -> ContinuedMatch:
    """Return the match of `header` and `entries`, played under `former`, as it continues under `changed`.

    `header` and `entries` are those of a journal (`JournalContent`) or of an open table (`Table.header`,
    `Table.entries`); nothing of them changes. What was taken back is left out; who gave up has given up in the new
    match, too. The seed is the same, and so are the options that differ from those of the former rules for this number
    of players, as far as the changed rules have them; `options`, if given, are taken instead.

    `Table.continued` makes a table of it, with a journal of its own. If the first illegal choice continues an action,
    the match waits for that value.

    Raises OptionError if the changed rules are not for this number of players or lack one of `options`, RuleError if
    their set-up fails, and ValueError, IndexError, RuleError or ByHandError if the entries are not those of a match
    under `former`.
    """
    before = former.start(header.players, dict(header.options), header.seed)
    wanted = options_kept(former, changed, header.players, dict(header.options)) if options is None else options
    after = changed.start(header.players, wanted, header.seed)
    for match in (before, after):
        match.set_people(seat.colour for seat in header.seats if seat.player == HUMAN)
    return repeat_choices(after, choices_made(before, entries), changed.sources)


def options_kept(former: Ruleset, changed: Ruleset, players: int, options: Mapping[str, int]) -> dict[str, int]:
    """Return the options of a match that differ from the former rules' own, as far as the changed rules have them.

    An option that has the value of the former rules follows the changed ones. Raises OptionError if one of the rulesets
    is not for this number of players.
    """
    defaults, kept = former.defaults(players), dict[str, int]()
    changed.defaults(players)
    for name, value in options.items():
        if value == defaults.get(name):
            continue
        try:
            kept[name] = changed.options(players, {name: former.option_text(name, value)})[name]
        except OptionError:
            continue
    return kept


# ---- what was chosen ----


def choices_made(match: Match, entries: Iterable[Entry]) -> tuple[Made, ...]:
    """Return the lasting choices of a journal's entries by what they mean, and carry them out in `match`, a new match
    of the rules under which they were made. Raises ValueError, IndexError or RuleError if they do not fit."""
    made: list[Made] = []
    for entry in _lasting(entries):
        if entry.kind == "choose":
            question = match.question_of(entry.seat)
            if question is None:
                raise ValueError(f"{entry.seat} has nothing to choose")
            made.append(meant_by(question, from_journal(question, entry.option), match.secretly))
        elif entry.kind == "draw":
            made.append(DrawAgreed(entry.seat))
        elif entry.kind == "by_hand" and isinstance(entry.terms, HandChange):
            made.append(ChangedByHand(entry.seat, entry.terms))
        elif entry.kind == "position" and isinstance(entry.terms, SetUpPosition):
            made.append(BegunAt(entry.seat, entry.terms))
        elif entry.kind == "resign" or entry.kind == "time":
            made.append(GivenUp(entry.seat, entry.kind))
        carry_out(match, entry)
    return tuple(made)


def _lasting(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries without what was taken back, and without what is no choice."""
    lasting: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":  # of the seat's last choice, after which only others may have chosen, in secret
            own = (
                n for n, each in enumerate(lasting) if each.kind in ("choose", "by_hand") and each.seat == entry.seat
            )
            del lasting[max(own)]
        elif entry.kind != "clock":
            lasting.append(entry)
    return lasting


def meant_by(question: Question, option: int, secretly: bool) -> MeantChoice:
    """Return what an option of a question means; `secretly` tells that players decide simultaneously. Raises ValueError
    if it is not offered."""
    decision = question.view(open_to_viewer=True)
    taken = next((each for each in decision.options if each.number == option), None)
    if taken is None:
        raise ValueError(f"{question.seat} may not choose {option}")
    entry, asked = decision.entries[taken.entry], question.ask.entries[taken.entry]
    value = option_parts(option, question.ask.combined)[1]
    public = question.notation.write(question.domain(asked), value, question.contents, -1)
    return MeantChoice(
        replace(decision, entries=(entry,), options=(replace(taken, entry=0),)),
        _parameter(question, entry),
        value,
        None if secretly else f"{entry.action} {public}".strip(),
    )


def _parameter(question: Question, entry: EntryView) -> str:
    """Return the name of the parameter that is asked for; empty if there is none."""
    place = len(question.ask.given) - question.ask.further
    return entry.params[place] if place < len(entry.params) else ""


# ---- repeating it ----


def repeat_choices(
    match: Match, choices: Sequence[Made], sources: Mapping[str, Source] | None = None
) -> ContinuedMatch:
    """Carry out choices in `match`, a new match under any rules, up to the first that is not legal there.

    `sources` are the files of these rules: a rule that fails is then reported at its line.
    """
    entries: list[Entry] = []
    for number, choice in enumerate(choices):
        done = _repeat(match, choice, sources or {})
        if isinstance(done, StoppedChoice):
            return ContinuedMatch(match, number, len(choices), replace(done, number=number + 1), tuple(entries))
        entries.append(replace(done, digest=match.digest))
    return ContinuedMatch(match, len(choices), len(choices), None, tuple(entries))


def _repeat(match: Match, choice: Made, sources: Mapping[str, Source]) -> Entry | StoppedChoice:
    """Carry out a choice and return its entry, without the digest; or return why it is not legal."""
    try:
        match choice:
            case MeantChoice():
                return _choose(match, choice)
            case GivenUp(seat, kind):
                match.give_up(seat, kind)
                return Entry(0, kind, seat, 0, kind, "")
            case DrawAgreed(seat):
                match.agree_on_draw()
                return Entry(0, "draw", seat, 0, "draw", "")
            case ChangedByHand(seat, terms):
                match.change_by_hand(seat, terms.changes)
                return Entry(0, "by_hand", seat, 0, "by hand", "", terms=terms)
            case BegunAt(_, start):
                return entry_of(match, _begin_at(match, start))
            case _:
                assert_never(choice)
    except ByHandError as error:
        return StoppedChoice(0, choice, error.reason, error.values)
    except ValueError:
        return StoppedChoice(0, choice, "refused.over" if match.over else "refused.cannot_give_up")
    except RuleError as error:
        why = explanation_of(error, sources)
        return StoppedChoice(0, choice, "paused.rule", (("rule", str(error.span)), ("why", why)))


def _begin_at(match: Match, start: SetUpPosition) -> SetUpPosition:
    """Let a match begin at a position, and return it: with another course if the rules have no longer that one. Raises
    ByHandError or RuleError; then the match has not changed."""
    if not start.at:
        return set_up_anew(match, start)
    try:
        set_up(match.fork(), start)
    except (ByHandError, ValueError, RuleError):
        return set_up_anew(match, start)
    set_up(match, start)
    return start


def _choose(match: Match, choice: MeantChoice) -> Entry | StoppedChoice:
    question = match.question_of(choice.seat)
    if question is None:
        if not match.questions:
            return StoppedChoice(0, choice, "refused.over")
        return StoppedChoice(0, choice, "refused.not_your_turn", (("player", match.questions[0].seat),))
    decision = question.view(open_to_viewer=True)
    alike = _entries_alike(question, decision, choice)
    if not alike:
        return StoppedChoice(0, choice, "continued.not_asked")
    option = _option_meant(question, decision, choice, alike)
    if option is None:
        return _why_not(question, decision, choice, alike[0])
    number = to_journal(question, option)
    match.choose(question.position, option, choice.seat)
    return Entry(0, "choose", choice.seat, number, choice.text, "")


def _entries_alike(question: Question, decision: DecisionView, choice: MeantChoice) -> list[int]:
    """Return the numbers of the entries that mean the same as that of the choice, the likeliest first.

    Values that the rules give an action tell apart entries of the same action; a single entry may have others.
    """
    entries, wanted = decision.entries, choice.entry
    named = [
        number
        for number, entry in enumerate(entries)
        if entry.action == wanted.action and _parameter(question, entry) == choice.parameter
    ]
    same = [number for number in named if entries[number].given == wanted.given]
    found = same or (named if len(named) == 1 else [])
    return sorted(found, key=lambda number: entries[number].title != wanted.title)


def _option_meant(
    question: Question, decision: DecisionView, choice: MeantChoice, entries: Sequence[int]
) -> int | None:
    """Return the option that means the same as a choice; None if it is not offered. Of several values that are called
    the same, such as cards that the chooser cannot tell apart, it is the one that had the same number."""
    found = [
        (entries.index(each.entry), option_parts(each.number, question.ask.combined)[1] != choice.number, each.number)
        for each in decision.options
        if each.entry in entries and each.value.text == choice.option.value.text
    ]
    return min(found)[-1] if found else None


def _why_not(question: Question, decision: DecisionView, choice: MeantChoice, number: int) -> StoppedChoice:
    """Return why an entry does not offer the value of a choice."""
    value = choice.option.value.text
    failed = question.why_not(number, value)
    if failed:
        return StoppedChoice(0, choice, "refused.not_offered", (), failed)
    entry, left = decision.entries[number], dict(decision.budget)
    if entry.budget in left and left[entry.budget] < entry.price:
        args = (("price", str(entry.price)), ("left", str(left[entry.budget])))
        return StoppedChoice(0, choice, "continued.price", args)
    return StoppedChoice(0, choice, "continued.no_value" if value else "refused.not_offered")
