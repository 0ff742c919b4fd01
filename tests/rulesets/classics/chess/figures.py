"""How many ways the next moves can go in well-known positions: the figures that chess programs agree upon."""

from __future__ import annotations

import chess

from dsl.match.playouts import Perft, PerftPosition
from tests.rulesets.classics.chess.positions import series, state_of

#: Well-known positions, from the start to those that are full of castling, en passant, pins and promotions, each with
#: the number of ways for 1, 2, 3 ... moves (https://www.chessprogramming.org/Perft_Results).
PUBLISHED = {
    "start": (chess.STARTING_FEN, (20, 400, 8902, 197281)),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039, 97862, 4085603)),
    "rook ending": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238, 674624)),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467, 422333)),
    "promotions, turned round": (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        (6, 264, 9467, 422333),
    ),
    "check by castling": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379, 2103487)),
    "middle game": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (46, 2079, 89890, 3894594),
    ),
}


def count(position: str, depth: int) -> int:
    """Return in how many ways so many moves can go."""
    runner = series().runner({})
    turns = Perft(series(), one_action=True)
    return turns.count(PerftPosition(runner, state_of(runner, chess.Board(position)), {}), depth)
