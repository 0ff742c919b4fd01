"""Network tables in the window, by clicks, with a host in a process of its own: hosting, joining, a match, votes, a
lost connection, players who leave."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders, home
from app.net.protocol.limits import SPECTATOR_MODES
from app.net.protocol.messages import Farewell
from app.net.server.host_process import running_tables
from app.net.server.state_file import read_record
from app.screens.gallery import GameButton
from app.screens.rule_change import RuleChangeDialog
from app.session.match_config import SeatConfig
from app.storage.matches import TABLE
from app.storage.settings import LastHosting
from app.table.replay.replay_page import ReplayPage
from dsl.match.replay import replay
from tests.app.net.random_client import Memory, Player
from tests.app.network import Person, click, play
from tests.app.table.page_driver import come_from_beside

Come = Callable[..., Person]
SEATS = ("red", "blue", "")  #: of a table for two, with the spectators'


@pytest.fixture
def come(qtbot: QtBot, tmp_path: Path) -> Iterator[Come]:
    """A function that makes a person with a window and folders of their own."""
    people: list[Person] = []

    def comes(name: str, language: str = "en") -> Person:
        people.append(Person(qtbot, tmp_path / name, name, language))
        return people[-1]

    yield comes
    for person in people:
        person.end()


@pytest.fixture
def pair(come: Come) -> tuple[Person, Person]:
    """Ann hosts a table of Trias; Béa, whose window is French, has taken a seat."""
    ann, bea = come("Ann"), come("Béa", "fr")
    ann.open_table("trias", watching="yes")
    bea.go_to(ann)
    bea.sit_down()
    return ann, bea


@pytest.fixture
def playing(pair: tuple[Person, Person]) -> tuple[Person, Person]:
    """Ann and Béa in a running match."""
    for person in pair:
        person.be_ready()
    for person in pair:
        person.until(lambda person=person: person.at_table)  # type: ignore[misc]
    return pair


def is_whole(widget: QWidget) -> bool:
    """Whether a widget has the height that it wants, and no edge of an area that scrolls hides a part of it."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    wanted = widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else widget.sizeHint().height()
    return widget.height() >= wanted and widget.visibleRegion().boundingRect() == widget.rect()


def host_process(person: Person) -> int:
    (path,) = find_user_folders(person.folder).matches.glob(f"*{TABLE}")
    return read_record(path).host.pid


def test_a_match_in_two_windows_ends_with_the_same_result(playing: tuple[Person, Person]):
    ann, bea = playing
    assert ann.player.view.seat != bea.player.view.seat
    play([ann, bea], 10_000)
    bea.until(lambda: bea.player.over)
    assert ann.player.view.outcome == bea.player.view.outcome
    ann.until(ann.page.score.isVisible)
    bea.until(bea.page.score.isVisible)
    assert ann.page.score.rematch.isVisible()
    assert not bea.page.score.rematch.isVisible()
    for person, said in ((ann, "fixed before it began"), (bea, "Tirage vérifié")):
        person.until(lambda person=person: person.page.score.fairness.isVisible())  # type: ignore[misc]
        person.until(lambda person=person, said=said: said in person.page.score.fairness.text())  # type: ignore[misc]


def test_players_and_spectators_replay_the_match_when_it_is_over(playing: tuple[Person, Person], come: Come):
    ann, bea = playing
    cleo = come("Cleo")
    cleo.go_to(ann)
    cleo.until(lambda: cleo.in_lobby and cleo.lobby.watch.isVisible())
    click(cleo.lobby.watch)
    cleo.until(lambda: cleo.at_table)
    play([ann, bea], 3)
    assert not bea.page.table_layout.replay_button.isVisible()
    bea.page.link.resign(bea.player.view.seat)
    for person in (ann, bea, cleo):
        score = person.page.score
        person.until(lambda score=score: score.isVisible() and score.replay_button.isVisible())  # type: ignore[misc]
        assert score.review_button.isVisible()
        come_from_beside(score)
        click(score.replay_button)
        replay = person.page.findChild(ReplayPage)
        own = person.player.view.seat
        assert replay.shown_views[0].position == 0
        box = replay.bar.viewpoint
        assert [box.itemData(n) for n in range(box.count())] == [own, *(each for each in SEATS if each != own)]
        assert len(person.page.link.events_uncovered()) > len(person.page.link.replay("").events(0))


