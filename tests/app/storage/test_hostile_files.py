"""Damaged or hostile files of the user lead to a problem message, and to nothing worse."""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.appearance.drawings import LookError
from app.appearance.look import read_look
from app.base.i18n import Translations
from app.net.client.credentials import Credentials
from app.net.server.state_file import RecordError, read_record
from app.screens.cover_painter import first_board
from app.screens.gallery import figures
from app.storage.game_library import find_games
from app.storage.matches import find_matches
from app.storage.settings import Settings, SettingsFile
from dsl.base.files import MAX_DEPTH, UnreadableError, parse_json, parse_toml, read_bytes, read_text
from dsl.cli.main import main
from dsl.match.journal import JournalError, read

RULES = (
    'game evil\n    players 2\n    credit "x"\nboard b: squares 3 by 3\npiece m of player: on squares\n'
    "play:\n    each player in turn:\n        stop\n"
)
BAD = (
    'players = "²"', 'players = "1²..3"', "a = " + "[" * 60_000, "a = " + "9" * 5_000, "a = 0x" + "f" * 5_000,
    "a." * 20_000 + "a = 1", "[" + "a." * 20_000 + "a]", 'title = "\\u202e"', "title = 1979-99-99", "a = {" * 5_000,
    'title = """', "players = [0, 99999999999]", "players = [-5, -7]", "minutes = [[1], {}]", "title = {en = [1]}",
    "authors = [[[]]]", "players = true", "levels = 3\nagain = 4\nyear = nan", "\x00", "title = '''\x7f", "= 1",
)  # fmt: skip

pieces = st.sampled_from(
    ["title", "players", "minutes", "authors", "=", "[", "]", "{", "}", ".", ",", '"', "'", '"""', "\n", "#", "1",
     "²", "..", " or ", "-", "9" * 30, "0x", "nan", "inf", "true", "\\u202e", "\\", "1979-05-27", "é", "\u202e", "\t"]
)  # fmt: skip
hostile_toml = st.lists(pieces, max_size=40).map("".join) | st.text(max_size=60) | st.sampled_from(BAD)
hostile_bytes = hostile_toml.map(str.encode) | st.binary(max_size=60)
often = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def game(place: Path, **files: bytes) -> Path:
    """A ruleset with these files in it: `game_toml` for `game.toml`."""
    folder = place / "evil"
    folder.mkdir(exist_ok=True)
    (folder / "evil.rules").write_text(RULES)
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    return folder


