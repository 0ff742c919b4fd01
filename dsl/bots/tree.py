"""Tree search for what one seat may know: information-set Monte Carlo tree search with one tree for the observer
(SO-ISMCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012).

First every option of the decision at hand is tried: what the score sheet says one move ahead decides which of them
come into the tree first, and counts as a few turns. Then each turn of the search thinks up a position, walks down the
tree along moves that are possible there, adds one move, plays on by chance, and tells every move on its way what came
of it for the seat that made it. How often a move was possible counts instead of how often its node was seen.
Everything is counted in whole numbers, and all chance comes from one generator: the same seed gives the same tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isqrt

from dsl.bots.ahead import worth_after
from dsl.bots.ground import Asked, Ground, any_of
from dsl.bots.playout import Playout
from dsl.program.search.fixed import curiosity
from dsl.run import chance
from dsl.run.chance import Dice
from dsl.run.runner import RuleError, State

SLOWER = 4  #: after so many positions thought up there is one more turn from each


@dataclass(frozen=True, slots=True)
class Manner:
    """How a search goes about it."""

    eagerness: int = 5  #: weight of curiosity against what has been good so far, in 16ths
    wide: int = 8  #: so many moves of a position are looked at in any case ...
    wider: int = 2  #: ... and this times the root of its visits more
    early: int = 12  #: choices after which a playout breaks off ...
    share: int = 0  #: ... in so many of 16 turns, if anybody is ahead then
    horizon: int = 400  #: choices that a playout goes on by chance, more only if nobody is ahead then
    most: int = 2000  #: choices of a playout at most
    looks: int = 400  #: options of the decision at hand that are looked at one move ahead, before all else
    trust: int = 3  #: what one move ahead shows counts as much as so many turns
    by_entry: int = 0  #: 1: a playout draws an entry first, then one of its values, 0: any option
    each: int = 8  #: turns that are made from one position thought up; only chance begins anew for each of them


@dataclass(slots=True)
class Positions:
    """The positions that a search sets out from."""

    draw: Callable[[Dice], State]  #: thinks one up
    each: int  #: turns from each of them: more and more, as they take their time to be thought up
    drawn: int = 0
    left: int = 0  #: turns that are still made from `state`
    state: State = field(default_factory=list)

    def at_hand(self, dice: Dice) -> bool:
        """Have a position in `state` for the next turn; return whether it is a new one. Raises RuleError."""
        if self.left:
            return False
        self.state = self.draw(dice)
        self.left = self.each + self.drawn // SLOWER
        self.drawn += 1
        return True


@dataclass(slots=True)
class Move:
    """A move in the tree: what came of it for whoever made it, and the position behind it."""

    visits: int = 0
    available: int = 0
    total: int = 0
    behind: Node = field(default_factory=lambda: Node())

    def appeal(self, eagerness: int) -> int:
        """Return how much it deserves to be looked at next."""
        return self.total // self.visits + (eagerness * curiosity(self.available, self.visits) >> 4)


@dataclass(slots=True)
class Node:
    """Positions that the observer cannot tell apart, by the moves that led there."""

    visits: int = 0
    moves: dict[tuple[int, int], Move] = field(default_factory=dict)  #: by seat and option


Path = list[tuple[Node, Move, int]]


class Tree:
    """One search, turn by turn."""

    def __init__(self, ground: Ground, positions: Positions, playout: Playout, manner: Manner, dice: Dice) -> None:
        self.root = Node()
        self._ground = ground
        self._positions = positions
        self._chance = ground.runner.program.layout.slots["chance"].first
        self._playout = playout
        self._manner = manner
        self._dice = dice
        self._made = 0  #: turns from positions that could be thought up
        self._ahead: dict[int, int] = {}  #: by option of the decision at hand: what it is worth one move ahead

    def look(self, stopped: Callable[[], bool]) -> None:
        """Look one move ahead, until that is enough."""
        state = self._positions.draw(self._dice)
        asked = self._ground.asked(state)
        options = list(asked.options) if asked else []
        self._dice.shuffle(options)
        for option in options[: self._manner.looks]:
            assert asked is not None
            self._ahead[option] = worth_after(self._ground, state, asked, option, self._dice)
            if stopped():
                return

    def grow(self, turns: int) -> int:
        """Make turns; return how many were made."""
        for _ in range(turns):
            self._turn()
        return turns

    def _turn(self) -> None:
        """Make one turn. Moves that lead to where a rule cannot be carried out are worth nothing to anybody."""
        path: Path = []
        try:
            self._positions.at_hand(self._dice)
            self._positions.left -= 1
            turn, self._made = self._made, self._made + 1
            state = self._positions.state.copy()
            state[self._chance] = chance.seeded(self._dice.seed())
            self._descend(state, path)
            worth = self._playout(state, self._dice, turn)
        except RuleError:
            worth = [0] * self._ground.runner.program.players
        for node, move, seat in path:
            node.visits += 1
            move.visits += 1
            move.total += worth[seat]

    def _descend(self, state: State, path: Path) -> None:
        """Walk down the tree until a move is new or the match ends."""
        node, new = self.root, False
        for _ in range(self._manner.most):
            asked = self._ground.asked(state)
            if asked is None or self._ground.is_full(state):
                return
            option = asked.options[0]
            if len(asked.options) > 1 or node is self.root:
                option, new = self._pick(node, asked)
                move = node.moves[asked.seat, option]
                path.append((node, move, asked.seat))
                node = move.behind
            self._ground.take(state, asked, option)
            if new:
                return

    def _pick(self, node: Node, asked: Asked) -> tuple[int, bool]:
        """Return an option, and whether it is new to the tree."""
        known: list[tuple[int, Move]] = []
        unknown: list[int] = []
        for option in asked.options:
            move = node.moves.get((asked.seat, option))
            if move is None:
                unknown.append(option)
            else:
                move.available += 1
                known.append((option, move))
        if unknown and len(known) < self._room(node):
            return self._new(node, asked, unknown), True
        return self._best(known), False

    def _new(self, node: Node, asked: Asked, unknown: Sequence[int]) -> int:
        """Bring one more move into the tree: here the one that looks best, elsewhere any."""
        possible = set(unknown) if node is self.root else set()
        seen = [option for option in self._ahead if option in possible]  # in an order by chance: that decides ties
        if not seen:
            option = any_of(asked, unknown, self._dice)
            node.moves[asked.seat, option] = Move(available=1)
            return option
        option = max(seen, key=self._ahead.__getitem__)
        trust = self._manner.trust
        node.moves[asked.seat, option] = Move(trust, trust + 1, trust * self._ahead[option])
        return option

    def _room(self, node: Node) -> int:
        """Return how many moves of a position may be in the tree by now."""
        return self._manner.wide + self._manner.wider * isqrt(node.visits)

    def _best(self, known: Sequence[tuple[int, Move]]) -> int:
        eagerness = self._manner.eagerness
        best, most = known[0][0], -1
        for option, move in known:
            appeal = move.appeal(eagerness) if move.visits else 1 << 30
            if appeal > most:
                best, most = option, appeal
        return best

    def visits(self) -> dict[int, int]:
        """Return how often each option of the seat that thinks was looked at."""
        return {option: move.visits for (_, option), move in self.root.moves.items()}

    def worth_of(self, option: int) -> int:
        """Return what an option of the seat that thinks has been worth on average, from 0 to ONE."""
        move = next(move for (_, number), move in self.root.moves.items() if number == option)
        return move.total // move.visits

    def choice(self) -> int:
        """Return the option that was looked at most, the better one of two. Raises ValueError if none was."""
        moves = [(move.visits, move.total, -option) for (_, option), move in self.root.moves.items()]
        return -max(moves)[2]
