"""Slow tree parallelization: several processes grow a tree of their own for one decision, and from time to time they
include the statistics of the moves that the others know well (Gelly, Hoock, Rimmel, Teytaud and Kalemkarian, "On the
Parallelization of Monte-Carlo Planning", ICINCO 2008; Bourki et al., "Scalability and Parallelization of Monte-Carlo
Tree Search", Computers and Games 2010). So all of them search where the moves are good, and no result is found twice.

The worker of a table asks `SearchHelpers`, processes that run the same code. It never waits for one that is late, and
goes on without one that has ended. A helper sends what it has found so far, and the next time only after an answer:
so no message ever waits in a full pipe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Protocol

from dsl.base.serialization import SerializationError, dumps, loads
from dsl.bots.tree_search import CompiledTree, SearchTree, best_option
from dsl.bots.worker_messages import (
    Cancel,
    Explore,
    Explored,
    LoadGame,
    NoAnswer,
    OptionResult,
    Prepare,
    Progress,
    Started,
)
from dsl.match.observation.information_set import Information, Setting
from dsl.runtime.tree_search_driver import MoveStatistics
from dsl.search.fixed_point_numbers import ONE

GRACE = 0.05  #: seconds to wait for the helpers after the end of a search
SHARE_INTERVAL = 0.01  #: seconds between two messages about what a helper has found
_WORKER = 0  #: the number of the worker among the trees, for a helper; the worker counts helpers from 1
_OTHER_DICE = 1 << 32  #: added to the seed for each helper


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search has found, with all that it has included."""

    options: tuple[OptionResult, ...]  #: those that the tree has
    verdict: int  #: the proven result for the searching seat (`dsl.search.proofs`), 0 if unproven
    ending: int | None = None  #: the option that ends what the seat decides in secret, None if there is none

    def choice(self) -> int:
        """Return the best option, as `best_option` does. Raises ValueError if none was visited."""
        return best_option([(one.option, one.visits, one.total, one.proven) for one in self.options], self.ending)

    def mean_utility(self, option: int) -> int:
        """Return the mean utility of an option for the searching seat, from 0 to ONE; half of ONE without visits."""
        found = self.result(option)
        return found.total // found.visits if found.visits else ONE // 2

    def result(self, option: int) -> OptionResult:
        """Return the statistics of an option; without visits if the tree does not have it."""
        return next((one for one in self.options if one.option == option), OptionResult(option, 0, 0, 0))


def result_of(tree: SearchTree | CompiledTree) -> SearchResult:
    """Return what a tree has found."""
    return SearchResult(tuple(OptionResult(*one) for one in tree.root_options()), tree.verdict, tree.ending)


class Partner(Protocol):
    """Other trees of the same decision, as one tree sees them."""

    def exchange(self, tree: SearchTree | CompiledTree) -> None:
        """Include what the others have found, and tell them what this tree has found; without waiting."""
        ...


class SearchHelpers:
    """The helper processes of one worker, each on a connection of its own, which may still wait for its process."""

    def __init__(self, connections: Sequence[Connection] = ()) -> None:
        self._connections = list(connections)
        self._game: LoadGame | None = None
        self._loaded: dict[Connection, LoadGame | None] = {}  #: the helpers that have started, and their game
        self._busy: set[Connection] = set()  #: have a question
        self._setting: Setting | None = None  #: the latest one of the game
        self._number = 0

    def load(self, game: LoadGame) -> None:
        """Let the helpers read the rules of a game, now or when they have started."""
        self._game, self._setting = game, None
        self.receive()

    def prepare(self, setting: Setting) -> None:
        """Let the helpers compile the search of a setting."""
        self.receive()
        self._setting = setting
        for connection in list(self._loaded):
            self._send(connection, Prepare(setting))

    def explore(
        self,
        player: str,
        seed: int,
        information: Information,
        milliseconds: int,
        asked: float | None = None,
        first: int | None = None,
    ) -> Exploration:
        """Let the helpers without a question search a decision as the bot `player` does, each with other dice.

        Their time counts from `asked`, by default from now. With a `first` option they search the position after it.
        """
        self._setting = information.setting
        self.receive()
        self._number += 1
        begun = round(1000 * (monotonic() if asked is None else asked))
        asked_now = [each for each in self._loaded if each not in self._busy]
        for at, connection in enumerate(asked_now, 1):
            self._busy.add(connection)
            question = Explore(self._number, player, seed + at * _OTHER_DICE, milliseconds, begun, information, first)
            self._send(connection, question)
        return Exploration(self, self._number, {connection: at for at, connection in enumerate(asked_now, 1)})

    @property
    def busy(self) -> bool:
        """Whether a helper has not answered yet."""
        return bool(self._busy)

    def cancel(self) -> None:
        """End the searches of the helpers; they answer with what they have."""
        for connection in list(self._busy):
            self._send(connection, Cancel())

    def receive(self, seconds: float = 0) -> list[tuple[Connection, Progress | Explored]]:
        """Return what has arrived, with the connection of its helper; wait up to `seconds` if nothing has."""
        found: list[tuple[Connection, Progress | Explored]] = []
        while self._connections and (ready := wait(self._connections, seconds)):
            seconds = 0
            for connection in [each for each in self._connections if each in ready]:
                try:
                    message = loads(connection.recv_bytes(), Started, Progress, Explored, NoAnswer)
                except (EOFError, OSError, SerializationError):
                    self._drop(connection)
                    continue
                if not isinstance(message, Progress):
                    self._busy.discard(connection)
                self._loaded.setdefault(connection, None)
                if isinstance(message, Progress | Explored):
                    found.append((connection, message))
        for connection, game in list(self._loaded.items()):
            if game is not self._game and self._game is not None and connection not in self._busy:
                self._loaded[connection] = self._game
                self._send(connection, self._game)
                if self._setting is not None and connection in self._loaded:
                    self._send(connection, Prepare(self._setting))
        return found

    def tell(self, connection: Connection, progress: Progress) -> None:
        """Tell a helper what the other trees have found, unless it has ended."""
        if connection in self._busy:
            self._send(connection, progress)

    def _send(self, connection: Connection, message: LoadGame | Prepare | Explore | Cancel | Progress) -> None:
        try:
            connection.send_bytes(dumps(message).encode())
        except OSError:
            self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        self._connections.remove(connection)
        self._loaded.pop(connection, None)
        self._busy.discard(connection)
        connection.close()


