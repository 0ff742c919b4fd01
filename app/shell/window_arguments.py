"""Command line of the window: its options, and a file to open. Read without importing the engine."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.storage.matches import JOURNAL
from app.storage.opening import PACKAGE, RULES
from dsl.i18n.translations import languages


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """Start options of the window."""

    portable: Path | None = None  #: keep settings and matches in this folder
    language: str | None = None  #: use this language for this run
    theme: str | None = None  #: use this theme for this run
    opened: Path | None = None  #: open this match, game or package at once


class WrongOptionError(Exception):
    """An option of the window has no value or an unknown one."""


_THEMES = ("system", "light", "dark", "contrast")
_NAMES = {"--portable", "--language", "--theme"}
OPENED = (JOURNAL, RULES, PACKAGE)


def has_display() -> bool:
    """Return whether a window can be shown: on Linux a server must be named, or a platform of Qt that needs none."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM")
    return sys.platform != "linux" or any(os.environ.get(name) for name in names)


def choices() -> dict[str, tuple[str, ...]]:
    """Return the values of the options that have a closed set of them."""
    return {"--language": tuple(languages()), "--theme": _THEMES}


def is_place(word: str) -> bool:
    """Whether a word of the command line is a file to open, not a command: commands are plain words."""
    return not word.startswith("-") and (Path(word).suffix in OPENED or Path(word).name != word)


def read_window_options(arguments: Sequence[str]) -> WindowOptions | None:
    """Return the options of the window; None if the first word is neither an option of the window nor a file, so that
    the arguments are a command of the terminal. Raises WrongOptionError."""
    if arguments and arguments[0].partition("=")[0] not in _NAMES and not is_place(arguments[0]):
        return None
    values: dict[str, str] = {}
    places: list[str] = []
    rest = list(arguments)
    while rest:
        if is_place(rest[0]):
            places.append(rest.pop(0))
            continue
        name, equals, value = rest.pop(0).partition("=")
        if name not in _NAMES:
            raise WrongOptionError(f"the window has no option `{name}`; it has {', '.join(sorted(_NAMES))}")
        if not equals:
            value = rest.pop(0) if rest else ""
        _check(name, value)
        values[name.removeprefix("--")] = value
    if len(places) > 1:
        raise WrongOptionError(f"the window opens one match or game at a time, not {len(places)}: {', '.join(places)}")
    portable = values.pop("portable", "")
    opened = Path(places[0]).absolute() if places else None
    return WindowOptions(Path(portable).absolute() if portable else None, opened=opened, **values)


def _check(name: str, value: str) -> None:
    allowed = choices().get(name)
    if not value:
        raise WrongOptionError(f"`{name}` needs {'one of ' + ', '.join(allowed) if allowed else 'a folder'}")
    if allowed is not None and value not in allowed:
        raise WrongOptionError(f"`{name}` is one of {', '.join(allowed)}, not `{value}`")
