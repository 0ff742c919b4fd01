"""Untrusted texts are shown unchanged, where Qt would interpret markup, shortcuts or marks."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import filterfalse
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsView,
    QLabel,
    QMenu,
    QMenuBar,
    QMessageBox,
    QTabBar,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.base.paths import find_user_folders, home, official_rulesets
from app.base.widgets import tip_text
from app.net.protocol.messages import MemberState, Noticed, Said, VoteState
from app.screens import dialogs
from app.screens.connecting import ConnectingPage
from app.screens.lobby import LobbyPage
from app.screens.seat_rows import LONGEST_NAME
from app.shell.window import MainWindow
from app.table.network_controls import NetworkControls
from app.table.panels.prompt import Pips
from app.workshop.rule_pages import PageLine, PageRun, RulePage
from app.workshop.rulebook_view import ChipState, RulebookView
from tests.app.conftest import OpenWindow
from tests.app.screens.sample_lobbies import FOLDER, NOBODY, facts, form, gathering, seat
from tests.app.table.page_driver import PageDriver
from tests.app.table.table_pages import make_context
from tests.app.table.test_network_controls import playing

PICTURE = "pipe"  #: a pipe in the working folder: reading it would be noticed
HOSTILE = f"<img src={PICTURE}>&F"
assert len(HOSTILE) <= LONGEST_NAME
INVISIBLE = "\u2060"


# ---- what a text becomes ----------------------------------------------------------------------------------------


@given(st.text(st.sampled_from("<>&;/!? \nabgiltmpqtx=\u2060"), max_size=30) | st.text(max_size=60))
def test_no_tooltip_is_interpreted_as_markup(text: str):
    assert not QtGui.Qt.mightBeRichText(tip_text(text))
    assert tip_text(text).replace(INVISIBLE, "") == text.replace(INVISIBLE, "")


@pytest.mark.parametrize("text", ["<img src=x>", "<b>bold</b>", "&lt;b&gt;", "<?xml ?><b>", "<!DOCTYPE html>", " <a>"])
def test_text_that_looks_like_markup_is_changed_invisibly(text: str):
    assert QtGui.Qt.mightBeRichText(text)
    assert tip_text(text).replace(INVISIBLE, "") == text


# ---- a name that points at a file -------------------------------------------------------------------------------


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], bool]]:
    """A pipe called `PICTURE` in the working folder. Yields whether the pipe was opened for reading."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo(PICTURE)
    write = f"while True: open({PICTURE!r}, 'wb').close(); open('opened', 'w').close()"
    with subprocess.Popen([sys.executable, "-c", write]) as waiting:  # for readers, each of whom finds it empty
        yield Path("opened").exists
        waiting.kill()


def test_hovering_over_a_hostile_name_opens_no_file(qtbot: QtBot, pipe: Callable[[], bool]):
    pips = Pips()
    qtbot.addWidget(pips)
    pips.show_state(3, LIGHT, HOSTILE)
    pips.show()
    assert hover(pips).replace(INVISIBLE, "") == HOSTILE
    assert not pipe()


def hover(widget: QWidget, at: QPoint | None = None) -> str:
    """Let the tooltip of a widget show; return its text."""
    point = at or widget.rect().center()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, point, widget.mapToGlobal(point)))
    text = QToolTip.text()
    for each in QApplication.topLevelWidgets():
        if each.windowType() == Qt.WindowType.ToolTip:
            each.grab()  # it is painted
            each.hide()
    return text


# ---- everything that a page shows -------------------------------------------------------------------------------


def check(*roots: QWidget) -> str:
    """Assert that every text below these widgets is plain; return all of them."""
    QApplication.processEvents()  # what is new is shown, and what is old is gone
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found: list[str] = []
    for root in roots:
        for widget in (root, *filterfalse(_is_tip, root.findChildren(QWidget))):  # the next tip deletes the one before
            found += _tips(widget)
            found += _shown(widget)
            if widget.isVisible() and not isinstance(widget, QGraphicsView):
                assert not QtGui.Qt.mightBeRichText(hover(widget))
    return "\n".join(found).replace(INVISIBLE, "")


def _is_tip(widget: QWidget) -> bool:
    return widget.metaObject().className() == "QTipLabel"


