"""What a guest can ask of its table, as calls. Each returns the number of its request."""

from __future__ import annotations

from collections.abc import Callable

from app.lan.protocol import (
    AskJournal,
    CastVote,
    Command,
    GoOn,
    LeaveSeat,
    Pause,
    Say,
    SetReady,
    TakeSeat,
    Watch,
)


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

    def set_ready(self, ready: bool) -> int:
        """Say that one's seats are ready, with a share of chance that nobody else knows yet; or no longer."""
        seal = self._seal() if ready else ""
        return self.post(lambda request: SetReady(request, ready, seal))

    def watch(self, watching: bool) -> int:
        """Only look on, or no longer."""
        return self.post(lambda request: Watch(request, watching))

    def say(self, text: str) -> int:
        """Say something to everybody."""
        return self.post(lambda request: Say(request, text))

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
