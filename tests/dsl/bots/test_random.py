"""A bot chooses by its view and seed alone."""

from __future__ import annotations

import pytest

from dsl.bots import make
from dsl.bots.simple_bots import RandomBot
from dsl.match.match import Match
from tests.dsl.match.fen import FenBook


def test_every_bot_plays_only_what_is_offered_and_the_same_again() -> None:
    for name in ("bot:random",):
        games = []
        for _ in range(2):
            match, bots = Match(FenBook(), 2, {}, 5), {colour: make(name, 9) for colour in ("red", "blue")}
            while not match.over:
                seat = match.decisions[0].seat
                informed = match.information(seat)
                match.choose(match.position, informed.options[bots[seat].choose(informed.information)])
            games.append([event.args for event in match.events])
        assert games[0] == games[1]


def test_another_seed_plays_another_game() -> None:
    information = Match(FenBook(), 2, {}, 5).information("red").information
    assert len({RandomBot(seed).choose(information) for seed in range(40)}) > 3


def test_a_bot_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="bot:random"):
        make("bot:genius", 1)
