"""Files of house rules in the workshop: created, saved, recovered, and changed by other programs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.workshop.document import (
    DiskState,
    HouseRuleDocument,
    clean_title,
    create_house_rule,
    house_rule_files,
    recovery_path,
    title_of,
)
from dsl.match.rulesets.provenance import split_stamp

LINE = "set option.rounds = 5\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return create_house_rule(tmp_path / "house", "Our Friday", "some_game")


def test_a_new_house_rule_has_its_title_and_game_and_a_name_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    made = [create_house_rule(folder, title, "some_game") for title in ("L'été, c'est fini !", "…", "...", "été C est")]
    assert [path.name for path in made] == [
        "l-ete-c-est-fini.rules",
        "house-rule.rules",
        "house-rule-2.rules",
        "ete-c-est.rules",
    ]
    assert made[0].read_text(encoding="utf-8") == "house rules \"L'été, c'est fini !\" for some_game\n\n"
    assert clean_title(' a "b"\n c ') == "a b c"
    (folder / "broken.rules").write_bytes(b"\xff\xfe")
    assert [file.title for file in house_rule_files(folder)] == [
        "...",
        "broken.rules",
        "L'été, c'est fini !",
        "été C est",
        "…",
    ]
    assert house_rule_files(tmp_path / "none") == ()
    assert title_of("rules\n") is None


def test_text_is_saved_and_unsaved_text_is_recovered(path: Path) -> None:
    document = HouseRuleDocument(path)
    document.text += LINE
    assert document.is_modified
    document.write_recovery()
    assert LINE not in path.read_text()
    assert [file.path for file in house_rule_files(path.parent)] == [path]

    again = HouseRuleDocument(path)  # the program was killed
    assert again.recovered
    assert again.text.endswith(LINE)
    assert again.save()
    assert path.read_text().endswith(LINE)
    assert not recovery_path(path).exists()
    assert not again.is_modified
    assert not HouseRuleDocument(path).recovered

    again.text += LINE
    again.write_recovery()
    again.discard()
    assert not recovery_path(path).exists()
    assert again.text == path.read_text()


def test_a_failed_save_loses_nothing(path: Path) -> None:
    document = HouseRuleDocument(path)
    before = path.read_text()
    document.text += LINE
    document.write_recovery()
    blocker = path.with_name(f".{path.name}.{os.getpid()}.new")
    blocker.mkdir()  # the new file cannot be written
    with pytest.raises(OSError):
        document.save()
    assert path.read_text() == before
    assert document.is_modified
    assert recovery_path(path).read_text() == document.text
    blocker.rmdir()
    assert document.save()


def test_a_change_of_another_program_is_never_overwritten_unasked(path: Path) -> None:
    document = HouseRuleDocument(path)
    other = document.text + "set option.rounds = 9\n"
    path.write_text(other, newline="\r\n")
    assert document.check_disk() is DiskState.CHANGED
    assert document.text == other
    assert not document.has_conflict

    document.text += LINE
    path.write_text(other + "-- theirs\n")
    assert not document.save()
    assert document.has_conflict
    assert path.read_text() == other + "-- theirs\n"
    document.keep_own()
    assert document.save()
    assert path.read_text() == other + LINE

    document.text += "-- mine\n"
    path.write_text(other)
    assert document.check_disk() is DiskState.CHANGED
    document.take_other()
    assert document.text == other
    assert not document.is_modified

    path.unlink()
    assert document.check_disk() is DiskState.MISSING
    assert document.is_modified
    assert document.save()
    assert path.read_text() == other
    path.write_bytes(b"\xff\xfe\xff")
    assert document.check_disk() is DiskState.UNREADABLE
    assert document.text == other
    assert document.save()
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == b"\xff\xfe\xff"


def test_the_words_of_a_house_rule_follow_its_title(tmp_path: Path) -> None:
    path, words = tmp_path / "high.rules", tmp_path / "high.words.fr"
    path.write_text('house rules "High" for pond\n')
    words.write_text('house.High: "Haut"\nhouse.High.text: "Tout en haut."\nhop: "High"\n', "utf-8")
    document = HouseRuleDocument(path)
    document.text = 'house rules "Very (high)" for pond\n'
    document.write_recovery()
    assert words.read_text("utf-8").startswith("house.High:")  # only with the file itself
    assert document.save()
    text = 'house.Very (high): "Haut"\nhouse.Very (high).text: "Tout en haut."\nhop: "High"\n'
    assert words.read_text("utf-8") == text


def test_empty_lines_at_the_end_are_no_change(path: Path) -> None:
    document = HouseRuleDocument(path)
    document.text = document.text.rstrip("\n")
    assert not document.is_modified
    other = document.text + "\n\n" + LINE
    path.write_text(other)
    assert document.check_disk() is DiskState.CHANGED
    assert document.text == other
    assert not document.has_conflict


def test_two_windows_that_edit_one_file_lose_neither_text(path: Path) -> None:
    """Each has its own recovery copy; the one that saves first leaves the other's."""
    first, second = HouseRuleDocument(path), HouseRuleDocument(path)
    first.text += "-- first\n"
    second.text += "-- second\n"
    for document in (first, second, first):
        document.write_recovery()
        assert document.is_modified

    killed = HouseRuleDocument(path)  # both windows were killed
    texts = {killed.text, *killed.other_texts}
    assert texts == {first.text, second.text}
    assert first.save()
    second.text += "-- more\n"
    second.write_recovery()
    assert second.check_disk() is DiskState.CHANGED
    assert second.has_conflict
    assert HouseRuleDocument(path).text == second.text

    # The window that opened the file meanwhile has kept the other texts elsewhere; the second one writes its own again.
    killed.forget_others()
    second.write_recovery()
    assert HouseRuleDocument(path).text == second.text


def test_a_saved_file_names_its_author_and_who_changed_it(tmp_path: Path) -> None:
    path = create_house_rule(tmp_path / "house", "Our Friday", "some_game", author="Béa")
    made = split_stamp(path.read_text(encoding="utf-8"))[1]
    assert made.latest[0] == "Béa"
    document = HouseRuleDocument(path)
    assert "Béa" not in document.text
    document.text += LINE
    assert document.save("Ann")
    text, stamp = split_stamp(path.read_text(encoding="utf-8"))
    assert text.endswith(LINE)
    assert (stamp.made_by, stamp.changed_by) == ("Béa", "Ann")
    assert document.check_disk() is DiskState.SAME
    assert not document.is_modified


def test_a_file_that_is_saved_unchanged_keeps_its_authors(tmp_path: Path) -> None:
    path = create_house_rule(tmp_path / "house", "Our Friday", "some_game", author="Béa")
    before = path.read_text(encoding="utf-8")
    assert HouseRuleDocument(path).save("Ann")
    assert path.read_text(encoding="utf-8").split() == before.split()


def test_the_authors_of_another_programs_version_are_taken_over(tmp_path: Path) -> None:
    path = create_house_rule(tmp_path / "house", "Our Friday", "some_game", author="Béa")
    document = HouseRuleDocument(path)
    other = HouseRuleDocument(path)
    other.text += LINE
    assert other.save("Ann")
    assert document.check_disk() is DiskState.CHANGED
    assert document.text == other.text
    document.text += LINE.replace("5", "6")
    assert document.save()
    stamp = split_stamp(path.read_text(encoding="utf-8"))[1]
    assert (stamp.made_by, stamp.latest[0]) == ("Béa", "")
