"""Writes the files that pin every part from the package index, each at one version and by the hashes of its files.

    python packaging/lock.py                   all of them, in this order
    python packaging/lock.py flatpak           only these

    packages      requirements.lock            what the packages are built with
    development   development.lock             what the program is developed and tested with, on every system and Python
    flatpak       flatpak/parts.json, backend.json
                                               the files of both that a Flatpak contains and is built with

Nothing is installed. pip says which files it would take for each system that packages are made for; uv, which has to be
in the same environment, resolves that of developers for all systems at once. A lock names no host: a builder may take
the files from any index, and the hashes say whether they are the right ones. Only a Flatpak's sources have addresses:
its format asks for them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import HERE, ROOT, PackingError, say

PACKAGES = HERE / "requirements.lock"
DEVELOPMENT = HERE / "development.lock"
FLATPAK_PARTS = HERE / "flatpak" / "parts.json"
FLATPAK_BACKEND = HERE / "flatpak" / "backend.json"
INDEX = "https://pypi.org/simple"
_HEAD = "# Made by packaging/lock.py; do not edit.\n"

PYTHON = "3.11"
SYSTEMS = {
    "linux": ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux2014_x86_64", "manylinux1_x86_64"),
    "linux on ARM": ("manylinux_2_39_aarch64", "manylinux_2_34_aarch64", "manylinux2014_aarch64"),
    "win32": ("win_amd64",),
    "darwin": (
        "macosx_15_0_universal2",
        "macosx_14_0_universal2",
        "macosx_13_0_universal2",
        "macosx_13_0_arm64",
        "macosx_11_0_arm64",
        "macosx_10_13_universal2",
    ),
}
#: What PyInstaller needs on one system only; pip would judge by the system that it runs on.
ONLY = {
    "linux": (),
    "linux on ARM": (),
    "win32": ("pefile", "pywin32-ctypes"),
    "darwin": ("macholib",),
}
ALWAYS = ("altgraph", "packaging", "setuptools", "pyinstaller-hooks-contrib", "shiboken6", "typing-extensions")
#: The sound and what it needs: there are no built packages of it for Linux on ARM.
SOUND = ("miniaudio", "cffi", "pycparser")
NO_SOUND = "linux on ARM"
SOUND_MARK = 'sys_platform != "linux" or platform_machine != "aarch64"'

#: Parts of `requirements.lock` that freeze the program; a Flatpak has the others.
FREEZING = frozenset(
    {"altgraph", "macholib", "packaging", "pefile", "pyinstaller", "pyinstaller-hooks-contrib", "pywin32-ctypes",
     "setuptools", "shtab"}
)  # fmt: skip
#: What builds the program's own wheel, in the environment of developers and in a Flatpak.
BACKEND = ("hatchling", "packaging", "pathspec", "pluggy", "trove-classifiers")
#: The Python of the Flatpak runtime that `flatpak/*.yaml` names, and its processors as pip and flatpak call them.
FLATPAK_PYTHON = "3.13"
FLATPAK_SYSTEMS = {"x86_64": SYSTEMS["linux"], "aarch64": SYSTEMS["linux on ARM"]}


@dataclass(frozen=True)
class Chosen:
    """A file that pip would take."""

    name: str
    version: str
    sha256: str
    url: str


def main() -> int:
    """Write the files that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("locks", nargs="*", metavar="LOCK", help=f"one of {', '.join(_LOCKS)}; default: all")
    wishes = parser.parse_args()
    if unknown := set(wishes.locks) - set(_LOCKS):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(_LOCKS)}")
    try:
        for name in wishes.locks or _LOCKS:
            say(name)
            for path, text in _LOCKS[name]().items():
                path.write_text(text, encoding="utf-8", newline="\n")
                print(path.relative_to(ROOT))
    except PackingError as error:
        print(f"\nError: {error}", file=sys.stderr)
        return 1
    return 0


def packages() -> dict[Path, str]:
    """Return the lock of what the packages are built with, by its path."""
    found: dict[str, dict[str, set[str]]] = {}
    marks = {name: f'sys_platform == "{system}"' for system, names in ONLY.items() for name in names}
    marks |= dict.fromkeys(SOUND, SOUND_MARK)
    for system, platforms in SYSTEMS.items():
        for each in _chosen(_wanted(system, found), PYTHON, platforms):
            found.setdefault(each.name, {}).setdefault(each.version, set()).add(each.sha256)
    lines = []
    for name, versions in sorted(found.items()):
        (version, hashes), *others = versions.items()
        assert not others, f"{name} has {len(versions)} versions"
        mark = f" ; {marks[name]}" if name in marks else ""
        lines.append(f"{name}=={version}{mark} \\\n")
        lines.append(" \\\n".join(f"    --hash=sha256:{sha}" for sha in sorted(hashes)) + "\n")
    return {PACKAGES: _HEAD + "".join(lines)}


