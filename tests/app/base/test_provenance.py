"""What the window says of where rules come from: one line, the details, and names as claims."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.provenance import (
    ProvenanceDialog,
    ProvenanceLine,
    claims,
    is_claimed,
    provenance_line,
    provenance_lines,
    provenance_rows,
)
from dsl.match.rulesets.provenance import HouseRuleOrigin, Provenance, Stamp

BEA = Stamp("Béa", "2026-04-01", "<b>Ann</b>", "2026-05-03")
OFFICIAL = Provenance(
    "Frogs", "official", "", "d6c2 ec27 1c1d", "d6c2 ec27 1c1d", ("Frogs by A. Reed.",), (), Stamp(), ()
)
OWN_RULE = HouseRuleOrigin("Long", False, BEA)
GAMES_RULE = HouseRuleOrigin("Wide", True, Stamp())


def test_official_rules_are_named_in_one_line_in_both_languages() -> None:
    en, fr = Translations("en"), Translations("fr")
    assert provenance_line(OFFICIAL, en) == "Official rules."
    assert provenance_line(replace(OFFICIAL, edition="3"), en) == "Official rules, edition 3."
    assert provenance_line(replace(OFFICIAL, house=(GAMES_RULE,)), en) == "Official rules with one house rule."
    assert provenance_line(replace(OFFICIAL, house=(GAMES_RULE,) * 2), fr) == "Règles officielles avec 2 règles maison."


def test_who_changed_rules_last_is_said_as_a_claim() -> None:
    changed = replace(OFFICIAL, house=(GAMES_RULE, OWN_RULE))
    en, fr = Translations("en"), Translations("fr")
    said = "Official rules with 2 house rules, changed by <b>Ann</b> on 3 May 2026 (not checked)."
    assert provenance_line(changed, en) == said
    assert provenance_line(changed, fr).endswith("modifiées par <b>Ann</b> le 3 mai 2026 (non vérifié).")
    assert any("cannot check" in each for each in provenance_lines(changed, en))
    assert claims(changed, en) == ("changed by <b>Ann</b> on 3 May 2026 (not checked)",)
    assert claims(replace(OFFICIAL, house=(GAMES_RULE,)), en) == ()
    assert is_claimed(changed)
    assert not is_claimed(replace(OFFICIAL, house=(GAMES_RULE,)))


def test_a_stamp_of_official_rules_is_not_believed() -> None:
    assert provenance_line(replace(OFFICIAL, stamp=BEA), Translations("en")) == "Official rules."
    other = replace(OFFICIAL, stamp=BEA, standing="differs")
    said = provenance_line(other, Translations("en"))
    assert said.startswith("Rules of Frogs that are not the official ones, changed by")


def test_a_change_of_an_unknown_author_has_its_day_only() -> None:
    rule = HouseRuleOrigin("Long", False, Stamp("Béa", "2026-04-01", "", "2026-02-31"))
    said = provenance_line(replace(OFFICIAL, house=(rule,)), Translations("en"))
    assert said == "Official rules with one house rule, changed on 2026-02-31 (not checked)."


def test_the_details_list_every_house_rule_and_both_marks() -> None:
    changed = replace(
        OFFICIAL, mark="1111 2222 3333", house=(GAMES_RULE, OWN_RULE, HouseRuleOrigin("Odd", False, Stamp()))
    )
    rows = dict(provenance_rows(changed, Translations("en")))
    assert rows["House rules"].split("\n") == [
        "Wide: comes with the game",
        "Long: made by Béa on 1 April 2026, changed by <b>Ann</b> on 3 May 2026",
        "Odd: its file names no author",
    ]
    assert (rows["Mark"], rows["Mark without house rules"]) == ("1111 2222 3333", "d6c2 ec27 1c1d")
    french = dict(provenance_rows(changed, Translations("fr")))
    assert "créée par Béa le 1er avril 2026" in french["Règles maison"]


def test_the_line_opens_the_details_as_plain_text_to_be_copied(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    line = ProvenanceLine(Translations("en"))
    line.setParent(window)
    window.show()
    assert line.isHidden()
    line.show_origin(replace(OFFICIAL, house=(OWN_RULE,)))
    assert "Rules d6c2 ec27 1c1d." in line.said.text()
    qtbot.mouseClick(line.details, Qt.MouseButton.LeftButton)
    dialog = line.findChild(ProvenanceDialog)
    assert dialog is not None
    shown = [each for each in dialog.findChildren(QLabel) if "<b>Ann</b>" in each.text()]
    assert shown
    assert all(each.textFormat() == Qt.TextFormat.PlainText for each in shown)
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert "Mark: d6c2 ec27 1c1d" in QGuiApplication.clipboard().text()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: line.findChild(ProvenanceDialog) is None)
