"""The packages contain every game and every text, and leave out nothing that is needed. The packages
themselves are tried by `install.py`, which takes too long for every run."""

from __future__ import annotations

import ast
import configparser
import json
import os
import plistlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))  # its scripts find each other so

import common
import icons
import linux
import lock
import macos
import make
import manpage
import metainfo
import shipped
import windows

from app.base.i18n import languages
from app.base.paths import official_rulesets
from app.screens.about import licensed_components
from app.shell.application import DESKTOP_ID
from app.storage.game_library import find_games
from app.storage.matches import JOURNAL
from app.storage.opening import PACKAGE, RULES
from dsl import __version__

ROOT = common.ROOT
LINUX = ROOT / "packaging" / "linux"
ENTRY = LINUX / f"{common.APP_ID}.desktop"
METAINFO = LINUX / f"{common.APP_ID}.metainfo.xml"
MIME = LINUX / f"{common.APP_ID}.mime.xml"


def test_every_file_of_every_game_is_packed() -> None:
    packed = {Path(source) for source, _ in shipped.our_data()}
    for game in find_games(official_rulesets(), ROOT / "none"):
        assert {path for path in game.folder.rglob("*") if path.is_file()} <= packed, game.name
    assert {path for path in (ROOT / "resources").rglob("*") if path.is_file()} <= packed


def test_packed_files_keep_their_place() -> None:
    targets = {Path(target) / Path(source).name for source, target in shipped.our_data()}
    assert all((ROOT / target).is_file() for target in targets)


def test_nothing_that_is_left_out_is_imported() -> None:
    """The lab and `gondwana lsp` may miss their extras and say so; everything else must be there."""
    extras = {
        ROOT / "dsl" / "simulation": {"matplotlib", "numpy", "distributed", "dask"},
        ROOT / "dsl" / "cli" / "lsp.py": {"asyncio", "pygls", "lsprotocol"},
    }
    wrong = [
        f"{path}: {name}"
        for package in ("app", "dsl")
        for path in (ROOT / package).rglob("*.py")
        for name in _imported(path)
        if any(name == left or name.startswith(f"{left}.") for left in shipped.MODULES)
        and not any(path.is_relative_to(part) and name.partition(".")[0] in those for part, those in extras.items())
    ]
    assert not wrong


def _imported(path: Path) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
    return found


def test_of_qt_only_what_is_named_comes_along() -> None:
    assert shipped.is_wanted("PySide6/Qt/plugins/platforms/libqxcb.so")
    assert shipped.is_wanted("PySide6/plugins/platforms/qwindows.dll")
    assert not shipped.is_wanted("PySide6/Qt/plugins/sqldrivers/libqsqlite.so")
    assert shipped.is_wanted("PySide6/Qt/translations/qtbase_fr.qm")
    assert not shipped.is_wanted("PySide6/Qt/translations/qtbase_de.qm")


def test_a_library_of_qt_comes_along_if_something_asks_for_it() -> None:
    asks = {"/s/QtGui.so": ["libQt6Gui.so.6"], "/s/libQt6Gui.so.6": ["libQt6Core.so.6", "libc.so.6"]}
    there = [("a/QtGui.so", "/s/QtGui.so"), *((f"b/{n}", f"/s/{n}") for n in ("libQt6Gui.so.6", "libQt6Core.so.6"))]
    there.append(("b/libQt6Quick.so.6", "/s/libQt6Quick.so.6"))
    kept = shipped.needed(there, lambda source: asks.get(source, []))
    assert kept == {"a/QtGui.so", "b/libQt6Gui.so.6", "b/libQt6Core.so.6"}


def test_the_desktop_entry_starts_the_program_with_a_file() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(ENTRY, encoding="utf-8")
    fields = entry["Desktop Entry"]
    assert fields["Exec"] == "gondwana %f"
    assert fields["Icon"] == common.APP_ID == DESKTOP_ID
    assert set(fields["MimeType"].strip(";").split(";")) <= _mime_types()
    assert {"GenericName[fr]", "Comment[fr]", "Keywords[fr]"} <= set(fields)
    if tool := shutil.which("desktop-file-validate"):
        subprocess.run([tool, str(ENTRY)], check=True)