def _tips(widget: QWidget) -> list[str]:
    tips = [widget.toolTip(), widget.statusTip(), widget.whatsThis(), *(each.toolTip() for each in widget.actions())]
    if isinstance(widget, QComboBox):
        tips += [str(widget.itemData(index, Qt.ItemDataRole.ToolTipRole) or "") for index in range(widget.count())]
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        rows = [widget.model().index(row, 0) for row in range(widget.model().rowCount())]
        tips += [str(row.data(Qt.ItemDataRole.ToolTipRole) or "") for row in rows]
    if isinstance(widget, QTabBar):
        tips += [widget.tabToolTip(index) for index in range(widget.count())]
    if isinstance(widget, QGraphicsView):
        tips += [item.toolTip() for item in widget.scene().items()]
    for tip in tips:
        assert not QtGui.Qt.mightBeRichText(tip), (widget, tip)
    return tips


def _shown(widget: QWidget) -> list[str]:
    """The texts that a widget paints itself, as they are seen."""
    match widget:
        case QLabel():
            return [_of_label(widget)]
        case QAbstractButton():
            return [_without_keys(QAbstractButton.text(widget))]
        case QMenu() if not isinstance(widget.parent(), QMenuBar | QMenu):  # those of the menu bar have keys
            return [_without_keys(each.text()) for each in widget.actions()]
        case QTabBar():
            return [_without_keys(widget.tabText(index)) for index in range(widget.count())]
        case QMessageBox():
            assert widget.textFormat() == Qt.TextFormat.PlainText
            return [widget.text(), _title(widget)]
    return [_title(widget)] if widget.isWindow() else []


def _of_label(said: QLabel) -> str:
    """The text of a label; markup is the program's own and has no pictures."""
    if said.textFormat() == Qt.TextFormat.PlainText or not said.text():
        assert said.buddy() is None or "&" not in said.text()
        return said.text()
    assert said.textFormat() == Qt.TextFormat.RichText, said.text()
    document = QTextDocument()
    document.setHtml(re.sub(PICTURE, "nothing", said.text()))
    assert "\ufffc" not in document.toPlainText()
    return document.toPlainText()


def _without_keys(text: str) -> str:
    assert "&" not in text.replace("&&", ""), text
    return text.replace("&&", "&")


def _title(window: QWidget) -> str:
    assert "[*]" not in window.windowTitle().replace("[*][*]", "")
    return window.windowTitle()


# ---- the pages --------------------------------------------------------------------------------------------------


@pytest.fixture
def hostile_game(settings_file: object) -> Path:
    """A game of the user's own in which every text is hostile."""
    folder = find_user_folders().rulesets / "hostile"
    shutil.copytree(official_rulesets() / "trias", folder, ignore=shutil.ignore_patterns("examples"))
    for file in (*folder.rglob("*.rules"), *folder.glob("words.*")):
        lines = file.read_text(encoding="utf-8").splitlines()
        kept = [line if line.startswith("house rules") else re.sub(r'"([^"]*)"', _spoil, line) for line in lines]
        file.write_text("\n".join(kept) + "\n", encoding="utf-8")
    title = f'title = "{HOSTILE}[*]"\nauthors = ["{HOSTILE}"]\nblurb_en = "{HOSTILE}"\nplayers = [2, 5]\n'
    (folder / "game.toml").write_text(title, encoding="utf-8")
    return folder


def _spoil(found: re.Match[str]) -> str:
    return f'"{HOSTILE}{found[1]}"'


def test_the_pages_of_a_match_show_hostile_texts_as_they_are(
    qtbot: QtBot, hostile_game: Path, open_window: OpenWindow, pipe: Callable[[], bool]
):
    window = open_window()
    assert check(window).count(HOSTILE) >= 3  # the title, what it is about, its author
    game = next(each for each in window._games.cards if each.folder == hostile_game)
    window.set_up(game)
    qtbot.waitUntil(window.setup.start.isEnabled)
    for row in window.setup.seats._rows[:2]:
        row.player.setCurrentIndex(0)
        row.name.setText(HOSTILE)
    said = check(window)
    assert f"{HOSTILE}Rings of tiles" in said
    driver = _start(qtbot, window)
    assert f"{HOSTILE}[*]" in window.windowTitle().replace("[*][*]", "[*]")
    said = check(window)
    assert said.count(HOSTILE) > 10
    driver.page.table_layout.players.rows[0].pressed.emit()
    _open_rules(window, driver)
    check(window)
    window.show_start()
    assert HOSTILE in check(window)  # who plays the match that may be gone on with
    assert not pipe()


