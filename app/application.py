"""The start and the end of the program with a window."""

from __future__ import annotations

import signal
import sys
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.arguments import WindowOptions
from app.failures import Failures
from app.library.folders import find_folders
from app.library.settings import Settings, SettingsFile
from app.places import resource
from app.style import Style
from app.texts import Texts, preferred_language
from app.window import Window


def run(options: WindowOptions) -> int:
    """Show the window until it is closed; return the exit code."""
    application = make_application()
    folders = find_folders(options.portable)
    failures = Failures(folders.reports)
    failures.install()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends it at once: the journal has every choice
    if sys.platform == "darwin":
        from dsl.engine.probing import settled  # elsewhere nobody need wait for it

        settled(folders.config / "runner.json", _ourselves())
    window = make_window(application, options)
    failures.reported.connect(window.tell_failure)
    window.show()
    code = application.exec()
    failures.remove()
    return code


def _ourselves() -> list[str]:
    """How this program is started, as an installed one or from its folder."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]


def make_application() -> QApplication:
    """The application under its name, so that the system's folders are ours."""
    QCoreApplication.setApplicationName("gondwana")
    QCoreApplication.setOrganizationName("")
    application = QApplication(sys.argv[:1])
    application.setApplicationDisplayName("Gondwana")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("gondwana")
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
    return Window(folders, file, settings, texts, style, system)


def asked_for(settings: Settings, options: WindowOptions) -> Settings:
    """The settings as the command line wants them this time."""
    return replace(settings, language=options.language or settings.language, theme=options.theme or settings.theme)
