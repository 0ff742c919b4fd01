"""Packages: a game or house rules as one `.gondwana` file, a zip of text files that is read under strict limits.

    NAME/name.rules, words.*, game.toml, name.look, art/*.svg, examples/*.rules, lessons/*, house/*    a game
    NAME/house/*.rules, NAME/house/*.words.*, NAME/house/*.edition               house rules for the game in folder NAME

Nothing is extracted under the archive's own names: each name must have one of these shapes.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from app.storage.opening import PACKAGE, RULES
from app.storage.svg import ART, DRAWING_NAME, LARGEST_ART, LARGEST_DRAWING, MOST_DRAWINGS, SvgError, checked_svg
from dsl.base.files import read_head, replace_file
from dsl.match.rulesets.folder import MAX_FILES, MAX_TOTAL, MODEL_FILE, RulesetText, edition_path

LARGEST = MAX_TOTAL + LARGEST_ART + 256 * 1024  #: bytes of a package, and of all that it unpacks to
_LARGEST_ENTRY = 512 * 1024
_RATIO = 200  #: rules never compress better than this; more is an attack
_SMALL = 16 * 1024  #: bytes; a shorter text may compress better
_PART = r"[a-z0-9_][a-z0-9_.-]{0,99}"
_LANGUAGE = r"[a-z]{2}(?:-[a-z0-9]{2,8}){0,3}"
_FOLDER = re.compile(r"[a-z0-9_][a-z0-9_-]{0,63}")
_EDITION = ".edition"  #: says which edition of the game house rules were written for
_HOUSE_FILE = re.compile(rf"house/{_PART}\.(?:rules|edition|words\.{_LANGUAGE})")
_DRAWING = re.compile(rf"{ART}/{DRAWING_NAME.pattern}\.svg")
_GAME_FILE = re.compile(
    rf"{_PART}\.(?:rules|look)|words\.{_LANGUAGE}|game\.toml|(?:examples|lessons)/{_PART}\.rules"
    rf"|(?:examples|lessons)/words\.{_LANGUAGE}|{MODEL_FILE.pattern}|{_HOUSE_FILE.pattern}"
    rf"|{_DRAWING.pattern}"
)
_GAME_LINE = re.compile(r"^game[ \t]+\w+(?:[ \t]+based[ \t]+on[ \t]+(\w+))?", re.MULTILINE)
_NOT_IN_NAME = re.compile(r"[^a-z0-9_.-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")  #: reserved device names of Windows
_FOREVER = (1980, 1, 1, 0, 0, 0)


class PackageError(Exception):
    """A package that is refused: a key of the window's texts, and its values."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(f"{key} {values}")
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Package:
    """The contents of a package."""

    name: str  #: of the folder of the game
    files: tuple[tuple[str, str], ...]  #: by their path in that folder

    @property
    def kind(self) -> Literal["game", "house"]:
        """A game, or house rules for one."""
        return "house" if all(name.startswith("house/") for name, _ in self.files) else "game"

    @property
    def based_on(self) -> str:
        """The name of the game that this one is based on; empty if it is based on none."""
        lines = (_GAME_LINE.search(text) for name, text in self.files if name.endswith(".rules") and "/" not in name)
        return next((line[1] or "" for line in lines if line), "")

    def text(self, base: RulesetText | None = None) -> RulesetText:
        """Return the ruleset, without looks and drawings."""
        others = (".look", ".svg", _EDITION)
        return RulesetText(tuple((name, text) for name, text in self.files if not name.endswith(others)), base)

    @property
    def editions(self) -> Mapping[str, str]:
        """What says which edition of the game the house rules were written for, by the names of their files."""
        return {
            name.removesuffix(_EDITION).removeprefix("house/") + RULES: text
            for name, text in self.files if name.endswith(_EDITION)
        }  # fmt: skip


# ---- reading ----------------------------------------------------------------------------------------------------


def unpack(content: bytes) -> Package:
    """Return the contents of a package. Raises PackageError."""
    if len(content) > LARGEST:
        raise PackageError("package.too_large")
    if not content.startswith(b"PK"):
        raise PackageError("package.none")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return _unpack(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, OverflowError) as error:
        raise PackageError("package.damaged") from error


