"""The files of a ruleset as an editor has them: read from a folder, with the texts of files that are being edited."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from dsl.base.files import read_head
from dsl.base.problem import Problem, RulesError
from dsl.base.serialization import Serializable
from dsl.match.rulesets.folder import LESSON_WORDS, MAX_FILES, MAX_TOTAL, WORDS, RulesetText, house_game, read_folder
from dsl.syntax.parser import MAX_SIZE, read_source


class OpenedFiles(Serializable, frozen=True):
    """The files of a ruleset, and of the games that it is based on, the nearest first."""

    files: tuple[tuple[str, str], ...]
    bases: tuple[
        tuple[str, RulesetText], ...
    ] = ()  #: folder, relative to that of the ruleset, and text without its own base
    unread: tuple[str, ...] = ()  #: why parts of it cannot be used


def read_files(folder: Path, extra: Iterable[Path] = ()) -> OpenedFiles:
    """Return the files of a game's folder, and house rules that lie elsewhere, under their whole path.

    A file that cannot be read hides no other.
    """
    files: dict[str, str] = {}
    unread: list[str] = []
    for path, name in [*_paths(folder), *((path, path.as_posix()) for path in extra)]:
        try:
            files[name] = read_source(read_head(path, MAX_SIZE + 1), name).text
        except RulesError as error:
            unread.append(_said(name, error.problems))
        except OSError as error:
            unread.append(f"{name}: {error.strerror}")
        if sum(map(len, files.values())) > MAX_TOTAL:
            del files[name]
            unread.append(f"{name}: the files of a ruleset are too large together")
            break
    try:
        bases = tuple(_bases(folder, read_folder(folder).base))
    except RulesError as error:
        bases = ()
        unread += [_said(folder.name, error.problems)]
    return OpenedFiles(tuple(files.items()), bases, tuple(unread))


def _said(name: str, problems: tuple[Problem, ...]) -> str:
    return f"{name}: {problems[0].summary}"


def _paths(folder: Path) -> list[tuple[Path, str]]:
    rules = ("*.rules", "examples/*.rules", "lessons/*.rules", "house/*.rules")
    patterns = (*rules, "words.*", "house/*.words.*", "lessons/words.*", "game.toml", "*.look")
    found = dict.fromkeys(path for pattern in patterns for path in sorted(folder.glob(pattern)) if path.is_file())
    named = [(path, path.relative_to(folder).as_posix()) for path in found]
    usable = ((path, name) for path, name in named if "words." not in name or _holds_words(name))
    return list(islice(usable, MAX_FILES))


def _holds_words(name: str) -> bool:
    return WORDS.fullmatch(name) is not None or is_lesson_words(name)


def is_lesson_words(name: str) -> bool:
    """Return whether a file holds the texts of lessons in a language; its keys are those of the lessons."""
    return LESSON_WORDS.fullmatch(name) is not None


def _bases(folder: Path, base: RulesetText | None) -> Iterable[tuple[str, RulesetText]]:
    while base is not None:
        game = (base.games() or ("",))[0]
        beside = folder.resolve().parent
        name = next((name for name in (game, game.replace("_", "-")) if (beside / name).is_dir()), game)
        yield f"../{name}/", RulesetText(base.files)
        base = base.base


def sort_of(name: str, text: str) -> str:
    """Return what a file holds: `rules`, `examples` (or lessons), `house`, `words`, or nothing of these."""
    base = name.rpartition("/")[2]
    if is_lesson_words(name):
        return ""
    if WORDS.fullmatch(name) or WORDS.fullmatch(f"house/{base}"):
        return "words"
    if not name.endswith(".rules"):
        return ""
    if name.rpartition("/")[0].rpartition("/")[2] in ("examples", "lessons"):
        return "examples"
    return "house" if "/" in name or house_game(text) is not None else "rules"
