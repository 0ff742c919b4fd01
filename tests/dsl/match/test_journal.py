"""A journal loses no accepted choice, and reports what it could not read."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.match.journal import FORMAT, Entry, Header, Journal, JournalError, SeatPlan, read, read_bytes
from dsl.match.rulesets.folder import RulesetText

ROOT = Path(__file__).parents[3]
HEADER = Header(
    FORMAT,
    RulesetText((("fen.rules", "game fen\n"),)),
    (),
    "0" * 64,
    2,
    (("depth", 3),),
    7,
    (SeatPlan("red", name="Ané"), SeatPlan("blue", "bot:random")),
    "0.1.0",
)


def entry(option: int) -> Entry:
    return Entry(0, "choose", "red", option, f"settle b{option}", "d" * 64)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "match.journal"
    journal = Journal.create(path, HEADER)
    for option in range(4):
        journal.append(entry(option))
    journal.close()
    return path


def test_a_journal_round_trips(path: Path) -> None:
    content = read(path)
    assert content.header == HEADER
    assert [(line.n, line.option) for line in content.entries] == [(1, 0), (2, 1), (3, 2), (4, 3)]
    assert (content.damage, content.lost) == ("", 0)


def test_a_truncated_file_opens_at_its_last_valid_line(path: Path) -> None:
    whole = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]
    for size in range(ends[1], len(whole)):
        content = read_bytes(whole[:size], "match")
        assert len(content.entries) == sum(end <= size for end in ends) - 2
        assert bool(content.damage) == (size not in ends)
        assert (content.repaired, len(content.whole)) == ("", max(end for end in ends if end <= size))
    for size in range(ends[0], ends[1]):  # within the copy of the header
        content = read_bytes(whole[:size], "match")
        assert (content.header, content.entries, bool(content.repaired)) == (HEADER, (), True)
        assert content.whole == whole[: ends[1]]


def test_a_file_with_an_incomplete_header_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for size in range(whole.index(b"\n") + 1):
        with pytest.raises(JournalError) as caught:
            read_bytes(whole[:size], "match")
        assert caught.value.reason == "journal.foreign"


@given(st.data())
def test_a_changed_byte_is_detected_and_loses_no_choice(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    journal = Journal.create(folder / "match", HEADER)
    for option in range(3):
        journal.append(entry(option))
    journal.close()
    whole = bytearray((folder / "match").read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != whole[place]))
    whole[place] = byte
    content = read_bytes(bytes(whole), "match")
    assert content.repaired
    assert not content.damage
    assert [line.option for line in content.entries] == [0, 1, 2]


@pytest.mark.parametrize("change", [1, 32, ord("\n"), 255])
def test_one_changed_byte_of_the_header_or_its_copy_is_repaired(path: Path, change: int) -> None:
    whole = path.read_bytes()
    choices = read(path).entries
    for place in range(whole.index(b"\n", whole.index(b"\n") + 1) + 1):
        for byte in {whole[place] ^ change, change} - {whole[place]}:
            damaged = whole[:place] + bytes((byte,)) + whole[place + 1 :]
            content = read_bytes(damaged, "match")
            assert (content.header, content.entries, content.damage) == (HEADER, choices, ""), place
            assert content.whole == whole
            assert content.repaired


@given(st.data())
def test_one_damaged_range_of_the_header_or_its_copy_is_repaired(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("journal") / "match"
    journal = Journal.create(path, HEADER)
    journal.append(entry(1))
    journal.close()
    whole = path.read_bytes()
    first = whole.index(b"\n")
    start, end = data.draw(st.sampled_from([(0, first), (first + 1, whole.index(b"\n", first + 1))]))
    places = sorted(data.draw(st.tuples(st.integers(start, end), st.integers(start, end))))
    noise = data.draw(st.binary(min_size=places[1] - places[0], max_size=places[1] - places[0]))
    path.write_bytes(whole[: places[0]] + noise + whole[places[1] :])
    journal, content = Journal.resume(path)
    journal.append(entry(2))
    journal.close()
    assert (content.header, content.damage, len(content.entries)) == (HEADER, "", 1)
    assert path.read_bytes().startswith(whole)
    assert (read(path).repaired, len(read(path).entries)) == ("", 2)


def test_damage_that_looks_like_the_copy_of_the_header_is_repaired(path: Path) -> None:
    whole, mark = path.read_bytes(), b'{"copy":"'
    for start in (0, 1, 20):
        path.write_bytes(whole[:start] + mark + whole[start + len(mark) :])
        content = read(path)
        assert (content.header, content.damage, len(content.entries)) == (HEADER, "", 4)


def test_two_damaged_ranges_of_the_header_are_refused(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    copy = whole.index(b'{"copy":"')
    whole[whole.index(b'"seed":7') + len('"seed":')] ^= 1  # it is a header all the same
    whole[copy + 40] ^= 1
    with pytest.raises(JournalError, match="the header and its copy are damaged"):
        read_bytes(bytes(whole), "match")


def test_resuming_a_damaged_file_keeps_the_original(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    journal, content = Journal.resume(path)
    assert content.damage == "line 4 is not whole"
    journal.append(entry(9))
    journal.close()
    assert path.with_name("match.journal.damaged-1").read_bytes() == whole[:-5]
    assert [line.option for line in read(path).entries] == [0, 1, 2, 9]
    path.write_bytes(path.read_bytes()[:-1])
    Journal.resume(path)[0].close()
    assert path.with_name("match.journal.damaged-2").exists()


def test_a_newer_format_is_refused_and_not_changed(path: Path) -> None:
    path.unlink()
    Journal.create(path, replace(HEADER, format=FORMAT + 1)).close()
    newer = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal.resume(path)
    assert caught.value.reason == "journal.newer"
    assert path.read_bytes() == newer


def test_a_full_disk_is_an_error_that_leaves_the_file_unchanged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, _ = Journal.resume(path)
    before = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(JournalError) as caught:
            journal.append(entry(5))
    assert caught.value.reason == "journal.cannot_write"
    assert path.read_bytes() == before
    journal.append(entry(6))
    journal.close()
    assert read(path).entries[-1].option == 6


def test_an_existing_journal_is_never_overwritten(path: Path) -> None:
    with pytest.raises(JournalError, match="already"):
        Journal.create(path, HEADER)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        Journal.create(tmp_path / "nowhere" / "match", HEADER)
    with pytest.raises(JournalError):
        read(tmp_path / "nothing")


def test_a_second_writer_is_refused_without_damage(path: Path) -> None:
    first, second = Journal.resume(path)[0], Journal.resume(path)[0]
    first.append(entry(7))
    with pytest.raises(JournalError) as caught:
        second.append(entry(8))
    assert caught.value.reason == "journal.two_writers"
    first.append(entry(9))
    first.close()
    second.close()
    content = read(path)
    assert (content.damage, [line.option for line in content.entries]) == ("", [0, 1, 2, 3, 7, 9])


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"{}\n", b"[1,2]\n", b'{"format":1}\n', b"[" * 100_000 + b"\n", b"\xff\xfe\n", bytes(1000) + b"\n"],
    ids=["nothing", "a line", "no fields", "a list", "few fields", "deep", "no text", "zeros"],
)
def test_other_files_are_refused_and_not_changed(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_bytes(content)
    for open_it in (read, Journal.resume):
        with pytest.raises(JournalError) as caught:
            open_it(path)
        assert caught.value.reason == "journal.foreign"
    assert (path.read_bytes(), os.listdir(tmp_path)) == (content, ["match"])


def test_reordered_or_repeated_lines_are_damage(path: Path) -> None:
    header, copy, *lines = path.read_bytes().splitlines(keepends=True)
    for wrong in ([lines[1], lines[0]], [lines[0], lines[0]], [lines[0], lines[2]]):
        content = read_bytes(header + copy + b"".join(wrong), "match")
        assert content.damage
        assert len(content.entries) == (wrong[0] == lines[0])


LIMITED = """
import os, resource, signal, sys
from pathlib import Path
from dsl.match.journal import Journal, JournalError, read
from tests.dsl.match.test_journal import HEADER, entry

