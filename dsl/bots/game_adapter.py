"""Adapter of a game to the tree search: decisions at a position, and its evaluation.

The utility of a position for a seat comes from the `winner` lines of the rules: its rank and its lead. So a rollout may
be cut off at any position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.ir.layout import NO_OPTION
from dsl.ir.program import STRIDE, Evaluation, Program
from dsl.runtime.board_window import full_boards
from dsl.runtime.chance import Dice
from dsl.runtime.runner import Runner, State
from dsl.runtime.simultaneous import forked, next_chooser, world_of
from dsl.search import DECISIVE_LINES, LARGE
from dsl.search.evaluation import chance_ahead
from dsl.search.fixed_point_numbers import ONE

ENDING = ("stop", "enough")  #: the words that end what is chosen several times
RankingValues = tuple[int, ...]


def ranking(runner: Runner, state: State) -> Sequence[RankingValues]:
    """Return for each seat the values that the ranking compares, more is better: in play or not, then its lines."""
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
    """Return the utility for each seat, 0 to ONE: at the end mostly its rank, before it mostly its lead.

    A rank that only breaks a tie counts a quarter: random matches often end without points, and the search would play
    for the tie-break.
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
        if final and line[:DECISIVE_LINES] == max(rivals)[:DECISIVE_LINES]:
            found.append((3 * ONE + 2 * place) // 8)
        else:
            found.append((7 * place + lead) // 8 if final else (place + 3 * lead) // 4)
    return found


def _lead(line: RankingValues, rival: RankingValues) -> int:
    """Return the normalized lead of a seat in the first line that differs from its rival: half of ONE if none does.

    A lead of an eighth of the sum of both counts three quarters.
    """
    for mine, theirs in zip(line, rival, strict=True):
        if mine != theirs:
            mine, theirs = (min(max(value, -LARGE), LARGE) for value in (mine, theirs))
            ahead = mine - theirs
            return (ONE + ahead * ONE // (abs(ahead) + (abs(mine) + abs(theirs)) // 8 + 1)) // 2
    return ONE // 2


def is_open(lines: Sequence[RankingValues]) -> bool:
    """Whether all seats are equal in the ranking."""
    return all(line == lines[0] for line in lines)


@dataclass(frozen=True, slots=True)
class SearchDecision:
    """A decision in the search."""

    seat: int
    options: Sequence[int]
    combined: bool  #: options are `entry * STRIDE + value`
    continues: bool  #: it asks for a further value of an action
    ask: int  #: its number in `Program.asks`


class GameAdapter:
    """Positions of one program for the search of one seat. While seats decide in secret that seat chooses first."""

    def __init__(self, runner: Runner, seat: int) -> None:
        self.runner = runner
        self.seat = seat
        layout = runner.program.layout
        self._layout = layout
        self._ask, self._chooser, self._final = (layout.slots[name].first for name in ("ask", "chooser", "final"))
        self._endless = any(board.unbounded for board in layout.boards.values())

    def decision(self, state: State) -> SearchDecision | None:
        """Return the next decision; None at the end of the match."""
        if not forked(self._layout, state):
            options = self.runner.options(state)
            return self._decision(state, 0, state[self._chooser], options) if options else None
        seat = self._next(state)
        options = self.runner.options(state, seat)
        return self._decision(state, (seat + 1) * self._layout.length, seat, options)

    def _next(self, state: State) -> int:
        return next_chooser(self._layout, self.runner.waiting(state), self.seat)

    def _decision(self, state: State, world: int, seat: int, options: Sequence[int]) -> SearchDecision:
        number = state[world + self._ask]
        ask = self.runner.program.asks[number]
        return SearchDecision(seat, options, ask.combined, ask.parameter > 0, number)

    def take(self, state: State, decision: SearchDecision, option: int) -> None:
        """Choose in `state`, which changes. Raises RuleError, and then the state is invalid."""
        if forked(self._layout, state):
            self.runner.choose(state, option, decision.seat)
        else:
            self.runner.take(state, option)

    def forget(self, state: State) -> None:
        """Forget the sampled option, so that the next call samples again."""
        chosen = self._layout.slots["chosen"].first
        for world in range(0, len(state), self._layout.length):
            state[world + chosen] = NO_OPTION

    def offer_only(self, state: State, decision: SearchDecision, option: int) -> None:
        """Make one option the sampled one."""
        world = (decision.seat + 1) * self._layout.length if forked(self._layout, state) else 0
        state[world + self._layout.slots["chosen"].first] = option

    def is_secret(self, state: State) -> bool:
        """Whether seats decide in secret; then the ranking is unknown."""
        return forked(self._layout, state)

    def ending(self, state: State, decision: SearchDecision) -> int | None:
        """Return the option that ends what a seat decides in secret, None if there is none."""
        entries = self.runner.program.asks[decision.ask].entries
        if not decision.combined or not self.is_secret(state):
            return None
        return next((option for option in decision.options if entries[(option + 1) // STRIDE].word in ENDING), None)

    def is_board_full(self, state: State) -> bool:
        """Whether a piece or counter is on the rim of an unbounded board: playing on needs a larger window."""
        return self._endless and not self.is_secret(state) and bool(full_boards(self._layout, state))

    def is_over(self, state: State) -> bool:
        """Whether the match is over."""
        return bool(state[self._final])

    def order(self, state: State, one: int, other: int) -> int:
        """Return 1 if a seat is ahead of another one at the end of a match, -1 if it is behind, 0 if they are equal."""
        lines = ranking(self.runner, state)
        return (lines[one] > lines[other]) - (lines[one] < lines[other])

    def is_evaluated(self, state: State) -> bool:
        """Whether the model of the program, if it has one, can evaluate a position: not at the end, nor while seats
        decide in secret."""
        return self.runner.program.evaluation is not None and not self.is_secret(state) and not state[self._final]

    def _chances(self, state: State, functions: Evaluation) -> list[int]:
        """Return the utilities of a position for the seats by the model of the program. Raises RuleError."""
        program = self.runner.program
        seats = range(program.players)
        scores = [self.runner.call(state, functions.position, seat) for seat in seats]
        if program.projected_score:
            state = state.copy()
            self.runner.call(state, program.projected_score)
        scores = [score + self.runner.call(state, functions.ranking, seat) for seat, score in enumerate(scores)]
        found: list[int] = []
        for seat in seats:
            team = self._layout.team_of(seat)
            rivals = [score for other, score in enumerate(scores) if not team >> other & 1]
            mine = max(score for other, score in enumerate(scores) if team >> other & 1)
            found.append(chance_ahead(mine - max(rivals)) if rivals else ONE)
        return found

    def utilities_of(self, state: State, evaluation: int = 0) -> list[int]:
        """Return the utilities of a position for the seats, final scoring included; while seats decide in secret
        without final scoring, and as the next of them sees it. With `evaluation` they are those of the program's model
        where it has one and can be used. Raises RuleError."""
        program = self.runner.program
        if evaluation and program.evaluation is not None and self.is_evaluated(state):
            return self._chances(state, program.evaluation)
        if self.is_secret(state):
            state = world_of(self._layout, state, self._next(state))
        elif program.projected_score and not state[self._final]:
            state = state.copy()
            self.runner.call(state, program.projected_score)
        final, lines = bool(state[self._final]), ranking(self.runner, state)
        if program.projected_score and not final:
            lines = [line[:DECISIVE_LINES] for line in lines]
        return utilities(program, lines, final)

    def is_open(self, state: State) -> bool:
        """Whether no seat is known to be ahead."""
        projected = bool(self.runner.program.projected_score)
        return self.is_secret(state) or (not projected and is_open(ranking(self.runner, state)))


def random_option(decision: SearchDecision, options: Sequence[int], dice: Dice) -> int:
    """Return a random option: first an entry, then one of its values, so that an entry with many is no likelier."""
    if decision.combined and options[0] // STRIDE != options[-1] // STRIDE:
        entries = sorted({option // STRIDE for option in options})
        entry = entries[dice.below(len(entries))]
        options = [option for option in options if option // STRIDE == entry]
    return options[dice.below(len(options))]
