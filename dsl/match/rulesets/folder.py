"""Reads a ruleset's folder as text, under limits. Nothing outside the folder (and the folder of the game that it is
based on, beside it) is looked at, and nothing but the files named here.

    <name>.rules        the rules; several files are put together, the one with the `game` line first
    examples/*.rules    rulebook positions
    examples/words.fr   their titles in another language
    lessons/*.rules     lessons that teach the game at the table
    lessons/words.fr    what they say in another language
    house/*.rules       house rules, each to be ticked by its title
    house/*.words.fr    what their own words are in a language
    words.en, words.fr  sentences and names in the players' languages, as many as there are
    game.toml           what the gallery says about the game
    models/*.json       weights of evaluation functions of computer players
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from dsl.base.files import UnreadableError, parse_toml, read_head
from dsl.base.problem import Problem, RulesError
from dsl.base.serialization import Serializable
from dsl.base.source import Source, Span
from dsl.base.suggestions import nearest

MAX_TOTAL = 2 * 1024 * 1024
MAX_FILES = 200
ENGLISH = "en"  #: the language that the rules themselves are written in
WORDS = re.compile(r"(?:house/(.*)\.)?words\.([a-z]{2}(?:-[a-z0-9]{2,8})*)")  #: house rules, language
EXAMPLE_WORDS = re.compile(r"examples/words\.([a-z]{2}(?:-[a-z0-9]{2,8})*)")  #: language
LESSON_WORDS = re.compile(r"lessons/words\.([a-z]{2}(?:-[a-z0-9]{2,8})*)")  #: language
MODEL_FILE = re.compile(r"models/[0-9]{1,2}(?:-[0-9a-f]{12})?\.json")  #: players, identity of house rules
_A_RULESET = "A ruleset is a folder with a file such as `fen.rules` in it, which begins with `game fen`."
_NO_RULEBOOK = "The rules of a game take some ten KiB; files of this size are no rulebook."
_NAME = re.compile(r"[a-z0-9_][a-z0-9_.-]*")
_GAME_LINE = re.compile(r"^game[ \t]+(\w+)(?:[ \t]+based[ \t]+on[ \t]+(\w+))?", re.MULTILINE)
_HOUSE_LINE = re.compile(r'^house rules +"[^"\n]*" +for +([A-Za-z_][A-Za-z0-9_]*)', re.MULTILINE)


class RulesetText(Serializable, frozen=True):
    """A ruleset as it travels: its files by name, and those of the game that it is based on."""

    files: tuple[tuple[str, str], ...]  #: (name relative to the folder, text)
    base: RulesetText | None = None

    def within(self, folder: str) -> tuple[Source, ...]:
        """Return the rules files directly in a folder ("" for the root), in the order of their names."""
        found = (Source(name, text) for name, text in self.files if name.endswith(".rules"))
        return tuple(source for source in found if source.name.rpartition("/")[0] == folder)

    def languages(self) -> tuple[str, ...]:
        """Return the languages that there are words in, those of the base included; English is always the first."""
        named = (WORDS.fullmatch(name) for name, _ in self.files)
        own = {found[2] for found in named if found} | set(self.base.languages() if self.base else ())
        return (ENGLISH, *sorted(own - {ENGLISH}))

    def text(self, name: str) -> str:
        """Return a file's text; empty if there is no such file."""
        return dict(self.files).get(name, "")

    def rules(self) -> tuple[Source, ...]:
        """Return the files of the rules themselves, without house rules; the one with the `game` line first."""
        own = (source for source in self.within("") if house_game(source.text) is None)
        return tuple(sorted(own, key=lambda source: _GAME_LINE.search(source.text) is None))

    def games(self) -> tuple[str, ...]:
        """Return the name of the game, then those of the games that it is based on."""
        own = tuple(found[1] for source in self.rules() if (found := _GAME_LINE.search(source.text)))
        return own + (self.base.games() if self.base else ())


def about(text: RulesetText) -> dict[str, object]:
    """Return the data of the ruleset's own `game.toml`. Raises RulesError."""
    try:
        return parse_toml(text.text("game.toml"))
    except UnreadableError as error:
        raise RulesError((_unreadable_toml(error),)) from None


def whole_about(text: RulesetText) -> dict[str, object]:
    """Return the data of `game.toml`, laid over that of the base game. Raises RulesError."""
    return {**(about(text.base) if text.base else {}), **about(text)}


def _unreadable_toml(error: UnreadableError) -> Problem:
    """Return the problem at its place; of the whole file if the place is not known."""
    if not error.line:
        summary, place, label = f"`game.toml` cannot be used: {error}", Span("game.toml", 0, 0, 0, 0), ""
    else:
        summary, label = "this line of `game.toml` is not as TOML wants it", "cannot be read from here on"
        place = Span("game.toml", error.line, error.column, error.line, error.column + 1)
    return Problem(
        "unreadable-toml",
        summary,
        place,
        label,
        "What the gallery says about the game stands in lines such as\n"
        '    title = "Fen"\n    minutes = [60, 90]\n    authors = ["A. Reed"]',
    )


def mark_of(identity: str) -> str:
    """Return the first twelve digits of the identity of a ruleset in groups, to be compared by eye."""
    return " ".join(identity[start : start + 4] for start in range(0, 12, 4))


def edition_path(path: Path) -> Path:
    """Return the file with the edition that a house rule was written for; no page lists it as a house rule."""
    return path.with_name(f".{path.name}.edition")


def house_game(text: str) -> str | None:
    """Return the game that a file is house rules for; None if it is a file of a game's own rules."""
    found = _HOUSE_LINE.search(text)
    return found[1] if found and not _GAME_LINE.search(text) else None


