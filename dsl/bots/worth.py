"""What a position is worth to each seat: its place in the ranking, and by how much it leads or lags behind.

Only the rules' own `winner` lines are asked, of the state as it stands. So a match may be broken off anywhere, and the
score sheet says who was doing well.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir.program import Program
from dsl.run.runner import Runner, State
from dsl.search import LARGE, TELLING
from dsl.search.fixed_point import ONE

Line = tuple[int, ...]


def standing(runner: Runner, state: State) -> Sequence[Line]:
    """Return for each seat what the ranking goes by, the more the better: in play or not, then line by line."""
    program = runner.program
    slots = program.layout.slots
    in_play = state[slots["in_play"].first]
    found: list[Line] = []
    for seat in range(program.players):
        values = (runner.call(state, line.function, seat) for line in program.winner)
        better = (value if line.most else -value for line, value in zip(program.winner, values, strict=True))
        found.append((in_play >> seat & 1, *better))
    return found


def worths(program: Program, lines: Sequence[Line], final: bool) -> list[int]:
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


def _lead(line: Line, rival: Line) -> int:
    """Return by how much a seat leads in the first line that tells it from its rival: half of ONE if none does.

    A lead of an eighth of what both have together is worth three quarters.
    """
    for mine, theirs in zip(line, rival, strict=True):
        if mine != theirs:
            mine, theirs = (min(max(value, -LARGE), LARGE) for value in (mine, theirs))
            ahead = mine - theirs
            return (ONE + ahead * ONE // (abs(ahead) + (abs(mine) + abs(theirs)) // 8 + 1)) // 2
    return ONE // 2


def is_open(lines: Sequence[Line]) -> bool:
    """Whether the ranking says nothing yet: all seats are equal."""
    return all(line == lines[0] for line in lines)
