"""What a position is worth to each seat: its place in the ranking, and by how much it leads or lags behind.

Only the rules' own `winner` lines are asked, of the state as it stands. So a match may be broken off anywhere, and the
score sheet says who was doing well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.ir.program import STRIDE, Program
from dsl.runtime.board_window import crowded
from dsl.runtime.chance import Dice
from dsl.runtime.parallel_worlds import forked, next_of, world_of
from dsl.runtime.runner import Runner, State
from dsl.search import LARGE, TELLING
from dsl.search.fixed_point import ONE

RankingValues = tuple[int, ...]


def utilities_now(runner: Runner, state: State) -> Sequence[RankingValues]:
    """Return for each seat what the ranking goes by, the more the better: in play or not, then line by line."""
    program = runner.program
    slots = program.layout.slots
    in_play = state[slots["in_play"].first]
    found: list[RankingValues] = []
    for seat in range(program.players):
        values = (runner.call(state, line.function, seat) for line in program.winner)
        better = (value if line.most else -value for line, value in zip(program.winner, values, strict=True))
        found.append((in_play >> seat & 1, *better))
    return found


def utilities(program: Program, lines: Sequence[RankingValues], final: bool) -> list[int]:
    """Return what a ranking is worth to each seat, 0 to ONE. At the end the place counts most, before it the lead.

    A place that breaks a tie counts a quarter: by chance a match often ends with nothing for anybody, and one would
    else play for that.
    """
    if program.players == 1:
        return [ONE]
    found: list[int] = []
    for seat in range(program.players):
        team = program.layout.team_of(seat)
        line = max(line for number, line in enumerate(lines) if team >> number & 1)
        rivals = [line for number, line in enumerate(lines) if not team >> number & 1] or [line]
        beaten = sum(2 * (line > other) + (line == other) for other in rivals)
        place = beaten * ONE // (2 * len(rivals))
        lead = _lead(line, max(rivals))
        if final and line[:TELLING] == max(rivals)[:TELLING]:
            found.append((3 * ONE + 2 * place) // 8)
        else:
            found.append((7 * place + lead) // 8 if final else (place + 3 * lead) // 4)
    return found


def _lead(line: RankingValues, rival: RankingValues) -> int:
    """Return by how much a seat leads in the first line that tells it from its rival: half of ONE if none does.

    A lead of an eighth of what both have together is worth three quarters.
    """
    for mine, theirs in zip(line, rival, strict=True):
        if mine != theirs:
            mine, theirs = (min(max(value, -LARGE), LARGE) for value in (mine, theirs))
            ahead = mine - theirs
            return (ONE + ahead * ONE // (abs(ahead) + (abs(mine) + abs(theirs)) // 8 + 1)) // 2
    return ONE // 2


def is_open(lines: Sequence[RankingValues]) -> bool:
    """Whether the ranking says nothing yet: all seats are equal."""
    return all(line == lines[0] for line in lines)


# The ground a search stands on: who is asked at a position, what may be chosen, and playing on by chance.


@dataclass(frozen=True, slots=True)
class SearchDecision:
    """A decision that a search comes to."""

    seat: int
    options: Sequence[int]
    combined: bool  #: options are `entry * STRIDE + value`
    continues: bool  #: it goes on with an action that was begun
    ask: int  #: the number of what is asked


class GameAdapter:
    """Positions of one program as one seat thinks about them. While players decide in secret that seat comes first."""

    def __init__(self, runner: Runner, seat: int) -> None:
        self.runner = runner
        self.seat = seat
        layout = runner.program.layout
        self._layout = layout
        self._ask, self._chooser, self._final = (layout.slots[name].first for name in ("ask", "chooser", "final"))
        self._endless = any(board.unbounded for board in layout.boards.values())

    def asked(self, state: State) -> SearchDecision | None:
        """Return the next decision; None at the end of the match."""
        if not forked(self._layout, state):
            options = self.runner.options(state)
            return self._decision(state, 0, state[self._chooser], options) if options else None
        seat = self._next(state)
        options = self.runner.options(state, seat)
        return self._decision(state, (seat + 1) * self._layout.length, seat, options)

    def _next(self, state: State) -> int:
        return next_of(self._layout, self.runner.waiting(state), self.seat)

    def _decision(self, state: State, world: int, seat: int, options: Sequence[int]) -> SearchDecision:
        number = state[world + self._ask]
        ask = self.runner.program.asks[number]
        return SearchDecision(seat, options, ask.combined, ask.parameter > 0, number)

    def take(self, state: State, asked: SearchDecision, option: int) -> None:
        """Choose in `state`, which changes. Raises RuleError, and then the state is worth nothing."""
        if forked(self._layout, state):
            self.runner.choose(state, option, asked.seat)
        else:
            self.runner.take(state, option)

    def forget(self, state: State) -> None:
        """Let whatever was drawn or chosen before count no more: the next option is drawn anew."""
        chosen = self._layout.slots["chosen"].first
        for world in range(0, len(state), self._layout.length):
            state[world + chosen] = -1

    def offer_only(self, state: State, asked: SearchDecision, option: int) -> None:
        """Make one of several options the one that was drawn."""
        world = (asked.seat + 1) * self._layout.length if forked(self._layout, state) else 0
        state[world + self._layout.slots["chosen"].first] = option

    def is_parted(self, state: State) -> bool:
        """Whether seats decide in secret: then nobody can tell how things stand."""
        return forked(self._layout, state)

    def is_full(self, state: State) -> bool:
        """Whether something has come to the rim of a board without an edge: from there no further without more room."""
        return self._endless and not self.is_parted(state) and bool(crowded(self._layout, state))

    def is_over(self, state: State) -> bool:
        """Whether the match is over."""
        return bool(state[self._final])

    def order(self, state: State, one: int, other: int) -> int:
        """Return 1 if a seat is ahead of another one at the end of a match, -1 if it is behind, 0 if they are equal."""
        lines = utilities_now(self.runner, state)
        return (lines[one] > lines[other]) - (lines[one] < lines[other])

    def worths(self, state: State) -> list[int]:
        """Return what a position is worth to each seat, with all that is scored at the end; in secret without that, and
        as the next one sees it. Raises RuleError."""
        program = self.runner.program
        if self.is_parted(state):
            state = world_of(self._layout, state, self._next(state))
        elif program.projected_score and not state[self._final]:
            state = state.copy()
            self.runner.call(state, program.projected_score)
        final, lines = bool(state[self._final]), utilities_now(self.runner, state)
        if program.projected_score and not final:
            lines = [line[:TELLING] for line in lines]
        return utilities(program, lines, final)

    def is_open(self, state: State) -> bool:
        """Whether nobody can tell who is ahead yet."""
        reckons = bool(self.runner.program.projected_score)
        return self.is_parted(state) or (not reckons and is_open(utilities_now(self.runner, state)))


def any_of(asked: SearchDecision, options: Sequence[int], dice: Dice) -> int:
    """Return one of some options by chance: first an entry, then a value, so that many targets drown nothing."""
    if asked.combined and options[0] // STRIDE != options[-1] // STRIDE:
        entries = sorted({option // STRIDE for option in options})
        entry = entries[dice.below(len(entries))]
        options = [option for option in options if option // STRIDE == entry]
    return options[dice.below(len(options))]
