"""Open zones show every card; games without a board are played on their zones, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import CONTRAST, DARK, LIGHT, Theme
from app.base.i18n import Translations
from app.session.local_link import LocalLink
from app.table.context import TableContext
from app.table.page import TablePage
from app.table.panels.piles_and_figures import CardPreview, Pile, PileWidget
from app.table.panels.tabletop import TableTop, table_areas
from app.table.panels.zones import CardFan, Spread, ZonesPanel, spreads
from dsl.bots import make
from dsl.i18n.translator import Translator
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build
from dsl.match.table import Table
from dsl.match.view import PieceView, ZoneView
from tests.app.table.cardgames import HOUSES, LETTERS
from tests.app.table.table_pages import INSTANT
from tests.app.table.views import position

GAMES = {"houses": HOUSES, "letters": LETTERS}


class Sitting:
    """A card game at a window: red is a person, the others are computer players."""

    def __init__(self, qtbot: QtBot, game: str, players: int, journal: Path) -> None:
        pack = build(RulesetText(((f"{game}.rules", GAMES[game]),)))
        colours = pack.rules.colours[:players]
        seats = [SeatPlan(colour, "bot:random" if rank else "human", "") for rank, colour in enumerate(colours)]
        self.table = Table(pack, seats, {}, 3, journal, make)
        self.pack = pack
        self.page = TablePage(LocalLink(self.table), self.context("en", LIGHT), INSTANT)
        qtbot.addWidget(self.page)
        self.page.resize(1366, 738)
        self.page.show()
        self.page.open()
        qtbot.waitUntil(lambda: self.page.view is not None)

    def context(self, language: str, theme: Theme) -> TableContext:
        return TableContext(Translations(language), Translator(self.pack, language), Look(), theme)

    @property
    def top(self) -> TableTop:
        return self.page.table_layout.top

    def zone(self, name: str, owner: str = "") -> ZoneView:
        assert self.page.view is not None
        return next(zone for zone in self.page.view.zones if (zone.name, zone.owner) == (name, owner))

    def cards(self, title: str) -> list[PileWidget]:
        return [card for card in self.top.cards if card.pile.title == title]

    def asked(self) -> bool:
        return self.page.view is not None and any(d.seat == "red" and d.options for d in self.page.view.decisions)


@pytest.fixture
def sit(qtbot: QtBot, tmp_path: Path) -> Iterator[list[Sitting]]:
    sittings: list[Sitting] = []
    yield sittings
    for sitting in sittings:
        sitting.page.close_table()
        sitting.table.close()


def open_table(qtbot: QtBot, sit: list[Sitting], tmp_path: Path, game: str, players: int = 3) -> Sitting:
    sit.append(Sitting(qtbot, game, players, tmp_path / f"{game}.journal"))
    return sit[-1]


def box_on(widget: QWidget, page: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())


def test_every_card_of_an_open_zone_is_face_up(qtbot: QtBot, sit: list[Sitting], tmp_path: Path) -> None:
    game = open_table(qtbot, sit, tmp_path, "houses", 4)
    assert not game.page.table_layout.board.isVisible()
    shown = [dict(card.pile.top.facing)["price"] for card in game.cards("Street") if card.pile.top]
    assert shown == [dict(piece.facing)["price"] for piece in game.zone("street").pieces]
    assert len(shown) == 4
    (deck,) = game.cards("Deck")
    assert (deck.pile.hidden, deck.pile.badge) == (True, "8")


def test_a_game_without_shared_zones_has_only_an_area_for_each_player(qtbot: QtBot, context: TableContext) -> None:
    view = replace(position(), boards=(), zones=())
    top = TableTop(context)
    qtbot.addWidget(top)
    top.show_state(view, frozenset())
    top.show()
    assert [place.owner for place in table_areas(view, context, frozenset())] == ["blue", "black", "red"]
    assert [each for each in QApplication.topLevelWidgets() if each.isVisible()] == [top]


def test_houses_are_bought_with_the_mouse(qtbot: QtBot, sit: list[Sitting], tmp_path: Path) -> None:
    game = open_table(qtbot, sit, tmp_path, "houses", 3)
    street = game.cards("Street")
    wanted = street[1].pile
    QTest.mouseClick(street[1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any(card.pile.value == wanted.value for card in game.cards("Your held")))
    assert all(card.pile.value != wanted.value for card in game.cards("Street"))


def test_letters_are_played_with_mouse_and_keys(qtbot: QtBot, sit: list[Sitting], tmp_path: Path) -> None:
    game = open_table(qtbot, sit, tmp_path, "letters", 3)
    for turn in range(2):
        qtbot.waitUntil(game.asked)
        before = game.zone("played", "red").size
        card = game.cards("Your hand")[turn]
        if turn:
            card.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(card, Qt.Key.Key_Return)
        else:
            QTest.mouseClick(card, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda before=before: game.zone("played", "red").size > before)
    assert len(game.cards("Your played")) == 2


def test_equal_cards_elsewhere_are_not_offered(qtbot: QtBot, sit: list[Sitting], tmp_path: Path) -> None:
    game = open_table(qtbot, sit, tmp_path, "letters", 4)
    offered = {card.pile.title for card in game.top.cards if card.selectable}
    assert offered == {"Your hand"}


def test_cards_of_others_are_backs_with_a_number(qtbot: QtBot, sit: list[Sitting], tmp_path: Path) -> None:
    game = open_table(qtbot, sit, tmp_path, "letters", 4)
    for colour in ("Blue", "Green", "Black"):
        (hand,) = game.cards(f"{colour}: hand")
        assert (hand.pile.hidden, hand.pile.badge, hand.pile.value) == (True, "2", "")


@pytest.mark.parametrize("size", [(1366, 738), (1920, 1050)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_four_players_have_room_without_being_cut_off(
    qtbot: QtBot, sit: list[Sitting], tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    game = open_table(qtbot, sit, tmp_path, "letters", 4)
    game.page.resize(*size)

    def fits() -> bool:
        boxes = [box_on(card, game.page) for card in game.top.cards]
        apart = not any(one.intersects(other) for n, one in enumerate(boxes) for other in boxes[n + 1 :])
        return apart and all(box_on(game.top, game.page).contains(box) for box in boxes)

    for theme in (LIGHT, DARK, CONTRAST):
        game.page.set_context(game.context(language, theme))
        qtbot.waitUntil(fits)
        assert len(game.top.cards) == 10
        assert game.top.cards[-1].height() > 110  # one's own are not small


def test_the_hovered_card_is_enlarged(qtbot: QtBot, sit: list[Sitting], tmp_path: Path) -> None:
    game = open_table(qtbot, sit, tmp_path, "letters", 3)
    game.page.activateWindow()
    qtbot.waitUntil(lambda: game.page.isActiveWindow() and any(card.selectable for card in game.top.cards))
    first, second = game.cards("Your hand")
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(first.hasFocus)
    (large,) = game.page.window().findChildren(CardPreview)
    assert large.isVisible()
    assert large.width() > 1.3 * first.width()
    assert game.page.rect().contains(large.geometry())
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus()
    assert large.isVisible()
    game.page.table_layout.board.setFocus()
    assert not large.isVisible()


def test_cards_in_a_narrow_zone_overlap_and_each_can_be_clicked(qtbot: QtBot, context: TableContext) -> None:
    piles = tuple(Pile("Row", PieceView("card", "wood"), 1, f"wood {number}") for number in range(12))
    fan = CardFan(Spread("Row", piles), context, frozenset({"wood 3"}))
    qtbot.addWidget(fan)
    fan.resize(320, 120)
    fan.show()
    assert fan.heightForWidth(320) < 2 * fan.cards[0].height()
    touched: list[str] = []
    fan.activated.connect(touched.append)
    for card in fan.cards:
        left = box_on(card, fan).topLeft() + QPoint(6, card.height() // 2)
        assert fan.childAt(left) is card
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(6, card.height() // 2))
    assert touched == [f"wood {number}" for number in range(12)]
    assert [card.selectable for card in fan.cards].count(True) == 1


def test_beside_a_board_open_zones_show_every_card_too(qtbot: QtBot, context: TableContext) -> None:
    market = tuple(PieceView("card", kind, facing=(("part", "1"),)) for kind in ("mountain", "steppe", "wood"))
    view = replace(position(), zones=(ZoneView("market", "", 3, market, True), *position().zones))
    (spread,) = spreads(view, context)
    assert [heap.value for heap in spread.piles] == ["mountain 1", "steppe 1", "wood 1"]
    panel = ZonesPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(view, frozenset({"steppe 1", "wood 1"}))
    market_cards = [card for card in panel.widgets if card.pile.title == "Market"]
    assert [card.accessibleName() for card in market_cards] == ["Market: mountain", "Market: steppe", "Market: wood"]
    assert [card.selectable for card in market_cards] == [False, True, False]  # of equal ones, one's own is meant


def test_piles_and_open_zones_are_small_in_a_low_window(qtbot: QtBot, context: TableContext) -> None:
    market = tuple(PieceView("card", kind, facing=(("part", "1"),)) for kind in ("mountain", "steppe", "wood"))
    view = replace(position(), zones=(ZoneView("market", "", 3, market, True), *position().zones))
    sizes = []
    for height in (540, 768, 1000):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(400, height)
        panel = ZonesPanel(context, window)
        panel.show_state(view, frozenset())
        beside = panel.widgets[len(panel.hand.cards) :]
        pile = next(each for each in beside if each.pile.title != "Market")
        card = next(each for each in beside if each.pile.title == "Market")
        sizes.append((pile.scale, card.scale))
    (low_pile, low_card), (pile, card), (_, high_card) = sizes
    assert low_pile < pile
    assert low_card < card < high_card


def test_the_last_card_of_an_open_zone_can_still_be_chosen(qtbot: QtBot, context: TableContext) -> None:
    left = PieceView("card", "steppe", facing=(("part", "1"),))
    view = replace(position(), zones=(ZoneView("market", "", 1, (left,), True), *position().zones))
    panel = ZonesPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(view, frozenset({"steppe 1"}))
    (card,) = [card for card in panel.widgets if card.pile.title == "Market"]
    assert card.selectable
    with qtbot.waitSignal(panel.activated) as touched:
        QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert touched.args == ["steppe 1"]
