"""Each page of docs/problems shows a wrong rule that has this problem and a mended one that has none of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.dsl.samples import problems_of, sources_of

PAGES = sorted((Path(__file__).parents[2] / "docs" / "problems").glob("*.md"))
_SAMPLE = re.compile(r"^```rules (wrong|mended)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_TEXT = {"too-large", "not-utf8"}  #: problems of a whole file, which no page can show


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_wrong_sample_has_the_problem_and_the_mended_one_has_not(page: Path) -> None:
    samples = dict(_SAMPLE.findall(page.read_text(encoding="utf-8")))
    if page.stem in NOT_TEXT:
        assert not samples
        return
    assert page.stem in _slugs(samples["wrong"])
    assert page.stem not in _slugs(samples["mended"])


def test_every_approved_message_has_its_page() -> None:
    named = {path.stem.rpartition("-")[0] for path in (Path(__file__).parent / "problems").glob("*.rules")}
    assert named <= {page.stem for page in PAGES}


def _slugs(text: str) -> set[str]:
    return {problem.slug for problem in problems_of(sources_of("sample.rules", text), check=True)}
