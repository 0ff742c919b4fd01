"""Opens the window, clicks through to a table, and prints times and memory; started by the benches.

Times are counted from the moment that the bench gives in `GONDWANA_BENCH_BEGAN`, before this process was there.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

_MOST_CHOICES = 1000


def main(game: str, portable: str, turns: int) -> None:
    """Print the figures as one JSON object, then exit without clean-up. A match is played to its end, or with no
    `turns` not at all."""
    began = float(os.environ["GONDWANA_BENCH_BEGAN"])
    found: dict[str, float] = {}

    from PySide6.QtTest import QTest

    from app.base.paths import find_user_folders
    from app.screens.gallery import GameButton
    from app.shell.application import make_application, make_window
    from app.shell.window_arguments import WindowOptions
    from app.storage.settings import SettingsFile

    settings = SettingsFile(find_user_folders(Path(portable)).settings)
    settings.store(
        replace(settings.settings, language="en", speed=0)
    )  # without animation, so that the next click is possible at once
    application = make_application()
    window = make_window(application, WindowOptions(Path(portable)))
    window.show()
    QTest.qWaitForWindowExposed(window)
    application.processEvents()
    found["usable"] = time.time() - began
    found["start_mb"] = _resident()

    began = time.time()
    next(each for each in window.start.findChildren(GameButton) if each.game.name == game).click()
    while not window.setup.start.isEnabled():
        application.processEvents()
    found["prepared"] = time.time() - began
    window.setup.start.click()
    assert window.session is not None
    page = window.session.page
    while page.view is None or not page.view.decisions:
        application.processEvents()
    application.processEvents()
    found["table"] = time.time() - began
    found["table_mb"] = _resident()

    from tests.app.table.page_driver import PageDriver

    driver = PageDriver(page)
    for number in range(_MOST_CHOICES if turns else 0):
        while driver.decision is None and not driver.over:
            application.processEvents()
        if driver.over:
            break
        driver.play(driver.any_option())
        QTest.qWait(1)  # widgets that are not shown any more are destroyed
        if number < turns:
            found["played_mb"] = _resident()
    found["over_mb"] = _resident()
    found["peak_mb"] = max(found["over_mb"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(json.dumps(found), flush=True)
    os._exit(0)


def _resident() -> float:
    """Return how much memory this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
