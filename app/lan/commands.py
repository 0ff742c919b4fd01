"""What a guest can ask of its table, as calls. Each returns the number of its request."""

from __future__ import annotations

from collections.abc import Callable

from app.lan.protocol import (
    AskJournal,
    AskStandIn,
    AskSwap,
    AskTakeBack,
    CastVote,
    Command,
    GoOn,
    Kick,
    LeaveSeat,
    Pause,
    Say,
    SayPhrase,
    SetOption,
    SetPlayer,
    SetPlayers,
    SetReady,
    SetWatching,
    TakeSeat,
    Watch,
)
from app.lan.watching import Watching


class Commands:
    """Mixed into the guest, which numbers and sends them."""

    def post(self, make: Callable[[int], Command]) -> int:
        """Number a command and send it; return the number."""
        raise NotImplementedError

    def _seal(self) -> str:
        """Return the seal of a new share of chance; empty if one gives none."""
        raise NotImplementedError

    def take_seat(self, seat: str, name: str = "") -> int:
        """Sit down."""
        return self.post(lambda request: TakeSeat(request, seat, name))

    def leave_seat(self, seat: str) -> int:
        """Get up."""
        return self.post(lambda request: LeaveSeat(request, seat))

    def ask_swap(self, seat: str, other: str) -> int:
        """Swap seats with somebody, or move to a free one."""
        return self.post(lambda request: AskSwap(request, seat, other))

    def set_ready(self, ready: bool) -> int:
        """Say that one's seats are ready, with a share of chance that nobody else knows yet; or no longer."""
        seal = self._seal() if ready else ""
        return self.post(lambda request: SetReady(request, ready, seal))

    def watch(self, watching: bool) -> int:
        """Only look on, or no longer."""
        return self.post(lambda request: Watch(request, watching))

    def set_player(self, seat: str, player: str) -> int:
        """The owner: who plays here, a computer or `human`."""
        return self.post(lambda request: SetPlayer(request, seat, player))

    def set_players(self, players: int) -> int:
        """The owner: how many play."""
        return self.post(lambda request: SetPlayers(request, players))

    def set_option(self, name: str, value: int) -> int:
        """The owner: an option of the rules."""
        return self.post(lambda request: SetOption(request, name, value))

    def set_watching(self, watching: Watching, turns: int = 0) -> int:
        """The owner: whether others may look on."""
        return self.post(lambda request: SetWatching(request, watching, turns))

    def kick(self, member: str) -> int:
        """The owner: somebody goes."""
        return self.post(lambda request: Kick(request, member))

    def say(self, text: str) -> int:
        """Say something to everybody."""
        return self.post(lambda request: Say(request, text))

    def say_phrase(self, phrase: str) -> int:
        """Say a ready-made phrase, by its key."""
        return self.post(lambda request: SayPhrase(request, phrase))

    def ask_take_back(self, seat: str) -> int:
        """Take the seat's last choice back, if nobody minds."""
        return self.post(lambda request: AskTakeBack(request, seat))

    def ask_stand_in(self, seat: str, player: str) -> int:
        """Ask whether a computer shall play for somebody who is away."""
        return self.post(lambda request: AskStandIn(request, seat, player))

    def vote(self, vote: int, agreed: bool) -> int:
        """Answer a question that waits."""
        return self.post(lambda request: CastVote(request, vote, agreed))

    def pause(self) -> int:
        """Let nobody play for a while."""
        return self.post(Pause)

    def go_on(self) -> int:
        """Let everybody play on."""
        return self.post(GoOn)

    def ask_journal(self) -> int:
        """Ask for the whole match, when it is over."""
        return self.post(AskJournal)
