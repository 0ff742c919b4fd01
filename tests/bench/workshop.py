"""Time in the window from a key to its answer: the problems of a house rule, while it is typed.

Each key goes to the editor of the workshop; its answer is there when the page knows the problems of the text with that
key. A key whose answer is overtaken by the next key is not counted, as one waits for an answer before the next key.
Elapsed time is reported, with the load of the machine, and the processor time that window and service take until the
answer (Linux): on an idle machine the two are about the same, since one works while the other waits.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.base.i18n import Translations
from app.storage.game_library import read_card
from app.workshop.document import create_house_rule
from app.workshop.page import WorkshopPage
from tests.bench.figures import ROOT

_PATIENCE = 300.0  #: seconds until an answer must be there
_BETWEEN = 120  #: milliseconds between an answer and the next key, about as one types


def main() -> None:
    """Measure a house rule of the longest ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="triassic-terror")
    parser.add_argument("-n", type=int, default=200, help="keys")
    arguments = parser.parse_args()
    application = QApplication.instance() or QApplication([])
    game = read_card(ROOT / "rulesets" / arguments.game, official=True)
    with tempfile.TemporaryDirectory() as folder:
        rules = game.folder / f"{game.folder.name}.rules"
        rows = rules.read_text("utf-8").split("\n")
        name = next(row.split()[1] for row in rows if row.startswith("game "))
        actions = [row.split("(")[0].split()[1] for row in rows if row.startswith("action ")]
        page = WorkshopPage(Translations("en"))
        page.resize(1366, 768)
        page.show()
        page.open(game, create_house_rule(Path(folder), "Bench", name))
        _wait(page)
        text = "".join(f"\nadd to {action}\n    needs more: number of players > 2\n" for action in actions)
        taken, busy = [], []
        for key in text[: arguments.n]:
            began, before = time.perf_counter(), _processor_time(page)
            QTest.keyClicks(page.editor, key) if key != "\n" else page.editor.insertPlainText(key)
            _wait(page)
            taken.append(time.perf_counter() - began)
            busy.append(_processor_time(page) - before)
            QTest.qWait(_BETWEEN)
        page.close_document()
    print(f"{arguments.game}: {len(taken)} keys, milliseconds; load {os.getloadavg()[0]:.1f}")
    for what, times in (("elapsed", sorted(taken)), ("processor", sorted(busy))):
        middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(f"{what:10} median {1000 * middle:6.0f}   p95 {1000 * late:6.0f}   longest {1000 * times[-1]:6.0f}")
    del application


def _processor_time(page: WorkshopPage) -> float:
    """Return the seconds that this process and the language service have used so far."""
    pids = (os.getpid(), page.client.pid) if page.client is not None else ()
    found = (each for pid in pids for each in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    return sum(int(each.read_text().split()[0]) for each in found) / 1e9


def _wait(page: WorkshopPage) -> None:
    """Let events happen until the problems of the text are known."""
    end = time.monotonic() + _PATIENCE
    while not page.text.is_checked:
        QCoreApplication.processEvents()
        if time.monotonic() > end:
            raise TimeoutError("the language service gave no answer")
        time.sleep(0.002)


if __name__ == "__main__":
    main()
