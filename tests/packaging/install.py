"""Installs a .deb or an AppImage into a clean minimal Debian, uses it there as an ordinary user, and removes it.

    python tests/packaging/install.py dist/gondwana_1.0.0~rc1-1_amd64.deb --in /tmp/clean --pictures /tmp/pictures
    python tests/packaging/install.py dist/Gondwana-1.0.0rc1-x86_64.AppImage --in /tmp/clean --pictures /tmp/pictures

Run it as root. The clean Debian is made once by debootstrap and copied for each run. Nothing is installed into it but
the package and what it depends on (for an AppImage: FUSE, and the libraries that `packaging/linux/tarball.txt` names);
the display is an Xvfb outside, so that it lends no library. What is seen: every self-test (a match of each game by
bots), `check` of every game, two clients at a table of the network, the lab in several processes, the window and its
start, a match opened by its file, memory, a portable copy, a crash report; then removal, after which only the reader's
own files are left.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READER = "anna"
HOME = f"/home/{READER}"
DISPLAY = ":97"
_START, _MEMORY = 1.0, 250.0  #: seconds of a processor to a usable window; MB of an open table


class BrokenError(Exception):
    """Something is not as it should be; the message says what."""


class Debian:
    """A minimal Debian, or Ubuntu if a mirror of it is given, in a folder."""

    def __init__(self, folder: Path, suite: str, mirror: str | None) -> None:
        self._base, self.root, self._suite = folder / suite, folder.absolute() / "root", suite
        self._mirror = [mirror] if mirror else []

    def make(self) -> None:
        """Make it, or take the one that was made for an earlier run."""
        if not (self._base / "etc" / "debian_version").exists():
            options = ["--variant=minbase", "--components=main,universe"] if self._mirror else ["--variant=minbase"]
            run(["debootstrap", *options, self._suite, str(self._base), *self._mirror])
        shutil.rmtree(self.root, ignore_errors=True)
        run(["cp", "-a", str(self._base), str(self.root)])
        self.as_root("useradd", "--create-home", READER)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Lend it what a kernel and a display give to every system."""
        sockets = self.root / "tmp" / ".X11-unix"
        sockets.mkdir(parents=True, exist_ok=True)
        if not (self.root / "dev" / "fuse").exists():
            run(["mknod", "--mode", "666", str(self.root / "dev" / "fuse"), "c", "10", "229"])
        lent = ((["-t", "proc", "proc"], "proc"), (["-t", "tmpfs", "tmpfs"], "dev/shm"))
        for words, place in (*lent, (["--bind", "/tmp/.X11-unix"], "tmp/.X11-unix")):
            (self.root / place).mkdir(parents=True, exist_ok=True)
            run(["mount", *words, str(self.root / place)])
        try:
            yield
        finally:
            self.unmount(self.root)

    @staticmethod
    def unmount(folder: Path) -> None:
        """Take away all that is mounted in a folder."""
        for line in reversed(Path("/proc/mounts").read_text("utf-8").splitlines()):
            place = line.split()[1]
            if Path(place).is_relative_to(folder):
                run(["umount", "--lazy", place])

    def as_root(self, *command: str) -> str:
        """Run a command in there as root; return what it prints."""
        return run(["chroot", str(self.root), "env", "-i", _PATH, "DEBIAN_FRONTEND=noninteractive", *command])

    def words(self, *command: str, display: bool = False) -> list[str]:
        """The words that run a command in there as a reader."""
        screen = [f"DISPLAY={DISPLAY}"] if display else []
        clean = ["env", "-i", "-C", HOME, _PATH, f"HOME={HOME}", "LANG=C.UTF-8", *screen]
        return ["chroot", f"--userspec={READER}:{READER}", str(self.root), *clean, *command]

    def as_reader(self, *command: str) -> str:
        """Run a command in there as a reader without a display; return what it prints."""
        return run(self.words(*command))

    def home(self, *parts: str) -> Path:
        """A file of the reader's, seen from outside."""
        return self.root.joinpath("home", READER, *parts)


