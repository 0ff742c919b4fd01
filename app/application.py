"""The start and the end of the program with a window."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QObject
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from app import ourselves
from app.arguments import WindowOptions
from app.failures import Failures
from app.headless import name_application
from app.library.folders import find_folders
from app.library.settings import Settings, SettingsFile
from app.places import resource
from app.style import Style
from app.taste import Taste
from app.texts import Texts, preferred_language
from app.window import Window

#: The name of our entry in a Linux desktop, by which it finds icon and kinds of files.
DESKTOP_ID = "org.gondwana_table.Gondwana"


def run(options: WindowOptions) -> int:
    """Show the window until it is closed; return the exit code."""
    application = make_application()
    folders = find_folders(options.portable)
    failures = Failures(folders.reports)
    failures.install()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it at once: the journal has every choice
    if sys.platform == "darwin":
        from dsl.engine.probing import settled  # elsewhere nobody need wait for it

        settled(folders.probe, ourselves.command())
    window = make_window(application, options)
    failures.reported.connect(window.tell_failure)
    window.show()
    if failures.crashed is not None:
        window.tell_crash(failures.crashed)
    if sys.platform == "darwin":  # elsewhere nobody calls, and every event would pass here
        application.installEventFilter(Doors(window.open_file, application))
    if options.opened is not None:
        window.open_file(options.opened)
    code = application.exec()
    failures.remove()
    return code


class Doors(QObject):
    """Opens what the desktop hands to a running program: so macOS says that a file was double-clicked."""

    def __init__(self, open_file: Callable[[Path], None], parent: QObject) -> None:
        super().__init__(parent)
        self._open_file = open_file

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is to be opened; leave everything else alone."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open_file(Path(event.file()))
            return True
        return super().eventFilter(watched, event)


def make_application() -> QApplication:
    """The application under its name, so that the system's folders are ours."""
    name_application()
    application = QApplication(sys.argv[:1])
    application.setApplicationDisplayName("Gondwana")
    application.setDesktopFileName(DESKTOP_ID)
    application.setWindowIcon(QIcon(str(resource("icons", "gondwana.svg"))))
    return application


def make_window(application: QApplication, options: WindowOptions) -> Window:
    """The window as settings and command line say."""
    folders = find_folders(options.portable)
    file = SettingsFile(folders.settings)
    system = preferred_language(QLocale.system().name())
    style = Style(application)
    settings = asked_for(file.settings, options)
    texts = Texts(settings.language or system)
    style.wear(settings)
    return Window(folders, Taste(file, settings, texts, style, system))


def asked_for(settings: Settings, options: WindowOptions) -> Settings:
    """The settings as the command line wants them this time."""
    return replace(settings, language=options.language or settings.language, theme=options.theme or settings.theme)
