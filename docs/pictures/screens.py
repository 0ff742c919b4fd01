"""Contact sheets of every screen outside an open table, to be looked at: each in three themes and two languages.

    .venv/bin/python -m docs.pictures.screens FOLDER                      1366x768, all screens
    .venv/bin/python -m docs.pictures.screens FOLDER 1920x1080 lobby      another size, some screens
    QT_SCALE_FACTOR=2 .venv/bin/python -m docs.pictures.screens FOLDER 960x540

A sheet `SIZE-SCREEN.png` has a row for each language and a column for each theme.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QMessageBox, QWidget

from app.screens.gallery import GamePicture
from app.shell.application import make_application
from app.storage.settings import with_recent
from docs.pictures.make import Program, Waits, until, use_system_font
from tests.app.network import Person

_THEMES, _LANGUAGES = ("light", "dark", "contrast"), ("en", "fr")
_WIDE = 980  #: of a screen on a sheet, in pixels
_PAUSE = 350  #: milliseconds until a page is at rest after a change of theme or language


class Sheets:
    """Takes the sheets of the screens that are wanted."""

    def __init__(self, folder: Path, size: QSize, wanted: Sequence[str]) -> None:
        self._folder, self.size, self._wanted = folder, size, wanted

    def program(self) -> Program:
        """Return a new window of the size."""
        return Program(size=self.size)

    def take(self, name: str, program: Program | Person, show: Callable[[], object] = lambda: None) -> None:
        """Show a screen, and keep it in all themes and languages; `show` is called again for each of them."""
        if self._wanted and name not in self._wanted:
            return
        window = program.window
        high = _WIDE * self.size.height() // self.size.width()
        sheet = QImage(_WIDE * len(_THEMES), high * len(_LANGUAGES), QImage.Format.Format_RGB32)
        painter = QPainter(sheet)
        for row, language in enumerate(_LANGUAGES):
            for column, theme in enumerate(_THEMES):
                window.settings.apply(replace(window.settings.current, theme=theme, language=language))
                show()
                QTest.qWait(_PAUSE)
                for picture in window.findChildren(GamePicture):
                    if picture.isVisible():
                        until(lambda picture=picture: picture.painted)
                image = _with_popups(window)
                scaled = image.scaled(
                    _WIDE, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
                scaled.setDevicePixelRatio(1)
                painter.drawImage(column * _WIDE, row * high, scaled)
        painter.end()
        path = self._folder / f"{self.size.width()}-{name}.png"
        sheet.save(str(path))
        print(path.name, flush=True)


def _with_popups(window: QWidget) -> QImage:
    """Return a picture of a window with the dialogs and menus that are open over it."""
    image = window.grab().toImage()
    painter = QPainter(image)
    for popup in QApplication.topLevelWidgets():
        if popup is not window and popup.isVisible() and popup.width() < window.width():
            at = popup.pos() - window.mapToGlobal(window.rect().topLeft())
            painter.drawPixmap(at, popup.grab())
    painter.end()
    return image


def _before_a_match(sheets: Sheets) -> None:
    new = sheets.program()
    sheets.take("start-new", new)
    new.window.close()
    program = sheets.program()
    for game, choices in (("chess", 20), ("trias", 60)):
        program.match(game, choices)
    for game in ("oware", "tic-tac-toe", "connect-four"):
        program.match(game, 0, ends=True)
    window = program.window
    window.settings.apply(with_recent(window.settings.current, program.folder / "a match.journal"))
    window.show_start()
    sheets.take("start", program)
    window.start.nearby.show_form()
    sheets.take("start-address", program)
    for menu in window.menuBar().findChildren(QMenu)[:1]:
        sheets.take("menu", program, lambda menu=menu: menu.popup(window.mapToGlobal(window.menuBar().pos())))
        menu.close()
    window.show_lessons()
    sheets.take("lessons", program)
    window.lessons.page.open_puzzles.click()
    sheets.take("puzzles", program)
    window._show_statistics()
    sheets.take("statistics", program)
    window._show_over(window.preferences)
    sheets.take("preferences", program)
    window._show_over(window.about)
    sheets.take("about", program)
    window.show_start()
    window.menus.new_game_requested.emit()
    page = window.workshop.new_game
    page.title.setText("Reed pond")
    QTest.qWait(1500)
    sheets.take("new-game", program)
    window.show_start()
    for game in ("trias", "chess", "dinosaures"):
        program.set_up(game)
        sheets.take(f"setup-{game}", program)
    program.set_up("trias")
    window._show_box()
    sheets.take("box", program)
    window._show_previous()
    window._show_rulebook_before()
    QTest.qWait(600)
    sheets.take("rulebook", program)
    window._show_previous()
    window.setup.network.click()
    sheets.take("host", program)
    window.show_start()
    window.start.nearby.address_entered.emit("127.0.0.1:9")
    session = window.session
    until(lambda: session.join_page.retry.isVisible())
    sheets.take("join", program)
    window.show_start()
    program.set_up("chess")
    window._set_up_position()
    QTest.qWait(800)
    sheets.take("position", program)
    for dialog in window.findChildren(QDialog):
        dialog.close()
    window.close()


def _dialogs(sheets: Sheets) -> None:
    program = sheets.program()
    window = program.window
    program.open(program.match("trias", 30))

    def ask() -> None:
        for old in window.findChildren(QMessageBox):
            old.close()
        window.ask_to_leave(lambda: None)

    sheets.take("leave", program, ask)
    for dialog in window.findChildren(QDialog):
        dialog.close()
    window.close()


def _after_a_match(sheets: Sheets) -> None:
    program = sheets.program()
    program.open(program.match("trias", 0, 3, ends=True))
    page = program.window.session.table_page
    until(page.score.isVisible)
    sheets.take("end", program)
    page.score.review_button.click()
    QTest.qWait(4000)
    sheets.take("review", program)
    program.window.close()
    program = sheets.program()
    program.open(program.match("chess", 0, ends=True, bot="bot:random"))
    page = program.window.session.table_page
    until(page.score.isVisible)
    sheets.take("end-chess", program)
    page.score.replay_button.click()
    QTest.qWait(500)
    sheets.take("replay", program)
    program.window.close()


def _on_the_network(sheets: Sheets) -> None:
    use_system_font()
    person = Person(Waits(), Path(tempfile.mkdtemp()), "Ann")
    person.window.resize(sheets.size)
    person.open_table("trias", 3)
    sheets.take("lobby", person)
    person.end()


def main(arguments: Sequence[str]) -> int:
    """Take the sheets; return the exit code."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    folder, *rest = arguments
    size = QSize(*map(int, rest.pop(0).split("x"))) if rest and rest[0][:1].isdigit() else QSize(1366, 768)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    make_application()
    sheets = Sheets(Path(folder), size, rest)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for part in (_before_a_match, _dialogs, _after_a_match, _on_the_network):
        part(sheets)
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # the processes of bots and services end with this one
