"""Makes the packages; `python3 dev.py package` calls this with the pinned versions installed.

python packaging/make.py                     everything that can be made on this system
python packaging/make.py folder deb          only these, in this order
python packaging/make.py --list FILE         also write the list of files, with the hash of each
python packaging/make.py appimage            with AppImage's runtime at build/runtime-x86_64, or where --runtime says
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import icons
from common import HERE, NAME, RESULTS, TITLE, WORK, PackingError, files_in, run, say, size_of, stamp, version

_MOST_FOLDER, _MOST_PACKED = 200, 60  #: MB that the folder, and a package of it for Linux, may have
_RUNTIME = WORK.parent / f"runtime-{platform.machine()}"  #: where AppImage's runtime is looked for


def main() -> int:
    """Make what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"one of {', '.join(_STEPS)}; default: all")
    parser.add_argument("--list", type=Path, metavar="FILE", help="write the files of the folder, with their hashes")
    parser.add_argument("--runtime", type=Path, default=_RUNTIME, help=f"AppImage's runtime; default: {_RUNTIME}")
    wishes = parser.parse_args()
    unknown = set(wishes.kinds) - set(_STEPS)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(_STEPS)}")
    kinds = wishes.kinds or list(_STEPS)
    if not wishes.kinds and "appimage" in kinds and not wishes.runtime.exists():
        print(f"No AppImage: there is no {wishes.runtime}; packaging/README.md says where to get it.")
        kinds.remove("appimage")
    try:
        for kind in kinds:
            if kind != "folder":
                check_version(_program())
            _STEPS[kind](wishes)
        if wishes.list:
            wishes.list.write_text(listing(frozen()), encoding="utf-8")
    except PackingError as error:
        print(f"\nError: {error}", file=sys.stderr)
        return 1
    return 0


def frozen() -> Path:
    """The folder that PyInstaller makes."""
    return RESULTS / NAME


def _program() -> Path:
    """The frozen program that prints on every system."""
    return frozen() / (f"{NAME}-cli.exe" if os.name == "nt" else NAME)


def check_version(program: Path) -> None:
    """Raise PackingError unless a frozen program is there and of this version."""
    if not program.exists():
        raise PackingError(f"there is no {program}: make `folder` first")
    said, wanted = run([program, "--version"]).strip(), f"{TITLE} {version()}"
    if said != wanted:
        raise PackingError(f"{program} is {said}, but the source is {wanted}: make `folder` again")


def _freeze(_: argparse.Namespace) -> None:
    say("freezing the program")
    icons.write_for_installers()
    shutil.rmtree(frozen(), ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN"]
    run([*command, "--distpath", RESULTS, "--workpath", WORK / "pyinstaller", HERE / "gondwana.spec"])
    if sys.platform == "linux":
        import linux

        linux.forget_builder(frozen())
        linux.check_glibc(frozen())
    stamp(frozen())
    _weigh(frozen(), _MOST_FOLDER)


def _selftest(_: argparse.Namespace) -> None:
    say("testing the frozen program")
    print(run([_program(), "selftest", "--native"], more={"QT_QPA_PLATFORM": "offscreen"}), end="")


def _deb(_: argparse.Namespace) -> None:
    import linux

    say("making the Debian package")
    made = linux.deb(frozen())
    _weigh(made, _MOST_PACKED)
    linux.check(made)


def _appimage(wishes: argparse.Namespace) -> None:
    import linux

    say("making the AppImage")
    _weigh(linux.appimage(frozen(), wishes.runtime), _MOST_PACKED)


def _tarball(_: argparse.Namespace) -> None:
    import linux

    say("packing the tarball")
    _weigh(linux.tarball(frozen()), _MOST_PACKED)


def _dmg(_: argparse.Namespace) -> None:
    import macos

    say("signing the bundle and making the disk image")
    _weigh(macos.dmg(), _MOST_FOLDER)


def _weigh(made: Path, most: float) -> None:
    """Say how large something became. Raises PackingError if it is larger than it may be."""
    size = size_of(made)
    print(f"{made}: {size:.1f} MB")
    if size > most:
        raise PackingError(f"{made} has {size:.1f} MB; it may have {most}")


def listing(folder: Path) -> str:
    """Every file of a folder with its hash: two builds of the same commit give the same list."""
    lines = []
    for path in files_in(folder):
        what = f"-> {os.readlink(path)}" if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()
        lines.append(f"{path.relative_to(folder).as_posix()}  {what}\n")
    return "".join(lines)


#: What can be made on this system, in its order.
_STEPS: dict[str, Callable[[argparse.Namespace], None]] = {"folder": _freeze, "selftest": _selftest}
if sys.platform == "linux":
    _STEPS |= {"deb": _deb, "appimage": _appimage, "tarball": _tarball}
if sys.platform == "darwin":
    _STEPS |= {"dmg": _dmg}


if __name__ == "__main__":
    sys.exit(main())
