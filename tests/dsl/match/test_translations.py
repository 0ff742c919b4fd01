"""A translation is shown only where it matches the current sentence of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.cli.main import main
from dsl.i18n.rule_changes import change_sentence, house_rule_summary, rule_change_in_words
from dsl.match.rulesets.ruleset import load
from dsl.syntax.differences import differences

GAME = """\
game hop
    players 2, colours red, blue

board pond: squares 3 by 3
counter frog of player: 9 each, on squares
variable score of player: 0..99 = 0

action hop(at: square) "Hop to {at}"
    needs free: none of frogs on at  "A frog sits there."
    needs dry: at is not in edge(pond)
    do
        move 1 of my frogs in reserve to at

play
    turns from seat(1) clockwise
        if not can hop
            note "Nobody hops."
            end game
        choose hop

winner
    most score: score of it
    shared
"""
HOUSE = """\
house rules "Crowds" for hop
replace hop.free
    needs free: none of my frogs on at "Your own frog sits there."
replace hop.dry
    needs dry: at is in edge(pond)
"""
ENGLISH = 'hop.dry: "It is wet there."\n'
FRENCH = """\
name frog: "grenouille" "grenouilles" f
hop: "Sauter en {at}"
hop.free: "Une grenouille s’y trouve."
hop.dry: "C’est mouillé."
Nobody hops.: "Personne ne saute."
house.Crowds: "Foule"
"""
TIED = '-- translates: "Your own frog sits there."\nhop.free: "Votre grenouille s’y trouve."\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "hop"
    (made / "house").mkdir(parents=True)
    files = {"hop.rules": GAME, "house/crowds.rules": HOUSE, "words.en": ENGLISH, "words.fr": FRENCH}
    for name, text in files.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


def add(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + text, encoding="utf-8")


def said(folder: Path, *house: str) -> dict[str, str]:
    return dict(load(folder, house).words("fr").sentences)


def test_a_house_rule_never_shows_the_translation_of_what_it_replaced(folder: Path) -> None:
    assert said(folder)["hop.free"] == "Une grenouille s’y trouve."
    ticked = load(folder, ["Crowds"])
    for language in ("en", "fr"):
        assert not {"hop.free", "hop.dry"} & ticked.words(language).sentences.keys()
    told = [
        change_sentence(found, "fr", ticked.words("fr"))
        for found in differences(ticked.plain_tree, ticked.tree)
    ]  # fmt: skip
    assert "Hop\u00a0: la condition `free` devient\u00a0: Your own frog sits there." in told


def test_what_a_ticked_house_rule_removes_is_said_in_the_language(folder: Path) -> None:
    (folder / "house" / "crowds.rules").write_text('house rules "Crowds" for hop\nremove hop.free\n', encoding="utf-8")
    plain, ticked = load(folder), load(folder, ["Crowds"])
    told = house_rule_summary(ticked, ticked.house[0], "fr", 2)
    assert told.endswith("Une grenouille s’y trouve.")
    assert dict(rule_change_in_words(plain, ticked, "fr", 2).added) == {"Foule": told}


def test_a_translation_of_the_new_sentence_is_shown(folder: Path) -> None:
    add(folder, "words.fr", TIED)
    assert said(folder, "Crowds")["hop.free"] == "Votre grenouille s’y trouve."
    assert said(folder)["hop.free"] == "Une grenouille s’y trouve."


def test_house_rules_include_translations(folder: Path) -> None:
    (folder / "words.fr").write_text("", encoding="utf-8")
    add(folder, "house/crowds.words.fr", 'house.Crowds: "Cohue"\nhop.free: "Votre grenouille s’y trouve."\n')
    assert said(folder)["house.Crowds"] == "Cohue"
    assert "hop.free" not in said(folder)
    assert said(folder, "Crowds")["hop.free"] == "Votre grenouille s’y trouve."


def test_translations_of_house_rule_files_are_stored_in_the_journal(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.rules"
    own.write_text(HOUSE, encoding="utf-8")
    own.with_name("mine.words.fr").write_text('hop.free: "Pas deux fois."\n', encoding="utf-8")
    pack = load(folder, [own])
    assert pack.words("fr").sentences["hop.free"] == "Pas deux fois."
    assert 'hop.free: "Pas deux fois."\n' in dict(pack.text.files).values()


def test_a_translation_is_hidden_when_its_sentence_changes(folder: Path) -> None:
    assert main(["check", "--tie", str(folder)]) == 0
    words = (folder / "words.fr").read_text(encoding="utf-8")
    assert '-- translates: "A frog sits there."\nhop.free: "Une grenouille' in words
    assert '-- translates: "It is wet there."\nhop.dry: ' in words
    assert said(folder)["hop.free"] == "Une grenouille s’y trouve."
    (folder / "hop.rules").write_text(GAME.replace("A frog sits", "A toad sits"), encoding="utf-8")
    assert "hop.free" not in said(folder)
    assert said(folder)["hop"] == "Sauter en {at}"


def test_check_reports_stale_and_missing_translations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = folder / "words.fr"
    words.write_text(words.read_text(encoding="utf-8").replace("Nobody hops.: ", "-- Nobody: "), encoding="utf-8")
    add(folder, "words.en", 'name pond: "pond" "ponds"\n')
    assert main(["check", str(folder)]) == 0
    out = capsys.readouterr().out
    assert 'words.fr:3: remark: `hop.free` translates another sentence; the rules now say "Your own frog' in out
    assert 'words.fr: remark: "Nobody hops." is not translated' in out
    assert "words.fr: remark: the name `pond` is not translated" in out
    assert main(["check", "--translations", str(folder)]) == 1
    words.unlink()
    capsys.readouterr()
    assert main(["check", "--translations", str(folder)]) == 0
    assert ": remark:" not in capsys.readouterr().out