def _start(qtbot: QtBot, window: MainWindow) -> PageDriver:
    QTest.mouseClick(window.setup.start, Qt.MouseButton.LeftButton)
    assert window.session is not None
    page = window.session.page
    qtbot.waitUntil(lambda: page.view is not None or bool(page.curtain.colour))
    if page.curtain.colour:
        assert HOSTILE in check(page.curtain)
        QTest.mouseClick(page.curtain.ready, Qt.MouseButton.LeftButton)
    driver = PageDriver(page)
    qtbot.waitUntil(lambda: driver.decision is not None)
    for _ in range(2):
        driver.play(driver.any_option())
        qtbot.waitUntil(lambda: driver.decision is not None or bool(page.curtain.colour))
        if page.curtain.colour:
            QTest.mouseClick(page.curtain.ready, Qt.MouseButton.LeftButton)
            qtbot.waitUntil(lambda: driver.decision is not None)
    return driver


def _open_rules(window: MainWindow, driver: PageDriver) -> None:
    QTest.mouseClick(driver.page.table_layout.rules, Qt.MouseButton.LeftButton)
    assert HOSTILE in check(window)


def test_the_lobby_shows_hostile_names_as_they_are(qtbot: QtBot, pipe: Callable[[], bool]):
    page = LobbyPage(Translations("en"))
    qtbot.addWidget(page)
    known = facts("ann", True, replace(NOBODY))
    page.set_table(replace(known, name=HOSTILE, rules=structs.replace(known.rules, titles=(("en", HOSTILE),))))
    page.set_game(form("en"), game_look(FOLDER))
    members = (MemberState("ann", HOSTILE, True, True, False), MemberState("bea", HOSTILE, False, True, False))
    seats = (seat("red", "ann", name=HOSTILE), seat("blue", "bea", name=HOSTILE), seat("violet"))
    page.show_state(structs.replace(gathering(*seats), members=members))
    page.resize(1240, 1600)
    page.show()
    assert check(page).count(HOSTILE) >= 5
    assert not pipe()


def test_names_of_other_players_are_shown_as_they_are(
    qtbot: QtBot, hostile_game: Path, open_window: OpenWindow, pipe: Callable[[], bool]
):
    window = open_window()
    window.set_up(next(each for each in window._games.cards if each.folder == hostile_game))
    qtbot.waitUntil(window.setup.start.isEnabled)
    driver = _start(qtbot, window)
    company = NetworkControls(driver.page, make_context(), "ann")
    red, blue = (seat(colour, member, name=HOSTILE) for colour, member in (("red", "ann"), ("blue", "bea")))
    members = (MemberState("ann", HOSTILE, True, True, False), MemberState("bea", HOSTILE, False, True, False))
    vote = VoteState(1, "take_back", "bea", "blue", "", ("ann",), 1)
    away = structs.replace(blue, state="away", away_for=600)
    company.show_state(structs.replace(playing(red, away, votes=(vote,)), members=members))
    company.chat.add(Said("bea", HOSTILE, HOSTILE, ""))
    company.chat.add(Noticed("left", (("name", HOSTILE),)))
    driver.page.table_layout.show_list(company.chat)
    assert check(window).count(HOSTILE) > 10
    assert company.chat.lines[0].count(HOSTILE) == 2
    assert not pipe()


def test_titles_and_dialogs_are_plain(qtbot: QtBot, pipe: Callable[[], bool]):
    entry = ConnectingPage(Translations("en"))
    qtbot.addWidget(entry)
    entry.show()
    for show in (
        entry.show_connecting,
        lambda text: entry.ask_consent(text, (text,)),
        lambda text: entry.show_failure(text, text, text),
    ):
        show(HOSTILE)
        assert HOSTILE in check(entry)
    dialogs.show_message(entry, HOSTILE, HOSTILE)
    (box,) = entry.findChildren(QMessageBox)
    assert check(box).count(HOSTILE) >= 2
    box.close()
    assert not pipe()


