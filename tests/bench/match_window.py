"""How long a turn of the event loop takes in the whole window, while a match is played, looked at and explained.

A match against computer players is opened at its fullest turn and played on with the mouse, with animations. Every turn
of the event loop is measured: board, sidebar, hand and prompt are all in it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar

from app.base.paths import find_user_folders
from app.shell.application import make_application, make_window
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions
from app.storage.matches import MatchNote, write_note
from app.storage.settings import Settings, SettingsFile
from app.table.page import TablePage
from dsl.bots import make as make_bot
from dsl.match.branching import branch
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.page_driver import PageDriver
from tests.bench.figures import ROOT, at_percentile, folder_of, heading
from tests.bench.games import games

FRAME = 0.016  #: seconds
_SIZES = {1: (1920, 1080), 2: (960, 540)}  #: of the window, by the scale of the screen
_WORK = 0.0005  #: seconds; a turn of the event loop that takes less had nothing to do
_REST = 0.35  #: seconds without work, after which nothing more comes: previews wait for the pointer to rest
_PATIENCE = 60.0  #: seconds
_SEED = 1
_CHOICES = {"dinosaures": 220}  #: made before the match is opened, by game
_USUAL = 60
_HOVERED = 60  #: things under the pointer, at most


class TurnClock:
    """Measures turns of the event loop of an application, each under what is being done."""

    def __init__(self, application: QApplication, clock: Callable[[], float]) -> None:
        self._application, self._clock = application, clock
        self.turns: dict[str, list[float]] = {}

    def act(self, doing: str, action: Callable[[], object]) -> None:
        """Measure an action with the turn of the event loop that follows it, as one turn."""
        began = self._clock()
        action()
        self._application.processEvents()
        self.turns.setdefault(doing, []).append(self._clock() - began)

    def until(self, doing: str, done: Callable[[], bool], rest: float = 0.0) -> None:
        """Measure the turns until something is done and then nothing happens for some seconds."""
        found = self.turns.setdefault(doing, [])
        end, quiet = time.monotonic() + _PATIENCE, time.monotonic()
        while time.monotonic() < end and not (done() and time.monotonic() - quiet >= rest):
            began = self._clock()
            self._application.processEvents()
            took = self._clock() - began
            if took > _WORK:
                found.append(took)
                quiet = time.monotonic()
            else:
                time.sleep(0.001)  # so that computer players have the processor


def main() -> None:
    """Measure one game or all official ones."""
    parser = argparse.ArgumentParser(description="Turns of the event loop of the whole window during a match.")
    parser.add_argument("game", nargs="?", default="", help="the folder's name of an official game")
    parser.add_argument("-n", "--number", type=int, default=12, help="choices to make")
    parser.add_argument("--scale", type=int, choices=_SIZES, default=1, help="pixels of the screen for one of a window")
    parser.add_argument("--cpu", action="store_true", help="measure processor time, for a busy machine")
    arguments = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = str(arguments.scale)
    clock = time.thread_time if arguments.cpu else time.perf_counter
    application = make_application()
    wide, high = _SIZES[arguments.scale]
    heading(f"turns of the event loop in a window of {wide} by {high} at scale {arguments.scale}, in milliseconds")
    print(f"  {'game':<24}{'doing':<14}{'turns':>7}{'median':>8}{'p99':>8}{'longest':>9}{'over 16':>9}")
    folders = [folder_of(arguments.game)] if arguments.game else games(ROOT / "rulesets")
    for folder in folders:
        with tempfile.TemporaryDirectory() as own:
            times = _measured(folder, Path(own), arguments, application, clock)
        for doing, turns in times.items():
            print(f"  {folder.name:<24}{doing:<14}" + _figures(turns), flush=True)


def _figures(turns: Sequence[float]) -> str:
    if not turns:
        return f"{0:>7}"
    ordered = sorted(turns)
    figures = ordered[len(ordered) // 2], at_percentile(turns, 99), ordered[-1]
    late = sum(each > FRAME for each in turns)
    return f"{len(turns):>7}{figures[0] * 1000:>8.1f}{figures[1] * 1000:>8.1f}{figures[2] * 1000:>9.1f}{late:>9}"


def _measured(
    folder: Path, own: Path, arguments: argparse.Namespace, application: QApplication, clock: Callable[[], float]
) -> dict[str, list[float]]:
    turns = TurnClock(application, clock)
    with _window(own, application, _SIZES[arguments.scale]) as window:
        _open(window, _journal(folder, own), turns)
        page = window.session.table_page if window.session is not None else None
        assert page is not None
        driver = PageDriver(page)
        turns.until("opened", lambda: driver.decision is not None and page.table_layout.board.sharp, _REST)
        _hover(driver, turns)
        _look(page, driver, turns)
        for _ in range(arguments.number):
            if driver.decision is None:
                break
            option = driver.any_option()
            turns.act("chosen", lambda option=option: driver.play(option))
            turns.until("played", lambda: driver.over or (driver.decision is not None and not page.animating), _REST)
    return turns.turns


@contextmanager
def _window(own: Path, application: QApplication, size: tuple[int, int]) -> Iterator[MainWindow]:
    settings = replace(Settings(), theme="light", language="en", motion="full", sound=0, player="Mara")
    SettingsFile(find_user_folders(own).settings).store(settings)
    window = make_window(application, WindowOptions(own))
    window.resize(*size)
    window.show()
    QTest.qWaitForWindowExposed(window)
    try:
        yield window
    finally:
        window.close()
        QTest.qWait(50)


def _journal(folder: Path, own: Path) -> Path:
    """Let computer players begin a match; return the journal of one in which the first seat is a person's."""
    pack = load(folder)
    colours = pack.rules.colours[: max(pack.players)]
    matches = find_user_folders(own).matches
    matches.mkdir(parents=True, exist_ok=True)
    played, journal = own / "played.journal", matches / f"{folder.name}.journal"
    bots = [SeatPlan(colour, "bot:random", colour) for colour in colours]
    table = Table(pack, bots, {}, _SEED, played, lambda *which: make_bot(*which))
    made = 0
    while not table.match.over and (made < _CHOICES.get(folder.name, _USUAL) or table.bot_to_move != colours[0]):
        made += table.step_bots()
    table.close()
    seats = [SeatPlan(seat.colour, "human" if seat is bots[0] else "bot:gentle", seat.name) for seat in bots]
    branch(played, len(table.entries), seats, journal)
    write_note(journal, MatchNote(folder.name, tuple(colours), 1, "", table.match.over))
    return journal


