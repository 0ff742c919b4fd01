"""A file of house rules is checked in its game, and compared with it, wherever it lies."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from dsl.cli.main import main
from dsl.cli.rulesets import watch
from tests.dsl.match.hostile import pond

GOOD = 'house rules "Cheap drift" for trias\n\nset option.drift_cost = 2\n'
WRONG = 'house rules "Odd drift" for trias\n\nset option.drift_cots = 2\n'
LANES = 'house rules "More lanes" for pond\n\nset option.lanes = 5\n'


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.rules").write_text(text, "utf-8", newline="\n")
    return folder


def test_house_rules_for_an_official_game_are_checked_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, cheap=GOOD, odd=WRONG)
    assert main(["check", str(tmp_path / "cheap.rules")]) == 0
    assert "cheap.rules: no problems" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "odd.rules")]) == 1
    said = capsys.readouterr().err
    assert "odd.rules:3:" in said
    assert "no-game" not in said


def test_several_files_in_one_folder_are_checked_each_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, cheap=GOOD, cheaper=GOOD.replace("Cheap", "Cheaper"), odd=WRONG)
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "cheap.rules: no problems" in said.out
    assert "cheaper.rules: no problems" in said.out
    assert "1 problem in 1 file" in said.err


@pytest.mark.parametrize("folder", ["mine", "pond", "elsewhere"])
def test_the_game_of_house_rules_is_found_beside_them_or_named(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "far" if folder == "elsewhere" else tmp_path / "pond", pond=pond())
    more = written(tmp_path / folder, more=LANES) / "more.rules"
    named = ["--for", str(game)] if folder == "elsewhere" else []
    assert main(["check", str(more), *named]) == 0
    assert main(["check", str(game)]) == 0
    more.write_text(LANES.replace("lanes =", "lnaes ="), "utf-8")
    assert main(["check", str(more), *named]) == 1
    assert "more.rules:3:" in capsys.readouterr().err


def test_house_rules_for_no_game_here_say_how_to_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "mine", more=LANES)
    assert main(["check", str(tmp_path / "mine" / "more.rules")]) == 2
    assert "--for" in capsys.readouterr().err


def test_house_rules_alone_are_compared_with_their_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, cheap=GOOD)
    assert main(["diff", str(tmp_path / "cheap.rules")]) == 0
    alone = capsys.readouterr().out
    assert main(["diff", "trias", str(tmp_path / "cheap.rules")]) == 0
    assert alone == capsys.readouterr().out != ""


def test_the_game_of_house_rules_alone_may_be_named_for_diff(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "far", pond=pond())
    more = written(tmp_path / "mine", more=LANES) / "more.rules"
    assert main(["diff", str(more)]) == 2
    assert "--for" in capsys.readouterr().err
    assert main(["diff", str(more), "--for", str(game)]) == 0
    alone = capsys.readouterr().out
    assert main(["diff", str(game), str(more)]) == 0
    assert alone == capsys.readouterr().out != ""
    assert main(["diff", str(game), str(more), "--for", str(game)]) == 2
    assert "--for gives the game of a single file" in capsys.readouterr().err


def test_house_rules_in_the_folder_of_their_game_are_checked_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "far", pond=pond())
    good = written(game / "house", more=LANES, odd=LANES.replace("lanes =", "lnaes =")) / "more.rules"
    assert main(["check", str(good)]) == 0
    assert "more.rules: no problems" in capsys.readouterr().out
    assert main(["check", str(game)]) == 1


class _Hand:
    """Writes one text after the other into a file each time the program looks whether it has changed, then stops it."""

    def __init__(self, file: Path, *texts: str) -> None:
        self._file = file
        self._texts = list(texts)

    def wait(self) -> None:
        if not self._texts:
            raise KeyboardInterrupt
        self._file.write_text(self._texts.pop(0), "utf-8", newline="\n")


@pytest.mark.parametrize("alone", [True, False])
def test_a_ruleset_is_checked_again_whenever_a_file_of_it_changes(
    alone: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "far", pond=pond())
    rules = written(game / "house", more=LANES) / "more.rules"
    arguments = Namespace(
        paths=[str(rules if alone else game)], game="", json=False, tie=False, translations=False, names=False
    )
    hand = _Hand(rules, LANES.replace("lanes =", "lnaes ="), "nothing", LANES, LANES + "-- the end\n")
    assert watch(arguments, hand.wait) == 0
    said = capsys.readouterr()
    assert said.out.count("no problems") == 3
    assert said.out.count("\nmore.rules:\n") == 4
    assert said.err.count("error[") >= 1 + (not alone)


def test_a_change_of_the_game_that_house_rules_are_for_is_seen_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "pond", pond=pond())
    rules = written(tmp_path / "mine", more=LANES) / "more.rules"
    arguments = Namespace(paths=[str(rules)], game="", json=False, tie=False, translations=False, names=False)
    hand = _Hand(game / "pond.rules", pond().replace("option lanes", "option tracks"))
    assert watch(arguments, hand.wait) == 1
    assert "more.rules:3:" in capsys.readouterr().err


def test_examples_in_a_house_rule_and_those_of_the_user_are_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "tic-tac-toe"
    (house / "examples").mkdir(parents=True)
    saved, mine = house / "examples" / "saved.rules", house / "mine.rules"
    saved.write_text(
        'example "the middle"\n    turn of crosses\n    play draw(b2)\n    expect position\n        b2: nothing\n'
    )
    assert main(["examples", str(saved)]) == 1
    said = capsys.readouterr()
    assert '"the middle"' in said.err
    assert said.out == "0 passed, 1 failed\n"
    title = "two and a gap are no row"  # its own version takes the place of the game's
    mine.write_text(
        f'house rules "Mine" for tic_tac_toe\n\nexample "{title}"\n    turn of noughts\n'
        "    expect draw(b2) refused: free\n"
    )
    assert main(["examples", str(mine)]) == 1
    assert capsys.readouterr().err.count(f'in "{title}"') == 1
    mine.write_text(mine.read_text().replace("refused: free", "offers a1 b1 c1 a2 b2 c2 a3 b3 c3").replace("(b2)", ""))
    assert main(["examples", str(mine)]) == 0
