"""The text of what travels, written in the plainest way: what the quick one is compared with."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass

from dsl.base.serialization import Json


def plain_text(value: object) -> str:
    """Return the canonical text of a value, by way of dictionaries."""
    return json.dumps(_data(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _data(value: object) -> Json:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return [_data(item) for item in value]
    assert is_dataclass(value)
    assert not isinstance(value, type)
    found: dict[str, Json] = {"type": type(value).__name__}
    found.update((field.name, _data(getattr(value, field.name))) for field in fields(value))
    return found