_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def run(command: Sequence[str]) -> str:
    """Run a command; return what it prints. Raises BrokenError with what it complains of."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BrokenError(
            f"{' '.join(command)} ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return done.stdout


def main() -> int:
    """Try everything; return 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="the .deb or the AppImage")
    parser.add_argument("--suite", default="bookworm", help="the Debian to make, such as trixie; default: bookworm")
    parser.add_argument("--mirror", help="where another system is, such as Ubuntu: http://archive.ubuntu.com/ubuntu")
    parser.add_argument("--in", dest="folder", type=Path, required=True, help="a folder for the clean Debian")
    parser.add_argument("--pictures", type=Path, required=True, help="a folder for pictures of the screen")
    wishes = parser.parse_args()
    wishes.pictures.mkdir(parents=True, exist_ok=True)
    debian = Debian(wishes.folder, wishes.suite, wishes.mirror)
    try:
        step("a clean Debian", debian.make)
        with debian.running(), screen():
            for name, trial in _trials(debian, wishes.package, wishes.pictures):
                step(name, trial)
    except BrokenError as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    print("all is well")
    return 0


def step(name: str, trial: Callable[[], object]) -> None:
    """Try one thing and say how long it took."""
    began = time.monotonic()
    said = trial()
    print(f"{name}: {said or 'done'} ({time.monotonic() - began:.1f} s)", flush=True)


