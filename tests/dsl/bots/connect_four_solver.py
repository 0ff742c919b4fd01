"""Exact results of positions of Connect Four, to judge a search: alpha-beta with a table, on bitboards of seven bits a
column (Pons, "Solving Connect 4: how to build a perfect AI", 2015)."""

from __future__ import annotations

COLUMNS, ROWS = 7, 6
COLUMN = (1 << ROWS) - 1
BOTTOM = sum(1 << 7 * column for column in range(COLUMNS))
BOARD = COLUMN * BOTTOM
ORDER = (3, 2, 4, 1, 5, 0, 6)  #: columns, the middle first
LOSS, DRAW, WIN = -1, 0, 1


def results(columns: str) -> dict[int, int]:
    """Return the result of each column for the player to move, after discs in some columns (numbers from 1)."""
    own, all_discs = 0, 0
    for number in map(int, columns):
        own, all_discs = own ^ all_discs, all_discs | all_discs + (1 << 7 * (number - 1))
    solver = Solver()
    found: dict[int, int] = {}
    for column in range(COLUMNS):
        disc = all_discs + (1 << 7 * column) & COLUMN << 7 * column & ~all_discs
        if disc:
            wins = disc & winning_spaces(own, all_discs)
            found[column + 1] = WIN if wins else -solver.result(own ^ all_discs, all_discs | disc)
    return found


def winning_spaces(own: int, all_discs: int) -> int:
    """Return the empty spaces where a disc of the player completes four."""
    found = own << 1 & own << 2 & own << 3
    for step in (6, 7, 8):
        up, down = own << step & own << 2 * step, own >> step & own >> 2 * step
        found |= up & (own << 3 * step | own >> step) | down & (own << step | own >> 3 * step)
    return found & BOARD & ~all_discs


class Solver:
    """Finds the result of a position for the player to move."""

    def __init__(self) -> None:
        self._bounds: dict[tuple[int, int], tuple[int, int]] = {}

    def result(self, own: int, all_discs: int, low: int = LOSS, high: int = WIN) -> int:
        """Return WIN, DRAW or LOSS; a bound of it where it lies outside of `low` to `high`."""
        playable = all_discs + BOTTOM & BOARD
        if winning_spaces(own, all_discs) & playable:
            return WIN
        if all_discs == BOARD:
            return DRAW
        threats = winning_spaces(own ^ all_discs, all_discs)
        forced = playable & threats
        if forced & (forced - 1):
            return LOSS
        playable = (forced or playable) & ~(threats >> 1)
        if not playable:
            return LOSS
        least, most = self._bounds.get((own, all_discs), (LOSS, WIN))
        low, high = max(low, least), min(high, most)
        if low >= high:
            return least if low == least else most
        best, alpha = LOSS, low
        for disc in self._ordered(own, all_discs, playable):
            best = max(best, -self.result(own ^ all_discs, all_discs | disc, -high, -alpha))
            alpha = max(alpha, best)
            if alpha >= high:
                break
        self._bounds[own, all_discs] = (least, best) if best <= low else (best, most) if best >= high else (best, best)
        return best

    @staticmethod
    def _ordered(own: int, all_discs: int, playable: int) -> list[int]:
        """Return the possible discs, those with most threats first."""
        discs = [playable & COLUMN << 7 * column for column in ORDER]
        return sorted(
            (disc for disc in discs if disc),
            key=lambda disc: -winning_spaces(own | disc, all_discs | disc).bit_count(),
        )
