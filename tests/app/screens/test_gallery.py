"""Gallery: order, groups, search, filter by players, and covers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.appearance.look import game_look
from app.base.paths import official_rulesets
from app.screens.cover_painter import cover_view, first_board, paint_cover
from app.screens.gallery import GameButton, GameFilter, groups, in_order, most_players
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
