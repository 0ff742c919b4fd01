"""Random games against python-chess: the same moves in every position, the same end for the same reason."""

from __future__ import annotations

import random

import chess

from tests.rulesets.classics.chess.positions import moves, series, state_of, victor


def agree(seed: int, most: int = 10_000) -> chess.Board:
    """Play a random game, at most so many moves long, in both programs, and return how it ended; AssertionError where
    they disagree. The state is carried on move by move, so that castling, en passant and repetition are, too."""
    dice = random.Random(seed)
    runner, board = series().runner({}), chess.Board()
    state = state_of(runner, board)
    while not over(board) and len(board.move_stack) < most:
        assert victor(runner, state) is None, board.fen()
        here = {reached.move: reached.state for reached in moves(runner, state)}
        assert sorted(here) == sorted(move.uci() for move in board.legal_moves), board.fen()
        move = _preferred(board, dice)
        board.push(move)
        state = here[move.uci()]
    if not over(board):
        return board
    found = victor(runner, state)
    assert found is not None, board.fen()
    outcome = board.outcome(claim_draw=False)
    mated = outcome is not None and outcome.termination == chess.Termination.CHECKMATE
    assert found == (int(board.turn == chess.WHITE) if mated else -1), board.fen()
    return board


def _preferred(board: chess.Board, dice: random.Random) -> chess.Move:
    """Return a random move, rather one that does something: so that castling, promotions and mates occur."""
    legal = list(board.legal_moves)
    telling = [
        m for m in legal if m.promotion or board.is_castling(m) or board.is_en_passant(m) or board.gives_check(m)
    ]
    return dice.choice(telling if telling and dice.random() < 0.3 else legal)


def over(board: chess.Board) -> bool:
    """Whether the game ends where draws need no claim: at the third time, after fifty quiet moves of each."""
    return (
        board.is_checkmate()
        or board.is_stalemate()
        or board.is_insufficient_material()
        or board.is_repetition(3)
        or board.halfmove_clock >= 100
    )
