"""Compiles the installer for Windows with Inno Setup, installs, upgrades and removes with it. On Linux, under wine:

    python tests/packaging/install_windows.py --iscc DIRECTORY/ISCC.exe --in /tmp/windows

Wine for 32 and 64 bits and a display (Xvfb) must be there. The program that is installed is a small one that this
script compiles with mingw-w64, in the shape of the frozen folder; with `--program dist/gondwana` it is a real one. What
is seen: the files, the version in the list of programs, the file types (those that another program had before are not
taken, and come back), an upgrade that leaves no older part behind and moves house rules to the user's data, and a
removal that leaves only the user's files.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))  # its scripts find each other so

from common import ROOT, numeric_version, version

_CLASSES = "HKCU\\Software\\Classes\\"
_UNINSTALL = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall"
_KINDS = (".journal", ".gondwana", ".rules", "Gondwana.Match", "Gondwana.Package", "Gondwana.Rules")


class BrokenError(Exception):
    """Something is not as it should be; the message says what."""


class Windows:
    """A Windows in a folder: wine's, with its registry and a user's folders."""

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, "WINEPREFIX": str(folder), "WINEDEBUG": "-all"}
        self.drive = folder / "drive_c"
        shutil.rmtree(folder, ignore_errors=True)
        self.run("wineboot", "--init")
        self.run("wine", "winecfg", "-v", "win10")

    def run(self, *command: str) -> str:
        """Run a command; return what it prints. Raises BrokenError with what it complains of."""
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            raise BrokenError(
                f"{' '.join(command)} ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            )
        return done.stdout

    def place(self, path: Path) -> str:
        """The name that Windows has for a file."""
        return self.run("winepath", "-w", str(path)).strip()

    def appdata(self) -> Path:
        """The folder of the user's data."""
        return next((self.drive / "users").glob("*/AppData/Roaming"))

    def default_of(self, key: str) -> str | None:
        """The default value of a key of the user's classes; None if there is none."""
        said = self._query(key, "/ve")
        values = [line.split("REG_SZ", 1)[1].strip() for line in said.splitlines() if "REG_SZ" in line] if said else []
        return values[0] if values and values[0] != "(value not set)" else None

    def classes(self) -> set[str]:
        """Those of our keys that are there."""
        return {key for key in _KINDS if self._query(key) is not None}

    def installed_versions(self) -> list[str]:
        """The versions of our program in the list of installed programs."""
        said = self._asked(_UNINSTALL, "/s", "/v", "DisplayVersion") or ""
        return [line.split("REG_SZ", 1)[1].strip() for line in said.splitlines() if "REG_SZ" in line]

    def _query(self, key: str, *more: str) -> str | None:
        return self._asked(_CLASSES + key, *more)

    def _asked(self, key: str, *more: str) -> str | None:
        words = ("wine", "reg", "query", key, *more)
        done = subprocess.run(words, env=self._environment, capture_output=True, text=True, check=False)
        return None if done.returncode else done.stdout


