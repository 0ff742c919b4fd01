"""A folder of many files has a map in its `__init__.py`, and the map is true: each file stands in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAPPED = ("app/lan", "app/table", "dsl/run/native")
_PLACE = re.compile(r"^    (\w+(?:, \w+)*)  ", re.MULTILINE)  #: a line of a map that is drawn as a list


def drawn(folder: str) -> str:
    return ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text(encoding="utf-8"))) or ""


def there(folder: str) -> set[str]:
    files = (path.stem for path in (ROOT / folder).glob("*.py"))
    folders = (path.parent.name for path in (ROOT / folder).glob("*/__init__.py"))
    return {*files, *folders} - {"__init__"}


@pytest.mark.parametrize("folder", MAPPED)
def test_every_file_of_a_large_folder_stands_on_its_map(folder: str) -> None:
    assert sorted(there(folder) - set(re.findall(r"\w+", drawn(folder)))) == []


@pytest.mark.parametrize("folder", MAPPED)
def test_a_map_names_nothing_that_is_not_there(folder: str) -> None:
    named = {name for names in _PLACE.findall(drawn(folder)) for name in names.split(", ")}
    named |= set(re.findall(r"`(\w+)`", drawn(folder))) - {"wasmtime"}
    assert named
    assert sorted(named - there(folder)) == []
