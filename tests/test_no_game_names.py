"""Nothing in `dsl/` or `app/` knows a game: no name of a game, of a terrain, a piece, a counter or a card stands there,
not even in a comment, where it would be the first step to a special case. Examples in comments use an invented game.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtGui import QColor

from app.appearance.board_plan import Cells
from app.appearance.kind_look import Layout, Texture
from app.appearance.look import Shape, TableTop, Wall
from dsl.base.board_shapes import PLACE_WORDS
from dsl.base.source import Source
from dsl.semantics.error_messages import plural
from dsl.syntax.ast import BoardSection, CounterSection, GameSection, KindsSection, NamedType, PieceSection, Section
from dsl.syntax.lark_parser import keywords
from dsl.syntax.parser import parse
from tests.rulesets import RULESETS

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "app")
#: Words of the language: keywords, and what places are called.
LANGUAGE = frozenset(word for keyword in keywords() for word in keyword.split()) | {*PLACE_WORDS.values()}
#: Words with which a look says how things are drawn: textures, layouts, shapes, surfaces, colours.
_WORDS = (Texture, Layout, Shape, Cells, TableTop, Wall)
LOOKS = frozenset((*(word for words in _WORDS for word in get_args(words)), *QColor.colorNames()))

#: What a name of one game means here, where it is neither a word of the language nor one of looks. Before adding a
#: line, try words of an invented game in the code; a line that is not needed fails the test.
MEANS_SOMETHING_ELSE = {
    "arrow": "what points somewhere, and a key",
    "plate": "what an upright figure is drawn on",
    "patch": "what changes a text, and a small piece of ground",
    "land": "ground that is not sea, and the word that samples define",
}


@cache
def names() -> frozenset[str]:
    """Return what the rulesets call their games, pieces, counters, and the kinds of pieces and of areas."""
    every = {name for file in RULESETS.rglob("*.rules") for name in _declared(file) if len(name) > 2}
    return frozenset(every - LANGUAGE - _common())


def _common() -> set[str]:
    """Return the pieces that several games have, none based on the other: players say such words of any game."""
    seen: dict[str, set[str]] = {}
    for file in RULESETS.rglob("*.rules"):
        for section in _sections(file):
            if isinstance(section, PieceSection | CounterSection):
                seen.setdefault(section.name, set()).add(_game(file))
    return {name for name, games in seen.items() if len(games) > 1}


def _game(file: Path) -> str:
    """Return the game that a file belongs to; of a re-issue the one that it is based on."""
    folder = next(folder for folder in file.parents if (folder / "game.toml").is_file())
    heads = (game for path in folder.glob("*.rules") for game in _sections(path) if isinstance(game, GameSection))
    head = next(heads)
    return head.based_on or head.name


@cache
def _sections(file: Path) -> tuple[Section, ...]:
    return parse(Source(file.name, file.read_text(encoding="utf-8"))).sections


def _declared(file: Path) -> Iterator[str]:
    sections = _sections(file)
    kinds = {section.name: section.values for section in sections if isinstance(section, KindsSection)}
    for section in sections:
        for word in _words(section):
            yield from kinds.get(word, () if word[0].isupper() or word in ("yes", "no", "none") else (word,))


def _words(section: Section) -> Iterator[str]:
    match section:
        case GameSection(name=name) | CounterSection(name=name):
            yield name
        case PieceSection(name=name, kind=kind):
            yield name
            yield from (one.name for one in (kind.alternatives if kind else ()) if isinstance(one, NamedType))
        case BoardSection(areas=areas):
            yield from (word for area in areas for word in area.words)
        case _:
            pass


def found_in(folder: Path) -> list[str]:
    """Return where a file of the packages in `folder` names something of a game, as `dsl/syntax/ast.py:12: marsh`."""
    return [
        hit for package in PACKAGES for path in sorted((folder / package).rglob("*")) for hit in _hits(folder, path)
    ]


def _hits(folder: Path, path: Path) -> tuple[str, ...]:
    if not path.is_file() or path.suffix == ".pyc":
        return ()
    return _hits_in(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))


@cache
def _hits_in(where: str, text: str) -> tuple[str, ...]:
    """Return where a text names something of a game; the copies below are the same but for one file."""
    return tuple(_each_hit(where, text))


def _each_hit(where: str, text: str) -> Iterator[str]:
    excused = {*MEANS_SOMETHING_ELSE, *(LOOKS if where.startswith("app/") else ())}
    for number, line in enumerate(text.splitlines(), 1):
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


def test_each_excuse_is_still_needed() -> None:
    said = "\n".join(path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    words = {_singular()[name] for name in _pattern().findall(_spaced(said))}
    assert set(MEANS_SOMETHING_ELSE) <= words & names()


def test_no_game_is_named() -> None:
    found = "\n".join(found_in(ROOT))
    assert not found, f"a game is named in the engine or the app; an example takes words that no game has:\n{found}"


@pytest.mark.parametrize("planted", ["if kind == 'mountain':", "# as in Ciao Dino", "class HerdItem:", "my_herds = 3"])
def test_a_planted_name_is_found(tmp_path: Path, planted: str) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    before = found_in(tmp_path)
    (tmp_path / "dsl" / "planted.py").write_text(f"{planted}\n", encoding="utf-8")
    assert [hit for hit in found_in(tmp_path) if hit not in before]
