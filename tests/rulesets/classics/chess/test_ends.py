"""How a game ends, and what the log and the result say of it."""

from __future__ import annotations

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import load
from tests.rulesets import RULESETS

KNIGHTS_THERE_AND_BACK = "g1f3 g8f6 f3g1 f6g8 " * 2


def played(moves: str, **options: int) -> Match:
    """Return a match after moves written as `e2e4`."""
    pack = load(RULESETS / "classics" / "chess")
    match = pack.start(players=2, options=options)
    for move in moves.split():
        assert not match.over
        for square in (move[:2], move[2:]):
            (decision,) = match.decisions
            (option,) = (option for option in decision.options if option.value.place == square)
            match.choose(decision, option)
    return match


def notes(match: Match) -> list[str]:
    return [event.arg("text") for event in match.events if event.kind == "note"]


def winners(match: Match) -> list[str]:
    outcome = match.outcome
    assert outcome is not None
    return [line.seat for line in outcome.ranking if line.place == 1]


def test_the_shortest_mate() -> None:
    match = played("f2f3 e7e5 g2g4 d8h4")
    assert notes(match) == ["Checkmate."]
    assert winners(match) == ["black"]


def test_the_shortest_known_stalemate() -> None:
    match = played("e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6")
    assert notes(match) == ["Stalemate."]
    assert winners(match) == ["white", "black"]


def test_the_third_time_the_same_position_stands() -> None:
    match = played(KNIGHTS_THERE_AND_BACK)
    assert notes(match) == ["This position has stood too often."]
    assert winners(match) == ["white", "black"]


def test_as_often_as_has_been_agreed() -> None:
    assert not played(KNIGHTS_THERE_AND_BACK, repeats=4).over


def test_a_lost_right_to_castle_makes_another_position() -> None:
    """The rook has moved and is back: what looks like the position before is not the same any more."""
    again = "h1g1 g8f6 g1h1 f6g8 "
    assert not played("g1f3 b8c6 " + again * 2).over
    assert played("g1f3 b8c6 " + again * 2 + "h1g1").over


def test_quiet_moves_end_it() -> None:
    there = "g1f3 g8f6 f3d4 f6d5 d4f3 d5f6 f3g1 f6g8 b1c3 b8c6 c3d5 c6d4 d5c3 d4c6 c3b1 c6b8 g1h3 g8h6 h3f4 h6f5"
    match = played(there, quiet_moves=10, repeats=5)
    assert notes(match) == ["Nothing has happened for too long."]
    assert winners(match) == ["white", "black"]
