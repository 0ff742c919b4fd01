"""Worker process of the language service: answers one question after the other about the files of one ruleset.

Its state is the texts of the files, which the client has, too: a new process gives the same answers if it dies.
"""

from __future__ import annotations

import contextlib
import gc
import signal
from multiprocessing.connection import Connection

from dsl.base.serialization import SerializationError, dumps, loads
from dsl.language_service.messages import Answer, Answered, Asked, Failed, Question, RemoveFile, SetText, Stop
from dsl.language_service.ruleset_files import OpenedFiles
from dsl.language_service.service import Service

MEMORY = 2 * 1024**3  #: bytes of address space, where the system can limit it


def serve(connection: Connection) -> None:
    """Answer the messages of a connection until it is closed. The first are the files."""
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    _limit_memory()
    with contextlib.suppress(EOFError, OSError):
        service = Service(loads(connection.recv_bytes(), OpenedFiles))
        gc.freeze()
        while True:
            match loads(connection.recv_bytes(), Asked, SetText, RemoveFile, Stop):
                case SetText(file, text):
                    service.set_text(file, text)
                case RemoveFile(file):
                    service.remove(file)
                case Asked(number, question):
                    connection.send_bytes(dumps(Answered(number, _answer(service, question, connection))).encode())


def _answer(service: Service, question: Question, connection: Connection) -> Answer:
    try:
        return service.answer(question, connection.poll)
    except (MemoryError, RecursionError) as error:
        return Failed(f"this is too much to think about ({type(error).__name__})")
    except SerializationError as error:
        return Failed(str(error))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
