"""Starts and ends the program: the application object with and without a window."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from app.appearance.theme import ApplicationTheme
from app.base.garbage_collection import WindowGarbageCollector
from app.base.i18n import preferred_language
from app.base.paths import find_user_folders, resource
from app.base.relaunch import program_command
from app.controllers.settings_controller import SettingsController
from app.shell.crash_reports import CrashReporter
from app.shell.single_window import FileReceiver, send_file
from app.shell.window import MainWindow
from app.shell.window_arguments import WindowOptions
from app.sound.player import SoundPlayer, open_device
from app.storage.settings import SettingsFile
from dsl import __version__
from dsl.base.files import set_module_folder


def name_application() -> None:
    """Name the program. The system's folders for its files depend on the name, so this must come before their use."""
    QCoreApplication.setApplicationName("gondwana")
    QCoreApplication.setOrganizationName("")
    QCoreApplication.setApplicationVersion(__version__)


def make_headless_application() -> QCoreApplication:
    """Return the application of a command that needs events but no display; the existing one if there is one."""
    name_application()
    return QCoreApplication.instance() or QCoreApplication(sys.argv[:1])


#: Name of the desktop entry on Linux, by which the desktop finds the icon and the file types.
DESKTOP_ID = "org.gondwana_table.Gondwana"


def run(options: WindowOptions) -> int:
    """Show the window until it is closed; return the exit code."""
    application = make_application()
    folders = find_user_folders(options.portable)
    if options.opened is not None and send_file(folders.settings.parent, options.opened):
        return 0  # the window that runs opens it
    collector = WindowGarbageCollector(application)
    reporter = CrashReporter(folders.reports)
    reporter.install()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends the program at once: the journal has every choice
    if sys.platform == "darwin":
        from dsl.cli.jit_probe import probe_jit

        probe_jit(folders.probe, program_command())
    set_module_folder(folders.modules)
    sounds = SoundPlayer(open_device)
    window = make_window(application, options, sounds)
    reporter.reported.connect(window.show_failure)
    window.show()
    if reporter.crashed is not None:
        window.show_crash(reporter.crashed)
    if sys.platform == "darwin":  # other systems send no such events, and the filter sees every event
        application.installEventFilter(FileOpenFilter(window.open_file, application))
    receiver = FileReceiver(folders.settings.parent, application)
    receiver.file_received.connect(window.open_sent_file)
    if options.opened is not None:
        window.open_file(options.opened)
    code = application.exec()
    receiver.close()
    sounds.close()
    reporter.remove()
    collector.close()
    return code


class FileOpenFilter(QObject):
    """Event filter that opens the files for which macOS sends QFileOpenEvent, such as after a double click."""

    def __init__(self, open_file: Callable[[Path], None], parent: QObject) -> None:
        super().__init__(parent)
        self._open_file = open_file

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject: open a file, and let other events pass."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open_file(Path(event.file()))
            return True
        return super().eventFilter(watched, event)


def make_application() -> QApplication:
    """Return the application of the window, with name, desktop entry and icon."""
    name_application()
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")  # once: Qt may crash when another window exists already
    application.setApplicationDisplayName("Gondwana")
    application.setDesktopFileName(DESKTOP_ID)
    QIcon.setThemeSearchPaths([":/icons"])  # every icon is our own; a search through the system's folders takes long
    application.setWindowIcon(QIcon(str(resource("icons", "gondwana.svg"))))
    return application


def make_window(application: QApplication, options: WindowOptions, sounds: SoundPlayer | None = None) -> MainWindow:
    """Return the main window, with the settings of the user and the options of the command line; without `sounds` it
    is silent."""
    folders = find_user_folders(options.portable)
    file, system_language = SettingsFile(folders.settings), preferred_language(QLocale.system().name())
    settings = SettingsController(file, ApplicationTheme(application), system_language, options.language, options.theme)
    return MainWindow(folders, settings, sounds or SoundPlayer(None))
