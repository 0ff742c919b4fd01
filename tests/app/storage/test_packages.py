"""Packages: packed, inspected in a sandbox, described, and installed only with consent."""

from __future__ import annotations

import base64
import io
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.paths import find_user_folders, official_rulesets
from app.base.provenance import house_rule_origin
from app.cli.arguments import COMMANDS
from app.controllers.match_exports import MatchExports
from app.controllers.package_import import PackageImport
from app.net.sandbox.messages import InspectedPackage, InspectPackage
from app.net.sandbox.worker import inspect_package
from app.screens.gallery import GameButton
from app.session.local_matches import read_form
from app.shell.window import MainWindow
from app.shell.window_arguments import read_window_options
from app.storage.package import LARGEST, Package, PackageError, install, pack, replaced, unpack
from dsl.base.source import Source
from dsl.cli.main import main
from dsl.language_service.editions import write_edition
from dsl.match.rulesets.folder import edition_path
from dsl.match.rulesets.house_rules import parse_house_rules
from dsl.match.rulesets.provenance import Stamp, with_stamp
from dsl.match.rulesets.ruleset import load
from tests.app.shell.test_window import choose_game

OFFICIAL = official_rulesets() / "classics" / "tic-tac-toe"
HOUSE = 'house rules "Our Friday" for trias\nset option.action_points = 6\n'
WORKING = 60_000  #: milliseconds, for a process on a busy machine


def zipped(*entries: tuple[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda _: None) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            change(entry)
            archive.writestr(entry, content)
    return made.getvalue()


def with_mode(mode: int) -> bytes:
    def change(entry: zipfile.ZipInfo) -> None:
        entry.create_system, entry.external_attr = 3, mode << 16

    return zipped(("fen/fen.rules", b"game fen\n"), change=change)


def encrypted() -> bytes:
    content = bytearray(zipped(("fen/fen.rules", b"game fen\n")))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + at] |= 1
    return bytes(content)


def lying() -> bytes:
    """Return a package whose directory has a wrong, shorter length for an entry."""
    content = bytearray(zipped(("fen/fen.rules", b"game fen\n" * 5000)))
    struct.pack_into("<I", content, content.index(b"PK\x01\x02") + 24, 100)
    return bytes(content)


RULES = ("fen/fen.rules", b"game fen\n")
SVG = b'<svg viewBox="0 0 1 1">%b</svg>'
HOSTILE = {
    "a bomb": (zipped(("fen/fen.rules", b"-" * 500_000)), "package.bomb"),
    "many small bombs": (zipped(*((f"fen/a{n}.rules", b"-" * 400_000) for n in range(50))), "package.bomb"),
    "a large text": (zipped(("fen/fen.rules", bytes(range(32, 127)) * 8000)), "package.too_large"),
    "a long file": (b"PK\x03\x04" + b"\0" * LARGEST, "package.too_large"),
    "too many files": (zipped(*((f"fen/a{n}.rules", b"x") for n in range(401))), "package.too_many"),
    "an absolute name": (zipped(RULES, ("/etc/passwd", b"x")), "package.strange"),
    "a way out": (zipped(RULES, ("fen/../../evil.rules", b"x")), "package.strange"),
    "a way out at once": (zipped(("../evil.rules", b"x")), "package.strange"),
    "backslashes": (zipped(RULES, ("fen\\..\\evil.rules", b"x")), "package.strange"),
    "a drive": (zipped(RULES, ("c:/fen/evil.rules", b"x")), "package.strange"),
    "a device": (zipped(("con/fen.rules", b"game fen\n")), "package.strange"),
    "a device as a file": (zipped(("fen/aux.rules", b"game fen\n")), "package.strange"),
    "a script": (zipped(RULES, ("fen/art/reed.svg", SVG % b"<script/>")), "package.drawing"),
    "a link to elsewhere": (
        zipped(RULES, ("fen/art/reed.svg", SVG % b'<use href="http://host.example/#a"/>')),
        "package.drawing",
    ),
    "a large drawing": (zipped(RULES, ("fen/art/reed.svg", SVG % bytes(range(32, 60)) * 3000)), "package.too_large"),
    "too many drawings": (zipped(RULES, *((f"fen/art/a{n}.svg", SVG % b"") for n in range(201))), "package.too_many"),
    "another picture": (zipped(RULES, ("fen/art/reed.png", b"x")), "package.strange"),
    "a drawing elsewhere": (zipped(RULES, ("fen/reed.svg", SVG % b"")), "package.strange"),
    "a program": (zipped(RULES, ("fen/setup.exe", b"MZ")), "package.strange"),
    "a hidden file": (zipped(RULES, ("fen/.profile", b"x")), "package.strange"),
    "capital letters": (zipped(RULES, ("fen/FEN.rules", b"x")), "package.strange"),
    "a deep folder": (zipped(RULES, ("fen/house/more/a.rules", b"x")), "package.strange"),
    "a zero byte": (zipped(RULES, ("fen/a.rules!", b"x")).replace(b"rules!", b"rules\0"), "package.strange"),
    "control letters": (zipped(RULES, ("fen/\x1b[2J.rules", b"x")), "package.strange"),
    "a link": (with_mode(stat.S_IFLNK | 0o777), "package.special"),
    "a pipe": (with_mode(stat.S_IFIFO | 0o644), "package.special"),
    "a block device": (with_mode(stat.S_IFBLK | 0o644), "package.special"),
    "two games": (zipped(RULES, ("bog/bog.rules", b"game bog\n")), "package.foreign"),
    "no rules": (zipped(("fen/words.en", b"")), "package.foreign"),
    "nothing": (zipped(), "package.foreign"),
    "encrypted": (encrypted(), "package.encrypted"),
    "lying about a size": (lying(), "package.damaged"),
    "no zip": (b"game fen\n", "package.none"),
    "empty": (b"", "package.none"),
    "not text": (zipped(("fen/fen.rules", b"\xff\xfe")), "package.not_text"),
}


