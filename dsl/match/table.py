"""The table seats people and bots, answers their commands, tells every seat what it may know. It alone holds the match.

A choice is accepted when it is in the journal, and told only then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import assert_never

from dsl.match.commit_reveal import Deal
from dsl.match.diagnosis import fault_of, reasons, stuck_seat, tells_secrets
from dsl.match.events import Event
from dsl.match.information import Informed
from dsl.match.journal import FORMAT, Entry, Header, Journal, JournalError, SeatPlan
from dsl.match.match import Match
from dsl.match.messages import (
    Accepted,
    Answer,
    AskPreview,
    AskWhy,
    AskWhyNot,
    Changed,
    Choose,
    Command,
    Explanation,
    News,
    Paused,
    Preview,
    Reason,
    Refused,
    TakenBack,
    Undo,
)
from dsl.match.replay import play_again, to_journal
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.seating import BotMaker, Seating
from dsl.match.view import DecisionView, EventView, PieceView, View
from dsl.runtime.runner import RuleError, State

# How far a seat's last choice lies back, and whether everybody must agree before it is taken back.


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """What taking back a seat's last choice means."""

    seats: tuple[str, ...] = ()  #: whose choices would go, the latest first; none if it cannot be
    consent: str = ""  #: a key for dsl.i18n: why everybody must agree; empty if nobody needs to be asked
    refused: str = ""  #: a key for dsl.i18n: why it cannot be even so


def undo_point(match: Match, seat: str) -> UndoPoint:
    """Return what taking back the last choice of a seat means now."""
    why = match.why_no_undo(seat)
    if match.secretly:
        return UndoPoint(refused=why) if why == "undo.secret" else UndoPoint((seat,), why)
    seats: list[str] = []
    for snapshot in reversed(match.past):
        if snapshot.apart is not None:
            return UndoPoint(refused="undo.together")
        seats.append(match.program.colours[snapshot.chooser])
        if seats[-1] == seat:
            return UndoPoint(tuple(seats), why)
    return UndoPoint(refused="undo.nothing")


