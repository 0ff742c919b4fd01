"""Files of a match are private to the user: a journal contains what players must not know."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.base.paths import find_user_folders, home
from app.shell.window import MainWindow
from app.storage.matches import lock_file
from dsl.base.files import replace_file
from dsl.match.journal import Journal
from tests.app.network import Person
from tests.app.shell.test_window import choose_game, start_match
from tests.dsl.match.test_journal import HEADER, entry

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps the folders of a user from others by itself")


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """A system on which new files are readable by all users by default."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def readable(folder: Path) -> list[str]:
    """Return the files in a folder that other users can read, and the folder itself if they can."""
    return [path.name for path in (folder, *folder.iterdir()) if mode(path) & 0o077 and path.suffix != ".lock"]


def test_a_match_is_private(qtbot: QtBot, window: MainWindow):
    matches = find_user_folders().matches
    matches.mkdir(parents=True)  # by a former version
    choose_game(qtbot, window)
    guest = start_match(qtbot, window)
    guest.play(guest.any_option())
    assert {path.suffix for path in matches.iterdir()} >= {".journal", ".json"}
    assert readable(matches) == []


def test_a_network_table_is_private(qtbot: QtBot, tmp_path: Path):
    host = Person(qtbot, tmp_path / "ann", "Ann")
    try:
        host.open_table("tic-tac-toe", code="")
        folders = find_user_folders(tmp_path / "ann")
        assert {path.suffix for path in folders.matches.iterdir()} >= {".table", ".said"}
        assert readable(folders.matches) == []
        assert mode(folders.tables) == 0o600
    finally:
        host.end()


def test_a_journal_becomes_private_when_its_match_resumes(tmp_path: Path):
    path = tmp_path / "match.journal"
    journal = Journal.create(path, HEADER)
    journal.append(entry(1))
    journal.close()
    path.write_bytes(path.read_bytes()[:-3])
    path.chmod(0o644)
    Journal.resume(path)[0].close()
    assert [mode(each) for each in (path, path.with_name("match.journal.damaged-1"))] == [0o600, 0o600]


def test_public_files_keep_their_mode(tmp_path: Path):
    path = tmp_path / "fen.rules"
    for private, before, after in ((True, 0o644, 0o600), (False, 0o664, 0o664)):
        path.touch()
        path.chmod(before)
        replace_file(path, b"", private=private)
        assert mode(path) == after


READ_ONLY = """
import os, sys
from pathlib import Path
from app.cli.serve import _lock
from app.storage.matches import journal_problem
from app.session.local_matches import UnplayableError, resume
from dsl.bots import bot_service as minds
from dsl.cli.main import FailedError
from dsl.match import table
from dsl.match.journal import Journal
from dsl.i18n.translations import translation_in
from tests.dsl.match.test_journal import HEADER

translation_in("en")("app.name")  # it is read before this user may read no more
journal = Path(sys.argv[1]) / "match.journal"
Journal.create(journal, HEADER).close()
journal.parent.chmod(0o555)
if os.geteuid() == 0:
    os.seteuid(65534)  # who may do anything would be allowed this as well
try:
    resume(journal, journal.parent)
except UnplayableError as error:
    print(journal_problem(error, "en"))
try:
    _lock(journal)
except FailedError as error:
    print(error)
"""


def test_a_folder_that_cannot_be_written_is_not_called_a_match_in_another_window():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, folder], cwd=home(), capture_output=True, text=True, check=False
        )
    path = Path(folder) / "match.journal"
    assert done.stdout.splitlines() == [
        f"The match could not be saved in {path}: Permission denied. Nothing was played.",
        f"`{path}` could not be written: Permission denied",
    ], done.stderr


def test_an_open_match_is_still_recognized(tmp_path: Path):
    lock = lock_file(tmp_path / "match.journal")
    assert lock is not None
    assert lock_file(tmp_path / "match.journal") is None
    lock.unlock()
