"""Reader of `.look` files (TOML): checks every value, and refuses anything else with its key."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from app.appearance.conditions import Condition
from app.appearance.drawings import Drawing, Drawings, LookError, Sprite
from app.appearance.kind_look import LAYOUTS, TEXTURES, KindLook, Paint, plain_kind
from app.storage.svg import DRAWING_NAME
from dsl.base.files import UnreadableError, parse_toml

LARGEST_FILE = 256 * 1024
LARGEST_NUMBER = 100_000
_MOST_GROUPS = 200
KIND_KEYS = {
    "fill", "fill_dark", "letter", "shape", "map", "texture", "sprites", "layout", "art", "icon", "numbers", "rare",
}  # fmt: skip
_LONGEST_MAP = 40  #: rows, and squares of a row
_MOST_NAMES = 40  #: drawings in one key
_MOST_CASES = 60  #: of one kind or counter
_MOST_NUMBERS = 3  #: on one figure
_MOST_SPRITES = 60  #: of one name on a cell
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Table = dict[str, object]
_Word = TypeVar("_Word", bound=str)


class LookFile:
    """Typed access to a look file. Every method raises LookError for a value of the wrong type or out of bounds."""

    def __init__(self, path: Path, text: str, drawings: Drawings) -> None:
        self._path, self._text, self._drawings = path, text, drawings

    def contents(self) -> object:
        """Return the parsed file."""
        try:
            return parse_toml(self._text, LARGEST_FILE)
        except UnreadableError as error:
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

    def kinds(
        self, table: Table, key: str, before: Mapping[str, KindLook] | None = None, whole: KindLook | None = None
    ) -> dict[str, KindLook]:
        """Return the looks of the kinds in a table, by name.

        Missing values are those of the same kind in `before`, else those of `whole`, the look of all kinds. The cases
        of the whole piece hold for every kind without cases of its own.
        """
        general = {"when": table["when"]} if "when" in table else {}
        return {
            name: self.kind_in(
                name,
                {**general, **self.table(value, f"{key}.kinds.{name}", {"when", *KIND_KEYS})},
                f"{key}.kinds.{name}",
                (before or {}).get(name) or _whole_for(name, whole),
            )
            for name, value in self.tables(table, key, "kinds")
        }

    def kind_in(self, name: str, table: Table, key: str, default: KindLook | None = None) -> KindLook:
        """Return the look of a kind from a table that may have other keys, too."""
        usual = default or plain_kind(name)
        plain = self._plain_kind_in(table, key, usual)
        found = ((case, self._plain_kind_in(own, at, plain)) for at, case, own in self.cases(table, key, KIND_KEYS))
        return replace(plain, when=tuple(found) or usual.when)

    def cases(self, table: Table, key: str, allowed: set[str]) -> Iterable[tuple[str, Condition, Table]]:
        """Return the cases of a look that depend on values: key, condition, and the table of its `allowed` keys."""
        listed = table.get("when", [])
        if not isinstance(listed, list) or len(listed) > _MOST_CASES:
            problem = f"at most {_MOST_CASES} tables [[{key}.when]] are needed"
            raise LookError(self._path, f"{key}.when", problem)
        return [self._case(value, f"{key}.when[{number}]", allowed) for number, value in enumerate(listed, 1)]

    def _case(self, value: object, key: str, allowed: set[str]) -> tuple[str, Condition, Table]:
        table = self.table(value, key, {"variable", "is", "owner_by", *allowed})
        variable, values = self.name(table, key, "variable", ""), self.words(table, key, "is")
        if not variable:
            raise LookError(self._path, f"{key}.variable", "the name of a variable or attribute of the rules is needed")
        if not values:
            raise LookError(self._path, f"{key}.is", "the values of the variable are needed, with blanks between them")
        if not allowed & table.keys():
            raise LookError(self._path, key, f"changes nothing; known are {', '.join(sorted(allowed))}")
        owner_by = self.name(table, key, "owner_by", "")
        return key, Condition(variable, values, owner_by), {name: table[name] for name in table.keys() & allowed}

    def _plain_kind_in(self, table: Table, key: str, usual: KindLook) -> KindLook:
        """Return the look of a kind without its cases."""
        return KindLook(
            self.paint(table, key, "fill", usual.fill),
            self.letter(table, key, usual.letter),
            self.one_of(table, key, "texture", TEXTURES, usual.texture),
            self.sprites(table, key, usual.sprites),
            self.one_of(table, key, "layout", LAYOUTS, usual.layout),
            self.art(table, key, "art", usual.art),
            self.drawing(table, key, "icon", usual.icon),
            self._numbers(table, key) or usual.numbers,
            self.name(table, key, "shape", usual.shape),
            self._map(table, key) or usual.map,
            rare=self.flag(table, key, "rare", usual.rare),
        )

    def _numbers(self, table: Table, key: str) -> tuple[tuple[str, str], ...]:
        """Return the numbers of a text such as "7:heath 1:marsh", each with the kind that gives its colour."""
        found = [word.partition(":") for word in self.words(table, key, "numbers")]
        if len(found) > _MOST_NUMBERS or any(not _is_number(number) for number, _, _ in found):
            problem = f'at most {_MOST_NUMBERS} numbers such as "7:heath" are needed'
            raise LookError(self._path, f"{key}.numbers", problem)
        return tuple((number, kind) for number, _, kind in found)

    def _map(self, table: Table, key: str) -> tuple[str, ...]:
        """Return rows of letters of equal length; none if there is no map."""
        rows = self.words(table, key, "map")
        if len(rows) > _LONGEST_MAP or any(len(row) != len(rows[0]) or len(row) > _LONGEST_MAP for row in rows):
            raise LookError(self._path, f"{key}.map", f"rows of one length are needed, {_LONGEST_MAP} at most")
        return rows

    # ---- drawings --------------------------------------------------------------------------------------------

    def art(self, table: Table, key: str, name: str, default: tuple[Drawing, ...] = ()) -> tuple[Drawing, ...]:
        """Return the drawings with these names, separated by blanks; `name` stands for `name_1`, `name_2`, ... too."""
        if name not in table:
            return default
        words = self.words(table, key, name)
        if len(words) > _MOST_NAMES:
            raise LookError(self._path, f"{key}.{name}", f"at most {_MOST_NAMES} drawings can be named")
        return tuple(drawing for word in words for drawing in self._variants(f"{key}.{name}", word))

    def drawing(self, table: Table, key: str, name: str, default: Drawing | None = None) -> Drawing | None:
        """Return the drawing with this name."""
        if name not in table:
            return default
        found = self.art(table, key, name)
        if len(self.words(table, key, name)) > 1:
            raise LookError(self._path, f"{key}.{name}", "the name of one drawing is needed")
        return found[0] if found else None

    def sprites(self, table: Table, key: str, default: tuple[Sprite, ...] = ()) -> tuple[Sprite, ...]:
        """Return the sprites of a text such as "tree:9 fern:2": names and how many of each are on a cell."""
        if "sprites" not in table:
            return default
        where = f"{key}.sprites"
        words = self.words(table, key, "sprites")
        if len(words) > _MOST_NAMES:
            raise LookError(self._path, where, f"at most {_MOST_NAMES} drawings can be named")
        return tuple(sprite for word in words if (sprite := self._sprite(where, word)) is not None)

    def _sprite(self, where: str, word: str) -> Sprite | None:
        name, _, count = word.partition(":")
        if not (count.isdecimal() and count.isascii() and len(count) <= 2 and 1 <= int(count) <= _MOST_SPRITES):
            problem = f'a name and a number from 1 to {_MOST_SPRITES} such as "tree:9" are needed, not {word!r}'
            raise LookError(self._path, where, problem)
        variants = self._variants(where, name)
        return Sprite(variants, int(count)) if variants else None

    def _variants(self, where: str, name: str) -> tuple[Drawing, ...]:
        """Return the drawings with this name; none if the game came without its drawings."""
        if not DRAWING_NAME.fullmatch(name):
            raise LookError(self._path, where, f"the name of a drawing is needed, not {name!r}")
        found = self._drawings.variants(name)
        if not found and self._drawings.complete:
            near = ", ".join(sorted(self._drawings.by_name)) or "none"
            raise LookError(self._path, where, f"there is no file {name}.svg; the drawings are {near}")
        return found

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
        if "letter" not in table:
            return default
        value = table["letter"]
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

    def flag(self, table: Table, key: str, name: str, default: bool) -> bool:
        """Return true or false."""
        value = table.get(name, default)
        if not isinstance(value, bool):
            raise LookError(self._path, f"{key}.{name}", f"true or false is needed, not {value!r}")
        return value

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


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2


def _usable(group: tuple[float, ...], size: int) -> bool:
    return len(group) == size and all(math.isfinite(part) and abs(part) <= LARGEST_NUMBER for part in group)


def _whole_for(name: str, whole: KindLook | None) -> KindLook | None:
    """Return the look of all kinds with the letter of this one, unless it has a letter."""
    return replace(whole, letter=whole.letter or plain_kind(name).letter) if whole else None
