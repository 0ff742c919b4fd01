"""Files with the user's own examples: where an example is saved, and how one is renamed, replaced or deleted there."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dsl.base.files import private_folder, read_text, replace_file
from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.match.rulesets.house_rules import HouseRules
from dsl.syntax.ast import ExampleSection
from dsl.syntax.parser import MAX_SIZE, parse

SAVED = "saved.rules"  #: the file in a folder `examples`


@dataclass(frozen=True, slots=True)
class ExamplePlace:
    """A file in which an example can be saved; `title` is that of a house rule, None for the examples of the game."""

    path: Path
    title: str | None = None


def saved_examples(house: Path) -> Path:
    """Return the file of the user's examples for an official game, in the folder `house` of its house rules."""
    return house / "examples" / SAVED


def example_places(
    folder: Path, official: bool, house: Path, active: tuple[HouseRules, ...]
) -> tuple[ExamplePlace, ...]:
    """Return where an example of a match can be saved, the best place first: in the house rules of the user that the
    match has (`active` are all it has), then in the examples of the game.

    `folder` is that of the game, `house` that of the user's house rules for it.
    """
    own = tuple(
        ExamplePlace(path, rules.title)
        for rules in active
        if (path := house / rules.source.name).is_file() and _text(path) == rules.source.text
    )
    return (*own, ExamplePlace(saved_examples(house) if official else folder / "examples" / SAVED))


def add_example(path: Path, text: str) -> None:
    """Add an example at the end of a file, which is made if there is none. Raises OSError and UnreadableError."""
    before = read_text(path, MAX_SIZE).rstrip("\n") if path.exists() else ""
    private_folder(path.parent)
    replace_file(path, "\n\n".join(part for part in (before, text.strip("\n")) if part).encode() + b"\n")


def free_title(title: str, path: Path) -> str:
    """Return a title that no example in a file has: the wished one, or with a number behind it."""
    taken = titles_in(_text(path))
    found, number = title, 1
    while found in taken:
        number += 1
        found = f"{title} ({number})"
    return found


def titles_in(text: str) -> tuple[str, ...]:
    """Return the titles of the examples in a text; none if it cannot be read."""
    return tuple(each.title for each in _examples(text))


def without_example(text: str, title: str) -> str:
    """Return a text without its first example of this title."""
    return _replaced(text, title, lambda _: "")


def with_title(text: str, title: str, new: str) -> str:
    """Return a text in which the first example of this title has another one."""
    said = " ".join(new.replace('"', "'").split())
    return _replaced(text, title, lambda own: own.replace(f'"{title}"', f'"{said}"', 1)) if said else text


def with_example(text: str, title: str, example: str) -> str:
    """Return a text in which an example has the place of the one with this title, or stands at the end."""
    if title in titles_in(text):
        return _replaced(text, title, lambda _: example.strip("\n") + "\n")
    return "\n\n".join(part for part in (text.rstrip("\n"), example.strip("\n")) if part) + "\n"


def _replaced(text: str, title: str, change: Callable[[str], str]) -> str:
    section = next((each for each in _examples(text) if each.title == title), None)
    if section is None:
        return text
    lines = text.splitlines(keepends=True)
    first = section.span.line - 1
    following = (n for n, line in enumerate(lines) if n > first and line.strip() and not line[0].isspace())
    end = next(following, len(lines))
    while end > first + 1 and not lines[end - 1].strip():
        end -= 1
    made = change("".join(lines[first:end]))
    rest = lines[end:]
    if not made:
        while rest and not rest[0].strip():
            rest.pop(0)
    return re.sub(r"\n+\Z", "\n", "".join([*lines[:first], made, *rest]))


def _examples(text: str) -> tuple[ExampleSection, ...]:
    with suppress(RulesError):
        sections = parse(Source("examples", text)).sections
        return tuple(each for each in sections if isinstance(each, ExampleSection))
    return ()


def _text(path: Path) -> str:
    with suppress(OSError, ValueError):
        return read_text(path, MAX_SIZE)
    return ""