def test_the_host_sets_up_a_rematch(come: Come):
    ann, bea = come("Ann"), come("Béa")
    ann.open_table("tic-tac-toe")
    bea.go_to(ann)
    bea.sit_down()
    for person in (ann, bea):
        person.be_ready()
    for person in (ann, bea):
        person.until(lambda person=person: person.at_table)  # type: ignore[misc]
    play([ann, bea], 10)
    ann.until(ann.page.score.isVisible)
    come_from_beside(ann.page.score)
    click(ann.page.score.rematch)
    assert ann.window.pages.currentWidget() is ann.window.setup
    ann.until(ann.window.setup.network.isEnabled)
    bea.until(lambda: "Ann left." in bea.session.table.panel.chat.lines[-1])


def test_a_hosted_match_is_offered_again_like_a_local_one(come: Come):
    ann = come("Ann")
    click(next(each for each in ann.window.start.findChildren(GameButton) if each.game.name == "tic-tac-toe"))
    setup = ann.window.setup
    ann.until(setup.start.isEnabled)
    other = setup.seats._rows[1].player
    other.setCurrentIndex(other.count() - 1)  # a player on the network
    setup.clock.set_clock("total:900+10~0:lose:people")
    click(setup.start)  # opens a table, as a player is elsewhere
    page = ann.window.network.host_page
    page.here_only.setChecked(True)
    page.watching.setCurrentIndex(SPECTATOR_MODES.index("yes"))
    click(page.open)
    ann.until(lambda: ann.in_lobby)
    ann.window._may_close = True
    ann.window.close()

    ann.start()
    assert ann.window.settings.current.hosting == LastHosting("yes", here_only=True)
    click(next(each for each in ann.window.start.findChildren(GameButton) if each.game.name == "tic-tac-toe"))
    setup = ann.window.setup
    ann.until(setup.start.isEnabled)
    assert setup.config.seats == (SeatConfig("human", "Ann"), SeatConfig("human", "", remote=True))
    assert setup.config.clock == "total:900+10~0:lose:people"


def test_phrases_of_the_chat_are_shown_in_each_users_language(pair: tuple[Person, Person]):
    ann, bea = pair
    bea.lobby.chat.field.setText("<i>Salut</i>")
    QTest.keyClick(bea.lobby.chat.field, Qt.Key.Key_Return)
    bea.lobby.chat.phrases.menu().actions()[0].trigger()
    for person, phrase in ((ann, "Hello!"), (bea, "Bonjour\N{NARROW NO-BREAK SPACE}!")):
        person.until(lambda person=person: len(person.lobby.chat.lines) >= 2)  # type: ignore[misc]
        said = "\n".join(person.lobby.chat.lines)
        assert "<i>Salut</i>" in said
        assert phrase in said


def test_changes_by_the_host_reach_all_players_and_reset_their_readiness(pair: tuple[Person, Person]):
    ann, bea = pair
    bea.be_ready()
    bea.until(lambda: "✓" in bea.lobby.seats.lines[1].ready.text())
    (row,) = (row for row in ann.lobby.rules.options.rows if row.option.name == "group_size")
    row.choose(1)

    def reached() -> bool:
        (told,) = (row for row in bea.lobby.rules.options.rows if row.option.name == "group_size")
        return told.value == 1 and "✓" not in bea.lobby.seats.lines[1].ready.text()

    bea.until(reached)


def test_the_code_is_requested_until_it_is_right(come: Come):
    ann, bea = come("Ann"), come("Béa")
    ann.open_table("trias", code="yes")
    bea.go_to(ann)
    bea.until(lambda: bea.session.join_page.code.isVisible())
    bea.session.join_page.code.setText("WRONG2")
    click(bea.session.join_page.go)
    bea.until(lambda: "Wrong code" in bea.session.join_page.text)
    bea.session.join_page.code.setText(ann.lobby.invite.code.text() or ann.window.network.host_page.code.text())
    click(bea.session.join_page.go)
    bea.sit_down()


