"""The command line: every command works without a display, every failure is a clear line and an exit code."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from dsl import __version__
from dsl.cli import main
from dsl.cli.safe_output import safe_streams
from tests.dsl.semantics.test_alike_boards import STALL

RULESETS = Path(__file__).parents[3] / "rulesets"
TRIAS = str(RULESETS / "trias")


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Gondwana {__version__}\n"


def test_check_says_that_a_ruleset_has_no_problems(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", TRIAS]) == 0
    assert "no problems" in capsys.readouterr().out


def test_check_draws_a_problem_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (RULESETS / "trias" / "trias.rules").read_text("utf-8")
    (tmp_path / "fen.rules").write_text(text.replace("kind of t is not pole", "kind of t is not pol", 1), "utf-8")
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "error[" in said
    assert "fen.rules:" in said
    assert "did you mean `pole`?" in said


def _two_folders_with_three_problems(tmp_path: Path) -> list[str]:
    rules = "game fen\n    players 2..4\nplay\n    rset()\nwinner\n    most none_such: lnog\n"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "fen.rules").write_text(rules if name == "one" else rules.replace("rset()", "end game"))
    return [str(tmp_path / name) for name in ("one", "two")]


def test_check_prints_the_problems_of_all_files_in_order_and_counts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *_two_folders_with_three_problems(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "\x1b" not in said  # no colour where nobody can see it
    assert said.index("fen.rules:4:5") < said.index("fen.rules:6:21")
    assert said.count("error[unknown-name]") == 3
    assert said.endswith("3 problems in 2 files\n")


def test_check_tells_problems_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = _two_folders_with_three_problems(tmp_path)
    assert main(["check", "--json", *folders]) == 1
    output = capsys.readouterr()
    problems = json.loads(output.out)
    assert [(each["ruleset"], each["place"]["line"]) for each in problems] == [
        (folders[0], 4), (folders[0], 6), (folders[1], 6)
    ]  # fmt: skip
    assert {each["slug"] for each in problems} == {"unknown-name"}
    assert output.err == ""
    assert main(["check", "--json", TRIAS]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_terminal_gets_colours_unless_no_color_is_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _two_folders_with_three_problems(tmp_path)[0]
    main(["check", folder])
    plain = capsys.readouterr().err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    main(["check", folder])
    coloured = capsys.readouterr().err
    assert "\x1b[1;31merror[unknown-name]:\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain  # the colours are all that is added
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", folder])
    assert capsys.readouterr().err == plain


def test_a_house_rule_given_as_a_file_is_shown_where_it_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "faster.rules"
    house.write_text('house rules "Faster" for trias\nset option.action_point = 5\n', "utf-8")
    assert main(["play", TRIAS, "--house", str(house)]) == 1
    said = capsys.readouterr().err
    assert "2 | set option.action_point = 5" in said
    assert "did you mean `option.action_points`?" in said


def test_a_folder_without_rules_or_with_strange_files_is_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path)]) == 1
    (tmp_path / "Fen Two.rules").write_text("game fen\n", "utf-8")
    assert main(["check", str(tmp_path)]) == 1
    (tmp_path / "Fen Two.rules").unlink()
    (tmp_path / "fen.rules").write_bytes(b"game \xff\n")
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    for slug in ("no-rules", "strange-name", "not-utf8"):
        assert f"error[{slug}]" in said


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["chek"], "did you mean `check`?"),
        (["play", "nothing"], "trias"),
        (["play", TRIAS, "--sed", "7"], "--seed"),
        (["play", TRIAS, "--seats", "robot,human"], "bot:random"),
        (["play", TRIAS, "--seats", "bot:random"], "2 to 5 players"),
        (["play", TRIAS, "--seats", "bot:random,bot:random", "--option", "action_point=3"], "`action_points`"),
        (["play", TRIAS, "--seats", "bot:random,bot:random", "--option", "action_points=77"], "1 to 9"),
        (["play", TRIAS, "--seats", "bot:random,bot:random", "--option", "placement=hop"], "laps"),
        (["play", TRIAS, "--option", "rings"], "NAME=VALUE"),
        (["perft", TRIAS], "--depth"),
        (["playouts", TRIAS, "--seed", "-1"], "the seed must be a number"),
    ],
)
def test_what_does_not_exist_is_named_with_what_does(
    argv: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert said in capsys.readouterr().err


def test_the_position_after_some_choices_can_be_inspected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, game = str(tmp_path / "match"), str(RULESETS / "classics" / "tic-tac-toe")
    assert main(["play", game, "--seats", "bot:random,bot:random", "--seed", "7", "--journal", journal]) == 0
    capsys.readouterr()
    for choices in (0, 3):
        assert main(["replay", journal, "--at", str(choices), "--state"]) == 0
        said = capsys.readouterr().out
        assert f": {choices} decisions." in said
        assert f"  {9 - choices:3} " in said  # the last of the options
        assert sum(line.startswith("mark.") for line in said.splitlines()) >= min(choices, 1)
    assert main(["replay", journal]) == 0
    assert "  1 " not in capsys.readouterr().out


@pytest.mark.slow
def test_bots_play_and_the_journal_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "match")
    assert main(["play", TRIAS, "--seats", "bot:random,bot:random", "--seed", "7", "--journal", journal]) == 0
    assert "1. " in capsys.readouterr().out
    assert main(["replay", journal, "--verify"]) == 0
    content = Path(journal).read_bytes()
    Path(journal).write_bytes(content[:-3])
    assert main(["replay", journal]) == 1
    assert "is not whole" in capsys.readouterr().err
    assert main(["play", TRIAS, "--seats", "bot:random,bot:random", "--journal", journal]) == 1
    assert "already" in capsys.readouterr().err


def test_a_person_types_values_asks_why_not_takes_back_and_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["? 0,0", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    assert main(["play", TRIAS, "--seats", "human,human", "--seed", "7"]) == 0
    assert "Settle in" in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["plant field_b2", "field_b2", "field b2", "b2"])
def test_a_place_of_one_of_several_boards_is_typed_with_its_board_or_without(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "stall.rules").write_text(STALL.format(define=""), "utf-8")
    lines = iter([typed, "market a1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    assert main(["play", str(tmp_path), "--seats", "human,human", "--seed", "7"]) == 0
    said = capsys.readouterr().out
    assert said.count("Plant: field b2") == 1  # offered to Red, and no more to Blue
    assert said.count("Plant: field c2") == 2
    assert "Red: Buy. " in said


@pytest.mark.slow
def test_playouts_are_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", TRIAS, "-n", "2", "--seed", "5"]) == 0
    first = capsys.readouterr().out.splitlines()[1]
    assert main(["playouts", TRIAS, "-n", "2", "--seed", "5"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == first


def test_perft_counts_the_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", TRIAS, "--depth", "2", "--players", "2", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first, second = int(lines[0].split()[1]), int(lines[1].split()[1])
    assert second == first * (first - 1)


def test_perft_begins_from_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.rules"
    position.write_text(
        'example "x"\n    given\n        pole 0,0; wood 1,0; steppe 2,0: red 2\n    turn of red\n    play drift()\n',
        "utf-8",
    )
    assert main(["perft", TRIAS, "--depth", "2", "--players", "2", "--position", str(position)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["1", "1"]  # only the outer tile can get farther out and stay in touch
    assert main(["perft", TRIAS, "--depth", "1", "--position", str(tmp_path / "nothing")]) == 1
    position.write_text('example "x"\n    given\n        clay 0,0\n', "utf-8")
    assert main(["perft", TRIAS, "--depth", "1", "--position", str(position)]) == 1
    assert "`clay`" in capsys.readouterr().err


def test_format_says_which_files_would_change_and_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "trias.rules"
    path.write_text(
        (RULESETS / "trias" / "trias.rules").read_text("utf-8").replace("game trias", "game   trias"), "utf-8"
    )
    assert main(["format", "--check", str(tmp_path)]) == 1
    assert main(["format", str(tmp_path)]) == 0
    assert main(["format", "--check", str(tmp_path)]) == 0


def test_diff_says_in_sentences_what_house_rules_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", TRIAS, "Lush mountains"]) == 0
    assert "3 instead of 2" in capsys.readouterr().out
    assert main(["diff", TRIAS, "Lush mountains", "--language", "fr"]) == 0
    assert "3 (avant\u00a0: 2)" in capsys.readouterr().out


def test_examples_are_run_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "examples").mkdir()
    (tmp_path / "trias.rules").write_bytes((RULESETS / "trias" / "trias.rules").read_bytes())
    (tmp_path / "examples" / "few.rules").write_text(
        'example "right"\n    given\n        pole 0,0; wood 1,0: red 2\n    turn of red\n'
        "    expect breed(1,0) refused: room\n    expect drift() offers 1,0\n"
        'example "wrong"\n    given\n        pole 0,0; wood 1,0: red 2\n    expect position\n        1,0: red 1\n',
        "utf-8",
    )
    assert main(["examples", str(tmp_path)]) == 1
    seen = capsys.readouterr()
    assert "0 passed, 2 failed" in seen.out
    assert "refused: room" in seen.err
    assert "1,0: red 2" in seen.err


def test_the_program_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", TRIAS]) == 0
    assert "drift" in capsys.readouterr().out


def test_a_terminal_without_accents_shows_plain_letters(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with target.open("w", encoding="ascii") as stream, redirect_stdout(stream), safe_streams():
        print("pôle\u00a0: l’îlot → 鬼")
    assert target.read_text(encoding="ascii") == "pole : l'ilot -> \\u9b3c\n"
