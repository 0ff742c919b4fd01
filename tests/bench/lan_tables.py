"""A process with several tables, each with a server of its own: `python -m tests.bench.lan_tables FOLDER GAME SEATS
TABLES`. It prints a port for each table and ends when its input does. The game's rules are read once.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMetaObject, Qt

from app.net.protocol.authentication import new_token
from app.net.server.acceptor import Capacity
from app.net.server.room import Room, RoomPlan
from app.net.server.server import TableServer
from app.net.server.state_file import Host, RecordFile, record_path
from dsl.bots.bot_service import BotService
from dsl.cli.common import folder_of, load_drawn
from dsl.match.rulesets.ruleset import Ruleset

MANY = Capacity(connections=400, of_address=400)


def opened(pack: Ruleset, folder: Path, seats: int, number: int) -> TableServer:
    """A table of people who listen on a port of its own."""
    journal = folder / f"{number}.journal"
    record = RecordFile(record_path(journal), Host(0, 0, "", "", str(journal), ""))
    plan = RoomPlan(new_token(), "Bench", ("human",) * seats, watching="yes", secret="ab" * 32)
    room = Room(plan, pack, bots=BotService(), now=time.monotonic(), journal=journal, record=record, tokens=new_token)
    server = TableServer(room, plan.table, capacity=MANY)
    server.open(0, here_only=True)
    return server


def main(arguments: list[str]) -> None:
    """Serve until the input ends."""
    application = QCoreApplication([])
    folder, game, seats, tables = Path(arguments[0]), arguments[1], int(arguments[2]), int(arguments[3])
    pack = load_drawn(folder_of(game))
    servers = [opened(pack, folder, seats, number) for number in range(tables)]
    print(*(server.port for server in servers), flush=True)

    def wait() -> None:
        sys.stdin.read()
        QMetaObject.invokeMethod(application, "quit", Qt.ConnectionType.QueuedConnection)

    threading.Thread(target=wait, daemon=True).start()
    application.exec()


if __name__ == "__main__":
    main(sys.argv[1:])