def test_the_description_for_software_centres_is_of_this_version() -> None:
    root = ET.parse(METAINFO).getroot()
    assert root.findtext("id") == common.APP_ID
    assert root.findtext("launchable") == ENTRY.name
    assert next(each.get("version") for each in root.iter("release")) == common.sortable_version()
    assert {each.text for each in root.iter("mediatype")} <= _mime_types()
    if tool := shutil.which("appstreamcli"):
        subprocess.run([tool, "validate", "--no-net", str(METAINFO)], check=True, capture_output=True)


def test_without_a_public_page_the_description_has_no_links() -> None:
    assert metainfo.metainfo("", "") == METAINFO.read_text(encoding="utf-8")


def test_links_and_pictures_come_from_the_publishers_addresses(tmp_path: Path) -> None:
    made = tmp_path / METAINFO.name
    made.write_text(metainfo.metainfo("https://fen.example/g", "https://fen.example/p&q"), encoding="utf-8")
    root = ET.parse(made).getroot()
    links = {each.get("type"): each.text for each in root.iter("url")}
    assert links == {"homepage": "https://fen.example/g", "bugtracker": "https://fen.example/g/issues"}
    shown = root.findall("screenshots/screenshot")
    assert [each.get("type") for each in shown] == ["default"] + [None] * (len(shown) - 1)
    assert all(len(each.findall("caption")) == 2 for each in shown)
    images = [str(each.findtext("image")) for each in shown]
    assert all(
        (ROOT / "docs" / "pictures" / image.removeprefix("https://fen.example/p&q/")).exists() for image in images
    )
    if tool := shutil.which("appstreamcli"):
        subprocess.run([tool, "validate", "--no-net", str(made)], check=True, capture_output=True)


