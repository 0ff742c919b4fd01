"""The wheel holds everything that the program reads, and the program runs from it in an environment of its own."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_BUILD = (sys.executable, "-m", "hatchling", "build")
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def _run(*command: str | Path, cwd: Path = ROOT, more: Mapping[str, str] | None = None) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | dict(more or {})
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    _run(*_BUILD, "-t", "sdist", "-d", folder)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    """The wheel, built of the source distribution, as an index builds it."""
    folder = sdist.parent / "wheel"
    _run(*_PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, sdist)
    return next(folder.glob("*.whl"))


def _wanted(*folders: str) -> set[str]:
    """The files that belong to the program, by git's list: what is left over from other runs does not count."""
    listed = _run("git", "ls-files", "--cached", "--others", "--exclude-standard", *folders).splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


def test_the_source_distribution_has_every_file_of_the_program(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert _wanted("app", "dsl", "rulesets", "resources") <= packed


def test_the_wheel_has_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    data = {f"gondwana_data/{name}" for name in _wanted("rulesets", "resources")}
    assert packed == data | _wanted("app", "dsl")


def test_two_builds_are_the_same_byte_for_byte(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    """Another folder, another time, another umask, another order of files, another hash seed."""
    unpacked = io.BytesIO(gzip.decompress(sdist.read_bytes()))  # going back in a compressed file means reading it again
    with tarfile.open(fileobj=unpacked) as archive:
        members = archive.getmembers()
        archive.extractall(tmp_path, members=reversed(members), filter="data")
    (source,) = tmp_path.iterdir()
    for at, path in enumerate(sorted(path for path in source.rglob("*") if path.is_file())):
        os.utime(path, (1_000_000_000 + at, 1_000_000_000 + at))
        path.chmod(0o600)
    environment = {"PYTHONHASHSEED": "7", "TZ": "Pacific/Auckland"}
    _run(*_BUILD, "-t", "sdist", "-t", "wheel", "-d", tmp_path / "again", cwd=source, more=environment)
    for first in (sdist, wheel):
        second = tmp_path / "again" / first.name
        assert _listing(first) == _listing(second), "the files or what is said of them"
        assert first.read_bytes() == second.read_bytes()


def _listing(path: Path) -> list[tuple[object, ...]]:
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            return [(each.filename, each.date_time, each.external_attr, each.CRC) for each in archive.infolist()]
    with tarfile.open(path) as sources:
        return [(each.name, each.mtime, each.mode, each.uid, each.size) for each in sources.getmembers()]


def test_the_program_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """The dependencies are those of this environment; nothing of the checkout is in reach."""
    home = tmp_path / "environment"
    venv.create(home, symlinks=os.name != "nt")
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    _run(*_PIP, "--python", scripts / "python", "install", "--no-deps", "--no-index", "--no-compile", wheel)
    paths = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    found = _run(scripts / "python", "-c", "import app, dsl; print(app.__file__, dsl.__file__)", cwd=tmp_path)
    assert all(Path(place).is_relative_to(home) for place in found.split())
    gondwana = scripts / "gondwana"
    assert "no problems" in _run(gondwana, "check", "trias", cwd=tmp_path)
    assert _run(gondwana, "selftest", cwd=tmp_path).endswith("everything works\n")
