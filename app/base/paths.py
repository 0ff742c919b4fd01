"""Paths of the program's files (pictures, texts, themes, games), and of the user's files."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QStandardPaths


@cache
def home() -> Path:
    """Return the folder that holds `resources` and `rulesets`: the root of a checkout or of a frozen program, or the
    data folder of an installed wheel (named in pyproject.toml; the self-test checks that `dsl.cli` has the same)."""
    beside = Path(__file__).resolve().parents[2]
    installed = beside / "gondwana_data"
    return installed if installed.is_dir() else beside


def resource(*parts: str) -> Path:
    """Return the path of a file under `resources`."""
    return home().joinpath("resources", *parts)


def official_rulesets() -> Path:
    """Return the folder of the games that come with the program."""
    return home() / "rulesets"


# ---- the user's files -------------------------------------------------------------------------------------------

#: Environment variable with the meaning of `--portable`, for processes that launch the program.
PORTABLE_VARIABLE = "GONDWANA_PORTABLE"

#: A file of this name beside an installed program: everything is kept in that folder.
MARKER = "portable"


@dataclass(frozen=True, slots=True)
class UserFolders:
    """The folders of one user. They are created when something is first written."""

    config: Path
    data: Path

    @property
    def portable(self) -> Path | None:
        """The folder in which everything is kept, to be passed to other processes; None with the system's folders."""
        one = UserFolders(self.data.parent / "config", self.data.parent / "data") == self
        return self.data.parent if one else None

    @property
    def settings(self) -> Path:
        """The file of the settings."""
        return self.config / "settings.json"

    @property
    def probe(self) -> Path:
        """The file with the result of the probe for machine code."""
        return self.config / "runner.json"

    @property
    def updates(self) -> Path:
        """The file with the last answer about a new version."""
        return self.config / "updates.json"

    @property
    def matches(self) -> Path:
        """The folder of the journals."""
        return self.data / "matches"

    @property
    def rulesets(self) -> Path:
        """The folder of the user's own games."""
        return self.data / "rulesets"

    @property
    def house(self) -> Path:
        """The folder of the user's own house rules: for each game a folder of the game's name."""
        return self.data / "house"

    @property
    def tables(self) -> Path:
        """The file of the credentials for network tables."""
        return self.data / "tables.json"

    @property
    def received(self) -> Path:
        """The folder of rulesets received from network tables, which are not listed as games."""
        return self.data / "received"

    @property
    def covers(self) -> Path:
        """The folder of the covers that were painted; it may be deleted at any time."""
        return self.data / "covers"

    @property
    def modules(self) -> Path:
        """The folder of the compiled searches of computer players; it may be deleted at any time."""
        return self.data / "modules"

    @property
    def reports(self) -> Path:
        """The folder of crash reports."""
        return self.data / "reports"


def find_user_folders(portable: Path | None = None) -> UserFolders:
    """Return the folders in `portable`; else those of the environment, those beside the program, or the system's."""
    chosen = portable or (Path(os.environ[PORTABLE_VARIABLE]) if os.environ.get(PORTABLE_VARIABLE) else None)
    chosen = chosen or beside_the_program()
    if chosen is not None:
        return UserFolders(chosen / "config", chosen / "data")
    standard = QStandardPaths.StandardLocation
    return UserFolders(
        Path(QStandardPaths.writableLocation(standard.AppConfigLocation)),
        Path(QStandardPaths.writableLocation(standard.AppDataLocation)),
    )


def beside_the_program() -> Path | None:
    """Return the folder of an installed program if it has a file `portable`."""
    if not getattr(sys, "frozen", False):
        return None
    place = program_place(Path(sys.executable), os.environ.get("APPIMAGE", ""))
    return place if (place / MARKER).is_file() else None


def program_place(program: Path, image: str = "") -> Path:
    """Return the folder in which the user sees the program: of the AppImage, of the bundle on macOS, or its own."""
    if image:
        return Path(image).parent
    bundle = next((above for above in program.parents if above.suffix == ".app"), program)
    return bundle.parent
