"""Table in half a screen, or with a large font: nothing overlaps, and everything is reachable."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.widgets import WrappingLabel
from app.screens.preferences import PreferencesPage
from app.table.context import TableContext
from app.table.layout.page_stack import BoardThumbnail, KeysSheet
from app.table.layout.table_layout import Sidebar, SidebarSection, TableLayout
from app.table.panels.by_hand import HandPanel
from app.table.panels.prompt import EntryButton, Prompt, PromptModel
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from tests.app.table.table_pages import BOT, INSTANT, OpenTable, TableOpener, open_page
from tests.rulesets import RULESETS

LOW = 960, 540
HEIGHTS = range(560, 690, 6)


def crowded(qtbot: QtBot, journal: Path) -> OpenTable:
    """Open a table with four players and a reserve of figures, with one of them selected."""
    pack = load(RULESETS / "dinosaures")
    seats = [SeatPlan(colour, "human" if number < 2 else BOT) for number, colour in enumerate(pack.rules.colours)]
    table = Table(pack, seats, {}, 7, journal, make)
    opened = open_page(qtbot, table, INSTANT, "fr", RULESETS / "dinosaures")
    opened.driver.click(opened.page.curtain.ready)
    return opened


def box(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, widget.rect().topLeft()), widget.size())


def test_the_sidebar_scrolls_and_never_overlaps(qtbot: QtBot, tmp_path: Path) -> None:
    opened = crowded(qtbot, tmp_path / "low.journal")
    page, table_layout = opened.page, opened.page.table_layout
    page.resize(*LOW)
    shelf = table_layout.findChild(SidebarSection)
    assert shelf is not None
    qtbot.waitUntil(lambda: shelf.verticalScrollBar().maximum() > 0)
    beside = [each for each in table_layout.zones.widgets if table_layout.zones.isAncestorOf(each)]
    shown = [each for each in (*table_layout.players.rows, *beside) if each.isVisible()]
    boxes = [box(each, table_layout.zones.parentWidget()) for each in shown]
    assert len(boxes) > 10
    assert not any(one.intersects(other) for number, one in enumerate(boxes) for other in boxes[number + 1 :])
    assert all(each.height() >= each.sizeHint().height() for each in table_layout.players.rows)
    assert page.size().toTuple() == LOW  # nothing makes the window grow
    assert box(shelf, table_layout).bottom() <= box(table_layout.tabs, table_layout).top()
    assert table_layout.log.height() >= 80
    page.close_table()
    opened.table.close()


def test_with_enough_room_nothing_scrolls(qtbot: QtBot, open_table: TableOpener) -> None:
    table_layout = open_table("human", BOT).page.table_layout
    shelf = table_layout.findChild(SidebarSection)
    assert shelf is not None
    qtbot.waitUntil(lambda: shelf.verticalScrollBar().maximum() == 0)
    parts = [each for each in (table_layout.players, table_layout.zones) if each.isVisible()]
    assert all(box(one, table_layout).bottom() < box(other, table_layout).top() for one, other in pairwise(parts))


def test_a_wide_window_has_a_wider_sidebar(qtbot: QtBot, open_table: TableOpener) -> None:
    page = open_table("human", BOT).page
    side = page.table_layout.findChild(Sidebar)
    assert side is not None
    usual = side.width()
    page.resize(2880, 1080)  # a fifth of it is more than the letters that a sidebar has at least
    qtbot.waitUntil(lambda: side.width() > usual * 1.2)
    assert isinstance(page.table_layout, TableLayout)
    assert page.table_layout.board.width() > 1366 - usual


def test_without_bots_to_wait_for_there_is_no_pause_button(qtbot: QtBot, tmp_path: Path) -> None:
    """While only people must choose, there is nothing to pause."""
    opened = crowded(qtbot, tmp_path / "people.journal")
    page, driver = opened.page, opened.driver
    while driver.decision is not None:
        driver.play(driver.any_option())
    assert page.table_layout.prompt.hand_over.isVisible()
    asked = {decision.seat for decision in driver.view.decisions}
    assert asked == {"north"}
    assert not page.table_layout.prompt.pause.isVisible()
    page.close_table()
    opened.table.close()


def prompt_in(qtbot: QtBot, context: TableContext, width: int) -> tuple[QWidget, Prompt]:
    """A prompt in a window of that width, which grows if it must."""
    window, prompt = QWidget(), Prompt(context)
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(prompt)
    layout.addStretch(1)
    prompt.show_state(PromptModel(""), 0)  # until then every button takes part in the layout
    window.resize(width, 300)
    window.show()
    return window, prompt


def test_the_headline_keeps_its_width_beside_many_buttons(qtbot: QtBot, french_context: TableContext) -> None:
    window, prompt = prompt_in(qtbot, french_context, 1000)
    asked = PromptModel(
        "Vous avez décidé. On attend : Nord, Sud.", may_hand_over=True, may_pause=True, may_show_recap=True
    )
    prompt.show_state(asked, 1)
    beside = prompt.hand_over.geometry().top()
    window.resize(560, 300)
    line = prompt.headline.fontMetrics().lineSpacing()
    headline = prompt.headline
    qtbot.waitUntil(lambda: prompt.hand_over.geometry().top() > headline.geometry().bottom())
    qtbot.waitUntil(lambda: headline.heightForWidth(headline.width()) < 2 * line)
    window.resize(1000, 300)
    qtbot.waitUntil(lambda: prompt.hand_over.geometry().top() == beside)


def test_a_hint_wraps_before_the_window_grows(qtbot: QtBot, context: TableContext) -> None:
    window, prompt = prompt_in(qtbot, context, 460)
    prompt.show_state(PromptModel("Choose.", hint="A click on the board leads on. " * 5), 1)
    hint = next(each for each in prompt.findChildren(WrappingLabel) if each.text().startswith("A click"))
    qtbot.waitUntil(lambda: hint.width() < 460 and hint.height() > 2 * hint.fontMetrics().height())
    assert window.width() == 460
    assert hint.geometry().right() <= prompt.width()


def test_settings_are_complete_at_the_largest_text_size(qtbot: QtBot) -> None:
    page = PreferencesPage(Translations("fr"), "fr")
    qtbot.addWidget(page)
    font = page.font()
    font.setPointSizeF(18)
    page.setFont(font)
    page.resize(1366, 740)
    page.show()
    ticks = (page.coordinates, page.remembers, page.covers)
    qtbot.waitUntil(lambda: all(tick.width() >= tick.sizeHint().width() for tick in ticks))


def test_answers_are_beside_the_headline_and_a_second_row_stays(qtbot: QtBot, context: TableContext) -> None:
    """The board below the prompt must not move with every choice."""
    window, prompt = prompt_in(qtbot, context, 1000)

    def show(count: int) -> int:
        entries = (
            EntryButton(n, "", f"Action number {n}", "", 0, "", possible=True, armed=False) for n in range(count)
        )
        prompt.show_state(PromptModel("Choose.", entries=tuple(entries), hint="One of them"), 1)
        QApplication.processEvents()
        return prompt.height()

    low = show(2)
    first = prompt.entry_button(0)
    assert first is not None
    assert box(first, prompt).bottom() < low - 4
    assert box(first, prompt).left() > box(prompt.headline, prompt).left() + 100
    assert prompt.advice.isVisible()
    high = show(7)
    last = prompt.entry_button(6)
    assert last is not None
    assert box(last, prompt).top() > box(prompt.headline, prompt).bottom()
    assert box(last, prompt).bottom() < high - 4
    assert high > low + last.height()
    assert show(2) == show(0) == high
    window.resize(1400, 300)
    QApplication.processEvents()
    assert show(2) == low


def test_the_board_beside_the_score_is_whole_and_fills_its_card(qtbot: QtBot, open_table: TableOpener) -> None:
    page = open_table("human", BOT).page
    page.resize(1366, 1000)
    qtbot.waitUntil(lambda: page.view is not None)
    page.table_layout.prompt.score_requested.emit()
    qtbot.waitUntil(page.score.isVisible)
    board = page.score.findChild(BoardThumbnail)
    assert board is not None
    needed = page.table_layout.scene.needed_rect().adjusted(1, 1, -1, -1)
    qtbot.waitUntil(lambda: board.mapToScene(board.viewport().rect()).boundingRect().contains(needed))
    card = board.parentWidget()
    qtbot.waitUntil(lambda: board.width() > card.width() - 40)
    assert card.height() - board.height() < 80  # the caption and the margins


def test_a_line_of_the_keys_that_wraps_keeps_the_height_of_its_words(qtbot: QtBot, context: TableContext) -> None:
    keys = KeysSheet(context)
    qtbot.addWidget(keys)
    keys.resize(LOW[0] * 2 // 3, LOW[1])
    keys.show()
    said = [each for name, each in keys._said.items() if name.startswith("table.help.")]
    qtbot.waitUntil(lambda: any(each.height() > 1.5 * each.fontMetrics().lineSpacing() for each in said))
    qtbot.waitUntil(lambda: all(each.height() >= each.heightForWidth(each.width()) for each in said))
    for one, other in pairwise(said):
        assert one.geometry().bottom() < other.geometry().top()


def test_lists_of_the_bar_for_changes_by_hand_are_narrower_than_their_hints(qtbot: QtBot) -> None:
    bar = HandPanel(Translations("fr"))
    qtbot.addWidget(bar)
    bar.show()
    before = bar.minimumSizeHint().width()
    for each in (bar.things, bar.goals, bar.settings):
        each.setPlaceholderText(each.placeholderText() * 5)
    assert bar.minimumSizeHint().width() == before


def test_a_low_table_keeps_the_board_when_the_last_card_is_played(qtbot: QtBot, tmp_path: Path) -> None:
    pack = load(RULESETS / "triassic-terror")
    table = Table(
        pack, [SeatPlan(colour, "human") for colour in pack.rules.colours[:2]], {}, 7, tmp_path / "low.journal"
    )
    opened = open_page(qtbot, table, INSTANT, "fr", RULESETS / "triassic-terror")
    table_layout, hand = opened.page.table_layout, opened.page.table_layout.zones.hand
    opened.page.resize(*LOW)
    if opened.page.curtain.colour:
        opened.driver.click(opened.page.curtain.ready)
    while not hand.cards:
        opened.driver.play(opened.driver.any_option())
        if opened.page.curtain.colour:
            opened.driver.click(opened.page.curtain.ready)
    QApplication.processEvents()
    before = table_layout.board.free_rect
    hand.clear()
    QApplication.processEvents()
    assert table_layout.board.free_rect == before
    opened.page.close_table()
    opened.table.close()


def test_a_low_table_hides_the_line_for_typed_moves_before_its_panels_scroll(qtbot: QtBot, tmp_path: Path) -> None:
    opened = crowded(qtbot, tmp_path / "low.journal")
    page, table_layout = opened.page, opened.page.table_layout
    assert table_layout.typed.isVisible()
    page.resize(*LOW)
    qtbot.waitUntil(lambda: not table_layout.typed.isVisible())
    opened.driver.key("m")
    qtbot.waitUntil(table_layout.typed.isVisible)
    assert table_layout.typed.hasFocus()
    page.resize(1366, 738)
    page.resize(*LOW)
    assert table_layout.typed.hasFocus()
    page.close_table()
    opened.table.close()


def arrangement(opened: OpenTable, width: int, height: int) -> dict[str, object]:
    """Give the window a size; return where the panels are, and how high their rows."""
    opened.page.resize(width, height)
    for _ in range(3):
        QApplication.processEvents()
    table_layout = opened.page.table_layout
    sidebar, inspected = table_layout.findChild(Sidebar), table_layout.inspected
    assert sidebar is not None
    parts = (table_layout.players, table_layout.zones, table_layout.tabs, table_layout.typed, table_layout.prompt)
    places = {type(each).__name__: box(each, table_layout) for each in (*parts, sidebar, inspected) if each.isVisible()}
    rows = [row.compact for row in table_layout.players.rows]
    return {**places, "rows": rows, "board": table_layout.board.free_rect}


def test_the_size_before_does_not_matter(qtbot: QtBot, tmp_path: Path, open_table: TableOpener) -> None:
    """Neither whether the window has grown or become smaller, nor by how much."""
    many = crowded(qtbot, tmp_path / "many.journal")
    for opened in (many, open_table("human", BOT)):
        first = {height: arrangement(opened, 960, height) for height in HEIGHTS}
        assert opened is many or len({"InspectedPanel" in each for each in first.values()}) == 2
        for height in reversed(HEIGHTS):
            assert arrangement(opened, 960, height) == first[height], height
        for height in HEIGHTS:
            arrangement(opened, 960, 900)
            assert arrangement(opened, 960, height) == first[height], height
    many.page.close_table()
    many.table.close()


def test_cards_beside_the_board_follow_the_window_at_once(qtbot: QtBot, open_table: TableOpener) -> None:
    opened = open_table("human", BOT)
    table_layout, view = opened.page.table_layout, opened.page.view
    assert view is not None
    arrangement(opened, *LOW)
    table_layout.show_zones(view, frozenset())
    low = arrangement(opened, *LOW)
    arrangement(opened, 1366, 1000)
    table_layout.show_zones(view, frozenset())
    assert arrangement(opened, 1366, 1000)["ZonesPanel"] != low["ZonesPanel"]
    assert arrangement(opened, *LOW) == low
