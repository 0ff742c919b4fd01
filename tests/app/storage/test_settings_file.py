"""The file of the settings: damaged, missing, unwritable, of another version."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.storage.settings import (
    COLOURS,
    LOUDEST,
    RECENT,
    SPEEDS,
    TEXT_SIZES,
    THEMES,
    DamagedSettingsError,
    LastSetup,
    Settings,
    SettingsFile,
    from_json,
    to_json,
    with_set,
)
from dsl.base.processor_cores import MAX_CORES

limited = {
    "theme": st.sampled_from(THEMES),
    "colour": st.sampled_from(COLOURS),
    "text_size": st.sampled_from(TEXT_SIZES),
    "speed": st.sampled_from(SPEEDS),
    "recent": st.lists(st.text(), max_size=RECENT).map(tuple),
    "sound": st.integers(0, LOUDEST),
    "cores": st.integers(0, MAX_CORES),
    "sets": st.dictionaries(st.text(), st.lists(st.text(), max_size=20).map(tuple), max_size=3),
    "setups": st.dictionaries(st.text(), st.builds(LastSetup, seats=..., options=..., house=...), max_size=3),
}
#: every field, including later ones
all_settings = st.builds(Settings, **({each.name: ... for each in fields(Settings)} | limited))


@given(all_settings)
def test_written_settings_are_read_back(settings: Settings) -> None:
    assert from_json(to_json(settings)) == settings


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=2)))
def test_a_value_of_a_wrong_type_raises_damaged_settings_error(value: object) -> None:
    for each in fields(Settings):
        try:
            from_json(json.dumps({each.name: value}))
        except DamagedSettingsError:
            continue


def test_a_file_without_animations_still_has_none() -> None:
    assert from_json('{"speed": 0}') == Settings(motion="none")
    assert from_json('{"speed": 0, "motion": "full"}') == Settings(motion="none")
    assert from_json('{"speed": 200}') == Settings(speed=200)


@pytest.mark.parametrize("cores", [-1, MAX_CORES + 1, "2", True])
def test_a_number_of_cores_that_no_computer_has_is_damaged(cores: object) -> None:
    with pytest.raises(DamagedSettingsError):
        from_json(json.dumps({"cores": cores}))


@given(st.text())
def test_any_text_is_read_or_raises_damaged_settings_error(text: str) -> None:
    try:
        from_json(text)
    except DamagedSettingsError:
        return


def test_the_first_start_has_the_defaults_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.json"
    assert SettingsFile(path).settings == Settings()
    assert not path.parent.exists()


def test_the_next_start_has_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.json"
    SettingsFile(path).store(Settings(theme="dark", setups={"fen": LastSetup((("human", "Ann"),))}))
    assert SettingsFile(path).settings == Settings(theme="dark", setups={"fen": LastSetup((("human", "Ann"),))})


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"theme": "plaid"}', b"\xff\xfe", b'{"text_size": true}'])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    file = SettingsFile(path)
    assert file.settings == Settings()
    assert file.kept_aside == tmp_path / "settings.json.damaged-1"
    assert file.kept_aside.read_bytes() == content


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for content in ("one", "two"):
        path.write_text(content)
        SettingsFile(path)
    assert (tmp_path / "settings.json.damaged-1").read_text() == "one"
    assert (tmp_path / "settings.json.damaged-2").read_text() == "two"


def test_a_disk_that_refuses_is_reported_and_the_settings_are_used(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    file = SettingsFile(tmp_path / "config" / "settings.json")
    file.store(Settings(theme="dark"))
    assert file.settings.theme == "dark"
    assert file.problem


def test_unknown_fields_are_ignored() -> None:
    assert from_json('{"theme": "dark", "hologram": true}') == Settings(theme="dark")


def test_a_set_of_a_game_takes_the_place_of_the_others_of_its_part() -> None:
    settings = with_set(Settings(), "chess", "flat", frozenset({"flat", "round"}))
    settings = with_set(settings, "chess", "stone", frozenset({"stone", "club"}))
    settings = with_set(settings, "hex", "dark", frozenset({"dark"}))
    assert settings.sets == {"chess": ("flat", "stone"), "hex": ("dark",)}
    settings = with_set(settings, "chess", "club", frozenset({"stone", "club"}))
    assert settings.sets["chess"] == ("flat", "club")
    settings = with_set(with_set(settings, "chess", "", frozenset({"club"})), "chess", "", frozenset({"flat"}))
    assert settings.sets == {"hex": ("dark",)}
