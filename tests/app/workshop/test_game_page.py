"""Look, texts and box of a user's own game are changed in the window, and written to its files at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from app.appearance.board_plan import BOARD_FRAMES, CELLS
from app.appearance.look import SHAPES, TABLE_TOPS, WEAVES, read_look
from app.base.i18n import Translations
from app.base.paths import find_user_folders
from app.shell.window import MainWindow
from app.storage.game_library import read_card
from app.storage.package import install, unpack
from app.workshop.choice import HouseRuleDialog
from app.workshop.game_look import ColourField, look_fields
from app.workshop.game_page import BasedOnOtherError, GamePage, copy_game
from app.workshop.game_preview import previewed_folder
from app.workshop.game_texts import text_rows
from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.review import review, translation_remarks
from dsl.new_game import design as d
from dsl.new_game.files import files_of, write_game
from tests.app.shell.test_window import asked, choose_game, click
from tests.app.workshop.rulebook import press_number, wait_for_rules

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><circle r="40" fill="#d1542f"/></svg>'


def _game(rulesets: Path) -> Path:
    kinds = d.named_kinds([d.PieceKind("", "frog", "grenouille"), d.PieceKind("", "heron", "héron")])
    made = d.GameDesign("pond", kinds=kinds, deeds=frozenset({"step", "take"}), start="rows", aim="pieces")
    write_game(rulesets / "pond", files_of(made))
    return rulesets / "pond"


def _opened(qtbot: QtBot, window: MainWindow) -> GamePage:
    window.show_start()
    choose_game(qtbot, window, "pond")
    window.menus.game_page_requested.emit()
    page = window.workshop.game_page
    assert page is not None
    return page


def _text(page: GamePage, key: str, language: str, said: str) -> None:
    item = page.texts.item(key, language)
    assert item is not None
    item.setText(said)


def test_look_texts_and_box_are_changed_by_keys(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    folder = _game(find_user_folders().rulesets)
    page = _opened(qtbot, window)
    assert window.pages.currentWidget() is page

    # The look: a colour is typed, a shape chosen, a wrong colour refused.
    colour = page.look.fields["players.red", "fill"]
    assert isinstance(colour, ColourField)
    colour.line.selectAll()
    QTest.keyClicks(colour.line, "#102030")
    QTest.keyClick(colour.line, Qt.Key.Key_Return)
    assert read_look(folder).player("red").fill.light == "#102030"
    colour = page.look.fields["players.red", "fill"]
    assert isinstance(colour, ColourField)
    colour.line.setText("red")
    QTest.keyClick(colour.line, Qt.Key.Key_Return)
    assert colour.line.text() == "#102030"
    shape = page.look.fields["pieces.piece.kinds.frog", "shape"]
    assert isinstance(shape, QComboBox)
    shape.setFocus()
    QTest.keyClick(shape, Qt.Key.Key_Home)
    assert read_look(folder).kind("piece", "frog").shape == SHAPES[0]

    # The texts: what is missing is listed; a text that the rules do not understand is refused.
    assert page.texts.count.text() == "Nothing is missing."
    _text(page, "take.name", "fr", "")
    assert page.texts.count.text() == "1 translation is missing."
    page.texts.missing_only.setChecked(True)
    assert page.texts.table.rowCount() == 1
    _text(page, "take.name", "fr", 'Prise "forte"')
    page.texts.missing_only.setChecked(False)
    page.tabs.setCurrentWidget(page.texts)
    item = page.texts.item("frog", "fr")
    assert item is not None
    page.texts.table.setCurrentItem(item)
    page.texts.table.setFocus()
    QTest.keyClick(page.texts.table, Qt.Key.Key_F2)
    line = page.texts.table.findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, "rainette / rainettes")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: 'name frog: "rainette" "rainettes"' in (folder / "words.fr").read_text("utf-8"))
    before = (folder / "words.fr").read_bytes()
    _text(page, "take", "fr", "Prendre {nothing}")
    assert "does not fit the rules" in page.problem.text()
    assert (folder / "words.fr").read_bytes() == before
    item = page.texts.item("take", "fr")
    assert item is not None
    assert item.text().startswith("Prendre en")

    # The box.
    title = page.box.lines["title_fr"]
    assert isinstance(title, QLineEdit)
    title.setText('L’étang "vert"')
    QTest.keyClick(title, Qt.Key.Key_Return)
    assert read_card(folder).title("fr") == 'L’étang "vert"'
    page.box.minutes[1].setValue(45)
    QTest.keyClick(page.box.minutes[1], Qt.Key.Key_Return)
    assert read_card(folder).minutes == "5–45"
    text = read_folder(folder)
    assert review(text) == ()
    assert translation_remarks(text) == ()
    window.activateWindow()
    QTest.keyClick(page.tabs, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.start


def test_drawings_are_checked_and_other_programs_followed(qtbot: QtBot, tmp_path: Path) -> None:
    folder = _game(tmp_path)
    page = GamePage(Translations("en"))
    qtbot.addWidget(page)
    page.open(read_card(folder))
    look_field = next(each for each in look_fields(previewed_folder(folder)) if each.group == "frog")
    (tmp_path / "Wicked.svg").write_text(DRAWING.replace("<circle", "<script>1</script><circle"), "utf-8")
    page.import_drawing(look_field, tmp_path / "Wicked.svg")
    assert page.problem.text().startswith("This drawing cannot be used")
    assert not (folder / "art").exists()
    (tmp_path / "2 Frögs!.svg").write_text(DRAWING, "utf-8")
    page.import_drawing(look_field, tmp_path / "2 Frögs!.svg")
    assert page.problem.text() == ""
    assert [drawing.name for drawing in read_look(folder).kind("piece", "frog").art] == ["drawing_2_frogs"]

    words = folder / "words.en"
    words.write_text(words.read_text("utf-8").replace('"frog"', '"toad"'), "utf-8")
    os.utime(words, ns=(1, 1))
    page.follow_disk()
    item = page.texts.item("frog", "en")
    assert item is not None
    assert item.text() == "toad / frogs"
    words.write_text("nonsense", "utf-8")
    page.follow_disk()
    assert "cannot be read at the moment" in page.problem.text()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of Unix")
def test_a_full_disk_changes_nothing_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    import resource

    folder = _game(tmp_path)
    page = GamePage(Translations("en"))
    qtbot.addWidget(page)
    page.open(read_card(folder))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        _text(page, "take.name", "fr", "Capture")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert page.problem.text().startswith("The change could not be saved")
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_every_value_of_a_look_has_its_texts(portable: Path) -> None:
    for language in ("en", "fr"):
        texts = Translations(language)
        for value in (*TABLE_TOPS, *CELLS, *BOARD_FRAMES, *WEAVES, *SHAPES):
            assert texts(f"gamelook.value_{value.replace('-', '_')}")


def test_the_texts_of_official_games_can_be_listed() -> None:
    from app.base.paths import official_rulesets

    spoken, rows = text_rows(read_folder(official_rulesets() / "trias"))
    assert spoken[:2] == ("en", "fr")
    assert not [row.key for row in rows if row.lacking and not row.is_name]


def test_rules_are_changed_as_text_and_a_game_is_copied(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    rulesets = find_user_folders().rulesets
    choose_game(qtbot, window, "tic-tac-toe")
    window.menus.rules_requested.emit()
    (dialog,) = (each for each in window.findChildren(HouseRuleDialog) if each.isVisible())
    assert dialog.itself.text() == "Copy the whole game to change it…"
    click(dialog.itself)
    folder = rulesets / "tic-tac-toe-copy-1"
    assert review(read_folder(folder)) == ()
    assert read_card(folder).title("en").endswith("(copy 1)")
    page = window.workshop.game_page
    assert page is not None
    assert page.tabs.currentWidget() is page.rules
    assert page.rules.files.currentData() == "tic-tac-toe.rules"
    editor = page.rules.text.editor
    qtbot.waitUntil(lambda: page.rules.text.is_checked)
    assert not editor.problems

    # A mistake is shown at once; saved text shows in the picture, unsaved text is asked about.
    QTest.keyClick(editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, "nonsense")
    qtbot.waitUntil(lambda: bool(editor.problems))
    assert page.rules.is_modified
    page.leave()
    box = asked(qtbot, window)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is page
    for _ in "nonsense":
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
    QTest.keyClicks(editor, "-- mine")
    qtbot.waitUntil(lambda: page.rules.text.is_checked and not editor.problems)
    window.activateWindow()
    editor.setFocus()
    qtbot.waitUntil(editor.hasFocus)
    QTest.keyClick(editor, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.rules.text.find_bar.isVisible()
    QTest.keyClick(page.rules.text.find_bar, Qt.Key.Key_Escape)
    assert not page.rules.text.find_bar.isVisible()
    assert window.pages.currentWidget() is page
    click(page.rules.save)
    assert (folder / "tic-tac-toe.rules").read_text("utf-8").endswith("-- mine")
    page.rules.files.setCurrentIndex(1)
    assert page.rules.files.currentData().startswith("examples/")
    assert page.rules.editor_text.startswith("always")
    click(page.play)
    assert window.pages.currentWidget() is window.setup


def test_a_game_that_is_based_on_another_is_not_copied(tmp_path: Path) -> None:
    from app.base.paths import official_rulesets

    with pytest.raises(BasedOnOtherError):
        copy_game(official_rulesets() / "ciao-dino", tmp_path, lambda title, number: title)
    assert list(tmp_path.iterdir()) == []


def test_the_page_of_a_game_waits_for_a_change_of_its_rules(qtbot: QtBot, portable: Path, window: MainWindow) -> None:
    made = d.GameDesign("pond", deeds=frozenset({"place", "step"}), kinds=(d.PieceKind("frog", each=4),))
    folder = find_user_folders().rulesets / "pond"
    write_game(folder, files_of(made))
    window.show_start()
    window.workshop.open_game(read_card(folder), "rules")
    page = window.workshop.game_page
    assert page is not None
    page.rules.changes.setCurrentIndex(0)  # in a narrow window the text is a tab beside the controls
    wait_for_rules(qtbot, page.rules.changes.controls)
    number = press_number(qtbot, page.rules.changes.controls)
    before = page.rules.editor_text
    number.setValue(number.value() + 1 if number.value() < number.maximum() else number.value() - 1)
    with qtbot.assertNotEmitted(page.back_requested):
        click(page.back)
        assert not window.findChildren(QMessageBox)
        qtbot.waitUntil(lambda: bool(window.findChildren(QMessageBox)))
    assert page.rules.editor_text != before
    asked(qtbot, window).reject()


def test_a_game_is_exported_for_other_users_unless_its_rules_have_a_problem(
    qtbot: QtBot, portable: Path, window: MainWindow, tmp_path: Path
) -> None:
    folder = _game(find_user_folders().rulesets)
    page = _opened(qtbot, window)
    page.tabs.setCurrentWidget(page.rules)
    page.rules.text.editor.replace_text(page.rules.text.text + "-- ours\n")
    click(page.export)
    (dialog,) = (each for each in window.findChildren(QFileDialog) if each.isVisible())
    out = tmp_path / "pond.gondwana"
    dialog.fileSelected.emit(str(out))
    dialog.close()
    package = unpack(out.read_bytes())
    assert (package.kind, package.name) == ("game", "pond")
    install(package, tmp_path / "theirs", tmp_path / "house")
    theirs = tmp_path / "theirs" / "pond" / "pond.rules"
    assert theirs.read_text().endswith("-- ours\n")  # what is typed is saved first
    assert not review(read_folder(tmp_path / "theirs" / "pond"))

    (folder / "pond.rules").write_text("game pond\n    players two\n", encoding="utf-8")
    page.follow_disk()
    click(page.export)
    assert not [each for each in window.findChildren(QFileDialog) if each.isVisible()]
