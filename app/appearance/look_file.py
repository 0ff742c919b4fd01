"""Reader of `.look` files (TOML): checks every value, and refuses anything else with its key."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from app.appearance.kind_look import PATTERNS, KindLook, Paint, plain_kind
from dsl.base.files import UnreadableError, parse_toml, read_text

LARGEST_FILE = 256 * 1024
LARGEST_NUMBER = 100_000
_MOST_GROUPS = 200
KIND_KEYS = {"fill", "fill_dark", "pattern", "letter", "shape", "map"}
_LONGEST_MAP = 40  #: rows, and squares of a row
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Table = dict[str, object]
_Word = TypeVar("_Word", bound=str)


class LookError(Exception):
    """A look file that is refused. The message names the file, the key, the problem and what is allowed."""

    def __init__(self, path: Path, key: str, problem: str) -> None:
        self.path, self.key, self.problem = path, key, problem
        super().__init__(f"{path.name}: {key}: {problem}" if key else f"{path.name}: {problem}")


class LookFile:
    """Typed access to a look file. Every method raises LookError for a value of the wrong type or out of bounds."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def contents(self) -> object:
        """Return the parsed file."""
        try:
            return parse_toml(read_text(self._path, LARGEST_FILE), LARGEST_FILE)
        except (OSError, UnreadableError) as error:
            raise LookError(self._path, "", f"cannot be read: {error}") from error

    def refused(self, key: str, problem: str) -> LookError:
        """Return the error to raise for a key."""
        return LookError(self._path, key, problem)

    # ---- tables ----------------------------------------------------------------------------------------------

    def table(self, value: object, key: str, allowed: set[str] | None = None) -> Table:
        """Return a value as a table; only `allowed` keys are accepted, if given."""
        if not isinstance(value, dict):
            raise LookError(self._path, key, "a table is needed here")
        for name in value:
            if allowed is not None and name not in allowed:
                where = f"{key}.{name}" if key else name
                raise LookError(self._path, where, f"has no meaning here; known are {', '.join(sorted(allowed))}")
        return value

    def tables(self, table: Table, key: str, name: str) -> Iterable[tuple[str, object]]:
        """Return the entries of the table `name` in a table; none if it is missing."""
        return self.table(table.get(name, {}), f"{key}.{name}" if key else name).items()

    def kinds(self, table: Table, key: str) -> dict[str, KindLook]:
        """Return the looks of the kinds in a table, by name."""
        return {name: self.kind(name, value, f"{key}.kinds.{name}") for name, value in self.tables(table, key, "kinds")}

    def kind(self, name: str, value: object, key: str) -> KindLook:
        """Return the look of a kind."""
        return self.kind_in(name, self.table(value, key, KIND_KEYS), key)

    def kind_in(self, name: str, table: Table, key: str) -> KindLook:
        """Return the look of a kind from a table that may have other keys, too."""
        plain = plain_kind(name)
        return KindLook(
            self.paint(table, key, "fill", plain.fill),
            self.one_of(table, key, "pattern", PATTERNS, plain.pattern),
            self.letter(table, key, plain.letter),
            self.name(table, key, "shape", ""),
            self._map(table, key),
        )

    def _map(self, table: Table, key: str) -> tuple[str, ...]:
        """Return rows of letters of equal length; none if there is no map."""
        rows = self.words(table, key, "map")
        if len(rows) > _LONGEST_MAP or any(len(row) != len(rows[0]) or len(row) > _LONGEST_MAP for row in rows):
            raise LookError(self._path, f"{key}.map", f"rows of one length are needed, {_LONGEST_MAP} at most")
        return rows

    # ---- single values ---------------------------------------------------------------------------------------

    def paint(self, table: Table, key: str, name: str, default: Paint) -> Paint:
        """Return the fill `name`, with the fill `name_dark` for dark themes; without that, the same for both."""
        if name not in table and f"{name}_dark" not in table:
            return default
        light = self._colour(table, key, name, default.light)
        return Paint(light, self._colour(table, key, f"{name}_dark", light))

    def _colour(self, table: Table, key: str, name: str, default: str) -> str:
        value = table.get(name, default)
        if not isinstance(value, str) or not _COLOUR.fullmatch(value):
            raise LookError(self._path, f"{key}.{name}", f'a colour such as "#a1b2c3" is needed, not {value!r}')
        return value

    def one_of(self, table: Table, key: str, name: str, choices: tuple[_Word, ...], default: _Word) -> _Word:
        """Return a word that is one of the choices."""
        value = table.get(name, default)
        for choice in choices:
            if choice == value:
                return choice
        raise LookError(self._path, f"{key}.{name}", f"one of {', '.join(choices)} is needed, not {value!r}")

    def letter(self, table: Table, key: str, default: str) -> str:
        """Return one to three letters that identify a kind or player without its colour."""
        value = table.get("letter", default)
        if not isinstance(value, str) or not 1 <= len(value) <= 3 or not value.isprintable():
            raise LookError(self._path, f"{key}.letter", f"one to three letters are needed, not {value!r}")
        return value

    def name(self, table: Table, key: str, name: str, default: str) -> str:
        """Return a name as the rules language spells it; empty is allowed."""
        value = table.get(name, default)
        if not isinstance(value, str) or (value and not value.replace("_", "a").isalnum()):
            raise LookError(self._path, f"{key}.{name}", f"a name of the rules is needed, not {value!r}")
        return value

    def words(self, table: Table, key: str, name: str) -> tuple[str, ...]:
        """Return words separated by spaces; none if the key is missing."""
        value = table.get(name, "")
        if not isinstance(value, str):
            raise LookError(self._path, f"{key}.{name}", f"words with blanks between them are needed, not {value!r}")
        return tuple(value.split())

    def number(self, table: Table, key: str, name: str, default: float, least: float = 0.0) -> float:
        """Return a number from `least` to `LARGEST_NUMBER`."""
        value = table.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= LARGEST_NUMBER:
            raise LookError(self._path, f"{key}.{name}", f"a number from {least:g} on is needed, not {value!r}")
        return float(value)

    def groups(self, table: Table, key: str, name: str, size: int) -> tuple[tuple[float, ...], ...]:
        """Return groups of `size` numbers: "640,40 180,40" is two groups of two."""
        value = table.get(name, "")
        sample = ",".join(("640", "40", "32", "24")[:size])
        wrong = LookError(
            self._path, f"{key}.{name}", f'groups of {size} numbers such as "{sample}" are needed, not {value!r}'
        )
        if not isinstance(value, str):
            raise wrong
        try:
            found = tuple(tuple(float(part) for part in group.split(",")) for group in value.split())
        except ValueError:
            raise wrong from None
        if len(found) > _MOST_GROUPS or any(not _usable(group, size) for group in found):
            raise wrong
        return found


def _usable(group: tuple[float, ...], size: int) -> bool:
    return len(group) == size and all(math.isfinite(part) and abs(part) <= LARGEST_NUMBER for part in group)
