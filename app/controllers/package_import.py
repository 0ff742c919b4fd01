"""Imports a package: inspects it in a sandboxed process, describes it in a dialog, and installs it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.base.i18n import Translations
from app.base.paths import UserFolders, official_rulesets
from app.base.provenance import house_rule_origin, provenance_lines
from app.net.sandbox.inspection_process import InspectionProcess
from app.net.sandbox.messages import InspectedPackage, InspectionFailed, InspectPackage
from app.screens import dialogs
from app.storage.game_library import find_games
from app.storage.opening import RULES
from app.storage.package import LARGEST, Package, PackageError, install, pack_house_rule, replaced, unpack

_KINDS = {"game": "package.game", "house": "package.house"}
_ORIGINS = {
    "official": "package.like_official", "own": "package.like_own", "base": "package.like_base",
    "nothing": "package.like_nothing",
}  # fmt: skip
_SENTENCES = 8  #: about differences that are shown; a dialog must fit on a screen


class PackageImport(QObject):
    """Imports packages, one at a time.

    Signals:
        added: A package was installed; carries its kind, "game" or "house", and the folder of the game.
        house_rule_added: A file of house rules was installed; carries its Path.
    """

    added = Signal(str, Path)
    house_rule_added = Signal(Path)

    def __init__(
        self, window: QWidget, texts: Translations, folders: UserFolders, report: Callable[[str], None]
    ) -> None:
        """`report` shows a sentence to the user; the dialog belongs to `window`."""
        super().__init__(window)
        self._window, self._texts, self._folders, self._report = window, texts, folders, report
        self._inspection: InspectionProcess | None = None
        self._path = Path()
        self._content = b""

    def take(self, path: Path) -> None:
        """Inspect a package, and ask the user whether to install it."""
        self.stop()
        try:
            if not path.is_file():
                self._report(self._texts("package.missing", path=path))
                return
            with path.open("rb") as file:
                content = file.read(LARGEST + 1)
        except OSError as error:
            self._report(self._texts("package.not_read", path=path, problem=error.strerror or error))
            return
        if len(content) > LARGEST:
            self._report(self._texts("package.too_large"))
            return
        self._inspect(path, content)

    def take_house_rule(self, path: Path, folder: str) -> None:
        """Inspect a file of house rules for the game in a folder of that name, and ask whether to install it."""
        self.stop()
        try:
            content = pack_house_rule(path, folder)
        except PackageError as error:
            self._report(self._texts(error.key, **error.values))
        except OSError as error:
            self._report(self._texts("package.not_read", path=path, problem=error.strerror or error))
        else:
            self._inspect(path, content)

    def _inspect(self, path: Path, content: bytes) -> None:
        self._path, self._content = path, content
        games = find_games(official_rulesets(), self._folders.rulesets)
        order = InspectPackage(
            base64.b64encode(content).decode(), self._texts.language,
            tuple(str(game.folder) for game in games), sum(game.official for game in games),
        )  # fmt: skip
        self._inspection = InspectionProcess(self)
        self._inspection.done.connect(self._handle_verdict)
        self._inspection.start(order)
        self._window.setCursor(Qt.CursorShape.BusyCursor)

    def stop(self) -> None:
        """Cancel the inspection."""
        inspection, self._inspection = self._inspection, None
        self._window.unsetCursor()
        if inspection is not None:
            inspection.cancel()

    def _handle_verdict(self, verdict: object) -> None:
        self._inspection = None
        self._window.unsetCursor()
        if isinstance(verdict, InspectionFailed):
            self._report(self._texts(verdict.reason, **dict(verdict.args)))
        elif isinstance(verdict, InspectedPackage):
            try:
                package = unpack(self._content)
            except PackageError as error:  # unlikely: the inspection has accepted it
                self._report(self._texts(error.key, **error.values))
                return
            text = "\n".join(self._description(package, verdict))
            dialogs.ask_about_package(self._window, self._texts, text, lambda: self._install(package, verdict))

    def _description(self, package: Package, found: InspectedPackage) -> Iterator[str]:
        texts, house = self._texts, ", ".join(found.house)
        title = dict(found.titles).get(texts.language, package.name)
        yield texts(_KINDS[found.kind], path=self._path.name, title=title, house=house)
        if found.kind == "game" and house:
            yield texts("package.with_house", house=house)
        if found.kind == "game" and found.credits:
            yield texts("package.credits", credits=" ".join(found.credits))
        if found.origin is not None and found.kind == "game":
            yield from provenance_lines(found.origin, texts)
        elif found.origin is not None:
            yield from (house_rule_origin(each, texts) for each in found.origin.house)
            yield texts("provenance.claims")
        names = replaced(package, self._folders.rulesets, self._folders.house)
        yield texts("package.replaces", names=", ".join(names)) if names else texts("package.new")
        if found.differences:
            yield ""
            yield texts(_ORIGINS[found.known], other=found.other)
            yield from (f"• {sentence}" for sentence in found.differences[:_SENTENCES])
            if more := len(found.differences) + found.more - min(len(found.differences), _SENTENCES):
                yield texts("package.more", n=more)
        elif found.known != "nothing":
            yield texts("package.same", other=found.other)

    def _install(self, package: Package, found: InspectedPackage) -> None:
        try:
            folder = install(package, self._folders.rulesets, self._folders.house)
        except OSError as error:
            self._report(self._texts("package.not_kept", problem=error.strerror or error))
            return
        if self._path.suffix == RULES:
            name = next(name for name, _ in package.files if name.endswith(RULES))
            self.house_rule_added.emit(folder / Path(name).name)
            return
        self.added.emit(package.kind, folder)
        if package.kind == "house":
            title = dict(found.titles).get(self._texts.language, package.name)
            self._report(self._texts("package.added_house", title=title))
