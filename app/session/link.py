"""The one wire between a window and a table. Only what lies behind it differs between one screen and a network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from dsl.match.messages import Answer, AskPreview, AskWhy, AskWhyNot, Choose, Command, Refused, Undo
from dsl.match.replay import SeatReplay


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table."""

    colour: str
    name: str = ""
    here: bool = True  #: a person at this window


@dataclass(frozen=True, slots=True)
class Hint:
    """What the computer would do, and what it hopes for."""

    seat: str
    position: int
    option: int
    chances: int  #: of a hundred tries so many went well
    certain: str  #: "won", "drawn" or "lost" if it is certain how the match ends for the seat, else empty
    gains: tuple[tuple[str, int], ...]  #: rules and points in tenths, more (or fewer) than with any other option


class Link(QObject):
    """Sends commands, each with a number of its own, and hands on what the table says.

    Signals:
        told: News for a seat ("" for a spectator): its colour and a Changed, TakenBack or Paused.
        answered: The one Answer to a command.
        advised: What the computer would do, a Hint, some time after it was asked.
        thoughtless: No computer can think here: one that was to advise has nothing to say (True), or one that plays
            chooses by chance (False).
    """

    told = Signal(str, object)
    answered = Signal(object)
    advised = Signal(object)
    thoughtless = Signal(bool)

    def __init__(self, players: tuple[Player, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.players = players
        self._requests = 0
        self._previews: set[int] = set()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that this window may look at: those of the people here, or the spectator's if there are none."""
        return tuple(player.colour for player in self.players if player.here) or ("",)

    def open(self) -> None:
        """Begin to listen: `told` is emitted for every seat of this window, with the present view."""
        raise NotImplementedError

    def step_bots(self) -> bool:
        """Let one computer player make one choice; False if none has to."""
        raise NotImplementedError

    def rest(self) -> None:
        """Let a computer player that thinks stop, where this window says when they choose; it is asked anew later."""

    @property
    def thinking(self) -> str:
        """The seat of a computer player that was asked to choose and still thinks; empty if none does."""
        return ""

    @property
    def paces(self) -> bool:
        """Whether this window says when computer players choose, so that they can be told to wait."""
        return False

    @property
    def advises(self) -> bool:
        """Whether anybody here can be asked for advice."""
        return False

    @property
    def consents(self) -> bool:
        """Whether the others at the table can be asked to let a choice be taken back that counts already."""
        return False

    def undoes_others(self, seat: str) -> bool:
        """Whether taking back the last choice of a seat takes choices of others back with it."""
        return False

    @property
    def looks_back(self) -> bool:
        """Whether the match can be seen from its start."""
        return False

    def look_back(self, seat: str) -> SeatReplay:
        """Return the match up to now as a seat ("" for a spectator) saw it, where that can be told."""
        raise NotImplementedError

    def eyes(self, seat: str) -> tuple[str, ...]:
        """Whose eyes may be borrowed to look back by whoever looks as `seat`: all as soon as the match is over."""
        return (seat,)

    def expect_advice(self) -> None:
        """Let whoever gives advice get ready: somebody may soon ask for it."""

    def ask_advice(self, seat: str) -> None:
        """Ask what the computer would do for a seat that must choose; `advised` tells it."""

    def close(self) -> None:
        """Leave the table; nothing is told any more."""
        raise NotImplementedError

    def _send(self, command: Command) -> None:
        raise NotImplementedError

    # ---- commands: each returns its request number --------------------------------------------------------------

    def choose(self, seat: str, position: int, option: int) -> int:
        """Take an option."""
        return self._post(lambda request: Choose(request, seat, position, option))

    def undo(self, seat: str) -> int:
        """Take the last choice back."""
        return self._post(lambda request: Undo(request, seat))

    def ask_why_not(self, seat: str, position: int, entry: int, value: str) -> int:
        """Ask why a value may not be chosen."""
        return self._post(lambda request: AskWhyNot(request, seat, position, entry, value))

    def ask_why(self, seat: str, event: int) -> int:
        """Ask which rules led to an event."""
        return self._post(lambda request: AskWhy(request, seat, event))

    def ask_preview(self, seat: str, position: int, option: int, then: str = "") -> int:
        """Ask what an option would lead to, and `then` the number after it. A refusal is not told: nobody has
        chosen anything."""
        return self._post(lambda request: AskPreview(request, seat, position, option, then), preview=True)

    def _post(self, command: Callable[[int], Command], preview: bool = False) -> int:
        self._requests += 1
        if preview:
            self._previews.add(self._requests)
        self._send(command(self._requests))
        return self._requests

    def _answer(self, answer: Answer) -> None:
        preview = answer.request in self._previews
        self._previews.discard(answer.request)
        if not (preview and isinstance(answer, Refused)):
            self.answered.emit(answer)
