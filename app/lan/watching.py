"""Whether others may look on at a table, and when. No more than words: pages name them before there is a game."""

from __future__ import annotations

from typing import Literal, get_args

Watching = Literal["no", "yes", "delayed"]
WATCHING: tuple[Watching, ...] = get_args(Watching)