def _open(window: MainWindow, journal: Path, turns: TurnClock) -> None:
    turns.until("start", lambda: True, _REST)
    turns.act("opened", lambda: window.open_file(journal))
    turns.until("opened", lambda: window.session is not None and window.session.table_page is not None)


def _hover(driver: PageDriver, turns: TurnClock) -> None:
    """Move the pointer over the things and places of the board, and let it rest on some of them."""
    board, scene = driver.page.table_layout.board, driver.page.table_layout.scene
    spots = list(scene.hit_test.things.values()) + list(scene.hit_test.cells.values())
    points = [board.mapFromScene(*spot.middle) for spot in spots]
    inside = [point for point in points if board.viewport().rect().contains(point)]
    step = max(1, len(inside) // _HOVERED)
    for number, point in enumerate(inside[::step]):
        turns.act("hovered", lambda point=point: QTest.mouseMove(board.viewport(), point))
        if number % 4 == 0:
            turns.until("hovered", lambda: True, 0.2)
    turns.act("hovered", lambda: QTest.mouseMove(board.viewport(), QPoint(2, 2)))
    turns.until("hovered", lambda: True, _REST)


def _look(page: TablePage, driver: PageDriver, turns: TurnClock) -> None:
    """Enlarge things, switch overlays, scroll the lists."""
    layout = page.table_layout
    spots = list(layout.scene.hit_test.things)[:3]
    for spot in spots:
        turns.act("enlarged", lambda spot=spot: layout.board.enlarge_requested.emit(*spot))
        turns.until("enlarged", lambda: True, 0.2)
        turns.act("enlarged", layout.enlarged.hide)
        turns.until("enlarged", lambda: True, 0.2)
    for name in ("majorities", "threats", "reach"):
        for _ in range(2):
            turns.act("overlays", lambda name=name: page.toggle_overlay(name))
            turns.until("overlays", lambda: True, _REST)
    for which in (layout.log, layout.moves, layout.cells):
        turns.act("lists", lambda which=which: layout.show_list(which))
        turns.until("lists", lambda: True, 0.2)
        for bar in which.findChildren(QScrollBar):
            for step in range(30):
                turns.act("scrolled", lambda bar=bar, step=step: bar.setValue(bar.maximum() * step // 30))
    turns.act("lists", lambda: layout.show_list(layout.log))
    turns.until("lists", lambda: True, 0.2)
    layout.board.setFocus(Qt.FocusReason.OtherFocusReason)


if __name__ == "__main__":
    sys.exit(main())
