"""The about page lists every shipped component with its licence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import find_user_folders, home, resource
from app.screens.about import AboutPage, licensed_components


def test_every_licence_file_is_listed_and_complete() -> None:
    shown = {part.file for part in licensed_components()}
    assert shown == set(resource("licences").glob("*.txt"))
    assert all(len(part.text()) > 1000 and part.holder and part.licence for part in licensed_components())


def test_the_licence_of_the_program_is_that_of_the_project() -> None:
    assert licensed_components()[0].text() == (home() / "LICENSE").read_text(encoding="utf-8")


def test_the_page_shows_the_selected_licence(qtbot: QtBot) -> None:
    page = AboutPage(Translations("fr"), find_user_folders())
    qtbot.addWidget(page)
    page.show()
    assert page.text.toPlainText().startswith("MIT License")
    chosen = page.parts.findText("Lesser", Qt.MatchFlag.MatchContains)
    page.parts.setCurrentIndex(chosen)
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in page.text.toPlainText()
    page.retranslate()
    assert page.parts.currentIndex() == chosen
