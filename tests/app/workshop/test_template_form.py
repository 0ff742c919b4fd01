"""A house rule by a ready-made change alone: chosen, filled in, previewed, inserted, taken out again by one undo."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QMessageBox, QSpinBox
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import home
from app.storage.game_library import read_card
from app.workshop.document import create_house_rule
from app.workshop.page import WorkshopPage
from tests.app.workshop.rulebook import press_number, wait_for_rules


def test_a_ready_made_change_is_filled_in_inserted_and_taken_out_by_one_undo(qtbot: QtBot, tmp_path: Path) -> None:
    texts = Translations("en")
    game = read_card(home() / "rulesets" / "classics" / "reversi", official=True)
    path = create_house_rule(tmp_path / "house", "Few discs", "reversi")
    page = WorkshopPage(texts)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    page.open(game, path)
    form = page.templates
    page.tabs.setCurrentWidget(form)
    assert form.sentence.text() == texts("template.looking")
    assert not form.insert.isEnabled()
    assert not form.preview.isVisible()
    qtbot.waitUntil(lambda: form.list.count() > 1)
    qtbot.waitUntil(form.preview.isVisible)
    assert form.list.item(0).text() == "Each player may do “…” at most … times per …."
    qtbot.waitUntil(lambda: bool(form.preview.toPlainText()))
    form.list.setCurrentRow(1)
    assert form.preview.toPlainText() == ""  # not the text of the other
    form.list.setCurrentRow(0)

    number, period, message = (form.controls[name] for name in ("n", "period", "message"))
    assert isinstance(number, QSpinBox)
    assert isinstance(period, QComboBox)
    assert isinstance(message, QLineEdit)
    number.selectAll()
    QTest.keyClicks(number, "5")
    QTest.keyClick(period, Qt.Key.Key_Down)
    QTest.keyClick(period, Qt.Key.Key_Up)
    assert form.values["period"] == "match"
    assert "at most 5 times per match" in form.sentence.text()

    # What cannot be written is refused in words, and cannot be inserted.
    message.setText('No "more"')
    qtbot.waitUntil(lambda: form.problem.isVisible())
    assert page.minimumSizeHint().height() <= 540 - 31  # with the menu it fits half a full HD screen
    assert not form.insert.isEnabled()
    message.setText("Five discs are enough.")
    qtbot.waitUntil(lambda: "Five discs are enough." in form.preview.toPlainText())
    assert not form.problem.isVisible()
    qtbot.waitUntil(lambda: page.status.text() == "No problems.")

    before = page.editor.toPlainText()
    QTest.mouseClick(form.insert, Qt.MouseButton.LeftButton)
    assert not form.insert.isEnabled()  # pressed: the text is asked for
    qtbot.waitUntil(lambda: page.editor.toPlainText() != before)
    qtbot.waitUntil(form.insert.isEnabled)
    assert page.editor.toPlainText() == before.rstrip("\n") + "\n\n" + form.preview.toPlainText() + "\n"
    qtbot.waitUntil(lambda: page.status.text() == "No problems.")
    page.editor.undo()
    assert page.editor.toPlainText() == before
    page.close_document()


def test_what_a_ready_made_change_adds_is_said_in_every_language(qtbot: QtBot, tmp_path: Path) -> None:
    """The words beside the house rule come and go with the text, and with leaving it unsaved."""
    page = open_reversi(qtbot, tmp_path)
    form, document = page.templates, page.document
    assert document is not None
    words = {code: document.path.with_name(f"few-discs.words.{code}") for code in ("en", "fr")}
    assert "The new texts are written beside the house rule: English, Français." in form.words.text()
    QTest.mouseClick(form.insert, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: form.preview.toPlainText() in page.editor.toPlainText())
    proposed = Translations("fr")("template.default.message")
    assert proposed in words["fr"].read_text(encoding="utf-8")
    assert "count of “" in words["en"].read_text(encoding="utf-8")
    assert page.client is not None
    assert page.client.files[words["fr"].as_posix()] == words["fr"].read_text(encoding="utf-8")
    page.editor.undo()
    qtbot.waitUntil(lambda: not words["fr"].exists() and not words["en"].exists())
    assert words["fr"].as_posix() not in page.client.files
    page.editor.redo()
    qtbot.waitUntil(words["fr"].exists)
    assert proposed in words["fr"].read_text(encoding="utf-8")
    page.leave()
    (box,) = question(page)
    with qtbot.waitSignal(page.back_requested):
        discard = (each for each in box.buttons() if box.buttonRole(each) == QMessageBox.ButtonRole.DestructiveRole)
        QTest.keyClick(next(discard), Qt.Key.Key_Space)
    assert not words["fr"].exists()
    page.close_document()


def open_reversi(qtbot: QtBot, tmp_path: Path) -> WorkshopPage:
    """Return a page with a new house rule, with a ready-made change of it filled in."""
    page = WorkshopPage(Translations("en"))
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    game = read_card(home() / "rulesets" / "classics" / "reversi", official=True)
    page.open(game, create_house_rule(tmp_path / "house", "Few discs", "reversi"))
    form = page.templates
    page.tabs.setCurrentWidget(form)
    qtbot.waitUntil(lambda: form.list.count() > 1 and bool(form.preview.toPlainText()))
    qtbot.waitUntil(lambda: page.status.text() == "No problems.")
    return page


def question(page: WorkshopPage) -> list[QMessageBox]:
    """Return the box that asks about unsaved text."""
    return [box for box in page.findChildren(QMessageBox) if box.isVisible()]


def test_what_stood_in_the_blanks_at_the_click_is_inserted(qtbot: QtBot, tmp_path: Path) -> None:
    page = open_reversi(qtbot, tmp_path)
    form = page.templates
    number = form.controls["n"]
    assert isinstance(number, QSpinBox)
    lines = form.preview.toPlainText()
    QTest.mouseClick(form.insert, Qt.MouseButton.LeftButton)
    QTest.keyClick(number, Qt.Key.Key_Up)
    assert not form.insert.isEnabled()  # the change before is not in the text yet
    qtbot.waitUntil(lambda: not form.is_inserting)
    assert page.editor.toPlainText().endswith(f"\n\n{lines}\n")
    qtbot.waitUntil(lambda: form.preview.toPlainText() not in ("", lines))  # the next one
    page.close_document()


def test_what_is_typed_while_a_change_is_on_its_way_stays(qtbot: QtBot, tmp_path: Path) -> None:
    page = open_reversi(qtbot, tmp_path)
    form = page.templates
    lines = form.preview.toPlainText()
    QTest.mouseClick(form.insert, Qt.MouseButton.LeftButton)
    QTest.keyClicks(page.editor, "-- A note.")
    qtbot.waitUntil(lambda: lines in page.editor.toPlainText())
    assert "-- A note." in page.editor.toPlainText()
    page.close_document()


def test_back_waits_for_a_change_on_its_way_and_asks_about_it(qtbot: QtBot, tmp_path: Path) -> None:
    page = open_reversi(qtbot, tmp_path)
    form = page.templates
    lines = form.preview.toPlainText()
    with qtbot.assertNotEmitted(page.back_requested):
        QTest.mouseClick(form.insert, Qt.MouseButton.LeftButton)
        QTest.mouseClick(page.back, Qt.MouseButton.LeftButton)
        assert page.status.text() == Translations("en")("workshop.changing")
        qtbot.waitUntil(lambda: bool(question(page)))
    assert lines in page.editor.toPlainText()
    question(page)[0].reject()

    # A change by the controls that waits for the last step of a number is awaited as well.
    page.tabs.setCurrentWidget(page.controls)
    wait_for_rules(qtbot, page.controls)
    assert page.save_document()
    qtbot.waitUntil(lambda: not page.controls.is_changing)
    editor = press_number(qtbot, page.controls)
    QTest.keyClick(editor, Qt.Key.Key_Up if editor.value() < editor.maximum() else Qt.Key.Key_Down)
    assert page.controls.is_changing
    page.tabs.setCurrentWidget(form)
    QTest.mouseClick(page.back, Qt.MouseButton.LeftButton)
    assert not question(page)
    qtbot.waitUntil(lambda: bool(question(page)))
    assert "\nset " in page.editor.toPlainText()
    page.close_document()


def test_back_stays_when_a_change_on_its_way_is_refused(qtbot: QtBot, tmp_path: Path) -> None:
    page = open_reversi(qtbot, tmp_path)
    form = page.templates
    message = form.controls["message"]
    assert isinstance(message, QLineEdit)
    message.setText('No "more"')
    with qtbot.assertNotEmitted(page.back_requested):
        QTest.mouseClick(form.insert, Qt.MouseButton.LeftButton)
        QTest.mouseClick(page.back, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(form.problem.isVisible)
    assert not form.is_inserting
    with qtbot.waitSignal(page.back_requested):
        QTest.mouseClick(page.back, Qt.MouseButton.LeftButton)
    page.close_document()


def test_export_waits_for_a_change_on_its_way(qtbot: QtBot, tmp_path: Path) -> None:
    page = open_reversi(qtbot, tmp_path)
    lines = page.templates.preview.toPlainText()
    with qtbot.waitSignal(page.export_requested) as exported:
        QTest.mouseClick(page.templates.insert, Qt.MouseButton.LeftButton)
        QTest.mouseClick(page.export, Qt.MouseButton.LeftButton)
        assert page.status.text() == Translations("en")("workshop.changing")
    assert lines in exported.args[0].read_text("utf-8")
    page.close_document()


def test_a_house_rule_that_no_longer_fits_says_so_and_is_not_shared(qtbot: QtBot, tmp_path: Path) -> None:
    game = read_card(home() / "rulesets" / "classics" / "reversi", official=True)
    path = create_house_rule(tmp_path / "house", "Old edition", "reversi", [("gone", "4")])
    page = WorkshopPage(Translations("en"))
    qtbot.addWidget(page)
    shared: list[object] = []
    page.export_requested.connect(lambda *found: shared.append(found))
    page.show()
    page.open(game, path)
    qtbot.waitUntil(lambda: "does not fit the rules of the game" in page.notice.text())
    page.export.click()
    assert not shared
    page.editor.setPlainText('house rules "Old edition" for reversi\n')
    qtbot.waitUntil(lambda: not page.notice.isVisibleTo(page))
    page.export.click()
    assert shared == [(path, "Old edition")]
    assert path.read_text() == 'house rules "Old edition" for reversi\n'
    page.close_document()


def test_a_text_that_is_opened_has_no_colours_of_the_one_before(qtbot: QtBot, tmp_path: Path) -> None:
    game = read_card(home() / "rulesets" / "classics" / "reversi", official=True)
    page = WorkshopPage(Translations("en"))
    qtbot.addWidget(page)
    page.show()

    def coloured() -> bool:
        return bool(page.editor.document().firstBlock().layout().formats())

    page.open(game, create_house_rule(tmp_path / "house", "A", "reversi"))
    qtbot.waitUntil(coloured)
    page.open(game, create_house_rule(tmp_path / "house", "A much longer title", "reversi"))
    assert not coloured()
    qtbot.waitUntil(coloured)
    page.close_document()