@pytest.mark.parametrize(("content", "key"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_package_is_refused(content: bytes, key: str) -> None:
    with pytest.raises(PackageError) as refused:
        unpack(content)
    assert refused.value.key == key
    assert "\x1b" not in str(refused.value.values)


def test_a_package_carries_the_drawings_of_its_game(tmp_path: Path) -> None:
    package = unpack(zipped(RULES, ("fen/art/", b""), ("fen/art/reed.svg", SVG % b"")))
    assert [name for name, _ in package.text().files] == ["fen.rules"]
    folder = install(package, tmp_path / "rulesets", tmp_path / "house")
    assert (folder / "art" / "reed.svg").read_bytes() == SVG % b""
    assert unpack(pack(folder)).files == package.files


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_duplicate_name_is_refused() -> None:
    with pytest.raises(PackageError, match="twice"):
        unpack(zipped(RULES, RULES))


def test_a_truncated_package_is_damaged() -> None:
    content = pack(OFFICIAL)
    for end in range(97, len(content), 97):
        with pytest.raises(PackageError, match="damaged"):
            unpack(content[:end])


def test_a_changed_byte_is_refused_or_changes_nothing() -> None:
    content = pack(OFFICIAL)
    whole = unpack(content)
    for at in range(0, len(content), 61):
        changed = content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :]
        try:
            found = unpack(changed)
        except PackageError:
            continue
        assert dict(found.files).items() <= dict(whole.files).items()


def test_packing_is_deterministic_and_unpacking_restores_the_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert main(["pack", str(OFFICIAL), "--out", str(tmp_path / name)], COMMANDS) == 0
    content = (tmp_path / "one").read_bytes()
    assert content == (tmp_path / "two").read_bytes()
    package = unpack(content)
    assert (package.name, package.kind) == ("tic-tac-toe", "game")
    for name, text in package.files:
        assert (OFFICIAL / name).read_text(encoding="utf-8") == text
    assert {"tic-tac-toe.rules", "tic-tac-toe.look", "words.fr", "game.toml"} <= dict(package.files).keys()


def test_rules_that_are_wrong_are_not_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fen").mkdir()
    (tmp_path / "fen" / "fen.rules").write_text("game fen\n    players 2..3\nzone zone\n", encoding="utf-8")
    assert main(["pack", str(tmp_path / "fen"), "--out", str(tmp_path / "out")], COMMANDS) == 1
    assert "gondwana check" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_game_is_installed_completely_or_not_at_all_and_the_former_one_is_kept(tmp_path: Path) -> None:
    first = Package("fen", (("fen.rules", "game fen\n"), ("words.en", "")))
    second = Package("fen", (("fen.rules", "game fen\n-- other\n"),))
    install(first, tmp_path, tmp_path)
    install(second, tmp_path, tmp_path)
    assert [path.name for path in (tmp_path / "fen").iterdir()] == ["fen.rules"]
    assert (tmp_path / ".fen.replaced-1" / "words.en").exists()
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(OSError):
        install(first, blocked, blocked)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".fen.replaced-1", "fen", "file"]


