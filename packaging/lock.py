"""Writes `requirements.lock`: what the packages are built with, each at one version and by the hashes of its files.

    python packaging/lock.py > packaging/requirements.lock

It asks pip, for each system that packages are made for, which files it would take; nothing is installed. The lock names
no host: a builder may take the files from any index, and the hashes say whether they are the right ones.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib

from common import ROOT

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


def main() -> None:
    """Print the lock."""
    found: dict[str, dict[str, set[str]]] = {}
    marks = {name: f'sys_platform == "{system}"' for system, names in ONLY.items() for name in names}
    marks |= dict.fromkeys(SOUND, SOUND_MARK)
    for system in SYSTEMS:
        for name, version, sha in _chosen(system, found):
            found.setdefault(name.lower(), {}).setdefault(version, set()).add(sha)
    print("# Made by packaging/lock.py; do not edit.")
    for name, versions in sorted(found.items()):
        (version, hashes), *others = versions.items()
        assert not others, f"{name} has {len(versions)} versions"
        mark = f" ; {marks[name]}" if name in marks else ""
        print(f"{name}=={version}{mark} \\")
        print(" \\\n".join(f"    --hash=sha256:{sha}" for sha in sorted(hashes)))


def _chosen(system: str, before: dict[str, dict[str, set[str]]]) -> list[tuple[str, str, str]]:
    """What pip would install on `system`: name, version, hash; at the versions chosen for the systems before."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["build"], *ALWAYS, *SOUND, *ONLY[system]]
    fixed = [f"{name}=={version}" for name, versions in before.items() for version in versions]
    kept = [
        each for each in fixed if each.partition("==")[0] not in {name for names in ONLY.values() for name in names}
    ]
    if system == NO_SOUND:
        wanted, kept = ([each for each in names if not each.startswith(SOUND)] for names in (wanted, kept))
    platforms = [word for name in SYSTEMS[system] for word in ("--platform", name)]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-", "--target", folder]
        options = ["--only-binary=:all:", "--no-deps", "--python-version", PYTHON, "--implementation", "cp", *platforms]
        asked = subprocess.run([*command, *options, *wanted, *kept], capture_output=True, text=True, check=True)
    items = json.loads(asked.stdout)["install"]
    return [(_name(item), item["metadata"]["version"], _sha(item)) for item in items]


def _name(item: dict[str, dict[str, str]]) -> str:
    return item["metadata"]["name"].replace("_", "-")


def _sha(item: dict[str, dict[str, dict[str, dict[str, str]]]]) -> str:
    return item["download_info"]["archive_info"]["hashes"]["sha256"]


if __name__ == "__main__":
    main()
