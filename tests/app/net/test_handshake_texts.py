"""A refused client shows why, and what to do, in the user's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import app.net
from dsl.i18n.translations import languages, translation_in

FOLDER = Path(app.net.__path__[0])
REASONS = sorted({key for path in FOLDER.rglob("*.py") for key in re.findall(r'"(lan\.away\.\w+)"', path.read_text())})


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_a_sentence_and_a_remedy(reason: str, language: str) -> None:
    assert reason in translation_in(language)
    assert f"{reason}.remedy" in translation_in(language)


def test_the_test_finds_the_reasons() -> None:
    assert {"lan.away.full", "lan.away.host_closed", "lan.away.malformed", "lan.away.token"} <= set(REASONS)
