"""Library of the installed games: folders with rules and a card (`game.toml`), of the program and of the user."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.base.files import MAX_TOML, UnreadableError, parse_toml, read_head, read_text

if TYPE_CHECKING:
    from dsl.match.rulesets.folder import RulesetText

_CARD = "game.toml"
_MOST_PLAYERS = 99
_MOST_COMPLEX = 5
_A_NUMBER = re.compile(r"[0-9]{1,2}")
_HEAD = 256 * 1024  #: bytes of a file in which titles are looked for
_HOUSE_LINE = re.compile(r'^house rules "([^"\n]*)"', re.MULTILINE)
_HOUSE_WORD = re.compile(r'^house\.[^:\n]+: "([^"\n]*)"', re.MULTILINE)
_LONGEST = 1000  #: characters of a text on the card


@dataclass(frozen=True, slots=True)
class GameCard:
    """Card of a game, from its `game.toml`. All values but the folder may be missing."""

    folder: Path
    official: bool
    shelf: str = ""  #: the folder of small games that contains it; empty if none does
    titles: Mapping[str, str] = field(default_factory=dict)  #: by language; "" for every language
    blurbs: Mapping[str, str] = field(default_factory=dict)
    players: tuple[int, ...] = ()  #: possible numbers of players; empty if the card does not say
    minutes: str = ""
    age: str = ""
    complexity: int = 0  #: of the rules, from 1 to 5; 0 if the card does not say
    credit: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)  #: of games, in which the first page lists it; by language
    problem: str = ""  #: why the card cannot be read; the game may be playable

    @property
    def name(self) -> str:
        """The name of the folder, which identifies the game."""
        return self.folder.name

    def title(self, language: str) -> str:
        """Return the title in a language; without one, the name of the folder in words."""
        return _in_language(self.titles, language) or self.name.replace("-", " ").replace("_", " ").title()

    def group(self, language: str) -> str:
        """Return the name of the group of games that it belongs to, or nothing."""
        return _in_language(self.groups, language)

    def blurb(self, language: str) -> str:
        """Return one or two sentences about the game, or nothing."""
        return _in_language(self.blurbs, language)


def find_games(official: Path, own: Path) -> tuple[GameCard, ...]:
    """Return the cards of all games, those of the program first, each part sorted by folder."""
    return (*_cards(official, True), *_cards(own, False))


class GameLibrary:
    """The installed games: those of the program and the user's own."""

    def __init__(self, official: Path, own: Path) -> None:
        self._official, self._own = official, own
        self.cards: tuple[GameCard, ...] = ()

    def reload(self) -> None:
        """Read the cards of all games from disk."""
        self.cards = find_games(self._official, self._own)

    def named(self, name: str) -> GameCard | None:
        """Return the first game whose folder has this name."""
        return next((game for game in self.cards if game.name == name), None)

    def in_folder(self, folder: Path | None) -> GameCard | None:
        """Return the game in this folder."""
        return next((game for game in self.cards if game.folder == folder), None)

    def title(self, name: str, language: str) -> str:
        """Return the title of the game of this name; the name itself if it is not installed."""
        game = self.named(name)
        return game.title(language) if game is not None else name


def official_rules(official: Path, game: str) -> RulesetText | None:
    """Return the text of the official game of a name, as the rules have it; None if there is none."""
    from dsl.base.problem import RulesError
    from dsl.match.rulesets.folder import read_folder

    for folder in _ruleset_folders(official):
        if folder.name.replace("-", "_") == game.replace("-", "_"):
            with contextlib.suppress(RulesError):
                return read_folder(folder)
    return None


def rule_titles(*folders: Path) -> tuple[str, ...]:
    """Return the titles of the house rules in folders, in all languages that the game in the same folder has."""
    found: list[str] = []
    for folder in folders:
        for rules in sorted((*folder.glob("house/*.rules"), *folder.glob("*.rules"))):
            found += _titles_in(rules, _HOUSE_LINE)
        for words in sorted(folder.glob("words.*")):
            found += _titles_in(words, _HOUSE_WORD)
    return tuple(dict.fromkeys(found))


