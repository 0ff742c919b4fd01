"""Each page of docs/problems shows a wrong rule that has this problem and a mended one that has none of it.

A sample is a text of rules (` ```rules wrong `), or a folder, whose files are named (` ```toml wrong fen/game.toml `):
then the folder of the first file is reviewed as `gondwana check` does it, and its examples are played.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dsl.samples import problems_in, problems_of, sources_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "problems"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "README")
_SAMPLE = re.compile(r"^```\w+ (wrong|mended)(?: ([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([\w-]+)\.md\)")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NOT_SHOWN = {
    "too-large": "a file of 512 KiB",
    "too-many-files": "a folder with 200 files",
    "not-utf8": "bytes that are no text",
    "too-wide": "a board that many choices have made grow",
    "no-such-house-rules": "said of a name on the command line, not of a file",
}
#: Which argument of a call is a slug; a call without one says the slug that its own function has as default.
_SAYING = {
    "Problem": 0, "Trap": 0, "_problem": 0, "_refused": 0, "_refuse": 0, "_missing_section": 0, "check": 1,
    "unknown": 4, "too_many": 5,
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_wrong_sample_has_the_problem_and_the_mended_one_has_not(page: Path, tmp_path: Path) -> None:
    samples = _SAMPLE.findall(page.read_text(encoding="utf-8"))
    if page.stem in NOT_SHOWN:
        assert not samples
        return
    assert page.stem in _slugs(samples, "wrong", tmp_path)
    assert page.stem not in _slugs(samples, "mended", tmp_path)


def test_every_page_says_more_than_its_samples() -> None:
    for page in PAGES:
        title, _, rest = page.read_text(encoding="utf-8").partition("\n\n")
        assert title == f"# {page.stem}"
        assert len(rest.partition("```")[0].split()) >= 8, page.name


def test_every_approved_message_has_its_page() -> None:
    named = {path.stem.rpartition("-")[0] for path in (Path(__file__).parent / "problems").glob("*.rules")}
    assert named <= {page.stem for page in PAGES}


def test_the_index_names_every_page_once() -> None:
    linked = _LINK.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(page.stem for page in PAGES)


@pytest.mark.slow
def test_every_problem_that_the_code_can_raise_has_its_page_and_every_page_its_problem() -> None:
    raised = {slug for path in sorted((ROOT / "dsl").rglob("*.py")) for slug in _said_in(path)}
    assert raised - {page.stem for page in PAGES} == set()
    assert {page.stem for page in PAGES} - raised == set()


def test_a_slug_is_found_wherever_it_is_said(tmp_path: Path) -> None:
    """The search itself: positional, by keyword, chosen by a condition, as a default, in a table of built-in traps."""
    code = tmp_path / "code.py"
    code.write_text(
        'Problem("one-way", "text")\nself.report(Problem(slug="by-keyword"))\nunknown(a, b, c, d, "a-sort")\n'
        'check(x, "in-play", text, span)\nProblem("yes-way" if x else "no-way", "text")\n'
        'def unknown(word, slug: str = "by-default"): ...\n_BUILT_IN = {FUEL: ("at-work", "text")}\n'
    )
    assert set(_said_in(code)) == {
        "one-way", "by-keyword", "a-sort", "in-play", "yes-way", "no-way", "by-default", "at-work",
    }  # fmt: skip


def _slugs(samples: list[tuple[str, str, str]], which: str, tmp_path: Path) -> set[str]:
    chosen = [(name, text) for said, name, text in samples if said == which]
    assert chosen
    if not chosen[0][0]:
        return {problem.slug for problem in problems_of(sources_of("sample.rules", chosen[0][1]), check=True)}
    for name, text in chosen:
        file = tmp_path / which / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return {problem.slug for problem in problems_in(tmp_path / which / chosen[0][0].partition("/")[0])}


def _said_in(path: Path) -> Iterator[str]:
    """Yield every text that a file gives as the slug of a problem or of a rule error."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=keywords):
                at = _SAYING.get(name, len(args))
                given = [*args[at : at + 1], *(word.value for word in keywords if word.arg == "slug")]
            case ast.FunctionDef(args=ast.arguments(args=params, defaults=defaults)):
                late = params[len(params) - len(defaults) :]
                given = [value for param, value in zip(late, defaults, strict=True) if param.arg == "slug"]
            case ast.Assign(targets=[ast.Name(id="_BUILT_IN")], value=ast.Dict(values=values)):
                given = [value.elts[0] for value in values if isinstance(value, ast.Tuple)]
            case _:
                continue
        for value in given:
            yield from (text for text in _texts(value) if _SLUG.fullmatch(text))


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one), *_texts(other))
