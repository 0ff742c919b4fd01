"""Key bindings of the table: which keys do what, as data for the shortcuts of the page and for its help."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do one thing."""

    action: str  #: the action that the page connects
    sequences: tuple[str, ...] = ()  #: as QKeySequence reads them; empty: handled by the board itself


KEYS: tuple[Key, ...] = (
    Key("entries", tuple("123456789")),
    Key("cursor"),
    Key("next"),
    Key("closer"),
    Key("choose"),
    Key("enlarge", ("E",)),
    Key("turn", ("R",)),
    Key("turn_back", ("Shift+R",)),
    Key("peek", ("V",)),
    Key("back", ("Escape",)),
    Key("undo", ("U", "Ctrl+Z")),
    Key("advice", ("I",)),
    Key("by_hand"),
    Key("again", ("G",)),
    Key("film", ("Shift+G",)),
    Key("wait", ("P",)),
    Key("typed", ("M",)),
    Key("log", ("L",)),
    Key("moves", ("O",)),
    Key("cells", ("C",)),
    Key("zoom"),
    Key("fit"),
    Key("pan"),
    Key("turn_board", ("T",)),
    Key("turn_board_back", ("Shift+T",)),
    Key("majorities", ("J",)),
    Key("threats", ("D",)),
    Key("reach", ("K",)),
    Key("copy_why", ("Ctrl+C",)),
    Key("show_rule", ("Shift+B",)),
    Key("explain", ("Shift+F1",)),
    Key("rules", ("B",)),
    Key("menu"),
    Key("help", ("H", "F1")),
)
