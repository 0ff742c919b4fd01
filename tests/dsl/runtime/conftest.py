from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dsl.runtime import either


@pytest.fixture(params=either.KINDS)
def every_runner(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a test once with each kind of runner that `either.runner` can make."""
    with either.chosen(request.param):
        yield
