"""How many ways the next turns can go: the figure by which one compares a game with what others have published.

A turn lasts until another seat is asked, another turn begins or the game is over. Turns that lead to one position count
once among those that begin in the same position (a man that may jump round a square on either side has one move);
`apart` counts every way of choosing. Positions reached by different turns before are never taken together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from dsl.engine.chronicle import option_parts
from dsl.engine.playout import Playouts
from dsl.engine.room import with_room
from dsl.ir.layout import Slot
from dsl.ir.program import Program
from dsl.run.runner import Runner, State


@dataclass(frozen=True, slots=True)
class Place:
    """A position on the way: who runs it, its state, and the windows of boards without an edge."""

    runner: Runner
    state: State
    windows: Mapping[str, int]


class Turns:
    """Counts the turns of one setting."""

    def __init__(self, series: Playouts, *, apart: bool = False, one_action: bool = False) -> None:
        """`one_action` promises that a turn of this game is one action: the last one's values need not be carried out,
        which is much quicker. With it, as with `apart`, every way of choosing counts."""
        self._series = series
        self._apart = apart or one_action
        self._one_action = one_action
        self._marks: dict[int, _Marks] = {}

    def count(self, place: Place, depth: int) -> int:
        """Return in how many ways `depth` (at least 1) turns can go from a position. Raises RuleError."""
        if depth == 1 and self._one_action:
            return self._values(place)
        ends = self.ends(place)
        return len(ends) if depth == 1 else sum(self.count(end, depth - 1) for end in ends)

    def ends(self, place: Place) -> list[Place]:
        """Return the positions in which a turn may end. Raises RuleError."""
        begun, found = self._read(place).turn(place.state), list[Place]()
        known: set[tuple[int, ...]] = set()
        waiting = [place]
        while waiting:
            for ahead in self._choices(waiting.pop()):
                marks = self._read(ahead)
                if marks.turn(ahead.state) == begun:
                    waiting.append(ahead)
                elif self._apart or (position := marks.position(ahead.state)) not in known:
                    if not self._apart:
                        known.add(position)
                    found.append(ahead)
        return found

    def _choices(self, place: Place) -> Iterable[Place]:
        """Yield what each option of the question at hand leads to."""
        endless = self._read(place).endless
        for option in place.runner.options(place.state):
            runner, state, windows = place.runner, place.state.copy(), dict(place.windows)
            runner.take(state, option)
            if endless:
                runner, state = with_room(runner, state, windows, self._series.runner)
            yield Place(runner, state, windows)

    def _values(self, place: Place) -> int:
        """Count the ways to complete one action."""
        program, options = place.runner.program, place.runner.options(place.state)
        if not options:
            return 0
        ask = program.asks[self._read(place).ask(place.state)]
        total = 0
        for option in options:
            entry = ask.entries[option_parts(option, ask.combined)[0]]
            if entry.action and ask.parameter + 1 < len(program.actions[entry.action].params):
                state = place.state.copy()
                place.runner.take(state, option)
                total += self._values(Place(place.runner, state, place.windows))
            else:
                total += 1
        return total

    def _read(self, place: Place) -> _Marks:
        key = id(place.runner)
        if key not in self._marks:
            self._marks[key] = _Marks(place.runner.program)
        return self._marks[key]


class _Marks:
    """Where a state of one program says what counts here."""

    def __init__(self, program: Program) -> None:
        self._program = program
        slots = program.layout.slots
        self._ask, self._turn, self._chooser = (slots[name].first for name in ("ask", "turn", "chooser"))
        self.endless = any(board.unbounded for board in program.layout.boards.values())

    def ask(self, state: State) -> int:
        return state[self._ask]

    def turn(self, state: State) -> tuple[int, int] | None:
        """Which turn it is, and who is asked; None when nobody is."""
        return None if state[self._ask] < 0 else (state[self._turn], state[self._chooser])

    def position(self, state: State) -> tuple[int, ...]:
        """What is equal for two states that nothing in the game can tell apart from now on."""
        position = state.copy()
        for slot in self._forgotten:
            position[slot.first : slot.first + slot.length] = [0] * slot.length
        return tuple(position)

    @cached_property
    def _forgotten(self) -> tuple[Slot, ...]:
        """The slots that no longer matter between two turns: passing ones, and the values of actions carried out at
        once."""
        slots, actions = self._program.layout.slots, self._program.actions.values()
        done = [action for action in actions if f"{action.name}.return" not in slots]
        values = {f"{action.name}.{name}" for action in done for name, _ in (*action.params, *action.given)}
        return tuple(slot for slot in slots.values() if slot.passing or slot.name in values)
