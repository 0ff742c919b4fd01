"""What is offered in a classic agrees with its conditions one by one, in random matches; and what must always hold."""

from __future__ import annotations

import pytest

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import load
from tests.dsl.lowering.offers import disagreements, play, position_of
from tests.rulesets import RULESETS

GAMES = {
    "tic-tac-toe": 9,
    "connect-four": 20,
    "breakthrough": 40,
    "reversi": 40,
    "draughts": 60,
    "amazons": 9,
    "oware": 40,
    "chess": 9,
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_fulfils_the_conditions_one_by_one(game: str, seed: int) -> None:
    def look(match: Match) -> None:
        assert not list(disagreements(position_of(match)))

    play(load(RULESETS / "classics" / game).start(2, seed=seed), seed, look, most=GAMES[game])


def places_of(match: Match, owner: str) -> set[str]:
    """Return where a player's pieces stand."""
    (board,) = match.view(owner).boards
    return {cell.place for cell in board.cells if any(piece.owner == owner for piece in cell.pieces)}


@pytest.mark.parametrize("seed", range(4))
def test_one_of_two_always_links_his_sides(seed: int) -> None:
    """The theorem of Hex: a match never ends without a chain, and never with two."""
    match = load(RULESETS / "classics" / "hex").start(2, {"size": 5}, seed)
    play(match, seed, lambda _: None)
    assert match.over
    assert [line.values for line in match.view("red").outcome.ranking] == [(("link", 1),), (("link", 0),)]


@pytest.mark.parametrize("seed", range(3))
def test_every_disc_of_reversi_belongs_to_somebody_and_each_move_adds_one(seed: int) -> None:
    match = load(RULESETS / "classics" / "reversi").start(2, seed=seed)
    sizes = [4]

    def look(at: Match) -> None:
        black, white = places_of(at, "black"), places_of(at, "white")
        assert not black & white
        assert len(black | white) - sizes[-1] in (0, 1)
        sizes.append(len(black | white))

    play(match, seed, look)
    assert sizes[-1] > 20


@pytest.mark.parametrize("seed", range(3))
def test_draughts_are_played_on_the_dark_squares(seed: int) -> None:
    match = load(RULESETS / "classics" / "draughts").start(2, seed=seed)

    def look(at: Match) -> None:
        stand = places_of(at, "black") | places_of(at, "white")
        assert all((ord(place[0]) + int(place[1])) % 2 == 0 for place in stand)
        assert 1 <= len(stand) <= 24

    play(match, seed, look)
    assert match.over
