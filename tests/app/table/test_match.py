"""Whole matches and single gestures at a real table, by clicks, drags and keys."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.table.manners import Manners
from dsl.bots import make
from dsl.engine.table import Table
from dsl.engine.view import CellView, OptionView
from tests.app.table.conftest import Seating, SitDown, make_tone, seat_at
from tests.app.table.playing import thing_of

BOT = "bot:random"


def play_on(qtbot: QtBot, seating: Seating, choices: int = 10_000) -> None:
    """Play by clicks until so many choices are made or the match is over."""
    guest, page = seating.guest, seating.page

    def asked() -> bool:
        return guest.over or guest.decision is not None or bool(page.curtain.colour)

    for _ in range(choices):
        qtbot.waitUntil(asked, timeout=20_000)
        if guest.over:
            return
        if page.curtain.colour:
            guest.click(page.curtain.ready)
            continue
        before = guest.view.position
        guest.play(guest.any_option())
        assert guest.view.position == before + 1, page.desk.status.text()


def test_a_whole_match_against_the_computer_by_clicks(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    play_on(qtbot, seating)
    qtbot.waitUntil(seating.page.sheet.isVisible)
    assert seating.table.match.over
    assert seating.page.sheet.board.isVisible()
    seating.guest.click(seating.page.sheet.board)
    assert seating.page.desk.isVisible()
    assert seating.page.desk.prompt.sheet.isVisible()


def test_two_people_pass_the_screen_and_never_see_the_others_hand(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", "human")
    seen = []
    for _ in range(30):
        qtbot.waitUntil(lambda: bool(seating.page.curtain.colour) or seating.guest.decision is not None)
        if seating.page.curtain.colour:
            assert not seating.page.desk.isVisible()
            seen.append(seating.page.curtain.colour)
            seating.guest.key(Qt.Key.Key_Return, seating.page.curtain.ready)
        view = seating.guest.view
        assert view.seat == seating.guest.decision.seat
        for zone in view.zones:
            assert zone.owner in ("", view.seat) or not any(piece.kind for piece in zone.pieces)
        play_on(qtbot, seating, 1)
    assert set(seen) == {"red", "blue"}


def until_deeds(qtbot: QtBot, seating: Seating, entry: str) -> None:
    """Play until the guest may choose an action of that name as one of several."""
    for _ in range(400):
        qtbot.waitUntil(lambda: seating.guest.decision is not None or seating.guest.over)
        decision = seating.guest.decision
        assert decision is not None, "the match ended too early"
        if len(decision.entries) > 2 and any(decision.entries[o.entry].action == entry for o in decision.options):
            return
        play_on(qtbot, seating, 1)


def first_of(seating: Seating, entry: str) -> OptionView:
    decision = seating.guest.decision
    assert decision is not None
    return next(option for option in decision.options if decision.entries[option.entry].action == entry)


def test_a_herd_moves_by_dragging_it(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    until_deeds(qtbot, seating, "move")
    guest, herd = seating.guest, first_of(seating, "move").value
    before = guest.view.position
    goals = seating.table.match.preview("red", first_of(seating, "move").number)[1]
    guest.drag(herd.place, thing_of(herd), goals[0])
    qtbot.waitUntil(lambda: guest.view.position == before + 2)
    cells = {cell.place: cell for board in guest.view.boards for cell in board.cells}
    assert any(counter.owner == "red" for counter in cells[goals[0]].counters)


def test_a_drag_to_a_forbidden_place_says_why_and_keeps_the_herd_in_hand(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    until_deeds(qtbot, seating, "move")
    guest, herd = seating.guest, first_of(seating, "move").value
    far = max((cell for cell in guest.view.boards[0].cells if cell.pieces), key=lambda cell: distance(herd.place, cell))
    guest.drag(herd.place, thing_of(herd), far.place)
    qtbot.waitUntil(lambda: seating.page.desk.bubble.isVisible())
    assert seating.page.desk.bubble.text == "A herd walks one tile at a time."
    assert guest.decision is not None
    assert guest.decision.parameter == 1
    guest.key(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: guest.decision is not None and guest.decision.parameter == 0)
    assert not seating.page.desk.bubble.isVisible()


def distance(place: str, cell: CellView) -> int:
    x, y = (int(part) for part in place.split(","))
    return max(abs(x - cell.x), abs(y - cell.y), abs(x + y - cell.x - cell.y))


def test_touching_what_may_not_be_chosen_says_why_in_words_of_the_rules(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest = seating.guest
    guest.click_board("0,0")
    assert seating.page.desk.bubble.isVisible()
    assert "too small for a whole group" in seating.page.desk.bubble.text
    assert seating.page.desk.bubble.text in seating.page.desk.status.text()


def test_a_button_that_is_not_possible_says_why(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    until_deeds(qtbot, seating, "breed")
    decision = seating.guest.decision
    assert decision is not None
    number = next(n for n, entry in enumerate(decision.entries) if not entry.possible)
    button = seating.page.desk.prompt.entry_button(number)
    assert button is not None
    seating.guest.click(button)
    assert seating.page.desk.bubble.isVisible()
    assert seating.page.desk.bubble.text


def test_undo_takes_the_first_placement_back(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", "human", manners=Manners(speed=0, pause=0, curtain=False))
    guest = seating.guest
    option = guest.any_option()
    guest.play(option)
    qtbot.waitUntil(lambda: guest.view.seat == "blue")
    guest.key("u")
    assert seating.page.desk.bubble.isVisible(), "blue may not take back what red chose"
    assert guest.view.position == 1


def test_another_herd_is_taken_instead_by_touching_it(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest = seating.guest
    pairs = None
    for _ in range(60):
        until_deeds(qtbot, seating, "move")
        pairs = two_herds_out_of_reach(seating)
        if pairs:
            break
        play_on(qtbot, seating, 1)
    assert pairs is not None
    first, second = pairs
    guest.click_board(first.value.place, thing_of(first.value))
    assert guest.decision is not None
    assert guest.decision.chosen == (first.value,)
    guest.click_board(second.value.place, thing_of(second.value))
    qtbot.waitUntil(lambda: guest.decision is not None and guest.decision.chosen == (second.value,))


def two_herds_out_of_reach(seating: Seating) -> tuple[OptionView, OptionView] | None:
    """Two herds that may move, the second not standing where the first may go."""
    decision = seating.guest.decision
    assert decision is not None
    herds = [option for option in decision.options if decision.entries[option.entry].action == "move"]
    for first in herds:
        goals = seating.table.match.preview("red", first.number)[1]
        for second in herds:
            if second.value.place not in (first.value.place, *goals):
                return first, second
    return None


def test_an_ambiguous_touch_offers_a_small_menu(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    until_deeds(qtbot, seating, "breed")
    guest, tile = seating.guest, first_of(seating, "breed").value
    seating.page.desk.scene.touched.emit(tile.place, "")  # the ground of a crowded tile is hard to hit
    menu = seating.page.findChild(QMenu)
    assert menu is not None
    texts = [action.text() for action in menu.actions()]
    assert any(text.startswith("Breed on") for text in texts)
    before = guest.view.position
    guest.key(Qt.Key.Key_Down, menu)
    guest.key(Qt.Key.Key_Return, menu)
    assert guest.view.position == before + 1


def test_a_move_may_be_typed_as_the_log_writes_it(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    until_deeds(qtbot, seating, "move")
    guest, option = seating.guest, first_of(seating, "move")
    goal = seating.table.match.preview("red", option.number)[1][0]
    before = guest.view.position
    guest.key("m")
    typed = seating.page.desk.typed
    assert typed.hasFocus()
    guest.key(f"move({option.value.text}, {goal})", typed)
    guest.key(Qt.Key.Key_Return, typed)
    qtbot.waitUntil(lambda: guest.view.position == before + 2)


def test_a_line_that_means_nothing_is_answered_and_loses_nothing(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest, typed = seating.guest, seating.page.desk.typed
    guest.key("fly 2,0", typed)
    guest.key(Qt.Key.Key_Return, typed)
    assert "fly 2,0" in seating.page.desk.bubble.text
    assert guest.view.position == 0


def test_a_match_is_played_by_keyboard_alone(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest, board = seating.guest, seating.page.desk.board
    for _ in range(40):
        qtbot.waitUntil(lambda: guest.decision is not None or guest.over)
        if guest.over:
            break
        board.setFocus()
        before = guest.view.position
        option = guest.any_option()
        if seating.page.desk.prompt.entry_button(option.entry) is not None:
            guest.key(str(option.entry + 1))
        if option.value.place:
            guest.key(Qt.Key.Key_Space)
            guest.key(Qt.Key.Key_Return)
        assert guest.view.position == before + 1, seating.page.desk.status.text()


def test_a_sentence_of_the_log_points_at_the_board_and_says_why(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest, log = seating.guest, seating.page.desk.log
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: log.count() > 1)
    guest.key("l")
    assert log.hasFocus()
    log.setCurrentRow(log.count() - 1)
    assert seating.page.desk.scene.marks.last
    guest.key(Qt.Key.Key_Return, log)
    assert seating.page.desk.bubble.isVisible()


def test_the_list_of_moves_mirrors_the_options_and_chooses(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    guest, moves = seating.guest, seating.page.desk.moves
    assert guest.decision is not None
    guest.key("o")
    assert moves.count() == len(guest.decision.options)
    moves.setCurrentRow(0)
    guest.key(Qt.Key.Key_Return, moves)
    assert seating.table.match.position > 0


def test_a_killed_match_goes_on_from_the_last_choice(qtbot: QtBot, sit_down: SitDown, tmp_path: Path):
    seating = sit_down("human", "human", manners=Manners(speed=0, pause=0, curtain=False))
    for _ in range(6):
        qtbot.waitUntil(lambda: seating.guest.decision is not None)
        play_on(qtbot, seating, 1)
    digest = seating.table.match.digest
    copy = tmp_path / "copy.journal"  # as a kill leaves it: nothing was closed
    copy.write_bytes((tmp_path / "match-0.journal").read_bytes())
    table, damage = Table.resume(copy, make)
    again = seat_at(qtbot, table, Manners(speed=0, pause=0, curtain=False))
    assert not damage
    assert table.match.digest == digest
    assert again.page.desk.log.count() > 0
    play_on(qtbot, again, 2)
    again.page.close_table()
    table.close()


def test_animations_end_and_the_match_goes_on(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT, manners=Manners(speed=200, pause=0))
    for _ in range(4):
        qtbot.waitUntil(lambda: seating.guest.decision is not None and not seating.page.moving, timeout=5000)
        play_on(qtbot, seating, 1)
    assert seating.table.match.position >= 4


def test_another_language_is_spoken_at_once(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    headline = seating.page.desk.prompt.headline
    assert headline.text().startswith("Red")
    seating.page.retone(make_tone("fr"))
    assert headline.text().startswith("Rouge")
    assert seating.page.desk.tabs.tabText(0) == "Journal"


def test_a_change_of_language_never_lifts_the_curtain(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", "human")
    guest, page = seating.guest, seating.page
    guest.click(page.curtain.ready)
    guest.play(guest.any_option())
    qtbot.waitUntil(lambda: page.curtain.colour == "blue")
    page.retone(make_tone("fr"))
    assert page.curtain.isVisible()
    assert not page.desk.isVisible()
    assert page.view is not None
    assert page.view.seat == "red", "blue has not said that they are there"


def test_pointing_at_a_thing_shows_where_it_may_go(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    until_deeds(qtbot, seating, "move")
    guest, option = seating.guest, first_of(seating, "move")
    QTest.mouseMove(guest.page.desk.board.viewport(), guest.at(option.value.place, thing_of(option.value)))
    goals = frozenset(seating.table.match.preview("red", option.number)[1])
    qtbot.waitUntil(lambda: seating.page.desk.scene.marks.targets == goals)
    before = guest.view.position
    guest.click_board(option.value.place, thing_of(option.value))
    assert guest.view.position == before + 1
    QTest.mouseMove(guest.page.desk.board.viewport(), guest.at(min(goals)))
    qtbot.waitUntil(lambda: seating.page.desk.scene.marks.ghost is not None)


def test_help_lists_the_keys_and_closes_by_escape(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    seating.guest.key("h")
    assert seating.page.keys.isVisible()
    seating.guest.key(Qt.Key.Key_Escape, seating.page.keys.close_button)
    assert seating.page.desk.isVisible()


def test_spectators_watch_bots_play_to_the_end(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down(BOT, BOT)
    qtbot.waitUntil(lambda: seating.guest.over, timeout=60_000)
    assert seating.guest.view.seat == ""
    for zone in seating.guest.view.zones:
        assert not zone.owner or not any(piece.kind for piece in zone.pieces)


@contextmanager
def full_disk(journal: Path) -> Iterator[None]:
    """No file grows beyond the size of the journal: the system itself refuses to write."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


