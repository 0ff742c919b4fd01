"""Time until the window is usable, from source, and until a table is open."""

from __future__ import annotations

from tests.bench.figures import compare, heading, read_arguments, seconds_of, show
from tests.bench.opening import opened


def main() -> None:
    """Measure starts of the program."""
    arguments = read_arguments("Time until the window is usable.")
    heading("from the start of the process until the window can be used")
    opened(arguments.game)  # once for the disk's sake
    starts = [opened(arguments.game) for _ in range(arguments.number)]
    bare = [seconds_of(["-c", "import PySide6.QtWidgets"]) for _ in range(arguments.number)]
    usable = [start["usable"] for start in starts]
    show("Qt imported, for comparison", bare)
    show("window usable", usable)
    show("then: from a click on a game to its set-up", [start["prepared"] for start in starts])
    show("and to the first decision", [start["table"] for start in starts])
    compare("window", usable, "Qt alone", bare)


if __name__ == "__main__":
    main()
