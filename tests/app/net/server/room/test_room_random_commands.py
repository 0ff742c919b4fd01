"""Members that send random commands in any order."""

from __future__ import annotations

import types
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args, get_type_hints

from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.net.protocol.messages import Command, Farewell, MemberPortrait, SetReady, TakeSeat, Told
from dsl.match.clock import ClockPlan
from dsl.match.commit_reveal import seal_of
from dsl.match.replay import replay
from dsl.match.table_messages import Accepted, Choose, SetValue
from tests.app.net.server.room.hosted_room import Guest, Hosted, plan_of
from tests.rounds import rounds

SEAL = seal_of("table 1", "ab" * 16)
SEATS = ("red", "blue", "violet", "", "pink", "\x00")
PLAYERS = ("human", "bot:random", "bot:none", "")
VALUES: dict[str, some.SearchStrategy[object]] = {
    "seat": some.sampled_from(SEATS), "other": some.sampled_from(SEATS), "player": some.sampled_from(PLAYERS),
    "member": some.sampled_from(("owner", "m1", "m2", "m9", "")),
    "name": some.sampled_from(("Ann", "action_points", "")),
    "share": some.sampled_from(("", "ab" * 16, "no")), "seal": some.sampled_from(("", SEAL, "ab" * 32, "no")),
    "round": some.integers(0, 3), "watching": some.booleans(), "ready": some.booleans(),
    "agreed": some.booleans(), "text": some.text(max_size=20), "phrase": some.sampled_from(("hello", "no", "")),
    "value": some.sampled_from(("", "0,0", "wood 1,-1", "3", "\n")), "then": some.sampled_from(("", "1", "x")),
    "players": some.integers(-1, 6), "turns": some.integers(-1, 60), "vote": some.integers(-1, 6),
    "ban": some.integers(-1, 3),
    "changes": some.just((SetValue("score", "red", "3"),)),
    "house": some.sampled_from(((), (("x.rules", "garbage"),), (("x" * 200, ""),))),
    "position": some.integers(-1, 30), "option": some.integers(-1, 400), "entry": some.integers(-3, 5),
    "portrait": some.sampled_from(get_args(MemberPortrait)), "sheet": some.booleans(),
    "event": some.integers(-2, 60), "allowed": some.booleans(),
    "clock": some.sampled_from((None, ClockPlan("move", 30), ClockPlan("total", 600, 5), ClockPlan("move", -1))),
    "after": some.integers(-3, 60), "request": some.integers(-2, 90),
}  # fmt: skip
SPECIAL = {"SetWatching.watching": some.sampled_from(("no", "yes", "delayed")), "SetOption.value": some.integers(-1, 9)}


def commands() -> some.SearchStrategy[Command]:
    """Return commands of every kind with anything that passes the schema."""
    kinds = [kind for union in get_args(Command) for kind in (get_args(union) or (union,))]
    assert all(get_type_hints(kind) for kind in kinds)
    return some.one_of(
        some.builds(kind, **{
            name: SPECIAL.get(f"{kind.__name__}.{name}", VALUES[name]) for name in kind.__struct_fields__
        })
        for kind in kinds
    )  # fmt: skip


