"""Small edits of the files of a user's own game: one value of a TOML file, one text of a words file.

Each edit reads the file again, so a change of another program is kept, and replaces it in one step. What an edit cannot
express stays as it is.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from dsl.base.files import MAX_TOML, read_text, replace_file
from dsl.base.source import Source
from dsl.match.rulesets.translations import TextEntry, read_entries
from dsl.syntax.parser import MAX_SIZE

Value = str | int | list[int] | list[str]

_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?")
_ANY_HEADER = re.compile(r"\s*\[")
_LONGEST_TEXT = 400  #: letters


class EditError(ValueError):
    """A value that cannot be written at this place without changing something else."""


def edit_file(path: Path, edit: Callable[[str], str]) -> bool:
    """Change a file in one step; False if nothing changes. Raises EditError, OSError and UnreadableError."""
    try:
        before = read_text(path, max(MAX_TOML, MAX_SIZE))
    except FileNotFoundError:
        before = ""
    after = edit(before)
    if after == before:
        return False
    replace_file(path, after.encode(), private=False)
    return True


# ---- TOML ----


def with_value(text: str, table: str, key: str, value: Value | None) -> str:
    """Return a TOML text in which `key` of the table (empty: the top) has a value; None: has none.

    Comments, order and everything else stay. Raises EditError if that is not possible line by line.
    """
    before = _data(text)
    lines = text.splitlines()
    start, end = _table_lines(lines, table)
    named = re.compile(rf"\s*(?:{re.escape(key)}|\"{re.escape(key)}\")\s*=")
    at = next((number for number in range(start, end) if named.match(lines[number])), None)
    made = None if value is None else f"{key} = {_written(value)}"
    if made is not None and at is not None:
        made += _remark(lines[at])
    if at is not None:
        lines[at : at + 1] = [] if made is None else [made]
    elif made is not None and start >= 0:
        last = next((n for n in range(end - 1, start - 1, -1) if lines[n].strip()), start - 1)
        lines.insert(last + 1, made)
    elif made is not None:
        lines += ["", f"[{table}]", made]
    after = "\n".join(lines).strip("\n") + "\n"
    if _data(after) != _changed(before, table, key, value):
        raise EditError(f"{table}.{key}" if table else key)
    return after


def value_of(data: Mapping[str, object], table: str, key: str) -> object:
    """Return a value of the data of a TOML file; None if it has none."""
    found: object = data
    for part in (*(table.split(".") if table else ()), key):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _table_lines(lines: list[str], table: str) -> tuple[int, int]:
    """Return the lines in a table behind its header; `(-1, -1)` if there is no such header."""
    heads = [number for number, line in enumerate(lines) if _ANY_HEADER.match(line)]
    if not table:
        return 0, heads[0] if heads else len(lines)
    for place, number in enumerate(heads):
        found = _HEADER.fullmatch(lines[number])
        if found and found[1] == table:
            return number + 1, heads[place + 1] if place + 1 < len(heads) else len(lines)
    return -1, -1


def _remark(line: str) -> str:
    """Return the comment at the end of a line with a value, with the blanks before it."""
    for found in re.finditer(r"\s*#", line):
        try:
            tomllib.loads(line[: found.start()])
        except tomllib.TOMLDecodeError:
            continue
        return line[found.start() :]
    return ""


def _written(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _data(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise EditError(str(problem)) from problem


def _changed(data: dict[str, object], table: str, key: str, value: Value | None) -> dict[str, object]:
    parts = table.split(".") if table else []
    if not parts:
        rest = {name: each for name, each in data.items() if name != key}
        return rest if value is None else {**rest, key: value}
    inside = data.get(parts[0], {})
    if not isinstance(inside, dict) or (value is None and parts[0] not in data):
        return data
    return {**data, parts[0]: _changed(inside, ".".join(parts[1:]), key, value)}


# ---- words ----


def with_text(text: str, key: str, said: str, translates: str = "", *, is_name: bool = False) -> str:
    """Return a words file with a text for `key`: of a name its singular and, behind a slash, its plural; empty: none.

    A new line is tied to the sentence that it translates. Raises RulesError if the file cannot be read.
    """
    entries = read_entries(Source("words", text))
    same = [each for each in entries if each.key == key and each.is_name == is_name]
    found = next((each for each in same if each.source == translates), same[0] if len(same) == 1 else None)
    lines = text.splitlines()
    parts = [_quotable(part) for part in (said.split("/", 1) if is_name else [said])]
    if not parts[0]:
        if found is not None:
            number = found.key_span.line - 1
            tied = bool(found.source) and number > 0
            del lines[number - 1 if tied else number : number + 1]
    elif found is not None:
        lines[found.key_span.line - 1] = _line(key, parts, found)
        if found.source and found.source != translates:
            lines[found.key_span.line - 2] = f'-- translates: "{translates}"'
    else:
        lines += [f'-- translates: "{translates}"'] if translates else []
        lines.append(_line(key, parts, None, is_name=is_name))
    return "\n".join(lines) + "\n"


def _line(key: str, parts: list[str], before: TextEntry | None, *, is_name: bool = False) -> str:
    is_name = before.is_name if before is not None else is_name
    quoted = " ".join(f'"{part}"' for part in parts if part)
    if not is_name:
        return f"{key}: {quoted}"
    more = ""
    if before is not None and before.gender:
        more = f" {before.gender}" + "".join(f' "{form}"' for form in before.feminine if form)
        quoted = quoted if len(parts) > 1 and parts[1] else f'{quoted} "{before.many or parts[0]}"'
    return f"name {key}: {quoted}{more}"


def _quotable(text: str) -> str:
    """Return a text as a words file can quote it; its `{values}` stay."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).replace('"', "’").split())[
        :_LONGEST_TEXT
    ]
