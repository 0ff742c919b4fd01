"""The start and the end of the program with a window."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.appearance.style import Style
from app.base.i18n import Translations, preferred_language
from app.base.paths import find_user_folders, resource
from app.base.relaunch import program_command
from app.controllers.settings_controller import SettingsController
from app.shell.crash_reports import CrashReporter
from app.shell.window import MainWindow
from app.shell.window_options import WindowOptions
from app.storage.settings import Settings, SettingsFile

# The program without a window: the same name, and so the same folders, as with one.


def name_application() -> None:
    """Name the program, so that the system's folders are ours; whoever asks for them has called this before."""
    QCoreApplication.setApplicationName("gondwana")
    QCoreApplication.setOrganizationName("")
    QCoreApplication.setApplicationVersion(__version__)


def make_headless_application() -> QCoreApplication:
    """The application of a command that needs events but no display; if there is one already, that one."""
    name_application()
    return QCoreApplication.instance() or QCoreApplication(sys.argv[:1])


#: The name of our entry in a Linux desktop, by which it finds icon and kinds of files.
DESKTOP_ID = "org.gondwana_table.Gondwana"


def run(options: WindowOptions) -> int:
    """Show the window until it is closed; return the exit code."""
    application = make_application()
    folders = find_user_folders(options.portable)
    failures = CrashReporter(folders.reports)
    failures.install()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it at once: the journal has every choice
    if sys.platform == "darwin":
        from dsl.cli.jit_probe import probe_jit

        probe_jit(folders.probe, program_command())
    window = make_window(application, options)
    failures.reported.connect(window.tell_failure)
    window.show()
    if failures.crashed is not None:
        window.tell_crash(failures.crashed)
    if sys.platform == "darwin":  # elsewhere nobody calls, and every event would pass here
        application.installEventFilter(FileOpenFilter(window.open_file, application))
    if options.opened is not None:
        window.open_file(options.opened)
    code = application.exec()
    failures.remove()
    return code


class FileOpenFilter(QObject):
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


def make_window(application: QApplication, options: WindowOptions) -> MainWindow:
    """The window as settings and command line say."""
    folders = find_user_folders(options.portable)
    file = SettingsFile(folders.settings)
    system = preferred_language(QLocale.system().name())
    style = Style(application)
    settings = asked_for(file.settings, options)
    texts = Translations(settings.language or system)
    style.wear(settings)
    return MainWindow(folders, SettingsController(file, settings, texts, style, system))


def asked_for(settings: Settings, options: WindowOptions) -> Settings:
    """The settings as the command line wants them this time."""
    return replace(settings, language=options.language or settings.language, theme=options.theme or settings.theme)
