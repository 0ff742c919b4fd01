"""Start page: the newest match is shown large, with the cover of its game; a button shows the others as lines."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.theme import contrast_ratio
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.screens.banner import GameBanner
from app.screens.gallery import GameButton, GamePicture
from app.screens.saved_matches import SavedMatchRow
from app.screens.start import StartPage
from app.storage.game_library import find_games
from app.storage.matches import MatchEntry, MatchNote

GAMES = find_games(official_rulesets(), Path("nowhere"))


def entry(name: str, hour: int, *, finished: bool = False) -> MatchEntry:
    folder = next(str(game.folder) for game in GAMES if game.name == name)
    house = ("Windy night",) if name == "trias" else ()
    note = MatchNote(folder, ("Red", "Blue"), 3, "Red", finished, house=house)
    return MatchEntry(Path(f"2026-{name}.jsonl"), datetime(2026, 11, 20, hour), note)


def start_page(qtbot: QtBot, *matches: MatchEntry, language: str = "en", width: int = 1100) -> StartPage:
    page = StartPage(Translations(language))
    qtbot.addWidget(page)
    page.set_games(GAMES, matches)
    page.resize(width, 700)
    page.show()
    return page


def rows(page: StartPage) -> list[SavedMatchRow]:
    return [each for each in page.findChildren(SavedMatchRow) if each.isVisible()]


def box(widget: QWidget, page: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint()), widget.size())


@pytest.mark.parametrize(("language", "width"), [("en", 1366), ("en", 940), ("fr", 940), ("fr", 700)])
def test_the_newest_match_is_large_and_overlaps_nothing(qtbot: QtBot, language: str, width: int) -> None:
    page = start_page(qtbot, entry("trias", 12), entry("chess", 11), language=language, width=width)
    (newest,) = rows(page)
    assert newest.more.text() in ("1 more match", "1 autre partie")
    qtbot.mouseClick(newest.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    newest, older = rows(page)
    assert page.window().focusWidget() is newest.resume
    assert not newest.more.isVisible()
    (picture,) = newest.findChildren(GamePicture)
    assert older.findChildren(GamePicture) == []
    qtbot.waitUntil(lambda: picture.height() >= 150)
    assert (newest.large, older.large) == (True, False)
    assert "Windy night" in newest.resume.accessibleName()  # the rules that it is played by
    assert "Windy night" not in older.resume.accessibleName()
    assert newest.height() > 2 * older.height()
    assert newest.resume.property("role") == "primary"
    shown = [box(each, page) for each in (newest.resume, newest.delete, older.resume, older.delete)]
    assert not any(one.intersects(other) for number, one in enumerate(shown) for other in shown[number + 1 :])
    assert page.width() == width  # nothing makes the page grow
    qtbot.waitUntil(lambda: not box(picture, page).intersects(box(older, page)))
    qtbot.waitUntil(lambda: picture.painted)
    (banner,) = newest.findChildren(GameBanner)
    image, edge = banner.grab().toImage(), newest.delete.mapTo(banner, newest.delete.rect().topRight())
    ground = image.pixelColor(20, banner.height() // 2)  # the cover is hardly seen at the end of the buttons
    assert contrast_ratio("#ffffff", image.pixelColor(edge.x() + 3, edge.y() - 4)) > 0.6 * contrast_ratio(
        "#ffffff", ground
    )


def test_the_newest_match_fills_the_top_of_its_card(qtbot: QtBot) -> None:
    """The cards beside it are higher: the space goes to its banner."""
    page = start_page(qtbot, entry("trias", 12), width=1000)
    (newest,) = rows(page)
    (banner,) = newest.findChildren(GameBanner)
    card = page._resume
    assert box(banner, page).top() - box(card, page).top() < 4
    assert banner.width() >= card.width() - 4
    assert banner.height() >= card.height() - 40


def test_the_newest_match_is_resumed_and_deleted_by_its_buttons(qtbot: QtBot) -> None:
    newest = entry("trias", 12)
    page = start_page(qtbot, newest, entry("chess", 11))
    first = rows(page)[0]
    with qtbot.waitSignal(page.match_chosen) as chosen:
        qtbot.mouseClick(first.resume, Qt.MouseButton.LeftButton)
    assert chosen.args == [newest]
    with qtbot.assertNotEmitted(page.match_delete_requested):
        qtbot.mouseClick(first.delete, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(page.match_delete_requested):
        qtbot.mouseClick(first.delete, Qt.MouseButton.LeftButton)


def test_a_match_of_an_unknown_game_is_a_line(qtbot: QtBot) -> None:
    gone = MatchEntry(Path("2026-gone.jsonl"), datetime(2026, 11, 20), MatchNote("/nowhere/gone", ("Red",), 1, "Red"))
    (row,) = rows(start_page(qtbot, gone))
    assert not row.large
    assert row.findChildren(GamePicture) == []
    assert "gone" in row.resume.accessibleName()


def test_where_all_matches_are_finished_the_newest_can_be_viewed(qtbot: QtBot) -> None:
    page = start_page(qtbot, entry("trias", 12, finished=True), entry("chess", 11, finished=True))
    (row,) = rows(page)
    assert row.large
    assert (row.entry.game, row.resume.text()) == (entry("trias", 12).game, "View")
    assert "1 more match" in [each.text() for each in page.findChildren(QPushButton) if each.isVisible()]


def test_the_first_focus_is_on_the_main_action(qtbot: QtBot) -> None:
    page = start_page(qtbot, entry("trias", 12), entry("chess", 11))
    bar = page.findChildren(QScrollArea)[0].verticalScrollBar()
    bar.setRange(0, 500)
    bar.setValue(500)
    page.focus_main_action()
    assert not bar.value()
    (newest,) = rows(page)
    assert page.window().focusWidget() is newest.resume
    page.set_games(GAMES, (entry("chess", 12, finished=True),))
    page.focus_main_action()
    focused = page.window().focusWidget()
    assert isinstance(focused, GameButton)
    assert focused.game.name == "chess"  # nothing to resume: the game played last
    page.resize(700, 700)  # other columns: the buttons are laid out again
    assert page.window().focusWidget() is focused
    page.set_games(GAMES, ())
    page.focus_main_action()
    focused = page.window().focusWidget()
    assert isinstance(focused, GameButton)
    assert focused.game == page.gallery.shown[0]


@pytest.mark.parametrize(("percent", "width"), [(150, 960), (200, 960)])
def test_a_narrow_start_page_with_large_text_wraps(qtbot: QtBot, percent: int, width: int) -> None:
    page = StartPage(Translations("fr"))
    qtbot.addWidget(page)
    font = page.font()
    font.setPointSizeF(font.pointSizeF() * percent / 100)
    page.setFont(font)
    page.set_games(GAMES, (entry("trias", 12),))
    page.resize(width, 540)
    page.show()
    content = page.findChild(QScrollArea).widget()
    qtbot.waitUntil(lambda: content.minimumSizeHint().width() <= page.width())


def test_another_language_keeps_the_focus_on_the_newest_match(qtbot: QtBot) -> None:
    page = start_page(qtbot, entry("trias", 12), entry("chess", 11))
    page.focus_main_action()
    page.retranslate()
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    (newest,) = rows(page)
    assert page.window().focusWidget() is newest.resume
