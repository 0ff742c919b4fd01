"""Nothing in `dsl/` or `app/` knows a game: no name of a game, of a terrain, a piece, a counter or a card stands there,
not even in a comment, where it would be the first step to a special case. Examples in comments use an invented game.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dsl.check.plural import plural
from dsl.text.parse import parse
from dsl.text.source import Source
from dsl.text.tree import Board, Counter, Game, Kinds, NamedType, Piece, Section
from tests.rulesets import RULESETS

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "app")

#: names in a ruleset that mean something else here: (name, where, what it means there)
MEANS_SOMETHING_ELSE = (
    ("card", "", "a piece in a zone, as players say; and a card on the start screen"),
    ("tile", "", "a piece that other things stand on, as players say"),
    ("man", "", "a piece that moves about, as players say; and a noun with a plural of its own"),
    ("hex", "", "a place of a board of hexes; and a number written in sixteens"),
    ("mark", "", "a verb of the language, and what shows a state"),
    ("arrow", "", "what points somewhere"),
    ("volcano", "app/table", "a pattern of the look"),
    ("disc", "app/table", "a round shape of the look"),
    ("pawn", "app/table", "a shape of the look"),
    ("white", "app", "a colour of the screen"),
    ("stone", "app/table", "a round shape of the look"),
    ("wood", "app", "what a table, a frame or a board is made of"),
    ("land", "app/table", "what a place is when it is drawn; and what a piece does that has flown"),
    ("land", "app/seats", "what a picture shows"),
    ("patch", "", "a change of rules; a piece of ground"),
)


@cache
def names() -> frozenset[str]:
    """Return what the rulesets call their games, kinds of pieces and of areas, pieces and counters."""
    return frozenset(name for file in RULESETS.rglob("*.rules") for name in _declared(file) if len(name) > 2)


def _declared(file: Path) -> Iterator[str]:
    sections = parse(Source(file.name, file.read_text(encoding="utf-8"))).sections
    kinds = {section.name: section.values for section in sections if isinstance(section, Kinds)}
    for section in sections:
        for word in _words(section):
            yield from kinds.get(word, () if word[0].isupper() or word in ("yes", "no", "none") else (word,))


def _words(section: Section) -> Iterator[str]:
    match section:
        case Game(name=name) | Counter(name=name):
            yield name
        case Piece(name=name, kind=kind):
            yield name
            yield from (one.name for one in (kind.alternatives if kind else ()) if isinstance(one, NamedType))
        case Board(areas=areas):
            yield from (word for area in areas for word in area.words)
        case _:
            pass


def found_in(folder: Path) -> list[str]:
    """Return where a file of the packages in `folder` names something of a game, as `dsl/text/tree.py:12: marsh`."""
    return [
        hit for package in PACKAGES for path in sorted((folder / package).rglob("*")) for hit in _hits(folder, path)
    ]


def _hits(folder: Path, path: Path) -> Iterator[str]:
    where = path.relative_to(folder).as_posix()
    if not path.is_file() or path.suffix == ".pyc":
        return
    excused = {name for name, place, _ in MEANS_SOMETHING_ELSE if where.startswith(place)}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for name in sorted(set(_pattern().findall(_spaced(line)))):
            if _singular()[name] not in excused:
                yield f"{where}:{number}: {name}"


def _spaced(text: str) -> str:
    """Return the words of a text in small letters, those of an identifier apart."""
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text).lower())


@cache
def _singular() -> dict[str, str]:
    """Return each name by the forms it takes in a text."""
    return {_spaced(form): name for name in names() for form in (plural(name), name)}


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_singular(), key=len, reverse=True)
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, longest_first))})(?!\S)")


def test_no_game_is_named() -> None:
    found = found_in(ROOT)
    assert not found, "a game is named in the engine or the app:\n" + "\n".join(found)


@pytest.mark.parametrize("planted", ["if kind == 'mountain':", "# as in Ciao Dino", "class HerdItem:", "my_herds = 3"])
def test_a_planted_name_is_found(tmp_path: Path, planted: str) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    before = found_in(tmp_path)
    (tmp_path / "dsl" / "planted.py").write_text(f"{planted}\n", encoding="utf-8")
    assert [hit for hit in found_in(tmp_path) if hit not in before]
