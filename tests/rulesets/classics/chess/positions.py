"""Positions of chess as others write them (FEN), and moves as others write them (UCI), for the tests only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import chess

from dsl.base.source import NOWHERE
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import Playouts
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import load
from dsl.runtime.runner import Runner, State
from dsl.syntax import ast as t
from tests.rulesets import RULESETS

CORNER = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
NO_SQUARE = -1


@cache
def series() -> Playouts:
    """Return what plays chess without looking back."""
    pack = load(RULESETS / "classics" / "chess")
    return Playouts(pack, 2, pack.options(2, {}))


def state_of(runner: Runner, board: chess.Board) -> State:
    """Return the state in which the player to move in `board` is asked."""
    state = runner.blank()
    contents = StateReader(runner.program, state)
    notation = Notation(runner.program)
    cells = {name: cell for cell, name in runner.program.layout.boards["field"].names.items()}
    PositionNotation(notation, contents).set_up(list(_men(board)))
    contents.put("first", int(board.turn == chess.BLACK))
    contents.put("quiet", board.halfmove_clock)
    rights = board.fen().split()[2].strip("-")
    contents.put("fresh", sum(1 << cells[CORNER[right]] for right in rights))
    en_passant = board.ep_square if board.has_legal_en_passant() else None
    contents.put("passed", NO_SQUARE if en_passant is None else cells[chess.square_name(en_passant)])
    runner.enter(state, runner.program.play)
    return state


def _men(board: chess.Board) -> Iterator[t.PositionItem]:
    for square, man in board.piece_map().items():
        colour = "white" if man.color == chess.WHITE else "black"
        words = (colour, chess.piece_name(man.piece_type), chess.square_name(square))
        yield t.PositionItem(words, (), span=NOWHERE)


@dataclass(frozen=True, slots=True)
class Reached:
    """A move as others write it, and the state that it leads to."""

    move: str
    state: State


def moves(runner: Runner, state: State) -> list[Reached]:
    """Return every way through the turn at hand."""
    notation, found = Notation(runner.program), list[Reached]()
    for option, after in _ahead(runner, state):
        entry = runner.program.asks[state[_slot(runner, "ask")]].entries[option >> 20]
        for goal, there in _ahead(runner, after):
            way = notation.cell("field", option & (1 << 20) - 1) + notation.cell("field", goal)
            if entry.action == "move":
                found.append(Reached(way, there))
            else:
                ranks = runner.program.layout.kinds["Rank"].values
                for into, done in _ahead(runner, there):
                    letter = "n" if ranks[into] == "knight" else ranks[into][0]
                    found.append(Reached(way + letter, done))
    return found


def _ahead(runner: Runner, state: State) -> Iterator[tuple[int, State]]:
    for option in runner.options(state):
        ahead = state.copy()
        runner.take(ahead, option)
        yield option, ahead


def _slot(runner: Runner, name: str) -> int:
    return runner.program.layout.slots[name].first


def victor(runner: Runner, state: State) -> int | None:
    """Return who has won a match that is over: 0 white, 1 black, -1 nobody; None if it is not over."""
    return state[_slot(runner, "victor")] if state[_slot(runner, "final")] else None
