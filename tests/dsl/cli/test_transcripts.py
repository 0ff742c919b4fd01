"""Approved transcripts of the command line: `APPROVE=1 pytest tests/dsl/cli` writes new ones.

A transcript holds commands behind `$ gondwana `, what was typed behind `> `, and what was said in between. Times and
state hashes, which differ between machines and versions, are left out.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from dsl.cli import main

HERE = Path(__file__).parent
TRANSCRIPTS = sorted((HERE / "transcripts").glob("*.txt"))
COMMAND, TYPED = "$ gondwana ", "> "
_UNSTABLE = (
    (re.compile(r"[\d.]+ (playouts|choices|moves)/s"), r"... \1/s"),
    (re.compile(r"[\d.]+ s$", re.MULTILINE), "... s"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "..."),
)


class _Keyboard(io.StringIO):
    """Typed lines, which a terminal would show as they are typed."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline() if size is None else super().readline(size)
        print(line.rstrip("\n"))
        return line


def _session(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a transcript and what is typed during it."""
    for block in re.split(rf"^{re.escape(COMMAND)}", text, flags=re.MULTILINE)[1:]:
        command, *lines = block.splitlines()
        yield command, "".join(f"{line.removeprefix(TYPED)}\n" for line in lines if line.startswith(TYPED))


def _said(command: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    paper = io.StringIO()
    with redirect_stdout(paper), redirect_stderr(paper):
        monkeypatch.setattr(sys, "stdin", _Keyboard(typed))
        code = main(shlex.split(command))
    said = paper.getvalue()
    for pattern, instead in _UNSTABLE:
        said = pattern.sub(instead, said)
    return "\n".join(line.rstrip() for line in said.splitlines()) + (f"\n[exit {code}]" if code else "")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_the_command_line_answers_as_approved(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HERE / "pond", tmp_path / "pond")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    session = list(_session(path.read_text("utf-8")))
    assert session
    answers = [f"{COMMAND}{command}\n{_said(command, typed, monkeypatch)}".strip() for command, typed in session]
    text = "\n\n".join(answers) + "\n"
    if os.environ.get("APPROVE"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def test_the_game_of_the_transcripts_is_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    for command in ("check pond", "examples pond", "format --check pond"):
        assert main(command.split()) == 0
