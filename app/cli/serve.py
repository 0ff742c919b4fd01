"""`gondwana serve`: a table in a process of its own. It needs no display, says in plain lines where it can be reached
and what happens, and closes properly when it is asked to (Ctrl+C), or when nobody has been there for long.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import secrets
import signal
import sys
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile

from app import __version__
from app.appearance.look import look_folders
from app.base.i18n import Translations
from app.base.paths import UserFolders, find_user_folders
from app.net.protocol.authentication import key_of_code, key_of_token, new_code, new_token
from app.net.protocol.limits import CONNECTIONS, WATCHERS
from app.net.server.acceptor import Capacity
from app.net.server.room import Room, RoomPlan
from app.net.server.server import HostedTable, ListeningError, Parts, TableServer
from app.net.server.state_file import Host, RecordError, RecordFile, read_record, record_path
from app.shell.application import make_headless_application
from app.shell.crash_reports import CrashReporter
from app.storage.matches import lock_file, new_journal
from dsl.base.files import private_folder
from dsl.base.problem import RulesError
from dsl.bots.bot_service import BotService
from dsl.cli.common import folder_of, load_drawn, options_of
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.journal import JournalError
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.runtime.runner import RuleError

_LOCKED = 4000  #: milliseconds for a table that is just ending to let go of its match


def serve(arguments: argparse.Namespace) -> int:
    """Open a table and keep it open until it is to end; return the exit code."""
    application = make_headless_application()
    folders = find_user_folders()
    failures = CrashReporter(folders.reports)
    failures.install()
    try:
        parts = _resumed(arguments) if arguments.resume else _new(arguments, folders)
        parts.server.door.capacity = Capacity(CONNECTIONS + parts.record.host.watchers)
        hosted = HostedTable(parts, _say, _warn, application)
        _listen(hosted, arguments, parts.former if arguments.port is None else 0)
        hosted.ended.connect(application.quit)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: hosted.close())
        gc.freeze()  # nobody looks for garbage among the rules and the program as long as the table is open
        application.exec()
    finally:
        failures.remove()
    return GOOD


def _say(line: str) -> None:
    with contextlib.suppress(OSError):  # nobody reads along any more, and the table goes on
        print(line, flush=True)


def _warn(line: str) -> None:
    if line:
        with contextlib.suppress(OSError):
            print(line, file=sys.stderr, flush=True)


def _listen(hosted: HostedTable, arguments: argparse.Namespace, former: int) -> None:
    """Raises FailedError if nobody could come."""
    try:
        try:
            hosted.open(former or arguments.port)
        except ListeningError:
            if not former:
                raise
            hosted.open(None)  # where it was somebody else is now; others find it where it is
    except ListeningError as error:
        hosted.release()
        raise FailedError(Translations()(error.reason, **error.args_by_name)) from None
    except OSError:
        hosted.release()
        raise


# ---- a new table ---------------------------------------------------------------------------------------------------


def _new(arguments: argparse.Namespace, folders: UserFolders) -> Parts:
    if not arguments.game:
        raise MisuseError("gondwana serve: give a game, or a match to resume: --resume FILE")
    folder = folder_of(arguments.game)
    pack = load_drawn(folder, [Path(item) if item.endswith(".rules") else item for item in arguments.house])
    code = new_code() if arguments.code == "" else (arguments.code or "")
    owner = new_token() if arguments.owner else ""
    plan = _plan(arguments, pack, code, owner)
    journal = (
        Path(arguments.journal) if arguments.journal else new_journal(folders.matches, folder.name, datetime.now())
    )
    if journal.exists() or record_path(journal).exists():
        raise MisuseError(f"`{journal}` already exists; resume it with --resume, or give another file")
    lock = _lock(journal)
    minds = BotService()
    host = Host(os.getpid(), 0, code, owner, "", __version__, arguments.here_only, arguments.watchers or WATCHERS)
    record = _record(journal, host)
    try:
        room = Room(
            plan, pack, bots=minds, now=time.monotonic(), journal=journal, record=record, tokens=new_token,
            look=_look(folder),
        )  # fmt: skip
    except ValueError as error:  # an OptionError is one
        lock.unlock()
        raise MisuseError(str(error)) from None
    return _parts(room, plan, record, minds, lock)


def _plan(arguments: argparse.Namespace, pack: Ruleset, code: str, owner: str) -> RoomPlan:
    players = [item.strip() for item in arguments.seats.split(",")] if arguments.seats else ["human"] * pack.players[0]
    try:
        usual = pack.defaults(len(players))
        chosen = pack.options(len(players), options_of(arguments))
    except OptionError as error:
        raise MisuseError(str(error)) from None
    options = tuple((name, value) for name, value in chosen.items() if value != usual[name])
    watching, turns = arguments.watch
    return RoomPlan(
        new_token(),
        arguments.name or pack.titles["en"],
        tuple(players),
        options,
        watching,
        turns,
        bool(code),
        key_of_token(owner) if owner else "",
        secrets.token_hex(32),
    )


def _look(folder: Path) -> str:
    """How the game is drawn, as text; that of the game it is based on if it has none of its own."""
    for each in reversed(look_folders(folder)):
        for path in sorted(each.glob("*.look")):
            try:
                return path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                return ""
    return ""


# ---- a table that was there ------------------------------------------------------------------------------------------


def _resumed(arguments: argparse.Namespace) -> Parts:
    if arguments.game:
        raise MisuseError("gondwana serve: --resume uses the game of its match; do not give another game")
    journal = Path(arguments.resume)
    lock = _lock(journal)
    try:
        return _reopened(journal, lock, arguments)
    except FailedError:
        lock.unlock()
        raise


def _reopened(journal: Path, lock: QLockFile, arguments: argparse.Namespace) -> Parts:
    try:
        kept = read_record(record_path(journal))
    except RecordError as error:
        raise FailedError(f"the players of this table could not be read: {error}") from None
    minds = BotService()
    here_only = arguments.here_only or kept.host.here_only
    watchers = arguments.watchers or kept.host.watchers
    record = _record(journal, replace(kept.host, pid=os.getpid(), port=0, here_only=here_only, watchers=watchers))
    try:
        room, damage = Room.resume(
            kept.room, bots=minds, now=time.monotonic(), journal=journal, record=record, tokens=new_token
        )
    except JournalError as error:
        raise FailedError(translation_in(FALLBACK).said(error.reason, dict(error.args_by_name))) from None
    except (RulesError, RuleError, ValueError) as error:
        raise FailedError(f"{journal}: {error}") from None
    if damage:
        _say(f"{journal}: {damage}")
    return replace(_parts(room, kept.room.plan, record, minds, lock), former=kept.host.port)


def _record(journal: Path, host: Host) -> RecordFile:
    """What survives this process; a file that was moved knows where it is now."""
    return RecordFile(record_path(journal), replace(host, journal=str(journal.absolute()), version=__version__))


def _lock(journal: Path) -> QLockFile:
    """Raises FailedError if another program has the match open."""
    try:
        private_folder(journal.parent)
        lock = lock_file(journal, _LOCKED)
    except OSError as error:
        raise FailedError(f"`{journal}` could not be written: {error.strerror}") from None
    if lock is None:
        raise FailedError(f"`{journal}` is open in another window or at another table")
    return lock


def _parts(room: Room, plan: RoomPlan, record: RecordFile, minds: BotService, lock: QLockFile) -> Parts:
    code = record.host.code
    server = TableServer(room, plan.table, key_of_code(code) if code else "")
    return Parts(room, server, record, minds, lock, code)