def _titles_in(path: Path, pattern: re.Pattern[str]) -> list[str]:
    try:
        return pattern.findall(read_head(path, _HEAD).decode(errors="replace"))
    except OSError:
        return []


def changed_games(house: Path) -> frozenset[str]:
    """Return the names of the games for which the folder of the user's house rules has some."""
    return frozenset(folder.name for folder in _subfolders(house) if _has_rules(folder))


def _cards(parent: Path, official: bool) -> Iterator[GameCard]:
    for folder in sorted(_ruleset_folders(parent)):
        card = read_card(folder, official)
        yield card if folder.parent == parent else replace(card, shelf=folder.parent.name)


def _ruleset_folders(parent: Path) -> Iterator[Path]:
    """Yield the folders with rules in `parent`, or one level deeper (a shelf of small games)."""
    for folder in _subfolders(parent):
        if _has_rules(folder):
            yield folder
        else:
            yield from filter(_has_rules, _subfolders(folder))


def _subfolders(parent: Path) -> list[Path]:
    try:
        return [each for each in parent.iterdir() if each.is_dir() and not each.name.startswith(".")]
    except OSError:
        return []  # a folder that is missing or unreadable has no games


def _has_rules(folder: Path) -> bool:
    try:
        return any(folder.glob("*.rules"))
    except OSError:
        return False


def read_card(folder: Path, official: bool = False) -> GameCard:
    """Return the card of the game in `folder`; if it cannot be read, `problem` says why."""
    path = folder / _CARD
    try:
        raw = parse_toml(read_text(path, MAX_TOML))
    except FileNotFoundError:
        return GameCard(folder, official)
    except (OSError, UnreadableError) as error:
        problem = (error.strerror if isinstance(error, OSError) else "") or str(error)
        return GameCard(folder, official, problem=f"{path}: {problem}")
    return GameCard(
        folder, official, "", _by_language(raw, "title"), _by_language(raw, "blurb"), _players(raw.get("players")),
        _span_text(raw.get("minutes")), _span_text(raw.get("age")),
        _complexity(raw.get("complexity")), _credit(raw),
        groups=_by_language(raw, "group"),
    )  # fmt: skip


def _by_language(raw: Mapping[str, object], key: str) -> dict[str, str]:
    """Read `title`, `title_en`, `title_fr`, or a table `title` with the languages as keys."""
    found: dict[str, str] = {}
    match raw.get(key):
        case str(text):
            found[""] = _line(text)
        case dict(table):
            found.update({language: _line(text) for language, text in table.items()})
    for name, value in raw.items():
        if name.startswith(f"{key}_") and isinstance(value, str):
            found[name.removeprefix(f"{key}_")] = _line(value)
    return found


def _in_language(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts.get("") or texts.get("en") or next(iter(texts.values()), "")


def _players(value: object) -> tuple[int, ...]:
    """Read possible numbers of players: `3`, the ranges `[2, 5]` and `"2..5"`, the list `"2 or 4"`."""
    match value:
        case int(number):
            return _players([number, number])
        case [int(least), int(most)] if least > 0:
            return tuple(range(least, min(most, least + _MOST_PLAYERS) + 1))
        case str(text) if " or " in text:
            return tuple(number for part in text.split(" or ") for number in _players(part))
        case str(text):
            ends = [part.strip() for part in text.replace("..", "-").replace("–", "-").split("-")]
            known = all(_A_NUMBER.fullmatch(end) for end in ends)
            return _players([int(ends[0]), int(ends[-1])]) if known else ()
    return ()


def _span_text(value: object) -> str:
    match value:
        case [first, last]:
            return _line(f"{first}–{last}")
        case str() | int():
            return _line(value).replace("..", "–")
    return ""


def _complexity(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_COMPLEX else 0


def _credit(raw: Mapping[str, object]) -> str:
    parts = [_join_words(raw.get(key)) for key in ("authors", "author", "publisher", "year")]
    return " · ".join(part for part in parts if part)


def _join_words(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _line(", ".join(str(each) for each in value))
    return "" if value is None else _line(value)


def _line(value: object) -> str:
    """Return a text for the card: in one line, and not too long."""
    return " ".join(str(value).split())[:_LONGEST]