def _unpack(archive: zipfile.ZipFile) -> Package:
    entries = archive.infolist()
    if len(entries) > 2 * (MAX_FILES + MOST_DRAWINGS):
        raise PackageError("package.too_many")
    names: set[str] = set()
    tops: set[str] = set()
    files: list[tuple[str, str]] = []
    total, drawn = 0, 0
    for entry in entries:
        top, name = _place(entry)
        if entry.filename in names:
            raise PackageError("package.twice", name=_printable_name(entry))
        names.add(entry.filename)
        tops.add(top)
        if name:
            if _DRAWING.fullmatch(name):
                drawn += entry.file_size
                largest = LARGEST_DRAWING
            else:
                total += entry.file_size
                largest = _LARGEST_ENTRY
            if entry.file_size > largest or total > MAX_TOTAL or drawn > LARGEST_ART:
                raise PackageError("package.too_large")
            if entry.file_size > max(_SMALL, _RATIO * entry.compress_size):
                raise PackageError("package.bomb", name=_printable_name(entry))
            files.append((name, _text(archive, entry)))
            if _DRAWING.fullmatch(name):
                _check_drawing(*files[-1])
    if len(tops) != 1 or not any(name.endswith(".rules") for name, _ in files):
        raise PackageError("package.foreign")
    drawings = sum(_DRAWING.fullmatch(name) is not None for name, _ in files)
    if len(files) - drawings > MAX_FILES or drawings > MOST_DRAWINGS:
        raise PackageError("package.too_many")
    return Package(tops.pop(), tuple(sorted(files)))


def _place(entry: zipfile.ZipInfo) -> tuple[str, str]:
    """Return the folder of the game and the path in it; an empty path for a folder. Raises PackageError."""
    mode = entry.external_attr >> 16
    is_folder = entry.filename.endswith("/")
    if entry.flag_bits & 0x41:
        raise PackageError("package.encrypted")
    if stat.S_IFMT(mode) not in (0, stat.S_IFDIR if is_folder else stat.S_IFREG) or (is_folder and entry.file_size):
        raise PackageError("package.special", name=_printable_name(entry))
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackageError("package.damaged")
    top, _, name = entry.filename.partition("/")
    known = name in ("", "house/", "examples/", "lessons/", "art/") if is_folder else _GAME_FILE.fullmatch(name)
    parts = entry.filename.split("/")
    if (
        not known
        or not _FOLDER.fullmatch(top)
        or entry.orig_filename != entry.filename
        or any(_RESERVED.fullmatch(part) for part in parts)
    ):
        raise PackageError("package.strange", name=_printable_name(entry))
    return top, "" if is_folder else name


def _text(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> str:
    with archive.open(entry) as file:
        content = file.read(_LARGEST_ENTRY + 1)
    if len(content) != entry.file_size:
        raise PackageError("package.damaged")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PackageError("package.not_text", name=_printable_name(entry)) from None


def _check_drawing(name: str, text: str) -> None:
    """Raise PackageError for a drawing that is refused."""
    try:
        checked_svg(text.encode())
    except SvgError as error:
        raise PackageError("package.drawing", name=name, why=str(error)) from error


def _printable_name(entry: zipfile.ZipInfo) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in entry.orig_filename[:80])


# ---- writing ----------------------------------------------------------------------------------------------------


def pack(folder: Path) -> bytes:
    """Return the package of a game's folder, or of a folder of house rules. The same files make the same bytes.

    Raises PackageError and OSError.
    """
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
    found = {path.relative_to(folder).as_posix(): path for path in paths}
    if not any(_GAME_LINE.search(path.read_text("utf-8", "replace")) for path in folder.glob("*.rules")):
        found = {f"house/{name}": path for name, path in found.items() if "/" not in name}
    contents = {name: path.read_bytes() for name, path in found.items() if _GAME_FILE.fullmatch(name)}
    return _packed(folder.resolve().name, contents)


