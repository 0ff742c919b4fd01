"""A client whose process is stopped, as on a sleeping computer: the match continues, and it reconnects."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from app.net.protocol.limits import AWAY_AFTER, QUEUE_MOST
from tests.app.net.client_process import Joined
from tests.app.net.random_client import Memory, Player, play
from tests.app.net.table_process import Served


def test_a_stopped_client_is_away_and_reconnects(tmp_path: Path) -> None:
    table = Served(tmp_path / "table", "breakthrough", "--seats", "human,human")
    ann = Player(table.port, Memory(tmp_path / "memory"), 1, "Ann")
    bea = Joined(tmp_path / "bea", table.port, "--name", "Bea", "--by-chance", "2")

    def state() -> str:
        seats = ann.lobby.seats if ann.lobby is not None else ()
        return next((seat.state for seat in seats if seat.name == "Bea"), "")

    try:
        play([ann], lambda: len(ann.memory.accepted) >= 3)
        os.kill(bea.process.pid, signal.SIGSTOP)
        before, accepted = table.memory, len(ann.memory.accepted)
        play([ann], lambda: state() == "away", AWAY_AFTER + 20)
        assert ann.connected == 1
        assert len(ann.memory.accepted) <= accepted + 1, "no bot plays for it"
        assert table.memory - before < QUEUE_MOST
        os.kill(bea.process.pid, signal.SIGCONT)
        play([ann], lambda: state() == "held", 30)
        play([ann], lambda: ann.over, 60)
        assert bea.end() == 0, bea.text
        assert bea.journals == [table.journal.read_bytes()]
    finally:
        bea.process.send_signal(signal.SIGCONT)
        bea.kill()
        ann.lose()
        table.kill()
