"""Score lines with the rule that gave each point, and the final score with its ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import unpack

from dsl.ir.program import Program
from dsl.match.observation.event_decoder import Event, EventDecoder
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.view import OutcomeView, RankLine, ScoreLine
from dsl.runtime.rollout import Standings
from dsl.runtime.runner import Runner, State
from dsl.runtime.simultaneous import forked


def score_lines(program: Program, events: Iterable[Event]) -> list[ScoreLine]:
    """Return a line for each change of a variable that decides who wins, with the award that gave it."""
    counted = {line.name for line in program.winner if line.name in program.layout.variables}
    lines: list[ScoreLine] = []
    award: Event | None = None
    for event in events:
        if event.kind == "award":
            award = event
        elif event.kind == "set" and event.arg("variable") in counted and event.arg("owner"):
            lines.append(_line(event, award))
            award = None
    return lines


def _line(event: Event, award: Event | None) -> ScoreLine:
    points = int(event.arg("after")) - int(event.arg("before"))
    rule = event.causes[-1] if event.causes else ""
    detail: tuple[tuple[str, str], ...] = ()
    if award and award.arg("player") == event.arg("owner"):
        rule = award.arg("award")
        detail = (("place", award.arg("place")),)
    return ScoreLine(event.arg("owner"), rule, points, event.position, detail)


def projected_lines(runner: Runner, state: State) -> list[ScoreLine]:
    """Return the lines that the end of the match would add to the score sheet now; empty during simultaneous decisions.
    It discards the runner's events. Raises RuleError."""
    program = runner.program
    if not program.projected_score or forked(program.layout, state):
        return []
    after = state.copy()
    runner.events()
    runner.call(after, program.projected_score)
    stands, scored = StateReader(program, state), StateReader(program, after)
    chronicle = EventDecoder(program, Notation(program), stands, scored, 0, 0, [])
    return score_lines(program, chronicle.translate(runner.events()))


def outcome(runner: Runner, contents: StateReader, sheet: Sequence[ScoreLine]) -> OutcomeView:
    """Return the ranking by the winner lines in order; eliminated seats come last.

    Partners share a place, which is that of the better one among them.
    """
    program = runner.program
    in_play = contents.get("in_play")
    lines = [[runner.call(contents.state, line.function, seat) for line in program.winner]
             for seat in range(program.players)]  # fmt: skip
    places = ranking(program, [bool(in_play >> seat & 1) for seat in range(program.players)], lines)
    names = [line.name for line in program.winner]
    ranked = (
        RankLine(program.colours[seat], place, tuple(zip(names, lines[seat], strict=True))) for seat, place in places
    )
    return OutcomeView(tuple(ranked), tuple(sheet))


@dataclass(frozen=True, slots=True)
class MatchResults:
    """Results of a match that ended."""

    in_game: tuple[bool, ...]  #: by seat: whether it is still in the game
    values: tuple[tuple[int, ...], ...]  #: by seat: what the lines of `winner` say, in their order
    ranking: tuple[tuple[int, int], ...]  #: seats with their places, best first

    @property
    def places(self) -> tuple[int, ...]:
        """The places by seat."""
        return tuple(place for _, place in sorted(self.ranking))


def results_from(program: Program, row: bytes) -> MatchResults:
    """Return the results that `dsl.runtime.rollout.MatchBatch` has for a match."""
    width = len(program.winner) + 1
    words = unpack(f"<{width * program.players}i", row)
    rows = [words[first : first + width] for first in range(0, len(words), width)]
    in_game = tuple(bool(row[0]) for row in rows)
    values = tuple(
        tuple(value if line.most else -value for line, value in zip(program.winner, row[1:], strict=True))
        for row in rows
    )
    return MatchResults(in_game, values, tuple(ranking(program, in_game, values)))


def ranking(program: Program, in_game: Sequence[bool], values: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the seats with their places, best first, given for each seat whether it is still in the game, and what the
    winner lines say of it."""
    found: list[tuple[int, ...]] = []
    for seat in range(program.players):
        less = (-value if line.most else value for line, value in zip(program.winner, values[seat], strict=True))
        found.append((0 if in_game[seat] else 1, *less))
    return _ranked(program, found)


def places_from(program: Program, standings: Standings) -> tuple[int, ...]:
    """Return the places by seat."""
    return tuple(place for _, place in sorted(_ranked(program, [(ahead,) for ahead in standings.ahead])))


def _ranked(program: Program, keys: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Return the seats with their places, best first, given a key for each seat: the less, the better."""
    found = [(key, seat) for seat, key in enumerate(keys)]
    best: dict[int, tuple[tuple[int, ...], int]] = {}  #: by team: what its best player has
    for key, seat in sorted(found):
        best.setdefault(program.layout.team_of(seat), (key, seat))
    found.sort(key=lambda item: (best[program.layout.team_of(item[1])], item))
    places: dict[int, int] = {}  #: by team, in the order of the ranking
    for _, seat in found:
        team = program.layout.team_of(seat)
        if team not in places:
            before = next(reversed(places), 0)
            tied = program.winner_shared and before and best[before][0] == best[team][0]
            places[team] = places[before] if tied else len(places) + 1
    return [(seat, places[program.layout.team_of(seat)]) for _, seat in found]