def test_a_pause_stops_all_players_and_a_draw_needs_the_other_one(playing: tuple[Person, Person]):
    ann, bea = playing
    bea.window.menus.pause_requested.emit()
    ann.until(lambda: bool(ann.session.table and ann.session.table.panel.banner.notices))
    assert ann.page.table_layout.moves.count() == 0
    assert "Béa" in ann.session.table.panel.banner.notices[0].text
    click(ann.button(ann.page, "Resume"))
    ann.until(lambda: not ann.session.table.panel.banner.notices)
    play([ann, bea], 2)

    ann.window.menus.draw_requested.emit()
    QTest.keyClick(ann.button(ann.window, "Offer a draw"), Qt.Key.Key_Space)
    click(bea.button(bea.page, "Oui"))
    for person in (ann, bea):
        person.until(lambda person=person: person.player.over)  # type: ignore[misc]
        assert {line.place for line in person.player.view.outcome.ranking} == {1}
    ann.until(lambda: ann.page.score.title.text() == "Draw by agreement")


def test_undo_after_new_information_needs_consent(playing: tuple[Person, Person]):
    ann, bea = playing
    play([ann, bea], 4)
    bea.until(lambda: bea.player.view.position == ann.player.view.position)
    asker, other = (ann, bea) if ann.player.decision is None else (bea, ann)
    before = asker.player.view.position
    click(asker.page.table_layout.prompt.undo)
    if asker.player.view.position == before:
        yes = {"en": "Yes", "fr": "Oui"}[other.window.settings.texts.language]
        click(other.button(other.page, yes))
    asker.until(lambda: asker.player.view.position < before)
    other.until(lambda: other.player.view.position == asker.player.view.position)


def test_a_bot_replaces_an_absent_player_by_vote_until_the_player_is_back(come: Come, tmp_path: Path):
    ann, bea = come("Ann"), come("Béa", "fr")
    ann.open_table("trias", people=3)
    bea.go_to(ann)
    bea.sit_down()
    assert ann.session.client is not None
    memory = Memory(tmp_path / "memory")
    cleo = Player(ann.session.client.port, memory, 1, "Cleo")
    cleo.patience = lambda: False
    for person in (ann, bea):
        person.be_ready()
    bea.until(stepped(cleo, lambda: bool(cleo.views) and ann.at_table and bea.at_table))
    cleo.say(Farewell("left"))
    cleo.lose()
    click(ann.button(ann.page, "Suggest a computer"))
    bea.until(lambda: any("Ann" in each.text() for each in bea.page.findChildren(QLabel) if each.isVisible()))
    assert "computer" not in row_of(ann, 2)
    click(bea.button(bea.page, "Oui"))
    ann.until(lambda: "a computer plays for Cleo" in row_of(ann, 2))
    turns = {each.player.view.turn for each in (ann, bea)}
    while max(turns) < 4:  # so the computer has had its turn
        play([ann, bea], 1)
        turns.add(ann.player.view.turn)
    again = Player(ann.session.client.port, memory, 1, "Cleo")
    again.patience = lambda: False
    ann.until(stepped(again, lambda: bool(again.views) and "computer" not in row_of(ann, 2)))
    ann.until(lambda: "Cleo is back" in "\n".join(ann.session.table.panel.chat.lines))
    again.lose()


def row_of(person: Person, number: int) -> str:
    return person.page.table_layout.players.rows[number].accessibleName()


def stepped(player: Player, holds: Callable[[], bool]) -> Callable[[], bool]:
    """Return a condition that lets a player without a window act each time it is checked."""

    def step() -> bool:
        player.step()
        return holds()

    return step


def test_a_killed_host_restarts_with_all_players_in_their_seats(playing: tuple[Person, Person]):
    ann, bea = playing
    play([ann, bea], 3)
    bea.until(lambda: ann.player.view.position == bea.player.view.position)
    position, seats = ann.player.view.position, [each.player.view.seat for each in (ann, bea)]
    os.kill(host_process(ann), signal.SIGKILL)
    bea.until(lambda: any("Connexion perdue" in each.text for each in bea.session.table.panel.banner.notices))
    assert bea.page.table_layout.moves.count() == 0
    assert bea.page.table_layout.board.isVisible()
    for person in (ann, bea):
        person.until(lambda person=person: person.at_table and not person.session.table.panel.banner.notices)  # type: ignore[misc]
    assert [each.player.view.seat for each in (ann, bea)] == seats
    assert ann.player.view.position == position
    play([ann, bea], 2)