def read_folder(folder: Path) -> RulesetText:
    """Return the text of the ruleset in `folder`. Raises RulesError."""
    return _read(folder, ())


def files_of(folder: Path) -> tuple[Path, ...]:
    """Return the files that a ruleset is read from, those of the games that it is based on included; as far as they can
    be found now."""
    from dsl.syntax.parser import MAX_SIZE, read_source  # not where a text came from elsewhere

    found: dict[Path, None] = {}
    while True:
        try:
            own = _paths(folder)
            if not own or own[0] in found:
                break
            found |= dict.fromkeys(own)
            rules = [path for path in own if path.parent == folder and path.suffix == ".rules"]
            sources = [read_source(read_head(path, MAX_SIZE + 1), path.name) for path in rules]
            text = RulesetText(tuple((source.name, source.text) for source in sources))
            line = next((_GAME_LINE.search(source.text) for source in text.rules()), None)
            if line is None or not line[2]:
                break
            folder = _sibling(folder, text, line)
        except (OSError, RulesError):
            break
    return tuple(found)


def _read(folder: Path, seen: tuple[str, ...]) -> RulesetText:
    files = _files(folder)
    text = RulesetText(tuple((source.name, source.text) for source in files))
    line = next((_GAME_LINE.search(source.text) for source in text.rules()), None)
    if not text.within(""):
        raise _refused("no-rules", f"`{folder.name}` holds no rules", folder.name, _A_RULESET)
    if line is None or not line[2]:
        return text
    if line[2] in seen or line[1] == line[2]:
        problem = Problem(
            "based-on-itself", f"`{line[1]}` is based on itself", _base_place(text, line), "back to where it began",
            "A re-issue changes the rules of another game; somewhere there must be one that stands for itself.",
        )  # fmt: skip
        raise RulesError((problem,))
    return RulesetText(text.files, _read(_sibling(folder, text, line), (*seen, line[1])))


def _sibling(folder: Path, text: RulesetText, line: re.Match[str]) -> Path:
    game, beside = line[2], folder.resolve().parent
    for name in (game, game.replace("_", "-")):
        if (beside / name).is_dir():
            return beside / name
    games = [path.name.replace("-", "_") for path in beside.iterdir() if any(path.glob("*.rules"))]
    meant = nearest(game, games)
    problem = Problem(
        "no-such-game", f"there is no game called `{game}` beside `{folder.name}`", _base_place(text, line),
        "not found",
        f"`based on {game}` looks for the folder `{game.replace('_', '-')}` beside this one.",
        f"did you mean `{meant}`?" if meant else "",
    )  # fmt: skip
    raise RulesError((problem,))


def _base_place(text: RulesetText, line: re.Match[str]) -> Span:
    """Return where a `game` line names the game that it is based on."""
    number = line.string.count("\n", 0, line.start()) + 1
    start, end = (at - line.string.rfind("\n", 0, line.start()) for at in line.span(2))
    return Span(text.rules()[0].name, number, start, number, end)


def _files(folder: Path) -> list[Source]:
    if not folder.is_dir():
        raise _refused("no-rules", f"there is no folder `{folder}`", str(folder), _A_RULESET)
    return list(_sources(folder, _paths(folder)))


def _paths(folder: Path) -> list[Path]:
    paths = sorted(folder.glob("*.rules"))
    for below in ("examples", "lessons", "house"):
        paths += sorted((folder / below).glob("*.rules"))
    words = [*_words_in(folder, "house/*.words.*"), *_words_in(folder, "words.*")]
    words += _words_in(folder, "examples/words.*", EXAMPLE_WORDS)
    words += _words_in(folder, "lessons/words.*", LESSON_WORDS)
    paths += sorted(words, key=lambda path: (path.parent == folder, path.suffix, path))
    paths += sorted(_words_in(folder, "models/*.json", MODEL_FILE))
    return [path for path in (*paths, folder / "game.toml") if path.is_file()]


def _words_in(folder: Path, pattern: str, shape: re.Pattern[str] = WORDS) -> Iterable[Path]:
    return (path for path in folder.glob(pattern) if shape.fullmatch(path.relative_to(folder).as_posix()))


def _sources(folder: Path, paths: list[Path]) -> Iterable[Source]:
    if len(paths) > MAX_FILES:
        raise _refused(
            "too-many-files", f"a ruleset has at most {MAX_FILES} files, and here are {len(paths)}", folder.name,
            "Several examples may stand in one file, and so may several parts of the rules.",
        )  # fmt: skip
    from dsl.syntax.parser import MAX_SIZE, read_source  # not where a text came from elsewhere

    total = 0
    for path in paths:
        name = path.relative_to(folder).as_posix()
        if not _NAME.fullmatch(path.name) or path.is_symlink():
            raise _refused(
                "strange-name", f"a ruleset cannot hold a file called `{path.name}`", name,
                "File names have small letters, digits, `-`, `_` and `.` only, and are no links.",
            )  # fmt: skip
        try:
            content = read_head(path, MAX_SIZE + 1)
        except OSError as error:
            raise _refused("no-rules", f"`{name}` cannot be read: {error.strerror}", name) from None
        total += len(content)
        if total > MAX_TOTAL:
            raise _refused("too-large", "the files of a ruleset have at most 2 MiB in all", name, _NO_RULEBOOK)
        yield read_source(content, name)


def _refused(slug: str, summary: str, file: str, explanation: str = "") -> RulesError:
    """Return a problem of the folder or of a whole file: there is no line to show."""
    return RulesError((Problem(slug, summary, Span(file, 0, 0, 0, 0), explanation=explanation),))
