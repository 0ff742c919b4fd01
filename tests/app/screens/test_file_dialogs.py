"""Dialogs that ask for files: in which folder they begin, and what their labels say."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.base.i18n import QtTranslation, Translations
from app.screens.dialogs import choose_new_file


def test_a_file_dialog_begins_in_the_documents_and_then_where_the_last_file_was(
    qtbot: QtBot, tmp_path: Path, monkeypatch
) -> None:
    documents, elsewhere = tmp_path / "documents", tmp_path / "elsewhere"
    documents.mkdir()
    elsewhere.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    monkeypatch.setattr("app.screens.dialogs._last_folder", [])
    window, chosen = QWidget(), list[str]()
    qtbot.addWidget(window)

    def dialog() -> QFileDialog:
        choose_new_file(window, Translations("en"), "Save", "Text (*.txt)", "match.txt", chosen.append)
        return window.findChildren(QFileDialog)[-1]

    first = dialog()
    assert Path(first.directory().absolutePath()) == documents
    first.fileSelected.emit(str(elsewhere / "match.txt"))
    first.reject()
    assert chosen == [str(elsewhere / "match.txt")]
    second = dialog()
    assert Path(second.directory().absolutePath()) == elsewhere
    second.reject()


def test_every_label_of_a_file_dialog_is_in_the_language_of_the_user(qtbot: QtBot) -> None:
    english, french = QWidget(), QWidget()
    words = QtTranslation()
    said = []
    for window, language in ((english, "en"), (french, "fr")):
        qtbot.addWidget(window)
        words.set_language(language)
        choose_new_file(window, Translations(language), "", "(*.txt)", "match.txt", lambda _: None)
        dialog = window.findChildren(QFileDialog)[-1]
        said.append({which: dialog.labelText(which) for which in QFileDialog.DialogLabel})
        dialog.reject()
    words.remove()
    assert all(english != french for english, french in zip(said[0].values(), said[1].values(), strict=True))