def test_a_player_who_leaves_is_shown_as_gone_and_rejoins_from_the_start_page(
    playing: tuple[Person, Person],
):
    ann, bea = playing
    play([ann, bea], 2)
    bea.window.close()
    ann.until(lambda: "left" in ann.page.table_layout.players.rows[1].accessibleName())
    assert "Béa left." in ann.session.table.panel.chat.lines[-1]
    bea.start()
    click(bea.button(bea.window.start.nearby, "Revenir"))
    bea.until(lambda: bea.at_table)
    assert bea.player.view.seat == "blue"
    play([ann, bea], 2)


def test_closing_the_hosts_window_asks_and_closing_the_table_tells_the_players(playing: tuple[Person, Person]):
    ann, bea = playing
    ann.window.close()
    assert ann.window.isVisible()
    (box,) = ann.window.findChildren(QMessageBox)
    click(next(each for each in box.buttons() if each.text() == "Close the table for everyone"))
    ann.until(lambda: not ann.window.isVisible())
    bea.until(lambda: "fermé la table" in bea.session.join_page.text)
    ann.until(lambda: not running_tables(find_user_folders(ann.folder).matches))
    ann.start()
    said = [each.text() for each in ann.window.start.nearby.findChildren(QLabel)]
    assert any("Its match is saved" in each for each in said)


def test_a_table_left_open_goes_on_without_its_window_and_is_found_again(playing: tuple[Person, Person]):
    ann, bea = playing
    ann.window.close()
    (box,) = ann.window.findChildren(QMessageBox)
    click(next(each for each in box.buttons() if each.text() == "Leave it open"))
    ann.until(lambda: not ann.window.isVisible())
    assert bea.at_table
    ann.start()
    click(ann.button(ann.window.start.nearby, "Return"))
    ann.until(lambda: ann.at_table)
    assert ann.player.view.seat == "red"
    play([ann, bea], 2)


def test_a_spectator_has_no_decisions(playing: tuple[Person, Person], come: Come):
    ann, bea = playing
    cleo = come("Cleo")
    cleo.go_to(ann)
    cleo.until(lambda: cleo.in_lobby and cleo.lobby.watch.isVisible())
    click(cleo.lobby.watch)
    cleo.until(lambda: cleo.at_table)
    play([ann, bea], 3)
    cleo.until(lambda: cleo.player.view.position == ann.player.view.position)
    assert cleo.player.view.seat == ""
    assert cleo.player.decision is None
    assert "spectating" in cleo.session.table.panel.banner.notices[0].text


def test_a_spectator_sees_everything_while_all_players_agree(playing: tuple[Person, Person], come: Come):
    ann, bea = playing
    cleo = come("Cleo")
    cleo.go_to(ann)
    cleo.until(lambda: cleo.in_lobby and cleo.lobby.watch.isVisible())
    click(cleo.lobby.watch)
    cleo.until(lambda: cleo.at_table)

    def hidden(person: Person) -> int:
        hands = (zone for zone in person.player.view.zones if zone.name == "hand")
        return sum(not piece.kind for zone in hands for piece in zone.pieces)

    def notices(person: Person) -> str:
        return "\n".join(notice.text for notice in person.session.table.panel.banner.notices)

    assert hidden(cleo) == 2
    click(cleo.button(cleo.page, "Ask to see everything"))
    click(ann.button(ann.page, "Yes"))
    bea.until(lambda: "Cleo" in "".join(label.text() for label in bea.session.table.panel.votes.findChildren(QLabel)))
    assert hidden(cleo) == 2
    click(bea.button(bea.page, "Oui"))
    cleo.until(lambda: hidden(cleo) == 0)
    for person, said in ((ann, "Cleo sees everything."), (bea, "Cleo voit tout."), (cleo, "You see everything")):
        person.until(lambda person=person, said=said: said in notices(person))  # type: ignore[misc]
    play([ann, bea], 4)
    cleo.until(lambda: cleo.player.view.position == ann.player.view.position)
    assert hidden(cleo) == 0
    assert (hidden(ann), hidden(bea)) == (1, 1)
    assert "Cleo sees everything." in notices(ann)
    click(bea.button(bea.page, "Y mettre fin"))
    cleo.until(lambda: hidden(cleo) == 2)
    assert "spectating" in notices(cleo)
    ann.until(lambda: "Cleo" not in notices(ann))


