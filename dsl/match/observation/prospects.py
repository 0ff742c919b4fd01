"""Prospects: where the things on the board may go, and what each player could change there in one action.

Worked out from one information set: the actions that are asked for now are offered to every player in turn, in
positions that the seat cannot tell from the true one, and each option is played. So the result tells a seat nothing
that it does not know. What holds in every such position is certain, the rest possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from dsl.ir.program import Program
from dsl.match.observation.decisions import Question
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.information_set import Information
from dsl.match.observation.notation import Notation
from dsl.match.observation.sampling import Sampler
from dsl.match.observation.score import outcome
from dsl.match.observation.state_reader import StateReader
from dsl.match.view import Effect, Prospect, ProspectsView, Value
from dsl.runtime.chance import Dice
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import RuleError, Runner, State
from dsl.runtime.simultaneous import forked

SAMPLES = 3  #: positions that are compared if something is unknown
MOST = 3000  #: options that are played in all; more are left out
_BOARD_SORTS = frozenset({"cell", "counter", "piece", "way", "pieces"})


def prospects(
    information: Information, runner: Runner, colour: str, dice: Dice, stopped: Callable[[], bool] = lambda: False
) -> ProspectsView:
    """Return the prospects at an information set; those found so far once `stopped` returns True."""
    sampler = Sampler(information, runner)
    search = _Search(runner, stopped, _Ending(runner.program))
    seen: Counter[Prospect] = Counter()
    samples = 1 if sampler.settled else SAMPLES
    for _ in range(samples):
        state = sampler.draw(dice)
        if forked(runner.program.layout, state):
            break
        seen.update(dict.fromkeys(search.of(state), 1))
    found = (replace(each, certain=times == samples) for each, times in seen.items())
    return ProspectsView(colour, information.position, tuple(found), search.complete)


@dataclass(slots=True)
class _Search:
    """Plays the actions of every player from sampled positions."""

    runner: Runner
    stopped: Callable[[], bool]
    ending: _Ending
    played: int = 0
    complete: bool = True

    def of(self, state: State) -> Iterator[Prospect]:
        """Yield the prospects at a position."""
        program = self.runner.program
        for seat in range(program.players):
            if not StateReader(program, state).get("in_play") >> seat & 1:
                continue
            for action in self._actions(state):
                yield from self._of_action(state, seat, action)

    def _actions(self, state: State) -> list[str]:
        """Return the actions on the board that are asked for now, or at any time if there is none."""
        program = self.runner.program
        ask = StateReader(program, state).get("ask")

        def among(numbers: Iterator[int] | range) -> list[str]:
            entries = (entry for number in numbers for entry in program.asks[number].entries)
            names = dict.fromkeys(entry.action for entry in entries if entry.action in program.alone)
            return [name for name in names if self._is_on_board(name)]

        now = among(iter((ask,))) if ask >= 0 else []
        return now or among(range(len(program.asks)))

    def _is_on_board(self, action: str) -> bool:
        return any(domain.sort in _BOARD_SORTS for _, domain in self.runner.program.actions[action].params)

    def _of_action(self, before: State, seat: int, action: str) -> Iterator[Prospect]:
        program, state = self.runner.program, before.copy()
        StateReader(program, state).put("me", seat)
        try:
            self.runner.enter(state, program.alone[action])
        except RuleError:
            return
        finally:
            self.runner.events()
        yield from self._continue(before, state, seat, action, ())

    def _continue(
        self, before: State, state: State, seat: int, action: str, chosen: tuple[Value, ...]
    ) -> Iterator[Prospect]:
        contents = StateReader(self.runner.program, state)
        if contents.get("ask") < 0 or contents.get("chooser") != seat:
            return
        ask = self.runner.program.asks[contents.get("ask")]
        notation = Notation(self.runner.program)
        options = self.runner.options(state)
        question = Question(self.runner, notation, contents, 0, ask, seat, options)
        for option in options:
            if self.played >= MOST or self.stopped():
                self.complete = False
                return
            self.played += 1
            entry, number = option_parts(option, ask.combined)
            if ask.entries[entry].action != action:
                continue
            value = notation.describe(question.domain(ask.entries[entry]), number, contents, seat)
            after = state.copy()
            try:
                self.runner.choose(after, option)
            except RuleError:
                continue
            finally:
                self.runner.events()
            if ask.parameter + 1 < len(self.runner.program.actions[action].params):
                yield from self._continue(before, after, seat, action, (*chosen, value))
            else:
                yield from self._result(before, after, seat, action, (*chosen, value))

    def _result(
        self, before: State, after: State, seat: int, action: str, chosen: tuple[Value, ...]
    ) -> Iterator[Prospect]:
        program = self.runner.program
        placed = [value for value in chosen if value.place]
        if not placed:
            return
        goal = placed[-1].place
        origin = chosen[0] if len(placed) > 1 or chosen[0].sort == "way" else None
        found = Prospect(program.colours[seat], action, origin, goal)
        yield found
        then = StateReader(program, after)
        for place, victim, effect in _losses(StateReader(program, before), then, seat):
            yield replace(found, effect=effect, target=place, victim=program.colours[victim])
        if self.ending.wins(before, after, seat):
            yield replace(found, effect="won", target=goal)


class _Ending:
    """Tells whether an action ends the turns of the game with one winner: alone, an action ends nothing."""

    def __init__(self, program: Program) -> None:
        self._plain = program
        made = program.explained() if program.explained is not None else None
        self._ends = made.ends if made is not None else None
        self._runner = ReferenceRunner(made.program) if made is not None and made.ends else None

    def wins(self, before: State, after: State, seat: int) -> bool:
        """Whether a player wins by an action that leads from one position to the other."""
        if self._runner is None or self._ends is None or self._holds(before, seat) or not self._holds(after, seat):
            return False
        ranking = outcome(self._runner, StateReader(self._runner.program, self._carried(after, seat)), ()).ranking
        return [line.seat for line in ranking if line.place == 1] == [self._plain.colours[seat]]

    def _holds(self, state: State, seat: int) -> bool:
        assert self._runner is not None
        assert self._ends is not None
        try:
            return bool(self._runner.call(self._carried(state, seat), self._ends))
        except RuleError:
            return False

    def _carried(self, state: State, seat: int) -> State:
        """Return a state of the plain program as one of the explained program, which may have more slots."""
        assert self._runner is not None
        whole = [*state, *self._runner.blank()[len(state) :]]
        StateReader(self._runner.program, whole).put("me", seat)
        return whole


def _losses(before: StateReader, after: StateReader, seat: int) -> Iterator[tuple[str, int, Effect]]:
    """Yield the places where another player than `seat` has fewer things after an action, with what became of them:
    taken if that player has fewer on the whole board."""
    notation = Notation(before.program)
    first, second = _standing(before), _standing(after)
    for board, owner in {(board, owner) for board, owner, _ in first}:
        if owner in (seat, -1) or before.layout.team_of(owner) == before.layout.team_of(seat):
            continue
        had = {cell: n for (b, o, cell), n in first.items() if (b, o) == (board, owner)}
        has = {cell: n for (b, o, cell), n in second.items() if (b, o) == (board, owner)}
        effect: Effect = "taken" if sum(has.values()) < sum(had.values()) else "changed"
        for cell, amount in had.items():
            if has.get(cell, 0) < amount:
                yield notation.cell(board, cell), owner, effect


def _standing(contents: StateReader) -> Counter[tuple[str, int, int]]:
    """Return how many things of each owner stand on each cell: by board, seat and cell."""
    found: Counter[tuple[str, int, int]] = Counter()
    for piece in contents.layout.pieces.values():
        for number, cell in contents.on_board(piece):
            found[piece.board, contents.owner_of(piece, number), cell] += 1
    for counter in contents.layout.counters.values():
        colours = contents.program.colours
        for stack in contents.counters(counter):
            colour = counter.owners[stack.owner] if counter.owners else ""
            found[counter.board, colours.index(colour) if colour in colours else -1, stack.cell] += stack.amount
    return found
