"""Results on disk: a killed series resumes, and results of different plans are never mixed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.base.serialization import dumps
from dsl.simulation.match_records import Record
from dsl.simulation.results_store import PLAN, RESULTS, ResultsStore, StoreError
from tests.dsl.simulation.games import LOTS, plan, pond


def record(seed: int) -> Record:
    return Record(seed, 3, 2, (1, 2), ((5,), (4,)), (0, 1), "d")


def filled(folder: Path, *seeds: int) -> None:
    store = ResultsStore(folder, plan(LOTS))
    store.add([dumps(record(seed)) for seed in seeds])
    store.close()


def test_added_results_persist(tmp_path: Path) -> None:
    filled(tmp_path / "new" / "out", 1, 2)
    filled(tmp_path / "new" / "out", 3)
    store = ResultsStore(tmp_path / "new" / "out", plan(LOTS))
    assert store.records == {seed: record(seed) for seed in (1, 2, 3)}
    assert store.dropped == 0
    store.close()


@given(cut=st.integers(1, 200))
def test_truncation_at_any_byte_loses_at_most_the_last_line(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    folder = tmp_path_factory.mktemp("cut")
    filled(folder, 1, 2, 3)
    whole = (folder / RESULTS).read_bytes()
    (folder / RESULTS).write_bytes(whole[:-cut])
    store = ResultsStore(folder, plan(LOTS))
    lines = whole[:-cut].count(b"\n")
    assert sorted(store.records) == [1, 2, 3][:lines]
    store.add([dumps(record(seed)) for seed in (1, 2, 3)[lines:]])
    store.close()
    assert (folder / RESULTS).read_bytes() == whole


def test_a_damaged_line_in_the_middle_is_an_error(tmp_path: Path) -> None:
    filled(tmp_path, 1, 2)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes().replace(b'"seed":1', b'"seed":x'))
    with pytest.raises(StoreError, match="line 1 is damaged"):
        ResultsStore(tmp_path, plan(LOTS))


def test_lines_are_synced_periodically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, synced = [0.0], []
    monkeypatch.setattr("os.fsync", lambda file: synced.append(file))
    store = ResultsStore(tmp_path, plan(LOTS), lambda: now[0])
    synced.clear()
    for seed, time in enumerate((0.1, 0.9, 1.0, 1.1, 2.0)):
        now[0] = time
        store.add([dumps(record(seed))])
    assert len(synced) == 2
    store.close()
    assert len(synced) == 3


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (lambda: plan(LOTS, 3), "players bot:random,bot:random there, bot:random,bot:random,bot:random here"),
        (lambda: plan(LOTS, prize="3"), "option prize is 1 there, 3 here"),
        (lambda: plan(LOTS.replace("+= 1", "+= 2")), "the rules are not the same"),
        (lambda: plan(pond("Deep water")), "no house rules there, house/deep-water.rules here"),
    ],
)
def test_a_different_setting_is_refused_by_name(tmp_path: Path, other, said: str) -> None:  # type: ignore[no-untyped-def]
    filled(tmp_path, 1)
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(StoreError, match="another setting") as caught:
        ResultsStore(tmp_path, other())
    assert said in str(caught.value)
    assert (tmp_path / RESULTS).read_bytes() == before


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / PLAN).write_text("{}")
    with pytest.raises(StoreError, match="not a plan"):
        ResultsStore(tmp_path, plan(LOTS))
    (tmp_path / PLAN).unlink()
    (tmp_path / RESULTS).write_text("1\n")
    with pytest.raises(StoreError, match="without their plan"):
        ResultsStore(tmp_path, plan(LOTS))


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    one, other = ResultsStore(tmp_path, plan(LOTS)), ResultsStore(tmp_path, plan(LOTS))
    one.add([dumps(record(1))])
    with pytest.raises(StoreError, match="another program writes"):
        other.add([dumps(record(2))])
    one.add([dumps(record(3))])
    one.close()
    other.close()
    assert sorted(ResultsStore(tmp_path, plan(LOTS)).records) == [1, 3]


@pytest.mark.skipif(os.name != "posix", reason="asks the system to let no file grow")
def test_a_full_disk_leaves_no_partial_record_and_names_the_file(tmp_path: Path) -> None:
    import resource

    store = ResultsStore(tmp_path, plan(LOTS))
    store.add([dumps(record(1))])
    file = tmp_path / RESULTS
    before, limits = file.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            store.add([dumps(record(2)), dumps(record(3))])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.filename == str(file)
    assert file.read_bytes() == before
    assert sorted(store.records) == [1]
    store.add([dumps(record(2))])
    store.close()
    assert sorted(ResultsStore(tmp_path, plan(LOTS)).records) == [1, 2]
