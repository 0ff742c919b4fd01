"""A new game checks, plays, and has examples, look and texts, whatever was chosen for it."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest

from app.appearance.look import read_look
from dsl.base.source import Source
from dsl.cli.main import main
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.ruleset import load
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse


class _Terminal(io.StringIO):
    """A keyboard at which a person sits."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("board", "turn"), list(product(("squares", "hexes", "areas"), ("place", "move"))))
def test_a_new_game_checks_and_plays(board: str, turn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "reed-pond"
    given = ["--board", board, "--turn", turn, "--players", "2..3", "--size", "4x3", "--piece", "water lily"]
    assert main(["new", str(folder), *given]) == 0
    assert main(["check", str(folder), "--translations"]) == 0
    pack = load(folder, examples=True)
    assert all(result.passed for result in run_examples(pack))
    assert pack.title("en") == "Reed pond"
    assert list(pack.rules.pieces) == ["water_lily"]
    match = load(folder).start(3, seed=1)
    while not match.over:
        match.choose(match.decisions[0], match.decisions[0].options[0])
    assert match.outcome is not None
    assert "red" in read_look(folder).players
    for path in folder.rglob("*.rules"):
        text = path.read_text("utf-8")
        assert format_tree(parse(Source(path.name, text))) == text


def test_the_smallest_game_is_short(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "small")]) == 0
    lines = (tmp_path / "small" / "small.rules").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 15


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pond").mkdir()
    (tmp_path / "pond" / "mine.txt").write_text("mine", "utf-8")
    assert main(["new", str(tmp_path / "pond")]) == 1
    assert "already" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "pond").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "arguments",
    [["Reed Pond"], ["pond", "--size", "8"], ["pond", "--size", "99x2"], ["pond", "--players", "1"],
     ["pond", "--players", "4..2"], ["pond", "--piece", "a1"], ["pond", "--board", "cubes"], [".."]],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_nothing_is_written(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", *arguments]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_piece_with_a_word_of_the_language_is_a_problem_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "pond"), "--piece", "player"]) == 1
    assert "error[" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_is_asked_for_what_is_not_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Terminal("hexes\n\n2..4\nfrog\nmove\n"))
    assert main(["new", str(tmp_path / "pond")]) == 0
    said = capsys.readouterr().out
    assert "Board: squares, hexes or areas? [squares]" in said
    rules = (tmp_path / "pond" / "pond.rules").read_text("utf-8")
    assert "board board: hexes 5 by 5" in rules
    assert "players 2..4" in rules
    assert "action step(m: frog" in rules


def test_a_piece_has_its_french_name_behind_a_slash(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "pond")]) == 0
    assert 'name token: "jeton" "jetons"' in (tmp_path / "pond" / "words.fr").read_text(encoding="utf-8")
    assert main(["new", str(tmp_path / "mere"), "--piece", "reed/roseau"]) == 0
    assert 'name reed: "roseau"' in (tmp_path / "mere" / "words.fr").read_text(encoding="utf-8")
