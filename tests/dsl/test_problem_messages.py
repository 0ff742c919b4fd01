"""Approved problem messages: `APPROVE=1 pytest tests/dsl/test_problem_messages.py` writes new ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from dsl.base.problem import Problem, render
from dsl.base.source import Source
from tests.dsl.samples import problems_in, problems_of, sources_of

FOLDER = Path(__file__).parent / "problems"


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
