"""How long the fullest board of a game takes to paint at 1920x1080 without a graphics card, turn by turn."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.appearance.drawings import PIXMAPS
from app.appearance.look import game_look
from app.base.garbage_collection import WindowGarbageCollector
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.model.board_rotation import FIXED, rotation_step
from dsl.match.match import Match, view_of
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.view import EventView, View
from tests.bench.figures import ROOT, at_percentile, clock_of, folder_of, heading, read_arguments, show
from tests.bench.games import games

_CHOICES = 400  #: of a random match, at most
_STEPS = 40  #: of a growing board
_ROTATIONS = 6  #: of a board that can be turned
_FRAME, _FIRST = 0.016, 1.0  #: seconds: targets of a frame or turn, at the 99th percentile, and of the first frame
_WORK = 0.0005  #: seconds; a turn of the event loop that takes less had nothing to do


@dataclass(slots=True)
class _Times:
    """Seconds of each frame, or of each turn of the event loop."""

    first: list[float] = field(default_factory=list)
    still: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)
    zoomed: list[float] = field(default_factory=list)
    crisp: list[float] = field(default_factory=list)
    grown: list[float] = field(default_factory=list)
    at_once: list[float] = field(default_factory=list)
    turned: list[float] = field(default_factory=list)


def main() -> None:
    """Measure one game in full, or all games in a line each."""
    arguments = read_arguments("Time to paint the fullest board of a game, or of every game.", game="", number=100)
    clock, application = clock_of(arguments), QApplication([])
    collector = WindowGarbageCollector(application)  # as the window does
    if arguments.game:
        _show_one(folder_of(arguments.game), arguments.number, clock, application)
    else:
        heading(
            "99th percentile in milliseconds, and the longest: frames of a board that rests, moves, is zoomed, "
            "grows, is turned"
        )
        columns = ("first", "still", "moved", "zoomed", "until crisp", "grown", "at once", "turned")
        print(f"  {'game':<24}" + "".join(f"{column:>15}" for column in columns) + f"{'load':>6}  verdict")
        for folder in games(ROOT / "rulesets"):
            print(_line(folder.name, _measured(folder, arguments.number, clock, application)), flush=True)
    collector.close()


def _show_one(folder: Path, number: int, clock: Callable[[], float], application: QApplication) -> None:
    heading(f"painting {folder.name}")
    times = _measured(folder, number, clock, application)
    show("first frame: all drawings are read and rendered", times.first)
    show("the same frame again", times.still)
    show("the board moved", times.moved)
    show("another zoom level", times.zoomed)
    show("turns until all is crisp again", times.crisp)
    if times.grown:
        show("turns while the board grows", times.grown)
        show("turns while it grows without animation", times.at_once)
    if times.turned:
        show("turns while the board is turned", times.turned)
    print(f"  targets: {_verdict(times)}")


def _line(name: str, times: _Times) -> str:
    figures = (
        times.first,
        times.still,
        times.moved,
        times.zoomed,
        times.crisp,
        times.grown,
        times.at_once,
        times.turned,
    )
    return f"  {name:<24}" + "".join(map(_figures, figures)) + f"{os.getloadavg()[0]:>6.1f}  {_verdict(times)}"


def _verdict(times: _Times) -> str:
    """Return whether the targets are met, and by which columns they are missed."""
    named = {each.name: getattr(times, each.name) for each in fields(times)}
    missed = [
        name.replace("_", " ")
        for name, seconds in named.items()
        if seconds and at_percentile(seconds, 99) > (_FIRST if name == "first" else _FRAME)
    ]
    return f"missed: {', '.join(missed)}" if missed else "met"


def _figures(seconds: Sequence[float]) -> str:
    return f"{at_percentile(seconds, 99) * 1000:>8.1f}{max(seconds) * 1000:>7.1f}" if seconds else f"{'-':>15}"


def _measured(folder: Path, number: int, clock: Callable[[], float], application: QApplication) -> _Times:
    """Measure the first frame of the fullest position, frames of a board that moves and is zoomed, and every turn of
    the event loop until it is crisp again, and while the board is turned and grows."""
    times, growth = _Times(), _growth(load(folder))
    view = max((after for _, after in growth), key=_things)
    scene = BoardScene(game_look(folder).for_players(view.colours))
    scene.show_state(view)
    board = BoardGraphicsView(scene)
    board.resize(1920, 1080)
    board.show()
    times.first.append(_frame(board, application, clock))
    gc.collect()
    gc.freeze()  # as an open match does
    times.still = [_frame(board, application, clock) for _ in range(number)]
    rendered = PIXMAPS.rendered
    for step in range(number):
        bar = board.horizontalScrollBar()
        bar.setValue(bar.value() + (3 if step % 2 else -3))
        times.moved.append(_frame(board, application, clock))
    assert PIXMAPS.rendered == rendered, "moving the board renders no drawing again"
    factors = [1.15] * 6 + [1 / 1.15] * 9 + [1.15] * 3  # of a wheel: into the board, out of it, and back
    for step in range(number):
        began = clock()
        board.zoom_by(factors[step % len(factors)])  # may paint the board, to draw the next frames from that picture
        times.zoomed.append(clock() - began + _frame(board, application, clock))
        if step % len(factors) in (5, 14, 17):  # the user looks
            times.crisp += _turns(lambda: board.sharp, application, clock)
    times.crisp += _turns(lambda: board.sharp, application, clock)
    board.fit(smooth=False)
    _turns(lambda: board.sharp, application, clock)
    board.set_animated(True)
    step = rotation_step(view.boards, game_look(folder).boards)
    for number in range(_ROTATIONS if step != FIXED else 0):
        began = clock()
        scene.set_rotation((number + 1) * step)
        times.turned.append(clock() - began)
        times.turned += _turns(lambda: board.sharp, application, clock)
    scene.set_rotation(0)
    scene.show_state(growth[0][1])
    _turns(lambda: board.sharp, application, clock)
    for _, after in growth[1 : 1 + _STEPS]:
        began = clock()
        scene.show_state(after)
        times.at_once.append(clock() - began)
        times.at_once += _turns(lambda: board.sharp, application, clock)
    scene.images.cache.clear()
    scene.show_state(growth[0][1])
    _turns(lambda: board.sharp, application, clock)
    for events, after in growth[1 : 1 + _STEPS]:
        began = clock()
        scene.animate(events, after)
        times.grown.append(clock() - began)
        times.grown += _turns(lambda: board.sharp and not scene.animating, application, clock)
    for each in (board, scene):
        each.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return times


def _turns(done: Callable[[], bool], application: QApplication, clock: Callable[[], float]) -> list[float]:
    """Return how long each turn of the event loop takes until `done` and nothing more is to do."""
    found: list[float] = []
    rest = 0
    while rest < 50 or not done():
        began = clock()
        application.processEvents()
        took = clock() - began
        rest = 0 if took > _WORK or not done() else rest + 1
        if took > _WORK:
            found.append(took)
    return found


def _growth(pack: Ruleset) -> list[tuple[Sequence[EventView], View]]:
    """Return the positions of a random match that have more things on the board than all before them, each with the
    events since the one before."""
    players = max(pack.players)
    match = Match(pack, players, pack.options(players, {}), 1)
    dice = random.Random(1)
    found: list[tuple[Sequence[EventView], View]] = [((), view_of(match, ""))]
    told = len(match.events_of(""))
    for _ in range(_CHOICES):
        question = match.question
        if question is None:
            break
        match.choose(question.position, dice.choice(question.options), question.seat)
        view = view_of(match, "")
        if _things(view) > _things(found[-1][1]):
            events = match.events_of("")
            found.append((events[told:], view))
            told = len(events)
    return found


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
