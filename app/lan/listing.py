"""`gondwana join` without a place: which tables are nearby."""

from __future__ import annotations

from PySide6.QtCore import QEventLoop, QTimer

from app.headless import make_headless_application
from app.lan.found import FoundTable
from app.lan.nearby import Nearby
from app.lan.sentences import sentence
from app.texts import Texts
from dsl.cli.main import GOOD

_PATIENCE = 2500  #: milliseconds: the third query has been answered, too


def list_tables(texts: Texts, nearby: Nearby | None = None, patience: int = _PATIENCE) -> int:
    """Look for tables nearby, and say which there are."""
    application = make_headless_application()
    nearby = nearby or Nearby(application)
    nearby.open()
    waiting = QEventLoop()
    QTimer.singleShot(patience, waiting, waiting.quit)
    waiting.exec()
    tables = nearby.tables
    nearby.close()
    for found in tables:
        print(table_line(found, texts))
    if not tables:
        print(texts("join.none"))
    if nearby.problem:
        print(sentence(texts, nearby.problem))
    return GOOD


def table_line(found: FoundTable, texts: Texts) -> str:
    """Return a table in one line: where it is, what is played, who may come."""
    poster = found.poster
    title = poster.title_fr if texts.language == "fr" else poster.title_en
    taken = texts("nearby.seats", n=poster.taken, taken=poster.taken, seats=poster.seats)
    address = f"{found.addresses[0]}:{poster.port}"
    said = texts("join.table", address=address, name=poster.name, game=title or poster.game, taken=taken)
    return f"{said} {sentence(texts, found.problem)}" if found.problem else said
