"""The options of the window on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """How the window was asked to start."""

    portable: Path | None = None  #: keep settings and matches in this folder
    language: str = ""  #: speak this language, this time
    theme: str = ""  #: use these colours, this time


class WrongOptionError(Exception):
    """An option of the window lacks its value or has one that does not exist."""


_CHOICES = {"--language": ("en", "fr"), "--theme": ("system", "light", "dark", "contrast")}
_NAMES = {"--portable", *_CHOICES}


def read_window_options(arguments: Sequence[str]) -> WindowOptions | None:
    """The options in `arguments`, or None if they are a command for the command line (its first word is no option of
    the window). Raises WrongOptionError."""
    if arguments and arguments[0].partition("=")[0] not in _NAMES:
        return None
    values: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in _NAMES:
            raise WrongOptionError(f"the window has no option `{name}`; it has {', '.join(sorted(_NAMES))}")
        if not equals:
            value = rest.pop(0) if rest else ""
        _check(name, value)
        values[name.removeprefix("--")] = value
    portable = values.pop("portable", "")
    return WindowOptions(Path(portable).absolute() if portable else None, **values)


def _check(name: str, value: str) -> None:
    allowed = _CHOICES.get(name)
    if not value:
        raise WrongOptionError(f"`{name}` needs {'one of ' + ', '.join(allowed) if allowed else 'a folder'}")
    if allowed is not None and value not in allowed:
        raise WrongOptionError(f"`{name}` knows {', '.join(allowed)}; `{value}` is none of them")