# ---- in the window ----------------------------------------------------------------------------------------------


@pytest.fixture
def corners(tmp_path: Path) -> Path:
    """Return the package of a game that differs from an official one in a single rule."""
    folder = tmp_path / "made" / "corners"
    (folder / "house").mkdir(parents=True)
    for path in (*OFFICIAL.glob("*.*"), *(OFFICIAL / "house").iterdir()):
        text = path.read_text(encoding="utf-8")
        text = text.replace("game tic_tac_toe", "game corners").replace(" for tic_tac_toe", " for corners")
        (folder / path.relative_to(OFFICIAL)).write_text(text, encoding="utf-8")
    (folder / "game.toml").write_text('title = "Corners"\nplayers = 2\n', encoding="utf-8")
    out = tmp_path / "corners.gondwana"
    assert main(["pack", str(folder), "--out", str(out)], COMMANDS) == 0
    return out


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    """The package of a house rule for an official game."""
    folder = tmp_path / "made" / "trias"
    folder.mkdir(parents=True)
    (folder / "friday.rules").write_text(HOUSE, encoding="utf-8")
    (folder / "friday.words.fr").write_text('house.Our Friday: "Notre vendredi"\n', encoding="utf-8")
    out = tmp_path / "friday.gondwana"
    assert main(["pack", str(folder), "--out", str(out)], COMMANDS) == 0
    return out


def asked(qtbot: QtBot, window: MainWindow) -> QMessageBox:
    """Wait for a dialog."""
    qtbot.waitUntil(lambda: bool(boxes(window)), timeout=WORKING)
    (box,) = boxes(window)
    return box


def boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def press(box: QMessageBox, name: str) -> None:
    button = next(each for each in box.findChildren(QPushButton) if each.text().replace("&", "") == name)
    button.click()


def test_a_game_is_added_when_the_user_agrees(qtbot: QtBot, window: MainWindow, corners: Path) -> None:
    window.open_file(corners)
    box = asked(qtbot, window)
    assert "corners.gondwana\nGame: Corners" in box.text()
    assert "None of your files are replaced." in box.text()
    assert not find_user_folders().rulesets.exists()
    press(box, "Add")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.setup)
    assert (find_user_folders().rulesets / "corners" / "words.fr").is_file()
    qtbot.waitUntil(window.setup.start.isEnabled, timeout=WORKING)
    window.show_start()
    assert any(each.game.name == "corners" for each in window.start.findChildren(GameButton))
    qtbot.waitUntil(lambda: not boxes(window))
    window.open_file(corners)
    box = asked(qtbot, window)
    assert "These files of yours are replaced: corners." in box.text()
    assert "It has the same rules as Corners." in box.text()
    assert "Rules " in box.text()
    press(box, "Cancel")
    assert not list(find_user_folders().rulesets.glob(".corners*"))


