"""One move ahead: what a position is worth right after an option, whatever else its action asks. What is decided in
secret, once one has done, is played on by chance until everybody has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Protocol

from dsl.bots.game_adapter import GameAdapter, SearchDecision, any_of
from dsl.runtime import chance
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError, State
from dsl.runtime.search import OptionStatistics, ProgramSearch, SearchState
from dsl.search import FAR, MANNER, STEPS
from dsl.search.fixed_point import ONE, curiosity
from dsl.search.proofs import BOTH, DRAWN, LOST, WON


def utility_after(ground: GameAdapter, before: State, asked: SearchDecision, option: int, dice: Dice) -> int:
    """Return what the position after an option is worth to whoever takes it; nothing if it breaks a rule."""
    state, seat = before.copy(), asked.seat
    try:
        ground.take(state, asked, option)
        for number in range(FAR):
            following = ground.asked(state)
            if following is None:
                break
            if following.seat == seat:
                if number >= STEPS or not following.continues:
                    break
            elif not ground.is_parted(state):
                break
            ground.take(state, following, any_of(following, following.options, dice))
        return ground.worths(state)[seat]
    except RuleError:
        return 0


# Playing on by chance from a position, to see what it is worth.


class Playout(Protocol):
    """Plays on by chance."""

    def __call__(self, state: State, dice: Dice, turn: int) -> list[int]:
        """Return what playing on from `state`, which is used up, is worth to each seat in a turn. Raises RuleError."""
        ...


@dataclass(frozen=True, slots=True)
class RandomPolicy:
    """The playout: choices by chance, broken off once the score sheet can tell who is ahead."""

    ground: GameAdapter
    early: int  #: it breaks off after so many choices ...
    share: int  #: ... in so many of 16 turns, if anybody is ahead then
    horizon: int  #: so many choices, and as many more only as long as nobody is ahead
    most: int  #: never more
    by_entry: int  #: draw an entry first, then one of its values
    drawing: (
        GameAdapter | None
    )  #: the same positions, with one option in place of all: all but the first choice is so drawn

    def __call__(self, state: State, dice: Dice, turn: int) -> list[int]:
        """Return what playing on from `state`, which is used up, is worth to each seat in a turn. Raises RuleError."""
        ground = self.ground
        cut = turn * self.share % 16 < self.share
        for number in range(self.most):
            asked = ground.asked(state)
            if asked is None or ground.is_full(state):
                break
            long = number > 0 and number % self.horizon == 0
            if (long or (cut and number == self.early)) and not ground.is_open(state):
                break
            option = self._drawn(asked, dice) if ground is self.ground else asked.options[0]
            if not number:
                ground = self._begun(state, asked, option)
            ground.take(state, asked, option)
        return ground.worths(state)

    def _begun(self, state: State, asked: SearchDecision, option: int) -> GameAdapter:
        """Return the ground for all that comes after the first choice."""
        if self.drawing is None or self.by_entry:
            return self.ground
        self.drawing.forget(state)
        self.drawing.offer_only(state, asked, option)
        return self.drawing

    def _drawn(self, asked: SearchDecision, dice: Dice) -> int:
        return any_of(asked, asked.options, dice) if self.by_entry else asked.options[dice.below(len(asked.options))]


# What a tree of a search is made of: moves, and positions behind them.


NEW = 1 << 30  #: how much a move deserves to be looked at that never was


@dataclass(slots=True)
class SearchMove:
    """A move in the tree: what came of it for whoever made it, and the position behind it."""

    visits: int = 0
    available: int = 0
    total: int = 0
    proven: int = 0  #: what is certain of it for whoever makes it: WON, DRAWN, LOST, or 0 for nothing
    behind: SearchNode = field(default_factory=lambda: SearchNode())

    def appeal(self, eagerness: int) -> int:
        """Return how much it deserves to be looked at next; nothing if it is lost."""
        if self.proven:
            return ONE // 2 if self.proven == DRAWN else -1
        if not self.visits:
            return NEW
        return self.total // self.visits + (eagerness * curiosity(self.available, self.visits) >> 4)

    @property
    def average(self) -> int:
        """What it has been worth on average, from 0 to ONE."""
        return self.total // self.visits


@dataclass(slots=True)
class SearchNode:
    """Positions that the observer cannot tell apart, by the moves that led there."""

    visits: int = 0
    moves: dict[tuple[int, int], SearchMove] = field(default_factory=dict)  #: by seat and option
    unproven: int = 0  #: so many options are there of which nothing is certain
    secured: int = 0  #: the best of the others

    @property
    def verdict(self) -> int:
        """What is certain of it for whoever chooses there: one option is won, or something is certain of all."""
        return self.secured if self.secured == WON or not self.unproven else 0

    @property
    def is_forced(self) -> bool:
        """Whether all options but one are lost."""
        return self.secured == LOST and self.unproven == 1


Path = list[tuple[SearchNode, SearchMove, int]]  #: with the seat that makes the move


def conclude(path: Path, verdict: int) -> None:
    """Note what is certain of the last move of a path, and what follows from it for those before."""
    mover = path[-1][2]
    for node, move, seat in reversed(path):
        move.proven = verdict if seat == mover else BOTH - verdict
        node.unproven -= 1
        node.secured = max(node.secured, move.proven)
        verdict, mover = node.verdict, seat
        if not verdict:
            return


def merit(proven: int, visits: int, total: int, option: int) -> tuple[int, ...]:
    """Return what the best option of a search has most of: it is won, or at least not lost, and was looked at most."""
    return proven == WON, proven != LOST, visits, total, -option


# Tree search for what one seat may know: information-set Monte Carlo tree search with one tree for the observer (SO-
# ISMCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012).


SLOWER = 4  #: after so many positions thought up there is one more turn from each


@dataclass(frozen=True, slots=True)
class ExplorationPolicy:
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
class RootPositions:
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


class SearchTree:
    """One search, turn by turn."""

    def __init__(
        self, ground: GameAdapter, positions: RootPositions, playout: Playout, manner: ExplorationPolicy, dice: Dice
    ) -> None:
        self.root = SearchNode()
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
            self._ahead[option] = utility_after(self._ground, state, asked, option, self._dice)
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

    def _pick(self, node: SearchNode, asked: SearchDecision) -> tuple[int, bool]:
        """Return an option, and whether it is new to the tree. One of which something is certain takes no room."""
        if not node.visits:
            node.unproven = len(asked.options)
        certain = len(asked.options) - node.unproven
        known: list[tuple[int, SearchMove]] = []
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

    def _new(self, node: SearchNode, asked: SearchDecision, unknown: Sequence[int]) -> int:
        """Bring one more move into the tree: here the one that looks best, elsewhere any."""
        possible = set(unknown) if node is self.root else set()
        seen = [option for option in self._ahead if option in possible]  # in an order by chance: that decides ties
        if not seen:
            option = any_of(asked, unknown, self._dice)
            node.moves[asked.seat, option] = SearchMove(available=1)
            return option
        option = max(seen, key=self._ahead.__getitem__)
        trust = self._manner.trust
        node.moves[asked.seat, option] = SearchMove(trust, trust + 1, trust * self._ahead[option])
        return option

    def _room(self, node: SearchNode) -> int:
        """Return how many moves of a position may be in the tree by now."""
        return self._manner.wide + self._manner.wider * isqrt(node.visits)

    def _best(self, known: Sequence[tuple[int, SearchMove]]) -> tuple[int, SearchMove]:
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


# The tree of a search that is compiled with the rules: the same moves as the plain tree, found faster.


class CompiledTree:
    """One search. It forgets what the one before it on the same runner has found."""

    def __init__(
        self, outside: SearchState, ground: GameAdapter, positions: RootPositions, manner: ExplorationPolicy, dice: Dice
    ) -> None:
        ways = {word: getattr(manner, word) for word in MANNER}
        self._search = ProgramSearch(outside, ways | {"proofs": int(positions.foreseen and manner.proofs)})
        self._ground = ground
        self._positions = positions
        self._manner = manner
        self._dice = dice

    def look(self, stopped: Callable[[], bool]) -> None:
        """Look one move ahead, until that is enough."""
        state = self._positions.draw(self._dice)
        asked = self._ground.asked(state)
        options = list(asked.options) if asked else []
        self._dice.shuffle(options)
        self._search.keep(state, self._ground.seat)
        for option in options[: self._manner.looks]:
            self._dice.state = self._search.look(self._dice.state, option)
            if stopped():
                return

    def grow(self, turns: int) -> int:
        """Make turns; return how many were made, fewer only if the tree cannot grow any more, or need not."""
        made = 0
        while made < turns:
            try:
                if self._positions.at_hand(self._dice):
                    self._ground.forget(self._positions.state)
                    self._search.keep(self._positions.state, self._ground.seat)
            except RuleError:
                made += 1  # as a turn that finds out nothing
                continue
            part = min(turns - made, self._positions.left)
            done, self._dice.state = self._search.turns(self._dice.state, part)
            self._positions.left -= done
            made += done
            if done < part:
                break
        return made

    def visits(self) -> dict[int, int]:
        """Return how often each option of the seat that thinks was looked at."""
        return {found.option: found.visits for found in self._search.found()}

    def worth_of(self, option: int) -> int:
        """Return what an option of the seat that thinks has been worth on average, from 0 to ONE."""
        found = next(found for found in self._search.found() if found.option == option)
        return found.total // found.visits

    @property
    def verdict(self) -> int:
        """What is certain for the seat that thinks (`dsl.search.proofs`), 0 if nothing is."""
        return self._search.verdict

    def choice(self) -> int:
        """Return an option that is won, or else the one that was looked at most, the better one of two, and one that
        is lost only if all are. Raises ValueError if none was looked at."""
        return max(self._search.found(), key=_merit).option


def _merit(found: OptionStatistics) -> tuple[int, ...]:
    return merit(found.proven, found.visits, found.total, found.option)