def test_a_full_disk_stops_the_table_and_the_same_choice_may_be_tried_again(
    qtbot: QtBot, sit_down: SitDown, tmp_path: Path
):
    seating = sit_down("human", "human", manners=Manners(speed=0, pause=0, curtain=False))
    guest, option = seating.guest, seating.guest.any_option()
    with full_disk(tmp_path / "match-0.journal"):
        guest.play(option)
    assert guest.view.position == 0
    assert seating.page.desk.bubble.isVisible()
    assert seating.page.desk.status.text()
    guest.play(option)
    assert seating.table.match.position == 1


def test_the_computer_goes_on_after_a_full_disk(qtbot: QtBot, sit_down: SitDown, tmp_path: Path):
    seating = sit_down("human", BOT, manners=Manners(speed=0, pause=50))
    guest = seating.guest
    guest.play(guest.any_option())
    with full_disk(tmp_path / "match-0.journal"):
        qtbot.waitUntil(lambda: seating.page.desk.bubble.isVisible())
    assert guest.decision is None
    guest.click_board("0,0")
    qtbot.waitUntil(lambda: guest.decision is not None)


def test_a_refused_preview_is_not_told(qtbot: QtBot, sit_down: SitDown):
    seating = sit_down("human", BOT)
    seating.page.link.ask_preview("red", 99, 0)
    assert not seating.page.desk.bubble.isVisible()
    seating.page.link.choose("red", 99, 0)
    assert seating.page.desk.bubble.isVisible()
