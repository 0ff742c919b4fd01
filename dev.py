"""Sets up a fresh machine to play or develop Gondwana. Requires only Python 3.11 or newer.

    python3 dev.py play [ARGUMENTS...]                opens the window; the arguments go to `gondwana`
    python3 dev.py test [--only CHECK] [-- PYTEST...] runs every check, or some of them
    python3 dev.py test --fast [-- PYTEST...]         the same with the fast tests alone: half a minute
    python3 dev.py test --locked                      the same with the versions of packaging/development.lock
    python3 dev.py package [KIND...]                  makes the packages for this system, into `dist`
    python3 dev.py docs                               makes the manual as a site with a search, into `build/docs`

The first two make the environment `.venv` beside this file and install into it what pyproject.toml asks for. They do so
again only when pyproject.toml has changed, so that calling them is quick when nothing is to be done. Packages are made
in an environment of their own, of the very files that packaging/requirements.lock names; the manual in another.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(f"Gondwana needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

import argparse
import ctypes
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed-for"  #: what the environment was made for; written last, so a broken one is made again
BUILDER = ROOT / ".venv-package"
LOCK = ROOT / "packaging" / "requirements.lock"
DEVELOPMENT_LOCK = ROOT / "packaging" / "development.lock"
WRITER = ROOT / ".venv-docs"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
WISHES = ("play", "dev", "locked")  #: what an environment is made for; each is enough for those before it
BROKEN_SETUP = 2  #: exit code when a check could not even be started

# The libraries that Qt's wheels expect of a Linux system, with the Debian package of each.
DRAWING = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
WINDOW = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# What a package for Debian is made and judged with: tools, and libraries that it will ask for.
PACKING = {
    "appstreamcli": "appstream",
    "chrpath": "chrpath",
    "desktop-file-validate": "desktop-file-utils",
    "dpkg-shlibdeps": "dpkg-dev",
    "lintian": "lintian",
    "objdump": "binutils",
}
WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
}
FONT_PACKAGE, FONT_FOLDERS = "fonts-dejavu-core", ("/usr/share/fonts", "/usr/local/share/fonts")


class SetupError(Exception):
    """A problem on this machine to fix first; the message names it."""


@dataclass(frozen=True)
class Result:
    """What came of a check."""

    check: str
    passed: bool
    seconds: float
    title: str
    output: str  #: what it said, if that is still to be shown


@dataclass(frozen=True)
class Check:
    """One of the checks of `dev.py test`: a command of the environment."""

    name: str
    tool: str
    arguments: tuple[str, ...] = ()

    def run(self, more: Sequence[str] = (), *, quietly: bool = False) -> Result:
        """Run it on the whole project; `quietly` keeps what it says for later."""
        command = [str(BIN / self.tool), *self.arguments, *more]
        title = f"{self.name}: {self.tool} {' '.join(command[1:])}"
        if not quietly:
            say(title)
        start = time.monotonic()
        sink, errors = (subprocess.PIPE, subprocess.STDOUT) if quietly else (None, None)
        done = subprocess.run(
            command, cwd=ROOT, env=_surroundings(), check=False, stdout=sink, stderr=errors, encoding="utf-8"
        )
        return Result(self.name, done.returncode == 0, time.monotonic() - start, title, done.stdout or "")


def _surroundings() -> dict[str, str]:
    """Return the variables for a check."""
    # offscreen: no display is needed and no window flashes up; set the variable to see the windows
    found = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    if found.pop("PYTHONDONTWRITEBYTECODE", ""):  # hundreds of processes would compile the same modules again
        found.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "pycache"))
    return found


#: Some tests wait more than they compute: one worker more than there are processors keeps all of them busy.
WORKERS = min((os.cpu_count() or 1) + 1, 8)
CHECKS = (
    Check("format", "ruff", ("format", "--check", ".")),
    Check("lint", "ruff", ("check", ".")),
    Check("types", "mypy", ("--strict", "dsl", "app", "dev.py")),
    Check("imports", "lint-imports", ("--no-logo",)),
    # worksteal: each worker begins with neighbouring tests, which share what was loaded for one of them
    Check("tests", "pytest", ("-n", str(WORKERS), "--dist", "worksteal")),
)
FAST_CHECKS = (
    *(check for check in CHECKS if check.name not in ("imports", "tests")),
    # tests/conftest.py says which tests are fast; a second worker would only load the same modules again
    Check("tests", "pytest", ("-n", "0", "--fast")),
)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks for; return the exit code."""
    command, rest = _read(arguments)
    try:
        if command.command == "play":
            return play(rest)
        if command.command == "package":
            return package(rest)
        if command.command == "docs":
            return docs()
        checks = FAST_CHECKS if command.fast else CHECKS
        wish = "locked" if command.locked else "dev"
        return test([check for check in checks if not command.only or check.name in command.only], rest, wish)
    except SetupError as error:
        print(f"\nError: {error}", file=sys.stderr)
        return BROKEN_SETUP
    except KeyboardInterrupt:
        return 130


