"""Ending: which players have given up a match, and whether it ended by that, by agreement or by a clock.

The rules know nothing of it: the position stays as it is. A side is a team, or a player without one. It has given up
when all its people have; then the match ends if only one side is left, or if no person is. Otherwise computers play on
for those who have given up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from dsl.base.records import Record
from dsl.ir.program import Program
from dsl.match.observation.event_decoder import Event
from dsl.match.view import EarlyEnd, OutcomeView, RankLine, ScoreLine

#: How a player gives up: by resigning, or when a clock is at zero.
GivingUp = Literal["resign", "time"]
#: The events of an ending and the names of their arguments, beside those of `dsl.ir.events`.
EVENTS: dict[str, tuple[str, ...]] = {"resign": ("player",), "time": ("player",), "draw": ()}


class Ending(Record, frozen=True):
    """Who has given up a match, in order, and whether it is over for that reason or by agreement."""

    people: tuple[int, ...]  #: the seats that people had at the start
    given_up: tuple[tuple[int, GivingUp], ...] = ()
    drawn: bool = False
    over: bool = False
    floor: int = 0  #: how many choices no undo may take back
    barrier: str = "undo.given_up"  #: why not, as a key for dsl.i18n
    pending: tuple[tuple[int, GivingUp], ...] = ()  #: to be announced when no player decides in secret

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that have given up, in order."""
        return tuple(seat for seat, _ in self.given_up)

    def may_give_up(self, seat: int) -> bool:
        """Whether a person of the match has this seat and has not given up."""
        return not self.over and seat in self.people and seat not in self.seats

    def ends_with(self, program: Program, seat: int) -> bool:
        """Whether the match ends if this seat gives up, too."""
        gone = {*self.seats, seat}
        people = set(self.people) - gone
        return not people or len(set(_sides(program)) - self._lost(program, gone)) < 2

    def _lost(self, program: Program, gone: Iterable[int]) -> set[int]:
        """Return the sides that have given up when the seats in `gone` have."""
        sides, gone = _sides(program), set(gone)
        playing = {sides[seat] for seat in self.people if seat not in gone}
        return {sides[seat] for seat in gone} - playing

    def others(self, program: Program, seat: int) -> tuple[str, ...]:
        """Return the people of other sides that still play: they must agree on a draw that this seat offers."""
        sides = _sides(program)
        asked = (each for each in self.people if each not in self.seats and sides[each] != sides[seat])
        return tuple(program.colours[each] for each in asked)

    def event(self, number: int, position: int, program: Program, cause: tuple[int, GivingUp] | None) -> Event:
        """Return the event of a player who has given up; with no cause, of the draw."""
        if cause is None:
            return Event(number, "draw", (), (), position)
        seat, kind = cause
        return Event(number, kind, (("player", program.colours[seat]),), (), position)

    def outcome(self, program: Program, in_play: int, sheet: Sequence[ScoreLine]) -> OutcomeView:
        """Return the result of a match that ended early: the sides that are left share the first place, and those that
        gave up follow, the last one first; sides that the rules have eliminated are behind them."""
        sides = _sides(program)
        behind: list[int] = []  #: sides, the first one that left the match first
        alive = {side for seat, side in enumerate(sides) if in_play >> seat & 1}
        behind += sorted(set(sides) - alive)
        gone: set[int] = set()
        for seat in self.seats:
            gone.add(seat)
            behind += [side for side in sorted(self._lost(program, gone)) if side not in behind]
        first = [side for side in dict.fromkeys(sides) if side not in behind]
        places = dict.fromkeys(first, 1) | {
            side: len(first) + number for number, side in enumerate(reversed(behind), start=1)
        }
        lines = (RankLine(program.colours[seat], places[side], ()) for seat, side in enumerate(sides))
        end = EarlyEnd("draw", "")
        if not self.drawn:
            seat, kind = self.given_up[-1]
            end = EarlyEnd(kind, program.colours[seat])
        return OutcomeView(tuple(sorted(lines, key=lambda line: line.place)), tuple(sheet), end)


def _sides(program: Program) -> list[int]:
    """Return the side of each seat, named by its first one."""
    return [program.layout.first_of(seat) for seat in range(program.players)]
