"""Starting a match, and the note for the list of matches."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from app.base.i18n import Translations
from app.base.provenance import house_rule_origin, provenance_line
from app.session.local_matches import MatchNoteWriter, UnplayableError, begin, read_form, read_game
from app.session.match_config import MatchConfig, SeatConfig
from dsl.match.table_messages import Accepted, Choose
from tests.dsl.match.hostile import pond

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "tic-tac-toe"


def test_rules_are_excluded_from_garbage_collection_while_a_match_is_open(tmp_path: Path) -> None:
    plan = MatchConfig(GAME, (SeatConfig("human"), SeatConfig("bot:random")))
    match = begin(plan, read_game(GAME), tmp_path / "match.journal", seed=1)
    assert gc.get_freeze_count()
    match.close()
    assert not gc.get_freeze_count()


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (
            pond("variable v of square: set of square = none\n", size="90 by 90"),
            "pond.rules:13:1: a position of this game",
        ),
        (pond(setup="    score of seat(1) = 1 / (lanes - lanes) rounded down"), "pond.rules:"),
    ],
    ids=["too large to hold", "a setup that fails"],
)
def test_a_match_that_cannot_start_says_why_and_releases_its_journal(rules: str, why: str, tmp_path: Path) -> None:
    game, journal = tmp_path / "pond", tmp_path / "match.journal"
    game.mkdir()
    (game / "pond.rules").write_text(rules, "utf-8")
    plan = MatchConfig(game, (SeatConfig("human"), SeatConfig("bot:random")))
    for _ in range(2):  # the second time shows that the lock was released
        with pytest.raises(UnplayableError, match=why):
            begin(plan, read_game(game), journal, seed=1)


def test_a_note_that_cannot_be_written_is_reported_once(tmp_path: Path) -> None:
    """Otherwise a full disk would interrupt every choice."""
    plan = MatchConfig(GAME, (SeatConfig("human"), SeatConfig("human")))
    match = begin(plan, read_game(GAME), tmp_path / "match.journal", seed=1)
    note, reports = match.journal.with_suffix(".note.json"), list[str]()
    note.mkdir()  # a folder in place of the file
    writer = MatchNoteWriter(match, str, reports.append)
    for number in range(3):
        decision = match.table.view(("crosses", "noughts")[number % 2]).decisions[0]
        answer = match.table.handle(Choose(number, decision.seat, number, decision.options[0].number))
        assert answer == Accepted(number)
    assert len(reports) == 1
    assert "Errno" not in reports[0]
    note.rmdir()
    decision = match.table.view("noughts").decisions[0]
    match.table.handle(Choose(3, decision.seat, 3, decision.options[0].number))
    assert note.is_file()
    writer.close()
    match.close()


def test_the_form_says_where_the_rules_come_from() -> None:
    folder = GAME.parents[1] / "ciao-dino"
    plain, changed = read_game(folder), read_game(folder, ("Lush mountains",))
    origin, french = read_form(plain, "en").origin, read_form(changed, "fr").origin
    assert origin is not None
    assert french is not None
    assert (origin.standing, origin.mark, origin.based_on) == ("official", plain.mark, ("Trias",))
    assert provenance_line(french, Translations("fr")) == "Règles officielles avec une règle maison."
    assert house_rule_origin(french.house[0], Translations("fr")) == "Montagnes verdoyantes\u00a0: fournie avec le jeu"
    assert plain.mark != changed.mark
