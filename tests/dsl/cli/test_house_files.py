"""A file of house rules is checked in its game, and compared with it, wherever it lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.cli.main import main
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
