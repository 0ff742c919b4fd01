"""Gallery: order, groups, search, filter by players, and covers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.screens.cover_painter import cover_view, first_board, paint_cover
from app.screens.gallery import Gallery, GameButton, GameFilter, groups, in_order, most_players
from app.screens.start import StartPage
from app.shell.window import MainWindow
from app.storage.game_library import GameCard, find_games

CARDS = (
    GameCard(
        Path("mor"), True, titles={"": "Mor", "fr": "Élan"}, players=(2, 3, 4, 5), credit="Ann Other",
        groups={"en": "Marshes", "fr": "Marais"},
    ),
    GameCard(Path("tic"), True, "classics", {"": "Tic"}, players=(2,), groups={"": "Grids"}),
    GameCard(Path("mine"), False, titles={"": "Mine"}),
)  # fmt: skip


def test_games_on_no_shelf_come_first_and_the_users_own_last() -> None:
    assert [game.name for game in in_order(reversed(CARDS))] == ["mor", "tic", "mine"]


def test_groups_are_what_the_cards_say_in_the_order_of_the_games() -> None:
    both = [("Marais", {"mor"}), ("Grids", {"tic"})]
    assert [(group.title, group.names) for group in groups(CARDS, "fr")] == both
    assert groups(CARDS[:1], "en") == ()  # it would show all games
    assert [game.name for game in CARDS if GameFilter(names=frozenset({"tic"})).fits(game, "en")] == ["tic"]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (GameFilter(), ["mor", "tic", "mine"]),
        (GameFilter("OTHER ann"), ["mor"]),
        (GameFilter("elan"), ["mor"]),
        (GameFilter("m"), ["mor", "mine"]),
        (GameFilter("", 5), ["mor", "mine"]),
        (GameFilter("tic", 3), []),
    ],
)
def test_a_search_filters_by_all_words_and_the_number_of_players(search: GameFilter, found: list[str]) -> None:
    assert [game.name for game in CARDS if search.fits(game, "en")] == found
    assert most_players(CARDS) == 5


def seen(window: MainWindow) -> list[str]:
    return sorted(each.game.name for each in window.start.findChildren(GameButton) if each.isVisible())


def test_typing_filters_the_games_and_enter_chooses(qtbot: QtBot, window: MainWindow) -> None:
    everything = seen(window)
    assert len(everything) > 8
    qtbot.keyClicks(window.start.search, "tri as")
    assert seen(window) == ["trias", "triassic-terror"]
    window.start.players.setCurrentIndex(6)
    assert seen(window) == ["triassic-terror"]
    qtbot.keyClick(window.start.search, Qt.Key.Key_Return)
    qtbot.waitUntil(window.setup.start.isEnabled)


def test_a_search_without_results_shows_a_message(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClicks(window.start.search, "xyzzy")
    assert seen(window) == []
    assert window.start.gallery.shown == ()
    window.start.search.clear()
    assert len(seen(window)) > 8


def test_a_game_is_found_by_the_title_of_a_house_rule_in_both_languages(qtbot: QtBot, window: MainWindow) -> None:
    for search in ("open hands", "mains ouvertes"):
        window.start.search.clear()
        qtbot.keyClicks(window.start.search, search)
        assert "trias" in seen(window)
        assert "chess" not in seen(window)


def test_a_group_shows_its_games_alone_also_after_a_search(qtbot: QtBot, window: MainWindow) -> None:
    everything = seen(window)
    chips = {chip.text(): chip for chip in window.start.chips.buttons()}
    assert list(chips) == [f"All {len(everything)}", "Dinosaurs", "Classics"]
    qtbot.mouseClick(chips["Classics"], Qt.MouseButton.LeftButton)
    classics = seen(window)
    assert "chess" in classics
    assert "trias" not in classics
    qtbot.keyClicks(window.start.search, "tri")
    assert seen(window) == []
    window.settings.set_language("fr")
    assert [chip.text() for chip in window.start.chips.buttons() if chip.isChecked()] == ["Classiques"]
    window.start.search.clear()
    assert seen(window) == classics


def test_games_with_house_rules_of_the_user_are_a_group(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    rules = tmp_path / "house" / "chess" / "quick.rules"
    rules.parent.mkdir(parents=True)
    rules.write_text('house rules "Quick end" for chess\n', "utf-8")
    window.start.set_games(window.start.gallery.shown, (), tmp_path / "house")
    chip = window.start.chips.buttons()[-1]
    assert chip.text() == "My house rules"
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert seen(window) == ["chess"]
    qtbot.keyClicks(window.start.search, "quick")
    assert seen(window) == ["chess"]


def first_page(qtbot: QtBot, width: int, height: int) -> StartPage:
    page = StartPage(Translations("en"))
    qtbot.addWidget(page)
    page.set_games(find_games(official_rulesets(), Path("nowhere")), ())
    page.resize(width, height)
    page.show()
    return page


def cards(page: StartPage) -> list[GameButton]:
    return [each for each in page.findChildren(GameButton) if each.isVisible()]


def far(page: StartPage, card: GameButton) -> tuple[int, int]:
    """Return the lower end of a card, and its right end."""
    corner = card.mapTo(page, card.rect().bottomRight())
    return corner.y(), corner.x()


def test_small_games_have_small_cards_where_the_large_ones_do_not_fit(qtbot: QtBot) -> None:
    page = first_page(qtbot, 1366, 2000)
    assert not any(card.small for card in cards(page))
    height = max(far(page, card)[0] for card in cards(page))
    tallest = lowest = min(card.height() for card in cards(page))
    while height > 0 and not any(card.small for card in cards(page)):
        lowest = min(card.needs(card.width(), small=False, taller=0) for card in cards(page))
        height -= 20
        page.resize(1366, height)
    assert any(card.small for card in cards(page))
    scrolls = page.findChildren(QScrollArea)[0].verticalScrollBar()
    qtbot.waitUntil(lambda: not scrolls.isVisible())
    for card in cards(page):
        assert card.small == bool(card.game.shelf), card.game.name
        assert far(page, card)[0] < page.height()
    large, small = ([card for card in cards(page) if card.small is wanted] for wanted in (False, True))
    assert max(card.height() for card in small) < min(card.height() for card in large)
    assert tallest > lowest  # covers use the height that a page has


def test_the_button_for_a_new_game_is_not_alone_in_a_row_of_small_cards(qtbot: QtBot) -> None:
    page = first_page(qtbot, 1366, 700)
    games = page.gallery.shown
    shelf = [game for game in games if game.shelf]
    for more in range(1, 6):
        page.set_games([*games, *(replace(shelf[0], folder=Path(f"own-{n}")) for n in range(more))], ())
        small = [card for card in cards(page) if card.small]
        assert len(small) == len(shelf) + more
        qtbot.waitUntil(lambda small=small: len({card.y() for card in small}) > 1)
        qtbot.waitUntil(lambda small=small: page.new_game.y() in {card.y() for card in small})


def test_the_games_on_no_shelf_share_a_row_in_a_narrow_window(qtbot: QtBot) -> None:
    page = first_page(qtbot, 960, 510)
    large = [card for card in cards(page) if not card.game.shelf]
    assert len({card.y() for card in large}) == 1
    assert {far(page, card)[1] <= page.width() for card in cards(page)} == {True}


GAMES = [card.folder for card in find_games(official_rulesets(), Path("nowhere")) if any(card.folder.glob("*.look"))]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_cover_shows_more_than_an_empty_table(qtbot: QtBot, folder: Path) -> None:
    look = game_look(folder)
    view = cover_view(look, *first_board(folder))
    image = QImage(390, 124, QImage.Format.Format_RGB32)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    paint_cover(painter, QRectF(0, 0, 390, 124), view, look, dark=False)
    painter.end()
    colours = {image.pixel(x, y) for x in range(0, 390, 3) for y in range(0, 124, 3)}
    assert len(colours) > 4
    assert QColor("#000000").rgb() not in {image.pixel(x, y) for x in (0, 389) for y in (0, 123)}


def test_arrow_keys_walk_over_the_cards(qtbot: QtBot) -> None:
    new_game = QPushButton("New game")
    gallery = Gallery(Translations("en"), None, new_game)
    qtbot.addWidget(gallery)
    games = [GameCard(Path(f"game{number}"), True, titles={"": f"Game {number}"}, players=(2,)) for number in range(7)]
    gallery.set_games(games)
    gallery.resize(1200, 900)
    gallery.show()
    qtbot.waitExposed(gallery)
    cards = [*gallery.findChildren(GameButton), new_game]
    abreast = sum(each.y() == cards[0].y() for each in cards)
    assert 1 < abreast < len(cards)

    def after(start: int, *keys: Qt.Key) -> int:
        cards[start].setFocus()
        for key in keys:
            focused = gallery.focusWidget()
            assert focused is not None
            qtbot.keyClick(focused, key)
        return next(number for number, each in enumerate(cards) if each is gallery.focusWidget())

    assert after(0, Qt.Key.Key_Right) == 1
    assert after(1, Qt.Key.Key_Left) == 0
    assert after(1, Qt.Key.Key_Down) == 1 + abreast
    assert after(1, Qt.Key.Key_Down, Qt.Key.Key_Up) == 1
    assert after(len(cards) - 2, Qt.Key.Key_Right) == len(cards) - 1
