"""The documents are connected: every link leads to a file of the source and, with `#`, to a heading of it; every module
and folder that they name exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "packaging").rglob("*.md"),
        *ROOT.glob("tests/*/*.md"),
    )
)
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PATH = re.compile(
    r"`((?:app|dsl|tests|packaging|resources|docs)/[\w./-]+)`"
)  #: complete paths, without `*` or capitals like NAME
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as forges make them: small letters, no punctuation, `-` for a space."""
    headings = _HEADING.findall(_FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> list[str]:
    """Return the links of a page that lead nowhere; those to other sites are not followed."""
    wrong = []
    for link in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    return wrong


def test_every_link_leads_somewhere() -> None:
    wrong = {str(page.relative_to(ROOT)): broken(page) for page in PAGES}
    assert {page: links for page, links in wrong.items() if links} == {}


def test_a_link_to_no_file_and_one_to_no_heading_are_broken(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A heading, first\n[a](other.md) [b](#a-heading-first) [c](#b) `[d](x.md)`\n", encoding="utf-8")
    assert broken(page) == ["other.md", "#b"]


def test_every_path_in_the_documents_exists() -> None:
    named = {path for page in PAGES for path in _PATH.findall(page.read_text(encoding="utf-8")) if "NAME" not in path}
    assert len(named) > 80
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_the_messages_in_the_changelog_are_those_of_the_program() -> None:
    shown = re.findall(r"^error\[[^\n]+", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    approved = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "dsl" / "problems").glob("*.txt"))
    assert shown
    assert [line for line in shown if line not in approved] == []