def test_a_table_that_is_cancelled_while_it_opens_is_closed(come: Come):
    ann = come("Ann")
    click(next(each for each in ann.window.start.findChildren(GameButton) if each.game.name == "tic-tac-toe"))
    ann.until(ann.window.setup.network.isEnabled)
    click(ann.window.setup.network)
    ann.window.network.host_page.here_only.setChecked(True)
    click(ann.window.network.host_page.open)
    click(ann.window.network.host_page.back)
    assert ann.window.pages.currentWidget() is ann.window.setup

    def closed() -> bool:
        records = [*find_user_folders(ann.folder).matches.glob(f"*{TABLE}")]
        return bool(records) and read_record(records[0]).host.pid == 0

    ann.until(closed)
    assert ann.window.pages.currentWidget() is ann.window.setup


def test_a_player_whom_the_host_removed_comes_back_and_plays(pair: tuple[Person, Person]):
    ann, bea = pair
    click(ann.button(ann.lobby, "Remove"))
    click(ann.button(ann.lobby, "Remove this player?"))
    bea.until(lambda: "exclu" in bea.session.join_page.text)
    lines = ann.lobby.chat.list
    ann.until(lambda: any("The host removed Béa." in lines.item(row).text() for row in range(lines.count())))
    click(bea.session.join_page.retry)
    bea.sit_down()
    for person in pair:
        person.be_ready()
    for person in pair:
        person.until(lambda person=person: person.at_table)  # type: ignore[misc]


def test_the_host_bans_a_player_during_the_match_and_lifts_the_ban(playing: tuple[Person, Person]):
    ann, bea = playing
    tabs, panels = ann.page.table_layout.tabs, (ann.page.table_layout.players, ann.page.table_layout.zones)
    ann.until(lambda: all(map(is_whole, panels)))
    tabs.setCurrentIndex([tabs.tabText(index) for index in range(tabs.count())].index("People"))
    click(ann.button(tabs, "Ban"))
    click(ann.button(tabs, "Ban this player?"))
    bea.until(lambda: "banni" in bea.session.join_page.text)
    ann.button(tabs, "Unban")
    ann.until(lambda: all(map(is_whole, panels)))  # a list of bans takes no room from the players
    click(bea.session.join_page.back)
    bea.go_to(ann)
    bea.until(lambda: "banni" in bea.session.join_page.text)
    click(bea.session.join_page.back)
    click(ann.button(tabs, "Unban"))
    bea.go_to(ann)
    bea.until(lambda: bea.in_lobby)


def test_a_table_for_this_computer_only_shows_its_address_and_is_found_by_another_window(come: Come):
    ann, bea = come("Ann"), come("Béa")
    ann.open_table("trias")
    guest = ann.session.client
    assert guest is not None
    assert ann.lobby.invite.address.isVisible()
    assert ann.lobby.invite.address.text() == f"127.0.0.1:{guest.port}"
    click(bea.button(bea.window.start.nearby, "Look"))
    found = bea.window.network
    bea.until(
        lambda: found._browser is not None and any(each.table == guest.table_id for each in found._browser.tables)
    )
    table = next(each for each in found._browser.tables if each.table == guest.table_id)  # type: ignore[union-attr]
    assert (table.addresses, table.poster.port, table.local) == (("127.0.0.1",), guest.port, True)
    bea.window.start.nearby.table_chosen.emit(table)
    bea.sit_down()


def test_another_language_reaches_the_table_at_once(playing: tuple[Person, Person]):
    ann, bea = playing
    english = ann.page.table_layout.prompt.headline.text()
    ann.window.menus.language_requested.emit("fr")
    assert ann.page.table_layout.prompt.headline.text() != english
    tabs = ann.page.table_layout.tabs
    assert any(tabs.tabText(number).startswith("Discussion") for number in range(tabs.count()))
    play([ann, bea], 1)


