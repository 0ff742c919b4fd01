"""The cheat sheet: every line of it can be parsed, and every keyword of the grammar stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.base.source import Source
from dsl.syntax.parser import parse

ROOT = Path(__file__).parents[3]
SHEET = (ROOT / "docs" / "language" / "cheat-sheet.md").read_text("utf-8")
_BLOCK = re.compile(r"^## ([^\n]*)\n\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
_BLOCK_BELOW = {"choose one of": "drift", "choose first": "drift", "choices": "drift"}
_MADE_OF_LINES = {"Sections", "Examples", "House rules"}


def _code(line: str) -> str:
    """What stands on the left of a line: in front of three blanks after the first word."""
    found = re.match(r"( *)(\S.*?)(?: {3,}.*)?$", line)
    return f"{found[1]}{found[2]}" if found else ""


def _with_block(line: str) -> str:
    """A line that ends in `...` with a block below it."""
    head = line.removesuffix(" ...")
    if head == line:
        return line
    step = next((step for start, step in _BLOCK_BELOW.items() if head.startswith(start)), 'note "x"')
    return f"{head}\n    {step}"


def _texts() -> Iterator[tuple[str, str]]:
    """Each part of the sheet that is a whole by itself, and where it can stand."""
    for title, block in _BLOCK.findall(SHEET):
        lines = [_with_block(_code(line)) for line in block.splitlines()]
        if title in _MADE_OF_LINES:
            text = "\n".join(lines)
            yield from ((title, whole) for whole in re.split(r"\n(?! )", text))
        else:
            yield from ((title, line) for line in lines)


_AROUND = {
    "Steps": "to x\n{}\n",
    "Expressions": "define x = {}\n",
    "Types of parameters": "action x({})\n",
}


@pytest.mark.parametrize(("title", "text"), list(_texts()))
def test_every_line_can_be_parsed(title: str, text: str) -> None:
    if title == "Steps":
        text = "\n".join(f"    {line}" for line in text.splitlines())
    parse(Source("sheet.rules", _AROUND.get(title, "{}\n").format(text)))


def test_every_keyword_of_the_grammar_is_there() -> None:
    grammar = re.sub(r"//.*", "", (ROOT / "dsl" / "grammar.lark").read_text("utf-8"))
    keywords = set(re.findall(r'"([a-z][a-z ]*)"', grammar))
    assert len(keywords) > 100
    assert sorted(word for word in keywords if not re.search(rf"\b{word}\b", SHEET)) == []


def test_it_is_one_page() -> None:
    assert len(SHEET.splitlines()) < 200
    assert max(map(len, SHEET.splitlines())) <= 140
