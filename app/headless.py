"""The program without a window: the same name, and so the same folders, as with one."""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication

from app import __version__


def name_application() -> None:
    """Name the program, so that the system's folders are ours; whoever asks for them has called this before."""
    QCoreApplication.setApplicationName("gondwana")
    QCoreApplication.setOrganizationName("")
    QCoreApplication.setApplicationVersion(__version__)


def make_headless_application() -> QCoreApplication:
    """The application of a command that needs events but no display; if there is one already, that one."""
    name_application()
    return QCoreApplication.instance() or QCoreApplication(sys.argv[:1])
