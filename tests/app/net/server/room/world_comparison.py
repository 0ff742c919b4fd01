"""Compares two hosted tables that differ in hidden information: a seat and the spectators receive the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from app.net.protocol.messages import (
    AskHistory,
    AskInformation,
    AskTakeBack,
    CastVote,
    Command,
    Lobby,
    TakeSeat,
    Watch,
)
from dsl.match.journal import SeatPlan
from dsl.match.match import Match
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, AskPreview, AskStandings, AskWhy, AskWhyNot, Choose, Undo
from dsl.match.view import View
from tests.app.net.server.room.hosted_room import Hosted, pack_of, plan_of
from tests.dsl.match.same_information import FOLLOWED, Pair, knowledge

ASKED = 2  #: options and places that are asked about after each choice


class World:
    """One of two worlds: a table with the member of the seat, a member of all other seats, and a spectator."""

    def __init__(self, game: str, match: Match, seat: str, folder: Path, turns: int) -> None:
        colours = match.program.colours
        watching = "delayed" if turns else "yes"
        plan = plan_of(*("human" for _ in colours), watching=watching, turns=turns)
        self.seat = seat
        self.hosted = Hosted(folder, plan, game)
        self.ann, self.others, self.eve = (self.hosted.join(name) for name in ("Ann", "Bob", "Eve"))
        for colour in colours:
            (self.ann if colour == seat else self.others).ask(lambda n, c=colour: TakeSeat(n, c, ""))
        self.eve.ask(lambda n: Watch(n, True))
        self.table = _table(game, match)
        self.hosted.room._state.enter_match(self.table, begun=True)

    def choose(self, seat: str, option: int) -> None:
        """Let the player of a seat choose."""
        question = self.table.match.question_of(seat)
        position = question.position if question else -1
        guest = self.ann if seat == self.seat else self.others
        assert isinstance(guest.ask(lambda n: Choose(n, seat, position, option)), Accepted)

    def take_back(self, seat: str) -> None:
        """Let another player ask to take the last choice back; the seat votes no."""
        self.others.ask(lambda n: AskTakeBack(n, seat))
        for vote in self.ann.lobby.votes if self.ann.line.all(Lobby) else ():
            self.ann.ask(lambda n, v=vote.vote: CastVote(n, v, False))

    def sent(self) -> list[bytes]:
        """Return the messages to the seat and the spectator since the last call."""
        frames = [*self.ann.line.sent, b"--", *self.eve.line.sent]
        self.ann.line.forget()
        self.eve.line.forget()
        return frames


def _table(game: str, match: Match) -> Table:
    """Return a table with a running match."""
    table = Table(pack_of(game), [SeatPlan(colour) for colour in match.program.colours], dict(match.options), 0)
    table.match = match
    return table


def compare_told(game: str, worlds: Pair, dice: random.Random, turns: int = 0) -> int:
    """Compare all messages until a rule reveals more to the seat; return the number of compared choices."""
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        folders = Path(one), Path(other)
        here, there = (
            World(game, match, worlds.colour, folder, turns)
            for match, folder in zip((worlds.here, worlds.there), folders, strict=True)
        )
        _same(here, there)
        for followed in range(FOLLOWED):
            _ask(here, there, dice)
            known = knowledge(worlds)
            questions = worlds.here.question, worlds.there.question
            if questions[0] is None or questions[1] is None or questions[0].options != questions[1].options:
                return followed
            asked = worlds.here.questions[0]
            option = dice.choice(asked.options)
            for world in (here, there):
                world.choose(asked.seat, option)
            if knowledge(worlds) != known:
                return followed
            _same(here, there)
            if asked.seat != here.seat and dice.randrange(4) == 0:
                for world in (here, there):
                    world.take_back(asked.seat)
                _same(here, there)
        _ask(here, there, dice)
    return FOLLOWED


def _same(here: World, there: World) -> None:
    ours, theirs = here.sent(), there.sent()
    assert ours == theirs, "what is sent tells a secret"


def _ask(here: World, there: World, dice: random.Random) -> None:
    """Ask in both worlds everything that the seat and the spectator may ask."""
    view = here.table.view(here.seat)
    for make in _questions(view, here.seat, dice):
        for world in (here, there):
            world.ann.ask(make)
    for make in (
        lambda n: AskHistory(n, "", -1), lambda n: AskWhy(n, "", 0), lambda n: AskInformation(n, ""),
        lambda n: AskWhyNot(n, here.seat, view.position, -1, "0,0"),
    ):  # fmt: skip
        for world in (here, there):
            world.eve.ask(make)
    _same(here, there)


def _questions(view: View, seat: str, dice: random.Random) -> list[Callable[[int], Command]]:
    event = dice.randrange(3)
    made: list[Callable[[int], Command]] = [
        lambda n: AskHistory(n, seat, -1), lambda n: AskWhy(n, seat, event), lambda n: Undo(n, seat),
        lambda n: AskInformation(n, seat),
    ]  # fmt: skip
    if not dice.randrange(12):  # seldom: it takes long
        made.append(lambda n: AskStandings(n, seat, True))
    if not view.decisions or view.decisions[0].seat != seat:
        return made
    decision = view.decisions[0]
    for option in dice.sample(decision.options, min(ASKED, len(decision.options))):
        made.append(lambda n, o=option.number: AskPreview(n, seat, decision.number, o))
    places = [cell.place for board in view.boards for cell in board.cells]
    for place in dice.sample(places, min(ASKED, len(places))):
        made.append(lambda n, p=place: AskWhyNot(n, seat, decision.number, -1, p))
    return made