path = Path(sys.argv[1]) / "match"
journal = Journal.create(path, HEADER)
journal.append(entry(1))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
room = path.stat().st_size + 100  # half a line
resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
try:
    journal.append(entry(2))
except JournalError as error:
    print(error.reason)
print(path.stat().st_size < room, len(read(path).entries), read(path).damage == "")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
journal.append(entry(3))
print([line.option for line in read(path).entries])
"""

READ_ONLY = """
import os, sys
from pathlib import Path
from dsl.match.journal import Journal, JournalError
from tests.dsl.match.test_journal import HEADER

folder = Path(sys.argv[1])
folder.chmod(0o555)
if os.geteuid() == 0:
    os.seteuid(65534)  # who may do anything would be allowed this as well
try:
    Journal.create(folder / "match", HEADER)
except JournalError as error:
    print(error.reason)
print(os.listdir(folder))
"""


@pytest.mark.skipif(os.name == "nt", reason="these limits are those of POSIX")
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (LIMITED, "journal.cannot_write\nTrue 1 True\n[1, 3]\n"),
        (READ_ONLY, "journal.cannot_write\n[]\n"),
    ],
    ids=["full disk", "read-only folder"],
)
def test_system_errors_are_reported_and_lose_nothing(program: str, said: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", program, folder], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
    assert (done.stdout, done.returncode) == (said, 0), done.stderr