def test_an_unreachable_address_says_what_to_do(come: Come):
    bea = come("Béa")
    bea.window.menus.join_requested.emit()
    bea.window.start.nearby.address.setText("127.0.0.1:9")
    click(bea.window.start.nearby.go)
    bea.until(lambda: bea.session.join_page.retry.isVisible())
    assert "127.0.0.1" in bea.session.join_page.text
    english = bea.session.join_page.text
    bea.window.settings.set_language("fr")
    assert "Vous n’avez pas pu rejoindre la table" in bea.session.join_page.text
    bea.window.settings.set_language("en")
    assert bea.session.join_page.text == english
    click(bea.session.join_page.back)
    assert bea.window.pages.currentWidget() is bea.window.start


def test_an_invalid_address_is_reported_beside_the_field(come: Come):
    bea = come("Béa")
    bea.window.menus.join_requested.emit()
    bea.window.start.nearby.address.setText("300.1.1.1")
    click(bea.window.start.nearby.go)
    assert "not a complete address" in bea.window.start.nearby.problem.text()


def test_two_players_at_one_window_share_the_screen(come: Come):
    ann, bea = come("Ann"), come("Béa")
    ann.open_table("trias", people=3)
    bea.go_to(ann)
    bea.sit_down()
    bea.until(lambda: bea.lobby.seats.extra_seat.isVisible())
    QTest.keyClicks(bea.lobby.seats.extra_seat.name, "Cleo")
    click(bea.lobby.seats.extra_seat.sit)
    bea.until(lambda: not bea.lobby.seats.extra_seat.isVisible())
    bea.be_ready()
    ann.be_ready()
    ann.until(lambda: ann.at_table)
    bea.until(lambda: bea.session.table is not None and (bool(bea.page.curtain.colour) or bea.page.view is not None))
    for _ in range(12):
        ann.until(
            lambda: ann.player.decision is not None or bool(bea.page.curtain.colour) or bea.player.decision is not None
        )
        if bea.page.curtain.colour:
            click(bea.page.curtain.ready)
            return
        person = ann if ann.player.decision is not None else bea
        before = person.player.view.position
        person.player.play(person.player.any_option())
        person.until(
            lambda person=person, before=before: (
                bool(person.page.curtain.colour)  # type: ignore[misc]
                or person.player.view.position > before
            )
        )
    raise AssertionError("the curtain never fell")


def test_unknown_rules_are_described_and_need_consent(come: Come):
    ann, bea = come("Ann"), come("Béa")
    own_game(ann.folder)
    ann.window.show_start()
    ann.open_table("marsh")
    bea.go_to(ann)
    bea.until(lambda: bea.session.join_page.agree.isVisible())
    assert "Marsh" in bea.session.join_page.text
    click(bea.session.join_page.agree)
    bea.sit_down()
    assert "marsh" not in [each.game.name for each in bea.window.start.findChildren(GameButton)]


def test_refusing_the_rules_leaves_the_table(come: Come):
    ann, bea = come("Ann"), come("Béa")
    own_game(ann.folder)
    ann.window.show_start()
    ann.open_table("marsh")
    bea.go_to(ann)
    bea.until(lambda: bea.session.join_page.agree.isVisible())
    click(bea.session.join_page.back)
    assert bea.window.pages.currentWidget() is bea.window.start


def own_game(folder: Path) -> None:
    """A game of one user, which the others do not have."""
    official = home() / "rulesets" / "classics" / "tic-tac-toe"
    mine = find_user_folders(folder).rulesets / "marsh"
    shutil.copytree(official, mine)
    (mine / "tic-tac-toe.rules").rename(mine / "marsh.rules")
    for path in mine.rglob("*"):
        if path.is_file() and path.suffix in (".rules", ".toml", ".en", ".fr"):
            text = path.read_text(encoding="utf-8").replace("tic_tac_toe", "marsh").replace("tic-tac-toe", "marsh")
            path.write_text(text.replace("Tic-Tac-Toe", "Marsh").replace("Tic-tac-toe", "Marsh"), encoding="utf-8")


REST = """house rules "A rest" for tic_tac_toe
action rest "Rest"
    do
        note "A rest"
replace play.draw
    choose one of
        draw
        rest
"""