def test_house_rules_are_added_to_their_game(qtbot: QtBot, window: MainWindow, friday: Path) -> None:
    window.open_file(friday)
    box = asked(qtbot, window)
    assert "House rules for Trias: Our Friday" in box.text()
    assert "Action points in a turn: 6 instead of 4." in box.text()
    press(box, "Add")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.setup)
    press(asked(qtbot, window), "OK")
    qtbot.waitUntil(window.setup.start.isEnabled, timeout=WORKING)
    key = str(find_user_folders().house / "trias" / "friday.rules")
    assert window.setup.house.box(key).text() == "Our Friday"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (HOSTILE["a bomb"][0], "would unpack to far more"),
        (HOSTILE["a way out"][0], "which no game needs"),
        (zipped(("fen/fen.rules", b"game fen\n    players 2..3\nzone zone\n")), "have errors. fen.rules:3"),
        (zipped(("fen/fen.rules", b"game fen based on bog\n")), "based on bog"),
        (zipped(("nowhere/house/a.rules", b'house rules "A" for nowhere\n')), "for nowhere, which is not installed"),
        (zipped(("trias/house/a.rules", b'house rules "A" for trias\nset option.none = 1\n')), "a.rules:2"),
    ],
)
def test_a_refused_package_says_why(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "bad.gondwana"
    path.write_bytes(content)
    window.open_file(path)
    assert said in asked(qtbot, window).text()
    assert not find_user_folders().rulesets.exists()
    assert not find_user_folders().house.exists()


@pytest.mark.filterwarnings("ignore:.*QDragEnterEvent:DeprecationWarning")  # Qt has no other way to make one
def test_a_package_is_dropped_on_the_window(qtbot: QtBot, window: MainWindow, friday: Path) -> None:
    choose_game(qtbot, window)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(friday))])
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(window.rect().center(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    middle = QPointF(window.rect().center())
    drop = QDropEvent(middle, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(window, drop)
    press(asked(qtbot, window), "Cancel")
    data.setUrls([QUrl.fromLocalFile("/tmp/notes.txt")])
    other = QDragEnterEvent(window.rect().center(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    other.ignore()
    QApplication.sendEvent(window, other)
    assert not other.isAccepted()


def test_the_menu_opens_a_package(qtbot: QtBot, window: MainWindow, friday: Path) -> None:
    window.menus.open_requested.emit()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert "*.gondwana" in dialog.nameFilters()[0]
    dialog.fileSelected.emit(str(friday))
    dialog.close()
    press(asked(qtbot, window), "Cancel")


def test_the_command_line_opens_a_package() -> None:
    options = read_window_options(["fen.gondwana"])
    assert options is not None
    assert options.opened == Path("fen.gondwana").absolute()


def test_a_package_that_is_gone_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    reports: list[str] = []
    imports = PackageImport(window, Translations("fr"), find_user_folders(tmp_path), reports.append)
    imports.take(tmp_path / "gone.gondwana")
    imports.take_house_rule(tmp_path / "gone.rules", "trias")
    assert reports[0] == Translations("fr")("package.missing", path=tmp_path / "gone.gondwana")
    assert str(tmp_path / "gone.rules") in reports[1]


def test_a_house_rule_goes_from_one_user_to_another(qtbot: QtBot, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours" / "trias", tmp_path / "theirs"
    ours.mkdir(parents=True)
    stamped = with_stamp(HOUSE, Stamp("Béa", "2026-04-01", "Ann", "2026-05-03"))
    (ours / "Our Friday.rules").write_text(stamped, encoding="utf-8")
    (ours / "Our Friday.words.fr").write_text('house.Our Friday: "Notre vendredi"\n', encoding="utf-8")
    (ours / "other.rules").write_text(HOUSE, encoding="utf-8")
    trias = load(official_rulesets() / "trias")
    edition = write_edition("Trias", trias.plain_tree, parse_house_rules(Source("ours", HOUSE)).tree)
    former = edition.replace(trias.mark, "0123 4567 89ab").replace("action_points: 1..9 = 4", "action_points: 1..9 = 3")
    edition_path(ours / "Our Friday.rules").write_text(former, encoding="utf-8")
    window = QWidget()
    qtbot.addWidget(window)
    reports: list[str] = []
    exports = MatchExports(window, Translations("en"), tmp_path, reports.append)
    exports.export_house_rule(ours / "Our Friday.rules", "Our Friday")
    (dialog,) = window.findChildren(QFileDialog)
    out = tmp_path / "friday.gondwana"
    dialog.fileSelected.emit(str(out))
    assert reports == [f"Saved as {out.name} in {out.parent}."]
    reports.clear()
    package = unpack(out.read_bytes())
    assert (package.kind, package.name) == ("house", "trias")
    install(package, tmp_path / "rulesets", theirs)
    names = ["our-friday.rules", "our-friday.words.fr"]
    assert sorted(path.name for path in (theirs / "trias").iterdir()) == [".our-friday.rules.edition", *names]
    assert replaced(package, tmp_path, theirs) == tuple(names)

    # Their edition of the game is another one, in a part that the house rule is about.
    order = InspectPackage(base64.b64encode(out.read_bytes()).decode(), "en", (str(official_rulesets() / "trias"),), 1)
    verdict = inspect_package(order)
    assert isinstance(verdict, InspectedPackage)
    assert verdict.origin is not None
    assert [house_rule_origin(each, Translations("en")) for each in verdict.origin.house] == [
        "Our Friday: made by Béa on 1 April 2026, changed by Ann on 3 May 2026"
    ]
    assert "The official rules have changed since" in verdict.differences[-1]
    assert "Action points in a turn: 4 instead of 3." in verdict.differences[-1]
    (form,) = (rule for rule in read_form(trias, "en", theirs / "trias").house if rule.title == "Our Friday")
    assert form.note.endswith("Action points in a turn: 4 instead of 3.")
    assert (theirs / "trias" / "our-friday.rules").read_text("utf-8") == stamped
    exports.export_house_rule(ours / "deleted.rules", "Gone")
    assert len(reports) == 1