def digests_back(match: Match, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the digests of the positions through which going back for these seats in turn leads."""
    before, digests = match.fork(), list[str]()
    for seat in seats:
        before.go_back(seat)
        digests.append(before.digest)
    return tuple(digests)


# How a thing would lie that a player is about to lay, even where nobody may know yet what comes after it.


def placement_preview(match: Match, seat: str, option: int, then: str = "") -> tuple[PieceView, ...]:
    """Return what would lie, after an option, at the place that was chosen before it and does not lie there now.

    If the option is a place itself, and a number is asked for next, it is what would lie there after the number
    `then`, or after the first that may be chosen. Only what the seat knows already is told: things of a kind that it
    sees somewhere now. Everything else that the option leads to may hang on chance or on a secret, and stays untold.
    """
    before = match.view(seat)
    decision = _asked(before, seat)
    if decision is None:
        return ()
    chosen = decision.chosen[-1].place if decision.chosen else ""
    value = next((each.value for each in decision.options if each.number == option), None)
    own = value.place if value is not None and not chosen else ""
    if not chosen and not own:
        return ()
    ahead = match.fork()
    ahead.choose(match.position_of(match.seat(seat)), option, seat)
    if own and not _go_on(ahead, seat, decision, then):
        return ()
    known = {(piece.piece, piece.kind) for piece in _seen(before) if piece.kind}
    place = chosen or own
    there = _at(before, place)
    return tuple(
        replace(piece, covers=())
        for piece in _at(ahead.view(seat), place)
        if piece not in there and (piece.piece, piece.kind) in known
    )


def _go_on(ahead: Match, seat: str, before: DecisionView, then: str) -> bool:
    """Choose the number that the same action asks for next; tell whether it asks for one."""
    decision = _asked(ahead.view(seat), seat)
    if decision is None or decision.parameter != before.parameter + 1:
        return False
    numbers = [option for option in decision.options if option.value.sort == "number"]
    if not numbers or len(numbers) != len(decision.options):
        return False
    wanted = next((option for option in numbers if option.value.text == then), numbers[0])
    ahead.choose(ahead.position_of(ahead.seat(seat)), wanted.number, seat)
    return True


def _asked(view: View, seat: str) -> DecisionView | None:
    return next((decision for decision in view.decisions if decision.seat == seat and decision.options), None)


def _at(view: View, place: str) -> tuple[PieceView, ...]:
    cells = (cell for board in view.boards for cell in board.cells if cell.place == place)
    return next((cell.pieces for cell in cells), ())


def _seen(view: View) -> tuple[PieceView, ...]:
    return tuple(piece for zone in view.zones for piece in zone.pieces)


VERSION = "0.1.0"


@dataclass(frozen=True, slots=True)
class Page:
    """A piece of what has happened, as one seat knows it."""

    events: tuple[EventView, ...]
    more: bool  #: others follow


Listener = Callable[[News], None]


class Table:
    """One match and everybody at it. Not for several threads at once."""

    repaired = ""  #: what was damaged in the journal that it goes on with, if nothing is lost

    def __init__(
        self,
        pack: Ruleset,
        seats: Sequence[SeatPlan],
        options: Mapping[str, int | str],
        seed: int,
        journal_path: Path | None = None,
        bots: BotMaker | None = None,
        deal: Deal | None = None,
    ) -> None:
        """Begin a match. A `deal` is what its seed was made of: it goes into the journal, the host's file, and into
        no view. Raises OptionError, JournalError, ValueError if seats and colours, or deal and seed, do not fit."""
        if deal is not None and (why := deal.verify() or deal.made(seed, [seat.colour for seat in seats])):
            raise ValueError(f"the deal is not that of the match: {why}")
        match = pack.start(len(seats), options, seed)
        header = Header(
            FORMAT,
            pack.text,
            tuple((rules.source.name, rules.source.text) for rules in pack.house),
            pack.identity,
            len(seats),
            tuple(sorted(match.options.items())),
            seed,
            tuple(seats),
            VERSION,
            deal,
        )
        self._sit(pack, match, seats, seed, bots)
        self._journal = Journal.create(journal_path, header) if journal_path else None

    @classmethod
    def resume(cls, journal_path: Path, bots: BotMaker | None = None) -> tuple[Table, str]:
        """Go on with a journal; also return what was damaged, or nothing. Raises JournalError, and ValueError if nobody
        makes a bot that sat there."""
        journal, content = Journal.resume(journal_path)
        table = cls.__new__(cls)
        try:
            replayed = play_again(content, str(journal_path))
            table._sit(replayed.pack, replayed.match, content.header.seats, content.header.seed, bots)
        except (JournalError, ValueError):
            journal.close()
            raise
        table._journal = journal
        table.repaired = content.repaired
        table._done = frozenset((entry.member, entry.request) for entry in content.entries if entry.member)
        return table, content.damage

    def _sit(self, pack: Ruleset, match: Match, seats: Sequence[SeatPlan], seed: int, bots: BotMaker | None) -> None:
        colours = match.program.colours
        if sorted(seat.colour for seat in seats) != sorted(colours):
            raise ValueError(f"{len(seats)} players of `{pack.name}` are {', '.join(colours)}")
        self.pack = pack
        self.match = match
        self._seating = Seating(pack, seats, seed, bots)
        for seat in seats:
            self._expect(seat.colour)
        self._listeners: list[tuple[str, Listener]] = []
        self._passes_bots = False
        self.thinking = ""  #: the seat of a bot that was asked and has not chosen yet
        self._informed: tuple[str, State, Informed] | None = None
        self._trouble: Paused | None = None
        self._paused_by = ""
        self._done: frozenset[tuple[str, int]] = frozenset()

    def close(self) -> None:
        """Close the journal; the table is not used any more."""
        if self._journal:
            self._journal.close()

    # ---- listening ----

    def subscribe(self, seat: str, listener: Listener) -> Callable[[], None]:
        """Tell `listener` all news as a seat ("" for a spectator) may know them; return what ends it."""
        item = (seat, listener)
        self._listeners.append(item)
        return lambda: self._listeners.remove(item) if item in self._listeners else None

    def view(self, seat: str) -> View:
        """Return all that a seat may know now."""
        return self.match.view(seat)

    def last_event(self, seat: str) -> int:
        """Return the number of the latest event that a seat was told of; -1: none. News carry what comes after it."""
        return self.match.last_event(seat)

    def history(self, seat: str, after: int, most: int) -> Page:
        """Return what a seat was told after the event `after` (-1: from the start): at most so many events, at least
        one if there are any, and whether others follow. What was taken back is not among them: whoever was away while
        that happened asks from the start, and compares."""
        following = self.match.events_after(seat, after)
        return Page(tuple(islice(following, max(most, 1))), next(following, None) is not None)

    def _tell(self, make: Callable[[str], News], concerned: Callable[[str], bool] = lambda _: True) -> None:
        for seat, listener in tuple(self._listeners):
            if concerned(seat):
                listener(make(seat))

    # ---- commands ----

    def handle(self, command: Command, member: str = "") -> Answer:
        """Carry a command out, or say why not. The journal keeps by whose request something was done, for a table that
        knows its `member`s."""
        match command:
            case Choose():
                return self._choose(command, member)
            case Undo(request, seat):
                return self.take_back(seat, False, request, member)
            case AskWhyNot(request, seat, position, entry, value):
                if position != self._position(seat):
                    return Refused(request, "refused.stale")
                return Reason(request, value, self.match.why_not(seat, entry, value))
            case AskWhy(request, seat, event):
                return self._why(request, seat, event)
            case AskPreview(request, seat, position, option, then):
                return self._preview(request, seat, position, option, then)
            case _:
                assert_never(command)

    def was_done(self, member: str, request: int) -> bool:
        """Whether this was done before the table was resumed, and perhaps taken back since."""
        return (member, request) in self._done

    def _choose(self, command: Choose, member: str) -> Answer:
        refused = self._held(command.request) or self._refused(
            command.request, command.seat, command.position, command.option
        )
        if refused:
            return refused
        text, asked = self._written(command.seat, command.option), self._asked()
        number = self._number(command.seat, command.option)
        try:
            events = self.match.choose(command.position, command.option, command.seat)
        except RuleError as error:
            return self._break(command.request, command.seat, error)
        try:
            by = _by(member, command.request)
            self._write(Entry(0, "choose", command.seat, number, text, self.match.digest, *by))
        except JournalError as error:
            self.match.go_back(command.seat)
            return self._stop(command.request, error.reason, **dict(error.args_by_name))
        self._trouble = None
        self._tell(lambda seat: self._changed(events, seat), self._concerned(command.seat, asked))
        return Accepted(command.request)

    def _asked(self) -> tuple[str, ...]:
        return tuple(question.seat for question in self.match.questions)

    def _concerned(self, seat: str, asked: tuple[str, ...]) -> Callable[[str], bool]:
        """Who is told of a choice: what a seat does in secret it alone, until somebody has done and others wait."""
        alone = self.match.secretly and asked == self._asked()
        return lambda viewer: not alone or self.match.looks_on(viewer, seat)

    def _refused(self, request: int, seat: str, position: int, option: int) -> Refused | None:
        return self.match.refusal(seat, position, option, request)

    def _position(self, seat: str) -> int:
        return self.match.position_of(self.match.seat(seat))

    def _written(self, seat: str, option: int) -> str:
        """Return an option as the journal's reader sees it: `drift marsh 2,0`."""
        decision = next(decision for decision in self.match.decisions if decision.seat == seat)
        chosen = next(found for found in decision.options if found.number == option)
        return f"{decision.entries[chosen.entry].action} {chosen.value.text}".strip()

    def _number(self, seat: str, option: int) -> int:
        question = self.match.question_of(seat)
        return option if question is None else to_journal(question, option)

    def _changed(self, events: Sequence[Event], seat: str) -> Changed:
        views = (self.match.told(event, seat) for event in events)
        return Changed(tuple(view for view in views if view is not None), self.match.view(seat))

    def way_back(self, seat: str) -> UndoPoint:
        """Return what taking back the last choice of a seat means now."""
        return undo_point(self.match, seat)

    def take_back(self, seat: str, consented: bool, request: int = 0, member: str = "") -> Answer:
        """Take back the last choice of a seat, or say why not. If everybody has `consented`, also when somebody has
        learned something, and with all that others have chosen since: one step for whoever listens, and in the journal
        a line for each. (A process killed while it writes them may leave some of these steps back, in their order.)"""
        way = self.way_back(seat)
        why = way.refused if consented else self.match.why_no_undo(seat)
        refused = self._held(request) or (Refused(request, why) if why else None)
        if refused:
            return refused
        asked, digests = self._asked(), digests_back(self.match, way.seats)
        try:
            undone = zip(way.seats, digests, strict=True)
            by = _by(member, request)
            self._write(*(Entry(0, "undo", chooser, 0, "undo", digest, *by) for chooser, digest in undone))
        except JournalError as error:
            return self._stop(request, error.reason, **dict(error.args_by_name))
        for chooser in way.seats:
            self.match.go_back(chooser)
        self._trouble = None
        self._call_off()
        self._tell(
            lambda viewer: TakenBack(seat, self.match.view(viewer), len(way.seats)), self._concerned(seat, asked)
        )
        return Accepted(request)

    def _write(self, *entries: Entry) -> None:
        if self._journal:
            self._journal.append(*entries)

    def _stop(self, request: int, reason: str, **args: str) -> Refused:
        """Tell everybody that the table cannot go on; the same choice may be tried again."""
        paused = Paused(reason, tuple(args.items()))
        self._trouble = paused
        self._tell(lambda _: paused)
        return Refused(request, reason, paused.args)

    def _break(self, request: int, seat: str, error: RuleError) -> Refused:
        """Tell everybody that a rule could not be carried out; who had to choose and could not also learns why."""
        found, stuck, why = fault_of(error, self.pack.sources), stuck_seat(error), "; ".join(reasons(error))
        secret = self.match.secretly or found.secret or tells_secrets(error)
        rule = "rule", str(found.span)
        self._trouble = plain = Paused("paused.rule", (rule, ("why", found.text if secret else found.why)))
        full = (
            Paused("paused.stuck", (rule, ("why", error.text), ("player", stuck), ("reasons", why))) if why else plain
        )

        def told(viewer: str) -> Paused:
            return full if not secret or viewer == stuck else plain

        self._tell(told)
        return Refused(request, told(seat).reason, told(seat).args)

    def _why(self, request: int, seat: str, event: int) -> Answer:
        found = self.match.event(event, seat)
        seen = self.match.told(found, seat) if found else None
        if found is None or seen is None:
            return Refused(request, "refused.no_such_event")
        return Explanation(request, seen, self.match.why(found))

    def _preview(self, request: int, seat: str, position: int, option: int, then: str) -> Answer:
        refused = self._refused(request, seat, position, option)
        if refused:
            return refused
        try:
            values, places, view = self.match.preview(seat, option)
            lies = placement_preview(self.match, seat, option, then)
        except RuleError as error:
            return Refused(request, "paused.rule", (("rule", str(error.span)), ("why", error.text)))
        return Preview(request, option, values, places, view, lies)

    # ---- pauses ----

    @property
    def paused(self) -> Paused | None:
        """Why the table does not go on now: for whoever sits down late."""
        return self._pause if self._paused_by else self._trouble

    @property
    def paused_by(self) -> str:
        """Who has paused the table, as `pause` was told; empty if nobody has."""
        return self._paused_by

    @property
    def _pause(self) -> Paused:
        return Paused("paused.by", (("player", self._paused_by),))

    def pause(self, by: str) -> None:
        """Stop for a person, named by a colour: until somebody goes on nothing is chosen or taken back, and bots wait.
        Questions are answered as ever. A table that somebody has paused already stays that one's."""
        if not self._paused_by:
            self._paused_by = by
            self._call_off()
            self._tell(lambda _: self._pause)

    def go_on(self) -> None:
        """End a pause. Everybody is told by a Changed in which nothing has happened."""
        self.try_again()
        if self._paused_by:
            self._paused_by = ""
            self._tell(lambda seat: self._changed((), seat))

    def try_again(self) -> None:
        """Let bots move again although the last choice could not be carried out or kept."""
        self._trouble = None

    def _held(self, request: int) -> Refused | None:
        return Refused(request, "refused.paused", self._pause.args) if self._paused_by else None

    # ---- bots ----

    @property
    def seats(self) -> tuple[SeatPlan, ...]:
        """Who sits where now; the journal's header says who did at the start."""
        return self._seating.plans

    def seat_bot(self, seat: str, player: str) -> None:
        """Let a bot play for whoever sat there. Raises ValueError if there is no such seat or bot."""
        self._seating.seat(seat, player)
        self._name_forgetful()
        self._expect(seat)
        self._forget(seat)

    def free_seat(self, seat: str) -> None:
        """Let a person play where a bot did; it stops thinking. Raises ValueError if there is no such seat."""
        self._seating.free(seat)
        self._name_forgetful()
        self._forget(seat)

    def let_undo_pass_bots(self) -> None:
        """From now on a player takes back its last choice together with what bots have chosen since: a bot is handed
        an information set for each choice, and keeps nothing. What a person has learned since still forbids it."""
        self._passes_bots = True
        self._name_forgetful()

    def _name_forgetful(self) -> None:
        bots = (plan.colour for plan in self.seats if self._seating.bot(plan.colour))
        self.match.forgetful = frozenset(bots) if self._passes_bots else frozenset()

    def _forget(self, seat: str) -> None:
        if self.thinking == seat:
            self.thinking = ""

    @property
    def bot_to_move(self) -> str:
        """The colour of the bot that must choose now, empty if none must or the table is paused."""
        if self.paused:
            return ""
        return next((seat for seat in self._asked() if self._seating.bot(seat)), "")

    def step_bots(self) -> bool:
        """Let the bot whose turn it is make one choice; return whether one did. A paused table waits for a person, and
        `thinking` names a bot that is to be asked again."""
        seat = self.bot_to_move
        bot = self._seating.bot(seat)
        if bot is None:
            self.thinking = ""
            return False
        patient = self._seating.thinking(seat)
        if patient:
            patient.begin_turn()
        informed = self._informed_of(seat)
        found = bot.choose(informed.information)
        self.thinking = seat if found is None else ""
        if found is None:
            return False
        answer = self.handle(Choose(0, seat, self._position(seat), informed.options[found]))
        if patient:
            patient.end_turn()
        return isinstance(answer, Accepted)

    def rest(self) -> None:
        """Let a bot that thinks stop: it begins anew when it is asked again."""
        self._call_off()

    def _expect(self, seat: str) -> None:
        """Let a bot that thinks get ready before it is asked."""
        if bot := self._seating.thinking(seat):
            bot.prepare(self.match.setting)

    def _call_off(self) -> None:
        """Let whoever thinks think no more: what was asked is asked no longer, or not now."""
        if bot := self._seating.thinking(self.thinking):
            bot.cancel()
        self.thinking = ""

    def _informed_of(self, seat: str) -> Informed:
        """Return what a seat may know, worked out once for each position."""
        kept = self._informed
        if kept is None or kept[0] != seat or kept[1] is not self.match.state:
            kept = self._informed = seat, self.match.state, self.match.information(seat)
        return kept[2]


def _by(member: str, request: int) -> tuple[str, int]:
    """Return what the journal keeps of whoever asked; nothing where requests are nobody's."""
    return (member, request) if member else ("", 0)
