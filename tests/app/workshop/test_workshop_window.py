"""The workshop by keys and clicks: a house rule is typed, repaired, saved and played."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QMenu,
    QMessageBox,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.appearance.theme import CONTRAST, DARK, LIGHT, contrast_ratio
from app.base.i18n import Translations
from app.base.paths import find_user_folders, home
from app.session.local_matches import house_rule_problem
from app.shell.window import MainWindow
from app.storage.game_library import read_card
from app.workshop.choice import HouseRuleDialog
from app.workshop.document import create_house_rule, recovery_path
from app.workshop.editor import _COLOURS, _GROUPS, word_colour
from app.workshop.page import WorkshopPage
from app.workshop.page_parts import in_language
from app.workshop.snapshots import snapshots_of
from app.workshop.versions import VersionsDialog
from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span
from dsl.language_service import messages as m
from dsl.match.rulesets.folder import edition_path
from dsl.match.view import EntryView
from tests.app.shell.test_window import choose_game, click, start_match
from tests.app.table.page_driver import PageDriver
from tests.app.workshop.rulebook import open_number, wait_for_rules


def _dialog(window: MainWindow) -> HouseRuleDialog:
    (found,) = (each for each in window.findChildren(HouseRuleDialog) if each.isVisible())
    return found


def _create(window: MainWindow, title: str) -> WorkshopPage:
    click(window.setup.rules)
    dialog = _dialog(window)
    QTest.keyClicks(dialog.name, title)
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert window.workshop.page is not None
    assert window.pages.currentWidget() is window.workshop.page
    window.activateWindow()
    return window.workshop.page


def _assert_reachable(qtbot: QtBot, window: MainWindow) -> None:
    """Assert that each control that is not hidden is seen whole, or scrolls into sight, once the layout is done."""

    def is_seen(widget: QWidget) -> bool:
        for area in window.findChildren(QScrollArea):
            if area.isAncestorOf(widget):
                area.ensureWidgetVisible(widget)
        QApplication.processEvents()
        return not widget.isVisible() or widget.visibleRegion().boundingRect() == widget.rect()

    QApplication.processEvents()
    for sort in (QAbstractButton, QComboBox, QLineEdit):
        for each in window.pages.currentWidget().findChildren(sort):
            named = each.accessibleName() or (isinstance(each, QAbstractButton) and each.text())
            if not each.isVisible() or not named:
                continue
            qtbot.waitUntil(partial(is_seen, each))
            if isinstance(each, QAbstractButton):
                assert each.width() >= each.minimumSizeHint().width(), each.text()


def _is_painted(item: QListWidgetItem) -> bool:
    """Whether the picture of an item is more than an empty one."""
    image = item.icon().pixmap(64, 64).toImage()
    return image.pixelColor(image.rect().center()).alpha() > 0


def _status(page: WorkshopPage) -> str:
    return page.status.text()


@pytest.mark.slow
def test_a_house_rule_is_typed_repaired_saved_and_played(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    choose_game(qtbot, window)
    page = _create(window, "Our Friday")
    path = find_user_folders().house / "trias" / "our-friday.rules"
    assert path.read_text() == 'house rules "Our Friday" for trias\n\n'
    qtbot.waitUntil(lambda: _status(page) == "No problems.")

    # A mistake is underlined, listed and explained; its fix is one click.
    QTest.keyClicks(page.editor, "set option.acton_points = 6")
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [each.slug for each in page.editor.problems] == ["unknown-anchor"])
    assert "option.acton_points" in page.problems.list.item(0).text()
    assert page.problems.isVisible()
    click(page.play)  # not with a problem
    assert window.pages.currentWidget() is page
    assert page.document is not None
    assert page.document.is_modified
    qtbot.waitUntil(lambda: len(page.problems.fixes) == 2)

    # A killed service is restarted, and nothing that was typed is lost.
    assert page.client is not None
    os.kill(page.client.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    assert page.problems.fixes[0].text() == "Write `option.action_points`"
    click(page.problems.fixes[0])
    assert page.editor.toPlainText().endswith("set option.action_points = 6\n")
    qtbot.waitUntil(lambda: not page.editor.problems and _status(page) == "No problems.")
    qtbot.waitUntil(lambda: "Action points in a turn: 6 instead of 4." in page.results.changes.sentences)
    qtbot.waitUntil(lambda: "Our Friday" in page.title.text() and recovery_path(path).exists())

    # Completion, explanation and declaration.
    QTest.keyClicks(page.editor, "set option.drift")
    qtbot.waitUntil(lambda: page.editor.completions.isVisible())
    qtbot.waitUntil(lambda: page.editor.completions.current is not None)
    assert page.editor.completions.current is not None
    assert page.editor.completions.current.text == "option.drift_cost"
    assert page.editor.completions.explanation.text()
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    assert page.editor.textCursor().block().text() == "set option.drift_cost"
    QTest.keyClicks(page.editor, " = 2")
    qtbot.waitUntil(window.isActiveWindow)
    page.editor.go_to(4, 14)
    QTest.keyClick(page.editor, Qt.Key.Key_F12)
    qtbot.waitUntil(lambda: page.official.editor.textCursor().selectedText() == "drift_cost")
    assert page.official.files.currentData() == "trias.rules"

    # Another program's change is not overwritten; full undo works.
    QTest.keyClick(page.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not page.document.is_modified
    assert path.read_text().endswith("set option.action_points = 6\nset option.drift_cost = 2")
    assert not recovery_path(path).exists()
    QTest.keyClick(page.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.document.is_modified
    QTest.keyClick(page.editor, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not page.editor.problems and _status(page) == "No problems.")
    window.settings.set_language("fr")
    assert page.title.text() == "Our Friday"
    assert page.play.text() == "Jouer avec"
    window.settings.set_language("en")

    click(page.play)
    qtbot.waitUntil(window.setup.start.isEnabled)
    assert window.setup.house.chosen == (str(path),)
    assert page.client is None
    start_match(qtbot, window)
    assert window.session is not None
    assert dict(window.session.match.table.match.options)["drift_cost"] == 2
    assert dict(window.session.match.table.match.options)["action_points"] == 6

    # From the match the same file is opened again; unsaved text survives the end of the program.
    window.menus.rules_requested.emit()
    dialog = _dialog(window)
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Our Friday"]
    click(dialog.open_button)
    assert window.pages.currentWidget() is page
    tryout = page.results.tryout
    assert tryout is not None
    assert tryout.others.itemText(0) == "as at the table"  # this match is the one that is tried out
    QTest.keyClicks(page.editor, " -- more")
    QTest.keyClick(page.editor, Qt.Key.Key_Escape)  # out of the text first
    assert not page.editor.hasFocus()
    assert window.pages.currentWidget() is page
    QTest.keyClick(page, Qt.Key.Key_Escape)
    (box,) = (each for each in page.findChildren(QMessageBox) if each.isVisible())
    box.reject()
    assert window.pages.currentWidget() is page
    window.close()
    assert recovery_path(path).read_text().endswith("= 2 -- more")


@pytest.mark.slow
def test_trouble_with_the_file_is_shown_and_loses_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    texts = Translations("en")
    game = read_card(home() / "rulesets" / "classics" / "reversi", official=True)
    path = create_house_rule(tmp_path / "house", "Other <b>numbers</b>", "reversi")
    page = WorkshopPage(texts)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    page.open(game, path)
    assert page.title.text() == "Other <b>numbers</b>"
    page.resize(700, 600)
    assert QLabel.text(page.title).endswith("…")  # what there is no room for
    page.resize(1200, 700)
    assert QLabel.text(page.title) == "Other <b>numbers</b>"

    theirs = path.read_text() + "-- theirs\n"
    path.write_text(theirs)
    qtbot.waitUntil(lambda: page.editor.toPlainText() == theirs)
    assert page.notice.text() == texts("workshop.reread")
    QTest.keyClicks(page.editor, "-- mine")
    mine = page.editor.toPlainText()
    path.write_text(theirs * 2)
    click(page.save)
    assert page.notice.text() == texts("workshop.conflict")
    assert path.read_text() == theirs * 2
    assert page.editor.toPlainText() == mine
    click(page.keep)
    assert path.read_text() == mine
    assert page.notice.isHidden()

    QTest.keyClicks(page.editor, " and more")
    more = page.editor.toPlainText()
    assert more != mine
    blocker = path.with_name(f".{path.name}.{os.getpid()}.new")
    blocker.mkdir()  # as if the disk were full
    click(page.save)
    assert page.notice.text().startswith("The house rule could not be saved: ")
    assert page.document is not None
    assert page.document.is_modified
    blocker.rmdir()
    click(page.save)
    assert page.notice.isHidden()
    assert path.read_text() == more

    path.unlink()
    qtbot.waitUntil(lambda: page.notice.text() == texts("workshop.missing"))
    click(page.save)
    QTest.keyClicks(page.editor, "!")
    last = page.editor.toPlainText()
    page.close_document()  # as a crash would leave it
    page.open(game, path)
    assert page.notice.text() == texts("workshop.recovered")
    assert page.editor.toPlainText() == last
    page.editor.undo()
    assert page.editor.toPlainText() == more
    assert not page.document.is_modified

    # Two windows had unsaved text: one is shown, the other is an earlier version.
    page.close_document()
    copy = recovery_path(path)
    copy.write_text("-- older")
    os.utime(copy, (1, 1))
    copy.with_suffix(".recovery-7-7").write_text(more + "-- newer")
    page.open(game, path)
    assert page.notice.text() == texts("workshop.recovered_more")
    assert page.editor.toPlainText() == more + "-- newer"
    assert "-- older" in [each.text for each in snapshots_of(path)]
    assert not copy.exists()
    page.editor.replace_text(more)

    # The text is searched round and round; Esc closes the search, and leaves an unchanged text without a question.
    QTest.keyClicks(page.find_bar.line, "mine")
    assert page.editor.textCursor().selectedText() == "mine"
    page.find_bar.search(1)
    assert page.editor.textCursor().selectedText() == "mine"
    page.editor.selectAll()
    QTest.keyClicks(page.editor, f'house rules "{"long " * 40}" for reversi')
    assert page.minimumSizeHint().width() < 960
    page.editor.undo()
    assert not page.document.is_modified
    page.resize(700, 500)  # the results become a tab, and a column again
    assert page.tabs.count() == 5
    page.resize(1500, 700)
    assert page.tabs.count() == 4
    assert page.results.isVisible()
    with qtbot.waitSignal(page.back_requested):
        click(page.back)
    page.close_document()


def test_words_are_readable_in_every_theme() -> None:
    for theme in (LIGHT, DARK, CONTRAST):
        for ground in (theme.card, theme.raised):
            for sort in ("keyword", "comment", "string", "number", "local", "builtin", "option"):
                assert contrast_ratio(word_colour(sort, theme), ground) >= 4.5, (theme.name, sort)
    assert set(_GROUPS.values()) <= set(_COLOURS)


@pytest.mark.slow
def test_names_are_renamed_found_and_compared_by_keys(qtbot: QtBot, tmp_path: Path) -> None:
    texts = Translations("en")
    game = read_card(home() / "rulesets" / "trias", official=True)
    path = create_house_rule(tmp_path / "house", "Our Friday", "trias")
    path.write_text(
        path.read_text() + 'option night_cost: 0..6 = 1 "Price of a night"\n\n'
        'set actions.drift.price = night_cost + drift_cost\nset drift.farther.text = "No way back."\n'
    )
    page = WorkshopPage(texts)
    qtbot.addWidget(page)
    page.resize(1300, 700)
    page.show()
    page.activateWindow()
    page.open(game, path)
    qtbot.waitUntil(lambda: _status(page) == "No problems.")
    qtbot.waitUntil(page.isActiveWindow)

    # F2 renames at all places of the house rule, in one step; a taken name is refused.
    page.editor.go_to(5, 30)
    QTest.keyClick(page.editor, Qt.Key.Key_F2)
    bar = page.text.rename_bar
    qtbot.waitUntil(bar.isVisible)
    assert bar.line.text() == "night_cost"
    QTest.keyClicks(bar.line, "drift_cost")
    QTest.keyClick(bar.line, Qt.Key.Key_Return)
    qtbot.waitUntil(bar.refusal.isVisible)
    assert bar.refusal.text() == "`drift_cost` is declared already."
    bar.line.selectAll()
    QTest.keyClicks(bar.line, "late_cost")
    QTest.keyClick(bar.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: _status(page).startswith("Renamed at 2 places."))
    assert page.editor.toPlainText().count("late_cost") == 2
    page.editor.undo()
    assert page.editor.toPlainText() == path.read_text()
    qtbot.waitUntil(lambda: _status(page) == "No problems.")

    # A name of the official rules is not renamed; Shift+F12 lists its places in both texts.
    page.editor.go_to(5, 43)
    QTest.keyClick(page.editor, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: "belongs to the official rules (trias.rules, line " in _status(page))
    QTest.keyClick(page.editor, Qt.Key.Key_F12, Qt.KeyboardModifier.ShiftModifier)
    jumps = page.text.jumps
    qtbot.waitUntil(jumps.isVisible)
    assert jumps.title.text().startswith("“drift_cost” stands once in this house rule, ")
    assert jumps.list.item(0).text() == "5: set actions.drift.price = night_cost + drift_cost"
    QTest.keyClicks(jumps.line, "option trias")
    assert jumps.list.count() == 1
    QTest.keyClick(jumps.line, Qt.Key.Key_Return)
    assert not jumps.isVisible()
    assert page.official.editor.textCursor().selectedText() == "drift_cost"

    # Ctrl+Shift+O jumps to a part, here of the official text, which has the focus; Esc closes the list only.
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    page.official.editor.setFocus()
    QTest.keyClick(page.official.editor, Qt.Key.Key_O, both)
    qtbot.waitUntil(jumps.isVisible)
    QTest.keyClicks(jumps.line, "action drift")
    QTest.keyClick(jumps.line, Qt.Key.Key_Return)
    assert page.official.editor.textCursor().block().text().startswith("action drift")
    page.editor.setFocus()
    QTest.keyClick(page.editor, Qt.Key.Key_O, both)
    qtbot.waitUntil(jumps.isVisible)
    assert jumps.list.count() == 4
    QTest.keyClick(jumps.line, Qt.Key.Key_Escape)
    assert not jumps.isVisible()

    # Ctrl+Shift+D compares the part at the cursor with the official one; the page follows the cursor.
    view = page.comparison.view
    page.editor.go_to(6)
    QTest.keyClick(page.editor, Qt.Key.Key_D, both)
    assert page.tabs.currentWidget() is page.comparison
    qtbot.waitUntil(lambda: "farther" in view.toPlainText())
    said = page.comparison.sentences.text().splitlines()
    assert said[0].startswith("Official: “A drift must lead farther away")
    assert said[1] == "With this house rule: “No way back.”"
    QTest.keyClick(page.editor, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: page.comparison.title.text() == "actions.drift.price")
    prices = [line.strip() for line in view.toPlainText().splitlines() if "drift_cost" in line]
    assert prices == ["drift for drift_cost points", "drift for night_cost + drift_cost points"]
    click(page.comparison.show_official)
    assert page.tabs.currentWidget() is page.official
    assert page.official.editor.textCursor().selectedText() == "drift_cost"

    # The menu of the editor is about the word under the pointer.
    page.editor.go_to(3, 10)
    spot = page.editor.cursorRect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, page.editor.viewport().mapToGlobal(spot))
    QApplication.sendEvent(page.editor.viewport(), event)
    (menu,) = (each for each in page.editor.findChildren(QMenu) if each.isVisible())
    next(each for each in menu.actions() if each.text() == "Rename…").trigger()
    menu.close()
    qtbot.waitUntil(bar.isVisible)
    assert bar.line.text() == "night_cost"
    page.close_document()


@pytest.mark.slow
def test_earlier_versions_are_compared_taken_and_reached_by_undo(qtbot: QtBot, tmp_path: Path) -> None:
    texts = Translations("en")
    game = read_card(home() / "rulesets" / "classics" / "reversi", official=True)
    path = create_house_rule(tmp_path / "house", "Small", "reversi")
    first = path.read_text()
    page = WorkshopPage(texts)
    qtbot.addWidget(page)
    page.resize(1300, 700)
    page.show()
    page.activateWindow()
    page.open(game, path)
    QTest.keyClicks(page.editor, "-- second")
    second = page.editor.toPlainText()
    click(page.save)
    QTest.keyClicks(page.editor, " and third")
    third = page.editor.toPlainText()
    page.close_document()

    # In the next session, Undo leads from the unsaved text to the saved one, and on to what was there before it.
    page.open(game, path)
    assert page.editor.toPlainText() == third
    for expected in (second, first):
        QTest.keyClick(page.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert page.editor.toPlainText() == expected
    assert page.state.text().startswith("version of ")
    QTest.keyClick(page.editor, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert page.document is not None
    assert not page.document.is_modified

    # The list shows when each version was kept and what differs; taking one can be undone.
    click(page.text.versions)
    (dialog,) = (each for each in page.findChildren(VersionsDialog) if each.isVisible())
    assert dialog.list.count() == 2
    assert dialog.list.item(0).text().endswith("  ·  −1 +1")  # in one line, since Qt cuts off the second one
    assert dialog.view.toPlainText().splitlines()[-2:] == ["-- second", "-- second and third"]
    assert dialog.summary.text() == "Only in this version: one line. Only in the present text: one line."
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.view.toPlainText().splitlines()[-1] == "-- second"
    click(dialog.take)
    assert page.editor.toPlainText() == first
    page.editor.undo()
    assert page.editor.toPlainText() == second
    page.close_document()


@pytest.mark.slow
def test_a_new_edition_of_the_game_is_explained_and_repaired(qtbot: QtBot, tmp_path: Path) -> None:
    source, folder = home() / "rulesets" / "classics" / "reversi", tmp_path / "rulesets" / "reversi"
    folder.mkdir(parents=True)
    for file in source.glob("*.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    rules = folder / "reversi.rules"
    path = create_house_rule(tmp_path / "house", "Anywhere", "reversi")
    path.write_text(path.read_text() + 'set put.flanks.text = "Enclose a disc."\n')
    page = WorkshopPage(Translations("en"))
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    page.open(read_card(folder, official=True), path)
    qtbot.waitUntil(edition_path(path).exists)
    assert page.edition.isHidden()
    page.close_document()

    rules.write_text(rules.read_text().replace("needs flanks:", "needs encloses:"))
    page.open(read_card(folder, official=True), path)
    qtbot.waitUntil(page.edition.isVisible)
    assert page.edition.said.text().startswith("The official rules have changed since this house rule was written")
    click(page.edition.repair)
    assert page.edition.isHidden()
    qtbot.waitUntil(lambda: _status(page) == "No problems.")
    click(page.save)
    qtbot.waitUntil(lambda: "needs encloses:" in edition_path(path).read_text())
    page.close_document()


def test_a_problem_is_said_in_french_with_its_explanation() -> None:
    place = m.Place("ours.rules", 2, 1, 2, 5)
    exact = m.ProblemFound("unknown-anchor", place, "the rules have no part called `a.b`", explanation="Why.")
    assert in_language(exact, "en") == exact
    said = in_language(exact, "fr")
    assert (said.summary, said.explanation) == ("les règles n’ont pas de partie nommée `a.b`", "Why.")
    said = in_language(m.ProblemFound("not-a-set", place, "`x` is one player", explanation="Why."), "fr")
    assert (said.summary, said.explanation) == ("il faut un ensemble de choses\N{NO-BREAK SPACE}: `x`", "Why.")
    price = m.ProblemFound("unknown-name", place, "nothing is called `x`", explanation="A price is paid from a budget.")
    assert in_language(price, "fr").explanation == "Un prix se paie sur un `budget`."
    problem = Problem("not-a-set", "`x` is one player", Span("ours.rules", 2, 1, 2, 5))
    shown = house_rule_problem(RulesError((problem,)), "fr")
    assert shown == "ours.rules:2:1: il faut un ensemble de choses\N{NO-BREAK SPACE}: `x`"


def test_the_key_to_save_works_in_what_is_open_on_a_chip(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    choose_game(qtbot, window)
    page = _create(window, "Longer turns")
    wait_for_rules(qtbot, page.controls)
    editor = open_number(page.controls, "option.drift_cost")
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: "set option.drift_cost = 4" in page.editor.toPlainText())
    assert page.document is not None
    assert page.document.is_modified
    QTest.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.document is not None and not page.document.is_modified)
    assert page.controls.popover.isVisible()


def test_escape_closes_what_is_open_on_a_chip_before_it_leaves_the_page(
    qtbot: QtBot, portable: Path, window: MainWindow
) -> None:
    choose_game(qtbot, window)
    page = _create(window, "Longer turns")
    wait_for_rules(qtbot, page.controls)
    editor = open_number(page.controls, "option.drift_cost")
    editor.setFocus()
    with qtbot.assertNotEmitted(page.back_requested):
        QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert page.controls.popover.isHidden()
    assert window.focusWidget() is page.controls.view
    with qtbot.waitSignal(page.back_requested):
        QTest.keyClick(page.controls.view, Qt.Key.Key_Escape)


def test_what_changes_stands_below_the_text_or_in_a_tab(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    window.resize(1500, 900)
    choose_game(qtbot, window)
    page = _create(window, "Cheap drifts")
    changes = page.results.changes
    page.editor.insertPlainText("set option.drift_cost = 2\nremove drift.shore\n")
    qtbot.waitUntil(lambda: changes.count == 2)
    assert [(each.name, each.before, each.after) for each in changes._found.values] == [("Price of a drift", "3", "2")]
    assert "<s>3</s>" in changes.values.text()
    assert "no longer required" in changes.others.text()
    qtbot.waitUntil(lambda: "costs 2, a move 1" in changes.so.text())  # as the rulebook says it now
    assert page.results.indexOf(changes) < 0
    assert changes.isVisible()
    window.resize(1500, 560)  # no room below the text
    qtbot.waitUntil(lambda: page.results.indexOf(changes) == 0)
    window.resize(1500, 900)
    qtbot.waitUntil(lambda: page.results.indexOf(changes) < 0 and changes.isVisible())


def test_closing_the_window_waits_for_a_change_on_its_way(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    choose_game(qtbot, window)
    page = _create(window, "Longer turns")
    path = find_user_folders().house / "trias" / "longer-turns.rules"
    wait_for_rules(qtbot, page.controls)
    editor = open_number(page.controls, "option.action_points")
    QTest.keyClick(editor, Qt.Key.Key_Up)
    assert page.controls.is_changing
    window.close()
    assert window.isVisible()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert "set option.action_points" in recovery_path(path).read_text("utf-8")


def test_a_window_that_is_closed_twice_does_not_wait(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    choose_game(qtbot, window)
    page = _create(window, "Longer turns")
    wait_for_rules(qtbot, page.controls)
    editor = open_number(page.controls, "option.action_points")
    QTest.keyClick(editor, Qt.Key.Key_Up)
    window.close()
    window.close()
    assert not window.isVisible()


@pytest.mark.slow
def test_every_control_is_reached_in_a_small_window(qtbot: QtBot, window: MainWindow) -> None:
    """960x540 is the size of a full HD screen at double scale."""
    choose_game(qtbot, window)
    page = _create(window, "Our Friday")
    window.resize(960, 540)
    qtbot.waitUntil(lambda: page.tabs.count() == 5)
    qtbot.waitUntil(lambda: _status(page) == "No problems.")
    wait_for_rules(qtbot, page.controls)
    QTest.keyClicks(page.editor, "set option.action_points = 6")
    qtbot.waitUntil(lambda: page.results.changes.count > 0)

    bar = page.tabs.tabBar()
    for tab in range(page.tabs.count()):  # no name of a tab is cut or behind an arrow
        assert bar.rect().contains(bar.tabRect(tab)), bar.tabText(tab)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(tab).center())
        assert page.tabs.currentIndex() == tab
        _assert_reachable(qtbot, window)

    examples, results = page.results.examples, page.results
    for tab in range(results.count()):
        bar = results.tabBar()
        assert bar.rect().contains(bar.tabRect(tab)), bar.tabText(tab)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(tab).center())
        _assert_reachable(qtbot, window)
    # Examples that became known while they were not shown have their pictures.
    results.setCurrentWidget(examples)
    qtbot.waitUntil(lambda: examples.list.count() > 0)
    qtbot.waitUntil(lambda: _is_painted(examples.list.item(0)))
    examples.list.setCurrentRow(0)
    _assert_reachable(qtbot, window)
    page.tabs.setCurrentIndex(0)
    QTest.keyClick(page.editor, Qt.Key.Key_Return)
    QTest.keyClicks(page.editor, "set option.action_point = 6")
    qtbot.waitUntil(lambda: len(page.problems.fixes) == 2)
    _assert_reachable(qtbot, window)
    assert page.problems.list.viewport().rect().contains(page.problems.list.visualItemRect(page.problems.list.item(0)))
    assert window.size() == QSize(960, 540)
    page.editor.undo()


@pytest.mark.slow
def test_a_march_of_two_tiles_is_made_by_a_template_alone_and_played(qtbot: QtBot, window: MainWindow) -> None:
    choose_game(qtbot, window)
    window.resize(1500, 800)  # with room for the table beside the text
    page = _create(window, "March")
    form, tryout = page.templates, page.results.tryout
    page.tabs.setCurrentWidget(form)
    qtbot.waitUntil(lambda: form.list.count() > 1)
    titles = [form.list.item(row).text() for row in range(form.list.count())]
    form.list.setCurrentRow(titles.index("Each player may … times per … also do “…” up to … steps away."))
    qtbot.waitUntil(form.insert.isEnabled)
    click(form.insert)
    qtbot.waitUntil(lambda: "move_extra for 1 points" in page.editor.toPlainText())
    qtbot.waitUntil(lambda: _status(page) == "No problems.")
    assert tryout is not None
    page.results.setCurrentWidget(tryout)
    qtbot.waitUntil(lambda: tryout.page is not None and tryout.page.view is not None)
    assert tryout.page is not None
    driver = PageDriver(tryout.page)

    def march() -> EntryView | None:
        decision = driver.decision
        return next((each for each in decision.entries if each.action == "move_extra"), None) if decision else None

    while march() is None:
        qtbot.waitUntil(lambda: driver.decision is not None)
        driver.play(driver.any_option())
        qtbot.waitUntil(lambda: driver.decision is not None)
    entry, seat = march(), driver.view.seat
    assert entry is not None
    assert entry.possible
    assert driver.decision is not None
    number = driver.decision.entries.index(entry)
    driver.play(next(each for each in driver.decision.options if each.entry == number))
    qtbot.waitUntil(lambda: driver.decision is not None and len(driver.decision.entries) == 1)
    driver.play(driver.decision.options[0])
    qtbot.waitUntil(lambda: march() is not None)
    after = march()
    assert after is not None
    assert driver.view.seat == seat
    assert not after.possible  # only once per match