def test_all_agree_on_another_rule_and_the_match_goes_on_under_it(come: Come, tmp_path: Path):
    """Proposed from a file; read in words in the other window's language; checked at the host and at both windows."""
    ann, bea = come("Ann"), come("Béa", "fr")
    ann.open_table("tic-tac-toe")
    bea.go_to(ann)
    bea.sit_down()
    for person in (ann, bea):
        person.be_ready()
    for person in (ann, bea):
        person.until(lambda person=person: person.at_table)  # type: ignore[misc]
    play([ann, bea], 1)
    file = tmp_path / "rest.rules"
    file.write_text(REST)
    bea.window.menus.rule_change_requested.emit()
    (dialog,) = bea.window.findChildren(RuleChangeDialog)
    dialog.file_requested.emit()
    (chooser,) = dialog.findChildren(QFileDialog)
    chooser.fileSelected.emit(str(file))
    chooser.close()
    click(dialog.propose_button)
    (box,) = (each for each in bea.window.findChildren(QMessageBox) if each.isVisible())
    assert "A rest" in box.text()
    (yes,) = (each for each in box.buttons() if box.buttonRole(each) is QMessageBox.ButtonRole.AcceptRole)
    yes.click()
    votes = ann.session.table.panel.votes
    agree = ann.button(votes, "Yes")
    ann.until(lambda: "A rest" in "\n".join(each.text() for each in votes.findChildren(QLabel)))
    former = ann.page, bea.page
    ann.until(lambda: ann.button(votes, "Yes").isEnabled())
    agree = ann.button(votes, "Yes")
    click(agree)
    for person, page in zip((ann, bea), former, strict=True):
        person.until(lambda person=person, page=page: person.at_table and person.page is not page)  # type: ignore[misc]
        assert [rules.title for rules in person.session.ruleset.house] == ["A rest"]
        assert person.player.view.position == 2
    person = next(each for each in (ann, bea) if each.player.decision is not None)
    assert [entry.action for entry in person.player.decision.entries] == ["draw", "rest"]
    play([ann, bea], 3)
    ann.page.link.resign(ann.player.view.seat)
    for person, said in ((ann, "fixed before it began"), (bea, "Tirage vérifié")):
        person.until(lambda person=person: person.player.over)  # type: ignore[misc]
        person.until(lambda person=person, said=said: said in person.page.score.fairness.text())  # type: ignore[misc]
    (kept,) = find_user_folders(bea.folder).matches.glob("*.journal")
    replayed = replay(kept)
    assert replayed.match.over
    assert [rules.title for rules in replayed.pack.house] == ["A rest"]


def test_one_set_up_page_seats_people_here_computers_and_people_on_the_network(come: Come):
    ann, bea = come("Ann"), come("Béa")
    setup = ann.window.setup
    click(next(each for each in ann.window.start.findChildren(GameButton) if each.game.name == "trias"))
    ann.until(setup.start.isEnabled)
    seats, rows = setup.seats, setup.seats._rows
    seats.number.setCurrentIndex(seats.number.findText("4"))
    remote, kinds = rows[0].player.count() - 1, ("remote", "human", "bot", "human")
    for row, kind in zip(rows, kinds, strict=False):
        row.player.setCurrentIndex({"remote": remote, "human": 0, "bot": 1}[kind])
    rows[1].name.setText("Ann")
    rows[3].name.setText("Cleo")
    assert not rows[0].name.isVisible(), "a person elsewhere brings a name"
    assert (setup.start.text(), setup.network.isVisible()) == ("Play on the network", False)
    click(setup.start)
    opening = ann.window.network.host_page
    opening.here_only.setChecked(True)
    click(opening.open)
    assert opening.open.text() == "Opening the table…"
    ann.until(lambda: ann.in_lobby and ann.session.client is not None and len(ann.session.client.seats) == 2)
    client = ann.session.client
    assert client is not None
    assert client.lobby is not None
    assert [(each.state, each.name) for each in client.lobby.seats if each.state != "bot"] == [
        ("free", ""), ("held", "Ann"), ("held", "Cleo"),
    ]  # fmt: skip
    bea.go_to(ann)
    bea.sit_down()
    for person in (ann, bea):
        person.be_ready()
    bea.until(lambda: bea.at_table or bea.session.table is not None)