def test_the_rulebook_of_the_workshop_shows_texts_as_they_are(qtbot: QtBot, pipe: Callable[[], bool]):
    view, key = RulebookView(), (HOSTILE, False, 0)
    qtbot.addWidget(view)
    runs = (PageRun(HOSTILE), PageRun(HOSTILE, target=HOSTILE), PageRun(HOSTILE, key=key))
    sorts = ("heading", "text", "item", "head", "row")
    page = RulePage("options", HOSTILE, tuple(PageLine(sort, (runs,), HOSTILE, (key,)) for sort in sorts))
    view.show_page(page, lambda key: ChipState(True, HOSTILE, False, HOSTILE), lambda line: (HOSTILE, HOSTILE))
    view.resize(600, 900)
    view.show()
    view.grab()
    assert view.toPlainText().replace("\u00a0", " ").count(HOSTILE) == 4 * len(sorts) + 3
    assert view.text_of(key) == HOSTILE
    assert not pipe()


# ---- no code sets texts in other ways ---------------------------------------------------------------------------

SAFE = {"app/base/widgets.py"}
#: Calls that set a text that Qt interprets; only `app/base/widgets.py` may use them.
METHODS = {
    "setToolTip", "setStatusTip", "setWhatsThis", "setTabText", "setTabToolTip", "addTab", "insertTab", "setIconText",
    "addAction", "setWindowTitle", "setTextFormat", "setHtml", "insertHtml", "setMarkdown", "setInformativeText",
    "setDetailedText", "showText", "ToolTipRole", "StatusTipRole", "WhatsThisRole", "mightBeRichText", "RichText",
    "AutoText", "MarkdownText", "setTitle", "setBuddy",
}  # fmt: skip
CLASSES = {
    "QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton", "QCommandLinkButton", "QGroupBox", "QAction",
    "QMessageBox", "QErrorMessage", "QProgressDialog", "QInputDialog", "QWizardPage", "QSystemTrayIcon", "QTextEdit",
    "QTextBrowser", "QTextDocument", "QGraphicsTextItem", "QStaticText", "QSplashScreen", "QWhatsThis", "QToolTip",
    "QStatusBar",
}  # fmt: skip
#: Where one of them is meant, and why.
MEANT = {
    ("app/screens/dialogs.py", "QMessageBox"),  # the safe place for dialogs
    ("app/screens/dialogs.py", "setTextFormat"),
    ("app/shell/menus.py", "addAction"),  # the program's own texts, which have keys
    ("app/screens/preferences.py", "setBuddy"),  # the program's own texts
    ("app/screens/profile.py", "setBuddy"),
    (
        "app/table/panels/rulebook_browser.py",
        "QTextBrowser",
    ),  # the rulebook: its writer escapes all texts, which a test checks
    ("app/table/panels/rulebook_browser.py", "setHtml"),
    ("app/workshop/game_preview.py", "QTextBrowser"),  # parts of the same rulebook
    ("app/workshop/game_preview.py", "setHtml"),
    ("app/workshop/rulebook_view.py", "QTextBrowser"),  # it inserts plain text with a cursor, which a test above checks
    ("app/cli/rulebook.py", "QTextDocument"),
    ("app/cli/rulebook.py", "setHtml"),
    ("app/cli/rulebook.py", "setTitle"),  # of a PDF file
}


def _uses(code: str) -> Iterable[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            yield node.attr
        called = node.func if isinstance(node, ast.Call) else None
        named = (*node.bases, called) if isinstance(node, ast.ClassDef) else (called,)
        yield from (each.id for each in named if isinstance(each, ast.Name) and each.id in CLASSES)
        if isinstance(called, ast.Attribute) and called.attr in CLASSES:
            yield called.attr


def test_texts_reach_qt_through_the_safe_functions_only():
    files = {path.relative_to(home()).as_posix(): path for path in (home() / "app").rglob("*.py")}
    found = {(name, use) for name, path in files.items() for use in _uses(path.read_text(encoding="utf-8"))}
    assert {each for each in found if each[0] not in SAFE} == MEANT


@pytest.mark.parametrize("line", ["w.setToolTip(x)", "set = w.setToolTip", "QLabel(x)", "class A(QLabel): pass"])
def test_other_ways_to_set_a_text_are_found(line: str):
    assert list(_uses(line))
