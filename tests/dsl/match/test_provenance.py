"""Where rules come from: the stamps of files, and what is said of the rules of a match."""

from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.provenance import (
    LONGEST_NAME,
    Stamp,
    changed_by,
    made_by,
    provenance_of,
    split_stamp,
    with_stamp,
)
from dsl.match.rulesets.ruleset import build
from tests.dsl.match.test_box_contents import GAME

_HOUSE = 'house rules "Long" for frogs\n\nset option.rounds = 9\n'


@pytest.fixture(scope="module")
def frogs() -> RulesetText:
    return RulesetText((("frogs.rules", GAME.replace("kinds Ground", "option rounds: 1..9 = 3\nkinds Ground", 1)),))


def test_a_stamp_survives_writing_and_reading() -> None:
    stamp = Stamp("Béa", "2026-04-01", "Ann", "2026-05-03")
    text = with_stamp(_HOUSE, stamp)
    assert text == _HOUSE + "\n-- made by Béa on 2026-04-01\n-- changed by Ann on 2026-05-03\n"
    assert split_stamp(text) == (_HOUSE, stamp)
    assert split_stamp(_HOUSE) == (_HOUSE, Stamp())
    assert with_stamp(_HOUSE, Stamp()) == _HOUSE


def test_who_has_changed_a_text_last_is_named() -> None:
    made = made_by(" Béa\n", "2026-04-01")
    assert made == Stamp("Béa", "2026-04-01")
    assert changed_by(made, "Béa", "2026-04-01") == made
    assert changed_by(made, "Ann", "2026-05-03") == Stamp("Béa", "2026-04-01", "Ann", "2026-05-03")
    assert changed_by(Stamp(), "Ann", "2026-05-03").latest == ("Ann", "2026-05-03")


def test_a_change_without_a_name_is_not_ascribed_to_the_author_before() -> None:
    made = changed_by(made_by("Béa", "2026-04-01"), "Ann", "2026-05-03")
    assert changed_by(made, "", "2026-06-01").latest == ("", "2026-06-01")
    assert made_by("", "2026-06-01") == changed_by(Stamp(), "", "2026-06-01") == Stamp()


@pytest.mark.parametrize(
    "line",
    [
        "-- made by Béa on 2026-13-01", "-- made by Béa on ２０２６-01-01", "-- made by Béa",
        "made by Béa on 2026-01-01", "-- written for Fen, rules d6c2 ec27 1c1d", "-- changed by  on 2026-01-01",
        f"-- changed by {'x' * 201} on 2026-01-01",
    ],
)  # fmt: skip
def test_other_comments_are_no_stamp(line: str) -> None:
    text = f"{_HOUSE}\n{line}\n"
    assert split_stamp(text) == (text, Stamp())


def test_a_name_from_a_file_is_one_short_printable_line() -> None:
    _, stamp = split_stamp(f"{_HOUSE}\n-- made by \u202e\x1b[31m{'B' * 150} on 2026-01-01\n")
    assert stamp.made_by == f"[31m{'B' * 150}"[:LONGEST_NAME]


def test_a_stamp_changes_no_rule(frogs: RulesetText) -> None:
    stamped = with_stamp(_HOUSE, Stamp("Béa", "2026-04-01", "Ann", "2026-05-03"))
    bare, signed = (build(frogs, extra=[Source("long.rules", text)]) for text in (_HOUSE, stamped))
    assert bare.identity == signed.identity
    assert provenance_of(signed, "en", frogs).house[0].stamp.latest == ("Ann", "2026-05-03")


def test_official_rules_are_told_from_others_of_their_name(frogs: RulesetText) -> None:
    pack = build(frogs)
    origin = provenance_of(pack, "en", frogs)
    assert (origin.standing, origin.mark, origin.plain_mark) == ("official", pack.mark, pack.mark)
    remarked = RulesetText(
        tuple((name, f"-- a remark\n{text}" if name == "frogs.rules" else text) for name, text in frogs.files)
    )
    assert provenance_of(build(remarked), "en", frogs).standing == "official"
    other = RulesetText(
        tuple((name, text.replace("rounds: 1..9 = 3", "rounds: 1..9 = 4")) for name, text in frogs.files)
    )
    assert other != frogs
    assert provenance_of(build(other), "en", frogs).standing == "differs"
    assert provenance_of(pack, "en", None).standing == "own"


def test_house_rules_do_not_make_official_rules_others(frogs: RulesetText) -> None:
    pack = build(frogs, extra=[Source("long.rules", _HOUSE)])
    origin = provenance_of(pack, "en", frogs)
    assert origin.standing == "official"
    assert origin.mark != origin.plain_mark == build(frogs).mark
    assert [(each.title, each.of_game) for each in origin.house] == [("Long", False)]


def test_house_rules_of_the_game_are_told_from_a_users_own() -> None:
    trias = read_folder(Path("rulesets/trias"))
    own = Source("mine.rules", 'house rules "Mine" for trias\nset option.rings = 4\n')
    title = next(iter(build(trias).house_rules())).title
    found = provenance_of(build(trias, [title], [own]), "en", trias)
    assert [each.of_game for each in found.house] == [True, False]


def test_the_edition_is_that_of_the_card(frogs: RulesetText) -> None:
    files = tuple((name, text) for name, text in frogs.files if name != "game.toml")
    numbered = RulesetText((*files, ("game.toml", 'edition = "second\\nprinting"\n')))
    assert provenance_of(build(numbered), "en", None).edition == "second printing"
    assert provenance_of(build(RulesetText(files)), "en", None).edition == ""
