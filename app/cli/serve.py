"""`gondwana serve`: hosts a table without a display. It prints its addresses and what happens, and closes on Ctrl+C, on
request of the window, or when it has been without members for long.
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
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QLocale, QLockFile, QObject

from app.appearance.look import look_folders
from app.base.i18n import Translations, names_of, preferred_language
from app.base.paths import UserFolders, find_user_folders
from app.net.protocol.authentication import key_of_token, new_code, new_token
from app.net.protocol.limits import WATCHERS
from app.net.protocol.messages import GameLook, Rules
from app.net.sandbox.worker import look_problem
from app.net.server.room import Room, RoomPlan
from app.net.server.room.state import pack_of
from app.net.server.server import HostedTable, ListeningError, SandboxInspector
from app.net.server.state_file import Host, RecordError, RecordFile, read_record, record_path
from app.shell.application import make_headless_application
from app.shell.crash_reports import CrashReporter
from app.storage.matches import lock_file, new_journal
from app.storage.svg import ART
from dsl import __version__
from dsl.base.files import private_folder, set_module_folder
from dsl.base.problem import RulesError
from dsl.base.processor_cores import set_search_cores
from dsl.bots.bot_service import BotService
from dsl.cli.common import folder_of, load_drawn, options_of
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.journal import JournalError
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.runtime.runner import RuleError

_LOCKED = 4000  #: milliseconds for a closing table to release its match


def serve(arguments: argparse.Namespace) -> int:
    """Host a table until it closes; return the exit code."""
    application = make_headless_application()
    folders = find_user_folders()
    failures = CrashReporter(folders.reports)
    failures.install()
    set_search_cores(arguments.cores)
    set_module_folder(folders.modules)
    try:
        hosted, former = _resume(arguments, application) if arguments.resume else _new(arguments, folders, application)
        _listen(hosted, arguments, former if arguments.port is None else None)
        hosted.ended.connect(application.quit)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: hosted.close())
        gc.freeze()  # rules and program stay as long as the table is open: the collector need not visit them
        application.exec()
    finally:
        failures.remove()
    return GOOD


def _say(line: str) -> None:
    with contextlib.suppress(OSError):  # the terminal is closed; the table stays open
        print(line, flush=True)


def _warn(line: str) -> None:
    if line:
        with contextlib.suppress(OSError):
            print(line, file=sys.stderr, flush=True)


def _listen(hosted: HostedTable, arguments: argparse.Namespace, former: int | None) -> None:
    """Listen on the `former` port of a resumed table, if there is one. Raises FailedError if no port is free."""
    try:
        try:
            hosted.open(arguments.port if former is None else former)
        except ListeningError:
            if former is None:
                raise
            hosted.open(None)  # another program uses the former port
    except ListeningError as error:
        hosted.release()
        raise FailedError(Translations()(error.reason, **error.args_by_name)) from None
    except OSError:
        hosted.release()
        raise


# ---- a new table ---------------------------------------------------------------------------------------------------


def _new(arguments: argparse.Namespace, folders: UserFolders, parent: QObject) -> tuple[HostedTable, None]:
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
    bots, inspector = BotService(), SandboxInspector(parent)
    host = Host(os.getpid(), 0, code, owner, "", __version__, arguments.here_only, arguments.watchers or WATCHERS)
    record = _record(journal, host)
    try:
        room = Room(
            plan, pack, bots=bots, now=time.monotonic(), journal=journal, record=record, tokens=new_token,
            look=_look(folder), drawn=look_to_send(folder), names=_bot_names, advisor=bots, inspector=inspector,
        )  # fmt: skip
    except ValueError as error:  # an OptionError is one
        lock.unlock()
        raise MisuseError(str(error)) from None
    return HostedTable(room, record, bots, lock, _say, _warn, parent, inspector), None


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
        clock=arguments.clock,
        hints=arguments.hints,
    )


def _bot_names(player: str) -> tuple[str, ...]:
    """Return the names for a kind of bot in the host's language."""
    return names_of(player, Translations(preferred_language(QLocale.system().name())))


def _look(folder: Path) -> str:
    """Return the text of the game's look, or of its base game's; empty without one."""
    for each in reversed(look_folders(folder)):
        for path in sorted(each.glob("*.look")):
            try:
                return path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                return ""
    return ""


def look_to_send(folder: Path) -> GameLook | None:
    """Return the look of a game and its base games, with its drawings; None if it is larger than tables send."""
    files: list[str] = []
    drawings: dict[str, str] = {}
    try:
        for each in look_folders(folder):
            files += [path.read_text(encoding="utf-8") for path in sorted(each.glob("*.look"))]
            drawings |= {path.stem: path.read_text(encoding="utf-8") for path in sorted((each / ART).glob("*.svg"))}
    except (OSError, UnicodeDecodeError):
        return None
    look = GameLook(0, tuple(files), tuple(drawings.items()))
    return look if not look_problem(look) else None


def _drawn_of(rules: Rules) -> GameLook | None:
    """Return the look of the installed game whose look a stored table sends; None if it is gone or has changed."""
    try:
        folder = folder_of(pack_of(rules).name.replace("_", "-"))
    except (MisuseError, FailedError, RulesError):
        return None
    return look_to_send(folder) if _look(folder) == rules.look else None


# ---- a resumed table ------------------------------------------------------------------------------------------


def _resume(arguments: argparse.Namespace, parent: QObject) -> tuple[HostedTable, int | None]:
    if arguments.game:
        raise MisuseError("gondwana serve: --resume uses the game of its match; do not give another game")
    journal = Path(arguments.resume)
    lock = _lock(journal)
    try:
        return _reopen(journal, lock, arguments, parent)
    except FailedError:
        lock.unlock()
        raise


def _reopen(
    journal: Path, lock: QLockFile, arguments: argparse.Namespace, parent: QObject
) -> tuple[HostedTable, int | None]:
    """Return the table and its former port, if it had one."""
    try:
        kept = read_record(record_path(journal))
    except RecordError as error:
        raise FailedError(f"the players of this table could not be read: {error}") from None
    bots, inspector = BotService(), SandboxInspector(parent)
    here_only = arguments.here_only or kept.host.here_only
    watchers = arguments.watchers or kept.host.watchers
    record = _record(journal, replace(kept.host, pid=os.getpid(), port=0, here_only=here_only, watchers=watchers))
    try:
        room, damage = Room.resume(
            kept.room,
            bots=bots,
            now=time.monotonic(),
            journal=journal,
            record=record,
            tokens=new_token,
            drawn=_drawn_of,
            names=_bot_names,
            advisor=bots,
            inspector=inspector,
        )
    except JournalError as error:
        raise FailedError(translation_in(FALLBACK).said(error.reason, dict(error.args_by_name))) from None
    except (RulesError, RuleError, ValueError) as error:
        raise FailedError(f"{journal}: {error}") from None
    if damage:
        _say(f"{journal}: {damage}")
    return HostedTable(room, record, bots, lock, _say, _warn, parent, inspector), kept.host.port or None


def _record(journal: Path, host: Host) -> RecordFile:
    """Return the state file, with the current path of the journal."""
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
