"""Programs as bytes: what is read is what was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.bots.module_cache import from_bytes, to_bytes
from dsl.lowering import lower
from dsl.match.rulesets.ruleset import declared, load
from tests.rulesets import FOLDERS, name_of


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_program_is_read_as_it_was_written(folder: Path) -> None:
    pack = declared(load(folder))
    program = lower(pack.rules, pack.numbers[-1], pack.defaults(pack.numbers[-1]))
    found = from_bytes(to_bytes(program, "a digest"))
    assert found is not None
    assert (found.digest, found.program) == ("a digest", program)
    assert found.program.traced is None


def test_other_bytes_are_no_program() -> None:
    pack = load(FOLDERS[0])
    whole = to_bytes(lower(pack.rules, pack.numbers[0], pack.defaults(pack.numbers[0])), "a digest")
    for other in (b"", b"{}", whole[:-9], whole[9:]):
        assert from_bytes(other) is None
