"""What goes into the frozen program and what does not: read by `gondwana.spec`, and held against the tree by tests."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path, PurePath

ROOT = Path(__file__).resolve().parent.parent

#: Folders and files of ours that are read while the program runs: where they stand, and where they go.
DATA = (
    ("resources", "resources"),
    ("rulesets", "rulesets"),
    ("dsl/grammar.lark", "dsl"),
    ("dsl/syntax/grammar.json", "dsl/syntax"),
)

#: Packages with the fonts of the window; imported by name alone, so PyInstaller does not find them.
FONTS = ("font_hanken_grotesk", "font_caladea")
#: What the library of the sounds needs: its machine code imports it, which PyInstaller cannot see.
SOUND = ("_cffi_backend",)

_LEFT_OUT = tomllib.loads((ROOT / "packaging" / "left_out.toml").read_text(encoding="utf-8"))
MODULES: tuple[str, ...] = tuple(_LEFT_OUT["modules"])
PLUGINS: frozenset[str] = frozenset(_LEFT_OUT["plugins"])
TRANSLATIONS: frozenset[str] = frozenset(_LEFT_OUT["translations"]["kept"])

_QT_LIBRARY = re.compile(r"(lib)?(Qt6|icu(data|i18n|uc))")
_SUFFIX = re.compile(r"(\.abi3|\.cpython-[^.]+)?\.(so|dll|dylib|pyd)[\d.]*$")


def our_data() -> list[tuple[str, str]]:
    """Every data file of ours as (file, folder in the frozen program)."""
    found: list[tuple[str, str]] = []
    for source, target in DATA:
        place = ROOT / source
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and not path.name.startswith("."):
                inside = path.relative_to(place).parent if place.is_dir() else PurePath()
                found.append((str(path), str(PurePath(target) / inside)))
    return found


def plain_name(path: str) -> str:
    """The name of a library without what a system puts around it: `libqxcb.so` and `qxcb.dll` are `qxcb`."""
    name = _SUFFIX.sub("", PurePath(path).name)
    return name.removeprefix("lib")


def is_wanted(target: str) -> bool:
    """Whether a file of PyInstaller's list comes along; `target` is its place in the frozen program."""
    parts = PurePath(target).parts
    if "plugins" in parts:
        kind = parts[parts.index("plugins") + 1]
        return f"{kind}/{plain_name(target)}" in PLUGINS
    if "translations" in parts and target.endswith(".qm"):
        return PurePath(target).stem in TRANSLATIONS
    return "qml" not in parts


def is_ours_to_carry(source: str, homes: Iterable[str]) -> bool:
    """Whether a library comes from one of `homes` (this Python and what is installed into it) and not from the system,
    which has its own and keeps it safe."""
    path = Path(source).resolve()
    return any(path.is_relative_to(Path(home).resolve()) for home in homes)


def needed(binaries: Iterable[tuple[str, str]], imports_of: Callable[[str], Iterable[str]]) -> set[str]:
    """The targets among `binaries` (target, source) that something needs: all but those libraries of Qt that no other
    library asks for. `imports_of` says the names that a library asks for."""
    by_name = {PurePath(target).name: (target, source) for target, source in binaries}
    waiting = [name for name in by_name if not _QT_LIBRARY.match(name)]
    reached = set(waiting)
    while waiting:
        for asked in imports_of(by_name[waiting.pop()][1]):
            name = PurePath(asked).name
            if name in by_name and name not in reached:
                reached.add(name)
                waiting.append(name)
    return {by_name[name][0] for name in reached}
