from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dsl.runtime import chosen_runner


@pytest.fixture(params=chosen_runner.KINDS)
def every_runner(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a test once with each kind of runner that `chosen_runner.runner` can make."""
    with chosen_runner.chosen(request.param):
        yield
