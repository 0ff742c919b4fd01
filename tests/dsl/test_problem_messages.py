"""Whole messages, as they were approved: `APPROVE=1 pytest tests/dsl/test_problem_messages.py` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.text.report import render
from tests.dsl.samples import problems_of, sources_of

FOLDER = Path(__file__).parent / "problems"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules")), ids=lambda path: path.stem)
def test_the_message_reads_as_approved(path: Path) -> None:
    sources = sources_of(path.name, path.read_text(encoding="utf-8"))
    problems = problems_of(sources, check=True)
    text = "\n\n".join(render(problem, sources) for problem in problems) + "\n"
    approved = path.with_suffix(".txt")
    if os.environ.get("APPROVE"):
        approved.write_text(text, encoding="utf-8")
    assert path.stem.rpartition("-")[0] in {problem.slug for problem in problems}
    assert text == approved.read_text(encoding="utf-8")


def test_no_message_speaks_of_parsers_or_of_python() -> None:
    for path in FOLDER.glob("*.txt"):
        prose = "".join(line for line in path.read_text(encoding="utf-8").splitlines() if " | " not in line)
        for word in ("token", "parser", "Lark", "Python", "NAME", "_NL", "INDENT", "illegal", "invalid"):
            assert word not in prose, f"{path.name}: {word}"
