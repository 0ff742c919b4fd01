"""The text of what travels, written in the plainest way: what the quick one is compared with."""

from __future__ import annotations

import json

from dsl.base.serialization import Json, Serializable


def plain_text(value: object) -> str:
    """Return the canonical text of a value, by way of dictionaries."""
    return json.dumps(_data(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _data(value: object) -> Json:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return [_data(item) for item in value]
    assert isinstance(value, Serializable)
    found: dict[str, Json] = {"type": type(value).__name__}
    found.update((name, _data(getattr(value, name))) for name in value.__struct_fields__)
    return found
