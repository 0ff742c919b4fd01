"""Makes the pictures of the README and the manual, in this folder, by opening the program without a display.

    .venv/bin/python -m docs.pictures.make            all of them; some three minutes
    .venv/bin/python -m docs.pictures.make hexes end  some of them

Matches are played by bots from fixed seeds, so that a picture changes only with the program or with its game.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.base.paths import find_user_folders, official_rulesets
from app.screens.gallery import GamePicture
from app.session.local_matches import note_of
from app.shell.application import make_application, make_window
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions
from app.storage.board_position import position_of, write_position
from app.storage.game_library import find_games
from app.storage.matches import position_path, write_note
from app.storage.settings import Settings, SettingsFile
from dsl.bots import make as make_bot
from dsl.match.branching import branch
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.network import Person, play

HERE = Path(__file__).resolve().parent
_SIZE = QSize(1366, 768)
_WIDTH = 1000  #: of a picture beside another one, in pixels
_QUALITY = 84  #: of a JPEG, from 0 to 100
_SETTLED, _ROUNDS = 1500, 60  #: milliseconds and rounds of the event loop until nothing moves any more
_PATIENCE = 120  #: seconds
_SEED = 1  #: of all matches
_NAMES = ("Mara", "Arthur", "Noor")


def until(ready: Callable[[], object], timeout: int = _PATIENCE * 1000) -> None:
    """Let the program work until something holds; `timeout` is in milliseconds. Raises TimeoutError."""
    end = time.monotonic() + timeout / 1000
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(ready)
        QTest.qWait(20)


def _application() -> QApplication:
    """Return the application, which is made once."""
    made = QApplication.instance()
    assert isinstance(made, QApplication)
    return made


@cache
def _system_font() -> QFont:
    """Return the font of the system, as it was before the first window."""
    return QFont(_application().font())


def use_system_font() -> None:
    """Let the next window begin with the font of the system: the window before it has set another size."""
    _application().setFont(_system_font())


def settle() -> None:
    """Let covers, animations and layouts come to rest, also on a busy machine."""
    QTest.qWait(_SETTLED)
    for _ in range(_ROUNDS):
        QApplication.processEvents()


class Waits:
    """What a `Person` of the tests needs in place of pytest-qt."""

    def waitUntil(self, callback: Callable[[], object], *, timeout: int) -> None:
        """Wait for a condition."""
        until(callback, timeout)

    def addWidget(self, widget: QWidget) -> None:
        """Do nothing: the window is closed by its person."""


class Program:
    """A window with folders of its own."""

    def __init__(self, theme: str = "light", language: str = "en", size: QSize = _SIZE) -> None:
        use_system_font()
        self.folder = Path(tempfile.mkdtemp(prefix="pictures-"))
        self.folders = find_user_folders(self.folder)
        settings = replace(
            Settings(), theme=theme, language=language, speed=0, motion="none", player=_NAMES[0], sound=0
        )
        SettingsFile(self.folders.settings).store(settings)
        self.window: MainWindow = make_window(_application(), WindowOptions(self.folder))
        self.window.resize(size)
        self.window.show()
        self.window.activateWindow()
        QTest.qWait(200)
        self.window.resize(size)

    def picture(self) -> QImage:
        """Return a picture of the window, and close it."""
        settle()
        image = self.window.grab().toImage()
        self.window.close()
        return image

    def set_up(self, game: str) -> None:
        """Show the set-up page of a game."""
        self.window.set_up(self.window._games.named(game))
        until(self.window.setup.start.isEnabled)

    def match(self, game: str, choices: int, players: int = 2, bot: str = "bot:gentle", *, ends: bool = False) -> Path:
        """Let bots play; return the journal of a match that a person plays on after so many choices, in the person's
        next turn, or which has come to its end."""
        folder = next(card.folder for card in find_games(official_rulesets(), Path()) if card.name == game)
        pack = load(folder)
        colours = pack.rules.colours[:players]
        self.folders.matches.mkdir(parents=True, exist_ok=True)
        played, journal = self.folder / f"{game}.journal", self.folders.matches / f"{game}.journal"
        bots = [SeatPlan(colour, bot, name) for colour, name in zip(colours, _NAMES, strict=False)]
        table = Table(pack, bots, {}, _SEED, played, lambda *which: make_bot(*which))
        made = 0
        while not table.match.over and (ends or made < choices or table.bot_to_move != colours[0]):
            made += table.step_bots()
        names = dict(zip(colours, _NAMES, strict=False))
        view = table.view("")
        table.close()
        person = [replaced(seat, "human") if seat is bots[0] else seat for seat in bots]
        branch(played, len(table.entries), person, journal)
        write_note(journal, note_of(view, folder, names.__getitem__, people=colours[:1]))
        if (position := position_of(view)) is not None:
            write_position(position_path(journal), position)
        return journal

    def open(self, journal: Path) -> None:
        """Open a match."""
        self.window.open_file(journal)
        session = self.window.session
        assert session is not None
        until(lambda: session.table_page is not None and session.table_page.view is not None)
        session.origin.show_state([])  # where the match came from


def replaced(seat: SeatPlan, player: str) -> SeatPlan:
    """Return a seat with another player."""
    return SeatPlan(seat.colour, player, seat.name)


# ---- the pictures


def table(
    game: str, choices: int, players: int = 2, theme: str = "light", language: str = "en", bot: str = "bot:gentle",
    pointed: str = "",
) -> QImage:  # fmt: skip
    """A match on the table, with the pointer on a place of the board if one is named."""
    program = Program(theme, language)
    program.open(program.match(game, choices, players, bot))
    if pointed:
        settle()
        scene = program.window.session.table_page.table_layout.scene
        scene.hovered.emit(*next(spot for spot in scene.hit_test.things if spot.place == pointed))
    return program.picture()


def ended(game: str, players: int) -> QImage:
    """The end of a match."""
    program = Program()
    program.open(program.match(game, 0, players, ends=True))
    until(lambda: program.window.session.table_page.score.isVisible())
    return program.picture()


def start() -> QImage:
    """The first page, with matches to resume."""
    program = Program()
    for game, choices in (("chess", 20), ("oware", 8), ("trias", 40)):
        program.match(game, choices, 3 if game == "trias" else 2)
        time.sleep(1.1)  # so that the newest is the last one
    program.window.show_start()
    QTest.qWait(_SETTLED)
    until(lambda: all(each.painted for each in program.window.findChildren(GamePicture) if each.isVisible()))
    return program.picture()


def lesson() -> QImage:
    """A lesson at the table."""
    program = Program()
    window = program.window
    window.lessons.show(window._games.named("trias"))
    window.lessons.page.lesson_chosen.emit(next(iter(window.lessons.page.buttons)))
    session = window.session
    until(lambda: session.page.view is not None)
    while session.panel.next.isEnabled():
        session.panel.next.click()
        QTest.qWait(200)
    session.panel.hint.click()
    return program.picture()


_HOUSE = """set option.action_points = 5
set option.drift_cost = 2
-- Herds may breed at once.
set option.newborn_breeds = yes

