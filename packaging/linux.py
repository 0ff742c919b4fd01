"""Packages for Linux, from the frozen folder: a .deb, an AppImage, a tarball.

The .deb leaves the system's libraries to the system and names them in `Depends`. The other two bring along those that
many systems lack; what every desktop has (C library, OpenGL, fonts, X11) is the system's there as well.
"""

from __future__ import annotations

import gzip
import platform
import re
import shutil
import subprocess
import tarfile
import tomllib
from email.utils import formatdate
from pathlib import Path

from common import (
    APP_ID,
    HERE,
    INSIDE,
    MAINTAINER,
    NAME,
    RESULTS,
    ROOT,
    TITLE,
    WORK,
    PackingError,
    epoch,
    files_in,
    run,
    say,
    sortable_version,
    stamp,
    version,
)
from icons import write_hicolor
from manpage import completions, page
from metainfo import metainfo

_LINUX = HERE / "linux"
_LIBRARIES = Path("/usr/lib") / f"{platform.machine()}-linux-gnu"

#: Libraries that a Linux desktop may lack; each with the Debian package that it comes from.
CARRIED = {
    "libbz2.so.1.0": "libbz2-1.0",
    "libffi.so.8": "libffi8",
    "liblzma.so.5": "liblzma5",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-util.so.1": "libxcb-util1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}


#: The C library of the oldest system that the packages are promised for: Debian 12.
OLDEST_GLIBC = (2, 36)


def check_glibc(frozen: Path) -> None:
    """Raise PackingError if a frozen program asks for a newer C library than the oldest promised system has."""
    found = {path: glibc_of(path) for path in files_in(frozen) if not path.is_symlink() and _is_binary(path)}
    newest, path = max((version, path) for path, version in found.items())
    print(f"C library {_dotted(newest)} or later")
    if newest > OLDEST_GLIBC:
        raise PackingError(f"{path} needs a C library of {_dotted(newest)}; promised is {_dotted(OLDEST_GLIBC)}")


def glibc_of(binary: Path) -> tuple[int, ...]:
    """Return the newest version of the C library that a program or library asks for; (0,) if it asks for none."""
    asked = re.findall(r"\bGLIBC_(\d[\d.]*)", run(["objdump", "-p", binary]))
    return max((tuple(int(part) for part in version.split(".")) for version in asked), default=(0,))


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def share(usr: Path) -> None:
    """Lay out what desktop and shell read: entry, icons, description, kinds of files, manual page, completions."""
    _copy(_LINUX / f"{APP_ID}.desktop", usr / "share" / "applications" / f"{APP_ID}.desktop")
    description = usr / "share" / "metainfo" / f"{APP_ID}.metainfo.xml"
    description.parent.mkdir(parents=True)
    description.write_text(metainfo(), encoding="utf-8")
    _copy(_LINUX / f"{APP_ID}.mime.xml", usr / "share" / "mime" / "packages" / f"{APP_ID}.xml")
    write_hicolor(usr / "share", APP_ID)
    _zipped(page(), usr / "share" / "man" / "man1" / f"{NAME}.1.gz")
    for shell, place in (("bash", f"bash-completion/completions/{NAME}"), ("zsh", f"zsh/vendor-completions/_{NAME}")):
        script = usr / "share" / place
        script.parent.mkdir(parents=True)
        script.write_text(completions(shell), encoding="utf-8")