def _read(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="play|test|package|docs")
    commands.add_parser("play", help="open the window; further arguments are passed to `gondwana`", add_help=False)
    commands.add_parser("package", help="build the packages for this system", add_help=False)
    commands.add_parser("docs", help="build the manual as a site")
    test_parser = commands.add_parser("test", help="run every check; arguments after `--` are passed to pytest")
    test_parser.add_argument(
        "--only", action="append", choices=[check.name for check in CHECKS], help="run only this check; may be repeated"
    )
    test_parser.add_argument("--fast", action="store_true", help="only the fast tests, and no check of imports")
    test_parser.add_argument("--locked", action="store_true", help="with the versions of packaging/development.lock")
    if arguments[:1] in (["play"], ["package"]):
        return parser.parse_args(arguments[:1]), list(arguments[1:])
    own = list(arguments)
    rest = own[own.index("--") + 1 :] if "--" in own else []
    return parser.parse_args(own[: own.index("--")] if "--" in own else own), rest


def play(arguments: Sequence[str]) -> int:
    """Open the window; return its exit code."""
    prepare_system([*missing_venv("play"), *missing(DRAWING)], useful=missing(WINDOW))
    prepare_environment("play")
    return subprocess.run([str(PYTHON), "-m", "app", *arguments], check=False).returncode


def test(checks: Sequence[Check], pytest_arguments: Sequence[str], wish: str) -> int:
    """Run the checks, tests beside the rest, and sum them up; return 0 if none found anything wrong."""
    needed, useful = missing_venv(wish), []
    if any(check.name == "tests" for check in checks):
        needed += [*missing(DRAWING), *missing_fonts()]
        useful += [*missing(WINDOW), *missing_display()]
    prepare_system(needed, useful)
    prepare_environment(wish)
    tests = [check for check in checks if check.name == "tests"]
    others = [check for check in checks if check.name != "tests"]
    with ThreadPoolExecutor(1) as beside:
        running = [beside.submit(check.run, quietly=bool(tests)) for check in others]
        results = [check.run(pytest_arguments) for check in tests]
        results = [each.result() for each in running] + results
    for result in results:
        if result.output:
            say(f"{result.title}\n{result.output.rstrip()}")
    print()
    for result in results:
        print(f"  {result.check:8} {'passed' if result.passed else 'FAILED':8} {result.seconds:6.1f} s")
    return 0 if all(result.passed for result in results) else 1


