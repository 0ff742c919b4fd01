"""The worker process of the language service: it is restarted without losing a text, and stopped where it may be."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files

GAME = Path(__file__).parents[3] / "rulesets" / "classics" / "reversi"
FILE = "reversi.rules"
SECONDS = 60


def _slugs(client: ServiceClient) -> list[str]:
    found = client.ask(m.ProblemsOf(FILE)).result(SECONDS)
    assert isinstance(found, m.ProblemList)
    return [problem.slug for each in found.files for problem in each.problems]


def test_a_worker_that_dies_is_restarted_with_the_texts_as_they_are() -> None:
    client = ServiceClient(read_files(GAME))
    try:
        assert _slugs(client) == []
        client.set_text(FILE, client.files[FILE].replace("needs free", "neds free"))
        assert _slugs(client) == ["unknown-line"]
        first = client.pid
        os.kill(first, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        assert _slugs(client) == ["unknown-line"]
        assert client.pid not in (0, first)

        review = client.ask(m.ReviewAll())
        client.set_text(FILE, client.files[FILE].replace("neds free", "needs free"))
        assert isinstance(review.result(SECONDS), m.ProblemList)
        assert _slugs(client) == []
        listed = client.ask(m.ListChangeable()).result(SECONDS)
        assert isinstance(listed, m.ChangeableList)
        assert any(item.anchor == "put.flanks" for item in listed.items)
    finally:
        client.close()