def _wanted(system: str, before: dict[str, dict[str, set[str]]]) -> list[str]:
    """What the packages for `system` are built with, at the versions chosen for the systems before."""
    project = _project()
    wanted = [*project["dependencies"], *project["optional-dependencies"]["build"], *ALWAYS, *SOUND, *ONLY[system]]
    fixed = [f"{name}=={version}" for name, versions in before.items() for version in versions]
    kept = [
        each for each in fixed if each.partition("==")[0] not in {name for names in ONLY.values() for name in names}
    ]
    names = [*wanted, *kept]
    return [each for each in names if not each.startswith(SOUND)] if system == NO_SOUND else names


def development() -> dict[Path, str]:
    """Return the lock of the environment of developers, for all systems and Pythons, which markers tell apart."""
    constraints = "".join(f"{name}=={version}\n" for name, version in pinned(PACKAGES.read_text("utf-8")).items())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "packages.txt"  # what a test tries is what the packages contain
        path.write_text(constraints, encoding="utf-8")
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config", "--universal"]
        options = ["--python-version", PYTHON, "--extra", "dev", "--default-index", INDEX, "--constraint", str(path)]
        form = ["--generate-hashes", "--no-annotate", "--no-header", "--custom-compile-command", "packaging/lock.py"]
        asked = _run([*command, *options, *form, str(ROOT / "pyproject.toml")])
    return {DEVELOPMENT: _HEAD + asked}


def flatpak() -> dict[Path, str]:
    """Return the sources of a Flatpak as JSON, by their paths: what it contains, and what builds our wheel."""
    frozen, developed = (pinned(path.read_text("utf-8")) for path in (PACKAGES, DEVELOPMENT))
    parts = {name: version for name, version in frozen.items() if name not in FREEZING}
    backend = {name: developed[name] for name in BACKEND}
    allowed = hashes(DEVELOPMENT.read_text("utf-8"))
    return {
        path: json.dumps(_sources(versions, allowed), indent=2) + "\n"
        for path, versions in ((FLATPAK_PARTS, parts), (FLATPAK_BACKEND, backend))
    }


def _sources(versions: dict[str, str], allowed: dict[str, set[str]]) -> list[dict[str, Any]]:
    found: dict[Chosen, list[str]] = {}
    for processor, platforms in FLATPAK_SYSTEMS.items():
        wanted = [f"{name}=={version}" for name, version in versions.items()]
        if processor == "aarch64":
            wanted = [each for each in wanted if not each.startswith(SOUND)]
        for each in _chosen(wanted, FLATPAK_PYTHON, platforms):
            if each.sha256 not in allowed[each.name]:
                raise PackingError(f"{each.url} is not in {DEVELOPMENT.name}: write that lock first")
            found.setdefault(each, []).append(processor)
    sources = []
    for each, processors in sorted(found.items(), key=lambda item: item[0].url.rpartition("/")[2].lower()):
        source: dict[str, Any] = {"type": "file", "url": each.url, "sha256": each.sha256}
        if len(processors) < len(FLATPAK_SYSTEMS):
            source["only-arches"] = processors
        sources.append(source)
    return sources


def pinned(lock: str) -> dict[str, str]:
    """Return the version of each part in the text of a lock; the last one if the version depends on Python."""
    return {plain(name): version for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", lock, re.MULTILINE)}


def hashes(lock: str) -> dict[str, set[str]]:
    """Return the hashes of each part in the text of a lock, of all its versions."""
    found: dict[str, set[str]] = {}
    for block in re.split(r"\n(?=[A-Za-z])", lock):
        if part := re.match(r"([\w.-]+)==", block):
            found.setdefault(plain(part[1]), set()).update(re.findall(r"--hash=sha256:(\w+)", block))
    return found


def plain(name: str) -> str:
    """Return the name of a part as package indexes compare it: `fluent.syntax` is `fluent-syntax`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _chosen(wanted: Iterable[str], python: str, systems: Sequence[str]) -> list[Chosen]:
    """Return the files that pip would take for a Python on systems of these names."""
    platforms = [word for name in systems for word in ("--platform", name)]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "--isolated", "install", "--dry-run", "--quiet", "--report", "-"]
        options = ["--index-url", INDEX, "--target", folder, "--only-binary=:all:", "--no-deps"]
        asked = _run([*command, *options, "--python-version", python, "--implementation", "cp", *platforms, *wanted])
    return [_file(item) for item in json.loads(asked)["install"]]


def _file(item: dict[str, Any]) -> Chosen:
    download, metadata = item["download_info"], item["metadata"]
    return Chosen(
        plain(metadata["name"]), metadata["version"], download["archive_info"]["hashes"]["sha256"], download["url"]
    )


def _run(command: Sequence[str]) -> str:
    """Return what a tool prints, whatever the settings of this user say of indexes. Raises PackingError."""
    settings = ("PIP_", "UV_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
    environment |= {"PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PackingError(f"`{' '.join(command[:5])}` failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


_LOCKS: dict[str, Callable[[], dict[Path, str]]] = {
    "packages": packages,
    "development": development,
    "flatpak": flatpak,
}

if __name__ == "__main__":
    sys.exit(main())