def pack_house_rule(path: Path, folder: str | None = None) -> bytes:
    """Return the package of one file of house rules and of its words; `folder` is that of the game, or else the file
    lies in a folder of that name.

    Raises PackageError and OSError.
    """
    stem = _NOT_IN_NAME.sub("-", path.stem.lower()).strip("-.") or "house-rule"
    words = [each for each in sorted(path.parent.glob("*.words.*")) if each.name.startswith(f"{path.stem}.words.")]
    contents = {f"house/{stem}.rules": read_head(path, _LARGEST_ENTRY + 1)}
    for each in words:
        name = f"house/{stem}{each.name.removeprefix(path.stem).lower()}"
        contents |= {name: each.read_bytes()} if _HOUSE_FILE.fullmatch(name) else {}
    if edition_path(path).is_file():
        contents[f"house/{stem}{_EDITION}"] = edition_path(path).read_bytes()
    return _packed(folder or path.resolve().parent.name, contents)


def _packed(top: str, contents: Mapping[str, bytes]) -> bytes:
    """Return an archive of files in one folder, which `unpack` accepts. Raises PackageError."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(f"{top}/{name}", _FOREVER)
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, contents[name])
    unpack(made.getvalue())
    return made.getvalue()


def command(arguments: argparse.Namespace) -> int:
    """Carry out `gondwana pack`."""
    from app.base.i18n import Translations
    from dsl.base.problem import RulesError
    from dsl.cli.common import draw, folder_of, sources_in
    from dsl.cli.main import GOOD, FailedError
    from dsl.match.rulesets.house_rules import read_house_rules
    from dsl.match.rulesets.review import review
    from dsl.match.rulesets.ruleset import build

    path = Path(arguments.folder)
    folder = path if path.is_dir() else folder_of(arguments.folder)
    try:
        content = pack(folder)
        package = unpack(content)
    except PackageError as error:
        raise FailedError(Translations("en")(error.key, **error.values)) from None
    if package.kind == "house":
        for each in sorted(folder.glob("*.rules")):
            try:
                read_house_rules(each)
            except RulesError as error:
                draw(error.problems, {})
                raise FailedError(f"{each} could not be read") from None
    elif not package.based_on and (problems := review(package.text())):
        draw(problems, sources_in(package.text()))
        raise FailedError(f"{folder}: first fix the problems reported by `gondwana check`")
    out = Path(arguments.out) if arguments.out else Path(f"{package.name}{PACKAGE}")
    replace_file(out, content, private=False)
    print(f"{out}: {len(package.files)} files, {len(content)} bytes")
    if package.kind == "game" and not package.based_on:
        print(f"rules {build(package.text()).mark}")
    return GOOD


# ---- installing -------------------------------------------------------------------------------------------------


def replaced(package: Package, rulesets: Path, house: Path) -> tuple[str, ...]:
    """Return the names that a package would replace: of a game, or of files with house rules."""
    if package.kind == "game":
        return (package.name,) if (rulesets / package.name).exists() else ()
    return tuple(name for name in _house_files(package) if (house / package.name / name).exists())


def install(package: Package, rulesets: Path, house: Path) -> Path:
    """Install a package among the user's games or house rules; return its folder. Raises OSError; then nothing changed.

    A game of this name is kept beside it, hidden from the list: `.NAME.replaced-1`.
    """
    if package.kind == "house":
        (house / package.name).mkdir(parents=True, exist_ok=True)
        for name, text in _house_files(package).items():
            if (house / package.name / name).is_file():
                shutil.copy2(house / package.name / name, _free(house / package.name, name))
            replace_file(house / package.name / name, text.encode())
        for name, text in package.editions.items():
            replace_file(edition_path(house / package.name / name), text.encode())
        return house / package.name
    rulesets.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{package.name}.", dir=rulesets))
    try:
        for name, text in package.files:
            (made / name).parent.mkdir(exist_ok=True)
            replace_file(made / name, text.encode())
        made.chmod(0o755)
        target = rulesets / package.name
        former = _free(rulesets, package.name) if target.exists() else None
        if former is not None:
            os.rename(target, former)
        try:
            os.rename(made, target)
        except OSError:
            if former is not None:
                os.rename(former, target)
            raise
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return target


def _house_files(package: Package) -> dict[str, str]:
    found = package.files
    return {name.removeprefix("house/"): text for name, text in found if not name.endswith(_EDITION)}


def _free(folder: Path, name: str) -> Path:
    number = 1
    while (path := folder / f".{name}.replaced-{number}").exists():
        number += 1
    return path
