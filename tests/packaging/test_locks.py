"""The locks: each part that the project wants at a version that it wants, with hashes; and the sources of the Flatpak
are files of the locks."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))  # its scripts find each other so

import common
import lock

ROOT = common.ROOT
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MANIFEST = lock.FLATPAK_PARTS.parent / f"{common.APP_ID}.yaml"
LOCKS = {"packages": ("build",), "development": ("dev", "lab", "cluster", "lsp")}
PYTHONS = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]


def _text(name: str) -> str:
    return {"packages": lock.PACKAGES, "development": lock.DEVELOPMENT}[name].read_text(encoding="utf-8")


def _entries(name: str) -> list[Requirement]:
    lines = re.findall(r"^([\w.-]+==[^\\\n]+)", _text(name), re.MULTILINE)
    return [Requirement(line.strip()) for line in lines]


def _wanted(name: str) -> list[Requirement]:
    lines = [*PROJECT["dependencies"]]
    for extra in LOCKS[name]:
        lines += PROJECT["optional-dependencies"][extra]
    return [wish for wish in map(Requirement, lines) if wish.name != "gondwana"]


def _version(entry: Requirement) -> str:
    return next(iter(entry.specifier)).version


#: Systems and Pythons that the workflow runs on, and ARM.
MACHINES = [
    {"sys_platform": system, "platform_system": name, "platform_machine": machine, "python_version": python,
     "python_full_version": f"{python}.1", "implementation_name": "cpython",
     "platform_python_implementation": "CPython"}
    for system, name, machine in (
        ("linux", "Linux", "x86_64"), ("linux", "Linux", "aarch64"), ("win32", "Windows", "AMD64"),
        ("darwin", "Darwin", "arm64"),
    )
    for python in PYTHONS
]  # fmt: skip


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_satisfies_the_project_on_every_system(name: str) -> None:
    assert len(PYTHONS) > 2
    for machine in MACHINES:
        here = [each for each in _entries(name) if each.marker is None or each.marker.evaluate(machine)]
        versions = {lock.plain(each.name): _version(each) for each in here}
        assert len(versions) == len(here), f"two versions of a part: {machine}"
        for wish in _wanted(name):
            if wish.marker is None or wish.marker.evaluate(machine):
                assert wish.specifier.contains(versions[lock.plain(wish.name)]), f"{wish} {machine}"


@pytest.mark.parametrize("name", LOCKS)
def test_every_part_of_a_lock_has_hashes_and_a_lock_names_no_host(name: str) -> None:
    text = _text(name)
    assert "://" not in text
    assert all(lock.hashes(text)[lock.plain(each.name)] for each in _entries(name))


def test_the_lock_of_developers_has_all_that_its_parts_need() -> None:
    """As the parts installed here say, for the systems of the workflow."""
    entries = _entries("development")
    missing = []
    for machine in MACHINES:
        here = {lock.plain(each.name) for each in entries if each.marker is None or each.marker.evaluate(machine)}
        for name in sorted(here - {"colorama", "importlib-metadata", "lazy-importer", "zipp", "tzdata", "pycparser"}):
            for need in map(Requirement, distribution(name).requires or []):
                if need.marker is None or need.marker.evaluate({**machine, "extra": ""}):
                    missing += [f"{name}: {need.name}"] if lock.plain(need.name) not in here else []
    assert not missing


def test_what_is_tested_is_what_the_packages_contain() -> None:
    frozen, developed = lock.pinned(_text("packages")), lock.pinned(_text("development"))
    both = frozen.keys() & developed.keys()
    assert {lock.plain(wish.name) for wish in _wanted("packages")} - {"pyinstaller"} <= both
    assert {name: frozen[name] for name in both} == {name: developed[name] for name in both}
    files, known = lock.hashes(_text("packages")), lock.hashes(_text("development"))
    assert all(files[name] <= known[name] for name in both)


def _sources(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _named(source: dict[str, Any]) -> tuple[str, str]:
    name, version = source["url"].rpartition("/")[2].split("-")[:2]
    return lock.plain(name), version


def test_the_sources_of_the_flatpak_are_files_of_the_locks() -> None:
    frozen, developed = lock.pinned(_text("packages")), lock.pinned(_text("development"))
    parts, backend = _sources(lock.FLATPAK_PARTS), _sources(lock.FLATPAK_BACKEND)
    known = lock.hashes(_text("development"))
    for processor in lock.FLATPAK_SYSTEMS:
        here = [each for each in parts if processor in each.get("only-arches", lock.FLATPAK_SYSTEMS)]
        silent = set(lock.SOUND) if processor == "aarch64" else set()
        wanted = {name: version for name, version in frozen.items() if name not in lock.FREEZING | silent}
        assert sorted(map(_named, here)) == sorted(wanted.items()), "each part once, at the version of the lock"
    assert sorted(map(_named, backend)) == sorted((name, developed[name]) for name in lock.BACKEND)
    for source in (*parts, *backend):
        assert source["sha256"] in known[_named(source)[0]]
        assert source["url"].endswith(".whl")


def test_the_flatpak_asks_for_no_folder_and_nothing_that_it_does_not_use(tmp_path: Path) -> None:
    manifest = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    assert manifest["id"] == common.APP_ID
    assert set(manifest["finish-args"]) == {
        "--share=network", "--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--socket=pulseaudio",
        "--device=dri",
    }  # fmt: skip
    for module in manifest["modules"]:
        for source in module["sources"]:
            if isinstance(source, str):
                assert (MANIFEST.parent / source).is_file()
            else:
                assert source["type"] == "dir" or re.fullmatch(r"[0-9a-f]{64}", source["sha256"])
    if tool := shutil.which("flatpak-builder"):
        command = [tool, "--show-manifest", str(MANIFEST)]
        asked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        shown = json.loads(asked.stdout)
        files = len(_sources(lock.FLATPAK_PARTS)) + len(_sources(lock.FLATPAK_BACKEND))
        assert sum(len(module["sources"]) for module in shown["modules"]) == files + 2  # krb5, and the program


def test_files_that_the_flatpak_installs_exist() -> None:
    said = MANIFEST.read_text(encoding="utf-8").replace("${FLATPAK_ID}", common.APP_ID)
    named = re.findall(r"\b((?:packaging|resources)/[-\w./]+\w)", said)
    assert len(named) > 3
    assert all((ROOT / name).exists() for name in named if name != "packaging/README.md")