with 2 players
    action_points = 4
"""


def workshop(page: str) -> QImage:
    """The workshop with a house rule, and one of the pages beside it: `tryout`, `effects` or `examples`."""
    program = Program()
    program.set_up("trias")
    window = program.window
    path = window.workshop.create_house_rule(window.setup.game, "Quick tectonics")
    window.workshop.open(window.setup.game, path)
    shown = window.workshop.page
    shown.editor.moveCursor(QTextCursor.MoveOperation.End)
    shown.editor.insertPlainText(_HOUSE)
    shown.save_document()
    until(lambda: shown.controls.page is not None and shown.results.changes.sentences)
    shown.results.setCurrentWidget(getattr(shown.results, page))
    if page == "effects":
        effects = shown.results.effects
        effects.start.click()
        until(lambda: not effects.running and effects.effects is not None)
    elif page == "tryout":
        until(lambda: shown.results.tryout.page is not None and shown.results.tryout.page.view is not None)
    else:
        examples = shown.results.examples
        until(lambda: len(examples._icons) > 5)  # the pictures of positions are painted when all examples have run
        while shown.controls.page.anchor != "steps":
            shown.controls.next.click()
        shown.controls.show_part("option.drift_cost")
    return program.picture()


def rulebook() -> QImage:
    """The rulebook of a game, at what is in its box."""
    program = Program()
    program.set_up("trias")
    program.window._show_rulebook_before()
    QTest.qWait(500)
    browser = program.window.rulebook.book
    browser.verticalScrollBar().setValue(360)
    return program.picture()


def new_game() -> QImage:
    """The page of a new game."""
    program = Program()
    program.window.menus.new_game_requested.emit()
    page = program.window.workshop.new_game
    page.title.setText("Reed pond")
    page.shape.setCurrentIndex(page.shape.findData("hexes"))
    page.piece_rows[0].english.setText("frog")
    page.piece_rows[0].french.setText("grenouille")
    page.add_piece.click()
    page.piece_rows[1].english.setText("heron")
    page.piece_rows[1].french.setText("héron")
    page.deeds["step"].setChecked(True)
    QTest.qWait(_SETTLED)  # the preview follows after a pause
    until(lambda: page.preview._shown is not None)
    return program.picture()


def network() -> QImage:
    """A match of two windows, in English and in French."""
    people = []
    for name, code in (("Ann", "en"), ("Béa", "fr")):
        use_system_font()
        people.append(Person(Waits(), Path(tempfile.mkdtemp()), name, code))
    ann, bea = people
    ann.open_table("trias")
    bea.go_to(ann)
    bea.sit_down()
    for person in people:
        person.be_ready()
    for person in people:
        person.until(lambda person=person: person.at_table)
    play(people, 26)
    settle()
    left, right = (person.window.grab().toImage() for person in people)
    for person in people:
        person.end()
    both = QImage(left.width() + right.width() + 24, left.height(), QImage.Format.Format_RGB32)
    both.fill(QColor("#ffffff"))
    painter = QPainter(both)
    painter.drawImage(0, 0, left)
    painter.drawImage(left.width() + 24, 0, right)
    painter.end()
    return both


#: Each picture with its width in pixels.
PICTURES: dict[str, tuple[Callable[[], QImage], int]] = {
    "table": (partial(table, "trias", 75, 3), _SIZE.width()),
    "areas": (partial(table, "triassic-terror", 44), _WIDTH),
    "hexes": (partial(table, "dinosaurs-and-unicorns", 70, 3), _WIDTH),
    "figurines": (partial(table, "dinosaures", 90, bot="bot:random", pointed="b2"), _WIDTH),
    "squares": (partial(table, "chess", 20), _WIDTH),
    "heaps": (partial(table, "oware", 14), _WIDTH),
    "dark": (partial(table, "trias", 30, 2, "dark", "fr"), _WIDTH),
    "contrast": (partial(table, "triassic-terror", 30, 2, "contrast"), _WIDTH),
    "end": (partial(ended, "trias", 3), _WIDTH),
    "start": (start, _WIDTH),
    "lesson": (lesson, _WIDTH),
    "workshop": (partial(workshop, "examples"), _WIDTH),
    "effects": (partial(workshop, "effects"), _WIDTH),
    "rulebook": (rulebook, _WIDTH),
    "new-game": (new_game, _WIDTH),
    "network": (network, 1800),
}


def main(names: Sequence[str]) -> int:
    """Make some pictures, or all; return the exit code."""
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        print(f"no such picture: {', '.join(unknown)}; known: {', '.join(PICTURES)}", file=sys.stderr)
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    make_application()
    for name in names or PICTURES:
        shot, width = PICTURES[name]
        image = shot().scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        path = HERE / f"{name}.jpg"
        image.save(str(path), "JPEG", _QUALITY)
        print(f"{path.name}: {image.width()}x{image.height()}, {path.stat().st_size // 1024} kB", flush=True)
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # the processes of bots and services end with this one
