"""How long the fullest board of a game takes to paint at 1920x1080 without a graphics card."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.appearance.drawings import PIXMAPS
from app.appearance.look import game_look
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from dsl.match.match import Match, view_of
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.view import View
from tests.bench.figures import clock_of, folder_of, heading, read_arguments, show

_CHOICES = 400  #: of a random match, at most


def main() -> None:
    """Measure the first frame of the fullest position, frames of a board that moves, and frames of other sizes."""
    arguments = read_arguments("Time to paint the fullest board of a game.", number=100)
    clock, application = clock_of(arguments), QApplication([])
    folder = folder_of(arguments.game)
    view = _fullest(load(folder))
    scene = BoardScene(game_look(folder).for_players(view.colours))
    scene.show_state(view)
    board = BoardGraphicsView(scene)
    board.resize(1920, 1080)
    board.show()
    heading(
        f"painting rulesets/{arguments.game}: {_things(view)} things on {sum(len(b.cells) for b in view.boards)} cells"
    )
    first = _frame(board, application, clock)
    still = [_frame(board, application, clock) for _ in range(arguments.number)]
    rendered = PIXMAPS.rendered
    moved = []
    for step in range(arguments.number):
        bar = board.horizontalScrollBar()
        bar.setValue(bar.value() + (3 if step % 2 else -3))
        moved.append(_frame(board, application, clock))
    assert PIXMAPS.rendered == rendered, "moving the board renders no drawing again"
    factors = [1.15] * 6 + [1 / 1.15] * 9 + [1.15] * 3  # of a wheel: into the board, out of it, and back
    zoomed = []
    for step in range(arguments.number):
        began = clock()
        board.zoom_by(factors[step % len(factors)])  # may paint the board, to draw the next frames from that picture
        zoomed.append(clock() - began + _frame(board, application, clock))
    crisp = []
    while not board.sharp:
        crisp.append(_frame(board, application, clock))
    show("first frame: all drawings are read and rendered", [first])
    show("the same frame again", still)
    show("the board moved", moved)
    show("another zoom level", zoomed)
    show("the frames until all is crisp again", crisp)
    print(f"  {rendered} drawings rendered for the first frame, {PIXMAPS.rendered - rendered} for the zoom levels")


def _fullest(pack: Ruleset) -> View:
    """Return the position of a random match in which most things are on the board."""
    players = max(pack.players)
    match = Match(pack, players, pack.options(players, {}), 1)
    dice = random.Random(1)
    fullest = view_of(match, "")
    for _ in range(_CHOICES):
        question = match.question
        if question is None:
            break
        match.choose(question.position, dice.choice(question.options), question.seat)
        fullest = max(fullest, view_of(match, ""), key=_things)
    return fullest


def _things(view: View) -> int:
    cells = [cell for board in view.boards for cell in board.cells]
    return sum(len(cell.pieces) + sum(counter.amount for counter in cell.counters) for cell in cells)


def _frame(board: BoardGraphicsView, application: QApplication, clock: Callable[[], float]) -> float:
    began = clock()
    board.viewport().repaint()
    application.processEvents()
    return clock() - began


if __name__ == "__main__":
    main()
