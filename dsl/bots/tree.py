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
from dsl.bots.moves import Move, Node, Path, conclude, merit
from dsl.bots.playout import Playout
from dsl.run import chance
from dsl.run.chance import Dice
from dsl.run.runner import RuleError, State
from dsl.search.fixed_point import ONE
from dsl.search.proofs import DRAWN

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
    proofs: int = 1  #: 1: what is certain of a move is found out and kept, where anything can be


@dataclass(slots=True)
class Positions:
    """The positions that a search sets out from."""

    draw: Callable[[Dice], State]  #: thinks one up
    foreseen: bool  #: all are the same, and nothing that follows is hidden or left to chance
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
        self._proves = positions.foreseen and bool(manner.proofs)
        self._is_forced = False  #: only one option of the decision at hand is not lost, and it was looked at most
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
        """Make turns; return how many were made, fewer only if the tree need not grow any more: something is certain of
        the decision at hand, or all of its options but one are lost."""
        for made in range(turns):
            if self._is_forced or self.root.verdict:
                return made
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
            worth = self._worth(state, path, turn)
        except RuleError:
            worth = [0] * self._ground.runner.program.players
        for node, move, seat in path:
            node.visits += 1
            move.visits += 1
            move.total += worth[seat]

    def _worth(self, state: State, path: Path, turn: int) -> list[int]:
        """Return what comes of a turn: what is certain, or what playing on is worth to each seat. Raises RuleError."""
        if path and path[-1][1].proven:
            return [ONE // 2] * self._ground.runner.program.players
        if self._proves and self._ground.is_over(state):
            seat = path[-1][2]
            conclude(path, self._ground.order(state, seat, 1 - seat) + DRAWN)
        return self._playout(state, self._dice, turn)

    def _descend(self, state: State, path: Path) -> None:
        """Walk down the tree until a move is new or certain, or the match ends."""
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
                if move.proven:
                    return
                node = move.behind
            self._ground.take(state, asked, option)
            if new:
                return

    def _pick(self, node: Node, asked: Asked) -> tuple[int, bool]:
        """Return an option, and whether it is new to the tree. One of which something is certain takes no room."""
        if not node.visits:
            node.unproven = len(asked.options)
        certain = len(asked.options) - node.unproven
        known: list[tuple[int, Move]] = []
        unknown: list[int] = []
        for option in asked.options:
            move = node.moves.get((asked.seat, option))
            if move is None:
                unknown.append(option)
            else:
                move.available += 1
                known.append((option, move))
        if unknown and len(known) - certain < self._room(node):
            return self._new(node, asked, unknown), True
        option, move = self._best(known)
        self._is_forced |= node is self.root and not unknown and node.is_forced and 2 * move.visits > node.visits
        return option, False

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

    def _best(self, known: Sequence[tuple[int, Move]]) -> tuple[int, Move]:
        eagerness = self._manner.eagerness
        return max(known, key=lambda item: item[1].appeal(eagerness))

    def visits(self) -> dict[int, int]:
        """Return how often each option of the seat that thinks was looked at."""
        return {option: move.visits for (_, option), move in self.root.moves.items()}

    def worth_of(self, option: int) -> int:
        """Return what an option of the seat that thinks has been worth on average, from 0 to ONE."""
        move = next(move for (_, number), move in self.root.moves.items() if number == option)
        return move.average

    @property
    def verdict(self) -> int:
        """What is certain for the seat that thinks (`dsl.search.proofs`), 0 if nothing is."""
        return self.root.verdict

    def choice(self) -> int:
        """Return an option that is won, or else the one that was looked at most, the better one of two, and one that
        is lost only if all are. Raises ValueError if none was looked at."""
        moves = self.root.moves.items()
        return max(moves, key=lambda item: merit(item[1].proven, item[1].visits, item[1].total, item[0][1]))[0][1]
