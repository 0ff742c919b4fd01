"""Single gestures at a table: clicks, drags, keys, typed lines, and the feedback to them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.table.context import TableSettings
from app.table.model.things import Thing
from dsl.match.view import CellView, OptionView
from tests.app.table.page_driver import thing_of
from tests.app.table.table_pages import BOT, OpenTable, TableOpener, first_of, play_on, until_deeds


def test_a_herd_moves_by_dragging_it(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    driver, herd = opened.driver, first_of(opened, "move").value
    before = driver.view.position
    goals = opened.table.match.preview("red", first_of(opened, "move").number)[1]
    driver.drag(herd.place, thing_of(herd), goals[0])
    qtbot.waitUntil(lambda: driver.view.position == before + 2)
    cells = {cell.place: cell for board in driver.view.boards for cell in board.cells}
    assert any(counter.owner == "red" for counter in cells[goals[0]].counters)


def test_a_drag_to_an_impossible_place_says_why_and_keeps_the_herd_selected(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    driver, herd = opened.driver, first_of(opened, "move").value
    far = max(
        (cell for cell in driver.view.boards[0].cells if cell.pieces), key=lambda cell: distance(herd.place, cell)
    )
    driver.drag(herd.place, thing_of(herd), far.place)
    qtbot.waitUntil(lambda: opened.page.table_layout.bubble.isVisible())
    assert opened.page.table_layout.bubble.text == "A herd walks one tile at a time."
    assert driver.decision is not None
    assert driver.decision.parameter == 1
    driver.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: driver.decision is not None and driver.decision.parameter == 0)
    assert not opened.page.table_layout.bubble.isVisible()


def distance(place: str, cell: CellView) -> int:
    x, y = (int(part) for part in place.split(","))
    return max(abs(x - cell.x), abs(y - cell.y), abs(x + y - cell.x - cell.y))


def test_clicking_an_impossible_target_shows_the_reason_of_the_rules(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver = opened.driver
    driver.click_board("0,0")
    assert opened.page.table_layout.bubble.isVisible()
    assert (
        opened.page.table_layout.bubble.text == "The South Pole is too small for a whole group."
    )  # no coordinates: the
    # board does not show them; a screen reader says them
    assert "South Pole 0,0 is too small for a whole group." in opened.page.table_layout.status.text()
    assert not opened.page.table_layout.status.isVisible()  # it would say the same again


def test_a_click_on_the_board_while_buttons_are_asked_for_names_them(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "play_pile", least=2)
    opened.driver.click_board("0,0")
    texts = opened.page.context.texts
    qtbot.waitUntil(lambda: opened.page.table_layout.bubble.text.startswith(texts("table.reason.none")))
    said = opened.page.table_layout.bubble.text
    assert said.endswith(texts("table.reason.instead", answers="Card from the hand, Card from the pile"))


def test_a_click_on_the_hand_or_the_pile_chooses_the_action_of_its_zone(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "play_pile", least=2)
    driver, zones = opened.driver, opened.page.table_layout.zones
    (card,) = zones.hand.cards
    pile = next(each for each in zones.widgets if each.pile.zone == "pile")
    discards = [each for each in zones.widgets if each.pile.zone == "discards"]
    assert card.selectable
    assert pile.selectable
    assert not any(each.selectable for each in discards)
    before, waiting = driver.view.position, pile.pile.size
    driver.click(pile)
    qtbot.waitUntil(lambda: driver.view.position > before)
    assert next(zone.size for zone in driver.view.zones if zone.name == "pile") == waiting - 1
    assert not any(each.selectable for each in zones.hand.cards), "another question is asked now"


def test_a_button_that_is_not_possible_says_why(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "breed")
    decision = opened.driver.decision
    assert decision is not None
    number = next(n for n, entry in enumerate(decision.entries) if not entry.possible)
    button = opened.page.table_layout.prompt.entry_button(number)
    assert button is not None
    opened.driver.click(button)
    assert opened.page.table_layout.bubble.isVisible()
    assert opened.page.table_layout.bubble.text


def test_a_card_that_cannot_be_chosen_says_why_beside_it(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    layout = opened.page.table_layout
    card = layout.zones.hand.cards[0]
    opened.driver.click(card)
    assert layout.bubble.isVisible()
    assert layout.bubble.geometry().adjusted(-40, -40, 40, 40).contains(layout.middle_of(card))


def test_undo_removes_the_first_placement(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    driver = opened.driver
    option = driver.any_option()
    driver.play(option)
    qtbot.waitUntil(lambda: driver.view.seat == "blue")
    driver.key("u")
    assert opened.page.table_layout.bubble.isVisible(), "blue may not take back what red chose"
    assert driver.view.position == 1


def test_clicking_another_herd_selects_it_instead(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver = opened.driver
    pairs = None
    for _ in range(60):
        until_deeds(qtbot, opened, "move")
        pairs = two_herds_out_of_reach(opened)
        if pairs:
            break
        play_on(qtbot, opened, 1)
    assert pairs is not None
    first, second = pairs
    driver.click_board(first.value.place, thing_of(first.value))
    assert driver.decision is not None
    assert driver.decision.chosen == (first.value,)
    driver.click_board(second.value.place, thing_of(second.value))
    qtbot.waitUntil(lambda: driver.decision is not None and driver.decision.chosen == (second.value,))


def two_herds_out_of_reach(opened: OpenTable) -> tuple[OptionView, OptionView] | None:
    """Two herds that may move, the second not standing where the first may go."""
    decision = opened.driver.decision
    assert decision is not None
    herds = [option for option in decision.options if decision.entries[option.entry].action == "move"]
    for first in herds:
        goals = opened.table.match.preview("red", first.number)[1]
        for second in herds:
            if second.value.place not in (first.value.place, *goals):
                return first, second
    return None


def test_an_ambiguous_click_opens_a_menu(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "breed")
    driver, tile = opened.driver, first_of(opened, "breed").value
    opened.page.table_layout.scene.activated.emit(tile.place, None)  # the ground of a crowded tile is hard to hit
    menu = opened.page.findChild(QMenu)
    assert menu is not None
    texts = [action.text() for action in menu.actions()]
    assert any(text.startswith("Breed ") for text in texts)
    assert not any(tile.place in text for text in texts), "the board shows no names of places"
    before = driver.view.position
    driver.key(Qt.Key.Key_Down, menu)
    driver.key(Qt.Key.Key_Return, menu)
    assert driver.view.position == before + 1


def test_a_move_can_be_typed_in_the_notation_of_the_log(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    driver, option = opened.driver, first_of(opened, "move")
    goal = opened.table.match.preview("red", option.number)[1][0]
    before = driver.view.position
    driver.key("m")
    typed = opened.page.table_layout.typed
    assert typed.hasFocus()
    driver.key(f"move({option.value.text}, {goal})", typed)
    driver.key(Qt.Key.Key_Return, typed)
    qtbot.waitUntil(lambda: driver.view.position == before + 2)


def test_an_invalid_typed_line_is_reported_and_kept(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver, typed = opened.driver, opened.page.table_layout.typed
    driver.key("fly 2,0", typed)
    driver.key(Qt.Key.Key_Return, typed)
    assert "fly 2,0" in opened.page.table_layout.bubble.text
    assert driver.view.position == 0
    driver.key(Qt.Key.Key_Escape, typed)
    assert opened.page.table_layout.board.hasFocus()


def test_a_sentence_of_the_log_highlights_its_places_and_explains_itself(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver, log = opened.driver, opened.page.table_layout.log
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: log.count() > 1)
    driver.key("l")
    assert log.hasFocus()
    log.setCurrentRow(log.count() - 1)
    assert opened.page.table_layout.scene.marks.mentioned
    driver.key(Qt.Key.Key_Return, log)
    bubble, texts = opened.page.table_layout.bubble, opened.page.context.texts
    assert bubble.isVisible()
    assert texts("table.why.title") in bubble.text
    assert ".rules" not in bubble.text  # where it is written is for those who ask for it
    QTest.keyClick(opened.page.table_layout.board, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "trias.rules:" in QApplication.clipboard().text()


def test_keys_switch_overlays_on_and_off(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver, layout, texts = opened.driver, opened.page.table_layout, opened.page.context.texts
    assert not layout.legend.isVisible()
    driver.key("j")
    assert opened.page.overlays == {"majorities"}
    assert layout.legend.isVisible()
    assert layout.board.places_under(layout.board.viewport().rect()) > 0
    assert layout.board.places_under(layout.legend.geometry()) == 0  # it finds a corner beside the board
    assert texts("table.overlay.no_lead") in layout.legend.accessibleName()  # no land has broken off yet
    driver.key("d")  # no process works out threats here
    assert layout.bubble.text == texts("table.overlay.unavailable")
    driver.key("j")
    assert not opened.page.overlays
    assert not layout.legend.isVisible()


def test_the_list_of_moves_has_all_options_and_chooses(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver, moves = opened.driver, opened.page.table_layout.moves
    assert driver.decision is not None
    driver.key("o")
    assert len(moves.rows) == len(driver.decision.options)
    assert moves.item(0).text() == "Settle"  # the action, above its options
    moves.setCurrentRow(0)
    driver.key(Qt.Key.Key_Return, moves)
    assert opened.table.match.position == 0
    assert opened.page.table_layout.bubble.text.startswith("Settle\n")
    moves.focus_first()
    driver.key(Qt.Key.Key_Return, moves)
    assert opened.table.match.position > 0


def test_goals_are_shown_after_a_delay_of_hovering(qtbot: QtBot, open_table: TableOpener):
    for hover_delay, shown in ((20, True), (60_000, False)):
        opened = open_table("human", BOT, settings=TableSettings(speed=0, bot_delay=0, hover_delay=hover_delay))
        until_deeds(qtbot, opened, "move")
        option, scene = first_of(opened, "move"), opened.page.table_layout.scene
        scene.hovered.emit(option.value.place, thing_of(option.value))
        assert not scene.marks.hints
        qtbot.wait(50)
        if shown:
            qtbot.waitUntil(lambda scene=scene: bool(scene.marks.hints))
        assert bool(scene.marks.hints) is shown


def test_hovering_a_piece_shows_its_goals(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    driver, option = opened.driver, first_of(opened, "move")
    QTest.mouseMove(driver.page.table_layout.board.viewport(), driver.at(option.value.place, thing_of(option.value)))
    goals = frozenset(opened.table.match.preview("red", option.number)[1])
    qtbot.waitUntil(lambda: opened.page.table_layout.scene.marks.hints == goals)
    before = driver.view.position
    driver.click_board(option.value.place, thing_of(option.value))
    assert driver.view.position == before + 1
    QTest.mouseMove(driver.page.table_layout.board.viewport(), driver.at(min(goals)))
    qtbot.waitUntil(lambda: opened.page.table_layout.scene.marks.ghost is not None)


def test_help_lists_the_keys_and_closes_by_escape(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    opened.driver.key("h")
    assert opened.page.keys.isVisible()
    opened.driver.key(Qt.Key.Key_Escape, opened.page.keys.close_button)
    assert opened.page.table_layout.isVisible()


def test_a_refused_preview_shows_no_message(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    opened.page.link.ask_preview("red", 99, 0)
    assert not opened.page.table_layout.bubble.isVisible()
    opened.page.link.choose("red", 99, 0)
    assert opened.page.table_layout.bubble.isVisible()


def test_after_a_button_the_board_has_the_focus(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    button = opened.page.table_layout.prompt.entry_button(first_of(opened, "move").entry)
    assert button is not None
    button.setFocus()
    opened.driver.click(button)
    qtbot.wait(1)
    assert opened.page.table_layout.board.hasFocus()


def test_whole_turns_are_played_from_the_list_of_moves(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    driver, moves = opened.driver, opened.page.table_layout.moves
    driver.key("o")
    for _ in range(12):
        qtbot.waitUntil(lambda: driver.decision is not None)
        before = driver.view.position
        assert moves.currentRow() == moves.rows[0]
        driver.key(Qt.Key.Key_Return, moves)
        assert driver.view.position == before + 1


def test_the_setup_is_one_sentence_of_the_log(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    log = opened.page.table_layout.log
    shown = [item.text() for row in range(log.count()) if not (item := log.item(row)).isHidden()]
    assert shown[0] == "The table is set up.\u00a0▸"
    assert len(shown) < 4


def test_the_log_keeps_its_last_sentence_visible(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    play_on(qtbot, opened, 20)
    log = opened.page.table_layout.log
    bar = log.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()


def test_a_click_on_a_player_shows_the_score_and_esc_returns(qtbot: QtBot, open_table: TableOpener):
    page = open_table("human", BOT).page
    QTest.mouseClick(page.table_layout.players.rows[0], Qt.MouseButton.LeftButton)
    assert page.score.isVisible()
    assert page.score.title.text() == "Score so far"
    assert not page.score.rematch.isVisible()
    QTest.keyClick(page.score, Qt.Key.Key_Escape)
    assert page.table_layout.isVisible()


def test_clicking_a_herd_while_choosing_a_tile_explains_that_tile(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", "human", settings=TableSettings(speed=0, bot_delay=0, curtain=False))
    driver, page = opened.driver, opened.page
    taken = driver.any_option()
    driver.play(taken)
    qtbot.waitUntil(lambda: driver.view.seat == "blue")
    driver.click_board(taken.value.place, Thing("counter", "herd", "red", "fresh"))
    assert page.table_layout.bubble.text == "Another group has settled there."
    assert page.table_layout.status.text()
    driver.play(driver.any_option())
    qtbot.waitUntil(lambda: driver.view.position == 2)
    assert not page.table_layout.status.text(), "a new question has nothing to do with the old answer"


def test_clicking_a_tile_while_choosing_a_herd_explains_the_herds_on_it(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    driver, page = opened.driver, opened.page
    button = page.table_layout.prompt.entry_button(first_of(opened, "move").entry)
    assert button is not None
    driver.click(button)
    theirs = next(
        c.place for c in driver.view.boards[0].cells if [n.owner for n in c.counters] == ["blue"] and c.pieces
    )
    page.table_layout.scene.activated.emit(theirs, None)
    assert page.table_layout.bubble.text == "This herd belongs to another player."


def test_during_a_drag_only_the_goals_are_marked(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT)
    until_deeds(qtbot, opened, "move")
    driver, option, scene = opened.driver, first_of(opened, "move"), opened.page.table_layout.scene
    goals = opened.table.match.preview("red", option.number)[1]
    driver.carry(option.value.place, thing_of(option.value), goals[0])
    assert scene.marks.targets == frozenset(goals)
    assert scene.marks.pointed == goals[0]
    assert not scene.marks.selectable
    driver.drop(option.value.place)
    assert scene.marks.selectable, "it was put back"
    assert driver.decision is not None
    assert driver.decision.parameter == 0


def test_an_unaffordable_action_says_so(qtbot: QtBot, open_table: TableOpener):
    opened = open_table("human", BOT, action_points=2)
    until_deeds(qtbot, opened, "move")
    driver, page = opened.driver, opened.page
    assert driver.decision is not None
    number = next(n for n, entry in enumerate(driver.decision.entries) if entry.action == "drift")
    button = page.table_layout.prompt.entry_button(number)
    assert button is not None
    driver.click(button)
    assert page.table_layout.bubble.text.startswith("Drift costs 3 action points; you have ")
