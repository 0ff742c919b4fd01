"""Pages for joining and hosting: tables of the start page, address field, code, consent, refusals, host page."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import official_rulesets
from app.net.discovery.browser import FoundTable
from app.net.discovery.datagrams import Poster
from app.screens.connecting import ConnectingPage
from app.screens.host import HostForm, HostPage
from app.screens.network_tables import NearbyTables, RememberedTable
from app.storage.settings import LastHosting

POSTER = Poster(
    oldest=4, newest=4, program="0.2.0", table="t1", name="Ann’s table", game="fen", title_en="Fen", title_fr="Marais",
    rules="0" * 16, house=2, house_titles=("Lush",), taken=2, seats=4, state="gathering", code=True, watchers=True,
    port=28500,
)  # fmt: skip
FOUND = FoundTable(POSTER, ("192.168.1.3",), False, "")


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def said(page: QWidget) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if not each.isHidden())


def pressed(page: QWidget, text: str) -> QPushButton:
    return next(each for each in page.findChildren(QPushButton) if each.text() == text)


def shown_card(qtbot: QtBot, language: str = "en") -> NearbyTables:
    card = NearbyTables(Translations(language))
    qtbot.addWidget(card)
    card.resize(1100, 500)
    card.show()
    return card


def test_discovery_is_off_until_it_is_switched_on(qtbot: QtBot):
    card = shown_card(qtbot)
    card.set_tables((FOUND,))
    assert card.lines == ()
    with qtbot.waitSignal(card.search_toggled) as wish:
        click(card.look)
    assert wish.args == [True]
    card.set_searching(True)
    assert len(card.lines) == 1
    with qtbot.waitSignal(card.search_toggled) as wish:
        click(card.look)
    assert wish.args == [False]


def test_a_found_table_is_described_in_the_users_language(qtbot: QtBot):
    card = shown_card(qtbot, "fr")
    card.set_searching(True)
    card.set_tables((FOUND,))
    (line,) = card.lines
    text = said(line)
    for part in ("Ann’s table — Marais", "2 places prises sur 4", "Lush …", "code demandé", "spectateurs autorisés"):
        assert part in text
    qtbot.waitUntil(line.join.isVisible)
    with qtbot.waitSignal(card.table_chosen) as chosen:
        click(line.join)
    assert chosen.args == [FOUND]


def test_an_incompatible_table_is_listed_with_the_reason_and_disabled(qtbot: QtBot):
    card = shown_card(qtbot)
    card.set_searching(True)
    card.set_tables((replace(FOUND, problem="lan.found.newer"),))
    (line,) = card.lines
    assert not line.join.isEnabled()
    assert "Update Gondwana" in said(line)


def test_rows_of_tables_are_kept_while_others_change(qtbot: QtBot):
    card = shown_card(qtbot)
    card.set_searching(True)
    other = replace(FOUND, poster=structs.replace(POSTER, table="t0", name="Another"))
    card.set_tables((FOUND,))
    (line,) = card.lines
    qtbot.waitUntil(line.join.isVisible)
    card.activateWindow()
    line.join.setFocus()
    qtbot.waitUntil(line.join.hasFocus)
    card.set_tables((other, FOUND))
    assert [each.found for each in card.lines] == [other, FOUND]
    assert card.lines[1] is line
    assert line.join.hasFocus()
    qtbot.waitUntil(card.lines[0].join.isVisible)
    QTest.keyClick(line.join, Qt.Key.Key_Backtab)
    assert card.lines[0].join.hasFocus()
    QTest.keyClick(card.lines[0].join, Qt.Key.Key_Tab)
    assert line.join.hasFocus()
    QTest.keyClick(line.join, Qt.Key.Key_Tab)
    assert card.look.hasFocus()
    line.join.setFocus()
    fuller = replace(FOUND, poster=structs.replace(POSTER, taken=3))
    card.set_tables((other, fuller))
    assert [each.found for each in card.lines] == [other, fuller]
    assert "3 of 4" in said(card.lines[1])
    qtbot.waitUntil(lambda: card.lines[1].join.hasFocus())
    card.set_tables(())
    assert card.lines == ()


def test_an_entered_address_is_emitted(qtbot: QtBot):
    card = shown_card(qtbot)
    QTest.keyClicks(card.address, " KVT-MRB ")
    with qtbot.waitSignal(card.address_entered) as given:
        QTest.keyClick(card.address, Qt.Key.Key_Return)
    assert given.args == ["KVT-MRB"]


def test_a_known_table_can_be_rejoined_or_forgotten(qtbot: QtBot):
    card = shown_card(qtbot)
    known = RememberedTable("t1", "Ann’s table", "Fen", "was")
    card.set_known_tables((known, RememberedTable("t2", "Mine", "Fen", "open")))
    assert "You were playing at “Ann’s table” (Fen)." in said(card)
    assert "Your table “Mine” (Fen) is still open." in said(card)
    qtbot.waitUntil(pressed(card, "Rejoin").isVisible)
    with qtbot.waitSignal(card.known_chosen) as chosen:
        click(pressed(card, "Rejoin"))
    assert chosen.args == [known]
    with qtbot.waitSignal(card.known_forgotten):
        click(pressed(card, "Forget"))


def shown_entry(qtbot: QtBot) -> ConnectingPage:
    page = ConnectingPage(Translations("en"))
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    return page


def test_the_code_is_requested_again_if_it_was_wrong(qtbot: QtBot):
    page = shown_entry(qtbot)
    page.ask_code(wrong=False)
    QTest.keyClicks(page.code, "k7pmq2")
    with qtbot.waitSignal(page.code_entered) as given:
        QTest.keyClick(page.code, Qt.Key.Key_Return)
    assert given.args == ["k7pmq2"]
    page.ask_code(wrong=True)
    assert page.code.text() == ""
    assert "Wrong code" in page.text


def test_unknown_rules_are_accepted_or_refused(qtbot: QtBot):
    page = shown_entry(qtbot)
    page.ask_consent("Fen", ["Herds: 15 instead of 12"])
    assert "Herds: 15 instead of 12" in page.text
    with qtbot.waitSignal(page.consent_given):
        click(page.agree)
    with qtbot.waitSignal(page.back_requested):
        click(page.back)


def test_a_refusal_shows_the_remedy_and_a_retry_button(qtbot: QtBot):
    page = shown_entry(qtbot)
    page.show_failure("You could not join", "There is no answer.", "Check that the table is open.", again=True)
    assert page.text == "You could not join\nThere is no answer.\nCheck that the table is open."
    with qtbot.waitSignal(page.retry_requested):
        click(page.retry)


def shown_opening(qtbot: QtBot, player: str = "") -> HostPage:
    page = HostPage(Translations("en"))
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.reset("Fen", official_rulesets() / "trias", player, LastHosting())
    page.show()
    return page


def test_the_labels_of_check_boxes_fit_in_large_french_text(qtbot: QtBot):
    page = HostPage(Translations("fr"))
    qtbot.addWidget(page)
    page.setStyleSheet("font-size: 22px")
    page.resize(1366, 700)
    page.show()
    page.coded.setChecked(True)
    for box in (page.coded, page.here_only):
        qtbot.waitUntil(lambda box=box: box.width() >= box.sizeHint().width())


def test_a_table_is_named_after_its_host_by_default(qtbot: QtBot):
    page = shown_opening(qtbot)
    assert page.form.name == "Table"
    QTest.keyClicks(page.player, "Ann")
    assert page.form == HostForm("Ann", "Ann’s table", "", "no", 0, False)
    page.name.clear()
    QTest.keyClicks(page.name, "Kitchen")
    QTest.keyClicks(page.player, "a")
    assert (page.form.player, page.form.name) == ("Anna", "Kitchen")


def test_a_table_is_hosted_with_a_code_and_delayed_spectators(qtbot: QtBot):
    page = shown_opening(qtbot, "Ann")
    assert not page.code.isVisible()
    box = QPoint(12, page.here_only.height() // 2)  # the row is wider than its text
    QTest.mouseClick(page.here_only, Qt.MouseButton.LeftButton, pos=box)
    page.coded.setChecked(True)
    assert page.code.isVisible()
    page.watching.setCurrentIndex(2)
    with qtbot.waitSignal(page.host_requested) as wished:
        click(page.open)
    assert wished.args == [HostForm("Ann", "Ann’s table", page.code.text(), "delayed", 2, True)]
    assert not page.open.isEnabled()
    page.show_problem("The port is taken.")
    assert page.open.isEnabled()


def test_the_page_offers_how_the_last_table_was_hosted(qtbot: QtBot):
    page = shown_opening(qtbot, "Ann")
    usual = page.form.hosting
    assert usual == LastHosting()
    last = LastHosting("delayed", 7, coded=True, here_only=True)
    page.reset("Fen", official_rulesets() / "trias", "Ann", last)
    assert page.form.hosting == last
    assert page.turns.isVisible()
    assert page.form.code == page.code.text()
    page.reset("Fen", official_rulesets() / "trias", "Ann", usual)
    assert page.form.hosting == usual
