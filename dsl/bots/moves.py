"""What a tree of a search is made of: moves, and positions behind them."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.search.fixed_point import ONE, curiosity
from dsl.search.proofs import BOTH, DRAWN, LOST, WON

NEW = 1 << 30  #: how much a move deserves to be looked at that never was


@dataclass(slots=True)
class Move:
    """A move in the tree: what came of it for whoever made it, and the position behind it."""

    visits: int = 0
    available: int = 0
    total: int = 0
    proven: int = 0  #: what is certain of it for whoever makes it: WON, DRAWN, LOST, or 0 for nothing
    behind: Node = field(default_factory=lambda: Node())

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
class Node:
    """Positions that the observer cannot tell apart, by the moves that led there."""

    visits: int = 0
    moves: dict[tuple[int, int], Move] = field(default_factory=dict)  #: by seat and option
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


Path = list[tuple[Node, Move, int]]  #: with the seat that makes the move


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
