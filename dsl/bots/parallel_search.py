"""Root parallelization: several processes grow a tree of their own for one decision, and the statistics of the root
are added up (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", Computers and Games 2008; votes of
the trees in place of the sum: Soejima, Kishimoto and Watanabe, "Evaluating Root Parallelization in Go", IEEE TCIAIG 2,
2010).

The worker of a table asks `SearchHelpers`, processes that run the same code. It never waits for one that is late, and
goes on without one that has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from time import monotonic

from dsl.base.serialization import SerializationError, dumps, loads
from dsl.bots.tree_search import CompiledTree, SearchTree, rank_key
from dsl.bots.worker_messages import Cancel, Explore, Explored, LoadGame, NoAnswer, OptionResult, Prepare, Started
from dsl.match.observation.information_set import Information, Setting
from dsl.search.fixed_point_numbers import ONE
from dsl.search.proofs import WON

GRACE = 0.05  #: seconds to wait for the helpers after the end of a search
_OTHER_DICE = 1 << 32  #: added to the seed for each helper


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What one or more searches of the same decision found, added up."""

    options: tuple[OptionResult, ...]  #: those that a tree has
    verdict: int  #: the proven result for the searching seat (`dsl.search.proofs`), 0 if unproven

    def choice(self) -> int:
        """Return a won option, or else the one with most visits, of equal ones the better; a lost one only if all are.

        Raises ValueError if none was visited.
        """
        return max(self.options, key=lambda one: rank_key(one.proven, one.visits, one.total, one.option)).option

    def mean_utility(self, option: int) -> int:
        """Return the mean utility of an option for the searching seat, from 0 to ONE; half of ONE without visits."""
        found = self.result(option)
        return found.total // found.visits if found.visits else ONE // 2

    def result(self, option: int) -> OptionResult:
        """Return the statistics of an option; without visits if no tree has it."""
        return next((one for one in self.options if one.option == option), OptionResult(option, 0, 0, 0))


def merged(results: Sequence[SearchResult], option_count: int) -> SearchResult:
    """Return the sum of the results of some trees, of a decision with so many options.

    What one tree has proved holds for all: an option that is won in one is won, and the decision is certain once every
    option is, each in some tree.
    """
    found: dict[int, OptionResult] = {}
    for one in (one for result in results for one in result.options):
        last = found.get(one.option, OptionResult(one.option, 0, 0, 0))
        found[one.option] = OptionResult(
            one.option, last.visits + one.visits, last.total + one.total, max(last.proven, one.proven)
        )
    options = tuple(found[option] for option in sorted(found))
    certain = [one.proven for one in options if one.proven]
    best = max(certain, default=0)
    verdict = best if best == WON or len(certain) == option_count else 0
    return SearchResult(options, max((verdict, *(result.verdict for result in results))))


def result_of(tree: SearchTree | CompiledTree) -> SearchResult:
    """Return what a tree has found."""
    return SearchResult(tuple(OptionResult(*one) for one in tree.root_options()), tree.verdict)


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
        for at, connection in enumerate([each for each in self._loaded if each not in self._busy], 1):
            self._busy.add(connection)
            question = Explore(self._number, player, seed + at * _OTHER_DICE, milliseconds, begun, information, first)
            self._send(connection, question)
        return Exploration(self, self._number)

    @property
    def busy(self) -> bool:
        """Whether a helper has not answered yet."""
        return bool(self._busy)

    def cancel(self) -> None:
        """End the searches of the helpers; they answer with what they have."""
        for connection in list(self._busy):
            self._send(connection, Cancel())

    def receive(self, seconds: float = 0) -> list[Explored]:
        """Return the answers that have arrived; wait up to `seconds` for a message if there is none."""
        found: list[Explored] = []
        while self._connections and (ready := wait(self._connections, seconds)):
            seconds = 0
            for connection in [each for each in self._connections if each in ready]:
                try:
                    message = loads(connection.recv_bytes(), Started, Explored, NoAnswer)
                except (EOFError, OSError, SerializationError):
                    self._drop(connection)
                    continue
                self._busy.discard(connection)
                self._loaded.setdefault(connection, None)
                if isinstance(message, Explored):
                    found.append(message)
        for connection, game in list(self._loaded.items()):
            if game is not self._game and self._game is not None and connection not in self._busy:
                self._loaded[connection] = self._game
                self._send(connection, self._game)
                if self._setting is not None and connection in self._loaded:
                    self._send(connection, Prepare(self._setting))
        return found

    def _send(self, connection: Connection, message: LoadGame | Prepare | Explore | Cancel) -> None:
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
    """A search of the helpers that runs beside that of the worker."""

    def __init__(self, helpers: SearchHelpers, number: int) -> None:
        self._helpers = helpers
        self._number = number
        self._answers: list[Explored] = []

    def is_settled(self) -> bool:
        """Whether a helper needs no more iterations: it has proved the decision, or all options but one are lost."""
        self._receive(0)
        return any(answer.settled for answer in self._answers)

    def end(self) -> list[SearchResult]:
        """End the search, and return what each helper has found that answers soon enough."""
        self._helpers.cancel()
        until = monotonic() + GRACE
        while self._helpers.busy and (left := until - monotonic()) > 0:
            self._receive(left)
        return [SearchResult(answer.options, answer.verdict) for answer in self._answers]

    def _receive(self, seconds: float) -> None:
        self._answers += [answer for answer in self._helpers.receive(seconds) if answer.number == self._number]
