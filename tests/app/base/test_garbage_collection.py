"""Garbage collection of the window: in its thread only, and whole collections when it rests."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from app.base.garbage_collection import WindowGarbageCollector


@pytest.fixture
def collections() -> Iterator[list[tuple[threading.Thread, int]]]:
    """The thread and the generation of each garbage collection during a test."""
    found: list[tuple[threading.Thread, int]] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            found.append((threading.current_thread(), info["generation"]))

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[WindowGarbageCollector]:
    made = WindowGarbageCollector()
    yield made
    made.close()
    assert gc.isenabled()


def test_only_the_thread_of_the_window_collects(
    qtbot: QtBot, collector: WindowGarbageCollector, collections: list[tuple[threading.Thread, int]]
) -> None:
    kept: list[list[int]] = []
    other = threading.Thread(target=lambda: kept.extend([number] for number in range(100_000)))
    other.start()
    other.join()
    assert collections == []
    qtbot.waitUntil(lambda: bool(collections))
    assert {thread for thread, _ in collections} == {threading.main_thread()}


def test_qt_objects_in_cycles_are_destroyed(qtbot: QtBot, collector: WindowGarbageCollector) -> None:
    destroyed: list[threading.Thread] = []
    one = QObject()
    one.myself = one  # type: ignore[attr-defined]
    one.destroyed.connect(lambda: destroyed.append(threading.current_thread()), Qt.ConnectionType.DirectConnection)
    del one
    qtbot.waitUntil(lambda: bool(destroyed))
    assert destroyed == [threading.main_thread()]


def test_a_whole_collection_waits_until_the_window_rests(
    qtbot: QtBot, collector: WindowGarbageCollector, collections: list[tuple[threading.Thread, int]]
) -> None:
    gc.collect()
    collections.clear()
    for _ in range(gc.get_threshold()[2] + 3):
        began = time.thread_time()
        while time.thread_time() - began < 0.12:  # the window works
            pass
        collector.look()
    assert {generation for _, generation in collections} == {1}
    collector.look()
    assert collections[-1][1] == 2