def test_the_public_page_is_the_same_everywhere() -> None:
    """`HOMEPAGE` in common.py is the one place; pyproject.toml cannot read it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {"Homepage": common.HOMEPAGE, "Issues": f"{common.HOMEPAGE}/issues"} if common.HOMEPAGE else {}
    assert project.get("urls", {}) == wanted
    assert bool(common.HOMEPAGE) == bool(common.PICTURES)


def _mime_types() -> set[str]:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    return {each.get("type", "") for each in ET.parse(MIME).getroot().iter(f"{space}mime-type")}


def test_our_files_are_known_by_their_kind_and_those_of_others_are_not(tmp_path: Path) -> None:
    """A database of kinds as a desktop has it, asked by another process."""
    packages = tmp_path / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(MIME, packages)
    udev = tmp_path / "70-joystick.rules"
    udev.write_text('# a rule of the system\nACTION=="add", KERNEL=="js*", MODE="0666"\n')
    journal = tmp_path / "our evening.journal"
    journal.write_text("{}\n")
    rules = sorted(official_rulesets().rglob("*.rules"))
    ours = [path for path in rules if path.parent.name not in ("examples", "lessons", "house")]
    house = [path for path in rules if path.parent.name == "house"]
    assert ours
    assert house
    kinds = _kinds([udev, journal, *ours, *house], tmp_path)
    assert kinds[str(journal)] == "application/x-gondwana-journal"
    assert kinds[str(udev)] != "text/x-gondwana-rules"
    assert {kinds[str(path)] for path in (*ours, *house)} == {"text/x-gondwana-rules"}


def _kinds(paths: list[Path], data: Path) -> dict[str, str]:
    code = (
        "import json, sys; from PySide6.QtCore import QMimeDatabase; base = QMimeDatabase();"
        "print(json.dumps({path: base.mimeTypeForFile(path).name() for path in sys.argv[1:]}))"
    )
    environment = {**os.environ, "XDG_DATA_HOME": str(data), "HOME": str(data)}
    asked = subprocess.run(
        [sys.executable, "-c", code, *map(str, paths)], env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(asked.stdout)
    return found


def test_the_manual_page_knows_every_command() -> None:
    from app.cli.arguments import COMMANDS as MORE
    from dsl.cli.main import COMMANDS

    page = manpage.page()
    assert page.startswith(".TH GONDWANA 1 ")
    assert all(f'.SS "gondwana {name}"' in page for name in (*COMMANDS, *MORE))
    assert not re.search(r"^[.'](?!(TH|SH|SS|TP|PP|RS|RE|br)\b)", page, re.MULTILINE), "a line is taken for a command"


def test_bash_completes_commands_options_and_their_values(tmp_path: Path) -> None:
    script = tmp_path / "gondwana"
    script.write_text(manpage.completions("bash"), encoding="utf-8")

    def completed(*typed: str) -> list[str]:
        said = f"""source {script}; COMP_WORDS=({" ".join(map(shlex.quote, ("gondwana", *typed)))})
        COMP_CWORD={len(typed)}; _shtab_gondwana; printf '%s\n' "${{COMPREPLY[@]}}" """
        return subprocess.run(["bash", "-c", said], capture_output=True, text=True, check=True).stdout.split()

    assert completed("ser") == ["serve"]
    assert completed("simulate", "--ou") == ["--out"]
    assert completed("--theme", "d") == ["dark"]
    assert "#compdef gondwana" in manpage.completions("zsh")


def test_icons_are_what_each_system_reads(qapp: object) -> None:
    pngs = icons.pictures((16, 32, 64, 128, 256, 512, 1024))
    ico, icns = icons.ico({size: pngs[size] for size in (16, 256)}), icons.icns(pngs)
    assert struct.unpack("<HHH", ico[:6]) == (0, 1, 2)
    length, at = struct.unpack("<II", ico[14:22])
    assert ico[at : at + length] == pngs[16]
    assert icns[:4] == b"icns"
    assert struct.unpack(">I", icns[4:8]) == (len(icns),)


def test_macos_allows_machine_code() -> None:
    allowed = plistlib.loads((ROOT / "packaging" / "macos" / "entitlements.plist").read_bytes())
    assert allowed == {
        "com.apple.security.cs.allow-jit": True,
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
    }


def test_macos_knows_every_language_and_kind_of_file() -> None:
    """The dictionary can be written as a property list; endings are those of the other systems; every kind that a
    document type names is declared."""
    info = plistlib.loads(plistlib.dumps(macos.info_plist()))
    assert info["CFBundleVersion"] == common.numeric_version()
    assert {"en", "fr"} <= set(info["CFBundleLocalizations"]) == set(languages())
    endings = {
        declared["UTTypeIdentifier"]: declared["UTTypeTagSpecification"]["public.filename-extension"]
        for declared in info["UTExportedTypeDeclarations"]
    }
    assert [each["LSItemContentTypes"] for each in info["CFBundleDocumentTypes"]] == [[kind] for kind in endings]
    assert {f".{ending}" for (ending,) in endings.values()} == {JOURNAL, RULES, PACKAGE}
    assert all(kind.startswith(f"{common.APP_ID}.") for kind in endings)


def test_every_part_of_the_lock_that_is_shipped_has_its_licence() -> None:
    listed = tomllib.loads((ROOT / "resources" / "licences" / "list.toml").read_text(encoding="utf-8"))["part"]
    named = {lock.plain(package) for part in listed for package in part.get("package", "").split()}
    text = lock.PACKAGES.read_text(encoding="utf-8")
    assert set(lock.pinned(text)) == named | lock.FREEZING | {"pycparser"}  # cffi reads C with it when it builds
    assert len(licensed_components()) == len(listed)


def test_a_list_of_files_tells_one_changed_letter(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("reed")
    before = make.listing(tmp_path)
    assert before == make.listing(tmp_path)
    (tmp_path / "a").write_text("reef")
    assert make.listing(tmp_path) != before


def test_the_workflow_calls_scripts_that_exist() -> None:
    path = ROOT / ".github" / "workflows" / "package.yml"
    named = re.findall(r"\b(dev\.py|(?:tests/)?packaging[/\\][-\w./\\]+\w)", path.read_text(encoding="utf-8"))
    assert len(named) > 4
    assert all((ROOT / name.replace("\\", "/")).exists() for name in named)


def test_every_crate_that_wasmtime_names_has_its_licence_told() -> None:
    """The library says where its parts were built, in the messages for its own failures."""
    library = next(Path(wasmtime.__file__).parent.glob("*/_libwasmtime.*")).read_bytes()
    built = {found.decode() for found in re.findall(rb"registry/src/[^/\0 ]+/([\w-]+-\d+\.[\w.+-]+)/", library)}
    told = (ROOT / "resources" / "licences" / "wasmtime-parts.txt").read_text(encoding="utf-8")
    assert built
    assert not {crate for crate in built if f"* {crate}:" not in told}


def test_a_candidate_has_the_version_that_each_system_allows() -> None:
    assert common.sortable_version("1.0.0rc1") == "1.0.0~rc1"
    assert common.numeric_version("1.0.0rc1") == "1.0.0"
    assert common.sortable_version("1.2.3") == common.numeric_version("1.2.3") == "1.2.3"
    with pytest.raises(common.PackingError, match=re.escape("1.0.0-rc.1")):
        common.sortable_version("1.0.0-rc.1")
    if tool := shutil.which("dpkg"):
        subprocess.run([tool, "--compare-versions", "1.0.0~rc1-1", "lt", "1.0.0-1"], check=True)


@pytest.mark.parametrize("said", ["Gondwana 0.0.1", "Gondwana {}0"])
def test_a_frozen_program_of_another_version_is_not_packed(tmp_path: Path, said: str) -> None:
    program = _program_that_says(said.format(common.version()), tmp_path)
    with pytest.raises(common.PackingError, match="make `folder` again"):
        make.check_version(program)


def test_a_frozen_program_of_this_version_is_packed(tmp_path: Path) -> None:
    make.check_version(_program_that_says(f"Gondwana {common.version()}", tmp_path))


def test_without_a_frozen_program_nothing_is_packed(tmp_path: Path) -> None:
    with pytest.raises(common.PackingError, match="make `folder` first"):
        make.check_version(tmp_path / "gondwana")


def _program_that_says(text: str, folder: Path) -> Path:
    program = folder / ("gondwana.bat" if os.name == "nt" else "gondwana")
    program.write_text(f"@echo {text}\n" if os.name == "nt" else f"#!/bin/sh\necho {text}\n", encoding="ascii")
    program.chmod(0o755)
    return program


def test_the_version_resource_of_windows_programs_is_of_this_version() -> None:
    parts: list[tuple[str, tuple[object, ...]]] = []

    def kept(name: str) -> Callable[..., str]:
        return lambda *given, **named: parts.append((name, (*given, *named.values()))) or name

    names = (
        "VSVersionInfo",
        "FixedFileInfo",
        "StringFileInfo",
        "StringTable",
        "StringStruct",
        "VarFileInfo",
        "VarStruct",
    )
    eval(windows.version_resource("gondwana-cli"), {name: kept(name) for name in names})
    texts = dict(given for name, given in parts if name == "StringStruct")  # type: ignore[misc]
    assert texts["ProductVersion"] == texts["FileVersion"] == __version__
    assert texts["OriginalFilename"] == "gondwana-cli.exe"
    numbers = next(given for name, given in parts if name == "FixedFileInfo")[0]
    assert isinstance(numbers, tuple)
    assert len(numbers) == 4
    assert ".".join(map(str, numbers[:3])) == common.numeric_version()


#: A bundle as PyInstaller lays it out: what kind of Mach-O file each is (2: a program, 6: a library); none: a link's
#: target, or a file that is no code.
BUNDLE = {
    "Contents/MacOS/gondwana": 2,
    "Contents/Frameworks/libpython3.11.dylib": 6,
    "Contents/Frameworks/Python.framework/Versions/3.11/Python": 6,
    "Contents/Frameworks/PySide6/QtCore.abi3.so": 6,
    "Contents/Frameworks/PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore": 6,
    "Contents/Frameworks/PySide6/Qt/lib/QtCore.framework/Versions/A/Helpers/tool": 2,
    "Contents/Frameworks/wasmtime/darwin-aarch64/_libwasmtime.dylib": 6,
    "Contents/Resources/rulesets/fen/fen.rules": None,
    "Contents/Info.plist": None,
}


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    made = tmp_path / "Gondwana.app"
    for name, kind in BUNDLE.items():
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        thin = struct.pack("<7I", 0xFEEDFACF, 0x0100000C, 0, kind or 0, 0, 0, 0)
        if name.endswith("libpython3.11.dylib"):  # for two processors
            path.write_bytes(struct.pack(">7I", 0xCAFEBABE, 2, 0x0100000C, 0, 64, 28, 14).ljust(64, b"\0") + thin)
        else:
            path.write_bytes(thin if kind else b"\xca\xfe\xba\xbe\x00\x00\x00\x37 a compiled class of Java".ljust(40))
    framework = made / "Contents/Frameworks/PySide6/Qt/lib/QtCore.framework"
    (framework / "Versions" / "Current").symlink_to("A")
    (framework / "QtCore").symlink_to("Versions/Current/QtCore")
    (made / "Contents/Resources/PySide6").symlink_to("../Frameworks/PySide6")
    return made


def test_a_bundle_is_signed_from_the_inside_out(bundle: Path) -> None:
    order = macos.signing_order(bundle)
    assert order[-1] == bundle
    for at, part in enumerate(order):
        assert not any(later.is_relative_to(part) for later in order[at + 1 :]), "the inner comes before the outer"
    framework = bundle / "Contents/Frameworks/PySide6/Qt/lib/QtCore.framework"
    code = {bundle / name for name, kind in BUNDLE.items() if kind}
    with_their_bundles = {bundle / "Contents/MacOS/gondwana", framework / "Versions/A/QtCore"}
    python = bundle / "Contents/Frameworks/Python.framework"
    assert set(order) == (code - with_their_bundles) | {framework, python, bundle}


def test_apples_tools_are_called_with_what_notarisation_asks_for(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = _stand_ins(tmp_path, monkeypatch, "codesign")
    macos.sign(bundle, "Developer ID Application: Fen")
    *signed, verified = calls.read_text(encoding="utf-8").splitlines()
    assert verified == f"codesign --verify --deep --strict {bundle}"
    assert len(signed) == len(macos.signing_order(bundle))
    assert all("--timestamp --options runtime --sign Developer ID Application: Fen" in call for call in signed)
    allowed = {Path(call.split()[-1]).name for call in signed if "--entitlements" in call}
    assert allowed == {"Gondwana.app", "tool"}, "programs may make machine code; libraries are not asked"


def _stand_ins(folder: Path, monkeypatch: pytest.MonkeyPatch, *tools: str) -> Path:
    """Put programs on the path that write down how they are called; Apple's own exist on macOS only."""
    calls = folder / "calls"
    for tool in tools:
        (folder / tool).write_text(f'#!/bin/sh\necho "{tool} $*" >> "{calls}"\n', encoding="utf-8")
        (folder / tool).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return calls


def test_what_is_promised_of_systems_is_told_alike() -> None:
    """The C library that packages are checked for, and the words of the README and the tarball."""
    dotted = ".".join(map(str, linux.OLDEST_GLIBC))
    assert f"C library {dotted}, as in Debian 12" in (LINUX / "tarball.txt").read_text(encoding="utf-8")
    assert "Ubuntu 22.04 or later" not in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("asked", "refused"), [("2.17", False), ("2.36", False), ("2.37", True), ("2.100", True)])
def test_a_program_that_asks_for_a_newer_c_library_is_refused(
    asked: str, refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "frozen"
    folder.mkdir()
    (folder / "libfen.so").write_bytes(b"\x7fELF of a made-up library")
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "objdump").write_text(
        f"#!/bin/sh\necho '    0x06969185 0x00 04 GLIBC_2.4 GLIBC_{asked}'\n", encoding="utf-8"
    )
    (tools / "objdump").chmod(0o755)
    monkeypatch.setenv("PATH", str(tools), prepend=os.pathsep)
    if refused:
        with pytest.raises(common.PackingError, match=re.escape(asked)):
            linux.check_glibc(folder)
    else:
        linux.check_glibc(folder)