def quietly(*words: str) -> tuple[int, str]:
    """Run the command line; return its exit code and its output."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(list(words))
    return code, said.getvalue()


@often
@given(hostile_toml)
@example("a = " + "[" * 60_000)
def test_toml_is_read_or_refused(text: str):
    with contextlib.suppress(UnreadableError):
        parse_toml(text)


@often
@given(hostile_toml | st.text().map(json.dumps) | st.sampled_from(['"\\ud800"', "[" * 10_000, "1" * 5_000, "NaN"]))
def test_json_is_read_or_refused(text: str):
    with contextlib.suppress(UnreadableError):
        json.dumps(parse_json(text), ensure_ascii=False).encode()


def test_values_within_the_limits_are_read():
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert parse_toml(f'a = {deep}\n"x.y.z" = "[[[[" # {"[" * 99}\nb = [{"1.5, " * 99}]\n')["x.y.z"] == "[[[["
    with pytest.raises(UnreadableError, match="nested too deeply"):
        parse_toml(f"a = [{deep}]")
    with pytest.raises(UnreadableError, match="nested too deeply"):
        parse_toml("a." * MAX_DEPTH + "a = 1")


@often
@given(hostile_bytes)
@example(b'players = "\xc2\xb2"')
def test_no_card_prevents_the_gallery_from_showing_all_games(tmp_path: Path, content: bytes):
    game(tmp_path, game_toml=content)
    (card,) = find_games(tmp_path / "official", tmp_path)
    assert card.title("en")
    assert figures(card, Translations("en"))


@often
@given(hostile_bytes, hostile_bytes)
@example(b"a = " + b"[" * 60_000, b"")
@example(b"a = " + b"9" * 5_000, b"")
@example(b"", b'name a: "\xe2\x80\xae"')
def test_the_check_command_says_what_is_wrong_with_a_file(tmp_path: Path, toml: bytes, words: bytes):
    code, said = quietly("check", str(game(tmp_path, game_toml=toml, words_en=words)))
    assert code in (0, 1)
    assert ("no problems" in said) == (code == 0)


@pytest.mark.parametrize("content", BAD[:9])
def test_a_bad_card_is_reported_in_the_gallery_and_on_the_command_line(tmp_path: Path, content: str):
    folder = game(tmp_path, game_toml=content.encode())
    (card,) = find_games(tmp_path / "official", tmp_path)
    if "players" not in content:  # the gallery leaves out what it cannot read
        assert str(folder / "game.toml") in card.problem
        assert "unreadable-toml" in quietly("check", str(folder))[1]


@often
@given(hostile_bytes)
def test_any_look_is_read_or_refused(tmp_path: Path, content: bytes):
    with contextlib.suppress(LookError):
        read_look(game(tmp_path, evil_look=content))


@often
@given(hostile_bytes | st.sampled_from([b'{"player": "\\ud800"}', b"[" * 50_000, b'{"text_size": 1e999}']))
def test_no_settings_file_prevents_the_program_from_starting(tmp_path: Path, content: bytes):
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    file = SettingsFile(path)
    file.store(file.settings)
    assert not file.problem


@often
@given(
    hostile_bytes | st.sampled_from([b"[" * 9_000, b'{"folder":"\\u0000","seats":["\\ud800"]}']), st.integers(0, 2**40)
)
def test_no_match_hides_the_list_of_matches(tmp_path: Path, content: bytes, changed: int):
    for name in ("20260101T000000-fen.journal", "20260101T000000-fen.note.json"):
        (tmp_path / name).write_bytes(content)
        with contextlib.suppress(OSError):  # a disk that cannot store such a time
            os.utime(tmp_path / name, (changed, changed))
    (entry,) = find_matches(tmp_path)
    assert entry.game == "fen"
    with contextlib.suppress(JournalError):
        read(entry.journal)


@often
@given(hostile_bytes | st.sampled_from([b"[" * 50_000, b"1" * 9_000]))
def test_any_state_file_of_a_table_is_read_or_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "some.table"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        read_record(path)
    assert Credentials(path).tables() == ()


# ---- files that are too large or not regular --------------------------------------------------------------------


@pytest.fixture(params=["pipe", "device", "folder", "huge", "loop"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A path that must not be read as a file."""
    path = tmp_path / "odd"
    match request.param:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "huge":
            with path.open("wb") as file:
                file.truncate(2**40)  # a sparse file
        case "loop":
            path.symlink_to(path)
    return path


def test_only_regular_files_of_a_bounded_size_are_read(odd: Path):
    for reader in (read_bytes, read_text):
        with pytest.raises(OSError, match="odd"):
            reader(odd, 1000)


def test_odd_files_among_rules_do_not_block_the_gallery(odd: Path, tmp_path: Path):
    for name in ("game.toml", "evil.look", "more.rules", "words.en"):
        folder = game(tmp_path)
        (folder / name).unlink(missing_ok=True)
        odd.rename(folder / name) if not odd.is_symlink() else (folder / name).symlink_to(odd)
        find_games(tmp_path, tmp_path)
        first_board(folder)
        with contextlib.suppress(LookError):
            read_look(folder)
        assert quietly("check", str(folder))[0] in (0, 1)
        odd = folder / name if not (folder / name).is_symlink() else odd


def test_odd_files_among_matches_do_not_block_the_start_page(odd: Path):
    with pytest.raises(JournalError):
        read(odd)
    with pytest.raises(RecordError):
        read_record(odd)
    assert SettingsFile(odd).settings == Settings()
    assert Credentials(odd).tables() == ()
