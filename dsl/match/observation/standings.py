"""Standings: the points that the end of the match would bring now, who leads where awards compare the players, and the
places that points come from.

Points of the future are worked out from an information set, in positions that the seat cannot tell from the true one:
only what is the same in all of them is told. The sources of points in the past are found by playing the choice again
that brought them, with a program that reports them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dsl.ir.builder import expressions, walk
from dsl.ir.instructions import Call, Load
from dsl.ir.layout import Layout
from dsl.ir.program import ExplainedProgram, Program
from dsl.match.observation.event_decoder import Event, EventDecoder, RawEvent
from dsl.match.observation.information_set import Information
from dsl.match.observation.notation import Notation
from dsl.match.observation.sampling import Sampler
from dsl.match.observation.score import score_lines
from dsl.match.observation.state_reader import KeptState, StateReader
from dsl.match.view import Comparison, Rank, SourcedLine, StandingsView, WinnerValue
from dsl.runtime.chance import Dice
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.simultaneous import forked

SAMPLES = 16  #: positions that are compared if the points may depend on what is unknown


@dataclass(slots=True)
class PastChoice:
    """A choice of the match, to be played again."""

    program: Program
    state: KeptState  #: before it
    option: int
    chooser: int


@dataclass(frozen=True, slots=True)
class Projection:
    """What the end of the match would bring at a position."""

    lines: tuple[SourcedLine, ...]
    comparisons: tuple[Comparison, ...]  #: of awards, with at least one player each


@dataclass(slots=True)
class StandingsReader:
    """Reads standings; it keeps the runner of the last program."""

    _program: Program | None = None
    _runner: ReferenceRunner | None = None
    _explained: ExplainedProgram | None = None
    _read: frozenset[str] | None = None  #: the slots that the standings are worked out from
    _past: dict[int, tuple[KeptState, tuple[SourcedLine, ...]]] = field(default_factory=dict)

    def standings(self, information: Information, runner: Runner, colour: str) -> StandingsView:
        """Return the standings at an information set, without the sources of the score sheet."""
        found = StandingsView(colour, information.position)
        if not self._use(runner.program):
            return found
        sampler, dice = Sampler(information, runner), Dice(information.position + 1)
        kept: list[StandingsView] = []
        for _ in range(1 if sampler.settled or not self._reads_secrets(information) else SAMPLES):
            state = sampler.draw(dice)
            if forked(runner.program.layout, state):
                return found
            kept.append(self._at(state, found))
        return _common(kept)

    def projection(self, program: Program, state: State) -> Projection | None:
        """Return what the end of the match would bring at a position that is known as a whole; None if it cannot be
        worked out: the rules score nothing at the end, or cannot do so at this position."""
        if not program.projected_score or forked(program.layout, state) or not self._use(program):
            return None
        assert self._runner is not None
        reading = self._run(self._carried(state), self._runner.program.projected_score)
        return Projection(tuple(reading.lines), _once(reading.comparisons())) if reading is not None else None

    def _reads_secrets(self, information: Information) -> bool:
        """Whether anything that the standings are worked out from may be unknown to the seat."""
        assert self._explained is not None
        program = self._explained.program
        if self._read is None:
            functions = (program.projected_score, self._explained.comparisons, *self._explained.winner)
            self._read = _slots_read(program, (name for name in functions if name))
        pieces = {unseen.piece for unseen in information.unseen if len(set(unseen.faces)) > 1}
        layout = program.layout
        hidden = {f"{zone.name}.items" for zone in layout.zones.values() if zone.piece in pieces}
        hidden |= {variable for world in information.hidden for variable, _ in world}
        for piece in (layout.pieces[name] for name in pieces):
            if piece.sight == "all":  # on the board all is known
                hidden |= {f"{piece.name}.{what}" for what in ("kind", *(name for name, _ in piece.attributes))}
            else:
                hidden |= {slot for slot in layout.slots if slot.startswith(f"{piece.name}.")}
        return bool(hidden & self._read)

    def sources(self, number: int, choice: PastChoice) -> tuple[SourcedLine, ...]:
        """Return the score lines of choice `number` of the match with their sources; none if the rules keep anything
        on a board secret, so that no source can tell it."""
        known = self._past.get(number)
        if known is not None and known[0] == choice.state:
            return known[1]
        found: tuple[SourcedLine, ...] = ()
        if boards_are_open(choice.program.layout) and self._use(choice.program):
            found = tuple(self._lines_of(choice))
        self._past[number] = (choice.state, found)
        return found

    def _lines_of(self, choice: PastChoice) -> list[SourcedLine]:
        assert self._runner is not None
        state = self._carried(choice.state.state())
        before = state.copy()
        try:
            if choice.option not in self._runner.options(state, choice.chooser):
                return []
            self._runner.events()
            self._runner.choose(state, choice.option, choice.chooser)
        except RuleError:
            self._runner.events()
            return []
        return _Reading(self._runner.program, before, state, self._runner.events()).lines

    def _use(self, program: Program) -> bool:
        """Prepare the explained program; return whether there is one for the same states."""
        if program is not self._program:
            made = program.explained() if program.explained is not None else None
            fits = made is not None and _fits(program, made.program)
            self._program, self._explained, self._read = program, made if fits else None, None
            self._runner = ReferenceRunner(made.program) if made is not None and fits else None
        return self._runner is not None

    def _carried(self, state: State) -> State:
        """Return a state of the plain program as one of the explained program, which may have more slots."""
        assert self._runner is not None
        return [*state, *self._runner.blank()[len(state) :]]

    def _at(self, plain: State, empty: StandingsView) -> StandingsView:
        assert self._runner is not None
        assert self._explained is not None
        program, state = self._runner.program, self._carried(plain)
        over = bool(StateReader(program, state).get("final"))
        end = None if over else self._run(state, program.projected_score)
        compared = None if over else self._run(state, self._explained.comparisons)
        winner: list[WinnerValue] = []
        for line, function in zip(program.winner, self._explained.winner, strict=True):
            for seat, colour in enumerate(program.colours):
                reading = self._run(state, function, seat)
                if reading is not None:
                    value = self._runner.call(state, line.function, seat)
                    winner.append(WinnerValue(line.name, colour, value, tuple(reading.pending)))
        lines = tuple(end.lines) if end is not None else ()
        comparisons = _once(compared.comparisons()) if compared is not None else ()
        return StandingsView(empty.seat, empty.position, lines, True, comparisons, tuple(winner))

    def _run(self, state: State, function: str | None, *args: int) -> _Reading | None:
        """Return what a function reports; None if there is none, or a rule does not allow the position yet."""
        assert self._runner is not None
        if function is None:
            return None
        after = state.copy()
        self._runner.events()
        try:
            self._runner.call(after, function, *args)
        except RuleError:
            self._runner.events()
            return None
        return _Reading(self._runner.program, state, after, self._runner.events())


def _slots_read(program: Program, functions: Iterable[str]) -> frozenset[str]:
    """Return the slots that functions read, and those that they call."""
    waiting, known, slots = list(functions), set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in known:
            continue
        known.add(name)
        for expr in (part for whole in expressions(program.functions[name].body) for part in walk(whole)):
            match expr:
                case Load(slot=slot):
                    slots.add(slot)
                case Call(function=called):
                    waiting.append(called)
    return frozenset(slots)


def boards_are_open(layout: Layout) -> bool:
    """Whether all players see everything that lies on boards, and all variables that belong to a place or name one."""
    pieces = (piece.sight for piece in layout.pieces.values() if piece.board)
    variables = (v.sight for v in layout.variables.values() if v.owner not in ("", "player") or v.domain.sort == "cell")
    return all(sight == "all" for sight in (*pieces, *variables))


def _fits(plain: Program, explained: Program) -> bool:
    """Whether a state of one program can be continued with the other."""
    slots = zip(plain.layout.slots.values(), explained.layout.slots.values(), strict=False)
    alike = all((a.name, a.first, a.length, a.width) == (b.name, b.first, b.length, b.width) for a, b in slots)
    return alike and len(plain.steps) == len(explained.steps) and len(plain.asks) == len(explained.asks)


def _common(kept: Sequence[StandingsView]) -> StandingsView:
    """Return what is the same in all of several standings."""
    first = kept[0]
    if all(each == first for each in kept):
        return first
    lines = Counter(first.lines)
    for each in kept[1:]:
        lines &= Counter(each.lines)
    return StandingsView(
        first.seat,
        first.position,
        tuple(_in_order(first.lines, lines)),
        False,
        tuple(one for one in first.comparisons if all(one in each.comparisons for each in kept)),
        tuple(one for one in first.winner if all(one in each.winner for each in kept)),
    )


def _in_order(lines: Iterable[SourcedLine], wanted: Counter[SourcedLine]) -> Iterator[SourcedLine]:
    left = Counter(wanted)
    for line in lines:
        if left[line] > 0:
            left[line] -= 1
            yield line


def _once(comparisons: Iterable[Comparison]) -> tuple[Comparison, ...]:
    """Return comparisons without repetitions: a loop around an award may give it several times."""
    return tuple(dict.fromkeys(comparisons))


@dataclass(slots=True)
class _Compared:
    """A comparison while its events are read."""

    rule: str
    places: dict[str, None] = field(default_factory=dict)
    ranks: list[Rank] = field(default_factory=list)


class _Reading:
    """Reads the events of an explained program."""

    def __init__(self, program: Program, before: State, after: State, raw: Iterable[RawEvent]) -> None:
        self._program = program
        self._notation = Notation(program)
        self._boards = list(program.layout.boards)
        reader = StateReader(program, before), StateReader(program, after)
        self._decoder = EventDecoder(program, self._notation, *reader, 0, 0, [])
        self._compared: list[_Compared] = []
        self._open: _Compared | None = None  #: the comparison whose award is being given
        self.pending: dict[str, None] = {}  #: places that the next event is about, in order
        self.lines: list[SourcedLine] = []  #: the score lines, with their sources
        self._read(raw)

    def _read(self, raw: Iterable[RawEvent]) -> None:
        award: list[Event] = []
        for kind, numbers in raw:
            if kind == "leave":
                self._open = None
            if self._note(kind, numbers):
                continue
            events = self._decoder.translate([(kind, numbers)])
            award += [event for event in events if event.kind == "award"]
            for line in score_lines(self._program, (*award, *events)) if events else ():
                places = self._open.places if self._open is not None and self._open.places else self.pending
                self.lines.append(SourcedLine(line, tuple(places)))
                award = []
            if kind == "set":
                self.pending = {}

    def _note(self, kind: str, numbers: tuple[int, ...]) -> bool:
        """Take in an event that only an explained program reports; return whether it is one."""
        match kind, numbers:
            case "source", (board, cell):
                place = self._notation.cell(self._boards[board], cell)
                subject = self._open is not None and not self._open.ranks
                (self._open.places if subject and self._open else self.pending)[place] = None
                self._close_rank()
            case "compare", (anchor,):
                self._open = _Compared(self._program.anchors[anchor].name)
                self._compared.append(self._open)
            case "rank", (_, player, place, _, points) if self._open is not None:
                self.pending = {}
                self._open.ranks.append(Rank(self._program.colours[player], place, points, (), ()))
            case "key", (value,) if self._open is not None:
                last = self._open.ranks[-1]
                self._open.ranks[-1] = Rank(last.seat, last.place, last.points, (*last.values, value), ())
            case (("rank" | "key"), _):
                pass
            case _:
                return False
        return True

    def _close_rank(self) -> None:
        """Give the last player of the open comparison the places reported since."""
        if self._open is not None and self._open.ranks:
            last = self._open.ranks[-1]
            self._open.ranks[-1] = Rank(last.seat, last.place, last.points, last.values, tuple(self.pending))

    def comparisons(self) -> list[Comparison]:
        """Return the comparisons with at least one player; what an award is about are the places that it counts if its
        arguments are none."""
        found: list[Comparison] = []
        for each in self._compared:
            counted = dict.fromkeys(place for rank in each.ranks for place in rank.places)
            places = each.places or counted
            if each.ranks and places:
                ranks = sorted(each.ranks, key=lambda rank: rank.place)
                found.append(Comparison(each.rule, tuple(sorted(places)), tuple(ranks)))
        return found
