"""Adds a package to the user's games: it is inspected in a sandboxed process, described in a dialog, and then kept."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.base.i18n import Translations
from app.base.paths import UserFolders, official_rulesets
from app.net.sandbox.client import InspectionProcess
from app.net.sandbox.messages import InspectedPackage, InspectionFailed, InspectPackage
from app.screens import dialogs
from app.storage.package import LARGEST, Package, PackageError, keep, replaced, unpack
from app.storage.rulesets import find_games

_WHAT = {"game": "package.game", "house": "package.house"}
_LIKE = {
    "official": "package.like_official", "own": "package.like_own", "base": "package.like_base",
    "nothing": "package.like_nothing",
}  # fmt: skip
_SENTENCES = 8  #: of what is different that are shown; a dialog must fit on a screen


class PackageImport(QObject):
    """Takes packages, one at a time.

    Signals:
        added: A package is among the user's games; carries its kind, "game" or "house", and the folder of the game.
    """

    added = Signal(str, Path)

    def __init__(self, window: QWidget, texts: Translations, folders: UserFolders, tell: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window, self._texts, self._folders, self._tell = window, texts, folders, tell
        self._look: InspectionProcess | None = None
        self._path = Path()
        self._content = b""

    def take(self, path: Path) -> None:
        """Inspect a package; the user is asked whether it is to be kept."""
        self.stop()
        try:
            if not path.is_file():
                raise FileNotFoundError(2, "there is no such file")
            with path.open("rb") as file:
                content = file.read(LARGEST + 1)
        except OSError as error:
            self._tell(self._texts("package.not_kept", problem=error.strerror or error))
            return
        if len(content) > LARGEST:
            self._tell(self._texts("package.too_large"))
            return
        self._path, self._content = path, content
        games = find_games(official_rulesets(), self._folders.rulesets)
        order = InspectPackage(
            base64.b64encode(content).decode(), self._texts.language,
            tuple(str(game.folder) for game in games), sum(game.official for game in games),
        )  # fmt: skip
        self._look = InspectionProcess(self)
        self._look.done.connect(self._looked)
        self._look.start(order)
        self._window.setCursor(Qt.CursorShape.BusyCursor)

    def stop(self) -> None:
        """Forget what is being inspected."""
        look, self._look = self._look, None
        self._window.unsetCursor()
        if look is not None:
            look.cancel()

    def _looked(self, verdict: object) -> None:
        self._look = None
        self._window.unsetCursor()
        if isinstance(verdict, InspectionFailed):
            self._tell(self._texts(verdict.reason, **dict(verdict.args)))
        elif isinstance(verdict, InspectedPackage):
            try:
                package = unpack(self._content)
            except PackageError as error:  # the process has found it in order
                self._tell(self._texts(error.key, **error.values))
                return
            text = "\n".join(self._described(package, verdict))
            dialogs.ask_about_package(self._window, self._texts, text, lambda: self._keep(package, verdict))

    def _described(self, package: Package, found: InspectedPackage) -> Iterator[str]:
        texts, house = self._texts, ", ".join(found.house)
        title = dict(found.titles).get(texts.language, package.name)
        yield texts(_WHAT[found.kind], path=self._path.name, title=title, house=house)
        if found.kind == "game" and house:
            yield texts("package.with_house", house=house)
        if found.kind == "game" and found.credits:
            yield texts("package.credits", credits=" ".join(found.credits))
        names = replaced(package, self._folders.rulesets, self._folders.house)
        yield texts("package.replaces", names=", ".join(names)) if names else texts("package.new")
        if found.differences:
            yield ""
            yield texts(_LIKE[found.known], other=found.other)
            yield from (f"• {sentence}" for sentence in found.differences[:_SENTENCES])
            if more := len(found.differences) + found.more - min(len(found.differences), _SENTENCES):
                yield texts("package.more", n=more)
        elif found.known != "nothing":
            yield texts("package.same", other=found.other)

    def _keep(self, package: Package, found: InspectedPackage) -> None:
        try:
            folder = keep(package, self._folders.rulesets, self._folders.house)
        except OSError as error:
            self._tell(self._texts("package.not_kept", problem=error.strerror or error))
            return
        self.added.emit(package.kind, folder)
        if package.kind == "house":
            title = dict(found.titles).get(self._texts.language, package.name)
            self._tell(self._texts("package.added_house", title=title))