def package(arguments: Sequence[str]) -> int:
    """Make the packages that packaging/make.py makes on this system; return its exit code."""
    tools = [name for tool, name in PACKING.items() if sys.platform == "linux" and not shutil.which(tool)]
    prepare_system([*_venv_package(), *tools, *missing({**DRAWING, **WINDOW, **WAYLAND})])
    python = BUILDER / PYTHON.relative_to(VENV)
    prepare_builder(python)
    command = [str(python), str(ROOT / "packaging" / "make.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def docs() -> int:
    """Make the manual as a site; return Sphinx's exit code. A link to nothing is an error."""
    python, wanted = WRITER / PYTHON.relative_to(VENV), _fingerprint()
    stamp, site = WRITER / STAMP.name, ROOT / "build" / "docs"
    if not (python.exists() and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted):
        prepare_system(_venv_package())
        say(f"Creating the environment {WRITER}")
        _run([sys.executable, "-m", "venv", "--clear", str(WRITER)], "the environment could not be created")
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{ROOT}[docs]"]
        _run(install, "the installation failed; can this computer reach https://pypi.org?")
        stamp.write_text(wanted, encoding="utf-8")
    command = [
        str(python),
        "-m",
        "sphinx",
        "--quiet",
        "--fail-on-warning",
        "-c",
        str(ROOT / "docs"),
        str(ROOT),
        str(site),
    ]
    done = subprocess.run(command, cwd=ROOT, check=False).returncode
    if done == 0:
        say(f"The manual: {site / 'index.html'}")
    return done


def prepare_builder(python: Path) -> None:
    """Make the environment in which packages are made: the files of the lock, and nothing else."""
    stamp, wanted = BUILDER / STAMP.name, hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()
    if python.exists() and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    say(f"Creating the environment {BUILDER}")
    _run([sys.executable, "-m", "venv", "--clear", str(BUILDER)], "the environment could not be created")
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
    _run([*install, "--no-deps", "--require-hashes", "-r", str(LOCK)], "the files of the lock could not be installed")
    stamp.write_text(wanted, encoding="utf-8")


def prepare_environment(wish: str) -> None:
    """Make `.venv` hold what pyproject.toml asks for: to `play` only, to work on it as well (`dev`), or to work on it
    with the very versions of packaging/development.lock (`locked`)."""
    if is_prepared(wish):
        return
    prepare_system(missing_venv(wish))
    if VENV.is_symlink():
        VENV.unlink()  # the environment of another checkout, which stays as it is
    STAMP.unlink(missing_ok=True)
    say(f"Creating the environment {VENV} (once; takes a minute or two)")
    _run([sys.executable, "-m", "venv", "--clear", str(VENV)], "the environment could not be created")
    say("Installing Gondwana and its dependencies from PyPI")
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if wish != "play":  # the checks compile the few modules that they use, at a place of their own
        install.append("--no-compile")
    failure = "the installation failed; can this computer reach https://pypi.org?"
    if wish == "locked":
        _run([*install, "--no-deps", "--require-hashes", "--requirement", str(DEVELOPMENT_LOCK)], failure)
        _run([*install, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], failure)
    else:
        _run([*install, "--editable", f"{ROOT}[dev]" if wish == "dev" else str(ROOT)], failure)
    STAMP.write_text(" ".join((_fingerprint(), wish, *_lock_fingerprint(wish))) + "\n", encoding="utf-8")


def is_prepared(wish: str) -> bool:
    """Whether `.venv` holds what is wished for: `locked` is more than `dev`, and `dev` more than `play`."""
    made = STAMP.read_text(encoding="utf-8").split() if STAMP.is_file() and PYTHON.exists() else []
    enough = WISHES[WISHES.index(wish) :]
    return any(made == [_fingerprint(), each, *_lock_fingerprint(each)] for each in enough)


def _lock_fingerprint(wish: str) -> list[str]:
    return [hashlib.sha256(DEVELOPMENT_LOCK.read_bytes()).hexdigest()] if wish == "locked" else []


def _fingerprint() -> str:
    """Return what an environment depends on: the project's needs, this Python, and where it lies (scripts know)."""
    parts = ((ROOT / "pyproject.toml").read_bytes(), repr(sys.version_info[:2]).encode(), str(ROOT).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def prepare_system(needed: Sequence[str], useful: Sequence[str] = ()) -> None:
    """Have Debian packages installed: by apt-get as root, else say how. Raises SetupError without the `needed` ones."""
    packages = [*needed, *useful]
    if not packages:
        return
    apt, is_root = shutil.which("apt-get"), hasattr(os, "geteuid") and os.geteuid() == 0
    if apt and is_root:
        say(f"Installing system packages: {' '.join(packages)}")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run([apt, "update", "-qq"], "apt-get could not read its package lists", quiet)
        install = [apt, "install", "-y", "-qq", "--no-install-recommends", *packages]
        _run(install, "apt-get could not install them", quiet)
        return
    where = "Install them with" if apt else "On Debian, install them as below; the names differ elsewhere"
    command = f"sudo apt-get install --no-install-recommends {' '.join(packages)}"
    advice = f"some system packages are missing. {where}:\n\n    {command}\n"
    if needed:
        raise SetupError(advice)
    say(f"Gondwana may not work: {advice}")


def missing(libraries: dict[str, str]) -> list[str]:
    """Return the Debian packages of those libraries that cannot be loaded here; none elsewhere than on Linux."""
    return [package for library, package in libraries.items() if sys.platform == "linux" and not _loads(library)]


def missing_venv(wish: str) -> list[str]:
    """Return the package that makes environments if one has to be made and this Python cannot."""
    return [] if is_prepared(wish) else _venv_package()


def _venv_package() -> list[str]:
    return ["python3-venv"] if find_spec("ensurepip") is None else []


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_fonts() -> list[str]:
    """Return the package of a font if a Linux system has none: Qt warns then, and a warning fails a test."""
    has_fonts = any(next(Path(folder).rglob("*.[to]tf"), None) for folder in FONT_FOLDERS)
    return [] if sys.platform != "linux" or has_fonts else [FONT_PACKAGE]


def missing_display() -> list[str]:
    """Return the package of Xvfb, a display without a screen, if a Linux system has none."""
    return [] if sys.platform != "linux" or shutil.which("Xvfb") else ["xvfb"]


def _run(command: Sequence[str], failure: str, environment: dict[str, str] | None = None) -> None:
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        raise SetupError(f"{failure} (`{' '.join(command)}`)")


def say(text: str) -> None:
    """Tell what happens next, ahead of the output of the command that does it."""
    print(f"\n== {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
