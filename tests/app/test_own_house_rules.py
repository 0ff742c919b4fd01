"""The user's own house rules for an official game, in the folder of the user's data."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import find_user_folders
from app.screens.about import AboutPage
from app.session.match_config import HouseRule
from app.shell.window import MainWindow
from dsl.match.rulesets.folder import edition_path
from tests.app.conftest import OpenWindow
from tests.app.shell.test_window import choose_game, click, start_match

MINE = 'house rules "Our Friday" for trias\nset option.action_points = 6\n'
FRENCH = 'house.Our Friday: "Notre vendredi"\n'


@pytest.fixture
def house(portable: Path) -> Path:
    """The folder of the user's house rules for Trias, with a correct one and some broken ones."""
    folder = find_user_folders().house / "trias"
    folder.mkdir(parents=True)
    (folder / "friday.rules").write_text(MINE, encoding="utf-8")
    (folder / "friday.words.fr").write_text(FRENCH, encoding="utf-8")
    (folder / "broken.rules").write_text('house rules "Broken" for trias\nset option.nothing = 1\n', encoding="utf-8")
    (folder / "chess.rules").write_text('house rules "Elsewhere" for chess\n', encoding="utf-8")
    (folder / "twice.rules").write_text(MINE, encoding="utf-8")
    (folder / "binary.rules").write_bytes(b"\xff\xfe\x00")
    return folder


def test_own_house_rules_are_selected_and_played(qtbot: QtBot, house: Path, window: MainWindow) -> None:
    choose_game(qtbot, window)
    box = window.setup.house.box(str(house / "friday.rules"))
    assert box.text() == "Our Friday"
    assert box.accessibleDescription() == "Action points in a turn: 6 instead of 3."
    click(box)
    (row,) = (row for row in window.setup.options.rows if row.option.name == "action_points")
    assert row.value == 6
    start_match(qtbot, window)
    assert window.session is not None
    table = window.session.match.table
    assert [rules.title for rules in table.pack.house] == ["Our Friday"]
    assert dict(table.match.options)["action_points"] == 6


def test_own_house_rules_are_above_those_of_the_game_and_apply_after_them(
    qtbot: QtBot, house: Path, window: MainWindow
) -> None:
    choose_game(qtbot, window)
    own, official = str(house / "friday.rules"), "Five action points"
    boxes = [window.setup.house.box(key) for key in (own, official)]
    qtbot.waitUntil(lambda: boxes[0].y() < boxes[1].y())
    window.setup.house.set_rules((HouseRule(official, official), HouseRule(own, "Ours", own=True)), (own, official))
    assert window.setup.house.chosen == (official, own)


def test_own_house_rules_have_their_own_texts(qtbot: QtBot, house: Path, window: MainWindow) -> None:
    window.settings.set_language("fr")
    choose_game(qtbot, window)
    assert window.setup.house.box(str(house / "friday.rules")).text() == "Notre vendredi"


def test_a_broken_house_rule_says_why_and_leaves_the_others_usable(
    qtbot: QtBot, house: Path, window: MainWindow
) -> None:
    choose_game(qtbot, window)
    said = "\n".join(each.text() for each in window.setup.house.findChildren(QLabel) if each.isVisible())
    for name, title, why in (
        ("broken", "Broken", "option.nothing"), ("chess", "Elsewhere", "for `chess`"),
        ("twice", "twice.rules", "Our Friday"), ("binary", "binary.rules", ""),
    ):  # fmt: skip
        box = window.setup.house.box(str(house / f"{name}.rules"))
        assert box.text() == title
        assert box.accessibleDescription().endswith("To mend it, open it with “Change the rules…”.")
        assert not box.isEnabled()
        assert f"{name}.rules:" in box.accessibleDescription()
        assert why in said
    assert window.setup.start.isEnabled()
    click(window.setup.house.box("Lush mountains"))
    start_match(qtbot, window)


def test_a_house_rule_that_a_new_edition_broke_says_what_the_edition_changed(
    qtbot: QtBot, house: Path, window: MainWindow
) -> None:
    edition = '-- written for Trias, rules 0000 0000 0000\n\noption nothing: 0..9 = 3 "Nothing at all"\n'
    edition_path(house / "broken.rules").write_text(edition, encoding="utf-8")
    choose_game(qtbot, window)
    said = window.setup.house.box(str(house / "broken.rules")).accessibleDescription()
    assert "The option Nothing at all is removed." in said


def test_a_deleted_house_rule_is_no_longer_selected(
    qtbot: QtBot, house: Path, window: MainWindow, open_window: OpenWindow
) -> None:
    choose_game(qtbot, window)
    click(window.setup.house.box(str(house / "friday.rules")))
    start_match(qtbot, window)
    window.close()
    (house / "friday.rules").unlink()
    again = open_window()
    choose_game(qtbot, again)
    assert again.setup.house.chosen == ()
    assert again.setup.start.isEnabled()


def test_the_about_page_names_their_folder(qtbot: QtBot, portable: Path) -> None:
    page = AboutPage(Translations("en"), find_user_folders())
    qtbot.addWidget(page)
    assert any(str(find_user_folders().house) in each.text() for each in page.findChildren(QLabel))
