"""Progress of a long task: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import io

from dsl.cli.simulate import Progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_moves_on_a_terminal_and_ends_in_a_line_of_its_own() -> None:
    now, screen = [0.0], Screen()
    progress = Progress(200, "matches", screen, lambda: now[0])
    for second in (1.0, 1.05, 5.0, 10.0):
        now[0] = second
        progress.more(50)
    progress.close()
    shown = screen.getvalue().split("\r")[1:]
    assert len(shown) == 3  # the second came too soon to be seen
    assert shown[0].startswith("[#######                       ] 50 of 200 matches, 50 a second, 3 s to go")
    assert shown[2] == f"[{'#' * 30}] 200 of 200 matches, 20 a second\x1b[K\n"


def test_elsewhere_a_line_comes_now_and_then() -> None:
    now, paper = [0.0], io.StringIO()
    progress = Progress(90_000, "matches", paper, lambda: now[0])
    for second in range(1, 21):
        now[0] = float(second)
        progress.more(2)
    progress.close()
    assert paper.getvalue() == (
        "20 of 90000 matches, 2.0 a second, 12 h 30 min to go\n40 of 90000 matches, 2.0 a second, 12 h 30 min to go\n"
    )


def test_nothing_to_do_is_nothing_to_tell() -> None:
    screen = Screen()
    Progress(0, "matches", screen).close()
    assert screen.getvalue() == ""
