"""Answers of the language service reach the thread of the window, or nobody."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QThread
from pytestqt.qtbot import QtBot

from app.workshop.answers import ServiceAnswers
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import OpenedFiles

_FILE = "fen.rules"


def _opened() -> OpenedFiles:
    return OpenedFiles(((_FILE, "game fen\n"),))


def test_only_the_newest_question_of_a_subject_is_answered_in_the_thread_of_the_window(qtbot: QtBot) -> None:
    parent, client = QObject(), ServiceClient(_opened())
    answers, others = ServiceAnswers(client, parent), ServiceAnswers(client, parent)
    said: list[tuple[str, bool]] = []

    def note(name: str) -> None:
        said.append((name, QThread.currentThread() is QCoreApplication.instance().thread()))

    answers.ask("outline", m.OutlineOf(_FILE), lambda _: note("old"))
    answers.ask("outline", m.OutlineOf(_FILE), lambda _: note("new"))
    others.ask("outline", m.OutlineOf(_FILE), lambda _: note("other"))
    assert answers.is_waiting("outline")
    qtbot.waitUntil(lambda: len(said) == 2)
    assert said == [("new", True), ("other", True)]
    assert not answers.is_waiting("outline")
    answers.close()


def test_an_answer_to_a_page_that_has_ended_is_dropped(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    """The client calls back in its own thread, which must not touch a page that may be gone."""
    parent, client = QObject(), ServiceClient(_opened())
    said: list[m.Answer] = []
    ServiceAnswers(client, parent).ask("outline", m.OutlineOf(_FILE), said.append)
    shiboken6.delete(parent)
    client.ask(m.OutlineOf(_FILE)).result()  # answers come in the order of the questions
    stopped = ServiceAnswers(client, owner := QObject())
    stopped.ask("outline", m.OutlineOf(_FILE), said.append)
    stopped.stop()
    client.ask(m.OutlineOf(_FILE)).result()
    QCoreApplication.processEvents()
    assert shiboken6.isValid(owner)
    assert said == []
    assert caplog.records == []  # `exception calling callback`
    client.close()
