"""Whether spectators may watch a table, and when. Apart from the messages, so that the first page needs no game."""

from __future__ import annotations

from typing import Literal, get_args

Watching = Literal["no", "yes", "delayed"]
WATCHING: tuple[Watching, ...] = get_args(Watching)
