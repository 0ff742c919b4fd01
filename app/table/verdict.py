"""Why a match was won, and how it stands while it goes on: pure data, from what a seat sees."""

from __future__ import annotations

from dataclasses import dataclass

from app.table.players import SCORE
from app.table.tone import Tone
from dsl.engine.view import OutcomeView, RankLine, View


@dataclass(frozen=True, slots=True)
class Verdict:
    """What set the winner apart from the next player: a winner line, after those in which they were level."""

    line: str
    mine: int
    theirs: int
    rival: str
    level: tuple[str, ...]  #: the winner lines before it


def first_seats(outcome: OutcomeView) -> list[str]:
    """Return who has won, one at least."""
    return [line.seat for line in outcome.ranking if line.place == 1]


def winners(outcome: OutcomeView, tone: Tone) -> str:
    """Return who has won, as a sentence."""
    first = first_seats(outcome)
    return tone.texts("table.sheet.winner", n=len(first), players=", ".join(tone.player(seat) for seat in first))


def verdict_of(outcome: OutcomeView) -> Verdict | None:
    """Return what decided; None if nobody was behind, or if the order was settled otherwise."""
    winner = next((rank for rank in outcome.ranking if rank.place == 1), None)
    rival = min((rank for rank in outcome.ranking if rank.place > 1), key=lambda rank: rank.place, default=None)
    if winner is None or rival is None:
        return None
    level: list[str] = []
    for (line, mine), (_, theirs) in zip(winner.values, rival.values, strict=True):
        if mine != theirs:
            return Verdict(line, mine, theirs, rival.seat, tuple(level))
        level.append(line)
    return None


def so_far(view: View) -> OutcomeView:
    """Return the ranking by points as it stands now, with the lines that made them."""
    scores = {seat.colour: dict(seat.values).get(SCORE) for seat in view.seats}
    first = {colour: team[0] for team in view.teams for colour in team}  # what a team has is shown there
    points = {colour: int(own or scores[first.get(colour, colour)] or 0) for colour, own in scores.items()}
    ranking = (
        RankLine(colour, 1 + sum(other > own for other in points.values()), ((SCORE, own),))
        for colour, own in sorted(points.items(), key=lambda item: -item[1])
    )
    return OutcomeView(tuple(ranking), view.sheet)
