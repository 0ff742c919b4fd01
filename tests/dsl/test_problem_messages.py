"""Approved problem messages: `APPROVE=1 pytest tests/dsl/test_problem_messages.py` writes new ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dsl.base.problem import Problem, RulesError, render
from dsl.base.source import Source
from dsl.match.rulesets.ruleset import load
from tests.dsl.samples import problems_in, problems_of, sources_of

FOLDER = Path(__file__).parent / "problems"
PAGES = Path(__file__).parents[2] / "docs" / "problems"
GAME = "game fen\n    players 2, colours red, blue\n"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules")), ids=lambda path: path.stem)
def test_the_message_reads_as_approved(path: Path) -> None:
    sources = sources_of(path.name, path.read_text(encoding="utf-8"))
    _compare(path, problems_of(sources, check=True), sources)


@pytest.mark.parametrize("path", sorted(path for path in FOLDER.iterdir() if path.is_dir()), ids=lambda path: path.name)
def test_the_message_about_a_folder_reads_as_approved(path: Path) -> None:
    """The folder `fen` in it is the ruleset; others may lie beside it."""
    fen = path / "fen"
    files = [file for file in sorted(path.rglob("*")) if file.is_file()]
    files.sort(key=lambda file: fen in file.parents)  # where two rulesets have the same file, that of `fen` is drawn
    sources = {name: Source(name, file.read_text("utf-8")) for file in files if (name := _inside(path, file))}
    _compare(path, problems_in(fen), sources)


def not_utf8(fen: Path) -> tuple[Problem, ...]:
    (fen / "fen.rules").write_bytes(GAME.encode() + '    credit "by Zoé"\n'.encode("latin-1"))
    return problems_in(fen)


def too_large(fen: Path) -> tuple[Problem, ...]:
    (fen / "fen.rules").write_text(GAME + "-- a line of a rulebook\n" * 22_000, "utf-8")
    return problems_in(fen)


def too_many_files(fen: Path) -> tuple[Problem, ...]:
    (fen / "fen.rules").write_text(GAME, "utf-8")
    (fen / "examples").mkdir()
    for number in range(200):
        (fen / "examples" / f"{number}.rules").touch()
    return problems_in(fen)


def no_such_house_rules(fen: Path) -> tuple[Problem, ...]:
    (fen / "fen.rules").write_text(GAME + 'play\n    note "Nothing happens."\nwinner\n    shared\n', "utf-8")
    (fen / "house").mkdir()
    (fen / "house" / "deep.rules").write_text('house rules "Deep water" for fen\n', "utf-8")
    with pytest.raises(RulesError) as caught:
        load(fen, ["Deep watr"])
    return caught.value.problems


@pytest.mark.parametrize("make", [not_utf8, too_large, too_many_files, no_such_house_rules])
def test_the_message_about_a_generated_folder_reads_as_approved(
    make: Callable[[Path], tuple[Problem, ...]], tmp_path: Path
) -> None:
    """What is too large for a sample, is no text, or is said of a name on the command line."""
    fen = tmp_path / "fen"
    fen.mkdir()
    problems = make(fen)
    sources = {"fen.rules": Source("fen.rules", (fen / "fen.rules").read_text("utf-8", "replace"))}
    _compare(FOLDER / f"{make.__name__.replace('_', '-')}-01", problems, sources)


def test_every_page_has_an_approved_message() -> None:
    approved = {path.stem.rpartition("-")[0] for path in FOLDER.glob("*.txt")}
    assert {page.stem for page in PAGES.glob("*.md")} - {"README"} - approved == set()


def _inside(path: Path, file: Path) -> str:
    return file.relative_to(path).as_posix().partition("/")[2]


def _compare(path: Path, problems: tuple[Problem, ...], sources: Mapping[str, Source]) -> None:
    text = "\n\n".join(render(problem, sources) for problem in problems) + "\n"
    approved = path.with_suffix(".txt")
    if os.environ.get("APPROVE"):
        approved.write_text(text, encoding="utf-8")
    assert path.stem.rpartition("-")[0] in {problem.slug for problem in problems}
    assert text == approved.read_text(encoding="utf-8")
    assert all(len(line) <= 80 for line in text.splitlines())


def test_no_message_speaks_of_parsers_or_of_python() -> None:
    for path in FOLDER.glob("*.txt"):
        prose = "".join(line for line in path.read_text(encoding="utf-8").splitlines() if " | " not in line)
        for word in ("token", "parser", "Lark", "Python", "NAME", "_NL", "INDENT", "illegal", "invalid"):
            assert word not in prose, f"{path.name}: {word}"