def main() -> int:
    """Try everything; return 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iscc", type=Path, required=True, help="the compiler of Inno Setup 6")
    parser.add_argument(
        "--in", dest="folder", type=Path, required=True, help="a folder for this Windows and what is compiled"
    )
    parser.add_argument("--program", type=Path, help="a frozen program; default: a small one made here")
    wishes = parser.parse_args()
    try:
        folder = wishes.folder.absolute()
        later = f"{int(numeric_version().partition('.')[0]) + 1}.0.0"
        first = installer(folder, wishes.iscc, version(), wishes.program, {"older.txt": "an older part"})
        second = installer(folder, wishes.iscc, later, wishes.program, {"newer.txt": "a newer part"})
        fresh = Windows(folder / "fresh")
        _install(fresh, first)
        _see(fresh.installed_versions() == [version()], f"the list of programs says {version()}")
        _upgrade(fresh, second)
        _see(fresh.installed_versions() == [later], f"the list of programs says {later}")
        _remove(fresh)
        _beside_another(Windows(folder / "taken"), first)
    except BrokenError as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    print("all is well")
    return 0


def installer(folder: Path, iscc: Path, said: str, program: Path | None, parts: Mapping[str, str]) -> Path:
    """Compile the installer of a version whose folder has some parts of its own; return its path."""
    source = folder / f"source-{said}"
    shutil.rmtree(source, ignore_errors=True)
    frozen = source / "dist" / "gondwana"
    if program is not None:
        shutil.copytree(program, frozen)
    else:
        _small_program(frozen)
    for name, text in parts.items():
        (frozen / "_internal" / name).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "packaging" / "windows", source / "packaging" / "windows")
    shutil.copy(ROOT / "LICENSE", source / "LICENSE")
    icon = source / "packaging" / "windows" / "gondwana.ico"
    if not icon.exists():
        icon.write_bytes((iscc.parent / "SetupClassicIcon.ico").read_bytes())
    compiler = Windows(folder / "compiler")
    script = compiler.place(source / "packaging" / "windows" / "gondwana.iss")
    compiler.run("wine", str(iscc), "/Qp", f"/DVersion={said}", f"/DNumbers={numeric_version(said)}", script)
    made = source / "dist" / f"gondwana-{said}-windows-x64.exe"
    print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB")
    return made


def _small_program(frozen: Path) -> None:
    """Make a folder in the shape of the frozen one, with programs that do nothing."""
    game = frozen / "_internal" / "rulesets" / "trias"
    (game / "house").mkdir(parents=True)
    (game / "trias.rules").write_text("game trias\n", encoding="utf-8")
    (game / "house" / "official.rules").write_text("house rules\n", encoding="utf-8")
    code = frozen / "nothing.c"
    code.write_text("int main(void) { return 0; }\n", encoding="ascii")
    for name in ("gondwana.exe", "gondwana-cli.exe"):
        subprocess.run(["x86_64-w64-mingw32-gcc", "-o", str(frozen / name), str(code)], check=True)
    code.unlink()


def _silently(windows: Windows, program: Path, *more: str) -> None:
    """Run an installer or uninstaller to its end: both start a copy of themselves, which may go on when they return."""
    windows.run("wine", windows.place(program), "/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART", *more)
    windows.run("wineserver", "--wait")


def _see(holds: bool, what: str) -> None:
    if not holds:
        raise BrokenError(what)
    print(f"  {what}")


def _install(windows: Windows, setup: Path) -> None:
    print("installation")
    _silently(windows, setup, "/DIR=C:\\Gondwana")
    there = windows.drive / "Gondwana"
    _see((there / "gondwana.exe").exists() and (there / "_internal" / "older.txt").exists(), "the files are there")
    _see(windows.classes() == set(_KINDS), "the file types are there")
    _see(windows.default_of(".journal") == "Gondwana.Match", "a double click on a match opens Gondwana")
    _see(windows.default_of(".rules") is None, "files called .rules are not taken")
    _see("gondwana.exe" in (windows.default_of("Gondwana.Match\\shell\\open\\command") or ""), "its command is there")


def _upgrade(windows: Windows, setup: Path) -> None:
    print("upgrade")
    there = windows.drive / "Gondwana"
    match = windows.appdata() / "gondwana" / "matches" / "ours.journal"
    match.parent.mkdir(parents=True)
    match.write_text("a match", encoding="utf-8")
    (there / "_internal" / "rulesets" / "trias" / "house" / "mine.rules").write_text("mine", encoding="utf-8")
    _silently(windows, setup, "/DIR=C:\\Gondwana")
    _see(not (there / "_internal" / "older.txt").exists(), "no older part is left")
    _see((there / "_internal" / "newer.txt").exists(), "the newer part is there")
    _see(not (there / "rulesets-before").exists(), "no copy of the older games is left")
    moved = windows.appdata() / "gondwana" / "house" / "trias"
    _see([path.name for path in moved.iterdir()] == ["mine.rules"], "the user's house rules moved to the user's data")
    _see(match.read_text("utf-8") == "a match", "the user's match is there")


def _remove(windows: Windows) -> None:
    print("removal")
    _silently(windows, windows.drive / "Gondwana" / "unins000.exe")
    _see(not (windows.drive / "Gondwana").exists(), "the program is gone")
    _see(windows.classes() == set(), "the file types are gone")
    _see(windows.installed_versions() == [], "it is gone from the list of programs")
    kept = sorted(path.name for path in (windows.appdata() / "gondwana").rglob("*") if path.is_file())
    _see(kept == ["mine.rules", "ours.journal"], "the user's files are there")


def _beside_another(windows: Windows, setup: Path) -> None:
    print("beside another program that has the file types")
    for kind in (".journal", ".rules"):
        windows.run("wine", "reg", "add", _CLASSES + kind, "/ve", "/d", "Other.Program", "/f")
    _silently(windows, setup, "/DIR=C:\\Gondwana")
    _see(windows.default_of(".journal") == "Other.Program", "matches still open in the other program")
    _silently(windows, windows.drive / "Gondwana" / "unins000.exe")
    taken = [windows.default_of(kind) for kind in (".journal", ".rules")]
    _see(taken == ["Other.Program", "Other.Program"], "after removal both types are the other program's")
    _see(windows.classes() == {".journal", ".rules"}, "nothing else of ours is left")


if __name__ == "__main__":
    sys.exit(main())