def _trials(debian: Debian, package: Path, pictures: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    if package.suffix == ".deb":
        program = "/usr/lib/gondwana"
        yield "installation", lambda: install(debian, package)
    else:
        program = f"{HOME}/squashfs-root/usr/lib/gondwana"
        yield "installation", lambda: install_appimage(debian, package)
        yield "without FUSE", lambda: debian.as_reader("gondwana", "--appimage-extract-and-run", "--version").strip()
    yield "self-test", lambda: debian.as_reader("gondwana", "selftest", "--native").strip()
    yield "check", lambda: debian.as_reader("gondwana", "check", f"{program}/_internal/rulesets").strip()
    yield "a match by bots", lambda: debian.as_reader(*_MATCH).splitlines()[-1]
    yield "a match of people", lambda: debian.as_reader("sh", "-c", _LAID).splitlines()[0]
    yield "a match on the network", lambda: network(debian)
    yield "the lab", lambda: debian.as_reader("gondwana", "simulate", "tic-tac-toe", "-n", "20", "--jobs", "2")[-60:]
    for name, words in (_WINDOWS | {"game": (f"{program}/_internal/rulesets/trias/trias.rules",)}).items():
        yield f"window, {name}", lambda name=name, words=words: look(debian, words, pictures / f"{name}.png")
    yield "portable", lambda: portable(debian, program)
    yield "a crash", lambda: crash(debian, pictures / "crash.png")
    yield "removal", lambda: remove(debian, package)


_MATCH = ("gondwana", "play", "tic-tac-toe", "--seats", "bot:random,bot:random", "--journal", "our evening.journal")
_LAID = "gondwana play triassic-terror --seats human,human,human,human --journal begun.journal < /dev/null"
_WINDOWS: dict[str, tuple[str, ...]] = {
    "first": (),
    "again": (),
    "french": ("--language", "fr", "--theme", "dark"),
    "match": (f"{HOME}/our evening.journal",),
    "table": (f"{HOME}/begun.journal",),
}

#: What a helper process of an AppImage says if it is just starting when its window is ended, and the mount with it.
_UNMOUNTED = "Transport endpoint is not connected"
_PORT, _CLIENTS = "28555", ("ann", "bob")
_FAIR = "were fixed before it began"

_TITLES = {"match": "Tic-Tac-Toe — ", "table": "Triassic Terror — "}  #: where a match is to be open, of which game


def install(debian: Debian, package: Path) -> str:
    """Install the package with what it depends on, and nothing else."""
    shutil.copy(package, debian.root / "tmp" / "gondwana.deb")
    debian.as_root("apt-get", "update", "-qq")
    debian.as_root("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/tmp/gondwana.deb")
    return debian.as_root("dpkg-query", "-W", "-f", "${Package} ${Version} ${Status}", "gondwana")


def install_appimage(debian: Debian, package: Path) -> str:
    """Put the AppImage among the programs of a system that has what every desktop has, and unpack a copy of it."""
    said = (ROOT / "packaging" / "linux" / "tarball.txt").read_text("utf-8").replace("\\\n", " ")
    desktop = re.search(r"apt-get install --no-install-recommends (.*)", said)
    assert desktop is not None
    debian.as_root("apt-get", "update", "-qq")
    debian.as_root("apt-get", "install", "-y", "-qq", "--no-install-recommends", "fuse3", *desktop[1].split())
    program = debian.root / "usr" / "bin" / "gondwana"
    shutil.copy(package, program)
    program.chmod(0o755)
    debian.as_reader("gondwana", "--appimage-extract")
    return debian.as_reader("gondwana", "--version").strip()


@contextmanager
def screen() -> Iterator[None]:
    """A display without a screen, outside of the clean Debian."""
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1280x800x24", "-noreset"], stderr=subprocess.DEVNULL)
    try:
        wait(lambda: Path(f"/tmp/.X11-unix/X{DISPLAY[1:]}").exists(), "Xvfb")
        yield
    finally:
        server.terminate()
        server.wait()


def look(debian: Debian, words: Sequence[str], picture: Path) -> str:
    """Start the window, say when it was usable and what memory it takes, keep a picture, close it."""
    began = time.monotonic()
    program = subprocess.Popen(debian.words("gondwana", *words, display=True), stderr=subprocess.PIPE, text=True)
    try:
        wait(lambda: bool(_windows()), "the window")
        seconds, busy = time.monotonic() - began, _processor_time(program.pid)
        wait(lambda: _TITLES.get(picture.stem, "Gondwana") in _title(), "the page")
        time.sleep(3)  # it is painted meanwhile
        title = _title()
        _keep_picture(picture)
        memory = _memory(program.pid)
    finally:
        program.terminate()
        complaint = program.communicate()[1]
    if complaint.strip() and _UNMOUNTED not in complaint:
        raise BrokenError(f"the window complains: {complaint}")
    if memory > _MEMORY:
        raise BrokenError(f"the window takes {memory:.0f} MB")
    slow = " (slow)" if busy > _START else ""
    return f"`{title.strip()}` after {busy:.2f} s of a processor{slow} ({seconds:.1f} s here), {memory:.0f} MB"


def network(debian: Debian) -> str:
    """Open a table and sit down at it twice; both keep the same match and find its chance fair."""
    words = ("gondwana", "serve", "connect-four", "--here-only", "--code", "FENFEN", "--port", _PORT)
    table = subprocess.Popen(debian.words(*words), stdout=subprocess.PIPE, text=True)
    try:
        assert table.stdout is not None
        opened = table.stdout.readline().strip()
        clients = [_client(debian, name) for name in _CLIENTS]
        said = [client.communicate(timeout=120)[0] for client in clients]
    finally:
        table.terminate()
        table.wait()
    if any(client.returncode for client in clients) or not all(_FAIR in each for each in said):
        raise BrokenError(f"the clients said {said}")
    kept = [list(debian.home(name).rglob("*.journal")) for name in _CLIENTS]
    if [len(each) for each in kept] != [1, 1] or kept[0][0].read_bytes() != kept[1][0].read_bytes():
        raise BrokenError(f"the clients kept {kept}")
    for name in _CLIENTS:
        shutil.rmtree(debian.home(name))
    return f"{opened} It was played to its end, and both kept the same journal."


def _client(debian: Debian, name: str) -> subprocess.Popen[str]:
    """A client with its own home folder that chooses randomly."""
    join = ("gondwana", "join", f"127.0.0.1:{_PORT}", "--code", "fenfen", "--by-chance", "--name", name)
    at_home = ("env", f"XDG_DATA_HOME={HOME}/{name}")
    return subprocess.Popen(debian.words(*at_home, *join), stdout=subprocess.PIPE, text=True)


def portable(debian: Debian, program: str) -> str:
    """A copy with the file `portable` beside it keeps everything there."""
    debian.as_reader("cp", "-a", program, f"{HOME}/stick")
    debian.home("stick", "portable").touch()
    look_at = debian.words(f"{HOME}/stick/gondwana", f"{HOME}/our evening.journal", display=True)
    program = subprocess.Popen(look_at)
    try:
        wait(lambda: any(debian.home("stick", "data", "matches").glob("*.journal")), "the match on the stick")
    finally:
        program.terminate()
        program.wait()
    shutil.rmtree(debian.home("stick"))
    return "the match is on the stick"


def crash(debian: Debian, picture: Path) -> str:
    """A program that is ended by a fault says so at its next start."""
    program = subprocess.Popen(debian.words("gondwana", display=True))
    wait(lambda: bool(_windows()), "the window")
    time.sleep(1)
    subprocess.run(["kill", "-SEGV", str(program.pid)], check=True)
    program.wait()
    said = look(debian, (), picture)
    reports = list(debian.home(".local", "share", "gondwana", "reports").glob("report-*.txt"))
    if len(reports) != 1 or "Segmentation fault" not in reports[0].read_text("utf-8"):
        raise BrokenError(f"the crash left {reports}")
    return f"{reports[0].name}; {said}"


def remove(debian: Debian, package: Path) -> str:
    """Remove the package; only what the reader made is left."""
    if package.suffix == ".deb":
        debian.as_root("apt-get", "purge", "-y", "-qq", "gondwana")
        (debian.root / "tmp" / "gondwana.deb").unlink()
    else:
        (debian.root / "usr" / "bin" / "gondwana").unlink()
        debian.unmount(debian.root / "tmp")  # in a chroot, FUSE does not find what it has mounted
        for mount in (debian.root / "tmp").glob(".mount_*"):
            mount.rmdir()
    left = run(["find", str(debian.root), "-xdev", "-iname", "*gondwana*"]).split("\n")
    strange = [path for path in left if path and not Path(path).is_relative_to(debian.home())]
    if strange:
        raise BrokenError(f"left behind: {strange}")
    matches = list(debian.home(".local", "share", "gondwana", "matches").glob("*.journal"))
    if not matches:
        raise BrokenError("the reader's matches are gone")
    return f"nothing left but {len(matches)} match of the reader's"


def wait(ready: Callable[[], bool], what: str) -> None:
    """Wait for something. Raises BrokenError after two minutes: other programs may keep the machine busy."""
    until = time.monotonic() + 120
    while not ready():
        if time.monotonic() > until:
            raise BrokenError(f"{what} did not come")
        time.sleep(0.02)


def _asked(*words: str) -> str:
    done = subprocess.run(["xdotool", *words], env={"DISPLAY": DISPLAY}, capture_output=True, text=True, check=False)
    return done.stdout


def _title() -> str:
    return _asked("getwindowname", *_windows()[:1])


def _windows() -> list[str]:
    return _asked("search", "--onlyvisible", "--class", "Gondwana").split()


def _processor_time(pid: int) -> float:
    """How long a process has computed, in seconds: unlike the clock, other programs of the machine do not change it."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    """What a process holds, in MB; `chroot` and `env` have become the program itself."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise BrokenError("the program has ended")


def _keep_picture(path: Path) -> None:
    grab = (
        "import sys; from PySide6.QtGui import QGuiApplication; application = QGuiApplication([]);"
        "application.primaryScreen().grabWindow(0).save(sys.argv[1])"
    )
    environment = {"DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb", "PATH": "/usr/bin:/bin"}
    subprocess.run([sys.executable, "-c", grab, str(path)], env=environment, check=True)


if __name__ == "__main__":
    sys.exit(main())