class Anything(RuleBasedStateMachine):
    """A room, and members that join, leave and send random commands."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.hosted = Hosted(Path(self.folder.name), plan_of("human", "human", "bot:random", watching="yes"))
        self.people: list[Guest] = [self.hosted.owner()]
        self.read: dict[int, int] = {}

    def _who(self, number: int) -> Guest:
        here = [guest for guest in self.people if self._is_here(guest)] or [self._join("Zoe")]
        return here[number % len(here)]

    def _is_here(self, guest: Guest) -> bool:
        member = self.hosted.room._state.members.get(guest.member)
        return member is not None and member.connection is guest.line

    def _join(self, name: str) -> Guest:
        self.people.append(self.hosted.join(name, f"10.0.1.{len(self.people)}"))
        return self.people[-1]

    @initialize(begun=some.sampled_from((True, True, False)), played=some.sampled_from((5, 40, 9, 0)))
    def gather(self, begun: bool, played: int) -> None:
        """Most of the time a match has begun, and some choices were made."""
        for name in ("Ann", "Bob"):
            self._join(name)
        if begun:
            self.sit_and_begin()
        for pick in range(played):
            self._choose_well(pick)

    @precondition(lambda self: len(self.people) < 6)
    @rule(name=some.sampled_from(("Ann", "Bob", "", "\u202e")))
    def come(self, name: str) -> None:
        self._join(name)

    @rule(who=some.integers(0, 9), command=commands(), played=some.sampled_from((2, 0, 1)))
    def say(self, who: int, command: Command, played: int) -> None:
        """A client sends any command, after some valid choices."""
        for pick in range(played):
            self._choose_well(pick + who)
        self._who(who).give(command)

    @rule(who=some.integers(0, 9), command=commands())
    def say_twice(self, who: int, command: Command) -> None:
        guest = self._who(who)
        first = guest.give(command)
        if self._is_here(guest) and isinstance(first, Accepted):
            entries = self._journal()
            assert guest.give(command) == first
            assert self._journal() == entries

    def _journal(self) -> bytes:
        return self.hosted.journal.read_bytes() if self.hosted.journal.exists() else b""

    @rule()
    def sit_and_begin(self) -> None:
        """All connected clients take free seats, and get ready."""
        for guest in reversed([each for each in self.people if self._is_here(each)]):
            for seat in guest.lobby.seats[: 1 + (guest.member == "m1")]:
                if seat.state == "free":
                    guest.ask(lambda n, c=seat.seat: TakeSeat(n + 100, c, ""))
            guest.ask(lambda n: SetReady(n + 100, True))

    def _choose_well(self, pick: int) -> None:
        """The player to move chooses, if it is connected."""
        hall = self.hosted.room._state
        if hall.match is None or not hall.match.table.match.questions:
            return
        question = hall.match.table.match.questions[0]
        held = hall.seating.seats.get(question.seat)
        guest = next(
            (each for each in self.people if held and each.member == held.member and self._is_here(each)), None
        )
        if guest is None or held is None:
            self.hosted.tick()
            return
        option = question.options[pick % len(question.options)]
        paused = hall.match.table.paused_by or held.stand_in
        answer = guest.give(Choose(next(guest.numbers) + 100, question.seat, question.position, option))
        assert isinstance(answer, Accepted) or paused

    @rule(who=some.integers(0, 9))
    def lose(self, who: int) -> None:
        self._who(who).lose()

    @rule(who=some.integers(0, 9))
    def part(self, who: int) -> None:
        guest = self._who(who)
        self.hosted.room.receive(guest.member, Farewell("bye"), self.hosted.now)
        guest.lose()

    @rule(who=some.integers(0, 9))
    def back(self, who: int) -> None:
        guest = self.people[who % len(self.people)]
        if self.hosted.room.key_of(guest.member) is not None:
            self.read.pop(id(guest), None)
            guest.back()

    @rule(who=some.integers(0, 9), behind=some.booleans())
    def be_slow(self, who: int, behind: bool) -> None:
        self._who(who).line.is_congested = behind

    @rule(seconds=some.sampled_from((0.1, 1.0, 61.0, 700.0)))
    def wait(self, seconds: float) -> None:
        self.hosted.tick(seconds)

    @rule()
    def kill(self) -> None:
        play = self.hosted.room._state.match
        digest = play.table.match.digest if play else ""
        assert self.hosted.killed() == ""
        play = self.hosted.room._state.match
        assert (play.table.match.digest if play else "") == digest

    @invariant()
    def every_seat_has_at_most_one_holder_who_is_a_member(self) -> None:
        hall = self.hosted.room._state
        seats = list(hall.seating.seats)
        assert len({seat.colour for seat in seats}) == len(seats) == len(hall.seating.seats)
        for seat in seats:
            assert not seat.member or (hall.members.get(seat.member) is not None and seat.player == "human")

    @invariant()
    def no_client_receives_updates_of_another_seat(self) -> None:
        hall = self.hosted.room._state
        for guest in self.people:
            heard = guest.line.heard
            for message in heard[self.read.get(id(guest), 0) :]:
                if isinstance(message, Told) and message.seat:
                    held = hall.seating.seats.get(message.seat)
                    assert held is not None
                    assert held.member in (guest.member, "") or not self._is_here(guest)
                    view = getattr(message.news, "view", types.SimpleNamespace(seat=message.seat))
                    assert view.seat == message.seat
            self.read[id(guest)] = len(heard)

    @invariant()
    def every_connected_client_has_the_current_lobby(self) -> None:
        hall = self.hosted.room._state
        for guest in self.people:
            if self._is_here(guest):
                assert guest.lobby.state == hall.phase
                assert [seat.member for seat in guest.lobby.seats] == [seat.member for seat in hall.seating.seats]

    def teardown(self) -> None:
        play = self.hosted.room._state.match
        if play is not None:
            assert replay(self.hosted.journal).match.digest == play.table.match.digest
            play.table.close()
        self.folder.cleanup()


TestAnything = Anything.TestCase
TestAnything.settings = settings(
    max_examples=rounds(6, 15), stateful_step_count=30, suppress_health_check=list(HealthCheck)
)