class Exploration:
    """A search of the helpers that runs beside that of the worker: a `Partner` of its tree."""

    def __init__(self, helpers: SearchHelpers, number: int, asked: dict[Connection, int]) -> None:
        """`asked` has the numbers of the helpers that search."""
        self._helpers = helpers
        self._number = number
        self._asked = asked
        self._settled = False

    def is_settled(self) -> bool:
        """Whether a helper needs no more iterations: it has proved the decision, or all options but one are lost."""
        return self._settled

    def exchange(self, tree: SearchTree | CompiledTree) -> None:
        """Include what the helpers have found, and answer those that go on with what all others have."""
        for connection in self._include(tree, 0):
            at = self._asked[connection]
            self._helpers.tell(connection, Progress(self._number, rows_of(tree.shared(at))))

    def end(self, tree: SearchTree | CompiledTree) -> None:
        """End the search, and include what each helper has found that answers soon enough; of the others remains what
        they have told before."""
        self._helpers.cancel()
        until = monotonic() + GRACE
        while self._helpers.busy and (left := until - monotonic()) > 0:
            self._include(tree, left)

    def _include(self, tree: SearchTree | CompiledTree, seconds: float) -> list[Connection]:
        """Include what has arrived; return the connections of the helpers that wait for an answer."""
        waiting: list[Connection] = []
        for connection, message in self._helpers.receive(seconds):
            if message.number == self._number:
                tree.include(self._asked[connection], statistics_of(message.moves))
                if isinstance(message, Progress):
                    waiting.append(connection)
                else:
                    self._settled |= message.settled
        return waiting


class WorkerLink:
    """The connection of a helper to its worker during one search: a `Partner` of the helper's tree."""

    def __init__(self, connection: Connection, number: int) -> None:
        self._connection = connection
        self._number = number
        self._may_send_at = monotonic() + SHARE_INTERVAL
        self._answered = True
        self.next_message = b""  #: the message that has ended the search; empty if none has

    def is_stopped(self) -> bool:
        """Whether another message than progress has arrived."""
        return bool(self.next_message)

    def exchange(self, tree: SearchTree | CompiledTree) -> None:
        """Include what the worker tells, and tell it what this tree has found. Raises EOFError or OSError."""
        while not self.next_message and self._connection.poll():
            data = self._connection.recv_bytes()
            progress = _progress_in(data)
            if progress is None:
                self.next_message = data
            elif progress.number == self._number:
                tree.include(_WORKER, statistics_of(progress.moves))
                self._answered = True
        if self._answered and not self.next_message and monotonic() >= self._may_send_at:
            self._connection.send_bytes(dumps(Progress(self._number, rows_of(tree.shared(_WORKER)))).encode())
            self._answered, self._may_send_at = False, monotonic() + SHARE_INTERVAL


def _progress_in(data: bytes) -> Progress | None:
    """Return the progress that a message tells; None if it is another message."""
    try:
        return loads(data, Progress)
    except SerializationError:
        return None


def rows_of(moves: Sequence[MoveStatistics]) -> tuple[tuple[int, ...], ...]:
    """Return the statistics of moves as messages have them."""
    return tuple(tuple(move) for move in moves)


def statistics_of(rows: Sequence[Sequence[int]]) -> list[MoveStatistics]:
    """Return the statistics of moves from the rows of a message."""
    return [MoveStatistics(*row) for row in rows]
