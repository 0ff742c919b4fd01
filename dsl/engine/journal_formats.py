"""What journals of former formats did not have. They are read, and gone on with in their own format.

In format 4 a choice must have an option unless it says `if possible`; before, every choice without one was skipped.
Format 3 has seals of the shares that the chance of a match was made of, and in each line who asked for it by which
request. Format 2 had neither, format 1 no chance that was dealt.
"""

from __future__ import annotations

import json

from dsl.engine.wire import Json, WireError, parse

FORMAT = 4
_REQUESTS = 3  #: the first format whose lines say who asked
_ASKED: dict[str, Json] = {"member": "", "request": 0}  #: what a line did not say before format 3


def header_as_now(header: dict[str, Json], number: int) -> dict[str, Json]:
    """Return the data of a header with what its format did not have. Raises WireError if it has it all the same, or
    there never was that format."""
    deal = header.get("deal")
    match number:
        case 1:
            return _with(header, {"deal": None})
        case 2:
            return {**header, "deal": _with(deal, {"seals": []})} if isinstance(deal, dict) else header
        case 3 | 4:
            return header
        case _:
            raise WireError("there is no such format")


def line_as_now(line: Json, number: int) -> Json:
    """Return the data of a line with what that format did not have. Raises WireError if it has it all the same."""
    return _with(line, _ASKED) if number < _REQUESTS and isinstance(line, dict) else line


def line_as_then(line: str, number: int) -> str:
    """Return the canonical text of a line as that format had it."""
    data = parse(line) if number < _REQUESTS else None
    if not isinstance(data, dict):
        return line
    former = {name: value for name, value in data.items() if name not in _ASKED}
    return json.dumps(former, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def skips_choices(number: int) -> bool:
    """Return whether the rules in a journal of that format are in the language that skips choices without an option."""
    return number < 4


def _with(data: dict[str, Json], more: dict[str, Json]) -> dict[str, Json]:
    if more.keys() & data.keys():
        raise WireError("a field that its format does not have")
    return {**data, **more}
