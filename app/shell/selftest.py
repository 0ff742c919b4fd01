"""`gondwana selftest`: checks that an installed program is complete.

It imports every module, opens every page and dialog, loads every game, lets bots play a match of each, and opens that
match in the window. It writes to a temporary folder; the user's files are not touched.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtGui import QImageReader, QShortcut
from PySide6.QtWidgets import QMessageBox

from app.base.paths import find_user_folders, home, official_rulesets
from app.net.server.host_process import is_running
from app.shell.application import make_application, make_window
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions, has_display
from app.storage.game_library import GameCard, find_games

if TYPE_CHECKING:
    from app.controllers.network_session import NetworkSession

#: Libraries of the extras, and what only they use: an installed program does not have them.
_EXTRAS = ("matplotlib", "numpy", "distributed", "dask", "pygls", "lsprotocol", "asyncio")
_PATIENCE = 30  #: seconds for a page to be ready
_PAUSE = 0.005  #: seconds between two looks at what is waited for


class SelfTestError(Exception):
    """A part of the program does not work."""


def run(arguments: Sequence[str]) -> int:
    """Run all checks, print their results, and return 0 if all pass."""
    options = _options(arguments)
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="gondwana-", ignore_cleanup_errors=True) as folder:
        failed = [name for name, check in _checks(Path(folder), options) if not _passes(name, check)]
    print(f"{len(failed)} of the parts do not work: {', '.join(failed)}" if failed else "everything works")
    return 1 if failed else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="gondwana selftest", description="Tries whether this program is whole.")
    parser.add_argument("--native", action="store_true", help="fail if rules do not run as machine code")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep a picture of every page")
    return parser.parse_args(arguments)


def _passes(name: str, check: Callable[[], str]) -> bool:
    began = time.monotonic()
    try:
        said = check()
    except Exception:
        print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)
        return False
    print(f"works   {name}{': ' if said else ''}{said} ({time.monotonic() - began:.1f} s)", flush=True)
    return True


def _checks(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "modules", import_everything
    yield "files", find_the_files
    yield "machine code", lambda: run_rules(options.native)
    application = make_application()
    window = make_window(application, WindowOptions(folder, language="fr", theme="light"))
    checks = WindowCheck(window, folder, options.pictures)
    yield "pages", checks.open_pages
    games = find_games(official_rulesets(), folder / "none")
    for game in games:
        yield game.name, partial(checks.play, game)
    yield "network", partial(checks.open_table, games[0], find_user_folders(folder).matches)
    yield "thinking", lambda: think(folder)
    yield "failures", checks.show_failures
    window.close()


def import_everything() -> str:
    """Import every module of ours."""
    count = 0
    for package in ("app", "dsl"):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if found.name.endswith("__main__"):
                continue
            try:
                importlib.import_module(found.name)
            except ModuleNotFoundError as error:
                if (error.name or "").partition(".")[0] not in _EXTRAS:
                    raise
            count += 1
    if count < 100:
        raise SelfTestError(f"only {count} modules were found")
    return f"{count} imported"


def find_the_files() -> str:
    """Check that window and command line find the same games, and that Qt reads the pictures."""
    from dsl.cli.common import RULESETS, games

    named = {game.name for game in find_games(official_rulesets(), Path())}
    if official_rulesets().resolve() != RULESETS.resolve() or named != set(games()):
        raise SelfTestError(f"the window knows {sorted(named)}, the command line {sorted(games())}")
    pictures = list((home() / "resources").rglob("*.svg"))
    unread = [path.name for path in pictures if QImageReader(str(path)).read().isNull()]
    if not pictures or unread:
        raise SelfTestError(f"pictures that cannot be read: {unread or 'all'}")
    return f"{len(named)} games, {len(pictures)} pictures"


def run_rules(native: bool) -> str:
    """Run a small module as machine code, if this system allows it."""
    from dsl.runtime.runner_selection import select_runner

    found = select_runner()
    if native and found.name != "native":
        raise SelfTestError(found.reason)
    return f"{found.name}; {found.reason}"


def think(folder: Path) -> str:
    """Let a bot that thinks in a process of its own play a small game."""
    from dsl.bots.bot_service import BotService
    from dsl.match.journal import SeatPlan
    from dsl.match.rulesets.ruleset import load
    from dsl.match.table import Table

    games = [game for game in find_games(official_rulesets(), folder / "none") if game.shelf]
    pack = load(min(games, key=lambda game: sum(rules.stat().st_size for rules in game.folder.glob("*.rules"))).folder)
    minds, until = BotService(), time.monotonic() + _PATIENCE
    players = ("bot:gentle", *["bot:random"] * (pack.players[0] - 1))
    seats = [SeatPlan(colour, player) for colour, player in zip(pack.rules.colours, players, strict=False)]
    table = Table(pack, seats, {}, 1, None, minds)
    try:
        while not table.match.over:
            if not table.step_bots() and time.monotonic() > until:
                raise SelfTestError(f"no answer came within {_PATIENCE} s")
    finally:
        table.close()
        minds.close()
    return f"a match of {pack.name}"


class WindowCheck:
    """Operates the window."""

    def __init__(self, window: MainWindow, folder: Path, pictures: Path | None) -> None:
        self._window, self._folder, self._pictures = window, folder, pictures
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)

    def open_pages(self) -> str:
        """Open every page without a match, in both languages and all themes."""
        window = self._window
        window.show()
        for name, show in (
            ("show_start", window.show_start),
            ("show_preferences", window.menus.settings_requested.emit),
            ("show_about", window.menus.about_requested.emit),
        ):
            show()
            self._look(name)
        for signal, names in (
            (window.menus.theme_requested, ("dark", "contrast", "light")),
            (window.menus.language_requested, ("en", "fr")),
        ):
            for name in names:
                signal.emit(name)
                self._look(f"about-{name}")
        return ""

    def play(self, game: GameCard) -> str:
        """Set the game up, let bots play it, and open the match in the window."""
        self._window.set_up(game)
        self._wait(self._window.setup.start.isEnabled, f"the set-up of {game.name}")
        self._look(f"{game.name}-setup")
        journal = self._folder / f"{game.name}.journal"
        choices = _match_of_bots(game.folder, journal)
        self._window.open_file(journal)
        page = self._window.session.table_page if self._window.session is not None else None
        if page is None:
            raise SelfTestError(f"{journal.name} did not open")
        self._wait(lambda: page.view is not None, "the table")
        self._look(f"{game.name}-score")
        page.score.board.click()
        self._look(f"{game.name}-table")
        self._press_keys(page.findChildren(QShortcut), "H")
        self._look("keys")
        self._window.show_start()
        return f"{choices} choices"

    def open_table(self, game: GameCard, matches: Path) -> str:
        """Host a network table in a process of its own, for this computer only, and join it."""
        window, network = self._window, self._window.network
        window.set_up(game)
        self._wait(window.setup.network.isEnabled, f"the set-up of {game.name}")
        window.setup.network.click()
        self._look("open-table")
        network.host_page.here_only.setChecked(True)
        network.host_page.open.click()
        session = self._network_session()
        self._wait(session.lobby.ready.isEnabled, "the lobby")
        self._look("lobby")
        network.close_table()
        self._wait(lambda: session.widget.currentWidget() is session.join_page, "the end")
        locks = [lock.with_suffix(".journal") for lock in matches.glob("*.lock")]  # released last
        self._wait(lambda: not any(map(is_running, locks)), "the end of the table's process")
        window.show_start()
        return ""

    def _network_session(self) -> NetworkSession:
        """Wait for the session at the table that the window hosts, and return it."""
        from app.controllers.network_session import NetworkSession

        self._wait(lambda: self._window.session is not None, "the table's process")
        session = self._window.session
        if not isinstance(session, NetworkSession):
            raise SelfTestError("the window is not at its own table")
        return session

    def show_failures(self) -> str:
        """Open the dialogs that report failures."""
        self._window.show_failure(Path("report.txt"), "on purpose")
        self._window.show_crash(Path("report.txt"))
        self._look("failure")
        for box in self._window.findChildren(QMessageBox):
            box.close()
        return ""

    @staticmethod
    def _press_keys(shortcuts: Sequence[QShortcut], key: str) -> None:
        for shortcut in shortcuts:
            if shortcut.key().toString() == key:
                shortcut.activated.emit()

    def _look(self, name: str) -> None:
        """Let the window paint itself, and check that it is not empty."""
        self._settle()
        picture = self._window.grab()
        if picture.isNull():
            raise SelfTestError(f"{name} is not painted")
        if self._pictures is not None:
            picture.save(str(self._pictures / f"{name}.png"))

    def _wait(self, ready: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + _PATIENCE
        while not ready():
            if time.monotonic() > until:
                raise SelfTestError(f"{what} is not ready after {_PATIENCE} s")
            self._settle()
            time.sleep(_PAUSE)  # leaves the processor to the processes that are waited for

    @staticmethod
    def _settle() -> None:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def _match_of_bots(folder: Path, journal: Path) -> int:
    """Let bots play a match at random; return the number of choices."""
    from dsl.bots import make
    from dsl.match.journal import SeatPlan
    from dsl.match.rulesets.ruleset import load
    from dsl.match.table import Table

    pack = load(folder)
    seats = [SeatPlan(colour, "bot:random") for colour in pack.rules.colours[: pack.players[0]]]
    table = Table(pack, seats, {}, 1, journal, make)
    choices = 0
    try:
        while table.step_bots():
            choices += 1
        if not table.match.over:
            raise SelfTestError(f"{folder.name} stopped after {choices} choices")
    finally:
        table.close()
    return choices