def deb(frozen: Path) -> Path:
    """Make the Debian package; return its path."""
    tree = _fresh(WORK / "deb")
    usr = tree / "usr"
    shutil.copytree(frozen, usr / "lib" / NAME, symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    share(usr)
    doc = usr / "share" / "doc" / NAME
    doc.mkdir(parents=True)
    (doc / "copyright").write_text(copyright_file(), encoding="utf-8")
    _zipped((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), doc / "changelog.gz")
    _zipped(_debian_changelog(), doc / "changelog.Debian.gz")
    _copy(_LINUX / "lintian-overrides", usr / "share" / "lintian" / "overrides" / NAME)
    stamp(tree)
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(_control(tree), encoding="utf-8")
    sums = [f"{_md5(path)}  {path.relative_to(tree)}\n" for path in files_in(usr) if not path.is_symlink()]
    (tree / "DEBIAN" / "md5sums").write_text("".join(sums), encoding="utf-8")
    stamp(tree / "DEBIAN")
    made = _result(f"{NAME}_{sortable_version()}-1_{_architecture()}.deb")
    one = {"DPKG_DEB_THREADS_MAX": "1"}  # several compress otherwise than one: the file would depend on the machine
    run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", tree, made], more=one)
    return made


def forget_builder(frozen: Path) -> None:
    """Remove the build folder from the search paths of the libraries: it exists on no other computer. Qt's own
    libraries find each other relative to their own places."""
    for path in files_in(frozen):
        if (
            not path.is_symlink()
            and _is_binary(path)
            and "PATH=/" in run(["sh", "-c", 'chrpath -l "$0" || true', path])
        ):
            run(["chrpath", "-d", path])


def appdir(frozen: Path) -> Path:
    """Lay a folder out as AppImage wants it; return its path."""
    tree = _fresh(WORK / f"{TITLE}.AppDir")
    shutil.copytree(frozen, tree / "usr" / "lib" / NAME, symlinks=True)
    carry(tree / "usr" / "lib" / NAME, tree / "usr" / "share" / "doc" / NAME)
    share(tree / "usr")
    _copy(_LINUX / "AppRun", tree / "AppRun")
    _copy(_LINUX / f"{APP_ID}.desktop", tree / f"{APP_ID}.desktop")
    _copy(tree / "usr" / "share" / "icons" / "hicolor" / "256x256" / "apps" / f"{APP_ID}.png", tree / f"{APP_ID}.png")
    (tree / ".DirIcon").symlink_to(f"{APP_ID}.png")
    stamp(tree)
    return tree


def appimage(frozen: Path, runtime: Path) -> Path:
    """Make the AppImage; return its path.

    `runtime` is the program of the AppImage project that mounts the rest of the file and starts it. An AppImage of
    type 2 is this program with a squashfs image behind it. Raises PackingError if `runtime` is no such program."""
    try:
        starter = runtime.read_bytes()
    except OSError as error:
        raise PackingError(
            f"{runtime}: {error.strerror}; packaging/README.md says where AppImage's runtime is"
        ) from None
    if not (starter.startswith(b"\x7fELF") and starter[8:11] == b"AI\x02"):
        raise PackingError(f"{runtime} is no runtime of AppImages of type 2")
    tree = appdir(frozen)
    image = WORK / "appimage.squashfs"
    image.unlink(missing_ok=True)
    packing = ["-comp", "zstd", "-Xcompression-level", "19", "-b", "1M"]
    run(["mksquashfs", tree, image, "-root-owned", "-noappend", "-no-progress", "-quiet", *packing])
    made = _result(f"{TITLE}-{version()}-{platform.machine()}.AppImage")
    made.write_bytes(starter + image.read_bytes())
    made.chmod(0o755)
    return made


def tarball(frozen: Path) -> Path:
    """Pack the folder so that it runs where it is unpacked; return the path."""
    tree = _fresh(WORK / "tarball") / f"{NAME}-{version()}"
    shutil.copytree(frozen, tree, symlinks=True)
    carry(tree, tree / "licences")
    _copy(_LINUX / "tarball.txt", tree / "README.txt")
    _copy(ROOT / "LICENSE", tree / "LICENSE")
    stamp(tree)
    made = _result(f"{NAME}-{version()}-linux-{platform.machine()}.tar.xz")
    with tarfile.open(made, "w:xz", preset=6) as archive:
        for path in (tree, *sorted(tree.rglob("*"))):
            archive.add(path, path.relative_to(tree.parent), recursive=False, filter=_anonymous)
    return made


def carry(program: Path, licences: Path) -> None:
    """Copy into the program the libraries that a system may lack, and beside it their licences. Raises PackingError."""
    licences.mkdir(parents=True, exist_ok=True)
    for name, package in CARRIED.items():
        found = next(
            (place / name for place in (_LIBRARIES, Path("/lib") / _LIBRARIES.name) if (place / name).exists()), None
        )
        if found is None:
            raise PackingError(f"{name} is missing: install {package}")
        shutil.copyfile(found, program / INSIDE / name)
        _copy(Path("/usr/share/doc") / package / "copyright", licences / f"{package}.txt")


def copyright_file() -> str:
    """Debian's copyright file, from the list of licences that the program itself shows."""
    folder = ROOT / "resources" / "licences"
    parts = tomllib.loads((folder / "list.toml").read_text(encoding="utf-8"))["part"]
    lines = [
        "This package contains Gondwana and what it needs to run. Copyright holders and licences of its parts:",
        "",
    ]
    lines += [f"  {part['name']}: {part['licence']}, Copyright {part['holder']}" for part in parts]
    lines += ["", "The games belong to their authors and publishers; the wording and the art are our own.", ""]
    lines += [f"The texts are in /usr/lib/{NAME}/{INSIDE}/resources/licences. On Debian systems the GNU Lesser General"]
    lines += ["Public License 3 is also in /usr/share/common-licenses/LGPL-3, the GNU General Public License in"]
    lines += [
        "/usr/share/common-licenses/GPL-3 and GPL-2, the Apache License 2.0 in /usr/share/common-licenses/Apache-2.0."
    ]
    for file in ("gondwana.txt", "qt.txt", "lark.txt"):
        lines += ["", "-" * 100, "", (folder / file).read_text(encoding="utf-8").rstrip()]
    return "\n".join(lines) + "\n"


def _control(tree: Path) -> str:
    size = sum((path.lstat().st_size + 1023) // 1024 for path in files_in(tree))
    text = (_LINUX / "control").read_text(encoding="utf-8")
    return text.format(
        name=NAME, version=f"{sortable_version()}-1", architecture=_architecture(), maintainer=MAINTAINER, size=size,
        depends=depends(tree),
    )  # fmt: skip


def depends(tree: Path) -> str:
    """The packages that the libraries in `tree` ask for, found by dpkg-shlibdeps."""
    inside = tree / "usr" / "lib" / NAME / INSIDE
    binaries = [path for path in files_in(tree) if not path.is_symlink() and _is_binary(path)]
    folder = _fresh(WORK / "shlibdeps")
    (folder / "debian").mkdir()
    (folder / "debian" / "control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n", "utf-8")
    homes = {path.parent for path in binaries}
    options = ["-O", "--warnings=0", *(f"-l{home}" for home in sorted({inside, *homes}))]
    said = run(["dpkg-shlibdeps", *options, *(f"-e{path}" for path in binaries)], folder)
    return said.strip().removeprefix("shlibs:Depends=")


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _debian_changelog() -> str:
    date = formatdate(epoch(), localtime=False).replace("-0000", "+0000")
    return (
        f"{NAME} ({sortable_version()}-1) unstable; urgency=low\n\n  * See changelog.gz.\n\n -- {MAINTAINER}  {date}\n"
    )


def _architecture() -> str:
    return run(["dpkg", "--print-architecture"]).strip()


def _md5(path: Path) -> str:
    import hashlib

    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def _zipped(text: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _result(name: str) -> Path:
    RESULTS.mkdir(parents=True, exist_ok=True)
    return RESULTS / name


def _anonymous(item: tarfile.TarInfo) -> tarfile.TarInfo:
    item.uid = item.gid = 0
    item.uname = item.gname = "root"
    item.mtime = epoch()
    return item


def check(package: Path) -> None:
    """Let Debian's own tools judge what was made. Raises PackingError if they find an error."""
    say(f"checking {package.name}")
    share_folder = WORK / "deb" / "usr" / "share"
    run(["desktop-file-validate", share_folder / "applications" / f"{APP_ID}.desktop"])
    run(["appstreamcli", "validate", "--no-net", share_folder / "metainfo" / f"{APP_ID}.metainfo.xml"])
    root = ["--allow-root"] if subprocess.run(["id", "-u"], capture_output=True, check=True).stdout == b"0\n" else []
    print(run(["lintian", "--fail-on", "error", "--suppress-tags-from-file", "/dev/null", *root, package]))
